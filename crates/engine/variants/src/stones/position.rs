//! Positions of games of stones, and their rules.

use super::StoneGame;
use super::cells::Cells;
use super::grid::Grid;
use super::threats::Threats;
use plyglot_core::game::{EndWay, Game, Outcome, Side, Which};

/// A position. It is copied before each move.
#[derive(Clone, Copy, Debug)]
pub struct StonePosition {
    pub(super) game: &'static StoneGame,
    pub(super) grid: &'static Grid,
    pub(super) stones: [Cells; 2],
    pub(super) side: Side,
    pub(super) captured: [u8; 2],
    /// The number of the full move, from 1.
    pub(super) number: u16,
    /// Whether the side that has just moved has won.
    pub(super) is_won: bool,
    key: u64,
    /// The threats, unless they are stale.
    threats: Threats,
    /// Whether the threats are those before the last move: it did not stop a row, so the game is
    /// lost by it.
    is_stale: bool,
}

/// A move: a stone on this cell, or where one is already, a swap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell(pub(super) u16);

impl StonePosition {
    pub(super) fn new(
        game: &'static StoneGame,
        stones: [Cells; 2],
        captured: [u8; 2],
        side: Side,
        number: u16,
    ) -> StonePosition {
        let grid = game.grid();
        let mut key = if side == Side::First { 0 } else { grid.side_key };
        for of in Side::BOTH {
            key ^= grid.captured_key(of, captured[of]);
            key = stones[of].iter().fold(key, |key, cell| key ^ grid.stone_key(of, cell));
        }
        let threats = Threats::new(grid, stones);
        let is_won = false;
        let is_stale = false;
        let mut position = StonePosition {
            game,
            grid,
            stones,
            side,
            captured,
            number,
            is_won,
            key,
            threats,
            is_stale,
        };
        position.is_won = position.has_won(!side);
        position
    }

    #[inline(always)]
    pub(super) fn empty(&self) -> Cells {
        self.grid.board & !(self.stones[0] | self.stones[1])
    }

    /// The cells on which the side to move may place a stone, and that of a stone it may take over.
    #[inline(always)]
    pub(super) fn allowed(&self) -> Cells {
        if self.grid.has_bans && self.side == Side::First {
            self.empty() & !self.threats(|threats| threats.banned)
        } else if self.is_before_swap() && self.side == Side::Second && !self.stones[0].is_many() {
            self.empty() | self.stones[0]
        } else {
            self.empty()
        }
    }

    /// Whether the second side may still swap, so that a good move of the first may be bad.
    #[inline(always)]
    pub(super) fn is_before_swap(&self) -> bool {
        self.grid.has_swap && self.stones[1].is_empty()
    }

    pub(super) fn is_swap(&self, m: Cell) -> bool {
        self.stones[0].has(m.0) && self.allowed().has(m.0)
    }

    fn swap(&mut self, cell: u16) {
        let to = self.game.swap_cells().map_or(cell, |cells| cells[usize::from(cell)]);
        let stones = [Cells::EMPTY, Cells::bit(to)];
        let number = self.number.saturating_add(1);
        *self = StonePosition::new(self.game, stones, self.captured, Side::First, number);
    }

    #[inline(always)]
    pub(super) fn threats<T>(&self, fact: impl FnOnce(&Threats) -> T) -> T {
        if self.is_stale { self.fresh_threats(fact) } else { fact(&self.threats) }
    }

    #[cold]
    fn fresh_threats<T>(&self, fact: impl FnOnce(&Threats) -> T) -> T {
        fact(&Threats::new(self.grid, self.stones))
    }

    #[inline(always)]
    pub(super) fn winning_cells(&self, side: Side) -> Cells {
        // Those that are stale still win: only a stone on the cell itself stops a row.
        self.threats.wins[side] & self.empty()
    }

    pub(super) fn has_won(&self, side: Side) -> bool {
        !self.rows(side).is_empty() || self.has_connected(side) || self.has_captured_enough(side)
    }

    pub(super) fn has_connected(&self, side: Side) -> bool {
        self.grid.connects && self.winning_chain(side).is_some()
    }

    /// A chain of a side that wins, and in which way.
    pub(super) fn winning_chain(&self, side: Side) -> Option<(Cells, EndWay)> {
        let mut chains = self.grid.chains(self.stones[side]);
        chains.find_map(|chain| Some((chain, self.grid.connection(side, chain)?)))
    }

    fn connects_by(&self, cell: u16) -> bool {
        let chain = self.grid.chain(Cells::bit(cell), self.stones[self.side]);
        self.grid.connection(self.side, chain).is_some()
    }

    pub(super) fn has_captured_enough(&self, side: Side) -> bool {
        let enough = self.grid.capture_count;
        enough > 0 && self.captured[side] >= enough
    }

