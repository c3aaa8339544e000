//! Facts for the sentences that are no values of keys.

use super::words::{join, many};
use super::{RulesWriter, Value, Values};
use plyglot_core::game::Side;
use plyglot_definition::{Definition, How, PieceMask, Region, Walk, Walling};
use plyglot_support::text::{number_word, with_article};
use plyglot_variants::{PieceSet, Square, Swap, piece_set};

/// Whether the mirror image of a walk, by files or by ranks, is missing.
fn is_one_way(walks: &[Walk]) -> bool {
    !walks.iter().all(|walk| {
        walks.contains(&Walk { ranks: -walk.ranks, ..*walk })
            && walks.contains(&Walk { files: -walk.files, ..*walk })
    })
}

/// Whether one of the walks, but for the first moves, leads back by another.
fn goes_back(walks: &[Walk]) -> bool {
    let mut ways: Vec<[i8; 2]> = Vec::new();
    for walk in walks.iter().filter(|walk| !walk.initial) {
        ways.push([walk.files, walk.ranks]);
    }
    ways.iter().any(|way| ways.contains(&way.map(|by| -by)))
}

/// Several of a piece, or one: `two knights`, `a knight`.
fn counted(count: usize, one: &str, name: &str) -> String {
    if count == 1 { one.to_owned() } else { format!("{} {}", number_word(count), many(name)) }
}

