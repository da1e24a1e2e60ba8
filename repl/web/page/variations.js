// Variations: a move that is played from an earlier position begins a game of its own beside the
// game, to which the player can return.

import { $, element } from "./dom.js";
import { replay, sit } from "./games.js";
import { complain, conn, on, say, view } from "./state.js";

let lines = []; // {table, name}, the game itself first

// branch plays a move from the position that is shown. It returns whether that is legal.
view.branch = async (move) => {
  const before = view.past.turns.filter((t) => t.to <= view.at);
  const next = view.past.turns[before.length];
  const fresh = await conn.ask("start", { game: view.game.game });
  const { why } = await replay(fresh.table, [...before.map((t) => t.text), move]);
  if (why) {
    await conn.ask("close", { table: fresh.table });
    say(why);
    return false;
  }
  const { last } = await conn.ask("state", { table: fresh.table });
  const written = last?.notation ?? last?.text ?? move;
  if (!lines.length) lines = [{ table: view.table, name: "The game" }];
  lines.push({
    table: fresh.table,
    name: `${before.length + 1}. ${written}${next ? `, not ${next.notation ?? next.text}` : ""}`,
  });
  view.variation = true;
  await sit(fresh);
  return true;
};

on("shown", () => {
  if (!lines.some((l) => l.table === view.table)) lines = [];
  view.variation = lines.length > 0 && lines[0].table !== view.table;
  $("variations").hidden = !lines.length;
  $("variation-list").replaceChildren(
    ...lines.map(({ table, name }) => {
      const button = element("button", { textContent: name, onclick: () => go(table) });
      if (table === view.table) button.setAttribute("aria-current", "true");
      return element("li", {}, button);
    }),
  );
});

const go = async (table) => {
  try {
    await sit(await conn.ask("state", { table }));
  } catch (e) {
    complain(e);
  }
};
