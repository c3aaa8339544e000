//! The parts of the page, embedded in the program.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Asset {
    name: &'static str,
    pub(super) kind: &'static str,
    pub(super) text: &'static str,
}

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const SVG: &str = "image/svg+xml";

macro_rules! asset {
    ($name:literal, $kind:expr) => {
        Asset { name: $name, kind: $kind, text: include_str!(concat!("page/", $name)) }
    };
}

const ASSETS: &[Asset] = &[
    asset!("index.html", HTML),
    asset!("analysis.js", SCRIPT),
    asset!("animation.js", SCRIPT),
    asset!("answers.js", SCRIPT),
    asset!("api.js", SCRIPT),
    asset!("board.js", SCRIPT),
    asset!("clock.js", SCRIPT),
    asset!("connection.js", SCRIPT),
    asset!("curve.js", SCRIPT),
    asset!("dom.js", SCRIPT),
    asset!("drawings.js", SCRIPT),
    asset!("editor.js", SCRIPT),
    asset!("engine.js", SCRIPT),
    asset!("english.js", SCRIPT),
    asset!("export.js", SCRIPT),
    asset!("game.js", SCRIPT),
    asset!("games.js", SCRIPT),
    asset!("geometry.js", SCRIPT),
    asset!("german.js", SCRIPT),
    asset!("ground.js", SCRIPT),
    asset!("hands.js", SCRIPT),
    asset!("hover.js", SCRIPT),
    asset!("icon.svg", SVG),
    asset!("input.js", SCRIPT),
    asset!("last.js", SCRIPT),
    asset!("main.js", SCRIPT),
    asset!("marks.js", SCRIPT),
    asset!("match.js", SCRIPT),
    asset!("moves.js", SCRIPT),
    asset!("names.js", SCRIPT),
    asset!("notices.js", SCRIPT),
    asset!("pieces.js", SCRIPT),
    asset!("players.js", SCRIPT),
    asset!("practice.js", SCRIPT),
    asset!("record.js", SCRIPT),
    asset!("review.js", SCRIPT),
    asset!("scores.js", SCRIPT),
    asset!("setup.js", SCRIPT),
    asset!("sounds.js", SCRIPT),
    asset!("state.js", SCRIPT),
    asset!("storage.js", SCRIPT),
    asset!("style.css", CSS),
    asset!("texts.js", SCRIPT),
    asset!("theme.js", SCRIPT),
    asset!("turns.js", SCRIPT),
    asset!("types.js", SCRIPT),
    asset!("view.js", SCRIPT),
    asset!("visible.js", SCRIPT),
    asset!("watch.js", SCRIPT),
    asset!("why.js", SCRIPT),
];

/// The part with this name; the page itself has none.
pub(super) fn find(name: &str) -> Option<&'static Asset> {
    let name = if name.is_empty() { "index.html" } else { name };
    ASSETS.iter().find(|asset| asset.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::path::Path;

    #[test]
    fn every_part_in_the_folder_is_served() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/page");
        let files = std::fs::read_dir(folder).expect("the folder of the page");
        let name = |file: std::io::Result<std::fs::DirEntry>| {
            file.expect("a file").file_name().to_string_lossy().into_owned()
        };
        let files: BTreeSet<String> = files.map(name).collect();
        let served: BTreeSet<String> = ASSETS.iter().map(|asset| asset.name.to_owned()).collect();
        assert_eq!(served, files);
    }

    #[test]
    fn the_page_loads_nothing_from_elsewhere() {
        for asset in ASSETS {
            // The namespace of SVG is a name, not an address.
            let text = asset.text.replace("http://www.w3.org/2000/svg", "");
            assert!(!text.contains("http://") && !text.contains("https://"), "{}", asset.name);
        }
    }

    /// Text for people is in the files of the languages, so that each language can have it.
    #[test]
    fn no_words_for_people_are_outside_the_languages() {
        let is_language = |asset: &&Asset| ["english.js", "german.js"].contains(&asset.name);
        for asset in ASSETS.iter().filter(|asset| asset.kind == SCRIPT && !is_language(asset)) {
            let code =
                asset.text.lines().map(str::trim).filter(|line| !line.starts_with(['/', '*']));
            let quoted = code.flat_map(|line| line.split('"').skip(1).step_by(2));
            // Paths of drawings also begin with a capital, but have no words.
            let word = |word: &str| word.len() > 1 && word.chars().all(char::is_alphabetic);
            let sentence = |text: &str| {
                text.starts_with(char::is_uppercase)
                    && text.split(' ').filter(|w| word(w)).count() > 1
            };
            let found: Vec<&str> = quoted.filter(|text| sentence(text)).collect();
            assert!(found.is_empty(), "{}: {found:?}", asset.name);
        }
        let page = find("").expect("the page").text;
        let between = page.split('>').filter_map(|part| part.split('<').next()).map(str::trim);
        let words: Vec<&str> = between.filter(|text| text.contains(char::is_alphabetic)).collect();
        // Its name, and the message where no script runs.
        assert_eq!(words, ["Plyglot", "This page needs JavaScript.", "Plyglot"]);
    }
}
