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
    let candidates = points(spread(set) & among);
    let crowded = candidates.filter(|&point| touching(point, set).count_ones() >= least);
    crowded.fold(0, |found, point| found | 1 << point)
}

#[inline(always)]
pub(super) fn touching(point: u8, set: u64) -> u64 {
    NEIGHBOURS[usize::from(point)] & set
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_and_jumps_are_one_and_two_steps_away() {
        let place = |point: usize| ((point / SIDE) as i32, (point % SIDE) as i32);
        for (a, b) in (0..POINTS * POINTS).map(|i| (i / POINTS, i % POINTS)) {
            let ((rank, file), (other_rank, other_file)) = (place(a), place(b));
            let distance = (rank - other_rank).abs().max((file - other_file).abs());
            assert_eq!(NEIGHBOURS[a] >> b & 1 == 1, distance == 1, "{a} {b}");
            assert_eq!(JUMPS[a] >> b & 1 == 1, distance == 2, "{a} {b}");
        }
    }

    #[test]
    fn crowded_points_are_next_to_enough_stones() {
        // a1, b1 and c2: next to two or more of them are a2, b2 and c1.
        let (set, expected) = (1 | 1 << 1 | 1 << 9, 1 << 2 | 1 << 7 | 1 << 8);
        assert_eq!(next_to(set, 2, BOARD & !set), expected);
        assert_eq!(next_to(set, 3, BOARD & !set), 1 << 8);
        assert_eq!(next_to(set, 2, 1 << 2), 1 << 2);
    }
}
