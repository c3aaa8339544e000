//! Tables of endings by material. The values are published ones, or those of a plain search of all
//! positions.

use crate::plain_values::{after, plain_values};
use crate::{entry, small};
use plyglot_chess::chess::{Chess, SyzygyTables};
use plyglot_core::game::endings::{EndgameTables, Material};
use plyglot_core::game::{
    Depth, Exact, Game, Knowledge, Notation, Outcome, TablebaseValue, TextError, squares,
};
use plyglot_core::search::{Control, Search, Settings};
use plyglot_definition::keys::Group;
use plyglot_definition::{Definition, Shown};
use plyglot_engine::{
    Analyst, EndingFacts, EndingProgress, EndingRequest, Expert, GameEntry, GoLimits, Registry,
    TableCounts, Value,
};
use plyglot_variants::{Position, Set, SizedVariant, Variant};
use std::collections::HashSet;
use std::hash::Hash;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

/// Some MiB are enough for endings of four pieces.
const MEMORY: usize = 256 << 20;

/// A folder of this test that is removed with it.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let name = format!("plyglot-endings-{name}-{}", std::process::id());
        Folder(std::env::temp_dir().join(name))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn ending_in(
    entry: &GameEntry,
    material: &str,
    folder: Option<&Path>,
) -> Result<EndingFacts, String> {
    let expert = Expert::new(entry, 1, 1).expect("memory for it");
    let interrupt = &AtomicBool::new(false);
    let request = EndingRequest { material, folder, memory: MEMORY, interrupt };
    let solved =
        expert.solve_ending(&request, &mut |_| ()).map_err(|error| error.mismatch.expected)?;
    Ok(solved.expect("nobody interrupts"))
}

fn chess(material: &str) -> EndingFacts {
    ending_in(Registry::new::<Chess>().default_game(), material, None).expect(material)
}

fn counts(won: u64, drawn: u64, lost: u64, longest: u16) -> TableCounts {
    TableCounts { won, drawn, lost, longest }
}

#[test]
fn endings_of_chess_have_their_published_values() {
    // Mate by queen takes 10 moves at most, by rook 16, with a pawn 28. The numbers of positions
    // with a pawn that are won, by the side to move, are twice those of M. R. B. Clarke (1977).
    for (material, won, drawn, lost, plies) in [
        ("KQ:K", counts(144_508, 0, 0, 19), 23_048, 200_896, 19),
        ("KR:K", counts(175_168, 0, 0, 31), 22_244, 201_700, 31),
        ("KP:K", counts(124_960, 38_368, 0, 55), 70_420, 97_604, 55),
    ] {
        let EndingFacts { sides, longest, left_out, .. } = chess(material);
        assert_eq!(sides, [won, counts(0, drawn, lost, plies + 1)], "{material}");
        let longest = longest.expect("there are wins");
        assert_eq!((longest.plies, longest.line.len()), (plies, plies.into()), "{material}");
        assert_eq!(left_out.as_deref(), Some("the fifty-move rule"));
    }
}

/// Who passes leaves a position that has no number, as more than its pieces decides what comes.
const PASSES: &str = "[passes:chess]\nmaxRank = 7\ncastling = false\npawn = -\n\
                      promotionPieceTypes = -\npassWhite = true\n\
                      startFen = 4k3/8/8/8/8/8/4KR2 w - - 0 1\n";

/// Makes the table of king and rook against king in that game.
fn make_with_passes(
    memory: usize,
    interrupt: &AtomicBool,
    report: &mut dyn FnMut(&EndingProgress),
) -> Result<Option<EndingFacts>, TextError> {
    let expert = Expert::new(entry(PASSES, "passes"), 1, 1).expect("memory for it");
    let request = EndingRequest { material: "KR:K", folder: None, memory, interrupt };
    expert.solve_ending(&request, report)
}

/// The positions without numbers wait in memory, until all others are done.
#[test]
fn memory_that_will_not_do_is_told_before_the_work() {
    let mut told = Vec::new();
    let made = make_with_passes(16 << 20, &AtomicBool::new(false), &mut |made| {
        if made.material == "KR:K" {
            told.push(made.done);
        }
    });
    let expected = made.expect_err("it is too little").mismatch.expected;
    assert!(expected.contains("more than 16 MiB of hash hold"), "{expected}");
    assert_eq!(told, [0]);
}

