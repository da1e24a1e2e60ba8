// The board in the browser. It speaks the protocol of docs/protocol.md and keeps nothing that the program does not know: the table
// is the truth, and what is shown is asked for again after every change.

import { Connection } from "./link.js";
import { pack, unpack } from "./share.js";

const $ = (id) => document.getElementById(id);

const conn = new Connection();
conn.ended = (why) => say(why);

// What is shown now.
const view = {
  table: "", game: null, state: null, moves: [], layout: new Map(), chosen: [], flip: false, at: null,
  source: {}, // how the game was loaded
  seats: [], levels: [], turn: 0, // counts changes, so that late answers are dropped
};

function say(text) { $("message").textContent = text; }

function element(name, props = {}, ...children) {
  const e = Object.assign(document.createElement(name), props);
  e.append(...children);
  return e;
}

// --- Loading ---

async function begin() {
  await conn.open();
  const { games } = await conn.ask("games");
  for (const g of games) $("game").append(element("option", { value: g.name, textContent: g.title || g.name }));
  $("game").games = new Map(games.map((g) => [g.name, g]));
  conn.listener = (event) => { if (event === "state") refresh(); };
  const wanted = new URLSearchParams(location.hash.slice(1));
  if (wanted.get("table")) {
    try {
      return await sit(await conn.ask("state", { table: wanted.get("table") }));
    } catch {
      say("That table is closed; here is a new one.");
    }
  }
  if (wanted.get("play")) {
    try {
      return await openLink(await unpack(wanted.get("play")));
    } catch (e) {
      say(e.message);
    }
  }
  const preloaded = conn.alone ? null : await conn.ask("describe", { game: "g1" }).catch(() => null);
  if (preloaded && !wanted.get("game")) {
    if (!$("game").games.has(preloaded.name)) {
      $("game").prepend(element("option", { value: "", textContent: preloaded.title || preloaded.name }));
    }
    $("game").value = $("game").games.has(preloaded.name) ? preloaded.name : "";
    return sit(await conn.ask("start", { game: "g1" }));
  }
  $("game").value = wanted.get("game") || "cage";
  await chooseGame();
  await start();
}

// chooseGame shows the presets and options of the game that is chosen.
async function chooseGame() {
  const name = $("game").value;
  $("preset").replaceChildren(element("option", { value: "", textContent: "default" }));
  for (const p of $("game").games.get(name)?.presets ?? []) {
    $("preset").append(element("option", { value: p.name, textContent: p.name, title: p.description }));
  }
  await choosePreset();
}

async function choosePreset() {
  $("options").replaceChildren();
  if (!$("game").value) return;
  const params = { name: $("game").value };
  if ($("preset").value) params.preset = $("preset").value;
  const { options } = await conn.ask("options", params);
  for (const o of options) {
    const select = element("select", { name: o.name, title: o.help });
    for (const v of o.domain.slice(0, 200)) select.append(element("option", { value: v, textContent: v, selected: v === o.value }));
    select.dataset.value = o.value;
    $("options").append(element("label", { textContent: o.name.replaceAll("_", " ") + " " }, select));
  }
}

async function start() {
  if (!$("game").value) return sit(await conn.ask("start", conn.alone ? view.source : { game: "g1" }));
  const params = chosenGame();
  try {
    const state = await conn.ask("start", params);
    view.source = params;
    await sit(state);
  } catch (e) {
    say(e.message);
  }
}

// params returns how the game that is chosen is loaded.
function chosenGame() {
  const params = { name: $("game").value };
  if ($("preset").value) params.preset = $("preset").value;
  const options = {};
  for (const s of $("options").querySelectorAll("select")) if (s.value !== s.dataset.value) options[s.name] = s.value;
  if (Object.keys(options).length) params.options = options;
  return params;
}

