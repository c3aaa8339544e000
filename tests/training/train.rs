//! `plyglot train`: networks from recorded games. The trainer has tests in `network`.

use crate::support::engine::Engine;
use crate::support::folder::Folder;
use crate::support::tool::{check_refused, ended_well, plyglot};
use crate::support::training_games::{random_games, write_games};
use plyglot_core::game::network::{NetworkFile, NetworkShape};
use plyglot_core::game::random::Random;
use plyglot_train::Record;

const TRUTH: [i32; 5] = [20, 150, -90, 6, -11];

/// A small fit to games of Connect Four.
const TRAIN: &str = "train --game cfour --data games --out w --from zero --hidden 32 --lambda 0 \
                     --batch 256 --rate 0.01 --last-rate 0.0001 --epochs 4";

fn network(folder: &Folder, name: &str) -> NetworkFile {
    NetworkFile::decode(&folder.bytes(name)).expect("a network")
}

fn records(count: usize) -> Vec<Record> {
    random_games(count, TRUTH, &mut Random::new(9))
}

fn folder_of_games(name: &str) -> Folder {
    let folder = Folder::new(name);
    write_games(folder.file("games"), "cfour", &records(400));
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
    let said = ended_well(plyglot(&folder, TRAIN));
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
    // That of the least loss on the test positions, of equal ones by six digits any.
    let best = losses[1..].iter().copied().fold(f64::INFINITY, f64::min);
    let is_best = |epoch: usize| file.made[3].starts_with(&format!("epoch {epoch} of 4, loss 0."));
    assert!((1..=4).any(|epoch| losses[epoch] == best && is_best(epoch)), "{:?}", file.made);

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
    let said = ended_well(plyglot(&whole, &format!("{TRAIN} --threads 1")));
    let other = folder_of_games("train-threads");
    let also = ended_well(plyglot(&other, &format!("{TRAIN} --threads 2")));
    assert_eq!(without_times(&also), without_times(&said));
    for name in ["w", "w.state"] {
        assert!(other.bytes(name) == whole.bytes(name), "{name}");
    }
    // All is there: nothing is left to do but to write the network.
    other.remove("w");
    let again = ended_well(plyglot(&other, &format!("{TRAIN} --resume")));
    assert!(again.contains("resuming after epoch 4\n") && losses(&again).is_empty(), "{again}");
    assert!(other.bytes("w") == whole.bytes("w"));
}

/// The errors by the judge, by epoch.
fn errors(said: &str) -> Vec<f64> {
    let found = said.lines().filter(|line| line.starts_with("epoch "));
    let found = found.map(|line| line.split(", judge ").nth(1)?.parse().ok());
    found.collect::<Option<Vec<f64>>>().unwrap_or_else(|| panic!("{said}"))
}

/// Scores that say the opposite are learnt, and each epoch is worse: the judge knows.
#[test]
fn a_judge_decides_which_epoch_is_the_best() {
    let folder = folder_of_games("train-judge");
    let mut turned = records(400);
    for ply in turned.iter_mut().flat_map(|record| &mut record.plies) {
        ply.score = ply.score.map(|score| -score);
    }
    write_games(folder.file("turned"), "cfour", &turned);
    let said = ended_well(plyglot(&folder, &format!("{TRAIN} --judge games")));
    let fair = errors(&said);
    assert!(said.contains("judge: ") && fair.len() == 5 && fair[4] < fair[0], "{said}");
    assert!(network(&folder, "w").made[0].contains(" --judge games "));

    let train = TRAIN.replace("--data games", "--data turned");
    let said = ended_well(plyglot(&folder, &format!("{train} --judge games")));
    let (by_loss, by_judge) = (losses(&said), errors(&said));
    assert!(by_loss[4] < by_loss[0] && by_judge[4] > by_judge[0], "{said}");
    assert!(said.contains("the network after epoch 0, "), "{said}");
}

/// What rounding took away is still there for the next training.
#[test]
fn a_training_goes_on_with_fractions() {
    let folder = folder_of_games("train-fractions");
    let last = *losses(&ended_well(plyglot(&folder, TRAIN))).last().expect("four epochs");
    let on = TRAIN.replace("--out w --from zero", "--out w2 --from w");
    let none = on.replace("--epochs 4", "--epochs 0");
    let said = ended_well(plyglot(&folder, &none));
    assert!(said.contains("32 neurons, with its fractions\n"), "{said}");
    assert_eq!(losses(&said), [last], "{said}");
    // The state of another network is not that of this one.
    ended_well(plyglot(&folder, &TRAIN.replace("--out w", "--out other --seed 7")));
    folder.copy("other.state", "w.state");
    let said = ended_well(plyglot(&folder, &none));
    assert!(!said.contains("fractions") && losses(&said) != [last], "{said}");
}

