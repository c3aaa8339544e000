//! The example `examples/morris.rs` against a slow second implementation, which walks along the lines
//! of a drawing.

use crate::support::examples;
use crate::support::folder::Folder;
use plyglot_core::game::random::Random;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::process::Command;

/// The board, with a space of four columns for a file and two lines for a rank.
const BOARD: [&str; 13] = [
    "+-----------+-----------+",
    "|           |           |",
    "|   +-------+-------+   |",
    "|   |       |       |   |",
    "|   |   +---+---+   |   |",
    "|   |   |       |   |   |",
    "+---+---+       +---+---+",
    "|   |   |       |   |   |",
    "|   |   +---+---+   |   |",
    "|   |       |       |   |",
    "|   +-------+-------+   |",
    "|           |           |",
    "+-----------+-----------+",
];
const ALONG: [[isize; 2]; 2] = [[0, 1], [1, 0]];
const GAMES: usize = 12;

/// Line and column in the drawing.
type Point = (usize, usize);

fn sign((line, column): Point) -> u8 {
    BOARD.get(line).and_then(|line| line.as_bytes().get(column)).copied().unwrap_or(b' ')
}

fn points() -> impl Iterator<Item = Point> {
    let all = (0..BOARD.len()).flat_map(|line| (0..BOARD[line].len()).map(move |at| (line, at)));
    all.filter(|&point| sign(point) == b'+')
}

fn name((line, column): Point) -> String {
    format!("{}{}", char::from(b'a' + (column / 4) as u8), 7 - line / 2)
}

/// The next point in a direction, if a line leads there.
fn next(mut point: Point, [down, right]: [isize; 2]) -> Option<Point> {
    loop {
        point = (point.0.checked_add_signed(down)?, point.1.checked_add_signed(right)?);
        match sign(point) {
            b'+' => return Some(point),
            b' ' => return None,
            _ => {}
        }
    }
}

/// The two points that are on a line with this one, in the direction or against it.
fn others(point: Point, [down, right]: [isize; 2]) -> Vec<Point> {
    let ways = [[down, right], [-down, -right]].into_iter();
    ways.flat_map(|way| std::iter::successors(next(point, way), move |&at| next(at, way))).collect()
}

#[derive(Clone, Default)]
struct SlowMorris {
    /// 0 for a stone of the first player, 1 for one of the second.
    stones: BTreeMap<Point, usize>,
    moves: usize,
}

impl SlowMorris {
    fn of(&self, side: usize) -> Vec<Point> {
        self.stones.iter().filter(|(_, owner)| **owner == side).map(|(point, _)| *point).collect()
    }

    fn is_in_mill(&self, point: Point) -> bool {
        ALONG.iter().any(|&way| {
            let mut line = others(point, way).into_iter();
            line.all(|other| self.stones.get(&other) == self.stones.get(&point))
        })
    }

    fn moves(&self) -> Vec<(String, SlowMorris)> {
        let side = self.moves % 2;
        let own = self.of(side);
        let in_hand = 9_usize.saturating_sub(self.moves / 2);
        let is_placing = in_hand > 0;
        let mut moves = Vec::new();
        if own.len() + in_hand < 3 {
            return moves;
        }
        let origins: Vec<Option<Point>> =
            if is_placing { vec![None] } else { own.iter().copied().map(Some).collect() };
        for from in origins {
            let reached = |to: Point| {
                let ways = ALONG.into_iter().flat_map(|[a, b]| [[a, b], [-a, -b]]);
                let mut nearby = ways.filter_map(|way| next(from?, way));
                is_placing || own.len() == 3 || nearby.any(|point| point == to)
            };
            for to in points().filter(|to| !self.stones.contains_key(to) && reached(*to)) {
                let mut after = self.clone();
                after.moves += 1;
                after.stones.insert(to, side);
                if let Some(from) = from {
                    after.stones.remove(&from);
                }
                let move_name = from.map_or(String::new(), name) + &name(to);
                after.takings(to, &move_name, &mut moves);
            }
        }
        moves
    }

    /// What may be taken by a stone that has come to a point.
    fn takings(self, to: Point, move_name: &str, moves: &mut Vec<(String, SlowMorris)>) {
        let enemies = self.of(self.moves % 2);
        let outside: Vec<Point> =
            enemies.iter().copied().filter(|&point| !self.is_in_mill(point)).collect();
        let takeable = if outside.is_empty() { enemies } else { outside };
        if takeable.is_empty() || !self.is_in_mill(to) {
            moves.push((move_name.to_owned(), self));
            return;
        }
        for taken in takeable {
            let mut after = self.clone();
            after.stones.remove(&taken);
            moves.push((format!("{move_name}x{}", name(taken)), after));
        }
    }
}

