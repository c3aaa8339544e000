//! The dialogue with one engine, in UCI or UGI.

use super::inlet::Deaf;
use super::log::Log;
use super::mailbox::{Arrived, Silence};
use super::plan::{EngineSpec, Protocol};
use super::process::{EngineProcess, is_shortage};
use super::record::Termination;
use super::stop::Stop;
use super::thought::Thought;
use super::time;
use std::time::{Duration, Instant};

/// Until an engine says who it is, where nobody gives it more.
const STARTING: Duration = Duration::from_secs(10);
/// Until it answers a question about the game, or ends a search when it is told to.
const ASKING: Duration = Duration::from_secs(10);
/// How long a move is waited for beyond its time, to tell a late one from none.
const GRACE: Duration = Duration::from_millis(500);

/// Between two looks at whether the match was interrupted.
const SLICE: Duration = Duration::from_millis(50);

/// What an engine did that loses its game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct EngineFailure {
    pub(super) termination: Termination,
    pub(super) reason: String,
}

impl EngineFailure {
    /// What the end of the match found at work has not failed.
    fn interrupted() -> EngineFailure {
        EngineFailure { termination: Termination::Interrupted, reason: String::new() }
    }
}

/// A move that an engine made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct EngineAnswer {
    pub(super) best: String,
    pub(super) ponder: Option<String>,
    pub(super) thought: Thought,
    /// All that the search said.
    pub(super) lines: Vec<String>,
    pub(super) time: Duration,
}

/// What an engine is told before its first game.
#[derive(Clone, Debug)]
pub(super) struct Setup {
    /// All names of the game, of which the engine may know one.
    pub(super) variants: Vec<String>,
    /// The game's options by which the match is refereed, with their values.
    pub(super) rules: Vec<(&'static str, &'static str)>,
    /// How long it may take for what no clock counts.
    pub(super) patience: Duration,
}

/// An engine at the board. It is started when it is first needed, and again
/// after it failed.
#[derive(Debug)]
pub(super) struct Player<'m> {
    spec: EngineSpec,
    setup: Setup,
    log: Log,
    stop: &'m Stop<'m>,
    process: Option<EngineProcess>,
    /// When the search that runs now was asked for; it answers yet.
    thinking_since: Option<Instant>,
    /// When that search was told that what it pondered about was played.
    hit_at: Option<Instant>,
}

