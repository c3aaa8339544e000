//! No file imports another that imports it back, by itself or through others: neither the modules
//! of a crate, without their tests, nor the scripts of the page.
//!
//! A file imports the one that defines what its paths lead to, through whatever re-exports. A
//! module and its children may use each other, as a child sees all that its parent has. So a circle
//! counts if it is one without the steps from children up, or one without those from parents down.

use crate::architecture::{crates, files, root};
use std::collections::{BTreeMap, BTreeSet};

/// The texts of files, by their paths from the root of the repository.
type Sources = BTreeMap<String, String>;

/// By file, those that it imports.
type Imports<'s> = BTreeMap<&'s str, BTreeSet<&'s str>>;

const PAGE: &str = "crates/page/board/src/page";

/// The longest chain of re-exports that is followed.
const MAX_STEPS: usize = 12;

/// The words before the names of items.
const ITEMS: [&str; 9] =
    ["const", "enum", "fn", "macro_rules", "static", "struct", "trait", "type", "union"];

/// What a `use` brings into a module: where it is, and its name there; `*` for everything.
struct Import<'s> {
    path: Vec<&'s str>,
    name: &'s str,
    is_public: bool,
}

/// A module: a file, or a part of one.
struct Module<'s> {
    parent: Option<usize>,
    file: &'s str,
    children: BTreeMap<&'s str, usize>,
    items: BTreeSet<&'s str>,
    imports: Vec<Import<'s>>,
    /// The words and signs of everything else.
    body: Vec<&'s str>,
}

/// Where a path leads.
enum Target {
    Module(usize),
    /// To an item of this module.
    Item(usize),
}

/// The modules of a crate, of which the first is the root.
struct Crate<'s> {
    sources: &'s Sources,
    modules: Vec<Module<'s>>,
}

