//! The options of `plyglot solve`.

use clap::{Args, Command};
use plyglot_command::arguments::{GameArgs, SearchArgs, offer_named_games, tool};
use plyglot_engine::{GameEntry, Registry};

/// Solve positions exactly
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Positions are arguments: `startpos` or the text of a position, optionally followed by `moves` and \
moves; a score behind it is left out. Without any, they are read from stdin, one per line; where all reachable positions are \
worked out, the start position is the default. Prints for each a line with the position, a tab and its value for \
the side to move. Where the game has a scale in the literature, that is a number (Connect Four: \
0 is a draw, 1 a win with the last stone, 2 with the one before, -1 a loss to the last stone). \
Elsewhere it is `win N` or `loss N`, in plies to the end, or `draw`. Where all reachable positions \
were worked out, their numbers and a line of best play follow. A line that is not a \
position, or cannot be solved, gets `error:` and the reason. Totals go to stderr.")]
pub(super) struct SolveOptions {
    /// Positions
    #[arg(value_name = "POSITION")]
    pub(super) positions: Vec<String>,
    #[command(flatten)]
    pub(super) game: GameArgs,
    /// Also print the value of every move (in a third column): a=-2 b=-1, or a1=draw a2=win:3
    #[arg(long)]
    pub(super) all: bool,
    /// Only say whether it is a win, a draw or a loss, which is faster
    #[arg(long, conflicts_with = "all")]
    pub(super) wld: bool,
    /// Print one JSON object per line
    #[arg(long)]
    pub(super) json: bool,
    /// Work out all reachable positions, within --hash; always so where a game has no solver
    #[arg(long)]
    pub(super) table: bool,
    /// Do not use the opening book of exact values
    #[arg(long)]
    pub(super) no_book: bool,
    #[command(flatten)]
    pub(super) search: SearchArgs,
    /// Clear the memory before each position
    #[arg(long)]
    pub(super) cold: bool,
}

/// The command, with the games of the registry, those that have a solver first.
pub fn command(registry: &Registry) -> Command {
    let mut entries: Vec<&GameEntry> = registry.entries().iter().collect();
    entries.sort_by_cached_key(|entry| !entry.is_solved());
    let names = |entry: &&GameEntry| {
        let game = entry.info.name;
        entry.names().map(move |name| (name, game)).collect::<Vec<_>>()
    };
    let names = entries.iter().flat_map(names).collect();
    offer_named_games(SolveOptions::augment_args(tool("solve")), registry, names)
}
