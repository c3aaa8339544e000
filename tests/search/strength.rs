//! Weaker players: that they are weaker, err as people do, keep to the rules
//! and the limits, and do the same again with the same seed.

use crate::support::engine::Engine;
use crate::support::search;
use plyglot_core::game::network::{Network, NetworkShape};
use plyglot_core::game::tictactoe::TicTacToe;
use plyglot_core::game::{Knowledge, Notation, Outcome};
use plyglot_core::search::{
    Answer, Control, Level, Limits, Line, Root, Search, Settings, StrengthLimit, Table, Task,
};
use plyglot_games::ataxx::Ataxx;
use plyglot_games::breakthrough::Breakthrough;
use plyglot_games::chess::Chess;
use plyglot_games::connect4::ConnectFour;
use plyglot_games::othello::Othello;
use plyglot_games::surakarta::Surakarta;
use std::sync::Arc;

fn handicap(level: Level, seed: u64) -> Settings {
    Settings { strength: Some(StrengthLimit { level, seed }), ..Settings::default() }
}

fn elo(elo: u16, seed: u64) -> Settings {
    handicap(Level::Elo(elo), seed)
}

fn root<G: Notation<Rules = ()>>(text: &str) -> Root<G> {
    Root::new(G::parse(text).unwrap_or_else(|error| panic!("{text}: {error}")))
}

/// The scale of a game is that of a network with a ladder, else that of the game's own network, or
/// of a game without one. The expected ones are from matches (`docs/log/matches.csv`).
#[test]
fn ratings_are_those_of_the_network_or_the_game() {
    fn rating<G: Notation<Rules = ()> + Knowledge>(
        network: Option<&Arc<Network>>,
        plies: f64,
    ) -> f64 {
        let level = Level::CentiPlies((100.0 * plies) as i16);
        Search::<G>::rating(&G::start(()), network, level).expect("a scale from matches").round()
    }
    assert_eq!([1.4, 2.0, 3.0].map(|plies| rating::<Chess>(None, plies)), [500.0, 810.0, 1390.0]);
    assert_eq!([0.0, 1.5].map(|plies| rating::<Surakarta>(None, plies)), [500.0, 1300.0]);
    assert_eq!([-1.0, 3.0].map(|plies| rating::<Breakthrough>(None, plies)), [677.0, 2132.0]);
    assert_eq!([-1.0, 3.0].map(|plies| rating::<Othello>(None, plies)), [679.0, 1757.0]);
    assert_eq!([-1.0, 3.0].map(|plies| rating::<Ataxx>(None, plies)), [635.0, 1930.0]);
    assert_eq!([0.0, 1.5].map(|plies| rating::<ConnectFour>(None, plies)), [790.0, 1090.0]);
    assert_eq!([1.0, 7.0].map(|plies| rating::<TicTacToe>(None, plies)), [620.0, 1059.0]);
    for ladder in [None, Some("500 -300 900 100".parse().expect("a ladder"))] {
        let expected = if ladder.is_some() { 800.0 } else { 500.0 };
        let network = Network::blank(NetworkShape::for_game::<Chess>(32)).with_ladder(ladder);
        assert_eq!(rating::<Chess>(Some(&Arc::new(network)), 0.0), expected);
    }
}

struct Player<G: Knowledge> {
    search: Search<G>,
    table: Table,
}

impl<G: Notation + Knowledge> Player<G> {
    fn new() -> Player<G> {
        Player { search: Search::new(), table: Table::new(1).expect("a MiB") }
    }

    fn go(
        &mut self,
        root: &Root<G>,
        limits: &Limits<G::Move>,
        settings: &Settings,
    ) -> (Answer<G::Move>, Vec<Line<G::Move>>) {
        let (table, control) = (&self.table, &Control::default());
        search::run(&mut self.search, &Task { root, limits, settings, table, control })
    }

    fn plays(&mut self, root: &Root<G>, settings: &Settings) -> String {
        let answer = self.go(root, &Limits::default(), settings).0;
        root.position.print_move(answer.best.expect("there is a move"))
    }
}