impl<'s> Crate<'s> {
    fn new(sources: &'s Sources, file: &'s str) -> Crate<'s> {
        let mut all = Crate { sources, modules: Vec::new() };
        all.add_file(file, None);
        all
    }

    fn add_file(&mut self, file: &'s str, parent: Option<usize>) -> usize {
        let sources = self.sources;
        let tokens = without_tests(&tokens(&sources[file]));
        self.add(file, parent, &tokens, folder_of(file))
    }

    /// Adds a module of these tokens, whose children have their files in a folder.
    fn add(
        &mut self,
        file: &'s str,
        parent: Option<usize>,
        tokens: &[&'s str],
        folder: &str,
    ) -> usize {
        let number = self.modules.len();
        self.modules.push(Module {
            parent,
            file,
            children: BTreeMap::new(),
            items: BTreeSet::new(),
            imports: Vec::new(),
            body: Vec::new(),
        });
        let mut depth = 0_i32;
        let mut at = 0;
        while at < tokens.len() {
            let module = &mut self.modules[number];
            match tokens[at] {
                "use" if tokens.get(at + 1) != Some(&"<") => {
                    let is_public = matches!(module.body.last(), Some(&("pub" | ")")));
                    at = read_imports(tokens, at + 1, &[], is_public, &mut module.imports);
                    continue;
                }
                "mod" if depth == 0 && matches!(tokens.get(at + 2), Some(&("{" | ";"))) => {
                    at = self.add_child(number, tokens, at + 1, folder);
                    continue;
                }
                "{" => depth += 1,
                "}" => depth -= 1,
                word if depth == 0 && ITEMS.contains(&word) => {
                    let is_macro = word == "macro_rules";
                    module.items.extend(tokens.get(at + 1 + usize::from(is_macro)));
                }
                _ => {}
            }
            module.body.push(tokens[at]);
            at += 1;
        }
        number
    }

    /// Adds the child whose name stands at a place; gives where its declaration ends.
    fn add_child(&mut self, parent: usize, tokens: &[&'s str], at: usize, folder: &str) -> usize {
        let name = tokens[at];
        let own_folder = format!("{folder}/{name}");
        if tokens.get(at + 1) == Some(&"{") {
            let end = group_end(tokens, at + 1);
            let file = self.modules[parent].file;
            let child = self.add(file, Some(parent), &tokens[at + 2..end - 1], &own_folder);
            self.modules[parent].children.insert(name, child);
            return end;
        }
        let sources = self.sources;
        let places = [format!("{own_folder}.rs"), format!("{own_folder}/mod.rs")];
        let found = places.iter().find_map(|place| sources.get_key_value(place));
        let (file, _) = found.unwrap_or_else(|| panic!("no file of the module {own_folder}"));
        let child = self.add_file(file, Some(parent));
        self.modules[parent].children.insert(name, child);
        at + 2
    }

    /// Where a path in a module leads; `None` if that is not in this crate, or a local name.
    fn resolve(&self, module: usize, path: &[&str], steps: usize) -> Option<Target> {
        let (&first, rest) = path.split_first()?;
        let is_name = !["crate", "self", "super"].contains(&first);
        if is_name && !self.has(module, first) {
            return None;
        }
        let mut at = match first {
            "crate" => 0,
            "super" => self.modules[module].parent?,
            _ => module,
        };
        let names = if is_name { path } else { rest };
        for (number, name) in names.iter().enumerate() {
            match self.find(at, name, number + 1 == names.len(), steps)? {
                Target::Module(next) => at = next,
                item => return Some(item),
            }
        }
        Some(Target::Module(at))
    }

    fn has(&self, module: usize, name: &str) -> bool {
        let module = &self.modules[module];
        module.children.contains_key(name)
            || module.items.contains(name)
            || module.imports.iter().any(|import| import.name == name)
    }

    /// What a name is in a module: of a child and an item, the item if the name is the last of a
    /// path. An item that is not written there is made by a macro.
    fn find(&self, module: usize, name: &str, is_last: bool, steps: usize) -> Option<Target> {
        let steps = steps.checked_sub(1)?;
        let of = &self.modules[module];
        if name == "super" {
            return of.parent.map(Target::Module);
        }
        let import = of.imports.iter().find(|import| import.name == name);
        let imported = || self.resolve(module, &import?.path, steps);
        if let Some(&child) = of.children.get(name) {
            let item = if is_last { imported() } else { None };
            let item = item.filter(|target| matches!(target, Target::Item(_)));
            return Some(item.unwrap_or(Target::Module(child)));
        }
        if of.items.contains(name) {
            return Some(Target::Item(module));
        }
        if import.is_some() {
            return imported();
        }
        for glob in of.imports.iter().filter(|import| import.name == "*") {
            let path = &glob.path[..glob.path.len() - 1];
            if let Some(Target::Module(source)) = self.resolve(module, path, steps)
                && self.has(source, name)
            {
                return self.find(source, name, is_last, steps);
            }
        }
        Some(Target::Item(module))
    }

    /// Each file with one that it imports. A re-export is none, unless the file itself uses it.
    fn imports(&self) -> Vec<(&'s str, &'s str)> {
        let mut found = Vec::new();
        for (number, module) in self.modules.iter().enumerate() {
            let words: BTreeSet<&str> = module.body.iter().copied().collect();
            let used = module.imports.iter();
            let used = used.filter(|import| !import.is_public || words.contains(import.name));
            let mut paths = inline_paths(&module.body);
            paths.extend(used.map(|import| import.path.clone()));
            for path in paths {
                if let Some(Target::Item(other)) = self.resolve(number, &path, MAX_STEPS) {
                    found.push((module.file, self.modules[other].file));
                }
            }
        }
        found
    }
}

/// Reads what a `use` brings, from a place on; gives where it ends.
fn read_imports<'s>(
    tokens: &[&'s str],
    mut at: usize,
    before: &[&'s str],
    is_public: bool,
    found: &mut Vec<Import<'s>>,
) -> usize {
    let mut path = before.to_vec();
    loop {
        match tokens[at] {
            "::" | "$" => at += 1,
            "{" => {
                at += 1;
                while tokens[at] != "}" {
                    at = read_imports(tokens, at, &path, is_public, found);
                    at += usize::from(tokens[at] == ",");
                }
                return at + 1;
            }
            "as" | "," | ";" | "}" => {
                // What stands before `self` is meant.
                if path.len() > 1 {
                    path.pop_if(|last| *last == "self");
                }
                let is_renamed = tokens[at] == "as";
                let name = if is_renamed { tokens[at + 1] } else { path[path.len() - 1] };
                found.push(Import { path, name, is_public });
                return at + if is_renamed { 2 } else { 0 };
            }
            word => {
                path.push(word);
                at += 1;
            }
        }
    }
}

/// The words and signs of Rust, without comments, strings and characters. `::` is one sign.
fn tokens(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let skipped = skipped_length(rest);
        let length = match first {
            _ if skipped > 0 => skipped,
            _ if is_of_word(first) => rest.find(|c: char| !is_of_word(c)).unwrap_or(rest.len()),
            _ if rest.starts_with("::") => 2,
            _ => first.len_utf8(),
        };
        if skipped == 0 {
            tokens.push(&rest[..length]);
        }
        rest = &rest[length..];
    }
    tokens
}

fn is_of_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn is_name(token: &str) -> bool {
    token.starts_with(|c: char| is_of_word(c) && !c.is_numeric())
}

/// The length of the blank, the comment, the string or the character with which a text begins; 0
/// if it begins with none.
fn skipped_length(text: &str) -> usize {
    if text.starts_with(char::is_whitespace) {
        return text.len() - text.trim_start().len();
    }
    if text.starts_with("//") {
        return text.find('\n').unwrap_or(text.len());
    }
    if let Some(comment) = text.strip_prefix("/*") {
        return comment.find("*/").map_or(text.len(), |end| end + 4);
    }
    if let Some(character) = text.strip_prefix('\'') {
        return character_length(character).map_or(0, |length| length + 1);
    }
    let quoted = text.trim_start_matches(['b', 'c', 'r']);
    let prefix = &text[..text.len() - quoted.len()];
    let plain = quoted.trim_start_matches('#');
    let hashes = &quoted[..quoted.len() - plain.len()];
    let Some(content) = plain.strip_prefix('"') else { return 0 };
    let before = text.len() - content.len();
    if prefix.ends_with('r') {
        let end = format!("\"{hashes}");
        return content.find(&end).map_or(text.len(), |at| before + at + end.len());
    }
    // A sign of its own, such as that of an attribute, stands before a string.
    if hashes.is_empty() { before + string_length(content) } else { 0 }
}

/// The length of a character behind its first quote, with the second; `None` for a lifetime.
fn character_length(text: &str) -> Option<usize> {
    let first = text.chars().next()?;
    if first == '\\' {
        return Some(2 + text.get(2..)?.find('\'')? + 1);
    }
    text[first.len_utf8()..].starts_with('\'').then(|| first.len_utf8() + 1)
}

/// The length of a string behind its first quote, with the second.
fn string_length(text: &str) -> usize {
    let mut is_escaped = false;
    for (at, c) in text.char_indices() {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// The same without attributes, and without the items that only tests have.
fn without_tests<'s>(tokens: &[&'s str]) -> Vec<&'s str> {
    let mut kept = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let open = at + 1 + usize::from(tokens.get(at + 1) == Some(&"!"));
        if tokens[at] != "#" || tokens.get(open) != Some(&"[") {
            kept.push(tokens[at]);
            at += 1;
            continue;
        }
        let end = group_end(tokens, open);
        let attribute = &tokens[open + 1..end - 1];
        let is_for_tests = attribute == ["test"] || attribute == ["cfg", "(", "test", ")"];
        at = if is_for_tests { item_end(tokens, end) } else { end };
    }
    kept
}

