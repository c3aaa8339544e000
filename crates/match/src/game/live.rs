//! A live report of a match in a file, for spectators: a line of JSON for
//! each game that begins, each move, and each game that ends. `docs/live.schema.json`
//! describes the words.

use crate::plan::Plan;
use crate::record::{GameRecord, GameResult, Opening, PlayedMove, ReportedScore, seconds};
use crate::schedule::Fixture;
use plyglot_core::lock;
use plyglot_support::files::{Format, Growing};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The format: keys are in alphabetical order, and no other line has this one.
pub(crate) const FORMAT: Format = Format { name: "a live match", beginnings: &["{\"began\":"] };

/// An event of a match, one line of the file. Games are identified by their numbers, from 0.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
#[expect(missing_docs, reason = "docs/live.schema.json describes the fields")]
pub enum LiveEvent {
    /// The match begins. The time, in seconds since 1970, tells it from another one in the
    /// same file.
    Match { game: String, players: Vec<String>, games: usize, began: f64 },
    /// A game begins.
    Game {
        number: u32,
        game: String,
        players: [String; 2],
        #[serde(flatten)]
        opening: Opening,
    },
    /// A move was played.
    Move {
        number: u32,
        #[serde(rename = "move")]
        name: String,
        depth: Option<u32>,
        #[serde(with = "seconds")]
        time: Duration,
        #[serde(flatten)]
        score: Option<ReportedScore>,
    },
    /// A game has ended.
    End { number: u32, result: GameResult, reason: String },
    /// The match is over.
    Over,
}

impl LiveEvent {
    /// The line, with its end and with its keys in alphabetical order.
    fn line(&self) -> String {
        format!("{}\n", json!(self))
    }
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Live(Option<Arc<Mutex<LiveFile>>>);

#[derive(Debug)]
struct LiveFile {
    file: Growing,
    /// Why it is incomplete; nothing is written after that.
    failure: Option<io::Error>,
}

impl Live {
    /// A new file, which begins with the match.
    pub(crate) fn create(path: &Path, plan: &Plan, games: usize) -> io::Result<Live> {
        let began = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let head = LiveEvent::Match {
            game: plan.game.clone(),
            players: plan.engines.iter().map(|engine| engine.name.clone()).collect(),
            games,
            began: began.as_secs_f64(),
        };
        let file = Growing::begin(path, &FORMAT, head.line().as_bytes())?;
        Ok(Live(Some(Arc::new(Mutex::new(LiveFile { file, failure: None })))))
    }

    pub(super) fn begin(&self, plan: &Plan, fixture: &Fixture, opening: &Opening) {
        self.say(|| LiveEvent::Game {
            number: fixture.number,
            game: plan.game.clone(),
            players: fixture.engines.map(|engine| plan.engines[engine].name.clone()),
            opening: opening.clone(),
        });
    }

    pub(super) fn moved(&self, fixture: &Fixture, played: &PlayedMove) {
        self.say(|| LiveEvent::Move {
            number: fixture.number,
            name: played.name.clone(),
            depth: played.depth,
            time: played.time,
            score: played.score,
        });
    }

    pub(super) fn end(&self, record: &GameRecord) {
        self.say(|| LiveEvent::End {
            number: record.number,
            result: record.end.result,
            reason: record.end.reason.clone(),
        });
    }

    pub(crate) fn over(&self) {
        self.say(|| LiveEvent::Over);
    }

    pub(crate) fn failure(&self) -> Option<io::Error> {
        let mut live = lock(self.0.as_ref()?);
        live.failure.take()
    }

    /// Writes a line. A full disk does not end the match; see [`Live::failure`].
    fn say(&self, event: impl FnOnce() -> LiveEvent) {
        let Some(live) = &self.0 else { return };
        let line = event().line();
        let mut live = lock(live);
        if live.failure.is_none() {
            // Whole lines at once, so that readers do not see half ones for long.
            live.failure = live.file.add(line.as_bytes()).err();
        }
    }
}
