//! Positions as the page gets them.

use crate::client::{Board, names};
use crate::library::library;
use crate::support::examples;
use flate2::read::GzDecoder;
use plyglot_definition::MaterialCounting;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::io::{Read, Write};

#[test]
fn the_page_and_its_parts_are_served() {
    let board = Board::start(&[]);
    let page = board.get("");
    assert_eq!(page.status, 200);
    assert!(page.body.starts_with("<!doctype html>"), "{}", page.body);
    for header in [
        "content-type: text/html; charset=utf-8",
        "x-content-type-options: nosniff",
        "referrer-policy: no-referrer",
        "cache-control: private, max-age=31536000, immutable",
    ] {
        assert!(page.headers.iter().any(|line| line == header), "{header}: {:?}", page.headers);
    }
    let policy = page.headers.iter().find(|line| line.starts_with("content-security-policy:"));
    assert!(policy.is_some_and(|policy| policy.contains("default-src 'none'")), "{policy:?}");
    for name in ["nothing.js", "../Cargo.toml", "api/nothing", "index.html/", "%2e%2e/x"] {
        assert_eq!(board.get(name).status, 404, "{name}");
    }
}

/// Parts never change at their address; what the rules and the engines say is never kept.
#[test]
fn parts_are_packed_for_clients_that_ask_and_answers_are_not_kept() {
    let board = Board::start(&[]);
    let plain = board.get("main.js");
    assert!(!plain.headers.iter().any(|line| line.starts_with("content-encoding")), "{plain:?}");
    assert!(plain.headers.iter().any(|line| line == "vary: accept-encoding"), "{plain:?}");
    let asked = board.request("GET", "main.js", "");
    let asked = asked.replacen("\r\n", "\r\nAccept-Encoding: br, gzip, deflate\r\n", 1);
    let mut stream = board.connect();
    stream.write_all(asked.as_bytes()).expect("it is read");
    let mut answered = Vec::new();
    stream.read_to_end(&mut answered).expect("an answer");
    let end = answered.windows(4).position(|four| four == b"\r\n\r\n").expect("a head");
    let head = String::from_utf8_lossy(&answered[..end]).to_lowercase();
    assert!(head.contains("\r\ncontent-encoding: gzip"), "{head}");
    let body = &answered[end + 4..];
    let mut text = String::new();
    GzDecoder::new(body).read_to_string(&mut text).expect("gzip");
    assert_eq!(text, plain.body);
    assert!(2 * body.len() < text.len(), "{} of {} bytes", body.len(), text.len());
    let about = board.get("api/about");
    assert!(about.headers.iter().any(|line| line == "cache-control: no-store"), "{about:?}");
}

/// In every game that has some, as the page lists them.
#[test]
fn games_begin_at_starts_with_names() {
    let board = Board::start(&[]);
    let about = board.get("api/about").json();
    let mut count = 0;
    for game in about["games"].as_array().expect("a list of games") {
        let name = game["name"].as_str().expect("a name");
        for start in game["named_starts"].as_array().expect("a list of starts") {
            for called in start.as_array().expect("names") {
                let position = board.position(name, called.as_str(), &[]);
                assert!(!names(&position["moves"]).is_empty(), "{name}: {called}");
                count += 1;
            }
        }
    }
    assert!(count > 60, "{count}");
    // A formation of each side: a horse is next to each chariot, or an elephant.
    let position = board.position("janggi", Some("Outer elephants"), &[]);
    let fen = "rbna1anbr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RBNA1ANBR w - - 0 1";
    assert_eq!(position["position"], fen);
}

/// The order of moves does not matter, and other games have no names.
#[test]
fn openings_of_chess_have_names() {
    let board = Board::start(&[]);
    let named = |game: &str, moves: &[&str]| board.position(game, None, moves)["opening"].clone();
    assert_eq!(named("chess", &["c4", "g6", "d4", "Nf6", "a3"]), "King's Indian Defence");
    assert_eq!(named("chess", &[]), Value::Null);
    assert_eq!(named("crazyhouse", &["e4"]), Value::Null);
}

#[test]
fn all_games_begin() {
    let board = Board::start(&["--game", "othello"]);
    let about = board.get("api/about").json();
    assert_eq!(about["game"], "flipello");
    let games = about["games"].as_array().expect("a list of games");
    // By the rules of each game.
    let moves = |name: &str| match name {
        "chess" => 20,
        "cfour" => 7,
        "tictactoe" => 9,
        "surakarta" => 16,
        "flipello" => 4,
        "breakthrough" => 22,
        "ataxx" => 16,
        other => panic!("{other} is new here"),
    };
    // Those of the library come after the program's own; these counts are published.
    for (name, count) in [("crazyhouse", 20), ("xiangqi", 44), ("shogi", 30), ("makruk", 23)] {
        assert!(games[7..].iter().any(|game| game["name"] == name), "{name}");
        assert_eq!(names(&board.position(name, None, &[])["moves"]).len(), count, "{name}");
    }
    for game in &games[..7] {
        let name = game["name"].as_str().expect("a name");
        let position = board.position(name, None, &[]);
        assert_eq!(names(&position["moves"]).len(), moves(name), "{name}");
        assert_eq!((&position["start"], &position["side"]), (&Value::Null, &json!("first")));
        let shape = board.shape(name);
        let cells = shape["files"].as_u64().zip(shape["ranks"].as_u64()).map(|(f, r)| f * r);
        assert_eq!(position["cells"].as_array().map(|cells| cells.len() as u64), cells, "{name}");
    }
}

