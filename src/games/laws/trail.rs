//! Where a check has come, so that a panic in a game's code is told with its
//! position.

use crate::games::Notation;
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The position that is being checked, and the move.
pub(super) struct Trail<G: Notation> {
    text: String,
    position: Option<G>,
    m: Option<G::Move>,
}

impl<G: Notation> Trail<G> {
    /// The next position, of which the text is at hand.
    pub(super) fn enter(&mut self, position: &G, text: &str) {
        *self = Trail { text: text.to_owned(), position: Some(position.clone()), m: None };
    }

    /// What follows is about this legal move of the position, or comes after it.
    pub(super) fn follow(&mut self, m: G::Move) {
        self.m = Some(m);
    }

    /// What follows is about the position again.
    pub(super) fn step_back(&mut self) {
        self.m = None;
    }

    /// The move in its own words, if those do not panic as well.
    fn name(&self, m: G::Move) -> String {
        let name = || self.position.as_ref().map(|position| position.print_move(m));
        let name = catch_unwind(AssertUnwindSafe(name)).ok().flatten();
        name.unwrap_or_else(|| format!("{m:?}"))
    }

    fn tell(&self, panic: &(dyn Any + Send)) -> String {
        let said = panic.downcast_ref::<&str>().copied();
        let said = said.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
        let m = self.m.map(|m| format!(", with or after the move `{}`", self.name(m)));
        format!(
            "a panic in the game's code at `{}`{}: {}",
            self.text,
            m.unwrap_or_default(),
            said.unwrap_or("it says nothing"),
        )
    }
}

/// Runs a check; a panic in it becomes an error that says where it was.
pub(super) fn guarded<G: Notation>(
    check: impl FnOnce(&mut Trail<G>) -> Result<(), String>,
) -> Result<(), String> {
    let mut trail = Trail { text: G::START.to_owned(), position: None, m: None };
    let result = catch_unwind(AssertUnwindSafe(|| check(&mut trail)));
    result.unwrap_or_else(|panic| Err(trail.tell(&*panic)))
}
