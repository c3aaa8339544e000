//! The games of the library and of files that were loaded: one source of games for a program.

use crate::fault::fault;
use crate::glossary::rule_words;
use crate::rules_text::rules_text;
use crate::warnings::warnings;
use plyglot_core::game::network::EmbeddedNetwork;
use plyglot_core::game::{Mismatch, MoveNotation, RulesText};
use plyglot_definition::Definition;
use plyglot_definition::file::{MAX_COMPLAINTS, Reading, read_sections, read_sections_after};
use plyglot_engine::{
    FromFiles, GameEntry, GameSource, ListedGame, Loaded, Registry, RuleWord, RulesFile,
    network_note, read_network_for,
};
use plyglot_support::lock;
use plyglot_support::text::counted;
use plyglot_variants::SizedVariant;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, LazyLock, Mutex};

/// The text of the library, by family. Children come after their parents.
pub(crate) const LIBRARY: [(&str, &str); 6] = [
    ("like chess, on up to 64 squares", include_str!("../games/chess.ini")),
    ("with pieces in hand", include_str!("../games/drops.ini")),
    ("with other ends and effects", include_str!("../games/ends.ini")),
    ("on more than 64 squares", include_str!("../games/large.ini")),
    ("with jumps and enclosures", include_str!("../games/jumps.ini")),
    ("with stones placed in turn", include_str!("../games/stones.ini")),
];

macro_rules! network {
    ($name:literal) => {
        ($name, EmbeddedNetwork::new(include_bytes!(concat!("../games/", $name, ".network"))))
    };
}

/// The networks that come with games of the library; networks/README.md says how they were made.
static NETWORKS: [(&str, EmbeddedNetwork); 23] = [
    network!("3check"),
    network!("antichess"),
    network!("atomic"),
    network!("capablanca"),
    network!("clobber10"),
    network!("crazyhouse"),
    network!("gomoku"),
    network!("grand"),
    network!("horde"),
    network!("janggi"),
    network!("kingofthehill"),
    network!("kyotoshogi"),
    network!("losalamos"),
    network!("makruk"),
    network!("massacre"),
    network!("minishogi"),
    network!("minixiangqi"),
    network!("nocastle"),
    network!("racingkings"),
    network!("seirawan"),
    network!("shatranj"),
    network!("shogi"),
    network!("xiangqi"),
];

/// Games that use the network of another one, whose pieces and board they have: with it they won
/// more than half of 40 games of 0.01 s a move against their evaluation by the rules
/// (docs/log/matches.csv, topic "shared network").
const SHARED: [(&str, &[&str]); 7] = [
    ("antichess", &["giveaway", "losers"]),
    ("atomic", &["atomar", "nocheckatomic"]),
    ("capablanca", &["caparandom", "embassy", "gothic"]),
    ("janggi", &["janggimodern"]),
    ("makruk", &["asean", "cambodian"]),
    (
        "nocastle",
        &[
            "advancedpawn",
            "centaurking",
            "coregal",
            "crossing",
            "fairy",
            "opposite-castling",
            "semitorpedo",
            "twokings2",
            "upsidedown",
        ],
    ),
    ("shatranj", &["chaturanga"]),
];

/// The game of the library whose network a game of it uses, if it uses one; else the game itself.
pub fn network_owner(game: &str) -> &str {
    SHARED.iter().find(|(_, users)| users.contains(&game)).map_or(game, |(owner, _)| owner)
}

fn network_of(game: &str) -> Option<&'static EmbeddedNetwork> {
    let owner = network_owner(game);
    NETWORKS.iter().find(|(name, _)| *name == owner).map(|(_, network)| network)
}

/// The most directions of the pieces of all games in a file, which is as long as it takes to read:
/// 100 for each of most games.
const MAX_DIRECTIONS: usize = 100_000;

/// The most games that are made, which stay in memory: some 250 MB.
const MAX_GAMES: usize = 10_000;

/// The names of the library's games: every command that takes a game asks for them.
static LIBRARY_NAMES: LazyLock<Vec<&'static str>> =
    LazyLock::new(|| LIBRARY.iter().flat_map(|(_, text)| section_names(text)).collect());

/// The definitions of the library, which all sources share.
static DEFINITIONS: LazyLock<Vec<Arc<Definition>>> =
    LazyLock::new(|| library().into_iter().map(Arc::new).collect());

