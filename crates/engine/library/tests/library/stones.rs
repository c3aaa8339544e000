//! Games of stones beside a plain implementation of their rules, and with values known from
//! elsewhere.

use crate::library::{library, number};
use crate::plain::{Plain, Rules};
use crate::{last, named, small};
use plyglot_core::game::network::{Networked, Placements};
use plyglot_core::game::random::Random;
use plyglot_core::game::{Exact, Game, Glance, Knowledge, Notation, Outcome, squares};
use plyglot_definition::file::read;
use plyglot_variants::{Position, SizedVariant, StoneGame, StonePosition};
use std::collections::HashMap;

/// The game of this name, after a text of rules was read.
fn game(rules: &str, name: &str) -> &'static StoneGame {
    let games = read(rules, library()).unwrap_or_else(|all| panic!("{all:?}"));
    let definition = games.iter().chain(library()).find(|game| game.name == name).expect(name);
    let SizedVariant::Stones(game) = SizedVariant::new(definition.clone()) else {
        panic!("{name}")
    };
    game
}

fn size(game: &StoneGame) -> [usize; 2] {
    [game.definition.board.max_file.into(), game.definition.board.max_rank.into()]
}

/// Plays a random game on both, mostly next to other stones, and compares them at every ply.
/// Returns how it ended.
fn compare(game: &'static StoneGame, rules: Rules, random: &mut Random) -> char {
    let [files, ranks] = size(game);
    let (mut position, mut plain) = (StonePosition::start(game), Plain::new(rules, files, ranks));
    loop {
        let text = position.print();
        let moves = position.legal_moves();
        let cells = moves.iter().map(|&m| position.move_cells(m).to.expect("a cell"));
        let mut cells: Vec<(usize, usize)> =
            cells.map(|cell| (ranks - 1 - cell / files, cell % files)).collect();
        cells.sort_unstable();
        assert_eq!(cells, plain.moves(), "{text}");
        if plain.result.is_none() {
            assert_eq!(position.count() as usize, cells.len(), "{text}");
        }
        let result = position.status().map(|outcome| match outcome {
            Outcome::Drawn => '-',
            Outcome::Lost if plain.mover == 'X' => 'O',
            Outcome::Lost => 'X',
            Outcome::Won => panic!("the other side has just moved: {text}"),
        });
        assert_eq!(result, plain.result, "{text}");
        if !rules.captured.is_empty() {
            let captured = format!(" {}+{} ", plain.captured[0], plain.captured[1]);
            assert!(text.contains(&captured), "{text}: {captured}");
        }
        if let Some(result) = plain.result {
            return result;
        }
        let near = |&&(rank, file): &&(usize, usize)| {
            let rows = plain.board.iter().skip(rank.saturating_sub(1)).take(3);
            let mut around = rows.flat_map(|row| row.iter().skip(file.saturating_sub(1)).take(3));
            around.any(|&cell| cell == 'X' || cell == 'O')
        };
        let near: Vec<&(usize, usize)> = cells.iter().filter(near).collect();
        let is_near = random.below(4) > 0 && !near.is_empty();
        let (rank, file) = if is_near {
            *near[random.below(near.len())]
        } else {
            cells[random.below(cells.len())]
        };
        let name = format!("P@{}{}", char::from(b'a' + file as u8), rank + 1);
        position.play(position.parse_move(&name).expect("it is legal"));
        plain.play(rank, file);
    }
}

