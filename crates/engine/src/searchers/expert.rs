//! Exact values of positions, one after another.

use crate::interface::Engine;
use crate::registry::GameEntry;
use crate::solution::{Solution, SolveRequest};
use crate::written_position::WrittenPosition;
use plyglot_core::game::{TextError, text_error};
use plyglot_core::pool::Pool;
use plyglot_core::search::{OutOfMemory, Table};

/// The exact values of positions of one game: of those that its solver covers, or if it has none,
/// those from which few others can come.
pub struct Expert {
    engine: Box<dyn Engine>,
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
        let mut table = Table::new(if engine.is_solved() { mib } else { 1 })?;
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
        WrittenPosition::of(text).set_up(|start, moves| engine.set_position(start, moves))?;
        let start = text.len() - text.trim_start().len();
        engine.solve(request, table, helpers).map_err(|expected| text_error(text, start, expected))
    }

    /// Clears the results of earlier positions.
    pub fn forget(&mut self) {
        self.engine.forget_solved(&self.table);
    }
}
