//! The `learn` command and its options.

use super::folder::{Folder, Generation, LearnState, STATE_FORMAT};
use super::generation::GenerationRun;
use crate::fit::invalid;
use crate::state_file::write;
use crate::trainer::shape::{WIDTHS, width};
use crate::trainer::{NETWORK, TrainingShape};
use anyhow::{Context, Result, ensure};
use clap::error::ErrorKind;
use clap::{ArgMatches, Args, Command, FromArgMatches};
use plyglot_command::arguments::{GameArgs, RunArgs, Streams, offer_plain_games, tool, within};
use plyglot_command::interrupt::{self, Remainder};
use plyglot_command::progress::ProgressOutput;
use plyglot_core::game::network::{Network, NetworkFile};
use plyglot_engine::{GameEntry, NetworkEvaluation, Registry, load_network, read_network};
use plyglot_support::files::{self, Lock, cannot_be_read, cannot_be_written};
use plyglot_support::text::{clock, counted, signed};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

/// With 256 neurons, a network of more inputs has a file of more than 500 KB.
const MAX_INPUTS_OF_WIDE: usize = 1_850;

/// Learn a network for a game from nothing but its rules
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Each generation plays games against itself, trains a network on them, and keeps that network if it \
beats the best one so far. DIR holds everything: games and networks. A run \
that was stopped is resumed by the same command.")]
pub(super) struct LearnOptions {
    /// Folder for all files; best.network in it is the result. For a game from a file, defaults to
    /// NAME.learn next to it; the result is then NAME.network, which is loaded automatically
    #[arg(long, value_name = "DIR")]
    pub(super) out: Option<PathBuf>,
    #[command(flatten)]
    pub(super) game: GameArgs,
    /// Stop after the generation in which N hours have passed, including earlier runs
    #[arg(long, value_name = "N", value_parser = within::<f64>(0.0..=1e6))]
    hours: Option<f64>,
    /// Stop after N generations, including those of earlier runs
    #[arg(long, value_name = "N", value_parser = within::<u64>(1..=9_999))]
    pub(super) generations: Option<u64>,
    /// Network that plays the first games [default: random weights]
    #[arg(long, value_name = "FILE")]
    pub(super) from: Option<PathBuf>,
    /// Add the network's output to the game's evaluation without a network [default: if it has one]
    #[arg(long)]
    pub(super) base: bool,
    /// Use only the output as the evaluation
    #[arg(long, conflicts_with = "base")]
    alone: bool,
    /// Neurons of the first layer, for each side [default: 256 for games from files, whose moves
    /// take longer than a network, or 128 if the file would be larger than 500 KB; 64 for others]
    #[arg(long, value_name = "N", value_parser = width)]
    hidden: Option<usize>,
    /// The neurons if --hidden is not given.
    #[arg(skip)]
    usual_hidden: usize,
    /// Nodes after which a search starts no further iteration, at first; doubled when three
    /// generations gain fewer than 45 Elo together
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = within::<u64>(1..=1_000_000))]
    pub(super) nodes: u64,
    /// Maximum to which --nodes is doubled
    #[arg(long, value_name = "N", default_value_t = 3_200, value_parser = within::<u64>(1..=1_000_000))]
    pub(super) max_nodes: u64,
    /// Approximate number of positions in a generation
    #[arg(long, value_name = "N", default_value_t = 400_000, value_parser = within::<u64>(1_000..=1_000_000_000))]
    pub(super) positions: u64,
    /// Train on the games of the newest N generations, or of the newest half if that is more
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = within::<u64>(1..=9_999))]
    pub(super) window: u64,
    /// Random plies at the start of a game: 1 to N + 1, all equally likely
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = within::<usize>(1..=100))]
    pub(super) plies: usize,
    /// Random moves per thousand, after the random plies at the start
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = within::<usize>(0..=1000))]
    pub(super) noise: usize,
    /// Epochs of each generation's training [default: 4, or more to make 5,000 steps of 4,096
    /// positions]
    #[arg(long, value_name = "N", value_parser = within::<u64>(1..=10_000))]
    pub(super) epochs: Option<u64>,
    /// Weight of the game's result in the target; the rest is the score of the search [default: 0.2;
    /// with --base, 0.05]
    #[arg(long, value_name = "X", value_parser = within::<f32>(0.0..=1.0))]
    lambda: Option<f32>,
    /// Score at which a win is e times as likely as a loss [default: 200; with --base, the one at
    /// which the scores of the first generation predict its results best]
    #[arg(long, value_name = "CENTI", value_parser = within::<f32>(1.0..=100_000.0))]
    pub(super) scale: Option<f32>,
    /// Maximum number of games between a new network and the best one
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = within::<u64>(2..=1_000_000))]
    gate: u64,
    #[command(flatten)]
    pub(super) run: RunArgs,
}

pub fn command(registry: &Registry) -> Command {
    let command = LearnOptions::augment_args(tool("learn"));
    // The seeds of games have the numbers of generations in their low bits.
    let command = command.mut_arg("seed", |seed| seed.value_parser(within::<u64>(0..=1 << 40)));
    offer_plain_games(command, registry)
}

