//! An analysis: the score of every move of a position, for the side to move.
//!
//! `cargo run --release --example analysis -- connect4 'startpos moves d d'`

use anyhow::{Context, Result, bail};
use plyglot_core::search::Settings;
use plyglot_engine::{Analyst, GoLimits, Value, WrittenPosition};
use std::sync::Arc;

/// The depth of the search in plies.
const DEPTH: u16 = 10;
/// The size of the table.
const TABLE_MIB: usize = 64;

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [game, position] = &arguments[..] else { bail!("expected a game and a position") };
    for (name, value) in scores(game, position)? {
        println!("{name:8} {}", described(value));
    }
    Ok(())
}

/// The moves of a position, as records of games have them, each with its value; the best
/// first. None if the game is over.
fn scores(game: &str, position: &str) -> Result<Vec<(String, Value)>> {
    let registry = plyglot_games::standard();
    let game = registry.game(game).with_context(|| format!("no game '{game}'"))?;
    // Some names stand for a game and an option: `chess960`.
    let mut analyst = Analyst::for_game(&game, TABLE_MIB, Settings::default())?;
    WrittenPosition::new(position)
        .set_up(|start, moves| analyst.game_mut().set_position(start, moves))
        .map_err(|error| anyhow::anyhow!("column {}: {error}", error.at + 1))?;
    // One line for each move has an exact score for each, and not only for the best.
    analyst.settings_mut().multi_pv = analyst.game().legal_moves().len().max(1);
    let limits = GoLimits { depth: Some(DEPTH), ..GoLimits::default() };
    let analysis = analyst.search(&limits, &Arc::default(), |_| ());
    let scores = analysis.lines.iter().map(|line| {
        let first = &line.pv[..1.min(line.pv.len())];
        let legal = analyst.game().legal_line(first, None);
        let record: String = legal.into_iter().map(|m| m.record).collect();
        (record, line.value)
    });
    Ok(scores.collect())
}

/// A value in words.
fn described(value: Value) -> String {
    match value {
        Value::Centi(score) => format!("{:+.2}", f64::from(score) / 100.0),
        Value::End(plies @ 1..) => format!("wins in {plies} plies"),
        Value::End(plies) => format!("loses in {} plies", -plies),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn described_scores(game: &str, position: &str) -> Vec<String> {
        let scores = scores(game, position).unwrap();
        scores.into_iter().map(|(name, value)| format!("{name} {}", described(value))).collect()
    }

    #[test]
    fn every_move_has_its_score() {
        assert_eq!(
            described_scores("tictactoe", "X.OX.XOO."),
            ["b2 wins in 1 plies", "b3 loses in 2 plies", "c1 loses in 2 plies"]
        );
        let all = described_scores("tictactoe", "startpos");
        assert_eq!(all.len(), 9);
        assert!(all.iter().all(|line| line.ends_with(" +0.00")), "{all:?}");
    }

    #[test]
    fn moves_come_before_the_position() {
        let scores = described_scores("connect4", "startpos moves d c d c d c");
        assert_eq!(scores.len(), 7);
        assert_eq!(scores[0], "d4 wins in 1 plies");
    }

    #[test]
    fn a_finished_game_has_no_moves() {
        assert_eq!(scores("tictactoe", "XXXOO....").unwrap(), []);
    }

    #[test]
    fn what_makes_no_sense_is_an_error() {
        assert!(scores("bridge", "startpos").is_err());
        let error = scores("chess", "startpos moves e5").unwrap_err().to_string();
        assert!(error.starts_with("column 16: expected a legal move"), "{error}");
    }
}
