//! The threads that play the games of a match.

use super::arbiter::Arbiter;
use super::game::MatchGame;
use super::log::Log;
use super::openings::Book;
use super::plan::Plan;
use super::player::{Player, Setup};
use super::progress::told;
use super::record::{GameRecord, Opening};
use super::rules;
use super::schedule::{Fixture, schedule};
use super::stop::Stop;
use crate::engine::{GameEntry, Registry};
use crate::games::Preset;
use anyhow::{Context, bail};
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::io;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// A match that is ready to be played.
pub struct Match<'a> {
    hall: Hall<'a>,
    /// The games that are still to be played.
    fixtures: Vec<Fixture>,
    book: Book,
}

/// What all threads of a match share.
struct Hall<'a> {
    plan: &'a Plan,
    registry: &'a Registry,
    setup: Setup,
    log: Log,
}

/// What is left to play: the next games, and where they begin.
struct Queue<'f> {
    fixtures: std::slice::Iter<'f, Fixture>,
    book: &'f mut Book,
}

impl Iterator for Queue<'_> {
    type Item = (Fixture, Opening);

    fn next(&mut self) -> Option<(Fixture, Opening)> {
        let fixture = self.fixtures.next()?;
        Some((*fixture, self.book.opening(fixture.opening)))
    }
}

impl<'a> Match<'a> {
    /// Reads the openings and leaves out the games of `done`, which were
    /// played before.
    ///
    /// # Errors
    /// When a file cannot be read or written, or an opening cannot be.
    pub fn prepare(
        plan: &'a Plan,
        registry: &'a Registry,
        done: &[GameRecord],
    ) -> anyhow::Result<Match<'a>> {
        let log = match &plan.files.log {
            None => Log::default(),
            Some(path) => Log::create(path)
                .with_context(|| format!("the log {} cannot be written", path.display()))?,
        };
        let done: HashSet<u32> = done.iter().map(|record| record.number).collect();
        let mut fixtures = schedule(plan);
        fixtures.retain(|fixture| !done.contains(&fixture.number));
        let book = Book::open(plan, registry)?;
        let hall = Hall { plan, registry, setup: setup(plan, registry), log };
        Ok(Match { hall, fixtures, book })
    }

    /// The number of games that are still to be played.
    pub fn games_left(&self) -> usize {
        self.fixtures.len()
    }

    /// The number of openings, where it is known to be less than the games
    /// still to be played would need; then they come again.
    pub fn too_few_openings(&self) -> Option<usize> {
        let needed = self.fixtures.iter().map(|fixture| fixture.opening + 1).max()?;
        self.book.count().filter(|&count| 1 < count && count < needed)
    }

    /// Why the log is not whole, if it is not.
    pub(super) fn log_failure(&self) -> Option<io::Error> {
        self.hall.log.failure()
    }

    /// Starts every engine once, then plays the games, some at the same time,
    /// and hands each one that ended to `on_game`, which may end the match.
    /// `interrupt` ends it, too: games in progress are given up, and no engine
    /// is left behind.
    ///
    /// # Errors
    /// When an engine does not get ready before the first game, or the system
    /// has no thread, process or descriptor left. What was played has been
    /// handed out.
    pub fn play(
        &mut self,
        interrupt: &AtomicBool,
        mut on_game: impl FnMut(GameRecord) -> ControlFlow<()>,
    ) -> anyhow::Result<()> {
        let Match { hall, fixtures, book } = self;
        let stop = Stop::new(interrupt);
        let threads = hall.plan.concurrency.clamp(1, fixtures.len().max(1));
        let started = Mutex::new(hall.start_all(fixtures, &stop)?);
        let queue = Mutex::new(Queue { fixtures: fixtures.iter(), book });
        let (sender, records) = channel();
        thread::scope(|scope| {
            for _ in 0..threads {
                let sender = sender.clone();
                let work = || hall.work(&queue, &started, sender, &stop);
                if let Err(error) = thread::Builder::new().spawn_scoped(scope, work) {
                    let trouble = "the system has no thread left for a game; fewer games at a \
                                   time (--concurrency) need fewer";
                    stop.fail(anyhow::Error::new(error).context(trouble));
                    break;
                }
            }
            drop(sender);
            for record in records {
                if on_game(record).is_break() {
                    stop.ask();
                }
            }
        });
        drop(started);
        stop.outcome()
    }
}