    pub(super) fn rows(&self, side: Side) -> Cells {
        self.grid.winning_rows(side.index(), self.stones[side])
    }

    /// Takes the stones off the board that the last one, on this cell, has captured.
    fn capture(&mut self, cell: u16) {
        let own = self.side;
        let other = !self.side;
        let taken = self.grid.captured_by(cell, self.stones[own], self.stones[other]);
        if taken.is_empty() {
            return;
        }
        self.stones[other] &= !taken;
        self.key = taken.iter().fold(self.key, |key, cell| key ^ self.grid.stone_key(other, cell));
        self.key ^= self.grid.captured_key(own, self.captured[own]);
        self.captured[own] = self.captured[own].saturating_add(taken.count() as u8);
        self.key ^= self.grid.captured_key(own, self.captured[own]);
    }

    /// The position with the stones of the other side for each.
    #[cfg(test)]
    pub(crate) fn exchanged(&self) -> StonePosition {
        let [first, second] = self.stones;
        let captured = [self.captured[1], self.captured[0]];
        StonePosition::new(self.game, [second, first], captured, !self.side, self.number)
    }

    pub(super) fn after_pass(&self) -> StonePosition {
        StonePosition { side: !self.side, key: self.key ^ self.grid.side_key, ..*self }
    }

    /// The moves that quiescence follows: they make or stop a row, or prepare one, or capture.
    #[inline(always)]
    fn tactical_cells(&self) -> Cells {
        let us = self.side;
        let them = !self.side;
        self.threats(|threats: &Threats| {
            let rows = threats.wins[us] | threats.wins[them];
            rows | threats.fours[us] | threats.doubles[them] | threats.captures[us]
        })
    }
}

impl Game for StonePosition {
    type Move = Cell;

    fn side(&self) -> Side {
        self.side
    }

    fn decided(&self) -> Option<Outcome> {
        if self.is_won { Some(Outcome::Lost) } else { None }
    }

    fn stalled(&self) -> Outcome {
        self.grid.full
    }

    fn moves(&self, which: Which, mut visit: impl FnMut(Cell)) {
        let allowed = self.allowed();
        let tactical = self.tactical_cells() & allowed;
        if which != Which::Quiet {
            tactical.iter().for_each(|cell| visit(Cell(cell)));
        }
        if which == Which::Tactical {
            return;
        }
        // Those near the stones come first.
        let (quiet, stones) = (allowed & !tactical, self.stones[0] | self.stones[1]);
        if stones.is_empty() {
            for &cell in self.grid.order.iter().filter(|&&cell| quiet.has(cell)) {
                visit(Cell(cell));
            }
            return;
        }
        let near = self.grid.around(stones);
        let next = self.grid.around(near);
        for zone in [near, next & !near, !(near | next)] {
            (zone & quiet).iter().for_each(|cell| visit(Cell(cell)));
        }
    }

    fn count(&self) -> u64 {
        self.allowed().count().into()
    }

    #[inline(always)]
    fn tactical(&self, m: Cell) -> bool {
        let us = self.side;
        let them = !self.side;
        self.threats(|threats| {
            threats.fours[us].has(m.0)
                || threats.doubles[them].has(m.0)
                || threats.captures[us].has(m.0)
                || threats.wins.iter().any(|wins| wins.has(m.0))
        })
    }

    fn play(&mut self, m: Cell) {
        if self.is_before_swap() && self.is_swap(m) {
            return self.swap(m.0);
        }
        let us = self.side;
        let is_known = !self.is_stale && !self.grid.captures();
        // A row that is not stopped: the reply wins, and nothing else matters.
        let missed = is_known && !(self.winning_cells(!self.side) & !Cells::bit(m.0)).is_empty();
        let completes = self.threats(|threats| threats.wins[us].has(m.0));
        self.stones[us].insert(m.0);
        self.key ^= self.grid.stone_key(self.side, m.0) ^ self.grid.side_key;
        if self.grid.captures() {
            self.capture(m.0);
        }
        self.is_won = completes
            || self.has_captured_enough(self.side)
            || self.grid.connects && self.connects_by(m.0);
        self.number = self.number.saturating_add(u16::from(self.side == Side::Second));
        self.side = !self.side;
        self.is_stale = missed || self.is_won;
        if !self.is_stale && self.grid.has_threats() {
            self.threats = Threats::new(self.grid, self.stones);
        }
    }

    fn key(&self) -> u64 {
        self.key
    }

    fn pack(m: Cell) -> u32 {
        u32::from(m.0) + 1
    }

    fn find(&self, packed: u32) -> Option<Cell> {
        let cell = u16::try_from(packed.checked_sub(1)?).ok()?;
        if usize::from(cell) < Cells::SIZE && self.allowed().has(cell) {
            Some(Cell(cell))
        } else {
            None
        }
    }
}
