//! The folder of a run.
//!
//! | file | what |
//! |---|---|
//! | `state` | the settings, the time and the finished generations |
//! | `best.network` | the best network so far |
//! | `learn.svg` | a chart of Elo and loss |
//! | `games/0001.games` | the games of a generation, as `datagen` writes them |
//! | `networks/0001.network` | the network trained in it; `0000` is the first one |
//! | `samples/`, `training-0001.state`, `gate-0001` | what a generation needs until it is finished |
//!
//! Games of other machines can be added: any further `*.games` file whose name begins with
//! the number of a generation belongs to it.

use crate::training::state_file::remove;
use anyhow::{Context, Result};
use std::fs;
use std::path::{Path, PathBuf};

/// The folder of a run.
#[derive(Clone, Debug)]
pub(super) struct Folder(PathBuf);

impl Folder {
    /// Makes the folder and those in it, where they are missing.
    ///
    /// # Errors
    /// If that is not possible.
    pub(super) fn make(path: &Path) -> Result<Folder> {
        for name in ["games", "networks", "samples"] {
            let folder = path.join(name);
            fs::create_dir_all(&folder)
                .with_context(|| format!("the folder {} cannot be made", folder.display()))?;
        }
        Ok(Folder(path.to_owned()))
    }

    pub(super) fn state(&self) -> PathBuf {
        self.0.join("state")
    }

    pub(super) fn best(&self) -> PathBuf {
        self.0.join("best.network")
    }

    pub(super) fn chart(&self) -> PathBuf {
        self.0.join("learn.svg")
    }

    pub(super) fn trainer(&self, generation: u64) -> PathBuf {
        self.0.join(format!("training-{generation:04}.state"))
    }

    pub(super) fn gate(&self, generation: u64) -> PathBuf {
        self.0.join(format!("gate-{generation:04}"))
    }

    pub(super) fn games(&self, generation: u64) -> PathBuf {
        self.0.join("games").join(format!("{generation:04}.games"))
    }

    pub(super) fn network(&self, generation: u64) -> PathBuf {
        self.0.join("networks").join(format!("{generation:04}.network"))
    }

    /// The files of samples to fit to and to test with, made of a file of games.
    pub(super) fn samples(&self, games: &Path) -> [PathBuf; 2] {
        let name = games.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        ["fit", "test"].map(|part| self.0.join("samples").join(format!("{name}.{part}")))
    }

    /// The files of games of these generations, in the order of their names.
    ///
    /// # Errors
    /// If the folder cannot be read.
    pub(super) fn games_of(
        &self,
        generations: std::ops::RangeInclusive<u64>,
    ) -> Result<Vec<PathBuf>> {
        let folder = self.0.join("games");
        let name = || format!("the folder {} cannot be read", folder.display());
        let mut games = Vec::new();
        for entry in fs::read_dir(&folder).with_context(name)? {
            let path = entry.with_context(name)?.path();
            let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let digits: String = file.chars().take_while(char::is_ascii_digit).collect();
            let is_of = digits.parse().is_ok_and(|number| generations.contains(&number));
            if is_of && file.ends_with(".games") {
                games.push(path);
            }
        }
        games.sort();
        Ok(games)
    }

    /// Removes the samples of all games but these.
    ///
    /// # Errors
    /// If the folder cannot be read, or one cannot be removed.
    pub(super) fn keep_samples(&self, games: &[PathBuf]) -> Result<()> {
        let kept: Vec<PathBuf> = games.iter().flat_map(|path| self.samples(path)).collect();
        let folder = self.0.join("samples");
        let name = || format!("the folder {} cannot be read", folder.display());
        for entry in fs::read_dir(&folder).with_context(name)? {
            let path = entry.with_context(name)?.path();
            if !kept.contains(&path) {
                remove(&path)?;
            }
        }
        Ok(())
    }
}