/// The half points of the stronger of two levels in this many games, in half of
/// which it moves first. A game of 200 plies is drawn.
fn points<G: Notation<Rules = ()> + Knowledge>(strong: u16, weak: u16, games: u64) -> u32 {
    let mut points = 0;
    for seed in 0..games {
        let mut players = [Player::<G>::new(), Player::new()];
        let settings = [elo(strong, seed + 1), elo(weak, seed + 1)];
        let mut root = root::<G>(G::info(()).start);
        let mut mover = (seed % 2) as usize;
        for _ in 0..200 {
            if root.position.status().is_some() {
                break;
            }
            let (answer, _) = players[mover].go(&root, &Limits::default(), &settings[mover]);
            root.play(answer.best.expect("there is a move"));
            mover = 1 - mover;
        }
        points += match (root.position.status(), mover) {
            (Some(Outcome::Won), 0) | (Some(Outcome::Lost), 1) => 2,
            (Some(Outcome::Won), 1) | (Some(Outcome::Lost), 0) => 0,
            _ => 1,
        };
    }
    points
}

#[test]
fn a_higher_rating_beats_a_lower_one() {
    let won = [
        points::<Chess>(1500, 500, 4),
        points::<ConnectFour>(1500, 500, 10),
        points::<Surakarta>(1500, 500, 4),
        points::<TicTacToe>(1500, 500, 40),
    ];
    assert!(won[0] >= 7, "{won:?}");
    assert!(won[1] >= 18, "{won:?}");
    assert!(won[2] >= 7, "{won:?}");
    // The second player cannot win against who does not err.
    assert!(won[3] >= 60, "{won:?}");
}

/// Seeds of one position and level.
const SEEDS: u64 = 60;

/// How often a level plays a move, with each of this many seeds.
fn count<G: Notation<Rules = ()> + Knowledge>(
    seeds: u64,
    text: &str,
    m: &str,
    level: u16,
) -> usize {
    let (mut player, root) = (Player::<G>::new(), root::<G>(text));
    (1..=seeds).filter(|&seed| player.plays(&root, &elo(level, seed)) == m).count()
}

#[test]
fn weaker_ratings_overlook_more_wins_and_farther_ones_most() {
    const MATE_IN_1: &str = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1";
    // Its searches are long.
    assert_eq!(count::<Chess>(10, MATE_IN_1, "d1d8", 2500), 10);
    let weakest = count::<Chess>(SEEDS, MATE_IN_1, "d1d8", 500);
    assert!(weakest < 55, "{weakest}");
    // The smothered mate: the queen is given first.
    const MATE_IN_2: &str = "5r1k/6pp/7N/8/2Q5/8/6PP/7K w - - 0 1";
    for level in [900, 1300] {
        let near = count::<Chess>(SEEDS, MATE_IN_1, "d1d8", level);
        let far = count::<Chess>(SEEDS, MATE_IN_2, "c4g8", level);
        assert!(near > weakest && near > far, "{level}: {near} {far} {weakest}");
    }
}

#[test]
fn only_weak_ratings_overlook_a_threat() {
    // X wins at c3 unless O takes it.
    let stops = |level| count::<TicTacToe>(SEEDS, "XX.O.....", "P@c3", level);
    assert_eq!(stops(2500), 60);
    assert!(stops(500) < 40, "{}", stops(500));
}

#[test]
fn the_same_seed_plays_the_same_and_others_do_not() {
    let root = root::<Chess>(Chess::INFO.start);
    let games = |seed: u64| {
        let mut player = Player::<Chess>::new();
        let settings = elo(700, seed);
        let mut moves = Vec::new();
        for _ in 0..8 {
            moves.push(player.plays(&root, &settings));
            assert_eq!(moves.last(), Some(&player.plays(&root, &settings)), "the same game");
            player.search.clear(&root.position);
        }
        moves
    };
    let first = games(1);
    assert_eq!(first, games(1));
    assert_ne!(first, games(2));
    assert!(first.iter().any(|m| *m != first[0]), "every game the same: {first:?}");
}

