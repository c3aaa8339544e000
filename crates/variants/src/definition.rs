//! The definition of a game, from a section of a file: its keys with their values, those of its
//! parents and the defaults included. Nothing is worked out here.

use plyglot_core::game::Outcome;
use std::sync::Arc;

/// The most kinds of pieces of a game, promoted ones included.
pub(crate) const MAX_KINDS: usize = 32;
/// The largest number of files of a board, and of ranks, where only stones are placed.
pub const MAX_FILES: u8 = 19;
/// The largest number of ranks, where only stones are placed.
pub const MAX_RANKS: u8 = 19;
/// The largest number of files of a board for pieces.
pub(crate) const MAX_PIECE_FILES: u8 = 12;
/// The largest number of ranks of a board for pieces.
pub(crate) const MAX_PIECE_RANKS: u8 = 10;

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

    /// The squares from a file and a rank on, so many files and ranks.
    pub const fn rectangle(from: [u8; 2], size: [u8; 2]) -> Region {
        let mut region = Region::NONE;
        let mut at = 0;
        while at < size[0] as usize * size[1] as usize {
            let (file, rank) = (at % size[0] as usize, at / size[0] as usize);
            let bit = MAX_FILES as usize * (from[1] as usize + rank) + from[0] as usize + file;
            region.0[bit / 64] |= 1 << (bit % 64);
            at += 1;
        }
        region
    }

    /// The squares of both sets.
    pub fn with(mut self, other: Region) -> Region {
        self.0.iter_mut().zip(other.0).for_each(|(word, other)| *word |= other);
        self
    }

    /// Whether the square is in the set.
    pub fn contains(self, file: u8, rank: u8) -> bool {
        let bit = usize::from(MAX_FILES) * usize::from(rank) + usize::from(file);
        self.0[bit / 64] >> (bit % 64) & 1 != 0
    }
}

/// A set of kinds of pieces: bit `n` is [`Definition::pieces`]`[n]`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PieceTypes(pub u64);

impl PieceTypes {
    /// The set of one kind.
    pub fn of(kind: usize) -> PieceTypes {
        PieceTypes(1 << kind)
    }

    /// Whether the kind with this index is in the set.
    pub fn contains(self, kind: usize) -> bool {
        self.0 >> kind & 1 != 0
    }
}

/// How a piece goes along a direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

/// A kind of piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceDefinition {
    /// The key of the format: `knight`, `customPiece3`.
    pub name: &'static str,
    /// Its letter, in lower case.
    pub letter: char,
    /// Where it goes.
    pub walks: Vec<Walk>,
    /// By side: the squares it may stand on; all of them if there is no key.
    pub mobility: [Region; 2],
    /// The keys `pieceValueMg` and `pieceValueEg`, if there are any, in the units of the file: what
    /// it is worth at the start, and when the other pieces are gone.
    pub values: [Option<i32>; 2],
    /// The key `jumpCaptures`: where it captures by jumping over a piece. A step jumps over its
    /// neighbour onto the square behind; a ride jumps from and to any distance.
    pub jumps: Vec<Walk>,
}

impl PieceDefinition {
    /// Whether a move over a piece may end where a capture by jumping over it does.
    pub(crate) fn leaps_as_it_jumps(&self) -> bool {
        let is_alike = |walk: &Walk, jump: &Walk| {
            let far = walk.files.abs().max(walk.ranks.abs());
            let is_same_way =
                (walk.files, walk.ranks) == (far * jump.files, far * jump.ranks) && walk.moves;
            let is_over = match walk.how {
                How::Hop(_) | How::Grasshop(_) => true,
                How::Leap | How::Ride(_) | How::Lame => far > 1,
            };
            is_same_way && is_over && (far <= 2 || jump.how == How::Ride(0))
        };
        self.jumps.iter().any(|jump| self.walks.iter().any(|walk| is_alike(walk, jump)))
    }
}

