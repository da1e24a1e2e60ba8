// The table at which this page plays: what stands there, and what is done there.

import { Choice } from "./choice.js";
import { $, replace } from "./dom.js";
import { tokens } from "./keep.js";
import { blinds, called, complain, conn, flipped, say, tell, unsay, view } from "./state.js";

// choice is what has been chosen of a move.
export let choice = new Choice();

// meet asks for what is the same in all positions of a game.
export async function meet(game) {
  [view.game, { levels: view.levels }] = await Promise.all([
    conn.ask("describe", { game }),
    conn.ask("levels", { game }),
  ]);
  view.seats = view.game.players.map(
    (_, i) => view.levels.find((l) => l.name === view.seats[i])?.name ?? "",
  );
  view.turned = false;
  tell("met");
}

// arrive joins the table, with the seats that this browser has there, and hears of its changes.
export async function arrive() {
  const { table } = view;
  const token = conn.alone ? null : tokens.of(table);
  const joined = await conn.ask("join", token ? { table, token } : { table });
  if (!conn.alone) tokens.keep(table, joined.token);
  view.mine = joined.mine;
  view.state = joined.state;
  view.looks = null;
  resume();
}

// resume lets computers play for the seats of this browser that are theirs: after the page was
// loaded again, or when they were given to them in another window. On a static site there is none.
function resume() {
  if (conn.alone) return;
  for (const [i, { name, bot }] of (view.state.seats ?? []).entries()) {
    if (!view.mine[i]) continue;
    const level = bot && name.startsWith(computer) ? name.slice(computer.length) : "";
    view.seats[i] = view.levels.some((l) => l.name === level) ? level : "";
  }
}

// computer begins the names of seats at which a bot plays; its level follows.
export const computer = "Computer, ";

// refresh shows the table as it is now. It returns whether nothing newer was asked for meanwhile.
export async function refresh() {
  const turn = ++view.turn;
  const at = view.at === null ? {} : { at: view.at };
  const { table } = view;
  const side = seen();
  const [state, board, legal, past] = await Promise.all([
    conn.ask("state", { table }),
    conn.ask("board", { table, ...drawn, holdings: true, ...side, ...at }),
    conn.ask("moves", { table, leads: true, ...at }),
    conn.ask("history", { table }),
    know(),
  ]);
  if (turn !== view.turn || table !== view.table) return false;
  if (seen().quarter !== side.quarter) return refresh(); // now that the size of the board is known
  view.state = state;
  view.past = past;
  resume();
  if (curtain()) return false;
  view.moves = legal.moves;
  // What has been chosen stays if the position has.
  const position = [table, state.at, view.at, ...legal.moves.map((m) => m.text)].join("\n");
  const here = view.at !== null || !(state.over || state.chance);
  if (position !== view.position)
    choice = new Choice(here ? legal.moves.filter((m) => !m.weight) : []);
  view.position = position;
  unsay();
  replace(() => tell("shown", board));
  return turn === view.turn;
}

// Parts of the page that may tell a secret.
const secret =
  "#board, #spread, #status, #news, #message, #choices, #seats p, #common, #thinking, #history";

// curtain takes a game with secrets away from whoever has just moved here, until the next player
// looks: nothing else can be reached, and what was shown is gone.
function curtain() {
  const seat = blinds();
  for (const part of document.body.children) part.inert = part.id !== "curtain" && seat !== null;
  $("curtain").hidden = seat === null;
  if (seat === null) return false;
  for (const part of document.querySelectorAll(secret)) part.replaceChildren();
  $("move").value = "";
  tell("hidden");
  const { name } = view.game.players[seat];
  $("curtain-text").textContent = `Pass the device to ${name}.`;
  $("curtain-open").textContent = `I am ${name}`;
  $("curtain-open").focus();
  return true;
}
$("curtain-open").onclick = () => {
  view.looks = view.state.seat;
  refresh()
    .then(() => $("board").focus({ preventScroll: true }))
    .catch(complain);
};

// drawn is how the page wants a board.
const drawn = { svg: true, targets: true, hands: true };

// seen is the side from which the board is seen.
const seen = () => ({ flip: flipped(), ...(view.quarter && { quarter: true }) });

// foresee returns a picture of the board with what a legal step would change there.
export const foresee = (preview) =>
  conn.ask("board", {
    table: view.table,
    ...drawn,
    ...seen(),
    at: view.at ?? view.state.at,
    preview,
  });

