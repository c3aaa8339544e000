//! Small games are solved by the table of all their positions. The values are published ones,
//! or those that the search proves.

use crate::entry;
use plyglot_core::game::{Exact, Outcome};
use plyglot_core::search::{Control, Settings};
use plyglot_engine::{
    Analyst, Expert, GameEntry, GoLimits, Solution, SolveAim, SolveRequest, Value,
};
use std::sync::atomic::AtomicBool;

/// Some MiB are enough for 400,000 positions with their 6 million moves.
const MEMORY: usize = 128 << 20;

fn solve(entry: &GameEntry, text: &str) -> Result<Solution, String> {
    let mut expert = Expert::new(entry, 1, 1).expect("memory for it");
    let interrupt = &AtomicBool::new(false);
    let aim = SolveAim::AllValues;
    let request = SolveRequest { aim, book: false, table: false, memory: MEMORY, interrupt };
    let solved = expert.solve(text, &request).map_err(|error| error.mismatch.expected)?;
    Ok(solved.expect("nobody interrupts"))
}

/// The value of the start position, and how many positions there are.
fn start(rules: &str, name: &str) -> (Exact, u64) {
    let solution = solve(entry(rules, name), "startpos").expect("it is small");
    let counts = solution.table.expect("there is no other way").counts;
    (solution.value.expect("it was asked for").exact, counts.won + counts.drawn + counts.lost)
}

/// An ending of chess from a position.
fn ending(fen: &str, more: &str) -> String {
    format!("[ending:chess]\nstartFen = {fen}\n{more}\n")
}

#[test]
fn small_games_have_their_published_values() {
    assert_eq!(start("", "tictactoe"), (Exact::Draw, 5478));
    let is_won = |rules, name, expected| {
        let (value, _) = start(rules, name);
        assert_eq!(value.outcome(), expected, "{name}");
    };
    // Gardner's hexapawn is won by the second player, as is reversi on four by four squares.
    is_won("", "hexapawn", Outcome::Lost);
    let reversi = "[four:flipello]\nmaxRank = 4\nmaxFile = 4\n\
                   startFen = 4/1pP1/1Pp1/4[PPPPPPPPpppppppp] w 0 1\n";
    is_won(reversi, "four", Outcome::Lost);
    // Three in a row on four by three squares is won by the first player.
    let rows = "[rows:tictactoe]\nmaxFile = 4\nstartFen = 4/4/4[PPPPPPpppppp] w - - 0 1\n";
    is_won(rows, "rows", Outcome::Won);
}

#[test]
fn small_games_of_stones_have_their_published_values() {
    const THREE: &str =
        "[three:gomoku]\nmaxFile = 3\nmaxRank = 3\nstartFen = 3/3/3 w\nconnectN = 3\n";
    assert_eq!(start(THREE, "three"), (Exact::Draw, 5478));
    // The first player wins hex on a square (John Nash); else the side whose edges are nearer, even
    // if the other moves first (Martin Gardner, 1959).
    for (files, ranks, expected) in
        [(2, 2, Outcome::Won), (3, 3, Outcome::Won), (4, 3, Outcome::Won), (3, 4, Outcome::Lost)]
    {
        let last = char::from(b'a' + files - 1);
        let rows = vec![files.to_string(); ranks].join("/");
        let rules = format!(
            "[small:hex]\nmaxFile = {files}\nmaxRank = {ranks}\nstartFen = {rows} w\n\
             connectRegion2White = *{ranks}\nconnectRegion2Black = {last}*\n"
        );
        assert_eq!(start(&rules, "small").0.outcome(), expected, "{files} {ranks}");
    }
}

#[test]
fn endings_of_chess_have_their_published_lengths() {
    // Mate by rook takes 16 moves at most, by queen 10, from each side to move.
    for (piece, longest) in [('R', 32), ('Q', 20)] {
        let rules = ending(&format!("8/8/8/8/8/2k5/8/K6{piece} w - - 0 1"), "");
        let solution = solve(entry(&rules, "ending"), "startpos").expect("it is small");
        let table = solution.table.expect("there is no other way");
        assert_eq!(table.counts.longest, longest, "{piece}");
        let Some(Exact::Win(plies)) = solution.value.map(|value| value.exact) else {
            panic!("{:?}", solution.value)
        };
        assert_eq!(table.line.len(), usize::from(plies));
        assert_eq!(solution.moves.iter().map(|m| m.value.exact).max(), Some(Exact::Win(plies)));
    }
}

#[test]
fn the_search_proves_what_the_table_says() {
    const RULES: &str = "\
[holes]
customPiece1 = n:mN
maxRank = 4
maxFile = 4
startFen = 3n/4/4/N3 w - - 0 1
wallingRule = past
stalemateValue = loss
[race]
wazir = w
maxRank = 4
maxFile = 3
startFen = www/3/3/WWW w - - 0 1
flagPiece = w
flagRegionWhite = *4
flagRegionBlack = *1
stalemateValue = loss
[rows:tictactoe]
maxFile = 4
startFen = 4/4/4[PPPPPPpppppp] w - - 0 1
";
    for name in ["holes", "race", "rows", "hexapawn"] {
        let entry = entry(RULES, name);
        let solution = solve(entry, "startpos").expect("it is small");
        let value = solution.value.expect("it was asked for").exact;
        let mut analyst = Analyst::new(entry, 16, Settings::default()).expect("memory for it");
        analyst.game_mut().set_position(None, &[]).expect("it is the start");
        let depth = match value {
            Exact::Win(plies) | Exact::Loss(plies) => plies + 10,
            _ => 16,
        };
        let limits = GoLimits { depth: Some(depth), ..GoLimits::default() };
        let analysis = analyst.search(&limits, &Control::default().into(), |_| ());
        let found = analysis.lines[0].value;
        match value {
            Exact::Win(plies) => assert_eq!(found, Value::End(i32::from(plies)), "{name}"),
            Exact::Loss(plies) => assert_eq!(found, Value::End(-i32::from(plies)), "{name}"),
            _ => assert!(!matches!(found, Value::End(_)), "{name}: {found:?}"),
        }
    }
}

#[test]
fn rules_on_the_moves_before_are_refused_where_they_matter() {
    const ROOK: &str = "3k/4/4/KR2 w - - 0 1\nmaxFile = 4\nmaxRank = 4";
    for (more, expected) in [
        ("nMoveRule = 1", "a draw rule that allows more than 2 plies, as a win can take "),
        ("perpetualCheckIllegal = true", "a game without the rule on perpetual check ("),
        ("nFoldValue = loss", "a game without a repetition that is not a draw (nFoldValue), as "),
        ("countingRule = makruk", "a game without the counting of moves (countingRule)"),
        ("moveRepetitionIllegal = true", "a game without the rule on repeated moves ("),
        ("shatarMateRule = true", "a game without the rule on checks before a mate ("),
        ("materialCounting = unweighted", "a game without the counting of pieces after moves "),
    ] {
        let solved = solve(entry(&ending(ROOK, more), "ending"), "startpos");
        let error = solved.expect_err(more);
        assert!(error.starts_with(expected), "{more}: {error}");
    }
    // Without repetitions a rule on them does not matter.
    let (value, positions) = start("[loses:tictactoe]\nnFoldValue = loss\n", "loses");
    assert_eq!((value, positions), (Exact::Draw, 5478));
    // Nor do counters that a position comes with.
    let entry = entry(&ending(ROOK, ""), "ending");
    let later = solve(entry, "3k/4/4/KR2 w - - 90 100").expect("it is small");
    assert!(matches!(later.value.map(|value| value.exact), Some(Exact::Win(_))));
}
