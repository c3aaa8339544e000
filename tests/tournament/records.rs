//! Games as PGN and as JSON: what is written is read back.

use crate::support::match_games::{number_of, plan, plan_of, random_record, replayed};
use crate::support::schema::Schema;
use plyglot_core::game::GameResult;
use plyglot_core::game::random::Random;
use plyglot_engine::ReplayedMove;
use plyglot_match::plan::MatchPlan;
use plyglot_match::record::{
    GameEnd, GameRecord, PlayedMove, Pondering, ReportedScore, Termination,
};
use plyglot_match::record::{json, pgn};
use plyglot_records::{RecordedGame, replay, score_of, utc_date};
use proptest::prelude::*;
use std::time::{Duration, UNIX_EPOCH};

/// Games and the positions that they begin from.
const GAMES: [(&str, Option<&str>); 10] = [
    ("chess", None),
    ("chess", Some("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 3 17")),
    // Promotions, and mates by promotion.
    ("chess", Some("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N w - - 0 1")),
    ("chess960", None),
    ("chess960", Some("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1")),
    ("cfour", None),
    ("tictactoe", None),
    // Passes.
    ("flipello", None),
    ("surakarta", None),
    ("surakarta", Some("pp1ppp/2p1pp/PpP3/p2pP1/PP1P1P/P2PPP b - - 16 23")),
];

fn print(record: &GameRecord, plan: &MatchPlan) -> String {
    pgn::print(record, plan, &plyglot_games::standard(), "2026.11.20")
}

fn read(text: &str) -> RecordedGame {
    let mut games = plyglot_records::pgn::read(text);
    let game = games.next().expect("a game");
    assert!(games.next().is_none(), "more than one game:\n{text}");
    game
}

#[track_caller]
fn check_printed(game: &RecordedGame, record: &GameRecord, plan: &MatchPlan) {
    let replay = replayed(game);
    let opening = &record.opening;
    let mut rules = plyglot_games::standard().game(&plan.game).expect("a known game").open();
    let names: Vec<&str> = replay.moves.iter().map(|played| played.name.as_str()).collect();
    rules.set_position(replay.position.as_deref(), &names).expect("they are legal");
    assert_eq!(
        (&replay.position, rules.position()),
        (&opening.position, record.final_position.clone())
    );
    let (book, played) = replay.moves.split_at(opening.moves.len());
    assert!(book.iter().map(|played| &played.name).eq(&opening.moves));
    let mut expected = Vec::new();
    for PlayedMove { name, record, .. } in &record.moves {
        expected.push(ReplayedMove { name: name.clone(), record: record.clone() });
    }
    assert_eq!(played, expected);
    let (book, written) = game.moves.split_at(opening.moves.len());
    assert!(book.iter().all(|m| m.comment == "book"));
    let scores = written.iter().map(|m| score_of(&m.comment));
    assert!(scores.eq(record.moves.iter().map(|played| played.score)));
    let players = record.engines.map(|engine| Some(plan.engines[engine].name.as_str()));
    assert_eq!([game.tag("White"), game.tag("Black")], players);
    assert_eq!(number_of(game), u64::from(record.number));
    assert_eq!(game.tag("GameEndReason"), Some(record.end.reason.as_str()));
    assert_eq!(game.result.unwrap_or(GameResult::Unfinished), record.end.result);
}

#[test]
fn random_games_come_back_from_pgn() {
    let mut random = Random::new(1);
    let mut longest = 0;
    for (game, start) in GAMES {
        let plan = plan_of(game);
        for i in 0..60 {
            let book = if game == "tictactoe" { i % 3 } else { i % 9 };
            let record = random_record(&plan, start, book, 300, &mut random);
            let text = print(&record, &plan);
            let moves = text.lines().filter(|line| !line.starts_with('['));
            longest = moves.map(|line| line.chars().count()).fold(longest, usize::max);
            check_printed(&read(&text), &record, &plan);
        }
    }
    assert_eq!(longest, 79, "the width that the standard asks for is used");
}

