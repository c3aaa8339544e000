//! The arguments of `plyglot play`.

use super::paint::Paint;
use super::seats::Seat;
use super::strength::NamedStrength;
use crate::shared::GameOptionArgs;
use clap::builder::PossibleValuesParser;
use clap::{Args, Command};
use plyglot_command::arguments::{GameArgs, OptionError, SearchArgs, offer_games, tool, within};
use plyglot_core::game::{Preset, quote};
use plyglot_core::search::Level;
use plyglot_engine::{GameEntry, Registry};
use plyglot_match::plan::{EngineSpec, Limit, Protocol, TimeControl};
use plyglot_match::{clock_of, stem};
use plyglot_support::terminal::Terminals;
use std::time::Duration;

/// The time for a move of an engine if nothing else limits it.
const USUAL_TIME: Duration = Duration::from_secs(1);
/// By how much a clock may be exceeded without loss.
const MARGIN: Duration = Duration::from_millis(100);

/// Play in the terminal: against the engine, a second person, or engine against engine
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
At the prompt, `help` lists the commands. A program reads them from a pipe, too. Without --tc \
and --movetime, an engine takes a second for each move.")]
pub(super) struct PlayOptions {
    #[command(flatten)]
    pub(super) game: GameArgs,
    /// Side that you play: first, second, its name, both or none
    #[arg(long, value_name = "SIDE", default_value = "first")]
    side: String,
    /// A UCI engine to use in place of this one, with its arguments; two of them play each other
    #[arg(long, value_name = "COMMAND")]
    opponent: Vec<String>,
    /// An option of the opponents
    #[arg(long, value_name = "NAME=VALUE", requires = "opponent")]
    opponent_option: Vec<String>,
    /// The opponents speak UGI, not UCI
    #[arg(long, requires = "opponent")]
    ugi: bool,
    /// Strength of this engine, from 0 to 20
    #[arg(long, value_name = "N", value_parser = within::<u8>(0..=Level::FULL_SKILL))]
    level: Option<u8>,
    /// Strength of this engine as a rating, from 500 to 2500
    #[arg(long, value_name = "N", conflicts_with = "level", value_parser = within::<u16>(Level::RATINGS))]
    elo: Option<u16>,
    /// Time of an engine for each move in ms
    #[arg(long, value_name = "MS", value_parser = within::<u64>(1..=86_400_000))]
    movetime: Option<u64>,
    /// Clocks for both sides: 300+5 (seconds), 5:00+3, 40/60+0.6
    #[arg(long, value_name = "BASE+INC", conflicts_with = "movetime", value_parser = time_control)]
    tc: Option<TimeControl>,
    /// Start position, optionally with `moves` and moves
    #[arg(long, value_name = "TEXT")]
    position: Option<String>,
    #[command(flatten)]
    options: GameOptionArgs,
    #[command(flatten)]
    pub(super) search: SearchArgs,
    /// When to colour the board: `auto` does in terminals without NO_COLOR
    #[arg(long, alias = "color", value_name = "WHEN", default_value = "auto")]
    #[arg(value_parser = PossibleValuesParser::new(["auto", "always", "never"]))]
    colour: String,
}

/// The command, with the games of the registry.
pub fn command(registry: &Registry) -> Command {
    offer_games(PlayOptions::augment_args(tool("play")), registry)
}

impl PlayOptions {
    /// Who plays the two sides.
    ///
    /// # Errors
    /// If the game has no such `--side`, or there are too many opponents for it.
    pub(super) fn seats(&self, entry: &GameEntry) -> Result<[Seat; 2], clap::Error> {
        let is = |word: &str| self.side.eq_ignore_ascii_case(word);
        let engine = |number: usize| {
            if number < self.opponent.len() { Seat::Opponent(number) } else { Seat::Plyglot }
        };
        let (seats, most) = match entry.info.sides {
            _ if is("first") => ([Seat::Person, engine(0)], 1),
            _ if is("second") => ([engine(0), Seat::Person], 1),
            _ if is("both") => ([Seat::Person, Seat::Person], 0),
            // One opponent answers Plyglot; of two, the first begins.
            _ if is("none") && self.opponent.len() < 2 => ([Seat::Plyglot, engine(0)], 1),
            _ if is("none") => ([engine(0), engine(1)], 2),
            [first, _] if is(first) => ([Seat::Person, engine(0)], 1),
            [_, second] if is(second) => ([engine(0), Seat::Person], 1),
            [first, second] => {
                let known = ["first", "second", "both", "none", first, second];
                return Err(OptionError::unknown("--side", &self.side, &known).into());
            }
        };
        if self.opponent.len() > most {
            let expected = format!("at most {most} with --side {}", self.side);
            let found = self.opponent.len().to_string();
            return Err(OptionError::new("--opponent", expected, found).into());
        }
        Ok(seats)
    }

