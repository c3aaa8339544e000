//! What the rows of the formats say, and reading and writing by them.

use crate::game::{EndedGames, LineReader};
use crate::normalize::with_ranks;
use crate::{ROWS, RecordEncoding, RecordFormat, RecordedGame, pdn, pgn, position_commands};
use plyglot_core::game::sfen;
use plyglot_engine::{MoveText, Pictures};
use plyglot_support::files::Format;

/// The lines by which a format is told.
pub(crate) const MAX_LINES: usize = 60;

pub(crate) type Games<'t> = Box<dyn Iterator<Item = RecordedGame> + 't>;

/// How files are read in parts.
#[derive(Clone, Copy)]
pub(crate) enum Division {
    /// Not at all: a file has one game.
    Whole,
    /// By the games that have ended.
    Ended(fn(&str) -> EndedGames),
    /// By whole lines, with a reader that knows what those before them said.
    Streamed(fn() -> Box<dyn LineReader>),
}

pub(crate) struct Row {
    /// As JSON and the interfaces of other languages call it, so that it never changes.
    pub(crate) name: &'static str,
    /// As the documents call it.
    pub(crate) title: &'static str,
    /// Those of its files, of which another format may have some, too. The first is that of new
    /// files.
    pub(crate) extensions: &'static [&'static str],
    /// Whether this line tells it, or the text that begins with the line.
    pub(crate) recognises: fn(&str, &str) -> bool,
    pub(crate) read: for<'t> fn(&'t str) -> Games<'t>,
    pub(crate) division: Division,
    /// Whether games in it are written as in PGN, with tags and numbers of moves.
    pub(crate) is_like_pgn: bool,
    /// Whether a game in it is a string of moves, with neither tags nor a position.
    pub(crate) is_bare_moves: bool,
    /// `None` for a format that is only read.
    pub(crate) printer: Option<Printer>,
}

pub(crate) struct Printer {
    pub(crate) is_for: fn(&dyn MoveText) -> bool,
    /// `None` for a game that the format cannot have.
    pub(crate) print: fn(&RecordedGame, &mut dyn Pictures) -> Option<String>,
    /// The files of its games; `None` if they cannot have comments, scores and variations.
    pub(crate) annotated_files: Option<Format>,
    /// What stands between two games of a file.
    pub(crate) divider: &'static str,
}

macro_rules! formats {
    ($($(#[$attribute:meta])* $format:ident { $($row:tt)* })*) => {
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub enum RecordFormat {
            $($(#[$attribute])* $format,)*
        }

        const ROWS: &[$crate::format::Row] = &[$($crate::format::Row { $($row)* },)*];

        impl RecordFormat {
            pub const ALL: [RecordFormat; ROWS.len()] = [$(RecordFormat::$format,)*];
        }
    };
}

pub(crate) use formats;

impl RecordFormat {
    fn row(self) -> &'static Row {
        &ROWS[self as usize]
    }

    fn printer(self) -> Option<&'static Printer> {
        self.row().printer.as_ref()
    }

    /// Its name in JSON and in the interfaces of other languages.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// What the documents call it.
    pub fn title(self) -> &'static str {
        self.row().title
    }

    /// The extensions of its files, the first of which is that of new ones.
    pub fn extensions(self) -> &'static [&'static str] {
        self.row().extensions
    }

    /// The extension of new files in UTF-8, from which other programs know the encoding.
    pub fn utf8_extension(self) -> &'static str {
        let utf8 = RecordEncoding::Utf8;
        let own = self.extensions().iter().find(|extension| utf8.of_extension(extension) == utf8);
        own.copied().unwrap_or(self.extensions()[0])
    }

    pub fn named(name: &str) -> Option<RecordFormat> {
        RecordFormat::ALL.into_iter().find(|format| format.name() == name)
    }

    /// Whether games are written in it, and not only read.
    pub fn is_written(self) -> bool {
        self.printer().is_some()
    }

    pub fn is_for(self, rules: &dyn MoveText) -> bool {
        self.printer().is_some_and(|printer| (printer.is_for)(rules))
    }

    pub(crate) fn is_like_pgn(self) -> bool {
        self.row().is_like_pgn
    }

    /// Whether a game in it is a string of moves, with neither tags nor a position.
    pub fn is_bare_moves(self) -> bool {
        self.row().is_bare_moves
    }

    /// Whether a game in it can have comments, scores and variations.
    pub fn has_comments(self) -> bool {
        self.printer().is_some_and(|printer| printer.annotated_files.is_some())
    }

    /// What stands between two games of a file.
    pub fn divider(self) -> &'static str {
        self.printer().map_or("", |printer| printer.divider)
    }

    pub fn max_games(self) -> usize {
        if matches!(self.division(), Division::Whole) { 1 } else { usize::MAX }
    }

    pub(crate) fn division(self) -> Division {
        self.row().division
    }

    /// The files of games with comments: PGN for a format that has none.
    pub fn annotated_files(self) -> &'static Format {
        self.printer().and_then(|printer| printer.annotated_files.as_ref()).unwrap_or(&pgn::FORMAT)
    }

    /// The format of a text; PGN if it is like no other, and for PDN, which is read as PGN.
    pub fn detect(text: &str) -> RecordFormat {
        let text = text.trim_start_matches('\u{feff}');
        for line in text.lines().map(str::trim_end).filter(|line| !line.is_empty()).take(MAX_LINES)
        {
            let rest = &text[line.as_ptr() as usize - text.as_ptr() as usize..];
            for format in RecordFormat::ALL {
                if (format.row().recognises)(line, rest) {
                    return format;
                }
            }
            if line.starts_with("1.") {
                break;
            }
        }
        RecordFormat::Pgn
    }
}

