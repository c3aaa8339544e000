//! Shell completions and man pages, generated from the definition of the command line.

use super::program;
use crate::arguments::{Streams, file};
use crate::engine::Registry;
use crate::files;
use anyhow::Context;
use clap::{Arg, ArgMatches, Command, value_parser};
use clap_complete::Shell;
use clap_mangen::Man;
use std::path::{Path, PathBuf};

const CANNOT_WRITE: &str = "the output cannot be written";

pub(super) fn completions_command(_: &Registry) -> Command {
    Command::new("completions").about("Completions of the command line for a shell").arg(
        Arg::new("shell")
            .value_name("SHELL")
            .help("Shell that they are for")
            .required(true)
            .value_parser(value_parser!(Shell)),
    )
}

/// Prints the completions.
///
/// # Errors
/// If the output cannot be written to.
pub(super) fn completions(
    matches: &ArgMatches,
    registry: &Registry,
    streams: Streams<'_>,
) -> anyhow::Result<()> {
    let shell: Shell = *matches.get_one("shell").context("a shell is required")?;
    // The generator needs an output that cannot fail.
    let mut script = Vec::new();
    let name = registry.program().command();
    clap_complete::generate(shell, &mut program(registry), name, &mut script);
    streams.output.write_all(&script).context(CANNOT_WRITE)
}

pub(super) fn man_command(_: &Registry) -> Command {
    Command::new("man").about("Pages for man: of the program, or one a tool in a folder").arg(
        Arg::new("folder")
            .value_name("DIR")
            .help("Folder that all pages go to, one page a tool")
            .value_parser(file()),
    )
}

/// Prints the page of the program, or writes all pages to a folder.
///
/// # Errors
/// If the output or the folder cannot be written to.
pub(super) fn man(
    matches: &ArgMatches,
    registry: &Registry,
    streams: Streams<'_>,
) -> anyhow::Result<()> {
    let mut program = program(registry);
    program.build();
    let Some(folder) = matches.get_one::<PathBuf>("folder") else {
        return streams.output.write_all(&page(&program)?).context(CANNOT_WRITE);
    };
    write_page(folder, &program)?;
    program.get_subcommands().try_for_each(|tool| write_page(folder, tool))
}

fn write_page(folder: &Path, command: &Command) -> anyhow::Result<()> {
    let name = command.get_display_name().unwrap_or(command.get_name());
    let path = folder.join(format!("{name}.1"));
    let written = files::write(&path, page(command)?);
    written.with_context(|| format!("{} cannot be written", path.display()))
}

fn page(command: &Command) -> anyhow::Result<Vec<u8>> {
    let mut page = Vec::new();
    Man::new(command.clone()).render(&mut page)?;
    Ok(page)
}
