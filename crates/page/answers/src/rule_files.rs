//! Files of rules that pages send. Each has its games to itself: two pages may give one name to
//! different games.

use super::Answers;
use super::request::{Fields, RequestRefusal};
use plyglot_engine::Registry;
use plyglot_support::lock;
use serde_json::{Value as Json, json};
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

/// The size of a file of rules that a page may send, in bytes.
const MAX_RULES_BYTES: usize = 128 << 10;
/// The most files. Their games stay in memory until the program ends.
const MAX_FILES: usize = 2_000;
const RULES: &str = "rules";

/// Puts a text into a file that engines can read.
pub type RulesStore = Box<dyn Fn(&str) -> io::Result<PathBuf> + Send + Sync>;

struct RulesRead {
    text: String,
    registry: Arc<Registry>,
}

/// The files that were sent so far, with the games of each.
pub struct RuleFiles {
    read: Mutex<Vec<RulesRead>>,
    store: RulesStore,
}

impl fmt::Debug for RuleFiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RuleFiles").finish_non_exhaustive()
    }
}

impl RuleFiles {
    pub(super) fn new(store: RulesStore) -> RuleFiles {
        RuleFiles { read: Mutex::default(), store }
    }

    fn registry(&self, own: &Registry, text: &str) -> Result<Arc<Registry>, RequestRefusal> {
        let mut read = lock(&self.read);
        if let Some(known) = read.iter().find(|known| known.text == text) {
            return Ok(Arc::clone(&known.registry));
        }
        if read.len() >= MAX_FILES {
            let limit = format!("at most {MAX_FILES} files of rules until the program ends");
            return Err(RequestRefusal::busy(limit));
        }
        let path = (self.store)(text)
            .map_err(|error| RequestRefusal::busy(format!("no place for the rules: {error}")))?;
        let registry = Arc::new(own.apart());
        registry.load_rules(&path, text, true);
        read.push(RulesRead { text: text.to_owned(), registry: Arc::clone(&registry) });
        Ok(registry)
    }
}

impl Answers {
    /// The answers to a question: about the games of the file of rules that comes with it, if one
    /// does.
    pub fn to(&self, asked: Fields<'_>) -> Result<Answers, RequestRefusal> {
        match asked.text(RULES, MAX_RULES_BYTES)? {
            None => Ok(self.clone()),
            Some(text) => {
                Ok(Answers { registry: self.files.registry(&self.registry, text)?, ..self.clone() })
            }
        }
    }
}

/// The games of a file of rules, and what is wrong in it.
pub(super) fn answer(answers: &Answers, asked: Fields<'_>) -> Result<Json, RequestRefusal> {
    let text = asked.needed_text("text", MAX_RULES_BYTES)?;
    let looked_at = answers.registry.load_rules(Path::new(RULES), text, false);
    let looked_at =
        looked_at.ok_or_else(|| RequestRefusal::unknown("this program cannot read rules files"))?;
    let games = if looked_at.names.is_empty() {
        Vec::new()
    } else {
        let registry = answers.files.registry(&answers.registry, text)?;
        let with_file = Answers { registry, ..answers.clone() };
        with_file.games(|game| looked_at.names.iter().any(|name| name == game))
    };
    Ok(json!({
        "games": games,
        "complaints": looked_at.complaints,
        "warnings": looked_at.ignored().into_iter().chain(looked_at.warnings).collect::<Vec<_>>(),
    }))
}

/// The words of files of rules, with what they mean.
pub(super) fn words(answers: &Answers, _: Fields<'_>) -> Result<Json, RequestRefusal> {
    let mut words = Vec::new();
    for word in answers.registry.source().map(|all| all.rule_words()).unwrap_or_default() {
        words.push(json!({
            "name": word.name, "value": word.value, "default": word.default, "about": word.about,
        }));
    }
    Ok(json!({ "words": words }))
}
