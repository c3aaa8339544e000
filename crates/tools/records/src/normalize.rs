//! What records of other games than chess have in place of what PGN has.

use crate::walk::{WordMeaning, WordPlayer};
use crate::{RecordedGame, RecordedMove, Tag, gib, pdn};
use plyglot_core::game::{GameResult, Side};
use plyglot_engine::Referee;
use std::borrow::Cow;

/// Tags of PGN, and those that mean the same: of Chinese PGN and DhtmlXQ, of Playstrategy, of Italian
/// programs, and of Korean servers, where Cho begins.
const TAGS: [(&str, &[&str]); 7] = [
    ("White", &["Red", "red", "P1", "Bianco", "초대국자"]),
    ("Black", &["black", "P2", "Nero", "한대국자"]),
    ("Event", &["event", "대회명"]),
    ("Site", &["place", "대국장소"]),
    ("Date", &["date", "대국일자"]),
    ("Round", &["round", "회전"]),
    ("Result", &["result", "Risultato", "대국결과"]),
];

/// How results in Chinese and Korean begin: the winner, or a draw.
const RESULTS: [(GameResult, &[&str]); 3] = [
    (GameResult::Win(Side::First), &["红", "초", "楚"]),
    (GameResult::Win(Side::Second), &["黑", "한", "漢"]),
    (GameResult::Draw, &["和", "무승부"]),
];

/// Makes a game that was read as PGN one as this library has it.
pub(crate) fn normalize(game: &mut RecordedGame) {
    for (name, others) in TAGS {
        if game.tag(name).is_none()
            && let Some(tag) = game.tags.iter_mut().find(|tag| others.contains(&&*tag.name))
        {
            name.clone_into(&mut tag.name);
        }
    }
    normalize_result(game);
    gib::add_position(game);
    let found = pdn::game_of(game);
    if found.is_some() {
        // Lichess says so of chess, and Lidraughts of its games.
        game.tags.retain(|tag| tag.value != pdn::FROM_POSITION);
    }
    // Where squares have letters, only the game tells it from castling.
    if pdn::is_of(game) && game.moves.pop_if(|last| last.text == pdn::BOTH_LOST).is_some() {
        game.result = Some(GameResult::Unfinished);
    }
    if found == Some("checkers") {
        pdn::exchange_players(&mut game.tags);
    }
}

/// Writes the result as PGN does: that of draughts, that in words, and a score behind the moves.
fn normalize_result(game: &mut RecordedGame) {
    let Some(tag) = game.tags.iter_mut().find(|tag| tag.name == "Result") else { return };
    let written =
        RESULTS.iter().find(|(_, words)| words.iter().any(|word| tag.value.starts_with(word)));
    if let Some(&(result, _)) = written {
        // Words in the tag say more than a `*` behind the moves.
        game.result = game.result.filter(|&end| end != GameResult::Unfinished).or(Some(result));
        let words = std::mem::replace(&mut tag.value, result.text().to_owned());
        game.tags.push(Tag::new(game.line, "Termination", words));
    } else if let Some(result) = pdn::result_of_score(&tag.value) {
        if game.moves.pop_if(|last| last.text == tag.value).is_some() {
            game.result = Some(result);
        }
        if ["2-0", "0-2", "1-1"].contains(&&*tag.value) {
            result.text().clone_into(&mut tag.value);
        }
    }
}

/// The ranks from which on programs may count them from 0, as XBoard does.
const MIN_RANKS: usize = 10;

/// A game as its moves are meant: with ranks from 1, or with ranks from 0 if more of its main line is
/// legal then.
pub fn with_ranks<'a>(game: &'a RecordedGame, referee: &mut dyn Referee) -> Cow<'a, RecordedGame> {
    let is_known = referee.set_position(game.start(), &[]).is_ok();
    let position = referee.position();
    let ranks = position.split(' ').next().unwrap_or_default().split('/').count();
    if !is_known || ranks < MIN_RANKS || !game.moves.iter().any(|m| has_letters(&m.text)) {
        return Cow::Borrowed(game);
    }
    let legal = legal_words(game, &game.moves, referee);
    if legal == game.moves.len() {
        return Cow::Borrowed(game);
    }
    let mut moves = game.moves.clone();
    count_ranks_from_one(&mut moves);
    if legal_words(game, &moves, referee) > legal {
        Cow::Owned(RecordedGame { moves, ..game.clone() })
    } else {
        Cow::Borrowed(game)
    }
}

