//! How the game of a session goes on, back and to its end.

use super::moves::MoveOrigin;
use super::session::PlaySession;
use anyhow::Result;
use plyglot_core::game::{GameResult, Side};
use plyglot_engine::GameOver;
use plyglot_records::{GameEnd, Termination};
use plyglot_support::text::counted;

impl PlaySession<'_> {
    pub(super) fn play(&mut self, name: &str, origin: MoveOrigin) -> Result<()> {
        self.line.play(name)?;
        self.origins.push(origin);
        self.is_shown = false;
        Ok(())
    }

    fn go_back(&mut self, plies: usize) {
        self.line.go_back(plies);
        self.origins.truncate(plies);
        self.resigned = None;
    }

    pub(super) fn restart(&mut self) -> Result<()> {
        self.go_back(self.given_moves);
        self.thinker.forget();
        self.saved.clear();
        self.changed("A new game.")
    }

    /// Takes back the last move of a person, and all after it.
    pub(super) fn undo(&mut self) -> Result<()> {
        let steps = self.line.steps();
        let Some(index) = steps.iter().rposition(|step| self.is_person(step.side)) else {
            return self.screen.say("you have no move to take back");
        };
        let taken = steps.len() - index;
        self.go_back(index);
        self.changed(&format!("Took back {}.", counted(taken, "move")))
    }

    /// Says what has changed; the board is shown again.
    fn changed(&mut self, text: &str) -> Result<()> {
        self.is_shown = false;
        self.screen.say(text)
    }

    pub(super) fn resign(&mut self) -> Result<()> {
        if self.end().is_some() {
            return self.screen.say("the game is over");
        }
        self.resigned = Some(self.line.rules().side());
        self.say_end()
    }

    pub(super) fn end(&self) -> Option<GameEnd> {
        let (result, reason) = match self.resigned {
            Some(side) => {
                (GameResult::Win(!side), format!("{} has resigned", self.side_name(side)))
            }
            None => {
                let GameOver { result, ending } = self.line.rules().result()?;
                (result, ending.reason())
            }
        };
        Some(GameEnd { result, termination: Termination::Rules, reason })
    }

    pub(super) fn side_name(&self, side: Side) -> &'static str {
        self.line.rules().info().sides[side]
    }
}
