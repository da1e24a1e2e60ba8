// The line above the board: whose turn it is, and what has just happened.

import { $, brief, disc, element } from "./dom.js";
import { roll } from "./motion.js";
import { complain, news, on, veiled, view } from "./state.js";
import { show } from "./table.js";

on("shown", showStatus);
on("shown", showResult);

// When the lines above the board grow or shrink, the page scrolls: the board stays in its place.
let height = 0;
new ResizeObserver(() => {
  const now = $("lines").offsetHeight;
  if (height && now) scrollBy(0, now - height);
  height = now;
}).observe($("lines"));

export function showStatus() {
  const s = view.state;
  $("status").replaceChildren(standing(s));
  if (!s.over && !s.chance && view.at === null)
    $("status").prepend(disc(view.game.players[s.seat], "player"));
  $("undo").disabled = s.at === 0;
  $("redo").disabled = s.at === s.steps;
  $("undo").hidden = $("redo").hidden = view.game.secrets;
  const last = view.at === null ? s.last : null;
  if (!last) return news(view.game.title || view.game.name);
  if (!s.rolled)
    return news(
      `${last.player || "Chance"}: ${last.notation ?? brief(last.text || "something unseen")}`,
      ...(last.says ?? []),
    );
  const now = `${view.table} ${s.at}`;
  if (now === thrown && $("news").querySelector(".die")) return;
  news(`${last.player} rolled ${s.rolled}`, ...(last.says ?? []));
  showDice(s.rolled, now !== thrown);
  thrown = now;
}

let thrown = ""; // the throw for which dice have been shown

// showDice shows the faces that dice have thrown, before the words.
function showDice(rolled, fresh) {
  const faces = [...rolled].filter((c) => c >= "1" && c <= "6");
  const dice = faces.map((c) => {
    const textContent = String.fromCodePoint(0x267f + Number(c));
    const die = element("span", { className: "die", textContent });
    die.setAttribute("aria-hidden", "true");
    return die;
  });
  $("news").prepend(...dice, " ");
  if (fresh) roll(dice);
}

// showResult says below the board how the game has ended; the board itself marks what has won.
function showResult() {
  const { over, result } = view.state;
  const here = over && view.at === null;
  $("result").hidden = !here;
  const typing = $("type").contains(document.activeElement);
  $("type").hidden = here; // there is nothing to type; the room is the panel's
  if (!over) return;
  if (here && typing) $("again").focus({ preventScroll: true });
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
  if (veiled() && !view.mine.includes(true)) return `${s.player} to move. Sit down to play.`;
  if (s.kept) return `${s.player} to move. Your choice is kept until then.`;
  const kinds = kindsOfMoves();
  if (s.inTurn && !s.rolled) return `${s.player} goes on: ${kinds}`;
  return `${s.player} to move${s.rolled && kinds.includes(" or ") ? `: ${kinds}` : ""}`;
}

// kindsOfMoves names the moves that are legal, as "raise or lay".
function kindsOfMoves() {
  const names = [...new Set(view.moves.map((m) => (m.move || m.text).replaceAll("_", " ")))];
  const last = names.pop() ?? "";
  return names.length ? `${names.join(", ")} or ${last}` : last;
}
