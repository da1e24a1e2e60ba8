// The board in the browser. It speaks the protocol of docs/protocol.md and keeps nothing that the
// program does not know: the table is the truth, and what is shown is asked for again after every
// change.

import { Connection } from "./link.js";
import { pack, unpack } from "./share.js";
import { study } from "./study.js";

const $ = (id) => document.getElementById(id);

const conn = new Connection();
conn.ended = (why) => say(why);

// What is shown now.
const view = {
  table: "",
  game: null,
  state: null,
  moves: [],
  layout: new Map(),
  chosen: [],
  hint: [],
  flip: false,
  at: null,
  base: "", // the game that comes with the program from which the rules come
  source: {}, // how the game was loaded
  mine: [], // which seats of the table belong to this browser
  sat: "", // the table of which that is known
  seats: [],
  levels: [],
  turn: 0, // counts changes, so that late answers are dropped
  names: new Map(), // what stands on sites, in words
};

function say(text) {
  const message = $("message");
  message.textContent = text;
  const line = parseFloat(getComputedStyle(message).fontSize);
  message.classList.toggle("long", message.offsetHeight > 2 * line);
}

function element(name, props = {}, ...children) {
  const e = Object.assign(document.createElement(name), props);
  e.append(...children);
  return e;
}

// --- Loading ---

async function begin() {
  await conn.open();
  $("tab-tables").hidden = conn.alone;
  conn.listener = (event) => {
    if (event === "state") refresh();
  };
  const wanted = new URLSearchParams(location.hash.slice(1));
  if (conn.alone && !location.hash) await conn.learn();
  if (wanted.get("table")) {
    try {
      return await join(await conn.ask("state", { table: wanted.get("table") }));
    } catch {
      say("That table is closed; here is a new one.");
    }
  }
  if (wanted.get("play")) {
    try {
      return await openLink(await unpack(wanted.get("play")));
    } catch (e) {
      say(e.message);
    }
  }
  const preloaded = conn.alone
    ? null
    : await conn.ask("describe", { game: "g1" }).catch(() => null);
  if (preloaded && !wanted.get("game")) return join(await conn.ask("start", { game: "g1" }));
  // The game comes first, the list of the others when it can be played.
  view.source = { name: wanted.get("game") || "cage" };
  try {
    await sit(await conn.ask("start", view.source));
  } catch (e) {
    say(e.message);
  }
  await games();
  const [name, preset] = view.source.name.split(":");
  $("game").value = name;
  if (!$("game").value) $("game").selectedIndex = 0;
  showPresets();
  $("preset").value = preset ?? "";
  if (view.game) showOptions();
}

// games fills the list of games, once.
function games() {
  games.asked ??= conn.ask("games").then(({ games: all }) => {
    $("game").replaceChildren(
      ...all.map((g) => element("option", { value: g.name, textContent: g.title || g.name })),
    );
    $("game").games = new Map(all.map((g) => [g.name, g]));
  });
  return games.asked;
}

// join sits down at a table that somebody has begun, whose game may be any.
async function join(state) {
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
    view.base = "";
  }
  await sit(state);
}

// chooseGame takes the game that is chosen.
async function chooseGame() {
  view.source = { name: $("game").value };
  showPresets();
}

function showPresets() {
  view.base = $("game").value;
  const { presets } = $("game").games.get($("game").value);
  $("preset").replaceChildren(element("option", { value: "", textContent: "default" }));
  for (const p of presets)
    $("preset").append(
      element("option", { value: p.name, textContent: p.name, title: p.description }),
    );
  $("presets").hidden = !presets.length;
}

async function choosePreset() {
  view.source = { name: $("game").value };
  if ($("preset").value) view.source.preset = $("preset").value;
}

