//! A dialogue with XBoard: the game that the engine keeps, and what each command does to it.
//! One of Gomocup has other commands, and does the same.

use super::frame::Refusal;
use super::{EndsBy, PendingWork, Session, is_answer};
use crate::protocol::command::Word;
use crate::protocol::spelling::MoveSpelling;
use crate::protocol::xboard::{
    XBoardClock, XBoardCommand, features, parse_line, pondering, setup, status, thinking,
};
use crate::{GoLimits, Leniency, Message, MessageSink, SearchInfo};
use plyglot_core::game::{OptionSpec, Side, TextError};
use plyglot_core::lock;
use plyglot_core::search::{Control, Table};
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum EngineRole {
    /// The client moves for both sides.
    #[default]
    Force,
    Plays(Side),
    /// The client moves, and the engine says what it thinks of each position.
    Analyzes,
}

#[derive(Default)]
pub(super) struct XBoard {
    mode: EngineRole,
    clock: XBoardClock,
    /// Whether to show what the engine thinks of its moves.
    posts: Arc<AtomicBool>,
    thought: Option<Arc<XBoardSearch>>,
    /// Whether the engine thinks in the opponent's time.
    ponders: bool,
    pondering: Option<Arc<Control>>,
    expected: Option<String>,
    /// Whether kings castle with any rook, as in Chess960.
    castles_by_rook: bool,
}

struct XBoardSearch {
    control: Arc<Control>,
    state: Mutex<XBoardSearchState>,
}

#[derive(Default)]
struct XBoardSearchState {
    end: XBoardSearchEnd,
    info: Option<SearchInfo>,
    best: Option<String>,
    reply: Option<String>,
    afterwards: Vec<String>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum XBoardSearchEnd {
    #[default]
    Open,
    /// Its result no longer counts.
    Abandoned,
    /// The engine has made its move, if there was one.
    Moved,
}

impl XBoardSearchState {
    /// Whether a move is still to come; the line is then printed after it.
    fn says_after_move(&mut self, line: &str) -> bool {
        let is_open = self.end == XBoardSearchEnd::Open;
        if is_open {
            self.afterwards.push(line.to_owned());
        }
        is_open
    }
}

impl XBoardSearch {
    fn with<T>(&self, act: impl FnOnce(&mut XBoardSearchState) -> T) -> T {
        act(&mut lock(&self.state))
    }
}

impl Session {
    pub(super) fn execute_xboard(&mut self, line: &str) -> bool {
        self.settle();
        let done = match parse_line(line) {
            Ok(XBoardCommand::Quit) => {
                self.abandon();
                return false;
            }
            Ok(command) => self.obey(command),
            Err(why) => Err(Refusal::Command(why)),
        };
        self.answer(done, line);
        true
    }

    pub(super) fn answer(&mut self, done: Result<(), Refusal>, line: &str) {
        if let Err(refusal) = done {
            let answer = self.frame.refusal(&refusal, line.trim());
            self.output.print(&answer);
        }
    }

