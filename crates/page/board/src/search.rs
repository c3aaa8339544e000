//! Searches and explanations, with findings sent as soon as they are known.

use super::engines::{Admission, EngineState, EngineUser, Engines};
use super::feed::{Feed, FeedReader};
use super::site::Site;
use plyglot_answers::{
    Answers, Fields, Findings, PageExplanation, PageSearch, RequestRefusal, SearchEvent,
};
use plyglot_match::{EngineFailure, Player};
use plyglot_support::text::plain;
use std::sync::{Arc, MutexGuard, TryLockError};
use std::thread;
use std::time::Duration;

const POLL_INTERVAL: Duration = Duration::from_millis(10);
pub(super) const MAX_EXPLANATIONS: usize = 2;

pub(super) fn begin(
    site: &Site,
    answers: Answers,
    asked: Fields<'_>,
) -> Result<FeedReader, RequestRefusal> {
    let search = Arc::new(PageSearch::read(&answers, asked)?);
    let key = EngineUser {
        tab: asked.name("tab")?.to_owned(),
        engine: asked.number("engine", 0..=1000)?.unwrap_or(0) as usize,
        game: search.game.name().to_owned(),
        registry: answers.registry,
    };
    /// The greatest whole number up to which scripts count exactly.
    const MAX_SAFE_INTEGER: u64 = (1 << 53) - 1;
    let asked_at = asked.number("asked_at", 0..=MAX_SAFE_INTEGER)?;
    let admission = site.engines.admit(key, asked_at)?;
    let engines = Arc::clone(&site.engines);
    Feed::begin("search", move |feed| SearchWork { engines, admission, search, feed }.run())
}

/// Begins to explain a position. The answer has one line.
pub(super) fn explain(
    site: &Site,
    answers: Answers,
    asked: Fields<'_>,
) -> Result<FeedReader, RequestRefusal> {
    let explanation = PageExplanation::read(&answers, asked)?;
    let permit = Arc::clone(&site.explanations)
        .try_acquire_owned()
        .map_err(|_| RequestRefusal::busy("other moves are being explained"))?;
    Feed::begin("explain", move |feed| {
        feed.say(&explanation.answer(&|| feed.is_abandoned()));
        drop(permit);
    })
}

struct SearchWork<'f> {
    engines: Arc<Engines>,
    admission: Admission,
    search: Arc<PageSearch>,
    feed: &'f Feed,
}

impl SearchWork<'_> {
    fn is_over(&self) -> bool {
        self.feed.is_abandoned() || self.admission.is_over()
    }

    /// Searches; if the engine fails, once more with a new one.
    fn run(self) {
        let Some(mut state) = self.state() else {
            self.feed.say(&SearchEvent::Ended.json());
            return;
        };
        for is_last in [false, true] {
            if self.is_over() {
                break;
            }
            let Err(failure) = self.search(&mut state) else { return };
            *state = EngineState::default();
            if !self.is_over() {
                let text = plain(&failure.reason);
                let failed = SearchEvent::Failed { text: &text, restarted: !is_last };
                self.feed.say(&failed.json());
            }
        }
        self.feed.say(&SearchEvent::Ended.json());
    }

    /// The process, as soon as no earlier search has it; `None` if this search is over before.
    fn state(&self) -> Option<MutexGuard<'_, EngineState>> {
        while !self.is_over() {
            match self.admission.slot.state.try_lock() {
                Ok(state) => return Some(state),
                Err(TryLockError::Poisoned(poisoned)) => return Some(poisoned.into_inner()),
                Err(TryLockError::WouldBlock) => thread::sleep(POLL_INTERVAL),
            }
        }
        None
    }

    fn search(&self, state: &mut EngineState) -> Result<(), EngineFailure> {
        let search = &self.search;
        let feed = self.feed;
        let engine = self.engine(state)?;
        feed.say(&SearchEvent::Started { engine: engine.title() }.json());
        if !engine.may_play() {
            let text = format!("{} does not know {}", engine.title(), search.game.entry.info.title);
            feed.say(&SearchEvent::Failed { text: &text, restarted: false }.json());
            return Ok(());
        }
        for (name, value) in search.options(|option| engine.range(option)) {
            engine.set(name, &value)?;
        }
        let mut findings = Findings::new(search);
        let searched = engine.search(
            &search.command,
            &search.go,
            search.move_time,
            &|| self.is_over(),
            &mut |line| {
                let report = match line {
                    Some(line) => findings.see(line),
                    None => findings.poll(),
                };
                report.iter().for_each(|report| feed.report(report));
            },
        )?;
        findings.report().iter().for_each(|report| feed.report(report));
        feed.say(&if self.is_over() { SearchEvent::Ended.json() } else { search.end(searched) });
        Ok(())
    }

    /// The engine, started if it does not run, and told if this is another game.
    fn engine<'w>(
        &self,
        state: &'w mut EngineState,
    ) -> Result<&'w mut Player<'static>, EngineFailure> {
        let key = &self.admission.slot.key;
        state.forget_ended();
        let engine = match &mut state.engine {
            Some(engine) => engine,
            none => none.insert(self.engines.start(key.engine, &key.game, &key.registry)?),
        };
        let progress = &self.search.progress;
        let is_same = state.progress.as_ref().is_some_and(|before| progress.continues(before));
        state.progress = Some(progress.clone());
        if !is_same {
            engine.new_game()?;
        }
        Ok(engine)
    }
}
