//! Recorded games of Connect Four.

use plyglot_core::game::random::Random;
use plyglot_core::game::{Game, GameResult, Side};
use plyglot_games::connect4::ConnectFour;
use plyglot_train::{Ply, Record, RecordHeader, RecordReader};
use std::collections::BTreeMap;
use std::path::Path;

/// Writes a file of games of the game of this name.
pub fn write_games(path: impl AsRef<Path>, name: &str, records: &[Record]) {
    let header = RecordHeader::plain(name, 1, 1, 0, 1);
    let mut bytes = header.encode();
    for record in records {
        bytes.extend(record.encode().expect("a record that fits"));
    }
    std::fs::write(path, bytes).expect("the games are written");
}

/// The games of a file by their number. None may be there twice.
#[track_caller]
pub fn games_by_number(path: impl AsRef<Path>) -> BTreeMap<u64, Record> {
    let path = path.as_ref();
    let reader = RecordReader::open(path).unwrap_or_else(|e| panic!("{}: {e:#}", path.display()));
    let mut games = BTreeMap::new();
    for record in reader {
        let record = record.unwrap_or_else(|e| panic!("{}: {e:#}", path.display()));
        let number = record.number;
        let is_new = games.insert(number, record).is_none();
        assert!(is_new, "{}: game {number} is there twice", path.display());
    }
    games
}

/// Games by random moves, each scored by what `truth` says of its positions.
pub fn random_games(count: usize, truth: [i32; 5], random: &mut Random) -> Vec<Record> {
    let mut records = Vec::new();
    for number in 0..count as u64 {
        let mut position = ConnectFour::default();
        let mut plies = Vec::new();
        while position.status().is_none() {
            let legal = position.legal_moves();
            let index = random.below(legal.len());
            let value: i32 = position.features().iter().zip(truth).map(|(x, w)| x * w).sum();
            let sign = if position.side() == Side::First { 1 } else { -1 };
            plies.push(Ply { index: index as u16, score: Some((sign * value) as i16) });
            position.play(legal[index]);
        }
        let result = match number % 3 {
            0 => GameResult::Win(Side::Second),
            1 => GameResult::Draw,
            _ => GameResult::Win(Side::First),
        };
        records.push(Record { number, opening: 0, result, plies });
    }
    records
}
