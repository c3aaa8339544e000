//! The options of UCI: what each is called, what it may be, what it sets.

use super::command::Word;
use super::complaint::Complaint;
use super::handicap::{self, Wish};
use super::opponent;
use crate::engine::{Registry, available_mib};
use crate::games::{OptionKind, TextError, quote, text_error};
use crate::search::{MAX_THREADS, Textbook};
use std::fmt;
use std::path::PathBuf;

/// Size of the transposition table in MiB before anyone sets it.
pub(super) const DEFAULT_HASH: usize = 16;
/// Table sizes are offered up to this where the system does not say what it has.
const MOST_HASH: usize = 1 << 20;
const MOST_LINES: usize = 500;
/// UCI's word for a text without letters.
const EMPTY: &str = "<empty>";
/// What `UCI_EngineAbout` says.
const ABOUT: &str = concat!(
    "Plyglot ",
    env!("CARGO_PKG_VERSION"),
    " plays chess, Connect Four and more with one search; MIT or Apache-2.0"
);
const DEFAULT_OVERHEAD: usize = 10;
const MOST_OVERHEAD: usize = 5000;

/// The searches that `Algorithm` chooses from; the first is the full one.
const ALGORITHMS: [(&str, Option<Textbook>); 4] = [
    ("full", None),
    ("alphabeta", Some(Textbook::AlphaBeta)),
    ("negamax", Some(Textbook::Negamax)),
    ("minimax", Some(Textbook::Minimax)),
];

/// An option that was set, its value checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Setting {
    Hash(usize),
    ClearHash,
    HashFile(Option<PathBuf>),
    SaveHash,
    LoadHash,
    DebugLog(Option<PathBuf>),
    ShowWdl(bool),
    MultiPv(usize),
    MoveOverhead(usize),
    Variant(String),
    Algorithm(Option<Textbook>),
    VariableDepth(bool),
    ExactKnowledge(bool),
    Book(bool),
    PonderReplies(bool),
    Strength(Wish),
    Threads(usize),
    /// An option of a game, by its name, and its value as the game writes it.
    Game(&'static str, String),
    /// Known, but nothing that changes anything here.
    Accepted,
}

/// What an option may be.
#[derive(Clone, Debug)]
enum Kind {
    Check {
        default: bool,
        set: fn(bool) -> Setting,
    },
    Spin {
        default: usize,
        least: usize,
        most: usize,
        set: fn(usize) -> Setting,
    },
    Variant {
        names: Vec<&'static str>,
        listed: Vec<&'static str>,
    },
    Algorithm,
    /// The name of a file, or nothing.
    File(fn(Option<PathBuf>) -> Setting),
    /// A text that is looked at, but changes nothing.
    Text {
        default: &'static str,
        check: fn(&str) -> Result<(), TextError>,
    },
    /// An option of a game.
    Game(OptionKind),
    Button(Setting),
}

/// An option: its line in the answer to `uci` is its `Display`.
#[derive(Clone, Debug)]
pub(super) struct Spec {
    name: &'static str,
    kind: Kind,
}

