//! Records of other games than chess.

use crate::RecordedMove;
use crate::{GameChoice, GameResult, RecordFormat, read, read_plain};
use plyglot_core::game::Side;

fn texts(moves: &[RecordedMove]) -> Vec<&str> {
    moves.iter().map(|m| m.text.as_str()).collect()
}

const KIF: &str = "\
# KIF version=2.0 encoding=UTF-8
開始日時：2026/11/28
手合割：平手　　
先手：Aoi
後手：Ren
手数----指手---------消費時間--
*Before the first move
   1 ７六歩(77)   ( 0:02/00:00:02)+
*A comment
*of two lines
   2 ３四歩(33)   ( 0:01/00:00:01)
   3 ２二角成(88)   ( 0:01/00:00:03)+
   4 同　銀(31)   ( 0:01/00:00:03)
   5 投了         ( 0:00/00:00:01)
まで4手で後手の勝ち

変化：3手
   3 ６六歩(67)
   4 ８四歩(83)

変化：1手
   1 ２六歩(27)
   2 中断
";

#[test]
fn kif_has_headers_comments_and_variations() {
    let [game] = &read(KIF).collect::<Vec<_>>()[..] else { panic!("one game") };
    assert_eq!(RecordFormat::of(KIF), RecordFormat::Kif);
    for (tag, value) in
        [("White", "Aoi"), ("Black", "Ren"), ("Date", "2026/11/28"), ("Variant", "shogi")]
    {
        assert_eq!(game.tag(tag), Some(value), "{tag}");
    }
    assert_eq!(game.tag("FEN"), None);
    assert_eq!(texts(&game.moves), ["７六歩(77)", "３四歩(33)", "２二角成(88)", "２二銀(31)"]);
    assert_eq!(game.comment, "Before the first move");
    assert_eq!(game.moves[0].comment, "A comment\nof two lines");
    assert_eq!(texts(&game.moves[2].variations[0]), ["６六歩(67)", "８四歩(83)"]);
    assert_eq!(texts(&game.moves[0].variations[0]), ["２六歩(27)"]);
    assert_eq!(game.result, Some(GameResult::Win(Side::Second)));
    assert_eq!(game.faults, []);
}

#[test]
fn ki2_has_moves_behind_signs() {
    let text = "先手：Aoi\n後手：Ren\n\n▲７六歩    △３四歩    ▲２二角成  △同　銀\nまで4手で中断\n";
    let [game] = &read(text).collect::<Vec<_>>()[..] else { panic!("one game") };
    assert_eq!(texts(&game.moves), ["７六歩", "３四歩", "２二角成", "２二銀"]);
}

/// A handicap, and a problem as a diagram: the positions are those that the rules of SFEN give.
#[test]
fn shogi_begins_from_handicaps_and_diagrams() {
    let handicap = "手合割：香落ち\n   1 ３四歩(33)\n   2 投了\n";
    let game = read(handicap).next().expect("a game");
    let fen = "lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1";
    assert_eq!(game.tag("FEN"), Some(fen));
    // The second side moves first, so the first gives up.
    assert_eq!(game.result, Some(GameResult::Win(Side::Second)));
    let problem = "\
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
手数----指手---------消費時間--
   1 ２二金打
";
    let game = read(problem).next().expect("a game");
    let fen = "7nk/9/7+R1/9/9/9/9/9/9 b G2rb17p 1";
    assert_eq!(game.tag("FEN"), Some(fen));
    assert_eq!(texts(&game.moves), ["２二金打"]);
}

