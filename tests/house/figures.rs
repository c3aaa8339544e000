//! Every figure that a document quotes is a row of `docs/log/figures.csv`, and none is older than
//! what it depends on.
//!
//! A comment that readers do not see follows the number: `2.5 s<!--figure:NAME-->`. Or it stands
//! above a table: `<!--figures:PREFIX-->` for all columns but the first, or
//! `<!--figures:PREFIX: COLUMN, COLUMN-->`. Each cell there is the figure `PREFIX/ROW/COLUMN`, or
//! `PREFIX/ROW` if it is one column.

use crate::architecture::{read, root};
use crate::documents::{cells, documents};
use plyglot_core::game::network::NetworkFile;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

const FILE: &str = "docs/log/figures.csv";

/// Units that a text may write behind a number.
const UNITS: [&str; 4] = ["%", "us", "ms", "s"];

struct Figure {
    values: Vec<f64>,
    /// Low and high, or nothing.
    bounds: Vec<f64>,
    unit: String,
    /// The version that was measured, in words of the document. Empty if it is as good as today's.
    of: String,
    depends_on: Vec<String>,
    fingerprints: Vec<String>,
    command: String,
}

fn owned_words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

fn plain_numbers(text: &str) -> Vec<f64> {
    let words = text.split_whitespace();
    words
        .map(|word| word.parse::<f64>().unwrap_or_else(|_| panic!("{FILE}: no number: {word}")))
        .collect()
}

fn figure(row: &BTreeMap<&str, String>) -> Figure {
    Figure {
        values: plain_numbers(&row["value"]),
        bounds: plain_numbers(&format!("{} {}", row["low"], row["high"])),
        unit: row["unit"].clone(),
        of: row["of"].clone(),
        depends_on: owned_words(&row["depends_on"]),
        fingerprints: owned_words(&row["fingerprints"]),
        command: row["command"].clone(),
    }
}

fn figures() -> BTreeMap<String, Figure> {
    let text = read(FILE);
    let mut lines = text.lines();
    let head = cells(lines.next().expect("a head"));
    let mut figures = BTreeMap::new();
    for line in lines {
        let row: BTreeMap<&str, String> =
            head.iter().map(String::as_str).zip(cells(line)).collect();
        assert_eq!(row.len(), head.len(), "{FILE}: {line}");
        let name = row["name"].clone();
        let twin = figures.insert(name, figure(&row));
        assert!(twin.is_none(), "{FILE}: two rows of one name: {line}");
    }
    figures
}

/// A number of a text.
struct Written<'a> {
    value: f64,
    /// Half of its last place that is not an abbreviation: 31,000 has three of these.
    tolerance: f64,
    /// The word behind it.
    unit: &'a str,
}

impl Written<'_> {
    fn is(&self, value: f64) -> bool {
        (self.value - value).abs() <= self.tolerance * 1.001
    }
}

/// The value of a word and half of its last place.
fn value(word: &str) -> Option<(f64, f64)> {
    if !word.trim_start_matches(['+', '-']).starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let digits = word.replace(',', "");
    let value: f64 = digits.parse().ok()?;
    let place = match digits.split_once('.') {
        Some((_, decimals)) => 10_f64.powf(-(decimals.len() as f64)),
        None if value.abs() < 1000.0 => 1.0,
        None => 10_f64.powf((digits.len() - digits.trim_end_matches('0').len()) as f64),
    };
    Some((value, place / 2.0))
}

fn is_around_words(character: char) -> bool {
    !character.is_alphanumeric() && !['+', '-', '%'].contains(&character)
}

fn numbers(text: &str) -> Vec<Written<'_>> {
    let words: Vec<&str> =
        text.split_whitespace().map(|word| word.trim_matches(is_around_words)).collect();
    let mut numbers = Vec::new();
    for (i, word) in words.iter().enumerate() {
        let Some((value, tolerance)) = value(word) else { continue };
        let mut next = words[i + 1..].iter().copied();
        let after = next.next().unwrap_or_default();
        let scale = match after {
            "million" | "M" => 1e6,
            "k" => 1e3,
            _ => 1.0,
        };
        let unit = if scale > 1.0 { next.next().unwrap_or_default() } else { after };
        numbers.push(Written { value: value * scale, tolerance: tolerance * scale, unit });
    }
    numbers
}