#[test]
fn random_games_are_those_of_the_plain_rules() {
    const SMALL: &str = "\
[four:gomoku]
maxFile = 7
maxRank = 6
startFen = 7/7/7/7/7/7 w
connectN = 4
[four_exact:four]
connectExact = true
[pairs:pente]
maxFile = 9
maxRank = 9
startFen = 9/9/9/9/9/9/9/9/9 w
[hex5:hex]
maxFile = 5
maxRank = 4
startFen = 5/5/5/5 w
connectRegion2White = *4
connectRegion2Black = e*
[renju9:renju]
maxFile = 9
maxRank = 9
startFen = 9/9/9/9/9/9/9/9/9 w
[havannah4:havannah]
maxFile = 7
maxRank = 7
startFen = ***4/**5/*6/7/6*/5**/4*** w
";
    let five = Rules { row: 5, ..Rules::default() };
    let pente = Rules { captured: &[2], enough: 10, ..five };
    let hex = Rules { hex: true, ..Rules::default() };
    let havannah = Rules { havannah: true, ..Rules::default() };
    let games = number("GAMES", 40);
    let mut random = Random::new(number("SEED", 1) as u64);
    for (name, rules) in [
        ("gomoku", five),
        ("gomoku_exact", Rules { exact: true, ..five }),
        ("pente", pente),
        ("keryopente", Rules { captured: &[2, 3], enough: 15, ..five }),
        ("hex", hex),
        ("hex13", hex),
        ("hex14", hex),
        ("four", Rules { row: 4, ..five }),
        ("four_exact", Rules { row: 4, exact: true, ..five }),
        ("pairs", pente),
        ("hex5", hex),
        ("renju", Rules { renju: true, ..five }),
        ("renju9", Rules { renju: true, ..five }),
        ("havannah", havannah),
        ("havannah10", havannah),
        ("havannah4", havannah),
    ] {
        let game = game(SMALL, name);
        let ends: String = (0..games).map(|_| compare(game, rules, &mut random)).collect();
        let count = |end: char| ends.matches(end).count();
        println!("{name}: {} won by X, {} by O, {} drawn", count('X'), count('O'), count('-'));
        assert!(ends.contains('X') && ends.contains('O'), "{name}: {ends}");
        assert!(!rules.hex || !ends.contains('-'), "{name}: {ends}");
    }
}

fn after(game: &'static StoneGame, moves: &str) -> StonePosition {
    let mut position = StonePosition::start(game);
    for name in moves.split_whitespace() {
        position.play(position.read_move(name).expect(name));
    }
    position
}

/// Whether the side to move has a move that wins.
fn wins_at_once(game: &'static StoneGame, text: &str) -> bool {
    let position = StonePosition::parse_with(game, text).expect(text);
    let wins = |m| position.after(m).decided() == Some(Outcome::Lost);
    position.legal_moves().into_iter().any(wins)
}

#[test]
fn a_row_of_six_is_no_five() {
    let (free, exact) = (game("", "gomoku"), game("", "gomoku_exact"));
    let six = "a1 a15 b1 b15 c1 c15 e1 e15 f1 f15 d1";
    assert_eq!(after(free, six).end_name().to_string(), "5 in a row");
    assert_eq!(after(exact, six).decided(), None);
    let rows = |first: &str| format!("15/15/15/15/15/15/15/15/15/15/15/15/15/15/{first} w");
    for (row, wins) in [("PPP1PP9", false), ("PPP1P10", true), ("PP1PP1P8", true)] {
        assert_eq!([free, exact].map(|game| wins_at_once(game, &rows(row))), [true, wins], "{row}");
    }
}

/// A row of six in which a capture leaves five: it wins for its side, with that side's next move.
#[test]
fn a_row_that_a_capture_makes_just_right_wins_a_move_later() {
    const EXACT: &str = "[exact:pente]\nmaxFile = 9\nmaxRank = 9\n\
                         startFen = 9/9/9/9/9/9/9/9/9 w\nconnectExact = true\n";
    let game = game(EXACT, "exact");
    let before = "9/9/9/9/9/5p3/pppppp3/5P3/9 w - - 0+0 0 1";
    for (moves, is_won) in [("f5", false), ("f5 i9", true), ("f5 f3", false), ("f5 f3 i9", false)] {
        let mut position = StonePosition::parse_with(game, before).expect(before);
        let rules = Rules { row: 5, exact: true, captured: &[2], enough: 10, ..Rules::default() };
        let mut plain = Plain::new(rules, 9, 9);
        plain.board[1][5] = 'X';
        (0..6).for_each(|file| plain.board[2][file] = 'O');
        plain.board[3][5] = 'O';
        for name in moves.split(' ') {
            let has_won_soon = position.glance() == Glance::Known(Exact::Win(1));
            let m = position.read_move(name).expect(name);
            position.play(m);
            let (file, rank) = squares::parse_name(name).expect(name);
            plain.play(rank, file);
            assert!(!is_won || name != "i9" || has_won_soon, "{moves}");
        }
        assert_eq!(plain.result.is_some(), is_won, "{moves}");
        let text = position.print();
        let read = StonePosition::parse_with(game, &text).expect(&text);
        for position in [position, read] {
            assert_eq!(position.decided(), is_won.then_some(Outcome::Lost), "{moves}: {text}");
        }
    }
}