#[test]
fn the_size_of_a_table_is_told_once_and_before_the_work() {
    let mut told = Vec::new();
    let made = make_with_passes(MEMORY, &AtomicBool::new(false), &mut |made| {
        if made.material == "KR:K" {
            told.push(made.done);
        }
    });
    assert!(made.expect("it is small").is_some());
    assert!(told.len() > 2 && told[0] == 0 && told[1] > 0 && told.is_sorted(), "{told:?}");
}

#[test]
fn a_file_of_something_else_is_noticed_before_the_work() {
    let folder = Folder::new("letter");
    std::fs::create_dir(&folder.0).expect("a folder");
    std::fs::write(folder.0.join("chess_KRvK_00000001.ending"), "a letter").expect("a file");
    let mut told = Vec::new();
    let expert = Expert::new(Registry::new::<Chess>().default_game(), 1, 1).expect("memory for it");
    let interrupt = &AtomicBool::new(false);
    let folder = Some(folder.0.as_path());
    let request = EndingRequest { material: "KR:K", folder, memory: MEMORY, interrupt };
    let solved = expert.solve_ending(&request, &mut |made| told.push(made.done));
    let error = solved.expect_err("a letter is kept");
    let expected = error.mismatch.expected;
    assert!(expected.contains("something other than a table of an ending"), "{expected}");
    assert_eq!(told, [0]);
}

#[test]
fn an_interrupt_is_noticed_among_positions_without_numbers() {
    let interrupt = AtomicBool::new(false);
    let made = make_with_passes(MEMORY, &interrupt, &mut |made| {
        // Those with numbers are nearly done.
        if made.material == "KR:K" && 10 * made.done > 9 * made.size {
            interrupt.store(true, Relaxed);
        }
    });
    assert_eq!(made.expect("it is small"), None);
}

#[test]
fn the_search_finds_what_the_tables_know() {
    // Chess, and the same from a file.
    let of_file = "[same:chess]\nstartFen = 4k3/8/8/8/8/8/8/4KR2 w - - 0 1\n";
    let chess = Registry::new::<Chess>();
    for (name, entry) in [("chess", chess.default_game()), ("same", entry(of_file, "same"))] {
        let folder = Folder::new(&format!("searched-{name}"));
        let found = ending_in(entry, "KR:K", Some(&folder.0)).expect("it is small");
        let longest = found.longest.expect("there are wins");
        assert_eq!(found.sides[0].longest, 31, "{name}");
        let mut analyst = Analyst::new(entry, 1, Settings::default()).expect("memory for it");
        let path = folder.0.to_str().expect("UTF-8");
        let mut value = |path: &str, text: &str| {
            analyst.game_mut().set_option("EndgameTables", path);
            analyst.game_mut().set_position(Some(text), &[]).expect("it is a position");
            analyst.forget();
            let limits = GoLimits { depth: Some(1), ..GoLimits::default() };
            let analysis = analyst.search(&limits, &Control::default().into(), |_| ());
            (analysis.lines[0].value, analysis.lines[0].pv.len())
        };
        let text = longest.position.as_str();
        assert_eq!(value(path, text), (Value::End(31), 31), "{name}");
        assert!(matches!(value("", text).0, Value::Centi(_)), "{name}");
        // The fifty-move rule might come first.
        let later = text.replace(" 0 1", " 80 60");
        assert!(matches!(value(path, &later).0, Value::Centi(_)), "{name}");
    }
}

/// The table that a capture leads to is there when a search begins: its file is not needed any more.
fn check_read_before_a_search<G: Knowledge + Notation>(entry: &GameEntry, rules: G::Rules) {
    let name = entry.info.name;
    let folder = Folder::new(&format!("read-{name}"));
    ending_in(entry, "KR:K", Some(&folder.0)).expect("it is small");
    let root = "4k3/8/8/8/8/8/1b6/1R2K3 w - - 0 1";
    let mut position = G::parse_with(rules, root).expect("it is a position");
    position.set_option("EndgameTables", folder.0.to_str().expect("UTF-8"));
    Search::new().prepare(1, &position);
    std::fs::remove_dir_all(&folder.0).expect("it is there");
    let capture = position.parse_move("b1b2").expect("it is legal");
    position.play(capture);
    let value = position.probe_tablebase(Depth::PLY);
    assert!(matches!(value, Some(TablebaseValue::Exact(Exact::Loss(_)))), "{name}: {value:?}");
}

