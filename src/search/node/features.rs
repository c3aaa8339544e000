//! Which features of the search are compiled in.

/// Whether a feature is compiled in, whose first parameter this is in its game. Unit tests
/// have all of them, also those that no game uses.
pub(super) const fn has(first_parameter: i32) -> bool {
    cfg!(test) || first_parameter > 0
}
