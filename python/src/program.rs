//! Programs that search: other engines, which speak UCI, UGI, USI or UCCI.

use crate::game::{self, option_text, registry};
use crate::position::Position;
use crate::process::OfProcess;
use crate::reports::watched;
use crate::search::Analysis;
use crate::searcher::{Backend, SearchRequest, Searcher};
use plyglot_core::game::{Outcome, Wdl, quote};
use plyglot_core::search::Bound as ScoreBound;
use plyglot_engine::{
    ChosenGame, GameHistory, GoLimits, InfoLine, Leniency, Referee, ReportedScore, SearchInfo,
    Value, go_command, position_command,
};
use plyglot_match::plan::{EngineSpec, Protocol};
use plyglot_match::{EngineFailure, Player};
use plyglot_support::lock;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Another engine: a program that speaks UCI, UGI, USI (shogi) or UCCI (xiangqi), for one game.
///
/// `command` is the program with its arguments, and `protocol` is `uci`, `ugi`, `usi` or `ucci`.
/// `options` are options of the program. It is started at once, and again after it has failed; it
/// ends with this object, or by `close`, or behind a `with` block.
///
/// Raises `UnknownGameError`, `ValueError` if the program does not know the game, or `RuntimeError`
/// if it cannot be started.
#[pyclass(module = "plyglot", frozen, extends = Searcher)]
pub(crate) struct Program {
    other: Arc<OtherSearch>,
}

struct OtherSearch {
    game: ChosenGame,
    name: String,
    dialogue: OfProcess<Mutex<Dialogue>>,
    is_stopped: AtomicBool,
}

struct Dialogue {
    /// `None` once it was closed.
    player: Option<Player<'static>>,
    /// Whether the next search is in another game than the last one.
    is_new_game: bool,
}

struct Question<'a> {
    position: String,
    limits: &'a GoLimits,
    multipv: usize,
}

struct Answer {
    best: Option<String>,
    lines: Vec<SearchInfo>,
}

impl Dialogue {
    fn ask(
        &mut self,
        question: &Question<'_>,
        is_over: &dyn Fn() -> bool,
    ) -> Result<Answer, String> {
        let player = self.player.as_mut().ok_or("the program was closed")?;
        if self.is_new_game || !player.is_running() {
            player.new_game().map_err(reason)?;
            self.is_new_game = false;
        }
        player.set("MultiPV", &question.multipv.to_string()).map_err(reason)?;
        let counts_plies = player.counts_plies();
        let go = go_command(question.limits);
        let mut lines = BTreeMap::new();
        let mut see = |line: Option<&str>| {
            if let Some(info) = line.and_then(|line| read_info(line, counts_plies)) {
                keep(&mut lines, info);
            }
        };
        let move_time = question.limits.move_time;
        let best = player.search(&question.position, &go, move_time, is_over, &mut see);
        Ok(Answer { best: best.map_err(reason)?, lines: lines.into_values().collect() })
    }
}

fn reason(failure: EngineFailure) -> String {
    failure.reason
}

/// A line of the program's output; `None` if it has no score.
fn read_info(line: &str, counts_plies: bool) -> Option<SearchInfo> {
    let info = InfoLine::read(line)?;
    let value = match info.score? {
        ReportedScore::Centi(centi) => Value::Centi(centi),
        ReportedScore::Mate(plies) if counts_plies => Value::End(plies),
        ReportedScore::Mate(moves) => {
            Value::End(moves.saturating_mul(2).saturating_sub(i32::from(moves > 0)))
        }
    };
    let bound = match (info.is_bound, info.is_lower) {
        (false, _) => ScoreBound::Exact,
        (true, true) => ScoreBound::Lower,
        (true, false) => ScoreBound::Upper,
    };
    let [win, draw, loss] = info.wdl.unwrap_or_default();
    let depth = info.depth.map_or(0, |depth| u16::try_from(depth).unwrap_or(u16::MAX));
    Some(SearchInfo {
        depth,
        seldepth: depth,
        rank: info.rank,
        value,
        bound,
        wdl: Wdl { win, draw, loss },
        nodes: info.nodes.unwrap_or(0),
        time: Duration::from_millis(info.time.unwrap_or(0)),
        pv: info.pv.iter().map(|&name| name.to_owned()).collect(),
        ..SearchInfo::default()
    })
}

/// Keeps the last line of each rank. A bound replaces no score.
fn keep(lines: &mut BTreeMap<usize, SearchInfo>, info: SearchInfo) {
    let is_exact = |info: &SearchInfo| info.bound == ScoreBound::Exact;
    let has_score = lines.get(&info.rank).is_some_and(is_exact);
    if is_exact(&info) || !has_score {
        lines.insert(info.rank, info);
    }
}

/// The result for the side to move, if the game is over.
fn finished(rules: &dyn Referee) -> Option<Outcome> {
    rules.result()?.result.outcome(rules.side())
}

fn read_protocol(name: &str) -> PyResult<Protocol> {
    Protocol::named(name).ok_or_else(|| {
        let known: Vec<&str> = Protocol::NAMED.iter().map(|(known, _)| *known).collect();
        let known = known.join(", ");
        PyValueError::new_err(format!("protocol: expected one of {known}, found {}", quote(name)))
    })
}

