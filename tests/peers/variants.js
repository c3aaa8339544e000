#!/usr/bin/env node
// Records random games of Fairy-Stockfish's rules, for `cargo run --example replay`.
//
//     tests/peers/variants.js VARIANTS_INI FOLDER FIRST LAST PLIES GAME...
//
// It needs Node and the package ffish, which is Fairy-Stockfish as a library, as pyffish is, but
// a hundred times faster; variants.py compares its records with pyffish. VARIANTS_INI is
// Fairy-Stockfish's own file, or '-' for the games that are built in. The games FIRST to LAST
// of each GAME go to FOLDER/GAME.FIRST; a file that exists is left alone, so that
// a run can be resumed. Three of five games are random, one prefers to move back, so that
// positions repeat, and one prefers captures, so that endings come; it goes on for twice
// as many plies. A game ends when it is over, or could be claimed to be over, or when no side
// has material to win.
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

/** A generator of random numbers below `n` (xorshift, 32 bits). */
function random(seed) {
  let state = seed | 1;
  const next = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
  for (let i = 0; i < 10; i++) next();
  return (n) => next() % n;
}

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

/** The legal moves, the position and the verdict. Where the library takes no position for one in
 * which a side can win, `isBlind`, it has no claims. */
function look(board, isBlind) {
  const text = board.legalMoves();
  const moves = text ? text.split(" ").sort() : [];
  let verdict = "-";
  if (moves.length === 0) verdict = `over ${board.result(false)}`;
  else if (!isBlind && board.isGameOver(true)) verdict = `claim ${board.result(true)}`;
  return { moves, verdict, hash: crc32(`${moves.join(" ")}|${board.fen()}|${verdict}`).toString(16) };
}

/** The move that turns this one back. */
function back(move) {
  const squares = move.match(/^([a-l]\d+)([a-l]\d+)$/);
  return squares ? squares[2] + squares[1] : "";
}

function choose(style, board, moves, played, pick) {
  if (style === 3 && pick(3) > 0 && played.length > 1) {
    const wanted = back(played[played.length - 2]);
    if (moves.includes(wanted)) return wanted;
  }
  if (style === 4 && pick(4) > 0) {
    const captures = moves.filter((move) => board.isCapture(move));
    if (captures.length > 0) return captures[pick(captures.length)];
  }
  return moves[pick(moves.length)];
}

/** The start position with all fields of a FEN. */
function startOf(name) {
  const board = new ffish.Board(name);
  const fen = board.fen();
  board.delete();
  return fen;
}

function game(name, number, plies) {
  const pick = random(crc32(`${name} ${number}`));
  const is960 = name === "fischerandom";
  const start = is960 ? shuffled(pick) : startOf(name);
  const board = new ffish.Board(name, start, is960);
  const style = number % 5;
  const played = [];
  const isBlind = board.isInsufficientMaterial();
  let now = look(board, isBlind);
  let line = `${name}\t${start}\t${now.hash}`;
  while (now.verdict === "-" && played.length < (style === 4 ? 2 * plies : plies)) {
    const move = choose(style, board, now.moves, played, pick);
    board.push(move);
    played.push(move);
    if (!isBlind && board.isInsufficientMaterial() && board.numberLegalMoves() > 0) break;
    now = look(board, isBlind);
    line += ` ${move}:${now.hash}`;
  }
  board.delete();
  return line;
}

function main() {
  const [ini, folder, first, last, plies, ...names] = process.argv.slice(2);
  if (ini !== "-") ffish.loadVariantConfig(fs.readFileSync(ini, "utf8"));
  for (const name of names) {
    const path = `${folder}/${name}.${first}`;
    if (fs.existsSync(path)) continue;
    const lines = [];
    for (let number = +first; number <= +last; number++) lines.push(game(name, number, +plies));
    fs.writeFileSync(`${path}.part`, `${lines.join("\n")}\n`);
    fs.renameSync(`${path}.part`, path);
  }
}

ffish.onRuntimeInitialized = main;
