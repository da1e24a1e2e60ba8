// The line above the board: whose turn it is, and what has just happened.

import { $, disc } from "./dom.js";
import { complain, news, on, view } from "./state.js";
import { show } from "./table.js";

on("shown", showStatus);
on("shown", showResult);

export function showStatus() {
  const s = view.state;
  $("status").replaceChildren(standing(s));
  if (!s.over && !s.chance && view.at === null)
    $("status").prepend(disc(view.game.players[s.seat], "player"));
  $("undo").disabled = s.at === 0;
  $("redo").disabled = s.at === s.steps;
  const last = view.at === null ? s.last : null;
  if (!last) return news(view.game.title || view.game.name);
  news(
    s.rolled
      ? `${last.player} rolled ${s.rolled}`
      : `${last.player}: ${last.notation ?? last.text}`,
    ...(last.says ?? []),
  );
}

// showResult says below the board how the game has ended; the board itself marks what has won.
function showResult() {
  const { over, result } = view.state;
  $("result").hidden = !over || view.at !== null;
  if (!over) return;
  $("how").textContent = result?.text ?? "The game is over.";
  const scores = result?.scores ?? [];
  $("scores").textContent = scores
    .map((score, i) => `${view.game.players[i].name} ${score}`)
    .join(" · ");
}
$("again").onclick = () => $("new").click();
$("replay").onclick = () => show(0).catch(complain);

// standing says where the game stands.
function standing(s) {
  if (view.at !== null) return `After ${view.at} of ${s.steps} moves`;
  if (s.over) return s.result?.text ?? "The game is over.";
  if (s.chance) return "Chance decides.";
  if (s.inTurn && !s.rolled) return `${s.player} goes on: ${kindsOfMoves()}`;
  return `${s.player} to move`;
}

// kindsOfMoves names the moves that are legal, as "raise or lay".
function kindsOfMoves() {
  const names = [...new Set(view.moves.map((m) => (m.move || m.text).replaceAll("_", " ")))];
  return names.length > 1 ? `${names.slice(0, -1).join(", ")} or ${names.at(-1)}` : names[0];
}
