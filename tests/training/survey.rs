//! `survey`: what self-play tells an inventor.

use crate::support::folder::Folder;
use crate::support::schema::Schema;
#[cfg(unix)]
use crate::support::terminal::Terminal;
use crate::support::tool::{ended_well, plyglot};
use serde_json::Value;

/// All games would take hours.
#[cfg(unix)]
#[test]
fn an_interrupted_survey_tells_of_its_games() {
    let folder = Folder::new("survey-interrupted");
    let arguments = "survey --game cfour --games 1000000 --nodes 100";
    let mut terminal = Terminal::start(plyglot(&folder, arguments));
    terminal.until(" games");
    terminal.signal("-INT");
    let (status, all) = terminal.end();
    assert_eq!(status.code(), Some(1), "{all}");
    assert!(all.contains(" games between equals, 100 nodes a move"), "{all}");
    assert!(all.contains("error: interrupted") && !all.contains("skill"), "{all}");
}

/// Whoever begins captures the only piece of the other side, which then has no move.
const UNFAIR: &str = "[unfair:clobber]\nmaxRank = 1\nmaxFile = 2\nstartFen = Pp w 0 1\n";

fn survey(folder: &Folder, more: &str) -> Value {
    let said = ended_well(plyglot(folder, &format!("survey --nodes 200 --json {more}")));
    let object = serde_json::from_str(&said).expect("JSON");
    Schema::of("survey").check(&object);
    object
}

#[test]
fn tic_tac_toe_is_what_everybody_knows() {
    let folder = Folder::new("survey-tictactoe");
    let one = survey(&folder, "--game tictactoe --games 20 --plies 1 --threads 1");
    let three = survey(&folder, "--game tictactoe --games 20 --plies 1 --threads 3");
    assert_eq!(one, three);
    // After one or two random plies, a game between equals ends after 5 to 9 plies. In each
    // position there are as many moves as empty cells.
    let plies = &one["plies"];
    assert!(plies["min"].as_u64() >= Some(5) && plies["max"].as_u64() <= Some(9), "{plies}");
    assert_eq!((&one["moves"]["max"], &one["repeated"]), (&9.into(), &0.0.into()));
    let first = &one["first"];
    let games: u64 = ["wins", "draws", "losses"].iter().filter_map(|key| first[key].as_u64()).sum();
    assert_eq!((games, &one["unfinished"]), (20, &0.into()));
}

#[test]
fn an_unfair_game_is_told_as_one() {
    let folder = Folder::new("survey-unfair");
    folder.write("my.ini", UNFAIR);
    let game = "--variants my.ini --game unfair --games 6 --plies 0";
    let object = survey(&folder, game);
    assert_eq!(object["first"]["score"], 1.0, "{object}");
    assert_eq!(object["stronger"]["result"]["score"], 0.5, "nobody can be stronger in it");
    assert_eq!((&object["plies"]["max"], &object["moves"]["forced"]), (&1.into(), &1.0.into()));
    let said = ended_well(plyglot(&folder, &format!("survey {game}")));
    assert!(said.contains("\nbalance    white scores 100.0 % ["), "{said}");
}
