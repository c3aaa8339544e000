//! Where pieces go, in words and as diagrams.

use super::words::join;
use plyglot_definition::hexagons::{drawn, lengths};
use plyglot_definition::{How, PieceDefinition, Walk};
use plyglot_support::text::number_word;
use std::collections::BTreeMap;

/// How far a diagram shows lines, in squares: no leap is longer.
const EDGE: i8 = 3;
/// The same on hexagons, in half cells.
const HEXAGON_EDGE: i8 = 6;

struct Compass {
    directions: &'static [((i8, i8), &'static str)],
    /// Two directions together, by their indices.
    pairs: &'static [([usize; 2], &'static str)],
    every: &'static str,
}

const STRAIGHT: Compass = Compass {
    directions: &[
        ((0, 1), "forward"),
        ((0, -1), "backward"),
        ((-1, 0), "to the left"),
        ((1, 0), "to the right"),
    ],
    pairs: &[([2, 3], "sideways")],
    every: "straight",
};
const DIAGONAL: Compass = Compass {
    directions: &[
        ((-1, 1), "diagonally forward to the left"),
        ((1, 1), "diagonally forward to the right"),
        ((-1, -1), "diagonally backward to the left"),
        ((1, -1), "diagonally backward to the right"),
    ],
    pairs: &[([0, 1], "diagonally forward"), ([2, 3], "diagonally backward")],
    every: "diagonally",
};

const HEXAGON_STRAIGHT: Compass = Compass {
    directions: &[
        ((0, 1), "forward"),
        ((0, -1), "backward"),
        ((-1, 0), "forward to the left"),
        ((1, 1), "forward to the right"),
        ((-1, -1), "backward to the left"),
        ((1, 0), "backward to the right"),
    ],
    pairs: &[([2, 3], "forward to either side"), ([4, 5], "backward to either side")],
    every: "straight",
};
const HEXAGON_DIAGONAL: Compass = Compass {
    directions: &[
        ((-1, 1), "diagonally forward to the left"),
        ((1, 2), "diagonally forward to the right"),
        ((-1, -2), "diagonally backward to the left"),
        ((1, -1), "diagonally backward to the right"),
        ((-2, -1), "diagonally to the left"),
        ((2, 1), "diagonally to the right"),
    ],
    pairs: &[
        ([0, 1], "diagonally forward"),
        ([2, 3], "diagonally backward"),
        ([4, 5], "diagonally sideways"),
    ],
    every: "diagonally",
};

/// The directions of walks along lines: `straight`, `forward or diagonally`.
pub(super) fn directions(walks: &[&Walk], is_hexagonal: bool) -> String {
    let all = match is_hexagonal {
        true => [HEXAGON_STRAIGHT, HEXAGON_DIAGONAL],
        false => [STRAIGHT, DIAGONAL],
    };
    let all = all.map(|compass| directions_of(compass, walks, is_hexagonal)).concat();
    if all == ["straight", "diagonally"] { "in any direction".to_owned() } else { join(all, "or") }
}

fn directions_of(compass: Compass, walks: &[&Walk], is_hexagonal: bool) -> Vec<String> {
    let Compass { directions, pairs, every } = compass;
    let mut left: Vec<usize> = (0..directions.len()).collect();
    left.retain(|&i| {
        let (files, ranks) = directions[i].0;
        walks.iter().any(|walk| {
            let long = far(walk, is_hexagonal)[0];
            (walk.files, walk.ranks) == (long * files, long * ranks)
        })
    });
    if left.len() == directions.len() {
        return vec![every.to_owned()];
    }
    let found: Vec<_> =
        pairs.iter().filter(|(pair, _)| pair.iter().all(|i| left.contains(i))).collect();
    left.retain(|i| found.iter().all(|(pair, _)| !pair.contains(i)));
    let mut names: Vec<String> = left.iter().map(|&i| directions[i].1.to_owned()).collect();
    names.extend(found.iter().map(|(_, name)| (*name).to_owned()));
    names
}

