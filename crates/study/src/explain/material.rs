//! The pieces that a line wins and loses.

use plyglot_core::game::{Picture, PieceKind, Side};
use plyglot_engine::Engine;

/// How many pieces of each kind the sides have, the first player's first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PieceTally {
    kinds: &'static [PieceKind],
    counts: Vec<[i32; 2]>,
}

impl PieceTally {
    /// The pieces of a position; `None` where their numbers mean nothing.
    pub(super) fn of_game(game: &dyn Engine) -> Option<PieceTally> {
        let picture = game.picture()?;
        (!picture.shape.kinds.is_empty()).then(|| PieceTally::of(&picture))
    }

    /// The pieces on a board.
    fn of(picture: &Picture) -> PieceTally {
        let kinds = picture.shape.kinds;
        let count = |kind: &PieceKind, side: Side| {
            let is_meant = |letter: char| letter == kind.letters[side.index()];
            let pieces = picture.cells.iter().flatten();
            pieces.filter(|piece| piece.side == Some(side) && is_meant(piece.letter)).count() as i32
        };
        let both = |kind| [Side::First, Side::Second].map(|side| count(kind, side));
        PieceTally { kinds, counts: kinds.iter().map(both).collect() }
    }

    /// The kind of the piece on a cell.
    pub(super) fn kind(picture: &Picture, cell: usize) -> Option<&'static PieceKind> {
        let piece = picture.cells.get(cell)?.as_ref()?;
        picture.shape.kinds.iter().find(|kind| kind.letters.contains(&piece.letter))
    }

    /// The value of the piece on a cell, in the units of scores; 0 for none.
    pub(super) fn worth(picture: &Picture, cell: usize) -> i32 {
        PieceTally::kind(picture, cell).map_or(0, |kind| i32::from(kind.value))
    }

    /// The pieces that a side is ahead and behind by; `None` for none.
    pub(super) fn balance(&self, side: Side) -> [Option<String>; 2] {
        let more_of = |own: usize, other: usize| {
            let kinds = self.kinds.iter().zip(&self.counts);
            let more = kinds.map(|(kind, counts)| (kind.name, counts[own] - counts[other]));
            let parts: Vec<String> = more
                .filter(|&(_, more)| more > 0)
                .map(|(name, more)| number_of(more, "", name))
                .collect();
            (!parts.is_empty()).then(|| list(&parts))
        };
        let [own, other] = [side, !side].map(Side::index);
        [more_of(own, other), more_of(other, own)]
    }

    /// The changes since `before`, from the point of view of a side.
    pub(super) fn since(&self, before: &PieceTally, side: Side) -> LineExchange {
        let [own, other] = [side, !side].map(Side::index);
        let change = |(now, then): (&[i32; 2], &[i32; 2])| KindChange {
            own: now[own] - then[own],
            other: now[other] - then[other],
        };
        let changes = self.counts.iter().zip(&before.counts).map(change);
        LineExchange { kinds: self.kinds, changes: changes.collect() }
    }
}

/// How many pieces of a kind the own side and the other have more than before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct KindChange {
    own: i32,
    other: i32,
}

/// The plies without a capture that end a series of captures.
pub(super) const LULL: usize = 4;
/// A gain that comes later than this says little about the first move.
const MOST_PLIES: usize = 12;

/// The material that a line wins or loses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Gain {
    pub(super) exchange: LineExchange,
    /// The plies after which it is won or lost, and no capture follows at once.
    pub(super) plies: usize,
}

/// The material that a line wins or loses, from the exchanges before its first
/// move and after each one. The line ends when nothing is taken next.
///
/// Only places count at which a series of captures is over. The gain is that of the first
/// such place where a side is ahead and stays so. `None` if there is none among the first
/// plies.
pub(super) fn gain(exchanges: &[LineExchange]) -> Option<Gain> {
    let is_rest = |&plies: &usize| {
        let next = exchanges[plies..].iter().take(LULL + 1);
        next.clone().all(|one| *one == exchanges[plies])
    };
    let rests: Vec<usize> = (0..exchanges.len()).filter(is_rest).collect();
    let sign = |plies: usize| exchanges[plies].value().signum();
    let stays = |i: usize| rests[i..].iter().all(|&later| sign(later) == sign(rests[i]));
    let early = rests.iter().take_while(|&&plies| plies <= MOST_PLIES).count();
    let first = (0..early).find(|&i| sign(rests[i]) != 0 && stays(i))?;
    let plies = rests[first];
    Some(Gain { exchange: exchanges[plies].clone(), plies })
}

/// The pieces that a side has won and lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LineExchange {
    kinds: &'static [PieceKind],
    changes: Vec<KindChange>,
}

impl LineExchange {
    /// Its value for the side, in the units of scores.
    pub(super) fn value(&self) -> i32 {
        let worth = |(kind, change): (&PieceKind, &KindChange)| {
            i32::from(kind.value) * (change.own - change.other)
        };
        self.kinds.iter().zip(&self.changes).map(worth).sum()
    }

    /// The pieces that the side has won, less those of the same kind that it has lost.
    /// `None` if there are none.
    pub(super) fn won(&self) -> Option<String> {
        self.listed(|change| (change.own, -change.other))
    }

    /// The pieces that the side has lost, less those of the same kind that it has won.
    /// `None` if there are none.
    pub(super) fn lost(&self) -> Option<String> {
        self.listed(|change| (change.other, -change.own))
    }

    /// Each kind with its count for machines: how many more the side has, and the other.
    pub(super) fn counts(&self) -> impl Iterator<Item = (&'static str, i32, i32)> {
        let changes = self.kinds.iter().zip(&self.changes);
        changes.map(|(kind, change)| (kind.name, change.own, change.other))
    }

