//! A live report of a match in a file, for spectators: a line of JSON for
//! each game that begins, each move, and each game that ends. `docs/live.schema.json`
//! describes the words.

use crate::engine::log::SharedFile;
use crate::plan::Plan;
use crate::record::{GameRecord, GameResult, Opening, PlayedMove, ReportedScore};
use crate::schedule::Fixture;
use crate::seconds;
use plyglot_support::files::Format;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::io;
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The format: keys are in alphabetical order, and no other line has this one.
pub(crate) const FORMAT: Format = Format { name: "a live match", beginnings: &["{\"began\":"] };

/// An event of a match, one line of the file. Games are identified by their numbers, from 0.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum LiveEvent {
    /// The match begins. The time, in seconds since 1970, tells it from another one in the
    /// same file.
    Match {
        game: String,
        players: Vec<String>,
        games: usize,
        began: f64,
    },
    Game {
        number: u32,
        game: String,
        players: [String; 2],
        #[serde(flatten)]
        opening: Opening,
    },
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
    End {
        number: u32,
        result: GameResult,
        reason: String,
    },
    Over,
}

impl LiveEvent {
    /// The line, with its end and with its keys in alphabetical order.
    fn line(&self) -> String {
        format!("{}\n", json!(self))
    }
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Live(SharedFile);

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
        SharedFile::begin(path, &FORMAT, &head.line()).map(Live)
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
        self.0.failure()
    }

    fn say(&self, event: impl FnOnce() -> LiveEvent) {
        self.0.add(|| event().line());
    }
}
