//! Facts for the sentences that are no values of keys.

use super::words::{join, many};
use super::{RulesWriter, Value, Values};
use plyglot_support::text::{number_word, with_article};
use plyglot_variants::definition::{Definition, How, JumpOver, PieceKinds, Region, Walk, Walling};
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
    let mut ways = walks.iter().filter(|walk| !walk.initial).map(|walk| [walk.files, walk.ranks]);
    let back: Vec<[i8; 2]> = ways.clone().map(|way| way.map(|by| -by)).collect();
    ways.any(|way| back.contains(&way))
}

fn image(swap: Option<Swap>) -> &'static str {
    match swap {
        Some(Swap::Sides) => "the pieces change sides",
        Some(Swap::Turned) => "the board is turned",
        Some(Swap::Mirrored) | None => "the board is mirrored",
    }
}

impl RulesWriter<'_> {
    /// Whether walls fill the board before moves without progress could draw the game.
    fn fills_up(&self) -> bool {
        let Definition { walls, drops, repetition, .. } = self.d;
        let stays = !matches!(walls.rule, Walling::None | Walling::Duck);
        let is_each = stays && !walls.instead_of_move && !drops.allowed;
        is_each && self.w.squares.len() <= 2 * usize::from(repetition.n_move_rule)
    }

    pub(super) fn add_facts(&self, values: &mut Values) {
        self.board_facts(values);
        self.promotion_facts(values);
        self.move_facts(values);
        self.castling_facts(values);
        self.royal_facts(values);
        self.flag_facts(values);
        self.end_facts(values);
    }

    fn board_facts(&self, values: &mut Values) {
        let d = self.d;
        let [first, second] = &self.w.sides;
        let every = self.w.pieces(self.w.every());
        values.say("first", first.as_str());
        values.say("second", second.as_str());
        values.say("begins", self.w.sides[usize::from(d.board.second_begins())].as_str());
        values.flag("stones", d.places_stones());
        values.flag("rankFirst", self.w.labels.is_rank_first);
        values.flag("crosses", piece_set(d) == PieceSet::Stones);
        values.say("cell", if d.board.is_hexagonal { "cell" } else { "point" });
        let has_points = matches!(piece_set(d), PieceSet::Xiangqi | PieceSet::Janggi);
        values.say("cells", if has_points { "points, where lines meet" } else { "squares" });
        values.flag("hex", d.is_hex());
        values.say("slant", if d.is_hex() { "d5 and f3" } else { "d3 and f5" });
        let mirrored = self.facts.mirrored.map(|both| both.map(|place| self.w.square(place)));
        values.say("image", image(self.facts.swap));
        values.say(
            "mirrored",
            mirrored.map_or(String::new(), |[from, to]| format!("{to} for {from}")),
        );
        values.say("squares", self.w.squares.len().to_string());
        values.flag("blocked", d.board.start_cells().any(|(_, _, c)| c == '*'));
        let turned = every.iter().filter_map(|&piece| {
            let own = &d.pieces[piece];
            let promoted = self.promoted(piece)?;
            // Players have other names for pieces that go as one of the start position.
            let verb = if self.w.lettered.contains(promoted) { "goes as" } else { "is" };
            let into = with_article(&self.w.names[promoted]);
            Some(format!("`+{}` {verb} {into}", own.letter.to_ascii_uppercase()))
        });
        values.say("turned", join(turned, "and"));
        values.set_both("anyPiece", Value::Kinds(self.w.every()));
        values.flag("oneKind", every.len() == 1);
        let walks = every.iter().flat_map(|&piece| d.pieces[piece].walks.iter());
        let walks: Vec<&Walk> = walks.collect();
        values.flag("walks", !walks.is_empty() || d.hops());
        values.flag("takers", walks.iter().any(|walk| walk.captures));
        let hops = walks.iter().any(|walk| matches!(walk.how, How::Hop(_) | How::Grasshop(_)));
        values.flag("hops", hops);
        let passes = [d.turns.may_pass, d.turns.must_pass_in_stalemate].concat().contains(&true);
        values.flag("anyPass", passes);
        let comes_back = d.drops.captures_to_hand || d.drops.has_two_boards;
        let mut hops = d.pieces.iter().flat_map(|own| &own.rules.jump_moves);
        let returns = walks.iter().any(|walk| walk.moves && walk.ranks <= 0)
            || hops.any(|hop| hop.ranks <= 0);
        values.flag("repeats", comes_back || returns);
        let hurdle = match d.captures.jump_over {
            JumpOver::Any => "a piece of either side",
            JumpOver::Own => "a piece of its own side",
            JumpOver::Enemy => "a piece of the other side",
        };
        values.say("hurdle", hurdle);
        let goals = d.ends.flag_region.map(|region| self.w.within(region));
        let have_goals = goals[0] != goals[1] && !goals.contains(&Vec::new());
        let is_one_sided = have_goals || d.drops.region[0] != d.drops.region[1];
        values.flag(
            "forward",
            is_one_sided || every.iter().any(|&piece| is_one_way(&d.pieces[piece].walks)),
        );
        self.hand_facts(values);
    }

    fn hand_facts(&self, values: &mut Values) {
        let d = self.d;
        let drops = &d.drops;
        let hands = &self.facts.hands;
        let held = hands.each_ref().map(|hand| {
            let pieces = hand.iter().map(|&(piece, held)| match held {
                1 => with_article(&self.w.names[piece]),
                _ => format!("{} {}", number_word(held.into()), many(&self.w.names[piece])),
            });
            join(pieces, "and")
        });
        values.say_by_side("held", held);
        let comes_back = drops.captures_to_hand || drops.has_two_boards;
        let may_hold = hands.each_ref().map(|hand| comes_back || !hand.is_empty());
        values.set("mayHold", may_hold.map(|may| Value::Number(may.into())));
        let stock: usize = hands.iter().flatten().map(|(_, held)| usize::from(*held)).sum();
        let filled: Vec<Square> =
            d.board.start_cells().map(|(file, rank, _)| (file, rank)).collect();
        let filled_count = self.w.squares.iter().filter(|at| filled.contains(at)).count();
        values.flag("scarce", stock + filled_count < self.w.squares.len());
        if self.w.within(drops.enclosing_start).iter().all(|at| filled.contains(at)) {
            values.say("enclosingDropStart", "");
        }
        values.flag("hasHands", d.has_hands());
        let pawn = self.w.named("pawn");
        let is_held = hands.iter().flatten().any(|(piece, _)| Some(*piece) == pawn);
        let is_taken = comes_back || drops.endless;
        values.flag("handPawn", pawn.is_some() && (is_held || is_taken));
        for (fact, name) in [("kingGates", "king"), ("fersGates", "fers")] {
            let gates = self.facts.gates.iter().flatten();
            let gates = gates.filter(|(_, piece)| d.pieces[*piece].name == name);
            values.say(fact, join(gates.map(|&(at, _)| self.w.square(at)), "or"));
        }
        let closed = drops.region.map(|region| Value::Number((!self.is_whole(region)).into()));
        values.set("closedGates", closed);
        values.flag("mustDropOne", drops.must_drop_type.is_some());
        let gates = self.facts.gates.each_ref().map(|gates| {
            gates.iter().fold(Region::NONE, |all, &((file, rank), _)| {
                all.with(Region::rectangle([file, rank], [1, 1]))
            })
        });
        values.set("gates", self.w.places(gates));
    }

    fn promoted(&self, piece: usize) -> Option<usize> {
        self.d.pieces[piece].rules.promoted_piece_type
    }

    fn promotion_facts(&self, values: &mut Values) {
        let d = self.d;
        let promotion = &d.promotion;
        let turns_pawn = self.w.named("pawn").is_some_and(|pawn| self.promoted(pawn).is_some());
        values.flag("turnsPawn", turns_pawn);
        let every = self.w.pieces(self.w.every());
        let turning = self.w.has.map(|own| {
            let pairs = self.w.pieces(own).into_iter().filter_map(|piece| {
                let into = with_article(&self.w.names[self.promoted(piece)?]);
                Some(format!("{} to {into}", with_article(&self.w.names[piece])))
            });
            join(pairs, "and")
        });
        values.say_by_side("turning", turning);
        let own_pawns =
            [0, 1].map(|side| PieceKinds(promotion.pawn_kinds[side].0 & self.w.has[side].0));
        values.set("promotionPawnTypes", own_pawns.map(Value::Kinds));
        values
            .flag("promotes", d.promotes_pieces() || promotion.new_kinds != [PieceKinds::NONE; 2]);
        for (name, turns, becomes) in
            [("stuckPawns", false, false), ("turningPawns", true, false), ("choosing", true, true)]
        {
            let pawns = [0, 1].map(|side| {
                let is_it = (promotion.new_kinds[side] != PieceKinds::NONE) == becomes;
                Value::Kinds(self.w.kinds(|&piece| {
                    let own_turns = self.promoted(piece).is_some() == turns;
                    is_it && own_pawns[side].contains(piece) && own_turns
                }))
            });
            values.set(name, pawns);
        }
        let only_captures = promotion.pieces_only_on_capture;
        let [moves, on] = if only_captures { ["captures", " on a move"] } else { ["moves", ""] };
        let places = self.w.places(promotion.region).map(|place| match place {
            Value::Place(place, false) => format!("{moves}{on} to, within or from {place}"),
            _ => moves.to_owned(),
        });
        values.say_by_side("promoting", places);
        let points = every.iter().filter(|_| d.has_points()).map(|&piece| {
            let name = with_article(&self.w.names[piece]);
            format!("{} for {name}", d.pieces[piece].rules.points)
        });
        values.say("points", join(points, "and"));
        let mut limits = Vec::new();
        for &piece in &every {
            let name = &self.w.names[piece];
            match d.pieces[piece].rules.promotion_limit {
                0 => {}
                1 => limits.push(format!("one {name}")),
                limit => limits.push(format!("{} {}", number_word(limit.into()), many(name))),
            }
        }
        values.say("promotionLimits", join(limits, "or"));
    }

    fn move_facts(&self, values: &mut Values) {
        let d = self.d;
        let firsts = d.pawns.has_double_step && self.is_some(d.pawns.double_step_region);
        let long = self.w.kinds(|&piece| {
            let own = &d.pieces[piece];
            self.long_steps(own) > 0 || firsts && own.walks.iter().any(|walk| walk.initial)
        });
        values.set_both("long", Value::Kinds(long));
        let passes = [0, 1].map(|side| {
            d.pawns.en_passant_kinds[side] != PieceKinds::NONE
                && !self.w.within(d.pawns.en_passant_region[side]).is_empty()
        });
        values.flag("passing", passes.contains(&true));
        let are_parts =
            [0, 1].map(|side| passes[side] && !self.is_whole(d.pawns.en_passant_region[side]));
        values.set("passedPart", are_parts.map(|is_part| Value::Number(is_part.into())));
        let immune = d.effects.blast_immune_kinds;
        let spared =
            self.w.kinds(|&piece: &usize| d.pieces[piece].name == "pawn" || immune.contains(piece));
        let but = format!(", but {} around stay", self.w.all(spared));
        values.say("spared", if spared == PieceKinds::NONE { "" } else { &but });
        let walled = d.walls.region.iter().any(|&region| !self.is_whole(region));
        values.flag("walled", walled);
        values.flag("jumps", d.jumps());
        let mut jumps = d.pieces.iter().flat_map(|own| &own.rules.jump_captures);
        values.flag("flies", jumps.any(|jump| jump.how == How::Ride(0)));
        values.flag("encloses", d.encloses());
        let king = d.captures.custodial_king.map_or(0, |king| 1 << king);
        values.set("hadKing", self.w.has.map(|has| Value::Kinds(PieceKinds(has.0 & king))));
        let king = self.w.named("king").map(|king| &d.pieces[king]);
        let is_bound = king.is_some_and(|king| king.mobility.iter().any(|at| !self.is_whole(*at)));
        values.flag("palaces", is_bound);
    }

    fn castling_facts(&self, values: &mut Values) {
        let d = self.d;
        let castling = &d.castling;
        let king = castling.king_piece;
        let king_name = king.map_or("", |king| &self.w.names[king]);
        let rooks = self.w.any(castling.rook_kinds);
        let mut castlings = Vec::new();
        for (side, ways) in self.w.sides.iter().zip(&self.facts.castlings) {
            let ways = ways.iter().map(|way| {
                let [from, rook_from, to, rook_to] = way.map(|at| self.w.square(at));
                format!("{king_name} {from}–{to} and {rooks} {rook_from}–{rook_to}")
            });
            let ways: Vec<String> = ways.collect();
            castlings.extend((!ways.is_empty()).then(|| format!("{side}: {}", ways.join(", or "))));
        }
        values.say("castlings", castlings.join("; "));
        let royal = king.filter(|&king| {
            self.w.named("king") == Some(king)
                || d.ends.last_of_kind_is_royal && d.ends.extinction_kinds.contains(king)
        });
        let name = royal.map(|king| &self.w.names[king]);
        let safe = name.map(|name| {
            format!(" The {name} must not be in check, nor attacked where it goes or on its way.")
        });
        values.say("safeCastling", safe.unwrap_or_default());
        let rank = castling.rank.min(d.board.max_rank - 1);
        let homes = [rank, d.board.max_rank - 1 - rank].map(|rank| {
            if !castling.allowed || king.is_none() || !d.drops.allowed {
                return String::new();
            }
            let files =
                [castling.king_file, castling.rook_queenside_file, castling.rook_kingside_file];
            let [own, queenside, kingside] =
                files.map(|file| self.w.square((file.min(d.board.max_file - 1), rank)));
            format!("{own} and {}", join([queenside, kingside], "or"))
        });
        values.say_by_side("homes", homes);
        let wings = castling.wins.map(|wins| {
            let wings = ["the king's side", "the queen's side"].into_iter().zip(wins);
            let wings = wings.filter(|(_, wins)| *wins && castling.allowed);
            join(wings.map(|(wing, _)| wing.to_owned()), "or")
        });
        values.say_by_side("wins", wings);
    }

    fn royal_facts(&self, values: &mut Values) {
        let d = self.d;
        let ends = &d.ends;
        let kinds = self.w.pieces(ends.extinction_kinds);
        let limit = usize::from(ends.extinction_piece_count) + 1;
        let king_piece = self.w.named("king");
        // It is royal while its side has no other.
        let king = king_piece.map(|king| {
            let last = if self.w.single.contains(king) { "" } else { "last " };
            format!("the {last}{}", self.w.names[king])
        });
        let pseudo = kinds.iter().filter(|&&piece| king_piece != Some(piece));
        let pseudo = pseudo
            .map(|&piece| self.last_of(&self.w.names[piece], self.w.single.contains(piece)))
            .chain(ends.counts_all_pieces().then(|| self.last_of("piece", false)))
            .filter(|_| ends.last_of_kind_is_royal);
        let royal = join(king.iter().cloned().chain(pseudo), "or");
        values.flag("watched", !royal.is_empty() && d.turns.allows_checks);
        values.say("royal", royal);
        let pseudo = if ends.last_of_kind_is_royal { &kinds[..] } else { &[] };
        let immune = d.effects.blast_immune_kinds;
        let exposed = self.w.kinds(|&piece| pseudo.contains(&piece) && !immune.contains(piece));
        values.set_both("exposed", Value::Kinds(exposed));
        for (name, is_so) in [("petrified", false), ("stuckRoyal", true)] {
            let kinds = self.w.kinds(|&piece| {
                let stays = d.effects.captures_blast && immune.contains(piece);
                let is_stuck = pseudo.contains(&piece) && self.w.single.contains(piece);
                d.effects.petrified_kinds.contains(piece) && !stays && is_stuck == is_so
            });
            values.set_both(name, Value::Kinds(kinds));
        }
        let mut names =
            self.w.pieces(self.w.every()).into_iter().map(|piece| &*self.w.names[piece]);
        values.flag("kingly", names.any(|name| ["king", "lion", "general"].contains(&name)));
        let is_duple = ends.last_of_kind_is_royal && ends.duple_check;
        values.say(
            "royals",
            if is_duple { self.w.all(ends.extinction_kinds) } else { String::new() },
        );
        let dies = !ends.last_of_kind_is_royal || d.effects.captures_blast;
        let names = kinds.iter().map(|&piece| &*self.w.names[piece]);
        let few = names.chain(ends.counts_all_pieces().then_some("piece")).map(|name| {
            match (limit, &king) {
                (1, _) => format!("no {name}"),
                (2, Some(king)) if name == "piece" => {
                    format!("only {}", king.replace("the", "its"))
                }
                _ => format!("fewer than {} {}", number_word(limit), many(name)),
            }
        });
        values.say("extinct", join(few.filter(|_| dies), "or"));
        let is_bare = ends.counts_all_pieces() && kinds.is_empty() && king.is_some() && limit == 2;
        values.flag("bared", is_bare && ends.extinction_opponent_piece_count == 2);
        let least = number_word(ends.extinction_opponent_piece_count.into());
        let them = match (kinds.is_empty(), least.as_str()) {
            (true, "one") => " piece",
            (true, _) => " pieces",
            (false, _) => " of those",
        };
        let other = format!(", while the other side has at least {least}{them},");
        values.say("whileOther", if least == "no" { "" } else { &other });
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
        let own = d.ends.flag_piece.map(|piece| match piece {
            Some(piece) if self.w.single.contains(piece) => format!("its {}", self.w.names[piece]),
            piece => format!("one of its {}", many(piece.map_or("piece", |of| &self.w.names[of]))),
        });
        values.say_by_side("flagOwn", own);
    }

    fn end_facts(&self, values: &mut Values) {
        let d = self.d;
        let rows = &d.rows;
        values.set("checks", self.facts.checks.map(|checks| Value::Number(checks.into())));
        let diagonals =
            if d.board.is_hexagonal { "diagonals as from a1 to b2" } else { "diagonals" };
        let lines = [
            (rows.connect_vertical, "files"),
            (rows.connect_horizontal, "ranks"),
            (rows.connect_diagonal, diagonals),
        ];
        let counted =
            lines.iter().filter(|(counts, _)| *counts).map(|(_, line)| (*line).to_owned());
        let along = format!("along {}", join(counted, "or"));
        let is_all = lines.iter().all(|(counts, _)| *counts);
        values.say("lines", if is_all { String::new() } else { format!(" {along}") });
        values.flag("allLines", is_all);
        values.say("along", along);
        values.flag("connected", d.ends.material_counting.counts_connected());
        let kinds = d.repetition.n_move_rule_kinds;
        let promotion = &d.promotion;
        let promotes = (0..2).any(|side| {
            promotion.new_kinds[side] != PieceKinds::NONE
                && !self.w.pieces(promotion.pawn_kinds[side]).is_empty()
        }) || d.promotes_pieces() && !promotion.has_demotion;
        let mut progress = vec!["a capture".to_owned()];
        progress
            .extend((promotes && self.is_some(promotion.region)).then(|| "a promotion".to_owned()));
        progress.extend(d.drops.allowed.then(|| "a drop".to_owned()));
        let are_alike = kinds[0] == kinds[1];
        for (side, kinds) in kinds.into_iter().enumerate().take(if are_alike { 1 } else { 2 }) {
            let pieces = self.w.pieces(kinds);
            let goes_back = pieces.iter().any(|&piece| goes_back(&d.pieces[piece].walks));
            let end = if goes_back { " that could not be taken back" } else { "" };
            let of = if are_alike { String::new() } else { format!(" of {}", self.w.sides[side]) };
            let text = format!("a move of {}{of}{end}", with_article(&self.w.any(kinds)));
            progress.extend((!pieces.is_empty()).then_some(text));
        }
        values.say("progress", join(progress, "or"));
        values.flag("dead", self.facts.is_dead_by_material);
        values.flag("fillsUp", self.fills_up());
    }
}
