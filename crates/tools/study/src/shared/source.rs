//! Positions and games, from arguments, lines and files.

use anyhow::{Result, anyhow, bail, ensure};
use plyglot_command::arguments::invalid;
use plyglot_command::lines;
use plyglot_core::game::{TextError, quote};
use plyglot_engine::{Analyst, GameEntry, Registry, WrittenPosition};
use plyglot_records::{Decoder, GameStream, RecordEncoding, RecordedGame, is_compressed};
use plyglot_support::epd::Epd;
use plyglot_support::files;
use plyglot_support::terminal::Terminals;
use plyglot_support::text::reason;
use std::io::{self, BufRead, ErrorKind, Read, Write};
use std::path::Path;

#[derive(Clone, Debug)]
pub(crate) enum Subject {
    Position(PositionLine),
    /// A game, with its number in the input, from 1.
    Game(usize, RecordedGame),
}

impl Subject {
    /// The steps in which progress is counted: a position, or the moves of a game.
    pub(super) fn steps(&self) -> u64 {
        match self {
            Subject::Position(_) => 1,
            Subject::Game(_, game) => game.moves.len() as u64,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PositionLine {
    /// The line in the input, or the number of the argument, from 1.
    pub number: usize,
    pub text: String,
}

/// The positions in lines; empty lines and those that begin with `#` are skipped.
fn positions(lines: impl BufRead) -> Result<Vec<Subject>> {
    let mut found = Vec::new();
    for (i, line) in lines.split(b'\n').enumerate() {
        let line = line.map_err(|error| anyhow!("the input cannot be read: {}", reason(&error)))?;
        let text = String::from_utf8_lossy(&line);
        let text = text.trim_start_matches('\u{feff}').trim();
        if !text.is_empty() && !text.starts_with('#') {
            found.push(Subject::Position(PositionLine { number: i + 1, text: text.to_owned() }));
        }
    }
    Ok(found)
}

/// The positions in arguments, or without any in the lines of the input.
pub(crate) fn positions_of(
    texts: &[String],
    entry: &GameEntry,
    registry: &Registry,
    input: Box<dyn BufRead + Send>,
    terminals: Terminals,
    errors: &mut dyn Write,
) -> Result<Vec<Subject>> {
    if let Some(file) = texts.iter().find(|text| is_file_name(text)) {
        bail!("{} is the name of a file: to read positions from it, use '< {file}'", quote(file));
    }
    if !texts.is_empty() {
        return Ok((1..)
            .zip(positions_in(texts, entry, registry)?)
            .map(|(number, text)| Subject::Position(PositionLine { number, text }))
            .collect());
    }
    lines::announce(terminals, errors)?;
    let found = positions(input)?;
    ensure!(!found.is_empty(), lines::NO_POSITION);
    Ok(found)
}

fn is_file_name(text: &str) -> bool {
    let extension = Path::new(text).extension().and_then(|extension| extension.to_str());
    extension.is_some_and(|extension| ["epd", "fen", "txt", "json"].contains(&extension))
}

/// The positions in arguments: one in each, or the words of one, such as `startpos`, `moves` and
/// `e4`, or the fields of a FEN. Connect Four's `44` and `444` are two.
///
/// # Errors
/// If one is the name of a game, which belongs behind `--game`.
pub(crate) fn positions_in(
    texts: &[String],
    entry: &GameEntry,
    registry: &Registry,
) -> Result<Vec<String>> {
    let text = texts.join(" ");
    if texts.iter().any(|word| word == "moves") || texts.len() > 1 && is_position(&text, entry) {
        return Ok(vec![text]);
    }
    check_no_game(texts, entry, registry)?;
    Ok(texts.to_vec())
}

pub(crate) fn check_no_game(
    words: &[String],
    entry: &GameEntry,
    registry: &Registry,
) -> Result<(), clap::Error> {
    for word in words {
        if registry.game(word).is_some() && !is_position(word, entry) {
            let found = quote(word);
            return Err(invalid(format!("{found} is a game: `--game {word}` selects it")));
        }
    }
    Ok(())
}

fn is_position(text: &str, entry: &GameEntry) -> bool {
    let position = WrittenPosition::new(text);
    position.set_up(|start, moves| entry.open().set_position(start, moves)).is_ok()
}

#[derive(Default)]
pub(crate) struct GamesRead {
    pub subjects: Vec<Subject>,
    /// The text of each game as it is there.
    pub sources: Vec<String>,
    pub encoding: RecordEncoding,
}

const COMPRESSED: &str = "it is compressed: unpack it first";
const NO_GAME: &str = "there is no game in it";
const PART_BYTES: usize = 1 << 16;

/// Hands each game in a file, or in the input where its name is `-`, to `take`, until this wants no
/// more. Of formats with many games, memory holds a few at a time.
pub(crate) fn each_game(
    path: &Path,
    input: impl BufRead + 'static,
    mut take: impl FnMut(RecordedGame) -> Result<bool>,
) -> Result<()> {
    let name = path.display();
    let opened: io::Result<Box<dyn Read>> = match path.to_str() {
        Some("-") => Ok(Box::new(input)),
        _ => files::open(path).map(|file| Box::new(file) as Box<dyn Read>),
    };
    let mut file = opened.map_err(|error| anyhow!("{name}: {}", reason(&error)))?;
    let mut part = vec![0; PART_BYTES];
    let mut decoder = Decoder::default();
    let mut stream = GameStream::default();
    let mut is_begun = false;
    let mut has_games = false;
    loop {
        let length = match file.read(&mut part) {
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            read => read.map_err(|error| anyhow!("{name}: {}", reason(&error)))?,
        };
        ensure!(is_begun || !is_compressed(&part[..length]), "{name}: {COMPRESSED}");
        is_begun = true;
        let is_end = length == 0;
        let games = if is_end {
            let mut games = stream.push(&std::mem::take(&mut decoder).finish());
            games.extend(std::mem::take(&mut stream).finish());
            games
        } else {
            stream.push(&decoder.push(&part[..length]))
        };
        for game in games {
            has_games = true;
            if !take(game)? {
                return Ok(());
            }
        }
        if is_end {
            ensure!(has_games, "{name}: {NO_GAME}");
            return Ok(());
        }
    }
}

/// The games in a file, or in the input where its name is `-`.
pub(crate) fn games(path: &Path, mut input: impl BufRead) -> Result<GamesRead> {
    let name = path.display();
    let read = match path.to_str() {
        Some("-") => {
            let mut bytes = Vec::new();
            input.read_to_end(&mut bytes).map(|_| bytes)
        }
        _ => files::read(path),
    };
    let bytes = read.map_err(|error| anyhow!("{name}: {}", reason(&error)))?;
    ensure!(!is_compressed(&bytes), "{name}: {COMPRESSED}");
    let text = plyglot_records::decoded(&bytes);
    let games: Vec<RecordedGame> = plyglot_records::read(&text).collect();
    ensure!(!games.is_empty(), "{name}: {NO_GAME}");
    let sources = plyglot_records::sources(&text, &games).into_iter().map(str::to_owned).collect();
    let subjects = (1..).zip(games).map(|(number, game)| Subject::Game(number, game)).collect();
    Ok(GamesRead { subjects, sources, encoding: RecordEncoding::detect(&bytes) })
}

/// Sets up the position that a line describes: the position of the protocol, or EPD.
/// Returns the `id` of EPD, if there is one.
pub(crate) fn set_position(analyst: &mut Analyst, text: &str) -> Result<Option<String>, TextError> {
    let mut set_up = |text: &str| {
        WrittenPosition::new(text)
            .set_up(|start, moves| analyst.game_mut().set_position(start, moves))
    };
    let Err(error) = set_up(text) else { return Ok(None) };
    let epd = Epd::new(text);
    set_up(&epd.position).map_err(|_| error)?;
    Ok(epd.operand("id").map(str::to_owned))
}
