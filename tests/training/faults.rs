//! Matches and tables whose program is killed at any moment, or whose disk is full: what was
//! done is there, nothing is lost and nothing comes twice. `resumed.rs` has the other tools.

use super::resumed::{KILLS, kill_after_changes};
use crate::support::engine::{Engine, PLYGLOT};
use crate::support::folder::Folder;
use crate::support::tool::{ended_well, plyglot};
use plyglot_core::game::random::Random;
use plyglot_match::GameRecord;
use plyglot_match::record::pgn;
use plyglot_records::pgn::read;
use std::collections::BTreeMap;
use std::time::Duration;

/// The arguments of a match of two engines, both in the same number of nodes a move, so
/// that each game follows from its opening.
fn a_match(rounds: usize) -> String {
    format!(
        "match --game cfour --openings random plies=4 --rounds {rounds} --concurrency 2 \
         --each cmd={PLYGLOT} nodes=200 --engine name=a --engine name=b \
         --resume match.json --pgnout match.pgn"
    )
}

/// The facts in the games of a match that follow from the arguments: players, openings, moves. No
/// game may be there twice, in either file.
#[track_caller]
fn games_of_match(folder: &Folder) -> BTreeMap<u64, String> {
    let mut games = BTreeMap::new();
    for line in folder.read("match.json").lines().skip(1) {
        let game: serde_json::Value = serde_json::from_str(line).expect("a line of JSON");
        let moves = game["moves"].as_array().expect("moves");
        let moves: Vec<&str> = moves.iter().map(|m| m["move"].as_str().expect("a move")).collect();
        let number = game["number"].as_u64().expect("a number");
        let text = format!("{} {} {}", game["engines"], game["opening"], moves.join(" "));
        assert_eq!(games.insert(number, text), None, "game {number} is there twice");
    }
    let (names, registry) = (["a".to_owned(), "b".to_owned()], plyglot_games::standard());
    let mut in_pgn: Vec<u64> = read(&folder.read("match.pgn"))
        .map(|game| {
            let record: Result<GameRecord, _> = pgn::record(&game, &names, &registry);
            record.unwrap_or_else(|error| panic!("match.pgn: {error}"));
            let [round, white] = ["Round", "White"].map(|name| game.tag(name).expect("a tag"));
            let round: u64 = round.parse().expect("a number");
            2 * (round - 1) + u64::from(white == "b")
        })
        .collect();
    in_pgn.sort_unstable();
    assert_eq!(in_pgn, games.keys().copied().collect::<Vec<_>>(), "the games of the PGN");
    games
}

#[test]
fn a_match_that_is_killed_at_any_moment_loses_no_game_and_plays_none_twice() {
    const ROUNDS: usize = 60;
    let (whole, cut) = (Folder::new("faults-match-whole"), Folder::new("faults-match-cut"));
    ended_well(plyglot(&whole, &a_match(ROUNDS)));
    let expected = games_of_match(&whole);
    assert_eq!(expected.len(), 2 * ROUNDS);
    let killed =
        kill_after_changes(&cut, &a_match(ROUNDS), "match.json", KILLS, &mut Random::new(1));
    ended_well(plyglot(&cut, &a_match(ROUNDS)));
    assert_eq!(games_of_match(&cut), expected, "after {killed} kills");
}

/// A power cut may take the last game from a file, or a part of it, or leave zeros in its place.
#[test]
fn a_match_whose_last_game_is_cut_from_the_pgn_writes_it_again() {
    let folder = Folder::new("faults-match-last");
    ended_well(plyglot(&folder, &a_match(2)));
    let (expected, whole) = (games_of_match(&folder), folder.read("match.pgn"));
    let last = whole.rfind("[Event ").expect("a game");
    for (kept, zeros) in [(last, 0), ((last + whole.len()) / 2, 0), (last, whole.len() - last)] {
        let mut left = whole.as_bytes()[..kept].to_vec();
        left.resize(kept + zeros, 0);
        folder.write("match.pgn", left);
        ended_well(plyglot(&folder, &a_match(2)));
        assert_eq!(games_of_match(&folder), expected, "{kept} bytes kept, {zeros} zeros");
    }
}

