//! Games in files, as PGN.

use super::session::PlaySession;
use plyglot_core::game::{GameResult, Side};
use plyglot_core::search::Level;
use plyglot_engine::{ReportedScore, Value};
use plyglot_records::pgn::{self, FORMAT};
use plyglot_records::{
    GameEnd, Heading, RecordedMove, Termination, move_comment, move_time_control, utc_date,
};
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
        let names = Side::BOTH.map(|side| self.full_name(side));
        let time_controls = Side::BOTH
            .map(|side| move_time_control((!self.is_person(side)).then_some(self.move_time)));
        let end = self.end().unwrap_or_else(|| GameEnd {
            result: GameResult::Unfinished,
            termination: Termination::Interrupted,
            reason: "saved before its end".to_owned(),
        });
        let heading = Heading {
            game: &self.name,
            event: &format!("{} play", self.registry.program().command()),
            date: &utc_date(SystemTime::now()),
            round: 1,
            number: 1,
            players: names.each_ref().map(String::as_str),
            time_controls: time_controls.each_ref().map(String::as_str),
            position: self.line.start(),
            end: &end,
        };
        let mut rules = self.registry.game(&self.name).expect("the game that is played").open();
        let game = heading.game_of(self.recorded_moves(), &mut *rules);
        pgn::print(&game, &mut *rules)
    }

    fn recorded_moves(&self) -> Vec<RecordedMove> {
        let mut moves = Vec::new();
        for (name, origin) in self.line.names().into_iter().zip(&self.origins) {
            let expected = origin.expected.as_ref();
            let score = expected.map(|expected| match expected.value {
                Value::Centi(centi) => ReportedScore::Centi(centi),
                Value::End(plies) => ReportedScore::Mate(Value::moves_of(plies)),
            });
            let depth = expected.map(|expected| expected.depth.into());
            let comment = move_comment(score, depth, origin.time);
            moves.push(RecordedMove { text: name.to_owned(), comment, ..RecordedMove::default() });
        }
        moves
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
