//! The dialogue with one engine, as one in UCI: a [`Translator`] knows its protocol.

mod follow;
mod reports;
pub(crate) mod search_output;
pub(crate) mod setup;
pub(crate) mod view;

use super::log::Log;
use super::process::input::NotReading;
use super::process::mailbox::{Mailbox, NoAnswer, ReceivedLine};
use super::process::{EngineProcess, is_shortage};
use super::stop::Stop;
use super::time;
use crate::plan::EngineSpec;
use crate::record::Termination;
use plyglot_command::interrupt::POLL_INTERVAL;
use plyglot_core::game::Outcome;
use plyglot_engine::{ChosenGame, Translator};
use reports::SearchReports;
use search_output::SearchOutput;
use setup::AnnouncedOptions;
pub(crate) use setup::PlayerSetup;
use std::time::{Duration, Instant};

/// The time until an engine identifies itself, if the plan does not set it.
const STARTUP_TIME: Duration = Duration::from_secs(10);
/// The time to end a search after `stop`.
const STOP_TIME: Duration = Duration::from_secs(10);
/// Time beyond the clock to wait for a move, which distinguishes a late move from a missing
/// one.
const GRACE: Duration = Duration::from_millis(500);

/// The option of engines whose clock can count nodes. That of Stockfish counts those of a
/// millisecond.
const NODE_CLOCK: &str = "NodesPerSecond";
const NODE_CLOCK_OF_OTHERS: &str = "nodestime";

const RULES_FILE: &str = "VariantPath";

const BOTH_TIMES: &str = "it has tc= and st=, and engines disagree about which one applies";
const NO_TIME_TO_COUNT: &str = "nps= has no effect without tc= or st=";
const NO_NODE_CLOCK: &str = "nps= charges its nodes, but it has no option NodesPerSecond and its \
                             nodestime is not set: if it uses real time, it may lose every game";

/// An engine's failure, as seen from here. Whether it loses its game is for the
/// game to say: nothing is an engine's fault once the match is ending.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineFailure {
    pub termination: Termination,
    pub reason: String,
}

/// Time limit of a move, margin included, and how messages describe it: `with 0.031 s left`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MoveAllowance {
    pub(crate) time: Duration,
    pub(crate) description: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct EngineAnswer {
    pub(crate) best: String,
    pub(crate) ponder: Option<String>,
    pub(crate) search_output: SearchOutput,
    pub(crate) lines: Vec<String>,
    pub(crate) time: Duration,
}

/// An engine that plays. It is started when first needed, and restarted after a
/// failure.
#[derive(Debug)]
pub struct Player<'m> {
    spec: EngineSpec,
    setup: PlayerSetup,
    translator: Translator,
    log: Log,
    stop: &'m Stop<'m>,
    process: Option<EngineProcess>,
    announced: AnnouncedOptions,
    thinking_since: Option<Instant>,
    /// When `ponderhit` was sent to the current search.
    hit_at: Option<Instant>,
}

