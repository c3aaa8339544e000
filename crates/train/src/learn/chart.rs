//! Elo and loss by generation, as a chart.

use super::state::LearnState;
use plyglot_support::chart::{Chart, Curve, Mark, Panel};
use plyglot_support::svg::Head;
use plyglot_support::text::{clock, signed};

const STYLE: &str = "\
.elo{stroke:#1f6feb;stroke-width:2;stroke-linejoin:round;fill:none}\
.loss{stroke:#8250df;stroke-width:2;stroke-linejoin:round;fill:none}\
.kept{fill:#1f6feb}.left{fill:#8c959f}.loss-dot{fill:#8250df}";

pub(super) fn svg(game: &str, state: &LearnState) -> String {
    let generations = state.generations.len();
    Chart {
        head: Head {
            title: format!("Learning {game}"),
            subtitle: format!("{generations} generations in {}", clock(state.time)),
            result: format!("{} Elo over the first network", signed(state.elo())),
            ..Head::default()
        },
        style: STYLE,
        unit: "generations",
        end: generations as f64,
        panels: vec![elo_panel(state), loss_panel(state)],
    }
    .svg()
}

/// Elo of the best network, the sum of its gains. Networks that were not kept are grey dots.
fn elo_panel(state: &LearnState) -> Panel {
    let mut best = 0.0;
    let mut points = vec![(0.0, 0.0)];
    let mut dots = Vec::new();
    for generation in &state.generations {
        let style = if generation.is_kept() { "kept" } else { "left" };
        dots.push((style, (generation.number as f64, best + generation.elo())));
        best += generation.gain();
        points.push((generation.number as f64, best));
    }
    let values = || dots.iter().map(|&(_, (_, elo))| elo).chain([0.0, 50.0]);
    let (low, high) = (values().fold(f64::INFINITY, f64::min), values().fold(0.0, f64::max));
    Panel {
        title: "Elo: line the best network, grey those that were not kept".to_owned(),
        height: 240.0,
        low,
        high,
        marks: Mark::round(low, high, 5.0),
        curves: vec![Curve::open("elo", points)],
        dots,
        ..Panel::default()
    }
}

/// The loss of each generation. The first one had other targets, and is left out if there
/// are others.
fn loss_panel(state: &LearnState) -> Panel {
    let others = state.generations.get(1..).filter(|others| !others.is_empty());
    let shown = others.unwrap_or(&state.generations).iter();
    let points: Vec<_> = shown.map(|it| (it.number as f64, it.loss)).collect();
    let losses = || points.iter().map(|&(_, loss)| loss);
    let low = losses().fold(f64::INFINITY, f64::min).min(1.0) - 0.001;
    let high = losses().fold(0.0, f64::max) + 0.001;
    Panel {
        title: "Loss on held-out positions".to_owned(),
        height: 160.0,
        low,
        high,
        marks: Mark::round(low, high, 5.0),
        dots: points.last().map(|&last| ("loss-dot", last)).into_iter().collect(),
        curves: vec![Curve::open("loss", points)],
        ..Panel::default()
    }
}
