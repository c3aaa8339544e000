//! The games of the library and of files that were loaded: one source of games for a program.

use crate::SizedVariant;
use crate::definition::Definition;
use crate::file::{Complaint, Place, Reading, read_sections};
use crate::position::Position;
use crate::set::Set;
use crate::stones::StonePosition;
use crate::variant::{NetworkSlot, Variant};
use plyglot_core::game::network::{EmbeddedNetwork, NetworkShape, Networked};
use plyglot_core::lock;
use plyglot_engine::{
    GameEntry, GameSource, ListedGame, Loaded, Registry, network_note, read_network_for,
};
use std::collections::BTreeSet;
use std::hash::Hash;
use std::path::Path;
use std::sync::{Arc, LazyLock, Mutex};

/// The text of the library, by family. Children come after their parents.
pub(crate) const LIBRARY: [(&str, &str); 6] = [
    ("like chess, on up to 64 squares", include_str!("../library/chess.ini")),
    ("with pieces in hand", include_str!("../library/drops.ini")),
    ("with other ends and effects", include_str!("../library/ends.ini")),
    ("on more than 64 squares", include_str!("../library/large.ini")),
    ("with jumps and enclosures", include_str!("../library/jumps.ini")),
    ("with stones placed in turn", include_str!("../library/stones.ini")),
];

/// A file of the library, as the network of a game.
macro_rules! network {
    ($name:literal) => {
        ($name, EmbeddedNetwork::new(include_bytes!(concat!("../library/", $name, ".network"))))
    };
}

/// The networks that come with games of the library; networks/README.md says how they were made.
static NETWORKS: [(&str, EmbeddedNetwork); 9] = [
    network!("amazons"),
    network!("crazyhouse"),
    network!("losalamos"),
    network!("makruk"),
    network!("minishogi"),
    network!("minixiangqi"),
    network!("racingkings"),
    network!("shatranj"),
    network!("xiangqi"),
];

/// The names of the library's games: every command that takes a game asks for them.
static LIBRARY_NAMES: LazyLock<Vec<&'static str>> =
    LazyLock::new(|| LIBRARY.iter().flat_map(|(_, text)| section_names(text)).collect());

/// The registry with the library, and with a reader of files.
pub fn with_library(registry: Registry) -> Registry {
    registry.with_source(Box::leak(Box::new(Variants::default())))
}

/// The games of the library and of the files that were loaded.
#[derive(Default)]
struct Variants(Mutex<Shelf>);

#[derive(Default)]
struct Shelf {
    /// All definitions, those of the library first; empty until they are needed.
    definitions: Vec<Definition>,
    /// The names of loaded games.
    loaded: Vec<&'static str>,
    /// The names of all games in files that were loaded, in lower case.
    in_files: BTreeSet<String>,
    /// The games that were asked for.
    entries: Vec<&'static GameEntry>,
    /// All games made so far, to be played or only checked. They stay in memory.
    made: Vec<SizedVariant>,
}

impl Shelf {
    /// A game that can be found from now on, in place of one of the same name. Its network is kept
    /// in a file.
    fn keep(&mut self, definition: Definition, game: SizedVariant, network_file: &Path) {
        let is_same = |name: &str| name.eq_ignore_ascii_case(&definition.name);
        self.entries.retain(|entry| !is_same(entry.info.name));
        self.definitions.retain(|known| !is_same(&known.name));
        if !self.names().any(is_same) {
            self.loaded.push(Box::leak(definition.name.clone().into_boxed_str()));
        }
        self.definitions.push(definition);
        self.open(entry(game).kept_in(network_file));
    }

