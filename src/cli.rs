//! The command line of the program, with its tools. clap generates help, suggestions, errors,
//! completions and man pages from its definition.

mod bench;
mod check;
mod games;
mod generated;

use anyhow::{Context, anyhow, ensure};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, ArgAction, ArgMatches, Args, Command, value_parser};
use plyglot_command::arguments::{GameArgs, Streams, game_name, names_in_words, with_two_hyphens};
use plyglot_command::progress::ProgressOutput;
use plyglot_engine::cli::{self, Action, commands_of, is_command};
use plyglot_engine::protocol::command_words;
use plyglot_engine::{Registry, read_variants};
use plyglot_support::streams;
use plyglot_support::text::{nearest, plain};
use std::ffi::OsString;
use std::io::{self, BufRead, Write};
use std::path::PathBuf;
use std::process::ExitCode;

/// The `main` function of a program that plays these games and has all tools. It reads its
/// arguments and stdin, answers on stdout, and logs to stderr.
///
/// The exit status is 0 for success, 1 for a failure, and 2 for invalid
/// arguments; a message on stderr explains it. If the output has no reader any more, the
/// program ends with 0.
pub fn main(registry: Registry) -> ExitCode {
    ExitCode::from(status(registry))
}

/// As [`main`], in the process of an interpreter, which is to end with this exit status. The
/// registry knows [how it was started](plyglot_engine::Program::started_by).
pub fn status(registry: Registry) -> u8 {
    let ended = cli::start(with_tools(registry), parse);
    match ended.map_err(|error| error.downcast::<clap::Error>()) {
        Ok(()) => cli::status(Ok(())),
        Err(Err(error)) => cli::status(Err(error)),
        Err(Ok(error)) => {
            // The message quotes user input, which may contain control characters.
            let text = error.to_string();
            let text: String = text.lines().map(|line| plain(line) + "\n").collect();
            // If stderr cannot be written to either, the status must suffice.
            let _ = streams::errors().write_all(text.as_bytes());
            cli::USAGE
        }
    }
}

/// Runs Plyglot with these games on any two streams, first with these arguments, then
/// on the input.
///
/// `on_closed` is called with the error when the `output` of a dialogue cannot be
/// written to; a program exits there.
///
/// # Errors
/// If the arguments are invalid, the system provides no memory, thread or input, or
/// the output of a tool cannot be written to.
pub fn run(
    registry: Registry,
    arguments: impl IntoIterator<Item = OsString>,
    input: impl BufRead + Send + 'static,
    output: impl Write + Send + 'static,
    on_closed: fn(&io::Error),
) -> anyhow::Result<()> {
    cli::run(with_tools(registry), arguments, parse, input, output, on_closed)
}

/// The registry of a program that knows of its tools.
fn with_tools(registry: Registry) -> Registry {
    let program = registry.program().clone().with_tools();
    registry.named(program)
}

/// Whether these arguments are such that the program would begin its work. A tool may
/// still find them invalid.
#[doc(hidden)]
pub fn check_arguments(
    registry: &Registry,
    arguments: impl IntoIterator<Item = OsString>,
) -> anyhow::Result<()> {
    parse(arguments.into_iter().collect(), registry).map(drop)
}

