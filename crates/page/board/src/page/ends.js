// How a game ends besides by its moves: resignation, and a draw that is agreed; and the game after it.

import { announce, say } from "./notices.js";
import { byId } from "./dom.js";
import { choose } from "./choice.js";
import { endGame, isPlaying, isUnderWay, newGame, people } from "./turns.js";
import { look } from "./engine.js";
import { other, sideName, state } from "./state.js";
import { points } from "./scores.js";
import { texts } from "./texts.js";

/** The time in which an engine thinks about a draw, in ms. */
const DRAW_MS = 500;
/** The most that an engine may expect and yet take half a point. */
const MAX_POINTS = 0.5;

/** A person resigns: of two, the question says which. */
export async function resign() {
  const own = people();
  let [loser = null] = own;
  if (own.length > 1 || isUnderWay()) {
    loser = await choose(texts.askResign, own.map(side => [side, texts.resignFor(sideName(side))]));
  }
  if (loser && isPlaying()) {
    endGame(other(loser), texts.resigned(sideName(loser)));
  }
}

/** The person to move offers a draw: an engine decides by its score, another person agrees. */
export async function offerDraw() {
  const { position, players, about } = state;
  if (!position || !isPlaying()) {
    return;
  }
  const { side } = position;
  const { engine } = players[other(side)];
  const name = engine === null ? sideName(other(side)) : about.engines[engine]?.name ?? "";
  const question = engine === null ? texts.drawOffered(sideName(side), name) : texts.askDraw(name);
  const answer = await choose(question, [["draw", engine === null ? texts.takeDraw : texts.offerDraw]], engine === null ? texts.declineDraw : texts.cancel);
  if (!answer) {
    return;
  }
  const status = byId("status").textContent ?? "";
  const isTaken = engine === null || await takesDraw(engine, side);
  if (state.position !== position || !isPlaying()) {
    return;
  }
  if (isTaken) {
    endGame(null, texts.drawAgreed);
  } else {
    say(texts.drawDeclined(name, status));
    announce(texts.drawDeclined(name, status));
  }
}

/** Whether an engine takes a draw that the side to move offers. @param {number} engine @param {import("./types.js").Side} side */
async function takesDraw(engine, side) {
  const found = await look(state.tree.names(), side, DRAW_MS, { engine });
  return found !== null && points(found, other(side)) <= MAX_POINTS;
}

/** The same game again, with changed sides. */
export async function rematch() {
  const { game, start, players, clocks, flipped } = state;
  await newGame(game, {
    start, players: { first: players.second, second: players.first },
    clocks: clocks && { first: clocks.second, second: clocks.first },
    flipped: people().length === 1 ? players.first.engine === null : !flipped,
  });
}

/** Whether another game may take the place of the one on the board. */
export async function mayReplace() {
  return !isUnderWay() || await choose(texts.askNewGame, [["new", texts.newGame]]) !== null;
}
