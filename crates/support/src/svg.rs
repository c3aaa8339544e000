//! Charts as SVG: axes, panels and lines, written by hand (see `results/chart.rs` of the
//! crate for matches for the comparison with a library).

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

/// The width of a chart, in units of its view box.
pub const WIDTH: f64 = 960.0;
/// The left edge of all panels.
pub const LEFT: f64 = 64.0;
/// The right edge of all panels.
pub const RIGHT: f64 = 876.0;
/// The upper edge of the first panel, below the title.
pub const HEAD: f64 = 84.0;
/// From the lower edge of a panel to the upper edge of the next.
pub const GAP: f64 = 64.0;

/// The style that all charts have in common, as CSS.
pub const STYLE: &str = "\
text{font:13px 'Segoe UI',Roboto,'Helvetica Neue',Arial,'DejaVu Sans',sans-serif;fill:#57606a}\
.title{font-size:20px;font-weight:600;fill:#1f2328}\
.label{font-weight:600;fill:#1f2328}\
.right{text-anchor:end}.middle{text-anchor:middle}\
.grid{stroke:#e6e9ed;fill:none}.axis{stroke:#8c959f;fill:none}\
.even{stroke:#8c959f;stroke-dasharray:2 4;fill:none}";

/// The beginning of a document of this height, with further styles.
pub fn begin(height: f64, style: &str) -> String {
    format!(
        "<svg data-by=\"plyglot\" xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" \
         width=\"{WIDTH}\" height=\"{height}\" role=\"img\">\n<style>{STYLE}{style}</style>\n\
         <rect width=\"{WIDTH}\" height=\"{height}\" rx=\"8\" fill=\"#fff\"/>\n"
    )
}

/// The position of a panel, and the values at its lower and upper edges.
pub struct Panel {
    /// The upper edge.
    pub top: f64,
    /// From the upper to the lower edge.
    pub height: f64,
    /// The value at the lower edge.
    pub low: f64,
    /// The value at the upper edge.
    pub high: f64,
}

impl Panel {
    /// The height at which a value is drawn.
    pub fn y(&self, value: f64) -> f64 {
        self.top + self.height * (self.high - value) / (self.high - self.low)
    }

    /// The height at which a value is drawn, or the edge that it lies beyond.
    pub fn clamped(&self, value: f64) -> f64 {
        self.y(value.clamp(self.low, self.high))
    }
}

/// A horizontal axis with marks at round numbers from 0 on.
pub struct Axis {
    /// The value at the right end.
    pub end: f64,
    /// From one mark to the next.
    pub step: f64,
}

impl Axis {
    /// An axis from 0 to `end`, at least 1, with marks at whole numbers.
    pub fn whole(end: f64) -> Axis {
        Axis { end: end.max(1.0), step: round_step(end / 8.0).max(1.0) }
    }

    /// The place at which a value is drawn.
    pub fn x(&self, value: f64) -> f64 {
        LEFT + (RIGHT - LEFT) * value / self.end
    }
}

/// The smallest of 1, 2 and 5 times a power of ten that is at least `least`.
pub fn round_step(least: f64) -> f64 {
    let power = 10f64.powf(least.log10().floor());
    let factors = [1.0, 2.0, 5.0, 10.0];
    let enough = |factor: &&f64| **factor * power >= least * (1.0 - 1e-9);
    power * factors.iter().find(enough).unwrap_or(&10.0)
}

/// Adds the lines of a panel and the numbers below it.
pub fn frame(out: &mut String, panel: &Panel, x_axis: &Axis) {
    let bottom = panel.top + panel.height;
    let mut mark = 0.0;
    while mark <= x_axis.end {
        let x = x_axis.x(mark);
        line(out, "grid", [x, panel.top, x, bottom]);
        text(out, "middle", x, bottom + 19.0, &format!("{mark}"));
        mark += x_axis.step;
    }
    line(out, "axis", [LEFT, bottom, RIGHT, bottom]);
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

/// Adds a dot, of a class of the style.
pub fn dot(out: &mut String, style: &str, x: f64, y: f64) {
    let _ = writeln!(out, "<circle class=\"{style}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\"/>");
}

/// Adds a text, which is escaped, of a class of the style.
pub fn text(out: &mut String, style: &str, x: f64, y: f64, content: &str) {
    let content = escape(content);
    let _ = writeln!(out, "<text class=\"{style}\" x=\"{x:.1}\" y=\"{y:.1}\">{content}</text>");
}
