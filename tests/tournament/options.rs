//! The arguments of `plyglot match`: what each means, and what is said of
//! those that are wrong.

use plyglot_engine::{AdjudicationRules, DrawByScore, WinByScore};
use plyglot_match::options;
use plyglot_match::plan::{
    BookFormat, Files, Limit, MatchPlan, Openings, Pairing, Protocol, TimeControl,
};
use plyglot_support::sprt::{EloModel, Sprt};
use proptest::prelude::*;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Two engines with a limit, to which arguments are added.
const TWO: &str = "--engine cmd=/bin/one --engine cmd=two nodes=2 --each nodes=1 ";

fn parse(arguments: &str) -> Result<MatchPlan, clap::Error> {
    let arguments: Vec<String> = arguments.split_whitespace().map(str::to_owned).collect();
    options::parse(&arguments, &plyglot_games::standard())
}

#[track_caller]
fn plan(arguments: &str) -> MatchPlan {
    parse(&format!("{TWO}{arguments}")).unwrap_or_else(|error| panic!("{arguments}: {error}"))
}

#[test]
fn most_options_have_defaults() {
    let plan = plan("");
    assert_eq!(plan.game, "chess");
    assert_eq!((plan.rounds, plan.games, plan.repeat), (2, 2, true));
    assert_eq!((plan.concurrency, plan.seed), (1, 1));
    assert_eq!((plan.pairing, &plan.openings), (Pairing::RoundRobin, &Openings::Start));
    // Some games have no end of their own.
    let adjudication = AdjudicationRules { max_plies: Some(12_000), ..Default::default() };
    assert_eq!((plan.sprt, plan.adjudication), (None, adjudication));
    assert!(plan.engines.iter().all(|engine| !engine.ponder));
    assert_eq!(plan.files, Files::default());
    let [one, two] = &plan.engines[..] else { panic!("{:?}", plan.engines) };
    assert_eq!((one.name.as_str(), one.command.as_str()), ("one", "/bin/one"));
    assert_eq!((two.name.as_str(), two.protocol), ("two", Protocol::Uci));
    assert_eq!(one.limit, Limit { nodes: Some(1), ..Limit::default() });
    assert_eq!(two.limit, Limit { nodes: Some(2), ..Limit::default() });
}

#[test]
fn every_option_of_the_match_is_read() {
    let plan = plan(
        "--game connect4 --rounds 7 --games 1 --concurrency 3 --maxmoves 90 --tournament gauntlet \
         --ponder --seed 18446744073709551615 --pgnout file=a.pgn --json b.json --log file=c.log --live e.json \
         --recover --event Cup --resume b.json",
    );
    assert_eq!((plan.game.as_str(), plan.rounds, plan.games), ("cfour", 7, 1));
    assert_eq!((plan.concurrency, plan.adjudication.max_plies), (3, Some(180)));
    assert_eq!((plan.pairing, plan.seed), (Pairing::Gauntlet, u64::MAX));
    assert!(plan.engines.iter().all(|engine| engine.ponder));
    assert_eq!(plan.event, "Cup");
    let file = |name: &str| Some(PathBuf::from(name));
    let files = Files {
        pgn: file("a.pgn"),
        json: file("b.json"),
        log: file("c.log"),
        live: file("e.json"),
        resume: file("b.json"),
    };
    assert_eq!(plan.files, files);
}

#[test]
fn options_have_synonyms_with_one_hyphen_or_two() {
    let expected = plan("--game chess960 --seed 9 --rounds 4 --pgnout a.pgn --repeat");
    assert_eq!(plan("-variant Chess960 -srand 9 -rounds 4 -pgnout file=a.pgn -repeat 2"), expected);
    assert_eq!(plan("--game=chess960 --seed=9 --rounds=4 --pgnout=a.pgn"), expected);
    assert!(!plan("--repeat 1").repeat);
    assert_eq!(plan("--maxmoves 0").adjudication.max_plies, None);
    assert_eq!(plan("-tournament round-robin").pairing, Pairing::RoundRobin);
}

