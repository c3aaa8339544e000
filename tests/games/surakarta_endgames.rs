//! Surakarta with few stones: the tables against samples of another program's
//! and against plain search.

use crate::support::folder::Folder;
use crate::support::plain_values::plain_values;
use plyglot_core::game::random::Random;
use plyglot_core::game::{
    Depth, Exact, Game, GameResult, Knowledge, Notation, Outcome, Solver, SolverContext,
    TablebaseValue,
};
use plyglot_core::search::{Control, Limits, Root, Search, Settings, Table, Task};
use plyglot_engine::{EndingRequest, Registry, TableCounts};
use plyglot_games::surakarta::Surakarta;
use plyglot_games::surakarta::endgame::StoneSets;
use std::collections::{BTreeSet, HashMap};
use std::path::Path;
use std::sync::atomic::AtomicBool;

/// Nothing that the tables need.
const AID: SolverContext<'static> =
    SolverContext { memory: &[], helpers: None, book: true, meter: &|_| 1 };

fn solver() -> &'static dyn Solver<Surakarta> {
    Surakarta::solver().expect("endings are solved")
}

/// The position without counters.
fn by_solved_rules(fen: &str) -> Surakarta {
    solver().by_solved_rules(Surakarta::parse(fen).expect("a FEN"))
}

fn value(result: &str, plies: &str) -> Exact {
    let plies = || plies.parse().expect("a number of plies");
    match result {
        "win" => Exact::Win(plies()),
        "loss" => Exact::Loss(plies()),
        _ => Exact::Draw,
    }
}

/// Whether the results are the same, in however many plies.
fn is_alike(a: Exact, b: Exact) -> bool {
    std::mem::discriminant(&a) == std::mem::discriminant(&b)
}

/// Lines of a position, its result, its plies, the moves that keep the result
/// and those that are best, between tabs.
#[test]
fn samples_of_another_program_agree_with_the_tables() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let Ok(text) = std::fs::read_to_string(folder.join("../shared/data/surakarta/tb_samples.tsv"))
    else {
        return;
    };
    for line in text.lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        let (fen, expected) = (fields[0], value(fields[1], fields[2]));
        let position = by_solved_rules(fen);
        assert_eq!(solver().covers(&position), Ok(()), "{fen}");
        assert_eq!(solver().value(&position, &AID), Some(expected), "{fen}");
        let (mut keeping, mut best) = (BTreeSet::new(), BTreeSet::new());
        let mut note = |m, worth| {
            if is_alike(worth, expected) {
                keeping.insert(position.print_move(m));
            }
            if worth == expected {
                best.insert(position.print_move(m));
            }
        };
        solver().values(&position, &AID, &mut note).expect("all are known");
        let moves = |field: usize| -> BTreeSet<String> {
            fields.get(field).into_iter().flat_map(|f| f.split(' ')).map(str::to_owned).collect()
        };
        assert_eq!((keeping, best), (moves(3), moves(4)), "{fen}");
    }
}

fn endings() -> Vec<(&'static str, Exact)> {
    let lines = include_str!("../data/surakarta_endgames.txt").lines();
    let lines = lines.filter(|line| !line.starts_with('#'));
    let read = |line: &'static str| {
        let (fen, worth) = line.split_once('\t').expect("a tab");
        let (result, plies) = worth.split_once(' ').unwrap_or((worth, ""));
        (fen, value(result, plies))
    };
    lines.map(read).collect()
}

/// The result that the side to move can force in `plies` plies: 1 a win, 0 nothing, -1 not even to
/// last longer.
fn search(position: &Surakarta, plies: u16, memo: &mut HashMap<(u64, u16), i8>) -> i8 {
    match position.status() {
        Some(Outcome::Won) => return 1,
        Some(Outcome::Lost) => return -1,
        Some(Outcome::Drawn) => return 0,
        None if plies == 0 => return 0,
        None => {}
    }
    if let Some(&known) = memo.get(&(position.key(), plies)) {
        return known;
    }
    let mut best = -1;
    for m in position.legal_moves() {
        best = best.max(-search(&position.after(m), plies - 1, memo));
        if best == 1 {
            break;
        }
    }
    memo.insert((position.key(), plies), best);
    best
}

