//! The UCI options: their names, their values, and what they set, such as playing strength.

use super::command::Word;
use super::grammar;
use crate::{Registry, available_mib};
use plyglot_core::game::{OptionKind, TextError, text_error};
use plyglot_core::search::{Level, MAX_THREADS, StrengthLimit, Textbook};
use plyglot_support::text::nearest;
use std::fmt;
use std::hash::{BuildHasher, RandomState};
use std::path::PathBuf;

pub(super) const DEFAULT_HASH_MIB: usize = 16;
/// The largest table size offered if the system does not report its memory.
const MAX_HASH_MIB: usize = 1 << 20;
const MAX_MULTI_PV: usize = 500;
/// UCI's word for an empty text.
const EMPTY: &str = "<empty>";
const DEFAULT_OVERHEAD_MS: usize = 10;
const MAX_OVERHEAD_MS: usize = 5000;
const MAX_NODES_PER_SECOND: usize = 1_000_000_000;

/// The values of `Algorithm`; the first is the full search.
const ALGORITHMS: [(&str, Option<Textbook>); 5] = [
    ("full", None),
    ("ordered", Some(Textbook::OrderedAlphaBeta)),
    ("alphabeta", Some(Textbook::AlphaBeta)),
    ("negamax", Some(Textbook::Negamax)),
    ("minimax", Some(Textbook::Minimax)),
];

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Setting {
    Hash(usize),
    ClearHash,
    #[cfg(feature = "hash-file")]
    HashFile(Option<PathBuf>),
    #[cfg(feature = "hash-file")]
    SaveHash,
    #[cfg(feature = "hash-file")]
    LoadHash,
    DebugLog(Option<PathBuf>),
    #[cfg(feature = "network")]
    EvalFile(Option<PathBuf>),
    ShowWdl(bool),
    MultiPv(usize),
    MoveOverhead(usize),
    NodesPerSecond(usize),
    Variant(String),
    VariantPath(Option<PathBuf>),
    Algorithm(Option<Textbook>),
    VariableDepth(bool),
    ExactKnowledge(bool),
    Book(bool),
    Strength(StrengthOption),
    Threads(usize),
    /// An option of a game, and its value in the game's notation.
    Game(&'static str, String),
    /// Accepted, without effect.
    Accepted,
}

#[derive(Clone, Debug)]
enum UciOptionKind {
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
        expected: String,
        listed: Vec<&'static str>,
        default: &'static str,
    },
    Algorithm,
    /// A file name, which may be empty.
    File(fn(Option<PathBuf>) -> Setting),
    /// A text that is checked but has no effect.
    Text {
        default: String,
        check: fn(&str) -> Result<(), TextError>,
    },
    Game(OptionKind),
    Button(Setting),
}

#[derive(Clone, Debug)]
pub(super) struct UciOption {
    name: &'static str,
    kind: UciOptionKind,
}

impl UciOption {
    pub(super) fn name(&self) -> &'static str {
        self.name
    }
}

fn variants(registry: &Registry, default: &'static str) -> UciOptionKind {
    let own = registry.entries().iter().map(|entry| entry.info);
    let own = own.flat_map(|info| [info.name].into_iter().chain(info.listed.iter().copied()));
    let listed = own.chain(registry.further_names()).collect();
    let (names, expected) = (registry.names(), registry.expected_game());
    // That of a preset is the game's.
    let default = registry.find(default).map_or(default, |(entry, _)| entry.info.name);
    UciOptionKind::Variant { names, expected, listed, default }
}

