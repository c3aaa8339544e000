use super::read;
use crate::tests::{rules, texts};
use crate::{RecordFormat, RecordedGame};
use plyglot_core::game::{GameResult, Side};

fn only(text: &str) -> RecordedGame {
    let mut games = crate::read(text);
    let game = games.next().expect("a game");
    assert_eq!((RecordFormat::detect(text), games.next()), (RecordFormat::Sgf, None));
    game
}

fn written(game: &RecordedGame) -> String {
    let mut rules = rules(game.tag("Variant").expect("a game"));
    super::print(game, &mut *rules).expect("a game of SGF")
}

/// The examples of the specification ("Variations").
#[test]
fn trees_are_lines_with_variations() {
    let game = only(
        "(;FF[4]GM[4]SZ[19];B[aa];W[bb](;B[cc];W[dd](;B[ad];W[bd])(;B[ee];W[ff]))\n(;B[hh]N[Var B];W[hg]))",
    );
    assert_eq!(game.tag("Variant"), Some("gomoku19"));
    assert_eq!(texts(&game.moves), ["a19", "b18", "c17", "d16", "a16", "b16"]);
    assert_eq!(texts(&game.moves[4].variations[0]), ["e15", "f14"]);
    assert_eq!(texts(&game.moves[2].variations[0]), ["h12", "h13"]);
    assert_eq!(game.moves[2].variations[0][0].comment, "[%sgf N=Var B]");
}

#[test]
fn what_tags_and_comments_cannot_say_is_written_back() {
    let text = "\
(;AP[a:1]C[Two
lines]CA[UTF-8]DT[2024-08-27]FF[4]GM[4]KM[0]PB[A\\]]PW[B]RE[W+Resign]RU[renju]SZ[15]TM[600]\
;B[hh]AR[hh:ii]BL[599.5]C[\\\\ \\]]LB[aa:1][bb:2\\]]TE[2]TR[aa][bb]
(;W[ii]OW[3]WL[580];B[jj]IT[]
(;W[aa])
(;C[pre];W[bb]GB[1]))
(;W[gg];B[ab]XY[a][b]))
";
    let game = only(text);
    let tags = [("White", "A]"), ("Date", "2024.08.27"), ("TimeControl", "600"), ("AP", "a:1")];
    for (tag, value) in tags {
        assert_eq!(game.tag(tag), Some(value), "{tag}");
    }
    assert_eq!(game.result, Some(GameResult::Win(Side::Second)));
    assert_eq!((game.comment.as_str(), &game.moves[0].nags[..]), ("Two\nlines", &[3][..]));
    let comment =
        "[%clk 0:09:59.5][%sgf LB=aa:1][%sgf LB=bb:2%5D][%cal Gh8i7][%csl Ya15,Yb14] \\ ]";
    assert_eq!(game.moves[0].comment, comment);
    assert_eq!(game.moves[3].variations[0][0].before, "pre");
    assert_eq!(game.faults, []);
    assert_eq!(written(&game), text);
    // PGN loses nothing.
    let pgn = crate::pgn::print(&game, &mut *rules("renju"));
    let again = crate::read(&pgn).next().expect("a game");
    assert_eq!(written(&again), text);
}

#[test]
fn games_begin_from_stones_on_the_board() {
    for (text, fen, moves) in [
        (
            "(;GM[4]SZ[15]AB[hh][ig]AW[gi][gh])",
            "15/15/15/15/15/15/8P6/6pP7/6p8/15/15/15/15/15/15 w",
            "",
        ),
        (
            "(;GM[4]AB[hh];AW[aa]PL[W];W[ba])",
            "p14/15/15/15/15/15/15/7P7/15/15/15/15/15/15/15 b",
            "b15",
        ),
        (
            "(;GM[4]AB[aa:cb][ac]AE[ba])",
            "P1P12/PPP12/P14/15/15/15/15/15/15/15/15/15/15/15/15 b",
            "",
        ),
        ("(;GM[11]AB[b7];W[e2])", "11/11/11/11/11/11/1P9/11/11/11/11 b", "e2"),
        ("(;GM[2]SZ[8]AB[e4][d5]AW[d4][e5]PL[B];B[f5])", "", "f5"),
        ("(;GM[2]AB[a1];W[])", "P7/8/8/8/8/8/8/8 b", "pass"),
    ] {
        let game = only(text);
        assert_eq!(
            (game.tag("FEN").unwrap_or_default(), texts(&game.moves).join(" ")),
            (fen, moves.to_owned()),
            "{text}"
        );
        assert_eq!(game.faults, [], "{text}");
    }
    let game = only("(;GM[4]SZ[15]AB[hh]AW[gg]PL[W];W[ii])");
    assert!(written(&game).contains("AB[hh]AW[gg]") && written(&game).contains("PL[W]"));
    // Not on the way.
    let game = only("(;GM[4];B[aa];AB[bb];W[cc])");
    assert_eq!(game.moves[0].comment, "[%sgf AB=bb]");
    assert!(game.faults[0].cuts);
}

