//! What the tests of several games ask: tables of texts, moves, ends and counts, and random games
//! beside a slow implementation.

use crate::support::perft::perft;
use plyglot_core::game::random::Random;
use plyglot_core::game::{Game, Glance, Knowledge, Notation, Outcome, Which};
use std::collections::BTreeSet;
use std::fmt::Debug;

#[track_caller]
pub(crate) fn parse<G: Notation<Rules = ()>>(text: &str) -> G {
    G::parse(text).unwrap_or_else(|e| panic!("`{text}`: column {}: {e}", e.at + 1))
}

/// The FEN of each text, which is read as the same position.
pub(crate) fn check_texts<G: Notation<Rules = ()> + Debug + PartialEq>(table: &[(&str, &str)]) {
    for (text, fen) in table {
        assert_eq!(parse::<G>(text).print(), *fen, "`{text}`");
        assert_eq!(parse::<G>(fen), parse(text), "`{text}`");
    }
}

/// Texts that are no position: where each goes wrong, and what was expected there.
pub(crate) fn check_refusals<G: Notation<Rules = ()>>(table: &[(&str, usize, &str)]) {
    for &(text, at, expected) in table {
        let error = G::parse(text).map(|position| position.print()).expect_err(text);
        assert_eq!((error.at, error.mismatch.expected.as_str()), (at, expected), "`{text}`");
    }
}

/// Texts with `|` between them, none of which is a legal move.
pub(crate) fn check_no_moves<G: Notation>(position: &G, texts: &str) {
    let expected = format!("a legal move of {}", G::info(position.rules()).title);
    for text in texts.split('|') {
        let error = position.parse_move(text).map(|m| position.print_move(m)).expect_err(text);
        assert_eq!((error.at, &error.mismatch.expected), (0, &expected), "`{text}`");
    }
}

/// Words with the moves that they are split into.
pub(crate) fn check_splits<G: Notation>(table: &[(&str, &[&str])]) {
    for &(word, moves) in table {
        assert_eq!(G::split_moves(word), moves, "`{word}`");
    }
}

pub(crate) fn check_diagram(position: &impl Notation, lines: &[&str]) {
    let diagram = position.diagram();
    for &line in lines {
        assert!(diagram.lines().any(|found| found == line), "`{line}` is not in\n{diagram}");
    }
}

/// Texts of any kind: a position that is read is printed, and read again as the same.
pub(crate) fn check_any<G>(position: &G, texts: &[String])
where
    G: Notation<Rules = ()> + Debug + PartialEq,
{
    for text in texts {
        if let Ok(position) = G::parse(text) {
            assert_eq!(parse::<G>(&position.print()), position);
        }
        let _ = position.parse_move(text);
    }
}

/// The results of positions for their side to move.
pub(crate) fn check_ends<G: Notation<Rules = ()>>(table: &[(&str, Option<Outcome>)]) {
    for &(text, outcome) in table {
        assert_eq!(parse::<G>(text).status(), outcome, "`{text}`");
    }
}

pub(crate) fn check_glances<G>(table: &[(&str, Glance)])
where
    G: Notation<Rules = ()> + Knowledge,
{
    for &(text, glance) in table {
        assert_eq!(parse::<G>(text).glance(), glance, "`{text}`");
    }
}

/// Leaves after one ply, two plies and so on.
pub(crate) fn check_leaves<G: Notation>(position: &G, leaves: &[u64]) {
    for (depth, &expected) in (1..).zip(leaves) {
        assert_eq!(perft(position, depth), expected, "depth {depth} of `{}`", position.print());
    }
}

/// The names of the moves, which differ.
pub(crate) fn names<G: Notation>(position: &G, which: Which) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    position.moves(which, |m| assert!(names.insert(position.print_move(m))));
    names
}

pub(crate) fn play<G: Notation>(position: &mut G, name: &str) {
    let m = position.parse_move(name).unwrap_or_else(|e| panic!("`{name}`: {e}"));
    position.play(m);
}

pub(crate) fn children<G: Game>(position: &G) -> Vec<G> {
    position.legal_moves().into_iter().map(|m| position.after(m)).collect()
}

pub(crate) trait Slow<G: Game> {
    fn follow(&mut self, position: &G, m: G::Move);
}

/// Plays a random game of at most 400 plies in both implementations, and shows every position.
pub(crate) fn walk<G: Game, S: Slow<G>>(
    (mut fast, mut slow): (G, S),
    random: &mut Random,
    mut visit: impl FnMut(&G, &S),
) {
    for _ in 0..400 {
        visit(&fast, &slow);
        let moves = fast.legal_moves();
        if moves.is_empty() || fast.status().is_some() {
            return;
        }
        let m = moves[random.below(moves.len())];
        slow.follow(&fast, m);
        fast.play(m);
    }
}