// openLink opens the game of a link and plays its moves, as far as they are legal.
async function openLink({ turns, ...game }) {
  if ($("game").games.has(game.name)) {
    $("game").value = game.name;
    await chooseGame();
  } else {
    $("game").prepend(element("option", { value: "", textContent: "Game of the link" }));
    $("game").value = "";
  }
  const params = Object.fromEntries(Object.entries(game).filter(([, v]) => v !== undefined));
  const state = await conn.ask("start", params);
  const { kept, why } = await replay(state.table, turns);
  view.source = params;
  if (game.text) view.edited = state.game;
  await sit(state);
  if (game.text) {
    $("text").value = game.text;
    view.toml = game.toml;
  }
  if (why) say(`The game of the link stops at turn ${kept + 1}, ${turns[kept]}: ${why}`);
}

// replay plays turns at a table until one is not legal: kept is how many are, why says what stopped it.
async function replay(table, turns) {
  for (const [kept, move] of turns.entries()) {
    try {
      await conn.ask("play", { table, move });
    } catch (e) {
      return { kept, why: e.message };
    }
  }
  return { kept: turns.length, why: "" };
}

// link returns the address of what is shown: of the table or, where nobody else can come to it, of the game with its moves.
async function link(past) {
  if (!conn.alone) return "#table=" + view.table;
  return "#play=" + await pack({ ...view.source, turns: past.turns.map((t) => t.text) });
}

// sit shows a table and hears of its changes.
async function sit(state) {
  if (view.table && view.table !== state.table) conn.ask("unwatch", { table: view.table }).catch(() => {});
  const same = view.game && view.game.game === state.game;
  view.table = state.table;
  view.at = null;
  if (!same) await know(state.game);
  await conn.ask("watch", { table: state.table });
  await refresh();
}

// know asks for what is the same in all positions of a game.
async function know(game) {
  view.game = await conn.ask("describe", { game });
  view.levels = (await conn.ask("levels", { game })).levels;
  document.title = view.game.title || view.game.name;
  const seats = view.game.players.map((p, i) => {
    const select = element("select", { id: "seat" + i });
    select.append(element("option", { value: "", textContent: "person" }));
    for (const l of view.levels) select.append(element("option", { value: l.name, textContent: l.name, title: l.title }));
    if (!view.levels.some((l) => l.name === view.seats[i])) view.seats[i] = "";
    select.value = view.seats[i];
    select.onchange = () => { view.seats[i] = select.value; bots(); };
    return element("label", {}, element("span", { textContent: p.name }), select);
  });
  $("seats").replaceChildren(...seats);
  if (game !== view.edited) {
    const rules = await conn.ask("rules", { game });
    $("text").value = rules.text;
    view.toml = rules.toml;
    view.edited = "";
  }
}

// --- Showing ---

async function refresh() {
  const turn = ++view.turn;
  const at = view.at === null ? {} : { at: view.at };
  const table = view.table;
  const [state, board, legal, past] = await Promise.all([
    conn.ask("state", { table }),
    conn.ask("board", { table, data: true, layout: true, ...at }),
    conn.ask("moves", { table, ...at }),
    conn.ask("history", { table }),
  ]);
  if (turn !== view.turn) return;
  view.state = state;
  view.moves = view.at === null ? legal.moves : [];
  view.layout = new Map(board.layout.sites.map((s) => [s.site, s]));
  view.pieces = new Map(board.data.pieces.map((p) => [p.site, p]));
  view.chosen = [];
  showStatus();
  showHistory(past);
  const address = await link(past);
  if (turn !== view.turn) return;
  history.replaceState(null, "", address);
  await draw();
  bots();
}

function showStatus() {
  const s = view.state;
  let text = s.over ? s.result?.text ?? "The game is over." : s.chance ? "Chance decides." : `${s.player} to move`;
  if (!s.over && s.inTurn) text += " (the turn goes on)";
  if (view.at !== null) text = `After ${view.at} of ${s.steps} moves`;
  $("status").textContent = text;
  $("undo").disabled = s.at === 0;
}

