//! One generation: games, samples, training, and the match against the best network.

use super::folder::{Folder, Generation, LearnState};
use super::options::LearnOptions;
use crate::chances;
use crate::pairs::file::PairFile;
use crate::pairs::{self, Players};
use crate::selfplay::game::SelfPlay;
use crate::selfplay::record::{EarlierGames, RecordFile, RecordHeader, RecordReader};
use crate::selfplay::selection::{GAMES_PER_TEST_GAME, GamesFile, PositionFilter};
use crate::state_file::{encode_network, write};
use crate::threads;
use crate::trainer::samples::{SampleFilter, SampleSet, SampleSource};
use crate::trainer::{
    NETWORK, NetworkErrors, Objective, Samples, Trainer, TrainerSettings, TrainingShape,
};
use anyhow::{Context, Result, ensure};
use plyglot_command::interrupt::Expendable;
use plyglot_command::progress::{Progress, ProgressOutput};
use plyglot_core::game::network::Network;
use plyglot_engine::{GameEntry, NetworkEvaluation, load_network};
use plyglot_support::files;
use plyglot_support::sprt::{EloModel, Sprt, SprtDecision, assess};
use plyglot_support::statistics::Tally;
use std::ops::{ControlFlow, RangeInclusive};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;

/// The table of each player, in MiB: searches are short.
const TABLE_MIB: usize = 1;
/// The largest score of an opening, in units of the scale: the better side scores 99 %. A
/// network must also see positions that are won.
const BALANCE_IN_SCALES: f32 = 5.0;
/// The least games of a generation: the first ones of a run tell how long games are, and one in
/// [`GAMES_PER_TEST_GAME`] is held out.
const MIN_GAMES: u64 = 3 * GAMES_PER_TEST_GAME;
/// If [`ROW_LENGTH`] generations in a row gain less than this together, in Elo, searches must become
/// deeper. One generation alone shows little, as its match has few games.
const SMALL_GAIN_ELO: f64 = 45.0;
/// The number of generations in such a row.
const ROW_LENGTH: usize = 3;
/// Positions per step of a training. With as many epochs, 16,384 were 210 Elo weaker in
/// Breakthrough, and 2,048 were 78 weaker in xiangqi (80 games each).
const BATCH_POSITIONS: usize = 4_096;
const MIN_STEPS: u64 = 5_000;
/// How often it sees each position at least.
const MIN_EPOCHS: u64 = 4;
/// The weight of results in the first training. Without an evaluation for the output to be added
/// to, the scores of its samples are those of random weights and say nothing.
const FIRST_LAMBDA: f32 = 1.0;
/// The scale of a run that neither sets one nor adds to an evaluation.
const DEFAULT_SCALE_CENTI: f32 = 200.0;
/// Scores with a larger scale do not predict results, so their unit need not be kept.
const MAX_SCALE_CENTI: f32 = 5_000.0;

pub(super) struct GenerationRun<'a> {
    pub(super) options: &'a LearnOptions,
    pub(super) entry: &'a GameEntry,
    pub(super) game: &'a dyn NetworkEvaluation,
    pub(super) folder: &'a Folder,
    pub(super) began_blank: bool,
    pub(super) state: &'a LearnState,
    pub(super) interrupt: &'static AtomicBool,
}

struct GenerationGames {
    games: u64,
    positions: u64,
}

