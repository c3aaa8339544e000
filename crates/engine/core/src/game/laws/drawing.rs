//! Laws of the picture of a position and of the cells of its moves.

use super::equal;
use crate::game::{Notation, Picture, Side};

/// Checks that the picture has a place for each cell, and that a move takes a piece of its
/// side from the cell that it leaves to the cell that it enters. The piece may vanish in a
/// tactical move, such as a capture that explodes.
pub(super) fn check<G: Notation>(
    position: &G,
    text: &str,
    moves: &[G::Move],
) -> Result<(), String> {
    let Some(picture) = position.picture() else { return Ok(()) };
    let shape = picture.shape;
    let cells = shape.files * shape.ranks;
    equal("a picture has all cells", text, &cells, &picture.cells.len())?;
    let (board, offsets) = picture.text();
    let is_lost = |&cell: &usize| offsets[cell] >= board.len() && !shape.is_hole(cell);
    let lost = (0..cells).find(is_lost).map(|cell| shape.name(cell));
    equal("each cell has a place in the text of the board", text, &None, &lost)?;
    let has_checkers = !position.checkers().is_empty();
    equal("checkers give check", text, &has_checkers, &position.is_check())?;
    let mover = Some(position.side());
    for &m in moves {
        let name = format!("{text} {}", position.print_move(m));
        let Some(after) = position.after(m).picture() else {
            return Err(format!("all positions have pictures: not that after `{name}`"));
        };
        let move_cells = position.move_cells(m);
        if let Some(from) = move_cells.from {
            equal("a move leaves a cell of its side", &name, &mover, &owner(&picture, from))?;
        }
        if let Some(to) = move_cells.to {
            let found = owner(&after, to);
            let has_perished = found.is_none() && position.tactical(m);
            if !has_perished {
                equal("a move enters a cell", &name, &mover, &found)?;
            }
        }
    }
    Ok(())
}

fn owner(picture: &Picture, cell: usize) -> Option<Side> {
    picture.cells.get(cell).copied().flatten()?.side
}
