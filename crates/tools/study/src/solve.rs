//! `plyglot solve`: exact values of positions, as many as there are among the arguments or on the
//! input. An [`Expert`] knows the values.

use crate::shared::{self, PositionLine, Refusal, Subject, check_refused};
use anyhow::{Context, ensure};
use clap::{ArgMatches, Args, Command, FromArgMatches};
use plyglot_command::arguments::{GameArgs, SearchArgs, Streams, offer_games, tool};
use plyglot_command::interrupt::{self, Expendable, POLL_INTERVAL, Remainder};
use plyglot_command::json::{self, result_word};
use plyglot_command::lines;
use plyglot_command::progress::Progress;
use plyglot_core::game::{Exact, Side, TextError};
use plyglot_engine::{
    EndingFacts, EndingProgress, EndingRequest, Expert, LongestWin, Registry, Solution, SolveAim,
    SolveRequest, SolvedValue, TableCounts, TableFacts,
};
use plyglot_support::text::{counted, plain, short, span};
use serde::Serialize;
use serde_json::{Value, json};
use std::fmt;
use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::mpsc::RecvTimeoutError;
use std::time::Duration;

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
position, or cannot be solved, gets `error:` and the reason. Totals go to stderr.

With --table, a position may also be the pieces of both sides, such as `KR:K`. Then all positions \
of these are worked out, and those that captures and promotions lead to. The line has how many are \
won, drawn and lost for each side to move, the longest win with its plies, and its moves.")]
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
    /// Keep tables of pieces in this folder, and use those that are there
    #[arg(long, value_name = "FOLDER")]
    folder: Option<PathBuf>,
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
    let solved = registry.entries().iter().find(|entry| entry.is_solved);
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
    let hash = options.search.hash.mib;
    let threads = options.search.threads;
    let entry = registry.entry(&options.game.name)?;
    let expert = Expert::new(entry, hash, threads)?;
    let interrupt = interrupt::watch(Remainder::State)?;
    let by_table = options.table || !entry.is_solved;
    let lines = match &options.positions[..] {
        // A user who asks for a whole game at a terminal has no positions to type.
        [] if by_table && terminals.input => lines::given(&[]),
        [] => {
            lines::announce(terminals, errors)?;
            lines::read(input)?
        }
        positions => lines::given(&shared::positions_in(positions, entry, registry)?),
    };
    let game = entry.info.name;
    let summary = Summary::default();
    let expendable = Some(Expendable::begin());
    let mut run = SolveRun { game, options, expert, interrupt, summary, expendable };
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
        if run.options.cold {
            run.expert.forget();
        }
        let answer = match material(&line).filter(|_| by_table) {
            Some(material) => run.ending(material, &line, &output.progress, errors),
            None => run.answer(&line),
        };
        if let Some(answer) = answer {
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
    /// None while a table is valued and written, all of whose positions are known.
    expendable: Option<Expendable>,
}

impl SolveRun {
    /// The answer to a line; none if it was interrupted.
    fn answer(&mut self, text: &str) -> Option<String> {
        let number = self.summary.lines() as usize + 1;
        let line = PositionLine { number, text: text.to_owned() };
        let SolveOptions { all, wld, json, no_book, table, .. } = self.options;
        let aim = if wld {
            SolveAim::Outcome
        } else if all {
            SolveAim::AllValues
        } else {
            SolveAim::Value
        };
        let interrupt = self.interrupt;
        let memory = self.options.search.hash.mib << 20;
        let request = SolveRequest { aim, book: !no_book, table, memory, interrupt };
        let expert = &mut self.expert;
        let solved = expert.solve(text, &request).or_else(|error| match without_score(text) {
            Some(position) => expert.solve(position, &request).map_err(|_| error),
            None => Err(error),
        });
        match solved {
            Ok(None) => None,
            Ok(Some(solution)) => {
                self.summary.add(&solution);
                Some(if json {
                    self::json(self.game, line.number as u64, &solution, all).to_string()
                } else {
                    text_line(&line, &solution, all)
                })
            }
            Err(error) => Some(self.refuse(line, error)),
        }
    }

