//! What several tests need.

#![allow(dead_code)] // each test uses its own part

pub mod tree;
