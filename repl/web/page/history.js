// The list of moves: a column for each player, and the keys to walk through it.

import { $, brief, element, fill } from "./dom.js";
import { called, complain, on, view } from "./state.js";
import { show } from "./table.js";

on("shown", showHistory);

// rounds are the numbers of the turns in the list, by the steps after them.
export const rounds = new Map();

const endOf = (turn) => turn.to ?? turn.end;

export function showHistory() {
  const { turns, at } = view.past;
  const here = view.at ?? at;
  const seats = new Map(view.game.players.map((p, i) => [p.name, i]));
  let round = 0,
    last = Infinity;
  const items = turns.map((t) => {
    const seat = seats.get(t.player) ?? 0;
    const first = seat <= last;
    if (first) round++;
    last = seat;
    rounds.set(endOf(t), round);
    const text = called(brief(t.text));
    const button = element("button", {
      value: `${view.table} ${endOf(t)}`,
      textContent: t.notation ?? (text || "–"),
      onclick: () => show(endOf(t)).catch(complain),
    });
    button.setAttribute("aria-label", `${round}, ${t.player || "chance"}: ${text}`);
    const better = view.weak.get(endOf(t));
    if (better) {
      button.className = "weak";
      button.append("?");
      button.title = `Better: ${better}`;
    }
    if (endOf(t) === here) button.setAttribute("aria-current", "true");
    const item = element("li", {}, button);
    if (first) item.prepend(element("span", { className: "round", textContent: round }));
    button.style.gridColumn = seat + 2;
    return item;
  });
  $("history").style.setProperty("--players", view.game.players.length);
  fill($("history"), ...items);
  $("about").hidden = items.length > 0; // before the first move, what the game is about
  $("what").textContent = view.game.description;
  reveal();
}

// reveal scrolls the list, but not the page, to the turn that is shown.
function reveal() {
  const list = $("history"),
    now = list.querySelector("[aria-current]");
  if (view.at === null) list.scrollTop = list.scrollHeight;
  else if (now)
    list.scrollTop += now.getBoundingClientRect().top - list.getBoundingClientRect().top - 60;
}

// The arrow keys walk through the game, unless the focus is where they mean something else.
document.addEventListener("keydown", (e) => {
  if (e.altKey || e.ctrlKey || e.metaKey || e.defaultPrevented || !view.state) return;
  if (!$("curtain").hidden) return;
  if (e.target.closest("input, select, textarea, [role=tab], #editor, [data-site]")) return;
  const ends = [0, ...view.past.turns.map(endOf)];
  const at = view.at ?? view.past.at;
  const to = {
    ArrowLeft: ends.findLast((n) => n < at),
    ArrowRight: ends.find((n) => n > at),
    Home: 0,
    End: ends.at(-1),
  }[e.key];
  if (to === undefined) return;
  e.preventDefault();
  show(to).catch(complain);
});
