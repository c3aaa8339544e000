//! Lines of files of positions: EPD (Edwards, "Portable Game Notation Specification and
//! Implementation Guide", 1994), and FEN, which many of these files have.

const FIELD_COUNT: usize = 4;

/// A line with a position and operations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Epd<'a> {
    /// The position: four words, or fewer, and the counters if there are both. These follow
    /// as in FEN, or are the operations `hmvc` and `fmvn`.
    pub position: String,
    /// Each operation, with its operands as written.
    operations: Vec<(&'a str, &'a str)>,
}

impl<'a> Epd<'a> {
    /// Reads a line. It is not checked whether this is a position.
    pub fn new(line: &'a str) -> Epd<'a> {
        let mut fields = Vec::new();
        let mut rest = line;
        while fields.len() < FIELD_COUNT
            && let Some((word, after)) = first_word(rest)
        {
            fields.push(word);
            rest = after;
        }
        let after_fen = first_counter(rest).and_then(|(plies, after)| {
            let (number, after) = first_counter(after)?;
            Some(([plies, number], after))
        });
        let operations = operations(after_fen.map_or(rest, |(_, after)| after));
        let counters = match after_fen {
            Some((counters, _)) => Some(counters),
            None => counter(&operations, "hmvc")
                .zip(counter(&operations, "fmvn"))
                .map(|(plies, number)| [plies, number]),
        };
        fields.extend(counters.into_iter().flatten());
        Epd { position: fields.join(" "), operations }
    }

    /// The operand of an operation, without the quotes around it.
    pub fn operand(&self, code: &str) -> Option<&'a str> {
        operand(&self.operations, code)
    }
}

fn operand<'a>(operations: &[(&'a str, &'a str)], code: &str) -> Option<&'a str> {
    let (_, operand) = operations.iter().find(|(known, _)| *known == code)?;
    let Some(quoted) = operand.strip_prefix('"') else { return Some(operand) };
    Some(quoted.strip_suffix('"').unwrap_or(quoted))
}

fn counter<'a>(operations: &[(&'a str, &'a str)], code: &str) -> Option<&'a str> {
    operand(operations, code).filter(|text| is_number(text))
}

/// The first word and all after it. A semicolon ends a word.
fn first_word(text: &str) -> Option<(&str, &str)> {
    let is_blank = |c: char| c.is_whitespace() || c == ';';
    let text = text.trim_start_matches(is_blank);
    let end = text.find(is_blank).unwrap_or(text.len());
    if end > 0 { Some(text.split_at(end)) } else { None }
}

fn first_counter(text: &str) -> Option<(&str, &str)> {
    first_word(text).filter(|(word, _)| is_number(word))
}

fn is_number(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
}

/// Operations end with semicolons, apart from those within quotes.
fn operations(text: &str) -> Vec<(&str, &str)> {
    let mut is_quoted = false;
    text.split(|c| {
        is_quoted ^= c == '"';
        c == ';' && !is_quoted
    })
    .filter_map(first_word)
    .map(|(code, operand)| (code, operand.trim()))
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_read_as_epd_and_as_fen() {
        for (line, expected) in [
            ("8/8/8/8/8/8/8/8 w - -", "8/8/8/8/8/8/8/8 w - -"),
            ("8/8 w - - 3 17\r", "8/8 w - - 3 17"),
            ("8/8 w - - 3 17; bm e4;", "8/8 w - - 3 17"),
            ("8/8 w - - bm e4; id \"a 1 2\";", "8/8 w - -"),
            ("8/8 b KQ e3 hmvc 0; fmvn 3;", "8/8 b KQ e3 0 3"),
            ("8/8 b KQ e3 ce 20; fmvn 3; hmvc 1;", "8/8 b KQ e3 1 3"),
            ("8/8 b KQ e3 fmvn 3;", "8/8 b KQ e3"),
            ("443", "443"),
            ("", ""),
            ("  \t", ""),
        ] {
            assert_eq!(Epd::new(line).position, expected, "{line}");
        }
    }

    #[test]
    fn operations_have_operands() {
        let epd = Epd::new("8/8 w - - bm Nf3 e4; id \"one; two\"; noop; c0 \"\";");
        let operands = ["bm", "id", "noop", "c0", "am"].map(|code| epd.operand(code));
        assert_eq!(operands, [Some("Nf3 e4"), Some("one; two"), Some(""), Some(""), None]);
        // Quotes within belong to the text.
        let epd = Epd::new("8/8 w - - id \"a \"b\"\"; c0 d \"e\"; c1 \"f");
        let operands = ["id", "c0", "c1"].map(|code| epd.operand(code));
        assert_eq!(operands, [Some("a \"b\""), Some("d \"e\""), Some("f")]);
    }
}
