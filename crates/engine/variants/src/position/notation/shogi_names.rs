//! The names of pieces in programs and records of shogi.

use plyglot_definition::Definition;

/// A piece of the format with its names in KIF and in CSA, as it is and promoted.
pub(super) type Names = (&'static str, [&'static str; 2], [&'static str; 2]);

pub(super) const NAMES: [Names; 8] = [
    ("shogiPawn", ["歩", "と"], ["FU", "TO"]),
    ("lance", ["香", "成香"], ["KY", "NY"]),
    ("shogiKnight", ["桂", "成桂"], ["KE", "NK"]),
    ("silver", ["銀", "成銀"], ["GI", "NG"]),
    ("gold", ["金", "金"], ["KI", "KI"]),
    ("bishop", ["角", "馬"], ["KA", "UM"]),
    ("rook", ["飛", "龍"], ["HI", "RY"]),
    ("king", ["玉", "玉"], ["OU", "OU"]),
];

/// Whether all pieces have names in the records of shogi, and all squares two digits.
pub(crate) fn has_records(definition: &Definition) -> bool {
    let (files, ranks) = definition.board.size();
    if files > 9 || ranks > 9 {
        return false;
    }
    let start = definition.board.start_fen.to_lowercase();
    definition.pieces.iter().all(|piece| {
        !start.contains(piece.letter) || NAMES.iter().any(|(name, ..)| *name == piece.name)
    })
}
