//! The threads that play games against themselves.

use super::plan::DatagenPlan;
use super::record::RecordHeader;
use super::selfplay::{self, Played};
use super::threads;
use crate::engine::{GameEntry, SelfPlayer};
use anyhow::anyhow;
use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

/// How often somebody is told that time goes by.
const TICK: Duration = Duration::from_secs(1);
/// Games that may wait to be written down.
const WAITING: usize = 256;

/// What a thread has to say, or that nothing was said for a while.
#[derive(Debug)]
pub enum News {
    /// A game is over.
    Game(Played),
    /// Nothing is, yet.
    Tick,
}

/// Plays the games of the plan whose numbers are not among those done, in
/// their order but for what several threads change in it, and hands each to
/// `on_news`, which may end it all. So does `interrupt`; games in progress are
/// given up then.
///
/// # Errors
/// When there is too little memory, or the system does not give as many threads.
pub fn generate(
    plan: &DatagenPlan,
    entry: &GameEntry,
    done: &HashSet<u64>,
    interrupt: &AtomicBool,
    mut on_news: impl FnMut(News) -> ControlFlow<()>,
) -> anyhow::Result<()> {
    let players = (0..plan.threads.max(1)).map(|_| entry.self_player(plan.header.hash));
    let players: Vec<Box<dyn SelfPlayer>> =
        players.collect::<Result<_, _>>().map_err(|_| anyhow!("there is too little memory"))?;
    let is_over = AtomicBool::new(false);
    let numbers = Numbers { next: AtomicU64::new(0), done, end: plan.games };
    let (sender, games) = sync_channel(WAITING);
    let work = |(mut player, sender): (Box<dyn SelfPlayer>, SyncSender<Played>)| {
        work(&mut *player, &plan.header, &numbers, &sender, &is_over);
    };
    thread::scope(|scope| {
        let places = players.into_iter().map(|player| (player, sender.clone()));
        threads::start(scope, places, &work)?;
        drop(sender);
        loop {
            let news = match games.recv_timeout(TICK) {
                Ok(played) => News::Game(played),
                Err(RecvTimeoutError::Timeout) => News::Tick,
                Err(RecvTimeoutError::Disconnected) => break,
            };
            if on_news(news).is_break() || interrupt.load(Relaxed) {
                break;
            }
        }
        is_over.store(true, Relaxed);
        // Nobody may wait to hand over a game that nobody takes.
        drop(games);
        Ok(())
    })
}

/// One thread: plays game after game.
fn work(
    player: &mut dyn SelfPlayer,
    header: &RecordHeader,
    numbers: &Numbers<'_>,
    games: &SyncSender<Played>,
    is_over: &AtomicBool,
) {
    while let Some(number) = numbers.next()
        && let Some(played) = selfplay::play(player, header, number, is_over)
    {
        if games.send(played).is_err() {
            return;
        }
    }
}

/// Hands out the numbers of the games that are to be played.
struct Numbers<'a> {
    next: AtomicU64,
    done: &'a HashSet<u64>,
    end: Option<u64>,
}

impl Numbers<'_> {
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
