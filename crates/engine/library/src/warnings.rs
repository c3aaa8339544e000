//! Rules that can be played, but look like mistakes: they have no effect, or leave no way to win.

use crate::file::{Place, Warning};
use plyglot_core::game::Outcome;
use plyglot_variants::definition::{
    CaptureRows, Definition, Enclosing, MaterialCounting, PieceDefinition, PieceKinds, Region,
    Walling,
};
use plyglot_variants::{EarlyEnd, Set, SizedVariant};

/// What may be wrong: the keys where it is, the first of which the section has, and the words.
type Doubt = (Vec<String>, String);

/// The game must have a valid start position.
pub(crate) fn warnings(game: SizedVariant, place: &Place) -> Vec<Warning> {
    let definition = game.definition();
    let start = Start::new(definition);
    let mut doubts = keys_without_effect(definition, place);
    doubts.extend(no_win(&start));
    doubts.extend(short_game(game));
    if !definition.places_stones() {
        doubts.extend(hands(definition));
        doubts.extend(kings(&start));
        doubts.extend(rows(&start));
        for side in 0..2 {
            doubts.extend(nothing(&start, side));
            doubts.extend(promotions(&start, side));
            doubts.extend(flags(&start, side));
        }
        doubts.extend(pieces(&start, place));
    }
    let mut warnings: Vec<Warning> =
        doubts.into_iter().map(|(keys, text)| place.warning(&keys, text)).collect();
    warnings.extend(place.idle.iter().cloned());
    warnings.sort_by_key(|warning| (warning.line, warning.column));
    warnings
}

fn doubt<const N: usize>(keys: [&str; N], text: impl Into<String>) -> Doubt {
    (keys.map(str::to_owned).to_vec(), text.into())
}

const SIDES: [&str; 2] = ["White", "Black"];

/// Keys that mean nothing without others: the keys, what they need, and whether that is there.
type Need = (&'static str, &'static str, fn(&Definition) -> bool);

