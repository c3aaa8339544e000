// The board of the page: shows the current position, what is picked up, and the marks.

import { animate, finishAnimation } from "./animation.js";
import { Board, swatch, textBoard } from "./board.js";
import { byId, html, selectById } from "./dom.js";
import { cellMark, courseMark, scoredWays, targetMark } from "./marks.js";
import { narrowPage } from "./geometry.js";
import { chessKind, signs } from "./pieces.js";
import { forAll } from "./storage.js";
import { emit, gameInfo, SIDES, state } from "./state.js";
import { texts } from "./texts.js";

/** @typedef {import("./types.js").Move} Move */
/** @typedef {import("./types.js").Position} Position */
/** The cell of a piece, or its letter in the hand, and the cell that it is to go to. @typedef {{from: number|string, to: number|null}} Premove */

export const board = new Board(/** @type {any} */ (byId("board")));

/** What the person does with the board just now. */
export const selection = {
  /** @type {number|string|null} the cell of the piece that is picked up, or its letter in the hand */
  picked: null,
  /** @type {number|null} the cell that it is to enter, or to pass, while more is still to be chosen */
  aimed: null,
  /** @type {Move[]} the moves among which is to be chosen then */
  meant: [],
  /** @type {number|null} the cell below the pointer */
  hover: null,
  /** @type {number|null} the small cell that a finger is to tap once more */
  tapped: null,
  /** @type {Premove|null} what a person wants to play after the move of the engine */
  premove: null,
  /** Whether the board takes moves. */
  isOpen: false,
};

const SIGNS = "plyglot.signs";

/** The kings of games in which they have other names, too. */
const ROYAL = ["king", "general", "lion", "phoenix"];

/** @type {import("./marks.js").ScoredWay[]} */
let scored = [];

/** The moves that begin at a cell, or with a piece of the hand. @param {number|string} place */
export const movesFrom = place => state.position?.moves.filter(({ from, piece }) =>
  typeof place === "number" ? from === place : from === null && piece?.letter === place) ?? [];

/** The moves that put a new stone on a cell, or drop one into its column. @param {number} cell */
function placements(cell) {
  const { position } = state;
  if (!position || mustPickHeld(position)) {
    return [];
  }
  const { files = 1, is_wall: isWall = false } = position.shape ?? {};
  return position.moves.filter(({ from, to }) =>
    from === null && to !== null && (to === cell || (isWall && to % files === cell % files)));
}

/** Whether a cell alone does not say what comes there from the hand. @param {Position} position */
const mustPickHeld = ({ hands, moves }) => hands !== null
  && (moves.some(({ from }) => from !== null) || new Set(moves.map(({ piece }) => piece?.letter)).size > 1);

/** The moves that a cell stands for now. @param {number} cell */
export function movesTo(cell) {
  const { aimed, meant } = selection;
  if (aimed === null) {
    return movesInto(cell);
  }
  if (meant.some(move => lastChoice(move) !== null)) {
    return meant.filter(move => lastChoice(move) === cell);
  }
  return endingOrPassing(meant, cell, aimed);
}

/** The cell that is chosen behind that of the piece: of a wall, or of a piece that is taken. @param {Move} move */
export const lastChoice = ({ wall, taken }) => wall ?? taken;

/** Those of the moves that end on a cell, or else pass it after another one. @param {Move[]} moves @param {number} cell @param {number} after */
function endingOrPassing(moves, cell, after) {
  const ending = moves.filter(({ to }) => to === cell);
  return ending.length > 0 ? ending : moves.filter(move => passes(move, cell, after));
}

/** @param {number} cell */
function movesInto(cell) {
  const { picked } = selection;
  const from = picked === null ? [] : movesFrom(picked);
  // A king that is moved onto its rook castles.
  const moved = from.filter(move => move.to === cell || move.rook === cell);
  return moved.length > 0 ? moved : [...from.filter(move => passes(move, cell)), ...placements(cell)];
}

/** Whether a move of several captures lands on a cell on its way, after another one. @param {Move} move @param {number} cell @param {number|null} [after] */
const passes = ({ path, from }, cell, after = from) =>
  state.position?.shape?.arcs.length === 0 && path !== null && path.indexOf(cell, path.indexOf(after ?? -1) + 1) > 0;

/** Whether the cell is shown as a target. @param {number} cell */
function isTarget(cell) {
  const { picked, aimed } = selection;
  if (!selection.isOpen || !state.position) {
    return false;
  }
  if (aimed !== null) {
    return movesTo(cell).length > 0;
  }
  if (picked !== null && movesFrom(picked).some(move => move.to === cell || passes(move, cell))) {
    return true;
  }
  const isPlacement = placements(cell).some(move => move.to === cell);
  // With a stone picked up, a new one grows beside it.
  return isPlacement && (typeof picked !== "number" || (board.geometry?.areNeighbours(picked, cell) ?? false));
}

