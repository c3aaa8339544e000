//! A type of position that plays several games, whose rules are made at run time.

use super::game_options::Heap;
use plyglot_core::game::tictactoe::TicTacToe;
use plyglot_core::game::{
    Evaluation, Game, GameInfo, Histories, Knowledge, Notation, Outcome, Picture, Side, TextError,
    Which, laws,
};
use plyglot_engine::{Registry, SilentSearcher};

/// The rules of a game with one heap: a move takes 1 to `most` stones.
#[derive(Debug)]
struct HeapRules {
    info: GameInfo,
    most: u8,
}

/// The rules as a file would say them.
fn rules(name: &str, stones: u8, most: u8) -> &'static HeapRules {
    let start = format!("{stones} w").leak();
    let mut info = GameInfo::new(name.to_owned().leak(), start);
    info.bench_depth = 6;
    Box::leak(Box::new(HeapRules { info, most }))
}

#[derive(Clone, Debug)]
struct RuledHeap(Heap, &'static HeapRules);

wrap_rules!([] RuledHeap, Heap);

impl Notation for RuledHeap {
    type Rules = &'static HeapRules;

    fn info(rules: &'static HeapRules) -> &'static GameInfo {
        &rules.info
    }

    fn rules(&self) -> &'static HeapRules {
        self.1
    }

    fn parse_with(rules: &'static HeapRules, text: &str) -> Result<RuledHeap, TextError> {
        let mut heap = Heap::parse(text)?;
        heap.most = rules.most;
        Ok(RuledHeap(heap, rules))
    }

    fn print(&self) -> String {
        self.0.print()
    }

    fn identity(&self) -> String {
        self.0.identity()
    }

    fn print_move(&self, stones: u8) -> String {
        self.0.print_move(stones)
    }

    fn picture(&self) -> Option<Picture> {
        None
    }
}

impl Evaluation for RuledHeap {
    type State = ();
}

impl Histories for RuledHeap {}
impl Knowledge for RuledHeap {}

#[test]
fn each_game_keeps_the_laws() {
    for (stones, most) in [(8, 3), (12, 2), (1, 1)] {
        laws::check_rules::<RuledHeap>(rules("heap", stones, most), 50, 400, 1).unwrap();
    }
}

#[test]
fn each_game_is_played_by_its_own_rules() {
    let mut registry = Registry::new::<TicTacToe>();
    registry.add::<RuledHeap>(rules("threes", 8, 3)).expect("a new name");
    registry.add::<RuledHeap>(rules("twos", 8, 2)).expect("a new name");
    // Whoever faces a multiple of `most + 1` loses.
    for (name, start, moves, is_won) in [("threes", "8 w", 3, false), ("twos", "8 w", 2, true)] {
        let entry = registry.entry(name).expect("a game");
        assert_eq!((entry.info.name, entry.info.start), (name, start));
        let mut engine = entry.open();
        assert_eq!((engine.info().name, engine.position()), (name, start.to_owned()));
        assert_eq!(engine.legal_moves().len(), moves, "{name}");
        let error = entry.open().play("7").expect_err("too many stones");
        assert_eq!(error.mismatch.expected, format!("a legal move of {name}"));
        engine.set_position(None, &["1"]).expect("a move");
        assert_eq!(engine.legal_moves().len(), moves, "{name}");
        let mut player = SilentSearcher::new(entry, 1).expect("a MiB");
        let score = player.think(1_000, 1_000).expect("a search").score.value();
        assert_eq!((player.game().position(), score > 0), (start.into(), is_won));
    }
}

#[test]
fn a_name_that_is_taken_is_an_error() {
    let mut registry = Registry::new::<TicTacToe>();
    registry.add::<RuledHeap>(rules("heap", 8, 3)).expect("a new name");
    for (name, owner) in [("Heap", "heap"), ("noughts", "tictactoe")] {
        let error = registry.add::<RuledHeap>(rules(name, 8, 3)).expect_err("it is taken");
        let text =
            format!("the games `{owner}` and `{name}` are both selected by the name `{name}`");
        assert_eq!(error.to_string(), text);
    }
    assert_eq!(registry.entries().len(), 2);
}
