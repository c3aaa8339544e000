//! A game with what the engine says of its moves, beside what its author wrote; and puzzles as games.

use super::study::{GameReport, OPENING, Puzzle, ReviewedMove};
use crate::shared::Subject;
use anyhow::{Context, Result, anyhow, ensure};
use plyglot_core::game::Side;
use plyglot_engine::{Engine, OptionValues, Registry, Value};
use plyglot_records::{
    RecordEncoding, RecordFormat, RecordedGame, RecordedMove, Tag, command, print, set_command,
    with_ranks,
};
use plyglot_support::files::{Growing, cannot_be_written};
use plyglot_support::text::percent;
use std::collections::HashSet;
use std::io::Read;
use std::path::Path;

/// The glyphs of PGN for signs.
const NAGS: [(&str, u8); 5] = [("??", 4), ("?", 2), ("?!", 6), ("!", 1), ("□", 7)];
/// Glyphs up to this one judge a move.
const LAST_MARK: u8 = 7;
/// The score after a move, and ours beside one of the author.
const EVAL: &str = "eval";
const ENGINE_EVAL: &str = "engineEval";
/// The tags of a game that its puzzles have, too.
const KEPT: [&str; 5] = ["White", "Black", "Date", "Variant", "GameType"];
/// The plies of a better line that are written.
const MAX_PLIES: usize = 10;

#[derive(PartialEq, Eq, Hash)]
struct PuzzleStart {
    game: &'static str,
    options: OptionValues,
    position: String,
}

/// The file to which annotated games are appended, if one is wanted.
pub(super) struct GamesFile<'a> {
    file: Option<(&'a Path, Growing)>,
    format: RecordFormat,
    encoding: RecordEncoding,
    program: &'a str,
    puzzles: HashSet<PuzzleStart>,
}

