//! Values that a game claims to know at a glance, held against its rules.

use crate::games::{Exact, Game, Glance, Knowledge, Notation, Outcome, Side};

/// Positions that are looked at for the proof of one claim.
const EFFORT: u32 = 2000;
/// Claims of more plies are only held against those a move later.
const LONGEST: u16 = 64;

/// A value that is known at a glance is true, as far as little effort can tell.
pub(super) fn check<G: Notation + Knowledge>(position: &G, text: &str) -> Result<(), String> {
    if position.decided().is_some() {
        return Ok(());
    }
    let Glance::Known(claimed) = position.glance() else { return Ok(()) };
    let refuted = match trial(position, claimed) {
        Trial::Proved => None,
        Trial::Refuted(why) => Some(why),
        Trial::Open => contradiction(position, claimed),
    };
    match refuted {
        Some(why) => {
            Err(format!("what is known at a glance is true: `{text}` is {claimed:?}, but {why}"))
        }
        None => Ok(()),
    }
}

/// What a search says of a claim.
enum Trial {
    Proved,
    Refuted(String),
    /// The effort was not enough.
    Open,
}

/// What is known of the positions a move later and cannot be if the claim is true.
/// Which of them is wrong only a search can tell.
fn contradiction<G: Knowledge>(position: &G, claimed: Exact) -> Option<String> {
    let values = position.legal_moves().into_iter().map(|m| {
        let mut next = position.clone();
        next.play(m);
        let value = next.status().map(Exact::of_outcome).or_else(|| next.glance().known())?;
        Some(value.before_move(next.side() != position.side()))
    });
    let values: Vec<Option<Exact>> = values.collect();
    let best = values.iter().flatten().max()?;
    let is_whole = values.iter().all(Option::is_some);
    (*best > claimed || is_whole && *best < claimed)
        .then(|| format!("by what is known a move later its best move comes to {best:?}"))
}

/// Holds a claim against a search by the rules alone.
fn trial<G: Game>(position: &G, claimed: Exact) -> Trial {
    let mover = position.side();
    let (winner, plies, [late, soon]) = match claimed {
        Exact::Win(plies) => {
            (mover, plies, ["there is no win within", "the side to move wins sooner than in"])
        }
        Exact::Loss(plies) => {
            (!mover, plies, ["it is not lost within", "the side to move loses sooner than in"])
        }
        Exact::Draw => return trial_of_draw(position),
    };
    if plies > LONGEST {
        return Trial::Open;
    }
    let mut effort = EFFORT;
    let mut proof = Proof { side: winner, effort: &mut effort };
    match proof.wins(position, plies) {
        Some(false) => return Trial::Refuted(format!("{late} {plies} plies")),
        Some(true) if plies == 0 => return Trial::Proved,
        Some(true) => {}
        None => return Trial::Open,
    }
    match proof.wins(position, plies - 1) {
        Some(true) => Trial::Refuted(format!("{soon} {plies} plies")),
        Some(false) => Trial::Proved,
        None => Trial::Open,
    }
}

/// A draw is never proved here: a repetition without end is no position.
fn trial_of_draw<G: Game>(position: &G) -> Trial {
    let mut effort = EFFORT;
    for plies in 0..=LONGEST {
        for side in [Side::First, Side::Second] {
            match (Proof { side, effort: &mut effort }).wins(position, plies) {
                Some(true) => {
                    return Trial::Refuted(format!("{side:?} wins within {plies} plies"));
                }
                Some(false) => {}
                None => return Trial::Open,
            }
        }
    }
    Trial::Open
}

/// A search for a forced win of one side, by the rules alone.
struct Proof<'e> {
    side: Side,
    /// Positions that may still be looked at.
    effort: &'e mut u32,
}

impl Proof<'_> {
    /// Whether the side can force a win within so many plies; `None` where that
    /// takes more effort than there is.
    fn wins<G: Game>(&mut self, position: &G, plies: u16) -> Option<bool> {
        *self.effort = self.effort.checked_sub(1)?;
        let is_own = position.side() == self.side;
        let won_by = |outcome| match outcome {
            Outcome::Won => is_own,
            Outcome::Lost => !is_own,
            Outcome::Drawn => false,
        };
        if let Some(outcome) = position.decided() {
            return Some(won_by(outcome));
        }
        let moves = position.legal_moves();
        if moves.is_empty() {
            return Some(won_by(position.stalled()));
        }
        if plies == 0 {
            return Some(false);
        }
        for m in moves {
            let mut next = position.clone();
            next.play(m);
            if self.wins(&next, plies - 1)? == is_own {
                return Some(is_own);
            }
        }
        Some(!is_own)
    }
}
