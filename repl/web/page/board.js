// The board as a picture, with what can be done on it.

import { $, element, fill, vector } from "./dom.js";
import { animate, pieces } from "./motion.js";
import { called, on, view } from "./state.js";
import { choice, play } from "./table.js";

const board = $("board");
let hinted = []; // sites of a hint

on("shown", ({ svg }) => draw(svg));

// shapeOf returns the target of a site, manOf the piece on it.
export const shapeOf = (site) => board.querySelector(`[data-site="${CSS.escape(site)}"]`);
export const manOf = (site) => board.querySelector(`[data-piece="${CSS.escape(site)}"]`);

// draw shows the board, and what can be done on it.
function draw(svg) {
  const before = pieces();
  const focused = document.activeElement?.dataset?.site;
  const parsed = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  // A picture is one thing to a screen reader, which would hide the buttons in it.
  parsed.setAttribute("role", "group");
  parsed.setAttribute("aria-label", "Board");
  parsed.querySelector("title")?.remove();
  board.replaceChildren(document.importNode(parsed, true));
  const [width, height] = ["width", "height"].map((n) => Number(parsed.getAttribute(n)));
  $("play").style.setProperty("--ratio", width / height);
  // The cells of a small board need not be huge.
  board.style.setProperty("--breadth", `${2 * width}px`);
  view.names.clear();
  for (const man of board.querySelectorAll("[data-piece]")) {
    const site = man.dataset.piece;
    man.setAttribute("aria-hidden", "true"); // the site says it
    view.names.set(site, man.querySelector("title").textContent.slice(site.length + 2));
  }
  hinted = [];
  mark();
  spread(null);
  if (focused) shapeOf(focused)?.focus({ preventScroll: true });
  animate(before);
}

// spread shows the tower on a site from the top down, above the board; otherwise the one chosen.
export function spread(site) {
  const tower = (site) =>
    site && manOf(site)?.querySelector("[data-tower]")?.dataset.tower;
  const shown = tower(site) ? site : choice.sites[0];
  const ids = tower(shown)?.split(" ").reverse() ?? [];
  $("spread").hidden = !ids.length;
  $("spread").replaceChildren(
    `${shown}:`,
    ...ids.map((id) =>
      vector("svg", { viewBox: "-24 -24 48 48" }, vector("use", { href: `#${id}` })),
    ),
  );
}

// hint frames the sites of a hint until the position is another.
export function hint(sites) {
  hinted = sites;
  mark();
}

// mark points out what has been chosen of a move and where it may go, and names the sites for those
// who listen.
export function mark() {
  const next = choice.next();
  const marks = vector("g", { id: "marks" });
  const sites = board.querySelector(".sites");
  $("marks")?.remove();
  board.classList.toggle("begun", choice.sites.length > 0);
  const placed = (site) => view.layout.has(site);
  for (const site of choice.sites.filter(placed)) marks.append(frame(site, "chosen"));
  for (const site of hinted.filter(placed)) marks.append(frame(site, "hint"));
  for (const site of view.planned) marks.append(frame(site, "planned"));
  if (choice.sites.length || choice.sets)
    for (const site of next) if (placed(site)) marks.append(target(site));
  sites.before(marks);
  let first = null,
    stop = null;
  const focused = document.activeElement?.dataset?.site;
  for (const shape of sites.children) {
    const { site, kind } = shape.dataset;
    const used = next.has(site) || choice.sites.includes(site);
    shape.classList.toggle("open", used);
    shape.classList.toggle("man", used && view.names.has(site)); // which can be dragged
    if (kind === "cell" || used) {
      shape.setAttribute("role", "button");
      shape.setAttribute("tabindex", "-1");
      shape.setAttribute("aria-label", label(site, next.has(site)));
      shape.setAttribute("aria-pressed", choice.sites.includes(site));
      if (site === focused) stop = shape;
    } else {
      for (const name of ["role", "tabindex", "aria-label", "aria-pressed"])
        shape.removeAttribute(name);
    }
    if (used && !first) first = shape;
  }
  (stop ?? first ?? sites.firstElementChild)?.setAttribute("tabindex", "0");
  showChoices();
}

// frame is a line around a site; on the points of a race, around the last man that stands there.
function frame(site, name) {
  let { kind, x, y, outline } = view.layout.get(site);
  const man =
    board.querySelector("[data-board=points]") && manOf(site)?.querySelector("use:last-of-type");
  if (man) [x, y, outline] = [man.getAttribute("x"), man.getAttribute("y"), []];
  if (kind === "edge") {
    const [[x1, y1], [x2, y2]] = outline;
    return vector("line", { class: name, x1, y1, x2, y2 });
  }
  if (kind === "corner" || !outline.length)
    return vector("circle", {
      class: name,
      cx: x,
      cy: y,
      r: view.unit * (kind === "corner" ? 0.14 : 0.44),
    });
  return vector("polygon", {
    class: name,
    points: outline.map(([a, b]) => `${x + (a - x) * 0.93},${y + (b - y) * 0.93}`).join(" "),
  });
}

// target shows that a move may go to a site: a dot, or a ring around what stands there; with a
// number, such as that of a die, where this leads.
function target(site) {
  const { kind, x, y } = view.layout.get(site);
  const led = choice.left().filter(({ move }) => move.leads === site);
  const numbers = new Set(
    led.flatMap(({ move }) => move.roles.filter((r) => r.type === "number").map((r) => r.value)),
  );
  if (numbers.size) {
    const text = vector("text", { x, y, "font-size": view.unit * 0.4 });
    text.textContent = [...numbers].join(" ");
    return vector(
      "g",
      { class: "lead" },
      vector("circle", { class: "dot", cx: x, cy: y, r: view.unit * 0.3 }),
      text,
    );
  }
  if (kind === "cell" && view.names.has(site))
    return vector("circle", { class: "ring", cx: x, cy: y, r: view.unit * 0.43 });
  const r = view.unit * (kind === "cell" ? 0.13 : 0.085);
  return vector("circle", { class: "dot", cx: x, cy: y, r });
}

function label(site, used) {
  return `${called(site)}, ${view.names.get(site) ?? "empty"}${used ? ", can be chosen" : ""}`;
}

// showChoices offers what no click on the board can tell.
function showChoices() {
  const beside = [...new Set([...choice.sites, ...choice.next()])]
    .filter((name) => !view.layout.has(name))
    .sort();
  const key = (text) => [view.table, view.state.at, view.at, text].join();
  fill(
    $("choices"),
    ...beside.map((name) =>
      element("button", {
        value: key(name),
        textContent: name,
        ariaPressed: choice.sites.includes(name),
        onclick: () => {
          const { move } = choice.click(name);
          return move ? play(move.text) : mark();
        },
      }),
    ),
    ...choice
      .rest()
      .map((m, _, all) =>
        element("button", {
          value: key(m.text),
          textContent: called(short(m, all)),
          title: m.long,
          onclick: () => play(m.text),
        }),
      ),
  );
}

// short is what a move says beyond its sites, such as the kind of its piece, if that tells it from
// the others that are offered; otherwise its text.
function short(move, all) {
  const rest = (m) =>
    m.roles
      .filter((r) => r.type !== "site")
      .map((r) => r.value.replaceAll("_", " "))
      .join(" ");
  const text = rest(move);
  if (!text || all.filter((m) => rest(m) === text).length > 1) return move.text;
  const verbs = new Set(view.moves.map((m) => m.move));
  const set = move.roles.some((r) => r.type === "sites") && verbs.size > 1;
  return set ? `${move.move.replaceAll("_", " ")} ${text}` : text;
}
