//! Betza's notation: where a piece goes, as `fmWfceF`.
//!
//! A piece is a row of atoms with modifiers before them and a range behind. The
//! modifiers `m` and `c` choose moves and captures, `i` is for a first move, `p`, `g` and `n`
//! for hoppers, grasshoppers and lame leapers; `e` adds the piece to `enPassantTypes`. The others
//! are directions, in pairs where an atom has eight, or more than four on hexagons: there, `W` are
//! the neighbours, and `F` the cells between those of them that touch.

use super::grammar::{Read, expecting, fault};
use crate::hexagons::{RING, drawn, is_steep, leap};
use crate::{How, Walk};
use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::tag;
use nom::character::complete::{anychar, one_of};
use nom::combinator::{map, map_opt, opt, value};
use nom::multi::many0;

/// The leaps of a letter: files and ranks of one; all others are its mirror images.
struct Atom {
    letter: char,
    leaps: &'static [(i8, i8)],
    /// Whether it goes on without end when there is no range.
    is_rider: bool,
}

const fn leaper(letter: char, leaps: &'static [(i8, i8)]) -> Atom {
    Atom { letter, leaps, is_rider: false }
}

const fn rider(letter: char, leaps: &'static [(i8, i8)]) -> Atom {
    Atom { letter, leaps, is_rider: true }
}

const ATOMS: &[Atom] = &[
    leaper('W', &[(1, 0)]),
    leaper('F', &[(1, 1)]),
    leaper('D', &[(2, 0)]),
    leaper('N', &[(2, 1)]),
    leaper('A', &[(2, 2)]),
    leaper('H', &[(3, 0)]),
    leaper('C', &[(3, 1)]),
    leaper('L', &[(3, 1)]),
    leaper('Z', &[(3, 2)]),
    leaper('J', &[(3, 2)]),
    leaper('G', &[(3, 3)]),
    leaper('K', &[(1, 0), (1, 1)]),
    rider('R', &[(1, 0)]),
    rider('B', &[(1, 1)]),
    rider('Q', &[(1, 0), (1, 1)]),
];

/// A modifier other than a direction.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    Moves,
    Captures,
    EnPassant,
    Initial,
    Hopper,
    Grasshopper,
    Lame,
}

#[derive(Clone, Copy)]
enum Modifier {
    Mode(Mode),
    /// One letter, or two of which the first narrows the second down.
    Direction(char, Option<char>),
}

/// The letters of a direction that two letters name together, if they are such a pair. The
/// second one is the axis: `fl` is to the left and somewhat forward.
fn is_pair(first: char, second: char) -> bool {
    match first {
        'f' | 'b' => first == second || matches!(second, 'l' | 'r' | 's' | 'h'),
        'l' | 'r' => first == second || matches!(second, 'f' | 'b' | 'v' | 'h'),
        'v' | 's' => first == second,
        _ => matches!(second, 'l' | 'r'),
    }
}

fn mode(input: &str) -> Read<'_, Modifier> {
    let mode = alt((
        value(Mode::Moves, tag("m")),
        value(Mode::Captures, tag("c")),
        value(Mode::EnPassant, tag("e")),
        value(Mode::Initial, tag("i")),
        value(Mode::Hopper, tag("p")),
        value(Mode::Grasshopper, tag("g")),
        value(Mode::Lame, tag("n")),
    ));
    map(mode, Modifier::Mode).parse(input)
}

fn direction(input: &str) -> Read<'_, Modifier> {
    let (rest, first) = one_of("fblrvsh").parse(input)?;
    let (after, second) = opt(one_of("fblrvsh")).parse(rest)?;
    match second.filter(|&second| is_pair(first, second)) {
        Some(second) => Ok((after, Modifier::Direction(first, Some(second)))),
        None => Ok((rest, Modifier::Direction(first, None))),
    }
}

