//! The name and the options that an engine announces when it is started.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// The name and the options that an engine has announced.
#[derive(Debug, Default)]
pub(crate) struct AnnouncedOptions {
    /// The text of `id name`.
    pub(crate) title: Option<String>,
    /// The options by their names in lower case, with the text after `type`.
    options: BTreeMap<String, String>,
    /// The values of `UCI_Variant`.
    variants: Vec<String>,
}

impl AnnouncedOptions {
    pub(crate) fn of_lines(lines: &[String]) -> AnnouncedOptions {
        let mut known = AnnouncedOptions::default();
        for line in lines.iter().map(|line| line.trim()) {
            if let Some(title) = line.strip_prefix("id name ") {
                known.title = Some(title.trim().to_owned());
            }
            let Some(option) = line.strip_prefix("option name ") else { continue };
            let (name, rest) = option.split_once(" type ").unwrap_or((option, ""));
            known.options.insert(name.trim().to_lowercase(), rest.to_owned());
            if name.trim().eq_ignore_ascii_case("UCI_Variant") {
                let values = rest.split(" var ").skip(1).map(|value| value.trim().to_owned());
                known.variants.extend(values);
            }
        }
        known
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.options.contains_key(&name.to_lowercase())
    }

    /// The values of a numeric option; `None` if the engine has no such option.
    pub(crate) fn range(&self, name: &str) -> Option<RangeInclusive<i64>> {
        let words: Vec<&str> = self.options.get(&name.to_lowercase())?.split_whitespace().collect();
        let after = |word: &str| {
            let pair = words.windows(2).find(|pair| pair[0] == word)?;
            pair[1].parse().ok()
        };
        Some(after("min")?..=after("max")?)
    }

    /// Whether the engine names the games that it plays.
    pub(crate) fn names_games(&self) -> bool {
        !self.variants.is_empty()
    }

    /// The value of `UCI_Variant` that stands for a game with these names.
    pub(crate) fn variant(&self, names: &[String]) -> Option<String> {
        let is_meant = |value: &&String| names.iter().any(|name| name.eq_ignore_ascii_case(value));
        self.variants.iter().find(is_meant).cloned()
    }
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
        ];
        let known = AnnouncedOptions::of_lines(&lines.map(str::to_owned));
        assert_eq!(known.title.as_deref(), Some("Fish 3"));
        assert_eq!(known.range("uci_elo"), Some(1350..=2850));
        assert_eq!((known.range("Clear Hash"), known.range("Hash")), (None, None));
        assert!(known.has("clear hash") && known.names_games());
        assert_eq!(known.variant(&["Atomic".to_owned()]).as_deref(), Some("atomic"));
    }
}
