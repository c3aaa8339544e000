//! Where games begin: books of three formats, and random openings.

use crate::support::folder::Folder;
use crate::support::match_games::plan;
use plyglot_core::search::{Control, Settings, Table};
use plyglot_engine::GoLimits;
use plyglot_match::record::Opening;
use plyglot_match::schedule::openings::Book;
use std::collections::HashSet;

const TWO: &str = "--engine cmd=a --engine cmd=b --each nodes=1";

/// A file in a folder of its own.
struct File(Folder, &'static str);

impl File {
    fn new(name: &'static str, content: impl AsRef<[u8]>) -> File {
        let folder = Folder::new(&format!("openings-{name}"));
        folder.write(name, content);
        File(folder, name)
    }

    fn path(&self) -> String {
        self.0.file(self.1)
    }

    fn open(&self, arguments: &str) -> Result<Book, String> {
        let file = self.path();
        let plan = plan(&format!("{TWO} --openings file={file} {arguments}"));
        Book::open(&plan, &plyglot_games::standard()).map_err(|error| error.to_string())
    }

    #[track_caller]
    fn openings(&self, arguments: &str, count: usize) -> Vec<Opening> {
        let mut book = self.open(arguments).unwrap_or_else(|error| panic!("{error}"));
        (0..count).map(|number| book.opening(number)).collect()
    }

    #[track_caller]
    fn refused(&self, arguments: &str, expected: &str) {
        let error = self.open(arguments).err().expect(expected);
        assert!(error.starts_with(&self.path()), "{error}");
        assert!(error.contains(expected), "expected {expected}\nfound {error}");
    }
}

fn position(text: &str) -> Opening {
    Opening { position: Some(text.to_owned()), moves: Vec::new() }
}

fn moves(moves: &[&str]) -> Opening {
    Opening { position: None, moves: moves.iter().map(|name| name.to_string()).collect() }
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

#[test]
fn epd_books_are_read() {
    let file = File::new(
        "a.epd",
        format!(
            "\u{feff}7k/8/8/8/8/8/R7/K7 w - - id \"x; y\"; bm Ra8+;\r\n\n# remark\n\
             7k/8/8/8/8/8/R7/K7 b - - hmvc 3; fmvn 21;\n7k/8/8/8/8/8/R7/K7 w - - 4 22\n{START}\n"
        ),
    );
    let expected = [
        position("7k/8/8/8/8/8/R7/K7 w - - 0 1"),
        position("7k/8/8/8/8/8/R7/K7 b - - 3 21"),
        position("7k/8/8/8/8/8/R7/K7 w - - 4 22"),
        Opening::default(),
    ];
    assert_eq!(file.openings("--rounds 4", 4), expected);
    assert_eq!(file.openings("start=3 --rounds 4", 4)[..2], expected[2..]);
    assert_eq!(file.openings("start=3 --rounds 9", 6)[2..], expected, "they begin again");
}

#[test]
fn random_order_follows_from_the_seed_alone() {
    let lines: String = (1..=50).map(|n| format!("7k/8/8/8/8/8/R7/K7 w - - 0 {n}\n")).collect();
    let file = File::new("b.fen", lines);
    let order = |arguments: &str| file.openings(&format!("order=random {arguments}"), 50);
    let first = order("--rounds 50 --seed 1");
    assert_eq!(first, order("--rounds 50 --seed 1 --concurrency 8"));
    assert_ne!(first, order("--rounds 50 --seed 2"));
    assert_ne!(first, file.openings("--rounds 50", 50));
    assert_eq!(first[..7], order("--rounds 7 --seed 1")[..7], "whatever the number of rounds");
    assert_eq!(first.iter().collect::<HashSet<_>>().len(), 50, "each of them once");
}

#[test]
fn pgn_books_are_cut_at_the_plies_asked_for() {
    let file = File::new(
        "c.pgn",
        b"[White \"Gr\xfcnfeld\"]\n\n1. e4 {best} e5 (1... c5) 2. Nf3 Nc6 3. Bb5 *\n\n\
          [FEN \"7k/P7/8/8/8/8/8/K7 w - - 0 1\"]\n\n1. a8=Q+ Kh7 1/2-1/2\n",
    );
    let promotion = Opening {
        position: Some("7k/P7/8/8/8/8/8/K7 w - - 0 1".to_owned()),
        moves: vec!["a7a8q".to_owned(), "h8h7".to_owned()],
    };
    let whole = [moves(&["e2e4", "e7e5", "g1f3", "b8c6", "f1b5"]), promotion.clone()];
    assert_eq!(file.openings("", 2), whole);
    assert_eq!(file.openings("plies=3", 2), [moves(&["e2e4", "e7e5", "g1f3"]), promotion]);
}

/// Engines may know no null move: such an opening begins behind it.
#[test]
fn openings_begin_behind_null_moves() {
    let file = File::new("n.pgn", "[White \"x\"]\n\n1. e4 -- 2. d4 d5 *\n");
    let after = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 2";
    let expected = Opening { moves: moves(&["d2d4", "d7d5"]).moves, ..position(after) };
    assert_eq!(file.openings("", 1), [expected]);
}

#[test]
fn other_games_have_books_too() {
    let cfour = File::new("d.epd", "7/7/7/7/7/3P3[] b - - 0 1\n");
    let found = &cfour.openings("--game cfour", 1)[0];
    assert!(found.position.as_ref().is_some_and(|text| text.contains("3P3[")), "{found:?}");
    let noughts = File::new("e.fen", "X.OX.XOO.\n3/3/3[PPPPPpppp] w - - 0 1\n");
    let found = noughts.openings("--game tictactoe", 2);
    assert!(found[0].position.as_ref().is_some_and(|text| text.contains('/')), "{found:?}");
    assert_eq!(found[1], Opening::default());
    let shuffled = "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1";
    let file = File::new("f.epd", shuffled);
    assert_eq!(file.openings("--game chess960", 1), [position(shuffled)]);
}

#[test]
fn errors_in_a_book_name_their_line() {
    let epd = File::new("g.epd", format!("{START}\n\n8/8/8/8 w - -\n"));
    epd.refused("", ", line 3: expected ");
    let over = File::new("h.fen", "R6k/8/6K1/8/8/8/8/8 b - - 0 1\n");
    over.refused("", ", line 1: the game is over after this opening");
    let pgn = File::new("i.pgn", "1. e4 e5\n2. Ke3 *\n");
    // A long position is cut.
    let found = "'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/R...', found 'Ke3'";
    pgn.refused("", &format!(", line 2: expected a legal move in {found}"));
    assert!(pgn.open("plies=2").is_ok(), "nobody comes to the wrong move");
    File::new("j.pgn", "1. e4 {").refused("", ", line 1: expected '}'");
    for (tag, found) in [
        ("[White]", "'[White' without a value"),
        ("[White \"a\n", "'[White' without its second quote"),
        ("[White \"a\" 1. e4", "'[White' without its ']'"),
    ] {
        let expected = format!(", line 1: expected a tag like [Name \"value\"], found {found}");
        File::new("l.pgn", tag).refused("", &expected);
    }
    File::new("k.epd", "\n# nothing\n").refused("", ": it has no openings");
    let other = File::new("m.pgn", "1. Nf3 *\n\n[Variant \"Connect Four\"]\n\n1. d *\n");
    other.refused("", ", line 3: expected chess in the tag Variant, found 'Connect Four'");
    other.refused("--game cfour", ", line 1: expected a legal move in ");
    assert_eq!(other.openings("start=2 --rounds 1 --game cfour", 1), [moves(&["P@d1"])]);
    epd.refused("start=3", ": it has 2 openings; start=3 is beyond that");
    let gone = File(Folder::new("openings-gone"), "no-such-folder/no-such-book.epd");
    gone.refused("", "no-such-book.epd: it or its folder does not exist");
}

#[test]
fn castling_rights_of_a_book_fall() {
    let fen = "4k3/8/8/8/8/8/4P3/4K2R w KQkq - 0 1";
    let expected = "expected castling rights of kings and rooks in place, found 'KQkq'";
    for (name, content, line) in [
        ("n.fen", format!("{fen}\n"), 1),
        ("o.pgn", format!("[White \"x\"]\n[FEN \"{fen}\"]\n\n*\n"), 2),
    ] {
        let mut book = File::new(name, content).open("--rounds 1").expect("it is a book");
        assert_eq!(book.opening(0), position("4k3/8/8/8/8/8/4P3/4K2R w K - 0 1"), "{name}");
        let [fault] = book.faults() else { panic!("{:?}", book.faults()) };
        assert!(fault.ends_with(&format!(", line {line}: {expected}")), "{name}: {fault}");
    }
}

fn random_openings(arguments: &str, count: usize) -> (Book, Vec<Opening>) {
    let plan = plan(&format!("{TWO} --openings random {arguments}"));
    let mut book = Book::open(&plan, &plyglot_games::standard()).unwrap_or_else(|e| panic!("{e}"));
    let openings = (0..count).map(|number| book.opening(number)).collect();
    (book, openings)
}

#[test]
fn random_openings_are_balanced_and_different() {
    for (game, plies) in [("chess", 8), ("chess960", 6), ("cfour", 6)] {
        let arguments = format!("plies={plies} balance=60 --game {game} --seed 5");
        let (_, openings) = random_openings(&arguments, 40);
        let limits = GoLimits { nodes: Some(2_000), ..GoLimits::default() };
        let (settings, control) = (Settings::search_alone(), Control::default());
        let mut positions = HashSet::new();
        for opening in &openings {
            assert_eq!((opening.moves.len(), &opening.position), (plies, &None));
            let names: Vec<&str> = opening.moves.iter().map(String::as_str).collect();
            let mut engine = plyglot_games::standard().game(game).unwrap().open();
            engine.set_position(None, &names).unwrap();
            assert_eq!(engine.result(), None, "{opening:?}");
            let table = Table::new(1).unwrap();
            let value = engine.think(&limits, &settings, &table, &control).score.value();
            assert!(value.abs() <= 60, "{game}: {opening:?} is worth {value}");
            assert!(positions.insert(engine.position()), "{game}: {opening:?} comes twice");
        }
    }
}

#[test]
fn random_openings_follow_from_the_seed_alone() {
    let (_, openings) = random_openings("--seed 5 --rounds 10", 10);
    let (_, others) = random_openings("--seed 5 --rounds 500 --concurrency 16", 10);
    assert_eq!(openings, others);
    assert_ne!(openings, random_openings("--seed 6", 10).1);
    let (mut book, _) = random_openings("--seed 5", 0);
    assert_eq!(book.opening(7), openings[7], "in whatever order they are asked for");
}

#[test]
fn a_book_with_too_few_openings_is_repeated() {
    // 9 first moves with 8 answers each, and tic-tac-toe has no other count.
    let (book, openings) = random_openings("plies=2 balance=100000 --game tictactoe", 200);
    assert_eq!(book.count(), Some(72));
    assert_eq!(openings[..72].iter().collect::<HashSet<_>>().len(), 72);
    assert_eq!(openings[72..144], openings[..72]);
}

#[test]
fn a_lack_of_openings_is_reported() {
    for (game, arguments) in
        [("tictactoe", "plies=9"), ("cfour", "plies=50"), ("chess", "balance=0 plies=200")]
    {
        let plan = plan(&format!("{TWO} --game {game} --openings random {arguments}"));
        let Err(error) = Book::open(&plan, &plyglot_games::standard()) else {
            // A balance of 0 is met now and then.
            assert_eq!(game, "chess");
            continue;
        };
        let error = error.to_string();
        assert!(error.starts_with("no opening of ") && error.contains("fewer plies"), "{error}");
    }
}
