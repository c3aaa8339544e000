//! The rules of a game in words, for people.

use std::fmt;

/// The rules of a game in words. As text it is Markdown, with diagrams as blocks of code.
///
/// ```
/// use plyglot_core::game::{RulesSection, RulesText};
///
/// let section = RulesSection { title: "Moves".to_owned(), ..RulesSection::default() };
/// let text = RulesText { title: "Nim".to_owned(), sections: vec![section], ..RulesText::default() };
/// assert_eq!(text.to_string(), "# Nim\n\n## Moves\n");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RulesText {
    /// The name of the game.
    pub title: String,
    /// A sentence that describes it; empty if none was written.
    pub about: String,
    /// The start position as a diagram; empty if it is not drawn.
    pub start: String,
    /// The rules by topic.
    pub sections: Vec<RulesSection>,
}

/// The rules about one topic.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RulesSection {
    /// The topic.
    pub title: String,
    /// One rule, or a few that belong together, each.
    pub paragraphs: Vec<String>,
    /// Pieces.
    pub items: Vec<RulesItem>,
    /// The cells of the first and of the second player that it is about, row by row from the top
    /// left: those where pieces promote.
    pub cells: [Vec<usize>; 2],
}

/// A piece with its moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RulesItem {
    /// Its name and its letter.
    pub title: String,
    /// Its moves in words.
    pub text: String,
    /// Its moves as a diagram of lines; empty if it has none.
    pub diagram: String,
    /// How text shows the first player's: `N`, `+R`.
    pub sign: String,
}

impl fmt::Display for RulesText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let RulesText { title, about, start, sections } = self;
        writeln!(f, "# {}", without_tags(title))?;
        if !about.is_empty() {
            writeln!(f, "\n{}", without_tags(about))?;
        }
        if !start.is_empty() {
            write_block(f, start)?;
            writeln!(f)?;
        }
        for RulesSection { title, paragraphs, items, .. } in sections {
            writeln!(f, "\n## {title}")?;
            paragraphs.iter().try_for_each(|text| writeln!(f, "\n{}", without_tags(text)))?;
            for RulesItem { title, text, diagram, .. } in items {
                writeln!(f, "\n**{}.** {}", without_tags(title), without_tags(text))?;
                if !diagram.is_empty() {
                    write_block(f, diagram)?;
                    writeln!(f)?;
                }
            }
        }
        Ok(())
    }
}

fn write_block(f: &mut fmt::Formatter<'_>, lines: &str) -> fmt::Result {
    lines.lines().try_for_each(|line| write!(f, "\n    {}", line.trim_end()))
}

/// A text of the author of a game, in which Markdown finds no tag of HTML.
fn without_tags(text: &str) -> String {
    text.replace('<', "&lt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_file_says_of_a_game_is_no_html() {
        let script = String::from("<script>alert(1)</script>");
        let item =
            RulesItem { title: script.clone(), text: script.clone(), ..RulesItem::default() };
        let section = RulesSection {
            title: "Rules".to_owned(),
            paragraphs: vec![script.clone()],
            items: vec![item],
            ..RulesSection::default()
        };
        let text = RulesText {
            title: script.clone(),
            about: script,
            sections: vec![section],
            ..RulesText::default()
        };
        let text = text.to_string();
        assert!(!text.contains('<') && text.matches("&lt;script>").count() == 5, "{text}");
    }
}
