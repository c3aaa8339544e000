//! A live report of a match in a file, for spectators: a line of JSON for each game that begins,
//! each move, each game that ends, and, at most once a second, for the search of each game.
//! `docs/live.schema.json` describes the words.

use crate::engine::log::SharedFile;
use crate::engine::player::search_output::SearchOutput;
use crate::plan::MatchPlan;
use crate::record::{GameRecord, Opening, PlayedMove, ReportedScore};
use crate::schedule::Fixture;
use crate::seconds;
use plyglot_core::game::{GameResult, Side};
use plyglot_support::files::Format;
use serde::Serialize;
use serde_json::{Value as Json, json};
use std::io;
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The format: keys are in alphabetical order, and no other line has this one.
pub(crate) const FORMAT: Format = Format { name: "a live match", beginnings: &["{\"began\":"] };

/// The most moves of a line that are told.
const MAX_LINE_MOVES: usize = 20;

/// An event of a match, one line of the file. Games are identified by their numbers, from 0, and
/// moments by the seconds since 1970.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum LiveEvent<'a> {
    /// The match begins. The time tells it from another one in the same file.
    Match {
        game: &'a str,
        players: Vec<&'a str>,
        games: usize,
        began: f64,
    },
    Next {
        games: Vec<NextGame<'a>>,
    },
    Game {
        at: f64,
        number: u32,
        game: &'a str,
        players: [&'a str; 2],
        clocks: [Option<f64>; 2],
        #[serde(flatten)]
        opening: &'a Opening,
    },
    Search {
        number: u32,
        side: &'a str,
        depth: Option<u32>,
        nodes: Option<u64>,
        #[serde(with = "seconds")]
        time: Duration,
        line: &'a [String],
        #[serde(flatten)]
        score: Option<ReportedScore>,
    },
    Move {
        at: f64,
        number: u32,
        #[serde(rename = "move")]
        name: &'a str,
        record: &'a str,
        depth: Option<u32>,
        nodes: Option<u64>,
        #[serde(with = "seconds")]
        time: Duration,
        left: Option<f64>,
        line: &'a [String],
        #[serde(flatten)]
        score: Option<ReportedScore>,
    },
    End {
        number: u32,
        result: GameResult,
        reason: &'a str,
    },
    Standing(Json),
    Over,
}

#[derive(Serialize)]
struct NextGame<'a> {
    number: u32,
    players: [&'a str; 2],
}

impl LiveEvent<'_> {
    /// The line, with its end and with its keys in alphabetical order.
    fn line(&self) -> String {
        format!("{}\n", json!(self))
    }
}

fn now() -> f64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs_f64()
}

fn names(plan: &MatchPlan, engines: [usize; 2]) -> [&str; 2] {
    engines.map(|engine| plan.engines[engine].name.as_str())
}

fn shortened(line: &[String]) -> &[String] {
    &line[..line.len().min(MAX_LINE_MOVES)]
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Live(SharedFile);

impl Live {
    /// A new file, which begins with the match and with the games of an earlier run (`done`).
    /// `games`: how many there are with those.
    pub(crate) fn create(
        path: &Path,
        plan: &MatchPlan,
        done: &[GameRecord],
        games: usize,
    ) -> io::Result<Live> {
        let head = LiveEvent::Match {
            game: &plan.game,
            players: plan.engines.iter().map(|engine| engine.name.as_str()).collect(),
            games,
            began: now(),
        };
        let live = Live(SharedFile::begin(path, &FORMAT, &head.line())?);
        for record in done {
            live.begin(plan, record.number, record.engines, &record.opening, [None; 2]);
            record.moves.iter().for_each(|played| live.moved(record.number, played, None, &[]));
            live.end(record);
        }
        Ok(live)
    }

    pub(crate) fn next(&self, plan: &MatchPlan, fixtures: &[Fixture]) {
        self.push(|| {
            let mut games = Vec::new();
            for &Fixture { number, engines, .. } in fixtures {
                games.push(NextGame { number, players: names(plan, engines) });
            }
            LiveEvent::Next { games }
        });
    }

    /// `clocks`: the seconds on those that run.
    pub(super) fn begin(
        &self,
        plan: &MatchPlan,
        number: u32,
        engines: [usize; 2],
        opening: &Opening,
        clocks: [Option<f64>; 2],
    ) {
        self.push(|| LiveEvent::Game {
            at: now(),
            number,
            game: &plan.game,
            players: names(plan, engines),
            clocks,
            opening,
        });
    }

    /// What the engine of `side` has said after thinking for this time.
    pub(super) fn thinks(&self, number: u32, side: Side, time: Duration, output: &SearchOutput) {
        self.push(|| LiveEvent::Search {
            number,
            side: side.word(),
            depth: output.depth,
            nodes: output.nodes,
            time,
            line: shortened(&output.line),
            score: output.score,
        });
    }

    /// `left`: the seconds on the mover's clock, if it has one that runs. `line`: what its engine
    /// expected.
    pub(super) fn moved(
        &self,
        number: u32,
        played: &PlayedMove,
        left: Option<f64>,
        line: &[String],
    ) {
        self.push(|| LiveEvent::Move {
            at: now(),
            number,
            name: &played.name,
            record: &played.record,
            depth: played.depth,
            nodes: played.nodes,
            time: played.time,
            left,
            line: shortened(line),
            score: played.score,
        });
    }

    pub(super) fn end(&self, record: &GameRecord) {
        self.push(|| LiveEvent::End {
            number: record.number,
            result: record.end.result,
            reason: &record.end.reason,
        });
    }

    pub(crate) fn standing(&self, standing: impl FnOnce() -> Json) {
        self.push(|| LiveEvent::Standing(standing()));
    }

    pub(crate) fn over(&self) {
        self.push(|| LiveEvent::Over);
    }

    pub(crate) fn failure(&self) -> Option<io::Error> {
        self.0.failure()
    }

    fn push<'e>(&self, event: impl FnOnce() -> LiveEvent<'e>) {
        self.0.add(|| event().line());
    }
}
