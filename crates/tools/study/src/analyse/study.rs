//! Analyses of a position, and of the moves of a game.

mod puzzle;

use crate::explain::{self, Exploration, Heading, MoveReview, Sentence, Threat};
use crate::shared::{
    self, GameReview, MoveChances, MoveCost, PositionLine, Refusal, SearchEffort, Searches,
};
use anyhow::Result;
use plyglot_command::json;
use plyglot_core::game::{MoveCells, Outcome, Picture, Side, Wdl};
use plyglot_engine::{
    Analyst, ChosenGame, Engine, GoLimits, LegalMove, Line, LineStep, MoveNumber, SearchInfo, Value,
};
use plyglot_records::{Fault, GameChoice, RecordedGame, Replay, opening_name};
pub use puzzle::Puzzle;
use serde::{Serialize, Serializer};
use serde_json::json;
use std::sync::Arc;

/// The tag with the name of the opening.
pub(super) const OPENING: &str = "Opening";

/// The plies by which moves other than the best are searched less deep where all moves get
/// scores. The scores of all moves by MultiPV take 12 times as long as the best move alone
/// (start position of chess, depth 10), with 3 plies less 2.6 times.
const OTHERS_REDUCTION: u16 = 3;

/// How positions and games are analysed.
#[derive(Clone, Debug)]
pub struct AnalysisRequest {
    /// The game of positions. Records may be of others, which then have its options, too.
    pub game: ChosenGame,
    pub mib: usize,
    pub limits: GoLimits,
    /// The maximum number of moves of a position with a score; `usize::MAX` for all.
    pub lines: usize,
    /// Whether the threat of the other side is searched, too.
    pub threat: bool,
}

impl AnalysisRequest {
    /// The game of a record, with the options that were asked for.
    pub(super) fn game_of(
        &self,
        record: &RecordedGame,
        choice: &GameChoice<'_>,
    ) -> Result<ChosenGame, Fault> {
        Ok(choice.game_of(record)?.with_all(self.game.options()))
    }
}

/// A move with what a search says of it, for the side that makes it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RankedMove {
    /// As the protocol has it.
    #[serde(rename = "move")]
    pub name: String,
    /// As game records have it.
    pub record: String,
    #[serde(skip)]
    pub cells: MoveCells,
    /// Hundredths of a unit of the game, or plies to a forced end.
    #[serde(flatten, serialize_with = "json::score")]
    pub value: Value,
    /// The chances per mille.
    #[serde(serialize_with = "json::wdl")]
    pub wdl: Wdl,
    /// That of the search, in plies.
    pub depth: u16,
    /// The line that begins with the move, as the protocol has it, and as game records
    /// have it.
    pub line: Vec<String>,
    #[serde(skip)]
    pub line_records: Vec<String>,
}

struct SearchFindings {
    finished: Option<Outcome>,
    moves: Vec<RankedMove>,
    effort: SearchEffort,
}

/// The best moves of a position: the object that `plyglot analyse --json` prints.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PositionReport {
    game: &'static str,
    #[serde(flatten)]
    pub(super) heading: Heading,
    #[serde(skip)]
    pub(super) picture: Option<Picture>,
    #[serde(rename = "result", serialize_with = "json::result")]
    pub(super) finished: Option<Outcome>,
    /// The best first; none if the game is over.
    pub moves: Vec<RankedMove>,
    /// What the other side threatens, if it was asked.
    pub(super) threat: Option<PositionThreat>,
    #[serde(flatten)]
    pub(super) effort: SearchEffort,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct PositionThreat {
    /// A sentence.
    pub(super) text: String,
    /// The best move after a pass, if it is known.
    best: Option<RankedMove>,
}

/// A move of a game beside the best one of its position.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ReviewedMove {
    /// Its index in the moves as written.
    #[serde(skip)]
    pub(super) index: usize,
    /// The side that made it.
    #[serde(serialize_with = "json::side")]
    pub side: Side,
    #[serde(skip)]
    pub(super) number: MoveNumber,
    pub played: RankedMove,
    pub best: RankedMove,
    /// The points that the move cost, and how near it comes to the best one, from 0 to 1.
    pub lost_points: f64,
    accuracy: f64,
    /// `?!`, `?`, `??`, `!`, `□` or nothing, and why.
    #[serde(rename = "mark")]
    pub sign: &'static str,
    pub sentence: Option<Sentence>,
    /// The line beside the move: the better one, or that of the move that its sign excels.
    #[serde(skip)]
    pub(super) beside: RankedMove,
}

/// The moves of a game, each compared with the best one. The object that
/// `plyglot analyse --pgn FILE --json` prints also has [its review](GameReport::review).
#[derive(Clone, Debug, Serialize)]
pub struct GameReport {
    #[serde(serialize_with = "name_of")]
    pub(super) game: ChosenGame,
    pub(super) number: usize,
    #[serde(serialize_with = "object_of")]
    pub(super) tags: Vec<(String, String)>,
    pub(super) start: Option<String>,
    /// Those that are known, without null moves.
    pub moves: Vec<ReviewedMove>,
    /// Whether these are all that were read.
    #[serde(skip)]
    pub(super) is_whole: bool,
    #[serde(serialize_with = "faults")]
    pub(super) faults: Vec<Fault>,
    /// The letters of the longest move of the game, as records have it.
    #[serde(skip)]
    pub(super) longest_record: usize,
}