// showOptions shows the options of the game as controls: a choice of yes and no as a box to tick.
function showOptions() {
  const { options } = view.game;
  $("setup").hidden = !options.length && $("presets").hidden;
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
async function start() {
  try {
    await sit(await begun(view.source));
  } catch (e) {
    say(e.message);
  }
}

// begun starts a game in place of the one at hand, so that those at the same table can come along,
// unless others play there.
async function begun(source) {
  if (conn.alone || !view.table) return conn.ask("start", source);
  try {
    const state = await conn.ask("start", { ...source, instead: view.table });
    keepToken(view.table, state.table);
    return state;
  } catch (e) {
    if (e.code !== "taken" && e.code !== "not-found") throw e;
    return conn.ask("start", source);
  }
}

// follow goes along to the table at which the others play on: at once if the game here is over,
// else on a click.
async function follow() {
  const { next, over } = view.state;
  $("invitation").hidden = !next || over;
  if (!next || !over || view.starting) return;
  await come(next);
}

async function come(next) {
  $("invitation").hidden = true;
  keepToken(view.table, next);
  say("");
  await go(next);
  news("The others have begun a new game; this is it.");
}
$("come").onclick = () => come(view.state.next).catch((e) => say(e.message));

// A seat goes along to another table.
function keepToken(from, to) {
  const token = sessionStorage.getItem(tokenOf(from));
  if (token) sessionStorage.setItem(tokenOf(to), token);
}

// renew goes on with the game under other rules or options, as far as its moves are legal there.
async function renew(source, mine = () => true) {
  const past = view.table ? await conn.ask("history", { table: view.table }) : { turns: [] };
  const fresh = await begun(source);
  if (!mine()) return;
  const turns = past.turns.map((t) => t.text);
  const { kept, why } = await replay(fresh.table, turns);
  const before = view.renewed;
  view.source = source;
  view.renewed = { table: fresh.table, game: fresh.game };
  await sit(fresh);
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
async function openLink({ turns, ...game }) {
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
  await sit(state);
  if (why) say(`The game of the link stops at turn ${kept + 1}, ${turns[kept]}: ${why}`);
}

// unknown shows a game that does not come with the program among those that do.
function unknown(title) {
  $("game").querySelector('option[value=""]')?.remove();
  $("game").prepend(element("option", { value: "", textContent: title }));
  $("game").value = "";
  $("presets").hidden = true;
}

// replay plays turns at a table until one is not legal: kept is how many are, why says what stopped
// it.
async function replay(table, turns) {
  for (const [kept, move] of turns.entries()) {
    try {
      await conn.ask("play", { table, move });
    } catch (e) {
      return { kept, why: e.message };
    }
  }
  return { kept: turns.length, why: "" };
}

// link returns the address of what is shown: of the table or, where nobody else can come to it, of
// the game with its moves.
async function link(past) {
  if (!conn.alone) return "#table=" + view.table;
  return "#play=" + (await pack({ ...view.source, turns: past.turns.map((t) => t.text) }));
}

// sit shows a table and hears of its changes.
async function sit(state) {
  if (view.table && view.table !== state.table)
    conn.ask("unwatch", { table: view.table }).catch(() => {});
  const same = view.game && view.game.game === state.game;
  view.table = state.table;
  view.at = null;
  if (!same) await meet(state.game);
  else showOptions();
  await conn.ask("watch", { table: state.table });
  if (view.sat !== state.table) await again(state.table);
  view.sat = state.table;
  await refresh();
}

// meet asks for what is the same in all positions of a game.
async function meet(game) {
  view.game = await conn.ask("describe", { game });
  view.levels = (await conn.ask("levels", { game })).levels;
  document.title = view.game.title || view.game.name;
  const seats = view.game.players.map((p, i) => {
    const select = element("select", { id: "seat" + i });
    select.append(element("option", { value: "", textContent: "person" }));
    for (const l of view.levels)
      select.append(element("option", { value: l.name, textContent: l.name, title: l.title }));
    if (!view.levels.some((l) => l.name === view.seats[i])) view.seats[i] = "";
    select.value = view.seats[i];
    select.onchange = async () => {
      view.seats[i] = select.value;
      if (select.value && !conn.alone) await take(i); // a bot's seat is its owner's
      bots();
    };
    const button = element("button", {
      id: "take" + i,
      hidden: conn.alone,
      onclick: () => (view.mine[i] ? leave(i) : take(i)),
    });
    return element(
      "div",
      { className: "seat" },
      element("label", {}, disc(p), element("span", { textContent: p.name }), select),
      button,
      element("p", { id: "has" + i }),
    );
  });
  $("seats").replaceChildren(...seats);
  showOptions();
  const rules = view.source.text ? view.source : await conn.ask("rules", { game });
  view.toml = rules.toml;
  showRules(rules.text);
}

// paints are the colors of pieces, as the pictures have them.
const paints = {
  black: "#26221f",
  white: "#fdfcf8",
  red: "#c8372d",
  green: "#3f8f4f",
  yellow: "#f2c230",
  blue: "#2f62b5",
  magenta: "#a63a8c",
  cyan: "#7fd0d8",
  orange: "#ee8a2b",
  gray: "#8d8983",
};

// disc shows the color of a player's pieces.
function disc(player, name = "disc") {
  const e = element("span", { className: name });
  e.setAttribute("aria-hidden", "true");
  if (paints[player?.color]) e.style.background = paints[player.color];
  else e.hidden = true;
  return e;
}

// --- Seats ---

// A seat that is taken belongs to this browser: the token is kept for as long as its window is
// open.
const tokenOf = (table) => "token " + table;

async function take(seat) {
  const params = { table: view.table, player: view.game.players[seat].name };
  const token = sessionStorage.getItem(tokenOf(view.table));
  if (token) params.token = token;
  try {
    seated(await conn.ask("sit", params));
  } catch (e) {
    say(e.message);
  }
}

async function leave(seat) {
  view.mine[seat] = false;
  view.seats[seat] = "";
  $("seat" + seat).value = "";
  await conn
    .ask("leave", { table: view.table, player: view.game.players[seat].name })
    .catch((e) => say(e.message));
}

function seated({ token, mine, state }) {
  sessionStorage.setItem(tokenOf(state.table), token);
  view.mine = mine;
  view.state = state;
  showSeats();
}

// again takes the seats that this browser has had at the table.
async function again(table) {
  view.mine = [];
  const token = conn.alone ? null : sessionStorage.getItem(tokenOf(table));
  if (!token) return;
  try {
    seated(await conn.ask("sit", { table, token }));
  } catch {
    sessionStorage.removeItem(tokenOf(table)); // it belonged to a table of the same name
  }
}

function showSeats() {
  for (const [i, taken] of view.state.taken.entries()) {
    const button = $("take" + i),
      name = view.game.players[i].name;
    const theirs = taken && !view.mine[i];
    button.disabled = theirs;
    button.textContent = view.mine[i] ? "Stand up" : theirs ? "Taken" : "Sit here";
    button.setAttribute("aria-label", `${button.textContent}: ${name}`);
    $("seat" + i).disabled = theirs;
  }
}

// --- Tables ---

const titles = new Map(); // of games, by handle

async function showTables() {
  const { tables } = await conn.ask("tables");
  for (const { game } of tables) {
    if (titles.has(game)) continue;
    const { title, name } = await conn.ask("describe", { game }).catch(() => ({ title: "a game" }));
    titles.set(game, title || name);
  }
  $("list").replaceChildren(
    ...tables.reverse().map((t) => {
      const free = t.taken.filter((x) => !x).length;
      const about = [
        t.over ? t.result.text : `turn ${t.turn + 1}, ${t.player} to move`,
        free === t.taken.length ? "all seats free" : `${free} of ${t.taken.length} seats free`,
        `${t.watchers} looking on`,
      ].join(" · ");
      const button = element(
        "button",
        { onclick: () => go(t.table) },
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

// --- Showing ---

async function refresh() {
  const turn = ++view.turn;
  const at = view.at === null ? {} : { at: view.at };
  const table = view.table;
  const [state, board, legal, past] = await Promise.all([
    conn.ask("state", { table }),
    conn.ask("board", { table, svg: true, targets: true, holdings: true, flip: view.flip, ...at }),
    view.at === null ? conn.ask("moves", { table }) : { moves: [] },
    conn.ask("history", { table }),
    know(),
  ]);
  if (turn !== view.turn) return;
  view.state = state;
  view.moves = legal.moves;
  view.chosen = [];
  view.hint = [];
  showStatus();
  showHistory(past);
  showSeats();
  showHoldings(board.holdings);
  draw(board.svg);
  const address = await link(past);
  if (turn !== view.turn) return;
  history.replaceState(null, "", address);
  await follow();
  if (turn === view.turn) bots();
}

// know asks where the sites of the board are, once for each game and each side from which it is
// seen.
async function know() {
  const of = view.game.game + view.flip;
  if (view.known === of) return;
  const { layout } = await conn.ask("board", { table: view.table, layout: true, flip: view.flip });
  view.layout = new Map(layout.sites.map((s) => [s.site, s]));
  view.unit = layout.unit;
  view.known = of;
}

function showStatus() {
  const s = view.state;
  let text = s.over
    ? (s.result?.text ?? "The game is over.")
    : s.chance
      ? "Chance decides."
      : `${s.player} to move`;
  if (!s.over && s.inTurn && !s.rolled && !s.chance)
    text = `${s.player} goes on: ${kindsOfMoves()}`;
  if (view.at !== null) text = `After ${view.at} of ${s.steps} moves`;
  $("status").replaceChildren(text);
  if (!s.over && !s.chance && view.at === null)
    $("status").prepend(disc(view.game.players[s.seat], "player"));
  $("undo").disabled = s.at === 0;
  $("redo").disabled = s.at === s.steps;
  const last = view.at === null ? s.last : null;
  news(
    ...(last
      ? [
          s.rolled ? `${last.player} rolled ${s.rolled}` : `${last.player}: ${last.text}`,
          ...(last.says ?? []),
        ]
      : [view.game.title || view.game.name]),
  );
}

// kindsOfMoves names the moves that are legal, as "raise or lay".
function kindsOfMoves() {
  const names = [...new Set(view.moves.map((m) => (m.move || m.text).replaceAll("_", " ")))];
  return names.length > 1 ? `${names.slice(0, -1).join(", ")} or ${names.at(-1)}` : names[0];
}

// news tells what has just happened, to those who listen too: the last move, what the rules
// announce, and what the dice showed.
function news(move = "", ...says) {
  const parts = [element("span", { textContent: move })];
  for (const text of says) parts.push(" ", element("strong", { textContent: text }));
  if ($("news").textContent === parts.map((p) => p.textContent ?? p).join("")) return;
  $("news").replaceChildren(...parts);
}

// showHoldings tells what players have, beside what the board shows.
function showHoldings({ players, common }) {
  players.forEach((text, i) => {
    $("has" + i).textContent = text;
  });
  $("common").textContent = common;
}

function showHistory(past) {
  const items = past.turns.map((t, i) => {
    const b = element("button", {
      textContent: `${t.player ? t.player + ": " : ""}${t.text}`,
      onclick: () => show(t.to ?? t.end ?? i + 1),
    });
    const here = view.at === null ? past.at : view.at;
    if ((t.to ?? t.end) === here) b.setAttribute("aria-current", "true");
    return element("li", {}, b);
  });
  $("history").replaceChildren(...items);
  $("about").hidden = items.length > 0; // before the first move, what the game is about
  $("what").textContent = view.game.description;
  // Without moving the page.
  if (view.at === null) $("history").scrollTop = $("history").scrollHeight;
}

// show looks at an earlier position; at the last one the game goes on.
function show(at) {
  view.at = at >= view.state.steps ? null : at;
  refresh();
}

// sitesOf returns the sites that a move names, in its order.
const sitesOf = (m) => m.roles.filter((r) => r.type === "site").map((r) => r.value);

// after returns the moves that name all the sites, the first of them first, the others in this
// order.
function after(sites) {
  return view.moves.filter((m) => {
    const own = sitesOf(m);
    if (!sites.length) return true;
    if (own[0] !== sites[0]) return false;
    let i = 0;
    for (const s of sites) {
      i = own.indexOf(s, i);
      if (i < 0) return false;
      i++;
    }
    return true;
  });
}

// open returns the sites that may be chosen next.
function open() {
  const n = view.chosen.length;
  const next = new Set();
  for (const m of after(view.chosen)) {
    const own = sitesOf(m);
    if (n === 0) {
      if (own.length) next.add(own[0]);
      continue;
    }
    for (const s of own.slice(own.indexOf(view.chosen[n - 1]) + 1)) next.add(s);
  }
  return next;
}

// draw shows the board, and what can be done on it.
function draw(svg) {
  const focused = document.activeElement?.dataset?.site;
  const parsed = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  // A picture is one thing to a screen reader, which would hide the buttons in it.
  parsed.setAttribute("role", "group");
  parsed.setAttribute("aria-label", "Board");
  parsed.querySelector("title")?.remove();
  $("board").replaceChildren(document.importNode(parsed, true));
  const [width, height] = ["width", "height"].map((n) => Number(parsed.getAttribute(n)));
  $("board").style.setProperty("--ratio", width / height);
  // The cells of a small board need not be huge.
  $("board").style.setProperty("--breadth", `${2 * width}px`);
  view.names.clear();
  for (const man of $("board").querySelectorAll("[data-piece]")) {
    const site = man.dataset.piece;
    man.setAttribute("aria-hidden", "true"); // the site says it
    view.names.set(site, man.querySelector("title").textContent.slice(site.length + 2));
  }
  mark();
  if (focused)
    $("board")
      .querySelector(`[data-site="${CSS.escape(focused)}"]`)
      ?.focus();
}

// mark points out what has been chosen of a move and where it may go, and names the sites for those
// who listen.
function mark() {
  const next = open();
  const marks = vector("g", { id: "marks" });
  const sites = $("board").querySelector(".sites");
  $("marks")?.remove();
  for (const site of view.chosen) marks.append(frame(site, "chosen"));
  for (const site of view.hint) marks.append(frame(site, "hint"));
  if (view.chosen.length) for (const site of next) marks.append(target(site));
  sites.before(marks);
  let first = null,
    stop = null;
  const focused = document.activeElement?.dataset?.site;
  for (const shape of sites.children) {
    const site = shape.dataset.site;
    const used = next.has(site) || view.chosen.includes(site);
    shape.classList.toggle("open", used);
    shape.classList.toggle("man", used && view.names.has(site)); // which a finger can drag
    if (shape.dataset.kind === "cell" || used) {
      shape.setAttribute("role", "button");
      shape.setAttribute("tabindex", "-1");
      shape.setAttribute("aria-label", label(site, next.has(site)));
      shape.setAttribute("aria-pressed", view.chosen.includes(site));
      if (site === focused) stop = shape;
    } else {
      for (const name of ["role", "tabindex", "aria-label", "aria-pressed"])
        shape.removeAttribute(name);
    }
    if (used && !first) first = shape;
  }
  (stop ?? first ?? sites.firstElementChild)?.setAttribute("tabindex", "0");
  showChoices();
}

// vector makes an element of a picture.
function vector(name, attributes) {
  const e = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [n, v] of Object.entries(attributes)) e.setAttribute(n, v);
  return e;
}

// frame is a line around a site.
function frame(site, name) {
  const { kind, x, y, outline } = view.layout.get(site);
  if (kind === "edge")
    return vector("line", {
      class: name,
      x1: outline[0][0],
      y1: outline[0][1],
      x2: outline[1][0],
      y2: outline[1][1],
    });
  if (kind === "corner" || !outline.length)
    return vector("circle", {
      class: name,
      cx: x,
      cy: y,
      r: view.unit * (kind === "corner" ? 0.14 : 0.44),
    });
  return vector("polygon", {
    class: name,
    points: outline.map(([a, b]) => `${x + (a - x) * 0.93},${y + (b - y) * 0.93}`).join(" "),
  });
}

// target shows that a move may go to a site: a dot, or a ring around what stands there.
function target(site) {
  const { kind, x, y } = view.layout.get(site);
  if (kind === "cell" && view.names.has(site))
    return vector("circle", { class: "ring", cx: x, cy: y, r: view.unit * 0.43 });
  return vector("circle", {
    class: "dot",
    cx: x,
    cy: y,
    r: view.unit * (kind === "cell" ? 0.13 : 0.085),
  });
}

function label(site, used) {
  return `${site}, ${view.names.get(site) ?? "empty"}${used ? ", can be chosen" : ""}`;
}

// showChoices offers what no click on the board can tell: passes, moves without sites, and moves
// that differ in more than their sites, such as the kind of a piece.
function showChoices() {
  const list = after(view.chosen).filter((m) => {
    const own = sitesOf(m);
    return view.chosen.length ? own.at(-1) === view.chosen.at(-1) : own.length === 0;
  });
  $("choices").replaceChildren(
    ...list.map((m) =>
      element("button", { textContent: m.text, title: m.long, onclick: () => play(m.text) }),
    ),
  );
}

// --- Moving ---

function choose(site) {
  say("");
  if (view.at !== null || view.state.over) return;
  if (view.chosen.at(-1) === site) {
    view.chosen = view.chosen.slice(0, -1);
    return mark();
  }
  const sites = [...view.chosen, site];
  const left = after(sites);
  if (!left.length || !open().has(site)) {
    if (after([site]).length) {
      view.chosen = [site];
      return mark();
    }
    if (view.chosen.length) refuse(sites);
    view.chosen = [];
    return mark();
  }
  const whole = left.filter((m) => sitesOf(m).at(-1) === site);
  if (left.length === 1 && whole.length === 1) {
    slide(sites[0], site);
    return play(left[0].text);
  }
  view.chosen = sites;
  return mark();
}

// slide shows a piece where it is going while the program plays the move; the answer shows what
// came of it.
function slide(from, to) {
  const man = $("board").querySelector(`[data-piece="${CSS.escape(from)}"]`);
  if (!man || from === to || view.layout.get(to).kind !== "cell") return;
  const a = view.layout.get(from),
    b = view.layout.get(to);
  $("marks").before(man);
  $("marks").replaceChildren();
  man.setAttribute("transform", `translate(${b.x - a.x} ${b.y - a.y})`);
}

// refuse says why a move that somebody tried is not legal.
async function refuse(sites) {
  for (const move of [sites.join("-"), sites.join("x"), sites.join(" ")]) {
    try {
      const { legal, message } = await conn.ask("why", { table: view.table, move });
      if (!legal && message) return say(message);
    } catch {
      // not a notation of the game; try the next one
    }
  }
  say(`No legal move goes from ${sites[0]} to ${sites.at(-1)}.`);
}

// play plays a move, and tells whether it was legal.
async function play(move) {
  say("");
  let played = true;
  try {
    await conn.ask("play", { table: view.table, move, at: view.state.at });
  } catch (e) {
    played = false;
    say(e.message);
  }
  view.chosen = [];
  view.at = null;
  await refresh();
  return played;
}

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
    if (e.code === "changed" || e.code === "over" || e.code === "canceled") return refresh();
    say(e.message); // and the seat is a person's again, or the same would happen without end
    view.seats[s.seat] = "";
    const select = $("seat" + s.seat);
    if (select) select.value = "";
    return;
  }
  view.busy = "";
  await refresh();
}

// --- Rules ---

// The text is in an editor, which is loaded when it is first looked at, or in a plain field if that
// fails.
let editor = null,
  opening = null;

function openEditor() {
  opening ??= loadEditor();
  return opening;
}

async function loadEditor() {
  try {
    const { create } = await import("./editor.js");
    editor = create($("editor"), { text: $("text").value, change: changed, complete });
    $("editor").editor = editor;
    $("text").hidden = true;
  } catch (e) {
    console.error(e); // the plain field does
  }
}

// complete asks what may stand at a place of the text. The program of a static site does not know;
// null leaves it to the editor.
async function complete(text, at) {
  if (conn.alone) return null;
  const offset = new TextEncoder().encode(text.slice(0, at)).length;
  const { items, offset: from, endOffset: to } = await conn.ask("complete", { text, offset });
  const place = places(text);
  return { from: place(from), to: place(to), items };
}

const rulesText = () => (editor ? editor.text : $("text").value);

function showRules(text) {
  if (rulesText() === text) return;
  $("text").value = text;
  if (editor) editor.text = text;
  $("problems").replaceChildren();
}

// places returns a function from bytes of a text to characters of it, by which JavaScript counts.
function places(text) {
  const bytes = new TextEncoder().encode(text);
  return bytes.length === text.length
    ? (n) => n
    : (n) => new TextDecoder().decode(bytes.subarray(0, n)).length;
}

let typing = 0;
const changed = () => rulesChanged().catch((e) => say(e.message));

// rulesChanged checks the text and, if it is right, goes on with the game under the new rules.
async function rulesChanged() {
  const mine = ++typing;
  await new Promise((r) => setTimeout(r, 300));
  if (mine !== typing) return;
  const text = rulesText();
  const source = { text, toml: view.toml || undefined };
  const { diagnostics } = await conn.ask("check", source);
  if (mine !== typing) return;
  showProblems(text, diagnostics);
  if (diagnostics.some((d) => d.severity === "error")) return;
  const { options } = await conn.ask("options", source);
  const chosen = {};
  for (const o of options) {
    const now = view.game.options.find((p) => p.name === o.name)?.value;
    if (now !== undefined && now !== o.value && o.domain.includes(now)) chosen[o.name] = now;
  }
  if (Object.keys(chosen).length) source.options = chosen;
  if (mine !== typing) return;
  await renew(source, () => mine === typing);
  unknown(`${view.game.title || view.game.name}, changed`);
}

// select selects a part of the text and shows it.
function select(from, to) {
  if (editor) return editor.reveal(from, to);
  $("text").focus();
  $("text").setSelectionRange(from, to);
}

function showProblems(text, diagnostics) {
  const place = places(text);
  const list = diagnostics.map((d) => ({
    from: place(d.offset),
    to: Math.max(place(d.endOffset), place(d.offset)),
    severity: d.severity === "note" ? "info" : d.severity,
    line: d.line,
    message: [d.summary, d.detail, d.suggestion].filter(Boolean).join("\n"),
  }));
  editor?.show(list);
  $("problems").replaceChildren(
    ...list.map((d) => {
      const go = () => select(d.from, d.to);
      const [summary, ...more] = d.message.split("\n");
      const button = element(
        "button",
        { onclick: go },
        element("strong", { textContent: `Line ${d.line}: ${summary}` }),
      );
      if (more.length) button.append(" ", more.join(" "));
      return element("li", { className: d.severity }, button);
    }),
  );
}

// --- Controls ---

const afresh = (choose) => () => {
  say("");
  choose()
    .then(start)
    .catch((e) => say(e.message));
};
$("game").onchange = afresh(async () => {
  $("game").querySelector('option[value=""]')?.remove();
  await chooseGame();
});
$("preset").onchange = afresh(choosePreset);
$("new").onclick = () => {
  if (view.starting) return; // a second click of the same hand
  const { next, over } = view.state ?? {};
  view.starting = (next && over ? come(next) : start())
    .catch((e) => say(e.message))
    .finally(() => {
      view.starting = null;
    });
};
$("undo").onclick = () => change("undo");
$("redo").onclick = () => change("redo");
$("flip").onclick = () => {
  view.flip = !view.flip;
  refresh();
};
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
    const turn = view.turn;
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
    view.chosen = [];
    view.hint = found ? sitesOf(found) : [];
    mark();
  } catch (e) {
    showStatus();
    say(e.message);
  } finally {
    view.hinting = false;
  }
};
$("link").onclick = async () => {
  await navigator.clipboard?.writeText(location.href).catch(() => {});
  say(
    conn.alone
      ? "The link is copied: it has the rules and all moves so far."
      : `Whoever opens ${location.href} sits at this table.`,
  );
};
$("type").onsubmit = async (e) => {
  e.preventDefault();
  const typed = $("move").value;
  // A refused line stays to be corrected; what has been typed since is the next move.
  if (typed.trim() && (await play(typed.trim())) && $("move").value === typed) $("move").value = "";
};
$("text").oninput = changed;
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

// change takes back or replays moves up to the next turn in which a person has a choice. If it
// stopped where a bot moves or dice are rolled, the page would play on at once, and the button
// would seem to do nothing.
async function change(method) {
  view.at = null;
  const table = view.table;
  const bot = (s) => view.seats[s.seat] && view.seats.includes("");
  try {
    view.busy = table; // no bot moves in between
    let s;
    do s = await conn.ask(method, { table, steps: 1 });
    while (s.at > 0 && s.at < s.steps && (s.chance || bot(s) || (s.inTurn && !s.rolled)));
    say("");
  } catch (e) {
    say(e.message);
  }
  if (view.busy === table) view.busy = "";
  await refresh();
}

// A click chooses a site. A drag takes the piece along: it chooses where it begins and where it
// ends.
let pressed = null; // {site, x, y, man}
const siteAt = (e) =>
  document.elementFromPoint(e.clientX, e.clientY)?.closest?.("[data-site]")?.dataset.site ?? null;
const draggable = (site) =>
  view.at === null &&
  !view.state.over &&
  view.names.has(site) &&
  (view.chosen.at(-1) === site || after([site]).some((m) => sitesOf(m).length > 1));

$("board").addEventListener("pointerdown", (e) => {
  const site = e.button === 0 && e.isPrimary ? siteAt(e) : null;
  pressed = site && { site, x: e.clientX, y: e.clientY, man: null };
});
addEventListener("pointermove", (e) => {
  if (!pressed || !e.isPrimary) return;
  const dx = e.clientX - pressed.x,
    dy = e.clientY - pressed.y;
  if (!pressed.man) {
    if (Math.hypot(dx, dy) < 6 || !draggable(pressed.site)) return;
    if (view.chosen.at(-1) !== pressed.site) {
      view.chosen = [];
      choose(pressed.site);
    }
    pressed.man = $("board").querySelector(`[data-piece="${CSS.escape(pressed.site)}"]`);
    $("marks").after(pressed.man); // above the others
    $("board").classList.add("dragging");
  }
  const svg = $("board").firstElementChild;
  const scale = svg.viewBox.baseVal.width / svg.getBoundingClientRect().width;
  pressed.man.setAttribute("transform", `translate(${dx * scale} ${dy * scale})`);
});
addEventListener("pointerup", (e) => {
  if (!pressed || !e.isPrimary) return;
  const { site: from, man } = pressed,
    to = siteAt(e);
  pressed = null;
  $("board").classList.remove("dragging");
  if (man) {
    // A piece that is not played goes back.
    if (!to || to === from) return man.removeAttribute("transform");
    const played = choose(to);
    if (!played?.then) man.removeAttribute("transform");
    return played;
  }
  if (to && to === from) choose(to);
});
addEventListener("pointercancel", () => {
  pressed?.man?.removeAttribute("transform");
  pressed = null;
  $("board").classList.remove("dragging");
});

// The arrow keys go from site to site, Enter and the space bar choose.
$("board").addEventListener("keydown", (e) => {
  const site = e.target.dataset?.site;
  if (!site) return;
  if (e.key === "Enter" || e.key === " ") {
    e.preventDefault();
    return choose(site);
  }
  if (e.key === "Escape") {
    view.chosen = [];
    return mark();
  }
  const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[
    e.key
  ];
  if (!way) return;
  e.preventDefault();
  const turn = view.flip ? -1 : 1;
  const here = view.layout.get(site);
  let best = null,
    least = Infinity;
  for (const shape of $("board").querySelectorAll("[data-site][tabindex]")) {
    const there = view.layout.get(shape.dataset.site);
    const dx = (there.x - here.x) * turn,
      dy = (there.y - here.y) * turn;
    const along = dx * way[0] + dy * way[1],
      aside = Math.abs(dx * way[1]) + Math.abs(dy * way[0]);
    if (along > 1 && along + 2 * aside < least) [best, least] = [shape, along + 2 * aside];
  }
  if (best) {
    e.target.setAttribute("tabindex", "-1");
    best.setAttribute("tabindex", "0");
    best.focus();
  }
});

$("book").onclick = () => {
  $("tab-study").click();
  $("study-book").click();
};

// The tabs.
for (const tab of document.querySelectorAll("[role=tab]")) {
  tab.onclick = () => {
    if (tab.id === "tab-rules") openEditor();
    if (tab.id === "tab-tables") showTables().catch((e) => say(e.message));
    document
      .querySelector("main")
      .classList.toggle("wide", tab.id === "tab-rules" || tab.id === "tab-study");
    for (const t of document.querySelectorAll("[role=tab]")) {
      const on = t === tab;
      t.setAttribute("aria-selected", on);
      t.tabIndex = on ? 0 : -1;
      $(t.getAttribute("aria-controls")).hidden = !on;
    }
  };
  tab.onkeydown = (e) => {
    if (e.key !== "ArrowLeft" && e.key !== "ArrowRight") return;
    const all = [...document.querySelectorAll("[role=tab]")].filter((t) => !t.hidden);
    const other =
      all[(all.indexOf(tab) + (e.key === "ArrowRight" ? 1 : all.length - 1)) % all.length];
    other.click();
    other.focus();
  };
}

study(conn, {
  game: () => view.source,
  base: () => view.base,
  async reveal(line) {
    $("tab-rules").click();
    await openEditor();
    const lines = rulesText().split("\n").slice(0, line);
    const to = lines.join("\n").length;
    select(to - lines.at(-1).length, to);
  },
});

begin().catch((e) => say(e.message));
