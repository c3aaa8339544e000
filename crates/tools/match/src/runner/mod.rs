//! The threads that play the games of a match; `recorder` receives the games.

pub(crate) mod files;
pub(crate) mod ledger;
pub(crate) mod recorder;

use crate::engine::log::Log;
use crate::engine::player::{Player, PlayerSetup};
use crate::engine::stop::Stop;
use crate::game::MatchGame;
use crate::game::live::Live;
use crate::plan::{Files, MatchPlan};
use crate::record::{GameRecord, Opening};
use crate::results::progress::printable;
use crate::schedule::openings::Book;
use crate::schedule::{Fixture, schedule};
use anyhow::{Context, bail};
use plyglot_command::interrupt::POLL_INTERVAL;
use plyglot_engine::{Referee, Registry};
use plyglot_support::files::cannot_be_written;
use plyglot_support::lock;
use plyglot_support::text::NO_THREAD;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::io;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;

/// The most games to come that spectators are told.
const MAX_FOLLOWING: usize = 8;

pub struct Match<'a> {
    shared: Shared<'a>,
    fixtures: Vec<Fixture>,
    book: Book,
}

#[derive(Clone, Debug)]
pub enum MatchEvent {
    /// All engines are ready. Each warning is a sentence: why a limit of an engine may not have
    /// the intended effect, or that it may play another game.
    Ready(Vec<String>),
    Begun(Fixture),
    Ended(GameRecord),
}

struct Shared<'a> {
    plan: &'a MatchPlan,
    registry: &'a Registry,
    setup: PlayerSetup,
    log: Log,
    live: Live,
}

struct FixtureQueue<'f> {
    fixtures: std::slice::Iter<'f, Fixture>,
    book: &'f mut Book,
}

impl<'a> Match<'a> {
    /// Reads the openings. The games of `done`, played by an earlier run, are left out.
    pub fn prepare(
        plan: &'a MatchPlan,
        registry: &'a Registry,
        done: &[GameRecord],
    ) -> anyhow::Result<Match<'a>> {
        let log = match &plan.files.log {
            None => Log::default(),
            Some(path) => Log::create(path).with_context(|| cannot_be_written(path))?,
        };
        let played: HashSet<u32> = done.iter().map(|record| record.number).collect();
        let mut fixtures = schedule(plan);
        fixtures.retain(|fixture| !played.contains(&fixture.number));
        let book = Book::open(plan, registry)?;
        let live = match &plan.files.live {
            None => Live::default(),
            Some(path) => Live::create(path, plan, done, done.len() + fixtures.len())
                .with_context(|| cannot_be_written(path))?,
        };
        let setup = PlayerSetup::new(&plan.game, plan.patience, registry);
        let shared = Shared { plan, registry, setup, log, live };
        Ok(Match { shared, fixtures, book })
    }

    pub fn games_left(&self) -> usize {
        self.fixtures.len()
    }

    pub(crate) fn live(&self) -> Live {
        self.shared.live.clone()
    }

    /// The number of openings, if it is known to be less than the remaining games need.
    /// The openings then repeat.
    pub fn too_few_openings(&self) -> Option<usize> {
        let needed = self.fixtures.iter().map(|fixture| fixture.opening + 1).max()?;
        self.book.count().filter(|&count| 1 < count && count < needed)
    }

    /// What is wrong in the file of openings and was left out.
    pub fn book_faults(&self) -> &[String] {
        self.book.faults()
    }

    /// The log or live file that is incomplete, and why, if one is.
    pub(crate) fn log_failure(&self) -> Option<(&Path, io::Error)> {
        let Files { log, live, .. } = &self.shared.plan.files;
        let log = log.as_deref().zip(self.shared.log.failure());
        log.or_else(|| live.as_deref().zip(self.shared.live.failure()))
    }

    /// Starts every engine once, then plays the games, several at the same time. All that
    /// happens goes to `on_event`, which may end the match. `interrupt` also ends it:
    /// games in progress are abandoned, and all engines are ended.
    ///
    /// # Errors
    /// If an engine does not get ready before the first game, or the system has no
    /// thread, process or file descriptor left. The games finished before have gone to
    /// `on_event`.
    pub fn play(
        &mut self,
        interrupt: &AtomicBool,
        mut on_event: impl FnMut(MatchEvent) -> anyhow::Result<ControlFlow<()>>,
    ) -> anyhow::Result<()> {
        let Match { shared, fixtures, book } = self;
        let stop = Stop::new(interrupt);
        let threads = shared.plan.concurrency.clamp(1, fixtures.len().max(1));
        let (started, warnings) = shared.start_all(fixtures, &stop)?;
        if !stop.is_asked() {
            stop.note(on_event(MatchEvent::Ready(warnings)));
        }
        let started = Mutex::new(started);
        let queue = Mutex::new(FixtureQueue { fixtures: fixtures.iter(), book });
        let (sender, news) = channel();
        thread::scope(|scope| {
            for _ in 0..threads {
                let games = MatchThread {
                    shared,
                    queue: &queue,
                    started: &started,
                    news: sender.clone(),
                    stop: &stop,
                };
                let spawned = thread::Builder::new().spawn_scoped(scope, move || games.play());
                if let Err(error) = spawned {
                    let message = format!("{NO_THREAD} for a game; lower --concurrency");
                    stop.fail(anyhow::Error::new(error).context(message));
                    break;
                }
            }
            drop(sender);
            for GameNews { event, is_noted } in news {
                stop.note(on_event(event));
                // Its thread waits for this, and nothing else does.
                let _ = is_noted.send(());
            }
        });
        drop(started);
        shared.live.over();
        stop.outcome()
    }
}