fn name_of<S: Serializer>(game: &ChosenGame, to: S) -> Result<S::Ok, S::Error> {
    game.entry.info.name.serialize(to)
}

fn object_of<S: Serializer>(pairs: &[(String, String)], to: S) -> Result<S::Ok, S::Error> {
    to.collect_map(pairs.iter().map(|pair| (&pair.0, &pair.1)))
}

fn faults<S: Serializer>(faults: &[Fault], to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(faults.iter().map(
        |Fault { line, mismatch, .. }| json!({ "file_line": line, "text": mismatch.to_string() }),
    ))
}

impl GameReport {
    /// How well each side played, and where the game turned: by indices of [`GameReport::moves`].
    pub fn review(&self) -> GameReview {
        let mut chances = Vec::new();
        for m in &self.moves {
            chances.push(MoveChances { side: m.side, best: m.best.wdl, played: m.played.wdl });
        }
        shared::review(&chances)
    }

    /// The name of the opening, as the game has it, or else by its moves.
    pub(super) fn opening(&self) -> Option<&str> {
        let opening = self.tags.iter().find(|(name, _)| name == OPENING);
        opening.map(|(_, value)| value.as_str())
    }

    pub(super) fn is_cut(&self) -> bool {
        self.faults.iter().any(|fault| fault.cuts)
    }
}

pub(super) struct Study<'a> {
    request: &'a AnalysisRequest,
    analyst: Analyst,
    /// They end the search that runs, and all that begin.
    pub(super) searches: Arc<Searches>,
    /// The game that is set up.
    game: ChosenGame,
}

impl<'a> Study<'a> {
    pub(super) fn new(request: &'a AnalysisRequest) -> Result<Study<'a>> {
        let game = request.game.clone();
        let analyst = explain::analyst(&game, request.mib)?;
        Ok(Study { request, analyst, searches: Arc::default(), game })
    }

    fn change_game(
        &mut self,
        record: &RecordedGame,
        choice: &GameChoice<'_>,
    ) -> Result<(), Refusal> {
        let game = self.request.game_of(record, choice).map_err(Refusal::NoGame)?;
        if game != self.game {
            let analyst = explain::analyst(&game, self.request.mib);
            self.analyst = analyst.map_err(|error| Refusal::NoSearch(error.to_string()))?;
            self.game = game;
        }
        Ok(())
    }

    /// The moves of a game by its rules, which the analyst then has, with nothing known from earlier
    /// searches.
    fn replayed(
        &mut self,
        game: &RecordedGame,
        choice: &GameChoice<'_>,
    ) -> Result<(Replay, Box<dyn Engine>), Refusal> {
        self.change_game(game, choice)?;
        let mut referee = self.analyst.game().copy();
        let replay = plyglot_records::replay(game, &mut *referee, None).map_err(Refusal::NoGame)?;
        if let Some(fault) = replay.failure(game) {
            return Err(Refusal::NoGame(fault.clone()));
        }
        self.analyst.forget();
        Ok((replay, referee))
    }

    pub(super) fn position(&mut self, line: &PositionLine) -> Result<PositionReport, Refusal> {
        let heading = explain::set_up(&mut self.analyst, line)?;
        let picture = self.analyst.game().picture();
        let AnalysisRequest { limits, lines, .. } = self.request;
        let found = match (*lines, limits) {
            (usize::MAX, &GoLimits { depth: Some(depth), nodes: None, move_time: None, .. }) => {
                self.all_moves(depth)?
            }
            _ => self.search(limits, *lines)?,
        };
        let SearchFindings { finished, moves, effort } = found;
        let is_wanted = self.request.threat && finished.is_none();
        let threat = if is_wanted { Some(self.threat()?) } else { None };
        let game = self.game.entry.info.name;
        Ok(PositionReport { game, heading, picture, finished, moves, threat, effort })
    }

    fn exploration(&mut self) -> Exploration<'_> {
        let limits = &self.request.limits;
        Exploration::new(&mut self.analyst, &self.searches, limits, |m| &m.record)
    }

    fn threat(&mut self) -> Result<PositionThreat, Refusal> {
        let Threat { text, line } = self.exploration().threat()?;
        let best = line.and_then(|line| {
            let game = self.analyst.game_mut();
            game.set_position(Some(&line.start), &[]).ok()?;
            Some(self.scored(line.info))
        });
        Ok(PositionThreat { text, best })
    }

