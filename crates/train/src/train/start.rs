//! The network that a training begins with.

use super::options::{TrainOptions, TrainStart, name};
use crate::trainer::TrainingShape;
use anyhow::{Result, ensure};
use clap::error::ErrorKind;
use plyglot_core::game::network::{LANES, Network};
use plyglot_engine::{GameEntry, NetworkEvaluation, load_network};
use std::sync::Arc;

const USUAL_HIDDEN: usize = 64;

pub(super) struct FirstNetwork {
    pub(super) shape: TrainingShape,
    pub(super) parameters: Vec<f32>,
    pub(super) about: String,
    /// The lines of its file that say how it was made; empty if there is no file.
    pub(super) record: Vec<String>,
}

struct Found {
    network: Arc<Network>,
    about: String,
    record: Vec<String>,
}

impl FirstNetwork {
    pub(super) fn of(
        options: &TrainOptions,
        entry: &GameEntry,
        game: &dyn NetworkEvaluation,
    ) -> Result<FirstNetwork> {
        let found = found(options, entry, game)?;
        let can_have_base = game.shape(LANES).has_base;
        let has_base = options.has_base().unwrap_or_else(|| {
            found.as_ref().map_or(can_have_base, |found| found.network.shape().has_base)
        });
        ensure!(
            can_have_base || !has_base,
            wrong(format!("{} has no evaluation for --base to add to", entry.info.title))
        );
        let Some(Found { network, about, record }) = found else {
            let shape = TrainingShape::of(game, options.hidden.unwrap_or(USUAL_HIDDEN), has_base);
            let parameters = shape.initial(options.fit.run.seed());
            let about = "random weights".to_owned();
            return Ok(FirstNetwork { shape, parameters, about, record: Vec::new() });
        };
        let own = network.shape();
        let hidden = options.hidden.unwrap_or(own.hidden);
        ensure!(
            hidden >= own.hidden,
            wrong(format!(
                "--hidden {hidden}: {about} has {} neurons; expected as many or more, or --from zero",
                own.hidden
            ))
        );
        let shape = TrainingShape::of(game, hidden, has_base);
        let narrow = TrainingShape::of(game, own.hidden, own.has_base);
        let parameters = narrow.dequantize(&network.parameters());
        let parameters = shape.grown(&narrow, &parameters, options.fit.run.seed());
        let about = format!("{about}, {} neurons", own.hidden);
        Ok(FirstNetwork { shape, parameters, about, record })
    }
}

fn found(
    options: &TrainOptions,
    entry: &GameEntry,
    game: &dyn NetworkEvaluation,
) -> Result<Option<Found>> {
    Ok(match &options.from {
        TrainStart::Zero => None,
        TrainStart::Current => game.default_network().map(|source| Found {
            network: source.get(),
            about: "the game's own network".to_owned(),
            record: Vec::new(),
        }),
        TrainStart::File(path) => {
            let file = load_network(entry, path)?;
            let about = format!("{} with CRC-32 {:08x}", name(path), file.checksum);
            Some(Found { network: Arc::new(file.network), about, record: file.made })
        }
    })
}

fn wrong(text: String) -> clap::Error {
    clap::Error::raw(ErrorKind::InvalidValue, text)
}
