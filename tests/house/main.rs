//! The sources and the documents.

#[path = "../support/mod.rs"]
mod support;

mod architecture;
mod documents;
mod figures;
mod schemas;
