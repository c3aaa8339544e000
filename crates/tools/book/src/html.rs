//! Pages as text that is both HTML and well-formed XML. All text that comes in is escaped here.

use plyglot_support::text::escape;
use std::fmt::Write as _;

/// All pages begin with this, which tells them from those of other programs.
pub(crate) const BEGINNING: &str = "<!DOCTYPE html><!-- plyglot book -->";

/// An entry of a table of contents.
pub(crate) struct Entry<'a> {
    pub(crate) file: &'a str,
    pub(crate) title: &'a str,
    /// What is most important on the page, or why there is none.
    pub(crate) words: &'a str,
    pub(crate) is_there: bool,
}

pub(crate) struct PageLink<'a> {
    pub(crate) file: &'a str,
    pub(crate) title: &'a str,
}

/// Parts of a page, one below the other.
#[derive(Clone, Debug, Default)]
pub(crate) struct Html(String);

impl Html {
    pub(crate) fn section(&mut self, title: &str) {
        self.element("h2", title);
    }

    pub(crate) fn topic(&mut self, title: &str) {
        self.element("h3", title);
    }

    /// A paragraph, in which words in backquotes are code.
    pub(crate) fn paragraph(&mut self, text: &str) {
        self.paragraph_with(text, |_| None);
    }

    /// The same, with drawings in place of some of these words.
    pub(crate) fn paragraph_with(&mut self, text: &str, drawn: impl Fn(&str) -> Option<String>) {
        self.0 += "<p>";
        for (number, part) in text.split('`').enumerate() {
            let is_code = number % 2 == 1;
            self.0 += &match drawn(part).filter(|_| is_code) {
                Some(drawing) => format!("<span class=\"mark\">{drawing}</span>"),
                None if is_code => format!("<code>{}</code>", escape(part)),
                None => escape(part),
            };
        }
        self.0 += "</p>\n";
    }

    pub(crate) fn figure(&mut self, svg: &str, caption: &str) {
        self.framed("figure", svg, caption);
    }

    pub(crate) fn small_figure(&mut self, svg: &str, caption: &str) {
        self.framed("figure class=\"small\"", svg, caption);
    }

    fn framed(&mut self, tag: &str, svg: &str, caption: &str) {
        let caption = escape(caption);
        // It cannot fail.
        let _ = writeln!(self.0, "<{tag}>{svg}<figcaption>{caption}</figcaption></figure>");
    }

    /// Text that keeps its lines, such as a board in signs.
    pub(crate) fn lines(&mut self, label: &str, text: &str) {
        let label = escape(label);
        let text = escape(text);
        let _ = writeln!(
            self.0,
            "<pre role=\"group\" tabindex=\"0\" aria-label=\"{label}\">{text}</pre>"
        );
    }

    /// A table, the first cell of whose rows says what they are about.
    pub(crate) fn table(&mut self, caption: &str, head: &[&str], rows: &[Vec<String>]) {
        let caption = escape(caption);
        // Someone who has no mouse scrolls it by keys.
        let _ = writeln!(
            self.0,
            "<div class=\"wide\" role=\"group\" aria-label=\"{caption}\" tabindex=\"0\"><table>\n\
             <caption>{caption}</caption>"
        );
        self.0 += "<thead><tr>";
        for cell in head {
            let _ = write!(self.0, "<th scope=\"col\">{}</th>", escape(cell));
        }
        self.0 += "</tr></thead>\n<tbody>\n";
        for row in rows {
            self.0 += "<tr>";
            for (column, cell) in row.iter().enumerate() {
                let _ = match column {
                    0 => write!(self.0, "<th scope=\"row\">{}</th>", escape(cell)),
                    _ => write!(self.0, "<td>{}</td>", escape(cell)),
                };
            }
            self.0 += "</tr>\n";
        }
        self.0 += "</tbody></table></div>\n";
    }

    pub(crate) fn details(&mut self, summary: &str, hidden: &Html) {
        let summary = escape(summary);
        let _ = writeln!(self.0, "<details><summary>{summary}</summary>{}</details>", hidden.0);
    }

    pub(crate) fn contents<'a>(&mut self, entries: impl Iterator<Item = Entry<'a>>) {
        self.0 += "<ul>\n";
        for Entry { file, title, words, is_there } in entries {
            let title = escape(title);
            let link = if is_there { format!("<a href=\"{file}\">{title}</a>") } else { title };
            let colon = if words.is_empty() { "" } else { ": " };
            let _ = writeln!(self.0, "<li>{link}{colon}{}</li>", escape(words));
        }
        self.0 += "</ul>\n";
    }

    fn element(&mut self, name: &str, text: &str) {
        let _ = writeln!(self.0, "<{name}>{}</{name}>", escape(text));
    }

    /// A whole page of the book of a game: the first one, or one with a title of its own, which leads
    /// to the others.
    pub(crate) fn page(
        &self,
        game: &str,
        title: Option<&str>,
        others: &[PageLink<'_>],
        program: &str,
    ) -> String {
        let game = escape(game);
        let program = escape(program);
        let mut name = game.clone();
        let mut heading = game.clone();
        let mut header = String::new();
        if let Some(title) = title {
            heading = escape(title);
            name = format!("{heading} - {game}");
            header = ways(&game, title, others);
        }
        format!(
            "{BEGINNING}\n<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\">\n<head>\n\
             <meta charset=\"utf-8\" />\n\
             <meta name=\"viewport\" content=\"width=device-width\" />\n\
             <title>{name}</title>\n<link rel=\"stylesheet\" href=\"style.css\" />\n</head>\n<body>\n\
             {header}<main>\n<h1>{heading}</h1>\n{}</main>\n\
             <footer><p>Made by {program}.</p></footer>\n</body>\n</html>\n",
            self.0
        )
    }
}

/// The ways from the page with this title to the first page of the game and to others.
fn ways(game: &str, title: &str, others: &[PageLink<'_>]) -> String {
    let mut links = String::new();
    for PageLink { file, title: other } in others {
        let here = if *other == title { " aria-current=\"page\"" } else { "" };
        let _ = write!(links, "<li><a href=\"{file}\"{here}>{}</a></li>", escape(other));
    }
    format!(
        "<header><nav aria-label=\"Book\"><ul><li><a href=\"index.html\">{game}</a></li>{links}</ul></nav>\
         </header>\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_in_is_text() {
        let mut html = Html::default();
        html.section("<b>");
        html.paragraph("a `<i>` & b");
        html.table("\"", &["<"], &[vec![">".to_owned()]]);
        let others = [("a.html", "<i>"), ("b.html", "<u>")];
        let others = others.map(|(file, title)| PageLink { file, title });
        let page = html.page("<b>&\"", Some("<u>"), &others, "P");
        assert!(["<b>", "<i>", "<u>"].iter().all(|tag| !page.contains(tag)), "{page}");
        assert!(page.contains("<p>a <code>&lt;i&gt;</code> &amp; b</p>"), "{page}");
        assert!(page.contains("<title>&lt;u&gt; - &lt;b&gt;&amp;&quot;</title>"), "{page}");
        assert!(page.contains("<a href=\"b.html\" aria-current=\"page\">&lt;u&gt;</a>"), "{page}");
        assert_eq!(page.matches("aria-current").count(), 1, "{page}");
        assert!(page.starts_with(BEGINNING), "{page}");
    }
}
