//! The evaluation of Connect Four and the search's knowledge of it.

use super::board::{self, BOARD, RANK_PARITY, has_four, landings, rows, safe_moves, winning_cells};
use super::solver::ConnectFourSolver;
use super::{ConnectFour, Landing};
use plyglot_core::game::network::{Accumulators, NetworkState};
use plyglot_core::game::{
    Evaluation, Exact, Game, Glance, Histories, Knowledge, Milli, Scale, SearchParams, Side,
    Solver, WinRate,
};

/// The number of [`features`](ConnectFour::features).
pub const FEATURES: usize = 5;

/// The weight of each feature for the first player, in hundredths of log odds: a logistic
/// regression of the exact winner on the features. The samples were 6,000 quiet positions
/// of random games without an overlooked threat, and the 1,933 quiet ones among 3,000 of
/// Pascal Pons's benchmark sets. The weights of the threats are doubled: at depth 6 that
/// scored 53.4 % of 4,000 games; tripled weights did no better.
const WEIGHTS: [i32; FEATURES] = [-15, 378, -212, 14, 33];

/// The least number of stones at which it is worth checking whether any row can still be
/// filled; earlier there is nearly always one.
const LATE_STONES: u32 = 28;

const BOUND: i32 = 20_000;

impl ConnectFour {
    /// The features of the evaluation, for the first player:
    ///
    /// 0. one, the bias;
    /// 1. files whose lowest threat is the first player's, on an odd rank;
    /// 2. files whose lowest threat is the second player's, on an even rank;
    /// 3. rows of four, without vertical ones, that the first player can still
    ///    fill, less those that the second can;
    /// 4. the same, of those that hold two stones of the player or more.
    ///
    /// A threat is an empty cell that would complete four in a row. Threats above the
    /// lowest one of a file matter little, as that cell must be played first. When the
    /// rest of the board is full, the first player gets the odd ranks and the second
    /// player the even ones (Victor Allis, "A Knowledge-based Approach of Connect-Four",
    /// 1988). So a cell that both players threaten counts for the player who will get it.
    #[inline]
    pub fn features(&self) -> [i32; FEATURES] {
        let [first, second] = self.by_player();
        let firsts = winning_cells(first, self.occupied);
        let seconds = winning_cells(second, self.occupied);
        let [odd, even] = RANK_PARITY.map(|ranks| board::lowest(firsts | seconds) & ranks);
        let [first_rows, first_pairs] = rows(first, second);
        let [second_rows, second_pairs] = rows(second, first);
        [
            1,
            (odd & firsts).count_ones() as i32,
            (even & seconds).count_ones() as i32,
            first_rows - second_rows,
            first_pairs - second_pairs,
        ]
    }

    #[inline]
    pub(super) fn weighted(&self) -> [i32; FEATURES] {
        let features = self.features();
        std::array::from_fn(|i| features[i] * WEIGHTS[i])
    }

    #[inline]
    pub(super) fn value(&self) -> i32 {
        let value: i32 = self.weighted().iter().sum();
        match self.side() {
            Side::First => value,
            Side::Second => -value,
        }
    }
}

impl Evaluation for ConnectFour {
    /// A move may change more threats than a state could record.
    type State = NetworkState<ConnectFour>;

    #[inline]
    fn evaluate(&self, _: &Self::State, accumulators: &mut Accumulators<ConnectFour>) -> i32 {
        accumulators.evaluate(self, || self.value()).clamp(-BOUND, BOUND)
    }

    fn mirrored(&self) -> Option<ConnectFour> {
        Some(self.mirror_image())
    }
}

impl Knowledge for ConnectFour {
    const PARAMS: SearchParams = {
        let mut params = SearchParams::PLAIN;
        params.lmr.is_on = true;
        params.lmr.base = Milli(1200);
        params.lmr.slope = Milli(652);
        params
    };
    const SCALE: Scale = Scale {
        lookahead: &[
            (500, -3.0),
            (550, -1.5),
            (790, 0.0),
            (1090, 1.5),
            (1425, 3.0),
            (1630, 4.5),
            (1730, 6.0),
            (1790, 7.0),
        ],
        // Fitted to self-play games: docs/internals/wdl.md.
        win_rate: WinRate { midpoint: 58.0, spread: 126.0 },
        ..Scale::USUAL
    };

    /// Detects wins and losses at most two plies away, and threats of the opponent to win
    /// with the next stone. Detects draws because neither side can fill a row of four any
    /// more.
    #[inline]
    fn glance(&self) -> Glance {
        let landings = landings(self.occupied);
        if winning_cells(self.mover, self.occupied) & landings != 0 {
            return Glance::Known(Exact::Win(1));
        }
        let threats = winning_cells(self.opponent(), self.occupied);
        if landings != 0 && safe_moves(landings, threats) == 0 {
            return Glance::Known(Exact::Loss(2));
        }
        if threats & landings != 0 {
            return Glance::Forced;
        }
        let is_late = self.occupied.count_ones() >= LATE_STONES;
        if is_late && !self.by_player().iter().any(|stones| has_four(BOARD & !stones)) {
            return Glance::Known(Exact::Draw);
        }
        Glance::Open
    }

    fn solver() -> Option<&'static dyn Solver<ConnectFour>> {
        Some(&ConnectFourSolver)
    }

    fn max_plies_left(&self) -> Option<u32> {
        Some((BOARD & !self.occupied).count_ones())
    }
}

impl Histories for ConnectFour {
    const HISTORY_SIZE: usize = 64;

    #[inline]
    fn history_index(&self, m: Landing) -> usize {
        usize::from(m.0)
    }
}
