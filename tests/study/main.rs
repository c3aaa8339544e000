//! The tools to study positions and games: `plyglot analyse`, `explain`, `compare` and `play`.

#[path = "../support/mod.rs"]
mod support;

mod analyse;
mod books;
mod compare;
mod explain;
#[cfg(unix)]
mod in_terminal;
mod kept;
mod openings;
mod play;
#[cfg(unix)]
mod play_in_terminal;
mod puzzles;
mod records;
mod reviews;
