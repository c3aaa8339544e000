//! `plyglot compare`: one position searched in many ways (`stages`), each with one idea more: what
//! each idea of a search is worth, as rows of a table or of JSON (`rows`). A [`SilentSearcher`]
//! searches.

mod rows;
mod stages;

use crate::shared::{GameOptionArgs, check_no_game};
use anyhow::{Context, anyhow, bail, ensure};
use clap::builder::PossibleValuesParser;
use clap::{ArgMatches, Args, Command, FromArgMatches};
use plyglot_command::arguments::{
    GameArgs, HashArgs, OptionError, Streams, cores, offer_games, set_position, tool, within,
};
use plyglot_command::interrupt::{self, Remainder};
use plyglot_command::progress::{Progress, ProgressOutput};
use plyglot_core::search::Control;
use plyglot_engine::{Registry, SearchResult, SilentSearcher};
use plyglot_support::pool::STACK;
use plyglot_support::text::NO_THREAD;
use rows::{ComparedPosition, ComparisonRow};
use stages::{SearchStage, WORDS, stages};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

/// A search is repeated until all of them took this long, or for the maximum number of
/// times: what short ones take depends on what the processor did before.
const MIN_TOTAL_TIME: Duration = Duration::from_millis(100);
const MAX_REPETITIONS: usize = 10;
/// No search goes deeper than it is asked to.
const MAX_DEPTH: u16 = 99;

/// Show what each idea of the search saves in a position
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Searches one position to the same depth as minimax, negamax and alpha-beta, then with move \
ordering, iterative deepening, the transposition table, variable depth, the network and threads, \
each on top of the last. Prints nodes, time and score of each. Up to the transposition table, \
the score must be the same. If it is not, the exit status is 1. POSITION is its text or \
`startpos`, and may end in `moves` and moves.")]
struct CompareOptions {
    /// Position to search [default: startpos]
    #[arg(value_name = "POSITION")]
    position: Vec<String>,
    #[command(flatten)]
    game: GameArgs,
    /// First search of the comparison
    #[arg(long, value_name = "NAME", default_value = WORDS[0])]
    #[arg(value_parser = PossibleValuesParser::new(WORDS))]
    from: String,
    /// Depth in plies [default: as deep as the first search gets within --nodes]
    #[arg(long, value_name = "N", value_parser = within::<u16>(1..=99))]
    depth: Option<u16>,
    /// Node limit of the first search, if --depth is not given
    #[arg(long, value_name = "N", default_value_t = 5_000_000, conflicts_with = "depth")]
    #[arg(value_parser = within::<u64>(1..=1_000_000_000_000))]
    nodes: u64,
    /// Threads of the last search; 1 leaves it out [default: one for each core]
    #[arg(long, value_name = "N", value_parser = within::<usize>(1..=1024))]
    threads: Option<usize>,
    #[command(flatten)]
    hash: HashArgs<64>,
    #[command(flatten)]
    options: GameOptionArgs,
    /// Print one JSON object per line, for each search
    #[arg(long)]
    json: bool,
}

pub fn command(registry: &Registry) -> Command {
    offer_games(CompareOptions::augment_args(tool("compare")), registry)
}

/// Searches a position in all ways and prints a line for each. An interrupt or a request
/// to terminate ends it after the last search that is whole.
pub fn run(matches: &ArgMatches, registry: &Registry, streams: Streams<'_>) -> anyhow::Result<()> {
    let Streams { mut output, .. } = streams;
    let options = CompareOptions::from_arg_matches(matches)?;
    let game = options.options.choose_game(&options.game, registry)?;
    let entry = &game.entry;
    let mut player = SilentSearcher::new(entry, options.hash.mib)?;
    game.options().apply(player.game_mut());
    let written = match &options.position[..] {
        [] => "startpos".to_owned(),
        words => {
            check_no_game(&words[..1], entry, registry)?;
            words.join(" ")
        }
    };
    set_position(player.game_mut(), &written).map_err(clap::Error::from)?;
    if player.game().legal_move_count() == 0 {
        let over = OptionError::new("POSITION", "one with a legal move", "the end of a game");
        return Err(clap::Error::from(over).into());
    }
    let threads = options.threads.unwrap_or_else(cores);
    let stages = stages(&options.from, player.game().base_alone(), threads);
    let game = entry.info.name;
    let title = entry.info.title;
    let position = player.game().position();
    let mut comparison = Comparison { player, interrupt: interrupt::watch(Remainder::Results)? };
    let depth = comparison.depth(&options, &stages[0], &output.progress)?;
    let subject = ComparedPosition { game, title, written, position, depth };
    let rows = comparison.compare(&subject, &stages, options.json, &mut output)?;
    let mut wrong = Vec::new();
    for row in rows.iter().filter(|row| row.missed.is_some()) {
        wrong.push(row.stage.name.as_str());
    }
    match wrong[..] {
        [] => Ok(()),
        _ => bail!("score differs from the first: {}", wrong.join(", ")),
    }
}

