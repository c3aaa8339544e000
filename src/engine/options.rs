//! What the options of one game are set to.

use crate::games::{Notation, OptionSpec};

/// Each option of a game with its value.
#[derive(Clone, Debug)]
pub(super) struct Options(Vec<(OptionSpec, String)>);

impl Options {
    /// Those of a game, as nobody has set them.
    pub(super) fn of<G: Notation>() -> Options {
        Options(G::OPTIONS.iter().map(|&spec| (spec, spec.kind.default().to_owned())).collect())
    }

    /// Sets one, and says whether that made a difference. What is no option of
    /// the game, or nothing that the option may be, makes none.
    pub(super) fn set(&mut self, name: &str, value: &str) -> bool {
        let Some((spec, current)) = self.0.iter_mut().find(|(spec, _)| spec.name == name) else {
            return false;
        };
        match spec.kind.read(value) {
            Some(word) if word != *current => {
                *current = word;
                true
            }
            _ => false,
        }
    }

    /// Each with its value, as text.
    pub(super) fn text(&self) -> String {
        let each: Vec<_> =
            self.0.iter().map(|(spec, value)| format!("{}={value}", spec.name)).collect();
        each.join(" ")
    }

    /// Has a position follow them.
    pub(super) fn apply<G: Notation>(&self, position: &mut G) {
        for (spec, value) in &self.0 {
            position.set_option(spec.name, value);
        }
    }
}
