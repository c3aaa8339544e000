// Answers the page by workers that run the program. `make site` puts this file in the place of
// crates/page/board/src/page/answers.js, which asks the server.

import { CAN_SUSPEND, SEARCHES } from "./instance.js";

/** @typedef {import("./instance.js").Reply} Reply */
/**
 * An answer under way. Its response is there once its status is known.
 * @typedef {{
 *   resolve: (response: Response) => void, reject: (reason: unknown) => void,
 *   body: ReadableStreamDefaultController<Uint8Array>, stream: ReadableStream<Uint8Array>,
 * }} Answer
 */
/**
 * A worker, and the question of a search that it is busy with, or 0.
 * @typedef {{worker: Worker, answers: Map<number, Answer>, search: number, whenFree: Promise<void>, free: () => void}} Helper
 */

/** @type {Promise<WebAssembly.Module>|null} */
let program = null;

/** Hosts may send any type of content, so this does not stream. */
const load = () => program ??= fetch("plyglot.wasm").then(async response => {
  if (!response.ok) {
    throw new Error(String(response.status));
  }
  return WebAssembly.compile(await response.arrayBuffer());
}).catch(error => {
  program = null;
  throw error;
});

/**
 * The workers: one that answers at once, and one for each kind of search.
 * @type {Map<string, Helper>}
 */
const helpers = new Map();
/** A search that has not stopped by then does not hear of it. */
const PATIENCE_MS = 1000;

let lastId = 0;
const encoder = new TextEncoder();
const aborted = () => new DOMException("", "AbortError");

/** @param {string} kind @param {WebAssembly.Module} module */
function helperOf(kind, module) {
  const known = helpers.get(kind);
  if (known) {
    return known;
  }
  /** @type {Helper} */
  const helper = {
    worker: new Worker("worker.js", { type: "module" }), answers: new Map(),
    search: 0, whenFree: Promise.resolve(), free() {},
  };
  helper.worker.onmessage = (/** @type {MessageEvent<Reply>} */ { data }) => hear(helper, data);
  // The program has failed: the next question gets a new worker.
  helper.worker.onerror = event => {
    event.preventDefault();
    end(kind, new Error(event.message));
  };
  helper.worker.postMessage({ module });
  helpers.set(kind, helper);
  return helper;
}

/** @param {Helper} helper @param {Reply} reply */
function hear(helper, { id, status, line, isEnd }) {
  const { answers } = helper;
  if (isEnd && id === helper.search) {
    helper.search = 0;
    helper.free();
  }
  const answer = answers.get(id);
  if (!answer) {
    return;
  }
  if (status !== undefined) {
    answer.resolve(new Response(answer.stream, { status }));
  }
  if (line !== undefined) {
    answer.body.enqueue(encoder.encode(`${line}\n`));
  }
  if (isEnd) {
    answers.delete(id);
    answer.body.close();
  }
}

/** Ends a worker and all its answers. @param {string} kind @param {unknown} reason */
function end(kind, reason) {
  const helper = helpers.get(kind);
  if (!helper) {
    return;
  }
  helpers.delete(kind);
  helper.worker.terminate();
  helper.search = 0;
  helper.free();
  fail(helper, reason);
}

/** Ends a search, and waits until another can begin. @param {string} kind @param {unknown} reason */
async function stop(kind, reason) {
  const helper = helpers.get(kind);
  const search = helper?.search;
  if (!helper || !search) {
    return;
  }
  if (CAN_SUSPEND) {
    helper.worker.postMessage({ stop: search });
    fail(helper, reason);
    await Promise.race([helper.whenFree, new Promise(late => setTimeout(late, PATIENCE_MS))]);
  }
  // The end of its worker stops every search, but the table is lost.
  if (helper.search === search) {
    end(kind, reason);
  }
}

/** Ends all answers of a worker. @param {Helper} helper @param {unknown} reason */
function fail(helper, reason) {
  const answers = [...helper.answers.values()];
  // A later abort of one of these answers must not end the next worker.
  helper.answers.clear();
  for (const answer of answers) {
    answer.reject(reason);
    answer.body.error(reason);
  }
}

/** Gives up an answer. @param {Helper} helper @param {string} kind @param {number} id @param {unknown} reason */
function abandon(helper, kind, id, reason) {
  const answer = helper.answers.get(id);
  if (!answer) {
    return;
  }
  if (kind) {
    void stop(kind, reason);
  } else {
    helper.answers.delete(id);
    answer.reject(reason);
  }
}

/**
 * Answers a question as a server does.
 * @param {string} path
 * @param {unknown} asked  null: nothing but the path
 * @param {AbortSignal} [signal]
 * @returns {Promise<Response>}
 */
export async function answerOf(path, asked, signal) {
  const module = await load();
  if (signal?.aborted) {
    throw aborted();
  }
  const kind = SEARCHES.includes(path) ? path : "";
  while (kind && helpers.get(kind)?.search) {
    // As at the server, an earlier search ends.
    await stop(kind, aborted());
    if (signal?.aborted) {
      throw aborted();
    }
  }
  const helper = helperOf(kind, module);
  const id = lastId += 1;
  if (kind) {
    helper.search = id;
    helper.whenFree = new Promise(resolve => { helper.free = resolve; });
  }
  signal?.addEventListener("abort", () => abandon(helper, kind, id, aborted()), { once: true });
  return new Promise((/** @type {(response: Response) => void} */ resolve, reject) => {
    /** @type {ReadableStreamDefaultController<Uint8Array>|undefined} */
    let controller;
    /** @type {ReadableStream<Uint8Array>} */
    const stream = new ReadableStream({
      start: own => { controller = own; },
      cancel: reason => abandon(helper, kind, id, reason),
    });
    const body = /** @type {ReadableStreamDefaultController<Uint8Array>} */ (controller);
    helper.answers.set(id, { resolve, reject, body, stream });
    helper.worker.postMessage({ id, path, body: asked });
  });
}

// The page works without a network from the second visit on. What the first one needs comes first.
// Browsers that allow no such worker, or pages that are no secure context, do without.
load().then(() => navigator.serviceWorker?.register("service-worker.js")).catch(() => {});
