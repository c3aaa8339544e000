//! Which features of the search are compiled in.

/// Whether a feature is compiled in that is on or off in its game's parameters. Unit tests
/// have all of them, also those that no game uses.
pub(super) const fn has(is_on: bool) -> bool {
    cfg!(test) || is_on
}
