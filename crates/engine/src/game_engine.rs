//! [`Referee`] and [`Engine`] for one game: its rules, its notation and its search.

use super::interface::{Engine, GoLimits, LegalMove, MessageSink, OpeningsRequest, Paths, Trial};
use super::message::{BenchResult, Message, SearchInfo, Value};
use super::move_text::{PositionError, parse_move_name, read_move_part, split_word};
use super::openings::OpeningGenerator;
use super::options::GameOptions;
use super::position::{PlayedMove, PlayedPosition};
use super::referee::{Ending, LineOutcome, Referee};
use super::retrograde::ValueTable;
use super::search_thread::Job;
use super::solution::{Solution, SolveRequest};
use super::{bench, hash_file, perft, referee, solution};
use plyglot_core::game::network::{Network, NetworkShape};
use plyglot_core::game::{
    EvalWorkspace, GameInfo, Glance, Knowledge, Notation, Outcome, Picture, SearchParams, Side,
    TextError, Wdl, Workspace, evaluate_alone, workspace,
};
use plyglot_core::instant::Instant;
use plyglot_core::pool::Pool;
use plyglot_core::search::{
    Answer, Control, Limits, Report, Root, Score, Search, Settings, Table, Task, Time,
};
use std::any::Any;
use std::cell::LazyCell;
use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// One game with its position and its search.
pub(super) struct GameEngine<G: Notation + Knowledge> {
    /// Shared with the jobs, as many may wait and the history may be long.
    root: Arc<Root<G>>,
    /// The moves since the position that was set up, shared with copies.
    moves: Vec<Arc<PlayedMove<G>>>,
    options: GameOptions<G>,
    /// The network that was loaded, if any.
    network: Option<Arc<Network>>,
    /// Shared with the jobs; one runs at a time. Made when the first one does, as many games
    /// are opened for their rules alone.
    search: Arc<Mutex<LazyCell<Search<G>>>>,
    /// The last table of all positions.
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

