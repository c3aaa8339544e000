//! Damaged files of rules and damaged positions are read or refused, and what is read can be
//! played. The tables of thousands of games stay in memory, and files that other tests load would
//! find no room for theirs: so this is a program of its own.

#[path = "variants/library.rs"]
mod library;

use library::{LIBRARY, library, number};
use plyglot_core::game::random::Random;
use plyglot_core::game::{Game, Notation, TextError, laws};
use plyglot_variants::file::{Complaint, read_sections};
use plyglot_variants::{Position, SizedVariant, StonePosition};
use std::collections::{BTreeMap, HashSet};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Faults by kind: how often each occurred, and an example.
#[derive(Default)]
struct Faults(BTreeMap<String, (usize, String)>);

impl Faults {
    /// Runs a check. The first line of its error or panic, or the law that is broken, is the kind
    /// of fault.
    fn catch(&mut self, example: &dyn Fn() -> String, check: impl FnOnce() -> Result<(), String>) {
        let fault = match catch_unwind(AssertUnwindSafe(check)) {
            Ok(Ok(())) => return,
            Ok(Err(fault)) => fault,
            Err(panic) => match panic.downcast_ref::<String>() {
                Some(text) => format!("panic: {text}\n"),
                None => format!("panic: {:?}\n", panic.downcast_ref::<&str>()),
            },
        };
        let parts = fault.split_once('\n').or_else(|| fault.split_once(": "));
        let (kind, more) = parts.unwrap_or((&fault, ""));
        let entry = self.0.entry(kind.to_owned());
        entry.or_insert_with(|| (0, format!("{more}\n{}", example()))).0 += 1;
    }

    fn assert_none(&self) {
        for (kind, (count, example)) in &self.0 {
            println!("=== {kind}, {count} times: {example}\n");
        }
        assert!(self.0.is_empty(), "{} kinds of faults", self.0.len());
    }
}

fn one<'a, T>(random: &mut Random, list: &'a [T]) -> &'a T {
    &list[random.below(list.len())]
}

/// The sections of the library, each as its lines.
fn sections() -> Vec<Vec<&'static str>> {
    let mut sections: Vec<Vec<&str>> = Vec::new();
    for line in LIBRARY.iter().flat_map(|text| text.lines()).filter(|line| !line.is_empty()) {
        match sections.last_mut() {
            Some(section) if !line.starts_with('[') => section.push(line),
            _ => sections.push(vec![line]),
        }
    }
    sections
}

/// Sections of the library with some damage.
fn damaged_file(random: &mut Random, sections: &[Vec<&str>], entries: &[&str]) -> String {
    let mut lines: Vec<String> = Vec::new();
    for _ in 0..=random.below(3) {
        lines.extend(one(random, sections).iter().map(|&line| line.to_owned()));
    }
    for _ in 0..=random.below(4) {
        let at = random.below(lines.len());
        match random.below(10) {
            0 if lines.len() > 1 => drop(lines.remove(at)),
            1 => lines.insert(at, lines[at].clone()),
            2 => lines.swap(at, 0),
            3 => lines[at] = damaged(random, &lines[at]),
            // Values of other games give odd but valid games.
            4..=6 => lines.insert(at + 1, (*one(random, entries)).to_owned()),
            _ => {
                let key = lines[at].split('=').next().unwrap_or("").trim().to_owned();
                let same: Vec<&&str> = entries
                    .iter()
                    .filter(|entry| entry.split('=').next().unwrap_or("").trim() == key)
                    .collect();
                if !same.is_empty() {
                    lines[at] = (**one(random, &same)).to_owned();
                }
            }
        }
    }
    lines.join("\n")
}

/// Characters that mean something, and some that do not.
const SIGNS: &[char] = &[
    '[', ']', ':', '=', '-', '+', '~', '*', '/', '@', '#', ';', ' ', '\t', '0', '1', '2', '3', '9',
    'k', 'K', 'q', 'Q', 'p', 'P', 'm', 'M', 'r', 'n', 'w', 'b', 'a', 'h', 'ä', '🙂', '\u{2028}',
    '\0', '\r',
];

