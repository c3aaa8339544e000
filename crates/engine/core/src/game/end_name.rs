//! The ways in which games end, as data and in words.

use plyglot_support::text::plural;
use std::fmt;

/// Makes words that games share, and the list of them.
macro_rules! shared_words {
    (
        $(#[$about:meta])+
        $name:ident { $($(#[doc = $meaning:literal])+ $one:ident = $word:literal,)+ }
    ) => {
        $(#[$about])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name {
            $($(#[doc = $meaning])+ $one,)+
            /// Another, of a game of your own.
            Other(&'static str),
        }

        impl $name {
            /// All that the program has.
            pub const ALL: &[$name] = &[$($name::$one),+];

            /// Its word.
            pub fn word(self) -> &'static str {
                match self {
                    $($name::$one => $word,)+
                    $name::Other(word) => word,
                }
            }
        }
    };
}

shared_words! {
    /// A way in which games end. In its word, `*` stands for [`EndName::detail`], and `*s` for
    /// several of that.
    EndWay {
        /// A side in check has no legal move.
        Checkmate = "checkmate",
        /// A side that is not in check has no legal move, in a game with kings.
        Stalemate = "stalemate",
        /// Neither side can win any more.
        DeadPosition = "dead position",
        /// Fifty moves of both sides made no progress.
        FiftyMoves = "fifty moves",
        /// One move of both sides made none.
        NoProgressOnce = "one move without progress",
        /// The same of another number of moves.
        NoProgress = "* moves without progress",
        /// So many plies of ataxx without a new stone.
        NoClone = "* plies without a clone",
        /// Surakarta: nothing was captured for too long.
        NoCapture = "too long without a capture",
        /// The position has occurred too often.
        Repetition = "repetition",
        /// In a way that has no name.
        ByRules = "by the rules",
        /// Pieces in a row.
        Row = "* in a row",
        /// Pieces on a line, with gaps.
        Line = "* on a line",
        /// Pieces that fill a square.
        SquareOfPieces = "a square of * by *",
        /// Both edges of a side, or other regions.
        EdgesConnected = "edges connected",
        /// Corners of the board.
        CornersConnected = "corners connected",
        /// Sides of the board.
        SidesConnected = "sides connected",
        /// A ring of stones.
        RingClosed = "ring closed",
        /// Enough stones.
        StonesCaptured = "stones captured",
        /// No cell is left.
        BoardFull = "board full",
        /// A piece on the last rank.
        LastRank = "last rank reached",
        /// A piece on another goal.
        Goal = "goal reached",
        /// All checks that a side had to give.
        ChecksGiven = "all checks given",
        /// No side wants to move.
        BothPassed = "both sides passed",
        /// Kings face each other, and a side has passed.
        Bikjang = "bikjang",
        /// A side has castled, or no longer can.
        Castling = "castling",
        /// The king of tafl.
        KingCaptured = "king captured",
        /// A side had so many moves to mate.
        CountingRule = "counting rule",
        /// A side has no stone.
        NoStones = "no stones left",
        /// A side has no piece.
        NoPieces = "no pieces left",
        /// A side has no move, in a game without kings.
        NoMoves = "no moves left",
        /// A side has lost all of a kind.
        NoneOfKind = "no * left",
        /// A side has lost most of a kind.
        FewOfKind = "too few *s left",
        /// A side has lost most of its pieces.
        FewPieces = "too few pieces left",
    }
}

shared_words! {
    /// What is counted when a game ends.
    CountedThings {
        /// Pieces that are turned over.
        Discs = "discs",
        /// Pieces that are all alike.
        Stones = "stones",
        /// Pieces of any kind.
        Pieces = "pieces",
        /// What pieces are worth.
        Points = "points",
        /// Pieces, with the cells that only they are connected with.
        Territory = "territory",
        /// The pieces of the largest groups.
        Groups = "groups",
    }
}

/// Numbers that tell how a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndCounts {
    /// What both sides have, the larger number first: `discs 40:24`.
    Both(CountedThings, [u32; 2]),
    /// What the winner has, before the way: `10 stones captured`.
    Winner(u32),
}

/// How a game ended by its rules. In words it is as records have it.
///
/// ```
/// use plyglot_core::game::{CountedThings, EndName, EndWay};
///
/// let full = EndName::from(EndWay::BoardFull).with_counts(CountedThings::Discs, [24, 40]);
/// assert_eq!(full.to_string(), "board full, discs 40:24");
/// assert_eq!(full.without_counts(), "board full, count of discs");
/// assert_eq!(EndName::detailed(EndWay::Row, "five").to_string(), "five in a row");
/// assert_eq!(EndName::detailed(EndWay::FewOfKind, "knight").to_string(), "too few knights left");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EndName {
    /// The way; `None` if only what was counted tells it, or if the game has no name for it.
    pub way: Option<EndWay>,
    /// What stands for `*` in the word of the way: a number of the rules, or a piece.
    pub detail: Option<String>,
    /// What was counted.
    pub counts: Option<EndCounts>,
}

impl EndName {
    /// A way with what stands for `*` in its word.
    pub fn detailed(way: EndWay, detail: impl Into<String>) -> EndName {
        EndName { way: Some(way), detail: Some(detail.into()), counts: None }
    }

    /// The same end, decided by what both sides have of these things.
    #[must_use]
    pub fn with_counts(self, what: CountedThings, [first, second]: [u32; 2]) -> EndName {
        let counts = EndCounts::Both(what, [first.max(second), first.min(second)]);
        EndName { counts: Some(counts), ..self }
    }

    /// The end in words that are the same whatever was counted: `count of discs`.
    pub fn without_counts(&self) -> String {
        match self.counts {
            Some(EndCounts::Both(what, _)) => self.way_and(&format!("count of {}", what.word())),
            Some(EndCounts::Winner(_)) | None => self.way_in_words(),
        }
    }

    fn way_in_words(&self) -> String {
        let word = self.way.map_or("", EndWay::word);
        match &self.detail {
            Some(detail) => word.replace("*s", &plural(detail)).replace('*', detail),
            None => word.to_owned(),
        }
    }

    fn way_and(&self, count: &str) -> String {
        match self.way {
            Some(_) => format!("{}, {count}", self.way_in_words()),
            None => count.to_owned(),
        }
    }
}

impl From<EndWay> for EndName {
    fn from(way: EndWay) -> EndName {
        EndName { way: Some(way), ..EndName::default() }
    }
}

impl fmt::Display for EndName {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = match self.counts {
            Some(EndCounts::Both(what, [more, less])) => {
                self.way_and(&format!("{} {more}:{less}", what.word()))
            }
            Some(EndCounts::Winner(count)) => format!("{count} {}", self.way_in_words()),
            None => self.way_in_words(),
        };
        to.write_str(&words)
    }
}
