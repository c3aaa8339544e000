use super::tablebase::Tablebase;
use cozy_chess::Board;
use plyglot_core::game::random::Random;
use std::fs;
use std::path::{Path, PathBuf};

fn tables() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../../shared/data/chess/syzygy");
    if folder.is_dir() { Some(folder) } else { None }
}

fn stored_tablebase(folder: &Path) -> &'static Tablebase {
    let path = folder.to_str().expect("the path is UTF-8");
    Tablebase::scan_and_store(path);
    Tablebase::find(path).expect("the tablebase was stored")
}

fn positions() -> Vec<(Board, i32, i32)> {
    let line = |line: &str| {
        let [fen, result, distance] = line.split(';').collect::<Vec<_>>()[..] else {
            panic!("a line has three fields: {line}");
        };
        (fen.parse().unwrap(), result.parse().unwrap(), distance.parse().unwrap())
    };
    let list = include_str!("../../../../../../tests/data/syzygy.txt");
    list.lines().filter(|line| !line.starts_with('#')).map(line).collect()
}

#[test]
fn results_and_distances_agree_with_another_program() {
    let Some(folder) = tables() else { return };
    let tablebase = stored_tablebase(&folder);
    for (board, result, distance) in positions() {
        let found = tablebase.probe_wdl(&board).map(|result| result as i32);
        assert_eq!((found, tablebase.probe_dtz(&board)), (Some(result), Some(distance)), "{board}");
    }
}

/// Damages a file: changes bytes anywhere or in the header, sets all to zero, or cuts it
/// short.
fn damage(bytes: &mut Vec<u8>, random: &mut Random) {
    let mut below = |bound| random.below(bound);
    match below(4) {
        kind @ (0 | 1) => {
            for _ in 0..20 {
                let at = 4 + below(if kind == 0 { 64 } else { bytes.len() - 4 });
                bytes[at] = below(256) as u8;
            }
        }
        2 => bytes[4..].fill(0),
        _ => bytes.truncate(64 * (1 + below(bytes.len() / 64)) + 16),
    }
}

#[test]
fn damaged_files_cause_no_panic() {
    let Some(folder) = tables() else { return };
    let damaged = std::env::temp_dir().join(format!("plyglot-syzygy-{}", std::process::id()));
    let mut random = Random::new(1);
    for round in 0..5 {
        let copy = damaged.join(round.to_string());
        fs::create_dir_all(&copy).unwrap();
        for file in fs::read_dir(&folder).unwrap().flatten().map(|entry| entry.path()) {
            if file.extension().is_some_and(|extension| extension != "txt") {
                let mut bytes = fs::read(&file).unwrap();
                damage(&mut bytes, &mut random);
                fs::write(copy.join(file.file_name().unwrap()), bytes).unwrap();
            }
        }
        let tablebase = stored_tablebase(&copy);
        for (board, ..) in positions() {
            tablebase.probe_wdl(&board);
            tablebase.probe_dtz(&board);
        }
    }
    fs::remove_dir_all(damaged).unwrap();
}

#[test]
fn files_that_are_no_tables_are_skipped() {
    let folder = std::env::temp_dir().join(format!("plyglot-no-syzygy-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let path = folder.to_str().unwrap();
    assert_eq!(Tablebase::scan_and_store(path), format!("syzygy: no tables in {path}"));
    for (name, bytes) in [("KQvK.rtbw", 0), ("KRvK.rtbw", 80), ("KPvK.rtbw", 79), ("x.rtbw", 80)] {
        fs::write(folder.join(name), vec![0; bytes]).unwrap();
    }
    fs::create_dir_all(folder.join("KNvK.rtbw")).unwrap();
    assert!(Tablebase::scan_and_store(path).contains("KNvK.rtbw: it is not an ordinary file"));
    let nowhere = Tablebase::scan_and_store("/nowhere/at/all");
    let why = "passed over: /nowhere/at/all: it or its folder does not exist";
    assert_eq!(nowhere, format!("syzygy: no tables in /nowhere/at/all; {why}"));
    assert!(Tablebase::scan_and_store("\0").starts_with("syzygy: no tables in \0; passed over: "));
    assert_eq!(Tablebase::find(path), None);
    fs::remove_dir_all(folder).unwrap();
}
