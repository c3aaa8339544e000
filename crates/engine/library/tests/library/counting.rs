//! Squares that are connected, counted naively after random games; and games of the literature that
//! are won by what is counted, beside their rules written out naively.

use crate::slow::{Board, board};
use crate::{last, small};
use plyglot_core::game::random::Random;
use plyglot_core::game::{Game, Notation, Outcome, Side, laws};
use plyglot_variants::{Position, Set, SizedVariant, Variant};
use std::cmp::Ordering;
use std::collections::{BTreeSet, HashSet};
use std::hash::Hash;

const BOARD: &str = "
[x]
immobile = p
startFen = 7/7/7/3*3/7/1*5/7 w - - 0 1
maxFile = 7
maxRank = 7
pieceDrops = true
freeDrops = true
castling = false
nMoveRule = 0
";

/// A file, and a rank from the top.
type Square = (i32, i32);

/// The groups of the squares with such a letter, with the letters beside each.
fn groups(board: &Board, letter: char, ways: &[Square]) -> Vec<(usize, HashSet<char>)> {
    let at = |(file, rank): Square| board.get(rank as usize)?.get(file as usize).copied();
    let mut seen = HashSet::new();
    let mut all = Vec::new();
    for start in squares(board) {
        let (mut group, mut beside, mut open) = (0, HashSet::new(), vec![start]);
        while let Some(square) = open.pop() {
            if at(square) == Some(letter) && seen.insert(square) {
                group += 1;
                open.extend(ways.iter().map(|by| (square.0 + by.0, square.1 + by.1)));
            } else if let Some(other) = at(square).filter(|&other| other != letter) {
                beside.insert(other);
            }
        }
        if group > 0 {
            all.push((group, beside));
        }
    }
    all
}

fn squares(board: &Board) -> impl Iterator<Item = Square> {
    let (ranks, files) = (board.len() as i32, board[0].len() as i32);
    (0..ranks).flat_map(move |rank| (0..files).map(move |file| (file, rank)))
}

/// How White stands against Black.
fn lead(board: &Board, ways: &[Square], is_territory: bool) -> Ordering {
    let [white, black] = [('P', 'p'), ('p', 'P')].map(|(own, other)| {
        let mut sizes: Vec<usize> = groups(board, own, ways).iter().map(|group| group.0).collect();
        sizes.sort_unstable_by_key(|&size| std::cmp::Reverse(size));
        if is_territory {
            let areas = groups(board, '.', ways);
            let own_areas =
                areas.iter().filter(|(_, near)| near.contains(&own) && !near.contains(&other));
            sizes = vec![sizes.iter().sum::<usize>() + own_areas.map(|area| area.0).sum::<usize>()];
        }
        sizes
    });
    white.cmp(&black)
}

const ALL: [Square; 8] = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (1, -1), (-1, 1)];

#[test]
fn connected_squares_decide_a_draw() {
    let mut random = Random::new(5);
    for (keys, ways, is_territory, plies) in [
        (
            "materialCounting = largestGroup\nadjudicateFullBoard = true\nconnectDiagonal = false",
            &ALL[..4],
            false,
            47,
        ),
        ("materialCounting = largestGroup\nadjudicateFullBoard = true", &ALL[..], false, 47),
        ("materialCounting = territory\npass = true\nconnectDiagonal = false", &ALL[..4], true, 30),
        ("materialCounting = territory\npass = true", &ALL[..], true, 40),
    ] {
        let game = small(last(&format!("{BOARD}{keys}\n")));
        let mut decisive = 0;
        for _ in 0..50 {
            let mut position = Position::start(game);
            for _ in 0..plies {
                let mut moves = position.legal_moves();
                moves.retain(|&m| position.print_move(m).starts_with('P'));
                position.play(moves[random.below(moves.len())]);
            }
            if is_territory {
                for _ in 0..2 {
                    let pass = position
                        .legal_moves()
                        .into_iter()
                        .find(|&m| !position.print_move(m).starts_with('P'));
                    position.play(pass.expect("a pass"));
                }
            }
            let first = match lead(&board(&position.print()), ways, is_territory) {
                Ordering::Greater => Outcome::Won,
                Ordering::Equal => Outcome::Drawn,
                Ordering::Less => Outcome::Lost,
            };
            let expected = if position.side() == Side::First { first } else { !first };
            assert_eq!(position.decided(), Some(expected), "{keys}\n{}", position.print());
            decisive += u32::from(expected != Outcome::Drawn);
        }
        assert!(decisive > 10, "{keys}");
        laws::check_rules::<Position<u64>>(game, 2, 60, 1).expect("it keeps the laws");
    }
}

/// Collector (W. Joris, 100 Strategic Games for Pen and Paper, 2002): put a stone on an empty square
/// and block one that touches it; the largest group wins. Nothing is for a stone to become, so that
/// it goes nowhere: its steps are where it blocks.
const COLLECTOR: &str = "
[collector]
customPiece1 = p:mK
promotionPawnTypes = p
promotionRegionWhite = *1 *2 *3 *4 *5 *6
promotionRegionBlack = *1 *2 *3 *4 *5 *6
maxFile = 6
maxRank = 6
startFen = 6/6/6/6/6/6 w
pieceDrops = true
freeDrops = true
castling = false
wallingRule = arrow
materialCounting = largestGroup
nMoveRule = 0
";

/// Hexxagon (Argo Games, 1993), ataxx on 58 hexagons.
const HEXXAGON: &str = "
[hexxagon:ataxx]
hexagonal = true
maxFile = 9
maxRank = 9
customPiece1 = p:mDmF
startFen = ****P3p/***6/**7/*3*4/p4*2P/3*4*/7**/6***/P3p**** w
";