impl LearnOptions {
    pub(super) fn read(
        matches: &ArgMatches,
        registry: &Registry,
    ) -> Result<LearnOptions, clap::Error> {
        let mut options = LearnOptions::from_arg_matches(matches)?;
        options.usual_hidden = 64;
        let game = registry.entry(&options.game.name).ok().and_then(GameEntry::network);
        if let Some(game) = game {
            let shape = game.shape(WIDTHS[0]);
            if !registry.is_own(&options.game.name) {
                options.usual_hidden = if shape.inputs > MAX_INPUTS_OF_WIDE { 128 } else { 256 };
            }
            // What its author knows of the game is not to be lost.
            options.base |= shape.has_base && !options.alone;
        }
        options.max_nodes = options.max_nodes.max(options.nodes);
        Ok(options)
    }

    /// The command with all options that determine the networks, besides the first one.
    pub(super) fn command(&self) -> String {
        let LearnOptions { nodes, max_nodes, positions, window, plies, noise, .. } = self;
        let epochs = self.epochs.map_or(String::new(), |epochs| format!(" --epochs {epochs}"));
        let scale = self.scale.map_or(String::new(), |scale| format!(" --scale {scale}"));
        format!(
            "plyglot learn --game {}{} --hidden {} --nodes {nodes} --max-nodes {max_nodes} \
             --positions {positions} --window {window} --plies {plies} --noise {noise}{epochs} \
             --lambda {}{scale} --gate {} --seed {}",
            self.game.name,
            if self.base { " --base" } else { "" },
            self.hidden(),
            self.lambda(),
            2 * self.pairs(),
            self.run.seed(),
        )
    }

    pub(super) fn hidden(&self) -> usize {
        self.hidden.unwrap_or(self.usual_hidden)
    }

    /// The weight of results. A game's positions share its result, so that a network learns it by
    /// heart, the more so the less the scores say of it. With nothing but random weights there
    /// must be enough of it for scores to mean anything.
    pub(super) fn lambda(&self) -> f32 {
        self.lambda.unwrap_or(if self.base { 0.05 } else { 0.2 })
    }

    pub(super) fn pairs(&self) -> u64 {
        self.gate.div_ceil(2)
    }

    pub(super) fn time(&self) -> Option<Duration> {
        self.hours.map(|hours| Duration::from_secs_f64(3600.0 * hours))
    }
}

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
    let missing = || invalid(format!("{} does not support networks", entry.info.title));
    let game = entry.network().ok_or_else(missing)?;
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
    let state = begin(&options, entry, game, &folder, kept)?;
    let blank = NetworkFile::decode(&blank(entry, game, &options)?)?;
    let mut learner = Learner {
        options: &options,
        entry,
        game,
        folder,
        kept,
        began_blank: state.first == blank.checksum,
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
    game: &dyn NetworkEvaluation,
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
            let first = first_network(options, entry, game)?;
            let first = NetworkFile::decode(&first)?.checksum;
            let state = LearnState { first, ..LearnState::default() };
            check_kept(kept, &state)?;
            state.save(&folder.state(), command)?;
            state
        }
    };
    folder.make_rooms()?;
    let path = folder.network(0);
    if state.generations.is_empty() && !path.exists() {
        let first = first_network(options, entry, game)?;
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

/// Whether the network beside the file of rules may be replaced: it is of this run, or is not
/// there.
fn check_kept(kept: Option<&Path>, state: &LearnState) -> Result<()> {
    let Some(file) = kept.filter(|file| file.exists()) else { return Ok(()) };
    let found = read_network(file).map(|found| found.checksum).ok();
    ensure!(
        state.generations.iter().any(|generation| Some(generation.network) == found),
        "{} is not the network of this run; move it away, or name a folder with --out",
        file.display()
    );
    Ok(())
}

fn first_network(
    options: &LearnOptions,
    entry: &GameEntry,
    game: &dyn NetworkEvaluation,
) -> Result<Vec<u8>> {
    let Some(path) = &options.from else { return blank(entry, game, options) };
    load_network(entry, path)?;
    files::read(path).with_context(|| cannot_be_read(path))
}

/// The file of the network that a run begins with, if it is given none.
fn blank(
    entry: &GameEntry,
    game: &dyn NetworkEvaluation,
    options: &LearnOptions,
) -> Result<Vec<u8>> {
    let shape = TrainingShape::of(game, options.hidden(), options.base);
    let parameters = shape.quantize(&shape.initial(options.run.seed()));
    let network = Network::new(shape.sizes, &parameters).context("it has bounds")?;
    let made = [options.command(), "random weights, an output of 0".to_owned()];
    Ok(NetworkFile::encode(entry.info.name, &made, &network))
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
        let line = line(&generation, self.state.elo(), self.state.time);
        self.output.say(&line)
    }
}

/// Brings the folder in line with the state, and the network that is `kept` beside it. The first
/// network, which has learnt nothing, stays in the folder.
fn tidy(folder: &Folder, kept: Option<&Path>, entry: &GameEntry, state: &LearnState) -> Result<()> {
    let best = folder.network(state.best());
    // An altered one must not replace the copy of the good one.
    ensure!(
        load_network(entry, &best)?.checksum == state.best_checksum(),
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

/// The line of a generation. `elo`: of the best network over the first one.
fn line(generation: &Generation, elo: f64, time: Duration) -> String {
    let Generation { number, nodes, games, positions, loss, points, gate, .. } = generation;
    let kept = if generation.is_kept() { "kept" } else { "left" };
    [
        format!("generation {number}"),
        format!("{nodes} nodes"),
        format!("{games} games, {positions} positions"),
        format!("loss {loss:.5}"),
        format!("{points} of {gate}, {} Elo, {kept}", signed(generation.elo())),
        format!("{} Elo in all", signed(elo)),
        clock(time),
    ]
    .join(" | ")
}
