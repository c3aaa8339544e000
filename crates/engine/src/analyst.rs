//! Searches of one position after another, each to its end.

use super::interface::{Engine, GoLimits, MessageSink};
use super::message::{Message, SearchInfo};
use super::move_text::PositionError;
use super::registry::GameEntry;
use plyglot_core::game::Outcome;
use plyglot_core::pool::STACK;
use plyglot_core::search::{Bound, Control, OutOfMemory, Settings, Table};
use std::sync::{Arc, mpsc};
use std::{io, thread};

/// The result of a search of a position.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Analysis {
    /// The lines of the last whole iteration, best first: as many as
    /// [`Settings::multi_pv`] or as there are moves. Exact, unless the search ended before
    /// it had an exact one.
    pub lines: Vec<SearchInfo>,
    /// The best move; `None` if the game is over.
    pub best: Option<String>,
    /// The result for the side to move, if the game is over.
    pub finished: Option<Outcome>,
}

/// Searches positions of a game. It keeps its table from search to search.
///
/// ```
/// use plyglot_core::game::tictactoe::TicTacToe;
/// use plyglot_core::search::{Control, Settings};
/// use plyglot_engine::{Analyst, GoLimits, Registry, Value};
///
/// let registry = Registry::of::<TicTacToe>();
/// let mut analyst = Analyst::new(registry.default_game(), 1, Settings::default()).unwrap();
/// analyst.set_position(Some("X.OX.XOO."), &[]).unwrap();
/// let limits = GoLimits { depth: Some(9), ..GoLimits::default() };
/// let analysis = analyst.search(&limits, &Control::default().into(), |_| ()).unwrap();
/// assert_eq!(analysis.best.as_deref(), Some("P@b2"));
/// assert_eq!(analysis.lines[0].value, Value::End(1));
/// ```
pub struct Analyst {
    engine: Box<dyn Engine>,
    table: Table,
    settings: Settings,
}

impl Analyst {
    /// Searches of a game in its start position, with a table of `mib` MiB.
    ///
    /// # Errors
    /// If the system does not provide the memory.
    pub fn new(entry: &GameEntry, mib: usize, settings: Settings) -> Result<Analyst, OutOfMemory> {
        Ok(Analyst { engine: entry.open(), table: Table::new(mib)?, settings })
    }

    /// The game and its position, to ask it about moves, its picture and its result.
    pub fn game(&self) -> &dyn Engine {
        &*self.engine
    }

    /// The settings of later searches.
    pub fn settings_mut(&mut self) -> &mut Settings {
        &mut self.settings
    }

    /// Sets one of the game's options. Returns whether anything changed; an unknown option
    /// or value changes nothing.
    pub fn set_option(&mut self, name: &str, value: &str) -> bool {
        self.engine.set_option(name, value)
    }

    /// Sets up a position (the start position if `None`) and plays moves on it.
    ///
    /// # Errors
    /// If one of them is wrong; the position then stays unchanged.
    pub fn set_position(
        &mut self,
        start: Option<&str>,
        moves: &[&str],
    ) -> Result<(), PositionError> {
        self.engine.set_position(start, moves)
    }

    /// Goes to the position in which the other side moves instead; see
    /// [`Engine::pass`]. Returns `false` and changes nothing if there is none.
    pub fn pass(&mut self) -> bool {
        self.engine.pass()
    }

    /// Clears what earlier searches found.
    pub fn forget(&mut self) {
        self.table.clear(self.settings.threads);
        self.engine.new_game()(&mut self.table);
    }

    /// Searches the position. `report` sees each line as it is found. Stopping `control`
    /// ends the search with what it has.
    ///
    /// # Errors
    /// If the system provides no thread.
    pub fn search(
        &mut self,
        limits: &GoLimits,
        control: &Arc<Control>,
        mut report: impl FnMut(&SearchInfo),
    ) -> io::Result<Analysis> {
        let (sender, messages) = mpsc::channel();
        // No one waits for this message any more.
        let send: MessageSink = Arc::new(move |message| drop(sender.send(message)));
        let job = self.engine.go(limits, &self.settings, Arc::clone(control), send);
        let table = &mut self.table;
        thread::scope(|scope| {
            let thread = thread::Builder::new().name("search".to_owned()).stack_size(STACK);
            thread.spawn_scoped(scope, move || job(table))?;
            let mut found = FoundLines::default();
            messages.iter().for_each(|message| found.add(message, &mut report));
            Ok(found.into_analysis())
        })
    }
}

