//! Games of files by their rules: of the library, and made up to combine them.

/// Calls a generic function with a game of pieces, on a board of its size.
macro_rules! on_its_board {
    ($game:expr, $function:ident $(, $argument:expr)*) => {
        match $game {
            SizedVariant::Small(game) => $function(game $(, $argument)*),
            SizedVariant::Large(game) => $function(game $(, $argument)*),
            SizedVariant::Stones(_) => panic!("it has pieces"),
        }
    };
}

mod counting;
mod drops;
mod endings;
mod exchange;
mod hops;
mod invented;
mod jumps;
mod laws;
mod library;
mod notation;
mod piece_table;
mod plain;
#[allow(unreachable_pub)]
#[path = "../../../../../tests/support/plain_values.rs"]
mod plain_values;
mod replay;
mod rules;
mod search;
mod slow;
mod slow_games;
mod stones;
mod tables;
mod walls;

use library::library;
use plyglot_core::game::tictactoe::TicTacToe;
use plyglot_core::game::{Game, Notation, Outcome, Which};
use plyglot_definition::file::read;
use plyglot_engine::{GameEntry, Registry};
use plyglot_library::with_library;
use plyglot_variants::{Position, Set, SizedVariant, Variant};
use std::hash::Hash;
use std::path::Path;

/// The last game of these sections, whose parents may be games of the library.
fn last(sections: &str) -> SizedVariant {
    let games = read(sections, library()).unwrap_or_else(|all| panic!("{all:?}"));
    SizedVariant::new(games.into_iter().next_back().expect("a section"))
}

fn named(name: &str) -> SizedVariant {
    SizedVariant::new(library().iter().find(|game| game.name == name).expect(name).clone())
}

fn small(game: SizedVariant) -> &'static Variant<u64> {
    let SizedVariant::Small(game) = game else { panic!("more than 64 squares") };
    game
}

/// The game of this name as users have it, after a text of rules was loaded.
fn entry(rules: &str, name: &str) -> &'static GameEntry {
    let source = with_library(Registry::new::<TicTacToe>()).source().expect("it has one");
    assert_eq!(source.load(Path::new("games.ini"), rules, &[], true).complaints, [""; 0]);
    source.find(name).expect("it is in the library or was loaded")
}

/// A position without its type.
struct Seen {
    moves: Vec<String>,
    /// The result for the side to move, if the game is over.
    over: Option<Outcome>,
    /// The result if it is over by moves back and forth.
    shuttled: Option<Outcome>,
    fen: String,
}

impl Seen {
    fn has(&self, name: &str) -> bool {
        self.moves.iter().any(|found| found == name)
    }

    /// The moves that begin with these letters, sorted.
    fn starting(&self, start: &str) -> Vec<&str> {
        let all = self.moves.iter().map(String::as_str);
        let mut all: Vec<&str> = all.filter(|name| name.starts_with(start)).collect();
        all.sort_unstable();
        all
    }
}

/// A position of a game, its start if there is no FEN, after some moves.
fn see(game: SizedVariant, fen: &str, played: &str) -> Seen {
    on_its_board!(game, see_on, fen, played)
}

fn see_on<S: Set + Hash>(variant: &'static Variant<S>, fen: &str, played: &str) -> Seen {
    let fen = if fen.is_empty() { variant.info.start } else { fen };
    let mut position = Position::read_fen(variant.rules(), fen).expect(fen);
    played.split_whitespace().for_each(|name| play(&mut position, name));
    let mut moves = Vec::new();
    position.moves(Which::All, |m| moves.push(position.print_move(m)));
    let over = position.decided().or_else(|| moves.is_empty().then(|| position.stalled()));
    assert_eq!(position.count(), moves.len() as u64, "{}", position.write_fen());
    Seen { moves, over, shuttled: position.repetition(&[]), fen: position.write_fen() }
}

fn play<S: Set + Hash>(position: &mut Position<S>, name: &str) {
    let mut found = None;
    position.moves(Which::All, |m| {
        if position.print_move(m) == name {
            found = Some(m);
        }
    });
    position.play(found.unwrap_or_else(|| panic!("{}: no move {name}", position.write_fen())));
}
