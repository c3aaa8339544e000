//! The laws of the traits, in chess and in Chess960, and the game's own rules.

use super::tables::{check_ends, names, parse, play};
use cozy_chess::Move;
use plyglot_core::game::network::{Accumulators, Network};
use plyglot_core::game::{
    EvalState, EvalWorkspace, Evaluation, Game, GameInfo, Glance, Histories, Knowledge, MoveCells,
    Notation, Outcome, Picture, Side, TextError, Which, evaluate, laws,
};
use plyglot_games::chess::{Chess, ChessState};
use std::sync::Arc;

/// Chess960 from one start position, the one of this number, so that the laws' checker can walk it.
#[derive(Clone)]
struct Shuffled(Chess, usize);

/// Both wings, the middle, and two sides that castle with different rooks.
const SHUFFLED: [&str; 4] = [
    "rkrnnqbb/pppppppp/8/8/8/8/PPPPPPPP/RKRNNQBB w CAca - 0 1",
    "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1",
    "nrbkqrnb/pppppppp/8/8/8/8/PPPPPPPP/NRBKQRNB w FBfb - 0 1",
    "r3k2r/8/8/8/8/8/8/1R2K1R1 w GBha - 0 1",
];

const GAMES: [GameInfo; 4] = {
    let [a, b, c, d] = SHUFFLED;
    [
        GameInfo::new("shuffled", a),
        GameInfo::new("shuffled", b),
        GameInfo::new("shuffled", c),
        GameInfo::new("shuffled", d),
    ]
};

wrap_rules!([] Shuffled, Chess);

wrap_notation!([] Shuffled, Chess, usize, |game: &Shuffled| game.1, chess960, |n: usize| &GAMES[n]);

fn chess960(mut position: Chess, number: usize) -> Shuffled {
    position.set_option("UCI_Chess960", "true");
    Shuffled(position, number)
}

/// The state and the accumulators are those of chess.
impl EvalState<Shuffled> for ChessState {
    type Workspace = Accumulators<Chess>;
    const RECORDS: bool = true;

    fn record(&self, ply: usize, workspace: &mut Accumulators<Chess>) {
        EvalState::<Chess>::record(self, ply, workspace);
    }
}

impl EvalWorkspace<Shuffled> for Accumulators<Chess> {
    fn new(position: &Shuffled, network: Option<Arc<Network>>) -> Self {
        Accumulators::new(&position.0, network)
    }
    fn set_ply(&mut self, ply: usize) {
        EvalWorkspace::<Chess>::set_ply(self, ply);
    }
    fn forget(&mut self, ply: usize) {
        EvalWorkspace::<Chess>::forget(self, ply);
    }
    fn pass(&mut self, ply: usize) {
        EvalWorkspace::<Chess>::pass(self, ply);
    }
}

impl Evaluation for Shuffled {
    type State = ChessState;

    fn state(&self) -> ChessState {
        self.0.state()
    }
    fn advance(&self, m: Move, state: &mut ChessState) {
        self.0.advance(m, state);
    }
    fn evaluate(&self, state: &ChessState, workspace: &mut Accumulators<Chess>) -> i32 {
        self.0.evaluate(state, workspace)
    }

    fn mirrored(&self) -> Option<Self> {
        Some(Shuffled(self.0.mirrored()?, self.1))
    }
}

impl Knowledge for Shuffled {
    fn glance(&self) -> Glance {
        self.0.glance()
    }
}

impl Histories for Shuffled {
    const HISTORY_SIZE: usize = Chess::HISTORY_SIZE;
    fn history_index(&self, m: Move) -> usize {
        self.0.history_index(m)
    }
}

#[test]
fn laws_hold_in_chess960() {
    for number in 0..SHUFFLED.len() {
        laws::check_rules::<Shuffled>(number, 25, 400, 2).unwrap();
    }
}

fn after(fen: &str, moves: &str) -> Chess {
    let mut position = parse(fen);
    moves.split_whitespace().for_each(|name| play(&mut position, name));
    position
}

