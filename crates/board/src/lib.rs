//! `plyglot board`: all games on a page in the browser, against any engine.
//!
//! `command` reads the arguments (`options`), prints the address and runs the `server`, which
//! accepts connections of this machine within bounds. The `gate` admits requests that have the
//! secret of the address and come from the page itself. `routes` finds the answer: a part of the
//! page (`assets`), or JSON. The page keeps the game. It asks for a position (`game_line`,
//! `position`), games in a text (`record`), a game as text (`saved`), a search (`search`), the
//! costs of moves and their reasons (`study`) or a running match (`watch`). Searches run in engine
//! processes (`engines`), and this program is the first of the engines. Answers that take a while
//! are sent line by line (`feed`). `../../docs/board.md` is for users.

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
