//! The grammar of the input, in nom: from a line of text to a [`Command`].
//!
//! Every parser of an argument also takes the blanks behind it. Where an
//! argument is wrong, the fault that got furthest says what was expected.

use super::command::{Command, GenFens, GoCommand, Question, Start, Word};
use super::complaint::Complaint;
use crate::games::text_error;
use nom::branch::alt;
use nom::bytes::complete::{tag, take_till, take_while};
use nom::combinator::{eof, map, not, opt, peek, recognize, rest, value, verify};
use nom::error::{ErrorKind, ParseError};
use nom::multi::many1;
use nom::sequence::{preceded, terminated};
use nom::{IResult, Parser};
use std::cell::Cell;
use std::time::Duration;

/// What a line turned out to be.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parsed {
    /// The words before the command, which mean nothing.
    pub skipped: Option<Word>,
    /// The command; `None` if there is none in the line.
    pub command: Option<Command>,
}

/// Words that begin a command wherever they stand in a line, as UCI wants it
/// of its own; those of UGI as well.
const STANDARD: &[&str] = &[
    "uci",
    "ugi",
    "debug",
    "isready",
    "setoption",
    "register",
    "ucinewgame",
    "uginewgame",
    "position",
    "query",
    "go",
    "stop",
    "ponderhit",
    "quit",
];

/// Words that begin a command only where a line begins.
const EXTENSIONS: &[&str] = &["d", "flip", "path", "eval", "bench", "genfens", "help"];

/// Every word that begins a command.
pub(crate) fn command_words() -> impl Iterator<Item = &'static str> {
    STANDARD.iter().chain(EXTENSIONS).copied()
}

/// Why the rest of a line cannot be read.
#[derive(Debug)]
struct Fault<'a> {
    rest: &'a str,
    expected: Vec<&'static str>,
    /// Words that would have been right.
    right: &'static [&'static str],
}

impl<'a> ParseError<&'a str> for Fault<'a> {
    fn from_error_kind(rest: &'a str, _kind: ErrorKind) -> Self {
        Fault { rest, expected: Vec::new(), right: &[] }
    }

    fn append(_rest: &'a str, _kind: ErrorKind, other: Self) -> Self {
        other
    }

    fn or(mut self, mut other: Self) -> Self {
        match self.rest.len().cmp(&other.rest.len()) {
            std::cmp::Ordering::Less => self,
            std::cmp::Ordering::Greater => other,
            std::cmp::Ordering::Equal => {
                self.expected.append(&mut other.expected);
                self
            }
        }
    }
}

type Read<'a, T> = IResult<&'a str, T, Fault<'a>>;

/// Reads one line, without its end.
///
/// # Errors
/// When the line contains a command whose arguments are wrong.
pub fn parse_line(line: &str) -> Result<Parsed, Complaint> {
    let line = &Line::new(line);
    let start = line.text.trim_start();
    let mut left = start;
    while !left.is_empty() {
        let (word, arguments) = first_word(left);
        let before = start[..start.len() - left.len()].trim_end();
        let is_known =
            STANDARD.contains(&word) || (before.is_empty() && EXTENSIONS.contains(&word));
        if is_known {
            let skipped = (!before.is_empty()).then(|| line.located(before));
            let command = match command(word, line, arguments) {
                Ok((_, command)) => command,
                Err(nom::Err::Error(fault) | nom::Err::Failure(fault)) => {
                    return Err(complain(line, &fault));
                }
                // All parsers here are of the `complete` kind.
                Err(nom::Err::Incomplete(_)) => break,
            };
            return Ok(Parsed { skipped, command: Some(command) });
        }
        left = arguments;
    }
    Ok(Parsed::default())
}

/// Cuts off the first word of a text that begins with one.
fn first_word(text: &str) -> (&str, &str) {
    let end = text.find(char::is_whitespace).unwrap_or(text.len());
    (&text[..end], text[end..].trim_start())
}

