//! The `learn` command: a run of generations, one after the other.

use super::folder::{FittedLadder, Folder, Generation, LearnState, STATE_FORMAT};
use super::generation::GenerationRun;
use super::options::LearnOptions;
use crate::ladder::{LadderGames, RatedLookahead, file_with, ladder, lowest_against_one_ply};
use crate::state_file::{encode_network, write};
use crate::trainer::{NETWORK, TrainingShape};
use anyhow::{Context, Result, ensure};
use clap::ArgMatches;
use clap::error::ErrorKind;
use plyglot_command::arguments::{Streams, invalid};
use plyglot_command::interrupt::{self, Remainder};
use plyglot_command::progress::ProgressOutput;
use plyglot_core::game::network::{Ladder, Network, NetworkFile};
use plyglot_engine::{GameEntry, NetworkEvaluation, Registry, load_network, read_network};
use plyglot_support::files::{self, Lock, cannot_be_read, cannot_be_written};
use plyglot_support::text::{clock, counted, signed};
use std::borrow::Cow;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

/// The random plies at the start of a game of the ladder: as many, or one more.
const LADDER_PLIES: usize = 2;
/// The plies after which one is a draw.
const LADDER_MAX_PLIES: u32 = 400;

/// Learns as the arguments describe, with a line on `output` for each generation, and where no
/// bar shows them, for each of its parts. An
/// interrupt or a request to terminate ends it; the same command resumes from there.
///
/// # Errors
/// If the arguments are invalid, the game has no network, the folder is that of a run
/// of another command or of one in progress, a file cannot be read or written or was
/// altered, or memory or threads run out.
pub fn run(matches: &ArgMatches, registry: &Registry, streams: Streams<'_>) -> Result<()> {
    let Streams { output, .. } = streams;
    let options = LearnOptions::read(matches, registry)?;
    let entry = registry.entry(&options.game.name)?;
    let game = entry.network();
    let game =
        game.ok_or_else(|| invalid(format!("{} does not support networks", entry.info.title)))?;
    let shape = game.shape(options.hidden());
    ensure!(
        shape.has_base || !options.base,
        invalid(format!("{} has no evaluation for --base to add to", entry.info.title))
    );
    let (out, kept) = match (&options.out, entry.network_file()) {
        (Some(out), _) => (out.clone(), None),
        (None, Some(file)) => (file.with_extension("learn"), Some(file)),
        (None, None) => {
            let why = "--out is required for built-in games";
            return Err(clap::Error::raw(ErrorKind::MissingRequiredArgument, why).into());
        }
    };
    let folder = Folder::make(&out)?;
    // From here on, an interrupt ends the run in order.
    let interrupt = interrupt::watch(Remainder::State)?;
    let lock = folder.state();
    let _lock = Lock::take(&lock, &STATE_FORMAT).with_context(|| cannot_be_written(&lock))?;
    let blank = blank(entry, game, &options)?;
    let state = begin(&options, entry, &blank, &folder, kept)?;
    let mut learner = Learner {
        options: &options,
        entry,
        game,
        folder,
        kept,
        began_blank: state.first == NetworkFile::decode(&blank)?.checksum,
        state,
        started: Instant::now(),
        output,
    };
    learner.run(interrupt)
}

/// The state of the run, or of a new one. Brings the folder in line with it.
fn begin(
    options: &LearnOptions,
    entry: &GameEntry,
    blank: &[u8],
    folder: &Folder,
    kept: Option<&Path>,
) -> Result<LearnState> {
    let command = &options.command();
    let state = match LearnState::load(&folder.state(), command)? {
        Some(state) => {
            if let Some(path) = &options.from {
                ensure!(
                    load_network(entry, path)?.checksum == state.first,
                    "{} belongs to a run started from a different network than {}; omit --from to \
                     resume it",
                    folder.state().display(),
                    path.display()
                );
            }
            check_kept(kept, &state)?;
            state
        }
        None => {
            let first = NetworkFile::decode(&first_network(options, entry, blank)?)?.checksum;
            let state = LearnState { first, ..LearnState::default() };
            check_kept(kept, &state)?;
            state.save(&folder.state(), command)?;
            state
        }
    };
    folder.make_rooms()?;
    let path = folder.network(0);
    if state.generations.is_empty() && !path.exists() {
        let first = first_network(options, entry, blank)?;
        ensure!(
            NetworkFile::decode(&first)?.checksum == state.first,
            "{} is missing, and --from does not name the network that the run began with",
            path.display()
        );
        write(&path, &NETWORK, &first)?;
    }
    // The run before may have been killed before it did that.
    tidy(folder, kept, entry, &state)?;
    Ok(state)
}

