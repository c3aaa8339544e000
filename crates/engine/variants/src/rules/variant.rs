//! A game of a file: facts known at once, and its rules, worked out when they are needed.

use super::Rules;
use super::shared::MAX_BYTES;
use crate::network::layout::Layout;
use crate::piece_set::{PieceSet, counts_plies, lasting, notations, piece_set, sides};
use crate::piece_table::piece_table;
use crate::set::Set;
use plyglot_core::game::network::{EmbeddedNetwork, Network, NetworkShape, NetworkSource};
use plyglot_core::game::{GameInfo, MoveNotation, NamedStart, OptionSpec};
use plyglot_definition::{Board, Definition, NamedStarts, StartDefinition};
use plyglot_support::lock;
use std::fmt;
use std::hash::Hash;
use std::sync::{Arc, Mutex, OnceLock};

/// By side and wing: where the king and the rook of a right of the start position stand.
pub(crate) type CastlingAtStart = [[Option<(u8, u8)>; 2]; 2];

/// A game of a file, on a board whose squares fit into a set. It stays for as long as the
/// program runs.
pub struct Variant<S: 'static> {
    /// Its names and its start position.
    pub info: GameInfo,
    /// Its definition in the file.
    pub definition: Definition,
    pub(crate) piece_set: PieceSet,
    /// How its players write moves, the usual notation first.
    pub(crate) notations: Vec<MoveNotation>,
    rules: OnceLock<Rules<S>>,
    pub(crate) castling_at_start: OnceLock<CastlingAtStart>,
    pub(crate) layout: OnceLock<Layout>,
    pub(crate) network: NetworkSlot,
}

impl<S> fmt::Debug for Variant<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Variant({})", self.info.name)
    }
}

impl<S: Set + Hash> Variant<S> {
    pub(crate) fn new(definition: Definition) -> Variant<S> {
        let piece_set = piece_set(&definition);
        Variant {
            info: game_info(&definition),
            piece_set,
            notations: notations(piece_set, &definition),
            definition,
            rules: OnceLock::new(),
            castling_at_start: OnceLock::new(),
            layout: OnceLock::new(),
            network: NetworkSlot::default(),
        }
    }

    /// The rules, which are worked out once.
    pub fn rules(&'static self) -> &'static Rules<S> {
        self.rules.get_or_init(|| Rules::new(self, usize::MAX))
    }

    /// The rules, unless the tables of all games would take more than [`MAX_BYTES`].
    pub(crate) fn rules_in_bounds(&'static self) -> Option<&'static Rules<S>> {
        if let Some(rules) = self.rules.get() {
            return Some(rules);
        }
        let rules = Rules::new(self, MAX_BYTES);
        if rules.tables.is_too_large() { None } else { Some(self.rules.get_or_init(|| rules)) }
    }
}

/// The network in use unless another one is loaded, if there is one.
#[derive(Default)]
pub(crate) struct NetworkSlot {
    pub(crate) built_in: OnceLock<BuiltIn>,
    /// That beside the file of rules, which comes first.
    loaded: Mutex<Option<Arc<Network>>>,
}

/// A network of the library: the game's own, or that of a game with the same pieces.
pub(crate) struct BuiltIn {
    pub(crate) network: &'static EmbeddedNetwork,
    pub(crate) is_own: bool,
}

/// The shared networks in use, by the rules that each is used for.
static SHARED_NETWORKS: Mutex<Vec<(u32, &'static EmbeddedNetwork)>> = Mutex::new(Vec::new());

impl NetworkSlot {
    /// The network of the game, if it has one. Only a shared one needs the shape, which random
    /// games find.
    pub(crate) fn source(&self, shape: impl FnOnce() -> NetworkShape) -> Option<NetworkSource> {
        if let Some(loaded) = lock(&self.loaded).clone() {
            return Some(NetworkSource::Loaded(loaded));
        }
        let &BuiltIn { network, is_own } = self.built_in.get()?;
        let shared_for = if is_own { None } else { shape().rules };
        let Some(rules) = shared_for else { return Some(NetworkSource::Embedded(network)) };
        let mut shared = lock(&SHARED_NETWORKS);
        let known = shared.iter().find(|(of, _)| *of == rules).map(|&(_, network)| network);
        Some(NetworkSource::Embedded(known.unwrap_or_else(|| {
            let network: &'static _ = Box::leak(Box::new(network.for_rules(rules)));
            shared.push((rules, network));
            network
        })))
    }

    pub(crate) fn is_filled(&self) -> bool {
        lock(&self.loaded).is_some() || self.built_in.get().is_some()
    }

    /// Evaluates by this network, which must fit, or by the library's, or by the rules alone from
    /// now on. Searches that were made before keep theirs.
    pub(crate) fn load(&self, network: Option<Arc<Network>>) {
        *lock(&self.loaded) = network;
    }
}

/// What is known of a game without its rules.
pub(crate) fn game_info(definition: &Definition) -> GameInfo {
    let name = lasting(&definition.name);
    let mut info = GameInfo::new(name, lasting(&definition.board.start_fen));
    info.options = options(definition);
    let piece_set = piece_set(definition);
    info.sides = sides(piece_set, definition).map(|side| lasting(&side));
    info.counts_plies = counts_plies(piece_set, definition);
    info.board = Some(lasting(&board_words(definition)));
    info.piece_table = piece_table(definition).as_deref().map(lasting);
    info.bench_depth = 0;
    info.starts = lasting_starts(&definition.shown.starts);
    info
}

fn lasting_starts(starts: &NamedStarts) -> &'static [NamedStart] {
    let mut all = Vec::new();
    for StartDefinition { names, position } in &starts.0 {
        let names: Vec<&'static str> = names.iter().map(|name| lasting(name)).collect();
        all.push(NamedStart { names: names.leak(), position: lasting(position) });
    }
    all.leak()
}

fn options(definition: &Definition) -> &'static [OptionSpec] {
    let castles = definition.castling.allowed && definition.castling.king_piece.is_some();
    let has_tables = !definition.places_stones() && definition.check_endings().is_ok();
    match (castles, has_tables) {
        (true, true) => &[OptionSpec::CHESS960, OptionSpec::ENDGAME_TABLES],
        (true, false) => &[OptionSpec::CHESS960],
        (false, true) => &[OptionSpec::ENDGAME_TABLES],
        (false, false) => &[],
    }
}

/// The board in XBoard's terms: size, hand, template and start position.
fn board_words(definition: &Definition) -> String {
    let Board { max_rank, max_file, start_fen, .. } = &definition.board;
    let template = &definition.shown.variant_template;
    let template = if template.is_empty() { "fairy" } else { template };
    // The kinds of pieces in hand follow from the start.
    format!("files {max_file} ranks {max_rank} pocket 0 template {template} startpos {start_fen}")
}