/// A figure in a document.
struct Quotation {
    place: String,
    name: String,
    /// What stands before the comment, or in the cell.
    text: String,
    section: String,
}

/// From the heading above a line to the next one.
fn section(lines: &[&str], line: usize) -> String {
    let start = lines[..=line].iter().rposition(|line| line.starts_with('#')).unwrap_or(0);
    let rest = &lines[line + 1..];
    let end = rest.iter().position(|line| line.starts_with('#')).unwrap_or(rest.len());
    lines[start..line + 1 + end].join("\n")
}

/// The names of figures behind numbers of a line, with what stands before each.
fn quoted_in_line(line: &str) -> Vec<(String, String)> {
    let mut parts = line.split("<!--figure:");
    let mut before = parts.next().unwrap_or_default();
    let mut quoted = Vec::new();
    for part in parts {
        let (name, after) = part.split_once("-->").expect("the end of a comment");
        quoted.push((name.to_owned(), before.to_owned()));
        before = after;
    }
    quoted
}

/// A text as a part of a name, without what stands in parentheses.
fn slug(text: &str) -> String {
    let text = text.split(" (").next().unwrap_or_default().to_lowercase();
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-")
}

/// The names of the figures in the table below a comment, with their cells.
fn quoted_in_table(comment: &str, below: &[&str]) -> Vec<(String, String)> {
    let comment = comment.trim_end().trim_end_matches("-->");
    let (prefix, columns) = comment.split_once(':').unwrap_or((comment, ""));
    let lines = below.iter().take_while(|line| line.starts_with('|'));
    let table: Vec<Vec<&str>> = lines
        .map(|line| line.trim().trim_matches('|').split('|').map(str::trim).collect())
        .collect();
    assert!(table.len() > 2, "no table below the comment {comment}");
    let heads: Vec<String> = table[0].iter().map(|head| slug(head)).collect();
    let wanted: Vec<&str> = columns.split(',').map(str::trim).filter(|w| !w.is_empty()).collect();
    let chosen: Vec<usize> = (1..heads.len())
        .filter(|&column| wanted.is_empty() || wanted.contains(&heads[column].as_str()))
        .collect();
    assert!(wanted.is_empty() || chosen.len() == wanted.len(), "{wanted:?} of {heads:?}");
    let mut quoted = Vec::new();
    for row in &table[2..] {
        for &column in chosen.iter().filter(|&&column| !row[column].is_empty()) {
            let mut name = format!("{prefix}/{}", slug(row[0]));
            if chosen.len() > 1 {
                name += &format!("/{}", heads[column]);
            }
            quoted.push((name, row[column].to_owned()));
        }
    }
    quoted
}

fn quotations(document: &str, text: &str) -> Vec<Quotation> {
    let lines: Vec<&str> = text.lines().collect();
    let mut quotations = Vec::new();
    for (i, line) in lines.iter().enumerate() {
        let quoted = match line.strip_prefix("<!--figures:") {
            Some(comment) => quoted_in_table(comment, &lines[i + 1..]),
            None => quoted_in_line(line),
        };
        for (name, text) in quoted {
            let place = format!("{document}, line {}: {name}", i + 1);
            quotations.push(Quotation { place, name, text, section: section(&lines, i) });
        }
    }
    quotations
}

fn problem(quotation: &Quotation, figure: &Figure) -> Option<String> {
    let Quotation { place, text, section, .. } = quotation;
    let mut expected = figure.values.clone();
    if text.trim_end().ends_with(')') {
        expected.extend(&figure.bounds);
    }
    let written = numbers(text);
    let written = &written[written.len().saturating_sub(expected.len())..];
    let is_equal = written.len() == expected.len()
        && written.iter().zip(&expected).all(|(written, value)| written.is(*value));
    if !is_equal {
        return Some(format!("{place}: expected {expected:?}, found '{}'", text.trim()));
    }
    let mut units = written.iter().map(|number| number.unit);
    if let Some(unit) = units.find(|unit| UNITS.contains(unit) && *unit != figure.unit) {
        return Some(format!("{place}: expected {}, found {unit}", figure.unit));
    }
    let of = &figure.of;
    (!section.contains(of)).then(|| format!("{place}: the section does not say '{of}'"))
}

