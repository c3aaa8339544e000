//! The arguments of `plyglot solve`.

use crate::arguments::{Group, OptionError, Words};
use crate::engine::{GameEntry, Registry};
use crate::games::quote;

/// What `plyglot solve --help` says.
pub(super) const HELP: &str = "\
Usage: plyglot solve [OPTION...]

Reads positions, one a line, and prints for each a line with the position, a
tab, and what it is worth for the side to move: on the scale of the literature
where the game has one (Connect Four: 0 is a draw, 1 a win with the last stone,
2 with the one before; -1 a loss to the last stone), otherwise `win N` or
`loss N`, in plies to the end, or `draw`. A line that is no position, or none
that is solved, gets `error:` and why, and the rest goes on. Totals go to stderr.

  --game NAME    cfour, tictactoe, surakarta with up to 5 stones and without
                 counters [the first game that is solved]
  --all          a second tab and the worth of every move: a=-2 b=-1, or
                 a1=draw a2=win:3
  --json         a JSON object a line instead
  --no-book      use no values that were worked out beforehand
  --threads N    threads for one position [1]
  --hash MB      memory for what is found out [64]
  --cold         forget that before every position";

const WORDS: Words = Words {
    options: &["--game", "--all", "--json", "--no-book", "--threads", "--hash", "--cold"],
    synonyms: &[("variant", "game")],
    repeatable: &[],
};

/// What is to be done.
pub(super) struct SolvePlan {
    pub(super) entry: GameEntry,
    pub(super) all: bool,
    pub(super) json: bool,
    pub(super) book: bool,
    pub(super) threads: usize,
    /// In MiB.
    pub(super) hash: usize,
    pub(super) cold: bool,
}

/// Reads the arguments behind `solve`.
///
/// # Errors
/// At the first argument that is wrong, or when no game is solved.
pub(super) fn parse(arguments: &[String], registry: &Registry) -> Result<SolvePlan, OptionError> {
    let solved = registry.entries().iter().find(|entry| entry.is_solved());
    let mut plan = SolvePlan {
        entry: *solved.unwrap_or_else(|| registry.default_game()),
        all: false,
        json: false,
        book: true,
        threads: 1,
        hash: 64,
        cold: false,
    };
    for group in &WORDS.groups(arguments)? {
        set(&mut plan, group, registry)?;
    }
    if !plan.entry.is_solved() {
        return Err(unsolved("--game", plan.entry.name, registry));
    }
    Ok(plan)
}

fn set(plan: &mut SolvePlan, group: &Group, registry: &Registry) -> Result<(), OptionError> {
    match group.name {
        "game" => {
            let written = group.single("the name of a game")?;
            let found = registry.find(written).filter(|(entry, _)| entry.is_solved());
            plan.entry = *found.ok_or_else(|| unsolved(&group.option, written, registry))?.0;
        }
        "threads" => plan.threads = group.number(1..=1024)?,
        "hash" => plan.hash = group.number(1..=1 << 20)?,
        flag => {
            group.alone()?;
            match flag {
                "all" => plan.all = true,
                "json" => plan.json = true,
                "no-book" => plan.book = false,
                _ => plan.cold = true,
            }
        }
    }
    Ok(())
}

/// The complaint about a game that is not solved, or none at all.
fn unsolved(option: &str, written: &str, registry: &Registry) -> OptionError {
    let solved = registry.entries().iter().filter(|entry| entry.is_solved());
    let names: Vec<&str> = solved.map(|entry| entry.name).collect();
    OptionError::new(
        option,
        format!("a game that is solved ({})", names.join(", ")),
        quote(written),
    )
}
