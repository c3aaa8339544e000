//! The checker of the laws, held against games that break one of them.

use plyglot_core::game::random::mix;
use plyglot_core::game::{
    Evaluation, Exact, FeatureGroup, Game, GameInfo, Glance, Histories, Knowledge, Linear,
    Notation, Outcome, Side, TextError, Weight, Which, laws, text_error,
};

/// The steps to the end of the way.
const GOAL: u8 = 9;
/// The longer step of either side; the shorter one is a step of 1.
const LONG: [u8; 2] = [2, 3];

/// Faults of a game.
const NOTHING: u8 = 0;
const CLAIMS_A_WIN_TOO_SOON: u8 = 1;
const CLAIMS_A_WIN_TOO_LATE: u8 = 2;
const CLAIMS_A_DRAW: u8 = 3;
const CLAIMS_A_LOSS: u8 = 4;
const CONTRADICTS_ITSELF: u8 = 5;
const EVALUATES_TOO_HIGH: u8 = 6;
const FORGETS_THE_SIDE: u8 = 7;
const FORGETS_THE_TURN: u8 = 8;
const COUNTS_A_FEATURE_TOO_FEW: u8 = 9;
const PANICS_IN_MOVES: u8 = 10;
const PANICS_IN_PLAY: u8 = 11;
const PANICS_IN_PRINT: u8 = 12;
const HAS_NO_SUCH_FEATURE: u8 = 13;
const REPEATS_A_BENCH_POSITION: u8 = 14;

/// A race of two runners. Who is at the end first has won. Each has a step of
/// its own, so that it matters whose turn it is.
#[derive(Clone, Debug)]
struct Race<const FAULT: u8> {
    ways: [u8; 2],
    side: Side,
}

impl<const FAULT: u8> Race<FAULT> {
    /// The distances left for the runner to move and the other one.
    fn left(&self) -> [u8; 2] {
        [self.side, !self.side].map(|side| GOAL - self.ways[side.index()])
    }
}

impl<const FAULT: u8> Game for Race<FAULT> {
    type Move = u8;

    fn side(&self) -> Side {
        self.side
    }

    fn decided(&self) -> Option<Outcome> {
        (self.left()[1] == 0).then_some(Outcome::Lost)
    }

    fn moves(&self, which: Which, visit: impl FnMut(u8)) {
        assert!(FAULT != PANICS_IN_MOVES || self.ways != [4, 4], "the bug in the moves");
        if which != Which::Tactical {
            [1, LONG[self.side.index()]].into_iter().for_each(visit);
        }
    }

    fn play(&mut self, step: u8) {
        let way = &mut self.ways[self.side.index()];
        assert!(FAULT != PANICS_IN_PLAY || *way + step != 5, "the bug in the play");
        *way = (*way + step).min(GOAL);
        self.side = !self.side;
    }

    fn key(&self) -> u64 {
        let ways = u64::from(self.ways[0]) << 8 | u64::from(self.ways[1]);
        match FAULT {
            FORGETS_THE_SIDE | FORGETS_THE_TURN => mix(ways),
            _ => mix(ways | (self.side.index() as u64) << 16),
        }
    }

    fn pack(step: u8) -> u32 {
        u32::from(step)
    }
}

impl<const FAULT: u8> Notation for Race<FAULT> {
    type Rules = ();

    fn info(_: ()) -> &'static GameInfo {
        // Where nothing is to be found by turning, the text has other words for the sides.
        const START: [&str; 2] = ["0/0 w", "0/0 first"];
        const {
            let start = START[(FAULT == FORGETS_THE_TURN) as usize];
            let bench: &[&str] = if FAULT == REPEATS_A_BENCH_POSITION { &["0/0 w"] } else { &[] };
            &GameInfo { bench, ..GameInfo::new("race", start) }
        }
    }

    fn rules(&self) {}

    fn parse_with(_: (), text: &str) -> Result<Self, TextError> {
        let wrong = || text_error(text, 0, "two ways and a side: 0/0 w");
        let (ways, side) = text.split_once(' ').ok_or_else(wrong)?;
        let (first, second) = ways.split_once('/').ok_or_else(wrong)?;
        let way = |text: &str| text.parse().ok().filter(|&way| way <= GOAL).ok_or_else(wrong);
        let side = match side {
            "w" | "first" => Side::First,
            "b" | "second" => Side::Second,
            _ => return Err(wrong()),
        };
        Ok(Race { ways: [way(first)?, way(second)?], side })
    }

    fn print(&self) -> String {
        assert!(FAULT != PANICS_IN_PRINT || self.ways != [2, 1], "the bug in the text");
        let sides = if FAULT == FORGETS_THE_TURN { ["first", "second"] } else { ["w", "b"] };
        let [first, second] = self.ways;
        format!("{first}/{second} {}", sides[self.side.index()])
    }

    fn identity(&self) -> String {
        match FAULT {
            FORGETS_THE_SIDE | FORGETS_THE_TURN => format!("{:?}", self.ways),
            _ => format!("{:?} {:?}", self.ways, self.side),
        }
    }

    fn print_move(&self, step: u8) -> String {
        format!("step{step}")
    }
}

impl<const FAULT: u8> Evaluation for Race<FAULT> {
    type State = ();

    fn evaluate(&self, _state: &(), _workspace: &mut ()) -> i32 {
        let [own, other] = self.left().map(i32::from);
        match FAULT {
            EVALUATES_TOO_HIGH => 5000 * (other - own),
            COUNTS_A_FEATURE_TOO_FEW => 10 * (other - own) + 3,
            _ => 10 * (other - own),
        }
    }
}

