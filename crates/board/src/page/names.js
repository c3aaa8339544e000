// How moves are written that are known only by their names.

import { askPosition } from "./api.js";
import { emit, save, state } from "./state.js";

/** How many questions are under way at once. */
const BATCH = 6;

/**
 * Asks how the moves of a tree are written: one question for each line, as the answer
 * describes all moves of it.
 * @param {import("./game.js").Tree} tree
 */
export async function fillNames(tree) {
  const { game, start } = state;
  const isUnknown = (/** @type {import("./game.js").Node} */ node) => node.id !== 0 && node.side === null;
  for (;;) {
    const nodes = [...tree.nodes.values()];
    const leaves = nodes.filter(node => isUnknown(node) && !node.children.some(id => isUnknown(tree.node(id)))).slice(0, BATCH);
    if (leaves.length === 0 || state.tree !== tree) {
      return;
    }
    try {
      await Promise.all(leaves.map(({ id }) => describeLine(game, start, tree, id)));
    } catch {
      return;
    }
    if (leaves.some(leaf => tree.has(leaf.id) && isUnknown(leaf))) {
      return;
    }
    if (state.tree === tree) {
      emit("tree");
      save();
    }
  }
}

/** @param {string} game @param {string|null} start @param {import("./game.js").Tree} tree @param {number} id */
export async function describeLine(game, start, tree, id) {
  const { line } = await askPosition(game, start, tree.names(id));
  if (tree.has(id)) {
    tree.path(id).forEach((node, i) => tree.describe(node.id, line[i] ?? {}));
  }
}