const NEEDS: &[Need] = &[
    (
        "dropRegion mustDrop mustDropType dropChecks dropPromoted firstRankPawnDrops \
         promotionZonePawnDrops shogiPawnDropMateIllegal dropNoDoubled enclosingDrop \
         enclosingDropStart freeDrops sittuyinRookDrop dropOppositeColoredBishop",
        "pieceDrops",
        |rules| rules.drops.allowed,
    ),
    ("mustDropType", "mustDrop", |rules| rules.drops.must_drop),
    ("dropPromoted", "promotedPieceType", Definition::promotes_pieces),
    ("sittuyinRookDrop", "rook", |rules| has_piece(rules, "rook")),
    ("dropOppositeColoredBishop", "bishop", |rules| has_piece(rules, "bishop")),
    ("shogiPawnDropMateIllegal", "shogiPawn", |rules| has_piece(rules, "shogiPawn")),
    ("firstRankPawnDrops promotionZonePawnDrops", "pawn", |rules| has_piece(rules, "pawn")),
    ("capturesToHand twoBoards", "pieceDrops, gating or seirawanGating", |rules| {
        rules.drops.allowed || rules.drops.gating || rules.drops.seirawan_gating
    }),
    ("gating", "seirawanGating or cambodianMoves", |rules| {
        rules.drops.seirawan_gating || rules.turns.has_cambodian_moves
    }),
    ("seirawanGating", "gating", |rules| rules.drops.gating),
    ("dropLoop", "capturesToHand", |rules| {
        rules.drops.captures_to_hand || rules.drops.has_two_boards
    }),
    ("dropNoDoubledCount", "dropNoDoubled", |rules| rules.drops.no_doubled.is_some()),
    ("enclosingDropStart", "enclosingDrop", |rules| rules.drops.enclosing != Enclosing::None),
    ("wallingRegion wallOrMove", "wallingRule", |rules| rules.walls.rule != Walling::None),
    ("adjudicateFullBoard", "pieceDrops, seirawanGating or wallingRule", Definition::fills_board),
    ("blastImmuneTypes petrifyBlastPieces", "blastOnCapture", |rules| rules.effects.captures_blast),
    (
        "extinctionPieceTypes extinctionPieceCount extinctionOpponentPieceCount \
         extinctionClaim",
        "extinctionValue",
        |rules| rules.ends.extinction_value.is_some() || rules.ends.last_of_kind_is_royal,
    ),
    ("extinctionValue extinctionPseudoRoyal", "extinctionPieceTypes", |rules| {
        rules.ends.extinction_kinds != PieceKinds::NONE
    }),
    ("dupleCheck", "extinctionPseudoRoyal", |rules| rules.ends.last_of_kind_is_royal),
    (
        "flagPiece flagPieceCount flagMove flagPieceBlockedWin flagPieceSafe",
        "flagRegion",
        |rules| rules.ends.flag_region != [Region::NONE; 2],
    ),
    ("checkCounting checking checkmateValue shatarMateRule", "a royal piece", has_royal_kind),
    ("stalematePieceCount", "stalemateValue", |rules| rules.ends.stalemate_value != Outcome::Drawn),
    ("flyingGeneral makpongRule bikjangRule cambodianMoves", "king", |rules| {
        has_piece(rules, "king")
    }),
    ("soldierPromotionRank", "soldier", |rules| has_piece(rules, "soldier")),
    (
        "connectPieceTypes connectVertical connectHorizontal connectDiagonal",
        "connectN, collinearN, connectNxN, two regions, territory or largestGroup",
        |rules| has_rows(rules) || rules.ends.material_counting.counts_connected(),
    ),
    ("connectValue", "connectN, collinearN, connectNxN or two regions", has_rows),
    ("connectRegion1", "connectRegion2", |rules| rules.rows.connect_region2 != [Region::NONE; 2]),
    ("connectRegion2", "connectRegion1", |rules| rules.rows.connect_region1 != [Region::NONE; 2]),
    ("piecePoints", "materialCounting = unweighted", |rules| {
        rules.ends.material_counting == MaterialCounting::Unweighted
    }),
    ("captureCount", "captureRows", |rules| rules.stones.capture_rows != CaptureRows::None),
    ("nFoldValue nFoldValueAbsolute perpetualCheckIllegal", "nFoldRule", |rules| {
        rules.repetition.n_fold_rule > 1
    }),
    ("nFoldValueAbsolute", "nFoldValue", |rules| rules.repetition.n_fold_value != Outcome::Drawn),
    ("nFoldRule nMoveRule", "pieces that move", |rules| !rules.places_stones()),
    ("nMoveRuleTypes", "nMoveRule", |rules| rules.repetition.n_move_rule > 0),
    ("mostCaptures jumpPromotion", "jumpCaptures", Definition::jumps),
    ("jumpMovesOver jumpMovesOnce", "jumpMoves", Definition::hops),
    ("throneRegion", "custodialKing", |rules| rules.captures.custodial_king.is_some()),
    (
        "piecePromotionOnCapture mandatoryPiecePromotion pieceDemotion",
        "promotedPieceType",
        Definition::promotes_pieces,
    ),
    ("promotionPieceTypes", "promotionPawnTypes", |rules| {
        rules.promotion.pawn_kinds != [PieceKinds::NONE; 2]
    }),
    ("promotionRegion", "promotionPieceTypes or promotedPieceType", |rules| {
        rules.promotes_pieces() || rules.promotion.new_kinds != [PieceKinds::NONE; 2]
    }),
    ("promotionLimit", "promotions to its pieces", limits_promotions),
    ("doubleStepRegion", "doubleStep", |rules| rules.pawns.has_double_step),
    ("tripleStepRegion", "pawn", |rules| has_piece(rules, "pawn")),
    ("enPassantRegion enPassantTypes", "double steps", has_double_steps),
    (
        "castlingKingsideFile castlingQueensideFile castlingRank castlingKingFile \
         castlingKingPiece castlingRookKingsideFile castlingRookQueensideFile \
         castlingRookPieces castlingDroppedPiece oppositeCastling castlingWins chess960",
        "castling",
        |rules| rules.castling.allowed,
    ),
    (
        "castlingKingsideFile castlingQueensideFile castlingRank castlingRookPieces \
         oppositeCastling",
        "castling rights in startFen",
        |rules| {
            let rights = rules.board.start_fen.split_whitespace().nth(2).unwrap_or("-");
            rights.contains(char::is_alphabetic) || rules.castling.allows_dropped_pieces
        },
    ),
];

