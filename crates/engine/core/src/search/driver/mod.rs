//! The driver of a search: iteration after iteration, on every thread.
//!
//! [`lazy_smp`] has the threads, [`deepening`] the loop of one of them, [`root`] an
//! iteration's search of the root moves. [`resume`] begins where an earlier search left off,
//! [`pv_report`] says what was found.

mod deepening;
mod lazy_smp;
mod pv_report;
mod resume;
mod root;

pub(super) use lazy_smp::Driver;
pub(super) use root::{RootMove, sort};
