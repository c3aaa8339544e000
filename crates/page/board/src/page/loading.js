// A game that was read, from a text or a link, comes onto the board.

import { byId } from "./dom.js";
import { emit, other, sideName, state } from "./state.js";
import { newGame } from "./turns.js";
import { texts } from "./texts.js";
import { Tree } from "./game.js";

/** @typedef {import("./types.js").RecordedGame} RecordedGame */

/** On small screens the board is far from the text. */
const toBoard = () => byId("board-place").scrollIntoView({ block: "nearest" });

/**
 * Adds moves with all that is said of them; gives the last node.
 * @param {Tree} tree
 * @param {number} parent
 * @param {import("./types.js").RecordedMove[]} moves
 */
function addMoves(tree, parent, moves) {
  for (const move of moves) {
    const node = tree.append(parent, move);
    const sign = move.side === "first" ? 1 : -1;
    node.before = move.before || null;
    node.comment = move.comment ?? null;
    node.unread = move.unread ?? [];
    node.nags = move.nags ?? [];
    node.score = move.mate !== null && move.mate !== undefined ? { mate: sign * move.mate }
      : move.cp !== null && move.cp !== undefined ? { cp: sign * move.cp } : null;
    for (const variation of move.variations ?? []) {
      addMoves(tree, parent, variation);
    }
    parent = node.id;
  }
  return parent;
}

/** Why a game ended, as the page says it of its own. @param {string} reason @param {import("./types.js").Side|null} winner */
function endingText(reason, winner) {
  const loser = winner ? sideName(other(winner)) : null;
  switch (reason) {
    case "resignation": return loser ? texts.resigned(loser) : "";
    case "time forfeit": return loser ? texts.timeIsUp(loser) : texts.word(reason);
    case "agreement": return texts.drawAgreed;
    default: return texts.word(reason);
  }
}

/**
 * A record is shown from its start, anything else from its end. No engine moves before it is told to,
 * unless the game is to be played.
 * @param {RecordedGame} game
 * @param {boolean} [isPlayed]
 */
export async function loadGame(game, isPlayed = false) {
  const isRecord = Boolean(game.format);
  const tree = new Tree();
  tree.root.comment = game.comment || null;
  tree.currentId = addMoves(tree, 0, game.moves);
  const last = tree.currentId;
  tree.current.rest = game.rest ?? [];
  toBoard();
  emit("leave");
  tree.currentId = isRecord ? 0 : last;
  const { first, second } = state.players;
  const players = isPlayed ? state.players : { first: { ...first, engine: null }, second: { ...second, engine: null } };
  const loaded = newGame(game.game, { start: game.start, tree, players });
  state.names = game.players.some(Boolean) ? game.players : null;
  state.tags = game.tags ?? [];
  state.format = game.format ?? "pgn";
  const { result, reason } = game;
  const winner = result === "first" || result === "second" ? result : null;
  state.ending = { node: last, winner, reason: endingText(reason ?? "", winner), unfinished: result === "unfinished" };
  state.read = tree.nextId;
  emit("players");
  await loaded;
}