    /// The game of a definition. It is made once, however often its file is read.
    fn game(&mut self, definition: &Definition) -> SizedVariant {
        let known = self.made.iter().find(|game| game.definition() == definition);
        known.copied().unwrap_or_else(|| {
            let game = SizedVariant::new(definition.clone());
            let of_library = self.definitions.iter().any(|known| known == definition);
            let network = NETWORKS.iter().find(|(name, _)| of_library && *name == definition.name);
            if let Some((_, network)) = network {
                slot(game).built_in.get_or_init(|| network);
            }
            self.made.push(game);
            game
        })
    }

    /// Keeps the entry of a game that was asked for.
    fn open(&mut self, entry: GameEntry) -> &'static GameEntry {
        let entry: &'static GameEntry = Box::leak(Box::new(entry));
        self.entries.push(entry);
        entry
    }

    /// Whether a network comes with the game, or lies beside its file.
    fn has_network(&self, definition: &Definition) -> bool {
        let own = || NETWORKS.iter().any(|(name, _)| *name == definition.name);
        let made = self.made.iter().find(|game| game.definition() == definition);
        made.map_or_else(own, |game| slot(*game).source().is_some())
    }

    fn names(&self) -> impl Iterator<Item = &'static str> {
        LIBRARY_NAMES.iter().chain(&self.loaded).copied()
    }

    /// Reads the library, if that was not done before.
    fn read_library(&mut self) {
        if self.definitions.is_empty() {
            for (_, text) in LIBRARY {
                let reading = read_sections(text, &self.definitions);
                self.definitions.extend(reading.definitions);
            }
        }
    }
}

impl GameSource for Variants {
    fn names(&self) -> Vec<&'static str> {
        lock(&self.0).names().collect()
    }

    fn find(&self, name: &str) -> Option<&'static GameEntry> {
        let mut games = lock(&self.0);
        if let Some(known) = games.entries.iter().find(|e| e.info.name.eq_ignore_ascii_case(name)) {
            return Some(known);
        }
        games.read_library();
        let found = games.definitions.iter().find(|d| d.name.eq_ignore_ascii_case(name))?.clone();
        let entry = entry(games.game(&found));
        Some(games.open(entry))
    }

    fn list(&self) -> Vec<ListedGame> {
        let mut games = lock(&self.0);
        games.read_library();
        let family = |name: &str| {
            let is_in = |text: &'static str| section_names(text).any(|known| known == name);
            LIBRARY
                .iter()
                .find(|(_, text)| is_in(text))
                .map_or("from a file", |(family, _)| *family)
        };
        let listed = |definition: &Definition| ListedGame {
            name: definition.name.clone(),
            family: family(&definition.name),
            board: format!("{}x{}", definition.board.max_file, definition.board.max_rank),
            about: definition.about.clone(),
            has_network: games.has_network(definition),
        };
        games.definitions.iter().map(listed).collect()
    }

    fn only_name(&self) -> Option<String> {
        let names = &lock(&self.0).in_files;
        if names.len() == 1 { names.first().cloned() } else { None }
    }

    fn load(&self, path: &Path, text: &str, own: &[&str], keep: bool) -> Loaded {
        let mut games = lock(&self.0);
        games.read_library();
        let Reading { definitions, places, mut complaints } =
            read_sections(text, &games.definitions);
        let mut loaded = Loaded::default();
        for (definition, place) in definitions.into_iter().zip(places) {
            let name = definition.name.clone();
            let game = games.game(&definition);
            if let Some(complaint) = fault(game, &place) {
                complaints.push(complaint);
                continue;
            }
            // It may be a parent all the same.
            let is_own = own.iter().any(|own| own.eq_ignore_ascii_case(&name));
            if keep {
                games.in_files.insert(name.to_ascii_lowercase());
                let file = path.with_file_name(format!("{name}.network"));
                if !is_own {
                    loaded.networks.extend(bring_network(game, &name, &file));
                }
                games.keep(definition, game, &file);
            }
            if is_own { loaded.own.push(name) } else { loaded.names.push(name) }
        }
        complaints.sort_by_key(|complaint| (complaint.line, complaint.column));
        loaded.complaints = complaints.iter().map(ToString::to_string).collect();
        loaded
    }
}