/// All options, in the order in which they are shown.
pub(super) fn specs(registry: &Registry) -> Vec<Spec> {
    let entries = registry.entries();
    let names = entries.iter().flat_map(|entry| entry.names()).collect();
    let listed = entries.iter().flat_map(|entry| entry.listed).copied().collect();
    let of_games = entries
        .iter()
        .flat_map(|entry| entry.options)
        .map(|option| Spec { name: option.name, kind: Kind::Game(option.kind) });
    let spin = |name, default, least, most, set| Spec {
        name,
        kind: Kind::Spin { default, least, most, set },
    };
    let check = |name, default, set| Spec { name, kind: Kind::Check { default, set } };
    let most_hash = available_mib().unwrap_or(MOST_HASH).max(DEFAULT_HASH);
    let mut specs = vec![
        spin("Hash", DEFAULT_HASH, 1, most_hash, Setting::Hash),
        Spec { name: "Clear Hash", kind: Kind::Button(Setting::ClearHash) },
        Spec { name: "Hash File", kind: Kind::File(Setting::HashFile) },
        Spec { name: "Save Hash", kind: Kind::Button(Setting::SaveHash) },
        Spec { name: "Load Hash", kind: Kind::Button(Setting::LoadHash) },
        Spec { name: "Debug Log File", kind: Kind::File(Setting::DebugLog) },
        spin("Threads", 1, 1, MAX_THREADS, Setting::Threads),
        spin("MultiPV", 1, 1, MOST_LINES, Setting::MultiPv),
        check("Ponder", false, |_| Setting::Accepted),
        check("UCI_ShowWDL", false, Setting::ShowWdl),
        check("UCI_AnalyseMode", false, |_| Setting::Accepted),
        Spec { name: "UCI_Opponent", kind: Kind::Text { default: EMPTY, check: opponent::check } },
        Spec { name: "UCI_EngineAbout", kind: Kind::Text { default: ABOUT, check: |_| Ok(()) } },
        spin("Move Overhead", DEFAULT_OVERHEAD, 0, MOST_OVERHEAD, Setting::MoveOverhead),
        Spec { name: "UCI_Variant", kind: Kind::Variant { names, listed } },
    ];
    specs.extend(of_games);
    specs.push(check("UCI_LimitStrength", false, |on| Setting::Strength(Wish::Limit(on))));
    let (least, most) = handicap::ELO_RANGE;
    let elo = |elo| Setting::Strength(Wish::Elo(elo));
    specs.push(spin("UCI_Elo", handicap::DEFAULT_ELO, least, most, elo));
    let skill = |level| Setting::Strength(Wish::Skill(level));
    specs.push(spin("Skill Level", handicap::FULL_SKILL, 0, handicap::FULL_SKILL, skill));
    let seed = |seed| Setting::Strength(Wish::Seed(seed));
    specs.push(spin("Strength Seed", 0, 0, handicap::MOST_SEED, seed));
    specs.push(check("Ponder Replies", false, Setting::PonderReplies));
    specs.push(Spec { name: "Algorithm", kind: Kind::Algorithm });
    specs.push(check("Variable Depth", true, Setting::VariableDepth));
    specs.push(check("Exact Knowledge", true, Setting::ExactKnowledge));
    specs.push(check("Book", true, Setting::Book));
    specs
}

impl Spec {
    /// Whether a client means this option, in whatever case and with whatever
    /// blanks between its words.
    fn is_called(&self, name: &str) -> bool {
        let words = || name.split_whitespace();
        let own = || self.name.split_whitespace();
        words().count() == own().count()
            && words().zip(own()).all(|(word, own)| word.eq_ignore_ascii_case(own))
    }
}

/// Finds the option and checks its value.
///
/// # Errors
/// When there is no such option, or it cannot be that.
pub(super) fn parse(
    specs: &[Spec],
    name: &Word,
    value: Option<&Word>,
) -> Result<Setting, Complaint> {
    let Some(spec) = specs.iter().find(|spec| spec.is_called(&name.text)) else {
        let complaint = Complaint {
            column: name.column,
            expected: "an option that 'uci' lists".to_owned(),
            found: quote(&name.text),
            hint: None,
        };
        return Err(complaint.suggest(&name.text, specs.iter().map(|spec| spec.name)));
    };
    match (&spec.kind, value) {
        (Kind::Button(setting), _) => return Ok(setting.clone()),
        (Kind::File(set), None) => return Ok(set(None)),
        (Kind::Text { .. }, None) => return Ok(Setting::Accepted),
        (Kind::Text { check, .. }, Some(value)) if !is_empty(&value.text) => {
            check(&value.text).map_err(|error| Complaint::at(value.column, error))?;
        }
        (Kind::Game(OptionKind::Text), None) => return Ok(Setting::Game(spec.name, String::new())),
        _ => {}
    }
    let Some(value) = value else {
        let column = name.column + name.text.chars().count();
        let expected = format!("'value' and {}", spec.kind.expectation());
        return Err(Complaint { column, expected, found: "the end".to_owned(), hint: None });
    };
    let setting = spec.kind.read(spec.name, value.text.trim());
    setting.ok_or_else(|| {
        let error = text_error(&value.text, 0, spec.kind.expectation());
        Complaint::at(value.column, error).suggest(&value.text, spec.kind.words())
    })
}