/// What the example prints for these commands, in a folder of this name.
fn answers(folder: &str, commands: &str) -> String {
    let folder = Folder::new(folder);
    folder.write("commands", commands);
    let input = File::open(folder.file("commands")).expect("it was written");
    let output = Command::new(examples::build("morris")).stdin(input).output();
    String::from_utf8(output.expect("the example runs").stdout).expect("text")
}

/// In random games that take what they can, so that stones also fly in the end.
#[test]
fn all_moves_are_those_of_the_slow_rules() {
    let mut random = Random::new(7);
    let mut commands = String::new();
    let mut expected: Vec<(String, BTreeSet<String>)> = Vec::new();
    let mut flights = 0;
    for _ in 0..GAMES {
        let mut position = SlowMorris::default();
        let mut played = String::new();
        for _ in 0..120 {
            commands.push_str(&format!("position startpos moves{played}\ngo perft 1\n"));
            let mut moves = position.moves();
            let names: BTreeSet<String> = moves.iter().map(|(name, _)| name.clone()).collect();
            assert_eq!(names.len(), moves.len(), "{played}");
            expected.push((played.clone(), names));
            if moves.iter().any(|(name, _)| name.contains('x')) && random.below(4) > 0 {
                moves.retain(|(name, _)| name.contains('x'));
            }
            if moves.is_empty() {
                break;
            }
            let is_flying = position.moves >= 18 && position.of(position.moves % 2).len() == 3;
            flights += usize::from(is_flying);
            let (name, after) = moves.swap_remove(random.below(moves.len()));
            played.push_str(&format!(" {name}"));
            position = after;
        }
    }
    assert!(flights > 0);
    let printed = answers("morris-moves", &commands);
    let mut found: Vec<BTreeSet<String>> = vec![BTreeSet::new()];
    for line in printed.lines() {
        if line.starts_with("Nodes searched: ") {
            found.push(BTreeSet::new());
        } else if let Some(name) = line.strip_suffix(": 1") {
            found.last_mut().expect("there is one").insert(name.to_owned());
        }
    }
    assert_eq!(found.len(), expected.len() + 1, "{printed}");
    for ((played, names), found) in expected.iter().zip(&found) {
        assert_eq!(names, found, "after{played}");
    }
}

/// By hand: 24 points for the first stone, 23 for the second and so on. In 96 * 21 * 20 of the ways
/// to place five, the first player's three are one of 16 mills, and there are two stones to take.
#[test]
fn leaves_are_those_counted_by_hand() {
    let printed = answers("morris-perft", "go perft 4\ngo perft 5\n");
    let counts: Vec<&str> =
        printed.lines().filter_map(|line| line.strip_prefix("Nodes searched: ")).collect();
    let placed = 24 * 23 * 22 * 21;
    let expected = [placed, placed * 20 + 96 * 21 * 20].map(|count: u64| count.to_string());
    assert_eq!(counts, expected);
}

/// Stones with the board around them, and positions that cannot be.
#[test]
fn the_board_is_drawn_and_faults_are_told() {
    let printed = answers(
        "morris-board",
        "position startpos moves d6 g7\nd\nposition fen 1P5/7/7/7/7/7/7 w\n\
         position fen 7/7/7/7/7/7/P2P2P w - - 0 3\nposition fen 7/7/7/7/7/7/P2P2P w - - 0 20\n",
    );
    let mut lines = BOARD.map(str::to_owned);
    lines[0].replace_range(24..25, "O");
    lines[2].replace_range(12..13, "X");
    for (at, line) in lines.iter().enumerate() {
        let rank = if at % 2 == 0 { (7 - at / 2).to_string() } else { String::new() };
        assert!(printed.contains(&format!("{rank:>2} {line}\n")), "{line}: {printed}");
    }
    for fault in [
        "stones on points of lines",
        // Two moves were made, and the first player has three stones.
        "three to nine stones, with those in hand",
    ] {
        assert!(printed.contains(fault), "{fault}: {printed}");
    }
}

/// A network is learnt on the evaluation of the game.
#[test]
fn it_learns() {
    let folder = Folder::new("morris-learn");
    let program = examples::build("morris");
    let options = "learn --game morris --positions 1000 --gate 20 --hidden 32 --epochs 2 --nodes 20 \
                   --plies 4 --window 2 --generations 1 --ladder 0 --out run";
    let output =
        Command::new(&program).args(options.split_whitespace()).current_dir(folder.path()).output();
    let output = output.expect("the example runs");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
    assert!(said.starts_with("plyglot learn --game morris --base "), "{said}");
    assert!(folder.has("run/state"), "{said}");
}
