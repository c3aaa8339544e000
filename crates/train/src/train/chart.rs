//! The loss by epoch, as a chart.

use crate::trainer::EpochLosses;
use plyglot_support::svg::{
    self, Axis, GAP, HEAD, LEFT, Panel, RIGHT, WIDTH, dot, frame, line, path, round_step, text,
};

const HEIGHT: f64 = 360.0;

const STYLE: &str = "\
.fit{stroke:#8c959f;stroke-width:2;stroke-linejoin:round;fill:none}\
.test{stroke:#1f6feb;stroke-width:2;stroke-linejoin:round;fill:none}\
.best{fill:#1f6feb}";

/// The chart as a self-contained SVG document. `losses`: those at the start, and after
/// each epoch; at least the first.
pub(super) fn svg(game: &str, epochs: u64, losses: &[EpochLosses]) -> String {
    let mut out = svg::begin(HEAD + HEIGHT + GAP - 4.0, STYLE);
    let axis = Axis::whole(epochs as f64);
    let best = best(losses);
    text(&mut out, "title", 24.0, 36.0, &format!("A network of {game}"));
    let done = format!("{} of {epochs} epochs", losses.len().saturating_sub(1));
    text(&mut out, "", 24.0, 57.0, &done);
    let found = format!("loss {:.6} after epoch {}", losses[best].test, best);
    text(&mut out, "label right", WIDTH - 24.0, 36.0, &found);
    let panel = panel(losses);
    frame(&mut out, &panel, &axis);
    let step = round_step((panel.high - panel.low) / 6.0);
    let digits = (-step.log10()).ceil().max(0.0) as usize;
    let mut mark = (panel.low / step).ceil() * step;
    while mark <= panel.high + step * 1e-6 {
        let y = panel.y(mark);
        line(&mut out, "grid", [LEFT, y, RIGHT, y]);
        text(&mut out, "right", LEFT - 8.0, y + 4.5, &format!("{mark:.digits$}"));
        mark += step;
    }
    let title = "Loss: blue on positions held out, grey on those fitted to";
    text(&mut out, "label", LEFT, panel.top - 10.0, title);
    let points = |loss: fn(&EpochLosses) -> f64| {
        let found = losses.iter().map(loss).enumerate().filter(|(_, loss)| loss.is_finite());
        found.map(|(epoch, loss)| (axis.x(epoch as f64), panel.clamped(loss)))
    };
    path(&mut out, "fit", points(|losses| losses.fit), "");
    path(&mut out, "test", points(|losses| losses.test), "");
    dot(&mut out, "best", axis.x(best as f64), panel.clamped(losses[best].test));
    text(&mut out, "middle", f64::midpoint(LEFT, RIGHT), HEAD + HEIGHT + 46.0, "epochs");
    out.push_str("</svg>\n");
    out
}

/// The epoch with the smallest loss on what was held out, the first of several.
fn best(losses: &[EpochLosses]) -> usize {
    let tests = losses.iter().map(|losses| losses.test).enumerate();
    tests.min_by(|a, b| a.1.total_cmp(&b.1)).map_or(0, |(epoch, _)| epoch)
}

/// The range is that of the epochs: the start may be far above.
fn panel(losses: &[EpochLosses]) -> Panel {
    let shown = if losses.len() > 1 { &losses[1..] } else { losses };
    let values = || shown.iter().flat_map(|it| [it.fit, it.test]).filter(|x| x.is_finite());
    let (low, high) = (values().fold(f64::INFINITY, f64::min), values().fold(0.0, f64::max));
    let margin = ((high - low) * 0.1).max(high * 0.01).max(1e-9);
    Panel {
        top: HEAD + 20.0,
        height: HEIGHT - 20.0,
        low: (low - margin).max(0.0),
        high: high + margin,
    }
}