function showHistory(past) {
  const items = past.turns.map((t, i) => {
    const b = element("button", { textContent: `${t.player ? t.player + ": " : ""}${t.text}`, onclick: () => show(t.to ?? t.end ?? i + 1) });
    const here = view.at === null ? past.at : view.at;
    if ((t.to ?? t.end) === here) b.setAttribute("aria-current", "true");
    return element("li", {}, b);
  });
  $("history").replaceChildren(...items);
  if (view.at === null) $("history").lastElementChild?.scrollIntoView({ block: "nearest" });
}

// show looks at an earlier position; at the last one the game goes on.
function show(at) {
  view.at = at >= view.state.steps ? null : at;
  refresh();
}

// sitesOf returns the sites that a move names, in its order.
const sitesOf = (m) => m.roles.filter((r) => r.type === "site").map((r) => r.value);

// after returns the moves that name all the sites, the first of them first, the others in this order.
function after(sites) {
  return view.moves.filter((m) => {
    const own = sitesOf(m);
    if (!sites.length) return true;
    if (own[0] !== sites[0]) return false;
    let i = 0;
    for (const s of sites) {
      i = own.indexOf(s, i);
      if (i < 0) return false;
      i++;
    }
    return true;
  });
}

// open returns the sites that may be chosen next.
function open() {
  const n = view.chosen.length;
  const next = new Set();
  for (const m of after(view.chosen)) {
    const own = sitesOf(m);
    if (n === 0) {
      if (own.length) next.add(own[0]);
      continue;
    }
    for (const s of own.slice(own.indexOf(view.chosen[n - 1]) + 1)) next.add(s);
  }
  return next;
}

async function draw() {
  const turn = view.turn;
  const next = open();
  const { svg } = await conn.ask("board", {
    table: view.table, svg: true, targets: true, flip: view.flip, chosen: view.chosen,
    legal: view.chosen.length ? [...next] : [], ...(view.at === null ? {} : { at: view.at }),
  });
  if (turn !== view.turn) return;
  const focused = document.activeElement?.dataset?.site;
  const parsed = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  $("board").replaceChildren(document.importNode(parsed, true));
  let first = null;
  for (const shape of $("board").querySelectorAll("[data-site]")) {
    const site = shape.dataset.site;
    const used = next.has(site) || view.chosen.includes(site);
    shape.classList.toggle("open", used);
    if (shape.dataset.kind === "cell" || used) {
      shape.setAttribute("role", "button");
      shape.setAttribute("tabindex", "-1");
      shape.setAttribute("aria-label", label(site, used));
    }
    if (used && !first) first = shape;
  }
  const back = focused && $("board").querySelector(`[data-site="${CSS.escape(focused)}"]`);
  (back ?? first)?.setAttribute("tabindex", "0");
  back?.focus();
  showChoices();
}

function label(site, used) {
  const p = view.pieces.get(site);
  return site + (p ? `, ${p.player ? p.player + " " : ""}${p.kind}` : ", empty") + (used ? ", can be chosen" : "");
}

// showChoices offers what no click on the board can tell: passes, moves without sites, and moves that differ in more than
// their sites, such as the kind of a piece.
function showChoices() {
  const list = after(view.chosen).filter((m) => {
    const own = sitesOf(m);
    return view.chosen.length ? own.at(-1) === view.chosen.at(-1) : own.length === 0;
  });
  $("choices").replaceChildren(...list.map((m) => element("button", { textContent: m.text, title: m.long, onclick: () => play(m.text) })));
}

// --- Moving ---

function choose(site) {
  say("");
  if (view.at !== null || view.state.over) return;
  if (view.chosen.at(-1) === site) {
    view.chosen = view.chosen.slice(0, -1);
    return draw();
  }
  const sites = [...view.chosen, site];
  const left = after(sites);
  if (!left.length || !open().has(site)) {
    if (after([site]).length) {
      view.chosen = [site];
      return draw();
    }
    if (view.chosen.length) refuse(sites);
    view.chosen = [];
    return draw();
  }
  const whole = left.filter((m) => sitesOf(m).at(-1) === site);
  if (left.length === 1 && whole.length === 1) return play(left[0].text);
  view.chosen = sites;
  return draw();
}

