//! Othello: its text, and its rules against published counts and a slow second implementation that
//! walks from square to square.

use super::tables::{
    self, check_any, check_diagram, check_ends, check_leaves, check_no_moves, check_refusals,
    check_splits, check_texts, children, parse, play, walk,
};
use crate::support::perft::perft;
use plyglot_core::game::random::Random;
use plyglot_core::game::{Exact, Game, Glance, Knowledge, Notation, Outcome, Side};
use plyglot_games::othello::{Move, Othello};
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::path::Path;

/// The start position in letters, row by row from the top.
const LETTERS: &str = "---------------------------OX------XO---------------------------";

/// The stones in hand of both sides.
fn hand(first: usize, second: usize) -> String {
    format!("[{}{}]", "P".repeat(first), "p".repeat(second))
}

/// As Fairy-Stockfish prints them.
#[test]
fn prints_the_position_after_moves() {
    for (moves, board, counts, rest) in [
        ("f5", "8/8/8/3pP3/3PPP2/8/8/8", [59, 60], "b - - 0 1"),
        ("f5d6c3d3c4", "8/8/2Pp4/2PPP3/3pPP2/3p4/8/8", [57, 58], "b - - 0 3"),
        ("e6f4e3f6g5d6e7f5c5", "8/8/4P3/3PPP2/2PPPPP1/3PPP2/4P3/8", [55, 56], "b - - 0 5"),
    ] {
        let expected = format!("{board}{} {rest}", hand(counts[0], counts[1]));
        check_texts::<Othello>(&[(moves, &expected)]);
    }
}

/// The picture is the same, and so is the player who begins.
#[test]
fn the_literature_counts_rows_from_the_top() {
    let start = Othello::start(());
    for (name, literature) in [("P@d6", "d3"), ("P@c5", "c4"), ("P@f4", "f5"), ("P@e3", "e6")] {
        let m = start.parse_move(name).unwrap();
        assert_eq!(start.parse_move(literature), Ok(m));
        assert_eq!(start.parse_move(&literature.to_uppercase()), Ok(m));
        assert_eq!((start.print_move(m), start.record_move(m)), (name.into(), literature.into()));
    }
    assert_eq!(parse::<Othello>(&format!("{LETTERS} X")), start);
}

#[test]
fn reads_short_forms_of_a_fen() {
    let whole: Othello = parse("f5d6c3");
    let text = whole.print();
    let board = text.split('[').next().expect("a board");
    for rest in ["[] b - - 0 2", " b - - 0 2", " b 0 2", "[]  b 0 2 "] {
        assert_eq!(parse::<Othello>(&format!(" {board}{rest}")), whole, "`{rest}`");
    }
    // The second player has passed twice.
    let uneven = format!("{board}{} b - - 0 4", hand(57, 60));
    check_texts::<Othello>(&[
        (&format!("{board} b"), &text.replace("0 2", "0 1")),
        // The start position as Fairy-Stockfish has it.
        (&Othello::INFO.start.replace(" - -", ""), Othello::INFO.start),
        (&uneven, &uneven),
    ]);
}

#[test]
fn reads_boards_of_letters() {
    let start = Othello::start(());
    for text in [
        format!("{LETTERS} X"),
        format!(" {LETTERS}X "),
        format!("{} x;", LETTERS.replace('-', ".").to_lowercase()),
        format!("{} *", LETTERS.replace('-', "_").replace('X', "*")),
        format!("{LETTERS} X; D3:+0; a/comment [with] brackets"),
        LETTERS.as_bytes().chunks(8).map(String::from_utf8_lossy).collect::<Vec<_>>().join(" ")
            + " X",
    ] {
        assert_eq!(parse::<Othello>(&text), start, "`{text}`");
    }
    let later: Othello =
        parse("--O--O--X-OOOOX-XXOOOXOOXXOXOXOOXXOXXOOOXXXXOOOO--OXXX---XXXXX-- O");
    let expected = "2p2p2/P1ppppP1/PPpppPpp/PPpPpPpp/PPpPPppp/PPPPpppp/2pPPP2/1PPPPP2";
    assert_eq!(later.identity(), format!("{expected} b"));
    assert!(later.print().ends_with("b - - 0 23"), "{}", later.print());
}

