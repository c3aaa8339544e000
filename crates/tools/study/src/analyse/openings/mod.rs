//! The first moves of games, with their results and scores: `analyse --openings`. `tree` counts them.

mod tree;

use super::study::{AnalysisRequest, PositionReport, Study};
use super::text::for_first;
use crate::shared::{self, Event, PositionLine, Searches, WorkStep, Worker, score};
use anyhow::Result;
use plyglot_command::json::{self, uci_score};
use plyglot_core::game::{GameResult, Outcome, Side};
use plyglot_engine::{ChosenGame, Engine, Value};
use plyglot_records::{Fault, GameChoice, RecordedGame, replay};
use plyglot_support::statistics::Tally;
use plyglot_support::text::{columns, counted, or_dash, percent};
use serde::{Serialize, Serializer};
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use tree::{OpeningMove, OpeningPosition, OpeningResults, OpeningTree};

/// Positions of all trees together.
const MAX_POSITIONS: usize = 200_000;

/// Scores for the first side after moves, by the indices of the positions that they lead to.
type Scores = HashMap<usize, Value>;

/// The trees of the games that records are of.
pub(super) struct Openings<'a> {
    choice: &'a GameChoice<'a>,
    request: &'a AnalysisRequest,
    /// The plies of each game that count.
    plies: usize,
    games: Vec<GameOpenings>,
    /// Whether there was no room for some positions.
    pub(super) is_full: bool,
}

struct GameOpenings {
    game: ChosenGame,
    rules: Box<dyn Engine>,
    tree: OpeningTree,
    scores: Scores,
}

impl<'a> Openings<'a> {
    pub(super) fn new(
        choice: &'a GameChoice<'a>,
        request: &'a AnalysisRequest,
        plies: usize,
    ) -> Openings<'a> {
        Openings { choice, request, plies, games: Vec::new(), is_full: false }
    }

    /// Counts the first moves of a game, up to one that the rules do not allow.
    ///
    /// # Errors
    /// If there is such a move, or the game is not known.
    pub(super) fn add(&mut self, record: &RecordedGame) -> Result<(), Fault> {
        let game = self.request.game_of(record, self.choice)?;
        let room = MAX_POSITIONS - self.games.iter().map(|g| g.tree.positions.len()).sum::<usize>();
        let at = self.index_of(game);
        let GameOpenings { rules, tree, .. } = &mut self.games[at];
        let written = record.written_result().filter(|result| *result != GameResult::Unfinished);
        // Where nobody tells the result, the rules may do so at the end.
        let replay = replay(record, &mut **rules, written.map(|_| self.plies))?;
        if let Some(fault) = replay.failure(record) {
            return Err(fault.clone());
        }
        let result = written.or_else(|| rules.result().map(|over| over.result));
        let max_positions = tree.positions.len() + room;
        self.is_full |= !tree.add(&mut **rules, &replay, result, self.plies, max_positions);
        replay.cut().map_or(Ok(()), |fault| Err(fault.clone()))
    }

    fn index_of(&mut self, game: ChosenGame) -> usize {
        let known = self.games.iter().position(|known| known.game == game);
        known.unwrap_or_else(|| {
            let rules = game.open();
            let tree = OpeningTree::default();
            self.games.push(GameOpenings { game, rules, tree, scores: Scores::new() });
            self.games.len() - 1
        })
    }

    /// Searches the positions after the moves that are listed, on so many threads; `report` gets how many
    /// are done, and all. Returns whether nothing interrupted it.
    pub(super) fn search(
        &mut self,
        threads: usize,
        interrupt: &AtomicBool,
        report: &dyn Fn(u64, u64),
    ) -> Result<bool> {
        let asked = self.request;
        for openings in &mut self.games {
            let wanted = openings.wanted();
            let GameOpenings { game, tree, scores, .. } = openings;
            let request = AnalysisRequest { game: game.clone(), ..asked.clone() };
            let tree = &*tree;
            let workers = shared::workers_for(wanted.len(), threads, || {
                Ok(PositionScorer { study: Study::new(&request)?, tree })
            })?;
            let mut done = 0;
            let is_whole = shared::run(workers, &wanted, interrupt, |&index, event| {
                if let Event::Done(value) = event {
                    scores.extend(value.map(|value| (index, value)));
                    done += 1;
                    report(done, wanted.len() as u64);
                }
                Ok(true)
            })?;
            if !is_whole {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The positions that are listed, as text.
    pub(super) fn texts(&self) -> Vec<String> {
        self.games
            .iter()
            .flat_map(|game| game.tree.listed().into_iter().map(move |index| game.text(index)))
            .collect()
    }

    pub(super) fn reports(&self) -> Vec<OpeningReport> {
        self.games
            .iter()
            .flat_map(|game| game.tree.listed().into_iter().map(move |index| game.report(index)))
            .collect()
    }
}

impl GameOpenings {
    /// The indices of the positions after listed moves, each once.
    fn wanted(&self) -> Vec<usize> {
        let mut indices = Vec::new();
        for index in self.tree.listed() {
            indices.extend(self.tree.moves_from(index).iter().map(|m| m.leads_to));
        }
        indices.sort_unstable();
        indices.dedup();
        indices
    }

    /// The value of a move for the side that makes it.
    fn value(&self, m: &OpeningMove, side: Side) -> Option<Value> {
        self.scores.get(&m.leads_to).map(|&value| for_first(value, side))
    }

    fn text(&self, index: usize) -> String {
        let OpeningPosition { text, side, results, .. } = &self.tree.positions[index];
        let way: Vec<&str> =
            self.tree.way_to(index).into_iter().map(|m| m.record.as_str()).collect();
        let way = if way.is_empty() { "start".to_owned() } else { way.join(" ") };
        let games = counted(results.games, "game");
        let mover = self.game.entry.info.sides[*side];
        let head = ["   move", "games", "won", "drawn", "lost", "points", "score"];
        let mut rows = vec![head.map(str::to_owned).to_vec()];
        rows.extend(self.tree.moves_from(index).into_iter().map(|m| {
            let Tally { wins, draws, losses, .. } = m.results.tally(*side);
            let counts = [m.results.games, wins.into(), draws.into(), losses.into()];
            let points = or_dash(m.results.tally(*side).score(), percent);
            let score = or_dash(self.value(m, *side), score);
            let mut row = vec![format!("   {}", m.record)];
            row.extend(counts.map(|count| count.to_string()));
            row.extend([points, score]);
            row
        }));
        format!("{way}: {text}\n   {games}, {mover} to move\n{}", columns(&rows).trim_end())
    }

    fn report(&self, index: usize) -> OpeningReport {
        let OpeningPosition { text, side, results, .. } = &self.tree.positions[index];
        let way = self.tree.way_to(index);
        let mut moves = Vec::new();
        for m in self.tree.moves_from(index) {
            moves.push(OpeningMoveReport {
                name: m.name.clone(),
                record: m.record.clone(),
                results: OpeningCounts::new(m.results, *side),
                score: self.value(m, *side),
            });
        }
        OpeningReport {
            game: self.game.entry.info.name,
            position: text.clone(),
            side: *side,
            line: way.iter().map(|m| m.name.clone()).collect(),
            records: way.iter().map(|m| m.record.clone()).collect(),
            results: OpeningCounts::new(*results, *side),
            moves,
        }
    }
}

/// A position to which games came, and what they played in it: the object that
/// `plyglot analyse --openings PLIES --json` prints.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OpeningReport {
    pub game: &'static str,
    /// As the protocol has it.
    pub position: String,
    /// The side to move.
    #[serde(serialize_with = "json::side")]
    pub side: Side,
    /// The moves by which a game first came to it, as the protocol has them, and as game records have
    /// them.
    pub line: Vec<String>,
    pub records: Vec<String>,
    #[serde(flatten)]
    pub results: OpeningCounts,
    /// The most frequent first.
    pub moves: Vec<OpeningMoveReport>,
}

/// A move that was played in a position.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct OpeningMoveReport {
    /// As the protocol has it.
    #[serde(rename = "move")]
    pub name: String,
    /// As game records have it.
    pub record: String,
    #[serde(flatten)]
    pub results: OpeningCounts,
    /// For the side that makes it: hundredths of a unit of the game, or plies to a forced end. `None`
    /// if no search has found it.
    #[serde(flatten, serialize_with = "known_score")]
    pub score: Option<Value>,
}

