//! `plyglot compare`: from its arguments to its last line.

use super::options::CompareOptions;
use super::rows::{ComparedPosition, ComparisonRow};
use super::stages::{SearchStage, stages};
use super::{chart, depth, json, table};
use anyhow::{Context, anyhow, bail, ensure};
use clap::{ArgMatches, FromArgMatches};
use plyglot_command::arguments::{OptionError, Streams};
use plyglot_command::interrupt;
use plyglot_command::progress::{Progress, ProgressOutput};
use plyglot_core::pool::STACK;
use plyglot_core::search::Control;
use plyglot_engine::{Engine, Registry, SilentSearcher, Trial, TrialRequest, WrittenPosition};
use plyglot_support::svg;
use plyglot_support::text::NO_THREAD;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

/// A search is repeated until all of them took this long, and at most so many times: what
/// short ones take depends on what the processor did before.
const ENOUGH: Duration = Duration::from_millis(100);
const MOST_TIMES: usize = 10;

/// Searches a position in all ways and prints a line for each. An interrupt or a request
/// to terminate ends it after the last search that is whole.
///
/// # Errors
/// When the arguments are invalid, memory or a thread is missing, an output fails, a
/// search panics, scores differ that must not, or it is interrupted.
pub fn run(matches: &ArgMatches, registry: &Registry, streams: Streams<'_>) -> anyhow::Result<()> {
    let Streams { mut output, .. } = streams;
    let options = CompareOptions::from_arg_matches(matches)?;
    options.check().map_err(clap::Error::from)?;
    if let Some(path) = &options.svg {
        svg::check(path)?;
    }
    let entry = registry.entry(&options.game.name)?;
    let hash = options.hash.mib;
    let game_options = options.game_options(entry)?;
    let mut player = SilentSearcher::new(entry, hash)?;
    for (name, value) in &game_options {
        player.game_mut().set_option(name, value);
    }
    let written = options.position();
    set_position(player.game_mut(), &written).map_err(clap::Error::from)?;
    let stages = stages(&options.from, player.game().base_alone(), options.threads());
    let (game, title, position) = (entry.info.name, entry.info.title, player.game().position());
    let mut laboratory = Laboratory { player, interrupt: interrupt::watch()? };
    let depth = laboratory.depth(&options, &stages[0], &output.progress)?;
    let subject = ComparedPosition { game, title, written, position, depth };
    let rows = laboratory.compare(&subject, &stages, options.json, &mut output)?;
    if let Some(path) = &options.svg {
        svg::save(path, &chart::svg(&subject, &rows))?;
    }
    let wrong = rows.iter().filter(|row| row.missed.is_some());
    let wrong: Vec<&str> = wrong.map(|row| row.stage.name.as_str()).collect();
    match wrong[..] {
        [] => Ok(()),
        _ => bail!("score differs from the first: {}", wrong.join(", ")),
    }
}

/// Sets up a position in which there is something to search.
fn set_position(game: &mut dyn Engine, text: &str) -> Result<(), OptionError> {
    let set = |start: Option<&str>, moves: &[&str]| game.set_position(start, moves);
    WrittenPosition::of(text).set_up(set).map_err(|error| {
        OptionError::of(format!("POSITION, column {}", error.at + 1), error.mismatch)
    })?;
    if game.legal_move_count() == 0 {
        return Err(OptionError::new("POSITION", "one with a legal move", "the end of a game"));
    }
    Ok(())
}

/// Where searches are run, one after the other.
struct Laboratory {
    player: SilentSearcher,
    interrupt: &'static AtomicBool,
}

impl Laboratory {
    /// The depth that is asked for, or that the first search reaches.
    fn depth(
        &mut self,
        options: &CompareOptions,
        first: &SearchStage,
        progress: &Progress,
    ) -> anyhow::Result<u16> {
        if let Some(depth) = options.depth {
            return Ok(depth);
        }
        depth::deepest(|depth| {
            progress.show(0, None, || format!("{} to depth {depth}", first.name));
            self.search(first, depth, Some(options.nodes))
        })
    }

    /// Searches in all ways, and prints a line for each.
    fn compare(
        &mut self,
        subject: &ComparedPosition,
        stages: &[SearchStage],
        is_json: bool,
        output: &mut ProgressOutput<'_>,
    ) -> anyhow::Result<Vec<ComparisonRow>> {
        let mut rows = Vec::new();
        if !is_json {
            output.say(&table::head(subject))?;
        }
        for (done, stage) in (0..).zip(stages) {
            output.progress.show(done, Some(stages.len() as u64), || stage.label());
            let found = self.measure(stage, subject.depth)?;
            let row = ComparisonRow::after(&rows, stage.clone(), found);
            output.say(&if is_json { json::line(subject, &row) } else { table::line(&row) })?;
            rows.push(row);
        }
        output.progress.end();
        if !is_json {
            output.say(&table::foot(stages))?;
        }
        Ok(rows)
    }

    /// The fastest of some equal searches.
    fn measure(&mut self, stage: &SearchStage, depth: u16) -> anyhow::Result<Trial> {
        let start = Instant::now();
        let mut fastest = self.search(stage, depth, None)?;
        for _ in 1..MOST_TIMES {
            if start.elapsed() >= ENOUGH {
                break;
            }
            let found = self.search(stage, depth, None)?;
            if found.time < fastest.time {
                fastest = found;
            }
        }
        Ok(fastest)
    }

    /// One search, on a thread of its own, so that it has stack enough. An interrupt is an error.
    fn search(
        &mut self,
        stage: &SearchStage,
        depth: u16,
        nodes: Option<u64>,
    ) -> anyhow::Result<Trial> {
        let control = &Control::until_interrupt();
        let request = TrialRequest { settings: &stage.settings, depth, nodes, control };
        let Laboratory { player, interrupt } = self;
        player.set_network(stage.network.clone());
        let found = thread::scope(|scope| {
            let thread = thread::Builder::new()
                .name("search".to_owned())
                .stack_size(STACK)
                .spawn_scoped(scope, move || player.search(&request))
                .context(NO_THREAD)?;
            thread.join().map_err(|_| anyhow!("the search panicked"))
        })?;
        ensure!(!found.panicked, "the search panicked");
        ensure!(!interrupt.load(Relaxed), "interrupted");
        Ok(found)
    }
}
