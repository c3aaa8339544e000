//! The values of one game's options.

use plyglot_core::game::{Notation, OptionSpec};

/// Each option of a game with its value.
#[derive(Clone, Debug)]
pub(super) struct GameOptions(Vec<(OptionSpec, String)>);

impl GameOptions {
    /// The defaults of a game.
    pub(super) fn of<G: Notation>() -> GameOptions {
        GameOptions(G::OPTIONS.iter().map(|&spec| (spec, spec.kind.default().to_owned())).collect())
    }

    /// Sets an option. Returns whether anything changed; an unknown option or value
    /// changes nothing.
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

    /// All options with their values, as text.
    #[cfg(feature = "hash-file")]
    pub(super) fn text(&self) -> String {
        let each: Vec<_> =
            self.0.iter().map(|(spec, value)| format!("{}={value}", spec.name)).collect();
        each.join(" ")
    }

    /// The start position under these options.
    pub(super) fn start<G: Notation>(&self) -> G {
        let mut position = G::parse(G::START).expect("START is a position, as the laws check");
        self.apply(&mut position);
        position
    }

    /// Applies the options to a position.
    pub(super) fn apply<G: Notation>(&self, position: &mut G) {
        for (spec, value) in &self.0 {
            position.set_option(spec.name, value);
        }
    }
}
