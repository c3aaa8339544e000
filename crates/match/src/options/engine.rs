//! The keys of `--engine` and `--each`.

use crate::plan::{EngineSpec, Limit, Protocol, TimeControl};
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use plyglot_command::arguments::{OptionError, SWITCH, bare, number, one_of, seconds};
use plyglot_core::game::quote;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// `--engine` and `--each`: the values of each occurrence.
#[derive(Debug)]
pub(super) struct EngineGroups {
    engine: Vec<Vec<String>>,
    each: Vec<Vec<String>>,
}

impl Args for EngineGroups {
    fn augment_args(command: Command) -> Command {
        let group = |name: &'static str, help: &'static str| {
            let group = Arg::new(name).long(name).help(help).help_heading("Engines");
            group.value_name("KEY=VALUE").num_args(0..).action(ArgAction::Append)
        };
        command
            .arg(group("engine", "An engine; give this option twice or more"))
            .arg(group("each", "Defaults for every engine"))
    }

    fn augment_args_for_update(command: Command) -> Command {
        EngineGroups::augment_args(command)
    }
}

impl FromArgMatches for EngineGroups {
    fn from_arg_matches(matches: &ArgMatches) -> Result<EngineGroups, clap::Error> {
        let groups = |name| {
            let times = matches.get_occurrences::<String>(name).into_iter().flatten();
            times.map(|values| values.cloned().collect()).collect()
        };
        Ok(EngineGroups { engine: groups("engine"), each: groups("each") })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        EngineGroups::from_arg_matches(matches).map(|groups| *self = groups)
    }
}

struct EngineKey {
    name: &'static str,
    /// The placeholder of the text in help.
    value: &'static str,
    help: &'static str,
    /// Stores the value; returns whether the key was new.
    set: fn(&mut EngineSettings, &str, &str) -> Result<bool, OptionError>,
}

/// The keys of an engine; `option.NAME` is another.
const KEYS: &[EngineKey] = &[
    EngineKey {
        name: "cmd",
        value: "PROGRAM",
        help: "Program",
        set: |engine, at, text| Ok(set_once(&mut engine.command, nonempty(at, text)?.to_owned())),
    },
    EngineKey {
        name: "name",
        value: "NAME",
        help: "Name in tables and records [default: the program's name]",
        set: |engine, at, text| Ok(set_once(&mut engine.name, nonempty(at, text)?.to_owned())),
    },
    EngineKey {
        name: "args",
        value: "'A B'",
        help: "Arguments of the program, separated by blanks",
        set: |engine, _, text| {
            let words = text.split_whitespace().map(str::to_owned);
            engine.arguments.get_or_insert_default().extend(words);
            Ok(true)
        },
    },
    EngineKey {
        name: "arg",
        value: "A",
        help: "One argument, which may have blanks",
        set: |engine, _, text| {
            engine.arguments.get_or_insert_default().push(text.to_owned());
            Ok(true)
        },
    },
    EngineKey {
        name: "dir",
        value: "FOLDER",
        help: "Working directory",
        set: |engine, at, text| Ok(set_once(&mut engine.directory, nonempty(at, text)?.into())),
    },
    EngineKey {
        name: "proto",
        value: "uci|ugi",
        help: "Protocol [default: uci]",
        set: |engine, at, text| Ok(set_once(&mut engine.protocol, one_of(at, text, PROTOCOLS)?)),
    },
    EngineKey {
        name: "tc",
        value: "[MOVES/]BASE[+INCREMENT]",
        help: "A clock: 10+0.1, 40/60+0.6 (seconds), 5:00+3, inf",
        set: |engine, at, text| Ok(set_once(&mut engine.clock, clock_setting(at, text)?)),
    },
    EngineKey {
        name: "st",
        value: "SECONDS",
        help: "A fixed time for each move",
        set: |engine, at, text| Ok(set_once(&mut engine.move_time, positive(at, text, "st=0.5")?)),
    },
    EngineKey {
        name: "nodes",
        value: "N",
        help: "Nodes for each move; limits combine",
        set: |engine, at, text| {
            Ok(set_once(&mut engine.nodes, number(at, text, 1..=1_000_000_000_000_000)?))
        },
    },
    EngineKey { name: "depth", value: "N", help: "Depth of each move in plies", set: set_depth },
    EngineKey { name: "plies", value: "N", help: "", set: set_depth },
    EngineKey {
        name: "timemargin",
        value: "MS",
        help: "Time by which a limit may be overstepped [default: 0]",
        set: |engine, at, text| {
            let milliseconds = number(at, text, 0..=86_400_000)?;
            Ok(set_once(&mut engine.margin, Duration::from_millis(milliseconds)))
        },
    },
    EngineKey {
        name: "nps",
        value: "N",
        help: "Count N nodes as a second of its time",
        set: |engine, at, text| {
            let nodes: u32 = number(at, text, 1..=1_000_000_000)?;
            Ok(set_once(&mut engine.nodes_per_second, nodes))
        },
    },
    EngineKey {
        name: "ponder",
        value: "true|false",
        help: "Whether it ponders: thinks in its opponents' time [default: false]",
        set: |engine, at, text| Ok(set_once(&mut engine.ponder, one_of(at, text, SWITCH)?)),
    },
    EngineKey {
        name: "startup",
        value: "SECONDS",
        help: "Time limit for uciok [default: 10, or --patience if less]",
        set: |engine, at, text| {
            Ok(set_once(&mut engine.startup, positive(at, text, "startup=30")?))
        },
    },
    EngineKey {
        name: "restart",
        value: "off|auto",
        help: "",
        // Accepted: an engine that did not fail is kept running, the default elsewhere,
        // too.
        set: |_, at, text| one_of(at, text, RESTARTS).map(|()| true),
    },
];