impl<'a> GamesFile<'a> {
    /// The file for these games: in their format, or in PGN if that has no comments.
    pub(super) fn new(
        path: Option<&'a Path>,
        registry: &'a Registry,
        games: &[Subject],
        encoding: RecordEncoding,
    ) -> Result<GamesFile<'a>> {
        let format = games
            .iter()
            .filter_map(|subject| match subject {
                Subject::Game(_, game) => Some(game.format),
                Subject::Position(_) => None,
            })
            .find(|format| format.has_comments())
            .unwrap_or_default();
        let program = registry.program().name();
        let puzzles = HashSet::new();
        let Some(path) = path else {
            return Ok(GamesFile { file: None, format, encoding, program, puzzles });
        };
        let file = Growing::open(path, format.annotated_files());
        let file = file.with_context(|| cannot_be_written(path))?;
        let mut earlier = Vec::new();
        let read = file.content().and_then(|mut content| content.read_to_end(&mut earlier));
        read.with_context(|| cannot_be_written(path))?;
        let has_room = usize::from(!earlier.is_empty()) + games.len() <= format.max_games();
        let path_name = path.display();
        let kind = format.annotated_files().name;
        ensure!(has_room, "{path_name}: expected a new file, as it can only have {kind}");
        let extension = path.extension().and_then(|extension| extension.to_str());
        let encoding = match earlier[..] {
            [] => encoding.of_extension(extension.unwrap_or_default()),
            _ => RecordEncoding::detect(&earlier),
        };
        Ok(GamesFile { file: Some((path, file)), format, encoding, program, puzzles })
    }

    /// Adds a game that could not be read as it was written; says so where its text cannot stand in
    /// the file.
    pub(super) fn keep(&mut self, number: usize, game: &RecordedGame, source: &str) -> Result<()> {
        let Some((path, _)) = &self.file else { return Ok(()) };
        if !self.can_copy(game) {
            let line = game.line;
            let path = path.display();
            let format = self.format.name();
            log::warn!("game {number}: line {line}: it is not in {path}, a file of {format}");
            return Ok(());
        }
        self.write(&format!("{}\n\n", source.trim()), self.format)
    }

    /// Whether the text of a game can stand in the file as it is: PDN stands in files of PGN.
    fn can_copy(&self, game: &RecordedGame) -> bool {
        let files = game.format.annotated_files();
        game.format.has_comments() && files.name == self.format.annotated_files().name
    }

    /// Adds a game with what was found; as it was written, if its format cannot have others of its
    /// rules.
    pub(super) fn add(
        &mut self,
        game: &RecordedGame,
        report: &GameReport,
        source: &str,
    ) -> Result<()> {
        if self.file.is_none() {
            return Ok(());
        }
        let mut rules = report.game.open();
        if self.format != RecordFormat::Pdn && !self.format.is_for(&*rules) {
            let number = report.number;
            let name = rules.info().name;
            let format = self.format.name();
            if self.can_copy(game) {
                log::warn!("game {number}: {format} of {name} is copied without scores and marks");
            }
            return self.keep(number, game, source);
        }
        // The engine's moves count ranks from 1.
        let game_with_ranks = with_ranks(game, &mut *rules);
        let mut game = annotated(&game_with_ranks, report, self.program);
        // Other formats tell the game by what they are.
        if self.format == RecordFormat::Pgn && !self.can_copy(&game) {
            add_variant(&mut game.tags, rules.info().name);
        }
        self.print(&game, &mut *rules)
    }

    /// Adds the puzzles of a game, each as a game that begins with its solution. Those that have come
    /// before are dropped.
    pub(super) fn add_puzzles(&mut self, of: &Subject, puzzles: &mut Vec<Puzzle>) -> Result<()> {
        puzzles.retain(|puzzle| {
            self.puzzles.insert(PuzzleStart {
                game: puzzle.game.entry.info.name,
                options: puzzle.game.options().clone(),
                position: puzzle.heading.position.clone(),
            })
        });
        let (Some(_), Subject::Game(_, game)) = (&self.file, of) else { return Ok(()) };
        for Puzzle { game: chosen, heading, solution, level, .. } in &*puzzles {
            let name = chosen.entry.info.name;
            let mut tags = vec![Tag::new(0, "Event", format!("Puzzle, level {level}"))];
            tags.extend(game.tags.iter().filter(|tag| KEPT.contains(&&*tag.name)).cloned());
            add_variant(&mut tags, name);
            tags.extend([Tag::new(0, "SetUp", "1"), Tag::new(0, "FEN", &heading.position)]);
            let moves = line_of(&solution.line);
            let puzzle = RecordedGame { tags, moves, ..RecordedGame::default() };
            self.print(&puzzle, &mut *chosen.open())?;
        }
        Ok(())
    }

    fn print(&mut self, game: &RecordedGame, rules: &mut dyn Engine) -> Result<()> {
        let has_other_rules = self.format == RecordFormat::Pdn && !self.format.is_for(&*rules);
        let format = if has_other_rules { RecordFormat::Pgn } else { self.format };
        let text = print(game, format, rules).map_err(|error| anyhow!(error))?;
        self.write(&text, format)
    }

    fn write(&mut self, text: &str, format: RecordFormat) -> Result<()> {
        let Some((path, file)) = &mut self.file else { return Ok(()) };
        let is_next = file.length().with_context(|| cannot_be_written(path))? > 0;
        let has_room = !is_next || format.max_games() > 1;
        ensure!(has_room, "{}: it can only have {}", path.display(), format.annotated_files().name);
        let divider = if is_next { format.divider() } else { "" };
        let game = self.encoding.encode(text, format);
        file.add(&[divider.as_bytes(), &game].concat()).with_context(|| cannot_be_written(path))
    }
}

/// The game with a score after each move and, for each that has a sign, this sign, the reason, and the
/// line that is better, or excelled. Marks of the author stay, and what this program said before goes.
pub(super) fn annotated(game: &RecordedGame, report: &GameReport, program: &str) -> RecordedGame {
    let original = game;
    let mut game = original.clone();
    let annotator = original.tag("Annotator");
    for m in &report.moves {
        let written = &mut game.moves[m.index];
        forget(written, program);
        if let Some(name) = name_of_eval(&original.moves[m.index], annotator, program) {
            set_eval(written, name, m.side, m.played.value, m.played.depth);
        }
        // Two moves may be in one word, which has one place.
        let is_alone = !report.moves.iter().any(|other| other.index == m.index && other != m);
        if !m.sign.is_empty() && is_alone {
            mark_move(written, m, program);
        }
    }
    // Files of games begin with it.
    if game.tag("Event").is_none() {
        game.tags.insert(0, Tag::new(0, "Event", "?"));
    }
    if game.tag(OPENING).is_none() {
        game.tags.extend(report.opening().map(|name| Tag::new(0, OPENING, name)));
    }
    if game.tag("Annotator").is_none() {
        game.tags.push(Tag::new(0, "Annotator", program));
    }
    game
}

