//! The settings of an engine before its first game.

use plyglot_core::game::Preset;
use plyglot_engine::{GameEntry, Registry, RulesFile};
use std::time::Duration;

/// The settings of an engine before its first game.
#[derive(Clone, Debug)]
pub(crate) struct Setup {
    /// All names of the game; the engine may support one of them.
    pub(crate) variants: Vec<String>,
    /// The files with its rules.
    pub(crate) files: Vec<RulesFile>,
    /// The game's options by which the match is refereed, with their values.
    pub(crate) rules: Vec<(&'static str, &'static str)>,
    /// How long it may take where no clock runs.
    pub(crate) patience: Duration,
}

impl Setup {
    /// The settings for the game of this name, which the registry may not know.
    pub(crate) fn of_game(game: &str, patience: Duration, registry: &Registry) -> Setup {
        let (variants, rules) = match registry.find(game) {
            None => (vec![game.to_owned()], Vec::new()),
            Some((entry, preset)) => (variants(entry, preset), entry.values(preset).collect()),
        };
        Setup { variants, files: registry.files_of(game), rules, patience }
    }
}

/// All names by which an engine may support the game. Chess960 is either a variant, or
/// chess with an option.
fn variants(entry: &GameEntry, preset: Option<Preset>) -> Vec<String> {
    let is_meant = |other: &&Preset| {
        preset.is_some_and(|p| (p.option, p.value) == (other.option, other.value))
    };
    let presets = entry.info.presets.iter().filter(is_meant).map(|preset| preset.name);
    let plain = [entry.info.name].into_iter().chain(entry.info.aliases.iter().copied());
    presets.chain(plain).map(str::to_owned).collect()
}