#[test]
fn csa_has_positions_moves_and_results() {
    let text = "\
'CSA encoding=UTF-8
V3.0
N+Aoi, of Edo
N-Ren
$EVENT:Cup
PI
+
+7776FU,T12
'*A comment
-3334FU
T5
+8822UM
-3122GI
%TORYO
/
P1 *  *  *  *  *  *  * -KE-OU
P3 *  *  *  *  *  *  * +RY *
P+00KI
P-00AL
+
+0022KI
%TSUMI
";
    assert_eq!(RecordFormat::of(text), RecordFormat::Csa);
    let [game, problem] = &read(text).collect::<Vec<_>>()[..] else { panic!("two games") };
    assert_eq!(texts(&game.moves), ["+7776FU", "-3334FU", "+8822UM", "-3122GI"]);
    assert_eq!((game.tag("White"), game.tag("Event")), (Some("Aoi, of Edo"), Some("Cup")));
    assert_eq!((game.tag("FEN"), game.result), (None, Some(GameResult::Win(Side::Second))));
    assert_eq!(game.moves[0].comment, "A comment");
    let fen = "7nk/9/7+R1/9/9/9/9/9/9 b Gr2b3g4s3n4l18p 1";
    assert_eq!(problem.tag("FEN"), Some(fen));
    assert_eq!(problem.result, Some(GameResult::Win(Side::First)));
    assert_eq!([&game.faults[..], &problem.faults[..]].concat(), []);
}

#[test]
fn lines_of_positions_are_games() {
    let problem = "4k4/9/9/9/9/9/9/9/4K4 b R 1\n";
    let [game] = &read(problem).collect::<Vec<_>>()[..] else { panic!("one game") };
    assert_eq!((game.tag("FEN"), game.tag("Variant")), (Some(problem.trim()), Some("shogi")));
    let text = "position startpos moves 7g7f 3c3d resign\n\nposition sfen 4k4/9/9/9/9/9/9/9/4K4 b R 1 moves R*5b\n";
    let [first, second] = &read(text).collect::<Vec<_>>()[..] else { panic!("two games") };
    assert_eq!((texts(&first.moves), first.tag("FEN")), (vec!["7g7f", "3c3d"], None));
    assert_eq!(second.tag("FEN"), Some("4k4/9/9/9/9/9/9/9/4K4 b R 1"));
    assert_eq!((texts(&second.moves), second.tag("Variant")), (vec!["R*5b"], Some("shogi")));
}

/// All lines are played. What is not legal goes with what follows it, and what is said of it.
#[test]
fn games_are_plain_data() {
    let text = "[Event \"A\"]\n\n1. e4 {best  } (1. d4 d5 (1... Nf6 $3 2. Ke4 c5) 2. c4) ({so} 1. c4) \
                (1. e5) 1... e5 2. Nf3Nc6 {two  words} 1-0";
    let registry = plyglot_games::standard();
    let usual = registry.game("chess").expect("it exists");
    let choice = GameChoice { registry: &registry, wanted: None, usual };
    let [game] = &read_plain(text, &choice)[..] else { panic!("one game") };
    assert_eq!(texts(&game.moves), ["e2e4", "e7e5", "g1f3", "b8c6"]);
    let [first, second] = &game.moves[0].variations[..] else { panic!("two of three") };
    assert_eq!((texts(first), texts(second)), (vec!["d2d4", "d7d5", "c2c4"], vec!["c2c4"]));
    assert_eq!(texts(&first[1].variations[0]), ["g8f6"]);
    assert_eq!(game.errors.len(), 2, "{:?}", game.errors);
    assert_eq!(game.result, "1-0");
    let printed = "[Event \"A\"]\n\n1. e4 {best} (1. d4 d5 (1... Nf6 $3) 2. c4) \
                   ({so} 1. c4) 1... e5 2. Nf3 Nc6\n{two  words} *\n\n";
    assert_eq!(game.print("pgn", &registry).as_deref(), Ok(printed));
    assert!(game.print("kif", &registry).is_err() && game.print("doc", &registry).is_err());
    let unknown = &read_plain("[Variant \"bridge\"]\n\n1. e4 *", &choice)[0];
    assert_eq!((unknown.game.as_str(), unknown.errors.len()), ("bridge", 1));
    assert!(unknown.print("pgn", &registry).is_err());
}

/// These took minutes if the time were not linear.
#[test]
fn hostile_records_of_shogi_are_read_in_linear_time() {
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
    ] {
        let text = start.to_owned() + &piece.repeat(30_000);
        assert!(read(&text).count() <= 30_001, "{piece}");
    }
}

#[test]
fn pgn_stays_pgn() {
    for text in ["[Event \"手合割：\"]\n1. e4 *", "1. e4 e5 2. Nf3", "e4 e5", "", "{ 先手 } 1. e4"]
    {
        assert_eq!(RecordFormat::of(text), RecordFormat::Pgn, "{text}");
    }
}
