//! `plyglot survey`: how a game plays, for its inventor.
//!
//! Equal players of several strengths play some games, from random openings to the end that the
//! rules have; and each strength plays against the one below (`plan`). What is noted of a game
//! (`game`) may be kept in a file (`file`). `measures` has the formulas, and `report` sums them up.
//! In place of all that, `worth` measures pieces, and `ladder` levels. Other tools call [`survey()`],
//! [`worth()`] and [`crate::ladder`].

mod file;
mod findings;
mod game;
mod ladder;
mod measures;
mod page;
mod plan;
mod report;
mod worth;

pub use findings::{OwnGame, SurveyFindings, survey};
pub use game::SurveyedEnd;
pub use plan::Plan;
pub use report::{CountedEnd, SurveyNumbers, SurveyReport};
pub use worth::{PieceWorth, worth};

use crate::pairs::players;
use anyhow::{Context, Result, anyhow, ensure};
use clap::{ArgMatches, Args, Command, FromArgMatches, value_parser};
use file::SurveyFile;
use findings::play_games;
use game::{SurveyedGame, play_game};
use plyglot_command::arguments::{GameArgs, HashArgs, RunArgs, Streams, offer_games, tool, within};
use plyglot_command::interrupt::{self, Expendable, Remainder};
use plyglot_engine::{GameEntry, Registry, read_variants};
use plyglot_support::files;
use plyglot_support::instant::Instant;
use report::table;
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

const REPORT_INTERVAL: Duration = Duration::from_secs(1);

/// Report game length, win rates, endings, drama, first moves and how much skill matters
#[derive(Args, Debug)]
#[command(after_help = "\
For inventors. Equal players play --games games of each strength, each from an opening of random \
moves to its end: players with --nodes a move, with twice as many, and so on. Then each strength \
meets the one below in as many games, two from each opening with sides exchanged. \
docs/survey.schema.json has the formulas. Bounds are 95 % confidence intervals; with --plies 0 or 1 \
many games are the same, and bounds too narrow; but --plies 1 lets players choose a swap. With equal \
options, the result is the same at every run, whatever the number of threads. Ctrl-C stops and \
prints what is known so far. A run resumes from the games in --out. Several machines share the work \
by --shard 1/N to N/N; the joined files (`cat`) are the --out of a last run.")]
struct SurveyOptions {
    #[command(flatten)]
    game: GameArgs,
    /// Compare with the game of these rules, side by side
    #[arg(long, value_name = "FILE", value_parser = value_parser!(PathBuf))]
    against: Option<PathBuf>,
    /// Games of each kind
    #[arg(long, value_name = "N", default_value_t = Plan::default().games, value_parser = within::<u64>(2..=100_000))]
    games: u64,
    /// Nodes per move of the weakest players
    #[arg(long, value_name = "N", default_value_t = Plan::default().nodes, value_parser = within::<u64>(1..=1_000_000))]
    nodes: u64,
    /// Number of times the nodes are doubled
    #[arg(long, value_name = "N", default_value_t = Plan::default().doublings, value_parser = within::<u64>(0..=16))]
    doublings: u64,
    /// Random plies at the start of a game: N or N + 1
    #[arg(long, value_name = "N", default_value_t = Plan::default().plies, value_parser = within::<usize>(0..=100))]
    plies: usize,
    /// Plies after which a game is given up as unfinished
    #[arg(long, value_name = "N", default_value_t = Plan::default().max_plies, value_parser = within::<usize>(1..=10_000))]
    max_plies: usize,
    #[command(flatten)]
    hash: HashArgs<4, 65_536>,
    #[command(flatten)]
    run: RunArgs,
    /// Save games to FILE, skip those already in it
    #[arg(long, value_name = "FILE", conflicts_with = "against")]
    out: Option<PathBuf>,
    /// Play every Nth game, starting with the Ith
    #[arg(long, value_name = "I/N", requires = "out", value_parser = shard)]
    shard: Option<Shard>,
    /// Write a page with pictures
    #[arg(long, value_name = "FILE.html")]
    report: Option<PathBuf>,
    /// Measure what pieces are worth in pawns, by at most --games games of each exchange
    #[arg(long, conflicts_with_all = ["against", "doublings", "max_plies", "out", "report"])]
    #[arg(conflicts_with_all = ["json", "ladder"])]
    worth: bool,
    /// Rate players who see -3 to 6 plies ahead, as weaker play does, by --games games of each with
    /// the next
    #[arg(long, conflicts_with_all = ["against", "nodes", "doublings", "hash", "shard", "report"])]
    #[arg(conflicts_with = "json")]
    ladder: bool,
    /// Write these ratings into a file with a network of the game: the one that plays, or if there is
    /// no file, the game's own
    #[arg(long, value_name = "FILE", requires = "ladder")]
    write: Option<PathBuf>,
    /// Print a JSON object for each game
    #[arg(long)]
    json: bool,
    /// Also print the results so far, once a second, in the form of [`survey_here`]
    #[arg(long, hide = true, requires = "json", conflicts_with_all = ["against", "shard"])]
    progress: bool,
}

