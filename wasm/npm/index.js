// Plyglot as a package: rules, notation and search of all games, in Node and in browsers.

import { dataFor } from "./data.js";
import { instantiate } from "./instance.js";

/** @typedef {import("./types.js").Game} Game */
/** @typedef {import("./types.js").Info} Info */
/** @typedef {import("./types.js").Line} Line */
/** @typedef {import("./types.js").Move} Move */
/** @typedef {import("./types.js").RecordedGame} RecordedGame */
/** @typedef {import("./types.js").Result} Result */
/** @typedef {import("./types.js").Side} Side */
/**
 * What ends a search; at least one is needed. `movetime`, `wtime`, `btime`, `winc` and `binc` are in
 * milliseconds, `wtime` and `btime` the time left to the first and to the second player.
 * @typedef {{depth?: number, nodes?: number, movetime?: number, wtime?: number, btime?: number, winc?: number, binc?: number}} Limits
 */
/**
 * How many of the best moves get a line, and how strong the search plays: at a level from 0 to 20, or
 * at an Elo rating. `onInfo` is told what is found so far.
 * @typedef {{lines?: number, strength?: {level: number}|{elo: number}, onInfo?: (info: Info) => void}} SearchOptions
 */
/** The best move, null where the game is over, and the lines that were found. @typedef {{move: string|null, lines: Line[]}} Found */

/** A question that has no answer, such as an illegal move. `at` is the column of a wrong text, from 0. */
export class PlyglotError extends Error {
  /** @param {string} message @param {number|null} at */
  constructor(message, at = null) {
    super(message);
    this.name = "PlyglotError";
    this.at = at;
  }
}

/** Reads a file of this package. @param {string} name @returns {Promise<ArrayBuffer>} */
async function read(name) {
  const address = new URL(name, import.meta.url);
  if (address.protocol === "file:") {
    // Hidden from bundlers for browsers, which have no such module.
    const module = "node:fs/promises";
    const { readFile } = await import(/* webpackIgnore: true */ /* @vite-ignore */ module);
    return Uint8Array.from(await readFile(address)).buffer;
  }
  const response = await fetch(address);
  if (!response.ok) {
    throw new Error(`${address}: ${response.status}`);
  }
  return response.arrayBuffer();
}

/** @type {Promise<WebAssembly.Module>|null} */
let program = null;

/**
 * All games, with a table of their own for searches. `readFile` reads a file of this package where
 * that is elsewhere than beside this module.
 * @param {(name: string) => Promise<ArrayBuffer>} [readFile]
 * @returns {Promise<Plyglot>}
 */
export async function load(readFile = read) {
  // After a failure, the next call tries again.
  program ??= readFile("plyglot.wasm").then(bytes => WebAssembly.compile(bytes)).catch(error => {
    program = null;
    throw error;
  });
  const instance = await instantiate(await program);
  return new Plyglot(instance.ask, dataFor(instance, readFile));
}

/** Made by `load`. */
export class Plyglot {
  #ask;
  #data;

  /** @param {import("./instance.js").Ask} ask @param {ReturnType<typeof dataFor>} data */
  constructor(ask, data) {
    this.#ask = ask;
    this.#data = data;
  }

