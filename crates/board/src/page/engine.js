// The turn of an engine: a search with the limits of the game, and the move that it finds.

import { byId, html } from "./dom.js";
import { firstScore, scoreText } from "./scores.js";
import { halt, play, unpause } from "./turns.js";
import { askedAt, isAbort, stream } from "./api.js";
import { keepScore, state } from "./state.js";
import { clockLimits } from "./clock.js";
import { notice, noticeError } from "./notices.js";
import { tabId } from "./storage.js";
import { texts } from "./texts.js";

/** The limits and the strength of a search. @param {import("./types.js").Player} player */
const strengthOf = player => {
  const [kind, value] = player.strength.split(" ");
  return value === undefined ? null : { [kind ?? ""]: Number(value) };
};

/**
 * Lets the engine of the side to move find a move, and plays it.
 * @param {AbortSignal} signal  ends the search; what it finds then counts no more
 */
export async function think(signal) {
  const { position, tree, limit } = state;
  if (!position) {
    return;
  }
  const { side } = position;
  const player = state.players[side];
  const engine = state.about.engines[player.engine ?? 0]?.name ?? "";
  const tab = await tabId();
  if (signal.aborted) {
    return;
  }
  const question = {
    game: state.game, start: state.start, moves: tree.names(), tab, asked_at: askedAt(), engine: player.engine, lines: 1,
    limits: clockLimits() ?? { [limit.kind]: limit.value }, strength: strengthOf(player),
  };
  /** @type {import("./types.js").Line|undefined} */
  let line;
  try {
    for await (const event of stream("search", question, signal)) {
      const said = /** @type {import("./types.js").SearchEvent} */ (event);
      if (signal.aborted) {
        return;
      }
      if (said.type === "info") {
        line = said.lines[0] ?? line;
        showDepth(side, said);
      } else if (said.type === "best") {
        // The score belongs to the position that was searched, and to the one after the move.
        keepScore(tree, tree.currentId, line, side);
        const move = position.moves.find(({ name }) => name === said.move);
        play(move ?? { name: said.move, shown: said.shown }, { isEngine: true });
        keepScore(tree, tree.currentId, line, side);
        return;
      } else if (said.type === "failed") {
        if (!said.restarted) {
          halt(texts.engineGaveUp(engine, texts.said(said.text)));
          return;
        }
        notice(texts.engineFailed(engine, texts.said(said.text)));
      } else if (said.type === "ended") {
        break;
      }
    }
    if (!signal.aborted) {
      halt(texts.engineSilent(engine));
    }
  } catch (error) {
    if (!signal.aborted && !isAbort(error)) {
      halt("");
      noticeError(error, unpause);
    }
  }
}

/** @param {import("./types.js").Side} side @param {import("./types.js").Info} info */
function showDepth(side, info) {
  const score = info.lines[0]?.score;
  byId(`depth-${side}`).replaceChildren(...score
    ? [html("span", {}, texts.depthReached(info.depth)), html("span", {}, scoreText(firstScore(score, side)))] : []);
}