/// `enclosingDrop` and `flipEnclosedPieces`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Enclosing {
    /// No such rule.
    #[default]
    None,
    /// Stones of the other side are enclosed between one's own, along lines.
    Reversi,
    /// Next to a stone of one's own, in eight directions.
    Ataxx,
    /// As `ataxx`, for drops and for moves next to a piece of one's own.
    Quadwrangle,
    /// Not next to a stone of the other side, in four directions.
    Snort,
    /// Reached from an edge along a line.
    Anyside,
    /// Reached from the top along a file.
    Top,
}

/// `wallingRule`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Walling {
    /// No such rule.
    #[default]
    None,
    /// A wall where the piece that moved could go next.
    Arrow,
    /// One wall, which moves elsewhere with each move.
    Duck,
    /// A wall on the edge of what is left of the board.
    Edge,
    /// A wall on the square that the piece has left.
    Past,
    /// A wall anywhere within the region.
    Static,
}

/// `materialCounting`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MaterialCounting {
    /// No such rule.
    #[default]
    None,
    /// The points of janggi's pieces, 1.5 more for the second player.
    Janggi,
    /// Numbers of pieces.
    Unweighted,
    /// The second player wins a tie.
    WhiteDrawOdds,
    /// The first player wins a tie.
    BlackDrawOdds,
}

/// `countingRule`: how many moves a side has to mate a bare king, or to catch it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Counting {
    /// No such rule.
    #[default]
    None,
    /// That of makruk.
    Makruk,
    /// That of Cambodia.
    Cambodian,
    /// That of the ASEAN federation.
    Asean,
    /// That of international draughts: each side has 16 moves where a king is alone against three
    /// pieces with a king among them, and 5 where there are fewer. A key of our own.
    Draughts,
}

/// `jumpPromotion`: what becomes of a pawn that a capture by jumping brings to its promotion.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum JumpPromotion {
    /// Its move ends there.
    #[default]
    Ends,
    /// It is promoted only if it cannot jump on from there as a pawn.
    Passes,
    /// It jumps on as what it has become.
    Continues,
}

/// `squareNumbers`: how records name the squares on which pieces begin, and all of their colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SquareNumbers {
    /// By file and rank.
    #[default]
    None,
    /// By numbers, row by row from the first player's right.
    Near,
    /// By numbers, row by row from the far left.
    Far,
}

