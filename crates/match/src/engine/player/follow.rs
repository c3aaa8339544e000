//! Searches whose output is followed line by line.

use super::{EngineFailure, POLL_INTERVAL, Player, QUERY_TIME, first_word};
use crate::engine::process::EngineProcess;
use crate::engine::process::mailbox::NoAnswer;
use crate::engine::time;
use std::time::Duration;

impl Player<'_> {
    /// Waits for the move of a search that was begun, and shows each line as it comes, and `None`
    /// whenever a moment has passed. Returns the line with the move. As soon as `is_over` is true,
    /// or the engine has taken longer than `allowance`, it has to move at once.
    pub(crate) fn follow(
        &mut self,
        allowance: Option<Duration>,
        is_over: &dyn Fn() -> bool,
        see: &mut dyn FnMut(Option<&str>),
    ) -> Result<String, EngineFailure> {
        let begun = self.thinking_since.take().unwrap_or_else(time::now);
        let latest = allowance.map(|allowed| begun + allowed);
        let mut stopped_at = None;
        loop {
            let lines = match self.wait_for("bestmove", time::now() + POLL_INTERVAL) {
                Err(NoAnswer::Timeout) => {
                    self.process.as_ref().map(EngineProcess::take_output).unwrap_or_default()
                }
                waited => waited.map_err(|no_answer| self.fail(no_answer, "no move"))?,
            };
            for (_, line) in lines {
                if first_word(&line) == "bestmove" {
                    return Ok(line);
                }
                see(Some(&line));
            }
            see(None);
            let now = time::now();
            match stopped_at {
                None if is_over() || latest.is_some_and(|latest| now > latest) => {
                    stopped_at = Some(now);
                    self.send("stop")?;
                }
                Some(stopped) if now > stopped + QUERY_TIME => {
                    return Err(self.fail(NoAnswer::Timeout, "no move after stop"));
                }
                _ => {}
            }
        }
    }

    /// The engine's name: as it says, or as in its settings.
    pub(crate) fn title(&self) -> &str {
        self.announced.title.as_deref().unwrap_or(&self.spec.name)
    }

    pub(crate) fn range(&self, option: &str) -> Option<std::ops::RangeInclusive<i64>> {
        self.announced.range(option)
    }

    /// Whether the engine may know the game. One that names no games is believed to.
    pub(crate) fn may_play(&self) -> bool {
        let known = &self.announced;
        !known.names_games() || known.variant(&self.setup.variants).is_some()
    }

    pub(crate) fn is_running(&mut self) -> bool {
        self.process.as_mut().is_some_and(|process| !process.has_exited())
    }

    pub(crate) fn set(&mut self, name: &str, value: &str) -> Result<(), EngineFailure> {
        if self.announced.has(name) {
            self.send(&format!("setoption name {name} value {value}"))
        } else {
            Ok(())
        }
    }
}
