//! Positions and moves as text, and a game's options.

use super::text_error::{TextError, text_error};
use super::{EndName, Game, MoveCells, MoveNotation, MoveSpace, Picture, Side};
use std::fmt::Debug;

/// Facts about a game that need no position: [`GameInfo::new`], of which games change fields.
///
/// ```
/// use plyglot_core::game::GameInfo;
///
/// const NIM: GameInfo = {
///     let mut info = GameInfo::new("nim", "3/4/5 w");
///     info.title = "Nim";
///     info.bench = &["7/8/9 b"];
///     info.bench_depth = 12;
///     info
/// };
/// assert_eq!(NIM.bench_positions().collect::<Vec<_>>(), ["3/4/5 w", "7/8/9 b"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct GameInfo {
    /// The name of the game for `UCI_Variant`.
    pub name: &'static str,
    /// Its name that people know best, which is `name` or one of `aliases`: `connect4`, where the
    /// protocol has `cfour`.
    pub common_name: &'static str,
    /// The name of the game for users, such as `Connect Four`.
    pub title: &'static str,
    /// The names of the first and of the second side for users.
    pub sides: [&'static str; 2],
    /// Whether players number the move of each side, and not those of both sides together: as in
    /// shogi, and where stones are placed.
    pub counts_plies: bool,
    /// Other names by which it may be selected.
    pub aliases: &'static [&'static str],
    /// The aliases that are listed to clients, beside the name; some clients need a particular
    /// name.
    pub listed: &'static [&'static str],
    /// Other names that also set an option.
    pub presets: &'static [Preset],
    /// The start position, as a text that [`Notation::parse_with`] reads.
    pub start: &'static str,
    /// How many start positions of the presets have a number, which is read as a position; 0
    /// for none.
    pub numbered_starts: u16,
    /// Further start positions, whose names are read as positions.
    pub starts: &'static [NamedStart],
    /// The options of the game.
    pub options: &'static [OptionSpec],
    /// The description from which a client without the rules can draw the board, in the
    /// words after `info string variant NAME`. `None` for games that every client knows.
    pub board: Option<&'static str>,
    /// The letters of the pieces as XBoard's option `pieceToCharTable` has them; `None` if those
    /// of the board's template will do.
    pub piece_table: Option<&'static str>,
    /// The rules in words, in paragraphs with blank lines between; empty where they are told from a
    /// definition.
    pub rules: &'static str,
    /// The positions that `bench` searches after the start position.
    pub bench: &'static [&'static str],
    /// The depth to which `bench` searches each position, in plies. With 0, it goes as deep as some
    /// 20,000 nodes take, and searches positions of random games as well.
    pub bench_depth: u16,
}

impl GameInfo {
    /// A game with this name and start position, and with the defaults of all else.
    pub const fn new(name: &'static str, start: &'static str) -> GameInfo {
        GameInfo {
            name,
            common_name: name,
            title: name,
            sides: ["first", "second"],
            counts_plies: false,
            aliases: &[],
            listed: &[],
            presets: &[],
            start,
            numbered_starts: 0,
            starts: &[],
            options: &[],
            board: None,
            piece_table: None,
            rules: "",
            bench: &[],
            bench_depth: 8,
        }
    }

    /// All positions that `bench` searches.
    pub fn bench_positions(&self) -> impl Iterator<Item = &'static str> + Clone + use<> {
        [self.start].into_iter().chain(self.bench.iter().copied())
    }
}

/// A position at which games may begin, such as a handicap or an ending to practise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NamedStart {
    /// Its names, in any case; the first one is for users.
    pub names: &'static [&'static str],
    /// The position, as a text that [`Notation::parse_with`] reads.
    pub position: &'static str,
}

impl NamedStart {
    /// Whether it has this name.
    pub fn is_called(&self, name: &str) -> bool {
        self.names.iter().any(|own| own.eq_ignore_ascii_case(name))
    }

