//! Faults of the system at every place (Linux, with `strace`): the n-th call of each
//! kind fails, for each n. What a power cut must not take is on the disk in time.
//!
//! * `tools.rs`: the commands, each with the files that it finds;
//! * `trace.rs`: runs them under `strace`, which lists their calls or lets one fail;
//! * `calls.rs`: each call fails in turn;
//! * `power.rs`: each change is synced before the next one relies on it.
//!
//! After a failure the same command must come to the result of a run without one. The
//! loops over all tools take minutes. They are ignored, but for one:
//! `cargo test --test faults -- --ignored`.
#![cfg(target_os = "linux")]

#[path = "../support/mod.rs"]
mod support;

#[macro_use]
mod tools;
mod calls;
mod power;
mod trace;
