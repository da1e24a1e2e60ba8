// Moves that are planned while the other side thinks: they are played at once when it is the
// player's turn, if they are legal then.

import { mark } from "./board.js";
import { mayMove, on, persons, say, view } from "./state.js";
import { choice, play } from "./table.js";

// mayPlan reports whether the player at this page plays one side and waits for the other.
export function mayPlan() {
  const s = view.state;
  if (!s || s.over || s.chance || view.at !== null || mayMove()) return false;
  const own = persons();
  return own.length === 1 && (view.mine[own[0]] || view.seats.some(Boolean));
}

// isOwn reports whether a piece of the player stands on a site.
export function isOwn(site) {
  const player = view.game.players[persons()[0]];
  return (view.names.get(site) ?? "").startsWith(`${player?.name} `);
}

// plan chooses a site of a planned move: a piece and then where it goes or, for what comes onto the
// board, a place alone. Another click takes the plan back.
export function plan(site) {
  const [first] = view.planned;
  if (view.planned.length === 2 || site === first) view.planned = [];
  else if (first && isOwn(first)) view.planned = [first, site];
  else view.planned = first ? [] : [site];
  mark();
}

export function forget() {
  if (!view.planned.length) return;
  view.planned = [];
  mark();
}

on("shown", async () => {
  if (!view.planned.length || mayPlan()) return;
  const sites = view.planned;
  forget();
  if (!mayMove()) return; // the game is over
  if (sites.length === 1 && isOwn(sites[0])) return; // only a piece was chosen
  let move = null;
  for (const site of sites) ({ move } = choice.click(site));
  if (move) return play(move.text);
  if (!choice.begun) say("The move that you planned is not legal now.");
  mark(); // what is left to choose, as the kind of a piece
});