/// The words of a line before the first that is not legal.
fn legal_words(game: &RecordedGame, moves: &[RecordedMove], referee: &mut dyn Referee) -> usize {
    // It was legal before.
    _ = referee.set_position(game.start(), &[]);
    let mut words = WordPlayer::new(game);
    for (count, m) in moves.iter().enumerate() {
        if matches!(words.play(referee, &m.text), WordMeaning::Illegal) {
            return count;
        }
    }
    moves.len()
}

/// Whether the squares of a move have letters. Those in capital letters are read by another notation.
fn has_letters(text: &str) -> bool {
    text.contains(|c: char| c.is_ascii_lowercase())
}

fn count_ranks_from_one(moves: &mut [RecordedMove]) {
    for written in moves {
        if has_letters(&written.text) {
            written.text = with_higher_numbers(&written.text);
        }
        written.variations.iter_mut().for_each(|variation| count_ranks_from_one(variation));
    }
}

/// A text with each of its numbers higher by one.
fn with_higher_numbers(text: &str) -> String {
    let mut higher = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(|c: char| c.is_ascii_digit()) {
        let (before, behind) = rest.split_at(at);
        let after = behind.trim_start_matches(|c: char| c.is_ascii_digit());
        let digits = &behind[..behind.len() - after.len()];
        higher += before;
        higher +=
            &digits.parse::<u64>().map_or(digits.to_owned(), |n| n.saturating_add(1).to_string());
        rest = after;
    }
    higher + rest
}

#[cfg(test)]
mod tests {
    use crate::tests::rules;
    use crate::{pgn, read, replay};
    use plyglot_engine::NOTATION;

    /// The same opening in the notations that programs of xiangqi write, and what stands around it.
    #[test]
    fn xiangqi_is_read_as_its_programs_write_it() {
        let mut rules = rules("xiangqi");
        for text in [
            "[Game \"Chinese Chess\"]\n[Red \"A\"]\n1. 炮二平五 {炮二平五} 马8进7\n 2. 马二进三\n车９平８ *\n====\nhttp://x",
            "[Red \"A\"]\n1. Ｃ２＝５ Ｈ８＋７ 2. Ｈ２＋３ Ｒ９＝８",
            "[Red \"A\"]\n1. H2-E2 H9-G7 2. H0-G2 I9-H9",
            "[Red \"A\"]\n1. h2e2 h9g7 2. h0g2 i9h9",
            "[White \"A\"]\n1. Che2 Hg7 2. Hg2 Rh9 3. g4 Rh0",
            "[White \"A\"]\n1. Che3 Nhg8 2. Nhg3 Rih10",
            "[White \"A\"]\n1. Che2 Nhg7 2. Nhg2 Rih9 3. Rz9",
        ] {
            let game = read(text).next().expect("a game");
            assert_eq!(read(text).count(), 1, "{text}");
            let replay = replay(&game, &mut *rules, Some(4)).expect("a position");
            let names: Vec<&str> = replay.moves.iter().map(|played| &*played.name).collect();
            assert_eq!(names, ["h3e3", "h10g8", "h1g3", "i10h10"], "{text}");
        }
        let game = read("[White \"A\"]\n1. h3e3 h10g8").next().expect("a game");
        for (notation, format) in [("wxf", "WXF"), ("iccs", "ICCS"), ("chinese", "Chinese")] {
            rules.set_option(NOTATION, notation);
            let text = pgn::print(&game, &mut *rules);
            assert!(
                text.starts_with("[Game \"Chinese Chess\"]\n[White \"A\"]\n[Red \"A\"]"),
                "{text}"
            );
            assert!(text.contains(&format!("[Format \"{format}\"]")), "{text}");
        }
    }

    /// No move goes to rank 0: the whole game is read with ranks from 0 because it is illegal else.
    #[test]
    fn ranks_are_counted_as_more_moves_are_legal() {
        let mut rules = rules("xiangqi");
        let mut played = |text: &str| -> Vec<String> {
            let game = read(text).next().expect("a game");
            let replay = replay(&game, &mut *rules, None).expect("a position");
            replay.moves.into_iter().map(|played| played.name).collect()
        };
        let text = "[Variant \"xiangqi\"]\n\n1. c4 g5 2. Che2 Nc7 *\n";
        assert_eq!(played(text), ["c4c5", "g7g6", "h3e3", "b10c8"]);
        // From 1, it is legal to its third move, and from 0 to none.
        assert_eq!(played("1. c5 g6 2. Che3 Nc9 *"), ["c4c5", "g7g6", "h3e3"]);
    }

