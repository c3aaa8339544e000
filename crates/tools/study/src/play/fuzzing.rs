//! A session without a keyboard, in which no wait is long.

use anyhow::Result;
use plyglot_command::arguments::{self, Streams};
use plyglot_command::progress::ProgressOutput;
use plyglot_engine::Registry;
use plyglot_support::terminal::Terminals;
use std::io::{self, BufRead, Write};
use std::time::Duration;

const TIME: Duration = Duration::from_millis(4);

/// Plays by these arguments as `plyglot play` does, until the input ends.
pub fn play(
    registry: &Registry,
    words: &[String],
    input: Box<dyn BufRead + Send>,
    output: &mut dyn Write,
) -> Result<()> {
    let matches = arguments::read(super::command(registry), words)?;
    let (output, errors) = (ProgressOutput::new(output), &mut io::sink());
    let streams = Streams { input, output, errors, terminals: Terminals::default() };
    super::play(&matches, registry, streams, || Ok(Default::default()), TIME..=TIME)
}
