//! The parts of a dialogue.

pub(super) const COMMANDS: &[&str] = &[
    "uci",
    "ugi",
    "debug",
    "isready",
    "setoption",
    "register",
    "ucinewgame",
    "uginewgame",
    "position",
    "query",
    "go",
    "stop",
    "ponderhit",
    "quit",
    "d",
    "flip",
    "path",
    "eval",
    "bench",
    "genfens",
    "help",
];

pub(super) const LETTERS: [char; 24] = [
    'p', 'P', 'k', 'K', 'q', 'r', 'N', 'b', '1', '2', '6', '8', '9', '/', ' ', '-', 'w', 'b', 'e',
    '3', '0', '[', ']', 'A',
];

pub(super) const CHESS: &[&str] = &[
    "startpos",
    "startpos",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/8/8/8/8/5k2/8/5K1r w - - 0 1",
    "7k/8/8/8/8/8/R7/1R5K w - - 99 80",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
];
pub(super) const CONNECT4: &[&str] = &["startpos", "startpos", "444444", "1121212", "2525353434"];
pub(super) const TICTACTOE: &[&str] = &["startpos", "startpos", "X.OX.XOO.", "XXOOOXXXO"];
pub(super) const SURAKARTA: &[&str] = &[
    "startpos",
    "startpos",
    "6/6/3p2/1P4/6/6 w - - 0 1",
    "6/6/1p4/6/1PP3/6 b - - 49 60",
    "ppp3/2p3/4p1/6/1P4/P4P w - - 0 1",
    "p4P/6/3p2/6/6/P5 w - - 0 1",
    "6/6/6/6/P5/1P4 b - - 0 1",
];

pub(super) const OTHELLO: &[&str] = &[
    "startpos",
    "startpos",
    "f5d6c3d3c4",
    "-OOOOO----OOOO---OOOOX--XXXXXX---OXOOX--OOOXOX----OOXX----XXXX-- O",
];
pub(super) const BREAKTHROUGH: &[&str] =
    &["startpos", "startpos", "8/1pppppp1/8/1p1pP1P1/1P3p2/4pPp1/8/1PPPPPP1 w - - 6 33"];
pub(super) const ATAXX: &[&str] = &[
    "startpos",
    "startpos",
    "P5p/7/2*1*2/7/2*1*2/7/p5P w - - 0 1",
    "2pp2p/ppppPPp/pppppPp/PPPPPPp/PPpPPPp/pppPPPp/pppPPpp w - - 99 42",
];

pub(super) const LIMITS: &[&str] = &[
    "nodes 1",
    "nodes 100",
    "nodes 400",
    "depth 1",
    "depth 2 nodes 300",
    "mate 1 nodes 200",
    "movetime 1",
    "movetime 0",
    "wtime 1 btime 1",
    "wtime -50 btime -50 winc -1 binc -1 movestogo -1",
    "p1time 0 p2time 20 movestogo 1",
    "btime 5 movestogo 99999999999999999999",
    "infinite",
    "infinite depth 1",
    "ponder nodes 50",
    "ponder wtime 10 btime 10",
    "ponder depth 2",
    "infinite ponder",
    "depth 0",
    "nodes 0",
    "nodes 50 infinite",
];

/// Words that an `x` and letters cannot follow.
pub(super) const BEGINNINGS: &[&str] = &[
    "go",
    "go depth",
    "go depth 1 nodes",
    "go wtime 5 btime",
    "go perft",
    "go movestogo",
    "position startpos",
    "position startpos moves",
    "position fen",
    "position",
    "setoption",
    "setoption name",
    "setoption name Hash value",
    "setoption name Threads value 1",
    "setoption name UCI_Variant value",
    "setoption name Algorithm value",
    "setoption name Ponder value",
    "setoption name Hash value 99999999999999999999999",
    "debug",
    "query",
    "path",
    "bench",
    "genfens",
    "genfens 1 seed",
    "genfens 1 seed 1 book /nowhere/",
];
