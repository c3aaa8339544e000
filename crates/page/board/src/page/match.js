// A running match, as the server tells it: its games, as lists of moves, and what they say of the engines.

import { texts } from "./texts.js";

/** @typedef {import("./types.js").Outcome} Outcome */
/** @typedef {import("./types.js").Score} Score */
/** @typedef {import("./types.js").Side} Side */
/**
 * What an engine said of a search.
 * @typedef {object} Said
 * @property {Score|null} score  its own
 * @property {number|null} depth
 * @property {number|null} nodes
 * @property {number} time  in seconds
 * @property {string[]} line
 */
/** @typedef {{name: string, record: string, left: number|null, said: Said|null}} WatchedMove  left: the seconds on the clock; said: null in the opening */
/**
 * @typedef {object} WatchedGame
 * @property {number} number
 * @property {string} game
 * @property {string[]} players
 * @property {string|null} start
 * @property {(number|null)[]} clocks  the seconds at the start
 * @property {WatchedMove[]} moves
 * @property {number} told  how many moves the server has told on this connection
 * @property {number} turnBegan  when the turn after them began, in ms
 * @property {{side: Side, said: Said}|null} search  that of this turn
 * @property {Outcome|null} result
 * @property {string} reason
 * @property {number} endedAt  when it was told, in ms
 */
/** @typedef {{number: number, players: string[]}} NextGame */
/** @typedef {{name: string, wins: number, draws: number, losses: number, rating: number|null, margin: number|null}} PlayerStanding */
/**
 * What the games say of the engines, as `docs/live.schema.json` describes it.
 * @typedef {object} Standing
 * @property {PlayerStanding[]} players
 * @property {{estimate: number|null, low: number|null, high: number|null}|null} elo  null where it is infinite
 * @property {number|null} los
 * @property {{unit: string, elo0: number, elo1: number, llr: number, lower: number, upper: number}|null} test
 */

/** @param {any} event @returns {Said} */
const said = ({ mate, cp, depth = null, nodes = null, time, line = [] }) =>
  ({ score: typeof mate === "number" ? { mate } : typeof cp === "number" ? { cp } : null, depth, nodes, time, line });

export class Match {
  constructor() {
    /** @type {Map<number, WatchedGame>} */
    this.games = new Map();
    /** @type {string[]} */
    this.players = [];
    /** @type {number|null} */
    this.planned = null;
    /** @type {Standing|null} */
    this.standing = null;
    /** @type {NextGame[]} those that begin next, when it was told */
    this.next = [];
    this.isOver = false;
    this.head = "";
  }

  /**
   * Begins with the first event of a match. The server tells all of it on each connection, so
   * it may be known; says whether it is another one.
   * @param {any} event
   */
  begin(event) {
    const head = JSON.stringify(event);
    if (head === this.head) {
      return false;
    }
    this.head = head;
    this.games.clear();
    this.players = event.players ?? [];
    this.planned = event.games ?? null;
    this.standing = null;
    this.next = [];
    this.isOver = false;
    return true;
  }

  /**
   * Takes an event; the game that it belongs to.
   * @param {any} event
   * @param {boolean} isNews  whether it has just happened
   * @returns {WatchedGame|undefined}
   */
  take(event, isNews) {
    const now = performance.now();
    const happened = isNews ? now : now - Math.max(0, Date.now() - event.at * 1000);
    const game = this.games.get(event.number);
    if (event.type === "game") {
      return this.beginGame(event, happened);
    }
    if (event.type === "standing") {
      this.standing = event;
    } else if (event.type === "next") {
      this.next = event.games;
    } else if (event.type === "over") {
      this.isOver = true;
    } else if (event.type === "search" && game) {
      game.search = { side: event.side, said: said(event) };
    } else if (event.type === "move" && game) {
      game.moves[game.told] = { name: event.move, record: event.record ?? event.move, left: event.left ?? null, said: said(event) };
      game.told += 1;
      game.turnBegan = happened;
      game.search = null;
    } else if (event.type === "end" && game && !game.result) {
      game.result = event.result;
      game.reason = texts.word(event.reason ?? "");
      game.endedAt = now;
      game.search = null;
    }
    return game;
  }

  /** @param {any} event @param {number} turnBegan */
  beginGame(event, turnBegan) {
    const { number, game, players, position, opening, clocks = [] } = event;
    const known = this.games.get(number);
    if (known) {
      known.told = opening.length;
      return known;
    }
    /** @type {WatchedGame} */
    const begun = {
      number, game, players, start: position ?? null, clocks,
      moves: opening.map((/** @type {string} */ name) => ({ name, record: name, left: null, said: null })),
      told: opening.length, turnBegan, search: null, result: null, reason: "", endedAt: 0,
    };
    this.games.set(number, begun);
    return begun;
  }

  /** The games that begin next. */
  toCome() {
    return this.isOver ? [] : this.next.filter(({ number }) => !this.games.has(number));
  }

  /** The newest game that goes on, or else the newest one. */
  newest() {
    const numbers = [...this.games.values()].filter(game => !game.result).map(game => game.number);
    return (numbers.length > 0 ? numbers : [...this.games.keys()]).reduce((a, b) => Math.max(a, b), -1);
  }

  ended() {
    let count = 0;
    for (const { result } of this.games.values()) {
      count += result ? 1 : 0;
    }
    return count;
  }
}