/// An event of a game, on its way to the thread that records it.
struct GameNews {
    event: MatchEvent,
    /// Answered when it is recorded.
    is_noted: Sender<()>,
}

type NumberedPlayers<'m> = BTreeMap<usize, Player<'m>>;

impl Shared<'_> {
    fn player<'m>(&self, engine: usize, stop: &'m Stop<'m>) -> Player<'m> {
        let spec = self.plan.engines[engine].clone();
        Player::new(spec, self.setup.clone(), self.log.clone(), stop)
    }

    /// Starts each engine that still has games to play. Returns those of the first game, and
    /// warnings about any. An engine that cannot be started would lose all its games, so the match
    /// does not begin.
    fn start_all<'m>(
        &self,
        fixtures: &[Fixture],
        stop: &'m Stop<'m>,
    ) -> anyhow::Result<(NumberedPlayers<'m>, Vec<String>)> {
        let all: BTreeSet<usize> = fixtures.iter().flat_map(|fixture| fixture.engines).collect();
        let mut started = NumberedPlayers::new();
        let mut warnings = Vec::new();
        for engine in all {
            let mut player = self.player(engine, stop);
            let failure = player.start().err();
            if stop.is_asked() {
                break;
            }
            if let Some(failure) = failure {
                bail!("{}: {}", player.spec().name, printable(&failure.reason));
            }
            let name = printable(&player.spec().name);
            let own = player.warnings();
            warnings.extend(own.iter().map(|warning| format!("{name}: {warning}")));
            if fixtures[0].engines.contains(&engine) {
                started.insert(engine, player);
            }
        }
        Ok((started, warnings))
    }
}

struct NextGame {
    fixture: Fixture,
    opening: Opening,
    /// The games after it.
    following: Vec<Fixture>,
}

/// A thread, which plays game after game with its own engines, or with those already started.
struct MatchThread<'t, 'm> {
    shared: &'t Shared<'t>,
    queue: &'t Mutex<FixtureQueue<'t>>,
    started: &'t Mutex<NumberedPlayers<'m>>,
    news: Sender<GameNews>,
    stop: &'m Stop<'m>,
}

impl<'m> MatchThread<'_, 'm> {
    fn next_game(&self) -> Option<NextGame> {
        let mut queue = lock(self.queue);
        let fixture = *queue.fixtures.next()?;
        let following = queue.fixtures.as_slice().iter().take(MAX_FOLLOWING).copied().collect();
        Some(NextGame { fixture, opening: queue.book.opening(fixture.opening), following })
    }

    fn player(&self, engine: usize) -> Player<'m> {
        let started = lock(self.started).remove(&engine);
        started.unwrap_or_else(|| self.shared.player(engine, self.stop))
    }

    /// Returns where an answer comes once the event is recorded.
    fn report(&self, event: MatchEvent) -> Receiver<()> {
        let (is_noted, noted) = channel();
        // If the match has ended, the receiver is gone.
        _ = self.news.send(GameNews { event, is_noted });
        noted
    }

    fn play(&self) {
        let Shared { plan, registry, live, .. } = self.shared;
        let mut referee = registry.game(&plan.game).map(|game| game.open());
        let mut players = NumberedPlayers::new();
        while !self.stop.is_asked()
            && let Some(NextGame { fixture, opening, following }) = self.next_game()
        {
            live.next(plan, &following);
            drop(self.report(MatchEvent::Begun(fixture)));
            // Engines that do not play next would only take up memory.
            players.retain(|i, _| fixture.engines.contains(i));
            let [mut first, mut second] = fixture
                .engines
                .map(|engine| players.remove(&engine).unwrap_or_else(|| self.player(engine)));
            let game = MatchGame {
                plan,
                players: [&mut first, &mut second],
                referee: referee.as_deref_mut().map(|rules| rules as &mut dyn Referee),
                stop: self.stop,
                live,
            };
            let record = game.play(&fixture, &opening);
            players.extend(fixture.engines.into_iter().zip([first, second]));
            let noted = self.report(MatchEvent::Ended(record));
            // The record may end the match, and no game begins after that. An interrupt does not
            // wait for an output that takes no more.
            while let Err(RecvTimeoutError::Timeout) = noted.recv_timeout(POLL_INTERVAL)
                && !self.stop.is_asked()
            {}
        }
    }
}
