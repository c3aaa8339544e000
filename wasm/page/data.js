// The data of games, such as tables and networks, which are in files beside the program: each is
// read when its game is searched for the first time.

/**
 * Where the pieces of a game's file belong in the memory: place and size in bytes, one after another.
 * @typedef {Record<string, [number, number][]>} Places
 */
/** Reads a file of this name. @typedef {(name: string) => Promise<ArrayBuffer>} Read */

/** Reads the file at an address, in Node too. @param {string} address @returns {Promise<ArrayBuffer>} */
export async function readAt(address) {
  if (address.startsWith("file:")) {
    // Hidden from bundlers for browsers, which have no such module.
    const module = "node:fs/promises";
    const { readFile } = await import(/* webpackIgnore: true */ /* @vite-ignore */ module);
    return Uint8Array.from(await readFile(new URL(address))).buffer;
  }
  const response = await fetch(address);
  if (!response.ok) {
    throw new Error(`${address}: ${response.status}`);
  }
  return response.arrayBuffer();
}

/**
 * Gives an instance the data of games, as they are needed.
 * @param {{ask: import("./instance.js").Ask, put: import("./instance.js").Put}} instance
 * @param {Read} read
 */
export function dataFor({ ask, put }, read) {
  /** @type {Promise<Places>|null} */
  let places = null;
  /** @type {Set<string>} */
  const loaded = new Set();
  /** The places of all games. After a failure, the next call tries again. @returns {Promise<Places>} */
  const allPlaces = () => places ??= read("data.json")
    .then(bytes => JSON.parse(new TextDecoder().decode(bytes)))
    .catch(error => {
      places = null;
      throw error;
    });
  /** @param {string} game */
  const load = async game => {
    const pieces = (await allPlaces())[game];
    if (!pieces || loaded.has(game)) {
      return;
    }
    const bytes = new Uint8Array(await read(`${game}.data`));
    let from = 0;
    for (const [at, size] of pieces) {
      put(at, bytes.subarray(from, from += size));
    }
    loaded.add(game);
  };
  return {
    /** Loads what a search of this game needs. A game that is not known needs nothing. @param {string} game @param {string} [rules]  the file that it comes from */
    async forGame(game, rules) {
      let name = "";
      ask("data", { game, rules }, { begin() {}, say: line => { name = JSON.parse(line); } });
      if (typeof name === "string") {
        await load(name);
      }
    },
    /** Loads everything. */
    async forAll() {
      await Promise.all(Object.keys(await allPlaces()).map(load));
    },
  };
}