#[test]
fn a_state_of_another_training_or_an_altered_one_is_refused() {
    let folder = folder_of_games("train-states");
    ended_well(plyglot(&folder, TRAIN));
    let (before, state) = (folder.bytes("w"), folder.bytes("w.state"));
    for more in ["--seed 2", "--decay 0.5", "--keep 0.5", "--alone", "--from w2"] {
        folder.copy("w", "w2");
        let arguments = match more {
            "--from w2" => TRAIN.replace("--from zero", more),
            _ => format!("{TRAIN} {more}"),
        };
        let reason = "it belongs to another network, other settings or other samples";
        let expected = ["w.state cannot be resumed", reason];
        check_refused(&folder, &format!("{arguments} --resume"), 1, &expected);
    }
    ended_well(plyglot(&folder, &format!("{TRAIN} --resume")));
    for place in [20, 100, state.len() / 2, state.len() - 1] {
        let mut altered = state.clone();
        altered[place] ^= 4;
        folder.write("w.state", altered);
        check_refused(&folder, &format!("{TRAIN} --resume"), 1, &["w.state cannot be resumed"]);
    }
    folder.write("w.state", &state);
    let longer = TRAIN.replace("epochs 4", "epochs 5");
    check_refused(&folder, &format!("{longer} --resume"), 1, &["w.state cannot be resumed"]);
    let mut games = folder.bytes("games");
    games[1000] ^= 1;
    folder.write("games", games);
    check_refused(&folder, &format!("{TRAIN} --resume"), 1, &["the games of games cannot be used"]);
    assert!(folder.bytes("w") == before, "the network is the old one");
}

#[test]
fn a_network_grows_and_a_base_evaluation_can_be_left_out() {
    let folder = folder_of_games("train-grown");
    ended_well(plyglot(&folder, TRAIN));
    let from = |more: &str| {
        let train = TRAIN.replace("--hidden 32", "").replace("--epochs 4", "--epochs 0");
        let train = train.replace("--out w --from zero", "--out new --from w");
        let said = ended_well(plyglot(&folder, &format!("{train} {more}")));
        (losses(&said)[0], network(&folder, "new"))
    };
    let (loss, same) = from("");
    assert_eq!(same.network, network(&folder, "w").network);
    let before = network(&folder, "w").made;
    assert_eq!(same.made[..4], before, "the record of the network to begin with");
    assert_eq!(same.made[4], "then, from there, by");
    assert!(same.made[5].starts_with("plyglot train --game cfour "), "{:?}", same.made);
    assert!(same.made[7].starts_with("from w with CRC-32 "), "{:?}", same.made);
    let (grown_loss, grown) = from("--hidden 64");
    assert_eq!(grown.network.shape().hidden, 64);
    assert!((grown_loss - loss).abs() < 2e-6, "{grown_loss} {loss}");
    folder.copy("new", "wide");
    let narrow = "train --game cfour --data games --out x --from wide --hidden 32";
    check_refused(&folder, narrow, 2, &["--hidden 32: wide with CRC-32 "]);
    let (_, alone) = from("--alone");
    assert!(!alone.network.shape().has_base);
    folder.copy("new", "alone");
    let based = TRAIN.replace("--hidden 32", "--base").replace("--epochs 4", "--epochs 0");
    ended_well(plyglot(&folder, &based.replace("--out w --from zero", "--out new --from alone")));
    let based = network(&folder, "new").network;
    assert!(based.shape().has_base);
    let parameters = based.parameters();
    assert_eq!(parameters[parameters.len() - based.shape().buckets..].iter().max(), Some(&0));
}

