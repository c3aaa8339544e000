//! Makes Connect Four's book: the scores of all positions of the first plies,
//! and lines of best play from the last of them on.
//!
//! ```text
//! cargo run --release --example connect4_book -- scores FILE [THREADS [MIB]]
//! cargo run --release --example connect4_book -- lines FILE [THREADS [MIB]]
//! ```
//!
//! The first solves the positions of the last ply with the solver alone and works out
//! the earlier ones. The second, once the program has been built with the scores,
//! solves a line from each of the positions that are no draws (8 MiB do). FILE
//! is written every half minute, and what it already has is not solved again,
//! so the work can be stopped at any time and taken up later. When it is done,
//! the scores belong into `src/games/connect4/book.bin`; the lines are packed
//! beside FILE, with `.bin` at its end, for `src/games/connect4/lines.bin`.

use anyhow::{Context, Result, bail};
use clap::Parser;
use indicatif::{ProgressBar, ProgressStyle};
use plyglot::games::connect4::{ConnectFour, Landing, book, lines};
use plyglot::games::{Knowledge, SolverContext};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::AtomicU64;
use std::time::{Duration, Instant};

/// Positions that a thread takes at a time.
const CHUNK: usize = 16;
/// The time from one writing to the next.
const PACE: Duration = Duration::from_secs(30);
/// Words of memory in a MiB.
const WORDS: usize = 1 << 17;

/// What was found out about a position.
enum Found {
    Score(i32),
    Line(Vec<Landing>),
}

/// What is made.
enum Making {
    Scores(book::BookBuilder),
    Lines(lines::LinesBuilder),
}

impl Making {
    fn new(what: &str, bytes: Vec<u8>) -> Result<Making> {
        let made = match what {
            "scores" => book::BookBuilder::new(bytes).map(Making::Scores),
            "lines" => lines::LinesBuilder::new(bytes).map(Making::Lines),
            _ => bail!("expected scores or lines, found '{what}'"),
        };
        made.map_err(|size| anyhow::anyhow!("the file has not the size that it must have, {size}"))
    }

    fn open(&self) -> Vec<ConnectFour> {
        match self {
            Making::Scores(scores) => scores.open(),
            Making::Lines(lines) => lines.open(),
        }
    }

    /// How what it lacks of a position is found.
    fn wanted(&self) -> fn(&ConnectFour, &SolverContext<'_>) -> Option<Found> {
        match self {
            Making::Scores(_) => score,
            Making::Lines(_) => line,
        }
    }

    fn enter(&mut self, position: &ConnectFour, found: &Found) {
        match (self, found) {
            (Making::Scores(scores), Found::Score(score)) => scores.enter(position, *score),
            (Making::Lines(lines), Found::Line(line)) => lines.enter(position, line),
            _ => unreachable!("what is found is what was wanted"),
        }
    }

    fn bytes(&self) -> &[u8] {
        match self {
            Making::Scores(scores) => scores.bytes(),
            Making::Lines(lines) => lines.bytes(),
        }
    }
}

/// What the threads share.
struct Work {
    making: Making,
    open: Vec<ConnectFour>,
    /// Positions that were handed out.
    taken: usize,
    written: Instant,
    progress: ProgressBar,
}

/// Make the books of Connect Four
#[derive(Parser)]
struct Arguments {
    /// Which of them
    #[arg(value_parser = ["scores", "lines"])]
    what: String,
    /// File that it goes to, and goes on from
    file: PathBuf,
    /// Threads
    #[arg(default_value_t = 1)]
    threads: usize,
    /// Memory of each thread in MiB
    #[arg(default_value_t = 64)]
    mib: usize,
}

fn main() -> Result<()> {
    let Arguments { what, file, threads, mib } = Arguments::parse();
    let path = file.as_path();
    let bytes = if path.exists() { std::fs::read(path)? } else { Vec::new() };
    let making = Making::new(&what, bytes)?;
    let open = making.open();
    eprintln!("{} positions to solve", open.len());
    let progress = ProgressBar::new(open.len() as u64).with_style(style()?);
    let start = Instant::now();
    let work = Mutex::new(Work { making, open, taken: 0, written: start, progress });
    std::thread::scope(|scope| {
        let workers: Vec<_> =
            (0..threads).map(|_| scope.spawn(|| solve(&work, path, mib))).collect();
        workers.into_iter().try_for_each(|w| w.join().expect("no thread panics"))
    })?;
    let Work { mut making, progress, .. } = work.into_inner().expect("no thread panicked");
    progress.finish_and_clear();
    if let Making::Scores(scores) = &mut making {
        scores.complete();
    }
    write(path, making.bytes())?;
    if let Making::Lines(lines) = &making {
        write(&path.with_extension("bin"), &lines.packed())?;
    }
    eprintln!("done after {:.0} s", start.elapsed().as_secs_f64());
    Ok(())
}

/// Solves chunk after chunk until none is left.
fn solve(work: &Mutex<Work>, path: &Path, mib: usize) -> Result<()> {
    let memory: Vec<AtomicU64> = (0..mib * WORDS).map(|_| AtomicU64::new(0)).collect();
    let context =
        SolverContext { memory: &memory, helpers: None, book: false, meter: &|_| 1 << 20 };
    let solver = ConnectFour::solver().context("Connect Four has a solver")?;
    loop {
        let (chunk, wanted): (Vec<ConnectFour>, _) = {
            let mut work = work.lock().expect("no thread panics");
            let chunk = work.open.iter().skip(work.taken).take(CHUNK).copied().collect();
            work.taken += CHUNK;
            (chunk, work.making.wanted())
        };
        if chunk.is_empty() {
            return Ok(());
        }
        for position in chunk {
            // What was found out about one hardly helps with the next, and a
            // table that begins anew stays in the cache.
            solver.forget(&memory);
            let found = wanted(&position, &context).context("nothing ends the work")?;
            let mut work = work.lock().expect("no thread panics");
            work.making.enter(&position, &found);
            work.progress.inc(1);
            if work.written.elapsed() >= PACE {
                work.written = Instant::now();
                write(path, work.making.bytes())?;
                report(&work.progress);
            }
        }
    }
}

fn score(position: &ConnectFour, context: &SolverContext<'_>) -> Option<Found> {
    let solver = ConnectFour::solver()?;
    solver.score(position, solver.value(position, context)?).map(Found::Score)
}

fn line(position: &ConnectFour, context: &SolverContext<'_>) -> Option<Found> {
    lines::solve(position, context).map(Found::Line)
}

fn style() -> Result<ProgressStyle> {
    let template = "{wide_bar} {pos} of {len} after {elapsed}, {eta} to go";
    ProgressStyle::with_template(template).context("the template is a good one")
}

/// A line, where there is no terminal to show a bar.
fn report(progress: &ProgressBar) {
    if progress.is_hidden() {
        let (done, all) = (progress.position(), progress.length().unwrap_or_default());
        let [spent, left] = [progress.elapsed(), progress.eta()].map(|time| time.as_secs());
        eprintln!("{done} of {all} after {spent} s, {left} s to go");
    }
}

/// Writes a file beside and renames it, so that it is never half written.
fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    let beside = path.with_extension("part");
    std::fs::write(&beside, bytes)?;
    std::fs::rename(&beside, path).context("the book cannot be put in its place")
}
