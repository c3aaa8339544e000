//! `plyglot analyse`: what every move of a position is worth, and where a game turned.
//!
//! * `study`: the searches, and what they say of a position or of each move of a game. `study/puzzle`:
//!   positions with one good move.
//! * `openings`: the first moves of many games, as a tree.
//! * `annotate`: a game with all that, as a record.
//! * `reports`: what other tools ask for. `text`, `json`: the answers as text, and as JSON for other
//!   programs, too. Images: `crate::drawing`.

mod annotate;
mod json;
mod openings;
mod reports;
mod study;
mod text;

use crate::drawing;
use crate::shared::{
    self, AnswerPrinter, Event, GamesRead, Refusal, Searches, StudyOptions, Subject, WorkStep,
    Worker, check_refused,
};
use annotate::GamesFile;
use anyhow::{Context, Result, ensure};
use clap::error::ErrorKind;
use clap::{ArgMatches, Args, Command, FromArgMatches};
pub use json::games;
use openings::Openings;
pub use openings::{OpeningCounts, OpeningMoveReport, OpeningReport, openings};
use plyglot_command::arguments::{Streams, offer_games, tool, within};
use plyglot_command::interrupt::{self, Remainder};
use plyglot_command::progress::ProgressOutput;
use plyglot_engine::{ChosenGame, GameEntry, GoLimits, Registry};
use plyglot_records::{GameChoice, RecordedGame};
use plyglot_support::files::{self, Format, cannot_be_written};
use plyglot_support::text::counted;
pub use reports::{game, position, puzzles};
use serde_json::json;
use std::io::BufRead;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;
use study::Study;
pub use study::{AnalysisRequest, GameReport, PositionReport, Puzzle, RankedMove, ReviewedMove};

const USUAL_TIME: Duration = Duration::from_secs(1);
/// So that the puzzles and openings of a file are the same at every run.
const USUAL_NODES: u64 = 10_000;

/// Score the moves of positions and of whole games
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
A POSITION is `startpos` or the text of a position, optionally followed by `moves` and moves. \
Without any, positions are read from stdin, one per line; EPD is also read, and lines that begin \
with # are skipped. With --pgn, every move of every game is compared with the best one; the tags of a \
game say which it is. Without --depth, --nodes or --movetime, a search takes a second. With \
--puzzles, it has 10,000 nodes, and those that verify a puzzle 30 times as many.")]
struct AnalyseOptions {
    #[command(flatten)]
    study: StudyOptions,
    /// Games to analyse, move by move; - for stdin
    #[arg(long, visible_alias = "games", value_name = "FILE", conflicts_with = "positions")]
    pgn: Option<PathBuf>,
    /// Append the games to FILE with scores, marks, reasons and better moves, in the format that they came in
    #[arg(long, visible_alias = "gamesout", value_name = "FILE", requires = "pgn")]
    pgnout: Option<PathBuf>,
    /// Number of moves to score
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = within::<usize>(1..=1000))]
    lines: usize,
    /// Score every legal move; with only --depth, all but the best to 3 plies less
    #[arg(long, conflicts_with = "lines")]
    all: bool,
    /// Print only puzzles: positions in which one move wins or saves the game, and no other does
    #[arg(long, conflicts_with_all = ["depth", "lines", "all", "threat", "svg"])]
    puzzles: bool,
    /// Print only the first PLIES moves of the games as a tree, with results and scores
    #[arg(long, value_name = "PLIES", requires = "pgn", value_parser = within::<usize>(1..=100))]
    #[arg(conflicts_with_all = ["lines", "all", "puzzles", "pgnout"])]
    openings: Option<usize>,
    /// Say what the other side threatens: its best line after a pass, searched with the same limits
    #[arg(long, conflicts_with = "pgn")]
    threat: bool,
    /// Draw the position with its moves and scores; % in FILE stands for its number
    #[arg(long, value_name = "FILE", conflicts_with = "pgn")]
    svg: Option<PathBuf>,
}

pub fn command(registry: &Registry) -> Command {
    offer_games(AnalyseOptions::augment_args(tool("analyse")), registry)
}

