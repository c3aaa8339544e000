// The games that one has played: kept for all tabs, each under a name of its own, so that tabs do not
// overwrite each other's.

import { emit, keptGame, on, state } from "./state.js";
import { forAll, hold, random } from "./storage.js";
import { isOwn } from "./last.js";

/** Before the ids of games. */
export const KEPT = "plyglot.kept.";
const MAX_GAMES = 100;
/** Of all kept games together: browsers give a site some 5 million. */
const MAX_CHARS = 2_500_000;

/** The game that this tab holds, and what lets go of it. */
const held = { id: "", release: () => {} };

export function startKept() {
  on("saved", () => void keep());
  window.addEventListener("pagehide", () => {
    if (held.id === state.id) {
      store();
    }
  });
}

async function keep() {
  if (isOwn() && (held.id === state.id || await claim())) {
    store();
  }
}

/** Holds the game on the board. One that another tab holds becomes a copy; says whether it is still there. */
async function claim() {
  const { id, tree } = state;
  const release = await hold(KEPT + id);
  if (state.tree !== tree || state.id !== id) {
    release?.();
    return false;
  }
  if (!release && navigator.locks) {
    state.id = random();
    return claim();
  }
  held.release();
  Object.assign(held, { id, release: release ?? (() => {}) });
  dropOldest();
  return true;
}

/** The time comes first, so that games can be put in order without reading them. */
function store() {
  const key = KEPT + state.id;
  const text = `${Date.now()} ${keptGame()}`;
  const others = text.length > MAX_CHARS || forAll.set(key, text) ? [] : keptGames().filter(game => game.key !== key);
  // Where something else has taken the room, the oldest games go until there is enough.
  for (let oldest = others.pop(); oldest; oldest = forAll.set(key, text) ? undefined : others.pop()) {
    forAll.set(oldest.key, null);
  }
  emit("kept");
}

/** The kept games, newest first. */
export const keptGames = () => forAll.keys(KEPT).map(key => {
  const text = forAll.get(key) ?? "";
  const blank = text.indexOf(" ");
  return { key, time: Number(text.slice(0, blank)) || 0, text: text.slice(blank + 1) };
}).sort((a, b) => b.time - a.time);

/** Keeps within the bounds, with one more game. */
function dropOldest() {
  let [games, chars] = [1, 0];
  for (const { key, text } of keptGames()) {
    games += 1;
    chars += text.length;
    if (key !== KEPT + held.id && (games > MAX_GAMES || chars > MAX_CHARS)) {
      forAll.set(key, null);
    }
  }
}
