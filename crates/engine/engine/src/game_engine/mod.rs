//! [`Engine`] for one game: its rules, its notation and its search, with its type hidden.

#[cfg(feature = "hash-file")]
mod hash_file;
mod openings;
pub(crate) mod options;
mod perft;
mod played;
mod retrograde;
mod rules;
mod search;
mod solve;

use crate::evaluation::is_quiet;
use crate::interface::{Engine, GoLimits, MessageSink, OpeningsRequest, Trial};
use crate::message::{BenchResult, Message, Solution, SolveRequest, Value};
use crate::move_text::{LegalMove, Leniency, Paths, PositionError, read_move, read_move_part};
use crate::referee::Referee;
use crate::searchers::Job;
use openings::OpeningGenerator;
pub use openings::{OpeningFinder, RandomLine, random_walk};
use options::{GameOptions, NOTATION, notation_of};
pub use perft::perft;
use played::UndoableMove;
use plyglot_core::game::network::{Network, NetworkShape};
use plyglot_core::game::{
    Counted, EvalWorkspace, Glance, Knowledge, MoveNotation, Notation, Outcome, Picture,
    SearchParams, Side, TextError, Workspace,
};
use plyglot_core::search::{Control, MAX_PLY, Root, Search, Settings, Table, Task};
use plyglot_support::instant::Instant;
use plyglot_support::lock;
use plyglot_support::pool::Pool;
use retrograde::ValueTable;
use search::{any_answer, best, message};
use std::any::Any;
use std::cell::LazyCell;
use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex};

#[cfg(feature = "hash-file")]
use std::path::PathBuf;

pub(super) struct GameEngine<G: Notation + Knowledge> {
    /// Shared with the jobs, as many may wait and the history may be long.
    root: Arc<Root<G>>,
    moves: Vec<Arc<UndoableMove<G>>>,
    options: GameOptions<G>,
    network: Option<Arc<Network>>,
    /// Shared with the jobs; one runs at a time. Made when the first one does, as many games
    /// are opened only for their rules.
    search: Arc<Mutex<LazyCell<Search<G>>>>,
    values: Mutex<Option<ValueTable>>,
}

impl<G: Notation + Knowledge> GameEngine<G> {
    pub(super) fn new(rules: G::Rules) -> GameEngine<G> {
        GameEngine {
            root: Arc::new(Root::new(G::start(rules))),
            moves: Vec::new(),
            options: GameOptions::of(rules),
            network: None,
            search: GameEngine::new_search(),
            values: Mutex::new(None),
        }
    }

    fn new_search() -> Arc<Mutex<LazyCell<Search<G>>>> {
        Arc::new(Mutex::new(LazyCell::new(Search::new)))
    }

    /// What is said of each legal move; nothing if the game is over.
    fn of_each_move<T>(&self, say: impl Fn(&G, G::Move) -> T) -> Vec<T> {
        if self.result().is_some() {
            return Vec::new();
        }
        let position = &self.root.position;
        position.legal_moves().into_iter().map(|m| say(position, m)).collect()
    }
}

impl<G: Notation + Knowledge> Engine for GameEngine<G> {
    fn copy(&self) -> Box<dyn Engine> {
        Box::new(GameEngine {
            root: Arc::clone(&self.root),
            moves: self.moves.clone(),
            options: self.options.clone(),
            network: self.network.clone(),
            search: GameEngine::new_search(),
            values: Mutex::new(None),
        })
    }

    fn follow_game(&mut self, other: &dyn Engine) -> bool {
        let other: &dyn Any = other;
        let same = other.downcast_ref::<GameEngine<G>>();
        let Some(other) = same.filter(|other| other.info().name == self.info().name) else {
            return false;
        };
        self.root = Arc::clone(&other.root);
        self.moves = other.moves.clone();
        self.options.apply(&mut Arc::make_mut(&mut self.root).position);
        true
    }

    fn search_bytes(&self) -> usize {
        Search::<G>::BYTES
    }