// refuse says why a move that somebody tried is not legal.
async function refuse(sites) {
  for (const move of [sites.join("-"), sites.join("x"), sites.join(" ")]) {
    try {
      const { legal, message } = await conn.ask("why", { table: view.table, move });
      if (!legal && message) return say(message);
    } catch {
      // not a notation of the game; try the next one
    }
  }
  say(`No legal move goes from ${sites[0]} to ${sites.at(-1)}.`);
}

async function play(move) {
  say("");
  try {
    await conn.ask("play", { table: view.table, move, at: view.state.at });
  } catch (e) {
    let text = e.message;
    if (e.data?.nearest?.length && !text.includes(e.data.nearest[0])) text += ` Did you mean ${e.data.nearest.slice(0, 3).join(", ")}?`;
    say(text);
  }
  view.chosen = [];
  view.at = null;
  await refresh();
}

// bots lets a bot play if it is a bot's turn, and draws what chance decides.
async function bots() {
  const s = view.state;
  if (!s || s.over || view.at !== null || view.busy === view.table) return;
  const level = view.seats[s.seat];
  if (!s.chance && !level) return;
  view.busy = view.table;
  try {
    if (s.chance) {
      await conn.ask("roll", { table: view.table });
    } else {
      $("thinking").textContent = `${s.player} (${level}) is thinking…`;
      const { thought } = await conn.ask("bot", { table: view.table, level });
      const best = thought?.lines?.[0];
      $("thinking").textContent = best ? `${level}: ${best.text} after ${best.pv.join(" ")} (${thought.nodes} positions, ${thought.depth} deep)` : "";
    }
  } catch (e) {
    view.busy = "";
    if (e.code === "changed" || e.code === "over") return refresh();
    say(e.message); // and the seat is a person's again, or the same would happen without end
    view.seats[s.seat] = "";
    const select = $("seat" + s.seat);
    if (select) select.value = "";
    return;
  }
  view.busy = "";
  await refresh();
}

// --- Rules ---

let typing = 0;

// rulesChanged checks the text and, if it is right, plays the moves so far under the new rules, as far as they are legal.
async function rulesChanged() {
  const mine = ++typing;
  await new Promise((r) => setTimeout(r, 350));
  if (mine !== typing) return;
  const text = $("text").value;
  const { diagnostics } = await conn.ask("check", { text, toml: view.toml });
  if (mine !== typing) return;
  $("problems").replaceChildren(...diagnostics.map((d) => element("li", {
    className: d.severity, textContent: `line ${d.line}: ${d.summary}${d.suggestion ? " — " + d.suggestion : ""}`,
    onclick: () => { $("text").focus(); $("text").setSelectionRange(d.offset, d.endOffset); },
  })));
  if (diagnostics.some((d) => d.severity === "error")) return;
  const past = await conn.ask("history", { table: view.table });
  const edited = { text, toml: view.toml, options: chosenOptions() };
  const fresh = await conn.ask("start", edited).catch((e) => { say(e.message); return null; });
  if (!fresh || mine !== typing) return;
  const { kept, why } = await replay(fresh.table, past.turns.map((t) => t.text));
  if (why) say(`The new rules stop the game at turn ${kept + 1}, ${past.turns[kept].text}: ${why}`);
  const before = { table: view.table, game: view.edited };
  view.edited = fresh.game;
  view.source = edited;
  await sit(fresh);
  if (before.game) { // what an edit replaces is of use to nobody
    await conn.ask("close", { table: before.table }).catch(() => {});
    await conn.ask("unload", { game: before.game }).catch(() => {});
  }
  if (kept === past.turns.length) say("");
  $("status").textContent += kept === past.turns.length ? " · played under the new rules" : ` · ${kept} of ${past.turns.length} turns kept`;
}

function chosenOptions() {
  const options = {};
  for (const o of view.game.options ?? []) options[o.name] = o.value;
  return options;
}

// --- Controls ---

