//! Splits input bytes into lines.

use std::io::{self, BufRead};

/// Reads lines of any length and any bytes. A line ends at a line feed, a carriage
/// return or both. Invalid UTF-8 becomes replacement characters.
pub(super) struct LineReader<R> {
    input: R,
    after_return: bool,
}

impl<R: BufRead> LineReader<R> {
    pub(super) fn new(input: R) -> LineReader<R> {
        LineReader { input, after_return: false }
    }

    pub(super) fn next_line(&mut self) -> io::Result<Option<String>> {
        let mut line = Vec::new();
        loop {
            let bytes = match self.input.fill_buf() {
                Ok(bytes) => bytes,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if bytes.is_empty() {
                return Ok(if line.is_empty() { None } else { Some(text(&line)) });
            }
            if std::mem::take(&mut self.after_return) && bytes[0] == b'\n' {
                self.input.consume(1);
                continue;
            }
            let Some(end) = bytes.iter().position(|b| matches!(b, b'\n' | b'\r')) else {
                line.extend_from_slice(bytes);
                let read = bytes.len();
                self.input.consume(read);
                continue;
            };
            line.extend_from_slice(&bytes[..end]);
            self.after_return = bytes[end] == b'\r';
            self.input.consume(end + 1);
            return Ok(Some(text(&line)));
        }
    }
}

fn text(line: &[u8]) -> String {
    String::from_utf8_lossy(line).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8], buffer: usize) -> Vec<String> {
        let mut lines = LineReader::new(io::BufReader::with_capacity(buffer, bytes));
        std::iter::from_fn(|| lines.next_line().expect("a slice reads without errors")).collect()
    }

    #[test]
    fn every_line_end_ends_one_line() {
        for buffer in [1, 2, 3, 64] {
            assert_eq!(read(b"a\nb\r\nc\rd\n\ne", buffer), ["a", "b", "c", "d", "", "e"]);
        }
    }
}
