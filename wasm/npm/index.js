// Plyglot as a package: rules, notation and search of all games, in Node and in browsers.

import { FILES } from "./files.js";
import { readAt } from "./data.js";
import { instantiate } from "./instance.js";
import { Searcher } from "./searcher.js";

/** @typedef {import("./types.js").Game} Game */
/** @typedef {import("./types.js").Info} Info */
/** @typedef {import("./types.js").Line} Line */
/** @typedef {import("./types.js").Result} Result */
/** @typedef {import("./types.js").Side} Side */
/** A position as a page draws it: cells, hands, moves with their cells and records. @typedef {import("./types.js").Position} Picture */
/**
 * What ends a search; at least one is needed. `movetime`, `wtime`, `btime`, `winc` and `binc` are in
 * milliseconds, `wtime` and `btime` the time left to the first and to the second player. `infinite`
 * searches until `stop`.
 * @typedef {{depth?: number, nodes?: number, movetime?: number, wtime?: number, btime?: number, winc?: number, binc?: number, infinite?: boolean}} Limits
 */
/**
 * How many of the best moves get a line, and how strong the search plays: at a level from 0 to 20, or
 * at an Elo rating. `onInfo` is told what is found so far.
 * @typedef {{lines?: number, strength?: {level: number}|{elo: number}, onInfo?: (info: Info) => void}} SearchOptions
 */
/** A piece on the board. `symbol` is its letter in text, behind a `+` if it is promoted. @typedef {{side: Side, symbol: string, name: string|null}} Piece */
/**
 * A move of a game: its text in the protocol, comments before and after it, glyphs as PGN numbers
 * them, and the lines that may be played in its place. Only `move` is needed where one is written.
 * @typedef {{move: string, before?: string, comment?: string, nags?: number[], variations?: GameMove[][]}} GameMove
 */
/**
 * A game of a record: its name and options, its tags as PGN has them (`FEN` is the first position), the
 * comment before its moves, the moves, those of the main line from the first illegal one on, as they are
 * written, and what was wrong in the text, with lines.
 * @typedef {{game: string, options?: [string, string][], headers: Record<string, string>, comment?: string, moves: GameMove[], unplayed?: string[], errors?: string[]}} GameTree
 */
/** The best move, null where the game is over, and the lines that were found. @typedef {{move: string|null, lines: Line[]}} Found */
/** An answer under way. `stop` ends it with what it has. @template T @typedef {Promise<T> & {stop: () => void}} Stoppable */

const OPTIONS = ["lines", "strength", "onInfo"];

/** A question that has no answer, such as an illegal move. `at` is the column of a wrong text, from 0. */
export class PlyglotError extends Error {
  /** @param {string} message @param {number|null} at */
  constructor(message, at = null) {
    super(message);
    this.name = "PlyglotError";
    this.at = at;
  }
}

/** @param {string} line */
function refusal(line) {
  const { error, at } = JSON.parse(line);
  return new PlyglotError(error, at ?? null);
}

/**
 * An answer that can be stopped from the moment on at which it is asked for.
 * @template T
 * @param {(onStop: (stop: () => void) => void) => Promise<T>} answer
 * @returns {Stoppable<T>}
 */
function stoppable(answer) {
  let stop = () => {};
  return Object.assign(answer(known => { stop = known; }), { stop: () => stop() });
}

/** @type {Promise<WebAssembly.Module>|null} */
let program = null;

/**
 * All games. `files` is the address of the folder `files` of this package, where a bundler has not
 * put it beside the bundle.
 * @param {{files?: string|URL}} [where]
 * @returns {Promise<Plyglot>}
 */
export async function load({ files } = {}) {
  const folder = files === undefined ? null : String(files).replace(/\/?$/, "/");
  const places = Object.entries(FILES).map(([name, place]) => [name, folder === null ? place.href : new URL(folder + name, import.meta.url).href]);
  /** @type {Record<string, string>} */
  const addresses = Object.fromEntries(places);
  // After a failure, the next call tries again.
  program ??= readAt(addresses["plyglot.wasm"] ?? "").then(bytes => WebAssembly.compile(bytes)).catch(error => {
    program = null;
    throw error;
  });
  const module = await program;
  return new Plyglot((await instantiate(module)).ask, new Searcher(module, addresses));
}

