//! XBoard's protocol: the game that the engine keeps, and what each command does to it. Gomocup's
//! has other commands, and does the same.

use super::wire_protocol::{Refusal, WireProtocol};
use super::{Adapter, Next};
use crate::protocol::command::Word;
use crate::protocol::dialogue::{Dialogue, EndsBy, PendingWork, is_answer};
use crate::protocol::spelling::MoveSpelling;
use crate::protocol::xboard::{
    XBoardClock, XBoardCommand, features, parse_line, pondering, setup, status, thinking,
};
use crate::{GoLimits, Leniency, Message, MessageSink, SearchInfo};
use plyglot_core::game::{OptionSpec, Side};
use plyglot_core::search::{Control, Table};
use plyglot_support::lock;
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
    protocol: WireProtocol,
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

impl Adapter for XBoard {
    fn execute_line(&mut self, dialogue: &mut Dialogue, line: &str) -> Next {
        self.apply_engine_move(dialogue);
        let done = match parse_line(line) {
            Ok(XBoardCommand::Quit) => {
                self.abandon(dialogue);
                return Next::End;
            }
            Ok(command) => self.execute(dialogue, command),
            Err(why) => Err(Refusal::Command(why)),
        };
        self.answer(dialogue, done, line);
        Next::Line
    }
}

impl XBoard {
    /// From now on, notes are written in this protocol.
    pub(super) fn new(dialogue: &Dialogue, protocol: WireProtocol) -> XBoard {
        dialogue.output.write_notes_after(protocol.note_word());
        XBoard { protocol, ..XBoard::default() }
    }

    pub(super) fn answer(&self, dialogue: &Dialogue, done: Result<(), Refusal>, line: &str) {
        if let Err(refusal) = done {
            let answer = self.protocol.refusal(&refusal, line.trim());
            dialogue.output.print(&answer);
        }
    }

    pub(super) fn execute(
        &mut self,
        dialogue: &mut Dialogue,
        command: XBoardCommand,
    ) -> Result<(), Refusal> {
        match command {
            XBoardCommand::Protover => dialogue.output.print(&features(dialogue)),
            XBoardCommand::New if dialogue.has_named_game() => {
                let game = dialogue.default_game;
                self.begin_shown(dialogue, game)?;
            }
            XBoardCommand::New => {}
            XBoardCommand::Variant(name) => self.begin_shown(dialogue, &name)?,
            XBoardCommand::SetBoard(text) => self.set_board(dialogue, &text)?,
            XBoardCommand::Force | XBoardCommand::Result | XBoardCommand::Exit => {
                self.abandon(dialogue);
                self.mode = EngineRole::Force;
            }
            XBoardCommand::Go => {
                self.abandon(dialogue);
                self.mode = EngineRole::Plays(dialogue.engine.side());
                self.think(dialogue);
            }
            XBoardCommand::PlayOther => {
                self.abandon(dialogue);
                self.mode = EngineRole::Plays(!dialogue.engine.side());
            }
            XBoardCommand::Move(text) => self.follow_move(dialogue, &text)?,
            XBoardCommand::MoveNow => self.thought.iter().for_each(|it| it.control.stop()),
            XBoardCommand::Undo => self.take_back(dialogue, 1)?,
            XBoardCommand::Remove => self.take_back(dialogue, 2)?,
            XBoardCommand::Level(level) => self.clock.set_level(level),
            XBoardCommand::MoveTime(time) => self.clock.set_move_time(time),
            XBoardCommand::Depth(depth) => self.clock.depth = Some(depth),
            XBoardCommand::NodesPerSecond(nodes) => {
                dialogue.settings.nodes_per_second = NonZeroU32::new(nodes);
            }
            XBoardCommand::OwnTime(time) => self.clock.own = Some(time),
            XBoardCommand::OtherTime(time) => self.clock.other = Some(time),
            XBoardCommand::Post(on) => self.posts.store(on, Relaxed),
            XBoardCommand::Ponder(on) => self.set_pondering(on),
            XBoardCommand::Hint => self.print_hint(dialogue),
            XBoardCommand::Analyze => {
                self.abandon(dialogue);
                self.mode = EngineRole::Analyzes;
                self.think(dialogue);
            }
            XBoardCommand::Status => self.print_status(dialogue),
            XBoardCommand::Ping(number) => self.answer_ping(dialogue, &number),
            XBoardCommand::Option(name, value) => self.set_option(dialogue, &name, value)?,
            XBoardCommand::Accepted | XBoardCommand::Quit => {}
        }
        Ok(())
    }