/// Engines that run, by their places in the plan.
type Players<'m> = BTreeMap<usize, Player<'m>>;

impl Hall<'_> {
    fn player<'m>(&self, engine: usize, stop: &'m Stop<'m>) -> Player<'m> {
        let spec = self.plan.engines[engine].clone();
        Player::new(spec, self.setup.clone(), self.log.clone(), stop)
    }

    /// Starts each engine that is still to play; gives those of the first
    /// game. An engine that cannot be started would lose all its games, and
    /// the match would prove nothing.
    fn start_all<'m>(
        &self,
        fixtures: &[Fixture],
        stop: &'m Stop<'m>,
    ) -> anyhow::Result<Players<'m>> {
        let all: BTreeSet<usize> = fixtures.iter().flat_map(|fixture| fixture.engines).collect();
        let mut started = Players::new();
        for engine in all {
            let mut player = self.player(engine, stop);
            let failure = player.start().err();
            if stop.is_asked() {
                break;
            }
            if let Some(failure) = failure {
                bail!("{}: {}", player.spec().name, told(&failure.reason));
            }
            if fixtures[0].engines.contains(&engine) {
                started.insert(engine, player);
            }
        }
        Ok(started)
    }

    /// One thread: plays game after game, with engines of its own, or with
    /// those that have been started.
    fn work<'m>(
        &self,
        queue: &Mutex<Queue<'_>>,
        started: &Mutex<Players<'m>>,
        records: Sender<GameRecord>,
        stop: &'m Stop<'m>,
    ) {
        let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).next();
        let take = |i| started.lock().unwrap_or_else(PoisonError::into_inner).remove(&i);
        let mut arbiter = match rules::referee(&self.plan.game, self.registry) {
            Some(referee) => Arbiter::Rules(referee),
            None => Arbiter::Engines,
        };
        let mut players = Players::new();
        while !stop.is_asked()
            && let Some((fixture, opening)) = next()
        {
            // Engines that do not play now would only take up memory.
            players.retain(|i, _| fixture.engines.contains(i));
            let [mut first, mut second] = fixture.engines.map(|i| {
                let own = players.remove(&i).or_else(|| take(i));
                own.unwrap_or_else(|| self.player(i, stop))
            });
            let game = MatchGame {
                plan: self.plan,
                players: [&mut first, &mut second],
                arbiter: &mut arbiter,
                stop,
            };
            let record = game.play(&fixture, &opening);
            players.extend(fixture.engines.into_iter().zip([first, second]));
            if records.send(record).is_err() {
                return;
            }
        }
    }
}

/// What engines are told before their first game.
fn setup(plan: &Plan, registry: &Registry) -> Setup {
    let (variants, rules) = match registry.find(&plan.game) {
        None => (vec![plan.game.clone()], Vec::new()),
        Some((entry, preset)) => (variants(entry, preset), entry.values(preset).collect()),
    };
    Setup { variants, rules, patience: plan.patience }
}

/// Every name under which an engine may know the game. Chess960 is either a
/// variant or chess with an option.
fn variants(entry: &GameEntry, preset: Option<Preset>) -> Vec<String> {
    let is_meant = |other: &&Preset| {
        preset.is_some_and(|p| (p.option, p.value) == (other.option, other.value))
    };
    let presets = entry.presets.iter().filter(is_meant).map(|preset| preset.name);
    let plain = [entry.name].into_iter().chain(entry.aliases.iter().copied());
    presets.chain(plain).map(str::to_owned).collect()
}