/** The cells of the pieces that can capture, where a capture must be made. */
export function capturers() {
  const { cells = null, moves = [] } = state.position ?? {};
  const captures = (/** @type {Move} */ { from, to, shown }) => from !== null && to !== null && (cells?.[to] !== null || shown.includes("x"));
  return moves.every(captures) ? [...new Set(moves.flatMap(({ from }) => from ?? []))] : [];
}

/** Shows a piece where it is to go; what its moves differ in is still to be chosen. @param {number} cell @param {Move[]} moves */
export function aim(cell, moves) {
  const { position } = state;
  if (!position?.cells) {
    return;
  }
  const { picked } = selection;
  const cells = [...position.cells];
  const piece = typeof picked === "number" ? cells[picked] : moves[0]?.piece;
  if (typeof picked === "number") {
    cells[picked] = null;
  }
  cells[cell] = piece ?? stoneOf(position.side);
  Object.assign(selection, { aimed: cell, meant: moves });
  selection.tapped = null;
  board.setCells(cells);
  refresh();
}

/** Picks a piece up, or puts it down. @param {number|string|null} place */
export function select(place) {
  if (selection.aimed !== null && state.position?.cells) {
    board.setCells(state.position.cells);
  }
  selection.aimed = selection.tapped = null;
  selection.picked = place;
  refresh();
}

/** Marks the small cell that a finger is to tap once more. @param {number|null} cell */
export function markTapped(cell) {
  if (selection.tapped !== cell) {
    selection.tapped = cell;
    refresh();
  }
}

/** Marks what a person wants to play next. @param {Premove|null} premove */
export function markPremove(premove) {
  if (selection.premove !== premove) {
    selection.premove = premove;
    refresh();
  }
}

/** Shows the current position, with the move to it if `isMove`. @param {boolean} isMove */
export function showPosition(isMove) {
  const { position } = state;
  selection.picked = selection.aimed = selection.tapped = null;
  scored = [];
  if (!position) {
    return;
  }
  const { shape, cells } = position;
  byId("text-board").hidden = shape !== null;
  byId("board").toggleAttribute("hidden", shape === null);
  if (!shape || !cells) {
    byId("text-board").replaceChildren(textBoard(position.diagram));
    emit("board");
    byId("swatch-first").replaceChildren();
    byId("swatch-second").replaceChildren();
    return;
  }
  finishAnimation();
  board.setShape(shape, state.flipped);
  shape.colours.forEach((colour, i) => document.body.style.setProperty(i === 0 ? "--first" : "--second", colour));
  byId("play").style.setProperty("--aspect", String(board.geometry ? board.geometry.width / board.geometry.height : 1));
  byId("board").setAttribute("aria-label", texts.boardOf(gameInfo()?.title ?? state.game));
  if (isMove && position.last) {
    animate(board, cells, position.last);
  } else {
    board.setCells(cells);
  }
  showSwatches(position);
  refresh();
}

/** Signs of Chinese script, figures or letters, as the person wants. */
export function startSigns() {
  const select = selectById("signs");
  select.replaceChildren(...Object.entries(texts.signKinds).map(([value, text]) => html("option", { value }, text)));
  const kept = forAll.get(SIGNS) ?? "";
  select.value = kept in texts.signKinds ? kept : "signs";
  const apply = () => {
    signs.wanted = select.value;
    board.geometry = null;
    if (state.position) {
      showPosition(false);
    }
  };
  apply();
  select.addEventListener("change", () => {
    forAll.set(SIGNS, select.value === "signs" ? null : select.value);
    apply();
  });
}

/** A board that is turned where there is little room is turned when the room changes. */
export function startTurning() {
  narrowPage.addEventListener("change", () => {
    if (!board.root.hasAttribute("hidden")) {
      showPosition(false);
    }
  });
}

/** Shows no position at all. */
export function clearBoard() {
  finishAnimation();
  byId("board").toggleAttribute("hidden", true);
  byId("text-board").hidden = true;
  byId("swatch-first").replaceChildren();
  byId("swatch-second").replaceChildren();
}

/** @param {import("./types.js").Side} side @returns {import("./types.js").Piece} */
const stoneOf = side => ({ side, letter: side === "first" ? "X" : "O", symbol: null, promoted: false, name: null });

/** @param {Position} position */
function showSwatches(position) {
  const { shape, cells } = position;
  if (!shape || !cells) {
    return;
  }
  for (const side of SIDES) {
    // The king stands for its side; elsewhere any piece does.
    const own = cells.filter(piece => piece?.side === side);
    const piece = own.find(piece => ROYAL.includes(piece?.name ?? "") || (piece && chessKind(piece) === "king")) ?? own[0]
      ?? stoneOf(side);
    byId(`swatch-${side}`).replaceChildren(swatch(piece, shape, state.flipped));
  }
}

