//! Games in and out.

use crate::client::{Board, names};
use crate::support::folder::Folder;
use crate::support::one_word::{GameInOneWord, games_in_one_word};
use crate::support::tool;
use serde_json::{Value, json};

fn games(board: &Board, text: &str) -> Value {
    games_beside(board, "chess", text)
}

/// The games of a text that is read while this game is on the board.
fn games_beside(board: &Board, game: &str, text: &str) -> Value {
    let answer = board.post("api/record", &json!({ "text": text, "game": game }));
    assert_eq!(answer.status, 200, "{}", answer.body);
    answer.json()
}

/// A game that was read, as the page saves it in the format in which it came.
fn saved(board: &Board, read: &Value, notation: Option<&str>) -> Value {
    let answer = board.post(
        "api/save",
        &json!({
            "game": read["game"], "start": read["start"], "moves": names(&read["moves"]),
            "players": ["A", "B"], "result": read["result"], "format": read["format"],
            "tags": read["tags"], "comment": read["comment"], "line": read["moves"],
            "notation": notation,
        }),
    );
    assert_eq!(answer.status, 200, "{}", answer.body);
    answer.json()
}

const PGN: &str = "\
[Event \"Paris\"]
[White \"Morphy\"]
[Black \"Allies\"]
[Result \"1-0\"]

1. e4 {+0.25/10 0.1s} e5 2. Nf3 {a knight} d6 1-0

[White \"A\"]
[Black \"B\"]
[FEN \"8/8/8/8/8/k7/p7/K7 b - - 3 60\"]
[Result \"1/2-1/2\"]

60... Kb3 1/2-1/2
";

#[test]
fn games_of_pgn_are_read() {
    let board = Board::start(&[]);
    let read = games(&board, PGN);
    assert_eq!((&read["more"], &read["error"]), (&json!(0), &Value::Null));
    let game = &read["games"][0];
    let head = json!([game["game"], game["players"], game["event"], game["result"]]);
    assert_eq!(head, json!(["chess", ["Morphy", "Allies"], "Paris", "first"]));
    let first = json!({
        "name": "e2e4", "record": "e4", "shown": "e4", "side": "first", "number": 1,
        "is_reply": false, "before": "", "comment": "+0.25/10 0.1s", "cp": 25, "mate": null, "nags": [],
        "variations": [], "unread": [],
    });
    assert_eq!(game["moves"][0], first);
    assert_eq!(game["moves"][2]["comment"], "a knight");
    let second = &read["games"][1];
    assert_eq!(second["start"], "8/8/8/8/8/k7/p7/K7 b - - 3 60");
    assert_eq!([&second["moves"][0]["side"], &second["result"]], ["second", "draw"]);
    assert_eq!(second["moves"][0]["number"], 60, "as in the FEN");
}

#[test]
fn positions_and_moves_are_games_too() {
    let board = Board::start(&[]);
    for text in ["e4 e5", "startpos moves e2e4 e7e5", "position startpos moves e4 e5", "1. e4 e5"] {
        let read = games(&board, text);
        assert_eq!(names(&read["games"][0]["moves"]), ["e2e4", "e7e5"], "{text}");
    }
    let fen = "8/8/8/8/8/k7/p7/K7 b - - 3 60";
    assert_eq!(games(&board, fen)["games"][0]["start"], fen);
}

#[test]
fn what_is_no_game_is_refused() {
    let board = Board::start(&[]);
    for text in ["", "  ", "hello", "1. e5", "{}", "{\"match\":", "[White \"A\"]\n\n1. Qh5 *"] {
        let answer = board.post("api/record", &json!({ "text": text, "game": "chess" }));
        assert_eq!(answer.status, 400, "{text}: {}", answer.body);
        assert!(answer.json()["error"].is_string());
    }
    // The games around the mistake are not lost, be it one of the rules or of the text.
    for (wrong, count) in [("1. Qh5 *", 4), ("1. e4 (1. d4", 5), ("1. e4 {x", 5)] {
        let read = games(&board, &format!("{PGN}\n[Event \"X\"]\n\n{wrong}\n\n{PGN}"));
        assert_eq!(read["games"].as_array().map(Vec::len), Some(count), "{wrong}");
        assert!(read["error"].as_str().is_some_and(|error| error.starts_with("line ")));
    }
}

/// A mistake is told where it is, in the likelier reading of the text.
#[test]
fn mistakes_in_moves_and_in_positions_are_told_apart() {
    let board = Board::start(&[]);
    let error = |text: &str| {
        let answer = board.post("api/record", &json!({ "text": text, "game": "chess" }));
        assert_eq!(answer.status, 400, "{text}");
        answer.json()["error"].as_str().expect("a sentence").to_owned()
    };
    let wrong = error("e4 e5 Nf3 Nc6 Bb9");
    assert!(wrong.starts_with("move 5: ") && wrong.contains("'Bb9'"), "{wrong}");
    let wrong = error("8/8/8/8/9/8/8/8 w - - 0 1");
    assert!(wrong.contains("found '9"), "{wrong}");
    let wrong = error("1. Qh9 e5");
    assert!(wrong.starts_with("line 1: ") && wrong.contains("'Qh9'"), "{wrong}");
    // The moves before it are kept, and all from it on as they are written.
    let read = games(&board, "1. e4 e5 2. Qh9 d6");
    let error = read["error"].as_str().expect("a sentence");
    assert!(error.starts_with("line 1: ") && error.contains("'Qh9'"), "{error}");
    let game = &read["games"][0];
    assert_eq!(names(&game["moves"]), ["e2e4", "e7e5"]);
    assert_eq!(names(&game["rest"]), ["Qh9", "d6"]);
    let fen = "8/8/8/8/8/k7/p7/K7 b - - 3 60";
    assert_eq!(games(&board, &format!("fen {fen}"))["games"][0]["start"], fen);
}

#[test]
fn games_of_matches_are_replayed() {
    let folder = Folder::new("board_records");
    let program = crate::support::engine::PLYGLOT;
    let command = format!(
        "match --game cfour --engine cmd={program} name=a nodes=50 --engine cmd={program} name=b \
         nodes=50 --rounds 1 --openings random plies=2 --pgnout games.pgn"
    );
    let command = tool::plyglot(&folder, &command).output().expect("a match");
    assert!(command.status.success(), "{}", String::from_utf8_lossy(&command.stderr));
    let read = games(&Board::start(&[]), &folder.read("games.pgn"));
    for (i, players) in [["a", "b"], ["b", "a"]].into_iter().enumerate() {
        let game = &read["games"][i];
        assert_eq!([&game["game"], &game["players"]], [&json!("cfour"), &json!(players)]);
        assert!(names(&game["moves"]).len() > 7, "{game}");
        assert_ne!(game["result"], "unfinished");
    }
}

#[test]
fn a_game_is_written_and_read_back() {
    let board = Board::start(&[]);
    let asked = json!({
        "game": "chess", "moves": ["e4", "e5", "Nf3"], "players": ["Ann \"A\"", "Bob"],
        "result": "first", "reason": "Bob resigned",
    });
    let written = board.post("api/save", &asked).json();
    let pgn = written["text"].as_str().expect("PGN");
    assert!(pgn.contains("\n1. e4 e5 2. Nf3 1-0\n"), "{pgn}");
    assert!(pgn.contains("[Termination \"normal\"]"), "{pgn}");
    assert!(pgn.contains("[Opening \"King's Knight Opening\"]"), "{pgn}");
    assert!(pgn.contains("[White \"Ann \\\"A\\\"\"]") && pgn.contains("Bob resigned"), "{pgn}");
    let read = games(&board, pgn);
    assert_eq!(read["games"][0]["players"], json!(["Ann \"A\"", "Bob"]));
    assert_eq!(read["games"][0]["result"], "first");
    // A running game has ended for no reason.
    let running = json!({ "game": "chess", "moves": ["e4"], "players": ["A", "B"], "reason": "Bob resigned" });
    let pgn = board.post("api/save", &running).json()["text"].to_string();
    assert!(pgn.contains("1. e4 *") && !pgn.contains("resigned"), "{pgn}");
    // A game that is over by the rules has their result.
    let moves = ["f3", "e5", "g4", "Qh4#"];
    let asked =
        json!({ "game": "chess", "moves": moves, "players": ["A", "B"], "result": "first" });
    let pgn = board.post("api/save", &asked).json()["text"].to_string();
    assert!(pgn.contains("Qh4# 0-1"), "{pgn}");
}

/// A game as lichess and ChessBase write them, with all that PGN has.
const ANNOTATED: &str = "\
[Event \"Training \\\"A\\\"\"]
[Site \"London\"]
[Date \"1851.06.21\"]
[Round \"-\"]
[White \"Anderssen\"]
[Black \"Kieseritzky\"]
[Result \"1-0\"]
[WhiteElo \"2600\"]
[ECO \"C33\"]

{A famous game.} 1. e4 e5 $1 {[%clk 0:10:00] solid} (1... c5 {Sicilian} 2. Nf3
(2. Nc3 Nc6) 2... d6) 2. f4 $2 exf4 1-0

";

/// Everything that was read is written back: tags, comments, glyphs, variations.
#[test]
fn what_a_record_says_is_kept() {
    let board = Board::start(&[]);
    let read = games(&board, ANNOTATED);
    let game = &read["games"][0];
    assert_eq!(game["comment"], "A famous game.");
    assert_eq!(game["tags"][7], json!(["WhiteElo", "2600"]));
    let reply = &game["moves"][1];
    assert_eq!([&reply["nags"], &reply["comment"]], [&json!([1]), &json!("[%clk 0:10:00] solid")]);
    let sicilian = &reply["variations"][0];
    assert_eq!([&sicilian[0]["shown"], &sicilian[0]["comment"]], ["c5", "Sicilian"]);
    assert_eq!(sicilian[1]["variations"][0][1]["shown"], "Nc6");
    let asked = json!({
        "game": "chess", "players": ["Anderssen", "Kieseritzky"], "result": "first",
        "moves": ["e2e4", "e7e5", "f2f4", "e5f4"], "tags": game["tags"],
        "comment": game["comment"], "line": game["moves"],
    });
    let answer = board.post("api/save", &asked);
    assert_eq!(answer.json()["text"].as_str(), Some(ANNOTATED), "{}", answer.body);
}

/// Signs after moves are glyphs; a variation that breaks the rules stays as it is written, and
/// so does the comment that begins a variation.
#[test]
fn signs_are_glyphs_and_wrong_variations_are_kept() {
    let board = Board::start(&[]);
    let text = "[White \"A\"]\n\n1. e4?! e5 (1... Ke5 $4 {no} (1... --) 2. d4) \
                (1... {solid} $142 e6) 2 Nf3‼ \\ d5⁉ {odd} +- 3 d4= *";
    let read = games(&board, text);
    let game = &read["games"][0];
    let moves = &game["moves"];
    let nags = [0, 2, 4].map(|i| &moves[i]["nags"]);
    assert_eq!(nags, [&json!([6]), &json!([3]), &json!([10])]);
    assert_eq!([&moves[3]["nags"], &moves[3]["comment"]], [&json!([5, 18]), &json!("odd")]);
    let unread = &moves[1]["unread"];
    assert_eq!([&unread[0][0]["name"], &unread[0][0]["comment"]], ["Ke5", "no"]);
    assert_eq!(unread[0][0]["variations"][0][0]["name"], "--");
    assert_eq!(moves[1]["variations"][0][0]["before"], "solid");
    // The page sends both in one list.
    let mut line = moves.clone();
    let kept = line[1]["variations"].as_array_mut().expect("a list");
    kept.insert(0, unread[0].clone());
    let asked = json!({
        "game": "chess", "players": ["A", "B"], "moves": ["e4", "e5", "Nf3", "d5", "d4"],
        "tags": game["tags"], "line": line,
    });
    let answer = board.post("api/save", &asked);
    let expected = "[White \"A\"]\n[Result \"*\"]\n\n1. e4 $6 e5 (1... Ke5 $4 {no} (1... --) 2. d4) \
                    ({solid} 1... e6 $142) 2. Nf3 $3\nd5 $5 $18 {odd} 3. d4 $10 *\n\n";
    assert_eq!(answer.json()["text"].as_str(), Some(expected), "{}", answer.body);
}

#[test]
fn a_result_may_be_in_its_tag_alone() {
    let board = Board::start(&[]);
    let text = "[White \"A\"]\n[Result \"1/2-1/2\"]\n\n1. e4 e5\n";
    assert_eq!(games(&board, text)["games"][0]["result"], "draw");
}

/// No board can go on from a null move in check, so what follows stays as it is written.
#[test]
fn moves_from_a_null_move_in_check_on_are_kept() {
    let board = Board::start(&[]);
    for null in ["--", "Z0"] {
        let text = format!(
            "[White \"A\"]\n[Result \"1-0\"]\n\n1. e4 f6 2. Qh5+ {null} {{threat}} 3. d4 (3. Nf3) 1-0\n\n"
        );
        let game = games(&board, &text)["games"][0].clone();
        assert_eq!(game["moves"].as_array().map(Vec::len), Some(3), "{game}");
        assert_eq!(names(&game["rest"]), [null, "d4"]);
        let line =
            [game["moves"].as_array().unwrap().clone(), game["rest"].as_array().unwrap().clone()]
                .concat();
        let asked = json!({
            "game": "chess", "players": ["A", "B"], "moves": ["e4", "f6", "Qh5+"], "result": "first",
            "tags": game["tags"], "line": line,
        });
        let answer = board.post("api/save", &asked);
        let expected = format!("1. e4 f6 2. Qh5+ {null} {{threat}} 3. d4 (3. Nf3) 1-0\n");
        let pgn = answer.json()["text"].as_str().expect("a text").to_owned();
        assert!(pgn.contains(&expected), "{pgn}");
    }
}

/// The board shows the position after one, and programs are sent that.
#[test]
fn the_board_goes_on_after_null_moves() {
    let board = Board::start(&[]);
    let text = "[White \"A\"]\n\n1. e4 -- {threat} 2. d4 (2. -- d5) *\n\n";
    let read = games(&board, text);
    assert_eq!(read["error"], json!(null), "{read}");
    let game = &read["games"][0];
    assert_eq!(names(&game["moves"]), ["e2e4", "0000", "d2d4"]);
    assert_eq!(names(&game["moves"][2]["variations"][0]), ["0000", "d7d5"]);
    assert_eq!((&game["moves"][1]["shown"], &game["rest"]), (&json!("--"), &json!([])));
    let position = board.position("chess", None, &["e2e4", "0000", "d2d4"]);
    let fen = "rnbqkbnr/pppppppp/8/8/3PP3/8/PPP2PPP/RNBQKBNR b KQkq - 0 2";
    assert_eq!(position["position"], fen);
    let after = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 2";
    let command = format!("position fen {after} moves d2d4");
    assert_eq!(position["texts"]["command"], json!(command));
    let line = json!({
        "game": "chess", "players": ["A", "B"], "moves": ["e2e4", "0000", "d2d4"],
        "tags": game["tags"], "line": game["moves"],
    });
    let saved = board.post("api/save", &line).json()["text"].as_str().expect("a text").to_owned();
    assert!(saved.contains("1. e4 -- {threat} 2. d4 (2. -- d5) *\n"), "{saved}");
}

/// Nobody claimed the draw after fifty moves, and the game went on.
#[test]
fn games_go_on_after_fifty_moves() {
    let board = Board::start(&[]);
    let text = "[FEN \"7k/8/8/8/8/8/R7/K7 w - - 98 80\"]\n\n80. Ra3 Kg8 81. Ra4 Kf8 *";
    let moves = &games(&board, text)["games"][0]["moves"];
    assert_eq!(moves.as_array().map(Vec::len), Some(4), "{moves}");
    assert_eq!([&moves[2]["name"], &moves[3]["shown"]], ["a3a4", "Kf8"]);
}

/// Broadcasts have games that have not begun.
#[test]
fn games_without_moves_end_at_the_next_event() {
    let board = Board::start(&[]);
    let text = "[Event \"A\"]\n[White \"B\"]\n\n[Event \"C\"]\n[White \"D\"]\n\n1. e4 *";
    let read = games(&board, text);
    assert_eq!([&read["games"][0]["event"], &read["games"][1]["event"]], ["A", "C"]);
    assert_eq!(read["games"][0]["moves"], json!([]));
}

/// A comment before all else is no JSON.
#[test]
fn games_may_begin_with_a_comment() {
    let board = Board::start(&[]);
    let read = games(&board, "{A famous game.\nBy two players.} 1. e4 e5 *");
    assert_eq!(read["games"][0]["comment"], "A famous game.\nBy two players.");
}

/// A game that is no longer as the rules would end it: a draw that nobody claimed, and one
/// that has no result at all.
#[test]
fn results_stay_as_they_were_written() {
    let board = Board::start(&[]);
    let repeated = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8";
    for (tag, result) in [("1-0", "1-0"), ("*", "*"), ("", "*")] {
        let text = format!("[Result \"{tag}\"]\n[Termination \"odd\"]\n\n{repeated} {result}\n\n");
        let game = &games(&board, &text)["games"][0];
        let asked = json!({
            "game": "chess", "players": ["A", "B"], "result": game["result"],
            "moves": repeated.split(' ').filter(|word| !word.ends_with('.')).collect::<Vec<_>>(),
            "tags": game["tags"], "line": game["moves"],
        });
        let answer = board.post("api/save", &asked);
        assert_eq!(answer.json()["text"].as_str(), Some(&*text), "{}", answer.body);
    }
}

/// Games of lichess's variants, in standard algebraic notation and with its names.
#[test]
fn variants_are_read_as_lichess_writes_them() {
    let board = Board::start(&[]);
    let drop = "1. e4 d5 2. exd5 Qxd5 3. Nf3 Bg4 4. Be2 Bxf3 5. O-O P@h3";
    for (variant, game, moves, last) in [
        ("Crazyhouse", "crazyhouse", drop, "P@h3"),
        ("Antichess", "antichess", "1. e3 b5 2. Bxb5 Nh6 3. Bxd7 Nxd7", "b8d7"),
        ("Three-check", "3check", "1. e4 e5 2. Bc4 Nf6 3. Bxf7+ Kxf7", "e8f7"),
        ("King of the Hill", "kingofthehill", "1. Nf3 Nf6 2. Nc3", "b1c3"),
        ("Racing Kings", "racingkings", "1. Kg3 Kb3", "a2b3"),
        ("From Position", "chess", "1. Nf3", "g1f3"),
        ("Atomic", "atomic", "1. Nf3 f6 2. Nd4 c6 3. Nb5 cxb5", "c6b5"),
        // The names of other sites are also known.
        ("Duck Chess", "duck", "", ""),
    ] {
        let text = format!("[Variant \"{variant}\"]\n\n{moves} *\n");
        let read = &games(&board, &text)["games"][0];
        assert_eq!(read["game"], game, "{variant}");
        assert_eq!(names(&read["moves"]).last().copied().unwrap_or(""), last, "{variant}");
    }
}

/// What stands in records of 81Dojo, of a Korean server, of xiangqi's pages and of Gomocup.
#[test]
fn records_of_all_games_are_saved() {
    let board = Board::start(&[]);
    for (text, format, parts) in [
        (
            "#KIF version=2.0\n手合割：平手\n先手：A\n持ち時間：0分+10秒\n   1 ７六歩(77)\n   2 投了\n",
            "kif",
            &["持ち時間：0分+10秒\n", "先手：A\n", "   1 ７六歩(77)"][..],
        ),
        (
            "[초차림 \"마상마상\"]\n[한차림 \"마상마상\"]\n\n1. 79졸78 *\n",
            "pgn",
            &["[한차림 \"마상마상\"]"],
        ),
        ("[DhtmlXQ][DhtmlXQ_movelist]7747[/DhtmlXQ_movelist][/DhtmlXQ]", "pgn", &["1. C2=5 *"]),
        ("Piskvorky 15x15, 11:11, 0\n8,7,0\n", "pgn", &["[Variant \"gomoku\"]", "1. h9 *"]),
    ] {
        let read = games(&board, text)["games"][0].clone();
        let saved = saved(&board, &read, None);
        assert_eq!(saved["format"], format, "{saved}");
        // Programs of shogi take `kif` for Shift-JIS.
        assert_eq!(saved["extension"], if format == "kif" { "kifu" } else { format });
        let text = saved["text"].as_str().expect("a record");
        assert!(parts.iter().all(|part| text.contains(part)), "{text}");
    }
    let is_usi = |game: &str| {
        let asked = json!({ "game": game, "moves": [], "players": ["A", "B"] });
        let formats = board.post("api/save", &asked).json()["formats"].clone();
        formats.as_array().expect("formats").contains(&json!("usi"))
    };
    assert_eq!(["chess", "hex", "minishogi", "shogi"].map(is_usi), [false, false, true, true]);
    // No name makes two tags of one.
    let asked = json!({
        "game": "chess", "moves": [], "players": ["A", "B"],
        "tags": [["White\"]\n[Black", "x"], ["Result", "*"]],
    });
    assert_eq!(board.post("api/save", &asked).json()["text"], "[Result \"*\"]\n\n*\n\n");
}

/// The first moves are those of real files: of Chinese programs, of PlayOK, and of chess.
#[test]
fn records_without_a_game_are_of_the_one_on_the_board() {
    let board = Board::start(&[]);
    for (beside, text, game, first) in [
        ("xiangqi", "[White \"A\"]\n\n1. Ｃ２＝５ Ｈ８＋７ *", "xiangqi", "h3e3"),
        ("xiangqi", "[White \"A\"]\n\n1. h2e2 *", "xiangqi", "h3e3"),
        ("makruk", "[White \"A\"]\n\n1. c4 c5 2. Nd2 *", "makruk", "c3c4"),
        ("makruk", "[White \"A\"]\n\n1. e4 e5 *", "makruk", "e3e4"),
        ("makruk", "[White \"A\"]\n\n1. Nf3 Nf6 *", "chess", "g1f3"),
        ("chess", "1. 炮二平五 马8进7", "xiangqi", "h3e3"),
        ("chess", "(;GM[11]SZ[13];B[a1])", "hex13", "P@a13"),
        ("chess", "(;GM[4]SZ[19];B[aa])", "gomoku19", "P@a19"),
    ] {
        let read = games_beside(&board, beside, text)["games"][0].clone();
        assert_eq!((&read["game"], names(&read["moves"])[0]), (&json!(game), first), "{text}");
    }
    for (text, expected) in [
        (
            "(;GM[11]SZ[15];B[a1])",
            "a size that is known here (hex, hex13, hex14, hex19), found 'hex15'",
        ),
        (
            "Piskvorky 20x20, 11:11, 0\n8,7,0\n",
            "a size that is known here (gomoku, gomoku19), found 'gomoku20'",
        ),
    ] {
        let answer = board.post("api/record", &json!({ "text": text, "game": "chess" }));
        assert_eq!(answer.json()["error"], format!("line 1: expected {expected}"));
    }
}

/// In every game of the program whose moves put pieces.
#[test]
fn games_in_one_word_are_of_the_one_on_the_board() {
    let board = Board::start(&[]);
    let games = games_in_one_word(&plyglot_library::with_library(plyglot_games::standard()));
    assert!(games.len() > 20, "{}", games.len());
    for GameInOneWord { game, moves, word } in games {
        let read = games_beside(&board, &game, &word)["games"][0].clone();
        assert_eq!(read["game"], game, "{word}");
        assert_eq!(names(&read["moves"]), moves, "{game}: {word}");
    }
}

/// Notations by "中国象棋电脑应用规范", parts 3 and 4.
#[test]
fn the_chosen_notation_is_that_of_chinese_pgn() {
    let board = Board::start(&[]);
    for (notation, format, shown) in
        [("chinese", "Chinese", "炮二平五"), ("iccs", "ICCS", "H2-E2"), ("wxf", "WXF", "C2=5")]
    {
        let asked = json!({ "text": "1. C2=5", "game": "xiangqi", "notation": notation });
        let read = board.post("api/record", &asked).json()["games"][0].clone();
        assert_eq!(read["moves"][0]["shown"], shown);
        let text = saved(&board, &read, Some(notation))["text"].to_string();
        assert!(text.contains(&format!("[Format \\\"{format}\\\"]")), "{text}");
        assert!(text.contains(&format!("1. {shown} ")), "{text}");
    }
}

/// As many variations as a collection of openings has; it took minutes if each were played from the
/// first move.
#[test]
fn hundreds_of_variations_are_read_and_written() {
    let moves = "77477062".to_owned() + &"8988000188890100".repeat(10);
    let variations =
        (1..=300).map(|i| format!("[DhtmlXQ_move_0_41_{i}]7967[/DhtmlXQ_move_0_41_{i}]"));
    let text = format!(
        "[DhtmlXQ][DhtmlXQ_movelist]{moves}[/DhtmlXQ_movelist]{}[/DhtmlXQ]",
        variations.collect::<String>()
    );
    let board = Board::start(&[]);
    let read = games(&board, &text)["games"][0].clone();
    assert_eq!(read["moves"][40]["variations"].as_array().map(Vec::len), Some(300), "{read}");
    let text = saved(&board, &read, None)["text"].to_string();
    assert_eq!(text.matches('(').count(), 300);
}