/// Where the group in brackets ends that begins at a place.
fn group_end(tokens: &[&str], open: usize) -> usize {
    let mut depth = 0_usize;
    for (at, token) in tokens.iter().enumerate().skip(open) {
        match *token {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at + 1;
        }
    }
    tokens.len()
}

/// Where the item, the field or the statement ends that begins at a place.
fn item_end(tokens: &[&str], mut at: usize) -> usize {
    while at < tokens.len() {
        match tokens[at] {
            "{" => return group_end(tokens, at),
            "(" | "[" => at = group_end(tokens, at),
            ";" | "," => return at + 1,
            "}" | ")" | "]" => return at,
            _ => at += 1,
        }
    }
    at
}

/// The paths in a module, of two names and more.
fn inline_paths<'s>(body: &[&'s str]) -> Vec<Vec<&'s str>> {
    let mut paths = Vec::new();
    let mut at = 0;
    while at < body.len() {
        let mut path = vec![body[at]];
        let mut end = at + 1;
        while body.get(end) == Some(&"::") && body.get(end + 1).is_some_and(|token| is_name(token))
        {
            path.push(body[end + 1]);
            end += 2;
        }
        let is_whole = at == 0 || body[at - 1] != "::";
        if path.len() > 1 && is_whole && is_name(path[0]) {
            paths.push(path);
        }
        at = end;
    }
    paths
}

