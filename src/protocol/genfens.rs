//! `genfens`, by which OpenBench has openings made.

use super::command::{GenFens, Word};
use super::complaint::Complaint;
use crate::engine::OpeningsOrder;
use crate::games::text_error;
use std::path::Path;
use std::{fs, io};

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
    match read_file(Path::new(&name.text)) {
        Ok(bytes) => Ok(String::from_utf8_lossy(&bytes).lines().map(str::to_owned).collect()),
        Err(error) => {
            let expected = format!("'None' or a file ({error})");
            Err(Complaint::at(name.column, text_error(&name.text, 0, expected)))
        }
    }
}

/// The bytes of a file. Of devices, pipes and their like, which need not end, none.
fn read_file(path: &Path) -> io::Result<Vec<u8>> {
    match fs::metadata(path)?.is_file() {
        true => fs::read(path),
        false => Err(io::Error::other("it is no ordinary file")),
    }
}
