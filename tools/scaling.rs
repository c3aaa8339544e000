//! The scaling of the search with threads: time to depth and nodes per second with one
//! thread, two and more.
//!
//! ```sh
//! cargo run --release --example scaling -- --threads 1,2,4 --svg scaling.svg
//! ```
//!
//! The 20 positions of each game come from games that a short search plays against itself
//! from random openings. Each position is taken after more plies than the one before.
//! Each search begins with an empty table and empty histories. A position is searched
//! with all numbers of threads before the next position, so that other load on the
//! machine affects all alike. Ratios are geometric means over the positions, with 95 %
//! confidence intervals.

use clap::builder::RangedU64ValueParser;
use clap::{Parser, value_parser};
use plyglot_core::game::random::Random;
use plyglot_core::game::{Knowledge, Notation};
use plyglot_core::search::{Answer, Control, Limits, Root, Search, Settings, Table, Task};
use plyglot_games::ataxx::Ataxx;
use plyglot_games::breakthrough::Breakthrough;
use plyglot_games::chess::Chess;
use plyglot_games::connect4::ConnectFour;
use plyglot_games::othello::Othello;
use plyglot_games::surakarta::Surakarta;
use plyglot_support::statistics::{Interval, Z95};
use std::fmt::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

const POSITIONS: usize = 20;
/// Number of random plies at the beginning of a game.
const OPENING: usize = 6;
/// Nodes for each move after these.
const NODES: u64 = 1_000;
/// A position with a greater absolute score, in centi-units, is not used.
const MAX_SCORE: i32 = 300;

type Failure = Box<dyn std::error::Error>;

struct Subject {
    name: &'static str,
    depth: u16,
    /// Plies before the last position; the first position follows right after its
    /// opening.
    plies: usize,
    positions: fn(&Subject) -> Vec<String>,
    measure: fn(&Subject, &ScalingPlan) -> Result<Vec<ThreadCount>, Failure>,
}

const SUBJECTS: [Subject; 6] = [
    subject::<Chess>(Chess::INFO.name, 17, 90),
    subject::<ConnectFour>(ConnectFour::INFO.name, 26, 20),
    subject::<Surakarta>(Surakarta::INFO.name, 16, 50),
    subject::<Othello>(Othello::INFO.name, 17, 30),
    subject::<Breakthrough>(Breakthrough::INFO.name, 18, 30),
    subject::<Ataxx>(Ataxx::INFO.name, 16, 40),
];

const fn subject<G: Notation<Rules = ()> + Knowledge>(
    name: &'static str,
    depth: u16,
    plies: usize,
) -> Subject {
    Subject { name, depth, plies, positions: positions::<G>, measure: measure::<G> }
}

/// How the search gains by threads: time to depth and nodes a second
#[derive(Parser)]
struct ScalingPlan {
    /// Game [default: all of them]
    #[arg(long, value_name = "NAME", value_parser = SUBJECTS.map(|subject| subject.name))]
    game: Option<String>,
    /// Numbers of threads; all are compared with the first
    #[arg(long, value_name = "N,N...", value_delimiter = ',', default_value = "1,2")]
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(1..))]
    threads: Vec<usize>,
    /// Plies [default: what takes one thread some seconds a position]
    #[arg(long, value_name = "D")]
    depth: Option<u16>,
    /// Size of the table in MiB
    #[arg(long = "hash", value_name = "MB", default_value_t = 64)]
    mib: usize,
    /// How often each position is searched by each number of threads
    #[arg(long, value_name = "R", default_value_t = 1, value_parser = value_parser!(u32).range(1..))]
    repeats: u32,
    /// A picture of the speed-up
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Print the positions and search nothing
    #[arg(long)]
    list: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Effort {
    nodes: f64,
    seconds: f64,
}

/// A number of threads, and the effort of each position with it.
struct ThreadCount {
    threads: usize,
    efforts: Vec<Effort>,
}

impl ThreadCount {
    fn nodes_per_second(&self) -> f64 {
        let sum = |of: fn(&Effort) -> f64| self.efforts.iter().map(of).sum::<f64>();
        sum(|effort| effort.nodes) / sum(|effort| effort.seconds)
    }

