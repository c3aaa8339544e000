//! Answers that grow: a line of JSON for each piece of news.
//!
//! The sender never waits for a slow reader: of reports that replace each other, only the latest is
//! kept.

use hyper::body::{Body, Bytes, Frame};
use plyglot_answers::RequestRefusal;
use plyglot_support::lock;
use plyglot_support::text::NO_THREAD;
use serde_json::Value as Json;
use std::collections::VecDeque;
use std::convert::Infallible;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Waker};
use std::thread;
use std::time::Duration;
use tokio::time::{Interval, MissedTickBehavior, interval};

/// The time between two signs of life. They show, at the latest, when a reader has gone.
const HEARTBEAT: Duration = Duration::from_secs(1);

#[derive(Debug, Default)]
pub(super) struct Feed {
    news: Mutex<FeedItem>,
    is_abandoned: AtomicBool,
}

#[derive(Debug, Default)]
struct FeedItem {
    lines: VecDeque<String>,
    bytes: usize,
    /// The latest report, after all lines.
    report: Option<String>,
    is_over: bool,
    reader: Option<Waker>,
}

impl Feed {
    /// A feed that a new thread fills, and that ends with that.
    pub(super) fn begin(
        thread: &str,
        work: impl FnOnce(&Feed) + Send + 'static,
    ) -> Result<FeedReader, RequestRefusal> {
        let feed = Arc::<Feed>::default();
        let writer = EndOnDrop(Arc::clone(&feed));
        let begun = thread::Builder::new().name(thread.to_owned()).spawn(move || work(&writer.0));
        begun.map_err(|_| RequestRefusal::busy(NO_THREAD))?;
        Ok(FeedReader(feed))
    }

    fn change(&self, change: impl FnOnce(&mut FeedItem)) {
        let mut news = lock(&self.news);
        change(&mut news);
        if let Some(reader) = news.reader.take() {
            reader.wake();
        }
    }

    pub(super) fn say(&self, value: &Json) {
        let line = format!("{value}\n");
        self.change(|news| {
            let report = news.report.take();
            for line in report.into_iter().chain([line]) {
                news.bytes += line.len();
                news.lines.push_back(line);
            }
        });
    }

    /// Adds a report, which replaces an earlier one that has not been sent.
    pub(super) fn report(&self, value: &Json) {
        let line = format!("{value}\n");
        self.change(|news| news.report = Some(line));
    }

    /// The bytes of the lines that have not been sent.
    pub(super) fn waiting(&self) -> usize {
        lock(&self.news).bytes
    }

    pub(super) fn end(&self) {
        self.change(|news| news.is_over = true);
    }

    pub(super) fn is_abandoned(&self) -> bool {
        self.is_abandoned.load(Relaxed)
    }
}

#[derive(Debug)]
struct EndOnDrop(Arc<Feed>);

impl Drop for EndOnDrop {
    fn drop(&mut self) {
        self.0.end();
    }
}

/// The only reader of a feed. Its writer learns when it has gone, even before it read anything.
#[derive(Debug)]
pub(super) struct FeedReader(Arc<Feed>);

impl Drop for FeedReader {
    fn drop(&mut self) {
        self.0.is_abandoned.store(true, Relaxed);
    }
}

#[derive(Debug)]
pub(super) struct FeedBody {
    feed: FeedReader,
    heartbeat: Interval,
}

impl FeedBody {
    pub(super) fn new(feed: FeedReader) -> FeedBody {
        let mut heartbeat = interval(HEARTBEAT);
        heartbeat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        FeedBody { feed, heartbeat }
    }
}

impl Body for FeedBody {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let frame = |line: String| Poll::Ready(Some(Ok(Frame::data(Bytes::from(line)))));
        let feed = Arc::clone(&self.feed.0);
        let mut news = lock(&feed.news);
        if let Some(line) = news.lines.pop_front() {
            news.bytes -= line.len();
            return frame(line);
        }
        if let Some(report) = news.report.take() {
            return frame(report);
        }
        if news.is_over {
            return Poll::Ready(None);
        }
        news.reader = Some(context.waker().clone());
        drop(news);
        match self.heartbeat.poll_tick(context) {
            Poll::Ready(_) => frame("\n".to_owned()),
            Poll::Pending => Poll::Pending,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn read(body: &mut FeedBody) -> Vec<String> {
        let mut context = Context::from_waker(Waker::noop());
        let mut read = Vec::new();
        while let Poll::Ready(Some(Ok(frame))) = Pin::new(&mut *body).poll_frame(&mut context) {
            let text = frame.into_data().map(|data| String::from_utf8_lossy(&data).into_owned());
            read.extend(text.into_iter().filter(|line| line != "\n"));
        }
        read
    }

    #[test]
    fn reports_replace_each_other_and_lines_do_not() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build();
        let runtime = runtime.expect("a runtime");
        let _entered = runtime.enter();
        let feed = Arc::<Feed>::default();
        let mut body = FeedBody::new(FeedReader(Arc::clone(&feed)));
        feed.say(&json!("a"));
        feed.report(&json!(1));
        feed.report(&json!(2));
        assert_eq!(feed.waiting(), 4);
        feed.say(&json!("b"));
        feed.report(&json!(3));
        assert_eq!(read(&mut body), ["\"a\"\n", "2\n", "\"b\"\n", "3\n"]);
        assert!(read(&mut body).is_empty() && feed.waiting() == 0);
        feed.say(&json!("c"));
        drop(EndOnDrop(Arc::clone(&feed)));
        assert_eq!(read(&mut body), ["\"c\"\n"], "what was said before the end is read");
        assert!(!feed.is_abandoned());
        drop(body);
        assert!(feed.is_abandoned());
    }

    #[test]
    fn a_reader_that_leaves_before_it_reads_is_noticed() {
        let feed = Feed::begin("abandoned", |feed| {
            while !feed.is_abandoned() {
                thread::yield_now();
            }
        });
        let reader = feed.expect("a thread");
        let feed = Arc::clone(&reader.0);
        drop(reader);
        while !lock(&feed.news).is_over {
            thread::yield_now();
        }
    }
}
