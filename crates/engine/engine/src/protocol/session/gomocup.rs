//! Gomocup's protocol, whose game is kept as XBoard's is.

use super::wire_protocol::{Refusal, WireProtocol};
use super::xboard::XBoard;
use super::{Adapter, Next};
use crate::PositionError;
use crate::protocol::dialogue::Dialogue;
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
    xboard: XBoard,
    game: &'static str,
    turn_time: Duration,
    left: Option<Duration>,
    /// The stones since `BOARD`, as long as more may come.
    stones: Option<Vec<Stone>>,
}

impl Adapter for Gomocup {
    fn execute_line(&mut self, dialogue: &mut Dialogue, line: &str) -> Next {
        if dialogue.line == 1 {
            self.begin_dialogue(dialogue, line);
        }
        self.xboard.apply_engine_move(dialogue);
        let command = match parse_line(line) {
            Ok(GomocupCommand::End) => {
                self.xboard.abandon(dialogue);
                return Next::End;
            }
            Ok(command) => command,
            Err(answer) => {
                dialogue.output.print(&answer);
                return Next::Line;
            }
        };
        let done = self.execute(dialogue, command);
        self.xboard.answer(dialogue, done, line);
        Next::Line
    }
}

impl Gomocup {
    pub(super) fn new(dialogue: &Dialogue) -> Gomocup {
        let xboard = XBoard::new(dialogue, WireProtocol::Gomocup);
        let turn_time = Duration::from_secs(30);
        Gomocup { xboard, game: "gomoku", turn_time, left: None, stones: None }
    }

    /// Begins a game, as some clients do not say `START`.
    fn begin_dialogue(&mut self, dialogue: &mut Dialogue, line: &str) {
        let info = dialogue.engine.info();
        let usual = dialogue.registry.entries()[0].info.name;
        if can_write(info) {
            self.game = info.name;
        } else if info.name != usual {
            let title = info.title;
            let game = self.game;
            dialogue.note(&format!("this protocol does not support {title}; the game is {game}"));
        }
        let begun = self.begin(dialogue);
        self.xboard.answer(dialogue, begun, line);
    }

    fn execute(&mut self, dialogue: &mut Dialogue, command: GomocupCommand) -> Result<(), Refusal> {
        match command {
            GomocupCommand::Start(SIZE) | GomocupCommand::Restart => {
                self.begin(dialogue)?;
                dialogue.output.print("OK");
            }
            GomocupCommand::Start([files, ranks]) => {
                let [known, _] = SIZE;
                let why = format!("expected {known} by {known} points, found {files} by {ranks}");
                return Err(Refusal::Command(why));
            }
            GomocupCommand::Begin => self.play_in_time(dialogue, XBoardCommand::Go)?,
            GomocupCommand::Turn(point) => {
                self.play_in_time(dialogue, XBoardCommand::Move(point))?
            }
            GomocupCommand::TakeBack => {
                self.xboard.execute(dialogue, XBoardCommand::Force)?;
                self.xboard.execute(dialogue, XBoardCommand::Undo)?;
                dialogue.output.print("OK");
            }
            GomocupCommand::Board => self.stones = Some(Vec::new()),
            GomocupCommand::Stone(stone) => match &mut self.stones {
                Some(stones) => stones.push(stone),
                None => return Err(refused("expected BOARD before stones")),
            },
            GomocupCommand::Done => self.set_up_stones(dialogue)?,
            GomocupCommand::TurnTime(time) => self.turn_time = time,
            // Without a limit, it is the largest number of 31 bits.
            GomocupCommand::TimeLeft(time) => self.left = Some(time),
            GomocupCommand::Rule(bits) => self.choose_rule(dialogue, bits)?,
            GomocupCommand::About => {
                let program = dialogue.registry.program();
                let name = program.name();
                let author = program.author();
                dialogue.output.print(&format!("name=\"{name}\", author=\"{author}\""));
            }
            GomocupCommand::End | GomocupCommand::Accepted => {}
        }
        Ok(())
    }

    fn begin(&mut self, dialogue: &mut Dialogue) -> Result<(), Refusal> {
        self.xboard.begin(dialogue, self.game)
    }

    /// The game of these bits: 1 for rows of exactly five, 4 for renju. The others are for games
    /// that go on after a row, and for caro.
    fn choose_rule(&mut self, dialogue: &mut Dialogue, bits: u16) -> Result<(), Refusal> {
        let game = match bits {
            0 => "gomoku",
            1 => "gomoku_exact",
            4 => "renju",
            _ => return Err(Refusal::Command(format!("expected rule 0, 1 or 4, found {bits}"))),
        };
        if std::mem::replace(&mut self.game, game) != game {
            self.begin(dialogue)?;
        }
        Ok(())
    }

    fn play_in_time(
        &mut self,
        dialogue: &mut Dialogue,
        command: XBoardCommand,
    ) -> Result<(), Refusal> {
        let time = self.left.map_or(self.turn_time, |left| self.turn_time.min(left / MOVES_LEFT));
        let time = time.saturating_sub(dialogue.settings.overhead);
        self.xboard.execute(dialogue, XBoardCommand::MoveTime(time))?;
        self.xboard.execute(dialogue, command)?;
        // After `TAKEBACK` it has only followed a move.
        if !self.xboard.is_thinking() {
            self.xboard.execute(dialogue, XBoardCommand::Go)?;
        }
        match self.xboard.is_thinking() {
            true => Ok(()),
            false if dialogue.is_position_refused => Err(refused("the board was refused")),
            false => Err(refused("the game is over")),
        }
    }

    /// Sets up the stones since `BOARD`, as if the sides had put them in turns, and moves.
    fn set_up_stones(&mut self, dialogue: &mut Dialogue) -> Result<(), Refusal> {
        let stones = self.stones.take();
        let stones = stones.ok_or_else(|| refused("expected BOARD before DONE"))?;
        dialogue.is_position_refused = true;
        let (own, other): (Vec<&Stone>, Vec<&Stone>) =
            stones.iter().partition(|stone| stone.is_own);
        if !(own.len()..=own.len() + 1).contains(&other.len()) {
            return Err(refused("expected equal numbers of stones, or one more for the opponent"));
        }
        let (first, second) = if own.len() == other.len() { (own, other) } else { (other, own) };
        let mut second = second.into_iter();
        let mut points: Vec<&str> = Vec::new();
        for stone in first {
            points.push(&stone.point);
            if let Some(answer) = second.next() {
                points.push(&answer.point);
            }
        }
        let names: Vec<Cow<'_, str>> =
            points.iter().map(|point| MoveSpelling::Points.read(point)).collect();
        let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
        let refused_move = |error| match error {
            PositionError::Move { word, .. } => {
                Refusal::Move(points.get(word).copied().unwrap_or_default().to_owned(), None)
            }
            PositionError::Start(error) => Refusal::Position(error.to_string()),
        };
        dialogue.engine.copy().set_position(None, &names).map_err(refused_move)?;
        self.begin(dialogue)?;
        dialogue.engine.set_position(None, &names).map_err(refused_move)?;
        self.play_in_time(dialogue, XBoardCommand::Go)
    }
}

fn can_write(info: &GameInfo) -> bool {
    let start = info.start.split(' ').next();
    let is_empty =
        start.is_some_and(|start| start.bytes().all(|byte| byte.is_ascii_digit() || byte == b'/'));
    info.board.is_some_and(|board| board.starts_with(BOARD)) && is_empty
}

fn refused(why: &str) -> Refusal {
    Refusal::Command(why.to_owned())
}