/// Discs and stones counted on the start boards; the points of janggi's pieces are published, 72 and
/// 73.5. By d3, black turns one disc over.
#[test]
fn what_games_count_is_counted() {
    let board = Board::start(&[]);
    for (game, moves, counted) in [
        ("flipello", &[][..], json!({ "what": "discs", "sides": [2.0, 2.0] })),
        ("flipello", &["d3"], json!({ "what": "discs", "sides": [4.0, 1.0] })),
        ("ataxx", &[], json!({ "what": "stones", "sides": [2.0, 2.0] })),
        ("janggi", &[], json!({ "what": "points", "sides": [72.0, 73.5] })),
        ("pente", &[], json!({ "what": "captured", "sides": [0.0, 0.0] })),
        ("chess", &[], Value::Null),
        ("surakarta", &[], Value::Null),
    ] {
        assert_eq!(board.position(game, None, moves)["counted"], counted, "{game} {moves:?}");
    }
}

#[test]
fn moves_with_figurines_are_read() {
    let board = Board::start(&[]);
    let position = board.position("chess", None, &["♘f3", "♟e5", "♘xe5", "♛h4"]);
    assert_eq!(position["names"], json!(["g1f3", "e7e5", "f3e5", "d8h4"]));
    let record = json!({ "text": "1. ♙e4 ♞f6 2. ♗c4 *", "game": "chess" });
    let read = board.post("api/record", &record).json();
    let moves: Vec<&Value> = read["games"][0]["moves"].as_array().expect("moves").iter().collect();
    let names: Vec<&Value> = moves.iter().map(|m| &m["name"]).collect();
    assert_eq!(names, ["e2e4", "g8f6", "f1c4"]);
}

/// Two of the program's own, and those of the library whose rules count pieces, squares or captured
/// stones.
#[test]
fn the_games_that_count_are_known() {
    let mut expected = BTreeSet::from(["ataxx", "flipello"]);
    for definition in library() {
        let has_counting = match definition.ends.material_counting {
            MaterialCounting::Janggi
            | MaterialCounting::Unweighted
            | MaterialCounting::Territory
            | MaterialCounting::LargestGroup => true,
            // They only say who wins a tie.
            MaterialCounting::None
            | MaterialCounting::WhiteDrawOdds
            | MaterialCounting::BlackDrawOdds => false,
        };
        if has_counting || definition.stones.capture_count > 0 {
            expected.insert(&definition.name);
        }
    }
    let board = Board::start(&[]);
    let about = board.get("api/about").json();
    let games = about["games"].as_array().expect("a list of games").iter();
    let names = games.filter_map(|game| game["name"].as_str());
    let counting: BTreeSet<&str> =
        names.filter(|name| !board.position(name, None, &[])["counted"].is_null()).collect();
    assert_eq!(counting, expected);
}

/// The scale of tic-tac-toe goes from 500 to 1059, that of chess to 2500; there are 20 steps.
#[test]
fn levels_are_told_their_ratings_in_the_game() {
    let board = Board::start(&[]);
    for (game, level, rating) in
        [("tictactoe", 0, 500), ("tictactoe", 3, 584), ("chess", 10, 1500), ("chess", 19, 2400)]
    {
        let shape = board.shape(game);
        let ratings = shape["level_ratings"].as_array().expect("a list");
        assert_eq!((ratings.len(), ratings[level].as_u64()), (20, Some(rating)), "{game}");
    }
    // Nobody has measured these.
    assert_eq!(board.shape("hexapawn")["level_ratings"], json!([]));
}

#[test]
fn a_draw_is_possible_where_the_rules_have_one() {
    let board = Board::start(&[]);
    for game in ["chess", "flipello", "cfour", "checkers", "havannah"] {
        assert_eq!(board.position(game, None, &[])["may_be_drawn"], true, "{game}");
    }
    for game in ["hex", "hexswap13", "clobber", "nim", "snailtrail", "breakthrough"] {
        assert_eq!(board.position(game, None, &[])["may_be_drawn"], false, "{game}");
    }
}

/// SFEN and USI by their specification, PDN by its own, and cells as SGF has them.
#[test]
fn texts_are_those_of_the_players_programs() {
    let board = Board::start(&[]);
    for (game, moves, position, own, command) in [
        (
            "shogi",
            &["c3c4", "g7g6", "b2h8+"][..],
            "lnsgkgsnl/1r5+B1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL w B 1",
            "7g7f 3c3d 8h2b+",
            "position startpos moves 7g7f 3c3d 8h2b+",
        ),
        (
            "draughts",
            &["32-28"],
            "B:W28,31,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50:\
             B1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20",
            "32-28",
            "",
        ),
        ("hex", &["P@a10", "P@f6"], "", "a2 f6", "position startpos moves P@a10 P@f6"),
    ] {
        let texts = &board.position(game, None, moves)["texts"];
        assert_eq!(texts["moves"], own, "{game}");
        for (name, expected) in [("position", position), ("command", command)] {
            assert!(expected.is_empty() || texts[name] == expected, "{game}: {texts}");
            // The page reads what it writes.
            let asked = json!({ "text": texts[name], "game": game });
            assert_eq!(board.post("api/record", &asked).status, 200, "{game}: {texts}");
        }
    }
}

/// Fool's mate, and the words of the answer.
#[test]
fn a_game_of_chess_to_its_end() {
    let board = Board::start(&[]);
    let position = board.position("chess", None, &["f3", "e5", "g2g4", "Qh4#"]);
    assert_eq!(position["names"], json!(["f2f3", "e7e5", "g2g4", "d8h4"]));
    assert_eq!(position["texts"]["command"], "position startpos moves f2f3 e7e5 g2g4 d8h4");
    let fen = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
    assert_eq!(position["position"], fen);
    let result = json!({ "winner": "second", "reason": "checkmate" });
    assert_eq!((&position["result"], &position["moves"]), (&result, &json!([])));
    let last = json!({
        "name": "d8h4", "record": "Qh4#", "shown": "Qh4#", "side": "second", "number": 2,
        "is_reply": true, "from": 3, "to": 39, "wall": null, "path": null, "changed": [],
    });
    // The white king stands on e1.
    assert_eq!((&position["last"], &position["marked"]), (&last, &json!([60])));
    assert_eq!(position["cells"][39]["letter"], "q");
}