/// The rules of a game. A field has the name of its key; keys for a side are arrays, with the
/// first player (white) at 0. Regions and kinds are as the key says, not limited to the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    /// The name of the section.
    pub name: String,
    /// The comment right above the section, without `#`, its lines joined by blanks.
    pub about: String,
    /// The pieces, in the order of the format's list, custom pieces before the king.
    pub pieces: Vec<PieceDefinition>,
    /// A sum of the keys and values of the section and its parents, but those on how the game
    /// is shown: rules with other sums are other rules.
    pub sum: u32,
    /// The same rules with all kinds of the format, in the game or not: what a child inherits.
    pub(crate) origin: Option<Arc<Definition>>,
    /// `variantTemplate`, `pieceToCharTable` and `pocketSize`, for XBoard.
    pub variant_template: String,
    /// See [`Definition::variant_template`].
    pub piece_to_char_table: String,
    /// See [`Definition::variant_template`].
    pub pocket_size: u8,
    /// The number of ranks.
    pub max_rank: u8,
    /// The number of files.
    pub max_file: u8,
    /// Whether the king and the rooks castle as in Fischer's random chess.
    pub chess960: bool,
    /// Whether pieces come into the hand from a second board.
    pub two_boards: bool,
    /// The start position.
    pub start_fen: String,
    /// Where pieces are promoted.
    pub promotion_region: [Region; 2],
    /// The kinds that are promoted as pawns.
    pub promotion_pawn_types: [PieceTypes; 2],
    /// The kinds that pawns may become.
    pub promotion_piece_types: [PieceTypes; 2],
    /// Whether pawns are promoted as in sittuyin.
    pub sittuyin_promotion: bool,
    /// By index of the kind: how many a side may have for one more to be made by promotion; 0 for
    /// no limit.
    pub promotion_limit: Vec<u8>,
    /// By index of the kind: the kind it is promoted to.
    pub promoted_piece_type: Vec<Option<usize>>,
    /// Whether pieces are promoted by captures alone.
    pub piece_promotion_on_capture: bool,
    /// Whether pawns must be promoted.
    pub mandatory_pawn_promotion: bool,
    /// Whether other pieces must be promoted.
    pub mandatory_piece_promotion: bool,
    /// Whether promoted pieces are turned back.
    pub piece_demotion: bool,
    /// Whether a capture destroys the pieces around, except pawns.
    pub blast_on_capture: bool,
    /// The kinds that no blast destroys.
    pub blast_immune_types: PieceTypes,
    /// The kinds that do not capture their own kind.
    pub mutually_immune_types: PieceTypes,
    /// The kinds that become walls when they capture.
    pub petrify_on_capture_types: PieceTypes,
    /// Whether the pieces that a blast destroys become walls, too.
    pub petrify_blast_pieces: bool,
    /// Whether pawns go two steps at first.
    pub double_step: bool,
    /// From where pawns go two steps.
    pub double_step_region: [Region; 2],
    /// From where pawns go three steps.
    pub triple_step_region: [Region; 2],
    /// Where a piece goes that captures en passant.
    pub en_passant_region: [Region; 2],
    /// The kinds that capture en passant.
    pub en_passant_types: [PieceTypes; 2],
    /// Whether there is castling.
    pub castling: bool,
    /// Whether dropped pieces castle.
    pub castling_dropped_piece: bool,
    /// To which file the king castles on the king's side. Files and ranks count from 0.
    pub castling_kingside_file: u8,
    /// To which file the king castles on the queen's side.
    pub castling_queenside_file: u8,
    /// The rank of castling, counted from the side's own edge.
    pub castling_rank: u8,
    /// The file of the king that castles, if there are several.
    pub castling_king_file: u8,
    /// The kind that castles as a king.
    pub castling_king_piece: Option<usize>,
    /// The file of the rook on the king's side, unless in the corner.
    pub castling_rook_kingside_file: u8,
    /// The file of the rook on the queen's side, unless in the corner.
    pub castling_rook_queenside_file: u8,
    /// The kinds that castle as rooks.
    pub castling_rook_pieces: PieceTypes,
    /// Whether the second side to castle must do so on the other wing.
    pub opposite_castling: bool,
    /// Whether checks are allowed.
    pub checking: bool,
    /// Whether drops may give check.
    pub drop_checks: bool,
    /// Whether captures are mandatory.
    pub must_capture: bool,
    /// Whether drops are mandatory.
    pub must_drop: bool,
    /// The kind that must be dropped; `None` for any.
    pub must_drop_type: Option<usize>,
    /// Whether pieces are dropped from the hand.
    pub piece_drops: bool,
    /// Whether pieces are dropped that are in no hand.
    pub free_drops: bool,
    /// Whether captured pieces stay promoted in the hand.
    pub drop_loop: bool,
    /// Whether captured pieces go to the capturer's hand.
    pub captures_to_hand: bool,
    /// Whether pawns are dropped on the first rank.
    pub first_rank_pawn_drops: bool,
    /// Whether pawns are dropped where they would be promoted.
    pub promotion_zone_pawn_drops: bool,
    /// The enclosing that a drop requires.
    pub enclosing_drop: Enclosing,
    /// Where drops need not enclose anything.
    pub enclosing_drop_start: Region,
    /// Where pieces are dropped.
    pub drop_region: [Region; 2],
    /// Whether rooks are dropped on the first rank only.
    pub sittuyin_rook_drop: bool,
    /// Whether bishops are dropped on squares of both colours.
    pub drop_opposite_colored_bishop: bool,
    /// Whether pieces may be dropped promoted.
    pub drop_promoted: bool,
    /// The kind that is not dropped on a file where there is one.
    pub drop_no_doubled: Option<usize>,
    /// How many of them may be there before.
    pub drop_no_doubled_count: u8,
    /// Whether no piece may go where it could never move again.
    pub immobility_illegal: bool,
    /// Whether the castling field of a FEN has further rights.
    pub gating: bool,
    /// How walls are built.
    pub walling_rule: Walling,
    /// Where walls are built.
    pub walling_region: [Region; 2],
    /// Whether a turn is a wall or a move.
    pub wall_or_move: bool,
    /// Whether pieces in hand come in as in Seirawan chess.
    pub seirawan_gating: bool,
    /// Whether there are the first moves of Cambodian chess.
    pub cambodian_moves: bool,
    /// The squares with diagonal lines of janggi.
    pub diagonal_lines: Region,
    /// Whether a side may pass.
    pub pass: [bool; 2],
    /// Whether a side without a move passes.
    pub pass_on_stalemate: [bool; 2],
    /// Whether the king may not move out of check.
    pub makpong_rule: bool,
    /// Whether the kings may not face each other on an open file.
    pub flying_general: bool,
    /// The rank, from 0, from which soldiers go sideways.
    pub soldier_promotion_rank: u8,
    /// Which pieces change sides.
    pub flip_enclosed_pieces: Enclosing,
    /// The kinds whose moves restart the n-move count.
    pub n_move_rule_types: [PieceTypes; 2],
    /// After how many moves of both sides the game is drawn; 0 for no such rule.
    pub n_move_rule: u16,
    /// How many occurrences of a position end the game; 0 for no such rule.
    pub n_fold_rule: u8,
    /// The result of repetitions.
    pub n_fold_value: Outcome,
    /// Whether that result is the first player's.
    pub n_fold_value_absolute: bool,
    /// Whether perpetual check is forbidden.
    pub perpetual_check_illegal: bool,
    /// Whether a side may not keep moving the same piece back and forth.
    pub move_repetition_illegal: bool,
    /// The result without a legal move.
    pub stalemate_value: Outcome,
    /// Whether pieces are counted in a stalemate.
    pub stalemate_piece_count: bool,
    /// The result of checkmate.
    pub checkmate_value: Outcome,
    /// Whether a dropped pawn may not mate.
    pub shogi_pawn_drop_mate_illegal: bool,
    /// Whether mates are those of shatar.
    pub shatar_mate_rule: bool,
    /// Whether kings that face each other are bikjang.
    pub bikjang_rule: bool,
    /// The result of an extinction; `None` for no such rule.
    pub extinction_value: Option<Outcome>,
    /// Whether the side to move alone claims an extinction.
    pub extinction_claim: bool,
    /// Whether the last piece of an extinction kind is royal.
    pub extinction_pseudo_royal: bool,
    /// Whether all royal pieces must be attacked for a check.
    pub duple_check: bool,
    /// The kinds that may not die out.
    pub extinction_piece_types: PieceTypes,
    /// `*`: all pieces together are counted, too.
    pub extinction_all_pieces: bool,
    /// The number of pieces at which a kind counts as extinct.
    pub extinction_piece_count: u8,
    /// How many of them the other side must have for that.
    pub extinction_opponent_piece_count: u8,
    /// The kind that has to reach the flag region; `None` for any.
    pub flag_piece: [Option<usize>; 2],
    /// Where the flag pieces have to go.
    pub flag_region: [Region; 2],
    /// How many of them have to be there.
    pub flag_piece_count: u8,
    /// Whether fewer are enough if the rest of the region is occupied.
    pub flag_piece_blocked_win: bool,
    /// Whether the other side has one more move.
    pub flag_move: bool,
    /// Whether the flag piece must not be attacked.
    pub flag_piece_safe: bool,
    /// Whether checks are counted.
    pub check_counting: bool,
    /// How many pieces in a row win; 0 for no such rule.
    pub connect_n: u8,
    /// The kinds that are connected.
    pub connect_piece_types: PieceTypes,
    /// Whether they are connected along files.
    pub connect_vertical: bool,
    /// Whether they are connected along ranks.
    pub connect_horizontal: bool,
    /// Whether they are connected along diagonals.
    pub connect_diagonal: bool,
    /// By side: the two regions to be connected.
    pub connect_region: [[Region; 2]; 2],
    /// The width of the square that wins; 0 for no such rule.
    pub connect_nxn: u8,
    /// How many pieces on a line win; 0 for no such rule.
    pub collinear_n: u8,
    /// The result for the side that connects.
    pub connect_value: Outcome,
    /// How material is counted.
    pub material_counting: MaterialCounting,
    /// Whether material is counted once the board is full.
    pub adjudicate_full_board: bool,
    /// How many moves a side has to mate a bare king.
    pub counting_rule: Counting,
    /// The castling moves that win, by side and wing (king's side first).
    pub castling_wins: [[bool; 2]; 2],
    /// Whether only the captures by jumping that take the most pieces are legal.
    pub most_captures: bool,
    /// What becomes of a pawn that jumps to its promotion.
    pub jump_promotion: JumpPromotion,
    /// How records name squares.
    pub square_numbers: SquareNumbers,
    /// The kinds that are captured between two enemies.
    pub custodial_types: PieceTypes,
    /// The kinds that are captured by enemies on all four sides.
    pub surround_types: PieceTypes,
    /// The kind that a side must not lose, if it has it at the start.
    pub custodial_king: Option<usize>,
    /// Squares that only that kind may enter, and that stand in for an enemy.
    pub hostile_region: Region,
    /// On and beside these squares, that kind is captured from all four sides only.
    pub throne_region: Region,
    /// Rules for stones, which Fairy-Stockfish does not have.
    pub stones: StoneRules,
}