fn atom(input: &str) -> Read<'_, &'static Atom> {
    expecting(
        "a modifier (m c e i p g n, f b l r v s h) or an atom (W F D N A H C L Z J G K R B Q)",
        map_opt(anychar, |letter| ATOMS.iter().find(|atom| atom.letter == letter)),
    )
    .parse(input)
}

/// How far it goes: the letter again, or a digit; 0 is without end.
fn range<'a>(atom: &'static Atom) -> impl FnMut(&'a str) -> Read<'a, Option<u8>> {
    move |input: &'a str| {
        let again = map_opt(anychar, |letter| (letter == atom.letter).then_some(0));
        let digit =
            map_opt(anychar, |c: char| c.to_digit(10).and_then(|digit| u8::try_from(digit).ok()));
        opt(alt((again, digit))).parse(input)
    }
}

fn goes(letter: char, (files, ranks): (i8, i8)) -> bool {
    match letter {
        'f' => ranks > 0,
        'b' => ranks < 0,
        'l' => files < 0,
        'r' => files > 0,
        'v' => ranks != 0,
        _ => files != 0,
    }
}

/// Whether an oblique leap goes in this direction, of which the last letter is the axis that
/// is nearer.
fn goes_obliquely(first: char, second: Option<char>, leap: (i8, i8)) -> bool {
    let (files, ranks) = leap;
    let is_steep = ranks.abs() > files.abs();
    match (first, second) {
        (_, None) => goes_along(first, leap, is_steep),
        // The leaps that turn the same way round.
        ('h', Some(side)) => (((files > 0) == (ranks > 0)) != is_steep) == (side == 'l'),
        (_, Some('h')) => goes(first, leap),
        (_, Some(second)) => goes(first, leap) && goes_along(second, leap, is_steep),
    }
}

/// Whether an oblique leap goes in this direction, and further along its axis than along the other.
fn goes_along(letter: char, leap: (i8, i8), is_steep: bool) -> bool {
    goes(letter, leap) && is_steep == matches!(letter, 'f' | 'b' | 'v')
}

/// Whether a leap goes in this direction. An atom with eight leaps (`is_compound`) has those that
/// are next to an oblique leap in this direction.
fn goes_in(first: char, second: Option<char>, leap: (i8, i8), is_compound: bool) -> bool {
    let (files, ranks) = leap;
    let is_diagonal = files.abs() == ranks.abs();
    if !is_diagonal && files != 0 && ranks != 0 {
        return goes_obliquely(first, second, leap);
    }
    if is_compound || is_diagonal && second.is_some() {
        let neighbours = match (files.signum(), ranks.signum()) {
            (0, rank) => [(1, 2 * rank), (-1, 2 * rank)],
            (file, 0) => [(2 * file, 1), (2 * file, -1)],
            (file, rank) => [(2 * file, rank), (file, 2 * rank)],
        };
        return neighbours.into_iter().any(|leap| goes_obliquely(first, second, leap));
    }
    if is_diagonal {
        return goes(first, leap);
    }
    // Two letters name two of four directions.
    [Some(first), second].into_iter().flatten().any(|letter| letter != 'h' && goes(letter, leap))
}

/// Whether a leap on hexagons goes in this direction. Two letters are a quarter of the board, and
/// for an oblique leap the second is the axis that is nearer.
fn goes_on_hexagons(
    first: char,
    second: Option<char>,
    (long, short): (i8, i8),
    leap: (i8, i8),
) -> bool {
    let is_steep = is_steep(leap);
    let leap = drawn(leap);
    match second {
        // There is no such half of the leaps.
        _ if first == 'h' => false,
        None => goes_along(first, leap, is_steep),
        Some('h') => goes(first, leap),
        Some(second) if short != 0 && short != long || first == second => {
            goes(first, leap) && goes_along(second, leap, is_steep)
        }
        Some(second) => goes(first, leap) && goes(second, leap),
    }
}

