//! Files that are read in parts, which may have more games than memory holds.

use crate::format::{Division, MAX_LINES, read_as, with_format};
use crate::game::column_after;
use crate::{RecordFormat, RecordedGame, usi};

/// The games of a text that comes in parts: those of [`read`](crate::read) for the whole of it.
///
/// It holds the games whose end has not come: of a format with one game in a file, and of PGN
/// without tags, that is the whole text.
#[derive(Clone, Debug, Default)]
pub struct GameStream {
    /// `None` until the text is long enough to tell it.
    format: Option<RecordFormat>,
    /// What is not read yet.
    text: String,
    /// The lines before that, and the bytes of the line in which it begins.
    lines: usize,
    column: usize,
    /// The bytes with which it is worth to look for ends again. They double while there is none,
    /// so that the time is linear.
    wanted: usize,
    positions: usi::Reader,
}

impl GameStream {
    /// Takes the next part of the text, and returns the games that end in it.
    pub fn push(&mut self, part: &str) -> Vec<RecordedGame> {
        self.text.push_str(part);
        if self.format.is_none() && tells_format(&self.text) {
            self.format = Some(RecordFormat::of(&self.text));
        }
        match self.format {
            Some(format) if self.text.len() >= self.wanted => self.take_ended(format),
            _ => Vec::new(),
        }
    }

    /// The games that are left at the end of the text.
    pub fn finish(mut self) -> Vec<RecordedGame> {
        let format = self.format.unwrap_or_else(|| RecordFormat::of(&self.text));
        if matches!(format.division(), Division::Lines) {
            let games = self.positions.read(&self.text).into_iter();
            return games.map(|game| with_format(format, game)).collect();
        }
        let mut games: Vec<RecordedGame> = read_as(format, &self.text).collect();
        games.iter_mut().for_each(|game| game.add_lines(self.lines, self.column));
        games
    }

    fn take_ended(&mut self, format: RecordFormat) -> Vec<RecordedGame> {
        let (games, end) = match format.division() {
            Division::Whole => (Vec::new(), 0),
            Division::Ended(read_ended) => {
                let (mut games, end) = read_ended(&self.text);
                games.iter_mut().for_each(|game| game.add_lines(self.lines, self.column));
                (games, end)
            }
            // Its reader counts lines from part to part.
            Division::Lines => {
                let end = self.text.rfind('\n').map_or(0, |at| at + 1);
                (self.positions.read(&self.text[..end]), end)
            }
        };
        let taken = &self.text[..end];
        self.lines += taken.matches('\n').count();
        self.column = column_after(self.column, taken);
        self.text.drain(..end);
        self.wanted = if end == 0 { 2 * self.text.len() } else { 0 };
        games.into_iter().map(|game| with_format(format, game)).collect()
    }
}

