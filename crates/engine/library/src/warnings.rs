//! Rules that can be played, but look like mistakes: they have no effect, or leave no way to win.

use plyglot_core::game::{Outcome, Side};
use plyglot_definition::file::{Place, Warning};
use plyglot_definition::{
    Chasing, Definition, Enclosing, End, MaterialCounting, PieceMask, Region, Walling,
};
use plyglot_support::text::capitalised;
use plyglot_variants::{EarlyEnd, Set, SizedVariant, reachable};

#[derive(Debug)]
pub(crate) struct Doubt {
    /// Where: the first of these keys that the section has.
    pub(crate) keys: Vec<String>,
    text: String,
}

impl Doubt {
    fn new<const N: usize>(keys: [&str; N], text: impl Into<String>) -> Doubt {
        Doubt { keys: keys.map(str::to_owned).to_vec(), text: text.into() }
    }
}

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
        for side in Side::BOTH {
            doubts.extend(nothing(&start, side));
            doubts.extend(promotions(&start, side));
            doubts.extend(flags(&start, side));
        }
        doubts.extend(pieces(&start, place));
    }
    let mut warnings: Vec<Warning> =
        doubts.into_iter().map(|doubt| place.warning(&doubt.keys, doubt.text)).collect();
    warnings.extend(place.idle.iter().cloned());
    warnings.sort_by_key(|warning| (warning.line, warning.column));
    warnings
}

const SIDES: [&str; 2] = ["White", "Black"];

type Fact = fn(&Definition) -> bool;

/// What keys need that is no key and no piece.
const FACTS: [(&str, Fact); 4] = [
    ("pieces that move", |rules| !rules.places_stones()),
    ("promotions to its pieces", limits_promotions),
    ("double steps", has_double_steps),
    ("castling rights in startFen", has_castling_rights),
];

fn limits_promotions(rules: &Definition) -> bool {
    let mut made = 0;
    for piece in 0..rules.pieces.len() {
        made |= becomes(rules, Side::First, piece) | becomes(rules, Side::Second, piece);
    }
    (0..rules.pieces.len()).any(|piece| {
        rules.pieces[piece].rules.promotion_limit > 0 && PieceMask(made).contains(piece)
    })
}

fn has_double_steps(rules: &Definition) -> bool {
    let pawns = &rules.pawns;
    let is_triple = pawns.triple_step_region != [Region::NONE; 2];
    has_piece(rules, "pawn") && (pawns.has_double_step || is_triple)
        || rules.pieces.iter().flat_map(|piece| piece.walks.iter()).any(|walk| walk.initial)
}

fn has_piece(rules: &Definition, name: &str) -> bool {
    rules.pieces.iter().any(|piece| piece.name == name)
}

fn has_castling_rights(rules: &Definition) -> bool {
    let rights = rules.board.start_fen.split_whitespace().nth(2).unwrap_or("-");
    rights.contains(char::is_alphabetic) || rules.castling.allows_dropped_pieces
}

/// The keys of a section whose needs are not met.
pub(crate) fn keys_without_effect(rules: &Definition, place: &Place) -> Vec<Doubt> {
    let mut rules = rules.clone();
    let mut doubts = Vec::new();
    for key in Definition::default_groups().iter().flat_map(|group| group.keys()) {
        for (name, _) in key.names().into_iter().filter(|(name, _)| place.sets(name)) {
            for need in key.needs.iter().filter(|need| !is_met(&mut rules, need)) {
                doubts.push(Doubt::new([&name], format!("no effect without {need}")));
            }
        }
    }
    doubts
}

fn is_met(rules: &mut Definition, need: &str) -> bool {
    alternatives(need).any(|one| holds(rules, one))
}

/// What a need lists as `a, b or c`.
pub(crate) fn alternatives(need: &str) -> impl Iterator<Item = &str> {
    need.split(", ").flat_map(|some| some.split(" or "))
}

