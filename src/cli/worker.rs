//! A job of an engine, outside of a dialogue.

use anyhow::Context;
use plyglot_core::search::{Control, Table};
use plyglot_engine::{Job, Message, MessageSink, SearchThread};
use plyglot_support::text::NO_THREAD;
use std::sync::mpsc::channel;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// The size of the table, which these jobs do not use.
const HASH_MIB: usize = 1;

/// Runs a job on a thread with a large stack, and takes its messages as they arrive, each with
/// the time from the start of the job until it was sent. If the job panics, there are no more
/// of them.
pub(super) fn work(
    job: impl FnOnce(Arc<Control>, MessageSink) -> Job,
    mut take: impl FnMut(Message, Duration) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let thread = SearchThread::start(Table::new(HASH_MIB)?).context(NO_THREAD)?;
    let (sender, messages) = channel();
    let start = Arc::new(OnceLock::new());
    let since = Arc::clone(&start);
    let send = Arc::new(move |message| {
        let time = since.get_or_init(Instant::now).elapsed();
        // The receiver may be gone.
        drop(sender.send((message, time)));
    });
    let control = Arc::new(Control::default());
    let job = job(Arc::clone(&control), send);
    thread.queue(Box::new(move |table| {
        start.get_or_init(Instant::now);
        job(table);
    }));
    let taken = messages.into_iter().try_for_each(|(message, time)| take(message, time));
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
            |message, _| {
                taken += 1;
                assert_eq!(message, Message::PerftTotal(7));
                bail!("the disk is full")
            },
        );
        assert_eq!((taken, ended.map_err(|e| e.to_string())), (1, Err("the disk is full".into())));
    }

    /// The second message is taken long after it was sent.
    #[test]
    fn times_are_those_of_the_job() {
        let (has_sent, all_sent) = channel();
        let begin = Instant::now();
        let (mut times, mut sent_by) = (Vec::new(), None);
        let ended = work(
            |_, send| {
                Box::new(move |_| {
                    (0..2).for_each(|count| send(Message::PerftTotal(count)));
                    has_sent.send(()).expect("the test waits");
                })
            },
            |_, time| {
                if sent_by.is_none() {
                    all_sent.recv().expect("both are sent");
                    sent_by = Some(begin.elapsed());
                }
                times.push(time);
                Ok(())
            },
        );
        assert!(ended.is_ok() && times.is_sorted() && times.len() == 2, "{times:?}");
        assert!(times.last() <= sent_by.as_ref(), "{times:?} and {sent_by:?}");
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
        let ended = work(job, |_, _| {
            taken += 1;
            Ok(())
        });
        assert!(ended.is_ok() && taken == 1);
    }
}
