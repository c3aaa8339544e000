//! Weights as text, for the source of a game to include.

use crate::games::{FeatureGroup, Weight};

/// Weights a line.
const A_LINE: usize = 8;

/// The weights in whole centi-units, cut to what a [`Weight`] holds.
pub fn round(parameters: &[f32]) -> Vec<Weight> {
    parameters.as_chunks().0.iter().map(|weight| weight.map(|x| x.round() as i16)).collect()
}

/// Whole weights as parameters.
pub fn widen(weights: &[Weight]) -> Vec<f32> {
    weights.as_flattened().iter().copied().map(f32::from).collect()
}

/// An expression of Rust: an array of all weights, for
/// `const WEIGHTS: [Weight; N] = include!("weights.in");`. Each line of `about`
/// is a comment above it, and each group's name one in it.
pub fn print(about: &[String], groups: &[FeatureGroup], weights: &[Weight]) -> String {
    let mut text: String = about.iter().map(|line| format!("// {line}\n")).collect();
    text.push_str("[\n");
    let mut rest = weights;
    for group in groups {
        let (own, others) = rest.split_at(group.size);
        rest = others;
        text.push_str(&format!("    // {}\n", group.name));
        for line in own.chunks(A_LINE) {
            let line: Vec<String> = line.iter().map(|[a, b]| format!("[{a}, {b}],")).collect();
            text.push_str(&format!("    {}\n", line.join(" ")));
        }
    }
    text.push_str("]\n");
    text
}
