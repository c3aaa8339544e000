//! `plyglot book`, as a process.

use crate::support::folder::Folder;
#[cfg(unix)]
use crate::support::tool::Running;
use crate::support::tool::{ended_well, plyglot, refusal};
use std::collections::BTreeSet;
use std::process::Command;

/// A game of stones, one whose title is made to break pages, and whose pieces are named so.
const RULES: &str = "\
# Little hex, on 4 x 4 cells.
[littlehex:hex]
maxRank = 4
maxFile = 4
startFen = 4/4/4/4 w 0 1
connectRegion2White = *4
connectRegion2Black = d*

# <b>&\": reach the last rank, </p> or leave no move.
[hostile:hexapawn]
customPiece1 = n:D
startFen = pnp/3/PNP w
";

/// By game, the chapters. Levels have searches of their own, which are long in larger games.
const BOOKS: [(&str, &str); 3] = [
    ("littlehex", "rules,play,openings,sample,puzzles,endings,worth"),
    ("minishogi", "rules,play,openings,sample,puzzles,endings,worth"),
    ("hostile", "rules,play,openings,sample,puzzles,endings,worth,levels"),
];

fn book(folder: &Folder, game: &str, more: &str) -> Command {
    let numbers = "--games 2 --nodes 10 --hash 16";
    let mut command =
        plyglot(folder, &format!("book --variants my.ini --game {game} {numbers} {more}"));
    // What is doubtful in the rules is not the subject.
    command.env("RUST_LOG", "error");
    command
}

fn folder(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.write("my.ini", RULES);
    folder
}

/// The names of a book's files in a folder `name`, with their contents.
fn files(folder: &Folder, name: &str) -> Vec<(String, String)> {
    let entries = std::fs::read_dir(folder.file(name)).expect("a book");
    let names = entries.map(|entry| entry.expect("a readable folder").file_name());
    let names: BTreeSet<String> = names.map(|name| name.to_string_lossy().into_owned()).collect();
    names.into_iter().map(|file| (file.clone(), folder.read(&format!("{name}/{file}")))).collect()
}

/// The attributes of a tag without its name and its brackets.
#[track_caller]
fn attributes(place: &str, mut text: &str) -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = Vec::new();
    loop {
        text = text.trim_start();
        if text.is_empty() {
            return found;
        }
        let (name, rest) = text.split_once('=').unwrap_or_else(|| panic!("{place}: {text}"));
        let quote = rest.chars().next().filter(|sign| ['"', '\''].contains(sign));
        let quote = quote.unwrap_or_else(|| panic!("{place}: no quote in {text}"));
        let (value, rest) =
            rest[1..].split_once(quote).unwrap_or_else(|| panic!("{place}: {text}"));
        let is_name = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '-');
        assert!(is_name && !value.contains('<'), "{place}: {text}");
        assert!(found.iter().all(|(known, _)| known != name), "{place}: {name} twice");
        found.push((name.to_owned(), value.to_owned()));
        text = rest;
    }
}

/// Checks that tags are closed in their order, that attributes have quotes, and that `&` begins an
/// entity. Returns the attributes of all tags.
#[track_caller]
fn parse(place: &str, page: &str) -> Vec<(String, String)> {
    let mut rest = page.strip_prefix("<!DOCTYPE html>").unwrap_or_else(|| panic!("{place}"));
    let mut open: Vec<&str> = Vec::new();
    let mut found = Vec::new();
    for part in rest.split('&').skip(1) {
        let entity = part.split_once(';').map(|(name, _)| name);
        let known = ["amp", "lt", "gt", "quot", "#39"];
        assert!(entity.is_some_and(|name| known.contains(&name)), "{place}: &{part}");
    }
    while let Some(start) = rest.find('<') {
        assert!(!rest[..start].contains('>'), "{place}: {}", &rest[..start]);
        rest = &rest[start..];
        if let Some(comment) = rest.strip_prefix("<!--") {
            rest = comment.split_once("-->").expect("an end").1;
            continue;
        }
        let mut quote = None;
        let end = rest.find(|sign: char| {
            match quote {
                Some(open) if sign == open => quote = None,
                None if ['"', '\''].contains(&sign) => quote = Some(sign),
                _ => {}
            }
            quote.is_none() && sign == '>'
        });
        let tag = &rest[1..end.unwrap_or_else(|| panic!("{place}: no end of {rest}"))];
        rest = &rest[tag.len() + 2..];
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "{place}, before {rest}");
            continue;
        }
        let content = tag.strip_suffix('/').unwrap_or(tag);
        let (name, values) = content.split_once(char::is_whitespace).unwrap_or((content, ""));
        found.extend(attributes(place, values));
        if content == tag {
            open.push(name);
        }
    }
    assert!(open.is_empty(), "{place}: {open:?}");
    found
}

