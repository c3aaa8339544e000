//! The pieces that the format knows.

/// A piece of the format.
#[derive(Clone, Copy, Debug)]
pub struct Predefined {
    /// Its key.
    pub name: &'static str,
    /// Where it goes, in Betza's notation; `None` for custom pieces, whose keys say it.
    pub betza: Option<&'static str>,
}

const fn piece(name: &'static str, betza: &'static str) -> Predefined {
    Predefined { name, betza: Some(betza) }
}

const fn custom(name: &'static str) -> Predefined {
    Predefined { name, betza: None }
}

/// All of them, in the order of the format's list, with the custom pieces before the king.
pub const PREDEFINED: &[Predefined] = &[
    piece("pawn", "fmWfceF"),
    piece("knight", "N"),
    piece("bishop", "B"),
    piece("rook", "R"),
    piece("queen", "Q"),
    piece("fers", "F"),
    piece("alfil", "A"),
    piece("fersAlfil", "FA"),
    piece("silver", "FfW"),
    piece("aiwok", "RNF"),
    piece("bers", "RF"),
    piece("archbishop", "BN"),
    piece("chancellor", "RN"),
    piece("amazon", "QN"),
    piece("knibis", "mNcB"),
    piece("biskni", "mBcN"),
    piece("kniroo", "mNcR"),
    piece("rookni", "mRcN"),
    piece("shogiPawn", "fW"),
    piece("lance", "fR"),
    piece("shogiKnight", "fN"),
    piece("gold", "WfF"),
    piece("dragonHorse", "BW"),
    piece("clobber", "cW"),
    piece("breakthrough", "fmWfF"),
    piece("immobile", ""),
    piece("cannon", "mRcpR"),
    piece("janggiCannon", "pR"),
    piece("soldier", "fsW"),
    piece("horse", "nN"),
    piece("elephant", "nA"),
    piece("janggiElephant", "nZ"),
    piece("banner", "RcpRnN"),
    piece("wazir", "W"),
    piece("commoner", "K"),
    piece("centaur", "KN"),
    custom("customPiece1"),
    custom("customPiece2"),
    custom("customPiece3"),
    custom("customPiece4"),
    custom("customPiece5"),
    custom("customPiece6"),
    custom("customPiece7"),
    custom("customPiece8"),
    custom("customPiece9"),
    custom("customPiece10"),
    custom("customPiece11"),
    custom("customPiece12"),
    custom("customPiece13"),
    custom("customPiece14"),
    custom("customPiece15"),
    custom("customPiece16"),
    custom("customPiece17"),
    custom("customPiece18"),
    custom("customPiece19"),
    custom("customPiece20"),
    custom("customPiece21"),
    custom("customPiece22"),
    custom("customPiece23"),
    custom("customPiece24"),
    custom("customPiece25"),
    piece("king", "K"),
];

pub(crate) const PAWN: usize = 0;
pub(crate) const ROOK: usize = 3;
/// The king, which the defaults name and which may say where it goes.
pub const KING: usize = PREDEFINED.len() - 1;

/// The index of the piece with this key.
pub fn predefined_piece(name: &str) -> Option<usize> {
    PREDEFINED.iter().position(|piece| piece.name == name)
}