/// Why a game cannot be played, if it cannot.
fn fault(game: SizedVariant, place: &Place) -> Option<Complaint> {
    match game {
        SizedVariant::Small(variant) => variant.fault(place),
        SizedVariant::Large(variant) => variant.fault(place),
        SizedVariant::Stones(game) => game.fault(place),
    }
}

fn entry(variant: SizedVariant) -> GameEntry {
    fn of<G: Networked>(rules: G::Rules) -> GameEntry {
        GameEntry::new::<G>(rules).trainable::<G>(rules)
    }
    fn with_values<S: Set + Hash>(game: &'static Variant<S>) -> GameEntry {
        let entry = of::<Position<S>>(game);
        if game.has_tunable_values() { entry.tunable::<Position<S>>(game) } else { entry }
    }
    match variant {
        SizedVariant::Small(variant) => with_values(variant),
        SizedVariant::Large(variant) => with_values(variant),
        SizedVariant::Stones(game) => of::<StonePosition>(game),
    }
}

/// The network that a game uses unless another one is loaded.
fn slot(game: SizedVariant) -> &'static NetworkSlot {
    match game {
        SizedVariant::Small(game) => &game.network,
        SizedVariant::Large(game) => &game.network,
        SizedVariant::Stones(game) => &game.network,
    }
}

fn shape(game: SizedVariant) -> NetworkShape {
    match game {
        SizedVariant::Small(game) => Position::shape(game),
        SizedVariant::Large(game) => Position::shape(game),
        SizedVariant::Stones(game) => StonePosition::shape(game),
    }
}

/// Has a game use the network in a file, if there is such a file and the game can. Returns what
/// is said of it.
fn bring_network(game: SizedVariant, name: &str, file: &Path) -> Option<Result<String, String>> {
    slot(game).load(None);
    if !file.exists() {
        return None;
    }
    let found = read_network_for(name, shape(game), file);
    Some(match found {
        Ok(found) => {
            let note = network_note(file, &found);
            slot(game).load(Some(Arc::new(found.network)));
            Ok(note)
        }
        Err(why) => Err(format!("the network {} cannot be used: {why}", file.display())),
    })
}