impl<'m> Player<'m> {
    pub(super) fn new(spec: EngineSpec, setup: Setup, log: Log, stop: &'m Stop<'m>) -> Player<'m> {
        let (process, thinking_since, hit_at) = (None, None, None);
        Player { spec, setup, log, stop, process, thinking_since, hit_at }
    }

    pub(super) fn spec(&self) -> &EngineSpec {
        &self.spec
    }

    /// The words for times in `go`.
    pub(super) fn time_words(&self) -> [&'static str; 4] {
        match self.spec.protocol {
            Protocol::Uci => ["wtime", "btime", "winc", "binc"],
            Protocol::Ugi => ["p1time", "p2time", "p1inc", "p2inc"],
        }
    }

    /// Begins a game, starting the engine if it does not run.
    pub(super) fn new_game(&mut self) -> Result<(), EngineFailure> {
        if self.process.is_none() {
            self.start()?;
        }
        let new_game = match self.spec.protocol {
            Protocol::Uci => "ucinewgame",
            Protocol::Ugi => "uginewgame",
        };
        self.tell(new_game)?;
        self.be_ready()
    }

    /// Starts the program and introduces it to the game. That the system has
    /// nothing left to start it with ends the match and is no failure of it.
    pub(super) fn start(&mut self) -> Result<(), EngineFailure> {
        let process = match EngineProcess::start(&self.spec, self.log.clone()) {
            Ok(process) => process,
            Err(error) if is_shortage(&error) => {
                let trouble = format!(
                    "the system has no process, thread or file left for {}; fewer games at a \
                     time (--concurrency) need fewer",
                    self.spec.name
                );
                self.stop.fail(anyhow::Error::new(error).context(trouble));
                return Err(EngineFailure::interrupted());
            }
            Err(error) => {
                let reason = format!("{} cannot be started: {error}", self.spec.command);
                return Err(EngineFailure { termination: Termination::Crash, reason });
            }
        };
        self.process = Some(process);
        let (hello, ok) = match self.spec.protocol {
            Protocol::Uci => ("uci", "uciok"),
            Protocol::Ugi => ("ugi", "ugiok"),
        };
        let patience = self.spec.startup.unwrap_or(STARTING.min(self.setup.patience));
        let lines = self.ask(hello, ok, patience)?;
        let known = Known::of_lines(&lines);
        for (name, value) in self.wanted_options(&known) {
            self.tell(&format!("setoption name {name} value {value}"))?;
        }
        self.be_ready()
    }

    /// The options that are set by themselves, then the user's own.
    fn wanted_options(&self, known: &Known) -> Vec<(String, String)> {
        let mut options = Vec::new();
        if let Some(variant) = known.variant(&self.setup.variants) {
            options.push(("UCI_Variant".to_owned(), variant));
        }
        let ponder = ("Ponder", if self.spec.ponder { "true" } else { "false" });
        let set = self.setup.rules.iter().copied().chain([ponder]);
        let known = set.filter(|(name, _)| known.has(name));
        options.extend(known.map(|(name, value)| (name.to_owned(), value.to_owned())));
        options.extend(self.spec.options.iter().cloned());
        options
    }

    fn be_ready(&mut self) -> Result<(), EngineFailure> {
        self.ask("isready", "readyok", self.setup.patience).map(drop)
    }

    /// Sends a line. To read it is part of what no clock counts.
    fn tell(&mut self, line: &str) -> Result<(), EngineFailure> {
        let (deadline, stop) = (time::now() + self.setup.patience, self.stop);
        let may_wait = || time::now() < deadline && !stop.is_asked();
        match self.process.as_mut().map(|process| process.send(line, may_wait)) {
            Some(Err(Deaf)) => Err(self.fail(Silence::Deaf, &format!("not told: {}", brief(line)))),
            _ => Ok(()),
        }
    }

    /// Sends a line and waits for the answer that begins with `word`.
    fn ask(
        &mut self,
        line: &str,
        word: &str,
        patience: Duration,
    ) -> Result<Vec<String>, EngineFailure> {
        self.tell(line)?;
        match self.wait_for(word, time::now() + patience) {
            Ok(lines) => Ok(lines.into_iter().map(|(_, line)| line).collect()),
            Err(silence) => Err(self.fail(silence, &format!("no {word} after {line}"))),
        }
    }

    /// Waits for a line, as long as the engine runs and the match goes on.
    fn wait_for(&mut self, word: &str, deadline: Instant) -> Result<Arrived, Silence> {
        let process = self.process.as_mut().ok_or(Silence::Closed)?;
        loop {
            let had_left = process.has_left();
            let slice = deadline.min(time::now() + SLICE);
            let waited = process.wait_for(word, slice);
            let is_over = slice == deadline || self.stop.is_asked();
            if waited != Err(Silence::Late) || is_over {
                return waited;
            }
            if had_left {
                return Err(Silence::Closed);
            }
        }
    }

    /// Ends an engine that failed; its next game starts it again. An engine
    /// that the end of the match found at work has not failed.
    fn fail(&mut self, silence: Silence, what: &str) -> EngineFailure {
        if self.stop.is_asked() {
            self.stop_running();
            return EngineFailure::interrupted();
        }
        let (termination, how) = match silence {
            Silence::Late => (Termination::Stall, "it hangs"),
            Silence::Closed => (Termination::Crash, "it closed its output"),
            Silence::Flood => (Termination::Stall, "it floods its output"),
            Silence::Deaf => (Termination::Stall, "it does not read its input"),
        };
        let last_words = self.process.as_mut().map(EngineProcess::last_words).unwrap_or_default();
        self.stop_running();
        EngineFailure { termination, reason: format!("{what}: {how}; {last_words}") }
    }

    /// Ends the engine, which may start again for another game.
    pub(super) fn stop_running(&mut self) {
        self.process = None;
        self.thinking_since = None;
    }

    /// Sets up a position and lets the engine search; its answer is for
    /// [`Player::answer`] to wait for. Where a clock will run, the engine is
    /// first given the time to set the position up.
    pub(super) fn begin(&mut self, position: &str, go: &str) -> Result<(), EngineFailure> {
        if let Some(process) = &self.process {
            process.forget();
        }
        let limit = &self.spec.limit;
        if limit.clock.is_some() || limit.move_time.is_some() {
            self.tell(position)?;
            self.be_ready()?;
            self.tell(go)?;
        } else {
            self.tell(&format!("{position}\n{go}"))?;
        }
        self.thinking_since = Some(time::now());
        self.hit_at = None;
        Ok(())
    }

    /// The expected move was played: the search that ponders is on the clock now.
    pub(super) fn ponderhit(&mut self) -> Result<(), EngineFailure> {
        self.hit_at = Some(time::now());
        self.tell("ponderhit")?;
        self.thinking_since = Some(time::now());
        Ok(())
    }

    /// Ends a search whose answer nobody needs.
    pub(super) fn abandon(&mut self) -> Result<(), EngineFailure> {
        if self.thinking_since.take().is_some() {
            self.ask("stop", "bestmove", ASKING.min(self.setup.patience))?;
        }
        Ok(())
    }

    /// Waits for the move, as long as the clock allows and a little longer.
    pub(super) fn answer(
        &mut self,
        allowance: Option<Duration>,
    ) -> Result<EngineAnswer, EngineFailure> {
        let start = self.thinking_since.take().unwrap_or_else(time::now);
        let patience = allowance.map_or(self.setup.patience, |allowed| allowed + GRACE);
        let lines = match self.wait_for("bestmove", start + patience) {
            Ok(lines) => lines,
            Err(silence) => {
                let mut failure = self.fail(silence, "no move");
                if silence == Silence::Late && allowance.is_some() {
                    failure.termination = Termination::Time;
                }
                return Err(failure);
            }
        };
        let (end, last) = lines.last().map_or((start, ""), |(time, line)| (*time, line.as_str()));
        let mut words = last.split_whitespace().skip(1);
        let before = self.hit_at.map_or(0, |hit| lines.partition_point(|(time, _)| *time < hit));
        Ok(EngineAnswer {
            best: words.next().unwrap_or_default().to_owned(),
            ponder: words.next().filter(|&w| w == "ponder").and(words.next()).map(str::to_owned),
            thought: Thought::of_lines(lines.iter().map(|(_, line)| line.as_str()), before),
            time: end.saturating_duration_since(start),
            lines: lines.into_iter().map(|(_, line)| line).collect(),
        })
    }

    /// Asks a UGI engine about a position: what follows `response`.
    pub(super) fn query(
        &mut self,
        position: &str,
        question: &str,
    ) -> Result<String, EngineFailure> {
        self.tell(position)?;
        let lines =
            self.ask(&format!("query {question}"), "response", ASKING.min(self.setup.patience))?;
        let last = lines.last().and_then(|line| line.split_whitespace().nth(1));
        Ok(last.unwrap_or_default().to_owned())
    }
}

