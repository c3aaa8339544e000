// Keeps the page for times without a network. `make site` gives it the names of all files, and a
// version that changes with any of them.

const VERSION = "VERSION";
/** @type {string[]} */
const FILES = [];

const scope = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (globalThis));
const KEPT = `plyglot ${scope.registration.scope} `;

scope.addEventListener("install", event => {
  // What the browser keeps for itself may be of an earlier version.
  const requests = FILES.map(name => new Request(name, { cache: "no-cache" }));
  event.waitUntil(caches.open(KEPT + VERSION).then(cache => cache.addAll(requests)));
});

scope.addEventListener("activate", event => {
  event.waitUntil((async () => {
    const names = await caches.keys();
    const old = names.filter(name => name.startsWith(KEPT) && name !== KEPT + VERSION);
    await Promise.all(old.map(name => caches.delete(name)));
    // The very first page is also kept.
    await scope.clients.claim();
  })());
});

scope.addEventListener("fetch", event => {
  if (event.request.method === "GET") {
    event.respondWith((async () => {
      const cache = await caches.open(KEPT + VERSION);
      return await cache.match(event.request, { ignoreSearch: true }) ?? fetch(event.request);
    })());
  }
});
