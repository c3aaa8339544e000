//! `plyglot board`: its server, asked as a browser asks it, and as nobody should. The page
//! itself is tested in a browser, by `tests/browser`.

#[path = "../support/mod.rs"]
mod support;

#[path = "../../crates/engine/library/tests/library/library.rs"]
#[allow(dead_code, reason = "other tests also need its text and numbers")]
mod library;

mod client;
mod positions;
mod records;
mod searches;
#[cfg(unix)]
mod security;
mod studies;
mod watching;
