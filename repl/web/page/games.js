// Which game is played, with which options, and where it goes on.

import { $, element, hide } from "./dom.js";
import { keepGame, keptGames, place, random, tokens } from "./keep.js";
import { pack, unpack } from "./share.js";
import { complain, conn, news, on, say, view } from "./state.js";
import { arrive, meet, refresh } from "./table.js";

// games fills the list of games, once.
export function games() {
  games.asked ??= conn.ask("games").then(({ games: all, families }) => {
    $("game").replaceChildren(
      ...all.map((g) => element("option", { value: g.name, textContent: g.title || g.name })),
    );
    $("game").games = new Map(all.map((g) => [g.name, g]));
    $("game").families = families;
  });
  return games.asked;
}

// join sits down at a table that somebody has begun, whose game may be any.
export async function join(state) {
  view.renewed = null;
  await games();
  const { name, title, options } = await conn.ask("describe", { game: state.game });
  const { text, toml, file } = await conn.ask("rules", { game: state.game });
  const shipped = $("game").games.has(name) && (await conn.ask("rules", { name })).text === text;
  view.source = shipped ? { name } : { text, toml: toml || undefined, file };
  const chosen = options.filter((o) => o.value !== o.default);
  if (chosen.length) view.source.options = Object.fromEntries(chosen.map((o) => [o.name, o.value]));
  if (shipped) {
    $("game").value = name;
    showPresets();
  } else {
    unknown(title || name);
    view.base = state.game;
  }
  await sit(state);
}

// chooseGame takes the game that is chosen.
function chooseGame() {
  view.source = { name: $("game").value };
  showPresets();
}

function showPresets() {
  view.base = $("game").value;
  const { presets = [] } = $("game").games.get($("game").value);
  $("preset").replaceChildren(element("option", { value: "", textContent: "default" }));
  for (const p of presets)
    $("preset").append(
      element("option", { value: p.name, textContent: p.name, title: p.description }),
    );
  $("presets").hidden = !presets.length;
}

function choosePreset() {
  view.source = { name: $("game").value };
  if ($("preset").value) view.source.preset = $("preset").value;
}

// showOptions shows the options of the game as controls: a choice of yes and no as a box to tick.
function showOptions() {
  const { options } = view.game;
  $("options").replaceChildren(
    ...options.map((o) => {
      const title = element("span", { textContent: o.name.replaceAll("_", " ") });
      const help = element("span", { className: "help", textContent: o.help });
      if ([...o.domain].sort().join() === "false,true") {
        const box = element("input", {
          type: "checkbox",
          name: o.name,
          checked: o.value === "true",
        });
        return element("label", { className: "box" }, box, title, help);
      }
      const select = element("select", { name: o.name });
      for (const v of o.domain.slice(0, 200))
        select.append(element("option", { value: v, textContent: v, selected: v === o.value }));
      return element("label", {}, title, select, help);
    }),
  );
}

// chosenOptions returns the options that are not as the rules or the preset have them.
function chosenOptions() {
  const chosen = { ...view.source.options };
  for (const o of view.game.options) {
    const control = $("options").querySelector(`[name="${CSS.escape(o.name)}"]`);
    const value = control?.type === "checkbox" ? String(control.checked) : control?.value;
    if (value !== undefined && value !== o.value) chosen[o.name] = value;
  }
  return chosen;
}

// start begins a new game of what is chosen.
export async function start() {
  view.renewed = null;
  try {
    await sit(await begun(view.source));
  } catch (e) {
    say(e.message);
  }
}

// begun starts a game in place of the one at hand, so that those at the same table can come along,
// unless others play there.
async function begun(source) {
  if (conn.alone || !view.table) return conn.ask("start", { ...source, ...timed() });
  const listed = view.state?.listed;
  try {
    const state = await conn.ask("start", { ...source, ...timed(), listed, instead: view.table });
    tokens.keep(state.table, tokens.of(view.table));
    return state;
  } catch (e) {
    if (e.code !== "taken" && e.code !== "not-found") throw e;
    return conn.ask("start", { ...source, ...timed() });
  }
}

// timed is the clock that is chosen for the next game, if any.
const timed = () => ($("clock").value ? { clock: $("clock").value } : {});

// follow goes along to the table at which the others play on: at once if the game here is over,
// else on a click, as after a return to this table.
async function follow() {
  const { next, over } = view.state;
  const goes = over && next !== view.left;
  $("invitation").hidden = !next || goes;
  if (!next || !goes || view.starting) return;
  await come(next);
}