/// The folder in which the files of a module's children are.
fn folder_of(file: &str) -> &str {
    let ends = ["/lib.rs", "/main.rs", "/mod.rs", ".rs"];
    ends.into_iter().find_map(|end| file.strip_suffix(end)).unwrap_or(file)
}

/// Whether a file is of a child of the module that a file is, or of a child's child.
fn is_below(file: &str, parent: &str) -> bool {
    file.strip_prefix(folder_of(parent)).is_some_and(|rest| rest.starts_with('/'))
}

fn is_above(file: &str, child: &str) -> bool {
    is_below(child, file)
}

/// The names of the scripts that a script imports, now or later.
fn imported_scripts(text: &str) -> Vec<String> {
    let mut code = String::new();
    let mut rest = text;
    while let Some((before, comment)) = rest.split_once("/*") {
        code.push_str(before);
        rest = comment.split_once("*/").map_or("", |(_, after)| after);
    }
    code.push_str(rest);
    let lines = code.lines().filter_map(|line| line.split("//").next());
    let quoted = lines.flat_map(|line| line.split('"').skip(1).step_by(2));
    quoted.filter_map(|text| text.strip_prefix("./")).map(str::to_owned).collect()
}

fn imports_of(sources: &Sources) -> Imports<'_> {
    let mut imports: Imports =
        sources.keys().map(|file| (file.as_str(), BTreeSet::new())).collect();
    for (file, text) in sources {
        let mut pairs = Vec::new();
        if file.ends_with("src/lib.rs") || file.ends_with("src/main.rs") {
            pairs = Crate::new(sources, file).imports();
        }
        if file.ends_with(".js") {
            let folder = file.rsplit_once('/').map_or("", |(folder, _)| folder);
            let places = imported_scripts(text).into_iter().map(|name| format!("{folder}/{name}"));
            let others = places.filter_map(|place| sources.get_key_value(&place));
            pairs.extend(others.map(|(other, _)| (file.as_str(), other.as_str())));
        }
        for (from, to) in pairs.into_iter().filter(|(from, to)| from != to) {
            imports.entry(from).or_default().insert(to);
        }
    }
    imports
}

/// The files that a file imports, by itself or through others, without some of the imports.
fn reached<'s>(
    imports: &Imports<'s>,
    start: &'s str,
    is_left_out: fn(&str, &str) -> bool,
) -> BTreeSet<&'s str> {
    let mut reached = BTreeSet::new();
    let mut open = vec![start];
    while let Some(file) = open.pop() {
        for &other in &imports[file] {
            if !is_left_out(file, other) && reached.insert(other) {
                open.push(other);
            }
        }
    }
    reached
}

fn circles<'s>(imports: &Imports<'s>) -> BTreeSet<Vec<&'s str>> {
    let left_out: [fn(&str, &str) -> bool; 2] = [is_below, is_above];
    let mut circles = BTreeSet::new();
    for is_left_out in left_out {
        let by_file: Imports =
            imports.keys().map(|&file| (file, reached(imports, file, is_left_out))).collect();
        for (&file, others) in &by_file {
            let circle: Vec<&str> =
                others.iter().copied().filter(|&other| by_file[other].contains(file)).collect();
            if !circle.is_empty() {
                circles.insert(circle);
            }
        }
    }
    circles
}

fn sources() -> Sources {
    let scripts = std::fs::read_dir(root().join(PAGE)).expect("the folder of the page");
    let scripts = scripts.map(|entry| entry.expect("a readable folder").path());
    let scripts = scripts.filter(|path| path.extension().is_some_and(|e| e == "js"));
    let modules = crates().into_iter().flat_map(|folder| files(&folder));
    let mut sources = Sources::new();
    for path in modules.chain(scripts) {
        let name = path.strip_prefix(root()).expect("a file of ours").to_string_lossy();
        let text = std::fs::read_to_string(&path).expect("sources are text");
        sources.insert(name.replace('\\', "/"), text);
    }
    sources
}

