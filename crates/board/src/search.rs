//! Searches, with findings sent as soon as they are known.

use super::engines::{Admission, EngineState, EngineUser, Engines};
use super::feed::{EndOnDrop, Feed};
use super::game_line::{GameLine, shown_line};
use super::refusal::RequestRefusal;
use super::request::{Fields, WrittenGame};
use super::site::Site;
use plyglot_engine::NamedGame;
use plyglot_match::record::ReportedScore;
use plyglot_match::{EngineFailure, Info, Opponent};
use plyglot_support::text::{NO_THREAD, plain};
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;
use std::sync::{Arc, MutexGuard, TryLockError};
use std::thread;
use std::time::{Duration, Instant};

/// The time between two reports.
const REPORT_INTERVAL: Duration = Duration::from_millis(100);
/// The time between two checks whether an earlier search has ended.
const POLL_INTERVAL: Duration = Duration::from_millis(10);
/// The most lines of a search.
const MAX_LINES: u64 = 500;
/// The most moves of a line that are sent.
const MAX_LINE: usize = 40;
/// The longest search of limited time, in ms.
const MAX_TIME: u64 = 24 * 3600 * 1000;
/// The most moves of a line in readable form: for the first lines, and for the others.
const SHOWN: [usize; 2] = [12, 1];
/// The number of the first lines.
const FIRST_LINES: usize = 10;

/// A search as the page asks for it.
struct SearchRequest {
    written: WrittenGame,
    lines: u64,
    /// The command `go`, and the time that it allows: for the move, or on each side's clock.
    go: String,
    move_time: Option<Duration>,
    clocks: [Option<Duration>; 2],
    strength: Option<PageStrength>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PageStrength {
    Level(u64),
    Rating(u64),
}

impl SearchRequest {
    fn of(asked: Fields<'_>) -> Result<SearchRequest, RequestRefusal> {
        let limits = asked.object("limits")?;
        let limit = |name, most| limits.map_or(Ok(None), |limits| limits.number(name, (1, most)));
        let (depth, nodes) = (limit("depth", 200)?, limit("nodes", u64::MAX >> 1)?);
        let time = |name| limit(name, MAX_TIME);
        let (move_time, clocks) = (time("movetime")?, [time("wtime")?, time("btime")?]);
        let limits = [("depth", depth), ("nodes", nodes), ("movetime", move_time)];
        let clock = [("wtime", clocks[0]), ("btime", clocks[1])];
        let increments = [("winc", time("winc")?), ("binc", time("binc")?)];
        let words = limits.into_iter().chain(clock).chain(increments);
        let words = words.filter_map(|(name, n)| n.map(|n| format!(" {name} {n}")));
        let words: String = words.collect();
        let strength = match asked.object("strength")? {
            None => None,
            Some(strength) => {
                let level = strength.number("level", (0, 100))?.map(PageStrength::Level);
                let rating = strength.number("elo", (0, 10_000))?.map(PageStrength::Rating);
                level.or(rating)
            }
        };
        Ok(SearchRequest {
            written: asked.game()?,
            lines: asked.number("lines", (1, MAX_LINES))?.unwrap_or(1),
            go: if words.is_empty() { "go infinite".to_owned() } else { format!("go{words}") },
            move_time: move_time.map(Duration::from_millis),
            clocks: clocks.map(|clock| clock.map(Duration::from_millis)),
            strength,
        })
    }
}

/// Begins a search.
///
/// # Errors
/// If it is invalid, or too many run already.
pub(super) fn begin(site: &Site, asked: Fields<'_>) -> Result<Arc<Feed>, RequestRefusal> {
    let mut task = SearchRequest::of(asked)?;
    let line = GameLine::play(&site.registry, &task.written)?;
    task.move_time = task.move_time.or(task.clocks[line.rules.side().index()]);
    let key = EngineUser {
        tab: asked.name("tab")?.to_owned(),
        engine: asked.number("engine", (0, 1000))?.unwrap_or(0) as usize,
        game: line.game.name().to_owned(),
    };
    /// The greatest whole number up to which scripts count exactly.
    const MOST: u64 = (1 << 53) - 1;
    let asked_at = asked.number("asked_at", (0, MOST))?;
    let admission = site.engines.admit(key, asked_at)?;
    let feed = Arc::<Feed>::default();
    let search = PageSearch {
        engines: Arc::clone(&site.engines),
        admission,
        command: line.command(),
        start: line.start.clone(),
        plies: line.steps.len(),
        position: line.rules.position(),
        legal: line.rules.legal_moves().into_iter().map(|m| m.name).collect(),
        game: line.game,
        task,
        writer: EndOnDrop(Arc::clone(&feed)),
    };
    let begun = thread::Builder::new().name("search".to_owned()).spawn(move || search.run());
    begun.map_err(|_| RequestRefusal::busy(NO_THREAD))?;
    Ok(feed)
}

/// A search for a page.
struct PageSearch {
    engines: Arc<Engines>,
    admission: Admission,
    /// The command of the protocol that sets up the position.
    command: String,
    /// The first position, if it is not the usual one.
    start: Option<String>,
    /// The moves from there.
    plies: usize,
    position: String,
    legal: Vec<String>,
    game: NamedGame,
    task: SearchRequest,
    writer: EndOnDrop,
}

impl PageSearch {
    fn feed(&self) -> &Feed {
        &self.writer.0
    }