/// All options, in the order shown, for a dialogue that began with the `default` game.
pub(super) fn specs(registry: &Registry, default: &'static str) -> Vec<UciOption> {
    let entries = registry.entries();
    let of_games = entries
        .iter()
        .flat_map(|entry| entry.info.options)
        .map(|option| UciOption { name: option.name, kind: UciOptionKind::Game(option.kind) });
    let spin = |name, default, least, most, set| UciOption {
        name,
        kind: UciOptionKind::Spin { default, least, most, set },
    };
    let check =
        |name, default, set| UciOption { name, kind: UciOptionKind::Check { default, set } };
    let text = |default, check| UciOptionKind::Text { default, check };
    let most_hash = available_mib().unwrap_or(MAX_HASH_MIB).max(DEFAULT_HASH_MIB);
    let mut specs = vec![
        spin("Hash", DEFAULT_HASH_MIB, 1, most_hash, Setting::Hash),
        UciOption { name: "Clear Hash", kind: UciOptionKind::Button(Setting::ClearHash) },
        #[cfg(feature = "hash-file")]
        UciOption { name: "Hash File", kind: UciOptionKind::File(Setting::HashFile) },
        #[cfg(feature = "hash-file")]
        UciOption { name: "Save Hash", kind: UciOptionKind::Button(Setting::SaveHash) },
        #[cfg(feature = "hash-file")]
        UciOption { name: "Load Hash", kind: UciOptionKind::Button(Setting::LoadHash) },
        UciOption { name: "Debug Log File", kind: UciOptionKind::File(Setting::DebugLog) },
        spin("Threads", 1, 1, MAX_THREADS, Setting::Threads),
        spin("MultiPV", 1, 1, MAX_MULTI_PV, Setting::MultiPv),
        check("Ponder", false, |_| Setting::Accepted),
        check("UCI_ShowWDL", false, Setting::ShowWdl),
        check("UCI_AnalyseMode", false, |_| Setting::Accepted),
        UciOption { name: "UCI_Opponent", kind: text(EMPTY.to_owned(), grammar::check_opponent) },
        UciOption { name: "UCI_EngineAbout", kind: text(registry.about(), |_| Ok(())) },
        spin("Move Overhead", DEFAULT_OVERHEAD_MS, 0, MAX_OVERHEAD_MS, Setting::MoveOverhead),
        spin("NodesPerSecond", 0, 0, MAX_NODES_PER_SECOND, Setting::NodesPerSecond),
        UciOption { name: "UCI_Variant", kind: variants(registry, default) },
    ];
    if registry.source().is_some() {
        let kind = UciOptionKind::File(Setting::VariantPath);
        specs.push(UciOption { name: "VariantPath", kind });
    }
    specs.extend(of_games);
    #[cfg(feature = "network")]
    if registry.source().is_some() || entries.iter().any(|it| it.network_shape().is_some()) {
        let kind = UciOptionKind::File(Setting::EvalFile);
        specs.push(UciOption { name: "EvalFile", kind });
    }
    specs
        .push(check("UCI_LimitStrength", false, |on| Setting::Strength(StrengthOption::Limit(on))));
    let (least, most) = ELO_RANGE;
    let elo = |elo| Setting::Strength(StrengthOption::Elo(elo));
    specs.push(spin("UCI_Elo", DEFAULT_ELO, least, most, elo));
    let skill = |level| Setting::Strength(StrengthOption::Skill(level));
    specs.push(spin("Skill Level", FULL_SKILL, 0, FULL_SKILL, skill));
    let seed = |seed| Setting::Strength(StrengthOption::Seed(seed));
    specs.push(spin("Strength Seed", 0, 0, MAX_SEED, seed));
    specs.push(UciOption { name: "Algorithm", kind: UciOptionKind::Algorithm });
    specs.push(check("Variable Depth", true, Setting::VariableDepth));
    specs.push(check("Exact Knowledge", true, Setting::ExactKnowledge));
    specs.push(check("Book", true, Setting::Book));
    specs
}

impl UciOption {
    /// Case and the number of blanks between words do not matter.
    fn is_called(&self, name: &str) -> bool {
        let words = || name.split_whitespace();
        let own = || self.name.split_whitespace();
        words().count() == own().count()
            && words().zip(own()).all(|(word, own)| word.eq_ignore_ascii_case(own))
    }

    pub(super) fn is_check(&self, name: &str) -> bool {
        use UciOptionKind::{Check, Game};
        self.is_called(name) && matches!(self.kind, Check { .. } | Game(OptionKind::Check(_)))
    }

