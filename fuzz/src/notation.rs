//! Positions and moves as text.

use super::bytes::Bytes;
use plyglot::games::{Knowledge, Notation, OptionSpec, evaluate};
use plyglot::search::{Control, Limits, Root, Search, Settings, Table, Task};

/// Nodes of the search at the end.
const NODES: u64 = 64;
/// No game is followed further than this.
const LONGEST: usize = 64;

/// A byte for each option of the game and one for a search, a position up to the end of
/// its line, and moves.
pub(super) fn positions<G: Notation + Knowledge>(bytes: &[u8]) {
    let mut bytes = Bytes(bytes);
    let is_searched = bytes.byte().is_multiple_of(8);
    let has_words = |spec: &&OptionSpec| !spec.kind.words().is_empty();
    let options: Vec<_> = G::OPTIONS
        .iter()
        .filter(has_words)
        .map(|spec| (spec.name, bytes.one(spec.kind.words())))
        .collect();
    let text = String::from_utf8_lossy(bytes.0);
    let (start, moves) = text.split_once('\n').unwrap_or((&text, ""));
    let Some(mut position) = read::<G>(if start.is_empty() { G::START } else { start }) else {
        return;
    };
    set(&mut position, &options);
    check(&position, &options);
    for word in moves.split_whitespace().take(LONGEST) {
        let whole = position.parse_move(word).is_ok();
        for part in if whole { vec![word] } else { G::split_moves(word) } {
            play(&mut position, part);
            check(&position, &options);
        }
    }
    if is_searched {
        search(position);
    }
}

/// The position, or a complaint that has its place.
fn read<G: Notation>(text: &str) -> Option<G> {
    match G::parse(text) {
        Ok(position) => Some(position),
        Err(error) => {
            assert!(error.at <= text.chars().count(), "{text:?}: {error}");
            assert!(!error.to_string().contains(char::is_control), "{text:?}: {error}");
            None
        }
    }
}

fn set<G: Notation>(position: &mut G, options: &[(&str, &str)]) {
    options.iter().for_each(|(name, value)| position.set_option(name, value));
}

/// Plays what is a legal move.
fn play<G: Notation>(position: &mut G, text: &str) {
    match position.parse_move(text) {
        Ok(m) => {
            assert!(position.legal_moves().contains(&m), "{text:?} in {}", position.print());
            position.play(m);
        }
        Err(error) => assert!(error.at <= text.chars().count(), "{text:?}: {error}"),
    }
}

/// What is printed is read as what it was, and nothing can be asked in vain.
fn check<G: Notation + Knowledge>(position: &G, options: &[(&str, &str)]) {
    let text = position.print();
    let mut again = G::parse(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
    set(&mut again, options);
    assert_eq!(again.print(), text);
    let names = |position: &G| -> Vec<String> {
        position.legal_moves().into_iter().map(|m| position.print_move(m)).collect()
    };
    let moves = names(position);
    assert_eq!(names(&again), moves, "{text}");
    assert_eq!(again.key(), position.key(), "{text}");
    for &m in position.legal_moves().iter().step_by(1 + moves.len() / 4) {
        assert!(position.parse_move(&position.print_move(m)) == Ok(m), "{m:?} in {text}");
        assert!(position.parse_move(&position.short_move(m)) == Ok(m), "{m:?} in {text}");
        let _ = (position.record_move(m), position.paths(m));
    }
    let _ = (position.status(), position.glance().known(), position.diagram());
    if position.status().is_none() {
        let value = evaluate(position);
        assert!(value.abs() < 30_000, "{text} is worth {value}");
    }
}

/// Whatever could be set up can be searched, and is answered by a legal move.
fn search<G: Notation + Knowledge>(position: G) {
    let (root, table) = (Root::new(position), Table::new(1).expect("a MiB"));
    let answer = Search::new().run(
        &Task {
            root: &root,
            limits: &Limits::nodes(NODES),
            settings: &Settings::default(),
            table: &table,
            control: &Control::default(),
        },
        &mut |_| (),
    );
    let moves = root.position.legal_moves();
    assert!(!answer.panicked, "{}", root.position.print());
    assert!(
        answer.best.map_or(moves.is_empty(), |best| moves.contains(&best)),
        "{:?} in {}",
        answer.best,
        root.position.print()
    );
}
