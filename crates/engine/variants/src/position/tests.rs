//! Moves found by sets are the moves found by trying each one.

use super::danger::Safety;
use super::generate::Part;
use super::mv::Type;
use super::{Move, Position};
use crate::set::Set;
use crate::test_games::library;
use crate::{SizedVariant, Variant};
use plyglot_core::game::random::Random;
use plyglot_core::game::{Game, Notation, Outcome, Which};
use plyglot_definition::file::read_sections;
use std::hash::Hash;
use std::ops::ControlFlow::Continue;

fn sorted(mut moves: Vec<Move>) -> Vec<Move> {
    moves.sort_unstable_by_key(|m| m.packed());
    moves
}

impl<S: Set + Hash> Position<S> {
    fn list(&self, which: Which) -> Vec<Move> {
        let mut moves = Vec::new();
        self.moves(which, |m| moves.push(m));
        sorted(moves)
    }

    /// The game and the position, for what fails.
    fn told(&self) -> String {
        format!("{} {}", self.rules.variant.info.name, self.print())
    }

    /// The legal moves before obligations, each found by making it.
    fn tried(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        let _ = self.legal_by(&Safety::Tried, &Part::all(Which::All), &mut |m| {
            moves.push(m);
            Continue(())
        });
        let _ = self.pass(&mut |m| {
            moves.push(m);
            Continue(())
        });
        let captures: Vec<Move> = moves.iter().copied().filter(|&m| self.is_capture(m)).collect();
        if self.rules.definition.turns.must_capture && !captures.is_empty() {
            moves = captures;
        }
        if self.rules.definition.drops.must_drop && moves.iter().any(|&m| self.is_obliging_drop(m))
        {
            moves.retain(|&m| self.is_obliging_drop(m));
        }
        moves.retain(|&m| !self.is_idle_drop(m));
        sorted(moves)
    }
}

fn compare<S: Set + Hash>(random: &mut Random, variant: &'static Variant<S>) {
    let mut other: Vec<Move> = Vec::new();
    for _ in 0..3 {
        let mut position = Position::start(variant);
        for _ in 0..80 {
            if matches!(position.decided(), Some(Outcome::Won | Outcome::Lost)) {
                break;
            }
            let moves = position.list(Which::All);
            let tried = position.tried();
            let odd = moves.iter().chain(&tried).find(|m| !moves.contains(m) || !tried.contains(m));
            assert_eq!((odd, moves.len()), (None, tried.len()), "{}", position.told());
            assert_eq!(position.count(), moves.len() as u64, "{}", position.told());
            for (which, is_tactical) in [(Which::Tactical, true), (Which::Quiet, false)] {
                let part = moves.iter().copied().filter(|&m| position.tactical(m) == is_tactical);
                assert_eq!(position.list(which), part.collect::<Vec<_>>(), "{}", position.told());
            }
            for &m in moves.iter().chain(&other) {
                let known = if moves.contains(&m) { Some(m) } else { None };
                assert_eq!(position.find(m.packed()), known, "{}", position.told());
            }
            check_threats(&position, &moves);
            check_captures(&position, &moves);
            check_rows(&position, &moves);
            check_flags(&position, &moves);
            let Some(&m) = moves.get(random.below(moves.len().max(1))) else { break };
            other.clone_from(&moves);
            other.truncate(40);
            position.play(m);
        }
    }
}

/// Whether a quiet move gives check is known before it is played. What changes other squares than its
/// own is left out, and so are games with two kings, where pieces become royal.
fn check_threats<S: Set + Hash>(position: &Position<S>, moves: &[Move]) {
    let rules = position.rules;
    let definition = rules.definition;
    if rules.character.has_effects || !definition.turns.allows_checks || definition.ends.duple_check
    {
        return;
    }
    for &m in moves.iter().filter(|&&m| !position.tactical(m)) {
        let after = position.after(m);
        let is_ordinary = !matches!(m.move_type(), Type::Castling | Type::EnPassant | Type::Pass)
            && m.extra().is_none();
        if is_ordinary && after.decided().is_none() {
            assert_eq!(position.gives_check(m), after.is_check(), "{} {m:?}", position.told());
        }
    }
}

/// If pieces are captured between enemies, a capture is a move after which there are fewer of
/// them: which ones is known before.
fn check_captures<S: Set + Hash>(position: &Position<S>, moves: &[Move]) {
    if position.rules.custodial.is_none() {
        return;
    }
    for &m in moves {
        let after = position.after(m);
        let lost = position.own(!position.side) & !after.own(after.side);
        assert_eq!(position.is_capture(m), !lost.is_empty(), "{} {m:?}", position.told());
        let around = lost & !S::bit(m.to());
        assert_eq!(position.captured_around(m), around, "{} {m:?}", position.told());
    }
}

