//! The searches that are compared, each with one idea more than the last.

use plyglot_core::game::network::Network;
use plyglot_core::search::{Settings, Textbook};
use std::sync::Arc;

#[derive(Clone, Debug)]
pub(super) struct SearchStage {
    pub(super) name: String,
    pub(super) settings: Settings,
    /// The network to evaluate by; `None` for the game's own.
    pub(super) network: Option<Arc<Network>>,
    /// Whether it adds something to the stage before it.
    pub(super) is_addition: bool,
    pub(super) is_exact: bool,
}

impl SearchStage {
    fn new(name: &str, settings: Settings) -> SearchStage {
        let name = name.to_owned();
        SearchStage { name, settings, network: None, is_addition: false, is_exact: true }
    }

    fn added(self) -> SearchStage {
        SearchStage { is_addition: true, ..self }
    }

    fn inexact(self) -> SearchStage {
        SearchStage { is_exact: false, ..self }
    }

    fn word(&self) -> String {
        self.name.replace(' ', "-")
    }

    pub(super) fn label(&self) -> String {
        let sign = if self.is_addition { "+ " } else { "" };
        format!("{sign}{}", self.name)
    }
}

/// The names of the stages that a comparison can begin with, the plainest first.
pub(super) const WORDS: [&str; 7] = [
    "minimax",
    "negamax",
    "alpha-beta",
    "move-ordering",
    "iterative-deepening",
    "transposition-table",
    "variable-depth",
];

/// The stages from the one with this name on, the plainest first.
/// `base_alone` is the network by which the game's own is left out, where it has an
/// evaluation beside it.
pub(super) fn stages(
    from: &str,
    base_alone: Option<Arc<Network>>,
    threads: usize,
) -> Vec<SearchStage> {
    let mut stages = all(base_alone, threads);
    let first = stages.iter().position(|stage| stage.word() == from);
    stages.split_off(first.unwrap_or_default())
}

fn all(base_alone: Option<Arc<Network>>, threads: usize) -> Vec<SearchStage> {
    let uniform = Settings { variable_depth: false, reports: false, ..Settings::search_alone() };
    let variable = Settings { variable_depth: true, ..uniform.clone() };
    let parallel = Settings { threads, ..variable.clone() };
    let ordered = textbook(&uniform, Textbook::OrderedAlphaBeta);
    let deepening = Settings { iterative_deepening: true, ..ordered.clone() };
    let mut stages = vec![
        SearchStage::new("minimax", textbook(&uniform, Textbook::Minimax)),
        SearchStage::new("negamax", textbook(&uniform, Textbook::Negamax)),
        SearchStage::new("alpha-beta", textbook(&uniform, Textbook::AlphaBeta)),
        SearchStage::new("move ordering", ordered).added(),
        SearchStage::new("iterative deepening", deepening).added(),
        SearchStage::new("transposition table", uniform).added(),
        SearchStage::new("variable depth", variable.clone()).added().inexact(),
    ];
    stages.iter_mut().for_each(|stage| stage.network.clone_from(&base_alone));
    if base_alone.is_some() {
        stages.push(SearchStage::new("network", variable).added().inexact());
    }
    if threads > 1 {
        stages.push(SearchStage::new(&format!("{threads} threads"), parallel).added().inexact());
    }
    stages
}

fn textbook(uniform: &Settings, textbook: Textbook) -> Settings {
    Settings { textbook: Some(textbook), iterative_deepening: false, ..uniform.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyglot_core::game::network::NetworkShape;

    fn names(stages: &[SearchStage]) -> Vec<&str> {
        stages.iter().map(|stage| stage.name.as_str()).collect()
    }

    #[test]
    fn a_network_and_threads_come_last_where_there_are_any() {
        let mut shape = NetworkShape::new(2);
        shape.has_base = true;
        let blank = Some(Arc::new(Network::blank(shape)));
        let all = stages("minimax", blank, 4);
        assert_eq!(names(&all)[6..], ["variable depth", "network", "4 threads"]);
        let few = stages("minimax", None, 1);
        assert_eq!(few.iter().map(SearchStage::word).collect::<Vec<_>>(), WORDS);
        assert_eq!(names(&stages("variable-depth", None, 2)), ["variable depth", "2 threads"]);
        for stage in &all[..7] {
            assert!(stage.network.is_some() && stage.settings.threads == 1);
        }
        assert!(all[7..].iter().all(|stage| stage.network.is_none()));
        assert_eq!(all[8].settings.threads, 4);
        assert_eq!(all.iter().filter(|stage| stage.is_exact).count(), 6);
    }
}
