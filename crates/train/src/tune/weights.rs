//! Prints weights as Rust source that a game includes, or for its file of rules.

use plyglot_core::game::{FeatureGroup, Weight};
use plyglot_support::files::Format;

/// The beginning of the comment above the weights.
pub(super) const TITLE: &str = "What the features of";

pub(super) const FORMAT: Format = Format {
    name: "weights of tune",
    beginnings: &["// What the features of ", "# What the features of "],
};

const WEIGHTS_PER_LINE: usize = 8;

/// The weights rounded to whole centi-units and clamped to the range of [`Weight`].
pub fn round(parameters: &[f32]) -> Vec<Weight> {
    parameters.as_chunks().0.iter().map(|weight| weight.map(|x| x.round() as i16)).collect()
}

pub fn widen(weights: &[Weight]) -> Vec<f32> {
    weights.as_flattened().iter().copied().map(f32::from).collect()
}

pub(super) fn print_written(about: &[String], written: &str) -> String {
    let text: String = about.iter().map(|line| format!("# {line}\n")).collect();
    text + written
}

/// A Rust expression: an array of all weights, for `const WEIGHTS: [Weight; N] =
/// include!("weights.in");`. Each line of `about` is a comment above it, and each
/// group's name is a comment inside.
pub fn print(about: &[String], groups: &[FeatureGroup], weights: &[Weight]) -> String {
    let mut text: String = about.iter().map(|line| format!("// {line}\n")).collect();
    text.push_str("[\n");
    let mut rest = weights;
    for group in groups {
        let (own, others) = rest.split_at(group.size);
        rest = others;
        text.push_str(&format!("    // {}\n", group.name));
        for line in own.chunks(WEIGHTS_PER_LINE) {
            let line: Vec<String> = line.iter().map(|[a, b]| format!("[{a}, {b}],")).collect();
            text.push_str(&format!("    {}\n", line.join(" ")));
        }
    }
    text.push_str("]\n");
    text
}
