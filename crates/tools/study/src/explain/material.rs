//! The pieces that a line wins and loses.

use plyglot_core::game::{BoardShape, HeldPiece, Picture, Piece, PieceKind, Side};
use plyglot_engine::Pictures;
use plyglot_support::text::{list, number_word, plural, with_article};
use serde::{Serialize, Serializer};

/// How many pieces of each kind the sides have, the first player's first. Kinds without a value,
/// such as a royal king, are not counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PieceTally {
    kinds: &'static [PieceKind],
    board: Vec<[i32; 2]>,
    hands: Vec<[i32; 2]>,
}

impl PieceTally {
    /// The pieces of a position; `None` where their numbers mean nothing.
    pub(super) fn from_game(game: &dyn Pictures) -> Option<PieceTally> {
        let picture = game.picture()?;
        let has_values = picture.shape.kinds.iter().any(|kind| kind.value > 0);
        if has_values { Some(PieceTally::new(&picture)) } else { None }
    }

    fn new(picture: &Picture) -> PieceTally {
        let kinds = picture.shape.kinds;
        let mut tally = PieceTally { kinds, board: nothing(kinds), hands: nothing(kinds) };
        for piece in picture.cells.iter().flatten() {
            if let Some((kind, side)) = kind_number(picture.shape, piece).zip(piece.side) {
                tally.board[kind][side] += 1;
            }
        }
        for (side, hand) in picture.hands.iter().flatten().enumerate() {
            for HeldPiece { piece, count } in hand {
                if let Some(kind) = kind_number(picture.shape, piece) {
                    tally.hands[kind][side] += *count as i32;
                }
            }
        }
        tally
    }

    /// The kind of the piece on a cell, if its number means something.
    pub(super) fn kind(picture: &Picture, cell: usize) -> Option<&'static PieceKind> {
        let piece = picture.cells.get(cell)?.as_ref()?;
        picture.shape.kind_of(piece).filter(|kind| kind.value > 0)
    }

    /// The value of the piece on a cell, in the units of scores; 0 for none.
    pub(super) fn value(picture: &Picture, cell: usize) -> i32 {
        PieceTally::kind(picture, cell).map_or(0, |kind| i32::from(kind.value))
    }

    fn all(&self, kind: usize) -> [i32; 2] {
        Side::BOTH.map(|side| self.board[kind][side] + self.hands[kind][side])
    }

    /// The pieces that a side is ahead and behind by; `None` for none.
    pub(super) fn balance(&self, side: Side) -> [Option<String>; 2] {
        [self.surplus(side), self.surplus(!side)]
    }

    fn surplus(&self, side: Side) -> Option<String> {
        let mut surplus = Vec::new();
        for (number, kind) in self.kinds.iter().enumerate() {
            let all = self.all(number);
            let more = all[side] - all[!side];
            if more > 0 {
                surplus.push(KindCount { kind, count: more });
            }
        }
        listed(&surplus)
    }
}

fn nothing(kinds: &[PieceKind]) -> Vec<[i32; 2]> {
    vec![[0; 2]; kinds.len()]
}

/// The number of the kind of a piece; `None` if the kind has no value.
fn kind_number(shape: &BoardShape, piece: &Piece) -> Option<usize> {
    let kind = shape.kind_of(piece).filter(|kind| kind.value > 0)?;
    shape.kinds.iter().position(|other| other == kind)
}

/// The plies without a capture that end a series of captures.
pub(super) const QUIET_PLIES: usize = 4;
/// A gain that comes later than this says little about the first move.
const MAX_GAIN_PLIES: usize = 12;

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Gain {
    #[serde(rename = "pieces", serialize_with = "piece_changes")]
    pub(super) exchange: LineExchange,
    /// The plies after which it is won or lost, and no capture follows at once.
    pub(super) plies: usize,
}

fn piece_changes<S: Serializer>(exchange: &LineExchange, to: S) -> Result<S::Ok, S::Error> {
    exchange.piece_changes().serialize(to)
}