    /// The opponents, in the order of the arguments.
    ///
    /// # Errors
    /// If one is not a program, or an option has no value.
    pub(super) fn opponents(&self) -> Result<Vec<EngineSpec>, clap::Error> {
        let option = |text: &String| {
            let pair = text.split_once('=').filter(|(name, _)| !name.is_empty());
            let expected = || OptionError::new("--opponent-option", "NAME=VALUE", quote(text));
            pair.map(|(name, value)| (name.to_owned(), value.to_owned())).ok_or_else(expected)
        };
        let options: Vec<(String, String)> =
            self.opponent_option.iter().map(option).collect::<Result<_, _>>()?;
        let spec = |text: &String| {
            let mut words = text.split_whitespace().map(str::to_owned);
            let missing = || OptionError::new("--opponent", "a program", "nothing");
            let command = words.next().ok_or_else(missing)?;
            Ok(EngineSpec {
                name: stem(&command).to_owned(),
                command,
                arguments: words.collect(),
                directory: None,
                protocol: if self.ugi { Protocol::Ugi } else { Protocol::Uci },
                options: options.clone(),
                limit: Limit { move_time: self.move_time(), ..self.limit() },
                ponder: false,
                startup: None,
            })
        };
        let specs: Result<_, OptionError> = self.opponent.iter().map(spec).collect();
        Ok(specs?)
    }

    /// How strongly Plyglot plays.
    pub(super) fn strength(&self) -> NamedStrength {
        match (self.level, self.elo) {
            (Some(level), _) => NamedStrength::level(level),
            (None, Some(elo)) => NamedStrength::Elo(elo),
            (None, None) => NamedStrength::Full,
        }
    }

    /// The clock of each side, if there is one.
    pub(super) fn limit(&self) -> Limit {
        Limit { clock: self.tc, margin: MARGIN, ..Limit::default() }
    }

    /// The time of an engine for a move; `None` if there are clocks.
    pub(super) fn move_time(&self) -> Option<Duration> {
        let asked = self.movetime.map_or(USUAL_TIME, Duration::from_millis);
        self.tc.is_none().then_some(asked)
    }

    /// The position to begin with, as written.
    pub(super) fn position(&self) -> &str {
        self.position.as_deref().unwrap_or("startpos")
    }

    /// The options of the game, with their values: those of a preset, then the user's.
    ///
    /// # Errors
    /// If the game has no such option, or it cannot have this value.
    pub(super) fn game_options(
        &self,
        entry: &GameEntry,
        preset: Option<Preset>,
    ) -> Result<Vec<(String, String)>, clap::Error> {
        let preset = preset.map(|preset| (preset.option.to_owned(), preset.value.to_owned()));
        let given = self.options.read(entry)?;
        Ok(preset.into_iter().chain(given).collect())
    }

    /// How the board is painted on these streams.
    pub(super) fn paint(&self, terminals: Terminals) -> Paint {
        let has_colours = match self.colour.as_str() {
            "always" => true,
            "never" => false,
            _ => terminals.has_colours(),
        };
        if has_colours { Paint::Colours } else { Paint::Plain }
    }
}

/// Reads a clock.
///
/// # Errors
/// The text that was expected.
fn time_control(text: &str) -> Result<TimeControl, String> {
    clock_of(text).ok_or_else(|| "expected BASE+INC, as in 300+5 or 5:00+3".to_owned())
}
