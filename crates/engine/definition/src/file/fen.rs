//! The shape of a start position: its rows, its files and its letters.

use super::complaint::{Complaint, Word};
use super::draft::Draft;
use super::grammar::{Fault, Read};
use nom::Parser;
use nom::branch::alt;
use nom::character::complete::{anychar, char, digit1};
use nom::combinator::{map, opt, value, verify};
use nom::multi::many0_count;
use std::cmp::Ordering;

pub(super) fn check(draft: &Draft, fen: Word) -> Result<(), Box<Complaint>> {
    let mut fields = fen.words();
    let Some(board) = fields.next() else {
        return Err(Complaint::at(fen, "a FEN"));
    };
    let (rows, hand) = match board.text.split_once('[') {
        Some((rows, hand)) => (board.part(rows), Some(board.part(hand))),
        None => (board, None),
    };
    check_rows(draft, rows)?;
    if let Some(hand) = hand {
        check_hand(draft, hand)?;
    }
    match fields.next() {
        Some(side) if !matches!(side.text, "w" | "b") => {
            Err(Complaint::at(side, "the side to move, 'w' or 'b'"))
        }
        _ => Ok(()),
    }
}

fn check_rows(draft: &Draft, rows: Word) -> Result<(), Box<Complaint>> {
    let ranks = usize::from(draft.0.board.max_rank);
    for (index, row) in rows.text.split('/').enumerate() {
        let row = rows.part(row);
        if index >= ranks {
            return Err(Complaint::at(row, format!("{ranks} ranks and no more")));
        }
        check_row(draft, row)?;
    }
    let found = rows.text.split('/').count();
    if found < ranks {
        return Err(Complaint::at(rows.end(), format!("{ranks} ranks, which are {found}")));
    }
    Ok(())
}

fn check_row(draft: &Draft, row: Word) -> Result<(), Box<Complaint>> {
    let files = usize::from(draft.0.board.max_file);
    let mut found = 0;
    let mut rest = row.text;
    while !rest.is_empty() && found <= files {
        let (after, width) = match field(draft, rest) {
            Ok(read) => read,
            Err(_) => return Err(Complaint::at(row.part(rest), FIELD)),
        };
        found += width;
        rest = after;
    }
    match found.cmp(&files) {
        Ordering::Less => {
            Err(Complaint::at(row, format!("{files} squares in this rank, which has {found}")))
        }
        Ordering::Equal => Ok(()),
        Ordering::Greater => {
            Err(Complaint::at(row, format!("at most {files} squares in this rank")))
        }
    }
}

const FIELD: &str = "the letter of a piece, '*' or a number of empty squares";

/// The number of squares of one item of a rank: empty squares, a wall or a piece.
fn field<'a>(draft: &Draft, input: &'a str) -> Read<'a, usize> {
    // Any number beyond the widest board will do.
    let empty = map(digit1, |digits: &str| digits.parse().unwrap_or(usize::MAX).min(100));
    let piece = (opt(char('+')), letter(draft), opt(char('~')));
    alt((empty, value(1, char('*')), value(1, piece))).parse(input)
}

fn letter<'a>(draft: &Draft) -> impl Parser<&'a str, Output = char, Error = Fault<'a>> {
    verify(anychar, |c: &char| {
        c.is_ascii_alphabetic() && draft.piece(draft.own_letter(*c)).is_some()
    })
}

fn check_hand(draft: &Draft, hand: Word) -> Result<(), Box<Complaint>> {
    let Some(pieces) = hand.text.strip_suffix(']') else {
        return Err(Complaint::at(hand.end(), "']' behind the pieces in hand"));
    };
    let expected = "a letter of a piece in hand";
    let piece = (opt(char('+')), letter(draft), opt(char('~')));
    let mut signs = many0_count(alt((value((), char('-')), value((), piece))));
    match signs.parse(pieces) {
        Ok(("", _)) => Ok(()),
        Ok((rest, _)) => Err(Complaint::at(hand.part(rest), expected)),
        Err(_) => Err(Complaint::at(hand, expected)),
    }
}
