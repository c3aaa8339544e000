//! Parts that programs need and games do not: files, streams, text and statistics.
//!
//! The feature `whole-files` writes files that are at any moment the old or the new one.

pub mod epd;
pub mod files;
pub mod rating;
pub mod sprt;
pub mod statistics;
pub mod streams;
pub mod terminal;
pub mod text;
