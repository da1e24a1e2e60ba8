// Files of a game to keep: a record, PGN and SGF where the game has them, and a picture.

import { $, element } from "./dom.js";
import { complain, conn, flipped, on, view } from "./state.js";

const forms = {
  record: { title: "Record", end: "txt", type: "text/plain" },
  pgn: { title: "PGN", end: "pgn", type: "application/x-chess-pgn" },
  sgf: { title: "SGF", end: "sgf", type: "application/x-go-sgf" },
  svg: { title: "Picture", end: "svg", type: "image/svg+xml" },
};

on("met", () => {
  $("forms").replaceChildren(
    "Save:",
    ...[...view.game.forms, "svg"].map((form) =>
      element("button", {
        id: "save-" + form,
        textContent: forms[form].title,
        onclick: () => save(form).catch(complain),
      }),
    ),
  );
});

// content returns the game, or a picture of the position that is shown.
async function content(form) {
  const { table, at } = view;
  if (form !== "svg") return (await conn.ask("record", { table, form })).record;
  const shown = at === null ? {} : { at };
  return (await conn.ask("board", { table, svg: true, flip: flipped(), ...shown })).svg;
}

async function save(form) {
  const { end, type } = forms[form];
  const file = new Blob([await content(form)], { type });
  const href = URL.createObjectURL(file);
  element("a", { href, download: `${view.game.name}.${end}` }).click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}
