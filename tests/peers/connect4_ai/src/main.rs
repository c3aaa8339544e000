//! Answers positions of Connect Four with the crate `connect-four-ai`, to compare solvers.
//!
//! Reads lines `DIGITS [SCORE]`, with `startpos` for the empty board, and prints for each
//! `DIGITS TAB SCORE TAB NODES TAB SECONDS`; the sums go to stderr. The table is cleared before
//! each position, and that is not timed. With `--book` the book of the crate is asked first.

use connect_four_ai::{Position, Solver, TTFlag, TranspositionTable};
use std::io::{self, BufRead, Write};
use std::time::{Duration, Instant};

/// The crate clears its table by a count of 8 bits, which must not come round.
const CLEARED_AT_MOST: u32 = 250;

/// Overwrites the whole table. The system gives its memory page by page at the first write,
/// which would be timed otherwise.
fn overwrite(table: &mut TranspositionTable) {
    for key in 0..TranspositionTable::MAX_SIZE as u64 {
        table.put(key, 0, TTFlag::Exact, 0);
    }
}

fn main() -> io::Result<()> {
    let book = std::env::args().any(|argument| argument == "--book");
    let mut solver = if book { Solver::new() } else { Solver::empty() };
    let (mut count, mut wrong, mut nodes, mut time) = (0, 0, 0, Duration::ZERO);
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let line = line?;
        let mut words = line.split_whitespace();
        let Some(digits) = words.next() else { continue };
        let expected: Option<i8> = words.next().and_then(|score| score.parse().ok());
        let moves = if digits == "startpos" { "" } else { digits };
        let position = Position::from_moves(moves).map_err(io::Error::other)?;
        if count % CLEARED_AT_MOST == 0 {
            overwrite(&mut solver.transposition_table);
        }
        solver.reset();
        let start = Instant::now();
        let score = solver.solve(&position);
        let elapsed = start.elapsed();
        let explored = solver.explored_positions;
        writeln!(out, "{digits}\t{score}\t{explored}\t{:.9}", elapsed.as_secs_f64())?;
        out.flush()?;
        count += 1;
        wrong += u32::from(expected.is_some_and(|expected| expected != score));
        nodes += explored;
        time += elapsed;
    }
    let each = f64::from(count.max(1));
    let mean = (time.as_secs_f64() * 1e6 / each, nodes as f64 / each);
    eprintln!("{count} positions, {wrong} wrong, mean {:.3} us, {:.1} nodes", mean.0, mean.1);
    Ok(())
}
