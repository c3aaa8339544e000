//! Text for users: numbers, tables, system errors and spelling suggestions.

use std::borrow::{Borrow, Cow};
use std::fmt::Display;
use std::io::{self, ErrorKind};
use std::time::Duration;

/// A table: the first column is aligned left, the others right, with two blanks between
/// columns.
pub fn columns(rows: &[Vec<String>]) -> String {
    let widths: Vec<usize> = (0..rows.iter().map(Vec::len).max().unwrap_or(0))
        .map(|column| rows.iter().filter_map(|row| row.get(column)).map(|cell| width(cell)).max())
        .map(|widest| widest.unwrap_or(0))
        .collect();
    rows.iter().map(|row| line(row, &widths)).collect()
}

fn line(row: &[String], widths: &[usize]) -> String {
    let mut line = String::new();
    for (column, (cell, &widest)) in row.iter().zip(widths).enumerate() {
        let blank = " ".repeat(widest - width(cell));
        match column {
            0 => line.extend([cell.as_str(), &blank]),
            _ => line.extend(["  ", &blank, cell]),
        }
    }
    format!("{}\n", line.trim_end())
}

fn width(text: &str) -> usize {
    text.chars().count()
}

/// A duration in whole seconds, as `1:02:03` or `2:03`.
pub fn clock(time: Duration) -> String {
    let seconds = time.as_secs_f64().round() as u64;
    let hours = seconds / 3600;
    let minutes = seconds / 60 % 60;
    let seconds = seconds % 60;
    match hours {
        0 => format!("{minutes}:{seconds:02}"),
        _ => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

/// The estimated time for the steps that are left, when others took this time; `None` before the
/// first one is done.
pub fn to_go(elapsed: Duration, done: u64, left: u64) -> Option<Duration> {
    /// Some three hundred years.
    const MAX_SECONDS: f64 = 1e10;
    if done == 0 {
        return None;
    }
    let seconds = elapsed.as_secs_f64() * left as f64 / done as f64;
    Some(Duration::from_secs_f64(seconds.min(MAX_SECONDS)))
}

/// A large number with at least three digits, as `1.23 M`.
pub fn short(number: f64) -> String {
    let (scaled, unit) = match number {
        n if n >= 999_500_000.0 => (n / 1e9, " G"),
        n if n >= 999_500.0 => (n / 1e6, " M"),
        n if n >= 9_999.5 => (n / 1e3, " k"),
        n => return format!("{n:.0}"),
    };
    match scaled {
        s if s >= 100.0 => format!("{s:.0}{unit}"),
        s if s >= 10.0 => format!("{s:.1}{unit}"),
        s => format!("{s:.2}{unit}"),
    }
}

/// Nodes per second as a whole number.
pub fn per_second(nodes: u64, time: Duration) -> u64 {
    let micros = time.as_micros().max(1);
    u64::try_from(u128::from(nodes) * 1_000_000 / micros).unwrap_or(u64::MAX)
}

/// A readable time, with three digits or more.
pub fn span(seconds: f64) -> String {
    let (scaled, unit) = match seconds {
        s if s >= 1.0 => (s, "s"),
        s if s >= 1e-3 => (s * 1e3, "ms"),
        s => (s * 1e6, "us"),
    };
    let digits = if scaled >= 99.95 { 0 } else { 2 };
    format!("{scaled:.digits$} {unit}")
}

/// A number with its sign and one decimal; `+inf` and `-inf` if infinite.
pub fn signed(number: f64) -> String {
    let tenths = (number * 10.0).round() / 10.0;
    format!("{:+.1}", if tenths == 0.0 { 0.0 } else { tenths })
}

/// Points with one decimal.
pub fn points(points: f64) -> String {
    format!("{points:.1}")
}

/// A fraction of 1 in percent.
pub fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// A number of things: `1 game`, `2 games`.
pub fn counted(number: impl Display, thing: &str) -> String {
    let number = number.to_string();
    let noun = if number == "1" { thing.to_owned() } else { plural(thing) };
    format!("{number} {noun}")
}

/// A number as a word up to twelve, `no` for 0; greater ones in digits.
pub fn number_word(number: usize) -> String {
    const WORDS: [&str; 13] = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve",
    ];
    WORDS.get(number).map_or_else(|| number.to_string(), |&word| word.to_owned())
}

/// A thing with its article: `a king`, `an elephant`, `an M piece`.
pub fn with_article(noun: &str) -> String {
    // A letter is spoken by its name.
    let is_letter = noun.chars().nth(1) == Some(' ');
    let vowels = if is_letter { "AEFHILMNORSX" } else { "aeio" };
    let article = if noun.starts_with(|c: char| vowels.contains(c)) { "an" } else { "a" };
    format!("{article} {noun}")
}

/// A text that begins with a capital letter.
pub fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// Several of a thing: `pawns`, `men`, `fortresses`.
pub fn plural(thing: &str) -> String {
    let hisses = ["s", "x", "ch", "sh"].iter().any(|end| thing.ends_with(end));
    match thing.strip_suffix("man") {
        Some(first) => format!("{first}men"),
        None if hisses => format!("{thing}es"),
        None => format!("{thing}s"),
    }
}

/// A value, or a dash if there is none.
pub fn or_dash<T>(value: Option<T>, show: impl Fn(T) -> String) -> String {
    value.map_or("-".to_string(), show)
}

/// Whether a character of untrusted text may be shown. The others make a terminal obey, break a
/// line, change the direction in which text is read, or cannot be seen.
pub fn is_plain(c: char) -> bool {
    let is_format = matches!(
        c,
        '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2066}'..='\u{206F}'
            | '\u{FEFF}' | '\u{FFF9}'..='\u{FFFB}' | '\u{E0000}'..='\u{E007F}'
    );
    !c.is_control() && !is_format
}

/// Untrusted text in one line for people: a blank for each character that is not [plain](is_plain).
pub fn plain(text: &str) -> String {
    text.chars().map(|c| if is_plain(c) { c } else { ' ' }).collect()
}

/// Lines in which untrusted text may stand, as they are printed: blanks for characters that are not
/// [plain](is_plain), and their escapes in an object of JSON.
pub fn printable(lines: &str) -> Cow<'_, str> {
    if lines.chars().all(is_printable) {
        return Cow::Borrowed(lines);
    }
    let is_json = lines.starts_with('{');
    let mut printable = String::with_capacity(lines.len());
    for c in lines.chars() {
        match c {
            c if is_printable(c) => printable.push(c),
            c if is_json => {
                let mut units = [0; 2];
                let units = c.encode_utf16(&mut units).iter();
                printable.extend(units.map(|unit| format!("\\u{unit:04x}")));
            }
            _ => printable.push(' '),
        }
    }
    Cow::Owned(printable)
}

