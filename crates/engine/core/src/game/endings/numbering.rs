//! The numbers of the positions of a material.
//!
//! A number is made of the side to move and of where the men of each kind are, one kind after
//! another. Positions that a map of the board turns into each other have one number, the least of
//! those that they would have: the men of one kind, the leaders, are brought to as few sets of cells
//! as the maps allow.

use super::men::{BoardMaps, EndingRules, IN_HAND, MAX_MEN, Man, Material, Men};
use crate::game::Side;
use crate::game::bits::bits;

const MAX_CELLS: usize = 256;
/// The most numbers of a material, and of a table: those of larger ones are not worked out.
pub(super) const MAX_SIZE: u64 = 1 << 31;
/// No cell, or no group of men.
const NONE: u8 = u8::MAX;
/// The most sets of cells of leaders.
const MAX_SETS: u64 = 1 << 14;
/// A set of leaders that a map brings to a lesser one.
const NO_NUMBER: u32 = u32::MAX;

/// A map of the board that keeps the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Map {
    /// Its number in [`EndingRules::maps`].
    pub number: usize,
    /// Whether the sides are exchanged as well.
    pub exchanges: bool,
    cells: Vec<u8>,
}

impl Map {
    /// All maps that may keep the rules, the identity first.
    pub fn all(rules: &EndingRules) -> Vec<Map> {
        let BoardMaps(maps) = &rules.maps;
        let mut all = Vec::new();
        for exchanges in [false, true] {
            for (number, cells) in maps.iter().enumerate() {
                all.push(Map { number, exchanges, cells: cells.clone() });
            }
        }
        all
    }

    /// The image of a side.
    pub fn side(&self, side: Side) -> Side {
        if self.exchanges { !side } else { side }
    }

    #[inline]
    fn cell(&self, cell: u8) -> u8 {
        self.cells.get(usize::from(cell)).copied().unwrap_or(IN_HAND)
    }

    /// The image of each man.
    pub fn men(&self, men: Men) -> Men {
        men.each(|man| Man { side: self.side(man.side), cell: self.cell(man.cell), ..man })
    }

    fn is_after(&self, first: &Map, second: &Map) -> bool {
        self.exchanges == (first.exchanges != second.exchanges)
            && first.cells.iter().zip(&self.cells).all(|(&cell, &own)| second.cell(cell) == own)
    }
}

/// The maps among these with which another two always make a third one: a part of them, if need
/// be. The first one is the identity.
pub fn closed(mut maps: Vec<Map>) -> Vec<Map> {
    while let Some(open) = maps.iter().rposition(|last| lacks_product(&maps, last)) {
        maps.remove(open);
    }
    maps
}

/// Whether this map after some other one makes none of them.
fn lacks_product(maps: &[Map], last: &Map) -> bool {
    maps.iter().any(|first| !maps.iter().any(|product| product.is_after(first, last)))
}

/// The men of one kind of one side.
#[derive(Clone, Debug)]
struct Group {
    side: Side,
    kind: u8,
    count: usize,
    /// The cells on which they may be.
    cells: Vec<u8>,
    /// By cell: its index among these, or [`NONE`].
    indices: Vec<u8>,
    /// By the number of these men in hand: where the numbers of such positions begin.
    starts: Vec<u64>,
    size: u64,
}

impl Group {
    fn new(rules: &EndingRules, side: Side, kind: usize, count: usize) -> Group {
        let of = &rules.kinds[kind];
        let cells = of.cells[side].clone();
        let mut size = 0;
        let mut starts = Vec::new();
        for in_hand in 0..=if of.in_hand { count } else { 0 } {
            starts.push(size);
            size += binomial(cells.len(), count - in_hand);
        }
        Group { side, kind: kind as u8, count, indices: indices(&cells), cells, starts, size }
    }

    /// The number of where these men are; `None` if one of them cannot be there.
    #[inline]
    fn rank(&self, cells: &[u8]) -> Option<u64> {
        let mut on_board = [0; MAX_MEN];
        let mut count = 0;
        for &cell in cells.iter().filter(|&&cell| cell != IN_HAND) {
            let index = self.indices[usize::from(cell)];
            if index == NONE {
                return None;
            }
            on_board[count] = index;
            count += 1;
        }
        Some(self.starts.get(cells.len() - count)? + rank_of_set(&mut on_board[..count]))
    }

