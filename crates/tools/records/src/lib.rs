//! Games as files have them. `plyglot match`, `analyse`, `play`, the page in the browser and the
//! package for Python read and write games here, and nowhere else.
//!
//! [`read`] tells the format of a text by its first lines and divides it into games; it knows no
//! rules. [`GameChoice`] finds the game that the tags of each name, and [`replay()`] plays its
//! moves, which may be in any notation of the game.
//! [`GameStream`] reads a file in parts, of which it holds no more than a few.
//! What is wrong in a text is a [`Fault`] with its line, and never the end of the reading.
//!
//! A new format is a file with `is_line`, `read` and, if it is also written, `is_for` and `print`;
//! a row of `formats!` below; and a record in `tests/data/families.json`. There, the family whose
//! players have the format has its record in it among the `others`, by the name of the format. What
//! that record does not show may stand in `examples` and `files`; `tests/protocol/families.rs`
//! explains all keys.

#![allow(missing_docs, reason = "the interface for authors is that of core and engine")]

mod branches;
mod choice;
mod commands;
mod csa;
mod dhtmlxq;
mod encoding;
mod fault;
mod format;
mod game;
mod game_end;
mod gib;
mod gomocup;
mod heading;
mod json_game;
mod kif;
mod move_comment;
mod normalize;
mod openings;
mod othello_moves;
mod pdn;
pub mod pgn;
mod position_commands;
mod reason;
mod replay;
mod sgf;
mod shogi;
mod stream;
#[cfg(test)]
mod tests;
mod walk;

pub use choice::{GameChoice, find_game};
pub use commands::{command, set_command};
pub use encoding::{Decoder, RecordEncoding, decoded, is_compressed};
pub use fault::Fault;
pub use format::{position_text, print, read, sources};
pub use game::{RecordedGame, RecordedMove, Tag};
pub use game_end::{GameEnd, Termination};
pub use heading::{Heading, move_time_control, seconds_text, utc_date};
pub use json_game::{JsonGame, json_games};
pub use move_comment::{move_comment, score_of};
pub use normalize::with_ranks;
pub use openings::opening_name;
pub use reason::{reason, reason_of_tags};
pub use replay::{Replay, replay, set_up};
pub use stream::GameStream;

use format::{Division, Printer, formats};
use std::iter;

// In this order, they are tried on each line of a text.
formats! {
    /// Portable Game Notation, as which Portable Draughts Notation and the records of janggi are
    /// read, too.
    #[default]
    Pgn {
        name: "pgn",
        title: "PGN",
        extensions: &["pgn", "bpgn", "gib"],
        recognises: |line, _| line.starts_with('[') && !dhtmlxq::is_line(line),
        read: |text| Box::new(pgn::read(text)),
        division: Division::Ended(pgn::read_ended),
        is_like_pgn: true,
        is_bare_moves: false,
        printer: Some(Printer {
            is_for: |_| true,
            print: |game, rules| Some(pgn::print(game, rules)),
            annotated_files: Some(pgn::FORMAT),
            divider: "",
        }),
    }

    /// Portable Draughts Notation.
    Pdn {
        name: "pdn",
        title: "PDN",
        extensions: &["pdn"],
        // It is read as PGN.
        recognises: |_, _| false,
        read: |text| Box::new(pgn::read(text)),
        division: Division::Ended(pgn::read_ended),
        is_like_pgn: true,
        is_bare_moves: false,
        printer: Some(Printer {
            is_for: pdn::is_for,
            print: |game, rules| Some(pdn::print(game, rules)),
            annotated_files: Some(pgn::FORMAT),
            divider: "",
        }),
    }

    /// The text of boards of xiangqi in web pages.
    DhtmlXq {
        name: "dhtmlxq",
        title: "DhtmlXQ",
        extensions: &["dhtmlxq"],
        recognises: |line, _| dhtmlxq::is_line(line),
        read: |text| Box::new(dhtmlxq::read(text).into_iter()),
        division: Division::Ended(dhtmlxq::read_ended),
        is_like_pgn: false,
        is_bare_moves: false,
        printer: None,
    }

    /// Smart Game Format, and GGF, which is like it.
    Sgf {
        name: "sgf",
        title: "SGF",
        extensions: &["sgf", "hgf", "ggf"],
        recognises: |_, text| sgf::is_tree(text),
        read: |text| Box::new(sgf::read(text).into_iter()),
        division: Division::Ended(sgf::read_ended),
        is_like_pgn: false,
        is_bare_moves: false,
        printer: Some(Printer {
            is_for: |rules| sgf::Board::of_game(rules.info()).is_some(),
            print: |game, rules| sgf::print(game, rules),
            annotated_files: Some(sgf::FORMAT),
            divider: "",
        }),
    }

    /// KIF and KI2.
    Kif {
        name: "kif",
        title: "KIF",
        extensions: &["kif", "kifu", "ki2", "ki2u"],
        recognises: |line, _| kif::is_line(line),
        read: |text| Box::new(iter::once(kif::read(text))),
        division: Division::Whole,
        is_like_pgn: false,
        is_bare_moves: false,
        printer: Some(Printer {
            is_for: shogi::is_for,
            print: |game, rules| Some(kif::print(game, rules)),
            annotated_files: Some(kif::FORMAT),
            divider: "",
        }),
    }

    /// That of the Computer Shogi Association.
    Csa {
        name: "csa",
        title: "CSA",
        extensions: &["csa"],
        recognises: |line, _| csa::is_line(line),
        read: |text| Box::new(csa::read(text).into_iter()),
        division: Division::Ended(csa::read_ended),
        is_like_pgn: false,
        is_bare_moves: false,
        printer: Some(Printer {
            is_for: shogi::is_for,
            print: |game, rules| Some(csa::print(game, rules)),
            annotated_files: Some(csa::FORMAT),
            divider: "/\n",
        }),
    }

    /// Commands `position ... moves ...`, one on each line. They are written in USI alone.
    PositionCommands {
        name: "usi",
        title: "`position ... moves ...`",
        extensions: &["usi", "sfen"],
        recognises: |line, _| position_commands::is_line(line),
        read: |text| Box::new(position_commands::read(text).into_iter()),
        division: Division::Streamed(|| Box::new(position_commands::Reader::default())),
        is_like_pgn: false,
        is_bare_moves: false,
        printer: Some(Printer {
            is_for: position_commands::is_for,
            print: |game, rules| Some(position_commands::print(game, rules)),
            annotated_files: None,
            divider: "",
        }),
    }

    /// Moves of Othello without blanks: `f5d6c3`.
    OthelloMoves {
        name: "moves",
        title: "Othello moves",
        extensions: &["moves"],
        recognises: |line, _| othello_moves::is_line(line),
        read: |text| Box::new(othello_moves::read(text).into_iter()),
        division: Division::Ended(othello_moves::read_ended),
        is_like_pgn: false,
        is_bare_moves: true,
        printer: Some(Printer {
            is_for: othello_moves::is_for,
            print: |game, rules| othello_moves::print(game, rules),
            annotated_files: None,
            divider: "",
        }),
    }

    /// That of the tournament Gomocup.
    Gomocup {
        name: "psq",
        title: "Gomocup's format",
        extensions: &["psq"],
        recognises: |line, _| gomocup::is_line(line),
        read: |text| Box::new(iter::once(gomocup::read(text))),
        division: Division::Whole,
        is_like_pgn: false,
        is_bare_moves: false,
        printer: None,
    }
}
