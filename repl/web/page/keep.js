// What this browser keeps: tokens, by which it has its seats, and games of a static site.

const tokenOf = (table) => "token " + table;

export const tokens = {
  of: (table) => localStorage.getItem(tokenOf(table)),
  keep(table, token) {
    if (token) localStorage.setItem(tokenOf(table), token);
    else localStorage.removeItem(tokenOf(table));
  },
  // make keeps a new token, before anyone hears of it: whatever is lost on the way, it is known
  // here.
  make(table) {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    const token = Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("");
    this.keep(table, token);
    return token;
  },
};

const most = 50; // games that are kept

// games is the store of games, opened once: {id, time, title, fragment, standing, over}.
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

// keptGames returns the games, the latest first.
export async function keptGames() {
  const all = await work("readonly", (store) => store.getAll());
  return all.sort((a, b) => b.time - a.time);
}

export const dropGame = (id) => work("readwrite", (store) => store.delete(id));
