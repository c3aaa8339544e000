//! The table, line by line, as searches end.

use super::rows::{ComparedPosition, ComparisonRow, score};
use super::stages::SearchStage;
use plyglot_support::text::{or_dash, percent, plain, span};

/// The lines above the rows.
pub(super) fn head(subject: &ComparedPosition) -> String {
    let ComparedPosition { title, written, depth, .. } = subject;
    let head = cells(["", "nodes", "of last", "time", "score", "move"]);
    format!("{title} to depth {depth}: {}\n{head}", plain(written))
}

/// The line of a search.
pub(super) fn line(row: &ComparisonRow) -> String {
    let ComparisonRow { stage, found, share, missed } = row;
    let print = |value| {
        let (unit, number) = score(value);
        format!("{unit} {number}")
    };
    let line = cells([
        &stage.label(),
        &grouped(found.nodes),
        &or_dash(*share, percent),
        &span(found.time.as_secs_f64()),
        &print(found.score.into()),
        found.best.as_deref().unwrap_or("-"),
    ]);
    match missed {
        Some(expected) => format!("{line}  WRONG: not {}", print(*expected)),
        None => line,
    }
}

/// The footnote: which scores must be equal.
pub(super) fn foot(stages: &[SearchStage]) -> String {
    let exact = stages.iter().filter(|stage| stage.is_exact).count();
    let free: Vec<&str> =
        stages.iter().filter(|stage| !stage.is_exact).map(|stage| stage.name.as_str()).collect();
    let free = free.join(", ");
    match exact {
        0 | 1 => format!("The score may differ with: {free}."),
        _ => format!("The first {exact} must have the same score. It may differ with: {free}."),
    }
}

fn cells([name, nodes, share, time, score, best]: [&str; 6]) -> String {
    format!("{name:<21} {nodes:>15} {share:>8} {time:>9} {score:>9}  {best}").trim_end().to_owned()
}

/// A number with commas: `12,345`.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

#[cfg(test)]
mod tests {
    use super::super::rows::tests::{some_rows, subject};
    use super::*;

    #[test]
    fn columns_are_below_their_heads() {
        let rows = some_rows();
        let lines: Vec<String> = rows.iter().map(line).collect();
        let expected = "\
chess to depth 4: a <position> & \"more\"
                                nodes  of last      time     score  move
minimax                     5,000,000        -    1.50 s     cp 31  e2e4
alpha-beta                    100,000    2.0 %  40.00 ms     cp -5  e2e4  WRONG: not cp 31
+ variable depth                  777   15.5 %   0.00 us    mate 3  e2e4";
        let found = [&head(&subject()), &lines[0], &lines[2], &lines[6]];
        assert_eq!(found.map(String::as_str).join("\n"), expected);
    }

    #[test]
    fn large_numbers_have_commas() {
        for (number, expected) in
            [(0, "0"), (999, "999"), (1_000, "1,000"), (12_345_678, "12,345,678")]
        {
            assert_eq!(grouped(number), expected);
        }
    }
}
