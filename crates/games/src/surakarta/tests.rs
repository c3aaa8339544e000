use super::Surakarta;
use super::features::FEATURES;
use plyglot_core::game::network::Networked;
use plyglot_core::game::random::Random;
use plyglot_core::game::{Game, Linear, Notation, Side};

/// Positions of random games.
fn positions() -> Vec<Surakarta> {
    let mut random = Random::new(7);
    let mut positions = Vec::new();
    for _ in 0..100 {
        let mut position = Surakarta::start(());
        for _ in 0..200 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position.play(moves[random.below(moves.len())]);
            positions.push(position.clone());
        }
    }
    assert!(positions.len() > 5_000, "{} positions", positions.len());
    positions
}

/// The counts of all features.
fn counts(position: &Surakarta) -> Vec<i32> {
    let mut counts = vec![0; FEATURES];
    position.features(|feature, count| counts[feature] += count);
    counts
}

/// The FEN with each stone moved as `image` maps its file and row, 0 to 5.
fn map_stones(text: &str, image: impl Fn(usize, usize) -> (usize, usize)) -> String {
    let (board, rest) = text.split_once(' ').expect("a FEN with a blank");
    let mut cells = [['.'; 6]; 6];
    for (row, line) in board.split('/').enumerate() {
        let mut file = 0;
        for c in line.chars() {
            match c.to_digit(10) {
                Some(empty) => file += empty as usize,
                None => {
                    let (file_of_image, row_of_image) = image(file, row);
                    cells[row_of_image][file_of_image] = c;
                    file += 1;
                }
            }
        }
    }
    let rows = cells.map(|row| row.iter().collect::<String>().replace('.', "1"));
    format!("{} {rest}", rows.join("/"))
}

#[test]
fn evaluation_is_the_weighted_sum_of_the_features() {
    let weights = Surakarta::weights(());
    for position in positions() {
        let phase = f64::from(position.phase());
        let weighed = counts(&position).into_iter().zip(&weights).map(|(count, [begin, end])| {
            f64::from(count) * (f64::from(*begin) * phase + f64::from(*end) * (1.0 - phase))
        });
        let sum: f64 = weighed.sum();
        let expected = if position.side() == Side::First { sum } else { -sum };
        let found = f64::from(position.base_evaluation().expect("it has one"));
        let text = position.print();
        assert!((expected - found).abs() < 1.0, "{text}: expected {expected}, found {found}");
    }
}

#[test]
fn features_are_invariant_under_the_eight_symmetries() {
    for position in positions() {
        let text = position.print();
        for image in 0..8 {
            let turned = map_stones(&text, |file, row| {
                let (file, row) = if image & 1 == 0 { (file, row) } else { (row, file) };
                let file = if image & 2 == 0 { file } else { 5 - file };
                (file, if image & 4 == 0 { row } else { 5 - row })
            });
            let same = Surakarta::parse(&turned).expect("the image of a position parses");
            assert_eq!(counts(&same), counts(&position), "{text} and {turned}");
            assert_eq!(same.count(), position.count(), "{text} and {turned}");
        }
    }
}

#[test]
fn exchanging_the_colours_negates_the_features() {
    for position in positions() {
        let text = position.print();
        let (board, rest) = text.split_once(' ').expect("a FEN with a blank");
        let swap = |c: char| {
            if c.is_lowercase() { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() }
        };
        let side = if rest.starts_with('w') { "b" } else { "w" };
        let board: String = board.chars().map(swap).collect();
        let exchanged = Surakarta::parse(&format!("{board} {side}{}", &rest[1..]))
            .expect("the position parses");
        let negated: Vec<i32> = counts(&exchanged).into_iter().map(|count| -count).collect();
        assert_eq!(negated, counts(&position), "{text}");
        assert_eq!(exchanged.base_evaluation(), position.base_evaluation(), "{text}");
    }
}
