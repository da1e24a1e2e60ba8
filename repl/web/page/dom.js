// Small helpers for the elements of the page.

export const $ = (id) => document.getElementById(id);

export function element(name, props = {}, ...children) {
  const e = Object.assign(document.createElement(name), props);
  e.append(...children);
  return e;
}

// vector makes an element of a picture.
export function vector(name, attributes = {}, ...children) {
  const e = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [n, v] of Object.entries(attributes)) e.setAttribute(n, v);
  e.append(...children);
  return e;
}

const board = () => $("board").focus({ preventScroll: true });

// hide hides a part of the page. If the focus was there, it goes elsewhere.
export function hide(part, away = board) {
  const held = part.contains(document.activeElement);
  part.hidden = true;
  if (held) away();
}

// fill puts other elements into a list. If a button there had the focus, it goes to the one of the
// same value, which says what a button does.
export function fill(list, ...items) {
  const held = document.activeElement;
  const { value } = list.contains(held) ? held : list;
  list.replaceChildren(...items);
  if (!value) return;
  const again = [...list.querySelectorAll("button")].find((b) => b.value === value);
  if (again) again.focus({ preventScroll: true });
  else board();
}

// Enter that is held presses a button once.
addEventListener("keydown", (e) => {
  if (e.repeat && e.key === "Enter" && e.target.closest?.("button")) e.preventDefault();
});

const seen = (e) =>
  e?.checkVisibility?.() ?? (e === document.body || e?.getClientRects().length > 0);

// replace does what may remove or hide the element with the focus, which goes to the board then.
export function replace(change) {
  const held = document.activeElement;
  change();
  const now = document.activeElement;
  if (!seen(held) && (now === held || now === document.body)) board();
}

// brief shortens a text in which the same words come again and again: "? ? ? ?" are cards that
// nobody sees.
export const brief = (text) =>
  text.replace(/(?<!\S)(\S+(?: \S+){0,7}?)(?: \1){3,}(?!\S)/g, (all, words) => {
    const times = (all.length + 1) / (words.length + 1);
    return words === "?" ? `${times} hidden` : `${words} × ${times}`;
  });

// paints are the colors of pieces, as the pictures have them.
const paints = {
  black: "#26221f",
  white: "#fdfcf8",
  red: "#c8372d",
  green: "#3f8f4f",
  yellow: "#f2c230",
  blue: "#2f62b5",
  magenta: "#a63a8c",
  cyan: "#7fd0d8",
  orange: "#ee8a2b",
  gray: "#8d8983",
};

// disc shows the color of a player's pieces.
export function disc(player, name = "disc") {
  const e = element("span", { className: name });
  e.setAttribute("aria-hidden", "true");
  if (paints[player?.color]) e.style.background = paints[player.color];
  else e.hidden = true;
  return e;
}

// calm reports whether the system asks for no motion.
export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