    fn prepare_option(&self, name: &str, value: &str) -> Result<Option<String>, String> {
        if name == NOTATION {
            return notation_of::<G>(self.root.position.rules(), value).map(|_| None);
        }
        G::prepare_option(name, value)
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

    fn params(&self) -> SearchParams {
        G::PARAMS
    }

    fn set_params(&mut self, params: SearchParams) {
        // A search under way keeps its own.
        self.search = GameEngine::new_search();
        lock(&self.search).set_params(params);
    }

    fn read_moves(&self, words: &[&str]) -> (Vec<String>, Option<PositionError>) {
        let mut moves = Vec::new();
        let mut first_error = None;
        // A repeated word is read once.
        let mut seen = HashSet::new();
        for (word, text) in words.iter().enumerate().filter(|(_, text)| seen.insert(**text)) {
            match self.moves_of(text) {
                Ok(more) => moves.extend(more),
                Err(error) => drop(first_error.get_or_insert(PositionError::Move { word, error })),
            }
        }
        let mut names = Vec::new();
        for m in self.root.position.legal_moves().into_iter().filter(|m| moves.contains(m)) {
            names.push(self.root.position.print_move(m));
        }
        (names, first_error)
    }

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
            let win_rate = search::win_rate(&root.position, &network);
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

    fn think(
        &self,
        limits: &GoLimits,
        settings: &Settings,
        table: &Table,
        control: &Control,
    ) -> Trial {
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
        let win_rate = search::win_rate(&root.position, &self.network);
        Trial {
            depth: answer.depth,
            nodes: answer.nodes,
            time,
            score: answer.score,
            wdl: search::wdl(&root.position, win_rate, answer.score, false),
            index: moves.iter().position(|&m| Some(m) == answer.best).unwrap_or(0),
            best: answer.best.map(|m| root.position.print_move(m)),
            panicked: answer.panicked,
            is_quiet,
        }
    }

    fn is_solved(&self) -> bool {
        G::solver().is_some()
    }

    fn solve(
        &self,
        request: &SolveRequest<'_>,
        table: &Table,
        helpers: &Pool,
    ) -> Result<Option<Solution>, String> {
        let position = &self.root.position;
        if !request.table
            && let Some(solver) = G::solver()
        {
            return solve::solve(solver, position, request, table, helpers).map_err(str::to_owned);
        }
        let mut values = lock(&self.values);
        solve::solve_by_table(position, request, &mut values)
    }

    fn forget_solved(&self, table: &Table) {
        *lock(&self.values) = None;
        if let Some(solver) = G::solver() {
            solver.forget(table.lend(solver.tenant(&self.root.position), 1));
        }
    }

    fn perft(&self, depth: u16, control: Arc<Control>, send: MessageSink) -> Job {
        let depth = depth.min(MAX_PLY as u16);
        let position = self.root.position.clone();
        Box::new(move |_| {
            let count = || {
                let moves = if depth == 0 { Vec::new() } else { position.legal_moves() };
                let mut total = if depth == 0 { Some(1) } else { Some(0) };
                for m in moves {
                    let mut child = position.clone();
                    child.play(m);
                    let count = perft(&child, depth - 1, &control);
                    if let Some(count) = count {
                        send(Message::PerftMove { name: position.print_move(m), count });
                    }
                    total = total.zip(count).map(|(total, count)| total + count);
                }
                total
            };
            // A client waits for the last line.
            let total = catch_unwind(AssertUnwindSafe(count)).unwrap_or_else(|_| {
                log::error!("perft panicked");
                None
            });
            send(match total {
                Some(total) => Message::PerftTotal(total),
                None => Message::Note("perft was stopped".to_owned()),
            });
        })
    }

    fn bench(&self, control: Arc<Control>) -> Box<dyn FnOnce() -> BenchResult + Send> {
        let rules = self.root.position.rules();
        let network = self.network.clone();
        Box::new(move || perft::run::<G>(rules, &control, network.as_ref()))
    }

    fn openings(&self, request: OpeningsRequest, control: Arc<Control>, send: MessageSink) -> Job {
        let mut engine = GameEngine::<G>::new(self.root.position.rules());
        engine.options = self.options.clone();
        Box::new(move |_| {
            let finder_control = Arc::clone(&control);
            let openings = OpeningGenerator::new(Box::new(engine), &request, finder_control);
            let mut openings = match openings {
                Ok(openings) => openings,
                Err(error) => return send(Message::Note(format!("genfens: {error}"))),
            };
            for _ in 0..request.count {
                match openings.next() {
                    Some(text) => send(Message::Opening(text)),
                    None if control.is_stopped() => {
                        return send(Message::Note("genfens was stopped".to_owned()));
                    }
                    None => return send(Message::Note("genfens found no opening".to_owned())),
                }
            }
        })
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

    fn diagram(&self) -> String {
        let position = &self.root.position;
        let picture = position.diagram();
        let text = position.print();
        let key = position.key();
        format!("{}\n\nFen: {text}\nKey: {key:016X}", picture.trim_end())
    }

    fn legal_moves(&self) -> Vec<LegalMove> {
        self.of_each_move(|position, m| forms(position, m, self.options.notation))
    }

    fn legal_move(&self, text: &str) -> Result<LegalMove, TextError> {
        let position = &self.root.position;
        let notation = self.options.notation;
        let found = read_move(position, text, Leniency::Typed, notation);
        found.map(|m| forms(position, m, notation))
    }

    fn notations(&self) -> Vec<&'static str> {
        options::notations::<G>(self.root.position.rules())
    }

    fn records(&self, line: &[String], notation: Option<MoveNotation>) -> Vec<String> {
        let mut position = self.root.position.clone();
        line.iter()
            .map_while(|name| {
                let m = position.parse_move(name).ok()?;
                let record = position.write_move(m, notation.unwrap_or(self.options.notation));
                position.play(m);
                Some(record)
            })
            .collect()
    }

    fn picture(&self) -> Option<Picture> {
        self.root.position.picture()
    }

    fn strengths(&self) -> Vec<(&'static str, i32)> {
        self.root.position.strengths()
    }

    fn counted(&self) -> Option<Counted> {
        self.root.position.counted()
    }

    fn may_be_drawn(&self) -> bool {
        self.root.position.may_be_drawn()
    }

    fn checkers(&self) -> Vec<usize> {
        self.root.position.checkers()
    }

    fn attackers(&self, by: Side, cell: usize) -> Option<Vec<usize>> {
        self.root.position.attackers(by, cell)
    }

    fn flip(&mut self) -> bool {
        let flipped = self.root.position.flipped();
        if let Some(position) = flipped {
            self.go_to(position);
            return true;
        }
        false
    }

    fn pass(&mut self) -> bool {
        let position = &self.root.position;
        let is_open = position.status().is_none() && position.glance() == Glance::Open;
        let has_null_move = G::PARAMS.null_move.is_on && is_open;
        let Some(passed) = has_null_move.then(|| position.null_move()).flatten() else {
            return false;
        };
        self.go_to(passed);
        true
    }

    fn paths(&self, text: &str) -> Result<Paths, TextError> {
        let position = &self.root.position;
        let m = read_move_part(position, text, text)?;
        Ok(Paths { name: position.print_move(m), ways: position.paths(m) })
    }

    fn shortest_paths(&self) -> Vec<Vec<String>> {
        self.of_each_move(|position, m| position.paths(m).into_iter().next().unwrap_or_default())
    }

    fn static_eval(&self) -> Value {
        self.static_score().into()
    }

    fn evaluation(&self) -> String {
        self.evaluation_text()
    }
}

fn forms<G: Notation>(position: &G, m: G::Move, notation: MoveNotation) -> LegalMove {
    LegalMove {
        name: position.print_move(m),
        record: position.write_move(m, notation),
        short: position.short_move(m),
        cells: position.move_cells(m),
    }
}

#[cfg(test)]
mod tests {
    use crate::{Engine, Registry};
    use plyglot_core::game::tictactoe::TicTacToe;