/// Rows of hex count from the top ("Hex (GM\[11\])"); Little Golem's first player is White.
#[test]
fn hex_is_as_its_servers_write_it() {
    let game = only("(;GM[11]SZ[11]PB[x];B[a1];W[K11];B[resign])");
    assert_eq!(
        (texts(&game.moves), game.result),
        (vec!["a1", "k11"], Some(GameResult::Win(Side::Second)))
    );
    // The stone stays where White moves next, and goes over to White where Black does.
    let stays = only("(;GM[11];B[b3];W[swap-pieces];W[d3])");
    assert_eq!((texts(&stays.moves), stays.tag("FEN")), (vec!["b3", "d3"], None));
    let text = "(;CA[UTF-8]FF[4]GM[11]RE[?]RU[swap]SZ[11];B[b3]\n(;W[swap-pieces];B[d4];W[f6])\n(;W[b2]))\n";
    for read in [text, &text.replace("RU[swap]", "")] {
        let goes = only(read);
        assert_eq!(goes.tag("Variant"), Some("hexswap"));
        assert_eq!(texts(&goes.moves), ["b3", "swap", "d4", "f6"]);
        assert_eq!(texts(&goes.moves[1].variations[0]), ["b2"]);
        assert_eq!(written(&goes), text);
    }
    let ended = only("(;GM[11]SZ[13];B[b3];W[swap-pieces]C[mine];B[resign])");
    assert_eq!(ended.tag("Variant"), Some("hexswap13"));
    assert_eq!((&*ended.moves[1].text, &*ended.moves[1].comment), ("swap", "mine"));
    assert_eq!(ended.result, Some(GameResult::Win(Side::Second)));
    assert_eq!(only("(;FF[4]SZ[8]RU[havannah swap];W[H3])").tag("Variant"), Some("havannahswap"));
    let golem = "(;FF[4]EV[null]PB[a]PW[b]SZ[11]RE[B]SO[http://www.littlegolem.com];W[bc];B[swap];W[dd];B[resign])";
    let game = only(golem);
    assert_eq!(game.tag("Variant"), Some("hexswap"));
    assert_eq!(texts(&game.moves), ["b3", "swap", "d4"]);
    assert_eq!((game.tag("White"), game.result), (Some("a"), Some(GameResult::Win(Side::First))));
    assert_eq!(only(&golem.replace("11", "13")).tag("Variant"), Some("hexswap13"));
    let cup = only(&golem.replace("null", "Monthly Cup 5"));
    assert_eq!(cup.tag("Variant"), Some("hexswap"), "a title is no game");
    let game = only("(;FF[4]SZ[8]RU[LG]SO[http://www.littlegolem.com];W[H3];B[O1];W[A8])");
    assert_eq!(
        (game.tag("Variant"), texts(&game.moves)),
        (Some("havannah"), vec!["h3", "o8", "a8"])
    );
    assert!(written(&game).ends_with("SZ[8];W[H3];B[O1];W[A8])\n"), "{}", written(&game));
}