#[test]
fn tables_near_a_position_are_read_before_its_search() {
    check_read_before_a_search::<Chess>(Registry::new::<Chess>().default_game(), ());
    let of_file = "[same:chess]\nstartFen = 4k3/8/8/8/8/8/8/4KR2 w - - 0 1\n";
    let rules = small(crate::last(of_file));
    check_read_before_a_search::<Position<u64>>(entry(of_file, "same"), rules);
}

#[test]
fn a_damaged_copy_hides_no_table() {
    let folder = Folder::new("copy");
    let registry = Registry::new::<Chess>();
    let chess = registry.default_game();
    ending_in(chess, "KR:K", Some(&folder.0)).expect("it is small");
    let mut bytes = std::fs::read(folder.0.join("chess_KRvK_00000001.ending")).expect("a file");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    for name in ["a.ending", "z.ending"] {
        std::fs::write(folder.0.join(name), &bytes).expect("a file");
    }
    let rules = Chess::start(()).ending_rules().expect("it has tables");
    let tables = EndgameTables::in_folder("chess", rules, &folder.0).expect("a folder");
    let rook = Material::parse(tables.rules(), "KR:K").expect("it is one");
    assert!(tables.table(rook).is_some() && tables.table(rook.exchanged()).is_some());
}

/// What is found stays in memory, so it must not come again and again.
#[test]
fn a_folder_is_read_again_only_if_its_files_have_changed() {
    let folder = Folder::new("again");
    let path = folder.0.to_str().expect("UTF-8");
    let make = |material: &str| {
        let registry = Registry::new::<Chess>();
        let chess = registry.default_game();
        ending_in(chess, material, Some(&folder.0)).expect(material);
    };
    let find = || {
        EndgameTables::prepare(path);
        let rules = || Chess::start(()).ending_rules().ok();
        EndgameTables::find(path, "chess", 0, rules).expect("there are tables")
    };
    make("KR:K");
    let first = find();
    assert!(std::ptr::eq(find(), first));
    make("KQ:K");
    let second = find();
    let queen = Material::parse(second.rules(), "KQ:K").expect("it is one");
    assert!(first.table(queen).is_none() && second.table(queen).is_some());
}

#[test]
fn results_of_chess_are_those_of_syzygy_tables() {
    let syzygy = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../../shared/data/chess/syzygy");
    if !syzygy.exists() {
        return;
    }
    let syzygy = SyzygyTables::open(syzygy.to_str().expect("UTF-8"));
    let start = Chess::start(());
    let folder = Folder::new("syzygy");
    for material in ["KQ:K", "KR:K", "KP:K", "KB:K", "KN:K"] {
        ending_in(Registry::new::<Chess>().default_game(), material, Some(&folder.0))
            .expect(material);
        let rules = start.ending_rules().expect("it has tables");
        let tables = EndgameTables::in_folder("chess", rules, &folder.0).expect("a folder");
        let material = Material::parse(tables.rules(), material).expect(material);
        let mut positions = 0;
        tables.table(material).expect("it was made").each(material, |side, men, value, _| {
            let position = start.with_men(side, men).expect("it is a position");
            let expected = match value.outcome() {
                Outcome::Won => 2,
                Outcome::Drawn => 0,
                Outcome::Lost => -2,
            };
            assert_eq!(syzygy.probe_wdl(&position), Some(expected), "{}", position.print());
            positions += 1;
        });
        assert!(positions > 40_000);
    }
}

