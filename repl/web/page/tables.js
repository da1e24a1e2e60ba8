// The list of the tables of a server.

import { $, element, fill } from "./dom.js";
import { join, standing } from "./games.js";
import { conn, say, view } from "./state.js";

const titles = new Map(); // of games, by handle

export async function showTables() {
  const { tables } = await conn.ask("tables");
  for (const { game } of tables) {
    if (titles.has(game)) continue;
    const { title, name } = await conn.ask("describe", { game }).catch(() => ({ title: "a game" }));
    titles.set(game, title || name);
  }
  fill(
    $("list"),
    ...tables.reverse().map((t) => {
      const free = t.taken.filter((x) => !x).length;
      const about = [
        standing(t, t.turn),
        free === t.taken.length ? "all seats free" : `${free} of ${t.taken.length} seats free`,
        `${t.watchers} looking on`,
      ].join(" · ");
      const button = element(
        "button",
        { value: t.table, onclick: () => go(t.table) },
        element("strong", { textContent: titles.get(t.game) }),
        ` ${about}`,
      );
      if (t.table === view.table) button.setAttribute("aria-current", "true");
      return element("li", {}, button);
    }),
  );
}

async function go(table) {
  try {
    await join(await conn.ask("state", { table }));
  } catch (e) {
    say(e.message);
  }
  await showTables();
}

setInterval(() => {
  if (!$("tables").hidden && !document.hidden) showTables().catch(() => {});
}, 3000);

