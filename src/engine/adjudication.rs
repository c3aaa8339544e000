//! Games that are ended by their scores or their length, before the rules end them.

use crate::games::Side;

/// What ends a game. Scores are centi-units for the side that moved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AdjudicationRules {
    /// A score above this, or below its negative, is a forced result and counts at once.
    pub forced: Option<i32>,
    /// A side that loses by its scores.
    pub win: Option<WinByScore>,
    /// A draw by the scores of both sides.
    pub draw: Option<DrawByScore>,
    /// The plies after which a game is drawn, those of its opening included.
    pub max_plies: Option<u32>,
}

/// A game is lost by the side whose scores say so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WinByScore {
    /// Moves of a side in a row.
    pub moves: u32,
    /// The loser's scores are at most minus this.
    pub score: i32,
    /// Whether as many of the winner's scores must be at least this.
    pub two_sided: bool,
}

/// A game is drawn when both sides score it near 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawByScore {
    /// Not before this many plies of the game, those of its opening included.
    pub min_plies: u32,
    /// Plies in a row.
    pub plies: u32,
    /// The distance from 0, at most.
    pub score: i32,
}

/// How a game is ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Adjudication {
    /// By its scores, and this side wins.
    Win(Side),
    /// By its scores, as a draw.
    Draw,
    /// By its length, as a draw.
    TooLong,
}

impl Adjudication {
    /// The winner, or `None` for a draw.
    pub fn winner(self) -> Option<Side> {
        match self {
            Adjudication::Win(side) => Some(side),
            Adjudication::Draw | Adjudication::TooLong => None,
        }
    }
}

/// Counts the scores of one game.
#[derive(Clone, Debug)]
pub struct Adjudicator {
    rules: AdjudicationRules,
    plies: u32,
    /// Plies in a row, up to now, whose scores are near 0.
    level: u32,
    /// Moves in a row of each side with a losing score, and with a winning one.
    losing: [u32; 2],
    winning: [u32; 2],
}

impl Adjudicator {
    /// For a game whose opening has this many plies.
    pub fn new(rules: AdjudicationRules, opening_plies: usize) -> Adjudicator {
        let plies = u32::try_from(opening_plies).unwrap_or(u32::MAX);
        Adjudicator { rules, plies, level: 0, losing: [0; 2], winning: [0; 2] }
    }

    /// Counts a move of `side` with its score, if it has one. Returns how the game ends,
    /// if it does.
    pub fn note(&mut self, side: Side, score: Option<i32>) -> Option<Adjudication> {
        self.plies = self.plies.saturating_add(1);
        let count = |old: u32, more: bool| if more { old + 1 } else { 0 };
        if let Some(rule) = self.rules.draw {
            self.level = count(self.level, score.is_some_and(|score| score.abs() <= rule.score));
        }
        if let Some(rule) = self.rules.win {
            let (losing, winning) =
                (&mut self.losing[side.index()], &mut self.winning[side.index()]);
            *losing = count(*losing, score.is_some_and(|score| score <= -rule.score));
            *winning = count(*winning, score.is_some_and(|score| score >= rule.score));
        }
        let winner = self.forced_winner(side, score).or_else(|| self.winner(side));
        winner.map(Adjudication::Win).or_else(|| self.draw())
    }

    fn forced_winner(&self, side: Side, score: Option<i32>) -> Option<Side> {
        let (forced, score) = (self.rules.forced?, score?);
        (score.abs() > forced).then_some(if score > 0 { side } else { !side })
    }

    /// The winner by the scores up to the last move, which `side` made.
    fn winner(&self, side: Side) -> Option<Side> {
        let rule = self.rules.win?;
        [!side, side].into_iter().find(|winner| {
            let agrees = !rule.two_sided || self.winning[winner.index()] >= rule.moves;
            self.losing[(!*winner).index()] >= rule.moves && agrees
        })
    }

    fn draw(&self) -> Option<Adjudication> {
        if let Some(rule) = self.rules.draw
            && self.plies >= rule.min_plies
            && self.level >= rule.plies
        {
            return Some(Adjudication::Draw);
        }
        (self.plies >= self.rules.max_plies?).then_some(Adjudication::TooLong)
    }
}