impl AnalyseOptions {
    /// The game of each record: by its tags, unless one was asked for.
    fn choice<'a>(&self, registry: &'a Registry, game: &ChosenGame) -> GameChoice<'a> {
        GameChoice { registry, game: game.clone(), is_wanted: self.study.game.is_written }
    }

    fn request(&self, game: ChosenGame) -> AnalysisRequest {
        let usual = if self.puzzles || self.openings.is_some() {
            GoLimits { nodes: Some(USUAL_NODES), ..GoLimits::default() }
        } else {
            GoLimits { move_time: Some(USUAL_TIME), ..GoLimits::default() }
        };
        AnalysisRequest {
            game,
            mib: self.study.hash.mib,
            limits: self.study.limits(usual),
            lines: if self.all { usize::MAX } else { self.lines },
            threat: self.threat,
        }
    }
}

/// Analyses what the arguments name, or the lines of the input. An interrupt or a request
/// to terminate ends it after the last answer that is known; of a game, the moves that are
/// known are an answer.
pub fn run(matches: &ArgMatches, registry: &Registry, streams: Streams<'_>) -> Result<()> {
    let Streams { input, output, errors, terminals } = streams;
    let options = AnalyseOptions::from_arg_matches(matches)?;
    let game = options.study.choose_game(registry)?;
    let choice = options.choice(registry, &game);
    let request = options.request(game);
    if let (Some(plies), Some(path)) = (options.openings, &options.pgn) {
        let request = AnalysisRequest { lines: 1, ..request };
        let openings = Openings::new(&choice, &request, plies);
        return print_openings(openings, path, &options.study, input, output);
    }
    let entry = &request.game.entry;
    let GamesRead { subjects, sources, encoding } = match &options.pgn {
        Some(path) => shared::games(path, input)?,
        None => {
            let positions = &options.study.positions;
            let subjects =
                shared::positions_of(positions, entry, registry, input, terminals, errors)?;
            GamesRead { subjects, ..GamesRead::default() }
        }
    };
    check_svg(&options, subjects.len())?;
    let interrupt = interrupt::watch(Remainder::Results)?;
    let is_json = options.study.json;
    let mut cut = 0;
    let mut annotated = GamesFile::new(options.pgnout.as_deref(), registry, &subjects, encoding)?;
    let mut answers = AnswerPrinter::new(output, &subjects, interrupt, is_json);
    let workers = shared::workers_for(subjects.len(), options.study.threads, || {
        Ok(Analyser { study: Study::new(&request)?, options: &options, choice: &choice })
    })?;
    let is_whole = shared::run(workers, &subjects, interrupt, |subject, event| {
        if let Event::Done(Err(Refusal::NoGame(_))) = event
            && let Subject::Game(number, game) = subject
            && !options.puzzles
        {
            annotated.keep(*number, game, &sources[number - 1])?;
        }
        answers.take(subject, event, |mut report| {
            draw(&report, &options, entry)?;
            match (&mut report, subject) {
                (StudyReport::Game(report), Subject::Game(number, game)) => {
                    cut += usize::from(report.is_cut());
                    annotated.add(game, report, &sources[number - 1])?;
                }
                (StudyReport::Puzzles(puzzles), _) => {
                    annotated.add_puzzles(subject, puzzles)?;
                }
                _ => {}
            }
            Ok(print(&report, entry, is_json))
        })
    })?;
    let done = if options.pgn.is_some() { "analysed to the end" } else { "analysed" };
    answers.end(is_whole, cut, done)
}

/// Counts the openings of the games in a file, and prints those of many games. An interrupt ends the
/// reading, or the searches, with what is known.
fn print_openings(
    mut openings: Openings<'_>,
    path: &Path,
    options: &StudyOptions,
    input: Box<dyn BufRead + Send>,
    mut output: ProgressOutput<'_>,
) -> Result<()> {
    let interrupt = interrupt::watch(Remainder::Results)?;
    let mut count = 0;
    let mut refused = 0;
    shared::each_game(path, input, |game| {
        count += 1;
        output.progress.show(count as u64, None, || counted(count, "game"));
        if let Err(fault) = openings.add(&game) {
            refused += 1;
            let subject = Subject::Game(count, RecordedGame::default());
            let refusal = Refusal::NoGame(fault);
            let text = if options.json {
                refusal.json(&subject).to_string()
            } else {
                refusal.text(&subject)
            };
            output.say(&text)?;
        }
        Ok(!interrupt.load(Relaxed))
    })?;
    if openings.is_full {
        log::warn!("some positions are left out: there is no room for more");
    }
    let is_whole = openings.search(options.threads, interrupt, &|done, all| {
        output.progress.show(done, Some(all), || format!("{done} of {all} positions"));
    })?;
    output.progress.end();
    let lines: Vec<String> = match options.json {
        true => openings.reports().iter().map(|report| json!(report).to_string()).collect(),
        false => openings.texts(),
    };
    lines.iter().try_for_each(|line| output.say(line))?;
    ensure!(is_whole && !interrupt.load(Relaxed), "interrupted");
    check_refused(refused, count as u64, "read to the end")
}

