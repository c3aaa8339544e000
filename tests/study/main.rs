//! What a person learns about positions and games: `plyglot analyse` and `plyglot compare`.

#[path = "../support/mod.rs"]
mod support;

mod analyse;
mod compare;