#[test]
fn invented_games_have_the_values_of_a_plain_search() {
    for (rules, material) in [
        // What is captured comes back, so that the rook changes sides.
        (
            "[invented:crazyhouse]\nmaxFile = 4\nmaxRank = 4\ncastling = false\n\
             startFen = 3k/4/4/KR2[] w - - 0 1\npromotionRegionWhite = *4\n\
             promotionRegionBlack = *1\nstalemateValue = loss\n",
            "KR:K",
        ),
        // Captures must be made, and who has no piece left, or no move, has won.
        (
            "[invented:antichess]\nmaxFile = 4\nmaxRank = 5\ncastling = false\n\
             startFen = 2k1/4/4/4/KN2 w - - 0 1\npromotionRegionWhite = *5\n\
             promotionRegionBlack = *1\ndoubleStep = false\n",
            "KN:R",
        ),
        // En passant, and promotion.
        (
            "[invented:chess]\nmaxFile = 3\nmaxRank = 5\ncastling = false\n\
             startFen = k2/2p/3/P2/K2 w - - 0 1\npromotionRegionWhite = *5\n\
             promotionRegionBlack = *1\npromotionPieceTypes = qr\n\
             doubleStepRegionBlack = *4\n",
            "KP:KP",
        ),
        // The sides are not alike: only one of them wins by arriving.
        (
            "[invented:chess]\nmaxFile = 4\nmaxRank = 4\ncastling = false\npawn = -\n\
             customPiece1 = a:fFmW\nstartFen = k3/4/4/KA2 w - - 0 1\n\
             promotionPieceTypes = -\nflagPiece = k\nflagRegionWhite = *4\n",
            "KA:KA",
        ),
    ] {
        check_values(rules, material);
    }
}

/// A game of two kings, in which the first one wins on a cell.
fn kings(cell: &str) -> String {
    format!(
        "[invented:chess]\nmaxFile = 3\nmaxRank = 3\ncastling = false\npawn = -\n\
         startFen = k2/3/2K w - - 0 1\npromotionPieceTypes = -\nflagPiece = k\n\
         flagRegionWhite = {cell}\n"
    )
}

#[test]
fn maps_that_break_the_rules_in_few_positions_are_found() {
    // Where a king can come, and does not stand at the start.
    for cell in ["a1", "b1", "a2", "c2", "b3", "c3"] {
        check_values(&kings(cell), "K:K");
    }
}

#[test]
fn tables_of_a_game_with_other_rules_stay() {
    let folder = Folder::new("rules");
    let both = [kings("a1"), kings("c3")];
    for rules in &both {
        ending_in(entry(rules, "invented"), "K:K", Some(&folder.0)).expect(rules);
    }
    for rules in &both {
        let rules = Position::start(small(crate::last(rules))).ending_rules().expect("it has some");
        let tables = EndgameTables::in_folder("invented", rules, &folder.0).expect("a folder");
        assert_eq!(tables.max_men(), 2);
    }
}

/// The sum in the tables of the last game of these sections.
fn sum_in_tables(sections: &str) -> u32 {
    on_its_board!(crate::last(sections), sum_in_tables_of)
}

fn sum_in_tables_of<S: Set + Hash>(game: &'static Variant<S>) -> u32 {
    Position::start(game).ending_rules().expect("it has some").checksum
}

/// A line for each key that says how a game is shown, in a game that may have it.
const LOOKS: [(&str, &str); 9] = [
    ("gardner", "squareNumbers = near"),
    ("mccooey", "bentRanks = abcdefghikl"),
    ("gardner", "sideNameWhite = red"),
    ("gardner", "pieceNames = p:man"),
    ("gardner", "pieceSynonyms = n:h"),
    ("gardner", "start = Pawn: 4k/4p/5/5/4K w"),
    ("gardner", "notation = lan"),
    ("gardner", "variantTemplate = shogi"),
    ("gardner", "pieceToCharTable = PNBRQKpnbrqk"),
];

#[test]
fn tables_are_of_rules_and_not_of_looks() {
    for key in Shown::default().keys() {
        let mut names = key.names().into_iter().map(|(name, _)| format!("{name} = "));
        let has_line = names.any(|name| LOOKS.iter().any(|(_, line)| line.starts_with(&name)));
        assert!(has_line, "{}", key.name);
    }
    for (game, line) in LOOKS {
        let other = sum_in_tables(&format!("# As at home.\n[other:{game}]\n{line}\n"));
        assert_eq!(sum_in_tables(&format!("[plain:{game}]\n")), other, "{line}");
    }
    let plain = sum_in_tables("[plain:gardner]\n");
    for line in ["stalemateValue = loss", "nMoveRule = 20", "doubleStep = true", "king = k:KN"] {
        assert_ne!(sum_in_tables(&format!("[other:gardner]\n{line}\n")), plain, "{line}");
    }
}

