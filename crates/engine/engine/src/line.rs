//! A game in progress, with what people want to know of its moves.

use crate::interface::Engine;
use crate::move_text::{LegalMove, Leniency, PositionError};
use crate::referee::{GameHistory, ReplayedMove};
use plyglot_core::game::{MoveCells, MoveNotation, Side, TextError};
use std::fmt;

/// A move of a [`Line`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineStep {
    /// The side that made it.
    pub side: Side,
    /// Its number.
    pub number: MoveNumber,
    /// The move.
    pub played: LegalMove,
}

/// The number of a move, printed as it stands before the move: `12.` or `12...`.
///
/// It grows whenever the first side moves after the second. If the first position has a number, as
/// a FEN does, the first move has it, too. Where players count plies
/// ([`GameInfo::counts_plies`](plyglot_core::game::GameInfo::counts_plies)), each move of a side has
/// its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveNumber {
    /// From 1.
    pub count: usize,
    /// Whether it is the second side's move of this number.
    pub is_reply: bool,
}

impl MoveNumber {
    /// That of the first move, by `side`, from a position with this number. With a handicap, the
    /// second side may begin.
    fn first(count: usize, side: Side, counts_plies: bool, has_handicaps: bool) -> MoveNumber {
        let is_second = side == Side::Second;
        if !counts_plies {
            return MoveNumber { count, is_reply: is_second };
        }
        let pairs = count.max(1) - 1;
        let has_begun = pairs > 0 || !has_handicaps;
        MoveNumber { count: 2 * pairs + 1 + usize::from(is_second && has_begun), is_reply: false }
    }

    /// That of the next move, by `side`, where `last` made this one. Plies do not tell, as a side may
    /// pass or the second one begin.
    fn next(self, last: Side, side: Side, counts_plies: bool) -> MoveNumber {
        let is_next = counts_plies || last == Side::Second && side == Side::First;
        let is_reply = !counts_plies && side == Side::Second;
        MoveNumber { count: self.count + usize::from(is_next), is_reply }
    }
}

impl fmt::Display for MoveNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let dots = if self.is_reply { "..." } else { "." };
        write!(f, "{}{dots}", self.count)
    }
}

/// A game in progress: a position that was set up, and the moves since then.
///
/// ```
/// use plyglot_core::game::tictactoe::TicTacToe;
/// use plyglot_engine::{Line, Registry};
///
/// let registry = Registry::new::<TicTacToe>();
/// let mut line = Line::new(registry.default_game().open(), None, &["b2"]).unwrap();
/// line.play("a1").unwrap();
/// assert_eq!(line.names(), ["P@b2", "P@a1"]);
/// line.go_back(1);
/// assert!(line.find("a1").is_ok() && line.find("b2").is_err());
/// ```
pub struct Line {
    rules: Box<dyn Engine>,
    start: Option<String>,
    steps: Vec<LineStep>,
}

impl Line {
    /// A line from a position (the start position if `None`) with the moves of these words. `rules`
    /// are the game with its options, wherever it stands.
    ///
    /// # Errors
    /// If the position or one of the moves is wrong.
    pub fn new(
        mut rules: Box<dyn Engine>,
        start: Option<&str>,
        words: &[&str],
    ) -> Result<Line, PositionError> {
        rules.set_position(None, &[])?;
        let usual = rules.position();
        rules.set_position(start, words)?;
        let GameHistory { start, moves } = rules.history();
        moves.iter().for_each(|_| _ = rules.undo());
        let start = if start == usual { None } else { Some(start) };
        let mut line = Line { rules, start, steps: Vec::new() };
        // They are legal, as they were played.
        moves.iter().try_for_each(|name| line.play(name)).map_err(PositionError::Start)?;
        Ok(line)
    }

    /// The game at the end of the line.
    pub fn rules(&self) -> &dyn Engine {
        &*self.rules
    }

    /// The first position; `None` if it is the game's start position.
    pub fn start(&self) -> Option<&str> {
        self.start.as_deref()
    }

    /// The moves.
    pub fn steps(&self) -> &[LineStep] {
        &self.steps
    }

    /// The moves, as the protocol has them.
    pub fn names(&self) -> Vec<&str> {
        self.steps.iter().map(|step| step.played.name.as_str()).collect()
    }

    /// The game after the first `plies` moves, with its history.
    pub fn at(&self, plies: usize) -> Box<dyn Engine> {
        let mut rules = self.rules.copy();
        for _ in plies..self.steps.len() {
            rules.undo();
        }
        rules
    }

    /// The legal move that a text means. A draw that is due ends nothing: players may not have
    /// noticed fifty moves, or the third time.
    ///
    /// # Errors
    /// If it is not a legal move.
    pub fn find(&self, text: &str) -> Result<LegalMove, TextError> {
        self.rules.legal_move(text)
    }

    /// Plays the move of a word, or its moves: see [`Referee::play_word`](crate::Referee::play_word).
    ///
    /// # Errors
    /// If one of them is not legal; none is played then.
    pub fn play(&mut self, word: &str) -> Result<(), TextError> {
        // One move, in the words of most games.
        let error = match self.find(word) {
            Ok(played) => return self.push(played),
            Err(error) => error,
        };
        let Ok(played) = self.rules.play_word(word, Leniency::Exact) else { return Err(error) };
        played.iter().for_each(|_| _ = self.rules.undo());
        played.into_iter().try_for_each(|ReplayedMove { name, record }| {
            let found = self.find(&name);
            // Or else it is a null move.
            self.push(found.unwrap_or_else(|_| LegalMove {
                name,
                short: record.clone(),
                record,
                cells: MoveCells::default(),
            }))
        })
    }

