//! Faults of the system at every place (Linux, with `strace`): the n-th call of each
//! kind fails, for each n, and the power goes at each moment.
//!
//! * `tools.rs`: the commands, each with the files that it finds;
//! * `trace.rs`: runs them under `strace`, which lists their calls or lets one fail;
//! * `calls.rs`: each call fails in turn;
//! * `disk.rs`: what a file system may have kept when the power goes;
//! * `power.rs`: the power goes after each call.
//!
//! Afterwards the same command must come to the result of a run without a fault. The
//! loops over all tools take minutes. They are ignored, but for one:
//! `cargo test --test faults -- --ignored`.
#![cfg(target_os = "linux")]

#[path = "../support/mod.rs"]
mod support;

#[macro_use]
mod tools;
mod calls;
mod disk;
mod power;
mod trace;