/// Adds the tag that names a game, unless one does.
fn add_variant(tags: &mut Vec<Tag>, name: &str) {
    let is_named = tags.iter().any(|tag| ["Variant", "GameType"].contains(&&*tag.name));
    if !is_named && name != "chess" {
        tags.push(Tag::new(0, "Variant", name));
    }
}

fn line_of(names: &[String]) -> Vec<RecordedMove> {
    let mut line = Vec::new();
    for text in names.iter().take(MAX_PLIES).cloned() {
        line.push(RecordedMove { text, ..RecordedMove::default() });
    }
    line
}

fn mark_move(written: &mut RecordedMove, m: &ReviewedMove, program: &str) {
    let is_marked = written.nags.iter().any(|nag| *nag <= LAST_MARK);
    let nag = NAGS.iter().find(|(known, _)| *known == m.sign && !is_marked);
    written.nags.extend(nag.map(|(_, nag)| nag));
    let sign = nag.map_or_else(String::new, |(sign, _)| format!(" {sign}"));
    let mut beside = line_of(&m.beside.line);
    if let Some(first) = beside.first_mut() {
        let cost = m.lost_points;
        let cost = if cost > 0.0 { format!(" costs {}.", percent(cost)) } else { String::new() };
        let why = m.sentence.as_ref().map_or(String::new(), |why| format!(" {}", why.text));
        first.before = format!("{program}{sign}:{cost}{why}");
        set_eval(first, EVAL, m.side, m.beside.value, m.beside.depth);
        written.variations.push(beside);
    }
}

/// Takes away the line and the mark that this program once added.
fn forget(written: &mut RecordedMove, program: &str) {
    let mut gone = None;
    written.variations.retain(|line| {
        let Some(sign) = line.first().and_then(|first| own_sign(&first.before, program)) else {
            return true;
        };
        gone = Some(sign.to_owned());
        false
    });
    let nag = NAGS.iter().find(|(sign, _)| gone.as_deref() == Some(*sign));
    if let Some((_, nag)) = nag {
        written.nags.retain(|other| other != nag);
    }
}

/// The sign in a remark of this program before a line that it added; `None` if it is of another.
fn own_sign<'a>(remark: &'a str, program: &str) -> Option<&'a str> {
    let (sign, _) = remark.strip_prefix(program)?.split_once(':')?;
    let sign = sign.trim();
    let is_sign = sign.is_empty() || NAGS.iter().any(|(known, _)| *known == sign);
    if is_sign { Some(sign) } else { None }
}

/// The command of our score of a move, beside a score of its author. A score without a depth is the
/// author's, as any is in a game that nobody has annotated yet. In one that somebody else has
/// annotated, nothing tells a score with a depth from one of ours, so that it stands for ours.
fn name_of_eval(
    original: &RecordedMove,
    annotator: Option<&str>,
    program: &str,
) -> Option<&'static str> {
    let Some(eval) = command(&original.comment, EVAL) else { return Some(EVAL) };
    let has_ours = command(&original.comment, ENGINE_EVAL).is_some();
    if !eval.contains(',') || has_ours || annotator.is_none() {
        Some(ENGINE_EVAL)
    } else if annotator == Some(program) {
        Some(EVAL)
    } else {
        None
    }
}

/// Writes the value after a move for the first player, as `[%eval]` has it: units, points or moves to
/// the end, and the depth. A move that ends the game needs none.
fn set_eval(written: &mut RecordedMove, name: &str, side: Side, value: Value, depth: u16) {
    let sign = if side == Side::First { 1 } else { -1 };
    let text = match value {
        // The move itself is one of them.
        Value::End(plies) => match Value::moves_of(plies) - i32::from(plies > 0) {
            0 => return,
            moves => format!("#{},{depth}", sign * moves),
        },
        Value::Centi(centi) => format!("{:.2},{depth}", Value::units_of(sign * centi)),
    };
    set_command(&mut written.comment, name, &text);
}
