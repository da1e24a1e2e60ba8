// Bots that play, and what they advise.

import { hint } from "./board.js";
import { sitesOf } from "./choice.js";
import { $ } from "./dom.js";
import { vacate } from "./seats.js";
import { complain, conn, news, on, say, view } from "./state.js";
import { choice, refresh } from "./table.js";
import { showStatus } from "./status.js";

on("shown", () => bots().catch(complain));

// bots lets a bot play if it is a bot's turn, and draws what chance decides.
async function bots() {
  const s = view.state;
  if (!s || s.over || view.at !== null || view.busy === view.table) return;
  const level = view.seats[s.seat];
  const theirs = s.taken[s.seat] && !view.mine[s.seat];
  if (s.chance ? s.taken.includes(true) && !view.mine.includes(true) : !level || theirs) return;
  view.busy = view.table;
  try {
    if (s.chance) {
      await conn.ask("roll", { table: view.table, at: s.at });
    } else {
      $("thinking").textContent = `${s.player} (${level}) is thinking…`;
      const { thought } = await conn.ask("bot", { table: view.table, level, at: s.at });
      const best = thought?.lines?.[0];
      $("thinking").textContent = best
        ? `${level}: ${best.text} after ${best.pv.join(" ")} ` +
          `(${thought.nodes} positions, ${thought.depth} deep)`
        : "";
    }
  } catch (e) {
    view.busy = "";
    if (["changed", "moved", "over", "canceled"].includes(e.code)) return refresh();
    say(e.message);
    vacate(s.seat);
    return;
  }
  view.busy = "";
  await refresh();
}

// A hint is told near the board and framed on it, until the position is another.
$("hint").onclick = async () => {
  if (view.hinting) return; // a button that is disabled would lose the focus
  view.hinting = true;
  say("");
  try {
    if (view.at !== null) {
      view.at = null;
      await refresh();
    }
    const { turn } = view;
    news("Looking for a good move…");
    const { move, lines } = await conn.ask("hint", { table: view.table });
    if (turn !== view.turn) return;
    const best = lines[0];
    news(
      `Hint: ${move}`,
      ...(best?.text
        ? [best.proven || best.measure !== "points" ? best.text : `rated ${best.text}`]
        : []),
    );
    const found = view.moves.find((m) => m.text === move);
    choice.reset();
    hint(found ? sitesOf(found) : []);
  } catch (e) {
    showStatus();
    say(e.message);
  } finally {
    view.hinting = false;
  }
};