/// The text with a change.
fn damaged(random: &mut Random, text: &str) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for _ in 0..=random.below(2) {
        let at = random.below(letters.len() + 1);
        match random.below(6) {
            0 => letters.truncate(at),
            1 if at < letters.len() => drop(letters.remove(at)),
            2 if at < letters.len() => letters.insert(at, letters[at]),
            3 if at < letters.len() => {
                let other = random.below(letters.len());
                letters.swap(at, other);
            }
            4 if at < letters.len() => letters[at] = *one(random, SIGNS),
            _ => letters.insert(at, *one(random, SIGNS)),
        }
    }
    letters.into_iter().collect()
}

/// A complaint is about a place of the text.
fn check_complaint(text: &str, complaint: &Complaint) -> Result<(), String> {
    let Some(line) = complaint.line.checked_sub(1).and_then(|line| text.lines().nth(line)) else {
        return Err(format!("a complaint has a line\n{complaint}"));
    };
    if !(1..=line.chars().count() + 1).contains(&complaint.column) {
        return Err(format!("a complaint has a column of its line\n{complaint}"));
    }
    Ok(())
}

fn check_error(text: &str, error: &TextError) -> Result<(), String> {
    if error.at > text.chars().count() {
        return Err(format!("an error is in the text\n{error:?}"));
    }
    Ok(())
}

/// Each move has a text of its own.
fn check_moves<G: Notation>(random: &mut Random, position: &G) -> Result<Option<G::Move>, String> {
    let moves = position.legal_moves();
    if moves.is_empty() {
        return Ok(None);
    }
    let names: HashSet<String> = moves.iter().map(|&m| position.print_move(m)).collect();
    let packed: HashSet<u32> = moves.iter().map(|&m| G::pack(m)).collect();
    if names.len() != moves.len() || packed.len() != moves.len() {
        let mut names: Vec<String> = moves.iter().map(|&m| position.print_move(m)).collect();
        names.sort_unstable();
        names.retain(|name| moves.iter().filter(|&&m| position.print_move(m) == *name).count() > 1);
        return Err(format!("each move has a text\n{}: {names:?} {moves:?}", position.print()));
    }
    let m = *one(random, &moves);
    let name = position.print_move(m);
    if position.read_move(&name) != Ok(m) || position.find(G::pack(m)) != Some(m) {
        return Err(format!("the text of a move is read\n{}: {name}", position.print()));
    }
    Ok(Some(m))
}

/// Plays a random game of at most `plies` plies.
fn play<G: Notation>(random: &mut Random, rules: G::Rules, plies: usize) -> Result<(), String> {
    let start = G::info(rules).start;
    let mut position = match G::parse_with(rules, start) {
        Ok(position) => position,
        Err(error) => return check_error(start, &error),
    };
    let mut earlier = Vec::new();
    for _ in 0..plies {
        laws::check_text(&position, &position.print())?;
        let Some(m) = check_moves(random, &position)? else { return Ok(()) };
        let m = if random.below(2) == 0 { m } else { back(&position, &earlier).unwrap_or(m) };
        if position.irreversible(m) {
            earlier.clear();
        } else {
            earlier.push(position.key());
        }
        position.play(m);
        let _ = position.repetition(&earlier);
        let same = earlier.iter().rposition(|&key| key == position.key());
        let _ = same.map(|first| position.cycle(&earlier, first));
    }
    Ok(())
}

/// A move to an earlier position.
fn back<G: Game>(position: &G, earlier: &[u64]) -> Option<G::Move> {
    position.legal_moves().into_iter().find(|&m| {
        let mut after = position.clone();
        after.play(m);
        earlier.contains(&after.key())
    })
}

fn play_sized(random: &mut Random, game: SizedVariant, plies: usize) -> Result<(), String> {
    match game {
        SizedVariant::Small(variant) => play::<Position<u64>>(random, variant, plies),
        SizedVariant::Large(variant) => play::<Position<u128>>(random, variant, plies),
        SizedVariant::Stones(game) => play::<StonePosition>(random, game, plies),
    }
}

