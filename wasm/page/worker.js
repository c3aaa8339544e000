// A worker: an instance of the program, which answers one question after another. In a browser or in
// Node.

import { dataFor, readAt } from "./data.js";
import { SEARCHES, instantiate } from "./instance.js";

/**
 * The program; the addresses of its files, if they are not beside this worker; and the memory in which
 * other threads write the last question that need not be answered, if they can.
 * @typedef {{module: WebAssembly.Module, files?: Record<string, string>, stopped?: Int32Array|null}} Beginning
 */
/** @typedef {{id: number, path: string, body: any}} Question */
/** The searches up to this question are to end. @typedef {{stop: number}} Stop */
/** @typedef {Beginning|Question|Stop} Message */
/** @typedef {import("./instance.js").Reply} Reply */

/** @param {(reply: Reply) => void} tell @returns {(message: Message) => void} */
function serve(tell) {
  // The question that is being answered, and the last that need not be.
  let [current, stopped] = [0, 0];
  const { port1, port2 } = new MessageChannel();
  /** Lets other messages in. @returns {Promise<boolean>} */
  const turn = () => new Promise(resolve => {
    port1.onmessage = () => resolve(current <= stopped);
    port2.postMessage(null);
  });

  /** @param {Beginning} beginning */
  async function start({ module, files, stopped: memory }) {
    const flag = memory ? () => current <= Atomics.load(memory, 0) : null;
    const instance = await instantiate(module, { flag, turn });
    return { ask: instance.ask, data: dataFor(instance, name => readAt(files?.[name] ?? name)) };
  }

  /** @type {ReturnType<typeof start>} */
  let program;

  /** @param {Question} question */
  async function answer({ id, path, body }) {
    const { ask, data } = await program;
    current = id;
    if (SEARCHES.includes(path)) {
      await data.forGame(String(body?.game), body?.rules);
    } else if (path === "uci") {
      // A line may select any game.
      await data.forAll();
    }
    await ask(path, body, { begin: status => tell({ id, status }), say: line => tell({ id, line }) });
    tell({ id, isEnd: true });
  }

  /** The answers so far. The program cannot begin one while another is suspended. */
  let answered = Promise.resolve();
  return said => {
    if ("module" in said) {
      program = start(said);
    } else if ("stop" in said) {
      stopped = said.stop;
    } else {
      answered = answered.then(() => answer(said));
    }
  };
}

if (typeof WorkerGlobalScope !== "undefined") {
  const scope = /** @type {DedicatedWorkerGlobalScope} */ (/** @type {unknown} */ (globalThis));
  const hear = serve(reply => scope.postMessage(reply));
  scope.onmessage = (/** @type {MessageEvent<Message>} */ { data }) => hear(data);
  // A failure is one of the worker, which whoever asks hears of.
  scope.onunhandledrejection = (/** @type {PromiseRejectionEvent} */ event) => {
    throw event.reason;
  };
} else {
  const module = "node:worker_threads";
  import(/* webpackIgnore: true */ /* @vite-ignore */ module).then(({ parentPort }) => {
    parentPort.on("message", serve(reply => parentPort.postMessage(reply)));
  });
}
