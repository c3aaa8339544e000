//! `plyglot network`: what is in a file with a network.

use crate::arguments::{Streams, tool};
use crate::engine::{Registry, read_network};
use anyhow::{Context, anyhow};
use clap::{Arg, ArgMatches, Command, value_parser};
use std::path::PathBuf;

/// The definition of the arguments.
pub(super) fn command(_: &Registry) -> Command {
    let file = Arg::new("file")
        .value_name("FILE")
        .help("File that 'setoption name EvalFile value FILE' loads")
        .required(true)
        .value_parser(value_parser!(PathBuf));
    tool("network").about("What is in a file with a network").arg(file)
}

/// Prints game, size and origin of a network.
///
/// # Errors
/// If the file has none, or the output takes no more.
pub(super) fn run(matches: &ArgMatches, _: &Registry, streams: Streams<'_>) -> anyhow::Result<()> {
    let path = matches.get_one::<PathBuf>("file").context("the file is required")?;
    let (file, bytes) = read_network(path).map_err(|why| anyhow!("{}: {why}", path.display()))?;
    let shape = file.network.shape();
    let mut lines = vec![
        format!("game {}", file.game),
        format!("network {shape}"),
        format!("parameters {}", shape.parameters()),
        format!("file {bytes} bytes, CRC-32 {:08x}", file.checksum),
    ];
    lines.extend(file.made.iter().map(|line| format!("made {line}")));
    writeln!(streams.output, "{}", lines.join("\n")).context("the output cannot be written")
}