    /// Lists the kinds of which one side has more, from its new pieces and those of the
    /// other side that it has taken.
    fn listed(&self, numbers: impl Fn(KindChange) -> (i32, i32)) -> Option<String> {
        let mut parts = Vec::new();
        for (kind, &change) in self.kinds.iter().zip(&self.changes) {
            let (new, taken) = numbers(change);
            let more = new + taken;
            // Promoted pieces are not taken from the other side.
            let new = new.clamp(0, more.max(0));
            parts.extend((more > new).then(|| number_of(more - new, "", kind.name)));
            parts.extend((new > 0).then(|| number_of(new, "new ", kind.name)));
        }
        (!parts.is_empty()).then(|| list(&parts))
    }
}

/// Some things in words: `a pawn`, `two new queens`, `12 pieces`.
fn number_of(count: i32, kind: &str, name: &str) -> String {
    const WORDS: [&str; 9] =
        ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    if count == 1 {
        let noun = format!("{kind}{name}");
        let article = if noun.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
        return format!("{article} {noun}");
    }
    let word = usize::try_from(count - 2).ok().and_then(|i| WORDS.get(i));
    let word = word.map_or_else(|| count.to_string(), |word| (*word).to_owned());
    format!("{word} {kind}{name}s")
}

/// Pieces in words: `a queen and two rooks`.
pub(super) fn number_of_each(names: &[&str]) -> String {
    let mut counts: Vec<(&str, i32)> = Vec::new();
    for &name in names {
        match counts.iter_mut().find(|(known, _)| *known == name) {
            Some((_, count)) => *count += 1,
            None => counts.push((name, 1)),
        }
    }
    let parts: Vec<String> =
        counts.into_iter().map(|(name, count)| number_of(count, "", name)).collect();
    list(&parts)
}

/// Parts of a sentence: `a`, `a and b`, `a, b and c`.
pub(super) fn list(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyglot_core::game::{BoardShape, BoardStyle, Piece};

    const SHAPE: BoardShape = BoardShape {
        kinds: &[
            PieceKind { letters: ['Q', 'q'], name: "queen", value: 9 },
            PieceKind { letters: ['E', 'e'], name: "elephant", value: 3 },
            PieceKind { letters: ['P', 'p'], name: "pawn", value: 1 },
        ],
        ..BoardShape::new(8, 1, BoardStyle::Plain)
    };

    fn material(letters: &str) -> PieceTally {
        let piece = |letter: char| {
            let side = if letter.is_uppercase() { Side::First } else { Side::Second };
            (letter != '.').then_some(Piece::new(Some(side), letter, None))
        };
        PieceTally::of(&Picture::new(&SHAPE, letters.chars().map(piece).collect()))
    }

    #[test]
    fn an_exchange_is_listed_for_both_sides() {
        let exchange = |before, after, side| material(after).since(&material(before), side);
        let found = exchange("QEEPPpqe", "QE.P..q.", Side::First);
        assert_eq!((found.won(), found.lost(), found.value()), (None, None, 0));
        let found = exchange("QEEPPpqe", "QE....q.", Side::First);
        assert_eq!(found.lost().as_deref(), Some("a pawn"));
        let found = exchange("PPPP.eqq", "QP...e..", Side::First);
        assert_eq!(found.lost().as_deref(), Some("three pawns"));
        assert_eq!(found.won().as_deref(), Some("two queens and a new queen"));
        assert_eq!(found.value(), 24);
        let found = exchange("PPPP.eqq", "QP...e..", Side::Second);
        assert_eq!(found.won().as_deref(), Some("three pawns"));
        assert_eq!(found.lost().as_deref(), Some("two queens and a new queen"));
        assert_eq!(found.value(), -24);
    }

    #[test]
    fn a_balance_has_two_sides() {
        let balance = |side| material("QPP.eeP.").balance(side);
        let [queen, elephants] = ["a queen and three pawns", "two elephants"].map(str::to_owned);
        assert_eq!(balance(Side::First), [Some(queen.clone()), Some(elephants.clone())]);
        assert_eq!(balance(Side::Second), [Some(elephants), Some(queen)]);
        assert_eq!(material("P...p").balance(Side::First), [None, None]);
    }

    #[test]
    fn a_gain_is_told_where_the_captures_are_over() {
        let gain_of = |boards: &[&str]| {
            let boards: Vec<PieceTally> = boards.iter().map(|board| material(board)).collect();
            let exchanges = boards.iter().map(|now| now.since(&boards[0], Side::First));
            gain(&exchanges.collect::<Vec<_>>())
        };
        // A pawn is taken, an elephant takes back and is taken.
        let boards = ["EPP.epp.", "EPP.ep..", "EP..ep..", "EP...p..", "EP...p..", "EP...p.."];
        let found = gain_of(&boards).unwrap();
        assert_eq!((found.plies, found.exchange.value()), (3, 3));
        // A piece that is won back is not a gain.
        let back = ["PP..pp..", "PP..p...", "PP..p...", "PP..p...", "P...p...", "P...p..."];
        assert_eq!(gain_of(&back), None);
        assert_eq!(gain_of(&boards[..1]), None);
        assert_eq!(gain_of(&[]), None);
    }

    #[test]
    fn numbers_are_words_up_to_ten() {
        assert_eq!(number_of(10, "", "pawn"), "ten pawns");
        assert_eq!(number_of(11, "new ", "pawn"), "11 new pawns");
        assert_eq!(number_of_each(&["rook", "queen", "rook"]), "two rooks and a queen");
        let parts = ["a", "b", "c"].map(str::to_owned);
        assert_eq!([list(&parts), list(&parts[..1])], ["a, b and c", "a"]);
    }
}
