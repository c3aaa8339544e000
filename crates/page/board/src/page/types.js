// Only types: what the server answers, and what the page keeps. Never loaded by the browser.

/** @typedef {"first"|"second"} Side */
/** @typedef {Side|"draw"|"unfinished"} Outcome */
/**
 * @typedef {object} Game
 * @property {string} name
 * @property {string} title
 * @property {string} family
 * @property {string} about  a sentence
 * @property {string[]} sides
 * @property {string[][]} named_starts  the names of each further start position
 * @property {{name: string, starts: number}[]} variants  starts: how many start positions have a number
 */
/**
 * An engine that searches. Games: the names of those that it plays, null for all; reads_rules: whether it plays games of files.
 * @typedef {{name: string, levels: number[]|null, ratings: number[]|null, games: string[]|null, reads_rules: boolean}} Engine
 */
/**
 * @typedef {object} About
 * @property {string} program
 * @property {string} game
 * @property {boolean} watches
 * @property {boolean} reads_rules  whether it takes files of rules
 * @property {string[]} extensions  of files of games
 * @property {Game[]} games
 * @property {Engine[]} engines
 */
/**
 * @typedef {object} Shape
 * @property {number} files
 * @property {number} ranks
 * @property {boolean} is_hexagonal
 * @property {boolean} has_round_marks
 * @property {boolean} is_wall  whether stones fall into columns behind a wall with holes
 * @property {number[]} arcs
 * @property {boolean} tiles  whether pieces point at the other side
 * @property {string[]} colours
 * @property {number[]} level_ratings  of the levels 0 to 19 of the program in this game; none without a server, or if nobody has measured them
 * @property {number[]} holes  the cells that are none
 * @property {string[]} names  those of the cells
 * @property {string} letters  those of all pieces
 * @property {Record<string, number>} values  of the pieces, by their letters behind the "+" of promoted ones; 0 where more of them mean nothing
 * @property {string} signs  all signs of Chinese script
 * @property {[View, View]} views  as the first player sees it, and the second
 * @property {[View, View]|null} upright  the same for a narrow page, where the board is narrower if it is turned
 */
/**
 * A board as it is drawn; below, labels, above and pieces are SVG.
 * @typedef {object} View
 * @property {number} width
 * @property {number} height
 * @property {number} unit  the size of what is to be as large on all boards
 * @property {boolean} is_flipped
 * @property {[number, number][]} centres  of the cells
 * @property {string} below
 * @property {string} labels
 * @property {string} above  what hides pieces
 * @property {Record<string, string>} pieces  by their looks
 */
/** @typedef {{side: Side|null, letter: string, symbol: string|null, promoted: boolean, name: string|null}} Piece */
/** @typedef {{piece: Piece, count: number}} Held */
/** @typedef {(Piece|null)[]} Cells */
/**
 * @typedef {object} Move
 * @property {string} name
 * @property {string} record
 * @property {string} shown
 * @property {number|null} from
 * @property {number|null} to
 * @property {number|null} wall  the cell on which it puts a wall
 * @property {number|null} taken  the cell of the piece that it takes, where that is chosen
 * @property {number|null} rook  the cell of the rook with which a king castles
 * @property {Piece|null} piece  from the hand, or what a piece becomes
 * @property {number[]|null} path
 */
/** @typedef {NamedMove & {from: number|null, to: number|null, wall: number|null, path: number[]|null, changed: number[]}} LastMove */
/** @typedef {{name: string, record: string, shown: string, side: Side, number: number, is_reply: boolean}} NamedMove  is_reply: whether it is the second move of its number */
/** @typedef {{winner: Side|null, reason: string}} Result */
/**
 * How a game ended, for other languages than English. In the way, "*" stands for the detail.
 * @typedef {{way: string|null, detail: string|null, what: string|null, counts: number[]}} End
 */
/**
 * A position by its cells, each with the word that the text of the position has for its piece.
 * @typedef {object} SetUp
 * @property {string} position
 * @property {string[]} cells
 * @property {string|null} hand  null in games without hands
 * @property {Side} side  the side to move
 * @property {string[]} castling  the rights to castle that the pieces allow, as in FEN
 * @property {string} rights  those that there are
 * @property {string[]} passed  the cells on which a capture en passant is possible
 * @property {string} en_passant  that on which it is; empty for none
 * @property {[string, Piece][]} pieces  those that there are, by their words; empty if asked before
 * @property {{error: string, at?: number}|null} error  why it is not a position of the game
 */