fn limits_promotions(rules: &Definition) -> bool {
    let made =
        [0, 1].map(|side| (0..rules.pieces.len()).map(move |piece| becomes(rules, side, piece)));
    let made = PieceKinds(made.into_iter().flatten().fold(0, |all, made| all | made));
    let mut pieces = rules.pieces.iter().enumerate();
    pieces.any(|(piece, own)| own.rules.promotion_limit > 0 && made.contains(piece))
}

fn has_double_steps(rules: &Definition) -> bool {
    let is_initial = |piece: &PieceDefinition| piece.walks.iter().any(|walk| walk.initial);
    let pawns = &rules.pawns;
    let is_triple = pawns.triple_step_region != [Region::NONE; 2];
    has_piece(rules, "pawn") && (pawns.has_double_step || is_triple)
        || rules.pieces.iter().any(is_initial)
}

fn has_piece(rules: &Definition, name: &str) -> bool {
    rules.pieces.iter().any(|piece| piece.name == name)
}

fn has_royal_kind(rules: &Definition) -> bool {
    has_piece(rules, "king") || rules.ends.last_of_kind_is_royal
}

fn has_rows(rules: &Definition) -> bool {
    has_lengths(rules) || rules.rows.has_regions()
}

fn has_lengths(rules: &Definition) -> bool {
    let (rows, stones) = (&rules.rows, &rules.stones);
    [rows.connect_n, rows.collinear_n, rows.connect_nxn] != [0; 3]
        || [stones.connect_corners, stones.connect_sides, stones.capture_count] != [0; 3]
        || stones.connect_ring
}

fn keys_without_effect(rules: &Definition, place: &Place) -> Vec<Doubt> {
    let mut doubts = Vec::new();
    for (keys, need, _) in NEEDS.iter().filter(|(_, _, is_met)| !is_met(rules)) {
        let names =
            keys.split(' ').flat_map(|key| ["", "White", "Black"].map(|end| format!("{key}{end}")));
        for key in names.filter(|key| place.sets(key)) {
            doubts.push((vec![key], format!("no effect without {need}")));
        }
    }
    doubts
}

/// Whether a side has no way to win.
fn no_win(start: &Start) -> Option<Doubt> {
    const WAYS: &str = "by no checkmate, flag, row, extinction or other end";
    let who = match [0, 1].map(|side| can_win(start, side)) {
        [true, true] => return None,
        [false, false] => "nobody can win".to_owned(),
        [can_white, _] => format!("{} cannot win", SIDES[usize::from(can_white)]),
    };
    Some(doubt([], format!("{who}: {WAYS}")))
}

