//! Exact values of positions, as many as there are among the arguments or on the input.
//!
//! [`run`] is `plyglot solve`: its arguments (`options`), positions one per line
//! (`plyglot_command::lines`), the line that is printed for each (`answer`), the totals at the
//! end (`summary`). What knows the values is an [`Expert`](plyglot_engine::Expert).

mod answer;
mod command;
mod options;
mod summary;

pub use answer::json;
pub use command::run;
pub use options::command;
