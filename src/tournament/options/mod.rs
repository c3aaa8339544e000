//! The arguments of `plyglot match`, in the words that users of fastchess and
//! cutechess-cli know. Whatever can be checked without starting an engine or
//! opening a file is checked here.

mod engine;
mod foreign;
mod help;
mod rules;

pub use crate::arguments::OptionError;
pub use help::HELP;

use super::outputs;
use super::plan::{Checks, EngineSpec, Files, Openings, Pairing, Plan, Protocol};
use crate::arguments::{Group, Words, one_of};
use crate::engine::Registry;
use crate::games::quote;
use std::path::PathBuf;
use std::time::Duration;

/// The options, and other words for them.
const WORDS: Words = Words {
    options: &[
        "--game",
        "--engine",
        "--each",
        "--rounds",
        "--games",
        "--repeat",
        "--concurrency",
        "--openings",
        "--sprt",
        "--draw",
        "--resign",
        "--maxmoves",
        "--tournament",
        "--ponder",
        "--seed",
        "--pgnout",
        "--json",
        "--log",
        "--recover",
        "--check-mate-pvs",
        "--check-bestmoves",
        "--patience",
        "--event",
        "--report",
        "--resume",
    ],
    synonyms: &[("variant", "game"), ("srand", "seed")],
    repeatable: &["engine", "each"],
};

const PAIRINGS: &[(&str, Pairing)] = &[
    ("roundrobin", Pairing::RoundRobin),
    ("round-robin", Pairing::RoundRobin),
    ("gauntlet", Pairing::Gauntlet),
];

/// Rounds where nobody says how many: as fastchess has it.
const ROUNDS: u32 = 2;

/// Rounds of a sequential test, which ends by itself long before.
const SPRT_ROUNDS: u32 = 50_000;

const MOST_ROUNDS: u32 = 1_000_000;

/// As fastchess has it.
const PATIENCE: Duration = Duration::from_secs(60);

/// Reads the arguments behind `match`.
///
/// Defaults: chess from its start position, a round robin of 2 rounds (50,000
/// with `--sprt`) of 2 games with sides exchanged and the same opening, as in
/// fastchess; one game at a time; seed 1; engines are named after their
/// programs; the format of openings is that of the file's extension.
///
/// # Errors
/// At the first argument that is wrong, or when something is missing.
pub fn parse(arguments: &[String], registry: &Registry) -> Result<Plan, OptionError> {
    let arguments = foreign::left_out(arguments)?;
    let groups = WORDS.groups(&arguments)?;
    let named = |name: &str| -> Vec<Group> {
        groups.iter().filter(|group| group.name == name).cloned().collect()
    };
    let ponder = named("ponder").iter().map(Group::alone).next().transpose()?.is_some();
    let mut plan = Plan {
        game: registry.default_game().name.to_owned(),
        engines: engine::engines(&named("engine"), &named("each"), ponder)?,
        pairing: Pairing::default(),
        rounds: ROUNDS,
        games: 2,
        repeat: true,
        concurrency: 1,
        openings: Openings::Start,
        sprt: None,
        draw: None,
        resign: None,
        max_moves: None,
        checks: Checks::default(),
        seed: 1,
        recover: false,
        patience: PATIENCE,
        event: "Plyglot match".to_owned(),
        files: Files::default(),
    };
    if groups.iter().any(|group| group.name == "sprt") {
        plan.rounds = SPRT_ROUNDS;
    }
    for group in &groups {
        set(&mut plan, group, registry)?;
    }
    check(&plan, registry)?;
    Ok(plan)
}

fn set(plan: &mut Plan, group: &Group, registry: &Registry) -> Result<(), OptionError> {
    let file = || group.file().map(PathBuf::from).map(Some);
    match group.name {
        "game" => plan.game = game(group, registry, &plan.engines)?,
        "rounds" => plan.rounds = group.number(1..=MOST_ROUNDS)?,
        "games" => plan.games = group.number(1..=2)?,
        "repeat" => plan.repeat = repeat(group)?,
        "concurrency" => plan.concurrency = group.number(1..=1024)?,
        "openings" => plan.openings = rules::openings(group)?,
        "sprt" => plan.sprt = Some(rules::sprt(group)?),
        "draw" => plan.draw = Some(rules::draw(group)?),
        "resign" => plan.resign = Some(rules::resign(group)?),
        "maxmoves" => plan.max_moves = Some(group.number(0..=100_000)?).filter(|&n| n > 0),
        "tournament" => {
            let word = group.single("roundrobin or gauntlet")?;
            plan.pairing = one_of(&group.option, word, PAIRINGS)?;
        }
        "seed" => plan.seed = group.number(0..=u64::MAX)?,
        "pgnout" => plan.files.pgn = Some(PathBuf::from(foreign::pgn(group)?)),
        "json" => plan.files.json = file()?,
        "log" => plan.files.log = Some(PathBuf::from(foreign::log(group)?)),
        "report" if foreign::is_report_of_pairs(group) => {}
        "report" => plan.files.report = Some(rules::report(group)?),
        "resume" => plan.files.resume = file()?,
        "recover" => plan.recover = group.alone().map(|()| true)?,
        "check-mate-pvs" => plan.checks.mates = group.alone().map(|()| true)?,
        "check-bestmoves" => plan.checks.best_moves = group.alone().map(|()| true)?,
        "patience" => plan.patience = Duration::from_secs(group.number(1..=86_400)?),
        "event" => plan.event = group.single("a name")?.to_owned(),
        // The engines have been read already, and whether they ponder.
        _ => {}
    }
    Ok(())
}

/// `--repeat`, and `--repeat N` as cutechess-cli has it.
fn repeat(group: &Group) -> Result<bool, OptionError> {
    match group.values.is_empty() {
        true => Ok(true),
        false => Ok(group.number(1..=2)? == 2),
    }
}

/// The game by its own name, or that of a preset. A game that nobody here
/// knows may be played by engines that can be asked about it.
fn game(group: &Group, registry: &Registry, engines: &[EngineSpec]) -> Result<String, OptionError> {
    let written = group.single("the name of a game")?;
    if let Some((entry, preset)) = registry.find(written) {
        return Ok(preset.map_or(entry.name, |preset| preset.name).to_owned());
    }
    if !written.is_empty() && engines.iter().all(|engine| engine.protocol == Protocol::Ugi) {
        return Ok(written.to_owned());
    }
    let known: Vec<&str> = registry.entries().iter().flat_map(|entry| entry.names()).collect();
    let mut error = OptionError::unknown(&group.option, written, &known);
    error.expected.push_str(", or any game if all engines have proto=ugi");
    Err(error)
}

/// What only the whole plan shows.
fn check(plan: &Plan, registry: &Registry) -> Result<(), OptionError> {
    if matches!(plan.openings, Openings::Random { .. }) && registry.find(&plan.game).is_none() {
        let expected = "a game whose rules are known here, or file=";
        return Err(OptionError::new("--openings random", expected, quote(&plan.game)));
    }
    outputs::check(plan)
}
