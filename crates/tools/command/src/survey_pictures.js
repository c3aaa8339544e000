// Draws what `plyglot survey --json` tells of one game or of two.

const SVG = "http://www.w3.org/2000/svg";
const [WIDTH, HEIGHT, LEFT, BELOW] = [480, 200, 40, 30];
const COLOURS = { first: "#c7791f", second: "#3b76b0", draw: "#808080" };

const DIFFERS = ["Differs", "Whether the two intervals of 95 % have no value in common"];

/** Words that stand beside the measures. */
const WORDS = /** @type {const} */ ([
  ["[a, b]", "The bounds of 95 %: of a hundred such intervals, 95 contain the true value"],
  ["Ply", "A move of one side"],
  ["Node", "A position that a player looks at before it moves: the more, the stronger it is"],
  ["Against half", "The score against players with half of the nodes: much above 50 % where skill tells"],
  ["Expected", "The points that the first side expects after the opening, by the searches"],
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
  // Games that are all alike say nothing of others: an interval has a width.
  const interval = shown(low) === shown(high) ? "" : ` [${shown(low)}, ${shown(high)}]`;
  return `${shown(estimate)}${isShare ? " %" : ""}${interval}`;
}

/** @param {(Node | string)[]} head @param {(Node | string)[][]} rows */
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

/** @param {number} file */
const fileName = (file) => String.fromCharCode(97 + file);

/** In how many games each cell was used. @param {any} board */
function heat(board) {
  const size = Math.min(40, (WIDTH - 20) / board.files);
  const most = Math.max(1, ...board.used);
  const cells = board.used.map((/** @type {number | null} */ count, /** @type {number} */ cell) => {
    if (count === null) return document.createComment("");
    const [file, row] = [cell % board.files, Math.floor(cell / board.files)];
    const [x, y] = [20 + file * size, row * size];
    const look = { fill: COLOURS.first, "fill-opacity": (count / most).toFixed(2), stroke: "currentColor", "stroke-opacity": 0.25 };
    return svg("rect", { x, y, width: size, height: size, ...look }, [
      svg("title", {}, [`${fileName(file)}${board.ranks - row}: used in ${count} games`]),
    ]);
  });
  const files = Array.from({ length: board.files }, (_, file) => label(20 + (file + 0.5) * size, board.ranks * size + 14, fileName(file)));
  const ranks = Array.from({ length: board.ranks }, (_, row) => label(9, (row + 0.5) * size + 4, `${board.ranks - row}`));
  return picture("Used squares", board.ranks * size + 20, [...cells, ...files, ...ranks]);
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
  const strengths = report.strengths.map((/** @type {any} */ s) => s.nodes);
  const all = `games between equals of ${Math.min(...strengths)} to ${Math.max(...strengths)} nodes a move`;
  const begun = moves.reduce((/** @type {number} */ sum, /** @type {any} */ m) => sum + m.wins + m.draws + m.losses, 0);
  const some = moves.length > 12 ? [...moves.slice(0, 6), ...moves.slice(-6)] : moves;
  const parts = [
    html("h2", {}, [report.title]),
    html("p", {}, [
      `${report.games} games between equals with ${report.nodes} nodes a move, seed ${report.seed}; ` +
        `${report.plies.median} plies at the median, at most ${report.most_moves} legal moves.`,
    ]),
    html("h3", {}, [`Ends of these ${report.games} games`]),
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
    html("p", {}, [`In ${begun} finished ${all}${some === moves ? "" : `; the six best and the six worst of ${moves.length}`}.`]),
    table(["Move", "Score", "Expected", "Games"], some.map((/** @type {any} */ m) =>
      [m.move, score(m), percent(m.expected), `${m.wins + m.draws + m.losses}`])),
  ];
  if (report.board) {
    parts.push(html("h3", {}, ["Used squares"]), html("p", {}, [`After the opening of ${report.random_plies} or ${report.random_plies + 1} random moves, in ${all}.`]), heat(report.board));
  }
  if (report.unmoved.length > 0) {
    parts.push(html("p", {}, [`Pieces that never move: ${report.unmoved.join(", ")}`]));
  }
  return html("section", { class: "surveyed" }, parts);
}

/** Draws reports of one game or of two. @param {Element} parent @param {any[]} reports */
export function draw(parent, ...reports) {
  const legends = reports.flatMap((report) => report.legend);
  const named = (/** @type {string} */ key) => {
    const labels = legends.filter((row) => row.key === key).map((row) => row.label);
    return [...new Set(labels)].join(", ").replace(/^./, (letter) => letter.toUpperCase());
  };
  const measures = [...new Map(legends.map((row) => [row.key, row])).values()];
  const rows = measures.map(({ key, is_share: isShare, meaning }) => {
    const values = reports.map((report) => report.measures[key]);
    const [a, b] = values;
    const differs = a && b && a.low < a.high && b.low < b.high && (a.high < b.low || b.high < a.low);
    const cells = values.map((value) => bounded(value, isShare));
    return [html("span", { title: meaning }, [named(key)]), ...cells, ...(reports.length > 1 ? [differs ? "yes" : ""] : [])];
  });
  const titles = reports.map((report) => report.title);
  const [differs = "", meaning = ""] = DIFFERS;
  const words = reports.length > 1 ? [DIFFERS, ...WORDS] : WORDS;
  parent.append(
    table(["Measure", ...titles, ...(reports.length > 1 ? [html("span", { title: meaning }, [differs])] : [])], rows),
    html("details", {}, [
      html("summary", {}, ["What the words mean"]),
      html("dl", {}, [...measures.map(({ key, meaning }) => [named(key), meaning]), ...words].flatMap(([name = "", meaning = ""]) =>
        [html("dt", {}, [name]), html("dd", {}, [meaning])])),
    ]),
    html("div", { class: "games" }, reports.map(section)),
  );
}
