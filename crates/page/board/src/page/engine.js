// The search of an engine in a game, with the limits of the game.

import { byId, html } from "./dom.js";
import { firstScore, firstWdl, scoreText } from "./scores.js";
import { ApiError, askedAt, isAbort, stream } from "./api.js";
import { state } from "./state.js";
import { clockLimits } from "./clock.js";
import { notice } from "./notices.js";
import { tabId } from "./storage.js";
import { texts } from "./texts.js";

/** The limits and the strength of a search. @param {import("./types.js").Player} player */
const strengthOf = player => {
  const [kind, value] = player.strength.split(" ");
  return value === undefined ? null : { [kind ?? ""]: Number(value) };
};

/** @typedef {{move: Pick<import("./types.js").Move, "name"> & Partial<import("./types.js").Move>, line: import("./types.js").Line|undefined, side: import("./types.js").Side}} Found */
/** @typedef {{move?: undefined, text: string, error?: unknown}} Failure */

/**
 * The move that the engine of the side to move finds, or why there is none; null once aborted.
 * @param {AbortSignal} signal  ends the search
 * @returns {Promise<Found|Failure|null>}
 */
export async function think(signal) {
  const { position, tree, limit } = state;
  if (!position) {
    return null;
  }
  const { side } = position;
  const player = state.players[side];
  const engine = state.about.engines[player.engine ?? 0]?.name ?? "";
  const tab = await tabId();
  if (signal.aborted) {
    return null;
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
        return null;
      }
      if (said.type === "info") {
        line = said.lines[0] ?? line;
        showDepth(side, said);
      } else if (said.type === "best") {
        const move = position.moves.find(({ name }) => name === said.move) ?? { name: said.move, shown: said.shown };
        return { move, line, side };
      } else if (said.type === "failed") {
        if (!said.restarted) {
          return { text: texts.engineGaveUp(engine, said.text) };
        }
        notice(texts.engineFailed(engine, said.text));
      } else if (said.type === "ended") {
        break;
      }
    }
    return { text: texts.engineSilent(engine) };
  } catch (error) {
    return isAbort(error) ? null : { text: "", error };
  }
}

/**
 * What a short search says of a position, with scores of the first player; null if the engine says nothing.
 * @param {string[]} names  the moves to it
 * @param {import("./types.js").Side} side  to move
 * @param {number} movetime  in ms
 * @param {{engine?: number, signal?: AbortSignal}} [how]
 */
export async function look(names, side, movetime, { engine = 0, signal = new AbortController().signal } = {}) {
  const { game, start } = state;
  const question = { tab: await tabId(), asked_at: askedAt(), game, start, moves: names, engine, lines: 1, limits: { movetime }, strength: null };
  /** @type {import("./types.js").Line|undefined} */
  let line;
  for await (const event of stream("search", question, signal)) {
    const said = /** @type {import("./types.js").SearchEvent} */ (event);
    if (said.type === "failed" && !said.restarted) {
      throw new ApiError(texts.engineGaveUp(state.about.engines[engine]?.name ?? "", said.text), 0);
    }
    line = said.type === "info" ? said.lines[0] ?? line : line;
  }
  return line ? { score: firstScore(line.score, side), wdl: firstWdl(line.wdl, side), line: line.line } : null;
}

/** @param {import("./types.js").Side} side @param {import("./types.js").Info} info */
function showDepth(side, info) {
  const score = info.lines[0]?.score;
  byId(`depth-${side}`).replaceChildren(...score
    ? [html("span", {}, texts.depthReached(info.depth)), html("span", {}, scoreText(firstScore(score, side)))] : []);
}
