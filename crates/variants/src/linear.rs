//! The values of pieces as weights: `plyglot tune` fits them to games, for the game's own file.

use crate::definition::{Definition, MAX_KINDS};
use crate::position::Position;
use crate::rules::{Values, Variant};
use crate::set::Set;
use plyglot_core::game::{FeatureGroup, Game, Linear, Side, Weight};
use std::hash::Hash;

impl<S: Set + Hash> Variant<S> {
    /// Whether its pieces have values, the same for both sides.
    pub(crate) fn has_tunable_values(&self) -> bool {
        self.definition.captures.custodial_king.is_none()
    }
}

impl<S: Set + Hash> Linear for Position<S> {
    /// By piece of the definition.
    const GROUPS: &'static [FeatureGroup] = &[
        FeatureGroup { name: "pieces", size: MAX_KINDS },
        FeatureGroup { name: "pieces in hand", size: MAX_KINDS },
    ];

    fn weights(game: &'static Variant<S>) -> Vec<Weight> {
        (0..2 * MAX_KINDS).map(|feature| weight(game.rules().values(), feature)).collect()
    }

    fn phase(&self) -> f32 {
        let rules = self.rules();
        if keeps_pieces(rules.definition) {
            return 1.0;
        }
        1.0 - self.gone() as f32 / rules.values().at_start as f32
    }

    fn features(&self, mut visit: impl FnMut(usize, i32)) {
        let rules = self.rules();
        for (kind, of) in rules.kinds.iter().enumerate() {
            if rules.king == Some(kind as u8) {
                continue;
            }
            let count = |side| self.pieces(side, kind as u8).count() as i32;
            visit(of.piece, count(Side::First) - count(Side::Second));
            let in_hand = |side| i32::from(self.hand(side)[kind]);
            visit(MAX_KINDS + of.piece, in_hand(Side::First) - in_hand(Side::Second));
        }
    }

    fn rest(&self) -> f32 {
        let whole = self.by_rules() as f32;
        let mut rest = if self.side() == Side::First { whole } else { -whole };
        let (values, phase) = (self.rules().values(), self.phase());
        self.features(|feature, count| {
            let [early, late] = weight(values, feature).map(f32::from);
            rest -= count as f32 * (phase * early + (1.0 - phase) * late);
        });
        rest
    }

    /// Lines for the game's section. They are scaled so that the pieces of the start are worth the
    /// same together as before: the margins of the search keep their meaning.
    fn written(game: &'static Variant<S>, weights: &[Weight]) -> Option<String> {
        let (rules, before) = (game.rules(), Self::weights(game));
        let pieces = &game.definition.pieces;
        let board = game.definition.board.start_fen.split(' ').next().unwrap_or_default();
        let at_start = |weights: &[Weight]| -> f64 {
            let worth = |(letter, weight): (char, &Weight)| {
                let count = board.chars().filter(|c| c.eq_ignore_ascii_case(&letter)).count();
                count as f64 * f64::from(weight[0]).abs()
            };
            pieces.iter().map(|piece| piece.letter).zip(weights).map(worth).sum()
        };
        let scale = at_start(&before) / at_start(weights).max(1.0);
        let line = |key: &str, first: usize, phase: usize, is_written: &dyn Fn(usize) -> bool| {
            let royal = rules.king.map(|king| rules.kinds[usize::from(king)].piece);
            let written = (0..pieces.len()).filter(|&n| Some(n) != royal && is_written(n));
            let values: String = written
                .map(|n| {
                    let centi = f64::from(weights[first + n][phase]) * scale;
                    let value = rules.values().in_file(centi.round() as i16);
                    format!(" {}:{value}", pieces[n].letter)
                })
                .collect();
            if values.is_empty() { values } else { format!("{key} ={values}\n") }
        };
        let late = usize::from(!keeps_pieces(&game.definition));
        let is_in_hand = |n: usize| weights[MAX_KINDS + n] != before[MAX_KINDS + n];
        let lines = [
            line("pieceValueMg", 0, 0, &|_| true),
            line("pieceValueEg", 0, late, &|_| true),
            line("pieceValueHand", MAX_KINDS, 0, &is_in_hand),
        ];
        Some(lines.concat())
    }
}

