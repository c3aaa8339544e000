//! `genfens`, by which OpenBench has openings made.

use super::command::{GenFens, Word};
use super::complaint::Complaint;
use crate::engine::OpeningsOrder;
use crate::games::text_error;

/// The order with its book read.
///
/// # Errors
/// When the file of the book cannot be read.
pub(super) fn read(order: &GenFens) -> Result<OpeningsOrder, Complaint> {
    let book = order.book.as_ref().map(read_book).transpose()?;
    Ok(OpeningsOrder { count: order.count, seed: order.seed, book })
}

/// The lines of a book.
fn read_book(name: &Word) -> Result<Vec<String>, Complaint> {
    match std::fs::read(&name.text) {
        Ok(bytes) => Ok(String::from_utf8_lossy(&bytes).lines().map(str::to_owned).collect()),
        Err(error) => {
            let expected = format!("'None' or a file ({error})");
            Err(Complaint::at(name.column, text_error(&name.text, 0, expected)))
        }
    }
}