/// From the records of the server GGS.
#[test]
fn ggf_has_values_and_times_behind_the_moves() {
    let text = "1 (;GM[Othello]PC[GGS/os]DT[2010.10.17_05:23:05.MDT]PB[hercule]PW[scorp+]RB[2082.33]RE[-6.000]\
BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[D3//3.95]W[c5/-18.40/0.10]B[PA];)";
    let game = only(text);
    assert_eq!(texts(&game.moves), ["d3", "c5", "pass"]);
    assert_eq!(game.moves[0].comment, "[%emt 0:00:03.95]");
    assert_eq!(game.moves[1].comment, "[%eval 18.40][%emt 0:00:00.1]");
    assert_eq!((game.tag("FEN"), game.tag("WhiteElo")), (None, Some("2082.33")));
    assert_eq!(game.result, Some(GameResult::Win(Side::Second)));
    assert!(only(&text.replace("---- *]", "---- O]")).tag("FEN").is_some());
    // A board that is not whole is no position, and not the start.
    for (from, to) in [("---O*---", "---O*--"), ("---O*---", "---x*---"), (" *]", "]")] {
        let game = only(&text.replacen(from, to, 1));
        let refused = crate::replay(&game, &mut *rules("othello"), None);
        assert_eq!(refused.map_err(|fault| fault.line).err(), Some(1), "{to}");
    }
}

/// The board's size is in front of it or in the type; a game that fewer discs win is none of ours.
#[test]
fn ggf_has_a_size_and_a_type() {
    const SIX: &str = "BO[6 ------ ------ --O*-- --*O-- ------ ------ *]";
    for (root, expected) in [
        ("TY[8]", "othello"),
        ("TY[s8r20]", "othello"),
        ("TY[10]", "flipello10"),
        (SIX, "flipello6"),
        ("TY[88]", "flipello88"),
        ("TY[8a]", "antiothello"),
    ] {
        let game = only(&format!("(;GM[Othello]PC[x]PB[a]PW[b]RE[?]TI[5]{root}B[c2])"));
        assert_eq!(game.tag("Variant"), Some(expected), "{root}");
    }
    let game = only(&format!("(;GM[Othello]PC[x]{SIX}B[c2])"));
    let replay = crate::replay(&game, &mut *rules("flipello6"), None).expect("a board");
    assert_eq!(replay.moves.len(), 1);
}

/// What a node says beside its siblings stays, also without a move of its own.
#[test]
fn comments_without_a_move_and_numbers_are_kept() {
    let game = only("(;GM[4];B[hh]C[first](;W[ii];B[12]C[no move];W[aa])(;W[gg])(;C[only words]))");
    assert_eq!(game.moves[0].comment, "first\nonly words");
    assert_eq!(texts(&game.moves), ["h8", "i7", "12", "a15"]);
    let text = written(&game);
    assert!(text.contains(";B[12]C[no move];W[aa]") && text.contains("(;W[gg])"), "{text}");
    assert_eq!(written(&only(&text)), text);
}

#[test]
fn damaged_trees_are_read_as_far_as_they_go() {
    for (text, moves, faults) in [
        ("(\nPB[x]\n;B[aa]", "a15", &["line 3: expected ')', found the end"][..]),
        (
            "(;GM[4];B[aa];W[bb",
            "a15",
            &["line 1: expected ']', found the end", "line 1: expected ')', found the end"],
        ),
        (
            "(;GM[4];B[aa]!?;W xx;W[bb])",
            "a15 b14",
            &[
                "line 1: expected a property with its value, found '!?'",
                "line 1: expected a property with its value, found 'W'",
                "line 1: expected a property with its value, found 'xx'",
            ],
        ),
        ("(;GaMe[4];Black[aa];White[bb])", "a15 b14", &[]),
        ("(;GM[4];B[aa];B[bb])", "a15 -- b14", &[]),
    ] {
        let game = only(&text.replace("PB", "GM[4]PB"));
        assert_eq!(texts(&game.moves).join(" "), moves, "{text}");
        assert_eq!(
            game.faults.iter().map(ToString::to_string).collect::<Vec<_>>(),
            faults,
            "{text}"
        );
    }
    assert_eq!(read("(;GM[4];B[aa])\nand (;GM[4];B[bb])").len(), 2);
    assert_eq!(only("(;FF[4];B[aa])").tag("Variant"), Some("go"));
    assert_eq!(only("(;GM[21];B[aa])").tag("Variant"), Some("twixt"));
}
