//! Whole games over pipes, as harnesses play them, refereed by the rules.

use crate::support::engine::Engine;
use plyglot_core::game::Notation;
use plyglot_core::search::Root;
use plyglot_games::ataxx::Ataxx;
use plyglot_games::chess::Chess;
use plyglot_games::connect4::ConnectFour;
use plyglot_games::othello::Othello;

/// A game in hand: the position and the moves that led to it.
struct Referee<G: Notation> {
    root: Root<G>,
    moves: Vec<String>,
    /// The text of every position so far, without its counters.
    seen: Vec<String>,
}

impl<G: Notation<Rules = ()>> Referee<G> {
    fn new() -> Referee<G> {
        let start = G::start(());
        Referee { seen: vec![start.identity()], root: Root::new(start), moves: Vec::new() }
    }

    fn is_over(&self) -> bool {
        is_over(&self.root.position, &self.seen)
    }

    /// The command that sets up the position, as a harness sends it.
    fn command(&self) -> String {
        match self.moves.len() {
            0 => "position startpos".to_owned(),
            _ => format!("position startpos moves {}", self.moves.join(" ")),
        }
    }

    fn play(&mut self, engine: &mut Engine, text: &str) {
        let Some(m) = legal(&self.root.position, text) else {
            engine.fail(&format!("{text} is no legal move"))
        };
        self.root.play(m);
        self.seen.push(self.root.position.identity());
        self.moves.push(text.to_owned());
    }

    /// Whether the moves can be played one after the other, each printed as
    /// the notation has it, and none of them after the end of the game.
    fn is_line(&self, line: &[&str]) -> bool {
        let (mut position, mut seen) = (self.root.position.clone(), self.seen.clone());
        line.iter().all(|text| match legal(&position, text) {
            Some(m) if !is_over(&position, &seen) => {
                position.play(m);
                seen.push(position.identity());
                true
            }
            _ => false,
        })
    }
}

/// Whether the last of the positions that were `seen` ends the game, by
/// itself or by coming up for the third time.
fn is_over<G: Notation>(position: &G, seen: &[String]) -> bool {
    let times = seen.iter().filter(|&earlier| Some(earlier) == seen.last()).count();
    position.status().is_some() || times >= 3
}

fn legal<G: Notation>(position: &G, text: &str) -> Option<G::Move> {
    position.legal_moves().into_iter().find(|&m| position.print_move(m) == text)
}

/// The moves of a line's principal variation, if it has one.
fn pv(line: &str) -> Option<Vec<&str>> {
    line.split_once(" pv ").map(|(_, moves)| moves.split(' ').collect())
}

/// The game whose lines end with its book.
const BOOKISH: &str = ConnectFour::INFO.name;

/// The games whose last move may be the loser's. UCI counts moves and not plies.
const LAST_BY_ANYBODY: [&str; 2] = [Othello::INFO.name, Ataxx::INFO.name];

/// How many plies a line of a sure win or loss must have.
fn plies_to_mate(line: &str) -> Option<usize> {
    let (_, mate) = line.split_once(" score mate ")?;
    let moves: i32 = mate.split(' ').next()?.parse().ok()?;
    let is_bound = line.contains("bound ");
    (!is_bound).then_some(if moves > 0 { 2 * moves - 1 } else { -2 * moves } as usize)
}

/// One move of a game: searched, examined, played.
fn one_move<G: Notation<Rules = ()>>(engine: &mut Engine, referee: &mut Referee<G>, go: &str) {
    engine.ask(&referee.command());
    let printed = engine.go(go);
    let (answer, infos) = printed.split_last().expect("a search has an answer");
    let mut first = None;
    for line in infos {
        if let Some(pv) = pv(line) {
            if !referee.is_line(&pv) {
                engine.fail(&format!("a line that cannot be played: {line}"));
            }
            let is_short = |plies: usize| match G::info(()).name {
                BOOKISH => false,
                name if LAST_BY_ANYBODY.contains(&name) => {
                    plies.div_ceil(2) != pv.len().div_ceil(2)
                }
                _ => plies != pv.len(),
            };
            if plies_to_mate(line).is_some_and(is_short) {
                engine.fail(&format!("a line that does not lead to the mate: {line}"));
            }
            if line.contains(" multipv 1 ") {
                first = Some(pv[0].to_owned());
            }
        }
    }
    let words: Vec<&str> = answer.split(' ').collect();
    if first.as_deref() != words.get(1).copied() {
        engine.fail(&format!("{answer} does not begin the last line, which is {first:?}"));
    }
    if words.get(2) == Some(&"ponder") && !referee.is_line(&[words[1], words[3]]) {
        engine.fail(&format!("{answer} names a reply that is none"));
    }
    referee.play(engine, words[1]);
    let more = engine.flush();
    if !more.is_empty() {
        engine.fail(&format!("printed after the answer: {more:?}"));
    }
}