  /**
   * The answer to a question, as of the server of `plyglot board`; `hear` is told each object of it.
   * @param {string} path
   * @param {unknown} body
   * @param {(said: any) => void} [hear]
   * @returns {any}
   */
  ask(path, body, hear) {
    /** @type {any} */
    let last = null;
    this.#askLines(path, body, line => {
      last = JSON.parse(line);
      hear?.(last);
    });
    return last;
  }

  /** @param {string} path @param {unknown} body @param {(line: string) => void} hear */
  #askLines(path, body, hear) {
    /** @type {PlyglotError|null} */
    let error = null;
    let isRefused = false;
    this.#ask(path, body, {
      begin: status => { isRefused = status !== 200; },
      say: line => {
        if (isRefused) {
          const refusal = JSON.parse(line);
          error = new PlyglotError(refusal.error, refusal.at ?? null);
        } else {
          hear(line);
        }
      },
    });
    if (error) {
      throw error;
    }
  }

  /** The games, with their variants. @returns {Game[]} */
  games() {
    return this.ask("about", null).games;
  }

  /**
   * A game in a position: the usual one, or that of a text such as FEN.
   * @param {string} game
   * @param {string|null} [start]
   * @param {string[]} [moves]
   */
  position(game, start = null, moves = []) {
    return new Position(this, game, start, moves);
  }

  /**
   * The games of a text of PGN.
   * @param {string} text
   * @param {string} [game]  of games that name none
   * @returns {RecordedGame[]}
   */
  readPgn(text, game = "chess") {
    const { games, error } = this.ask("record", { text, game });
    if (error) {
      throw new PlyglotError(error);
    }
    return games;
  }

  /**
   * Searches a position. Waits only for the game's data; the search itself blocks its thread, so in
   * a page it belongs in a worker.
   * @param {Position} position
   * @param {Limits} limits
   * @param {SearchOptions} [options]
   * @returns {Promise<Found>}
   */
  async search(position, limits, { lines = 1, strength, onInfo } = {}) {
    if (Object.values(limits).every(value => value === undefined)) {
      throw new PlyglotError("expected a limit, found none");
    }
    await this.#data.forGame(position.game);
    /** @type {Line[]} */
    let found = [];
    const question = { ...position.question(), limits, lines, strength: strength ?? null };
    const end = this.ask("search", question, said => {
      if (said.type === "info") {
        found = said.lines;
        onInfo?.(said);
      }
    });
    if (end.type !== "best") {
      throw new PlyglotError(end.text);
    }
    return { move: end.move, lines: found };
  }

  /**
   * Carries out a line of the protocol, such as `go depth 10`, and gives the answer's lines. It
   * blocks its thread, as a search does.
   * @param {string} line
   * @returns {Promise<string[]>}
   */
  async uci(line) {
    await this.#data.forAll();
    /** @type {string[]} */
    const lines = [];
    this.#askLines("uci", { line }, said => lines.push(said));
    return lines;
  }
}

/** A game up to a position. Made by `Plyglot.position`. */
export class Position {
  #plyglot;
  #start;
  /** @type {import("./types.js").Position} */
  #now;

  /** @param {Plyglot} plyglot @param {string} game @param {string|null} start @param {string[]} moves */
  constructor(plyglot, game, start, moves) {
    this.#plyglot = plyglot;
    this.#start = start;
    this.#now = plyglot.ask("position", { game, start, moves });
  }

  /** The name of the game. */
  get game() {
    return this.#now.game;
  }

  /** The position as a text: FEN, in chess. */
  get fen() {
    return this.#now.position;
  }

  /** The side to move. @returns {Side} */
  get side() {
    return this.#now.side;
  }

  /** The moves so far, in the notation of the protocol. @returns {string[]} */
  get moves() {
    return this.#now.names;
  }

  /** The legal moves: `name` in the notation of the protocol, `record` in that of game records (SAN). @returns {Move[]} */
  get legalMoves() {
    return this.#now.moves;
  }

  /** Who has won and why, null while the game goes on. @returns {Result|null} */
  get result() {
    return this.#now.result;
  }

  /** The moves so far in the notation of game records: SAN, in chess. @returns {string[]} */
  get record() {
    return this.#now.line.map(move => move.record);
  }

  /** What a question about this position begins with. */
  question() {
    return { game: this.game, start: this.#start, moves: this.moves };
  }

  /** Plays a move in any notation. @param {string} move */
  push(move) {
    this.#now = this.#plyglot.ask("position", { ...this.question(), moves: [...this.moves, move] });
  }

  /** Takes the last move back, if there is one. */
  pop() {
    this.#now = this.#plyglot.ask("position", { ...this.question(), moves: this.moves.slice(0, -1) });
  }

  /** A diagram in letters. */
  toString() {
    return this.#now.diagram;
  }
}