    /// All its names: `Lance (香落ち)`.
    pub fn title(&self) -> String {
        match self.names {
            [] => String::new(),
            [name] => (*name).to_owned(),
            [name, others @ ..] => format!("{name} ({})", others.join(", ")),
        }
    }
}

/// What speaks for a side beside its pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Strength {
    /// What players call it: `king safety`.
    pub name: &'static str,
    /// About its value, in centi-units; below 0 if it speaks against the side.
    #[cfg_attr(feature = "serde", serde(rename = "cp"))]
    pub centi: i32,
}

impl Strength {
    /// One of this name and value.
    pub fn new(name: &'static str, centi: i32) -> Strength {
        Strength { name, centi }
    }
}

/// What both sides have of the things whose number decides a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Counted {
    /// What is counted, in the words of players: `discs`.
    pub what: &'static str,
    /// How many of them the first and the second player have; halves are possible, as in janggi.
    pub sides: [f64; 2],
}

impl Counted {
    /// Whole numbers of the first and of the second player.
    pub fn whole(what: &'static str, sides: [u32; 2]) -> Counted {
        Counted { what, sides: sides.map(f64::from) }
    }
}

/// The notation of a game's positions and moves.
///
/// ```
/// use plyglot_core::game::tictactoe::TicTacToe;
/// use plyglot_core::game::{Game, Notation};
///
/// let mut position = TicTacToe::start(());
/// let centre = position.parse_move("P@b2").unwrap();
/// assert_eq!(position.print_move(centre), "P@b2");
/// position.play(centre);
/// assert_eq!(position.print(), "3/1P1/3[PPPPpppp] b - - 0 1");
/// assert_eq!(position.parse_move("b2").unwrap_err().mismatch.expected, "a legal move of tic-tac-toe");
/// ```
pub trait Notation: Game {
    /// The rules that tell the games of this type apart: `()` for a type that is one game.
    type Rules: Copy + Debug + Send + Sync + 'static;

    /// Facts about the game that need no position.
    fn info(rules: Self::Rules) -> &'static GameInfo;

    /// The rules of this position.
    fn rules(&self) -> Self::Rules;

    /// Reads a position: the form that [`Notation::print`] prints, and every short form
    /// of the game.
    ///
    /// # Errors
    /// The first place at which the text cannot be a reachable position.
    fn parse_with(rules: Self::Rules, text: &str) -> Result<Self, TextError>;

    /// [`Notation::parse_with`] for a type that is one game.
    ///
    /// # Errors
    /// The first place at which the text cannot be a reachable position.
    fn parse(text: &str) -> Result<Self, TextError>
    where
        Self: Notation<Rules = ()>,
    {
        Self::parse_with((), text)
    }

    /// The start position.
    ///
    /// # Panics
    /// If [`GameInfo::start`] is no position, against the [laws](super::laws).
    fn start(rules: Self::Rules) -> Self {
        let start = Self::info(rules).start;
        Self::parse_with(rules, start).expect("the start is a position, as the laws check")
    }

    /// The position as text, including counters (FEN).
    fn print(&self) -> String;

    /// The part of the text that identifies the position: the text without its counters.
    fn identity(&self) -> String {
        self.print()
    }

    /// A legal move as text, different from that of every other legal move.
    fn print_move(&self, m: Self::Move) -> String;

    /// The board with its pieces, from which it is drawn; `None` where there is no board
    /// with files and ranks.
    fn picture(&self) -> Option<Picture>;

