//! A job of an engine, outside of a dialogue.

use anyhow::{Context, anyhow};
use plyglot_core::search::{Control, OutOfMemory, Table};
use plyglot_engine::{Job, Message, MessageSink, SearchThread};
use std::sync::Arc;
use std::sync::mpsc::channel;

/// The size of the table, which these jobs do not use.
const HASH_MIB: usize = 1;

/// Runs a job on a thread with stack enough, and takes its messages as they arrive. If the
/// job panics, there are no more of them.
///
/// # Errors
/// If memory or a thread is missing, and those of `take`, which stop the job.
pub(super) fn work(
    job: impl FnOnce(Arc<Control>, MessageSink) -> Job,
    take: impl FnMut(Message) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let table = Table::new(HASH_MIB).map_err(|OutOfMemory| anyhow!("no memory for a table"))?;
    let thread = SearchThread::start(table).context("the search thread could not be started")?;
    let (sender, messages) = channel();
    // The receiver may be gone.
    let send = Arc::new(move |message| drop(sender.send(message)));
    let control = Arc::new(Control::default());
    thread.queue(job(Arc::clone(&control), send));
    let taken = messages.into_iter().try_for_each(take);
    control.stop();
    taken
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::bail;

    #[test]
    fn a_failure_of_the_output_stops_the_job() {
        let mut taken = 0;
        let ended = work(
            |control, send| {
                Box::new(move |_| {
                    while !control.is_stopped() {
                        send(Message::PerftTotal(7));
                    }
                })
            },
            |message| {
                taken += 1;
                assert_eq!(message, Message::PerftTotal(7));
                bail!("the disk is full")
            },
        );
        assert_eq!((taken, ended.map_err(|e| e.to_string())), (1, Err("the disk is full".into())));
    }

    #[test]
    fn a_panic_ends_the_messages() {
        let mut taken = 0;
        let job = |_, send: MessageSink| -> Job {
            Box::new(move |_| {
                send(Message::PerftTotal(7));
                panic!("a bug")
            })
        };
        let ended = work(job, |_| {
            taken += 1;
            Ok(())
        });
        assert!(ended.is_ok() && taken == 1);
    }
}