/// The leap and its images on hexagons, each once.
fn hexagonal_images((long, short): (i8, i8)) -> Vec<(i8, i8)> {
    let mut images = Vec::new();
    for (at, ahead) in RING.into_iter().enumerate() {
        let aside = RING[(at + 1) % RING.len()];
        for image in [leap(long, ahead, short, aside), leap(short, ahead, long, aside)] {
            if !images.contains(&image) {
                images.push(image);
            }
        }
    }
    images
}

/// The leap and its mirror images, each once.
fn images((long, short): (i8, i8)) -> Vec<(i8, i8)> {
    let mut images = Vec::new();
    for (files, ranks) in [(short, long), (long, short)] {
        for leap in [(files, ranks), (-files, ranks), (files, -ranks), (-files, -ranks)] {
            if !images.contains(&leap) {
                images.push(leap);
            }
        }
    }
    images
}

/// How a piece goes along the leaps of an atom. A combination without meaning in the format is an
/// error.
fn how(atom: &Atom, modes: &[Mode], range: Option<u8>) -> Result<How, &'static str> {
    let is_next = atom.leaps.iter().all(|&(long, _)| long == 1);
    let is_knight = atom.leaps == [(2, 1)];
    let [hops, grasshops, is_lame] =
        [Mode::Hopper, Mode::Grasshopper, Mode::Lame].map(|mode| modes.contains(&mode));
    let way = match (hops, grasshops, is_lame) {
        (false, false, false) => return plain(atom, range, is_next || is_knight),
        (true, false, false) if is_next && range != Some(1) => How::Hop(range.unwrap_or(0)),
        (false, true, false) if is_next && range.unwrap_or(0) == 0 => How::Grasshop(0),
        (false, false, true) if range.is_none() && lame(atom) => How::Lame,
        (true, false, false) => {
            return Err("p before W, F, K, R, B or Q, with a range of 2 or more if any");
        }
        (false, true, false) => return Err("g before W, F, K, R, B or Q without a range"),
        (false, false, true) => return Err("n before N, A, Z or D without a range"),
        _ => return Err("only one of p, g and n"),
    };
    Ok(way)
}

fn plain(atom: &Atom, range: Option<u8>, may_ride: bool) -> Result<How, &'static str> {
    match range {
        None if atom.is_rider => Ok(How::Ride(0)),
        None => Ok(How::Leap),
        Some(_) if !may_ride => Err("a range behind W, F, K, R, B, Q or N only"),
        Some(1) => Ok(How::Leap),
        Some(steps) => Ok(How::Ride(steps)),
    }
}

/// Whether something can be in the way of a leap of the atom.
fn lame(atom: &Atom) -> bool {
    matches!(atom.leaps, [(2, 1) | (2, 2) | (3, 2) | (2, 0)])
}

fn walks(input: &str, is_hexagonal: bool) -> Read<'_, Vec<Walk>> {
    let (after, modifiers) = many0(alt((mode, direction))).parse(input)?;
    let (after, atom) = atom(after)?;
    let (rest, range) = range(atom)(after)?;
    let mut modes = Vec::new();
    let mut directions = Vec::new();
    for modifier in modifiers {
        match modifier {
            Modifier::Mode(mode) => modes.push(mode),
            Modifier::Direction(first, second) => directions.push((first, second)),
        }
    }
    let has_four = matches!(atom.leaps, [(_, 0)]) && !is_hexagonal;
    if !has_four && !directions.windows(2).all(may_follow) || directions.contains(&('h', None)) {
        return fault(input, "directions such as f, fr or fs (the axis comes last: lv, fs)");
    }
    let how = match how(atom, &modes, range) {
        Ok(how) => how,
        Err(expected) => return fault(input, expected),
    };
    let chooses = modes.contains(&Mode::Moves) || modes.contains(&Mode::Captures);
    let is_compound = atom.leaps.len() > 1;
    let mut walks = Vec::new();
    for &own in atom.leaps {
        let leaps = if is_hexagonal { hexagonal_images(own) } else { images(own) };
        for leap in leaps {
            let is_chosen = directions.is_empty()
                || directions.iter().any(|&(first, second)| match is_hexagonal {
                    true => goes_on_hexagons(first, second, own, leap),
                    false => goes_in(first, second, leap, is_compound),
                });
            if is_chosen {
                walks.push(Walk {
                    files: leap.0,
                    ranks: leap.1,
                    how,
                    moves: !chooses || modes.contains(&Mode::Moves),
                    captures: !chooses || modes.contains(&Mode::Captures),
                    initial: modes.contains(&Mode::Initial),
                });
            }
        }
    }
    if walks.is_empty() {
        return fault(input, "directions in which the piece can go on hexagons");
    }
    Ok((rest, walks))
}

