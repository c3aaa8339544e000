//! The rules of a section while it is read: as in a [`Definition`], but kinds are indices into
//! all of the format's, so that sets keep their meaning when pieces come and go.

use super::betza;
use super::complaint::Word;
use super::grammar::whole;
use super::predefined::{KINDS, KING, PAWN, ROOK};
use crate::definition::{
    Counting, Definition, Enclosing, JumpPromotion, MAX_FILES, MaterialCounting, PieceDefinition,
    PieceTypes, Region, SquareNumbers, StoneRules, Walk, Walling,
};
use plyglot_core::game::Outcome;
use std::sync::{Arc, OnceLock};

/// The letter of a kind that is not in the game.
pub(super) const ABSENT: char = '\0';

/// The rules of a section while it is read. `pieces` has all of [`KINDS`].
#[derive(Clone, Debug)]
pub(super) struct Draft(pub Definition);

impl Draft {
    /// The rules that a section without a parent starts from: chess without any pieces.
    pub(super) fn template() -> Draft {
        static TEMPLATE: OnceLock<Definition> = OnceLock::new();
        Draft(TEMPLATE.get_or_init(template).clone())
    }

    /// The rules that a child of this game starts from.
    pub(super) fn child_of(parent: &Definition) -> Draft {
        let rules = parent.origin.as_deref().unwrap_or(parent);
        Draft(rules.clone())
    }

    /// The kind with this letter.
    pub(super) fn kind(&self, letter: char) -> Option<usize> {
        let letter = letter.to_ascii_lowercase();
        self.0.pieces.iter().position(|piece| piece.letter == letter)
    }

    /// Whether the kind is in the game.
    pub(super) fn has(&self, kind: usize) -> bool {
        self.0.pieces[kind].letter != ABSENT
    }

    /// Gives a letter to a kind, and takes it from the kind that had it.
    pub(super) fn name(&mut self, kind: usize, letter: char) {
        if let Some(other) = self.kind(letter) {
            self.0.pieces[other].letter = ABSENT;
        }
        self.0.pieces[kind].letter = letter;
    }

    /// The definition, with the kinds that are in the game alone.
    pub(super) fn finish(mut self) -> Definition {
        let present: Vec<usize> = (0..KINDS.len()).filter(|&kind| self.has(kind)).collect();
        // Pawns lose a promotion for good when its kind leaves; other sets regain a kind that
        // returns.
        let all = present.iter().fold(0, |all, kind| all | 1 << kind);
        for kinds in &mut self.0.promotion_piece_types {
            kinds.0 &= all;
        }
        let mut rules = self.0.clone();
        let index = |kind: usize| present.iter().position(|&other| other == kind);
        let set = |kinds: &mut PieceTypes| {
            let bit = |(index, &kind): (usize, &usize)| u64::from(kinds.contains(kind)) << index;
            *kinds = PieceTypes(present.iter().enumerate().map(bit).fold(0, |all, bit| all | bit));
        };
        for kinds in sets(&mut rules) {
            set(kinds);
        }
        for kind in single_kinds(&mut rules) {
            *kind = kind.and_then(index);
        }
        let of_kind = |kind: &usize| rules.promoted_piece_type[*kind].and_then(index);
        rules.promoted_piece_type = present.iter().map(of_kind).collect();
        rules.promotion_limit = present.iter().map(|&kind| rules.promotion_limit[kind]).collect();
        rules.pieces = present.iter().map(|&kind| rules.pieces[kind].clone()).collect();
        rules.origin = Some(Arc::new(self.0));
        rules
    }
}

/// All sets of kinds.
fn sets(rules: &mut Definition) -> impl Iterator<Item = &mut PieceTypes> {
    let both = [
        &mut rules.promotion_pawn_types,
        &mut rules.promotion_piece_types,
        &mut rules.en_passant_types,
        &mut rules.n_move_rule_types,
    ];
    let one = [
        &mut rules.blast_immune_types,
        &mut rules.mutually_immune_types,
        &mut rules.petrify_on_capture_types,
        &mut rules.castling_rook_pieces,
        &mut rules.extinction_piece_types,
        &mut rules.connect_piece_types,
        &mut rules.custodial_types,
        &mut rules.surround_types,
    ];
    both.into_iter().flatten().chain(one)
}

/// All fields that are one kind.
fn single_kinds(rules: &mut Definition) -> impl Iterator<Item = &mut Option<usize>> {
    let one = [
        &mut rules.castling_king_piece,
        &mut rules.must_drop_type,
        &mut rules.drop_no_doubled,
        &mut rules.custodial_king,
    ];
    one.into_iter().chain(&mut rules.flag_piece)
}

/// The walks of a kind that the format defines, by index; none for custom pieces.
pub(super) fn predefined_walks(kind: usize) -> Vec<Walk> {
    let betza = KINDS[kind].betza.unwrap_or("");
    let word = Word { text: betza, line: 0, column: 0 };
    // A test checks the notations of the table; the empty one has no walks.
    whole(word, "moves", betza::piece).unwrap_or_default()
}

/// The defaults of the format.
fn template() -> Definition {
    let piece = |kind: usize| PieceDefinition {
        name: KINDS[kind].name,
        letter: ABSENT,
        walks: predefined_walks(kind),
        mobility: [Region::ALL; 2],
        values: [None; 2],
        jumps: Vec::new(),
    };
    Definition {
        pieces: (0..KINDS.len()).map(piece).collect(),
        variant_template: "fairy".to_owned(),
        piece_to_char_table: "-".to_owned(),
        start_fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".to_owned(),
        promotion_limit: vec![0; KINDS.len()],
        promoted_piece_type: vec![None; KINDS.len()],
        ..DEFAULTS
    }
}

