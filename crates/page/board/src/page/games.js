// All games: those that the page is told of, and those of files of rules; and the choice of one.

import { ask, loaded } from "./api.js";
import { byId, html, inputById, selectById, svg } from "./dom.js";
import { forAll } from "./storage.js";
import { state } from "./state.js";
import { texts } from "./texts.js";

export async function askGames() {
  const about = await ask("about");
  state.about = { ...about, games: about.games.map(named) };
}

/** A game with its names in the language of the page. @param {import("./types.js").Game} game */
export const named = game => ({ ...game, title: texts.word(game.title), sides: game.sides.map(texts.word) });

/** The family of games that are not the program's own. */
const FROM_FILES = "from a file";

/** A game that can be chosen, or a start of it with these names. @typedef {{name: string, title: string, about: string, family: string, start?: string[]}} Choice */

/** Other names of games, by which people look for them. @type {Record<string, string>} */
const OTHER_NAMES = {
  chess960: "fischer random, freestyle chess", cfour: "4 in a row, four in a row, vier gewinnt", tictactoe: "noughts and crosses",
  flipello: "reversi, オセロ", antichess: "losing chess, lose all pieces, räuberschach", suicide: "lose all pieces", giveaway: "lose all pieces",
  shogi: "japanese chess, japanisches schach, 将棋, 本将棋", minishogi: "5五将棋", dobutsu: "animal shogi, どうぶつしょうぎ", kyotoshogi: "京都将棋", torishogi: "bird shogi, 禽将棋",
  xiangqi: "chinese chess, chinesisches schach, 象棋, 中国象棋", janggi: "korean chess, koreanisches schach, 장기, 將棋", makruk: "thai chess, thailändisches schach, หมากรุก", cambodian: "cambodian chess",
  sittuyin: "burmese chess", shatar: "mongolian chess", checkers: "dame, english draughts", draughts: "dame, polish draughts, international checkers",
  brazilian: "dame, damas", russian: "dame, shashki, шашки", brandub: "hnefatafl, viking chess", tablut: "hnefatafl, viking chess",
  gomoku: "five in a row, 五目並べ, 五子棋, 오목", renju: "five in a row, 連珠, 五子棋", nineholes: "mühle, three men's morris", picaria: "mühle",
};

/** The families of games as players know them, with the names of their games; the others are in those of the program. @type {[string, RegExp][]} */
const FAMILIES = [
  ["chess", /^(chess|crazyhouse|3check|kingofthehill|racingkings|antichess|atomic|horde|duck|bughouse)$/],
  ["shogi", /shogi|^(mini|micro|judkins|dobutsu|gorogoro(plus)?)$/],
  ["xiangqi", /xiangqi|janggi|^(manchu|supply|elgam)$/],
  ["old", /^(makruk|makpong|makhouse|cambodian|karouk|asean|ai-wok|sittuyin|shatar|shatranj|chaturanga|courier|raazuvaa)$/],
  ["draughts", /^(checkers|draughts|brazilian|russian)$/],
  ["turned", /^(othello|flip|ataxx|quadwrangle)/],
  ["connected", /^(hex(?!apawn)|havannah)/],
  ["rows", /^(connect4|cfour|tictac|gomoku|renju|(keryo)?pente|teeko|nineholes|picaria|symphony|asimplegame|roll-ing)/],
  ["hunts", /^(brandub|tablut|fox-and|three-musketeers|buffalo|maharajah|capturethequeen|peasant|weak)/],
  ["moves", /^(amazons|clobber|snort|isolation|snailtrail|joust|cowboys|nim|tuktuk|lewthwaite|la-mancha)/],
  ["stones", /^(breakthrough|surakarta|knights-halma|kono|aralzaa|bajr|alapo)/],
];

/** @param {string} name @param {string} family  that of the program */
const familyOf = (name, family) => family === FROM_FILES ? family : FAMILIES.find(([, names]) => names.test(name))?.[0] ?? family;

/** A game of the program as players call it: `Hex 13, with swap`. @param {string} name @param {string} title @param {string} family */
function called(name, title, family) {
  if (family === FROM_FILES) {
    return title;
  }
  const isName = title.toLowerCase() === name;
  const plain = isName ? title.replace(/swap(?=\d*$)/, "").replace(/(?<=[a-z])\d+$/, " $&")
    : title.replace(/ with swap$/, "").replace(/ on (\d+) ?x ?\1 [a-z]+$/, " $1");
  return /swap\d*$/.test(name) ? texts.withSwap(plain) : plain;
}