/// A ring, corners and sides, on a board with sides of four cells.
#[test]
fn chains_of_havannah_win() {
    const SMALL: &str = "[small:havannah]\nmaxFile = 7\nmaxRank = 7\n\
                         startFen = ***4/**5/*6/7/6*/5**/4*** w\n";
    let game = game(SMALL, "small");
    for (board, end) in [
        // Round an empty cell, a stone of the other side, one of its own.
        ("***4/**5/*2PP2/2P1P2/2PP2*/5**/4***", Some("ring closed")),
        ("***4/**5/*2PP2/2PpP2/2PP2*/5**/4***", Some("ring closed")),
        ("***4/**5/*2PP2/2PPP2/2PP2*/5**/4***", Some("ring closed")),
        ("***4/**5/*2PP2/2P1P2/2P3*/5**/4***", None),
        ("***PPPP/**5/*6/7/6*/5**/4***", Some("corners connected")),
        // A corner is on no side.
        ("***PPP1/**5/*6/7/6*/5**/4***", None),
        ("***1P2/**1P3/*1P4/1P5/P5*/1P3**/1P2***", None),
        ("***1P2/**1P3/*1P4/1P5/PP4*/1P3**/1P2***", Some("sides connected")),
    ] {
        let position = StonePosition::parse_with(game, &format!("{board} b")).expect(board);
        let found = position.status().map(|_| position.end_name().to_string());
        assert_eq!(found.as_deref(), end, "{board}");
    }
}

/// How the boards can be turned and mirrored, and whether both sides share the inputs of a network.
#[test]
fn networks_have_the_symmetries_of_the_rules() {
    for (name, symmetries, is_shared) in [
        ("gomoku", 8, true),
        ("pente", 8, true),
        ("renju", 8, false),
        // Turned by half; and mirrored for the other side.
        ("hex", 2, true),
        ("havannah", 12, true),
    ] {
        let game = game("", name);
        let shape = StonePosition::shape(game);
        assert_eq!(StonePosition::symmetries(game), symmetries, "{name}");
        assert_eq!(shape.inputs == shape.placements, is_shared, "{name}");
    }
    // The second player of hex sees the board mirrored, and so connects bottom and top too.
    let hex = game("", "hex");
    let inputs = |moves: &str, perspective: usize| {
        let placements = after(hex, moves).placements();
        let input = |placement| StonePosition::input(hex, perspective, placement);
        let mut inputs: Vec<usize> = placements.iter().map(input).collect();
        inputs.sort_unstable();
        inputs
    };
    let (played, exchanged) = ("a10 c11 a7 k8", "a9 b11 d1 e11");
    assert_eq!(inputs(played, 0), inputs(exchanged, 1));
}

/// Figures of the rules of renju: the first player's stones, and a cell that is banned or not.
#[test]
fn the_first_player_of_renju_has_bans() {
    let renju = game("", "renju");
    for (stones, cell, is_banned) in [
        // Two threes.
        ("f8 g8 h6 h7", "h8", true),
        // One of them has a stone of the other side at its end.
        ("f8 g8 h6 h7 | d8", "h8", true),
        ("f8 g8 h6 h7 | e8", "h8", false),
        ("f8 g8 h6 h7 | d8 j8", "h8", false),
        // Two fours, across and in one line.
        ("e8 f8 g8 h5 h6 h7", "h8", true),
        ("d8 f8 g8 j8", "h8", true),
        // A row of six; of five as well.
        ("c8 d8 e8 g8 h8", "f8", true),
        ("c8 d8 e8 g8 h8 f4 f5 f6 f7", "f8", false),
        // A three and a four.
        ("e8 f8 g8 h6 h7", "h8", false),
    ] {
        let (own, other) = stones.split_once(" | ").unwrap_or((stones, ""));
        let mut cells = vec![None; 225];
        for (names, letter) in [(own, 'P'), (other, 'p')] {
            for name in names.split_whitespace() {
                let (file, rank) = squares::parse_name(name).expect(name);
                cells[15 * (14 - rank) + file] = Some(letter);
            }
        }
        let rows = squares::print_rows(&cells, 15, |&letter| letter);
        let position = StonePosition::parse_with(renju, &format!("{rows} w"));
        let position = position.expect(stones);
        assert_eq!(position.read_move(cell).is_err(), is_banned, "{stones}: {cell}");
    }
}