impl<'m> Player<'m> {
    pub(crate) fn new(
        spec: EngineSpec,
        setup: PlayerSetup,
        log: Log,
        stop: &'m Stop<'m>,
    ) -> Player<'m> {
        Player {
            translator: spec.protocol.translator(setup.info()),
            spec,
            setup,
            log,
            stop,
            process: None,
            announced: AnnouncedOptions::default(),
            thinking_since: None,
            hit_at: None,
        }
    }

    pub(crate) fn spec(&self) -> &EngineSpec {
        &self.spec
    }

    /// Begins a game. An engine that has failed is started again.
    pub fn new_game(&mut self) -> Result<(), EngineFailure> {
        if self.process.is_none() {
            self.start()?;
        }
        if self.translator.isready_begins_games() {
            self.wait_until_ready()?;
            return self.send(self.translator.new_game());
        }
        self.send(self.translator.new_game())?;
        self.wait_until_ready()
    }

    /// Starts the program and sets its options. If the system has no resources left to
    /// start it, the match ends; that is no failure of the engine.
    pub(crate) fn start(&mut self) -> Result<(), EngineFailure> {
        if let Some(reason) = self.setup.info().and_then(|info| self.translator.refusal(info)) {
            return Err(EngineFailure { termination: Termination::Crash, reason });
        }
        let process = match EngineProcess::start(&self.spec, self.translator, self.log.clone()) {
            Ok(process) => process,
            Err(error) => {
                let reason = format!("{} cannot be started: {error}", self.spec.command);
                if is_shortage(&error) && self.stop.is_of_match() {
                    let message = format!(
                        "out of processes, threads or file handles for {}; lower --concurrency",
                        self.spec.name
                    );
                    self.stop.fail(anyhow::Error::new(error).context(message));
                }
                return Err(EngineFailure { termination: Termination::Crash, reason });
            }
        };
        self.process = Some(process);
        self.introduce()?;
        if self.send_rules()? {
            // Now it knows more games.
            self.introduce()?;
        }
        if self.announced.has(Translator::MILLISECONDS) {
            self.translator = self.translator.in_milliseconds();
        }
        for (name, value) in self.wanted_options() {
            let name = self.announced.known_name(&name).unwrap_or(name);
            self.send(&self.translator.set_option(&name, &value))?;
        }
        self.wait_until_ready()
    }

    fn introduce(&mut self) -> Result<(), EngineFailure> {
        let patience = self.spec.startup.unwrap_or(STARTUP_TIME.min(self.setup.patience));
        let [hello, ok] = self.translator.handshake();
        let lines = self.ask(&hello, &ok, patience)?;
        self.announced = AnnouncedOptions::from_lines(&lines);
        Ok(())
    }

    /// Has the engine read the files with the game's rules, if it can and its user has not named
    /// others. Returns whether it was asked to.
    fn send_rules(&mut self) -> Result<bool, EngineFailure> {
        if !self.reads_rules() {
            return Ok(false);
        }
        let paths: Result<Vec<String>, String> =
            self.setup.files.iter().map(|file| file.path_for_engines()).collect();
        let paths =
            paths.map_err(|reason| EngineFailure { termination: Termination::Crash, reason })?;
        for path in &paths {
            self.send(&self.translator.set_option(RULES_FILE, path))?;
        }
        Ok(!paths.is_empty())
    }

    /// The options that the match sets, then the user's.
    fn wanted_options(&self) -> Vec<(String, String)> {
        let known = &self.announced;
        let mut options = Vec::new();
        if let Some(variant) = known.variant(&self.setup.variants) {
            options.push(("UCI_Variant".to_owned(), variant));
        }
        for (name, value) in self.setup.game.iter().flat_map(ChosenGame::values) {
            if known.has(name) {
                options.push((name.to_owned(), value.to_owned()));
            }
        }
        if known.has("Ponder") {
            options.push(("Ponder".to_owned(), self.spec.ponder.to_string()));
        }
        if let Some(rate) = self.spec.limit.nodes_per_second
            && known.has(NODE_CLOCK)
        {
            options.push((NODE_CLOCK.to_owned(), rate.to_string()));
        }
        options.extend(self.spec.options.iter().cloned());
        // Its clocks are told so, whatever the user sets.
        if known.has(Translator::MILLISECONDS) {
            options.push((Translator::MILLISECONDS.to_owned(), "true".to_owned()));
        }
        // It lists the games of its file once it has read that.
        if self.has_set(RULES_FILE)
            && !self.has_set("UCI_Variant")
            && let Some(name) = self.unlisted_game()
        {
            options.push(("UCI_Variant".to_owned(), name.clone()));
        }
        options
    }

    /// The game, if the engine lists its games without it.
    fn unlisted_game(&self) -> Option<&String> {
        self.setup.variants.first().filter(|_| !self.may_play())
    }

    fn has_set(&self, option: &str) -> bool {
        self.spec.options.iter().any(|(name, _)| name.eq_ignore_ascii_case(option))
    }

    /// Warnings about limits that may not have the intended effect with this engine, and about a
    /// game that it may not play, judged by its settings and the options that it announced.
    pub(crate) fn warnings(&self) -> Vec<String> {
        let limit = &self.spec.limit;
        let is_timed = limit.clock.is_some() || limit.move_time.is_some();
        let counts_nodes = limit.nodes_per_second.is_some();
        let can_count = self.announced.has(NODE_CLOCK) || self.has_set(NODE_CLOCK_OF_OTHERS);
        let mut warnings = Vec::new();
        if limit.clock.is_some() && limit.move_time.is_some() {
            warnings.push(BOTH_TIMES.to_owned());
        }
        if counts_nodes && !is_timed {
            warnings.push(NO_TIME_TO_COUNT.to_owned());
        }
        if counts_nodes && is_timed && !can_count {
            warnings.push(NO_NODE_CLOCK.to_owned());
        }
        warnings.extend(self.game_warning());
        warnings
    }

    /// A warning if the engine lists its games without this one: it will play another.
    fn game_warning(&self) -> Option<String> {
        let may_know = ["UCI_Variant", RULES_FILE].iter().any(|option| self.has_set(option));
        let game = self.unlisted_game().filter(|_| !may_know)?;
        Some(format!("its UCI_Variant does not list {game}, so it may play another game"))
    }

    fn wait_until_ready(&mut self) -> Result<(), EngineFailure> {
        self.ask("isready", "readyok", self.setup.patience).map(drop)
    }

    /// Sends a line. Reading it is not on any clock.
    fn send(&mut self, line: &str) -> Result<(), EngineFailure> {
        let deadline = time::now() + self.setup.patience;
        let stop = self.stop;
        let may_wait = || time::now() < deadline && !stop.is_asked();
        match self.process.as_mut().map(|process| process.send(line, may_wait)) {
            Some(Err(NotReading)) => {
                Err(self.fail(NoAnswer::NotReading, &format!("not told: {}", first_word(line))))
            }
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
        self.send(line)?;
        match self.wait_for(word, time::now() + patience) {
            Ok(lines) => Ok(lines.into_iter().map(|line| line.text).collect()),
            Err(no_answer) => Err(self.fail(no_answer, &format!("no {word} after {line}"))),
        }
    }

    fn wait_for(&mut self, word: &str, deadline: Instant) -> Result<Vec<ReceivedLine>, NoAnswer> {
        self.wait_and_look(word, deadline, |_| ())
    }

    /// Waits for a line, as long as the engine runs and the match goes on. Looks again and again at
    /// those that have come.
    fn wait_and_look(
        &mut self,
        word: &str,
        deadline: Instant,
        mut look: impl FnMut(&Mailbox),
    ) -> Result<Vec<ReceivedLine>, NoAnswer> {
        let process = self.process.as_mut().ok_or(NoAnswer::Closed)?;
        loop {
            let had_exited = process.has_exited();
            let slice = deadline.min(time::now() + POLL_INTERVAL);
            let waited = process.mailbox.wait_for(word, slice);
            if waited != Err(NoAnswer::Timeout) {
                return waited;
            }
            if had_exited {
                return Err(NoAnswer::Closed);
            }
            if slice == deadline || self.stop.is_asked() {
                return waited;
            }
            look(&process.mailbox);
        }
    }

    /// Ends an engine that failed; it is restarted for its next game.
    fn fail(&mut self, no_answer: NoAnswer, what: &str) -> EngineFailure {
        let (termination, how) = match no_answer {
            NoAnswer::Timeout => (Termination::Stall, "it hangs"),
            NoAnswer::Closed => (Termination::Crash, "it closed its output"),
            NoAnswer::Flood => (Termination::Stall, "it floods its output"),
            NoAnswer::NotReading => (Termination::Stall, "it does not read its input"),
        };
        self.end_as(termination, &format!("{what}: {how}"))
    }

    /// Ends an engine that failed, and adds its exit status and last lines to the failure. A match
    /// that is ending does not wait for those.
    fn end_as(&mut self, termination: Termination, what: &str) -> EngineFailure {
        let exit_report = match &mut self.process {
            Some(process) if !self.stop.is_asked() => process.exit_report(),
            _ => String::new(),
        };
        self.stop_running();
        EngineFailure { termination, reason: format!("{what}; {exit_report}") }
    }

    pub(crate) fn stop_running(&mut self) {
        self.process = None;
        self.thinking_since = None;
    }

    /// Sends a position and starts a search, both in UCI; [`Player::answer`] waits for its move. If
    /// a clock will run, the engine first gets time to set the position up, if it can say that it
    /// is ready and keep the position. What it says until then belongs to earlier searches.
    pub(crate) fn begin(&mut self, position: &str, go: &str) -> Result<(), EngineFailure> {
        if let Some(process) = &self.process {
            process.mailbox.clear();
        }
        let limit = &self.spec.limit;
        let is_timed = limit.clock.is_some() || limit.move_time.is_some();
        let failed = |reason| EngineFailure { termination: Termination::Stall, reason };
        let [position, go] = self.translator.search(position, go).map_err(failed)?;
        let can_be_asked = !self.translator.isready_begins_games();
        if self.translator.answers_every_stop() || is_timed && can_be_asked {
            self.send(&position)?;
            self.wait_until_ready()?;
            self.send(&go)?;
        } else {
            self.send(&format!("{position}\n{go}"))?;
        }
        self.thinking_since = Some(time::now());
        self.hit_at = None;
        Ok(())
    }

    /// The opponent played the expected move: the pondering search is on the clock now.
    pub(crate) fn ponderhit(&mut self) -> Result<(), EngineFailure> {
        self.hit_at = Some(time::now());
        self.send("ponderhit")?;
        self.thinking_since = Some(time::now());
        Ok(())
    }

    pub(crate) fn abandon(&mut self) -> Result<(), EngineFailure> {
        if self.thinking_since.take().is_some() {
            self.ask("stop", "bestmove", STOP_TIME.min(self.setup.patience))?;
        }
        Ok(())
    }

    /// Ends a search that is no longer needed, and tells the engine how a finished game ended for
    /// it, if its protocol has a word for that.
    pub(crate) fn end_game(&mut self, outcome: Option<Outcome>) -> Result<(), EngineFailure> {
        self.abandon()?;
        let line = outcome.and_then(|outcome| self.translator.game_over(outcome));
        line.map_or(Ok(()), |line| self.send(line))
    }

    /// Waits for the move, for as long as the clock allows plus [`GRACE`]. `report` gets what the
    /// engine says meanwhile and the time that it had then, at most once a second.
    pub(crate) fn answer(
        &mut self,
        allowance: Option<MoveAllowance>,
        report: impl FnMut(Duration, &SearchOutput),
    ) -> Result<EngineAnswer, EngineFailure> {
        let start = self.thinking_since.take().unwrap_or_else(time::now);
        let lines = self.wait_for_move(start, allowance, report)?;
        let last = lines.last();
        let end = last.map_or(start, |line| line.time);
        let words: Vec<&str> = last.map_or("", |line| &line.text).split_whitespace().collect();
        let before = self.hit_at.map_or(0, |hit| lines.partition_point(|line| line.time < hit));
        Ok(EngineAnswer {
            best: words.get(1).copied().unwrap_or_default().to_owned(),
            ponder: match words[..] {
                [_, _, "ponder", expected, ..] => Some(expected.to_owned()),
                _ => None,
            },
            search_output: SearchOutput::from_lines(
                lines.iter().map(|line| line.text.as_str()),
                before,
            ),
            time: end.saturating_duration_since(start),
            lines: lines.into_iter().map(|line| line.text).collect(),
        })
    }

    fn wait_for_move(
        &mut self,
        start: Instant,
        allowance: Option<MoveAllowance>,
        report: impl FnMut(Duration, &SearchOutput),
    ) -> Result<Vec<ReceivedLine>, EngineFailure> {
        let patience =
            allowance.as_ref().map_or(self.setup.patience, |allowed| allowed.time + GRACE);
        let mut reports = SearchReports::new(start, report);
        let waited =
            self.wait_and_look("bestmove", start + patience, |mailbox| reports.look(mailbox));
        waited.map_err(|no_answer| match allowance {
            Some(MoveAllowance { description, .. }) if no_answer == NoAnswer::Timeout => {
                let waited = patience.as_secs_f64();
                let what = format!("lost on time: no move in {waited:.3} s {description}");
                self.end_as(Termination::Time, &what)
            }
            _ => self.fail(no_answer, "no move"),
        })
    }
}

fn first_word(line: &str) -> &str {
    line.split_whitespace().next().unwrap_or_default()
}