    /// The notations that players of the game use, at least one, the usual one first. All are read.
    fn notations(_rules: Self::Rules) -> &'static [MoveNotation] {
        &[MoveNotation::Uci]
    }

    /// A legal move in one of the game's notations; in others, as in the protocol.
    fn write_move(&self, m: Self::Move, _notation: MoveNotation) -> String {
        self.print_move(m)
    }

    /// A legal move as in game records: in the usual notation.
    fn record_move(&self, m: Self::Move) -> String {
        self.write_move(m, Self::notations(self.rules())[0])
    }

    /// A legal move in a short form without `=` and blanks, which
    /// [`Notation::parse_move`] reads. It is used in lists of moves with their values.
    fn short_move(&self, m: Self::Move) -> String {
        self.print_move(m)
    }

    /// Finds the legal move that the text means.
    ///
    /// # Errors
    /// If the text is no legal move.
    fn parse_move(&self, text: &str) -> Result<Self::Move, TextError> {
        let title = || Self::info(self.rules()).title;
        self.legal_moves()
            .into_iter()
            .find(|&m| self.print_move(m) == text)
            .ok_or_else(|| text_error(text, 0, format!("a legal move of {}", title())))
    }

    /// Finds the legal move for a user's text, written as in the protocol or as in game
    /// records.
    ///
    /// # Errors
    /// If the text is no legal move.
    fn read_move(&self, text: &str) -> Result<Self::Move, TextError> {
        self.parse_move(text).or_else(|error| {
            self.legal_moves().into_iter().find(|&m| self.record_move(m) == text).ok_or(error)
        })
    }

    /// The position after a null move, by which records show what the other side would do: that
    /// side moves, captures nothing en passant, and counters go on. `None` in check, and in games
    /// whose records have none.
    fn after_null_move(&self) -> Option<Self> {
        None
    }

    /// Splits one word of a list of moves into moves, for games whose records have no
    /// blanks.
    fn split_moves(word: &str) -> Vec<&str> {
        vec![word]
    }

    /// All moves that games from the start position may have; `None` if nobody has worked them
    /// out. Moves that print alike but for the cells on their way are one.
    fn move_space(_rules: Self::Rules) -> Option<MoveSpace> {
        None
    }

    /// Prepares external resources, such as files, for a value of one of
    /// [`GameInfo::options`]. Called once, before any position is set to it. Returns a
    /// message to the user, if any.
    ///
    /// # Errors
    /// A description of the value that was expected; the option keeps its old value.
    fn prepare_option(_name: &str, _value: &str) -> Result<Option<String>, String> {
        Ok(None)
    }

    /// Sets one of [`GameInfo::options`] for this position and its successors. The value
    /// is valid and in the game's own spelling.
    ///
    /// [`Notation::parse_with`] gives a position with the defaults. Keys need not depend on
    /// option values: nothing that was stored under one value is used under another.
    fn set_option(&mut self, _name: &str, _value: &str) {}

    /// The position with the sides exchanged, in pieces, places and side to move. `None`
    /// in games where that is not a position, such as those in which the stones determine
    /// the side to move.
    fn flipped(&self) -> Option<Self> {
        None
    }

    /// The cells of the [picture](Notation::picture) that a legal move leaves and enters.
    fn move_cells(&self, _m: Self::Move) -> MoveCells {
        MoveCells::default()
    }

    /// What speaks for the first player beside the pieces, or against it, always in the same order.
    /// `plyglot explain` names those that decide between two lines.
    fn strengths(&self) -> Vec<Strength> {
        Vec::new()
    }

    /// What both sides have of the things whose number decides the game, such as the discs of
    /// Othello. `None` in games that count nothing.
    fn counted(&self) -> Option<Counted> {
        None
    }

    /// The cells of the pieces that give check to the side to move; none in games without check.
    fn checkers(&self) -> Vec<usize> {
        Vec::new()
    }

    /// Whether the side to move is in check; never in games without check.
    fn is_check(&self) -> bool {
        !self.checkers().is_empty()
    }

    /// The cells from which pieces of a side attack a cell: a piece of the other side there could
    /// be captured, if no king were in danger. `None` in games whose pieces do not capture by
    /// moving to a cell, and where nobody has worked it out.
    fn attackers(&self, _by: Side, _cell: usize) -> Option<Vec<usize>> {
        None
    }

    /// How the game ended in this position, which is over by its rules: `checkmate`,
    /// `four in a row`, `discs 40:24`. The default where it has no name.
    fn end_name(&self) -> EndName {
        EndName::default()
    }

    /// The position as text of several lines, for users.
    fn diagram(&self) -> String {
        self.picture().map_or_else(|| self.print(), |picture| picture.diagram())
    }

    /// The possible paths of a legal move, the shortest first: the points of each, from
    /// origin to target. Empty for games in which the path is obvious.
    fn paths(&self, _m: Self::Move) -> Vec<Vec<String>> {
        Vec::new()
    }
}