export async function come(next) {
  hide($("invitation"));
  const token = tokens.of(view.table);
  if (token && !tokens.of(next)) tokens.keep(next, token); // the seats are the same
  say("");
  await join(await conn.ask("state", { table: next }));
  news("The others have begun a new game; this is it.");
}

// renew goes on with the game under other rules or options, as far as its moves are legal there.
export async function renew(source, mine = () => true) {
  const past = view.table ? await conn.ask("history", { table: view.table }) : { turns: [] };
  const fresh = await begun(source);
  if (!mine()) return;
  const turns = soFar(past);
  const { kept, why } = await replay(fresh.table, turns);
  const before = view.renewed?.table === view.table ? view.renewed : null;
  view.source = source;
  view.renewed = { table: fresh.table, game: fresh.game };
  if (view.entry) view.entry = fresh.table; // the same game: not another entry
  await sit(fresh);
  await address().catch(() => {}); // before the page says that it is done
  if (before && before.table !== fresh.table) {
    // what a change replaces is of use to nobody
    await conn.ask("close", { table: before.table }).catch(() => {});
    if (before.game !== fresh.game) await conn.ask("unload", { game: before.game }).catch(() => {});
  }
  say(why ? `The new rules stop the game at turn ${kept + 1}, ${turns[kept]}: ${why}` : "");
  if (turns.length)
    $("status").append(
      kept === turns.length
        ? " · played under the new rules"
        : ` · ${kept} of ${turns.length} turns kept`,
    );
}

// openLink opens the game of a link and plays its moves, as far as they are legal.
export async function openLink({ turns, seats, lines, ...game }) {
  await games();
  const source = Object.fromEntries(Object.entries(game).filter(([, v]) => v !== undefined));
  const state = await conn.ask("start", source);
  if ($("game").games.has(game.name)) {
    $("game").value = game.name;
    showPresets();
    $("preset").value = game.preset ?? "";
  } else {
    unknown("Game of the link");
    view.base = "";
  }
  view.source = source;
  const { kept, why } = await replay(state.table, turns);
  view.seats = seats;
  if (lines.length) view.lines = [{ table: state.table, name: "The game", turns }, ...lines];
  await sit(state);
  if (why) say(`The game of the link stops at turn ${kept + 1}, ${turns[kept]}: ${why}`);
}

// showGame chooses a game and a preset in the lists.
export function showGame(name, preset = "") {
  $("game").value = name;
  if (!$("game").value) $("game").selectedIndex = 0;
  showPresets();
  $("preset").value = preset;
  if (view.game) showOptions();
}

// unknown shows a game that does not come with the program among those that do.
export function unknown(title) {
  $("game").querySelector('option[value=""]')?.remove();
  $("game").prepend(element("option", { value: "", textContent: title }));
  $("game").value = "";
  $("presets").hidden = true;
}

// replay plays turns at a table until one is not legal: kept is how many are, why says what stopped
// it.
export async function replay(table, turns) {
  let { at } = await conn.ask("state", { table });
  if (turns.length) view.hands.add(table);
  for (const [kept, move] of turns.entries()) {
    try {
      at = (await conn.ask("play", { table, move, at })).state.at;
    } catch (e) {
      return { kept, why: e.message };
    }
  }
  return { kept: turns.length, why: "" };
}

// soFar is the turns that are played, without those that were taken back.
export const soFar = ({ turns, at }) => turns.filter((t) => t.to <= at).map((t) => t.text);

// link returns the address of what is shown: of the table or, where nobody else can come to it, of
// the game with its moves.
async function link(past) {
  if (!conn.alone) return "#table=" + view.table;
  const levels = view.seats.some(Boolean) ? { seats: view.seats } : {};
  const now = view.game.secrets ? [] : soFar(past); // nobody here knows them all
  const all = view.lines.map(({ table, name, turns }) =>
    table === view.table ? { name, turns: now } : { name, turns },
  );
  const here = view.lines.some((l) => l.table === view.table);
  const [{ turns }, ...lines] = here ? all : [{ turns: now }];
  return "#play=" + (await pack({ ...view.source, ...levels, turns, lines }));
}