    fn game(start: &str, moves: &[&str]) -> Box<dyn Engine> {
        let mut game = Registry::of::<TicTacToe>().default_game().open();
        game.set_position(Some(start), moves).expect("it is legal");
        game
    }

    #[test]
    fn moves_are_taken_back() {
        let mut position = game("X........", &["b2"]);
        let before = position.position();
        let key = position.key();
        position.push("P@a1").expect("it is legal");
        assert!(position.push("P@a1").is_err());
        assert!(position.play_index(0) && !position.play_index(9));
        let (start, moves) = position.history();
        assert_eq!((start, moves.len()), (game("X........", &[]).position(), 3));
        assert_eq!(moves[..2], ["P@b2", "P@a1"]);
        assert_eq!(position.undo().as_ref(), Some(&moves[2]));
        assert_eq!(position.undo().as_deref(), Some("P@a1"));
        assert_eq!((position.position(), position.key()), (before, key));
        assert_eq!(position.undo().as_deref(), Some("P@b2"));
        assert_eq!(position.undo(), None, "it was set up");
        assert_eq!(position.move_name(8), None);
    }

    #[test]
    fn copies_go_their_own_way() {
        let mut position = game("X........", &["b2"]);
        let mut copy = position.copy();
        copy.push("P@a1").expect("it is legal");
        assert_eq!(position.history().1, ["P@b2"]);
        assert!(position.follow_game(&*copy));
        assert_eq!(position.history(), copy.history());
        copy.undo();
        assert_eq!(position.history().1, ["P@b2", "P@a1"]);
    }
}
