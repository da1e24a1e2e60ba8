// Mouse, finger, pen and keyboard on the board.

import { manOf, mark, shapeOf, spread } from "./board.js";
import { $, element, vector } from "./dom.js";
import { hand } from "./motion.js";
import { forget, isOwn, mayPlan, plan } from "./premove.js";
import { called, complain, mayMove, mayTry, on, persons, say, veiled, view } from "./state.js";
import { choice, play, refuse, turning } from "./table.js";
import { aim, ghost, preview } from "./walls.js";

const board = $("board");

// choose chooses a site. It returns the move under way, if that makes one.
function choose(site) {
  if (turning) {
    const { table, at } = view;
    turning.then(
      () => table === view.table && at === view.at && choose(site),
      () => {}, // whoever asked for the position complains
    );
    return null;
  }
  aimed = null;
  $("loupe")?.remove();
  say("");
  if (!view.state || (view.state.over && view.at === null)) return null;
  if (mayPlan()) {
    plan(site);
    return null;
  }
  if (!mayTry()) {
    const { player, chance, taken, seat } = view.state;
    const free = veiled() && !taken[seat];
    say(
      chance
        ? "Chance decides the next step."
        : free
          ? `Sit down as ${player} to play: the others do not see what ${player} sees.`
          : persons().length
            ? `It is ${player}'s turn.`
            : "You are watching this game.",
    );
    return null;
  }
  const { move, refused } = choice.click(site);
  if (move) {
    slide(choice.sites[0], site);
    return play(move.text);
  }
  if (refused) refuse(refused).catch(complain);
  mark();
  return null;
}

// slide shows a piece where it is going while the program plays the move; the answer shows what
// came of it.
function slide(from, to) {
  const man = manOf(from);
  if (!man || from === to || view.layout.get(to).kind !== "cell") return;
  const [a, b] = [middle(from), middle(to)];
  $("marks").before(man);
  $("marks").replaceChildren();
  const moved = shift(man, b.x - a.x, b.y - a.y);
  hand(from, to, man, ...moved);
}

// middle is where a site is on the screen.
function middle(site) {
  const { x, y, width, height } = shapeOf(site).getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2 };
}

// shift moves a piece by a distance on the screen from where it stands. It returns the distance in
// the units of the picture.
function shift(man, dx, dy) {
  const { a, b, c, d } = man.parentNode.getScreenCTM().inverse();
  const moved = [a * dx + c * dy, b * dx + d * dy];
  man.setAttribute("transform", `translate(${moved.join(" ")})`);
  return moved;
}

// A click chooses a site. A drag takes the piece along: it chooses where it begins and where it
// ends.
let pressed = null; // {site, x, y, man}
const siteAt = (e) =>
  document.elementFromPoint(e.clientX, e.clientY)?.closest?.("[data-site]")?.dataset.site ?? null;
const draggable = (site) =>
  view.names.has(site) &&
  (mayPlan() ? isOwn(site) : mayTry() && (choice.sites.at(-1) === site || choice.begins(site)));

board.addEventListener("pointerdown", (e) => {
  if (!e.isPrimary) return cancel(); // a second finger
  const site = e.button === 0 ? siteAt(e) : null;
  const wall = site && !view.names.has(site) ? aim(e) : null;
  const finger = e.pointerType === "touch" && !wall && fine() && mayTry();
  pressed = site && { site, x: e.clientX, y: e.clientY, man: null, wall, finger };
  ghost(wall);
  if (!wall) foretell(site);
  if (pressed?.finger) pressed.again = aimed === site;
  if (pressed?.finger && !pressed.again) point(site);
});

