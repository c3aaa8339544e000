//! The options of a dialogue, and what they set.

use super::Dialogue;
use super::options::{UciOption, UciType};
use super::strength::{DEFAULT_ELO, FULL_SKILL, StrengthOptions};
use crate::Registry;
use crate::program::available_mib;
use crate::protocol::command::Word;
#[cfg(feature = "hash-file")]
use crate::{GameSearch, Job, MessageSink};
#[cfg(feature = "network")]
use crate::{network_note, read_network_for};
use plyglot_core::game::{OptionKind, OptionSpec, Parameter, SearchParams, TextError};
use plyglot_core::search::{Level, MAX_THREADS, Settings, Table, Textbook};
use plyglot_support::text::{nearest, reason};
use std::collections::HashSet;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

pub(super) const DEFAULT_HASH_MIB: usize = 16;
/// The largest table size offered if the system does not report its memory.
const MAX_HASH_MIB: usize = 1 << 20;

/// The values of `Algorithm`; the first is the full search.
const ALGORITHMS: [(&str, Option<Textbook>); 5] = [
    ("full", None),
    ("ordered", Some(Textbook::OrderedAlphaBeta)),
    ("alphabeta", Some(Textbook::AlphaBeta)),
    ("negamax", Some(Textbook::Negamax)),
    ("minimax", Some(Textbook::Minimax)),
];

const ALGORITHM_NAMES: [&str; ALGORITHMS.len()] = {
    let mut names = [""; ALGORITHMS.len()];
    let mut at = 0;
    while at < names.len() {
        names[at] = ALGORITHMS[at].0;
        at += 1;
    }
    names
};

const VARIANT: &str = "UCI_Variant";

/// All options, in the order shown, for a dialogue that began with the `default` game.
pub(super) fn options(registry: &Registry, default: &'static str) -> Vec<UciOption> {
    let entries = registry.entries();
    let mut options = general_options(registry);
    options.push(variant(registry, default));
    if registry.source().is_some() {
        options.push(UciOption::file("VariantPath", |it, path, word| {
            path.map_or(Ok(()), |_| it.read_variants(word, true))
        }));
    }
    let mut seen = HashSet::new();
    for option in entries.iter().flat_map(|entry| entry.info.options) {
        if seen.insert(option.name) {
            options.push(game_option(option));
        }
    }
    #[cfg(feature = "network")]
    if registry.source().is_some() || entries.iter().any(|it| it.network().is_some()) {
        options.push(UciOption::file("EvalFile", Dialogue::set_network));
    }
    options.extend(strength_options());
    options.extend(search_options());
    options
}

fn general_options(registry: &Registry) -> Vec<UciOption> {
    let overhead_ms = Settings::default().overhead.as_millis() as usize;
    let max_hash = available_mib().unwrap_or(MAX_HASH_MIB).max(DEFAULT_HASH_MIB);
    vec![
        UciOption::spin("Hash", [DEFAULT_HASH_MIB, 1, max_hash], |it, mib| it.resize(mib))
            .not_for_xboard(),
        UciOption::button("Clear Hash", |it| it.clear_table()),
        #[cfg(feature = "hash-file")]
        UciOption::file("Hash File", |it, path, _| {
            it.hash_file = path;
            Ok(())
        }),
        #[cfg(feature = "hash-file")]
        UciOption::button("Save Hash", |it| {
            it.with_hash_file(|engine, path, send| engine.save_table(path, send));
        }),
        #[cfg(feature = "hash-file")]
        UciOption::button("Load Hash", |it| {
            let threads = it.settings.threads;
            it.with_hash_file(|engine, path, send| engine.load_table(path, threads, send));
        }),
        UciOption::file("Debug Log File", Dialogue::set_log),
        UciOption::spin("Threads", [1, 1, MAX_THREADS], |it, threads| {
            it.settings.threads = threads;
            it.prepare();
        })
        .not_for_xboard(),
        UciOption::spin("MultiPV", [1, 1, 500], |it, lines| it.settings.multi_pv = lines),
        UciOption::accepted("Ponder", OptionKind::Check(false)).not_for_xboard(),
        UciOption::check("UCI_ShowWDL", false, |it, on| it.output_options.shows_wdl = on)
            .not_for_xboard(),
        UciOption::accepted("UCI_AnalyseMode", OptionKind::Check(false)).not_for_xboard(),
        UciOption::accepted("UCI_Opponent", OptionKind::Text).not_for_xboard(),
        UciOption::new("UCI_EngineAbout", UciType::About(registry.about()), |_, _, _| Ok(())),
        UciOption::spin("Move Overhead", [overhead_ms, 0, 5000], |it, ms| {
            it.settings.overhead = Duration::from_millis(ms as u64);
        }),
        UciOption::spin("NodesPerSecond", [0, 0, 1_000_000_000], |it, nodes| {
            it.settings.nodes_per_second = NonZeroU32::new(nodes as u32);
        }),
    ]
}

