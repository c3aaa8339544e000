//! Games for training and what is fitted to them, also when a run is killed.

#[path = "../support/mod.rs"]
mod support;

mod datagen;
mod faults;
mod network;
mod sift;
mod spsa;
mod tune;