// A finger that carries a piece does not scroll the page, nor does one that builds or aims, unless
// it moves up or down before it has rested. Any other finger does.
const rest = 150; // milliseconds
for (const kind of ["touchstart", "touchmove"])
  board.addEventListener(
    kind,
    (e) => {
      const zoomed = $("stage").classList.contains("zoomed");
      if (!pressed || zoomed || e.touches.length > 1) return;
      if (pressed.wall || pressed.finger) {
        const [{ clientX, clientY }] = e.touches;
        pressed.since ??= e.timeStamp;
        if (kind === "touchstart") return;
        pressed.aims ??=
          e.timeStamp - pressed.since > rest ||
          Math.abs(clientX - pressed.x) > Math.abs(clientY - pressed.y);
        if (pressed.aims) e.preventDefault();
      } else if (kind === "touchstart" && draggable(pressed.site)) {
        e.preventDefault();
      }
    },
    { passive: false },
  );

// On a board finer than a finger, the first tap or a finger that moves only aims: the tap after it
// or a button chooses.
let aimed = null;

function point(site) {
  mark();
  aimed = site;
  const { x, y } = view.layout.get(site);
  const box = board.firstElementChild.viewBox.baseVal;
  $("marks").append(
    vector("path", { class: "aim", d: `M${box.x} ${y}h${box.width}M${x} ${box.y}v${box.height}` }),
    vector("circle", { class: "chosen", cx: x, cy: y, r: view.unit * 0.44 }),
  );
  const button = element("button", { textContent: called(site), onclick: () => choose(site) });
  $("choices").replaceChildren("Tap there again to choose it, or here:", button);
  magnify(site);
  foretell(site);
}

// magnify shows the board around a site under a loupe, above the finger or, near the top, below.
function magnify(site) {
  const scale = 2.4,
    half = 54; // of the loupe, in pixels
  const copy = board.firstElementChild.cloneNode(true);
  copy.querySelector(".sites").remove();
  const { x, y } = view.layout.get(site);
  const at = middle(site),
    frame = board.getBoundingClientRect();
  const r = (half * copy.viewBox.baseVal.width) / (scale * board.clientWidth);
  copy.setAttribute("viewBox", [x - r, y - r, 2 * r, 2 * r].join(" "));
  const loupe = element("div", { id: "loupe" }, copy);
  loupe.setAttribute("aria-hidden", "true");
  const [left, top] = [at.x - frame.left - half, at.y - frame.top - 3 * half];
  loupe.style.left = `${Math.min(Math.max(left, 0), board.clientWidth - 2 * half)}px`;
  loupe.style.top = `${top + frame.top < 0 ? top + 4 * half : top}px`;
  $("loupe")?.remove();
  board.append(loupe);
}
addEventListener("pointermove", (e) => {
  if (!e.isPrimary) return;
  // A wall follows the pointer until the finger is lifted or the mouse button clicked.
  if (pressed ? pressed.wall : e.pointerType === "mouse") ghost(aim(e));
  if (!pressed && e.pointerType === "mouse") {
    spread(siteAt(e));
    foretell(siteAt(e));
  }
  if (!pressed || pressed.wall) return;
  if (pressed.finger) {
    const over = siteAt(e);
    if (over && over !== pressed.site) point((pressed.site = over));
    return;
  }
  const dx = e.clientX - pressed.x,
    dy = e.clientY - pressed.y;
  if (Math.hypot(dx, dy) >= 6) foretell(null);
  if (!pressed.man) {
    if (Math.hypot(dx, dy) < 6 || !draggable(pressed.site)) return;
    if (mayPlan()) {
      forget();
      plan(pressed.site);
    } else if (choice.sites.at(-1) !== pressed.site) {
      choice.reset();
      choose(pressed.site);
    }
    pressed.man = manOf(pressed.site);
    pressed.man.setAttribute("data-carried", "");
    $("marks").after(pressed.man); // above the others
    board.classList.add("dragging");
  }
  shift(pressed.man, dx, dy);
});
addEventListener("pointerup", (e) => {
  if (!pressed || !e.isPrimary) return;
  const { site: from, man, wall, finger, again } = pressed,
    to = siteAt(e);
  release();
  if (finger) {
    if (again && aimed === to) choose(to);
  } else if (wall) {
    const found = aim({ ...at(e), target: document.elementFromPoint(e.clientX, e.clientY) });
    ghost(null);
    if (found) play(found.move.text);
  } else if (!man) {
    if (to && to === from) choose(to);
    spread(to);
  } else if (!to || to === from || !choose(to)) {
    putBack(man); // it is not played
  }
});
addEventListener("pointercancel", cancel);
addEventListener("keydown", (e) => {
  if (e.key === "Escape" && pressed) cancel();
});

