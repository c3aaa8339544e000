//! The notations in which players and programs write moves.

/// A notation of moves, by the name that the field has for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoveNotation {
    /// That of the protocol: `g1f3`.
    Uci,
    /// Standard algebraic notation: `Nf3`, `N@f3+`, `e8=Q#`.
    San,
    /// Long algebraic notation: `Ng1-f3`.
    Lan,
    /// The squares alone: `d4-d8`, `b4xc5`.
    Squares,
    /// Numbers of squares, as Portable Draughts Notation has them: `32-28`, `19x28`.
    Numbers,
    /// Hodges' notation of shogi: `P-7f`, `S*3d`.
    Hodges,
    /// Hodges' notation with ranks as digits: `P-76`.
    HodgesDigits,
    /// Hosking's notation of shogi: `P76`.
    Hosking,
    /// Kitao's and Kawasaki's notation of shogi: `歩-76`, `銀x22`, `金(69)-58`.
    KitaoKawasaki,
    /// That of shogi programs: `7g7f`, `P*5e`.
    Usi,
    /// That of Japanese records of shogi: `７六歩(77)`.
    Kif,
    /// That of the Computer Shogi Association: `+7776FU`.
    Csa,
    /// That of xiangqi's world federation: `C2=5`.
    Wxf,
    /// That of Chinese records of xiangqi: `炮二平五`.
    Chinese,
    /// That of internet xiangqi servers, with ranks from 0: `H2-E2`.
    Iccs,
    /// That of janggi: ranks from the top before files from the left, as in `P71-61`.
    Janggi,
    /// Short algebraic notation in Thai letters and digits.
    Thai,
    /// Long algebraic notation in Thai letters and digits.
    ThaiLong,
}

impl MoveNotation {
    /// All notations.
    pub const ALL: [MoveNotation; 18] = [
        MoveNotation::Uci,
        MoveNotation::San,
        MoveNotation::Lan,
        MoveNotation::Squares,
        MoveNotation::Numbers,
        MoveNotation::Hodges,
        MoveNotation::HodgesDigits,
        MoveNotation::Hosking,
        MoveNotation::KitaoKawasaki,
        MoveNotation::Usi,
        MoveNotation::Kif,
        MoveNotation::Csa,
        MoveNotation::Wxf,
        MoveNotation::Chinese,
        MoveNotation::Iccs,
        MoveNotation::Janggi,
        MoveNotation::Thai,
        MoveNotation::ThaiLong,
    ];

    /// The names of all notations, in the same order.
    pub const NAMES: [&str; MoveNotation::ALL.len()] = [
        "uci",
        "san",
        "lan",
        "squares",
        "numbers",
        "hodges",
        "hodges-digits",
        "hosking",
        "kitao-kawasaki",
        "usi",
        "kif",
        "csa",
        "wxf",
        "chinese",
        "iccs",
        "janggi",
        "thai",
        "thai-long",
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        MoveNotation::NAMES[self as usize]
    }

    /// The notation with a name.
    pub fn named(name: &str) -> Option<MoveNotation> {
        let at = MoveNotation::NAMES.iter().position(|own| *own == name)?;
        Some(MoveNotation::ALL[at])
    }
}