/// Which of eight leaps that are images of each other walks have, in words that follow a leap.
fn oblique(walks: &[&Walk], is_hexagonal: bool) -> String {
    if is_hexagonal {
        // The diagram shows them.
        return if walks.len() == 12 { "" } else { " in some directions" }.to_owned();
    }
    let forward = walks.iter().all(|walk| walk.ranks > 0);
    match walks.len() {
        8 => String::new(),
        4 if forward => " forward".to_owned(),
        4 if walks.iter().all(|walk| walk.ranks < 0) => " backward".to_owned(),
        2 if forward && walks.iter().all(|walk| walk.ranks > walk.files.abs()) => {
            " straight ahead".to_owned()
        }
        4 if walks.iter().all(|walk| walk.ranks.abs() > walk.files.abs()) => {
            " straight ahead or back".to_owned()
        }
        _ => {
            let leaps = walks.iter().map(|walk| {
                let up = counted(walk.ranks, ["forward", "back"]);
                format!("{up} and {}", counted(walk.files, ["right", "left"]))
            });
            format!(" ({})", join(leaps, "or"))
        }
    }
}

/// A number of squares with its direction, the second one if it is below 0: `two back`.
fn counted(by: i8, ways: [&str; 2]) -> String {
    format!("{} {}", number_word(by.unsigned_abs().into()), ways[usize::from(by < 0)])
}

fn squares(count: u8) -> String {
    format!("{} square{}", number_word(count.into()), if count == 1 { "" } else { "s" })
}

fn far(walk: &Walk, is_hexagonal: bool) -> [i8; 2] {
    lengths((walk.files, walk.ranks), is_hexagonal)
}

/// Where walks lead that differ only in their direction.
fn way(walks: &[&Walk], is_hexagonal: bool) -> String {
    let how = walks[0].how;
    let [long, short] = far(walks[0], is_hexagonal);
    if short != 0 && short != long {
        let end = oblique(walks, is_hexagonal);
        let leap = match [long, short] {
            [2, 1] => "knight's leap".to_owned(),
            _ => format!(
                "leap of {} squares one way and {} aside",
                number_word(long as usize),
                number_word(short as usize)
            ),
        };
        return match how {
            How::Ride(0) => format!("by any number of {leap}s in one direction{end}"),
            How::Ride(most) => {
                format!("by up to {} {leap}s in one direction{end}", number_word(most.into()))
            }
            How::Lame if long == 2 => {
                format!("by a {leap}{end} if the square next to it in the long direction is empty")
            }
            How::Lame => format!(
                "one step straight and two more diagonally outwards{end}, over empty squares"
            ),
            _ => format!("by a {leap}{end}"),
        };
    }
    let towards = directions(walks, is_hexagonal);
    match how {
        How::Leap | How::Lame if long == 1 => format!("one step {towards}"),
        How::Leap => format!("by a leap of {} {towards}", squares(long as u8)),
        How::Lame => format!("{} {towards} over an empty square", squares(long as u8)),
        How::Ride(0) => format!("any distance {towards}"),
        How::Ride(most) => format!("up to {} {towards}", squares(most)),
        How::Hop(0) => format!("any distance {towards} by jumping over exactly one piece"),
        How::Hop(most) => {
            let up_to = if most == 2 { "" } else { "up to " };
            format!("{up_to}{} {towards} by jumping over exactly one piece", squares(most))
        }
        How::Grasshop(_) => {
            format!("{towards} to the square right behind the first piece in its way")
        }
    }
}

/// How a walk goes, its longer step, and its shorter one; straight and diagonal steps have 0.
type WalkKind = (How, i8, i8);

/// Where walks lead; empty for none.
pub(super) fn ways(walks: &[&Walk], is_hexagonal: bool) -> String {
    let mut kinds: Vec<(WalkKind, Vec<&Walk>)> = Vec::new();
    for &walk in walks {
        // Straight and diagonal steps are named together.
        let [long, short] = far(walk, is_hexagonal);
        let kind = (walk.how, long, if short == long { 0 } else { short });
        match kinds.iter_mut().find(|(other, _)| *other == kind) {
            Some((_, alike)) => alike.push(walk),
            None => kinds.push((kind, vec![walk])),
        }
    }
    let texts: Vec<String> = kinds.iter().map(|(_, alike)| way(alike, is_hexagonal)).collect();
    let joints = [" or ", ", ", " if ", " first "];
    let is_long = texts.iter().any(|text| joints.iter().any(|joint| text.contains(joint)));
    match texts.split_last() {
        Some((last, rest)) if !rest.is_empty() && is_long => {
            format!("{}; or {last}", rest.join("; "))
        }
        _ => join(texts, "or"),
    }
}

/// Whether no other walk of the piece contains this one.
pub(super) fn is_needed(walk: &Walk, all: &[Walk]) -> bool {
    let (own_class, own_reach) = reach(walk);
    !all.iter().any(|other| {
        let (class, reach) = reach(other);
        other != walk
            && (class, other.files, other.ranks) == (own_class, walk.files, walk.ranks)
            && reach >= own_reach
            && (other.moves >= walk.moves && other.captures >= walk.captures)
            && other.initial <= walk.initial
    })
}

