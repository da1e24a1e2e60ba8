// What bots make of positions: a bar beside the board, and a graph of the whole game with the
// weakest moves.

import { $, element, vector } from "./dom.js";
import { rounds, showHistory } from "./history.js";
import { complain, conn, inMatch, on, view } from "./state.js";
import { show } from "./table.js";

const time = 200; // milliseconds of thought for a position

// Between two players, a value is told from the side of the first: 1 if it wins, -1 if the other
// does. Points of a game have no end; those that count as nearly decided are a few times those that
// usually come up.
let usual = 1;

// judge returns what a bot makes of the position after so many steps: {value, text, best}, or null
// if nobody chooses there.
async function judge(at, seat) {
  const { table } = view;
  const ask = (bot) => conn.ask("hint", { table, at, lines: 1, level: `${bot}:time=${time}ms` });
  let thought;
  try {
    thought = await ask("alphabeta");
  } catch (e) {
    if (["params", "over"].includes(e.code)) return null; // chance decides
    if (e.code !== "not-found") throw e;
    thought = await ask("mcts");
  }
  const line = thought.lines[0];
  if (!line) return null;
  const side = seat === 0 ? 1 : -1;
  const { proven, text, value } = line;
  // Where repetitions count, a mate is found but not proven.
  if (proven || /^(wins|loses)/.test(text)) {
    const won = /^win/.test(text) ? side : /^los/.test(text) ? -side : 0;
    return { value: won, text: `${view.game.players[seat].name}: ${text}`, best: line.move };
  }
  if (line.measure === "permille")
    return { value: (side * (value - 500)) / 500, text: text, of: seat, best: line.move };
  const points = side * Number.parseFloat(text);
  usual = Math.max(usual, Math.abs(points) / 3);
  return { points, text: signed(points), of: 0, best: line.move };
}

const signed = (n) => (n > 0 ? `+${n}` : String(n));
const height = (j) => j.value ?? j.points / (Math.abs(j.points) + 1.5 * usual);

// result is the value of the end of a game.
function result({ result: r }) {
  const value = r?.draw || r?.winners.length !== 1 ? 0 : end(r.winners[0]);
  return { value, text: r?.text ?? "over" };
}
const end = (winner) => (winner === view.game.players[0].name ? 1 : -1);

const possible = () => view.game.players.length === 2 && !inMatch();

// --- The bar ---

let shown = 0;

$("evaluate").onclick = () => {
  const on = $("evaluate").getAttribute("aria-pressed") !== "true";
  $("evaluate").setAttribute("aria-pressed", on);
  showBar().catch(complain);
};

async function showBar() {
  const turn = ++shown;
  $("evaluate").hidden = !possible();
  const wanted = possible() && $("evaluate").getAttribute("aria-pressed") === "true";
  $("bar").hidden = !wanted;
  if (!wanted) return;
  const { state, past } = view;
  const at = view.at ?? state.at;
  const next = past.turns.find((t) => t.from >= at) ?? {};
  const seat =
    view.at === null ? state.seat : view.game.players.findIndex((p) => p.name === next.player);
  const found = state.over && view.at === null ? result(state) : await judge(at, Math.max(0, seat));
  if (turn !== shown || !found) return;
  $("bar-part").style.width = `${50 + 50 * height(found)}%`;
  const [first] = view.game.players;
  $("bar-text").textContent =
    found.of === undefined ? found.text : `${view.game.players[found.of].name} ${found.text}`;
  $("bar").setAttribute("aria-label", `Evaluation, from the side of ${first.name}`);
}

// --- The graph ---

let running = null; // the table that is analyzed now
let marks = []; // {at, value, text, best} of the graph

$("analyze").onclick = () => {
  if (running) running = null;
  else analyze().catch(complain);
};

