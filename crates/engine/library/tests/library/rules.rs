//! The games of the library have the moves, positions and results of the reference, and the
//! published numbers of leaves.

use crate::library::LIBRARY;
use crate::replay::{Difference, Games};
use crate::{Seen, last, named, play, see, small};
use plyglot_core::game::{Game, Notation, OptionSpec, Outcome, Which};
use plyglot_variants::{Position, Set, SizedVariant, Variant, Verdict};
use std::hash::Hash;

fn leaves<S: Set + Hash>(position: &Position<S>, plies: u32) -> u64 {
    if matches!(position.verdict(), Some(Verdict::Immediate(_))) {
        return 0;
    }
    if plies == 1 {
        return position.count();
    }
    let mut sum = 0;
    position.moves(Which::All, |m| sum += leaves(&position.after(m), plies - 1));
    sum
}

fn leaves_on<S: Set + Hash>(variant: &'static Variant<S>, start: &str, plies: u32) -> u64 {
    let start = if start.is_empty() { variant.info.start } else { start };
    leaves(&Position::read_fen(variant.rules(), start).expect(start), plies)
}

fn leaves_of(name: &str, start: &str, plies: u32) -> u64 {
    on_its_board!(named(name), leaves_on, start, plies)
}

/// A position of a game of the library after some moves.
fn look(name: &str, start: &str, played: &str) -> Seen {
    see(named(name), start, played)
}

/// Compares recorded games. Returns the game of each, and how many positions were equal.
fn replay(records: &str) -> (Vec<&str>, usize) {
    let mut games = Games::new(LIBRARY, |complaint| panic!("{complaint}"));
    let (mut names, mut positions) = (Vec::new(), 0);
    for line in records.lines().filter(|line| !line.starts_with('#')) {
        let name = line.split('\t').next().unwrap_or_default();
        match games.replay(line).unwrap_or_else(|| panic!("{name} is not in the library")) {
            Ok(count) => positions += count,
            Err(difference) => {
                let Difference { kind, played, found } = difference;
                panic!("{name}, {kind:?} after '{}': {found}", played.join(" "))
            }
        }
        names.push(name);
    }
    (names, positions)
}

#[test]
fn recorded_games_are_equal_ply_by_ply() {
    let records = include_str!("../../../../../tests/data/variants/games.txt");
    let (mut names, positions) = replay(records);
    names.dedup();
    assert!(names.len() > 250 && positions > 20_000, "{} games, {positions}", names.len());
}

#[test]
fn chases_are_judged_as_in_the_reference() {
    let (names, _) = replay(include_str!("../../../../../tests/data/variants/chases.txt"));
    assert!(names.len() > 50, "{} games", names.len());
}

/// As in chess, mate comes before the draw by fifty moves (FIDE's Laws, 9.6.2 on 75 moves).
#[test]
fn mate_on_the_last_ply_of_the_counter_wins() {
    let start = "7k/8/6K1/8/8/8/8/R7 w - - 99 80";
    assert_eq!(look("chess", start, "a1a8").over, Some(Outcome::Lost));
    assert_eq!(look("chess", start, "a1a7").over, Some(Outcome::Drawn));
}

#[test]
fn leaves_from_the_start_are_those_published() {
    let mut count = 0;
    for line in include_str!("../../../../../tests/data/variants/perft.tsv").lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        let [name, plies, expected] = fields[..] else { continue };
        if line.starts_with('#') {
            continue;
        }
        let expected: u64 = expected.parse().expect(line);
        assert_eq!(leaves_of(name, "", plies.parse().expect(line)), expected, "{name} {plies}");
        count += 1;
    }
    assert_eq!(count, 80);
}

/// I. G. Shafran's chess (1939), without its castling: pawns begin with steps to the middle of their
/// files. The count is that of tests/peers/hexagons.py.
#[test]
fn pawns_on_hexagons_are_captured_where_they_passed() {
    const SHAFRAN: &str = "[shafran:mccooey]
maxFile = 9
maxRank = 10
promotionRegionWhite = a6 b7 c8 d9 e10 f10 g10 h10 i10
promotionRegionBlack = a1 b1 c1 d1 e1 f2 g3 h4 i5
doubleStepRegionWhite = b2 c2 d2 e2 f3 g4 h5
doubleStepRegionBlack = b6 c7 d8 e9 f9 g9 h9
tripleStepRegionWhite = d2 e2 f3
tripleStepRegionBlack = d8 e9 f9
startFen = ****kqbnr/***bppppp/**np5/*bp6/rp6P/p6PR/6PB*/5PN**/PPPPPB***/RNBQK**** w
";
    assert_eq!(on_its_board!(last(SHAFRAN), leaves_on, "", 3), 75_494);
}

