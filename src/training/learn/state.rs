//! The finished generations of a run, in the file `state`.
//!
//! It is text: a line for the format, the command with all settings, the checksum of the
//! first network, the seconds of all runs, a line for each generation, and the CRC-32 of
//! all before.

use super::options::LearnSettings;
use crate::files;
use crate::statistics::elo_of_score;
use crate::training::state_file::{seal_text, unseal_text, write};
use anyhow::{Context, Result, bail, ensure};
use std::fmt::Write;
use std::path::Path;
use std::time::Duration;

/// The first line.
const MAGIC: &str = "plyglot learn 1";

/// A finished generation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Generation {
    /// Its number, from 1 on.
    pub(super) number: u64,
    /// Nodes of its searches.
    pub(super) nodes: u64,
    /// Its games, without those of other machines.
    pub(super) games: u64,
    /// Their positions with a score.
    pub(super) positions: u64,
    /// The mean loss on the samples held out.
    pub(super) loss: f64,
    /// Points of its network against the best one before.
    pub(super) points: f64,
    /// Games played for them.
    pub(super) gate: u64,
    /// The time that it took, in seconds.
    pub(super) seconds: f64,
}

/// An estimate of Elo never exceeds that of a player who lost half a game.
fn elo(points: f64, games: f64) -> f64 {
    let score = points.clamp(0.5, games - 0.5) / games;
    elo_of_score(score)
}

impl Generation {
    /// Whether its network became the best one.
    pub(super) fn is_kept(&self) -> bool {
        2.0 * self.points > self.gate as f64
    }

    /// Elo of its network over the best one before.
    pub(super) fn elo(&self) -> f64 {
        elo(self.points, self.gate as f64)
    }

    /// Elo that the run won by it.
    pub(super) fn gain(&self) -> f64 {
        if self.is_kept() { self.elo() } else { 0.0 }
    }
}

/// What a run has done.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct LearnState {
    /// The checksum of the first network's file.
    pub(super) first: u32,
    /// The time of all runs.
    pub(super) time: Duration,
    /// The finished generations in order.
    pub(super) generations: Vec<Generation>,
}

impl LearnState {
    /// The number of the best network's generation; 0 for the first network.
    pub(super) fn best(&self) -> u64 {
        self.generations.iter().rev().find(|it| it.is_kept()).map_or(0, |it| it.number)
    }

    /// Elo of the best network over the first one: the sum of what was won.
    pub(super) fn elo(&self) -> f64 {
        self.generations.iter().map(Generation::gain).sum()
    }

    /// Reads the state of a run with these settings; `None` if there is none yet.
    ///
    /// # Errors
    /// If the file cannot be read, was altered, or is of other settings.
    pub(super) fn load(path: &Path, settings: &LearnSettings) -> Result<Option<LearnState>> {
        if !path.exists() {
            return Ok(None);
        }
        let read = || {
            let text = files::read_text(path)?;
            parse(&text, settings)
        };
        read().map(Some).with_context(|| format!("{} cannot be gone on with", path.display()))
    }

    /// Writes the state.
    ///
    /// # Errors
    /// If that is not possible; the state before is then kept.
    pub(super) fn save(&self, path: &Path, settings: &LearnSettings) -> Result<()> {
        write(path, self.print(settings))
    }

    fn print(&self, settings: &LearnSettings) -> String {
        let mut text = format!("{MAGIC}\n{}\n", settings.command());
        // Writing to a string does not fail.
        let _ = writeln!(text, "first network {:08x}", self.first);
        let _ = writeln!(text, "seconds {:.1}", self.time.as_secs_f64());
        for it in &self.generations {
            let Generation { number, nodes, games, positions, loss, points, gate, seconds } = it;
            let _ = writeln!(
                text,
                "generation {number} nodes {nodes} games {games} positions {positions} \
                 loss {loss} points {points} of {gate} seconds {seconds:.1}"
            );
        }
        seal_text(&text)
    }
}

