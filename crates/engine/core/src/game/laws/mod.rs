//! Checks of the laws that the traits promise, over random games.
//!
//! One line tests a new game:
//!
//! ```
//! use plyglot_core::game::{laws, tictactoe::TicTacToe};
//!
//! laws::check::<TicTacToe>(100, 1).unwrap();
//! ```

mod claims;
mod drawing;
mod trail;
mod turn;

use super::random::Random;
use super::{
    EvalState, EvalWorkspace, GameInfo, Knowledge, Notation, OptionKind, Outcome, Which, evaluate,
    workspace,
};
use std::collections::{HashMap, HashSet};
use std::fmt::Debug;
use trail::{CheckPoint, catching_panics};
use turn::KeyMeaning;

const LONGEST_WALK: usize = 400;

/// With at least this many moves, only a sample is checked one by one, and a smaller one the
/// more there are, as each check may generate all moves again.
const MANY_MOVES: usize = 64;

const MAX_EVALUATION: i32 = 20_000;

/// Plays `walks` random games from the start position and checks every position on the
/// way. The same `seed` gives the same games.
///
/// # Errors
/// The first law that is broken, with its position; or the panic, with the position and
/// the move.
pub fn check<G: Notation<Rules = ()> + Knowledge>(walks: usize, seed: u64) -> Result<(), String>
where
    G::State: PartialEq + Debug,
{
    check_rules::<G>((), walks, LONGEST_WALK, seed)
}

/// [`check`] for one game of a type, in random games of at most `plies` plies.
///
/// # Errors
/// The first law that is broken, with its position; or the panic, with the position and
/// the move.
pub fn check_rules<G: Notation + Knowledge>(
    rules: G::Rules,
    walks: usize,
    plies: usize,
    seed: u64,
) -> Result<(), String>
where
    G::State: PartialEq + Debug,
{
    catching_panics::<G>(rules, |trail| {
        let start = start::<G>(rules)?;
        check_info(G::info(rules))?;
        check_bench::<G>(rules)?;
        check_starts::<G>(rules)?;
        let mut random = Random::new(seed);
        let mut seen = KnownKeys::default();
        for _ in 0..walks {
            walk(start.clone(), plies, &mut random, &mut seen, trail)?;
        }
        Ok(())
    })
}

fn start<G: Notation>(rules: G::Rules) -> Result<G, String> {
    let start = G::info(rules).start;
    G::parse_with(rules, start).map_err(|e| format!("the start is not a position: {e}"))
}

/// Checks that the common name is a name, that the words of each option differ, and that presets
/// set options to one of them.
fn check_info(info: &GameInfo) -> Result<(), String> {
    let is_name = info.common_name == info.name || info.aliases.contains(&info.common_name);
    equal("the common name selects the game", info.common_name, &true, &is_name)?;
    for option in info.options {
        let words = option.kind.words();
        if words.is_empty() && matches!(option.kind, OptionKind::Check(_) | OptionKind::Choice(_)) {
            return Err(format!("the option `{}` has words", option.name));
        }
        let default = option.kind.default();
        let read = option.kind.read(&default);
        equal("an option may have its default", option.name, &Some(default), &read)?;
        for word in words {
            let has_blank = word.is_empty() || word.contains(char::is_whitespace);
            equal("a word has letters and no blank", option.name, &false, &has_blank)?;
            let read = option.kind.read(word);
            equal("words differ in more than case", option.name, &Some(*word), &read.as_deref())?;
        }
    }
    for preset in info.presets {
        let option = info.options.iter().find(|option| option.name == preset.option);
        let value = option.and_then(|option| option.kind.read(preset.value));
        equal(
            "a preset sets an option to a word",
            preset.name,
            &Some(preset.value),
            &value.as_deref(),
        )?;
    }
    Ok(())
}

fn check_bench<G: Notation>(rules: G::Rules) -> Result<(), String> {
    let mut keys = HashSet::new();
    for text in G::info(rules).bench_positions() {
        let position = G::parse_with(rules, text).map_err(|e| format!("bench, `{text}`: {e}"))?;
        equal("bench positions are open", text, &None, &position.status())?;
        equal("bench positions differ", text, &true, &keys.insert(position.key()))?;
    }
    Ok(())
}

/// Checks that named starts are open positions, and that no two have a name in common.
fn check_starts<G: Notation>(rules: G::Rules) -> Result<(), String> {
    let mut names = HashSet::new();
    for start in G::info(rules).starts {
        let text = start.position;
        let position = G::parse_with(rules, text).map_err(|e| format!("start, `{text}`: {e}"))?;
        equal("named starts are open", text, &None, &position.status())?;
        for name in start.names {
            equal("named starts differ", name, &true, &names.insert(name.to_lowercase()))?;
        }
        equal("a named start has a name", text, &false, &start.names.is_empty())?;
    }
    Ok(())
}