    /// The static evaluation of the position for the side to move, or what is known of it.
    fn static_score(&self) -> Score {
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

    fn play_move(&mut self, m: G::Move) {
        let root = Arc::make_mut(&mut self.root);
        self.moves.push(Arc::new(PlayedMove::play(root, m)));
    }

    /// Goes to a position without a history.
    fn go_to(&mut self, position: G) {
        (self.root, self.moves) = (Arc::new(Root::new(position)), Vec::new());
    }

    /// The moves that a word stands for.
    fn moves_of(&self, word: &str) -> Result<Vec<G::Move>, TextError> {
        let position = &self.root.position;
        split_word(position, word)
            .into_iter()
            .map(|part| read_move_part(position, word, part))
            .collect()
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

impl<G: Notation + Knowledge> Referee for GameEngine<G> {
    fn info(&self) -> &'static GameInfo {
        self.options.info()
    }

    fn set_position(&mut self, start: Option<&str>, moves: &[&str]) -> Result<(), PositionError> {
        let PlayedPosition { root, moves } = PlayedPosition::read(start, moves, &self.options)?;
        (self.root, self.moves) = (Arc::new(root), moves);
        Ok(())
    }

    fn set_option(&mut self, name: &str, value: &str) -> bool {
        let is_new = self.options.set(name, value);
        if is_new {
            self.options.apply(&mut Arc::make_mut(&mut self.root).position);
        }
        is_new
    }

    fn play(&mut self, name: &str) -> Result<String, TextError> {
        let m = parse_move_name(&self.root.position, name)?;
        let record = self.root.position.record_move(m);
        self.play_move(m);
        Ok(record)
    }

    fn push(&mut self, name: &str) -> Result<(), TextError> {
        self.play_move(parse_move_name(&self.root.position, name)?);
        Ok(())
    }

    fn undo(&mut self) -> Option<String> {
        let last = self.moves.pop()?;
        take_back(Arc::make_mut(&mut self.root), &last, &self.options);
        Some(self.root.position.print_move(last.m))
    }

    fn history(&self) -> (String, Vec<String>) {
        let start = self.moves.first().map_or(&self.root.position, |first| &first.position);
        let names = self.moves.iter().map(|played| played.position.print_move(played.m));
        (start.print(), names.collect())
    }

    fn play_index(&mut self, index: usize) -> bool {
        let found = self.root.position.legal_moves().get(index).copied();
        found.into_iter().for_each(|m| self.play_move(m));
        found.is_some()
    }

    fn follow(&self, moves: &[&str]) -> LineOutcome {
        let mut root = Root::clone(&self.root);
        for (i, name) in moves.iter().enumerate() {
            if referee::result(&root).is_some() {
                return LineOutcome::Beyond(i);
            }
            let Ok(m) = parse_move_name(&root.position, name) else {
                return LineOutcome::Illegal(i);
            };
            root.play(m);
        }
        referee::result(&root).map_or(LineOutcome::Open, |(winner, _)| LineOutcome::Ended(winner))
    }

    fn side(&self) -> Side {
        self.root.position.side()
    }

    fn result(&self) -> Option<(Option<Side>, Ending)> {
        referee::result(&self.root)
    }

    fn position(&self) -> String {
        self.root.position.print()
    }

    fn identity(&self) -> String {
        self.root.position.identity()
    }

    fn key(&self) -> u64 {
        self.root.position.key()
    }

    fn moves(&self) -> Vec<String> {
        let position = &self.root.position;
        position.legal_moves().into_iter().map(|m| position.print_move(m)).collect()
    }

    fn move_name(&self, index: usize) -> Option<String> {
        let position = &self.root.position;
        position.legal_moves().get(index).map(|&m| position.print_move(m))
    }

    fn legal_move_count(&self) -> usize {
        self.root.position.legal_moves().len()
    }

    fn read_move(&self, text: &str) -> Result<String, TextError> {
        let position = &self.root.position;
        read_move_part(position, text, text).map(|m| position.print_move(m))
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
        (self.root, self.moves) = (Arc::clone(&other.root), other.moves.clone());
        self.options.apply(&mut Arc::make_mut(&mut self.root).position);
        true
    }

    fn prepare_option(&self, name: &str, value: &str) -> Result<Option<String>, String> {
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
        let mut search = lock(&self.search);
        **search = Search::new();
        search.set_params(params);
    }

    fn read_moves(&self, words: &[&str]) -> (Vec<String>, Option<PositionError>) {
        let (mut moves, mut first_error) = (Vec::new(), None);
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
        let settings = Settings { network: self.network.clone(), ..settings.clone() };
        let ponders = settings.ponder_replies && settings.strength.is_none() && control.ponders();
        let before = self.moves.last().filter(|_| ponders).map(|last| {
            let mut root = Root::clone(&self.root);
            take_back(&mut root, last, &self.options);
            root
        });
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
                let answer = match &before {
                    Some(before) => lock(&search).run_after_replies(&task, before, report),
                    None => lock(&search).run(&task, report),
                };
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
        let (root, limits) = (&*self.root, &self.search_limits(limits));
        let task = Task { root, limits, settings, table, control };
        let start = Instant::now();
        let answer = lock(&self.search).run(&task, &mut |_| ());
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
        match G::solver().filter(|_| !request.table) {
            Some(solver) => {
                solution::solve(solver, position, request, (table, helpers)).map_err(str::to_owned)
            }
            None => {
                let mut values = self.values.lock().unwrap_or_else(PoisonError::into_inner);
                solution::solve_by_table(position, request, &mut values)
            }
        }
    }

    fn forget_solved(&self, table: &Table) {
        *self.values.lock().unwrap_or_else(PoisonError::into_inner) = None;
        if let Some(solver) = G::solver() {
            solver.forget(table.lend(solver.tenant(&self.root.position), 1));
        }
    }

    fn perft(&self, depth: u16, control: Arc<Control>, send: MessageSink) -> Job {
        let position = self.root.position.clone();
        Box::new(move |_| {
            let mut total = if depth == 0 { Some(1) } else { Some(0) };
            for m in position.legal_moves().into_iter().filter(|_| depth > 0) {
                let mut child = position.clone();
                child.play(m);
                let count = perft(&child, depth - 1, &control);
                if let Some(count) = count {
                    send(Message::PerftMove { name: position.print_move(m), count });
                }
                total = total.zip(count).map(|(total, count)| total + count);
            }
            send(match total {
                Some(total) => Message::PerftTotal(total),
                None => Message::Note("perft was stopped".to_owned()),
            });
        })
    }

    fn bench(
        &self,
        control: Arc<Control>,
        send: MessageSink,
    ) -> Box<dyn FnOnce() -> BenchResult + Send> {
        let (rules, network) = (self.root.position.rules(), self.network.clone());
        Box::new(move || {
            let result = bench::run::<G>(rules, &control, network.as_ref());
            send(Message::Bench { name: G::info(rules).name, result });
            result
        })
    }

    fn openings(&self, request: OpeningsRequest, control: Arc<Control>, send: MessageSink) -> Job {
        let mut engine = GameEngine::<G>::new(self.root.position.rules());
        engine.options = self.options.clone();
        Box::new(move |_| {
            let mut openings = match OpeningGenerator::new(Box::new(engine), &request) {
                Ok(openings) => openings,
                Err(error) => return send(Message::Note(format!("genfens: {error}"))),
            };
            for _ in 0..request.count {
                if control.is_stopped() {
                    return send(Message::Note("genfens was stopped".to_owned()));
                }
                match openings.next() {
                    Some(text) => send(Message::Opening(text)),
                    None => return send(Message::Note("genfens found no opening".to_owned())),
                }
            }
        })
    }

    fn save_table(&self, path: PathBuf, send: MessageSink) -> Job {
        let owner = hash_file::owner(&self.options, &self.network);
        Box::new(move |table| send(Message::Note(hash_file::save(table, &owner, &path))))
    }

    fn load_table(&self, path: PathBuf, threads: usize, send: MessageSink) -> Job {
        let owner = hash_file::owner(&self.options, &self.network);
        let tenant = G::solver().map_or("nobody", |solver| solver.tenant(&self.root.position));
        Box::new(move |table| {
            send(Message::Note(hash_file::load(table, tenant, &owner, &path, threads)));
        })
    }

    fn new_game(&self) -> Job {
        let (search, root) = (Arc::clone(&self.search), Arc::clone(&self.root));
        Box::new(move |_| lock(&search).clear(&root.position))
    }

    fn prepare(&self, threads: usize, send: MessageSink) -> Job {
        let (search, root) = (Arc::clone(&self.search), Arc::clone(&self.root));
        Box::new(move |_| {
            let there = lock(&search).prepare(threads, &root.position);
            if there < threads {
                let note = format!("no {threads} threads for Threads; it uses {there}");
                send(Message::Note(note));
            }
        })
    }

    fn diagram(&self) -> String {
        let position = &self.root.position;
        let (picture, text, key) = (position.diagram(), position.print(), position.key());
        format!("{}\n\nFen: {text}\nKey: {key:016X}", picture.trim_end())
    }

    fn legal_moves(&self) -> Vec<LegalMove> {
        if self.result().is_some() {
            return Vec::new();
        }
        let position = &self.root.position;
        let forms = |m| LegalMove {
            name: position.print_move(m),
            record: position.record_move(m),
            short: position.short_move(m),
            cells: position.move_cells(m),
        };
        position.legal_moves().into_iter().map(forms).collect()
    }

    fn records(&self, line: &[String]) -> Vec<String> {
        let mut position = self.root.position.clone();
        let mut record = |name: &String| {
            let m = position.parse_move(name).ok()?;
            let record = position.record_move(m);
            position.play(m);
            Some(record)
        };
        line.iter().map_while(&mut record).collect()
    }

    fn picture(&self) -> Option<Picture> {
        self.root.position.picture()
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

    fn static_eval(&self) -> Value {
        self.static_score().into()
    }

    fn evaluation(&self) -> String {
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

/// Locks the search, even if a job panicked while it held the lock. The search's tables
/// only order moves, so no inconsistency can do harm.
fn lock<G: Knowledge>(search: &Mutex<LazyCell<Search<G>>>) -> MutexGuard<'_, LazyCell<Search<G>>> {
    search.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Takes back the last move.
fn take_back<G: Notation>(root: &mut Root<G>, last: &PlayedMove<G>, options: &GameOptions<G>) {
    last.take_back(root);
    // They may have been set after it.
    options.apply(&mut root.position);
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

/// The probabilities of win, draw and loss at a score.
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

/// The moves of a line as text, each written in its position.
fn names<G: Notation>(position: &G, line: &[G::Move]) -> Vec<String> {
    let mut position = position.clone();
    let name = |&m: &G::Move| {
        let name = position.print_move(m);
        position.play(m);
        name
    };
    line.iter().map(name).collect()
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
        let (before, key) = (position.position(), position.key());
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
