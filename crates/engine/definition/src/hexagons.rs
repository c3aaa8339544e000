//! Leaps on boards of hexagons. Files go straight up, and each lies half a cell lower than that on its
//! left.

/// The steps to the neighbours of a cell, clockwise from straight ahead.
pub const RING: [(i8, i8); 6] = [(0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0)];

/// A leap as steps to a neighbour, and then steps to one beside it: no more of these.
#[derive(Clone, Copy, Debug)]
pub struct Parts {
    /// The steps to the first neighbour.
    pub long: i8,
    /// The steps to the one beside it.
    pub short: i8,
    /// A step to the first neighbour, in files and ranks.
    pub ahead: (i8, i8),
    /// A step to the one beside it.
    pub aside: (i8, i8),
}

/// The parts of a leap, in files and ranks.
pub fn parts((files, ranks): (i8, i8)) -> Parts {
    (0..RING.len())
        .flat_map(|at| [1, 5].map(|by| [RING[at], RING[(at + by) % 6]]))
        .map(|[ahead, aside]| {
            let area = ahead.0 * aside.1 - ahead.1 * aside.0;
            let long = (files * aside.1 - ranks * aside.0) * area;
            let short = (ahead.0 * ranks - ahead.1 * files) * area;
            Parts { long, short, ahead, aside }
        })
        .find(|parts| parts.long >= parts.short && parts.short >= 0)
        .expect("they go all round")
}

/// The longer and the shorter part of a leap: two and one for a knight.
pub fn lengths(leap: (i8, i8), is_hexagonal: bool) -> [i8; 2] {
    if is_hexagonal {
        let Parts { long, short, .. } = parts(leap);
        return [long, short];
    }
    let files = leap.0.abs();
    let ranks = leap.1.abs();
    [files.max(ranks), files.min(ranks)]
}

/// The leap of a neighbour and one beside it, so many steps of each.
pub fn leap(long: i8, ahead: (i8, i8), short: i8, aside: (i8, i8)) -> (i8, i8) {
    (long * ahead.0 + short * aside.0, long * ahead.1 + short * aside.1)
}

/// Where a leap leads as it is drawn: to the right in steps of one file, up in half cells.
pub fn drawn((files, ranks): (i8, i8)) -> (i8, i8) {
    (files, 2 * ranks - files)
}

/// Whether a leap goes up or down rather than sideways: by 45 degrees or more.
pub fn is_steep(leap: (i8, i8)) -> bool {
    let (right, up) = drawn(leap);
    // A file is as wide as the square root of 3 half cells.
    i32::from(up).pow(2) > 3 * i32::from(right).pow(2)
}