fn set_depth(engine: &mut EngineSettings, at: &str, text: &str) -> Result<bool, OptionError> {
    Ok(set_once(&mut engine.depth, number(at, text, 1..=1000)?))
}

const OPTION: &str = "option.";

fn known_keys() -> Vec<&'static str> {
    let known = KEYS.iter().filter(|key| !key.help.is_empty()).map(|key| key.name);
    known.chain(["option.NAME"]).collect()
}

pub(super) fn keys_help() -> String {
    let line = |left: &str, right: &str| format!("\n  {left:<28} {right}");
    let keys = KEYS.iter().filter(|key| !key.help.is_empty());
    let keys = keys.map(|key| line(&format!("{}={}", key.name, key.value), key.help));
    let option = line("option.NAME=VALUE", "Option to set");
    format!("Keys of --engine and --each:{}{option}", keys.collect::<String>())
}

const PROTOCOLS: &[(&str, Protocol)] = &[("uci", Protocol::Uci), ("ugi", Protocol::Ugi)];

/// The values of `restart=` in other programs that change nothing here.
const RESTARTS: &[(&str, ())] = &[("off", ()), ("auto", ())];

/// The value of `tc=`.
#[derive(Clone, Copy, Debug)]
enum ClockSetting {
    /// `tc=inf`, which overrides the clock of `--each`.
    Unlimited,
    Limited(TimeControl),
}

#[derive(Clone, Debug, Default)]
struct EngineSettings {
    option: String,
    command: Option<String>,
    name: Option<String>,
    arguments: Option<Vec<String>>,
    directory: Option<PathBuf>,
    protocol: Option<Protocol>,
    options: Vec<(String, String)>,
    clock: Option<ClockSetting>,
    move_time: Option<Duration>,
    nodes: Option<u64>,
    depth: Option<u16>,
    margin: Option<Duration>,
    nodes_per_second: Option<u32>,
    ponder: Option<bool>,
    startup: Option<Duration>,
}

impl EngineSettings {
    fn read(option: String, values: &[String]) -> Result<EngineSettings, OptionError> {
        let mut words = EngineSettings { option, ..EngineSettings::default() };
        for value in values {
            let argument = format!("{} {value}", words.option);
            let pair = value.split_once('=');
            let (key, text) = pair.ok_or_else(|| bare(&argument, value, &known_keys()))?;
            words.set(&argument, key, text)?;
        }
        Ok(words)
    }

    fn set(&mut self, argument: &str, key: &str, text: &str) -> Result<(), OptionError> {
        if let Some(name) = key.strip_prefix(OPTION) {
            return self.set_option(argument, name, text);
        }
        let known = KEYS.iter().find(|known| known.name == key);
        let known = known.ok_or_else(|| OptionError::unknown(argument, key, &known_keys()))?;
        if (known.set)(self, argument, text)? {
            Ok(())
        } else {
            Err(OptionError::new(argument, format!("{key}= once"), "a second one"))
        }
    }

    fn set_option(&mut self, argument: &str, name: &str, text: &str) -> Result<(), OptionError> {
        if name.is_empty() {
            return Err(OptionError::new(argument, "option.NAME=VALUE", "no name"));
        }
        if self.options.iter().any(|(known, _)| known.eq_ignore_ascii_case(name)) {
            return Err(OptionError::new(argument, format!("option.{name}= once"), "a second one"));
        }
        self.options.push((name.to_owned(), text.to_owned()));
        Ok(())
    }

    /// These settings, with those of `each` where they are missing.
    fn over(self, each: &EngineSettings) -> EngineSettings {
        let each = each.clone();
        let is_own =
            |name: &str| self.options.iter().any(|(own, _)| own.eq_ignore_ascii_case(name));
        let mut options = each.options;
        options.retain(|(name, _)| !is_own(name));
        options.extend(self.options);
        EngineSettings {
            option: self.option,
            command: self.command.or(each.command),
            name: self.name,
            arguments: self.arguments.or(each.arguments),
            directory: self.directory.or(each.directory),
            protocol: self.protocol.or(each.protocol),
            options,
            clock: self.clock.or(each.clock),
            move_time: self.move_time.or(each.move_time),
            nodes: self.nodes.or(each.nodes),
            depth: self.depth.or(each.depth),
            margin: self.margin.or(each.margin),
            nodes_per_second: self.nodes_per_second.or(each.nodes_per_second),
            ponder: self.ponder.or(each.ponder),
            startup: self.startup.or(each.startup),
        }
    }

