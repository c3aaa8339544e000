// The commands in comments of records, as PGN has them: `[%emt 0:00:12]` is the time of a move.

/**
 * What a comment says to people, without its commands, but with a swap of sides.
 * @param {string|null} comment
 */
export const words = comment => (comment ?? "").replace(/\[%sgf [BW]=([^\]]+)\]/g, "$1 ").replace(/\s*\[%[^\]]*\]/g, "").trim();

/** The time that a move took; empty if it is not known. @param {string|null} comment */
export const timeOf = comment => /\[%emt\s+([\d:.]+)\]/.exec(comment ?? "")?.[1] ?? "";

/** The time that a side has left after its move, in hours only where there are some; empty if it is not known. @param {string|null} comment */
export const clockOf = comment => (/\[%clk\s+([\d:.]+)\]/.exec(comment ?? "")?.[1] ?? "").replace(/^0+:(?=\d+:)/, "").replace(/^0(?=\d)/, "");
