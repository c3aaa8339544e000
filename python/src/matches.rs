//! `match`: engines play each other, with reports on the way.

use crate::game::{self, registry};
use crate::numbers::{self, whole};
use crate::program::read_spec;
use crate::reports::{object, reported};
use crate::searcher::seconds;
use plyglot_engine::AdjudicationRules;
use plyglot_match::plan::{
    BALANCE, ERROR, EngineSpec, Files, Limit, MAX_GAME_MOVES, MatchPlan, Openings, Pairing,
    ReportChecks, SPRT_ROUNDS, TimeControl,
};
use plyglot_match::{free_name, match_here};
use plyglot_support::sprt::{EloModel, Sprt};
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::Value as Json;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

fn rounds(value: &Bound<'_, PyAny>) -> PyResult<Option<u32>> {
    if value.is_none() { Ok(None) } else { whole("rounds", value, 1..=1_000_000).map(Some) }
}

fn plies(value: &Bound<'_, PyAny>) -> PyResult<usize> {
    whole("plies", value, 0..=200)
}

fn concurrency(value: &Bound<'_, PyAny>) -> PyResult<usize> {
    whole("concurrency", value, 1..=1024)
}

const KEYS: [&str; 8] =
    ["command", "name", "protocol", "options", "depth", "nodes", "time", "clock"];

/// An engine, whose keys may also be limits. Its name is empty if it has none.
fn engine(keys: &Bound<'_, PyDict>, usual: &Limit) -> PyResult<EngineSpec> {
    for key in keys.keys() {
        let key: String = key.extract()?;
        if !KEYS.contains(&key.as_str()) {
            let known = KEYS.join(", ");
            let found = plyglot_core::game::quote(&key);
            let text = format!("engines: expected one of {known}, found {found}");
            return Err(PyTypeError::new_err(text));
        }
    }
    let get = |key| keys.get_item(key);
    let command = get("command")?.map(|command| command.extract::<Vec<String>>()).transpose()?;
    let protocol = get("protocol")?.map(|protocol| protocol.extract::<String>()).transpose()?;
    let options = get("options")?;
    let options = options.as_ref().map(|options| options.cast::<PyDict>()).transpose()?;
    let protocol = protocol.as_deref().unwrap_or("uci");
    let spec = read_spec(command.unwrap_or_default(), protocol, options)?;
    let name = get("name")?.map(|name| name.extract::<String>()).transpose()?;
    let mut limit = *usual;
    if let Some(depth) = get("depth")? {
        limit.depth = numbers::depth(&depth)?;
    }
    if let Some(nodes) = get("nodes")? {
        limit.nodes = numbers::nodes(&nodes)?;
    }
    if let Some(time) = get("time")? {
        limit.move_time = Some(seconds("time", &time)?);
    }
    if let Some(clock) = get("clock")? {
        limit.clock = Some(time_control(&clock)?);
    }
    if limit == Limit::default() {
        let text = "expected a limit for each engine: depth, nodes, time or clock";
        return Err(PyValueError::new_err(text));
    }
    Ok(EngineSpec { name: name.unwrap_or_default(), limit, ..spec })
}

/// The seconds of a game, and those for each move.
fn time_control(clock: &Bound<'_, PyAny>) -> PyResult<TimeControl> {
    let Ok((base, increment)) = clock.extract::<(Bound<'_, PyAny>, Bound<'_, PyAny>)>() else {
        let found = clock.repr()?;
        let text = format!("clock: expected seconds of a game and for each move, found {found}");
        return Err(PyTypeError::new_err(text));
    };
    let base = seconds("clock", &base)?;
    let increment = seconds("clock", &increment)?;
    if base.is_zero() {
        return Err(PyValueError::new_err("clock: expected seconds, found 0"));
    }
    Ok(TimeControl { moves: None, base, increment })
}

/// Gives each engine a name of its own: that of its program if it has none.
fn name_all(engines: &mut [EngineSpec]) -> PyResult<()> {
    let mut taken: Vec<String> = Vec::new();
    for engine in engines.iter().filter(|engine| !engine.name.is_empty()) {
        if taken.contains(&engine.name) {
            let found = plyglot_core::game::quote(&engine.name);
            let text = format!("name: expected another one for each engine, found {found} twice");
            return Err(PyValueError::new_err(text));
        }
        taken.push(engine.name.clone());
    }
    for engine in engines.iter_mut().filter(|engine| engine.name.is_empty()) {
        engine.name = free_name(plyglot_match::stem(&engine.command), &mut taken);
    }
    Ok(())
}

