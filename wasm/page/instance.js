// An instance of the program: texts in, texts out. `wasm/src/lib.rs` is the other side.

/** @typedef {{begin: (status: number) => void, say: (line: string) => void}} Listener */
/**
 * Asks a question: a path, as of the server, and its body. The listener has heard all when it returns,
 * or when its promise does, if the program may be suspended.
 * @typedef {(path: string, body: unknown, listener: Listener) => void|Promise<void>} Ask
 */
/**
 * How a search hears that it is to stop: by a flag that another thread sets, or by a turn in which
 * messages come in.
 * @typedef {{flag?: (() => boolean)|null, turn?: () => Promise<boolean>}} Stops
 */
/** What a worker with an instance says of a question: its status, a line, or the end. @typedef {{id: number, status?: number, line?: string, isEnd?: true}} Reply */
/** Puts data in their place in the memory. @typedef {(at: number, bytes: Uint8Array) => void} Put */
/** @typedef {{memory: WebAssembly.Memory, room: (bytes: number) => number, answer: () => void}} Exports */

/** The questions that need the data of their game, and take a while. */
export const SEARCHES = ["search", "explain", "survey"];

/** @type {Listener} */
const silent = { begin() {}, say() {} };

/** JavaScript Promise Integration, where the browser has it. */
const { Suspending, promising } = /** @type {any} */ (WebAssembly);

/** Whether a search can take turns with messages. */
export const CAN_SUSPEND = Boolean(Suspending);

/**
 * @param {WebAssembly.Module} module
 * @param {Stops} [stops]  without any, a search goes on to its end
 * @returns {Promise<{ask: Ask, put: Put}>}
 */
export async function instantiate(module, { flag, turn } = {}) {
  const suspends = !flag && turn && CAN_SUSPEND;
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  let listener = silent;
  const bytesAt = (/** @type {number} */ at, /** @type {number} */ bytes) => new Uint8Array(memory.buffer, at, bytes);
  const instance = await WebAssembly.instantiate(module, {
    plyglot: {
      now: () => performance.now(),
      pause: suspends ? new Suspending(async () => Number(await turn())) : () => Number(flag?.() ?? false),
      begin: (/** @type {number} */ status) => listener.begin(status),
      say: (/** @type {number} */ at, /** @type {number} */ bytes) => listener.say(decoder.decode(bytesAt(at, bytes))),
    },
  });
  const { memory, room, answer } = /** @type {Exports} */ (/** @type {unknown} */ (instance.exports));
  const act = suspends ? promising(answer) : answer;
  return {
    put: (at, bytes) => bytesAt(at, bytes.length).set(bytes),
    ask: (path, body, heard) => {
      const question = encoder.encode(JSON.stringify({ path, body }));
      bytesAt(room(question.length), question.length).set(question);
      listener = heard;
      return act();
    },
  };
}
