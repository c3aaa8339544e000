//! The table by which XBoard gives each letter of a game a picture.

use crate::definition::Definition;

/// The letters of XBoard's own table for games that it does not know, in the order of its
/// pictures.
const USUAL: &str = "PNBRQFEACWMOHIJGDVLSU";
/// The number of pictures before that of the king that are used.
const PICTURES: usize = 22;
/// The picture of a promoted piece comes so many places after that of the piece.
const PROMOTED: usize = 11;

/// The table that the rules give, or one for letters and promotions that the usual table lacks.
pub(crate) fn piece_table(definition: &Definition) -> Option<String> {
    let own = definition.shown.piece_to_char_table.as_str();
    // XBoard reads it up to a bracket, and a blank ends the word.
    let can_be_sent = own.bytes().all(|byte| byte.is_ascii_graphic() && byte != b')');
    if !matches!(own, "" | "-") && can_be_sent {
        return Some(own.to_owned());
    }
    let (mut pieces, mut king) = (Vec::new(), '.');
    for piece in &definition.pieces {
        let letter = piece.letter.to_ascii_uppercase();
        match piece.name {
            "king" => king = letter,
            _ => pieces.push((letter, piece.rules.promoted_piece_type.is_some())),
        }
    }
    let is_usual = |&(letter, promotes): &(char, bool)| !promotes && USUAL.contains(letter);
    if pieces.iter().all(is_usual) || definition.shown.variant_template != "fairy" {
        return None;
    }
    let first = format!("{}{king}", pictures(pieces)?);
    let second = first.to_ascii_lowercase();
    Some(first + &second)
}

/// The letters of the pictures before the king's. Letters that the usual table has choose first,
/// and keep their place if they can; among equals those that promote, as there are fewer places
/// for them.
fn pictures(mut pieces: Vec<(char, bool)>) -> Option<String> {
    let end = |promotes: bool| if promotes { PROMOTED } else { PICTURES };
    let usual = |letter: char, end: usize| USUAL.find(letter).filter(|&at| at < end);
    pieces.sort_by_key(|&(letter, promotes)| (usual(letter, end(promotes)).is_none(), !promotes));
    let mut places = ['.'; PICTURES];
    for (letter, promotes) in pieces {
        let end = end(promotes);
        let is_free =
            |&at: &usize| places[at] == '.' && !(promotes && places[at + PROMOTED] != '.');
        let at = usual(letter, end).into_iter().chain(0..end).find(is_free)?;
        places[at] = letter;
        if promotes {
            places[at + PROMOTED] = '+';
        }
    }
    Some(places.iter().collect())
}

#[cfg(test)]
mod tests {
    use crate::variant::child_of_chess;

    fn table(rules: &str) -> Option<&'static str> {
        child_of_chess(rules).info.piece_table
    }

    /// Checked by eye in XBoard 4.9.
    #[test]
    fn letters_that_xboard_lacks_have_pictures() {
        assert_eq!(table("checking = false"), None);
        assert_eq!(table("amazon = a"), None);
        let tower = "PNBRQT................Kpnbrqt................k";
        assert_eq!(table("customPiece1 = t:WD"), Some(tower));
        let silver = "PNBRQS......+...+.....Kpnbrqs......+...+.....k";
        assert_eq!(table("silver = s\npromotedPieceType = s:q n:q"), Some(silver));
        assert_eq!(table("pieceToCharTable = PNBRQKpnbrqk"), Some("PNBRQKpnbrqk"));
        for broken in ["PNBRQ) Kpnbrqk", "PNBRQ Kpnbrqk", "PNBRQ)Kpnbrqk"] {
            assert_eq!(table(&format!("pieceToCharTable = {broken}")), None, "{broken}");
        }
    }
}
