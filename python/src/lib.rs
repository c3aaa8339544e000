//! The Python package `plyglot`: see `plyglot/__init__.pyi` for its interface.
//!
//! * `game`: games by name, their options, and those of files. `errors`: exceptions.
//! * `position`, `board`: rules. `records`: files of games.
//! * `engine`, `program`, `searcher`: searches here and in other programs. `search`: those under
//!   way, and their results.
//! * `study`: `analyse`, `explain` and `solve`. `survey`: how a game plays. `matches`:
//!   engines against each other. `reports`: work on a thread, and what it says on the way.
//!   `script`: the program `plyglot`.
//! * `waiting`: work without the interpreter's lock, which Ctrl-C ends. `process`: engines after a
//!   fork. `numbers`: whole numbers as arguments. `pickling`: values that are pickled and copied.

mod board;
mod engine;
mod errors;
mod game;
mod matches;
mod numbers;
mod pickling;
mod position;
mod process;
mod program;
mod records;
mod reports;
mod script;
mod search;
mod searcher;
mod study;
mod survey;
mod waiting;

/// The compiled part of the package.
#[pyo3::pymodule]
mod _plyglot {
    #[pymodule_export]
    use crate::board::Piece;
    #[pymodule_export]
    use crate::engine::Engine;
    #[pymodule_export]
    use crate::errors::{GameFileError, IllegalMoveError, InvalidPositionError, UnknownGameError};
    #[pymodule_export]
    use crate::game::{GameInfo, games, load};
    #[pymodule_export]
    use crate::matches::play_match;
    #[pymodule_export]
    use crate::position::{LegalMoves, Outcome, Position, move_space};
    #[pymodule_export]
    use crate::program::Program;
    #[pymodule_export]
    use crate::records::{
        RecordReader, eval_units, print_record, record_formats, record_termination,
    };
    #[pymodule_export]
    use crate::script::run_program;
    #[pymodule_export]
    use crate::search::{Analysis, Info, Search};
    #[pymodule_export]
    use crate::searcher::Searcher;
    #[pymodule_export]
    use crate::study::{analyse, analyse_pgn, explain, rules, solve};
    #[pymodule_export]
    use crate::survey::survey;
    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
