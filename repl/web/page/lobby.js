// The first page: all games as pictures, by families, and ways to play them.

import { $, element, hide } from "./dom.js";
import { games, join, openLink, showGame, sit, standing } from "./games.js";
import { dropGame, keptGames, place } from "./keep.js";
import { named, takeSeat } from "./seats.js";
import { unpack } from "./share.js";
import { complain, conn, say, view } from "./state.js";
import { refresh } from "./table.js";

// lobby shows the first page and, above it, why a link did not lead to a game.
export async function lobby(why = "") {
  // What goes on comes first, so that nothing moves under a finger later; but not for long.
  await Promise.race([showKept().catch(() => {}), new Promise((done) => setTimeout(done, 1000))]);
  $("lobby").hidden = false;
  $("why").textContent = why;
  view.entry = "";
  table(false);
  $("way-away").closest("label").hidden = conn.alone; // nobody else can come to such a table
  await games();
  const all = [...$("game").games.values()];
  const featured = all.filter((g) => g.featured);
  const inOrder = [...featured, ...all.filter((g) => !g.featured)];
  const groups = [
    ["To begin with", featured],
    ...$("game").families.map(({ name, title }) => [
      title,
      inOrder.filter((g) => g.family === name),
    ]),
  ].filter(([, list]) => list.length);
  $("families").replaceChildren(
    ...groups.map(([title, list], nth) =>
      element(
        "section",
        {},
        element("h2", { textContent: title }),
        element(
          "ul",
          { className: "gallery" },
          ...list.map((g, i) => card(g, nth === 0 && i < 6)),
        ),
      ),
    ),
  );
  find();
}

const plain = (text) =>
  text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase();

// find shows only the games that have all words of the field in their names, descriptions or
// families, each once.
function find() {
  const asked = $("find").value.trim();
  const words = plain(asked).split(/\s+/).filter(Boolean);
  const all = $("game").games;
  let found = 0;
  for (const section of $("families").children) {
    const twice = words.length > 0 && section === $("families").firstChild;
    const family = section.firstChild.textContent;
    let some = false;
    for (const item of section.querySelectorAll("li")) {
      const g = all.get(item.firstChild.dataset.game);
      const text = plain([g.name, g.title, g.description, family].join(" "));
      item.hidden = twice || !words.every((word) => text.includes(word));
      some ||= !item.hidden;
      found += !item.hidden;
    }
    section.hidden = !some;
  }
  $("none").hidden = found > 0;
  $("none").textContent = found ? "" : `No game has “${asked}” in its name or description.`;
}
$("find").oninput = find;
$("find").onkeydown = (e) => {
  if (e.key !== "Enter" || e.isComposing) return;
  const shown = $("families").querySelectorAll("section:not([hidden]) li:not([hidden]) button");
  if ($("find").value.trim()) shown[0]?.click(); // the first that was found
};

// card is a game as a picture; those that are seen at once do not wait for the layout.
function card(g, soon) {
  const title = g.title || g.name;
  const picture = element("img", {
    src: `pictures/${g.name}.svg`,
    alt: "",
    width: 160,
    height: 160,
    loading: soon ? "eager" : "lazy",
  });
  const button = element(
    "button",
    { title: g.description, onclick: () => play(g.name).catch((e) => fail(e.message)) },
    picture,
    element("strong", { textContent: title }),
  );
  button.dataset.game = g.name;
  return element("li", {}, button);
}

function fail(text) {
  leave();
  say(text);
}

// leave shows the table in place of the first page.
export function leave() {
  table(true);
  hide($("lobby"));
  scrollTo(0, 0); // a game that was chosen far down the list begins with its board
}

// table shows or hides what belongs to a table.
function table(shown) {
  const parts = [document.querySelector("main"), $("setup"), $("new"), $("game").closest("label")];
  for (const part of parts) part.hidden = !shown;
}

// play starts a game in the way that is chosen.
async function play(name) {
  const way = document.querySelector("[name=way]:checked").value;
  const strength = Number($("strength").value);
  view.source = { name };
  const state = await conn.ask("start", view.source);
  leave();
  await sit(state);
  showGame(name);
  const levels = named();
  const level = levels[Math.min(strength, levels.length - 1)];
  const players = view.game.players.map((_, i) => i);
  if (way === "computer") for (const i of players.slice(1)) view.seats[i] = level;
  if (way === "watch") for (const i of players) view.seats[i] = level;
  const { secrets } = view.game;
  const sits = (i) => !i || view.seats[i] || (secrets && way === "here");
  const seats = conn.alone || (way === "here" && !secrets) ? [] : players.filter(sits);
  for (const i of seats) await takeSeat(i);
  await refresh();
  if (way === "away") $("link").click();
}

const tableOf = ({ fragment }) => new URLSearchParams(fragment.slice(1)).get("table");

// running returns a kept game as it stands at its table, as it was kept if that cannot be asked
// now, or null if it is over or not found, which it may be again.
async function running(game) {
  try {
    const state = await conn.ask("state", { table: tableOf(game) });
    if (!state.over) return { ...game, standing: standing(state, state.turn) };
    if (place.home === game.home) await dropGame(game.id);
    return null;
  } catch (e) {
    return e.code === "not-found" ? null : game;
  }
}

// showKept lists the games that this browser has kept, to go on with them.
async function showKept() {
  // Other programs at this address, and other folders, keep their games in the same place.
  const all = await keptGames();
  // Earlier pages gave no home, or only this one.
  const ours = ({ home }) => home === place.home || (conn.alone ? !home : home === "kept");
  const fragments = new Set();
  const first = ({ fragment }) => !fragments.has(fragment) && fragments.add(fragment);
  const here = all.filter((g) => ours(g) && !tableOf(g) === conn.alone && first(g));
  const most = 12;
  const kept = conn.alone ? here.slice(0, most) : [];
  for (let i = 0; !conn.alone && i < here.length && kept.length < most; i += most)
    kept.push(...(await Promise.all(here.slice(i, i + most).map(running))).filter(Boolean));
  kept.splice(most);
  $("kept").hidden = !kept.length;
  $("kept-list").replaceChildren(
    ...kept.map(({ title, standing, fragment }) => {
      const item = element("li", {});
      const go = async () => {
        leave();
        if (!conn.alone) return join(await conn.ask("state", { table: tableOf({ fragment }) }));
        await openLink(await unpack(new URLSearchParams(fragment.slice(1)).get("play")));
      };
      item.append(
        element(
          "button",
          { onclick: () => go().catch(complain) },
          element("strong", { textContent: title }),
          ` ${standing}`,
        ),
      );
      return item;
    }),
  );
}
