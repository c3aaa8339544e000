//! The table by which XBoard gives each letter of a game a picture.

use crate::{last, small};

fn table(rules: &str) -> Option<&'static str> {
    small(last(&format!("[child:chess]\n{rules}\n"))).info.piece_table
}

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