/// Whether a fact holds, or a piece is in the game, or a key is on, or is the word behind `=`.
fn holds(rules: &mut Definition, one: &str) -> bool {
    if let Some((_, is_fact)) = FACTS.iter().find(|(fact, _)| *fact == one) {
        return is_fact(rules);
    }
    let (name, word) = key_and_word(one);
    let mut is_on = has_piece(rules, name);
    rules.each_field(&mut |key, field| {
        let is_so = if word.is_some() { field.word() == word } else { field.is_on() };
        is_on |= key.name == name && is_so;
    });
    is_on
}

pub(crate) fn key_and_word(one: &str) -> (&str, Option<&str>) {
    one.split_once(" = ").map_or((one, None), |(key, word)| (key, Some(word)))
}

fn no_win(start: &Start) -> Option<Doubt> {
    const WAYS: &str = "by no checkmate, flag, row, extinction or other end";
    let who = match Side::BOTH.map(|side| can_win(start, side)) {
        [true, true] => return None,
        [false, false] => "nobody can win".to_owned(),
        [can_white, _] => format!("{} cannot win", SIDES[usize::from(can_white)]),
    };
    Some(Doubt::new([], format!("{who}: {WAYS}")))
}

/// Whether a side may win, as far as the rules and the pieces tell it.
pub(crate) fn can_win(start: &Start, side: Side) -> bool {
    let mut ends = End::ALL.iter().filter(|end| end.results(start.rules).contains(&Outcome::Won));
    ends.any(|&end| may_win_by(start, side, end)) || may_win_by_repetition(start, side)
}

/// Whether an end that some side may win by may be won by this one.
fn may_win_by(start: &Start, side: Side, end: End) -> bool {
    let rules = start.rules;
    match end {
        End::Flag => rules.ends.flag_region[side] != Region::NONE,
        End::Checks => start.gives_checks(side),
        End::Connection if rules.rows.connect_value == Outcome::Lost => may_connect(rules, !side),
        End::Connection => may_connect(rules, side),
        End::Checkmate => mates(start, side),
        End::NoMoves => rules.turns.pass_on_stalemate != [true; 2],
        // A side that loses its right to castle loses.
        End::Castling | End::Extinction | End::KingCaptured => true,
        // What is counted decides.
        End::FullBoard | End::Passes | End::Counting | End::DeadPosition | End::NoProgress => true,
    }
}

/// Whether a side may win as either side is mated: some mates lose.
fn mates(start: &Start, side: Side) -> bool {
    let Definition { ends, drops, .. } = start.rules;
    let some_lose = ends.shatar_mate_rule && is_decisive(ends.checkmate_value);
    let wins = ends.checkmate_value == Outcome::Lost || some_lose;
    let loses = ends.checkmate_value == Outcome::Won || some_lose || drops.shogi_pawn_mate_loses;
    wins && start.gives_checks(side) || loses && start.gives_checks(!side)
}

fn may_win_by_repetition(start: &Start, side: Side) -> bool {
    let Definition { repetition, ends, .. } = start.rules;
    let decides = is_decisive(repetition.n_fold_value)
        || ends.material_counting != MaterialCounting::None
        || repetition.chasing_rule != Chasing::None
        || repetition.perpetual_check_loses && start.gives_checks(!side);
    repetition.move_repetition_loses || repetition.n_fold_rule > 1 && decides
}

fn is_decisive(outcome: Outcome) -> bool {
    outcome != Outcome::Drawn
}

fn may_connect(rules: &Definition, side: Side) -> bool {
    rules.has_lengths() || !rules.rows.regions()[side].contains(&Region::NONE)
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
    Some(Doubt::new([], text))
}

