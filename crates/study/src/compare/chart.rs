//! Nodes and time of each search as a chart: bars on logarithmic axes.

use super::rows::{ComparedPosition, ComparisonRow, score};
use crate::shared::capitalised;
use plyglot_support::svg::{self, HEAD, Head, WIDTH, line, path, text};
use plyglot_support::text::{short, shortened, span};

/// From one row to the next, and the height of its bars.
const STEP: f64 = 30.0;
const BAR: f64 = 18.0;
/// Room above the first row for the heads of the panels.
const ABOVE: f64 = 24.0;
/// Room below the last row for the axes and the foot.
const FOOT: f64 = 62.0;
/// Room right of the longest bar for its number.
const NUMBER_WIDTH: f64 = 66.0;
const MAX_MARKS: i32 = 5;

const STYLE: &str = "\
.nodes{fill:#1f6feb}.time{fill:#8250df}.free{fill-opacity:.55}\
.value{fill:#1f2328}.wrong{fill:#cf222e}";

struct BarPanel {
    title: &'static str,
    style: &'static str,
    left: f64,
    right: f64,
    quantity: fn(&ComparisonRow) -> f64,
    print: fn(f64) -> String,
}

const PANELS: [BarPanel; 2] = [
    BarPanel {
        title: "Nodes",
        style: "nodes",
        left: 196.0,
        right: 568.0,
        quantity: |row| row.found.nodes.max(1) as f64,
        print: short,
    },
    BarPanel {
        title: "Time",
        style: "time",
        left: 588.0,
        right: 938.0,
        quantity: |row| row.found.time.as_secs_f64().max(1e-6),
        print: span,
    },
];

pub(super) fn svg(subject: &ComparedPosition, rows: &[ComparisonRow]) -> String {
    let bottom = HEAD + ABOVE + STEP * rows.len() as f64;
    let height = bottom + FOOT;
    let mut out = svg::begin(height, STYLE, &head(subject, rows));
    for (i, row) in rows.iter().enumerate() {
        let style = if row.missed.is_some() { "label right wrong" } else { "label right" };
        text(&mut out, style, PANELS[0].left - 10.0, middle(i) + 4.5, &row.stage.label());
    }
    for panel in &PANELS {
        draw(&mut out, panel, rows, bottom);
    }
    let foot =
        "Each row adds to the last; pale bars may find another score. Scales are logarithmic.";
    text(&mut out, "middle", WIDTH / 2.0, height - 16.0, foot);
    out.push_str("</svg>\n");
    out
}

fn middle(row: usize) -> f64 {
    HEAD + ABOVE + STEP * (row as f64 + 0.5)
}

fn head(subject: &ComparedPosition, rows: &[ComparisonRow]) -> Head {
    let ComparedPosition { title, written, depth, .. } = subject;
    let written = if written == "startpos" { "start position" } else { written };
    let result = rows.first().map(|first| format!("score {}", score(first.found.score.into())));
    Head {
        title: capitalised(&format!("{title} to depth {depth}")),
        subtitle: shortened(written, 100),
        result: result.unwrap_or_default(),
        ..Head::default()
    }
}

fn draw(out: &mut String, panel: &BarPanel, rows: &[ComparisonRow], bottom: f64) {
    let quantities: Vec<f64> = rows.iter().map(panel.quantity).collect();
    let axis = LogAxis::of(&quantities, (panel.left, panel.right - NUMBER_WIDTH));
    let top = HEAD + ABOVE;
    text(out, "label", panel.left, top - 12.0, panel.title);
    for mark in axis.marks() {
        let x = axis.x(mark);
        line(out, "grid", [x, top, x, bottom]);
        text(out, "middle", x, bottom + 19.0, &decade(panel, mark));
    }
    for (i, (row, quantity)) in rows.iter().zip(quantities).enumerate() {
        let (x, y) = (axis.x(quantity), middle(i));
        let [upper, lower] = [y - BAR / 2.0, y + BAR / 2.0];
        let corners = [(panel.left, upper), (x, upper), (x, lower), (panel.left, lower)];
        let free = if row.stage.is_exact { "" } else { " free" };
        path(out, &format!("{}{free}", panel.style), corners.into_iter(), "Z");
        text(out, "value", x + 6.0, y + 4.5, &(panel.print)(quantity));
    }
    line(out, "axis", [panel.left, top, panel.left, bottom]);
}

/// A power of ten as its panel prints it, without digits after the point.
fn decade(panel: &BarPanel, mark: f64) -> String {
    let printed = (panel.print)(mark);
    match printed.split_once(' ') {
        Some((number, unit)) => {
            let whole = number.split('.').next().unwrap_or(number);
            format!("{whole} {unit}")
        }
        None => printed,
    }
}

/// A logarithmic axis from a power of ten below all values to the greatest of them.
struct LogAxis {
    /// The logarithm at its left end, a whole number.
    low: f64,
    high: f64,
    left: f64,
    right: f64,
}

impl LogAxis {
    /// The axis for these values, all greater than 0, between two places.
    fn of(values: &[f64], (left, right): (f64, f64)) -> LogAxis {
        let least = values.iter().copied().fold(f64::INFINITY, f64::min);
        let greatest = values.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
        // The smallest bar must also be visible.
        let low = (least.min(greatest).log10() - 0.1).floor();
        LogAxis { low, high: greatest.log10().max(low + 1.0), left, right }
    }

    fn x(&self, value: f64) -> f64 {
        self.left + (self.right - self.left) * (value.log10() - self.low) / (self.high - self.low)
    }

    fn marks(&self) -> impl Iterator<Item = f64> {
        let (first, last) = (self.low as i32, self.high.floor() as i32);
        let step = (last - first).div_euclid(MAX_MARKS) + 1;
        (first..=last).step_by(step as usize).map(|power| 10f64.powi(power))
    }
}

#[cfg(test)]
mod tests {
    use super::super::rows::tests::{some_rows, subject};
    use super::*;

    #[test]
    fn bars_grow_with_the_logarithm() {
        let axis = LogAxis::of(&[20.0, 2_000_000.0], (100.0, 700.0));
        assert_eq!(axis.low, 1.0);
        assert!((axis.x(2_000_000.0) - 700.0).abs() < 1e-9);
        let step = |value: f64| axis.x(10.0 * value) - axis.x(value);
        assert!((step(20.0) - step(20_000.0)).abs() < 1e-9);
        assert_eq!(axis.marks().collect::<Vec<_>>(), [1e1, 1e3, 1e5]);
        let same = LogAxis::of(&[5.0, 5.0], (0.0, 1.0));
        assert!(same.x(5.0) > 0.0 && same.x(5.0) <= 1.0);
    }

    #[test]
    fn every_row_has_two_bars_with_their_numbers() {
        let rows = some_rows();
        let svg = svg(&subject(), &rows);
        for style in ["nodes", "time", "nodes free", "time free"] {
            let bars = svg.matches(&format!("<path class=\"{style}\"")).count();
            assert_eq!(bars, if style.ends_with("free") { 1 } else { 6 }, "{style}");
        }
        for piece in [">5.00 M<", ">1.50 s<", ">+ transposition table<", ">1 ms<", ">10 k<"] {
            assert!(svg.contains(piece), "{piece} in {svg}");
        }
        assert!(svg.contains("a &lt;position&gt; &amp; &quot;more&quot;"));
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n") && !svg.contains("NaN"));
    }
}