#[test]
fn castling_changes_the_rook_and_promotions_share_their_cells() {
    let board = Board::start(&[]);
    let castled = board.position("chess", Some("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), &["O-O"]);
    assert_eq!(castled["last"]["name"], "e1g1");
    assert_eq!(castled["last"]["changed"], json!([61, 63]));
    let position = board.position("chess", Some("8/4P3/8/8/8/k7/8/7K w - - 0 1"), &[]);
    let moves = position["moves"].as_array().expect("a list of moves");
    let promotions = moves.iter().filter(|m| m["from"] == 12 && m["to"] == 4).count();
    assert_eq!(promotions, 4);
}

/// The start may have moves; the moves of Connect Four may stand without blanks; passes
/// have no cells.
#[test]
fn what_games_write_is_read() {
    let board = Board::start(&[]);
    let position = board.position("chess", Some("startpos moves e4 e5"), &["Nf3"]);
    assert_eq!(position["names"], json!(["e2e4", "e7e5", "g1f3"]));
    assert_eq!(position["start"], Value::Null);
    let position = board.position("cfour", None, &["4455"]);
    assert_eq!(position["last"]["to"], 32, "e2 is the fifth of the fifth row from the top");
    assert_eq!(board.shape("cfour")["is_wall"], true);
    // Neither side can place a disc: the first has to pass.
    let rows = "ppppppp1/pppppppP/pPpPPpPP/pPpPpPpP/pppppPpP/pppPPPPP/pppPPPPP/1PPPPPPP b";
    let position = board.position("othello", Some(rows), &[]);
    let moves = position["moves"].as_array().expect("a list of moves");
    let [pass] = &moves[..] else { panic!("one move: {moves:?}") };
    assert_eq!((&pass["from"], &pass["to"]), (&Value::Null, &Value::Null), "{pass}");
    assert_eq!(pass["shown"], "pass");
}

/// A capture of Surakarta goes round a loop: the upper end of the third file is joined with
/// the left end of the fourth rank.
#[test]
fn captures_of_surakarta_have_paths() {
    let board = Board::start(&[]);
    // The third file's upper end is joined with the left end of the fourth rank.
    let position = board.position("surakarta", Some("6/6/2P2p/6/6/6 w"), &[]);
    let moves = position["moves"].as_array().expect("a list of moves");
    let capture = moves.iter().find(|m| m["to"] == 17).expect("a capture of f4");
    let points = ["c4", "c5", "c6", "a4", "b4", "c4", "d4", "e4", "f4"];
    let cell = |name: &str| {
        let bytes = name.as_bytes();
        u64::from(b'6' - bytes[1]) * 6 + u64::from(bytes[0] - b'a')
    };
    assert_eq!(capture["path"], json!(points.map(cell)), "{capture}");
}

/// As cchess, cshogi and python-chess write them.
#[test]
fn moves_are_written_as_players_do_or_in_the_notation_that_is_asked_for() {
    let board = Board::start(&[]);
    for (game, notation, m, text) in [
        ("chess", None, "g1f3", "Nf3"),
        ("chess", Some("lan"), "g1f3", "Ng1-f3"),
        ("crazyhouse", None, "g1f3", "Nf3"),
        ("xiangqi", None, "h3e3", "C2=5"),
        ("xiangqi", Some("chinese"), "h3e3", "炮二平五"),
        ("shogi", None, "g3g4", "P-3f"),
        ("shogi", Some("kif"), "g3g4", "３六歩(37)"),
        ("shogi", Some("uci"), "g3g4", "g3g4"),
    ] {
        for typed in [text.to_owned(), text.to_ascii_lowercase()] {
            let asked = json!({ "game": game, "notation": notation, "moves": [typed] });
            let answer = board.post("api/position", &asked).json();
            let step = &answer["line"][0];
            assert_eq!((&step["name"], &step["record"]), (&json!(m), &json!(text)), "{answer}");
            let usual = answer["notations"][0].clone();
            assert_eq!(answer["notation"], notation.map_or(usual, |name| json!(name)), "{game}");
        }
    }
    let asked = json!({ "game": "chess", "notation": "wxf" });
    let answer = board.post("api/position", &asked);
    assert_eq!(answer.status, 400);
    assert_eq!(answer.json()["error"], "notation: expected one of san, lan, uci, found 'wxf'");
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    let board = Board::start(&[]);
    let refused = |asked: Value| {
        let answer = board.post("api/position", &asked);
        let error = answer.json()["error"].as_str().expect("a sentence").to_owned();
        (answer.status, error, answer.json()["at"].as_u64())
    };
    let (status, error, _) = refused(json!({ "game": "chess", "moves": ["e4", "e4"] }));
    assert_eq!(status, 400);
    assert!(error.starts_with("move 2: expected ") && error.contains("'e4'"), "{error}");
    let start = "8/8/8/8/9/8/8/8 w - - 0 1";
    let (status, error, at) = refused(json!({ "game": "chess", "start": start }));
    assert_eq!((status, at), (400, Some(8)), "{error}");
    assert_eq!(refused(json!({ "game": "go" })).0, 404);
    assert_eq!(refused(json!(["chess"])).0, 400);
    for wrong in [
        json!({ "moves": [] }),
        json!({ "game": 7 }),
        json!({ "game": "chess", "start": "x".repeat((16 << 10) + 1) }),
        json!({ "game": "chess", "moves": "e2e4" }),
        json!({ "game": "chess", "moves": [7] }),
        json!({ "game": "chess", "moves": vec!["e4"; 2001] }),
        json!({ "game": "chess", "moves": ["x".repeat(65)] }),
    ] {
        let (status, error, _) = refused(wrong);
        assert!(status == 400 && error.starts_with("expected "), "{error}");
    }
}

/// Repetition is a matter of the whole game.
#[test]
fn repetition_counts() {
    let board = Board::start(&[]);
    let round = ["g1f3", "g8f6", "f3g1", "f6g8"];
    let position = board.position("chess", None, &round);
    assert_eq!(position["result"], Value::Null);
    let position = board.position("chess", None, &[round, round].concat());
    assert_eq!(position["result"]["reason"], "repetition");
}

/// Games of somebody's own: Hex has the first rank on top; Nim has no board; that of Morris has 24
/// points on 16 lines.
#[test]
fn other_games_have_their_picture() {
    let board = Board::of(&examples::build("hex"), &[]);
    let position = board.position("hex", None, &["b1", "c3"]);
    let shape = board.shape("hex");
    let found = json!([shape["files"], shape["ranks"], shape["is_hexagonal"]]);
    assert_eq!(found, json!([7, 7, true]));
    let cells = &position["cells"];
    let found = json!([cells[0], cells[1]["side"], cells[16]["side"], position["last"]["to"]]);
    assert_eq!(found, json!([null, "first", "second", 16]));
    let about = board.get("api/about").json();
    let games = about["games"].as_array().expect("a list of games");
    assert!(games.len() == 1 && games[0]["name"] == "hex", "{games:?}");
    let asked = json!({ "game": "hex", "tab": "a", "limits": { "nodes": 500 } });
    let answer = board.post("api/search", &asked);
    assert_eq!(answer.lines().last().map(|line| line["type"].clone()), Some(json!("best")));
    let board = Board::of(&examples::build("nim"), &[]);
    let position = board.position("nim", None, &[]);
    assert_eq!((&board.shape("nim"), &position["cells"]), (&Value::Null, &Value::Null));
    assert_eq!(names(&position["moves"]).len(), 12, "three heaps of 3, 4 and 5");
    let board = Board::of(&examples::build("morris"), &[]);
    let shape = board.shape("morris");
    assert_eq!(shape["holes"].as_array().map(Vec::len), Some(7 * 7 - 24));
    let drawn = shape["views"][0]["below"].as_str().expect("a drawing");
    let lines = drawn.lines().find(|line| line.contains("class='line'")).expect("lines");
    assert_eq!((lines.matches('M').count(), lines.matches('L').count()), (16, 2 * 16));
    assert_eq!(drawn.matches("class='star'").count(), 24);
    let position = board.position("morris", None, &["a7", "d2", "d7", "f2", "g7xd2"]);
    let found =
        json!([position["cells"][0]["side"], position["cells"][38], position["last"]["to"]]);
    assert_eq!(found, json!(["first", null, 6]));
    let position = board.position("morris", None, &["a7", "d2", "d7", "f2"]);
    assert_eq!(of_move(&position, "g7xd2")["taken"], 38);
    assert_eq!(of_move(&position, "e4")["taken"], Value::Null);
}

fn of_move<'a>(position: &'a Value, name: &str) -> &'a Value {
    let moves = position["moves"].as_array().expect("a list of moves");
    moves.iter().find(|m| m["name"] == name).unwrap_or_else(|| panic!("no move {name}"))
}

