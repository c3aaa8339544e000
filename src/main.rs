//! The `plyglot` program.

use std::io::{BufReader, stdin, stdout};

fn main() -> anyhow::Result<()> {
    env_logger::Builder::from_env(env_logger::Env::default().default_filter_or("warn")).init();
    plyglot::greet();
    let arguments = std::env::args_os().skip(1);
    // Whoever closed our output has no more use for us.
    let leave = || std::process::exit(0);
    let input = BufReader::new(stdin());
    plyglot::run(plyglot::Registry::standard(), arguments, input, stdout(), leave)
}