/// The material that a line wins or loses, from the exchanges before its first
/// move and after each one. The line ends when nothing is taken next.
///
/// Only places count at which a series of captures is over. The gain is that of the first
/// such place where a side is ahead and stays so. `None` if there is none among the first
/// plies.
pub(super) fn gain(exchanges: &[LineExchange]) -> Option<Gain> {
    let rests: Vec<usize> =
        (0..exchanges.len()).filter(|&plies| is_rest(&exchanges[plies..])).collect();
    let signs: Vec<i32> = rests.iter().map(|&plies| exchanges[plies].value().signum()).collect();
    let early = rests.iter().take_while(|&&plies| plies <= MAX_GAIN_PLIES).count();
    let first =
        (0..early).find(|&i| signs[i] != 0 && signs[i..].iter().all(|&later| later == signs[i]))?;
    let plies = rests[first];
    Some(Gain { exchange: exchanges[plies].clone(), plies })
}

fn is_rest(exchanges: &[LineExchange]) -> bool {
    exchanges.iter().take(QUIET_PLIES + 1).all(|later| *later == exchanges[0])
}

/// The own side and the other one, in what a line wins and loses.
const OWN: usize = 0;
const OTHER: usize = 1;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Promotion {
    from: usize,
    to: usize,
}

/// How many pieces of a kind each side has more than before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct PieceChange {
    #[serde(rename = "piece")]
    name: String,
    own: i32,
    other: i32,
}

/// The pieces that a side has won and lost, from its point of view.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LineExchange {
    kinds: &'static [PieceKind],
    /// By kind: how many more each side has on the board and in hand than before.
    more: Vec<[i32; 2]>,
    /// By kind: how many more each side has by promotions, less what it has lost. Whatever comes
    /// into its hand was lost by the other side.
    changes: Vec<[i32; 2]>,
    /// By side, the first one before the others.
    promotions: [Vec<Promotion>; 2],
}

impl LineExchange {
    /// What a line has won and lost for a side after each of its moves, from the pieces before the
    /// first one and after each.
    pub(super) fn along(tallies: &[PieceTally], side: Side) -> Vec<LineExchange> {
        let Some(first) = tallies.first() else { return Vec::new() };
        let mut sum = LineExchange {
            kinds: first.kinds,
            more: nothing(first.kinds),
            changes: nothing(first.kinds),
            promotions: [Vec::new(), Vec::new()],
        };
        let mut all = vec![sum.clone()];
        for pair in tallies.windows(2) {
            sum.add(&pair[0], &pair[1], [side, !side]);
            all.push(sum.clone());
        }
        all
    }

    fn add(&mut self, before: &PieceTally, after: &PieceTally, sides: [Side; 2]) {
        for who in [OWN, OTHER] {
            let side = sides[who];
            let mut made = Vec::new();
            let mut lost = Vec::new();
            for kind in 0..self.kinds.len() {
                self.more[kind][who] += after.all(kind)[side] - before.all(kind)[side];
                let on_board = after.board[kind][side] - before.board[kind][side];
                let in_hand = after.hands[kind][side] - before.hands[kind][side];
                // A drop moves a piece from the hand to the board.
                let change = on_board + in_hand.min(0);
                let list = if change > 0 { &mut made } else { &mut lost };
                list.extend(std::iter::repeat_n(kind, change.unsigned_abs() as usize));
            }
            // The cheapest of several pieces is the one that was promoted.
            lost.sort_by_key(|&kind| self.kinds[kind].value);
            for &kind in &lost {
                self.changes[kind][who] -= 1;
            }
            for (&from, to) in lost.iter().zip(made) {
                self.changes[to][who] += 1;
                self.promotions[who].push(Promotion { from, to });
            }
        }
    }

    pub(super) fn value(&self) -> i32 {
        let mut value = 0;
        for (kind, change) in self.kinds.iter().zip(&self.changes) {
            value += i32::from(kind.value) * (change[OWN] - change[OTHER]);
        }
        value
    }

    /// The pieces that the side has won, less those of the same kind that it has lost.
    /// `None` if there are none.
    pub(super) fn won(&self) -> Option<String> {
        listed(&self.captured(OTHER))
    }