/// Reads the games of a text in any format. Whatever is wrong in a game, what could be read of it is
/// kept.
pub fn read(text: &str) -> Box<dyn Iterator<Item = RecordedGame> + '_> {
    read_as(RecordFormat::detect(text), text)
}

/// Reads the games of a text in this format; of PDN as PGN.
pub(crate) fn read_as(format: RecordFormat, text: &str) -> Games<'_> {
    let games = (format.row().read)(text);
    Box::new(games.map(move |game| with_format(format, game)))
}

/// A game that was read in a format: PDN is read as PGN.
pub(crate) fn with_format(format: RecordFormat, game: RecordedGame) -> RecordedGame {
    let is_pdn = format == RecordFormat::Pgn && pdn::is_of(&game);
    RecordedGame { format: if is_pdn { RecordFormat::Pdn } else { format }, ..game }
}

/// The text of each game that was read from a text, as it was written, with what follows it.
pub fn sources<'t>(text: &'t str, games: &[RecordedGame]) -> Vec<&'t str> {
    let mut line_starts = text.match_indices('\n').map(|(at, _)| at + 1);
    let mut line = 1;
    let mut line_start = 0;
    let mut starts = Vec::new();
    for game in games {
        while line < game.line {
            line_start = line_starts.next().unwrap_or(text.len());
            line += 1;
        }
        starts.push(line_start + game.column);
    }
    starts.push(text.len());
    starts.windows(2).map(|ends| text.get(ends[0]..ends[1]).unwrap_or_default()).collect()
}

/// The position as the programs of the game's players write it: SFEN in shogi's family, PDN in
/// draughts.
pub fn position_text(rules: &dyn Pictures) -> String {
    let text = rules.position();
    if position_commands::is_for(rules)
        && let Some(sfen) = sfen::from_fen(&text)
    {
        return sfen;
    }
    if pdn::is_for(rules)
        && let Some(pdn) = pdn::position(rules)
    {
        return pdn;
    }
    text
}

/// A game in a format. Moves that are not legal, and those that follow, are as they were written if
/// the game was read in this format, or if that is how the format has moves, as all are in PGN; else
/// they are left out.
///
/// # Errors
/// If records of the game are never in this format.
pub fn print(
    game: &RecordedGame,
    format: RecordFormat,
    rules: &mut dyn Pictures,
) -> Result<String, String> {
    let refused = format!("a game of {} cannot be written as {}", rules.info().name, format.name());
    let Some(printer) = format.printer() else { return Err(refused) };
    if !(printer.is_for)(rules) {
        return Err(refused);
    }
    let renumbered = with_ranks(game, rules);
    (printer.print)(&renumbered, rules).ok_or(refused)
}
