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
  const { table } = view;
  view.busy = table;
  try {
    if (s.chance) {
      await conn.ask("roll", { table, at: s.at });
    } else {
      $("thinking").textContent = `${s.player} (${level}) is thinking…`;
      const params = { table, level, at: s.at, progress: true };
      const { thought } = await first(table, async () =>
        view.table === table && view.state.at === s.at && view.seats[s.seat] === level
          ? conn.ask("bot", params, (_, t) => showProgress(t))
          : {},
      );
      const best = thought?.lines?.[0];
      $("thinking").textContent = best
        ? `${level}: ${best.text} after ${best.pv.join(" ")} ` +
          `(${thought.nodes} positions, ${thought.depth} deep)`
        : "";
    }
  } catch (e) {
    $("thinking").textContent = "";
    if (!["changed", "moved", "over", "canceled"].includes(e.code)) {
      if (view.busy === table) view.busy = "";
      if (view.table !== table) return;
      say(e.message);
      vacate(s.seat);
      return;
    }
  }
  if (view.busy === table) view.busy = "";
  await refresh();
}

// first does what only one of the tabs with a table should do, such as letting a bot think. The
// others wait for it, in case it is closed; if it is suspended or not connected, not for long: the
// table takes one answer. Without encryption there are no locks, and each tab asks.
async function first(table, work) {
  if (conn.alone || !navigator.locks) return work();
  try {
    const signal = AbortSignal.timeout(10_000);
    return await navigator.locks.request("bot " + table, { signal }, work);
  } catch (e) {
    if (e.name !== "TimeoutError") throw e;
    return work();
  }
}

// A hint is told near the board and framed on it, until the position is another.
$("hint").onclick = async () => {
  if (view.hinting) return; // a button that is disabled would lose the focus
  view.hinting = true;
  say("");
  let turn, table;
  try {
    if (view.at !== null) {
      view.at = null;
      await refresh();
    }
    ({ turn, table } = view);
    news("Looking for a good move…");
    const sofar = (_, t) => {
      if (turn === view.turn) news("Looking for a good move…", `${t.move} so far, ${extent(t)}`);
    };
    const [{ move, lines, reasons }, { moves }] = await Promise.all([
      conn.ask("hint", { table, progress: true }, sofar),
      conn.ask("moves", { table }),
    ]);
    if (turn !== view.turn) return;
    const found = moves.find((m) => m.text === move);
    news(`Hint: ${what(move, found)}.`, ...why(lines, reasons, moves.length));
    choice.reset();
    hint(found ? sitesOf(found) : []);
  } catch (e) {
    if (turn && turn !== view.turn) return;
    showStatus();
    say(e.message);
  } finally {
    view.hinting = false;
  }
};

// what says which move is meant, also in words if a piece goes from one place to another.
const what = (move, found) =>
  found && sitesOf(found).length > 1 && found.long !== move ? `${move}, ${found.long}` : move;

// why says why a move is good, in sentences.
function why([best, ...others], reasons = [], legal) {
  if (!best) return [];
  if (legal === 1) return ["It is the only legal move."];
  const said = [...reasons];
  const loses = (l) => l.proven && /^los/.test(l.text);
  const decided = best.proven || /^(wins|loses)/.test(best.text);
  if (decided && !reasons.some((r) => /^It ends/.test(r))) {
    said.push(`It ${best.text}.`);
  } else if (others.length && others.every(loses)) {
    said.push("Everything else loses.");
  } else if (best.text && !decided) {
    const next = others.find((l) => l.text && !l.proven);
    const than = next && next.text !== best.text ? `, ${next.move} ${next.text}` : "";
    said.push(
      best.measure === "permille"
        ? `It should win ${best.text} of the time${than}.`
        : `It is rated ${best.text}${than}.`,
    );
  }
  if (best.pv.length > 1 && !decided) said.push(`The answer to expect is ${best.pv[1]}.`);
  return said;
}

// showProgress says beside the player's name how far a bot has come.
function showProgress(thought) {
  const text = `${extent(thought)}, ${thought.move} so far`;
  if ($("progress")) $("progress").textContent = text;
  $("thinking").textContent = `Thinking: ${text}`;
}

const extent = ({ depth, nodes }) =>
  depth ? `${depth} moves deep` : `${nodes.toLocaleString("en")} positions`;
