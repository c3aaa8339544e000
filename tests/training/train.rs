//! `plyglot train`: networks from recorded games. The trainer has tests in `network`.

use crate::support::engine::{Engine, PLYGLOT};
use crate::support::matches::Folder;
use crate::support::training_games::{random_games, write_games};
use plyglot::games::network::{NetworkFile, NetworkShape};
use plyglot::games::random::Random;
use plyglot::training::Record;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

const TRUTH: [i32; 5] = [20, 150, -90, 6, -11];

/// A small fit to games of Connect Four.
const TRAIN: &str = "train --game cfour --data games --out w --from zero --hidden 32 --lambda 0 \
                     --batch 256 --rate 0.01 --last-rate 0.0001 --memory 1 --epochs 4";

/// Runs the program in a folder. Returns the exit status, stdout and stderr.
fn run(folder: &Folder, arguments: &str) -> (Option<i32>, String, String) {
    let mut command = Command::new(PLYGLOT);
    command.args(arguments.split_whitespace()).current_dir(folder.file(""));
    command.stdin(Stdio::null()).env("RUST_BACKTRACE", "0");
    let Output { status, stdout, stderr } = command.output().expect("plyglot starts");
    let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
    (status.code(), text(&stdout), text(&stderr))
}

/// What a run prints that must end well.
#[track_caller]
fn well(folder: &Folder, arguments: &str) -> String {
    let (status, said, errors) = run(folder, arguments);
    assert_eq!(status, Some(0), "{arguments}: {said}{errors}");
    said
}

/// What a run complains of that must end with this status.
#[track_caller]
fn refusal(folder: &Folder, status: i32, arguments: &str) -> String {
    let (found, said, errors) = run(folder, arguments);
    assert_eq!(found, Some(status), "{arguments}: {said}{errors}");
    errors
}

