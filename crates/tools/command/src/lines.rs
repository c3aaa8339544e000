//! Lines of input, read on a thread of their own, so that waiting for one can be interrupted.

use anyhow::Context;
use plyglot_support::terminal::Terminals;
use plyglot_support::text::NO_THREAD;
use std::io::{self, BufRead, Write};
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;

/// Lines that are read before they are asked for.
const MAX_LINES_AHEAD: usize = 64;

pub const NO_POSITION: &str =
    "no position: name one as an argument, or write each on a line of stdin";

/// If input is a terminal, says that positions are read from it: the user may have forgotten to
/// name one.
pub fn announce(terminals: Terminals, errors: &mut dyn Write) -> anyhow::Result<()> {
    const END: &str =
        if cfg!(windows) { "press Ctrl-Z and Enter to finish" } else { "press Ctrl-D to finish" };
    if terminals.input {
        let note = format!("reading positions from the terminal, one per line; {END}");
        writeln!(errors, "{note}").context("the terminal cannot be written to")?;
    }
    Ok(())
}

/// Lines that are there already.
pub fn given(texts: &[String]) -> Receiver<io::Result<String>> {
    let (sender, lines) = sync_channel(texts.len());
    // There is room for all, and the receiver is still there.
    texts.iter().for_each(|text| drop(sender.send(Ok(text.clone()))));
    lines
}

/// The lines of `input` as they come, without their ends; bytes that are no
/// UTF-8 are replaced. The thread ends with the input, or with the program.
pub fn read(mut input: Box<dyn BufRead + Send>) -> anyhow::Result<Receiver<io::Result<String>>> {
    let (sender, lines) = sync_channel(MAX_LINES_AHEAD);
    let read = move || {
        while let Some(line) = next(&mut *input).transpose() {
            let is_broken = line.is_err();
            if sender.send(line).is_err() || is_broken {
                return;
            }
        }
    };
    thread::Builder::new().name("input".to_owned()).spawn(read).context(NO_THREAD)?;
    Ok(lines)
}

fn next(input: &mut dyn BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    if input.read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    let line = bytes.strip_suffix(b"\n").unwrap_or(&bytes);
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    Ok(Some(String::from_utf8_lossy(line).into_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_whole_without_their_ends() {
        let input: &[u8] = b"44\r\n\n\xFFx\r\r\nlast";
        let lines = read(Box::new(input)).unwrap();
        let lines: Vec<String> = lines.iter().map(|line| line.unwrap()).collect();
        assert_eq!(lines, ["44", "", "\u{FFFD}x\r", "last"]);
    }
}
