//! Records of shogi, and what holds for all formats.

use crate::shogi::{HANDICAPS, ShogiSetup};
use crate::{RecordFormat, RecordedGame, RecordedMove, command, find_game, print, read, replay};
use plyglot_core::game::{GameResult, Side};
use plyglot_engine::Engine;

pub(crate) fn texts(moves: &[RecordedMove]) -> Vec<&str> {
    moves.iter().map(|m| m.text.as_str()).collect()
}

pub(crate) fn rules(name: &str) -> Box<dyn Engine> {
    let registry = plyglot_library::with_library(plyglot_games::standard());
    find_game(&registry, name).expect("a game").open()
}

fn written(text: &str, format: RecordFormat) -> String {
    let mut rules = rules("shogi");
    read(text).map(|game| print(&game, format, &mut *rules).expect("a record")).collect()
}

/// As Kifu for Windows writes variations, times and ends.
const KIF: &str = "\
#KIF version=2.0 encoding=UTF-8
開始日時：2026/11/28
先手：Aoi
後手：Ren
記録係：Sora
手合割：平手
手数----指手---------消費時間--
*Before the first move
   1 ７六歩(77)   ( 0:02/00:00:02)+
*A comment
*of two lines
   2 ３四歩(33)   ( 0:01/00:00:01)
&Here
   3 ２二角成(88) ( 0:01/00:00:03)+
   4 同　銀(31)   (62:00/01:02:01)
   5 ４五角打     ( 0:00/00:00:03)
   6 投了         ( 0:03/01:02:04)
まで5手で先手の勝ち

変化：6手
   6 ３三銀(22)   ( 0:00/01:02:01)

変化：3手
   3 ６六歩(67)   ( 0:00/00:00:02)+
   4 ８四歩(83)   ( 0:00/00:00:01)
   5 千日手       ( 0:00/00:00:02)
まで4手で千日手

変化：3手
   3 ２二角(88)   ( 0:00/00:00:02)
   4 切れ負け     ( 0:07/00:00:08)
まで3手で時間切れにより先手の勝ち

変化：1手
   1 ２六歩(27)   ( 0:00/00:00:00)
   2 中断         ( 0:00/00:00:00)
まで1手で中断
";

#[test]
fn kif_has_headers_comments_and_variations() {
    let [game] = &read(KIF).collect::<Vec<_>>()[..] else { panic!("one game") };
    assert_eq!(RecordFormat::detect(KIF), RecordFormat::Kif);
    assert_eq!(game.implied_game, Some("shogi"));
    for (tag, value) in [("White", "Aoi"), ("Black", "Ren"), ("Date", "2026/11/28")] {
        assert_eq!(game.tag(tag), Some(value), "{tag}");
    }
    assert_eq!((game.tag("FEN"), game.tag("Termination")), (None, Some("投了")));
    let line = ["７六歩(77)", "３四歩(33)", "２二角成(88)", "２二銀(31)", "４五角打"];
    assert_eq!(texts(&game.moves), line);
    assert_eq!(game.comment, "Before the first move");
    assert_eq!(game.moves[0].comment, "[%emt 0:00:02]\nA comment\nof two lines");
    assert_eq!(game.moves[4].comment, "[%emt 0:00:00]\n[%end 0:00:03]");
    // What is in place of the end begins with the last move.
    assert_eq!(texts(&game.moves[4].variations[0]), ["４五角打", "３三銀(22)"]);
    let [first, second] = &game.moves[2].variations[..] else { panic!("two variations") };
    assert_eq!(
        (texts(first), texts(second)),
        (vec!["６六歩(67)", "８四歩(83)"], vec!["２二角(88)"])
    );
    assert_eq!(second[0].comment, "[%emt 0:00:00]\n[%end 切れ負け 0:00:07]");
    assert_eq!(texts(&game.moves[0].variations[0]), ["２六歩(27)"]);
    assert_eq!(game.result, Some(GameResult::Win(Side::First)));
    assert_eq!(game.faults, []);
    assert_eq!(written(KIF, RecordFormat::Kif), KIF);
}

/// Lines of ShogiGUI, ShogiHome, PiyoShogi and Floodgate, which all count for the first player.
fn first_game(text: &str) -> RecordedGame {
    read(text).next().expect("a game")
}

