//! Replays a written game by the rules.

use crate::normalize::with_ranks;
use crate::shogi;
use crate::walk::{WordMeaning, WordPlayer};
use crate::{Fault, RecordedGame, RecordedMove};
use plyglot_core::game::{TextError, quote};
use plyglot_engine::{PositionError, Referee, ReplayedMove, is_null_move};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Replay {
    /// The position at the start; `None` for the game's start position.
    pub position: Option<String>,
    pub moves: Vec<ReplayedMove>,
    /// The index of each among the moves as written, among which other words may stand.
    pub word_indices: Vec<usize>,
    /// How many of the moves as written were read. The others follow one that is not legal.
    pub read: usize,
    /// What is wrong in the game, in the order of the text.
    pub faults: Vec<Fault>,
}

impl Replay {
    /// Why nothing of the game can be shown: it has no moves, because they could not be read.
    pub fn failure(&self, game: &RecordedGame) -> Option<&Fault> {
        let first = self.faults.first().filter(|_| game.tags.is_empty());
        self.cut().or(first).filter(|_| self.moves.is_empty())
    }

    /// The first fault by which moves were lost.
    pub fn cut(&self) -> Option<&Fault> {
        self.faults.iter().find(|fault| fault.cuts)
    }
}

/// Plays the first `plies` moves of a game, or all if `None`, up to the first that the rules do not
/// allow. The referee stands behind them then.
pub fn replay(
    game: &RecordedGame,
    referee: &mut dyn Referee,
    plies: Option<usize>,
) -> Result<Replay, Fault> {
    let renumbered = with_ranks(game, referee);
    let game = &*renumbered;
    let plies = plies.unwrap_or(usize::MAX);
    let (mut player, position) = Replayer::new(game, referee)?;
    let mut replay = Replay { position, ..Replay::default() };
    for (index, written) in game.moves.iter().enumerate() {
        if replay.moves.len() >= plies {
            break;
        }
        let rest = game.moves.len() - index - 1;
        let Some(played) = player.take(written, rest) else {
            // The move that lost a game by the rules stands in its record.
            if rest == 0
                && shogi::ends_illegally(game)
                && let Some(fault) = player.faults.last_mut()
            {
                fault.cuts = false;
            }
            break;
        };
        replay.moves.extend(played);
        replay.word_indices.resize(replay.moves.len(), index);
        replay.read = index + 1;
    }
    replay.faults = player.faults;
    if replay.moves.len() < plies {
        replay.faults.extend(game.faults.iter().cloned());
        replay.faults.sort_by_key(|fault| fault.line);
    }
    Ok(replay)
}

/// The whole tree of a game, with its moves as the protocol has them. What the rules do not allow is
/// left out with what follows it, and is a fault.
pub(crate) fn replay_tree(
    game: &RecordedGame,
    referee: &mut dyn Referee,
) -> Result<ReplayedTree, Fault> {
    let renumbered = with_ranks(game, referee);
    let game = &*renumbered;
    let (mut player, _) = Replayer::new(game, referee)?;
    let ReplayedLine { moves, read } = player.line(&game.moves);
    let mut faults = player.faults;
    faults.extend(game.faults.iter().cloned());
    faults.sort_by_key(|fault| fault.line);
    Ok(ReplayedTree { moves, read, faults })
}

/// A tree of moves as the rules allow it.
pub(crate) struct ReplayedTree {
    pub(crate) moves: Vec<RecordedMove>,
    /// How many moves of the main line were read, as it is written. The others follow one that is
    /// not legal.
    pub(crate) read: usize,
    /// What is wrong in the game, in the order of the text.
    pub(crate) faults: Vec<Fault>,
}

/// The moves of a line that the rules allow, and how many moves of it as written that is.
struct ReplayedLine {
    moves: Vec<RecordedMove>,
    read: usize,
}

struct Replayer<'a> {
    referee: &'a mut dyn Referee,
    words: WordPlayer,
    faults: Vec<Fault>,
}

impl<'a> Replayer<'a> {
    /// Sets up the first position, and returns it as records store it.
    fn new(
        game: &RecordedGame,
        referee: &'a mut dyn Referee,
    ) -> Result<(Replayer<'a>, Option<String>), Fault> {
        let mut player = Replayer { referee, words: WordPlayer::new(game), faults: Vec::new() };
        let Some(tag) = game.find_tag("FEN") else {
            // Every game has a start.
            let _ = player.referee.set_position(None, &[]);
            return Ok((player, None));
        };
        let placed = set_up(player.referee, tag.line, &tag.value);
        let (position, fallen) = placed.map_err(|TextError { mut mismatch, .. }| {
            mismatch.expected.push_str(" in the tag FEN");
            Fault { line: tag.line, mismatch, cuts: true }
        })?;
        player.faults.extend(fallen);
        Ok((player, position))
    }

