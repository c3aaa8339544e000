//! Facts for the sentences that are no values of keys.

use super::words::{join, many};
use super::{Teller, Value, Values};
use plyglot_support::text::{number_word, with_article};
use plyglot_variants::definition::{How, JumpOver, PieceKinds, Region, Walk};
use plyglot_variants::{PieceSet, Square, Swap, piece_set};

/// What a swap does, in words.
fn image(swap: Option<Swap>) -> &'static str {
    match swap {
        Some(Swap::Sides) => "the pieces change sides",
        Some(Swap::Turned) => "the board is turned",
        Some(Swap::Mirrored) | None => "the board is mirrored",
    }
}

impl Teller<'_> {
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
        let (d, [first, second]) = (self.d, &self.w.sides);
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
        let plus = |&piece: &usize| {
            let own = &d.pieces[piece];
            let into = &self.w.names[own.rules.promoted_piece_type?];
            Some(format!("`+{}` is {}", own.letter.to_ascii_uppercase(), with_article(into)))
        };
        values.say("turned", join(every.iter().filter_map(plus), "and"));
        values.set_both("anyPiece", Value::Kinds(self.w.every()));
        values.flag("oneKind", every.len() == 1);
        let goes = |wanted: fn(&Walk) -> bool| {
            every.iter().any(|&piece| d.pieces[piece].walks.iter().any(wanted))
        };
        values.flag("walks", goes(|_| true) || d.hops());
        values.flag("takers", goes(|walk| walk.captures));
        values.flag("hops", goes(|walk| matches!(walk.how, How::Hop(_) | How::Grasshop(_))));
        let passes = [d.turns.may_pass, d.turns.must_pass_in_stalemate].concat().contains(&true);
        values.flag("anyPass", passes);
        let comes_back = d.drops.captures_to_hand || d.drops.has_two_boards;
        let mut hops = d.pieces.iter().flat_map(|own| &own.rules.jump_moves);
        let returns = goes(|walk| walk.moves && walk.ranks <= 0) || hops.any(|hop| hop.ranks <= 0);
        values.flag("repeats", comes_back || returns);
        let hurdle = match d.captures.jump_over {
            JumpOver::Any => "a piece of either side",
            JumpOver::Own => "a piece of its own side",
            JumpOver::Enemy => "a piece of the other side",
        };
        values.say("hurdle", hurdle);
        let is_one_way = |&piece: &usize| {
            let walks = &d.pieces[piece].walks;
            !walks.iter().all(|walk| {
                walks.contains(&Walk { ranks: -walk.ranks, ..*walk })
                    && walks.contains(&Walk { files: -walk.files, ..*walk })
            })
        };
        let goals = d.ends.flag_region.map(|region| self.w.within(region));
        let have_goals = goals[0] != goals[1] && !goals.contains(&Vec::new());
        let is_one_sided = have_goals || d.drops.region[0] != d.drops.region[1];
        values.flag("forward", is_one_sided || every.iter().any(is_one_way));
        self.hand_facts(values);
    }

    fn hand_facts(&self, values: &mut Values) {
        let (d, drops, hands) = (self.d, &self.d.drops, &self.facts.hands);
        let held = |side: usize| {
            let one = |&(piece, held): &(usize, u8)| match held {
                1 => with_article(&self.w.names[piece]),
                _ => format!("{} {}", number_word(held.into()), many(&self.w.names[piece])),
            };
            join(hands[side].iter().map(one), "and")
        };
        values.say_by_side("held", [0, 1].map(held));
        let comes_back = drops.captures_to_hand || drops.has_two_boards;
        let may_hold = |side: usize| comes_back || !hands[side].is_empty();
        values.set("mayHold", [0, 1].map(|side| Value::Number(may_hold(side).into())));
        let stock: usize = hands.iter().flatten().map(|(_, held)| usize::from(*held)).sum();
        let is_filled =
            |at: &Square| d.board.start_cells().any(|(file, rank, _)| (file, rank) == *at);
        let filled = self.w.squares.iter().filter(|at| is_filled(at)).count();
        values.flag("scarce", stock + filled < self.w.squares.len());
        if self.w.within(drops.enclosing_start).iter().all(is_filled) {
            values.say("enclosingDropStart", "");
        }
        values.flag("hasHands", d.has_hands());
        let pawn = self.w.named("pawn");
        let is_held = hands.iter().flatten().any(|(piece, _)| Some(*piece) == pawn);
        let is_taken = comes_back || drops.endless;
        values.flag("handPawn", pawn.is_some() && (is_held || is_taken));
        let gates = |name: &str| {
            let is_so = |(_, piece): &&(Square, usize)| d.pieces[*piece].name == name;
            let all = self.facts.gates.iter().flatten().filter(is_so);
            join(all.map(|&(at, _)| self.w.square(at)), "or")
        };
        values.say("kingGates", gates("king"));
        values.say("fersGates", gates("fers"));
        let is_closed = |region: Region| Value::Number((!self.is_whole(region)).into());
        values.set("closedGates", drops.region.map(is_closed));
        values.flag("mustDropOne", drops.must_drop_type.is_some());
        let region = |all: Region, &((file, rank), _): &(Square, usize)| {
            all.with(Region::rectangle([file, rank], [1, 1]))
        };
        let gates = |side: usize| self.facts.gates[side].iter().fold(Region::NONE, region);
        values.set("gates", self.w.places([0, 1].map(gates)));
    }

    fn promotion_facts(&self, values: &mut Values) {
        let (d, promotion) = (self.d, &self.d.promotion);
        let into = |piece: usize| d.pieces[piece].rules.promoted_piece_type;
        let pair = |piece: usize| {
            Some(format!(
                "{} to {}",
                with_article(&self.w.names[piece]),
                with_article(&self.w.names[into(piece)?])
            ))
        };
        let turns_pawn = self.w.named("pawn").is_some_and(|pawn| into(pawn).is_some());
        values.flag("turnsPawn", turns_pawn);
        let every = self.w.pieces(self.w.every());
        let turning =
            |side: usize| join(self.w.pieces(self.w.has[side]).into_iter().filter_map(pair), "and");
        values.say_by_side("turning", [0, 1].map(turning));
        let pawns = |side: usize| promotion.pawn_kinds[side].0 & self.w.has[side].0;
        let pawns = [0, 1].map(|side| Value::Kinds(PieceKinds(pawns(side))));
        values.set("promotionPawnTypes", pawns);
        values
            .flag("promotes", d.promotes_pieces() || promotion.new_kinds != [PieceKinds::NONE; 2]);
        let pawns = |turns: bool, becomes: bool| {
            [0, 1].map(|side| {
                let is_pawn = |piece: usize| {
                    promotion.pawn_kinds[side].contains(piece) && self.w.has[side].contains(piece)
                };
                let is_it = (promotion.new_kinds[side] != PieceKinds::NONE) == becomes;
                let turns = |piece: usize| into(piece).is_some() == turns;
                Value::Kinds(self.w.kinds(|&piece| is_it && is_pawn(piece) && turns(piece)))
            })
        };
        values.set("stuckPawns", pawns(false, false));
        values.set("turningPawns", pawns(true, false));
        values.set("choosing", pawns(true, true));
        let only_captures = promotion.pieces_only_on_capture;
        let [moves, on] = if only_captures { ["captures", " on a move"] } else { ["moves", ""] };
        let places = self.w.places(promotion.region).map(|place| match place {
            Value::Place(place, false) => format!("{moves}{on} to, within or from {place}"),
            _ => moves.to_owned(),
        });
        values.say_by_side("promoting", places);
        let limit = |&piece: &usize| {
            let limit = d.pieces[piece].rules.promotion_limit;
            let name = &self.w.names[piece];
            let name = if limit == 1 { name.clone() } else { many(name) };
            (limit > 0).then(|| format!("{} {name}", number_word(limit.into())))
        };
        let points = |&piece: &usize| {
            let name = with_article(&self.w.names[piece]);
            d.has_points().then(|| format!("{} for {name}", d.pieces[piece].rules.points))
        };
        values.say("points", join(every.iter().filter_map(points), "and"));
        values.say("promotionLimits", join(every.iter().filter_map(limit), "or"));
    }

    fn move_facts(&self, values: &mut Values) {
        let d = self.d;
        let firsts = d.pawns.has_double_step && self.is_some(d.pawns.double_step_region);
        let is_long = |&piece: &usize| {
            let own = &d.pieces[piece];
            self.long_steps(own) > 0 || firsts && own.walks.iter().any(|walk| walk.initial)
        };
        values.set_both("long", Value::Kinds(self.w.kinds(is_long)));
        let passes = |side: usize| {
            d.pawns.en_passant_kinds[side] != PieceKinds::NONE
                && !self.w.within(d.pawns.en_passant_region[side]).is_empty()
        };
        values.flag("passing", passes(0) || passes(1));
        let is_part = |side: usize| passes(side) && !self.is_whole(d.pawns.en_passant_region[side]);
        values.set("passedPart", [0, 1].map(|side| Value::Number(is_part(side).into())));
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
        let is_bound = |king: usize| d.pieces[king].mobility.iter().any(|at| !self.is_whole(*at));
        values.flag("palaces", self.w.named("king").is_some_and(is_bound));
    }

    fn castling_facts(&self, values: &mut Values) {
        let (d, castling) = (self.d, &self.d.castling);
        let (king, kings) = (castling.king_piece, self.w.named("king"));
        let name = |piece: Option<usize>| piece.map_or("", |piece| &self.w.names[piece]);
        let rooks = self.w.any(castling.rook_kinds);
        let way = |way: &[Square; 4]| {
            let [from, rook_from, to, rook_to] = way.map(|at| self.w.square(at));
            format!("{} {from}–{to} and {rooks} {rook_from}–{rook_to}", name(king))
        };
        let ways = |side: usize| {
            let ways: Vec<String> = self.facts.castlings[side].iter().map(way).collect();
            (!ways.is_empty()).then(|| format!("{}: {}", self.w.sides[side], ways.join(", or ")))
        };
        values.say("castlings", [0, 1].into_iter().filter_map(ways).collect::<Vec<_>>().join("; "));
        let is_last = |king| d.ends.last_of_kind_is_royal && d.ends.extinction_kinds.contains(king);
        let name = king
            .filter(|&king| kings == Some(king) || is_last(king))
            .map(|king| &self.w.names[king]);
        let safe = name.map(|name| {
            format!(" The {name} must not be in check, nor attacked where it goes or on its way.")
        });
        values.say("safeCastling", safe.unwrap_or_default());
        let home = |side: usize| {
            let rank = castling.rank.min(d.board.max_rank - 1);
            let rank = if side == 0 { rank } else { d.board.max_rank - 1 - rank };
            let at = |file: u8| self.w.square((file.min(d.board.max_file - 1), rank));
            let rooks = [castling.rook_queenside_file, castling.rook_kingside_file];
            let may = castling.allowed && king.is_some() && d.drops.allowed;
            if may {
                format!("{} and {}", at(castling.king_file), join(rooks.map(at), "or"))
            } else {
                String::new()
            }
        };
        values.say_by_side("homes", [0, 1].map(home));
        let wings = |side: usize| {
            let wings =
                ["the king's side", "the queen's side"].into_iter().zip(castling.wins[side]);
            join(
                wings
                    .filter(|(_, wins)| *wins && castling.allowed)
                    .map(|(wing, _)| wing.to_owned()),
                "or",
            )
        };
        values.say_by_side("wins", [0, 1].map(wings));
    }

    fn royal_facts(&self, values: &mut Values) {
        let (d, ends) = (self.d, &self.d.ends);
        let kinds = self.w.pieces(ends.extinction_kinds);
        let limit = usize::from(ends.extinction_piece_count) + 1;
        let last = |name: &str, is_single: bool| match limit {
            _ if limit > usize::from(d.board.max_file) * 2 => format!("any {name}"),
            1 if is_single => format!("the {name}"),
            1 => format!("the last {name}"),
            _ => format!("any of the last {} {}", number_word(limit), many(name)),
        };
        let name = |&piece: &usize| self.w.names[piece].as_str();
        let last_of = |piece: &usize| last(name(piece), self.w.single.contains(*piece));
        let king_piece = self.w.named("king");
        // It is royal while its side has no other.
        let king = king_piece.map(|king| {
            let last = if self.w.single.contains(king) { "" } else { "last " };
            format!("the {last}{}", self.w.names[king])
        });
        let all = ends.counts_all_pieces().then(|| last("piece", false));
        let pseudo =
            kinds.iter().filter(|&&piece| king_piece != Some(piece)).map(last_of).chain(all);
        let pseudo = pseudo.filter(|_| ends.last_of_kind_is_royal);
        let royal = join(king.iter().cloned().chain(pseudo), "or");
        values.flag("watched", !royal.is_empty() && d.turns.allows_checks);
        values.say("royal", royal);
        let is_pseudo = |piece: usize| ends.last_of_kind_is_royal && kinds.contains(&piece);
        let is_immune = |piece: usize| d.effects.blast_immune_kinds.contains(piece);
        let exposed = self.w.kinds(|&piece| is_pseudo(piece) && !is_immune(piece));
        values.set_both("exposed", Value::Kinds(exposed));
        let stays = |piece: usize| d.effects.captures_blast && is_immune(piece);
        let turns = |piece: usize| d.effects.petrified_kinds.contains(piece) && !stays(piece);
        let is_stuck = |piece: usize| is_pseudo(piece) && self.w.single.contains(piece);
        for (name, is_so) in [("petrified", false), ("stuckRoyal", true)] {
            let kinds = self.w.kinds(|&piece| turns(piece) && is_stuck(piece) == is_so);
            values.set_both(name, Value::Kinds(kinds));
        }
        let is_title = |piece: &usize| ["king", "lion", "general"].contains(&name(piece));
        values.flag("kingly", self.w.pieces(self.w.every()).iter().any(is_title));
        let is_duple = ends.last_of_kind_is_royal && ends.duple_check;
        values.say(
            "royals",
            if is_duple { self.w.all(ends.extinction_kinds) } else { String::new() },
        );
        let few = |one: &str| match (limit, &king) {
            (1, _) => format!("no {one}"),
            (2, Some(king)) if one == "piece" => format!("only {}", king.replace("the", "its")),
            _ => format!("fewer than {} {}", number_word(limit), many(one)),
        };
        let dies = !ends.last_of_kind_is_royal || d.effects.captures_blast;
        let of_kinds = kinds.iter().map(|piece| few(name(piece)));
        let all = of_kinds.chain(ends.counts_all_pieces().then(|| few("piece")));
        values.say("extinct", join(all.filter(|_| dies), "or"));
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

    fn flag_facts(&self, values: &mut Values) {
        let (d, king) = (self.d, self.w.named("king"));
        let (has_flag, is_answered) =
            (self.is_some(d.ends.flag_region), d.ends.flag_may_be_answered);
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
        let (d, rows) = (self.d, &self.d.rows);
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
        let (kinds, promotion) = (d.repetition.n_move_rule_kinds, &d.promotion);
        let promotes = (0..2).any(|side| {
            promotion.new_kinds[side] != PieceKinds::NONE
                && !self.w.pieces(promotion.pawn_kinds[side]).is_empty()
        }) || d.promotes_pieces() && !promotion.has_demotion;
        let mut progress = vec!["a capture".to_owned()];
        progress
            .extend((promotes && self.is_some(promotion.region)).then(|| "a promotion".to_owned()));
        progress.extend(d.drops.allowed.then(|| "a drop".to_owned()));
        let is_told = |&side: &usize| {
            !self.w.pieces(kinds[side]).is_empty() && (side == 0 || kinds[0] != kinds[1])
        };
        progress.extend((0..2).filter(is_told).map(|side: usize| {
            let goes_back = |piece: &usize| {
                let walks = d.pieces[*piece].walks.iter().filter(|walk| !walk.initial);
                let mut all = walks.map(|walk| [walk.files, walk.ranks]);
                let back = all.clone().map(|way| way.map(|by| -by)).collect::<Vec<_>>();
                all.any(|way| back.contains(&way))
            };
            let goes_back = self.w.pieces(kinds[side]).iter().any(goes_back);
            let end = if goes_back { " that could not be taken back" } else { "" };
            let of = if kinds[0] == kinds[1] {
                String::new()
            } else {
                format!(" of {}", self.w.sides[side])
            };
            format!("a move of {}{of}{end}", with_article(&self.w.any(kinds[side])))
        }));
        values.say("progress", join(progress, "or"));
        values.flag("dead", self.facts.is_dead_by_material);
    }
}
