//! SVG documents: their beginning, lines, texts and files.

use crate::files::Format;
use crate::text::escape;
use std::fmt::Write;
use {crate::files, crate::text::reason, anyhow::anyhow, std::io, std::path::Path};

/// The format of all images. The first attribute tells them from those of other programs.
pub const FORMAT: Format =
    Format { name: "an image of Plyglot", beginnings: &["<svg data-by=\"plyglot\" "] };

/// Checks that an image may be written here: there is one of Plyglot, or nothing.
///
/// # Errors
/// If there is something else.
pub fn check(path: &Path) -> anyhow::Result<()> {
    FORMAT.check(path).map_err(|error| cannot_be_written(path, &error))
}

/// Replaces an image.
///
/// # Errors
/// If there is something else, or it cannot be written.
pub fn save(path: &Path, image: &str) -> anyhow::Result<()> {
    files::write(path, &FORMAT, image).map_err(|error| cannot_be_written(path, &error))
}

fn cannot_be_written(path: &Path, error: &io::Error) -> anyhow::Error {
    anyhow!("{} cannot be written: {}", path.display(), reason(error))
}

/// The width of a document, in units of its view box.
pub const WIDTH: f64 = 960.0;
/// The height of the head.
pub const HEAD: f64 = 84.0;

const STYLE: &str = "\
text{font:13px 'Segoe UI',Roboto,'Helvetica Neue',Arial,'DejaVu Sans',sans-serif;fill:#57606a}\
.title{font-size:20px;font-weight:600;fill:#1f2328}\
.label{font-weight:600;fill:#1f2328}\
.right{text-anchor:end}.middle{text-anchor:middle}\
.grid{stroke:#e6e9ed;fill:none}.axis{stroke:#8c959f;fill:none}\
.even{stroke:#8c959f;stroke-dasharray:2 4;fill:none}";

/// The lines above an image.
#[derive(Default)]
pub struct Head {
    /// Upper left, in large letters.
    pub title: String,
    /// Below the title.
    pub subtitle: String,
    /// Upper right.
    pub result: String,
    /// Below the result.
    pub detail: String,
}

/// The beginning of a document of this height, with further styles.
pub fn begin(height: f64, style: &str, head: &Head) -> String {
    let Head { title, subtitle, result, detail } = head;
    let mut out = format!(
        "<svg data-by=\"plyglot\" xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" \
         width=\"{WIDTH}\" height=\"{height}\" role=\"img\">\n<style>{STYLE}{style}</style>\n\
         <title>{}</title>\n<rect width=\"{WIDTH}\" height=\"{height}\" rx=\"8\" fill=\"#fff\"/>\n",
        escape(title)
    );
    text(&mut out, "title", 24.0, 36.0, title);
    text(&mut out, "", 24.0, 57.0, subtitle);
    text(&mut out, "label right", WIDTH - 24.0, 36.0, result);
    text(&mut out, "right", WIDTH - 24.0, 57.0, detail);
    out
}

// Writing to a string does not fail.

/// Adds a line between two points, of a class of the style.
pub fn line(out: &mut String, style: &str, [x1, y1, x2, y2]: [f64; 4]) {
    let _ = writeln!(out, "<path class=\"{style}\" d=\"M{x1:.1} {y1:.1}L{x2:.1} {y2:.1}\"/>");
}

/// Adds lines from point to point, then the commands of `end`; nothing if there is no point.
pub fn path(out: &mut String, style: &str, points: impl Iterator<Item = (f64, f64)>, end: &str) {
    let mut course = String::new();
    for (x, y) in points {
        let command = if course.is_empty() { 'M' } else { 'L' };
        let _ = write!(course, "{command}{x:.1} {y:.1}");
    }
    if !course.is_empty() {
        let _ = writeln!(out, "<path class=\"{style}\" d=\"{course}{end}\"/>");
    }
}

/// Adds a text, which is escaped, of a class of the style; nothing if it is empty.
pub fn text(out: &mut String, style: &str, x: f64, y: f64, content: &str) {
    if content.is_empty() {
        return;
    }
    let content = escape(content);
    let _ = writeln!(out, "<text class=\"{style}\" x=\"{x:.1}\" y=\"{y:.1}\">{content}</text>");
}
