//! The position and the move of a running check, so that a panic in the game's code is
//! reported with both.

use crate::game::Notation;
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

pub(super) struct CheckPoint<G: Notation> {
    text: String,
    position: Option<G>,
    m: Option<G::Move>,
}

impl<G: Notation> CheckPoint<G> {
    pub(super) fn enter(&mut self, position: &G, text: &str) {
        *self = CheckPoint { text: text.to_owned(), position: Some(position.clone()), m: None };
    }

    pub(super) fn follow(&mut self, m: G::Move) {
        self.m = Some(m);
    }

    pub(super) fn step_back(&mut self) {
        self.m = None;
    }

    /// The printed move, or its debug output if printing panics.
    fn name(&self, m: G::Move) -> String {
        let name = || self.position.as_ref().map(|position| position.print_move(m));
        let name = catch_unwind(AssertUnwindSafe(name)).ok().flatten();
        name.unwrap_or_else(|| format!("{m:?}"))
    }

    fn report(&self, panic: &(dyn Any + Send)) -> String {
        let message = panic.downcast_ref::<&str>().copied();
        let message = message.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
        let m = self.m.map(|m| format!(", with or after the move `{}`", self.name(m)));
        format!(
            "a panic in the game's code at `{}`{}: {}",
            self.text,
            m.unwrap_or_default(),
            message.unwrap_or("it says nothing"),
        )
    }
}

pub(super) fn catching_panics<G: Notation>(
    rules: G::Rules,
    check: impl FnOnce(&mut CheckPoint<G>) -> Result<(), String>,
) -> Result<(), String> {
    let mut trail = CheckPoint { text: G::info(rules).start.to_owned(), position: None, m: None };
    let result = catch_unwind(AssertUnwindSafe(|| check(&mut trail)));
    result.unwrap_or_else(|panic| Err(trail.report(&*panic)))
}