#[test]
fn damaged_files_are_read_or_refused() {
    const FILES: usize = 10_000;
    /// One in this many new games is played, as the tables of a game stay in memory.
    const PLAYED: usize = 20;
    let (known, sections) = (library(), sections());
    let entries: Vec<&str> = sections.iter().flat_map(|section| &section[1..]).copied().collect();
    let (files, played) = (number("FILES", FILES), number("PLAYED", PLAYED));
    let mut random = Random::new(number("SEED", 1) as u64);
    let (mut faults, mut right, mut games) = (Faults::default(), 0, 0);
    for _ in 0..files {
        let text = damaged_file(&mut random, &sections, &entries);
        let mut found = Vec::new();
        faults.catch(&|| text.clone(), || {
            let reading = read_sections(&text, known);
            for complaint in &reading.complaints {
                check_complaint(&text, complaint)?;
            }
            let is_nothing = reading.definitions.is_empty() && reading.complaints.is_empty();
            if is_nothing && text.contains('[') {
                return Err("a file gives games or complaints".to_owned());
            }
            found = reading.definitions;
            Ok(())
        });
        for definition in found.into_iter().filter(|definition| !known.contains(definition)) {
            right += 1;
            if right % played == 0 {
                games += 1;
                let example = || format!("[{}] of\n{text}", definition.name);
                let random = &mut random;
                faults.catch(&example, || {
                    play_sized(random, SizedVariant::new(definition.clone()), 30)
                });
            }
        }
    }
    println!("{files} files, {right} games, {games} played");
    faults.assert_none();
    assert!(games > files / played / 4, "{games}");
}

fn damaged_positions<G: Notation>(
    random: &mut Random,
    faults: &mut Faults,
    rules: G::Rules,
    count: usize,
) -> usize {
    let mut position = G::start(rules);
    let mut read = 0;
    for number in 0..count {
        if number % 8 == 0 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                position = G::start(rules)
            } else {
                position.play(*one(random, &moves))
            }
        }
        let text = damaged(random, &position.print());
        faults.catch(&|| format!("{} {text:?}", G::info(rules).name), || {
            let position = match G::parse_with(rules, &text) {
                Ok(position) => position,
                Err(error) => return check_error(&text, &error),
            };
            read += 1;
            laws::check_text(&position, &position.print())?;
            let Some(m) = check_moves(random, &position)? else { return Ok(()) };
            let mut next = position.clone();
            next.play(m);
            laws::check_text(&next, &next.print())
        });
    }
    read
}

/// Games of all families.
const GAMES: &str = "\
    chess crazyhouse atomic 3check horde racingkings antichess shogi xiangqi janggi makruk \
    cambodian sittuyin seirawan capablanca duck amazons ataxx flipello breakthrough \
    placement bughouse minishogi torishogi grand shako tictactoe clobber snailtrail \
    isolation checkers draughts tablut gomoku_exact pente hex keryopente";

/// If a rule on chasing has no meaning, it does no harm.
#[test]
fn games_of_all_families_are_played_with_a_rule_on_chasing() {
    let known = library();
    let (mut random, mut faults) = (Random::new(number("SEED", 1) as u64), Faults::default());
    for name in GAMES.split(' ') {
        let text = format!("[chasing:{name}]\nchasingRule = axf\n");
        let definition = read_sections(&text, known).definitions.pop().expect(name);
        let game = SizedVariant::new(definition);
        for _ in 0..4 {
            faults.catch(&|| name.to_owned(), || play_sized(&mut random, game, 60));
        }
    }
    faults.assert_none();
}

#[test]
fn damaged_positions_are_read_or_refused() {
    const POSITIONS: usize = 100_000;
    let positions = number("POSITIONS", POSITIONS);
    let known = library();
    let mut random = Random::new(number("SEED", 1) as u64);
    let (mut faults, mut read) = (Faults::default(), 0);
    for name in GAMES.split(' ') {
        let definition = known.iter().find(|known| known.name == name).expect(name);
        let count = positions / GAMES.split(' ').count() + 1;
        let (random, faults) = (&mut random, &mut faults);
        read += match SizedVariant::new(definition.clone()) {
            SizedVariant::Small(game) => {
                damaged_positions::<Position<u64>>(random, faults, game, count)
            }
            SizedVariant::Large(game) => {
                damaged_positions::<Position<u128>>(random, faults, game, count)
            }
            SizedVariant::Stones(game) => {
                damaged_positions::<StonePosition>(random, faults, game, count)
            }
        };
    }
    println!("{positions} positions, {read} read");
    faults.assert_none();
    assert!(read > positions / 20, "{read}");
}
