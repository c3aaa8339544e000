//! The `plyglot` program.

use std::process::ExitCode;

fn main() -> ExitCode {
    #[cfg(target_arch = "x86_64")]
    plyglot::check_processor();
    plyglot::main(plyglot_library::with_library(plyglot_games::standard()))
}