    pub(super) fn obey(&mut self, command: XBoardCommand) -> Result<(), Refusal> {
        match command {
            XBoardCommand::Protover => self.output.print(&features(&self.registry, &self.specs)),
            XBoardCommand::New if self.has_named_game() => self.begin_shown(self.default_game)?,
            XBoardCommand::New => {}
            XBoardCommand::Variant(name) => self.begin_shown(&name)?,
            XBoardCommand::SetBoard(text) => self.set_board(&text)?,
            XBoardCommand::Force | XBoardCommand::Result | XBoardCommand::Exit => {
                self.abandon();
                self.xboard.mode = EngineRole::Force;
            }
            XBoardCommand::Go => {
                self.abandon();
                self.xboard.mode = EngineRole::Plays(self.engine.side());
                self.think();
            }
            XBoardCommand::PlayOther => {
                self.abandon();
                self.xboard.mode = EngineRole::Plays(!self.engine.side());
            }
            XBoardCommand::Move(text) => self.follow_move(&text)?,
            XBoardCommand::MoveNow => self.move_now(),
            XBoardCommand::Undo => self.take_back(1)?,
            XBoardCommand::Remove => self.take_back(2)?,
            XBoardCommand::Level(level) => self.xboard.clock.set_level(level),
            XBoardCommand::MoveTime(time) => self.xboard.clock.set_move_time(time),
            XBoardCommand::Depth(depth) => self.xboard.clock.depth = Some(depth),
            XBoardCommand::NodesPerSecond(nodes) => {
                self.settings.nodes_per_second = NonZeroU32::new(nodes);
            }
            XBoardCommand::OwnTime(time) => self.xboard.clock.own = Some(time),
            XBoardCommand::OtherTime(time) => self.xboard.clock.other = Some(time),
            XBoardCommand::Post(on) => self.xboard.posts.store(on, Relaxed),
            XBoardCommand::Ponder(on) => self.set_pondering(on),
            XBoardCommand::Hint => self.print_hint(),
            XBoardCommand::Analyze => {
                self.abandon();
                self.xboard.mode = EngineRole::Analyzes;
                self.think();
            }
            XBoardCommand::Status => self.print_status(),
            XBoardCommand::Ping(number) => self.answer_ping(&number),
            XBoardCommand::Option(name, value) => {
                self.set_xboard_option(&name, value.as_deref())?
            }
            XBoardCommand::Accepted | XBoardCommand::Quit => {}
        }
        Ok(())
    }

    /// Takes up the move that the engine has made since the last command.
    pub(super) fn settle(&mut self) {
        let Some(thought) = &self.xboard.thought else { return };
        if thought.with(|state| state.end) == XBoardSearchEnd::Moved {
            self.end_search();
        }
    }

    pub(super) fn abandon(&mut self) {
        self.end_search();
        self.stop_pondering();
        self.queue.stop_all();
        self.xboard.expected = None;
    }

    fn end_search(&mut self) {
        let Some(thought) = self.xboard.thought.take() else { return };
        let (best, reply, afterwards) = thought.with(|state| {
            state.end = XBoardSearchEnd::Abandoned;
            (state.best.clone(), state.reply.clone(), std::mem::take(&mut state.afterwards))
        });
        afterwards.iter().for_each(|line| self.output.print(line));
        if let Some(best) = best {
            if let Err(error) = self.engine.push(&best) {
                log::error!("the engine's own move: {error}");
            }
            self.xboard.expected = reply;
        }
    }

    fn move_now(&mut self) {
        if let Some(thought) = &self.xboard.thought {
            thought.control.stop();
        }
    }

    fn set_pondering(&mut self, on: bool) {
        self.xboard.ponders = on;
        if !on {
            self.stop_pondering();
        }
    }

    fn stop_pondering(&mut self) {
        if let Some(control) = self.xboard.pondering.take() {
            control.stop();
        }
    }

    fn begin_shown(&mut self, name: &str) -> Result<(), Refusal> {
        self.begin(name)?;
        if let Some(setup) = setup(self.engine.info()) {
            self.output.print(&setup);
        }
        Ok(())
    }

    pub(super) fn begin(&mut self, name: &str) -> Result<(), Refusal> {
        self.abandon();
        self.select(name).map_err(|_| Refusal::Command("unknown variant".to_owned()))?;
        let preset = self.registry.find(name).and_then(|(_, preset)| preset);
        let state = &mut self.xboard;
        state.castles_by_rook =
            preset.is_some_and(|preset| preset.option == OptionSpec::CHESS960.name);
        state.mode = EngineRole::Plays(Side::Second);
        state.clock.depth = None;
        self.forget();
        Ok(())
    }

