// The panel in which the rules are changed.

import { $, element } from "./dom.js";
import { renew, unknown } from "./games.js";
import { complain, conn, on, view } from "./state.js";

// The text is in an editor, or in a plain field if that cannot be loaded. Both are filled when they
// are first looked at, and again if that failed.
let editor = null,
  opening = null,
  filled = null; // the game whose rules are shown

on("met", () => opening && fill().catch(complain));

async function fill() {
  const { game } = view;
  if (!game) return; // until it is met
  const rules = view.source.text ? view.source : await conn.ask("rules", { game: game.game });
  if (view.game !== game) return;
  filled = game;
  view.toml = rules.toml;
  showRules(rules.text);
}

export function openEditor() {
  opening ??= loadEditor();
  return Promise.all([opening, filled === view.game || fill().catch(complain)]);
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
const changed = () => rulesChanged().catch(complain);

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

$("text").oninput = changed;

// line shows a line of the rules, counted from 1.
export async function line(number) {
  await openEditor();
  const lines = rulesText().split("\n").slice(0, number);
  const to = lines.join("\n").length;
  select(to - lines.at(-1).length, to);
}
