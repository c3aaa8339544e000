//! Searches of one position after another, each to its end.

use super::search_thread::{Job, SearchThread};
use crate::interface::{Engine, GoLimits, MessageSink};
use crate::message::{Message, SearchInfo};
use crate::registry::{ChosenGame, GameEntry};
use plyglot_core::game::Outcome;
use plyglot_core::search::{Bound, Control, Settings, Table};
use std::io;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, TryRecvError};
use std::sync::{Arc, Weak};
use std::task::Poll;
use std::time::Duration;

/// The result of a search of a position.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Analysis {
    /// The lines of the last whole iteration, best first: as many as
    /// [`Settings::multi_pv`] or as there are moves. Exact, unless the search ended before
    /// it had an exact one of its best move.
    pub lines: Vec<SearchInfo>,
    /// The best move; `None` if the game is over.
    pub best: Option<String>,
    /// The expected reply, if there is one.
    pub ponder: Option<String>,
    /// The result for the side to move, if the game is over.
    pub finished: Option<Outcome>,
}

/// Searches positions of a game. It keeps its table and its thread from search to search.
///
/// ```
/// use plyglot_core::game::tictactoe::TicTacToe;
/// use plyglot_core::search::{Control, Settings};
/// use plyglot_engine::{Analyst, GoLimits, Registry, Value};
///
/// let registry = Registry::new::<TicTacToe>();
/// let mut analyst = Analyst::new(registry.default_game(), 1, Settings::default()).unwrap();
/// analyst.game_mut().set_position(Some("X.OX.XOO."), &[]).unwrap();
/// let limits = GoLimits { depth: Some(9), ..GoLimits::default() };
/// let analysis = analyst.search(&limits, &Control::default().into(), |_| ());
/// assert_eq!(analysis.best.as_deref(), Some("P@b2"));
/// assert_eq!(analysis.lines[0].value, Value::End(1));
/// ```
pub struct Analyst {
    engine: Box<dyn Engine>,
    thread: SearchThread,
    settings: Settings,
    controls: Vec<Weak<Control>>,
}

impl Analyst {
    /// Searches of a game in its start position, with a table of `mib` MiB.
    ///
    /// # Errors
    /// If the system does not provide the memory or a thread.
    pub fn new(entry: &GameEntry, mib: usize, settings: Settings) -> io::Result<Analyst> {
        Analyst::with_engine(entry.open(), mib, settings)
    }

    /// As [`Analyst::new`], with the options that are set in the game.
    ///
    /// # Errors
    /// As [`Analyst::new`].
    pub fn for_game(game: &ChosenGame, mib: usize, settings: Settings) -> io::Result<Analyst> {
        Analyst::with_engine(game.open(), mib, settings)
    }

    fn with_engine(engine: Box<dyn Engine>, mib: usize, settings: Settings) -> io::Result<Analyst> {
        let table =
            Table::new(mib).map_err(|error| io::Error::new(io::ErrorKind::OutOfMemory, error))?;
        let thread = SearchThread::start(table)?;
        Ok(Analyst { engine, thread, settings, controls: Vec::new() })
    }

    /// The game and its position, to ask it about moves, its picture and its result.
    pub fn game(&self) -> &dyn Engine {
        &*self.engine
    }

    /// The game and its position, to be changed.
    pub fn game_mut(&mut self) -> &mut dyn Engine {
        &mut *self.engine
    }

    /// The settings of later searches.
    pub fn settings_mut(&mut self) -> &mut Settings {
        &mut self.settings
    }

    /// Clears what earlier searches found.
    pub fn forget(&mut self) {
        let threads = self.settings.threads;
        self.queue(Box::new(move |table| table.clear(threads)));
        self.queue(self.engine.new_game());
    }

    /// Stops all searches under way, which end with what they have.
    pub fn stop(&self) {
        self.controls.iter().filter_map(Weak::upgrade).for_each(|control| control.stop());
    }

    fn queue(&self, job: Job) {
        if let Err(job) = self.thread.try_queue(job) {
            // No search could be stopped while this waits.
            self.stop();
            self.thread.queue(job);
        }
    }

    /// Begins to search the position, as soon as earlier searches have ended. Stopping
    /// `control` ends the search with what it has.
    pub fn start(&mut self, limits: &GoLimits, control: &Arc<Control>) -> RunningSearch {
        let (sender, messages) = mpsc::channel();
        // No one waits for this message any more.
        let send: MessageSink = Arc::new(move |message| drop(sender.send(message)));
        let job = self.engine.go(limits, &self.settings, Arc::clone(control), send);
        self.queue(job);
        self.controls.retain(|control| control.strong_count() > 0);
        self.controls.push(Arc::downgrade(control));
        RunningSearch { messages, control: Arc::clone(control), found: FoundLines::default() }
    }

    /// Searches the position to the end. `report` sees each line as it is found.
    pub fn search(
        &mut self,
        limits: &GoLimits,
        control: &Arc<Control>,
        mut report: impl FnMut(&SearchInfo),
    ) -> Analysis {
        let mut running = self.start(limits, control);
        loop {
            match running.wait(Duration::MAX) {
                Poll::Ready(Some(line)) => report(&line),
                Poll::Ready(None) => return running.analysis(),
                Poll::Pending => {}
            }
        }
    }
}

