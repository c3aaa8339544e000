// What records say of moves besides words: commands in comments, as PGN has them (`[%emt 0:00:12]` is the
// time of a move), and glyphs.

/**
 * What a comment says to people, without its commands, but with a swap of sides.
 * @param {string|null} comment
 */
export const words = comment => typed((comment ?? "").replace(/\[%sgf [BW]=([^\]]+)\]/g, "$1 "));

/** What people have written of a comment. @param {string|null} comment */
export const typed = comment => (comment ?? "").replace(/\s*\[%[^\]]*\]/g, "").trim();

/** A comment with other words; its commands stay. @param {string|null} comment @param {string} text */
export const reworded = (comment, text) => [...(comment ?? "").match(/\[%[^\]]*\]/g) ?? [], text.trim()].filter(Boolean).join(" ") || null;

/** The time that a move took; empty if it is not known. @param {string|null} comment */
export const timeOf = comment => /\[%emt\s+([\d:.]+)\]/.exec(comment ?? "")?.[1] ?? "";

/** The time that a side has left after its move, in hours only where there are some; empty if it is not known. @param {string|null} comment */
export const clockOf = comment => (/\[%clk\s+([\d:.]+)\]/.exec(comment ?? "")?.[1] ?? "").replace(/^0+:(?=\d+:)/, "").replace(/^0(?=\d)/, "");

/**
 * The squares and arrows that a comment draws, each with the first letter of its colour: `[%csl Gd4]`, `[%cal Re2e4]`.
 * @param {string|null} comment
 */
export const drawnIn = comment => [...(comment ?? "").matchAll(/\[%c[sa]l\s+([^\]]*)\]/g)]
  .flatMap(([, list = ""]) => [...list.matchAll(/([GRYB])([a-z]\d{1,2})([a-z]\d{1,2})?/g)])
  .map(([, colour = "", from = "", to = from]) => ({ colour, from, to }));

/** Whether a comment can draw on a square with this name. @param {string} name */
export const canBeDrawn = name => /^[a-z]\d{1,2}$/.test(name);

/**
 * A comment that also draws a square or an arrow, or no longer where it drew it in this colour.
 * @param {string|null} comment
 * @param {{colour: string, from: string, to: string}} drawing
 */
export function redrawn(comment, { colour, from, to }) {
  const all = drawnIn(comment);
  const others = all.filter(other => other.from !== from || other.to !== to);
  const isDrawn = all.some(other => other.from === from && other.to === to && other.colour === colour);
  const kept = isDrawn ? others : [...others, { colour, from, to }];
  const squares = kept.filter(drawn => drawn.from === drawn.to).map(drawn => drawn.colour + drawn.from);
  const arrows = kept.filter(drawn => drawn.from !== drawn.to).map(drawn => drawn.colour + drawn.from + drawn.to);
  const rest = (comment ?? "").replace(/\s*\[%c[sa]l\s[^\]]*\]/g, "").trim();
  return [squares.length > 0 ? `[%csl ${squares.join()}]` : "", arrows.length > 0 ? `[%cal ${arrows.join()}]` : "", rest].filter(Boolean).join(" ") || null;
}

/** The signs of the numbers that PGN has for remarks. @type {Record<number, string>} */
export const GLYPHS = {
  1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!", 7: "□", 10: "=", 13: "∞", 14: "⩲", 15: "⩱", 16: "±", 17: "∓", 18: "+−", 19: "−+",
  22: "⨀", 23: "⨀", 32: "⟳", 33: "⟳", 36: "↑", 37: "↑", 40: "→", 41: "→", 44: "=∞", 45: "=∞", 132: "⇆", 133: "⇆", 138: "⊕", 139: "⊕", 140: "∆", 146: "N",
};
