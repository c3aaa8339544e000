//! The options that the engine lists, and values to set them to.

use super::bytes::Bytes;
use super::paper::{Paper, Printed, lock};
use plyglot_core::game::OptionSpec;
use std::io::Cursor;
use std::sync::{Arc, LazyLock};

/// A larger number of threads, lines or megabytes only takes time.
const LARGEST: usize = 500;

/// What the list of the engine does not tell: spellings, files, and a number beyond `LARGEST`.
const OTHERS: &[&str] = &[
    "clear   hash value now",
    "variable  depth value FALSE",
    "Hash File value /",
    "Hash File value /dev/full",
    "Move Overhead value 5000",
    "UCI_Opponent value GM 2800 human Gary Kasparov",
];

/// The options of the games that take words, with these.
static GAME_OPTIONS: LazyLock<Vec<(&str, &[&str])>> = LazyLock::new(|| {
    let registry = plyglot_games::standard();
    let options = registry.entries().iter().flat_map(|entry| entry.info.options);
    let options = options.map(|&OptionSpec { name, kind, .. }| (name, kind.words()));
    options.filter(|(_, words)| !words.is_empty()).collect()
});

/// What may stand behind `setoption name`, and whether it is refused.
static SETTINGS: LazyLock<Vec<(String, bool)>> = LazyLock::new(|| {
    let printed = Printed::default();
    let paper = Paper(Arc::clone(&printed));
    plyglot::run(plyglot_games::standard(), [], Cursor::new("uci\n"), paper, |_| ())
        .expect("a dialogue ends well");
    let mut settings = Vec::new();
    for setting in OTHERS {
        settings.push(((*setting).to_owned(), false));
    }
    for line in lock(&printed).concat().lines() {
        let listed = line.strip_prefix("option name ").and_then(|line| line.split_once(" type "));
        if let Some((name, kind)) = listed {
            add_settings(name, kind, &mut settings);
        }
    }
    settings
});

/// An option of a game, and a value of it.
pub(super) fn of_game(bytes: &mut Bytes<'_>) -> (&'static str, &'static str) {
    let (name, words) = bytes.one(&GAME_OPTIONS);
    (name, bytes.one(words))
}

/// An option that is none of a game's rules with a value, and whether it is refused.
pub(super) fn other(bytes: &mut Bytes<'_>) -> (&'static str, bool) {
    let settings = &*SETTINGS;
    let (setting, is_refused) = &settings[bytes.below(settings.len())];
    (setting, *is_refused)
}

fn add_settings(name: &str, kind: &str, settings: &mut Vec<(String, bool)>) {
    let (kind, rest) = kind.split_once(' ').unwrap_or((kind, ""));
    if name == "UCI_Variant" || GAME_OPTIONS.iter().any(|(known, _)| *known == name) {
        return;
    }
    match kind {
        "spin" => add_numbers(name, rest, settings),
        "check" => {
            settings.push((format!("{name} value true"), false));
            settings.push((format!("{name} value false"), false));
        }
        "combo" => {
            for word in rest.split(" var ").skip(1) {
                settings.push((format!("{name} value {word}"), false));
            }
            settings.push((format!("{name} value none-of-them"), true));
        }
        // A button, and a text, which is empty then.
        _ => settings.push((name.to_owned(), false)),
    }
}

/// `rest` is `default N min N max N`.
fn add_numbers(name: &str, rest: &str, settings: &mut Vec<(String, bool)>) {
    let numbers: Vec<usize> = rest.split(' ').filter_map(|word| word.parse().ok()).collect();
    let [default, least, most] = numbers[..] else { panic!("no numbers of {name}: {rest}") };
    for number in [least, least + 1, default, most] {
        if number <= most && (number <= LARGEST || number == default) {
            settings.push((format!("{name} value {number}"), false));
        }
    }
    settings.push((format!("{name} value {}", most + 1), true));
}