    /// The answer to a line of pieces; none if it was interrupted. What a table takes goes to
    /// `errors` before it is made.
    fn ending(
        &mut self,
        material: &str,
        text: &str,
        progress: &Progress,
        errors: &mut dyn Write,
    ) -> Option<String> {
        let request = EndingRequest {
            material,
            folder: self.options.folder.as_deref(),
            memory: self.options.search.hash.mib << 20,
            interrupt: self.interrupt,
        };
        let number = self.summary.lines() as usize + 1;
        let solved = self.expert.solve_ending(&request, &mut |made| {
            let EndingProgress { material, done, size, bytes } = made;
            if *done == 0 {
                let mib = bytes.div_ceil(1 << 20);
                let line = format!("{material}: up to {size} positions, some {mib} MiB of memory");
                // Nobody waits for it.
                let _ = progress.suspend(|| writeln!(errors, "{line}"));
            }
            progress.show(*done, Some(*size), || material.clone());
            if done < size {
                self.expendable.get_or_insert_with(Expendable::begin);
            } else {
                self.expendable = None;
            }
        });
        self.expendable.get_or_insert_with(Expendable::begin);
        match solved {
            Ok(None) => None,
            Ok(Some(ending)) => {
                self.summary.add_ending(&ending);
                let json = self.options.json;
                Some(if json {
                    json_ending(self.game, number, &ending).to_string()
                } else {
                    ending_line(&ending)
                })
            }
            Err(error) => Some(self.refuse(PositionLine { number, text: text.to_owned() }, error)),
        }
    }

    fn refuse(&mut self, line: PositionLine, error: TextError) -> String {
        self.summary.errors += 1;
        if self.options.json {
            Refusal::NoPosition(error).json(&Subject::Position(line)).to_string()
        } else {
            error_line(&line, &error)
        }
    }
}

/// The pieces of both sides, if a line has those in place of a position.
fn material(line: &str) -> Option<&str> {
    let word = line.trim();
    let is_material = !word.contains(['/', ' ', '\t']) && word.matches(':').count() == 1;
    if is_material { Some(word) } else { None }
}

/// The line of a table of pieces: these, what the values leave out, how many positions have which
/// for each side to move, and the longest win.
fn ending_line(ending: &EndingFacts) -> String {
    let mut line = ending.material.clone();
    for (side, counts) in Side::BOTH.into_iter().zip(&ending.sides) {
        line.push_str(&format!("\t{} to move: {}", side.word(), table_counts(counts)));
    }
    if let Some(LongestWin { plies, position, line: moves }) = &ending.longest {
        line.push_str(&format!("\twin {plies}\t{position}\t{}", moves.join(" ")));
    }
    if let Some(rule) = &ending.left_out {
        line.push_str(&format!("\twithout {rule}"));
    }
    line
}

fn table_counts(counts: &TableCounts) -> String {
    let TableCounts { won, drawn, lost, longest } = counts;
    let all = counted(counts.positions(), "position");
    format!("{all}: {won} won, {drawn} drawn, {lost} lost, longest {longest}")
}

/// The figures of a table of pieces: the object that `plyglot solve --json` prints.
fn json_ending(game: &str, number: usize, ending: &EndingFacts) -> Value {
    json!({
        "game": game,
        "number": number,
        "material": ending.material,
        "first": CountsJson::from(ending.sides[0]),
        "second": CountsJson::from(ending.sides[1]),
        "longest": ending.longest,
        "left_out": ending.left_out,
        "made": ending.made,
        "time": ending.time.as_secs_f64(),
    })
}

#[derive(Serialize)]
struct CountsJson {
    positions: u64,
    won: u64,
    drawn: u64,
    lost: u64,
    longest: u16,
}

impl From<TableCounts> for CountsJson {
    fn from(counts: TableCounts) -> CountsJson {
        let TableCounts { won, drawn, lost, longest } = counts;
        CountsJson { positions: counts.positions(), won, drawn, lost, longest }
    }
}

/// The position of a line that has its score behind it, as the well-known test files of Connect
/// Four do.
fn without_score(line: &str) -> Option<&str> {
    let (position, score) = line.trim().split_once(char::is_whitespace)?;
    score.trim_start().parse::<i32>().ok()?;
    Some(position)
}

