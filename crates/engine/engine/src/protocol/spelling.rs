//! How a protocol writes the moves of a game, where it does not write them as UCI does.

use plyglot_core::game::GameInfo;
use std::borrow::Cow;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum MoveSpelling {
    /// As in UCI: files are letters from the left, ranks are numbers from the bottom.
    #[default]
    Uci,
    /// Ranks count from 0: `h2e2`.
    RanksFromZero,
    /// As in XBoard's protocol, which has a word of its own for a pass: `@@@@`.
    XBoard { counts_from_zero: bool },
    /// As in Gomocup's protocol, which has nothing but stones: file and rank from 0.
    Points,
    /// As in USI: files are numbers from the right, ranks are letters from the top, and `*`
    /// follows the piece that is dropped: `7g7f`, `P*5e`.
    Usi { files: u8, ranks: u8 },
}

impl MoveSpelling {
    pub(super) fn for_usi(info: &GameInfo) -> MoveSpelling {
        let (files, ranks) = size(info);
        MoveSpelling::Usi { files, ranks }
    }

    /// XBoard's: ranks count from 0 where there are more than nine.
    pub(super) fn for_xboard(info: &GameInfo) -> MoveSpelling {
        MoveSpelling::XBoard { counts_from_zero: size(info).1 > 9 }
    }

    pub(super) fn shown(self, name: &str) -> Cow<'_, str> {
        match self {
            MoveSpelling::Uci => Cow::Borrowed(name),
            MoveSpelling::XBoard { .. } if is_pass(name) => XBOARD_PASS.into(),
            MoveSpelling::XBoard { counts_from_zero: false } => Cow::Borrowed(name),
            MoveSpelling::RanksFromZero | MoveSpelling::XBoard { .. } => {
                with_ranks(name, |rank| rank.checked_sub(1)).into()
            }
            MoveSpelling::Points => to_point(name).map_or(Cow::Borrowed(name), Cow::Owned),
            MoveSpelling::Usi { files, ranks } => to_usi(name, files, ranks).into(),
        }
    }

    pub(super) fn read(self, text: &str) -> Cow<'_, str> {
        match self {
            MoveSpelling::Uci => Cow::Borrowed(text),
            MoveSpelling::XBoard { .. } if text == XBOARD_PASS => "pass".into(),
            MoveSpelling::XBoard { counts_from_zero: false } => Cow::Borrowed(text),
            MoveSpelling::RanksFromZero | MoveSpelling::XBoard { .. } => {
                with_ranks(text, |rank| rank.checked_add(1)).into()
            }
            MoveSpelling::Points => from_point(text).map_or(Cow::Borrowed(text), Cow::Owned),
            MoveSpelling::Usi { files, ranks } => from_usi(text, files, ranks).into(),
        }
    }
}

const XBOARD_PASS: &str = "@@@@";

/// Whether a move of UCI is a pass: from a square to itself, or a word.
fn is_pass(name: &str) -> bool {
    let (from, to) = name.split_at(name.len() / 2);
    name == "pass"
        || name == "0000"
        || from == to && from.starts_with(|c: char| c.is_ascii_lowercase())
}

/// The files and ranks of a board, by the game's start position.
fn size(info: &GameInfo) -> (u8, u8) {
    let board = info.start.split([' ', '[']).next().unwrap_or_default();
    let mut ranks = board.split('/');
    let first = ranks.next().unwrap_or_default();
    let mut files = 0;
    let mut run = 0;
    for c in first.chars() {
        match c.to_digit(10) {
            Some(digit) => run = 10 * run + digit,
            None => {
                files += run + u32::from(c.is_alphabetic() || c == '*');
                run = 0;
            }
        }
    }
    let at_most_26 = |count: u32| count.min(26) as u8;
    (at_most_26(files + run), at_most_26(1 + ranks.count() as u32))
}

fn with_ranks(text: &str, change: impl Fn(u32) -> Option<u32>) -> String {
    let mut changed = String::new();
    let mut left = text;
    while let Some(at) = left.find(|c: char| c.is_ascii_digit()) {
        let (before, rest) = left.split_at(at);
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let (digits, after) = rest.split_at(end);
        changed.push_str(before);
        match digits.parse().ok().and_then(&change) {
            Some(rank) => changed.push_str(&rank.to_string()),
            None => changed.push_str(digits),
        }
        left = after;
    }
    changed + left
}

/// A stone of UCI, `P@h8`, as a point: `7,7`.
fn to_point(name: &str) -> Option<String> {
    let (_, square) = name.split_once('@')?;
    let file = square.bytes().next().filter(u8::is_ascii_lowercase)? - b'a';
    let rank = square[1..].parse::<u8>().ok()?.checked_sub(1)?;
    Some(format!("{file},{rank}"))
}

