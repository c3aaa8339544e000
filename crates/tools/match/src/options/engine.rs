//! The keys of `--engine` and `--each`.

use crate::plan::{EngineSpec, Limit, Protocol, TimeControl};
use clap::{Arg, ArgAction, ArgMatches};
use plyglot_command::arguments::{OptionError, SWITCH, bare, number, one_of, seconds};
use plyglot_core::game::quote;
use std::num::NonZeroU32;
use std::path::Path;
use std::time::Duration;

pub(super) fn group_args() -> [Arg; 2] {
    [
        group_arg("engine", "An engine; give this option twice or more"),
        group_arg("each", "Defaults for every engine"),
    ]
}

fn group_arg(name: &'static str, help: &'static str) -> Arg {
    let group = Arg::new(name).long(name).help(help).help_heading("Engines");
    group.value_name("KEY=VALUE").num_args(0..).action(ArgAction::Append)
}

fn occurrences(matches: &ArgMatches, name: &str) -> Vec<Vec<String>> {
    let mut groups = Vec::new();
    for values in matches.get_occurrences::<String>(name).into_iter().flatten() {
        groups.push(values.cloned().collect());
    }
    groups
}

struct EngineKey {
    name: &'static str,
    value: &'static str,
    help: &'static str,
    set: fn(&mut EngineSpec, &str, &str) -> Result<(), OptionError>,
}

/// The keys of an engine; `option.NAME` is another.
const KEYS: &[EngineKey] = &[
    EngineKey {
        name: "cmd",
        value: "PROGRAM",
        help: "Program",
        set: |spec, at, text| nonempty(at, text).map(|text| spec.command = text.to_owned()),
    },
    EngineKey {
        name: "name",
        value: "NAME",
        help: "Name in tables and records [default: the program's name]",
        set: |spec, at, text| nonempty(at, text).map(|text| spec.name = text.to_owned()),
    },
    EngineKey {
        name: "args",
        value: "'A B'",
        help: "Arguments of the program, separated by blanks",
        set: |spec, _, text| {
            spec.arguments.extend(text.split_whitespace().map(str::to_owned));
            Ok(())
        },
    },
    EngineKey {
        name: "arg",
        value: "A",
        help: "One argument, which may have blanks",
        set: |spec, _, text| {
            spec.arguments.push(text.to_owned());
            Ok(())
        },
    },
    EngineKey {
        name: "dir",
        value: "FOLDER",
        help: "Working directory",
        set: |spec, at, text| nonempty(at, text).map(|text| spec.directory = Some(text.into())),
    },
    EngineKey {
        name: "proto",
        value: "uci|ugi|usi|ucci",
        help: "Protocol [default: uci]",
        set: |spec, at, text| one_of(at, text, Protocol::NAMED).map(|known| spec.protocol = known),
    },
    EngineKey {
        name: "tc",
        value: "[MOVES/]BASE[+INCREMENT]",
        help: "A clock: 10+0.1, 40/60+0.6 (seconds), 5:00+3, inf",
        set: |spec, at, text| clock_setting(at, text).map(|clock| spec.limit.clock = clock),
    },
    EngineKey {
        name: "st",
        value: "SECONDS",
        help: "A fixed time for each move",
        set: |spec, at, text| {
            positive(at, text, "st=0.5").map(|time| spec.limit.move_time = Some(time))
        },
    },
    EngineKey {
        name: "nodes",
        value: "N",
        help: "Nodes for each move; limits combine",
        set: |spec, at, text| {
            let nodes = number(at, text, 1..=1_000_000_000_000_000);
            nodes.map(|nodes| spec.limit.nodes = Some(nodes))
        },
    },
    EngineKey { name: "depth", value: "N", help: "Depth of each move in plies", set: set_depth },
    EngineKey { name: "plies", value: "N", help: "", set: set_depth },
    EngineKey {
        name: "timemargin",
        value: "MS",
        help: "Grace period beyond the time limit [default: 0]",
        set: |spec, at, text| {
            let milliseconds = number(at, text, 0..=86_400_000);
            milliseconds.map(|time| spec.limit.margin = Duration::from_millis(time))
        },
    },
    EngineKey {
        name: "nps",
        value: "N",
        help: "Count N nodes as a second of its time",
        set: |spec, at, text| {
            let nodes = number(at, text, 1..=1_000_000_000);
            nodes.map(|nodes| spec.limit.nodes_per_second = NonZeroU32::new(nodes))
        },
    },
    EngineKey {
        name: "ponder",
        value: "true|false",
        help: "Whether it ponders: thinks in its opponents' time [default: false]",
        set: |spec, at, text| one_of(at, text, SWITCH).map(|ponders| spec.ponder = ponders),
    },
    EngineKey {
        name: "startup",
        value: "SECONDS",
        help: "Time limit for uciok [default: 10, or --patience if less]",
        set: |spec, at, text| {
            positive(at, text, "startup=30").map(|time| spec.startup = Some(time))
        },
    },
    EngineKey {
        name: "restart",
        value: "off|auto",
        help: "",
        // Accepted: an engine that did not fail is kept running, the default elsewhere,
        // too.
        set: |_, at, text| one_of(at, text, RESTARTS),
    },
];

