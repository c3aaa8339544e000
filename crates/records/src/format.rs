//! The formats of records, told by their first lines.

use crate::settle::with_ranks;
use crate::{RecordFormat, RecordedGame, csa, dhtmlxq, kif, move_string, pdn, pgn, psq, sgf, usi};
use plyglot_core::game::sfen;
use plyglot_engine::Engine;
use plyglot_support::files::Format;

/// The lines by which a format is told.
pub(crate) const MAX_LINES: usize = 60;

impl RecordFormat {
    pub const ALL: [RecordFormat; 9] = [
        RecordFormat::Pgn,
        RecordFormat::Pdn,
        RecordFormat::Kif,
        RecordFormat::Csa,
        RecordFormat::Position,
        RecordFormat::Sgf,
        RecordFormat::MoveString,
        RecordFormat::Psq,
        RecordFormat::DhtmlXq,
    ];

    /// Its name, which is also the extension of files that are written in it.
    pub fn name(self) -> &'static str {
        self.extensions()[0]
    }

    /// The extensions of its files, the first of which is its name.
    pub fn extensions(self) -> &'static [&'static str] {
        match self {
            RecordFormat::Pgn => &["pgn", "bpgn", "gib"],
            RecordFormat::Pdn => &["pdn"],
            RecordFormat::Kif => &["kif", "kifu", "ki2", "ki2u"],
            RecordFormat::Csa => &["csa"],
            RecordFormat::DhtmlXq => &["dhtmlxq"],
            RecordFormat::Position => &["usi", "sfen"],
            RecordFormat::Sgf => &["sgf", "hgf", "ggf"],
            RecordFormat::MoveString => &["moves"],
            RecordFormat::Psq => &["psq"],
        }
    }

    pub fn named(name: &str) -> Option<RecordFormat> {
        RecordFormat::ALL.into_iter().find(|format| format.name() == name)
    }

    pub fn is_for(self, rules: &dyn Engine) -> bool {
        match self {
            RecordFormat::Pgn => true,
            RecordFormat::Pdn => pdn::is_for(rules),
            RecordFormat::Kif | RecordFormat::Csa => rules.info().name == "shogi",
            RecordFormat::Position => usi::is_for(rules),
            RecordFormat::Sgf => sgf::Board::of_game(rules.info()).is_some(),
            RecordFormat::MoveString => move_string::is_for(rules),
            RecordFormat::Psq | RecordFormat::DhtmlXq => false,
        }
    }

    /// Whether a game in it can have comments, scores and variations.
    pub fn has_comments(self) -> bool {
        use RecordFormat::{DhtmlXq, MoveString, Position, Psq};
        ![DhtmlXq, MoveString, Position, Psq].contains(&self)
    }

    /// What stands between two games of a file.
    pub fn divider(self) -> &'static str {
        if self == RecordFormat::Csa { "/\n" } else { "" }
    }

    pub fn max_games(self) -> usize {
        if self == RecordFormat::Kif { 1 } else { usize::MAX }
    }

    /// The files of games with comments: PGN for a format that has none.
    pub fn files(self) -> Format {
        use RecordFormat::{Csa, DhtmlXq, Kif, MoveString, Pdn, Pgn, Position, Psq, Sgf};
        match self {
            Pgn | Pdn | Position | MoveString | Psq | DhtmlXq => pgn::FORMAT,
            Kif => Format { name: "a game in KIF", beginnings: &["#KIF"] },
            Csa => Format { name: "games in CSA", beginnings: &["'CSA", "V"] },
            Sgf => Format { name: "games in SGF", beginnings: &["(;"] },
        }
    }

    /// The format of a text; PGN if it is like no other, and for PDN, which is read as PGN.
    pub fn of(text: &str) -> RecordFormat {
        let text = text.trim_start_matches('\u{feff}');
        let lines = text.lines().map(str::trim_end).filter(|line| !line.is_empty());
        for line in lines.take(MAX_LINES) {
            let rest = &text[line.as_ptr() as usize - text.as_ptr() as usize..];
            return match line {
                _ if dhtmlxq::is_line(line) => RecordFormat::DhtmlXq,
                _ if line.starts_with('[') => RecordFormat::Pgn,
                _ if usi::is_line(line) => RecordFormat::Position,
                _ if sgf::is_tree(rest) => RecordFormat::Sgf,
                _ if move_string::is_line(line) => RecordFormat::MoveString,
                _ if psq::is_line(line) => RecordFormat::Psq,
                _ if csa::is_line(line) => RecordFormat::Csa,
                _ if kif::is_line(line) => RecordFormat::Kif,
                _ if line.starts_with("1.") => RecordFormat::Pgn,
                _ => continue,
            };
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
pub(crate) fn read_as(
    format: RecordFormat,
    text: &str,
) -> Box<dyn Iterator<Item = RecordedGame> + '_> {
    let games: Box<dyn Iterator<Item = RecordedGame>> = match format {
        RecordFormat::Pgn | RecordFormat::Pdn => Box::new(pgn::read(text)),
        RecordFormat::DhtmlXq => Box::new(dhtmlxq::read(text).into_iter()),
        RecordFormat::Kif => Box::new(std::iter::once(kif::read(text))),
        RecordFormat::Csa => Box::new(csa::read(text).into_iter()),
        RecordFormat::Position => Box::new(usi::read(text).into_iter()),
        RecordFormat::Sgf => Box::new(sgf::read(text).into_iter()),
        RecordFormat::MoveString => Box::new(move_string::read(text).into_iter()),
        RecordFormat::Psq => Box::new(std::iter::once(psq::read(text))),
    };
    Box::new(games.map(move |game| with_format(format, game)))
}

/// A game that was read in a format: PDN is read as PGN.
pub(crate) fn with_format(format: RecordFormat, game: RecordedGame) -> RecordedGame {
    let is_pdn = format == RecordFormat::Pgn && pdn::is_of(&game);
    RecordedGame { format: if is_pdn { RecordFormat::Pdn } else { format }, ..game }
}

/// The text of each game that was read from a text, as it was written; `None` for one that shares a
/// line with another.
pub fn sources<'t>(text: &'t str, games: &[RecordedGame]) -> Vec<Option<&'t str>> {
    let mut starts = text.match_indices('\n').map(|(at, _)| at + 1);
    let (mut line, mut at) = (1, 0);
    let mut place = |wanted: usize| {
        while line < wanted {
            at = starts.next().unwrap_or(text.len());
            line += 1;
        }
        at
    };
    let ends = games.iter().skip(1).map(|game| Some(game.line)).chain([None]);
    let pairs = games.iter().zip(ends);
    let range = |(game, end): (&RecordedGame, Option<usize>)| {
        let start = place(game.line);
        let end = end.map_or(text.len(), &mut place);
        text.get(start..end).filter(|source| !source.trim().is_empty())
    };
    pairs.map(range).collect()
}