    fn set_board(&mut self, text: &str) -> Result<(), Refusal> {
        self.abandon();
        let set = self.engine.set_position(Some(text), &[]);
        self.is_position_refused = set.is_err();
        set.map_err(|error| Refusal::Position(error.to_string()))?;
        self.think();
        Ok(())
    }

    /// Plays a move of the client, and answers it if the engine has the other side.
    fn follow_move(&mut self, text: &str) -> Result<(), Refusal> {
        let side = self.engine.side();
        let state = &self.xboard;
        if state.mode == EngineRole::Plays(side) && state.thought.is_some() {
            return Err(Refusal::Move(text.to_owned(), Some("it is not your turn")));
        }
        if self.is_position_refused {
            return Err(Refusal::Move(text.to_owned(), Some("the position was refused")));
        }
        self.abandon();
        let name = self.move_spelling().read(text);
        let name = self.engine.read_move(&name, Leniency::Exact);
        let played = name.and_then(|name| self.engine.push(&name));
        played.map_err(|_| Refusal::Move(text.to_owned(), None))?;
        match self.engine.result() {
            Some((winner, ending)) => {
                let end = self.frame.end_line(winner, &ending);
                end.iter().for_each(|line| self.output.print(line));
            }
            None => self.think(),
        }
        Ok(())
    }

    fn move_spelling(&self) -> MoveSpelling {
        self.frame.spelling(self.engine.info())
    }

    fn take_back(&mut self, count: usize) -> Result<(), Refusal> {
        self.abandon();
        if self.moves_made() < count {
            return Err(Refusal::Command("there is no move to take back".to_owned()));
        }
        for _ in 0..count {
            self.engine.undo();
        }
        if self.xboard.mode == EngineRole::Analyzes {
            self.think();
        }
        Ok(())
    }

    fn moves_made(&self) -> usize {
        self.engine.history().1.len()
    }

    /// Whether it has begun a search whose move has not been taken up.
    pub(super) fn is_thinking(&self) -> bool {
        self.xboard.thought.is_some()
    }

    /// Searches, if it is the engine's turn or it analyses.
    fn think(&mut self) {
        let side = self.engine.side();
        let is_analysis = match self.xboard.mode {
            EngineRole::Force => return,
            EngineRole::Plays(own) if own != side => return,
            EngineRole::Plays(_) => false,
            EngineRole::Analyzes => true,
        };
        if self.is_position_refused || self.engine.result().is_some() {
            return;
        }
        let limits = if is_analysis {
            GoLimits::default()
        } else {
            let made = self.moves_made() / 2;
            self.xboard.clock.limits(side, made)
        };
        let control = Arc::new(Control::new(false, is_analysis));
        let thought =
            Arc::new(XBoardSearch { control: Arc::clone(&control), state: Mutex::default() });
        self.xboard.thought = Some(Arc::clone(&thought));
        let end = if is_analysis { EndsBy::Open } else { EndsBy::Clock };
        let work = PendingWork::new(Arc::clone(&control), end);
        let send = work.sink(is_answer, self.thought_sink(Arc::clone(&thought), is_analysis));
        let job = self.engine.go(&limits, &self.settings, control, send);
        self.run(work, job);
        if self.xboard.ponders && !is_analysis {
            self.ponder(thought);
        }
    }

    /// Searches in the opponent's time, from the move that `thought` will find. The table keeps
    /// what is found, for the next move.
    fn ponder(&mut self, thought: Arc<XBoardSearch>) {
        let control = Arc::new(Control::new(true, false));
        self.xboard.pondering = Some(Arc::clone(&control));
        let work = PendingWork::new(Arc::clone(&control), EndsBy::Clock);
        let (output, posts) = (Arc::clone(&self.output), Arc::clone(&self.xboard.posts));
        let spelling = self.move_spelling();
        let (mut engine, settings) = (self.engine.copy(), self.settings.clone());
        let job = move |table: &mut Table| {
            let (best, reply) = thought.with(|state| (state.best.clone(), state.reply.clone()));
            let Some((best, reply)) = best.zip(reply) else { return };
            if engine.push(&best).and_then(|()| engine.push(&reply)).is_err() {
                return;
            }
            let stop = Arc::clone(&control);
            let send: MessageSink = Arc::new(move |message| {
                if let Message::SearchInfo(info) = message
                    && posts.load(Relaxed)
                    && !stop.is_stopped()
                {
                    output.print(&pondering(&info, &reply, spelling));
                }
            });
            engine.go(&GoLimits::default(), &settings, control, send)(table);
        };
        self.run(work, Box::new(job));
    }