    /// Takes up the move that the engine has made since the last command.
    pub(super) fn apply_engine_move(&mut self, dialogue: &mut Dialogue) {
        let Some(thought) = &self.thought else { return };
        if thought.with(|state| state.end) == XBoardSearchEnd::Moved {
            self.end_search(dialogue);
        }
    }

    pub(super) fn abandon(&mut self, dialogue: &mut Dialogue) {
        self.end_search(dialogue);
        self.stop_pondering();
        dialogue.queue.stop_all();
        self.expected = None;
    }

    fn end_search(&mut self, dialogue: &mut Dialogue) {
        let Some(thought) = self.thought.take() else { return };
        let (best, reply, afterwards) = thought.with(|state| {
            state.end = XBoardSearchEnd::Abandoned;
            (state.best.clone(), state.reply.clone(), std::mem::take(&mut state.afterwards))
        });
        afterwards.iter().for_each(|line| dialogue.output.print(line));
        if let Some(best) = best {
            if let Err(error) = dialogue.engine.push(&best) {
                log::error!("the engine's own move: {error}");
            }
            self.expected = reply;
        }
    }

    fn set_pondering(&mut self, on: bool) {
        self.ponders = on;
        if !on {
            self.stop_pondering();
        }
    }

    fn stop_pondering(&mut self) {
        self.pondering.take().iter().for_each(|control| control.stop());
    }

    fn begin_shown(&mut self, dialogue: &mut Dialogue, name: &str) -> Result<(), Refusal> {
        self.begin(dialogue, name)?;
        if let Some(setup) = setup(dialogue.engine.info()) {
            dialogue.output.print(&setup);
        }
        Ok(())
    }

    pub(super) fn begin(&mut self, dialogue: &mut Dialogue, name: &str) -> Result<(), Refusal> {
        self.abandon(dialogue);
        dialogue.select(name).map_err(|_| Refusal::Command("unknown variant".to_owned()))?;
        let game = dialogue.registry.game(name);
        self.castles_by_rook =
            game.is_some_and(|game| game.options().get(OptionSpec::CHESS960.name).is_some());
        self.mode = EngineRole::Plays(Side::Second);
        self.clock.depth = None;
        dialogue.forget();
        Ok(())
    }

    fn set_board(&mut self, dialogue: &mut Dialogue, text: &str) -> Result<(), Refusal> {
        self.abandon(dialogue);
        let set = dialogue.engine.set_position(Some(text), &[]);
        dialogue.is_position_refused = set.is_err();
        set.map_err(|error| Refusal::Position(error.to_string()))?;
        self.think(dialogue);
        Ok(())
    }

    /// Plays a move of the client, and answers it if the engine has the other side.
    fn follow_move(&mut self, dialogue: &mut Dialogue, text: &str) -> Result<(), Refusal> {
        let side = dialogue.engine.side();
        if self.mode == EngineRole::Plays(side) && self.is_thinking() {
            return Err(Refusal::Move(text.to_owned(), Some("it is not your turn")));
        }
        if dialogue.is_position_refused {
            return Err(Refusal::Move(text.to_owned(), Some("the position was refused")));
        }
        self.abandon(dialogue);
        let name = self.move_spelling(dialogue).read(text);
        let name = dialogue.engine.read_move(&name, Leniency::Exact);
        let played = name.and_then(|name| dialogue.engine.push(&name));
        played.map_err(|_| Refusal::Move(text.to_owned(), None))?;
        match dialogue.engine.result() {
            Some(over) => {
                let end = self.protocol.end_line(&over);
                end.iter().for_each(|line| dialogue.output.print(line));
            }
            None => self.think(dialogue),
        }
        Ok(())
    }

    fn move_spelling(&self, dialogue: &Dialogue) -> MoveSpelling {
        self.protocol.spelling(dialogue.engine.info())
    }

    fn take_back(&mut self, dialogue: &mut Dialogue, count: usize) -> Result<(), Refusal> {
        self.abandon(dialogue);
        if dialogue.engine.moves_made() < count {
            return Err(Refusal::Command("there is no move to take back".to_owned()));
        }
        for _ in 0..count {
            dialogue.engine.undo();
        }
        if self.mode == EngineRole::Analyzes {
            self.think(dialogue);
        }
        Ok(())
    }

    /// Whether it has begun a search whose move has not been taken up.
    pub(super) fn is_thinking(&self) -> bool {
        self.thought.is_some()
    }

