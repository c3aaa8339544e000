//! Records of every format: mutated ones, and what is written and read again.

use crate::support::one_word::{GameInOneWord, games_in_one_word};
use plyglot_core::game::random::Random;
use plyglot_engine::{ChosenGame, Engine, Registry};
use plyglot_records::{
    GameChoice, GameStream, RecordFormat, RecordedGame, RecordedMove, Tag, print, read, replay,
};
use serde_json::Value;
use std::time::{Duration, Instant};

/// A record, and the game that one without tags is of.
struct Example {
    format: RecordFormat,
    game: String,
    text: String,
}

/// A record of each format, from `tests/data/families.json`: an example of all that it can have, or
/// what players write.
fn examples() -> Vec<Example> {
    let families = include_str!("../data/families.json");
    let families: Vec<Value> = serde_json::from_str(families).expect("families");
    let mut examples = Vec::new();
    for format in RecordFormat::ALL {
        let name = format.name();
        let mut found = find_record(&families, |family| &family["examples"][name]);
        found = found.or_else(|| find_record(&families, |family| &family["others"][name]));
        found = found.or_else(|| {
            let own = families.iter().filter(|family| family["format"] == name);
            find_record(own, |family| &family["record"])
        });
        let (game, text) = found.unwrap_or_else(|| panic!("no record in {name} in families.json"));
        examples.push(Example { format, game, text });
    }
    examples
}

/// The first family that has a record at a place, and the record.
fn find_record<'f>(
    families: impl IntoIterator<Item = &'f Value>,
    place: impl Fn(&'f Value) -> &'f Value,
) -> Option<(String, String)> {
    families.into_iter().find_map(|family| {
        let game = family["game"].as_str()?;
        let text = place(family).as_str()?;
        Some((game.to_owned(), text.to_owned()))
    })
}

/// What stands in records, to be put into others.
const PIECES: [&str; 24] = [
    "[",
    "]",
    "(",
    ")",
    "{",
    "}",
    "\"",
    ";",
    "\n",
    "\n\n",
    "[FEN \"",
    "1.",
    "x",
    "*",
    "+",
    "-",
    "：",
    "同　",
    "変化：1手\n",
    "%TORYO",
    "\u{feff}",
    "\\",
    "[Variant \"shogi\"]\n",
    "((((((((",
];

fn mutated(text: &str, random: &mut Random) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..=random.below(4) {
        let from = random.below(chars.len() + 1);
        let to = from + random.below(chars.len() + 1 - from).min(20);
        let cut = chars[from..to].to_vec();
        let new: Vec<char> = match random.below(5) {
            0 => Vec::new(),
            1 => cut.repeat(1 + random.below(40)),
            2 => cut.into_iter().rev().collect(),
            3 => [cut, PIECES[random.below(PIECES.len())].chars().collect()].concat(),
            _ => cut.into_iter().map(|c| char::from_u32(u32::from(c) ^ 1).unwrap_or(c)).collect(),
        };
        chars.splice(from..to, new);
    }
    chars.into_iter().collect()
}

/// The names of the moves of a game as far as the rules allow them, and its rules.
fn played(
    game: &RecordedGame,
    usual: &str,
    registry: &Registry,
) -> Option<(Vec<String>, Box<dyn Engine>)> {
    let choice = GameChoice { registry, game: registry.game(usual)?, is_wanted: false };
    let mut rules = choice.game_of(game).ok()?.open();
    let moves = replay(game, &mut *rules, None).ok()?.moves;
    Some((moves.into_iter().map(|played| played.name).collect(), rules))
}

