//! What pieces are worth in pawns: games from openings in which each side lacks other pieces.

use super::plan::Plan;
use crate::pairs::{Players, play_all, players};
use crate::selfplay::game::{ADJUDICATION, ChosenMove, opening, play_out};
use crate::selfplay::record::RecordHeader;
use anyhow::{Result, anyhow, ensure};
use plyglot_command::interrupt::Expendable;
use plyglot_command::progress::ProgressOutput;
use plyglot_core::game::Side::{self, First};
use plyglot_core::game::random::{Random, mix};
use plyglot_engine::{Adjudicator, BoardText, GameEntry, of_other_side};
use plyglot_support::rating::{Fit, Meeting};
use plyglot_support::statistics::{Interval, Tally, Z95};
use plyglot_support::text::columns;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::iter::repeat_n;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Pairs of games of each exchange in a round, at most; after it, values decide which exchanges are
/// next.
const ROUND_PAIRS: u64 = 10;
/// Exchanges for a piece in a round, and the most pawns in one.
const EXCHANGES: usize = 2;
const MAX_PAWNS: usize = 4;
/// The margin of values that are exact enough, in pawns.
const NARROW: f64 = 0.1;
/// The kind of which there are most.
const PAWN: usize = 0;

struct Kind {
    /// Its word in the text of a position, as the first side has it.
    word: String,
    name: String,
    count: usize,
    guess: f64,
}

/// The kinds that one side lacks, and those that the other lacks.
type Exchange = [Vec<usize>; 2];

/// What a piece is worth in pawns, with its 95 % bounds.
#[derive(Clone, Debug, PartialEq)]
pub struct PieceWorth {
    pub name: String,
    pub pawns: Interval,
}

impl PieceWorth {
    /// The name, the value and its bounds, for people.
    pub fn row(&self) -> [String; 3] {
        let Interval { estimate, low, high } = self.pawns;
        [self.name.clone(), format!("{estimate:.2}"), format!("[{low:.2}, {high:.2}]")]
    }
}

/// Measures the pieces, and prints what they are worth.
pub(super) fn print(
    entry: &GameEntry,
    plan: Plan,
    threads: usize,
    interrupt: &AtomicBool,
    output: &mut ProgressOutput<'_>,
) -> Result<()> {
    let progress = &output.progress;
    let found = worth(entry, plan, threads, interrupt, |round, rounds| {
        progress.show(round, Some(rounds), || format!("round {}", round + 1));
    })
    .map_err(|why| anyhow!("--worth: {why}"))?;
    output.progress.end();
    let _expendable = Expendable::begin();
    let rows: Vec<Vec<String>> = found.iter().map(|worth| worth.row().to_vec()).collect();
    columns(&rows).lines().try_for_each(|line| output.say(line))?;
    ensure!(!interrupt.load(Relaxed), "interrupted");
    Ok(())
}

