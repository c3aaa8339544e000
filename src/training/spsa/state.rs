//! Where the numbers stand, in a file that people read too.
//!
//! Its first line is the command, so that no other one goes on with it; then
//! `step N` and a line `name value` for each number, to its last digit. What
//! stands behind a `#` is for people alone. The last line, `sum X`, has the CRC-32
//! (IEEE) of all before it in hexadecimal digits.

use super::climb::Climber;
use crate::files;
use anyhow::{Context, Result, bail, ensure};
use std::fmt::Write;
use std::io::ErrorKind;
use std::path::Path;

/// What stands before the sum.
const SUM: &str = "sum ";

/// Writes down where the numbers stand after so many steps, and what that is in
/// whole numbers.
///
/// # Errors
/// When the file cannot be written; one that was there is then kept.
pub fn save(path: &Path, command: &str, step: u64, climbers: &[Climber]) -> Result<()> {
    let mut text = format!("{command}\nstep {step}\n");
    for Climber { number, value, .. } in climbers {
        // Infallible: a String takes everything.
        let _ = writeln!(text, "{} {value} # {}", number.name, value.round());
    }
    let sum = sum(&text);
    files::write(path, format!("{text}{sum}"))
        .with_context(|| format!("{} cannot be written", path.display()))
}

/// The last line of a file that has this before it.
fn sum(text: &str) -> String {
    format!("{SUM}{:08x}\n", crc32fast::hash(text.as_bytes()))
}

/// Puts the climbers where the file says, and gives the steps behind them; 0 if
/// there is no file.
///
/// # Errors
/// When the file cannot be read, is of another command or damaged.
pub fn load(path: &Path, command: &str, climbers: &mut [Climber]) -> Result<u64> {
    let mut read = || match files::read_text(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(0),
        text => parse(&text?, command, climbers),
    };
    read().with_context(|| format!("{} cannot be gone on with", path.display()))
}

fn parse(text: &str, command: &str, climbers: &mut [Climber]) -> Result<u64> {
    let mut lines = text.lines();
    let other = lines.next().unwrap_or_default();
    ensure!(other == command, "it is of '{other}', not of '{command}'");
    let step = parse_lines(lines, climbers)?;
    let end = text.rfind(SUM).context("it has no sum")?;
    ensure!(text[end..] == sum(&text[..end]), "it was altered: its sum is another");
    Ok(step)
}

fn parse_lines<'a>(
    mut lines: impl Iterator<Item = &'a str>,
    climbers: &mut [Climber],
) -> Result<u64> {
    let step =
        lines.next().and_then(|line| line.strip_prefix("step ")).context("it has no step")?;
    let step = step.parse().with_context(|| format!("'{step}' is no number of steps"))?;
    for climber in climbers {
        let line = lines.next().context("it ends too early")?;
        let mut words = line.split_whitespace();
        let (name, value) = (words.next(), words.next().and_then(|value| value.parse().ok()));
        let range = f64::from(climber.number.min)..=f64::from(climber.number.max);
        match value {
            Some(value) if name == Some(climber.number.name) && range.contains(&value) => {
                climber.value = value;
            }
            _ => bail!("'{line}' does not say what {} is", climber.number.name),
        }
    }
    Ok(step)
}