struct Tool {
    command: fn(&Registry) -> Command,
    run: fn(&ArgMatches, &Registry, Streams<'_>) -> anyhow::Result<()>,
}

/// The tools, by name. Most people look for those to play with.
const TOOLS: &[Tool] = &[
    Tool { command: plyglot_board::command, run: plyglot_board::run },
    Tool { command: plyglot_study::play::command, run: plyglot_study::play::run },
    Tool { command: plyglot_study::solve::command, run: plyglot_study::solve::run },
    Tool { command: plyglot_study::analyse::command, run: plyglot_study::analyse::run },
    Tool { command: plyglot_study::explain::command, run: plyglot_study::explain::run },
    Tool { command: plyglot_study::compare::command, run: plyglot_study::compare::run },
    Tool { command: plyglot_match::command, run: plyglot_match::run },
    Tool { command: plyglot_train::selfplay::command, run: plyglot_train::selfplay::run },
    Tool { command: plyglot_train::learn::command, run: plyglot_train::learn::run },
    Tool { command: plyglot_train::train::command, run: plyglot_train::train::run },
    Tool { command: plyglot_train::pairs::spsa::command, run: plyglot_train::pairs::spsa::run },
    Tool { command: plyglot_train::survey::command, run: plyglot_train::survey::run },
    Tool { command: plyglot_book::command, run: plyglot_book::run },
    Tool { command: games::command, run: games::run },
    Tool { command: bench::command, run: bench::run },
    Tool { command: generated::completions_command, run: generated::completions },
    Tool { command: generated::man_command, run: generated::man },
];

fn program(registry: &Registry) -> Command {
    let known = registry.clone();
    let help = format!("Game to start with: {}", names_in_words(registry));
    let variants = Arg::new("variants")
        .long("variants")
        .value_name("FILE")
        .help("Also offer the games whose rules are in FILE")
        .help_heading("Games in files")
        .global(true)
        .action(ArgAction::Append)
        .value_parser(value_parser!(PathBuf));
    let commands = Arg::new("commands")
        .value_name("COMMAND")
        .help("UCI commands to carry out instead of those on stdin")
        .num_args(0..)
        .trailing_var_arg(true)
        .value_parser(value_parser!(OsString));
    let name = registry.program().command();
    GameArgs::augment_args(Command::new(name.clone()))
        .mut_arg("game", |game| {
            game.help(help).value_parser(move |written: &str| game_name(&known, written))
        })
        .bin_name(name.clone())
        .version(registry.program().version().to_owned())
        .about(format!(
            "Plays {} in the browser (`{name} board --open`), in the terminal (`{name} play`), or \
             over UCI on stdin and stdout",
            registry.titles_in_words()
        ))
        .override_usage(format!(
            "{name} [--game NAME] [COMMAND]...\n       {name} <TOOL> [OPTIONS]"
        ))
        .after_help(format!(
            "The words form one COMMAND: {name} go depth 5. If one contains blanks, each \
             is a COMMAND of its own: {name} 'position startpos' 'go depth 5'."
        ))
        .max_term_width(WIDTH)
        .disable_help_subcommand(true)
        .subcommand_help_heading("Tools")
        .subcommand_value_name("TOOL")
        .arg(commands)
        .arg(variants)
        .arg(
            Arg::new(LICENCES)
                .long(LICENCES)
                .help("Print the licences of Plyglot and of the libraries in it")
                .action(ArgAction::SetTrue)
                .exclusive(true),
        )
        .subcommands(TOOLS.iter().map(|tool| (tool.command)(registry)))
        .subcommand(check::command(registry))
}

const WIDTH: usize = 90;

const LICENCES: &str = "licences";

/// The licences of the program, and of what is linked into it.
fn licences() -> String {
    format!(
        "Plyglot is under the MIT licence or the Apache licence 2.0, at your option.\n\n{}\n{}",
        include_str!("../LICENSE-MIT"),
        include_str!("../NOTICES").trim_end(),
    )
}

fn parse(arguments: Vec<OsString>, registry: &Registry) -> anyhow::Result<Action> {
    // Before the definitions: the only game of `--variants` is the default of `--game`.
    load_variants(&arguments, registry)?;
    let mut program = program(registry).no_binary_name(true);
    let arguments = with_clap_spelling(arguments, &program);
    let tool = arguments.first().and_then(|first| program.find_subcommand(first));
    let takes_game = tool.is_some_and(GameArgs::is_option_alone);
    let mut matches = match program.try_get_matches_from_mut(arguments) {
        Err(error) if !error.use_stderr() => {
            return Ok(Action::Text(error.to_string().trim_end().to_owned()));
        }
        Err(error) if takes_game => return Err(with_game_option(error, registry).into()),
        matches => matches?,
    };
    if matches.get_flag(LICENCES) {
        return Ok(Action::Text(licences()));
    }
    let game = matches.remove_one::<String>("game");
    if let Some((name, matches)) = matches.remove_subcommand() {
        if name == bench::NAME
            && let Some(words) = bench::dialogue(&matches)
        {
            return Ok(Action::Dialogue { game, commands: commands_of(words) });
        }
        if name == check::NAME {
            return Ok(Action::Dialogue { game, commands: vec![check::dialogue(&matches)] });
        }
        if game.is_some() {
            let why = match name.as_str() {
                bench::NAME => "bench takes only the name of the game: bench NAME".to_owned(),
                _ => format!("--game NAME belongs after {name}"),
            };
            return Err(program.error(ErrorKind::ArgumentConflict, why).into());
        }
        let index = program.get_subcommands().position(|command| command.get_name() == name);
        let tool = index.and_then(|index| TOOLS.get(index)).context("a tool has its place")?;
        let command = program.find_subcommand(&name).context("a tool has its place")?.clone();
        GameArgs::check_named(&command, &matches, registry)?;
        return Ok(Action::Run(call(tool, command, matches)));
    }
    let words = words(&matches, "commands");
    if let [help, tool] = words.as_slice()
        && help == "help"
        && program.find_subcommand(tool).is_some()
    {
        return parse(vec![tool.into(), "--help".into()], registry);
    }
    match words.first().filter(|first| !is_command(first)) {
        Some(slip) => Err(unknown(slip, &mut program, registry).into()),
        None => Ok(Action::Dialogue { game, commands: commands_of(words) }),
    }
}

fn words(matches: &ArgMatches, name: &str) -> Vec<String> {
    let mut words = Vec::new();
    for word in matches.get_many::<OsString>(name).into_iter().flatten() {
        words.push(word.to_string_lossy().into_owned());
    }
    words
}

fn load_variants(arguments: &[OsString], registry: &Registry) -> anyhow::Result<()> {
    const OPTION: &str = "--variants";
    let mut arguments = arguments.iter().cloned().map(with_two_hyphens);
    while let Some(argument) = arguments.next() {
        let text = argument.to_string_lossy();
        let file = match text.strip_prefix(OPTION) {
            Some("") => arguments.next().map(PathBuf::from),
            Some(value) => value.strip_prefix('=').map(PathBuf::from),
            None => None,
        };
        let Some(file) = file else { continue };
        let name = file.display();
        let loaded = read_variants(registry, &file, true)
            .map_err(|expected| anyhow!("{OPTION} {name}: expected {expected}"))?;
        let complaints: Vec<String> =
            loaded.complaints.iter().map(|complaint| format!("{name}: {complaint}")).collect();
        ensure!(complaints.is_empty(), "{}", complaints.join("\n"));
        if let Some(ignored) = loaded.ignored() {
            log::warn!("{name}: {ignored}");
        }
        loaded.warnings.iter().for_each(|warning| log::warn!("{name}: {warning}"));
        for found in loaded.networks {
            match found {
                Ok(note) => log::info!("{note}"),
                Err(why) => log::warn!("{why}"),
            }
        }
    }
    Ok(())
}

/// A tool to run, with its arguments. It may find further invalid arguments.
fn call(tool: &'static Tool, mut command: Command, matches: ArgMatches) -> cli::BoxedTool {
    Box::new(move |registry, input, output, terminals| {
        let output = ProgressOutput::new(output);
        let errors = &mut streams::errors();
        let streams = Streams { input, output, errors, terminals };
        (tool.run)(&matches, registry, streams).map_err(|error| {
            match error.downcast::<clap::Error>() {
                Ok(error) => error.format(&mut command).into(),
                Err(error) => error,
            }
        })
    })
}

/// The arguments, with a tool's options in clap's spelling.
fn with_clap_spelling(arguments: Vec<OsString>, program: &Command) -> Vec<OsString> {
    let is_tool = arguments
        .first()
        .is_some_and(|first| program.get_subcommands().any(|command| first == command.get_name()));
    arguments.into_iter().map(|word| if is_tool { with_two_hyphens(word) } else { word }).collect()
}

fn unknown(written: &str, program: &mut Command, registry: &Registry) -> clap::Error {
    let written = written.split_whitespace().next().unwrap_or_default();
    let usage = program.render_usage();
    let mut error = clap::Error::new(ErrorKind::InvalidSubcommand).with_cmd(program);
    error.insert(ContextKind::InvalidSubcommand, ContextValue::String(written.to_owned()));
    let mut known: Vec<&str> = program.get_subcommands().map(Command::get_name).collect();
    command_words().for_each(|word| known.push(word));
    let name = program.get_name();
    if registry.game(written).is_some() {
        suggest(&mut error, format!("'{written}' is a game: {}", uses(name, written)));
    } else if let Some(hint) = nearest(written, known.iter().copied().chain(registry.names())) {
        if known.contains(&hint) {
            let hint = ContextValue::Strings(vec![hint.to_owned()]);
            error.insert(ContextKind::SuggestedSubcommand, hint);
        } else {
            suggest(&mut error, format!("a similar game exists: {}", uses(name, hint)));
        }
    }
    error.insert(ContextKind::Usage, ContextValue::StyledStr(usage));
    error
}

/// What a program of this name does with a game.
fn uses(name: &str, game: &str) -> String {
    format!("`{name} play {game}` plays it, and `{name} --game {game}` starts the engine with it")
}

fn suggest(error: &mut clap::Error, hint: String) {
    error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![hint.into()]));
}