    /// The pieces that the side has lost, less those of the same kind that it has won.
    /// `None` if there are none.
    pub(super) fn lost(&self) -> Option<String> {
        listed(&self.captured(OWN))
    }

    /// The kind of the one piece that one side has won, if nothing else has changed.
    pub(super) fn single(&self) -> Option<&'static PieceKind> {
        let is_plain = [OWN, OTHER].iter().all(|&who| self.losses_and_promotions(who).1.is_empty());
        match [self.captured(OWN), self.captured(OTHER)].concat()[..] {
            [KindCount { kind, count: 1 }] if is_plain => Some(kind),
            _ => None,
        }
    }

    /// What the own side has promoted, as in `two pawns to queens`, less what the other one has.
    pub(super) fn promoted(&self) -> Option<String> {
        self.promotions_of(OWN)
    }

    /// What the other side has promoted, less what the own one has.
    pub(super) fn promoted_by_other(&self) -> Option<String> {
        self.promotions_of(OTHER)
    }

    /// The kinds of which a side has more or less, for machines.
    fn piece_changes(&self) -> Vec<PieceChange> {
        let mut changes = Vec::new();
        for (kind, more) in self.kinds.iter().zip(&self.more) {
            if more[OWN] != 0 || more[OTHER] != 0 {
                changes.push(PieceChange { name: noun(kind), own: more[OWN], other: more[OTHER] });
            }
        }
        changes
    }

    /// The kinds of which a side has lost more than the other one, and how many.
    fn captured(&self, who: usize) -> Vec<KindCount<'static>> {
        let (own, _) = self.losses_and_promotions(who);
        let (other, _) = self.losses_and_promotions(1 - who);
        let mut captured = Vec::new();
        for (i, kind) in self.kinds.iter().enumerate() {
            if own[i] > other[i] {
                captured.push(KindCount { kind, count: own[i] - other[i] });
            }
        }
        captured
    }

    /// By kind what a side has lost, and what it has promoted. A promoted piece that was lost
    /// again counts as the piece that it was before.
    fn losses_and_promotions(&self, who: usize) -> (Vec<i32>, Vec<Promotion>) {
        let mut lost: Vec<i32> = self.changes.iter().map(|change| -change[who].min(0)).collect();
        let mut made: Vec<i32> = self.changes.iter().map(|change| change[who].max(0)).collect();
        let mut promotions = Vec::new();
        for (i, &Promotion { mut from, to }) in self.promotions[who].iter().enumerate().rev() {
            if made[to] == 0 {
                continue;
            }
            // It may have been promoted before.
            for earlier in self.promotions[who][..i].iter().rev() {
                if lost[from] == 0 && earlier.to == from {
                    from = earlier.from;
                }
            }
            made[to] -= 1;
            lost[from] -= 1;
            promotions.push(Promotion { from, to });
        }
        lost.iter_mut().for_each(|count| *count = (*count).max(0));
        (lost, promotions)
    }

    fn promotions_of(&self, who: usize) -> Option<String> {
        let (_, mut own) = self.losses_and_promotions(who);
        let (_, other) = self.losses_and_promotions(1 - who);
        for one in other {
            if let Some(index) = own.iter().position(|another| *another == one) {
                own.remove(index);
            }
        }
        let mut parts = Vec::new();
        while let Some(&one) = own.first() {
            let count = own.iter().filter(|&&another| another == one).count() as i32;
            own.retain(|&another| another != one);
            let from = &self.kinds[one.from];
            let to = &self.kinds[one.to];
            let into = match count {
                _ if to.is_promoted => String::new(),
                1 => format!(" to {}", number_of(1, &noun(to))),
                _ => format!(" to {}", plural(&noun(to))),
            };
            parts.push(format!("{}{into}", number_of(count, &noun(from))));
        }
        if parts.is_empty() { None } else { Some(list(&parts)) }
    }
}

#[derive(Clone, Copy)]
struct KindCount<'a> {
    kind: &'a PieceKind,
    count: i32,
}

