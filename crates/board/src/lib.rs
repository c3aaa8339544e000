//! `plyglot board`: all games on a page in the browser, against any engine.
//!
//! `command` reads the arguments (`options`), prints the address and runs the `server`: it
//! accepts connections of this machine within bounds. The `gate` lets pass who knows the
//! secret in the address and comes from the page itself. `routes` finds the answer: a part of
//! the page (`assets`), or JSON. The page keeps the game. What it asks for is a position
//! (`game_line`, `position`), games in a text (`record`), a game as text (`saved`), a search
//! (`search`), what moves cost and why (`study`) or a running match (`watch`). Searches are those of engine processes
//! (`engines`); this program is the first of them. What goes on for a while is sent line by
//! line (`feed`). `../../docs/board.md` is for those who use it.

mod about;
mod assets;
mod command;
mod engines;
mod feed;
#[doc(hidden)]
pub mod fuzzing;
mod game_line;
mod gate;
mod grid;
mod options;
mod position;
mod record;
mod refusal;
mod request;
mod routes;
mod saved;
mod search;
mod server;
mod setup;
mod site;
mod study;
mod watch;

pub use command::run;
pub use options::command;