    fn is_over(&self) -> bool {
        self.feed().is_abandoned() || self.admission.is_over()
    }

    /// Searches; if the engine fails, once more with a new one.
    fn run(self) {
        let Some(mut state) = self.state() else {
            self.feed().say(&json!({ "type": "ended" }));
            return;
        };
        for is_last in [false, true] {
            if self.is_over() {
                break;
            }
            let Err(failure) = self.search(&mut state) else { return };
            *state = EngineState::default();
            if !self.is_over() {
                let text = plain(&failure.reason);
                let failed = json!({ "type": "failed", "text": text, "restarted": !is_last });
                self.feed().say(&failed);
            }
        }
        self.feed().say(&json!({ "type": "ended" }));
    }

    /// The process, as soon as no earlier search has it; `None` if this search is over before.
    fn state(&self) -> Option<MutexGuard<'_, EngineState>> {
        while !self.is_over() {
            match self.admission.slot.state.try_lock() {
                Ok(state) => return Some(state),
                Err(TryLockError::Poisoned(poisoned)) => return Some(poisoned.into_inner()),
                Err(TryLockError::WouldBlock) => thread::sleep(POLL_INTERVAL),
            }
        }
        None
    }

    /// # Errors
    /// If the engine fails.
    fn search(&self, state: &mut EngineState) -> Result<(), EngineFailure> {
        let engine = self.engine(state)?;
        self.feed().say(&json!({ "type": "started", "engine": engine.title() }));
        if !engine.may_play() {
            let text = format!("{} does not know {}", engine.title(), self.game.entry.info.title);
            self.feed().say(&json!({ "type": "failed", "text": text, "restarted": false }));
            return Ok(());
        }
        self.set_options(engine)?;
        let mut findings = Findings::new(self);
        let searched = engine.search(
            &self.command,
            &self.task.go,
            self.task.move_time,
            &|| self.is_over(),
            &mut |line| findings.see(line),
        )?;
        findings.report();
        if self.is_over() {
            self.feed().say(&json!({ "type": "ended" }));
            return Ok(());
        }
        let best = searched.filter(|best| self.legal.contains(best));
        let shown = best.iter().flat_map(|best| self.shown(std::slice::from_ref(best), 1)).next();
        self.feed().say(&match best.is_some() || self.legal.is_empty() {
            true => json!({ "type": "best", "move": best, "shown": shown }),
            false => {
                let title = self.game.entry.info.title;
                let text = format!("the engine has sent no legal move; does it play {title}?");
                json!({ "type": "failed", "text": text, "restarted": false })
            }
        });
        Ok(())
    }