fn from_point(text: &str) -> Option<String> {
    let (file, rank) = text.split_once(',')?;
    let file = file.parse::<u8>().ok().filter(|file| *file < 26)?;
    let rank = rank.parse::<u8>().ok()?.checked_add(1)?;
    Some(format!("P@{}{rank}", (b'a' + file) as char))
}

/// A move of UCI in USI: each square of a letter and a number becomes one of a number and a
/// letter.
fn to_usi(name: &str, files: u8, ranks: u8) -> String {
    let mut changed = String::new();
    let mut left = name.char_indices().peekable();
    while let Some((at, c)) = left.next() {
        let digits = few_digits(&name[at + c.len_utf8()..]);
        let rank = name[at + c.len_utf8()..][..digits].parse::<u8>().ok();
        match rank.filter(|rank| c.is_ascii_lowercase() && (1..=ranks).contains(rank)) {
            Some(rank) if c as u8 - b'a' < files => {
                changed += &(files - (c as u8 - b'a')).to_string();
                changed.push((b'a' + ranks - rank) as char);
                (0..digits).for_each(|_| _ = left.next());
            }
            _ => changed.push(if c == '@' { '*' } else { c }),
        }
    }
    changed
}

/// How many digits a text begins with, up to more than a square has: a long number takes no time
/// that grows with its square.
fn few_digits(text: &str) -> usize {
    text.bytes().take(3).take_while(u8::is_ascii_digit).count()
}

fn from_usi(text: &str, files: u8, ranks: u8) -> String {
    let mut changed = String::new();
    let mut left = text;
    while let Some(first) = left.chars().next() {
        let digits = few_digits(left);
        let file = left[..digits].parse::<u8>().ok().filter(|file| (1..=files).contains(file));
        let letter = left[digits..].bytes().next().filter(u8::is_ascii_lowercase);
        match file.zip(letter) {
            Some((file, letter)) if letter - b'a' < ranks => {
                changed.push((b'a' + files - file) as char);
                changed += &(ranks - (letter - b'a')).to_string();
                left = &left[digits + 1..];
            }
            _ => {
                changed.push(if first == '*' { '@' } else { first });
                left = &left[first.len_utf8()..];
            }
        }
    }
    changed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_of_large_boards_count_from_zero() {
        let large = MoveSpelling::RanksFromZero;
        for (uci, xboard) in [("h3h10", "h2h9"), ("a10i1", "a9i0"), ("P@e10", "P@e9")] {
            assert_eq!(large.shown(uci), xboard);
            assert_eq!(large.read(xboard), uci);
            assert_eq!(MoveSpelling::Uci.shown(uci), uci);
        }
        assert_eq!(large.read("a99999999999a0"), "a99999999999a1");
    }

    #[test]
    fn points_count_from_zero() {
        for (uci, point) in [("P@h8", "7,7"), ("P@a1", "0,0"), ("P@s19", "18,18")] {
            assert_eq!(MoveSpelling::Points.shown(uci), point);
            assert_eq!(MoveSpelling::Points.read(point), uci);
        }
        for text in ["", ",", "7", "é,7", "26,0", "0,255", "P@", "P@é1", "P@a0"] {
            let _ = (MoveSpelling::Points.shown(text), MoveSpelling::Points.read(text));
        }
    }

    /// Moves of USI's specification and of games in it.
    #[test]
    fn usi_counts_files_from_the_right_and_ranks_from_the_top() {
        let shogi = MoveSpelling::Usi { files: 9, ranks: 9 };
        let moves = [("c3c4", "7g7f"), ("h8b2+", "2b8h+"), ("P@e5", "P*5e"), ("a1i9", "9i1a")];
        for (uci, usi) in moves {
            assert_eq!(shogi.shown(uci), usi);
            assert_eq!(shogi.read(usi), uci);
        }
        for text in ["", "7", "é7g", "0a", "10a1a", "*", "7z", "resign"] {
            let _ = (shogi.shown(text), shogi.read(text));
        }
        assert_eq!(MoveSpelling::Usi { files: 5, ranks: 5 }.read("5e5d"), "a1a2");
    }

    #[test]
    fn the_start_position_has_the_size() {
        let of = |start| size(&GameInfo::new("a game", start));
        assert_eq!(of("lnsgkgsnl/1r5b1/9/9/9/9/9/1B5R1/LNSGKGSNL[-] w 0 1"), (9, 9));
        assert_eq!(of("rbsgk/4p/5/P4/KGSBR[-] w 0 1"), (5, 5));
        assert_eq!(of("3q2q3/10/+p9 w - - 0 1"), (10, 3));
        assert_eq!(of(""), (0, 1));
    }
}