/// Reads mutated records, and what is written of them. Each fault has its place, and no legal move
/// is lost or another.
fn check_mutated(count: usize) {
    let registry = plyglot_library::with_library(plyglot_games::standard());
    let mut random = Random::new(1);
    for Example { format, game: usual, text: example } in &examples() {
        assert!(read(example).all(|game| game.format == *format), "{}", format.name());
        let mut longest = Duration::ZERO;
        for _ in 0..count {
            let text = mutated(example, &mut random);
            let begun = Instant::now();
            let lines = text.lines().count() + 1;
            for game in read(&text) {
                assert!(game.faults.iter().all(|fault| fault.line <= lines), "{text:?}");
                let Some((names, mut rules)) = played(&game, usual, &registry) else { continue };
                // So few moves of a string could be words of any text.
                if game.format.is_bare_moves() && names.len() < 4 {
                    continue;
                }
                let Ok(written) = print(&game, game.format, &mut *rules) else { continue };
                // Without tags, words that are no moves may be those at which another format begins.
                if RecordFormat::detect(&written) != game.format {
                    continue;
                }
                let again = read(&written).next().and_then(|game| played(&game, usual, &registry));
                let again = again.map_or(Vec::new(), |(names, _)| names);
                assert!(again.starts_with(&names), "{text:?}: {names:?}, {written:?}: {again:?}");
            }
            longest = longest.max(begun.elapsed());
        }
        println!("{}: {count} records, at most {longest:?} each", format.name());
    }
}

#[test]
fn mutated_records_lose_no_move() {
    check_mutated(300);
}

#[test]
#[ignore = "takes minutes; prints the longest time"]
fn many_mutated_records_lose_no_move() {
    check_mutated(50_000);
}

/// Files of many games, of which one is damaged, are the same in parts of any size.
#[test]
fn mutated_records_are_read_in_parts() {
    let mut random = Random::new(2);
    for Example { format, text: example, .. } in &examples() {
        // More lines than those that tell the format.
        let file = example.repeat(130);
        for _ in 0..20 {
            let text = mutated(&file, &mut random);
            let size = 1 + random.below(3 * example.len());
            let mut stream = GameStream::default();
            let mut games = Vec::new();
            let mut part = String::new();
            for c in text.chars() {
                part.push(c);
                if part.len() >= size {
                    games.extend(stream.push(&part));
                    part.clear();
                }
            }
            games.extend(stream.push(&part));
            games.extend(stream.finish());
            let differs = games.iter().zip(read(&text)).find(|(game, whole)| *game != whole);
            assert_eq!(differs, None, "{} in parts of {size}: {text:?}", format.name());
            assert_eq!(games.len(), read(&text).count(), "{}: {text:?}", format.name());
        }
    }
}

/// What is repeated to a length at which a reader that takes the square of it never ends.
const FILLERS: [&str; 10] =
    ["a", "7", "(", "{", "[", "1. e4 ", "f5d6c3d3", "e4e5", "\n1 ７六歩(77)", ";B[aa]"];

/// Far more than four megabytes take on any machine, and far less than a reader that takes the square
/// of their length.
const PATIENCE: Duration = Duration::from_secs(60);

/// Texts of a megabyte: behind an example of each format, in its middle, in comments, and alone.
#[test]
fn long_words_numbers_nests_lists_and_comments_are_read_in_time() {
    const LENGTH: usize = 1_000_000;
    let registry = plyglot_library::with_library(plyglot_games::standard());
    for Example { format, game: usual, text: example } in &examples() {
        for filler in FILLERS {
            let long = filler.repeat(LENGTH / filler.len());
            let middle = example.len() / 2;
            let middle = (middle..).find(|&at| example.is_char_boundary(at)).unwrap_or(0);
            let begun = Instant::now();
            for text in [
                format!("{example}{long}"),
                format!("{}{long}{}", &example[..middle], &example[middle..]),
                format!("{example}{{{long}}}\n;{long}\n*{long}\n'*{long}\nC[{long}]\n"),
                long.clone(),
            ] {
                for game in read(&text).take(100) {
                    played(&game, usual, &registry);
                }
            }
            println!("{} {filler:?}: {:?}", format.name(), begun.elapsed());
            assert!(begun.elapsed() < PATIENCE, "{} {filler:?}", format.name());
        }
    }
}