/// Whether pieces could be dropped or gated, and there are none, or no square.
fn hands(rules: &Definition) -> Option<Doubt> {
    let drops = &rules.drops;
    if drops.allowed && drops.region == [Region::NONE; 2] {
        return Some(Doubt::new(
            ["dropRegionWhite", "pieceDrops"],
            "nothing can be dropped anywhere",
        ));
    }
    if drops.seirawan_gating && rules.walls.rule != Walling::None {
        let text = "no piece in hand enters where moves put walls";
        return Some(Doubt::new(["seirawanGating", "wallingRule"], text));
    }
    let has_hand = drops.free_drops
        || drops.captures_to_hand
        || drops.has_two_boards
        || start_hand(rules).chars().any(char::is_alphabetic);
    let needs_hand = drops.allowed || drops.seirawan_gating;
    if !needs_hand || has_hand {
        return None;
    }
    let text = "nothing can be dropped without a hand in startFen, capturesToHand or freeDrops";
    Some(Doubt::new(["pieceDrops", "seirawanGating", "startFen"], text))
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
    pub(crate) made: [PieceMask; 2],
}

impl Start<'_> {
    pub(crate) fn new(rules: &Definition) -> Start<'_> {
        let mut squares = [vec![0; rules.pieces.len()], vec![0; rules.pieces.len()]];
        // Boards of stones may be larger than a set.
        for (file, rank, c) in rules.board.start_cells().filter(|_| !rules.places_stones()) {
            let letter = c.to_ascii_lowercase();
            let side = if c.is_ascii_lowercase() { Side::Second } else { Side::First };
            if let Some(piece) = rules.pieces.iter().position(|piece| piece.letter == letter) {
                squares[side][piece] |= u128::bit(rules.board.square(file, rank));
            }
        }
        let made = Side::BOTH.map(|side| made_later(rules, &squares, side));
        Start { rules, squares, made }
    }

    /// Whether a side may ever have the piece.
    pub(crate) fn has(&self, side: Side, piece: usize) -> bool {
        self.made[side].contains(piece) || self.squares[side][piece] != 0
    }

    /// The squares on which a side may ever have the piece.
    fn reach(&self, side: Side, piece: usize) -> u128 {
        let jumps = !self.rules.pieces[piece].rules.jump_captures.is_empty();
        if self.made[side].contains(piece) || jumps {
            return !0;
        }
        reachable(self.rules, piece, side, self.squares[side][piece])
    }

    fn gives_checks(&self, side: Side) -> bool {
        self.rules.turns.allows_checks && self.may_check(side)
    }

    /// Whether a side may ever attack a royal piece. Kings do not come that near to each other.
    fn may_check(&self, side: Side) -> bool {
        let mut royal_squares = 0;
        for piece in 0..self.rules.pieces.len() {
            if self.has(!side, piece) && self.is_royal(piece) {
                royal_squares |= self.reach(!side, piece);
            }
        }
        let mut pieces = 0..self.rules.pieces.len();
        royal_squares != 0
            && (self.rules.turns.flying_general
                || pieces.any(|piece| self.attacks(side, piece, royal_squares)))
    }

    fn is_king(&self, piece: usize) -> bool {
        self.rules.pieces[piece].name == "king"
    }

    fn is_royal(&self, piece: usize) -> bool {
        let ends = &self.rules.ends;
        let is_last = ends.extinction_pieces.contains(piece) || ends.counts_all_pieces();
        self.is_king(piece) || ends.extinction_pseudo_royal && is_last
    }

    fn attacks(&self, side: Side, piece: usize, squares: u128) -> bool {
        self.has(side, piece)
            && !self.is_king(piece)
            && self.rules.pieces[piece].walks.iter().any(|walk| walk.captures)
            && self.reach(side, piece).meets(squares)
    }

    fn on_board(&self, region: Region) -> u128 {
        self.rules.board.squares_of(region)
    }
}

