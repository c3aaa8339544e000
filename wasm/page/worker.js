// A worker: an instance of the program, which answers one question after another.

import { dataFor } from "./data.js";
import { SEARCHES, instantiate } from "./instance.js";

/** @typedef {{module: WebAssembly.Module}} Beginning */
/** @typedef {{id: number, path: string, body: any}} Question */
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

/** @param {WebAssembly.Module} module */
async function start(module) {
  const instance = await instantiate(module);
  return { ask: instance.ask, data: dataFor(instance, read) };
}

/** @type {ReturnType<typeof start>} */
let program;

scope.onmessage = async (/** @type {MessageEvent<Beginning|Question>} */ { data: said }) => {
  if ("module" in said) {
    program = start(said.module);
    return;
  }
  const { id, path, body } = said;
  const { ask, data } = await program;
  if (SEARCHES.includes(path)) {
    await data.forGame(String(body?.game));
  }
  ask(path, body, { begin: status => tell({ id, status }), say: line => tell({ id, line }) });
  tell({ id, isEnd: true });
};
// A failure is one of the worker, which whoever asks hears of.
scope.onunhandledrejection = (/** @type {PromiseRejectionEvent} */ event) => {
  throw event.reason;
};