/// After 1. e4 d5 2. exd5 Qxd5 each side has a pawn to drop.
#[test]
fn hands_and_what_is_dropped_from_them() {
    let board = Board::start(&[]);
    let begun = board.position("crazyhouse", None, &[]);
    assert_eq!(begun["hands"], json!({ "first": [], "second": [] }));
    let position = board.position("crazyhouse", None, &["e2e4", "d7d5", "e4d5", "d8d5"]);
    let pawn = |side: &str, letter: &str, symbol: &str| {
        json!([{ "count": 1, "piece": {
            "side": side, "letter": letter, "symbol": symbol, "promoted": false, "name": "pawn",
        } }])
    };
    let hands = json!({ "first": pawn("first", "P", "♙"), "second": pawn("second", "p", "♟") });
    assert_eq!(position["hands"], hands);
    let drop = of_move(&position, "P@e4");
    assert_eq!((&drop["from"], &drop["to"]), (&Value::Null, &json!(36)));
    assert_eq!(drop["piece"]["letter"], "P");
    assert_eq!(board.position("chess", None, &[])["hands"], Value::Null);
}

/// A wall, a gate, a promotion that can be declined, and a pass are all part of a move.
#[test]
fn moves_say_what_they_put_on_the_board() {
    let board = Board::start(&[]);
    let amazons = board.position("amazons", None, &[]);
    let shot = of_move(&amazons, "d1d7,d7g7");
    assert_eq!(json!([shot["from"], shot["to"], shot["wall"]]), json!([93, 33, 36]));
    let after = board.position("amazons", None, &["d1d7,d7g7"]);
    assert_eq!(after["cells"][36]["side"], Value::Null);
    let seirawan = board.position("seirawan", None, &[]);
    assert_eq!(of_move(&seirawan, "b1c3h")["piece"]["letter"], "H");
    assert_eq!(of_move(&seirawan, "b1c3")["piece"], Value::Null);
    let minishogi = board.position("minishogi", Some("4k/P4/5/5/K4[-] w 0 1"), &[]);
    let piece = &of_move(&minishogi, "a4a5+")["piece"];
    assert_eq!(json!([piece["promoted"], piece["symbol"]]), json!([true, "と"]));
    let janggi = board.position("janggi", None, &[]);
    let moves = janggi["moves"].as_array().expect("a list of moves");
    let pass = moves.iter().find(|m| m["shown"] == "pass").expect("a pass");
    assert_eq!([&pass["from"], &pass["to"]], [&Value::Null; 2]);
}

