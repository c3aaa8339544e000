//! The points of the board and their neighbours, as sets of bits.
//!
//! A point is `7 * rank + file`: a1 = 0, g7 = 48. A set has a bit for each point.

pub(super) use plyglot_core::game::bits::bits as points;

pub(super) const SIDE: usize = 7;
pub(super) const POINTS: usize = SIDE * SIDE;
pub(super) const BOARD: u64 = (1 << POINTS) - 1;
const FIRST_FILE: u64 = BOARD / ((1 << SIDE) - 1);
const LAST_FILE: u64 = FIRST_FILE << (SIDE - 1);

pub(super) const NEIGHBOURS: [u64; POINTS] = {
    let mut neighbours = [0; POINTS];
    let mut point = 0;
    while point < POINTS {
        neighbours[point] = spread(1 << point) & !(1 << point);
        point += 1;
    }
    neighbours
};

pub(super) const JUMPS: [u64; POINTS] = {
    let mut jumps = [0; POINTS];
    let mut point = 0;
    while point < POINTS {
        let near = spread(1 << point);
        jumps[point] = spread(near) & !near;
        point += 1;
    }
    jumps
};

#[inline(always)]
pub(super) const fn spread(set: u64) -> u64 {
    let wide = set | (set & !LAST_FILE) << 1 | (set & !FIRST_FILE) >> 1;
    (wide | wide << SIDE | wide >> SIDE) & BOARD
}

#[inline]
pub(super) fn next_to(set: u64, least: u32, among: u64) -> u64 {
    points(spread(set) & among)
        .filter(|&point| touching(point, set).count_ones() >= least)
        .fold(0, |found, point| found | 1 << point)
}

#[inline(always)]
pub(super) fn touching(point: u8, set: u64) -> u64 {
    NEIGHBOURS[usize::from(point)] & set
}