/// Rules for games of stones, which Fairy-Stockfish does not have. A field has the name of its key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StoneRules {
    /// Whether the cells are hexagons: neighbours are on files, ranks and the diagonals of a1.
    pub hexagonal: bool,
    /// Whether a row of more than `connectN` does not win.
    pub connect_exact: bool,
    /// The longest row that is captured between two stones; 0 if none is. The shortest is 2.
    pub capture_rows: u8,
    /// How many captured stones win; 0 for no such rule.
    pub capture_count: u8,
    /// How many corners of the board win if a chain connects them; 0 for no such rule.
    pub connect_corners: u8,
    /// How many sides of the board win if a chain connects them; 0 for no such rule.
    pub connect_sides: u8,
    /// Whether a chain wins that goes round a cell.
    pub connect_ring: bool,
    /// Whether the first player has the bans of renju.
    pub renju_bans: bool,
}

impl StoneRules {
    /// None of them.
    pub(crate) const NONE: StoneRules = StoneRules {
        hexagonal: false,
        connect_exact: false,
        capture_rows: 0,
        capture_count: 0,
        connect_corners: 0,
        connect_sides: 0,
        connect_ring: false,
        renju_bans: false,
    };
}

impl Definition {
    /// Whether any piece captures by jumping.
    pub(crate) fn jumps(&self) -> bool {
        self.pieces.iter().any(|piece| !piece.jumps.is_empty())
    }