/// Shogi has tiles with signs; the boards of xiangqi and janggi have lines, a river and palaces.
#[test]
fn boards_and_pieces_look_as_in_their_game() {
    let board = Board::start(&[]);
    let shogi = board.position("shogi", None, &[]);
    let found = json!([board.shape("shogi")["tiles"], shogi["cells"][0]["symbol"]]);
    assert_eq!(found, json!([true, "香"]));
    let xiangqi = board.position("xiangqi", None, &[]);
    let below = |game: &str| {
        let shape = board.shape(game);
        shape["views"][0]["below"].as_str().expect("a drawing").to_owned()
    };
    let drawn = below("xiangqi");
    // Two palaces with two diagonals each, ten ranks, and nine files of which the river cuts seven.
    let lines = drawn.lines().find(|line| line.contains("class='line'")).expect("lines");
    assert_eq!(lines.matches('M').count(), 4 + 10 + 16);
    assert!(drawn.contains(">楚河</text>"), "{drawn}");
    assert_eq!([&xiangqi["cells"][4]["symbol"], &xiangqi["cells"][85]["symbol"]], ["將", "帥"]);
    assert!(!below("janggi").contains("class='river"));
    // Five soldiers and two cannons of each side begin on points that are marked.
    assert_eq!(drawn.matches("class='star'").count(), 14);
    let first_row = |game: &str| {
        let position = board.position(game, None, &[]);
        let cells = position["cells"].as_array().expect("cells").iter();
        cells.take(5).filter_map(|cell| cell["symbol"].as_str()).collect::<String>()
    };
    // As at pychess.org: p +n k s +l, and k b +r +l.
    assert_eq!([first_row("kyotoshogi"), first_row("micro")], ["歩金玉銀と", "玉角金銀歩"]);
    assert_eq!(board.position("amazons", None, &[])["cells"][3]["symbol"], "♛");
    let duck = board.position("duck", None, &["e2e4,e4d4"]);
    assert_eq!(duck["cells"][35]["symbol"], "🦆");
    let about = board.get("api/about").json();
    let sides = |name: &str| {
        let games = about["games"].as_array().expect("games").iter();
        games.clone().find(|game| game["name"] == name).map(|game| game["sides"].clone())
    };
    for (game, expected) in [
        ("shogi", ["sente", "gote"]),
        ("xiangqi", ["red", "black"]),
        ("janggi", ["blue", "red"]),
        ("cfour", ["yellow", "red"]),
    ] {
        assert_eq!(sides(game), Some(json!(expected)), "{game}");
    }
}

/// The second player sees the first cell where the first player sees the last; a wall stays as it is.
/// Hex is 11 cells wide then, in place of 16, with half a cell and a quarter on each side.
#[test]
fn a_rhombus_can_stand_on_a_corner() {
    let board = Board::start(&[]);
    let shape = board.shape("hex");
    let upright = &shape["upright"][0];
    assert_eq!(json!([shape["views"][0]["width"], upright["width"]]), json!([1750.0, 1250.0]));
    let across = |cell: usize| upright["centres"][cell][0].clone();
    assert_eq!([across(0), across(60), across(120)], [json!(625.0), json!(625.0), json!(625.0)]);
    assert_eq!([across(110), across(10)], [json!(125.0), json!(1125.0)]);
    for game in ["havannah", "chess"] {
        assert_eq!(board.shape(game)["upright"], Value::Null, "{game}");
    }
}

/// Horse, elephant and chariot as the world federation of xiangqi writes them.
#[test]
fn letters_on_discs_are_those_of_moves() {
    let board = Board::start(&[]);
    let shape = board.shape("xiangqi");
    let pieces = shape["views"][0]["pieces"].as_object().expect("pieces by their looks");
    for (sign, letter) in [('傌', 'H'), ('馬', 'H'), ('相', 'E'), ('俥', 'R')] {
        let mut drawn = pieces.values().filter_map(Value::as_str);
        let piece = drawn.find(|piece| piece.contains(sign)).expect("a piece with this sign");
        assert!(piece.contains(&format!(">{letter}</text>")), "{piece}");
    }
}

/// All signs of a game, or none, have figures, which need no font.
#[test]
fn signs_of_xiangqi_and_janggi_have_figures() {
    let board = Board::start(&[]);
    for (game, kinds) in [("xiangqi", 7), ("janggi", 7), ("minixiangqi", 5), ("manchu", 8)] {
        let mut figures = BTreeSet::new();
        for (look, drawn) in pieces(&board, game) {
            let (_, figure) = drawn.split_once("class='figured'").unwrap_or_else(|| {
                panic!("{game}: {look}: {drawn}");
            });
            figures.insert(figure.to_owned());
        }
        assert_eq!(figures.len(), 2 * kinds, "{game}");
    }
    assert!(pieces(&board, "shogi").iter().all(|(_, drawn)| !drawn.contains("class='figured'")));
}

/// The pieces of a game by their looks, such as `first K♚`, without stones and obstacles.
fn pieces(board: &Board, game: &str) -> Vec<(String, String)> {
    let shape = board.shape(game);
    let all = shape["views"][0]["pieces"].as_object().into_iter().flatten();
    let of_sides = all.filter(|(look, _)| {
        let words: Vec<&str> = look.split(' ').collect();
        matches!(words[..], ["first" | "second", _])
    });
    of_sides.map(|(look, drawn)| (look.clone(), drawn.as_str().unwrap_or("").to_owned())).collect()
}

