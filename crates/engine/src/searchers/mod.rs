//! What gives an [`Engine`](crate::Engine) a table: searches that report their lines, searches
//! without messages, exact values, and the thread of a session.

mod analyst;
mod expert;
mod search_thread;
mod silent_searcher;

pub use analyst::{Analysis, Analyst, RunningSearch};
pub use expert::Expert;
pub use search_thread::{Job, SearchThread};
pub use silent_searcher::{SilentSearcher, TrialRequest};
