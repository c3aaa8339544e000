//! Builds Surakarta's endgame tables.
//!
//! ```text
//! cargo run --release --example surakarta_tables -- FOLDER
//! ```
//!
//! The plain tables are those of `plyglot solve --table`. They are kept in FOLDER, and not made
//! again if they are there. The counted tables are made here, on top of each other. All of them are
//! packed into `FOLDER/tables.bin`; copy it to `crates/engine/games/src/surakarta/endgame`.

mod counted;
mod retrograde;

use anyhow::{Context, Error, Result, bail};
use clap::Parser;
use counted::CountedTables;
use flate2::Compression;
use flate2::write::ZlibEncoder;
use plyglot_core::game::endings::EndgameTables;
use plyglot_core::game::{Exact, Knowledge, Notation};
use plyglot_engine::{EndingRequest, Expert, Registry};
use plyglot_games::surakarta::Surakarta;
use plyglot_games::surakarta::endgame::{Class, MAX_COUNTED_STONES, MAX_PLAIN_STONES, StoneSets};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// Counted results per byte of the file: two bits each, the first in the lowest bits.
const IN_BYTE: usize = 4;
/// The most memory to make a plain table, in bytes.
const MEMORY: usize = 1 << 30;
/// One number out of so many is checked.
const CHECKED: usize = 101;

/// Make Surakarta's endgame tables
#[derive(Parser)]
struct Arguments {
    /// Folder that they go to
    folder: PathBuf,
}

fn main() -> Result<()> {
    let Arguments { folder } = Arguments::parse();
    let start = Instant::now();
    let report = |what: &str| eprintln!("{what} after {:.0} s", start.elapsed().as_secs_f64());
    let plain = plain_tables(MAX_PLAIN_STONES, &folder)?;
    report("plain tables");
    let mut counted = CountedTables::default();
    for class in Class::up_to(MAX_COUNTED_STONES) {
        counted.add(class);
        check(&counted, class, CHECKED)?;
        report(&format!("counted table of {} and {}", class.more, class.fewer));
    }
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(&unpacked(&plain, &counted, MAX_COUNTED_STONES))?;
    let packed = encoder.finish()?;
    let path = folder.join("tables.bin");
    std::fs::write(&path, &packed).with_context(|| path.display().to_string())?;
    report(&format!("{} bytes", packed.len()));
    Ok(())
}

/// The plain tables of at most this many stones: for each number, of one class after another, 0 for
/// a draw, else the plies to the end plus one. A number without a position has the byte of the one
/// before.
fn plain_tables(stones: usize, folder: &Path) -> Result<Vec<u8>> {
    let rules = Surakarta::start(()).ending_rules().map_err(Error::msg)?;
    let expert = Expert::new(Registry::new::<Surakarta>().default_game(), 1, 1)?;
    let interrupt = &AtomicBool::new(false);
    for class in Class::up_to(stones) {
        let request = EndingRequest {
            material: &class.material().print(&rules),
            folder: Some(folder),
            memory: MEMORY,
            interrupt,
        };
        let solved = expert.solve_ending(&request, &mut |_| ());
        solved.map_err(|error| Error::msg(error.mismatch.expected))?;
    }
    let tables = EndgameTables::in_folder(Surakarta::INFO.name, rules, folder);
    let tables = tables.map_err(Error::msg)?;
    let mut bytes = Vec::new();
    for class in Class::up_to(stones) {
        let numbering = class.numbering();
        let mut byte = 0;
        for number in 0..numbering.size() {
            if let Some((side, men)) = numbering.position(number) {
                byte = match tables.value_of(side, &men).context("a table is missing")? {
                    Exact::Win(plies) | Exact::Loss(plies) => {
                        u8::try_from(plies + 1).context("more plies than a byte holds")?
                    }
                    _ => 0,
                };
            }
            bytes.push(byte);
        }
    }
    Ok(bytes)
}

/// Checks that positions of a class are consistent with their successors.
fn check(counted: &CountedTables, class: Class, step: usize) -> Result<()> {
    for number in (0..class.numbering().size()).step_by(step) {
        if let Some(stones) = StoneSets::at(class, number)
            && !counted.is_consistent(stones)
        {
            bail!("{stones:?} does not follow from what comes after it");
        }
    }
    Ok(())
}

/// All tables before they are compressed, with at most this many stones in the counted ones.
fn unpacked(plain: &[u8], counted: &CountedTables, stones: usize) -> Vec<u8> {
    let mut bytes = vec![counted.longest];
    bytes.extend(plain);
    let codes: Vec<u8> = Class::up_to(stones).flat_map(|class| counted.codes(class)).collect();
    let byte = |four: &[u8]| four.iter().rev().fold(0, |byte, &code| byte << 2 | code);
    bytes.extend(codes.chunks(IN_BYTE).map(byte));
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::read::ZlibDecoder;
    use std::io::Read;

    const FILE: &[u8] =
        include_bytes!("../../crates/engine/games/src/surakarta/endgame/tables.bin");

    /// Classes up to this size are solved in a moment.
    const STONES: usize = 4;

    #[test]
    fn solving_again_gives_the_stored_tables() {
        let mut stored = Vec::new();
        ZlibDecoder::new(FILE).read_to_end(&mut stored).expect("it is compressed by zlib");
        let size = |class: Class| class.numbering().size() as usize;
        let sizes = |max_stones| Class::up_to(max_stones).map(size).sum::<usize>();
        let (plain, codes) = stored[1..].split_at(sizes(MAX_PLAIN_STONES));
        assert_eq!(codes.len(), sizes(MAX_COUNTED_STONES).div_ceil(IN_BYTE));

        let folder = format!("plyglot-surakarta-tables-{}", std::process::id());
        let folder = std::env::temp_dir().join(folder);
        let own = plain_tables(STONES, &folder);
        let _ = std::fs::remove_dir_all(&folder);
        let own = own.expect("they are small");
        assert!(plain.starts_with(&own));
        let mut counted = CountedTables::default();
        for class in Class::up_to(STONES) {
            counted.add(class);
            check(&counted, class, 1).expect("they are consistent");
        }
        // The last byte may also hold results of five stones.
        let own = unpacked(&[], &counted, STONES);
        assert!(codes.starts_with(&own[1..][..sizes(STONES) / IN_BYTE]));
    }
}