#[test]
fn every_option_of_an_engine_is_read() {
    let plan = parse(
        "--each proto=ugi option.Hash=16 option.Threads=2 tc=10+0.1 timemargin=50 nps=7000 dir=/tmp arg=-x \
         --engine cmd=a name=First args=-v arg=--deep=1 option.hash=64 st=0.5 depth=9 nodes=100 \
         --engine cmd=b proto=uci tc=inf nodes=5 dir=x --engine cmd=c",
    )
    .unwrap();
    let [a, b, c] = &plan.engines[..] else { panic!("{:?}", plan.engines) };
    let pairs = |pairs: &[(&str, &str)]| -> Vec<(String, String)> {
        pairs.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect()
    };
    let clock = TimeControl {
        moves: None,
        base: Duration::from_secs(10),
        increment: Duration::from_millis(100),
    };
    assert_eq!((a.name.as_str(), a.protocol), ("First", Protocol::Ugi));
    assert_eq!(a.arguments, ["-v", "--deep=1"]);
    assert_eq!(a.options, pairs(&[("Threads", "2"), ("hash", "64")]));
    assert_eq!(a.directory.as_deref(), Some(Path::new("/tmp")));
    let limit = Limit {
        clock: Some(clock),
        move_time: Some(Duration::from_millis(500)),
        nodes: Some(100),
        depth: Some(9),
        margin: Duration::from_millis(50),
        nodes_per_second: std::num::NonZeroU32::new(7000),
    };
    assert_eq!(a.limit, limit);
    assert_eq!((b.protocol, b.limit.clock, b.limit.nodes), (Protocol::Uci, None, Some(5)));
    assert_eq!(b.options, pairs(&[("Hash", "16"), ("Threads", "2")]));
    assert_eq!((b.arguments.as_slice(), b.name.as_str()), (&["-x".to_owned()][..], "b"));
    assert_eq!((c.limit.clock, c.limit.nodes), (Some(clock), None));
}

#[test]
fn pondering_is_set_for_each_engine() {
    let ponders = |arguments: &str| -> Vec<bool> {
        let engines = "--engine cmd=a ponder=true --engine cmd=b ponder=off --engine cmd=c nodes=1";
        let plan = parse(&format!("{engines} {arguments}")).unwrap_or_else(|e| panic!("{e}"));
        plan.engines.iter().map(|engine| engine.ponder).collect()
    };
    assert_eq!(ponders("--each nodes=1"), [true, false, false]);
    assert_eq!(ponders("--each nodes=1 --ponder"), [true, false, true]);
    assert_eq!(ponders("--each nodes=1 ponder=true"), [true, false, true]);
    assert_eq!(ponders("--each nodes=1 ponder=false --ponder"), [true, false, false]);
}

#[test]
fn values_may_have_blanks() {
    let words =
        ["--engine", "cmd=/a b/c d.exe", "args=-x  -y", "arg=p q", "option.Sys Path=<empty>"];
    let more = ["option.Style=a = b", "nodes=1", "--engine", "cmd=e", "nodes=1", "--event", "A B"];
    let words: Vec<String> = words.iter().chain(&more).map(|word| word.to_string()).collect();
    let plan = options::parse(&words, &plyglot_games::standard()).unwrap();
    let engine = &plan.engines[0];
    assert_eq!((engine.name.as_str(), engine.command.as_str()), ("c d", "/a b/c d.exe"));
    assert_eq!(engine.arguments, ["-x", "-y", "p q"]);
    let options = [("Sys Path", "<empty>"), ("Style", "a = b")];
    assert_eq!(engine.options, options.map(|(name, value)| (name.to_owned(), value.to_owned())));
    assert_eq!(plan.event, "A B");
}

#[test]
fn names_are_made_unique() {
    let engines = "--engine cmd=x/e --engine cmd=y/e --engine cmd=e name=e-2 --engine cmd=e.exe";
    let plan = parse(&format!("{engines} --each depth=1")).unwrap();
    let names: Vec<&str> = plan.engines.iter().map(|engine| engine.name.as_str()).collect();
    assert_eq!(names, ["e", "e-3", "e-2", "e-4"]);
}

#[test]
fn clocks_are_read() {
    let clock = |text: &str| {
        let plan = parse(&format!("--engine cmd=a --engine cmd=b --each tc={text}"));
        plan.unwrap_or_else(|error| panic!("{error}")).engines[1].limit.clock
    };
    let cases = [
        ("10+0.1", None, 10_000, 100),
        ("40/60+0.6", Some(40), 60_000, 600),
        ("inf/10+0.1", None, 10_000, 100),
        ("/180+2", None, 180_000, 2_000),
        ("5:00+3", None, 300_000, 3_000),
        ("40/1:30:02.5", Some(40), 5_402_500, 0),
        ("0.25", None, 250, 0),
        (".5+.05", None, 500, 50),
        ("0:30", None, 30_000, 0),
    ];
    for (text, moves, base, increment) in cases {
        let expected = TimeControl {
            moves,
            base: Duration::from_millis(base),
            increment: Duration::from_millis(increment),
        };
        assert_eq!(clock(text), Some(expected), "{text}");
    }
}