fn set_depth(spec: &mut EngineSpec, at: &str, text: &str) -> Result<(), OptionError> {
    number(at, text, 1..=1000).map(|depth| spec.limit.depth = Some(depth))
}

const OPTION: &str = "option.";

fn shown_keys() -> impl Iterator<Item = &'static EngineKey> {
    KEYS.iter().filter(|key| !key.help.is_empty())
}

fn known_keys() -> Vec<&'static str> {
    shown_keys().map(|key| key.name).chain(["option.NAME"]).collect()
}

pub(super) fn keys_help() -> String {
    let mut help = "Keys of --engine and --each:".to_owned();
    for key in shown_keys() {
        help += &key_line(&format!("{}={}", key.name, key.value), key.help);
    }
    help + &key_line("option.NAME=VALUE", "Option to set")
}

fn key_line(key: &str, help: &str) -> String {
    format!("\n  {key:<28} {help}")
}

/// The values of `restart=` in other programs that change nothing here.
const RESTARTS: &[(&str, ())] = &[("off", ()), ("auto", ())];

#[derive(Clone, Default)]
struct EngineSettings {
    /// The option that is read, for errors.
    option: String,
    /// The keys that this occurrence of the option has had, and the names of options in lower case.
    seen: Vec<String>,
    has_clock_key: bool,
    spec: EngineSpec,
}

impl EngineSettings {
    /// These settings, changed by the values of one occurrence of `option`.
    fn changed(&self, option: String, values: &[String]) -> Result<EngineSettings, OptionError> {
        let mut settings = EngineSettings { option, seen: Vec::new(), ..self.clone() };
        for value in values {
            let argument = format!("{} {value}", settings.option);
            let pair = value.split_once('=');
            let (key, text) = pair.ok_or_else(|| bare(&argument, value, &known_keys()))?;
            settings.set(&argument, key, text)?;
        }
        Ok(settings)
    }

    fn set(&mut self, argument: &str, key: &str, text: &str) -> Result<(), OptionError> {
        if let Some(name) = key.strip_prefix(OPTION) {
            if name.is_empty() {
                return Err(OptionError::new(argument, "option.NAME=VALUE", "no name"));
            }
            if !self.is_first(&key.to_ascii_lowercase()) {
                return Err(second_value(argument, key));
            }
            self.spec.options.retain(|(known, _)| !known.eq_ignore_ascii_case(name));
            self.spec.options.push((name.to_owned(), text.to_owned()));
            return Ok(());
        }
        let known = KEYS.iter().find(|known| known.name == key);
        let known = known.ok_or_else(|| OptionError::unknown(argument, key, &known_keys()))?;
        let seen = match key {
            "arg" => "args",
            "plies" => "depth",
            key => key,
        };
        let is_first = self.is_first(seen);
        if is_first && seen == "args" {
            // They replace those for every engine.
            self.spec.arguments.clear();
        }
        (known.set)(&mut self.spec, argument, text)?;
        self.has_clock_key |= key == "tc";
        if is_first || matches!(seen, "args" | "restart") {
            Ok(())
        } else {
            Err(second_value(argument, key))
        }
    }

    fn is_first(&mut self, key: &str) -> bool {
        let is_first = !self.seen.iter().any(|seen| seen == key);
        self.seen.push(key.to_owned());
        is_first
    }

    fn finish(self, name: String) -> Result<EngineSpec, OptionError> {
        let EngineSettings { option, spec, .. } = self;
        let Limit { margin, nodes_per_second, .. } = spec.limit;
        if spec.limit == (Limit { margin, nodes_per_second, ..Limit::default() }) {
            let expected = "a limit: tc=, st=, nodes= or depth=, here or after --each";
            let found = if self.has_clock_key { "only tc=inf" } else { "none" };
            return Err(OptionError::new(&option, expected, found));
        }
        if spec.command.is_empty() {
            return Err(OptionError::new(&option, "cmd=, the program", "none"));
        }
        Ok(EngineSpec { name, ..spec })
    }
}

fn second_value(argument: &str, key: &str) -> OptionError {
    OptionError::new(argument, format!("{key}= once"), "a second one")
}

