//! Searches: what the page asks for, and what it is told. An engine of the protocol searches.

use super::Answers;
use super::game_line::{GameLine, shown_line};
use super::request::{Fields, RequestRefusal};
use plyglot_engine::{ChosenGame, GoLimits, InfoLine, ReportedScore, SideClock, go_command};
use plyglot_support::instant::Instant;
use serde::Serialize;
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::time::Duration;

const REPORT_INTERVAL: Duration = Duration::from_millis(100);
/// The maximum number of lines of a search, as the option `MultiPV` has it.
pub const MAX_LINES: u64 = 500;
const MAX_LINE_MOVES: usize = 40;
const MAX_DEPTH: u16 = 200;
/// The longest search of limited time, in ms.
const MAX_TIME_MS: u64 = 24 * 3600 * 1000;
/// The number of the first lines, and how many moves of one are in readable form.
const FIRST_LINES: usize = 10;
const FIRST_LINES_MOVES: usize = 12;
/// The maximum moves of the other lines in readable form.
const OTHER_LINES_MOVES: usize = 1;

/// A level, or else a rating; neither for full strength.
#[derive(Debug, Default)]
struct PageStrength {
    level: Option<u64>,
    rating: Option<u64>,
}

impl PageStrength {
    fn read(asked: Fields<'_>) -> Result<PageStrength, RequestRefusal> {
        let Some(strength) = asked.object("strength")? else { return Ok(Default::default()) };
        strength.only(&["level", "elo"])?;
        let level = strength.number("level", 0..=100)?;
        let rating = strength.number("elo", 0..=10_000)?.filter(|_| level.is_none());
        Ok(PageStrength { level, rating })
    }
}

const LIMITS: [&str; 8] =
    ["depth", "nodes", "movetime", "wtime", "btime", "winc", "binc", "infinite"];

/// The limits of a search; none for one without an end.
fn read_limits(asked: Fields<'_>) -> Result<GoLimits, RequestRefusal> {
    let Some(limits) = asked.object("limits")? else { return Ok(GoLimits::default()) };
    limits.only(&LIMITS)?.flag("infinite")?;
    let depth = limits.number("depth", 1..=MAX_DEPTH.into())?;
    Ok(GoLimits {
        depth: depth.and_then(|depth| depth.try_into().ok()),
        nodes: limits.number("nodes", 1..=u64::MAX >> 1)?,
        move_time: time(limits, "movetime")?,
        clocks: [clock(limits, "wtime", "winc")?, clock(limits, "btime", "binc")?],
        ..GoLimits::default()
    })
}

fn clock(limits: Fields<'_>, left: &str, increment: &str) -> Result<SideClock, RequestRefusal> {
    let increment = time(limits, increment)?.unwrap_or_default();
    Ok(SideClock { left: time(limits, left)?, increment })
}

fn time(limits: Fields<'_>, name: &str) -> Result<Option<Duration>, RequestRefusal> {
    Ok(limits.number(name, 1..=MAX_TIME_MS)?.map(Duration::from_millis))
}

/// How far the game of a search is: where it began, and how many moves followed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameProgress {
    start: Option<String>,
    plies: usize,
}

impl GameProgress {
    /// Whether it may be of the same game as an earlier search at another position.
    pub fn continues(&self, earlier: &GameProgress) -> bool {
        earlier.start == self.start && (self.plies > 0 || earlier.plies == 0)
    }
}

#[derive(Debug)]
pub struct PageSearch {
    pub game: ChosenGame,
    /// The command of the protocol that sets up the position.
    pub command: String,
    /// The command of the protocol that begins the search.
    pub go: String,
    /// The time that the search has: for the move, or on the clock of its side.
    pub move_time: Option<Duration>,
    pub progress: GameProgress,
    lines: u64,
    strength: PageStrength,
    position: String,
    legal: Vec<String>,
}