/// An engine with a table that it has searched in and a file for it.
fn engine_with_table(file: &str) -> Engine {
    let mut engine = Engine::start();
    engine.send("setoption name Hash value 8");
    engine.send(&format!("setoption name Hash File value {file}"));
    engine.go("go depth 9");
    engine
}

/// The note about a file that is saved or loaded.
fn note(engine: &mut Engine, button: &str) -> String {
    engine.ask(&format!("setoption name {button}")).join("\n")
}

#[test]
fn a_table_whose_saving_is_killed_at_any_moment_is_the_old_one_or_the_new_one() {
    let folder = Folder::new("faults-table");
    let file = folder.file("a.hash");
    let mut engine = engine_with_table(&file);
    let said = note(&mut engine, "Save Hash");
    assert!(said.contains("hash saved to"), "{said}");
    let mut random = Random::new(5);
    for round in 0..2 * KILLS {
        let mut engine = engine_with_table(&file);
        engine.send("setoption name Save Hash");
        std::thread::sleep(Duration::from_micros(random.below(30_000) as u64));
        // An engine that is dropped is killed.
        drop(engine);
        let mut engine = Engine::start();
        engine.send("setoption name Hash value 8");
        engine.send(&format!("setoption name Hash File value {file}"));
        let said = note(&mut engine, "Load Hash");
        assert!(said.contains("hash loaded from"), "round {round}: {said}");
    }
}

/// Runs whose disk is full.
#[cfg(unix)]
mod full_disk {
    use super::*;
    use crate::support::tool::{plyglot_on_full_disk, refusal};
    use std::io::Write;
    use std::process::{Command, Stdio};

    #[track_caller]
    fn complaint(command: Command) -> String {
        let said = refusal(command, 1);
        assert!(said.contains("cannot be written"), "{said}");
        said
    }

    #[test]
    fn a_match_reports_a_full_disk_and_can_be_continued() {
        const ROUNDS: usize = 20;
        let folder = Folder::new("faults-match-full");
        // Both files are full at different games, and in the middle of one.
        for blocks in [9, 20] {
            let said = complaint(plyglot_on_full_disk(&folder, blocks, &a_match(ROUNDS)));
            assert!(said.contains("match."), "which file: {said}");
        }
        ended_well(plyglot(&folder, &a_match(ROUNDS)));
        assert_eq!(games_of_match(&folder).len(), 2 * ROUNDS);
    }

    /// An engine goes on without the disk, and the file is as it was.
    #[test]
    fn a_table_is_not_saved_to_a_full_disk() {
        let folder = Folder::new("faults-table-full");
        let mut engine = engine_with_table(&folder.file("a.hash"));
        let said = note(&mut engine, "Save Hash");
        let before = folder.bytes("a.hash");
        assert!(before.len() > 4096, "{said}");
        let dialogue = "setoption name Hash value 8\nsetoption name Hash File value a.hash\n\
                        go depth 8\nsetoption name Save Hash\nisready\n";
        let output = plyglot_on_full_disk(&folder, 2, "")
            .stdin(Stdio::piped())
            .spawn()
            .and_then(|mut child| {
                let mut input = child.stdin.take().expect("a pipe");
                input.write_all(dialogue.as_bytes())?;
                drop(input);
                child.wait_with_output()
            })
            .expect("sh starts");
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success(), "{}\n{said}", output.status);
        assert!(said.contains("a.hash") && !said.contains("hash saved"), "{said}");
        assert!(said.contains("bestmove"), "{said}");
        assert!(folder.bytes("a.hash") == before, "the file is as it was");
    }
}