/// Whether the network beside the file of rules may be replaced: it is of this run, has learnt
/// nothing (such a one keeps a ladder), or is not there.
fn check_kept(kept: Option<&Path>, state: &LearnState) -> Result<()> {
    let Some(file) = kept.filter(|file| file.exists()) else { return Ok(()) };
    let found = read_network(file).ok();
    ensure!(
        found.is_some_and(|found| found.network.is_base_alone() || state.wrote(found.checksum)),
        "{} is not the network of this run; move it away, or name a folder with --out",
        file.display()
    );
    Ok(())
}

/// The file of the network that a run begins with: that of `--from`, or a blank one.
fn first_network<'a>(
    options: &LearnOptions,
    entry: &GameEntry,
    blank: &'a [u8],
) -> Result<Cow<'a, [u8]>> {
    let Some(path) = &options.from else { return Ok(Cow::Borrowed(blank)) };
    load_network(entry, path)?;
    let file = files::read(path).with_context(|| cannot_be_read(path))?;
    Ok(Cow::Owned(file))
}

/// The file of the network that a run begins with, if it is given none.
fn blank(
    entry: &GameEntry,
    game: &dyn NetworkEvaluation,
    options: &LearnOptions,
) -> Result<Vec<u8>> {
    let shape = TrainingShape::new(game, options.hidden(), options.base);
    let parameters = shape.quantize(&shape.initial(options.run.seed()));
    let network = Network::new(shape.sizes, &parameters).context("it has bounds")?;
    let made = [options.command(), "random weights, an output of 0".to_owned()];
    Ok(encode_network(entry.info.name, &made, &network))
}

struct Learner<'a> {
    options: &'a LearnOptions,
    entry: &'a GameEntry,
    game: &'a dyn NetworkEvaluation,
    folder: Folder,
    /// The file in which the best network is also kept.
    kept: Option<&'static Path>,
    /// Whether the first network has random weights. `--from` does not tell, as a resumed run
    /// need not repeat it.
    began_blank: bool,
    state: LearnState,
    /// The start of the time that is not yet counted in the state.
    started: Instant,
    output: ProgressOutput<'a>,
}

impl Learner<'_> {
    fn run(&mut self, interrupt: &'static AtomicBool) -> Result<()> {
        self.output.say(&self.options.command())?;
        if !self.state.generations.is_empty() {
            let done = counted(self.state.generations.len(), "generation");
            let time = clock(self.state.time);
            self.output.say(&format!("resuming after {done} and {time}"))?;
        }
        while !self.is_over() && !interrupt.load(Relaxed) {
            let generation = GenerationRun {
                options: self.options,
                entry: self.entry,
                game: self.game,
                folder: &self.folder,
                began_blank: self.began_blank,
                state: &self.state,
                interrupt,
            }
            .run(&mut self.output)?;
            match generation {
                Some((generation, scale)) => self.finish(generation, scale)?,
                None => break,
            }
        }
        if !interrupt.load(Relaxed) {
            self.fit_ladder(interrupt)?;
        }
        self.count_time();
        self.save()?;
        self.output.progress.end();
        match self.kept {
            Some(file) if self.state.best() > 0 => {
                self.output.say(&format!("{}: loaded automatically", file.display()))
            }
            _ => {
                let best = self.folder.best();
                self.output.say(&format!("setoption name EvalFile value {}", best.display()))
            }
        }
    }

    fn is_over(&self) -> bool {
        let time = self.state.time + self.started.elapsed();
        let done = self.state.generations.len() as u64;
        self.options.time().is_some_and(|limit| time >= limit)
            || self.options.generations.is_some_and(|limit| done >= limit)
    }

    /// Moves the time since the last save into the state.
    fn count_time(&mut self) {
        self.state.time += self.started.elapsed();
        self.started = Instant::now();
    }

    fn save(&self) -> Result<()> {
        self.state.save(&self.folder.state(), &self.options.command())
    }

    /// Notes a finished generation. If the program is killed between the steps, the next
    /// run does the missing ones.
    fn finish(&mut self, generation: Generation, scale: f32) -> Result<()> {
        self.state.scale = Some(scale);
        self.state.generations.push(generation);
        self.count_time();
        self.save()?;
        tidy(&self.folder, self.kept, self.entry, &self.state)?;
        let line = line(&generation, self.state.gains(), self.state.time);
        self.output.say(&line)
    }

    /// Fits the ladder of the best network, unless that is done or no generation is. An interrupt
    /// ends it; the next run goes on with its games.
    fn fit_ladder(&mut self, interrupt: &AtomicBool) -> Result<()> {
        let games = self.options.ladder;
        let is_done = self.state.ladder_of_best().is_some_and(|ladder| ladder.games == games);
        if games == 0 || is_done || self.state.generations.is_empty() {
            return Ok(());
        }
        if self.state.ladder.take().is_some() {
            // That with the former ladder must not be taken for the network of another run: it is
            // replaced while the saved state still knows it.
            tidy(&self.folder, self.kept, self.entry, &self.state)?;
            self.save()?;
        }
        self.output.progress.show(0, None, || "ladder".to_owned());
        if self.output.progress.wants_lines() {
            self.output.say("ladder: games")?;
        }
        let best = self.state.best();
        let of = self.state.best_checksum();
        let path = self.folder.network(best);
        let bytes = files::read(&path).with_context(|| cannot_be_read(&path))?;
        let LearnOptions { game, run, .. } = self.options;
        let title = format!(
            "the ladder of {} by the network with CRC-32 {of:08x}, seed {}",
            game.name,
            run.seed()
        );
        let ladder_games = LadderGames {
            entry: self.entry,
            network: Some(Arc::new(NetworkFile::decode(&bytes)?.network)),
            games,
            plies: LADDER_PLIES,
            max_plies: LADDER_MAX_PLIES,
            seed: run.seed(),
            threads: run.threads(),
        };
        let kept = self.folder.ladder(best);
        let progress = &self.output.progress;
        let kept = Some((kept.as_path(), title.as_str()));
        let results = ladder_games.play(kept, interrupt, |done, all| {
            progress.show(done, Some(all), || format!("ladder: {done} games"));
        })?;
        if !results.is_whole {
            return Ok(());
        }
        let rated = results.rated(&[]);
        let ladder = ladder(&rated, &[]);
        let bytes = file_with(&bytes, ladder.clone())?;
        write(&self.folder.network_with_ladder(best), &NETWORK, &bytes)?;
        let network = NetworkFile::decode(&bytes)?.checksum;
        self.state.ladder = Some(FittedLadder { of, network, games });
        self.count_time();
        self.save()?;
        tidy(&self.folder, self.kept, self.entry, &self.state)?;
        let line = ladder_line(results.games(), ladder.as_ref(), &rated, self.state.time);
        self.output.say(&line)
    }
}