#[test]
fn limited_strength_uses_no_solver_and_no_tables() {
    fn told<G: Notation<Rules = ()> + Knowledge>(text: &str, settings: &Settings) -> Line<G::Move> {
        let (_, lines) = Player::<G>::new().go(&root(text), &Limits::default(), settings);
        lines.last().expect("a line").clone()
    }
    // Won for the first player by the 41st ply (Allis, 1988), and in the book.
    let (empty, ending) = (ConnectFour::INFO.start, "6/6/2p3/6/1P1P2/P5 w - - 0 1");
    assert!(told::<ConnectFour>(empty, &Settings::default()).score.is_decisive());
    assert!(told::<Surakarta>(ending, &Settings::default()).tbhits > 0);
    for level in [500, 1500, 2500] {
        assert!(!told::<ConnectFour>(empty, &elo(level, 1)).score.is_decisive(), "{level}");
        assert_eq!(told::<Surakarta>(ending, &elo(level, 1)).tbhits, 0, "{level}");
    }
}

/// Plays some moves of a game at every level, and looks at all that is said.
fn check_answers<G: Notation<Rules = ()> + Knowledge>() {
    let mut player = Player::<G>::new();
    let mut root = root::<G>(G::info(()).start);
    for (step, skill) in [0, 3, 7, 10, 0].into_iter().enumerate() {
        let settings =
            Settings { multi_pv: 3, threads: 2, ..handicap(Level::Skill(skill), step as u64) };
        let (answer, lines) = player.go(&root, &Limits::default(), &settings);
        let moves = root.position.legal_moves();
        assert_eq!(lines.len(), moves.len().min(3));
        assert_eq!(answer.best, lines[0].pv.first().copied());
        assert_eq!((answer.score, answer.depth), (lines[0].score, lines[0].depth));
        for (i, line) in lines.iter().enumerate() {
            assert_eq!(line.rank, i + 1);
            assert!(lines[..i].iter().all(|other| other.pv[0] != line.pv[0]));
            search::check_line(&root.position, &line.pv);
        }
        let asked = moves[moves.len() - 1];
        let limits = Limits { moves: Some(vec![asked]), ..Limits::nodes(50) };
        let (answer, _) = player.go(&root, &limits, &settings);
        assert!(answer.best == Some(asked) && answer.nodes < 60, "{answer:?}");
        root.play(asked);
    }
}

#[test]
fn answers_are_legal_and_keep_to_the_limits() {
    check_answers::<Chess>();
    check_answers::<ConnectFour>();
    check_answers::<Surakarta>();
    check_answers::<TicTacToe>();
}

/// The last line of a search and the move, as the program tells them.
fn told(options: &[&str]) -> Vec<String> {
    let mut engine = Engine::start();
    engine.send("setoption name UCI_Variant value ttt\nsetoption name Strength Seed value 7");
    options.iter().for_each(|option| engine.send(&format!("setoption name {option}")));
    engine.send("position X...O....");
    let lines = engine.go("go depth 9");
    let last = &lines[lines.len() - 2..];
    last.iter().map(|line| line.split(" nodes ").next().unwrap_or_default().to_owned()).collect()
}

#[test]
fn a_rating_counts_while_it_limits_and_comes_before_the_skill() {
    let full = told(&[]);
    assert_eq!(full, told(&["UCI_Elo value 500", "Skill Level value 20"]));
    let limit = "UCI_LimitStrength value true";
    let weakest = told(&[limit, "UCI_Elo value 500"]);
    assert_ne!(full, weakest);
    assert_eq!(weakest, told(&["Skill Level value 0"]));
    assert_eq!(weakest, told(&[limit, "UCI_Elo value 500", "Skill Level value 19"]));
    assert_eq!(full, told(&[limit, "UCI_Elo value 500", "UCI_LimitStrength value false"]));
}