#[test]
fn lines_of_engines_are_values() {
    let kif = "\
   1 ７六歩(77)
**対局 深さ 22/28 ノード数 744743 評価値 88 読み筋 △３四歩(33)
   2 ３四歩(33)
*#互角
*#評価値=-120
   3 ２六歩(27)
*#指し手[62]△７五歩
   4 ８四歩(83)
**詰み=後手勝ち:4手
   5 ２五歩(26)
*検討 候補1 時間 00:06.0 深さ 27 評価値 -7 読み筋 ▲７八金(69)
*評価値 12
   6 ８五歩(84)
*good
";
    let csa = "+7776FU\n'** 104\n-3334FU\n'** -50 +2726FU -8384FU\n'*good\n";
    let values = |game: &RecordedGame| {
        let value = |m: &RecordedMove| command(&m.comment, "eval").unwrap_or_default().to_owned();
        game.moves.iter().map(value).collect::<Vec<_>>()
    };
    assert_eq!(values(&first_game(kif)), ["0.88,22", "-1.20", "0.62", "#-2", "-0.07,27", ""]);
    assert_eq!(values(&first_game(csa)), ["1.04", "-0.50"]);
    for (text, format) in [(kif, RecordFormat::Kif), (csa, RecordFormat::Csa)] {
        let said = |text: &str| {
            let is_said = |line: &&str| line.starts_with("'*") || line.starts_with('*');
            text.lines().filter(is_said).map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(said(&written(text, format)), said(text));
        for other in [RecordFormat::Pgn, RecordFormat::Kif] {
            assert_eq!(values(&first_game(&written(text, other))), values(&first_game(text)));
        }
    }
    let pgn = "[Variant \"shogi\"]\n\n1. P-7f {[%eval -0.12,9] good} P-3d {[%eval #3,7]} *\n";
    let kif = written(pgn, RecordFormat::Kif);
    assert!(kif.contains("\n**解析 0 深さ 9 評価値 -12\n*good\n"), "{kif}");
    assert!(kif.ends_with("\n**詰み=先手勝ち:5手\n"), "{kif}");
    let csa = written(pgn, RecordFormat::Csa);
    assert!(csa.contains("\n'** -12\n'*good\n"), "{csa}");
}

#[test]
fn ki2_has_moves_behind_signs() {
    let text = "先手：Aoi\n\n▲７六歩    △３四歩    ▲２二角成  △同　銀\nまで4手で後手の勝ち\n";
    let [game] = &read(text).collect::<Vec<_>>()[..] else { panic!("one game") };
    assert_eq!(texts(&game.moves), ["７六歩", "３四歩", "２二角成", "２二銀"]);
    assert_eq!(game.tag("Termination"), Some("投了"));
    assert_eq!(game.result, Some(GameResult::Win(Side::Second)));
    let csa = "'CSA encoding=UTF-8\nV2.2\nN+Aoi\n";
    assert!(written(text, RecordFormat::Csa).starts_with(csa));
    let usi = "position startpos moves 7g7f 3c3d 8h2b+ 3a2b resign\n";
    assert_eq!(written(text, RecordFormat::PositionCommands), usi);
    assert_eq!(written(usi, RecordFormat::PositionCommands), usi);
}

/// A handicap, and a problem as a diagram: the positions are those that the rules of SFEN give.
#[test]
fn shogi_begins_from_handicaps_and_diagrams() {
    let handicap = "\
#KIF version=2.0 encoding=UTF-8
下手：Aoi
上手：Ren
手合割：香落ち
手数----指手---------消費時間--
   1 ３四歩(33)   ( 0:00/00:00:00)
   2 投了         ( 0:00/00:00:00)
まで1手で上手の勝ち
";
    let game = read(handicap).next().expect("a game");
    let fen = "lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1";
    assert_eq!(game.tag("FEN"), Some(fen));
    // The second side moves first, so the first gives up.
    assert_eq!(game.result, Some(GameResult::Win(Side::Second)));
    assert_eq!(written(handicap, RecordFormat::Kif), handicap);
    let problem = "\
#KIF version=2.0 encoding=UTF-8
手合割：平手
後手の持駒：飛二　角　歩十七　
  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
| ・ ・ ・ ・ ・ ・ ・v桂v玉|一
| ・ ・ ・ ・ ・ ・ ・ ・ ・|二
| ・ ・ ・ ・ ・ ・ ・ 龍 ・|三
| ・ ・ ・ ・ ・ ・ ・ ・ ・|四
| ・ ・ ・ ・ ・ ・ ・ ・ ・|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| ・ ・ ・ ・ ・ ・ ・ ・ ・|七
| ・ ・ ・ ・ ・ ・ ・ ・ ・|八
| ・ ・ ・ ・ ・ ・ ・ ・ ・|九
+---------------------------+
先手の持駒：金　
先手：
後手：
手数----指手---------消費時間--
   1 ２二金打     ( 0:00/00:00:00)
";
    let game = read(problem).next().expect("a game");
    let fen = "7nk/9/7+R1/9/9/9/9/9/9 b G2rb17p 1";
    assert_eq!(game.tag("FEN"), Some(fen));
    assert_eq!(texts(&game.moves), ["２二金打"]);
    assert_eq!(written(problem, RecordFormat::Kif), problem);
}

/// The game has them as starts.
#[test]
fn every_handicap_is_read_by_its_name() {
    let starts = rules("shogi").info().starts;
    let mut count = 0;
    for start in starts {
        // The others are not those of KIF.
        for name in start.names.iter().filter(|name| !name.is_ascii()) {
            let text = format!("手合割：{name}\n   1 ３四歩(33)\n");
            let game = read(&text).next().expect("a game");
            let sfen = ShogiSetup::read(start.position).expect("a position").sfen();
            assert_eq!(game.tag("FEN"), Some(sfen.as_str()), "{name}");
            assert_eq!((game.tag("Variant"), game.faults.len()), (None, 0), "{name}");
            count += 1;
        }
    }
    assert_eq!(count, HANDICAPS.len());
}

/// The move against the rules by which the game was lost stands in the record.
#[test]
fn last_moves_need_not_be_legal() {
    let kif = KIF.replace("３三銀(22)   ( 0:00/01:02:01)", "９九玉(51)").replace("投了", "中断");
    assert!(written(&kif, RecordFormat::Kif).contains("   6 ９九玉(51)   ("));
    let csa = "V2.2\nPI\n+\n+7776FU\n-5599OU\n%-ILLEGAL_ACTION\n";
    let game = read(csa).next().expect("a game");
    let faults = replay(&game, &mut *rules("shogi"), None).expect("a position").faults;
    assert_eq!(faults.iter().map(|fault| fault.cuts).collect::<Vec<_>>(), [false]);
    let end = "-5599OU\n%-ILLEGAL_ACTION\n";
    assert!(written(csa, RecordFormat::Csa).ends_with(end));
    let kif = written(csa, RecordFormat::Kif);
    assert!(!kif.contains("反則"), "the move is not one of KIF");
}

/// These took minutes if the time were not linear.
#[test]
fn hostile_records_are_read_to_their_end() {
    for (start, piece) in [
        ("手合割：平手\n", "   1 ７六歩(77)\n変化：1手\n"),
        ("手合割：平手\n", "   1 ７六歩(77)\n"),
        ("手合割：平手\n", "   1 ７六歩(77)\n   2 ３四歩(33)\n変化：2手\n"),
        ("手合割：平手\n", "*comment\n"),
        ("手合割：平手\n", "▲７六歩"),
        ("手合割：平手\n", "|v香v桂|\n"),
        ("手合割：平手\n", "先手の持駒：歩十八 "),
        ("V2.2\n", "P+00FU,P-00AL,"),
        ("V2.2\n", "PI82HI\n"),
        ("V2.2\n", "/\n+\n"),
        ("V2.2\n", "+7776FU\n'*x\n"),
        ("(;GM[4]", "(;B[aa]"),
        ("(;GM[4]", ";B[aa]C[x]"),
        ("(;GM[4]", "(;B[aa])"),
        ("(;GM[4]", "(;C[x])"),
        ("(;GM[4]", "AB[aa:oo]"),
        ("(;GM[4];B[aa]", "TR[aa:bb]LB[a"),
        ("(;GM[4];B[aa]", "?"),
        ("(;GM[4];B[aa]", "("),
        ("(;GM[4])", "(AAAA"),
        ("(;GM[11];B[aa]", ";W[swap](;B[bb])"),
        ("", "[DhtmlXQ_"),
        ("", "[DhtmlXQ_a]"),
        ("", "[DhtmlXQ]"),
        ("[DhtmlXQ_movelist]", "7747"),
        ("", "[DhtmlXQ_move_0_1_1]77[/DhtmlXQ"),
        ("", "[DhtmlXQ_move_1_1_1]7747[DhtmlXQ_movelist]7747"),
        ("", "[DhtmlXQ_move_1_65535_1]7747"),
        ("f5d6c3d3\n", "c4f4\n"),
        ("f5d6c3d3\n", "f5d6c3d3 "),
        ("Piskvorky 15x15, 11:11, 0\n", "8,7,0\nA\n"),
        ("V2.2\n", "+7776FU\nT1\nT1\n%TORYO,T1\n"),
        ("手合割：平手\n", "   1 ７六歩(77)(0:01/)\n   2 投了(0:01/)\n変化：2手\n"),
    ] {
        let text = |count| start.to_owned() + &piece.repeat(count);
        assert!(read(&text(30_000)).count() <= 30_001, "{piece}");
        if [RecordFormat::Kif, RecordFormat::Csa].contains(&RecordFormat::detect(&text(1))) {
            let written = written(&text(1000), RecordFormat::Kif);
            assert!(written.starts_with("#KIF"), "{piece}");
        }
    }
}

#[test]
fn pgn_stays_pgn() {
    for text in [
        "[Event \"手合割：\"]\n1. e4 *",
        "1. e4 e5 2. Nf3",
        "1. e4 e5 2.\nstartpos moves",
        "1. e4\n( ;A word\n1. d4)",
        "e4 e5",
        "",
        "{ 先手 } 1. e4",
    ] {
        assert_eq!(RecordFormat::detect(text), RecordFormat::Pgn, "{text}");
    }
}

/// By their names, formats are asked for.
#[test]
fn each_format_has_a_name_of_its_own() {
    for format in RecordFormat::ALL {
        assert_eq!(RecordFormat::named(format.name()), Some(format), "{}", format.name());
    }
}
