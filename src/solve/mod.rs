//! Exact values of positions, as many as there are among the arguments or on the input.
//!
//! [`run`] is `plyglot solve`: its arguments (`options`), positions one a line
//! (`crate::lines`), the line that is printed for each (`answer`), the totals at the
//! end (`summary`). What knows the values is an [`Expert`](crate::engine::Expert).

mod answer;
mod command;
mod options;
mod summary;

pub(crate) use command::run;
pub(crate) use options::command;
