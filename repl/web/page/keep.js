// What this browser keeps: tokens, by which it has its seats, and games.

// random returns a text that nobody can guess, also where a page has no encryption.
export const random = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) =>
    b.toString(16).padStart(2, "0"),
  ).join("");

// place is where tables are, which may be called like those of another program at this address; a
// static site has the games of its folder.
export const place = { home: new URL(".", location).pathname };

const tokenOf = (table) => `token ${place.home} ${table}`;

export const tokens = {
  of: (table) =>
    localStorage.getItem(tokenOf(table)) ?? localStorage.getItem("token " + table), // of old pages
  keep(table, token) {
    if (token) localStorage.setItem(tokenOf(table), token);
    else localStorage.removeItem(tokenOf(table));
  },
  // make keeps a new token, before anyone hears of it: whatever is lost on the way, it is known
  // here.
  make(table) {
    const token = random();
    this.keep(table, token);
    return token;
  },
};

const most = 50; // games that are kept

// lines are the variations of games at tables, by the tables: lists of {table, name, turns, home}.
export const lines = {
  all: () => JSON.parse(localStorage.getItem("lines") ?? "[]"),
  of: (table) => lines.all().find((list) => has(list, table)) ?? [],
  keep(list) {
    const all = [list, ...lines.all().filter((other) => !has(other, list[0].table))];
    list[0].home = place.home;
    localStorage.setItem("lines", JSON.stringify(all.slice(0, most)));
  },
};
const has = (list, table) =>
  (list[0].home ?? place.home) === place.home && list.some((l) => l.table === table);

// games is the store of games, opened once: {id, home, time, title, fragment, standing}.
let opened = null;

function games() {
  opened ??= new Promise((resolve, reject) => {
    const asked = indexedDB.open("boardgame", 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore("games", { keyPath: "id" });
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });
  return opened;
}

// work runs a request on the store and returns its result.
async function work(mode, request) {
  const store = (await games()).transaction("games", mode).objectStore("games");
  return new Promise((resolve, reject) => {
    const asked = request(store);
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });
}

// keepGame keeps a game in place of an earlier state of it.
export async function keepGame(game) {
  await work("readwrite", (store) => store.put({ ...game, time: Date.now() }));
  const all = await keptGames();
  for (const { id } of all.slice(most)) await dropGame(id);
}

export const dropGame = (id) => work("readwrite", (store) => store.delete(id));

// keptGames returns the games, the latest first.
export async function keptGames() {
  const all = await work("readonly", (store) => store.getAll());
  return all.sort((a, b) => b.time - a.time);
}
