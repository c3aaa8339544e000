//! Games that nobody has thought of: sections with random keys of the program's own list, and random
//! values at and past their bounds, are read, played, written, told and searched without a panic.

use crate::fault::fault;
use crate::file::{Reading, read, read_sections};
use crate::rules_text::rules_text;
use crate::source::library;
use plyglot_core::game::random::Random;
use plyglot_core::search::{Control, Settings, Table};
use plyglot_engine::{Engine, GoLimits};
use plyglot_variants::SizedVariant;
use plyglot_variants::definition::Definition;
use plyglot_variants::definition::keys::Field;
use std::panic::{AssertUnwindSafe, catch_unwind};

const MAX_KEYS: usize = 8;
/// Plies of a game, and those between two searches.
const PLIES: usize = 24;
const PLIES_PER_SEARCH: usize = 8;
const NODES: u64 = 200;
/// Boards with more squares take long, as do searches of games with many moves.
const MAX_SQUARES: usize = 100;

/// A key of the list, and values that may stand behind it.
struct InventedKey {
    name: String,
    values: Vec<String>,
}

/// All keys, each with the names for its sides.
fn keys() -> Vec<InventedKey> {
    let mut all = Vec::new();
    for mut group in Definition::default_groups() {
        let names: Vec<Vec<(String, &[usize])>> =
            group.keys().iter().map(|key| key.names()).collect();
        let values: Vec<Vec<String>> = group.fields(0).into_iter().map(values).collect();
        for (names, values) in names.into_iter().zip(values) {
            for (name, _) in names {
                all.push(InventedKey { name, values: values.clone() });
            }
        }
    }
    all
}

/// Values of a kind: usual ones, and those at and past its bounds.
fn values(field: Field<'_>) -> Vec<String> {
    let words = |text: &str| text.split(' ').map(str::to_owned).collect();
    let lists = |text: &str| text.split('|').map(str::to_owned).collect();
    match field {
        Field::Flag(_) => words("true false"),
        Field::Number(count) => {
            let max = u64::from(count.max());
            [0, 1, 2, 3, 5, max, max + 1].iter().map(u64::to_string).collect()
        }
        Field::Worth(_) => words("0 100 -1 900 99999999"),
        Field::Rank(_) | Field::Ranks(_) => words("0 1 2 4 8 10 99"),
        Field::File(_) | Field::Files(_) => words("a d h j 3 8 z"),
        Field::KindOrAny(_) | Field::KindOrNone(_) => words("p n q k r - * z"),
        Field::Kinds(_) | Field::KindsOrAny(_) | Field::KindsAndAll(_) => {
            lists("p|n b|q r|k|p n b r q k|*|-|z")
        }
        Field::Squares(_) => lists("*1 *8|a* h*|d4 e5|*4 *5|a1|-|z99"),
        Field::Result(_) => words("win loss draw"),
        Field::ResultOrNone(_) => words("win loss draw none"),
        Field::Choice(choice) => choice.words().iter().map(|word| (*word).to_owned()).collect(),
        Field::Text(_) | Field::Name(_) | Field::Names(_) => lists("|x|p:pawn"),
        Field::Starts(_) => lists("-|x|One, one more: 8/8/8/8/8/8/8/8 w|One: x"),
        Field::CastlingRights(_) => words("KQkq KQ k -"),
        Field::Jumps(_) => lists("p:fF|p:W n:F|q:Q"),
    }
}

/// A section that changes a game of the library by some keys.
fn section(parents: &[Definition], keys: &[InventedKey], random: &mut Random) -> String {
    let parent = &parents[random.below(parents.len())].name;
    let mut text = format!("[generated:{parent}]\n");
    for _ in 0..=random.below(MAX_KEYS) {
        let key = &keys[random.below(keys.len())];
        let value = &key.values[random.below(key.values.len())];
        text += &format!("{} = {value}\n", key.name);
    }
    text
}

