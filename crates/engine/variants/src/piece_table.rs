//! The table by which XBoard gives each letter of a game a picture.

use plyglot_definition::Definition;

/// The letters of XBoard's own table for games that it does not know, in the order of its
/// pictures.
const USUAL: &str = "PNBRQFEACWMOHIJGDVLSU";
/// The number of pictures before that of the king that are used.
const PICTURES: usize = 22;
/// The picture of a promoted piece comes this many places after that of the piece.
const PROMOTED: usize = 11;

/// The table that the rules give, or one for letters and promotions that the usual table lacks.
pub(crate) fn piece_table(definition: &Definition) -> Option<String> {
    let own = definition.shown.piece_to_char_table.as_str();
    // XBoard reads it up to a bracket, and a blank ends the word.
    let can_be_sent = own.bytes().all(|byte| byte.is_ascii_graphic() && byte != b')');
    if !matches!(own, "" | "-") && can_be_sent {
        return Some(own.to_owned());
    }
    let start = definition.board.start_fen.to_ascii_uppercase();
    let board = start.split(' ').next().unwrap_or_default();
    let (mut pieces, mut king) = (Vec::new(), '.');
    for (index, piece) in definition.pieces.iter().enumerate() {
        let letter = piece.letter.to_ascii_uppercase();
        let is_promoted =
            definition.pieces.iter().any(|other| other.rules.promoted_piece_type == Some(index));
        if piece.name == "king" {
            king = letter;
        } else if board.contains(letter) || !is_promoted {
            // What pieces are promoted to has their letter with a `+`.
            pieces.push((letter, piece.rules.promoted_piece_type.is_some()));
        }
    }
    let are_usual = pieces.iter().all(|&(letter, promotes)| !promotes && USUAL.contains(letter));
    if are_usual || definition.shown.variant_template != "fairy" {
        return None;
    }
    let first = format!("{}{king}", pictures(pieces)?);
    let second = first.to_ascii_lowercase();
    Some(first + &second)
}

/// The letters of the pictures before the king's. Letters that the usual table has keep their
/// place if they can. If pieces promote, all of them come before the promoted ones if there is
/// room: XBoard finds their place in the hand by this order.
fn pictures(mut pieces: Vec<(char, bool)>) -> Option<String> {
    let some_promote = pieces.iter().any(|&(_, promotes)| promotes);
    let end = if some_promote { PROMOTED } else { PICTURES };
    pieces.sort_by_key(|&(letter, promotes)| (usual_place(letter, end).is_none(), !promotes));
    let mut places = ['.'; PICTURES];
    for (letter, promotes) in pieces {
        let mut others = 0..if promotes { PROMOTED } else { PICTURES };
        let at = match usual_place(letter, end) {
            Some(at) if is_free(&places, at, promotes) => at,
            _ => others.find(|&at| is_free(&places, at, promotes))?,
        };
        places[at] = letter;
        if promotes {
            places[at + PROMOTED] = '+';
        }
    }
    Some(places.iter().collect())
}

fn usual_place(letter: char, end: usize) -> Option<usize> {
    USUAL.find(letter).filter(|&at| at < end)
}

/// Whether there is room for a letter, and for its promoted piece if it has one.
fn is_free(places: &[char; PICTURES], at: usize, promotes: bool) -> bool {
    places[at] == '.' && !(promotes && places[at + PROMOTED] != '.')
}