    /// The ratio of the times to depth of `base` and of this course.
    fn speed_up(&self, base: &ThreadCount) -> Interval {
        let pairs = base.efforts.iter().zip(&self.efforts);
        mean_ratio(pairs.map(|(base, own)| base.seconds / own.seconds))
    }

    /// The ratio of the nodes to depth of this course and of `base`.
    fn overhead(&self, base: &ThreadCount) -> Interval {
        let pairs = base.efforts.iter().zip(&self.efforts);
        mean_ratio(pairs.map(|(base, own)| own.nodes / base.nodes))
    }
}

/// The geometric mean of two or more ratios, with its confidence interval: that of the
/// mean of their logarithms, by the normal distribution.
fn mean_ratio(ratios: impl Iterator<Item = f64>) -> Interval {
    let logarithms: Vec<f64> = ratios.map(f64::ln).collect();
    let count = logarithms.len() as f64;
    let mean = logarithms.iter().sum::<f64>() / count;
    let square = |value: &f64| (value - mean).powi(2);
    let variance = logarithms.iter().map(square).sum::<f64>() / (count - 1.0);
    let margin = Z95 * (variance / count).sqrt();
    let [estimate, low, high] = [mean, mean - margin, mean + margin].map(f64::exp);
    Interval { estimate, low, high }
}

/// Searches a position with the contents of `search` and `table`.
fn search<G: Knowledge>(
    search: &mut Search<G>,
    table: &Table,
    root: &Root<G>,
    limits: &Limits<G::Move>,
    threads: usize,
) -> Answer<G::Move> {
    let settings = Settings { threads, ..Settings::search_alone() };
    let control = Control::default();
    let task = Task { root, limits, settings: &settings, table, control: &control };
    search.run(&task, &mut |_| ())
}

/// The positions as text; they are the same at every run.
fn positions<G: Notation<Rules = ()> + Knowledge>(subject: &Subject) -> Vec<String> {
    let mut random = Random::new(1);
    let mut found: Vec<String> = Vec::new();
    while found.len() < POSITIONS {
        let plies = OPENING + found.len() * (subject.plies - OPENING) / (POSITIONS - 1);
        let position = play::<G>(plies, &mut random);
        found.extend(position.filter(|text| !found.contains(text)));
    }
    found
}

/// Plays this many plies; `None` if the game ends before, or the position is not
/// balanced.
fn play<G: Notation<Rules = ()> + Knowledge>(plies: usize, random: &mut Random) -> Option<String> {
    let mut table = Table::new(1).ok()?;
    let mut root = Root::new(G::start(()));
    for _ in 0..OPENING {
        let moves = root.position.legal_moves();
        root.play(*moves.get(random.below(moves.len().max(1)))?);
    }
    let (mut player, limits) = (Search::new(), Limits::nodes(NODES));
    for _ in OPENING..plies {
        if root.position.status().is_some() {
            return None;
        }
        root.play(search(&mut player, &table, &root, &limits, 1).best?);
    }
    // The position is judged without the results of earlier searches.
    table.clear(1);
    let answer = search(&mut Search::new(), &table, &root, &limits, 1);
    let is_open = root.position.status().is_none() && answer.score.value().abs() <= MAX_SCORE;
    if !is_open {
        return None;
    }
    Some(root.position.print())
}

/// Searches all positions with each number of threads.
fn measure<G: Notation<Rules = ()> + Knowledge>(
    subject: &Subject,
    plan: &ScalingPlan,
) -> Result<Vec<ThreadCount>, Failure> {
    let limits = Limits::depth(plan.depth.unwrap_or(subject.depth));
    let mut table = Table::new(plan.mib).map_err(|_| "the table is larger than the memory")?;
    table.touch(1);
    let mut searcher = Search::new();
    let texts = (subject.positions)(subject);
    let blank = vec![Effort::default(); texts.len()];
    let course = |&threads: &usize| ThreadCount { threads, efforts: blank.clone() };
    let mut courses: Vec<ThreadCount> = plan.threads.iter().map(course).collect();
    for (number, text) in texts.iter().enumerate() {
        let root = Root::new(G::parse(text)?);
        for _ in 0..plan.repeats {
            for course in &mut courses {
                table.clear(1);
                searcher.clear(&root.position);
                let start = Instant::now();
                let answer = search(&mut searcher, &table, &root, &limits, course.threads);
                let effort = &mut course.efforts[number];
                effort.seconds += start.elapsed().max(Duration::from_micros(1)).as_secs_f64();
                effort.nodes += answer.nodes as f64;
            }
        }
        eprintln!("{}: {} of {}", subject.name, number + 1, texts.len());
    }
    Ok(courses)
}

