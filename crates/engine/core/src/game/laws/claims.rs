//! Checks the values that a game returns from [`Knowledge::glance`] against its rules.

use crate::game::{Exact, Game, Glance, Knowledge, Notation, Outcome, Side};

const MAX_NODES: u32 = 2000;
const MAX_PLIES: u16 = 64;

/// Checks that the value at a glance is true, as far as a small search can tell.
pub(super) fn check<G: Notation + Knowledge>(position: &G, text: &str) -> Result<(), String> {
    if position.decided().is_some() {
        return Ok(());
    }
    let Glance::Known(claimed) = position.glance() else { return Ok(()) };
    let refuted = match prove(position, claimed) {
        ProofResult::Proved => None,
        ProofResult::Refuted(why) => Some(why),
        ProofResult::Open => contradiction(position, claimed),
    };
    match refuted {
        Some(why) => {
            Err(format!("what is known at a glance is true: `{text}` is {claimed:?}, but {why}"))
        }
        None => Ok(()),
    }
}

enum ProofResult {
    Proved,
    Refuted(String),
    /// The search ran out of nodes.
    Open,
}

/// A contradiction between the claim and the claims one move later, if any. Only a search
/// can tell which of them is wrong.
fn contradiction<G: Knowledge>(position: &G, claimed: Exact) -> Option<String> {
    let mut best: Option<Exact> = None;
    let mut is_complete = true;
    for m in position.legal_moves() {
        let next = position.after(m);
        match next.status().map(Exact::from).or_else(|| next.glance().known()) {
            Some(value) => best = best.max(Some(value.before_move(next.side() != position.side()))),
            None => is_complete = false,
        }
    }
    let best = best?;
    if best > claimed || is_complete && best < claimed {
        return Some(format!("by what is known a move later its best move comes to {best:?}"));
    }
    None
}

/// Checks a claim by a search that uses the rules alone.
fn prove<G: Game>(position: &G, claimed: Exact) -> ProofResult {
    let mover = position.side();
    let (winner, plies, [late, soon]) = match claimed {
        Exact::Win(plies) => {
            (mover, plies, ["there is no win within", "the side to move wins sooner than in"])
        }
        Exact::Loss(plies) => {
            (!mover, plies, ["it is not lost within", "the side to move loses sooner than in"])
        }
        Exact::Draw => return prove_draw(position),
        // Claims of points are not checked here.
        Exact::WinBy(_) | Exact::LossBy(_) => return ProofResult::Open,
    };
    if plies > MAX_PLIES {
        return ProofResult::Open;
    }
    let mut nodes = MAX_NODES;
    let mut search = ProofSearch { side: winner, nodes: &mut nodes };
    match search.wins(position, plies) {
        Some(false) => return ProofResult::Refuted(format!("{late} {plies} plies")),
        Some(true) if plies == 0 => return ProofResult::Proved,
        Some(true) => {}
        None => return ProofResult::Open,
    }
    match search.wins(position, plies - 1) {
        Some(true) => ProofResult::Refuted(format!("{soon} {plies} plies")),
        Some(false) => ProofResult::Proved,
        None => ProofResult::Open,
    }
}

/// A draw is never proved here, as endless repetition has no final position.
fn prove_draw<G: Game>(position: &G) -> ProofResult {
    let mut nodes = MAX_NODES;
    for plies in 0..=MAX_PLIES {
        for side in Side::BOTH {
            match (ProofSearch { side, nodes: &mut nodes }).wins(position, plies) {
                Some(true) => {
                    return ProofResult::Refuted(format!("{side:?} wins within {plies} plies"));
                }
                Some(false) => {}
                None => return ProofResult::Open,
            }
        }
    }
    ProofResult::Open
}

/// A search for a forced win of one side, by the rules alone.
struct ProofSearch<'e> {
    side: Side,
    nodes: &'e mut u32,
}

impl ProofSearch<'_> {
    /// Whether the side can force a win within `plies`; `None` if the search runs out of
    /// nodes.
    fn wins<G: Game>(&mut self, position: &G, plies: u16) -> Option<bool> {
        *self.nodes = self.nodes.checked_sub(1)?;
        let is_own = position.side() == self.side;
        if let Some(outcome) = position.decided() {
            return Some(is_won(outcome, is_own));
        }
        let moves = position.legal_moves();
        if moves.is_empty() {
            return Some(is_won(position.stalled(), is_own));
        }
        if plies == 0 {
            return Some(false);
        }
        for m in moves {
            if self.wins(&position.after(m), plies - 1)? == is_own {
                return Some(is_own);
            }
        }
        Some(!is_own)
    }
}

/// Whether a side has won. The outcome is that of the side to move, which may be this one.
fn is_won(outcome: Outcome, is_own: bool) -> bool {
    match outcome {
        Outcome::Won => is_own,
        Outcome::Lost => !is_own,
        Outcome::Drawn => false,
    }
}
