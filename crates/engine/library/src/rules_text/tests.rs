//! Each key is told, and known games are told as their rules are published.

use super::sections::SECTIONS;
use super::sentences::Values;
use super::{RulesWriter, rules_text};
use crate::fault::fault;
use crate::rules_text::words::{Words, ordinal};
use crate::source::{LIBRARY, library};
use crate::warnings::keys_without_effect;
use plyglot_core::game::{MoveNotation, Side};
use plyglot_definition::file::{Reading, read, read_sections};
use plyglot_definition::keys::{Field, Group, Key};
use plyglot_definition::predefined::PREDEFINED;
use plyglot_definition::{Definition, Shown};
use plyglot_variants::SizedVariant;
use std::collections::BTreeSet;

/// Placement of kings and rooks that are dropped, for the keys on castling.
const DROPPED: &str = "castlingDroppedPiece = true;startFen = 4k3/8/8/8/8/8/8/4K3[RRrr] w";

/// Keys that change what is told, where no game of the library shows it: the parent of a game, its
/// other lines, and the key with a value.
const CASES: [&str; 27] = [
    "chess|materialCounting = unweighted|piecePoints = q:9 k:0",
    "knights-halma||jumpMoves = n:K",
    "knights-halma|jumpMoves = n:K|jumpMovesOver = own",
    "knights-halma|jumpMoves = n:K|jumpMovesOnce = true",
    "snort||maxRank = 7;startFen = 8/8/8/8/8/8/8",
    "snort||maxFile = 7;startFen = 7/7/7/7/7/7/7/7",
    "chess||enPassantTypes = n",
    "chess||castling = false",
    "crazyhouse|DROPPED|castlingRank = 2",
    "crazyhouse|DROPPED|castlingKingFile = d",
    "crazyhouse|DROPPED|castlingKingPiece = q",
    "crazyhouse|DROPPED|castlingRookKingsideFile = g",
    "crazyhouse|DROPPED|castlingRookQueensideFile = b",
    "chess||castlingRookPieces = rn",
    "flipello|startFen = 8/8/8/8/8/8/8/8[PPpp] w 0 1|enclosingDropStart = d4",
    "seirawan|startFen = 4k3/8/8/8/8/8/8/R3K2R[HEhe] w KQ - 0 1|gating = false",
    "seirawan||seirawanGating = false",
    "cambodian||cambodianMoves = false",
    "atomic|petrifyOnCaptureTypes = n|petrifyBlastPieces = true",
    "chess|startFen = 4k3/8/8/8/8/8/P7/4K3 w - - 3+3 0 1|checkCounting = true",
    "chess|connectN = 3|connectPieceTypes = n",
    "chess|connectN = 3|connectVertical = false",
    "chess|connectN = 3|connectHorizontal = false",
    "brandub||custodialTypes = k",
    "brandub||surroundTypes = m",
    "gomoku||hexagonal = true",
    "chess||swapRule = true",
];

fn text(rules: &str) -> String {
    let games = read(rules, &library()).unwrap_or_else(|wrong| panic!("{rules}: {wrong:?}"));
    let game = SizedVariant::new(games.into_iter().next_back().expect("a game"));
    rules_text(game, ["white", "black"], None).to_string()
}

fn words(game: &str) -> String {
    text(&format!("[x:{game}]\n"))
}

/// The names that conditions and sentences have.
fn names() -> Vec<&'static str> {
    let mut names = Vec::new();
    for sentence in SECTIONS.iter().flat_map(|section| &section.sentences) {
        names.extend(sentence.conditions.iter().map(|condition| condition.name));
        names.extend(sentence.slots.iter().map(|slot| slot.name));
    }
    names
}

/// Keys that change what is told have what they need.
fn assert_needs(rules: &str, key: &str) {
    let Reading { definitions, places, .. } = read_sections(rules, &library());
    let (definition, place) = definitions.iter().zip(&places).next_back().expect("a game");
    let idle = keys_without_effect(definition, place);
    assert!(idle.iter().all(|doubt| doubt.keys[0] != key), "{rules}: {idle:?}");
}

/// All keys but those that change no rule: how the game is shown, and the engine's values.
fn rule_keys() -> Vec<&'static str> {
    let shown = Shown::default();
    let is_shown = |key: &Key| shown.keys().iter().any(|other| other.name == key.name);
    let mut names = Vec::new();
    for mut group in Definition::default_groups() {
        let keys = group.keys().iter().zip(group.fields(Side::First));
        let keys = keys.filter(|(key, field)| !(is_shown(key) || matches!(field, Field::Worth(_))));
        names.extend(keys.map(|(key, _)| key.name));
    }
    names
}

/// The sections of the library: their heads for a game `x`, and their lines.
fn sections() -> Vec<(String, Vec<&'static str>)> {
    let mut sections = Vec::new();
    for section in LIBRARY.iter().flat_map(|(_, file)| file.split("\n[").skip(1)) {
        let (name, lines) = section.split_once("]\n").expect("a head");
        let head = match name.split_once(':') {
            Some((_, parent)) => format!("[x:{parent}]"),
            None => "[x]".to_owned(),
        };
        let lines = lines.lines().filter(|line| !line.starts_with('#') && line.contains('='));
        sections.push((head, lines.collect()));
    }
    sections
}

