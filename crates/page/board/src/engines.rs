//! The engines that search for the page: processes that keep their tables from search to search.

use plyglot_answers::{EngineFacts, GameProgress, RequestRefusal};
use plyglot_engine::Registry;
use plyglot_match::plan::EngineSpec;
use plyglot_match::{EngineFailure, Player};
use plyglot_support::lock;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

const IDLE_TIME: Duration = Duration::from_secs(600);

#[derive(Debug)]
pub(super) struct Engines {
    specs: Vec<EngineSpec>,
    max_engines: usize,
    slots: Mutex<Vec<Arc<EngineSlot>>>,
    known: Mutex<Vec<EngineFacts>>,
    searches: Arc<Semaphore>,
}

/// The turn of a search that is over before it begins.
const OVER_TURN: u64 = 0;

/// Requests of one page overtake each other by less than this, in milliseconds.
const MAX_OVERTAKEN_MS: u64 = 60_000;

#[derive(Clone, Debug)]
pub(super) struct EngineUser {
    pub(super) tab: String,
    pub(super) engine: usize,
    pub(super) game: String,
    /// Of the program, or of a file of rules.
    pub(super) registry: Arc<Registry>,
}

impl PartialEq for EngineUser {
    fn eq(&self, other: &EngineUser) -> bool {
        (&self.tab, self.engine, &self.game) == (&other.tab, other.engine, &other.game)
            && Arc::ptr_eq(&self.registry, &other.registry)
    }
}

#[derive(Debug)]
pub(super) struct EngineSlot {
    pub(super) key: EngineUser,
    /// The process, if it runs. Held while it searches.
    pub(super) state: Mutex<EngineState>,
    /// The number of the last search that was asked for; the others are over.
    turn: AtomicU64,
    asked_at: AtomicU64,
    last_used: Mutex<Instant>,
}

impl EngineSlot {
    /// Whether a search that the page asked for later has come first. If its clock was set back,
    /// the difference is greater.
    fn is_overtaken(&self, asked_at: Option<u64>) -> bool {
        let newest = self.asked_at.load(Relaxed);
        asked_at.is_some_and(|at| (1..MAX_OVERTAKEN_MS).contains(&newest.saturating_sub(at)))
    }

    fn next_turn(&self, asked_at: Option<u64>) -> u64 {
        self.asked_at.store(asked_at.unwrap_or(0), Relaxed);
        self.turn.fetch_add(1, Relaxed) + 1
    }
}

#[derive(Debug, Default)]
pub(super) struct EngineState {
    pub(super) engine: Option<Player<'static>>,
    pub(super) progress: Option<GameProgress>,
}

impl EngineState {
    /// Forgets an engine that has ended, so that the system can also forget it.
    pub(super) fn forget_ended(&mut self) {
        if self.engine.as_mut().is_some_and(|engine| !engine.is_running()) {
            *self = EngineState::default();
        }
    }
}

/// A search that was let in. There is a bounded number of them.
#[derive(Debug)]
pub(super) struct Admission {
    pub(super) slot: Arc<EngineSlot>,
    turn: u64,
    _permit: OwnedSemaphorePermit,
}

impl Admission {
    /// Whether a later search of the same slot waits.
    pub(super) fn is_over(&self) -> bool {
        self.slot.turn.load(Relaxed) != self.turn
    }
}

impl Drop for Admission {
    fn drop(&mut self) {
        *lock(&self.slot.last_used) = Instant::now();
    }
}

/// Ends engines on a thread of their own: their processes take a moment.
fn end(slots: Vec<Arc<EngineSlot>>) {
    if !slots.is_empty() {
        drop(std::thread::Builder::new().spawn(move || drop(slots)));
    }
}

/// What an engine that was started for a game says of itself. One that names no games plays that
/// game; of those that it names, its protocol may not have all.
fn facts(player: &Player<'_>, game: &str, registry: &Registry) -> EngineFacts {
    let own = [game.to_owned()];
    let names = if player.games().is_empty() { &own[..] } else { player.games() };
    let mut games = Vec::new();
    for game in names.iter().filter_map(|name| registry.game(name)) {
        if player.can_be_asked_of(game.entry.info) {
            games.push(game.name().to_owned());
        }
    }
    EngineFacts {
        name: player.title().to_owned(),
        levels: player.range("Skill Level"),
        ratings: player.range("UCI_Elo"),
        games: Some(games),
        reads_rules: player.reads_rules(),
    }
}

