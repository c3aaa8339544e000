//! The way through a tree of moves, by the rules.

use crate::RecordedGame;
use plyglot_core::game::Side;
use plyglot_engine::{Leniency, Referee, ReplayedMove, first_number};

pub(crate) enum WordMeaning {
    /// At least one.
    Moves(Vec<ReplayedMove>),
    /// A number of a move, or what says nothing new of the last one.
    Silent,
    Prose,
    Illegal,
}

/// Plays the words of a record.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WordPlayer {
    /// Whether numbers may stand among the moves.
    has_numbers: bool,
    /// Whether words that are no moves may stand among them, as long as no move was a word of
    /// nothing but letters.
    has_prose: bool,
}

impl WordPlayer {
    pub(crate) fn new(game: &RecordedGame) -> WordPlayer {
        let is_text = game.format.is_like_pgn();
        WordPlayer { has_numbers: is_text, has_prose: is_text }
    }

    /// Plays a word, unless it is no legal move.
    pub(crate) fn play(&mut self, referee: &mut dyn Referee, text: &str) -> WordMeaning {
        let is_word = text.chars().all(char::is_alphabetic);
        // A word of a sentence is no move in the wrong case.
        let leniency = if self.has_prose && is_word { Leniency::Exact } else { Leniency::Typed };
        match referee.play_word(text, leniency) {
            Ok(moves) if moves.is_empty() => WordMeaning::Silent,
            Ok(moves) => {
                self.has_prose &= !is_word;
                WordMeaning::Moves(moves)
            }
            Err(_) if self.has_numbers && text.bytes().all(|c| c.is_ascii_digit()) => {
                WordMeaning::Silent
            }
            // If moves have squares, a word without a digit is none.
            Err(_) if self.has_prose && is_word => WordMeaning::Prose,
            Err(_) => WordMeaning::Illegal,
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct LineState {
    /// The moves to it, as the protocol has them.
    names: Vec<String>,
    side: Side,
    number: usize,
    /// Whether the rules allowed all moves to it.
    pub(crate) is_legal: bool,
}

pub(crate) struct WalkedMove {
    /// As the protocol has it; empty for a move that is not legal.
    pub(crate) name: String,
    /// As game records have it.
    pub(crate) record: String,
    pub(crate) side: Side,
    pub(crate) number: usize,
}

pub(crate) struct Walk<'a> {
    /// Stands where the last move led, as long as the moves are legal.
    referee: &'a mut dyn Referee,
    words: WordPlayer,
}

impl<'a> Walk<'a> {
    pub(crate) fn new(game: &RecordedGame, referee: &'a mut dyn Referee) -> Walk<'a> {
        Walk { referee, words: WordPlayer::new(game) }
    }

    /// Goes to the start of the game.
    pub(crate) fn begin(&mut self, game: &RecordedGame) -> LineState {
        let is_legal = self.referee.set_position(game.start(), &[]).is_ok();
        let number = first_number(&self.referee.position());
        LineState { names: Vec::new(), side: self.referee.side(), number, is_legal }
    }

    pub(crate) fn position(&self) -> String {
        self.referee.position()
    }

    /// Plays the moves that a text means. What is not legal stays as it is; for what is no move, there
    /// is none.
    pub(crate) fn play(&mut self, state: &mut LineState, text: &str) -> Vec<WalkedMove> {
        let mut played = Vec::new();
        if state.is_legal {
            match self.words.play(self.referee, text) {
                WordMeaning::Moves(moves) => played = moves,
                WordMeaning::Silent | WordMeaning::Prose => return Vec::new(),
                WordMeaning::Illegal => state.is_legal = false,
            }
        }
        if !state.is_legal {
            played.push(ReplayedMove { name: String::new(), record: text.to_owned() });
        }
        let last = played.len() - 1;
        let mut walked = Vec::new();
        for (i, ReplayedMove { name, record }) in played.into_iter().enumerate() {
            let LineState { side, number, .. } = *state;
            state.side = if state.is_legal && i == last { self.referee.side() } else { !side };
            state.number += usize::from(side == Side::Second && state.side == Side::First);
            if state.is_legal {
                state.names.push(name.clone());
            }
            walked.push(WalkedMove { name, record, side, number });
        }
        walked
    }

    pub(crate) fn go_to(&mut self, state: &LineState) {
        if state.is_legal {
            let names = self.referee.history().moves;
            let same =
                names.iter().zip(&state.names).take_while(|(own, other)| own == other).count();
            for _ in same..names.len() {
                _ = self.referee.undo();
            }
            // They were legal before.
            for name in &state.names[same..] {
                _ = self.referee.push(name);
            }
        }
    }
}
