// A game as a link: what is needed to play it again, as JSON, compressed, in the letters that a
// fragment may have.
//
//   {name, preset, options, text, toml, seats, turns, lines: [{name, turns}]}
//
// Name is that of a game that comes with the program; text and toml are rules that somebody has
// changed; seats are the levels that play for players, "" for a person; lines are its variations.

const most = 1 << 20; // characters that a link may expand to

async function through(stream, bytes, limit = Infinity) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts = [];
  for (let n = 0; ;) {
    const { done, value } = await reader.read();
    if (done) return new Uint8Array(await new Blob(parts).arrayBuffer());
    if ((n += value.length) > limit) throw new Error("the link is too long");
    parts.push(value);
  }
}

// pack returns the fragment of a game.
export async function pack(game) {
  const bytes = await through(
    new CompressionStream("deflate-raw"),
    new TextEncoder().encode(JSON.stringify(game)),
  );
  let text = "";
  for (const b of bytes) text += String.fromCharCode(b);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

// unpack returns the game of a fragment. It throws if there is none in it.
export async function unpack(fragment) {
  let game;
  try {
    const text = atob(fragment.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(text, (c) => c.charCodeAt(0));
    const json = await through(new DecompressionStream("deflate-raw"), bytes, most);
    game = Object(JSON.parse(new TextDecoder().decode(json)));
  } catch {
    throw new Error("This link is damaged: it may have been cut off on its way.");
  }
  const text = (x) => (typeof x === "string" && x ? x : undefined);
  const list = (x) => (Array.isArray(x) ? x : []);
  const texts = (x) => list(x).filter((t) => text(t));
  const options = Object.entries(game.options ?? {}).filter(([, v]) => text(v) !== undefined);
  return {
    name: text(game.name),
    preset: text(game.preset),
    text: text(game.text),
    toml: text(game.toml),
    options: options.length ? Object.fromEntries(options) : undefined,
    seats: Array.isArray(game.seats) ? game.seats.map((l) => text(l) ?? "") : [],
    turns: texts(game.turns),
    lines: list(game.lines).flatMap((l) =>
      text(l?.name) ? [{ name: l.name, turns: texts(l.turns) }] : [],
    ),
  };
}
