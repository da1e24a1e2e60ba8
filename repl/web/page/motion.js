// What moves on the board: pieces slide to where they go, what is captured fades, dice roll.
// Nothing moves if the system asks for no motion.

import { calm, $ } from "./dom.js";
import { view } from "./state.js";

const board = $("board");
const long = 150; // milliseconds
const most = 40; // changes that are shown as motion; more are another game, not a move

// The piece that a hand has moved before the program has answered: {from, to, since}; since is when
// it began to slide, or null if it was carried.
let moved = null;

// pieces returns what stands on the board: {name, node} by site.
export function pieces() {
  const all = new Map();
  for (const node of board.querySelectorAll("[data-piece]")) {
    const site = node.dataset.piece;
    const name = node.querySelector("title")?.textContent.slice(site.length + 2) ?? "";
    if (!all.has(site)) all.set(site, { name, node });
  }
  return { all, known: view.known };
}

// hand remembers that a player has moved a piece, by a click or by carrying it.
export function hand(from, to, node, dx, dy) {
  const carried = node.hasAttribute("data-carried");
  moved = { from, to, since: carried ? null : performance.now() };
  if (!carried && !calm()) glide(node, -dx, -dy);
}

// glide lets a piece come from elsewhere to where it stands.
function glide(node, dx, dy, gone = 0) {
  const motion = node.animate([{ translate: `${dx}px ${dy}px` }, { translate: "0 0" }], {
    duration: long,
    easing: "ease-out",
  });
  motion.currentTime = gone;
}

// animate shows how the pieces that stood here before became those that stand here now.
export function animate(before) {
  const hand = moved;
  moved = null;
  if (calm() || !before.all.size || before.known !== view.known) return;
  const now = pieces().all;
  const differ = (a, b) => [...a].filter(([site, p]) => b.get(site)?.name !== p.name);
  const gone = new Map(differ(before.all, now));
  const come = differ(now, before.all);
  if (gone.size + come.length > most) return;
  for (const [to, { name, node }] of come) {
    const from = origin(to, name, gone);
    if (from === null) {
      node.animate([{ opacity: 0 }, { opacity: 1 }], { duration: long });
      continue;
    }
    gone.delete(from);
    const own = hand && hand.from === from && hand.to === to;
    if (own && hand.since === null) continue;
    const [a, b] = [view.layout.get(from), view.layout.get(to)];
    glide(node, a.x - b.x, a.y - b.y, own ? Math.min(performance.now() - hand.since, long) : 0);
  }
  const first = board.querySelector("[data-piece]");
  for (const { node } of gone.values()) fade(node, first);
}

// origin returns the nearest site from which a piece of a name has gone, or null.
function origin(to, name, gone) {
  const b = view.layout.get(to);
  const far = (site) => {
    const a = view.layout.get(site);
    return Math.hypot(a.x - b.x, a.y - b.y);
  };
  const from = [...gone].filter(([, p]) => p.name === name).map(([site]) => site);
  return from.sort((a, b) => far(a) - far(b))[0] ?? null;
}

// fade shows a piece that is gone for a moment, below the others.
function fade(node, first) {
  node.removeAttribute("data-piece");
  node.removeAttribute("transform");
  node.setAttribute("class", "gone");
  if (first) first.before(node);
  else board.querySelector(".sites").before(node);
  node.animate([{ opacity: 1 }, { opacity: 0 }], { duration: long }).onfinish = () =>
    node.remove();
}

// roll turns the dice that were thrown.
export function roll(dice) {
  if (calm()) return;
  for (const die of dice)
    die.animate([{ rotate: "-540deg", scale: 0.5 }, { rotate: "0deg", scale: 1 }], {
      duration: 3 * long,
      easing: "ease-out",
    });
}