#[test]
fn random_games_come_back_from_json() {
    let mut random = Random::new(2);
    for (game, start) in GAMES {
        let plan = plan_of(game);
        for i in 0..60 {
            let mut record = random_record(&plan, start, i % 3, 100, &mut random);
            for played in &mut record.moves {
                played.time = Duration::from_nanos(random.bits() >> 20);
                played.first_depth = (random.below(3) > 0).then(|| random.below(100) as u32);
                let ponders = [None, Some(Pondering::Hit), Some(Pondering::Miss)];
                played.ponder = ponders[random.below(3)];
            }
            let line = json::print(&record);
            assert_eq!(line.lines().count(), 1, "{line}");
            assert_eq!(json::game(&line, 2).ok().as_ref(), Some(&record), "{line}");
        }
    }
}

/// A short game with everything in it.
fn scholars_mate() -> GameRecord {
    let plan = plan_of("chess");
    let mut record = random_record(&plan, None, 0, 0, &mut Random::new(0));
    record.number = 6;
    record.round = 4;
    record.engines = [0, 1];
    record.opening.moves = ["e2e4", "e7e5"].map(str::to_owned).to_vec();
    let played = [
        ("d1h5", "Qh5", Some(ReportedScore::Centi(-35)), Some(12)),
        ("b8c6", "Nc6", Some(ReportedScore::Centi(0)), Some(7)),
        ("f1c4", "Bc4", None, None),
        ("g8f6", "Nf6", Some(ReportedScore::Mate(-1)), Some(3)),
        ("h5f7", "Qxf7#", Some(ReportedScore::Mate(1)), Some(1)),
    ];
    record.moves = played
        .map(|(name, record, score, depth)| PlayedMove {
            name: name.to_owned(),
            record: record.to_owned(),
            score,
            depth,
            first_depth: depth.map(|depth| depth.min(2)),
            nodes: Some(1000),
            ponder: (name == "g8f6").then_some(Pondering::Miss),
            time: Duration::from_micros(123_400),
            warnings: Vec::new(),
        })
        .to_vec();
    record.end = GameEnd {
        result: GameResult::Win(plyglot_core::game::Side::First),
        termination: Termination::Rules,
        reason: "White mates".to_owned(),
    };
    record
}