/** Redraws marks and labels. */
export function refresh() {
  const { position } = state;
  const { geometry } = board;
  if (!position?.shape || !position.cells || !geometry) {
    return;
  }
  emit("board");
  const { last, cells, side } = position;
  const lastCells = [last?.from, last?.to, last?.wall].filter(cell => cell !== null && cell !== undefined);
  board.setLabels(cell => {
    const target = isTarget(cell);
    return {
      isTarget: target, isPicked: selection.picked === cell,
      label: texts.cell(geometry.name(cell), pieceText(position.cells?.[cell] ?? null), [
        ...target ? [texts.isTarget] : [], ...selection.picked === cell ? [texts.isPicked] : [],
        ...lastCells.includes(cell) ? [texts.isLast] : [],
      ]),
    };
  });
  const marks = lastCells.map(cell => cellMark(geometry, cell, "last"));
  if (last?.path) {
    marks.push(/** @type {any} */ (courseMark(geometry, last.path)));
  }
  marks.push(...last?.changed.filter(cell => !lastCells.includes(cell)).map(cell => cellMark(geometry, cell, "changed")) ?? []);
  marks.push(...position.marked.map(cell => cellMark(geometry, cell, cells[cell]?.side === side ? "check" : "won")));
  const must = selection.isOpen && position.marked.length === 0 ? capturers() : [];
  // In games of captures alone, they would be nearly all.
  if (2 * must.length <= cells.filter(piece => piece?.side === side).length) {
    marks.push(...must.map(cell => cellMark(geometry, cell, "must")));
  }
  if (typeof selection.picked === "number") {
    marks.push(cellMark(geometry, selection.picked, "picked"));
  }
  const { premove } = selection;
  marks.push(...[premove?.from, premove?.to].flatMap(cell => typeof cell === "number" ? [cellMark(geometry, cell, "premove")] : []));
  // Behind a wall nothing would be seen of them.
  const isWall = geometry.shape.is_wall;
  board.layers.marks.replaceChildren(...isWall ? [] : marks);
  board.layers.hints.replaceChildren(...isWall ? marks : [], ...hints());
}

/** Targets and scores, above the pieces. */
function hints() {
  const { position } = state;
  const { geometry } = board;
  if (!geometry || !position?.cells) {
    return [];
  }
  // Those of the board are still the old ones while a move is drawn.
  const cells = selection.aimed === null ? position.cells : board.cells;
  /** @type {SVGElement[]} */
  const drawn = [];
  const ways = selection.aimed !== null ? [] : scored.filter(way => typeof selection.picked !== "number" || way.from === selection.picked);
  drawn.push(...scoredWays(geometry, ways));
  const isTagged = new Set(ways.map(way => way.to));
  // Dots on all that is empty would say nothing.
  const isEverywhere = selection.picked === null && cells.every((piece, cell) => piece !== null || isTarget(cell));
  for (let cell = 0; cell < geometry.count && !isEverywhere; cell += 1) {
    if (isTarget(cell) && !isTagged.has(cell)) {
      drawn.push(targetMark(geometry, cell, Boolean(cells[cell])));
    }
  }
  const pointed = selection.tapped ?? selection.hover;
  const under = pointed === null || !selection.isOpen ? undefined : movesTo(pointed)[0];
  const entered = selection.aimed === null ? under?.to : under && pointed;
  if (entered !== null && entered !== undefined) {
    drawn.push(cellMark(geometry, entered, "hover"));
  }
  return drawn;
}

/** Scores of moves of the current position, best first. @param {import("./marks.js").ScoredWay[]} ways */
export function showScored(ways) {
  scored = ways;
  refresh();
}

/** @param {import("./types.js").Piece|null} piece @param {string[]} [sides]  the names of the sides */
export function pieceText(piece, sides = gameInfo()?.sides) {
  if (!piece) {
    return "";
  }
  if (!piece.side) {
    return piece.name ? texts.word(piece.name) : piece.symbol ? texts.duck : texts.obstacle;
  }
  const side = sides?.[piece.side === "first" ? 0 : 1] ?? piece.side;
  const kind = chessKind(piece);
  const plain = kind ? texts.chessmen[kind] : /^[XO]$/i.test(piece.letter) ? texts.stone : piece.letter;
  const name = piece.name ? texts.word(piece.name) : plain;
  return /^[XO]$/.test(side) ? side : texts.pieceOf(side, piece.promoted ? texts.promoted(name) : name);
}

/** Opens or closes the board for moves. @param {boolean} isOpen */
export function openBoard(isOpen) {
  selection.isOpen = isOpen;
  if (!isOpen) {
    selection.picked = selection.aimed = selection.tapped = null;
  }
  byId("board").toggleAttribute("data-open", isOpen);
  refresh();
}