/// A share of the games: which one, from 0, of how many.
#[derive(Clone, Copy, Debug)]
struct Shard {
    index: u64,
    count: u64,
}

fn shard(text: &str) -> Result<Shard, String> {
    let (which, of) = text.split_once('/').ok_or("expected I/N")?;
    match (which.parse::<u64>(), of.parse::<u64>()) {
        (Ok(number), Ok(count)) if (1..=count).contains(&number) => {
            Ok(Shard { index: number - 1, count })
        }
        _ => Err("expected I/N, with I from 1 to N".to_owned()),
    }
}

pub fn command(registry: &Registry) -> Command {
    offer_games(SurveyOptions::augment_args(tool("survey")), registry)
}

impl SurveyOptions {
    fn read(matches: &ArgMatches) -> Result<SurveyOptions, clap::Error> {
        let mut options = SurveyOptions::from_arg_matches(matches)?;
        // Whole pairs.
        options.games = options.games.next_multiple_of(2);
        Ok(options)
    }

    fn plan(&self) -> Plan {
        let SurveyOptions { games, nodes, doublings, plies, max_plies, .. } = *self;
        let hash = self.hash.mib;
        let seed = self.run.seed();
        Plan { games, nodes, doublings, plies, max_plies, hash, seed }
    }

    /// What determines the games.
    fn title(&self, entry: &GameEntry, registry: &Registry) -> String {
        let SurveyOptions { games, nodes, doublings, plies, max_plies, .. } = self;
        let mut rules = String::new();
        for file in registry.files_of(entry.info.name) {
            rules += &format!(", rules {:016x}", file.hash);
        }
        format!(
            "{}{rules}{}, {games} games, {nodes} nodes, {doublings} doublings, {plies} plies, at \
             most {max_plies}, hash {}, seed {}",
            entry.info.name,
            if self.ladder { ", ladder" } else { "" },
            self.hash.mib,
            self.run.seed(),
        )
    }
}

/// Plays the games that the arguments describe, and prints what they tell. An interrupt or a
/// request to terminate ends it with the games so far.
pub fn run(matches: &ArgMatches, registry: &Registry, mut streams: Streams<'_>) -> Result<()> {
    let options = SurveyOptions::read(matches)?;
    let entry = registry.entry(&options.game.name)?;
    let interrupt = interrupt::watch(Remainder::State)?;
    let output = &mut streams.output;
    if options.worth {
        return worth::print(entry, options.plan(), options.run.threads(), interrupt, output);
    }
    if options.ladder {
        return ladder::print(&options, entry, &options.title(entry, registry), interrupt, output);
    }
    report_games(&options, entry, registry, interrupt, streams)
}

/// Plays games of the entry, and of the one that is compared, and prints a report of each.
fn report_games(
    options: &SurveyOptions,
    entry: &GameEntry,
    registry: &Registry,
    interrupt: &AtomicBool,
    mut streams: Streams<'_>,
) -> Result<()> {
    if let Some(path) = &options.report {
        page::FORMAT.check(path).with_context(|| files::cannot_be_written(path))?;
    }
    let mut entries = vec![*entry];
    entries.extend(options.against.as_ref().map(|_| other(options, registry)).transpose()?);
    let title = options.title(entry, registry);
    let mut known = options.out.as_ref().map(|path| SurveyFile::open(path, &title)).transpose()?;
    let mut surveyed = Vec::new();
    let mut is_whole = true;
    for entry in &entries {
        let (games, all) = play(options, entry, known.take(), interrupt, &mut streams)?;
        is_whole &= all;
        surveyed.push(games);
    }
    streams.output.progress.end();
    let expendable = Expendable::begin();
    let mut reports = Vec::new();
    for (entry, games) in entries.iter().zip(&surveyed) {
        reports.push(SurveyReport::new(entry, options.plan(), games));
    }
    if let [one, other] = &mut reports[..] {
        let file = registry.files_of(one.info.name).first().map(|file| file.path.clone());
        for (report, path) in [(one, file), (other, options.against.clone())] {
            report.name += &path.map_or(String::new(), |path| format!(" ({})", path.display()));
        }
    }
    drop(expendable);
    if !reports.iter().any(SurveyReport::is_empty) {
        print(options, &reports, streams)?;
    }
    ensure!(is_whole, "interrupted");
    Ok(())
}

