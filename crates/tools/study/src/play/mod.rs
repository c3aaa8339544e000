//! `plyglot play`: a game in the terminal, against the engine or between two people.
//!
//! * `session`: turn after turn, until the player quits, and what the commands do. `game`: how the
//!   game goes on, back and to its end. `why`: what is good or bad about a move. `saved`: the game
//!   in a file.
//! * `moves`: moves as they are typed. `thinker`: the engine.
//! * `prompt`: lines from a terminal or a pipe. `words`: the commands, and what may have been
//!   meant instead. `screen`: the board, and all that is said.

#[cfg(feature = "fuzzing")]
#[doc(hidden)]
pub mod fuzzing;
mod game;
mod moves;
mod prompt;
mod saved;
mod screen;
mod session;
mod thinker;
mod why;
mod words;

use crate::shared::GameOptionArgs;
use anyhow::Result;
use clap::builder::PossibleValuesParser;
use clap::{ArgMatches, Args, Command, FromArgMatches};
use moves::MoveOrigin;
use plyglot_command::arguments::{
    GameArgs, OptionError, SearchArgs, Streams, offer_games, tool, within,
};
use plyglot_command::interrupt;
use plyglot_core::game::Side;
use plyglot_core::search::Level;
use plyglot_engine::{ChosenGame, GameEntry, Line, Registry, WrittenPosition};
use plyglot_support::terminal::Terminals;
use prompt::Prompt;
use screen::Screen;
use session::PlaySession;
use std::collections::HashMap;
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use thinker::Thinker;

/// The bounds of the time for an explanation, whatever the engine has for a move.
const EXPLAINING_TIMES: RangeInclusive<Duration> =
    Duration::from_millis(500)..=Duration::from_secs(10);

/// Play in the terminal, against the engine or a second person
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
At the prompt, `help` lists the commands. A program reads them from a pipe, too.")]
struct PlayOptions {
    #[command(flatten)]
    game: GameArgs,
    /// Side that you play: first, second, its name, or both
    #[arg(long, value_name = "SIDE", default_value = "first")]
    side: String,
    /// Strength of the engine, from 0 to 20
    #[arg(long, value_name = "N", value_parser = within::<u8>(0..=Level::FULL_SKILL))]
    level: Option<u8>,
    /// Strength of the engine as a rating, from 500 to 2500
    #[arg(long, value_name = "N", conflicts_with = "level", value_parser = within::<u16>(Level::RATINGS))]
    elo: Option<u16>,
    /// Time of the engine for each move in ms
    #[arg(long, value_name = "MS", default_value_t = 1000)]
    #[arg(value_parser = within::<u64>(1..=86_400_000))]
    movetime: u64,
    /// Start position, optionally with `moves` and moves
    #[arg(long, value_name = "TEXT", default_value = "startpos", hide_default_value = true)]
    position: String,
    #[command(flatten)]
    options: GameOptionArgs,
    #[command(flatten)]
    search: SearchArgs,
    /// When to colour the board: `auto` does in terminals without NO_COLOR
    #[arg(long, alias = "color", value_name = "WHEN", default_value = "auto")]
    #[arg(value_parser = PossibleValuesParser::new(["auto", "always", "never"]))]
    colour: String,
}

pub fn command(registry: &Registry) -> Command {
    offer_games(PlayOptions::augment_args(tool("play")), registry)
}

pub fn run(matches: &ArgMatches, registry: &Registry, streams: Streams<'_>) -> Result<()> {
    play(matches, registry, streams, interrupt::watch_keyboard, EXPLAINING_TIMES)
}

/// Plays; the interrupt is watched as soon as the arguments make sense.
pub(super) fn play(
    matches: &ArgMatches,
    registry: &Registry,
    streams: Streams<'_>,
    watch: fn() -> Result<Arc<AtomicBool>>,
    explaining_times: RangeInclusive<Duration>,
) -> Result<()> {
    let Streams { input, mut output, terminals, .. } = streams;
    let options = PlayOptions::from_arg_matches(matches)?;
    let game = options.options.choose_game(&options.game, registry)?;
    let person = options.person(&game.entry)?;
    let line = options.line(&game)?;
    let interrupt = watch()?;
    let watched = Arc::clone(&interrupt);
    let thinker = Thinker::new(game, &options.search, options.level(), watched)?;
    let prompt = Prompt::open(input, terminals, interrupt)?;
    let screen = Screen {
        output: &mut output.stream,
        has_colours: options.has_colours(terminals),
        is_terminal: terminals.output,
    };
    let session = PlaySession {
        registry,
        name: options.game.name.clone(),
        given_moves: line.steps().len(),
        origins: vec![MoveOrigin::default(); line.steps().len()],
        line,
        resigned: None,
        person,
        thinker,
        move_time: Duration::from_millis(options.movetime),
        explaining_times,
        prompt,
        screen,
        is_shown: false,
        has_quit: false,
        since: Instant::now(),
        saved: HashMap::new(),
    };
    session.run()
}

impl PlayOptions {
    /// The side of the person against the engine; `None` if people play both.
    fn person(&self, entry: &GameEntry) -> Result<Option<Side>, clap::Error> {
        let [first, second] = entry.info.sides;
        let known = ["first", "second", "both", first, second];
        match known.iter().position(|word| self.side.eq_ignore_ascii_case(word)) {
            Some(0 | 3) => Ok(Some(Side::First)),
            Some(1 | 4) => Ok(Some(Side::Second)),
            Some(_) => Ok(None),
            None => Err(OptionError::unknown("--side", &self.side, &known).into()),
        }
    }

    /// How strongly the engine plays; `None` for as well as it can.
    fn level(&self) -> Option<Level> {
        let level = self.level.filter(|&level| level < Level::FULL_SKILL).map(Level::Skill);
        level.or(self.elo.map(Level::Elo))
    }

    /// The game at the position, with its moves.
    fn line(&self, game: &ChosenGame) -> Result<Line, clap::Error> {
        let written = WrittenPosition::new(&self.position);
        written.set_up(|start, moves| Line::new(game.open(), start, moves)).map_err(|error| {
            let argument = format!("--position, column {}", error.at + 1);
            OptionError::from_mismatch(argument, error.mismatch).into()
        })
    }

    fn has_colours(&self, terminals: Terminals) -> bool {
        match self.colour.as_str() {
            "always" => true,
            "never" => false,
            _ => terminals.has_colours(),
        }
    }
}
