// Keeps the page for times without a network, and the data of each game that was played with it.
// `make site` gives it the names of all files, and a version that changes with any of them.

const VERSION = "VERSION";
/** @type {string[]} */
const FILES = [];

const scope = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (globalThis));
const KEPT = `plyglot ${scope.registration.scope} `;

/** Whether a file, or an address, has the data of a game. @param {string} name */
const isData = name => name.endsWith(".data");

scope.addEventListener("install", event => {
  event.waitUntil((async () => {
    const kept = await Promise.all(FILES.map(async name => !isData(name) || await caches.match(name)));
    const names = FILES.filter((_, index) => kept[index]);
    const cache = await caches.open(KEPT + VERSION);
    // What the browser keeps for itself may be of an earlier version.
    await cache.addAll(names.map(name => new Request(name, { cache: "no-cache" })));
  })());
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
      const kept = await cache.match(event.request, { ignoreSearch: true });
      const response = kept ?? await fetch(event.request);
      if (!kept && response.ok && isData(event.request.url)) {
        // Where there is no room to keep it, the game is played all the same.
        await cache.put(event.request, response.clone()).catch(() => {});
      }
      return response;
    })());
  }
});
