//! The symbols of pieces in images: figures of chess, signs of shogi and xiangqi, and letters.

use crate::piece_set::{PieceSet, piece_name};
use crate::rules::Rules;
use crate::set::Set;
use plyglot_core::game::{Side, Step};
use plyglot_definition::hexagons::drawn;
use plyglot_definition::{How, PieceDefinition};
use std::hash::Hash;

const FIGURES: [(char, [char; 2]); 6] = [
    ('k', ['♔', '♚']),
    ('q', ['♕', '♛']),
    ('r', ['♖', '♜']),
    ('b', ['♗', '♝']),
    ('n', ['♘', '♞']),
    ('p', ['♙', '♟']),
];

/// The signs of shogi, by piece and letter: other games give the same moves other names.
const SHOGI_SIGNS: [(&str, char, char); 10] = [
    ("king", 'k', '玉'),
    ("rook", 'r', '飛'),
    ("bishop", 'b', '角'),
    ("gold", 'g', '金'),
    ("silver", 's', '銀'),
    ("shogiKnight", 'n', '桂'),
    ("lance", 'l', '香'),
    ("shogiPawn", 'p', '歩'),
    ("bers", 'd', '龍'),
    ("dragonHorse", 'h', '馬'),
];

/// The signs of pieces that are promoted to a gold general, by their letter.
const GOLD_SIGNS: [(char, char); 4] = [('p', 'と'), ('l', '杏'), ('n', '圭'), ('s', '全')];

const XIANGQI_SIGNS: [(&str, [char; 2]); 11] = [
    ("king", ['帥', '將']),
    ("fers", ['仕', '士']),
    ("wazir", ['士', '士']),
    ("elephant", ['相', '象']),
    ("janggiElephant", ['象', '象']),
    ("horse", ['傌', '馬']),
    ("rook", ['俥', '車']),
    ("cannon", ['炮', '砲']),
    ("janggiCannon", ['包', '包']),
    ("soldier", ['兵', '卒']),
    ("banner", ['旗', '旗']),
];

/// The signs of pieces that only their names tell, in whatever family.
const NAMED_SIGNS: [(&str, char); 14] = [
    ("lion", '獅'),
    ("giraffe", '麒'),
    ("elephant", '象'),
    ("chick", '雛'),
    ("hen", '鶏'),
    ("phoenix", '鵬'),
    ("falcon", '鷹'),
    ("crane", '鶴'),
    ("pheasant", '雉'),
    ("swallow", '燕'),
    ("goose", '雁'),
    ("eagle", '鵰'),
    ("left quail", '鶉'),
    ("right quail", '鶉'),
];

impl<S: Set + Hash> Rules<S> {
    /// The symbols of all kinds in images, by side.
    pub(crate) fn symbols(&self) -> &[[Option<char>; 2]] {
        self.symbols.get_or_init(|| symbols(self))
    }
}

/// The symbols of all kinds, by side. A game of signs has signs for all its pieces, or letters.
fn symbols<S: Set + Hash>(rules: &Rules<S>) -> Vec<[Option<char>; 2]> {
    let set = rules.variant.piece_set;
    let mut symbols = Vec::new();
    for number in 0..rules.kinds.len() {
        symbols.push(Side::BOTH.map(|side| sign(rules, number, side)));
    }
    if matches!(set, PieceSet::Stones | PieceSet::Discs) {
        return symbols;
    }
    let has_signs = matches!(set, PieceSet::Shogi | PieceSet::Xiangqi | PieceSet::Janggi);
    let is_mixed = has_signs && symbols.iter().flatten().any(Option::is_none);
    for (number, signs) in symbols.iter_mut().enumerate() {
        *signs = signs.map(|sign| sign.filter(|_| !is_mixed).or(Some(letter(rules, number))));
    }
    symbols
}

fn letter<S: Set + Hash>(rules: &Rules<S>, number: usize) -> char {
    let mut letters = rules.kinds[number].text.chars();
    letters.find(char::is_ascii_alphabetic).unwrap_or('?').to_ascii_uppercase()
}