/// The game of a record of shogi's family is the one that it names, or that its board is of; another
/// one that is asked for, unless it names one; and never shogi if it names another.
#[test]
fn records_of_other_games_are_not_taken_for_shogi() {
    const KIF: &str = "手合割：{}\n手数----指手---------消費時間--\n   1 ７六歩(77)\n";
    let registry = plyglot_library::with_library(plyglot_games::standard());
    let game = |text: &str, wanted: Option<&str>| {
        let game = registry.game(wanted.unwrap_or("chess")).expect("it exists");
        let choice = GameChoice { registry: &registry, game, is_wanted: wanted.is_some() };
        let read = read(text).next().expect("a game");
        choice.game_of(&read).map(|game| game.name()).map_err(|fault| fault.to_string())
    };
    for (name, expected) in [
        ("平手", Ok("shogi")),
        ("右七枚落ち", Ok("shogi")),
        ("その他", Ok("shogi")),
        ("王手将棋", Ok("checkshogi")),
        ("京都将棋", Ok("kyotoshogi")),
        ("5五将棋", Ok("minishogi")),
    ] {
        assert_eq!(game(&KIF.replace("{}", name), None), expected.map_err(str::to_owned), "{name}");
    }
    for unknown in ["安南将棋", "中将棋", "どうぶつしょうぎ", "トンボ"] {
        let fault = game(&KIF.replace("{}", unknown), None).expect_err(unknown);
        assert!(fault.contains(&format!("found '{unknown}'")), "{fault}");
    }
    let moves = "position startpos moves 4e3d 4a3b\n";
    assert_eq!(game(moves, None), Ok("shogi"));
    assert_eq!(game(moves, Some("minishogi")), Ok("minishogi"));
    assert_eq!(game("position sfen rbsgk/4p/5/P4/KGSBR b - 1 moves 1e1d\n", None), Ok("minishogi"));
    let six = game("position sfen k5/6/6/6/6/5K b - 1 moves 1f1e\n", None);
    assert!(six.is_err_and(|fault| fault.contains("shogi on 6 x 6 squares")));
    let csa = "V2.2\nP1-HI-KA-GI-KI-OU\nP2 *  *  *  * -FU\n+\n";
    assert!(game(csa, None).is_err_and(|fault| fault.contains("shogi on 9 x 2 squares")));
    assert!(game(&KIF.replace("{}", "王手将棋"), Some("shogi")).is_err());
    let csa = "V2.2\nP1-HI-KA-GI-KI-OU\nP2 *  *  *  * -FU\nP3 *  *  *  *  * \nP4+FU *  *  *  * \n\
               P5+OU+KI+GI+KA+HI\n+\n+3534GI\n-3132GI\n";
    assert_eq!(game(csa, None), Ok("minishogi"));
    let recorded = read(csa).next().expect("a game");
    let mut rules = registry.game("minishogi").expect("it exists").open();
    assert_eq!(replay(&recorded, &mut *rules, None).expect("a start").moves.len(), 2);
}

/// Plays legal moves by chance, and returns them.
fn play_random(rules: &mut dyn Engine, plies: usize, random: &mut Random) -> Vec<String> {
    let mut names = Vec::new();
    while names.len() < plies && rules.result().is_none() {
        let moves = rules.moves();
        let name = moves[random.below(moves.len())].clone();
        rules.push(&name).expect("it is legal");
        names.push(name);
    }
    names
}

/// A game of 20 moves, from the start position or from the one after some moves.
fn random_game(named: &ChosenGame, earlier: usize, random: &mut Random) -> RecordedGame {
    let mut rules = named.open();
    let mut tags = vec![Tag::new(0, "Variant", named.name())];
    play_random(&mut *rules, earlier, random);
    if rules.result().is_some() {
        rules = named.open();
    } else if earlier > 0 {
        tags.push(Tag::new(0, "FEN", rules.position()));
    }
    let moves = play_random(&mut *rules, 20, random).into_iter();
    let moves = moves.map(|text| RecordedMove { text, ..RecordedMove::default() }).collect();
    RecordedGame { tags, moves, ..RecordedGame::default() }
}

/// The game's name, its first position without counters, and its moves.
fn played_as(game: &RecordedGame, registry: &Registry) -> Option<(String, String, Vec<String>)> {
    let (names, mut rules) = played(game, "chess", registry)?;
    rules.set_position(game.start(), &[]).ok()?;
    Some((rules.info().name.to_owned(), rules.identity(), names))
}

