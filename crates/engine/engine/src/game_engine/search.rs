//! [`GameSearch`] for one game: limits become the game's own, and results become messages.

#[cfg(feature = "hash-file")]
use super::hash_file;
use super::{GameEngine, perft};
use crate::evaluation::is_quiet;
use crate::interface::{BestMove, GameSearch, GoLimits, MessageSink, SearchResult};
use crate::message::{BenchResult, Message, SearchInfo, Value};
use crate::searchers::Job;
use plyglot_core::game::network::{Network, NetworkShape};
use plyglot_core::game::{
    EvalWorkspace, Knowledge, Notation, Outcome, SearchParams, Side, Wdl, WinRate, Workspace,
    evaluate_alone, workspace,
};
use plyglot_core::search::{
    Answer, Control, Level, Limits, Report, Score, Search, Settings, Table, Task, Time,
};
use plyglot_support::instant::Instant;
use plyglot_support::lock;
use std::panic::{AssertUnwindSafe, catch_unwind};
#[cfg(feature = "hash-file")]
use std::path::PathBuf;
use std::sync::Arc;

impl<G: Notation + Knowledge> GameSearch for GameEngine<G> {
    fn go(
        &self,
        limits: &GoLimits,
        settings: &Settings,
        control: Arc<Control>,
        send: MessageSink,
    ) -> Job {
        let limits = self.search_limits(limits);
        let fallback = any_answer(&self.root.position, &limits);
        let root = Arc::clone(&self.root);
        let settings = settings.clone();
        let network = self.network.clone();
        let search = Arc::clone(&self.search);
        Box::new(move |table| {
            let win_rate = win_rate(&root.position, &network);
            let report = &mut |report| send(message(&root.position, win_rate, report));
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
                let is_asked = limits.moves.as_ref().is_none_or(|moves| !moves.is_empty());
                if answer.best.is_none() && is_asked {
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

    fn think(
        &self,
        limits: &GoLimits,
        settings: &Settings,
        table: &Table,
        control: &Control,
    ) -> SearchResult {
        let root = &*self.root;
        let limits = &self.search_limits(limits);
        let task = Task { root, limits, settings, table, control };
        let start = Instant::now();
        let mut search = lock(&self.search);
        search.set_network(self.network.as_ref());
        let answer = search.run(&task, &mut |_| ());
        let time = start.elapsed();
        let moves = root.position.legal_moves();
        let is_quiet = answer.best.is_some_and(|best| is_quiet(&root.position, &moves, best));
        let win_rate = win_rate(&root.position, &self.network);
        SearchResult {
            depth: answer.depth,
            nodes: answer.nodes,
            time,
            score: answer.score,
            wdl: wdl(&root.position, win_rate, answer.score, false),
            best: answer.best.and_then(|best| {
                let index = moves.iter().position(|&m| m == best)?;
                Some(BestMove { index, name: root.position.print_move(best) })
            }),
            panicked: answer.panicked,
            is_quiet,
        }
    }

    fn static_eval(&self) -> Value {
        let position = &self.root.position;
        let score = match (position.status(), position.glance().known()) {
            (Some(outcome), _) => Score::from_outcome(outcome, 0),
            (None, Some(exact)) => Score::from_exact(exact, 0),
            (None, None) => {
                let mut workspace = workspace(position, &self.network);
                Score::evaluation(evaluate_alone(position, &mut workspace))
            }
        };
        score.into()
    }

    fn bench(&self, control: Arc<Control>) -> Box<dyn FnOnce() -> BenchResult + Send> {
        let rules = self.root.position.rules();
        let network = self.network.clone();
        Box::new(move || perft::run::<G>(rules, &control, network.as_ref()))
    }

    fn prepare(&self, threads: usize, send: MessageSink) -> Job {
        let search = Arc::clone(&self.search);
        let root = Arc::clone(&self.root);
        let network = self.network.clone();
        Box::new(move |_| {
            let mut search = lock(&search);
            search.set_network(network.as_ref());
            let there = search.prepare(threads, &root.position);
            if there < threads {
                let note = format!("cannot start {threads} threads; using {there}");
                send(Message::Note(note));
            }
        })
    }

    fn new_game(&self) -> Job {
        let search = Arc::clone(&self.search);
        let root = Arc::clone(&self.root);
        let network = self.network.clone();
        Box::new(move |_| {
            let mut search = lock(&search);
            search.set_network(network.as_ref());
            search.clear(&root.position);
        })
    }

    fn search_bytes(&self) -> usize {
        Search::<G>::BYTES
    }

    fn params(&self) -> SearchParams {
        G::PARAMS
    }

    fn set_params(&mut self, params: SearchParams) {
        // A search under way keeps its own.
        self.search = GameEngine::new_search();
        lock(&self.search).set_params(params);
    }

    fn rating(&self, level: Level) -> Option<f64> {
        Search::<G>::rating(&self.root.position, self.network.as_ref(), level)
    }

    fn network_shape(&self) -> Option<NetworkShape> {
        Workspace::<G>::network_shape(&self.root.position)
    }

    fn base_alone(&self) -> Option<Arc<Network>> {
        Workspace::<G>::base_alone(&self.root.position)
    }

    fn set_network(&mut self, network: Option<Arc<Network>>) {
        self.network = network;
    }

    #[cfg(feature = "hash-file")]
    fn save_table(&self, path: PathBuf, send: MessageSink) -> Job {
        let owner = hash_file::owner(&self.options, &self.network);
        Box::new(move |table| send(Message::Note(hash_file::save(table, &owner, &path))))
    }

    #[cfg(feature = "hash-file")]
    fn load_table(&self, path: PathBuf, threads: usize, send: MessageSink) -> Job {
        let owner = hash_file::owner(&self.options, &self.network);
        let tenant = G::solver().map_or("nobody", |solver| solver.tenant(&self.root.position));
        Box::new(move |table| {
            send(Message::Note(hash_file::load(table, tenant, &owner, &path, threads)));
        })
    }
}

impl<G: Notation + Knowledge> GameEngine<G> {
    fn search_limits(&self, limits: &GoLimits) -> Limits<G::Move> {
        let position = &self.root.position;
        let moves = limits
            .moves
            .as_ref()
            .map(|names| names.iter().filter_map(|name| position.parse_move(name).ok()).collect());
        Limits {
            depth: limits.depth,
            nodes: limits.nodes,
            soft_nodes: limits.soft_nodes,
            mate: limits.mate,
            time: time(limits, position.side()),
            moves,
        }
    }
}

/// The time for the side to move. If its clock is missing, that of the other side is
/// the best guess.
fn time(limits: &GoLimits, side: Side) -> Time {
    if let Some(time) = limits.move_time {
        return Time::Move(time);
    }
    let own = limits.clocks[side];
    match own.left.or(limits.clocks[!side].left) {
        Some(left) => Time::Clock {
            left,
            increment: own.increment,
            moves_to_go: limits.moves_to_go.filter(|&moves| moves > 0),
        },
        None => Time::Unlimited,
    }
}

/// The answer to send if the search panics: every `go` gets a legal best move, if one is to be
/// searched. It is prepared before the search, so nothing can have panicked yet.
fn any_answer<G: Notation>(position: &G, limits: &Limits<G::Move>) -> Message {
    let best = match &limits.moves {
        Some(moves) => moves.first().copied(),
        None => position.legal_moves().first().copied(),
    };
    Message::Best { best: best.map(|m| position.print_move(m)), ponder: None }
}

fn message<G: Notation + Knowledge>(
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
fn win_rate<G: Knowledge>(position: &G, network: &Option<Arc<Network>>) -> WinRate {
    let of_network = Workspace::<G>::win_rate(position, network.as_ref());
    of_network.unwrap_or(G::SCALE.win_rate)
}

fn wdl<G: Knowledge>(position: &G, win_rate: WinRate, score: Score, is_certain: bool) -> Wdl {
    match score {
        _ if score.is_decisive() && score > Score::DRAW => Wdl::WIN,
        _ if score.is_decisive() => Wdl::LOSS,
        Score::DRAW if is_certain => Wdl::DRAW,
        _ if position.may_be_drawn() => win_rate.wdl(score.value()),
        _ => win_rate.wdl(score.value()).without_draw(),
    }
}

fn best<G: Notation>(position: &G, answer: &Answer<G::Move>) -> Message {
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
