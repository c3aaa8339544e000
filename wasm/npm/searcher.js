// The worker that searches, so that nobody has to wait for it, and anybody can stop it.

import { CAN_SUSPEND } from "./instance.js";

/** @typedef {import("./instance.js").Reply} Reply */
/** A worker of a browser or of Node. @typedef {{post: (message: unknown) => void, hold: (isBusy: boolean) => void, end: () => void}} Thread */
/** A question that is being answered. @typedef {{id: number, hear: (reply: Reply) => void, resolve: (isCut: boolean) => void, reject: (reason: unknown) => void}} Asked */

/**
 * Starts a worker.
 * @param {string} address
 * @param {(reply: Reply) => void} hear
 * @param {(reason: Error) => void} fail
 * @returns {Promise<Thread>}
 */
async function startThread(address, hear, fail) {
  if (typeof Worker === "undefined") {
    const module = "node:worker_threads";
    const { Worker: Thread } = await import(/* webpackIgnore: true */ /* @vite-ignore */ module);
    const thread = new Thread(new URL(address));
    thread.on("message", hear).on("error", fail);
    // A program ends although it has a worker, unless that is searching.
    return { post: said => thread.postMessage(said), hold: isBusy => isBusy ? thread.ref() : thread.unref(), end: () => void thread.terminate() };
  }
  const worker = new Worker(address, { type: "module" });
  worker.onmessage = ({ data }) => hear(data);
  worker.onerror = event => fail(new Error(event.message || `${address} cannot be loaded`));
  return { post: said => worker.postMessage(said), hold() {}, end: () => worker.terminate() };
}

export class Searcher {
  #module;
  #files;
  /** The texts of files of rules, which the worker reads too. @type {string[]} */
  #rules = [];
  /** @type {Promise<Thread>|null} */
  #thread = null;
  /** @type {Asked|null} */
  #asked = null;
  /** @type {Promise<unknown>} */
  #last = Promise.resolve();
  #lastId = 0;
  /** The last question that need not be answered, where threads share memory. */
  #stopped = typeof SharedArrayBuffer === "undefined" ? null : new Int32Array(new SharedArrayBuffer(4));

  /** @param {WebAssembly.Module} module @param {Record<string, string>} files */
  constructor(module, files) {
    this.#module = module;
    this.#files = files;
  }

  /** @param {string} text */
  readRules(text) {
    this.#rules.push(text);
    void this.#thread?.then(thread => thread.post({ id: 0, path: "rules", body: { text } }));
  }

  /**
   * Asks a question, once those before are answered. `isCut` says that the answer was stopped where
   * the worker could not be told, so that it has no end.
   * @param {string} path
   * @param {unknown} body
   * @param {(reply: Reply) => void} hear
   * @returns {{isCut: Promise<boolean>, stop: () => void}}
   */
  ask(path, body, hear) {
    const id = this.#lastId += 1;
    let isStopped = false;
    const answer = async () => {
      const thread = await (this.#thread ??= this.#start());
      thread.hold(true);
      try {
        return await new Promise((/** @type {(isCut: boolean) => void} */ resolve, reject) => {
          this.#asked = { id, hear, resolve, reject };
          thread.post({ id, path, body });
          if (isStopped) {
            this.#stop(thread, id);
          }
        });
      } finally {
        this.#asked = null;
        thread.hold(false);
      }
    };
    const isCut = this.#last.then(answer);
    this.#last = isCut.catch(() => {});
    const stop = () => {
      isStopped = true;
      void this.#thread?.then(thread => this.#stop(thread, id));
    };
    return { isCut, stop };
  }

  /** Ends the worker. The next question starts another. */
  end() {
    const [thread, asked] = [this.#thread, this.#asked];
    this.#thread = null;
    void thread?.then(({ end }) => end());
    asked?.resolve(true);
  }

  async #start() {
    const address = /** @type {string} */ (this.#files["worker.js"]);
    const thread = await startThread(address, reply => this.#hear(reply), reason => this.#fail(reason));
    thread.hold(false);
    thread.post({ module: this.#module, files: this.#files, stopped: this.#stopped });
    // These answers are ignored.
    this.#rules.forEach(text => thread.post({ id: 0, path: "rules", body: { text } }));
    return thread;
  }

  /** @param {Thread} thread @param {number} id */
  #stop(thread, id) {
    if (this.#asked?.id !== id) {
      return;
    }
    if (this.#stopped) {
      Atomics.store(this.#stopped, 0, id);
    } else if (CAN_SUSPEND) {
      thread.post({ stop: id });
    } else {
      this.end();
    }
  }

  /** @param {Reply} reply */
  #hear(reply) {
    const asked = this.#asked;
    if (reply.id === asked?.id) {
      asked.hear(reply);
      if (reply.isEnd) {
        asked.resolve(false);
      }
    }
  }

  /** The program has failed: the next question gets a new worker. @param {Error} reason */
  #fail(reason) {
    const asked = this.#asked;
    this.#asked = null;
    this.end();
    asked?.reject(reason);
  }
}
