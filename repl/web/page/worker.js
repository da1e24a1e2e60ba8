// The program itself, compiled to WebAssembly, behind the page of a static site. It speaks the
// protocol by messages: a message is a line.
import "./wasm_exec.js";
import { bridge } from "./bridge.js";

const version = ""; // of the site, which package web fills in

const early = []; // requests that come before the program runs
self.onmessage = (m) => early.push(m.data);

// fetched returns the program as a response that can be compiled while it arrives. It is stored
// compressed; servers that say so have the browser expand it on the way.
async function fetched() {
  const response = await fetch("boardgame.wasm.gz");
  if (!response.ok)
    throw new Error(
      `boardgame.wasm.gz cannot be loaded: ${response.status} ${response.statusText}`,
    );
  const reader = response.body.getReader();
  const first = await reader.read();
  const zipped = first.value?.[0] === 0x1f && first.value?.[1] === 0x8b;
  let stream = new ReadableStream({
    start(to) {
      if (first.value) to.enqueue(first.value);
    },
    async pull(to) {
      const { done, value } = await reader.read();
      if (done) to.close();
      else to.enqueue(value);
    },
  });
  if (zipped) stream = stream.pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream, { headers: { "Content-Type": "application/wasm" } });
}

// fetchGame returns the files of a game, as JSON by their paths. What was fetched once is kept, to
// be played without a network.
self.fetchGame = (name) => fetchText(`rulesets/${name}.json`);
self.fetchNet = (path) => fetchText(`nets/${path}`);

async function fetchText(url) {
  const cache = version && (await self.caches?.open(version).catch(() => null));
  let response = await cache?.match(url);
  if (!response) {
    response = await fetch(url).catch(() => null);
    if (!response?.ok)
      throw new Error(`This game cannot be loaded now: there is no ${url} on the way.`);
    await cache?.put(url, response.clone()).catch(() => {});
  }
  return response.text();
}

// The program calls ready when it can take requests by `handle`.
self.ready = () => {
  for (const line of early) self.handle(line);
  self.onmessage = (m) => self.handle(m.data);
};

const go = new Go();
let exports;
go.importObject.engine = bridge(() => exports);
try {
  const [{ instance }, games] = await Promise.all([
    WebAssembly.instantiateStreaming(fetched(), go.importObject),
    fetch("rulesets.json").then((response) => response.json()),
  ]);
  self.games = games;
  exports = instance.exports;
  go.run(instance).then(() => self.postMessage(""));
} catch (e) {
  self.postMessage(
    JSON.stringify({
      id: null,
      error: { code: "internal", message: `The program cannot be started: ${e.message}` },
    }),
  );
}
