//! The values of one game's options.

use plyglot_core::game::{GameInfo, MoveNotation, Notation, OptionSpec, TextError};

#[derive(Clone)]
pub(super) struct GameOptions<G: Notation> {
    rules: G::Rules,
    values: Vec<(OptionSpec, String)>,
    pub(super) notation: MoveNotation,
}

/// The option of all games whose players write moves in several ways. Nothing in a dialogue depends
/// on it.
pub const NOTATION: &str = "Notation";

pub(super) fn notation_of<G: Notation>(
    rules: G::Rules,
    name: &str,
) -> Result<MoveNotation, String> {
    let names = notations::<G>(rules);
    match MoveNotation::named(name) {
        Some(notation) if names.contains(&name) => Ok(notation),
        _ => Err(format!("one of {}", names.join(", "))),
    }
}

/// The names of a game's notations, the usual one first, and that of the protocol.
pub(super) fn notations<G: Notation>(rules: G::Rules) -> Vec<&'static str> {
    let own = G::notations(rules);
    let mut names: Vec<_> = own.iter().map(|notation| notation.name()).collect();
    if !own.contains(&MoveNotation::Uci) {
        names.push(MoveNotation::Uci.name());
    }
    names
}

impl<G: Notation> GameOptions<G> {
    pub(super) fn new(rules: G::Rules) -> GameOptions<G> {
        let values =
            G::info(rules).options.iter().map(|&spec| (spec, spec.kind.default())).collect();
        GameOptions { rules, values, notation: G::notations(rules)[0] }
    }

    pub(super) fn info(&self) -> &'static GameInfo {
        G::info(self.rules)
    }

    /// Returns whether anything changed; an unknown option or value changes nothing.
    pub(super) fn set(&mut self, name: &str, value: &str) -> bool {
        if name == NOTATION {
            let before = self.notation;
            self.notation = notation_of::<G>(self.rules, value).unwrap_or(before);
            return self.notation != before;
        }
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

    #[cfg(feature = "hash-file")]
    pub(super) fn text(&self) -> String {
        let each: Vec<_> =
            self.values.iter().map(|(spec, value)| format!("{}={value}", spec.name)).collect();
        each.join(" ")
    }

    pub(super) fn start(&self) -> G {
        let mut position = G::start(self.rules);
        self.apply(&mut position);
        position
    }

    /// The position of a text, or of the name of a start.
    pub(super) fn parse(&self, text: &str) -> Result<G, TextError> {
        let named = self.info().starts.iter().find(|start| start.is_called(text.trim()));
        let text = named.map_or(text, |start| start.position);
        let mut position = G::parse_with(self.rules, text)?;
        self.apply(&mut position);
        Ok(position)
    }

    pub(super) fn apply(&self, position: &mut G) {
        for (spec, value) in &self.values {
            position.set_option(spec.name, value);
        }
    }
}
