//! The engines that search for the page: processes, which keep what they have found from
//! search to search.

use super::refusal::Refusal;
use crate::engine::Registry;
use crate::search::Level;
use crate::tournament::plan::EngineSpec;
use crate::tournament::{EngineFailure, Opponent};
use serde_json::{Value as Json, json};
use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// The engines by which a page can search.
#[derive(Debug)]
pub(super) struct Engines {
    specs: Vec<EngineSpec>,
    registry: Arc<Registry>,
    /// The most processes.
    most: usize,
    desks: Mutex<Vec<Arc<Desk>>>,
    /// What each engine said of itself.
    known: Mutex<Vec<Known>>,
    /// The searches that run or wait.
    searches: Arc<AtomicUsize>,
}

/// What an engine said of itself.
#[derive(Clone, Debug)]
struct Known {
    name: String,
    levels: Option<RangeInclusive<i64>>,
    ratings: Option<RangeInclusive<i64>>,
}

/// For whom an engine searches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Key {
    /// The tab of the browser.
    pub(super) tab: String,
    /// The number of the engine.
    pub(super) engine: usize,
    /// The name of the game.
    pub(super) game: String,
}

/// The place of one engine process.
#[derive(Debug)]
pub(super) struct Desk {
    pub(super) key: Key,
    /// The process, if it runs. Held while it searches.
    pub(super) worker: Mutex<Worker>,
    /// The number of the last search that was asked for; the others are over.
    turn: AtomicU64,
    last_used: Mutex<Instant>,
}

/// A process, and what it knows.
#[derive(Debug, Default)]
pub(super) struct Worker {
    pub(super) engine: Option<Opponent>,
    /// The first position and the number of moves of its last search.
    pub(super) game: Option<(Option<String>, usize)>,
}

/// A search that was let in. There is a bounded number of them.
#[derive(Debug)]
pub(super) struct Admission {
    pub(super) desk: Arc<Desk>,
    turn: u64,
    searches: Arc<AtomicUsize>,
}

impl Admission {
    /// Whether a later search of the same desk waits.
    pub(super) fn is_over(&self) -> bool {
        self.desk.turn.load(Relaxed) != self.turn
    }
}

impl Drop for Admission {
    fn drop(&mut self) {
        *lock(&self.desk.last_used) = Instant::now();
        self.searches.fetch_sub(1, Relaxed);
    }
}

pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Engines {
    /// Engines of which at most `most` run at a time. The first is this program.
    pub(super) fn new(specs: Vec<EngineSpec>, registry: Arc<Registry>, most: usize) -> Engines {
        let known = specs.iter().enumerate().map(|(i, spec)| Known {
            name: spec.name.clone(),
            levels: (i == 0).then_some(0..=i64::from(Level::FULL_SKILL)),
            ratings: (i == 0)
                .then(|| i64::from(*Level::RATINGS.start())..=i64::from(*Level::RATINGS.end())),
        });
        let known = Mutex::new(known.collect());
        let (desks, searches) = (Mutex::default(), Arc::default());
        Engines { specs, registry, most, desks, known, searches }
    }

    /// Starts each of the other engines once, to see that they work.
    ///
    /// # Errors
    /// The name of the first that does not get ready, and why.
    pub(super) fn introduce(&self, game: &str) -> Result<(), (String, EngineFailure)> {
        for (i, spec) in self.specs.iter().enumerate().skip(1) {
            self.start(i, game).map_err(|failure| (spec.name.clone(), failure))?;
        }
        Ok(())
    }

    /// Starts an engine for a game.
    ///
    /// # Errors
    /// If it does not get ready.
    pub(super) fn start(&self, engine: usize, game: &str) -> Result<Opponent, EngineFailure> {
        let opponent = Opponent::start(self.specs[engine].clone(), game, &self.registry)?;
        if engine > 0 {
            let known = Known {
                name: opponent.title().to_owned(),
                levels: opponent.range("Skill Level"),
                ratings: opponent.range("UCI_Elo"),
            };
            lock(&self.known)[engine] = known;
        }
        Ok(opponent)
    }

    /// What the page can choose from.
    pub(super) fn describe(&self) -> Json {
        let range = |range: &Option<RangeInclusive<i64>>| {
            range.as_ref().map(|range| [*range.start(), *range.end()])
        };
        let one = |known: &Known| {
            json!({
                "name": known.name,
                "levels": range(&known.levels),
                "ratings": range(&known.ratings),
            })
        };
        lock(&self.known).iter().map(one).collect()
    }

    /// The searches that run or wait.
    pub(super) fn searches(&self) -> usize {
        self.searches.load(Relaxed)
    }

    /// The processes.
    pub(super) fn count(&self) -> usize {
        lock(&self.desks).len()
    }

    /// Lets a search in. An earlier one of the same tab, engine and game ends.
    ///
    /// # Errors
    /// If there is no such engine, or all are busy.
    pub(super) fn admit(&self, key: Key) -> Result<Admission, Refusal> {
        if key.engine >= self.specs.len() {
            return Err(Refusal::wrong(format!("there is no engine {}", key.engine)));
        }
        let busy = || Refusal::busy("all engines are busy; other tabs search, too (see --engines)");
        let mut desks = lock(&self.desks);
        let most = 2 * self.most;
        let one_more = |searches| (searches < most).then_some(searches + 1);
        self.searches.fetch_update(Relaxed, Relaxed, one_more).map_err(|_| busy())?;
        let let_in = |desk: &Arc<Desk>| {
            let turn = desk.turn.fetch_add(1, Relaxed) + 1;
            Admission { desk: Arc::clone(desk), turn, searches: Arc::clone(&self.searches) }
        };
        if let Some(desk) = desks.iter().find(|desk| desk.key == key) {
            return Ok(let_in(desk));
        }
        if desks.len() >= self.most {
            let idle = desks.iter().enumerate().filter(|(_, desk)| Arc::strong_count(desk) == 1);
            let oldest = idle.min_by_key(|(_, desk)| *lock(&desk.last_used)).map(|(i, _)| i);
            let Some(oldest) = oldest else {
                self.searches.fetch_sub(1, Relaxed);
                return Err(busy());
            };
            let desk = desks.remove(oldest);
            // Its process takes a moment to end.
            drop(std::thread::Builder::new().spawn(move || drop(desk)));
        }
        let (worker, turn) = (Mutex::default(), AtomicU64::new(0));
        let desk = Arc::new(Desk { key, worker, turn, last_used: Mutex::new(Instant::now()) });
        desks.push(Arc::clone(&desk));
        Ok(let_in(&desk))
    }
}
