// Storage that may be denied, and the identity of this tab.

/**
 * Browsers can forbid storage, and it can be full: the page then works without it.
 * @param {() => Storage} storage
 */
function guarded(storage) {
  return {
    /** @param {string} key @returns {string|null} */
    get(key) {
      try {
        return storage().getItem(key);
      } catch {
        return null;
      }
    },
    /** Says whether it could. @param {string} key @param {string|null} value */
    set(key, value) {
      try {
        if (value === null) {
          storage().removeItem(key);
        } else {
          storage().setItem(key, value);
        }
        return true;
      } catch {
        return false;
      }
    },
    /** What is kept as JSON; `usual` where nothing can be read. @template T @param {string} key @param {T} usual @returns {T} */
    read(key, usual) {
      try {
        return JSON.parse(storage().getItem(key) ?? "null") ?? usual;
      } catch {
        return usual;
      }
    },
    /** All keys that begin like this. @param {string} start @returns {string[]} */
    keys(start) {
      try {
        return Object.keys(storage()).filter(key => key.startsWith(start));
      } catch {
        return [];
      }
    },
  };
}

export const forTab = guarded(() => window.sessionStorage);
export const forAll = guarded(() => window.localStorage);

const NOTATION = "plyglot.notation";

/** By game: the notation that was chosen for its moves; null for the usual one. */
export const notations = {
  /** @param {string} game */
  get: game => forAll.get(`${NOTATION}.${game}`),
  /** @param {string} game @param {string} name */
  set: (game, name) => forAll.set(`${NOTATION}.${game}`, name),
};

const KEY = "plyglot.tab";
/** How long the page before a reload has to let go of its id. */
const PATIENCE_MS = 250;

/** @type {Promise<string>|null} */
let claim = null;

export const random = () => Array.from(crypto.getRandomValues(new Uint32Array(3)), n => n.toString(36)).join("");

/**
 * Holds a name as long as this page lives, or until the answer is called; null if another page holds it.
 * @param {string} name
 * @returns {Promise<(() => void)|null>}
 */
export function hold(name) {
  return new Promise(resolve => {
    if (!navigator.locks) {
      resolve(null);
      return;
    }
    const held = () => new Promise((/** @type {(value: null) => void} */ release) => resolve(() => release(null)));
    navigator.locks.request(name, { signal: AbortSignal.timeout(PATIENCE_MS) }, held)
      .catch(() => resolve(null));
  });
}

/**
 * The id that this tab had before a reload. A duplicated tab starts with a copy of the
 * storage, but the id is held by the tab that it was copied from: it takes a new one.
 */
async function claimTabId() {
  const kept = forTab.get(KEY);
  if (kept && await hold(`${KEY}.${kept}`)) {
    return kept;
  }
  const id = random();
  void hold(`${KEY}.${id}`);
  forTab.set(KEY, id);
  return id;
}

/** The id of this tab, settled before the first search. */
export const tabId = () => claim ??= claimTabId();
