//! What all chapters need: the game, the limits, the games that were played for the book, and boards.

use crate::html::Html;
use anyhow::Result;
use plyglot_core::game::MoveCells;
use plyglot_engine::{GoLimits, NamedGame, Pictures, Registry, Value};
use plyglot_records::{GameChoice, GameResult, RecordedGame, RecordedMove};
use plyglot_study::analyse::AnalysisRequest;
use plyglot_study::svg;
use plyglot_train::survey::{OwnGame, Plan, SurveyFindings, survey};
use serde_json::Value as Json;
use std::cell::OnceCell;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// What scores of moves mean.
pub(crate) const SCORES: &str = "\
    A score above 0 is good for the side that makes the move, and one below 0 for the other \
    side. A win in 3 is forced, and 3 are the moves of that side up to the end.";

/// Told how much of a chapter is done, and all of it.
pub(crate) type Tell<'a> = &'a dyn Fn(u64, u64);

/// What a chapter says, or in a sentence why the game has none.
#[derive(Clone, Debug)]
pub(crate) enum Chapter {
    Page(Html),
    Missing(String),
}

pub(crate) struct Author<'a> {
    pub(crate) registry: &'a Registry,
    pub(crate) game: NamedGame,
    pub(crate) plan: Plan,
    pub(crate) threads: usize,
    /// The memory of the tables of analyses, and for tables of endings, in MiB.
    pub(crate) mib: usize,
    pub(crate) interrupt: &'a AtomicBool,
    /// Empty until a chapter asks for them.
    pub(crate) own: OnceCell<OwnGames>,
}

/// The games that were played for the book.
pub(crate) struct OwnGames {
    pub(crate) findings: SurveyFindings,
    /// Those between the strongest players.
    pub(crate) records: Vec<RecordedGame>,
}

impl Author<'_> {
    pub(crate) fn is_interrupted(&self) -> bool {
        self.interrupt.load(Relaxed)
    }

    /// The games of the book, which are played when they are first asked for.
    pub(crate) fn own(&self, tell: Tell<'_>) -> Result<&OwnGames> {
        if let Some(own) = self.own.get() {
            return Ok(own);
        }
        let findings = survey(&self.game.entry, self.plan, self.threads, self.interrupt, tell)?;
        let records = findings.own_games().into_iter().map(record).collect();
        Ok(self.own.get_or_init(|| OwnGames { findings, records }))
    }

    /// How positions of the games are analysed: with the nodes of the strongest players.
    pub(crate) fn request(&self) -> AnalysisRequest<'_> {
        let nodes = Some(self.plan.nodes << self.plan.doublings);
        AnalysisRequest {
            entry: &self.game.entry,
            options: Vec::new(),
            mib: self.mib,
            limits: GoLimits { nodes, ..GoLimits::default() },
            lines: 1,
            threat: false,
        }
    }

    /// The game of all records.
    pub(crate) fn choice(&self) -> GameChoice<'_> {
        GameChoice { registry: self.registry, wanted: Some(self.game), usual: self.game }
    }

    pub(crate) fn side(&self, word: &Json) -> &'static str {
        self.game.entry.info.sides[usize::from(word == "second")]
    }

    /// Adds the board of a position with a caption, which also says what is beside the board.
    pub(crate) fn board(&self, html: &mut Html, rules: &dyn Pictures, caption: &str) {
        self.board_with(html, rules, caption, &[]);
    }

    /// The same with arrows for moves, and their values.
    pub(crate) fn board_with(
        &self,
        html: &mut Html,
        rules: &dyn Pictures,
        caption: &str,
        moves: &[(MoveCells, Value)],
    ) {
        let Some(picture) = rules.picture() else {
            html.lines(caption, &rules.diagram());
            html.paragraph(caption);
            return;
        };
        let sides = self.game.entry.info.sides;
        let drawing = svg(&format!("{caption}: {}", rules.position()), sides, &picture, moves);
        let beside = picture.beside(sides);
        let mut words = vec![caption];
        words.extend(beside.lines().map(str::trim).filter(|line| !line.is_empty()));
        html.small_figure(&drawing, &words.join("; "));
    }
}

fn record(game: OwnGame) -> RecordedGame {
    let moves = game.moves.into_iter();
    let moves = moves.map(|text| RecordedMove { text, ..RecordedMove::default() }).collect();
    let result = game.result.map(|winner| winner.map_or(GameResult::Draw, GameResult::Win));
    RecordedGame { moves, result, ..RecordedGame::default() }
}

/// A score of a move in JSON for people: units of the game, or moves to a forced end.
pub(crate) fn score(of_move: &Json) -> String {
    match (of_move["cp"].as_f64(), of_move["mate"].as_i64()) {
        (Some(centi), _) => format!("{:+.2}", centi / 100.0),
        (None, Some(moves)) if moves > 0 => format!("win in {moves}"),
        (None, Some(moves)) => format!("loss in {}", -moves),
        (None, None) => "-".to_owned(),
    }
}

/// The same as a value, in plies.
pub(crate) fn value(of_move: &Json) -> Option<Value> {
    let number = |key: &str| of_move[key].as_i64().and_then(|number| i32::try_from(number).ok());
    let by_mate = number("mate").map(|moves| Value::End(2 * moves - i32::from(moves > 0)));
    number("cp").map(Value::Centi).or(by_mate)
}

pub(crate) fn text(value: &Json) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

pub(crate) fn items(value: &Json) -> &[Json] {
    value.as_array().map(Vec::as_slice).unwrap_or_default()
}

pub(crate) fn words(value: &Json) -> Vec<String> {
    items(value).iter().map(text).collect()
}