fn all_quotations() -> Vec<Quotation> {
    let mut all = Vec::new();
    for path in documents() {
        let text = std::fs::read_to_string(&path).expect("a document is text");
        let name = path.strip_prefix(root()).expect("it is in the project").display().to_string();
        all.extend(quotations(&name, &text));
    }
    all
}

#[test]
fn the_figures_of_the_documents_are_those_of_the_file() {
    let figures = figures();
    let quotations = all_quotations();
    assert!(quotations.len() >= 40, "only {} figures", quotations.len());
    let mut problems: Vec<String> = Vec::new();
    for quotation in &quotations {
        problems.extend(match figures.get(&quotation.name) {
            Some(figure) => problem(quotation, figure),
            None => Some(format!("{}: no row in {FILE}", quotation.place)),
        });
    }
    let quoted: BTreeSet<&str> = quotations.iter().map(|q| q.name.as_str()).collect();
    let idle = figures.keys().filter(|name| !quoted.contains(name.as_str()));
    problems.extend(idle.map(|name| format!("{FILE}: {name} is in no document")));
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// The lines of a text without blank ones, and without comments that fill a line.
fn content<'a>(lines: impl Iterator<Item = &'a str>, comment: &str) -> String {
    let lines = lines.map(str::trim).filter(|line| !line.is_empty() && !line.starts_with(comment));
    lines.collect::<Vec<_>>().join("\n")
}

/// The parameters of a network: its file behind the head, without the checksum.
fn network(game: &str) -> Vec<u8> {
    let folders =
        ["crates/engine/library/games", "crates/engine/games/src/*", "crates/engine/chess/src/*"];
    let paths = folders
        .map(|folder| root().join(folder.replace('*', game)).join(format!("{game}.network")));
    let path = paths.into_iter().find(|path| path.exists());
    let path = path.unwrap_or_else(|| panic!("{game} has no network"));
    let bytes = std::fs::read(path).expect("a readable file");
    let head = bytes.windows(2).position(|two| two == b"\n\n").expect("a head");
    bytes[head + 2..bytes.len() - 4].to_vec()
}

fn bench(game: &str) -> String {
    let text = read("tests/data/bench.txt");
    let mut lines = text.lines().filter_map(|line| line.split_once(' '));
    let line = lines.find(|(name, _)| *name == game);
    line.unwrap_or_else(|| panic!("{game} is not in bench.txt")).1.to_owned()
}

fn begins_rules(line: &str, game: &str) -> bool {
    let rest = line.strip_prefix('[').and_then(|line| line.strip_prefix(game));
    rest.is_some_and(|rest| rest.starts_with([':', ']']))
}

/// The section of a game in the library, without its further starts, which change no game.
fn rules(game: &str) -> String {
    let folder = root().join("crates/engine/library/games");
    for entry in std::fs::read_dir(folder).expect("the library") {
        let path = entry.expect("a readable folder").path();
        if path.extension().is_none_or(|extension| extension != "ini") {
            continue;
        }
        let text = std::fs::read_to_string(path).expect("rules are text");
        let mut lines = text.lines().skip_while(|line| !begins_rules(line, game));
        if let Some(head) = lines.next() {
            let body = lines.take_while(|line| !line.starts_with('['));
            let body = body.filter(|line| !line.starts_with("start ="));
            return content(std::iter::once(head).chain(body), "#");
        }
    }
    panic!("{game} is not in the library")
}

fn code(folder: &str) -> String {
    let entries = std::fs::read_dir(root().join(folder)).expect("a folder of the sources");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "rs"));
    paths.sort();
    let mut files = Vec::new();
    for path in paths {
        let text = std::fs::read_to_string(path).expect("sources are text");
        files.push(content(text.lines(), "//"));
    }
    files.join("\n")
}

