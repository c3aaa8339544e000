//! Arguments, interrupts and a full disk.

use super::{check, read};
use crate::support::folder::Folder;
use crate::support::tool::{
    Running, check_refused, ended_well, plyglot, plyglot_on_full_disk, refusal,
};
use crate::support::training_games::games_by_number;
use plyglot_games::connect4::ConnectFour;
use plyglot_train::selfplay;
use plyglot_train::{RecordHeader, RecordReader};

#[test]
fn arguments_are_read() {
    let parse = |arguments: &str| {
        let words: Vec<String> = arguments.split_whitespace().map(str::to_owned).collect();
        selfplay::parse(&words, &plyglot_games::standard())
    };
    let options = parse("--out x --game connect4 --positions=9 --plies 3").expect("all is right");
    let expected = RecordHeader::plain("cfour", 1, 2_000, 3, 4);
    assert_eq!((options.header(), options.games, options.positions), (expected, None, Some(9)));
    let options = parse("--out x --plies 9 --min-plies 2 --noise 7 --balance 0").expect("right");
    let expected = RecordHeader {
        min_plies: 2,
        noise: 7,
        balance: 0,
        ..RecordHeader::plain("chess", 1, 2_000, 9, 4)
    };
    assert_eq!(options.header(), expected);
    let options =
        parse("--out x --games 5 --threads 2 --hash 1 --nodes 7 --seed 3").expect("right");
    assert_eq!((options.games, options.threads(), options.header().seed), (Some(5), 2, 3));
    let error = parse("--out x --game ches").expect_err("no such game").to_string();
    assert!(error.contains("did you mean 'chess'?"), "{error}");
    let error = parse("--out x --game chess960").expect_err("a preset").to_string();
    assert!(error.contains("a game with its usual options"), "{error}");
}

#[cfg(unix)]
#[test]
fn an_interrupt_leaves_whole_games() {
    let folder = Folder::new("training-interrupt");
    let file = folder.file("games");
    let size = || std::fs::metadata(&file).map_or(0, |data| data.len());
    let arguments = "datagen --game cfour --nodes 100 --out games";
    let mut run = Running::start(plyglot(&folder, arguments));
    run.wait_until(|| size() >= 1_000);
    check_refused(&folder, arguments, 1, &["another run"]);
    assert!(run.signal("-INT"), "it ran until then");
    let output = run.output();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let mut reader = RecordReader::open(&file).expect("the file is there");
    reader.by_ref().for_each(|record| check::<ConnectFour>(&record.expect("whole games")));
    assert_eq!(reader.end(), size(), "the last game is whole");
}

#[cfg(unix)]
#[test]
fn a_full_disk_costs_no_game() {
    let folder = Folder::new("training-full");
    let arguments =
        |file: &str| format!("datagen --game cfour --games 60 --nodes 50 --threads 1 --out {file}");
    for blocks in [1, 2] {
        let said = refusal(plyglot_on_full_disk(&folder, blocks, &arguments("games")), 1);
        assert!(said.contains("games cannot be written"), "{said}");
    }
    let kept = read(&folder, "games");
    assert!((1..60).contains(&kept.len()), "{}", kept.len());
    let mut reader = RecordReader::open(folder.file("games")).expect("it is there");
    reader.by_ref().for_each(drop);
    assert_eq!(reader.end(), folder.bytes("games").len() as u64, "whole games alone");
    for file in ["games", "whole"] {
        ended_well(plyglot(&folder, &arguments(file)));
    }
    let [games, whole] = ["games", "whole"].map(|name| games_by_number(folder.file(name)));
    assert_eq!(games, whole);
}
