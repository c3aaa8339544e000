//! Random games of a match, as its runner would record them.

use plyglot_core::game::random::Random;
use plyglot_core::game::{GameResult, Side};
use plyglot_match::options;
use plyglot_match::plan::MatchPlan;
use plyglot_match::record::{GameEnd, GameRecord, Opening, PlayedMove, ReportedScore, Termination};
use plyglot_records::find_game;
use plyglot_records::{RecordedGame, Replay, replay, set_up};
use std::time::Duration;

/// The plan of these arguments, which are cut at blanks.
pub fn plan(arguments: &str) -> MatchPlan {
    let arguments: Vec<String> = arguments.split_whitespace().map(str::to_owned).collect();
    options::parse(&arguments, &plyglot_games::standard()).unwrap_or_else(|error| panic!("{error}"))
}

/// A plan of two engines in this game.
pub fn plan_of(game: &str) -> MatchPlan {
    plan(&format!("--game {game} --engine cmd=alpha --engine cmd=beta --each tc=10+0.1"))
}

fn remarks(random: &mut Random) -> (Option<ReportedScore>, Option<u32>, Option<u64>, Duration) {
    let score = match random.below(4) {
        0 => None,
        1 => Some(ReportedScore::Mate(random.below(61) as i32 - 30)),
        _ => Some(ReportedScore::Centi(random.below(4001) as i32 - 2000)),
    };
    let depth = (random.below(5) > 0).then(|| random.below(100) as u32);
    let nodes = (random.below(5) > 0).then(|| random.bits() >> 1);
    (score, depth, nodes, Duration::from_millis(random.below(20_000) as u64))
}

/// A game of random moves: `book` of them are its opening, and it is stopped
/// after `longest` plies if the rules have not ended it before.
pub fn random_record(
    plan: &MatchPlan,
    start: Option<&str>,
    book: usize,
    longest: usize,
    random: &mut Random,
) -> GameRecord {
    let mut referee = plyglot_games::standard().game(&plan.game).expect("a known game").open();
    let position = start.and_then(|text| {
        let (position, _) = set_up(referee.as_mut(), 1, text).expect("a position of the game");
        position
    });
    let mut opening = Opening { position, moves: Vec::new() };
    let mut moves = Vec::new();
    while referee.result().is_none() && moves.len() < longest {
        let legal = referee.moves();
        let name = legal[random.below(legal.len())].clone();
        let record = referee.play(&name).expect("a legal move");
        if opening.moves.len() < book {
            opening.moves.push(name);
            continue;
        }
        let (score, depth, nodes, time) = remarks(random);
        let defaults = PlayedMove::default();
        moves.push(PlayedMove { name, record, score, depth, nodes, time, ..defaults });
    }
    let (result, termination) = match referee.result() {
        Some(over) => (over.result, Termination::Rules),
        None => random_stop(random),
    };
    let number = random.below(1000) as u32;
    let engines = if number.is_multiple_of(2) { [0, 1] } else { [1, 0] };
    let reason = format!("it says \"{result:?}\" \\ {termination:?}");
    let final_position = referee.position();
    let round = number / 2 + 1;
    let end = GameEnd { result, termination, reason };
    GameRecord { number, round, engines, opening, moves, end, final_position }
}

fn random_stop(random: &mut Random) -> (GameResult, Termination) {
    const ENDS: [(GameResult, Termination); 6] = [
        (GameResult::Draw, Termination::Adjudication),
        (GameResult::Win(Side::First), Termination::Time),
        (GameResult::Win(Side::Second), Termination::IllegalMove),
        (GameResult::Win(Side::First), Termination::Crash),
        (GameResult::Win(Side::Second), Termination::Stall),
        (GameResult::Unfinished, Termination::Interrupted),
    ];
    ENDS[random.below(ENDS.len())]
}

/// A game of a file, replayed by its rules, which allow all of it.
#[track_caller]
pub fn replayed(game: &RecordedGame) -> Replay {
    let registry = plyglot_games::standard();
    let named = find_game(&registry, game.tag("Variant").unwrap_or("chess"));
    let mut referee = named.expect("a known game").open();
    let replay = replay(game, &mut *referee, None).expect("a position of the game");
    assert_eq!(replay.faults, []);
    replay
}

/// The number of a game in its match, from 0.
#[track_caller]
pub fn number_of(game: &RecordedGame) -> u64 {
    let number: Option<u64> = game.tag("GameNumber").and_then(|number| number.parse().ok());
    number.expect("a number") - 1
}