/// Whether a text has all lines by which a format is told, and what may follow the last of them.
fn tells_format(text: &str) -> bool {
    text.lines().filter(|line| !line.trim().is_empty()).nth(2 * MAX_LINES).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read;

    /// For each format whose files have many games: a few, with what is hard to divide.
    const FILES: [(RecordFormat, &str); 7] = [
        (
            RecordFormat::Pgn,
            "[Event \"a\"]\n[White \"A\"]\n\n1. e4 {a } b [Event \"no\"]} e5 (1... c5 (1... e6) 2. Nf3) 1-0\n\n\
             [Event \"b\"]\n[Round \"1}\"]\n\n{before} 1. d4 (1. c4 {no end\n[Event \"c}\"]\n[Site \"?\"]\n\n\
             1. e4 e5 *\n%escaped [Event \"d\"]\n1. a3 0-1 1. b3 *\n  %not a line of its own\n\n\
             [White \"B\"]\n[Event \"e\"]\n; to the end { of the line\n\n[Date \"?\"]\n\n1. h4 (h5\n\n[Foo\n\n\
             [Variant \"Atomic\"]\n1. e4 {no end\n\n1. d4\n\n[Site \"x\"]\n====\nhttp://x\n\n\n",
        ),
        (
            RecordFormat::Pdn,
            "[GameType \"20\"]\n[White \"A\"]\n\n1. 32-28 19-23 2. 28x19 14x23 2-0\n\n\
             [GameType \"20\"]\n\n1. 32-28 {x} 1-1\n\n",
        ),
        (
            RecordFormat::Csa,
            "V2.2\nN+A\nPI\n+\n+7776FU\nT2\n'*good\n%TORYO\n/\n'only a remark\n/\r\nV2.2\n+\nwrong\n+2726FU\n/ \n",
        ),
        (
            RecordFormat::Position,
            "position startpos moves e2e4 e7e5\n\n# game minishogi\nposition startpos\n# remark\n\
             position startpos moves 1e1d\n# game chess\nposition fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1\n",
        ),
        (
            RecordFormat::Sgf,
            "(;GM[4]SZ[15]PB[A)];B[hh]C[(;a\\]](;W[ii])(;W[gg]wrong))\n\n(;GM[4];B[aa]) x (;GM[4]\n(;B[bb])(;B[cc]))\n",
        ),
        (
            RecordFormat::MoveString,
            "f5d6c3d3c4f4\nwords\nf5d6\nd3c5f6f5\ne6e3\nf5 d6 c3 d3 c4 f4 e6 b3 PS d2 c5 (a draw)\n",
        ),
        (
            RecordFormat::DhtmlXq,
            "[DhtmlXQ]\n[DhtmlXQ_title]a[/DhtmlXQ_title]\n[DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist]\n[/DhtmlXQ]\n\
             <b>\n[DhtmlXQ][DhtmlXQ_movelist]7747",
        ),
    ];

    /// The games of a text in parts of so many bytes, or of the next ones that are whole characters;
    /// and the most bytes that were held between two parts.
    fn in_parts(text: &str, size: usize) -> (Vec<RecordedGame>, usize) {
        let mut stream = GameStream::default();
        let mut games = Vec::new();
        let mut held = 0;
        let mut rest = text;
        while !rest.is_empty() {
            let end = (size..rest.len()).find(|&at| rest.is_char_boundary(at));
            let (part, left) = rest.split_at(end.unwrap_or(rest.len()));
            games.extend(stream.push(part));
            held = held.max(stream.text.len());
            rest = left;
        }
        games.extend(stream.finish());
        (games, held)
    }

    /// So many of a file have the lines that tell a format, and more.
    fn repeats(file: &str) -> usize {
        let lines = file.lines().filter(|line| !line.is_empty()).count();
        2 * MAX_LINES / lines + 10
    }

    #[test]
    fn the_games_of_parts_are_those_of_the_whole() {
        for (format, file) in FILES {
            let text = file.repeat(repeats(file));
            let games: Vec<RecordedGame> = read(&text).collect();
            assert!(games.len() >= repeats(file), "{}: {}", format.name(), games.len());
            assert!(games.iter().all(|game| game.format == format), "{}", format.name());
            let all = 1..=file.len() + 10;
            for size in all.chain([text.len() / 2, text.len() - 1, text.len()]) {
                let found = in_parts(&text, size).0;
                assert_eq!(found.len(), games.len(), "{} in parts of {size}", format.name());
                for (game, expected) in found.iter().zip(&games) {
                    assert_eq!(game, expected, "{} in parts of {size}", format.name());
                }
            }
        }
    }

    /// Beside the lines that tell the format, a few games are held, however long the text is.
    #[test]
    fn a_stream_holds_a_few_games() {
        for (format, file) in FILES {
            let count = repeats(file);
            let held = [count, 20 * count].map(|count| in_parts(&file.repeat(count), 1000).1);
            assert!(held[1] <= held[0] + 2 * (file.len() + 1000), "{}: {held:?}", format.name());
        }
    }

    #[test]
    fn formats_of_one_game_are_read_at_the_end() {
        let kif = "手合割：平手\n".to_owned() + &"   1 ７六歩(77)\n変化：1手\n".repeat(100);
        let psq = "Piskvorky 15x15, 11:11, 0\n".to_owned() + &"8,7,0\n".repeat(200);
        for text in [kif, psq, String::new()] {
            assert_eq!(in_parts(&text, 7).0, read(&text).collect::<Vec<_>>());
        }
    }
}