/// The names of the sections of a text.
fn section_names(text: &'static str) -> impl Iterator<Item = &'static str> {
    text.lines().filter_map(|line| {
        let inner = line.strip_prefix('[')?.split(']').next()?;
        inner.split(':').next().map(str::trim)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_networks_fit_the_rules_of_their_games() {
        let mut shelf = Shelf::default();
        shelf.read_library();
        for (name, network) in &NETWORKS {
            let definition = shelf.definitions.iter().find(|known| known.name == *name);
            let game = SizedVariant::new(definition.expect(name).clone());
            let (wanted, found) = (shape(game), network.get().shape());
            let expected =
                NetworkShape { hidden: found.hidden, has_base: found.has_base, ..wanted };
            assert_eq!(found, expected, "{name}");
        }
    }

    /// Loads a text, and plays up to 40 moves of each game in it.
    fn load(text: &str) -> Loaded {
        let variants = Variants::default();
        let loaded = variants.load(Path::new("games.ini"), text, &[], true);
        for name in &loaded.names {
            let mut game = variants.find(name).expect("it was loaded").referee();
            for _ in 0..40 {
                let Some(name) = game.moves().pop() else { break };
                game.play(&name).expect("it is legal");
            }
        }
        loaded
    }

    #[test]
    fn a_network_of_the_library_stays_with_its_rules_alone() {
        let has_network = |text: &str| {
            let variants = Variants::default();
            let loaded = variants.load(Path::new("nowhere/games.ini"), text, &[], true);
            assert_eq!(loaded.complaints, [""; 0]);
            let entry = variants.find("minishogi").expect("it is there");
            let listed = variants.list().into_iter().find(|game| game.name == "minishogi");
            let has_one = entry.network().expect("trainable").default_network().is_some();
            assert_eq!(listed.expect("it is there").has_network, has_one, "{text}");
            has_one
        };
        let (_, drops) =
            LIBRARY.into_iter().find(|(_, text)| text.contains("[minishogi]")).unwrap();
        assert!(has_network(""));
        assert!(has_network(drops), "the same rules");
        assert!(!has_network("[minishogi:crazyhouse]\n"));
    }

    #[test]
    fn a_file_that_is_read_again_takes_no_more_memory() {
        const FILE: &str = "[first:chess]\n[second:chess]\nstalemateValue = loss\n";
        let variants = Variants::default();
        for keep in [false, false, true, true] {
            assert_eq!(
                variants.load(Path::new("games.ini"), FILE, &[], keep).names,
                ["first", "second"]
            );
            assert_eq!(lock(&variants.0).made.len(), 2);
        }
        variants.load(Path::new("games.ini"), &FILE.replace("loss", "win"), &[], false);
        assert_eq!(lock(&variants.0).made.len(), 3, "that is another game");
    }

    #[test]
    fn a_castling_right_needs_its_king_and_rook() {
        const USUAL: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        const ON_RANK: &str = "expected castling rights whose king and rook are on rank";
        // The keys, the start position, and what is wrong: the rank, and the rights from there on.
        for (keys, fen, wrong) in [
            ("castlingKingFile = l", USUAL, None),
            ("castling = false", "4k3/p7/8/8/8/8/8/4K3 w KQkq - 0 1", None),
            ("chess960 = true", "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1", None),
            ("chess960 = true", "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w HBgb - 0 1", Some((1, "HBgb"))),
            ("", "r3k2r/8/8/8/8/8/4K3/R6R w KQkq - 0 1", Some((1, "KQkq"))),
            ("", "r3k2r/8/8/8/8/8/8/R3K3 w KQkq - 0 1", Some((1, "KQkq"))),
            ("", "r3k3/8/8/8/8/8/8/R3K2R w KQkq - 0 1", Some((8, "kq"))),
            ("", "3rk2r/8/8/8/8/8/8/R3K2R w KQkqa - 0 1", Some((8, "a"))),
            ("", "4k2r/8/8/8/8/8/8/R2QK2R w KQkq - 0 1", Some((8, "q"))),
            // The last rank of the board is meant.
            ("castlingRank = 10", USUAL, Some((8, "KQkq"))),
            ("castlingKingsideFile = a", USUAL, Some((1, "KQkq"))),
            ("castlingQueensideFile = l", USUAL, Some((1, "Qkq"))),
        ] {
            let loaded = load(&format!("[castle:chess]\nstartFen = {fen}\n{keys}\n"));
            let complaints: Vec<String> = wrong
                .map(|(rank, found)| {
                    let column = "startFen = ".len() + 1 + fen.find(found).expect("it is there");
                    format!(
                        "line 2, column {column}: [castle] startFen: {ON_RANK} {rank}, found \
                         '{found}'"
                    )
                })
                .into_iter()
                .collect();
            let names = if wrong.is_none() { vec!["castle".to_owned()] } else { Vec::new() };
            let expected = Loaded { names, complaints, ..Loaded::default() };
            assert_eq!(loaded, expected, "{keys} {fen}");
        }
    }

    #[test]
    fn a_start_position_is_said_to_be_wrong_where_it_is() {
        const KING: &str = "expected castling rights whose king and rook are on rank 1";
        const OVER: &str = "expected a position in which the game is not over yet";
        let inherited = load("[a:chess]\n[b:a]\nking = -\ncommoner = k\n");
        let expected = format!(
            "line 2, column 2: [b] expected a startFen, as the inherited one does not fit: \
             {}, found 'b'",
            &KING["expected ".len()..]
        );
        assert_eq!(inherited.complaints, [expected]);
        let both = load(
            "[a:chess]\nstartFen = 4k3/8/8/8/8/8/8/4K3 b K - 0 1\n[b:chess]\n\
             startFen = k7/1Q6/1K6/8/8/8/8/8 b - - 0 1\n[c:c]\n",
        );
        let [first, second, third] = &both.complaints[..] else { panic!("{both:?}") };
        assert_eq!(*first, format!("line 2, column 34: [a] startFen: {KING}, found 'K'"));
        assert_eq!(*second, format!("line 4, column 12: [b] startFen: {OVER}, found checkmate"));
        assert!(third.starts_with("line 5, "), "{third}");
    }

    #[test]
    fn files_with_one_game_have_an_only_one() {
        let variants = Variants::default();
        let only_after = |text: &str, keep: bool| {
            variants.load(Path::new("games.ini"), text, &["chess"], keep);
            variants.only_name()
        };
        assert_eq!(only_after("[mine:chess]\n", false), None, "it was only looked at");
        assert_eq!(only_after("[Mine:chess]\n", true).as_deref(), Some("mine"));
        assert_eq!(
            only_after("[mine:atomic]\n[wrong:mine]\nking\n", true).as_deref(),
            Some("mine")
        );
        assert_eq!(only_after("[atomic:atomic]\n", true), None, "there are two");
    }

    #[test]
    fn too_many_kinds_are_refused() {
        let pieces: String = [
            "pawn", "knight", "bishop", "rook", "queen", "fers", "alfil", "silver", "aiwok", "bers",
        ]
        .iter()
        .zip('a'..)
        .map(|(name, letter)| format!("{name} = {letter}\n"))
        .collect();
        let rules = "king = k\nstartFen = 4k3/8/8/8/8/8/AAAAAAAA/4K3[] w - - 0 1\n\
                     pieceDrops = true\ncapturesToHand = true\npromotionPawnTypes = abcde\n\
                     promotionPieceTypes = bcdefghij\n";
        let loaded = load(&format!("[many]\n{pieces}{rules}"));
        assert_eq!(loaded.names.len(), 0);
        let [complaint] = &loaded.complaints[..] else { panic!("{:?}", loaded.complaints) };
        let expected = "line 1, column 2: [many] expected at most 32 kinds of pieces, promoted ones among them, found ";
        assert!(complaint.starts_with(expected), "{complaint}");
    }

    #[test]
    fn rules_that_do_not_go_together_are_refused() {
        for (rules, expected) in [
            ("[a:checkers]\nking = k\n", "a game without a royal piece"),
            ("[a:checkers]\nwallingRule = past\n", "a game in which a jump puts no wall or piece"),
            (
                "[a:checkers]\ncustomPiece1 = m:mfFmfA\nmustCapture = false\n",
                "mustCapture, as a piece with jumpCaptures also leaps where it lands by a jump",
            ),
            ("[a:shatranj]\ncustodialKing = k\n", "custodialTypes or surroundTypes as well"),
            (
                "[a:atomic]\nchasingRule = axf\n",
                "moves that change two squares at most, for chasingRule, found blastOnCapture",
            ),
        ] {
            let loaded = load(rules);
            let [complaint] = &loaded.complaints[..] else { panic!("{rules}{loaded:?}") };
            assert!(complaint.contains(&format!("expected {expected}")), "{complaint}");
        }
    }

    #[test]
    fn the_library_has_no_fault() {
        let mut known = Vec::new();
        for (_, text) in LIBRARY {
            let reading = read_sections(text, &known);
            assert_eq!(reading.complaints, []);
            for (definition, place) in reading.definitions.iter().zip(&reading.places) {
                assert_eq!(fault(SizedVariant::new(definition.clone()), place), None);
            }
            known.extend(reading.definitions);
        }
        assert!(known.len() > 100, "{}", known.len());
    }
}