const afresh = (choose) => () => {
  say("");
  choose().then(start).catch((e) => say(e.message));
};
$("game").onchange = afresh(chooseGame);
$("preset").onchange = afresh(choosePreset);
$("new").onclick = afresh(async () => {});
$("undo").onclick = () => change("undo");
$("redo").onclick = () => change("redo");
$("flip").onclick = () => { view.flip = !view.flip; draw(); };
$("hint").onclick = async () => {
  const button = $("hint");
  button.disabled = true;
  try {
    const h = await conn.ask("hint", { table: view.table });
    say("");
    $("thinking").textContent = `Hint: ${h.move}` + (h.lines[0]?.text ? ` (${h.lines[0].text})` : "");
    const move = view.moves.find((m) => m.text === h.move);
    if (move) {
      view.chosen = sitesOf(move).slice(0, 1);
      await draw();
    }
  } catch (e) {
    say(e.message);
  }
  button.disabled = false;
};
$("link").onclick = async () => {
  await navigator.clipboard?.writeText(location.href).catch(() => {});
  say(conn.alone ? "The link is copied: it has the rules and all moves so far." : `Whoever opens ${location.href} sits at this table.`);
};
$("type").onsubmit = (e) => {
  e.preventDefault();
  const move = $("move").value.trim();
  if (move) play(move);
  $("move").value = "";
};
$("text").oninput = () => rulesChanged().catch((e) => say(e.message));

async function change(method) {
  view.at = null;
  try {
    await conn.ask(method, { table: view.table });
    say("");
  } catch (e) {
    say(e.message);
  }
  await refresh();
}

// A click chooses a site; so does a drag, which chooses where it begins and where it ends.
let pressed = null;
const siteAt = (e) => document.elementFromPoint(e.clientX, e.clientY)?.closest?.("[data-site]")?.dataset.site ?? null;
$("board").addEventListener("pointerdown", (e) => { pressed = e.button === 0 ? siteAt(e) : null; });
$("board").addEventListener("pointerup", async (e) => {
  const from = pressed, to = siteAt(e);
  pressed = null;
  if (!from || !to) return;
  if (from !== to) {
    if (view.chosen.at(-1) !== from) await choose(from);
    if (view.chosen.at(-1) !== from) return;
  }
  choose(to);
});

// The arrow keys go from site to site, Enter and the space bar choose.
$("board").addEventListener("keydown", (e) => {
  const site = e.target.dataset?.site;
  if (!site) return;
  if (e.key === "Enter" || e.key === " ") {
    e.preventDefault();
    return choose(site);
  }
  if (e.key === "Escape") {
    view.chosen = [];
    return draw();
  }
  const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[e.key];
  if (!way) return;
  e.preventDefault();
  const turn = view.flip ? -1 : 1;
  const here = view.layout.get(site);
  let best = null, least = Infinity;
  for (const shape of $("board").querySelectorAll("[data-site][tabindex]")) {
    const there = view.layout.get(shape.dataset.site);
    const dx = (there.x - here.x) * turn, dy = (there.y - here.y) * turn;
    const along = dx * way[0] + dy * way[1], aside = Math.abs(dx * way[1]) + Math.abs(dy * way[0]);
    if (along > 1 && along + 2 * aside < least) [best, least] = [shape, along + 2 * aside];
  }
  if (best) {
    e.target.setAttribute("tabindex", "-1");
    best.setAttribute("tabindex", "0");
    best.focus();
  }
});

// The tabs.
for (const tab of document.querySelectorAll("[role=tab]")) {
  tab.onclick = () => {
    for (const t of document.querySelectorAll("[role=tab]")) {
      const on = t === tab;
      t.setAttribute("aria-selected", on);
      t.tabIndex = on ? 0 : -1;
      $(t.getAttribute("aria-controls")).hidden = !on;
    }
  };
  tab.onkeydown = (e) => {
    if (e.key !== "ArrowLeft" && e.key !== "ArrowRight") return;
    const other = tab.nextElementSibling ?? tab.previousElementSibling;
    other.click();
    other.focus();
  };
}

begin().catch((e) => say(e.message));
