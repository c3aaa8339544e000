//! `plyglot train`: trains a game's network on recorded games.
//!
//! Positions of the games become samples in memory. The network to begin with is the game's own,
//! that of a file, or a random one. A [`Trainer`] fits it to the samples.
//! The best epoch's parameters are quantized and written as a file that `EvalFile` loads.

mod options;

pub use options::command;

use crate::chances;
use crate::selfplay::selection::{GamesFile, PositionFilter};
use crate::state_file::{check_output, encode_network, write};
use crate::threads;
use crate::trainer::samples::{SampleFilter, SampleSet, SampleSource};
use crate::trainer::{
    self, Judge, NetworkErrors, Trainer, TrainerSettings, TrainingProgress, TrainingShape,
};
use anyhow::{Context, Result, ensure};
use clap::ArgMatches;
use options::{TrainOptions, TrainStart, file_name};
use plyglot_command::arguments::{GameArgs, Streams, invalid};
use plyglot_command::interrupt::{self, Expendable, Remainder};
use plyglot_command::progress::ProgressOutput;
use plyglot_core::game::network::{LANES, Network, NetworkShape};
use plyglot_engine::{GameEntry, NetworkEvaluation, Registry, load_network};
use plyglot_support::files::{Lock, cannot_be_written};
use plyglot_support::text::{clock, to_go};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

const DEFAULT_HIDDEN: usize = 64;

/// Trains a network as the arguments describe, prints the progress on `output`, and writes
/// the network to its file. An interrupt or a request to terminate ends it after a step;
/// with `--resume` the same command resumes from there.
pub fn run(matches: &ArgMatches, registry: &Registry, streams: Streams<'_>) -> Result<()> {
    let Streams { output, .. } = streams;
    let options = TrainOptions::read(matches)?;
    let entry = registry.entry(&options.game.name)?;
    let game = entry.network();
    let game =
        game.ok_or_else(|| invalid(format!("{} does not support networks", entry.info.title)))?;
    check_output(&options.state(), &trainer::checkpoint::FORMAT)?;
    let _lock = Lock::take(&options.out, &trainer::NETWORK)
        .with_context(|| cannot_be_written(&options.out))?;
    let start = InitialParameters::new(&options, entry, game)?;
    TrainRun { options: &options, output }.run(entry, game, start)
}

struct TrainRun<'a> {
    options: &'a TrainOptions,
    output: ProgressOutput<'a>,
}

