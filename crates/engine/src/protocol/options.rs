//! The UCI options: their names, their values, and what they set, such as playing strength.

use super::command::Word;
use crate::{Registry, available_mib};
use plyglot_core::game::{OptionKind, OptionSpec, Parameter, SearchParams, TextError, text_error};
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
pub(super) const DEFAULT_OVERHEAD_MS: usize = 10;
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
    LimitStrength(bool),
    Elo(usize),
    Skill(usize),
    StrengthSeed(usize),
    Threads(usize),
    /// An option of a game, and its value in the game's notation.
    Game(&'static str, String),
    /// The index of a parameter in [`SearchParams::LIST`], and its value.
    Parameter(usize, i32),
    /// Accepted, without effect.
    Accepted,
}

/// The type of an option in UCI.
enum UciType {
    Check(bool),
    Spin {
        default: usize,
        least: usize,
        most: usize,
    },
    /// Words, those that are shown, and how an error names them all.
    Combo {
        default: &'static str,
        words: Words,
        listed: Words,
        expected: String,
    },
    /// Its default. Any text is right.
    Text(String),
    Button,
}

type Words = Vec<&'static str>;

pub(super) struct UciOption {
    name: &'static str,
    kind: UciType,
    /// What a value sets, as [`UciType::read`] returns it.
    set: Box<dyn Fn(&str) -> Setting + Send + Sync>,
}

impl UciOption {
    fn new(
        name: &'static str,
        kind: UciType,
        set: impl Fn(&str) -> Setting + Send + Sync + 'static,
    ) -> UciOption {
        UciOption { name, kind, set: Box::new(set) }
    }

    fn check(name: &'static str, default: bool, set: fn(bool) -> Setting) -> UciOption {
        UciOption::new(name, UciType::Check(default), move |text| set(text == "true"))
    }

    fn spin(
        name: &'static str,
        [default, least, most]: [usize; 3],
        set: fn(usize) -> Setting,
    ) -> UciOption {
        let kind = UciType::Spin { default, least, most };
        UciOption::new(name, kind, move |text| set(text.parse().unwrap_or(default)))
    }

    fn file(name: &'static str, set: fn(Option<PathBuf>) -> Setting) -> UciOption {
        let kind = UciType::Text(EMPTY.to_owned());
        UciOption::new(name, kind, move |text| set((!text.is_empty()).then(|| text.into())))
    }

    fn button(name: &'static str, setting: Setting) -> UciOption {
        UciOption::new(name, UciType::Button, move |_| setting.clone())
    }

    fn of_game(option: &OptionSpec) -> UciOption {
        let name = option.name;
        let kind = match option.kind {
            OptionKind::Check(default) => UciType::Check(default),
            OptionKind::Choice(words) => UciType::combo(words.to_vec()),
            OptionKind::Spin { default, least, most } => {
                let [least, most] = [least, most].map(usize::from);
                UciType::Spin { default: default.parse().unwrap_or(least), least, most }
            }
            OptionKind::Text => UciType::Text(EMPTY.to_owned()),
        };
        UciOption::new(name, kind, move |text| Setting::Game(name, text.to_owned()))
    }

    fn variant(registry: &Registry, default: &'static str) -> UciOption {
        let own = registry.entries().iter().map(|entry| entry.info);
        let own = own.flat_map(|info| [info.name].into_iter().chain(info.listed.iter().copied()));
        let listed = own.chain(registry.further_names()).collect();
        let (words, expected) = (registry.names(), registry.expected_game());
        // That of a preset is the game's.
        let default = registry.find(default).map_or(default, |(entry, _)| entry.info.name);
        let kind = UciType::Combo { default, words, listed, expected };
        UciOption::new("UCI_Variant", kind, |name| Setting::Variant(name.to_owned()))
    }

    fn algorithm() -> UciOption {
        let kind = UciType::combo(ALGORITHMS.iter().map(|(name, _)| *name).collect());
        UciOption::new("Algorithm", kind, |text| {
            let known = ALGORITHMS.iter().find(|(name, _)| *name == text);
            Setting::Algorithm(known.and_then(|(_, textbook)| *textbook))
        })
    }

    pub(super) fn name(&self) -> &'static str {
        self.name
    }
}

