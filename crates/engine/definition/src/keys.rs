//! Groups of rules: the macro `group` makes a struct of some fields, and each field is a key of
//! the format with its name, its value, its default and a line that says what it means.

use super::values::{NamedStarts, PieceMask, PieceNames, Region, Walk};
use plyglot_core::game::{Outcome, Side};

/// A key of the format.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    /// Its name in a file, without `White` or `Black`.
    pub name: &'static str,
    /// Whose rule it is.
    pub sides: Sides,
    /// What it means.
    pub about: &'static str,
    /// All that must be there for it to have an effect. Each is a list, `a, b or c`, of which one
    /// is enough: a key that is on, `key = word`, a piece by its key, or a fact that
    /// `plyglot-library` knows.
    pub needs: &'static [&'static str],
    /// Why it is not for boards of hexagons, if so.
    pub squares_only: Option<&'static str>,
    /// Whether it is a key of Plyglot that Fairy-Stockfish lacks.
    pub is_ours: bool,
}

/// Whose rule a key is, and so how it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sides {
    /// For the game.
    One,
    /// For both sides, or with `White` or `Black` at its end for one of them.
    Both,
    /// With `White` or `Black` at its end only.
    Each,
}

impl Key {
    /// A key of which nothing is said but its name.
    pub(crate) const BARE: Key = Key {
        name: "",
        sides: Sides::One,
        about: "",
        needs: &[],
        squares_only: None,
        is_ours: false,
    };

    /// The names of the key in a file, each with the sides that it is for. That for both comes
    /// first, so that one for a side is applied after it.
    pub fn names(&self) -> Vec<(String, &'static [Side])> {
        let name = |end: &str, sides: &'static [Side]| (self.name.to_owned() + end, sides);
        let all =
            [name("", &Side::BOTH), name("White", &[Side::First]), name("Black", &[Side::Second])];
        match self.sides {
            Sides::One => vec![name("", &[Side::First])],
            Sides::Both => all.to_vec(),
            Sides::Each => all[1..].to_vec(),
        }
    }
}

