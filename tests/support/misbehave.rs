//! The engine that misbehaves, `tools/misbehave.rs`.

use super::examples;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

pub fn program() -> &'static Path {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    PROGRAM.get_or_init(|| examples::build("misbehave"))
}
