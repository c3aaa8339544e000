//! `genfens`, the command with which OpenBench requests openings.

use super::command::{GenFens, Word};
use crate::OpeningsRequest;
use plyglot_core::game::TextError;
use plyglot_support::files;
use plyglot_support::text::reason;
use std::fs;
use std::path::Path;

/// The request, with its book.
///
/// # Errors
/// If the file of the book cannot be read.
pub(super) fn read(request: &GenFens) -> Result<OpeningsRequest, TextError> {
    let book = request.book.as_ref().map(read_book).transpose()?;
    Ok(OpeningsRequest { count: request.count, seed: request.seed, book })
}

/// The lines of a book.
fn read_book(name: &Word) -> Result<Vec<String>, TextError> {
    let path = Path::new(&name.text);
    match files::ordinary(path).and_then(|_| fs::read(path)) {
        Ok(bytes) => Ok(String::from_utf8_lossy(&bytes).lines().map(str::to_owned).collect()),
        Err(error) => Err(name.error(format!("'None' or a file ({})", reason(&error)))),
    }
}
