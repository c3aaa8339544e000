//! The encodings of files of records.

use crate::RecordFormat;
use encoding_rs::{BIG5, EUC_JP, EUC_KR, Encoding, GB18030, GBK, SHIFT_JIS, UTF_16BE, UTF_16LE};
use std::mem;

/// The encodings of East Asia, in which files of shogi, xiangqi and janggi are.
const GUESSED: [&Encoding; 6] = [SHIFT_JIS, EUC_JP, GBK, GB18030, BIG5, EUC_KR];

/// The first tag of Korean records, whose names in Chinese signs are like other encodings.
const KOREAN: &[u8] = b"[\xB4\xEB\xC8\xB8\xB8\xED";

/// The text of a file: in UTF-8 or UTF-16, in an encoding of East Asia, or else in Latin-1, in which
/// names in old files are. Some files name another encoding than theirs, so that no name counts.
pub fn decoded(bytes: &[u8]) -> String {
    Decoder::default().text(bytes)
}

/// Decodes a file that comes in parts, as [`decoded`] does a whole one. It guesses the encoding from
/// the first lines that are not in UTF-8.
#[derive(Clone, Debug, Default)]
pub struct Decoder {
    has_begun: bool,
    /// The encoding that the first bytes of the file tell.
    marked: Option<&'static Encoding>,
    /// The encoding of all lines that are not in UTF-8.
    guessed: Option<LineEncoding>,
    /// The line whose end has not come.
    rest: Vec<u8>,
}

impl Decoder {
    /// Takes the next part of the file, and returns the text of the lines that end in it.
    pub fn push(&mut self, part: &[u8]) -> String {
        let before = self.rest.len();
        self.rest.extend_from_slice(part);
        // So many bytes tell an encoding.
        if !self.has_begun && self.rest.len() < 4 {
            return String::new();
        }
        let end = self.lines_end(before);
        if end == 0 {
            return String::new();
        }
        let bytes: Vec<u8> = self.rest.drain(..end).collect();
        self.text(&bytes)
    }

    /// The text at the end of the file.
    pub fn finish(mut self) -> String {
        let bytes = mem::take(&mut self.rest);
        self.text(&bytes)
    }

    /// The end of the last line, in bytes; 0 if none ends behind the first `from` bytes.
    fn lines_end(&self, from: usize) -> usize {
        let encoding = match self.has_begun {
            true => self.marked,
            false => marked_encoding(&self.rest).map(|(encoding, _)| encoding),
        };
        let line_feed = match encoding {
            Some(encoding) if encoding == UTF_16LE => [b'\n', 0],
            Some(encoding) if encoding == UTF_16BE => [0, b'\n'],
            // In no other encoding is this byte a part of another character.
            _ => {
                let last = self.rest[from..].iter().rposition(|&byte| byte == b'\n');
                return last.map_or(0, |at| from + at + 1);
            }
        };
        let last = self.rest.chunks_exact(2).rposition(|unit| unit == line_feed);
        last.map_or(0, |unit| 2 * unit + 2)
    }

    /// The text of whole lines, or of those at the end of the file.
    fn text(&mut self, bytes: &[u8]) -> String {
        let mut mark = 0;
        if !mem::replace(&mut self.has_begun, true)
            && let Some((encoding, length)) = marked_encoding(bytes)
        {
            self.marked = Some(encoding);
            mark = length;
        }
        if let Some(encoding) = self.marked {
            return LineEncoding::Known(encoding).decode(&bytes[mark..]);
        }
        if let Ok(text) = std::str::from_utf8(bytes) {
            return text.to_owned();
        }
        self.guessed.get_or_insert_with(|| guess(bytes)).decode(bytes)
    }
}