/** All games with their variants, in the order of the program; those of one title by their names, too. @returns {Choice[]} */
function choices() {
  const all = state.about.games.flatMap(({ name, title, about, family, variants }) => [
    { name, title: called(name, texts.gameTitle(title), family), about, family: familyOf(name, family) },
    ...variants.map(variant => ({
      name: variant.name, title: variant.name.startsWith(name) ? texts.gameTitle(variant.name) : texts.variant(title, variant.name),
      about: variant.starts > 0 ? texts.fromStarts(about, variant.starts) : about, family: familyOf(name, family),
    })),
  ]);
  const counts = new Map();
  all.forEach(({ title }) => counts.set(title, (counts.get(title) ?? 0) + 1));
  return all.map(game => counts.get(game.title) > 1 ? { ...game, title: `${game.title} (${game.name})` } : game);
}

/** A start with all its names. @param {string[]} names */
export const startTitle = ([first = "", ...others]) => texts.word(first) + (others.length > 0 ? ` (${others.join(", ")})` : "");

/** All games with named starts, by these. @returns {Choice[]} */
const starts = () => state.about.games.flatMap(({ name, title, family, named_starts: all }) => all.map(start => (
  { name, start, title: texts.startOf(called(name, texts.gameTitle(title), family), startTitle(start)), about: title, family })));

/** The games by family, those that were played last first. @returns {[string, Choice[]][]} */
function groups() {
  const all = choices();
  const last = playedLast().flatMap(name => all.find(game => game.name === name) ?? []);
  const known = FAMILIES.map(([family]) => family);
  const families = [...new Set([...known, ...all.map(({ family }) => family)])];
  /** @type {[string, Choice[]][]} */
  const found = [[texts.playedLast, last]];
  for (const family of families) {
    found.push([texts.families[family] ?? family, all.filter(game => game.family === family)]);
  }
  return found.filter(([, games]) => games.length > 0);
}

export function listGames() {
  selectById("game").replaceChildren(...groups().map(([label, games]) =>
    html("optgroup", { label }, ...games.map(({ name, title }) => html("option", { value: name }, title)))));
  selectById("game").value = state.game;
}

const PLAYED = "plyglot.played";
const MAX_PLAYED = 8;

const playedLast = () => (forAll.get(PLAYED) ?? "").split(" ").filter(Boolean);

/** Notes that a game is played. @param {string} game */
export function notePlayed(game) {
  const names = [game, ...playedLast().filter(name => name !== game)].slice(0, MAX_PLAYED);
  if (names.join(" ") !== forAll.get(PLAYED)) {
    forAll.set(PLAYED, names.join(" "));
    listGames();
  }
}

const dialog = () => /** @type {HTMLDialogElement} */ (byId("games"));

/** @param {(name: string, start: string|null) => void} choose  begins a game */
export function startGames(choose) {
  const pick = (/** @type {Element|null|false} */ button) => {
    if (button instanceof HTMLElement && button.dataset["game"]) {
      dialog().close();
      choose(button.dataset["game"], button.dataset["start"] || null);
    }
  };
  const search = inputById("games-search");
  byId("find-game").addEventListener("click", () => {
    search.value = "";
    showFound();
    dialog().showModal();
  });
  byId("games-any").addEventListener("click", () => {
    const found = byId("games-list").querySelectorAll("[data-game]");
    pick(found[Math.floor(Math.random() * found.length)] ?? null);
  });
  byId("games-cancel").addEventListener("click", () => dialog().close());
  byId("games-form").addEventListener("submit", event => {
    event.preventDefault();
    pick(byId("games-list").querySelector("[data-game]"));
  });
  search.addEventListener("input", showFound);
  byId("games-list").addEventListener("click", event => {
    pick(event.target instanceof Element && event.target.closest("[data-game]"));
  });
}

