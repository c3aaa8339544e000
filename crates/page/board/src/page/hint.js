// A move that the engine would play in place of the person, and what the other side threatens.

import { announce, noticeError, say } from "./notices.js";
import { draw } from "./drawings.js";
import { goOn } from "./turns.js";
import { isAbort, stream } from "./api.js";
import { look } from "./engine.js";
import { on, phase, state } from "./state.js";
import { selection, showScored } from "./view.js";
import { texts } from "./texts.js";
import { written } from "./written.js";

/** The time to look for it, in ms. */
const HINT_MS = 1000;
const THREAT_MS = 1500;

/** @type {AbortController|null} */
let search = null;

on("position", () => search?.abort());

/**
 * Looks for something in place of what was looked for before.
 * @param {string} meanwhile  what is said until it is found
 * @param {(signal: AbortSignal) => Promise<void>} find
 * @param {() => void} again
 */
async function lookFor(meanwhile, find, again) {
  search?.abort();
  const { signal } = search = new AbortController();
  say(meanwhile);
  try {
    await find(signal);
  } catch (error) {
    if (!isAbort(error)) {
      // Whose turn it is stands there again.
      goOn();
      noticeError(error, again);
    }
  }
}

export async function hint() {
  const { position, tree } = state;
  if (!position || phase() !== "ready") {
    return;
  }
  await lookFor(texts.lookingForHint, async signal => {
    const found = await look(tree.names(), position.side, HINT_MS, { signal });
    if (!signal.aborted && state.position === position && selection.isOpen) {
      showHint(position.moves.find(({ name }) => name === found?.line[0]));
    }
  }, hint);
}

/** @param {import("./types.js").Move} [move] */
function showHint(move) {
  const text = move ? texts.hintIs(written(move.shown)) : texts.noHint;
  say(text);
  announce(text);
  if (move) {
    const { from, to, path, shown } = move;
    // What comes from the hand has no arrow, so its name stands where it goes.
    showScored([{ from, to, path, isBest: true, hasArrow: true, text: from === null ? written(shown) : "" }]);
  }
}

/** Says what the other side threatens, with an arrow, or why that cannot be known. */
export async function threat() {
  const { position, game, start, tree } = state;
  if (!position || !["ready", "paused"].includes(phase())) {
    return;
  }
  await lookFor(texts.lookingForThreat, async signal => {
    const question = { game, start, moves: tree.names(), about: "threat", movetime: THREAT_MS };
    for await (const { error, text, move } of stream("explain", question, signal)) {
      if (signal.aborted || state.position !== position) {
        return;
      }
      say(error ?? text);
      announce(error ?? text);
      if (move && move.to !== null) {
        draw(move.from ?? move.to, move.to);
      }
    }
  }, threat);
}