impl<const FAULT: u8> Histories for Race<FAULT> {}

impl<const FAULT: u8> Knowledge for Race<FAULT> {
    fn glance(&self) -> Glance {
        let [own, other] = self.left();
        let [long, others] = [self.side, !self.side].map(|side| LONG[side.index()]);
        let loses = own > long && other == 1;
        match FAULT {
            CLAIMS_A_WIN_TOO_SOON if own == long + 1 => Glance::Known(Exact::Win(1)),
            CLAIMS_A_WIN_TOO_LATE if own == 1 => Glance::Known(Exact::Win(3)),
            CLAIMS_A_DRAW if own == other => Glance::Known(Exact::Draw),
            CLAIMS_A_LOSS if other <= others && own > 1 => Glance::Known(Exact::Loss(2)),
            CONTRADICTS_ITSELF if own + 2 < other => Glance::Known(Exact::Win(200)),
            _ if own <= long => Glance::Known(Exact::Win(1)),
            _ if loses => Glance::Known(Exact::Loss(2)),
            _ => Glance::Open,
        }
    }
}

impl<const FAULT: u8> Linear for Race<FAULT> {
    const GROUPS: &'static [FeatureGroup] = &[FeatureGroup { name: "lead", topic: "", size: 1 }];

    fn weights() -> Vec<Weight> {
        vec![[10, 0]]
    }

    fn features(&self, mut visit: impl FnMut(usize, i32)) {
        let [first, second] = self.ways.map(i32::from);
        visit(0, first - second);
        if FAULT == HAS_NO_SUCH_FEATURE {
            visit(1, 1);
        }
    }
}

/// The checker's message about a game.
fn verdict<const FAULT: u8>() -> String {
    laws::check::<Race<FAULT>>(100, 1).expect_err("the game is wrong")
}

#[track_caller]
fn expect(verdict: &str, parts: &[&str]) {
    for part in parts {
        assert!(verdict.contains(part), "`{part}` is not in: {verdict}");
    }
}

#[test]
fn a_game_without_a_fault_passes() {
    laws::check::<Race<NOTHING>>(100, 1).unwrap();
    laws::check_linear::<Race<NOTHING>>(100, 1).unwrap();
}

#[test]
fn a_claimed_win_that_does_not_exist_is_found() {
    expect(&verdict::<CLAIMS_A_WIN_TOO_SOON>(), &["Win(1)", "no win", "`"]);
}

#[test]
fn a_win_that_comes_sooner_is_found() {
    expect(&verdict::<CLAIMS_A_WIN_TOO_LATE>(), &["Win(3)", "sooner"]);
}

#[test]
fn a_claimed_draw_that_is_no_draw_is_found() {
    expect(&verdict::<CLAIMS_A_DRAW>(), &["Draw", "`"]);
}

#[test]
fn a_claimed_loss_that_is_no_loss_is_found() {
    expect(&verdict::<CLAIMS_A_LOSS>(), &["Loss(2)", "`"]);
}

/// Two hundred plies are more than a proof can look into, but not more than is claimed
/// of the positions a move later.
#[test]
fn claims_that_contradict_each_other_are_found() {
    expect(&verdict::<CONTRADICTS_ITSELF>(), &["Win(200)", "Win(1)", "`"]);
}

#[test]
fn an_evaluation_beyond_the_range_is_found() {
    expect(&verdict::<EVALUATES_TOO_HIGH>(), &["within +-20000", "000", "`"]);
}

#[test]
fn a_key_without_the_side_is_found_by_the_position_turned() {
    expect(&verdict::<FORGETS_THE_SIDE>(), &["key", "side", "`"]);
}

#[test]
fn a_key_without_the_side_is_found_when_both_come_up() {
    expect(&verdict::<FORGETS_THE_TURN>(), &["equal keys", "`"]);
}

#[test]
fn features_that_do_not_sum_to_the_evaluation_are_found() {
    let verdict = laws::check_linear::<Race<COUNTS_A_FEATURE_TOO_FEW>>(100, 1).unwrap_err();
    expect(&verdict, &["features", "`0/0 w`", "3"]);
    let verdict = laws::check_linear::<Race<HAS_NO_SUCH_FEATURE>>(100, 1).unwrap_err();
    expect(&verdict, &["feature", "GROUPS", "`0/0 w`"]);
}

#[test]
fn a_bench_position_that_comes_twice_is_found() {
    expect(&verdict::<REPEATS_A_BENCH_POSITION>(), &["bench positions differ", "`0/0 w`"]);
}

#[test]
fn a_panic_is_reported_with_its_position() {
    expect(&verdict::<PANICS_IN_MOVES>(), &["panic", "`4/4 w`", "the bug in the moves"]);
}

#[test]
fn a_panic_is_reported_with_its_move() {
    let verdict = verdict::<PANICS_IN_PLAY>();
    expect(&verdict, &["panic", "the bug in the play", "`step"]);
    let expected = ["4/", "3/", "2/", "/4", "/3", "/2"];
    assert!(expected.iter().any(|part| verdict.contains(part)), "{verdict}");
}

/// Where the text itself fails there is that of the position before, and the move.
#[test]
fn a_panic_in_the_notation_is_reported_with_its_moves() {
    let verdict = verdict::<PANICS_IN_PRINT>();
    expect(&verdict, &["panic", "the bug in the text", "`step"]);
    let before = ["`1/1 w`", "`0/1 w`", "`2/0 b`"];
    assert!(before.iter().any(|part| verdict.contains(part)), "{verdict}");
}
