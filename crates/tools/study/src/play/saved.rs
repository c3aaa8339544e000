//! Games in files, as PGN.

use super::session::PlaySession;
use plyglot_core::game::Side;
use plyglot_core::search::Level;
use plyglot_engine::Value;
use plyglot_match::plan::Limit;
use plyglot_match::record::pgn::{self, PgnHeader};
use plyglot_match::record::{GameEnd, GameRecord, GameResult, ReportedScore, Termination};
use plyglot_records::pgn::FORMAT;
use plyglot_support::files;
use std::io::ErrorKind;
use std::path::Path;
use std::time::SystemTime;

impl PlaySession<'_> {
    /// Writes the game to a file, after the games that are in it. A game that was saved there
    /// before is replaced.
    pub(super) fn save_to(&mut self, path: &Path) -> std::io::Result<()> {
        let mut content = match files::read(path) {
            Ok(content) => content,
            Err(error) if error.kind() == ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(error),
        };
        if let Some(earlier) = self.saved.get(path)
            && content.ends_with(earlier.as_bytes())
        {
            content.truncate(content.len() - earlier.len());
        }
        if !content.is_empty() && !content.ends_with(b"\n\n") {
            // A game begins after an empty line.
            content.extend_from_slice(if content.ends_with(b"\n") { b"\n" } else { b"\n\n" });
        }
        let text = self.pgn();
        content.extend_from_slice(text.as_bytes());
        files::write(path, &FORMAT, &content)?;
        self.saved.insert(path.to_owned(), text);
        Ok(())
    }

    fn pgn(&self) -> String {
        let sides = [Side::First, Side::Second];
        let names = sides.map(|side| self.full_name(side));
        let header = PgnHeader {
            game: &self.name,
            event: &format!("{} play", self.registry.program().command()),
            players: names.each_ref().map(String::as_str),
            limits: sides.map(|side| {
                let move_time = (!self.is_person(side)).then_some(self.move_time);
                Limit { move_time, ..Limit::default() }
            }),
        };
        pgn::print(&self.record(), header, self.registry, &pgn::date(SystemTime::now()))
    }

    fn record(&self) -> GameRecord {
        let end = self.end().unwrap_or_else(|| GameEnd {
            result: GameResult::Unfinished,
            termination: Termination::Interrupted,
            reason: "saved before its end".to_owned(),
        });
        let mut record = GameRecord::of_line(&self.line, end);
        for (played, origin) in record.moves.iter_mut().zip(&self.origins) {
            played.time = origin.time;
            let Some(expected) = &origin.expected else { continue };
            played.score = Some(match expected.value {
                Value::Centi(centi) => ReportedScore::Centi(centi),
                Value::End(plies) => ReportedScore::Mate(Value::moves_of(plies)),
            });
            played.depth = Some(expected.depth.into());
            played.nodes = Some(expected.nodes);
        }
        record
    }

    /// A player as in records: with the strength, if it is limited.
    pub(super) fn full_name(&self, side: Side) -> String {
        let engine = self.registry.program().name();
        if self.is_person(side) {
            return "Person".to_owned();
        }
        let Some(level) = self.thinker.level() else { return engine.to_owned() };
        match (level, self.thinker.rating()) {
            (Level::Skill(level), Some(elo)) => format!("{engine} (level {level}, Elo {elo:.0})"),
            (Level::Skill(level), None) => format!("{engine} (level {level})"),
            (_, Some(elo)) => format!("{engine} (Elo {elo:.0})"),
            (Level::Elo(elo), None) => format!("{engine} (Elo {elo}, not measured)"),
            (Level::CentiPlies(_), None) => engine.to_owned(),
        }
    }
}
