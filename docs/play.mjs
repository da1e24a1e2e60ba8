// Plays a game that `boardgame build` has compiled: random games, and counts of move sequences.
//
//     node play.mjs game.wasm                one random game, step by step
//     node play.mjs game.wasm perft 3        how many sequences of three steps begin at the start
//     node play.mjs game.wasm playouts 100   how many steps so many random games take, from seed 1
//
// docs/abi.md says what a module exports. Nothing here needs Node but reading the file.
import { readFile } from "node:fs/promises";

const [file, command = "game", count = "1"] = process.argv.slice(2);
if (!file) fail("name the file of a game, as in: node play.mjs game.wasm");
const code = await readFile(file).catch((e) => fail(`${file} cannot be read: ${e.message}`));
const module = await WebAssembly.compile(code).catch(() =>
  fail(`${file} is no WebAssembly module`),
);
const [about] = WebAssembly.Module.customSections(module, "boardgame");
if (!about) fail(`${file} is no game that boardgame has built`);
const game = JSON.parse(new TextDecoder().decode(about));
const { exports: wasm } = await WebAssembly.instantiate(module, {});
function fail(why) {
  console.error(why);
  process.exit(1);
}
const ALL = 2; // of `ready`: find all legal steps

const slot = (i) => {
  const end = game.slots + (i + 1) * game.slot_size;
  const missing = end - wasm.memory.buffer.byteLength;
  if (missing > 0) wasm.memory.grow(Math.ceil(missing / 65536));
  return game.slots + i * game.slot_size;
};
const view = () => new DataView(wasm.memory.buffer);
const over = (p) => view().getUint8(p + game.head.over) !== 0;
// A position remembers earlier ones as nodes of one list, which has an end. These drop the latest.
const nodes = () => wasm.nodes?.value ?? 0;
const forget = (n) => wasm.forget?.(n);
const mover = (p) => view().getUint8(p + game.head.mover);

// step reads the k-th step that `ready` has found.
function step(k) {
  const at = wasm.locate(k);
  return {
    class: view().getUint16(at + 4, true),
    anchors: view().getBigUint64(at + 8, true),
    place: BigInt(wasm.place.value),
  };
}

// text writes a step: the move and its sites.
function text(p, s) {
  if (s.class === 0xfffe) return "pass";
  if (s.class === 0xffff) return "done";
  const c = game.classes[mover(p)][s.class];
  const sites = c.roles.map((r) => {
    const place =
      r.anchor < 0
        ? Number(s.place) + r.off
        : Number((s.anchors >> BigInt(32 * r.anchor)) & 0xffffffffn);
    return game.sites[game.planes[r.plane][place]].name;
  });
  return [game.moves[c.move].name, ...sites].join(" ");
}

const play = (dst, src, s) => wasm.play(dst, src, s.class, s.anchors, s.place, ALL);

function draw(steps, weights) {
  let left = Math.random() * weights.reduce((sum, x) => sum + x);
  return steps[
    Math.max(
      0,
      weights.findIndex((x) => (left -= x) < 0),
    )
  ];
}

function perft(p, depth, level = 1) {
  const n = wasm.ready(p, ALL);
  if (depth <= 1) return n;
  const steps = Array.from({ length: n }, (_, k) => step(k));
  const before = nodes();
  let sum = 0;
  for (const s of steps) {
    play(slot(level), p, s);
    sum += over(slot(level)) ? 0 : perft(slot(level), depth - 1, level + 1);
    forget(before);
  }
  return sum;
}

const p = slot(0);
wasm.begin(p);
if (command === "perft") {
  console.log(perft(p, Number(count)));
} else if (command === "playouts") {
  wasm.rng.value = 1n;
  let plies = 0;
  for (let i = 0; i < Number(count); i++) {
    forget(0);
    wasm.begin(p);
    while (!over(p)) plies += wasm.playout(p, 512, 0);
  }
  console.log(plies);
} else {
  for (let n = wasm.ready(p, ALL); n > 0;) {
    const steps = Array.from({ length: n }, (_, k) => step(k));
    // Where nobody chooses, the step is drawn by the weights.
    const weights = steps.map((s) => Number(wasm.weight?.(p, s.class, s.anchors, s.place) ?? 0));
    const drawn = weights[0] > 0;
    const s = drawn ? draw(steps, weights) : steps[Math.floor(Math.random() * n)];
    console.log(`${drawn ? "-" : game.players[mover(p)]}: ${text(p, s)}`);
    n = play(p, p, s);
  }
  const winners = view().getUint16(p + game.head.winners, true);
  console.log("won by", game.players.filter((_, i) => (winners >> i) & 1).join(", ") || "nobody");
}
