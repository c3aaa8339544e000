//! The kinds of pieces that the format knows.

/// A kind of piece of the format.
#[derive(Clone, Copy, Debug)]
pub struct Predefined {
    /// Its key.
    pub name: &'static str,
    /// Where it goes, in Betza's notation; `None` for custom pieces, whose keys say it.
    pub betza: Option<&'static str>,
}

const fn kind(name: &'static str, betza: &'static str) -> Predefined {
    Predefined { name, betza: Some(betza) }
}

const fn custom(name: &'static str) -> Predefined {
    Predefined { name, betza: None }
}

/// All kinds, in the order of the format's list, with the custom pieces before the king.
pub const KINDS: &[Predefined] = &[
    kind("pawn", "fmWfceF"),
    kind("knight", "N"),
    kind("bishop", "B"),
    kind("rook", "R"),
    kind("queen", "Q"),
    kind("fers", "F"),
    kind("alfil", "A"),
    kind("fersAlfil", "FA"),
    kind("silver", "FfW"),
    kind("aiwok", "RNF"),
    kind("bers", "RF"),
    kind("archbishop", "BN"),
    kind("chancellor", "RN"),
    kind("amazon", "QN"),
    kind("knibis", "mNcB"),
    kind("biskni", "mBcN"),
    kind("kniroo", "mNcR"),
    kind("rookni", "mRcN"),
    kind("shogiPawn", "fW"),
    kind("lance", "fR"),
    kind("shogiKnight", "fN"),
    kind("gold", "WfF"),
    kind("dragonHorse", "BW"),
    kind("clobber", "cW"),
    kind("breakthrough", "fmWfF"),
    kind("immobile", ""),
    kind("cannon", "mRcpR"),
    kind("janggiCannon", "pR"),
    kind("soldier", "fsW"),
    kind("horse", "nN"),
    kind("elephant", "nA"),
    kind("janggiElephant", "nZ"),
    kind("banner", "RcpRnN"),
    kind("wazir", "W"),
    kind("commoner", "K"),
    kind("centaur", "KN"),
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
    kind("king", "K"),
];

pub(crate) const PAWN: usize = 0;
pub(crate) const ROOK: usize = 3;
/// The king, which the defaults name and which may say where it goes.
pub const KING: usize = KINDS.len() - 1;

/// The index of the kind with this key.
pub fn kind_named(name: &str) -> Option<usize> {
    KINDS.iter().position(|kind| kind.name == name)
}