/// The keys and identities seen so far: equal keys must have equal identities.
#[derive(Default)]
struct KnownKeys {
    keys: HashMap<String, u64>,
    identities: HashMap<u64, String>,
    meanings: HashMap<u64, KeyMeaning>,
}

fn walk<G: Notation + Knowledge>(
    mut position: G,
    plies: usize,
    random: &mut Random,
    seen: &mut KnownKeys,
    trail: &mut CheckPoint<G>,
) -> Result<(), String>
where
    G::State: PartialEq + Debug,
{
    let mut state = position.state();
    let mut workspace = workspace(&position, &None);
    let mut keys = vec![position.key()];
    for ply in 0..plies {
        let text = position.print();
        trail.enter(&position, &text);
        check_text(&position, &text)?;
        check_key(&position, &text, seen)?;
        equal("advance keeps the state that state() computes", &text, &position.state(), &state)?;
        workspace.set_ply(ply);
        let value = position.evaluate(&state, &mut workspace);
        equal("evaluate() depends only on the position", &text, &evaluate(&position), &value)?;
        check_mirror(&position, &text)?;
        check_flip(&position, &text)?;
        let moves = check_moves(&position, &text, trail)?;
        trail.step_back();
        drawing::check(&position, &text, &moves)?;
        check_outcome(&position, &text, moves.is_empty())?;
        check_range(&position, &text)?;
        claims::check(&position, &text)?;
        turn::check(&position, &text, &mut seen.meanings)?;
        if moves.is_empty() {
            return Ok(());
        }
        let m = moves[random.below(moves.len())];
        trail.follow(m);
        position.advance(m, &mut state);
        state.record(ply + 1, &mut workspace);
        let irreversible = position.irreversible(m);
        let side = position.side();
        // A game drawn by a counter still has moves, which the bound ignores.
        let max_left = if position.status().is_none() { position.max_plies_left() } else { None };
        position.play(m);
        let is_nearer =
            max_left.zip(position.max_plies_left()).is_none_or(|(max, left)| left < max);
        equal("each move takes from max_plies_left()", &text, &true, &is_nearer)?;
        if G::ALTERNATING {
            equal(
                "the sides move in turn where ALTERNATING is true",
                &text,
                &!side,
                &position.side(),
            )?;
        }
        check_repetition(&position, &mut keys, irreversible, &text)?;
    }
    Ok(())
}

/// Checks that the printed text of a position reads back as the same position.
///
/// # Errors
/// The law that is broken.
fn check_text<G: Notation>(position: &G, text: &str) -> Result<(), String> {
    let again = G::parse_with(position.rules(), text)
        .map_err(|e| format!("a printed position parses: at `{text}`: {e}"))?;
    equal("parse inverts print", text, &text.to_owned(), &again.print())?;
    equal("a parsed position keeps its key", text, &position.key(), &again.key())?;
    equal("a parsed position keeps its side", text, &position.side(), &again.side())
}

fn check_key<G: Notation>(position: &G, text: &str, seen: &mut KnownKeys) -> Result<(), String> {
    let identity = position.identity();
    let key = position.key();
    let known = *seen.keys.entry(identity.clone()).or_insert(key);
    equal("equal positions have equal keys", text, &known, &key)?;
    let known = seen.identities.entry(key).or_insert_with(|| identity.clone());
    equal("different positions have different keys", text, known, &identity)
}