/// MacBeth (C. Freeling, about 1985), Othello on hexagons.
const MACBETH: &str = "
[macbeth:flipello]
hexagonal = true
maxFile = 11
maxRank = 11
startFen = *****6/****7/***8/**9/*4Pp4/4p1P4/4Pp4*/9**/8***/7****/6***** w
freeDrops = true
";

const HEXAGON: [Square; 6] = [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)];

fn at(board: &Board, (file, rank): Square) -> char {
    let row = usize::try_from(rank).ok().and_then(|rank| board.get(rank));
    row.and_then(|row| row.get(usize::try_from(file).ok()?)).copied().unwrap_or('*')
}

fn set(board: &Board, changes: impl IntoIterator<Item = (Square, char)>) -> Board {
    let mut board = board.clone();
    changes.into_iter().for_each(|((file, rank), c)| board[rank as usize][file as usize] = c);
    board
}

fn away((file, rank): Square, (files, ranks): Square, steps: i32) -> Square {
    (file + steps * files, rank + steps * ranks)
}

/// The boards that a side's moves lead to: none if it has to pass, or the game is over.
type Moves = fn(&Board, char, char) -> BTreeSet<Board>;

fn empty(board: &Board) -> Vec<Square> {
    squares(board).filter(|&square| at(board, square) == '.').collect()
}

fn collector(board: &Board, own: char, _: char) -> BTreeSet<Board> {
    let walls = |stone: Square| ALL.map(|way| (stone, away(stone, way, 1)));
    let pairs = empty(board).into_iter().flat_map(walls);
    let pairs = pairs.filter(|&(_, wall)| at(board, wall) == '.');
    pairs.map(|(stone, wall)| set(board, [(stone, own), (wall, '*')])).collect()
}

fn hexxagon(board: &Board, own: char, other: char) -> BTreeSet<Board> {
    let near = |square: Square| HEXAGON.map(|way| away(square, way, 1));
    let mut boards = BTreeSet::new();
    for to in empty(board) {
        let turned = near(to).into_iter().filter(|&one| at(board, one) == other);
        let grown = set(board, turned.map(|one| (one, own)).chain([(to, own)]));
        if near(to).into_iter().any(|one| at(board, one) == own) {
            boards.insert(grown.clone());
        }
        let second: HashSet<Square> = near(to).into_iter().flat_map(near).collect();
        let far = second.into_iter().filter(|from| *from != to && !near(to).contains(from));
        let far = far.filter(|&from| at(board, from) == own);
        boards.extend(far.map(|from| set(&grown, [(from, '.')])));
    }
    boards
}

fn macbeth(board: &Board, own: char, other: char) -> BTreeSet<Board> {
    let mut boards = BTreeSet::new();
    for to in empty(board) {
        let turned = HEXAGON.into_iter().flat_map(|way| {
            let line = (1..).map(|steps| away(to, way, steps));
            let line: Vec<_> = line.take_while(|&one| at(board, one) == other).collect();
            let end = away(to, way, line.len() as i32 + 1);
            line.into_iter().filter(move |_| at(board, end) == own)
        });
        let turned: Vec<Square> = turned.collect();
        if !turned.is_empty() {
            boards.insert(set(board, turned.into_iter().chain([to]).map(|one| (one, own))));
        }
    }
    boards
}

fn most(board: &Board) -> Ordering {
    let count = |letter: char| board.iter().flatten().filter(|&&c| c == letter).count();
    count('P').cmp(&count('p'))
}

/// Plays random games beside plain rules, and returns how many were won.
fn follow<S: Set + Hash>(
    game: &'static Variant<S>,
    moves: Moves,
    passes: bool,
    lead: fn(&Board) -> Ordering,
) -> u32 {
    let mut random = Random::new(7);
    let mut won = 0;
    for _ in 0..40 {
        let mut position = Position::start(game);
        let mut passed = 0;
        for _ in 0..300 {
            let now = board(&position.print());
            let is_first = position.side() == Side::First;
            let (own, other) = if is_first { ('P', 'p') } else { ('p', 'P') };
            let mut expected = moves(&now, own, other);
            let is_over =
                if passes { passed == 2 || empty(&now).is_empty() } else { expected.is_empty() };
            if is_over {
                let first = match lead(&now) {
                    Ordering::Greater => Outcome::Won,
                    Ordering::Equal => Outcome::Drawn,
                    Ordering::Less => Outcome::Lost,
                };
                let result = if is_first { first } else { !first };
                assert_eq!(position.status(), Some(result), "{}", position.print());
                won += u32::from(result != Outcome::Drawn);
                break;
            }
            assert_eq!(position.status(), None, "{}", position.print());
            passed = if expected.is_empty() { passed + 1 } else { 0 };
            if expected.is_empty() {
                expected.insert(now);
            }
            let legal = position.legal_moves();
            let after = legal.iter().map(|&m| board(&position.after(m).print()));
            assert_eq!(after.collect::<BTreeSet<_>>(), expected, "{}", position.print());
            assert_eq!(legal.len(), expected.len(), "{}", position.print());
            position.play(legal[random.below(legal.len())]);
        }
    }
    won
}

#[test]
fn published_games_are_won_by_what_is_counted() {
    for (text, moves, passes, lead) in [
        (COLLECTOR, collector as Moves, false, (|board| lead(board, &ALL, false)) as fn(&_) -> _),
        (HEXXAGON, hexxagon, true, most),
        (MACBETH, macbeth, true, most),
    ] {
        let won = on_its_board!(last(text), follow, moves, passes, lead);
        assert!(won > 30, "{text}: {won}");
    }
}