/** Without what people write or leave out. @param {string} text */
const squeezed = text => text.replace(/[\s'-]/g, "");

/** @param {Choice} game */
const namesOf = ({ name, title, start }) =>
  (start ? [...start, texts.word(start[0] ?? "")] : [name, title, ...(OTHER_NAMES[name] ?? "").split(", ")]).map(one => one.toLowerCase());

/** Whether two words differ by a letter: another one, one more, or two that are exchanged. @param {string} one @param {string} other */
function areNear(one, other) {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  const first = [...long].findIndex((letter, i) => letter !== short[i]);
  const isSameLength = short.length === long.length;
  const isExchanged = isSameLength && long[first] === short[first + 1] && long[first + 1] === short[first]
    && long.slice(first + 2) === short.slice(first + 2);
  return first < 0 || isExchanged || long.slice(first + 1) === short.slice(isSameLength ? first + 1 : first);
}

/** Shorter words are near too many others. */
const MIN_NEAR_CHARS = 4;

/** How well a text names a game but for one letter of each word: 0 is best, and -1 not at all. @param {Choice} game @param {string} text */
function nearRank(game, text) {
  const names = namesOf(game);
  const own = names.flatMap(one => one.split(" "));
  const isNear = (/** @type {string} */ word) => own.some(other => word === other || (word.length >= MIN_NEAR_CHARS && areNear(word, other)));
  const whole = squeezed(text);
  return [whole.length >= MIN_NEAR_CHARS && names.some(one => areNear(squeezed(one), whole)), text.split(" ").every(isNear)].indexOf(true);
}

/** How well a text names a game: 0 is best, and -1 not at all. @param {Choice} game @param {string} text */
function rank(game, text) {
  const names = namesOf(game);
  const words = text.split(" ");
  const has = (/** @type {string} */ all, /** @type {(word: string, own: string) => boolean} */ is) => {
    const own = all.split(/[^\p{L}\p{N}\p{M}]+/u);
    return words.every(word => own.some(other => is(word, other)));
  };
  const [owned, all] = [names.join(" "), `${names.join(" ")} ${game.about.toLowerCase()}`];
  return [
    names.some(one => squeezed(one) === squeezed(text)),
    // Whether a last word is whole cannot be known while it is typed.
    names.some(one => one.startsWith(text)) || has(owned, (word, own) => own === word), has(owned, (word, own) => own.startsWith(word)),
    has(owned, (word, own) => own.includes(word)), has(all, (word, own) => own === word), has(all, (word, own) => own.startsWith(word)),
  ].indexOf(true);
}

/** The games that a text names, the best first. @param {string} text @param {(game: Choice, text: string) => number} by */
function ranked(text, by) {
  const all = [...choices(), ...starts()].map(game => ({ game, at: by(game, text) })).filter(({ at }) => at >= 0);
  all.sort((a, b) => a.at - b.at || a.game.title.length - b.game.title.length);
  return all.map(({ game }) => game);
}

/** All games, or those that are looked for, the best first. */
function showFound() {
  const text = inputById("games-search").value.toLowerCase().trim().replace(/\s+/g, " ");
  const best = ranked(text, rank);
  const found = text ? [/** @type {const} */ (["", best.length > 0 ? best : ranked(text, nearRank)])] : groups();
  byId("games-none").textContent = found.every(([, games]) => games.length === 0) ? texts.noGame : "";
  byId("games-list").replaceChildren(...found.map(([label, games]) =>
    html("section", {}, ...label ? [html("h3", {}, label)] : [], ...games.map(({ name, title, about, start }) =>
      html("button", { type: "button", class: "quiet game-choice", "data-game": name, "data-start": start?.[0] ?? "" },
        svg("svg", { class: "game-board", "aria-hidden": "true" }),
        html("span", {}, html("strong", {}, title), start || about.toLowerCase() === title.toLowerCase() ? "" : ` ${about}`))))));
  // Without pictures, the list serves as well.
  loaded(import("./boards.js")).then(({ drawInSight }) => drawInSight(byId("games-list").querySelectorAll(".game-choice")), () => {});
}

/**
 * Whether a text is a file of rules: it begins with the name of a game in brackets, after comments.
 * Tags of PGN have values there.
 * @param {string} text
 */
export function isRules(text) {
  const first = text.split("\n").map(line => line.trim()).find(line => line && !/^[#;]/.test(line));
  return state.about.reads_rules && /^\[[^\s"\]]+\]$/.test(first ?? "");
}
