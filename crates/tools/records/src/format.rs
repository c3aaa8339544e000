//! The formats of records, told by their first lines: one row for each.

use crate::normalize::with_ranks;
use crate::{
    RecordEncoding, RecordFormat, RecordedGame, csa, dhtmlxq, kif, move_string, pdn, pgn, psq, sgf,
    usi,
};
use plyglot_core::game::sfen;
use plyglot_engine::{MoveText, Pictures};
use plyglot_support::files::Format;
use std::iter;

/// The lines by which a format is told.
pub(crate) const MAX_LINES: usize = 60;

type Games<'t> = Box<dyn Iterator<Item = RecordedGame> + 't>;

/// How files are read in parts.
#[derive(Clone, Copy)]
pub(crate) enum Division {
    /// Not at all: a file has one game.
    Whole,
    /// By the games that have ended, and the place behind them, in bytes.
    Ended(fn(&str) -> (Vec<RecordedGame>, usize)),
    /// By lines, each of which may hold for the games behind it.
    Lines,
}

struct Row {
    format: RecordFormat,
    /// The first of them is its name.
    extensions: &'static [&'static str],
    /// Whether this line tells it, or the text that begins with the line.
    is_told: fn(&str, &str) -> bool,
    read: for<'t> fn(&'t str) -> Games<'t>,
    division: Division,
    is_for: fn(&dyn MoveText) -> bool,
    /// `None` for a game that it cannot have.
    print: fn(&RecordedGame, &mut dyn Pictures) -> Option<String>,
    /// The files of its games; `None` if they cannot have comments, scores and variations.
    files: Option<Format>,
    divider: &'static str,
}

/// In the order of [`RecordFormat`], in which they are tried on each line.
const ROWS: &[Row] = &[
    Row {
        format: RecordFormat::Pgn,
        extensions: &["pgn", "bpgn", "gib"],
        is_told: |line, _| line.starts_with('[') && !dhtmlxq::is_line(line),
        read: |text| Box::new(pgn::read(text)),
        division: Division::Ended(pgn::read_ended),
        is_for: |_| true,
        print: |game, rules| Some(pgn::print(game, rules)),
        files: Some(pgn::FORMAT),
        divider: "",
    },
    Row {
        format: RecordFormat::Pdn,
        extensions: &["pdn"],
        // It is read as PGN.
        is_told: |_, _| false,
        read: |text| Box::new(pgn::read(text)),
        division: Division::Ended(pgn::read_ended),
        is_for: pdn::is_for,
        print: |game, rules| Some(pdn::print(game, rules)),
        files: Some(pgn::FORMAT),
        divider: "",
    },
    Row {
        format: RecordFormat::DhtmlXq,
        extensions: &["dhtmlxq"],
        is_told: |line, _| dhtmlxq::is_line(line),
        read: |text| Box::new(dhtmlxq::read(text).into_iter()),
        division: Division::Ended(dhtmlxq::read_ended),
        is_for: |_| false,
        print: |_, _| None,
        files: None,
        divider: "",
    },
    Row {
        format: RecordFormat::Sgf,
        extensions: &["sgf", "hgf", "ggf"],
        is_told: |_, text| sgf::is_tree(text),
        read: |text| Box::new(sgf::read(text).into_iter()),
        division: Division::Ended(sgf::read_ended),
        is_for: |rules| sgf::Board::of_game(rules.info()).is_some(),
        print: |game, rules| sgf::print(game, rules),
        files: Some(Format { name: "games in SGF", beginnings: &["(;", "1 (;", "2 (;"] }),
        divider: "",
    },
    Row {
        format: RecordFormat::Kif,
        extensions: &["kif", "kifu", "ki2", "ki2u"],
        is_told: |line, _| kif::is_line(line),
        read: |text| Box::new(iter::once(kif::read(text))),
        division: Division::Whole,
        is_for: is_shogi,
        print: |game, rules| Some(kif::print(game, rules)),
        files: Some(Format { name: "a game in KIF", beginnings: &["#KIF"] }),
        divider: "",
    },
    Row {
        format: RecordFormat::Csa,
        extensions: &["csa"],
        is_told: |line, _| csa::is_line(line),
        read: |text| Box::new(csa::read(text).into_iter()),
        division: Division::Ended(csa::read_ended),
        is_for: is_shogi,
        print: |game, rules| Some(csa::print(game, rules)),
        files: Some(Format { name: "games in CSA", beginnings: &["'CSA", "V"] }),
        divider: "/\n",
    },
    Row {
        format: RecordFormat::Position,
        extensions: &["usi", "sfen"],
        is_told: |line, _| usi::is_line(line),
        read: |text| Box::new(usi::read(text).into_iter()),
        division: Division::Lines,
        is_for: usi::is_for,
        print: |game, rules| Some(usi::print(game, rules)),
        files: None,
        divider: "",
    },
    Row {
        format: RecordFormat::MoveString,
        extensions: &["moves"],
        is_told: |line, _| move_string::is_line(line),
        read: |text| Box::new(move_string::read(text).into_iter()),
        division: Division::Ended(move_string::read_ended),
        is_for: move_string::is_for,
        print: |game, rules| move_string::print(game, rules),
        files: None,
        divider: "",
    },
    Row {
        format: RecordFormat::Psq,
        extensions: &["psq"],
        is_told: |line, _| psq::is_line(line),
        read: |text| Box::new(iter::once(psq::read(text))),
        division: Division::Whole,
        is_for: |_| false,
        print: |_, _| None,
        files: None,
        divider: "",
    },
];