    fn unrank(&self, number: u64, men: &mut Men) -> Option<()> {
        let in_hand = self.starts.iter().rposition(|&start| start <= number)?;
        let count = self.count - in_hand;
        let set = set_of_rank(number - self.starts[in_hand], count, self.cells.len())?;
        for &index in &set[..count] {
            men.push(self.man(self.cells[usize::from(index)]))?;
        }
        (0..in_hand).try_for_each(|_| men.push(self.man(IN_HAND)))
    }

    /// The rank of the image of a set of cells; `None` if a man would be where it may not be.
    fn image_of(&self, set: &[u8; MAX_MEN], map: &Map) -> Option<u64> {
        let mut image = *set;
        let image = &mut image[..self.count];
        for cell in &mut *image {
            *cell = map.cell(*cell);
            if self.indices[usize::from(*cell)] == NONE {
                return None;
            }
        }
        Some(rank_of_set(image))
    }

    fn man(&self, cell: u8) -> Man {
        Man { side: self.side, kind: self.kind, cell }
    }
}

/// The rank of a set among all of its size. Sorts it.
#[inline]
fn rank_of_set(set: &mut [u8]) -> u64 {
    set.sort_unstable();
    (1..).zip(&*set).map(|(nth, &cell)| binomial(cell.into(), nth)).sum()
}

/// The set of so many among these cells that has this rank, in order; `None` if there is none.
fn set_of_rank(mut rank: u64, count: usize, cells: usize) -> Option<[u8; MAX_MEN]> {
    let mut set = [0; MAX_MEN];
    for nth in (1..=count).rev() {
        let first = if nth == 1 { rank as usize } else { 0 };
        let cell = (first..cells).rev().find(|&cell| binomial(cell, nth) <= rank)?;
        rank -= binomial(cell, nth);
        set[nth - 1] = cell as u8;
    }
    Some(set)
}

fn indices(cells: &[u8]) -> Vec<u8> {
    let mut indices = vec![NONE; MAX_CELLS];
    for (index, &cell) in (0..).zip(cells) {
        indices[usize::from(cell)] = index;
    }
    indices
}

