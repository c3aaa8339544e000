// What each side has captured more of than the other, beside its player, and by how much it is ahead: counted from the start
// of the game.

import { askPosition } from "./api.js";
import { byId, set } from "./dom.js";
import { on, other, SIDES, state } from "./state.js";
import { pieceText } from "./view.js";
import { swatch } from "./board.js";
import { texts } from "./texts.js";

/** @typedef {import("./types.js").Cells} Cells */
/** @typedef {import("./types.js").Piece} Piece */
/** @typedef {import("./types.js").Side} Side */
/** Pieces of a kind, and how many of them. @typedef {{piece: Piece, count: number}} Kind */

/** The last question about the start of a game. */
let asked = 0;

export function startCaptured() {
  on("position", show);
}

async function show() {
  const { position, game, start, tree } = state;
  const mine = asked += 1;
  // Elsewhere hands or counts say it.
  const isTold = position !== null && position.cells !== null && position.hands === null && position.counted === null && tree.ply() > 0;
  const first = isTold ? await askPosition(game, start, []).catch(() => null) : null;
  if (mine !== asked) {
    return;
  }
  const lost = first?.cells && position?.cells
    ? { first: lostBy("first", first.cells, position.cells), second: lostBy("second", first.cells, position.cells) } : null;
  const taken = SIDES.map(side => lost ? more(lost[other(side)], lost[side]) : []);
  const [ahead = 0, behind = 0] = taken.map(worth);
  SIDES.forEach((side, i) => draw(side, taken[i] ?? [], i === 0 ? ahead - behind : behind - ahead));
}

/** What pieces are worth together. @param {Kind[]} kinds */
const worth = kinds => kinds.reduce((sum, { piece: { promoted, letter }, count }) =>
  sum + count * (state.position?.shape?.values[`${promoted ? "+" : ""}${letter}`] ?? 0), 0);

/** What tells kinds apart, whosever they are. @param {Piece} piece */
const kindOf = ({ name, letter, promoted }) => `${promoted ? "+" : ""}${name ?? letter.toLowerCase()}`;

/** What a side has no longer, by kind. @param {Side} side @param {Cells} before @param {Cells} now */
function lostBy(side, before, now) {
  /** @type {Map<string, Kind>} */
  const kinds = new Map();
  const add = (/** @type {Cells} */ cells, /** @type {number} */ by) => cells.forEach(piece => {
    if (piece?.side === side) {
      const kind = kinds.get(kindOf(piece)) ?? { piece, count: 0 };
      kinds.set(kindOf(piece), { ...kind, count: kind.count + by });
    }
  });
  add(before, 1);
  const most = [...kinds].sort(([, a], [, b]) => b.count - a.count).map(([name]) => name);
  add(now, -1);
  // What came was made of others: of pawns, which are the most.
  let made = [...kinds.values()].reduce((sum, { count }) => sum + Math.max(0, -count), 0);
  for (const name of most) {
    const kind = kinds.get(name);
    if (kind && kind.count > 0) {
      const gone = Math.min(made, kind.count);
      kinds.set(name, { ...kind, count: kind.count - gone });
      made -= gone;
    }
  }
  return kinds;
}

/** What one side has lost more of than the other. @param {Map<string, Kind>} lost @param {Map<string, Kind>} others */
const more = (lost, others) => [...lost].flatMap(([name, { piece, count }]) => {
  const left = count - Math.max(0, others.get(name)?.count ?? 0);
  return left > 0 ? [{ piece, count: left }] : [];
});

/** @param {Side} side @param {Kind[]} kinds @param {number} ahead  what they are worth more than those of the other side */
function draw(side, kinds, ahead) {
  const place = byId(`captured-${side}`);
  const shape = state.position?.shape;
  const all = texts.captured(kinds.map(({ piece, count }) => texts.times(count, pieceText(piece))));
  const label = kinds.length > 0 && `${all}${ahead > 0 ? ` (+${ahead})` : ""}`;
  set(place, { "aria-label": label, title: label, "data-ahead": ahead > 0 && ahead });
  place.replaceChildren(...shape ? kinds.flatMap(({ piece, count }) => Array.from({ length: count }, () => swatch(piece, shape, state.flipped))) : []);
}
