//! Counts of leaf nodes against numbers that others have published.

use super::tables::parse;
use crate::support::perft::perft;
use plyglot_games::chess::Chess;
use std::path::Path;

/// Leaves for which a line of a suite is counted.
const MAX_LEAVES: u64 = 1_000_000;

#[track_caller]
fn check(fen: &str, depth: u32, expected: u64) {
    assert_eq!(perft(&parse::<Chess>(fen), depth), expected, "perft {depth} of `{fen}`");
}

/// From the Chess Programming Wiki, "Perft Results".
#[test]
fn perft_of_the_positions_of_the_wiki() {
    check(Chess::INFO.start, 5, 4_865_609);
    check("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -", 4, 4_085_603);
    check("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -", 6, 11_030_083);
    check("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 5, 15_833_292);
    check("r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1", 4, 422_333);
    check("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 4, 2_103_487);
    check("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 4, 3_894_594);
}

/// Positions that catch one fault each, known from TalkChess; Stockfish counts the same.
#[test]
fn perft_of_positions_that_show_one_fault_each() {
    check("3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1", 6, 1_134_888);
    check("8/8/4k3/8/2p5/8/B2P2K1/8 w - - 0 1", 6, 1_015_133);
    check("8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1", 6, 1_440_467);
    check("5k2/8/8/8/8/8/8/4K2R w K - 0 1", 6, 661_072);
    check("3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", 6, 803_711);
    check("r3k2r/1b4bq/8/8/8/8/7B/R3K2R w KQkq - 0 1", 4, 1_274_206);
    check("r3k2r/8/3Q4/8/8/5q2/8/R3K2R b KQkq - 0 1", 4, 1_720_476);
    check("2K2r2/4P3/8/8/8/8/8/3k4 w - - 0 1", 6, 3_821_001);
    check("8/8/1P2K3/8/2n5/1q6/8/5k2 b - - 0 1", 5, 1_004_658);
    check("4k3/1P6/8/8/8/8/K7/8 w - - 0 1", 6, 217_342);
    check("8/P1k5/K7/8/8/8/8/8 w - - 0 1", 6, 92_683);
    check("K1k5/8/P7/8/8/8/8/8 w - - 0 1", 6, 2_217);
    check("8/k1P5/8/1K6/8/8/8/8 w - - 0 1", 7, 567_584);
    check("8/8/2k5/5q2/5n2/8/5K2/8 b - - 0 1", 4, 23_527);
}

/// The first lines of the public suite `chess960.epd`; Stockfish counts the same.
#[test]
fn perft_of_chess960_positions() {
    check("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", 4, 326_672);
    check("b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9", 4, 273_318);
    check("1nbbnrkr/p1p1ppp1/3p4/1p3P1p/3Pq2P/8/PPP1P1P1/QNBBNRKR w HFhf - 0 9", 4, 1_171_749);
    check("q1bnrkr1/ppppp2p/2n2p2/4b1p1/2NP4/8/PPP1PPPP/QNB1RRKB w ge - 1 9", 4, 732_757);
    check("qnnbbrkr/1p2ppp1/2pp3p/p7/1P5P/2NP4/P1P1PPP1/Q1NBBRKR w HFhf - 0 9", 4, 384_260);
}

/// The whole suites, where they lie beside the checkout.
#[test]
fn perft_of_suites_beside_the_checkout() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data/chess/perft");
    for name in ["perftsuite.epd", "chess960.epd"] {
        let Ok(suite) = std::fs::read_to_string(folder.join(name)) else { continue };
        for line in suite.lines().filter(|line| !line.trim().is_empty()) {
            check_line(line);
        }
    }
}

/// Checks the deepest count of `FEN ;D1 20 ;D2 400 ...` that is small enough.
fn check_line(line: &str) {
    let mut parts = line.split(';');
    let fen = parts.next().expect("a split has a first part");
    let deepest = parts
        .filter_map(|part| part.trim().strip_prefix('D')?.split_once(' '))
        .map(|(depth, leaves)| (depth.parse().unwrap(), leaves.trim().parse().unwrap()))
        .rfind(|&(_, leaves)| leaves < MAX_LEAVES);
    let (depth, leaves) = deepest.unwrap_or_else(|| panic!("no small count in `{line}`"));
    check(fen.trim(), depth, leaves);
}
