// Questions with one answer, and with streams of objects, one a line.

import { answerOf } from "./answers.js";
import { notations } from "./storage.js";
import { texts } from "./texts.js";

/** An answer that says what is wrong, or none at all (status 0). */
export class ApiError extends Error {
  /** @param {string} message @param {number} status @param {number|null} at */
  constructor(message, status, at = null) {
    super(message);
    this.status = status;
    this.at = at;
  }
}

/** @param {unknown} error */
export const isAbort = error => error instanceof DOMException && error.name === "AbortError";

/** The files of rules of games that the program does not have itself, by their names. @type {Map<string, string>} */
export const ownRules = new Map();

/**
 * A question about a game, with the notation in which its moves are wanted.
 * @param {any} body
 */
const asWritten = body => body?.game ? { ...body, notation: notations.get(body.game) } : body;

/** That there is no answer, and why, if the program runs on this page. @param {unknown} error */
const unanswered = error => new ApiError(
  error instanceof Error && error.constructor === Error ? texts.programFailed(error.message.replace(/^Uncaught (Error: )?/, "")) : texts.serverGone, 0);

/** A part of the page that is loaded when it is needed. @template T @param {Promise<T>} part @returns {Promise<T>} */
export const loaded = part => part.catch(() => {
  throw new ApiError(texts.serverGone, 0);
});

/**
 * @param {string} path
 * @param {unknown} body  null: a GET
 * @param {AbortSignal} [signal]
 */
async function request(path, body, signal) {
  /** @type {Response} */
  let response;
  try {
    const rules = ownRules.get(/** @type {any} */ (body)?.game);
    response = await answerOf(path, rules ? { ...asWritten(body), rules } : asWritten(body), signal);
  } catch (error) {
    throw isAbort(error) ? error : unanswered(error);
  }
  if (!response.ok) {
    const said = await response.json().catch(() => null);
    throw new ApiError(said?.error || texts.serverRefused(response.status), response.status, said?.at ?? null);
  }
  return response;
}

/**
 * @param {string} path
 * @param {unknown} [body]
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export async function ask(path, body = null, signal) {
  const response = await request(path, body, signal);
  try {
    return await response.json();
  } catch (error) {
    throw isAbort(error) ? error : new ApiError(texts.serverGone, 0);
  }
}

let lastAsked = 0;

/**
 * When a search is asked for, in milliseconds and later than any before: requests may
 * overtake each other, and the server keeps to the last one.
 */
export const askedAt = () => lastAsked = Math.max(lastAsked + 1, Date.now());

/**
 * The objects of a stream; blank lines only show that the server lives.
 * @param {string} path
 * @param {unknown} body
 * @param {AbortSignal} signal
 * @returns {AsyncGenerator<any, void, void>}
 */
export async function* stream(path, body, signal) {
  const response = await request(path, body, signal);
  if (!response.body) {
    return;
  }
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      const lines = (rest + decoder.decode(value, { stream: !done })).split("\n");
      rest = done ? "" : lines.pop() ?? "";
      for (const line of lines) {
        if (line.trim()) {
          yield JSON.parse(line);
        }
      }
      if (done) {
        return;
      }
    }
  } catch (error) {
    throw isAbort(error) || error instanceof ApiError ? error : unanswered(error);
  } finally {
    reader.cancel().catch(() => {});
  }
}

/** @type {Map<string, import("./types.js").Position>} */
const positions = new Map();
const KEPT_POSITIONS = 400;

/** The boards of games, by their questions. @type {Map<string, Promise<import("./types.js").Shape|null>>} */
const shapes = new Map();

/** Their games have other rules now. */
export function forgetPositions() {
  positions.clear();
  shapes.clear();
}

/** The board of a game as it is drawn, which is asked once; null if it has none. @param {string} game */
export function askShape(game) {
  const key = JSON.stringify(asWritten({ game }));
  const known = shapes.get(key) ?? ask("board", { game });
  shapes.set(key, known);
  known.catch(() => shapes.delete(key));
  return known;
}

/**
 * A position after moves. Answers are kept: going through a game asks once.
 * @param {string} game
 * @param {string|null} start
 * @param {string[]} moves
 * @returns {Promise<import("./types.js").Position>}
 */
export async function askPosition(game, start, moves) {
  const question = { game, start, moves };
  const key = JSON.stringify(asWritten(question));
  const known = positions.get(key);
  if (known) {
    return known;
  }
  const shape = askShape(game);
  const answer = await ask("position", question);
  answer.shape = await shape;
  if (answer.result) {
    answer.result.reason = texts.ended(answer.result.reason, answer.end);
  }
  if (positions.size >= KEPT_POSITIONS) {
    positions.delete(positions.keys().next().value ?? "");
  }
  positions.set(key, answer);
  return answer;
}
