//! The names of openings, which only chess has here: by position, so that the order of moves does not
//! matter.

use plyglot_engine::GameEntry;
use std::collections::HashMap;
use std::sync::OnceLock;

const GAME: &str = "chess";
/// Names and moves.
const LINES: &str = include_str!("openings.tsv");
/// The longest line has 18 plies, and others may lead to its position later.
const MAX_PLIES: usize = 40;

/// The name of the last position of a game that has one, by the moves from its start (`None` for the
/// usual one).
pub fn opening_name(game: &GameEntry, start: Option<&str>, moves: &[&str]) -> Option<&'static str> {
    static NAMES: OnceLock<HashMap<String, &'static str>> = OnceLock::new();
    if game.info.name != GAME {
        return None;
    }
    let names = NAMES.get_or_init(|| names(game));
    let mut rules = game.open();
    rules.set_position(start, &[]).ok()?;
    let mut found = None;
    for m in moves.iter().take(MAX_PLIES) {
        if rules.push(m).is_err() {
            break;
        }
        found = names.get(without_counters(&rules.position())).copied().or(found);
    }
    found
}

fn names(game: &GameEntry) -> HashMap<String, &'static str> {
    let mut names = HashMap::new();
    for (name, moves) in lines() {
        let mut rules = game.open();
        // A test plays them all.
        if moves.split(' ').all(|m| rules.push(m).is_ok()) {
            names.insert(without_counters(&rules.position()).to_owned(), name);
        }
    }
    names
}

fn lines() -> impl Iterator<Item = (&'static str, &'static str)> {
    LINES.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once('\t'))
}

fn without_counters(fen: &str) -> &str {
    fen.rmatch_indices(' ').nth(1).map_or(fen, |(at, _)| &fen[..at])
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    fn chess() -> GameEntry {
        plyglot_games::standard().game(GAME).expect("it is there").entry
    }

    fn name_of(moves: &str) -> Option<&'static str> {
        opening_name(&chess(), None, &moves.split_whitespace().collect::<Vec<_>>())
    }

    #[test]
    fn every_line_is_legal_and_leads_to_a_position_of_its_own() {
        let all: Vec<(&str, &str)> = lines().collect();
        assert!(all.len() > 250, "{}", all.len());
        assert_eq!(names(&chess()).len(), all.len());
        let different: HashSet<&str> = all.iter().map(|(name, _)| *name).collect();
        assert_eq!(different.len(), all.len());
        for (name, moves) in all {
            assert_eq!(name_of(moves), Some(name), "{moves}");
            assert!(moves.split(' ').count() <= MAX_PLIES / 2, "{moves}");
        }
    }

    /// The last name counts, however its position came about, and in any notation.
    #[test]
    fn openings_are_known_by_position() {
        for (moves, name) in [
            (
                "e2e4 c7c5 g1f3 d7d6 d2d4 c5d4 f3d4 g8f6 b1c3 a7a6",
                "Sicilian Defence: Najdorf Variation",
            ),
            ("Nf3 Nf6 c4 e6 d4 d5 Nc3", "Queen's Gambit Declined: Three Knights"),
            ("d4 e6 e4 d5", "French Defence: Normal Variation"),
            ("e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O h6", "Ruy Lopez: Morphy Defence"),
        ] {
            assert_eq!(name_of(moves), Some(name), "{moves}");
        }
        assert_eq!(name_of(""), None);
        let late = opening_name(&chess(), Some("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"), &["e4"]);
        assert_eq!(late, None);
        let registry = plyglot_library::with_library(plyglot_games::standard());
        let other = registry.game("crazyhouse").expect("it is there").entry;
        assert_eq!(opening_name(&other, None, &["e4"]), None);
    }
}
