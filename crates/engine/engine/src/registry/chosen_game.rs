//! A game with the options that are set in it.

use super::entry::GameEntry;
use crate::game_engine::options::NOTATION;
use crate::interface::Engine;
use crate::referee::Referee;
use plyglot_core::game::{MoveNotation, OptionSpec};
use std::collections::BTreeMap;

/// Values of options of games, by the names of the options.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct OptionValues(BTreeMap<String, String>);

impl OptionValues {
    /// The value of the option of this name, if it has one here.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    /// Gives an option this value, in place of an earlier one.
    pub fn set(&mut self, name: &str, value: &str) {
        self.0.insert(name.to_owned(), value.to_owned());
    }

    /// The name and the value of each option.
    pub fn pairs(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Sets these options of a game. Those that it does not have change nothing.
    pub fn apply(&self, rules: &mut dyn Referee) {
        for (name, value) in self.pairs() {
            rules.set_option(name, value);
        }
    }
}

/// A game, or the variant of it that a preset stands for, as it was named, with the options that
/// are set in it.
///
/// Two are equal if they have the same name and the same options.
#[derive(Clone, Debug)]
pub struct ChosenGame {
    /// The game.
    pub entry: GameEntry,
    name: &'static str,
    options: OptionValues,
}

impl PartialEq for ChosenGame {
    fn eq(&self, other: &ChosenGame) -> bool {
        self.name == other.name && self.options == other.options
    }
}

impl ChosenGame {
    /// A game by one of its names, in any case. That of a preset sets its option.
    pub(super) fn named(entry: GameEntry, name: &str) -> ChosenGame {
        let mut game =
            ChosenGame { entry, name: entry.info.name, options: OptionValues::default() };
        let mut presets = entry.info.presets.iter();
        if let Some(preset) = presets.find(|preset| preset.name.eq_ignore_ascii_case(name)) {
            game.name = preset.name;
            game.options.set(preset.option, preset.value);
        }
        game
    }

    /// The same game with another value of an option.
    pub fn with(mut self, name: &str, value: &str) -> ChosenGame {
        self.options.set(name, value);
        self
    }

    /// The same game with all these values of options.
    pub fn with_all(self, values: &OptionValues) -> ChosenGame {
        values.pairs().fold(self, |game, (name, value)| game.with(name, value))
    }

    /// The same game with a value of one of its options, as users write it.
    ///
    /// # Errors
    /// What was expected, if the option cannot have this value.
    pub fn with_option(self, option: &OptionSpec, value: &str) -> Result<ChosenGame, String> {
        let value = option.kind.read(value).ok_or_else(|| option.kind.expectation())?;
        self.entry.open().prepare_option(option.name, &value)?;
        Ok(self.with(option.name, &value))
    }

    /// The same game with its moves in the notation of this name.
    ///
    /// # Errors
    /// What was expected, if it has no such notation.
    pub fn with_notation(self, name: &str) -> Result<ChosenGame, String> {
        self.open().prepare_option(NOTATION, name)?;
        Ok(self.with(NOTATION, name))
    }

    /// The name of the game or of the preset, in its own spelling.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Whether its name is that of a preset.
    pub fn is_preset(&self) -> bool {
        self.name != self.entry.info.name
    }

    /// The options that are set, that of the name among them.
    pub fn options(&self) -> &OptionValues {
        &self.options
    }

    /// The options that are set, without that of the name.
    pub fn further_options(&self) -> impl Iterator<Item = (&str, &str)> {
        let implied = ChosenGame::named(self.entry, self.name).options;
        self.options.pairs().filter(move |&(name, value)| implied.get(name) != Some(value))
    }

    /// The game's options with a fixed set of words, each with its value.
    pub fn values(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.entry.info.options.iter().filter_map(move |option| {
            let default = option.kind.default_word()?;
            Some((option.name, self.options.get(option.name).unwrap_or(default)))
        })
    }

    /// The names of all presets with the options that are set here.
    pub fn preset_names(&self) -> impl Iterator<Item = &'static str> {
        let presets = self.entry.info.presets.iter();
        let same =
            presets.filter(move |preset| self.options.get(preset.option) == Some(preset.value));
        same.map(|preset| preset.name)
    }

    /// The notation in which its moves are wanted; `None` for the usual one.
    pub fn notation(&self) -> Option<MoveNotation> {
        MoveNotation::named(self.options.get(NOTATION)?)
    }

    /// The game in its start position, with its search.
    pub fn open(&self) -> Box<dyn Engine> {
        let mut engine = self.entry.open();
        self.options.apply(&mut *engine);
        engine
    }
}