    /// Whether any piece is captured between enemies.
    pub(crate) fn encloses(&self) -> bool {
        self.custodial_types != PieceTypes(0) || self.surround_types != PieceTypes(0)
    }

    /// Whether a move is to put a stone on an empty cell, and nothing more.
    pub(crate) fn places_stones(&self) -> bool {
        let [piece] = &self.pieces[..] else { return false };
        let is_everywhere =
            self.drop_region == [Region::ALL; 2] && piece.mobility == [Region::ALL; 2];
        let is_plain_drop = self.piece_drops
            && self.free_drops
            && is_everywhere
            && self.enclosing_drop == Enclosing::None
            && self.drop_no_doubled.is_none()
            && !self.immobility_illegal;
        let is_only_drop = self.flip_enclosed_pieces == Enclosing::None
            && self.walling_rule == Walling::None
            && [self.pass, self.pass_on_stalemate] == [[false; 2]; 2]
            && !(self.two_boards || self.gating || self.captures_to_hand);
        let ends_by_rows = self.connect_value == Outcome::Won
            && self.connect_piece_types.contains(0)
            && [self.connect_nxn, self.collinear_n] == [0; 2]
            && self.flag_region == [Region::NONE; 2]
            && self.extinction_value.is_none()
            && self.material_counting == MaterialCounting::None
            && self.counting_rule == Counting::None
            && !(self.adjudicate_full_board || self.check_counting || self.stalemate_piece_count);
        let captures_pieces =
            self.jumps() || self.encloses() || self.hostile_region != Region::NONE;
        piece.walks.is_empty() && !captures_pieces && is_plain_drop && is_only_drop && ends_by_rows
    }
}