struct Comparison {
    player: SilentSearcher,
    interrupt: &'static AtomicBool,
}

impl Comparison {
    /// The depth that is asked for, or that the first search reaches.
    fn depth(
        &mut self,
        options: &CompareOptions,
        first: &SearchStage,
        progress: &Progress,
    ) -> anyhow::Result<u16> {
        if let Some(depth) = options.depth {
            return Ok(depth);
        }
        deepest(|depth| {
            progress.show(0, None, || format!("{} to depth {depth}", first.name));
            self.search(first, depth, Some(options.nodes))
        })
    }

    fn compare(
        &mut self,
        subject: &ComparedPosition,
        stages: &[SearchStage],
        is_json: bool,
        output: &mut ProgressOutput<'_>,
    ) -> anyhow::Result<Vec<ComparisonRow>> {
        let mut rows = Vec::new();
        if !is_json {
            output.say(&rows::head(subject))?;
        }
        for (done, stage) in (0..).zip(stages) {
            output.progress.show(done, Some(stages.len() as u64), || stage.label());
            let found = self.measure(stage, subject.depth)?;
            let row = ComparisonRow::after(&rows, stage.clone(), found);
            output.say(&if is_json {
                rows::json_line(subject, &row)
            } else {
                let best: Vec<_> = row.found.best.iter().map(|best| best.name.clone()).collect();
                let best = self.player.game().legal_line(&best, None);
                rows::line(&row, best.first().map_or("-", |m| m.record.as_str()))
            })?;
            rows.push(row);
        }
        output.progress.end();
        if !is_json {
            output.say(&rows::foot(stages))?;
        }
        Ok(rows)
    }

    fn measure(&mut self, stage: &SearchStage, depth: u16) -> anyhow::Result<SearchResult> {
        let start = Instant::now();
        let mut fastest = self.search(stage, depth, None)?;
        for _ in 1..MAX_REPETITIONS {
            if start.elapsed() >= MIN_TOTAL_TIME {
                break;
            }
            let found = self.search(stage, depth, None)?;
            if found.time < fastest.time {
                fastest = found;
            }
        }
        Ok(fastest)
    }

    /// One search, on a thread of its own, so that it has stack enough. An interrupt is an error.
    fn search(
        &mut self,
        stage: &SearchStage,
        depth: u16,
        nodes: Option<u64>,
    ) -> anyhow::Result<SearchResult> {
        let control = &Control::until_interrupt();
        let Comparison { player, interrupt } = self;
        player.game_mut().set_network(stage.network.clone());
        let found = thread::scope(|scope| {
            let thread = thread::Builder::new()
                .name("search".to_owned())
                .stack_size(STACK)
                .spawn_scoped(scope, move || player.search(&stage.settings, depth, nodes, control))
                .context(NO_THREAD)?;
            thread.join().map_err(|_| anyhow!("the search panicked"))
        })?;
        ensure!(!found.panicked, "the search panicked");
        ensure!(!interrupt.load(Relaxed), "interrupted");
        Ok(found)
    }
}

/// The greatest depth that a search reaches within a limit of nodes, at least 1, and none at
/// which it adds no nodes, as every line has ended. `search` goes to a depth within the
/// limit.
fn deepest(mut search: impl FnMut(u16) -> anyhow::Result<SearchResult>) -> anyhow::Result<u16> {
    let mut nodes_before = 0;
    for depth in 1..=MAX_DEPTH {
        let SearchResult { depth: reached, nodes, .. } = search(depth)?;
        if reached < depth || nodes == nodes_before {
            return Ok((depth - 1).max(1));
        }
        nodes_before = nodes;
    }
    Ok(MAX_DEPTH)
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::bail;
    use plyglot_core::game::Wdl;
    use plyglot_core::search::Score;
    use std::time::Duration;

    /// The depth for a tree with this many nodes at each depth, and the same beyond.
    fn found(nodes: &[u64], limit: u64) -> u16 {
        let search = |depth: u16| {
            let nodes = nodes[usize::from(depth).min(nodes.len()) - 1];
            let depth = if nodes > limit { 0 } else { depth };
            let time = Duration::ZERO;
            let score = Score::DRAW;
            let wdl = Wdl::DRAW;
            Ok(SearchResult {
                depth,
                nodes,
                time,
                score,
                wdl,
                best: None,
                panicked: false,
                is_quiet: false,
            })
        };
        deepest(search).expect("nothing fails")
    }

    #[test]
    fn the_limit_and_the_end_of_the_game_bound_the_depth() {
        for (limit, expected) in [(1, 1), (10, 1), (99, 1), (100, 2), (999, 2), (1_000, 3)] {
            assert_eq!(found(&[10, 100, 1_000, 10_000], limit), expected, "{limit}");
        }
        assert_eq!(found(&[9, 81, 585], u64::MAX), 3);
        assert_eq!(found(&(1..200).collect::<Vec<_>>(), u64::MAX), MAX_DEPTH);
        assert!(deepest(|_| bail!("interrupted")).is_err());
    }
}
