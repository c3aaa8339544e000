#!/usr/bin/env node
// Records random games of Fairy-Stockfish's rules, for `cargo run --example replay`.
//
//     tests/peers/variants.js [--chases | --bare] VARIANTS_INI FOLDER FIRST LAST PLIES GAME...
//
// It needs Node and the package ffish, which is Fairy-Stockfish as a library, as pyffish is, but
// a hundred times faster; variants.py compares its records with pyffish. VARIANTS_INI is
// Fairy-Stockfish's own file, or '-' for the games that are built in. The games FIRST to LAST
// of each GAME go to FOLDER/GAME.FIRST; a file that exists is left alone, so that
// a run can be resumed. Three of five games are random, one prefers to move back, so that
// positions repeat, and one prefers captures, so that endings come; it goes on for twice
// as many plies. With --chases, a piece of one side attacks a piece of the other again and again in
// each game, after some random moves. With --bare, a game begins with up to four pieces beside the
// kings. A game ends when it is over, or could be claimed to be over; so it could when neither side
// has the material to win.
//
// A line is `GAME<TAB>START<TAB>HASH MOVE:HASH MOVE:HASH ...`; a hash is the CRC-32 of
// `MOVES|FEN|VERDICT`: the legal moves, sorted, with blanks between; the verdict is `-`,
// `over RESULT` or `claim RESULT`, with `1-0`, `0-1` or `1/2-1/2`.

"use strict";
// The package was made for versions of Node that could not fetch.
delete globalThis.fetch;
const ffish = require("ffish");
const fs = require("fs");
const { crc32 } = require("zlib");
const { random } = require("./random.js");

/** One of the 960 arrangements of Fischer random chess. */
function shuffled(pick) {
  const rank = Array(8).fill("");
  const put = (piece, squares) => (rank[squares[pick(squares.length)]] = piece);
  const empty = () => [...rank.keys()].filter((file) => !rank[file]);
  put("b", [0, 2, 4, 6]);
  put("b", [1, 3, 5, 7]);
  for (const piece of "qnn") put(piece, empty());
  empty().forEach((file, i) => (rank[file] = "rkr"[i]));
  const back = rank.join("");
  const rooks = [...rank.keys()].filter((file) => rank[file] === "r").map((file) => "abcdefgh"[file]);
  const rights = rooks.reverse().join("");
  return `${back}/pppppppp/8/8/8/8/PPPPPPPP/${back.toUpperCase()} w ${rights.toUpperCase()}${rights} - 0 1`;
}

/** The legal moves, the position and the verdict. A game is `isBlind` if the library takes its start
 * for a position that neither side can win, and then it has no claims. */
function look(board, isBlind) {
  const text = board.legalMoves();
  const moves = text ? text.split(" ").sort() : [];
  let verdict = "-";
  if (moves.length === 0) verdict = `over ${board.result(false)}`;
  else if (!isBlind && (board.isGameOver(true) || board.isInsufficientMaterial())) verdict = `claim ${board.result(true)}`;
  return { moves, verdict, hash: crc32(`${moves.join(" ")}|${board.fen()}|${verdict}`).toString(16) };
}

/** The move that turns this one back. */
function back(move) {
  const squares = move.match(/^([a-l]\d+)([a-l]\d+)$/);
  return squares ? squares[2] + squares[1] : "";
}

/** The squares of a move of a piece on the board. */
const squaresOf = (move) => (move.match(/^([a-l]\d+)([a-l]\d+)/) || ["", "", ""]).slice(1);

