//! A bot: plays one side of a game by the library. It reads the other side's moves, one on
//! each line and in any notation of the game, and prints its own.
//!
//! `cargo run --release --example bot -- connect4 second`

use anyhow::{Context, Result, bail};
use plyglot_core::game::Side;
use plyglot_core::search::Settings;
use plyglot_engine::{Analyst, GoLimits, Leniency};
use std::io::{self, BufRead, Write};
use std::sync::Arc;

/// The nodes of a search.
const NODES: u64 = 200_000;
/// The size of the table.
const TABLE_MIB: usize = 16;

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        [game, "first"] => play(game, Side::First, io::stdin().lock(), io::stdout().lock()),
        [game, "second"] => play(game, Side::Second, io::stdin().lock(), io::stdout().lock()),
        _ => bail!("expected a game, and 'first' or 'second'"),
    }
}

/// Plays a side of a game until the game or the input ends.
fn play(game: &str, own: Side, input: impl BufRead, mut output: impl Write) -> Result<()> {
    let registry = plyglot_games::standard();
    let game = registry.game(game).with_context(|| format!("no game '{game}'"))?;
    // Some names stand for a game and an option: `chess960`.
    let mut player = Analyst::for_game(&game, TABLE_MIB, Settings::default())?;
    let mut referee = game.open();
    let limits = GoLimits { nodes: Some(NODES), ..GoLimits::default() };
    let mut moves: Vec<String> = Vec::new();
    let mut lines = input.lines();
    while referee.result().is_none() {
        let next = if referee.side() == own {
            let played: Vec<&str> = moves.iter().map(String::as_str).collect();
            player.game_mut().set_position(None, &played)?;
            let answer = player.search(&limits, &Arc::default(), |_| ());
            let best = answer.best.context("a search without a move")?;
            writeln!(output, "{best}")?;
            output.flush()?;
            best
        } else {
            let Some(line) = lines.next() else { return Ok(()) };
            match referee.read_move(line?.trim(), Leniency::Typed) {
                Ok(name) => name,
                Err(error) => {
                    writeln!(output, "error: {error}")?;
                    continue;
                }
            }
        };
        referee.play(&next)?;
        moves.push(next);
    }
    match referee.result().and_then(|over| over.result.winner()) {
        Some(winner) => writeln!(output, "{} wins", game.entry.info.sides[winner.index()])?,
        None => writeln!(output, "draw")?,
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The output when it plays a side and reads these lines.
    fn printed(game: &str, own: Side, input: &str) -> Vec<String> {
        let mut output = Vec::new();
        play(game, own, input.as_bytes(), &mut output).unwrap();
        String::from_utf8(output).unwrap().lines().map(str::to_owned).collect()
    }

    /// Against an opponent that tries one cell after the other, from each cell on.
    #[test]
    fn it_does_not_lose_tic_tac_toe() {
        for (own, lost) in [(Side::First, "black wins"), (Side::Second, "white wins")] {
            for first in 0..9 {
                let cells: String = (0..81).map(|i| format!("{}\n", (first + i) % 9)).collect();
                let lines = printed("tictactoe", own, &cells);
                let end = lines.last().expect("it has ended").as_str();
                assert!(end == "draw" || end.ends_with(" wins"), "{lines:?}");
                assert_ne!(end, lost, "{lines:?}");
            }
        }
    }

    #[test]
    fn what_is_no_move_is_answered_and_the_game_goes_on() {
        let lines = printed("connect4", Side::Second, "9\n\nd\n");
        assert!(lines[0].starts_with("error: expected "), "{lines:?}");
        assert!(lines[1].starts_with("error: expected "), "{lines:?}");
        assert!(lines[2].starts_with("P@"), "{lines:?}");
        assert_eq!(lines.len(), 3);
    }

    #[test]
    fn every_game_is_played() {
        for game in plyglot_games::standard().entries() {
            let lines = printed(game.info.name, Side::First, "");
            assert_eq!(lines.len(), 1, "{}: {lines:?}", game.info.name);
        }
        assert!(play("bridge", Side::First, &b""[..], Vec::new()).is_err());
    }
}
