//! Adjudication: games that scores or length end before the rules do.

use plyglot_core::game::{GameResult, Side};

/// The rules of adjudication. Scores are centi-units for the side that moved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AdjudicationRules {
    /// A score above this, or below its negative, is a forced result and counts at once.
    pub forced: Option<i32>,
    /// When a side loses by its scores.
    pub win: Option<WinByScore>,
    /// When both sides' scores make a draw, in games that have draws.
    pub draw: Option<DrawByScore>,
    /// The plies after which a game is drawn, including those of its opening.
    pub max_plies: Option<u32>,
}

/// A side loses by its scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WinByScore {
    /// For this number of a side's moves in a row.
    pub moves: u32,
    /// The loser's scores must be at most minus this.
    pub score: i32,
    /// Whether the same number of the winner's scores must be at least this.
    pub two_sided: bool,
}

/// A game is drawn if both sides score it near 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawByScore {
    /// Not before this many plies of the game, including those of its opening.
    pub min_plies: u32,
    /// For this number of plies in a row.
    pub plies: u32,
    /// The largest distance from 0.
    pub score: i32,
}

/// How a game is adjudicated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Adjudication {
    /// This side wins by the scores.
    Win(Side),
    /// Drawn by the scores.
    Draw,
    /// Drawn by its length.
    TooLong,
}

impl Adjudication {
    /// A win or a draw.
    pub fn result(self) -> GameResult {
        match self {
            Adjudication::Win(side) => GameResult::Win(side),
            Adjudication::Draw | Adjudication::TooLong => GameResult::Draw,
        }
    }
}

/// Counts the scores of one game.
#[derive(Clone, Debug)]
pub struct Adjudicator {
    rules: AdjudicationRules,
    plies: u32,
    /// Plies in a row, including the last, whose scores are near 0.
    level: u32,
    /// Moves in a row of each side with a losing and with a winning score.
    losing: [u32; 2],
    winning: [u32; 2],
}

impl Adjudicator {
    /// An adjudicator for a game whose opening has this many plies. No score draws a game that by
    /// its rules may not be drawn.
    pub fn new(rules: AdjudicationRules, may_be_drawn: bool, opening_plies: usize) -> Adjudicator {
        let draw = rules.draw.filter(|_| may_be_drawn);
        let rules = AdjudicationRules { draw, ..rules };
        let plies = u32::try_from(opening_plies).unwrap_or(u32::MAX);
        Adjudicator { rules, plies, level: 0, losing: [0; 2], winning: [0; 2] }
    }

    /// Counts a move of `side` with its score, if any. Returns the adjudication, if the
    /// game ends.
    pub fn note(&mut self, side: Side, score: Option<i32>) -> Option<Adjudication> {
        self.plies = self.plies.saturating_add(1);
        if let Some(rule) = self.rules.draw {
            self.level = counted(self.level, score.is_some_and(|score| score.abs() <= rule.score));
        }
        if let Some(rule) = self.rules.win {
            let losing = &mut self.losing[side];
            let winning = &mut self.winning[side];
            *losing = counted(*losing, score.is_some_and(|score| score <= -rule.score));
            *winning = counted(*winning, score.is_some_and(|score| score >= rule.score));
        }
        let winner = self.forced_winner(side, score).or_else(|| self.winner(side));
        winner.map(Adjudication::Win).or_else(|| self.draw())
    }

    fn forced_winner(&self, side: Side, score: Option<i32>) -> Option<Side> {
        let forced = self.rules.forced?;
        let score = score?;
        if score.abs() > forced { Some(if score > 0 { side } else { !side }) } else { None }
    }

    fn winner(&self, side: Side) -> Option<Side> {
        let rule = self.rules.win?;
        [!side, side].into_iter().find(|winner| {
            let agrees = !rule.two_sided || self.winning[*winner] >= rule.moves;
            self.losing[!*winner] >= rule.moves && agrees
        })
    }

    fn draw(&self) -> Option<Adjudication> {
        if let Some(rule) = self.rules.draw
            && self.plies >= rule.min_plies
            && self.level >= rule.plies
        {
            return Some(Adjudication::Draw);
        }
        if self.plies >= self.rules.max_plies? { Some(Adjudication::TooLong) } else { None }
    }
}

fn counted(old: u32, more: bool) -> u32 {
    if more { old + 1 } else { 0 }
}
