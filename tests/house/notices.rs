//! The notices of other people's crates, which `.ci/notices` writes: none is forgotten, and each
//! package has them.

use crate::architecture::{crates, read};
use crate::support::shell;
use std::collections::{BTreeMap, BTreeSet};

/// A crate as both files write it: `anyhow 1.0.104`.
type NameAndVersion = String;

struct LockedCrate {
    is_own: bool,
    /// Names; where there are several versions, each with its version.
    dependencies: Vec<String>,
}

type LockedCrates = BTreeMap<NameAndVersion, LockedCrate>;

fn quoted<'a>(line: &'a str, key: &str) -> Option<&'a str> {
    line.strip_prefix(key)?.strip_prefix('"')?.split('"').next()
}

fn locked() -> LockedCrates {
    let text = read("Cargo.lock");
    let mut locked = BTreeMap::new();
    for block in text.split("[[package]]\n").skip(1) {
        let value = |key| block.lines().find_map(|line| quoted(line, key));
        let name = value("name = ").expect("a crate has a name");
        let version = value("version = ").expect("a crate has a version");
        let dependencies = block.lines().filter_map(|line| quoted(line, " ")).map(str::to_owned);
        let is_own = value("source = ").is_none();
        let dependencies = dependencies.collect();
        locked.insert(format!("{name} {version}"), LockedCrate { is_own, dependencies });
    }
    locked
}

/// What one of our crates needs that is no tool of its tests.
fn needed_by(manifest: &str) -> BTreeSet<String> {
    let mut is_needed = false;
    let mut names = BTreeSet::new();
    for line in manifest.lines() {
        if line.starts_with('[') {
            is_needed = line == "[dependencies]" || line.ends_with(".dependencies]");
            is_needed &= line != "[workspace.dependencies]";
        } else if is_needed && line.starts_with(|c: char| c.is_ascii_alphabetic()) {
            let end = line.find(['.', ' ', '=']).unwrap_or(line.len());
            names.insert(line[..end].to_owned());
        }
    }
    names
}

/// The crate of a dependency, which has a version only where there are several.
fn found(locked: &LockedCrates, dependency: &str) -> NameAndVersion {
    let mut names = locked.keys().filter(|known| {
        *known == dependency || known.split(' ').next().is_some_and(|name| name == dependency)
    });
    names.next().expect("a crate of Cargo.lock").clone()
}

/// The crates of others that our programs need, or that help to build them.
fn needed() -> BTreeSet<NameAndVersion> {
    let locked = locked();
    let mut waiting = Vec::new();
    for folder in crates() {
        let manifest = read(&format!("{}Cargo.toml", folder.trim_end_matches("src")));
        let name = manifest.lines().find_map(|line| quoted(line, "name = ")).expect("a name");
        let names = needed_by(&manifest);
        for dependency in &locked[&found(&locked, name)].dependencies {
            if dependency.split(' ').next().is_some_and(|name| names.contains(name)) {
                waiting.push(found(&locked, dependency));
            }
        }
    }
    let mut needed = BTreeSet::new();
    while let Some(next) = waiting.pop() {
        let known = &locked[&next];
        if !known.is_own && needed.insert(next) {
            waiting.extend(known.dependencies.iter().map(|name| found(&locked, name)));
        }
    }
    needed
}

fn noticed(notices: &str) -> BTreeSet<NameAndVersion> {
    let end = "These crates help to build the program and are in none of the packages:\n";
    let (linked, build_only) = notices.split_once(end).expect("a list of tools");
    let has_version = |name: &&str| {
        let mut words = name.split(' ').skip(1);
        words.next().is_some_and(|word| word.starts_with(|c: char| c.is_ascii_digit()))
    };
    let linked = linked.lines().filter_map(|line| line.strip_prefix("  "));
    let linked = linked.filter(|line| !line.starts_with(' ')).filter(has_version);
    let build_only = build_only.replace('\n', " ");
    linked.chain(build_only.trim().split(", ")).map(str::to_owned).collect()
}

#[test]
fn the_notices_are_those_of_the_crates_in_cargo_lock() {
    let needed = needed();
    assert!(needed.len() > 80 && needed.iter().any(|name| name.starts_with("cozy-chess ")));
    assert_eq!(noticed(&read("NOTICES")), needed, "run .ci/notices");
}

#[test]
fn each_package_has_the_notices() {
    let packages = [
        "Cargo.toml",
        "Containerfile",
        "Makefile",
        "python/pyproject.toml",
        "wasm/package_npm",
        "wasm/site",
        ".github/workflows/release.yml",
    ];
    for file in packages {
        let text = read(file);
        assert!(text.contains("NOTICES") && text.contains("LICENSE-"), "{file}");
    }
}

#[test]
fn the_program_prints_its_licences() {
    let printed = shell::run("plyglot --licences");
    for file in ["LICENSE-MIT", "NOTICES"] {
        assert!(printed.contains(read(file).trim_end()), "{file}");
    }
}

/// Whoever makes the first release changes it in one place.
#[test]
fn the_address_of_the_repository_is_written_once() {
    let manifest = read("Cargo.toml");
    let address = manifest.lines().find_map(|line| quoted(line, "repository = "));
    let address = address.expect("an address");
    assert!(address.starts_with("https://"), "{address}");
    for folder in crates() {
        let name = format!("{}Cargo.toml", folder.trim_end_matches("src"));
        let text = read(&name);
        let is_published = !text.contains("publish = false") || folder.starts_with("python");
        assert!(!is_published || text.contains("repository.workspace = true"), "{name}");
    }
    for name in ["Makefile", "wasm/npm/package.json", "python/pyproject.toml", "README.md"] {
        assert!(!read(name).contains(address), "{name} has {address}");
    }
}