/** The occupied squares of a FEN. */
function occupied(fen) {
  const squares = new Set();
  const rows = fen.match(/^[^ []+/)[0].split("/");
  rows.forEach((row, i) => {
    let file = 0;
    for (const [square] of row.matchAll(/\d+|\*|\+?[A-Za-z]~?/g)) {
      if (+square) file += +square;
      else if (square === "*") file++;
      else squares.add("abcdefghijkl"[file++] + (rows.length - i));
    }
  });
  return squares;
}

/** The moves that go to an occupied square. The library's own test reads all moves for each move. */
function captures(board, moves) {
  const squares = occupied(board.fen());
  return moves.filter((move) => {
    const [from, to] = squaresOf(move);
    return from !== to && squares.has(to);
  });
}

/** The squares of the pieces that a piece attacks when it has made this move, or `any` piece of its
 * side. `turned` is a board to think on, as to make one takes long. */
function attackedBy(turned, board, move, any) {
  board.push(move);
  const [pieces, side, ...others] = board.fen().split(" ");
  board.pop();
  turned.setFen([pieces, side === "w" ? "b" : "w", ...others].join(" "));
  const all = captures(turned, turned.legalMoves().split(" ")).map(squaresOf);
  return all.filter(([from]) => any || from === squaresOf(move)[1]).map(([, to]) => to);
}

/** Chooses the moves of a game in which one piece chases another. */
class Chase {
  constructor(name, pick) {
    [this.turned, this.pick, this.prelude] = [new ffish.Board(name), pick, pick(100)];
    // By side: the squares of its piece so far, the last one at the end, and how many there may be.
    this.squares = [[], []];
    this.limits = [2 + pick(2), 2 + pick(2)];
    [this.isMutual, this.byAny] = [pick(3) === 0, pick(3) === 0];
  }

  choose(board, moves, played) {
    const any = (list) => list[this.pick(list.length)];
    const us = played.length % 2;
    const taking = captures(board, moves);
    const quiet = moves.filter((move) => !taking.includes(move));
    if (played.length < this.prelude || quiet.length === 0) {
      return any(taking.length > 0 && this.pick(2) > 0 ? taking : moves);
    }
    if (this.squares[us].length === 0) return this.begin(board, quiet, us);
    const own = this.squares[us];
    const isKnown = (move) => own.includes(squaresOf(move)[1]);
    let mine = quiet.filter((move) => squaresOf(move)[0] === own.at(-1));
    if (new Set(own).size >= this.limits[us]) mine = mine.filter(isKnown);
    if (mine.length === 0) {
      // The chase is over: another one begins.
      this.squares = [[], []];
      return any(moves);
    }
    if ((us === this.first || this.isMutual) && this.pick(12) > 0) {
      const prey = this.squares[1 - us].at(-1);
      const attacks = (move) => attackedBy(this.turned, board, move, this.byAny).includes(prey);
      const attacking = mine.filter(attacks);
      if (attacking.length > 0) mine = attacking;
    }
    const again = mine.filter(isKnown);
    const move = any(again.length > 0 && this.pick(6) > 0 ? again : mine);
    own.push(squaresOf(move)[1]);
    return move;
  }

  /** A move that attacks a piece. */
  begin(board, quiet, us) {
    const any = (list) => list[this.pick(list.length)];
    for (let i = 0; i < 20; i++) {
      const move = any(quiet);
      const attacked = attackedBy(this.turned, board, move, this.byAny);
      if (attacked.length === 0) continue;
      this.first = us;
      this.squares[us] = squaresOf(move);
      this.squares[1 - us] = [any(attacked)];
      return move;
    }
    return any(quiet);
  }
}

function choose(style, board, moves, played, pick) {
  if (style === 3 && pick(3) > 0 && played.length > 1) {
    const wanted = back(played[played.length - 2]);
    if (moves.includes(wanted)) return wanted;
  }
  if (style === 4 && pick(4) > 0) {
    const taking = captures(board, moves);
    if (taking.length > 0) return taking[pick(taking.length)];
  }
  return moves[pick(moves.length)];
}

/** The start position without most of its pieces and its hands: the kings are left, and up to four
 * others. `null` if a side has no piece then, or the other side is in check, or the library
 * refuses it. */
function bare(board, start, pick) {
  const [pieces, , , , ...rest] = start.split(" ");
  const [rows, hand] = pieces.split("[");
  const squares = rows.replace(/\d+/g, (run) => "1".repeat(+run)).match(/\+?[A-Za-z1*]~?|\//g);
  const isKing = (square) => square.toLowerCase() === "k";
  const others = [...squares.keys()].filter((i) => !"1*/".includes(squares[i]) && !isKing(squares[i]));
  for (let left = pick(5); others.length > left; ) squares[others.splice(pick(others.length), 1)[0]] = "1";
  if (!/[A-Z]/.test(squares.join("")) || !/[a-z]/.test(squares.join(""))) return null;
  const text = squares.join("").replace(/1+/g, (run) => run.length) + (hand === undefined ? "" : "[]");
  const fen = (to) => `${text} ${to} - - ${rest.join(" ")}`.trim();
  const to = pick(2) ? "w" : "b";
  if (ffish.validateFen(fen(to), board.variant()) !== 1) return null;
  board.setFen(fen(to === "w" ? "b" : "w"));
  return board.isCheck() ? null : fen(to);
}

/** A game on a board, which is used again, as the library takes long to make one. `full` is the
 * start position with all fields of a FEN. */
function game(name, board, full, number, plies, hasChase, isBare) {
  const pick = random(crc32(`${name} ${number}`));
  board.setFen(full);
  const isBlind = board.isInsufficientMaterial();
  const start = board.is960() ? shuffled(pick) : (isBare && bare(board, full, pick)) || full;
  board.setFen(start);
  const style = hasChase ? 0 : number % 5;
  const chase = hasChase ? new Chase(name, pick) : null;
  const played = [];
  let now = look(board, isBlind);
  let line = `${name}\t${start}\t${now.hash}`;
  while (now.verdict === "-" && played.length < (style === 4 ? 2 * plies : plies)) {
    const move = chase
      ? chase.choose(board, now.moves, played)
      : choose(style, board, now.moves, played, pick);
    board.push(move);
    played.push(move);
    now = look(board, isBlind);
    line += ` ${move}:${now.hash}`;
  }
  chase?.turned.delete();
  return line;
}

function main() {
  const words = process.argv.slice(2);
  const [hasChase, isBare] = [words[0] === "--chases", words[0] === "--bare"];
  const [ini, folder, first, last, plies, ...names] = words.slice(hasChase || isBare ? 1 : 0);
  if (ini !== "-") ffish.loadVariantConfig(fs.readFileSync(ini, "utf8"));
  for (const name of names) {
    const path = `${folder}/${name}.${first}`;
    if (fs.existsSync(path)) continue;
    const board = new ffish.Board(name, ffish.startingFen(name), name === "fischerandom");
    const [full, lines] = [board.fen(), []];
    for (let number = +first; number <= +last; number++) {
      lines.push(game(name, board, full, number, +plies, hasChase, isBare));
    }
    board.delete();
    fs.writeFileSync(`${path}.part`, `${lines.join("\n")}\n`);
    fs.renameSync(`${path}.part`, path);
  }
}

ffish.onRuntimeInitialized = main;
