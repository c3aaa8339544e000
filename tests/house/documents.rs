//! Every example in the documents is run: dialogues in blocks tagged `uci`,
//! shell commands in blocks tagged `console`, in which `mygame` is an author's
//! program, `examples/morris.rs`. A block tagged `ini` is the file `my.ini`
//! of rules for the commands after it.

use crate::architecture::{read, root};
use crate::support::folder::Folder;
use crate::support::{dialogue, examples, shell};
use plyglot_definition::{MOVE_RULES, REPETITION_RULES};
use plyglot_records::RecordFormat;
use rayon::prelude::*;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// A block of a document that can be run.
struct Block {
    place: String,
    tag: String,
    text: String,
}

pub(super) fn documents() -> Vec<PathBuf> {
    let mut documents =
        ["protocol.md", "README.md", "CONTRIBUTING.md"].map(|name| root().join(name)).to_vec();
    for folder in ["docs", "docs/internals"] {
        let entries = std::fs::read_dir(root().join(folder)).expect("the folder exists");
        documents.extend(entries.map(|entry| entry.expect("a readable folder").path()));
    }
    documents.retain(|path| path.is_file() && path.extension().is_some_and(|e| e == "md"));
    documents.sort();
    documents
}

fn blocks(path: &Path) -> Vec<Block> {
    let text = std::fs::read_to_string(path).expect("a document is text");
    let name = path.file_name().expect("a file has a name").to_string_lossy();
    let mut blocks = Vec::new();
    let mut lines = text.lines().enumerate();
    while let Some((i, line)) = lines.next() {
        let Some(tag) = line.trim().strip_prefix("```") else { continue };
        let body = lines.by_ref().map(|(_, line)| line).take_while(|line| line.trim() != "```");
        blocks.push(Block {
            place: format!("{name}, block at line {}", i + 1),
            tag: tag.trim().to_owned(),
            text: body.collect::<Vec<_>>().join("\n"),
        });
    }
    blocks
}

/// Runs every command of a `console` block and compares what it prints.
fn run_console(block: &Block, folder: &Folder) {
    let mut commands: Vec<(&str, Vec<&str>)> = Vec::new();
    for line in block.text.lines() {
        match (line.strip_prefix("$ "), commands.last_mut()) {
            (Some(command), _) => commands.push((command, Vec::new())),
            (None, Some((_, expected))) => expected.push(line),
            (None, None) => panic!("{}: begins without a command", block.place),
        }
    }
    for (command, expected) in commands {
        let command = command.replace("cargo run --release --", "plyglot");
        let command = command.replace("cargo run --release", "plyglot");
        // Building and testing is what runs this test.
        if command.starts_with("cargo ") {
            continue;
        }
        let path = if command.contains("mygame") {
            format!("PATH={}:$PATH; ", folder_of_mygame().display())
        } else {
            String::new()
        };
        let printed = shell::run_in(folder, &format!("{path}{command}"));
        if let Err(problem) = dialogue::compare(&expected.join("\n"), &printed) {
            panic!("{}: $ {command}\n{problem}; printed was:\n{printed}", block.place);
        }
    }
}

/// A folder in which the example is called `mygame`.
fn folder_of_mygame() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("mygame");
        std::fs::create_dir_all(&folder).expect("a folder for it");
        let program = folder.join("mygame");
        std::fs::copy(examples::build("morris"), program).expect("a copy of the example");
        folder
    })
}

/// Writes the rules of an `ini` block to `my.ini`, and finds nothing wrong there.
fn write_rules(block: &Block, folder: &Folder) {
    std::fs::write(folder.file("my.ini"), &block.text).expect("a folder that can be written to");
    let printed = shell::run_in(folder, "plyglot check my.ini");
    let sections = block.text.lines().filter(|line| line.starts_with('[')).count();
    let games = if sections == 1 { "game" } else { "games" };
    let expected = format!("info string my.ini: {sections} valid {games}: *");
    if let Err(problem) = dialogue::compare(&expected, &printed) {
        panic!("{}: {problem}; printed was:\n{printed}", block.place);
    }
}

