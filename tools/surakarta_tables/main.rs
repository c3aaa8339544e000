//! Builds Surakarta's endgame tables.
//!
//! ```text
//! cargo run --release --example surakarta_tables -- FOLDER [THREADS] [--verify POSITIONS]
//! ```
//!
//! It solves the positions class by class and writes each class to a file in FOLDER.
//! Existing files are not solved again, so the work can be stopped at any time and
//! continued later. At the end, all tables are packed into `FOLDER/tables.bin`; copy it
//! to `crates/engine/games/src/surakarta/endgame`.

mod builder;
mod retrograde;

use anyhow::{Context, Result, bail};
use builder::{SolvedTables, TableBuilder, ValueKind};
use clap::Parser;
use clap::builder::RangedU64ValueParser;
use indicatif::ProgressBar;
use plyglot_core::game::random::Random;
use plyglot_games::surakarta::endgame::{Class, StoneSets};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Instant;

/// Make Surakarta's endgame tables
#[derive(Parser)]
struct Arguments {
    /// Folder that they go to
    folder: PathBuf,
    /// Threads
    #[arg(default_value_t = 1, value_parser = RangedU64ValueParser::<usize>::new().range(1..))]
    threads: usize,
    /// Random positions of every class to derive again from those after each of their moves
    #[arg(long, value_name = "POSITIONS")]
    verify: Option<usize>,
}

fn main() -> Result<()> {
    let Arguments { folder, threads, verify } = Arguments::parse();
    std::fs::create_dir_all(&folder)?;
    let start = Instant::now();
    let mut builder = TableBuilder::default();
    let plan = TableBuilder::plan();
    let progress = ProgressBar::new(plan.iter().map(Vec::len).sum::<usize>() as u64);
    for line in plan {
        for ((kind, class), made) in
            line.iter().zip(make(&builder, &line, &folder, threads, &progress)?)
        {
            builder.enter(*kind, *class, made);
        }
    }
    progress.finish_and_clear();
    let packed = builder.pack()?;
    write(&folder.join("tables.bin"), &packed)?;
    eprintln!("{} bytes after {:.0} s", packed.len(), start.elapsed().as_secs_f64());
    verify.map_or(Ok(()), |positions| check(&builder, positions))
}

/// The tables of a line of the plan, which do not depend on each other: from their files,
/// or solved.
fn make(
    builder: &TableBuilder,
    line: &[(ValueKind, Class)],
    folder: &Path,
    threads: usize,
    progress: &ProgressBar,
) -> Result<Vec<SolvedTables>> {
    let next = AtomicUsize::new(0);
    let work = || -> Result<Vec<(usize, SolvedTables)>> {
        let mut done = Vec::new();
        loop {
            let number = next.fetch_add(1, Relaxed);
            let Some(&(kind, class)) = line.get(number) else { return Ok(done) };
            let (made, report) = table_of(builder, kind, class, folder)?;
            progress.suspend(|| eprint!("{report}"));
            progress.inc(1);
            done.push((number, made));
        }
    };
    let all: Result<Vec<_>> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers.into_iter().map(|worker| worker.join().expect("no thread panics")).collect()
    });
    let mut all: Vec<_> = all?.into_iter().flatten().collect();
    all.sort_by_key(|(number, _)| *number);
    Ok(all.into_iter().map(|(_, made)| made).collect())
}

/// A table, and a report if it was solved.
fn table_of(
    builder: &TableBuilder,
    kind: ValueKind,
    class: Class,
    folder: &Path,
) -> Result<(SolvedTables, String)> {
    let name = format!("{kind:?}-{}-{}", class.own, class.other).to_lowercase();
    let path = folder.join(&name);
    if path.exists() {
        let made = SolvedTables::from_bytes(class, &std::fs::read(&path)?);
        let made = made.with_context(|| format!("{} has another size", path.display()))?;
        return Ok((made, String::new()));
    }
    let start = Instant::now();
    let made = builder.solve(kind, class);
    write(&path, &made.to_bytes())?;
    let places: usize = made.tables.iter().map(Vec::len).sum();
    let seconds = start.elapsed().as_secs_f64();
    let mut report =
        format!("{name}: {places} places, up to {} plies, {seconds:.1} s\n", made.longest);
    for (class, table) in [class, class.turned()].iter().zip(&made.tables) {
        report += &format!("  {} v {}: {}\n", class.own, class.other, shares(kind, table));
    }
    Ok((made, report))
}

/// The percentages of places that are won, drawn and lost, as text.
fn shares(kind: ValueKind, table: &[u8]) -> String {
    let share = |condition: &dyn Fn(u8) -> bool| {
        let count = table.iter().filter(|byte| condition(**byte)).count();
        100.0 * count as f64 / table.len() as f64
    };
    let (won, drawn, lost) = match kind {
        ValueKind::Plain => {
            let won = share(&|byte| byte != 0 && byte.is_multiple_of(2));
            (won, share(&|byte| byte == 0), share(&|byte| byte % 2 == 1))
        }
        ValueKind::Counted => {
            (share(&|byte| byte == 10), share(&|byte| byte == 5), share(&|byte| byte == 0))
        }
    };
    let open = 100.0 - won - drawn - lost;
    format!("{won:.2} % won, {drawn:.2} % drawn, {lost:.2} % lost, {open:.2} % open")
}

/// Checks that random positions are consistent with their successors.
fn check(builder: &TableBuilder, positions: usize) -> Result<()> {
    let mut random = Random::new(1);
    for (kind, class) in TableBuilder::plan().into_iter().flatten() {
        for class in [class, class.turned()] {
            for _ in 0..positions {
                let stones = StoneSets::at(class, random.below(class.size()));
                if !builder.is_consistent(kind, stones) {
                    bail!("{kind:?}: {stones:?} does not follow from what comes after it");
                }
            }
        }
    }
    eprintln!("{positions} random positions of each class follow from what comes after them");
    Ok(())
}

/// Writes a temporary file next to the target and renames it, so that the target is never
/// half written.
fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    let temporary = path.with_extension("part");
    std::fs::write(&temporary, bytes)?;
    std::fs::rename(&temporary, path)
        .with_context(|| format!("{} cannot be put there", path.display()))
}
