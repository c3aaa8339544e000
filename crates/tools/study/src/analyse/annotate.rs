//! A game with what the engine says of its moves, beside what its author wrote; and puzzles as games.

use super::study::{GameReport, Puzzle, ReviewedMove};
use crate::shared::{Subject, mark};
use anyhow::{Context, Result, anyhow, ensure};
use plyglot_core::game::Side;
use plyglot_engine::{Line, MoveText, Registry, Value};
use plyglot_match::plan::Limit;
use plyglot_match::record::pgn::{self, PgnHeader};
use plyglot_match::record::{GameEnd, GameRecord, GameResult, Termination};
use plyglot_records::{
    GameChoice, RecordEncoding, RecordFormat, RecordedGame, RecordedMove, Tag, command, print,
    set_command, with_ranks,
};
use plyglot_support::files::{Growing, cannot_be_written};
use plyglot_support::text::percent;
use std::io::Read;
use std::path::{Path, PathBuf};

/// The glyphs of PGN for marks.
const NAGS: [(&str, u8); 3] = [("??", 4), ("?", 2), ("?!", 6)];
/// Glyphs up to this one judge a move.
const LAST_MARK: u8 = 6;
/// The command of a score.
const EVAL: &str = "eval";
/// The plies of a better line that are written.
const MAX_PLIES: usize = 10;

/// The file to which games are appended, if one is wanted; in a format that has one game to a file
/// it may have a `%`, which stands for their numbers.
pub(super) struct GamesFile<'a> {
    path: Option<&'a Path>,
    file: Option<(PathBuf, Growing)>,
    /// Whether each game has a file of its own.
    is_numbered: bool,
    /// How many games were written.
    count: usize,
    format: RecordFormat,
    encoding: RecordEncoding,
    registry: &'a Registry,
}

impl<'a> GamesFile<'a> {
    /// The file for these games: in their format, or in PGN if that has no comments.
    pub(super) fn new(
        path: Option<&'a Path>,
        registry: &'a Registry,
        games: &[Subject],
        encoding: RecordEncoding,
    ) -> Result<GamesFile<'a>> {
        let formats = games.iter().filter_map(|subject| match subject {
            Subject::Game(_, game) => Some(game.format),
            Subject::Position(_) => None,
        });
        let format = formats.into_iter().find(|format| format.has_comments()).unwrap_or_default();
        let is_numbered = false;
        let mut it =
            GamesFile { path, file: None, is_numbered, count: 0, format, encoding, registry };
        let Some(path) = path else { return Ok(it) };
        let extension = path.extension().and_then(|extension| extension.to_str());
        let encoding = encoding.of_extension(extension.unwrap_or_default());
        if format.max_games() == 1 && path.to_string_lossy().contains('%') {
            return Ok(GamesFile { encoding, is_numbered: true, ..it });
        }
        let file = Growing::open(path, format.files());
        let file = file.with_context(|| cannot_be_written(path))?;
        let mut earlier = Vec::new();
        let read = file.content().and_then(|mut content| content.read_to_end(&mut earlier));
        read.with_context(|| cannot_be_written(path))?;
        let has_room = usize::from(!earlier.is_empty()) + games.len() <= format.max_games();
        ensure!(has_room, no_room(path, format));
        it.encoding = if earlier.is_empty() { encoding } else { RecordEncoding::of(&earlier) };
        it.file = Some((path.to_owned(), file));
        Ok(it)
    }

    /// Adds a game that could not be read as it was written.
    pub(super) fn keep(&mut self, game: &RecordedGame, source: &str) -> Result<()> {
        // PDN stands in files of PGN.
        let is_same =
            game.format.has_comments() && game.format.files().name == self.format.files().name;
        if !is_same || source.is_empty() {
            return Ok(());
        }
        self.write(&format!("{}\n\n", source.trim()), self.format)
    }

    pub(super) fn add(&mut self, game: &RecordedGame, report: &GameReport) -> Result<()> {
        if self.path.is_none() {
            return Ok(());
        }
        let mut rules = report.entry.open();
        for (name, value) in &report.options {
            rules.set_option(name, value);
        }
        // The engine's moves count ranks from 1.
        let game_with_ranks = with_ranks(game, &mut *rules);
        let game = annotated(&game_with_ranks, report, self.registry.program().name());
        let format = self.format_for(&*rules);
        let text = print(&game, format, &mut *rules).map_err(|error| anyhow!(error))?;
        self.write(&text, format)
    }

    /// Adds the puzzles of a game, each as a game that begins with its solution.
    pub(super) fn add_puzzles(
        &mut self,
        game: &RecordedGame,
        puzzles: &[Puzzle],
        choice: &GameChoice<'_>,
    ) -> Result<()> {
        if self.path.is_none() {
            return Ok(());
        }
        let named = choice.game_of(game)?;
        let players = ["White", "Black"].map(|name| game.tag(name).unwrap_or("?"));
        let date = game.tag("Date").unwrap_or("????.??.??");
        for puzzle in puzzles {
            let mut rules = named.open();
            for (name, value) in &puzzle.options {
                rules.set_option(name, value);
            }
            let moves = puzzle.solution.line.iter().take(MAX_PLIES).map(String::as_str);
            let moves: Vec<&str> = moves.collect();
            let line = Line::new(rules.copy(), Some(&puzzle.position), &moves);
            // The search has found it there.
            let Ok(line) = line else { continue };
            let end = GameEnd {
                result: GameResult::Unfinished,
                termination: Termination::Interrupted,
                reason: String::new(),
            };
            let header = PgnHeader {
                game: named.name(),
                event: &format!("Puzzle, level {}", puzzle.level),
                players,
                limits: [Limit::default(); 2],
            };
            let record = GameRecord::of_line(&line, end);
            let record = pgn::game(&record, header, self.registry, date);
            let format = self.format_for(&*rules);
            let text = print(&record, format, &mut *rules).map_err(|error| anyhow!(error))?;
            self.write(&text, format)?;
        }
        Ok(())
    }

    /// PDN stands in files of PGN, and only has draughts.
    fn format_for(&self, rules: &dyn MoveText) -> RecordFormat {
        let has_other_rules = self.format == RecordFormat::Pdn && !self.format.is_for(rules);
        if has_other_rules { RecordFormat::Pgn } else { self.format }
    }

    fn write(&mut self, text: &str, format: RecordFormat) -> Result<()> {
        self.count += 1;
        if let Some(path) = self.path.filter(|_| self.is_numbered) {
            let name = path.to_string_lossy().replace('%', &self.count.to_string());
            let path = PathBuf::from(name);
            let file = Growing::open(&path, format.files());
            let file = file.with_context(|| cannot_be_written(&path))?;
            self.file = Some((path, file));
        }
        let Some((path, file)) = &mut self.file else { return Ok(()) };
        let is_next = file.length().with_context(|| cannot_be_written(path))? > 0;
        ensure!(!is_next || format.max_games() > 1, no_room(path, format));
        let divider = if is_next { format.divider() } else { "" };
        let game = self.encoding.encode(text, format);
        file.add(&[divider.as_bytes(), &game].concat()).with_context(|| cannot_be_written(path))
    }
}

