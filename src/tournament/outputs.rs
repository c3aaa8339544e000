//! What a match writes, told apart from what it reads.

use super::plan::{EngineSpec, Files, Openings, Plan};
use crate::arguments::{Named, OptionError, check_outputs};
use crate::files::{self, is_same};
use std::env;
use std::path::{Path, PathBuf};

/// Whether all files can be written without a loss: none may be another one, a
/// file that the match is played from, or something else than a file.
///
/// # Errors
/// At the first that is.
pub(super) fn check(plan: &Plan) -> Result<(), OptionError> {
    let Files { pgn, json, log, report, resume } = &plan.files;
    // Both may be one file, and lines of JSON may go to a pipe.
    let json = json.as_deref().filter(|json| {
        !resume.iter().any(|path| is_same(path, json)) && files::writable(json).is_ok()
    });
    let named = |option, path| Some(Named { option, path: path? });
    let outputs = [
        named("--resume", resume.as_deref()),
        named("--json", json),
        named("--pgnout", pgn.as_deref()),
        named("--log", log.as_deref()),
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

/// The files that an engine is made of, as far as its arguments tell: the program,
/// and what it is given by a name.
fn used(engine: &EngineSpec) -> Vec<PathBuf> {
    let folder = engine.directory.as_deref().unwrap_or(Path::new(""));
    let values = engine.options.iter().map(|(_, value)| value);
    let words = [&engine.command].into_iter().chain(&engine.arguments).chain(values);
    let paths: Vec<PathBuf> =
        words.flat_map(|word| [PathBuf::from(word), folder.join(word)]).collect();
    // A program by its name alone is looked for on the path.
    let path = env::var_os("PATH").unwrap_or_default();
    let programs = env::split_paths(&path).map(|folder| folder.join(&engine.command));
    paths.into_iter().chain(programs).filter(|path| path.is_file()).collect()
}