/// The position as the programs of the game's players write it: SFEN in shogi's family, PDN in
/// draughts.
pub fn position_text(rules: &dyn Engine) -> String {
    let text = rules.position();
    let own = if usi::is_for(rules) { sfen::of_fen(&text) } else { None };
    let of_draughts = || pdn::is_for(rules).then(|| pdn::position(rules)).flatten();
    own.or_else(of_draughts).unwrap_or(text)
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
    rules: &mut dyn Engine,
) -> Result<String, String> {
    let refused = format!("a game of {} cannot be written as {}", rules.info().name, format.name());
    if !format.is_for(rules) {
        return Err(refused);
    }
    let settled = with_ranks(game, rules);
    let game = &*settled;
    Ok(match format {
        RecordFormat::Pgn => pgn::print(game, rules),
        RecordFormat::Pdn => pdn::print(game, rules),
        RecordFormat::Kif => kif::print(game, rules),
        RecordFormat::Csa => csa::print(game, rules),
        RecordFormat::Position => usi::print(game, rules),
        RecordFormat::Sgf => sgf::print(game, rules).ok_or(refused)?,
        RecordFormat::MoveString => move_string::print(game, rules).ok_or(refused)?,
        RecordFormat::Psq | RecordFormat::DhtmlXq => return Err(refused),
    })
}