/// The reports of a search so far.
#[derive(Default)]
struct FoundLines {
    /// The lines of the last iteration that had as many as any before, by rank.
    lines: Vec<SearchInfo>,
    /// Those of the iteration in hand.
    new_lines: Vec<SearchInfo>,
    /// A bound, as long as there is no line.
    bound: Option<SearchInfo>,
    best: Option<String>,
    finished: Option<Outcome>,
}

impl FoundLines {
    fn add(&mut self, message: Message, report: &mut impl FnMut(&SearchInfo)) {
        match message {
            Message::SearchInfo(line) => {
                report(&line);
                self.add_line(line);
            }
            Message::Finished(outcome) => self.finished = Some(outcome),
            Message::Best { best, .. } => self.best = best,
            _ => {}
        }
    }

    fn add_line(&mut self, line: SearchInfo) {
        if line.bound != Bound::Exact {
            self.bound = Some(line);
            return;
        }
        self.new_lines.truncate(line.rank - 1);
        self.new_lines.push(line);
        if self.new_lines.len() >= self.lines.len() {
            self.lines.clone_from(&self.new_lines);
        }
    }

    fn into_analysis(self) -> Analysis {
        let FoundLines { mut lines, bound, best, finished, .. } = self;
        if lines.is_empty() {
            lines.extend(bound);
        }
        Analysis { lines, best, finished }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Registry, Value};
    use plyglot_core::game::tictactoe::TicTacToe;

    fn analyst(multi_pv: usize) -> Analyst {
        let (registry, settings) = (Registry::of::<TicTacToe>(), Settings::default());
        Analyst::new(registry.default_game(), 1, Settings { multi_pv, ..settings }).unwrap()
    }

    fn line(depth: u16, rank: usize, bound: Bound) -> SearchInfo {
        SearchInfo {
            depth,
            seldepth: depth,
            rank,
            value: Value::Centi(0),
            bound,
            wdl: plyglot_core::game::Wdl::DRAW,
            nodes: 0,
            time: std::time::Duration::ZERO,
            hashfull: 0,
            tbhits: 0,
            pv: vec![format!("{depth}.{rank}")],
        }
    }

    #[test]
    fn lines_of_an_iteration_that_was_left_do_not_count() {
        let mut found = FoundLines::default();
        found.add_line(line(1, 1, Bound::Lower));
        assert_eq!(found.bound.as_ref().map(|line| line.depth), Some(1));
        for (depth, rank) in [(1, 1), (1, 2), (1, 3), (2, 1), (2, 2)] {
            found.add_line(line(depth, rank, Bound::Exact));
        }
        let names = |found: &FoundLines| {
            found.lines.iter().map(|line| line.pv[0].clone()).collect::<Vec<_>>()
        };
        assert_eq!(names(&found), ["1.1", "1.2", "1.3"]);
        found.add_line(line(2, 3, Bound::Exact));
        assert_eq!(names(&found), ["2.1", "2.2", "2.3"]);
    }

    /// The scores of all moves, from the protocol's example: one wins, all others lose.
    #[test]
    fn all_moves_have_a_line() {
        let mut analyst = analyst(9);
        analyst.set_position(Some("X.OX.XOO."), &[]).unwrap();
        let limits = GoLimits { depth: Some(2), ..GoLimits::default() };
        let mut seen = 0;
        let analysis = analyst.search(&limits, &Arc::default(), |_| seen += 1).unwrap();
        let values: Vec<Value> = analysis.lines.iter().map(|line| line.value).collect();
        assert_eq!(values, [Value::End(1), Value::End(-2), Value::End(-2)]);
        assert!(seen >= 3 && analysis.finished.is_none());
    }

    #[test]
    fn a_finished_game_has_a_result_and_no_move() {
        let mut analyst = analyst(1);
        analyst.set_position(Some("XXXOO...."), &[]).unwrap();
        let analysis = analyst.search(&GoLimits::default(), &Arc::default(), |_| ()).unwrap();
        let expected = Analysis { finished: Some(Outcome::Lost), ..Analysis::default() };
        assert_eq!(analysis, expected);
    }
}
