//! The meaning of scores and ratings in a game: the chances for a score, and how far
//! ahead players of a rating see.

/// Win, draw and loss of the side to move, in permill; together 1000.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wdl {
    /// Wins of the side to move.
    pub win: u16,
    /// Draws.
    pub draw: u16,
    /// Losses of the side to move.
    pub loss: u16,
}

impl Wdl {
    /// The side to move wins for certain.
    pub const WIN: Wdl = Wdl { win: 1000, draw: 0, loss: 0 };
    /// The game is drawn for certain.
    pub const DRAW: Wdl = Wdl { win: 0, draw: 1000, loss: 0 };
    /// The side to move loses for certain.
    pub const LOSS: Wdl = Wdl { win: 0, draw: 0, loss: 1000 };

    /// The chances where no game is drawn, with the same points.
    #[must_use]
    pub fn without_draw(self) -> Wdl {
        let win = self.win + self.draw / 2;
        Wdl { win, draw: 0, loss: 1000 - win }
    }

    /// The points that the side to move expects: 1 for a win, a half for a draw.
    pub fn points(self) -> f64 {
        (f64::from(self.win) + f64::from(self.draw) / 2.0) / 1000.0
    }
}

/// The chance to win as a function of the score: a logistic curve, as in Stockfish. The
/// chance to lose is the same curve for the other side. The rest is the chance of a draw.
///
/// ```
/// use plyglot_core::game::WinRate;
///
/// let wdl = WinRate { midpoint: 100.0, spread: 50.0 }.wdl(100);
/// assert_eq!((wdl.win, wdl.draw, wdl.loss), (500, 482, 18));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WinRate {
    /// The score at which half of all games are won, in centi-units, at least 0.
    pub midpoint: f64,
    /// The increase of the score that turns even odds into odds of e to 1, in
    /// centi-units, greater than 0.
    pub spread: f64,
}

impl WinRate {
    /// The chances of win, draw and loss for a score of the side to move in centi-units;
    /// their sum is 1.
    pub fn chances(self, centi: i32) -> [f64; 3] {
        let win = self.win(f64::from(centi));
        let loss = self.win(-f64::from(centi));
        [win, 1.0 - win - loss, loss]
    }

    fn win(self, centi: f64) -> f64 {
        1.0 / (1.0 + ((self.midpoint - centi) / self.spread).exp())
    }

    /// The chances per mille.
    pub fn wdl(self, centi: i32) -> Wdl {
        let [win, _, loss] = self.chances(centi).map(|chance| (1000.0 * chance).round() as u16);
        let loss = loss.min(1000 - win);
        Wdl { win, draw: 1000 - win - loss, loss }
    }
}

/// Among how many moves to come a clock shares what is left, if it does not say so itself
/// (`movestogo`): the more, the longer a game saves time for later. The number goes in a
/// line from that of the first move to that of late ones.
///
/// ```
/// use plyglot_core::game::MovesToGo;
///
/// let moves = MovesToGo { first: 40, late: 20, late_from_ply: 80 };
/// assert_eq!([0, 20, 40, 80, 200].map(|ply| moves.at(ply)), [40, 35, 30, 20, 20]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MovesToGo {
    /// At the first move of a game, at least 1.
    pub first: u32,
    /// From [`MovesToGo::late_from_ply`] on, at least 1.
    pub late: u32,
    /// The plies of the game before late moves; see
    /// [`Knowledge::plies_played`](super::Knowledge::plies_played).
    pub late_from_ply: u32,
}

impl MovesToGo {
    /// The same number all through the game.
    pub const fn always(moves: u32) -> MovesToGo {
        MovesToGo { first: moves, late: moves, late_from_ply: 1 }
    }

    /// The number after `ply` plies of the game.
    pub fn at(self, ply: u32) -> u32 {
        let MovesToGo { first, late, late_from_ply } = self;
        let last = late_from_ply.max(1);
        let from_late = u64::from(last - ply.min(last));
        let ply = u64::from(ply.min(last));
        let sum = u64::from(first) * from_late + u64::from(late) * ply;
        (sum / u64::from(last)).max(1) as u32
    }
}

/// The meaning of scores and ratings in a game, and its length. The search itself uses
/// only [`Scale::notable_centi`] and [`Scale::moves_to_go`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    /// The least difference between two scores that is significant, in centi-units. Time
    /// management and weaker play use it.
    pub notable_centi: i32,
    /// Pairs of an Elo rating and the number of plies that such players see ahead, both
    /// increasing. Weaker play uses them, unless a [`Ladder`](super::network::Ladder) was fitted to
    /// games with the game's network.
    pub lookahead: &'static [(i16, f64)],
    /// The chance to win at each score, for `UCI_ShowWDL`.
    pub win_rate: WinRate,
    /// How a clock is shared out.
    pub moves_to_go: MovesToGo,
}

impl Scale {
    /// Defaults until a game is measured: a difference of 0.3 units is notable, and a
    /// side that is one unit ahead wins half of its games.
    pub const USUAL: Scale = Scale {
        notable_centi: 30,
        lookahead: &[(500, -3.0), (2500, 7.0)],
        win_rate: WinRate { midpoint: 100.0, spread: 100.0 },
        moves_to_go: MovesToGo::always(22),
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_follow_a_logistic_curve() {
        let rate = WinRate { midpoint: 200.0, spread: 100.0 };
        // 1 / (1 + e^2) = 0.1192, 1 / (1 + e^4) = 0.0180, 1 / (1 + e^-1) = 0.7311, 1 / (1 + e^5).
        for (centi, win, draw, loss) in
            [(0, 119, 762, 119), (200, 500, 482, 18), (-200, 18, 482, 500), (300, 731, 262, 7)]
        {
            assert_eq!(rate.wdl(centi), Wdl { win, draw, loss }, "{centi}");
        }
    }

    #[test]
    fn a_draw_is_half_a_point() {
        let all = [Wdl::WIN, Wdl::DRAW, Wdl::LOSS, Wdl { win: 200, draw: 300, loss: 500 }];
        assert_eq!(all.map(Wdl::points), [1.0, 0.5, 0.0, 0.35]);
    }

    #[test]
    fn chances_sum_to_a_thousand() {
        for midpoint in [0.0, 1.0, 80.0, 300.0] {
            for centi in -30_900..=30_900 {
                let Wdl { win, draw, loss } = WinRate { midpoint, spread: 90.0 }.wdl(centi);
                assert_eq!(win + draw + loss, 1000, "{midpoint} {centi}");
            }
        }
    }
}
