//! `plyglot datagen`: games for training, and the files that they are written to.

mod continued;
mod faults;
mod files;
mod games;

use crate::support::folder::Folder;
use plyglot_core::game::network::{Network, NetworkFile, NetworkShape, OUTPUT_BIAS_QUANTIZATION};
use plyglot_core::game::{Game, GameResult, Notation, Side};
use plyglot_games::connect4::ConnectFour;
use plyglot_train::{Record, RecordReader};

/// The values that the guide names.
const FORCED: i16 = 30_000;
const WON: i16 = 1_500;
const LEVEL: i16 = 10;

/// The games of a file in their order.
#[track_caller]
fn read(folder: &Folder, file: &str) -> Vec<Record> {
    let reader = RecordReader::open(folder.file(file)).unwrap_or_else(|e| panic!("{file}: {e:#}"));
    reader.map(|record| record.unwrap_or_else(|e| panic!("{file}: {e:#}"))).collect()
}

/// The result if the game is over, by the rules alone.
fn result<G: Game>(position: &G, earlier: &[u64]) -> Option<GameResult> {
    if earlier.iter().filter(|&&key| key == position.key()).count() >= 2 {
        return Some(GameResult::Draw);
    }
    Some(GameResult::from_outcome(position.status()?, position.side()))
}

/// The result of a game that its scores decide, as the
/// guide says that they do; `scores` are for the first player.
fn adjudicated(scores: &[i16], plies: usize) -> Option<GameResult> {
    let last = |count: usize| &scores[scores.len().saturating_sub(count)..];
    match *scores.last()? {
        score if score > FORCED => return Some(GameResult::Win(Side::First)),
        score if score < -FORCED => return Some(GameResult::Win(Side::Second)),
        _ => {}
    }
    if scores.len() >= 4 && last(4).iter().all(|&score| score >= WON) {
        return Some(GameResult::Win(Side::First));
    }
    if scores.len() >= 4 && last(4).iter().all(|&score| score <= -WON) {
        return Some(GameResult::Win(Side::Second));
    }
    let is_level = scores.len() >= 10 && last(10).iter().all(|score| score.abs() <= LEVEL);
    ((plies > 80 && is_level) || plies >= 400).then_some(GameResult::Draw)
}

/// Replays a game and holds it to the rules: every move is legal, it goes on
/// exactly until it is decided, and then the result is right.
fn check<G: Notation<Rules = ()>>(record: &Record) {
    let mut position = G::start(());
    let (mut earlier, mut scores) = (Vec::new(), Vec::new());
    for (i, ply) in record.plies.iter().enumerate() {
        let place = format!("game {}, ply {i}, {}", record.number, position.print());
        let over = result(&position, &earlier).or_else(|| adjudicated(&scores, i));
        assert_eq!(over, None, "{place}: goes on");
        assert_eq!(ply.score.is_none(), i < record.opening, "{place}: who has a score");
        let sign = if position.side() == Side::First { 1 } else { -1 };
        scores.extend(ply.score.map(|score| sign * score));
        let moves = position.legal_moves();
        assert!(usize::from(ply.index) < moves.len(), "{place}: move {}", ply.index);
        earlier.push(position.key());
        position.play(moves[usize::from(ply.index)]);
    }
    let expected = result(&position, &earlier).or_else(|| adjudicated(&scores, record.plies.len()));
    let place = format!("game {} in {}", record.number, position.print());
    assert_eq!(Some(record.result), expected, "{place}: the result");
}

/// Writes a network of Connect Four that values all positions the same.
fn write_network(folder: &Folder, name: &str, centi: i32) {
    let mut shape = NetworkShape::for_game::<ConnectFour>(32);
    shape.has_base = false;
    let mut parameters = vec![0; shape.parameters()];
    let biases = parameters.len() - shape.buckets;
    parameters[biases..].fill((centi * OUTPUT_BIAS_QUANTIZATION / 400) as i16);
    let network = Network::new(shape, &parameters).expect("the parameters are within bounds");
    folder.write(name, NetworkFile::encode("cfour", &[], &network));
}
