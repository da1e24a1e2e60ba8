// A game between people: who sits where, their clocks, and what they offer each other.

import { $, disc, element, fill } from "./dom.js";
import { conn, mayMove, on, persons, say, view } from "./state.js";
import { offer, refresh } from "./table.js";

let since = 0; // when the clocks were told, in milliseconds

on("shown", () => {
  since = performance.now();
  showStrip();
  showOffers();
  showButtons();
  showTitle();
});

const mine = () => view.game.players.map((_, i) => i).filter((i) => view.mine[i] && !view.seats[i]);
const others = () => view.state.seats?.some((s, i) => s.taken && !view.mine[i]) ?? false;

// showStrip shows the players in one line above the board: who they are, whose turn it is, and
// their time.
function showStrip() {
  const { seats = [], clocks } = view.state;
  $("strip").replaceChildren(
    ...view.game.players.map((p, i) => {
      const name = view.seats[i] ? `computer, ${view.seats[i]}` : (seats[i]?.name ?? "");
      const chip = element(
        "li",
        {},
        disc(p),
        element("strong", { textContent: p.name }),
        ...(name ? [element("span", { textContent: name })] : []),
      );
      if (seats[i]?.taken && !seats[i].here)
        chip.append(element("span", { className: "away", textContent: "away" }));
      if (clocks) chip.append(element("time", { id: "clock" + i }));
      if (!view.state.over && view.state.seat === i) {
        chip.setAttribute("aria-current", "true");
        if (view.seats[i])
          chip.append(element("span", { id: "progress", textContent: "thinks…" }));
      }
      return chip;
    }),
  );
  tick();
}

// tick shows the clocks as they are now.
function tick() {
  const clocks = view.state?.clocks;
  clocks?.left.forEach((left, i) => {
    const clock = $("clock" + i);
    if (!clock) return;
    const gone = clocks.running === i ? performance.now() - since : 0;
    clock.textContent = left < 0 ? "∞" : time(Math.max(0, left - gone));
    clock.classList.toggle("short", left >= 0 && left - gone < 20_000);
  });
}
setInterval(tick, 200);

function time(ms) {
  const s = Math.floor(ms / 1000);
  const two = (n) => String(n).padStart(2, "0");
  if (s < 20) return `0:${two(s)}.${Math.floor((ms % 1000) / 100)}`;
  const [h, m] = [Math.floor(s / 3600), Math.floor(s / 60) % 60];
  return h ? `${h}:${two(m)}:${two(s % 60)}` : `${m}:${two(s % 60)}`;
}

const asks = {
  draw: (who) => `${who} would like a draw.`,
  takeback: (who) => `${who} would like to take a move back.`,
  rematch: (who) => `${who} would like a rematch.`,
  close: (who) => `${who} would like to close the table.`,
  change: (who) => `${who} would like to go on under other rules, at a new table.`,
};
const asked = {
  draw: "You have offered a draw.",
  takeback: "You have asked to take a move back.",
  rematch: "You have asked for a rematch.",
  close: "You have asked to close the table.",
  change: "You have asked to go on under other rules.",
};

// showOffers shows what waits for an answer, with the answers.
function showOffers() {
  const own = mine();
  fill(
    $("offers"),
    ...(view.state.offers ?? []).map(({ kind, by, agreed }) => {
      const line = element("p", {});
      if (own.includes(by)) {
        line.append(asked[kind], button("Withdraw", "decline", kind, by));
      } else {
        line.append(asks[kind](view.state.seats[by]?.name || view.game.players[by].name));
        if (own.some((i) => !agreed[i]))
          line.append(
            button("Accept", "accept", kind, by),
            button("Decline", "decline", kind, by),
          );
      }
      return line;
    }),
  );
}

// Offers whose place is not on the screen lie at its foot; the place stays as high as it was.
new IntersectionObserver(
  (all) => {
    const low = all.at(-1).intersectionRatio < 0.9;
    $("place").style.height = low ? `${$("place").offsetHeight}px` : "";
    $("calls").classList.toggle("low", low);
  },
  { threshold: 0.9 },
).observe($("place"));

const button = (textContent, method, kind, by) =>
  element("button", {
    value: [textContent, kind, by].join(),
    textContent,
    onclick: () => act(method, { kind }),
  });

async function act(method, params = {}) {
  try {
    await conn.ask(method, { table: view.table, ...params });
    await refresh();
  } catch (e) {
    say(e.message);
  }
}

function showButtons() {
  const own = mine(),
    { over, at } = view.state;
  const playing = own.length > 0 && others() && !over;
  $("resign").hidden = !playing || at === 0;
  $("draw").hidden = !playing || at === 0 || view.game.players.length !== 2;
  $("rematch").hidden = !over || !own.length || Boolean(view.state.next);
  $("undo").textContent = playing ? "Take back" : "Undo";
  const { spectators = 0 } = view.state;
  const among = persons().length || own.length ? "" : ", you among them";
  const told = [$("common").textContent, spectators ? `${spectators} watching${among}` : ""];
  if (!conn.alone) $("common").textContent = told.filter(Boolean).join(" · ");
}

// The title and the icon of the page say whose turn it is, for those who look at another window.
function showTitle() {
  const turn = mayMove() && view.state.at > 0 && persons().length < view.game.players.length;
  const name = view.game.title || view.game.name;
  document.title = turn ? `Your turn: ${name}` : name;
  const icon = turn ? "turn.svg" : "icon.svg";
  if ($("icon").getAttribute("href") !== icon) $("icon").setAttribute("href", icon);
}

// A resignation is asked for twice.
$("resign").onclick = () => {
  const b = $("resign");
  if (b.textContent === "Resign") {
    b.textContent = "Really resign?";
    setTimeout(() => {
      b.textContent = "Resign";
    }, 4000);
    return;
  }
  b.textContent = "Resign";
  const own = mine();
  const player = view.game.players[own.includes(view.state.seat) ? view.state.seat : own[0]].name;
  act("resign", { player });
};
$("draw").onclick = () => ask("draw");
$("rematch").onclick = () => ask("rematch");

// Escape closes the panel with the link.
addEventListener("keydown", (e) => {
  if (e.key !== "Escape" || $("invite").hidden || e.target.closest?.("#board")) return;
  $("invite-close").click();
});

async function ask(kind) {
  const why = await offer(kind);
  await refresh();
  say(why);
}
