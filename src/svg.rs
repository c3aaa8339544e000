//! Charts as SVG: axes, panels and lines, written by hand (see `tournament::chart` for the
//! comparison with a library).

use crate::files::Format;
use crate::text::escape;
use std::fmt::Write;
#[cfg(feature = "study")]
use {crate::files, crate::text::reason, anyhow::anyhow, std::io, std::path::Path};

/// The format of all images. The first attribute tells them from those of other programs.
pub(crate) const FORMAT: Format =
    Format { name: "an image of Plyglot", beginnings: &["<svg data-by=\"plyglot\" "] };

/// Checks that an image may be written here: there is one of Plyglot, or nothing.
///
/// # Errors
/// If there is something else.
#[cfg(feature = "study")]
pub(crate) fn check(path: &Path) -> anyhow::Result<()> {
    FORMAT.check(path).map_err(|error| cannot_be_written(path, &error))
}

/// Replaces an image.
///
/// # Errors
/// If there is something else, or it cannot be written.
#[cfg(feature = "study")]
pub(crate) fn save(path: &Path, image: &str) -> anyhow::Result<()> {
    files::write(path, &FORMAT, image).map_err(|error| cannot_be_written(path, &error))
}

#[cfg(feature = "study")]
fn cannot_be_written(path: &Path, error: &io::Error) -> anyhow::Error {
    anyhow!("{} cannot be written: {}", path.display(), reason(error))
}

pub(crate) const WIDTH: f64 = 960.0;
pub(crate) const LEFT: f64 = 64.0;
pub(crate) const RIGHT: f64 = 876.0;
pub(crate) const HEAD: f64 = 84.0;
/// From the lower edge of a panel to the upper edge of the next.
pub(crate) const GAP: f64 = 64.0;

pub(crate) const STYLE: &str = "\
text{font:13px 'Segoe UI',Roboto,'Helvetica Neue',Arial,'DejaVu Sans',sans-serif;fill:#57606a}\
.title{font-size:20px;font-weight:600;fill:#1f2328}\
.label{font-weight:600;fill:#1f2328}\
.right{text-anchor:end}.middle{text-anchor:middle}\
.grid{stroke:#e6e9ed;fill:none}.axis{stroke:#8c959f;fill:none}\
.even{stroke:#8c959f;stroke-dasharray:2 4;fill:none}";

/// The beginning of a document of this height, with further styles.
pub(crate) fn begin(height: f64, style: &str) -> String {
    format!(
        "<svg data-by=\"plyglot\" xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" \
         width=\"{WIDTH}\" height=\"{height}\" role=\"img\">\n<style>{STYLE}{style}</style>\n\
         <rect width=\"{WIDTH}\" height=\"{height}\" rx=\"8\" fill=\"#fff\"/>\n"
    )
}

/// The position of a panel, and the values at its lower and upper edges.
pub(crate) struct Panel {
    pub(crate) top: f64,
    pub(crate) height: f64,
    pub(crate) low: f64,
    pub(crate) high: f64,
}

impl Panel {
    pub(crate) fn y(&self, value: f64) -> f64 {
        self.top + self.height * (self.high - value) / (self.high - self.low)
    }

    pub(crate) fn clamped(&self, value: f64) -> f64 {
        self.y(value.clamp(self.low, self.high))
    }
}

/// A horizontal axis with marks at round numbers from 0 on.
pub(crate) struct Axis {
    pub(crate) end: f64,
    pub(crate) step: f64,
}

impl Axis {
    pub(crate) fn whole(end: f64) -> Axis {
        Axis { end: end.max(1.0), step: round_step(end / 8.0).max(1.0) }
    }

    pub(crate) fn x(&self, value: f64) -> f64 {
        LEFT + (RIGHT - LEFT) * value / self.end
    }
}

/// The smallest of 1, 2 and 5 times a power of ten that is at least `least`.
pub(crate) fn round_step(least: f64) -> f64 {
    let power = 10f64.powf(least.log10().floor());
    let factors = [1.0, 2.0, 5.0, 10.0];
    let enough = |factor: &&f64| **factor * power >= least * (1.0 - 1e-9);
    power * factors.iter().find(enough).unwrap_or(&10.0)
}

pub(crate) fn frame(out: &mut String, panel: &Panel, x_axis: &Axis) {
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

pub(crate) fn line(out: &mut String, style: &str, [x1, y1, x2, y2]: [f64; 4]) {
    let _ = writeln!(out, "<path class=\"{style}\" d=\"M{x1:.1} {y1:.1}L{x2:.1} {y2:.1}\"/>");
}

pub(crate) fn path(
    out: &mut String,
    style: &str,
    points: impl Iterator<Item = (f64, f64)>,
    end: &str,
) {
    let mut course = String::new();
    for (x, y) in points {
        let command = if course.is_empty() { 'M' } else { 'L' };
        let _ = write!(course, "{command}{x:.1} {y:.1}");
    }
    if !course.is_empty() {
        let _ = writeln!(out, "<path class=\"{style}\" d=\"{course}{end}\"/>");
    }
}

pub(crate) fn dot(out: &mut String, style: &str, x: f64, y: f64) {
    let _ = writeln!(out, "<circle class=\"{style}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\"/>");
}

pub(crate) fn text(out: &mut String, style: &str, x: f64, y: f64, content: &str) {
    let content = escape(content);
    let _ = writeln!(out, "<text class=\"{style}\" x=\"{x:.1}\" y=\"{y:.1}\">{content}</text>");
}
