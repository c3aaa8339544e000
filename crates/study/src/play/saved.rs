//! Games in files: as PGN, or as text.

use super::paint::{Marks, Paint};
use super::seats::Seat;
use super::session::PlaySession;
use super::strength::NamedStrength;
use super::voice::board_text;
use plyglot_core::game::Side;
use plyglot_match::plan::Limit;
use plyglot_match::record::pgn::{self, PgnHeader};
use plyglot_match::record::{GameRecord, GameResult, PlayedMove, Termination};
use plyglot_support::files::{self, Format};
use plyglot_support::text::reason;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// The format of games as text.
const TEXT: Format = Format { name: "a game", beginnings: &["A game of "] };

/// A game in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Saved {
    pub(super) path: PathBuf,
    /// The game as it was written, at the end of the file.
    text: String,
}

/// Why a game cannot be saved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SaveError(pub(super) String);

impl PlaySession<'_> {
    /// Writes the game to a file: as PGN after the games that are in it, or as text to a
    /// new one. A game that was saved there before is replaced.
    ///
    /// # Errors
    /// If the file cannot be written, or has something else in it.
    pub(super) fn save_to(&self, path: &Path) -> Result<Saved, SaveError> {
        let is_pgn = path.extension().is_some_and(|end| end.eq_ignore_ascii_case("pgn"));
        let text = if is_pgn { self.pgn() } else { self.text() };
        let failed = |error: std::io::Error| SaveError(reason(&error));
        let mut content = match files::read(path) {
            Ok(content) => content,
            Err(error) if error.kind() == ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(failed(error)),
        };
        let earlier = self.saved.iter().find(|saved| saved.path == path);
        if let Some(saved) = earlier
            && content.ends_with(saved.text.as_bytes())
        {
            content.truncate(content.len() - saved.text.len());
        }
        if !is_pgn && !content.is_empty() {
            return Err(SaveError("it has something else in it".to_owned()));
        }
        if !content.is_empty() && !content.ends_with(b"\n\n") {
            // A game begins after an empty line.
            content.extend_from_slice(if content.ends_with(b"\n") { b"\n" } else { b"\n\n" });
        }
        content.extend_from_slice(text.as_bytes());
        let format = if is_pgn { &plyglot_match::record::pgn::FORMAT } else { &TEXT };
        files::write(path, format, &content).map_err(failed)?;
        Ok(Saved { path: path.to_owned(), text })
    }

    /// The game as PGN.
    fn pgn(&self) -> String {
        let sides = [Side::First, Side::Second];
        let names = sides.map(|side| self.full_name(side));
        let header = PgnHeader {
            game: &self.name,
            event: &format!("{} play", self.registry.program().command()),
            players: names.each_ref().map(String::as_str),
            limits: sides.map(|side| self.limit(side)),
        };
        pgn::print(&self.record(), header, self.registry, &pgn::date(SystemTime::now()))
    }

    /// The game as the record of a match.
    fn record(&self) -> GameRecord {
        let end = self.game.end();
        let end = match end {
            Some(end) => (end.result, end.termination, end.reason),
            None => {
                let reason = "saved before its end".to_owned();
                (GameResult::Unfinished, Termination::Interrupted, reason)
            }
        };
        let played = self.game.turns().iter().map(|turn| {
            let thought = turn.thought.clone().unwrap_or_default();
            PlayedMove {
                name: turn.played.name.clone(),
                record: turn.played.record.clone(),
                score: thought.score,
                depth: thought.depth,
                nodes: thought.nodes,
                time: turn.time,
                ..PlayedMove::default()
            }
        });
        let final_position = self.game.rules().position();
        GameRecord::alone(self.game.start(), played.collect(), end, final_position)
    }

    /// The limit of a side's moves.
    fn limit(&self, side: Side) -> Limit {
        let limit = self.game.limit();
        match self.seats.at(side) {
            Seat::Person => limit,
            _ => Limit { move_time: self.move_time, ..limit },
        }
    }

    /// A player as in records: with the strength, if it is limited.
    fn full_name(&self, side: Side) -> String {
        match (self.seats.at(side), self.thinker.strength()) {
            (Seat::Person, _) => "Person".to_owned(),
            (Seat::Plyglot, strength) if strength != NamedStrength::Full => {
                format!("{} ({strength})", self.engine_name(Seat::Plyglot))
            }
            (seat, _) => self.engine_name(seat),
        }
    }

    /// The game in readable form: the players, the moves, the result and the board.
    fn text(&self) -> String {
        let [first, second] = self.game.entry.info.sides;
        let [own, other] = [Side::First, Side::Second].map(|side| self.full_name(side));
        let date = pgn::date(SystemTime::now());
        let mut text = format!("A game of {}, {date}\n", self.game.entry.info.title);
        text += &format!("{first}: {own}\n{second}: {other}\n");
        if let Some(start) = self.game.start() {
            text += &format!("from: {start}\n");
        }
        let result = match self.game.end() {
            None => "none yet".to_owned(),
            Some(end) => match end.result {
                GameResult::Win(winner) => {
                    format!("{} has won: {}", self.game.side_name(winner), end.reason)
                }
                _ => end.reason,
            },
        };
        text += &format!("result: {result}\n\n");
        for (place, turn) in self.game.turns().iter().enumerate() {
            let number = self.game.number(place);
            let is_new = place == 0 || number != self.game.number(place - 1);
            text += &match (turn.side, is_new) {
                (Side::First, true) if place == 0 => format!("{number}. "),
                (Side::First, true) => format!("\n{number}. "),
                (Side::Second, true) => format!("{number}... "),
                _ => " ".to_owned(),
            };
            text += turn.played.shown();
        }
        let rules = self.game.rules();
        let board = board_text(rules, &Marks::default(), Paint::Plain, false);
        text + &format!("\n\n{board}\n\n{}\n", rules.position())
    }
}