fn table(subject: &Subject, plan: &ScalingPlan, courses: &[ThreadCount]) -> String {
    let mut text = format!(
        "{}: {POSITIONS} positions to depth {}, {} MiB\n\
         threads   nodes/s  ratio  speed-up          95 %     nodes          95 %\n",
        subject.name,
        plan.depth.unwrap_or(subject.depth),
        plan.mib
    );
    let base = &courses[0];
    for course in courses {
        let speed = course.nodes_per_second();
        let bounds = |ratio: Interval| format!("{:.2} to {:.2}", ratio.low, ratio.high);
        let (gain, nodes) = (course.speed_up(base), course.overhead(base));
        // Writing to a string does not fail.
        let _ = writeln!(
            text,
            "{:7} {speed:9.0} {:6.2} {:9.2} {:>13} {:9.2} {:>13}",
            course.threads,
            speed / base.nodes_per_second(),
            gain.estimate,
            bounds(gain),
            nodes.estimate,
            bounds(nodes),
        );
    }
    text
}

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 480.0;
const MARGIN: f64 = 56.0;
/// The colours of the games, in order.
const COLOURS: [&str; SUBJECTS.len()] =
    ["#1f6feb", "#cf222e", "#1a7f37", "#8250df", "#bf8700", "#57606a"];

/// The speed-up of each game by threads, with confidence intervals, as SVG.
fn svg(games: &[(&Subject, Vec<ThreadCount>)]) -> String {
    let courses = || games.iter().flat_map(|(_, courses)| courses);
    let max_threads = courses().map(|course| course.threads).max().unwrap_or(1) as f64;
    let highest = |(_, courses): &(&Subject, Vec<ThreadCount>)| {
        courses.iter().map(|c| c.speed_up(&courses[0]).high).fold(1.0, f64::max)
    };
    let top = games.iter().map(highest).fold(max_threads, f64::max).ceil();
    let x = |threads: f64| MARGIN + (WIDTH - 2.0 * MARGIN) * threads / max_threads;
    let y = |ratio: f64| HEIGHT - MARGIN - (HEIGHT - 2.0 * MARGIN) * ratio / top;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         font-family=\"sans-serif\" font-size=\"13\" fill=\"none\">\n\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#fff\"/>\n"
    );
    for mark in 0..=top as usize {
        let at = y(mark as f64);
        out += &line([x(0.0), at, x(max_threads), at], "#e6e9ed");
        out += &label(x(0.0) - 20.0, at + 4.0, "#57606a", &mark.to_string());
    }
    // The ideal: twice the threads, half the time.
    out += &line([x(0.0), y(0.0), x(max_threads.min(top)), y(max_threads.min(top))], "#8c959f");
    out += &label(MARGIN, 24.0, "#1f2328", "Speed-up to a fixed depth, by threads");
    for (number, (subject, courses)) in games.iter().enumerate() {
        let colour = COLOURS[number % COLOURS.len()];
        let gains = courses.iter().map(|c| (c.threads as f64, c.speed_up(&courses[0])));
        let mut last: Option<(f64, f64)> = None;
        for (threads, gain) in gains {
            let (at, height) = (x(threads), y(gain.estimate));
            out += &line([at, y(gain.low), at, y(gain.high)], colour);
            if let Some((x1, y1)) = last.replace((at, height)) {
                out += &line([x1, y1, at, height], colour);
            }
            out += &label(at - 4.0, HEIGHT - MARGIN + 20.0, "#57606a", &threads.to_string());
        }
        out += &label(MARGIN + 10.0, 48.0 + 18.0 * number as f64, colour, subject.name);
    }
    out + "</svg>\n"
}