#[test]
fn a_game_of_chess_is_written_as_pgn() {
    let expected = "\
[Event \"Plyglot match\"]
[Site \"?\"]
[Date \"2026.11.20\"]
[Round \"4\"]
[White \"alpha\"]
[Black \"beta\"]
[Result \"1-0\"]
[GameNumber \"7\"]
[PlyCount \"7\"]
[TimeControl \"10+0.1\"]
[Termination \"normal\"]
[GameEndReason \"White mates\"]

1. e4 {book} 1... e5 {book} 2. Qh5 {-0.35/12 0.123s} 2... Nc6 {0.00/7 0.123s}
3. Bc4 {0.123s} 3... Nf6 {-M1/3 0.123s} 4. Qxf7# {+M1/1 0.123s} 1-0

";
    assert_eq!(print(&scholars_mate(), &plan_of("chess")), expected);
}

#[test]
fn terminations_have_the_words_of_cutechess() {
    for (termination, word) in [
        (Termination::Adjudication, "adjudication"),
        (Termination::Time, "time forfeit"),
        (Termination::IllegalMove, "illegal move"),
        (Termination::Crash, "abandoned"),
        (Termination::Stall, "stalled connection"),
        (Termination::Interrupted, "unterminated"),
    ] {
        let mut record = scholars_mate();
        record.end.termination = termination;
        let game = read(&print(&record, &plan_of("chess")));
        assert_eq!(game.tag("Termination"), Some(word));
    }
}

#[test]
fn a_game_of_chess_is_written_as_json() {
    let line = json::print(&scholars_mate());
    let value: serde_json::Value = serde_json::from_str(&line).unwrap();
    assert_eq!(value["engines"], serde_json::json!([0, 1]), "{line}");
    let mut content = value.clone();
    content.as_object_mut().unwrap().remove("sum");
    let content = content.to_string();
    assert!(line.starts_with(content.trim_end_matches('}')), "the keys in order: {line}");
    assert_eq!(value["opening"], serde_json::json!(["e2e4", "e7e5"]), "{line}");
    let expected = serde_json::json!(
        {"move": "h5f7", "record": "Qxf7#", "mate": 1, "depth": 1, "first_depth": 1, "nodes": 1000,
         "ponder": null, "time": 0.1234, "warnings": []}
    );
    assert_eq!(value["moves"][4], expected, "{line}");
    let expected = serde_json::json!(
        {"move": "g8f6", "record": "Nf6", "mate": -1, "depth": 3, "first_depth": 2, "nodes": 1000,
         "ponder": "miss", "time": 0.1234, "warnings": []}
    );
    assert_eq!(value["moves"][3], expected, "{line}");
    assert_eq!(value["result"], "first", "{line}");
    // Also the move without a score.
    Schema::of("match").check(&value);
    let both = serde_json::json!({ "cp": 1, "mate": 1 });
    let mut wrong = value.clone();
    wrong["moves"][4].as_object_mut().unwrap().extend(both.as_object().unwrap().clone());
    assert!(!Schema::of("match").describes(&wrong));
}

/// A match that would be resumed from other results than those of its games is refused.
#[test]
fn an_altered_record_is_refused() {
    let plan = plan_of("chess");
    let mut game = scholars_mate();
    // What looks like the checksum.
    game.end.reason = "\"sum\":\",\"sum\":\"1\"}".to_owned();
    let games = [0, 1].map(|number| GameRecord { number, ..game.clone() });
    let head = json::head(&plan);
    let lines: Vec<String> = games.iter().map(json::print).collect();
    let text = head.clone() + &lines.concat();
    assert_eq!(json::read(&text, &plan).unwrap().records, games);
    // Without its last byte, the last line counts as cut off.
    for bit in 8 * head.len()..8 * (text.len() - 1) {
        let mut altered = text.clone().into_bytes();
        altered[bit / 8] ^= 1 << (bit % 8);
        let Ok(altered) = String::from_utf8(altered) else { continue };
        // A line that is no JSON at the end of the file counts as cut off.
        match json::read(&altered, &plan) {
            Ok(read) => assert!(games.starts_with(&read.records), "bit {bit}: {altered}"),
            Err(error) => assert!(!error.to_string().starts_with("line 1:"), "bit {bit}: {error}"),
        }
    }
    let without_sum = lines[1].split(",\"sum\"").next().unwrap().to_owned() + "}\n";
    let error = json::read(&(head + &lines[0] + &without_sum), &plan).unwrap_err();
    assert_eq!(error.to_string(), "line 3: checksum mismatch: the file was modified");
}

#[test]
fn variants_have_their_tags_in_pgn() {
    let tags = |game: &str| {
        let plan = plan_of(game);
        let record = random_record(&plan, None, 0, 4, &mut Random::new(1));
        read(&print(&record, &plan))
    };
    let shuffled = tags("chess960");
    assert_eq!(shuffled.tag("Variant"), Some("fischerandom"));
    assert_eq!(shuffled.tag("SetUp"), Some("1"));
    assert!(shuffled.tag("FEN").is_some());
    assert_eq!(tags("connect4").tag("Variant"), Some("cfour"));
    assert_eq!(tags("tictactoe").tag("Variant"), Some("tictactoe"));
    assert_eq!(tags("surakarta").tag("Variant"), Some("Surakarta"));
    assert_eq!(tags("chess").tag("Variant"), None);
    assert_eq!(tags("chess").tag("FEN"), None);
}

#[test]
fn a_game_that_black_begins_has_its_number() {
    let plan = plan_of("chess");
    let start = "8/8/8/4k3/8/8/8/R3K3 b - - 5 41";
    let text = print(&random_record(&plan, Some(start), 0, 3, &mut Random::new(1)), &plan);
    assert!(text.contains("\n41... K"), "{text}");
    assert!(text.contains(" 42. "), "{text}");
}

#[test]
fn limits_are_time_controls() {
    let tag = |limits: &str, name: &str| {
        let plan = plan(&format!("--engine cmd=a {limits} --engine cmd=b --each nodes=7"));
        let mut record = scholars_mate();
        record.engines = [0, 1];
        read(&print(&record, &plan)).tag(name).map(str::to_owned)
    };
    assert_eq!(tag("", "TimeControl").as_deref(), Some("-"));
    assert_eq!(tag("tc=40/5:00.1+0.6", "WhiteTimeControl").as_deref(), Some("40/300.1+0.6"));
    assert_eq!(tag("tc=40/60", "BlackTimeControl").as_deref(), Some("-"));
    assert_eq!(tag("st=0.25", "WhiteTimeControl").as_deref(), Some("1/0.25"));
}

#[test]
fn dates_agree_with_the_calendar() {
    // As `date -u -d @SECONDS +%Y.%m.%d` prints them.
    let cases = [
        (0, "1970.01.01"),
        (951_782_399, "2000.02.28"),
        (951_782_400, "2000.02.29"),
        (951_868_800, "2000.03.01"),
        (1_735_689_599, "2024.12.31"),
        (1_795_132_800, "2026.11.20"),
        (4_107_542_400, "2100.03.01"),
    ];
    for (seconds, expected) in cases {
        assert_eq!(utc_date(UNIX_EPOCH + Duration::from_secs(seconds)), expected, "{seconds}");
    }
}

fn file(plan: &MatchPlan) -> (String, Vec<GameRecord>) {
    let mut random = Random::new(3);
    let mut text = json::head(plan);
    let mut records = Vec::new();
    for number in 0..3 {
        let mut record = random_record(plan, None, 2, 500, &mut random);
        record.number = number;
        record.end.result = GameResult::Draw;
        let warned = record.moves.iter_mut().step_by(3);
        warned.for_each(|played| played.warnings = vec!["a \"line\"".to_owned(); 2]);
        text.push_str(&json::print(&record));
        records.push(record);
    }
    (text, records)
}

#[test]
fn a_match_goes_on_after_any_interruption() {
    let plan = plan_of("tictactoe");
    let (text, records) = file(&plan);
    let ends: Vec<usize> = text.match_indices('\n').map(|(at, _)| at + 1).collect();
    // The first line is there as a whole or not at all.
    for cut in [0].into_iter().chain(ends[0]..=text.len()) {
        let resumed = json::read(&text[..cut], &plan).unwrap_or_else(|e| panic!("{cut}: {e}"));
        let whole = ends.iter().filter(|&&end| end <= cut).count();
        assert_eq!(resumed.records, records[..whole.saturating_sub(1)], "cut at {cut}");
        assert_eq!(resumed.length, if whole == 0 { 0 } else { ends[whole - 1] }, "cut at {cut}");
    }
}

#[test]
fn games_written_twice_count_once_and_unfinished_ones_not_at_all() {
    let plan = plan_of("tictactoe");
    let (mut text, mut records) = file(&plan);
    records[1].end.reason = "played again".to_owned();
    text.push_str(&json::print(&records[1]));
    let mut unfinished = records[0].clone();
    unfinished.number = 9;
    unfinished.end.result = GameResult::Unfinished;
    text.push_str(&json::print(&unfinished));
    assert_eq!(json::read(&text, &plan).unwrap().records, records);
}

#[test]
fn another_match_is_refused_with_the_reason() {
    let arguments = "--engine cmd=a --engine cmd=b option.Hash=5 --each tc=5.1+0.1 --seed 3";
    let (text, _) = file(&plan(arguments));
    for (from, to, expected) in [
        ("Hash=5", "Hash=6", "engines 2: options"),
        ("cmd=a", "cmd=c", "engines 1: "),
        ("+0.1", "+0.2", "engines 1: limit"),
        ("--seed 3", "--seed 4", "seed was 3, is now 4"),
        ("--seed", "--game cfour --seed", "game was \"chess\", is now \"cfour\""),
        ("--seed", "--openings random --seed", "openings was"),
    ] {
        let other = plan(&arguments.replace(from, to));
        let error = json::read(&text, &other).expect_err(to).to_string();
        let start = "line 1: different match: ";
        assert!(error.starts_with(start) && error.contains(expected), "{to}: {error}");
    }
    let longer = format!("{arguments} --rounds 900 --concurrency 4 --sprt elo0=0 elo1=5");
    assert_eq!(json::read(&text, &plan(&longer)).unwrap().records.len(), 3);
}

/// A line of a game with this content and the checksum for it.
fn sealed(line: &str) -> String {
    let content = line.rsplit_once(",\"sum\":").map_or(line.trim_end_matches('}'), |(it, _)| it);
    format!("{content},\"sum\":\"{:08x}\"}}\n", crc32fast::hash(content.as_bytes()))
}

#[test]
fn damage_before_the_end_is_reported() {
    let plan = plan_of("tictactoe");
    let (text, _) = file(&plan);
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    assert_eq!(sealed(lines[1]), lines[1]);
    let altered = |from: &str, to: &str| {
        assert!(lines[1].contains(from), "{from}");
        format!("{}{}", lines[0], sealed(&lines[1].replace(from, to)))
    };
    let cases = [
        (format!("{}{{]\n{}", lines[0], lines[1]), "line 2: "),
        (format!("{}{}", lines[1], lines[2]), "line 1: expected a description of the match"),
        (altered("\"number\":0", "\"number\":-1"), "line 2: invalid value: integer `-1`"),
        (format!("{}{}", lines[0], sealed("{\"number\":1}")), "line 2: missing field `round`"),
        (altered(":\"draw\"", ":\"drwa\""), "line 2: expected first, second, draw or unfinished"),
        (altered("\"engines\":[", "\"engines\":[1"), "line 2: expected two engines"),
    ];
    for (text, expected) in cases {
        let error = json::read(&text, &plan).expect_err(expected).to_string();
        assert!(error.starts_with(expected), "expected {expected}, found {error}");
    }
}

/// Scraps of PGN in any order, and any text.
fn scraps() -> impl Strategy<Value = String> {
    let scrap = prop_oneof![
        "[\\[\\](){};$%\"\\\\\n .#+!?*-]{0,3}",
        "[0-9]{0,3}\\.{0,3}",
        "(e4|e5|Nf3|O-O|0-0|a8=Q|1-0|\\*|\\{book\\}|\\{\\+0.35/12 0.1s\\}|\\{-M2147483649/9 9e99s\\})",
        "\\[(FEN|Variant|Round|White) \"[a-z0-9 /]{0,9}\"\\]",
        "\\PC{0,6}",
    ];
    prop::collection::vec(scrap, 0..20).prop_map(|scraps| scraps.join(" "))
}

proptest! {
    #[test]
    fn any_text_is_read_as_pgn(text in scraps()) {
        let lines = text.matches('\n').count() + 1;
        for game in plyglot_records::pgn::read(&text) {
            game.moves.iter().for_each(|m| _ = score_of(&m.comment));
            let mut referee = plyglot_games::standard().game("chess").unwrap().open();
            _ = replay(&game, &mut *referee, Some(4));
            for line in game.faults.iter().map(|fault| fault.line).chain([game.line]) {
                prop_assert!((1..=lines).contains(&line), "{text:?}: line {line} of {lines}");
            }
        }
    }

    #[test]
    fn any_text_is_resumed_or_refused(text in "\\PC{0,20}", cut in 0..4000_usize) {
        let plan = plan_of("tictactoe");
        let (mut file, _) = file(&plan);
        let at = cut % file.len();
        file.insert_str(at, &text);
        if let Ok(resumed) = json::read(&file, &plan) {
            prop_assert!(resumed.records.len() <= 3 && resumed.length <= file.len());
        }
    }
}
