//! The folder of a run.
//!
//! | file | what |
//! |---|---|
//! | `state` | the command, the time and the finished generations |
//! | `best.network` | the best network so far |
//! | `games/0001.games` | the games of a generation, as `datagen` writes them |
//! | `networks/0001.network` | the network trained in it; `0000` is the first one |
//! | `training-0001.state`, `gate-0001` | what a generation needs until it is finished |
//!
//! Games of other machines can be added: any further `*.games` file whose name begins with
//! the number of a generation belongs to it. No other file is touched. The state is written
//! before everything else, so a folder without it is not that of a run.

use crate::pairs::file as pair_file;
use crate::state_file::{check_output, remove};
use crate::trainer::{NETWORK, checkpoint};
use anyhow::{Context, Result, bail};
use plyglot_support::files;
use std::path::{Path, PathBuf};

#[derive(Clone, Debug)]
pub(super) struct Folder(PathBuf);

impl Folder {
    pub(super) fn make(path: &Path) -> Result<Folder> {
        files::create_folder(path)
            .with_context(|| format!("the folder {} cannot be made", path.display()))?;
        let folder = Folder(path.to_owned());
        let state = folder.state();
        if !state.exists() {
            let stranger = names(path)?.into_iter().find(|name| !is_left_by_a_beginning(name));
            if let Some(stranger) = stranger {
                bail!(
                    "{} is not the folder of a run: it contains {stranger} but no state file; expected an \
                     empty or new one",
                    path.display()
                );
            }
        }
        check_output(&folder.best(), &NETWORK)?;
        Ok(folder)
    }

    pub(super) fn make_rooms(&self) -> Result<()> {
        ["games", "networks"].map(|name| self.0.join(name)).iter().try_for_each(|room| {
            files::create_folder(room)
                .with_context(|| format!("the folder {} cannot be made", room.display()))
        })
    }

    pub(super) fn state(&self) -> PathBuf {
        self.0.join("state")
    }

    pub(super) fn best(&self) -> PathBuf {
        self.0.join("best.network")
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

    pub(super) fn games_of(
        &self,
        generations: std::ops::RangeInclusive<u64>,
    ) -> Result<Vec<PathBuf>> {
        let folder = self.0.join("games");
        let mut games: Vec<PathBuf> = names(&folder)?
            .into_iter()
            .filter(|name| name.ends_with(".games"))
            .filter(|name| generation_of(name).is_some_and(|number| generations.contains(&number)))
            .map(|name| folder.join(name))
            .collect();
        games.sort();
        Ok(games)
    }

    /// Removes what a generation does not need when it is finished.
    pub(super) fn end(&self, generation: u64) -> Result<()> {
        remove(&self.gate(generation), &pair_file::FORMAT)?;
        remove(&self.trainer(generation), &checkpoint::FORMAT)
    }
}

/// The names in a folder. What is not text in one is replaced.
fn names(folder: &Path) -> Result<Vec<String>> {
    let complaint = || format!("the folder {} cannot be read", folder.display());
    files::entries(folder)
        .with_context(complaint)?
        .map(|entry| {
            let name = entry.with_context(complaint)?.file_name();
            Ok(name.to_string_lossy().into_owned())
        })
        .collect()
}

/// The number of the generation that a file's name begins with.
fn generation_of(name: &str) -> Option<u64> {
    let end = name.find(|c: char| !c.is_ascii_digit()).unwrap_or(name.len());
    name[..end].parse().ok()
}

/// Whether this file may be left over from a run that was killed before it wrote its first
/// state: the lock, or an incomplete state.
fn is_left_by_a_beginning(name: &str) -> bool {
    name.starts_with("state.plyglot-")
}