/// What changes with a dependency. `tests/peers/figures.py` computes the same.
fn fingerprint(dependency: &str) -> String {
    let (kind, name) = dependency.split_once(':').expect("a kind and a name");
    let bytes = match kind {
        "bench" => return bench(name),
        "network" => network(name),
        "rules" => rules(name).into_bytes(),
        "code" => code(name).into_bytes(),
        _ => panic!("{FILE}: expected bench, network, rules or code, found {dependency}"),
    };
    format!("{:08x}", crc32fast::hash(&bytes))
}

#[test]
fn no_figure_is_older_than_what_it_depends_on() {
    let mut stale = String::new();
    for (name, figure) in figures() {
        assert!(!figure.depends_on.is_empty(), "{FILE}: {name} depends on nothing");
        if !figure.of.is_empty() {
            continue;
        }
        let now: Vec<String> = figure.depends_on.iter().map(|d| fingerprint(d)).collect();
        if now != figure.fingerprints {
            let changed = figure.depends_on.join(", ");
            stale += &format!("{name} ({changed}): {}\n", figure.command);
        }
    }
    assert!(
        stale.is_empty(),
        "measure again by tests/peers/figures.py PROGRAM --stale --write, or name the version in \
         the column `of` and in the documents:\n{stale}"
    );
}

fn network_files() -> Vec<PathBuf> {
    let mut folders = vec![root().join("crates/engine")];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder of the sources") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "network") {
                files.push(path);
            }
        }
    }
    files
}

/// A network that changed needs `networks/chances.sh`, as its row is older than it then.
#[test]
fn the_chances_of_each_network_are_those_that_were_measured() {
    let figures = figures();
    let files = network_files();
    assert!(files.len() >= 26, "{files:?}");
    for path in files {
        let name = path.file_stem().expect("a name").to_string_lossy();
        let bytes = std::fs::read(&path).expect("a readable file");
        let file = NetworkFile::decode(&bytes).expect("a network");
        let rate = file.network.win_rate().unwrap_or_else(|| panic!("{name} has no chances"));
        let measured = ["a", "b"].map(|column| {
            let row = format!("wdl/{name}/{column}");
            figures.get(&row).unwrap_or_else(|| panic!("{FILE}: no row {row}")).values[0]
        });
        let written = [f64::from(rate.midpoint), f64::from(rate.spread.get())];
        assert_eq!(written, measured, "{name}");
    }
}

/// Whether a text quotes 31,175 ms rightly, of a version that it must name.
fn is_right(text: &str, of: &str) -> bool {
    let figure = Figure {
        values: vec![31_175.0],
        bounds: vec![30_900.0, 31_400.0],
        unit: "ms".to_owned(),
        of: of.to_owned(),
        depends_on: Vec::new(),
        fingerprints: Vec::new(),
        command: String::new(),
    };
    let quotations = quotations("a text", text);
    assert_eq!(quotations.len(), 1, "{text}");
    assert_eq!(quotations[0].name, "one/a");
    problem(&quotations[0], &figure).is_none()
}

#[test]
fn the_check_of_figures_finds_wrong_ones() {
    assert!(is_right("It took 31,175 ms<!--figure:one/a--> on day 2.", ""));
    assert!(is_right("It took 31,200<!--figure:one/a--> steps.", "It took"));
    assert!(is_right("One of 0.03118 million<!--figure:one/a--> steps.", ""));
    assert!(is_right("31.2 k (30,900 to 31,400)<!--figure:one/a-->", ""));
    let head = "| | b | c (d) |\n|---|---|---|";
    assert!(is_right(&format!("<!--figures:one: c-->\n{head}\n| A | 3 | 31,175 |"), ""));
    assert!(!is_right(&format!("<!--figures:one: b-->\n{head}\n| A | 3 | 31,175 |"), ""));
    assert!(!is_right("It took 31,174 ms<!--figure:one/a-->.", ""));
    assert!(!is_right("It took 31,175 s<!--figure:one/a-->.", ""));
    assert!(!is_right("It took 31,300<!--figure:one/a--> steps.", ""));
    assert!(!is_right("It took long<!--figure:one/a-->.", ""));
    assert!(!is_right("31.2 k (30,800 to 31,400)<!--figure:one/a-->", ""));
    assert!(!is_right("# Before\nday 2\n# Now\n31,175<!--figure:one/a-->", "day 2"));
}