/// Whether a line sets a key for both sides or for one.
fn sets(line: &str, key: &str) -> bool {
    let name = line.split(' ').next().unwrap_or_default();
    name.strip_prefix(key).is_some_and(|side| ["", "White", "Black"].contains(&side))
}

/// The rules of a game, if it can be played.
fn text_if_playable(rules: &str) -> Option<String> {
    let mut reading = read_sections(rules, &library());
    let game = SizedVariant::new(reading.definitions.pop()?);
    let place = reading.places.pop()?;
    let is_playable = reading.complaints.is_empty() && fault(game, &place).is_none();
    if is_playable { Some(rules_text(game, ["white", "black"], None).to_string()) } else { None }
}

/// A game of the library that sets a key would be told otherwise without it, or another game is.
#[test]
fn every_key_is_told() {
    let mut told_keys: BTreeSet<String> = BTreeSet::new();
    for case in CASES {
        let mut parts = case.split('|');
        let [parent, common, own] = [(); 3].map(|()| parts.next().expect("three parts"));
        let common = common.replace("DROPPED", DROPPED);
        let without = format!("[x:{parent}]\n{common}\n").replace(';', "\n");
        let with = format!("{without}{}\n", own.replace(';', "\n"));
        assert_ne!(text(&with), text(&without), "{case}");
        let key = own.split(' ').next().expect("a key");
        assert_needs(&with, key);
        told_keys.insert(key.to_owned());
    }
    let keys = rule_keys();
    for (head, lines) in sections() {
        let all = format!("{head}\n{}\n", lines.join("\n"));
        for &key in &keys {
            let mut others = lines.clone();
            others.retain(|line| !sets(line, key));
            if told_keys.contains(key) || others.len() == lines.len() {
                continue;
            }
            let without = text_if_playable(&format!("{head}\n{}\n", others.join("\n")));
            if without.is_some_and(|without| without != text(&all)) {
                told_keys.insert(key.to_owned());
            }
        }
    }
    let missing: Vec<&str> = keys.into_iter().filter(|key| !told_keys.contains(*key)).collect();
    assert_eq!(missing, [""; 0], "keys that no game and no case tells");
    assert_ne!(words("chess"), text("[x:chess]\npawnTypes = n\n"));
    assert_ne!(words("chess"), text("[x:chess]\nmobilityRegionWhiteQueen = *1\n"));
    assert_ne!(words("crazyhouse"), text("[x:crazyhouse]\ndropRegionWhiteQueen = *1\n"));
}

/// No two pieces of the format go alike, but for those that other keys tell apart.
#[test]
fn every_piece_is_told() {
    let mut moves: Vec<(String, &str)> = Vec::new();
    for predefined in PREDEFINED.iter().filter(|predefined| predefined.name != "king") {
        let betza = if predefined.betza.is_some() { "" } else { ":CZ" };
        let start = "king = k\nstartFen = 4k3/8/8/8/8/8/8/4K2I w";
        let all = text(&format!("[x]\n{} = i{betza}\n{start}\n", predefined.name));
        let piece = all.split("\n**").find(|part| part.contains("(I")).expect(predefined.name);
        let body = piece.split_once("**").expect(predefined.name).1.split("\n\n##").next();
        let diagram = body.expect("a text").replace('I', "i");
        moves.push((diagram, predefined.name));
    }
    for (at, (one, name)) in moves.iter().enumerate() {
        let same = moves[..at].iter().find(|(other, _)| other == one);
        let are_custom = |(_, other): &(String, &str)| {
            other.starts_with("customPiece") && name.starts_with("customPiece")
        };
        assert!(same.is_none_or(are_custom), "{name} goes as {same:?}");
    }
}

#[test]
fn numbers_are_told_as_in_english() {
    for (number, expected) in [
        (1, "first"),
        (10, "tenth"),
        (11, "11th"),
        (12, "12th"),
        (13, "13th"),
        (20, "20th"),
        (21, "21st"),
        (22, "22nd"),
        (23, "23rd"),
        (24, "24th"),
        (101, "101st"),
        (111, "111th"),
        (112, "112th"),
        (113, "113th"),
        (223, "223rd"),
    ] {
        assert_eq!(ordinal(number), expected);
    }
    for (rules, told) in [
        ("[x:chess]\nnFoldRule = 42\n", "comes up for the 42nd time"),
        ("[x:chess]\nnMoveRule = 1\n", "each side has made one move without"),
        ("[x:chess]\nnMoveRule = 40\n", "each side has made 40 moves without"),
        ("[x:pente]\ncaptureCount = 1\n", "has captured one stone wins"),
        ("[x:chess]\nqueen = -\ncustomPiece1 = q:N3\n", "by up to three knight's leaps in one"),
    ] {
        let text = text(rules);
        assert!(text.contains(told), "{told}: {text}");
    }
}