impl Kind {
    fn read(&self, name: &'static str, text: &str) -> Option<Setting> {
        match self {
            Kind::Check { set, .. } => read_bool(text).map(set),
            Kind::Spin { least, most, set, .. } => {
                text.parse().ok().filter(|n| (least..=most).contains(&n)).map(set)
            }
            Kind::Variant { names, .. } => {
                let name = names.iter().find(|name| name.eq_ignore_ascii_case(text))?;
                Some(Setting::Variant((*name).to_owned()))
            }
            Kind::Algorithm => {
                let known = ALGORITHMS.iter().find(|(name, _)| name.eq_ignore_ascii_case(text))?;
                Some(Setting::Algorithm(known.1))
            }
            Kind::Game(OptionKind::Text) if is_empty(text) => {
                Some(Setting::Game(name, String::new()))
            }
            Kind::Game(kind) => kind.read(text).map(|value| Setting::Game(name, value)),
            Kind::File(set) => Some(set((!is_empty(text)).then(|| PathBuf::from(text)))),
            Kind::Text { .. } => Some(Setting::Accepted),
            Kind::Button(setting) => Some(setting.clone()),
        }
    }

    /// What a value must be.
    fn expectation(&self) -> String {
        match self {
            Kind::Check { .. } | Kind::Game(OptionKind::Check(_)) => "'true' or 'false'".to_owned(),
            Kind::Spin { least, most, .. } => format!("a whole number from {least} to {most}"),
            Kind::Game(OptionKind::Spin { least, most, .. }) => {
                format!("a whole number from {least} to {most}")
            }
            Kind::Game(OptionKind::Text) => "a text".to_owned(),
            Kind::File(_) => "the name of a file".to_owned(),
            Kind::Text { .. } => "a text".to_owned(),
            Kind::Variant { .. } | Kind::Algorithm | Kind::Game(_) | Kind::Button(_) => {
                let words: Vec<&str> = self.words().collect();
                format!("one of {}", words.join(", "))
            }
        }
    }

    /// The words that a value may be.
    fn words(&self) -> Box<dyn Iterator<Item = &'static str> + '_> {
        match self {
            Kind::Check { .. } => Box::new(["true", "false"].into_iter()),
            Kind::Game(kind) => Box::new(kind.words().iter().copied()),
            Kind::Variant { names, .. } => Box::new(names.iter().copied()),
            Kind::Algorithm => Box::new(ALGORITHMS.iter().map(|(name, _)| *name)),
            Kind::Spin { .. } | Kind::File(_) | Kind::Text { .. } | Kind::Button(_) => {
                Box::new(std::iter::empty())
            }
        }
    }
}

/// Whether a text is none, in UCI's word or without one.
fn is_empty(text: &str) -> bool {
    text.is_empty() || text == EMPTY
}

fn read_bool(text: &str) -> Option<bool> {
    text.to_ascii_lowercase().parse().ok()
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option name {} type ", self.name)?;
        match &self.kind {
            Kind::Check { default, .. } | Kind::Game(OptionKind::Check(default)) => {
                write!(f, "check default {default}")
            }
            Kind::Spin { default, least, most, .. } => {
                write!(f, "spin default {default} min {least} max {most}")
            }
            Kind::Variant { listed, .. } => write_combo(f, listed.iter().copied()),
            Kind::Algorithm => write_combo(f, ALGORITHMS.iter().map(|(name, _)| *name)),
            Kind::Game(OptionKind::Choice(words)) => write_combo(f, words.iter().copied()),
            Kind::Game(OptionKind::Spin { default, least, most }) => {
                write!(f, "spin default {default} min {least} max {most}")
            }
            Kind::File(_) | Kind::Game(OptionKind::Text) => write!(f, "string default {EMPTY}"),
            Kind::Text { default, .. } => write!(f, "string default {default}"),
            Kind::Button(_) => f.write_str("button"),
        }
    }
}

/// A choice of words, of which the first is the default.
fn write_combo<'a>(
    f: &mut fmt::Formatter<'_>,
    words: impl Iterator<Item = &'a str> + Clone,
) -> fmt::Result {
    write!(f, "combo default {}", words.clone().next().unwrap_or(EMPTY))?;
    words.into_iter().try_for_each(|word| write!(f, " var {word}"))
}

/// The time lost on the way to the client before anyone sets it, in ms.
pub(super) fn default_overhead() -> u64 {
    DEFAULT_OVERHEAD as u64
}