fn can_win(start: &Start, side: usize) -> bool {
    let is_decisive = |outcome: Outcome| outcome != Outcome::Drawn;
    let rules = start.rules;
    let (ends, repetition) = (&rules.ends, &rules.repetition);
    let checks = |side: usize| rules.turns.allows_checks && start.may_check(side);
    let mates = match ends.checkmate_value {
        Outcome::Lost => checks(side) || ends.shatar_mate_rule && checks(1 - side),
        Outcome::Won => checks(1 - side),
        Outcome::Drawn => false,
    };
    let has_stalemate = rules.turns.must_pass_in_stalemate != [true; 2];
    let connects =
        |side: usize| has_lengths(rules) || !rules.rows.regions()[side].contains(&Region::NONE);
    mates
        || ends.checks_are_counted && checks(side)
        || ends.extinction_value.is_some_and(is_decisive)
        || is_decisive(ends.stalemate_value) && has_stalemate
        || ends.flag_region[side] != Region::NONE
        || match rules.rows.connect_value {
            Outcome::Won => connects(side),
            Outcome::Lost => connects(1 - side),
            Outcome::Drawn => false,
        }
        || ends.material_counting != MaterialCounting::None
        || repetition.n_fold_rule > 1 && is_decisive(repetition.n_fold_value)
        || rules.captures.custodial_king.is_some()
        || rules.castling.wins[side] != [false; 2]
}

/// Whether all first moves end the game, or a side soon wins by force.
fn short_game(game: SizedVariant) -> Option<Doubt> {
    let second_begins = game.definition().board.second_begins();
    let [side, other] = if second_begins { [SIDES[1], SIDES[0]] } else { SIDES };
    let text = match game.early_end()? {
        EarlyEnd::FirstMove(m, end) => format!("{side} wins with its first move, {m}: {end}"),
        EarlyEnd::SecondMove(first) => {
            format!("{side} wins by its second move, if the first is {first}")
        }
        EarlyEnd::Answer(number) => {
            let nth = if number == 1 { "first" } else { "second" };
            format!("{other} wins by its {nth} move, whatever {side} plays")
        }
        EarlyEnd::AnyMove => "every first move ends the game".to_owned(),
    };
    Some(doubt([], text))
}

/// Whether pieces could be dropped or gated, and there are none, or no square.
fn hands(rules: &Definition) -> Option<Doubt> {
    let drops = &rules.drops;
    if drops.allowed && drops.region == [Region::NONE; 2] {
        return Some(doubt(["dropRegionWhite", "pieceDrops"], "nothing can be dropped anywhere"));
    }
    if drops.seirawan_gating && rules.walls.rule != Walling::None {
        let text = "no piece in hand enters where moves put walls";
        return Some(doubt(["seirawanGating", "wallingRule"], text));
    }
    let has_hand = drops.endless
        || drops.captures_to_hand
        || drops.has_two_boards
        || start_hand(rules).chars().any(char::is_alphabetic);
    let text = "nothing can be dropped without a hand in startFen, capturesToHand or freeDrops";
    let needs_hand = drops.allowed || drops.seirawan_gating;
    (needs_hand && !has_hand).then(|| doubt(["pieceDrops", "seirawanGating", "startFen"], text))
}

fn start_hand(rules: &Definition) -> &str {
    let hand = rules.board.start_fen.split_once('[').and_then(|(_, rest)| rest.split_once(']'));
    hand.map_or("", |(hand, _)| hand)
}

/// The pieces at the start, and where they may ever be.
pub(crate) struct Start<'a> {
    rules: &'a Definition,
    /// By side and piece, its squares.
    pub(crate) squares: [Vec<u128>; 2],
    /// By side, the pieces of which it may have more later, on any square.
    pub(crate) made: [PieceKinds; 2],
}