fn is_printable(c: char) -> bool {
    is_plain(c) || matches!(c, '\n' | '\t')
}

/// Untrusted text in quotes, shortened to 40 characters.
pub fn quote(text: &str) -> String {
    const MAX_CHARS: usize = 40;
    format!("'{}'", plain(&shortened(text, MAX_CHARS)))
}

/// The first `characters` characters of a text, and three dots if it has more.
pub fn shortened(text: &str, characters: usize) -> String {
    match text.char_indices().nth(characters) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

/// The text of a file in UTF-8, or else in Latin-1, in which names in old files are.
///
/// # Errors
/// If it is in UTF-16.
pub fn decoded(bytes: Vec<u8>) -> io::Result<String> {
    if matches!(bytes[..], [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..] | [0, _, ..] | [_, 0, ..]) {
        return Err(io::Error::other("expected UTF-8, found UTF-16"));
    }
    Ok(String::from_utf8(bytes)
        .unwrap_or_else(|error| error.into_bytes().into_iter().map(char::from).collect()))
}

/// Untrusted text for XML or HTML, in content or a quoted attribute: blanks for characters that
/// are not [plain](is_plain), some of which XML does not allow.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            '\n' => escaped.push('\n'),
            '\u{FFFE}' | '\u{FFFF}' => escaped.push(char::REPLACEMENT_CHARACTER),
            c if !is_plain(c) => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
}

/// The error when the system starts no further thread.
pub const NO_THREAD: &str = "cannot start another thread";

/// Describes an error of a file or folder in our own words.
///
/// Some clients search an engine's output for messages of the system: XBoard takes "No
/// such file" and some others for an engine that did not start.
pub fn reason(error: &io::Error) -> String {
    let words = match error.kind() {
        // Errors created here are shown unchanged.
        ErrorKind::Other if error.get_ref().is_some() => return error.to_string(),
        ErrorKind::NotFound => "it or its folder does not exist",
        ErrorKind::PermissionDenied => "the system does not allow it",
        ErrorKind::AlreadyExists => "it exists already",
        ErrorKind::IsADirectory => "it is a folder",
        ErrorKind::NotADirectory => "a part of its path is not a folder",
        ErrorKind::ReadOnlyFilesystem => "the file system is read-only",
        ErrorKind::StorageFull => "its disk is full",
        ErrorKind::QuotaExceeded => "the disk quota is exceeded",
        ErrorKind::FileTooLarge => "file size limit reached",
        ErrorKind::InvalidFilename | ErrorKind::InvalidInput => "invalid file name",
        ErrorKind::ResourceBusy | ErrorKind::ExecutableFileBusy => "it is in use",
        ErrorKind::TimedOut | ErrorKind::StaleNetworkFileHandle => "the device is not responding",
        ErrorKind::UnexpectedEof => "unexpected end of file",
        ErrorKind::WriteZero => "nothing more could be written",
        ErrorKind::OutOfMemory => "there is not enough memory",
        kind => {
            return match error.raw_os_error() {
                Some(number) => format!("system error {number}"),
                None => format!("an error of the kind {kind:?}"),
            };
        }
    };
    words.to_owned()
}

