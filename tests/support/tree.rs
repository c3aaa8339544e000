//! Small random games, made up from a seed: the proving ground of the search.

use plyglot_core::game::random::mix;
use plyglot_core::game::{
    Centi, Evaluation, Exact, Game, Glance, Histories, Knowledge, Milli, Outcome, Scale,
    SearchParams, Side, Which,
};

/// How many different moves there are; a position has 1 to as many.
const MOVES: u8 = 4;

/// A game whose rules are the bits of a hash. A position is how often each
/// move was made, in whatever order, so transpositions abound. Where `TURNS`
/// is false the sides do not move in turn.
#[derive(Clone, Debug, PartialEq)]
pub struct Tree<const TURNS: bool> {
    seed: u64,
    /// Moves after which every game is over.
    length: u8,
    made: [u8; MOVES as usize],
}

/// The purpose of a hash, so that the answers do not depend on each other.
#[derive(Clone, Copy)]
enum Question {
    Count,
    End,
    Value,
    Forced,
    Known,
    Side,
    Tactical(u8),
}

impl<const TURNS: bool> Tree<TURNS> {
    pub fn new(seed: u64, length: u8) -> Self {
        Tree { seed, length, made: [0; MOVES as usize] }
    }

    fn ply(&self) -> u8 {
        self.made.iter().sum()
    }

    fn answer(&self, question: Question) -> u64 {
        let question = match question {
            Question::Count => 0,
            Question::End => 1,
            Question::Value => 2,
            Question::Forced => 3,
            Question::Known => 4,
            Question::Side => 5,
            Question::Tactical(m) => 6 + u64::from(m),
        };
        mix(self.key() ^ mix(question ^ self.seed << 8))
    }
}

impl<const TURNS: bool> Game for Tree<TURNS> {
    type Move = u8;

    const ALTERNATING: bool = TURNS;

    fn side(&self) -> Side {
        let bit = if TURNS { u64::from(self.ply()) } else { self.answer(Question::Side) };
        if bit % 2 == 0 { Side::First } else { Side::Second }
    }

    fn decided(&self) -> Option<Outcome> {
        match (self.ply() == self.length, self.answer(Question::End) % 24) {
            (_, 0) => Some(Outcome::Lost),
            (_, 1) => Some(Outcome::Won),
            (true, 2..13) => Some(Outcome::Lost),
            _ => None,
        }
    }

    fn stalled(&self) -> Outcome {
        if self.answer(Question::End).is_multiple_of(2) { Outcome::Drawn } else { Outcome::Lost }
    }

    fn moves(&self, which: Which, mut visit: impl FnMut(u8)) {
        if self.ply() < self.length {
            let count = 1 + (self.answer(Question::Count) % u64::from(MOVES)) as u8;
            (0..count).filter(|&m| which == Which::All || self.tactical(m)).for_each(&mut visit);
        }
    }

    fn tactical(&self, m: u8) -> bool {
        self.answer(Question::Tactical(m)).is_multiple_of(3)
    }

    fn play(&mut self, m: u8) {
        self.made[usize::from(m)] += 1;
    }

    fn key(&self) -> u64 {
        mix(u64::from(u32::from_le_bytes(self.made)) ^ mix(self.seed))
    }

    fn pack(m: u8) -> u32 {
        u32::from(m) + 1
    }
}

impl<const TURNS: bool> Evaluation for Tree<TURNS> {
    type State = ();

    fn evaluate(&self, _state: &(), _workspace: &mut ()) -> i32 {
        (self.answer(Question::Value) % 201) as i32 - 100
    }
}

impl<const TURNS: bool> Histories for Tree<TURNS> {}

impl<const TURNS: bool> Knowledge for Tree<TURNS> {
    const PARAMS: SearchParams = {
        let mut params = SearchParams::PLAIN;
        params.quiescence.is_on = true;
        params.lmr.is_on = true;
        params.lmr.slope = Milli(435);
        params.aspiration.window = Centi(5);
        params
    };
    const SCALE: Scale = Scale { notable_centi: 5, ..Scale::USUAL };

    fn glance(&self) -> Glance {
        match (self.answer(Question::Known) % 40, self.answer(Question::Forced) % 6) {
            (0, _) => Glance::Known(Exact::Draw),
            (_, 0) => Glance::Forced,
            _ => Glance::Open,
        }
    }
}
