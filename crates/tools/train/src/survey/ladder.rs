//! The ratings of players who see some plies ahead, and the network file that has them.

use super::SurveyOptions;
use crate::ladder::{
    LadderGames, RatedLookahead, file_with, kept_rungs, ladder, lowest_against_one_ply,
};
use crate::state_file::{check_output, write};
use crate::trainer::NETWORK;
use crate::trainer::shape::WIDTHS;
use anyhow::{Context, Result, ensure};
use crc32fast::Hasher;
use plyglot_command::interrupt::Expendable;
use plyglot_command::progress::ProgressOutput;
use plyglot_core::game::network::{Network, NetworkFile};
use plyglot_engine::{GameEntry, load_network};
use plyglot_support::files::{self, cannot_be_read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Plays, prints the ratings, and writes them if the options say so.
pub(super) fn print(
    options: &SurveyOptions,
    entry: &GameEntry,
    title: &str,
    interrupt: &AtomicBool,
    output: &mut ProgressOutput<'_>,
) -> Result<()> {
    let file = options.write.as_ref().map(|path| network_file(entry, path)).transpose()?;
    let network = file.as_ref().map(|file| NetworkFile::decode(file)).transpose()?;
    let network = network.map(|file| Arc::new(file.network));
    let playing = network.clone().or_else(|| Some(entry.network()?.default_network()?.get()));
    let playing = playing.as_deref();
    let title = format!("{title}{}", playing.map_or(String::new(), network_words));
    let games = LadderGames {
        entry,
        network,
        games: options.games,
        plies: options.plies,
        max_plies: options.max_plies as u32,
        seed: options.run.seed(),
        threads: options.run.threads(),
    };
    let kept = options.out.as_ref().map(|path| (path.as_path(), title.as_str()));
    let progress = &output.progress;
    let results = games.play(kept, interrupt, |done, all| {
        progress.show(done, Some(all), || format!("{done} games"));
    })?;
    output.progress.end();
    let _expendable = Expendable::begin();
    let rungs = kept_rungs(playing.and_then(Network::ladder));
    let rated = results.rated(rungs);
    rated.iter().try_for_each(|rated| output.say(&line(rated)))?;
    if let Some(share) = lowest_against_one_ply(&rated) {
        output.say(&format!("the lowest scores {:.1} % against one ply", 100.0 * share))?;
    }
    if let (Some(path), Some(file), true) = (&options.write, file, results.is_whole) {
        let ladder = ladder(&rated, rungs).context("--write: all levels of the game play alike")?;
        write(path, &NETWORK, file_with(&file, Some(ladder))?)?;
        output.say(&format!("setoption name EvalFile value {}", path.display()))?;
    }
    ensure!(results.is_whole, "interrupted");
    Ok(())
}

fn line(rated: &RatedLookahead) -> String {
    let [plies, rating, bounds] = rated.row();
    format!("lookahead of {plies} plies: {rating} {bounds}").trim_end().to_owned()
}

/// What tells games with this network from those with another one: a sum of its parameters. The ladder
/// is no part of it, as its games are the same.
fn network_words(network: &Network) -> String {
    if network.is_base_alone() {
        return String::new();
    }
    let mut sum = Hasher::new();
    network.parameters().iter().for_each(|parameter| sum.update(&parameter.to_le_bytes()));
    format!(", network {:08x}", sum.finalize())
}

/// The bytes of this file, or of a new one with the network of the game; that of a game without one
/// adds nothing to its evaluation.
fn network_file(entry: &GameEntry, path: &Path) -> Result<Vec<u8>> {
    if path.exists() {
        load_network(entry, path)?;
        return files::read(path).with_context(|| cannot_be_read(path));
    }
    check_output(path, &NETWORK)?;
    // That of a game from a file says how it was made.
    let own = entry.network_file().filter(|own| load_network(entry, own).is_ok());
    if let Some(own) = own {
        return files::read(own).with_context(|| cannot_be_read(own));
    }
    let title = entry.info.title;
    let game = entry.network().with_context(|| format!("--write: {title} has no networks"))?;
    let network = match game.default_network() {
        Some(source) => source.get(),
        None => {
            let shape = game.shape(WIDTHS[0]);
            ensure!(
                shape.has_base,
                "--write: expected a file with a network, as {title} has none of its own"
            );
            Arc::new(Network::blank(shape))
        }
    };
    Ok(NetworkFile::encode(entry.info.name, &[], &network))
}