/// The weight of a feature. The kinds of the definition come first among those of the values.
fn weight(values: &Values, feature: usize) -> Weight {
    let kind = feature % MAX_KINDS;
    let value = if feature < MAX_KINDS { values.pieces[kind] } else { values.in_hand[kind] };
    let late = value + values.later.get(kind).unwrap_or(&0);
    [value, late].map(|x| x.clamp(i16::MIN.into(), i16::MAX.into()) as i16)
}

/// Whether captured pieces come back: the game has no phases.
fn keeps_pieces(definition: &Definition) -> bool {
    definition.drops.captures_to_hand
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::child_of;
    use plyglot_core::game::laws;

    #[test]
    fn values_and_the_rest_sum_to_the_evaluation() {
        for (name, rules) in [
            ("crazyhouse", "pieceValueHand = p:400 q:3000"),
            ("seirawan", "pieceValueMg = h:2000\npieceValueEg = h:1500 e:1000"),
            ("antichess", "pieceValueMg = p:-200 k:100"),
            ("atomic", ""),
        ] {
            let game = child_of(name, rules);
            laws::check_sum(game, 20, 1, Position::<u64>::by_rules)
                .unwrap_or_else(|error| panic!("{name}: {error}"));
        }
    }

    /// The weights with some of them changed, by piece of the board or in hand, and phase.
    fn changed(game: &'static Variant<u64>, changes: &[(usize, usize, i16)]) -> Vec<Weight> {
        let mut weights = Position::<u64>::weights(game);
        changes.iter().for_each(|&(feature, phase, value)| weights[feature][phase] = value);
        weights
    }

    #[test]
    fn what_is_written_reads_as_the_weights_at_the_scale_of_before() {
        // Pawn, knight, bishop, rook and queen come first.
        let chess = child_of("chess", "pieceValueMg = p:200 n:800 b:800 r:1200 q:2400");
        let mut weights = Position::<u64>::weights(chess);
        assert_eq!(weights[..5], [[78; 2], [313; 2], [313; 2], [470; 2], [940; 2]]);
        // A side's pieces of the start were worth 3756, and are 4695 now.
        weights[..5].copy_from_slice(&[[100, 200], [400, 400], [400, 0], [600; 2], [1095; 2]]);
        let written = Position::<u64>::written(chess, &weights).expect("text");
        let [mg, eg] = written.lines().collect::<Vec<_>>()[..] else { panic!("{written}") };
        assert!(mg.starts_with("pieceValueMg = p:") && eg.starts_with("pieceValueEg = p:"));
        let again = Position::<u64>::weights(child_of("chess", &written));
        assert_eq!(again[..5], [[80, 160], [320; 2], [320, 0], [480; 2], [876; 2]], "{written}");
    }

    #[test]
    fn hands_have_values_of_their_own_and_no_phases() {
        let game = child_of("crazyhouse", "");
        let hand_pawn = MAX_KINDS;
        let before = Position::<u64>::weights(game);
        let pawn = before[0][0];
        let weights = changed(game, &[(hand_pawn, 0, pawn + 30), (0, 1, 9)]);
        let written = Position::<u64>::written(game, &weights).expect("text");
        let [_, late, hand] = written.lines().collect::<Vec<_>>()[..] else { panic!("{written}") };
        assert!(late.starts_with("pieceValueEg = p:") && hand.starts_with("pieceValueHand = p:"));
        assert!(!hand.contains("q:"), "{hand}");
        let again = Position::<u64>::weights(child_of("crazyhouse", &written));
        assert_eq!((again[0], again[hand_pawn]), ([pawn, pawn], [pawn + 30, pawn + 30]));
    }

    #[test]
    fn values_where_losing_all_wins_keep_their_sign() {
        let game = child_of("antichess", "");
        let before = Position::<u64>::weights(game);
        assert!(before[0][0] < 0, "a pawn is a burden");
        let written = Position::<u64>::written(game, &before).expect("text");
        assert!(!written.contains('-'), "{written}");
        assert_eq!(Position::<u64>::weights(child_of("antichess", &written)), before);
    }

    #[test]
    fn a_king_that_is_hunted_has_no_values_to_be_tuned() {
        assert!(child_of("chess", "").has_tunable_values());
        let tafl = child_of("brandub", "");
        assert!(!tafl.has_tunable_values());
    }
}
