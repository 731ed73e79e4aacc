// The printer: a worker with a Python of its own, so that pages are answered while it works, and it can be ended.

const REST = 300000; // Milliseconds after which a printer without an order, of some 300 MB, is ended.
const TICK = 5000, START = 18; // Milliseconds, and how many of them a printer may take for a step of its start.
const STARTS = 2; // How often a printer is started for an order before the order is given up.

export class Printer {
  #script;
  #about;
  #now = null; // { worker, lock, isReady, ticks, resting }
  #order = null; // { content, show, resolve, reject, isSent, starts }

  // The script of the worker, and what it is told at its start.
  constructor(script, about) {
    [this.#script, this.#about] = [script, about];
    // One that says nothing while it starts has lost what it was loading; ticks and not the time, as computers sleep.
    setInterval(() => {
      if (this.#now && !this.#now.isReady && ++this.#now.ticks > START) this.#end("silent");
    }, TICK);
  }

  // Starts one if there is none. Each call puts off its end.
  open() {
    if (!this.#now) {
      const worker = new Worker(this.#script, { type: "module" }), lock = `vallum printer ${crypto.randomUUID()}`;
      const mine = this.#now = { worker, lock, isReady: false, ticks: 0, resting: 0 };
      worker.onmessage = ({ data }) => mine === this.#now && this.#hear(data);
      worker.onerror = (event) => mine === this.#now && this.#end(event.message || "worker");
      worker.postMessage({ ...this.#about, kind: "start printer", lock });
    }
    this.#rest();
  }

  // One order at a time: Python waits for the end of each.
  make(content, show) {
    return new Promise((resolve, reject) => {
      this.#order = { content, show, resolve, reject, isSent: false, starts: 0 };
      this.#start();
    });
  }

  // Gives up the order that is being made, with its printer.
  drop() {
    if (this.#order) this.#order.starts = STARTS;
    this.#end("stopped");
  }

  #start() {
    this.#order.starts++;
    this.open();
    this.#handOn();
  }

  #handOn() {
    const { content, isSent } = this.#order ?? { isSent: true };
    if (isSent || !this.#now.isReady) return;
    this.#order.isSent = true;
    this.#now.worker.postMessage({ kind: "print", order: content }, [content.buffer]);
  }

  #rest() {
    clearTimeout(this.#now.resting);
    this.#now.resting = setTimeout(() => this.#order ? this.#rest() : this.#end("rests"), REST);
  }

  #hear({ kind, text, made, why }) {
    const mine = this.#now;
    mine.ticks = 0;
    // The lock is free once the worker has gone: a browser ends one without a word, such as for lack of memory.
    if (kind === "alive") navigator.locks.request(mine.lock, () => mine === this.#now && this.#end("ended by the browser"));
    if (kind === "ready") {
      mine.isReady = true;
      this.#handOn();
    }
    if (kind === "message") this.#order?.show(text);
    if (kind === "made") this.#settle("resolve", made);
    if (kind === "failed" || kind === "crashed") this.#end(why ?? "broke off");
  }

  // Ends the printer and the order that it was making; one that had not reached it goes to a new printer.
  #end(why) {
    if (!this.#now) return;
    clearTimeout(this.#now.resting);
    this.#now.worker.terminate();
    this.#now = null;
    if (this.#order && !this.#order.isSent && this.#order.starts < STARTS) this.#start();
    else this.#settle("reject", new Error(why));
  }

  #settle(end, value) {
    const over = this.#order;
    this.#order = null;
    over?.[end](value);
  }
}