// know asks where the sites of the board are, once for each game and each side from which it is
// seen. On a telephone that is held upright, a board wider than high is turned by a quarter if its
// cells would be finer than a finger.
async function know() {
  const { game, table } = view;
  const of = () => game.game + JSON.stringify(seen());
  if (view.known === of()) return;
  const ask = async () =>
    (await conn.ask("board", { table, layout: true, ...seen() })).layout;
  if (view.measured !== game.game) view.quarter = false;
  let layout = await ask();
  view.upright = upright();
  if (view.measured !== game.game) {
    view.measured = game.game;
    view.quarter = lies(layout);
    if (view.quarter) layout = await ask();
  }
  view.layout = new Map(layout.sites.map((s) => [s.site, s]));
  view.said = new Map(layout.sites.filter((s) => s.said).map((s) => [s.site, s.said]));
  view.unit = layout.unit;
  view.known = of();
}

// lies reports whether a board should stand on end here.
function lies({ viewBox: [, , width, height], unit }) {
  const finest = 28; // pixels from one cell to the next
  return width > 1.15 * height && upright() && unit * $("stage").clientWidth < finest * width;
}
const upright = () => innerHeight > innerWidth;

// Whoever turns the telephone sees the board as it fits there.
addEventListener("resize", () => {
  if (!view.state || !view.known || upright() === view.upright) return;
  view.known = view.measured = "";
  refresh().catch(complain);
});

// play plays a move, and tells whether it was legal. What is refused is said once.
export async function play(move) {
  say("");
  if (view.at !== null) return view.branch(move);
  let why = "";
  try {
    sent = move;
    sayWaiting();
    await conn.ask("play", { table: view.table, move, at: view.state.at });
    view.hands.add(view.table);
  } catch (e) {
    if (e.code === "moved") return play(move); // at the table where the game goes on
    // Somebody has played meanwhile, often this page by a double click: the table shows it.
    if (e.code !== "changed") why = e.message;
  }
  sent = "";
  view.at = null;
  choice.reset();
  await refresh();
  if (why) say(why);
  return !why;
}

let sent = ""; // the move that is being played

// sayWaiting says that a move cannot be played as long as the program cannot be reached.
export function sayWaiting() {
  if (sent && !$("connecting").hidden)
    $("status").textContent = `${called(sent)} is played when the connection is back.`;
}

// refuse says why a move that somebody tried is not legal.
export async function refuse(sites) {
  const tries =
    sites.length > 1 ? [sites.join("-"), sites.join("x"), sites.join(" ")] : [sites[0]];
  for (const move of tries) {
    try {
      const at = view.at === null ? {} : { at: view.at };
      const { legal, message } = await conn.ask("why", { table: view.table, move, ...at });
      if (!legal && message) return say(message);
    } catch {
      // not a notation of the game; try the next one
    }
  }
  say(
    sites.length > 1
      ? `No legal move goes from ${sites[0]} to ${sites.at(-1)}.`
      : `None of the ${view.moves.length} legal moves uses ${sites[0]}.`,
  );
}

// turning is under way while another position is asked for, since nobody knows yet which moves are
// legal there.
export let turning = null;

// show looks at an earlier position; at the last one the game goes on.
export async function show(at) {
  view.at = at >= view.state.at ? null : Math.max(0, at);
  const now = refresh().finally(() => {
    if (turning === now) turning = null;
  });
  turning = now;
  await now;
}

// change takes back or replays moves up to the next turn in which a person has a choice. If it
// stopped where a bot moves or dice are rolled, the page would play on at once, and the button
// would seem to do nothing.
export async function change(method) {
  view.at = null;
  const { table } = view;
  const bot = (s) => view.seats[s.seat] && view.seats.some((level) => !level);
  let why = "";
  try {
    view.busy = table; // no bot moves in between
    let s = view.state;
    do s = await conn.ask(method, { table, steps: 1, at: s.at });
    while (s.at > 0 && s.at < s.steps && (s.chance || bot(s) || (s.inTurn && !s.rolled)));
  } catch (e) {
    why = e.code === "changed" ? "" : e.message; // it was done, and asked again
    if (e.code === "consent") why = await offer(method === "undo" ? "takeback" : "");
  }
  if (view.busy === table) view.busy = "";
  await refresh();
  say(why);
}

// offer asks the others at the table for something. It returns why that cannot be done, or "".
export async function offer(kind) {
  if (!kind) return "The others at the table must agree to that.";
  try {
    await conn.ask("offer", { table: view.table, kind });
    return "";
  } catch (e) {
    return e.message;
  }
}

$("undo").onclick = () => change("undo");
$("redo").onclick = () => change("redo");
$("flip").onclick = () => {
  view.turned = !view.turned;
  refresh().catch(complain);
};