/// The command that begins with `word`.
fn command<'a>(word: &str, line: &Line<'a>, arguments: &'a str) -> Read<'a, Command> {
    let plain = |command| Ok((arguments, command));
    match word {
        "uci" => plain(Command::Uci),
        "ugi" => plain(Command::Ugi),
        "isready" => plain(Command::IsReady),
        "register" => plain(Command::Register),
        "ucinewgame" | "uginewgame" => plain(Command::NewGame),
        "stop" => plain(Command::Stop),
        "ponderhit" => plain(Command::PonderHit),
        "quit" => plain(Command::Quit),
        "d" => plain(Command::Display),
        "flip" => plain(Command::Flip(line.located(word))),
        "eval" => plain(Command::Eval),
        "help" => plain(Command::Help),
        "debug" => debug(arguments),
        "setoption" => set_option(line, arguments),
        "position" => position(line, arguments),
        "query" => query(arguments),
        "go" => go(line, arguments),
        "genfens" => gen_fens(line, arguments),
        "path" => map(expecting("a move", any_word), |word| Command::Path(line.located(word)))
            .parse(arguments),
        _ => map(opt(any_word), |game| Command::Bench(game.map(|word| line.located(word))))
            .parse(arguments),
    }
}

fn debug(input: &str) -> Read<'_, Command> {
    let on = alt((value(true, keyword("on")), value(false, keyword("off"))));
    map(expecting_word("'on' or 'off'", &["on", "off"], on), Command::Debug).parse(input)
}

fn query(input: &str) -> Read<'_, Command> {
    let question = alt((
        value(Question::FirstToMove, keyword("p1turn")),
        value(Question::GameOver, keyword("gameover")),
        value(Question::Result, keyword("result")),
    ));
    let expected = "'p1turn', 'gameover' or 'result'";
    map(expecting_word(expected, &["p1turn", "gameover", "result"], question), Command::Query)
        .parse(input)
}

/// `name N [value V]`, where both may contain blanks.
fn set_option<'a>(line: &Line<'a>, input: &'a str) -> Read<'a, Command> {
    let (input, _) = expecting_word("'name'", &["name"], keyword("name")).parse(input)?;
    let (input, name) =
        expecting("the name of an option", words_before(&["value"])).parse(input)?;
    let (input, value) = opt(preceded(keyword("value"), rest)).parse(input)?;
    let name = line.located(name);
    let value = value.map(|text| line.located(text.trim_end()));
    Ok((input, Command::SetOption { name, value }))
}

/// `[startpos | fen TEXT | TEXT] [moves M...]`, with at least one of them.
fn position<'a>(line: &Line<'a>, input: &'a str) -> Read<'a, Command> {
    let text = || words_before(&["moves"]);
    let text_start = |text: &str| Start::Text(line.located(text));
    let fen = preceded(keyword("fen"), expecting("a position", text()));
    let (input, start) = expecting(
        "'startpos', 'fen' or a position",
        alt((
            value(Start::Initial, keyword("startpos")),
            map(fen, text_start),
            value(Start::Initial, peek(keyword("moves"))),
            map(preceded(not(keyword("fen")), text()), text_start),
        )),
    )
    .parse(input)?;
    let end = alt((keyword("moves"), eof));
    let (input, _) = expecting_word("'moves' or the end", &["moves"], end).parse(input)?;
    let (input, moves) = nom::multi::many0(any_word).parse(input)?;
    let moves = moves.into_iter().map(|word| line.located(word)).collect();
    Ok((input, Command::Position { start, moves }))
}

/// `N seed S book B`; what follows is for engines that know what to do with it.
fn gen_fens<'a>(line: &Line<'a>, input: &'a str) -> Read<'a, Command> {
    let (input, count) = whole(input)?;
    let (input, _) = expecting_word("'seed'", &["seed"], keyword("seed")).parse(input)?;
    let (input, seed) = whole(input)?;
    let (input, _) = expecting_word("'book'", &["book"], keyword("book")).parse(input)?;
    let (input, book) = expecting("'None' or a file", any_word).parse(input)?;
    let book = (!book.eq_ignore_ascii_case("none")).then(|| line.located(book));
    let order = GenFens { count: count.unsigned_abs(), seed: seed.unsigned_abs(), book };
    Ok((input, Command::GenFens(order)))
}