    fn push(&mut self, played: LegalMove) -> Result<(), TextError> {
        let side = self.rules.side();
        let counts_plies = self.rules.info().counts_plies;
        let number = match self.steps.last() {
            Some(last) => last.number.next(last.side, side, counts_plies),
            None => {
                let count = first_number(&self.rules.position());
                // Shogi and its kin have the notation of its programs.
                let has_handicaps = self.rules.notations().contains(&MoveNotation::Usi.name());
                MoveNumber::first(count, side, counts_plies, has_handicaps)
            }
        };
        self.rules.push(&played.name)?;
        self.steps.push(LineStep { side, number, played });
        Ok(())
    }

    /// Takes moves back until no more than `plies` are left.
    pub fn go_back(&mut self, plies: usize) {
        while self.steps.len() > plies {
            self.steps.pop();
            self.rules.undo();
        }
    }

    /// The cells of the picture that the last move changed, beside those that it left and entered.
    pub fn changed(&self) -> Vec<usize> {
        let Some(last) = self.steps.last() else { return Vec::new() };
        let before = self.at(self.steps.len() - 1).picture();
        let Some((before, after)) = before.zip(self.rules.picture()) else { return Vec::new() };
        let own = [last.played.cells.from, last.played.cells.to];
        (0..before.cells.len().min(after.cells.len()))
            .filter(|&cell| before.cells[cell] != after.cells[cell] && !own.contains(&Some(cell)))
            .collect()
    }
}

/// The number of the first move from a position: the last word of its text, as in a FEN; at least 1.
pub fn first_number(position: &str) -> usize {
    let last = position.split_whitespace().next_back();
    last.and_then(|word| word.parse().ok()).unwrap_or(1).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Registry;
    use Side::{First, Second};
    use plyglot_core::game::tictactoe::TicTacToe;

    /// The number of the last of moves by these sides.
    fn last_number(first: MoveNumber, sides: &[Side], counts_plies: bool) -> String {
        let mut number = first;
        for pair in sides.windows(2) {
            number = number.next(pair[0], pair[1], counts_plies);
        }
        number.to_string()
    }

    #[test]
    fn moves_are_counted_by_turns_and_not_by_plies() {
        for (sides, number) in [
            (&[First][..], "1."),
            (&[First, Second], "1..."),
            (&[First, Second, First], "2."),
            (&[Second], "1..."),
            (&[Second, First], "2."),
            // The second side passes, then the first one does.
            (&[First, First, Second], "1..."),
            (&[First, Second, Second, First], "2."),
        ] {
            let first = MoveNumber::first(1, sides[0], false, false);
            assert_eq!(last_number(first, sides, false), number, "{sides:?}");
        }
        let fens = ["4/4 w", "4k3/8/8/8/8/8/8/4K3 b - - 3 45", "4k3/8/8/8/8/8/8/4K3 b - - 0 0"];
        assert_eq!(fens.map(first_number), [1, 45, 1]);
    }

    #[test]
    fn players_of_some_games_count_plies() {
        for (count, sides, has_handicaps, number) in [
            (1, &[First, Second, First][..], false, "3."),
            (1, &[Second, First], false, "3."),
            (1, &[Second, First], true, "2."),
            // From the fifth turn on.
            (5, &[First], false, "9."),
            (5, &[Second, First], false, "11."),
            (5, &[Second, First], true, "11."),
        ] {
            let first = MoveNumber::first(count, sides[0], true, has_handicaps);
            assert_eq!(last_number(first, sides, true), number, "{count}: {sides:?}");
        }
    }

    /// The cells of a text are those of the rows from above: a3, b3, c3, a2.
    #[test]
    fn a_word_may_be_several_moves() {
        let open = || Registry::new::<TicTacToe>().default_game().open();
        let mut line = Line::new(open(), Some("X........"), &["b2b3"]).expect("they are legal");
        line.play("c3a1").expect("they are legal");
        assert_eq!(line.names(), ["P@b2", "P@b3", "P@c3", "P@a1"]);
        assert!(line.play("a2b2").is_err(), "b2 is not empty");
        let numbers: Vec<String> =
            line.steps().iter().map(|step| step.number.to_string()).collect();
        assert_eq!(numbers, ["2.", "3.", "4.", "5."]);
        let mut other = open();
        other.set_position(Some("XXO.O...."), &[]).expect("a position");
        assert_eq!(line.at(3).position(), other.position());
        line.go_back(3);
        assert_eq!((line.rules().position(), line.steps().len()), (other.position(), 3));
        let words = ["P@a1", "b1", "b1"].map(str::to_owned);
        let legal = line.at(3).legal_line(&words, None);
        assert_eq!(legal.iter().map(LegalMove::shown).collect::<Vec<_>>(), ["a1", "b1"]);
        assert!(line.changed().is_empty(), "a stone changes only the cell that it enters");
    }
}
