// Who answers the page: workers with the program in them. With a server, it is that, by another
// file of this name.

import { forAll } from "./storage.js";

/** @typedef {import("./instance.js").Reply} Reply */
/**
 * An answer under way. Its response is there once its status is known.
 * @typedef {{
 *   resolve: (response: Response) => void, reject: (reason: unknown) => void,
 *   body: ReadableStreamDefaultController<Uint8Array>, stream: ReadableStream<Uint8Array>,
 * }} Answer
 */
/** @typedef {{worker: Worker, answers: Map<number, Answer>}} Helper */

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

/** The workers: one that answers at once, and one for each kind of work. @type {Map<string, Helper>} */
const helpers = new Map();
/** Work takes a while, and only the end of its worker stops it. The table of its search is lost then. */
const WORK = ["search", "explain"];

const RULES = "plyglot.rules";
const MOST_RULES = 20;

/** @returns {string[]} */
function keptRules() {
  try {
    return JSON.parse(forAll.get(RULES) ?? "[]");
  } catch {
    return [];
  }
}

/** The texts of files of rules, which every worker is told. A reload keeps them. */
const rules = keptRules();

/** @param {string} text */
function keepRules(text) {
  const others = rules.filter(other => other !== text).slice(1 - MOST_RULES);
  rules.splice(0, rules.length, ...others, text);
  forAll.set(RULES, JSON.stringify(rules));
  // Workers that do not know it begin anew.
  WORK.forEach(kind => end(kind, aborted()));
}

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
  const helper = { worker: new Worker("worker.js", { type: "module" }), answers: new Map() };
  helper.worker.onmessage = (/** @type {MessageEvent<Reply>} */ { data }) => hear(helper, data);
  // The program has failed: the next question gets a new worker.
  helper.worker.onerror = event => {
    event.preventDefault();
    end(kind, new Error(event.message));
  };
  helper.worker.postMessage({ module });
  // Nobody waits for these answers.
  rules.forEach(text => helper.worker.postMessage({ id: 0, path: "rules", body: { text } }));
  helpers.set(kind, helper);
  return helper;
}

/** @param {Helper} helper @param {Reply} reply */
function hear({ answers }, { id, status, line, isEnd }) {
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
  const answers = [...helper.answers.values()];
  // Who gives one of them up later means this worker, and not the next.
  helper.answers.clear();
  for (const answer of answers) {
    answer.reject(reason);
    answer.body.error(reason);
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
  const kind = WORK.includes(path) ? path : "";
  if (kind && helpers.get(kind)?.answers.size) {
    // As at the server, an earlier search ends.
    end(kind, aborted());
  }
  const helper = helperOf(kind, module);
  const id = lastId += 1;
  const drop = (/** @type {unknown} */ reason) => {
    const answer = helper.answers.get(id);
    if (!answer) {
      return;
    }
    if (kind) {
      end(kind, reason);
    } else {
      helper.answers.delete(id);
      answer.reject(reason);
    }
  };
  signal?.addEventListener("abort", () => drop(aborted()), { once: true });
  const response = await new Promise((/** @type {(response: Response) => void} */ resolve, reject) => {
    /** @type {ReadableStreamDefaultController<Uint8Array>|undefined} */
    let controller;
    /** @type {ReadableStream<Uint8Array>} */
    const stream = new ReadableStream({ start: own => { controller = own; }, cancel: drop });
    const body = /** @type {ReadableStreamDefaultController<Uint8Array>} */ (controller);
    helper.answers.set(id, { resolve, reject, body, stream });
    helper.worker.postMessage({ id, path, body: asked });
  });
  if (path === "rules" && response.ok) {
    keepRules(/** @type {{text: string}} */ (asked).text);
  }
  return response;
}

// The page works without a network from the second visit on. What the first one needs comes first.
// Browsers that allow no such worker, or pages that are no secure context, do without.
load().then(() => navigator.serviceWorker?.register("service-worker.js")).catch(() => {});
