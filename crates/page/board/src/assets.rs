//! The parts of the page, embedded in the program.

use flate2::Compression;
use flate2::write::GzEncoder;
use hyper::body::Bytes;
use std::io::Write;
use std::sync::LazyLock;

struct Asset {
    name: &'static str,
    text: &'static str,
}

impl Asset {
    fn content_type(&self) -> &'static str {
        match self.name.rsplit_once('.') {
            Some((_, "js")) => "text/javascript; charset=utf-8",
            Some((_, "css")) => "text/css; charset=utf-8",
            Some((_, "svg")) => "image/svg+xml",
            _ => "text/html; charset=utf-8",
        }
    }
}

macro_rules! assets {
    ($($name:literal)*) => {
        &[$(Asset { name: $name, text: include_str!(concat!("page/", $name)) }),*]
    };
}

const ASSETS: &[Asset] = assets! {
    "index.html" "analysis.js" "animation.js" "answers.js" "api.js" "archive.js" "board.js" "boards.js"
    "captured.js" "choice.js" "clock.js" "comments.js" "connection.js" "curve.js" "dom.js" "drawings.js" "editor.js"
    "ends.js" "engine.js" "english.js" "export.js" "game.js" "games.js" "geometry.js" "german.js"
    "hands.js" "help.js" "hint.js" "hover.js" "icon.svg" "input.js" "kept.js"
    "keys.js" "last.js" "loading.js" "main.js" "marks.js" "match.js" "moves.js" "names.js"
    "notices.js" "pieces.js" "players.js" "practice.js" "premove.js" "record.js" "review.js" "rulebook.js"
    "rules.js" "scoreboard.js" "scores.js" "setup.js" "share.js" "sounds.js" "state.js" "storage.js" "style.css"
    "survey.js" "texts.js" "theme.js" "turns.js" "types.js" "view.js" "visible.js" "watch.js" "why.js" "words.js"
    "workshop.js" "written.js"
};

/// What is served beside the folder of the page.
const PICTURES: Asset =
    Asset { name: "survey_pictures.js", text: plyglot_command::SURVEY_PICTURES };

fn all() -> impl Iterator<Item = &'static Asset> {
    ASSETS.iter().chain([&PICTURES])
}

/// All parts in the format of gzip, a third of their size: a page may be read through a slow tunnel.
/// They are packed once, within a tenth of a second.
static PACKED: LazyLock<Vec<Bytes>> = LazyLock::new(|| all().map(packed).collect());

fn packed(asset: &Asset) -> Bytes {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    // Writing to memory does not fail.
    let bytes = encoder.write_all(asset.text.as_bytes()).and_then(|()| encoder.finish());
    bytes.unwrap_or_default().into()
}

pub(super) struct Content {
    pub(super) kind: &'static str,
    pub(super) is_packed: bool,
    pub(super) bytes: Bytes,
}

/// The part with this name, packed or not; the page itself has none.
pub(super) fn find(name: &str, is_packed: bool) -> Option<Content> {
    let name = if name.is_empty() { "index.html" } else { name };
    let (at, asset) = all().enumerate().find(|(_, asset)| asset.name == name)?;
    let bytes =
        if is_packed { PACKED[at].clone() } else { Bytes::from_static(asset.text.as_bytes()) };
    Some(Content { kind: asset.content_type(), is_packed, bytes })
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyglot_core::game::{CountedThings, EndWay};
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

    /// The names in an object of a script, without the values behind the colons.
    fn names<'s>(script: &'s str, object: &str) -> BTreeSet<&'s str> {
        let (_, rest) = script.split_once(&format!("const {object} = {{")).expect("the object");
        let (inside, _) = rest.split_once('}').expect("its end");
        let entries = inside.split([',', '\n']).filter_map(|entry| entry.split_once(": "));
        entries.map(|(name, _)| name.trim().trim_matches('"')).collect()
    }

    #[test]
    fn german_has_words_for_all_ends() {
        let german = include_str!("page/german.js");
        let ends: BTreeSet<&str> = EndWay::ALL.iter().map(|way| way.word()).collect();
        assert_eq!(names(german, "ENDS"), ends);
        let counted = names(german, "COUNTED");
        let missing = CountedThings::ALL.iter().find(|things| !counted.contains(things.word()));
        assert_eq!(missing, None);
    }

    /// Text for people is in the files of the languages, so that each language can have it.
    #[test]
    fn no_words_for_people_are_outside_the_languages() {
        let is_language = |asset: &&Asset| ["english.js", "german.js"].contains(&asset.name);
        for asset in
            ASSETS.iter().filter(|asset| asset.name.ends_with(".js") && !is_language(asset))
        {
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
        let page = include_str!("page/index.html");
        let between = page.split('>').filter_map(|part| part.split('<').next()).map(str::trim);
        let words: Vec<&str> = between.filter(|text| text.contains(char::is_alphabetic)).collect();
        // Its name, and the message where no script runs.
        assert_eq!(words, ["Plyglot", "This page needs JavaScript.", "Plyglot"]);
    }
}
