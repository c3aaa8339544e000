//! Games for training and what is fitted to them, also when a run is killed.

#[macro_use]
#[path = "../support/mod.rs"]
mod support;

mod datagen;
mod foreign_files;
mod learn;
mod network;
mod resumed;
mod samples;
mod spsa;
mod survey;
mod train;