fn variant(registry: &Registry, default: &'static str) -> UciOption {
    let mut listed = Vec::new();
    for entry in registry.entries() {
        listed.push(entry.info.name);
        listed.extend(entry.info.listed);
    }
    listed.extend(registry.further_names());
    let names = registry.names();
    let expected = registry.expected_game();
    // That of a preset is the game's.
    let default = registry.game(default).map_or(default, |game| game.entry.info.name);
    let kind = UciType::Games { default, names, listed, expected };
    UciOption::new(VARIANT, kind, Dialogue::set_variant)
}

fn game_option(option: &OptionSpec) -> UciOption {
    let name = option.name;
    let own = UciOption::value(name, option.kind, move |it, text, word| {
        it.set_game_option(name, text, word)
    });
    // XBoard has games of their own for it.
    if name == OptionSpec::CHESS960.name { own.not_for_xboard() } else { own }
}

fn strength_options() -> [UciOption; 4] {
    let [min, max] = [Level::RATINGS.start(), Level::RATINGS.end()].map(|elo| *elo as usize);
    [
        UciOption::check("UCI_LimitStrength", false, |it, on| {
            it.limit_strength(|strength| strength.is_limited = on);
        }),
        UciOption::spin("UCI_Elo", [DEFAULT_ELO, min, max], |it, elo| {
            it.limit_strength(|strength| strength.elo = elo);
        }),
        UciOption::spin("Skill Level", [FULL_SKILL, 0, FULL_SKILL], |it, level| {
            it.limit_strength(|strength| strength.skill = level);
        }),
        UciOption::spin("Strength Seed", [0, 0, i32::MAX as usize], |it, seed| {
            it.limit_strength(|strength| strength.seed = seed);
        }),
    ]
}

fn search_options() -> [UciOption; 4] {
    [
        UciOption::value("Algorithm", OptionKind::Choice(&ALGORITHM_NAMES), |it, text, _| {
            let known = ALGORITHMS.iter().find(|(name, _)| *name == text);
            it.settings.textbook = known.and_then(|(_, textbook)| *textbook);
            Ok(())
        }),
        UciOption::check("Variable Depth", true, |it, on| it.settings.variable_depth = on),
        UciOption::check("Exact Knowledge", true, |it, on| {
            it.settings.exact_knowledge = on;
            it.settings.tablebase = on;
        }),
        UciOption::check("Book", true, |it, on| it.settings.book = on),
    ]
}

impl Dialogue {
    pub(crate) fn set_option(
        &mut self,
        name: &Word,
        value: Option<&Word>,
    ) -> Result<(), TextError> {
        let word = value.unwrap_or(name);
        let Some(option) = self.options.iter().find(|option| option.is_called(&name.text)) else {
            return self.set_parameter(name, word);
        };
        let text = option.read(name, value)?;
        let set = Arc::clone(&option.set);
        set(self, &text, word)
    }

    pub(crate) fn selects_game(&self, name: &str) -> bool {
        self.options.iter().any(|option| option.name() == VARIANT && option.is_called(name))
    }

    /// For developers: parameters of the search are options that are not listed, by their names in
    /// `plyglot spsa`, so that no program must be built to try values.
    fn set_parameter(&mut self, name: &Word, value: &Word) -> Result<(), TextError> {
        let Some(parameter) = SearchParams::LIST.iter().find(|it| it.name == name.text) else {
            let hint = nearest(&name.text, self.options.iter().map(UciOption::name));
            return Err(name.whole_error("an option that 'uci' lists").hinted(hint));
        };
        let &Parameter { min, max, set, .. } = parameter;
        let number = value.text.trim().parse().ok().filter(|number| (min..=max).contains(number));
        let number =
            number.ok_or_else(|| value.error(format!("a whole number from {min} to {max}")))?;
        let params = self.params.get_or_insert_with(|| self.engine.params());
        set(params, number);
        self.engine.set_params(*params);
        Ok(())
    }

