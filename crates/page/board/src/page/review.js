// What the moves of a game cost, after all its positions were searched: marks in the list of
// moves with their reasons, the better moves as branches, the accuracy of both sides, and where the
// game turned.

import { ask, askPosition, stream } from "./api.js";
import { buttonById, byId } from "./dom.js";
import { describeLine, fillNames } from "./names.js";
import { emit, on, save, sideName, state } from "./state.js";
import { goTo } from "./turns.js";
import { notice, noticeError } from "./notices.js";
import { chances } from "./scores.js";
import { texts } from "./texts.js";
import { numbered, written } from "./written.js";

/** @typedef {import("./game.js").Node} Node */
/** @typedef {import("./types.js").Side} Side */
/**
 * By side; the node where the game turned, or else of the largest mistake.
 * @typedef {{accuracy: (number|null)[], turn: number|null, hasTurned: boolean}} Review
 */

/** The most moves of a better line that become a branch. */
const BRANCH = 5;

/** Ends the search for reasons. @type {AbortController|null} */
let asking = null;

export function startReview() {
  byId("next-mistake").addEventListener("click", () => goToMistake(1));
  byId("last-mistake").addEventListener("click", () => goToMistake(-1));
  byId("turning-point").addEventListener("click", () => state.review?.turn && goTo(state.review.turn));
  on("game", () => asking?.abort());
  for (const change of /** @type {const} */ (["tree", "scores", "game", "mode"])) {
    on(change, showReview);
  }
}

/**
 * Says what the moves cost of a game whose positions were searched, and why.
 * @param {import("./game.js").Tree} tree
 * @param {number} movetime  of a search for a reason
 */
export async function review(tree, movetime) {
  asking?.abort();
  const nodes = [tree.root, ...tree.line()];
  const { game, start } = state;
  try {
    const end = (await askPosition(game, start, tree.names(nodes.at(-1)?.id))).result;
    const steps = nodes.slice(1).flatMap((node, i) => {
      const before = /** @type {Node} */ (nodes[i]);
      // A null move, or the only pass, is no choice.
      const side = node.name === "0000" ? null : node.side;
      const best = side && chances(before, side);
      const played = side && (end && i === nodes.length - 2 ? endChances(end.winner, side) : chances(node, side));
      return best && played ? [{ node, before, side, best, played }] : [];
    });
    const asked = steps.map(({ side, best, played, node, before }) => ({
      side, best, played: before.best[0] === node.name ? best : played,
    }));
    const found = await ask("review", { moves: asked });
    if (state.tree !== tree) {
      return;
    }
    await Promise.all(steps.map(async ({ node, before }, i) => {
      const { lost = 0, mark = "" } = found.moves[i] ?? {};
      Object.assign(node, { lost, mark });
      if (mark && before.best.length > 0) {
        await addBranch(tree, before);
      }
    }));
    const turn = steps[found.turning_point ?? found.largest_mistake ?? -1]?.node.id ?? null;
    state.review = { accuracy: found.accuracy, turn, hasTurned: found.turning_point !== null };
    emit("tree");
    save();
    void fillNames(tree);
    void giveReasons(tree, steps, movetime);
  } catch (error) {
    noticeError(error);
  }
}

/**
 * Says why moves have their marks; a best move may get one that praises it.
 * @param {import("./game.js").Tree} tree
 * @param {{node: Node, before: Node}[]} steps
 * @param {number} movetime
 */
async function giveReasons(tree, steps, movetime) {
  const { game, start } = state;
  const { signal } = asking = new AbortController();
  try {
    for (const { node, before } of steps.filter(({ node, before }) => node.mark || before.best[0] === node.name)) {
      if (signal.aborted || !tree.has(node.id)) {
        continue;
      }
      const question = { game, start, moves: tree.names(before.id), wanted: node.name, about: "mark", movetime };
      for await (const { mark, sentence } of stream("explain", question, signal)) {
        // The engine that gave the mark may see it otherwise.
        if (sentence && mark.includes("?") === Boolean(node.mark) && !signal.aborted) {
          Object.assign(node, { mark: node.mark || mark, why: sentence.text });
          emit("tree");
          save();
        }
      }
    }
    // The record has the reasons, too.
    emit("mode");
  } catch (error) {
    noticeError(error);
  }
}

/** What is certain at the end. @param {Side|null} winner @param {Side} side */
const endChances = (winner, side) => winner === null ? [0, 1000, 0] : winner === side ? [1000, 0, 0] : [0, 0, 1000];

/** The better line as a branch. @param {import("./game.js").Tree} tree @param {Node} before */
async function addBranch(tree, before) {
  let { id } = before;
  for (const name of before.best.slice(0, BRANCH)) {
    const isNew = !tree.node(id).children.some(child => tree.node(child).name === name);
    const node = tree.add(id, { name });
    node.isFound ||= isNew;
    ({ id } = node);
  }
  await describeLine(state.game, state.start, tree, id);
}

/** The mistakes of the main line. @returns {Node[]} */
export const mistakes = () => state.tree.mainLine().filter(({ mark }) => mark.includes("?"));

/** @param {1|-1} step */
function goToMistake(step) {
  const { tree } = state;
  const line = tree.mainLine();
  const here = tree.path().filter(node => line.includes(node)).length - 1;
  const places = mistakes().map(node => line.indexOf(node));
  const place = step > 0 ? places.find(at => at > here) ?? places[0] : places.findLast(at => at < here) ?? places.at(-1);
  const node = place === undefined ? undefined : line[place];
  if (node) {
    goTo(node.id);
  } else {
    notice(texts.noMistakes);
  }
}

function showReview() {
  const { review: found, tree, watching } = state;
  byId("review").hidden = !found;
  if (!found) {
    return;
  }
  const part = (/** @type {Side} */ side, /** @type {number} */ i) => texts.accuracy(sideName(side), found.accuracy[i] ?? null);
  byId("accuracy").textContent = `${texts.accuracies}: ${part("first", 0)}, ${part("second", 1)}`;
  const turn = found.turn !== null && tree.has(found.turn) ? tree.node(found.turn) : null;
  const better = turn && turn.parent !== null ? tree.node(turn.parent).children.map(id => tree.node(id)).find(({ id }) => id !== turn.id) : undefined;
  byId("turning-point").hidden = turn === null;
  const said = found.hasTurned ? texts.turnedAt : texts.largestMistake;
  byId("turning-point").textContent = turn ? said(written(numbered(turn)), written(better?.shown ?? "")) : "";
  const none = mistakes().length === 0;
  for (const id of ["next-mistake", "last-mistake", "practise"]) {
    buttonById(id).disabled = none || watching;
  }
}