/// The program of a command, with the options of it.
pub(crate) fn read_spec(
    command: Vec<String>,
    protocol: &str,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<EngineSpec> {
    let mut words = command.into_iter();
    let none = || PyValueError::new_err("command: expected a program, found none");
    let command = words.next().ok_or_else(none)?;
    let mut set = Vec::new();
    for (name, value) in options.into_iter().flatten() {
        set.push((name.extract::<String>()?, option_text(&value)?));
    }
    let stem = Path::new(&command).file_stem();
    Ok(EngineSpec {
        name: stem.map_or(String::new(), |stem| stem.to_string_lossy().into_owned()),
        arguments: words.collect(),
        protocol: read_protocol(protocol)?,
        options: set,
        command,
        ..EngineSpec::default()
    })
}

impl OtherSearch {
    fn failed(&self, reason: &str) -> PyErr {
        PyRuntimeError::new_err(format!("{}: {reason}", self.name))
    }

    fn position_command(&self, rules: &dyn Referee) -> String {
        let GameHistory { start, moves } = rules.history_since_null_move();
        let is_usual = start == self.game.open().position();
        position_command((!is_usual).then_some(&*start), &moves)
    }
}

impl Backend for OtherSearch {
    fn go(
        &self,
        py: Python<'_>,
        position: &Bound<'_, Position>,
        request: &SearchRequest,
    ) -> PyResult<Analysis> {
        let position = position.borrow();
        // The position may change during the search.
        let rules = position.rules().copy();
        drop(position);
        let mut analysis = plyglot_engine::Analysis {
            lines: Vec::new(),
            best: None,
            ponder: None,
            finished: finished(&*rules),
        };
        if analysis.finished.is_some() {
            return Analysis::from_engine(py, analysis);
        }
        let position = self.position_command(&*rules);
        let SearchRequest { limits, multipv, .. } = request;
        let question = Question { position, limits, multipv: *multipv };
        let dialogue = self.dialogue.get()?;
        let answer = watched(py, |is_over| {
            let mut dialogue = lock(dialogue);
            self.is_stopped.store(false, Relaxed);
            dialogue.ask(&question, &|| is_over.load(Relaxed) || self.is_stopped.load(Relaxed))
        })?;
        let answer = answer.map_err(|reason| self.failed(&reason))?;
        let best = answer.best.ok_or_else(|| self.failed("it has found no move"))?;
        let wrong = |_| self.failed(&format!("expected a legal move, found {}", quote(&best)));
        analysis.best = Some(rules.read_move(&best, Leniency::Exact).map_err(wrong)?);
        analysis.lines = answer.lines;
        Analysis::from_engine(py, analysis)
    }

    fn stop(&self, _: Python<'_>) -> PyResult<()> {
        self.dialogue.get()?;
        self.is_stopped.store(true, Relaxed);
        Ok(())
    }

    fn new_game(&self, py: Python<'_>) -> PyResult<()> {
        let dialogue = self.dialogue.get()?;
        py.detach(|| lock(dialogue).is_new_game = true);
        Ok(())
    }
}

#[pymethods]
impl Program {
    #[new]
    #[pyo3(signature = (command, game = "chess", *, protocol = "uci", options = None))]
    fn new(
        py: Python<'_>,
        command: Vec<String>,
        game: &str,
        protocol: &str,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<PyClassInitializer<Program>> {
        let game = game::choose(game, None)?;
        let spec = read_spec(command, protocol, options)?;
        let file = spec.name.clone();
        let started = py.detach(|| Player::start_alone(spec, game.name(), registry()));
        let player = started
            .map_err(|failure| PyRuntimeError::new_err(format!("{file}: {}", failure.reason)))?;
        let name = player.title().to_owned();
        if !player.may_play() {
            let text = format!("expected a program that knows {}, found {name}", game.name());
            return Err(PyValueError::new_err(text));
        }
        let dialogue = Dialogue { player: Some(player), is_new_game: true };
        let dialogue = OfProcess::new(Mutex::new(dialogue));
        let is_stopped = AtomicBool::new(false);
        let other = Arc::new(OtherSearch { game: game.clone(), name, dialogue, is_stopped });
        let searcher = Searcher::new(game, other.clone());
        Ok(PyClassInitializer::from(searcher).add_subclass(Program { other }))
    }

    /// The name of the program, as it says.
    #[getter]
    fn name(&self) -> &str {
        &self.other.name
    }

    /// Ends the program, after its search.
    fn close(&self, py: Python<'_>) -> PyResult<()> {
        let dialogue = self.other.dialogue.get()?;
        py.detach(|| lock(dialogue).player = None);
        Ok(())
    }

    fn __enter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    #[pyo3(signature = (_kind, _value, _traceback, /))]
    fn __exit__(
        &self,
        py: Python<'_>,
        _kind: &Bound<'_, PyAny>,
        _value: &Bound<'_, PyAny>,
        _traceback: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        self.close(py)
    }

    fn __repr__(&self) -> String {
        format!("<plyglot.Program {} {}>", self.other.name, self.other.game.name())
    }
}