/// Checks that moves are distinct as packed numbers and as text, and that the move
/// generators agree.
fn check_moves<G: Notation + Knowledge>(
    position: &G,
    text: &str,
    trail: &mut CheckPoint<G>,
) -> Result<Vec<G::Move>, String> {
    let moves = position.legal_moves();
    let mut packed: Vec<u32> = moves.iter().map(|&m| G::pack(m)).collect();
    packed.sort_unstable();
    packed.dedup();
    equal("packed moves are unique", text, &moves.len(), &packed.len())?;
    equal("no move packs to 0", text, &false, &packed.contains(&0))?;
    let stride = 1 + (moves.len() / MANY_MOVES).pow(2);
    for &m in moves.iter().step_by(stride) {
        trail.follow(m);
        let name = position.print_move(m);
        let parsed = position.parse_move(&name).map_err(|e| format!("`{text}`: `{name}`: {e}"))?;
        equal("parse_move inverts print_move", text, &m, &parsed)?;
        let record = position.record_move(m);
        equal("read_move inverts record_move", text, &Ok(m), &position.read_move(&record))?;
        for &notation in G::notations(position.rules()) {
            let written = position.write_move(m, notation);
            let law = format!("read_move inverts write_move in {}", notation.name());
            equal(&law, text, &Ok(m), &position.read_move(&written))?;
        }
        let short = position.short_move(m);
        equal("parse_move reads short_move", text, &Ok(m), &position.parse_move(&short))?;
        let has_blank = short.contains(|c: char| c == '=' || c.is_whitespace());
        equal("short_move has no blank and no '='", text, &false, &has_blank)?;
        let is_below = position.history_index(m) < G::HISTORY_SIZE;
        equal("a history index is below HISTORY_SIZE", text, &true, &is_below)?;
        if G::HISTORY_CONTEXTS > 1 {
            let context = position.history_context(m, position.attacked());
            let is_below = context < G::HISTORY_CONTEXTS;
            equal("a history context is below HISTORY_CONTEXTS", text, &true, &is_below)?;
        }
        equal("find() finds a legal move", text, &Some(m), &position.find(G::pack(m)))?;
    }
    trail.step_back();
    for bit in 0..16 {
        // Numbers one bit away from a legal move; most of them are not moves.
        for stray in packed.iter().step_by(stride).map(|&number| number ^ 1 << bit) {
            let found = position.find(stray).map(G::pack);
            let expected = if packed.binary_search(&stray).is_ok() { Some(stray) } else { None };
            equal("find() finds nothing else", text, &expected, &found)?;
        }
    }
    if moves.is_empty() {
        return Ok(moves);
    }
    for (which, is_tactical) in [(Which::Tactical, true), (Which::Quiet, false)] {
        let mut visited = Vec::new();
        position.moves(which, |m| visited.push(G::pack(m)));
        let mut expected = moves.clone();
        expected.retain(|&m| position.tactical(m) == is_tactical);
        let mut expected: Vec<u32> = expected.into_iter().map(G::pack).collect();
        visited.sort_unstable();
        expected.sort_unstable();
        equal("moves(which) visits those and no others", text, &expected, &visited)?;
    }
    equal("count() counts the moves", text, &(moves.len() as u64), &position.count())?;
    Ok(moves)
}

fn check_mirror<G: Notation + Knowledge>(position: &G, text: &str) -> Result<(), String> {
    let Some(mirror) = position.mirrored() else { return Ok(()) };
    let value = evaluate(position);
    let mirrored = evaluate(&mirror);
    equal("mirrored positions have mirrored values", text, &value, &mirrored)?;
    equal("mirrored positions have as many moves", text, &position.count(), &mirror.count())
}

fn check_flip<G: Notation + Knowledge>(position: &G, text: &str) -> Result<(), String> {
    let Some(flipped) = position.flipped() else { return Ok(()) };
    let value = evaluate(position);
    let other = evaluate(&flipped);
    equal("the other side is to move", text, &!position.side(), &flipped.side())?;
    equal("flipped positions have the same value", text, &value, &other)?;
    equal("flipped positions have as many moves", text, &position.count(), &flipped.count())?;
    let again = flipped.flipped().map(|again| again.print());
    equal("flipping twice changes nothing", text, text, again.as_deref().unwrap_or_default())
}

fn check_outcome<G: Notation>(position: &G, text: &str, has_no_move: bool) -> Result<(), String> {
    match (position.status(), has_no_move) {
        (None, true) => Err(format!("an open position has a move: `{text}`")),
        (Some(Outcome::Won | Outcome::Lost), false) => {
            Err(format!("a won or lost position has no move: `{text}`"))
        }
        _ => Ok(()),
    }
}

fn check_range<G: Notation + Knowledge>(position: &G, text: &str) -> Result<(), String> {
    let value = evaluate(position);
    if (-MAX_EVALUATION..=MAX_EVALUATION).contains(&value) || position.status().is_some() {
        return Ok(());
    }
    Err(format!("evaluations lie within +-{MAX_EVALUATION}: at `{text}` found {value}"))
}

fn check_repetition<G: Notation>(
    position: &G,
    keys: &mut Vec<u64>,
    irreversible: bool,
    before: &str,
) -> Result<(), String> {
    let key = position.key();
    let earlier = keys.iter().position(|&k| k == key);
    if earlier.is_some() && (irreversible || !G::REPEATS) {
        return Err(format!("a position came back over an irreversible move from `{before}`"));
    }
    if irreversible {
        keys.clear();
    }
    keys.push(key);
    Ok(())
}

fn equal<T: PartialEq + Debug + ?Sized>(
    law: &str,
    position: &str,
    expected: &T,
    found: &T,
) -> Result<(), String> {
    if expected == found {
        return Ok(());
    }
    Err(format!("{law}: at `{position}` expected {expected:?}, found {found:?}"))
}