/// The line of a position: itself, its value, those of its moves if `all`, and figures of the
/// table, if there is one.
fn text_line(line: &PositionLine, solution: &Solution, all: bool) -> String {
    let value = solution.value.map(|value| value_text(value, ' '));
    let value = value.unwrap_or_else(|| result_word(solution.outcome).to_owned());
    let mut line = format!("{}\t{value}", plain(&line.text));
    if all {
        let mut moves = Vec::new();
        for m in &solution.moves {
            moves.push(format!("{}={}", m.legal.short, value_text(m.value, ':')));
        }
        line.push_str(&format!("\t{}", moves.join(" ")));
    }
    if let Some(TableFacts { counts, line: moves }) = &solution.table {
        line.push_str(&format!("\t{}\t{}", table_counts(counts), moves.join(" ")));
    }
    line
}

fn error_line(line: &PositionLine, error: &TextError) -> String {
    format!("{}\terror: column {}: {error}", plain(&line.text), error.at + 1)
}

fn value_text(value: SolvedValue, between: char) -> String {
    match (value.score, value.exact) {
        (Some(score), _) => score.to_string(),
        (None, Exact::Win(plies)) => format!("win{between}{plies}"),
        (None, Exact::Loss(plies)) => format!("loss{between}{plies}"),
        (None, Exact::Draw) => "draw".to_owned(),
        (None, Exact::WinBy(points)) => format!("+{points}"),
        (None, Exact::LossBy(points)) => format!("-{points}"),
    }
}

/// The value of a position of the game of this name and what it took, with that of its moves if
/// `all`: the object that `plyglot solve --json` prints. `number` is that of its line, from 1.
pub fn json(game: &str, number: u64, solution: &Solution, all: bool) -> Value {
    let unknown = ValueJson { score: None, result: result_word(solution.outcome), plies: None };
    let mut moves = Vec::new();
    for m in &solution.moves {
        let value = ValueJson::from(m.value);
        moves.push(MoveJson { name: &m.legal.name, record: &m.legal.record, value });
    }
    json!(SolutionJson {
        game,
        number,
        position: &solution.position,
        side: solution.side,
        value: solution.value.map_or(unknown, ValueJson::from),
        nodes: solution.nodes,
        time: solution.time,
        moves: if all { Some(moves) } else { None },
        table: solution.table.as_ref().map(TableJson::from),
    })
}

#[derive(Serialize)]
struct SolutionJson<'a> {
    game: &'a str,
    number: u64,
    position: &'a str,
    #[serde(serialize_with = "json::side")]
    side: Side,
    #[serde(flatten)]
    value: ValueJson,
    nodes: u64,
    #[serde(serialize_with = "json::seconds")]
    time: Duration,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<MoveJson<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    table: Option<TableJson<'a>>,
}

#[derive(Serialize)]
struct MoveJson<'a> {
    #[serde(rename = "move")]
    name: &'a str,
    record: &'a str,
    #[serde(flatten)]
    value: ValueJson,
}

#[derive(Serialize)]
struct ValueJson {
    score: Option<i32>,
    result: &'static str,
    plies: Option<u16>,
}

impl From<SolvedValue> for ValueJson {
    fn from(SolvedValue { exact, score }: SolvedValue) -> ValueJson {
        let plies = match exact {
            Exact::Win(plies) | Exact::Loss(plies) => Some(plies),
            Exact::Draw | Exact::WinBy(_) | Exact::LossBy(_) => None,
        };
        ValueJson { score, result: result_word(exact.outcome()), plies }
    }
}

#[derive(Serialize)]
struct TableJson<'a> {
    #[serde(flatten)]
    counts: CountsJson,
    line: &'a [String],
}

impl<'a> From<&'a TableFacts> for TableJson<'a> {
    fn from(TableFacts { counts, line }: &'a TableFacts) -> TableJson<'a> {
        TableJson { counts: CountsJson::from(*counts), line }
    }
}

#[derive(Clone, Debug, Default)]
struct Summary {
    positions: u64,
    errors: u64,
    nodes: u64,
    time: Duration,
}