/// The engines of all `--engine`, completed by `--each`, and by `--ponder` if neither
/// sets `ponder`.
pub(super) fn engines(matches: &ArgMatches, ponder: bool) -> Result<Vec<EngineSpec>, OptionError> {
    let spec = EngineSpec { ponder, ..EngineSpec::default() };
    let mut defaults = EngineSettings { spec, ..EngineSettings::default() };
    for values in occurrences(matches, "each") {
        defaults = defaults.changed("--each".to_owned(), &values)?;
        if !defaults.spec.name.is_empty() {
            let argument = format!("--each name={}", defaults.spec.name);
            return Err(OptionError::new(argument, "a name after --engine", "one for all"));
        }
    }
    let groups = occurrences(matches, "engine");
    if groups.len() < 2 {
        let found = if groups.is_empty() { "none" } else { "one" };
        return Err(OptionError::new("--engine", "two engines or more", found));
    }
    let mut all = Vec::new();
    for (i, values) in groups.iter().enumerate() {
        all.push(defaults.changed(format!("--engine ({})", i + 1), values)?);
    }
    let names = names(&all)?;
    all.into_iter().zip(names).map(|(words, name)| words.finish(name)).collect()
}

/// The engines' names. Given names must differ. The others come from the program files,
/// numbered if already used.
fn names(all: &[EngineSettings]) -> Result<Vec<String>, OptionError> {
    let mut taken: Vec<String> = Vec::new();
    for EngineSettings { option, spec, .. } in all {
        if taken.contains(&spec.name) {
            let argument = format!("{option} name={}", spec.name);
            return Err(OptionError::new(argument, "a unique name", "a duplicate"));
        }
        if !spec.name.is_empty() {
            taken.push(spec.name.clone());
        }
    }
    let mut names = Vec::new();
    for EngineSettings { spec, .. } in all {
        names.push(match spec.name.as_str() {
            "" => free_name(stem(&spec.command), &mut taken),
            name => name.to_owned(),
        });
    }
    Ok(names)
}

/// The stem, or else with the first number that makes a name that is not taken.
pub fn free_name(stem: &str, taken: &mut Vec<String>) -> String {
    let mut name = stem.to_owned();
    let mut number = 1;
    while taken.contains(&name) {
        number += 1;
        name = format!("{stem}-{number}");
    }
    taken.push(name.clone());
    name
}

/// The program's file name without `.exe`.
pub fn stem(command: &str) -> &str {
    let file = Path::new(command).file_name().and_then(|name| name.to_str()).unwrap_or(command);
    file.strip_suffix(".exe").unwrap_or(file)
}

fn nonempty<'a>(argument: &str, text: &'a str) -> Result<&'a str, OptionError> {
    match text {
        "" => Err(OptionError::new(argument, "a value", "nothing")),
        _ => Ok(text),
    }
}

/// A time in seconds, greater than zero.
fn positive(argument: &str, text: &str, example: &str) -> Result<Duration, OptionError> {
    seconds(text)
        .filter(|time| !time.is_zero())
        .ok_or_else(|| OptionError::new(argument, format!("seconds, as in {example}"), quote(text)))
}

/// Reads `moves/base+increment`, where the base is seconds, `minutes:seconds`
/// or `hours:minutes:seconds`, or `inf`.
fn clock_setting(argument: &str, text: &str) -> Result<Option<TimeControl>, OptionError> {
    if matches!(text, "inf" | "infinite") {
        return Ok(None);
    }
    let expected = "[MOVES/]SECONDS[+INCREMENT], as in 10+0.1, 40/60+0.6 or 5:00+3, or inf";
    clock_of(text).map(Some).ok_or_else(|| OptionError::new(argument, expected, quote(text)))
}

/// Reads a clock, `[moves/]base[+increment]`; `None` if the text is not one.
fn clock_of(text: &str) -> Option<TimeControl> {
    let (moves, rest) = match text.split_once('/') {
        // For the whole game, as cutechess and fastchess read it.
        Some(("" | "inf" | "infinite", rest)) => (None, rest),
        Some((moves, rest)) => (Some(moves.parse().ok().filter(|&moves: &u32| moves > 0)?), rest),
        None => (None, text),
    };
    let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
    let (whole, last) = base.rsplit_once(':').unwrap_or(("0", base));
    let mut minutes: u32 = 0;
    for part in whole.split(':') {
        minutes = minutes.checked_mul(60)?.checked_add(part.parse().ok()?)?;
    }
    let base = seconds(last)?.checked_add(Duration::from_secs(u64::from(minutes) * 60))?;
    let increment = seconds(increment)?;
    if base.is_zero() {
        return None;
    }
    Some(TimeControl { moves, base, increment })
}
