//! The features of the search that are compiled in.

/// Whether a feature is compiled in, by whether its game's parameters have it on. The unit
/// tests of this crate have all features, even those that no game uses.
pub(super) const fn has(is_on: bool) -> bool {
    cfg!(test) || is_on
}