/// By search alone, from positions in which the counter is far away.
#[test]
fn plain_search_proves_the_recorded_values() {
    const FAR: u16 = 7;
    for (fen, value) in endings() {
        let position = Surakarta::parse(fen).expect("a FEN");
        let mut memo = HashMap::new();
        let first = (0..=FAR.max(9)).find_map(|plies| {
            let found = (value != Exact::Draw || plies <= FAR)
                .then(|| search(&position, plies, &mut memo))
                .filter(|found| *found != 0);
            found.map(|sign| if sign > 0 { Exact::Win(plies) } else { Exact::Loss(plies) })
        });
        assert_eq!(first.unwrap_or(Exact::Draw), value, "{fen}");
    }
}

#[test]
fn the_tables_have_the_recorded_values() {
    for (fen, value) in endings() {
        let position = by_solved_rules(fen);
        if position.status().is_none() {
            assert_eq!(
                position.probe_tablebase(Depth::PLY),
                Some(TablebaseValue::Exact(value)),
                "{fen}"
            );
            assert_eq!(solver().value(&position, &AID), Some(value), "{fen}");
        }
    }
}

/// Results are known where who is ahead wins by count, at any time; against the
/// count only when the counter begins; plies, as long as they are there.
#[test]
fn table_values_depend_on_the_counter_of_plies_without_capture() {
    // Nothing can be forced here, but who has more stones wins.
    for late in [0, 1, 30, 49] {
        let fen = format!("6/4P1/6/p1p3/5P/5p w - - {late} 1");
        assert_eq!(
            by_solved_rules(&fen).probe_tablebase(Depth::PLY),
            Some(TablebaseValue::Exact(Exact::Draw))
        );
        let position = Surakarta::parse(&fen).expect("a FEN");
        assert_eq!(
            position.probe_tablebase(Depth::PLY),
            Some(TablebaseValue::Outcome(Outcome::Lost)),
            "{fen}"
        );
    }
    for (fen, value) in endings() {
        let (Exact::Win(plies) | Exact::Loss(plies)) = value else { continue };
        for late in 0..50 {
            let fen = fen.replace(" 0 1", &format!(" {late} 1"));
            let position = Surakarta::parse(&fen).expect("a FEN");
            if position.status().is_none() && late + plies < 50 {
                assert_eq!(
                    position.probe_tablebase(Depth::PLY),
                    Some(TablebaseValue::Exact(value)),
                    "{fen}"
                );
            }
        }
    }
}

/// Nothing can be forced in the first position, and the second is won in 9 plies.
#[test]
fn table_values_depend_on_the_options_of_the_rules() {
    const DRAW: Option<TablebaseValue> = Some(TablebaseValue::Exact(Exact::Draw));
    const WIN: Option<TablebaseValue> = Some(TablebaseValue::Exact(Exact::Win(9)));
    const COUNT: Option<TablebaseValue> = Some(TablebaseValue::Outcome(Outcome::Lost));
    for (options, expected) in [
        (&[("NoCapturePlies", "0")][..], [DRAW, WIN]),
        (&[("NoCaptureResult", "draw")], [DRAW, None]),
        (&[("NoCapturePlies", "40"), ("NoCaptureResult", "draw")], [None, None]),
        (&[("NoCapturePlies", "100")], [COUNT, WIN]),
        (&[("StalemateRule", "draw")], [None, None]),
        (&[("StalemateRule", "count")], [None, None]),
        (&[("LoopMoves", "true")], [None, None]),
    ] {
        let fens = ["6/4P1/6/p1p3/5P/5p w - - 42 1", "p4P/6/3p2/6/6/P5 w - - 42 1"];
        let known = fens.map(|fen| {
            let mut position = Surakarta::parse(fen).expect("a FEN");
            options.iter().for_each(|(name, word)| position.set_option(name, word));
            if position.status().is_some() { None } else { position.probe_tablebase(Depth::PLY) }
        });
        assert_eq!(known, expected, "{options:?}");
    }
}

/// Stones of the side to move and of the other side, so many of each, anywhere.
fn stones(own: usize, other: usize, random: &mut Random) -> StoneSets {
    let mut points: Vec<u64> = (0..36).map(|point| 1 << point).collect();
    random.shuffle(&mut points);
    let [own_points, rest] = [&points[..own], &points[own..]];
    StoneSets { own: own_points.iter().sum(), other: rest[..other].iter().sum() }
}

