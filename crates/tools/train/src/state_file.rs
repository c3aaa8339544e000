//! The common parts of state files.

use anyhow::{Context, Result};
use plyglot_command::interrupt::Expendable;
use plyglot_core::game::network::{Network, NetworkFile};
use plyglot_support::files::{self, Format, cannot_be_written};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::ser::{Formatter, Serializer};
use std::io::{self, Write};
use std::path::Path;

pub(super) fn check_output(path: &Path, format: &Format) -> Result<()> {
    format.check(path).with_context(|| cannot_be_written(path))
}

pub(super) fn write(path: &Path, format: &Format, content: impl AsRef<[u8]>) -> Result<()> {
    files::write(path, format, content).with_context(|| cannot_be_written(path))
}

/// The file of this game's network; `made` says how it came about. An interrupt does not wait for
/// its compression.
pub(super) fn encode_network(game: &str, made: &[String], network: &Network) -> Vec<u8> {
    let _expendable = Expendable::begin();
    NetworkFile::encode(game, made, network)
}

/// A state from which a run is resumed, with its source.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Document<K, T> {
    /// The source of the state: a command, or a hash of settings and samples.
    pub(super) of: K,
    pub(super) state: T,
}

impl<K: Serialize, T: Serialize> Document<K, T> {
    pub(super) fn save(&self, path: &Path, format: &Format) -> Result<()> {
        save_sealed(path, format, || encode(self))
    }
}

impl<K: DeserializeOwned, T: DeserializeOwned> Document<K, T> {
    pub(super) fn load(path: &Path, format: &Format) -> Result<Option<Document<K, T>>> {
        let content = files::read_sealed(path, format)?;
        Ok(content.map(|content| serde_json::from_slice(&content)).transpose()?)
    }
}

/// Replaces the file of a state with what `encode` makes, sealed. An interrupt waits only for the
/// disk: without this state, the one before it remains.
pub(super) fn save_sealed(
    path: &Path,
    format: &Format,
    encode: impl FnOnce() -> Result<Vec<u8>>,
) -> Result<()> {
    let expendable = Expendable::begin();
    let sealed = encode().map(|content| files::sealed(format, &content));
    drop(expendable);
    sealed
        .and_then(|bytes| Ok(files::write(path, format, bytes)?))
        .with_context(|| cannot_be_written(path))
}

pub(super) fn encode(state: &impl Serialize) -> Result<Vec<u8>> {
    let mut text = Vec::new();
    state.serialize(&mut Serializer::with_formatter(&mut text, FiniteNumbers))?;
    text.push(b'\n');
    Ok(text)
}

/// Refuses numbers that JSON does not have, in place of which `null` would be written.
struct FiniteNumbers;

impl Formatter for FiniteNumbers {
    fn write_null<W: Write + ?Sized>(&mut self, _: &mut W) -> io::Result<()> {
        Err(io::Error::other("a number in it is not finite"))
    }
}

pub(super) fn remove(path: &Path, format: &Format) -> Result<()> {
    files::remove(path, format).with_context(|| format!("{} cannot be removed", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn numbers_survive_exactly(doubles: Vec<f64>, singles: Vec<f32>) {
            let are_finite = doubles.iter().all(|x| x.is_finite());
            prop_assert!(are_finite && singles.iter().all(|x| x.is_finite()));
            let text = encode(&Document { of: &doubles, state: &singles }).unwrap();
            let read: Document<Vec<f64>, Vec<f32>> = serde_json::from_slice(&text).unwrap();
            let of = read.of.iter().map(|x| x.to_bits());
            prop_assert!(of.eq(doubles.iter().map(|x| x.to_bits())));
            let state = read.state.iter().map(|x| x.to_bits());
            prop_assert!(state.eq(singles.iter().map(|x| x.to_bits())));
        }
    }

    #[test]
    fn numbers_that_are_not_finite_are_refused() {
        for number in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            let error = encode(&[1.0, number]).unwrap_err();
            assert!(error.to_string().contains("a number in it is not finite"), "{error}");
            assert!(encode(&[number as f32]).is_err());
        }
        for text in ["[1e999]", "[null]", "[NaN]"] {
            assert!(serde_json::from_str::<Vec<f64>>(text).is_err(), "{text}");
        }
        assert!(serde_json::from_str::<Vec<f32>>("[1e39]").is_err());
    }
}