fn bytes(folder: &Folder, name: &str) -> Vec<u8> {
    fs::read(folder.file(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn network(folder: &Folder, name: &str) -> NetworkFile {
    NetworkFile::decode(&bytes(folder, name)).expect("a network")
}

fn records(count: usize) -> Vec<Record> {
    random_games(count, TRUTH, &mut Random::new(9))
}

/// A folder with games of Connect Four in the file `games`.
fn folder_of_games(name: &str) -> Folder {
    let folder = Folder::new(name);
    write_games(Path::new(&folder.file("games")), "cfour", &records(400));
    folder
}

/// The losses on positions held out, by epoch.
fn losses(said: &str) -> Vec<f64> {
    let lines = said.lines().filter(|line| line.starts_with("epoch "));
    let found = lines.map(|line| line.split("test ").nth(1)?.split(',').next()?.parse().ok());
    found.collect::<Option<Vec<f64>>>().unwrap_or_else(|| panic!("{said}"))
}

/// Without the seconds that an epoch took.
fn without_times(said: &str) -> String {
    let lines = said.lines().map(|line| match line.rsplit_once(", ") {
        Some((rest, seconds)) if seconds.ends_with(" s") => rest,
        _ => line,
    });
    lines.map(|line| format!("{line}\n")).collect()
}

#[test]
fn a_network_of_connect_four_is_trained_and_loaded() {
    let folder = folder_of_games("train-cfour");
    let said = well(&folder, TRAIN);
    let losses = losses(&said);
    assert_eq!(losses.len(), 5, "{said}");
    assert!(losses[4] < losses[0] / 2.0, "{said}");
    assert!(said.contains(" positions to fit to, ") && said.contains(" of 400 games\n"), "{said}");
    let file = network(&folder, "w");
    let NetworkShape { hidden, has_base, .. } = file.network.shape();
    assert_eq!((file.game.as_str(), hidden, has_base), ("cfour", 32, true));
    let command = &file.made[0];
    assert!(command.starts_with("plyglot train --game cfour --data games --out w --from zero "));
    assert!(command.contains("--hidden 32 --base --lambda 0 --scale ") && !command.contains('/'));
    assert!(file.made[1].ends_with(" of 400 games"), "{:?}", file.made);
    assert_eq!(file.made[2], "from random weights");
    assert!(file.made[3].starts_with("epoch 4 of 4, loss 0."), "{:?}", file.made);
    let chart = folder.read("w.svg");
    assert!(chart.contains("4 of 4 epochs") && chart.ends_with("</svg>\n"), "{chart}");

    let mut engine = Engine::start_with(&["--game", "cfour"]);
    let said = engine.ask("setoption name EvalFile value w");
    assert!(said.iter().any(|line| line.contains("error")), "there is none here: {said:?}");
    let path = folder.file("w");
    let said = engine.ask(&format!("setoption name EvalFile value {path}"));
    assert!(said[0].starts_with(&format!("info string network {path}: ")), "{said:?}");
}

/// The result follows from the arguments alone.
#[test]
fn threads_and_interruptions_change_nothing() {
    let whole = folder_of_games("train-whole");
    let said = well(&whole, &format!("{TRAIN} --threads 1"));
    let other = folder_of_games("train-threads");
    let also = well(&other, &format!("{TRAIN} --threads 2"));
    assert_eq!(without_times(&also), without_times(&said));
    for name in ["w", "w.fit", "w.test", "w.samples", "w.state", "w.svg"] {
        assert!(bytes(&other, name) == bytes(&whole, name), "{name}");
    }
    // All is there: nothing is left to do but to write the network.
    fs::remove_file(other.file("w")).expect("it was written");
    let again = well(&other, &format!("{TRAIN} --resume"));
    assert!(again.contains("going on after epoch 4\n") && losses(&again).is_empty(), "{again}");
    assert!(bytes(&other, "w") == bytes(&whole, "w"));
    // Without its samples it makes them again.
    for name in ["w", "w.samples"] {
        fs::remove_file(other.file(name)).expect("it was written");
    }
    fs::write(other.file("w.fit"), "something else").expect("a file of the test's own");
    well(&other, &format!("{TRAIN} --resume"));
    for name in ["w", "w.fit", "w.samples"] {
        assert!(bytes(&other, name) == bytes(&whole, name), "{name}");
    }
}

#[test]
fn a_state_of_another_training_or_an_altered_one_is_refused() {
    let folder = folder_of_games("train-states");
    well(&folder, TRAIN);
    let (before, state) = (bytes(&folder, "w"), bytes(&folder, "w.state"));
    for more in ["--seed 2", "--decay 0.5", "--calibrate", "--keep 0.5", "--alone", "--from w2"] {
        fs::copy(folder.file("w"), folder.file("w2")).expect("a file can be copied");
        let arguments = match more {
            "--from w2" => TRAIN.replace("--from zero", more),
            _ => format!("{TRAIN} {more}"),
        };
        let said = refusal(&folder, 1, &format!("{arguments} --resume"));
        assert!(said.contains("w.state cannot be resumed"), "{more}: {said}");
        assert!(said.contains("a network, settings or samples that are not these"), "{said}");
    }
    well(&folder, &format!("{TRAIN} --resume"));
    for place in [0, 100, state.len() / 2, state.len() - 1] {
        let mut altered = state.clone();
        altered[place] ^= 4;
        fs::write(folder.file("w.state"), altered).expect("a file of the test's own");
        let said = refusal(&folder, 1, &format!("{TRAIN} --resume"));
        assert!(said.contains("w.state cannot be resumed"), "{said}");
    }
    fs::write(folder.file("w.state"), &state).expect("a file of the test's own");
    let mut samples = bytes(&folder, "w.fit");
    samples[1000] ^= 1;
    fs::write(folder.file("w.fit"), samples).expect("a file of the test's own");
    let said = refusal(&folder, 1, &format!("{} --resume", TRAIN.replace("epochs 4", "epochs 5")));
    assert!(said.contains("w.state cannot be resumed"), "{said}");
    fs::remove_file(folder.file("w.state")).expect("it was written");
    let said = refusal(&folder, 1, &format!("{TRAIN} --resume"));
    assert!(said.contains("w.fit: block 0 at byte "), "{said}");
    assert!(bytes(&folder, "w") == before, "the network is the old one");
}

#[test]
fn a_network_grows_and_a_base_evaluation_can_be_left_out() {
    let folder = folder_of_games("train-grown");
    well(&folder, TRAIN);
    let from = |more: &str| {
        let train = TRAIN.replace("--hidden 32", "").replace("--epochs 4", "--epochs 0");
        let train = train.replace("--out w --from zero", "--out new --from w");
        let said = well(&folder, &format!("{train} {more}"));
        (losses(&said)[0], network(&folder, "new"))
    };
    let (loss, same) = from("");
    assert_eq!(same.network, network(&folder, "w").network);
    assert!(same.made[2].starts_with("from w with CRC-32 "), "{:?}", same.made);
    let (grown_loss, grown) = from("--hidden 64");
    assert_eq!(grown.network.shape().hidden, 64);
    assert!((grown_loss - loss).abs() < 2e-6, "{grown_loss} {loss}");
    fs::copy(folder.file("new"), folder.file("wide")).expect("a file can be copied");
    let narrow = "train --game cfour --data games --out x --from wide --hidden 32";
    let said = refusal(&folder, 2, narrow);
    assert!(said.contains("--hidden 32: wide with CRC-32 "), "{said}");
    let (_, alone) = from("--alone");
    assert!(!alone.network.shape().has_base);
    fs::copy(folder.file("new"), folder.file("alone")).expect("a file can be copied");
    let based = TRAIN.replace("--hidden 32", "--base").replace("--epochs 4", "--epochs 0");
    well(&folder, &based.replace("--out w --from zero", "--out new --from alone"));
    let based = network(&folder, "new").network;
    assert!(based.shape().has_base);
    let parameters = based.parameters();
    assert_eq!(parameters[parameters.len() - based.shape().buckets..].iter().max(), Some(&0));
}

#[test]
fn games_of_chess_and_surakarta_train_networks() {
    for (game, hidden) in [("chess", ""), ("surakarta", " --from zero --hidden 64 --alone")] {
        let folder = Folder::new(&format!("train-{game}"));
        well(
            &folder,
            &format!("datagen --game {game} --games 60 --nodes 20 --hash 1 --seed 3 --out games"),
        );
        let train = format!("train --game {game} --data games --out w{hidden} --calibrate");
        let said = well(&folder, &format!("{train} --batch 512 --epochs 2 --decided"));
        let losses = losses(&said);
        // Chess begins with a good network, and there are few games.
        assert!(losses.len() == 3 && (game == "chess" || losses[2] < losses[0]), "{said}");
        assert!(said.contains(" of scores in bucket 0\n"), "{said}");
        let lines = well(&folder, "network w");
        assert!(lines.starts_with(&format!("game {game}\nnetwork ")), "{lines}");
        let mut engine = Engine::start_with(&["--game", game]);
        let path = folder.file("w");
        let said = engine.ask(&format!("setoption name EvalFile value {path}"));
        assert!(said[0].starts_with(&format!("info string network {path}: ")), "{said:?}");
        engine.go("go depth 3");
    }
}

/// The samples to fit to, as the program says.
fn fitted(said: &str) -> u64 {
    let line = said.lines().find(|line| line.contains(" positions to fit to")).expect("a line");
    line.split(' ').next().and_then(|word| word.parse().ok()).expect("a number")
}

#[test]
fn samples_follow_from_the_games_whatever_their_order() {
    let folder = Folder::new("train-order");
    let mut games = records(1500);
    write_games(Path::new(&folder.file("games")), "cfour", &games);
    let train = TRAIN.replace("--epochs 4", "--epochs 0");
    let all = fitted(&well(&folder, &train));
    let expected = ["w.fit", "w.test"].map(|name| bytes(&folder, name));
    for i in (0..1490).step_by(7) {
        games.swap(i, i + 9);
    }
    write_games(Path::new(&folder.file("games")), "cfour", &games);
    well(&folder, &train);
    assert!(["w.fit", "w.test"].map(|name| bytes(&folder, name)) == expected);
    let some = fitted(&well(&folder, &format!("{train} --keep 0.25")));
    let share = some as f64 / all as f64;
    assert!((0.22..0.32).contains(&share), "{share} of all was kept, not a quarter");
}

#[test]
fn wrong_arguments_are_refused() {
    let folder = folder_of_games("train-wrong");
    let data = "--data games --out x";
    for (arguments, expected) in [
        (format!("{data} --game tictactoe"), "tictactoe has no network to be trained"),
        (format!("{data} --game checkers"), "invalid value 'checkers'"),
        ("--out x".to_owned(), "arguments were not provided:\n  --data <FILE>..."),
        ("--data games".to_owned(), "arguments were not provided:\n  --out <FILE>"),
        (
            format!("{data} --hidden 40"),
            "expected one of 32, 64, 96, 128, 256, 384, 512, 768, 1024",
        ),
        (format!("{data} --lambda 2"), "'--lambda <X>': expected a number from 0 to 1"),
        (format!("{data} --batch 31"), "'--batch <N>': expected a number from 32 to "),
        (format!("{data} --alone --base"), "cannot be used with"),
        (format!("{data} --part network"), "unexpected argument '--part'"),
        (format!("{data} --game chess --hidden 32"), "--hidden 32: the game's own network has 128"),
    ] {
        let said = refusal(&folder, 2, &format!("train {arguments}"));
        assert!(said.contains(expected), "{arguments}: expected {expected}, found {said}");
    }
    for (arguments, expected) in [
        (format!("{data} --game chess"), "they are of cfour"),
        ("--game cfour --data nowhere --out x".to_owned(), "nowhere cannot be read"),
        (format!("{data} --game cfour --from nowhere"), "the network nowhere cannot be used"),
        (format!("{data} --game cfour --from games"), "the network games cannot be used"),
        (format!("{data} --game cfour --keep 0"), "there are too few games to learn from"),
    ] {
        let said = refusal(&folder, 1, &format!("train {arguments}"));
        assert!(said.contains(expected), "{arguments}: expected {expected}, found {said}");
    }
    assert!(!Path::new(&folder.file("x")).exists());
    assert!(well(&folder, "train --help").contains("\nUsage: plyglot train "));
}

#[test]
fn files_of_games_and_networks_are_not_overwritten() {
    let folder = folder_of_games("train-inputs");
    let before = bytes(&folder, "games");
    for name in ["new.state", "new.fit", "new.test", "new.samples", "new.svg"] {
        fs::copy(folder.file("games"), folder.file(name)).expect("a file can be copied");
        let said = refusal(&folder, 2, &format!("train --game cfour --data {name} --out new"));
        let option = name.replace("new", "FILE");
        assert!(said.contains(&format!("{option} of --out: expected a file of its own")), "{said}");
        assert!(bytes(&folder, name) == before, "{name}");
    }
    let said = refusal(&folder, 2, "train --game cfour --data games --out ./games");
    assert!(said.contains("which --data names too"), "{said}");
    let said = refusal(&folder, 2, "train --game cfour --data games --from w --out w");
    assert!(said.contains("which --from names too"), "{said}");
    assert!(bytes(&folder, "games") == before);
}

#[test]
fn two_trainings_cannot_share_a_file() {
    let folder = folder_of_games("train-two");
    let long = TRAIN.replace("--epochs 4", "--epochs 100000");
    let mut first = Command::new(PLYGLOT)
        .args(long.split_whitespace())
        .current_dir(folder.file(""))
        .stdout(Stdio::null())
        .spawn()
        .expect("plyglot starts");
    let start = std::time::Instant::now();
    while !Path::new(&folder.file("w.state")).exists() {
        assert!(start.elapsed() < std::time::Duration::from_secs(60), "no state is written");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let said = refusal(&folder, 1, TRAIN);
    first.kill().expect("it runs");
    first.wait().expect("it ends");
    assert!(said.contains("another run writes to it"), "{said}");
    well(&folder, TRAIN);
}