static BINOMIALS: [[u64; MAX_MEN + 1]; MAX_CELLS] = {
    let mut all = [[0; MAX_MEN + 1]; MAX_CELLS];
    let mut n = 0;
    while n < MAX_CELLS {
        all[n][0] = 1;
        let mut k = 1;
        while n > 0 && k <= MAX_MEN {
            all[n][k] = all[n - 1][k - 1] + all[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    all
};

#[inline]
fn binomial(n: usize, k: usize) -> u64 {
    BINOMIALS[n][k]
}

/// The men of one kind of one side that maps bring to as few sets of cells as they can.
#[derive(Clone, Debug)]
struct Leaders {
    group: usize,
    side: Side,
    kind: u8,
    /// The number of cells of the board.
    cells: usize,
    sets: Vec<LeaderSet>,
    /// By number: the rank of the set.
    ranks: Vec<u64>,
    /// The maps that exchange the sides, as bits.
    exchanging: u32,
}

/// A set of as many cells as there are leaders.
#[derive(Clone, Copy, Debug)]
struct LeaderSet {
    /// Its number among the sets that no map brings to lesser ones, or [`NO_NUMBER`].
    number: u32,
    /// The maps that bring it to such a set, as bits.
    maps: u32,
}

impl Leaders {
    /// `None` if these men cannot lead: they may be in hand, or have too many sets.
    fn new(group: usize, of: &Group, maps: &[Map]) -> Option<Leaders> {
        let cells = maps.first()?.cells.len();
        let can_lead = of.starts.len() == 1 && cells < MAX_CELLS && maps.len() <= 32;
        if !can_lead || binomial(cells, of.count) > MAX_SETS {
            return None;
        }
        let keeping: Vec<&Map> = maps.iter().filter(|map| !map.exchanges).collect();
        let mut all = Vec::new();
        let mut ranks = Vec::new();
        let mut numbers = Vec::new();
        for rank in 0..binomial(cells, of.count) {
            let set = set_of_rank(rank, of.count, cells)?;
            if keeping.iter().filter_map(|map| of.image_of(&set, map)).min() == Some(rank) {
                numbers.push(ranks.len() as u32);
                ranks.push(rank);
            } else {
                numbers.push(NO_NUMBER);
            }
            all.push(set);
        }
        let mut sets = Vec::new();
        for (set, &number) in all.iter().zip(&numbers) {
            let maps = as_bits(maps, |map| {
                of.image_of(set, map).is_some_and(|image| numbers[image as usize] != NO_NUMBER)
            });
            sets.push(LeaderSet { number, maps });
        }
        Some(Leaders {
            group,
            side: of.side,
            kind: of.kind,
            cells,
            sets,
            ranks,
            exchanging: as_bits(maps, |map| map.exchanges),
        })
    }

    /// The number of these cells; `None` if a map brings them to a lesser one.
    #[inline]
    fn rank(&self, cells: &mut [u8]) -> Option<u64> {
        let number = self.sets.get(rank_of_set(cells) as usize)?.number;
        if number != NO_NUMBER { Some(number.into()) } else { None }
    }

    fn unrank(&self, number: u64, group: &Group, men: &mut Men) -> Option<()> {
        let rank = *self.ranks.get(number as usize)?;
        let set = set_of_rank(rank, group.count, self.cells)?;
        set[..group.count].iter().try_for_each(|&cell| men.push(group.man(cell)))
    }

    /// The maps that bring the leaders of a position to a set with a number, as bits. They are
    /// those of the other side if the sides are to be exchanged.
    #[inline]
    fn maps(&self, men: &Men, exchanges: bool) -> u32 {
        let owner = if exchanges { !self.side } else { self.side };
        let mut cells = [0; MAX_MEN];
        let mut count = 0;
        for man in men.iter().filter(|man| (man.side, man.kind) == (owner, self.kind)) {
            cells[count] = man.cell;
            count += 1;
        }
        let set = self.sets.get(rank_of_set(&mut cells[..count]) as usize);
        let fitting = if exchanges { self.exchanging } else { !self.exchanging };
        set.map_or(0, |set| set.maps & fitting)
    }
}

/// The maps, at most 32, that meet a condition, as bits.
fn as_bits(maps: &[Map], condition: impl Fn(&Map) -> bool) -> u32 {
    let mut bits = 0;
    for (number, map) in maps.iter().enumerate() {
        bits |= u32::from(condition(map)) << number;
    }
    bits
}

/// The numbers of the positions of a material.
#[derive(Clone, Debug)]
pub struct Numbering {
    material: Material,
    maps: Vec<Map>,
    has_exchange: bool,
    /// Whether an exchange of the sides leads to the same material, so that the first side is
    /// always to move.
    is_level: bool,
    groups: Vec<Group>,
    /// By side and kind: the group of such men, or [`NONE`].
    group_of: [[u8; 32]; 2],
    leaders: Option<Leaders>,
    size: u64,
}

impl Numbering {
    /// The numbers of a material, with maps that make a group (see [`closed`]); `None` if there are
    /// too many of them, or too many men.
    pub fn new(rules: &EndingRules, material: Material, maps: Vec<Map>) -> Option<Numbering> {
        if material.men() > MAX_MEN {
            return None;
        }
        let has_exchange = maps.iter().any(|map| map.exchanges);
        let is_level = has_exchange && material == material.exchanged();
        let mut groups = Vec::new();
        let mut group_of = [[NONE; 32]; 2];
        for kind in (0..rules.kinds.len()).rev() {
            for side in Side::BOTH {
                let count = material.count(side, kind);
                if count > 0 {
                    group_of[side][kind] = groups.len() as u8;
                    groups.push(Group::new(rules, side, kind, count));
                }
            }
        }
        let leaders = lead(&mut groups, &maps);
        let sides = if is_level { 1 } else { 2 };
        let size = groups.iter().try_fold(sides, |size: u64, group| size.checked_mul(group.size));
        Some(Numbering {
            material,
            maps,
            has_exchange,
            is_level,
            groups,
            group_of,
            leaders,
            size: size.filter(|&size| size <= MAX_SIZE)?,
        })
    }

    /// The material.
    pub fn material(&self) -> Material {
        self.material
    }

    /// The maps that keep the rules, the identity first.
    pub fn maps(&self) -> &[Map] {
        &self.maps
    }

    /// How many numbers there are. Some stand for no position.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// The material of the positions that have a number: also that with the sides exchanged, if a
    /// map exchanges them.
    pub fn covers(&self, material: Material) -> bool {
        material == self.material || self.has_exchange && material.exchanged() == self.material
    }

    /// The number of a position, the same for all images; `None` if it is of other material, or a
    /// man stands where none of its kind may be.
    #[inline]
    pub fn number(&self, side: Side, men: &Men) -> Option<u64> {
        let material = Material::new(men);
        let exchanges = if material == self.material {
            self.is_level && side == Side::Second
        } else if self.has_exchange && material.exchanged() == self.material {
            true
        } else {
            return None;
        };
        let Some(leaders) = &self.leaders else {
            return self
                .maps
                .iter()
                .filter(|map| map.exchanges == exchanges)
                .filter_map(|map| self.rank(map, side, men))
                .min();
        };
        bits(leaders.maps(men, exchanges).into())
            .filter_map(|map| self.rank(&self.maps[usize::from(map)], side, men))
            .min()
    }

    /// The number that the image of a position would have by itself; `None` if a man would be where
    /// none of its kind may be.
    #[inline]
    fn rank(&self, map: &Map, side: Side, men: &Men) -> Option<u64> {
        let mut cells = [[0; MAX_MEN]; MAX_MEN];
        let mut counts = [0; MAX_MEN];
        for man in men.iter() {
            let side = map.side(man.side);
            let group = usize::from(self.group_of[side][usize::from(man.kind)]);
            cells[group][counts[group]] = map.cell(man.cell);
            counts[group] += 1;
        }
        let mut number = if self.is_level { 0 } else { map.side(side).index() as u64 };
        for (at, group) in self.groups.iter().enumerate() {
            let cells = &mut cells[at][..counts[at]];
            let part = match &self.leaders {
                Some(leaders) if leaders.group == at => leaders.rank(cells),
                _ => group.rank(cells),
            };
            number = number * group.size + part?;
        }
        Some(number)
    }

    /// The side to move and the men of a number; `None` if it stands for no position: two men
    /// would be on one cell, or it is not the least number of the position.
    pub fn position(&self, number: u64) -> Option<(Side, Men)> {
        let mut parts = [0; MAX_MEN];
        let mut rest = number;
        for (part, group) in parts.iter_mut().zip(&self.groups).rev() {
            *part = rest % group.size;
            rest /= group.size;
        }
        let side = if rest == 0 { Side::First } else { Side::Second };
        let mut men = Men::new();
        for (at, (&part, group)) in parts.iter().zip(&self.groups).enumerate() {
            match &self.leaders {
                Some(leaders) if leaders.group == at => leaders.unrank(part, group, &mut men)?,
                _ => group.unrank(part, &mut men)?,
            }
        }
        let mut taken = [false; MAX_CELLS];
        for man in men.iter().filter(|man| man.cell != IN_HAND) {
            if std::mem::replace(&mut taken[usize::from(man.cell)], true) {
                return None;
            }
        }
        if self.number(side, &men) == Some(number) { Some((side, men)) } else { None }
    }

    /// How many positions, with the men on these sides, have the number of this one.
    pub fn images(&self, men: &Men) -> u64 {
        // The identity, which comes first, is one map that leaves them where they are.
        let mut all = 1;
        let mut fixing = 1;
        for map in self.maps.iter().skip(1).filter(|map| !map.exchanges) {
            all += 1;
            fixing += u64::from(map.men(*men).are(men));
        }
        all / fixing
    }

    /// Whether the number of a position with the second side to move is that of one with the
    /// first.
    pub fn is_level(&self) -> bool {
        self.is_level
    }
}

/// Makes those men the leaders to which the maps leave the least share of their sets.
fn lead(groups: &mut [Group], maps: &[Map]) -> Option<Leaders> {
    let leaders = (0..groups.len())
        .filter_map(|number| Leaders::new(number, &groups[number], maps))
        .min_by(|one, other| {
            let of_one = one.ranks.len() as u64 * groups[other.group].size;
            of_one.cmp(&(other.ranks.len() as u64 * groups[one.group].size))
        })?;
    groups[leaders.group].size = leaders.ranks.len() as u64;
    Some(leaders)
}

#[cfg(test)]
mod tests {
    use super::super::men::ManKind;
    use super::*;

    /// Two kinds on four by four cells; the first may be in hand.
    fn rules() -> EndingRules {
        let kind = |text: &str, in_hand| {
            let cells: Vec<u8> = (0..16).collect();
            ManKind { text: text.to_owned(), cells: [cells.clone(), cells], in_hand }
        };
        EndingRules {
            kinds: vec![kind("B", true), kind("A", false)],
            maps: BoardMaps::for_squares(4, 4),
            checksum: 0,
            left_out: None,
        }
    }

    #[test]
    fn every_position_has_the_number_of_its_images_and_no_other_one() {
        let rules = rules();
        let material = |text| Material::parse(&rules, text).expect(text);
        let all = Map::all(&rules);
        assert_eq!((all.len(), closed(all.clone())), (16, all.clone()));
        // The cells of the others, and those of the men in question, for each side to move.
        let one_b = 16 * 15 * (14 + 1);
        let two_b = 16 * 15 * (14 * 13 / 2 + 14 + 1);
        let two_a = 16 * 15 / 2;
        for (text, maps, positions) in [
            ("AB:A", all.clone(), 2 * one_b),
            ("AB:A", all[..1].to_vec(), 2 * one_b),
            ("ABB:A", all.clone(), 2 * two_b),
            // The second side to move is an image of the first.
            ("A:A", all.clone(), 16 * 15),
            ("A:A", all[..8].to_vec(), 2 * 16 * 15),
            ("AA:A", all.clone(), 2 * two_a * 14),
            ("AA:AA", all.clone(), two_a * (14 * 13 / 2)),
            ("AA:AA", all[..8].to_vec(), 2 * two_a * (14 * 13 / 2)),
        ] {
            let numbering = Numbering::new(&rules, material(text), maps).expect("a few positions");
            let mut found = 0;
            for number in 0..numbering.size() {
                let Some((side, men)) = numbering.position(number) else { continue };
                found += numbering.images(&men);
                for map in numbering.maps() {
                    let image = numbering.number(map.side(side), &map.men(men));
                    assert_eq!(image, Some(number), "{text} {men:?} {map:?}");
                }
            }
            assert_eq!(found, positions, "{text}");
        }
        assert!(
            !Numbering::new(&rules, material("A:AB"), all[..8].to_vec())
                .expect("a few positions")
                .covers(material("AB:A"))
        );
    }

    /// Burnside's lemma, from the sets that each symmetry fixes. Each reflection in the middle and
    /// the half turn has 8 orbits of two cells, and a reflection in a diagonal 4 cells and 6 such
    /// orbits.
    #[test]
    fn leaders_are_as_few_as_the_board_allows() {
        let rules = rules();
        let pairs = (16 * 15 / 2 + 3 * 8 + 2 * (4 * 3 / 2 + 6)) / 8;
        for (text, numbers) in
            [("A:A", 3 * 16), ("AA:A", 2 * pairs * 16), ("AA:AA", pairs * (16 * 15 / 2))]
        {
            let material = Material::parse(&rules, text).expect(text);
            let numbering = Numbering::new(&rules, material, Map::all(&rules));
            assert_eq!(numbering.map(|numbering| numbering.size()), Some(numbers), "{text}");
        }
    }

    #[test]
    fn maps_without_their_products_are_dropped() {
        let all = Map::all(&rules());
        // Left and right, and the diagonal, make the others.
        let kept = closed(vec![all[0].clone(), all[1].clone(), all[4].clone()]);
        assert!(kept.len() == 2 && kept[0] == all[0], "{kept:?}");
    }

    #[test]
    fn material_is_read_and_printed() {
        let rules = rules();
        let material = Material::parse(&rules, "bA:a").expect("in any case and order");
        assert_eq!(material.print(&rules), "AB:A");
        assert_eq!((material.men(), material.exchanged().print(&rules)), (3, "A:AB".to_owned()));
        for wrong in ["", ":", "AB", "AC:A", "AAAAA:AAAA", "A:B:A"] {
            let expected = Material::parse(&rules, wrong).expect_err(wrong);
            assert!(expected.contains("such as AB:A; the pieces are A B"), "{expected}");
        }
    }
}
