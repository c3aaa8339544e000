//! Rules by which the moves before a position decide its value, so that no table of the values of
//! positions can have it.

use super::{Chasing, Counting, Definition, MaterialCounting};
use plyglot_core::game::Outcome;

/// A rule in words, with its keys in brackets, and whether a game has it.
pub type PathRule = (&'static str, fn(&Definition) -> bool);

/// Rules that always matter.
pub const MOVE_RULES: [PathRule; 5] = [
    ("the counting of moves (countingRule)", |rules| rules.ends.counting_rule != Counting::None),
    ("a swap of sides (swapRule)", |rules| rules.turns.swap_rule),
    ("the rule on repeated moves (moveRepetitionIllegal)", |rules| {
        rules.repetition.move_repetition_loses
    }),
    ("the rule on checks before a mate (shatarMateRule)", |rules| rules.ends.shatar_mate_rule),
    (
        "the counting of pieces after moves without progress (materialCounting, nMoveRule)",
        |rules| counts_material(rules) && rules.repetition.n_move_rule > 0,
    ),
];
/// Rules that matter where positions repeat.
pub const REPETITION_RULES: [PathRule; 3] = [
    ("the rule on perpetual check (perpetualCheckIllegal)", |rules| {
        rules.repetition.perpetual_check_loses
    }),
    ("the rule on perpetual chase (chasingRule)", |rules| {
        rules.repetition.chasing_rule != Chasing::None
    }),
    ("a repetition that is not a draw (nFoldValue)", |rules| {
        rules.repetition.n_fold_value != Outcome::Drawn || counts_material(rules)
    }),
];

fn counts_material(rules: &Definition) -> bool {
    rules.ends.material_counting != MaterialCounting::None
}

impl Definition {
    /// The first of these rules that the game has, in words.
    pub fn path_rule(&self, rules: &[PathRule]) -> Option<&'static str> {
        rules.iter().find(|(_, is_there)| is_there(self)).map(|(words, _)| *words)
    }
}
