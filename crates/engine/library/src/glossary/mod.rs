//! The words of a rules file with what they mean, for those who write one. The tables of keys in
//! the documents are made of the same rows.

#[cfg(test)]
mod tests;

use plyglot_core::game::{Outcome, Side};
use plyglot_definition::keys::{Field, Group, Sides, Words};
use plyglot_definition::predefined::PREDEFINED;
use plyglot_definition::{Definition, MAX_FILES, MAX_RANKS, PieceMask, Region};
use plyglot_engine::RuleWord;

/// What values are written as, and the notation of moves, as the documents have them.
const NOTATION: [[&str; 2]; 13] = [
    ["squares", "`d4 e4`, `*8` (a rank), `a*` (a file); `-` is none"],
    ["piece, pieces", "letters: `q`, `nbrq`; `-` is none"],
    ["result", "`win`, `loss` or `draw`; for the side to move"],
    ["`W`, `D`, `H`", "leaps 1, 2, 3 squares straight"],
    ["`F`, `A`, `G`", "leaps 1, 2, 3 squares diagonally"],
    ["`N`, `C` or `L`, `Z` or `J`", "leaps 2-1, 3-1, 3-2 squares"],
    ["`R`, `B`, `Q`, `K`", "moves of a rook, bishop, queen, king"],
    ["`mW`, `cW`", "only moves, only captures"],
    ["`fN`, `bN`, `lN`, `rN`", "only forwards, backwards, left, right"],
    ["`vN`, `sN`", "only forwards and backwards, only sideways"],
    ["`iD`, `ceF`", "only from `doubleStepRegion`; also captures en passant"],
    ["`pR`, `gQ`, `nN`", "over one piece, to right behind one, blocked by one"],
    ["`R3`, `NN`", "at most three steps, any number of steps"],
];

/// All words: keys, pieces, and [`NOTATION`] without values.
pub(crate) fn rule_words() -> Vec<RuleWord> {
    let mut words: Vec<RuleWord> = Vec::new();
    for mut group in Definition::default_groups() {
        words.extend(key_words(&mut *group));
    }
    words.extend(PREDEFINED.iter().map(|piece| RuleWord {
        name: piece.name.to_owned(),
        value: "letter".to_owned(),
        about: format!("Goes `{}`", piece.betza.unwrap_or("as written: n:CW")),
        ..RuleWord::default()
    }));
    words.extend(NOTATION.map(|[name, about]| RuleWord {
        name: name.to_owned(),
        about: about.to_owned(),
        ..RuleWord::default()
    }));
    words
}

/// The keys of a group. That of a side is named for the first one.
fn key_words(group: &mut dyn Group) -> Vec<RuleWord> {
    let white: Vec<[String; 2]> = group.fields(Side::First).into_iter().map(value).collect();
    let black: Vec<[String; 2]> = group.fields(Side::Second).into_iter().map(value).collect();
    let mut words = Vec::new();
    for ((key, [value, mut default]), [_, black]) in group.keys().iter().zip(white).zip(black) {
        if black != default {
            default += &format!(", {black}");
        }
        // A value of a flag says whether, so the line need not.
        let about = key.about.trim().trim_end_matches('.');
        let about = about.strip_prefix("Whether ").unwrap_or(about);
        let (first, rest) = about.split_at(1);
        let end = if key.sides == Sides::Each { "White" } else { "" };
        let about = first.to_uppercase() + rest;
        words.push(RuleWord { name: format!("{}{end}", key.name), value, default, about });
    }
    words
}

fn result(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Won => "`win`",
        Outcome::Lost => "`loss`",
        Outcome::Drawn => "`draw`",
    }
}

fn pieces(mask: PieceMask) -> String {
    let names = (0..PREDEFINED.len()).filter(|&piece| mask.contains(piece));
    let names: Vec<String> = names.map(|piece| format!("`{}`", PREDEFINED[piece].name)).collect();
    if names.is_empty() { "`-`".to_owned() } else { names.join(", ") }
}

fn squares(region: Region) -> String {
    match (0..MAX_RANKS).find(|&rank| region == Region::rank(rank)) {
        Some(rank) => format!("`*{}`", rank + 1),
        None if region == Region::NONE => "`-`".to_owned(),
        None => {
            debug_assert_eq!(region, Region::ALL, "a default that can be written");
            "all".to_owned()
        }
    }
}

/// The words, and the default, which is the first or none of them.
fn words(choice: &dyn Words) -> [String; 2] {
    let all: Vec<String> = choice.words().iter().map(|word| format!("`{word}`")).collect();
    let default = choice.get().map_or(String::new(), |at| {
        debug_assert_eq!(at, 0, "the default comes first");
        all[at].clone()
    });
    [all.join("/"), default]
}

/// What is written as a value, and the default.
fn value(field: Field<'_>) -> [String; 2] {
    let file = |file: u8| format!("`{}`", char::from(b'a' + file));
    let (what, default) = match field {
        Field::Flag(flag) => ("flag", format!("`{flag}`")),
        Field::Number(number) => ("number", format!("{number:?}")),
        Field::Worth(_) => ("number", String::new()),
        Field::Ranks(number) | Field::Files(number) => ("number", number.to_string()),
        Field::Rank(rank) => ("rank", (*rank + 1).to_string()),
        Field::File(last) if *last + 1 == MAX_FILES => ("file", "corner".to_owned()),
        Field::File(number) => ("file", file(*number)),
        Field::PieceOrAny(Some(piece)) | Field::PieceOrNone(Some(piece)) => {
            ("piece", pieces(PieceMask::single(*piece)))
        }
        Field::PieceOrAny(None) => ("piece", "`*`".to_owned()),
        Field::PieceOrNone(None) => ("piece", "`-`".to_owned()),
        Field::PiecesOrAny(_) => ("pieces", "`*`".to_owned()),
        Field::Pieces(mask) | Field::PiecesAndAll(mask) => ("pieces", pieces(*mask)),
        Field::Squares(region) => ("squares", squares(*region)),
        Field::Result(outcome) => ("result", result(*outcome).to_owned()),
        Field::ResultOrNone(_) => ("result", "`none`".to_owned()),
        Field::Choice(choice) => return words(choice),
        Field::Text(_) => ("text", String::new()),
        Field::Name(_) => ("word", String::new()),
        Field::Names(_) => ("words", String::new()),
        Field::Starts(_) => ("names: FEN", String::new()),
        Field::CastlingRights(_) => ("rights", "`-`".to_owned()),
        Field::Jumps(_) => ("Betza", "`-`".to_owned()),
    };
    [what.to_owned(), default]
}
