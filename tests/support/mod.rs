//! What several tests need.

#![allow(dead_code)] // each test uses its own part

pub mod dialogue;
pub mod engine;
pub mod shell;
pub mod tree;
