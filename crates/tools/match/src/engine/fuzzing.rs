//! Engine output without engines, for fuzzing.

use super::player::search_output::SearchOutput;
use super::player::setup::AnnouncedOptions;
use plyglot_engine::InfoLine;

/// Reads lines as an engine's, about itself and about a search; the ranges of the options of
/// these names, and the moves of all its variations.
pub fn read_engine(lines: &[String], options: &[String]) -> (Vec<[i64; 2]>, Vec<String>) {
    let announced = AnnouncedOptions::from_lines(lines);
    let mut ranges = Vec::new();
    for range in options.iter().filter_map(|name| announced.range(name)) {
        ranges.push([*range.start(), *range.end()]);
    }
    let _ =
        (announced.variant(options), SearchOutput::from_lines(lines.iter().map(|line| &**line), 1));
    let mut moves = Vec::new();
    for info in lines.iter().filter_map(|line| InfoLine::read(line)) {
        moves.extend(info.pv.into_iter().map(str::to_owned));
    }
    (ranges, moves)
}