/// Runs the blocks of a document; gives how many there were.
fn run_examples(path: &Path) -> usize {
    // Files that commands write are read only by later commands of the same document.
    let name = path.file_stem().expect("a document has a name").to_string_lossy();
    let folder = Folder::new(&format!("examples_of_{name}"));
    shell::run(&format!(
        "ln -s \"$PWD/src\" \"$PWD/crates\" \"$PWD/examples\" \"$PWD/Cargo.toml\" '{}'",
        folder.file("")
    ));
    let mut count = 0;
    for block in blocks(path) {
        match block.tag.as_str() {
            "uci" => dialogue::run(&block.place, &block.text),
            "console" => run_console(&block, &folder),
            "ini" => write_rules(&block, &folder),
            _ => continue,
        }
        count += 1;
    }
    count
}

/// The pages that define UCI and its extensions.
const NORM: [&str; 3] = ["protocol.md", "docs/options.md", "docs/extensions.md"];

#[test]
fn the_examples_of_the_protocol_are_true() {
    let count: usize = NORM.iter().map(|page| run_examples(&root().join(page))).sum();
    assert!(count >= 8, "only {count} examples in {NORM:?}");
}

#[test]
fn the_examples_of_all_other_documents_are_true() {
    let is_other = |path: &&PathBuf| NORM.iter().all(|page| **path != root().join(page));
    documents().par_iter().filter(is_other).for_each(|path| {
        run_examples(path);
    });
}

/// The rows of the table with this first line, without the ruler below it.
fn rows<'a>(document: &'a str, head: &str) -> Vec<&'a str> {
    let (_, table) = document.split_once(&format!("\n{head}\n")).expect("the table exists");
    table.lines().take_while(|line| line.starts_with('|')).skip(1).collect()
}

fn codes<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    words.into_iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ")
}

/// The type of an option as the norm writes it, from its line in the answer to `uci`.
fn written_type(name: &str, declared: &str) -> String {
    let (kind, rest) = declared.split_once(" default ").unwrap_or((declared, ""));
    match (kind, name) {
        ("button" | "string", _) => kind.to_owned(),
        ("combo", _) => {
            let (default, words) = rest.split_once(" var ").expect("words to choose from");
            // The games have a table of their own.
            let words = if name == "UCI_Variant" { "" } else { words };
            let others = words.split(" var ").filter(|word| !word.is_empty() && *word != default);
            format!("combo {}", codes([default].into_iter().chain(others)))
        }
        ("spin", "Hash") => {
            let (range, _) = rest.split_once(" max ").expect("a range");
            format!("spin {} to the machine's memory", range.replace(" min ", ", from "))
        }
        ("spin", _) => format!("spin {}", rest.replace(" min ", ", ").replace(" max ", " to ")),
        _ => format!("{kind} {rest}"),
    }
}

/// The norm lists what the engine lists, with types, defaults and ranges.
#[test]
fn the_documented_options_are_those_of_the_engine() {
    let options = read("docs/options.md");
    let listed = shell::run("echo uci | plyglot");
    let declared = listed.lines().filter_map(|line| line.strip_prefix("option name "));
    let declared: Vec<String> = declared
        .map(|option| option.split_once(" type ").expect("a type"))
        .map(|(name, declared)| format!("| `{name}` | {} |", written_type(name, declared)))
        .collect();
    assert!(declared.len() >= 8, "{declared:?}");
    let written = rows(&options, "| option | type | meaning |").into_iter().map(|row| {
        let [_, name, kind, ..] = row.split('|').map(str::trim).collect::<Vec<_>>()[..] else {
            panic!("{row}")
        };
        // What a text has in it, and what else can be the default, is for people.
        let kind = kind.split([':', '[']).next().unwrap_or_default();
        format!("| {name} | {} |", kind.trim_end_matches(", or "))
    });
    assert_eq!(written.collect::<Vec<_>>(), declared);
}

/// The norm lists the games of the program, and all their names.
#[test]
fn the_documented_names_are_those_of_the_program() {
    let options = read("docs/options.md");
    let registry = plyglot_games::standard();
    let games = registry.entries().iter().map(|entry| {
        let info = entry.info;
        let names = codes([info.name].into_iter().chain(info.aliases.iter().copied()));
        let presets = match info.presets {
            [] => String::new(),
            [first, ..] => {
                let names = codes(info.presets.iter().map(|preset| preset.name));
                format!("; with `{}` turned on: {names}", first.option)
            }
        };
        format!("| {} | {names}{presets} |", info.title)
    });
    assert_eq!(rows(&options, "| game | names |"), games.collect::<Vec<_>>());
}

