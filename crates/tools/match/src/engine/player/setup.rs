//! The settings of an engine before its first game.

use plyglot_core::game::GameInfo;
use plyglot_engine::{ChosenGame, Registry, RulesFile};
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::time::Duration;

#[derive(Clone, Debug)]
pub(crate) struct PlayerSetup {
    /// `None` for a game that only the engines know.
    pub(crate) game: Option<ChosenGame>,
    /// All names of the game; the engine may support one of them.
    pub(crate) variants: Vec<String>,
    pub(crate) files: Vec<RulesFile>,
    /// How long it may take where no clock runs.
    pub(crate) patience: Duration,
}

impl PlayerSetup {
    /// The settings for the game of this name. One that is not in the registry is known to the
    /// engines alone.
    pub(crate) fn new(name: &str, patience: Duration, registry: &Registry) -> PlayerSetup {
        let game = registry.game(name);
        let variants = game.as_ref().map_or_else(|| vec![name.to_owned()], variants);
        PlayerSetup { game, variants, files: registry.files_of(name), patience }
    }

    pub(crate) fn info(&self) -> Option<&'static GameInfo> {
        self.game.as_ref().map(|game| game.entry.info)
    }
}

/// All names by which an engine may support the game. Chess960 is either a variant, or
/// chess with an option.
fn variants(game: &ChosenGame) -> Vec<String> {
    let info = game.entry.info;
    let own = game.preset_names().chain([info.name]).chain(info.aliases.iter().copied());
    own.map(str::to_owned).collect()
}

#[derive(Debug, Default)]
pub(crate) struct AnnouncedOptions {
    pub(crate) title: Option<String>,
    /// The options by their names in lower case, with the text after `type`.
    options: BTreeMap<String, String>,
    variants: Vec<String>,
}

impl AnnouncedOptions {
    pub(crate) fn from_lines(lines: &[String]) -> AnnouncedOptions {
        let mut known = AnnouncedOptions::default();
        for line in lines.iter().map(|line| line.trim()) {
            if let Some(title) = line.strip_prefix("id name ") {
                known.title = Some(title.trim().to_owned());
            }
            let Some(option) = line.strip_prefix("option name ") else { continue };
            let (name, rest) = option.split_once(" type ").unwrap_or((option, ""));
            known.options.insert(name.trim().to_lowercase(), rest.to_owned());
            if name.trim().eq_ignore_ascii_case("UCI_Variant") {
                known.variants.extend(rest.split(" var ").skip(1).map(|it| it.trim().to_owned()));
            }
        }
        known
    }

    /// The name under which the engine has an option: some that are in UCI without `UCI_`, as
    /// `MultiPV`, begin with `USI_` in USI.
    pub(crate) fn known_name(&self, name: &str) -> Option<String> {
        let names = [name.to_owned(), format!("UCI_{name}")];
        names.into_iter().find(|name| self.options.contains_key(&name.to_lowercase()))
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.known_name(name).is_some()
    }

    /// The values of a numeric option; `None` if the engine has no such option.
    pub(crate) fn range(&self, name: &str) -> Option<RangeInclusive<i64>> {
        let name = self.known_name(name)?.to_lowercase();
        let words: Vec<&str> = self.options.get(&name)?.split_whitespace().collect();
        Some(number_after(&words, "min")?..=number_after(&words, "max")?)
    }

    pub(crate) fn variants(&self) -> &[String] {
        &self.variants
    }

    pub(crate) fn names_games(&self) -> bool {
        !self.variants.is_empty()
    }

    pub(crate) fn variant(&self, names: &[String]) -> Option<String> {
        self.variants
            .iter()
            .find(|value| names.iter().any(|name| name.eq_ignore_ascii_case(value)))
            .cloned()
    }
}

fn number_after(words: &[&str], word: &str) -> Option<i64> {
    let pair = words.windows(2).find(|pair| pair[0] == word)?;
    pair[1].parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_and_games_are_read() {
        let lines = [
            "id name Fish 3",
            "option name UCI_Elo type spin default 1350 min 1350 max 2850",
            "option name UCI_Variant type combo default chess var chess var atomic",
            "option name Clear Hash type button",
            "option name UCI_MultiPV type spin default 1 min 1 max 5",
        ];
        let known = AnnouncedOptions::from_lines(&lines.map(str::to_owned));
        assert_eq!(known.title.as_deref(), Some("Fish 3"));
        assert_eq!(known.range("uci_elo"), Some(1350..=2850));
        assert_eq!((known.range("Clear Hash"), known.range("Hash")), (None, None));
        assert_eq!(known.range("MultiPV"), Some(1..=5));
        assert_eq!(known.known_name("MultiPV").as_deref(), Some("UCI_MultiPV"));
        assert!(known.has("clear hash") && known.names_games());
        assert_eq!(known.variant(&["Atomic".to_owned()]).as_deref(), Some("atomic"));
    }
}