fn start<G: Notation<Rules = ()>>() -> Engine {
    let mut engine = Engine::start();
    engine.send("uci");
    engine.until("uciok");
    engine.ask(&format!("setoption name UCI_Variant value {}", G::info(()).name));
    engine.ask("ucinewgame");
    engine
}

/// Regression: a mate found by a search without width was followed by the
/// rest of another move's line: `... e4g2 g1f1 d4c3`, where e4g2 mates. Found
/// by python-chess.
#[test]
fn a_line_with_a_mate_score_ends_with_the_mate() {
    const FEN: &str = "5Rk1/p2b4/1p1b2p1/3pq3/P2pP3/1PB5/2r3PP/7K b - - 3 28";
    // The smothered mate: the queen is given first.
    const SMOTHERED: &str = "5r1k/6pp/7N/8/2Q5/8/6PP/7K w - - 0 1";
    let mut mates = 0;
    for fen in [FEN, SMOTHERED] {
        let position = Chess::parse(fen).expect("a position");
        let seen = vec![position.identity()];
        let referee = Referee { seen, root: Root::new(position), moves: Vec::new() };
        let mut engine = start::<Chess>();
        engine.ask(&format!("position fen {fen}"));
        for line in engine.go("go depth 8") {
            let Some(pv) = pv(&line) else { continue };
            if !referee.is_line(&pv) {
                engine.fail(&format!("a line that cannot be played: {line}"));
            }
            if let Some(plies) = plies_to_mate(&line) {
                assert_eq!(pv.len(), plies, "{line}");
                mates += 1;
            }
        }
        engine.quit();
    }
    assert!(mates > 0, "no line has a mate score");
}

/// No game of these rules is longer: chess is counted out by the fifty moves.
const MAX_PLIES: usize = 1500;

/// One engine plays both sides.
fn every_line_of_a_game_is_legal<G: Notation<Rules = ()>>() {
    let (nodes, least_plies) = match G::info(()).name {
        // Neither side can lose a game that both see to its end.
        "tictactoe" => (20_000, 9),
        "cfour" => (2000, 7),
        // Nothing ends a game sooner than its start position coming up for the third time.
        "surakarta" => (2000, 8),
        "flipello" => (1000, 9),
        // A piece has six steps to go.
        "breakthrough" => (1000, 11),
        "ataxx" => (1000, 11),
        _ => (2000, 11),
    };
    let mut engine = start::<G>();
    let mut referee = Referee::<G>::new();
    while !referee.is_over() {
        assert!(referee.moves.len() < MAX_PLIES, "a game without end: {}", referee.command());
        one_move(&mut engine, &mut referee, &format!("go nodes {nodes}"));
    }
    engine.quit();
    assert!(referee.moves.len() >= least_plies, "{}", referee.command());
}

each_game!(every_line_of_a_game_is_legal);

/// Two engines with clocks that are never stopped: nothing may hang.
fn every_line_on_clocks_is_legal<G: Notation<Rules = ()>>() {
    let mut engines = [start::<G>(), start::<G>()];
    let mut referee = Referee::<G>::new();
    while !referee.is_over() && referee.moves.len() < 80 {
        let engine = &mut engines[referee.moves.len() % 2];
        one_move(engine, &mut referee, "go wtime 300 btime 300 winc 5 binc 5");
    }
    engines.into_iter().for_each(Engine::quit);
}

each_game!(every_line_on_clocks_is_legal);