/// The figure or the sign of a kind, if players know one.
fn sign<S: Set + Hash>(rules: &Rules<S>, number: usize, side: Side) -> Option<char> {
    let kind = &rules.kinds[number];
    let lower = letter(rules, number).to_ascii_lowercase();
    let name = rules.definition.pieces[kind.piece].name;
    let is_promoted = kind.text.starts_with('+');
    let set = rules.variant.piece_set;
    match set {
        PieceSet::Discs if rules.is_marked(kind.piece) => Some(letter(rules, number)),
        PieceSet::Stones | PieceSet::Discs => None,
        PieceSet::Shogi => {
            let named = piece_name(rules.definition, kind.piece);
            let known = NAMED_SIGNS.iter().find(|(of, _)| *of == named);
            let turns_back = rules.definition.promotion.has_demotion;
            let turned = if turns_back && is_promoted && name == "gold" {
                Some(turned_sign(lower))
            } else {
                None
            };
            let known = known.map(|&(_, sign)| sign).or(turned);
            known.or_else(|| shogi_sign(name, lower, is_promoted))
        }
        PieceSet::Xiangqi | PieceSet::Janggi => xiangqi_sign(name, side, set == PieceSet::Janggi),
        PieceSet::Chess => {
            // An invented piece with a name of its own is not the one of chess with its letter, but
            // where there is no other, its letter says how it goes.
            let is_invented = name.starts_with("customPiece") && has_own_name(rules, kind.piece);
            let is_invented = is_invented && rules.definition.pieces.len() > 1;
            let figure = FIGURES.iter().find(|(of, _)| *of == lower && !is_promoted);
            figure.filter(|_| !is_invented).map(|(_, symbols)| symbols[side])
        }
    }
}

fn has_own_name<S>(rules: &Rules<S>, piece: usize) -> bool {
    const CHESS: [&str; 6] = ["king", "queen", "rook", "bishop", "knight", "pawn"];
    let PieceDefinition { letter, .. } = rules.definition.pieces[piece];
    let mut given = rules.definition.shown.piece_names.0.iter();
    given.any(|(of, name)| *of == letter && !CHESS.contains(&name.as_str()))
}

/// The steps of a kind, where its symbol is a letter that says nothing of them.
pub(crate) fn steps<S: Set + Hash>(rules: &Rules<S>, number: usize) -> Vec<Step> {
    let is_known = rules.symbols()[number].iter().flatten().all(|symbol| !symbol.is_ascii());
    if is_known || rules.variant.piece_set == PieceSet::Discs {
        return Vec::new();
    }
    let walks = &rules.definition.pieces[rules.kinds[number].piece].walks;
    let mut steps = Vec::new();
    for walk in walks.iter() {
        let (files, ranks) = match rules.size.is_hexagonal {
            true => drawn((walk.files, walk.ranks)),
            false => (walk.files, walk.ranks),
        };
        let slides = !matches!(walk.how, How::Leap | How::Lame);
        steps.push(Step { files, ranks, slides, moves: walk.moves, captures: walk.captures });
    }
    steps
}

fn shogi_sign(name: &str, letter: char, is_promoted: bool) -> Option<char> {
    if is_promoted && name == "gold" {
        return GOLD_SIGNS.iter().find(|(of, _)| *of == letter).map(|&(_, sign)| sign);
    }
    let known =
        SHOGI_SIGNS.iter().find(|(of, usual, _)| *of == name && (is_promoted || *usual == letter));
    known.map(|&(_, _, sign)| sign)
}

/// The sign of a gold general whose other side has this letter, where pieces turn over and back: that
/// of a pawn stands for it where the set has a gold general already.
fn turned_sign(letter: char) -> char {
    if matches!(letter, 'b' | 'l') { 'と' } else { '金' }
}

fn xiangqi_sign(name: &str, side: Side, is_janggi: bool) -> Option<char> {
    // In janggi, the states of Chu and Han are at war, and Chu has other soldiers.
    match (name, is_janggi, side) {
        ("king", true, Side::First) => return Some('楚'),
        ("king", true, Side::Second) => return Some('漢'),
        ("soldier", true, Side::First) => return Some('卒'),
        ("soldier", true, Side::Second) => return Some('兵'),
        ("rook", true, _) => return Some('車'),
        ("horse", true, _) => return Some('馬'),
        _ => {}
    }
    let signs = XIANGQI_SIGNS.iter().find(|(of, _)| *of == name);
    signs.map(|(_, signs)| signs[side])
}