fn line([x1, y1, x2, y2]: [f64; 4], colour: &str) -> String {
    format!(
        "<path d=\"M{x1:.1} {y1:.1}L{x2:.1} {y2:.1}\" stroke=\"{colour}\" stroke-width=\"1.5\"/>\n"
    )
}

fn label(x: f64, y: f64, colour: &str, text: &str) -> String {
    format!("<text x=\"{x:.1}\" y=\"{y:.1}\" fill=\"{colour}\">{text}</text>\n")
}

fn list(subjects: &[&Subject]) {
    for subject in subjects {
        for text in (subject.positions)(subject) {
            println!("{} {text}", subject.name);
        }
    }
}

fn main() -> Result<(), Failure> {
    let plan = ScalingPlan::parse();
    let is_wanted =
        |subject: &&Subject| plan.game.as_deref().is_none_or(|name| name == subject.name);
    let subjects: Vec<&Subject> = SUBJECTS.iter().filter(is_wanted).collect();
    if plan.list {
        list(&subjects);
        return Ok(());
    }
    let mut games = Vec::new();
    for subject in subjects {
        let courses = (subject.measure)(subject, &plan)?;
        println!("{}", table(subject, &plan, &courses));
        games.push((subject, courses));
    }
    plan.svg.map_or(Ok(()), |path| Ok(std::fs::write(path, svg(&games))?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn ratios_are_averaged_by_their_logarithms() {
        let ratio = mean_ratio([2.0, 8.0].into_iter());
        // The logarithms differ by ln 4, so their mean's standard error is ln 2.
        let margin = (Z95 * std::f64::consts::LN_2).exp();
        for (found, expected) in
            [(ratio.estimate, 4.0), (ratio.low, 4.0 / margin), (ratio.high, 4.0 * margin)]
        {
            assert!((found / expected - 1.0).abs() < 1e-12, "{found} for {expected}");
        }
    }

    #[test]
    fn the_table_shows_speed_up_and_overhead() {
        let course = |threads, nodes, seconds| ThreadCount {
            threads,
            efforts: [1.0, 3.0].map(|f| Effort { nodes: f * nodes, seconds: f * seconds }).to_vec(),
        };
        let (one, two) = (course(1, 100.0, 1.0), course(2, 150.0, 0.5));
        let plan = ScalingPlan::parse_from(["scaling", "--depth", "9", "--hash", "1"]);
        let text = table(&SUBJECTS[0], &plan, &[one, two]);
        let rows: Vec<Vec<&str>> =
            text.lines().skip(2).map(|row| row.split_whitespace().collect()).collect();
        let unit = ["1.00", "1.00", "to", "1.00"];
        assert_eq!(rows[0], [&["1", "100", "1.00"][..], &unit, &unit].concat(), "{text}");
        let gain = ["2", "300", "3.00", "2.00", "2.00", "to", "2.00"];
        assert_eq!(rows[1], [&gain[..], &["1.50", "1.50", "to", "1.50"]].concat(), "{text}");
    }

    #[test]
    fn each_game_has_twenty_distinct_positions() {
        for subject in &SUBJECTS {
            let found = (subject.positions)(subject);
            assert_eq!(
                found,
                (subject.positions)(subject),
                "the positions are the same at every run"
            );
            assert_eq!(found.iter().collect::<BTreeSet<_>>().len(), POSITIONS);
        }
    }

    #[test]
    fn the_picture_shows_every_measured_game() {
        let plan = ScalingPlan::parse_from(["scaling", "--depth", "2", "--hash", "1"]);
        let measure = |subject: &'static Subject| {
            (subject, (subject.measure)(subject, &plan).expect("a MiB"))
        };
        let picture = svg(&SUBJECTS.iter().map(measure).collect::<Vec<_>>());
        for subject in &SUBJECTS {
            assert!(picture.contains(&format!(">{}</text>", subject.name)), "{picture}");
        }
        assert!(!picture.contains("NaN") && !picture.contains("inf"), "{picture}");
    }
}
