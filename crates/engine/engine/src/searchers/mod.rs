//! What gives an [`Engine`](crate::Engine) a table: searches that report their lines, searches
//! without messages, exact values, and the thread of a session.

mod analyst;
mod search_thread;
mod silent_searcher;

pub use analyst::{Analysis, Analyst, RunningSearch};
pub use search_thread::{Job, SearchThread};
pub use silent_searcher::{Expert, SilentSearcher};
