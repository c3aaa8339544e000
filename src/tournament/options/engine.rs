//! Engines on the command line: what `--engine` and `--each` may say.

use crate::arguments::{Group, OptionError, SWITCH, bare, number, one_of, seconds};
use crate::games::quote;
use crate::tournament::plan::{EngineSpec, Limit, Protocol, TimeControl};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The keys of an engine; `option.NAME` is another.
const KEYS: &[&str] = &[
    "cmd",
    "name",
    "args",
    "arg",
    "dir",
    "proto",
    "tc",
    "st",
    "nodes",
    "depth",
    "timemargin",
    "ponder",
    "startup",
    "option.NAME",
];

const PROTOCOLS: &[(&str, Protocol)] = &[("uci", Protocol::Uci), ("ugi", Protocol::Ugi)];

/// The values of `restart=` elsewhere that change nothing here.
const RESTARTS: &[(&str, ())] = &[("off", ()), ("auto", ())];

/// What is said of one engine, or of each.
#[derive(Clone, Debug, Default)]
pub(super) struct EngineWords {
    /// For errors: which engine this is.
    option: String,
    command: Option<String>,
    name: Option<String>,
    arguments: Option<Vec<String>>,
    directory: Option<PathBuf>,
    protocol: Option<Protocol>,
    options: Vec<(String, String)>,
    /// `Some(None)` is `tc=inf`, which takes back the clock of `--each`.
    clock: Option<Option<TimeControl>>,
    move_time: Option<Duration>,
    nodes: Option<u64>,
    depth: Option<u16>,
    margin: Option<Duration>,
    ponder: Option<bool>,
    startup: Option<Duration>,
}

impl EngineWords {
    /// What these values say.
    pub(super) fn read(option: String, values: &[&str]) -> Result<EngineWords, OptionError> {
        let mut words = EngineWords { option, ..EngineWords::default() };
        for &value in values {
            let argument = format!("{} {value}", words.option);
            let (key, text) = value.split_once('=').ok_or_else(|| bare(&argument, value, KEYS))?;
            words.set(&argument, key, text)?;
        }
        Ok(words)
    }

    fn set(&mut self, argument: &str, key: &str, text: &str) -> Result<(), OptionError> {
        if let Some(name) = key.strip_prefix("option.") {
            return self.set_option(argument, name, text);
        }
        let once = match key {
            "cmd" => put(&mut self.command, nonempty(argument, text)?.to_owned()),
            "name" => put(&mut self.name, nonempty(argument, text)?.to_owned()),
            "dir" => put(&mut self.directory, PathBuf::from(nonempty(argument, text)?)),
            "proto" => put(&mut self.protocol, one_of(argument, text, PROTOCOLS)?),
            "tc" => put(&mut self.clock, time_control(argument, text)?),
            "st" => put(&mut self.move_time, positive(argument, text, "st=0.5")?),
            "nodes" => put(&mut self.nodes, number(argument, text, 1..=1_000_000_000_000_000)?),
            "depth" | "plies" => put(&mut self.depth, number(argument, text, 1..=1000)?),
            "timemargin" => {
                let milliseconds = number(argument, text, 0..=86_400_000)?;
                put(&mut self.margin, Duration::from_millis(milliseconds))
            }
            "ponder" => put(&mut self.ponder, one_of(argument, text, SWITCH)?),
            "startup" => put(&mut self.startup, positive(argument, text, "startup=30")?),
            // An engine that did not fail plays on, as it does elsewhere by default.
            "restart" => one_of(argument, text, RESTARTS).map(|()| true)?,
            "args" => {
                let words = text.split_whitespace().map(str::to_owned);
                self.arguments.get_or_insert_default().extend(words);
                true
            }
            "arg" => {
                self.arguments.get_or_insert_default().push(text.to_owned());
                true
            }
            _ => return Err(OptionError::unknown(argument, key, KEYS)),
        };
        match once {
            true => Ok(()),
            false => Err(OptionError::new(argument, format!("{key}= once"), "it twice")),
        }
    }