/// All options, in the order shown, for a dialogue that began with the `default` game.
pub(super) fn specs(registry: &Registry, default: &'static str) -> Vec<UciOption> {
    let entries = registry.entries();
    let accepted = |name, default| UciOption::new(name, default, |_| Setting::Accepted);
    let most_hash = available_mib().unwrap_or(MAX_HASH_MIB).max(DEFAULT_HASH_MIB);
    let overhead = [DEFAULT_OVERHEAD_MS, 0, MAX_OVERHEAD_MS];
    let mut specs = vec![
        UciOption::spin("Hash", [DEFAULT_HASH_MIB, 1, most_hash], Setting::Hash),
        UciOption::button("Clear Hash", Setting::ClearHash),
        #[cfg(feature = "hash-file")]
        UciOption::file("Hash File", Setting::HashFile),
        #[cfg(feature = "hash-file")]
        UciOption::button("Save Hash", Setting::SaveHash),
        #[cfg(feature = "hash-file")]
        UciOption::button("Load Hash", Setting::LoadHash),
        UciOption::file("Debug Log File", Setting::DebugLog),
        UciOption::spin("Threads", [1, 1, MAX_THREADS], Setting::Threads),
        UciOption::spin("MultiPV", [1, 1, MAX_MULTI_PV], Setting::MultiPv),
        accepted("Ponder", UciType::Check(false)),
        UciOption::check("UCI_ShowWDL", false, Setting::ShowWdl),
        accepted("UCI_AnalyseMode", UciType::Check(false)),
        accepted("UCI_Opponent", UciType::Text(EMPTY.to_owned())),
        accepted("UCI_EngineAbout", UciType::Text(registry.about())),
        UciOption::spin("Move Overhead", overhead, Setting::MoveOverhead),
        UciOption::spin("NodesPerSecond", [0, 0, MAX_NODES_PER_SECOND], Setting::NodesPerSecond),
        UciOption::variant(registry, default),
    ];
    if registry.source().is_some() {
        specs.push(UciOption::file("VariantPath", Setting::VariantPath));
    }
    specs.extend(entries.iter().flat_map(|entry| entry.info.options).map(UciOption::of_game));
    #[cfg(feature = "network")]
    if registry.source().is_some() || entries.iter().any(|it| it.network_shape().is_some()) {
        specs.push(UciOption::file("EvalFile", Setting::EvalFile));
    }
    let (least, most) = ELO_RANGE;
    specs.extend([
        UciOption::check("UCI_LimitStrength", false, Setting::LimitStrength),
        UciOption::spin("UCI_Elo", [DEFAULT_ELO, least, most], Setting::Elo),
        UciOption::spin("Skill Level", [FULL_SKILL, 0, FULL_SKILL], Setting::Skill),
        UciOption::spin("Strength Seed", [0, 0, MAX_SEED], Setting::StrengthSeed),
        UciOption::algorithm(),
        UciOption::check("Variable Depth", true, Setting::VariableDepth),
        UciOption::check("Exact Knowledge", true, Setting::ExactKnowledge),
        UciOption::check("Book", true, Setting::Book),
    ]);
    specs
}

/// Options that have commands of their own in XBoard's protocol, or mean nothing there.
const NOT_OF_XBOARD: [&str; 9] = [
    "Hash",
    "Threads",
    "Ponder",
    "UCI_AnalyseMode",
    "UCI_Chess960",
    "UCI_EngineAbout",
    "UCI_Opponent",
    "UCI_ShowWDL",
    "UCI_Variant",
];

impl UciOption {
    /// Case and the number of blanks between words do not matter.
    fn is_called(&self, name: &str) -> bool {
        let words = || name.split_whitespace();
        let own = || self.name.split_whitespace();
        words().count() == own().count()
            && words().zip(own()).all(|(word, own)| word.eq_ignore_ascii_case(own))
    }

    pub(super) fn is_check(&self, name: &str) -> bool {
        self.is_called(name) && matches!(self.kind, UciType::Check(_))
    }

    /// The option in the words of XBoard.
    pub(super) fn xboard(&self) -> Option<String> {
        let kind = match &self.kind {
            UciType::Check(default) => format!("-check {}", u8::from(*default)),
            UciType::Spin { default, least, most } => format!("-spin {default} {least} {most}"),
            UciType::Combo { listed, .. } => format!("-combo *{}", listed.join(" /// ")),
            UciType::Text(_) => "-string ".to_owned(),
            UciType::Button => "-button".to_owned(),
        };
        let name = self.name;
        (!NOT_OF_XBOARD.contains(&name)).then(|| format!("{name} {kind}"))
    }
}

