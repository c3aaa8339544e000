//! Elo and loss by generation, as a chart.

use super::state::LearnState;
use plyglot_support::svg::{
    self, Axis, GAP, HEAD, LEFT, Panel, RIGHT, WIDTH, dot, frame, line, path, round_step, text,
};
use plyglot_support::text::{clock, signed};

const ELO_HEIGHT: f64 = 260.0;
const LOSS_HEIGHT: f64 = 160.0;

const STYLE: &str = "\
.elo{stroke:#1f6feb;stroke-width:2;stroke-linejoin:round;fill:none}\
.loss{stroke:#8250df;stroke-width:2;stroke-linejoin:round;fill:none}\
.kept{fill:#1f6feb}.left{fill:#8c959f}.loss-dot{fill:#8250df}";

/// The chart as a self-contained SVG document.
pub(super) fn svg(game: &str, state: &LearnState) -> String {
    let bottom = HEAD + ELO_HEIGHT + GAP + LOSS_HEIGHT;
    let height = bottom + GAP - 4.0;
    let mut out = svg::begin(height, STYLE);
    let generations = &state.generations;
    let axis = Axis::whole(generations.len() as f64);
    text(&mut out, "title", 24.0, 36.0, &format!("Learning {game}"));
    let done = format!("{} generations in {}", generations.len(), clock(state.time));
    text(&mut out, "", 24.0, 57.0, &done);
    let won = format!("{} Elo over the first network", signed(state.elo()));
    text(&mut out, "label right", WIDTH - 24.0, 36.0, &won);
    elo_panel(&mut out, state, &axis);
    loss_panel(&mut out, state, &axis);
    text(&mut out, "middle", (LEFT + RIGHT) / 2.0, height - 14.0, "generations");
    out.push_str("</svg>\n");
    out
}

/// Elo of the best network, the sum of its gains. Networks that were not kept are grey dots.
fn elo_panel(out: &mut String, state: &LearnState, axis: &Axis) {
    let mut best = 0.0;
    let mut line_points = vec![(0.0, 0.0)];
    let mut dots = Vec::new();
    for generation in &state.generations {
        let own = best + generation.elo();
        best += generation.gain();
        line_points.push((generation.number as f64, best));
        dots.push((generation.number as f64, own, generation.is_kept()));
    }
    let values = || dots.iter().map(|&(_, elo, _)| elo).chain([0.0, 50.0]);
    let panel = Panel {
        top: HEAD + 20.0,
        height: ELO_HEIGHT - 20.0,
        low: values().fold(f64::INFINITY, f64::min),
        high: values().fold(0.0, f64::max),
    };
    panel_frame(out, &panel, axis, "Elo: line the best network, grey those that were not kept", 0);
    path(out, "elo", line_points.iter().map(|&(x, elo)| (axis.x(x), panel.y(elo))), "");
    for (x, elo, is_kept) in dots {
        dot(out, if is_kept { "kept" } else { "left" }, axis.x(x), panel.y(elo));
    }
}

/// The loss of each generation. The first one had other targets, and is left out if there
/// are others.
fn loss_panel(out: &mut String, state: &LearnState, axis: &Axis) {
    let others = state.generations.get(1..).filter(|others| !others.is_empty());
    let shown = others.unwrap_or(&state.generations);
    let losses = || shown.iter().map(|it| (it.number as f64, it.loss));
    let panel = Panel {
        top: HEAD + ELO_HEIGHT + GAP,
        height: LOSS_HEIGHT,
        low: losses().map(|(_, loss)| loss).fold(f64::INFINITY, f64::min).min(1.0) - 0.001,
        high: losses().map(|(_, loss)| loss).fold(0.0, f64::max) + 0.001,
    };
    panel_frame(out, &panel, axis, "Loss on positions held out", 3);
    path(out, "loss", losses().map(|(x, loss)| (axis.x(x), panel.y(loss))), "");
    if let Some((x, loss)) = losses().next_back() {
        dot(out, "loss-dot", axis.x(x), panel.y(loss));
    }
}

/// A panel with marks at round numbers.
fn panel_frame(out: &mut String, panel: &Panel, axis: &Axis, title: &str, digits: usize) {
    frame(out, panel, axis);
    let step = round_step((panel.high - panel.low) / 5.0);
    let mut mark = (panel.low / step).ceil() * step;
    while mark <= panel.high + 1e-9 {
        let y = panel.y(mark);
        line(out, "grid", [LEFT, y, RIGHT, y]);
        text(out, "right", LEFT - 8.0, y + 4.5, &format!("{mark:.digits$}"));
        mark += step;
    }
    text(out, "label", LEFT, panel.top - 10.0, title);
}
