//! The threads that play games of self-play.

use super::game::{self, Played};
use super::record::RecordHeader;
use crate::threads;
use plyglot_core::game::network::Network;
use plyglot_engine::{GameEntry, SilentSearcher};
use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

const TICK: Duration = Duration::from_secs(1);
/// The most games that may wait to be written.
const MAX_QUEUED: usize = 256;

/// A message from the threads, or a tick after some time without one.
#[derive(Debug)]
pub enum SelfPlayEvent {
    /// A finished game.
    Game(Played),
    /// No game ended since the last message.
    Tick,
}

/// Games to be played.
pub struct SelfPlay<'a> {
    /// The game.
    pub entry: &'a GameEntry,
    /// The settings that determine each game.
    pub header: &'a RecordHeader,
    /// The network that plays, if it is not the game's own.
    pub network: Option<&'a Arc<Network>>,
    /// The numbers of those that have been played.
    pub done: &'a HashSet<u64>,
    /// How many there are to be, with those; `None` for no end.
    pub games: Option<u64>,
    /// Games at the same time.
    pub threads: usize,
}

impl SelfPlay<'_> {
    /// Plays the games that are missing, in the order of their numbers except where threads
    /// overtake each other. Each goes to `on_news`, which may end the run. `interrupt` also ends
    /// it; games in progress are then abandoned.
    ///
    /// # Errors
    /// If memory is too small, or the system does not provide the threads.
    pub fn run(
        &self,
        interrupt: &AtomicBool,
        mut on_news: impl FnMut(SelfPlayEvent) -> anyhow::Result<ControlFlow<()>>,
    ) -> anyhow::Result<()> {
        let SelfPlay { entry, header, network, done, games, threads } = *self;
        let players = (0..threads.max(1)).map(|_| SilentSearcher::new(entry, header.hash));
        let mut players = players.collect::<Result<Vec<SilentSearcher>, _>>()?;
        players.iter_mut().for_each(|player| player.set_network(network.cloned()));
        let is_over = AtomicBool::new(false);
        let numbers = GameNumbers { next: AtomicU64::new(0), done, end: games };
        let (sender, played) = sync_channel(MAX_QUEUED);
        let work = |(mut player, sender): (SilentSearcher, SyncSender<Played>)| {
            work(&mut player, header, &numbers, &sender, &is_over);
        };
        thread::scope(|scope| {
            let places = players.into_iter().map(|player| (player, sender.clone()));
            threads::start(scope, places, &work)?;
            drop(sender);
            let mut heard = Ok(ControlFlow::Continue(()));
            while matches!(heard, Ok(ControlFlow::Continue(()))) && !interrupt.load(Relaxed) {
                let news = match played.recv_timeout(TICK) {
                    Ok(game) => SelfPlayEvent::Game(game),
                    Err(RecvTimeoutError::Timeout) => SelfPlayEvent::Tick,
                    Err(RecvTimeoutError::Disconnected) => break,
                };
                heard = on_news(news);
            }
            is_over.store(true, Relaxed);
            // Otherwise a thread could block on a full channel.
            drop(played);
            heard.map(|_| ())
        })
    }
}

fn work(
    player: &mut SilentSearcher,
    header: &RecordHeader,
    numbers: &GameNumbers<'_>,
    games: &SyncSender<Played>,
    is_over: &AtomicBool,
) {
    while let Some(number) = numbers.next()
        && let Some(played) = game::play(player, header, number, is_over)
    {
        if games.send(played).is_err() {
            return;
        }
    }
}

struct GameNumbers<'a> {
    next: AtomicU64,
    done: &'a HashSet<u64>,
    end: Option<u64>,
}

impl GameNumbers<'_> {
    fn next(&self) -> Option<u64> {
        loop {
            let number = self.next.fetch_add(1, Relaxed);
            if self.end.is_some_and(|end| number >= end) {
                return None;
            }
            if !self.done.contains(&number) {
                return Some(number);
            }
        }
    }
}