fn becomes(rules: &Definition, side: Side, piece: usize) -> u64 {
    let mut becomes = 0;
    if let Some(turned) = rules.pieces[piece].rules.promoted_piece_type {
        becomes |= 1 << turned;
    }
    if rules.promotion.has_demotion {
        for (other, own) in rules.pieces.iter().enumerate() {
            if own.rules.promoted_piece_type == Some(piece) {
                becomes |= 1 << other;
            }
        }
    }
    if rules.promotion.pawn_pieces[side].contains(piece) {
        becomes |= rules.promotion.new_pieces[side].0;
    }
    becomes
}

/// The pieces that a side has in its hand at the start.
fn held(rules: &Definition, side: Side) -> u64 {
    let mut held = 0;
    for (piece, own) in rules.pieces.iter().enumerate() {
        let letter = if side == Side::First { own.letter.to_ascii_uppercase() } else { own.letter };
        if start_hand(rules).contains(letter) {
            held |= 1 << piece;
        }
    }
    held
}

fn standing(squares: &[u128]) -> u64 {
    let mut standing = 0;
    for (piece, squares) in squares.iter().enumerate() {
        if *squares != 0 {
            standing |= 1 << piece;
        }
    }
    standing
}

/// The pieces of which a side may have more later.
fn made_later(rules: &Definition, squares: &[Vec<u128>; 2], side: Side) -> PieceMask {
    let drops = &rules.drops;
    let changes_sides = drops.captures_to_hand
        || drops.has_two_boards
        || rules.effects.flip_enclosed_pieces != Enclosing::None;
    let sides = if changes_sides { Side::BOTH.to_vec() } else { vec![side] };
    let mut made =
        if drops.allowed && drops.free_drops { (1 << rules.pieces.len()) - 1 } else { 0 };
    for &side in &sides {
        made |= held(rules, side);
        if changes_sides {
            made |= standing(&squares[side]);
        }
    }
    let first = held(rules, side) | standing(&squares[side]);
    loop {
        let before = made;
        for piece in 0..rules.pieces.len() {
            if PieceMask(before | first).contains(piece) {
                for &side in &sides {
                    made |= becomes(rules, side, piece);
                }
            }
        }
        if made == before {
            return PieceMask(made);
        }
    }
}

/// Whether a side has no piece, and gets none.
fn nothing(start: &Start, side: Side) -> Option<Doubt> {
    let drops = &start.rules.drops;
    let gets_some = drops.free_drops
        || drops.has_two_boards
        || start_hand(start.rules)
            .contains(|c: char| c.is_alphabetic() && c.is_lowercase() == (side == Side::Second))
        || start.rules.effects.flip_enclosed_pieces != Enclosing::None;
    let has_some = start.squares[side].iter().any(|squares| *squares != 0);
    if has_some || gets_some {
        return None;
    }
    Some(Doubt::new(["startFen"], format!("{} has no piece", SIDES[side])))
}

/// Whether there are more kings than are watched, or none after a capture.
fn kings(start: &Start) -> Option<Doubt> {
    let king = start.rules.pieces.iter().position(|piece| piece.name == "king")?;
    if start.rules.effects.petrified_pieces.contains(king) {
        let text = "a king that captures turns to stone, and its side plays on without one";
        return Some(Doubt::new(["petrifyOnCaptureTypes"], text));
    }
    let effects = &start.rules.effects;
    if effects.blast_on_capture && !effects.blast_immune_pieces.contains(king) {
        let text = "an explosion that takes a king wins nothing: write 'king = -' and a royal \
                    'commoner'";
        return Some(Doubt::new(["blastOnCapture"], text));
    }
    let side = Side::BOTH.into_iter().find(|&side| start.squares[side][king].count() > 1)?;
    let text = format!("{} has more than one king: name such pieces 'commoner'", SIDES[side]);
    Some(Doubt::new(["startFen"], text))
}

fn promotions(start: &Start, side: Side) -> Vec<Doubt> {
    let mut doubts = Vec::new();
    for piece in 0..start.rules.pieces.len() {
        doubts.extend(no_promotion(start, side, piece).or_else(|| stuck(start, side, piece)));
    }
    doubts
}