// sit shows a table and hears of its changes.
export async function sit(state) {
  if (view.table && view.table !== state.table)
    conn.ask("unwatch", { table: view.table }).catch(() => {});
  const same = view.game && view.game.game === state.game;
  view.table = state.table;
  view.at = null;
  if (!same) await meet(state.game);
  else showOptions();
  await arrive();
  view.left = view.state.next;
  await refresh();
}

// address puts into the address of the page what is shown. Each table has an entry of its own in
// the browser's history, its variations the same.
async function address() {
  const { turn } = view;
  const fragment = await link(view.past);
  if (turn !== view.turn) return;
  const same = [null, view.table, ...view.lines.map((l) => l.table)].includes(view.entry);
  history[same ? "replaceState" : "pushState"](null, "", fragment);
  view.entry = view.table;
  invite();
  await keep(fragment);
}

// kept are the games that the browser keeps, by home and table: how they are listed, and a promise
// of their names.
const kept = new Map();

// keep keeps the game in the browser once a move has been played, and its variations with it; of a
// game at a server, its table, also while a friend is awaited there, but not a game of others.
async function keep(fragment) {
  const turns = soFar(view.past);
  const { mine, state, game: rules } = view;
  const here = mine.includes(true) || view.hands.has(view.table);
  if (conn.alone ? rules.secrets : !here) return;
  const awaits = state.taken.some((taken, i) => !taken && !view.seats[i]);
  if (!turns.length && (conn.alone || !mine.includes(true) || !awaits)) return;
  const table = view.lines[0]?.table ?? view.table;
  const { home } = place;
  const key = `${home} ${table}`;
  if (!kept.has(key)) kept.set(key, { home, id: conn.alone ? nameOf(fragment) : key });
  const game = kept.get(key);
  if (table === view.table) {
    game.title = rules.title || rules.name;
    game.standing = standing(state, turns.length);
  }
  if (conn.alone || table === view.table)
    await keepGame({ ...game, id: await game.id, fragment });
}

// standing says where a game stands after some turns.
export const standing = ({ over, result, player }, turns) =>
  over ? result.text : `turn ${turns + 1}, ${player} to move`;

// nameOf returns the name under which a game is kept already, as after a reload, or a new one.
async function nameOf(fragment) {
  return (await keptGames()).find((g) => g.fragment === fragment)?.id ?? random();
}

on("met", showOptions);
on("hidden", () => address().catch(() => {}));
on("shown", () => {
  address().catch(() => {});
  follow().catch(complain);
});

// --- Controls ---

const afresh = (choose) => () => {
  say("");
  choose();
  start();
};
$("game").onchange = afresh(() => {
  $("game").querySelector('option[value=""]')?.remove();
  chooseGame();
});
$("preset").onchange = afresh(choosePreset);
$("new").onclick = () => {
  if (view.starting) return; // a second click of the same hand
  const { next, over } = view.state ?? {};
  view.starting = (next && over ? come(next) : start())
    .catch(complain)
    .finally(() => {
      view.starting = null;
    });
};
$("come").onclick = () => come(view.state.next).catch(complain);
$("link").onclick = async () => {
  await navigator.clipboard?.writeText(location.href).catch(() => {});
  if (conn.alone) return say(
    view.game.secrets
      ? "The link is copied: it begins this game anew."
      : "The link is copied: it has the rules and all moves so far.",
  );
  $("invite").hidden = false;
  invite();
  $("invite-link").select();
};

let awaited = false; // whether somebody can still come

// invite keeps the panel with the link up to date. It closes when the last seat is taken.
function invite() {
  const free = view.state.taken.includes(false);
  if (awaited && !free) $("invite-close").click();
  awaited = free;
  $("listed").checked = view.state.listed;
  $("listing").hidden = !view.mine.includes(true) && view.state.taken.includes(true);
  if ($("invite").hidden || $("invite-link").value === location.href) return;
  $("invite-link").value = location.href;
  $("invite-code").src = "qr.png?text=" + encodeURIComponent(location.href);
}
$("listed").onchange = (e) =>
  conn.ask("list", { table: view.table, listed: e.target.checked }).catch((why) => {
    $("listed").checked = view.state.listed;
    complain(why);
  });
$("invite-close").onclick = () =>
  hide($("invite"), () => $("link").focus({ preventScroll: true }));
$("options").onchange = () => {
  const source = { ...view.source, options: chosenOptions() };
  renew(source).catch((e) => {
    say(e.message);
    showOptions();
  });
};
document.addEventListener("pointerdown", (e) => {
  if (!$("setup").contains(e.target)) $("setup").open = false;
});
