// The way to the program: a WebSocket to the one that serves the page or, on a static site, a Web
// Worker in which it runs.

// Methods that the program has to hear of, though their answers are known.
const told = new Set(["start", "join"]);

// Methods whose answers never change.
const same = new Set(["games"]);

// Methods that need the seats of this browser, which join gives back after the connection was lost.
const seated = new Set(
  "play bot roll undo redo goto resign offer accept decline leave list".split(" "),
);

// How long to wait before the next attempt to connect, in milliseconds: at first, and at most.
const soon = 500,
  late = 30_000;

// A Connection sends requests, which are answered in any order by their ids. Events belong to a
// request, too; those of no request that waits go to the listener.
//
// If a socket closes, the connection opens another one, again and again. Requests wait until then,
// and those that need a seat until the page has its seats again. They can be sent twice: a move
// names the position that it belongs to.
//
// A static site knows the answers to the questions with which its page begins. They are given while
// the program is still being compiled, up to the first question whose answer is not known; the list
// of games is always given that way.
export class Connection {
  constructor() {
    this.next = 1;
    this.waiting = new Map(); // by id: {line, table, resolve, reject, event, by}
    this.listener = null; // (event, data)
    this.ended = () => {}; // (why)
    this.lost = () => {}; // (whether the program cannot be reached now)
    this.back = async () => ""; // after the program can be reached again: returns a lost table
    this.failed = () => {}; // (why that failed)
    this.known = new Map(); // answers by method and parameters
    this.wait = soon;
    this.send = () => {};
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
    // A browser may keep a page that was left, and its socket with it, as if somebody still sat
    // there.
    addEventListener("pagehide", () => this.socket?.close());
    addEventListener("pageshow", (e) => e.persisted && location.reload());
    for (const woken of ["online", "focus"]) addEventListener(woken, () => this.#hurry());
    document.addEventListener("visibilitychange", () => document.hidden || this.#hurry());
    return this.#connect();
  }
  // #connect opens a socket, now or later.
  #connect() {
    const url = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`;
    return new Promise((resolve) => {
      const attempt = () => {
        clearTimeout(this.timer);
        this.again = null;
        const socket = (this.socket = new WebSocket(url));
        let opened = false;
        socket.onopen = async () => {
          opened = true;
          this.send = (line) => socket.send(line);
          this.reached = socket;
          this.returning = this.begun;
          const lost = this.begun ? await this.#back(socket) : "";
          if (this.socket !== socket || socket.readyState !== WebSocket.OPEN) return;
          this.begun = true;
          this.returning = false;
          for (const [id, w] of this.waiting) if (w.by !== socket) this.#again(id, w, lost);
          this.lost(false);
          resolve();
        };
        socket.onmessage = (m) => {
          this.wait = soon;
          this.#receive(m.data);
        };
        socket.onclose = () => {
          this.send = () => {};
          this.reached = null;
          this.lost(true);
          this.again = opened ? () => this.#connect() : attempt;
          this.timer = setTimeout(() => this.again?.(), this.wait * (0.75 + Math.random() / 2));
          this.wait = Math.min(2 * this.wait, late);
        };
      };
      attempt();
    });
  }
  // #back has the page return to its table. If the program is too busy for that, the socket is
  // closed, to try again later.
  async #back(socket) {
    try {
      return await this.back();
    } catch (e) {
      if (e.code !== "busy") return this.failed(e);
      this.wait = e.retryAfter ?? this.wait;
      socket.close();
    }
  }
  // #again sends a request that was not answered; one that was asked of a lost table is refused.
  #again(id, w, lost) {
    if (!lost || w.table !== lost) {
      w.by = this.socket;
      return this.socket.send(w.line);
    }
    this.waiting.delete(id);
    w.reject(Object.assign(new Error("The game goes on at another table."), { code: "moved" }));
  }
  // #hurry connects at once: the computer has woken, or somebody looks at the page again.
  #hurry() {
    this.wait = soon;
    this.again?.();
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
  // learn takes the answers that are known beforehand: all, or only those that never change.
  async learn(all) {
    const response = await fetch("opening.json").catch(() => null);
    if (!response?.ok) return;
    for (const { method, params, result } of await response.json())
      if (all || same.has(method)) this.known.set(JSON.stringify([method, params]), result);
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
    if (line.event === "bye") {
      this.wait = line.data?.retryAfter ?? this.wait;
    } else if (line.event) {
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
    this.known.forEach((_, k) => same.has(JSON.parse(k)[0]) || this.known.delete(k));
    return new Promise((resolve, reject) => {
      const line = JSON.stringify({ id, method, params });
      const w = { line, table: params.table, resolve, reject, event };
      this.waiting.set(id, w);
      if (this.returning && seated.has(method)) return; // sent when the page has its seats again
      w.by = this.reached;
      this.send(line);
    });
  }
}
