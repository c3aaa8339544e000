//! The arguments of `plyglot match`, in the words that users of fastchess and
//! cutechess-cli know. Whatever can be checked without starting an engine or
//! opening a file is checked here.

mod engine;
mod help;
mod rules;
mod value;

pub use help::HELP;
pub use value::OptionError;

use super::plan::{EngineSpec, Files, Openings, Pairing, Plan, Protocol};
use crate::engine::Registry;
use crate::games::quote;
use std::path::PathBuf;
use std::time::Duration;
use value::Group;

/// All options, for the nearest one to a word that is none.
const OPTIONS: &[&str] = &[
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
    "--patience",
    "--event",
    "--report",
    "--resume",
];

/// Other words for options.
const SYNONYMS: &[(&str, &str)] = &[("variant", "game"), ("srand", "seed")];

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
    let groups = groups(arguments)?;
    only_once(&groups)?;
    let named = |name: &str| -> Vec<Group> {
        groups.iter().filter(|group| group.name == name).cloned().collect()
    };
    let mut plan = Plan {
        game: registry.default_game().name.to_owned(),
        engines: engine::engines(&named("engine"), &named("each"))?,
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
        ponder: false,
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

/// Cuts the arguments at the options.
fn groups(arguments: &[String]) -> Result<Vec<Group<'_>>, OptionError> {
    let mut groups: Vec<Group> = Vec::new();
    for argument in arguments {
        if let Some(word) = option_word(argument) {
            groups.push(open_group(argument, word)?);
        } else if let Some(group) = groups.last_mut() {
            group.values.push(argument);
        } else {
            return Err(OptionError::unknown(quote(argument), argument, OPTIONS));
        }
    }
    Ok(groups)
}

/// The word behind the hyphens; `None` for values, negative numbers too.
fn option_word(argument: &str) -> Option<&str> {
    let word = argument.strip_prefix("--").or_else(|| argument.strip_prefix('-'))?;
    word.starts_with(|c: char| c.is_ascii_alphabetic()).then_some(word)
}

fn open_group<'a>(argument: &'a str, word: &'a str) -> Result<Group<'a>, OptionError> {
    // `--rounds=5` is what other programs have taught people to write.
    let (word, value) = match word.split_once('=') {
        Some((word, value)) => (word, Some(value)),
        None => (word, None),
    };
    let name = SYNONYMS.iter().find(|(other, _)| *other == word).map_or(word, |(_, name)| name);
    if !OPTIONS.iter().any(|option| option.strip_prefix("--") == Some(name)) {
        return Err(OptionError::unknown(argument, &format!("--{word}"), OPTIONS));
    }
    let option = argument.split('=').next().unwrap_or(argument).to_owned();
    Ok(Group { option, name, values: value.into_iter().collect() })
}

/// All options but the engines' may come once.
fn only_once(groups: &[Group]) -> Result<(), OptionError> {
    for (i, group) in groups.iter().enumerate() {
        let is_repeated = groups[..i].iter().any(|earlier| earlier.name == group.name);
        if is_repeated && !matches!(group.name, "engine" | "each") {
            return Err(OptionError::new(&group.option, "this option once", "it twice"));
        }
    }
    Ok(())
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
            plan.pairing = value::one_of(&group.option, word, PAIRINGS)?;
        }
        "ponder" => plan.ponder = group.alone().map(|()| true)?,
        "seed" => plan.seed = group.number(0..=u64::MAX)?,
        "pgnout" => plan.files.pgn = file()?,
        "json" => plan.files.json = file()?,
        "log" => plan.files.log = file()?,
        "report" => plan.files.report = Some(rules::report(group)?),
        "resume" => plan.files.resume = file()?,
        "recover" => plan.recover = group.alone().map(|()| true)?,
        "patience" => plan.patience = Duration::from_secs(group.number(1..=86_400)?),
        "event" => plan.event = group.single("a name")?.to_owned(),
        // The engines have been read already.
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
    own_files(&plan.files)
}

/// No two outputs may be one file, but for a match that is gone on with.
fn own_files(files: &Files) -> Result<(), OptionError> {
    let Files { pgn, json, log, report, resume } = files;
    let mut taken: Vec<&PathBuf> = resume.iter().collect();
    if json != resume {
        taken.extend(json);
    }
    for (option, path) in [("--pgnout", pgn), ("--log", log), ("--report", report)] {
        let Some(path) = path else { continue };
        if taken.contains(&path) {
            let found = format!("{}, which another option names", quote(&path.to_string_lossy()));
            return Err(OptionError::new(option, "a file of its own", found));
        }
        taken.push(path);
    }
    Ok(())
}
