//! One position searched in many ways: what each idea of a search is worth.
//!
//! [`run`] is `plyglot compare`: its arguments (`command`), the ways to search, each with one idea
//! more (`stages`), and the output: rows of a table or of JSON (`rows`), and a chart (`chart`). A
//! [`SilentSearcher`](plyglot_engine::SilentSearcher) searches.

mod chart;
mod command;
mod rows;
mod stages;

pub use command::{command, run};
