//! Squares that are connected, counted naively after random games.

use crate::{last, small};
use plyglot_core::game::random::Random;
use plyglot_core::game::{Game, Notation, Outcome, Side, laws};
use plyglot_variants::Position;
use std::cmp::Ordering;
use std::collections::HashSet;

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

type Square = (i32, i32);

/// The groups of the squares with such a letter, with the letters beside each.
fn groups(board: &[Vec<char>], letter: char, ways: &[Square]) -> Vec<(usize, HashSet<char>)> {
    let at = |(file, rank): Square| board.get(rank as usize)?.get(file as usize).copied();
    let mut seen = HashSet::new();
    let mut all = Vec::new();
    for start in (0..7).flat_map(|rank| (0..7).map(move |file| (file, rank))) {
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

/// How White stands against Black.
fn lead(fen: &str, ways: &[Square], is_territory: bool) -> Ordering {
    let row = |row: &str| -> Vec<char> {
        let cells = row.chars().map(|c| c.to_digit(10).map_or(vec![c], |n| vec!['.'; n as usize]));
        cells.flatten().collect()
    };
    let board = fen.split(['[', ' ']).next().expect("a board");
    let board: Vec<Vec<char>> = board.split('/').map(row).collect();
    let [white, black] = [('P', 'p'), ('p', 'P')].map(|(own, other)| {
        let mut sizes: Vec<usize> = groups(&board, own, ways).iter().map(|group| group.0).collect();
        sizes.sort_unstable_by_key(|&size| std::cmp::Reverse(size));
        if is_territory {
            let areas = groups(&board, '.', ways);
            let own_areas =
                areas.iter().filter(|(_, near)| near.contains(&own) && !near.contains(&other));
            sizes = vec![sizes.iter().sum::<usize>() + own_areas.map(|area| area.0).sum::<usize>()];
        }
        sizes
    });
    white.cmp(&black)
}

#[test]
fn connected_squares_decide_a_draw() {
    let straight = [(1, 0), (-1, 0), (0, 1), (0, -1)];
    let all = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (1, -1), (-1, 1)];
    let mut random = Random::new(5);
    for (keys, ways, is_territory, plies) in [
        (
            "materialCounting = largestGroup\nadjudicateFullBoard = true\nconnectDiagonal = false",
            &straight[..],
            false,
            47,
        ),
        ("materialCounting = largestGroup\nadjudicateFullBoard = true", &all[..], false, 47),
        (
            "materialCounting = territory\npass = true\nconnectDiagonal = false",
            &straight[..],
            true,
            30,
        ),
        ("materialCounting = territory\npass = true", &all[..], true, 40),
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
            let first = match lead(&position.print(), ways, is_territory) {
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
