//! What happens in a match as it happens, in a file for those who watch: a line of JSON for
//! each game that begins, each move, and each game that ends. `docs/live.schema.json`
//! describes the words.

use super::json::result_word;
use super::plan::Plan;
use super::record::{GameRecord, Opening, PlayedMove, ReportedScore};
use super::schedule::Fixture;
use crate::files::{Format, Growing};
use serde_json::{Value, json};
use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

/// The format: keys are in alphabetical order, and no other line has this one.
pub(super) const FORMAT: Format = Format { name: "a live match", beginnings: &["{\"began\":"] };

/// A file for those who watch, or none. Clones share it.
#[derive(Clone, Debug, Default)]
pub(super) struct Live(Option<Arc<Mutex<LiveFile>>>);

#[derive(Debug)]
struct LiveFile {
    file: Growing,
    /// Why it is incomplete; nothing is written after that.
    failure: Option<io::Error>,
}

impl Live {
    /// A new file, which begins with the match.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(super) fn create(path: &Path, plan: &Plan, games: usize) -> io::Result<Live> {
        let players: Vec<&str> = plan.engines.iter().map(|engine| engine.name.as_str()).collect();
        // Tells this match from another one in the same file.
        let began = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let head = json!({
            "type": "match",
            "game": plan.game,
            "players": players,
            "games": games,
            "began": began.as_secs_f64(),
        });
        let file = Growing::begin(path, &FORMAT, format!("{head}\n").as_bytes())?;
        Ok(Live(Some(Arc::new(Mutex::new(LiveFile { file, failure: None })))))
    }

    /// A game begins.
    pub(super) fn begin(&self, plan: &Plan, fixture: &Fixture, opening: &Opening) {
        self.say(|| {
            json!({
                "type": "game",
                "number": fixture.number,
                "game": plan.game,
                "players": fixture.engines.map(|engine| &plan.engines[engine].name),
                "position": opening.position,
                "opening": opening.moves,
            })
        });
    }

    /// A move was played.
    pub(super) fn moved(&self, fixture: &Fixture, played: &PlayedMove) {
        self.say(|| {
            let mut object = json!({
                "type": "move",
                "number": fixture.number,
                "move": played.name,
                "depth": played.depth,
                "time": played.time.as_secs_f64(),
            });
            match played.score {
                Some(ReportedScore::Centi(centi)) => object["cp"] = json!(centi),
                Some(ReportedScore::Mate(moves)) => object["mate"] = json!(moves),
                None => {}
            }
            object
        });
    }

    /// A game has ended.
    pub(super) fn end(&self, record: &GameRecord) {
        self.say(|| {
            json!({
                "type": "end",
                "number": record.number,
                "result": result_word(record.result),
                "reason": record.reason,
            })
        });
    }

    /// The match is over.
    pub(super) fn over(&self) {
        self.say(|| json!({ "type": "over" }));
    }

    /// Why the file is incomplete, if it is. Can be taken once.
    pub(super) fn failure(&self) -> Option<io::Error> {
        let mut live = self.0.as_ref()?.lock().unwrap_or_else(PoisonError::into_inner);
        live.failure.take()
    }

    /// Writes a line. A full disk does not end the match; see [`Live::failure`].
    fn say(&self, line: impl FnOnce() -> Value) {
        let Some(live) = &self.0 else { return };
        let line = format!("{}\n", line());
        let mut live = live.lock().unwrap_or_else(PoisonError::into_inner);
        if live.failure.is_none() {
            // Whole lines at once, so that those who watch see no halves for long.
            live.failure = live.file.add(line.as_bytes()).err();
        }
    }
}