struct Analyser<'a> {
    study: Study<'a>,
    options: &'a AnalyseOptions,
    choice: &'a GameChoice<'a>,
}

impl Worker for Analyser<'_> {
    type Item = Subject;
    type Answer = Result<StudyReport, Refusal>;

    fn searches(&self) -> &Arc<Searches> {
        &self.study.searches
    }

    fn work(&mut self, subject: &Subject, report: &dyn Fn(WorkStep)) -> Self::Answer {
        let Analyser { study, options, choice } = self;
        Ok(match subject {
            _ if options.puzzles => StudyReport::Puzzles(study.puzzles(subject, choice, report)?),
            Subject::Position(line) => StudyReport::Position(Box::new(study.position(line)?)),
            Subject::Game(number, game) => {
                let is_json = options.study.json;
                let on_step = |game: &GameReport| report(step(game, is_json));
                StudyReport::Game(study.game(*number, game, choice, &on_step)?)
            }
        })
    }
}

#[derive(Debug)]
enum StudyReport {
    Position(Box<PositionReport>),
    Game(GameReport),
    Puzzles(Vec<Puzzle>),
}

/// The first attribute distinguishes images of the program from others.
const IMAGE: Format =
    Format { name: "an image of Plyglot", beginnings: &["<svg data-by=\"plyglot\" "] };

/// Checks that each position has an image of its own, which does not replace something else.
fn check_svg(options: &AnalyseOptions, positions: usize) -> Result<()> {
    let Some(path) = &options.svg else { return Ok(()) };
    let name = path.to_string_lossy();
    let is_shared = positions > 1 && !name.contains('%');
    let why = "--svg needs a name with %, the number of the position";
    ensure!(!is_shared, clap::Error::raw(ErrorKind::ValueValidation, why));
    (1..=positions).try_for_each(|number| {
        let path = PathBuf::from(name.replace("%", &number.to_string()));
        IMAGE.check(&path).with_context(|| cannot_be_written(&path))
    })
}

fn draw(report: &StudyReport, options: &AnalyseOptions, entry: &GameEntry) -> Result<()> {
    let (StudyReport::Position(report), Some(path)) = (report, &options.svg) else { return Ok(()) };
    let path =
        PathBuf::from(path.to_string_lossy().replace("%", &report.heading.number.to_string()));
    let picture = report.picture.as_ref().context("the game has no board to draw")?;
    let moves: Vec<_> = report.moves.iter().map(|m| (m.cells, m.value)).collect();
    let image = drawing::svg(&report.heading.position, entry.info.sides, picture, &moves);
    files::write(&path, &IMAGE, image).with_context(|| cannot_be_written(&path))
}

fn step(report: &GameReport, is_json: bool) -> WorkStep {
    let text = if is_json { String::new() } else { text::latest(report) };
    let note = format!("game {}{}", report.number, text::latest_name(report));
    WorkStep { text, note, done: report.moves.len() as u64 }
}

/// The answer, or the rest of a game's after its last step.
fn print(report: &StudyReport, entry: &GameEntry, is_json: bool) -> String {
    match report {
        StudyReport::Position(report) if is_json => json!(report).to_string(),
        StudyReport::Game(report) if is_json => json::game_json(report).to_string(),
        StudyReport::Position(report) => text::position(report, entry),
        StudyReport::Game(report) => text::summary(report),
        StudyReport::Puzzles(puzzles) => {
            let lines: Vec<String> = match is_json {
                true => puzzles.iter().map(|one| json!(one).to_string()).collect(),
                false => puzzles.iter().map(text::puzzle).collect(),
            };
            lines.join("\n")
        }
    }
}