#[test]
fn material_that_cannot_mate_is_a_draw() {
    let drawn = Some(Outcome::Drawn);
    check_ends::<Chess>(&[
        ("8/8/8/4k3/8/8/3K4/8 w - - 0 1", drawn),
        ("8/8/8/4k3/8/8/3K4/5N2 w - - 0 1", drawn),
        ("8/8/8/4k3/8/2b5/8/3K4 b - - 0 1", drawn),
        ("8/8/8/4k3/8/2b5/8/2B4K b - - 0 1", drawn),
        ("4B3/8/2B5/4k3/8/8/3K4/8 w - - 0 1", drawn),
        ("8/8/8/4k3/8/8/3K4/4NN2 w - - 0 1", None),
        ("8/8/8/4k3/8/8/3K4/4NB2 w - - 0 1", None),
        ("8/8/4n3/4k3/8/8/3K4/5N2 w - - 0 1", None),
        ("8/8/8/4k3/8/8/3K4/4BB2 w - - 0 1", None),
        ("8/8/8/4k3/8/2b5/2B5/7K b - - 0 1", None),
        ("8/8/8/4k3/8/8/P2K4/8 w - - 0 1", None),
        ("8/8/8/4k3/8/8/3K4/7R w - - 0 1", None),
        ("8/8/8/4k3/8/8/3K4/7Q b - - 0 1", None),
    ]);
}

#[test]
fn mate_loses_and_stalemate_draws() {
    check_ends::<Chess>(&[
        ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", Some(Outcome::Lost)),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Some(Outcome::Drawn)),
        ("7k/8/6K1/5Q2/8/8/8/8 b - - 0 1", None),
    ]);
}

#[test]
fn fifty_moves_draw_unless_the_last_one_mates() {
    let quiet = "7k/8/6K1/5Q2/8/8/8/8 w - - 99 80";
    assert_eq!(after(quiet, "").status(), None);
    assert_eq!(after(quiet, "f5f1").status(), Some(Outcome::Drawn));
    assert_eq!(after(quiet, "f5f8").status(), Some(Outcome::Lost));
    let pawn = "7k/8/6K1/5Q2/8/8/P7/8 w - - 99 80";
    assert_eq!(after(pawn, "a2a3").status(), None);
    assert_eq!(after(quiet, "f5f1").legal_moves().len(), 1, "the game can be played on");
}

#[test]
fn a_double_push_that_no_pawn_can_take_does_not_change_the_key() {
    let pushed = after(Chess::INFO.start, "e2e4");
    assert_eq!(pushed.identity(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -");
    let stepped = after("4k3/8/8/8/8/8/4P3/4K3 w - -", "e1d1 e8d8 e2e3 d8e8 e3e4");
    let pushed = after("4k3/8/8/8/8/8/4P3/4K3 w - -", "e1d2 e8d8 d2d1 d8e8 e2e4");
    assert_eq!((pushed.identity(), pushed.key()), (stepped.identity(), stepped.key()));
    let taken = after("4k3/8/8/8/3p4/8/4P3/4K3 w - -", "e2e4");
    let apart = after("4k3/8/8/8/3pP3/8/8/4K3 b - -", "");
    assert_ne!(taken.key(), apart.key(), "d4 can take on e3");
    // Both pawns would leave the fourth rank, on which the rook sees the king.
    let pinned = after("8/8/8/8/R2p3k/8/4P3/4K3 w - -", "e2e4");
    let same = after("8/8/8/8/R2pP2k/8/8/4K3 b - -", "");
    assert_eq!(pinned.key(), same.key(), "d4 cannot take on e3, its king would stand in check");
}

#[test]
fn tactical_moves_are_captures_and_promotions() {
    let position: Chess = parse("1n2k3/P7/8/3pP3/8/8/8/4K3 w - d6");
    let promotions = ["a7a8b", "a7a8n", "a7a8q", "a7a8r", "a7b8b", "a7b8n", "a7b8q", "a7b8r"];
    let expected = promotions.into_iter().chain(["e5d6"]).map(str::to_owned);
    assert_eq!(names(&position, Which::Tactical), expected.collect());
}

#[test]
fn evaluation_sees_balance_material_and_advanced_pawns() {
    let value = |fen: &str| evaluate(&parse::<Chess>(fen));
    assert!(value(Chess::INFO.start).abs() < 50, "the start is balanced");
    let start = value(Chess::INFO.start);
    let both = value("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -");
    assert!(both.abs() < 50, "so it is after e4 e5");
    assert!(value("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -") > start);
    assert!(value("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq -") < -800);
    assert!(value("8/2k5/8/8/4K3/8/4P3/8 w - -") < value("8/2k5/4P3/8/4K3/8/8/8 w - -"));
}
