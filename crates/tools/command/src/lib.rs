//! The common parts of the command line's tools.
//!
//! A tool has a clap command, made by [`arguments::tool`], and a function `run` that gets the
//! matches and the [`arguments::Streams`]. [`arguments`] also has the options that several tools
//! share. [`interrupt`] says when Ctrl-C was pressed, [`progress`] shows a bar or lines (`bar`),
//! [`lines`] reads positions from stdin, and [`json`] has the words of all JSON. `restore` leaves
//! a terminal as it was.

#![allow(missing_docs)]

/// A script that draws the report of `survey`, in its page and in that of `board`.
pub const SURVEY_PICTURES: &str = include_str!("survey_pictures.js");

pub mod arguments;
#[cfg_attr(target_family = "wasm", path = "no_bar.rs")]
mod bar;
pub mod interrupt;
pub mod json;
pub mod lines;
pub mod progress;
#[cfg(unix)]
pub mod restore;