/** Made by `load`. */
export class Plyglot {
  #ask;
  #searcher;
  /** Positions that nobody holds any more are given up. @type {FinalizationRegistry<number>} */
  #positions = new FinalizationRegistry(id => this.ask("game", { do: "close", id }));

  /** @param {import("./instance.js").Ask} ask @param {Searcher} searcher */
  constructor(ask, searcher) {
    this.#ask = ask;
    this.#searcher = searcher;
  }

  /**
   * The answer to a question that takes no search, as of the server of `plyglot board`.
   * @param {string} path
   * @param {unknown} body
   * @returns {any}
   */
  ask(path, body) {
    let [status, said] = [200, "null"];
    this.#ask(path, body, { begin: now => { status = now; }, say: line => { said = line; } });
    if (status !== 200) {
      throw refusal(said);
    }
    return JSON.parse(said);
  }

  /** The games, with their variants. @returns {Game[]} */
  games() {
    return this.ask("about", null).games;
  }

  /**
   * Adds the games of a file of rules, in the format of Fairy-Stockfish's `variants.ini`, and gives
   * their names. Nothing is added if the file has faults. Rules that look like mistakes, such as a
   * game that nobody can win, are told on the console.
   * @param {string} text
   * @returns {string[]}
   */
  readRules(text) {
    const { names, complaints, warnings } = this.ask("rules", { text, whole: true });
    if (complaints.length > 0) {
      throw new PlyglotError(complaints.join("\n"));
    }
    for (const warning of warnings) {
      console.warn(warning);
    }
    this.#searcher.readRules(text);
    return names;
  }

  /**
   * A game in a position: the usual one, or that of a text such as FEN.
   * @param {string} game
   * @param {string|null} [start]
   * @param {string[]} [moves]
   */
  position(game, start = null, moves = []) {
    return this.#keep(this.ask("game", { do: "open", game, start, moves }));
  }

  /** @param {number} id @returns {Position} */
  #keep(id) {
    const position = new Position(this, id, copy => this.#keep(copy));
    this.#positions.register(position, id);
    return position;
  }

  /**
   * The games of a text in any format of records. Their tags say which they are; `game` asks for one.
   * What is wrong in a game is in its `errors`.
   * @param {string} text
   * @param {string|null} [game]
   * @returns {GameTree[]}
   */
  readGames(text, game = null) {
    return this.ask("games", { text, game }).map((/** @type {any} */ { headers: pairs, result, ...rest }) => {
      const headers = Object.fromEntries(pairs);
      if (result && (headers.Result ?? "*") === "*") {
        headers.Result = result;
      }
      return { ...rest, headers };
    });
  }

  /**
   * A game as a record: `pgn`, or a format of its family, such as `kif`.
   * @param {GameTree} game
   * @param {string} [format]
   * @returns {string}
   */
  printGame(game, format = "pgn") {
    return this.ask("print", { game: { ...game, headers: Object.entries(game.headers) }, format });
  }

