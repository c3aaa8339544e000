//! Saves and loads the table of one game: the owner of the file, and notes for the
//! user.

use super::options::GameOptions;
use plyglot_core::game::network::Network;
use plyglot_core::game::random::{Random, mix};
use plyglot_core::game::{Knowledge, Notation, evaluate_alone, workspace};
use plyglot_core::search::{LoadError, Table};
use plyglot_support::files::{self, Format};
use plyglot_support::instant::Instant;
use plyglot_support::text;
use std::io::BufReader;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

const BUFFER_BYTES: usize = 1 << 20;
const FORMAT: Format = Format { name: "a table", beginnings: &[Table::FILE_BEGINNING] };
const PROGRAM: &str = concat!("Plyglot ", env!("CARGO_PKG_VERSION"));

/// Writes the table to a file and returns a note of the outcome. An existing file is
/// replaced at the end in one step, or stays unchanged.
pub(super) fn save(table: &Table, owner: &str, path: &Path) -> String {
    let start = Instant::now();
    match files::replace(path, &FORMAT, |out| table.save(owner, out)) {
        Ok(()) => {
            format!("hash saved to {}: {}", path.display(), size_and_time(table, start.elapsed()))
        }
        Err(error) => format!("hash not saved to {}: {}", path.display(), text::reason(&error)),
    }
}

/// Reads the table from a file, which `tenant` may have left. Returns a note of the
/// outcome.
pub(super) fn load(
    table: &mut Table,
    tenant: &'static str,
    owner: &str,
    path: &Path,
    threads: usize,
) -> String {
    let start = Instant::now();
    let loaded = files::open(path).map_err(LoadError::Io).and_then(|file| {
        let file = BufReader::with_capacity(BUFFER_BYTES, file);
        table.load(owner, tenant, file, threads)
    });
    match loaded {
        Ok(()) => {
            format!(
                "hash loaded from {}: {}",
                path.display(),
                size_and_time(table, start.elapsed())
            )
        }
        Err(error) => {
            let reason = reason(error, owner, table.mib());
            format!("hash not loaded from {}: {reason}", path.display())
        }
    }
}

fn size_and_time(table: &Table, time: Duration) -> String {
    format!("{} MiB in {:.2} s", table.mib(), time.as_secs_f64())
}

fn reason(error: LoadError, owner: &str, mib: usize) -> String {
    match error {
        LoadError::Io(error) => text::reason(&error),
        LoadError::NotATable => "it is not a saved table".to_owned(),
        LoadError::Version(version) => format!("its format has the unknown version {version}"),
        LoadError::Owner(found) => difference(&found, owner),
        LoadError::Size(found) => {
            format!("it holds {found} MiB, Hash is {mib}; set Hash to {found} first")
        }
        LoadError::Truncated => "it is truncated".to_owned(),
        LoadError::Altered(0) => "it was altered before its first block".to_owned(),
        LoadError::Altered(block) => format!("it was altered in block {block}"),
        LoadError::TooLong => "more bytes follow its end".to_owned(),
        LoadError::Changed => "it changed while it was read; the table is now empty".to_owned(),
    }
}

fn difference(found: &str, own: &str) -> String {
    let differing = found.lines().zip(own.lines()).find(|(found, own)| found != own);
    match differing {
        Some((found, own)) => format!("it was saved for {found}, not {own}"),
        None => "it was saved for another game".to_owned(),
    }
}

/// The owner of a table: program, game, options, and a fingerprint of keys and
/// evaluations.
pub(super) fn owner<G: Notation + Knowledge>(
    options: &GameOptions<G>,
    network: &Option<Arc<Network>>,
) -> String {
    let rules = options.text();
    let print = fingerprint(options, network);
    format!("{PROGRAM}\n{}\nrules {rules}\nkeys and evaluation {print:016x}", options.info().name)
}

/// A hash of the keys, static evaluations and packed moves in the first positions of
/// some random games. If it differs, the entries of a table belong to other positions,
/// or their scores have another meaning.
fn fingerprint<G: Notation + Knowledge>(
    options: &GameOptions<G>,
    network: &Option<Arc<Network>>,
) -> u64 {
    const GAMES: usize = 8;
    const PLIES: usize = 24;
    let mut random = Random::new(1);
    let mut print = 0;
    let mut workspace = workspace(&options.start(), network);
    for _ in 0..GAMES {
        let mut position = options.start();
        for _ in 0..PLIES {
            let moves = position.legal_moves();
            if position.status().is_some() || moves.is_empty() {
                break;
            }
            let evaluation = i64::from(evaluate_alone(&position, &mut workspace)) as u64;
            print = mix(mix(print ^ position.key()) ^ evaluation);
            for &m in &moves {
                print = mix(print ^ u64::from(G::pack(m)));
            }
            position.play(moves[random.below(moves.len())]);
        }
    }
    print
}
