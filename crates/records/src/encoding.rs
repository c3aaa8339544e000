//! The encodings of files of records.

use encoding_rs::{BIG5, EUC_JP, EUC_KR, Encoding, GB18030, GBK, SHIFT_JIS, UTF_16BE, UTF_16LE};

/// The encodings of East Asia, in which files of shogi, xiangqi and janggi are.
const GUESSED: [&Encoding; 6] = [SHIFT_JIS, EUC_JP, GBK, GB18030, BIG5, EUC_KR];

/// The first tag of Korean records, whose names in Chinese signs are like other encodings.
const KOREAN: &[u8] = b"[\xB4\xEB\xC8\xB8\xB8\xED";

/// The text of a file: in UTF-8 or UTF-16, in an encoding of East Asia, or else in Latin-1, in which
/// names in old files are. Some files name another encoding than theirs, so that no name counts.
pub fn decoded(bytes: &[u8]) -> String {
    if let Some((encoding, _)) = Encoding::for_bom(bytes) {
        return encoding.decode(bytes).0.into_owned();
    }
    match bytes {
        [0, _, ..] => return UTF_16BE.decode(bytes).0.into_owned(),
        [_, 0, ..] => return UTF_16LE.decode(bytes).0.into_owned(),
        _ => {}
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        return text.to_owned();
    }
    if bytes.starts_with(KOREAN) {
        return EUC_KR.decode(bytes).0.into_owned();
    }
    let mut detector = chardetng::EncodingDetector::new();
    detector.feed(bytes, true);
    let guess = detector.guess(None, false);
    if GUESSED.contains(&guess) {
        return guess.decode(bytes).0.into_owned();
    }
    bytes.iter().copied().map(char::from).collect()
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
}
