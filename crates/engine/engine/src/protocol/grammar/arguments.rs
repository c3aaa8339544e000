//! Parsers for the arguments of each command except `go`.

use super::tokens::{
    InputLine, Parsing, any_word, expecting, expecting_word, keyword, whole, words_before,
};
use crate::protocol::command::{Command, UgiQuery};
use nom::Parser;
use nom::branch::alt;
use nom::combinator::{eof, map, not, opt, peek, rest, value};
use nom::multi::many0;
use nom::sequence::preceded;

pub(super) fn debug<'a>(_: &InputLine<'a>, input: &'a str) -> Parsing<'a, Command> {
    let on = alt((value(true, keyword("on")), value(false, keyword("off"))));
    map(expecting_word("'on' or 'off'", &["on", "off"], on), Command::Debug).parse(input)
}

pub(super) fn query<'a>(_: &InputLine<'a>, input: &'a str) -> Parsing<'a, Command> {
    let query = alt((
        value(UgiQuery::FirstToMove, keyword("p1turn")),
        value(UgiQuery::GameOver, keyword("gameover")),
        value(UgiQuery::Result, keyword("result")),
    ));
    let expected = "'p1turn', 'gameover' or 'result'";
    map(expecting_word(expected, &["p1turn", "gameover", "result"], query), Command::Query)
        .parse(input)
}

pub(super) fn path<'a>(line: &InputLine<'a>, input: &'a str) -> Parsing<'a, Command> {
    map(expecting("a move", any_word), |word| Command::Path(line.located(word))).parse(input)
}

/// `FILE`, which may contain blanks.
pub(super) fn file(input: &str) -> Parsing<'_, &str> {
    map(expecting("a file", words_before(&[])), str::trim_end).parse(input)
}

pub(super) fn bench<'a>(line: &InputLine<'a>, input: &'a str) -> Parsing<'a, Command> {
    let games = many0(map(any_word, |word| line.located(word)));
    map(games, Command::Bench).parse(input)
}

/// `name N [value V]`; both may contain blanks.
pub(crate) fn set_option<'a>(line: &InputLine<'a>, input: &'a str) -> Parsing<'a, Command> {
    let (input, _) = expecting_word("'name'", &["name"], keyword("name")).parse(input)?;
    let (input, name) =
        expecting("the name of an option", words_before(&["value"])).parse(input)?;
    let (input, value) = opt(preceded(keyword("value"), rest)).parse(input)?;
    let name = line.located(name);
    let value = value.map(|text| line.located(text.trim_end()));
    Ok((input, Command::SetOption { name, value }))
}

fn fen_word(input: &str) -> Parsing<'_, &str> {
    alt((keyword("fen"), keyword("sfen"))).parse(input)
}

fn position_text(input: &str) -> Parsing<'_, &str> {
    words_before(&["moves"]).parse(input)
}

/// `[startpos | fen TEXT | TEXT] [moves M...]`, with at least one of them. Clients of shogi write
/// `sfen` for `fen` in UCI, too.
pub(crate) fn position<'a>(line: &InputLine<'a>, input: &'a str) -> Parsing<'a, Command> {
    let fen = preceded(fen_word, expecting("a position", position_text));
    let (input, start) = expecting(
        "'startpos', 'fen' or a position",
        alt((
            value(None, keyword("startpos")),
            map(fen, Some),
            value(None, peek(keyword("moves"))),
            map(preceded(not(fen_word), position_text), Some),
        )),
    )
    .parse(input)?;
    let start = start.map(|text| line.located(text));
    let end = alt((keyword("moves"), eof));
    let (input, _) = expecting_word("'moves' or the end", &["moves"], end).parse(input)?;
    let (input, moves) = many0(any_word).parse(input)?;
    let moves = moves.into_iter().map(|word| line.located(word)).collect();
    Ok((input, Command::Position { start, moves }))
}

/// `N seed S book B`. OpenBench may add arguments for other engines; they are ignored.
pub(super) fn gen_fens<'a>(line: &InputLine<'a>, input: &'a str) -> Parsing<'a, Command> {
    let (input, count) = whole(input)?;
    let (input, _) = expecting_word("'seed'", &["seed"], keyword("seed")).parse(input)?;
    let (input, seed) = whole(input)?;
    let (input, _) = expecting_word("'book'", &["book"], keyword("book")).parse(input)?;
    let (input, book) = expecting("'None' or a file", any_word).parse(input)?;
    let is_without = book.eq_ignore_ascii_case("none");
    let book = if is_without { None } else { Some(line.located(book)) };
    let count = count.unsigned_abs();
    let seed = seed.unsigned_abs();
    Ok((input, Command::GenFens { count, seed, book }))
}
