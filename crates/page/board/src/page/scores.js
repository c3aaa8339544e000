// Scores as people read them: always the first player's.

import { texts } from "./texts.js";

/** @typedef {import("./types.js").Score} Score */
/** @typedef {import("./types.js").Side} Side */

/** The first player's score. @param {Score} score @param {Side} side  whose score it is @returns {Score} */
export function firstScore(score, side) {
  const sign = side === "first" ? 1 : -1;
  return score.mate === undefined || score.mate === null ? { cp: sign * (score.cp ?? 0) } : { mate: sign * score.mate };
}

/** @param {number[]|null} wdl @param {Side} side */
export const firstWdl = (wdl, side) => wdl === null || side === "first" ? wdl : [...wdl].reverse();

/** Certain wins by points lie beyond all evaluations, each point a hundredth more. */
const CERTAIN = 30_000;
const MOST_POINTS = 500;

/** @param {Score|null} score */
export function scoreText(score) {
  if (!score) {
    return "";
  }
  if (score.mate !== undefined) {
    return texts.mate(score.mate);
  }
  const { cp = 0 } = score;
  const points = Math.abs(cp) - CERTAIN;
  const size = points > 0 && points <= MOST_POINTS ? String(points) : (Math.abs(cp) / 100).toFixed(2);
  return `${cp > 0 ? "+" : cp < 0 ? "−" : ""}${size}`;
}

/** What the first player may expect, from -1 to 1. @param {Score} score */
export function expected(score) {
  if (score.mate !== undefined) {
    return score.mate > 0 || Object.is(score.mate, 0) ? 1 : -1;
  }
  return 2 / (1 + Math.exp(-(score.cp ?? 0) / 250)) - 1;
}

/**
 * Wins, draws and losses of the first player per mille; guessed where the engine says none.
 * @param {Score} score
 * @param {number[]|null} wdl
 * @returns {number[]}
 */
export function shares(score, wdl) {
  if (wdl) {
    return wdl;
  }
  const wins = Math.round((expected(score) + 1) * 500);
  return [wins, 0, 1000 - wins];
}

/**
 * The chances of a side: wins, draws and losses per mille; null where nothing is known.
 * @param {{score: Score|null, wdl: number[]|null}} known  the first player's
 * @param {Side} side
 */
export function chances({ score, wdl }, side) {
  const first = score && shares(score, wdl);
  return first && (side === "first" ? first : [...first].reverse());
}

/** The points that a side may expect, from 0 to 1; 0 where nothing is known. @param {Parameters<typeof chances>[0]} known @param {Side} side */
export function points(known, side) {
  const [win = 0, draw = 0] = chances(known, side) ?? [];
  return (win + draw / 2) / 1000;
}