/// Plays until the values have narrow bounds, or up to the plan's games of each exchange; `report`
/// gets the number of the round, from 0, and how many there are at most. After an interrupt, the
/// values may be missing.
///
/// # Errors
/// If the game has no pieces of two kinds beside kings, if a pawn turns out to be worth nothing, or if
/// the system does not provide the memory.
pub fn worth(
    entry: &GameEntry,
    plan: Plan,
    threads: usize,
    interrupt: &AtomicBool,
    report: impl Fn(u64, u64),
) -> Result<Vec<PieceWorth>> {
    let kinds = kinds(entry);
    ensure!(kinds.len() > 1, "expected a game with pieces of two kinds beside kings");
    let mut boards = players(entry, plan.hash, threads)?;
    let mut tallies: BTreeMap<Exchange, Tally> = BTreeMap::new();
    let pawn = kinds[PAWN].guess.max(1.0);
    let mut values: Vec<f64> = kinds.iter().map(|kind| kind.guess / pawn).collect();
    let mut found: Vec<Interval> = Vec::new();
    let rounds = (plan.games / 2).div_ceil(ROUND_PAIRS);
    for round in 0..rounds {
        report(round, rounds);
        let all = exchanges(&kinds, &values);
        let count = all.len() as u64;
        let pairs = (plan.games / 2 - round * ROUND_PAIRS).min(ROUND_PAIRS);
        let numbers: Vec<u64> = (0..count * pairs).collect();
        let play = |players: &mut Players, number: u64, is_over: &AtomicBool| {
            let exchange = &all[(number % count) as usize];
            let opening = round * ROUND_PAIRS + number / count;
            play_pair(players, &plan, &kinds, exchange, opening, is_over)
        };
        play_all(&mut boards, &numbers, interrupt, &play, |number, pair: Vec<u8>| {
            let tally = tallies.entry(all[(number % count) as usize].clone()).or_default();
            for points in pair {
                tally.add_game(points);
            }
            Ok(())
        })?;
        if let Some(fitted) = fitted(kinds.len(), &tallies) {
            values = fitted.iter().map(|value| value.estimate).collect();
            found = fitted;
        }
        let is_exact = !found.is_empty() && found.iter().all(|value| value.margin() <= NARROW);
        if is_exact || interrupt.load(Relaxed) {
            break;
        }
    }
    let is_whole = !interrupt.load(Relaxed);
    ensure!(!found.is_empty() || !is_whole, "by these games, a pawn is worth nothing");
    let mut worths = Vec::new();
    for (Kind { name, .. }, pawns) in kinds.into_iter().zip(found) {
        worths.push(PieceWorth { name, pawns });
    }
    Ok(worths)
}

/// The kinds with a value that both sides have at the start, and that both can be without.
fn kinds(entry: &GameEntry) -> Vec<Kind> {
    let mut rules = entry.open();
    let text = BoardText::new(&rules.position());
    let picture = rules.picture().filter(|picture| picture.cells.len() == text.cells.len());
    let Some(picture) = picture else { return Vec::new() };
    let mut kinds: Vec<Kind> = Vec::new();
    for (word, &piece) in text.cells.iter().zip(&picture.cells) {
        let Some(piece) = piece.filter(|piece| piece.side == Some(First)) else { continue };
        if let Some(known) = kinds.iter_mut().find(|kind| kind.word == *word) {
            known.count += 1;
            continue;
        }
        // Kings have no value, nor have pieces whose loss wins.
        let of_board = picture.shape.kind_of(&piece).filter(|kind| kind.value > 0);
        let Some(of_board) = of_board else { continue };
        kinds.push(Kind {
            word: word.clone(),
            name: of_board.name.to_owned(),
            count: 1,
            guess: f64::from(of_board.value),
        });
    }
    let mut random = Random::new(0);
    kinds.retain(|kind| {
        let mut text = text.clone();
        Side::BOTH.iter().all(|&side| take(&mut text, side, kind, &mut random).is_some())
            && rules.set_position(Some(&text.to_string()), &[]).is_ok()
            && rules.result().is_none()
    });
    kinds.sort_by_key(|kind| Reverse(kind.count));
    kinds
}

/// Takes one of a side's pieces away; `None` if there is none.
fn take(text: &mut BoardText, side: Side, kind: &Kind, random: &mut Random) -> Option<()> {
    let word = if side == First { kind.word.clone() } else { of_other_side(&kind.word) };
    let cells: Vec<&mut String> = text.cells.iter_mut().filter(|cell| **cell == word).collect();
    let which = random.below(cells.len().max(1));
    cells.into_iter().nth(which)?.clear();
    Some(())
}

