//! Games in and out, and ways through a game.

use fantoccini::key::Key;
use fantoccini::wd::Locator;
use plyglot_browser_tests::access::check;
use plyglot_browser_tests::browser::Look;
use plyglot_browser_tests::folder::Folder;
use plyglot_browser_tests::hands::{Hand, Move};
use plyglot_browser_tests::page::{Page, visit, visit_and_be_refused, visit_with_people};
use plyglot_browser_tests::process::{Process, wait_for};
use plyglot_browser_tests::random::Random;
use plyglot_browser_tests::server::{Server, plyglot};
use serde_json::{Value, json};
use std::process::Command;

/// Three games, one of which begins elsewhere, and one of which has comments.
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

[White \"Fool\"]
[Black \"Mate\"]
[Result \"0-1\"]

1. f3 e5 2. g4 Qh4# 0-1
";

fn on_a_desk(game: &str, test: impl FnOnce(&Page)) {
    visit(Server::start(&["--game", game]), Look::DESK, test);
}

fn with_people(game: &str, test: impl FnOnce(&Page)) {
    visit_with_people(Server::start(&["--game", game]), Look::DESK, test);
}

fn exported(page: &Page, name: &str) -> String {
    page.unfold("record-panel");
    let _ = page.moves();
    page.wait_for_text(&format!("#export-{name}"), |_| true)
}

fn go_to_the_end(page: &Page) {
    wait_for("game that was read", || {
        (page.property("#to-end", "disabled") == false).then_some(())
    });
    // A notice stays at the top of the window, above what is scrolled there.
    page.browser.script("scrollTo(0, 0)", json!([]));
    page.browser.click("#to-end");
}

/// Types moves in any notation.
fn type_moves(page: &Page, moves: &[&str]) {
    for text in moves {
        let ply = page.shown().ply;
        page.browser.write("#move-input", text);
        page.type_keys(&[Key::Enter]);
        page.wait_for_ply(ply + 1);
    }
}

#[test]
fn a_position_is_read() {
    with_people("chess", |page| {
        let fen = "8/4P3/8/8/8/k7/8/7K w - - 0 1";
        page.import(fen);
        let shown = page
            .wait_until("position", |shown| shown.state == "ready" && shown.cells[12] == "first P");
        // h1 is the last cell, a3 the first of the sixth row.
        assert_eq!((&*shown.cells[63], &*shown.cells[40]), ("first K", "second k"));
        assert_eq!(shown.cells.iter().filter(|cell| !cell.is_empty()).count(), 3);
        assert_eq!(exported(page, "position"), fen);
    });
}

#[test]
fn moves_are_read() {
    visit_and_be_refused(Server::start(&["--game", "chess"]), Look::DESK, |page| {
        for text in
            ["e4 e5 Nf3 Nc6", "position startpos moves e2e4 e7e5 g1f3 b8c6", "1. e4 e5 2. Nf3 Nc6"]
        {
            page.browser.click("#new-game");
            page.wait_until("new game", |shown| shown.ply == 0 && shown.state == "ready");
            page.import(text);
            if text.starts_with('1') {
                go_to_the_end(page);
            }
            page.wait_for_ply(4);
            assert_eq!(page.moves(), ["e2e4", "e7e5", "g1f3", "b8c6"], "{text}");
        }
        page.import("this is no game");
        page.wait_until("refusal", |shown| !shown.notice.is_empty());
        assert_eq!(page.shown().ply, 4, "the game is still there");
    });
}

/// Black is to move, whom an engine had played before.
#[test]
fn what_is_pasted_waits() {
    on_a_desk("chess", |page| {
        for text in ["4k3/8/8/8/8/8/4P3/4K3 b - - 0 1", "e4", "d4 d5 c4"] {
            page.browser.select("#player-second", "0");
            page.import(text);
            page.wait_for_text("#player-second", |player| player == "person");
            page.wait_until("turn", |shown| {
                shown.state == "ready" && shown.status == "Black to move"
            });
        }
    });
}

#[test]
fn games_of_other_sites_are_not_fetched() {
    with_people("chess", |page| {
        for link in ["https://lichess.org/abcdefgh", "www.chess.com/game/live/1"] {
            page.import(link);
            let shown = page.wait_until("notice", |shown| !shown.notice.is_empty());
            assert!(shown.notice.starts_with("This page does not fetch games"), "{shown:?}");
            page.browser.click("#notice button.quiet");
        }
    });
}

#[test]
fn one_of_several_games_is_chosen() {
    on_a_desk("chess", |page| {
        page.import(PGN);
        go_to_the_end(page);
        let shown = page.wait_until("end", |shown| shown.ply == 4);
        assert!(shown.status.starts_with("White wins"), "{}", shown.status);
        assert_eq!(page.text("#name-first"), "Morphy");
        assert_eq!(page.property("#import-choice", "length"), 3);
        page.browser.click("#moves [data-node='3']");
        page.wait_for_text("#comment", |text| text == "a knight");
        page.browser.select("#import-choice", "1");
        page.wait_until("second game", |shown| shown.cells[48] == "second p" && shown.ply == 0);
        go_to_the_end(page);
        let shown = page.wait_until("end", |shown| shown.ply == 1 && shown.state == "over");
        assert!(shown.status.starts_with("Draw"), "{}", shown.status);
        assert_eq!(page.moves(), ["a3b3"]);
        page.browser.select("#import-choice", "2");
        page.wait_for_text("#name-first", |text| text == "Fool");
        go_to_the_end(page);
        let shown = page.wait_until("end", |shown| shown.ply == 4 && shown.state == "over");
        assert!(shown.status.starts_with("Black wins"), "{}", shown.status);
    });
}

#[test]
fn a_file_is_read_and_a_game_is_saved() {
    on_a_desk("chess", |page| {
        let folder = Folder::new();
        std::fs::write(folder.file("games.pgn"), PGN).expect("a file");
        page.unfold("record-panel");
        page.browser.run(async |client| {
            let field = client.find(Locator::Css("#import-file")).await?;
            field.send_keys(&folder.file("games.pgn")).await
        });
        go_to_the_end(page);
        page.wait_until("end", |shown| shown.ply == 4);
        let pgn = exported(page, "game");
        assert!(pgn.contains("[White \"Morphy\"]") && pgn.contains("1-0"), "{pgn}");
        let parameters = json!({ "behavior": "allow", "downloadPath": folder.path() });
        page.browser.devtools("Browser.setDownloadBehavior", parameters);
        page.browser.click("#download");
        let saved = folder.file("chess.pgn");
        wait_for("saved game", || std::fs::read_to_string(&saved).ok().filter(|text| *text == pgn));
    });
}

/// A record of a Korean server, in CP949 with a byte that is none of it.
const GIB: &[u8] = b"[\xB4\xEB\xC8\xB8\xB8\xED \"\xFF\"]\n[\xC3\xCA\xC2\xF7\xB8\xB2 \"\xB8\xB6\xBB\xF3\xB8\xB6\xBB\xF3\"]\n[\xC7\xD1\xC2\xF7\xB8\xB2 \"\xB8\xB6\xBB\xF3\xB8\xB6\xBB\xF3\"]\n[\xB4\xEB\xB1\xB9\xB0\xE1\xB0\xFA \"\xC3\xCA \xB1\xE2\xB1\xC7\xBD\xC2\"]\n\n1. 79\xC1\xB978 2. 41\xBA\xB442 *\n";

/// Chosen files are decoded by what is in them, and the dialog offers the program's formats.
#[test]
fn a_file_in_korean_is_read() {
    on_a_desk("chess", |page| {
        let folder = Folder::new();
        std::fs::write(folder.file("game.gib"), GIB).expect("a file");
        page.unfold("record-panel");
        let offered = page.property("#import-file", "accept");
        for extension in [".gib", ".sgf", ".psq", ".ini"] {
            assert!(offered.as_str().is_some_and(|all| all.contains(extension)), "{offered}");
        }
        page.browser.run(async |client| {
            let field = client.find(Locator::Css("#import-file")).await?;
            field.send_keys(&folder.file("game.gib")).await
        });
        go_to_the_end(page);
        let shown = page.wait_until("end", |shown| shown.ply == 2 && shown.state == "over");
        assert_eq!(shown.status, "Blue wins: red resigned");
    });
}

/// Times of moves are no comments, and a format that is only read gives way to PGN.
#[test]
fn commands_in_comments_are_not_shown() {
    on_a_desk("chess", |page| {
        page.import(
            "[White \"A\"]\n\n1. e4 {[%clk 0:05:00] [%emt 0:00:02]} e5 {[%emt 0:00:03] solid} 1-0",
        );
        go_to_the_end(page);
        page.wait_for_text("#comment", |text| text == "solid");
        let stars = "return document.querySelectorAll('#moves .has-comment').length";
        assert_eq!(page.browser.script(stars, json!([])), 1);
        assert!(exported(page, "game").contains("[%emt 0:00:02]"));
        page.import("Piskvorky 15x15, 11:11, 0\n8,7,0\n");
        page.wait_for_text("#export-game", |text| text.contains("1. h9 *"));
        assert_eq!(page.property("#export-format", "value"), "pgn");
    });
}

/// A comment belongs to the move on which it was written, with the commands that it had.
#[test]
fn one_writes_comments() {
    on_a_desk("chess", |page| {
        page.import("[White \"A\"]\n\n1. e4 {[%clk 0:05:00] old} e5 *");
        page.wait_until("game", |shown| shown.ply == 0 && shown.state == "ready");
        page.browser.click("#forward");
        page.wait_for_ply(1);
        page.browser.click("#write-comment");
        assert_eq!(page.text("#comment-text"), "old");
        page.browser.write("#comment-text", "best by test");
        page.browser.click("#forward");
        page.wait_for_ply(2);
        page.wait_for_text("#comment-text", str::is_empty);
        page.browser.write("#comment-text", "so is this");
        page.browser.click("#write-comment");
        page.wait_for_text("#comment", |text| text == "so is this");
        let _ = exported(page, "game");
        let written = "1. e4 {[%clk 0:05:00] best by test} 1... e5 {so is this} *";
        page.wait_for_words("#export-game", written);
    });
}

/// Against an engine a person has the name of the settings, of two people nobody knows whose it is.
#[test]
fn a_person_has_a_name_in_records() {
    on_a_desk("chess", |page| {
        page.set_limit("nodes", 100);
        page.browser.write("#own-name", "Ada");
        type_moves_and_wait(page, "e4", 2);
        let _ = exported(page, "game");
        page.wait_for_words("#export-game", "[White \"Ada\"]");
        page.set_players("person", "person");
        page.browser.click("#take-back");
        page.wait_for_ply(1);
        page.wait_for_words("#export-game", "[White \"Person\"]");
    });
}

/// Marks and drawings of one's own stay with their move, and are in its record as those of others are.
#[test]
fn one_marks_moves_and_draws() {
    on_a_desk("chess", |page| {
        page.set_players("person", "person");
        type_moves(page, &["e4", "e5"]);
        page.browser.click("#write-comment");
        check(page, "marks for a move");
        page.browser.click("#own-marks [data-nag='2']");
        page.browser.click("#own-marks [data-nag='5']");
        page.wait_for_text("#moves .current .by-author", |text| text == "!?");
        let draw = |from: u64, to: u64, shift: bool| {
            let script = "
                const [from, to, shiftKey] = arguments;
                for (const [type, cell] of [['pointerdown', from], ['pointerup', to]]) {
                    const { x, y, width, height } = document.querySelector(`#board [data-cell='${cell}']`).getBoundingClientRect();
                    document.getElementById('board').dispatchEvent(new PointerEvent(type,
                        { button: 2, bubbles: true, shiftKey, clientX: x + width / 2, clientY: y + height / 2 }));
                }";
            page.browser.script(script, json!([from, to, shift]));
        };
        draw(12, 28, false);
        draw(27, 27, true);
        let _ = exported(page, "game");
        page.wait_for_words("#export-game", "1. e4 e5 $5 {[%csl Rd5] [%cal Ge7e5]}");
        // They go as they came, and nothing is left where the move is not.
        draw(27, 27, true);
        page.browser.click("#own-marks [data-nag='5']");
        page.wait_for_words("#export-game", "1. e4 e5 {[%cal Ge7e5]}");
        let count = || page.property("#board .drawn", "childElementCount");
        assert_eq!(count(), 1);
        page.browser.click("#back");
        page.wait_for_ply(1);
        assert_eq!(count(), 0);
        page.browser.click("#forward");
        page.wait_for_ply(2);
        wait_for("arrow", || (count() == 1).then_some(()));
    });
}

/// What an author draws and remarks by signs is seen where it was said.
#[test]
fn drawings_and_signs_of_a_record_are_shown() {
    on_a_desk("chess", |page| {
        page.import(
            "[White \"A\"]\n\n1. e4 $16 {[%cal Gg1f3,Rd7d5] [%csl Ye5] so} e5 $146 {[%cal Ge9e4]} *",
        );
        page.wait_until("game", |shown| shown.ply == 0 && shown.state == "ready");
        let count = |selector: &str| {
            let script = "return document.querySelectorAll(arguments[0]).length";
            page.browser.script(script, json!([selector])).as_u64()
        };
        page.browser.click("#forward");
        page.wait_for_ply(1);
        wait_for("arrows", || (count("#board .drawn .shaft") == Some(2)).then_some(()));
        let looks = [".drawn.colour-G", ".drawn.colour-R", ".drawn-ring.colour-Y"];
        assert_eq!(looks.map(count), [Some(1); 3]);
        let signs =
            "return [...document.querySelectorAll('#moves .by-author')].map(e => e.textContent)";
        assert_eq!(page.browser.script(signs, json!([])), json!(["±", "N"]));
        assert_eq!(page.text("#comment"), "so");
        // There is no such square.
        page.browser.click("#forward");
        page.wait_for_ply(2);
        wait_for("no arrows", || (count("#board .drawn .shaft") == Some(0)).then_some(()));
    });
}

/// After its moves, each side has what the record says; before, nothing is known.
#[test]
fn clocks_of_a_record_stand_beside_the_players() {
    on_a_desk("chess", |page| {
        page.import("[White \"A\"]\n\n1. e4 {[%clk 0:05:00]} d5 {[%clk 1:04:59]} 2. exd5 {[%clk 0:00:09.8]} 1-0");
        page.wait_until("game", |shown| shown.ply == 0 && shown.state == "ready");
        assert!(!page.is_visible("#clock-first"));
        for (ply, first, second) in
            [(1, "5:00", ""), (2, "5:00", "1:04:59"), (3, "0:09.8", "1:04:59")]
        {
            page.browser.click("#forward");
            page.wait_for_ply(ply);
            page.wait_for_text("#clock-first", |text| text == first);
            assert_eq!(page.text("#clock-second"), second);
        }
    });
}

/// White takes a pawn and gives it back; then a knight is taken for nothing.
#[test]
fn captured_pieces_stand_beside_the_players() {
    with_people("chess", |page| {
        let shown = |side: &str| {
            let script = "const place = document.getElementById(arguments[0]);
                return [place.childElementCount, place.getAttribute('aria-label')]";
            page.browser.script(script, json!([format!("captured-{side}")]))
        };
        let wait = |side: &str, count: u32, label: Value| {
            wait_for("captured pieces", || (shown(side) == json!([count, label])).then_some(()));
        };
        let ahead =
            |side: &str| page.property(&format!("#captured-{side}"), "dataset")["ahead"].clone();
        type_moves(page, &["e4", "d5", "exd5"]);
        wait("first", 1, json!("Captured more: black pawn (+1)"));
        assert_eq!([ahead("first"), ahead("second")], [json!("1"), Value::Null]);
        wait("second", 0, Value::Null);
        type_moves(page, &["Qxd5"]);
        wait("first", 0, Value::Null);
        type_moves(page, &["Nc3", "Qa5", "Nb5", "Qxb5"]);
        wait("second", 1, json!("Captured more: white knight (+3)"));
        assert_eq!([ahead("first"), ahead("second")], [Value::Null, json!("3")]);
        // What a pawn becomes was not captured before.
        page.import("position fen 7k/P7/8/8/8/8/8/K7 w - - 0 1 moves a7a8q");
        wait("second", 0, Value::Null);
        assert_eq!(shown("first"), json!([0, null]));
    });
}

/// A game exported in any form is read back with the same moves.
fn write_and_read(game: &str) {
    with_people(game, |page| {
        let mut random = Random::new(3);
        let mut moves = Vec::new();
        for _ in 0..7 {
            let legal = Move::all(&page.position(game, None, &moves));
            moves.push(legal[random.below(legal.len())].name.clone());
        }
        let command = format!("position startpos moves {}", moves.join(" "));
        page.import(&command);
        page.wait_for_ply(7);
        assert_eq!(page.moves(), moves);
        assert_eq!(exported(page, "command"), command);
        let texts = [exported(page, "game"), exported(page, "command")];
        let position = page.position(game, None, &moves);
        page.compare(&position);
        for text in texts {
            page.browser.click("#new-game");
            page.wait_until("new game", |shown| shown.ply == 0 && shown.state == "ready");
            page.import(&text);
            if text.starts_with('[') {
                go_to_the_end(page);
            }
            page.wait_for_ply(7);
            assert_eq!(page.moves(), moves, "{text}");
            page.compare(&position);
        }
        let text = exported(page, "position");
        assert_eq!(text, position["position"]);
        page.import(&text);
        page.wait_until("position", |shown| shown.ply == 0 && shown.state != "loading");
        assert_eq!(exported(page, "position"), text);
    });
}

macro_rules! games {
    ($($name:ident)*) => {
        mod what_is_written_is_read {
            $(
                #[test]
                fn $name() {
                    super::write_and_read(stringify!($name));
                }
            )*
        }
    };
}

games! { chess cfour tictactoe surakarta flipello breakthrough ataxx }

#[test]
fn a_match_is_replayed_from_its_record() {
    let folder = Folder::new();
    let program = format!("cmd={}", plyglot().display());
    let mut command = Command::new(plyglot());
    command.args([
        "match",
        "--game",
        "tictactoe",
        "--rounds",
        "1",
        "--openings",
        "random",
        "plies=2",
    ]);
    for name in ["name=a", "name=b"] {
        command.args(["--engine", &program, name, "nodes=100"]);
    }
    let (json, pgn) = (folder.file("games.json"), folder.file("games.pgn"));
    Process::start(command.args(["--json", &json, "--pgnout", &pgn])).finish();
    let record = std::fs::read_to_string(json).expect("a record");
    let games: Vec<Value> =
        record.lines().skip(1).map(|line| serde_json::from_str(line).expect("a game")).collect();
    on_a_desk("chess", |page| {
        page.import(&std::fs::read_to_string(pgn).expect("games"));
        wait_for("choice", || (page.property("#import-choice", "length") == 2).then_some(()));
        for (i, game) in games.iter().enumerate() {
            // The first is shown already.
            if i > 0 {
                page.browser.select("#import-choice", &i.to_string());
            }
            let list = |name: &str| game[name].as_array().cloned().unwrap_or_default();
            let mut moves = list("opening");
            moves.extend(list("moves").iter().map(|m| m["move"].clone()));
            // Elements to be clicked must no longer move.
            page.wait_until("start", |shown| {
                (shown.ply, shown.cells.len(), &*shown.state) == (0, 9, "ready")
            });
            // It is played through by itself.
            page.browser.click("#autoplay");
            page.wait_until("end of the replay", |shown| {
                shown.ply == moves.len() && shown.state == "over"
            });
            assert_eq!(json!(page.moves()), json!(moves));
            let result = game["result"].as_str().expect("a result");
            let words = match result {
                "first" => "X wins",
                "second" => "O wins",
                _ => "Draw",
            };
            assert!(page.shown().status.starts_with(words), "{result}: {}", page.shown().status);
        }
    });
}

/// A walk marks another move and draws another position: in a long game, no more than in a short one.
#[test]
fn a_walk_leaves_the_list_of_moves_as_it_is() {
    with_people("chess", |page| {
        let shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"];
        let moves: Vec<&str> = shuffle.into_iter().cycle().take(600).collect();
        page.import(&moves.join(" "));
        page.wait_for_ply(600);
        // The export is written again for each position.
        page.browser.script("document.getElementById('record-panel').open = false;", json!([]));
        let watch = "window.seen = [0, 0];
            const watch = (place, i, how) =>
                new MutationObserver(list => { window.seen[i] += list.length; }).observe(place, how);
            watch(document.getElementById('moves'), 0, { childList: true, subtree: true });
            watch(document.querySelector('#board .pieces'), 1, { childList: true });";
        page.browser.script(watch, json!([]));
        for ply in (590..600).rev() {
            page.type_keys(&[Key::Left]);
            page.wait_for_ply(ply);
            let marked = "const marked = document.querySelectorAll('#moves .current');
                return [marked.length, marked[0].dataset.node];";
            assert_eq!(page.browser.script(marked, json!([])), json!([1, ply.to_string()]));
        }
        let seen = page.browser.script("return window.seen;", json!([]));
        assert_eq!(seen[0], 0, "changes of the list");
        // The knight goes and comes; the other 31 pieces stay.
        assert!(seen[1].as_u64().is_some_and(|changes| changes <= 20), "{seen}");
    });
}

#[test]
fn moves_branch_and_are_taken_back() {
    with_people("chess", |page| {
        type_moves(page, &["e4", "e7e5", "Nf3"]);
        page.browser.click("#take-back");
        page.wait_for_ply(2);
        page.browser.click("#back");
        page.wait_for_ply(1);
        type_moves(page, &["c5"]);
        let texts =
            "return [...document.querySelectorAll('#moves [data-node]')].map(e => e.textContent)";
        let shown = page.browser.script(texts, json!([]));
        assert_eq!(shown, json!(["Start", "e4", "e5", "c5", "Nf3"]));
        page.browser.click("#promote-line");
        let shown = page.browser.script(texts, json!([]));
        assert_eq!(shown, json!(["Start", "e4", "c5", "e5", "Nf3"]));
        page.browser.click("#to-start");
        page.wait_for_ply(0);
        page.browser.click("#forward");
        page.wait_for_ply(1);
        page.browser.click("#forward");
        page.wait_for_ply(2);
        assert_eq!(page.moves(), ["e2e4", "c7c5"]);
        // Arrow keys go through the game where nothing else wants them.
        page.browser.click("#board-place");
        page.browser.script("document.activeElement.blur()", json!([]));
        page.type_keys(&[Key::Left]);
        page.wait_for_ply(1);
        page.type_keys(&[Key::Right]);
        page.wait_for_ply(2);
        page.browser.click("#delete-line");
        page.wait_for_ply(1);
        let shown = page.browser.script(texts, json!([]));
        assert_eq!(shown, json!(["Start", "e4", "e5", "Nf3"]));
    });
}

#[test]
fn a_move_against_an_engine_is_taken_back_with_its_answer() {
    on_a_desk("chess", |page| {
        page.set_limit("nodes", 100);
        type_moves_and_wait(page, "e4", 2);
        type_moves_and_wait(page, "Nc3", 4);
        page.browser.click("#take-back");
        page.wait_until("turn", |shown| shown.ply == 2 && shown.state == "ready");
        // The same move again is answered again.
        type_moves_and_wait(page, "Nc3", 4);
        page.browser.click("#take-back");
        page.wait_until("turn", |shown| shown.ply == 2 && shown.state == "ready");
        type_moves_and_wait(page, "Nf3", 4);
        assert_eq!(page.moves()[2], "g1f3");
    });
}

fn type_moves_and_wait(page: &Page, text: &str, ply: usize) {
    page.browser.write("#move-input", text);
    page.type_keys(&[Key::Enter]);
    page.wait_until("answer", |shown| shown.ply == ply && shown.state == "ready");
}

#[test]
fn a_move_that_is_not_legal_is_said() {
    visit_and_be_refused(Server::start(&["--game", "chess"]), Look::DESK, |page| {
        page.browser.write("#move-input", "e5");
        page.type_keys(&[Key::Enter]);
        let shown = page.wait_until("notice", |shown| !shown.notice.is_empty());
        assert!(shown.notice.contains("e5 is not a legal move"), "{}", shown.notice);
        assert_eq!(shown.ply, 0);
    });
}

#[test]
fn the_board_is_flipped() {
    with_people("chess", |page| {
        let heights = "return [0, 63].map(cell =>
            document.querySelector(`#board [data-cell='${cell}']`).getBoundingClientRect().y)";
        let is_upright = || {
            let found = page.browser.script(heights, json!([]));
            found[0].as_f64() < found[1].as_f64()
        };
        assert!(is_upright());
        page.browser.click("#flip");
        assert!(!is_upright());
        // a8 has the rook of the second side, wherever it is seen.
        assert_eq!(page.shown().cells[0], "second r");
        let legal = Move::all(&page.position("chess", None, &[]));
        let step = legal.iter().find(|m| m.name == "g1f3").expect("a legal move");
        for hand in [Hand::Drag, Hand::Keys] {
            page.play(hand, &legal, step);
            page.wait_for_ply(1);
            assert_eq!(page.moves(), ["g1f3"]);
            page.browser.click("#new-game");
            page.wait_until("new game", |shown| shown.ply == 0 && shown.state == "ready");
        }
        page.browser.click("#flip");
        assert!(is_upright());
    });
}

#[test]
fn a_person_resigns() {
    with_people("chess", |page| {
        type_moves(page, &["e4"]);
        page.browser.click("#resign");
        page.browser.click("[data-answer='second']");
        let shown = page.wait_until("end", |shown| shown.state == "over");
        let status = shown.status.to_lowercase();
        assert!(status.starts_with("white wins") && status.contains("black resigned"), "{status}");
        let pgn =
            wait_for("result", || Some(exported(page, "game")).filter(|pgn| pgn.contains("1-0")));
        assert!(pgn.contains("[Result \"1-0\"]"), "{pgn}");
        assert!(page.shown().targets.is_empty());
        // It is read back as it was.
        page.import(&pgn);
        go_to_the_end(page);
        let shown = page.wait_until("end", |shown| shown.state == "over");
        assert!(shown.status.starts_with("White wins"), "{}", shown.status);
    });
}
