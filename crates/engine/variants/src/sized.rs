//! A game on a board of its size. The crates above ask it here, so that they compile nothing of its
//! positions and searches.

use crate::position::Position;
use crate::rules::{BuiltIn, MAX_BYTES, NetworkSlot, Variant};
use crate::start::{EarlyEnd, StartFacts, early_end};
use crate::stones::{StoneGame, StonePosition};
use plyglot_core::game::network::{EmbeddedNetwork, Network, NetworkShape, Networked};
use plyglot_core::game::{Notation, TextError};
use plyglot_definition::Definition;
use plyglot_engine::GameEntry;
use std::sync::Arc;

/// A game on a board of its size.
#[derive(Clone, Copy, Debug)]
pub enum SizedVariant {
    /// Up to 64 squares.
    Small(&'static Variant<u64>),
    /// Up to 128 squares.
    Large(&'static Variant<u128>),
    /// Only stones, on a board of any size.
    Stones(&'static StoneGame),
}

impl SizedVariant {
    /// The most memory that the tables of all games may take, in bytes.
    pub const MAX_TABLE_BYTES: usize = MAX_BYTES;

    /// The game of a definition, which stays for as long as the program runs.
    pub fn new(definition: Definition) -> SizedVariant {
        if definition.places_stones() {
            SizedVariant::Stones(Box::leak(Box::new(StoneGame::new(definition))))
        } else if u32::from(definition.board.max_file) * u32::from(definition.board.max_rank) <= 64
        {
            SizedVariant::Small(Box::leak(Box::new(Variant::new(definition))))
        } else {
            SizedVariant::Large(Box::leak(Box::new(Variant::new(definition))))
        }
    }

    /// Its definition.
    pub fn definition(self) -> &'static Definition {
        match self {
            SizedVariant::Small(game) => &game.definition,
            SizedVariant::Large(game) => &game.definition,
            SizedVariant::Stones(game) => &game.definition,
        }
    }

    /// The game as programs have it, with its search.
    pub fn entry(self) -> GameEntry {
        fn entry<G: Networked>(rules: G::Rules) -> GameEntry {
            GameEntry::new::<G>(rules).trainable::<G>(rules)
        }
        match self {
            SizedVariant::Small(game) => entry::<Position<u64>>(game),
            SizedVariant::Large(game) => entry::<Position<u128>>(game),
            SizedVariant::Stones(game) => entry::<StonePosition>(game),
        }
    }

    /// Works out the rules, unless the tables of all games would then take more than
    /// [`SizedVariant::MAX_TABLE_BYTES`]. Returns whether it did.
    pub fn fits_in_memory(self) -> bool {
        match self {
            SizedVariant::Small(game) => game.rules_in_bounds().is_some(),
            SizedVariant::Large(game) => game.rules_in_bounds().is_some(),
            SizedVariant::Stones(_) => true,
        }
    }

    /// Whether a position is a start that can be played.
    ///
    /// # Errors
    /// If it is invalid, names a castling right that it lacks, or is the end of the game.
    pub fn check_start(self, text: &str) -> Result<(), TextError> {
        match self {
            SizedVariant::Small(game) => game.check_start(text),
            SizedVariant::Large(game) => game.check_start(text),
            SizedVariant::Stones(game) => game.check_start(text),
        }
    }

    /// Whether the second player could take over the first move, as the sides are alike.
    pub fn can_swap(self) -> bool {
        match self {
            SizedVariant::Small(game) => game.swap().is_some(),
            SizedVariant::Large(game) => game.swap().is_some(),
            SizedVariant::Stones(game) => game.can_swap(),
        }
    }

    /// How the game is over soon after its start, if it is; its start must be right.
    pub fn early_end(self) -> Option<EarlyEnd> {
        let has_jumps = self.definition().jumps();
        match self {
            SizedVariant::Small(game) => early_end(&Position::start(game), has_jumps),
            SizedVariant::Large(game) => early_end(&Position::start(game), has_jumps),
            SizedVariant::Stones(game) => early_end(&StonePosition::start(game), has_jumps),
        }
    }

    /// What its start says; this must be right.
    pub fn start_facts(self) -> StartFacts {
        match self {
            SizedVariant::Small(game) => game.start_facts(),
            SizedVariant::Large(game) => game.start_facts(),
            SizedVariant::Stones(game) => game.start_facts(),
        }
    }

    /// The shape of its networks.
    pub fn network_shape(self) -> NetworkShape {
        match self {
            SizedVariant::Small(game) => Position::shape(game),
            SizedVariant::Large(game) => Position::shape(game),
            SizedVariant::Stones(game) => StonePosition::shape(game),
        }
    }

    /// Whether it has a network, built in or loaded.
    pub fn has_network(self) -> bool {
        self.network_slot().is_filled()
    }

    /// Gives it a network that comes with the program: its own, or that of a game with the same
    /// pieces. The first one stays.
    pub fn set_built_in_network(self, network: &'static EmbeddedNetwork, is_own: bool) {
        self.network_slot().built_in.get_or_init(|| BuiltIn { network, is_own });
    }

    /// Evaluates by this network, which must fit, or by the built-in one, or by the rules alone from
    /// now on. Searches that were made before keep theirs.
    pub fn load_network(self, network: Option<Arc<Network>>) {
        self.network_slot().load(network);
    }

    fn network_slot(self) -> &'static NetworkSlot {
        match self {
            SizedVariant::Small(game) => &game.network,
            SizedVariant::Large(game) => &game.network,
            SizedVariant::Stones(game) => &game.network,
        }
    }
}
