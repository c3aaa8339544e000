//! Makes Connect Four's book: the scores of all positions of the first plies.
//!
//! ```text
//! cargo run --release --example connect4_book -- FILE [THREADS [MIB]]
//! ```
//!
//! solves the positions of the last ply with the solver alone, on so many
//! threads (1) with so many MiB of memory each (64), and works out the earlier ones.
//! FILE is written every half minute, and what it already has is not solved
//! again, so the work can be stopped at any time and taken up later. When it is
//! done the file belongs into `src/games/connect4/book.bin`.

use anyhow::{Context, Result};
use plyglot::games::connect4::ConnectFour;
use plyglot::games::connect4::book::Making;
use plyglot::games::{Aid, Knowledge};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::AtomicU64;
use std::time::{Duration, Instant};

/// Positions that a thread takes at a time.
const CHUNK: usize = 16;
/// The time from one writing to the next.
const PACE: Duration = Duration::from_secs(30);
/// Words of memory in a MiB.
const WORDS: usize = 1 << 17;

/// What the threads share.
struct Work {
    making: Making,
    open: Vec<ConnectFour>,
    /// Positions that were handed out, and that are done.
    taken: usize,
    done: usize,
    written: Instant,
}

fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().context("which file?")?;
    let threads = arguments.next().map_or(Ok(1), |word| word.parse())?;
    let mib = arguments.next().map_or(Ok(64), |word| word.parse::<usize>())?;
    let path = Path::new(&path);
    let bytes = if path.exists() { std::fs::read(path)? } else { Vec::new() };
    let making = Making::new(bytes)
        .map_err(|size| anyhow::anyhow!("{} is no book of {size} bytes", path.display()))?;
    let open = making.open();
    eprintln!("{} positions to solve", open.len());
    let start = Instant::now();
    let work = Mutex::new(Work { making, open, taken: 0, done: 0, written: start });
    std::thread::scope(|scope| {
        let workers: Vec<_> =
            (0..threads).map(|_| scope.spawn(|| solve(&work, path, mib, start))).collect();
        workers.into_iter().try_for_each(|w| w.join().expect("no thread panics"))
    })?;
    let mut making = work.into_inner().expect("no thread panicked").making;
    making.complete();
    write(path, making.bytes())?;
    eprintln!("done after {:.0} s", start.elapsed().as_secs_f64());
    Ok(())
}

/// Solves chunk after chunk until none is left.
fn solve(work: &Mutex<Work>, path: &Path, mib: usize, start: Instant) -> Result<()> {
    let memory: Vec<AtomicU64> = (0..mib * WORDS).map(|_| AtomicU64::new(0)).collect();
    let aid = Aid { memory: &memory, threads: 1, book: false, meter: &|_| 1 << 20 };
    let solver = ConnectFour::solver().context("Connect Four has a solver")?;
    loop {
        let chunk: Vec<ConnectFour> = {
            let mut work = work.lock().expect("no thread panics");
            let chunk = work.open.iter().skip(work.taken).take(CHUNK).copied().collect();
            work.taken += CHUNK;
            chunk
        };
        if chunk.is_empty() {
            return Ok(());
        }
        for position in chunk {
            // What was found out about one hardly helps with the next, and a
            // table that begins anew stays in the cache.
            solver.forget(&memory);
            let value = solver.value(&position, &aid).context("nothing ends the work")?;
            let score = solver.score(&position, value).context("it has a scale of its own")?;
            let mut work = work.lock().expect("no thread panics");
            work.making.enter(&position, score);
            work.done += 1;
            if work.written.elapsed() >= PACE {
                work.written = Instant::now();
                write(path, work.making.bytes())?;
                report(&work, start);
            }
        }
    }
}

fn report(work: &Work, start: Instant) {
    let (done, all) = (work.done, work.open.len());
    let seconds = start.elapsed().as_secs_f64();
    let left = seconds / done as f64 * (all - done) as f64;
    eprintln!("{done} of {all} after {seconds:.0} s, {left:.0} s to go");
}

/// Writes a file beside and renames it, so that it is never half written.
fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    let beside = path.with_extension("part");
    std::fs::write(&beside, bytes)?;
    std::fs::rename(&beside, path).context("the book cannot be put in its place")
}
