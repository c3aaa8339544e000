//! Colours of pieces that are to be seen on each other.

use plyglot_core::game::{DARK, LIGHT};

/// How light a colour like #c8402f is, from 0 to 1, as WCAG counts it.
fn lightness(colour: &str) -> f64 {
    let channels = [1, 3, 5].map(|at: usize| {
        let digits = colour.get(at..at + 2)?;
        let value = f64::from(u8::from_str_radix(digits, 16).ok()?) / 255.0;
        Some(if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) })
    });
    match channels {
        [Some(red), Some(green), Some(blue)] => 0.2126 * red + 0.7152 * green + 0.0722 * blue,
        _ => 0.5,
    }
}

/// The colour of lines on a piece of this colour.
pub(super) fn edge_on(fill: &str) -> &'static str {
    if lightness(fill) > 0.3 { DARK } else { LIGHT }
}

/// The colour of the line round a piece of this colour.
pub(super) fn outline_on(fill: &str) -> &'static str {
    if edge_on(fill) == DARK { DARK } else { "#0d0b0a" }
}

/// Whether the colours of the players need a pattern to be told apart.
pub(super) fn are_close(colours: [&str; 2]) -> bool {
    let [first, second] = colours.map(lightness);
    (first.max(second) + 0.05) / (first.min(second) + 0.05) < 4.5
}
