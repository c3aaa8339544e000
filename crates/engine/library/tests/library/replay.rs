//! Replays recorded games and compares, ply by ply, the legal moves, the position and the
//! verdict with what was recorded. `tests/peers/variants.js` says how a record is written.

use plyglot_core::game::{Game, GameResult, Outcome, Side, TextError, Which};
use plyglot_core::search::Root;
use plyglot_definition::Definition;
use plyglot_definition::file::read_sections;
use plyglot_variants::{Position, Set, SizedVariant, Verdict};
use std::collections::HashMap;
use std::hash::Hash;

const DRAW: &str = "claim 1/2-1/2";

/// In what a game differs. The later ones say more about the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    Refused,
    /// Whether it may be claimed as a draw, as with too few pieces, and nothing else.
    Draw,
    Other,
}

/// Where a game differs from its record.
pub(crate) struct Difference {
    pub(crate) kind: Kind,
    pub(crate) played: Vec<String>,
    /// The position, and what differs.
    pub(crate) found: String,
}

pub(crate) struct Games {
    definitions: HashMap<String, Definition>,
    opened: HashMap<String, SizedVariant>,
}

impl Games {
    /// The games of these texts, each of which may build on those before it. The complaints
    /// about a text are for `complain`.
    pub(crate) fn new<'a>(
        texts: impl IntoIterator<Item = &'a str>,
        mut complain: impl FnMut(String),
    ) -> Games {
        let mut all: Vec<Definition> = Vec::new();
        for text in texts {
            let reading = read_sections(text, &all);
            reading.complaints.iter().for_each(|complaint| complain(complaint.to_string()));
            all.extend(reading.definitions);
        }
        let definitions = all.into_iter().map(|one| (one.name.clone(), one)).collect();
        Games { definitions, opened: HashMap::new() }
    }

    pub(crate) fn find(&mut self, name: &str) -> Option<SizedVariant> {
        let definition = self.definitions.get(name)?;
        let open = || SizedVariant::new(definition.clone());
        Some(*self.opened.entry(name.to_owned()).or_insert_with(open))
    }

    /// Replays a line of a record; `None` if the game is not known. Returns how many positions
    /// were equal.
    pub(crate) fn replay(&mut self, line: &str) -> Option<Result<usize, Difference>> {
        let fields: Vec<&str> = line.split('\t').collect();
        let [name, start, game] = fields[..] else { panic!("no record: {line}") };
        Some(match self.find(name)? {
            SizedVariant::Small(variant) => {
                replay(Position::read_fen(variant.rules(), start), game)
            }
            SizedVariant::Large(variant) => {
                replay(Position::read_fen(variant.rules(), start), game)
            }
            SizedVariant::Stones(_) => return None,
        })
    }
}

fn replay<S: Set + Hash>(
    start: Result<Position<S>, TextError>,
    game: &str,
) -> Result<usize, Difference> {
    let mut played: Vec<String> = Vec::new();
    let different =
        |kind, played: &[String], found| Difference { kind, played: played.to_vec(), found };
    let mut draw = None;
    let start = start.map_err(|error| different(Kind::Refused, &played, error.to_string()))?;
    let mut root = Root::new(start);
    for entry in game.split(' ') {
        let (name, hash) = entry.rsplit_once(':').unwrap_or(("", entry));
        if !name.is_empty() {
            let mut found = None;
            root.position.moves(Which::All, |m| {
                if root.position.write_uci(m) == name {
                    found = Some(m);
                }
            });
            let Some(found) = found else {
                return Err(different(Kind::Other, &played, format!("no move {name}")));
            };
            root.play(found);
            played.push(name.to_owned());
        }
        let text = describe(&root);
        let is_recorded =
            |text: &str| u32::from_str_radix(hash, 16) == Ok(crc32fast::hash(text.as_bytes()));
        if is_recorded(&text) {
            continue;
        }
        let is_draw = is_recorded(&without_draw(&text));
        let difference = different(if is_draw { Kind::Draw } else { Kind::Other }, &played, text);
        if !is_draw {
            return Err(difference);
        }
        draw.get_or_insert(difference);
    }
    draw.map_or(Ok(1 + played.len()), Err)
}

/// The same text if a draw could not be claimed that can be, or the other way round.
fn without_draw(text: &str) -> String {
    match text.strip_suffix(DRAW) {
        Some(rest) => format!("{rest}-"),
        None => text.strip_suffix('-').map_or(String::new(), |rest| format!("{rest}{DRAW}")),
    }
}

/// The result of a game, as records have it, by that of the side to move.
pub(crate) fn result_word(outcome: Outcome, side: Side) -> &'static str {
    GameResult::from_outcome(outcome, side).text()
}

/// The text that the hash of a record is made of.
fn describe<S: Set + Hash>(root: &Root<Position<S>>) -> String {
    let Root { position, earlier } = root;
    let mut names = Vec::new();
    position.moves(Which::All, |m| names.push(position.write_uci(m)));
    let count = position.count();
    if count != names.len() as u64 {
        return format!("{} moves, counted as {count}", names.len());
    }
    names.sort_unstable();
    let verdict = position.verdict();
    if let Some(Verdict::Immediate(_)) = verdict {
        names.clear();
    }
    let verdict = match verdict {
        Some(Verdict::Immediate(outcome)) => Some(("over", outcome)),
        _ if names.is_empty() => Some(("over", position.stalled())),
        Some(Verdict::Claim(outcome)) => Some(("claim", outcome)),
        None => position.repetition(earlier).map(|outcome| ("claim", outcome)),
    };
    let verdict = match verdict {
        Some((what, outcome)) => format!("{what} {}", result_word(outcome, position.side())),
        None => "-".to_owned(),
    };
    format!("{}|{}|{verdict}", names.join(" "), position.write_fen())
}
