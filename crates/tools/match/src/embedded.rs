//! A match in another program, without a terminal.

use crate::plan::MatchPlan;
use crate::record::GameRecord;
use crate::runner::files::{EarlierRun, MatchFiles, check_formats};
use crate::runner::ledger::Ledger;
use crate::runner::{Match, MatchEvent};
use plyglot_core::game::GameResult;
use plyglot_engine::Registry;
use serde::Serialize;
use serde_json::{Value as Json, json};
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

/// Plays a match from its first game, and returns its results: the standing of the live file, how
/// many games were `played`, of how many in `all`, and `warnings`. After each game, `report` is
/// given the same with the `game`. Setting `interrupt` ends the match.
///
/// # Errors
/// As [`run`](crate::run).
pub fn match_here(
    plan: &MatchPlan,
    registry: &Registry,
    interrupt: &AtomicBool,
    report: impl Fn(Json),
) -> anyhow::Result<Json> {
    check_formats(plan)?;
    let mut ready = Match::prepare(plan, registry, &[])?;
    let files = MatchFiles::open(plan, registry, EarlierRun::default())?;
    let ledger = Ledger::new(plan, files, &[], ready.live());
    let warnings = ready.book_faults().to_vec();
    let mut score = Score { ledger, played: 0, all: ready.games_left(), warnings };
    ready.play(interrupt, |event| match event {
        MatchEvent::Ready(found) => {
            score.warnings.extend(found);
            Ok(ControlFlow::Continue(()))
        }
        MatchEvent::Ended(game) if game.end.result != GameResult::Unfinished => {
            score.ledger.add(&game)?;
            score.played += 1;
            report(score.json(Some(&game)));
            score.ledger.after(&game)
        }
        MatchEvent::Begun(_) | MatchEvent::Ended(_) => Ok(ControlFlow::Continue(())),
    })?;
    Ok(score.json(None))
}

struct Score<'a> {
    ledger: Ledger<'a>,
    played: usize,
    all: usize,
    warnings: Vec<String>,
}

#[derive(Serialize)]
struct ScoreJson<'a> {
    #[serde(flatten)]
    standing: Json,
    played: usize,
    all: usize,
    warnings: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<&'a GameRecord>,
}

impl Score<'_> {
    fn json(&self, game: Option<&GameRecord>) -> Json {
        let Score { played, all, .. } = *self;
        let standing = self.ledger.standing();
        json!(ScoreJson { standing, played, all, warnings: &self.warnings, game })
    }
}
