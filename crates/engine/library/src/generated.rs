//! Games that nobody has thought of: sections with random keys of the program's own list, and random
//! values at and past their bounds, are read, played, written, told and searched without a panic.
//!
//! What the program says of a game from its rules alone must hold in random games, whatever key is
//! set: so the author of a key is asked about each predicate that may have to know it.

use crate::fault::fault;
use crate::rules_text::rules_text;
use crate::source::library;
use crate::warnings::{Start, alternatives, can_win, key_and_word};
use plyglot_core::game::random::Random;
use plyglot_core::game::{EndWay, Game, Knowledge, Notation, Outcome, Side};
use plyglot_core::search::{Control, Root, Settings, Table};
use plyglot_definition::Definition;
use plyglot_definition::file::{Reading, read, read_sections};
use plyglot_definition::keys::{Field, Key};
use plyglot_engine::{Engine, GoLimits};
use plyglot_variants::{Position, SizedVariant, StonePosition};
use std::collections::{BTreeMap, HashMap};
use std::panic::{AssertUnwindSafe, catch_unwind};

const MAX_KEYS: usize = 8;
/// Plies of a game, and those between two searches.
const PLIES: usize = 24;
const PLIES_PER_SEARCH: usize = 8;
const NODES: u64 = 200;
/// Boards with more squares take long, as do searches of games with many moves.
const MAX_SQUARES: usize = 100;

/// A key of the list, one of its names, and values that may stand behind it.
struct InventedKey {
    key: &'static Key,
    name: String,
    values: Vec<String>,
}

