//! GIB, the records of Korean servers of janggi: PGN with tags in Korean, and moves such as `79졸78`
//! by rows from the top, of which 0 is the last, and files from the left.

use crate::{RecordedGame, Tag};
use plyglot_core::game::{Side, squares};

/// The letters of the pieces in FEN, and their names in Hangul and in Hanja.
const PIECES: [(char, &str); 7] = [
    ('r', "차車"),
    ('n', "마馬"),
    ('b', "상象"),
    ('a', "사士"),
    ('k', "장將"),
    ('c', "포包"),
    ('p', "졸兵"),
];

/// The pieces of a game without a handicap, from Cho's side to Han's.
const START: &str =
    "차마상사1사마상차/4장/1포5포/졸1졸1졸1졸1졸///兵1兵1兵1兵1兵/1包5包/4將/車馬象士1士象馬車";

/// The tags of that, and of the horses and elephants of Cho and of Han.
const DIAGRAM: &str = "판";
const ORDERS: [&str; 2] = ["초차림", "한차림"];

fn piece(name: char) -> Option<char> {
    PIECES.iter().find(|(_, names)| names.contains(name)).map(|&(letter, _)| letter)
}

pub(crate) fn is_one(game: &RecordedGame) -> bool {
    game.tag(ORDERS[0]).or(game.tag(DIAGRAM)).is_some()
}
pub(crate) fn add_position(game: &mut RecordedGame) {
    if !is_one(game) {
        return;
    }
    let mut board = [[None; 9]; 10];
    let diagram = game.tag(DIAGRAM).unwrap_or(START);
    let rows = diagram.split(' ').next().unwrap_or_default().split('/');
    for (number, (row, cells)) in rows.zip(board.iter_mut().rev()).enumerate() {
        let side = if number < 5 { Side::First } else { Side::Second };
        let mut file = 0;
        for c in row.chars() {
            if let (Some(letter), Some(cell)) = (piece(c), cells.get_mut(file)) {
                *cell = Some((side, letter));
            }
            file += c.to_digit(10).unwrap_or(1) as usize;
        }
    }
    for (row, side, tag) in [(9, Side::First, ORDERS[0]), (0, Side::Second, ORDERS[1])] {
        for (name, file) in game.tag(tag).unwrap_or_default().chars().zip([1, 2, 6, 7]) {
            board[row][file] = piece(name).map(|letter| (side, letter));
        }
    }
    // With a handicap, Han begins, whose pieces are in the upper rows.
    let first = game.moves.first().map_or("", |first| first.text.as_str());
    let side = if first.starts_with(['1', '2', '3', '4', '5']) { 'b' } else { 'w' };
    let board =
        squares::print_rows(&board.concat(), 9, |&(side, letter): &(Side, char)| match side {
            Side::First => letter.to_ascii_uppercase(),
            Side::Second => letter,
        });
    game.tags.push(Tag::new(game.line, "FEN", format!("{board} {side} - - 0 1")));
}

#[cfg(test)]
mod tests {
    use crate::tests::rules;
    use crate::{read, replay};
    use plyglot_core::game::{GameResult, Side};

    /// A handicap game of a Korean server: Han begins, without advisors.
    #[test]
    fn games_of_korean_servers_are_read() {
        let text = "[대회명 \"설날\"]\n[초대국자 \"A\"]\n[초차림 \"마상상마\"]\n[한차림 \"마상마상\"]\n\
            [대국결과 \"楚 불계승\"]\n\
            [판 \"차마상사1사상마차/4장/1포5포/졸1졸1졸1졸1졸///兵1兵1兵1兵1兵/1包5包/4將/車馬象3馬象車 한 접장기\"]\n\n\
            1. 12마33 2. 08마87 3. 한수쉼 4. 79졸78\n\n\
            [초차림 \"상마상마\"]\n\n1. 71楚卒72 2. 49병48\n";
        let games: Vec<_> = read(text).collect();
        let fen = "rnb3nbr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ABNR b - - 0 1";
        let other = "rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RBNA1ABNR w - - 0 1";
        let moves = [&["b10c8", "h1g3", "e9e9", "i4h4"][..], &["a4b4", "i7h7"]];
        for ((game, fen), moves) in games.iter().zip([fen, other]).zip(moves) {
            assert_eq!(game.tag("FEN"), Some(fen));
            let replay = replay(game, &mut *rules("janggi"), None).expect("a position");
            assert_eq!(replay.faults, []);
            let names: Vec<&str> = replay.moves.iter().map(|played| &*played.name).collect();
            assert_eq!(names, moves);
        }
        assert_eq!(
            (games[0].tag("White"), games[0].result),
            (Some("A"), Some(GameResult::Win(Side::First)))
        );
    }
}