/// What the program says of a game without its title, which has a column of its own. Whoever
/// invented it comes last.
fn what_is_special(title: &str, about: &str) -> String {
    let about = about.trim_end_matches('.');
    let (head, rest) = about.split_at_checked(title.len()).unwrap_or_default();
    if !head.eq_ignore_ascii_case(title) {
        return about.to_owned();
    }
    match rest.strip_prefix(" (").and_then(|rest| rest.split_once("): ")) {
        Some((inventor, rest)) => format!("{rest} ({inventor})"),
        None => rest.trim_start_matches([':', ',', ';', '.', ' ']).to_owned(),
    }
}

/// The page of games, with the tables that the program makes.
fn page_of_games() -> String {
    const HEAD: &str = "| name | game | board | what is special |\n|---|---|---|---|";
    let registry = plyglot_games::standard();
    let page = read("docs/games.md");
    let mut made = page[..page.find("\n## ").expect("a heading")].to_owned();
    let mut last = String::new();
    for line in shell::run("plyglot games --json").lines() {
        let game: serde_json::Value = serde_json::from_str(line).expect("a line is JSON");
        let [name, title, family, board, about] = ["name", "title", "family", "board", "about"]
            .map(|key| game[key].as_str().expect("a text").replace('|', "\\|"));
        if family != last {
            made += &format!("\n## Games {family}\n\n{HEAD}\n");
            last = family;
        }
        let entry = registry.entries().iter().find(|entry| entry.info.name == name);
        let name = entry.map_or(name.as_str(), |entry| entry.info.common_name);
        let row = format!("| `{name}` | {title} | {board} | {} |", what_is_special(&title, &about));
        made += &(row.replace("  ", " ") + "\n");
    }
    made
}

#[test]
fn the_page_of_games_lists_what_the_program_lists() {
    const ANEW: &str = "`cargo test --test house write_the_games -- --ignored` writes it";
    let page = read("docs/games.md");
    let made = page_of_games();
    for (written, made) in page.lines().zip(made.lines()) {
        assert_eq!(written, made, "in docs/games.md: {ANEW}");
    }
    assert_eq!(page, made, "in docs/games.md: {ANEW}");
}

#[test]
#[ignore = "writes docs/games.md anew after a change of a game"]
fn write_the_games() {
    std::fs::write(root().join("docs/games.md"), page_of_games()).expect("a document");
}

/// The lines of a document that are prose, without what stands between backquotes.
fn prose(path: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(path).expect("a document is text");
    let mut is_code = false;
    let lines = text.lines().filter(|line| {
        let is_fence = line.trim().starts_with("```");
        is_code ^= is_fence;
        !is_code && !is_fence
    });
    lines.map(|line| line.split('`').step_by(2).collect()).collect()
}

/// The anchor of each heading, as GitHub names it.
fn anchors(path: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(path).expect("a document is text");
    let headings = text.lines().filter(|line| line.starts_with('#'));
    let named = headings.map(|line| {
        let heading = line.trim_start_matches('#').trim().to_lowercase().replace(' ', "-");
        heading.chars().filter(|c| c.is_alphanumeric() || matches!(c, '-' | '_')).collect()
    });
    let marks = text.split("<a id=\"").skip(1).filter_map(|rest| rest.split('"').next());
    named.chain(marks.map(str::to_owned)).collect()
}

#[test]
fn the_links_of_the_documents_lead_somewhere() {
    let more = ["CHANGELOG.md", "SECURITY.md", "docs/log/README.md"].map(|name| root().join(name));
    for path in documents().into_iter().chain(more) {
        let folder = path.parent().expect("a document lies in a folder");
        for line in prose(&path) {
            let links = line.split("](").skip(1).filter_map(|rest| rest.split(')').next());
            for link in links.filter(|link| !link.starts_with("http")) {
                let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
                let target = if file.is_empty() { path.clone() } else { folder.join(file) };
                assert!(target.exists(), "{}: no file for {link}", path.display());
                let is_named = anchor.is_empty() || anchors(&target).iter().any(|a| a == anchor);
                assert!(is_named, "{}: no heading for {link}", path.display());
            }
        }
    }
}