/// All keys, each with the names for its sides.
fn keys() -> Vec<InventedKey> {
    let mut all = Vec::new();
    for mut group in Definition::default_groups() {
        let keys = group.keys();
        for (key, field) in keys.iter().zip(group.fields(Side::First)) {
            let values = values(field);
            for (name, _) in key.names() {
                all.push(InventedKey { key, name, values: values.clone() });
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
        Field::PieceOrAny(_) | Field::PieceOrNone(_) => words("p n q k r - * z"),
        Field::Pieces(_) | Field::PiecesOrAny(_) | Field::PiecesAndAll(_) => {
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

/// The last game of a text, if it can be played.
fn game_of(text: &str, known: &[Definition]) -> Option<SizedVariant> {
    let Reading { mut definitions, mut places, complaints, .. } = read_sections(text, known);
    let game = SizedVariant::new(definitions.pop().filter(|_| complaints.is_empty())?);
    if fault(game, &places.pop()?).is_none() { Some(game) } else { None }
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
            let Some(game) = game_of(&text, &known) else { return false };
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

/// Games with few rules, in most of which nobody draws or nobody wins, so that what a key adds is
/// seen. Random games are short, and half of those of the last base come to a position in which
/// neither side has the pieces to win.
const BASES: [&str; 6] = [
    "clobber = p\nmaxRank = 4\nmaxFile = 4\nstartFen = PpPp/pPpP/PpPp/pPpP w\n\
     stalemateValue = loss\ncastling = false\nnMoveRule = 0\n",
    "immobile = p\nmaxRank = 4\nmaxFile = 4\nstartFen = 4/4/4/4 w\npieceDrops = true\n\
     freeDrops = true\nenclosingDrop = snort\nstalemateValue = loss\ncastling = false\n\
     nMoveRule = 0\n",
    "immobile = p\nmaxRank = 4\nmaxFile = 4\nstartFen = 4/4/4/4 w\npieceDrops = true\n\
     freeDrops = true\nhexagonal = true\nconnectRegion1White = *1\nconnectRegion2White = *4\n\
     connectRegion1Black = a*\nconnectRegion2Black = d*\n",
    "king = k\nrook = r\nknight = n\nmaxRank = 4\nmaxFile = 4\ncastling = false\n\
     startFen = k2r/3n/N3/R2K w\n",
    "commoner = k\nrook = r\nmaxRank = 4\nmaxFile = 4\ncastling = false\n\
     startFen = kr2/4/4/2RK w\n",
    "king = k\nbishop = b\nknight = n\nmaxRank = 4\nmaxFile = 4\ncastling = false\n\
     startFen = k1b1/4/4/1N1K w\n",
];
/// Each key is set so often in each of these games.
const ROUNDS: usize = 3;
/// Random games of each, and their most plies.
const TRIALS: usize = 3;
const TRIAL_PLIES: usize = 80;

/// Adds values of what a key needs, but for pieces and facts, unless the section has some.
fn add_needs(
    key: &Key,
    keys: &[InventedKey],
    random: &mut Random,
    lines: &mut BTreeMap<String, String>,
) {
    for need in key.needs {
        let ways: Vec<&str> = alternatives(need).collect();
        let (name, word) = key_and_word(ways[random.below(ways.len())]);
        for needed in keys.iter().filter(|needed| needed.key.name == name) {
            if !lines.contains_key(&needed.name) {
                let value = &needed.values[random.below(needed.values.len())];
                lines.insert(needed.name.clone(), word.unwrap_or(value).to_owned());
                add_needs(needed.key, keys, random, lines);
            }
        }
    }
}

/// A section that adds a key, and what it needs, to the lines of a game.
fn section_with(
    base: &str,
    own: &InventedKey,
    keys: &[InventedKey],
    random: &mut Random,
) -> String {
    let mut lines = BTreeMap::new();
    for line in base.lines() {
        let (name, value) = line.split_once(" = ").expect("a key and its value");
        lines.insert(name.to_owned(), value.to_owned());
    }
    lines.insert(own.name.clone(), own.values[random.below(own.values.len())].clone());
    add_needs(own.key, keys, random, &mut lines);
    let lines: Vec<String> =
        lines.into_iter().map(|(name, value)| format!("{name} = {value}\n")).collect();
    format!("[generated]\n{}", lines.concat())
}

/// What comes of a position at once.
#[derive(Clone, Debug, PartialEq)]
struct Prospects {
    status: Option<Outcome>,
    ended_by_moves: Option<Outcome>,
    moves: Vec<u32>,
}

impl Prospects {
    fn new<G: Game>(position: &G) -> Prospects {
        let status = position.status();
        let moves = if status.is_none() { position.legal_moves() } else { Vec::new() };
        let mut moves: Vec<u32> = moves.into_iter().map(G::pack).collect();
        moves.sort_unstable();
        Prospects { status, ended_by_moves: position.ended_by_moves(), moves }
    }
}

/// Compares a position with those that are the same for tables of values: whatever led to it, and
/// made of its men alone.
fn check_path<G: Notation + Knowledge>(position: &G, known: &mut HashMap<u64, Prospects>) {
    let mut position = position.clone();
    position.forget_path();
    let found = Prospects::new(&position);
    let before = known.entry(position.state_key()).or_insert_with(|| found.clone());
    assert_eq!(*before, found, "path_rules of {}", position.print());
    if position.ending_rules().is_ok()
        && let Some(men) = position.men()
        && let Some(again) = position.with_men(position.side(), &men)
    {
        assert_eq!(Prospects::new(&again), found, "check_endings of {}", position.print());
    }
}

/// Plays a random game. Returns its last position and its result for the side to move.
fn play_trial<G: Notation + Knowledge>(
    start: G,
    random: &mut Random,
    known: &mut HashMap<u64, Prospects>,
) -> (G, Option<Outcome>) {
    let mut root = Root::new(start);
    for _ in 0..TRIAL_PLIES {
        let position = &root.position;
        if position.path_rules().is_ok() {
            check_path(position, known);
        }
        let result = position.status().or_else(|| position.repetition(&root.earlier));
        if result.is_some() {
            return (root.position, result);
        }
        let moves = position.legal_moves();
        root.play(moves[random.below(moves.len())]);
    }
    (root.position, None)
}

/// Plays a random game on from a position in which the rules say that neither side has the pieces to
/// win. Repetitions are left out: where they lose, a side may always lose by its own moves.
fn play_on<G: Notation>(dead: &G, random: &mut Random) {
    let mut position = dead.clone();
    for _ in 0..TRIAL_PLIES {
        let moves = position.legal_moves();
        if moves.is_empty() {
            return;
        }
        position.play(moves[random.below(moves.len())]);
        let is_won = matches!(position.status(), Some(Outcome::Won | Outcome::Lost));
        assert!(!is_won, "material: {} is won after {}", position.print(), dead.print());
    }
}

/// Compares what is said of a game with random ones. Returns how many of these came to a draw as
/// neither side had the pieces to win.
fn check_claims<G: Notation + Knowledge>(
    rules: G::Rules,
    may_win: [bool; 2],
    random: &mut Random,
) -> usize {
    let mut known = HashMap::new();
    let mut dead = 0;
    for _ in 0..TRIALS {
        let start = G::start(rules);
        let may_be_drawn = start.may_be_drawn();
        let (last, result) = play_trial(start, random, &mut known);
        let is_decided = matches!(result, Some(Outcome::Won | Outcome::Lost));
        assert!(may_be_drawn || is_decided, "may_be_drawn: {result:?} in {}", last.print());
        let winner = if result == Some(Outcome::Won) { last.side() } else { !last.side() };
        let is_possible = !is_decided || may_win[winner];
        assert!(is_possible, "can_win: {winner:?} has won in {}", last.print());
        // Where pieces count, the dead position may be won by those.
        if last.status() == Some(Outcome::Drawn)
            && last.end_name().way == Some(EndWay::DeadPosition)
        {
            play_on(&last, random);
            dead += 1;
        }
    }
    dead
}

/// A message names the predicate that the key of the section has to be told to.
#[test]
fn what_is_said_of_a_game_holds_with_each_key() {
    let keys = keys();
    let mut random = Random::new(1);
    let mut games = 0;
    let mut dead = 0;
    let mut failed = Vec::new();
    for (base, own) in BASES.iter().flat_map(|base| keys.iter().map(move |own| (base, own))) {
        for _ in 0..ROUNDS {
            let text = section_with(base, own, &keys, &mut random);
            let Some(game) = game_of(&text, &[]) else { continue };
            let start = Start::new(game.definition());
            let may_win = Side::BOTH.map(|side| can_win(&start, side));
            let mut tried = random.clone();
            let checked = catch_unwind(AssertUnwindSafe(|| match game {
                SizedVariant::Small(game) => {
                    check_claims::<Position<u64>>(game, may_win, &mut tried)
                }
                SizedVariant::Large(game) => {
                    check_claims::<Position<u128>>(game, may_win, &mut tried)
                }
                SizedVariant::Stones(game) => {
                    check_claims::<StonePosition>(game, may_win, &mut tried)
                }
            }));
            games += 1;
            match checked {
                Ok(found) => dead += found,
                Err(_) => failed.push(format!("{}:\n{text}", own.name)),
            }
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
    assert!(games > 500, "{games} of the sections were games");
    assert!(dead > 100, "{dead} random games came to a dead position");
}

fn move_names<G: Notation>(position: &G) -> Vec<String> {
    let moves = position.legal_moves();
    let mut names: Vec<String> = moves.into_iter().map(|m| position.print_move(m)).collect();
    names.sort_unstable();
    names
}

/// Plays a random game on both, and compares them at every ply.
fn compare(mut stones: StonePosition, mut pieces: Position<u64>, random: &mut Random, text: &str) {
    while stones.status().is_none() {
        assert_eq!(pieces.status(), None, "places_stones: {text}");
        let names = move_names(&stones);
        assert_eq!(move_names(&pieces), names, "places_stones: {text}");
        let name = &names[random.below(names.len())];
        stones.play(stones.parse_move(name).expect("a legal move"));
        pieces.play(pieces.parse_move(name).expect("a legal move"));
    }
    assert_eq!(pieces.status(), stones.status(), "places_stones: {text}");
}

/// What plays stones alone knows of each key with which it plays: so does what plays pieces.
#[test]
fn stones_are_played_as_pieces_with_each_key() {
    const STONES: &str = "immobile = p\nmaxRank = 4\nmaxFile = 4\nstartFen = 4/4/4/4 w\n\
                          pieceDrops = true\nfreeDrops = true\nconnectN = 3\n";
    let keys = keys();
    let mut random = Random::new(1);
    let mut games = 0;
    for own in keys.iter().filter(|own| own.name != "swapRule") {
        for _ in 0..ROUNDS {
            let text = section_with(STONES, own, &keys, &mut random);
            // The squares of this board, which are not all that there are.
            let limited = format!("{text}dropRegionWhite = *1 *2 *3 *4\n");
            if let Some(SizedVariant::Stones(stones)) = game_of(&text, &[])
                && let Some(SizedVariant::Small(pieces)) = game_of(&limited, &[])
            {
                let start = StonePosition::start(stones);
                compare(start, Position::start(pieces), &mut random, &text);
                games += 1;
            }
        }
    }
    assert!(games > 50, "{games} of the sections were games");
}
