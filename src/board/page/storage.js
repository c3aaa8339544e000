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
    /** @param {string} key @param {string|null} value */
    set(key, value) {
      try {
        if (value === null) {
          storage().removeItem(key);
        } else {
          storage().setItem(key, value);
        }
      } catch {
        // Nothing is kept then.
      }
    },
  };
}

export const forTab = guarded(() => window.sessionStorage);
export const forAll = guarded(() => window.localStorage);

const KEY = "plyglot.tab";
/** How long another tab has to say that it is the owner of an id. */
const ANSWER_MS = 60;

/** @type {Promise<string>|null} */
let claim = null;

const random = () => Array.from(crypto.getRandomValues(new Uint32Array(3)), n => n.toString(36)).join("");

/**
 * Takes the id that this tab had before a reload. A duplicated tab starts with a copy of the
 * storage: the tab that has the id already says so, and the copy takes a new one.
 */
async function claimTabId() {
  let id = forTab.get(KEY) ?? "";
  const self = random();
  if (typeof BroadcastChannel === "function") {
    const channel = new BroadcastChannel("plyglot.tabs");
    let isTaken = false;
    channel.onmessage = ({ data }) => {
      if (data?.asks === id && data.self !== self) {
        channel.postMessage({ taken: id });
      } else if (data?.taken === id) {
        isTaken = true;
      }
    };
    if (id) {
      channel.postMessage({ asks: id, self });
      await new Promise(resolve => setTimeout(resolve, ANSWER_MS));
    }
    if (isTaken) {
      id = "";
    }
  }
  id ||= random();
  forTab.set(KEY, id);
  return id;
}

/** The id of this tab, settled before the first search. */
export const tabId = () => claim ??= claimTabId();