#[derive(Clone, Copy, Debug)]
enum LineEncoding {
    Known(&'static Encoding),
    Latin1,
}

impl LineEncoding {
    fn decode(self, bytes: &[u8]) -> String {
        match self {
            LineEncoding::Known(encoding) => {
                encoding.decode_without_bom_handling(bytes).0.into_owned()
            }
            LineEncoding::Latin1 => bytes.iter().copied().map(char::from).collect(),
        }
    }
}

/// The encoding that the first bytes of a file tell, and the length of the mark that does.
fn marked_encoding(bytes: &[u8]) -> Option<(&'static Encoding, usize)> {
    Encoding::for_bom(bytes).or(match bytes {
        [0, _, ..] => Some((UTF_16BE, 0)),
        [_, 0, ..] => Some((UTF_16LE, 0)),
        _ => None,
    })
}

fn guess(bytes: &[u8]) -> LineEncoding {
    if is_named_shift_jis(bytes) {
        return LineEncoding::Known(SHIFT_JIS);
    }
    if bytes.starts_with(KOREAN) {
        return LineEncoding::Known(EUC_KR);
    }
    let mut detector = chardetng::EncodingDetector::new();
    detector.feed(bytes, true);
    let guess = detector.guess(None, false);
    if GUESSED.contains(&guess) { LineEncoding::Known(guess) } else { LineEncoding::Latin1 }
}

/// Whether the first line of a file says that it is in Shift-JIS, and it is.
fn is_named_shift_jis(bytes: &[u8]) -> bool {
    let head = bytes.split(|&c| c == b'\n').next().unwrap_or_default().to_ascii_lowercase();
    let is_named = head.ends_with(b"encoding=shift_jis") || head.ends_with(b"encoding=shift_jis\r");
    is_named && SHIFT_JIS.decode_without_bom_handling_and_without_replacement(bytes).is_some()
}

/// How a file of records is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RecordEncoding {
    #[default]
    Utf8,
    ShiftJis,
}

impl RecordEncoding {
    /// That of a file's bytes, as [`decoded`] reads them: UTF-8 if it is neither.
    pub fn detect(bytes: &[u8]) -> RecordEncoding {
        if std::str::from_utf8(bytes).is_ok() {
            return RecordEncoding::Utf8;
        }
        let text = SHIFT_JIS.decode_without_bom_handling_and_without_replacement(bytes);
        let is_it = text.is_some_and(|text| text == decoded(bytes));
        if is_it { RecordEncoding::ShiftJis } else { RecordEncoding::Utf8 }
    }

    /// That of a new file with this extension, in which games are written that were read in another
    /// encoding. Programs of shogi tell Shift-JIS and UTF-8 by the extension.
    pub fn of_extension(self, extension: &str) -> RecordEncoding {
        match extension.to_ascii_lowercase().as_str() {
            "kif" | "ki2" => RecordEncoding::ShiftJis,
            "kifu" | "ki2u" => RecordEncoding::Utf8,
            _ => self,
        }
    }

    /// The bytes of a record in a format, whose first line names the encoding in KIF and in CSA. A
    /// text with characters that Shift-JIS does not have is in UTF-8.
    pub fn encode(self, text: &str, format: RecordFormat) -> Vec<u8> {
        let name = match (self, format) {
            (RecordEncoding::Utf8, _) => return text.as_bytes().to_vec(),
            (_, RecordFormat::Csa) => "SHIFT_JIS",
            _ => "Shift_JIS",
        };
        let (head, rest) = text.split_once('\n').unwrap_or((text, ""));
        let named = match head.strip_suffix(UTF_8_NAME) {
            Some(head) => format!("{head}{ENCODING_NAME}{name}\n{rest}"),
            None => text.to_owned(),
        };
        let (bytes, _, is_lossy) = SHIFT_JIS.encode(&named);
        // Some characters would come back as others.
        let is_whole = !is_lossy && SHIFT_JIS.decode_without_bom_handling(&bytes).0 == named;
        if is_whole { bytes.into_owned() } else { text.as_bytes().to_vec() }
    }
}

/// The end of the first line in KIF and CSA.
const UTF_8_NAME: &str = "encoding=UTF-8";
const ENCODING_NAME: &str = "encoding=";

/// Signs at the beginning of compressed files: gzip, zip, bzip2, xz and zstd.
const COMPRESSED: [&[u8]; 5] =
    [b"\x1F\x8B", b"PK\x03\x04", b"BZh", b"\xFD7zXZ", b"\x28\xB5\x2F\xFD"];