#[test]
fn no_file_imports_one_that_imports_it_back() {
    let sources = sources();
    let imports = imports_of(&sources);
    let circles: Vec<String> = circles(&imports).iter().map(|files| files.join(", ")).collect();
    assert!(circles.is_empty(), "files import each other in circles:\n{}", circles.join("\n"));
    for (file, other) in [
        // A module, what another re-exports, and what is only named in the code.
        (
            "crates/engine/core/src/search/driver/deepening.rs",
            "crates/engine/core/src/search/driver/root.rs",
        ),
        (
            "crates/engine/variants/src/position/chase.rs",
            "crates/engine/variants/src/rules/board_map.rs",
        ),
        ("crates/page/board/src/server.rs", "crates/page/board/src/routes.rs"),
        // A script that is loaded when it is needed.
        ("crates/page/board/src/page/archive.js", "crates/page/board/src/page/ends.js"),
    ] {
        assert!(imports[file].contains(other), "{file} imports {other}");
    }
}

/// The circles of made-up files, as their names.
fn circles_of(files: &[(&str, &str)]) -> Vec<String> {
    let sources = files.iter().map(|(name, text)| (format!("x/src/{name}"), (*text).to_owned()));
    let sources: Sources = sources.collect();
    let imports = imports_of(&sources);
    circles(&imports).iter().map(|files| files.join(" ").replace("x/src/", "")).collect()
}

/// The finder itself: it must find what is there.
#[test]
fn circles_are_found_through_reexports() {
    let root = ("lib.rs", "mod a;\nmod b;\npub use b::Thing;\n");
    let a = ("a.rs", "use crate::Thing;\npub struct Other(Thing);\n");
    let b = ("b.rs", "use super::a;\npub struct Thing(Box<a::Other>);\n");
    assert_eq!(circles_of(&[root, a, b]), ["a.rs b.rs"]);
    assert_eq!(circles_of(&[root, a, ("b.rs", "pub struct Thing;")]), [""; 0]);
    for harmless in [
        "pub struct Thing;\n#[cfg(test)]\nmod tests {\n    use crate::a::Other;\n}\n",
        "pub struct Thing;\n// crate::a::Other, in a comment\nconst A: &str = \"crate::a::Other\";\n",
        "pub struct Thing;\n/// As [`Other`](crate::a::Other).\nconst A: char = '\"';\n",
        "use super::a;\npub struct Thing;\n",
    ] {
        assert_eq!(circles_of(&[root, a, ("b.rs", harmless)]), [""; 0], "{harmless}");
    }
    for circle in [
        "pub struct Thing(Box<crate::a::Other>);",
        "use super::a::{self as other};\npub struct Thing(Box<other::Other>);",
        "const A: &str = r#\"a \"quoted\" word\"#;\npub struct Thing(Box<super::a::Other>);",
        "pub struct Thing;\nmod inner {\n    use super::super::a::Other;\n}\n",
    ] {
        assert_eq!(circles_of(&[root, a, ("b.rs", circle)]), ["a.rs b.rs"], "{circle}");
    }
}

#[test]
fn a_module_and_its_children_may_use_each_other() {
    let root = ("lib.rs", "mod a;\nmod b;\n");
    let parent = "mod child;\nuse child::Child;\npub struct Parent(Child);\n";
    let child = ("a/child.rs", "use super::Parent;\npub struct Child(Box<Parent>);\n");
    let b = ("b.rs", "use crate::a::child::Child;\npub struct Other;\n");
    assert_eq!(circles_of(&[root, ("a/mod.rs", parent), child, b]), [""; 0]);
    // But a circle may also go through a child and its parent.
    let parent = format!("use crate::b::Other;\n{parent}");
    assert_eq!(
        circles_of(&[root, ("a/mod.rs", parent.as_str()), child, b]),
        ["a/child.rs a/mod.rs b.rs"]
    );
}

#[test]
fn circles_of_scripts_are_found() {
    let a = ("a.js", "import { b } from \"./b.js\";\n");
    assert_eq!(circles_of(&[a, ("b.js", "const a = await import(\"./a.js\");\n")]), ["a.js b.js"]);
    let of_types = "/** @type {import(\"./a.js\").A} */\nexport const b = 1; // \"./a.js\"\n";
    assert_eq!(circles_of(&[a, ("b.js", of_types)]), [""; 0]);
}
