//! The `plyglot` program.

fn main() {}