/// The games whose players have figures for all pieces, as those of orda at pychess.org, of shatar
/// and of makruk.
const SETS: [&str; 20] = [
    "makruk",
    "sittuyin",
    "ai-wok",
    "shatar",
    "orda",
    "ordamirror",
    "ordavsempire",
    "empire",
    "khans",
    "synochess",
    "shinobi",
    "shinobimirror",
    "shinobiplus",
    "shogun",
    "spartan",
    "shako",
    "chak",
    "courier",
    "chennis",
    "mansindam",
];

/// A promoted piece looks like what it has become, and all others differ.
#[test]
fn sets_have_a_figure_for_each_kind_of_piece() {
    let board = Board::start(&[]);
    for game in SETS {
        let all = pieces(&board, game);
        let mut figures = BTreeSet::new();
        for (look, drawn) in &all {
            assert!(drawn.contains("class='chessman'"), "{game}: {look}: {drawn}");
            figures.insert(drawn);
        }
        let promoted = all.iter().filter(|(look, _)| look.contains('+')).count();
        assert_eq!(figures.len(), all.len() - promoted, "{game}: {all:?}");
        assert!(figures.len() >= 12, "{game}: {all:?}");
    }
}

/// The games that have letters among their steps, as nobody knows figures for all their pieces, and
/// for how many pieces of both sides.
const LETTERS: [(&str, usize); 13] = [
    ("cannonshogi", 42),
    ("caught-in-a-snag", 6),
    ("chessvshp", 4),
    ("elgam", 22),
    ("forward", 22),
    ("gethenian", 20),
    ("maharajah2", 2),
    ("mounted", 6),
    ("muje", 8),
    ("pandemonium", 30),
    ("quasi-shatranj", 12),
    ("wolf", 6),
    ("xhess", 4),
];

#[test]
fn all_games_but_these_have_figures_and_signs_alone() {
    let board = Board::start(&[]);
    let about = board.get("api/about").json();
    let mut found = BTreeMap::new();
    for game in about["games"].as_array().expect("a list of games") {
        let name = game["name"].as_str().expect("a name");
        let all = pieces(&board, name);
        let letters = all.iter().filter(|(_, drawn)| drawn.contains("class='token'")).count();
        if letters > 0 {
            found.insert(name.to_owned(), letters);
        }
    }
    let expected = LETTERS.map(|(game, letters)| (game.to_owned(), letters));
    assert_eq!(found, BTreeMap::from(expected));
}

/// The king of gethenian has four steps on its other side, and the gold general those of a silver one.
#[test]
fn turned_pieces_have_the_steps_of_what_is_up() {
    let board = Board::start(&[]);
    let all = pieces(&board, "gethenian");
    let steps = |look: &str| {
        let (_, drawn) = all.iter().find(|(of, _)| of == look).expect("a piece of the game");
        drawn.matches("<rect x=").count() - usize::from(drawn.contains("width='86'"))
    };
    assert_eq!([steps("first +KK"), steps("first +MM"), steps("first MM")], [4, 5, 6]);
}

#[test]
fn boards_are_drawn_from_both_sides() {
    let board = Board::start(&[]);
    for (game, last) in [("chess", 63), ("xiangqi", 89), ("cfour", 0)] {
        let views = &board.shape(game)["views"];
        assert_eq!(views[1]["centres"][0], views[0]["centres"][last], "{game}");
        assert_eq!(views[1]["is_flipped"], last > 0, "{game}");
    }
}

/// a1 is at the acute corner in the top left, and ranks count down, at HexWiki and Little Golem;
/// the protocol counts up, as Fairy-Stockfish does. Havannah has a1 below on the left. In Gliński's
/// chess, files count from the lower edges, and there is no j.
#[test]
fn cells_of_hex_are_named_as_its_players_do() {
    let board = Board::start(&[]);
    for (game, typed, cell, name) in [
        ("hex", "a2", 11, "P@a10"),
        ("hex", "k11", 120, "P@k1"),
        ("havannah", "h3", 187, "P@h3"),
        ("glinski", "k3", 53, "j5j7"),
        ("mccooey", "i3", 63, "i4i6"),
    ] {
        let position = board.position(game, None, &[typed]);
        let last = &position["last"];
        assert_eq!(json!([last["to"], last["name"], last["shown"]]), json!([cell, name, typed]));
    }
    let names = board.shape("hex")["names"].clone();
    assert_eq!(json!([names[0], names[11], names[120]]), json!(["a1", "a2", "k11"]));
    let names = &board.shape("havannah")["names"];
    assert_eq!(names[187], "h3");
}

