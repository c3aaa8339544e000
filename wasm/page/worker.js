// A worker: an instance of the program, which answers one question after another.

import { dataFor } from "./data.js";
import { SEARCHES, instantiate } from "./instance.js";

/** @typedef {{module: WebAssembly.Module}} Beginning */
/** @typedef {{id: number, path: string, body: any}} Question */
/** The searches up to this question are to end. @typedef {{stop: number}} Stop */
/** @typedef {import("./instance.js").Reply} Reply */

const scope = /** @type {DedicatedWorkerGlobalScope} */ (/** @type {unknown} */ (globalThis));
const tell = (/** @type {Reply} */ reply) => scope.postMessage(reply);

/** @type {import("./data.js").Read} */
async function read(name) {
  const response = await fetch(name);
  if (!response.ok) {
    throw new Error(`${name}: ${response.status}`);
  }
  return response.arrayBuffer();
}

/** The question that is being answered, and the last that need not be. */
let current = 0;
let stopped = 0;

const { port1, port2 } = new MessageChannel();

/** Lets other messages in. @type {import("./instance.js").Pause} */
const pause = () => new Promise(resolve => {
  port1.onmessage = () => resolve(Number(current <= stopped));
  port2.postMessage(null);
});

/** @param {WebAssembly.Module} module */
async function start(module) {
  const instance = await instantiate(module, pause);
  return { ask: instance.ask, data: dataFor(instance, read) };
}

/** @type {ReturnType<typeof start>} */
let program;

/** @param {Question} question */
async function answer({ id, path, body }) {
  const { ask, data } = await program;
  current = id;
  if (SEARCHES.includes(path)) {
    await data.forGame(String(body?.game));
  }
  await ask(path, body, { begin: status => tell({ id, status }), say: line => tell({ id, line }) });
  tell({ id, isEnd: true });
}

/** The answers so far. The program cannot begin one while another is suspended. */
let answered = Promise.resolve();

scope.onmessage = (/** @type {MessageEvent<Beginning|Question|Stop>} */ { data: said }) => {
  if ("module" in said) {
    program = start(said.module);
  } else if ("stop" in said) {
    stopped = said.stop;
  } else {
    answered = answered.then(() => answer(said));
  }
};
// A failure is one of the worker, which whoever asks hears of.
scope.onunhandledrejection = (/** @type {PromiseRejectionEvent} */ event) => {
  throw event.reason;
};
