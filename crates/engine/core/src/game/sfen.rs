//! SFEN, in which programs for shogi write positions: `BOARD SIDE HANDS [NUMBER]`, where `b` is the
//! side that moves first.

/// The most pieces of a kind in hand: a hand is text that becomes this much longer in FEN.
const MAX_IN_HAND: usize = 99;

/// The same position as FEN, in which `w` moves first; `None` if the text is no SFEN. The number of
/// the move has no effect in shogi, and is left out.
///
/// ```
/// use plyglot_core::game::sfen;
///
/// let fen = "4k4/9/9/9/9/9/9/9/4K4[RPPb] b - - 0 1";
/// assert_eq!(sfen::to_fen("4k4/9/9/9/9/9/9/9/4K4 w R2Pb 3").as_deref(), Some(fen));
/// assert_eq!(sfen::to_fen("4k4/9/9/9/9/9/9/9/4K4 w - - 0 1"), None);
/// assert_eq!(sfen::from_fen(fen).as_deref(), Some("4k4/9/9/9/9/9/9/9/4K4 w R2Pb 1"));
/// ```
pub fn to_fen(text: &str) -> Option<String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let (board, side, hands) = match words[..] {
        [board, side, hands] => (board, side, hands),
        [board, side, hands, number] if number.bytes().all(|c| c.is_ascii_digit()) => {
            (board, side, hands)
        }
        _ => return None,
    };
    let side = match side {
        "b" => 'w',
        "w" => 'b',
        _ => return None,
    };
    // FEN has its hands there.
    if board.contains('[') {
        return None;
    }
    Some(format!("{board}[{}] {side} - - 0 1", in_hand(hands)?))
}

/// The same position as SFEN; `None` if the text is SFEN, or no FEN. One without hands has none.
pub fn from_fen(text: &str) -> Option<String> {
    if to_fen(text).is_some() {
        return None;
    }
    let mut words = text.split_whitespace();
    let first = words.next()?;
    let (board, hands) = match first.strip_suffix(']') {
        Some(board) => board.split_once('[')?,
        None => (first, ""),
    };
    let side = if words.next()? == "b" { 'w' } else { 'b' };
    let pieces: Vec<char> = hands.chars().filter(char::is_ascii_alphabetic).collect();
    let hands: String = pieces
        .chunk_by(PartialEq::eq)
        .map(|same| match same.len() {
            1 => same[0].to_string(),
            count => format!("{count}{}", same[0]),
        })
        .collect();
    Some(format!("{board} {side} {} 1", if hands.is_empty() { "-" } else { &hands }))
}

/// Pieces in hand, each by its letter: `2Pb` becomes `PPb`.
fn in_hand(text: &str) -> Option<String> {
    let mut pieces = String::new();
    let mut count = None;
    if text == "-" {
        return Some(pieces);
    }
    for c in text.chars() {
        if let Some(digit) = c.to_digit(10) {
            count = Some(10 * count.unwrap_or(0) + digit as usize).filter(|&n| n <= MAX_IN_HAND);
            count?;
        } else if c.is_ascii_alphabetic() {
            let times = count.take().unwrap_or(1);
            pieces.extend(std::iter::repeat_n(c, times));
        } else {
            return None;
        }
    }
    // A number without a piece is a counter of FEN.
    if count.is_none() && !pieces.is_empty() { Some(pieces) } else { None }
}

#[cfg(test)]
mod tests {
    use super::{from_fen, to_fen};

    #[test]
    fn texts_of_other_forms_are_no_sfen() {
        for (text, hands) in [
            ("9/9 b -", Some("9/9[] w - - 0 1")),
            ("9/9 b 18p2R 7", Some("9/9[ppppppppppppppppppRR] w - - 0 1")),
            ("9/9 b", None),
            ("9/9 b - 0 1", None),
            ("9/9 b - - 0 1", None),
            ("9/9[] b - 1", None),
            ("9/9 b 0 1", None),
            ("9/9 b 3", None),
            ("9/9 b P3", None),
            ("9/9 b 100P", None),
            ("9/9 x - 1", None),
            ("9/9 b +P 1", None),
        ] {
            assert_eq!(to_fen(text).as_deref(), hands, "{text}");
        }
    }

    #[test]
    fn positions_without_hands_become_sfen() {
        for (text, sfen) in [
            ("9/9[] b - - 0 1", Some("9/9 w - 1")),
            ("9/9 w - - 0 1", Some("9/9 b - 1")),
            ("9/9 b 0 1", Some("9/9 w - 1")),
            ("9/9 w - 1", None),
            ("9/9", None),
            ("", None),
        ] {
            assert_eq!(from_fen(text).as_deref(), sfen, "{text}");
        }
    }
}