/// The stones as a FEN in which the first player is to move.
fn fen(stones: StoneSets) -> String {
    let cell = |point: usize| match (stones.own >> point & 1, stones.other >> point & 1) {
        (1, _) => 'P',
        (_, 1) => 'p',
        _ => '1',
    };
    let row = |rank: usize| (0..6).map(|file| cell(6 * rank + file)).collect::<String>();
    format!("{} w - - 0 1", (0..6).rev().map(row).collect::<Vec<_>>().join("/"))
}

/// The value of a position by the rules or the tables, for its side to move.
fn known(position: &Surakarta) -> Option<TablebaseValue> {
    let outcome = position.status().map(Exact::from).map(TablebaseValue::Exact);
    outcome.or_else(|| position.probe_tablebase(Depth::PLY))
}

/// The plies of a loss that is known, a great number where only the loss is.
fn lost_in(position: &Surakarta) -> Option<u16> {
    match known(position)? {
        TablebaseValue::Exact(Exact::Loss(plies)) => Some(plies),
        TablebaseValue::Outcome(Outcome::Lost) => Some(u16::MAX),
        _ => None,
    }
}

/// Plays from a position in which the side that is ahead is sure to win: that
/// one by the tables alone, the other one so that positions come back. Whether
/// one did for the third time before the game was won.
fn is_repeated(mut position: Surakarta, mut is_ahead: bool, random: &mut Random) -> bool {
    let mut seen = HashMap::from([(position.key(), 1)]);
    while position.status().is_none() {
        let after = |m| (position.tactical(m), position.after(m));
        let mut choices: Vec<_> = position.legal_moves().into_iter().map(after).collect();
        let times = |position: &Surakarta| seen.get(&position.key()).copied().unwrap_or(0);
        if is_ahead {
            choices.retain(|(_, after)| lost_in(after).is_some());
            choices.sort_by_key(|(is_capture, after)| (lost_in(after), !is_capture, times(after)));
        } else {
            choices.sort_by_cached_key(|(_, after)| (-times(after), random.below(1000)));
        }
        position = choices.swap_remove(0).1;
        is_ahead = !is_ahead;
        let times: &mut i32 = seen.entry(position.key()).or_default();
        *times += 1;
        if *times == 3 {
            return true;
        }
    }
    let has_won = position.status() == Some(if is_ahead { Outcome::Won } else { Outcome::Lost });
    assert!(has_won, "sure to win, and not won: {}", position.print());
    false
}

/// Tables know nothing of repetitions. Who waits for the count must have enough
/// to do so that nobody makes it repeat, but for the rarest of cases.
#[test]
fn a_win_by_count_needs_no_repetition() {
    let mut random = Random::new(1);
    let (mut games, mut repeated) = (0, 0);
    for (own, other) in [(2, 3), (3, 2), (1, 5), (5, 1), (2, 4), (4, 2)] {
        for _ in 0..1_000 {
            let stones = stones(own, other, &mut random);
            let position = Surakarta::parse(&fen(stones)).expect("a FEN");
            let ahead = if own > other { Outcome::Won } else { Outcome::Lost };
            if position.status().is_none()
                && position.probe_tablebase(Depth::PLY) == Some(TablebaseValue::Outcome(ahead))
            {
                games += 1;
                repeated += u32::from(is_repeated(position, own > other, &mut random));
            }
        }
    }
    assert!(games > 2_000 && repeated * 1_000 < games, "{repeated} of {games}");
}