    /// A receiver of a search's findings. The end of the game is reported with the move that ends
    /// it.
    fn thought_sink(
        &self,
        thought: Arc<XBoardSearch>,
        is_analysis: bool,
    ) -> impl Fn(Message) + Send + Sync + 'static + use<> {
        let (output, posts) = (Arc::clone(&self.output), Arc::clone(&self.xboard.posts));
        let spelling = self.move_spelling();
        let (frame, castles_by_rook) = (self.frame, self.xboard.castles_by_rook);
        let referee = Mutex::new(self.engine.copy());
        move |message| match message {
            Message::SearchInfo(info) => thought.with(|state| {
                let is_shown = is_analysis || posts.load(Relaxed);
                if is_shown && state.end != XBoardSearchEnd::Abandoned {
                    output.print(&thinking(&info, spelling));
                }
                state.info = Some(info);
            }),
            Message::Best { best, ponder: reply } => {
                thought.with(|state| {
                    if is_analysis || state.end != XBoardSearchEnd::Open {
                        return;
                    }
                    let mut lines = best.as_ref().map_or(Vec::new(), |name| {
                        frame.move_lines(name, castles_by_rook, &mut **lock(&referee))
                    });
                    lines.append(&mut state.afterwards);
                    if !lines.is_empty() {
                        output.print(&lines.join("\n"));
                    }
                    (state.best, state.reply) = (best, reply);
                    state.end = XBoardSearchEnd::Moved;
                });
            }
            Message::Note(note) => output.note(&note),
            _ => {}
        }
    }

    fn print_status(&mut self) {
        let Some(thought) = self.xboard.thought.clone() else { return };
        if let Some(info) = thought.with(|state| state.info.clone()) {
            self.output.print(&status(&info, self.engine.legal_move_count()));
        }
    }

    /// Shows the reply that the engine expects, if it is the opponent's turn.
    fn print_hint(&mut self) {
        let spelling = self.move_spelling();
        if let Some(reply) = &self.xboard.expected {
            let hint = format!("Hint: {}", spelling.shown(reply));
            self.output.print(&hint);
        }
    }

    /// Answers after the engine's move if it thinks about one, and at once if it analyses or
    /// ponders.
    fn answer_ping(&mut self, number: &str) {
        let pong = format!("pong {number}");
        let state = &self.xboard;
        if let Some(thought) = &state.thought
            && state.mode != EngineRole::Analyzes
            && thought.with(|state| state.says_after_move(&pong))
        {
            return;
        }
        self.queue.settle();
        self.output.print(&pong);
    }

    fn set_xboard_option(&mut self, name: &str, value: Option<&str>) -> Result<(), Refusal> {
        // It may have to wait for the table.
        self.stop_pondering();
        let word = |text: &str| Word::new(text, 1);
        let value = value.map(|value| match value {
            "1" if self.is_check(name) => word("true"),
            "0" if self.is_check(name) => word("false"),
            _ => word(value),
        });
        let wrong =
            |error: TextError| Refusal::Command(format!("expected {}", error.mismatch.expected));
        self.set_option(&word(name), value.as_ref()).map_err(wrong)
    }

    fn is_check(&self, name: &str) -> bool {
        self.specs.iter().any(|spec| spec.is_check(name))
    }
}
