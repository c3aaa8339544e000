//! Lines of JSON that each have a checksum, so that files of them can be joined and continued.

/// The text between the content of a line and its checksum.
const SUM_FIELD: &str = ",\"sum\":\"";

/// An object of JSON as a line, with a last field `sum`: the CRC-32 (IEEE) of the line before it.
pub fn sealed_line(object: &str) -> String {
    let content = object.strip_suffix('}').unwrap_or(object);
    format!("{content}{SUM_FIELD}{}\"}}\n", sum(content))
}

/// The object of a [`sealed_line`]; `None` if it was altered.
pub fn unsealed_line(line: &str) -> Option<String> {
    // No text has what is before it: there the quotes are escaped.
    let (content, found) = line.trim_end().rsplit_once(SUM_FIELD)?;
    if found.strip_suffix("\"}")? != sum(content) {
        return None;
    }
    Some(format!("{content}}}"))
}

fn sum(content: &str) -> String {
    format!("{:08x}", crc32fast::hash(content.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_altered_line_is_noticed() {
        let object = r#"{"a":1,"b":",\"sum\":\""}"#;
        let line = sealed_line(object);
        assert_eq!(unsealed_line(&line).as_deref(), Some(object));
        assert_eq!(unsealed_line(object), None);
        for i in 0..line.len() - 1 {
            let mut bytes = line.clone().into_bytes();
            bytes[i] ^= 1;
            let altered = String::from_utf8(bytes).expect("ASCII");
            assert_eq!(unsealed_line(&altered), None, "{altered}");
        }
    }
}
