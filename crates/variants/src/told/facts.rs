//! Facts for the sentences that are no values of keys.

use super::words::{Square, join, many, square};
use super::{Teller, Value, Values};
use crate::SizedVariant;
use crate::appearance::{PieceSet, piece_set};
use crate::definition::{PieceKinds, Region, Walk};
use crate::position::Position;
use crate::set::Set;
use crate::variant::Variant;
use plyglot_core::game::{Notation, Side};
use plyglot_support::text::{number_word, with_article};
use std::hash::Hash;

/// What the start position and the tables of a game say, by side.
#[derive(Default)]
pub(super) struct Facts {
    second_begins: bool,
    /// The kinds that a side has at the start.
    pub(super) has: [PieceKinds; 2],
    /// The squares of king and rook before and after each way to castle.
    castlings: [Vec<[Square; 4]>; 2],
    /// The squares, of both sides, from which a piece may be gated in, or leap as in Cambodia; and
    /// whether kings stand there.
    gates: Vec<(Square, bool)>,
    hands: [Vec<(usize, u8)>; 2],
    /// By piece, what stands on it in place of its letter: signs of Chinese script.
    pub(super) signs: Vec<String>,
    checks: [u8; 2],
    /// Whether a game ends when neither side has the pieces to win.
    is_dead_by_material: bool,
}

impl Facts {
    pub(super) fn of(game: SizedVariant) -> Facts {
        let d = game.definition();
        let facts = match game {
            SizedVariant::Small(game) => Facts::of_start(game),
            SizedVariant::Large(game) => Facts::of_start(game),
            SizedVariant::Stones(_) => Facts::default(),
        };
        let kinds = |side: usize| {
            let is_own = |c: &char| c.is_ascii_lowercase() == (side == 1);
            let letters = d.board.start_cells().map(|(_, _, c)| c).filter(is_own);
            let kind =
                |c: char| d.pieces.iter().position(|own| own.letter == c.to_ascii_lowercase());
            PieceKinds(letters.filter_map(kind).fold(0, |all, kind| all | 1 << kind))
        };
        let second_begins = d.board.start_fen.split(' ').nth(1) == Some("b");
        Facts { second_begins, has: [0, 1].map(kinds), ..facts }
    }

    fn of_start<S: Set + Hash>(game: &'static Variant<S>) -> Facts {
        let start = Position::start(game);
        let rules = start.rules();
        let place = |at: u8| rules.size.place(at);
        let sides = [Side::First, Side::Second];
        let held = |side| {
            let hand = start.hand(side).iter().zip(&rules.kinds);
            hand.filter(|(held, _)| **held > 0).map(|(&held, kind)| (kind.piece, held)).collect()
        };
        let kings = start.kings(Side::First) | start.kings(Side::Second);
        let castlings =
            |side| start.castling_moves(side).into_iter().map(|way| way.map(place)).collect();
        let signs = |piece: usize| {
            let kind = rules.kinds.iter().position(|kind| kind.piece == piece);
            let mut signs = kind.map_or(Vec::new(), |kind| rules.symbols()[kind].to_vec());
            signs.dedup();
            let signs = signs.into_iter().flatten().filter(|&sign| sign > '\u{2fff}');
            signs.map(String::from).collect::<Vec<_>>().join(" ")
        };
        Facts {
            signs: (0..rules.definition.pieces.len()).map(signs).collect(),
            castlings: sides.map(castlings),
            gates: start.gates().squares().map(|at| (place(at), kings.has(at))).collect(),
            hands: sides.map(held),
            checks: sides.map(|side| start.checks_left(side)),
            is_dead_by_material: rules.material().is_some(),
            ..Facts::default()
        }
    }
}