/// In every game of the program, every format that is for it.
#[test]
fn every_export_is_read_back_as_the_same_game() {
    let registry = plyglot_library::with_library(plyglot_games::standard());
    let mut random = Random::new(7);
    let mut tried = 0;
    let mut lost = Vec::new();
    for listed in registry.games() {
        let named = registry.game(&listed.name).expect("it is listed");
        let formats = RecordFormat::ALL.into_iter().filter(|format| format.is_for(&*named.open()));
        for format in formats {
            for earlier in [0, 6] {
                if format.is_bare_moves() && earlier > 0 {
                    continue;
                }
                tried += 1;
                let game = random_game(&named, earlier, &mut random);
                let text = print(&game, format, &mut *named.open()).expect("it is for it");
                let again: Vec<RecordedGame> = read(&text).collect();
                let expected = played_as(&game, &registry);
                assert!(expected.is_some(), "{}", listed.name);
                let found = again.iter().map(|again| played_as(again, &registry));
                if !found.eq([expected]) {
                    lost.push(format!("{} as {}: {game:?}\n{text}", listed.name, format.name()));
                }
            }
        }
    }
    assert!(lost.is_empty(), "{} of {tried} are others:\n{}", lost.len(), lost.join("\n"));
    assert!(tried > 2 * registry.games().len(), "{tried}");
}

/// Records of other programs are read in one word, also as a client sends them.
#[test]
fn clients_may_send_moves_in_one_word() {
    let registry = plyglot_library::with_library(plyglot_games::standard());
    for (name, words, moves) in [
        ("gomoku", &["h8h7i7g9"][..], "P@h8 P@h7 P@i7 P@g9"),
        ("gomoku", &["h8h7"], "P@h8 P@h7"),
        ("othello", &["f5d6c3d3"], "P@f4 P@d3 P@c6 P@d6"),
        ("chess", &["e4", "e5", "Nf3Nc6"], "e2e4 e7e5 g1f3 b8c6"),
        (
            "chess",
            &["e2e4", "a6", "e5", "d5", "exd6", "e.p.", "Nf6"],
            "e2e4 a7a6 e4e5 d7d5 e5d6 g8f6",
        ),
        ("chess", &["e2e4", "a6", "e5", "d5", "exd6e.p."], "e2e4 a7a6 e4e5 d7d5 e5d6"),
    ] {
        let mut rules = registry.game(name).expect("it exists").open();
        rules.set_position(None, words).expect(moves);
        assert_eq!(rules.history().moves.join(" "), moves, "{name}: {words:?}");
    }
    // No move of a piece is two of pawns.
    let mut chess = registry.game("chess").expect("it exists").open();
    for words in [&["e4e5"][..], &["e2e5"], &["e.p."]] {
        assert!(chess.set_position(None, words).is_err(), "{words:?}");
    }
}

/// Passes that are left out, in one word and in several.
#[test]
fn passes_may_be_left_out() {
    let registry = plyglot_library::with_library(plyglot_games::standard());
    let mut rules = registry.game("othello").expect("it exists").open();
    let text = "d3c3e6d2d1e1b3c1b4";
    rules.set_position(None, &[text]).expect("a game");
    let whole = rules.history().moves;
    assert!(whole.len() > text.len() / 2, "no pass was left out: {whole:?}");
    let discs: Vec<&str> = (0..text.len()).step_by(2).map(|at| &text[at..at + 2]).collect();
    rules.set_position(None, &discs).expect("a game");
    assert_eq!(rules.history().moves, whole);
}

/// Illegal moves, what follows them, what stands beside them, and comments of all kinds.
#[test]
fn what_is_not_legal_is_written_as_it_was() {
    const SGF: &str = "(;FF[4]GM[2];B[f5];W[d6];B[c3](;W[d3]C[main];B[c4])(;W[f4]C[var](;B[a1]C[illegal]\
                       ;W[h8]C[after it])(;B[c5]C[legal sibling];W[b4])))";
    const CSA: &str = "'a comment\nV2.2\nN+A\nPI\n+\n+7776FU\n'another\n'*for programs\n-3334FU,'beside\n\
                       +9999FU\n%TORYO\n";
    let registry = plyglot_library::with_library(plyglot_games::standard());
    for (text, kept) in [
        (
            SGF,
            &["C[main]", "C[var]", "B[a1]C[illegal]", "W[h8]C[after it]", "C[legal sibling]"][..],
        ),
        (CSA, &["\n'a comment\n", "\n'another\n", "\n'*for programs\n", "\n'beside\n", "+9999FU"]),
    ] {
        let game = read(text).next().expect("a game");
        let choice = GameChoice {
            registry: &registry,
            game: registry.game("chess").expect("it exists"),
            is_wanted: false,
        };
        let mut rules = choice.game_of(&game).expect("it is known").open();
        let written = print(&game, game.format, &mut *rules).expect("it is for it");
        for part in kept {
            assert!(written.contains(part), "{part}: {written}");
        }
        let again = read(&written).next().expect("a game");
        assert_eq!(print(&again, game.format, &mut *rules).as_ref(), Ok(&written));
    }
}