// cancel ends a press as if it had not been: a piece that is carried goes back.
function cancel() {
  const { man, finger } = pressed ?? {};
  ghost(null);
  if (finger) {
    aimed = null;
    $("loupe")?.remove();
    mark();
  }
  release();
  if (!man) return;
  putBack(man);
  choice.reset();
  forget();
  mark();
}

function putBack(man) {
  man.removeAttribute("transform");
  man.removeAttribute("data-carried");
}

const at = ({ clientX, clientY }) => ({ clientX, clientY });

// foretell shows what a click on a site would change. A pointer that passes asks for nothing.
function foretell(site) {
  clearTimeout(waiting);
  const tell = () =>
    preview(site)
      .then(() => aimed && magnify(aimed))
      .catch(complain);
  waiting = setTimeout(tell, site ? 60 : 0);
}
let waiting = 0;

function release() {
  pressed = null;
  if (!aimed) foretell(null);
  board.classList.remove("dragging");
}

// The arrow keys go from site to site, Enter and the space bar choose.
board.addEventListener("keydown", (e) => {
  const site = e.target.dataset?.site;
  if (!site) return;
  if (e.key === "Enter" || e.key === " ") {
    e.preventDefault();
    choose(site);
  } else if (e.key === "Escape") {
    choice.reset();
    forget();
    mark();
  } else {
    step(e, site);
  }
});

const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

// step moves the focus to the nearest site in the direction of an arrow key.
function step(e, site) {
  const way = ways[e.key];
  if (!way) return;
  e.preventDefault();
  const here = middle(site);
  let best = null,
    least = Infinity;
  for (const shape of board.querySelectorAll("[data-site][tabindex]")) {
    const there = middle(shape.dataset.site);
    const dx = there.x - here.x,
      dy = there.y - here.y;
    const along = dx * way[0] + dy * way[1],
      aside = Math.abs(dx * way[1]) + Math.abs(dy * way[0]);
    if (along > 1 && along + 2 * aside < least) [best, least] = [shape, along + 2 * aside];
  }
  if (!best) return;
  e.target.setAttribute("tabindex", "-1");
  best.setAttribute("tabindex", "0");
  best.focus();
}

$("type").onsubmit = async (e) => {
  e.preventDefault();
  const field = $("move"),
    typed = field.value;
  if (!typed.trim()) return;
  const names = new Map([...view.said].map(([site, said]) => [said.toLowerCase(), site]));
  const own = typed.trim().replace(/[\w,]+/g, (word) => names.get(word.toLowerCase()) ?? word);
  const played = await play(own);
  if (field.value !== typed) return; // what has been typed since is the next move
  // A refused line stays to be corrected, and the next one replaces it.
  if (played) field.value = "";
  else field.select();
};

// A board whose cells are finer than a finger can be enlarged; a finger then moves it, and taps
// play.
const finest = 24; // pixels from one cell to the next

on("shown", offerZoom);
addEventListener("resize", () => board.firstElementChild && offerZoom());

const fine = () =>
  (view.unit * board.clientWidth) / board.firstElementChild.viewBox.baseVal.width < finest;

function offerZoom() {
  aimed = null;
  $("zoom").hidden = !$("stage").classList.contains("zoomed") && !fine();
}
$("zoom").onclick = () => {
  const zoomed = $("stage").classList.toggle("zoomed");
  $("zoom").textContent = zoomed ? "Whole board" : "Enlarge";
};