  /**
   * Searches a position in a worker, once earlier searches have ended. `stop()` of the promise ends
   * the search with what it has.
   * @param {Position} position
   * @param {Limits} limits
   * @param {SearchOptions} [options]
   * @returns {Stoppable<Found>}
   */
  search(position, limits, options = {}) {
    return stoppable(async onStop => {
      const wrong = Object.keys(options).find(name => !OPTIONS.includes(name));
      if (wrong !== undefined) {
        throw new PlyglotError(`expected ${OPTIONS.join(", ")}, found '${wrong}'`);
      }
      if (Object.values(limits).every(value => value === undefined || value === false)) {
        throw new PlyglotError("expected a limit, such as depth, nodes or movetime; or infinite");
      }
      const { lines = 1, strength = null, onInfo } = options;
      /** @type {Line[]} */
      let found = [];
      /** @type {any} */
      let end = null;
      const question = { ...position.question(), limits, lines, strength };
      const isCut = await this.#answered("search", question, line => {
        const said = JSON.parse(line);
        if (said.type === "info") {
          found = said.lines;
          onInfo?.(said);
        } else {
          end = said;
        }
      }, onStop);
      if (end?.type === "failed") {
        throw new PlyglotError(end.text);
      }
      const first = found[0]?.line[0] ?? position.legalMoves[0] ?? null;
      return { move: isCut ? first : end.move, lines: found };
    });
  }

  /**
   * Carries out a line of the protocol in the worker of searches, such as `go depth 10`, and gives the
   * answer's lines. `stop()` of the promise ends what `go` does.
   * @param {string} line
   * @returns {Stoppable<string[]>}
   */
  uci(line) {
    return stoppable(async onStop => {
      /** @type {string[]} */
      const lines = [];
      await this.#answered("uci", { line }, said => lines.push(said), onStop);
      return lines;
    });
  }

  /** Ends the worker of searches. The next search starts another. */
  close() {
    this.#searcher.end();
  }

  /**
   * Asks the worker; gives whether its answer was cut.
   * @param {string} path
   * @param {unknown} body
   * @param {(line: string) => void} hear
   * @param {(stop: () => void) => void} onStop
   */
  async #answered(path, body, hear, onStop) {
    /** @type {PlyglotError|null} */
    let error = null;
    let isRefused = false;
    const { isCut, stop } = this.#searcher.ask(path, body, ({ status, line }) => {
      isRefused ||= status !== undefined && status !== 200;
      if (line !== undefined && isRefused) {
        error = refusal(line);
      } else if (line !== undefined) {
        hear(line);
      }
    });
    onStop(stop);
    const wasCut = await isCut;
    if (error) {
      throw error;
    }
    return wasCut;
  }
}

/** A game up to a position. Made by `Plyglot.position`. */
export class Position {
  #plyglot;
  #id;
  #copied;
  /** @type {string[]|null} */
  #legal = null;
  /** @type {{pieces: Record<string, Piece>, walls: string[], checks_left: number[]|null, checkers: string[], epd: string, occurrences: number}|null} */
  #board = null;

  /** @param {Plyglot} plyglot @param {number} id @param {(id: number) => Position} copied */
  constructor(plyglot, id, copied) {
    this.#plyglot = plyglot;
    this.#id = id;
    this.#copied = copied;
  }