/// The command of a line, without what it is about.
fn brief(line: &str) -> &str {
    line.split_whitespace().next().unwrap_or_default()
}

/// What an engine said it can be set to.
struct Known {
    /// Names of options, in lower case.
    names: Vec<String>,
    /// The values of `UCI_Variant`.
    variants: Vec<String>,
}

impl Known {
    fn of_lines(lines: &[String]) -> Known {
        let mut known = Known { names: Vec::new(), variants: Vec::new() };
        for option in lines.iter().filter_map(|line| line.trim().strip_prefix("option name ")) {
            let (name, rest) = option.split_once(" type ").unwrap_or((option, ""));
            known.names.push(name.trim().to_lowercase());
            if name.trim().eq_ignore_ascii_case("UCI_Variant") {
                let values = rest.split(" var ").skip(1).map(|value| value.trim().to_owned());
                known.variants.extend(values);
            }
        }
        known
    }

    fn has(&self, name: &str) -> bool {
        self.names.contains(&name.to_lowercase())
    }

    /// The value of `UCI_Variant` that means the game of these names.
    fn variant(&self, names: &[String]) -> Option<String> {
        let is_meant = |value: &&String| names.iter().any(|name| name.eq_ignore_ascii_case(value));
        self.variants.iter().find(is_meant).cloned()
    }
}
