//! Builds Connect Four's book: the scores of all positions of the first plies, and lines
//! of best play from the last of them.
//!
//! ```text
//! cargo run --release --example connect4_book -- scores FILE [THREADS [MIB]]
//! cargo run --release --example connect4_book -- lines FILE [THREADS [MIB]]
//! ```
//!
//! The first command solves the positions of the last ply with the solver and computes
//! the earlier ones from them. The second command solves a line from each of the last
//! positions that is not a draw (8 MiB are enough); the program must have been built with
//! the scores. FILE is written every half minute, and its results are not solved again,
//! so the work can be stopped at any time and continued later. When it is done, copy the
//! scores to `crates/engine/games/src/connect4/book.bin`. The packed lines are written next to FILE
//! with the extension `.bin`, for `crates/engine/games/src/connect4/lines.bin`.

mod lines;
mod scores;

use anyhow::{Context, Result, bail};
use clap::Parser;
use indicatif::{ProgressBar, ProgressStyle};
use lines::LinesBuilder;
use plyglot_core::game::{Knowledge, SolverContext};
use plyglot_games::connect4::{ConnectFour, Landing};
use scores::BookBuilder;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::AtomicU64;
use std::time::{Duration, Instant};

/// Number of positions that a thread takes at a time.
const CHUNK: usize = 16;
const WRITE_INTERVAL: Duration = Duration::from_secs(30);
const WORDS_PER_MIB: usize = 1 << 17;

enum Solved {
    Score(i32),
    Line(Vec<Landing>),
}

/// The part of the book that is built.
enum Builder {
    Scores(BookBuilder),
    Lines(LinesBuilder),
}

impl Builder {
    fn new(what: &str, bytes: Vec<u8>) -> Result<Builder> {
        let made = match what {
            "scores" => BookBuilder::new(bytes).map(Builder::Scores),
            "lines" => LinesBuilder::new(bytes).map(Builder::Lines),
            _ => bail!("expected scores or lines, found '{what}'"),
        };
        made.map_err(|size| {
            anyhow::anyhow!("the file does not have the size that it must have, {size}")
        })
    }

    fn open(&self) -> Vec<ConnectFour> {
        match self {
            Builder::Scores(scores) => scores.open(),
            Builder::Lines(lines) => lines.open(),
        }
    }

    /// The function that computes the missing result of a position.
    fn solve_function(&self) -> fn(&ConnectFour, &SolverContext<'_>) -> Option<Solved> {
        match self {
            Builder::Scores(_) => |p, context| scores::solve(p, context).map(Solved::Score),
            Builder::Lines(_) => |p, context| lines::solve(p, context).map(Solved::Line),
        }
    }

    fn enter(&mut self, position: &ConnectFour, found: &Solved) {
        match (self, found) {
            (Builder::Scores(scores), Solved::Score(score)) => scores.enter(position, *score),
            (Builder::Lines(lines), Solved::Line(line)) => lines.enter(position, line),
            _ => unreachable!("the result has the kind that was computed"),
        }
    }

    fn bytes(&self) -> &[u8] {
        match self {
            Builder::Scores(scores) => scores.bytes(),
            Builder::Lines(lines) => lines.bytes(),
        }
    }
}

struct Work {
    builder: Builder,
    open: Vec<ConnectFour>,
    /// Number of positions that were handed out.
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
    /// Output file; an existing one is resumed
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
    let builder = Builder::new(&what, bytes)?;
    let open = builder.open();
    eprintln!("{} positions to solve", open.len());
    let progress = ProgressBar::new(open.len() as u64).with_style(style()?);
    let start = Instant::now();
    let work = Mutex::new(Work { builder, open, taken: 0, written: start, progress });
    std::thread::scope(|scope| {
        let workers: Vec<_> =
            (0..threads).map(|_| scope.spawn(|| solve(&work, path, mib))).collect();
        workers.into_iter().try_for_each(|w| w.join().expect("no thread panics"))
    })?;
    let Work { mut builder, progress, .. } = work.into_inner().expect("no thread panicked");
    progress.finish_and_clear();
    if let Builder::Scores(scores) = &mut builder {
        scores.complete();
    }
    write(path, builder.bytes())?;
    if let Builder::Lines(lines) = &builder {
        write(&path.with_extension("bin"), &lines.packed())?;
    }
    eprintln!("done after {:.0} s", start.elapsed().as_secs_f64());
    Ok(())
}

fn solve(work: &Mutex<Work>, path: &Path, mib: usize) -> Result<()> {
    let memory: Vec<AtomicU64> = (0..mib * WORDS_PER_MIB).map(|_| AtomicU64::new(0)).collect();
    let context =
        SolverContext { memory: &memory, helpers: None, book: false, meter: &|_| 1 << 20 };
    let solver = ConnectFour::solver().context("Connect Four has a solver")?;
    loop {
        let (chunk, solve_function): (Vec<ConnectFour>, _) = {
            let mut work = work.lock().expect("no thread panics");
            let chunk = work.open.iter().skip(work.taken).take(CHUNK).copied().collect();
            work.taken += CHUNK;
            (chunk, work.builder.solve_function())
        };
        if chunk.is_empty() {
            return Ok(());
        }
        for position in chunk {
            // Results of one position hardly help with the next, and a table that starts
            // small stays in the cache.
            solver.forget(&memory);
            let found = solve_function(&position, &context).context("nothing ends the work")?;
            let mut work = work.lock().expect("no thread panics");
            work.builder.enter(&position, &found);
            work.progress.inc(1);
            if work.written.elapsed() >= WRITE_INTERVAL {
                work.written = Instant::now();
                write(path, work.builder.bytes())?;
                report(&work.progress);
            }
        }
    }
}

fn style() -> Result<ProgressStyle> {
    let template = "{wide_bar} {pos} of {len} after {elapsed}, {eta} to go";
    ProgressStyle::with_template(template).context("the template is a good one")
}

/// Prints a line where there is no terminal for a progress bar.
fn report(progress: &ProgressBar) {
    if progress.is_hidden() {
        let (done, all) = (progress.position(), progress.length().unwrap_or_default());
        let [spent, left] = [progress.elapsed(), progress.eta()].map(|time| time.as_secs());
        eprintln!("{done} of {all} after {spent} s, {left} s to go");
    }
}

/// Writes a temporary file next to the target and renames it, so that the target is never
/// half written.
fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    let temporary = path.with_extension("part");
    std::fs::write(&temporary, bytes)?;
    std::fs::rename(&temporary, path).context("the book cannot be put in its place")
}