impl TrainRun<'_> {
    fn run(
        &mut self,
        entry: &GameEntry,
        game: &dyn NetworkEvaluation,
        start: InitialParameters,
    ) -> Result<()> {
        let options = self.options;
        let InitialParameters { shape, parameters, about, record: mut made } = start;
        self.output.say(&format!("{}, from {about}", shape.sizes))?;
        let scale = self.scale(game)?;
        let samples = self.samples(game, shape.sizes, scale)?;
        let fit = samples.fit.count();
        let test = samples.test.count();
        let counts =
            format!("{fit} positions to fit to, {test} to test with, of {} games", samples.games);
        self.output.say(&counts)?;
        ensure!(fit > 0 && test > 0, "too few games to learn from");
        self.output.say(&format!("scale {scale:.1}"))?;
        let settings = options.settings(scale);
        let hidden = shape.hidden;
        let has_base = shape.has_base;
        let samples = [samples.fit, samples.test];
        let sizes = shape.sizes;
        let mut trainer = Trainer::new(shape, settings, samples, parameters)?;
        if let Some(path) = &options.judge {
            trainer.set_judge(self.judge(game, sizes, path)?);
        }
        if !self.train(&mut trainer)? {
            return self.output.say("interrupted; --resume continues from the last state");
        }
        let (network, errors) = self.trained(&trainer, entry)?;
        let epoch = trainer.best().epoch;
        if !made.is_empty() {
            made.push("then, from there, by".to_owned());
        }
        made.extend([
            options.command(hidden, has_base, scale),
            counts,
            format!("from {about}"),
            format!("epoch {epoch} of {}, {}", options.epochs, errors_words(errors)),
        ]);
        let file = encode_network(entry.info.name, &made, &network);
        write(&options.out, &trainer::NETWORK, file)?;
        let name = options.out.display();
        let words = errors_words(errors);
        self.output.say(&format!("{name}: the network after epoch {epoch}, {words}"))?;
        self.output.say(&format!("setoption name EvalFile value {name}"))
    }

    /// The scale of the training, in centi-units: that of the first file's scores, unless one is
    /// given. The scores of all files are brought to it.
    fn scale(&self, game: &dyn NetworkEvaluation) -> Result<f32> {
        match (self.options.scale, self.options.data.first()) {
            (None, Some(path)) => self.scale_of(game, path),
            (scale, _) => Ok(scale.unwrap_or(TrainerSettings::default().objective.scale)),
        }
    }

    fn scale_of(&self, game: &dyn NetworkEvaluation, path: &Path) -> Result<f32> {
        let TrainOptions { game: GameArgs { name, .. }, run, .. } = self.options;
        let file = GamesFile { path, game: name };
        self.filter(None).scale_of(file, game, &threads::pool(run.threads())?)
    }

    fn filter(&self, scale: Option<f32>) -> SampleFilter {
        let TrainOptions { decided, variations, .. } = *self.options;
        SampleFilter { positions: self.options.filter(decided), scale, variations }
    }

    fn samples(
        &self,
        game: &dyn NetworkEvaluation,
        sizes: NetworkShape,
        scale: f32,
    ) -> Result<SampleSet> {
        self.read(self.filter(Some(scale)), game, sizes, &self.options.data)
    }

    /// All quiet, undecided positions of the judge's games.
    fn judge(
        &mut self,
        game: &dyn NetworkEvaluation,
        sizes: NetworkShape,
        path: &Path,
    ) -> Result<Judge> {
        let scale = self.scale_of(game, path)?;
        let positions = PositionFilter { keep: 1.0, ..self.options.filter(false) };
        let filter = SampleFilter { positions, scale: None, variations: 0 };
        let set = self.read(filter, game, sizes, &[path.to_owned()])?;
        let judge = Judge::new([set.fit, set.test], scale);
        ensure!(judge.count() > 0, "{} has no quiet positions", path.display());
        self.output.say(&format!("judge: {} positions, scale {scale:.1}", judge.count()))?;
        Ok(judge)
    }

    fn read(
        &self,
        filter: SampleFilter,
        game: &dyn NetworkEvaluation,
        sizes: NetworkShape,
        games: &[PathBuf],
    ) -> Result<SampleSet> {
        let TrainOptions { game: GameArgs { name, .. }, run, .. } = self.options;
        let pool = threads::pool(run.threads())?;
        let mut set = SampleSet::new(sizes);
        filter.add(SampleSource { name, game, games }, &pool, &mut set, &mut |games| {
            self.output.progress.show(0, None, || format!("samples of {games} games"));
        })?;
        Ok(set)
    }

    /// The network of a training that is done, with the chances of the first file's games.
    fn trained(&self, trainer: &Trainer, entry: &GameEntry) -> Result<(Network, NetworkErrors)> {
        // Its last state is saved.
        let _expendable = Expendable::begin();
        let (network, errors) = trainer.network()?;
        let win_rate = self.options.data.first().map(|path| chances::from_games(entry, path));
        Ok((network.with_win_rate(win_rate.transpose()?.flatten()), errors))
    }

    /// Runs the remaining epochs. Returns whether the last one is complete.
    fn train(&mut self, trainer: &mut Trainer) -> Result<bool> {
        let state = self.options.state();
        if self.options.resume && state.exists() {
            trainer.resume(&state)?;
            self.output.say(&format!("resuming after epoch {}", trainer.epoch()))?;
        }
        let interrupt = interrupt::watch(Remainder::State)?;
        let mut report = TrainingReport {
            run_start: Instant::now(),
            epoch_start: Instant::now(),
            steps_before: None,
        };
        let is_done = trainer.run(Some(&state), |progress| {
            report.note(self, progress)?;
            let is_interrupted = interrupt.load(Relaxed);
            Ok(if is_interrupted { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        })?;
        self.output.progress.end();
        Ok(is_done)
    }
}

fn errors_words(NetworkErrors { test, judged }: NetworkErrors) -> String {
    let judged = judged.map_or(String::new(), |error| format!(", error {error:.6} by the judge"));
    format!("loss {test:.6} on the test positions{judged}")
}

struct TrainingReport {
    run_start: Instant,
    epoch_start: Instant,
    steps_before: Option<u64>,
}

impl TrainingReport {
    fn note(&mut self, run: &mut TrainRun<'_>, progress: &TrainingProgress) -> Result<()> {
        let epochs = run.options.epochs;
        let TrainingProgress { epoch, batch, batches, fit, .. } = *progress;
        if let Some(test) = progress.test {
            let line = epoch_line(epoch, fit, test, self.epoch_start.elapsed());
            let judged =
                progress.judged.map_or(String::new(), |error| format!(", judge {error:.6}"));
            run.output.say(&format!("{line}{judged}"))?;
            self.epoch_start = Instant::now();
        }
        let done = epoch * batches + batch;
        let all = epochs * batches;
        let steps_before = *self.steps_before.get_or_insert(done);
        run.output.progress.show(done, Some(all), || {
            progress_words([epoch, epochs], [done - steps_before, done, all], self.run_start)
        });
        Ok(())
    }
}

fn epoch_line(epoch: u64, fit: f64, test: f64, time: Duration) -> String {
    match epoch {
        0 => format!("epoch 0: test {test:.6}"),
        _ => format!("epoch {epoch}: fit {fit:.6}, test {test:.6}, {:.1} s", time.as_secs_f64()),
    }
}

fn progress_words([epoch, epochs]: [u64; 2], [own, done, all]: [u64; 3], start: Instant) -> String {
    let left = to_go(start.elapsed(), own, all - done);
    let left = left.map_or(String::new(), |left| format!(" | {} to go", clock(left)));
    format!("epoch {} of {epochs}{left}", epoch + 1)
}

struct InitialParameters {
    shape: TrainingShape,
    parameters: Vec<f32>,
    about: String,
    /// The lines of its file that say how it was made; empty if there is no file.
    record: Vec<String>,
}

struct StartingNetwork {
    network: Arc<Network>,
    about: String,
    record: Vec<String>,
}

impl InitialParameters {
    fn new(
        options: &TrainOptions,
        entry: &GameEntry,
        game: &dyn NetworkEvaluation,
    ) -> Result<InitialParameters> {
        let source = starting_network(options, entry, game)?;
        let can_have_base = game.shape(LANES).has_base;
        let has_base = options.has_base().unwrap_or_else(|| {
            source.as_ref().map_or(can_have_base, |source| source.network.shape().has_base)
        });
        ensure!(
            can_have_base || !has_base,
            invalid(format!("{} has no evaluation for --base to add to", entry.info.title))
        );
        let Some(StartingNetwork { network, about, record }) = source else {
            let shape =
                TrainingShape::new(game, options.hidden.unwrap_or(DEFAULT_HIDDEN), has_base);
            let parameters = shape.initial(options.run.seed());
            let about = "random weights".to_owned();
            return Ok(InitialParameters { shape, parameters, about, record: Vec::new() });
        };
        let own = network.shape();
        let hidden = options.hidden.unwrap_or(own.hidden);
        ensure!(
            hidden >= own.hidden,
            invalid(format!(
                "--hidden {hidden}: {about} has {} neurons; expected as many or more, or --from zero",
                own.hidden
            ))
        );
        let shape = TrainingShape::new(game, hidden, has_base);
        let narrow = TrainingShape::new(game, own.hidden, own.has_base);
        let (parameters, fractions) = match exact_parameters(options, &narrow, &network)? {
            Some(parameters) => (parameters, ", with its fractions"),
            None => (narrow.dequantize(&network.parameters()), ""),
        };
        let parameters = shape.grown(&narrow, &parameters, options.run.seed());
        let about = format!("{about}, {} neurons{fractions}", own.hidden);
        Ok(InitialParameters { shape, parameters, about, record })
    }
}

/// The parameters of a network to start from as its training left them, before they were rounded.
/// `None` if its state is not there, or is of another network.
fn exact_parameters(
    options: &TrainOptions,
    shape: &TrainingShape,
    network: &Network,
) -> Result<Option<Vec<f32>>> {
    let TrainStart::File(path) = &options.from else { return Ok(None) };
    let state = path.with_added_extension("state");
    if !state.exists() {
        return Ok(None);
    }
    let best = trainer::checkpoint::best_parameters(&state)?;
    let is_same = best.len() == shape.parameters() && shape.quantize(&best) == network.parameters();
    Ok(if is_same { Some(best) } else { None })
}

fn starting_network(
    options: &TrainOptions,
    entry: &GameEntry,
    game: &dyn NetworkEvaluation,
) -> Result<Option<StartingNetwork>> {
    Ok(match &options.from {
        TrainStart::Zero => None,
        TrainStart::Current => game.default_network().map(|source| StartingNetwork {
            network: source.get(),
            about: "the game's own network".to_owned(),
            record: Vec::new(),
        }),
        TrainStart::File(path) => {
            let file = load_network(entry, path)?;
            let about = format!("{} with CRC-32 {:08x}", file_name(path), file.checksum);
            Some(StartingNetwork { network: Arc::new(file.network), about, record: file.made })
        }
    })
}