/// A search plays both sides from positions that are sure to be won: it must
/// neither give them away nor go round until they are drawn.
#[test]
fn a_search_wins_the_positions_that_the_tables_call_won() {
    let mut random = Random::new(2);
    let (mut games, mut plies) = (0, 0);
    for (own, other) in [(2, 4), (4, 2), (3, 3), (5, 1)] {
        for _ in 0..12 {
            let stones = stones(own, other, &mut random);
            let position = Surakarta::parse(&fen(stones)).expect("a FEN");
            let Some(TablebaseValue::Outcome(outcome)) = position.probe_tablebase(Depth::PLY)
            else {
                continue;
            };
            let result = GameResult::from_outcome(outcome, position.side());
            if result == GameResult::Draw {
                continue;
            }
            let (table, mut search) = (Table::new(1).expect("a MiB"), Search::new());
            let mut root = Root::new(position);
            while root.position.status().is_none() {
                let repeated = root.earlier.iter().filter(|&&key| key == root.position.key());
                assert!(repeated.count() < 2, "drawn by repetition: {}", root.position.print());
                let task = Task {
                    root: &root,
                    limits: &Limits::nodes(1_000),
                    settings: &Settings::default(),
                    table: &table,
                    control: &Control::default(),
                };
                root.play(search.run(&task, &mut |_| ()).best.expect("a legal move"));
                plies += 1;
            }
            let expected = result.outcome(root.position.side());
            assert_eq!(root.position.status(), expected, "{}", root.position.print());
            games += 1;
        }
    }
    assert!(games > 20 && plies > 200, "{games} games of {plies} plies");
}

#[test]
fn more_stones_than_are_known_are_not_covered() {
    for fen in [Surakarta::INFO.start, "pppppp/6/6/6/6/P5 w - - 0 1", "ppp3/6/6/6/6/PPP3 w - - 0 1"]
    {
        let position = by_solved_rules(fen);
        assert_eq!(solver().covers(&position), Err("a position of at most 5 stones"), "{fen}");
        assert_eq!(position.probe_tablebase(Depth::PLY), None, "{fen}");
    }
}

/// All positions with two stones of the first player and one of the second.
fn two_against_one(options: &[(&str, &str)]) -> Vec<Surakarta> {
    let pairs = (0..36).flat_map(|a| (0..a).map(move |b| 1_u64 << a | 1 << b));
    let sets = pairs.flat_map(|own| (0..36).map(move |c| StoneSets { own, other: 1 << c }));
    let texts = sets.filter(|stones| stones.own & stones.other == 0).map(fen);
    let texts = texts.flat_map(|text| [text.replace(" w ", " b "), text]);
    let position = |text: String| {
        let mut position = Surakarta::parse(&text).expect("a FEN");
        options.iter().for_each(|(name, word)| position.set_option(name, word));
        position
    };
    texts.map(position).collect()
}

/// Tables of a folder know rules that those in the program do not.
#[test]
fn tables_of_other_rules_have_the_values_of_a_plain_search() {
    let folder = Folder::new("surakarta_tables");
    let path = folder.file("");
    let options = [
        ("NoCapturePlies", "0"),
        ("StalemateRule", "draw"),
        ("LoopMoves", "true"),
        ("EndgameTables", path.as_str()),
    ];
    let mut engine = Registry::new::<Surakarta>().default_game().open();
    for (name, word) in &options[..3] {
        assert!(engine.set_option(name, word), "{name}");
    }
    let interrupt = &AtomicBool::new(false);
    let folder = Some(Path::new(&path));
    let request = EndingRequest { material: "PP:P", folder, memory: 1 << 28, interrupt };
    let facts = engine
        .solve_ending(&request, &mut |_| ())
        .expect("it is small")
        .expect("nobody interrupts");
    let positions = two_against_one(&options);
    assert_eq!(positions.len(), 2 * (36 * 35 / 2) * 34);
    // A search reads them before its time begins.
    Search::new().prepare(1, &positions[0]);
    std::fs::remove_dir_all(&path).expect("it is there");
    let plain = plain_values(&positions);
    let mut sides = [TableCounts::default(); 2];
    for position in positions {
        let value = plain[&position.identity()];
        let counts = &mut sides[position.side().index()];
        match value {
            Exact::Win(_) => counts.won += 1,
            Exact::Loss(_) => counts.lost += 1,
            _ => counts.drawn += 1,
        }
        if let Exact::Win(plies) | Exact::Loss(plies) = value {
            counts.longest = counts.longest.max(plies);
        }
        if position.status().is_none() {
            let found = position.probe_tablebase(Depth::PLY);
            assert_eq!(found, Some(TablebaseValue::Exact(value)), "{}", position.print());
        }
    }
    assert_eq!(facts.sides, sides);
    assert_eq!(facts.left_out, None);
}