/// A swap is a move more, and then the first player moves as at the start.
#[test]
fn a_swap_turns_the_board() {
    for name in ["chess", "shogi", "breakthrough"] {
        let swap = last(&format!("[swap:{name}]\nswapRule = true\n"));
        let moves = leaves_of(name, "", 1);
        let found = on_its_board!(swap, leaves_on, "", 3);
        assert_eq!(found, leaves_of(name, "", 3) + moves * moves, "{name}");
    }
    let chess = last("[swap:chess]\nswapRule = true\n");
    let after = |played: &str| see(chess, "", played);
    let text = "rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 2";
    assert_eq!(after("e2e4 swap").fen, text);
    for played in ["", "e2e4 e7e5", "e2e4 swap", "e2e4 swap g1f3"] {
        assert!(!after(played).has("swap"), "{played}");
    }
}

/// Castling is written as before it.
#[test]
fn a_swap_keeps_the_letters_of_chess960() {
    let mut position = Position::start(small(last("[swap:chess]\nswapRule = true\n")));
    position.set_option(OptionSpec::CHESS960.name, "true");
    play(&mut position, "e2e4");
    play(&mut position, "swap");
    let text = "rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 2";
    assert_eq!(position.write_fen(), text);
}

/// In the shortest game of Othello, White loses all discs with the ninth move. In janggi both sides
/// may pass at once, and the second has 73.5 points to 72.
#[test]
fn a_game_that_nobody_goes_on_with_ends_by_its_count() {
    let passing = last("[passing:ataxx]\npass = true\n");
    for (game, moves, over) in [
        (named("flipello"), "P@e3 P@f5 P@e6 P@f3 P@g4 P@d3 P@e2 P@f4 P@c4", Some(Outcome::Lost)),
        (named("janggi"), "e2e2", None),
        (named("janggi"), "e2e2 e9e9", Some(Outcome::Lost)),
        (passing, "P@a6 a1a1", None),
        (passing, "P@a6 a1a1 g1g1", Some(Outcome::Lost)),
    ] {
        assert_eq!(see(game, "", moves).over, over, "{moves}");
    }
}

/// The published numbers of leaves less those that are captures en passant (chessprogramming.org,
/// "Perft Results", positions 2 and 3).
#[test]
fn a_child_may_switch_off_what_its_parent_has() {
    let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    for (fen, plies, expected) in
        [(kiwipete, 2, 2039 - 1), ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 3, 2812 - 2)]
    {
        let game = last("[x:chess]\nenPassantTypes = -\n");
        assert_eq!(on_its_board!(game, leaves_on, fen, plies), expected, "{fen}");
    }
}

/// The points of janggi, without the 1.5 of the second side, and those of beginners' books on chess.
#[test]
fn points_of_pieces_decide_a_draw() {
    let janggi = last(
        "[points:janggi]\nmaterialCounting = unweighted\n\
         piecePoints = r:13 c:7 n:5 b:3 a:3 p:2 k:0\n",
    );
    let start = "rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ABNR w - - 0 1";
    let chess =
        last("[points:chess]\nmaterialCounting = unweighted\npiecePoints = q:9 r:5 b:3 n:3 k:0\n");
    for (game, fen, moves, over) in [
        (janggi, start.to_owned(), "e2e2 e9e9", Outcome::Drawn),
        // A soldier less, and a cannon for a horse.
        (janggi, start.replace("p1p1p1p1p", "2p1p1p1p"), "e2e2 e9e9", Outcome::Won),
        (janggi, start.replace("1C5C1", "1C7").replace("rnba", "r1ba"), "e2e2 e9e9", Outcome::Lost),
        (chess, "4k3/7p/8/8/8/8/8/R3K1n1 w - - 100 90".to_owned(), "", Outcome::Won),
        (chess, "4k3/8/8/8/8/8/8/R3K1nn w - - 100 90".to_owned(), "", Outcome::Lost),
        (chess, "4k3/7p/8/8/8/8/8/1B2K1n1 w - - 100 90".to_owned(), "", Outcome::Lost),
    ] {
        assert_eq!(see(game, &fen, moves).over, Some(over), "{fen}");
    }
}

#[test]
fn a_hurdle_that_is_captured_lifts_no_check() {
    let fen = "1rbaka2R/5r3/6n2/2p1p1p2/4P1bP1/PpC3Bc1/1nPR2P2/2N2AN2/1c2K1p2/2BAC4 w - - 0 1";
    assert_eq!(leaves_of("xiangqi", fen, 4), 4_485_547);
}

/// With the number of lines by a plain program.
#[test]
fn cannons_stay_in_their_half_and_soldiers_go_sideways_beyond_it() {
    let rules = "[fort:minixiangqi]\nmobilityRegionWhiteCannon = *1 *2 *3 *4\n\
                 mobilityRegionBlackCannon = *4 *5 *6 *7\nsoldierPromotionRank = 5\n";
    assert_eq!(on_its_board!(last(rules), leaves_on, "", 3), 1_678);
}