pub(super) fn parse(
    specs: &[UciOption],
    name: &Word,
    value: Option<&Word>,
) -> Result<Setting, TextError> {
    let Some(spec) = specs.iter().find(|spec| spec.is_called(&name.text)) else {
        if let Some(index) = SearchParams::LIST.iter().position(|it| it.name == name.text) {
            return parse_parameter(index, value.unwrap_or(name));
        }
        let hint = nearest(&name.text, specs.iter().map(|spec| spec.name));
        return Err(name.whole_error("an option that 'uci' lists").hinted(hint));
    };
    let read = match (&spec.kind, value) {
        (UciType::Button, _) | (UciType::Text(_), None) => Some(String::new()),
        (kind, Some(value)) => kind.read(value.text.trim()),
        (_, None) => {
            let expected = format!("'value' and {}", spec.kind.expectation());
            return Err(name.locate(text_error(&name.text, name.text.len(), expected)));
        }
    };
    read.map(|text| (spec.set)(&text)).ok_or_else(|| {
        let value = value.unwrap_or(name);
        let hint = nearest(&value.text, spec.kind.words().iter().copied());
        value.error(spec.kind.expectation()).hinted(hint)
    })
}

/// For developers: parameters of the search are options that are not listed, by their names in
/// `plyglot spsa`, so that no program must be built to try values.
fn parse_parameter(index: usize, value: &Word) -> Result<Setting, TextError> {
    let Parameter { min, max, .. } = SearchParams::LIST[index];
    let number = value.text.trim().parse().ok().filter(|number| (min..=max).contains(number));
    let number = number.ok_or_else(|| value.error(format!("a whole number from {min} to {max}")));
    Ok(Setting::Parameter(index, number?))
}

impl UciType {
    /// A choice of words, the first of which is the default.
    fn combo(words: Words) -> UciType {
        let expected = format!("one of {}", words.join(", "));
        UciType::Combo { default: words[0], listed: words.clone(), words, expected }
    }

    /// The value of a text in the option's own spelling; `None` if it is wrong.
    fn read(&self, text: &str) -> Option<String> {
        match self {
            UciType::Check(_) | UciType::Combo { .. } => {
                let word = self.words().iter().find(|word| word.eq_ignore_ascii_case(text))?;
                Some((*word).to_owned())
            }
            UciType::Spin { least, most, .. } => {
                let number = text.parse().ok().filter(|number| (least..=most).contains(&number))?;
                Some(number.to_string())
            }
            UciType::Text(_) => Some(if text == EMPTY { "" } else { text }.to_owned()),
            UciType::Button => Some(String::new()),
        }
    }

    fn expectation(&self) -> String {
        match self {
            UciType::Check(_) => "'true' or 'false'".to_owned(),
            UciType::Spin { least, most, .. } => format!("a whole number from {least} to {most}"),
            UciType::Combo { expected, .. } => expected.clone(),
            UciType::Text(_) | UciType::Button => "a text".to_owned(),
        }
    }

    fn words(&self) -> &[&'static str] {
        match self {
            UciType::Check(_) => &["true", "false"],
            UciType::Combo { words, .. } => words,
            UciType::Spin { .. } | UciType::Text(_) | UciType::Button => &[],
        }
    }
}

impl fmt::Display for UciOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option name {} type ", self.name)?;
        match &self.kind {
            UciType::Check(default) => write!(f, "check default {default}"),
            UciType::Spin { default, least, most } => {
                write!(f, "spin default {default} min {least} max {most}")
            }
            UciType::Combo { default, listed, .. } => {
                write!(f, "combo default {default}")?;
                listed.iter().try_for_each(|word| write!(f, " var {word}"))
            }
            UciType::Text(default) => write!(f, "string default {default}"),
            UciType::Button => f.write_str("button"),
        }
    }
}

pub(super) const ELO_RANGE: (usize, usize) =
    (*Level::RATINGS.start() as usize, *Level::RATINGS.end() as usize);
pub(super) const DEFAULT_ELO: usize = 1500;
pub(super) const FULL_SKILL: usize = Level::FULL_SKILL as usize;
pub(super) const MAX_SEED: usize = i32::MAX as usize;

#[derive(Clone, Copy, Debug)]
pub(super) struct StrengthOptions {
    pub(super) is_limited: bool,
    pub(super) elo: usize,
    pub(super) skill: usize,
    /// 0 for [`StrengthOptions::own_seed`], which differs in every process.
    pub(super) seed: usize,
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

    /// The handicap that follows; `None` at full strength.
    pub(super) fn limit(&self) -> Option<StrengthLimit> {
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
