// What the page shows now, for all its parts. The table is the truth: what is shown is asked for
// again after every change.

import { $ } from "./dom.js";
import { Connection } from "./link.js";

export const conn = new Connection();

export const view = {
  table: "",
  entry: null, // the table of the entry in the browser's history, "" for the first page
  game: null, // what is the same in all positions: the answer to describe
  state: null,
  past: { turns: [], at: 0 }, // the answer to history
  moves: [], // that are legal
  layout: new Map(), // where sites are, by name
  unit: 1, // from one cell to the next
  names: new Map(), // what stands on sites, in words
  said: new Map(), // what players call sites, if something else than the board
  known: "", // the game and the side of which the layout is
  measured: "", // the game for which it is known whether the board is turned by a quarter
  quarter: false,
  turned: false, // whether the player has turned the board against the usual side
  at: null, // the step that is shown; null for the last one
  source: {}, // how the game was loaded
  base: "", // the game from which the rules come: by name, or the handle of one that was loaded
  mine: [], // which seats of the table belong to this browser
  seats: [], // which level plays for whom; "" for a person
  levels: [],
  planned: [], // the sites of a move to be played when it is the player's turn
  left: "", // the table that had replaced this one when the page came here: it stays here
  branch: null, // (move): plays from the position that is shown, if it is not the last one
  lines: [], // the game and its variations, if it has some: {table, name, turns}
  looks: null, // of a game with secrets and several people here, who looks at the page
  weak: new Map(), // by the step after them, weak moves, and what would have been better
  hands: new Set(), // tables at which this page has played
  position: "", // for which the moves are, to tell whether it is still the same
  turn: 0, // counts changes, so that late answers are dropped
};

// Parts of the page hear of each other by name: "shown" when there is a new position, "met" when
// there is another game.
const listeners = new Map();

export function on(name, hear) {
  listeners.set(name, [...(listeners.get(name) ?? []), hear]);
}

export function tell(name, ...what) {
  for (const hear of listeners.get(name) ?? []) hear(...what);
}

// here names the position on the table, to tell whether it is still the same.
const here = () => `${view.table} ${view.state?.at}`;

// called writes what players call the sites in a text.
export const called = (text) =>
  view.said.size ? text.replace(/\b[a-z]+\d+\b/g, (site) => view.said.get(site) ?? site) : text;

let said = ""; // the position to which the message belongs

// say tells the player what went wrong, until the next position.
export function say(text) {
  said = here();
  text = called(text);
  if ($("message").textContent !== text) $("message").textContent = text;
}

// complain says what has failed, unless it was asked of a table that is lost.
export function complain(e) {
  if (e.code !== "moved") say(e.message);
}

// unsay removes the message if it belongs to an earlier position.
export function unsay() {
  if (said !== here()) say("");
}

// news tells what has just happened, to those who listen too: the last move, what the rules
// announce, and what the dice showed.
export function news(move = "", ...says) {
  const parts = [Object.assign(document.createElement("span"), { textContent: called(move) })];
  for (const text of says)
    parts.push(" ", Object.assign(document.createElement("strong"), { textContent: text }));
  if ($("news").textContent === parts.map((p) => p.textContent ?? p).join("")) return;
  $("news").replaceChildren(...parts);
}

// persons are the numbers of the players for whom somebody at this page plays: those with a seat
// or, if nobody here has one, those whose seats are free.
export function persons() {
  const all = (view.game?.players.map((_, i) => i) ?? []).filter((i) => !view.seats[i]);
  const own = all.filter((i) => view.mine[i]);
  return own.length ? own : all.filter((i) => !view.state?.taken[i]);
}

// mayMove reports whether the player at this page chooses the next step.
export function mayMove() {
  const s = view.state;
  if (!s || s.over || s.chance || view.seats[s.seat]) return false;
  return view.mine[s.seat] || (!s.taken[s.seat] && !veiled());
}

// veiled reports whether something is hidden from players: nobody plays without a seat then.
export const veiled = () => Boolean(view.game?.secrets && !view.state?.over);

// blinds returns the player to whom the device is to be passed before the table is shown; null if
// whoever looks at it may see it.
export function blinds() {
  const { seat } = view.state;
  const people = view.mine.filter((own, i) => own && !view.seats[i]);
  const own = view.mine[seat] && !view.seats[seat];
  return veiled() && people.length > 1 && own && view.looks !== seat ? seat : null;
}

// inMatch reports whether the game is on against people, whom no bot may help to beat.
export const inMatch = () =>
  veiled() ||
  Boolean(view.state && !view.state.over && view.state.taken.some((t, i) => t && !view.mine[i]));

// mayTry reports whether a click on the board plays: now or, at an earlier position, a variation.
export const mayTry = () => (view.at !== null && !view.game?.secrets) || mayMove();

// flipped reports whether the board is seen from the other side: that of the second player, if
// nobody at this page plays the first.
export function flipped() {
  const own = persons();
  const second = view.game?.players.length === 2 && own.length === 1 && own[0] === 1;
  return second !== view.turned;
}