#[test]
fn facing_generals_of_janggi_pass_or_part() {
    let facing = "3k5/9/9/9/9/9/9/9/3K5/9 w - - 0 1";
    let mut moves = look("janggi", facing, "").moves;
    moves.sort_unstable();
    assert_eq!(moves, ["d2d2", "d2e2"]);
}

#[test]
fn all_queens_of_coregal_are_royal() {
    assert_eq!(leaves_of("coregal", "4k3/8/8/3q4/8/8/3Q4/4K2Q w - - 0 1", 1), 2);
}

#[test]
fn kings_of_atomic_may_touch() {
    assert_eq!(leaves_of("atomic", "8/8/8/3kK3/8/8/8/q7 w - - 0 1", 1), 6);
}

#[test]
fn black_may_follow_in_racing_kings() {
    let follows = look("racingkings", "K7/7k/8/8/8/8/8/8 b - - 0 1", "");
    assert_eq!(follows.over, None);
    let cannot = look("racingkings", "K7/6Rk/8/8/8/8/8/8 b - - 0 1", "");
    assert_eq!(cannot.over, Some(Outcome::Lost));
}

#[test]
fn a_gate_of_the_rook_is_written_from_there() {
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQK2R[HEhe] w KQBCDFGkqbcdfg - 0 1";
    let moves = look("seirawan", fen, "").moves;
    assert!(moves.contains(&"h1e1h".to_owned()), "{moves:?}");
    assert!(moves.contains(&"e1g1h".to_owned()), "{moves:?}");
}

#[test]
fn a_promotion_of_sittuyin_gives_no_check() {
    // The pawn would open the rank of its rook, the file of the other one.
    assert_eq!(leaves_of("sittuyin", "8/5n1f/1RP3kP/8/p7/4p3/4p3/p5K1[] w - - 2 86", 1), 13);
    assert_eq!(leaves_of("sittuyin", "3k1nr1/8/5Pp1/1s6/5RK1/8/S5S1/3F4[] b - - 1 33", 1), 16);
}

#[test]
fn a_king_of_makpong_may_not_leave_a_check() {
    for fen in [
        "3rk3/8/8/8/8/8/8/3K4 w - - 0 1",
        // It could capture only one of two checkers.
        "2r5/1MN2s2/2R4k/4p1M1/1K1PR3/8/3S4/4M3 b - - 6 76",
    ] {
        let seen = look("makpong", fen, "");
        assert_eq!((seen.moves.len(), seen.over), (0, Some(Outcome::Lost)), "{fen}");
    }
}

#[test]
fn jeson_mor_is_drawn_after_fifty_moves() {
    let fen = "nn7/3n2n2/3n3n1/1n7/2NN1N3/2n1n4/4NN2N/8N/N3N4 w - - 99 51";
    assert_eq!(look("jesonmor", fen, "").over, None);
    assert_eq!(look("jesonmor", fen, "a1c2").over, Some(Outcome::Drawn));
}

/// With the results by ffish.
#[test]
fn fifty_moves_end_sittuyin_while_a_bare_king_is_chased() {
    let fen = "8/8/8/8/3KN2k/4F3/8/8[] w - - 98 109";
    assert_eq!(look("sittuyin", fen, "d4d3").over, None);
    let after = look("sittuyin", fen, "d4d3 h4h3");
    assert_eq!(after.over, Some(Outcome::Drawn));
    assert_eq!(after.fen, "8/8/8/8/4N3/3KF2k/8/8[] w - 128 1 110");
}

/// With the results by pyffish for the side to move, whose piece has held its place.
#[test]
fn a_piece_that_was_on_its_flag_first_wins() {
    for fen in ["R5/3r1B/6/3FQr/1k4/4qW b - - 1 53", "2r1K1/w2Q2/2f1b1/qR2b1/W5/3F1r w - - 0 21"] {
        assert_eq!(look("alapo", fen, "").over, Some(Outcome::Won), "{fen}");
    }
}

#[test]
fn checks_that_remain_are_counted() {
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 1+3 0 1";
    let before = look("3check", fen, "e2e4 f7f5");
    assert_eq!(before.fen.split(' ').nth(4), Some("1+3"));
    let after = look("3check", fen, "e2e4 f7f5 d1h5");
    assert_eq!(after.fen.split(' ').nth(4), Some("0+3"));
    assert_eq!(after.over, Some(Outcome::Lost));
}

#[test]
fn a_promoted_pawn_is_a_pawn_in_the_hand() {
    let crazyhouse = look("crazyhouse", "r6k/1P6/8/8/8/8/8/1K6[] w - - 0 1", "b7b8q a8b8");
    assert!(crazyhouse.fen.contains("[p]"), "{}", crazyhouse.fen);
    let loop_chess = look("loop", "r6k/1P6/8/8/8/8/8/1K6[] w - - 0 1", "b7b8q a8b8");
    assert!(loop_chess.fen.contains("[q]"), "{}", loop_chess.fen);
}