  /** @param {string} act @param {object} [more] @returns {any} */
  #tell(act, more) {
    return this.#plyglot.ask("game", { do: act, id: this.#id, ...more });
  }

  #see() {
    return this.#board ??= this.#tell("board");
  }

  #forget() {
    [this.#legal, this.#board] = [null, null];
  }

  /** The name of the game. @returns {string} */
  get game() {
    return this.question().game;
  }

  /** The position as a text: FEN, in chess. @returns {string} */
  get fen() {
    return this.#tell("fen");
  }

  /** The position as a text without its counters. @returns {string} */
  get epd() {
    return this.#see().epd;
  }

  /** The pieces on the board by their squares. @returns {Record<string, Piece>} */
  get pieces() {
    return { ...this.#see().pieces };
  }

  /** The piece on a square, null if there is none. @param {string} square @returns {Piece|null} */
  pieceAt(square) {
    return this.#see().pieces[square] ?? null;
  }

  /** The pieces in each side's hand: numbers by capital letters. @returns {Record<Side, Record<string, number>>} */
  get hands() {
    /** @type {Record<Side, Record<string, number>>} */
    const hands = { first: {}, second: {} };
    for (const letter of /\[([^\]]*)/.exec(this.fen)?.[1]?.replace(/[^a-z]/gi, "") ?? "") {
      const [hand, name] = [hands[letter < "a" ? "first" : "second"], letter.toUpperCase()];
      hand[name] = (hand[name] ?? 0) + 1;
    }
    return hands;
  }

  /** The squares that are walls. @returns {string[]} */
  get walls() {
    return [...this.#see().walls];
  }

  /** The checks that each side has yet to give, null where they are not counted. @returns {Record<Side, number>|null} */
  get remainingChecks() {
    const [first, second] = this.#see().checks_left ?? [];
    return first === undefined || second === undefined ? null : { first, second };
  }

  /** Whether the side to move is in check. */
  get isCheck() {
    return this.checkers.length > 0;
  }

  /** The squares of the pieces that give check. @returns {string[]} */
  get checkers() {
    return [...this.#see().checkers];
  }

  /** Whether a legal move gives check. @param {string} move @returns {boolean} */
  givesCheck(move) {
    return this.#tell("effects", { move }).checks;
  }

  /** Whether pieces leave the board, or change sides, by a legal move. @param {string} move @returns {boolean} */
  isCapture(move) {
    return this.#tell("effects", { move }).captures;
  }

  /**
   * The squares of a side's pieces that attack a square, in games whose pieces capture by moving there.
   * @param {Side} side
   * @param {string} square
   * @returns {string[]}
   */
  attackers(side, square) {
    return this.#tell("attackers", { side, square });
  }

  /** The plies without progress, by which a game may end. */
  get halfmoveClock() {
    return Number(this.fen.split(" ").at(-2));
  }

  /** The number of the move, from 1: it grows after the second side's moves. */
  get fullmoveNumber() {
    return Number(this.fen.split(" ").at(-1));
  }

  /** The plies since the start of the game, by the number of the move and the side to move. */
  get ply() {
    return 2 * (this.fullmoveNumber - 1) + (this.side === "first" ? 0 : 1);
  }

  /** Whether the position has come up at least so often, this time included. @param {number} [count] */
  isRepetition(count = 3) {
    return this.#see().occurrences >= count;
  }

  /** The side to move. @returns {Side} */
  get side() {
    return this.#tell("state").side;
  }

  /** The moves so far, in the notation of the protocol. @returns {string[]} */
  get moves() {
    return this.question().moves;
  }

  /** The moves so far in the notation of game records: SAN, in chess. @returns {string[]} */
  get record() {
    return this.picture().line.map(({ record }) => record);
  }

  /** The legal moves, in the notation of the protocol. There may be some even if the game is drawn. @returns {string[]} */
  get legalMoves() {
    return [...this.#legal ??= this.#tell("moves")];
  }

  /** Who has won and why, null while the game goes on. @returns {Result|null} */
  get result() {
    return this.#tell("state").result;
  }

  /**
   * The legal move of a text in any notation, in that of the protocol (`name`) and that of game records
   * (`record`: SAN, in chess), or in another notation of the game.
   * @param {string} move
   * @param {string} [notation]
   * @returns {{name: string, record: string}}
   */
  find(move, notation) {
    return this.#tell("move", { move, notation });
  }

  /** What a question about this position begins with. @returns {{game: string, start: string, moves: string[]}} */
  question() {
    return this.#tell("history");
  }

  /** The position as a page draws it. @returns {Picture} */
  picture() {
    return this.#plyglot.ask("position", this.question());
  }

  /** Goes to another position of the game, without the moves that led to it. @param {string} fen */
  setFen(fen) {
    this.#tell("set", { start: fen });
    this.#forget();
  }

  /** The last move, null if there is none. @returns {string|null} */
  peek() {
    return this.moves.at(-1) ?? null;
  }

  /** Plays a move in any notation. @param {string} move */
  push(move) {
    this.#tell("push", { move });
    this.#forget();
  }

  /** Takes the last move back and returns it, null if there is none. @returns {string|null} */
  pop() {
    this.#forget();
    return this.#tell("pop");
  }

  /** A copy with the moves that led to it. */
  copy() {
    return this.#copied(this.#tell("copy"));
  }

  /** A diagram in letters. */
  toString() {
    return this.picture().diagram;
  }
}
