//! One position searched in many ways: what each idea of a search is worth.
//!
//! [`run`] is `plyglot compare`: its arguments (`options`), the ways to search, each with one idea
//! more (`stages`), the greatest depth that minimax reaches (`depth`), and the output: a table
//! (`table`), lines of JSON (`json`) or a chart (`chart`). A
//! [`SilentSearcher`](plyglot_engine::SilentSearcher) searches.

mod chart;
mod command;
mod depth;
mod json;
mod options;
mod rows;
mod stages;
mod table;

pub use command::run;
pub use options::command;
