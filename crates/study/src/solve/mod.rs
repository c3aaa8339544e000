//! `plyglot solve`: exact values of positions, as many as there are among the arguments or on the
//! input. `answer` is the line that is printed for each, and the totals at the end. An [`Expert`]
//! knows the values.

mod answer;

use crate::shared::{self, PositionLine, Refusal, Subject, check_refused};
use answer::Summary;
pub use answer::json;
use anyhow::{Context, ensure};
use clap::{ArgMatches, Args, Command, FromArgMatches};
use plyglot_command::arguments::{GameArgs, SearchArgs, Streams, offer_games, tool};
use plyglot_command::{interrupt, lines};
use plyglot_engine::{Expert, Registry, SolveAim, SolveRequest};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::RecvTimeoutError;
use std::time::Duration;

/// The time between two checks of the interrupt while no line comes.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Solve positions exactly
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Positions are arguments: `startpos` or the text of a position, optionally followed by `moves` and \
moves; a trailing score is ignored. Without any, they are read from stdin, one per line; if all \
reachable positions are worked out, the start position is the default. Prints a line for each with the \
position, a tab and its value for the side to move. If the game has a scale in the literature, that is \
a number (Connect Four: 0 is a draw, 1 a win with the last stone, 2 with the one before, -1 a loss to \
the last stone); otherwise `win N` or `loss N`, in plies to the end, or `draw`. If all reachable \
positions were worked out, their numbers and a line of best play follow. A line that is not a \
position, or cannot be solved, gets `error:` and the reason. Totals go to stderr.")]
struct SolveOptions {
    /// Positions
    #[arg(value_name = "POSITION")]
    positions: Vec<String>,
    #[command(flatten)]
    game: GameArgs,
    /// Also print the value of every move (in a third column): a=-2 b=-1, or a1=draw a2=win:3
    #[arg(long)]
    all: bool,
    /// Only say whether it is a win, a draw or a loss, which is faster
    #[arg(long, conflicts_with = "all")]
    wld: bool,
    /// Print one JSON object per line
    #[arg(long)]
    json: bool,
    /// Work out all reachable positions, within --hash; the default if a game has no solver
    #[arg(long)]
    table: bool,
    /// Do not use the opening book of exact values
    #[arg(long)]
    no_book: bool,
    #[command(flatten)]
    search: SearchArgs,
    /// Clear the memory before each position
    #[arg(long)]
    cold: bool,
}

/// The command. By default, the game is the first that has a solver.
pub fn command(registry: &Registry) -> Command {
    let command = offer_games(SolveOptions::augment_args(tool("solve")), registry);
    let solved = registry.entries().iter().find(|entry| entry.is_solved());
    match (registry.file_game(), solved) {
        (Ok(None), Some(entry)) => {
            command.mut_arg("game", |game| game.default_value(entry.info.common_name))
        }
        _ => command,
    }
}

/// Prints a line for each position among the arguments, or without any for each line of the
/// input, and totals. An interrupt or a request to terminate ends it after the last line that
/// is known.
pub fn run(matches: &ArgMatches, registry: &Registry, streams: Streams<'_>) -> anyhow::Result<()> {
    let Streams { input, mut output, errors, terminals } = streams;
    let options = SolveOptions::from_arg_matches(matches)?;
    let (hash, threads) = (options.search.hash.mib, options.search.threads);
    let entry = registry.entry(&options.game.name)?;
    let expert = Expert::new(entry, hash, threads)?;
    let interrupt = interrupt::watch()?;
    let by_table = options.table || !entry.is_solved();
    let lines = match &options.positions[..] {
        // A user who asks for a whole game at a terminal has no positions to type.
        [] if by_table && terminals.input => lines::given(&[]),
        [] => {
            lines::announce(terminals, errors)?;
            lines::read(input)?
        }
        positions => lines::given(&shared::positions_in(positions, entry)),
    };
    let (game, summary) = (entry.info.name, Summary::default());
    let mut run = SolveRun { game, options, expert, interrupt, summary };
    while !interrupt.load(Relaxed) {
        if output.progress.wants_lines() {
            // Otherwise the answers themselves are on the screen.
            output.progress.show(run.summary.lines(), None, || run.summary.to_string());
        }
        let line = match lines.recv_timeout(POLL_INTERVAL) {
            Ok(line) => line.context("the input cannot be read")?,
            Err(RecvTimeoutError::Timeout) => continue,
            Err(RecvTimeoutError::Disconnected) if by_table && run.summary.lines() == 0 => {
                "startpos".to_owned()
            }
            Err(RecvTimeoutError::Disconnected) => break,
        };
        if let Some(answer) = run.answer(&line) {
            output.say(&answer)?;
        }
    }
    output.progress.end();
    ensure!(run.summary.lines() > 0 || interrupt.load(Relaxed), lines::NO_POSITION);
    writeln!(errors, "{}", run.summary).context("the totals cannot be written")?;
    check_refused(run.summary.errors, run.summary.lines(), "solved")
}

struct SolveRun {
    game: &'static str,
    options: SolveOptions,
    expert: Expert,
    interrupt: &'static AtomicBool,
    summary: Summary,
}

impl SolveRun {
    /// The answer to a line; none if it was interrupted.
    fn answer(&mut self, text: &str) -> Option<String> {
        let number = self.summary.lines() as usize + 1;
        let line = PositionLine { number, text: text.to_owned() };
        if self.options.cold {
            self.expert.forget();
        }
        let SolveOptions { all, wld, json, no_book, table, .. } = self.options;
        let aim = if wld {
            SolveAim::Outcome
        } else if all {
            SolveAim::AllValues
        } else {
            SolveAim::Value
        };
        let (interrupt, memory) = (self.interrupt, self.options.search.hash.mib << 20);
        let request = SolveRequest { aim, book: !no_book, table, memory, interrupt };
        let mut solve = |text: &str| self.expert.solve(text, &request);
        let solved = solve(text).or_else(|error| match without_score(text) {
            Some(position) => solve(position).map_err(|_| error),
            None => Err(error),
        });
        match solved {
            Ok(None) => None,
            Ok(Some(solution)) => {
                self.summary.add(&solution);
                Some(if json {
                    answer::json(self.game, line.number as u64, &solution, all).to_string()
                } else {
                    answer::text(&line, &solution, all)
                })
            }
            Err(error) => {
                self.summary.add_error();
                Some(if json {
                    Refusal::NoPosition(error).json(&Subject::Position(line)).to_string()
                } else {
                    answer::error(&line, &error)
                })
            }
        }
    }
}

/// The position of a line that has its score behind it, as the well-known test files of Connect
/// Four do.
fn without_score(line: &str) -> Option<&str> {
    let (position, score) = line.trim().split_once(char::is_whitespace)?;
    score.trim_start().parse::<i32>().is_ok().then_some(position)
}