    /// `game` is one of the registry's names.
    fn set_variant(&mut self, game: &str, _: &Word) -> Result<(), TextError> {
        let chosen = self.select(game);
        let info = self.engine.info();
        if let Err(why) = chosen {
            self.is_game_refused = true;
            self.note(&format!("{why}; keeping {}, without searching", info.name));
        } else if let Some(board) = info.board {
            self.note(&format!("variant {} {board}", info.name));
        }
        Ok(())
    }

    fn limit_strength(&mut self, change: impl FnOnce(&mut StrengthOptions)) {
        change(&mut self.strength_options);
        self.settings.strength = self.strength_options.limit();
    }

    /// Evaluates the selected game by the network in a file, or by its own, from now on.
    #[cfg(feature = "network")]
    fn set_network(&mut self, path: Option<PathBuf>, word: &Word) -> Result<(), TextError> {
        let info = self.engine.info();
        let game = info.name;
        let title = info.title;
        if path.is_none() && self.networks.iter().all(|(known, _)| *known != game) {
            // Some clients send all defaults, whatever the game is. The table stays.
            return Ok(());
        }
        let Some(shape) = self.engine.network_shape() else {
            return Err(word.whole_error(format!("a game with a network; {title} has none")));
        };
        let network = match path {
            None => None,
            Some(path) => {
                let file = read_network_for(game, shape, &path)
                    .map_err(|why| word.whole_error(format!("a network for {title} ({why})")))?;
                self.note(&network_note(&path, &file));
                Some(Arc::new(file.network))
            }
        };
        self.networks.retain(|(known, _)| *known != game);
        self.networks.extend(network.clone().map(|network| (game, network)));
        self.engine.set_network(network);
        // Scores in the table are those of another evaluation.
        self.forget();
        Ok(())
    }

    fn set_log(&mut self, path: Option<PathBuf>, _: &Word) -> Result<(), TextError> {
        let name = path.as_deref().unwrap_or(Path::new("")).display().to_string();
        if let Err(error) = self.output.set_log(path) {
            self.note(&format!("debug log {name} not opened: {}", reason(&error)));
        }
        Ok(())
    }

    fn set_game_option(
        &mut self,
        name: &'static str,
        value: &str,
        word: &Word,
    ) -> Result<(), TextError> {
        let entries = self.registry.entries();
        // It is prepared once for all games that have it.
        let entry =
            entries.iter().find(|entry| entry.info.options.iter().any(|of| of.name == name));
        if let Some(entry) = entry {
            let prepared = entry.open().prepare_option(name, value);
            let note = prepared.map_err(|expected| word.error(expected))?;
            note.iter().for_each(|note| self.note(note));
        }
        let is_new = self.engine.set_option(name, value);
        self.game_options.set(name, value);
        if is_new {
            // Under different rules, positions may have different values.
            self.forget();
        }
        Ok(())
    }

    #[cfg(feature = "hash-file")]
    fn with_hash_file(&self, job: impl FnOnce(&dyn GameSearch, PathBuf, MessageSink) -> Job) {
        match self.hash_file.clone() {
            Some(path) => self.queue.add(job(&*self.engine, path, self.note_sink())),
            None => self.note("no Hash File is set"),
        }
    }

    /// Resizes the table, or keeps it if there is too little memory. All of it is
    /// touched here, so that no search has to wait for the system.
    fn resize(&self, mib: usize) {
        let output = Arc::clone(&self.output);
        let threads = self.settings.threads;
        self.queue.add(Box::new(move |table| {
            let is_too_much = available_mib().is_some_and(|free| mib > free + table.mib());
            match Table::new(mib) {
                Ok(new) if !is_too_much => {
                    *table = new;
                    table.touch(threads);
                }
                _ => {
                    let kept = table.mib();
                    let note = format!("not enough memory for Hash {mib}; keeping {kept}");
                    output.note(&note);
                }
            }
        }));
    }
}
