//! Where the numbers stand, in a file that people read too.
//!
//! Its first line is the command, so that no other one goes on with it; then
//! `step N` and a line `name value` for each number, to its last digit. What
//! stands behind a `#` is for people alone.

use super::climb::Climber;
use anyhow::{Context, Result, bail, ensure};
use std::fmt::Write;
use std::path::Path;

/// Writes down where the numbers stand after so many steps, and what that is in
/// whole numbers.
///
/// # Errors
/// When the file cannot be written; one that was there is then kept.
pub(super) fn save(path: &Path, command: &str, step: u64, climbers: &[Climber]) -> Result<()> {
    let mut text = format!("{command}\nstep {step}\n");
    for Climber { number, value, .. } in climbers {
        // Infallible: a String takes everything.
        let _ = writeln!(text, "{} {value} # {}", number.name, value.round());
    }
    let fresh = path.with_added_extension("new");
    std::fs::write(&fresh, text)
        .and_then(|()| std::fs::rename(&fresh, path))
        .with_context(|| format!("{} cannot be written", path.display()))
}

/// Puts the climbers where the file says, and gives the steps behind them; 0 if
/// there is no file.
///
/// # Errors
/// When the file cannot be read, is of another command or damaged.
pub(super) fn load(path: &Path, command: &str, climbers: &mut [Climber]) -> Result<u64> {
    if !path.exists() {
        return Ok(0);
    }
    let mut read = || {
        let text = std::fs::read_to_string(path)?;
        let mut lines = text.lines();
        let other = lines.next().unwrap_or_default();
        ensure!(other == command, "it is of '{other}', not of '{command}'");
        parse(lines, climbers)
    };
    read().with_context(|| format!("{} cannot be gone on with", path.display()))
}

fn parse<'a>(mut lines: impl Iterator<Item = &'a str>, climbers: &mut [Climber]) -> Result<u64> {
    let step =
        lines.next().and_then(|line| line.strip_prefix("step ")).context("it has no step")?;
    let step = step.parse().with_context(|| format!("'{step}' is no number of steps"))?;
    for climber in climbers {
        let line = lines.next().context("it ends too early")?;
        let mut words = line.split_whitespace();
        let (name, value) = (words.next(), words.next().and_then(|value| value.parse().ok()));
        let range = f64::from(climber.number.least)..=f64::from(climber.number.most);
        match value {
            Some(value) if name == Some(climber.number.name) && range.contains(&value) => {
                climber.value = value;
            }
            _ => bail!("'{line}' does not say what {} is", climber.number.name),
        }
    }
    Ok(step)
}
