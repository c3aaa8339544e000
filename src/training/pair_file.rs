//! The file of a match of pairs of games: a line for each pair, with its number and the half
//! points that one side won in it, 0 to 4. So a match that was ended goes on.

use crate::files::Growing;
use anyhow::{Context, Result, ensure};
use std::collections::BTreeMap;
use std::io::Read;
use std::path::{Path, PathBuf};

/// An open file of pairs.
pub(super) struct PairFile {
    file: Growing,
    path: PathBuf,
    /// The half points of each pair in the file.
    half_points: BTreeMap<u64, u8>,
}

impl PairFile {
    /// Opens or creates the file of a match of `pairs` pairs. Its first line is `title`,
    /// which may be empty for none. An incomplete line is cut.
    ///
    /// # Errors
    /// If the file cannot be read or written, has another title, or a line makes no sense.
    pub(super) fn open(path: &Path, title: &str, pairs: u64) -> Result<PairFile> {
        let open = || -> Result<PairFile> {
            let mut file = Growing::open(path)?;
            let mut text = String::new();
            file.content()?.read_to_string(&mut text)?;
            let whole = text.rfind('\n').map_or(0, |at| at + 1);
            let lines = untitled(&text[..whole], title)?;
            let half_points = parse(lines, pairs)?;
            file.cut(whole as u64)?;
            if whole == 0 && !title.is_empty() {
                file.add(format!("{title}\n").as_bytes())?;
            }
            Ok(PairFile { file, path: path.to_owned(), half_points })
        };
        open().with_context(|| format!("{} cannot be used", path.display()))
    }

    /// Adds a pair that is not in the file.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(super) fn add(&mut self, pair: u64, half_points: u8) -> Result<()> {
        self.half_points.insert(pair, half_points);
        self.file
            .add(format!("{pair} {half_points}\n").as_bytes())
            .with_context(|| format!("{} cannot be written", self.path.display()))
    }

    /// The half points of each pair in the file.
    pub(super) fn half_points(&self) -> &BTreeMap<u64, u8> {
        &self.half_points
    }

    /// The numbers of the pairs that are not in the file, in order.
    pub(super) fn missing(&self, pairs: u64) -> Vec<u64> {
        (0..pairs).filter(|pair| !self.half_points.contains_key(pair)).collect()
    }
}

/// The lines after the title.
fn untitled<'a>(lines: &'a str, title: &str) -> Result<&'a str> {
    if title.is_empty() || lines.is_empty() {
        return Ok(lines);
    }
    let (first, rest) = lines.split_once('\n').unwrap_or((lines, ""));
    ensure!(first == title, "it is of '{first}', not of '{title}'");
    Ok(rest)
}

/// The half points of pairs by their number, from whole lines.
fn parse(lines: &str, pairs: u64) -> Result<BTreeMap<u64, u8>> {
    let mut half_points = BTreeMap::new();
    for line in lines.lines() {
        let read = line.split_once(' ').and_then(|(pair, points)| {
            let pair = pair.parse().ok().filter(|&pair| pair < pairs)?;
            let points = points.parse().ok().filter(|&points: &u8| points <= 4)?;
            half_points.insert(pair, points).is_none().then_some(())
        });
        read.with_context(|| format!("its line '{line}' makes no sense"))?;
    }
    Ok(half_points)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Pairs are within the match, each once, and have points that can be.
        #[test]
        fn any_file_is_read_or_refused(text in "([0-9]{1,2} [0-5]\n){0,4}|\\PC*\n") {
            if let Ok(pairs) = parse(&text, 40) {
                assert_eq!(pairs.len(), text.lines().count());
                assert!(pairs.iter().all(|(&pair, points)| pair < 40 && *points <= 4));
            }
        }
    }
}