impl Summary {
    fn add(&mut self, solution: &Solution) {
        self.positions += 1;
        self.nodes += solution.nodes;
        self.time += solution.time;
    }

    fn add_ending(&mut self, ending: &EndingFacts) {
        self.positions += 1;
        self.time += ending.time;
    }

    fn lines(&self) -> u64 {
        self.positions + self.errors
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let positions = self.positions.max(1) as f64;
        let seconds = self.time.as_secs_f64();
        write!(
            f,
            "{}, {}, mean time {}, mean nodes {:.1}, {} nodes/s",
            counted(self.positions, "position"),
            counted(self.errors, "error"),
            span(seconds / positions),
            self.nodes as f64 / positions,
            short(if seconds > 0.0 { self.nodes as f64 / seconds } else { 0.0 }),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyglot_core::game::{MoveCells, Outcome};
    use plyglot_engine::{LegalMove, SolvedMove, SolvedValue};
    use std::time::Duration;

    fn solved(short: &str, exact: Exact, score: Option<i32>) -> SolvedMove {
        let name = format!("P@{short}1");
        let record = format!("{short}1");
        let short = short.to_owned();
        let cells = MoveCells::default();
        let legal = LegalMove { name, record, short, cells };
        SolvedMove { legal, value: SolvedValue { exact, score } }
    }

    fn solution(score: Option<i32>) -> Solution {
        Solution {
            position: "X w".to_owned(),
            side: Side::Second,
            outcome: Outcome::Won,
            value: Some(SolvedValue { exact: Exact::Win(3), score }),
            moves: vec![solved("a", Exact::Draw, score), solved("b", Exact::Loss(4), score)],
            table: None,
            nodes: 7,
            time: Duration::from_millis(500),
        }
    }

    fn line(text: &str) -> PositionLine {
        PositionLine { number: 9, text: text.to_owned() }
    }

    #[test]
    fn the_scale_of_the_literature_comes_first() {
        assert_eq!(text_line(&line("x"), &solution(Some(-2)), true), "x\t-2\ta=-2 b=-2");
        assert_eq!(text_line(&line("x"), &solution(None), true), "x\twin 3\ta=draw b=loss:4");
        assert_eq!(text_line(&line("x\ty"), &solution(None), false), "x y\twin 3");
        let by_points =
            |exact| Solution { value: Some(SolvedValue { exact, score: None }), ..solution(None) };
        assert_eq!(text_line(&line("x"), &by_points(Exact::WinBy(8)), false), "x\t+8");
        assert_eq!(text_line(&line("x"), &by_points(Exact::LossBy(10)), false), "x\t-10");
    }

    #[test]
    fn a_result_alone_is_a_word() {
        let lost =
            Solution { outcome: Outcome::Lost, value: None, moves: vec![], ..solution(None) };
        assert_eq!(text_line(&line("x"), &lost, false), "x\tloss");
        let expected = json!({
            "game": "halma", "number": 9, "position": "X w", "side": "second",
            "score": null, "result": "loss", "plies": null, "nodes": 7, "time": 0.5,
        });
        assert_eq!(json("halma", 9, &lost, false), expected);
    }

    #[test]
    fn means_are_of_all_positions() {
        let mut summary = Summary::default();
        let value = SolvedValue { exact: Exact::Draw, score: None };
        for (nodes, micros) in [(100, 30), (50, 10)] {
            let time = Duration::from_micros(micros);
            let position = "x".to_owned();
            let side = Side::First;
            let outcome = Outcome::Drawn;
            let value = Some(value);
            let moves = Vec::new();
            let table = None;
            summary.add(&Solution { position, side, outcome, value, moves, table, nodes, time });
        }
        summary.errors += 1;
        let expected = "2 positions, 1 error, mean time 20.00 us, mean nodes 75.0, 3.75 M nodes/s";
        assert_eq!(summary.to_string(), expected);
        let none = "0 positions, 0 errors, mean time 0.00 us, mean nodes 0.0, 0 nodes/s";
        assert_eq!(Summary::default().to_string(), none);
    }
}