// analyze judges the position after each turn, one after the other.
async function analyze() {
  const { table, past, state } = view;
  running = table;
  marks = [];
  view.weak.clear();
  view.analyzed = table;
  const turns = past.turns.filter((t) => t.to <= past.at);
  const seats = new Map(view.game.players.map((p, i) => [p.name, i]));
  for (let i = 0; i <= turns.length && running === table && view.table === table; i++) {
    $("analyze").textContent = `Stop (${i} of ${turns.length})`;
    const at = i ? turns[i - 1].to : 0;
    const seat = i < turns.length ? seats.get(turns[i].player) : state.seat;
    const found = i === turns.length && state.over ? result(state) : await judge(at, seat);
    const played = turns[i - 1];
    if (found) marks.push({ at, ...found, played, side: seats.get(played?.player) });
    draw();
  }
  running = null;
  $("analyze").textContent = "Analyze again";
  weigh();
}

// weigh finds the moves after which their player stood worst, compared with before.
function weigh() {
  const least = 0.2; // of the way from lost to won is a weak move
  const losses = marks.slice(1).map((mark, i) => {
    const before = marks[i];
    const loss = (height(before) - height(mark)) * (mark.side === 0 ? 1 : -1);
    return { mark, before, loss: before.at === mark.played.from ? loss : 0 };
  });
  losses.sort((a, b) => b.loss - a.loss);
  for (const { mark, before, loss } of losses.slice(0, 3))
    if (loss >= least) view.weak.set(mark.at, before.best);
  draw();
  showHistory();
}

// draw shows the graph: above the middle the first player stands better.
function draw() {
  $("graph").hidden = marks.length < 2;
  if (marks.length < 2) return;
  const last = view.past.turns.length || 1;
  const x = (i) => (100 * i) / Math.max(1, last);
  const y = (mark) => 20 - 16 * height(mark);
  const order = new Map(view.past.turns.map((t, i) => [t.to, i + 1]));
  const place = (mark) => [x(order.get(mark.at) ?? 0), y(mark)];
  const path = marks.map((mark) => place(mark).join()).join(" ");
  const now = order.get(view.at ?? view.past.at) ?? 0;
  const svg = vector("svg", { viewBox: "-2 0 104 40", preserveAspectRatio: "none" });
  svg.append(
    vector("line", { class: "zero", x1: 0, x2: 100, y1: 20, y2: 20 }),
    vector("line", { class: "now", x1: x(now), x2: x(now), y1: 0, y2: 40 }),
    vector("polyline", { class: "value", points: path }),
    ...marks
      .filter((mark) => view.weak.has(mark.at))
      .map((mark) => {
        const [cx, cy] = place(mark);
        return vector("ellipse", { class: "weak", cx, cy, rx: 1.4, ry: 2.8 });
      }),
  );
  $("graph-picture").replaceChildren(svg);
  const weak = marks.filter((mark) => view.weak.has(mark.at));
  const [a, b] = view.game.players;
  $("graph-picture").setAttribute(
    "aria-label",
    `How the game went: up is ${a.name}, down is ${b.name}. ${weak.length} weak moves are marked.`,
  );
  $("weak").replaceChildren(
    ...weak.map((mark) => {
      const { played } = mark;
      const text =
        `${rounds.get(mark.at)}. ${played.player}: ${played.notation ?? played.text}?` +
        ` Better: ${view.weak.get(mark.at)}`;
      const go = () => show(mark.at).catch(complain);
      return element("li", {}, element("button", { textContent: text, onclick: go }));
    }),
  );
}

// A click on the graph shows the position there.
$("graph-picture").onclick = (e) => {
  const { left, width } = $("graph-picture").getBoundingClientRect();
  const part = Math.min(1, Math.max(0, ((e.clientX - left) / width) * 1.04 - 0.02));
  const turn = Math.round(part * view.past.turns.length);
  show(turn ? view.past.turns[turn - 1].to : 0).catch(complain);
};

on("shown", () => {
  if (view.analyzed !== view.table) {
    marks = [];
    view.weak.clear();
    $("graph").hidden = true;
    if (!running) $("analyze").textContent = "Analyze the game";
  } else {
    draw();
  }
  $("analyze").hidden = !possible() || view.past.turns.length < 2;
  showBar().catch(complain);
});