/// Boards of no game, found by a search for those in which most stones have to be tried to know the
/// bans: 20 and 26, one after another.
#[test]
fn bans_of_odd_positions_are_those_of_the_plain_rules() {
    let renju = game("", "renju");
    for board in [
        "12P2/8P2P3/1P5P1P3P1/P2PP5PP3/6PP4PP1/PPPP1PPPPPPP3/11P3/2P1PP2P2P3/1P3P3P5/P3PP3P2P2/\
         6PP4PP1/2PP1P4PP3/2PP3P2PP1PP/P3PPP8/14P",
        "15/2P1P10/1P1PPP1P2P2P1/PP3P1P2PP3/9PP4/2P1P5P1P2/2P1P10/8PP2PP1/3PP8P1/1P2P3P2P3/\
         3PP4P1P3/1PP4P7/2P1PPP3P1PP1/3PP4PPP1P1/P5PP3P3",
    ] {
        let position = StonePosition::parse_with(renju, &format!("{board} w")).expect(board);
        let mut plain = Plain::new(Rules { row: 5, renju: true, ..Rules::default() }, 15, 15);
        let stone = |letter| (letter == 'P').then_some('X');
        let (cells, _) = squares::parse_rows(board, 0, [15, 15], "'P'", stone).expect(board);
        for (cell, stone) in cells.into_iter().enumerate() {
            plain.board[14 - cell / 15][cell % 15] = stone.unwrap_or('.');
        }
        let is_allowed = |file, rank| position.read_move(&squares::name(file, rank)).is_ok();
        let all = (0..15).flat_map(|rank| (0..15).map(move |file| (rank, file)));
        let allowed: Vec<_> = all.filter(|&(rank, file)| is_allowed(file, rank)).collect();
        assert_eq!(allowed, plain.moves(), "{board}");
    }
}

#[test]
fn stones_between_two_of_the_other_side_are_captured() {
    let pente = game("", "pente");
    let position = after(pente, "k10 l10 a1 m10 n10");
    let text = "19/19/19/19/19/19/19/19/19/10P2P5/19/19/19/19/19/19/19/19/P18 b - - 2+0 0 3";
    assert_eq!(position.print(), text);
    // To go between two stones is safe, and one stone or three are not captured.
    assert!(after(pente, "a1 k10 l10 n10 m10").print().contains(" 0+0 "));
    assert!(after(pente, "k10 l10 m10").print().contains(" 0+0 "));
    assert!(after(pente, "k10 l10 a1 m10 a2 n10 o10").print().contains(" 0+0 "));
    assert!(after(game("", "keryopente"), "k10 l10 a1 m10 a2 n10 o10").print().contains(" 3+0 "));
    let text = "19/19/19/19/19/19/19/19/19/10Ppp6/19/19/19/19/19/19/19/19/19 w - - 8+0 0 9";
    let mut position = StonePosition::parse_with(pente, text).expect(text);
    position.play(position.read_move("n10").expect("it is legal"));
    assert_eq!(
        (position.decided(), position.end_name().to_string().as_str()),
        (Some(Outcome::Lost), "10 stones captured")
    );
}

fn leaves(position: StonePosition, plies: u32) -> u64 {
    if plies == 1 {
        return position.count();
    }
    position.legal_moves().into_iter().map(|m| leaves(position.after(m), plies - 1)).sum()
}