fn no_room(path: &Path, format: RecordFormat) -> String {
    let kind = format.files().name;
    format!("{}: expected a new file, as it can only have {kind}", path.display())
}

/// The game with a score after each move, a mark and the better line for each that cost something.
/// Marks of the author stay, and what this program said before goes.
pub(super) fn annotated(game: &RecordedGame, report: &GameReport, program: &str) -> RecordedGame {
    let mut game = game.clone();
    let is_own = game.tag("Annotator") == Some(program);
    for m in &report.moves {
        let written = &mut game.moves[m.place];
        forget(written, program);
        if is_own || command(&written.comment, EVAL).is_none() {
            set_eval(written, m.side, m.played.value, m.played.depth);
        }
        let sign = mark(m.lost_points());
        // Two moves may be in one word, which has one place.
        let is_alone = !report.moves.iter().any(|other| other.place == m.place && other != m);
        if !sign.is_empty() && is_alone {
            mark_move(written, m, sign, program);
        }
    }
    // Files of games begin with it.
    if game.tag("Event").is_none() {
        game.tags.insert(0, Tag::new(0, "Event", "?"));
    }
    if game.tag("Annotator").is_none() {
        game.tags.push(Tag::new(0, "Annotator", program));
    }
    game
}

fn mark_move(written: &mut RecordedMove, m: &ReviewedMove, sign: &str, program: &str) {
    let is_marked = written.nags.iter().any(|nag| *nag <= LAST_MARK);
    let nag = NAGS.iter().find(|(known, _)| *known == sign && !is_marked);
    written.nags.extend(nag.map(|(_, nag)| nag));
    let sign = nag.map_or_else(String::new, |(sign, _)| format!(" {sign}"));
    let plies = m.best.line.iter().take(MAX_PLIES);
    let mut better: Vec<RecordedMove> =
        plies.map(|name| RecordedMove { text: name.clone(), ..RecordedMove::default() }).collect();
    if let Some(first) = better.first_mut() {
        first.before = format!("{program}{sign}: costs {}", percent(m.lost_points()));
        set_eval(first, m.side, m.best.value, m.best.depth);
        written.variations.push(better);
    }
}

/// Takes away the line and the mark that this program once added.
fn forget(written: &mut RecordedMove, program: &str) {
    let mut gone = None;
    written.variations.retain(|line| {
        let said = line.first().and_then(|first| first.before.strip_prefix(program));
        let said = said.and_then(|said| said.split_once(": costs "));
        gone = said.map(|(sign, _)| sign.trim().to_owned()).or(gone.take());
        said.is_none()
    });
    let nag = NAGS.iter().find(|(sign, _)| gone.as_deref() == Some(*sign));
    if let Some((_, nag)) = nag {
        written.nags.retain(|other| other != nag);
    }
}

/// Writes the value after a move for the first player, as `[%eval]` has it: units or moves to the
/// end, and the depth. A move that ends the game needs none, and one without a depth is of somebody
/// else, and stays.
fn set_eval(written: &mut RecordedMove, side: Side, value: Value, depth: u16) {
    if command(&written.comment, EVAL).is_some_and(|eval| !eval.contains(',')) {
        return;
    }
    let sign = if side == Side::First { 1 } else { -1 };
    let text = match value {
        Value::Centi(centi) => format!("{:.2},{depth}", f64::from(sign * centi) / 100.0),
        // The move itself is one of them.
        Value::End(plies) => match Value::moves_of(plies) - i32::from(plies > 0) {
            0 => return,
            moves => format!("#{},{depth}", sign * moves),
        },
    };
    set_command(&mut written.comment, EVAL, &text);
}
