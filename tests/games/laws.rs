//! The laws of the traits hold of each game, and their checker finds games that break one of them.

use plyglot_core::game::random::mix;
use plyglot_core::game::{
    Evaluation, Exact, Game, GameInfo, Glance, Histories, Knowledge, Notation, Outcome, Picture,
    Side, TextError, Which, laws, text_error,
};
use std::fmt::Debug;

fn laws_hold<G: Notation<Rules = ()> + Knowledge<State: Debug + PartialEq>>() {
    laws::check::<G>(80, 1).unwrap();
}

each_game!(laws_hold);

/// So none is missing from any test of each game.
#[test]
fn no_game_is_missing_from_the_list() {
    let registry = plyglot_games::standard();
    let all = registry.entries().iter().map(|entry| entry.info.name);
    assert_eq!(all.collect::<Vec<_>>(), games!(names));
}

/// The steps to the end of the way.
const GOAL: u8 = 9;
/// The longer step of either side; the shorter one is a step of 1.
const LONG: [u8; 2] = [2, 3];

#[derive(Clone, Copy, Debug, PartialEq)]
enum Fault {
    None,
    ClaimsAWinTooSoon,
    ClaimsAWinTooLate,
    ClaimsADraw,
    ClaimsALoss,
    ContradictsItself,
    EvaluatesTooHigh,
    ForgetsTheSide,
    ForgetsTheTurn,
    PanicsInMoves,
    PanicsInPlay,
    PanicsInPrint,
    RepeatsABenchPosition,
}

/// A race of two runners. Who is at the end first has won. Each has a step of
/// its own, so that it matters whose turn it is.
#[derive(Clone, Debug)]
struct Race {
    fault: Fault,
    ways: [u8; 2],
    side: Side,
}

impl Race {
    /// The distances left for the runner to move and the other one.
    fn left(&self) -> [u8; 2] {
        [self.side, !self.side].map(|side| GOAL - self.ways[side.index()])
    }
}

impl Game for Race {
    type Move = u8;

    fn side(&self) -> Side {
        self.side
    }

    fn decided(&self) -> Option<Outcome> {
        (self.left()[1] == 0).then_some(Outcome::Lost)
    }

    fn moves(&self, which: Which, visit: impl FnMut(u8)) {
        assert!(self.fault != Fault::PanicsInMoves || self.ways != [4, 4], "the bug in the moves");
        if which != Which::Tactical {
            [1, LONG[self.side.index()]].into_iter().for_each(visit);
        }
    }

    fn play(&mut self, step: u8) {
        let way = &mut self.ways[self.side.index()];
        assert!(self.fault != Fault::PanicsInPlay || *way + step != 5, "the bug in the play");
        *way = (*way + step).min(GOAL);
        self.side = !self.side;
    }

    fn key(&self) -> u64 {
        let ways = u64::from(self.ways[0]) << 8 | u64::from(self.ways[1]);
        match self.fault {
            Fault::ForgetsTheSide | Fault::ForgetsTheTurn => mix(ways),
            _ => mix(ways | (self.side.index() as u64) << 16),
        }
    }

    fn pack(step: u8) -> u32 {
        u32::from(step)
    }
}

const fn repeating(mut info: GameInfo) -> GameInfo {
    info.bench = &["0/0 w"];
    info
}

impl Notation for Race {
    type Rules = Fault;

    fn info(fault: Fault) -> &'static GameInfo {
        const INFO: GameInfo = GameInfo::new("race", "0/0 w");
        match fault {
            // If nothing is to be found by turning, the text has other words for the sides.
            Fault::ForgetsTheTurn => const { &GameInfo::new("race", "0/0 first") },
            Fault::RepeatsABenchPosition => const { &repeating(INFO) },
            _ => const { &INFO },
        }
    }

    fn rules(&self) -> Fault {
        self.fault
    }

    fn parse_with(fault: Fault, text: &str) -> Result<Self, TextError> {
        let wrong = || text_error(text, 0, "two ways and a side: 0/0 w");
        let (ways, side) = text.split_once(' ').ok_or_else(wrong)?;
        let (first, second) = ways.split_once('/').ok_or_else(wrong)?;
        let way = |text: &str| text.parse().ok().filter(|&way| way <= GOAL).ok_or_else(wrong);
        let side = match side {
            "w" | "first" => Side::First,
            "b" | "second" => Side::Second,
            _ => return Err(wrong()),
        };
        Ok(Race { fault, ways: [way(first)?, way(second)?], side })
    }

    fn print(&self) -> String {
        assert!(self.fault != Fault::PanicsInPrint || self.ways != [2, 1], "the bug in the text");
        let sides =
            if self.fault == Fault::ForgetsTheTurn { ["first", "second"] } else { ["w", "b"] };
        let [first, second] = self.ways;
        format!("{first}/{second} {}", sides[self.side.index()])
    }

    fn identity(&self) -> String {
        match self.fault {
            Fault::ForgetsTheSide | Fault::ForgetsTheTurn => format!("{:?}", self.ways),
            _ => format!("{:?} {:?}", self.ways, self.side),
        }
    }

    fn print_move(&self, step: u8) -> String {
        format!("step{step}")
    }

    fn picture(&self) -> Option<Picture> {
        None
    }
}