/// A class of walks, and how far one goes among those of its class.
fn reach(walk: &Walk) -> (u8, u16) {
    match walk.how {
        How::Lame => (0, 1),
        How::Leap => (0, 2),
        How::Ride(most) => (0, u16::from(most.wrapping_sub(1)) + 3),
        How::Hop(most) => (1, u16::from(most.wrapping_sub(1))),
        How::Grasshop(_) => (2, 0),
    }
}

/// What a piece can do on a square of its diagram, as bits.
const MOVES: u8 = 1;
const CAPTURES: u8 = 2;
const GOES_ON: u8 = 4;
const HAS_CONDITION: u8 = 8;

fn sign(mark: u8) -> &'static str {
    match mark {
        _ if mark & (MOVES | CAPTURES) == MOVES | CAPTURES => {
            if mark & GOES_ON == 0 {
                "o"
            } else {
                ">"
            }
        }
        _ if mark & HAS_CONDITION != 0 => "?",
        _ if mark & MOVES != 0 => "-",
        _ if mark & CAPTURES != 0 => "x",
        _ => ".",
    }
}

pub(super) const SIGNS: [(char, &str); 5] = [
    ('o', "moves or captures"),
    ('>', "the same, on a line that goes on"),
    ('-', "only moves"),
    ('x', "only captures"),
    ('?', "may go on a condition, which the words name"),
];

/// The squares around a piece with what it can do there; it has `long` steps more ahead. Some of its
/// walks are for certain squares only.
pub(super) fn diagram(
    own: &PieceDefinition,
    long: i8,
    is_hexagonal: bool,
    is_bound: impl Fn(&Walk) -> bool,
) -> String {
    let mut marks: Vec<([i8; 2], u8)> = (2..2 + long).map(|by| ([0, by], HAS_CONDITION)).collect();
    for walk in own.walks.iter() {
        let steps = match walk.how {
            How::Leap | How::Lame => 1..=1,
            How::Ride(0) => 1..=EDGE,
            How::Ride(most) => 1..=EDGE.min(most as i8),
            How::Hop(0) | How::Grasshop(_) => 2..=EDGE,
            How::Hop(most) => 2..=EDGE.min(most as i8),
        };
        let is_plain = matches!(walk.how, How::Leap | How::Ride(_)) && !is_bound(walk);
        let mark = match is_plain {
            true => {
                (MOVES * u8::from(walk.moves))
                    | (CAPTURES * u8::from(walk.captures))
                    | (GOES_ON * u8::from(walk.how == How::Ride(0)))
            }
            false => HAS_CONDITION,
        };
        marks.extend(steps.map(|by| ([walk.files * by, walk.ranks * by], mark)));
    }
    for jump in own.rules.jump_captures.iter().chain(&own.rules.jump_moves) {
        let steps = if jump.how == How::Ride(0) { 2..=EDGE } else { 2..=2 };
        marks.extend(steps.map(|by| ([jump.files * by, jump.ranks * by], HAS_CONDITION)));
    }
    let edge = if is_hexagonal { HEXAGON_EDGE } else { EDGE };
    // By column and line from the piece.
    let mut board = BTreeMap::new();
    let mut columns = 0;
    let mut lines = 0;
    for ([files, ranks], mark) in marks {
        let (column, line) = if is_hexagonal { drawn((files, ranks)) } else { (files, ranks) };
        if column.abs().max(line.abs()) <= edge {
            columns = column.abs().max(columns);
            lines = line.abs().max(lines);
            *board.entry((column, line)).or_insert(0) |= mark;
        }
    }
    if !is_hexagonal {
        columns = lines.max(columns);
        lines = columns;
    }
    let letter = own.letter.to_ascii_uppercase().to_string();
    if board.is_empty() {
        return String::new();
    }
    let mut rows = Vec::new();
    for line in (-lines..=lines).rev() {
        let mut signs = Vec::new();
        for column in -columns..=columns {
            signs.push(match (column, line) {
                (0, 0) => letter.as_str(),
                _ if is_hexagonal && (column + line) % 2 != 0 => " ",
                at => sign(board.get(&at).copied().unwrap_or(0)),
            });
        }
        rows.push(signs.join(" ").trim_end().to_owned());
    }
    rows.join("\n")
}