/// Mates of shatar, each after these moves, with the result for the mated side by pyffish.
#[test]
fn not_every_mate_of_shatar_wins() {
    for (fen, played, result) in [
        ("k1r5/p7/P7/8/8/8/2R5/K4B2 w - - 0 1", "c2c8", Outcome::Lost),
        ("6rk/6pp/8/4N3/8/8/8/K2R4 w - - 0 1", "e5f7", Outcome::Won),
        ("kr6/1p6/8/8/N7/8/8/R3K3 w - - 0 1", "a4b6", Outcome::Lost),
        ("kb6/p7/1PK5/8/8/8/8/7R w - - 0 1", "b6b7", Outcome::Drawn),
        ("kbB5/p7/2K5/8/8/8/8/7R w - - 0 1", "c8b7", Outcome::Drawn),
        ("1k6/p6p/1PK5/4N3/8/8/8/7R w - - 0 1", "e5d7 b8a8 b6b7", Outcome::Lost),
        ("1k6/p6p/1PK5/4N3/8/8/8/7R w - - 0 1", "e5d7 b8a8 h1h2 h7h6 b6b7", Outcome::Drawn),
    ] {
        assert_eq!(look("shatar", fen, played).over, Some(result), "{fen} {played}");
    }
}

/// As the reference writes such moves.
#[test]
fn castling_names_the_rook_where_the_king_gets_there_by_itself() {
    let moves = see(last("[long:chess]\nking = k:R\n"), "k7/8/8/8/8/8/8/4K2R w K - 0 1", "").moves;
    let count = |name: &str| moves.iter().filter(|found| *found == name).count();
    assert_eq!([count("e1g1"), count("e1h1")], [1, 1], "{moves:?}");
}

/// English: Aart Bik, 2009; international: his blog and the draughts forums; Brazilian: Rein
/// Halbersma, 2010.
#[test]
fn draughts_have_the_published_leaves() {
    for (name, leaves) in [
        ("checkers", &[7, 49, 302, 1469, 7361, 36768, 179_740, 845_931][..]),
        ("draughts", &[9, 81, 658, 4265, 27117, 167_140, 1_049_442]),
        ("brazilian", &[7, 49, 302, 1469, 7473, 37628, 187_302]),
    ] {
        for (plies, &expected) in (1..).zip(leaves) {
            assert_eq!(leaves_of(name, "", plies), expected, "{name}, {plies} plies");
        }
    }
}

/// The verdict of the search for the side to move on four moves that lead back to a position.
fn cycle(game: &str, start: &str, moves: [&str; 4]) -> Outcome {
    on_its_board!(named(game), cycle_on, start, moves)
}

fn cycle_on<S: Set + Hash>(variant: &'static Variant<S>, start: &str, moves: [&str; 4]) -> Outcome {
    let mut position = Position::read_fen(variant.rules(), start).expect(start);
    let keys = moves.map(|name| {
        let key = position.key();
        play(&mut position, name);
        key
    });
    position.cycle(&keys, 0)
}

/// The search asks at the first return of a position, long before the third.
#[test]
fn a_cycle_in_which_one_side_chases_is_lost() {
    const START: &str = "3k5/9/9/7c1/9/1R7/9/9/9/4K4 w - - 0 1";
    let chase = ["b5b7", "h7h5", "b7b5", "h5h7"];
    assert_eq!(cycle("xiangqi", START, chase), Outcome::Lost);
    assert_eq!(cycle("xiangqi", START, ["b5b6", "h7h5", "b6b5", "h5h7"]), Outcome::Drawn);
    // The rule is not its parent's.
    assert_eq!(cycle("manchu", START, chase), Outcome::Drawn);
}

/// In minishogi the first player loses by repetition, whoever comes back; in judkins it is a draw.
#[test]
fn a_cycle_is_lost_by_the_first_player_where_repetition_is() {
    const SENTE: &str = "4k/5/5/5/K4[-] w 0 1";
    const GOTE: &str = "4k/5/5/5/K4[-] b 0 1";
    assert_eq!(cycle("minishogi", SENTE, ["a1b1", "e5d5", "b1a1", "d5e5"]), Outcome::Lost);
    assert_eq!(cycle("minishogi", GOTE, ["e5d5", "a1b1", "d5e5", "b1a1"]), Outcome::Won);
    const JUDKINS: &str = "5k/6/6/6/6/K5[-] w 0 1";
    assert_eq!(cycle("judkins", JUDKINS, ["a1b1", "f6e6", "b1a1", "e6f6"]), Outcome::Drawn);
}