/// The game of the file that is compared: its only one, or the one of the same name.
fn other(options: &SurveyOptions, registry: &Registry) -> Result<GameEntry> {
    let path = options.against.clone().unwrap_or_default();
    let name = path.display();
    let loaded = read_variants(registry, &path, true)
        .map_err(|expected| anyhow!("--against {name}: expected {expected}"))?;
    let complaints = loaded.complaints.join("\n");
    ensure!(complaints.is_empty(), "--against {name}: {complaints}");
    loaded.warnings.iter().for_each(|warning| log::warn!("{name}: {warning}"));
    let game = match loaded.names.as_slice() {
        [only] => only,
        names => names.iter().find(|game| **game == options.game.name).with_context(|| {
            format!("--against {name}: expected one game, or one of the same name")
        })?,
    };
    registry.entry(game).copied()
}

/// Plays the games of this share that the file does not have, which has some that are known. Returns
/// these and the new ones, and whether all were played.
fn play(
    options: &SurveyOptions,
    entry: &GameEntry,
    known: Option<(SurveyFile, Vec<SurveyedGame>)>,
    interrupt: &AtomicBool,
    streams: &mut Streams<'_>,
) -> Result<(BTreeMap<u64, SurveyedGame>, bool)> {
    let mut games = BTreeMap::new();
    let mut file = None;
    if let Some((opened, known)) = known {
        games.extend(known.into_iter().map(|game| (game.number, game)));
        file = Some(opened);
    }
    let shard = options.shard.unwrap_or(Shard { index: 0, count: 1 });
    let plan = options.plan();
    let numbers: Vec<u64> = plan
        .in_turn()
        .filter(|number| number % shard.count == shard.index && !games.contains_key(number))
        .collect();
    let mut done = 0;
    let mut reported_at = Instant::now();
    let count = numbers.len() as u64;
    play_games(entry, &plan, &numbers, options.run.threads(), interrupt, |number, game, _| {
        if let Some(file) = &mut file {
            file.add(&game)?;
        }
        games.insert(number, game);
        done += 1;
        if options.progress && reported_at.elapsed() >= REPORT_INTERVAL {
            reported_at = Instant::now();
            streams.output.say(&so_far(&SurveyReport::new(entry, plan, &games)).to_string())?;
        }
        streams.output.progress.show(done, Some(count), || format!("{done} games"));
        Ok(())
    })?;
    Ok((games, done == count))
}

/// Surveys a game on this thread. Each second and in the end, `report` gets an object: how many games
/// are `played`, of how many in `all`, and the `report` that `survey --json` would print, or null if
/// there is nothing to report yet. `is_over` ends it with the games so far.
///
/// # Errors
/// If the system does not provide the memory.
pub fn survey_here(
    entry: &GameEntry,
    plan: Plan,
    is_over: &AtomicBool,
    report: impl Fn(&Json),
) -> Result<()> {
    let mut players = players(entry, plan.hash, 1)?;
    let mut games = BTreeMap::new();
    let mut reported_at = Instant::now();
    for number in plan.in_turn() {
        let moves = &mut Vec::new();
        let Some(game) = play_game(&mut players[0], &plan, number, is_over, moves) else { break };
        games.insert(number, game);
        if reported_at.elapsed() >= REPORT_INTERVAL {
            reported_at = Instant::now();
            report(&so_far(&SurveyReport::new(entry, plan, &games)));
        }
    }
    report(&so_far(&SurveyReport::new(entry, plan, &games)));
    Ok(())
}

fn so_far(report: &SurveyReport<'_>) -> Json {
    let played = report.games.len();
    let all = report.plan.count();
    let report = if report.is_empty() { Json::Null } else { report.json() };
    json!({ "played": played, "all": all, "report": report })
}

fn print(
    options: &SurveyOptions,
    reports: &[SurveyReport<'_>],
    streams: Streams<'_>,
) -> Result<()> {
    let mut output = streams.output;
    if let Some(path) = &options.report {
        page::write(path, reports.iter().map(SurveyReport::json))?;
    }
    let _expendable = Expendable::begin();
    if options.progress {
        return reports.iter().try_for_each(|report| output.say(&so_far(report).to_string()));
    }
    if options.json {
        return reports.iter().try_for_each(|report| output.say(&report.json().to_string()));
    }
    let mut lines: Vec<String> = reports.iter().map(SurveyReport::title).collect();
    lines.extend(table(&reports.iter().map(SurveyReport::measures).collect::<Vec<_>>()));
    for report in reports {
        if reports.len() > 1 {
            lines.extend([String::new(), report.title()]);
        }
        lines.extend(report.lines());
    }
    lines.iter().try_for_each(|line| output.say(line))
}
