//! The sources and the documents.

#[path = "../support/mod.rs"]
mod support;

mod architecture;
mod circles;
mod documents;
mod figures;
mod notices;
mod schemas;
