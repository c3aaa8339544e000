//! The fuzz targets. A target is a function of any bytes that panics if a condition does not hold;
//! libFuzzer looks for such bytes, and `tests/protocol/fuzz_corpus.rs` runs the targets on all
//! inputs that were worth keeping.

// A module of a test as well, where nothing is public.
#![allow(unreachable_pub)]

mod board;
mod bytes;
mod dialects;
mod files;
mod games;
mod grammar;
mod options;
mod paper;
mod play;
mod session;
mod states;
mod syzygy;
pub(crate) mod variants;
mod words;

/// The name of a target, which its corpus has too, and the target.
pub type Target = (&'static str, fn(&[u8]));

/// All targets.
pub const TARGETS: [Target; 20] = [
    ("commands", grammar::commands),
    ("arguments", grammar::arguments),
    ("engine", grammar::engine),
    ("games", games::positions),
    ("session", session::run),
    ("dialects", dialects::run),
    ("play", play::play),
    ("requests", board::requests),
    ("live", board::live),
    ("pgn", files::pgn),
    ("records", files::records),
    ("tables", files::tables),
    ("resume", files::resume),
    ("books", files::books),
    ("networks", files::networks),
    ("syzygy", syzygy::tables),
    ("training", states::training),
    ("learning", states::learning),
    ("pairs", states::pairs),
    ("variants", variants::play),
];

/// Runs the target of this name.
///
/// # Panics
/// If something is not as it must be, and if there is no such target.
pub fn run(name: &str, bytes: &[u8]) {
    let known = TARGETS.iter().find(|(known, _)| *known == name);
    known.expect("a target of the list").1(bytes);
}