impl RulesWriter<'_> {
    pub(super) fn add_facts(&self, values: &mut Values) {
        self.board_facts(values);
        self.hand_facts(values);
        self.promotion_facts(values);
        self.move_facts(values);
        self.castling_facts(values);
        self.royal_facts(values);
        self.extinction_facts(values);
        self.flag_facts(values);
        self.end_facts(values);
    }

    fn board_facts(&self, values: &mut Values) {
        let rules = self.rules;
        let has_points = matches!(piece_set(rules), PieceSet::Xiangqi | PieceSet::Janggi);
        values.say("first", self.words.sides[0].as_str());
        values.say("second", self.words.sides[1].as_str());
        values.say("begins", self.words.sides[usize::from(rules.board.second_begins())].as_str());
        values.flag("stones", rules.places_stones());
        values.flag("rankFirst", self.words.labels.is_rank_first);
        values.flag("crosses", piece_set(rules) == PieceSet::Stones);
        values.say("cell", if rules.board.is_hexagonal { "cell" } else { "point" });
        values.say("cells", if has_points { "points, where lines meet" } else { "squares" });
        values.flag("hex", rules.is_won_when_full());
        values.say("slant", if rules.is_hex() { "d5 and f3" } else { "d3 and f5" });
        values.say("swap", self.swap());
        values.say("mirrored", self.mirrored());
        values.say("squares", self.words.squares.len().to_string());
        values.flag("blocked", rules.board.start_cells().any(|(_, _, c)| c == '*'));
        values.say("turned", self.turned());
        values.set_both("anyPiece", Value::Pieces(self.words.every()));
        values.flag("oneKind", self.words.pieces(self.words.every()).len() == 1);
        values.flag("walks", self.walks().next().is_some() || rules.hops());
        values.flag("takers", self.walks().any(|walk| walk.captures));
        let hops = self.walks().any(|walk| matches!(walk.how, How::Hop(_) | How::Grasshop(_)));
        values.flag("hops", hops);
        values.flag("anyPass", rules.turns.has_passes());
        values.flag("repeats", self.may_repeat());
        values.flag("forward", self.has_directions());
    }

    fn walks(&self) -> impl Iterator<Item = &Walk> {
        let pieces = self.words.pieces(self.words.every()).into_iter();
        pieces.flat_map(move |piece| self.rules.pieces[piece].walks.iter())
    }

    /// The word for what a swap does.
    fn swap(&self) -> &'static str {
        match self.facts.swap {
            Some(Swap::Sides) => "sides",
            Some(Swap::Turned) => "turned",
            Some(Swap::Mirrored) | None => "mirrored",
        }
    }

    fn mirrored(&self) -> String {
        let Some([from, to]) = self.facts.mirrored else { return String::new() };
        format!("{} for {}", self.words.square(to), self.words.square(from))
    }

    /// What a `+` makes of each piece.
    fn turned(&self) -> String {
        let mut turned = Vec::new();
        for piece in self.words.pieces(self.words.every()) {
            if let Some(into) = self.promoted(piece) {
                let letter = self.rules.pieces[piece].letter.to_ascii_uppercase();
                // Players have other names for pieces that go as one of the start position.
                let verb = if self.words.lettered.contains(into) { "goes as" } else { "is" };
                let name = with_article(&self.words.names[into]);
                turned.push(format!("`+{letter}` {verb} {name}"));
            }
        }
        join(turned, "and")
    }

    pub(super) fn comes_back(&self) -> bool {
        self.rules.drops.captures_to_hand || self.rules.drops.has_two_boards
    }

    fn may_repeat(&self) -> bool {
        let mut hops = self.rules.pieces.iter().flat_map(|own| &own.rules.jump_moves);
        self.comes_back()
            || self.walks().any(|walk| walk.moves && walk.ranks <= 0)
            || hops.any(|hop| hop.ranks <= 0)
    }

    /// Whether it matters to which end of the board a side plays.
    fn has_directions(&self) -> bool {
        let goals = self.rules.ends.flag_region.map(|region| self.words.within(region));
        let have_goals = goals[0] != goals[1] && !goals.contains(&Vec::new());
        let mut pieces = self.words.pieces(self.words.every()).into_iter();
        have_goals
            || self.rules.drops.region[0] != self.rules.drops.region[1]
            || pieces.any(|piece| is_one_way(&self.rules.pieces[piece].walks))
    }

    fn hand_facts(&self, values: &mut Values) {
        let rules = self.rules;
        let drops = &rules.drops;
        let hands = &self.facts.hands;
        values.say_by_side("held", Side::BOTH.map(|side| self.held(side)));
        let may_hold = hands.each_ref().map(|hand| self.comes_back() || !hand.is_empty());
        values.flag_by_side("mayHold", may_hold);
        let filled = self.filled();
        let stock: usize = hands.iter().flatten().map(|(_, held)| usize::from(*held)).sum();
        values.flag("scarce", stock + filled.len() < self.words.squares.len());
        if self.words.within(drops.enclosing_start).iter().all(|at| filled.contains(at)) {
            values.say("enclosingDropStart", "");
        }
        values.flag("hasHands", rules.has_hands());
        values.flag("handPawn", self.may_hold_pawns());
        values.say("kingGates", self.gates_of("king"));
        values.say("fersGates", self.gates_of("fers"));
        values.flag_by_side("closedGates", drops.region.map(|region| !self.is_whole(region)));
        values.flag("mustDropOne", drops.must_drop_type.is_some());
        values.set("gates", self.words.places(Side::BOTH.map(|side| self.gates(side))));
    }

    /// What a side has in hand at the start.
    fn held(&self, side: Side) -> String {
        let mut pieces = Vec::new();
        for &(piece, held) in &self.facts.hands[side] {
            let name = &self.words.names[piece];
            pieces.push(counted(held.into(), &with_article(name), name));
        }
        join(pieces, "and")
    }

    /// The squares that are not empty at the start.
    fn filled(&self) -> Vec<Square> {
        let mut filled: Vec<Square> =
            self.rules.board.start_cells().map(|(file, rank, _)| (file, rank)).collect();
        filled.retain(|at| self.words.squares.contains(at));
        filled
    }

    fn may_hold_pawns(&self) -> bool {
        let pawn = self.words.named("pawn");
        let is_held = self.facts.hands.iter().flatten().any(|(piece, _)| Some(*piece) == pawn);
        pawn.is_some() && (is_held || self.comes_back() || self.rules.drops.free_drops)
    }

    /// The squares at the start of pieces of a kind that leap as in Cambodia.
    fn gates_of(&self, name: &str) -> String {
        let mut gates: Vec<&(Square, usize)> = self.facts.gates.iter().flatten().collect();
        gates.retain(|(_, piece)| self.rules.pieces[*piece].name == name);
        join(gates.iter().map(|(at, _)| self.words.square(*at)), "or")
    }

    fn gates(&self, side: Side) -> Region {
        Region::from_squares(self.facts.gates[side].iter().map(|&(at, _)| at))
    }

    fn promoted(&self, piece: usize) -> Option<usize> {
        self.rules.pieces[piece].rules.promoted_piece_type
    }

    fn promotion_facts(&self, values: &mut Values) {
        let rules = self.rules;
        let promotion = &rules.promotion;
        let pawn = self.words.named("pawn");
        values.flag("turnsPawn", pawn.is_some_and(|pawn| self.promoted(pawn).is_some()));
        values.say_by_side("turning", Side::BOTH.map(|side| self.turning(side)));
        let pawns = Side::BOTH.map(|side| self.pawns(side));
        values.set("promotionPawnTypes", pawns.map(Value::Pieces));
        let becomes_new = promotion.new_pieces != [PieceMask::NONE; 2];
        values.flag("promotes", rules.promotes_pieces() || becomes_new);
        for (name, turns, becomes) in
            [("stuckPawns", false, false), ("turningPawns", true, false), ("choosing", true, true)]
        {
            let pieces = Side::BOTH.map(|side| self.pawns_that(side, turns, becomes));
            values.set(name, pieces.map(Value::Pieces));
        }
        let are_whole = promotion.region.map(|region| self.is_whole(region));
        values.flag_by_side("promotesAnywhere", are_whole);
        values.say("points", self.points());
        values.say("promotionLimits", self.promotion_limits());
    }

    /// What the pieces of a side turn into.
    fn turning(&self, side: Side) -> String {
        let mut pairs = Vec::new();
        for piece in self.words.pieces(self.words.has[side]) {
            if let Some(into) = self.promoted(piece) {
                let from = with_article(&self.words.names[piece]);
                pairs.push(format!("{from} to {}", with_article(&self.words.names[into])));
            }
        }
        join(pairs, "and")
    }

    fn pawns(&self, side: Side) -> PieceMask {
        PieceMask(self.rules.promotion.pawn_pieces[side].0 & self.words.has[side].0)
    }

    /// The pawns that turn over or not, if its side's pawns become something else or not.
    fn pawns_that(&self, side: Side, turn: bool, become_new: bool) -> PieceMask {
        if (self.rules.promotion.new_pieces[side] != PieceMask::NONE) != become_new {
            return PieceMask::NONE;
        }
        let pawns = self.pawns(side);
        self.words
            .pieces_that(|&piece| pawns.contains(piece) && self.promoted(piece).is_some() == turn)
    }

    fn points(&self) -> String {
        let mut points = Vec::new();
        if self.rules.has_points() {
            for piece in self.words.pieces(self.words.every()) {
                let name = with_article(&self.words.names[piece]);
                points.push(format!("{} for {name}", self.rules.pieces[piece].rules.points));
            }
        }
        join(points, "and")
    }

    fn promotion_limits(&self) -> String {
        let mut limits = Vec::new();
        for piece in self.words.pieces(self.words.every()) {
            let name = &self.words.names[piece];
            let limit = self.rules.pieces[piece].rules.promotion_limit;
            if limit > 0 {
                limits.push(counted(limit.into(), &format!("one {name}"), name));
            }
        }
        join(limits, "or")
    }

    fn move_facts(&self, values: &mut Values) {
        let rules = self.rules;
        let long = self.words.pieces_that(|&piece| self.may_go_far(piece));
        values.set_both("long", Value::Pieces(long));
        let region = rules.pawns.en_passant_region;
        let passes = Side::BOTH.map(|side| {
            rules.pawns.en_passant_pieces[side] != PieceMask::NONE
                && !self.words.within(region[side]).is_empty()
        });
        values.flag("passing", passes.contains(&true));
        let are_parts = Side::BOTH.map(|side| passes[side] && !self.is_whole(region[side]));
        values.flag_by_side("passedPart", are_parts);
        let immune = rules.effects.blast_immune_pieces;
        let spared = self
            .words
            .pieces_that(|&piece| rules.pieces[piece].name == "pawn" || immune.contains(piece));
        values.set_both("spared", Value::Pieces(spared));
        values.flag("walled", rules.walls.region.iter().any(|&region| !self.is_whole(region)));
        values.flag("jumps", rules.jumps());
        let jumps: Vec<&Walk> =
            rules.pieces.iter().flat_map(|own| &own.rules.jump_captures).collect();
        values.flag("flies", jumps.iter().any(|jump| jump.how == How::Ride(0)));
        values.flag("encloses", rules.encloses());
        let king = rules.captures.custodial_king.map_or(0, |king| 1 << king);
        values.set("hadKing", self.words.has.map(|has| Value::Pieces(PieceMask(has.0 & king))));
        let king = self.words.named("king").map(|king| &rules.pieces[king]);
        let is_bound = king.is_some_and(|king| king.mobility.iter().any(|at| !self.is_whole(*at)));
        values.flag("palaces", is_bound);
    }

    /// Whether the first move of a piece may be longer than its others.
    fn may_go_far(&self, piece: usize) -> bool {
        let own = &self.rules.pieces[piece];
        let pawns = &self.rules.pawns;
        let has_first_moves = pawns.has_double_step && self.is_some(pawns.double_step_region);
        self.long_steps(own) > 0 || has_first_moves && own.walks.iter().any(|walk| walk.initial)
    }

    fn castling_facts(&self, values: &mut Values) {
        values.say("castlings", self.castlings());
        values.flag("royalCastles", self.castles_with_royal());
        let last_rank = self.rules.board.max_rank - 1;
        let rank = self.rules.castling.rank.min(last_rank);
        values.say_by_side("homes", [self.homes(rank), self.homes(last_rank - rank)]);
        values.say_by_side("wins", self.rules.castling.wins.map(|wins| self.winning_wings(wins)));
    }

    /// Where kings and rooks go, for each side that castles.
    fn castlings(&self) -> String {
        let castling = &self.rules.castling;
        let king = castling.king_piece.map_or("", |king| &self.words.names[king]);
        let rooks = self.words.any(castling.rook_pieces);
        let mut castlings = Vec::new();
        for (side, all) in self.words.sides.iter().zip(&self.facts.castlings) {
            let mut ways = Vec::new();
            for way in all {
                let [from, rook_from, to, rook_to] = way.map(|at| self.words.square(at));
                ways.push(format!("{king} {from}–{to} and {rooks} {rook_from}–{rook_to}"));
            }
            if !ways.is_empty() {
                castlings.push(format!("{side}: {}", ways.join(", or ")));
            }
        }
        castlings.join("; ")
    }

    fn castles_with_royal(&self) -> bool {
        let ends = &self.rules.ends;
        self.rules.castling.king_piece.is_some_and(|king| {
            self.words.named("king") == Some(king)
                || ends.extinction_pseudo_royal && ends.extinction_pieces.contains(king)
        })
    }

    /// Where a king and a rook that were dropped may castle on a rank.
    fn homes(&self, rank: u8) -> String {
        let castling = &self.rules.castling;
        if !castling.allowed || castling.king_piece.is_none() || !self.rules.drops.allowed {
            return String::new();
        }
        let last_file = self.rules.board.max_file - 1;
        let [king, queenside, kingside] =
            [castling.king_file, castling.rook_queenside_file, castling.rook_kingside_file]
                .map(|file| self.words.square((file.min(last_file), rank)));
        format!("{king} and {}", join([queenside, kingside], "or"))
    }

    fn winning_wings(&self, wins: [bool; 2]) -> String {
        let mut wings = Vec::new();
        for (wing, wins) in ["the king's side", "the queen's side"].into_iter().zip(wins) {
            if wins && self.rules.castling.allowed {
                wings.push(wing.to_owned());
            }
        }
        join(wings, "or")
    }

    fn royal_facts(&self, values: &mut Values) {
        let rules = self.rules;
        let royal = self.royal();
        values.flag("watched", !royal.is_empty() && rules.turns.allows_checks);
        values.say("royal", royal);
        let pseudo = self.pseudo_royal();
        let immune = rules.effects.blast_immune_pieces;
        let exposed =
            self.words.pieces_that(|&piece| pseudo.contains(piece) && !immune.contains(piece));
        values.set_both("exposed", Value::Pieces(exposed));
        for (name, is_so) in [("petrified", false), ("stuckRoyal", true)] {
            let pieces = self.words.pieces_that(|&piece| {
                let stays = rules.effects.blast_on_capture && immune.contains(piece);
                let is_stuck = pseudo.contains(piece) && self.words.single.contains(piece);
                rules.effects.petrified_pieces.contains(piece) && !stays && is_stuck == is_so
            });
            values.set_both(name, Value::Pieces(pieces));
        }
        let mut pieces = self.words.pieces(self.words.every()).into_iter();
        let kingly = ["king", "lion", "general"];
        values.flag("kingly", pieces.any(|piece| kingly.contains(&&*self.words.names[piece])));
        let is_duple = rules.ends.extinction_pseudo_royal && rules.ends.duple_check;
        let royals =
            if is_duple { self.words.all(rules.ends.extinction_pieces) } else { String::new() };
        values.say("royals", royals);
    }

    /// The king of a side, which is royal while it has no other.
    fn king(&self) -> Option<String> {
        let king = self.words.named("king")?;
        let last = if self.words.single.contains(king) { "" } else { "last " };
        Some(format!("the {last}{}", self.words.names[king]))
    }

    /// The pieces of which the last one is royal.
    fn pseudo_royal(&self) -> PieceMask {
        let ends = &self.rules.ends;
        let pieces = ends.extinction_pieces.0 & self.words.every().0;
        PieceMask(if ends.extinction_pseudo_royal { pieces } else { 0 })
    }

    /// The pieces of a side that may not be left under attack.
    fn royal(&self) -> String {
        let ends = &self.rules.ends;
        let mut royal: Vec<String> = self.king().into_iter().collect();
        for piece in self.words.pieces(self.pseudo_royal()) {
            if self.words.named("king") != Some(piece) {
                royal.push(
                    self.last_of(&self.words.names[piece], self.words.single.contains(piece)),
                );
            }
        }
        if ends.counts_all_pieces() && ends.extinction_pseudo_royal {
            royal.push(self.last_of("piece", false));
        }
        join(royal, "or")
    }

    /// The piece that a side loses by: `the last knight`.
    fn last_of(&self, name: &str, is_single: bool) -> String {
        match usize::from(self.rules.ends.extinction_piece_count) + 1 {
            limit if limit > usize::from(self.rules.board.max_file) * 2 => format!("any {name}"),
            1 if is_single => format!("the {name}"),
            1 => format!("the last {name}"),
            limit => format!("any of the last {} {}", number_word(limit), many(name)),
        }
    }

    fn extinction_facts(&self, values: &mut Values) {
        let ends = &self.rules.ends;
        values.say("extinct", self.extinct());
        let is_bare = ends.counts_all_pieces()
            && self.words.pieces(ends.extinction_pieces).is_empty()
            && self.words.named("king").is_some()
            && ends.extinction_piece_count == 1;
        values.flag("bared", is_bare && ends.extinction_opponent_piece_count == 2);
        values.say("whileOther", self.while_other());
    }

    /// What a side has left that loses by it.
    fn extinct(&self) -> String {
        let ends = &self.rules.ends;
        if ends.extinction_pseudo_royal && !self.rules.effects.blast_on_capture {
            return String::new();
        }
        let pieces = self.words.pieces(ends.extinction_pieces);
        let mut names: Vec<&str> = pieces.iter().map(|&piece| &*self.words.names[piece]).collect();
        if ends.counts_all_pieces() {
            names.push("piece");
        }
        let limit = usize::from(ends.extinction_piece_count) + 1;
        let extinct = names.into_iter().map(|name| match (limit, self.king()) {
            (1, _) => format!("no {name}"),
            (2, Some(king)) if name == "piece" => format!("only {}", king.replace("the", "its")),
            _ => format!("fewer than {} {}", number_word(limit), many(name)),
        });
        join(extinct, "or")
    }

    /// How many pieces the other side must have for that.
    fn while_other(&self) -> String {
        let ends = &self.rules.ends;
        let them = match ends.extinction_opponent_piece_count {
            0 => return String::new(),
            _ if !self.words.pieces(ends.extinction_pieces).is_empty() => " of those",
            1 => " piece",
            _ => " pieces",
        };
        let least = number_word(ends.extinction_opponent_piece_count.into());
        format!(", while the other side has at least {least}{them},")
    }

    fn flag_facts(&self, values: &mut Values) {
        let rules = self.rules;
        let king = self.words.named("king");
        let has_flag = self.is_some(rules.ends.flag_region);
        let is_answered = rules.ends.flag_may_be_answered;
        let is_race = king.is_some() && rules.ends.flag_piece == [king; 2];
        values.flag("anyFlag", has_flag);
        values.flag("oneFlag", rules.ends.flag_piece_count < 2);
        values.flag("flagLater", is_answered && !is_race);
        values.flag("flagRace", has_flag && is_answered && is_race);
        values.say_by_side("flagOwn", rules.ends.flag_piece.map(|piece| self.flag_own(piece)));
    }

    /// What a side has to bring to the flag, if this is its kind.
    fn flag_own(&self, piece: Option<usize>) -> String {
        match piece {
            Some(piece) if self.words.single.contains(piece) => {
                format!("its {}", self.words.names[piece])
            }
            Some(piece) => format!("one of its {}", many(&self.words.names[piece])),
            None => "one of its pieces".to_owned(),
        }
    }

    fn end_facts(&self, values: &mut Values) {
        let rules = self.rules;
        values.set("checks", self.facts.checks.map(|checks| Value::Number(checks.into())));
        let rows = &rules.rows;
        let is_all = rows.connect_vertical && rows.connect_horizontal && rows.connect_diagonal;
        let along = self.along();
        values.say("lines", if is_all { String::new() } else { format!(" {along}") });
        values.flag("allLines", is_all);
        values.say("along", along);
        values.flag("connected", rules.ends.material_counting.counts_connected());
        values.say("progress", self.progress());
        values.flag("dead", self.facts.is_dead_by_material);
        values.flag("fillsUp", self.fills_up());
    }

    /// Along which lines rows and chains go.
    fn along(&self) -> String {
        let rows = &self.rules.rows;
        let is_hexagonal = self.rules.board.is_hexagonal;
        let diagonals = if is_hexagonal { "diagonals as from a1 to b2" } else { "diagonals" };
        let lines = [
            (rows.connect_vertical, "files"),
            (rows.connect_horizontal, "ranks"),
            (rows.connect_diagonal, diagonals),
        ];
        let counted = lines.into_iter().filter(|(counts, _)| *counts);
        format!("along {}", join(counted.map(|(_, line)| line.to_owned()), "or"))
    }

    /// What the rule of moves without progress counts as progress.
    fn progress(&self) -> String {
        let pieces = self.rules.repetition.n_move_rule_pieces;
        let mut progress = vec!["a capture".to_owned()];
        if self.promotes_for_good() && self.is_some(self.rules.promotion.region) {
            progress.push("a promotion".to_owned());
        }
        if self.rules.drops.allowed {
            progress.push("a drop".to_owned());
        }
        if pieces[0] == pieces[1] {
            progress.extend(self.progress_of(pieces[0], ""));
        } else {
            for (side, pieces) in self.words.sides.iter().zip(pieces) {
                progress.extend(self.progress_of(pieces, &format!(" of {side}")));
            }
        }
        join(progress, "or")
    }

    fn promotes_for_good(&self) -> bool {
        let promotion = &self.rules.promotion;
        let has_pawns = Side::BOTH.into_iter().any(|side| {
            promotion.new_pieces[side] != PieceMask::NONE
                && !self.words.pieces(promotion.pawn_pieces[side]).is_empty()
        });
        has_pawns || self.rules.promotes_pieces() && !promotion.has_demotion
    }

    fn progress_of(&self, moved: PieceMask, of_side: &str) -> Option<String> {
        let pieces = self.words.pieces(moved);
        if pieces.is_empty() {
            return None;
        }
        let goes_back = pieces.iter().any(|&piece| goes_back(&self.rules.pieces[piece].walks));
        let end = if goes_back { " that could not be taken back" } else { "" };
        Some(format!("a move of {}{of_side}{end}", with_article(&self.words.any(moved))))
    }

    /// Whether walls fill the board before moves without progress could draw the game.
    fn fills_up(&self) -> bool {
        let Definition { walls, drops, repetition, .. } = self.rules;
        let stays = !matches!(walls.rule, Walling::None | Walling::Duck);
        let is_each = stays && !walls.wall_or_move && !drops.allowed;
        is_each && self.words.squares.len() <= 2 * usize::from(repetition.n_move_rule)
    }
}
