//! Analyses of a position, and of the moves of a game.

mod puzzle;

use crate::explain::{Explorer, MoveReview, Sentence, Threat};
use crate::shared::{self, GameReview, MoveCost, PositionLine, Refusal, SearchEffort, Searches};
use anyhow::Result;
use plyglot_core::game::{MoveCells, Outcome, Picture, Side, Wdl};
use plyglot_engine::{
    ChosenGame, Engine, GoLimits, LegalMove, Line, LineStep, MoveNumber, SearchInfo, Value,
};
use plyglot_records::{Fault, GameChoice, RecordedGame, Replay, opening_name};
pub(super) use puzzle::Puzzle;
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

#[derive(Clone, Debug, PartialEq)]
pub(super) struct RankedMove {
    pub(super) name: String,
    pub(super) record: String,
    pub(super) cells: MoveCells,
    pub(super) value: Value,
    pub(super) wdl: Wdl,
    pub(super) depth: u16,
    /// The line that begins with the move, as the protocol has it, and as game records
    /// have it.
    pub(super) line: Vec<String>,
    pub(super) line_records: Vec<String>,
}

struct SearchFindings {
    finished: Option<Outcome>,
    moves: Vec<RankedMove>,
    effort: SearchEffort,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct PositionReport {
    pub(super) number: usize,
    pub(super) id: Option<String>,
    pub(super) position: String,
    pub(super) side: Side,
    pub(super) picture: Option<Picture>,
    pub(super) finished: Option<Outcome>,
    pub(super) moves: Vec<RankedMove>,
    /// What the other side threatens, if it was asked: in a sentence, and its best move after a pass
    /// if that is known.
    pub(super) threat: Option<(String, Option<RankedMove>)>,
    pub(super) effort: SearchEffort,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct ReviewedMove {
    /// Its place in the moves as written.
    pub(super) place: usize,
    pub(super) side: Side,
    pub(super) number: MoveNumber,
    pub(super) played: RankedMove,
    pub(super) best: RankedMove,
    /// `?!`, `?`, `??`, `!`, `□` or nothing, and why.
    pub(super) sign: &'static str,
    pub(super) sentence: Option<Sentence>,
    /// The line beside the move: the better one, or that of the move that its sign excels.
    pub(super) beside: RankedMove,
}

impl ReviewedMove {
    /// The points that the move cost, from 0 to 1.
    pub(super) fn lost_points(&self) -> f64 {
        shared::lost_points(self.best.wdl, self.played.wdl)
    }
}

#[derive(Clone, Debug)]
pub(super) struct GameReport {
    pub(super) game: ChosenGame,
    pub(super) number: usize,
    pub(super) tags: Vec<(String, String)>,
    pub(super) start: Option<String>,
    pub(super) moves: Vec<ReviewedMove>,
    /// Whether these are all that were read.
    pub(super) is_whole: bool,
    pub(super) faults: Vec<Fault>,
    /// The letters of the longest move of the game, as records have it.
    pub(super) longest_record: usize,
}

impl GameReport {
    pub(super) fn review(&self) -> GameReview {
        let chances: Vec<_> =
            self.moves.iter().map(|m| (m.side, [m.best.wdl, m.played.wdl])).collect();
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
    explorer: Explorer,
    /// The game that is set up.
    game: ChosenGame,
}

impl<'a> Study<'a> {
    pub(super) fn new(request: &'a AnalysisRequest) -> Result<Study<'a>> {
        let game = request.game.clone();
        let explorer = explorer(&game, request)?;
        Ok(Study { request, explorer, game })
    }

    fn change_game(
        &mut self,
        record: &RecordedGame,
        choice: &GameChoice<'_>,
    ) -> Result<(), Refusal> {
        let game = self.request.game_of(record, choice).map_err(Refusal::NoGame)?;
        if game != self.game {
            let explorer = explorer(&game, self.request);
            self.explorer = explorer.map_err(|error| Refusal::NoSearch(error.to_string()))?;
            self.game = game;
        }
        Ok(())
    }

    /// The moves of a game by its rules, which the explorer then has, with nothing known from earlier
    /// searches. Those that follow are of `searches`.
    fn replayed(
        &mut self,
        game: &RecordedGame,
        choice: &GameChoice<'_>,
        searches: &Arc<Searches>,
    ) -> Result<(Replay, Box<dyn Engine>), Refusal> {
        self.change_game(game, choice)?;
        self.explorer.searches = Arc::clone(searches);
        let mut referee = self.explorer.analyst.game().copy();
        let replay = plyglot_records::replay(game, &mut *referee, None).map_err(Refusal::NoGame)?;
        if let Some(fault) = replay.failure(game) {
            return Err(Refusal::NoGame(fault.clone()));
        }
        self.explorer.analyst.forget();
        Ok((replay, referee))
    }

    pub(super) fn position(
        &mut self,
        line: &PositionLine,
        searches: &Arc<Searches>,
    ) -> Result<PositionReport, Refusal> {
        let id = self.explorer.set_up(&line.text, searches)?;
        let game = self.explorer.analyst.game();
        let position = game.position();
        let side = game.side();
        let picture = game.picture();
        let AnalysisRequest { limits, lines, .. } = self.request;
        let found = match (*lines, limits) {
            (usize::MAX, &GoLimits { depth: Some(depth), nodes: None, move_time: None, .. }) => {
                self.all_moves(depth)?
            }
            _ => self.search(limits, *lines)?,
        };
        let number = line.number;
        let SearchFindings { finished, moves, effort } = found;
        let is_wanted = self.request.threat && finished.is_none();
        let threat = is_wanted.then(|| self.threat()).transpose()?;
        Ok(PositionReport { number, id, position, side, picture, finished, moves, threat, effort })
    }

    fn threat(&mut self) -> Result<(String, Option<RankedMove>), Refusal> {
        let Threat { text, line } = self.explorer.threat()?;
        let best = line.and_then(|(start, info)| {
            let game = self.explorer.analyst.game_mut();
            game.set_position(Some(&start), &[]).ok()?;
            Some(self.scored(info))
        });
        Ok((text, best))
    }

    /// Each move of a game compared with the best one; `tell` sees the report before the first move
    /// and after each. If the search was stopped, the moves before that are there.
    pub(super) fn game(
        &mut self,
        number: usize,
        game: &RecordedGame,
        choice: &GameChoice<'_>,
        searches: &Arc<Searches>,
        tell: &dyn Fn(&GameReport),
    ) -> Result<GameReport, Refusal> {
        let (replay, referee) = self.replayed(game, choice, searches)?;
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
        tell(&report);
        // The rules allowed all of it before.
        let Ok(line) = Line::new(referee, replay.position.as_deref(), &names) else {
            return Ok(report);
        };
        self.explorer.analyst.game_mut().follow_game(&*line.at(0));
        for (ply, (step, place)) in line.steps().iter().zip(replay.places).enumerate() {
            let name = &step.played.name;
            match self.played(place, step) {
                Ok(Some(reviewed)) => {
                    report.moves.push(reviewed);
                    tell(&report);
                }
                // A draw was due that nobody claimed.
                Ok(None) => {}
                Err(Refusal::Stopped) if ply > 0 => {
                    report.is_whole = false;
                    break;
                }
                Err(refusal) => return Err(refusal),
            }
            if self.explorer.analyst.game_mut().push(name).is_err() {
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
        for LegalMove { name, .. } in self.explorer.analyst.game().legal_moves() {
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
    fn played(&mut self, place: usize, step: &LineStep) -> Result<Option<ReviewedMove>, Refusal> {
        let Some(review) = self.explorer.review(&step.played.name)? else { return Ok(None) };
        let MoveReview { cost: MoveCost { played, best }, sign, sentence, beside } = review;
        let LineStep { side, number, .. } = *step;
        let [played, best, beside] = [played, best, beside].map(|info| self.scored(info));
        Ok(Some(ReviewedMove { place, side, number, played, best, sign, sentence, beside }))
    }

    fn search(&mut self, limits: &GoLimits, lines: usize) -> Result<SearchFindings, Refusal> {
        let count = self.explorer.analyst.game().legal_move_count();
        let found = self.explorer.lines(limits, lines.clamp(1, count.max(1)), |_| ())?;
        let effort = SearchEffort::of(&found.lines);
        let moves = found.lines.into_iter().map(|line| self.scored(line)).collect();
        Ok(SearchFindings { finished: found.finished, moves, effort })
    }

    fn scored(&self, info: SearchInfo) -> RankedMove {
        let SearchInfo { depth, value, wdl, pv, .. } = info;
        let name = pv.first().cloned().unwrap_or_default();
        let legal = self.explorer.analyst.game().legal_line(&pv, None);
        let cells = legal.first().map(|m| m.cells).unwrap_or_default();
        let line_records: Vec<String> = legal.into_iter().map(|m| m.record).collect();
        let record = line_records.first().unwrap_or(&name).clone();
        RankedMove { name, record, cells, value, wdl, depth, line: pv, line_records }
    }
}

fn explorer(game: &ChosenGame, request: &AnalysisRequest) -> Result<Explorer> {
    let mut explorer = Explorer::new(game, request.mib, |m| &m.record)?;
    explorer.limits = request.limits.clone();
    Ok(explorer)
}
