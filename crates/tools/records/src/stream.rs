//! Files that are read in parts, which may have more games than memory holds.

use crate::format::{Division, MAX_LINES, read_as, with_format};
use crate::game::{EndedGames, LineReader, column_after};
use crate::{RecordFormat, RecordedGame};

/// The games of a text that comes in parts: those of [`read`](crate::read) for the whole of it.
///
/// It holds the games whose end has not come: of a format with one game in a file, and of PGN
/// without tags, that is the whole text.
#[derive(Debug, Default)]
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
    /// That of a format which has one; it counts lines itself.
    reader: Option<Box<dyn LineReader>>,
}

impl GameStream {
    /// Takes the next part of the text, and returns the games that end in it.
    pub fn push(&mut self, part: &str) -> Vec<RecordedGame> {
        self.text.push_str(part);
        if self.format.is_none() && tells_format(&self.text) {
            self.format = Some(RecordFormat::detect(&self.text));
        }
        match self.format {
            Some(format) if self.text.len() >= self.wanted => self.take_ended(format),
            _ => Vec::new(),
        }
    }

    /// The games that are left at the end of the text.
    pub fn finish(mut self) -> Vec<RecordedGame> {
        let format = self.format.unwrap_or_else(|| RecordFormat::detect(&self.text));
        if let Division::Streamed(reader) = format.division() {
            let games = self.reader.get_or_insert_with(reader).read(&self.text);
            return games.into_iter().map(|game| with_format(format, game)).collect();
        }
        let mut games: Vec<RecordedGame> = read_as(format, &self.text).collect();
        games.iter_mut().for_each(|game| game.add_lines(self.lines, self.column));
        games
    }

    fn take_ended(&mut self, format: RecordFormat) -> Vec<RecordedGame> {
        let EndedGames { games, end } = match format.division() {
            Division::Whole => EndedGames::default(),
            Division::Ended(read_ended) => {
                let mut ended = read_ended(&self.text);
                ended.games.iter_mut().for_each(|game| game.add_lines(self.lines, self.column));
                ended
            }
            Division::Streamed(reader) => {
                let end = self.text.rfind('\n').map_or(0, |at| at + 1);
                let games = self.reader.get_or_insert_with(reader).read(&self.text[..end]);
                EndedGames { games, end }
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
    use serde_json::Value;

    /// For each format whose files have many games: a few, with what is hard to divide where
    /// `tests/data/families.json` has that.
    fn files() -> Vec<(RecordFormat, String)> {
        let families = include_str!("../../../../tests/data/families.json");
        let families: Vec<Value> = serde_json::from_str(families).expect("families");
        let mut files = Vec::new();
        for format in RecordFormat::ALL.into_iter().filter(|format| format.max_games() > 1) {
            let name = format.name();
            let of_files = families.iter().find_map(|family| family["files"][name].as_str());
            let of_others = families.iter().find_map(|family| family["others"][name].as_str());
            let own = families.iter().find(|family| family["format"] == name);
            let record = of_others.or(own.and_then(|family| family["record"].as_str()));
            let file =
                of_files.map(str::to_owned).or_else(|| Some(record?.to_owned() + format.divider()));
            let file = file.unwrap_or_else(|| panic!("no record in {name} in families.json"));
            files.push((format, file));
        }
        files
    }

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
        for (format, file) in &files() {
            let text = file.repeat(repeats(file));
            let games: Vec<RecordedGame> = read(&text).collect();
            assert!(games.len() >= repeats(file), "{}: {}", format.name(), games.len());
            assert!(games.iter().all(|game| game.format == *format), "{}", format.name());
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
        for (format, file) in &files() {
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