    /// The engine, started if it does not run, and told if this is another game.
    fn engine<'w>(&self, state: &'w mut EngineState) -> Result<&'w mut Opponent, EngineFailure> {
        let key = &self.admission.slot.key;
        state.bury();
        let engine = match &mut state.engine {
            Some(engine) => engine,
            none => none.insert(self.engines.start(key.engine, &key.game)?),
        };
        let game = (self.start.clone(), self.plies);
        let is_same = state
            .game
            .as_ref()
            .is_some_and(|(start, plies)| *start == game.0 && (game.1 > 0 || *plies == 0));
        state.game = Some(game);
        if !is_same {
            engine.new_game()?;
        }
        Ok(engine)
    }

    fn set_options(&self, engine: &mut Opponent) -> Result<(), EngineFailure> {
        let bounded = |engine: &Opponent, option: &str, value: u64| {
            let value = i64::try_from(value).unwrap_or(i64::MAX);
            engine.range(option).map(|range| value.clamp(*range.start(), *range.end()))
        };
        if let Some(lines) = bounded(engine, "MultiPV", self.task.lines) {
            engine.set("MultiPV", &lines.to_string())?;
        }
        engine.set("UCI_ShowWDL", "true")?;
        let is_rated = matches!(self.task.strength, Some(PageStrength::Rating(_)));
        engine.set("UCI_LimitStrength", if is_rated { "true" } else { "false" })?;
        if let Some(PageStrength::Rating(rating)) = self.task.strength
            && let Some(rating) = bounded(engine, "UCI_Elo", rating)
        {
            engine.set("UCI_Elo", &rating.to_string())?;
        }
        if let Some(range) = engine.range("Skill Level") {
            let level = match self.task.strength {
                Some(PageStrength::Level(level)) => bounded(engine, "Skill Level", level),
                _ => Some(*range.end()),
            };
            engine.set("Skill Level", &level.unwrap_or(*range.end()).to_string())?;
        }
        Ok(())
    }

    fn shown(&self, line: &[String], most: usize) -> Vec<String> {
        shown_line(&self.game, &self.position, line, most)
    }
}

/// The findings of a search so far.
struct Findings<'s> {
    search: &'s PageSearch,
    /// The lines by their ranks, each with the readable line.
    lines: BTreeMap<usize, Json>,
    depth: u32,
    nodes: u64,
    nps: Option<u64>,
    /// Seconds.
    time: f64,
    reported: Option<Instant>,
    is_new: bool,
}

impl<'s> Findings<'s> {
    fn new(search: &'s PageSearch) -> Findings<'s> {
        let (depth, nodes, nps, time) = (0, 0, None, 0.0);
        let (reported, is_new) = (None, false);
        Findings { search, lines: BTreeMap::new(), depth, nodes, nps, time, reported, is_new }
    }

    /// Takes a line of the engine's output, and reports when it is time to.
    fn see(&mut self, line: Option<&str>) {
        line.and_then(Info::read).into_iter().for_each(|info| self.add(&info));
        if self.reported.is_none_or(|time| time.elapsed() >= REPORT_INTERVAL) {
            self.report();
        }
    }

    fn add(&mut self, info: &Info<'_>) {
        self.depth = info.depth.unwrap_or(self.depth).max(self.depth);
        self.nodes = info.nodes.unwrap_or(self.nodes);
        self.nps = info.nps.or(self.nps);
        self.time = info.time.map_or(self.time, |ms| ms as f64 / 1000.0);
        let first = info.pv.first();
        let is_legal = first.is_some_and(|first| self.search.legal.iter().any(|m| m == first));
        let Some(score) = info.score.filter(|_| is_legal) else { return };
        if !(1..=MAX_LINES as usize).contains(&info.rank) {
            return;
        }
        let score = match score {
            ReportedScore::Centi(centi) => json!({ "cp": centi }),
            ReportedScore::Mate(moves) => json!({ "mate": moves }),
        };
        let bound = match (info.is_bound, info.is_lower) {
            (false, _) => None,
            (true, true) => Some("lower"),
            (true, false) => Some("upper"),
        };
        let line: Vec<&str> = info.pv.iter().copied().take(MAX_LINE).collect();
        let value = json!({
            "rank": info.rank,
            "depth": info.depth,
            "score": score,
            "bound": bound,
            "wdl": info.wdl,
            "line": line,
        });
        self.lines.insert(info.rank, value);
        self.is_new = true;
    }

    /// Sends new findings.
    fn report(&mut self) {
        if !std::mem::take(&mut self.is_new) {
            return;
        }
        self.reported = Some(Instant::now());
        let search = self.search;
        for (rank, value) in &mut self.lines {
            if value.get("shown").is_none() {
                let words = value["line"].as_array().into_iter().flatten();
                let line: Vec<String> = words.filter_map(Json::as_str).map(str::to_owned).collect();
                let most = SHOWN[usize::from(*rank > FIRST_LINES)];
                value["shown"] = json!(search.shown(&line, most));
            }
        }
        search.feed().report(&json!({
            "type": "info",
            "depth": self.depth,
            "nodes": self.nodes,
            "nps": self.nps,
            "time": self.time,
            "lines": self.lines.values().collect::<Vec<&Json>>(),
        }));
    }
}
