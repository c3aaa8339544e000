//! Setting options.

use super::Session;
use crate::available_mib;
use crate::protocol::command::Word;
use crate::protocol::options::{self, Setting, StrengthOptions};
#[cfg(feature = "hash-file")]
use crate::{Engine, Job, MessageSink};
#[cfg(feature = "network")]
use crate::{network_note, read_network_for};
use plyglot_core::game::{SearchParams, TextError};
use plyglot_core::search::Table;
use plyglot_support::text::reason;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

impl Session {
    pub(super) fn set_option(
        &mut self,
        name: &Word,
        value: Option<&Word>,
    ) -> Result<(), TextError> {
        match options::parse(&self.specs, name, value)? {
            Setting::Hash(mib) => self.resize(mib),
            Setting::ClearHash => self.clear_table(),
            #[cfg(feature = "hash-file")]
            Setting::HashFile(path) => self.hash_file = path,
            #[cfg(feature = "hash-file")]
            Setting::SaveHash => {
                self.with_hash_file(|engine, path, send| engine.save_table(path, send));
            }
            #[cfg(feature = "hash-file")]
            Setting::LoadHash => {
                let threads = self.settings.threads;
                self.with_hash_file(|engine, path, send| engine.load_table(path, threads, send));
            }
            Setting::ShowWdl(on) => self.format.shows_wdl = on,
            Setting::DebugLog(path) => self.set_log(path),
            #[cfg(feature = "network")]
            Setting::EvalFile(path) => {
                let refused = |expected: String| value.unwrap_or(name).whole_error(expected);
                self.set_network(path.as_deref()).map_err(refused)?;
            }
            Setting::MultiPv(lines) => self.settings.multi_pv = lines,
            Setting::MoveOverhead(ms) => self.settings.overhead = Duration::from_millis(ms as u64),
            Setting::NodesPerSecond(nodes) => {
                self.settings.nodes_per_second = NonZeroU32::new(nodes as u32);
            }
            Setting::Algorithm(textbook) => self.settings.textbook = textbook,
            Setting::VariableDepth(on) => self.settings.variable_depth = on,
            Setting::ExactKnowledge(on) => {
                self.settings.exact_knowledge = on;
                self.settings.tablebase = on;
            }
            Setting::Book(on) => self.settings.book = on,
            Setting::LimitStrength(on) => self.limit_strength(|it| it.is_limited = on),
            Setting::Elo(elo) => self.limit_strength(|it| it.elo = elo),
            Setting::Skill(level) => self.limit_strength(|it| it.skill = level),
            Setting::StrengthSeed(seed) => self.limit_strength(|it| it.seed = seed),
            Setting::Threads(threads) => {
                self.settings.threads = threads;
                self.queue.add(self.engine.prepare(threads, self.message_sink()));
            }
            Setting::Game(option, text) => {
                let refused = |expected: String| value.unwrap_or(name).error(expected);
                self.prepare_game_option(option, &text).map_err(refused)?;
                self.set_game_option(option, text);
            }
            Setting::Variant(game) => self.set_variant(&game),
            Setting::VariantPath(path) => {
                if let (Some(_), Some(file)) = (path, value) {
                    self.read_variants(file, true)?;
                }
            }
            Setting::Parameter(index, value) => self.set_parameter(index, value),
            Setting::Accepted => {}
        }
        Ok(())
    }

    /// `game` is one of the registry's names.
    fn set_variant(&mut self, game: &str) {
        match self.select(game) {
            Ok(()) => self.note_game(),
            Err(why) => {
                self.is_game_refused = true;
                self.note(&format!(
                    "{why}; keeping {}, without searching",
                    self.engine.info().name
                ));
            }
        }
    }

    /// `index` is the parameter's in [`SearchParams::LIST`].
    fn set_parameter(&mut self, index: usize, value: i32) {
        let params = self.params.get_or_insert_with(|| self.engine.params());
        (SearchParams::LIST[index].set)(params, value);
        self.engine.set_params(*params);
    }

    fn limit_strength(&mut self, change: impl FnOnce(&mut StrengthOptions)) {
        change(&mut self.strength_options);
        self.settings.strength = self.strength_options.limit();
    }

    fn note_game(&self) {
        let (info, dialect) = (self.engine.info(), self.format.dialect);
        if let Some(board) = info.board {
            self.note(&format!("variant {} {board}", info.name));
        }
        if !dialect.can_write(info) {
            self.note(&dialect.cannot_write(info));
        }
    }

    /// Evaluates the selected game by the network in a file, or by its own, from now on.
    #[cfg(feature = "network")]
    fn set_network(&mut self, path: Option<&Path>) -> Result<(), String> {
        let info = self.engine.info();
        let (game, title) = (info.name, info.title);
        if path.is_none() && self.networks.iter().all(|(known, _)| *known != game) {
            // Some clients send all defaults, whatever the game is. The table stays.
            return Ok(());
        }
        let shape = self.engine.network_shape();
        let shape = shape.ok_or_else(|| format!("a game with a network; {title} has none"))?;
        let network = match path {
            None => None,
            Some(path) => {
                let expected = |why| format!("a network for {title} ({why})");
                let file = read_network_for(game, shape, path).map_err(expected)?;
                self.note(&network_note(path, &file));
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

    fn set_log(&self, path: Option<PathBuf>) {
        let name = path.as_deref().unwrap_or(Path::new("")).display().to_string();
        if let Err(error) = self.output.set_log(path) {
            self.note(&format!("debug log {name} not opened: {}", reason(&error)));
        }
    }

    /// Prepares what a value of an option needs, and notes the result. An error says
    /// what was expected.
    fn prepare_game_option(&self, name: &str, value: &str) -> Result<(), String> {
        for entry in self.registry.entries() {
            if entry.info.options.iter().any(|option| option.name == name)
                && let Some(note) = entry.open().prepare_option(name, value)?
            {
                self.note(&note);
            }
        }
        Ok(())
    }

    fn set_game_option(&mut self, name: &'static str, value: String) {
        let is_new = self.engine.set_option(name, &value);
        self.game_options.retain(|(known, _)| *known != name);
        self.game_options.push((name, value));
        if is_new {
            // Under different rules, positions may have different values.
            self.forget();
        }
    }

    #[cfg(feature = "hash-file")]
    fn with_hash_file(&self, job: impl FnOnce(&dyn Engine, PathBuf, MessageSink) -> Job) {
        match self.hash_file.clone() {
            Some(path) => self.queue.add(job(self.engine.as_ref(), path, self.message_sink())),
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
