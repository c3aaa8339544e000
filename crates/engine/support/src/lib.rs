//! Parts that programs and searches need and games do not: files, streams, text, statistics,
//! threads, memory and time.
//!
//! The feature `whole-files` writes files that are at any moment the old or the new one.

pub mod aligned;
pub mod epd;
pub mod files;
pub mod instant;
mod lock;
pub mod memory;
pub mod pool;
pub mod prefetch;
pub mod rating;
pub mod sprt;
pub mod statistics;
pub mod streams;
pub mod terminal;
pub mod text;

pub use lock::lock;
