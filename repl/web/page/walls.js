// What a step would change is shown under the pointer. Moves that put something between cells, such
// as walls, are made by pointing between the cells.

import { $, vector } from "./dom.js";
import { conn, mayMove, mayTry, on, view } from "./state.js";
import { choice, foresee } from "./table.js";

const board = $("board");

// aims are the moves that are made this way: {move, lines, x, y}, where lines are those that would
// be drawn, and x, y their middle.
let aims = [];

on("shown", () => look().catch(() => {}));

// look asks what the moves between cells would change.
async function look() {
  aims = [];
  ghost(null);
  const between = (m) =>
    m.roles.some((r) => r.type === "site") &&
    m.roles.every((r) => r.type !== "site" || view.layout.get(r.value).kind !== "cell");
  if (!mayMove() || view.at !== null || !view.moves.some(between)) return;
  const { turn } = view;
  const { moves } = await conn.ask("moves", { table: view.table, changes: true });
  if (turn !== view.turn) return;
  for (const move of moves.filter(between)) {
    const lines = (move.changes ?? [])
      .map((c) => view.layout.get(c.site))
      .filter((s) => s?.kind === "edge")
      .map((s) => s.outline);
    if (!lines.length) continue;
    const ends = lines.flat();
    const mean = (n) => ends.reduce((sum, p) => sum + p[n], 0) / ends.length;
    aims.push({ move, lines, x: mean(0), y: mean(1) });
  }
}

// away is how far a point is from a line.
function away(x, y, [[x1, y1], [x2, y2]]) {
  const dx = x2 - x1,
    dy = y2 - y1;
  const part = ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy || 1);
  const t = Math.min(1, Math.max(0, part));
  return Math.hypot(x - x1 - t * dx, y - y1 - t * dy);
}

// aim returns the move that somebody points at, or null. Where a click on the cell means something,
// too, only a margin belongs to its borders: 12 pixels, a finger's 24 from both sides.
export function aim({ clientX, clientY, target }) {
  if (!aims.length || choice.begun || !board.contains(target)) return null;
  const screen = board.querySelector(".sites").getScreenCTM();
  const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(screen.inverse());
  const cell = document
    .elementsFromPoint(clientX, clientY)
    .find((e) => e.dataset?.kind === "cell")?.dataset.site;
  if (!cell) return null;
  const scale = Math.hypot(screen.a, screen.b);
  const used = choice.next().has(cell) || choice.sites.includes(cell);
  const reach = used ? Math.min(12 / scale, view.unit * 0.36) : view.unit * 0.75;
  let best = null,
    least = Infinity;
  for (const a of aims) {
    const off = Math.min(...a.lines.map((line) => away(x, y, line)));
    const all = off + 0.3 * Math.hypot(x - a.x, y - a.y);
    if (off <= reach && all < least) [best, least] = [a, all];
  }
  return best;
}

// ghost shows what a move would put on the board; nothing for null.
export function ghost(found) {
  $("ghost")?.remove();
  if (!found) return;
  const lines = found.lines.map(([[x1, y1], [x2, y2]]) => vector("line", { x1, y1, x2, y2 }));
  const width = { "stroke-width": view.unit * 0.16 };
  board.querySelector(".sites").before(vector("g", { id: "ghost", ...width }, ...lines));
}

// Ghosts are what the program says that a step would change: its text, and the answers so far.
let foreseen = "";
let answers = new Map();

on("shown", () => {
  foreseen = "";
  answers = new Map();
});

// preview shows what a click on a site would change; nothing for null.
export async function preview(site) {
  const move = site && mayTry() && !view.game.secrets ? choice.would(site) : null;
  const text = move?.text ?? "";
  if (text === foreseen) return;
  foreseen = text;
  $("foreseen")?.remove();
  if (!text) return;
  const { position } = view;
  const asked = answers.get(text) ?? foresee(text);
  answers.set(text, asked);
  const { svg } = await asked.catch(() => ({}));
  if (!svg || foreseen !== text || view.position !== position) return;
  const parsed = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  const ghosts = parsed.querySelector(".b-ghosts");
  if (!ghosts) return;
  const shapes = vector("defs");
  for (const use of ghosts.querySelectorAll("use"))
    define(use.getAttribute("href"), parsed, shapes);
  board.querySelector(".sites").before(vector("g", { id: "foreseen" }, shapes, ...ghosts.children));
}

// define adds a shape to those of the page, if the board has none like it yet.
function define(href, from, to) {
  const id = CSS.escape(href.slice(1));
  const shape = from.querySelector(`#${id}`);
  if (!shape || document.getElementById(href.slice(1)) || to.querySelector(`#${id}`)) return;
  to.append(document.importNode(shape, true));
  for (const e of [shape, ...shape.querySelectorAll("*")]) {
    const inner = e.getAttribute("href") ?? e.getAttribute("fill")?.match(/^url\((#.*)\)$/)?.[1];
    if (inner) define(inner, from, to);
  }
}
