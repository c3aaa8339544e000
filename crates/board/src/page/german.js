// All that people read, in German. See english.js.

const number = new Intl.NumberFormat("de");
const short = new Intl.NumberFormat("de", { notation: "compact", maximumFractionDigits: 1 });

/** With a full stop, where no other sign ends it. @param {string} text */
const sentence = text => /[.?!…]$/.test(text) ? text : `${text}.`;

/** @param {number} share  of a point, from 0 to 1 */
const percent = share => `${Math.round(share * 100)}\u00a0%`;

/** What the server says in few words: sides, games, pieces, ends of games. @type {Record<string, string>} */
const WORDS = {
  white: "Weiß", black: "Schwarz", red: "Rot", yellow: "Gelb", blue: "Blau", green: "Grün", first: "der Erste", second: "der Zweite",
  chess: "Schach", "Connect Four": "Vier gewinnt", "tic-tac-toe": "Tic-Tac-Toe", Othello: "Othello",
  king: "König", queen: "Dame", rook: "Turm", bishop: "Läufer", knight: "Springer", pawn: "Bauer",
  gold: "Goldgeneral", silver: "Silbergeneral", lance: "Lanze", cannon: "Kanone", elephant: "Elefant", horse: "Pferd",
  soldier: "Soldat", stone: "Stein",
  checkmate: "Schachmatt", stalemate: "Patt", "dead position": "tote Stellung", "fifty moves": "fünfzig Züge",
  repetition: "Stellungswiederholung", "by the rules": "nach den Regeln", "four in a row": "vier in einer Reihe",
  "three in a row": "drei in einer Reihe", "board full": "Brett voll", "last rank reached": "letzte Reihe erreicht",
  "goal reached": "Ziel erreicht", "no stones left": "keine Steine mehr", "no moves left": "keine Züge mehr",
  "both sides passed": "beide haben gepasst", "all checks given": "alle Schachs gegeben",
  "too long without a capture": "zu lange nichts geschlagen",
};

/** Whole sentences of the server. @type {Record<string, string>} */
const SENTENCES = {
  "expected a game, found nothing": "Hier steht keine Partie.",
  "expected a game, found none": "Hier steht keine Partie.",
  "all engines are busy; other tabs search, too (see --engines)": "Alle Engines sind beschäftigt, auch mit anderen Tabs (siehe --engines).",
  "other moves are being explained": "Gerade werden andere Züge erklärt.",
  "the system has no thread left": "Das System hat keinen Thread mehr frei.",
  "no match is watched: see --watch": "Kein Wettkampf wird verfolgt: siehe --watch.",
  "too many pages watch the match": "Zu viele Seiten verfolgen den Wettkampf.",
  "this could not be answered": "Das konnte nicht beantwortet werden.",
  "the request timed out": "Die Anfrage kam nicht vollständig an.",
  "expected the cells of a board": "Hier fehlen die Felder eines Bretts.",
};

/** Sentences of the server with parts that vary. @type {[RegExp, (...parts: string[]) => string][]} */
const PATTERNS = [
  [/^move (\d+): (.+)$/s, (n = "", rest = "") => `Zug ${n}: ${said(rest)}`],
  [/^line (\d+): (.+)$/s, (n = "", rest = "") => `Zeile ${n}: ${said(rest)}`],
  [/^unknown game (.+)$/, (name = "") => `Kein Spiel heißt ${name}.`],
  [/^there is no engine (\d+)$/, (n = "") => `Es gibt keine Engine ${n}.`],
  [/^expected at most (\d+) bytes$/, (n = "") => `Höchstens ${number.format(Number(n))} Bytes sind erlaubt.`],
  [/^a game has at most (\d+) moves here$/, (n = "") => `Eine Partie hat hier höchstens ${number.format(Number(n))} Züge.`],
  [/^expected a legal move of (.+), found (.+)$/s, (_ = "", found = "") => `${foundText(found)} ist hier kein erlaubter Zug.`],
  [/^expected a legal move in (.+), found (.+)$/s, (_ = "", found = "") => `${foundText(found)} ist hier kein erlaubter Zug.`],
  [/^expected no more moves, as the game is over, found (.+)$/s, (found = "") => `${foundText(found)} ist zu viel: Die Partie ist zu Ende.`],
  [/^expected a position whose side to move cannot capture the king, found .*$/s, () => "Wer am Zug ist, könnte den König schlagen."],
  [/^expected (.+), found (.+)$/s, (wanted = "", found = "") => `${foundText(found)} passt hier nicht (erwartet: ${wanted}).`],
];

