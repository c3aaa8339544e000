//! Games whose rules are read from a file, which may build on the library.

#[path = "../../crates/engine/library/tests/library/library.rs"]
#[allow(dead_code, reason = "tests also need its text and numbers")]
pub(crate) mod library;

use library::library;
use plyglot_core::game::{Game, Notation, TextError};
use plyglot_definition::Definition;
use plyglot_definition::file::read_sections;
use plyglot_support::lock;
use plyglot_variants::{Position, SizedVariant, StonePosition};
use std::sync::Mutex;

/// No game is followed further than this.
const LONGEST: usize = 32;

/// A file, a line `%`, a position on a line, the start if it is empty, and moves. A word that
/// is no move chooses one by its first byte; `<` is one to an earlier position, if there is one.
pub(super) fn play(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let (file, rest) = text.split_once("\n%\n").unwrap_or((&text, ""));
    let reading = read_sections(file, library());
    for complaint in &reading.complaints {
        let line = file.lines().nth(complaint.line.wrapping_sub(1)).expect("a line of the file");
        let columns = 1..=line.chars().count() + 1;
        assert!(columns.contains(&complaint.column), "{complaint}");
    }
    let (start, moves) = rest.split_once('\n').unwrap_or((rest, ""));
    // One game only, as its tables stay in memory.
    let Some(definition) = reading.definitions.into_iter().next_back() else { return };
    match game_of(definition) {
        SizedVariant::Small(variant) => follow::<Position<u64>>(variant, start, moves),
        SizedVariant::Large(variant) => follow::<Position<u128>>(variant, start, moves),
        SizedVariant::Stones(game) => follow::<StonePosition>(game, start, moves),
    }
}

/// The game of a definition, made once: many inputs have the same.
fn game_of(definition: Definition) -> SizedVariant {
    static GAMES: Mutex<Vec<SizedVariant>> = Mutex::new(Vec::new());
    let mut games = lock(&GAMES);
    let known = games.iter().find(|game| *game.definition() == definition);
    known.copied().unwrap_or_else(|| {
        let game = SizedVariant::new(definition);
        games.push(game);
        game
    })
}

fn follow<G: Notation>(rules: G::Rules, start: &str, moves: &str) {
    let start = if start.is_empty() { G::info(rules).start } else { start };
    let mut position = match G::parse_with(rules, start) {
        Ok(position) => position,
        Err(error) => return check_error(start, &error),
    };
    check(&position);
    let mut earlier = Vec::new();
    for word in moves.split_whitespace().take(LONGEST) {
        let legal = position.legal_moves();
        let found = position.read_move(word);
        if let Err(error) = &found {
            check_error(word, error);
        }
        let back = || move_back(&position, &earlier).filter(|_| word == "<");
        let any = usize::from(word.as_bytes()[0]).checked_rem(legal.len());
        let any = || any.map(|any| legal[any]);
        let Some(m) = found.ok().or_else(back).or_else(any) else { return };
        if position.irreversible(m) {
            earlier.clear();
        } else {
            earlier.push(position.key());
        }
        position.play(m);
        check(&position);
        let _ = position.repetition(&earlier);
        let same = earlier.iter().rposition(|&key| key == position.key());
        let _ = same.map(|first| position.cycle(&earlier, first));
    }
}

fn move_back<G: Game>(position: &G, earlier: &[u64]) -> Option<G::Move> {
    position.legal_moves().into_iter().find(|&m| earlier.contains(&position.after(m).key()))
}

fn check_error(text: &str, error: &TextError) {
    assert!(error.at <= text.chars().count(), "{text:?}: {error}");
}

/// A printed position reads back as the same, and each move has a text.
fn check<G: Notation>(position: &G) {
    let text = position.print();
    let again = G::parse_with(position.rules(), &text);
    let again = again.unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(again.print(), text);
    assert_eq!(again.key(), position.key(), "{text}");
    let moves = position.legal_moves();
    let mut names: Vec<String> = moves.iter().map(|&m| position.print_move(m)).collect();
    names.sort_unstable();
    assert!(names.is_sorted_by(|a, b| a < b), "{text}: {names:?}");
    for &m in moves.iter().step_by(1 + moves.len() / 4) {
        assert_eq!(position.read_move(&position.print_move(m)), Ok(m), "{text}");
        assert_eq!(position.find(G::pack(m)), Some(m), "{text}");
    }
}
