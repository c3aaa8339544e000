//! A dialogue of Gomocup, played as one with XBoard.

use super::Session;
use crate::protocol::gomocup::{Gomocup, GomocupCommand, Stone, parse_line};
use crate::protocol::xboard::XBoardCommand;

/// The board of the games.
const SIZE: [u16; 2] = [15, 15];
/// A move may take this part of the time for all further ones.
const SHARE: u32 = 20;

impl Session {
    /// From now on the client speaks Gomocup's protocol.
    pub(super) fn speak_gomocup(&mut self) {
        self.output.write_notes_after("MESSAGE");
        self.xboard_state().gomocup = Some(Gomocup::default());
    }

    /// Carries out a line of Gomocup; `false` after the last one.
    pub(super) fn execute_gomocup(&mut self, line: &str) -> bool {
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
        if let Err(why) = self.obey_gomocup(command) {
            self.output.print(&format!("ERROR {why}"));
        }
        true
    }

    /// # Errors
    /// Why it cannot be done.
    fn obey_gomocup(&mut self, command: GomocupCommand) -> Result<(), String> {
        match command {
            GomocupCommand::Start(SIZE) | GomocupCommand::Restart => {
                self.begin_gomocup()?;
                self.output.print("OK");
            }
            GomocupCommand::Start([files, ranks]) => {
                let [known, _] = SIZE;
                return Err(format!(
                    "expected {known} by {known} points, found {files} by {ranks}"
                ));
            }
            GomocupCommand::Begin => self.play_in_time(XBoardCommand::Go)?,
            GomocupCommand::Turn(point) => self.play_in_time(XBoardCommand::Move(point))?,
            GomocupCommand::TakeBack => {
                self.obey(XBoardCommand::Force)?;
                self.obey(XBoardCommand::Undo)?;
                self.output.print("OK");
            }
            GomocupCommand::Board => self.gomocup_state().stones = Some(Vec::new()),
            GomocupCommand::Stone(stone) => match &mut self.gomocup_state().stones {
                Some(stones) => stones.push(stone),
                None => return Err("expected BOARD before stones".to_owned()),
            },
            GomocupCommand::Done => self.set_up_stones()?,
            GomocupCommand::TurnTime(time) => self.gomocup_state().turn = time,
            // Without a limit, it is the largest number of 31 bits.
            GomocupCommand::TimeLeft(time) => self.gomocup_state().left = Some(time),
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

    fn gomocup_state(&mut self) -> &mut Gomocup {
        self.xboard_state().gomocup.get_or_insert_default()
    }

    fn begin_gomocup(&mut self) -> Result<(), String> {
        let game = self.gomocup_state().game;
        self.begin(game)
    }

    /// The game of these bits: 1 for rows of exactly five, 4 for renju.
    fn choose_rule(&mut self, bits: u16) -> Result<(), String> {
        let game = match bits & 0b101 {
            0 => "gomoku",
            1 => "gomoku_exact",
            _ => "renju",
        };
        if std::mem::replace(&mut self.gomocup_state().game, game) != game {
            self.begin_gomocup()?;
        }
        Ok(())
    }

    /// Carries out a command after which the engine may move.
    fn play_in_time(&mut self, command: XBoardCommand) -> Result<(), String> {
        let state = self.gomocup_state();
        let time = state.left.map_or(state.turn, |left| state.turn.min(left / SHARE));
        let time = time.saturating_sub(self.settings.overhead);
        self.obey(XBoardCommand::MoveTime(time))?;
        self.obey(command)
    }

    /// Sets up the stones since `BOARD`, as if the sides had put them in turns, and moves.
    fn set_up_stones(&mut self) -> Result<(), String> {
        let stones = self.gomocup_state().stones.take().ok_or("expected BOARD before DONE")?;
        let (own, other): (Vec<Stone>, Vec<Stone>) =
            stones.into_iter().partition(|stone| stone.is_own);
        self.begin_gomocup()?;
        self.obey(XBoardCommand::Force)?;
        let (first, second) = if own.len() == other.len() { (own, other) } else { (other, own) };
        if ![second.len(), second.len() + 1].contains(&first.len()) {
            return Err("expected as many stones of each side, or one more".to_owned());
        }
        let mut second = second.into_iter();
        for stone in first {
            for stone in [Some(stone), second.next()].into_iter().flatten() {
                self.obey(XBoardCommand::Move(stone.point))?;
            }
        }
        self.play_in_time(XBoardCommand::Go)
    }
}