    fn limit(&self) -> Result<Limit, OptionError> {
        let limit = Limit {
            clock: match self.clock {
                Some(ClockSetting::Limited(clock)) => Some(clock),
                Some(ClockSetting::Unlimited) | None => None,
            },
            move_time: self.move_time,
            nodes: self.nodes,
            depth: self.depth,
            margin: self.margin.unwrap_or_default(),
            nodes_per_second: self.nodes_per_second.and_then(NonZeroU32::new),
        };
        let Limit { margin, nodes_per_second, .. } = limit;
        if limit == (Limit { margin, nodes_per_second, ..Limit::default() }) {
            let expected = "a limit: tc=, st=, nodes= or depth=, here or after --each";
            let found = if self.clock.is_some() { "tc=inf alone" } else { "none" };
            return Err(OptionError::new(&self.option, expected, found));
        }
        Ok(limit)
    }

    fn finish(self, name: String) -> Result<EngineSpec, OptionError> {
        let limit = self.limit()?;
        let missing = || OptionError::new(&self.option, "cmd=, the program", "none");
        Ok(EngineSpec {
            command: self.command.clone().ok_or_else(missing)?,
            arguments: self.arguments.unwrap_or_default(),
            directory: self.directory,
            name,
            protocol: self.protocol.unwrap_or_default(),
            options: self.options,
            limit,
            ponder: self.ponder.unwrap_or_default(),
            startup: self.startup,
        })
    }
}

/// The engines of all `--engine`, completed by `--each`, and by `--ponder` if neither
/// sets `ponder`.
pub(super) fn engines(groups: &EngineGroups, ponder: bool) -> Result<Vec<EngineSpec>, OptionError> {
    let mut defaults = EngineSettings { ponder: Some(ponder), ..EngineSettings::default() };
    for values in &groups.each {
        let words = EngineSettings::read("--each".to_owned(), values)?;
        if let Some(name) = &words.name {
            let argument = format!("--each name={name}");
            return Err(OptionError::new(argument, "a name after --engine", "one for all"));
        }
        defaults = words.over(&defaults);
    }
    if groups.engine.len() < 2 {
        let found = if groups.engine.is_empty() { "none" } else { "one" };
        return Err(OptionError::new("--engine", "two engines or more", found));
    }
    let mut all = Vec::new();
    for (i, values) in groups.engine.iter().enumerate() {
        let words = EngineSettings::read(format!("--engine ({})", i + 1), values)?;
        all.push(words.over(&defaults));
    }
    let names = names(&all)?;
    all.into_iter().zip(names).map(|(words, name)| words.finish(name)).collect()
}

/// The engines' names. Given names must differ. The others come from the program files,
/// numbered if already used.
fn names(all: &[EngineSettings]) -> Result<Vec<String>, OptionError> {
    let mut taken: Vec<&str> = Vec::new();
    for words in all {
        let Some(name) = words.name.as_deref() else { continue };
        if taken.contains(&name) {
            let argument = format!("{} name={name}", words.option);
            return Err(OptionError::new(argument, "a name of its own", "one that is taken"));
        }
        taken.push(name);
    }
    let mut taken: Vec<String> = taken.into_iter().map(str::to_owned).collect();
    let mut names = Vec::new();
    for words in all {
        let name = match &words.name {
            Some(name) => name.clone(),
            None => free_name(stem(words.command.as_deref().unwrap_or_default()), &mut taken),
        };
        names.push(name);
    }
    Ok(names)
}

fn free_name(stem: &str, taken: &mut Vec<String>) -> String {
    let numbered = (2..).map(|n| format!("{stem}-{n}"));
    let mut candidates = [stem.to_owned()].into_iter().chain(numbered);
    let name = candidates.find(|name| !taken.contains(name)).expect("numbers do not end");
    taken.push(name.clone());
    name
}

/// The program's file name without `.exe`.
pub fn stem(command: &str) -> &str {
    let file = Path::new(command).file_name().and_then(|name| name.to_str()).unwrap_or(command);
    file.strip_suffix(".exe").unwrap_or(file)
}

fn set_once<T>(place: &mut Option<T>, value: T) -> bool {
    place.replace(value).is_none()
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
fn clock_setting(argument: &str, text: &str) -> Result<ClockSetting, OptionError> {
    if matches!(text, "inf" | "infinite") {
        return Ok(ClockSetting::Unlimited);
    }
    let expected = "[MOVES/]SECONDS[+INCREMENT], as in 10+0.1, 40/60+0.6 or 5:00+3, or inf";
    match clock_of(text) {
        Some(clock) => Ok(ClockSetting::Limited(clock)),
        None => Err(OptionError::new(argument, expected, quote(text))),
    }
}

/// Reads a clock, `[moves/]base[+increment]`; `None` if the text is not one.
pub fn clock_of(text: &str) -> Option<TimeControl> {
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
    (!base.is_zero()).then_some(TimeControl { moves, base, increment })
}