fn ladder_line(
    games: u64,
    ladder: Option<&Ladder>,
    rated: &[RatedLookahead],
    time: Duration,
) -> String {
    let rungs = ladder.map(Ladder::rungs).unwrap_or_default();
    let ratings = match (rungs.first(), rungs.last()) {
        (Some((min, _)), Some((max, _))) => format!("ratings {min} to {max}"),
        _ => "all levels play alike".to_owned(),
    };
    let share = 100.0 * lowest_against_one_ply(rated).unwrap_or(0.5);
    [
        "ladder".to_owned(),
        format!("{games} games"),
        ratings,
        format!("the lowest scores {share:.1} % against one ply"),
        clock(time),
    ]
    .join(" | ")
}

/// Brings the folder in line with the state, and the network that is `kept` beside it. The first
/// network, which has learnt nothing, stays in the folder.
fn tidy(folder: &Folder, kept: Option<&Path>, entry: &GameEntry, state: &LearnState) -> Result<()> {
    let (best, checksum) = match state.ladder_of_best() {
        Some(ladder) => (folder.network_with_ladder(state.best()), ladder.network),
        None => (folder.network(state.best()), state.best_checksum()),
    };
    // An altered one must not replace the copy of the good one.
    ensure!(
        load_network(entry, &best)?.checksum == checksum,
        "{} is not the network that the run wrote",
        best.display()
    );
    let bytes = files::read(&best).with_context(|| format!("{} is gone", best.display()))?;
    write(&folder.best(), &NETWORK, &bytes)?;
    if state.best() > 0
        && let Some(file) = kept
    {
        write(file, &NETWORK, &bytes)?;
    }
    folder.end(state.generations.len() as u64)
}

/// The line of a generation. `gains`: those of all matches so far, added up.
fn line(generation: &Generation, gains: f64, time: Duration) -> String {
    let Generation { number, nodes, games, positions, loss, points, gate, .. } = generation;
    let kept = if generation.is_kept() { "kept" } else { "left" };
    [
        format!("generation {number}"),
        format!("{nodes} nodes"),
        format!("{games} games, {positions} positions"),
        format!("loss {loss:.5}"),
        format!("{points} of {gate}, {} Elo, {kept}", signed(generation.elo())),
        format!("{} Elo, sum of the matches", signed(gains)),
        clock(time),
    ]
    .join(" | ")
}
