//! A type of position that plays several games, whose rules are made at run time.

use plyglot_core::game::random::mix;
use plyglot_core::game::tictactoe::TicTacToe;
use plyglot_core::game::{
    Evaluation, Game, GameInfo, Histories, Knowledge, Notation, Outcome, Picture, Side, TextError,
    Which, laws, text_error,
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
    let info = GameInfo { bench_depth: 6, ..GameInfo::new(name.to_owned().leak(), start) };
    Box::leak(Box::new(HeapRules { info, most }))
}

#[derive(Clone, Debug)]
struct Heap {
    rules: &'static HeapRules,
    size: u8,
    side: Side,
}

impl Game for Heap {
    type Move = u8;

    fn side(&self) -> Side {
        self.side
    }

    fn decided(&self) -> Option<Outcome> {
        None
    }

    fn stalled(&self) -> Outcome {
        Outcome::Lost
    }

    fn moves(&self, which: Which, visit: impl FnMut(u8)) {
        if which != Which::Tactical {
            (1..=self.rules.most.min(self.size)).for_each(visit);
        }
    }

    fn play(&mut self, stones: u8) {
        self.size -= stones;
        self.side = !self.side;
    }

    fn key(&self) -> u64 {
        mix(u64::from(self.size) + 1)
    }

    fn pack(stones: u8) -> u32 {
        u32::from(stones)
    }
}

impl Notation for Heap {
    type Rules = &'static HeapRules;

    fn info(rules: &'static HeapRules) -> &'static GameInfo {
        &rules.info
    }

    fn rules(&self) -> &'static HeapRules {
        self.rules
    }

    fn parse_with(rules: &'static HeapRules, text: &str) -> Result<Heap, TextError> {
        let wrong = || text_error(text, 0, "a heap and a side: 8 w");
        let (size, side) = text.split_once(' ').ok_or_else(wrong)?;
        let side = if side == "w" { Side::First } else { Side::Second };
        Ok(Heap { rules, size: size.parse().map_err(|_| wrong())?, side })
    }

    fn print(&self) -> String {
        let side = if self.side == Side::First { 'w' } else { 'b' };
        format!("{} {side}", self.size)
    }

    fn identity(&self) -> String {
        self.size.to_string()
    }

    fn print_move(&self, stones: u8) -> String {
        stones.to_string()
    }

    fn picture(&self) -> Option<Picture> {
        None
    }
}

impl Evaluation for Heap {
    type State = ();
}

impl Histories for Heap {}
impl Knowledge for Heap {}

#[test]
fn each_game_keeps_the_laws() {
    for (stones, most) in [(8, 3), (12, 2), (1, 1)] {
        laws::check_rules::<Heap>(rules("heap", stones, most), 50, 400, 1).unwrap();
    }
}

#[test]
fn each_game_is_played_by_its_own_rules() {
    let mut registry = Registry::of::<TicTacToe>();
    registry.add::<Heap>(rules("threes", 8, 3)).expect("a new name");
    registry.add::<Heap>(rules("twos", 8, 2)).expect("a new name");
    // Whoever faces a multiple of `most + 1` loses.
    for (name, start, moves, is_won) in [("threes", "8 w", 3, false), ("twos", "8 w", 2, true)] {
        let (entry, _) = registry.find(name).expect("a game");
        assert_eq!((entry.info.name, entry.info.start), (name, start));
        let mut engine = entry.open();
        assert_eq!((engine.info().name, engine.position()), (name, start.to_owned()));
        assert_eq!(engine.legal_moves().len(), moves, "{name}");
        let error = entry.referee().play("7").expect_err("too many stones");
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
    let mut registry = Registry::of::<TicTacToe>();
    registry.add::<Heap>(rules("heap", 8, 3)).expect("a new name");
    for (name, owner) in [("Heap", "heap"), ("noughts", "tictactoe")] {
        let error = registry.add::<Heap>(rules(name, 8, 3)).expect_err("it is taken");
        assert_eq!((error.name, error.owner, error.game), (name, owner, name));
        let text =
            format!("the games `{owner}` and `{name}` are both selected by the name `{name}`");
        assert_eq!(error.to_string(), text);
    }
    assert_eq!(registry.entries().len(), 2);
}
