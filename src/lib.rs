//! The `plyglot` program: which games it plays, and which tools it has.
//!
//! | you want | begin with | whole example |
//! |---|---|---|
//! | a game of your own | [`plyglot_core::game::Game`], [`plyglot_engine::Registry::new`], [`plyglot_engine::main`] | `examples/nim.rs`, `examples/hex.rs` |
//! | all tools for it | [`main`] in place of that of `plyglot_engine` | |
//! | a bot that plays a side | [`plyglot_engine::Referee`] keeps the game, [`plyglot_engine::Analyst`] finds moves | `examples/bot.rs` |
//! | scores of moves | [`plyglot_engine::Analyst`] | `examples/analysis.rs` |
//!
//! A game of Connect Four, both sides played by the library:
//!
//! ```
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use plyglot_engine::{Analyst, GoLimits};
//!
//! let registry = plyglot_games::standard();
//! let game = registry.entry("connect4")?;
//! let mut player = Analyst::new(game, 16, Default::default())?;
//! let (limits, mut moves) = (GoLimits { nodes: Some(10_000), ..Default::default() }, vec![]);
//! while player.game().result().is_none() {
//!     moves.extend(player.search(&limits, &Default::default(), |_| ()).best);
//!     let played: Vec<&str> = moves.iter().map(String::as_str).collect();
//!     player.game_mut().set_position(None, &played)?;
//! }
//! println!("{}\n{}", moves.join(" "), player.game().diagram());
//! # // With the best moves of both sides, the first player wins with the last stone.
//! # assert_eq!(moves.len(), 41);
//! # Ok(())
//! # }
//! ```
//!
//! The crates. Each depends only on those before it:
//!
//! | crate | what is in it |
//! |---|---|
//! | [`plyglot_support`] | files, streams, text, statistics |
//! | [`plyglot_core`] | the traits of a game, and the one search that plays any of them |
//! | [`plyglot_engine`] | one interface for all games, UCI and UGI, the command line without tools |
//! | [`plyglot_games`] | the games that come with Plyglot; chess is in `plyglot_chess` |
//! | [`plyglot_definition`] | the rules of games as data, and the reader of their files |
//! | [`plyglot_variants`] | games of such rules: positions, moves and search |
//! | [`plyglot_library`] | a library of such games, and their rules in words |
//! | [`plyglot_command`] | what the tools share: arguments, JSON, progress |
//! | [`plyglot_match`] | `match`: engines against each other, refereed |
//! | [`plyglot_train`] | `datagen`, `learn`, `survey`, `train`, `spsa` |
//! | [`plyglot_study`] | `analyse`, `explain`, `compare`, `solve`, `play` |
//! | [`plyglot_book`] | `book`: what is known of a game, as a folder of pages |
//! | `plyglot_answers` | what the page of `board` asks, and the answers |
//! | [`plyglot_board`] | `board`: all games on a page in the browser |
//!
//! `docs/internals/design.md` gives an overview; `docs/new_game.md` and
//! `docs/game_in_a_file.md` explain how to add a game.
//!
//! Versions follow [Semantic Versioning](https://semver.org). Before 1.0.0, the second
//! number changes with what breaks callers of `plyglot-core` and `plyglot-engine`. The oldest
//! compiler that works is the `rust-version` of `Cargo.toml`.

mod cli;
#[cfg(target_arch = "x86_64")]
mod processor;

pub use cli::{check_arguments, main, run, status};
#[cfg(target_arch = "x86_64")]
pub use processor::check_processor;
