//! Positions and moves as text, in every game that the program knows.

use super::bytes::Bytes;
use plyglot_core::game::TextError;
use plyglot_core::search::Settings;
use plyglot_engine::{
    Analyst, ChosenGame, Engine, GameOver, GoLimits, LegalMove, PositionError, Value,
};
use std::sync::Arc;

/// Nodes of the search at the end.
const NODES: u64 = 64;
/// No game is followed further than this.
const LONGEST: usize = 64;

/// A game with its options.
struct Rules(ChosenGame);

/// A byte for the game, one for a search and one for each option of the game, a position up
/// to the end of its line, and moves.
pub(super) fn positions(bytes: &[u8]) {
    let mut bytes = Bytes(bytes);
    let registry = plyglot_games::standard();
    let info = bytes.one(registry.entries()).info;
    let is_searched = bytes.byte().is_multiple_of(8);
    let mut game = registry.game(info.name).expect("a game of the list");
    for spec in info.options {
        if !spec.kind.words().is_empty() {
            game = game.with(spec.name, bytes.one(spec.kind.words()));
        }
    }
    let rules = Rules(game);
    let text = String::from_utf8_lossy(bytes.0);
    let (start, moves) = text.split_once('\n').unwrap_or((&text, ""));
    let Some(mut game) = rules.read(start) else { return };
    rules.check(&*game);
    for word in moves.split_whitespace().take(LONGEST) {
        play(&mut *game, word);
        rules.check(&*game);
    }
    rules.check_turned(&*game);
    if is_searched {
        rules.search(&*game);
    }
}

impl Rules {
    /// The game at a position, the start if there is none; or a complaint that has its
    /// place.
    fn read(&self, text: &str) -> Option<Box<dyn Engine>> {
        let mut game = self.0.open();
        match game.set_position((!text.is_empty()).then_some(text), &[]) {
            Ok(()) => Some(game),
            Err(PositionError::Start(error)) => {
                check_error(text, &error);
                None
            }
            Err(error) => panic!("{text:?}: {error}"),
        }
    }

    /// A printed position reads back as the same, and every query has an answer.
    fn check(&self, game: &dyn Engine) {
        let text = game.position();
        let again = self.again(&text);
        assert_eq!(sight(&*again), sight(game), "{text}");
        let moves = game.legal_moves();
        for m in moves.iter().step_by(1 + moves.len() / 4) {
            for form in [&m.name, &m.short, &m.record] {
                let (found, error) = game.read_moves(&[form]);
                assert!(found == [&*m.name] && error.is_none(), "{form:?} of {m:?} in {text}");
            }
            assert!(game.paths(&m.name).is_ok(), "{m:?} in {text}");
        }
        if let Value::Centi(value) = game.static_eval() {
            assert!(value.abs() < 30_000, "{text} is worth {value}");
        }
    }

    fn again(&self, text: &str) -> Box<dyn Engine> {
        let mut game = self.0.open();
        game.set_position(Some(text), &[]).unwrap_or_else(|error| panic!("{text}: {error}"));
        game
    }

    /// The sides are exchanged twice for nothing; who passes comes to a position.
    fn check_turned(&self, game: &dyn Engine) {
        let text = game.position();
        let mut turned = self.again(&text);
        if turned.flip() {
            self.check(&*turned);
            assert!(turned.flip(), "{text}");
            assert_eq!(turned.position(), text);
        }
        if turned.pass() {
            self.check(&*turned);
        }
    }

    /// Whatever could be set up can be searched, and is answered by a legal move.
    fn search(&self, game: &dyn Engine) {
        let text = game.position();
        let mut referee = self.0.open();
        referee.set_position(Some(&text), &[]).expect("a position that was read");
        let moves = referee.moves();
        let analyst = Analyst::for_game(&self.0, 1, Settings::default());
        let mut analyst = analyst.unwrap_or_else(|_| panic!("a MiB"));
        analyst.game_mut().set_position(Some(&text), &[]).expect("a position that was read");
        let limits = GoLimits { nodes: Some(NODES), ..GoLimits::default() };
        let found = analyst.search(&limits, &Arc::default(), |_| ());
        let is_legal = found.best.as_ref().map_or(moves.is_empty(), |best| moves.contains(best));
        assert!(is_legal, "{:?} in {text}", found.best);
        // A search that panicked has none.
        assert!(found.best.is_none() || !found.lines.is_empty(), "nothing was found in {text}");
    }
}

/// Plays what are legal moves.
fn play(game: &mut dyn Engine, word: &str) {
    let before = game.position();
    match game.set_position(Some(&before), &[word]) {
        Ok(()) => {}
        Err(PositionError::Move { word: 0, error }) => {
            check_error(word, &error);
            assert_eq!(game.position(), before, "{word:?} is refused");
        }
        Err(error) => panic!("{word:?} in {before}: {error}"),
    }
}

fn check_error(text: &str, error: &TextError) {
    assert!(error.at <= text.chars().count(), "{text:?}: {error}");
    assert!(!error.to_string().contains(char::is_control), "{text:?}: {error}");
}

/// All that is seen of a position: it has its text, its key and its board in the first.
type Sight = (String, Vec<LegalMove>, Option<GameOver>, Value);

fn sight(game: &dyn Engine) -> Sight {
    (game.diagram(), game.legal_moves(), game.result(), game.static_eval())
}
