//! The `plyglot` program.

use std::process::ExitCode;

fn main() -> ExitCode {
    plyglot::main(plyglot::Registry::standard())
}