/// Counted to the tens.
#[test]
fn the_games_are_as_many_as_the_documents_say() {
    let registry = plyglot_library::with_library(plyglot_games::standard());
    let all = registry.games().len();
    let more_than = |named: usize| (all - named) / 10 * 10;
    let named = registry.entries().len();
    for (file, expected) in [
        ("README.md", format!("Ataxx, and {} more, from", more_than(named))),
        ("docs/options.md", format!("Another {} games are included", more_than(named))),
        ("CHANGELOG.md", format!("**Games in a file**: {} more", more_than(named))),
        ("Cargo.toml", format!("Surakarta, {} more games", more_than(4))),
        ("wasm/npm/README.md", format!("xiangqi and {} more games", more_than(3))),
        ("wasm/npm/package.json", format!("xiangqi and {} more board games", more_than(3))),
        ("python/pyproject.toml", format!("Connect Four and {} more", more_than(3))),
        ("python/README.md", format!("Connect Four and {} more", more_than(3))),
        ("python/plyglot/__init__.py", format!("Connect Four and {} more", more_than(3))),
        ("python/plyglot/__init__.pyi", format!("Connect Four and {} more", more_than(3))),
        ("docs/game_in_a_file.md", format!("{} games need no file", more_than(0))),
    ] {
        let text = read(file);
        assert!(text.contains(&expected), "{file} says: {expected}");
    }
}

/// In the last column stands what differs.
#[test]
fn the_equal_games_are_those_of_the_table() {
    let table = read("docs/log/variants.csv");
    let games = table.lines().count() - 1;
    let equal = table.lines().filter(|line| line.ends_with(',')).count();
    let expected = format!("**{equal} of the {games} games are equal.**");
    assert!(read("docs/game_in_a_file.md").contains(&expected), "{expected}");
}

#[test]
fn rules_without_tables_are_named() {
    let page = read("docs/tools.md");
    for (words, _) in MOVE_RULES.iter().chain(&REPETITION_RULES) {
        let (_, keys) = words.split_once('(').expect("its keys");
        for key in keys.trim_end_matches(')').split(", ") {
            assert!(page.contains(&format!("`{key}`")), "{key} is not in docs/tools.md");
        }
    }
}

#[test]
fn the_page_of_analyse_names_every_format_of_records() {
    let page = read("docs/analyse.md");
    let (_, section) = page.split_once("### Files of games\n\n").expect("the section exists");
    let list = section.lines().next().expect("a paragraph");
    for format in RecordFormat::ALL {
        assert!(list.contains(format.title()), "{}: {list}", format.title());
    }
}

/// Whoever adds one of these takes another one away.
#[test]
fn no_more_is_to_be_known_than_the_guide_for_contributors_allows() {
    let folder = Folder::new("house-man");
    shell::run(&format!("plyglot man '{}'", folder.file("")));
    let tools = folder.names().iter().filter(|name| name.starts_with("plyglot-")).count();
    let unused = keys_without_a_game();
    let guide = read("CONTRIBUTING.md");
    let bounds = rows(&guide, "| measure | at most | kept by |");
    for (measure, count) in [
        ("tools", tools),
        ("keys that no game of the library sets", unused.len()),
        ("words of the pages, without `docs/games.md`", words_of_pages()),
    ] {
        let row = bounds.iter().find_map(|row| row.strip_prefix(&format!("| {measure} | ")));
        let most = row.and_then(|row| row.split(" | ").next()).expect("a row");
        let most: usize = most.replace(',', "").parse().expect("a number");
        assert!((1..=most).contains(&count), "{count} {measure}, at most {most}: {unused:?}");
    }
}