    fn set_option(&mut self, argument: &str, name: &str, text: &str) -> Result<(), OptionError> {
        if name.is_empty() {
            return Err(OptionError::new(argument, "option.NAME=VALUE", "no name"));
        }
        if self.options.iter().any(|(known, _)| known.eq_ignore_ascii_case(name)) {
            return Err(OptionError::new(argument, format!("option.{name}= once"), "it twice"));
        }
        self.options.push((name.to_owned(), text.to_owned()));
        Ok(())
    }

    /// These words, and `each` where they say nothing.
    fn over(self, each: &EngineWords) -> EngineWords {
        let each = each.clone();
        let is_own =
            |name: &str| self.options.iter().any(|(own, _)| own.eq_ignore_ascii_case(name));
        let mut options = each.options;
        options.retain(|(name, _)| !is_own(name));
        options.extend(self.options);
        EngineWords {
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
            ponder: self.ponder.or(each.ponder),
            startup: self.startup.or(each.startup),
        }
    }

    fn limit(&self) -> Result<Limit, OptionError> {
        let limit = Limit {
            clock: self.clock.flatten(),
            move_time: self.move_time,
            nodes: self.nodes,
            depth: self.depth,
            margin: self.margin.unwrap_or_default(),
        };
        if limit == (Limit { margin: limit.margin, ..Limit::default() }) {
            let expected = "a limit: tc=, st=, nodes= or depth=, here or behind --each";
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

/// The engines of all `--engine`, completed by `--each`, and by `--ponder`
/// where neither says whether an engine ponders.
pub(super) fn engines(
    groups: &[Group],
    each: &[Group],
    ponder: bool,
) -> Result<Vec<EngineSpec>, OptionError> {
    let mut defaults = EngineWords { ponder: Some(ponder), ..EngineWords::default() };
    for group in each {
        let words = EngineWords::read(group.option.clone(), &group.values)?;
        if let Some(name) = &words.name {
            let argument = format!("{} name={name}", group.option);
            return Err(OptionError::new(argument, "a name behind --engine", "one for all"));
        }
        defaults = words.over(&defaults);
    }
    if groups.len() < 2 {
        let found = if groups.is_empty() { "none" } else { "one" };
        return Err(OptionError::new("--engine", "two engines or more", found));
    }
    let mut all = Vec::new();
    for (i, group) in groups.iter().enumerate() {
        let words = EngineWords::read(format!("{} ({})", group.option, i + 1), &group.values)?;
        all.push(words.over(&defaults));
    }
    let names = names(&all)?;
    all.into_iter().zip(names).map(|(words, name)| words.finish(name)).collect()
}

/// The engines' names: those given, which must differ, and those of the
/// programs' files, numbered where they are taken.
fn names(all: &[EngineWords]) -> Result<Vec<String>, OptionError> {
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

/// The program's file without its folder, and without `.exe`.
fn stem(command: &str) -> &str {
    let file = Path::new(command).file_name().and_then(|name| name.to_str()).unwrap_or(command);
    file.strip_suffix(".exe").unwrap_or(file)
}

/// Sets what must be set once only; whether it was.
fn put<T>(place: &mut Option<T>, value: T) -> bool {
    place.replace(value).is_none()
}

fn nonempty<'a>(argument: &str, text: &'a str) -> Result<&'a str, OptionError> {
    match text {
        "" => Err(OptionError::new(argument, "a value", "nothing")),
        _ => Ok(text),
    }
}

/// A time in seconds that is more than none.
fn positive(argument: &str, text: &str, example: &str) -> Result<Duration, OptionError> {
    seconds(text)
        .filter(|time| !time.is_zero())
        .ok_or_else(|| OptionError::new(argument, format!("seconds, as in {example}"), quote(text)))
}

/// Reads `moves/base+increment`, where the base is seconds, `minutes:seconds`
/// or `hours:minutes:seconds`; `None` is `inf`.
fn time_control(argument: &str, text: &str) -> Result<Option<TimeControl>, OptionError> {
    if matches!(text, "inf" | "infinite") {
        return Ok(None);
    }
    let expected = "[MOVES/]SECONDS[+INCREMENT], as in 10+0.1, 40/60+0.6 or 5:00+3, or inf";
    match clock(text) {
        Some(clock) => Ok(Some(clock)),
        None => Err(OptionError::new(argument, expected, quote(text))),
    }
}

fn clock(text: &str) -> Option<TimeControl> {
    let (moves, rest) = match text.split_once('/') {
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