fn is_shogi(rules: &dyn MoveText) -> bool {
    rules.info().name == "shogi"
}

impl RecordFormat {
    pub const ALL: [RecordFormat; ROWS.len()] = {
        let mut all = [RecordFormat::Pgn; ROWS.len()];
        let mut row = 0;
        while row < ROWS.len() {
            assert!(ROWS[row].format as usize == row, "the rows are in the order of the formats");
            all[row] = ROWS[row].format;
            row += 1;
        }
        all
    };

    fn row(self) -> &'static Row {
        &ROWS[self as usize]
    }

    /// Its name, which is also the extension of files that are written in it.
    pub fn name(self) -> &'static str {
        self.extensions()[0]
    }

    /// The extensions of its files, the first of which is its name.
    pub fn extensions(self) -> &'static [&'static str] {
        self.row().extensions
    }

    /// The extension of new files in UTF-8, from which other programs know the encoding.
    pub fn utf8_extension(self) -> &'static str {
        let utf8 = RecordEncoding::Utf8;
        let mut extensions = self.extensions().iter().copied();
        extensions.find(|extension| utf8.of_extension(extension) == utf8).unwrap_or(self.name())
    }

    pub fn named(name: &str) -> Option<RecordFormat> {
        RecordFormat::ALL.into_iter().find(|format| format.name() == name)
    }

    pub fn is_for(self, rules: &dyn MoveText) -> bool {
        (self.row().is_for)(rules)
    }

    /// Whether a game in it can have comments, scores and variations.
    pub fn has_comments(self) -> bool {
        self.row().files.is_some()
    }

    /// What stands between two games of a file.
    pub fn divider(self) -> &'static str {
        self.row().divider
    }

    pub fn max_games(self) -> usize {
        if matches!(self.division(), Division::Whole) { 1 } else { usize::MAX }
    }

    pub(crate) fn division(self) -> Division {
        self.row().division
    }

    /// The files of games with comments: PGN for a format that has none.
    pub fn files(self) -> &'static Format {
        self.row().files.as_ref().unwrap_or(&pgn::FORMAT)
    }

    /// The format of a text; PGN if it is like no other, and for PDN, which is read as PGN.
    pub fn of(text: &str) -> RecordFormat {
        let text = text.trim_start_matches('\u{feff}');
        let lines = text.lines().map(str::trim_end).filter(|line| !line.is_empty());
        for line in lines.take(MAX_LINES) {
            let rest = &text[line.as_ptr() as usize - text.as_ptr() as usize..];
            if let Some(row) = ROWS.iter().find(|row| (row.is_told)(line, rest)) {
                return row.format;
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
    read_as(RecordFormat::of(text), text)
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
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    starts.iter().zip(ends).map(|(&start, end)| text.get(start..end).unwrap_or_default()).collect()
}

/// The position as the programs of the game's players write it: SFEN in shogi's family, PDN in
/// draughts.
pub fn position_text(rules: &dyn Pictures) -> String {
    let text = rules.position();
    let own = if usi::is_for(rules) { sfen::of_fen(&text) } else { None };
    own.or_else(|| pdn::is_for(rules).then(|| pdn::position(rules)).flatten()).unwrap_or(text)
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
    if !format.is_for(rules) {
        return Err(refused);
    }
    let renumbered = with_ranks(game, rules);
    (format.row().print)(&renumbered, rules).ok_or(refused)
}
