//! The rules, as the search uses them.

use super::generate::Part;
use super::mv::Type;
use super::{Chase, Last, Move, Position, REPETITION_BITS, Verdict};
use crate::set::Set;
use plyglot_core::game::{Game, Outcome, PathRules, Side, Which};
use plyglot_definition::{MOVE_RULES, REPETITION_RULES};
use std::hash::Hash;

impl<S: Set + Hash> Game for Position<S> {
    type Move = Move;

    const REPEATS: bool = true;

    /// The others tell positions apart that the rules of repetition do not: those with other gates.
    const REPETITION_BITS: u64 = REPETITION_BITS;

    fn side(&self) -> Side {
        self.side
    }

    fn decided(&self) -> Option<Outcome> {
        self.verdict().map(|verdict| match verdict {
            Verdict::Immediate(outcome) | Verdict::Claim(outcome) => outcome,
        })
    }

    fn stalled(&self) -> Outcome {
        self.without_moves()
    }

    fn moves(&self, which: Which, visit: impl FnMut(Move)) {
        match which {
            Which::Tactical if self.rules.character.captures_alone => {}
            Which::Quiet if self.rules.character.captures_alone => {
                self.visit_part(Part::all(Which::All), visit);
            }
            _ => self.visit_part(Part::all(which), visit),
        }
    }

    fn status(&self) -> Option<Outcome> {
        self.decided().or_else(|| (!self.has_moves()).then(|| self.stalled()))
    }

    fn repetition(&self, earlier: &[u64]) -> Option<Outcome> {
        self.repeated(earlier)
    }

    fn ended_by_moves(&self) -> Option<Outcome> {
        self.shuttled()
    }

    fn cycle(&self, earlier: &[u64], first: usize) -> Outcome {
        self.cycled(earlier, first)
    }

    fn path_rules(&self) -> Result<PathRules, String> {
        let definition = &self.rules.definition;
        if let Some(rule) = definition.path_rule(&MOVE_RULES) {
            return Err(format!("a game without {rule}"));
        }
        let repeats = definition.repetition.n_fold_rule > 1;
        let repetition = if repeats { definition.path_rule(&REPETITION_RULES) } else { None };
        let moves = u32::from(definition.repetition.n_move_rule);
        let max_plies = if moves > 0 { Some(2 * moves) } else { None };
        Ok(PathRules { repetition, max_plies })
    }

    fn forget_path(&mut self) {
        (self.quiet_plies, self.number, self.chase) = (0, 1, Chase::default());
    }

    /// The key, with those facts about the last move that it leaves out.
    fn state_key(&self) -> u64 {
        let last = u32::from_be_bytes(self.state_of_last_move());
        self.hash() ^ self.rules.zobrist.state(8, last.into())
    }

    /// Where every move captures, none is tactical: quiescence would play the game to its end.
    fn tactical(&self, m: Move) -> bool {
        !self.rules.character.captures_alone
            && (self.is_capture(m) || m.move_type() == Type::Promotion)
    }

    fn play(&mut self, m: Move) {
        self.make(m);
    }

    fn key(&self) -> u64 {
        self.hash()
    }

    /// In games with hands, captured pieces come back.
    fn irreversible(&self, m: Move) -> bool {
        !self.rules.definition.drops.captures_to_hand && self.resets_count(m)
    }

    fn pack(m: Move) -> u32 {
        m.packed()
    }

    fn find(&self, packed: u32) -> Option<Move> {
        let m = Move::unpack(packed)?;
        let is_there = |square: u8| square < self.rules.size.squares();
        let mut found = None;
        let visit = |other| {
            if other == m {
                found = Some(m);
            }
        };
        if m.move_type() == Type::Pass {
            self.moves(Which::All, visit);
        } else if is_there(m.from()) && is_there(m.to()) {
            self.visit_between(m.from(), m.to(), visit);
        }
        found
    }
}

impl<S: Set + Hash> Position<S> {
    /// The facts about the last move that decide what comes; all 0 where none do.
    pub(super) fn state_of_last_move(&self) -> [u8; 4] {
        let definition = &self.rules.definition;
        let Last { passes, castled, .. } = self.last;
        let passes = if definition.turns.has_passes() { passes.min(2) } else { 0 };
        let castled = if definition.castling.wins == [[false; 2]; 2] { 0 } else { castled };
        let loses_by_mate = definition.drops.shogi_pawn_mate_loses && self.is_checked_by_drop();
        [passes, castled, u8::from(loses_by_mate), 0]
    }
}