    /// The option in the words of XBoard, unless it has a command of its own there.
    pub(super) fn xboard(&self) -> Option<String> {
        let name = self.name;
        if ["Hash", "Threads", "Ponder", "UCI_AnalyseMode", "UCI_ShowWDL", "UCI_Chess960"]
            .contains(&name)
        {
            return None;
        }
        let combo = |words: &mut dyn Iterator<Item = &str>| {
            let words: Vec<&str> = words.collect();
            Some(format!("{name} -combo *{}", words.join(" /// ")))
        };
        match &self.kind {
            UciOptionKind::Check { default, .. }
            | UciOptionKind::Game(OptionKind::Check(default)) => {
                Some(format!("{name} -check {}", u8::from(*default)))
            }
            UciOptionKind::Spin { default, least, most, .. } => {
                Some(format!("{name} -spin {default} {least} {most}"))
            }
            UciOptionKind::Game(OptionKind::Spin { default, least, most }) => {
                Some(format!("{name} -spin {default} {least} {most}"))
            }
            UciOptionKind::Algorithm => combo(&mut ALGORITHMS.iter().map(|(name, _)| *name)),
            UciOptionKind::Game(OptionKind::Choice(words)) => combo(&mut words.iter().copied()),
            UciOptionKind::File(_) | UciOptionKind::Game(OptionKind::Text) => {
                Some(format!("{name} -string "))
            }
            UciOptionKind::Button(_) => Some(format!("{name} -button")),
            UciOptionKind::Variant { .. } | UciOptionKind::Text { .. } => None,
        }
    }
}

pub(super) fn parse(
    specs: &[UciOption],
    name: &Word,
    value: Option<&Word>,
) -> Result<Setting, TextError> {
    let Some(spec) = specs.iter().find(|spec| spec.is_called(&name.text)) else {
        let hint = nearest(&name.text, specs.iter().map(|spec| spec.name));
        return Err(name.whole_error("an option that 'uci' lists").hinted(hint));
    };
    match (&spec.kind, value) {
        (UciOptionKind::Button(setting), _) => return Ok(setting.clone()),
        (UciOptionKind::File(set), None) => return Ok(set(None)),
        (UciOptionKind::Text { .. }, None) => return Ok(Setting::Accepted),
        (UciOptionKind::Text { check, .. }, Some(value)) if !is_empty(&value.text) => {
            check(&value.text).map_err(|error| value.locate(error))?;
        }
        (UciOptionKind::Game(OptionKind::Text), None) => {
            return Ok(Setting::Game(spec.name, String::new()));
        }
        _ => {}
    }
    let Some(value) = value else {
        let expected = format!("'value' and {}", spec.kind.expectation());
        return Err(name.locate(text_error(&name.text, name.text.len(), expected)));
    };
    let setting = spec.kind.read(spec.name, value.text.trim());
    setting.ok_or_else(|| {
        let hint = nearest(&value.text, spec.kind.words());
        value.error(spec.kind.expectation()).hinted(hint)
    })
}

impl UciOptionKind {
    fn read(&self, name: &'static str, text: &str) -> Option<Setting> {
        match self {
            UciOptionKind::Check { set, .. } => read_bool(text).map(set),
            UciOptionKind::Spin { least, most, set, .. } => {
                text.parse().ok().filter(|n| (least..=most).contains(&n)).map(set)
            }
            UciOptionKind::Variant { names, .. } => {
                let name = names.iter().find(|name| name.eq_ignore_ascii_case(text))?;
                Some(Setting::Variant((*name).to_owned()))
            }
            UciOptionKind::Algorithm => {
                let known = ALGORITHMS.iter().find(|(name, _)| name.eq_ignore_ascii_case(text))?;
                Some(Setting::Algorithm(known.1))
            }
            UciOptionKind::Game(OptionKind::Text) if is_empty(text) => {
                Some(Setting::Game(name, String::new()))
            }
            UciOptionKind::Game(kind) => kind.read(text).map(|value| Setting::Game(name, value)),
            UciOptionKind::File(set) => Some(set((!is_empty(text)).then(|| PathBuf::from(text)))),
            UciOptionKind::Text { .. } => Some(Setting::Accepted),
            UciOptionKind::Button(setting) => Some(setting.clone()),
        }
    }

    fn expectation(&self) -> String {
        match self {
            UciOptionKind::Game(kind) => kind.expectation(),
            UciOptionKind::Check { .. } => OptionKind::Check(true).expectation(),
            UciOptionKind::Spin { least, most, .. } => {
                format!("a whole number from {least} to {most}")
            }
            UciOptionKind::File(_) => "the name of a file".to_owned(),
            UciOptionKind::Text { .. } => "a text".to_owned(),
            UciOptionKind::Variant { expected, .. } => expected.clone(),
            UciOptionKind::Algorithm | UciOptionKind::Button(_) => {
                let words: Vec<&str> = self.words().collect();
                format!("one of {}", words.join(", "))
            }
        }
    }