/// Whether a file is compressed, so that there is no text in it.
pub fn is_compressed(bytes: &[u8]) -> bool {
    COMPRESSED.iter().any(|sign| bytes.starts_with(sign))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_in_many_encodings() {
        let japanese = "手合割：平手\n先手：羽生善治\n   1 ７六歩(77)\n";
        let chinese = "[Red \"许银川\"]\n1. 炮二平五 马8进7\n";
        let korean = "[초대국자 \"김경중\"]\n1. 79졸78 2. 41병42\n";
        for (text, encoding) in
            [(japanese, SHIFT_JIS), (japanese, EUC_JP), (chinese, GB18030), (korean, EUC_KR)]
        {
            let (bytes, _, _) = encoding.encode(text);
            assert_eq!(decoded(&bytes), text, "{}", encoding.name());
        }
        let utf_16: Vec<u8> = japanese.encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(decoded(&[b"\xFF\xFE", &utf_16[..]].concat()), japanese);
        assert_eq!(decoded(b"[White \"Gr\xFC\xDFe\"]"), "[White \"Grüße\"]");
        assert_eq!(decoded("\u{feff}[White \"é\"]".as_bytes()), "[White \"é\"]");
        assert_eq!(decoded(b""), "");
    }

    #[test]
    fn shift_jis_is_written_where_it_has_all_characters() {
        let kif = "#KIF version=2.0 encoding=UTF-8\n先手：羽生\n   1 ７六歩(77)\n";
        let written = RecordEncoding::ShiftJis.encode(kif, RecordFormat::Kif);
        assert!(written.starts_with(b"#KIF version=2.0 encoding=Shift_JIS\n\x90\xE6\x8E\xE8"));
        assert_eq!(decoded(&written), kif.replace("UTF-8", "Shift_JIS"));
        assert_eq!(RecordEncoding::detect(&written), RecordEncoding::ShiftJis);
        // Hangul is not in it, and a wave dash would come back as another.
        for other in ["한", "\u{301C}"] {
            let text = kif.replace("羽生", other);
            let written = RecordEncoding::ShiftJis.encode(&text, RecordFormat::Kif);
            assert_eq!(written, text.as_bytes());
            assert_eq!(RecordEncoding::detect(&written), RecordEncoding::Utf8);
        }
        let csa =
            RecordEncoding::ShiftJis.encode("'CSA encoding=UTF-8\nN+羽生\n", RecordFormat::Csa);
        assert!(csa.starts_with(b"'CSA encoding=SHIFT_JIS\nN+"));
        for (extension, encoding) in [
            ("kif", RecordEncoding::ShiftJis),
            ("KI2", RecordEncoding::ShiftJis),
            ("kifu", RecordEncoding::Utf8),
            ("ki2u", RecordEncoding::Utf8),
            ("csa", RecordEncoding::ShiftJis),
        ] {
            assert_eq!(RecordEncoding::ShiftJis.of_extension(extension), encoding);
        }
        assert_eq!(RecordEncoding::Utf8.of_extension("csa"), RecordEncoding::Utf8);
        assert_eq!(
            RecordEncoding::detect("[White \"Gr\u{FC}\u{DF}e\"]".as_bytes()),
            RecordEncoding::Utf8
        );
        assert_eq!(RecordEncoding::detect(b"[White \"Gr\xFC\xDFe\"]"), RecordEncoding::Utf8);
    }

    fn in_parts(bytes: &[u8], size: usize) -> String {
        let mut decoder = Decoder::default();
        let text: String = bytes.chunks(size).map(|part| decoder.push(part)).collect();
        text + &decoder.finish()
    }

    #[test]
    fn parts_of_files_are_decoded_as_the_whole() {
        let text = "先手：羽生善治\n\n[White \"Grüße 🂡\"]\n\n".repeat(3);
        let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
        let files: [Vec<u8>; 8] = [
            Vec::new(),
            b"\n".to_vec(),
            text.clone().into_bytes(),
            [b"\xEF\xBB\xBF", text.as_bytes()].concat(),
            [b"\xFF\xFE", &little[..]].concat(),
            [b"\xFE\xFF", &big[..]].concat(),
            b"\n\0[\0A\0]\0\n\0x\0".to_vec(),
            b"[Event \"x\"]\n[White \"Gr\xFC\xDFe\"]\n1. e4 *\n".repeat(2),
        ];
        for bytes in files {
            for size in 1..=bytes.len().max(1) {
                assert_eq!(in_parts(&bytes, size), decoded(&bytes), "{bytes:?} in {size}");
            }
        }
        let japanese = "手合割：平手\n先手：羽生善治\n   1 ７六歩(77)\n".repeat(50);
        let (bytes, _, _) = SHIFT_JIS.encode(&japanese);
        for size in [500, 501, 1000] {
            assert_eq!(in_parts(&bytes, size), japanese, "{size}");
        }
    }
}