#[test]
fn refuses_bad_positions_where_they_go_wrong() {
    let letters = "64 letters 'X', 'O' or '-'";
    let turn = "'X' or 'O', whose turn it is";
    let mover = "'w' or 'b', whose turn it is";
    let start = "8/8/8/3pP3/3Pp3/8/8/8";
    let (many, few) = ("120 stones in hand, enough for each side, or none", hand(59, 60));
    let uneven = hand(61, 59);
    check_refusals::<Othello>(&[
        ("", 0, "8 rows of 8 points"),
        ("hello", 0, letters),
        (&LETTERS[..60], 60, letters),
        (&format!("{}a {LETTERS}", &LETTERS[..20]), 20, letters),
        (LETTERS, 64, turn),
        (&format!("{LETTERS} w"), 65, turn),
        (&format!("{LETTERS} X Y"), 67, "the end of the position"),
        ("8/8/8/3pP3/3Pp3/8/8/9 w", 20, "a row of 8 points"),
        ("8/8/8/3xP3/3Pp3/8/8/8 w", 7, "'P', 'p', a number of empty points or '/'"),
        ("8/8/8/3pP3/3Pp3/8/8 w", 19, "8 rows of 8 points"),
        (start, 21, mover),
        (&format!("{start} x"), 22, mover),
        (&format!("{start}{few} w"), 21, many),
        (&format!("{start}{uneven} w"), 21, many),
        (&format!("{start}[Q] w"), 21, many),
        (&format!("{start}[ w"), 21, many),
        (&format!("{start} w - 0 1"), 26, "'-'"),
        (&format!("{start} w - - x 1"), 28, "a number up to 65535"),
        (&format!("{start} w 0 70000"), 26, "a number up to 65535"),
        (&format!("{start} w - - 0 1 2"), 32, "the end of the position"),
        (" 8/8/8/3pP3/3P4/8/8/7p w", 1, "stones on d4, e4, d5 and e5"),
        ("f5d6a1", 4, "a legal move"),
        ("f5d6c", 4, "a square from a1 to h8"),
        ("f5\u{e9}6", 2, "a legal move"),
        ("f5d6 c3", 5, "the end of the position"),
    ]);
}

#[test]
fn reads_every_spelling_of_a_move() {
    let position: Othello = parse("f5");
    // The first one turns nothing.
    check_no_moves(&position, "P@d6||P@|f5|P@f4|p@f3|P@f33|a1a1|pass|--|d6 |i9|P@f6x");
    let passing: Othello =
        parse("PPPP1PPP/PPpPPPP1/PPPpppPP/PPPpppPP/PppPPPpp/PpPPPPpp/ppppPppp/Pppppppp w");
    for text in ["a1a1", "pass", "PASS", "pa", "ps", "--", "@@@@"] {
        assert_eq!(passing.parse_move(text), Ok(Move::PASS), "`{text}`");
    }
    assert_eq!(passing.record_move(Move::PASS), "pass");
    assert!(passing.parse_move("b1b1").is_err());
}

#[test]
fn splits_games_and_nothing_else() {
    check_splits::<Othello>(&[
        ("f5d6c3", &["f5", "d6", "c3"]),
        ("F5d6PAc3--", &["F5", "d6", "PA", "c3", "--"]),
        ("f5", &["f5"]),
        ("P@f4", &["P@f4"]),
        ("a1a1", &["a1a1"]),
        ("a1b1", &["a1", "b1"]),
        ("f5d6c", &["f5d6c"]),
        ("f5d9", &["f5d9"]),
        ("f5\u{e9}", &["f5\u{e9}"]),
        ("pass", &["pass"]),
        ("", &[""]),
    ]);
}

/// Whole games whose passes are not written.
#[test]
fn passes_may_be_missing_in_a_game() {
    let board = |position: &Othello| position.print().split('[').next().map(str::to_owned);
    let mut random = Random::new(9);
    let mut passes = 0;
    for _ in 0..100 {
        let (mut position, mut game) = (Othello::start(()), String::new());
        while let moves = position.legal_moves()
            && !moves.is_empty()
        {
            let m = moves[random.below(moves.len())];
            match m {
                Move::PASS => passes += 1,
                _ => game += &position.record_move(m),
            }
            position.play(m);
        }
        assert_eq!(board(&parse(&game)), board(&position), "`{game}`");
    }
    assert!(passes > 20, "{passes} passes");
}

#[test]
fn flipped_positions_have_the_sides_exchanged() {
    let flipped = parse::<Othello>("f5").flipped().expect("every position has one");
    assert_eq!(flipped.identity(), "8/8/8/3ppp2/3Pp3/8/8/8 w");
    assert!(flipped.print().contains(&hand(60, 59)), "{}", flipped.print());
}

#[test]
fn draws_the_board() {
    check_diagram(
        &parse::<Othello>("f5"),
        &[" |   |   |   | O | X |   |   |   | 5", " |   |   |   | X | X | X |   |   | 4"],
    );
}

