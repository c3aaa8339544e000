//! What the values of keys are made of: squares, sets of pieces, where a piece goes, and names.

/// The largest number of files of a board, and of ranks, where only stones are placed.
pub const MAX_FILES: u8 = 19;
/// The largest number of ranks, where only stones are placed.
pub const MAX_RANKS: u8 = 19;

/// A set of squares of a board of any size: bit `MAX_FILES * rank + file`, with a1 at bit 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Region([u64; (MAX_FILES as usize * MAX_RANKS as usize).div_ceil(64)]);

impl Region {
    /// No square.
    pub const NONE: Region = Region([0; _]);
    /// Every square of every board.
    pub const ALL: Region = Region::rectangle([0, 0], [MAX_FILES, MAX_RANKS]);

    /// The squares of a rank, from 0.
    pub const fn rank(rank: u8) -> Region {
        Region::rectangle([0, rank], [MAX_FILES, 1])
    }

    /// The squares from a file and a rank on, this many files and ranks.
    pub const fn rectangle(from: [u8; 2], size: [u8; 2]) -> Region {
        let mut region = Region::NONE;
        let mut at = 0;
        while at < size[0] as usize * size[1] as usize {
            let file = at % size[0] as usize;
            let rank = at / size[0] as usize;
            let bit = MAX_FILES as usize * (from[1] as usize + rank) + from[0] as usize + file;
            region.0[bit / 64] |= 1 << (bit % 64);
            at += 1;
        }
        region
    }

    /// These squares, by file and rank.
    pub fn from_squares(squares: impl IntoIterator<Item = (u8, u8)>) -> Region {
        let mut region = Region::NONE;
        for (file, rank) in squares {
            let bit = usize::from(MAX_FILES) * usize::from(rank) + usize::from(file);
            region.0[bit / 64] |= 1 << (bit % 64);
        }
        region
    }

    /// The squares of both sets.
    pub fn with(mut self, other: Region) -> Region {
        self.0.iter_mut().zip(other.0).for_each(|(word, other)| *word |= other);
        self
    }

    /// The squares that both sets have.
    pub fn common(mut self, other: Region) -> Region {
        self.0.iter_mut().zip(other.0).for_each(|(word, other)| *word &= other);
        self
    }

    /// The squares of this set that are not in the other.
    pub fn without(mut self, other: Region) -> Region {
        self.0.iter_mut().zip(other.0).for_each(|(word, other)| *word &= !other);
        self
    }

    /// Whether the square is in the set.
    pub fn contains(self, file: u8, rank: u8) -> bool {
        let bit = usize::from(MAX_FILES) * usize::from(rank) + usize::from(file);
        self.0[bit / 64] >> (bit % 64) & 1 != 0
    }
}

/// A set of pieces: bit `n` is piece `n` of the definition.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PieceMask(pub u64);

impl PieceMask {
    /// No piece.
    pub const NONE: PieceMask = PieceMask(0);
    /// A bit beyond all pieces, for all pieces counted together.
    pub const TOGETHER: usize = 63;

    /// The set of one piece.
    pub const fn single(piece: usize) -> PieceMask {
        PieceMask(1 << piece)
    }

    /// Whether the piece with this index is in the set.
    #[inline]
    pub fn contains(self, piece: usize) -> bool {
        self.0 >> piece & 1 != 0
    }
}

/// How a piece goes along a direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum How {
    /// One step, over whatever is between.
    Leap,
    /// Steps until something is in the way; at most this many, or any number if 0.
    Ride(u8),
    /// As [`How::Ride`], but from behind the first piece in the way, over which it jumps: a
    /// cannon of xiangqi (`p` in Betza's notation).
    Hop(u8),
    /// Onto the square right behind the first piece in the way (`g`); that piece is at most
    /// this many steps away, or any number if 0.
    Grasshop(u8),
    /// One step that something on the way can block: a horse of xiangqi (`n`). An oblique
    /// step begins orthogonally, and goes on diagonally if it is a long one (an elephant of
    /// janggi, for which two squares have to be empty); the others have their middle.
    Lame,
}

/// A direction in which a piece goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Walk {
    /// Files to the right, as the first player sees the board, who moves up.
    pub files: i8,
    /// Ranks up, as that player sees them. The second player's pieces go the other way.
    pub ranks: i8,
    /// How it goes there.
    pub how: How,
    /// Whether it may go to an empty square (`m`, or neither of `m` and `c`).
    pub moves: bool,
    /// Whether it may capture (`c`, or neither of `m` and `c`).
    pub captures: bool,
    /// Whether only a piece that has not moved yet may go (`i`).
    pub initial: bool,
}

/// The names of pieces, by their letters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PieceNames(pub Vec<(char, String)>);

impl PieceNames {
    /// Calls the piece with a letter so from now on.
    pub fn set(&mut self, letter: char, name: String) {
        self.forget(letter);
        self.0.push((letter, name));
    }

    /// Forgets the name of the piece with a letter.
    pub fn forget(&mut self, letter: char) {
        self.0.retain(|(other, _)| *other != letter);
    }
}

/// A position at which games may begin, with the names by which it is chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StartDefinition {
    /// Its names, of which the first is shown.
    pub names: Vec<String>,
    /// The position as a FEN.
    pub position: String,
}

/// The positions at which games may begin beside the usual one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NamedStarts(pub Vec<StartDefinition>);

impl NamedStarts {
    /// Adds a position in the place of those that have one of its names.
    pub fn add(&mut self, start: StartDefinition) {
        let is_own = |name: &String| start.names.iter().any(|own| own.eq_ignore_ascii_case(name));
        self.0.retain(|other| !other.names.iter().any(is_own));
        self.0.push(start);
    }

    /// The names that are shown.
    pub fn first_names(&self) -> Vec<String> {
        self.0.iter().filter_map(|start| start.names.first().cloned()).collect()
    }
}