impl PageSearch {
    pub fn read(answers: &Answers, asked: Fields<'_>) -> Result<PageSearch, RequestRefusal> {
        let limits = read_limits(asked)?;
        let lines = asked.number("lines", 1..=MAX_LINES)?.unwrap_or(1);
        let strength = PageStrength::read(asked)?;
        let played = GameLine::play(answers, &asked.game()?)?;
        let rules = played.line.rules();
        let start = played.line.start().map(str::to_owned);
        Ok(PageSearch {
            command: played.command(),
            go: go_command(&limits),
            move_time: limits.move_time.or(limits.clocks[rules.side()].left),
            lines,
            strength,
            progress: GameProgress { start, plies: played.line.steps().len() },
            position: rules.position(),
            legal: rules.legal_moves().into_iter().map(|m| m.name).collect(),
            game: played.game,
        })
    }

    /// The options of an engine for this search. `range` knows the values of its numeric ones.
    pub fn options(
        &self,
        range: impl Fn(&str) -> Option<RangeInclusive<i64>>,
    ) -> Vec<(&'static str, String)> {
        let option = |name: &'static str, value: u64| {
            let value = i64::try_from(value).unwrap_or(i64::MAX);
            range(name).map(|range| (name, value.clamp(*range.start(), *range.end()).to_string()))
        };
        let PageStrength { level, rating } = self.strength;
        let mut options = Vec::new();
        options.extend(option("MultiPV", self.lines));
        options.push(("UCI_ShowWDL", true.to_string()));
        options.push(("UCI_LimitStrength", rating.is_some().to_string()));
        options.extend(rating.and_then(|rating| option("UCI_Elo", rating)));
        options.extend(option("Skill Level", level.unwrap_or(u64::MAX)));
        options
    }

    /// What the page is told at the end of the search: the move that the engine has sent, if
    /// any.
    pub fn end(&self, sent: Option<String>) -> Json {
        let best = sent.filter(|best| self.legal.contains(best));
        let shown = best.as_ref().and_then(|best| self.shown(std::slice::from_ref(best), 1).pop());
        if best.is_some() || self.legal.is_empty() {
            return SearchEvent::Best { best, shown }.json();
        }
        let title = self.game.entry.info.title;
        let text = format!("the engine has sent no legal move; does it play {title}?");
        SearchEvent::Failed { text: &text, restarted: false }.json()
    }

    fn shown(&self, line: &[String], max_moves: usize) -> Vec<String> {
        shown_line(&self.game, &self.position, line, max_moves)
    }
}

/// What the page is told of a search.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum SearchEvent<'a> {
    Started {
        engine: &'a str,
    },
    Info {
        depth: u32,
        nodes: u64,
        nps: Option<u64>,
        #[serde(rename = "time")]
        seconds: f64,
        lines: Vec<&'a FoundLine>,
    },
    Best {
        #[serde(rename = "move")]
        best: Option<String>,
        shown: Option<String>,
    },
    Failed {
        text: &'a str,
        restarted: bool,
    },
    Ended,
}

impl SearchEvent<'_> {
    pub fn json(&self) -> Json {
        json!(self)
    }
}

#[derive(Debug, Serialize)]
pub struct FoundLine {
    rank: usize,
    depth: Option<u32>,
    score: ReportedScore,
    bound: Option<&'static str>,
    wdl: Option<[u16; 3]>,
    line: Vec<String>,
    /// The readable line, once it was reported.
    shown: Option<Vec<String>>,
}

#[derive(Debug)]
pub struct Findings {
    search: Arc<PageSearch>,
    /// By their ranks.
    lines: BTreeMap<usize, FoundLine>,
    depth: u32,
    nodes: u64,
    nps: Option<u64>,
    seconds: f64,
    reported: Option<Instant>,
    is_new: bool,
}

impl Findings {
    pub fn new(search: &Arc<PageSearch>) -> Findings {
        Findings {
            search: Arc::clone(search),
            lines: BTreeMap::new(),
            depth: 0,
            nodes: 0,
            nps: None,
            seconds: 0.0,
            reported: None,
            is_new: false,
        }
    }

    /// Takes a line of the engine's output. Returns a report, if it is time for one.
    pub fn see(&mut self, line: &str) -> Option<Json> {
        if let Some(info) = InfoLine::read(line) {
            self.add(&info);
        }
        self.poll()
    }

