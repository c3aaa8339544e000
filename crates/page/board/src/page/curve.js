// The course of the scores of a game, and what the two sides may expect now.

import { byId, svg, set } from "./dom.js";
import { expected, scoreText, shares } from "./scores.js";
import { goTo } from "./turns.js";
import { on, sideName, state } from "./state.js";
import { texts } from "./texts.js";
import { written } from "./written.js";

const WIDTH = 400;
const HEIGHT = 90;

/** @type {SVGSVGElement} */
const chart = svg("svg", {
  id: "curve", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "slider", tabindex: 0,
  "aria-label": texts.curve, "aria-valuemin": 0,
});

const first = svg("path", { class: "curve-first" });
const second = svg("rect", { class: "curve-second", height: HEIGHT });
const course = svg("path", { class: "curve-line" });
/** The second player's, where both have scores of their own. */
const rival = svg("path", { class: "curve-rival" });
const now = svg("path", { class: "curve-now" });

export function startCurve() {
  byId("curve-place").append(chart);
  chart.append(second, first, svg("path", { class: "curve-even", d: `M0 ${HEIGHT / 2}H${WIDTH}` }), course, rival, now);
  chart.addEventListener("click", event => {
    const box = chart.getBoundingClientRect();
    goToPly(Math.round((event.clientX - box.left) / box.width * plies()));
  });
  chart.addEventListener("keydown", event => {
    const at = state.tree.ply();
    const target = { ArrowLeft: at - 1, ArrowDown: at - 1, ArrowRight: at + 1, ArrowUp: at + 1, Home: 0, End: plies() }[event.key];
    if (target !== undefined) {
      event.preventDefault();
      event.stopPropagation();
      goToPly(target);
    }
  });
  for (const change of /** @type {const} */ (["place", "tree", "scores", "mode"])) {
    on(change, showCurve);
  }
}

const nodes = () => [state.tree.root, ...state.tree.line()];
const plies = () => nodes().length - 1;

/** @param {number} ply */
function goToPly(ply) {
  const node = nodes()[Math.min(plies(), Math.max(0, ply))];
  if (node) {
    goTo(node.id);
  }
}

function showCurve() {
  const line = nodes();
  const last = Math.max(1, line.length - 1);
  const x = (/** @type {number} */ ply) => ply / last * WIDTH;
  const y = (/** @type {number} */ value) => HEIGHT / 2 - value * (HEIGHT / 2 - 4);
  const known = line.flatMap((node, ply) => node.score ? [{ ply, side: node.side, value: expected(node.score) }] : []);
  byId("curve-place").hidden = known.length < 2;
  const wayOf = (/** @type {typeof known} */ scores) =>
    scores.map(({ ply, value }, i) => `${i ? "L" : "M"}${x(ply).toFixed(1)} ${y(value).toFixed(1)}`).join("");
  // The engines of a match have a curve each, and neither is the truth about the two sides.
  const own = wayOf(state.watching ? known.filter(({ side }) => side === "first") : known);
  const others = wayOf(state.watching ? known.filter(({ side }) => side === "second") : []);
  const from = state.watching ? undefined : known[0];
  const to = known.at(-1);
  // Where nothing is known, neither side has a part.
  set(second, from && to ? { x: x(from.ply), width: x(to.ply) - x(from.ply) } : { width: 0 });
  set(first, { d: from && to ? `${own}L${x(to.ply).toFixed(1)} ${HEIGHT}L${x(from.ply).toFixed(1)} ${HEIGHT}Z` : "" });
  const at = state.tree.ply();
  set(course, { d: own });
  set(rival, { d: others });
  set(now, { d: `M${x(at)} 0V${HEIGHT}` });
  const { shown, score } = state.tree.current;
  set(chart, { "aria-valuemax": line.length - 1, "aria-valuenow": at, "aria-valuetext": texts.curvePly(at, written(shown), scoreText(score)) });
  showShares();
}

/** The bar beside the board: the first player's part is below. */
function showShares() {
  const { score, wdl } = state.tree.current;
  const bar = byId("wdl");
  bar.hidden = !state.analysing;
  // Until the first score of a position comes, the last one stays: nothing jumps.
  if (!score) {
    return;
  }
  const [win = 0, draw = 0, loss = 0] = shares(score, wdl);
  const parts = { first: win, draw, second: loss };
  for (const [name, share] of Object.entries(parts)) {
    /** @type {HTMLElement} */ (bar.querySelector(`.wdl-${name}`)).style.flexGrow = String(share);
  }
  const text = texts.shares(sideName("first"), sideName("second"), [win, draw, loss]);
  bar.setAttribute("aria-label", text);
  bar.title = text;
  byId("wdl-text").textContent = `${texts.scoreOf(sideName("first"), scoreText(score))}. ${text}`;
}
