//! Exact values of positions, as many as there are among the arguments or on the input.
//!
//! [`run`] is `plyglot solve`: its arguments and positions one per line (`command`), the line that
//! is printed for each, and the totals at the end (`answer`). What knows the values is an
//! [`Expert`](plyglot_engine::Expert).

mod answer;
mod command;

pub use answer::json;
pub use command::{command, run};