/// Moves in one word, in every game whose moves are squares.
#[test]
fn moves_in_one_word_are_read() {
    let registry = plyglot_library::with_library(plyglot_games::standard());
    for (name, text, moves) in [
        ("gomoku", "h8h7i7g9", &["P@h8", "P@h7", "P@i7", "P@g9"][..]),
        ("chess", "e2e4e7e5g1f3", &["e2e4", "e7e5", "g1f3"]),
        ("chess", "e4e5Nf3", &["e2e4", "e7e5", "g1f3"]),
        // Beside several in a word, one in the wrong case.
        ("chess", "e4e5 nf3 NC6", &["e2e4", "e7e5", "g1f3", "b8c6"]),
        ("hex", "a1b2k11", &["P@a11", "P@b10", "P@k1"]),
    ] {
        let game = read(&format!("[Event \"x\"]\n\n{text} *\n")).next().expect("a game");
        let replay = replay(&game, &mut *registry.game(name).expect("it exists").open(), None);
        let names: Vec<String> =
            replay.expect("a start").moves.into_iter().map(|played| played.name).collect();
        assert_eq!(names, moves, "{name}: {text}");
    }
}

/// In every game of the program whose moves put pieces: as a client sends them, and in a file.
#[test]
fn games_are_read_again_from_one_word() {
    let registry = plyglot_library::with_library(plyglot_games::standard());
    let games = games_in_one_word(&registry);
    assert!(games.len() > 20, "{}", games.len());
    for GameInOneWord { game, moves, word } in games {
        let mut rules = registry.game(&game).expect("it is listed").open();
        let read_by_client = rules.set_position(None, &[&*word]);
        assert!(read_by_client.is_ok(), "{game}: {word}");
        assert_eq!(rules.history().moves, moves, "{game}: {word}");
        let text = format!("[Event \"x\"]\n[Variant \"{game}\"]\n\n{word} *\n");
        let recorded = read(&text).next().expect("a game");
        let found = played(&recorded, "chess", &registry).map(|(names, _)| names);
        assert_eq!(found, Some(moves), "{game}: {word}");
    }
}

/// Words of Kifu for Windows, CSA, lichess, chess.com and Korean servers.
#[test]
fn ends_are_told_in_few_words() {
    for (written, told) in [
        ("投了", Some("resignation")),
        ("TIME_UP", Some("time forfeit")),
        ("不戦敗", Some("forfeit")),
        ("詰み", Some("checkmate")),
        ("초 시간승", Some("time forfeit")),
        ("楚의 기권승", Some("resignation")),
        ("한 완승", None),
        ("Normal", None),
        ("Time forfeit", Some("time forfeit")),
        ("A won by resignation", Some("resignation")),
        ("Variant ending", Some("Variant ending")),
    ] {
        let text = format!("[Termination \"{written}\"]\n\n1. e4");
        assert_eq!(
            plyglot_records::reason(&read(&text).next().expect("a game")),
            told,
            "{written}"
        );
    }
}

/// A time and a score of GGF in SGF, whose comments are words.
#[test]
fn commands_without_a_property_are_no_words() {
    let text =
        "(;CA[UTF-8]FF[4]GM[2]RE[?]SZ[8];B[d3]C[fine]PGN[%emt 0:00:03][%eval 1:2\\]];W[c5])\n";
    let game = read(text).next().expect("a game");
    assert_eq!(game.moves[0].comment, "[%emt 0:00:03][%eval 1:2%5D] fine");
    let registry = plyglot_library::with_library(plyglot_games::standard());
    let mut rules = registry.game("othello").expect("a game").open();
    assert_eq!(print(&game, RecordFormat::Sgf, &mut *rules).as_deref(), Ok(text));
}
