//! The output files of a match, checked against its input files.

use crate::plan::{EngineSpec, Files, Openings, Plan};
use plyglot_command::arguments::{Named, OptionError, check_outputs};
use plyglot_support::files::{self, is_same};
use std::env;
use std::path::{Path, PathBuf};

/// Checks that all files can be written without losing another: each must be a file,
/// not named twice, and not one that the match reads.
///
/// # Errors
/// At the first that is not.
pub(super) fn check(plan: &Plan) -> Result<(), OptionError> {
    let Files { pgn, json, log, live, report, resume } = &plan.files;
    // `--json` and `--resume` may name one file, and JSON lines may go to a pipe.
    let json = json.as_deref().filter(|json| {
        !resume.iter().any(|path| is_same(path, json)) && files::writable(json).is_ok()
    });
    let named = |option, path| Some(Named { option, path: path? });
    let outputs = [
        named("--resume", resume.as_deref()),
        named("--json", json),
        named("--pgnout", pgn.as_deref()),
        named("--log", log.as_deref()),
        named("--live", live.as_deref()),
        named("--report", report.as_deref()),
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
    // A program given by name alone is searched for in PATH.
    let path = env::var_os("PATH").unwrap_or_default();
    let programs = env::split_paths(&path).map(|folder| folder.join(&engine.command));
    paths.into_iter().chain(programs).filter(|path| path.is_file()).collect()
}