proptest! {
    #[test]
    fn no_text_panics(
        text in any::<String>(),
        fen in "[Pp1-8]{1,8}(/[Pp1-8]{1,8}){7}(\\[P{0,62}p{0,62}\\])? [wb]( [-0-9]{1,3}){0,4}",
        game in "([a-h][1-8]|pa|--){0,20}",
        letters in "[XO-]{26}[XO]{12}[XO-]{26} ?[XO]",
    ) {
        let texts = [text, fen, game, letters];
        check_any(&parse::<Othello>("f5"), &texts);
        for text in texts {
            if let Ok(mut position) = Othello::parse(&text) {
                while let Some(&m) = position.legal_moves().last() {
                    position.play(m);
                    prop_assert_eq!(parse::<Othello>(&position.print()), position);
                }
                prop_assert!(position.status() != Some(Outcome::Drawn) || position.count() == 0);
            }
            let _ = Othello::split_moves(&text);
        }
    }
}

/// The eight directions, as files to the right and ranks up.
const DIRECTIONS: [(i32, i32); 8] =
    [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

/// The slow game: a square has 0 or 1 for its owner. Squares are `(file, rank)`.
#[derive(Clone)]
struct Slow {
    squares: [[Option<usize>; 8]; 8],
    mover: usize,
    /// Passes since the last stone.
    passes: usize,
}

impl Slow {
    fn start() -> Slow {
        let mut squares = [[None; 8]; 8];
        (squares[3][3], squares[4][4]) = (Some(0), Some(0));
        (squares[3][4], squares[4][3]) = (Some(1), Some(1));
        Slow { squares, mover: 0, passes: 0 }
    }

    /// The owner of a square; `None` outside the board too.
    fn owner(&self, (file, rank): (i32, i32)) -> Option<usize> {
        let inside = (0..8).contains(&file) && (0..8).contains(&rank);
        if inside { self.squares[file as usize][rank as usize] } else { None }
    }

    fn flips(&self, player: usize, (file, rank): (i32, i32)) -> Vec<(i32, i32)> {
        let mut flips = Vec::new();
        for (right, up) in DIRECTIONS {
            let at = |i: i32| (file + i * right, rank + i * up);
            let others =
                (1..).take_while(|&i| self.owner(at(i)) == Some(1 - player)).count() as i32;
            if self.owner(at(others + 1)) == Some(player) {
                flips.extend((1..=others).map(at));
            }
        }
        flips
    }

    fn targets(&self, player: usize) -> Vec<(i32, i32)> {
        let all = (0..8).flat_map(|rank| (0..8).map(move |file| (file, rank)));
        let is_target =
            |&at: &(i32, i32)| self.owner(at).is_none() && !self.flips(player, at).is_empty();
        all.filter(is_target).collect()
    }

    fn play(&mut self, target: Option<(i32, i32)>) {
        self.passes = if target.is_some() { 0 } else { self.passes + 1 };
        if let Some(at) = target {
            for (file, rank) in self.flips(self.mover, at).into_iter().chain([at]) {
                self.squares[file as usize][rank as usize] = Some(self.mover);
            }
        }
        self.mover = 1 - self.mover;
    }

    fn count(&self, player: usize) -> usize {
        self.squares.iter().flatten().filter(|&&owner| owner == Some(player)).count()
    }

    /// The names of the legal moves, with a pass as `pass`.
    fn moves(&self) -> BTreeSet<String> {
        let name =
            |(file, rank): (i32, i32)| format!("P@{}{}", char::from(b'a' + file as u8), rank + 1);
        let names: BTreeSet<String> = self.targets(self.mover).into_iter().map(name).collect();
        let is_over =
            self.passes == 2 || self.count(self.mover) == 0 || self.count(0) + self.count(1) == 64;
        if names.is_empty() && !is_over { BTreeSet::from(["pass".to_owned()]) } else { names }
    }

    fn outcome(&self) -> Outcome {
        match self.count(self.mover).cmp(&self.count(1 - self.mover)) {
            std::cmp::Ordering::Greater => Outcome::Won,
            std::cmp::Ordering::Less => Outcome::Lost,
            std::cmp::Ordering::Equal => Outcome::Drawn,
        }
    }

    fn fen(&self) -> String {
        let rows = (0..8).rev().map(|rank| {
            let (mut row, mut empty) = (String::new(), 0);
            for file in 0..8 {
                match self.squares[file][rank] {
                    None => empty += 1,
                    Some(owner) => {
                        let run = if empty > 0 { empty.to_string() } else { String::new() };
                        row = format!("{row}{run}{}", ['P', 'p'][owner]);
                        empty = 0;
                    }
                }
            }
            if empty > 0 { format!("{row}{empty}") } else { row }
        });
        format!("{} {}", rows.collect::<Vec<_>>().join("/"), ["w", "b"][self.mover])
    }
}

/// The names of the legal moves, with a pass as `pass`.
fn moves(position: &Othello) -> BTreeSet<String> {
    let name = |m: Move| match m {
        Move::PASS => "pass".to_owned(),
        _ => position.print_move(m),
    };
    position.legal_moves().into_iter().map(name).collect()
}

impl tables::Slow<Othello> for Slow {
    fn follow(&mut self, _: &Othello, m: Move) {
        self.play(m.square().map(|square| (i32::from(square % 8), i32::from(square / 8))));
    }
}

/// Plays random games in both implementations and shows every position.
fn games(count: usize, seed: u64, mut visit: impl FnMut(&Othello, &Slow)) {
    let mut random = Random::new(seed);
    for _ in 0..count {
        walk((Othello::start(()), Slow::start()), &mut random, &mut visit);
    }
}

/// The leaves of the tree, where a game that is over is a leaf at any depth.
fn leaves(position: &Othello, depth: u32) -> u64 {
    if depth == 0 || position.status().is_some() {
        return 1;
    }
    children(position).iter().map(|next| leaves(next, depth - 1)).sum()
}

#[test]
fn a_position_takes_thirty_two_bytes() {
    assert_eq!(size_of::<Othello>(), 32);
    assert_eq!(size_of::<Move>(), 1);
}

/// Published counts: Aart Bik's, where a game that is over counts as a leaf. The shortest
/// games have nine moves; there are 57 of them for each first move.
#[test]
fn counts_the_published_perft_numbers() {
    let published = [4, 12, 56, 244, 1396, 8200, 55_092, 390_216, 3_005_288, 24_571_284];
    let start = Othello::start(());
    check_leaves(&start, &published[..9]);
    assert_eq!(perft(&start, 10), published[9] - 4 * 57);
    assert_eq!(leaves(&parse("f5d6c3"), 5), leaves(&parse("d3c5f6"), 5), "a mirror image");
    assert_eq!(leaves(&start, 8), published[7]);
}

#[test]
fn moves_and_ends_are_those_of_a_slow_implementation() {
    let (mut passes, mut ends) = (0, 0);
    games(500, 5, |fast, slow| {
        let text = fast.print();
        assert_eq!(fast.identity().split(' ').take(2).collect::<Vec<_>>().join(" "), slow.fen());
        assert_eq!(moves(fast), slow.moves(), "`{text}`");
        let expected = slow.moves().is_empty().then(|| slow.outcome());
        assert_eq!(fast.status(), expected, "`{text}`");
        passes += usize::from(slow.moves().contains("pass"));
        ends += usize::from(slow.passes == 2);
    });
    assert!(passes > 100 && ends > 0, "{passes} passes, {ends} games that end with two");
}

/// A game is longest where each stone is placed after a pass.
#[test]
fn values_at_a_glance_are_those_of_a_slow_search() {
    fn value(slow: &Slow) -> Exact {
        let moves = slow.targets(slow.mover);
        if slow.moves().is_empty() {
            return Exact::from(slow.outcome());
        }
        let passes = moves.is_empty().then_some(None);
        let values = moves.into_iter().map(Some).chain(passes).map(|target| {
            let mut next = slow.clone();
            next.play(target);
            value(&next).before_move(true)
        });
        values.max().expect("a move")
    }
    let mut known = [0; 3];
    games(400, 6, |fast, slow| {
        if let (None, Glance::Known(exact)) = (fast.status(), fast.glance()) {
            assert_eq!(exact, value(slow), "`{}`", fast.print());
            known[match exact {
                Exact::Win(_) => 0,
                Exact::Loss(_) => 1,
                _ => 2,
            }] += 1;
        }
    });
    assert!(known.iter().all(|&count| count > 5), "{known:?}");
}

/// As Fairy-Stockfish has them.
#[test]
fn a_side_that_cannot_move_passes() {
    for (fen, pass, after) in [
        (
            "PPPP1PPP/PPpPPPP1/PPPpppPP/PPPpppPP/PppPPPpp/PpPPPPpp/ppppPppp/Pppppppp w - - 0 30",
            "a1a1",
            "PPPP1PPP/PPpPPPP1/PPPpppPP/PPPpppPP/PppPPPpp/PpPPPPpp/ppppPppp/Pppppppp b - - 1 30",
        ),
        // Neither side can move: two passes end the game.
        (
            "ppppppp1/pppppppP/pPpPPpPP/pPpPpPpP/pppppPpP/pppPPPPP/pppPPPPP/1PPPPPPP b - - 0 30",
            "a2a2",
            "ppppppp1/pppppppP/pPpPPpPP/pPpPpPpP/pppppPpP/pppPPPPP/pppPPPPP/1PPPPPPP w - - 1 31",
        ),
        ("8/8/8/3PP3/3PP3/8/8/8 w - - 0 5", "d4d4", "8/8/8/3PP3/3PP3/8/8/8 b - - 1 5"),
    ] {
        let mut position: Othello = parse(fen);
        assert_eq!(position.legal_moves(), [Move::PASS], "`{fen}`");
        assert_eq!(position.print_move(Move::PASS), pass, "`{fen}`");
        position.play(Move::PASS);
        let text = position.print();
        let (board, rest) = text.split_once('[').expect("a hand");
        let (_, counters) = rest.split_once(']').expect("a hand");
        assert_eq!(format!("{board}{counters}"), after);
    }
}

#[test]
fn games_end_as_the_rules_say() {
    let dead = "ppppppp1/pppppppP/pPpPPpPP/pPpPpPpP/pppppPpP/pppPPPPP/pppPPPPP/1PPPPPPP";
    let half = "PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP/pppppppp/pppppppp/pppppppp/pppppppp";
    check_ends::<Othello>(&[
        // The shortest game: all stones are black after nine moves.
        ("e6f4e3f6g5d6e7f5c5", Some(Outcome::Lost)),
        ("8/8/8/3PP3/3PP3/8/8/8 b", Some(Outcome::Lost)),
        ("8/8/8/3PP3/3PP3/8/8/8 w", None),
        (&format!("{dead} b - - 0 30"), None),
        (&format!("{dead} w - - 1 30"), None),
        (&format!("{dead} b - - 2 31"), Some(Outcome::Won)),
        (&format!("{half} w"), Some(Outcome::Drawn)),
        (&format!("{} w", half.replacen('p', "P", 1)), Some(Outcome::Won)),
        (&format!("{} b", half.replacen('p', "P", 1)), Some(Outcome::Lost)),
    ]);
}

/// Reversi as it was first played: four stones in the centre, wherever the players like.
#[test]
fn a_game_may_begin_with_an_empty_board() {
    let mut position: Othello = parse("8/8/8/8/8/8/8/8 w");
    for (m, choices) in [("P@d4", 4), ("P@e4", 3), ("P@d5", 2), ("P@e5", 1)] {
        assert_eq!(position.count(), choices);
        play(&mut position, m);
    }
    assert_eq!(position.identity(), "8/8/8/3Pp3/3Pp3/8/8/8 w");
    assert_eq!(moves(&position), ["P@f3", "P@f4", "P@f5", "P@f6"].map(str::to_owned).into());
}

/// The legal moves of the positions of the FFO test suite, which lists them with scores.
#[test]
fn moves_of_the_ffo_test_suite() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data/othello");
    for file in ["ffo_1-19.obf", "ffo_40-49.obf"] {
        let Ok(text) = std::fs::read_to_string(folder.join(file)) else { return };
        for line in text.lines() {
            let position: Othello = parse(line);
            let fields = line.split(';').skip(1).filter_map(|field| field.trim().split_once(':'));
            let expected: BTreeSet<String> = fields.map(|(name, _)| name.to_lowercase()).collect();
            let record = |m| position.record_move(m);
            let found: BTreeSet<String> = position.legal_moves().into_iter().map(record).collect();
            assert!(expected.is_subset(&found), "`{line}`: {found:?}");
        }
    }
}

/// The score of a position with perfect play, as the difference of the stones on the board
/// at the end (the winner has the free squares), for the side to move.
fn score(slow: &Othello, mut alpha: i32, beta: i32) -> i32 {
    if slow.status().is_some() {
        let by_letters = slow.print().split('[').next().unwrap_or_default().to_owned();
        let count = |letter| by_letters.matches(letter).count() as i32;
        let (first, second) = (count('P'), count('p'));
        let difference = first - second + (first - second).signum() * (64 - first - second);
        return if slow.side() == Side::First { difference } else { -difference };
    }
    let mut moves = children(slow);
    moves.sort_by_key(Game::count);
    let mut best = -64;
    for next in moves {
        best = best.max(-score(&next, -beta, -alpha));
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    best
}

/// The published score of the first position of that suite, with 14 free squares.
#[test]
fn an_ending_has_its_published_score() {
    let text = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X";
    let mut position: Othello = parse(text);
    assert_eq!(position.max_plies_left(), Some(27));
    play(&mut position, "g8");
    assert_eq!(-score(&position, -19, -17), 18);
}