/// A pawn for nothing, and each piece for what is worth about as much: pawns, or a lesser piece and
/// pawns, so that each value hangs on those below.
fn exchanges(kinds: &[Kind], values: &[f64]) -> Vec<Exchange> {
    let mut all = vec![[vec![PAWN], Vec::new()]];
    for (kind, &value) in values.iter().enumerate().skip(1) {
        let mut made: Vec<(f64, Exchange)> = Vec::new();
        for other in (1..kinds.len())
            .filter(|&other| (values[other], other) < (value, kind))
            .map(Some)
            .chain([None])
        {
            let missing = value - other.map_or(0.0, |other| values[other]);
            let pawns = (missing.round().max(0.0) as usize).min(kinds[PAWN].count).min(MAX_PAWNS);
            let parts = other.into_iter().chain(repeat_n(PAWN, pawns)).collect();
            made.push(((missing - pawns as f64).abs(), [vec![kind], parts]));
        }
        made.sort_by(|(one, _), (other, _)| one.total_cmp(other));
        all.extend(made.into_iter().take(EXCHANGES).map(|(_, exchange)| exchange));
    }
    all
}

/// The half points of the side that lacks the latter part of the exchange, in two games from one
/// opening with sides exchanged; none if the opening does not allow it. `None` if interrupted.
fn play_pair(
    players: &mut Players,
    plan: &Plan,
    kinds: &[Kind],
    exchange: &Exchange,
    number: u64,
    interrupt: &AtomicBool,
) -> Option<Vec<u8>> {
    players[0].forget();
    let game = players[0].game().info().name;
    let header = RecordHeader::plain(game, plan.seed, plan.nodes, plan.plies, plan.hash);
    opening(&mut players[0], &header, number, &mut 0)?;
    let opening = BoardText::new(&players[0].game().position());
    let mut pair = Vec::new();
    for own in Side::BOTH {
        let mut random = Random::new(mix(plan.seed ^ mix(number)));
        let mut text = opening.clone();
        let mut can_lack = true;
        for (side, parts) in [!own, own].into_iter().zip(exchange) {
            for &kind in parts {
                can_lack &= take(&mut text, side, &kinds[kind], &mut random).is_some();
            }
        }
        let text = text.to_string();
        for player in players.iter_mut() {
            player.forget();
            if !can_lack || player.game_mut().set_position(Some(&text), &[]).is_err() {
                return Some(Vec::new());
            }
        }
        let may_be_drawn = players[0].game().may_be_drawn();
        let adjudicator = Adjudicator::new(ADJUDICATION, may_be_drawn, 0);
        let result = play_out(players, adjudicator, interrupt, |players, side| {
            let choice = players[side.index()].think(plan.nodes, plan.nodes)?;
            Some(ChosenMove { index: choice.best?.index, score: choice.score.value() })
        })?;
        pair.push(result.half_points(own)?);
    }
    Some(pair)
}

/// The values in pawns with their 95 % bounds; `None` if that of a pawn is not above 0.
fn fitted(kinds: usize, tallies: &BTreeMap<Exchange, Tally>) -> Option<Vec<Interval>> {
    let mut meetings = Vec::new();
    for ([more, less], tally) in tallies {
        let mut parts: Vec<(usize, f64)> = more.iter().map(|&kind| (kind, 1.0)).collect();
        parts.extend(less.iter().map(|&kind| (kind, -1.0)));
        meetings.push(Meeting::new(parts, tally));
    }
    let Fit { strengths, covariance } = Fit::new(kinds, &meetings, 0.0)?;
    let pawn = strengths[PAWN];
    let value = |kind: usize| {
        let estimate = strengths[kind] / pawn;
        // The variance of a ratio, by the delta method.
        let both = estimate * (estimate * covariance[PAWN][PAWN] - 2.0 * covariance[kind][PAWN]);
        let margin = Z95 * (covariance[kind][kind] + both).max(0.0).sqrt() / pawn;
        Interval { estimate, low: estimate - margin, high: estimate + margin }
    };
    if pawn > 0.0 { Some((0..kinds).map(value).collect()) } else { None }
}