/// Makes the table of a game that is called invented, and compares it with a plain search.
fn check_values(rules: &str, material: &str) {
    let game = small(crate::last(rules));
    let start = Position::start(game);
    let folder = Folder::new(&material.replace(':', "-"));
    let found = ending_in(entry(rules, "invented"), material, Some(&folder.0));
    let found = found.unwrap_or_else(|error| panic!("{material}: {error}"));
    // The sides in turn, each with its own figures.
    let rules = start.ending_rules().expect("it has tables");
    let tables = EndgameTables::in_folder("invented", rules, &folder.0).expect("a folder");
    assert!(tables.table(Material::parse(tables.rules(), material).unwrap()).is_some());
    let parse = |text: &str| Position::parse_with(game, text).ok();
    let texts = placements(&game.definition, material).into_iter();
    // No pawn comes to the last rank.
    let ranks = usize::from(game.definition.board.max_rank);
    let is_reached = |text: &String| {
        let rows: Vec<&str> = text.split(['/', ' ']).collect();
        !rows[0].contains('P') && !rows[ranks - 1].contains('p')
    };
    let texts = texts.filter(is_reached);
    let all: Vec<Position<u64>> = texts.filter_map(|text| parse(&text)).collect();
    let plain = plain_values(&all);
    let mut sides = [TableCounts::default(); 2];
    let mut ended = sides;
    for position in &all {
        let value = plain[&position.identity()];
        let side = position.side();
        count(&mut sides[side], value);
        if matches!(position.status(), Some(Outcome::Won | Outcome::Lost)) {
            count(&mut ended[side], value);
        }
        assert_eq!(tables.value(position), Some(value), "{}", position.print());
    }
    assert_eq!((found.sides, found.ended), (sides, ended), "{material}");
    let longest = found.longest.expect("there are wins");
    assert_eq!(longest.line.len(), usize::from(longest.plies));
    // Those in which more than the pieces decides are found by their moves.
    for position in all.iter().flat_map(after) {
        let expected = plain.get(&position.identity());
        if position.decided().is_none() {
            assert_eq!(tables.value(&position), expected.copied(), "{}", position.print());
        }
    }
}

fn count(counts: &mut TableCounts, value: Exact) {
    match value {
        Exact::Win(plies) => {
            counts.won += 1;
            counts.longest = counts.longest.max(plies);
        }
        Exact::Loss(plies) => {
            counts.lost += 1;
            counts.longest = counts.longest.max(plies);
        }
        _ => counts.drawn += 1,
    }
}

/// The texts of all ways to put the pieces of a material on a board, for each side to move.
fn placements(game: &Definition, material: &str) -> HashSet<String> {
    let (first, second) = material.split_once(':').expect("a colon");
    let pieces: Vec<char> = first.chars().chain(second.to_lowercase().chars()).collect();
    let files = usize::from(game.board.max_file);
    let cells = files * usize::from(game.board.max_rank);
    let mut boards = HashSet::from([(vec![None; cells], String::new())]);
    for piece in pieces {
        let mut more = HashSet::new();
        for (board, hand) in boards {
            for cell in (0..cells).filter(|&cell| board[cell].is_none()) {
                let mut board = board.clone();
                board[cell] = Some(piece);
                more.insert((board, hand.clone()));
            }
            if game.has_hands() && !piece.eq_ignore_ascii_case(&'k') {
                more.insert((board, format!("{hand}{piece}")));
            }
        }
        boards = more;
    }
    let mut texts = HashSet::new();
    for (board, hand) in boards {
        let rows = squares::print_rows(&board, files, |&piece| piece);
        let rows = if game.has_hands() { format!("{rows}[{hand}]") } else { rows };
        texts.extend(["w", "b"].map(|side| format!("{rows} {side} - - 0 1")));
    }
    texts
}