impl Evaluation for Race {
    type State = ();

    fn evaluate(&self, _state: &(), _workspace: &mut ()) -> i32 {
        let [own, other] = self.left().map(i32::from);
        match self.fault {
            Fault::EvaluatesTooHigh => 5000 * (other - own),
            _ => 10 * (other - own),
        }
    }
}

impl Histories for Race {}

impl Knowledge for Race {
    fn glance(&self) -> Glance {
        let [own, other] = self.left();
        let [long, others] = [self.side, !self.side].map(|side| LONG[side.index()]);
        let loses = own > long && other == 1;
        match self.fault {
            Fault::ClaimsAWinTooSoon if own == long + 1 => Glance::Known(Exact::Win(1)),
            Fault::ClaimsAWinTooLate if own == 1 => Glance::Known(Exact::Win(3)),
            Fault::ClaimsADraw if own == other => Glance::Known(Exact::Draw),
            Fault::ClaimsALoss if other <= others && own > 1 => Glance::Known(Exact::Loss(2)),
            Fault::ContradictsItself if own + 2 < other => Glance::Known(Exact::Win(200)),
            _ if own <= long => Glance::Known(Exact::Win(1)),
            _ if loses => Glance::Known(Exact::Loss(2)),
            _ => Glance::Open,
        }
    }
}

fn verdict(fault: Fault) -> String {
    laws::check_rules::<Race>(fault, 100, 400, 1).expect_err("the game is wrong")
}

#[track_caller]
fn expect(verdict: &str, parts: &[&str]) {
    for part in parts {
        assert!(verdict.contains(part), "`{part}` is not in: {verdict}");
    }
}

#[test]
fn a_game_without_a_fault_passes() {
    laws::check_rules::<Race>(Fault::None, 100, 400, 1).unwrap();
}

#[test]
fn each_fault_is_found() {
    for (fault, parts) in [
        (Fault::ClaimsAWinTooSoon, &["Win(1)", "no win", "`"][..]),
        (Fault::ClaimsAWinTooLate, &["Win(3)", "sooner"]),
        (Fault::ClaimsADraw, &["Draw", "`"]),
        (Fault::ClaimsALoss, &["Loss(2)", "`"]),
        // Two hundred plies are more than a proof can look into, but not more than is claimed of
        // the positions a move later.
        (Fault::ContradictsItself, &["Win(200)", "Win(1)", "`"]),
        (Fault::EvaluatesTooHigh, &["within +-20000", "000", "`"]),
        // By the position turned, and when both come up.
        (Fault::ForgetsTheSide, &["key", "side", "`"]),
        (Fault::ForgetsTheTurn, &["equal keys", "`"]),
        (Fault::RepeatsABenchPosition, &["bench positions differ", "`0/0 w`"]),
        (Fault::PanicsInMoves, &["panic", "`4/4 w`", "the bug in the moves"]),
    ] {
        expect(&verdict(fault), parts);
    }
}

#[test]
fn a_panic_is_reported_with_its_move() {
    let verdict = verdict(Fault::PanicsInPlay);
    expect(&verdict, &["panic", "the bug in the play", "`step"]);
    let expected = ["4/", "3/", "2/", "/4", "/3", "/2"];
    assert!(expected.iter().any(|part| verdict.contains(part)), "{verdict}");
}

/// If the text itself fails there is that of the position before, and the move.
#[test]
fn a_panic_in_the_notation_is_reported_with_its_moves() {
    let verdict = verdict(Fault::PanicsInPrint);
    expect(&verdict, &["panic", "the bug in the text", "`step"]);
    let before = ["`1/1 w`", "`0/1 w`", "`2/0 b`"];
    assert!(before.iter().any(|part| verdict.contains(part)), "{verdict}");
}
