#!/usr/bin/env node
// Compares all legal moves of random games in nine notations with Fairy-Stockfish's library.
//
//     tests/peers/notations.js EXAMPLE VARIANTS_INI GAMES PLIES [GAME...]
//
// EXAMPLE is `target/release/examples/notations`, built by `cargo build --release --example
// notations`; it needs Node and the package ffish (see variants.js).
// Plays GAMES random games of up to PLIES plies of each game, or of these, from seeds 1, 2, 3 ... A
// line of the output is `GAME,positions,texts,equal,passes,signs,lost`, where `signs` are those with
// a sign of check that the library leaves out, and `lost` are the texts that are not read back as
// the same move; up to three differences of each notation follow.

"use strict";
delete globalThis.fetch;
const ffish = require("ffish");
const fs = require("fs");
const { spawnSync } = require("child_process");
const { random } = require("./random.js");

const NAMES = ["san", "lan", "hosking", "hodges", "hodges-digits", "janggi", "wxf", "thai", "thai-long"];
/** The library's names, in the same order. */
const THEIRS = [
  "SAN",
  "LAN",
  "SHOGI_HOSKING",
  "SHOGI_HODGES",
  "SHOGI_HODGES_NUMBER",
  "JANGGI",
  "XIANGQI_WXF",
  "THAI_SAN",
  "THAI_LAN",
];
const LIBRARY = ["chess", "drops", "ends", "jumps", "large", "stones"].map(
  (name) => `${__dirname}/../../crates/engine/library/games/${name}.ini`,
);
const SHOWN = 3;

/** The positions of a random game. */
function play(game, seed, plies) {
  const pick = random(seed);
  const board = new ffish.Board(game, "", game === "fischerandom");
  const positions = [];
  for (let ply = 0; ply < plies && !board.isGameOver(); ply++) {
    const text = board.legalMoves();
    const moves = text ? text.split(" ") : [];
    if (moves.length === 0) break;
    positions.push(board.fen());
    board.push(moves[pick(moves.length)]);
  }
  board.delete();
  return positions;
}

function checks(board, move) {
  board.push(move);
  const isCheck = board.isCheck();
  board.pop();
  return isCheck;
}

function compare(example, game, positions) {
  const input = positions.map((fen) => `${game}\t${fen}\n`).join("");
  const run = spawnSync(example, LIBRARY, { input, encoding: "utf8", maxBuffer: 1 << 30 });
  const lines = run.stdout.split("\n");
  let [all, equal, passes, signs, lost] = [0, 0, 0, 0, 0];
  const shown = new Map();
  const tell = (kind, text) => {
    const known = shown.get(kind) ?? [0, []];
    known[0]++;
    if (known[1].length < SHOWN) known[1].push(text);
    shown.set(kind, known);
  };
  positions.forEach((fen, i) => {
    if (lines[i] === undefined || lines[i].startsWith("error") || lines[i] === "unknown") {
      tell("position", `${fen}: ${lines[i]}`);
      return;
    }
    const board = new ffish.Board(game, fen, game === "fischerandom");
    for (const line of lines[i] === "" ? [] : lines[i].split("\t")) {
      const [move, ...ours] = line.split("|");
      ours.forEach((text, number) => {
        if (text === "") return;
        const theirs = board.sanMove(move, ffish.Notation[THEIRS[number]]);
        const isLost = text.startsWith("!");
        const own = isLost ? text.slice(1) : text;
        all++;
        if (isLost) {
          lost++;
          tell(`lost ${NAMES[number]}`, `${fen}: ${move} ${own}`);
        }
        if (own === theirs) equal++;
        // Players say that they pass; the library writes where the king stays.
        else if (own === "pass") passes++;
        // It leaves out the sign of a check to a royal piece that is no king.
        else if (/[+#]$/.test(own) && own.slice(0, -1) === theirs && checks(board, move)) signs++;
        else tell(NAMES[number], `${fen}: ${move} ours ${own} theirs ${theirs}`);
      });
    }
    board.delete();
  });
  console.log(`${game},${positions.length},${all},${equal},${passes},${signs},${lost}`);
  for (const [kind, [count, texts]] of shown) {
    console.log(`  ${kind}: ${count}`);
    texts.forEach((text) => console.log(`    ${text}`));
  }
}

ffish.onRuntimeInitialized = () => {
  const [example, ini, games, plies, ...names] = process.argv.slice(2);
  if (ini !== "-") ffish.loadVariantConfig(fs.readFileSync(ini, "utf8"));
  const all = names.length > 0 ? names : ffish.variants().split(" ");
  for (const game of all) {
    const positions = [];
    for (let seed = 1; seed <= Number(games); seed++) positions.push(...play(game, seed, Number(plies)));
    compare(example, game, positions);
  }
};
