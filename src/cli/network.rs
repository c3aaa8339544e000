//! `plyglot network`: what is in a file with a network.

use anyhow::{Context, anyhow};
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use plyglot_command::arguments::{Streams, tool};
use plyglot_core::game::network::NetworkFile;
use plyglot_engine::{Registry, read_network};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

pub(super) fn command(_: &Registry) -> Command {
    let file = Arg::new("file")
        .value_name("FILE")
        .help("File that 'setoption name EvalFile value FILE' loads")
        .required(true)
        .value_parser(value_parser!(PathBuf));
    let json = Arg::new("json").long("json").help("Print a JSON object").action(ArgAction::SetTrue);
    tool("network").about("Describe a network file").arg(file).arg(json)
}

pub(super) fn run(
    matches: &ArgMatches,
    _: &Registry,
    mut streams: Streams<'_>,
) -> anyhow::Result<()> {
    let path = matches.get_one::<PathBuf>("file").context("the file is required")?;
    let is_json = matches.get_flag("json");
    let found = read_network(path);
    let text = match &found {
        Ok((file, bytes)) if is_json => object(path, file, *bytes).to_string(),
        Ok((file, bytes)) => lines(file, *bytes).join("\n"),
        Err(why) if is_json => json!({ "file": name(path), "error": why.to_string() }).to_string(),
        Err(_) => String::new(),
    };
    if !text.is_empty() {
        streams.output.say(&text)?;
    }
    found.map(drop).map_err(|why| anyhow!("{}: {why}", path.display()))
}

fn lines(file: &NetworkFile, bytes: usize) -> Vec<String> {
    let shape = file.network.shape();
    let mut lines = vec![
        format!("game {}", file.game),
        format!("network {shape}"),
        format!("parameters {}", shape.parameters()),
        format!("file {bytes} bytes, CRC-32 {:08x}", file.checksum),
    ];
    lines.extend(shape.rules.map(|sum| format!("rules {sum:08x}")));
    lines.extend(file.made.iter().map(|line| format!("made {line}")));
    lines
}

fn object(path: &Path, file: &NetworkFile, bytes: usize) -> Value {
    let shape = file.network.shape();
    let mut object = json!({
        "file": name(path),
        "game": file.game,
        "placements": shape.placements,
        "perspectives": shape.perspectives,
        "inputs": shape.inputs,
        "neurons": shape.hidden,
        "buckets": shape.buckets,
        "base": shape.has_base,
        "parameters": shape.parameters(),
        "bytes": bytes,
        "crc32": format!("{:08x}", file.checksum),
        "made": file.made,
    });
    if let Some(sum) = shape.rules {
        object["rules"] = format!("{sum:08x}").into();
    }
    object
}

fn name(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}
