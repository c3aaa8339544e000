//! What a person does with positions and games: `plyglot analyse`, `compare` and `play`.

#[path = "../support/mod.rs"]
mod support;

mod analyse;
mod compare;
mod play;
#[cfg(unix)]
mod play_in_terminal;