/// A row or a square that a move can complete is known, by looking at each square of the board.
fn check_rows<S: Set + Hash>(position: &Position<S>, moves: &[Move]) {
    let size = position.rules.size;
    let rows = &position.rules.definition.rows;
    if rows.connect_value != Outcome::Won || [rows.connect_n, rows.connect_nxn] == [0; 2] {
        return;
    }
    let is_connected = |pieces: S| {
        let has = |file: i8, rank: i8| {
            let inside =
                (0..size.files as i8).contains(&file) && (0..size.ranks as i8).contains(&rank);
            inside && pieces.has(size.square(file as u8, rank as u8))
        };
        let row = rows.connect_n as i8;
        let side = rows.connect_nxn as i8;
        (0..size.squares()).any(|at| {
            let (file, rank) = size.place(at);
            let file = file as i8;
            let rank = rank as i8;
            let is_row = |(f, r): (i8, i8)| (0..row).all(|i| has(file + i * f, rank + i * r));
            let is_square = (0..side).all(|f| (0..side).all(|r| has(file + f, rank + r)));
            row > 0 && position.rules.definition.row_directions().any(is_row)
                || side > 0 && is_square
        })
    };
    let can = moves.iter().any(|&m| is_connected(position.after(m).connecting(position.side)));
    assert_eq!(position.can_connect(), can, "{}", position.told());
}

/// A move to a flag that wins is known, unless it is a drop or jumps over pieces.
fn check_flags<S: Set + Hash>(position: &Position<S>, moves: &[Move]) {
    let region = position.rules.flag_region[position.side];
    let goes = |m: Move| {
        let way =
            position.rules.before_flag()[position.side].get(usize::from(position.moving_kind(m)));
        m.move_type() != Type::Drop
            && region.has(m.to())
            && way.is_some_and(|squares| squares.has(m.from()))
    };
    let wins = moves.iter().any(|&m| goes(m) && position.after(m).flag() == Some(Outcome::Lost));
    assert_eq!(position.can_win_by_flag(), wins, "{}", position.told());
}

/// Games with rules that no game of the library has together.
const MIXED: &str = "\
[dropping:brandub]
pieceDrops = true
capturesToHand = true
startFen = 3M3/3M3/3m3/MMmkmMM/3m3/3M3/3M3[MMMmmm] w - - 0 1
[capturing:dropping]
mustCapture = true
[dropping_only:dropping]
mustDrop = true
[jumping:brandub]
jumpCaptures = m:W
[blocks:nineholes]
maxRank = 5
maxFile = 6
startFen = 6/6/6/6/6[PPPPPPpppppp] w - - 0 1
connectNxN = 2
connectN = 4
connectVertical = false
";

#[test]
fn sets_tell_the_moves_that_trials_tell() {
    let mut random = Random::new(5);
    let mut games = library();
    games.extend(read_sections(MIXED, &games).definitions);
    assert!(games.len() > 200);
    for definition in games {
        match SizedVariant::new(definition) {
            SizedVariant::Small(variant) => compare(&mut random, variant),
            SizedVariant::Large(variant) => compare(&mut random, variant),
            SizedVariant::Stones(_) => {}
        }
    }
}

#[test]
fn moves_without_progress_are_counted_in_words() {
    let games = library();
    for (moves, end) in
        [(1, "one move without progress"), (2, "2 moves without progress"), (50, "fifty moves")]
    {
        let section = format!("[short:nocastle]\nnMoveRule = {moves}\n");
        let mut read = read_sections(&section, &games).definitions;
        let SizedVariant::Small(variant) = SizedVariant::new(read.remove(0)) else {
            panic!("a large board")
        };
        let fen = format!("4k3/8/8/8/8/8/8/R3K3 w - - {} 60", 2 * moves);
        let position = Position::parse_with(variant, &fen).expect("a position");
        assert_eq!(position.end_name().to_string(), end);
    }
}

/// A game that is won by rows and by squares says which of them it was.
#[test]
fn rows_and_squares_are_told_apart() {
    let teeko = library().into_iter().find(|game| game.name == "teeko").expect("a game");
    let SizedVariant::Small(variant) = SizedVariant::new(teeko) else { panic!("a large board") };
    for (fen, end) in [
        ("5/5/1PP2/1PP2/pp3[pp] b - - 0 1", "a square of two by two"),
        ("5/5/5/1PPPP/pp3[pp] b - - 0 1", "four in a row"),
    ] {
        let position = Position::parse_with(variant, fen).expect("a position");
        assert_eq!(position.end_name().to_string(), end);
    }
}
