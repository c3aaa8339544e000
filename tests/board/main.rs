//! `plyglot board`: its server, asked as a browser asks it, and as nobody should. The page
//! itself is tested in a browser, by `tests/browser`.

#[path = "../support/mod.rs"]
mod support;

mod client;
mod positions;
mod records;
mod searches;
#[cfg(unix)]
mod security;
mod studies;
mod watching;
