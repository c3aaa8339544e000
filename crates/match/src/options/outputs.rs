//! The output files of a match: their options as in fastchess and cutechess-cli, and a check
//! against its input files.

use crate::plan::{EngineSpec, Files, Openings, Plan};
use plyglot_command::arguments::{KeyedValues, Named, OptionError, check_outputs};
use plyglot_core::game::quote;
use plyglot_support::files::is_same;
use std::env;
use std::path::{Path, PathBuf};

pub(super) fn pgn(values: &[String]) -> Result<PathBuf, OptionError> {
    let mut keys = vec![("notation", "san"), ("append", "true")];
    let extras =
        ["nodes", "seldepth", "nps", "hashfull", "tbhits", "pv", "timeleft", "latency", "min"];
    keys.extend(extras.map(|extra| (extra, "false")));
    path("--pgnout", values, &keys)
}

pub(super) fn log(values: &[String]) -> Result<PathBuf, OptionError> {
    let any = ["level", "realtime", "engine"].map(|key| (key, ""));
    path("--log", values, &[&any[..], &[("append", "false"), ("compress", "false")]].concat())
}

/// A path: `file=PATH`, or alone before the pairs. Each of the other `keys` has the only value
/// that it may have; empty for any.
fn path(option: &str, values: &[String], keys: &[(&str, &str)]) -> Result<PathBuf, OptionError> {
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
pub(super) fn check(plan: &Plan) -> Result<(), OptionError> {
    let Files { pgn, json, log, live, resume } = &plan.files;
    if let (Some(json), Some(resume)) = (json, resume)
        && !is_same(json, resume)
    {
        let found = quote(&json.to_string_lossy());
        return Err(OptionError::new("--json", "the file of --resume", found));
    }
    let json = json.as_deref().filter(|_| resume.is_none());
    let named = |option, path| Some(Named { option, path: path? });
    let outputs = [
        named("--resume", resume.as_deref()),
        named("--json", json),
        named("--pgnout", pgn.as_deref()),
        named("--log", log.as_deref()),
        named("--live", live.as_deref()),
    ];
    let outputs: Vec<Named> = outputs.into_iter().flatten().collect();
    let engines: Vec<PathBuf> = plan.engines.iter().flat_map(used).collect();
    let mut inputs: Vec<Named> =
        engines.iter().map(|path| Named { option: "--engine", path }).collect();
    if let Openings::File { path, .. } = &plan.openings {
        inputs.push(Named { option: "--openings", path });
    }
    check_outputs(&outputs, &inputs)
}

/// The files that an engine reads according to its command line: the program, and files named
/// in its arguments and options.
fn used(engine: &EngineSpec) -> Vec<PathBuf> {
    let folder = engine.directory.as_deref().unwrap_or(Path::new(""));
    let values = engine.options.iter().map(|(_, value)| value);
    let words = [&engine.command].into_iter().chain(&engine.arguments).chain(values);
    let paths: Vec<PathBuf> =
        words.flat_map(|word| [PathBuf::from(word), folder.join(word)]).collect();
    // A program given only by name is searched for in PATH.
    let path = env::var_os("PATH").unwrap_or_default();
    let programs = env::split_paths(&path).map(|folder| folder.join(&engine.command));
    paths.into_iter().chain(programs).filter(|path| path.is_file()).collect()
}