    /// A report, if it is time for one.
    pub fn poll(&mut self) -> Option<Json> {
        let is_due = self.reported.is_none_or(|time| time.elapsed() >= REPORT_INTERVAL);
        if is_due { self.report() } else { None }
    }

    fn add(&mut self, info: &InfoLine<'_>) {
        self.depth = info.depth.unwrap_or(self.depth).max(self.depth);
        self.nodes = info.nodes.unwrap_or(self.nodes);
        self.nps = info.nps.or(self.nps);
        self.seconds = info.time.map_or(self.seconds, |ms| ms as f64 / 1000.0);
        let first = info.pv.first();
        let is_legal = first.is_some_and(|first| self.search.legal.iter().any(|m| m == first));
        let Some(score) = info.score.filter(|_| is_legal) else { return };
        if !(1..=MAX_LINES as usize).contains(&info.rank) {
            return;
        }
        let bound = match (info.is_bound, info.is_lower) {
            (false, _) => None,
            (true, true) => Some("lower"),
            (true, false) => Some("upper"),
        };
        let found = FoundLine {
            rank: info.rank,
            depth: info.depth,
            score,
            bound,
            wdl: info.wdl,
            line: info.pv.iter().take(MAX_LINE_MOVES).map(|m| (*m).to_owned()).collect(),
            shown: None,
        };
        self.lines.insert(info.rank, found);
        self.is_new = true;
    }

    /// The findings, if there are new ones.
    pub fn report(&mut self) -> Option<Json> {
        if !std::mem::take(&mut self.is_new) {
            return None;
        }
        self.reported = Some(Instant::now());
        for FoundLine { rank, line, shown, .. } in self.lines.values_mut() {
            let is_first = *rank <= FIRST_LINES;
            let max_moves = if is_first { FIRST_LINES_MOVES } else { OTHER_LINES_MOVES };
            shown.get_or_insert_with(|| self.search.shown(line, max_moves));
        }
        let info = SearchEvent::Info {
            depth: self.depth,
            nodes: self.nodes,
            nps: self.nps,
            seconds: self.seconds,
            lines: self.lines.values().collect(),
        };
        Some(info.json())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_misspelt_limit_is_no_search_without_an_end() {
        let go = |limits: Json| {
            let question = json!({ "limits": limits });
            let limits = Fields::try_from(&question).and_then(read_limits);
            let go = limits.map(|limits| go_command(&limits));
            go.map_err(|refusal| refusal.to_string())
        };
        assert_eq!(go(json!({ "depth": 3, "wtime": 50 })).as_deref(), Ok("go depth 3 wtime 50"));
        assert_eq!(go(json!({ "binc": 7, "nodes": null })).as_deref(), Ok("go binc 7"));
        assert_eq!(go(Json::Null).as_deref(), Ok("go infinite"));
        assert_eq!(go(json!({ "infinite": true })).as_deref(), Ok("go infinite"));
        assert!(go(json!({ "infinite": 1 })).is_err());
        let refused = go(json!({ "dept": 3 })).unwrap_err();
        assert!(refused.ends_with("binc, infinite, found 'dept'"), "{refused}");
        let strength = json!({ "strength": { "rating": 900 } });
        assert!(Fields::try_from(&strength).and_then(PageStrength::read).is_err());
    }

    fn progress(start: Option<&str>, plies: usize) -> GameProgress {
        GameProgress { start: start.map(str::to_owned), plies }
    }

    #[test]
    fn a_new_game_begins_at_another_start_or_at_its_first_move() {
        for (now, earlier, expected) in [
            (progress(None, 5), progress(None, 3), true),
            (progress(None, 3), progress(None, 5), true),
            (progress(None, 0), progress(None, 0), true),
            (progress(None, 0), progress(None, 3), false),
            (progress(Some("8/8"), 5), progress(None, 3), false),
        ] {
            assert_eq!(now.continues(&earlier), expected, "{now:?} after {earlier:?}");
        }
    }
}
