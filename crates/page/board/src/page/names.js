// How moves are written: in the notation that was chosen, also those known only by their names.

import { askPosition } from "./api.js";
import { byId, html, selectById } from "./dom.js";
import { emit, on, save, state } from "./state.js";
import { notations } from "./storage.js";

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

/** @param {() => Promise<unknown>} showCurrent  asks for the position on the board again */
export function startNotation(showCurrent) {
  const select = selectById("notation");
  select.addEventListener("change", async () => {
    notations.set(state.game, select.value);
    await rewrite(state.tree).catch(() => {});
    await showCurrent();
  });
  on("position", () => {
    const known = state.position?.notations ?? [];
    byId("notation-field").hidden = known.length < 2;
    select.replaceChildren(...known.map(name => html("option", { value: name }, label(name))));
    select.value = state.position?.notation ?? "";
  });
}

/** `san` is an abbreviation, `hodges` is not. @param {string} name */
const label = name => name.length <= 4 && name !== "thai" ? name.toUpperCase() : name[0]?.toUpperCase() + name.slice(1);

/** Writes all moves of a tree anew. @param {import("./game.js").Tree} tree */
async function rewrite(tree) {
  const leaves = [...tree.nodes.values()].filter(node => node.id !== 0 && node.children.length === 0);
  for (let i = 0; i < leaves.length && state.tree === tree; i += BATCH) {
    await Promise.all(leaves.slice(i, i + BATCH).map(({ id }) => describeLine(state.game, state.start, tree, id)));
  }
  emit("tree");
  save();
}

/** @param {string} game @param {string|null} start @param {import("./game.js").Tree} tree @param {number} id */
export async function describeLine(game, start, tree, id) {
  const { line } = await askPosition(game, start, tree.names(id));
  if (tree.has(id)) {
    tree.path(id).forEach((node, i) => tree.describe(node.id, line[i] ?? {}));
  }
}
