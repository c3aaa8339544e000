//! What all chapters need: the game, the limits, the games that were played for the book, and boards.

use crate::html::Html;
use anyhow::Result;
use plyglot_core::game::{HeldPiece, MoveCells, MoveNotation, Picture, Side};
use plyglot_engine::{ChosenGame, GoLimits, Pictures, Registry, Value};
use plyglot_records::{GameChoice, RecordedGame, RecordedMove};
use plyglot_study::analyse::{AnalysisRequest, RankedMove};
use plyglot_study::svg;
use plyglot_support::text::{capitalised, counted, list, with_article};
use plyglot_train::survey::{OwnGame, Plan, SurveyFindings, survey};
use std::cell::OnceCell;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

pub(crate) const SCORES: &str = "\
    A score above 0 is good for the side that makes the move, and one below 0 for the other \
    side. A win in 3 is forced, and 3 are the moves of that side up to the end. Searches are \
    short, so that scores on two pages may differ by some tenths.";

/// Shows how much of a chapter is done, and all of it.
pub(crate) type ShowProgress<'a> = &'a dyn Fn(u64, u64);

/// What a chapter says, and the same in brief for the first page; or in a sentence why the game has
/// none.
#[derive(Clone, Debug)]
pub(crate) enum Chapter {
    Page { html: Html, brief: String },
    Missing(String),
}

pub(crate) struct Author<'a> {
    pub(crate) registry: &'a Registry,
    pub(crate) game: ChosenGame,
    pub(crate) plan: Plan,
    pub(crate) threads: usize,
    /// The memory of the tables of analyses, and for tables of endings, in MiB.
    pub(crate) mib: usize,
    pub(crate) interrupt: &'a AtomicBool,
    pub(crate) own: OnceCell<OwnGames>,
}

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
    pub(crate) fn own(&self, show_progress: ShowProgress<'_>) -> Result<&OwnGames> {
        if let Some(own) = self.own.get() {
            return Ok(own);
        }
        let findings =
            survey(&self.game.entry, self.plan, self.threads, self.interrupt, show_progress)?;
        let records = findings.own_games().into_iter().map(record).collect();
        Ok(self.own.get_or_init(|| OwnGames { findings, records }))
    }

    /// How positions of the games are analysed: with the nodes of the strongest players.
    pub(crate) fn request(&self) -> AnalysisRequest {
        let nodes = Some(self.plan.nodes << self.plan.doublings);
        AnalysisRequest {
            game: self.game.clone(),
            mib: self.mib,
            limits: GoLimits { nodes, ..GoLimits::default() },
            lines: 1,
            threat: false,
        }
    }

    pub(crate) fn choice(&self) -> GameChoice<'_> {
        GameChoice { registry: self.registry, game: self.game.clone(), is_wanted: true }
    }

    pub(crate) fn notation(&self) -> Option<MoveNotation> {
        Some(self.game.open().picture()?.shape.notation)
    }

    /// The name of a side as sentences begin with it.
    pub(crate) fn name(&self, side: Side) -> String {
        capitalised(self.game.entry.info.sides[side])
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
        let words = [vec![caption.to_owned()], beside(&picture, sides)].concat();
        html.small_figure(&drawing, &words.join(". "));
    }
}

/// What is beside the board, a sentence for each side; none where nothing can be.
fn beside(picture: &Picture, sides: [&str; 2]) -> Vec<String> {
    match &picture.hands {
        Some(hands) if picture.checks_left.is_none() => {
            let mut words = Vec::new();
            for (side, hand) in sides.into_iter().zip(hands) {
                words.push(format!("{} has {} in hand", capitalised(side), held(picture, hand)));
            }
            words
        }
        _ => {
            let text = picture.beside(sides);
            text.lines().map(|line| capitalised(line.trim())).collect()
        }
    }
}

/// The pieces of a hand by their names: `a rook and 2 silvers`.
fn held(picture: &Picture, hand: &[HeldPiece]) -> String {
    let mut words = Vec::new();
    for HeldPiece { piece, count } in hand {
        words.push(match picture.shape.kind_of(piece) {
            Some(kind) if *count == 1 => with_article(kind.name),
            Some(kind) => counted(count, kind.name),
            None => counted(count, "piece"),
        });
    }
    if words.is_empty() { "nothing".to_owned() } else { list(&words) }
}

fn record(game: OwnGame) -> RecordedGame {
    let mut moves = Vec::new();
    for text in game.moves {
        moves.push(RecordedMove { text, ..RecordedMove::default() });
    }
    RecordedGame { moves, result: Some(game.result), ..RecordedGame::default() }
}

/// A score for people: units of the game, points where they are certain, or moves to a forced end.
pub(crate) fn score(value: Value) -> String {
    match value {
        Value::Centi(centi) => Value::text_of(centi),
        Value::End(plies) if plies > 0 => format!("win in {}", Value::moves_of(plies)),
        Value::End(plies) => format!("loss in {}", -Value::moves_of(plies)),
    }
}

/// The first moves of the line of a move as records have them, with an ellipsis if there are more.
pub(crate) fn shown_line(ranked: &RankedMove, max_moves: usize) -> String {
    let line = &ranked.line_records;
    let shown = &line[..line.len().min(max_moves)];
    let more = if shown.len() < line.len() { " ..." } else { "" };
    format!("{}{more}", shown.join(" "))
}
