//! The tables of keys in the documents are made of the rows of the groups.

use super::{NOTATION, key_words};
use plyglot_definition::Definition;
use plyglot_definition::keys::{Group, Sides};

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../docs/rules_keys.md");
const HEAD: &str = "|key|value|default|meaning|\n|---|---|---|---|\n";

fn page() -> String {
    std::fs::read_to_string(PAGE).expect("the document exists")
}

fn rows(group: &mut dyn Group) -> String {
    let words = key_words(group);
    let rows = group.keys().iter().zip(words).map(|(key, word)| {
        let sides = match key.sides {
            Sides::One => "",
            Sides::Both => "¹",
            Sides::Each => "²",
        };
        let ours = if key.is_ours { "³" } else { "" };
        format!("|`{}`{sides}{ours}|{}|{}|{}|\n", key.name, word.value, word.default, word.about)
    });
    rows.collect()
}

/// The page with its tables made anew, one for each group, of which that of single pieces is first.
fn with_tables(page: &str) -> String {
    let mut groups = Definition::default_groups();
    groups.rotate_right(1);
    let mut parts = page.split(HEAD);
    let mut made = parts.next().unwrap_or_default().to_owned();
    let parts: Vec<&str> = parts.collect();
    assert_eq!(parts.len(), groups.len(), "a table for each group");
    for (group, part) in groups.iter_mut().zip(parts) {
        let (_, rest) = part.split_once("\n\n").unwrap_or_default();
        made += &format!("{HEAD}{}\n{rest}", rows(&mut **group));
    }
    made
}

#[test]
fn the_tables_of_keys_are_those_of_the_documents() {
    const ANEW: &str = "`cargo test -p plyglot-library write_the_tables -- --ignored` writes it";
    let page = page();
    let made = with_tables(&page);
    for (written, made) in page.lines().zip(made.lines()) {
        assert_eq!(written, made, "in docs/rules_keys.md: {ANEW}");
    }
    assert_eq!(page, made, "in docs/rules_keys.md: {ANEW}");
}

#[test]
#[ignore = "writes docs/rules_keys.md anew after a change of a row"]
fn write_the_tables() {
    std::fs::write(PAGE, with_tables(&page())).expect("a document that can be written");
}

#[test]
fn the_notation_of_moves_is_that_of_the_documents() {
    let document = page();
    for [name, about] in NOTATION {
        let forms = [format!("|{name}|{about}|"), format!("{name}: {about}")];
        assert!(forms.iter().any(|form| document.contains(form)), "{name}: {about}");
    }
}
