//! Ponder on every reply: the opponent's time, spent on all of its moves.
//!
//! Pondering as UCI has it is a bet on one reply. Here all of them are searched
//! in turns, each as a position of its own, in one table: the likelier the more,
//! and none is left out. Whichever comes, the search that follows finds its
//! position in the table and begins where the work was left (`driver::resume`).

use crate::game::Knowledge;
use crate::search::driver::{Driver, Extra};
use crate::search::path::Root;
use crate::search::score::{MAX_PLY, Score};
use crate::search::table::Bound;
use crate::search::task::{Report, Reporter, Task};
use crate::search::time::{Limits, Time};
use std::time::Duration;

/// The loss of score that makes a reply 1/e as likely, in measures of the game
/// ([`Scale::notable_centi`](crate::game::Scale::notable_centi)).
const TEMPERATURE: f64 = 2.0;
/// The least effort for a reply, however bad, as a share of the best one's.
const FLOOR: f64 = 0.02;

/// A reply, and what was found out about it.
struct Reply<G> {
    root: Root<G>,
    effort: ReplyEffort,
}

/// The effort spent on a reply.
#[derive(Clone, Copy, Debug)]
struct ReplyEffort {
    /// The score for the side that replies, once there is one.
    score: Option<Score>,
    /// The depth in plies that is searched next.
    next: u16,
    nodes: u64,
}

/// Searches the replies to `before` in turns until the pondering ends. Returns the nodes
/// searched.
pub(crate) fn search<G: Knowledge>(
    driver: &mut Driver<G>,
    task: &Task<'_, G>,
    before: &Root<G>,
    report: &mut Reporter<'_, G::Move>,
) -> u64 {
    task.table.age();
    let mut replies = replies(before, task);
    let (mut nodes, mut reported_depth) = (0, 0);
    while task.control.ponders() {
        let efforts = replies.iter().map(|reply| reply.effort);
        let notable = f64::from(G::SCALE.notable_centi);
        let Some(wanting) = most_wanting(efforts, notable) else { break };
        let Reply { root, effort } = &mut replies[wanting];
        let is_expected = root.position.key() == task.root.position.key();
        // A clock that has not begun to run allows everything, and none
        // at all once it does.
        let time = Time::Move(Duration::ZERO);
        let limits = Limits { depth: Some(effort.next), time, ..Limits::default() };
        let moves = root.position.legal_moves();
        let child = Task { root, limits: &limits, ..*task };
        let answer = driver.run(&child, &moves, Extra::none(), &mut |news| {
            if is_expected && is_deeper(&news, &mut reported_depth) {
                report(with_nodes(news, nodes));
            }
        });
        nodes += answer.nodes;
        let opposes = G::ALTERNATING || root.position.side() != before.position.side();
        effort.score = Some(if opposes { -answer.score } else { answer.score });
        effort.nodes += answer.nodes.max(1);
        effort.next += 1;
    }
    nodes
}

/// The replies after which the game goes on, the expected one first. Each is
/// taken up where the table knows its score. Where it knows a bound alone, an
/// earlier search has only seen that the reply is not the best, and half of
/// that depth soon tells how bad it is.
fn replies<G: Knowledge>(before: &Root<G>, task: &Task<'_, G>) -> Vec<Reply<G>> {
    let moves = before.position.legal_moves();
    let after = moves.iter().map(|&m| {
        let mut root = before.clone();
        root.play(m);
        root
    });
    let mut replies: Vec<Reply<G>> = after
        .filter(|root| root.position.status().is_none())
        .map(|root| {
            let known = task.table.probe(root.position.key());
            let next = known.map_or(1, |entry| match entry.bound {
                Bound::Exact => entry.plies() + 1,
                _ => entry.plies() / 2,
            });
            let next = next.clamp(1, MAX_PLY as u16);
            Reply { root, effort: ReplyEffort { score: None, next, nodes: 0 } }
        })
        .collect();
    let expected = task.root.position.key();
    replies.sort_by_key(|reply| reply.root.position.key() != expected);
    replies
}

/// The index of the reply that has had the least of the effort it deserves, among those that can be
/// searched deeper.
fn most_wanting(efforts: impl Iterator<Item = ReplyEffort> + Clone, measure: f64) -> Option<usize> {
    let best = efforts.clone().filter_map(|effort| effort.score).max().unwrap_or_default();
    let wants = |effort: &ReplyEffort| {
        let loss = effort.score.map_or(0, |score| best.value() - score.value());
        let likelihood = (-f64::from(loss) / (TEMPERATURE * measure)).exp();
        effort.nodes as f64 / likelihood.max(FLOOR)
    };
    let open = efforts.enumerate().filter(|(_, effort)| usize::from(effort.next) <= MAX_PLY);
    let least = open.min_by(|(_, a), (_, b)| wants(a).total_cmp(&wants(b)));
    least.map(|(index, _)| index)
}

/// Whether a report is of a greater depth than any before. A search that resumes an earlier one
/// begins with reports of old results.
fn is_deeper<M>(report: &Report<M>, depth: &mut u16) -> bool {
    match report {
        Report::Line(line) if line.depth <= *depth => false,
        Report::Line(line) => {
            *depth = line.depth;
            true
        }
        _ => true,
    }
}

/// The report with the `nodes_before` nodes of earlier searches added.
pub(crate) fn with_nodes<M>(report: Report<M>, nodes_before: u64) -> Report<M> {
    match report {
        Report::Line(mut line) => {
            line.nodes += nodes_before;
            Report::Line(line)
        }
        Report::Progress { nodes, time, hashfull } => {
            Report::Progress { nodes: nodes + nodes_before, time, hashfull }
        }
        current @ Report::Current { .. } => current,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_likely_replies_have_more_of_the_effort() {
        let mut efforts = [0, -30, -200, -3_000].map(|score| {
            let score = Some(Score::evaluation(score));
            ReplyEffort { score, next: 1, nodes: 0 }
        });
        for _ in 0..10_000 {
            let wanting = most_wanting(efforts.iter().copied(), 30.0);
            efforts[wanting.expect("none is at its end")].nodes += 10;
        }
        let spent = efforts.map(|effort| effort.nodes);
        assert!(spent.is_sorted_by(|a, b| a >= b) && spent[3] > 0, "{spent:?}");
        assert!((spent[2] as f64 / spent[0] as f64 - (-200.0_f64 / 60.0).exp()).abs() < 0.01);
    }

    #[test]
    fn what_cannot_be_searched_deeper_is_at_its_end() {
        let effort = ReplyEffort { score: None, next: MAX_PLY as u16 + 1, nodes: 0 };
        assert_eq!(most_wanting([effort].into_iter(), 30.0), None);
    }
}