/// The keys in the documents that no game of the library sets, nor inherits from one.
fn keys_without_a_game() -> Vec<String> {
    let mut games = String::new();
    let folder = root().join("crates/engine/library/games");
    for entry in std::fs::read_dir(folder).expect("the folder exists") {
        let path = entry.expect("a readable folder").path();
        if path.extension().is_some_and(|extension| extension == "ini") {
            games += &std::fs::read_to_string(path).expect("it is text");
        }
    }
    let set: BTreeSet<&str> = games.lines().filter_map(|line| line.split(" = ").next()).collect();
    let page = read("docs/rules_keys.md");
    let mut unused = Vec::new();
    for table in page.split("\n|key|value|default|meaning|\n").skip(1) {
        for row in table.lines().skip(1).take_while(|row| row.starts_with('|')) {
            let key = row.split('`').nth(1).expect("a key");
            let names = ["", "White", "Black"].map(|side| format!("{key}{side}"));
            if !names.iter().any(|name| set.contains(name.as_str())) {
                unused.push(key.to_owned());
            }
        }
    }
    unused
}

/// What users and implementers read. The page of the games grows with them, and the guide for
/// contributors is for few.
fn words_of_pages() -> usize {
    let pages = documents()
        .into_iter()
        .filter(|path| !["games.md", "CONTRIBUTING.md"].iter().any(|name| path.ends_with(name)));
    let texts = pages.map(|path| std::fs::read_to_string(path).expect("a document is text"));
    texts.map(|text| text.split_whitespace().count()).sum()
}

#[test]
fn each_game_has_a_title_of_its_own() {
    let registry = plyglot_library::with_library(plyglot_games::standard());
    let mut titles = BTreeSet::new();
    for game in registry.games() {
        assert!(titles.insert(game.title.to_lowercase()), "{}: {}", game.name, game.title);
    }
}

#[test]
fn the_networks_are_as_many_as_the_documents_say() {
    let registry = plyglot_library::with_library(plyglot_games::standard());
    let count = registry.games().iter().filter(|game| game.has_network).count();
    let text = read("README.md");
    let expected = format!("In chess and {} other games", count - 1);
    assert!(text.contains(&expected), "README.md says: {expected}");
}

/// The targets of fuzzing are the same in the folder, in its package and in the document. That
/// each has a corpus is for `tests/protocol/fuzz_corpus.rs`.
#[test]
fn the_targets_of_fuzzing_are_listed_in_every_place() {
    let sorted = |names: Vec<&str>| names.into_iter().map(str::to_owned).collect::<BTreeSet<_>>();
    let folder = std::fs::read_dir(root().join("fuzz/fuzz_targets")).expect("it exists");
    let files: BTreeSet<String> = folder
        .map(|entry| entry.expect("an entry").path())
        .map(|path| path.file_stem().expect("a name").to_string_lossy().into_owned())
        .collect();
    assert!(files.len() >= 10, "{files:?}");
    let package = read("fuzz/Cargo.toml");
    let bins = package.split("[[bin]]\nname = \"").skip(1);
    assert_eq!(sorted(bins.filter_map(|bin| bin.split('"').next()).collect()), files);
    let document = read("docs/internals/reliability.md");
    let rows = rows(&document, "| target | bytes | what must hold |");
    let cells = rows.into_iter().filter_map(|row| row.split(" | ").next());
    assert_eq!(sorted(cells.flat_map(|cell| cell.split('`').skip(1).step_by(2)).collect()), files);
}

/// All code on the pages for authors is in the examples, comments aside.
#[test]
fn the_code_for_authors_is_that_of_the_examples() {
    let plain = |text: &str| {
        let code = text.lines().map(str::trim).filter(|line| !line.starts_with("//"));
        code.collect::<Vec<_>>().join("\n")
    };
    let sources = ["nim", "morris", "hex"].map(|name| plain(&read(&format!("examples/{name}.rs"))));
    let pages = ["new_game", "stronger_game"].map(|name| root().join(format!("docs/{name}.md")));
    let blocks = pages.iter().flat_map(|page| blocks(page));
    let code: Vec<Block> = blocks.filter(|block| block.tag == "rust").collect();
    assert!(code.len() >= 7, "only {} blocks of code", code.len());
    for block in code {
        let text = plain(&block.text);
        // Between two items of a block there may be others in the source.
        let items = text.split("\n\n").filter(|item| !item.is_empty());
        for item in items {
            let is_there = sources.iter().any(|source| source.contains(item));
            assert!(is_there, "{}: not in an example:\n{item}", block.place);
        }
    }
}