/// An option of one game: a rule variant, or another notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OptionSpec {
    /// The name in UCI.
    pub name: &'static str,
    /// The type and its possible values.
    pub kind: OptionKind,
}

impl OptionSpec {
    /// Castling is written as in Chess960, in games that have it: the king takes the rook.
    pub const CHESS960: OptionSpec =
        OptionSpec { name: "UCI_Chess960", kind: OptionKind::Check(false) };

    /// A folder of [tables of endings](super::endings), in games that can have some.
    pub const ENDGAME_TABLES: OptionSpec =
        OptionSpec { name: "EndgameTables", kind: OptionKind::Text };
}

/// The type of an option and its possible values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// `true` or `false`; the field is the default.
    Check(bool),
    /// One of these words, at least one, without blanks; the first is the default.
    Choice(&'static [&'static str]),
    /// A whole number from `min` to `max`.
    Spin {
        /// The default value.
        default: usize,
        /// The minimum.
        min: usize,
        /// The maximum.
        max: usize,
    },
    /// Any text, such as a path; empty by default.
    Text,
}

impl OptionKind {
    /// The possible words; empty for a number or a text.
    pub fn words(self) -> &'static [&'static str] {
        match self {
            OptionKind::Check(_) => &["true", "false"],
            OptionKind::Choice(words) => words,
            OptionKind::Spin { .. } | OptionKind::Text => &[],
        }
    }

    /// The default among the possible words; `None` for a number or a text.
    pub fn default_word(self) -> Option<&'static str> {
        match self {
            OptionKind::Check(default) => Some(if default { "true" } else { "false" }),
            OptionKind::Choice(words) => words.first().copied(),
            OptionKind::Spin { .. } | OptionKind::Text => None,
        }
    }

    /// The default value.
    pub fn default(self) -> String {
        match self {
            OptionKind::Spin { default, .. } => default.to_string(),
            kind => kind.default_word().unwrap_or_default().to_owned(),
        }
    }

    /// The description of a valid value: `'true' or 'false'`.
    pub fn expectation(self) -> String {
        match self {
            OptionKind::Check(_) => "'true' or 'false'".to_owned(),
            OptionKind::Choice(words) => format!("one of {}", words.join(", ")),
            OptionKind::Spin { min, max, .. } => format!("a whole number from {min} to {max}"),
            OptionKind::Text => "a text".to_owned(),
        }
    }

    /// The value of a text in the game's own spelling: one of the words, ignoring case, a
    /// number within the limits, or the text itself. `None` if the text is invalid.
    pub fn read(self, text: &str) -> Option<String> {
        match self {
            OptionKind::Check(_) | OptionKind::Choice(_) => {
                let word = self.words().iter().find(|word| word.eq_ignore_ascii_case(text))?;
                Some((*word).to_owned())
            }
            OptionKind::Spin { min, max, .. } => {
                let number: usize = text.parse().ok()?;
                if (min..=max).contains(&number) { Some(number.to_string()) } else { None }
            }
            OptionKind::Text => Some(text.to_owned()),
        }
    }
}

/// Another name for the game that also sets one of its options: `chess960` is
/// chess with `UCI_Chess960`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preset {
    /// The other name.
    pub name: &'static str,
    /// The option that it sets.
    pub option: &'static str,
    /// The value of the option.
    pub value: &'static str,
}
