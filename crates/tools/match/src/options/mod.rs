//! The options of `plyglot match`, named as in fastchess and cutechess-cli. Everything
//! that can be checked without starting an engine or opening a file is checked here.

mod engine;
mod rules;

use crate::plan::{
    BookFormat, EngineSpec, Files, MAX_GAME_MOVES, MatchPlan, Openings, Pairing, Protocol,
    ReportChecks, SPRT_ROUNDS,
};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use plyglot_command::arguments::{
    self, GameArgs, KeyedValues, OptionError, OptionPath, SeedArgs, check_outputs, file, tool,
    within,
};
use plyglot_core::game::quote;
use plyglot_engine::{AdjudicationRules, Registry};
use plyglot_support::files::is_same;
use std::env;
use std::path::{Path, PathBuf};
use std::time::Duration;

pub use engine::{free_name, stem};

/// The default of `--rounds`, as in fastchess.
const ROUNDS: u32 = 2;

/// Play engines against each other and say which is stronger
#[derive(Args, Debug)]
#[command(after_help = engine::keys_help())]
struct MatchOptions {
    /// Same as --each ponder=true
    #[arg(long, help_heading = ENGINES)]
    ponder: bool,
    /// Accepted: engines that failed are always started again for their next game
    #[arg(long = "recover", help_heading = ENGINES)]
    _recover: bool,
    /// Warn if the line of a forced result does not reach it in the plies it claims
    #[arg(long, help_heading = ENGINES)]
    check_mate_pvs: bool,
    /// Warn if a best move does not begin the last line
    #[arg(long, help_heading = ENGINES)]
    check_bestmoves: bool,
    /// Timeout for replies off the clock, in seconds
    #[arg(long, help_heading = ENGINES, value_name = "SECONDS")]
    #[arg(default_value_t = 60, value_parser = within::<u64>(1..=86_400))]
    patience: u64,

    #[command(flatten)]
    game: GameArgs,
    /// Pairing; in a gauntlet the first engine meets all others
    #[arg(long, help_heading = MATCH, value_name = "TYPE", ignore_case = true)]
    #[arg(default_value = ROUND_ROBIN, value_parser = pairing())]
    tournament: Pairing,
    #[arg(long, help_heading = MATCH, value_name = "N", value_parser = within::<u32>(1..=1_000_000))]
    #[arg(help = rounds_help())]
    rounds: Option<u32>,
    /// Games at each meeting; 2: sides exchanged
    #[arg(long, help_heading = MATCH, value_name = "1|2")]
    #[arg(default_value_t = 2, value_parser = within::<u32>(1..=2))]
    games: u32,
    /// Both games with the same opening (2) or each with its own (1)
    #[arg(long, help_heading = MATCH, value_name = "1|2", num_args = 0..=1)]
    #[arg(default_value_t = 2, default_missing_value = "2", value_parser = within::<u32>(1..=2))]
    repeat: u32,
    /// Games at the same time
    #[arg(long, help_heading = MATCH, value_name = "N")]
    #[arg(default_value_t = 1, value_parser = within::<usize>(1..=1024))]
    concurrency: usize,
    #[command(flatten)]
    seed: SeedArgs,

    #[arg(long, help_heading = OPENINGS, value_name = "file=FILE|random", num_args = 1..)]
    #[arg(action = ArgAction::Set, help = rules::openings_help())]
    openings: Option<Vec<String>>,

    #[arg(long, help_heading = ENDS, value_name = "KEY=N", num_args = 0..)]
    #[arg(action = ArgAction::Set, help = rules::draw_help())]
    draw: Option<Vec<String>>,
    #[arg(long, help_heading = ENDS, value_name = "KEY=VALUE", num_args = 0..)]
    #[arg(action = ArgAction::Set, help = rules::resign_help())]
    resign: Option<Vec<String>>,
    /// Call the game a draw after N moves of each side; 0 for no limit
    #[arg(long, help_heading = ENDS, value_name = "N")]
    #[arg(default_value_t = MAX_GAME_MOVES, value_parser = within::<u32>(0..=100_000))]
    maxmoves: u32,
    #[arg(long, help_heading = ENDS, value_name = "KEY=VALUE", num_args = 1..)]
    #[arg(action = ArgAction::Set, help = rules::sprt_help())]
    sprt: Option<Vec<String>>,

    /// Append the games to FILE as PGN
    #[arg(long, help_heading = FILES, value_name = "FILE", num_args = 1..)]
    #[arg(action = ArgAction::Set)]
    pgnout: Option<Vec<String>>,
    /// Append the games to FILE as lines of JSON
    #[arg(long, help_heading = FILES, value_name = "FILE", value_parser = file())]
    json: Option<PathBuf>,
    /// Resume the match recorded in FILE, or begin it
    #[arg(long, help_heading = FILES, value_name = "FILE", value_parser = file())]
    resume: Option<PathBuf>,
    /// Log everything that engines and referee say
    #[arg(long, help_heading = FILES, value_name = "FILE", num_args = 1..)]
    #[arg(action = ArgAction::Set)]
    log: Option<Vec<String>>,
    /// Live record of the match, for `board --watch`
    #[arg(long, help_heading = FILES, value_name = "FILE", value_parser = file())]
    live: Option<PathBuf>,
    /// Name of the event in records
    #[arg(long, help_heading = FILES, value_name = "NAME")]
    event: String,
}