impl Drop for Analyst {
    /// The thread finishes its jobs, and none of them may wait for a command.
    fn drop(&mut self) {
        self.stop();
    }
}

/// A search under way. It is stopped when this value is dropped.
pub struct RunningSearch {
    messages: Receiver<Message>,
    control: Arc<Control>,
    found: FoundLines,
}

impl RunningSearch {
    /// The next line, or `None` at the end of the search. Waits for it, at most so long.
    pub fn wait(&mut self, longest: Duration) -> Poll<Option<SearchInfo>> {
        if self.found.is_whole {
            return Poll::Ready(None);
        }
        // A message that is there needs no clock, which not every system has.
        let message = self.messages.try_recv().or_else(|none| match none {
            TryRecvError::Empty => self.messages.recv_timeout(longest),
            TryRecvError::Disconnected => Err(RecvTimeoutError::Disconnected),
        });
        match message {
            Ok(message) => self.found.add(message),
            Err(RecvTimeoutError::Timeout) => Poll::Pending,
            Err(RecvTimeoutError::Disconnected) => {
                self.found.is_whole = true;
                Poll::Ready(None)
            }
        }
    }

    /// The result so far.
    pub fn analysis(&self) -> Analysis {
        self.found.analysis()
    }
}

impl Drop for RunningSearch {
    fn drop(&mut self) {
        if !self.found.is_whole {
            self.control.stop();
        }
    }
}

#[derive(Default)]
struct FoundLines {
    analysis: Analysis,
    new_lines: Vec<SearchInfo>,
    /// The line after the last exact one.
    bound: Option<SearchInfo>,
    /// Whether the search is over, so that no more reports follow.
    is_whole: bool,
}

impl FoundLines {
    /// A search that ends with a bound answers with the move that this line begins with.
    fn analysis(&self) -> Analysis {
        let mut analysis = self.analysis.clone();
        if let Some(bound) = &self.bound
            && (analysis.lines.is_empty() || self.is_whole)
        {
            analysis.lines = vec![bound.clone()];
        }
        analysis
    }

    /// Returns its line, `None` if it is the last, and nothing if it is another one.
    fn add(&mut self, message: Message) -> Poll<Option<SearchInfo>> {
        match message {
            Message::SearchInfo(line) => {
                self.add_line(line.clone());
                return Poll::Ready(Some(line));
            }
            Message::Finished(outcome) => self.analysis.finished = Some(outcome),
            Message::Best { best, ponder } => {
                self.analysis.best = best;
                self.analysis.ponder = ponder;
                self.is_whole = true;
                return Poll::Ready(None);
            }
            _ => {}
        }
        Poll::Pending
    }

    fn add_line(&mut self, line: SearchInfo) {
        if line.bound != Bound::Exact {
            self.bound = Some(line);
            return;
        }
        self.bound = None;
        self.new_lines.truncate(line.rank - 1);
        self.new_lines.push(line);
        if self.new_lines.len() >= self.analysis.lines.len() {
            self.analysis.lines.clone_from(&self.new_lines);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Registry;
    use plyglot_core::game::tictactoe::TicTacToe;

    fn line(depth: u16, rank: usize, bound: Bound) -> SearchInfo {
        SearchInfo { depth, rank, bound, pv: vec![format!("{depth}.{rank}")], ..Default::default() }
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
            found.analysis.lines.iter().map(|line| line.pv[0].clone()).collect::<Vec<_>>()
        };
        assert_eq!(names(&found), ["1.1", "1.2", "1.3"]);
        found.add_line(line(2, 3, Bound::Exact));
        assert_eq!(names(&found), ["2.1", "2.2", "2.3"]);
    }

    #[test]
    fn a_search_that_ends_with_a_bound_has_that_line() {
        let mut found = FoundLines::default();
        found.add_line(line(1, 1, Bound::Exact));
        found.add_line(line(2, 1, Bound::Lower));
        assert_eq!(found.analysis().lines, [line(1, 1, Bound::Exact)], "it may become exact");
        found.is_whole = true;
        assert_eq!(found.analysis().lines, [line(2, 1, Bound::Lower)]);
    }

    /// The second waits for the first, which nothing else would end, and is not stopped by it.
    #[test]
    fn searches_follow_each_other() {
        let registry = Registry::new::<TicTacToe>();
        let mut analyst = Analyst::new(registry.default_game(), 1, Settings::default()).unwrap();
        analyst.settings_mut().exact_knowledge = false;
        let endless = Arc::new(Control::new(false, true));
        let mut first = analyst.start(&GoLimits::default(), &endless);
        let limits = GoLimits { depth: Some(2), ..GoLimits::default() };
        let mut second = analyst.start(&limits, &Arc::default());
        while !matches!(first.wait(Duration::MAX), Poll::Ready(Some(_))) {}
        assert_eq!(second.wait(Duration::from_millis(1)), Poll::Pending);
        drop(first);
        while second.wait(Duration::MAX) != Poll::Ready(None) {}
        assert_eq!(second.analysis().lines[0].depth, 2);
        assert!(second.analysis().best.is_some() && second.analysis().ponder.is_some());
        let mut third = analyst.start(&GoLimits::default(), &Arc::new(Control::new(false, true)));
        drop(analyst);
        while third.wait(Duration::MAX) != Poll::Ready(None) {}
        assert!(third.analysis().best.is_some());
    }
}
