//! The tables of keys in the documents are what the groups say.

use super::keys::{Field, Group, Key, Sides, Words};
use super::kinds::KINDS;
use super::{Definition, MAX_FILES, MAX_RANKS, PieceKinds, PieceRules, Region};
use plyglot_core::game::Outcome;

const TABLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/rules_keys.md");

fn result(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Won => "`win`",
        Outcome::Lost => "`loss`",
        Outcome::Drawn => "`draw`",
    }
}

fn pieces(kinds: PieceKinds) -> String {
    let names = (0..KINDS.len()).filter(|&kind| kinds.contains(kind));
    let names: Vec<String> = names.map(|kind| format!("`{}`", KINDS[kind].name)).collect();
    if names.is_empty() { "`-`".to_owned() } else { names.join(", ") }
}

fn squares(region: Region) -> String {
    match (0..MAX_RANKS).find(|&rank| region == Region::rank(rank)) {
        Some(rank) => format!("`*{}`", rank + 1),
        None if region == Region::NONE => "`-`".to_owned(),
        None => {
            assert_eq!(region, Region::ALL, "a default that this test can write");
            "all".to_owned()
        }
    }
}

/// The words, and the default, which is the first or none of them.
fn words(choice: &dyn Words) -> [String; 2] {
    let all: Vec<String> = choice.words().iter().map(|word| format!("`{word}`")).collect();
    let default = choice.get().map_or(String::new(), |at| {
        assert_eq!(at, 0, "the default comes first");
        all[at].clone()
    });
    [all.join("/"), default]
}

/// What is written as a value, and the default.
fn value(field: Field) -> [String; 2] {
    let file = |file: u8| format!("`{}`", char::from(b'a' + file));
    let (what, default) = match field {
        Field::Flag(flag) => ("flag", format!("`{flag}`")),
        Field::Number(number) => ("number", format!("{number:?}")),
        Field::Worth(_) => ("number", String::new()),
        Field::Ranks(number) | Field::Files(number) => ("number", number.to_string()),
        Field::Rank(rank) => ("rank", (*rank + 1).to_string()),
        Field::File(last) if *last + 1 == MAX_FILES => ("file", "corner".to_owned()),
        Field::File(number) => ("file", file(*number)),
        Field::Kind(_, Some(kind)) => ("piece", pieces(PieceKinds::of(*kind))),
        Field::Kind(sign, None) => ("piece", format!("`{sign}`")),
        Field::KindsOrAny(_) => ("pieces", "`*`".to_owned()),
        Field::Kinds(kinds) | Field::KindsAndAll(kinds) => ("pieces", pieces(*kinds)),
        Field::Squares(region) => ("squares", squares(*region)),
        Field::Result(outcome) => ("result", result(*outcome).to_owned()),
        Field::ResultOrNone(_) => ("result", "`none`".to_owned()),
        Field::Choice(choice) => return words(choice),
        Field::Text(_) => ("text", String::new()),
        Field::Name(_) => ("word", String::new()),
        Field::Names(_) => ("words", String::new()),
        Field::CastlingRights(_) => ("rights", "`-`".to_owned()),
        Field::Jumps(_) => ("Betza", "`-`".to_owned()),
    };
    [what.to_owned(), default]
}

fn rows(group: &mut dyn Group) -> String {
    let [white, black] = [0, 1].map(|side| {
        let values = group.fields(side).into_iter().map(value);
        values.collect::<Vec<[String; 2]>>()
    });
    let row = |((key, [what, mut default]), [_, black]): ((&Key, [String; 2]), [String; 2])| {
        if black != default {
            default += &format!(", {black}");
        }
        let name = match key.sides {
            Sides::One => format!("`{}`", key.name),
            Sides::Both => format!("`{}`¹", key.name),
            Sides::Each => format!("`{}`²", key.name),
        };
        // A value of a flag says whether, so the table need not.
        let about = key.about.trim().trim_end_matches('.');
        let about = about.strip_prefix("Whether ").unwrap_or(about);
        let (first, rest) = about.split_at(1);
        format!("|{name}|{what}|{default}|{}{rest}|\n", first.to_uppercase())
    };
    group.keys().iter().zip(white).zip(black).map(row).collect()
}

/// To write a table anew after a change of its group, copy what this prints.
#[test]
fn the_tables_of_keys_are_those_of_the_documents() {
    const HEAD: &str = "|key|value|default|meaning|\n|---|---|---|---|\n";
    let document = std::fs::read_to_string(TABLES).expect("the document exists") + "\n";
    let mut pieces = PieceRules::default();
    let mut definition = Definition::default();
    let mut count = 1;
    let groups = definition.groups().into_iter().inspect(|_| count += 1);
    for group in groups.chain([&mut pieces as &mut dyn Group]) {
        let table = format!("\n{HEAD}{}", rows(group));
        assert!(document.contains(&format!("{table}\n")), "not in docs/rules_keys.md:\n{table}");
    }
    assert_eq!(document.matches(HEAD).count(), count);
}
