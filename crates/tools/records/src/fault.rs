//! What is wrong in a text, at a line of it.

use plyglot_core::game::Mismatch;
use std::fmt;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The line, from 1.
    pub line: usize,
    pub mismatch: Mismatch,
    /// Whether moves are lost by it.
    pub cuts: bool,
}

impl Fault {
    /// A fault by which no moves are lost.
    pub fn slight(line: usize, expected: impl Into<String>, found: impl Into<String>) -> Fault {
        Fault { line, mismatch: Mismatch::new(expected, found), cuts: false }
    }

    /// A fault by which moves are lost.
    pub fn cutting(line: usize, expected: impl Into<String>, found: impl Into<String>) -> Fault {
        Fault { cuts: true, ..Fault::slight(line, expected, found) }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.mismatch)
    }
}

impl std::error::Error for Fault {}
