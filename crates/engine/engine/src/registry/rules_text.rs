//! The rules of a game in words.

use super::Registry;
use super::chosen_game::ChosenGame;
use plyglot_core::game::{MoveNotation, NamedStart, RulesSection, RulesText};

impl Registry {
    /// The rules of a game in words, with its start position. Those of a game of the program's own
    /// are told by the library, if it has the same game.
    pub fn rules_text(&self, game: &ChosenGame) -> RulesText {
        let info = game.entry.info;
        let mut names: Vec<&str> = game.preset_names().collect();
        names.extend([game.name(), info.name]);
        let known = self.source().and_then(|source| {
            names.iter().find_map(|name| source.rules_text(name, info.sides, game.notation()))
        });
        let mut text = known.filter(|_| info.rules.is_empty()).unwrap_or_default();
        if !info.rules.is_empty() {
            let paragraphs = info.rules.split("\n\n").map(str::to_owned).collect();
            let title = "Rules".to_owned();
            text.sections.push(RulesSection { title, paragraphs, ..RulesSection::default() });
        }
        text.sections.extend(further_starts(info.starts));
        let is_own = self.is_own(info.name);
        text.title = if is_own { info.title } else { game.name() }.to_owned();
        // Players of xiangqi have no names for ranks.
        text.start = game
            .open()
            .picture()
            .map(|picture| match picture.shape.notation {
                MoveNotation::Wxf | MoveNotation::Chinese => picture.diagram(),
                _ => picture.record_text(false).0,
            })
            .unwrap_or_default();
        text
    }
}

fn further_starts(starts: &[NamedStart]) -> Option<RulesSection> {
    if starts.is_empty() {
        return None;
    }
    let titles: Vec<String> = starts.iter().map(NamedStart::title).collect();
    let text = format!("A game may also begin at one of these positions: {}.", titles.join("; "));
    let title = "Other starts".to_owned();
    Some(RulesSection { title, paragraphs: vec![text], ..RulesSection::default() })
}
