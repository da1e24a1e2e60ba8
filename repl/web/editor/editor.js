// The editor of the page: CodeMirror with the words of the language, for people who change rules.
import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import {
  HighlightStyle,
  StreamLanguage,
  bracketMatching,
  foldGutter,
  foldKeymap,
  indentOnInput,
  syntaxHighlighting,
} from "@codemirror/language";
import { lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import {
  EditorView,
  drawSelection,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { builtIns, keywords, types } from "./words.js";

const set = (words) => new Set(words.split(" "));
const keyword = set(keywords),
  builtIn = set(builtIns),
  type = set(types);
const declares = set("def move region counter memory option value piece");

// The tokens of the language, as the lexer in dsl/syntax cuts them.
const rules = StreamLanguage.define({
  name: "rules",
  startState: () => ({ picture: false, declared: false, depth: 0 }),
  copyState: (s) => ({ ...s }),
  token(stream, s) {
    if (s.picture) {
      if (stream.skipTo('"""')) {
        stream.match('"""');
        s.picture = false;
      } else {
        stream.skipToEnd();
      }
      return "string";
    }
    if (stream.eatSpace()) return null;
    if (stream.match(/^#.*/)) return "comment";
    if (stream.match('"""')) {
      s.picture = true;
      return "string";
    }
    if (stream.match(/^"[^"]*"?/)) return "string";
    const word = stream.match(/^[\p{L}_][\p{L}\p{N}_]*/u);
    if (word) {
      const declared = s.declared;
      s.declared = declares.has(word[0]);
      if (declared && !keyword.has(word[0])) return "definition";
      if (keyword.has(word[0])) return "keyword";
      if (builtIn.has(word[0])) return "builtIn";
      if (/^[a-z]\d{1,2}([nsew]|[ns][ew]|ene|ese|wnw|wsw)?$/.test(word[0])) return "site";
      return type.has(word[0]) ? "typeName" : "variableName";
    }
    s.declared = false;
    if (stream.match(/^\d+/)) return "number";
    const c = stream.next();
    if (c === "{" || c === "(") s.depth++;
    if (c === "}" || c === ")") s.depth = Math.max(0, s.depth - 1);
    return /[{}()[\]]/.test(c) ? "bracket" : "operator";
  },
  indent(s, after, context) {
    return Math.max(0, s.depth - (/^\s*[})]/.test(after) ? 1 : 0)) * context.unit;
  },
  languageData: {
    commentTokens: { line: "#" },
    indentOnInput: /^\s*[})]$/,
    closeBrackets: { brackets: ["(", "{", '"'] },
  },
  tokenTable: {
    definition: tags.definition(tags.variableName),
    builtIn: tags.standard(tags.name),
    site: tags.atom,
  },
});

// The colors are variables of the page's style sheet, so that light and dark are its business.
const colors = HighlightStyle.define([
  { tag: tags.keyword, color: "var(--code-keyword)", fontWeight: "600" },
  { tag: tags.standard(tags.name), color: "var(--code-name)" },
  { tag: tags.typeName, color: "var(--code-name)" },
  { tag: tags.definition(tags.variableName), color: "var(--code-defined)", fontWeight: "600" },
  { tag: [tags.string], color: "var(--code-text)" },
  { tag: [tags.number, tags.atom], color: "var(--code-number)" },
  { tag: tags.comment, color: "var(--quiet)", fontStyle: "italic" },
]);
const look = EditorView.theme({
  "&": { height: "100%", fontSize: "13px", color: "var(--ink)", backgroundColor: "var(--card)" },
  "&.cm-focused": { outline: "2px solid var(--accent)", outlineOffset: "-2px" },
  ".cm-scroller": { fontFamily: "ui-monospace, 'DejaVu Sans Mono', monospace", lineHeight: "1.5" },
  ".cm-content": { caretColor: "var(--ink)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  ".cm-gutters": { backgroundColor: "var(--card)", color: "var(--quiet)", border: "none" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "var(--tint)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground": {
    background: "var(--selection)",
  },
  ".cm-selectionBackground": { background: "var(--selection)" },
  ".cm-tooltip": {
    backgroundColor: "var(--card)",
    color: "var(--ink)",
    border: "1px solid var(--line)",
    maxWidth: "34rem",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { fontFamily: "inherit", maxHeight: "14em" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": { padding: "2px 6px" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]": {
    background: "var(--accent)",
    color: "var(--on-accent)",
  },
  ".cm-tooltip.cm-completionInfo": { padding: "6px 10px", maxWidth: "24rem", whiteSpace: "normal" },
  ".cm-completionInfo p": { margin: "0 0 4px" },
  ".cm-completionInfo pre": { margin: 0, whiteSpace: "pre-wrap" },
  ".cm-completionDetail": { color: "inherit", opacity: ".8" },
  ".cm-foldPlaceholder": { backgroundColor: "var(--tint)", border: "none", color: "var(--quiet)" },
});

// completions offers what the program says may stand at the cursor, while a word is being written
// or when it is asked for.
const completions = (complete) => async (context) => {
  const word = context.matchBefore(/[\p{L}_][\p{L}\p{N}_]*/u);
  if (!context.explicit && !word && !context.matchBefore(/\./)) return null;
  try {
    const text = context.state.doc.toString();
    const { from, items } = (await complete(text, context.pos)) ?? {
      from: word?.from ?? context.pos,
      items: known(text),
    };
    const options = items.map((item, i) => ({
      label: item.label,
      apply: item.text,
      type: looks[item.kind] ?? "variable",
      detail: item.detail,
      boost: -Math.min(99, Math.floor((100 * i) / items.length)),
      info: item.doc ? () => about(item.doc) : undefined,
    }));
    return { from, options, validFor: /^[\p{L}\p{N}_]*$/u };
  } catch {
    return null; // the connection has ended, which is told elsewhere
  }
};
const looks = {
  keyword: "keyword",
  function: "function",
  constant: "constant",
  name: "variable",
  method: "method",
  direction: "property",
  file: "namespace",
};

// known are the names that a text declares and the words of the language, for where nobody knows
// better.
function known(text) {
  const names = [
    ...text.matchAll(
      /\b(?:def|move|region|counter|memory|option|value|piece)\s+([\p{L}_][\p{L}\p{N}_]*)/gu,
    ),
  ].map((m) => m[1]);
  const item = (kind) => (label) => ({ label, text: label, kind });
  return [
    ...[...new Set(names)].map(item("name")),
    ...[...builtIn, ...type].sort().map(item("constant")),
    ...[...keyword].map(item("keyword")),
  ];
}

// about shows a description in Markdown, of which it has code and heavy words only.
function about(text) {
  const box = document.createElement("div");
  for (const [i, part] of text.split(/^```.*$/m).entries()) {
    if (!part.trim()) continue;
    const e = document.createElement(i % 2 ? "pre" : "p");
    e.textContent = i % 2 ? part.trim() : part.trim().replaceAll("**", "").replaceAll("`", "");
    box.append(e);
  }
  return box;
}

// create puts an editor into an element. Change is called with the text whenever somebody has
// changed it. The editor stands in a shadow root, where its styles need no permission of the page's
// policy. Complete is given the text and a place in it, and promises {from, items}.
export function create(parent, { text, change, complete }) {
  const root = parent.attachShadow({ mode: "open" });
  let quiet = false;
  const state = (doc) =>
    EditorState.create({
      doc,
      extensions: [
        lineNumbers(),
        highlightActiveLineGutter(),
        highlightSpecialChars(),
        history(),
        foldGutter(),
        drawSelection(),
        indentOnInput(),
        bracketMatching(),
        highlightActiveLine(),
        lintGutter(),
        rules,
        syntaxHighlighting(colors),
        look,
        EditorState.tabSize.of(2),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ "aria-label": "Rules", spellcheck: "false" }),
        autocompletion({ override: [completions(complete)], maxRenderedOptions: 60, icons: false }),
        closeBrackets(),
        keymap.of([
          ...closeBracketsKeymap,
          ...completionKeymap,
          ...defaultKeymap,
          ...historyKeymap,
          ...foldKeymap,
          ...lintKeymap,
          indentWithTab,
        ]),
        EditorView.updateListener.of((u) => {
          if (u.docChanged && !quiet) change(u.state.doc.toString());
        }),
      ],
    });
  const view = new EditorView({ state: state(text), parent: root, root });
  return {
    get text() {
      return view.state.doc.toString();
    },
    // Another text begins another history.
    set text(to) {
      if (to === view.state.doc.toString()) return;
      quiet = true;
      view.setState(state(to));
      quiet = false;
    },
    // show marks mistakes: {from, to, severity, message}, in places of the text.
    show(list) {
      view.dispatch(setDiagnostics(view.state, list));
    },
    reveal(from, to) {
      view.dispatch({
        selection: { anchor: from, head: to },
        effects: EditorView.scrollIntoView(from, { y: "center" }),
      });
      view.focus();
    },
  };
}
