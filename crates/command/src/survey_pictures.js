// Draws what `plyglot survey --json` tells of one game or of two.

const SVG = "http://www.w3.org/2000/svg";
const [WIDTH, HEIGHT, LEFT, BELOW] = [480, 200, 40, 30];
const COLOURS = { first: "#c7791f", second: "#3b76b0", draw: "#808080" };

/** Labels of the measures; whether each is a share. */
const MEASURES = /** @type {const} */ ([
  ["first", "First side scores", true],
  ["drawn", "Drawn", true],
  ["unfinished", "Unfinished", true],
  ["plies", "Plies", false],
  ["moves", "Legal moves", false],
  ["forced", "A single legal move", true],
  ["repeated", "Repeated positions", true],
  ["drama", "Drama", false],
  ["behind", "Winner behind", true],
  ["lead_changes", "Lead changes", true],
  ["decided", "Decided after", true],
  ["uncertainty", "Uncertainty", true],
]);

/**
 * An element with attributes and children.
 * @param {string} name @param {Record<string, string | number>} [attributes]
 * @param {(Node | string)[]} [children]
 */
const html = (name, attributes = {}, children = []) =>
  filled(document.createElement(name), attributes, children);

/** @param {string} name @param {Record<string, string | number>} [attributes] @param {(Node | string)[]} [children] */
const svg = (name, attributes = {}, children = []) =>
  filled(document.createElementNS(SVG, name), attributes, children);

/** @param {Element} element @param {Record<string, string | number>} attributes @param {(Node | string)[]} children */
function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, `${value}`);
  element.append(...children);
  return element;
}

/** @param {number} share */
const percent = (share) => `${(100 * share).toFixed(1)} %`;

/** @param {{ estimate: number, low: number, high: number } | null} value @param {boolean} isShare */
function bounded(value, isShare) {
  if (!value) return "–";
  const shown = (/** @type {number} */ number) =>
    isShare ? (100 * number).toFixed(1) : number.toFixed(2);
  const { estimate, low, high } = value;
  return `${shown(estimate)}${isShare ? " %" : ""} [${shown(low)}, ${shown(high)}]`;
}

/** @param {string[]} head @param {(Node | string)[][]} rows */
const table = (head, rows) =>
  html("table", {}, [
    html("thead", {}, [html("tr", {}, head.map((cell) => html("th", { scope: "col" }, [cell])))]),
    html("tbody", {}, rows.map(([first, ...rest]) =>
      html("tr", {}, [
        html("th", { scope: "row" }, [first ?? ""]),
        ...rest.map((cell) => html("td", {}, [cell])),
      ]),
    )),
  ]);

/** A picture with a title for those who cannot see it. @param {string} title @param {number} height @param {Node[]} children */
const picture = (title, height, children) =>
  svg("svg", { viewBox: `0 0 ${WIDTH} ${height}`, role: "img", "aria-label": title }, children);

/** @param {number} x @param {number} y @param {string} text @param {string} [anchor] */
const label = (x, y, text, anchor = "middle") => svg("text", { x, y, "text-anchor": anchor, "font-size": 11, fill: "currentColor" }, [text]);

/** Axes, with the greatest value of each. @param {string} right @param {string} top */
const axes = (right, top) => [
  svg("path", {
    fill: "none",
    stroke: "currentColor",
    "stroke-opacity": 0.5,
    d: `M${LEFT},5 V${HEIGHT - BELOW} H${WIDTH - 5}`,
  }),
  label(WIDTH - 5, HEIGHT - 8, right, "end"),
  label(LEFT - 4, 14, top, "end"),
];

/** How long the games are. @param {any} report */
function lengths(report) {
  const bars = report.plies.bars;
  const most = Math.max(1, ...bars.map((/** @type {any} */ bar) => bar.games));
  const width = (WIDTH - LEFT - 10) / Math.max(1, bars.length);
  const drawn = bars.map((/** @type {any} */ bar, /** @type {number} */ place) => {
    const height = ((HEIGHT - BELOW - 10) * bar.games) / most;
    const [x, y] = [LEFT + place * width, HEIGHT - BELOW - height];
    const words = `${bar.from} to ${bar.to} plies: ${bar.games} games`;
    return svg("rect", { fill: COLOURS.second, x: x + 1, y, width: Math.max(1, width - 2), height }, [
      svg("title", {}, [words]),
    ]);
  });
  const last = bars.at(-1);
  const ends = [label(LEFT, HEIGHT - 8, `${bars[0]?.from ?? 0}`, "start")];
  return picture("Lengths of games", HEIGHT, [...axes(`${last?.to ?? 0} plies`, `${most}`), ...ends, ...drawn]);
}

