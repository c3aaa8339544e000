//! Charts of curves over one horizontal axis, in panels one below the other.
//!
//! They are written as SVG by hand: the library plotters adds five crates, writes files of up to
//! four times the size, and passes on control characters, which XML does not allow.

use crate::svg::{self, HEAD, Head, dot, line, path, text};

/// The left and the right edge of all panels.
const LEFT: f64 = 64.0;
const RIGHT: f64 = 876.0;
/// Room above the first panel for its title.
const ABOVE: f64 = 20.0;
/// From the lower edge of a panel to the upper edge of the next.
const GAP: f64 = 64.0;

/// A chart, whose horizontal axis has whole numbers from 0 on.
pub struct Chart {
    /// What stands above the panels.
    pub head: Head,
    /// The classes of its curves, dots and marks, as CSS.
    pub style: &'static str,
    /// What the horizontal axis counts.
    pub unit: &'static str,
    /// The value at the right end of that axis.
    pub end: f64,
    /// From top to bottom.
    pub panels: Vec<Panel>,
}

/// A part of a chart with a vertical axis of its own. A point outside is drawn on its edge.
#[derive(Default)]
pub struct Panel {
    /// Above its left edge.
    pub title: String,
    /// Above its right edge: the unit of the marks there.
    pub right_title: &'static str,
    /// From the upper to the lower edge.
    pub height: f64,
    /// The value at the lower edge.
    pub low: f64,
    /// The value at the upper edge.
    pub high: f64,
    /// The marks of its axis.
    pub marks: Vec<Mark>,
    /// Drawn one over the other.
    pub curves: Vec<Curve>,
    /// Drawn over the curves: the class of the style, and the place.
    pub dots: Vec<(&'static str, (f64, f64))>,
}

/// A horizontal line, with texts beside the panel.
#[derive(Default)]
pub struct Mark {
    /// Where on the vertical axis.
    pub at: f64,
    /// The class of the line.
    pub style: &'static str,
    /// The text to the left.
    pub left: String,
    /// The text to the right, and its class.
    pub right: (&'static str, String),
}

/// Lines from point to point.
pub struct Curve {
    /// The class of the style.
    pub style: &'static str,
    /// The points, as values of the two axes.
    pub points: Vec<(f64, f64)>,
    /// Whether the lines enclose an area.
    pub is_closed: bool,
}

impl Mark {
    /// Marks at round numbers, `most` + 1 at the most; none if there is nothing between.
    pub fn round(low: f64, high: f64, most: f64) -> Vec<Mark> {
        if !(low < high && (high - low).is_finite()) {
            return Vec::new();
        }
        let step = round_step((high - low) / most);
        let digits = (-step.log10() - 1e-9).ceil().max(0.0) as usize;
        // Bounds at a multiple of the step may be off by a rounding.
        let steps = (low / step - 1e-6).ceil() as i64..=(high / step + 1e-6).floor() as i64;
        let mark = |n| {
            let at = n as f64 * step;
            Mark { at, style: "grid", left: format!("{at:.digits$}"), ..Mark::default() }
        };
        steps.map(mark).collect()
    }
}

impl Curve {
    /// Lines that end at the last point.
    pub fn open(style: &'static str, points: Vec<(f64, f64)>) -> Curve {
        Curve { style, points, is_closed: false }
    }
}

impl Chart {
    /// The chart as a self-contained SVG document.
    pub fn svg(&self) -> String {
        let heights: f64 = self.panels.iter().map(|panel| panel.height + GAP).sum();
        let height = HEAD + ABOVE + heights - 4.0;
        let mut out = svg::begin(height, self.style, &self.head);
        let mut top = HEAD + ABOVE;
        for panel in &self.panels {
            self.draw(&mut out, panel, top);
            top += panel.height + GAP;
        }
        text(&mut out, "middle", f64::midpoint(LEFT, RIGHT), height - 14.0, self.unit);
        out.push_str("</svg>\n");
        out
    }

    fn x(&self, value: f64) -> f64 {
        LEFT + (RIGHT - LEFT) * value / self.end.max(1.0)
    }

    fn draw(&self, out: &mut String, panel: &Panel, top: f64) {
        let bottom = top + panel.height;
        let y = |value: f64| {
            let above = (panel.high - value.max(panel.low).min(panel.high)) * panel.height;
            top + above / (panel.high - panel.low)
        };
        let step = round_step(self.end.max(1.0) / 8.0).max(1.0);
        for n in 0..=(self.end.max(1.0) / step) as u64 {
            let (value, x) = (n as f64 * step, self.x(n as f64 * step));
            line(out, "grid", [x, top, x, bottom]);
            text(out, "middle", x, bottom + 19.0, &format!("{value}"));
        }
        line(out, "axis", [LEFT, bottom, RIGHT, bottom]);
        for Mark { at, style, left, right } in &panel.marks {
            let y = y(*at);
            line(out, style, [LEFT, y, RIGHT, y]);
            text(out, "right", LEFT - 8.0, y + 4.5, left);
            text(out, right.0, RIGHT + 10.0, y + 4.5, &right.1);
        }
        text(out, "label", LEFT, top - 10.0, &panel.title);
        text(out, "label", RIGHT + 10.0, top - 10.0, panel.right_title);
        for Curve { style, points, is_closed } in &panel.curves {
            let places = points.iter().map(|&(x, value)| (self.x(x), y(value)));
            path(out, style, places, if *is_closed { "Z" } else { "" });
        }
        for (style, (x, value)) in &panel.dots {
            dot(out, style, self.x(*x), y(*value));
        }
    }
}

/// The smallest of 1, 2 and 5 times a power of ten that is at least `least`.
pub fn round_step(least: f64) -> f64 {
    let power = 10f64.powf(least.log10().floor());
    let factors = [1.0, 2.0, 5.0, 10.0];
    let enough = |factor: &&f64| **factor * power >= least * (1.0 - 1e-9);
    power * factors.iter().find(enough).unwrap_or(&10.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(low: f64, high: f64, most: f64) -> Vec<String> {
        Mark::round(low, high, most).into_iter().map(|mark| mark.left).collect()
    }

    #[test]
    fn marks_are_round_numbers_with_the_digits_they_need() {
        assert_eq!(texts(0.0, 50.0, 5.0), ["0", "10", "20", "30", "40", "50"]);
        assert_eq!(texts(-407.0, 218.0, 5.0), ["-400", "-200", "0", "200"]);
        assert_eq!(texts(0.0264, 0.0312, 6.0), ["0.027", "0.028", "0.029", "0.030", "0.031"]);
        assert_eq!(texts(0.48, 0.52, 4.0), ["0.48", "0.49", "0.50", "0.51", "0.52"]);
        assert!(texts(1.0, 1.0, 5.0).is_empty() && texts(f64::INFINITY, 0.0, 5.0).is_empty());
    }

    #[test]
    fn what_lies_outside_a_panel_is_drawn_on_its_edge() {
        let panel = Panel {
            height: 100.0,
            high: 10.0,
            curves: vec![Curve::open("line", vec![(0.0, 20.0), (1.0, 5.0), (2.0, -1.0)])],
            ..Panel::default()
        };
        let head = Head { title: "a < b".to_owned(), ..Head::default() };
        let svg = Chart { head, style: "", unit: "games", end: 2.0, panels: vec![panel] }.svg();
        // The panel is 812 wide from 64 on, and 100 high from 104 on.
        assert!(svg.contains("d=\"M64.0 104.0L470.0 154.0L876.0 204.0\""), "{svg}");
        assert!(svg.contains("<title>a &lt; b</title>"), "{svg}");
    }
}