    /// In every game of ten ranks or more.
    #[test]
    fn moves_with_ranks_from_zero_are_read_in_every_game() {
        let registry = plyglot_library::with_library(plyglot_games::standard());
        let mut random = plyglot_core::game::random::Random::new(3);
        let mut tried = 0;
        for listed in registry.games() {
            let named = registry.game(&listed.name).expect("it is listed");
            let mut rules = named.open();
            let board = rules.position();
            if board.split(' ').next().unwrap_or_default().split('/').count() < super::MIN_RANKS {
                continue;
            }
            let mut names = Vec::new();
            while names.len() < 12 && rules.result().is_none() {
                let moves = rules.moves();
                names.push(moves[random.below(moves.len())].clone());
                rules.push(&names[names.len() - 1]).expect("it is legal");
            }
            let lowered: Vec<String> = names.iter().map(|name| with_lower_numbers(name)).collect();
            let game = read(&format!("[Event \"x\"]\n\n{} *", lowered.join(" "))).next();
            let game = game.expect("a game");
            // Stones may go to either.
            let as_written = super::legal_words(&game, &game.moves, &mut *named.open());
            if as_written == names.len() {
                continue;
            }
            tried += 1;
            let replay = replay(&game, &mut *named.open(), None).expect("a start");
            let found: Vec<String> = replay.moves.into_iter().map(|played| played.name).collect();
            assert_eq!(found, names, "{}: {lowered:?}", listed.name);
        }
        assert!(tried > 3, "{tried}");
    }

    fn with_lower_numbers(name: &str) -> String {
        let squares: Vec<&str> = name.split_inclusive(|c: char| !c.is_ascii_digit()).collect();
        let lower = |square: &&str| match square.find(|c: char| !c.is_ascii_digit()) {
            _ if square.starts_with(|c: char| !c.is_ascii_digit()) => (*square).to_owned(),
            end => {
                let (number, rest) = square.split_at(end.unwrap_or(square.len()));
                format!("{}{rest}", number.parse::<u32>().expect("a number") - 1)
            }
        };
        squares.iter().map(lower).collect()
    }

    #[test]
    fn other_letters_and_squares_are_read() {
        let registry = plyglot_library::with_library(plyglot_games::standard());
        for (name, start, text, moves) in [
            // Khon, met and promoted pawn, as PlayOK has them.
            ("makruk", "4k3/3m4/8/8/8/8/8/4KS2 w - - 0 1", "Be2 Qc6", "f1e2 d7c6"),
            (
                "makruk",
                "4k3/8/8/2P5/8/8/8/4KS2 w - - 0 1",
                "c6=P Kf8 Pd7 Kg8 Be2",
                "c5c6m e8f8 c6d7 f8g8 f1e2",
            ),
            // Promotion and what comes of it, as cutechess has them, but not a check.
            ("minishogi", "1brgk/B2sp/5/PG3/K1S1R[] w", "Bxb5+ Rxb5", "a4b5+ c5b5"),
            ("minishogi", "3gk/2rsb/S3P/PG3/K1+bR1[] b", "+Bxd1", "c1d1"),
            ("minishogi", "3sk/5/3B1/5/K4[] w", "Be4+ Ke4", "d3e4 e5e4"),
            // Gomocup's numbers are of the file and of the row from the top.
            ("gomoku", "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 w", "H8 6,8", "P@h8 P@g7"),
            // The front one of two elephants, although the other one cannot go back, and of two pawns.
            ("xiangqi", "3k5/9/9/9/9/6B2/9/9/9/3AK1B2 w", "前相退五", "g5e3"),
            ("xiangqi", "4k4/9/9/9/9/9/6p2/6p2/9/3K5 b", "＋Ｐ＋１", "g3g2"),
        ] {
            let text = format!("[FEN \"{start}\"]\n\n{text}");
            let game = read(&text).next().expect("a game");
            let replay = replay(&game, &mut *registry.game(name).expect("it exists").open(), None);
            let names: Vec<String> =
                replay.expect("a position").moves.into_iter().map(|played| played.name).collect();
            assert!(names.join(" ").starts_with(moves), "{text}: {names:?}");
        }
    }
}
