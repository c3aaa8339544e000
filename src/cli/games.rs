//! `plyglot games`: all games that the program plays, by family, and the rules of each.

use anyhow::Context;
use clap::{Arg, ArgAction, ArgMatches, Command};
use plyglot_command::arguments::{Streams, tool};
use plyglot_engine::{ListedGame, Registry};
use serde_json::json;

pub(super) fn command(_: &Registry) -> Command {
    let json = Arg::new("json")
        .long("json")
        .help("Print one JSON object per line, for each game")
        .action(ArgAction::SetTrue);
    tool("games")
        .about("List all games, by family, or print the rules of some")
        .after_help(
            "Every name works with --game and UCI_Variant. --variants FILE reads your own games; \
             docs/game_in_a_file.md explains how to write one.",
        )
        .arg(Arg::new("names").value_name("NAME").num_args(0..).help("Game whose rules to print"))
        .arg(
            Arg::new("rules")
                .long("rules")
                .help("Print the rules of all games, in Markdown")
                .conflicts_with("names")
                .action(ArgAction::SetTrue),
        )
        .arg(json)
}

pub(super) fn run(
    matches: &ArgMatches,
    registry: &Registry,
    mut streams: Streams<'_>,
) -> anyhow::Result<()> {
    let mut games = registry.games();
    let mut names: Vec<String> =
        matches.get_many::<String>("names").into_iter().flatten().cloned().collect();
    if matches.get_flag("rules") {
        names.extend(games.iter().map(|game| game.name.clone()));
    }
    if !names.is_empty() {
        return print_rules(&names, registry, matches.get_flag("json"), streams);
    }
    if matches.get_flag("json") {
        for game in &games {
            streams.output.say(&json!(game).to_string())?;
        }
        return Ok(());
    }
    for game in &mut games {
        let own = registry.entries().iter().find(|entry| entry.info.name == game.name);
        if let Some(entry) = own {
            game.name = entry.info.common_name.to_owned();
        }
    }
    for (number, family) in games.chunk_by(|one, other| one.family == other.family).enumerate() {
        if number > 0 {
            streams.output.say("")?;
        }
        streams.output.say(&format!("Games {}:", family[0].family))?;
        let names = family.iter().map(|game| game.name.len()).max().unwrap_or(0);
        let boards = family.iter().map(|game| game.board.len()).max().unwrap_or(0);
        for ListedGame { name, board, about, has_network, .. } in family {
            let network = if *has_network { " (has a network)" } else { "" };
            let row = format!("  {name:<names$}  {board:<boards$}  {about}{network}");
            streams.output.say(row.trim_end())?;
        }
    }
    Ok(())
}

fn print_rules(
    names: &[String],
    registry: &Registry,
    as_json: bool,
    mut streams: Streams<'_>,
) -> anyhow::Result<()> {
    for (number, name) in names.iter().enumerate() {
        let game = registry.game(name).with_context(|| registry.unknown_game(name).to_string())?;
        let text = registry.rules_text(&game);
        let text = if as_json {
            plyglot_study::rules::json(game.name(), &text).to_string()
        } else {
            // The document ends with a line of its own.
            let blank = if number > 0 { "\n" } else { "" };
            format!("{blank}{}", text.to_string().trim_end())
        };
        streams.output.say(&text)?;
    }
    Ok(())
}
