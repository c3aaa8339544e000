//! The file of a match of pairs of games, from which it is resumed.
//!
//! The first line is the format, the second the title: the command of the match. Then
//! comes a line for each pair: its number, the half points that one side won in it, 0 to
//! 4, and the CRC-32 (IEEE) of everything in the file before the sum. So an altered file
//! can be distinguished from a truncated one, and only the latter is resumed.

use anyhow::{Context, Result, ensure};
use crc32fast::Hasher;
use plyglot_support::files::{Format, Growing, cannot_be_written};
use std::collections::BTreeMap;
use std::io::Read;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// The format, whose version is its last word.
pub(crate) const FORMAT: Format =
    Format { name: "pairs of games", beginnings: &["plyglot pairs 1\n"] };

pub(crate) struct PairFile {
    file: Growing,
    path: PathBuf,
    pairs: PlayedPairs,
}

#[derive(Debug, Default)]
struct PlayedPairs {
    half_points: BTreeMap<u64, u8>,
    sum: Hasher,
    /// The length in bytes up to the end of the last whole line.
    length: u64,
}

impl PairFile {
    /// Opens or creates the file of a match of `pairs` pairs. An incomplete line at its end
    /// is cut.
    pub(crate) fn open(path: &Path, title: &str, pairs: u64) -> Result<PairFile> {
        PairFile::open_whole(path, title, pairs)
            .with_context(|| format!("{} cannot be used", path.display()))
    }

    fn open_whole(path: &Path, title: &str, pairs: u64) -> Result<PairFile> {
        let mut file = Growing::open_with_head(path, &FORMAT, head(title).as_bytes())?;
        let mut bytes = Vec::new();
        file.content()?.read_to_end(&mut bytes)?;
        let pairs = parse(&bytes, title, pairs)?;
        file.cut(pairs.length)?;
        Ok(PairFile { file, path: path.to_owned(), pairs })
    }

    pub(crate) fn add(&mut self, pair: u64, half_points: u8) -> Result<()> {
        let line = self.pairs.add(pair, half_points);
        self.file.add(line.as_bytes()).with_context(|| cannot_be_written(&self.path))
    }

    pub(crate) fn half_points(&self) -> &BTreeMap<u64, u8> {
        &self.pairs.half_points
    }

    /// The pairs among these that are not in the file, in order.
    pub(crate) fn missing(&self, pairs: Range<u64>) -> Vec<u64> {
        pairs.filter(|pair| !self.half_points().contains_key(pair)).collect()
    }
}

impl PlayedPairs {
    fn add(&mut self, pair: u64, half_points: u8) -> String {
        let content = format!("{pair} {half_points} ");
        self.sum.update(content.as_bytes());
        let sum = format!("{:08x}\n", self.sum.clone().finalize());
        self.sum.update(sum.as_bytes());
        self.half_points.insert(pair, half_points);
        self.length += (content.len() + sum.len()) as u64;
        content + &sum
    }
}

fn head(title: &str) -> String {
    format!("{}{title}\n", FORMAT.beginnings[0])
}

fn parse(bytes: &[u8], title: &str, count: u64) -> Result<PlayedPairs> {
    let head = head(title);
    let Some(rest) = bytes.strip_prefix(head.as_bytes()) else {
        let other = String::from_utf8_lossy(bytes);
        let other = other.lines().nth(1).unwrap_or_default();
        anyhow::bail!("it belongs to '{other}', not '{title}'");
    };
    let mut pairs = PlayedPairs { length: head.len() as u64, ..PlayedPairs::default() };
    pairs.sum.update(head.as_bytes());
    let whole = rest.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    for line in rest[..whole].split_inclusive(|&byte| byte == b'\n') {
        let shown = String::from_utf8_lossy(line);
        let complaint = || format!("its line '{}' was altered", shown.trim_end());
        let mut words = shown.split(' ');
        let numbers = next_number(&mut words).zip(next_number(&mut words));
        let (pair, half_points) = numbers.with_context(complaint)?;
        let is_new = pair < count && half_points <= 4 && !pairs.half_points.contains_key(&pair);
        ensure!(is_new && pairs.add(pair, half_points as u8).as_bytes() == line, complaint());
    }
    Ok(pairs)
}

fn next_number<'a>(words: &mut impl Iterator<Item = &'a str>) -> Option<u64> {
    words.next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pair_beyond_the_match_is_refused() {
        let mut content = parse(head("a match").as_bytes(), "a match", 40).unwrap();
        let bytes = head("a match") + &content.add(39, 2);
        assert!(parse(bytes.as_bytes(), "a match", 40).is_ok());
        assert!(parse(bytes.as_bytes(), "a match", 39).is_err());
    }
}
