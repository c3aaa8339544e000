//! The descriptions of JSON: all tools mean the same by the same name.

use crate::architecture::{read, root};
use crate::support::schema::Schema;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::PathBuf;

fn schemas() -> Vec<(PathBuf, Value)> {
    let files = std::fs::read_dir(root().join("docs")).expect("the documents are there");
    let files = files.map(|entry| entry.expect("a readable folder").path());
    let files = files.filter(|path| path.to_string_lossy().ends_with(".schema.json"));
    let parsed = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).expect("a description is text");
        let schema = serde_json::from_str(&text);
        let schema = schema.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        (path, schema)
    };
    files.map(parsed).collect()
}

/// The types and values of a field that tools share.
fn values(name: &str) -> Option<BTreeSet<String>> {
    let values = match name {
        "game" | "id" | "position" | "move" | "error" => vec![json!("string"), json!("null")],
        "number" | "depth" | "nodes" | "cp" | "mate" | "column" => {
            vec![json!("integer"), json!("null")]
        }
        "time" => vec![json!("number"), json!("null")],
        "wdl" | "line" => vec![json!("array"), json!("null")],
        "side" => ["first", "second"].map(|side| json!(side)).to_vec(),
        _ => return None,
    };
    Some(values.iter().map(Value::to_string).collect())
}

/// Looks at every field that a part of a description names.
fn check(place: &str, schema: &Value, whole: &Value, count: &mut usize) {
    for (name, field) in schema["properties"].as_object().into_iter().flatten() {
        let target = field["$ref"].as_str().and_then(|path| path.strip_prefix('#'));
        let field = target.map_or(Some(field), |path| whole.pointer(path)).expect("a reference");
        if let Some(expected) = values(name) {
            let found = [&field["type"], &field["enum"]].into_iter().filter(|kind| !kind.is_null());
            let found =
                found.flat_map(|kind| kind.as_array().cloned().unwrap_or(vec![kind.clone()]));
            let found: BTreeSet<String> = found.map(|kind| kind.to_string()).collect();
            assert!(!found.is_empty() && found.is_subset(&expected), "{place}: {name}: {found:?}");
            *count += 1;
        }
    }
    let parts: Vec<&Value> = match schema {
        Value::Object(parts) => parts.values().collect(),
        Value::Array(parts) => parts.iter().collect(),
        _ => return,
    };
    parts.into_iter().for_each(|part| check(place, part, whole, count));
}

#[test]
fn fields_of_one_name_have_one_meaning() {
    for (path, schema) in schemas() {
        let (place, mut count) = (path.display().to_string(), 0);
        Schema::new(schema.clone());
        check(&place, &schema, &schema, &mut count);
        assert!(count >= 2, "{place} has {count} of the usual fields");
    }
    assert!(std::panic::catch_unwind(|| Schema::new(json!({ "type": "text" }))).is_err());
    let wrong = json!({ "properties": { "time": { "type": "string" } } });
    let found = std::panic::catch_unwind(|| check("wrong", &wrong, &wrong, &mut 0));
    assert!(found.is_err());
}

#[test]
fn the_page_of_the_tools_links_every_description() {
    let page = read("docs/tools.md");
    let schemas = schemas();
    assert!(schemas.len() >= 7, "{} descriptions", schemas.len());
    for (path, _) in schemas {
        let name = path.file_name().expect("a file has a name").to_string_lossy();
        assert!(page.contains(&format!("({name})")), "{name} is not in docs/tools.md");
    }
}
