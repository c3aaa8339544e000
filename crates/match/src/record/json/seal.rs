//! The checksum of a line, which shows damage.

use serde_json::Value;

/// The text between the content of a line and its checksum.
const BEFORE: &str = ",\"sum\":\"";

/// An object as a line, whose last field `sum` is the CRC-32 (IEEE) of the line before it.
pub(super) fn seal(object: &Value) -> String {
    let text = object.to_string();
    let content = text.strip_suffix('}').unwrap_or(&text);
    format!("{content}{BEFORE}{}\"}}\n", sum(content))
}

/// Whether a line has a checksum, which is right.
pub(super) fn is_intact(line: &str) -> bool {
    // No text has what is before it: there the quotes are escaped.
    let parts = line.trim_end().rsplit_once(BEFORE);
    parts.is_some_and(|(content, found)| found.strip_suffix("\"}") == Some(&sum(content)))
}

fn sum(content: &str) -> String {
    format!("{:08x}", crc32fast::hash(content.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_line_keeps_its_fields_and_every_altered_bit_is_found() {
        let object = json!({ "number": 3, "reason": "\"sum\":\",\"sum\":\"1\"}", "ä": 0.1 });
        let line = seal(&object);
        assert!(is_intact(&line), "{line}");
        let mut read: Value = serde_json::from_str(&line).unwrap();
        assert!(read.as_object_mut().unwrap().remove("sum").is_some());
        assert_eq!(read, object);
        for bit in 0..8 * (line.len() - 1) {
            let mut altered = line.clone().into_bytes();
            altered[bit / 8] ^= 1 << (bit % 8);
            if let Ok(altered) = String::from_utf8(altered) {
                assert!(!is_intact(&altered), "{altered}");
            }
        }
        assert!(!is_intact("{\"number\":3}\n"));
    }
}
