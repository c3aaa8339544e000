//! What a person learns about positions and games: `plyglot analyse`.

#[path = "../support/mod.rs"]
mod support;

mod analyse;