/// The name as people write it, with which the sentence about a game begins: `King of the Hill`.
fn title(definition: &Definition) -> String {
    const MAX_TITLE_CHARS: usize = 36;
    let about = definition.about.split([':', ',', '(', ';']).next().unwrap_or_default();
    let title = about.trim().trim_end_matches('.');
    let is_title = (1..=MAX_TITLE_CHARS).contains(&title.chars().count());
    if is_title { title } else { &definition.name }.to_owned()
}

/// The games of the library, in the order of its files.
pub(crate) fn library() -> Vec<Definition> {
    LIBRARY.iter().fold(Vec::new(), |mut games, (_, text)| {
        let reading = read_sections(text, &games);
        games.extend(reading.definitions);
        games
    })
}

/// The registry with the library, and with a reader of files.
pub fn with_library(registry: Registry) -> Registry {
    registry.with_source(Box::leak(Box::new(Variants::default())))
}

#[derive(Default)]
struct Variants(Mutex<LoadedGames>);

#[derive(Default)]
struct LoadedGames {
    /// All definitions, those of the library first; empty until they are needed.
    definitions: Vec<Arc<Definition>>,
    loaded: Vec<&'static str>,
    from_files: FromFiles,
    entries: Vec<&'static GameEntry>,
    /// All games made so far, to be played or only checked. They stay in memory.
    made: Vec<SizedVariant>,
    /// The number of games that this source and those apart from it have made.
    count: Arc<AtomicUsize>,
}

impl LoadedGames {
    /// A game that can be found from now on, in place of one of the same name. Its network is kept
    /// in a file.
    fn keep(&mut self, definition: Arc<Definition>, game: SizedVariant, network_file: &Path) {
        self.entries.retain(|entry| !entry.info.name.eq_ignore_ascii_case(&definition.name));
        self.definitions.retain(|known| !known.name.eq_ignore_ascii_case(&definition.name));
        if !self.names().any(|name| name.eq_ignore_ascii_case(&definition.name)) {
            self.loaded.push(Box::leak(definition.name.clone().into_boxed_str()));
        }
        self.definitions.push(definition);
        self.open(game.entry().kept_in(network_file));
    }

    fn made_of(&self, definition: &Definition) -> Option<SizedVariant> {
        self.made.iter().find(|game| game.definition() == definition).copied()
    }

    /// The game of a definition. It is made once, however often its file is read.
    fn game(&mut self, definition: &Definition) -> SizedVariant {
        self.made_of(definition).unwrap_or_else(|| {
            let game = SizedVariant::new(definition.clone());
            let of_library = self.definitions.iter().any(|known| **known == *definition);
            let network = network_of(&definition.name).filter(|_| of_library);
            if let Some(network) = network {
                let is_own = network_owner(&definition.name) == definition.name;
                game.set_built_in_network(network, is_own);
            }
            self.made.push(game);
            self.count.fetch_add(1, Relaxed);
            game
        })
    }

    fn open(&mut self, entry: GameEntry) -> &'static GameEntry {
        let entry: &'static GameEntry = Box::leak(Box::new(entry));
        self.entries.push(entry);
        entry
    }

    /// Whether a network comes with the game, or lies beside its file.
    fn has_network(&self, definition: &Definition) -> bool {
        self.made_of(definition)
            .map_or_else(|| network_of(&definition.name).is_some(), SizedVariant::has_network)
    }

    fn names(&self) -> impl Iterator<Item = &'static str> {
        LIBRARY_NAMES.iter().chain(&self.loaded).copied()
    }

    fn read_library(&mut self) {
        if self.definitions.is_empty() {
            self.definitions.clone_from(&DEFINITIONS);
        }
    }
}

