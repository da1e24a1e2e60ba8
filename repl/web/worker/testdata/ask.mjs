// Runs the program under Node: node ask.mjs wasm_exec.js bridge.mjs boardgame.wasm < requests >
// answers, a line each. A request is sent when the one before it is answered.
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const [exec, bridgeFile, wasm] = process.argv.slice(2);
createRequire(import.meta.url)(exec);
const { bridge } = await import(pathToFileURL(bridgeFile));
const rulesets = new URL("../../../../rulesets/", import.meta.url);
globalThis.games = readdirSync(rulesets, { withFileTypes: true })
  .filter((e) => e.isDirectory())
  .map((e) => e.name);
globalThis.fetchGame = async (name) =>
  JSON.stringify(
    Object.fromEntries(
      readdirSync(new URL(name, rulesets), { recursive: true, withFileTypes: true })
        .filter((e) => e.isFile())
        .map((e) => `${e.parentPath}/${e.name}`)
        .map((path) => [path.slice(rulesets.pathname.length), readFileSync(path, "utf8")]),
    ),
  );
const requests = readFileSync(0, "utf8").trim().split("\n");
const go = new Go();
let exports;
go.importObject.engine = bridge(() => exports);
const next = () => {
  if (!requests.length) process.exit(0);
  globalThis.handle(requests.shift());
};
globalThis.ready = next;
globalThis.postMessage = (line) => {
  if ("event" in JSON.parse(line)) return;
  process.stdout.write(line + "\n", () => setTimeout(next));
};
const { instance } = await WebAssembly.instantiate(readFileSync(wasm), go.importObject);
exports = instance.exports;
go.run(instance);
