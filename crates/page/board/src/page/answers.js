// Who answers the page: the server. The page without one has another file of this name in its
// place, `wasm/page/answers.js`.

/**
 * @param {string} path
 * @param {unknown} body  null: a GET
 * @param {AbortSignal} [signal]
 * @returns {Promise<Response>}
 */
export function answerOf(path, body, signal) {
  /** @type {RequestInit} */
  const options = { signal: signal ?? null, cache: "no-store" };
  if (body !== null) {
    options.method = "POST";
    options.headers = { "Content-Type": "application/json" };
    options.body = JSON.stringify(body);
  }
  return fetch(`api/${path}`, options);
}
