//! XBoard's protocol, the Chess Engine Communication Protocol (version 2, by Tim Mann and
//! H. G. Muller), where it is more than text of UCI in other words.
//!
//! The client sends single moves, so the engine keeps the game. `session` carries the commands
//! out; here are the commands themselves with the clock (`command`), and what is written
//! (`text`). `docs/dialects.md` says what of the protocol is understood.

mod command;
mod text;

pub(super) use command::{XBoardClock, XBoardCommand, parse_line};
pub(super) use text::{features, game_end, move_text, pondering, setup, status, thinking};