fn family(game: &str) -> &'static str {
    let own = LIBRARY.iter().find(|(_, text)| section_names(text).any(|name| name == game));
    own.map_or("from a file", |(family, _)| *family)
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
        let entry = games.game(&found).entry();
        Some(games.open(entry))
    }

    fn list(&self) -> Vec<ListedGame> {
        let mut games = lock(&self.0);
        games.read_library();
        let mut listed = Vec::new();
        for definition in &games.definitions {
            listed.push(ListedGame {
                name: definition.name.clone(),
                title: title(definition),
                family: family(&definition.name),
                board: format!("{}x{}", definition.board.max_file, definition.board.max_rank),
                about: definition.about.clone(),
                has_network: games.has_network(definition),
                starts: definition.shown.starts.first_names(),
            });
        }
        listed
    }

    fn rules_text(
        &self,
        name: &str,
        sides: [&str; 2],
        notation: Option<MoveNotation>,
    ) -> Option<RulesText> {
        let mut games = lock(&self.0);
        games.read_library();
        let is_loaded = games.from_files.games.iter().any(|own| own.eq_ignore_ascii_case(name));
        // A file may have a game of its own under a name of the program's.
        let known = if is_loaded { &games.definitions } else { &*DEFINITIONS };
        let definition = known.iter().find(|known| known.name.eq_ignore_ascii_case(name))?.clone();
        Some(rules_text(games.game(&definition), sides, notation))
    }

    fn section(&self, name: &str) -> Option<&'static str> {
        LIBRARY
            .iter()
            .flat_map(|&(_, text)| text.split_inclusive("\n\n"))
            .find(|&section| section_names(section).next() == Some(name))
    }

    fn rule_words(&self) -> Vec<RuleWord> {
        rule_words()
    }

    fn apart(&self) -> &'static dyn GameSource {
        let count = Arc::clone(&lock(&self.0).count);
        let games = LoadedGames { count, ..LoadedGames::default() };
        Box::leak(Box::new(Variants(Mutex::new(games))))
    }

    fn file_games(&self) -> FromFiles {
        lock(&self.0).from_files.clone()
    }

    fn load(&self, path: &Path, text: &str, own: &[&str], keep: bool) -> Loaded {
        let mut games = lock(&self.0);
        games.read_library();
        let known: Vec<&Definition> = games.definitions.iter().map(Arc::as_ref).collect();
        let reading = read_sections_after(text, &known);
        let Reading { definitions, places, mut complaints, unlisted } = reading;
        let mut loaded = Loaded { unlisted, ..Loaded::default() };
        if keep {
            games.from_files.add_file(RulesFile::new(path, text));
        }
        let mut directions = 0;
        let mut unwarned = 0;
        for (definition, place) in definitions.into_iter().zip(places) {
            if games.count.load(Relaxed) >= MAX_GAMES && games.made_of(&definition).is_none() {
                let most = format!("at most {MAX_GAMES} different games until the program ends");
                complaints.push(place.complaint(Mismatch::new(most, "more")));
                break;
            }
            directions += definition.pieces.iter().map(|piece| piece.walks.len()).sum::<usize>();
            if directions > MAX_DIRECTIONS {
                complaints.push(place.complaint(Mismatch::new(
                    format!("pieces with at most {MAX_DIRECTIONS} directions in all games"),
                    "more",
                )));
                break;
            }
            let name = definition.name.clone();
            let game = games.game(&definition);
            if let Some(complaint) = fault(game, &place) {
                complaints.push(complaint);
                continue;
            }
            if loaded.warnings.len() < MAX_COMPLAINTS {
                let warnings = warnings(game, &place);
                loaded.warnings.extend(warnings.iter().map(ToString::to_string));
            } else {
                unwarned += 1;
            }
            // It may be a parent all the same.
            let is_own = own.iter().any(|own| own.eq_ignore_ascii_case(&name));
            if keep {
                let file = path.with_file_name(format!("{name}.network"));
                if !is_own {
                    games.from_files.add_game(&name);
                    loaded.networks.extend(bring_network(game, &name, &file));
                }
                games.keep(Arc::new(definition), game, &file);
            }
            if is_own { loaded.own.push(name) } else { loaded.names.push(name) }
        }
        if unwarned > 0 {
            let games = counted(unwarned, "more game");
            loaded.warnings.push(format!("{games}: not looked at for warnings"));
        }
        complaints.sort_by_key(|complaint| (complaint.line, complaint.column));
        loaded.complaints = complaints.iter().map(ToString::to_string).collect();
        loaded
    }
}