impl Start<'_> {
    pub(crate) fn new(rules: &Definition) -> Start<'_> {
        let mut squares = [vec![0; rules.pieces.len()], vec![0; rules.pieces.len()]];
        // Boards of stones may be larger than a set.
        for (file, rank, c) in rules.board.start_cells().filter(|_| !rules.places_stones()) {
            let letter = c.to_ascii_lowercase();
            let piece = rules.pieces.iter().position(|piece| piece.letter == letter);
            let side = usize::from(c.is_ascii_lowercase());
            let all = piece.map(|piece| &mut squares[side][piece]);
            let square = u128::bit(rules.board.square(file, rank));
            all.into_iter().for_each(|all| *all |= square);
        }
        let drops = &rules.drops;
        let changes_sides = drops.captures_to_hand
            || drops.has_two_boards
            || rules.effects.flip_enclosed_pieces != Enclosing::None;
        let stock = |side: usize, is_held: bool| {
            let is_own = |&piece: &usize| {
                let letter = rules.pieces[piece].letter;
                let letter = if side == 0 { letter.to_ascii_uppercase() } else { letter };
                start_hand(rules).contains(letter) || !is_held && squares[side][piece] != 0
            };
            (0..rules.pieces.len()).filter(is_own).fold(0, |all, piece| all | 1 << piece)
        };
        let made = [0, 1].map(|side| {
            let sides = if changes_sides { 0..2 } else { side..side + 1 };
            let is_endless = drops.allowed && drops.endless;
            let held = sides.clone().fold(0, |all, side| all | stock(side, !changes_sides));
            let mut made = if is_endless { (1 << rules.pieces.len()) - 1 } else { held };
            let first = stock(side, false);
            for piece in (0..rules.pieces.len()).cycle().take(rules.pieces.len().pow(2)) {
                if (made | first) & (1 << piece) != 0 {
                    made |= sides.clone().fold(0, |all, side| all | becomes(rules, side, piece));
                }
            }
            PieceKinds(made)
        });
        Start { rules, squares, made }
    }

    /// Whether a side may ever have the piece.
    pub(crate) fn has(&self, side: usize, piece: usize) -> bool {
        self.made[side].contains(piece) || self.squares[side][piece] != 0
    }

    /// The squares on which a side may ever have the piece.
    fn reach(&self, side: usize, piece: usize) -> u128 {
        let jumps = !self.rules.pieces[piece].rules.jump_captures.is_empty();
        if self.made[side].contains(piece) || jumps {
            return !0;
        }
        self.rules.reachable(piece, side, self.squares[side][piece])
    }

    /// Whether a side may ever attack a royal piece. Kings do not come that near to each other.
    fn may_check(&self, side: usize) -> bool {
        let Definition { pieces, ends, turns, .. } = self.rules;
        let is_king = |piece: usize| pieces[piece].name == "king";
        let is_royal = |piece: usize| {
            let is_last = ends.extinction_kinds.contains(piece) || ends.counts_all_pieces();
            is_king(piece) || ends.last_of_kind_is_royal && is_last
        };
        let all = |side: usize| (0..pieces.len()).filter(move |&piece| self.has(side, piece));
        let royal = all(1 - side).filter(|&piece| is_royal(piece));
        let royal = royal.fold(0, |squares, piece| squares | self.reach(1 - side, piece));
        let attacks = |piece: usize| {
            let captures = pieces[piece].walks.iter().any(|walk| walk.captures);
            captures && !is_king(piece) && self.reach(side, piece).meets(royal)
        };
        royal != 0 && (turns.flying_general || all(side).any(attacks))
    }

    fn on_board(&self, region: Region) -> u128 {
        self.rules.board.squares_of(region)
    }
}

/// What a piece of a side may become.
fn becomes(rules: &Definition, side: usize, piece: usize) -> u64 {
    let into = |piece: usize| rules.pieces[piece].rules.promoted_piece_type;
    let turned = into(piece).map_or(0, |into| 1 << into);
    let turned_back = (0..rules.pieces.len())
        .filter(|&other| rules.promotion.has_demotion && into(other) == Some(piece))
        .fold(0, |all, other| all | 1 << other);
    let is_pawn = rules.promotion.pawn_kinds[side].contains(piece);
    turned | turned_back | if is_pawn { rules.promotion.new_kinds[side].0 } else { 0 }
}

/// Whether a side has no piece, and gets none.
fn nothing(start: &Start, side: usize) -> Option<Doubt> {
    let is_own = |c: char| c.is_alphabetic() && usize::from(c.is_lowercase()) == side;
    let drops = &start.rules.drops;
    let gets_some = drops.endless
        || drops.has_two_boards
        || start_hand(start.rules).chars().any(is_own)
        || start.rules.effects.flip_enclosed_pieces != Enclosing::None;
    let has_some = start.squares[side].iter().any(|squares| *squares != 0);
    let text = format!("{} has no piece", SIDES[side]);
    (!has_some && !gets_some).then(|| doubt(["startFen"], text))
}