/// The field of a key: where its value goes, by what is written there. Pieces are indices into all
/// of the format's while a section is read.
pub enum Field<'a> {
    /// `true` or `false`.
    Flag(&'a mut bool),
    /// A number from 0 to the largest of its type.
    Number(&'a mut dyn Count),
    /// The value of a piece for the engine; `None` if it has none of its own.
    Worth(&'a mut Option<i32>),
    /// A rank, from 0.
    Rank(&'a mut u8),
    /// A file, from 0.
    File(&'a mut u8),
    /// A number of ranks.
    Ranks(&'a mut u8),
    /// A number of files, or the last one.
    Files(&'a mut u8),
    /// A piece, or `*` for any, which is `None`.
    PieceOrAny(&'a mut Option<usize>),
    /// A piece, or `-` for none.
    PieceOrNone(&'a mut Option<usize>),
    /// Pieces.
    Pieces(&'a mut PieceMask),
    /// Pieces, or `*` for any, which is `None`.
    PiecesOrAny(&'a mut Option<PieceMask>),
    /// Pieces, and `*` for [`PieceMask::TOGETHER`].
    PiecesAndAll(&'a mut PieceMask),
    /// Squares.
    Squares(&'a mut Region),
    /// `win`, `loss` or `draw`.
    Result(&'a mut Outcome),
    /// A result, or `none`.
    ResultOrNone(&'a mut Option<Outcome>),
    /// One of some words.
    Choice(&'a mut dyn Words),
    /// Any text.
    Text(&'a mut String),
    /// A name that sentences can have; empty for none.
    Name(&'a mut String),
    /// Letters of pieces with a word each.
    Names(&'a mut PieceNames),
    /// Names with a position, of which a section may have several.
    Starts(&'a mut NamedStarts),
    /// By side and wing.
    CastlingRights(&'a mut [[bool; 2]; 2]),
    /// Steps and lines in Betza's notation.
    Jumps(&'a mut Vec<Walk>),
}

impl Field<'_> {
    /// Whether the rule is on: a flag is `true`, a number is not 0, a result is no draw, and of
    /// pieces, squares and words there are some, but not any.
    pub fn is_on(&self) -> bool {
        match self {
            Field::Flag(flag) => **flag,
            Field::Number(number) => number.get() > 0,
            Field::Worth(value) => value.is_some(),
            Field::Rank(rank) => **rank > 0,
            Field::File(_) | Field::Ranks(_) | Field::Files(_) => true,
            Field::PieceOrAny(piece) | Field::PieceOrNone(piece) => piece.is_some(),
            Field::PiecesOrAny(pieces) => pieces.is_some(),
            Field::Pieces(pieces) | Field::PiecesAndAll(pieces) => **pieces != PieceMask::NONE,
            Field::Squares(region) => **region != Region::NONE,
            Field::Result(result) => **result != Outcome::Drawn,
            Field::ResultOrNone(result) => result.is_some(),
            Field::Choice(_) => self.word().is_some_and(|word| word != "none"),
            Field::Text(text) | Field::Name(text) => !text.is_empty(),
            Field::Names(names) => !names.0.is_empty(),
            Field::Starts(starts) => !starts.0.is_empty(),
            Field::CastlingRights(rights) => **rights != [[false; 2]; 2],
            Field::Jumps(jumps) => !jumps.is_empty(),
        }
    }

    /// The word that was chosen of some words.
    pub fn word(&self) -> Option<&'static str> {
        match self {
            Field::Choice(choice) => choice.get().map(|at| choice.words()[at]),
            _ => None,
        }
    }
}

/// A number of a key.
pub trait Count: std::fmt::Debug {
    /// The largest number that fits.
    fn max(&self) -> u32;
    /// The number.
    fn get(&self) -> usize;
    /// Sets it to a number that fits.
    fn set(&mut self, number: u32);
}

macro_rules! count {
    ($type:ty) => {
        impl Count for $type {
            fn max(&self) -> u32 {
                <$type>::MAX.into()
            }

            fn get(&self) -> usize {
                (*self).into()
            }

            fn set(&mut self, number: u32) {
                *self = number as $type;
            }
        }
    };
}

count!(u8);
count!(u16);

/// A choice of words.
pub trait Words {
    /// All words.
    fn words(&self) -> &'static [&'static str];
    /// The index of the word that was chosen, if one was.
    fn get(&self) -> Option<usize>;
    /// Sets it to the word with this index.
    fn set(&mut self, index: usize);
}

/// A group of keys with their values.
pub trait Group {
    /// Its keys, in the order in which they are applied.
    fn keys(&self) -> &'static [Key];
    /// The field of each key, for a side where it has one for each.
    fn fields(&mut self, side: Side) -> Vec<Field<'_>>;
    /// The names of the keys whose values differ between the sides.
    fn uneven_keys(&self) -> Vec<&'static str>;
}

pub(crate) fn each_field(group: &mut dyn Group, visit: &mut dyn FnMut(&'static Key, Field<'_>)) {
    let keys = group.keys();
    for side in Side::BOTH {
        for (key, field) in keys.iter().zip(group.fields(side)) {
            if side == Side::First || key.sides != Sides::One {
                visit(key, field);
            }
        }
    }
}

/// Makes a group: a row for each key has its name in a file, whose it is (see [`Sides`]), the type
/// of its value (see [`Field`]), the field with its type, for one side, and its default. What else
/// there is to say of a [`Key`] stands behind: `needs("this", "that")`, `squares_only("reason")`,
/// `is_ours`. Reading, warnings, the documents and tests ask the row. So
///
/// ```text
/// group! {
///     /// Walls.
///     Walls {
///         /// Where walls may be.
///         "wallingRegion" Both Squares region: Region = [Region::ALL; 2], needs("wallingRule");
///     }
/// }
/// ```
///
/// becomes, with the comments as docs,
///
/// ```text
/// pub struct Walls {
///     pub region: [Region; 2],
/// }
///
/// impl Default for Walls {
///     fn default() -> Self { Walls { region: [Region::ALL; 2] } }
/// }
///
/// impl Group for Walls {
///     fn keys(&self) -> &'static [Key] {
///         &[Key {
///             name: "wallingRegion",
///             sides: Sides::Both,
///             about: "Where walls may be.",
///             needs: &["wallingRule"],
///             ..Key::BARE
///         }]
///     }
///
///     fn fields(&mut self, side: Side) -> Vec<Field<'_>> {
///         vec![Field::Squares(&mut self.region[side])]
///     }
///     // And `uneven_keys`.
/// }
/// ```
macro_rules! group {
    (
        $(#[doc = $title:literal])+
        $name:ident {
            $(
                $(#[doc = $about:literal])+
                $key:literal $sides:ident $value:ident
                $field:ident: $type:ty = $default:expr
                $(, $part:ident $(($($said:expr),+))?)*;
            )*
        }
    ) => {
        $(#[doc = $title])+
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct $name {
            $(
                $(#[doc = $about])+
                pub $field: $crate::keys::group!(@type $sides $type),
            )*
        }

        impl Default for $name {
            fn default() -> Self {
                $name { $($field: $default,)* }
            }
        }

        impl $crate::keys::Group for $name {
            fn keys(&self) -> &'static [$crate::keys::Key] {
                use $crate::keys::{Key, Sides};
                const KEYS: &[Key] = &[$(Key {
                    name: $key,
                    sides: Sides::$sides,
                    about: concat!($($about),+),
                    $($part: $crate::keys::group!(@part $part $($($said),+)?),)*
                    ..Key::BARE
                },)*];
                KEYS
            }

            fn fields(
                &mut self,
                side: plyglot_core::game::Side,
            ) -> Vec<$crate::keys::Field<'_>> {
                use $crate::keys::{Field, group};
                // A group may have no key for one side.
                let _ = side;
                vec![$(Field::$value(group!(@place $sides self $field side)),)*]
            }

            fn uneven_keys(&self) -> Vec<&'static str> {
                use $crate::keys::group;
                let keys = [$(($key, group!(@differs $sides $value self $field)),)*];
                keys.into_iter().filter(|(_, differs)| *differs).map(|(key, _)| key).collect()
            }
        }
    };
    (@part needs $($need:expr),+) => { &[$($need),+] };
    (@part squares_only $why:expr) => { Some($why) };
    (@part is_ours) => { true };
    (@type One $type:ty) => { $type };
    (@type $sides:ident $type:ty) => { [$type; 2] };
    (@place One $self:ident $field:ident $side:ident) => { &mut $self.$field };
    (@place $sides:ident $self:ident $field:ident $side:ident) => { &mut $self.$field[$side] };
    // The rights of both sides are one value.
    (@differs One CastlingRights $self:ident $field:ident) => { $self.$field[0] != $self.$field[1] };
    (@differs One $value:ident $self:ident $field:ident) => { false };
    (@differs $sides:ident $value:ident $self:ident $field:ident) => {
        $self.$field[0] != $self.$field[1]
    };
}

/// Makes a choice of words, the first of which is the default.
macro_rules! words {
    (
        $(#[doc = $title:literal])+
        $name:ident { $($(#[doc = $about:literal])+ $variant:ident = $word:literal,)+ }
    ) => {
        $(#[doc = $title])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name {
            $($(#[doc = $about])+ $variant,)+
        }

        impl $crate::keys::Words for $name {
            fn words(&self) -> &'static [&'static str] {
                &[$($word),+]
            }

            fn get(&self) -> Option<usize> {
                Some(*self as usize)
            }

            fn set(&mut self, index: usize) {
                *self = [$($name::$variant),+][index];
            }
        }
    };
}

pub(crate) use {group, words};
