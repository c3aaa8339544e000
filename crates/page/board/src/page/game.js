// The tree of the moves of a game.

/** @typedef {import("./types.js").NamedMove} NamedMove */
/** @typedef {import("./types.js").Score} Score */

/**
 * A move, and the position after it. The scores are the first player's.
 * @typedef {object} Node
 * @property {number} id
 * @property {number|null} parent
 * @property {number[]} children  the first goes on with the main line
 * @property {string} name
 * @property {string} record
 * @property {string} shown
 * @property {import("./types.js").Side|null} side  null at the root, and until it is known
 * @property {number} moveNumber
 * @property {boolean} isReply  whether it is the second move of its number
 * @property {Score|null} score
 * @property {number[]|null} wdl
 * @property {string|null} before  a comment before the move, which begins a branch
 * @property {string|null} comment
 * @property {import("./types.js").UnreadMove[][]} unread  variations in place of it that break the rules, as a record has them
 * @property {import("./types.js").UnreadMove[]} rest  what follows in a record, from an illegal move on
 * @property {number[]} nags  what a record says of the move: 1 for "!", 2 for "?"
 * @property {string[]} best  the best line from here, as far as a search of the whole game found it
 * @property {string} mark  of a move that cost something: "?!", "?" or "??"; or "!", or "□" for the only one
 * @property {string} why  the reason for the mark
 * @property {number|null} left  the ms that its side has left after it, on a clock
 * @property {boolean} flag  whether the side to move ran out of time here
 * @property {boolean} isFound  whether a search of the whole game found the move
 * @property {import("./types.js").Result|null} result  the end of the game by the rules, once it was seen
 * @property {number} lost  the points that it cost, from 0 to 1
 */

/** @returns {Node} */
const emptyNode = (/** @type {number} */ id, /** @type {number|null} */ parent, /** @type {string} */ name) => ({
  id, parent, children: [], name, record: name, shown: name,
  side: null, moveNumber: 0, isReply: false, score: null, wdl: null, before: null, comment: null, unread: [], rest: [], nags: [], best: [], mark: "", why: "", lost: 0, left: null, flag: false, isFound: false, result: null,
});

export class Tree {
  constructor() {
    /** @type {Map<number, Node>} */
    this.nodes = new Map([[0, emptyNode(0, null, "")]]);
    this.currentId = 0;
    this.nextId = 1;
  }

  get root() {
    return this.node(0);
  }

  get current() {
    return this.node(this.currentId);
  }

  /** @param {number} id @returns {Node} */
  node(id) {
    const found = this.nodes.get(id);
    if (!found) {
      throw new Error(`no node ${id}`);
    }
    return found;
  }

  /** @param {number} id */
  has(id) {
    return this.nodes.has(id);
  }

  /**
   * The nodes from the root to this one, without the root.
   * @param {number} [id]
   * @returns {Node[]}
   */
  path(id = this.currentId) {
    const nodes = [];
    for (let at = this.node(id); at.parent !== null; at = this.node(at.parent)) {
      nodes.push(at);
    }
    return nodes.reverse();
  }

  /** @param {number} [id] */
  names(id = this.currentId) {
    return this.path(id).map(node => node.name);
  }

  /** @param {number} [id] */
  ply(id = this.currentId) {
    return this.path(id).length;
  }

  /** The main line behind a node. @param {Node} at */
  lineBehind(at) {
    const nodes = [];
    while (at.children.length > 0) {
      at = this.node(/** @type {number} */ (at.children[0]));
      nodes.push(at);
    }
    return nodes;
  }

  /** The path through the current node to the end of its line. */
  line() {
    return [...this.path(), ...this.lineBehind(this.current)];
  }

  /** The main line from the start. */
  mainLine() {
    return this.lineBehind(this.root);
  }

  /**
   * The child with this move, made if there is none.
   * @param {number} parent
   * @param {Pick<NamedMove, "name"> & Partial<NamedMove>} move
   */
  add(parent, move) {
    const known = this.node(parent).children.find(id => this.node(id).name === move.name);
    if (known === undefined) {
      return this.append(parent, move);
    }
    this.describe(known, move);
    return this.node(known);
  }

  /**
   * A new child, also where there is one with this move: records may have a move twice.
   * @param {number} parent
   * @param {Pick<NamedMove, "name"> & Partial<NamedMove>} move
   */
  append(parent, move) {
    const node = emptyNode(this.nextId++, parent, move.name);
    this.nodes.set(node.id, node);
    this.node(parent).children.push(node.id);
    this.describe(node.id, move);
    return node;
  }

  /** Says how a move is written; gives whether that is new. @param {number} id @param {Partial<NamedMove>} move */
  describe(id, move) {
    const node = this.node(id);
    const { record = node.record, shown = node.shown, side = node.side, number: moveNumber = node.moveNumber, is_reply: isReply = node.isReply } = move;
    const isNew = record !== node.record || shown !== node.shown || side !== node.side || moveNumber !== node.moveNumber || isReply !== node.isReply;
    Object.assign(node, { record, shown, side, moveNumber, isReply });
    return isNew;
  }

  /**
   * Takes a node and all that follows out; the current node moves to its parent if need be.
   * @param {number} id
   */
  remove(id) {
    const { parent } = this.node(id);
    if (parent === null) {
      return;
    }
    if (this.path().some(node => node.id === id)) {
      this.currentId = parent;
    }
    const above = this.node(parent);
    above.children = above.children.filter(child => child !== id);
    const rest = [id];
    for (let at = rest.pop(); at !== undefined; at = rest.pop()) {
      rest.push(...this.node(at).children);
      this.nodes.delete(at);
    }
  }

  /**
   * Makes the line to this node the main line.
   * @param {number} id
   */
  promote(id) {
    for (const node of this.path(id)) {
      const above = this.node(/** @type {number} */ (node.parent));
      above.children = [node.id, ...above.children.filter(child => child !== node.id)];
    }
  }

  /** Whether some position of the line to this node has moves besides the main one. @param {number} id */
  isBranch(id) {
    return this.path(id).some(node => this.node(/** @type {number} */ (node.parent)).children[0] !== node.id);
  }

  /** Without what is empty, as in a new node. */
  toJSON() {
    const isSaid = (/** @type {[string, unknown]} */ [, value]) =>
      value !== null && value !== "" && value !== false && !(Array.isArray(value) && value.length === 0);
    const nodes = [...this.nodes.values()].map(node => Object.fromEntries(Object.entries(node).filter(isSaid)));
    return { nodes, current: this.currentId, next: this.nextId };
  }

  /** @param {any} kept  what toJSON gave */
  static from(kept) {
    const tree = new Tree();
    tree.nodes = new Map(kept.nodes.map((/** @type {Node} */ { id, parent = null, name = "", ...node }) => [id, { ...emptyNode(id, parent, name), ...node }]));
    tree.currentId = tree.nodes.has(kept.current) ? kept.current : 0;
    tree.nextId = kept.next;
    // A node that is missing shows here rather than in the middle of a game.
    for (const node of tree.nodes.values()) {
      node.children.forEach(child => tree.node(child));
    }
    tree.node(0);
    return tree;
  }
}
