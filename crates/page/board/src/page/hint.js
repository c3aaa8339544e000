// A move that the engine would play in place of the person, and what the other side threatens.

import { announce, noticeError, say } from "./notices.js";
import { draw } from "./drawings.js";
import { look } from "./engine.js";
import { on, phase, state } from "./state.js";
import { selection, showScored } from "./view.js";
import { stream } from "./api.js";
import { texts } from "./texts.js";
import { written } from "./written.js";

/** The time to look for it, in ms. */
const HINT_MS = 1000;
const THREAT_MS = 1500;

/** @type {AbortController|null} */
let search = null;

on("position", () => search?.abort());

export async function hint() {
  const { position, tree } = state;
  if (!position || phase() !== "ready") {
    return;
  }
  search?.abort();
  const { signal } = search = new AbortController();
  say(texts.lookingForHint);
  const found = await look(tree.names(), position.side, HINT_MS, { signal }).catch(error => noticeError(error, hint));
  const move = position.moves.find(({ name }) => name === found?.line[0]);
  if (signal.aborted || state.position !== position || !selection.isOpen) {
    return;
  }
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
  search?.abort();
  const { signal } = search = new AbortController();
  say(texts.lookingForThreat);
  try {
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
  } catch (error) {
    noticeError(error, threat);
  }
}
