//! The searches of one game: limits become the game's own, and results become messages.

use super::{GameEngine, lock};
use crate::interface::{GoLimits, MessageSink, Trial};
use crate::message::{Message, SearchInfo, Value};
use crate::searchers::Job;
use plyglot_core::game::{Knowledge, Notation, Outcome, Side, Wdl, evaluate_alone, workspace};
use plyglot_core::instant::Instant;
use plyglot_core::search::{Answer, Control, Limits, Report, Score, Settings, Table, Task, Time};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

impl<G: Notation + Knowledge> GameEngine<G> {
    pub(super) fn search_job(
        &self,
        limits: &GoLimits,
        settings: &Settings,
        control: Arc<Control>,
        send: MessageSink,
    ) -> Job {
        let limits = self.search_limits(limits);
        let fallback = any_answer(&self.root.position, &limits);
        let root = Arc::clone(&self.root);
        let (settings, network) = (settings.clone(), self.network.clone());
        let search = Arc::clone(&self.search);
        Box::new(move |table| {
            let report = &mut |report| send(message(&root.position, report));
            let task = Task {
                root: &root,
                limits: &limits,
                settings: &settings,
                table,
                control: &control,
            };
            let think = || {
                let mut search = lock(&search);
                search.set_network(network.as_ref());
                let answer = search.run(&task, report);
                if answer.best.is_none() {
                    let outcome = root.position.status().unwrap_or(Outcome::Drawn);
                    send(Message::Finished(outcome));
                }
                best(&root.position, &answer)
            };
            let best = catch_unwind(AssertUnwindSafe(think)).unwrap_or_else(|_| {
                log::error!("the search panicked");
                fallback
            });
            if control.holds() {
                send(Message::Pause);
                control.wait_for_release();
            }
            send(best);
        })
    }

    pub(super) fn search_now(
        &self,
        limits: &GoLimits,
        settings: &Settings,
        table: &Table,
        control: &Control,
    ) -> Trial {
        let (root, limits) = (&*self.root, &self.search_limits(limits));
        let task = Task { root, limits, settings, table, control };
        let start = Instant::now();
        let mut search = lock(&self.search);
        search.set_network(self.network.as_ref());
        let answer = search.run(&task, &mut |_| ());
        let time = start.elapsed();
        let moves = root.position.legal_moves();
        Trial {
            depth: answer.depth,
            nodes: answer.nodes,
            time,
            score: answer.score,
            index: moves.iter().position(|&m| Some(m) == answer.best).unwrap_or(0),
            best: answer.best.map(|m| root.position.print_move(m)),
            panicked: answer.panicked,
        }
    }

    fn search_limits(&self, limits: &GoLimits) -> Limits<G::Move> {
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
fn any_answer<G: Notation>(position: &G, limits: &Limits<G::Move>) -> Message {
    let first = limits.moves.first().copied();
    let best = first.or_else(|| position.legal_moves().first().copied());
    Message::Best { best: best.map(|m| position.print_move(m)), ponder: None }
}

fn message<G: Notation + Knowledge>(position: &G, report: Report<G::Move>) -> Message {
    match report {
        Report::Line(line) => Message::SearchInfo(SearchInfo {
            depth: line.depth,
            seldepth: line.seldepth,
            rank: line.rank,
            value: line.score.into(),
            bound: line.bound,
            wdl: wdl::<G>(line.score, line.is_certain),
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

fn wdl<G: Knowledge>(score: Score, is_certain: bool) -> Wdl {
    match score {
        _ if score.is_decisive() && score > Score::DRAW => Wdl::WIN,
        _ if score.is_decisive() => Wdl::LOSS,
        Score::DRAW if is_certain => Wdl::DRAW,
        _ => G::SCALE.win_rate.wdl(score.value()),
    }
}

fn best<G: Notation>(position: &G, answer: &Answer<G::Move>) -> Message {
    let line: Vec<G::Move> = answer.best.into_iter().chain(answer.ponder).collect();
    let mut names = names(position, &line).into_iter();
    Message::Best { best: names.next(), ponder: names.next() }
}

fn names<G: Notation>(position: &G, line: &[G::Move]) -> Vec<String> {
    let mut position = position.clone();
    let name = |&m: &G::Move| {
        let name = position.print_move(m);
        position.play(m);
        name
    };
    line.iter().map(name).collect()
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