/// The words that name an argument of `go`.
const GO_WORDS: &[&str] = &[
    "searchmoves",
    "ponder",
    "infinite",
    "wtime",
    "btime",
    "winc",
    "binc",
    "p1time",
    "p2time",
    "p1inc",
    "p2inc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "perft",
];

/// Those that say what a search has, but do not end it.
const GO_DETAILS: &[&str] =
    &["searchmoves", "ponder", "infinite", "winc", "binc", "p1inc", "p2inc", "movestogo"];

/// The arguments of `go`, in any order. What cannot be read is skipped, as somebody
/// waits for the answer of a search; a count has none, and is refused.
fn go<'a>(line: &Line<'a>, mut input: &'a str) -> Read<'a, Command> {
    let mut go = GoCommand::default();
    let mut first_fault = None;
    let mut is_count = false;
    while !input.is_empty() {
        let (rest, word) = any_word(input)?;
        let known = expecting_word(
            "a limit of go (depth, nodes, movetime, wtime, infinite, ...)",
            GO_WORDS,
            verify(any_word, |word: &str| GO_WORDS.contains(&word)),
        )
        .parse(input);
        is_count |= word == "perft";
        input = match known.and_then(|_| go_argument(&mut go, word, line, rest)) {
            Ok(rest) => rest,
            Err(fault) => {
                first_fault.get_or_insert(fault);
                let is_known = GO_WORDS.contains(&word);
                go.has_lost_limit |= is_known && !GO_DETAILS.contains(&word);
                if is_known { skip_value(rest) } else { rest }
            }
        };
    }
    match first_fault {
        Some(fault) if is_count => return Err(fault),
        Some(nom::Err::Error(fault) | nom::Err::Failure(fault)) => {
            go.complaint = Some(complain(line, &fault));
        }
        // All parsers here are of the `complete` kind.
        Some(nom::Err::Incomplete(_)) | None => {}
    }
    Ok((input, Command::Go(Box::new(go))))
}

/// What is left behind a value that cannot be read, which may be missing.
fn skip_value(input: &str) -> &str {
    match any_word(input) {
        Ok((rest, word)) if !GO_WORDS.contains(&word) => rest,
        _ => input,
    }
}

/// Reads what follows `word` and notes it; gives the rest.
fn go_argument<'a>(
    go: &mut GoCommand,
    word: &str,
    line: &Line<'a>,
    input: &'a str,
) -> Result<&'a str, nom::Err<Fault<'a>>> {
    let rest = match word {
        "infinite" | "ponder" => input,
        "searchmoves" => {
            let other = verify(any_word, |word: &str| !GO_WORDS.contains(&word));
            let (rest, words) = expecting("a move", many1(other)).parse(input)?;
            go.moves.extend(words.into_iter().map(|word| line.located(word)));
            rest
        }
        "perft" => whole(input)?.0,
        _ => integer(input)?.0,
    };
    // Clients' clocks run below zero when they lag; what is less than nothing is nothing.
    let number = || integer(input).map_or(0, |(_, number)| number).max(0).unsigned_abs();
    let time = || Duration::from_millis(number());
    let plies = || u16::try_from(number()).unwrap_or(u16::MAX);
    let order = &mut go.order;
    match word {
        "infinite" => go.infinite = true,
        "ponder" => go.ponder = true,
        "wtime" | "p1time" => order.clocks[0].left = Some(time()),
        "btime" | "p2time" => order.clocks[1].left = Some(time()),
        "winc" | "p1inc" => order.clocks[0].increment = time(),
        "binc" | "p2inc" => order.clocks[1].increment = time(),
        "movestogo" => order.moves_to_go = u32::try_from(number()).ok(),
        "movetime" => order.move_time = Some(time()),
        "depth" => order.depth = Some(plies()),
        "nodes" => order.nodes = Some(number()),
        "mate" => order.mate = Some(plies()),
        "perft" => go.perft = Some(plies()),
        _ => {}
    }
    Ok(rest)
}