/// With a swap there are n moves, then n, n - 1 cells for whoever moves next, and so on.
#[test]
fn a_swap_is_one_move_more() {
    const SMALL: &str =
        "[small:tictactoe]\nfreeDrops = true\nstartFen = 3/3/3 w\nswapRule = true\n";
    for (name, cells) in [("small", 9), ("hexswap", 121), ("havannahswap", 169)] {
        let start = StonePosition::start(game(SMALL, name));
        let all: u64 = cells;
        assert_eq!(leaves(start, 2), all * all, "{name}");
        assert_eq!(leaves(start, 3), all * (all - 1).pow(2), "{name}");
    }
    assert_eq!(leaves(StonePosition::start(game(SMALL, "small")), 4), 9 * 8 * 7 * 7);
    // The cells are those of the example of SGF ("Hex (GM[11])").
    let position = after(game("", "hexswap"), "b3");
    let swap = position.read_move("swap-pieces").expect("it is legal");
    assert_eq!([position.print_move(swap), position.record_move(swap)], ["swap", "swap"]);
    assert!(position.parse_move("P@b9").is_err() && position.read_move("b3").is_err());
    let swapped = after(game("", "hexswap"), "b3 swap");
    assert_eq!(swapped.print(), "11/2p8/11/11/11/11/11/11/11/11/11 w - - 0 2");
    for moves in ["", "b3 c4", "b3 swap", "b3 swap a1"] {
        assert!(after(game("", "hexswap"), moves).parse_move("swap").is_err(), "{moves}");
    }
    let [stays, plain] = [("havannahswap", "h3 swap"), ("havannah", "h3")]
        .map(|(name, moves)| after(game("", name), moves).print());
    assert_eq!(stays, plain.replace('P', "p").replace("b - - 0 1", "w - - 0 2"));
}

/// The value of a position for the side to move, by trying everything.
fn value<G: Game>(position: &G, known: &mut HashMap<u64, i32>) -> i32 {
    if let Some(&value) = known.get(&position.key()) {
        return value;
    }
    let value = match position.status() {
        Some(outcome) => i32::from(outcome == Outcome::Won) - i32::from(outcome == Outcome::Lost),
        None => {
            let replies = position.legal_moves().into_iter();
            replies.map(|m| -value(&position.after(m), known)).max().expect("a move")
        }
    };
    known.insert(position.key(), value);
    value
}

/// Compares a game with a swap with the game without.
fn compare_swap<G: Game + Notation>(plain: &G, start: &G, plain_value: i32) {
    let (mut without, mut with, mut best) = (HashMap::new(), HashMap::new(), -1);
    assert_eq!(value(plain, &mut without), plain_value);
    for m in start.legal_moves() {
        let reply = value(&plain.after(m), &mut without);
        let moved = start.after(m);
        let swapped = moved.after(moved.parse_move("swap").expect("it is legal"));
        let text = moved.print();
        assert_eq!(value(&swapped, &mut with), reply, "{text}");
        assert_eq!(value(&moved, &mut with), reply.abs(), "{text}");
        best = best.max(-reply.abs());
    }
    assert_eq!(value(start, &mut with), best);
}

/// Whoever may choose gets the better side. The first player wins hex, tic-tac-toe is drawn, and the
/// second player wins hexapawn (M. Gardner, 1962).
#[test]
fn a_swap_gives_the_better_side() {
    const SMALL: &str = "\
[three:tictactoe]
freeDrops = true
startFen = 3/3/3 w
[hex3:hex]
maxFile = 3
maxRank = 3
startFen = 3/3/3 w
connectRegion2White = *3
connectRegion2Black = c*
";
    for (name, plain_value) in [("three", 0), ("hex3", 1)] {
        let swap = format!("{SMALL}[swap:{name}]\nswapRule = true\n");
        let [plain, swap] = [game(SMALL, name), game(&swap, "swap")].map(StonePosition::start);
        compare_swap(&plain, &swap, plain_value);
    }
    let swap = small(last("[swap:hexapawn]\nswapRule = true\n"));
    let [plain, swap] = [small(named("hexapawn")), swap].map(Position::start);
    compare_swap(&plain, &swap, -1);
}