fn known_score<S: Serializer>(score: &Option<Value>, to: S) -> Result<S::Ok, S::Error> {
    to.collect_map(score.map(uci_score))
}

/// Games, and how many of them the side to move has won, drawn and lost; the others were not
/// finished.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct OpeningCounts {
    pub games: u64,
    pub wins: u32,
    pub draws: u32,
    pub losses: u32,
}

impl OpeningCounts {
    fn new(results: OpeningResults, side: Side) -> OpeningCounts {
        let Tally { wins, draws, losses, .. } = results.tally(side);
        OpeningCounts { games: results.games, wins, draws, losses }
    }
}

struct PositionScorer<'a> {
    study: Study<'a>,
    tree: &'a OpeningTree,
}

impl Worker for PositionScorer<'_> {
    type Item = usize;
    type Answer = Option<Value>;

    fn searches(&self) -> &Arc<Searches> {
        &self.study.searches
    }

    fn work(&mut self, &index: &usize, _: &dyn Fn(WorkStep)) -> Option<Value> {
        let text = self.tree.positions[index].text.clone();
        let line = PositionLine { number: index + 1, text };
        first_value(&self.study.position(&line).ok()?)
    }
}

/// The value for the first side of the move that led to a position; the move is a ply of the way to
/// a forced end.
fn first_value(report: &PositionReport) -> Option<Value> {
    let value = match report.finished {
        Some(Outcome::Drawn) => Value::Centi(0),
        Some(Outcome::Won) => Value::End(1),
        Some(Outcome::Lost) => Value::End(-1),
        None => match report.moves.first()?.value {
            Value::End(plies) if plies > 0 => Value::End(plies + 1),
            Value::End(plies) => Value::End(plies - 1),
            centi => centi,
        },
    };
    Some(for_first(value, report.heading.side))
}

/// The first moves of games with their results and scores, for each position that is listed. What
/// cannot be read is left out. Each position is searched on one of so many threads, with a table of its
/// own. `report` gets how many are searched, of all. If `is_over` is set, scores are missing.
///
/// # Errors
/// If the system does not provide the memory or a thread.
pub fn openings(
    request: &AnalysisRequest,
    choice: &GameChoice<'_>,
    games: &[RecordedGame],
    plies: usize,
    threads: usize,
    is_over: &AtomicBool,
    report: &dyn Fn(u64, u64),
) -> Result<Vec<OpeningReport>> {
    let mut openings = Openings::new(choice, request, plies);
    games.iter().for_each(|game| _ = openings.add(game));
    openings.search(threads, is_over, report)?;
    Ok(openings.reports())
}
