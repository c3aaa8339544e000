//! The values of one game's options.

use plyglot_core::game::{GameInfo, Notation, OptionSpec, TextError};

/// A game, and each of its options with its value.
#[derive(Clone)]
pub(super) struct GameOptions<G: Notation> {
    rules: G::Rules,
    values: Vec<(OptionSpec, String)>,
}

impl<G: Notation> GameOptions<G> {
    /// A game with the defaults.
    pub(super) fn of(rules: G::Rules) -> GameOptions<G> {
        let default = |&spec: &OptionSpec| (spec, spec.kind.default().to_owned());
        GameOptions { rules, values: G::info(rules).options.iter().map(default).collect() }
    }

    /// Facts about the game that need no position.
    pub(super) fn info(&self) -> &'static GameInfo {
        G::info(self.rules)
    }

    /// Sets an option. Returns whether anything changed; an unknown option or value
    /// changes nothing.
    pub(super) fn set(&mut self, name: &str, value: &str) -> bool {
        let Some((spec, current)) = self.values.iter_mut().find(|(spec, _)| spec.name == name)
        else {
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
            self.values.iter().map(|(spec, value)| format!("{}={value}", spec.name)).collect();
        each.join(" ")
    }

    /// The start position under these options.
    pub(super) fn start(&self) -> G {
        let mut position = G::start(self.rules);
        self.apply(&mut position);
        position
    }

    /// Reads a position under these options.
    ///
    /// # Errors
    /// If it is not a position of the game.
    pub(super) fn parse(&self, text: &str) -> Result<G, TextError> {
        let mut position = G::parse_with(self.rules, text)?;
        self.apply(&mut position);
        Ok(position)
    }

    /// Applies the options to a position.
    pub(super) fn apply(&self, position: &mut G) {
        for (spec, value) in &self.values {
            position.set_option(spec.name, value);
        }
    }
}
