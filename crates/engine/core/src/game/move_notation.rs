//! The notations in which players and programs write moves.

macro_rules! notations {
    ($($(#[$about:meta])* $notation:ident = $name:literal,)*) => {
        /// A notation of moves, by the name that the field has for it.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum MoveNotation {
            $($(#[$about])* $notation,)*
        }

        impl MoveNotation {
            /// All notations.
            pub const ALL: &[MoveNotation] = &[$(MoveNotation::$notation),*];
            /// The names of all notations, in the same order.
            pub const NAMES: &[&str] = &[$($name),*];
        }
    };
}

notations! {
    /// That of the protocol: `g1f3`.
    Uci = "uci",
    /// Standard algebraic notation: `Nf3`, `N@f3+`, `e8=Q#`.
    San = "san",
    /// Long algebraic notation: `Ng1-f3`.
    Lan = "lan",
    /// The squares alone: `d4-d8`, `b4xc5`.
    Squares = "squares",
    /// Numbers of squares, as Portable Draughts Notation has them: `32-28`, `19x28`.
    Numbers = "numbers",
    /// Hodges' notation of shogi: `P-7f`, `S*3d`.
    Hodges = "hodges",
    /// Hodges' notation with ranks as digits: `P-76`.
    HodgesDigits = "hodges-digits",
    /// Hosking's notation of shogi: `P76`.
    Hosking = "hosking",
    /// Kitao's and Kawasaki's notation of shogi: `歩-76`, `銀x22`, `金(69)-58`.
    KitaoKawasaki = "kitao-kawasaki",
    /// That of shogi programs: `7g7f`, `P*5e`.
    Usi = "usi",
    /// That of Japanese records of shogi: `７六歩(77)`.
    Kif = "kif",
    /// That of the Computer Shogi Association: `+7776FU`.
    Csa = "csa",
    /// That of xiangqi's world federation: `C2=5`.
    Wxf = "wxf",
    /// That of Chinese records of xiangqi: `炮二平五`.
    Chinese = "chinese",
    /// That of internet xiangqi servers, with ranks from 0: `H2-E2`.
    Iccs = "iccs",
    /// That of janggi: ranks from the top before files from the left, as in `P71-61`.
    Janggi = "janggi",
    /// Short algebraic notation in Thai letters and digits.
    Thai = "thai",
    /// Long algebraic notation in Thai letters and digits.
    ThaiLong = "thai-long",
}

impl MoveNotation {
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