/// Options of fastchess and cutechess-cli that would change nothing here: accepted with any
/// values, and hidden from help.
const IGNORED: [&str; 12] = [
    "autosaveinterval",
    "force-concurrency",
    "output",
    "outcomeinterval",
    "ratinginterval",
    "report",
    "resultformat",
    "scoreinterval",
    "show-latency",
    "site",
    "testEnv",
    "wait",
];

const ENGINES: &str = "Engines";
const MATCH: &str = "Match";
const OPENINGS: &str = "Openings";
const ENDS: &str = "When games and the match end early";
const FILES: &str = "Files";

fn rounds_help() -> String {
    format!("Meetings of each pair of engines [default: {ROUNDS}; with --sprt {SPRT_ROUNDS}]")
}

const ROUND_ROBIN: &str = "roundrobin";
const GAUNTLET: &str = "gauntlet";

fn pairing() -> impl TypedValueParser<Value = Pairing> {
    let round_robin = PossibleValue::new(ROUND_ROBIN).alias("round-robin");
    let words = PossibleValuesParser::new([round_robin, PossibleValue::new(GAUNTLET)]);
    words.map(|word| {
        if word.eq_ignore_ascii_case(GAUNTLET) { Pairing::Gauntlet } else { Pairing::RoundRobin }
    })
}

pub fn command(registry: &Registry) -> Command {
    let program = registry.program().command();
    let event = format!("{} match", registry.program().name());
    let usage = format!("{program} match --engine cmd=A ... --engine cmd=B ... [OPTIONS]");
    let command =
        MatchOptions::augment_args(tool("match").args(engine::group_args())).override_usage(usage);
    let default =
        if registry.file_game().is_ok() { Some(registry.default_game().info.name) } else { None };
    let game = "Game, such as chess, chess960 or connect4";
    command
        .args(IGNORED.map(|name| Arg::new(name).long(name).num_args(0..).hide(true)))
        .mut_arg("game", |arg| arg.default_value(default).required(false).help(game))
        .mut_arg("report", |arg| arg.value_parser(["penta=true", "penta=false"]))
        .mut_arg("event", |arg| arg.default_value(event).required(false))
        .mut_args(|arg| match arg.get_id().as_str() {
            "game" | "seed" => arg.help_heading(MATCH),
            _ => arg,
        })
}

pub fn parse(arguments: &[String], registry: &Registry) -> Result<MatchPlan, clap::Error> {
    plan(&arguments::read(command(registry), arguments)?, registry)
}

pub(super) fn plan(matches: &ArgMatches, registry: &Registry) -> Result<MatchPlan, clap::Error> {
    let options = MatchOptions::from_arg_matches(matches)?;
    let rounds = if options.sprt.is_some() { SPRT_ROUNDS } else { ROUNDS };
    let engines = engine::engines(matches, options.ponder)?;
    let plan = MatchPlan {
        game: game(&options.game.name, registry, &engines)?,
        engines,
        pairing: options.tournament,
        rounds: options.rounds.unwrap_or(rounds),
        games: options.games,
        repeat: options.repeat == 2,
        concurrency: options.concurrency,
        openings: options.openings.map_or(Ok(Openings::Start), |all| rules::openings(&all))?,
        sprt: options.sprt.map(|values| rules::sprt(&values)).transpose()?,
        adjudication: AdjudicationRules {
            forced: None,
            win: options.resign.map(|values| rules::resign(&values)).transpose()?,
            draw: options.draw.map(|values| rules::draw(&values)).transpose()?,
            max_plies: Some(options.maxmoves).filter(|&moves| moves > 0).map(rules::in_plies),
        },
        checks: ReportChecks { mates: options.check_mate_pvs, best_moves: options.check_bestmoves },
        seed: options.seed.number,
        patience: Duration::from_secs(options.patience),
        event: options.event,
        files: Files {
            pgn: options.pgnout.map(|values| pgn(&values)).transpose()?,
            json: options.json,
            log: options.log.map(|values| log(&values)).transpose()?,
            live: options.live,
            resume: options.resume,
        },
    };
    check_known(&plan, registry)?;
    check_files(&plan)?;
    Ok(plan)
}

/// The canonical name of the game, or of a preset. Engines that speak UGI can be asked about the
/// rules of any other.
fn game(written: &str, registry: &Registry, engines: &[EngineSpec]) -> Result<String, OptionError> {
    match registry.game(written) {
        Some(game) => Ok(game.name().to_owned()),
        None if engines.iter().all(|engine| engine.protocol == Protocol::Ugi) => {
            Ok(written.to_owned())
        }
        None => Err(OptionError::from_mismatch("--game", registry.unknown_game(written))),
    }
}