/// Whether a piece that promotes never gets to where it could.
fn no_promotion(start: &Start, side: Side, piece: usize) -> Option<Doubt> {
    let promotion = &start.rules.promotion;
    let own = &start.rules.pieces[piece];
    let region = start.on_board(promotion.region[side]);
    let becomes = own.rules.promoted_piece_type.is_some()
        || promotion.pawn_pieces[side].contains(piece)
            && promotion.new_pieces[side] != PieceMask::NONE;
    if !becomes
        || promotion.region[side] == Region::NONE
        || !start.has(side, piece)
        || promotion.sittuyin
        || start.reach(side, piece).meets(region)
    {
        return None;
    }
    let side = SIDES[side];
    let name = own.name;
    let key = format!("promotionRegion{side}");
    let why = if region == 0 { "no square on this board" } else { "no square that it reaches" };
    let text = format!("{side}'s {name} never promotes: {key} has {why}");
    Some(Doubt::new([&key, "maxRank", name], text))
}

/// Whether pawns end on squares where nothing becomes of them.
fn stuck(start: &Start, side: Side, piece: usize) -> Option<Doubt> {
    let rules = start.rules;
    let promotion = &rules.promotion;
    let is_pawn = promotion.pawn_pieces[side].contains(piece) && start.has(side, piece);
    if !is_pawn || promotion.new_pieces[side] != PieceMask::NONE {
        return None;
    }
    let ends = start.reach(side, piece) & start.on_board(promotion.region[side]);
    // A flag may be there.
    let is_goal = ends.meets(start.on_board(rules.ends.flag_region[side]));
    if ends == 0
        || is_goal
        || ends.squares().map(u128::bit).any(|at| reachable(rules, piece, side, at) != at)
    {
        return None;
    }
    let side = SIDES[side];
    let name = rules.pieces[piece].name;
    let key = format!("promotionPieceTypes{side}");
    let text = format!("{side}'s {name} has nothing to promote to on its last rank");
    Some(Doubt::new([&key, "promotionPieceTypes"], text))
}

/// Whether a flag cannot be reached, or is reached at the start.
fn flags(start: &Start, side: Side) -> Vec<Doubt> {
    let ends = &start.rules.ends;
    let region = start.on_board(ends.flag_region[side]);
    if region == 0 {
        return Vec::new();
    }
    let mut flag_pieces = match ends.flag_piece[side] {
        Some(piece) => piece..piece + 1,
        None => 0..start.rules.pieces.len(),
    };
    let name = SIDES[side];
    let key = format!("flagRegion{name}");
    let keys = [key.as_str(), "flagRegion", "flagPiece", "startFen"];
    let needed = u32::from(ends.flag_piece_count);
    let mut held = 0;
    let mut all = 0;
    let mut are_made = false;
    for piece in flag_pieces.clone() {
        held += (start.squares[side][piece] & region).count();
        all += start.squares[side][piece].count();
        are_made |= start.made[side].contains(piece);
    }
    if ends.flag_piece[side].is_some() && needed > 0 && held >= needed {
        let text = format!("{name} stands in the flag region at the start, and so wins at once");
        return vec![Doubt::new(keys, text)];
    }
    if !flag_pieces.any(|piece| start.has(side, piece) && start.reach(side, piece).meets(region)) {
        return vec![Doubt::new(keys, format!("{name} never reaches its flag region"))];
    }
    if !are_made && all < needed && !ends.flag_piece_blocked_win {
        let text =
            format!("{name} has only {all} of the {needed} pieces that have to reach the flag");
        return vec![Doubt::new(["flagPieceCount"], text)];
    }
    Vec::new()
}

