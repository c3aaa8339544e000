//! The grammar of the protocol, and that of arguments.

use plyglot::check_arguments;
use plyglot_core::game::GameInfo;
use plyglot_engine::Translator;
use plyglot_engine::protocol::{Command, Parsed, Word, parse_line};
use plyglot_match::fuzzing::read_engine;
use plyglot_train as training;
use std::ffi::OsString;

pub(super) fn commands(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    text.split('\n').for_each(line);
}

fn line(line: &str) {
    match parse_line(line) {
        Ok(Parsed { skipped, command }) => {
            skipped.iter().for_each(|word| stands(line, word));
            command.iter().flat_map(words).for_each(|word| stands(line, word));
        }
        Err(error) => {
            let columns = 1..=line.chars().count() + 1;
            assert!(columns.contains(&(error.at + 1)), "{line:?}: {error}");
            let shown = error.to_string();
            assert!(!shown.contains(char::is_control), "{line:?}: {error}");
            assert!(!error.mismatch.expected.is_empty(), "{line:?}: {error}");
        }
    }
}

/// The words of the line that a command keeps.
fn words(command: &Command) -> Vec<&Word> {
    match command {
        Command::SetOption { name, value } => [name].into_iter().chain(value).collect(),
        Command::Position { start, moves } => start.iter().chain(moves).collect(),
        Command::Go(go) => go.moves.iter().collect(),
        Command::Path(word) => vec![word],
        Command::Bench(games) => games.iter().collect(),
        Command::GenFens { book, .. } => book.iter().collect(),
        _ => Vec::new(),
    }
}

/// A word is where it says it is.
fn stands(line: &str, word: &Word) {
    let rest = line.chars().skip(word.column - 1);
    let found: String = rest.take(word.text.chars().count()).collect();
    assert_eq!(found, word.text, "{line:?}, column {}", word.column);
}

/// The arguments of the program, one a line, and of two of its tools.
pub(super) fn arguments(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let arguments: Vec<String> = text.lines().map(str::to_owned).collect();
    let registry = plyglot_games::standard();
    match plyglot_match::options::parse(&arguments, &registry) {
        Ok(plan) => assert!(plan.engines.len() >= 2 || plan.engines.is_empty(), "{plan:?}"),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    let _ = training::selfplay::parse(&arguments, &registry);
    if let Err(error) = check_arguments(&registry, arguments.into_iter().map(OsString::from)) {
        assert!(!error.to_string().is_empty());
    }
}

/// The output of another engine. The moves of its variations are words of its lines.
pub(super) fn engine(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let options = ["Hash", "UCI_Elo", "MultiPV", "chess"].map(str::to_owned);
    let (ranges, moves) = read_engine(&lines, &options);
    assert!(ranges.len() <= options.len() && moves.iter().all(|name| text.contains(name)));
    let shogi = GameInfo::new("shogi", "9/9/9/9/9/9/9/9/9[-] w 0 1");
    for translator in [Translator::usi(&shogi), Translator::ucci()] {
        let read = lines.iter().map(|line| translator.read(line.clone()));
        let _ = read_engine(&read.collect::<Vec<_>>(), &options);
    }
}
