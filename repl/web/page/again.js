// What happens when the program can be reached again after the connection was lost.

import { join, sit, soFar } from "./games.js";
import { place } from "./keep.js";
import { sitDown } from "./seats.js";
import { complain, conn, say, view } from "./state.js";
import { arrive, refresh } from "./table.js";

let returns = 0; // how often the connection has come back; a later return ends an earlier one

// The table goes on where it was. If the program has lost it, the game goes on at another one, and
// the answer names the lost one.
conn.back = async () => {
  const turn = ++returns;
  const { home } = await conn.ask("hello");
  const same = home === place.home;
  place.home = home;
  if (!view.table) return "";
  if (same && (await arrived())) {
    refresh().catch(complain);
    return "";
  }
  if (turn !== returns) return "";
  const lost = view.table;
  await goOn();
  say("The program was started again and had lost the table. The game goes on here.");
  return lost;
};

// arrived reports whether the table is still there, and joins it.
async function arrived() {
  try {
    await arrive();
    return true;
  } catch (e) {
    if (e.code === "not-found") return false;
    throw e;
  }
}

// goOn begins the game anew where it stood, with the same seats. If several browsers have lost the
// same table, all of them go on at the first one that any of them has begun.
async function goOn() {
  const { mine, game } = view;
  view.lines = []; // their tables are lost, too
  view.entry = null; // nobody can go back to the lost table
  const begun = await conn.ask("start", { ...view.source, moves: soFar(view.past).join(" ") });
  const first = await theirs(game, begun.table);
  view.game = { ...game, game: "" }; // the handle of the game is lost, too
  if (first) {
    await conn.ask("close", { table: begun.table });
    await join(first);
  } else {
    await sit(begun);
  }
  for (const [i, own] of mine.entries()) if (own) await sitDown(i).catch(complain);
}

// theirs returns a table earlier than one's own at which the same game goes on, if there is one.
async function theirs(game, own) {
  const turns = soFar(view.past);
  const { tables } = await conn.ask("tables");
  for (const state of tables) {
    if (state.table === own) return null;
    const { hash } = await conn.ask("describe", { game: state.game });
    if (hash !== game.hash) continue;
    const past = soFar(await conn.ask("history", { table: state.table }));
    if (turns.every((text, i) => text === past[i])) return state;
  }
  return null;
}
