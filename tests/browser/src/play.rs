//! Whole games, of random moves.

use crate::hands::{Hand, Move};
use crate::page::{Page, Shown};
use crate::random::Random;
use crate::rules::{self, End};
use serde_json::{Value, json};

/// A game to be played to its end.
#[derive(Clone, Copy, Debug)]
pub struct Plan<'a> {
    pub game: &'a str,
    pub start: Option<&'a str>,
    pub hand: Hand,
    /// Whether an engine plays for the second side.
    pub has_engine: bool,
    pub seed: u64,
}

#[derive(Clone, Debug)]
pub struct Played {
    pub moves: Vec<String>,
    /// The server's JSON of the last position.
    pub position: Value,
}

/// More plies than any of these games has: the draws by their rules end them before.
const MAX_PLIES: usize = 600;

impl Page {
    /// Plays on from the board to the end of the game, and compares the end with the rules.
    #[track_caller]
    pub fn play_to_the_end(&self, plan: Plan<'_>) -> Played {
        let mut random = Random::new(plan.seed);
        let mut moves: Vec<String> = Vec::new();
        loop {
            let shown = self.wait_for_turn(moves.len());
            if plan.has_engine {
                moves = self.moves();
            }
            let position = self.position(plan.game, plan.start, &moves);
            self.compare(&position);
            if shown.state == "over" {
                self.check_end(plan.game, &position);
                return Played { moves, position };
            }
            assert_eq!(position["result"], Value::Null, "{moves:?}");
            let legal = Move::all(&position);
            let chosen = choose(&legal, &position, &mut random);
            self.play(plan.hand, &legal, chosen);
            moves.push(chosen.name.clone());
            assert!(moves.len() < MAX_PLIES, "{moves:?}");
        }
    }

    /// Plays random moves for both sides, at most this many, and compares each position.
    #[track_caller]
    pub fn play_some(&self, plan: Plan<'_>, most: usize) -> Played {
        let mut random = Random::new(plan.seed);
        let mut moves: Vec<String> = Vec::new();
        loop {
            let shown = self.wait_for_turn(moves.len());
            let position = self.position(plan.game, plan.start, &moves);
            self.compare(&position);
            if shown.state == "over" || moves.len() == most {
                return Played { moves, position };
            }
            let legal = Move::all(&position);
            // Drops are rare among all moves.
            let drops: Vec<&Move> = legal.iter().filter(|m| m.held.is_some()).collect();
            let chosen = match random.below(2) {
                0 if !drops.is_empty() => drops[random.below(drops.len())],
                _ => choose(&legal, &position, &mut random),
            };
            self.play(plan.hand, &legal, chosen);
            moves.push(chosen.name.clone());
        }
    }

    /// Waits until a person can move after this many plies, or the game is over.
    #[track_caller]
    fn wait_for_turn(&self, plies: usize) -> Shown {
        self.wait_until(&format!("turn after {plies} plies"), |shown| {
            shown.ply >= plies && matches!(&*shown.state, "ready" | "over")
        })
    }

    /// The pieces on the board must be those of the position, once they have arrived.
    #[track_caller]
    pub fn compare(&self, position: &Value) {
        let cell = |piece: &Value| match piece["letter"].as_str() {
            Some(letter) => {
                let plus = if piece["promoted"] == true { "+" } else { "" };
                format!("{} {plus}{letter}", piece["side"].as_str().unwrap_or("none"))
            }
            None => String::new(),
        };
        let cells: Vec<String> =
            position["cells"].as_array().expect("cells").iter().map(cell).collect();
        self.wait_until(&format!("{cells:?}"), |shown| shown.cells == cells);
    }

    /// The end that is shown must be that of the rules.
    #[track_caller]
    fn check_end(&self, game: &str, position: &Value) {
        let shown = self.shown();
        let winner = &position["result"]["winner"];
        let expected = match rules::end(game, &shown.cells) {
            End::Won(side) => json!(side),
            End::Drawn => Value::Null,
            End::Unknown => winner.clone(),
        };
        assert_eq!(winner, &expected, "{position}");
        let about = self.ask("about", &Value::Null);
        let games = about["games"].as_array().expect("a list of games");
        let sides = games.iter().find(|info| info["name"] == game).map(|info| &info["sides"]);
        let name = |i: usize| sides.and_then(|sides| sides[i].as_str()).expect("a name");
        let words = match winner.as_str() {
            Some("first") => format!("{} wins", name(0)),
            Some(_) => format!("{} wins", name(1)),
            None => "draw".to_owned(),
        };
        let status = shown.status.to_lowercase();
        assert!(status.starts_with(&words.to_lowercase()), "{words}: {status}");
        // Users who do not see the board are also told.
        self.wait_for_text("#announcer", |text| {
            text.to_lowercase().contains(&words.to_lowercase())
        });
    }
}

/// A random move; promotions are taken, and captures mostly, so that games come to an end.
fn choose<'a>(legal: &'a [Move], position: &Value, random: &mut Random) -> &'a Move {
    let is_same = |a: &Move, b: &Move| a.from.is_some() && (a.from, a.to) == (b.from, b.to);
    // To four different pieces.
    let promotes = |m: &Move| legal.iter().filter(|other| is_same(m, other)).count() == 4;
    let takes = |m: &Move| m.to.is_some_and(|to| !position["cells"][to as usize].is_null());
    let grows = |m: &Move| m.from.is_none();
    let is_usual = random.below(4) > 0;
    let of_kind = |is_kind: &dyn Fn(&Move) -> bool, is_wanted: bool| {
        let found = legal.iter().filter(|m| is_wanted && is_kind(m));
        Some(found.collect::<Vec<&Move>>()).filter(|found| !found.is_empty())
    };
    let found = of_kind(&promotes, true)
        .or_else(|| of_kind(&takes, is_usual))
        .or_else(|| of_kind(&grows, is_usual))
        .unwrap_or_else(|| legal.iter().collect());
    found[random.below(found.len())]
}