impl Engines {
    /// Engines of which at most `max_engines` run at a time. The first is this program.
    pub(super) fn new(specs: Vec<EngineSpec>, max_engines: usize) -> Engines {
        let known = Mutex::new(specs.iter().map(|spec| EngineFacts::own(&spec.name)).collect());
        let searches = Arc::new(Semaphore::new(2 * max_engines));
        Engines { specs, max_engines, slots: Mutex::default(), known, searches }
    }

    /// Starts each of the other engines once, to see that they work, and what they play.
    pub(super) fn probe(
        &self,
        game: &str,
        registry: &Registry,
    ) -> Result<(), (String, EngineFailure)> {
        for (i, spec) in self.specs.iter().enumerate().skip(1) {
            let started = self.start(i, game, registry);
            let player = started.map_err(|failure| (spec.name.clone(), failure))?;
            lock(&self.known)[i] = facts(&player, game, registry);
        }
        Ok(())
    }

    pub(super) fn start(
        &self,
        engine: usize,
        game: &str,
        registry: &Registry,
    ) -> Result<Player<'static>, EngineFailure> {
        Player::start_alone(self.specs[engine].clone(), game, registry)
    }

    pub(super) fn known(&self) -> Vec<EngineFacts> {
        lock(&self.known).clone()
    }

    pub(super) fn searches(&self) -> usize {
        2 * self.max_engines - self.searches.available_permits()
    }

    pub(super) fn count(&self) -> usize {
        lock(&self.slots).len()
    }

    /// Ends engines that have not been used for a while, and forgets those that ended by
    /// themselves.
    pub(super) fn retire(&self) {
        let mut slots = lock(&self.slots);
        let (idle, used) = std::mem::take(&mut *slots).into_iter().partition(|slot| {
            Arc::strong_count(slot) == 1 && lock(&slot.last_used).elapsed() >= IDLE_TIME
        });
        *slots = used;
        // A slot that is locked has a search, which notices it itself.
        for slot in slots.iter() {
            if let Ok(mut state) = slot.state.try_lock() {
                state.forget_ended();
            }
        }
        end(idle);
    }

    /// Lets a search in. An earlier one of the same tab, engine and game ends. Requests may
    /// overtake each other: a search that the page asked for earlier (`asked_at`, in ms) but that
    /// comes later is over from the beginning.
    pub(super) fn admit(
        &self,
        key: EngineUser,
        asked_at: Option<u64>,
    ) -> Result<Admission, RequestRefusal> {
        if key.engine >= self.specs.len() {
            return Err(RequestRefusal::wrong(format!("there is no engine {}", key.engine)));
        }
        let mut slots = lock(&self.slots);
        let permit = Arc::clone(&self.searches).try_acquire_owned().map_err(|_| busy())?;
        let known = slots.iter().find(|slot| slot.key == key).cloned();
        let slot = match known {
            Some(slot) => slot,
            None => self.add_slot(&mut slots, key)?,
        };
        let turn = if slot.is_overtaken(asked_at) { OVER_TURN } else { slot.next_turn(asked_at) };
        Ok(Admission { slot, turn, _permit: permit })
    }

    /// Adds a slot. If there are as many as there may be, the idle one that was last used longest
    /// ago ends.
    fn add_slot(
        &self,
        slots: &mut Vec<Arc<EngineSlot>>,
        key: EngineUser,
    ) -> Result<Arc<EngineSlot>, RequestRefusal> {
        if slots.len() >= self.max_engines {
            let oldest = (0..slots.len())
                .filter(|&i| Arc::strong_count(&slots[i]) == 1)
                .min_by_key(|&i| *lock(&slots[i].last_used));
            end(vec![slots.remove(oldest.ok_or_else(busy)?)]);
        }
        let slot = Arc::new(EngineSlot {
            key,
            state: Mutex::default(),
            turn: AtomicU64::new(OVER_TURN),
            asked_at: AtomicU64::new(0),
            last_used: Mutex::new(Instant::now()),
        });
        slots.push(Arc::clone(&slot));
        Ok(slot)
    }
}

fn busy() -> RequestRefusal {
    RequestRefusal::busy("all engines are busy; other tabs are searching (see --engines)")
}
