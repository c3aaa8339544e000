//! The loss by epoch, as a chart.

use crate::trainer::EpochLosses;
use plyglot_support::chart::{Chart, Curve, Mark, Panel};
use plyglot_support::svg::Head;

const STYLE: &str = "\
.fit{stroke:#8c959f;stroke-width:2;stroke-linejoin:round;fill:none}\
.test{stroke:#1f6feb;stroke-width:2;stroke-linejoin:round;fill:none}\
.best{fill:#1f6feb}";

/// The chart as a self-contained SVG document. `losses`: those at the start, and after
/// each epoch; at least the first.
pub(super) fn svg(game: &str, epochs: u64, losses: &[EpochLosses]) -> String {
    let best = best(losses);
    Chart {
        head: Head {
            title: format!("A network of {game}"),
            subtitle: format!("{} of {epochs} epochs", losses.len().saturating_sub(1)),
            result: format!("loss {:.6} after epoch {}", losses[best].test, best),
            ..Head::default()
        },
        style: STYLE,
        unit: "epochs",
        end: epochs as f64,
        panels: vec![panel(losses, best)],
    }
    .svg()
}

fn best(losses: &[EpochLosses]) -> usize {
    let tests = losses.iter().map(|losses| losses.test).enumerate();
    tests.min_by(|a, b| a.1.total_cmp(&b.1)).map_or(0, |(epoch, _)| epoch)
}

/// The range is that of the epochs: the start may be far above.
fn panel(losses: &[EpochLosses], best: usize) -> Panel {
    let shown = if losses.len() > 1 { &losses[1..] } else { losses };
    let values = || shown.iter().flat_map(|it| [it.fit, it.test]).filter(|x| x.is_finite());
    let (low, high) = (values().fold(f64::INFINITY, f64::min), values().fold(0.0, f64::max));
    let margin = ((high - low) * 0.1).max(high * 0.01).max(1e-9);
    let (low, high) = ((low - margin).max(0.0), high + margin);
    let points = |loss: fn(&EpochLosses) -> f64| {
        let found = losses.iter().map(loss).enumerate().filter(|(_, loss)| loss.is_finite());
        found.map(|(epoch, loss)| (epoch as f64, loss)).collect()
    };
    Panel {
        title: "Loss: blue on positions held out, grey on those fitted to".to_owned(),
        height: 340.0,
        low,
        high,
        marks: Mark::round(low, high, 6.0),
        curves: vec![
            Curve::open("fit", points(|losses| losses.fit)),
            Curve::open("test", points(|losses| losses.test)),
        ],
        dots: vec![("best", (best as f64, losses[best].test))],
        ..Panel::default()
    }
}