/// Whether both sides have too few pieces for a row.
fn rows(start: &Start) -> Option<Doubt> {
    let rows = &start.rules.rows;
    let needed = u32::from(rows.connect_n.max(rows.collinear_n));
    let mut most: u32 = 0;
    for (squares, made) in start.squares.iter().zip(start.made) {
        let mut count = 0;
        for (piece, squares) in squares.iter().enumerate() {
            if rows.connect_pieces.is_none_or(|pieces| pieces.contains(piece)) {
                if made.contains(piece) {
                    return None;
                }
                count += squares.count();
            }
        }
        most = most.max(count);
    }
    if most >= needed {
        return None;
    }
    let text = format!("neither side has more than {most} of the {needed} pieces of a row");
    Some(Doubt::new(["connectN", "collinearN", "startFen"], text))
}

/// The pieces of the section that can never be on the board, or never move.
fn pieces(start: &Start, place: &Place) -> Vec<Doubt> {
    let mut doubts = Vec::new();
    let mut absent = Vec::new();
    let mut absent_key = None;
    for (number, piece) in start.rules.pieces.iter().enumerate() {
        let Some(key) = own_key(place, piece.name) else { continue };
        if !Side::BOTH.into_iter().any(|side| start.has(side, number)) {
            absent.push(piece.name);
            absent_key = absent_key.or(Some(key));
        } else if let Some(side) =
            Side::BOTH.into_iter().find(|&side| never_moves(start, side, number))
        {
            let text = format!("{}'s {} can never move", SIDES[side], piece.name);
            doubts.push(Doubt { keys: vec![key], text });
        }
    }
    if let Some(key) = absent_key {
        let names = absent.join(", no ");
        let text = format!("no {names} in startFen, and none comes by a promotion or from a hand");
        doubts.push(Doubt { keys: vec![key], text });
    }
    doubts
}

/// The first key of a piece that the section sets.
fn own_key(place: &Place, name: &str) -> Option<String> {
    if place.sets(name) {
        return Some(name.to_owned());
    }
    for region in ["mobilityRegion", "dropRegion"] {
        for side in SIDES {
            let key = format!("{region}{side}{}", capitalised(name));
            if place.sets(&key) {
                return Some(key);
            }
        }
    }
    None
}

fn never_moves(start: &Start, side: Side, piece: usize) -> bool {
    let own = &start.rules.pieces[piece];
    let squares = start.squares[side][piece];
    own.name != "immobile"
        && own.rules.jump_captures.is_empty()
        && !start.made[side].contains(piece)
        && squares != 0
        && reachable(start.rules, piece, side, squares) == squares
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyglot_definition::keys::Field;
    use plyglot_definition::predefined::predefined_piece;
    use std::collections::{BTreeMap, BTreeSet};

    /// A need that names nothing would never be met.
    #[test]
    fn keys_need_what_exists() {
        let mut groups = Definition::default_groups();
        let mut words: BTreeMap<&str, &[&str]> = BTreeMap::new();
        for group in &mut groups {
            for (key, field) in group.keys().iter().zip(group.fields(Side::First)) {
                let choice: &[&str] =
                    if let Field::Choice(choice) = field { choice.words() } else { &[] };
                assert_eq!(words.insert(key.name, choice), None, "{} has one row", key.name);
                assert_eq!(predefined_piece(key.name), None, "{} is no piece", key.name);
            }
        }
        let mut facts = BTreeSet::new();
        for key in groups.iter().flat_map(|group| group.keys()) {
            for one in key.needs.iter().flat_map(|need| alternatives(need)) {
                let (name, word) = key_and_word(one);
                match (words.get(name), word) {
                    (Some(words), Some(word)) => assert!(words.contains(&word), "{one}"),
                    (Some(_), None) => assert_ne!(name, key.name, "{one}"),
                    (None, _) if predefined_piece(one).is_some() => {}
                    (None, _) => {
                        facts.insert(one);
                    }
                }
            }
        }
        let known: BTreeSet<&str> = FACTS.iter().map(|(fact, _)| *fact).collect();
        assert_eq!(facts, known);
    }
}
