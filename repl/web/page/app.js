// The board in the browser. It speaks the protocol of docs/protocol.md and keeps nothing that the
// program does not know.
//
//	dom, link, share,    elements, the way to the program, games as links,
//	keep                 and what the browser keeps
//	state                what is shown now
//	choice               what clicks mean, among the legal moves
//	table                the table: what stands there, and what is done there
//	motion, board,       the parts of the page that show it
//	status, seats,
//	history, judge, save
//	bots, walls,         who plays: bots; mouse, finger and keys, also before their turn
//	premove, input
//	games, again,        which game is played, with whom, and where
//	variations, people,
//	tables
//	lobby                the first page
//	rules, study         the rules, which can be changed
//
// A module imports only those above it.

import "./again.js";
import "./bots.js";
import "./history.js";
import "./input.js";
import "./judge.js";
import "./people.js";
import "./save.js";
import "./variations.js";
import { $ } from "./dom.js";
import { games, join, openLink, showGame, sit } from "./games.js";
import { place } from "./keep.js";
import { lobby } from "./lobby.js";
import { line, openEditor } from "./rules.js";
import { unpack } from "./share.js";
import { complain, conn, say, view } from "./state.js";
import { study } from "./study.js";
import { refresh, sayWaiting } from "./table.js";
import { showTables } from "./tables.js";

conn.ended = (why) => say(why);
conn.lost = (lost) => {
  $("connecting").hidden = !lost;
  sayWaiting();
};

async function begin() {
  conn.failed = complain;
  await conn.open();
  const hello = conn.alone ? {} : await conn.ask("hello");
  if (!conn.alone) place.home = hello.home;
  $("tab-tables").hidden = $("naming").hidden = conn.alone;
  conn.listener = (event) => {
    if (event === "state") refresh().catch(complain);
  };
  addEventListener("hashchange", () => location.reload()); // another link, in this tab
  const wanted = new URLSearchParams(location.hash.slice(1));
  if (conn.alone) await conn.learn(!wanted.get("play"));
  let why = "";
  if (wanted.get("table")) {
    try {
      return await join(await conn.ask("state", { table: wanted.get("table") }));
    } catch (e) {
      const none = "That table is closed, or the link is not whole.";
      why = e.code === "not-found" ? none : e.message;
    }
  }
  if (wanted.get("play")) {
    try {
      return await openLink(await unpack(wanted.get("play")));
    } catch (e) {
      why = e.message;
    }
  }
  if (hello.game && !wanted.get("game")) {
    await join(await conn.ask("start", { game: hello.game }));
    return why && say(why);
  }
  if (why || ![...wanted.keys()].length) return lobby(why);
  // The game comes first, the list of the others when it can be played.
  view.source = { name: wanted.get("game") || "cage" };
  try {
    await sit(await conn.ask("start", view.source));
  } catch (e) {
    return lobby(e.message);
  }
  await games();
  showGame(...view.source.name.split(":"));
}

// The tabs.
const tabs = [...document.querySelectorAll("[role=tab]")];
for (const tab of tabs) {
  tab.onclick = () => {
    if (tab.id === "tab-rules") openEditor();
    if (tab.id === "tab-tables") showTables().catch(complain);
    document
      .querySelector("main")
      .classList.toggle("wide", tab.id === "tab-rules" || tab.id === "tab-study");
    for (const t of tabs) {
      const on = t === tab;
      t.setAttribute("aria-selected", on);
      t.tabIndex = on ? 0 : -1;
      $(t.getAttribute("aria-controls")).hidden = !on;
    }
  };
  tab.onkeydown = (e) => {
    if (e.key !== "ArrowLeft" && e.key !== "ArrowRight") return;
    const all = tabs.filter((t) => !t.hidden);
    const on = all.indexOf(tab) + (e.key === "ArrowRight" ? 1 : all.length - 1);
    all[on % all.length].click();
    all[on % all.length].focus();
  };
}

$("book").onclick = () => {
  $("tab-study").click();
  $("study-book").click();
};

study(conn, {
  game: () => view.source,
  base: () => view.base,
  reveal(number) {
    $("tab-rules").click();
    return line(number);
  },
});

// A static site is kept, to be played without a network, once the page has all it needs.
async function settle() {
  if (!conn.alone || !navigator.serviceWorker) return;
  await conn.ask("hello");
  await navigator.serviceWorker.register("service.js");
}

begin()
  .then(settle)
  .catch(complain);
