// The way to the program: a WebSocket to the one that serves the page or, on a static site, a Web
// Worker in which it runs.

// Methods that the program has to hear of, though their answers are known.
const told = new Set(["start", "watch"]);

// A Connection sends requests, which are answered in any order by their ids. Events belong to a
// request, too; those of no request that waits go to the listener.
//
// A static site knows the answers to the questions with which its page begins. They are given while
// the program is still being compiled, up to the first question whose answer is not known.
export class Connection {
  constructor() {
    this.next = 1;
    this.waiting = new Map();
    this.listener = null; // (event, data)
    this.ended = () => {}; // (why)
    this.known = new Map(); // answers by method and parameters
    // Nobody else sees the tables.
    this.alone = document.querySelector("meta[name=program]")?.content === "worker";
  }
  open() {
    return this.alone ? this.#worker() : this.#socket();
  }
  // close ends the program behind a static site; what was asked is refused.
  close(why) {
    this.worker?.terminate();
    this.#end(why);
  }
  #socket() {
    const url = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`;
    return new Promise((resolve, reject) => {
      const socket = new WebSocket(url);
      this.send = (line) => socket.send(line);
      socket.onopen = resolve;
      socket.onerror = () =>
        reject(new Error("The program cannot be reached. Is it still running?"));
      socket.onmessage = (m) => this.#receive(m.data);
      // A browser may keep a page that was left, and its socket with it, as if somebody still sat
      // there.
      addEventListener("pagehide", () => socket.close());
      addEventListener("pageshow", (e) => {
        if (e.persisted) location.reload();
      });
      socket.onclose = () =>
        this.#end("The connection to the program is closed. Reload the page to go on.");
    });
  }
  async #worker() {
    const worker = (this.worker = new Worker("worker.js", { type: "module" }));
    this.send = (line) => worker.postMessage(line);
    worker.onmessage = (m) => {
      if (m.data) this.#receive(m.data);
      else this.#end("The program has stopped. Reload the page: the link keeps the game.");
    };
    worker.onerror = (e) =>
      this.#end(`The program cannot be started: ${e.message ?? "the browser refuses the worker"}`);
  }
  // learn takes the answers that are known beforehand.
  async learn() {
    const response = await fetch("opening.json").catch(() => null);
    if (!response?.ok) return;
    for (const { method, params, result } of await response.json())
      this.known.set(JSON.stringify([method, params]), result);
  }
  #end(why) {
    for (const w of this.waiting.values()) w.reject(new Error(why));
    this.waiting.clear();
    this.send = () => {
      throw new Error(why);
    };
    this.ended(why);
  }
  #receive(data) {
    const line = JSON.parse(data);
    const w = this.waiting.get(line.id);
    if (line.event) {
      (w?.event ?? this.listener)?.(line.event, line.data);
    } else if (w) {
      this.waiting.delete(line.id);
      if (line.error) w.reject(Object.assign(new Error(line.error.message), line.error));
      else w.resolve(line.result);
    } else if (line.id === null && line.error) {
      this.#end(line.error.message);
    }
  }
  // ask sends a request and returns its result; events, if the method has some, go to event(name,
  // data).
  ask(method, params = {}, event = null) {
    const id = this.next++;
    const key = JSON.stringify([method, params]);
    const answer = this.known.get(key);
    if (answer) {
      if (told.has(method)) {
        this.known.delete(key); // the next time is another one
        this.send(JSON.stringify({ id, method, params }));
      }
      return Promise.resolve(structuredClone(answer));
    }
    this.known.clear(); // from here on, tables may change
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject, event });
      this.send(JSON.stringify({ id, method, params }));
    });
  }
}