/// Whether there are more kings than are watched, or none after a capture.
fn kings(start: &Start) -> Option<Doubt> {
    let king = start.rules.pieces.iter().position(|piece| piece.name == "king")?;
    if start.rules.effects.petrified_kinds.contains(king) {
        let text = "a king that captures turns to stone, and its side plays on without one";
        return Some(doubt(["petrifyOnCaptureTypes"], text));
    }
    let effects = &start.rules.effects;
    if effects.captures_blast && !effects.blast_immune_kinds.contains(king) {
        let text = "an explosion that takes a king wins nothing: write 'king = -' and a royal \
                    'commoner'";
        return Some(doubt(["blastOnCapture"], text));
    }
    let side = (0..2).find(|&side| start.squares[side][king].count() > 1)?;
    let text = format!("{} has more than one king: name such pieces 'commoner'", SIDES[side]);
    Some(doubt(["startFen"], text))
}

fn promotions(start: &Start, side: usize) -> Vec<Doubt> {
    let (rules, promotion) = (start.rules, &start.rules.promotion);
    let region = start.on_board(promotion.region[side]);
    let keys = |name: &str| {
        let own = format!("promotionRegion{}", SIDES[side]);
        [own.as_str(), "maxRank", name].map(str::to_owned).to_vec()
    };
    let never = |piece: usize| -> Option<Doubt> {
        let own = &rules.pieces[piece];
        let becomes = own.rules.promoted_piece_type.is_some()
            || promotion.pawn_kinds[side].contains(piece)
                && promotion.new_kinds[side] != PieceKinds::NONE;
        if !becomes
            || promotion.region[side] == Region::NONE
            || !start.has(side, piece)
            || promotion.sittuyin
            || start.reach(side, piece).meets(region)
        {
            return None;
        }
        let (side, name) = (SIDES[side], own.name);
        let why = if region == 0 { "no square on this board" } else { "no square that it reaches" };
        Some((
            keys(name),
            format!("{side}'s {name} never promotes: promotionRegion{side} has {why}"),
        ))
    };
    (0..rules.pieces.len())
        .flat_map(|piece| never(piece).or_else(|| stuck(start, side, piece)))
        .collect()
}

/// Whether pawns end on squares where nothing becomes of them.
fn stuck(start: &Start, side: usize, piece: usize) -> Option<Doubt> {
    let (rules, promotion) = (start.rules, &start.rules.promotion);
    let is_pawn = promotion.pawn_kinds[side].contains(piece) && start.has(side, piece);
    if !is_pawn || promotion.new_kinds[side] != PieceKinds::NONE {
        return None;
    }
    let from = |squares| rules.reachable(piece, side, squares);
    let ends = start.reach(side, piece) & start.on_board(promotion.region[side]);
    let is_dead = |square| from(u128::bit(square)) == u128::bit(square);
    // A flag may be there.
    let is_goal = ends.meets(start.on_board(rules.ends.flag_region[side]));
    if ends == 0 || is_goal || !ends.squares().all(is_dead) {
        return None;
    }
    let (side, name) = (SIDES[side], rules.pieces[piece].name);
    let keys = vec![format!("promotionPieceTypes{side}"), "promotionPieceTypes".to_owned()];
    Some((keys, format!("{side}'s {name} has nothing to promote to on its last rank")))
}

