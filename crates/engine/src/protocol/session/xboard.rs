//! A dialogue with XBoard: the game that the engine keeps, and what each command does to it.

use super::{EndsBy, PendingWork, Session, is_answer};
use crate::protocol::command::Word;
use crate::protocol::spelling::MoveSpelling;
use crate::protocol::xboard::{
    XBoardClock, XBoardCommand, features, game_end, move_text, parse_line, setup, status, thinking,
};
use crate::{GoLimits, Message, SearchInfo};
use plyglot_core::game::{Side, TextError};
use plyglot_core::lock;
use plyglot_core::search::Control;
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

/// The role of the engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum EngineRole {
    /// The client moves for both sides.
    #[default]
    Force,
    /// The engine plays this side.
    Plays(Side),
    /// The client moves, and the engine says what it thinks of each position.
    Analyzes,
}

/// The state of a dialogue with XBoard.
#[derive(Default)]
pub(super) struct XBoard {
    mode: EngineRole,
    clock: XBoardClock,
    /// Whether to show what the engine thinks of its moves.
    posts: Arc<AtomicBool>,
    /// The search whose result counts.
    thought: Option<Arc<XBoardSearch>>,
    /// Whether kings castle with any rook, as in Chess960.
    castles_by_rook: bool,
}

/// A search, as its thread and the dialogue share it.
#[derive(Default)]
struct XBoardSearch(Mutex<XBoardSearchState>);

#[derive(Default)]
struct XBoardSearchState {
    end: XBoardSearchEnd,
    /// The last line.
    info: Option<SearchInfo>,
}

#[derive(Default)]
enum XBoardSearchEnd {
    #[default]
    Open,
    /// Its result no longer counts.
    Abandoned,
    /// The engine has made this move, if there was one.
    Moved(Option<String>),
}

impl XBoardSearch {
    fn with<T>(&self, act: impl FnOnce(&mut XBoardSearchState) -> T) -> T {
        act(&mut lock(&self.0))
    }
}

impl Session {
    /// From now on the client speaks XBoard's protocol.
    pub(super) fn speak_xboard(&mut self) {
        self.output.write_notes_as_comments();
        self.xboard = Some(Box::default());
    }

    /// Carries out a line of XBoard; `false` after the last one.
    pub(super) fn execute_xboard(&mut self, line: &str) -> bool {
        self.settle();
        match parse_line(line) {
            Ok(XBoardCommand::Quit) => {
                self.abandon();
                self.queue.stop_all();
                return false;
            }
            Ok(command) => {
                if let Err(why) = self.obey(command) {
                    self.output.print(&why);
                }
            }
            Err(why) => self.output.print(&format!("Error ({why}): {}", line.trim())),
        }
        true
    }