impl GenerationRun<'_> {
    fn number(&self) -> u64 {
        self.state.generations.len() as u64 + 1
    }

    /// Runs the generation, or what is missing of it, and returns it with the scale of the run.
    /// `None` if interrupted.
    pub(super) fn run(&self, out: &mut ProgressOutput<'_>) -> Result<Option<(Generation, f32)>> {
        let start = Instant::now();
        let number = self.number();
        let nodes = self.nodes();
        let best = load_network(self.entry, &self.folder.network(self.state.best()))?;
        let header = RecordHeader {
            min_plies: 1,
            noise: self.options.noise,
            network: Some(best.checksum),
            ..self.header(0)
        };
        let best = Arc::new(best.network);
        self.begin("games", out)?;
        let Some(played) = self.play(header, &best, &out.progress)? else { return Ok(None) };
        self.begin("training", out)?;
        let scale = self.scale()?;
        let trained = self.train(scale, &out.progress)?;
        let Some((network, loss)) = trained else { return Ok(None) };
        let gate = Gate {
            entry: self.entry,
            networks: [Arc::new(network), best],
            header: self.header(1),
            pairs: self.options.pairs(),
            threads: self.options.run.threads(),
        };
        self.begin("match with the best network", out)?;
        let result = gate.play(&self.folder.gate(number), self.interrupt)?;
        let Some(GateResult { points, games: gate }) = result else { return Ok(None) };
        let GenerationGames { games, positions } = played;
        let network = load_network(self.entry, &self.folder.network(number))?.checksum;
        let games_sum = checksum(&self.folder.games(number))?;
        let generation = Generation {
            number,
            nodes,
            games,
            positions,
            loss,
            points,
            gate,
            seconds: start.elapsed().as_secs_f64(),
            network,
            games_sum,
        };
        Ok(Some((generation, scale)))
    }

    /// Says which part of the generation begins, on the bar or as a line.
    fn begin(&self, part: &str, out: &mut ProgressOutput<'_>) -> Result<()> {
        let words = format!("generation {}: {part}", self.number());
        out.progress.show(0, None, || words.clone());
        if out.progress.wants_lines() { out.say(&words) } else { Ok(()) }
    }

    /// Nodes of a search, doubled after each row of generations that gained little.
    fn nodes(&self) -> u64 {
        let LearnOptions { nodes, max_nodes, .. } = *self.options;
        let mut nodes = nodes;
        let mut row = Vec::new();
        for generation in &self.state.generations {
            row.push(generation.gain());
            let newest: f64 = row.iter().rev().take(ROW_LENGTH).sum();
            if row.len() >= ROW_LENGTH && newest < SMALL_GAIN_ELO {
                nodes = nodes.saturating_mul(2).min(max_nodes);
                row.clear();
            }
        }
        nodes
    }

    /// The scale of the run, in centi-units, once it is known.
    fn known_scale(&self) -> Option<f32> {
        let LearnOptions { scale, base, .. } = *self.options;
        scale.or(if base { self.state.scale } else { Some(DEFAULT_SCALE_CENTI) })
    }

    /// The scale of the run, in centi-units. An evaluation that the output is added to keeps its
    /// unit, which the search's margins are made for: the scale is the one at which its scores
    /// predict the results of the first generation.
    fn scale(&self) -> Result<f32> {
        if let Some(known) = self.known_scale() {
            return Ok(known);
        }
        let path = &self.folder.games(self.number());
        let file = GamesFile { path, game: &self.options.game.name };
        let pool = threads::pool(self.options.run.threads())?;
        let found = self.filter(None).scale_of(file, self.game, &pool)?;
        Ok(if found > MAX_SCALE_CENTI { DEFAULT_SCALE_CENTI } else { found })
    }

    fn filter(&self, scale: Option<f32>) -> SampleFilter {
        let positions =
            PositionFilter { keep: 1.0, seed: self.options.run.seed(), with_decided: true };
        SampleFilter { positions, scale, variations: 0 }
    }

    /// The settings of games. Games of another `kind` have other seeds.
    fn header(&self, kind: u64) -> RecordHeader {
        let scale = self.known_scale().unwrap_or(DEFAULT_SCALE_CENTI);
        let seed = self.options.run.seed() << 20 | self.number() << 2 | kind;
        RecordHeader {
            balance: (BALANCE_IN_SCALES * scale) as u16,
            ..RecordHeader::plain(
                &self.options.game.name,
                seed,
                self.nodes(),
                self.options.plies,
                TABLE_MIB,
            )
        }
    }

    fn play(
        &self,
        header: RecordHeader,
        best: &Arc<Network>,
        progress: &Progress,
    ) -> Result<Option<GenerationGames>> {
        let before = match self.state.generations.last() {
            Some(it) => GenerationGames { games: it.games, positions: it.positions },
            None => {
                let Some(pilot) = self.play_games(&header, best, MIN_GAMES, progress)? else {
                    return Ok(None);
                };
                pilot
            }
        };
        let wanted = self.options.positions;
        let games = wanted.saturating_mul(before.games).div_ceil(before.positions.max(1));
        // Games without a scored position would go on for ever.
        self.play_games(&header, best, games.min(wanted).max(MIN_GAMES), progress)
    }

    /// Plays until there are this many games, and counts them. `None` if interrupted.
    fn play_games(
        &self,
        header: &RecordHeader,
        best: &Arc<Network>,
        games: u64,
        progress: &Progress,
    ) -> Result<Option<GenerationGames>> {
        let number = self.number();
        let path = self.folder.games(number);
        let (mut file, EarlierGames { numbers, mut positions }) = RecordFile::open(&path, header)?;
        let mut played = numbers.len() as u64;
        if played < games {
            let self_play = SelfPlay {
                entry: self.entry,
                header,
                network: Some(best),
                done: &numbers,
                games: Some(games),
                threads: self.options.run.threads(),
            };
            self_play.run(self.interrupt, |game| {
                if let Some(game) = game {
                    file.write(&game.record)?;
                    played += 1;
                    positions += game.record.scored() as u64;
                }
                let words = || format!("generation {number}: {positions} positions");
                progress.show(played, Some(games), words);
                Ok(ControlFlow::Continue(()))
            })?;
        }
        // Later runs make samples of them, and the state has their sum.
        file.sync()?;
        if played < games {
            return Ok(None);
        }
        let _expendable = Expendable::begin();
        // A resumed run finds more games than its first ones. They are at the beginning.
        let mut positions = 0;
        for record in RecordReader::open(&path)?.take(games as usize) {
            positions += record?.scored() as u64;
        }
        Ok(Some(GenerationGames { games, positions }))
    }

    /// The samples of the newest generations: those to fit to, and to test with. `None` if
    /// interrupted.
    fn samples(
        &self,
        scale: f32,
        shape: &TrainingShape,
        progress: &Progress,
    ) -> Result<Option<[Samples; 2]>> {
        let LearnOptions { game, window, .. } = self.options;
        let _expendable = Expendable::begin();
        let number = self.number();
        let generations = newest(number, *window);
        // A file that is missing or was changed would change the result in silence.
        for it in self.state.generations.iter().filter(|it| generations.contains(&it.number)) {
            let path = self.folder.games(it.number);
            ensure!(
                checksum(&path)? == it.games_sum,
                "{} does not match the games of generation {}",
                path.display(),
                it.number
            );
        }
        let pool = threads::pool(self.options.run.threads())?;
        let filter = self.filter(Some(scale));
        let mut set = SampleSet::new(shape.sizes);
        for path in self.folder.games_of(generations)? {
            if self.interrupt.load(Relaxed) {
                return Ok(None);
            }
            progress.show(0, None, || format!("generation {number}: samples"));
            let source = SampleSource { name: &game.name, game: self.game, games: &[path] };
            filter.add(source, &pool, &mut set, &mut |_| ())?;
        }
        Ok(Some([set.fit, set.test]))
    }

    /// Trains a network, unless that is done. It begins with random weights: what the best one
    /// has learned is in the scores of its games, and one that went on from it would stay biased
    /// by the first games. Returns it with its loss, or `None` if interrupted.
    fn train(&self, scale: f32, bar: &Progress) -> Result<Option<(Network, f64)>> {
        let number = self.number();
        let out = self.folder.network(number);
        let shape = TrainingShape::new(self.game, self.options.hidden(), self.options.base);
        let Some(samples) = self.samples(scale, &shape, bar)? else { return Ok(None) };
        let settings = self.trainer_settings(scale);
        let start = shape.initial(settings.seed);
        let mut trainer = Trainer::new(shape.clone(), settings, samples, start)?;
        if out.exists() {
            let network = load_network(self.entry, &out)?.network;
            let loss = trainer.test_loss(&shape.dequantize(&network.parameters()));
            return Ok(Some((network, loss)));
        }
        let state = self.folder.trainer(number);
        // A state of other samples is of no use: games were added since.
        if state.exists()
            && let Err(error) = trainer.resume(&state)
        {
            log::info!("the training begins again: {error:#}");
        }
        let epochs = trainer.epochs();
        let is_done = trainer.run(Some(&state), |progress| {
            let steps = progress.batches * epochs;
            let done = progress.epoch * progress.batches + progress.batch;
            bar.show(done, Some(steps), || {
                format!("generation {number}: epoch {} of {epochs}", progress.epoch + 1)
            });
            let is_interrupted = self.interrupt.load(Relaxed);
            Ok(if is_interrupted { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        })?;
        if !is_done {
            return Ok(None);
        }
        let (network, loss) = self.trained(&trainer)?;
        let [fit, test] = trainer.samples();
        let made = [
            self.options.command(),
            format!(
                "generation {number}, whose games the network of generation {} played",
                self.state.best()
            ),
            format!("{fit} positions to fit to; the loss on {test} others is {loss:.6}"),
        ];
        write(&out, &NETWORK, encode_network(&self.options.game.name, &made, &network))?;
        Ok(Some((network, loss)))
    }

    /// The network of a training that is done, with the chances of the newest games, and its loss.
    fn trained(&self, trainer: &Trainer) -> Result<(Network, f64)> {
        // Its last state is saved.
        let _expendable = Expendable::begin();
        let (network, NetworkErrors { test: loss, .. }) = trainer.network()?;
        let win_rate = chances::from_games(self.entry, &self.folder.games(self.number()))?;
        Ok((network.with_win_rate(win_rate), loss))
    }

    fn trainer_settings(&self, scale: f32) -> TrainerSettings {
        let LearnOptions { base, epochs, .. } = *self.options;
        let (epochs, min_steps) = epochs.map_or((MIN_EPOCHS, MIN_STEPS), |epochs| (epochs, 0));
        let is_blank = self.began_blank && !base && self.number() == 1;
        let lambda = if is_blank { FIRST_LAMBDA } else { self.options.lambda() };
        TrainerSettings {
            objective: Objective { scale, lambda },
            epochs,
            min_steps,
            batch: BATCH_POSITIONS,
            seed: self.options.run.seed() << 20 | self.number(),
            threads: self.options.run.threads(),
            ..TrainerSettings::default()
        }
    }
}

fn checksum(path: &Path) -> Result<u32> {
    let _expendable = Expendable::begin();
    let bytes = files::read(path).with_context(|| files::cannot_be_read(path))?;
    Ok(crc32fast::hash(&bytes))
}

/// The generations that are trained on: the newest half, and at least a window of them. The
/// first ones played badly; later on, more positions are worth more than newer ones.
fn newest(generation: u64, window: u64) -> RangeInclusive<u64> {
    let oldest = (generation / 2).min(generation.saturating_sub(window)) + 1;
    oldest..=generation
}

/// When a match ends: the side that is ahead is then the stronger one in 19 of 20 matches between
/// networks that differ by 25 Elo.
const STOP_RULE: Sprt =
    Sprt { elo0: -25.0, elo1: 25.0, alpha: 0.05, beta: 0.05, model: EloModel::Logistic };
/// The pairs between two looks at the test. It does not look at each pair, as their order depends
/// on the threads.
const PAIRS_PER_LOOK: u64 = 32;

pub(super) struct Gate<'a> {
    pub(super) entry: &'a GameEntry,
    pub(super) networks: [Arc<Network>; 2],
    /// Seed, nodes, openings and table.
    pub(super) header: RecordHeader,
    pub(super) pairs: u64,
    /// Pairs at the same time, at most [`PAIRS_PER_LOOK`].
    pub(super) threads: usize,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct GateResult {
    pub(super) points: f64,
    pub(super) games: u64,
}

impl Gate<'_> {
    /// Plays the pairs that the file does not have, until the test decides or there are no
    /// more. `None` if interrupted.
    pub(super) fn play(&self, path: &Path, interrupt: &AtomicBool) -> Result<Option<GateResult>> {
        let mut file = PairFile::open(path, &self.header.to_string(), self.pairs)?;
        let mut players = self.players()?;
        let play = |players: &mut Players, pair, is_over: &AtomicBool| {
            pairs::play(players, &self.header, pair, is_over)
        };
        let mut pairs = 0;
        loop {
            pairs = self.pairs.min(pairs + PAIRS_PER_LOOK);
            let missing = file.missing(0..pairs);
            let mut left = missing.len();
            pairs::play_all(&mut players, &missing, interrupt, &play, |pair, points| {
                left -= 1;
                file.add(pair, points)
            })?;
            if left > 0 {
                return Ok(None);
            }
            let tally = tally(file.half_points().range(..pairs).map(|(_, &points)| points));
            if pairs == self.pairs || assess(&STOP_RULE, &tally).decision != SprtDecision::Continue
            {
                let half_points: u32 =
                    (0..).zip(tally.pairs).map(|(points, count)| points * count).sum();
                let points = f64::from(half_points) / 2.0;
                return Ok(Some(GateResult { points, games: 2 * pairs }));
            }
        }
    }

    fn players(&self) -> Result<Vec<Players>> {
        let threads = self.threads.min(PAIRS_PER_LOOK as usize);
        let mut boards = pairs::players(self.entry, self.header.hash, threads)?;
        for players in &mut boards {
            for (player, network) in players.iter_mut().zip(&self.networks) {
                player.game_mut().set_network(Some(Arc::clone(network)));
            }
        }
        Ok(boards)
    }
}

fn tally(half_points: impl Iterator<Item = u8>) -> Tally {
    let mut tally = Tally::default();
    half_points.for_each(|points| tally.add_pair(points));
    tally
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_window_grows_with_the_run() {
        for (generation, expected) in
            [(1, 1..=1), (8, 1..=8), (9, 2..=9), (16, 9..=16), (17, 9..=17), (40, 21..=40)]
        {
            assert_eq!(newest(generation, 8), expected);
        }
        assert_eq!(newest(3, 1), 2..=3);
        assert_eq!(newest(7, 9_999), 1..=7);
    }
}