/// The words of people for the ends of well-known games.
#[test]
fn ends_have_names() {
    let board = Board::start(&[]);
    let end = |game: &str, start: &str| {
        let position = board.position(game, Some(start), &[]);
        let reason = position["result"]["reason"].as_str().unwrap_or("none").to_owned();
        (reason, position["marked"].clone())
    };
    for (game, start, expected) in [
        ("chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "stalemate"),
        ("chess", "7k/8/6K1/8/8/8/8/8 w - - 0 1", "dead position"),
        ("chess", "7k/8/6K1/8/8/8/8/R7 w - - 100 90", "fifty moves"),
        ("breakthrough", "P7/8/8/8/8/8/7p/8 b", "last rank reached"),
        ("kingofthehill", "7k/8/8/8/3K4/8/8/8 b - - 0 1", "goal reached"),
        ("3check", "7k/8/8/8/8/8/8/K6R b - - 0+3 0 1", "all checks given"),
        ("antichess", "8/8/8/8/8/8/8/7R b - - 0 1", "no pieces left"),
        ("amazons", "q*8/**8/10/10/10/10/10/10/10/9Q b - - 0 1", "no moves left"),
        ("shogi", "k8/1G7/1K7/9/9/9/9/9/9[-] b 0 1", "checkmate"),
    ] {
        assert_eq!(end(game, start).0, expected, "{game} {start}");
    }
    let four = board.position("cfour", None, &["4", "4", "5", "5", "6", "6", "7"]);
    assert_eq!(four["result"], json!({ "winner": "first", "reason": "four in a row" }));
    assert_eq!(four["marked"], json!([38, 39, 40, 41]));
    let four_in_a_row =
        json!({ "way": "* in a row", "detail": "four", "what": null, "counts": [] });
    assert_eq!(four["end"], four_in_a_row);
    let whole = "pppppppp/pppppppp/pppppppp/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP b";
    let counted = board.position("flipello", Some(whole), &[]);
    assert_eq!(counted["result"]["reason"], "discs 40:24");
    let discs = json!({ "way": null, "detail": null, "what": "discs", "counts": [40, 24] });
    assert_eq!(counted["end"], discs);
    let full = "ppppppp1/pppppppP/pPpPPpPP/pPpPpPpP/pppPpPpP/pppPPPPP/pppPPPPP/PPPPPPPP b";
    let (reason, _) = end("flipello", full);
    // 28 and 35 discs, counted by hand.
    assert_eq!(reason, "none");
}

#[test]
fn checks_that_remain_are_told() {
    let board = Board::start(&[]);
    let position = board.position("3check", None, &["e2e4", "e7e5", "f1b5", "c7c6", "b5c6"]);
    assert_eq!(position["checks_left"], json!([3, 3]));
    let position = board.position("3check", None, &["e2e4", "e7e5", "d1h5", "a7a6", "h5f7"]);
    assert_eq!(position["checks_left"], json!([2, 3]));
    // The black king stands on e8.
    assert_eq!(position["marked"], json!([4]));
}

/// The server's answer to the editor of positions.
fn set_up(board: &Board, asked: Value) -> Value {
    let answer = board.post("api/setup", &asked);
    assert_eq!(answer.status, 200, "{asked}: {}", answer.body);
    answer.json()
}

/// The start of each game, given as its cells, is the start again, and each of its pieces has
/// a drawing, from both sides.
#[test]
fn every_game_with_pieces_has_an_editor() {
    let board = Board::start(&[]);
    let about = board.get("api/about").json();
    let games = about["games"].as_array().expect("a list of games");
    assert!(games.len() > 200);
    // All would take a minute.
    for (_, game) in games.iter().enumerate().filter(|(i, _)| *i < 7 || i % 9 == 0) {
        let name = game["name"].as_str().expect("a name");
        let start = set_up(&board, json!({ "game": name }));
        let position = &board.position(name, None, &[]);
        assert_eq!(start["position"], position["position"], "{name}");
        let pieces = start["pieces"].as_array().expect("a list of pieces");
        for (word, piece) in start["cells"]
            .as_array()
            .into_iter()
            .flatten()
            .zip(position["cells"].as_array().into_iter().flatten())
        {
            let drawn = pieces.iter().find(|pair| pair[0] == *word).map(|pair| &pair[1]);
            assert_eq!(drawn.unwrap_or(&Value::Null), piece, "{name}: {word}");
        }
        let shape = board.shape(name);
        for piece in pieces.iter().map(|pair| &pair[1]) {
            let sign = if piece["promoted"] == true { "+" } else { "" };
            let side = piece["side"].as_str().unwrap_or("none");
            let look = piece["symbol"].as_str().map_or_else(
                || side.to_owned(),
                |symbol| {
                    format!("{side} {sign}{}{symbol}", piece["letter"].as_str().expect("a letter"))
                },
            );
            for view in [&shape["views"][0], &shape["views"][1]] {
                let drawing = view["pieces"][&look].as_str();
                assert!(drawing.is_some_and(|text| text.starts_with('<')), "{name}: {look}");
            }
        }
        let asked = json!({
            "game": name, "position": start["position"], "cells": start["cells"],
            "hand": start["hand"], "side": start["side"],
        });
        let again = set_up(&board, asked);
        assert_eq!(again["error"], Value::Null, "{name}");
        assert_eq!((&again["cells"], &again["hand"]), (&start["cells"], &start["hand"]), "{name}");
    }
}

/// Each piece that can come onto the board is offered, and nothing else.
#[test]
fn pieces_to_set_up_are_those_of_the_game() {
    let board = Board::start(&[]);
    let words = |game: &str| {
        let start = set_up(&board, json!({ "game": game }));
        let pieces = start["pieces"].as_array().expect("a list of pieces").iter();
        let mut words: Vec<String> =
            pieces.map(|pair| pair[0].as_str().expect("a word").to_owned()).collect();
        words.sort();
        words.concat()
    };
    assert_eq!(words("chess"), "BKNPQRbknpqr");
    assert_eq!(words("cfour"), "Pp");
    assert_eq!(words("surakarta"), "Pp");
    // Promoted pieces stand behind a plus. A king and a gold general are not promoted.
    let shogi = words("shogi");
    for piece in ["+B", "+L", "+N", "+P", "+R", "+S", "+b", "+p", "G", "K", "g", "k"] {
        assert!(shogi.contains(piece), "{piece}: {shogi}");
    }
    assert!(!shogi.contains("+G") && !shogi.contains("+K"), "{shogi}");
    // A dragon is a promoted rook, and squares are not blocked.
    assert!(!shogi.contains('D') && !shogi.contains('*'), "{shogi}");
    assert!(words("ataxx").contains('*'), "a cell can be blocked");
}

/// The right to castle and the square of a capture in passing go with the pieces, and what the
/// game refuses comes back with its own sentence.
#[test]
fn cells_become_a_position() {
    let board = Board::start(&[]);
    let before = "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 7";
    let start = set_up(&board, json!({ "game": "chess", "position": before }));
    let with = |cells: &Value, side: &str| {
        let position = &start["position"];
        let asked = json!({ "game": "chess", "position": position, "cells": cells, "side": side });
        set_up(&board, asked)
    };
    let mut cells = start["cells"].clone();
    assert_eq!((&cells[0], &cells[28], &cells[1]), (&json!("r"), &json!("P"), &json!("")));
    assert_eq!(with(&cells, "first")["position"], "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq - 0 7");
    // The rook of a1 is gone.
    cells[56] = json!("");
    let changed = with(&cells, "second");
    assert_eq!(changed["position"], "r3k2r/8/8/3pP3/8/8/8/4K2R b Kkq - 0 7");
    assert_eq!(changed["error"], Value::Null);
    // And so is a king.
    cells[60] = json!("");
    let wrong = with(&cells, "first");
    assert_eq!(wrong["position"], "r3k2r/8/8/3pP3/8/8/8/7R w KQkq - 0 7");
    let told = board.post("api/position", &json!({ "game": "chess", "start": wrong["position"] }));
    assert_eq!((told.status, &told.json()), (400, &wrong["error"]));
    let crazyhouse = set_up(&board, json!({ "game": "crazyhouse" }));
    let asked = json!({
        "game": "crazyhouse", "position": crazyhouse["position"], "cells": crazyhouse["cells"],
        "hand": "QQn", "side": "first",
    });
    let held = set_up(&board, asked);
    assert_eq!(held["error"], Value::Null);
    assert!(held["position"].as_str().expect("a text").contains("[QQn] w"), "{held}");
    // A text that is typed has its cells as far as it has any.
    let asked = json!({ "game": "chess", "position": "8/8/8/8/8/8/8/8 w - - 0 1" });
    assert_eq!(set_up(&board, asked)["cells"].as_array().map(Vec::len), Some(64));
    let asked = json!({ "game": "chess", "position": "8/8 w" });
    assert_eq!(board.post("api/setup", &asked).status, 400);
}

/// A king and a rook may still castle if they stand where they began; a pawn that has passed another
/// one may be taken.
#[test]
fn castling_and_en_passant_are_offered_where_they_are_possible() {
    let board = Board::start(&[]);
    let start = Value::Null;
    for (game, position, castling, passed) in [
        ("chess", json!("r3k2r/8/8/3pP3/8/8/8/R3K2R w - - 0 1"), "K Q k q", "d6"),
        ("chess", json!("r3k3/8/8/8/3pP3/8/8/4K2R b - - 0 1"), "K q", "e3"),
        ("chess", json!("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1"), "", ""),
        ("chess960", json!("1r2k1r1/8/8/8/8/8/8/1R2K1R1 w - - 0 1"), "B G b g", ""),
        ("chess", json!("1r2k1r1/8/8/8/8/8/8/1R2K1R1 w - - 0 1"), "", ""),
        ("capablanca", start.clone(), "K Q k q", ""),
        ("xiangqi", start.clone(), "", ""),
        ("amazons", start, "", ""),
    ] {
        let found = set_up(&board, json!({ "game": game, "position": position }));
        let words = |name: &str| {
            let all: BTreeSet<&str> =
                found[name].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
            all.into_iter().collect::<Vec<&str>>().join(" ")
        };
        assert_eq!((&*words("castling"), &*words("passed")), (castling, passed), "{game}");
    }
    let asked = json!({
        "game": "chess", "position": "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq - 0 1", "side": "first",
        "cells": set_up(&board, json!({
            "game": "chess", "position": "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq - 0 1",
        }))["cells"],
        "rights": "Kq", "en_passant": "d6",
    });
    assert_eq!(set_up(&board, asked)["position"], "r3k2r/8/8/3pP3/8/8/8/R3K2R w Kq d6 0 1");
}

/// Chess begins with 20 moves, and with 7 on five files and ranks.
#[test]
fn files_of_rules_have_their_games_to_themselves() {
    let board = Board::start(&[]);
    let small = "[own:chess]\nmaxFile = 5\nmaxRank = 5\ncastling = false\ndoubleStep = false\n\
                 startFen = rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1\n";
    let about = board.get("api/about").json();
    for (rules, count) in [("[own:chess]\n", 20), (small, 7), ("[own:chess]\n", 20)] {
        let read = board.post("api/read_rules", &json!({ "text": rules })).json();
        assert_eq!(read["games"][0]["name"], "own", "{read}");
        let asked = json!({ "game": "own", "moves": [], "rules": rules });
        let position = board.post("api/position", &asked).json();
        assert_eq!(names(&position["moves"]).len(), count, "{rules}");
        // The same tab may search both.
        let asked = json!({
            "game": "own", "moves": [], "rules": rules, "tab": "t", "engine": 0, "lines": 1,
            "limits": { "nodes": 100 },
        });
        let best = board.follow("POST", "api/search", &asked).wait_for("best");
        assert!(names(&position["moves"]).contains(&best["move"].as_str().expect("a move")));
    }
    // Who writes rules sends many, one after the other.
    for number in 0..60 {
        let text = format!("[own:chess]\n# {number}\n");
        let read = board.post("api/read_rules", &json!({ "text": text })).json();
        assert_eq!(read["games"][0]["name"], "own", "{number}: {read}");
    }
    assert_eq!(board.get("api/about").json(), about);
    let asked = json!({ "game": "own", "moves": [] });
    assert_eq!(board.post("api/position", &asked).status, 404);
    let wrong =
        board.post("api/read_rules", &json!({ "text": "[own:chess]\nno key = 1\n" })).json();
    assert_eq!(
        (&wrong["games"], wrong["complaints"].as_array().map(Vec::len)),
        (&json!([]), Some(1))
    );
    let long = json!({ "text": "#".repeat(200 << 10) });
    assert_eq!(board.post("api/read_rules", &long).status, 400);
}
