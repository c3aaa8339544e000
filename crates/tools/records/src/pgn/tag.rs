//! Tags as they are written.

/// The name of the tag that begins a text, and what follows it.
pub(super) fn name_of_tag(text: &str) -> Option<(&str, &str)> {
    let text = text.strip_prefix('[')?.trim_start_matches([' ', '\t']);
    let end = text.find(|c: char| !c.is_alphanumeric() && !"_+#=:-".contains(c));
    let end = end.unwrap_or(text.len());
    let (name, rest) = text.split_at(end);
    if !name.starts_with(char::is_alphanumeric) {
        return None;
    }
    Some((name, rest.trim_start_matches([' ', '\t'])))
}

/// The value of a tag, from behind its first quote, and the length with its end. Quotes and
/// backslashes may be escaped; a quote with no bracket behind it is part of the value.
pub(super) fn quoted(text: &str) -> Result<(String, usize), &'static str> {
    let mut value = String::new();
    let mut characters = text.char_indices().peekable();
    let mut has_quote = false;
    while let Some((at, c)) = characters.next() {
        let escaped = characters.next_if(|&(_, next)| c == '\\' && matches!(next, '"' | '\\'));
        match (c, escaped) {
            (_, Some((_, escaped))) => value.push(escaped),
            ('"', None) => {
                let rest = text[at + 1..].trim_start_matches([' ', '\t']);
                if rest.starts_with(']') {
                    return Ok((value, text.len() - rest.len() + 1));
                }
                has_quote = true;
                value.push(c);
            }
            (c, None) => value.push(c),
        }
    }
    // The last backslash of a path is no escape.
    match text.trim_end().strip_suffix("\\\"]") {
        Some(value) => Ok((format!("{value}\\"), text.len())),
        None if has_quote => Err("without its ']'"),
        None => Err("without its second quote"),
    }
}