/// A sentence about a value that is not there would never be told.
#[test]
fn the_sentences_name_what_exists() {
    let chess = library().into_iter().find(|game| game.name == "chess").expect("chess");
    let game = SizedVariant::new(chess);
    let chess = game.definition();
    let teller = RulesWriter {
        rules: chess,
        words: Words::new(chess, ["white", "black"], None),
        facts: game.start_facts(),
    };
    let mut values = Values::new(chess, &teller.words);
    teller.add_facts(&mut values);
    teller.add_walks(&mut values, &chess.pieces[0]);
    let of_piece =
        "piece is mobility drops dropped soldierRegion side side2 its it each signs leaps";
    let is_known = |name: &&str| {
        values.has(name)
            || of_piece.split(' ').any(|known| known == *name)
            || PREDEFINED.iter().any(|piece| piece.name == *name)
    };
    let unknown: Vec<&str> = names().into_iter().filter(|name| !is_known(name)).collect();
    assert_eq!(unknown, [""; 0]);
}

/// With each sentence that tells of squares, on hexagons.
const HEXAGONS: &str = "
[hexdame:draughts]
hexagonal = true
squareNumbers = none
customPiece1 = m:mfW
customPiece2 = k:mNAR
jumpCaptures = m:W k:R
jumpMoves = k:W
mobilityRegionWhiteCustomPiece2 = a1 b2
materialCounting = territory
[hexatomic:chess]
hexagonal = true
startFen = 4k3/8/8/8/8/8/8/4K2R w
castling = false
blastOnCapture = true
king = -
commoner = k
extinctionValue = loss
extinctionPieceTypes = k
extinctionPseudoRoyal = true
petrifyBlastPieces = true
petrifyOnCaptureTypes = r
wallingRule = duck
[hexxagon:ataxx]
hexagonal = true
customPiece1 = p:mDmF
flipEnclosedPieces = quadwrangle
[hextafl:brandub]
hexagonal = true
customPiece1 = m:mR
customPiece2 = k:mR
surroundTypes = k
connectN = 4
[macbeth:flipello]
hexagonal = true
";

#[test]
fn all_games_are_told_in_sentences() {
    let on_hexagons = read(HEXAGONS, &library()).expect("games");
    for game in library().into_iter().chain(on_hexagons) {
        let (name, is_hexagonal) = (game.name.clone(), game.board.is_hexagonal);
        let text = rules_text(SizedVariant::new(game), ["white", "black"], None);
        let all = text.sections.iter().flat_map(|section| {
            section.paragraphs.iter().chain(section.items.iter().map(|item| &item.text))
        });
        for told in all {
            let begins = told.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit());
            assert!(begins && told.ends_with('.'), "{name}: {told}");
            for wrong in ["  ", " ,", "{", "}", " a a", " of .", "..", "no square"] {
                assert!(!told.contains(wrong), "{name}: {wrong:?} in {told}");
            }
            let of_squares = ["square", "straight or diagonal", "eight", "four sides"];
            let is_told = of_squares.iter().any(|word| told.contains(word));
            assert!(!(is_told && is_hexagonal), "{name}: {told}");
        }
    }
}

/// On a board of xiangqi only the files have names, and the palace has one of its own.
#[test]
fn squares_are_called_as_on_the_board() {
    let told_in = |rules: &str, notation| {
        let games = read(rules, &library()).expect("it is right");
        let game = SizedVariant::new(games.into_iter().next_back().expect("a game"));
        rules_text(game, ["red", "black"], notation)
    };
    let xiangqi = told_in("[x:xiangqi]\n", None).to_string();
    assert!(xiangqi.contains("only go to its palace of three by three squares"), "{xiangqi}");
    assert!(!xiangqi.contains("d1") && !xiangqi.contains("f3"), "{xiangqi}");
    let gold = "[x:shogi]\nmobilityRegionWhiteGold = d4 f5\n";
    for (notation, squares) in [
        (None, "6f or 4e"),
        (Some(MoveNotation::Uci), "d4 or f5"),
        (Some(MoveNotation::Csa), "66 or 45"),
    ] {
        let text = told_in(gold, notation).to_string();
        assert!(text.contains(squares), "{text}");
    }
}

#[test]
fn a_piece_has_its_sign_and_a_promotion_its_cells() {
    let games = read("[x:shogi]\n", &library()).expect("it is right");
    let text = rules_text(SizedVariant::new(games[0].clone()), ["sente", "gote"], None);
    let section = |title: &str| {
        text.sections.iter().find(|section| section.title == title).expect("a section")
    };
    let signs: Vec<&str> = section("Pieces").items.iter().map(|item| &*item.sign).collect();
    assert!(signs.contains(&"L") && signs.contains(&"+R"), "{signs:?}");
    // Three ranks of nine, from the far edge of each side.
    let [sente, gote] = &section("Promotion").cells;
    assert_eq!(sente.iter().copied().collect::<BTreeSet<usize>>(), (0..27).collect());
    assert_eq!(gote.iter().copied().collect::<BTreeSet<usize>>(), (54..81).collect());
    assert!(section("Pieces").cells.iter().all(Vec::is_empty));
}