/// A sequential test of two hypotheses, in normalized Elo.
fn test(hypotheses: &Bound<'_, PyAny>) -> PyResult<Sprt> {
    let (elo0, elo1) = hypotheses.extract::<(f64, f64)>()?;
    if !(elo0 < elo1 && elo0.is_finite() && elo1.is_finite()) {
        let text = format!("sprt: expected Elo of which the second is greater, found {hypotheses}");
        return Err(PyValueError::new_err(text));
    }
    Ok(Sprt { elo0, elo1, alpha: ERROR, beta: ERROR, model: EloModel::Normalized })
}

/// Engines play each other, with the rules as referee: the object has the score of each of the
/// `players`, the `elo` of the first against the second with its bounds, the chance `los` that
/// it is stronger, the state of the `test`, and `warnings`.
///
/// `engines` are two or more dictionaries: `command` is the program with its arguments; `name`,
/// `protocol` (`uci`, `ugi`, `usi` or `ucci`) and `options` can be left out. `depth`, `nodes`,
/// `time` (seconds a move) and `clock` (seconds of a game, and those added for each move) are
/// limits of all engines, or of those that have them as keys.
///
/// Each pair of engines meets in each of the `rounds` (2 if none are given, or 50,000 with `sprt`)
/// for two games with sides exchanged, from an opening of `plies` random plies; 0 is the start
/// position. `sprt` are two values of normalized Elo; the match ends when the test between the
/// first two engines is decided. `concurrency` is the number of games at the same time. The games
/// are appended to the file `pgn`.
///
/// After each game, `progress` is called with a dictionary: the same with the number of games
/// `played`, of how many in `all`, and the `game`. An exception of it ends the match.
///
/// Raises `UnknownGameError`, `ValueError`, or `RuntimeError` if an engine does not start or
/// fails in many games in a row, or a file cannot be written.
#[pyfunction]
#[pyo3(name = "match", signature = (
    engines, game = "chess", *, depth = None, nodes = None, time = None, clock = None,
    rounds = None, plies = 8, sprt = None, concurrency = 1, seed = 1, pgn = None, progress = None
))]
#[expect(clippy::too_many_arguments, reason = "they are keywords")]
pub(crate) fn play_match<'py>(
    py: Python<'py>,
    engines: Vec<Bound<'py, PyDict>>,
    game: &str,
    #[pyo3(from_py_with = numbers::depth)] depth: Option<u16>,
    #[pyo3(from_py_with = numbers::nodes)] nodes: Option<u64>,
    time: Option<&Bound<'py, PyAny>>,
    clock: Option<&Bound<'py, PyAny>>,
    #[pyo3(from_py_with = rounds)] rounds: Option<u32>,
    #[pyo3(from_py_with = plies)] plies: usize,
    sprt: Option<&Bound<'py, PyAny>>,
    #[pyo3(from_py_with = concurrency)] concurrency: usize,
    #[pyo3(from_py_with = numbers::seed)] seed: u64,
    pgn: Option<PathBuf>,
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let move_time = time.map(|time| seconds("time", time)).transpose()?;
    let clock = clock.map(time_control).transpose()?;
    let limit = Limit { clock, move_time, nodes, depth, ..Limit::default() };
    let mut engines: Vec<EngineSpec> =
        engines.iter().map(|keys| engine(keys, &limit)).collect::<PyResult<_>>()?;
    if engines.len() < 2 {
        let text = format!("engines: expected two or more, found {}", engines.len());
        return Err(PyValueError::new_err(text));
    }
    name_all(&mut engines)?;
    let sprt = sprt.map(test).transpose()?;
    let openings = match plies {
        0 => Openings::Start,
        plies => Openings::Random { plies, balance: BALANCE },
    };
    let plan = MatchPlan {
        game: game::choose(game, None)?.name().to_owned(),
        engines,
        pairing: Pairing::RoundRobin,
        rounds: rounds.unwrap_or(if sprt.is_some() { SPRT_ROUNDS } else { 2 }),
        games: 2,
        repeat: true,
        concurrency,
        openings,
        sprt,
        adjudication: AdjudicationRules {
            max_plies: Some(2 * MAX_GAME_MOVES),
            ..AdjudicationRules::default()
        },
        checks: ReportChecks::default(),
        seed,
        patience: Duration::from_secs(60),
        event: "Plyglot match".to_owned(),
        files: Files { pgn, ..Files::default() },
    };
    let work = |is_over: &AtomicBool, report: &dyn Fn(Json)| {
        match_here(&plan, registry(), is_over, report)
    };
    let (_, ended) = reported(py, work, progress)?;
    let results = ended.map_err(|error| PyRuntimeError::new_err(format!("{error:#}")))?;
    object(py, &results)
}