/// Words in a sentence: `a`, `a and b`, `a, b and c`.
pub fn list(words: &[impl Borrow<str>]) -> String {
    match words.split_last() {
        Some((last, rest)) if !rest.is_empty() => {
            let last: &str = last.borrow();
            format!("{} and {last}", rest.join(", "))
        }
        _ => words.concat(),
    }
}

/// The word nearest to `written`, at most a third of its length away.
pub fn nearest<'a>(written: &str, right: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    /// Longer words are no typing errors.
    const MAX_WORD_CHARS: usize = 40;
    /// From here on, the start of a word means it.
    const MIN_START_CHARS: usize = 4;
    let written = written.to_lowercase();
    let length = written.chars().take(MAX_WORD_CHARS + 1).count();
    if length > MAX_WORD_CHARS {
        return None;
    }
    let distance = |word: &str| {
        let word = word.to_lowercase();
        match word.strip_prefix(&written) {
            Some(rest) if length >= MIN_START_CHARS => usize::from(!rest.is_empty()),
            _ => strsim::damerau_levenshtein(&written, &word),
        }
    };
    right
        .map(|word| (distance(word), word.len(), word))
        .filter(|(distance, ..)| *distance <= length.div_ceil(3))
        .min()
        .map(|(.., word)| word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_quote_no_message_of_the_system() {
        for number in 1..=200 {
            let error = io::Error::from_raw_os_error(number);
            let own = reason(&error);
            let system = error.to_string();
            let system = system.split(" (os error").next().expect("a first piece").to_lowercase();
            assert!(!own.to_lowercase().contains(&system), "{number}: {own}");
            assert!(!own.contains("os error") && !own.is_empty(), "{number}: {own}");
        }
    }

    /// Bidi_Control and line ends of the Unicode Character Database, C0, C1 and DEL.
    #[test]
    fn what_a_terminal_obeys_is_not_shown() {
        let bidi =
            [0x61C, 0x200E, 0x200F].into_iter().chain(0x202A..=0x202E).chain(0x2066..=0x2069);
        let others = (0..=0x1F).chain(0x7F..=0x9F).chain([0x2028, 0x2029, 0xFEFF, 0xE0041]);
        for c in bidi.chain(others).map(|code| char::from_u32(code).expect("a character")) {
            let text = format!("a{c}b");
            assert_eq!(
                (plain(&text), quote(&text)),
                ("a b".to_owned(), "'a b'".to_owned()),
                "{c:?}"
            );
            assert_eq!(escape(&text).contains(c), c == '\n', "{c:?}");
            if matches!(c, '\n' | '\t') {
                continue;
            }
            assert_eq!(printable(&text), "a b", "{c:?}");
            let json = printable(&format!("{{\"a\":\"{c}\"}}")).into_owned();
            assert!(json.is_ascii() && json.contains("\\u"), "{json}");
        }
        for shown in ["Grüße, 将棋, שלום, 🙂, e\u{301}", "a\tb\nc"] {
            assert_eq!(printable(shown), shown);
        }
        assert_eq!(printable("{\"a\":\"\u{E0041}\"}"), "{\"a\":\"\\udb40\\udc41\"}");
    }

    fn read(bytes: &[u8]) -> Result<String, String> {
        decoded(bytes.to_vec()).map_err(|error| reason(&error))
    }

    #[test]
    fn files_are_in_utf_8_or_latin_1() {
        assert_eq!(read("Grüße".as_bytes()).as_deref(), Ok("Grüße"));
        assert_eq!(read(b"Gr\xFC\xDFe").as_deref(), Ok("Grüße"));
        assert_eq!(read(b"").as_deref(), Ok(""));
        for utf_16 in [&b"\xFF\xFE[\0"[..], b"\xFE\xFF\0[", b"[\0a\0", b"\0[\0a"] {
            assert!(read(utf_16).expect_err("it is refused").contains("UTF-16"), "{utf_16:?}");
        }
    }

    #[test]
    fn own_reasons_are_kept_and_those_of_the_system_replaced() {
        assert_eq!(
            reason(&io::Error::other("it is not an ordinary file")),
            "it is not an ordinary file"
        );
        let wrapped = io::Error::new(ErrorKind::NotFound, "No such file or directory at path x");
        assert_eq!(reason(&wrapped), "it or its folder does not exist");
    }

    #[test]
    fn one_thing_is_not_many() {
        let found = [0, 1, 2, 21].map(|number| counted(number, "game"));
        assert_eq!(found, ["0 games", "1 game", "2 games", "21 games"]);
    }

    #[test]
    fn times_are_readable() {
        for (seconds, expected) in [(2.8e-6, "2.80 us"), (1.7e-3, "1.70 ms"), (0.32, "320 ms")] {
            assert_eq!(span(seconds), expected);
        }
    }
}