/// The signatures on the page for authors are those of the traits, but for the names of what the
/// defaults do not use.
#[test]
fn the_signatures_for_authors_are_those_of_the_traits() {
    let sources = ["rules", "notation", "evaluation", "text_error"].map(|name| {
        let text = read(&format!("crates/engine/core/src/game/{name}.rs"));
        text.replace(", _", ", ").replace("(_", "(")
    });
    let blocks = blocks(&root().join("docs/new_game.md"));
    let mut signatures = blocks.iter().filter(|block| block.tag == "rust,signatures");
    let block = signatures.next().expect("a block of signatures");
    let lines = block.text.lines().map(|line| line.split(" //").next().unwrap_or_default().trim());
    let is_item =
        |line: &&str| ["fn ", "pub fn ", "const ", "type "].iter().any(|w| line.starts_with(w));
    let items: Vec<&str> = lines.filter(is_item).map(|line| line.trim_end_matches(';')).collect();
    assert!(items.len() >= 20, "{items:?}");
    for item in items {
        let is_there = sources.iter().any(|source| source.contains(item));
        assert!(is_there, "{}: not in a trait: {item}", block.place);
    }
}

/// The game that the page on files of rules begins with is a file of the examples.
#[test]
fn the_first_rules_of_the_page_are_those_of_the_example() {
    let blocks = blocks(&root().join("docs/game_in_a_file.md"));
    let rules: Vec<&Block> = blocks.iter().filter(|block| block.tag == "ini").collect();
    assert!(rules.len() >= 2, "only {} blocks of rules", rules.len());
    assert_eq!(read("examples/messenger.ini").trim_end(), rules[0].text);
}

/// The cells of a line of CSV; those with a comma or a quotation mark are quoted.
pub(super) fn cells(line: &str) -> Vec<String> {
    let mut cells = Vec::new();
    let mut cell = String::new();
    let mut is_quoted = false;
    let mut characters = line.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '"' if is_quoted && characters.next_if_eq(&'"').is_some() => cell.push('"'),
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => cells.push(std::mem::take(&mut cell)),
            _ => cell.push(character),
        }
    }
    cells.push(cell);
    cells
}

/// Each column of the log of matches has what its table says.
#[test]
fn the_outcomes_in_the_log_are_those_of_its_columns() {
    let readme = read("docs/log/README.md");
    let log = read("docs/log/matches.csv");
    let row = readme.lines().find(|line| line.starts_with("| `outcome` |")).expect("its row");
    let known: Vec<&str> = row.split('`').skip(3).step_by(2).chain([""]).collect();
    let mut lines = log.lines().map(cells);
    let head = lines.next().expect("a head");
    let outcome = head.iter().position(|name| *name == "outcome").expect("a column");
    for (number, line) in (2..).zip(lines) {
        assert_eq!(line.len(), head.len(), "line {number}");
        assert!(known.contains(&&*line[outcome]), "line {number}: {}", line[outcome]);
    }
}

#[test]
fn the_check_of_examples_finds_wrong_ones() {
    let folder = Folder::new("wrong_examples");
    let fails = |text: &str| {
        let text = text.to_owned();
        let block = Block { place: "wrong".to_owned(), tag: "console".to_owned(), text };
        std::panic::catch_unwind(|| run_console(&block, &folder)).is_err()
    };
    assert!(!fails("$ cargo test\nnot run\n$ echo a; echo b\n...\nb"));
    assert!(!fails("$ echo isready | cargo run --release\nreadyok"));
    assert!(fails("$ echo isready | cargo run --release --\nreadyOK"));
    assert!(fails("$ echo a; echo b\na"));
    assert!(fails("$ echo a\na\nb"));
    let fails = |text: &str| {
        let text = text.to_owned();
        let block = Block { place: "wrong".to_owned(), tag: "ini".to_owned(), text };
        std::panic::catch_unwind(|| write_rules(&block, &folder)).is_err()
    };
    assert!(!fails("[one:chess]\n[two:one]\nmustCapture = true"));
    assert!(fails("[one:chess]\n[two:one]\nmustCapture = yes"));
    assert!(fails("[one:ches]"));
}
