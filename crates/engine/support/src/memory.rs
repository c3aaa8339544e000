//! Checks that memory is available before it is needed.

use std::hint::black_box;

/// Whether the system can provide `blocks` blocks of `bytes` bytes now. They are freed
/// at once.
///
/// Most allocations cannot fail gracefully: the program would be aborted. So check here
/// before large allocations.
pub fn can_be_had(blocks: usize, bytes: usize) -> bool {
    let mut all: Vec<Vec<u8>> = Vec::new();
    let is_given = (0..blocks).all(|_| {
        let mut block = Vec::new();
        let is_given = block.try_reserve_exact(bytes).is_ok();
        all.push(block);
        is_given
    });
    // Keeps the compiler from removing the unused allocations.
    black_box(&all);
    is_given
}
