//! Facts for the sentences that are no values of keys.

use super::words::{join, many};
use super::{RulesWriter, Value, Values};
use plyglot_core::game::Side;
use plyglot_support::text::{number_word, with_article};
use plyglot_variants::definition::{Definition, How, PieceMask, Region, Walk, Walling};
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
        let d = self.d;
        let has_points = matches!(piece_set(d), PieceSet::Xiangqi | PieceSet::Janggi);
        values.say("first", self.w.sides[0].as_str());
        values.say("second", self.w.sides[1].as_str());
        values.say("begins", self.w.sides[usize::from(d.board.second_begins())].as_str());
        values.flag("stones", d.places_stones());
        values.flag("rankFirst", self.w.labels.is_rank_first);
        values.flag("crosses", piece_set(d) == PieceSet::Stones);
        values.say("cell", if d.board.is_hexagonal { "cell" } else { "point" });
        values.say("cells", if has_points { "points, where lines meet" } else { "squares" });
        values.flag("hex", d.is_won_when_full());
        values.say("slant", if d.is_hex() { "d5 and f3" } else { "d3 and f5" });
        values.say("swap", self.swap());
        values.say("mirrored", self.mirrored());
        values.say("squares", self.w.squares.len().to_string());
        values.flag("blocked", d.board.start_cells().any(|(_, _, c)| c == '*'));
        values.say("turned", self.turned());
        values.set_both("anyPiece", Value::Pieces(self.w.every()));
        values.flag("oneKind", self.w.pieces(self.w.every()).len() == 1);
        values.flag("walks", self.walks().next().is_some() || d.hops());
        values.flag("takers", self.walks().any(|walk| walk.captures));
        let hops = self.walks().any(|walk| matches!(walk.how, How::Hop(_) | How::Grasshop(_)));
        values.flag("hops", hops);
        values.flag("anyPass", d.turns.has_passes());
        values.flag("repeats", self.may_repeat());
        values.flag("forward", self.has_directions());
    }

    fn walks(&self) -> impl Iterator<Item = &Walk> {
        let pieces = self.w.pieces(self.w.every()).into_iter();
        pieces.flat_map(move |piece| self.d.pieces[piece].walks.iter())
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
        format!("{} for {}", self.w.square(to), self.w.square(from))
    }

    /// What a `+` makes of each piece.
    fn turned(&self) -> String {
        let mut turned = Vec::new();
        for piece in self.w.pieces(self.w.every()) {
            if let Some(into) = self.promoted(piece) {
                let letter = self.d.pieces[piece].letter.to_ascii_uppercase();
                // Players have other names for pieces that go as one of the start position.
                let verb = if self.w.lettered.contains(into) { "goes as" } else { "is" };
                turned.push(format!("`+{letter}` {verb} {}", with_article(&self.w.names[into])));
            }
        }
        join(turned, "and")
    }

    pub(super) fn comes_back(&self) -> bool {
        self.d.drops.captures_to_hand || self.d.drops.has_two_boards
    }

    fn may_repeat(&self) -> bool {
        self.comes_back()
            || self.walks().any(|walk| walk.moves && walk.ranks <= 0)
            || self.d.pieces.iter().flat_map(|own| &own.rules.jump_moves).any(|hop| hop.ranks <= 0)
    }

    /// Whether it matters to which end of the board a side plays.
    fn has_directions(&self) -> bool {
        let goals = self.d.ends.flag_region.map(|region| self.w.within(region));
        let have_goals = goals[0] != goals[1] && !goals.contains(&Vec::new());
        let mut pieces = self.w.pieces(self.w.every()).into_iter();
        have_goals
            || self.d.drops.region[0] != self.d.drops.region[1]
            || pieces.any(|piece| is_one_way(&self.d.pieces[piece].walks))
    }

    fn hand_facts(&self, values: &mut Values) {
        let d = self.d;
        let drops = &d.drops;
        let hands = &self.facts.hands;
        values.say_by_side("held", Side::BOTH.map(|side| self.held(side)));
        let may_hold = hands.each_ref().map(|hand| self.comes_back() || !hand.is_empty());
        values.flag_by_side("mayHold", may_hold);
        let filled = self.filled();
        let stock: usize = hands.iter().flatten().map(|(_, held)| usize::from(*held)).sum();
        values.flag("scarce", stock + filled.len() < self.w.squares.len());
        if self.w.within(drops.enclosing_start).iter().all(|at| filled.contains(at)) {
            values.say("enclosingDropStart", "");
        }
        values.flag("hasHands", d.has_hands());
        values.flag("handPawn", self.may_hold_pawns());
        values.say("kingGates", self.gates_of("king"));
        values.say("fersGates", self.gates_of("fers"));
        values.flag_by_side("closedGates", drops.region.map(|region| !self.is_whole(region)));
        values.flag("mustDropOne", drops.must_drop_type.is_some());
        values.set("gates", self.w.places(Side::BOTH.map(|side| self.gates(side))));
    }

    /// What a side has in hand at the start.
    fn held(&self, side: Side) -> String {
        let mut pieces = Vec::new();
        for &(piece, held) in &self.facts.hands[side] {
            let name = &self.w.names[piece];
            pieces.push(counted(held.into(), &with_article(name), name));
        }
        join(pieces, "and")
    }

    /// The squares that are not empty at the start.
    fn filled(&self) -> Vec<Square> {
        let mut filled: Vec<Square> =
            self.d.board.start_cells().map(|(file, rank, _)| (file, rank)).collect();
        filled.retain(|at| self.w.squares.contains(at));
        filled
    }

    fn may_hold_pawns(&self) -> bool {
        let pawn = self.w.named("pawn");
        let is_held = self.facts.hands.iter().flatten().any(|(piece, _)| Some(*piece) == pawn);
        pawn.is_some() && (is_held || self.comes_back() || self.d.drops.free_drops)
    }

    /// The squares at the start of pieces of a kind that leap as in Cambodia.
    fn gates_of(&self, name: &str) -> String {
        let mut gates: Vec<&(Square, usize)> = self.facts.gates.iter().flatten().collect();
        gates.retain(|(_, piece)| self.d.pieces[*piece].name == name);
        join(gates.iter().map(|(at, _)| self.w.square(*at)), "or")
    }

    fn gates(&self, side: Side) -> Region {
        Region::from_squares(self.facts.gates[side].iter().map(|&(at, _)| at))
    }

    fn promoted(&self, piece: usize) -> Option<usize> {
        self.d.pieces[piece].rules.promoted_piece_type
    }

    fn promotion_facts(&self, values: &mut Values) {
        let d = self.d;
        let promotion = &d.promotion;
        let pawn = self.w.named("pawn");
        values.flag("turnsPawn", pawn.is_some_and(|pawn| self.promoted(pawn).is_some()));
        values.say_by_side("turning", Side::BOTH.map(|side| self.turning(side)));
        let pawns = Side::BOTH.map(|side| self.pawns(side));
        values.set("promotionPawnTypes", pawns.map(Value::Pieces));
        let becomes_new = promotion.new_pieces != [PieceMask::NONE; 2];
        values.flag("promotes", d.promotes_pieces() || becomes_new);
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
        for piece in self.w.pieces(self.w.has[side]) {
            if let Some(into) = self.promoted(piece) {
                let from = with_article(&self.w.names[piece]);
                pairs.push(format!("{from} to {}", with_article(&self.w.names[into])));
            }
        }
        join(pairs, "and")
    }

    fn pawns(&self, side: Side) -> PieceMask {
        PieceMask(self.d.promotion.pawn_pieces[side].0 & self.w.has[side].0)
    }

    /// The pawns that turn over or not, if its side's pawns become something else or not.
    fn pawns_that(&self, side: Side, turn: bool, become_new: bool) -> PieceMask {
        if (self.d.promotion.new_pieces[side] != PieceMask::NONE) != become_new {
            return PieceMask::NONE;
        }
        let pawns = self.pawns(side);
        self.w.pieces_that(|&piece| pawns.contains(piece) && self.promoted(piece).is_some() == turn)
    }

    fn points(&self) -> String {
        let mut points = Vec::new();
        if self.d.has_points() {
            for piece in self.w.pieces(self.w.every()) {
                let name = with_article(&self.w.names[piece]);
                points.push(format!("{} for {name}", self.d.pieces[piece].rules.points));
            }
        }
        join(points, "and")
    }

    fn promotion_limits(&self) -> String {
        let mut limits = Vec::new();
        for piece in self.w.pieces(self.w.every()) {
            let name = &self.w.names[piece];
            let limit = self.d.pieces[piece].rules.promotion_limit;
            if limit > 0 {
                limits.push(counted(limit.into(), &format!("one {name}"), name));
            }
        }
        join(limits, "or")
    }

    fn move_facts(&self, values: &mut Values) {
        let d = self.d;
        values.set_both("long", Value::Pieces(self.w.pieces_that(|&piece| self.may_go_far(piece))));
        let region = d.pawns.en_passant_region;
        let passes = Side::BOTH.map(|side| {
            d.pawns.en_passant_pieces[side] != PieceMask::NONE
                && !self.w.within(region[side]).is_empty()
        });
        values.flag("passing", passes.contains(&true));
        let are_parts = Side::BOTH.map(|side| passes[side] && !self.is_whole(region[side]));
        values.flag_by_side("passedPart", are_parts);
        let immune = d.effects.blast_immune_pieces;
        let spared =
            self.w.pieces_that(|&piece| d.pieces[piece].name == "pawn" || immune.contains(piece));
        values.set_both("spared", Value::Pieces(spared));
        values.flag("walled", d.walls.region.iter().any(|&region| !self.is_whole(region)));
        values.flag("jumps", d.jumps());
        let jumps: Vec<&Walk> = d.pieces.iter().flat_map(|own| &own.rules.jump_captures).collect();
        values.flag("flies", jumps.iter().any(|jump| jump.how == How::Ride(0)));
        values.flag("encloses", d.encloses());
        let king = d.captures.custodial_king.map_or(0, |king| 1 << king);
        values.set("hadKing", self.w.has.map(|has| Value::Pieces(PieceMask(has.0 & king))));
        let king = self.w.named("king").map(|king| &d.pieces[king]);
        let is_bound = king.is_some_and(|king| king.mobility.iter().any(|at| !self.is_whole(*at)));
        values.flag("palaces", is_bound);
    }

    /// Whether the first move of a piece may be longer than its others.
    fn may_go_far(&self, piece: usize) -> bool {
        let own = &self.d.pieces[piece];
        let pawns = &self.d.pawns;
        let has_first_moves = pawns.has_double_step && self.is_some(pawns.double_step_region);
        self.long_steps(own) > 0 || has_first_moves && own.walks.iter().any(|walk| walk.initial)
    }

    fn castling_facts(&self, values: &mut Values) {
        values.say("castlings", self.castlings());
        values.flag("royalCastles", self.castles_with_royal());
        let last_rank = self.d.board.max_rank - 1;
        let rank = self.d.castling.rank.min(last_rank);
        values.say_by_side("homes", [self.homes(rank), self.homes(last_rank - rank)]);
        values.say_by_side("wins", self.d.castling.wins.map(|wins| self.winning_wings(wins)));
    }

    /// Where kings and rooks go, for each side that castles.
    fn castlings(&self) -> String {
        let castling = &self.d.castling;
        let king = castling.king_piece.map_or("", |king| &self.w.names[king]);
        let rooks = self.w.any(castling.rook_pieces);
        let mut castlings = Vec::new();
        for (side, all) in self.w.sides.iter().zip(&self.facts.castlings) {
            let mut ways = Vec::new();
            for way in all {
                let [from, rook_from, to, rook_to] = way.map(|at| self.w.square(at));
                ways.push(format!("{king} {from}–{to} and {rooks} {rook_from}–{rook_to}"));
            }
            if !ways.is_empty() {
                castlings.push(format!("{side}: {}", ways.join(", or ")));
            }
        }
        castlings.join("; ")
    }

    fn castles_with_royal(&self) -> bool {
        let ends = &self.d.ends;
        self.d.castling.king_piece.is_some_and(|king| {
            self.w.named("king") == Some(king)
                || ends.extinction_pseudo_royal && ends.extinction_pieces.contains(king)
        })
    }

    /// Where a king and a rook that were dropped may castle on a rank.
    fn homes(&self, rank: u8) -> String {
        let castling = &self.d.castling;
        if !castling.allowed || castling.king_piece.is_none() || !self.d.drops.allowed {
            return String::new();
        }
        let last_file = self.d.board.max_file - 1;
        let [king, queenside, kingside] =
            [castling.king_file, castling.rook_queenside_file, castling.rook_kingside_file]
                .map(|file| self.w.square((file.min(last_file), rank)));
        format!("{king} and {}", join([queenside, kingside], "or"))
    }

    fn winning_wings(&self, wins: [bool; 2]) -> String {
        let mut wings = Vec::new();
        for (wing, wins) in ["the king's side", "the queen's side"].into_iter().zip(wins) {
            if wins && self.d.castling.allowed {
                wings.push(wing.to_owned());
            }
        }
        join(wings, "or")
    }

    fn royal_facts(&self, values: &mut Values) {
        let d = self.d;
        let royal = self.royal();
        values.flag("watched", !royal.is_empty() && d.turns.allows_checks);
        values.say("royal", royal);
        let pseudo = self.pseudo_royal();
        let immune = d.effects.blast_immune_pieces;
        let exposed =
            self.w.pieces_that(|&piece| pseudo.contains(piece) && !immune.contains(piece));
        values.set_both("exposed", Value::Pieces(exposed));
        for (name, is_so) in [("petrified", false), ("stuckRoyal", true)] {
            let pieces = self.w.pieces_that(|&piece| {
                let stays = d.effects.blast_on_capture && immune.contains(piece);
                let is_stuck = pseudo.contains(piece) && self.w.single.contains(piece);
                d.effects.petrified_pieces.contains(piece) && !stays && is_stuck == is_so
            });
            values.set_both(name, Value::Pieces(pieces));
        }
        let mut pieces = self.w.pieces(self.w.every()).into_iter();
        let kingly = ["king", "lion", "general"];
        values.flag("kingly", pieces.any(|piece| kingly.contains(&&*self.w.names[piece])));
        let is_duple = d.ends.extinction_pseudo_royal && d.ends.duple_check;
        let royals = if is_duple { self.w.all(d.ends.extinction_pieces) } else { String::new() };
        values.say("royals", royals);
    }

    /// The king of a side, which is royal while it has no other.
    fn king(&self) -> Option<String> {
        let king = self.w.named("king")?;
        let last = if self.w.single.contains(king) { "" } else { "last " };
        Some(format!("the {last}{}", self.w.names[king]))
    }

    /// The pieces of which the last one is royal.
    fn pseudo_royal(&self) -> PieceMask {
        let ends = &self.d.ends;
        let pieces = ends.extinction_pieces.0 & self.w.every().0;
        PieceMask(if ends.extinction_pseudo_royal { pieces } else { 0 })
    }

    /// The pieces of a side that may not be left under attack.
    fn royal(&self) -> String {
        let ends = &self.d.ends;
        let mut royal: Vec<String> = self.king().into_iter().collect();
        for piece in self.w.pieces(self.pseudo_royal()) {
            if self.w.named("king") != Some(piece) {
                royal.push(self.last_of(&self.w.names[piece], self.w.single.contains(piece)));
            }
        }
        if ends.counts_all_pieces() && ends.extinction_pseudo_royal {
            royal.push(self.last_of("piece", false));
        }
        join(royal, "or")
    }

    /// The piece that a side loses by: `the last knight`.
    fn last_of(&self, name: &str, is_single: bool) -> String {
        match usize::from(self.d.ends.extinction_piece_count) + 1 {
            limit if limit > usize::from(self.d.board.max_file) * 2 => format!("any {name}"),
            1 if is_single => format!("the {name}"),
            1 => format!("the last {name}"),
            limit => format!("any of the last {} {}", number_word(limit), many(name)),
        }
    }

    fn extinction_facts(&self, values: &mut Values) {
        let ends = &self.d.ends;
        values.say("extinct", self.extinct());
        let is_bare = ends.counts_all_pieces()
            && self.w.pieces(ends.extinction_pieces).is_empty()
            && self.w.named("king").is_some()
            && ends.extinction_piece_count == 1;
        values.flag("bared", is_bare && ends.extinction_opponent_piece_count == 2);
        values.say("whileOther", self.while_other());
    }

    /// What a side has left that loses by it.
    fn extinct(&self) -> String {
        let ends = &self.d.ends;
        if ends.extinction_pseudo_royal && !self.d.effects.blast_on_capture {
            return String::new();
        }
        let pieces = self.w.pieces(ends.extinction_pieces);
        let mut names: Vec<&str> = pieces.iter().map(|&piece| &*self.w.names[piece]).collect();
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
        let ends = &self.d.ends;
        let them = match ends.extinction_opponent_piece_count {
            0 => return String::new(),
            _ if !self.w.pieces(ends.extinction_pieces).is_empty() => " of those",
            1 => " piece",
            _ => " pieces",
        };
        let least = number_word(ends.extinction_opponent_piece_count.into());
        format!(", while the other side has at least {least}{them},")
    }

    fn flag_facts(&self, values: &mut Values) {
        let d = self.d;
        let king = self.w.named("king");
        let has_flag = self.is_some(d.ends.flag_region);
        let is_answered = d.ends.flag_may_be_answered;
        let is_race = king.is_some() && d.ends.flag_piece == [king; 2];
        values.flag("anyFlag", has_flag);
        values.flag("oneFlag", d.ends.flag_piece_count < 2);
        values.flag("flagLater", is_answered && !is_race);
        values.flag("flagRace", has_flag && is_answered && is_race);
        values.say_by_side("flagOwn", d.ends.flag_piece.map(|piece| self.flag_own(piece)));
    }

    /// What a side has to bring to the flag, if this is its kind.
    fn flag_own(&self, piece: Option<usize>) -> String {
        match piece {
            Some(piece) if self.w.single.contains(piece) => format!("its {}", self.w.names[piece]),
            Some(piece) => format!("one of its {}", many(&self.w.names[piece])),
            None => "one of its pieces".to_owned(),
        }
    }

    fn end_facts(&self, values: &mut Values) {
        let d = self.d;
        values.set("checks", self.facts.checks.map(|checks| Value::Number(checks.into())));
        let rows = &d.rows;
        let is_all = rows.connect_vertical && rows.connect_horizontal && rows.connect_diagonal;
        let along = self.along();
        values.say("lines", if is_all { String::new() } else { format!(" {along}") });
        values.flag("allLines", is_all);
        values.say("along", along);
        values.flag("connected", d.ends.material_counting.counts_connected());
        values.say("progress", self.progress());
        values.flag("dead", self.facts.is_dead_by_material);
        values.flag("fillsUp", self.fills_up());
    }

    /// Along which lines rows and chains go.
    fn along(&self) -> String {
        let rows = &self.d.rows;
        let is_hexagonal = self.d.board.is_hexagonal;
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
        let pieces = self.d.repetition.n_move_rule_pieces;
        let mut progress = vec!["a capture".to_owned()];
        if self.promotes_for_good() && self.is_some(self.d.promotion.region) {
            progress.push("a promotion".to_owned());
        }
        if self.d.drops.allowed {
            progress.push("a drop".to_owned());
        }
        if pieces[0] == pieces[1] {
            progress.extend(self.progress_of(pieces[0], ""));
        } else {
            for (side, pieces) in self.w.sides.iter().zip(pieces) {
                progress.extend(self.progress_of(pieces, &format!(" of {side}")));
            }
        }
        join(progress, "or")
    }

    fn promotes_for_good(&self) -> bool {
        let promotion = &self.d.promotion;
        let has_pawns = Side::BOTH.into_iter().any(|side| {
            promotion.new_pieces[side] != PieceMask::NONE
                && !self.w.pieces(promotion.pawn_pieces[side]).is_empty()
        });
        has_pawns || self.d.promotes_pieces() && !promotion.has_demotion
    }

    fn progress_of(&self, moved: PieceMask, of_side: &str) -> Option<String> {
        let pieces = self.w.pieces(moved);
        if pieces.is_empty() {
            return None;
        }
        let goes_back = pieces.iter().any(|&piece| goes_back(&self.d.pieces[piece].walks));
        let end = if goes_back { " that could not be taken back" } else { "" };
        Some(format!("a move of {}{of_side}{end}", with_article(&self.w.any(moved))))
    }

    /// Whether walls fill the board before moves without progress could draw the game.
    fn fills_up(&self) -> bool {
        let Definition { walls, drops, repetition, .. } = self.d;
        let stays = !matches!(walls.rule, Walling::None | Walling::Duck);
        let is_each = stays && !walls.wall_or_move && !drops.allowed;
        is_each && self.w.squares.len() <= 2 * usize::from(repetition.n_move_rule)
    }
}