fn parse(text: &str, settings: &LearnSettings) -> Result<LearnState> {
    let is_state = text.lines().next() == Some(MAGIC);
    ensure!(is_state, "it is no state of learn, or of another version");
    let mut lines = unseal_text(text)?.lines().skip(1);
    let (command, own) = (lines.next().unwrap_or_default(), settings.command());
    ensure!(command == own, "it is of '{command}', not of '{own}'");
    let mut state = LearnState::default();
    for line in lines {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["first", "network", sum] => state.first = u32::from_str_radix(sum, 16)?,
            ["seconds", seconds] => state.time = Duration::try_from_secs_f64(seconds.parse()?)?,
            [
                "generation",
                number,
                "nodes",
                nodes,
                "games",
                games,
                "positions",
                positions,
                "loss",
                loss,
                "points",
                points,
                "of",
                gate,
                "seconds",
                seconds,
            ] => state.generations.push(Generation {
                number: number.parse()?,
                nodes: nodes.parse()?,
                games: games.parse()?,
                positions: positions.parse()?,
                loss: loss.parse()?,
                points: points.parse()?,
                gate: gate.parse()?,
                seconds: seconds.parse()?,
            }),
            _ => bail!("its line '{line}' makes no sense"),
        }
    }
    let numbers = state.generations.iter().map(|generation| generation.number);
    ensure!(numbers.eq(1..=state.generations.len() as u64), "its generations are not in order");
    let is_match = |it: &Generation| it.gate > 0 && (0.0..=it.gate as f64).contains(&it.points);
    ensure!(state.generations.iter().all(is_match), "it has impossible points");
    Ok(state)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn settings() -> LearnSettings {
        LearnSettings {
            game: "cfour".to_owned(),
            has_base: true,
            hidden: 64,
            nodes: 100,
            max_nodes: 3_200,
            positions: 400_000,
            window: 8,
            plies: 12,
            noise: 20,
            epochs: 6,
            lambda: 0.1,
            scale: 200.0,
            pairs: 200,
            seed: 1,
        }
    }

    fn generation() -> impl Strategy<Value = Generation> {
        let counts = (any::<u64>(), any::<u64>(), any::<u64>(), 0.0..1.0, 1..1_000_u64);
        (counts, any::<u64>(), 0..1_000_000_u64).prop_map(|(counts, points, tenths)| {
            let (nodes, games, positions, loss, pairs) = counts;
            let (gate, points) = (2 * pairs, (points % (4 * pairs + 1)) as f64 / 2.0);
            let seconds = tenths as f64 / 10.0;
            Generation { number: 1, nodes, games, positions, loss, points, gate, seconds }
        })
    }

    fn state() -> impl Strategy<Value = LearnState> {
        let generations = proptest::collection::vec(generation(), 0..6);
        let tenths = 0..1_000_000_u64;
        (any::<u32>(), tenths, generations).prop_map(|(first, tenths, mut generations)| {
            (1..).zip(&mut generations).for_each(|(number, it)| it.number = number);
            let time = Duration::from_millis(100 * tenths);
            LearnState { first, time, generations }
        })
    }

    /// The file with a right checksum for its other lines.
    fn sealed(text: &str) -> String {
        let end = text.rfind("CRC-32 ").unwrap_or(text.len());
        let content = &text[..end];
        format!("{content}CRC-32 {:08x}\n", crc32fast::hash(content.as_bytes()))
    }

    proptest! {
        #[test]
        fn a_state_is_read_as_it_was_written(state in state()) {
            let text = state.print(&settings());
            assert_eq!(parse(&text, &settings()).unwrap(), state);
            assert!(state.elo().is_finite() && state.elo() >= 0.0);
            assert!(state.best() <= state.generations.len() as u64);
        }

        /// Also a right checksum does not make sense of anything.
        #[test]
        fn an_altered_state_is_refused(state in state(), at in any::<usize>(), byte in 32..127_u8) {
            let settings = settings();
            let mut bytes = state.print(&settings).into_bytes();
            let at = at % bytes.len();
            let is_same = std::mem::replace(&mut bytes[at], byte) == byte;
            let text = String::from_utf8(bytes).unwrap();
            assert_eq!(parse(&text, &settings).is_ok(), is_same);
            assert!(parse(&text[..at], &settings).is_err());
            if let Ok(read) = parse(&sealed(&text), &settings) {
                assert!(read.elo().is_finite());
                let again = parse(&read.print(&settings), &settings).unwrap();
                assert_eq!(again.generations.len(), read.generations.len());
            }
        }

        #[test]
        fn any_text_is_read_or_refused(text in "\\PC*") {
            let _ = parse(&text, &settings());
            let state = format!("{MAGIC}\n{}\n{text}\n", settings().command());
            let _ = parse(&sealed(&state), &settings());
        }
    }
}