/**
 * @typedef {object} Position
 * @property {string} game
 * @property {string|null} start
 * @property {string} position
 * @property {{position: string, moves: string, command: string}} texts  for programs of the game's players
 * @property {string[]} names
 * @property {Side} side
 * @property {Shape|null} shape
 * @property {string|null} opening  its name, if the moves have one
 * @property {Cells|null} cells
 * @property {string} diagram
 * @property {Move[]} moves
 * @property {LastMove|null} last
 * @property {Record<Side, Held[]>|null} hands
 * @property {number[]|null} checks_left
 * @property {{what: string, sides: number[]}|null} counted  what both sides have of the things that decide the game by their number
 * @property {boolean} may_be_drawn
 * @property {number[]} marked  a king in check, or the row that has won
 * @property {Result|null} result
 * @property {End|null} end
 * @property {NamedMove[]} line  all the moves to this position
 * @property {string} notation  that of `record` and `shown`
 * @property {string[]} notations  all that the game has, the usual one first
 */
/**
 * The rules of a game in words.
 * @typedef {object} Rulebook
 * @property {string} title
 * @property {string} about
 * @property {string} start  the start position as text
 * @property {Drawing} [start_picture]
 * @property {Record<string, Drawing>} [marks]  by the signs of diagrams
 * @property {RulesSection[]} sections
 */
/** @typedef {{title: string, paragraphs: string[], picture?: Drawing|null, items: RulesItem[]}} RulesSection */
/** @typedef {{title: string, text: string, diagram: string, picture?: Drawing}} RulesItem */
/** A picture of its own; the content is SVG. @typedef {{width: number, height: number, content: string}} Drawing */
/** @typedef {{cp?: number, mate?: number}} Score */
/**
 * @typedef {object} Line
 * @property {number} rank
 * @property {number} depth
 * @property {Score} score
 * @property {"lower"|"upper"|null} bound
 * @property {number[]|null} wdl
 * @property {string[]} line
 * @property {string[]} shown
 */
/**
 * @typedef {object} Info
 * @property {"info"} type
 * @property {number} depth
 * @property {number} nodes
 * @property {number|null} nps
 * @property {number} time
 * @property {Line[]} lines
 */
/** @typedef {{type: "best", move: string, shown: string}} Best */
/** @typedef {{type: "failed", text: string, restarted: boolean}} Failed */
/** @typedef {{type: "started", engine: string}} Started */
/** @typedef {{type: "ended"}} Ended */
/** @typedef {Info|Best|Failed|Started|Ended} SearchEvent */
/**
 * @typedef {object} RecordedMove
 * @property {string} name
 * @property {string} record
 * @property {string} shown
 * @property {Side} side
 * @property {number} number
 * @property {boolean} is_reply
 * @property {string|null} [before]  a comment before it
 * @property {string|null} [comment]
 * @property {number|null} [cp]
 * @property {number|null} [mate]
 * @property {number[]} [nags]  1 for "!", 2 for "?", as PGN has them
 * @property {RecordedMove[][]} [variations]  in place of it
 * @property {UnreadMove[][]} [unread]  variations that break the rules
 */
/** @typedef {{name: string, before: string, comment: string, nags: number[], variations: UnreadMove[][]}} UnreadMove */
/**
 * @typedef {object} RecordedGame
 * @property {string} game
 * @property {string|null} start
 * @property {(string|null)[]} players
 * @property {string|null} event
 * @property {string|null} date
 * @property {Outcome} result
 * @property {string|null} reason
 * @property {RecordedMove[]} moves
 * @property {string} [comment]  before the first move
 * @property {string[][]} [tags]  names and values
 * @property {string} [format]  that of a record; one looks at it from its start
 * @property {UnreadMove[]} [rest]  the moves from an illegal one on
 */
/** @typedef {{games: RecordedGame[], more: number, error: string|null}} Records */
/**
 * Who plays a side: a person (engine null) or an engine. Strength: "full", "level 5", "elo 1200".
 * @typedef {{engine: number|null, strength: string}} Player
 */
/** @typedef {{kind: "movetime"|"depth"|"nodes", value: number}} Limit */
/** @typedef {{node: number, winner: Side|null, reason: string, unfinished?: boolean}} Ending */

export {};