/** @param {string} found */
const foundText = found => ({ nothing: "Nichts", none: "Nichts", "the end": "Das Ende" })[found] ?? found.replace(/^'(.*)'$/s, "„$1“");

/** @param {string} text @returns {string} */
function said(text) {
  const whole = SENTENCES[text] ?? WORDS[text];
  if (whole !== undefined) {
    return whole;
  }
  for (const [pattern, german] of PATTERNS) {
    const parts = pattern.exec(text);
    if (parts) {
      return german(...parts.slice(1));
    }
  }
  return text;
}

/** @type {typeof import("./english.js").english} */
export const german = {
  languageName: "Deutsch",
  language: "Sprache",
  word: text => WORDS[text] ?? text,
  said,

  game: "Spiel",
  brand: "Plyglot",
  newGame: "Neue Partie",
  setUp: "Aufbauen…",
  yourSide: "Sie spielen",
  strength: "Stärke der Engine",
  clocks: "Uhren",
  minutes: "Minuten",
  increment: "Sekunden dazu je Zug",
  startPosition: "Anfang",
  startNumber: "Nummer der Anfangsstellung",
  startGame: "Los",
  noClock: "keine",
  clockForBoth: "für beide Seiten gleich",
  clockByside: "für jede Seite eine eigene",
  bothSides: "Beide Seiten",
  randomSide: "eine Seite nach Los",
  twoPeople: "beide Seiten: zwei Personen",
  usualStart: "die übliche Stellung",
  randomStart: "eine zufällige Stellung",
  numberedStart: "eine Stellung nach ihrer Nummer",
  givenStart: "eine selbst aufgebaute Stellung",
  positionAsText: "Die Stellung als Text (FEN)",
  editorPieces: "Figuren für das Brett",
  editorBoard: "Brett zum Aufbauen",
  editorHold: "In die Hand geben",
  editorClear: "Brett leeren",
  editorStart: "Anfangsstellung",
  sideToMove: "Am Zug",
  eraser: "Wegnehmen",
  brush: piece => `${piece}: Wählen Sie ein Feld`,
  chooseBrush: "Wählen Sie zuerst eine Figur.",
  takeFromHand: piece => `${piece} aus der Hand nehmen`,
  sounds: "Ein Ton bei jedem Zug",
  letters: "Buchstaben statt chinesischer und japanischer Zeichen",
  timeIsUp: side => `die Zeit von ${side} ist abgelaufen`,
  clock: ms => {
    const tenths = Math.floor(ms / 100);
    const [minutes, seconds] = [Math.floor(tenths / 600), Math.floor(tenths / 10) % 60];
    return `${minutes}:${String(seconds).padStart(2, "0")}${tenths < 200 ? `,${tenths % 10}` : ""}`;
  },
  theme: "Hell oder dunkel",
  noticeRegion: "Hinweis",
  boardRegion: "Brett und Spieler",
  board: "Brett",
  takeBack: "Zurücknehmen",
  pause: "Pause",
  goOn: "Weiter",
  letMove: "Engine ziehen lassen",
  resign: "Aufgeben",
  flip: "Drehen",
  analyse: "Analysieren",
  watchTitle: "Laufender Wettkampf",
  watchGames: "Partie des Wettkampfs",
  follow: "Mitgehen",
  leaveWatch: "Wettkampf verlassen",
  backToMatch: "Zurück zum Wettkampf",
  moves: "Züge",
  toStart: "Zum Anfang",
  back: "Einen Zug zurück",
  autoplay: "Züge abspielen",
  forward: "Einen Zug vor",
  toEnd: "Zum Ende",
  moveInput: "Zug eingeben",
  playMove: "Ziehen",
  promoteLine: "Zur Hauptvariante machen",
  deleteLine: "Ab hier löschen",
  analysis: "Analyse",
  lines: "Varianten der Engine",
  lineCount: "Varianten",
  allMoves: "alle Züge",
  analysisEngine: "Engine",
  sweepTime: "ms je Zug",
  analyseGame: "Ganze Partie analysieren",
  stopSweep: "Anhalten",
  settings: "Einstellungen",
  limitKind: "Grenze nach Zeit, Tiefe oder Knoten",
  limitValue: "Ihr Wert",
  limits: { movetime: "Zeit je Zug in ms", depth: "Tiefe in Halbzügen", nodes: "Knoten" },
  records: "Importieren und exportieren",
  importText: "Stellung, Züge, PGN oder ein Wettkampf als JSON",
  importButton: "Importieren",
  importFile: "oder eine Datei öffnen",
  chooseMove: "Welcher Zug?",
  cancel: "Abbrechen",
  copy: "Kopieren",
  copied: "Kopiert.",
  download: "Herunterladen",
  close: "Schließen",
  retry: "Noch einmal versuchen",

  gameTitle: game => game.charAt(0).toUpperCase() + game.slice(1),
  variant: (game, variant) => `${game}: ${variant}`,

  person: "Person",
  fullStrength: "volle Stärke",
  levels: "Stufen",
  ratings: "Wertungszahlen",
  level: level => `Stufe ${level}`,
  rating: rating => `Wertung ${rating}`,
  plays: side => `Wer ${side} spielt`,
  strengthOf: side => `Stärke von ${side}`,
  side: side => side,
  points: isWon => isWon === null ? "½" : isWon ? "1" : "0",
  limit: (kind, value) =>
    ({ movetime: `${number.format(value)} ms je Zug`, depth: `Tiefe ${value}`, nodes: `${number.format(value)} Knoten` })[kind] ?? "",
  depthReached: depth => `Tiefe ${depth} · `,

  loading: "Wird geladen…",
  noPosition: "Diese Stellung ließ sich nicht laden",
  toMove: (side, check) => `${side} ist am Zug${check ? ": Schach" : ""}`,
  thinking: (engine, side) => `${engine} denkt für ${side} nach…`,
  paused: side => `Pause. ${side} ist am Zug`,
  lookingBack: side => `Rückblick. ${side} ist am Zug`,
  analysing: turn => `${turn}. Analyse: Sie ziehen für beide Seiten`,
  won: (side, reason) => `${side} gewinnt${reason ? `: ${reason}` : ""}`,
  drawn: reason => `Remis${reason ? `: ${reason}` : ""}`,
  resigned: side => `${side} hat aufgegeben`,
  watching: (game, side) => `Partie ${game}: ${side} ist am Zug`,
  unfinished: reason => `Nicht beendet${reason ? `: ${reason}` : ""}`,

  moved: (side, move, next) => `${side}: ${move}. ${next}.`,
  atStart: next => `Anfang. ${next}.`,
  picked: (cell, targets) => `${cell} aufgenommen, ${targets} ${targets === 1 ? "Zielfeld" : "Zielfelder"}`,
  putDown: "Abgesetzt",
  chooseWall: "Wählen Sie jetzt das Feld der Mauer",
  handOf: side => `Hand von ${side}`,
  held: (piece, count) => `${piece}, ${count} in der Hand`,
  promoted: name => `${name}, umgewandelt`,
  checksLeft: n => n === 1 ? "noch 1 Schach zu geben" : `noch ${n} Schachs zu geben`,
  cell: (name, piece, more) => [name, piece || "leer", ...more].join(", "),
  isTarget: "Zielfeld",
  isPicked: "aufgenommen",
  isLast: "letzter Zug",
  obstacle: "gesperrt",
  stone: "Stein",
  chessmen: { king: "König", queen: "Dame", rook: "Turm", bishop: "Läufer", knight: "Springer", pawn: "Bauer" },
  unknownPlayer: "?",
  pieceOf: (side, name) => `${name} (${side})`,
  playLine: moves => `${moves} spielen`,
  boardOf: game => `Brett: ${game}`,

  moveNumber: (count, isSecond) => isSecond ? `${count}…` : `${count}.`,
  glyphs: [undefined, "!", "?", "!!", "??", "!?", "?!"],
  startOfGame: "Anfang",
  looseMove: move => move === "pass" ? "Passen" : move,
  notLegal: move => `${move} ist hier kein erlaubter Zug.`,
  notYourTurn: "Sie sind noch nicht am Zug.",
  gameIsOver: "Die Partie ist hier zu Ende.",
  onlyWatched: "Bei diesem Wettkampf sehen Sie nur zu.",

  analysisNumbers: (depth, nodes, speed) =>
    [`Tiefe ${depth}`, `${short.format(nodes)} Knoten`, ...speed ? [`${short.format(speed)}/s`] : []].join(" · "),
  analysisStarts: "Beginnt…",
  shares: (first, second, [win = 0, draw = 0, loss = 0]) =>
    `${first} gewinnt ${percent(win / 1000)}, Remis ${percent(draw / 1000)}, ${second} gewinnt ${percent(loss / 1000)}`,
  scoreOf: (side, score) => `${score} für ${side}`,
  mate: moves => `#${moves}`,
  bound: { lower: "≥", upper: "≤" },
  curve: "Verlauf der Bewertungen. Die Pfeiltasten gehen durch die Partie.",
  curvePly: (ply, move, score) => `Halbzug ${ply}${move ? `, ${move}` : ""}${score ? `, ${score}` : ""}`,
  sweepAt: (done, all) => `${done} von ${all} Stellungen`,

  accuracies: "Genauigkeit",
  accuracy: (side, share) => `${side} ${share === null ? "–" : percent(share)}`,
  turnedAt: (move, better) => `Wendepunkt der Partie: ${move}${better ? `; besser war ${better}` : ""}`,
  costs: lost => `Kostet ${percent(lost)} eines Punktes`,
  numbered: ({ moveNumber, side, shown }) => `${moveNumber}${side === "second" ? "…" : "."} ${shown}`,
  noMistakes: "In dieser Partie wurden keine Fehler gefunden.",
  noMistakesOf: side => `Keine Fehler von ${side} gefunden.`,
  nextMistake: "Nächster Fehler",
  lastMistake: "Voriger Fehler",
  mistakeKeys: "Taste: M, und mit Umschalt der vorige",
  practise: "Fehler üben",
  findBetter: (move, side, n, all) => `${n} von ${all}: ${move} war ein Fehler. Finden Sie einen besseren Zug für ${side}.`,
  showAnswer: "Lösung zeigen",
  nextTask: "Weiter",
  endPractice: "Übung beenden",
  answerIs: move => `${move} war am besten.`,
  isBest: move => `${move} ist der beste Zug.`,
  isGood: move => `${move} ist auch gut.`,
  tryAgain: (move, lost) => `${move} kostet ${percent(lost)} eines Punktes. Versuchen Sie einen anderen Zug.`,
  explanation: "Erklärung",
  why: "Warum?",
  whyTitle: "Warum der letzte Zug auf dem Brett gut oder schlecht ist. Taste: W",
  whyOf: move => `Warum ${move}?`,
  explaining: move => `${move} wird untersucht…`,
  noReason: "Zu diesem Zug gibt es nichts zu sagen.",

  exportPosition: "Stellung",
  exportMoves: "Züge",
  exportCommand: "Befehl",
  exportPgn: "Partie als PGN",
  chooseGame: "Partien in diesem Text",
  gameLine: (players, result, plies, event) =>
    [`${players[0] || "?"} – ${players[1] || "?"}`, result, `${plies} ${plies === 1 ? "Halbzug" : "Halbzüge"}`, event].filter(Boolean).join(", "),
  outcomes: { first: "1-0", second: "0-1", draw: "½-½", unfinished: "*" },
  moreGames: more => `${number.format(more)} weitere Partien werden nicht gezeigt.`,
  notAllRead: error => `Nicht alle Partien sind lesbar: ${error}`,
  nothingToRead: "In diesem Text steht keine Partie.",
  tooLong: "Diese Datei ist zu lang: höchstens 1 MiB.",
  wrongAt: (error, column) => `${error} (Zeichen ${column + 1})`,

  matchOf: (players, ended, all) =>
    `${players.join(" – ")}: ${ended}${all ? ` von ${all}` : ""} ${(all || ended) === 1 ? "Partie" : "Partien"} beendet`,
  watchGame: (game, players, result) => `Partie ${game}: ${players.join(" – ")} ${result}`,
  matchAwaited: "Der Wettkampf hat noch nicht begonnen…",
  unknownGame: game => `Dieses Programm kennt ${game} nicht`,
  matchOver: "Der Wettkampf ist zu Ende.",

  lastGameKept: "Jetzt steht eine andere Partie auf dem Brett.",
  backToLast: "Zurück zur letzten Partie",

  serverGone: "Das Programm, von dem diese Seite kommt, antwortet nicht. Die Partie bleibt in diesem Tab erhalten; ihre Züge lassen sich unter „Importieren und exportieren“ kopieren.",
  serverRefused: status => `Der Server hat das abgelehnt (${status}).`,
  engineFailed: (engine, text) => `Fehler von ${engine}: ${sentence(text)} Die Engine wird neu gestartet.`,
  engineGaveUp: (engine, text) => `Fehler von ${engine}: ${sentence(text)}`,
  engineSilent: engine => `Von ${engine} kam kein Zug. Die Partie pausiert.`,
  gameNotRestored: "Die gespeicherte Partie ließ sich nicht zeigen; hier ist eine neue.",
  unexpected: text => `Auf dieser Seite ist etwas schiefgegangen: ${text}`,
};
