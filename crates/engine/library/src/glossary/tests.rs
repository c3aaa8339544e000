//! The tables of keys in the documents are what the groups say.

use super::{NOTATION, key_words};
use plyglot_variants::definition::keys::{Group, Sides};
use plyglot_variants::definition::{Definition, PieceRules};

const TABLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../docs/rules_keys.md");

fn rows(group: &mut dyn Group) -> String {
    let words = key_words(group);
    let rows = group.keys().iter().zip(words).map(|(key, word)| {
        let sign = match key.sides {
            Sides::One => "",
            Sides::Both => "¹",
            Sides::Each => "²",
        };
        format!("|`{}`{sign}|{}|{}|{}|\n", key.name, word.value, word.default, word.about)
    });
    rows.collect()
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

#[test]
fn the_notation_of_moves_is_that_of_the_documents() {
    let document = std::fs::read_to_string(TABLES).expect("the document exists");
    for [name, about] in NOTATION {
        let forms = [format!("|{name}|{about}|"), format!("{name}: {about}")];
        assert!(forms.iter().any(|form| document.contains(form)), "{name}: {about}");
    }
}