#[test]
fn openings_are_read() {
    let file = |path: &str, format, random, start, plies| Openings::File {
        path: PathBuf::from(path),
        format,
        random,
        start,
        plies,
    };
    let cases = [
        ("file=a.epd", file("a.epd", BookFormat::Epd, false, 1, None)),
        ("file=x/a.PGN plies=8", file("x/a.PGN", BookFormat::Pgn, false, 1, Some(8))),
        ("file=a format=fen order=random start=7", file("a", BookFormat::Fen, true, 7, None)),
        ("file=a.epd format=pgn order=sequential", file("a.epd", BookFormat::Pgn, false, 1, None)),
        ("random", Openings::Random { plies: 8, balance: 80 }),
        ("random plies=5 balance=120", Openings::Random { plies: 5, balance: 120 }),
    ];
    for (text, expected) in cases {
        assert_eq!(plan(&format!("--openings {text}")).openings, expected, "{text}");
    }
}

#[test]
fn sequential_tests_and_adjudication_rules_are_read() {
    let sprt = |text: &str| plan(&format!("--sprt {text}")).sprt.unwrap();
    let (alpha, beta, model) = (0.05, 0.05, EloModel::Normalized);
    assert_eq!(sprt("elo0=0 elo1=5"), Sprt { elo0: 0.0, elo1: 5.0, alpha, beta, model });
    let expected =
        Sprt { elo0: -3.5, elo1: -1.0, alpha: 0.1, beta: 0.2, model: EloModel::Logistic };
    assert_eq!(sprt("elo0=-3.5 elo1=-1 alpha=0.1 beta=0.2 model=logistic"), expected);
    assert_eq!(plan("--sprt elo0=0 elo1=5").rounds, 50_000);
    assert_eq!(plan("--rounds 9 --sprt elo0=0 elo1=5").rounds, 9);
    let rules = |text: &str| plan(text).adjudication;
    let draw = DrawByScore { min_plies: 80, plies: 8, score: 10 };
    assert_eq!(rules("--draw movenumber=40 movecount=4 score=10").draw, Some(draw));
    let draw = DrawByScore { min_plies: 68, plies: 16, score: 20 };
    assert_eq!(rules("--draw").draw, Some(draw));
    let win = WinByScore { moves: 5, score: 900, two_sided: true };
    assert_eq!(rules("--resign movecount=5 score=900 twosided=true").win, Some(win));
    let win = WinByScore { moves: 3, score: 600, two_sided: false };
    assert_eq!(rules("--resign").win, Some(win));
}

#[test]
fn unknown_games_are_refused() {
    let error = parse(&format!("{TWO}--game ches")).expect_err("no such game").to_string();
    assert!(error.contains("--game: expected a game (chess, standard, normal"), "{error}");
    assert!(error.contains("found 'ches'; did you mean 'chess'?"), "{error}");
}

/// Arguments for fastchess or cutechess-cli that have no effect here.
#[test]
fn words_of_other_programs_that_change_nothing_are_accepted() {
    let same = [
        "-ratinginterval 10 -scoreinterval 1 -output format=cutechess -autosaveinterval 0",
        "-force-concurrency -testEnv -show-latency -site here -wait 5",
        "-outcomeinterval 3 -resultformat wide -report penta=true",
        "-each restart=off -each restart=auto",
    ];
    for words in same {
        assert_eq!(plan(words), plan(""), "{words}");
    }
    let files = plan("--pgnout a.pgn --log b.log --openings file=c.epd order=random");
    let long = "-pgnout notation=san nodes=false append=true file=a.pgn \
                -log file=b.log level=trace append=false realtime=true engine=true \
                -openings file=c.epd policy=round order=random";
    assert_eq!(plan(long), files);
}

#[test]
fn engines_may_take_their_time_to_start() {
    let plan = plan("--each startup=30.5");
    let startup = Some(Duration::from_millis(30_500));
    assert!(plan.engines.iter().all(|engine| engine.startup == startup));
}

proptest! {
    #[test]
    fn any_arguments_are_parsed_without_panic(words in prop::collection::vec(
        prop_oneof![
            "-{0,2}[a-z]{0,9}(=[-+./:0-9a-z]{0,6})?",
            "--(engine|each|openings|sprt|draw|resign|game|rounds|log|seed)",
            "(cmd|tc|st|nodes|elo0|file|plies|option\\.x)=[-+./:0-9]{0,8}",
            "\\PC{0,12}",
        ], 0..12))
    {
        let words: Vec<String> = TWO.split_whitespace().map(str::to_owned).chain(words).collect();
        if let Err(error) = options::parse(&words, &plyglot_games::standard()) {
            prop_assert!(!error.to_string().is_empty(), "{error:?}");
        }
    }
}