    fn words(&self) -> Box<dyn Iterator<Item = &'static str> + '_> {
        match self {
            UciOptionKind::Check { .. } => Box::new(["true", "false"].into_iter()),
            UciOptionKind::Game(kind) => Box::new(kind.words().iter().copied()),
            UciOptionKind::Variant { names, .. } => Box::new(names.iter().copied()),
            UciOptionKind::Algorithm => Box::new(ALGORITHMS.iter().map(|(name, _)| *name)),
            UciOptionKind::Spin { .. }
            | UciOptionKind::File(_)
            | UciOptionKind::Text { .. }
            | UciOptionKind::Button(_) => Box::new(std::iter::empty()),
        }
    }
}

fn is_empty(text: &str) -> bool {
    text.is_empty() || text == EMPTY
}

fn read_bool(text: &str) -> Option<bool> {
    text.to_ascii_lowercase().parse().ok()
}

impl fmt::Display for UciOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option name {} type ", self.name)?;
        match &self.kind {
            UciOptionKind::Check { default, .. }
            | UciOptionKind::Game(OptionKind::Check(default)) => {
                write!(f, "check default {default}")
            }
            UciOptionKind::Spin { default, least, most, .. } => {
                write!(f, "spin default {default} min {least} max {most}")
            }
            UciOptionKind::Variant { listed, default, .. } => {
                write_combo(f, default, listed.iter().copied())
            }
            UciOptionKind::Algorithm => {
                let words = ALGORITHMS.iter().map(|(name, _)| *name);
                write_combo(f, ALGORITHMS[0].0, words)
            }
            UciOptionKind::Game(kind @ OptionKind::Choice(words)) => {
                write_combo(f, kind.default(), words.iter().copied())
            }
            UciOptionKind::Game(OptionKind::Spin { default, least, most }) => {
                write!(f, "spin default {default} min {least} max {most}")
            }
            UciOptionKind::File(_) | UciOptionKind::Game(OptionKind::Text) => {
                write!(f, "string default {EMPTY}")
            }
            UciOptionKind::Text { default, .. } => write!(f, "string default {default}"),
            UciOptionKind::Button(_) => f.write_str("button"),
        }
    }
}

fn write_combo<'a>(
    f: &mut fmt::Formatter<'_>,
    default: &str,
    mut words: impl Iterator<Item = &'a str>,
) -> fmt::Result {
    write!(f, "combo default {default}")?;
    words.try_for_each(|word| write!(f, " var {word}"))
}

pub(super) fn default_overhead_ms() -> u64 {
    DEFAULT_OVERHEAD_MS as u64
}

pub(super) const ELO_RANGE: (usize, usize) =
    (*Level::RATINGS.start() as usize, *Level::RATINGS.end() as usize);
pub(super) const DEFAULT_ELO: usize = 1500;
pub(super) const FULL_SKILL: usize = Level::FULL_SKILL as usize;
pub(super) const MAX_SEED: usize = i32::MAX as usize;

/// One of these options with its new value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StrengthOption {
    Limit(bool),
    Elo(usize),
    Skill(usize),
    /// 0 for a seed that differs in every process.
    Seed(usize),
}

#[derive(Clone, Copy, Debug)]
pub(super) struct StrengthOptions {
    is_limited: bool,
    elo: usize,
    skill: usize,
    seed: usize,
    own_seed: u64,
}

impl StrengthOptions {
    pub(super) fn new() -> StrengthOptions {
        let own_seed = RandomState::new().hash_one(());
        StrengthOptions {
            is_limited: false,
            elo: DEFAULT_ELO,
            skill: FULL_SKILL,
            seed: 0,
            own_seed,
        }
    }

    /// Sets one option. Returns the resulting handicap, `None` at full strength.
    pub(super) fn set(&mut self, option: StrengthOption) -> Option<StrengthLimit> {
        match option {
            StrengthOption::Limit(on) => self.is_limited = on,
            StrengthOption::Elo(elo) => self.elo = elo,
            StrengthOption::Skill(level) => self.skill = level,
            StrengthOption::Seed(seed) => self.seed = seed,
        }
        let level = if self.is_limited {
            Level::Elo(self.elo as u16)
        } else if self.skill < FULL_SKILL {
            Level::Skill(self.skill as u8)
        } else {
            return None;
        };
        let seed = if self.seed == 0 { self.own_seed } else { self.seed as u64 };
        Some(StrengthLimit { level, seed })
    }
}