/// Has a game use the network in a file, if there is such a file and the game can. Returns what
/// is said of it.
fn bring_network(game: SizedVariant, name: &str, file: &Path) -> Option<Result<String, String>> {
    game.load_network(None);
    if !file.exists() {
        return None;
    }
    let found = read_network_for(name, game.network_shape(), file);
    Some(match found {
        Ok(found) => {
            let note = network_note(file, &found);
            game.load_network(Some(Arc::new(found.network)));
            Ok(note)
        }
        Err(why) => Err(format!("the network {} cannot be used: {why}", file.display())),
    })
}

fn section_names(text: &'static str) -> impl Iterator<Item = &'static str> {
    text.lines().filter_map(|line| {
        let inner = line.strip_prefix('[')?.split(']').next()?;
        inner.split(':').next().map(str::trim)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyglot_core::game::network::{NetworkShape, Networked};
    use plyglot_variants::{Position, StonePosition};

    #[test]
    fn the_networks_fit_the_rules_of_their_games() {
        let games = library();
        for (name, network) in &NETWORKS {
            let definition = games.iter().find(|known| known.name == *name);
            let game = SizedVariant::new(definition.expect(name).clone());
            let (wanted, found) = (game.network_shape(), network.get().shape());
            assert_eq!(found.check(wanted), Ok(()), "{name}");
        }
    }

    #[test]
    fn a_named_start_can_be_played() {
        // The side that is not to move is in check.
        let text = "[x:chess]\nstart = In check: 4k3/4R3/8/8/8/8/8/4K3 w - - 0 1\n";
        let found = Variants::default().load(Path::new(""), text, &[], false).complaints;
        assert!(found.len() == 1 && found[0].starts_with("line 2, column "), "{found:?}");
        assert!(found[0].contains("[x] start: expected "), "{found:?}");
    }

    /// Shared networks see the same pieces on the same squares, from both sides.
    #[test]
    fn shared_networks_mean_the_same() {
        /// By symmetry and perspective, the inputs of all placements for the second side.
        fn inputs(game: SizedVariant) -> Vec<Vec<usize>> {
            fn second_inputs<G: Networked>(rules: G::Rules) -> Vec<Vec<usize>> {
                let NetworkShape { placements, perspectives, .. } = G::shape(rules);
                let under = |symmetry, perspective| -> Vec<usize> {
                    let image = |placement| G::symmetric(rules, symmetry, placement);
                    let input = |placement| G::input(rules, perspective, image(placement));
                    (0..placements).map(input).collect()
                };
                let of_second = (1..perspectives).step_by(2);
                of_second
                    .flat_map(|it| (0..G::symmetries(rules)).map(move |symmetry| (symmetry, it)))
                    .map(|(symmetry, perspective)| under(symmetry, perspective))
                    .collect()
            }
            match game {
                SizedVariant::Small(game) => second_inputs::<Position<_>>(game),
                SizedVariant::Large(game) => second_inputs::<Position<_>>(game),
                SizedVariant::Stones(game) => second_inputs::<StonePosition>(game),
            }
        }
        let games = library();
        let open = |name: &str| {
            let definition = games.iter().find(|known| known.name == name).expect(name);
            SizedVariant::new(definition.clone())
        };
        let are_alike = |one: SizedVariant, other: SizedVariant| {
            let [one, other] = [one, other].map(|game| &game.definition().pieces);
            let pairs = one.iter().zip(other);
            pairs.clone().count() == one.len().max(other.len())
                && pairs.into_iter().all(|(a, b)| a.name == b.name || a.walks == b.walks)
        };
        for (owner, users) in SHARED {
            assert_eq!(network_owner(owner), owner);
            for user in users {
                let [owner, user] = [open(owner), open(user)];
                let (name, shape_of_user) = (&user.definition().name, user.network_shape());
                let shape_of_owner = owner.network_shape();
                let mut expected = shape_of_user;
                expected.rules = shape_of_owner.rules;
                expected.perspectives = shape_of_owner.perspectives;
                assert_eq!(shape_of_owner, expected, "{name}");
                assert!(are_alike(owner, user), "{name}");
                assert!(inputs(user).contains(&inputs(owner)[0]), "{name}");
                let variants = Variants::default();
                let used = variants.find(name).and_then(|it| it.network()?.default_network());
                let used = used.expect(name).get().shape();
                assert_eq!(used.check(shape_of_user), Ok(()), "{name}");
            }
        }
    }

    /// Loads a text, and plays up to 40 moves of each game in it.
    fn load(text: &str) -> Loaded {
        let variants = Variants::default();
        let loaded = variants.load(Path::new("games.ini"), text, &[], true);
        for name in &loaded.names {
            let mut game = variants.find(name).expect("it was loaded").open();
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
            let entry = variants.find("minishogi").expect("it exists");
            let listed = variants.list().into_iter().find(|game| game.name == "minishogi");
            let has_one = entry.network().expect("trainable").default_network().is_some();
            assert_eq!(listed.expect("it exists").has_network, has_one, "{text}");
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
            ("castling = false", "4k3/p7/8/8/8/8/P7/4K3 w KQkq - 0 1", None),
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
                    let column = "startFen = ".len() + 1 + fen.find(found).expect("it exists");
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
             {}, found 'KQkq'",
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
    fn the_games_of_files_are_known() {
        let variants = Variants::default();
        let games_after = |text: &str, keep: bool| {
            variants.load(Path::new("games.ini"), text, &["chess"], keep);
            variants.file_games().games
        };
        assert_eq!(games_after("[mine:chess]\n", false), [""; 0], "it was only looked at");
        assert_eq!(games_after("[Mine:chess]\n", true), ["Mine"]);
        assert_eq!(games_after("[mine:atomic]\n[wrong:mine]\nking\n", true), ["Mine"]);
        assert_eq!(games_after("[chess]\nking = k\n", true), ["Mine"], "chess keeps its rules");
        assert_eq!(games_after("[atomic:atomic]\n", true), ["Mine", "atomic"]);
        assert_eq!(variants.file_games().files.len(), 1, "it was read again");
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
        const SWAP: &str =
            "a start position in which both sides are alike and White begins, found swapRule";
        for (rules, expected) in [
            ("[a:checkers]\nking = k\n", "a game without a royal piece"),
            ("[a:checkers]\nwallingRule = past\n", "a game in which a jump puts no wall or piece"),
            (
                "[a:checkers]\ncustomPiece1 = m:mfFmfA\nmustCapture = false\n",
                "mustCapture, as a piece with jumpCaptures also goes where it lands by a capture",
            ),
            (
                "[a:checkers]\njumpMoves = m:F\nmustCapture = false\n",
                "mustCapture, as a piece with jumpCaptures also goes where it lands by a capture",
            ),
            ("[a:shatranj]\ncustodialKing = k\n", "custodialTypes or surroundTypes as well"),
            (
                "[a:atomic]\nchasingRule = axf\n",
                "moves that change two squares at most, for chasingRule, found blastOnCapture",
            ),
            ("[a:renju]\nswapRule = true\n", SWAP),
            (
                "[a:hex]\nmaxFile = 10\nstartFen = 10/10/10/10/10/10/10/10/10/10/10 w\nconnectRegion2Black = j*\nswapRule = true\n",
                SWAP,
            ),
            ("[a:maharajah]\nswapRule = true\n", SWAP),
            (
                "[a:chess]\nstartFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1\nswapRule = true\n",
                SWAP,
            ),
        ] {
            let loaded = load(rules);
            let [complaint] = &loaded.complaints[..] else { panic!("{rules}{loaded:?}") };
            assert!(complaint.contains(&format!("expected {expected}")), "{complaint}");
            // It stands at the key, if that is the section's own.
            let key =
                rules.split_once('\n').and_then(|(_, key)| key.split_once(' ')).expect("a key");
            let is_own = complaint.ends_with(&format!("found {}", key.0));
            assert_eq!(complaint.starts_with("line 2, column 1: [a] "), is_own, "{complaint}");
        }
    }

    /// Files with a game that is dead in some way, and what is said of it.
    const DEAD: &[(&str, &str)] = &[
        (
            "[six:chess]\nmaxRank = 6\nstartFen = rnbqkbnr/pppppppp/8/8/PPPPPPPP/RNBQKBNR w - - 0 1\n",
            "line 2, column 1: warning: [six] maxRank: White's pawn never promotes: \
             promotionRegionWhite has no square on this board",
        ),
        (
            "[back:chess]\npromotionRegionWhite = *1\n",
            "line 2, column 1: warning: [back] promotionRegionWhite: White's pawn never promotes: \
             promotionRegionWhite has no square that it reaches",
        ),
        (
            "[none:chess]\npromotionPieceTypes = -\n",
            "line 1, column 2: warning: [none] White's pawn has nothing to promote to on its last \
             rank",
        ),
        (
            "[aimless]\nrook = r\nstartFen = rrrrrrrr/8/8/8/8/8/8/RRRRRRRR w\n",
            "line 1, column 2: warning: [aimless] nobody can win: by no checkmate, flag, row, \
             extinction or other end",
        ),
        (
            "[home:chess]\nflagPiece = k\nflagRegionWhite = *1\nflagRegionBlack = *1\n",
            "line 3, column 1: warning: [home] flagRegionWhite: White stands in the flag region at \
             the start, and so wins at once",
        ),
        (
            "[far:chess]\nflagPiece = b\nbishop = b\nflagRegionWhite = a1\nflagRegionBlack = e1\n\
             promotionPieceTypes = q\nstartFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RN1QKBNR w KQkq - 0 1\n",
            "line 4, column 1: warning: [far] flagRegionWhite: White never reaches its flag region",
        ),
        (
            "[count:chess]\nflagPiece = k\nflagRegion = *8\nflagRegionBlack = *1\nflagPieceCount = 2\n",
            "line 5, column 1: warning: [count] flagPieceCount: White has only 1 of the 2 pieces \
             that have to reach the flag",
        ),
        (
            "[empty:chess]\npieceDrops = true\n",
            "line 2, column 1: warning: [empty] pieceDrops: nothing can be dropped without a hand \
             in startFen, capturesToHand or freeDrops",
        ),
        (
            "[nowhere:crazyhouse]\ndropRegionWhite = -\ndropRegionBlack = -\n",
            "line 1, column 2: warning: [nowhere] nothing can be dropped anywhere",
        ),
        (
            "[alone:chess]\nstartFen = 8/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1\n",
            "line 2, column 1: warning: [alone] startFen: Black has no piece",
        ),
        (
            "[still:chess]\nmobilityRegionWhiteKing = e1\n",
            "line 2, column 1: warning: [still] mobilityRegionWhiteKing: White's king can never \
             move",
        ),
        (
            "[kings:chess]\nstartFen = rnbqkbkr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1\n",
            "line 2, column 1: warning: [kings] startFen: Black has more than one king: name such \
             pieces 'commoner'",
        ),
        (
            "[row:chess]\nconnectN = 5\nconnectPieceTypes = n\npromotionPieceTypes = q\n",
            "line 2, column 1: warning: [row] connectN: neither side has more than 2 of the 5 \
             pieces of a row",
        ),
        (
            "[spare:chess]\ncentaur = c\nwazir = w\n",
            "line 3, column 1: warning: [spare] wazir: no wazir, no centaur in startFen, and none \
             comes by a promotion or from a hand",
        ),
        (
            "[boom:chess]\nblastOnCapture = true\n",
            "line 2, column 1: warning: [boom] blastOnCapture: an explosion that takes a king wins \
             nothing: write 'king = -' and a royal 'commoner'",
        ),
        (
            "[stuck:chess]\nrook = -\ncustomPiece1 = r:fW\ncastling = false\npromotionPieceTypes = q\n\
             mobilityRegionWhiteCustomPiece1 = *1\n\
             startFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1\n",
            "line 3, column 1: warning: [stuck] customPiece1: White's customPiece1 can never move",
        ),
        (
            "[shy:chess]\nchecking = false\n",
            "line 1, column 2: warning: [shy] nobody can win: by no checkmate, flag, row, extinction \
             or other end",
        ),
        (
            "[meek:chess]\nking = k:mK\ncustomPiece1 = q:mQ\n\
             startFen = 3qk3/8/8/8/8/8/8/3QK2R w - - 0 1\npromotionPieceTypes = -\n",
            "line 1, column 2: warning: [meek] Black cannot win: by no checkmate, flag, row, \
             extinction or other end",
        ),
        (
            "[half:breakthrough]\nflagRegionBlack = -\nstalemateValue = draw\n",
            "line 1, column 2: warning: [half] Black cannot win: by no checkmate, flag, row, \
             extinction or other end",
        ),
        (
            "[near:chess]\nflagRegionWhite = *3\n",
            "line 1, column 2: warning: [near] White wins with its first move, b1a3: goal reached",
        ),
        (
            "[next:chess]\nflagRegionWhite = *5\n",
            "line 1, column 2: warning: [next] White wins by its second move, if the first is b1a3",
        ),
        (
            "[late:chess]\nflagRegionBlack = *6\n",
            "line 1, column 2: warning: [late] Black wins by its first move, whatever White plays",
        ),
        (
            "[walled:chess]\nwallingRule = past\nwallingRegionBlack = *6\n",
            "line 1, column 2: warning: [walled] every first move ends the game",
        ),
    ];

    #[test]
    fn dead_games_are_warned_of() {
        for (text, expected) in DEAD {
            let loaded = load(text);
            assert_eq!(loaded.complaints, [""; 0], "{text}");
            assert!(loaded.warnings.iter().any(|warning| warning == expected), "{loaded:?}");
        }
    }

    /// Keys, which of them is without effect, and what it needs.
    const UNMET_NEEDS: &[(&str, &str, &str)] = &[
        ("flagPiece = k", "flagPiece", "flagRegion"),
        (
            "extinctionPieceTypes = q",
            "extinctionPieceTypes",
            "extinctionValue or extinctionPseudoRoyal",
        ),
        ("extinctionValue = loss", "extinctionValue", "extinctionPieceTypes"),
        ("dropRegionWhite = *1", "dropRegionWhite", "pieceDrops or seirawanGating"),
        ("capturesToHand = true", "capturesToHand", "pieceDrops, gating or seirawanGating"),
        ("wallOrMove = true", "wallOrMove", "wallingRule"),
        ("blastImmuneTypes = k", "blastImmuneTypes", "blastOnCapture"),
        ("castling = false\noppositeCastling = true", "oppositeCastling", "castling"),
        ("dropLoop = true", "dropLoop", "capturesToHand or twoBoards"),
        ("piecePoints = q:9", "piecePoints", "materialCounting = unweighted"),
        ("nFoldRule = 0\nnFoldValue = loss", "nFoldValue", "nFoldRule"),
        ("soldierPromotionRank = 5", "soldierPromotionRank", "soldier"),
        (
            "king = -\ncommoner = k\nextinctionValue = loss\nextinctionPieceTypes = k\n\
              checkCounting = true",
            "checkCounting",
            "king or extinctionPseudoRoyal",
        ),
        (
            "connectDiagonal = false",
            "connectDiagonal",
            "connectN, collinearN, connectNxN, connectRegion1, connectCorners, connectSides, \
                 connectRing, captureRows, materialCounting = territory or materialCounting = \
                 largestGroup",
        ),
        ("pieceDemotion = true", "pieceDemotion", "promotedPieceType"),
        ("mostCaptures = true", "mostCaptures", "jumpCaptures"),
        ("mustDropType = p", "mustDropType", "mustDrop"),
        ("dropPromoted = true", "dropPromoted", "promotedPieceType"),
        (
            "sittuyinRookDrop = true\nrook = -\ncastling = false\npromotionPieceTypes = q\n\
                 startFen = 1nbqkbn1/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBN1 w - - 0 1",
            "sittuyinRookDrop",
            "rook",
        ),
        ("shogiPawnDropMateIllegal = true", "shogiPawnDropMateIllegal", "shogiPawn"),
        ("twoBoards = true", "twoBoards", "pieceDrops, gating or seirawanGating"),
        ("gating = true", "gating", "seirawanGating or cambodianMoves"),
        ("seirawanGating = true", "seirawanGating", "gating"),
        ("stalematePieceCount = true", "stalematePieceCount", "stalemateValue"),
        ("nFoldValueAbsolute = true", "nFoldValueAbsolute", "nFoldValue"),
        ("nFoldRule = 0\nperpetualCheckIllegal = true", "perpetualCheckIllegal", "nFoldRule"),
        ("promotionLimit = k:2", "promotionLimit", "promotions to its pieces"),
        ("doubleStep = false\ndoubleStepRegionWhite = *3", "doubleStepRegionWhite", "doubleStep"),
        ("doubleStep = false\nenPassantRegion = *6", "enPassantRegion", "double steps"),
        (
            "startFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1\n\
                 oppositeCastling = true",
            "oppositeCastling",
            "castling rights in startFen",
        ),
    ];

    #[test]
    fn keys_without_those_that_they_need_are_warned_of() {
        for (keys, wrong, need) in UNMET_NEEDS {
            let loaded = load(&format!("[a:chess]\ncastlingKingPiece = k\n{keys}\n"));
            let expected = format!(": warning: [a] {wrong}: no effect without {need}");
            let is_told = loaded.warnings.iter().any(|warning| warning.ends_with(&expected));
            assert!(is_told, "{keys}: {loaded:?}");
        }
    }

    #[test]
    fn games_that_are_not_looked_at_for_warnings_are_told() {
        let game = |number: usize| format!("[empty{number}:chess]\npieceDrops = true\n");
        let text: String = (0..205).map(game).collect();
        let loaded = Variants::default().load(Path::new(""), &text, &[], false);
        assert_eq!((loaded.names.len(), loaded.warnings.len()), (205, 201));
        assert_eq!(loaded.warnings[200], "5 more games: not looked at for warnings");
    }

    /// As in Fairy-Stockfish.
    #[test]
    fn of_a_key_that_is_there_twice_the_last_counts() {
        let loaded = load("[a:chess]\nmaxRank = 9\nmaxRank = 8\n");
        let warning =
            "line 2, column 1: warning: [a] maxRank: no effect, as the section has it again";
        assert_eq!((loaded.complaints, loaded.warnings), (vec![], vec![warning.to_owned()]));
    }

    /// As in Fairy-Stockfish.
    #[test]
    fn of_a_section_that_is_there_twice_the_first_counts() {
        let loaded = load("[a:chess]\nking = k:KN\n[a:none]\nkng = k\n");
        let warning = "line 3, column 2: warning: [a] no effect, as the file has it before";
        assert_eq!((loaded.complaints, loaded.warnings), (vec![], vec![warning.to_owned()]));
        assert_eq!(loaded.names, ["a"]);
    }

    #[test]
    fn a_region_may_also_have_squares_off_the_board() {
        let loaded = load("[a:chess]\nflagPiece = k\nflagRegion = e4 *9 d4 j1\n");
        let warning = "line 3, column 17: warning: [a] flagRegion: '*9 j1' off the board";
        assert_eq!((loaded.complaints, loaded.warnings), (vec![], vec![warning.to_owned()]));
    }

    /// Triple steps are there without double steps, too.
    #[test]
    fn keys_with_an_effect_are_not_warned_of() {
        for keys in [
            "doubleStep = false\ntripleStepRegionWhite = *2",
            "doubleStep = false\ntripleStepRegionWhite = *2\nenPassantRegion = *6",
            "castlingQueensideFile = b",
            "promotionLimit = q:2",
            "materialCounting = territory\nconnectVertical = false",
            "gating = true\nseirawanGating = true\ndropRegionWhite = *1\nstartFen = \
             rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Nn] w KQBCDFGkqbcdfg - 0 1",
        ] {
            assert_eq!(load(&format!("[a:chess]\n{keys}\n")).warnings, [""; 0], "{keys}");
        }
    }

    /// A side wins as the other loses its right to castle, or moves to and fro too often.
    #[test]
    fn ways_to_win_are_not_overlooked() {
        for rules in [
            "[a:chess]\ncheckmateValue = draw\ncastlingWins = q\n",
            "[a]\ncommoner = k\nrook = r\nmoveRepetitionIllegal = true\n\
             startFen = kr6/8/8/8/8/8/8/6RK w\n",
        ] {
            assert_eq!(load(rules).warnings, [""; 0], "{rules}");
        }
    }

    #[test]
    fn the_library_has_no_fault_and_nothing_to_warn_of() {
        let mut known = Vec::new();
        let mut found = Vec::new();
        for (_, text) in LIBRARY {
            let reading = read_sections(text, &known);
            assert_eq!(reading.complaints, []);
            for (definition, place) in reading.definitions.iter().zip(&reading.places) {
                let game = SizedVariant::new(definition.clone());
                assert_eq!(fault(game, place), None);
                found.extend(warnings(game, place).iter().map(ToString::to_string));
            }
            known.extend(reading.definitions);
        }
        assert!(known.len() > 100, "{}", known.len());
        // So it is in these games: soldiers do not promote, and no pawn of shogi is dropped.
        found.retain(|warning| !warning.contains("[maharajah") && !warning.contains("[elgam"));
        assert_eq!(found, [""; 0]);
    }
}
