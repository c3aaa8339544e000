//! What an engine says while it searches, now and then.

use super::search_output::SearchOutput;
use crate::engine::process::mailbox::{Mailbox, ReceivedLine};
use crate::engine::time;
use plyglot_engine::InfoLine;
use std::time::{Duration, Instant};

const MIN_INTERVAL: Duration = Duration::from_secs(1);

pub(super) struct SearchReports<T> {
    start: Instant,
    due: Instant,
    last_report: Instant,
    report: T,
}

impl<T: FnMut(Duration, &SearchOutput)> SearchReports<T> {
    /// `start`: when the clock began to run; what came before is not reported.
    pub(super) fn new(start: Instant, report: T) -> SearchReports<T> {
        SearchReports { start, due: start + MIN_INTERVAL, last_report: start, report }
    }

    /// Reports the last exact line of the best variation, if it is due and new.
    pub(super) fn look(&mut self, mailbox: &Mailbox) {
        let now = time::now();
        if now < self.due {
            return;
        }
        self.due = now + MIN_INTERVAL;
        let found = mailbox.last(|line| {
            InfoLine::read(line)
                .is_some_and(|info| info.score.is_some() && info.is_best() && !info.is_bound)
        });
        if let Some(ReceivedLine { time, text }) = found
            && time > self.last_report
        {
            self.last_report = time;
            let output = SearchOutput::from_lines(std::iter::once(text.as_str()), 0);
            (self.report)(time.saturating_duration_since(self.start), &output);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::process::mailbox::read_into;
    use crate::record::ReportedScore;

    #[test]
    fn the_last_exact_line_is_reported_once() {
        let mailbox = Mailbox::default();
        let start = Instant::now();
        let mut reported = Vec::new();
        let mut reports = SearchReports::new(start, |_, output: &SearchOutput| {
            reported.push((output.score, output.depth, output.nodes, output.line.clone()));
        });
        std::thread::sleep(Duration::from_millis(1));
        let output = "info depth 7 score cp 12 nodes 900 pv e2e4 e7e5\n\
                      info depth 8 score cp 40 lowerbound nodes 999 pv e2e4\n\
                      info depth 7 multipv 2 score cp 3 nodes 999 pv d2d4\n\
                      info depth 8 currmove e2e4\n";
        read_into(&mailbox, output.as_bytes(), |line| line);
        // Nothing is due yet, then it is, then nothing is new.
        reports.look(&mailbox);
        reports.due = start;
        reports.look(&mailbox);
        reports.due = start;
        reports.look(&mailbox);
        let line = ["e2e4", "e7e5"].map(str::to_owned).to_vec();
        assert_eq!(reported, [(Some(ReportedScore::Centi(12)), Some(7), Some(900), line)]);
    }
}