/// A number, which may be negative. Numbers beyond 64 bits are cut to them.
fn integer(input: &str) -> Read<'_, i64> {
    let digits = verify(take_while(|c: char| c.is_ascii_digit()), |d: &str| !d.is_empty());
    let number = recognize((opt(alt((tag("-"), tag("+")))), digits));
    let cut = |text: &str| {
        let bound = if text.starts_with('-') { i64::MIN } else { i64::MAX };
        text.parse().unwrap_or(bound)
    };
    expecting("a whole number", map(terminated(number, boundary), cut)).parse(input)
}

/// A number that is not negative.
fn whole(input: &str) -> Read<'_, i64> {
    expecting("a whole number, 0 or more", verify(integer, |&number| number >= 0)).parse(input)
}

/// This very word.
fn keyword<'a>(word: &'static str) -> impl Parser<&'a str, Output = &'a str, Error = Fault<'a>> {
    terminated(tag(word), boundary)
}

/// Any word.
fn any_word(input: &str) -> Read<'_, &str> {
    let word = verify(take_till(char::is_whitespace), |word: &str| !word.is_empty());
    terminated(word, boundary).parse(input)
}

/// One or more words up to one of `stops` or the end, as they stand.
fn words_before<'a>(
    stops: &'static [&'static str],
) -> impl Parser<&'a str, Output = &'a str, Error = Fault<'a>> {
    let word = verify(any_word, move |word: &str| !stops.contains(&word));
    map(recognize(many1(word)), str::trim_end)
}

/// Blanks, or the end of the line.
fn boundary(input: &str) -> Read<'_, &str> {
    alt((verify(take_while(char::is_whitespace), |blanks: &str| !blanks.is_empty()), eof))
        .parse(input)
}

/// `parser`, which says that it wanted `what` when it fails at its beginning.
fn expecting<'a, T>(
    what: &'static str,
    parser: impl Parser<&'a str, Output = T, Error = Fault<'a>>,
) -> impl Parser<&'a str, Output = T, Error = Fault<'a>> {
    expecting_word(what, &[], parser)
}

/// The same for a `parser` that wants one of the words that are `right`.
fn expecting_word<'a, T>(
    what: &'static str,
    right: &'static [&'static str],
    mut parser: impl Parser<&'a str, Output = T, Error = Fault<'a>>,
) -> impl Parser<&'a str, Output = T, Error = Fault<'a>> {
    move |input: &'a str| {
        parser.parse(input).map_err(|error| {
            error.map(|fault| {
                let went_further = fault.rest.len() < input.len() && !fault.expected.is_empty();
                let here = Fault { rest: input, expected: vec![what], right };
                if went_further { fault } else { here }
            })
        })
    }
}

/// A line of input, which knows where its pieces stand.
struct Line<'a> {
    text: &'a str,
    /// The byte that was asked for last, and its column. Without it a long
    /// line of many words would be counted anew for each of them.
    last: Cell<(usize, usize)>,
}

impl<'a> Line<'a> {
    fn new(text: &'a str) -> Line<'a> {
        Line { text, last: Cell::new((0, 1)) }
    }

    /// A piece of the line as a word.
    fn located(&self, part: &str) -> Word {
        Word { text: part.to_owned(), column: self.column(self.offset(part)) }
    }

    fn offset(&self, part: &str) -> usize {
        part.as_ptr() as usize - self.text.as_ptr() as usize
    }

    fn column(&self, offset: usize) -> usize {
        let (last, column) = self.last.get();
        let (from, column) = if offset < last { (0, 1) } else { (last, column) };
        let column = column + self.text[from..offset].chars().count();
        self.last.set((offset, column));
        column
    }
}

fn complain(line: &Line<'_>, fault: &Fault<'_>) -> Complaint {
    let expected = fault.expected.join(" or ");
    let end = line.text.trim_end().len();
    let at = if fault.rest.is_empty() { end } else { line.offset(fault.rest) };
    let written = first_word(fault.rest).0;
    Complaint::at(1, text_error(line.text, at, expected))
        .suggest(written, fault.right.iter().copied())
}
