// All that people read, in English. Sentences with parts that vary are functions. Another
// language has the same names, as german.js does; texts.js lists them.

const number = new Intl.NumberFormat("en");
const short = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });

/** A first letter in upper case: "White". @param {string} text */
const capital = text => text.charAt(0).toUpperCase() + text.slice(1);

/** With a full stop, where no other sign ends it. @param {string} text */
const sentence = text => /[.?!…]$/.test(text) ? text : `${text}.`;

export const english = {
  language: "Language",
  notation: "Notation of moves",
  // Words of the server: sides, games, pieces, ends of games.
  word: (/** @type {string} */ text) => text,

  // Fixed texts of the page, by the names in data-text, data-label and data-title.
  game: "Game",
  brand: "Plyglot",
  newGame: "New game",
  setUp: "Set up…",
  yourSide: "You play",
  strength: "Strength of the engine",
  clocks: "Clocks",
  minutes: "Minutes",
  increment: "Seconds more for each move",
  startPosition: "Start",
  startNumber: "Number of the start position",
  startGame: "Start",
  noClock: "none",
  clockForBoth: "the same for both sides",
  clockByside: "one for each side",
  bothSides: "Both sides",
  randomSide: "either side, at random",
  twoPeople: "both sides: two people",
  usualStart: "the usual position",
  randomStart: "a random position",
  numberedStart: "a position by its number",
  givenStart: "a position that you set up",
  positionAsText: "The position as text (FEN)",
  editorPieces: "Pieces to put on the board",
  editorBoard: "Board to set up",
  editorHold: "Add to the hand",
  editorClear: "Clear the board",
  editorStart: "Start position",
  sideToMove: "To move",
  castling: "Castling",
  castlingOf: (/** @type {string} */ side, /** @type {string} */ right) =>
    `${capital(side)} ${{ K: "O-O", Q: "O-O-O" }[right] ?? `${right.toLowerCase()}-file`}`,
  enPassant: "En passant on",
  noCell: "none",
  eraser: "Take away",
  brush: (/** @type {string} */ piece) => `${piece}: choose a cell`,
  chooseBrush: "Choose a piece first.",
  takeFromHand: (/** @type {string} */ piece) => `Take ${piece} out of the hand`,
  scoresShown: "Scores while a game is played",
  sounds: "A sound for each move",
  letters: "Letters in place of Chinese and Japanese signs",
  timeIsUp: (/** @type {string} */ side) => `the time of ${side} is up`,
  clock: (/** @type {number} */ ms) => {
    const tenths = Math.floor(ms / 100);
    const [minutes, seconds] = [Math.floor(tenths / 600), Math.floor(tenths / 10) % 60];
    return `${minutes}:${String(seconds).padStart(2, "0")}${tenths < 200 ? `.${tenths % 10}` : ""}`;
  },
  theme: "Light or dark",
  noticeRegion: "Notice",
  boardRegion: "Board and players",
  board: "Board",
  takeBack: "Take back",
  pause: "Pause",
  goOn: "Go on",
  letMove: "Let the engine move",
  resign: "Resign",
  hint: "Hint",
  lookingForHint: "Looking for a hint…",
  hintIs: (/** @type {string} */ move) => `Hint: ${move}`,
  noHint: "No hint was found.",
  offerDraw: "Offer draw",
  rematch: "Rematch",
  flip: "Flip",
  analyse: "Analyse",
  watchTitle: "Live match",
  watchGames: "Game of the match",
  follow: "Follow",
  leaveWatch: "Leave the match",
  backToMatch: "Back to the match",
  moves: "Moves",
  toStart: "To the start",
  back: "One move back",
  autoplay: "Play the moves through",
  forward: "One move forward",
  toEnd: "To the end",
  moveInput: "Type a move",
  playMove: "Play",
  promoteLine: "Make main line",
  deleteLine: "Delete from here",
  analysis: "Analysis",
  lines: "Lines of the engine",
  lineCount: "Lines",
  allMoves: "all moves",
  analysisEngine: "Engine",
  sweepTime: "ms per move",
  analyseGame: "Analyse the whole game",
  stopSweep: "Stop",
  rules: "Rules",
  settings: "Settings",
  limitKind: "Limit of time, depth or nodes",
  limitValue: "Its value",
  limits: { movetime: "Time per move, in ms", depth: "Depth, in plies", nodes: "Nodes" },
  records: "Import and export",
  importText: "Position, moves, a game, a link or rules",
  importButton: "Import",
  importFile: "or open a file",
  chooseMove: "Which move?",
  cancel: "Cancel",
  copy: "Copy",
  copied: "Copied.",
  download: "Download",
  close: "Close",
  retry: "Try again",

  gameTitle: capital,
  findGame: "Find a game",
  searchGames: "Name, or words about it",
  playedLast: "Played last",
  family: (/** @type {string} */ name) => `Games ${name}`,
  variant: (/** @type {string} */ game, /** @type {string} */ variant) => `${capital(game)}: ${variant}`,

  // Who plays.
  person: "Person",
  fullStrength: "full strength",
  levels: "Levels",
  ratings: "Ratings",
  level: (/** @type {number} */ level) => `level ${level}`,
  rating: (/** @type {number} */ rating) => `rating ${rating}`,
  plays: (/** @type {string} */ side) => `Who plays ${side}`,
  strengthOf: (/** @type {string} */ side) => `Strength of ${side}`,
  side: capital,
  points: (/** @type {boolean|null} */ isWon) => isWon === null ? "½" : isWon ? "1" : "0",
  limit: (/** @type {string} */ kind, /** @type {number} */ value) =>
    ({ movetime: `${number.format(value)} ms a move`, depth: `depth ${value}`, nodes: `${number.format(value)} nodes` })[kind] ?? "",
  depthReached: (/** @type {number} */ depth) => `depth ${depth} · `,

  // Whose turn it is, and how games end.
  loading: "Loading…",
  noPosition: "This position could not be loaded",
  toMove: (/** @type {string} */ side, /** @type {boolean} */ check) => `${capital(side)} to move${check ? ": check" : ""}`,
  thinking: (/** @type {string} */ engine, /** @type {string} */ side) => `${engine} is thinking for ${side}…`,
  paused: (/** @type {string} */ side) => `Paused. ${capital(side)} to move`,
  lookingBack: (/** @type {string} */ side) => `Looking back. ${capital(side)} to move`,
  analysing: (/** @type {string} */ turn) => `${turn}. Analysis: you move for both sides`,
  won: (/** @type {string} */ side, /** @type {string} */ reason) => `${capital(side)} wins${reason ? `: ${reason}` : ""}`,
  drawn: (/** @type {string} */ reason) => `Draw${reason ? `: ${reason}` : ""}`,
  resigned: (/** @type {string} */ side) => `${side} resigned`,
  drawAgreed: "agreed",

  // What is asked before a game ends.
  askNewGame: "This game is not over. Begin a new one?",
  askResign: "Resign this game?",
  resignFor: (/** @type {string} */ side) => `${capital(side)} resigns`,
  askDraw: (/** @type {string} */ rival) => `Offer ${rival} a draw?`,
  drawOffered: (/** @type {string} */ side, /** @type {string} */ rival) => `${capital(side)} offers a draw. Does ${capital(rival)} accept?`,
  takeDraw: "Accept",
  declineDraw: "Decline",
  drawDeclined: (/** @type {string} */ rival, /** @type {string} */ turn) => `${capital(rival)} declines the draw. ${turn}`,
  watching: (/** @type {number} */ game, /** @type {string} */ side) => `Game ${game}: ${side} to move`,
  unfinished: (/** @type {string} */ reason) => `Not finished${reason ? `: ${reason}` : ""}`,

  // What is announced to screen readers.
  moved: (/** @type {string} */ side, /** @type {string} */ move, /** @type {string} */ next) => `${capital(side)}: ${move}. ${next}.`,
  atStart: (/** @type {string} */ next) => `Start. ${next}.`,
  picked: (/** @type {string} */ cell, /** @type {number} */ targets) => `${cell} picked up, ${targets} ${targets === 1 ? "target" : "targets"}`,
  putDown: "Put down",
  chooseWall: "Now choose the square of the wall",
  handOf: (/** @type {string} */ side) => `In ${side}'s hand`,
  held: (/** @type {string} */ piece, /** @type {number} */ count) => `${capital(piece)}, ${count} in hand`,
  promoted: (/** @type {string} */ name) => `promoted ${name}`,
  checksLeft: (/** @type {number} */ n) => n === 1 ? "1 check to give" : `${n} checks to give`,
  cell: (/** @type {string} */ name, /** @type {string} */ piece, /** @type {string[]} */ more) => [name, piece || "empty", ...more].join(", "),
  isTarget: "move target",
  isPicked: "picked up",
  isLast: "last move",
  obstacle: "blocked",
  stone: "stone",
  chessmen: { king: "king", queen: "queen", rook: "rook", bishop: "bishop", knight: "knight", pawn: "pawn" },
  unknownPlayer: "?",
  pieceOf: (/** @type {string} */ side, /** @type {string} */ name) => `${side} ${name}`,
  playLine: (/** @type {string} */ moves) => `Play ${moves}`,
  boardOf: (/** @type {string} */ game) => `${capital(game)} board`,

  // Moves.
  moveNumber: (/** @type {number} */ count, /** @type {boolean} */ isSecond) => isSecond ? `${count}…` : `${count}.`,
  /** @type {(string|undefined)[]} the signs of PGN's glyphs */
  glyphs: [undefined, "!", "?", "!!", "??", "!?", "?!"],
  startOfGame: "Start",
  looseMove: (/** @type {string} */ move) => /^[a-z]{3,}$/.test(move) ? capital(move) : move,
  notLegal: (/** @type {string} */ move) => `${move} is not a legal move here.`,
  notYourTurn: "It is not your turn yet.",
  gameIsOver: "The game is over here.",
  onlyWatched: "This match is only watched.",

  // Analysis.
  analysisNumbers: (/** @type {number} */ depth, /** @type {number} */ nodes, /** @type {number|null} */ speed) =>
    [`depth ${depth}`, `${short.format(nodes)} nodes`, ...speed ? [`${short.format(speed)}/s`] : []].join(" · "),
  analysisStarts: "Starting…",
  shares: (/** @type {string} */ first, /** @type {string} */ second, /** @type {number[]} */ [win = 0, draw = 0, loss = 0]) =>
    `${capital(first)} wins ${Math.round(win / 10)}\u00a0%, draw ${Math.round(draw / 10)}\u00a0%, ${second} wins ${Math.round(loss / 10)}\u00a0%`,
  scoreOf: (/** @type {string} */ side, /** @type {string} */ score) => `${score} for ${side}`,
  mate: (/** @type {number} */ moves) => `#${moves}`,
  bound: { lower: "≥", upper: "≤" },
  curve: "Course of the scores",
  curvePly: (/** @type {number} */ ply, /** @type {string} */ move, /** @type {string} */ score) =>
    `Ply ${ply}${move ? `, ${move}` : ""}${score ? `, ${score}` : ""}`,
  sweepAt: (/** @type {number} */ done, /** @type {number} */ all) => `${done} of ${all} positions`,

  // What the moves of a game cost.
  accuracies: "Accuracy",
  accuracy: (/** @type {string} */ side, /** @type {number|null} */ share) => `${capital(side)} ${share === null ? "–" : `${Math.round(share * 100)}\u00a0%`}`,
  turnedAt: (/** @type {string} */ move, /** @type {string} */ better) => `The game turned at ${move}${better ? `: ${better} was better` : ""}`,
  costs: (/** @type {number} */ lost) => `Costs ${Math.round(lost * 100)}\u00a0% of a point`,
  numbered: (/** @type {{moveNumber: number, side: string|null, shown: string}} */ { moveNumber, side, shown }) =>
    `${moveNumber}${side === "second" ? "…" : "."} ${shown}`,
  noMistakes: "No mistakes were found in this game.",
  noMistakesOf: (/** @type {string} */ side) => `No mistakes of ${side} were found.`,
  nextMistake: "Next mistake",
  lastMistake: "Previous mistake",
  practise: "Practise the mistakes",
  findBetter: (/** @type {string} */ move, /** @type {string} */ side, /** @type {number} */ n, /** @type {number} */ all) =>
    `${n} of ${all}: ${move} was a mistake. Find a better move for ${side}.`,
  showAnswer: "Show the answer",
  nextTask: "Next",
  endPractice: "End practice",
  answerIs: (/** @type {string} */ move) => `${move} was best.`,
  isBest: (/** @type {string} */ move) => `${move} is the best move.`,
  isGood: (/** @type {string} */ move) => `${move} is also good.`,
  tryAgain: (/** @type {string} */ move, /** @type {number} */ lost) => `${move} costs ${Math.round(lost * 100)}\u00a0% of a point. Try another move.`,
  explanation: "Explanation",
  why: "Why?",
  whyTitle: "Why the last move on the board is good or bad",
  whyOf: (/** @type {string} */ move) => `Why ${move}?`,
  explaining: (/** @type {string} */ move) => `Looking at ${move}…`,
  noReason: "There is nothing to say about this move.",

  // Keys.
  keys: "Keys (?)",
  keysOfPage: "On the whole page",
  keysGo: "Go to another cell",
  keysChoose: "Pick up, and put down on a cell",
  keysPutDown: "Put back",
  keysPaint: "Place the chosen piece",
  /** @type {Record<string, string>} */
  keyNames: { ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓", " ": "Space", Enter: "Enter", Escape: "Esc", Home: "Home", End: "End", Delete: "Del", Backspace: "Backspace" },

  // Games that were played.
  keptGames: "Your games",
  noKeptGames: "The games that you play are listed here.",
  deleteGame: (/** @type {string} */ game) => `Delete this game of ${game}`,

  // Records.
  exportPosition: "Position",
  exportMoves: "Moves",
  exportCommand: "Command",
  exportGame: "Game",
  exportLink: "Link to the game",
  brokenLink: "The game in this link cannot be read.",
  markOfAuthor: "A mark of the record",
  exportFormat: "Format",
  chooseGame: "Games in this text",
  gameLine: (/** @type {(string|null)[]} */ players, /** @type {string} */ result, /** @type {number} */ plies, /** @type {string|null} */ event) =>
    [`${players[0] || "?"} – ${players[1] || "?"}`, result, `${plies} ${plies === 1 ? "ply" : "plies"}`, event].filter(Boolean).join(", "),
  outcomes: { first: "1-0", second: "0-1", draw: "½-½", unfinished: "*" },
  moreGames: (/** @type {number} */ more) => `${number.format(more)} more games are not shown.`,
  notAllRead: (/** @type {string} */ error) => `Not every game could be read: ${error}`,
  nothingToRead: "There is no game in this text.",
  tooLong: "This file is too long: at most 1 MiB.",
  wrongAt: (/** @type {string} */ error, /** @type {number} */ column) => `${error} (character ${column + 1})`,

  // Watching.
  matchOf: (/** @type {string[]} */ players, /** @type {number} */ ended, /** @type {number|null} */ all) =>
    `${players.join(" – ")}: ${ended}${all ? ` of ${all}` : ""} ${(all || ended) === 1 ? "game" : "games"} ended`,
  watchGame: (/** @type {number} */ game, /** @type {string[]} */ players, /** @type {string} */ result) =>
    `Game ${game}: ${players.join(" – ")} ${result}`,
  matchAwaited: "Waiting for the match to begin…",
  unknownGame: (/** @type {string} */ game) => `This program does not know ${game}`,
  matchOver: "The match is over.",

  // Another game on the board.
  lastGameKept: "Another game is on the board now.",
  backToLast: "Back to the last game",

  // Failures.
  serverGone: "The program that serves this page does not answer. The game is kept in this tab, and its moves can be copied: see Import and export.",
  serverRefused: (/** @type {number} */ status) => `The server refused this (${status}).`,
  engineFailed: (/** @type {string} */ engine, /** @type {string} */ text) => `${engine} failed: ${sentence(text)} It is being restarted.`,
  engineGaveUp: (/** @type {string} */ engine, /** @type {string} */ text) => `${engine} failed: ${sentence(text)}`,
  engineSilent: (/** @type {string} */ engine) => `${engine} gave no move. The game is paused.`,
  gameNotRestored: "The kept game could not be shown; here is a new one.",
  unexpected: (/** @type {string} */ text) => `Something went wrong in this page: ${text}`,
};
