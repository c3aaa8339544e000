//! Searches of a game without messages: self-play, and trials of one position with any
//! settings; exact values.

use crate::interface::{Engine, GameSolver, GoLimits, SearchResult};
use crate::message::{EndingFacts, EndingProgress, EndingRequest, Solution, SolveRequest};
use crate::move_text::WrittenPosition;
use crate::registry::GameEntry;
use plyglot_core::game::{SearchParams, TextError, text_error};
use plyglot_core::search::{Control, OutOfMemory, Settings, StrengthLimit, Table};
use plyglot_support::pool::Pool;

/// Searches positions of a game, and plays both sides of it.
pub struct SilentSearcher {
    engine: Box<dyn Engine>,
    table: Table,
    settings: Settings,
}

impl SilentSearcher {
    /// Searches of a game in its start position, with a table of `mib` MiB.
    ///
    /// # Errors
    /// If the system does not provide the memory.
    pub fn new(entry: &GameEntry, mib: usize) -> Result<SilentSearcher, OutOfMemory> {
        let engine = entry.open();
        let table = Table::new(mib)?;
        let settings = Settings { tablebase: true, reports: false, ..Settings::search_alone() };
        Ok(SilentSearcher { engine, table, settings })
    }

    /// The game and its position.
    pub fn game(&self) -> &dyn Engine {
        &*self.engine
    }

    /// The game and its position, to be changed.
    pub fn game_mut(&mut self) -> &mut dyn Engine {
        &mut *self.engine
    }

    /// Goes back to the start position.
    pub fn restart(&mut self) {
        self.engine.set_position(None, &[]).expect("the start is a position");
    }

    /// Clears the results of earlier searches.
    pub fn forget(&mut self) {
        self.engine.new_game()(&mut self.table);
        self.table.clear(self.settings.threads);
    }

    /// Plays weaker from now on.
    pub fn set_strength(&mut self, limit: StrengthLimit) {
        self.settings.strength = Some(limit);
    }

    /// Sets the parameters of the search from now on.
    pub fn set_params(&mut self, params: SearchParams) {
        self.engine.set_params(params);
    }

    /// Searches the position, which must have a legal move. No iteration begins after
    /// `soft_nodes`, and the search stops at `hard_nodes`. `None` if the program is interrupted:
    /// such a search found less than it should, and nothing may depend on it.
    pub fn think(&mut self, soft_nodes: u64, hard_nodes: u64) -> Option<SearchResult> {
        let limits = GoLimits {
            soft_nodes: Some(soft_nodes),
            nodes: Some(hard_nodes),
            ..GoLimits::default()
        };
        let control = Control::until_interrupt();
        let found = self.engine.think(&limits, &self.settings, &self.table, &control);
        if control.is_stopped() { None } else { Some(found) }
    }

    /// Searches the position by these settings to a depth in plies, with nothing known from
    /// earlier searches. The position must have a legal move. The search is cut short after
    /// `nodes`, or when `control` stops it.
    pub fn search(
        &mut self,
        settings: &Settings,
        depth: u16,
        nodes: Option<u64>,
        control: &Control,
    ) -> SearchResult {
        self.prepare(settings);
        let limits = GoLimits { depth: Some(depth), nodes, ..GoLimits::default() };
        self.engine.think(&limits, settings, &self.table, control)
    }

    /// Forgets earlier searches, and has ready what the next one needs, so that its time is
    /// its own: its memory, its threads and its network.
    fn prepare(&mut self, settings: &Settings) {
        self.table.touch(1);
        let shortest = Settings { textbook: None, ..settings.clone() };
        let limits = GoLimits { depth: Some(1), ..GoLimits::default() };
        self.engine.think(&limits, &shortest, &self.table, &Control::until_interrupt());
        self.engine.new_game()(&mut self.table);
        self.table.clear(settings.threads);
    }
}

/// The exact values of positions of one game: of those that its solver covers, or if it has none,
/// those from which few others can come.
pub struct Expert {
    engine: Box<dyn GameSolver>,
    table: Table,
    helpers: Pool,
}

impl Expert {
    /// An expert of a game with `mib` MiB of memory for its solver, if it has one, and this many
    /// threads, at least 1.
    ///
    /// # Errors
    /// If the system does not provide the memory.
    pub fn new(entry: &GameEntry, mib: usize, threads: usize) -> Result<Expert, OutOfMemory> {
        let engine = entry.open();
        let mut table = Table::new(if entry.is_solved { mib } else { 1 })?;
        table.touch(threads);
        Ok(Expert { engine, table, helpers: Pool::new(threads.saturating_sub(1)) })
    }

    /// Solves a position: its text, or `startpos`, optionally followed by `moves` and
    /// some moves. `None` if interrupted.
    ///
    /// # Errors
    /// If the text is not a position, or one that the game's solver does not cover.
    pub fn solve(
        &mut self,
        text: &str,
        request: &SolveRequest<'_>,
    ) -> Result<Option<Solution>, TextError> {
        let Expert { engine, table, helpers } = self;
        WrittenPosition::new(text).set_up(|start, moves| engine.set_position(start, moves))?;
        let start = text.len() - text.trim_start().len();
        engine.solve(request, table, helpers).map_err(|expected| text_error(text, start, expected))
    }

    /// The table of an ending. `report` is called now and then. `None` if interrupted.
    ///
    /// # Errors
    /// If the game or the material has no table, or a file cannot be written.
    pub fn solve_ending(
        &self,
        request: &EndingRequest<'_>,
        report: &mut dyn FnMut(&EndingProgress),
    ) -> Result<Option<EndingFacts>, TextError> {
        let solved = self.engine.solve_ending(request, report);
        solved.map_err(|expected| text_error(request.material, 0, expected))
    }

    /// Clears the results of earlier positions.
    pub fn forget(&mut self) {
        self.engine.forget_solved(&self.table);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::Registry;
    use plyglot_core::game::tictactoe::TicTacToe;
    use plyglot_core::search::{Score, Textbook};

    fn searcher() -> SilentSearcher {
        SilentSearcher::new(Registry::new::<TicTacToe>().default_game(), 1).expect("a MiB")
    }

    fn search(
        searcher: &mut SilentSearcher,
        settings: &Settings,
        nodes: Option<u64>,
    ) -> SearchResult {
        searcher.search(settings, 9, nodes, &Control::default())
    }

    #[test]
    fn searches_know_nothing_of_earlier_ones() {
        let mut searcher = searcher();
        let settings = Settings::search_alone();
        let first = search(&mut searcher, &settings, None);
        assert_eq!((first.score, first.depth), (Score::DRAW, 9));
        assert_eq!(search(&mut searcher, &settings, None).nodes, first.nodes);
    }

    #[test]
    fn a_search_that_is_cut_short_has_no_depth() {
        let settings = Settings {
            textbook: Some(Textbook::Minimax),
            iterative_deepening: false,
            ..Settings::search_alone()
        };
        let mut searcher = searcher();
        let found = search(&mut searcher, &settings, Some(500_000));
        assert_eq!((found.depth, found.nodes), (0, 500_001));
        assert!(found.best.is_some());
        let control = &Control::default();
        control.stop();
        let found = searcher.search(&settings, 9, None, control);
        assert_eq!((found.depth, found.nodes), (0, 1));
    }
}
