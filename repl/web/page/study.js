// What an author asks of rules as a whole: how they read in English, whether their tests pass, what
// bots make of them.

import { $, element } from "./dom.js";
import { Connection } from "./link.js";

// study fills the panel. Game returns how the rules at hand are loaded, base the name or the handle
// of the game that they come from, if any; reveal shows a line of the rules.
//
// On a static site, where the program does one thing at a time, a second one answers here, so that
// the game goes on meanwhile.
export function study(conn, { game, base, reveal }) {
  let asked = 0; // the request under way
  let own = null; // the second program

  async function program() {
    if (!conn.alone) return conn;
    if (!own) {
      own = new Connection();
      await own.open();
    }
    return own;
  }

  function stop() {
    if (!conn.alone) return conn.ask("cancel", { request: asked }).catch(() => {});
    own?.close("Stopped.");
    own = null;
  }

  async function run(what, work) {
    const note = element("p", { textContent: what, role: "status" });
    const button = element("button", { textContent: "Stop", onclick: stop });
    $("findings").replaceChildren(note, button);
    const buttons = document.querySelectorAll("#studies button");
    for (const b of buttons) b.disabled = true;
    try {
      $("findings").replaceChildren(
        ...(await work((text) => {
          note.textContent = text;
        })),
      );
    } catch (e) {
      $("findings").replaceChildren(element("p", { className: "wrong", textContent: e.message }));
    }
    for (const b of buttons) b.disabled = false;
  }

  const ask = async (method, params, event) => {
    const to = await program();
    asked = to.next;
    return to.ask(method, params, event);
  };

  $("study-book").onclick = () =>
    run("Writing…", async () => {
      const { html } = await ask("rulebook", game());
      // The page has its own style, and would not let in another.
      const text = html.replace(/<style>.*?<\/style>/s, "");
      const page = new DOMParser().parseFromString(text, "text/html");
      // The rules themselves are in the editor.
      page.querySelector("pre")?.previousElementSibling?.remove();
      page.querySelectorAll("pre, script, style").forEach((e) => e.remove());
      for (const link of page.querySelectorAll('a[href^="#f"]')) {
        const [, file, line] = link.getAttribute("href").match(/^#f(\d+)l(\d+)$/) ?? [];
        if (file !== "0") {
          // of the rules that these extend
          link.replaceWith(link.textContent);
          continue;
        }
        link.title = `line ${line} of the rules`;
        link.dataset.line = line;
      }
      const book = element("article", {});
      book.append(...[...page.body.childNodes].map((n) => document.importNode(n, true)));
      return [book];
    });
  $("findings").addEventListener("click", (e) => {
    const line = e.target.closest?.("[data-line]")?.dataset.line;
    if (!line) return;
    e.preventDefault();
    reveal(Number(line));
  });

  $("study-test").onclick = () =>
    run("Testing…", async (say) => {
      const source = game();
      const of = source.name ?? base();
      const none = new Error(
        "There are no tests to run: these rules come neither from a game of this program nor " +
          "from a file that it was started with.",
      );
      if (!of) throw none;
      let n = 0;
      const params = source.text
        ? { text: source.text, toml: source.toml, of }
        : { name: source.name };
      const { passed, failed, left, cases } = await ask("test", params, () =>
        say(`Testing… ${++n}`),
      ).catch((e) => {
        throw e.code === "not-found" ? none : e;
      });
      if (!cases.length && !left)
        throw new Error("There are no tests to run: the game has no test file beside its rules.");
      const sum =
        `${passed} passed, ${failed} failed` +
        (left ? `; ${left} counts of positions were left out` : "");
      const shown = cases
        .filter((c) => !c.passed)
        .map((c) =>
          element(
            "li",
            { className: "error" },
            element("strong", { textContent: c.name }),
            ...c.failures.map((f) =>
              element("p", {
                textContent: `${f.text}: ${f.got ? `it is ${f.got}` : f.detail.join(" ")}`,
              }),
            ),
            ...c.problems.map((p) => element("p", { textContent: p.summary })),
          ),
        );
      return [
        element("p", {}, element("strong", { textContent: sum })),
        element("ul", { className: "cases" }, ...shown),
      ];
    });

  $("study-report").onclick = () =>
    run("Bots play…", async (say) => {
      const { text } = await ask("report", { ...game(), games: 60 }, (_, p) =>
        say(`${p.what}: ${p.done} of ${p.total}`),
      );
      return [element("pre", { textContent: text, tabIndex: 0 })];
    });
}
