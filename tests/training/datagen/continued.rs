//! A file of games is continued by the same command, and by no other.

use super::{check, read, write_network};
use crate::support::folder::Folder;
use crate::support::tool::{check_refused, ended_well, plyglot, refusal};
use crate::support::training_games::games_by_number;
use plyglot_games::connect4::ConnectFour;

/// The same games come about at once, in two runs, with two threads, and after a run that was
/// killed while it wrote.
#[test]
fn datagen_continues_a_file_of_its_own() {
    for (name, options) in [
        ("training-resume", "--nodes 200 --seed 7"),
        (
            "training-resume-network",
            "--nodes 50 --plies 6 --min-plies 1 --noise 100 --balance 900 --network network",
        ),
    ] {
        let folder = Folder::new(name);
        write_network(&folder, "network", 100);
        let run = |file: &str, games: u64, threads: u64| {
            let more = format!("--out {file} --games {games} --threads {threads}");
            ended_well(plyglot(&folder, &format!("datagen --game cfour {options} {more}")))
        };
        run("whole", 12, 1);
        run("parts", 5, 1);
        run("parts", 12, 1);
        let expected = folder.bytes("whole");
        assert_eq!(folder.bytes("parts"), expected, "two runs");
        assert_eq!(run("parts", 12, 1).lines().count(), 1);
        assert_eq!(folder.bytes("parts"), expected, "nothing was left to do");
        // The header is there as a whole or not at all.
        for end in [0, expected.len() / 2, expected.len() - 1] {
            folder.write("cut", &expected[..end]);
            run("cut", 12, 1);
            assert_eq!(folder.bytes("cut"), expected, "cut at byte {end}");
        }
        run("two", 12, 2);
        let [two, whole] = ["two", "whole"].map(|name| games_by_number(folder.file(name)));
        assert_eq!(two, whole, "two threads");
        read(&folder, "whole").iter().for_each(check::<ConnectFour>);
    }
}

#[test]
fn a_file_of_other_games_is_not_changed() {
    let folder = Folder::new("training-other");
    let options = "datagen --game tictactoe --nodes 50 --games 2 --out games";
    ended_well(plyglot(&folder, options));
    let before = folder.bytes("games");
    check_refused(&folder, &format!("{options} --seed 2"), 1, &["--seed 1", "--seed 2"]);
    assert_eq!(folder.bytes("games"), before);
    let mut damaged = before.clone();
    let middle = damaged.len() - 10;
    damaged[middle] ^= 4;
    for other in [damaged, b"a text of somebody else's, quite long enough to be whole".to_vec()] {
        folder.write("games", &other);
        refusal(plyglot(&folder, options), 1);
        assert_eq!(folder.bytes("games"), other);
    }
}