#[test]
fn pages_are_well_formed_and_link_what_is_there() {
    let folder = folder("books");
    for (game, chapters) in BOOKS {
        let said = ended_well(book(
            &folder,
            game,
            &format!("--chapters {chapters} --threads 2 --out {game}"),
        ));
        let files = files(&folder, game);
        let names: BTreeSet<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
        let mut linked = BTreeSet::new();
        for (name, page) in files.iter().filter(|(name, _)| name.ends_with(".html")) {
            let place = format!("{game}/{name}");
            let found = parse(&place, page);
            let links =
                found.iter().filter(|(key, _)| key == "href").map(|(_, link)| link.as_str());
            linked.extend(links.map(str::to_owned));
            assert!(said.contains(&format!("{game}/{name}")) || name == "index.html", "{said}");
            assert!(!page.contains("<b>") && !page.contains("<script"), "{place}");
            let here = page.matches("aria-current=\"page\"").count();
            assert_eq!(here, usize::from(name != "index.html"), "{place}: one link is this page");
            let images = page.matches("<svg ").count();
            assert_eq!(page.matches("role='img'").count(), images, "{place}");
            assert_eq!(page.matches("<title>").count(), images + 1, "{place}");
        }
        // Each file is linked, and each link leads to one.
        assert_eq!(linked.iter().map(String::as_str).collect::<BTreeSet<_>>(), names, "{game}");
        let index = &files.iter().find(|(name, _)| name == "index.html").expect("a first page").1;
        assert_eq!(index.matches("<li>").count(), chapters.split(',').count(), "{index}");
    }
    check_words(&folder);
}

/// What a reader needs, of books of [`BOOKS`].
#[track_caller]
fn check_words(folder: &Folder) {
    for (page, words) in [
        ("hostile/index.html", "<p>&lt;b&gt;&amp;&quot;: reach the last rank, &lt;/p&gt;"),
        ("littlehex/index.html", "<li>What pieces are worth: this takes a game "),
        ("minishogi/index.html", "<h1>Minishogi</h1>"),
        ("minishogi/index.html", "Checkmate: a side"),
        ("minishogi/index.html", "In 2 games, Sente scores"),
        ("minishogi/index.html", "Sente begins best with "),
        ("minishogi/index.html", "these need a game without the rule on perpetual check</li>"),
        ("minishogi/rules.html", "<h2>How moves are written</h2>"),
        ("minishogi/openings.html", "<caption>The best first moves</caption>"),
        ("minishogi/openings.html", "Sente to move. Sente has nothing in hand. Gote has "),
        ("minishogi/play.html", "<td>Legal moves in a position</td>"),
        // Shogi counts each move, other games those of both sides together.
        ("minishogi/sample.html", "<th scope=\"row\">1, 2</th>"),
        ("hostile/sample.html", "<th scope=\"row\">1</th>"),
    ] {
        let text = folder.read(page);
        assert!(text.contains(words), "{page}, {words}: {text}");
    }
    let play = folder.read("minishogi/play.html");
    assert!(!play.contains("<td></td>"), "all measures are explained: {play}");
    let rules = folder.read("minishogi/rules.html");
    assert!(rules.matches("<svg ").count() > 4, "the start, and the moves of pieces: {rules}");
    let sample = folder.read("hostile/sample.html");
    let ends = ["White wins after ", "Black wins after ", "A draw after "];
    assert!(ends.iter().any(|end| sample.contains(end)), "{sample}");
}

#[test]
fn equal_options_give_equal_pages() {
    let folder = folder("books_again");
    let chapters = "--chapters rules,play,openings,sample,puzzles,worth";
    for (out, threads) in [("one", 1), ("two", 3)] {
        let more = format!("{chapters} --seed 7 --threads {threads} --out {out}");
        ended_well(book(&folder, "hostile", &more));
    }
    assert_eq!(files(&folder, "one"), files(&folder, "two"));
    // A book may be written over an earlier one, of which no page stays that is not linked.
    ended_well(book(&folder, "littlehex", &format!("{chapters} --out one")));
    assert!(!folder.has("one/worth.html"), "stones have no worth");
    ended_well(book(&folder, "hostile", "--chapters rules --out one"));
    let names: Vec<String> = files(&folder, "one").into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["index.html", "rules.html", "style.css"]);
}

#[test]
fn folders_of_others_stay_as_they_are() {
    let folder = folder("books_refused");
    std::fs::create_dir(folder.file("mine")).expect("a folder");
    folder.write("mine/notes.txt", "my own");
    folder.write("mine/rules.html", "<!doctype html>my own");
    let said = refusal(book(&folder, "hostile", "--chapters rules --out mine"), 1);
    assert!(said.contains("expected a new folder or a book, found '"), "{said}");
    let files = files(&folder, "mine");
    assert_eq!(files.len(), 2, "{files:?}");
    assert!(files.iter().all(|(_, text)| text.ends_with("my own")), "{files:?}");
    let said = refusal(book(&folder, "hostile", "--out my.ini"), 1);
    assert!(said.contains("--out my.ini"), "{said}");
    // Without time, there is no chapter.
    ended_well(book(&folder, "hostile", "--hours 0 --out short"));
    assert_eq!(self::files(&folder, "short").len(), 2, "the first page and its style");
    let index = folder.read("short/index.html");
    assert_eq!(index.matches(": there was no time left for it</li>").count(), 8, "{index}");
    let said = refusal(book(&folder, "hostile", "--chapters rules,puzzle --out new"), 2);
    assert!(said.contains("puzzles"), "{said}");
}

/// All other chapters would take days.
#[cfg(unix)]
#[test]
fn an_interrupt_leaves_finished_pages() {
    let folder = folder("books_interrupted");
    let command =
        plyglot(&folder, "book --game chess --games 100000 --nodes 1000 --threads 1 --out told");
    let mut run = Running::start(command);
    run.wait_until(|| folder.has("told/rules.html"));
    run.signal("-TERM");
    let output = run.output();
    assert_eq!(output.status.code(), Some(1));
    for (name, page) in files(&folder, "told").iter().filter(|(name, _)| name.ends_with(".html")) {
        parse(name, page);
    }
    assert_eq!(folder.read("told/index.html").matches("<li><a href=\"rules.html\">").count(), 1);
}
