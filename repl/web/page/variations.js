// Variations: a move that is played from an earlier position begins a game of its own beside the
// game, to which the player can return. The browser keeps them with the game: on a static site in
// its address, otherwise by its table.

import { $, element, fill } from "./dom.js";
import { replay, sit, soFar } from "./games.js";
import { lines as kept } from "./keep.js";
import { complain, conn, on, say, view } from "./state.js";

// branch plays a move from the position that is shown. It returns whether that is legal.
view.branch = async (move) => {
  const before = view.past.turns.filter((t) => t.to <= view.at);
  const next = view.past.turns[before.length];
  const turns = [...before.map((t) => t.text), move];
  const { table, why } = await begin(turns);
  if (why) {
    await conn.ask("close", { table });
    say(why);
    return false;
  }
  const { last } = await conn.ask("state", { table });
  const written = last?.notation ?? last?.text ?? move;
  if (!view.lines.length)
    view.lines = [{ table: view.table, name: "The game", turns: soFar(view.past) }];
  const instead = next ? `, not ${next.notation ?? next.text}` : "";
  view.lines.push({ table, name: `${before.length + 1}. ${written}${instead}`, turns });
  await go(view.lines.at(-1));
  return true;
};

// begin begins a variation: why says what stops it.
async function begin(turns) {
  const { table } = await conn.ask("start", { game: view.game.game });
  return { table, ...(await replay(table, turns)) };
}

on("shown", () => {
  const here = (l) => l.table === view.table;
  if (!view.lines.some(here)) view.lines = conn.alone ? [] : kept.of(view.table);
  const { lines } = view;
  if (lines.length) lines.find(here).turns = soFar(view.past);
  if (lines.length && !conn.alone) kept.keep(lines);
  $("variations").hidden = !lines.length;
  fill(
    $("variation-list"),
    ...lines.map((line, i) => {
      const onclick = () => go(line).catch(complain);
      const button = element("button", { value: i + line.name, textContent: line.name, onclick });
      if (here(line)) button.setAttribute("aria-current", "true");
      return element("li", {}, button);
    }),
  );
});

// go shows a line. The table of a variation may be gone; its moves are known.
async function go(line) {
  let state = null;
  if (line.table) {
    const gone = (e) => {
      if (e.code !== "not-found" || line === view.lines[0]) throw e;
    };
    state = await conn.ask("state", { table: line.table }).catch(gone);
  }
  if (!state) {
    ({ table: line.table } = await begin(line.turns));
    state = await conn.ask("state", { table: line.table });
  }
  await sit(state);
}
