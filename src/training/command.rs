//! `plyglot datagen`: from its arguments to its last game.

use super::datagen::{self, Done, News};
use super::files::Sheet;
use super::options::{self, HELP};
use super::plan::Plan;
use crate::engine::Registry;
use anyhow::Context;
use std::io::Write;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// Set by whoever interrupts the program.
static INTERRUPT: AtomicBool = AtomicBool::new(false);
/// The time between two lines of progress.
const SILENCE: Duration = Duration::from_secs(10);

/// Plays the games that the arguments ask for and says on `output` how far it
/// is. An interrupt or a request to terminate ends it after the last whole game.
///
/// # Errors
/// When the arguments make no sense, a file cannot be read or written, or
/// there is too little memory.
pub fn run(
    arguments: &[String],
    registry: &Registry,
    output: &mut dyn Write,
) -> anyhow::Result<()> {
    if arguments.iter().any(|word| matches!(word.as_str(), "--help" | "-h")) {
        return writeln!(output, "{HELP}").context("the output cannot be written");
    }
    let plan = options::parse(arguments, registry)?;
    let (entry, _) = registry.find(&plan.header.game).context("the game was there")?;
    let (sheet, done) = Sheet::open(&plan.out, &plan.header)?;
    ctrlc::set_handler(|| INTERRUPT.store(true, Relaxed)).context("interrupts cannot be caught")?;
    let mut desk = Desk::new(&plan, sheet, done.clone(), output);
    if !done.is_enough(&plan) {
        let mut failure = None;
        datagen::generate(&plan, entry, &done, &INTERRUPT, |news| {
            desk.note(news).unwrap_or_else(|error| {
                failure = Some(error);
                ControlFlow::Break(())
            })
        })?;
        failure.map_or(Ok(()), Err)?;
    }
    desk.say()
}

/// Where the games arrive, and are written down and counted.
struct Desk<'a> {
    plan: &'a Plan,
    sheet: Sheet,
    done: Done,
    /// What earlier runs did.
    games_before: u64,
    positions_before: u64,
    nodes: u64,
    start: Instant,
    last_word: Instant,
    output: &'a mut dyn Write,
}

impl<'a> Desk<'a> {
    fn new(plan: &'a Plan, sheet: Sheet, done: Done, output: &'a mut dyn Write) -> Desk<'a> {
        let now = Instant::now();
        Desk {
            plan,
            sheet,
            games_before: done.numbers.len() as u64,
            positions_before: done.positions,
            done,
            nodes: 0,
            start: now,
            last_word: now,
            output,
        }
    }

    fn note(&mut self, news: News) -> anyhow::Result<ControlFlow<()>> {
        if let News::Game(played) = news {
            self.sheet.write(&played.record)?;
            self.done.numbers.insert(played.record.number);
            self.done.positions += played.record.scored() as u64;
            self.nodes += played.nodes;
        }
        if self.done.is_enough(self.plan) {
            return Ok(ControlFlow::Break(()));
        }
        if self.last_word.elapsed() >= SILENCE {
            self.last_word = Instant::now();
            self.say()?;
        }
        Ok(ControlFlow::Continue(()))
    }

    /// One line of how far it is.
    fn say(&mut self) -> anyhow::Result<()> {
        let seconds = self.start.elapsed().as_secs_f64().max(1e-9);
        let (games, positions) = (self.done.numbers.len() as u64, self.done.positions);
        let rate = (games - self.games_before) as f64 / seconds;
        let nodes = self.nodes as f64 / seconds / 1e6;
        let mut line = format!(
            "games {games}, positions {positions}, {rate:.1} games/s, {nodes:.2} M nodes/s"
        );
        if let Some(left) = self.left(seconds) {
            line.push_str(&format!(", {left:.0} s to go"));
        }
        writeln!(self.output, "{line}").context("the output cannot be written")
    }

    /// The seconds that are left at the speed so far.
    fn left(&self, seconds: f64) -> Option<f64> {
        let left = |now: u64, before: u64, end: Option<u64>| {
            let (made, missing) = (now - before, end?.saturating_sub(now));
            (made > 0).then(|| seconds * missing as f64 / made as f64)
        };
        let games = left(self.done.numbers.len() as u64, self.games_before, self.plan.games);
        let positions = left(self.done.positions, self.positions_before, self.plan.positions);
        games.into_iter().chain(positions).reduce(f64::min)
    }
}