/** What the first side expected, game by game. @param {any} report */
function curves(report) {
  const x = (/** @type {number} */ share) => LEFT + share * (WIDTH - LEFT - 10);
  const y = (/** @type {number} */ points) => 5 + (1 - points) * (HEIGHT - BELOW - 5);
  const drawn = report.curves.map((/** @type {any} */ curve) => {
    const last = Math.max(1, curve.points.length - 1);
    const places = curve.points.map(
      (/** @type {number} */ points, /** @type {number} */ ply) =>
        `${x(ply / last).toFixed(1)},${y(points).toFixed(1)}`,
    );
    const stroke = COLOURS[/** @type {keyof typeof COLOURS} */ (curve.result ?? "draw")];
    return svg("polyline", { fill: "none", stroke, "stroke-opacity": 0.5, points: places.join(" ") });
  });
  return picture("The course of the games", HEIGHT, [...axes("end of the game", "100 %"), ...drawn]);
}

/** In how many games each cell was used. @param {any} board */
function heat(board) {
  const size = Math.min(40, (WIDTH - 10) / board.files);
  const most = Math.max(1, ...board.used);
  const cells = board.used.map((/** @type {number | null} */ count, /** @type {number} */ cell) => {
    if (count === null) return document.createComment("");
    const [x, y] = [(cell % board.files) * size, Math.floor(cell / board.files) * size];
    const look = { fill: COLOURS.first, "fill-opacity": (count / most).toFixed(2), stroke: "currentColor", "stroke-opacity": 0.25 };
    return svg("rect", { x, y, width: size, height: size, ...look }, [
      svg("title", {}, [`used in ${count} games`]),
    ]);
  });
  return picture("Used squares", board.ranks * size + 1, cells);
}

/** @param {any} report */
function section(report) {
  const [first, second] = report.sides;
  const who = (/** @type {string} */ result) =>
    result === "first" ? `${first} wins` : result === "second" ? `${second} wins` : "draw";
  const score = (/** @type {any} */ tally) => bounded(tally.score, true);
  const share = (/** @type {any} */ tally) =>
    percent(tally.draws / Math.max(1, tally.wins + tally.draws + tally.losses));
  const moves = report.first_moves;
  const some = moves.length > 12 ? [...moves.slice(0, 6), ...moves.slice(-6)] : moves;
  const parts = [
    html("h2", {}, [report.title]),
    html("p", {}, [
      `${report.games} games between equals with ${report.nodes} nodes a move, seed ${report.seed}; ` +
        `${report.plies.median} plies at the median, at most ${report.most_moves} legal moves.`,
    ]),
    html("h3", {}, ["Ends"]),
    table(["Result", "By", "Games"], report.ends.map((/** @type {any} */ end) => [who(end.result), end.reason, `${end.games}`])),
    html("h3", {}, ["Strength"]),
    table(
      ["Nodes a move", `${first} scores`, "Drawn", "Plies", "Against half"],
      report.strengths.map((/** @type {any} */ s) =>
        [`${s.nodes}`, score(s.first), share(s.first), s.plies.toFixed(1), score(s.against_half)]),
    ),
    html("h3", {}, ["Lengths"]),
    lengths(report),
    html("h3", {}, [`What ${first} expected`]),
    curves(report),
    html("h3", {}, [`First moves, and what ${first} scores`]),
    table(["Move", "Score", "Expected", "Games"], some.map((/** @type {any} */ m) =>
      [m.move, score(m), percent(m.expected), `${m.wins + m.draws + m.losses}`])),
  ];
  if (report.board) parts.push(html("h3", {}, ["Used squares"]), heat(report.board));
  if (report.unmoved.length > 0) {
    parts.push(html("p", {}, [`Pieces that never move: ${report.unmoved.join(" ")}`]));
  }
  return html("section", { class: "surveyed" }, parts);
}

/** Draws reports of one game or of two. @param {Element} parent @param {any[]} reports */
export function draw(parent, ...reports) {
  const rows = MEASURES.map(([key, name, isShare]) => {
    const values = reports.map((report) => report.measures[key]);
    const [a, b] = values;
    const differs = a && b && (a.high < b.low || b.high < a.low);
    const cells = values.map((value) => bounded(value, isShare));
    return [name, ...cells, ...(reports.length > 1 ? [differs ? "differs" : ""] : [])];
  });
  const titles = reports.map((report) => report.title);
  parent.append(
    table(["Measure", ...titles, ...(reports.length > 1 ? [""] : [])], rows),
    html("div", { class: "games" }, reports.map(section)),
  );
}