/// The error of a tool that takes a game as an option. If it is about a word that is a game, or
/// nearly one, it leads to the option.
fn with_game_option(mut error: clap::Error, registry: &Registry) -> clap::Error {
    let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidArg).cloned() else {
        return error;
    };
    if error.kind() != ErrorKind::UnknownArgument || word.starts_with('-') {
        return error;
    }
    if registry.game(&word).is_some() {
        suggest(&mut error, format!("'{word}' is a game: `--game {word}` selects it"));
    } else if let Some(game) = nearest(&word, registry.names().into_iter()) {
        suggest(&mut error, format!("a similar game exists: `--game {game}` selects it"));
    }
    error
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn definitions_are_valid() {
        program(&plyglot_games::standard()).debug_assert();
    }

    fn text(arguments: [&str; 2]) -> String {
        let arguments = arguments.map(OsString::from).to_vec();
        match parse(arguments, &plyglot_games::standard()) {
            Ok(Action::Text(text)) => text,
            _ => panic!("no text"),
        }
    }

    #[test]
    fn help_with_a_tool_is_the_help_of_the_tool() {
        let help = text(["help", "play"]);
        assert!(help.contains("\nUsage: plyglot play "), "{help}");
        assert_eq!(help, text(["play", "--help"]));
    }

    #[test]
    fn help_begins_with_how_to_play_and_names_games_as_people_do() {
        let mut program = program(&plyglot_games::standard());
        let help = program.render_help().to_string();
        let (begin, _) = help.split_once("\nUsage: ").expect("a usage");
        assert!(begin.contains("`plyglot board --open`"), "{help}");
        let play = program.find_subcommand_mut("play").expect("a tool").render_help().to_string();
        for help in [help, play] {
            let words: Vec<&str> = help.split([' ', ',', ']', '\n']).collect();
            assert!(["connect4", "othello"].iter().all(|name| words.contains(name)), "{help}");
            assert!(!words.contains(&"cfour") && !words.contains(&"flipello"), "{help}");
        }
    }

    #[test]
    fn help_fits_its_width_and_describes_each_option() {
        let program = program(&plyglot_games::standard());
        let mut all: Vec<Command> = program.get_subcommands().cloned().collect();
        all.push(program);
        for command in all {
            let name = command.get_name().to_owned();
            assert!(command.get_about().is_some(), "{name}");
            for argument in command.get_arguments().filter(|argument| !argument.is_hide_set()) {
                assert!(argument.get_help().is_some(), "{name} {argument}");
            }
            let help = command.max_term_width(WIDTH).render_help().to_string();
            assert!(help.lines().all(|line| line.chars().count() <= WIDTH), "{help}");
        }
    }
}
