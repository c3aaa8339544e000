//! The page of `plyglot board` in a browser: its server, the browser, and hands that play.
//! The page says at the top of `crates/page/board/src/page/main.js` what tests can rely on.

pub mod access;
pub mod browser;
pub mod files;
pub mod folder;
pub mod hands;
pub mod page;
pub mod play;
pub mod process;
pub mod random;
pub mod rules;
pub mod server;
