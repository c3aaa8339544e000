//! Memory, before anything counts on it.

use std::hint::black_box;

/// Whether `blocks` blocks of `bytes` bytes can be had from the system now. They are
/// given back at once.
///
/// Most of what a program takes it cannot be refused: it would be aborted. So
/// whoever is about to need much of it asks here first.
pub(crate) fn can_be_had(blocks: usize, bytes: usize) -> bool {
    let mut all: Vec<Vec<u8>> = Vec::new();
    let is_given = (0..blocks).all(|_| {
        let mut block = Vec::new();
        let is_given = block.try_reserve_exact(bytes).is_ok();
        all.push(block);
        is_given
    });
    // Otherwise the compiler could leave out what nobody uses, and say yes.
    black_box(&all);
    is_given
}
