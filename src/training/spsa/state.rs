//! The state of a run, in a text file.
//!
//! After the line of the format comes the command, so that no other command resumes the
//! run. Then comes `step N`, and a line `name value` for each parameter, with all digits.
//! The rest of a line from `#` on is a comment. The file is sealed.

use super::step::TunedParameter;
use crate::files::{self, Format};
use crate::training::state_file::write_state;
use anyhow::{Context, Result, bail, ensure};
use std::fmt::Write;
use std::path::Path;

/// The format, whose version is its last word.
pub(super) const FORMAT: Format =
    Format { name: "a state of spsa", beginnings: &["plyglot spsa 2\n"] };

/// Saves the values of the parameters after `step` steps, with the rounded values in
/// comments.
///
/// # Errors
/// If the file cannot be written; an existing file is then kept.
pub fn save(path: &Path, command: &str, step: u64, parameters: &[TunedParameter]) -> Result<()> {
    let mut text = format!("{command}\nstep {step}\n");
    for TunedParameter { spec, value, .. } in parameters {
        // Infallible: a String takes everything.
        let _ = writeln!(text, "{} {value} # {}", spec.name, value.round());
    }
    write_state(path, &FORMAT, text)
}

/// Restores the parameters from the file. Returns the number of completed steps; 0 if
/// there is no file.
///
/// # Errors
/// If the file cannot be read, belongs to another command, or is damaged.
pub fn load(path: &Path, command: &str, parameters: &mut [TunedParameter]) -> Result<u64> {
    let mut read = || match files::read_sealed(path, &FORMAT)? {
        None => Ok(0),
        Some(content) => parse(str::from_utf8(&content)?, command, parameters),
    };
    read().with_context(|| format!("{} cannot be resumed", path.display()))
}

fn parse(text: &str, command: &str, parameters: &mut [TunedParameter]) -> Result<u64> {
    let mut lines = text.lines();
    let other = lines.next().unwrap_or_default();
    ensure!(other == command, "it is of '{other}', not of '{command}'");
    parse_lines(lines, parameters)
}

fn parse_lines<'a>(
    mut lines: impl Iterator<Item = &'a str>,
    parameters: &mut [TunedParameter],
) -> Result<u64> {
    let step =
        lines.next().and_then(|line| line.strip_prefix("step ")).context("it has no step")?;
    let step = step.parse().with_context(|| format!("'{step}' is no number of steps"))?;
    for parameter in parameters {
        let line = lines.next().context("it ends too early")?;
        let mut words = line.split_whitespace();
        let (name, value) = (words.next(), words.next().and_then(|value| value.parse().ok()));
        let range = f64::from(parameter.spec.min)..=f64::from(parameter.spec.max);
        match value {
            Some(value) if name == Some(parameter.spec.name) && range.contains(&value) => {
                parameter.value = value;
            }
            _ => bail!("'{line}' does not say what {} is", parameter.spec.name),
        }
    }
    Ok(step)
}
