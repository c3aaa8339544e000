//! The commands that change the game or its settings.

use super::seats::Seat;
use super::session::PlaySession;
use super::strength::NamedStrength;
use anyhow::Result;
use plyglot_core::game::quote;
use plyglot_core::search::Level;
use plyglot_match::record::Termination;
use plyglot_support::text::{counted, reason};
use std::ops::RangeInclusive;
use std::path::Path;

impl PlaySession<'_> {
    /// Takes back the last move of a person, and all after it.
    pub(super) fn undo(&mut self) -> Result<()> {
        let seats = self.seats;
        // Between engines, every move may be taken back.
        let taken = self.game.take_back(|side| seats.people() == 0 || seats.is_person(side));
        match taken {
            0 => self.voice.say("you have no move to take back"),
            n => self.changed(&format!("Took back {}.", counted(n, "move"))),
        }
    }

    /// Exchanges the sides.
    pub(super) fn swap(&mut self) -> Result<()> {
        if self.seats.people() == 2 {
            return self.voice.say("there is no engine to swap sides with");
        }
        self.seats.swap();
        let sides = [0, 1].map(|i| self.seats.0[i]);
        let own = sides.iter().position(|&seat| seat == Seat::Person);
        let text = match own {
            Some(own) => format!("You are {} now.", self.game.entry.info.sides[own]),
            None => "The engines have changed sides.".to_owned(),
        };
        self.changed(&text)
    }

    /// Sets the strength of this program by a level.
    pub(super) fn set_level(&mut self, text: &str) -> Result<()> {
        let strength = within(text, "level", 0..=Level::FULL_SKILL).map(NamedStrength::level);
        self.set_strength(strength)
    }

    /// Sets the strength of this program by a rating.
    pub(super) fn set_elo(&mut self, text: &str) -> Result<()> {
        self.set_strength(within(text, "rating", Level::RATINGS).map(NamedStrength::Elo))
    }

    fn set_strength(&mut self, strength: Result<NamedStrength, String>) -> Result<()> {
        let name = self.engine_name(Seat::Plyglot);
        let text = match strength {
            Err(complaint) => complaint,
            Ok(_) if !self.seats.has_plyglot() => format!("{name} does not play in this game"),
            Ok(strength) => {
                self.thinker.set_strength(strength);
                format!("{name} plays at {strength} from now on.")
            }
        };
        self.voice.say(&text)
    }

    /// Shows the board, or begins a new game from a position.
    pub(super) fn set_board(&mut self, text: &str) -> Result<()> {
        if text.is_empty() {
            self.show_board()?;
            let position = self.game.rules().position();
            return self.voice.say(&format!("Fen: {position}"));
        }
        match self.game.set_up(text) {
            Ok(()) => self.begin("A new game from this position."),
            Err(error) => self.voice.say(&format!("column {}: {error}", error.at + 1)),
        }
    }

    /// Begins a new game.
    pub(super) fn new_game(&mut self) -> Result<()> {
        self.game.restart();
        self.begin("A new game.")
    }

    fn begin(&mut self, text: &str) -> Result<()> {
        self.thinker.forget();
        self.rivals.iter_mut().for_each(|rival| rival.knows_game = false);
        self.saved.clear();
        self.is_paused = false;
        self.changed(text)
    }

    /// Says what has changed; the board is shown again.
    fn changed(&mut self, text: &str) -> Result<()> {
        (self.is_shown, self.is_end_said) = (false, false);
        self.voice.say(text)
    }

    /// Gives the game up for the person to move.
    pub(super) fn resign(&mut self) -> Result<()> {
        let side = self.game.side();
        if self.game.end().is_some() {
            return self.voice.say("the game is over");
        }
        if !self.seats.is_person(side) {
            return self.voice.say("only a human player can resign");
        }
        let reason = format!("{} has resigned", self.game.side_name(side));
        self.game.lose(side, Termination::Rules, &reason);
        Ok(())
    }

    /// Keeps the game in a file.
    pub(super) fn save(&mut self, name: &str) -> Result<()> {
        if name.is_empty() {
            return self.voice.say("expected a file after `save`, found nothing");
        }
        let text = match self.save_to(Path::new(name)) {
            Ok(()) => format!("The game is in {name}."),
            Err(error) => format!("{name} cannot be written: {}", reason(&error)),
        };
        self.voice.say(&text)
    }
}

/// Reads a number within a range.
///
/// # Errors
/// The text that was expected.
fn within<T: std::str::FromStr + PartialOrd + std::fmt::Display>(
    text: &str,
    what: &str,
    range: RangeInclusive<T>,
) -> Result<T, String> {
    let number = text.parse().ok().filter(|number| range.contains(number));
    number.ok_or_else(|| {
        let found = if text.is_empty() { "nothing".to_owned() } else { quote(text) };
        format!("expected a {what} from {} to {}, found {found}", range.start(), range.end())
    })
}