/// Plays a game of random moves: each position and each move is read as it is written, and searched
/// now and then.
fn play(engine: &mut dyn Engine, table: &mut Table, random: &mut Random) {
    for ply in 0..PLIES {
        let moves = engine.moves();
        if engine.result().is_some() {
            return;
        }
        let text = engine.position();
        assert!(!moves.is_empty(), "no move, and no end: {text}");
        let mut again = engine.copy();
        again.set_position(Some(&text), &[]).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!((again.position(), again.moves()), (text.clone(), moves.clone()));
        if ply % PLIES_PER_SEARCH == 0 {
            let limits = GoLimits { nodes: Some(NODES), ..GoLimits::default() };
            let settings = Settings { reports: false, ..Settings::search_alone() };
            table.clear(1);
            let trial = engine.think(&limits, &settings, table, &Control::default());
            assert!(!trial.panicked, "the search panicked: {text}");
        }
        let name = &moves[random.below(moves.len())];
        engine.push(name).unwrap_or_else(|error| panic!("{text}: {error}"));
    }
}

/// Invents so many sections. Returns how many were games.
fn invent(sections: usize, seed: u64) -> usize {
    let mut random = Random::new(seed);
    let known = library();
    let small = |game: &&Definition| {
        let board = &game.board;
        usize::from(board.max_file) * usize::from(board.max_rank) <= MAX_SQUARES
    };
    let parents: Vec<Definition> = known.iter().filter(small).cloned().collect();
    let keys = keys();
    assert!(keys.len() > 100, "{} keys", keys.len());
    let mut table = Table::new(1).expect("a MiB");
    let mut games = 0;
    let mut failed = Vec::new();
    for _ in 0..sections {
        let text = section(&parents, &keys, &mut random);
        let mut tried = random.clone();
        let invented = || {
            let Reading { definitions, places, complaints } = read_sections(&text, &known);
            let last = definitions.into_iter().zip(places).next_back();
            let Some((definition, place)) = last.filter(|_| complaints.is_empty()) else {
                return false;
            };
            let game = SizedVariant::new(definition);
            if fault(game, &place).is_some() {
                return false;
            }
            rules_text(game, ["white", "black"], None);
            let mut engine = game.entry().open();
            play(&mut *engine, &mut table, &mut tried);
            true
        };
        match catch_unwind(AssertUnwindSafe(invented)) {
            Ok(is_game) => games += usize::from(is_game),
            Err(_) => failed.push(text),
        }
    }
    assert!(failed.is_empty(), "{} of {sections}:\n{}", failed.len(), failed.join("\n"));
    games
}

#[test]
fn generated_games_are_played_without_a_panic() {
    let games = invent(180, 1);
    assert!(games > 50, "{games} of the sections were games");
}

/// `PLYGLOT_SEED=2 cargo test -p plyglot-library generated -- --ignored`
#[test]
#[ignore = "takes minutes, and a GB of memory for a thousand"]
fn a_thousand_generated_games_are_played_without_a_panic() {
    let seed = std::env::var("PLYGLOT_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(2);
    let games = invent(1000, seed);
    assert!(games > 250, "{games} of the sections were games");
}

/// What was found: a promotion and a gate in one move, an explosion that takes the piece that moved,
/// and two obligations that no move meets.
#[test]
fn games_that_panicked_are_played() {
    let mut table = Table::new(1).expect("a MiB");
    for (text, start) in [
        (
            "[x:jesonmor]\ngating = true\nseirawanGating = true\ncapturesToHand = true\n\
             promotionPieceTypes = n\ncustomPiece18 = x:fR\npawnTypes = x\n\
             startFen = xxxxxxxxx/9/9/9/9/9/9/9/XXXXXXXXX[XXXxxx] w ABCDEFGHIabcdefghi - 0 1\n",
            None,
        ),
        (
            "[x:karouk]\nblastOnCapture = true\n",
            Some("xnsmksnx/8/ppppMppp/3M4/3P4/PPP1PPPP/8/XNSKMSNX[Ppmpp] b DEde - 0 1"),
        ),
        (
            "[x:giveaway]\npieceDrops = true\ncapturesToHand = true\nmustDrop = true\n\
             mustDropType = b\n\
             startFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w - - 0 1\n",
            None,
        ),
    ] {
        let definitions =
            read(text, &library()).unwrap_or_else(|wrong| panic!("{text}: {wrong:?}"));
        let game = SizedVariant::new(definitions.into_iter().next_back().expect("a game"));
        rules_text(game, ["white", "black"], None);
        for seed in 0..20 {
            let mut engine = game.entry().open();
            if engine.set_position(start, &[]).is_ok() {
                play(&mut *engine, &mut table, &mut Random::new(seed));
            }
        }
    }
}