/// Checks that a match for which the rules are needed has a game whose rules are known.
fn check_known(plan: &MatchPlan, registry: &Registry) -> Result<(), OptionError> {
    if registry.game(&plan.game).is_some() {
        return Ok(());
    }
    let found = format!("{}, which only the engines know", quote(&plan.game));
    let needs_moves = match &plan.openings {
        Openings::Start => false,
        Openings::File { format, .. } => *format == BookFormat::Pgn,
        Openings::Random { .. } => true,
    };
    if needs_moves {
        let expected = "positions, or a game that this program knows";
        return Err(OptionError::new("--openings", expected, found));
    }
    if plan.files.pgn.is_some() {
        return Err(OptionError::new("--pgnout", "a game that this program knows", found));
    }
    Ok(())
}

fn pgn(values: &[String]) -> Result<PathBuf, OptionError> {
    let mut keys = vec![("notation", "san"), ("append", "true")];
    let extras =
        ["nodes", "seldepth", "nps", "hashfull", "tbhits", "pv", "timeleft", "latency", "min"];
    keys.extend(extras.map(|extra| (extra, "false")));
    path_of("--pgnout", values, &keys)
}

fn log(values: &[String]) -> Result<PathBuf, OptionError> {
    let any = ["level", "realtime", "engine"].map(|key| (key, ""));
    path_of("--log", values, &[&any[..], &[("append", "false"), ("compress", "false")]].concat())
}

/// A path: `file=PATH`, or alone before the pairs. Each of the other `keys` has the only value
/// that it may have; empty for any.
fn path_of(option: &str, values: &[String], keys: &[(&str, &str)]) -> Result<PathBuf, OptionError> {
    let known: Vec<&str> = ["file"].into_iter().chain(keys.iter().map(|(key, _)| *key)).collect();
    let missing = || OptionError::new(option, "a file", "nothing");
    let (first, rest) = values.split_first().ok_or_else(missing)?;
    if let Some(more) = rest.iter().find(|value| !value.contains('=')) {
        return Err(OptionError::new(option, "a file", quote(more) + " after it"));
    }
    let is_pair = first.split_once('=').is_some_and(|(key, _)| known.contains(&key));
    let (path, values) = if is_pair { (None, values) } else { (Some(first.as_str()), rest) };
    let pairs = KeyedValues::read(option, values, &known)?;
    for (key, only) in keys.iter().filter(|(_, only)| !only.is_empty()) {
        if let Some(value) = pairs.get(key).filter(|value| value != only) {
            let expected = format!("{key}={only}");
            return Err(OptionError::new(pairs.argument(key), expected, quote(value)));
        }
    }
    let path = path.or(pairs.get("file")).filter(|path| !path.is_empty()).ok_or_else(missing)?;
    Ok(PathBuf::from(path))
}

/// Checks that all files can be written without losing another: each must be a file,
/// not named twice, and not one that the match reads.
fn check_files(plan: &MatchPlan) -> Result<(), OptionError> {
    let Files { pgn, json, log, live, resume } = &plan.files;
    if let (Some(json), Some(resume)) = (json, resume)
        && !is_same(json, resume)
    {
        let found = quote(&json.to_string_lossy());
        return Err(OptionError::new("--json", "the file of --resume", found));
    }
    let json = json.as_deref().filter(|_| resume.is_none());
    let mut outputs = Vec::new();
    for (option, path) in [
        ("--resume", resume.as_deref()),
        ("--json", json),
        ("--pgnout", pgn.as_deref()),
        ("--log", log.as_deref()),
        ("--live", live.as_deref()),
    ] {
        if let Some(path) = path {
            outputs.push(OptionPath { option, path });
        }
    }
    let engines: Vec<PathBuf> = plan.engines.iter().flat_map(used).collect();
    let mut inputs: Vec<OptionPath> =
        engines.iter().map(|path| OptionPath { option: "--engine", path }).collect();
    if let Openings::File { path, .. } = &plan.openings {
        inputs.push(OptionPath { option: "--openings", path });
    }
    check_outputs(&outputs, &inputs)
}

/// The files that an engine reads according to its command line: the program, and files named
/// in its arguments and options.
fn used(engine: &EngineSpec) -> Vec<PathBuf> {
    let folder = engine.directory.as_deref().unwrap_or(Path::new(""));
    let mut words = vec![&engine.command];
    words.extend(&engine.arguments);
    words.extend(engine.options.iter().map(|(_, value)| value));
    let mut paths = Vec::new();
    for word in words {
        paths.push(PathBuf::from(word));
        paths.push(folder.join(word));
    }
    // A program given only by name is searched for in PATH.
    let path = env::var_os("PATH").unwrap_or_default();
    paths.extend(env::split_paths(&path).map(|folder| folder.join(&engine.command)));
    paths.retain(|path| path.is_file());
    paths
}