#[test]
fn games_of_chess_and_surakarta_train_networks() {
    for (game, hidden) in [("chess", ""), ("surakarta", " --from zero --hidden 64 --alone")] {
        let folder = Folder::new(&format!("train-{game}"));
        let datagen =
            format!("datagen --game {game} --games 60 --nodes 20 --hash 1 --seed 3 --out games");
        ended_well(plyglot(&folder, &datagen));
        let train = format!("train --game {game} --data games --out w{hidden}");
        let said =
            ended_well(plyglot(&folder, &format!("{train} --batch 512 --epochs 2 --decided")));
        let losses = losses(&said);
        // Chess begins with a good network, and there are few games.
        assert!(losses.len() == 3 && (game == "chess" || losses[2] < losses[0]), "{said}");
        assert_eq!(network(&folder, "w").game, game);
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
    write_games(folder.file("games"), "cfour", &games);
    let train = TRAIN.replace("--epochs 4", "--epochs 0");
    let all = fitted(&ended_well(plyglot(&folder, &train)));
    let expected = folder.bytes("w.state");
    for i in (0..1490).step_by(7) {
        games.swap(i, i + 9);
    }
    write_games(folder.file("games"), "cfour", &games);
    ended_well(plyglot(&folder, &train));
    assert!(folder.bytes("w.state") == expected, "the state has a sum of the samples");
    let some = fitted(&ended_well(plyglot(&folder, &format!("{train} --keep 0.25"))));
    let share = some as f64 / all as f64;
    assert!((0.22..0.32).contains(&share), "{share} of all was kept, not a quarter");
}

/// The samples to fit to grow, those to test with do not. Some variations end the game.
#[test]
fn variations_are_added_to_the_positions_to_fit_to() {
    let folder = Folder::new("train-variations");
    ended_well(plyglot(
        &folder,
        "datagen --game chess --games 60 --nodes 20 --hash 1 --seed 3 --out games",
    ));
    let train = "train --game chess --data games --out w --lambda 0 --epochs 0";
    let counts = |said: &str| {
        let line = said.lines().find(|line| line.contains(" positions to fit to, "));
        let numbers = line.expect("the counts").split(' ').filter_map(|word| word.parse().ok());
        numbers.collect::<Vec<u64>>()
    };
    let played = counts(&ended_well(plyglot(&folder, train)));
    let more = counts(&ended_well(plyglot(&folder, &format!("{train} --variations 64"))));
    assert_eq!(more[1..], played[1..]);
    assert!((50 * played[0]..=65 * played[0]).contains(&more[0]), "{played:?} {more:?}");
    let file = network(&folder, "w");
    assert!(file.made.iter().any(|line| line.contains(" --variations 64 ")), "{:?}", file.made);
    let mixed = format!("{} --variations 4", train.replace("da 0", "da 0.5"));
    check_refused(&folder, &mixed, 2, &["--variations needs --lambda 0"]);
}

#[test]
fn games_and_networks_that_do_not_fit_are_refused() {
    let folder = folder_of_games("train-wrong");
    let data = "--data games --out x";
    let narrow = format!("train {data} --game chess --hidden 32");
    check_refused(&folder, &narrow, 2, &["--hidden 32: the game's own network has 512"]);
    for (arguments, expected) in [
        ("--game chess", "they are of cfour"),
        ("--game cfour --from nowhere", "the network nowhere cannot be used"),
        ("--game cfour --from games", "the network games cannot be used"),
        ("--game cfour --keep 0", "too few games to learn from"),
    ] {
        check_refused(&folder, &format!("train {data} {arguments}"), 1, &[expected]);
    }
    assert!(!folder.has("x"));
}

#[cfg(unix)]
#[test]
fn games_in_a_pipe_are_refused() {
    let folder = Folder::new("train-pipe");
    folder.make_pipe("pipe");
    check_refused(&folder, "train --game cfour --data pipe --out w", 1, &["ordinary file"]);
    assert_eq!(folder.names(), ["pipe"], "nothing is left");
}

#[test]
fn files_of_games_and_networks_are_not_overwritten() {
    let folder = folder_of_games("train-inputs");
    let before = folder.bytes("games");
    folder.copy("games", "new.state");
    for (arguments, expected) in [
        ("--data new.state --out new", "FILE.state of --out: expected a file other than that of"),
        ("--data games --out ./games", "a file other than that of --data"),
        ("--data games --from w --out w", "a file other than that of --from"),
    ] {
        check_refused(&folder, &format!("train --game cfour {arguments}"), 2, &[expected]);
    }
    assert!(folder.bytes("new.state") == before);
    assert!(folder.bytes("games") == before);
}