    /// Plays a line and the variations in it. The readers bound the depth of variations.
    fn line(&mut self, written: &[RecordedMove]) -> ReplayedLine {
        let mut line: Vec<RecordedMove> = Vec::new();
        for (i, m) in written.iter().enumerate() {
            let mut variations = Vec::new();
            for variation in &m.variations {
                let moves = self.line(variation).moves;
                moves.iter().for_each(|_| _ = self.referee.undo());
                variations.push(moves);
            }
            variations.retain(|moves| !moves.is_empty());
            let Some(played) = self.take(m, written.len() - i - 1) else {
                return ReplayedLine { moves: line, read: i };
            };
            let first = line.len();
            // A word may be two moves or none, and what is said after it is of the last one.
            for ReplayedMove { name, .. } in played {
                line.push(RecordedMove { line: m.line, text: name, ..Default::default() });
            }
            if let Some(first) = line.get_mut(first) {
                (first.before, first.variations) = (m.before.clone(), variations);
            }
            if let Some(last) = line.last_mut() {
                last.comment = format!("{} {}", last.comment, m.comment).trim().to_owned();
                last.nags.extend(&m.nags);
            }
        }
        ReplayedLine { moves: line, read: written.len() }
    }

    /// Plays what is written, or leaves it out, and returns the moves. `None` if the game cannot go
    /// on: the `rest` of the words is lost.
    fn take(&mut self, written: &RecordedMove, rest: usize) -> Option<Vec<ReplayedMove>> {
        let text = written.text.as_str();
        let is_prose = match self.words.play(self.referee, text) {
            WordMeaning::Moves(played) => return Some(played),
            WordMeaning::Silent => return Some(Vec::new()),
            WordMeaning::Prose => true,
            WordMeaning::Illegal => false,
        };
        let expected = format!("a legal move in {}", quote(&self.referee.position()));
        let found = match rest {
            _ if !is_null_move(text) => quote(text),
            0 => format!("the null move {}", quote(text)),
            _ => format!("the null move {}, after which {rest} cannot be played", quote(text)),
        };
        let fault = Fault { cuts: !is_prose, ..Fault::slight(written.line, expected, found) };
        self.faults.push(fault);
        if is_prose { Some(Vec::new()) } else { None }
    }
}

fn has_more_rights(text: &str, position: &str) -> bool {
    let fields: Vec<&str> = text.split_whitespace().collect();
    // SFEN has hands there, and the number of the move behind them.
    if fields.len() == 4 && fields[3].bytes().all(|c| c.is_ascii_digit()) {
        return false;
    }
    rights_count(text) > rights_count(position)
}

fn rights_count(position: &str) -> usize {
    written_rights(position).chars().filter(char::is_ascii_alphabetic).count()
}

fn written_rights(text: &str) -> &str {
    text.split_whitespace().nth(2).unwrap_or_default()
}

const FIELD_COUNT: usize = 6;

/// Sets up a position that stands in this line. Returns it as records store it (`None` for the start
/// position, otherwise as written, with missing counters added and without castling rights that
/// fall), and what is wrong with its castling rights.
pub fn set_up(
    referee: &mut dyn Referee,
    line: usize,
    text: &str,
) -> Result<(Option<String>, Option<Fault>), TextError> {
    // Every game has a start.
    let _ = referee.set_position(None, &[]);
    let start = referee.position();
    referee.set_position(Some(text), &[]).map_err(|error| match error {
        PositionError::Start(error) | PositionError::Move { error, .. } => error,
    })?;
    let printed = referee.position();
    let has_fallen = has_more_rights(text, &printed);
    let fallen = if has_fallen {
        let expected = "castling rights of kings and rooks in place";
        Some(Fault::slight(line, expected, quote(written_rights(text))))
    } else {
        None
    };
    if printed == start {
        return Ok((None, fallen));
    }
    let fields: Vec<&str> = text.split_whitespace().collect();
    let is_whole = fields.len() >= FIELD_COUNT && !has_fallen;
    Ok((Some(if is_whole { fields.join(" ") } else { printed }), fallen))
}