    /// Searches, if it is the engine's turn or it analyses.
    fn think(&mut self, dialogue: &mut Dialogue) {
        let side = dialogue.engine.side();
        let is_analysis = match self.mode {
            EngineRole::Force => return,
            EngineRole::Plays(own) if own != side => return,
            EngineRole::Plays(_) => false,
            EngineRole::Analyzes => true,
        };
        if dialogue.is_position_refused || dialogue.engine.result().is_some() {
            return;
        }
        let limits = if is_analysis {
            GoLimits::default()
        } else {
            let made = dialogue.engine.moves_made() / 2;
            self.clock.limits(side, made)
        };
        let control = Arc::new(Control::new(false, is_analysis));
        let thought =
            Arc::new(XBoardSearch { control: Arc::clone(&control), state: Mutex::default() });
        self.thought = Some(Arc::clone(&thought));
        let end = if is_analysis { EndsBy::Open } else { EndsBy::Clock };
        let work = PendingWork::new(Arc::clone(&control), end);
        let send =
            work.sink(is_answer, self.thought_sink(dialogue, Arc::clone(&thought), is_analysis));
        let job = dialogue.engine.go(&limits, &dialogue.settings, control, send);
        dialogue.run(work, job);
        if self.ponders && !is_analysis {
            self.ponder(dialogue, thought);
        }
    }

    /// Searches in the opponent's time, from the move that `thought` will find. The table keeps
    /// what is found, for the next move.
    fn ponder(&mut self, dialogue: &mut Dialogue, thought: Arc<XBoardSearch>) {
        let control = Arc::new(Control::new(true, false));
        self.pondering = Some(Arc::clone(&control));
        let work = PendingWork::new(Arc::clone(&control), EndsBy::Clock);
        let output = Arc::clone(&dialogue.output);
        let posts = Arc::clone(&self.posts);
        let spelling = self.move_spelling(dialogue);
        let mut engine = dialogue.engine.copy();
        let settings = dialogue.settings.clone();
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
        dialogue.run(work, Box::new(job));
    }

    /// A receiver of a search's findings. The end of the game is reported with the move that ends
    /// it.
    fn thought_sink(
        &self,
        dialogue: &Dialogue,
        thought: Arc<XBoardSearch>,
        is_analysis: bool,
    ) -> impl Fn(Message) + Send + Sync + 'static + use<> {
        let output = Arc::clone(&dialogue.output);
        let posts = Arc::clone(&self.posts);
        let spelling = self.move_spelling(dialogue);
        let protocol = self.protocol;
        let castles_by_rook = self.castles_by_rook;
        let referee = Mutex::new(dialogue.engine.copy());
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
                        protocol.move_lines(name, castles_by_rook, &mut **lock(&referee))
                    });
                    lines.append(&mut state.afterwards);
                    if !lines.is_empty() {
                        output.print(&lines.join("\n"));
                    }
                    state.best = best;
                    state.reply = reply;
                    state.end = XBoardSearchEnd::Moved;
                });
            }
            Message::Note(note) => output.note(&note),
            _ => {}
        }
    }

    fn print_status(&self, dialogue: &Dialogue) {
        let Some(thought) = &self.thought else { return };
        // The first iteration may take a while, before which there is nothing to tell.
        let info = thought.with(|state| state.info.clone()).unwrap_or_default();
        dialogue.output.print(&status(&info, dialogue.engine.legal_move_count()));
    }

    /// Shows the reply that the engine expects, if it is the opponent's turn.
    fn print_hint(&self, dialogue: &Dialogue) {
        let spelling = self.move_spelling(dialogue);
        if let Some(reply) = &self.expected {
            let hint = format!("Hint: {}", spelling.shown(reply));
            dialogue.output.print(&hint);
        }
    }

    /// Answers after the engine's move if it thinks about one, and at once if it analyses or
    /// ponders.
    fn answer_ping(&self, dialogue: &Dialogue, number: &str) {
        let pong = format!("pong {number}");
        if let Some(thought) = &self.thought
            && self.mode != EngineRole::Analyzes
            && thought.with(|state| state.says_after_move(&pong))
        {
            return;
        }
        dialogue.queue.drain();
        dialogue.output.print(&pong);
    }

    fn set_option(
        &mut self,
        dialogue: &mut Dialogue,
        name: &str,
        value: Option<String>,
    ) -> Result<(), Refusal> {
        // It may have to wait for the table.
        self.stop_pondering();
        let is_check = dialogue.options.iter().any(|option| option.is_check(name));
        let value = value.map(|value| match value.as_str() {
            "1" if is_check => Word::new("true", 1),
            "0" if is_check => Word::new("false", 1),
            _ => Word::new(value, 1),
        });
        let name = Word::new(name, 1);
        dialogue
            .set_option(&name, value.as_ref())
            .map_err(|error| Refusal::Command(format!("expected {}", error.mismatch.expected)))
    }
}