    /// Each move of a game compared with the best one; `on_step` sees the report before the first move
    /// and after each. If the search was stopped, the moves before that are there.
    pub(super) fn game(
        &mut self,
        number: usize,
        game: &RecordedGame,
        choice: &GameChoice<'_>,
        on_step: &dyn Fn(&GameReport),
    ) -> Result<GameReport, Refusal> {
        let (replay, referee) = self.replayed(game, choice)?;
        let names: Vec<&str> = replay.moves.iter().map(|played| played.name.as_str()).collect();
        let mut tags = game.tag_pairs();
        if game.tag(OPENING).is_none() {
            let opening = opening_name(&self.game.entry, replay.position.as_deref(), &names);
            tags.extend(opening.map(|name| (OPENING.to_owned(), name.to_owned())));
        }
        let mut report = GameReport {
            game: self.game.clone(),
            number,
            tags,
            start: replay.position.clone(),
            moves: Vec::new(),
            is_whole: true,
            faults: replay.faults,
            longest_record: replay
                .moves
                .iter()
                .map(|m| m.record.chars().count())
                .max()
                .unwrap_or(0),
        };
        on_step(&report);
        // The rules allowed all of it before.
        let Ok(line) = Line::new(referee, replay.position.as_deref(), &names) else {
            return Ok(report);
        };
        self.analyst.game_mut().follow_game(&*line.at(0));
        for (ply, (step, index)) in line.steps().iter().zip(replay.word_indices).enumerate() {
            let name = &step.played.name;
            match self.played(index, step) {
                Ok(Some(reviewed)) => {
                    report.moves.push(reviewed);
                    on_step(&report);
                }
                // A null move, or a draw was due that nobody claimed.
                Ok(None) => {}
                Err(Refusal::Stopped) if ply > 0 => {
                    report.is_whole = false;
                    break;
                }
                Err(refusal) => return Err(refusal),
            }
            if self.analyst.game_mut().push(name).is_err() {
                break;
            }
        }
        Ok(report)
    }

    /// All moves of the position that is set up: the best one to the whole depth, the
    /// others to a lesser one.
    fn all_moves(&mut self, depth: u16) -> Result<SearchFindings, Refusal> {
        let limits = GoLimits { depth: Some(depth), ..self.request.limits.clone() };
        let mut all = self.search(&limits, 1)?;
        let Some(best) = all.moves.first().map(|m| m.name.clone()) else { return Ok(all) };
        let less = depth.saturating_sub(OTHERS_REDUCTION).max(1);
        for LegalMove { name, .. } in self.analyst.game().legal_moves() {
            if name == best {
                continue;
            }
            let mut alone =
                GoLimits { depth: Some(less), moves: Some(vec![name]), ..limits.clone() };
            let mut found = self.search(&alone, 1)?;
            all.effort.add(found.effort);
            let value = found.moves.first().map(|m| m.value.order());
            if value > all.moves.first().map(|m| m.value.order()) {
                alone.depth = Some(depth);
                found = self.search(&alone, 1)?;
                all.effort.add(found.effort);
            }
            all.moves.append(&mut found.moves);
        }
        // The first of equal moves stays the first.
        all.moves.sort_by_key(|m| std::cmp::Reverse(m.value.order()));
        Ok(all)
    }

    /// A move compared with the best one, each searched alone, from the position before it.
    fn played(&mut self, index: usize, step: &LineStep) -> Result<Option<ReviewedMove>, Refusal> {
        let name = &step.played.name;
        let is_null_move = self.analyst.game().legal_move(name).is_err();
        let review = if is_null_move { None } else { self.exploration().review(name)? };
        let Some(review) = review else { return Ok(None) };
        let MoveReview { cost: MoveCost { played, best }, sign, sentence, beside } = review;
        let LineStep { side, number, .. } = *step;
        let [played, best, beside] = [played, best, beside].map(|info| self.scored(info));
        let lost_points = shared::lost_points(best.wdl, played.wdl);
        Ok(Some(ReviewedMove {
            index,
            side,
            number,
            played,
            best,
            lost_points,
            accuracy: shared::accuracy(lost_points),
            sign,
            sentence,
            beside,
        }))
    }

    fn search(&mut self, limits: &GoLimits, lines: usize) -> Result<SearchFindings, Refusal> {
        let count = self.analyst.game().legal_move_count();
        self.analyst.settings_mut().multi_pv = lines.clamp(1, count.max(1));
        let found = self.searches.search(&mut self.analyst, limits, |_| ());
        self.analyst.settings_mut().multi_pv = 1;
        let found = found.ok_or(Refusal::Stopped)?;
        let effort = SearchEffort::new(&found.lines);
        let moves = found.lines.into_iter().map(|line| self.scored(line)).collect();
        Ok(SearchFindings { finished: found.finished, moves, effort })
    }

    fn scored(&self, info: SearchInfo) -> RankedMove {
        let SearchInfo { depth, value, wdl, pv, .. } = info;
        let name = pv.first().cloned().unwrap_or_default();
        let legal = self.analyst.game().legal_line(&pv, None);
        let cells = legal.first().map(|m| m.cells).unwrap_or_default();
        let line_records: Vec<String> = legal.into_iter().map(|m| m.record).collect();
        let record = line_records.first().unwrap_or(&name).clone();
        RankedMove { name, record, cells, value, wdl, depth, line: pv, line_records }
    }
}
