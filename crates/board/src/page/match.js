// A running match, as the server tells it: its games, as lists of moves.

import { texts } from "./texts.js";

/** @typedef {import("./types.js").Outcome} Outcome */
/** @typedef {import("./types.js").Score} Score */
/**
 * @typedef {object} Watched
 * @property {number} number
 * @property {string} game
 * @property {string[]} players
 * @property {string|null} start
 * @property {string[]} moves
 * @property {(Score|null)[]} scores  of each move, by the engine that made it
 * @property {number} told  how many moves the server has told on this connection
 * @property {Outcome|null} result
 * @property {string} reason
 * @property {number} endedAt  when it was told, in ms
 */

export class Match {
  constructor() {
    /** @type {Map<number, Watched>} */
    this.games = new Map();
    /** @type {string[]} */
    this.players = [];
    /** @type {number|null} */
    this.planned = null;
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
    this.isOver = false;
    return true;
  }

  /** Takes an event; the game that it belongs to. @param {any} event @returns {Watched|undefined} */
  take(event) {
    const game = this.games.get(event.number);
    if (event.type === "game") {
      return this.beginGame(event);
    }
    if (event.type === "move" && game) {
      game.moves[game.told] = event.move;
      game.scores[game.told] = typeof event.mate === "number" ? { mate: event.mate }
        : typeof event.cp === "number" ? { cp: event.cp } : null;
      game.told += 1;
    } else if (event.type === "end" && game && !game.result) {
      game.result = event.result;
      game.reason = texts.word(event.reason ?? "");
      game.endedAt = performance.now();
    } else if (event.type === "over") {
      this.isOver = true;
    }
    return game;
  }

  /** @param {any} event */
  beginGame(event) {
    const { number, game, players, position, opening } = event;
    const known = this.games.get(number);
    if (known) {
      known.told = opening.length;
      return known;
    }
    /** @type {Watched} */
    const begun = {
      number, game, players, start: position ?? null, moves: [...opening], scores: [],
      told: opening.length, result: null, reason: "", endedAt: 0,
    };
    this.games.set(number, begun);
    return begun;
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
