// Who plays for whom: people, who take seats, and levels of bots.

import { $, disc, element } from "./dom.js";
import { tokens } from "./keep.js";
import { called, complain, conn, on, veiled, view } from "./state.js";
import { computer, refresh } from "./table.js";

on("met", showPlayers);
on("shown", ({ holdings }) => {
  showSeats();
  holdings.players.forEach((text, i) => {
    $("has" + i).textContent = text;
  });
  $("common").textContent = called(holdings.common);
  settle().catch(complain);
});

// settle takes all seats of a game with secrets that nobody else can come to: there, only whoever
// has a seat sees something.
async function settle() {
  const { table } = view;
  if (!conn.alone || !veiled() || view.settled === table) return;
  view.settled = table;
  for (const i of view.state.taken.keys()) if (!view.mine[i]) await takeSeat(i);
  await refresh();
}

const more = "more…"; // which no level is called

// showPlayers shows a line for each player of the game.
function showPlayers() {
  $("seats").replaceChildren(
    ...view.game.players.map((p, i) => {
      const select = element("select", { id: "seat" + i, onchange: () => choose(i) });
      offer(select, i);
      const button = element("button", {
        id: "take" + i,
        hidden: conn.alone,
        onclick: () => (view.mine[i] ? leave(i) : sitDown(i)).catch(complain),
      });
      return element(
        "div",
        { className: "seat" },
        element(
          "label",
          {},
          disc(p),
          element("span", { textContent: p.with ? `${p.name}, with ${p.with}` : p.name }),
          select,
        ),
        button,
        element("p", { id: "has" + i }),
      );
    }),
  );
}

// named are the levels that are offered at once: those that the game calls easy, medium and hard
// or, if it has others, three of its own.
export function named() {
  const all = view.levels.map((l) => l.name);
  const usual = ["easy", "medium", "hard"].filter((name) => all.includes(name));
  return usual.length ? usual : all.slice(0, 3);
}

// offer lists who may play for a player: all levels, or only the named ones and the present one.
function offer(select, i, all = false) {
  const short = named();
  const entry = (value, text, title = "") =>
    element("option", { value, textContent: text, title });
  const levels = view.levels.filter(
    (l) => all || short.includes(l.name) || l.name === view.seats[i],
  );
  const hidden = view.levels.length - levels.length;
  select.replaceChildren(
    entry("", "person"),
    ...levels.map((l) => entry(l.name, l.name, l.title)),
    ...(hidden ? [entry(more, more)] : []),
  );
  select.value = view.seats[i] ?? "";
}

async function choose(i) {
  const select = $("seat" + i);
  if (select.value === more) {
    offer(select, i, true);
    try {
      select.showPicker();
    } catch {
      // the longer list opens with the next click
    }
    return;
  }
  view.seats[i] = select.value;
  // A bot's seat is its owner's, and is called after it.
  if (view.mine[i] || (select.value && (veiled() || !conn.alone)))
    await sitDown(i).catch(complain);
  await refresh();
}

export async function sitDown(i) {
  await takeSeat(i);
  await refresh();
}

// A seat that is taken belongs to this browser, by a token.
export async function takeSeat(i) {
  const token = tokens.of(view.table) ?? tokens.make(view.table);
  const params = { table: view.table, player: view.game.players[i].name, token };
  if (view.seats[i]) params.bot = true;
  const name = view.seats[i] ? computer + view.seats[i] : $("name").value.trim();
  if (name || view.state.seats?.[i]?.bot) params.name = name || "person";
  const seated = await conn.ask("sit", params);
  tokens.keep(view.table, seated.token);
  view.mine = seated.mine;
}

async function leave(i) {
  view.mine[i] = false;
  view.seats[i] = "";
  offer($("seat" + i), i);
  await conn.ask("leave", { table: view.table, player: view.game.players[i].name });
}

function showSeats() {
  for (const [i, taken] of view.state.taken.entries()) {
    const button = $("take" + i),
      { name } = view.game.players[i];
    const theirs = taken && !view.mine[i];
    button.disabled = theirs;
    button.hidden = conn.alone || (veiled() && view.mine[i]); // such a seat is kept
    button.textContent = view.mine[i] ? "Stand up" : theirs ? "Taken" : "Sit here";
    button.setAttribute("aria-label", `${button.textContent}: ${name}`);
    const select = $("seat" + i);
    select.disabled = theirs;
    const seated = view.seats[i] ?? "";
    if (select.value !== seated && select.value !== more) offer(select, i);
    select.options[0].textContent = (theirs && view.state.seats?.[i]?.name) || "person";
  }
}

// vacate gives a seat back to a person after its bot has failed, or the same would happen without
// end.
export function vacate(i) {
  view.seats[i] = "";
  if ($("seat" + i)) offer($("seat" + i), i);
  if (view.mine[i]) sitDown(i).catch(complain);
}