impl Teller<'_> {
    pub(super) fn add_facts(&self, values: &mut Values) {
        self.board_facts(values);
        self.promotion_facts(values);
        self.move_facts(values);
        self.castling_facts(values);
        self.royal_facts(values);
        self.end_facts(values);
    }

    fn board_facts(&self, values: &mut Values) {
        let (d, [first, second]) = (self.d, &self.w.sides);
        values.say("first", first.as_str());
        values.say("second", second.as_str());
        values.say("begins", self.w.sides[usize::from(self.facts.second_begins)].as_str());
        values.flag("stones", d.places_stones());
        values.say("cell", if d.stones.is_hexagonal { "cell" } else { "point" });
        let has_points = matches!(piece_set(d), PieceSet::Xiangqi | PieceSet::Janggi);
        values.say("cells", if has_points { "points, where lines meet" } else { "squares" });
        values.flag("hex", d.is_hex());
        values.say("squares", self.w.squares.len().to_string());
        values.flag("blocked", d.board.start_cells().any(|(_, _, c)| c == '*'));
        let held = |side: usize| {
            let one = |&(piece, held): &(usize, u8)| match held {
                1 => with_article(&self.w.names[piece]),
                _ => format!("{} {}", number_word(held.into()), many(&self.w.names[piece])),
            };
            join(self.facts.hands[side].iter().map(one), "and")
        };
        values.say_by_side("held", [0, 1].map(held));
        let has_hands = d.drops.allowed && !d.drops.endless || d.drops.seirawan_gating;
        values.flag("hasHands", has_hands || d.board.start_fen.contains('['));
        let goes =
            |wanted: fn(&Walk) -> bool| d.pieces.iter().any(|own| own.walks.iter().any(wanted));
        values.flag("walks", goes(|_| true));
        values.flag("takers", goes(|walk| walk.captures));
        values.say("anyPiece", self.w.any(self.w.every()));
        let gates = |is_kings: bool| {
            let is_so = |&&(_, is_king): &&(Square, bool)| is_king == is_kings;
            join(self.facts.gates.iter().filter(is_so).map(|&(at, _)| square(at)), "or")
        };
        values.say("kingGates", gates(true));
        values.say("otherGates", gates(false));
        let region = |all: Region, &((file, rank), _): &(Square, bool)| {
            all.with(Region::rectangle([file, rank], [1, 1]))
        };
        let gates = self.facts.gates.iter().fold(Region::NONE, region);
        values.set("gates", self.w.places([gates; 2]));
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
        values.say("turning", join((0..d.pieces.len()).filter_map(pair), "and"));
        values
            .flag("promotes", d.promotes_pieces() || promotion.new_kinds != [PieceKinds::NONE; 2]);
        let pawns = |side: usize, turns: bool| {
            let is_pawn = |piece: usize| promotion.pawn_kinds[side].contains(piece);
            let has_choice = !turns && promotion.new_kinds[side] != PieceKinds::NONE;
            let is_one =
                |&piece: &usize| is_pawn(piece) && into(piece).is_some() == turns && !has_choice;
            Value::Kinds(self.w.kinds(is_one))
        };
        values.set("stuckPawns", [0, 1].map(|side| pawns(side, false)));
        values.set("turningPawns", [0, 1].map(|side| pawns(side, true)));
        let captures = if promotion.pieces_only_on_capture { " and captures" } else { "" };
        let places = self.w.places(promotion.region).map(|place| match place {
            Value::Place(place, false) => format!("moves to, within or from {place}{captures}"),
            _ => format!("moves{captures}"),
        });
        values.say_by_side("promoting", places);
        let limit = |piece: usize| {
            let is_made = (0..d.pieces.len()).any(|other| into(other) == Some(piece))
                || promotion.new_kinds.iter().any(|new| new.contains(piece));
            let limit = d.pieces[piece].rules.promotion_limit;
            let name = &self.w.names[piece];
            let name = if limit == 1 { name.clone() } else { many(name) };
            (is_made && limit > 0).then(|| format!("{} {name}", number_word(limit.into())))
        };
        let is_full = |side: usize| {
            let new = self.w.pieces(promotion.new_kinds[side]);
            let is_limited = |&piece: &usize| d.pieces[piece].rules.promotion_limit > 0;
            Value::Number((!new.is_empty() && new.iter().all(is_limited)).into())
        };
        values.set("allLimited", [0, 1].map(is_full));
        values.say("promotionLimits", join((0..d.pieces.len()).filter_map(limit), "and"));
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
        let immune = d.effects.blast_immune_kinds;
        let is_spared = |&piece: &usize| d.pieces[piece].name == "pawn" || immune.contains(piece);
        let spared = self.w.kinds(is_spared);
        let but = format!(", but {} around stay", self.w.all(spared));
        values.say("spared", if spared == PieceKinds::NONE { "" } else { &but });
        let walled = d.walls.region.iter().any(|&region| !self.is_whole(region));
        values.flag("walled", walled);
        values.flag("jumps", d.jumps());
        values.flag("encloses", d.encloses());
        let king = |side: usize| {
            d.captures.custodial_king.filter(|&king| self.facts.has[side].contains(king))
        };
        values.set("hadKing", [0, 1].map(|side| Value::Number(king(side).is_some().into())));
        values.flag(
            "anyPass",
            [d.turns.may_pass, d.turns.must_pass_in_stalemate].concat().contains(&true),
        );
    }

    fn castling_facts(&self, values: &mut Values) {
        let (d, castling) = (self.d, &self.d.castling);
        let (king, kings) = (castling.king_piece, self.w.named("king"));
        let way = |way: &[Square; 4]| {
            let [king, rook, to, rook_to] = way.map(square);
            format!("from {king} to {to} with {rook} to {rook_to}")
        };
        let ways = |side: usize| {
            let ways = join(self.facts.castlings[side].iter().map(way), "or");
            (!ways.is_empty()).then(|| format!("{} {ways}", self.w.sides[side]))
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
            let at = |file: u8| square((file.min(d.board.max_file - 1), rank));
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
        let last = |name: &str| match limit {
            _ if limit > usize::from(d.board.max_file) * 2 => format!("any {name}"),
            1 => format!("the last {name}"),
            _ => format!("any of the last {} {}", number_word(limit), many(name)),
        };
        let king = self.w.named("king").map(|king| format!("the {}", self.w.names[king]));
        let pseudo = kinds.iter().map(|&piece| last(&self.w.names[piece]));
        let pseudo = pseudo.chain(ends.counts_all_pieces().then(|| last("piece")));
        let royals = king.into_iter().chain(pseudo.filter(|_| ends.last_of_kind_is_royal));
        values.say("royal", join(royals, "or"));
        let is_duple = ends.last_of_kind_is_royal && ends.duple_check;
        values.say(
            "royals",
            if is_duple { self.w.all(ends.extinction_kinds) } else { String::new() },
        );
        let few = |name: &str| match limit {
            1 => format!("no {name}"),
            2 => format!("only one {name} or none"),
            _ => format!("no more than {} {}", number_word(limit - 1), many(name)),
        };
        let dies = !ends.last_of_kind_is_royal || d.effects.captures_blast;
        let of_kinds = kinds.iter().map(|&piece| few(&self.w.names[piece]));
        let all = of_kinds.chain(ends.counts_all_pieces().then(|| few("piece")));
        values.say("extinct", join(all.filter(|_| dies), "or"));
        let least = number_word(ends.extinction_opponent_piece_count.into());
        let them = match (kinds.is_empty(), least.as_str()) {
            (true, "one") => " piece",
            (true, _) => " pieces",
            (false, _) => " of those",
        };
        let other = format!(", while the other side has at least {least}{them},");
        values.say("whileOther", if least == "no" { "" } else { &other });
    }

    fn end_facts(&self, values: &mut Values) {
        let (d, rows) = (self.d, &self.d.rows);
        let king = self.w.named("king");
        let (has_flag, is_answered) =
            (self.is_some(d.ends.flag_region), d.ends.flag_may_be_answered);
        let is_race = king.is_some() && d.ends.flag_piece == [king; 2];
        values.flag("anyFlag", has_flag);
        values.flag("oneFlag", d.ends.flag_piece_count < 2);
        values.flag("flagLater", is_answered && !is_race);
        values.flag("flagRace", has_flag && is_answered && is_race);
        values.set("checks", self.facts.checks.map(|checks| Value::Number(checks.into())));
        let diagonals =
            if d.stones.is_hexagonal { "diagonals as from a1 to b2" } else { "diagonals" };
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
        values.say("along", along);
        let (kinds, promotion) = (d.repetition.n_move_rule_kinds, &d.promotion);
        let promotes = (0..2).any(|side| {
            promotion.new_kinds[side] != PieceKinds::NONE
                && promotion.pawn_kinds[side] != PieceKinds::NONE
        }) || d.promotes_pieces() && !promotion.has_demotion;
        let moves = |side: usize| {
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
        };
        let mut progress = vec!["a capture".to_owned()];
        progress
            .extend((promotes && self.is_some(promotion.region)).then(|| "a promotion".to_owned()));
        progress.extend(d.drops.allowed.then(|| "a drop".to_owned()));
        let is_told =
            |&side: &usize| kinds[side] != PieceKinds::NONE && (side == 0 || kinds[0] != kinds[1]);
        progress.extend((0..2).filter(is_told).map(moves));
        values.say("progress", join(progress, "or"));
        values.flag("dead", self.facts.is_dead_by_material);
    }
}
