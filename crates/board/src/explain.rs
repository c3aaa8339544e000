//! Explanations, a few at a time.

use super::feed::{EndOnDrop, Feed};
use plyglot_answers::{Answers, Fields, PageExplanation, RequestRefusal};
use plyglot_support::text::NO_THREAD;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;

/// The most explanations at a time.
const MOST: usize = 2;

/// The number of explanations under way.
#[derive(Debug, Default)]
pub(super) struct Explanations(Arc<AtomicUsize>);

/// Counts one explanation until it is dropped.
struct ExplanationSlot(Arc<AtomicUsize>);

impl Drop for ExplanationSlot {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Relaxed);
    }
}

impl Explanations {
    fn admit(&self) -> Result<ExplanationSlot, RequestRefusal> {
        let one_more = |count| (count < MOST).then_some(count + 1);
        let busy = || RequestRefusal::busy("other moves are being explained");
        self.0.fetch_update(Relaxed, Relaxed, one_more).map_err(|_| busy())?;
        Ok(ExplanationSlot(Arc::clone(&self.0)))
    }

    /// Begins to explain a position. The answer has one line.
    ///
    /// # Errors
    /// If there is no such game, position or move, or too many are explained already.
    pub(super) fn begin(
        &self,
        answers: &Answers,
        asked: Fields<'_>,
    ) -> Result<Arc<Feed>, RequestRefusal> {
        let explanation = PageExplanation::of(answers, asked)?;
        let place = self.admit()?;
        let feed = Arc::<Feed>::default();
        let writer = EndOnDrop(Arc::clone(&feed));
        let work = move || {
            let feed = &writer.0;
            feed.say(&explanation.answer(&|| feed.is_abandoned()));
            drop(place);
        };
        let begun = thread::Builder::new().name("explain".to_owned()).spawn(work);
        begun.map_err(|_| RequestRefusal::busy(NO_THREAD))?;
        Ok(feed)
    }
}
