//! `plyglot play`: from its arguments to its first prompt.

use super::game::PlayedGame;
use super::options::PlayOptions;
use super::prompt::Prompt;
use super::seats::Seats;
use super::session::{Patience, PlaySession, Rival};
use super::thinker::Thinker;
use super::voice::Voice;
use anyhow::{Result, anyhow};
use clap::{ArgMatches, FromArgMatches};
use plyglot_command::arguments::{OptionError, Streams};
use plyglot_command::interrupt;
use plyglot_engine::Registry;
use plyglot_match::Opponent;
use plyglot_support::text::plain;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Plays until the person quits or the input ends.
///
/// # Errors
/// If the arguments are invalid, an opponent does not get ready, memory or threads run
/// out, or the streams fail.
pub fn run(matches: &ArgMatches, registry: &Registry, streams: Streams<'_>) -> Result<()> {
    play(matches, registry, streams, interrupt::watch_keyboard, Patience::default())
}

/// Plays; the interrupt is watched as soon as the arguments make sense.
///
/// # Errors
/// As for [`run`].
pub(super) fn play(
    matches: &ArgMatches,
    registry: &Registry,
    streams: Streams<'_>,
    watch: fn() -> Result<Arc<AtomicBool>>,
    patience: Patience,
) -> Result<()> {
    let Streams { input, mut output, terminals, .. } = streams;
    let options = PlayOptions::from_arg_matches(matches)?;
    let entry = registry.entry(&options.game.name)?;
    let preset = registry.game(&options.game.name).and_then(|game| game.preset);
    let seats = Seats(options.seats(entry)?);
    let game_options = options.game_options(entry, preset)?;
    let specs = options.opponents()?;
    let mut game = PlayedGame::new(entry, game_options, options.limit());
    game.set_up(options.position()).map_err(|error| {
        let argument = format!("--position, column {}", error.at + 1);
        clap::Error::from(OptionError::of(argument, error.mismatch))
    })?;
    let interrupt = watch()?;
    let (mib, threads) = (options.search.hash.mib, options.search.threads);
    let thinker = Thinker::new(&game, mib, threads, options.strength(), Arc::clone(&interrupt))?;
    let mut rivals = Vec::new();
    for spec in specs {
        let name = spec.name.clone();
        let started = Opponent::start(spec, &options.game.name, registry);
        let opponent = started.map_err(|failure| {
            let is_mute = failure.reason.contains("uciok");
            let advice = if is_mute { "; does it speak UGI (--ugi)?" } else { "" };
            anyhow!("--opponent {name}: {}{advice}", plain(&failure.reason))
        })?;
        rivals.push(Rival { opponent, knows_game: false });
    }
    let prompt = Prompt::open(input, terminals, Arc::clone(&interrupt))?;
    let output = &mut output.stream;
    let voice = Voice { output, paint: options.paint(terminals), is_terminal: terminals.output };
    let session = PlaySession {
        registry,
        name: options.game.name.clone(),
        game,
        seats,
        rivals,
        thinker,
        move_time: options.move_time(),
        patience,
        interrupt,
        prompt,
        voice,
        is_paused: false,
        is_shown: false,
        is_end_said: false,
        since: std::time::Instant::now(),
        saved: HashMap::new(),
    };
    session.run()
}