/// Whether a flag cannot be reached, or is reached at the start.
fn flags(start: &Start, side: usize) -> Vec<Doubt> {
    let ends = &start.rules.ends;
    let region = start.on_board(ends.flag_region[side]);
    if region == 0 {
        return Vec::new();
    }
    let flag_pieces = || match ends.flag_piece[side] {
        Some(piece) => piece..piece + 1,
        None => 0..start.rules.pieces.len(),
    };
    let name = SIDES[side];
    let keys = [
        format!("flagRegion{name}"),
        "flagRegion".to_owned(),
        "flagPiece".to_owned(),
        "startFen".to_owned(),
    ];
    let needed = u32::from(ends.flag_piece_count);
    let held: u32 = flag_pieces().map(|piece| (start.squares[side][piece] & region).count()).sum();
    if ends.flag_piece[side].is_some() && needed > 0 && held >= needed {
        let text = format!("{name} stands in the flag region at the start, and so wins at once");
        return vec![(keys.to_vec(), text)];
    }
    let is_reached = |piece| start.has(side, piece) && start.reach(side, piece).meets(region);
    if !flag_pieces().any(is_reached) {
        return vec![(keys.to_vec(), format!("{name} never reaches its flag region"))];
    }
    let all: u32 = flag_pieces().map(|piece| start.squares[side][piece].count()).sum();
    let are_made = flag_pieces().any(|piece| start.made[side].contains(piece));
    if !are_made && all < needed && !ends.flag_wins_when_blocked {
        let text =
            format!("{name} has only {all} of the {needed} pieces that have to reach the flag");
        return vec![doubt(["flagPieceCount"], text)];
    }
    Vec::new()
}

/// Whether both sides have too few pieces for a row.
fn rows(start: &Start) -> Option<Doubt> {
    let rows = &start.rules.rows;
    let needed = u32::from(rows.connect_n.max(rows.collinear_n));
    let pieces =
        || (0..start.rules.pieces.len()).filter(|&piece| rows.connect_kinds.contains(piece));
    let count =
        |side: usize| -> u32 { pieces().map(|piece| start.squares[side][piece].count()).sum() };
    let most = count(0).max(count(1));
    let are_made = pieces().any(|piece| start.made.iter().any(|made| made.contains(piece)));
    let text = format!("neither side has more than {most} of the {needed} pieces of a row");
    (!are_made && most < needed).then(|| doubt(["connectN", "collinearN", "startFen"], text))
}

/// The pieces of the section that can never be on the board, or never move.
fn pieces(start: &Start, place: &Place) -> Vec<Doubt> {
    let rules = start.rules;
    let key = |name: &str| {
        let of_side = |region: &str, side| {
            format!("{region}{side}{}{}", name[..1].to_ascii_uppercase(), &name[1..])
        };
        let regions = ["mobilityRegion", "dropRegion"].into_iter();
        let regions = regions.flat_map(|region| SIDES.map(|side| of_side(region, side)));
        [name.to_owned()].into_iter().chain(regions).find(|key| place.sets(key))
    };
    let pieces = rules.pieces.iter().enumerate();
    let named = pieces.filter_map(|(number, piece)| Some((number, piece, key(piece.name)?)));
    let (named, absent): (Vec<_>, Vec<_>) =
        named.partition(|(number, ..)| (0..2).any(|side| start.has(side, *number)));
    let names: Vec<&str> = absent.iter().map(|(_, piece, _)| piece.name).collect();
    let text = format!(
        "no {} in startFen, and none comes by a promotion or from a hand",
        names.join(", no ")
    );
    let absent = absent.into_iter().next().map(|(.., key)| (vec![key], text));
    let wrong = |(number, piece, key): (usize, &PieceDefinition, String)| {
        let name = piece.name;
        let own = |side: usize| start.squares[side][number];
        let is_stuck =
            |side: usize| own(side) != 0 && rules.reachable(number, side, own(side)) == own(side);
        let may_move = name == "immobile" || !piece.rules.jump_captures.is_empty();
        let side = (0..2)
            .find(|&side| !may_move && !start.made[side].contains(number) && is_stuck(side))?;
        Some((vec![key], format!("{}'s {name} can never move", SIDES[side])))
    };
    absent.into_iter().chain(named.into_iter().filter_map(wrong)).collect()
}