/// The pawn alone.
const PAWNS: PieceTypes = PieceTypes(1 << PAWN);

/// The defaults, without the pieces.
const DEFAULTS: Definition = Definition {
    sum: 0,
    origin: None,
    name: String::new(),
    about: String::new(),
    pieces: Vec::new(),
    variant_template: String::new(),
    piece_to_char_table: String::new(),
    pocket_size: 0,
    max_rank: 8,
    max_file: 8,
    chess960: false,
    two_boards: false,
    start_fen: String::new(),
    promotion_region: [Region::rank(7), Region::rank(0)],
    promotion_pawn_types: [PAWNS; 2],
    promotion_piece_types: [PieceTypes(0); 2],
    sittuyin_promotion: false,
    promotion_limit: Vec::new(),
    promoted_piece_type: Vec::new(),
    piece_promotion_on_capture: false,
    mandatory_pawn_promotion: true,
    mandatory_piece_promotion: false,
    piece_demotion: false,
    blast_on_capture: false,
    blast_immune_types: PieceTypes(0),
    mutually_immune_types: PieceTypes(0),
    petrify_on_capture_types: PieceTypes(0),
    petrify_blast_pieces: false,
    double_step: true,
    double_step_region: [Region::rank(1), Region::rank(6)],
    triple_step_region: [Region::NONE; 2],
    en_passant_region: [Region::ALL; 2],
    en_passant_types: [PAWNS; 2],
    castling: true,
    castling_dropped_piece: false,
    castling_kingside_file: 6,
    castling_queenside_file: 2,
    castling_rank: 0,
    castling_king_file: 4,
    castling_king_piece: Some(KING),
    castling_rook_kingside_file: MAX_FILES - 1,
    castling_rook_queenside_file: 0,
    castling_rook_pieces: PieceTypes(1 << ROOK),
    opposite_castling: false,
    checking: true,
    drop_checks: true,
    must_capture: false,
    must_drop: false,
    must_drop_type: None,
    piece_drops: false,
    free_drops: false,
    drop_loop: false,
    captures_to_hand: false,
    first_rank_pawn_drops: false,
    promotion_zone_pawn_drops: false,
    enclosing_drop: Enclosing::None,
    enclosing_drop_start: Region::NONE,
    drop_region: [Region::ALL; 2],
    sittuyin_rook_drop: false,
    drop_opposite_colored_bishop: false,
    drop_promoted: false,
    drop_no_doubled: None,
    drop_no_doubled_count: 1,
    immobility_illegal: false,
    gating: false,
    walling_rule: Walling::None,
    walling_region: [Region::ALL; 2],
    wall_or_move: false,
    seirawan_gating: false,
    cambodian_moves: false,
    diagonal_lines: Region::NONE,
    pass: [false; 2],
    pass_on_stalemate: [false; 2],
    makpong_rule: false,
    flying_general: false,
    soldier_promotion_rank: 0,
    flip_enclosed_pieces: Enclosing::None,
    n_move_rule_types: [PAWNS; 2],
    n_move_rule: 50,
    n_fold_rule: 3,
    n_fold_value: Outcome::Drawn,
    n_fold_value_absolute: false,
    perpetual_check_illegal: false,
    move_repetition_illegal: false,
    stalemate_value: Outcome::Drawn,
    stalemate_piece_count: false,
    checkmate_value: Outcome::Lost,
    shogi_pawn_drop_mate_illegal: false,
    shatar_mate_rule: false,
    bikjang_rule: false,
    extinction_value: None,
    extinction_claim: false,
    extinction_pseudo_royal: false,
    duple_check: false,
    extinction_piece_types: PieceTypes(0),
    extinction_all_pieces: false,
    extinction_piece_count: 0,
    extinction_opponent_piece_count: 0,
    flag_piece: [None; 2],
    flag_region: [Region::NONE; 2],
    flag_piece_count: 1,
    flag_piece_blocked_win: false,
    flag_move: false,
    flag_piece_safe: false,
    check_counting: false,
    connect_n: 0,
    connect_piece_types: PieceTypes(u64::MAX),
    connect_vertical: true,
    connect_horizontal: true,
    connect_diagonal: true,
    connect_region: [[Region::NONE; 2]; 2],
    connect_nxn: 0,
    collinear_n: 0,
    connect_value: Outcome::Won,
    material_counting: MaterialCounting::None,
    adjudicate_full_board: false,
    counting_rule: Counting::None,
    castling_wins: [[false; 2]; 2],
    most_captures: false,
    jump_promotion: JumpPromotion::Ends,
    square_numbers: SquareNumbers::None,
    custodial_types: PieceTypes(0),
    surround_types: PieceTypes(0),
    custodial_king: None,
    hostile_region: Region::NONE,
    throne_region: Region::NONE,
    stones: StoneRules::NONE,
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_set_of_kinds_is_forgotten_when_kinds_are_numbered_anew() {
        let written = format!("{DEFAULTS:?}");
        assert_eq!(sets(&mut { DEFAULTS }).count(), written.matches("PieceTypes(").count());
    }
}