    /// # Errors
    /// The answer that says why it cannot be done.
    fn obey(&mut self, command: XBoardCommand) -> Result<(), String> {
        match command {
            XBoardCommand::Protover => self.output.print(&features(&self.registry, &self.specs)),
            XBoardCommand::New => self.begin(self.registry.default_game().info.name)?,
            XBoardCommand::Variant(name) => self.begin(&name)?,
            XBoardCommand::SetBoard(text) => self.set_board(&text)?,
            XBoardCommand::Force | XBoardCommand::Result | XBoardCommand::Exit => {
                self.abandon();
                self.xboard_state().mode = EngineRole::Force;
            }
            XBoardCommand::Go => {
                self.abandon();
                self.xboard_state().mode = EngineRole::Plays(self.engine.side());
                self.think();
            }
            XBoardCommand::PlayOther => {
                self.abandon();
                self.xboard_state().mode = EngineRole::Plays(!self.engine.side());
            }
            XBoardCommand::Move(text) => self.follow_move(&text)?,
            XBoardCommand::MoveNow => self.queue.stop(),
            XBoardCommand::Undo => self.take_back(1)?,
            XBoardCommand::Remove => self.take_back(2)?,
            XBoardCommand::Level(level) => {
                let clock = &mut self.xboard_state().clock;
                *clock = XBoardClock {
                    level: Some(level),
                    depth: clock.depth,
                    ..XBoardClock::default()
                };
            }
            XBoardCommand::MoveTime(time) => {
                let clock = &mut self.xboard_state().clock;
                clock.level = None;
                clock.move_time = Some(time);
            }
            XBoardCommand::Depth(depth) => self.xboard_state().clock.depth = Some(depth),
            XBoardCommand::NodesPerSecond(nodes) => {
                self.settings.nodes_per_second = NonZeroU32::new(nodes);
            }
            XBoardCommand::OwnTime(time) => self.xboard_state().clock.own = Some(time),
            XBoardCommand::OtherTime(time) => self.xboard_state().clock.other = Some(time),
            XBoardCommand::Post(on) => self.xboard_state().posts.store(on, Relaxed),
            XBoardCommand::Analyze => {
                self.abandon();
                self.xboard_state().mode = EngineRole::Analyzes;
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

    fn xboard_state(&mut self) -> &mut XBoard {
        self.xboard.get_or_insert_default()
    }

    /// Takes up the move that the engine has made since the last command.
    fn settle(&mut self) {
        let Some(thought) = self.xboard_state().thought.clone() else { return };
        let moved = thought.with(|state| match &mut state.end {
            XBoardSearchEnd::Moved(name) => Some(name.take()),
            XBoardSearchEnd::Open | XBoardSearchEnd::Abandoned => None,
        });
        if let Some(name) = moved {
            self.xboard_state().thought = None;
            self.take_up(name);
        }
    }

    /// Ends the search, and has its move not count.
    fn abandon(&mut self) {
        let Some(thought) = self.xboard_state().thought.take() else { return };
        let moved = thought.with(|state| {
            match std::mem::replace(&mut state.end, XBoardSearchEnd::Abandoned) {
                XBoardSearchEnd::Moved(name) => name,
                XBoardSearchEnd::Open | XBoardSearchEnd::Abandoned => None,
            }
        });
        self.queue.stop_all();
        // It came while the command was on its way.
        self.take_up(moved);
    }

    /// Plays the move that the search has found.
    fn take_up(&mut self, name: Option<String>) {
        if let Some(name) = name
            && let Err(error) = self.engine.push(&name)
        {
            log::error!("the engine's own move: {error}");
        }
    }

    /// Begins a game of this name; the engine plays the second side.
    fn begin(&mut self, name: &str) -> Result<(), String> {
        self.abandon();
        self.select(name).map_err(|_| format!("Error (unknown variant): {name}"))?;
        let preset = self.registry.find(name).and_then(|(_, preset)| preset);
        let state = self.xboard_state();
        state.castles_by_rook = preset.is_some_and(|preset| preset.option == "UCI_Chess960");
        state.mode = EngineRole::Plays(Side::Second);
        state.clock.depth = None;
        if let Some(setup) = setup(self.engine.info()) {
            self.output.print(&setup);
        }
        self.forget();
        Ok(())
    }

    fn set_board(&mut self, text: &str) -> Result<(), String> {
        self.abandon();
        let refused = |error| format!("tellusererror Illegal position: {error}");
        self.engine.set_position(Some(text), &[]).map_err(refused)?;
        self.think();
        Ok(())
    }

    /// Plays a move of the client, and answers it if the engine has the other side.
    fn follow_move(&mut self, text: &str) -> Result<(), String> {
        let side = self.engine.side();
        let state = self.xboard_state();
        if state.mode == EngineRole::Plays(side) && state.thought.is_some() {
            return Err(format!("Illegal move (it is not your turn): {text}"));
        }
        self.abandon();
        let name = MoveSpelling::of_xboard(self.engine.info()).read(text);
        let name = self.engine.read_move(&name);
        let played = name.and_then(|name| self.engine.push(&name));
        played.map_err(|_| format!("Illegal move: {text}"))?;
        match self.engine.result() {
            Some((winner, ending)) => self.output.print(&game_end(winner, &ending)),
            None => self.think(),
        }
        Ok(())
    }

    fn take_back(&mut self, count: usize) -> Result<(), String> {
        self.abandon();
        if self.moves_made() < count {
            return Err("Error (there is no move to take back): undo".to_owned());
        }
        for _ in 0..count {
            self.engine.undo();
        }
        if self.xboard_state().mode == EngineRole::Analyzes {
            self.think();
        }
        Ok(())
    }

    fn moves_made(&self) -> usize {
        self.engine.history().1.len()
    }

    /// Searches, if it is the engine's turn or it analyses.
    fn think(&mut self) {
        let side = self.engine.side();
        let is_analysis = match self.xboard_state().mode {
            EngineRole::Force => return,
            EngineRole::Plays(own) if own != side => return,
            EngineRole::Plays(_) => false,
            EngineRole::Analyzes => true,
        };
        if self.engine.result().is_some() {
            return;
        }
        let limits = if is_analysis {
            GoLimits::default()
        } else {
            let made = self.moves_made() / 2;
            self.xboard_state().clock.limits(side, made)
        };
        let thought = Arc::<XBoardSearch>::default();
        self.xboard_state().thought = Some(Arc::clone(&thought));
        let control = Arc::new(Control::new(false, is_analysis));
        let end = if is_analysis { EndsBy::Open } else { EndsBy::Clock };
        let work = PendingWork::new(Arc::clone(&control), end);
        let send = work.sink(is_answer, self.thought_sink(thought, is_analysis));
        let job = self.engine.go(&limits, &self.settings, control, send);
        self.run(work, job);
    }

    /// A receiver of a search's findings. The end of the game is reported with the move that ends
    /// it.
    fn thought_sink(
        &mut self,
        thought: Arc<XBoardSearch>,
        is_analysis: bool,
    ) -> impl Fn(Message) + Send + Sync + 'static + use<> {
        let (output, posts) = (Arc::clone(&self.output), Arc::clone(&self.xboard_state().posts));
        let spelling = MoveSpelling::of_xboard(self.engine.info());
        let castles_by_rook = self.xboard_state().castles_by_rook;
        let referee = Mutex::new(self.engine.copy());
        move |message| match message {
            Message::SearchInfo(info) => thought.with(|state| {
                let is_shown = is_analysis || posts.load(Relaxed);
                if is_shown && !matches!(state.end, XBoardSearchEnd::Abandoned) {
                    output.print(&thinking(&info, spelling));
                }
                state.info = Some(info);
            }),
            Message::Best { best, .. } => {
                thought.with(|state| {
                    if is_analysis || !matches!(state.end, XBoardSearchEnd::Open) {
                        return;
                    }
                    if let Some(name) = &best {
                        let mut referee = lock(&referee);
                        // The move is legal, as the engine has found it.
                        let record = referee.play(name).unwrap_or_default();
                        let record = castles_by_rook.then_some(record.as_str());
                        let mut lines = format!("move {}", move_text(spelling, name, record));
                        if let Some((winner, ending)) = referee.result() {
                            lines += &format!("\n{}", game_end(winner, &ending));
                        }
                        output.print(&lines);
                    }
                    state.end = XBoardSearchEnd::Moved(best);
                });
            }
            Message::Note(note) => output.note(&note),
            _ => {}
        }
    }

    fn print_status(&mut self) {
        let Some(thought) = self.xboard_state().thought.clone() else { return };
        if let Some(info) = thought.with(|state| state.info.clone()) {
            self.output.print(&status(&info, self.engine.legal_move_count()));
        }
    }

    /// Answers after the engine's move if it thinks about one.
    fn answer_ping(&mut self, number: &str) {
        let pong = format!("pong {number}");
        if self.xboard_state().mode == EngineRole::Analyzes {
            self.output.print(&pong);
            return;
        }
        let output = Arc::clone(&self.output);
        self.queue.add(Box::new(move |_| output.print(&pong)));
    }

    fn set_xboard_option(&mut self, name: &str, value: Option<&str>) -> Result<(), String> {
        let word = |text: &str| Word { text: text.to_owned(), column: 1 };
        let value = value.map(|value| match value {
            "1" if self.is_check(name) => word("true"),
            "0" if self.is_check(name) => word("false"),
            _ => word(value),
        });
        let wrong = |error: TextError| {
            format!("Error (expected {}): option {name}", error.mismatch.expected)
        };
        self.set_option(&word(name), value.as_ref()).map_err(wrong)
    }

    fn is_check(&self, name: &str) -> bool {
        self.specs.iter().any(|spec| spec.is_check(name))
    }
}
