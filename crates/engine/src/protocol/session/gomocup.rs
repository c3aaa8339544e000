//! A dialogue of Gomocup, played as one with XBoard.

use super::Session;
use super::frame::{Frame, Refusal};
use crate::PositionError;
use crate::protocol::gomocup::{GomocupCommand, Stone, parse_line};
use crate::protocol::spelling::MoveSpelling;
use crate::protocol::xboard::XBoardCommand;
use plyglot_core::game::GameInfo;
use std::borrow::Cow;
use std::time::Duration;

const SIZE: [u16; 2] = [15, 15];
/// As it is in [`GameInfo::board`].
const BOARD: &str = "files 15 ranks 15 ";
/// The moves among which the time left is shared.
const MOVES_LEFT: u32 = 20;

pub(super) struct Gomocup {
    game: &'static str,
    /// The most time for a move.
    turn: Duration,
    left: Option<Duration>,
    /// The stones since `BOARD`, as long as more may come.
    stones: Option<Vec<Stone>>,
}

impl Default for Gomocup {
    fn default() -> Gomocup {
        Gomocup { game: "gomoku", turn: Duration::from_secs(30), left: None, stones: None }
    }
}

impl Session {
    /// From now on the client speaks Gomocup's protocol, by this first line. Some begin a game
    /// without `START`.
    pub(super) fn speak_gomocup(&mut self, line: &str) {
        self.speak(Frame::Gomocup);
        let (info, usual) = (self.engine.info(), self.registry.entries()[0].info.name);
        if can_write(info) {
            self.gomocup.game = info.name;
        } else if info.name != usual {
            let (title, game) = (info.title, self.gomocup.game);
            self.note(&format!("this protocol does not support {title}; the game is {game}"));
        }
        let begun = self.begin_gomocup();
        self.answer(begun, line);
    }

    pub(super) fn execute_gomocup(&mut self, line: &str) -> bool {
        self.settle();
        let command = match parse_line(line) {
            Ok(GomocupCommand::End) => {
                self.abandon();
                return false;
            }
            Ok(command) => command,
            Err(answer) => {
                self.output.print(&answer);
                return true;
            }
        };
        let done = self.obey_gomocup(command);
        self.answer(done, line);
        true
    }

    fn obey_gomocup(&mut self, command: GomocupCommand) -> Result<(), Refusal> {
        match command {
            GomocupCommand::Start(SIZE) | GomocupCommand::Restart => {
                self.begin_gomocup()?;
                self.output.print("OK");
            }
            GomocupCommand::Start([files, ranks]) => {
                let [known, _] = SIZE;
                let why = format!("expected {known} by {known} points, found {files} by {ranks}");
                return Err(Refusal::Command(why));
            }
            GomocupCommand::Begin => self.play_in_time(XBoardCommand::Go)?,
            GomocupCommand::Turn(point) => self.play_in_time(XBoardCommand::Move(point))?,
            GomocupCommand::TakeBack => {
                self.obey(XBoardCommand::Force)?;
                self.obey(XBoardCommand::Undo)?;
                self.output.print("OK");
            }
            GomocupCommand::Board => self.gomocup.stones = Some(Vec::new()),
            GomocupCommand::Stone(stone) => match &mut self.gomocup.stones {
                Some(stones) => stones.push(stone),
                None => return Err(refused("expected BOARD before stones")),
            },
            GomocupCommand::Done => self.set_up_stones()?,
            GomocupCommand::TurnTime(time) => self.gomocup.turn = time,
            // Without a limit, it is the largest number of 31 bits.
            GomocupCommand::TimeLeft(time) => self.gomocup.left = Some(time),
            GomocupCommand::Rule(bits) => self.choose_rule(bits)?,
            GomocupCommand::About => {
                let program = self.registry.program();
                let (name, author) = (program.name(), program.author());
                self.output.print(&format!("name=\"{name}\", author=\"{author}\""));
            }
            GomocupCommand::End | GomocupCommand::Accepted => {}
        }
        Ok(())
    }

    fn begin_gomocup(&mut self) -> Result<(), Refusal> {
        let game = self.gomocup.game;
        self.begin(game)
    }

    /// The game of these bits: 1 for rows of exactly five, 4 for renju. The others are for games
    /// that go on after a row, and for caro.
    fn choose_rule(&mut self, bits: u16) -> Result<(), Refusal> {
        let game = match bits {
            0 => "gomoku",
            1 => "gomoku_exact",
            4 => "renju",
            _ => return Err(Refusal::Command(format!("expected rule 0, 1 or 4, found {bits}"))),
        };
        if std::mem::replace(&mut self.gomocup.game, game) != game {
            self.begin_gomocup()?;
        }
        Ok(())
    }

    fn play_in_time(&mut self, command: XBoardCommand) -> Result<(), Refusal> {
        let state = &self.gomocup;
        let time = state.left.map_or(state.turn, |left| state.turn.min(left / MOVES_LEFT));
        let time = time.saturating_sub(self.settings.overhead);
        self.obey(XBoardCommand::MoveTime(time))?;
        self.obey(command)?;
        // After `TAKEBACK` it has only followed a move.
        if !self.is_thinking() {
            self.obey(XBoardCommand::Go)?;
        }
        match self.is_thinking() {
            true => Ok(()),
            false if self.is_position_refused => Err(refused("the board was refused")),
            false => Err(refused("the game is over")),
        }
    }

    /// Sets up the stones since `BOARD`, as if the sides had put them in turns, and moves.
    fn set_up_stones(&mut self) -> Result<(), Refusal> {
        let stones = self.gomocup.stones.take();
        let stones = stones.ok_or_else(|| refused("expected BOARD before DONE"))?;
        self.is_position_refused = true;
        let (own, other): (Vec<&Stone>, Vec<&Stone>) =
            stones.iter().partition(|stone| stone.is_own);
        if !(own.len()..=own.len() + 1).contains(&other.len()) {
            return Err(refused("expected equal numbers of stones, or one more for the opponent"));
        }
        let (first, second) = if own.len() == other.len() { (own, other) } else { (other, own) };
        let mut second = second.into_iter();
        let turns = first.into_iter().flat_map(|stone| [Some(stone), second.next()]);
        let points: Vec<&str> = turns.flatten().map(|stone| stone.point.as_str()).collect();
        let names: Vec<Cow<'_, str>> =
            points.iter().map(|point| MoveSpelling::Points.read(point)).collect();
        let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
        let refused_move = |error| match error {
            PositionError::Move { word, .. } => {
                Refusal::Move(points.get(word).copied().unwrap_or_default().to_owned(), None)
            }
            PositionError::Start(error) => Refusal::Position(error.to_string()),
        };
        self.engine.copy().set_position(None, &names).map_err(refused_move)?;
        self.begin_gomocup()?;
        self.engine.set_position(None, &names).map_err(refused_move)?;
        self.play_in_time(XBoardCommand::Go)
    }
}

fn can_write(info: &GameInfo) -> bool {
    let is_empty = |start: &str| start.bytes().all(|byte| byte.is_ascii_digit() || byte == b'/');
    let start = info.start.split(' ').next();
    info.board.is_some_and(|board| board.starts_with(BOARD)) && start.is_some_and(is_empty)
}

fn refused(why: &str) -> Refusal {
    Refusal::Command(why.to_owned())
}
