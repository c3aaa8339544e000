//! The searches of one game: limits become the game's own, and results become messages.

use super::GameEngine;
use crate::interface::GoLimits;
use crate::message::{Message, SearchInfo, Value};
use plyglot_core::game::network::Network;
use plyglot_core::game::{
    EvalWorkspace, Knowledge, Notation, Outcome, Side, Wdl, WinRate, Workspace, evaluate_alone,
    workspace,
};
use plyglot_core::search::{Answer, Limits, Report, Score, Time};
use std::sync::Arc;

impl<G: Notation + Knowledge> GameEngine<G> {
    pub(super) fn search_limits(&self, limits: &GoLimits) -> Limits<G::Move> {
        let position = &self.root.position;
        let moves = limits.moves.iter().filter_map(|name| position.parse_move(name).ok());
        Limits {
            depth: limits.depth,
            nodes: limits.nodes,
            soft_nodes: limits.soft_nodes,
            mate: limits.mate,
            time: time(limits, position.side()),
            moves: moves.collect(),
        }
    }
}

/// The time for the side to move. If its clock is missing, that of the other side is
/// the best guess.
fn time(limits: &GoLimits, side: Side) -> Time {
    if let Some(time) = limits.move_time {
        return Time::Move(time);
    }
    let own = limits.clocks[side.index()];
    match own.left.or(limits.clocks[(!side).index()].left) {
        Some(left) => Time::Clock {
            left,
            increment: own.increment,
            moves_to_go: limits.moves_to_go.filter(|&moves| moves > 0),
        },
        None => Time::Unlimited,
    }
}

/// The answer to send if the search panics: every `go` gets a legal best move. It is
/// prepared before the search, so nothing can have panicked yet.
pub(super) fn any_answer<G: Notation>(position: &G, limits: &Limits<G::Move>) -> Message {
    let first = limits.moves.first().copied();
    let best = first.or_else(|| position.legal_moves().first().copied());
    Message::Best { best: best.map(|m| position.print_move(m)), ponder: None }
}

pub(super) fn message<G: Notation + Knowledge>(
    position: &G,
    win_rate: WinRate,
    report: Report<G::Move>,
) -> Message {
    match report {
        Report::Line(line) => Message::SearchInfo(SearchInfo {
            depth: line.depth,
            seldepth: line.seldepth,
            rank: line.rank,
            value: line.score.into(),
            bound: line.bound,
            wdl: wdl(position, win_rate, line.score, line.is_certain),
            nodes: line.nodes,
            time: line.time,
            hashfull: line.hashfull,
            tbhits: line.tbhits,
            pv: names(position, &line.pv),
        }),
        Report::Current { depth, m, number } => {
            Message::Current { depth, name: position.print_move(m), number }
        }
        Report::Progress { nodes, time, hashfull } => Message::Progress { nodes, time, hashfull },
    }
}

/// The chances at scores of searches with this network, or with the game's own.
pub(super) fn win_rate<G: Knowledge>(position: &G, network: &Option<Arc<Network>>) -> WinRate {
    let of_network = Workspace::<G>::win_rate(position, network.as_ref());
    of_network.unwrap_or(G::SCALE.win_rate)
}

/// The chances of the side to move by its score.
pub(super) fn wdl<G: Knowledge>(
    position: &G,
    win_rate: WinRate,
    score: Score,
    is_certain: bool,
) -> Wdl {
    match score {
        _ if score.is_decisive() && score > Score::DRAW => Wdl::WIN,
        _ if score.is_decisive() => Wdl::LOSS,
        Score::DRAW if is_certain => Wdl::DRAW,
        _ if position.may_be_drawn() => win_rate.wdl(score.value()),
        _ => win_rate.wdl(score.value()).without_draw(),
    }
}

pub(super) fn best<G: Notation>(position: &G, answer: &Answer<G::Move>) -> Message {
    let line: Vec<G::Move> = answer.best.into_iter().chain(answer.ponder).collect();
    let mut names = names(position, &line).into_iter();
    Message::Best { best: names.next(), ponder: names.next() }
}

fn names<G: Notation>(position: &G, line: &[G::Move]) -> Vec<String> {
    let mut position = position.clone();
    line.iter()
        .map(|&m| {
            let name = position.print_move(m);
            position.play(m);
            name
        })
        .collect()
}

impl<G: Notation + Knowledge> GameEngine<G> {
    /// The static evaluation of the position for the side to move, or what is known of it.
    pub(super) fn static_score(&self) -> Score {
        let position = &self.root.position;
        match (position.status(), position.glance().known()) {
            (Some(outcome), _) => Score::of_outcome(outcome, 0),
            (None, Some(exact)) => Score::of_exact(exact, 0),
            (None, None) => {
                let mut workspace = workspace(position, &self.network);
                Score::evaluation(evaluate_alone(position, &mut workspace))
            }
        }
    }

    pub(super) fn evaluation_text(&self) -> String {
        let position = &self.root.position;
        let value = self.static_score();
        let (value, sign) = match position.side() {
            Side::First => (Value::from(value), 1),
            Side::Second => (Value::from(-value), -1),
        };
        let [first, second] = self.options.info().sides;
        match (value, position.status()) {
            (Value::Centi(centi), _) => {
                format!("Final evaluation {:+.2} ({first} side)", f64::from(centi) / 100.0)
            }
            (Value::End(_), Some(outcome)) => {
                let mover_wins = outcome == Outcome::Won;
                let winner = if mover_wins == (sign == 1) { first } else { second };
                format!("Final evaluation: {winner} has won")
            }
            (Value::End(plies), None) => {
                let winner = if plies > 0 { first } else { second };
                let unit = if plies.abs() == 1 { "ply" } else { "plies" };
                format!("Final evaluation: {winner} wins in {} {unit}", plies.abs())
            }
        }
    }
}