fn listed(counts: &[KindCount<'_>]) -> Option<String> {
    let parts: Vec<String> =
        counts.iter().map(|pieces| number_of(pieces.count, &noun(pieces.kind))).collect();
    if parts.is_empty() { None } else { Some(list(&parts)) }
}

/// A kind in words: `rook`, `promoted rook`.
pub(super) fn noun(kind: &PieceKind) -> String {
    let promoted = if kind.is_promoted { "promoted " } else { "" };
    format!("{promoted}{}", kind.name)
}

/// Some things in words: `a pawn`, `two queens`, `12 pieces`.
fn number_of(count: i32, noun: &str) -> String {
    match count {
        1 => with_article(noun),
        _ => format!("{} {}", number_word(count.unsigned_abs() as usize), plural(noun)),
    }
}

/// Pieces in words: `a queen and two rooks`.
pub(super) fn number_of_each(kinds: &[&PieceKind]) -> String {
    let mut counts: Vec<KindCount<'_>> = Vec::new();
    for &kind in kinds {
        match counts.iter_mut().find(|known| known.kind == kind) {
            Some(known) => known.count += 1,
            None => counts.push(KindCount { kind, count: 1 }),
        }
    }
    listed(&counts).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyglot_core::game::BoardStyle;

    const KINDS: [PieceKind; 6] = [
        PieceKind::new(['Q', 'q'], "queen", 9),
        PieceKind::new(['E', 'e'], "elephant", 3),
        PieceKind { is_promoted: true, ..PieceKind::new(['S', 's'], "soldier", 2) },
        PieceKind::new(['P', 'p'], "pawn", 1),
        PieceKind::new(['S', 's'], "soldier", 1),
        PieceKind::new(['K', 'k'], "king", 0),
    ];
    const SHAPE: BoardShape = {
        let mut shape = BoardShape::new(8, 1, BoardStyle::Plain);
        shape.kinds = &KINDS;
        shape
    };

    /// The pieces on a board and, behind a blank, in hand; `T` is a promoted soldier.
    fn material(letters: &str) -> PieceTally {
        let piece = |letter: char| {
            let side = if letter.is_uppercase() { Side::First } else { Side::Second };
            let plain = match letter {
                'T' => 'S',
                't' => 's',
                letter => letter,
            };
            let is_promoted = plain != letter;
            let piece = Piece { is_promoted, ..Piece::new(Some(side), plain, None) };
            if letter == '.' { None } else { Some(piece) }
        };
        let (board, hand) = letters.split_once(' ').unwrap_or((letters, ""));
        let mut picture = Picture::new(&SHAPE, board.chars().map(piece).collect());
        let of = |side: Side| {
            let held = hand.chars().filter_map(piece).filter(|piece| piece.side == Some(side));
            held.map(|piece| HeldPiece { piece, count: 1 }).collect()
        };
        picture.hands = Some(Side::BOTH.map(of));
        PieceTally::new(&picture)
    }

    /// What a line has won and lost at its end, from its boards.
    fn exchange(boards: &[&str], side: Side) -> LineExchange {
        let tallies: Vec<PieceTally> = boards.iter().map(|board| material(board)).collect();
        LineExchange::along(&tallies, side).pop().expect("a board")
    }

    fn won_and_lost(found: &LineExchange) -> [Option<String>; 2] {
        [found.won(), found.lost()]
    }

    fn words(text: &str) -> Option<String> {
        Some(text.to_owned())
    }

    #[test]
    fn an_exchange_is_listed_for_both_sides() {
        let found = exchange(&["QEEPPpqe", "QE.PPpq.", "QE.P..q."], Side::First);
        assert_eq!((won_and_lost(&found), found.value()), ([None, None], 0));
        let found = exchange(&["QEEPPpqe", "QE....q."], Side::First);
        assert_eq!(won_and_lost(&found), [None, words("a pawn")]);
        // A pawn takes a queen and is promoted; two pawns and a queen are taken.
        let boards = ["PPPP.eqq", "PPPQ.eq.", "PPPQ.e..", "PPQ..e..", "P.Q..e.."];
        let found = exchange(&boards, Side::First);
        assert_eq!(won_and_lost(&found), [words("two queens"), words("two pawns")]);
        assert_eq!(
            (found.promoted(), found.promoted_by_other()),
            (words("a pawn to a queen"), None)
        );
        assert_eq!(found.value(), 24);
        let found = exchange(&boards, Side::Second);
        assert_eq!(won_and_lost(&found), [words("two pawns"), words("two queens")]);
        assert_eq!(
            (found.promoted(), found.promoted_by_other()),
            (None, words("a pawn to a queen"))
        );
        assert_eq!(found.value(), -24);
    }

    /// The balance of a game with hands is that of boards and hands together.
    #[test]
    fn a_drop_wins_nothing_and_a_capture_into_the_hand_one_piece() {
        let drop = exchange(&["QP..eK.. Pe", "QP.PeK.. e"], Side::First);
        assert_eq!((won_and_lost(&drop), drop.value()), ([None, None], 0));
        assert_eq!(drop.piece_changes(), []);
        let taken = exchange(&["Q...e...", "....Q... E"], Side::First);
        assert_eq!((won_and_lost(&taken), taken.value()), ([words("an elephant"), None], 3));
        let elephant = PieceChange { name: "elephant".to_owned(), own: 1, other: -1 };
        assert_eq!(taken.piece_changes(), [elephant]);
        // The elephant is dropped and taken; so each side has won one.
        let back = exchange(&["Q...e...", "....Q... E", "...EQ...", "...qQ... e"], Side::First);
        assert_eq!((back.won(), back.lost()), (None, None));
        // A promoted soldier is in hand a soldier.
        let promoted = exchange(&["Q...t...", "....Q... S"], Side::First);
        assert_eq!(won_and_lost(&promoted), [words("a promoted soldier"), None]);
        assert_eq!(promoted.single().map(|kind| kind.is_promoted), Some(true));
    }

    /// A promoted piece that is lost again is the piece that it was.
    #[test]
    fn promotions_are_told_apart_from_captures() {
        let one = exchange(&["SP......", "TP......"], Side::First);
        assert_eq!((won_and_lost(&one), one.promoted()), ([None, None], words("a soldier")));
        assert_eq!((one.value(), one.single()), (1, None));
        let lost = exchange(&["SP......", "TP......", ".P......"], Side::First);
        assert_eq!((won_and_lost(&lost), lost.promoted()), ([None, words("a soldier")], None));
        let two = exchange(&["PP......", "QP......", "QQ......"], Side::First);
        assert_eq!(two.promoted(), words("two pawns to queens"));
        let both = exchange(&["PPp.....", "QPp.....", "QPq....."], Side::First);
        assert_eq!((both.promoted(), both.promoted_by_other()), (None, None));
    }

    #[test]
    fn a_balance_has_two_sides() {
        let tally = material("QPP.eeP. kK");
        let [queen, elephants] = ["a queen and three pawns", "two elephants"].map(str::to_owned);
        assert_eq!(tally.balance(Side::First), [Some(queen.clone()), Some(elephants.clone())]);
        assert_eq!(tally.balance(Side::Second), [Some(elephants), Some(queen)]);
        assert_eq!(material("P...pKK.").balance(Side::First), [None, None]);
        assert_eq!(material("P...p... P").balance(Side::First), [words("a pawn"), None]);
    }

    fn gain_of(boards: &[&str]) -> Option<Gain> {
        let boards: Vec<PieceTally> = boards.iter().map(|board| material(board)).collect();
        gain(&LineExchange::along(&boards, Side::First))
    }

    #[test]
    fn a_gain_is_reported_where_the_captures_are_over() {
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
    fn numbers_are_words_up_to_twelve() {
        assert_eq!(number_of(12, "pawn"), "twelve pawns");
        assert_eq!(number_of(13, "man"), "13 men");
        assert_eq!(number_of(1, "M piece"), "an M piece");
        assert_eq!(number_of(1, "G piece"), "a G piece");
        let [queen, rook] = [9, 5].map(|value| PieceKind::new(['Q', 'q'], "q", value));
        assert_eq!(number_of_each(&[&rook, &queen, &rook]), "two qs and a q");
    }
}