/// Whether a direction means the same behind the one before it: `vl` could be meant as `lv`.
fn may_follow(directions: &[(char, Option<char>)]) -> bool {
    let before = directions[0];
    let letter = directions[1].0;
    !match before {
        ('v', None) => matches!(letter, 'l' | 'r' | 's' | 'h'),
        ('s', None) => matches!(letter, 'f' | 'b' | 'v' | 'h'),
        _ => false,
    }
}

/// The most directions of a piece: twice as many as there are leaps of up to three squares.
const MAX_WALKS: usize = 96;

/// Reads where a piece goes, on hexagons or on squares.
pub(super) fn piece<'a>(is_hexagonal: bool) -> impl FnMut(&'a str) -> Read<'a, Vec<Walk>> {
    move |input| all_walks(input, is_hexagonal)
}

fn all_walks(mut input: &str, is_hexagonal: bool) -> Read<'_, Vec<Walk>> {
    let mut all: Vec<Walk> = Vec::new();
    loop {
        let (rest, atom) = walks(input, is_hexagonal)?;
        for walk in atom {
            if !all.contains(&walk) {
                all.push(walk);
            }
        }
        if all.len() > MAX_WALKS {
            return fault(input, "a piece with fewer directions");
        }
        if rest.is_empty() {
            return Ok((rest, all));
        }
        input = rest;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::file::complaint::Word;
    use crate::file::grammar::whole;
    use crate::predefined::PREDEFINED;

    fn read(betza: &str) -> Vec<Walk> {
        read_on(betza, false)
    }

    fn read_on(betza: &str, is_hexagonal: bool) -> Vec<Walk> {
        let word = Word { text: betza, line: 1, column: 1 };
        whole(word, "moves", piece(is_hexagonal))
            .unwrap_or_else(|complaint| panic!("{betza}: {complaint}"))
    }

    /// The marked squares of a picture whose middle is `o`, white at the bottom.
    fn picture(rows: &[&str]) -> Vec<(i8, i8)> {
        let middle = i8::try_from(rows.len() / 2).expect("it is small");
        let mut squares = Vec::new();
        for (rank, row) in (-middle..=middle).rev().zip(rows) {
            let marked = (-middle..=middle).zip(row.chars()).filter(|(_, sign)| *sign == 'x');
            squares.extend(marked.map(|(file, _)| (file, rank)));
        }
        squares.sort_unstable();
        squares
    }

    fn leaps(betza: &str) -> Vec<(i8, i8)> {
        let mut leaps: Vec<_> = read(betza).iter().map(|walk| (walk.files, walk.ranks)).collect();
        leaps.sort_unstable();
        leaps
    }

    #[test]
    fn atoms_leap_where_betza_says() {
        let atoms = [
            ("W", [".......", ".......", "...x...", "..xox..", "...x...", ".......", "......."]),
            ("F", [".......", ".......", "..x.x..", "...o...", "..x.x..", ".......", "......."]),
            ("D", [".......", "...x...", ".......", ".x.o.x.", ".......", "...x...", "......."]),
            ("N", [".......", "..x.x..", ".x...x.", "...o...", ".x...x.", "..x.x..", "......."]),
            ("A", [".......", ".x...x.", ".......", "...o...", ".......", ".x...x.", "......."]),
            ("H", ["...x...", ".......", ".......", "x..o..x", ".......", ".......", "...x..."]),
            ("C", ["..x.x..", ".......", "x.....x", "...o...", "x.....x", ".......", "..x.x.."]),
            ("L", ["..x.x..", ".......", "x.....x", "...o...", "x.....x", ".......", "..x.x.."]),
            ("Z", [".x...x.", "x.....x", ".......", "...o...", ".......", "x.....x", ".x...x."]),
            ("J", [".x...x.", "x.....x", ".......", "...o...", ".......", "x.....x", ".x...x."]),
            ("G", ["x.....x", ".......", ".......", "...o...", ".......", ".......", "x.....x"]),
            ("K", [".......", ".......", "..xxx..", "..xox..", "..xxx..", ".......", "......."]),
        ];
        for (betza, rows) in atoms {
            assert_eq!(leaps(betza), picture(&rows), "{betza}");
            assert!(read(betza).iter().all(|walk| walk.how == How::Leap), "{betza}");
        }
    }

    #[test]
    fn directions_choose_leaps() {
        let pictures = [
            ("fN", [".x.x.", ".....", "..o..", ".....", "....."]),
            ("ffN", [".x.x.", ".....", "..o..", ".....", "....."]),
            ("fsN", [".....", "x...x", "..o..", ".....", "....."]),
            ("fhN", [".x.x.", "x...x", "..o..", ".....", "....."]),
            ("lhN", [".x...", "x....", "..o..", "x....", ".x..."]),
            ("vN", [".x.x.", ".....", "..o..", ".....", ".x.x."]),
            ("sN", [".....", "x...x", "..o..", "x...x", "....."]),
            ("lfN", [".x...", ".....", "..o..", ".....", "....."]),
            ("flN", [".....", "x....", "..o..", ".....", "....."]),
            ("rvN", ["...x.", ".....", "..o..", ".....", "...x."]),
            ("hlN", [".x...", "....x", "..o..", "x....", "...x."]),
            ("hrN", ["...x.", "x....", "..o..", "....x", ".x..."]),
            ("ffNfsN", [".x.x.", "x...x", "..o..", ".....", "....."]),
            ("fsW", [".....", "..x..", ".xox.", ".....", "....."]),
            ("vW", [".....", "..x..", "..o..", "..x..", "....."]),
            ("frF", [".....", "...x.", "..o..", ".....", "....."]),
            ("lfrbF", [".....", ".x...", "..o..", "...x.", "....."]),
            ("lF", [".....", ".x...", "..o..", ".x...", "....."]),
            ("fK", [".....", ".xxx.", "..o..", ".....", "....."]),
            ("fsK", [".....", ".x.x.", ".xox.", ".....", "....."]),
            ("frK", [".....", "...x.", "..ox.", ".....", "....."]),
            ("FfW", [".....", ".xxx.", "..o..", ".x.x.", "....."]),
            ("frWrfF", [".....", "..xx.", "..ox.", ".....", "....."]),
        ];
        for (betza, rows) in pictures {
            assert_eq!(leaps(betza), picture(&rows), "{betza}");
        }
    }

    /// The pictures have a column for each file, and two rows for each rank.
    #[test]
    fn hexagons_have_directions_of_their_own() {
        let pictures = [
            ("W", [".......", "...x...", "..x.x..", "...o...", "..x.x..", "...x...", "......."]),
            ("F", ["..x.x..", ".......", ".......", ".x.o.x.", ".......", ".......", "..x.x.."]),
            ("fW", [".......", "...x...", ".......", "...o...", ".......", ".......", "......."]),
            ("fsW", [".......", ".......", "..x.x..", "...o...", ".......", ".......", "......."]),
            ("rbW", [".......", ".......", ".......", "...o...", "....x..", ".......", "......."]),
            ("fF", ["..x.x..", ".......", ".......", "...o...", ".......", ".......", "......."]),
            ("lF", [".......", ".......", ".......", ".x.o...", ".......", ".......", "......."]),
            ("frF", ["....x..", ".......", ".......", "...o...", ".......", ".......", "......."]),
            ("fhK", ["..x.x..", "...x...", "..x.x..", "...o...", ".......", ".......", "......."]),
        ];
        let drawn_leaps = |betza: &str| {
            let leap = |walk: &Walk| drawn((walk.files, walk.ranks));
            let mut leaps: Vec<_> = read_on(betza, true).iter().map(leap).collect();
            leaps.sort_unstable();
            leaps
        };
        for (betza, rows) in pictures {
            assert_eq!(drawn_leaps(betza), picture(&rows), "{betza}");
        }
        // Two steps, and one more that leads further away (the knight of all hexagonal chess).
        assert_eq!(drawn_leaps("rfN"), [(1, 5), (2, 4)]);
        assert_eq!(drawn_leaps("frN"), [(3, 1)]);
        assert_eq!(drawn_leaps("N").len(), 12);
    }

    #[test]
    fn modifiers_before_and_ranges_behind_say_how() {
        let ways = [
            ("R", How::Ride(0), 4),
            ("WW", How::Ride(0), 4),
            ("R4", How::Ride(4), 4),
            ("W1", How::Leap, 4),
            ("Q2", How::Ride(2), 8),
            ("NN", How::Ride(0), 8),
            ("N2", How::Ride(2), 8),
            ("pR", How::Hop(0), 4),
            ("pB3", How::Hop(3), 4),
            ("gQ", How::Grasshop(0), 8),
            ("nN", How::Lame, 8),
            ("nD", How::Lame, 4),
            ("nZ", How::Lame, 8),
        ];
        for (betza, how, count) in ways {
            let walks = read(betza);
            assert_eq!(walks.len(), count, "{betza}");
            assert!(walks.iter().all(|walk| walk.how == how), "{betza}: {walks:?}");
        }
    }

    #[test]
    fn a_pawn_moves_captures_and_begins() {
        let walk = |files, ranks, moves, captures, initial, how| Walk {
            files,
            ranks,
            how,
            moves,
            captures,
            initial,
        };
        let expected = [
            walk(0, 1, true, false, false, How::Leap),
            walk(1, 1, false, true, false, How::Leap),
            walk(-1, 1, false, true, false, How::Leap),
            walk(0, 2, true, false, true, How::Lame),
        ];
        assert_eq!(read("fmWfceFifmnD"), expected);
        let both = read("mcW");
        assert!(both.iter().all(|walk| walk.moves && walk.captures));
    }

    #[test]
    fn every_predefined_notation_can_be_read() {
        for piece in PREDEFINED {
            if let Some(betza) = piece.betza.filter(|betza| !betza.is_empty()) {
                assert!(!read(betza).is_empty(), "{}", piece.name);
                assert!(!read_on(betza, true).is_empty(), "{}", piece.name);
            }
        }
    }

    #[test]
    fn what_has_no_meaning_is_refused_where_it_is() {
        let wrong = [
            ("x", 1, "a modifier"),
            ("Wx", 2, "a modifier"),
            ("WfmE", 4, "a modifier"),
            ("WpN", 2, "p before"),
            ("pR1", 1, "p before"),
            ("gR2", 1, "g before"),
            ("FnC", 2, "n before"),
            ("nR", 1, "n before"),
            ("pgR", 1, "only one"),
            ("DD", 1, "a range"),
            ("R22", 3, "a modifier"),
            ("vlN", 1, "directions"),
            ("hN", 1, "directions"),
            ("f", 2, "a modifier"),
            ("WFDNAHCZGmWmFmDmNmAmHmCmZmGcW", 28, "a piece with fewer"),
        ];
        for (betza, column, expected) in wrong {
            let word = Word { text: betza, line: 1, column: 1 };
            let complaint = whole(word, "moves", piece(false)).expect_err(betza);
            assert_eq!(complaint.column, column, "{betza}: {complaint}");
            assert!(complaint.expected.starts_with(expected), "{betza}: {complaint}");
        }
    }
}
