//! How games end, counted from the pieces on the board alone, without a line of Plyglot.

/// The result of a game by the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    Won(&'static str),
    Drawn,
    /// Pieces alone do not tell.
    Unknown,
}

/// The end of a game with these pieces on its board.
pub fn end(game: &str, cells: &[String]) -> End {
    let count = |side: &str| cells.iter().filter(|cell| cell.starts_with(side)).count();
    let (first, second) = (count("first"), count("second"));
    let more = match first.cmp(&second) {
        std::cmp::Ordering::Greater => End::Won("first"),
        std::cmp::Ordering::Less => End::Won("second"),
        std::cmp::Ordering::Equal => End::Drawn,
    };
    match game {
        "tictactoe" => row(cells, 3, 3),
        "cfour" => row(cells, 7, 4),
        // The most discs win, whether or not the board is full.
        "flipello" | "ataxx" => more,
        "breakthrough" => breakthrough(cells),
        "surakarta" if first == 0 || second == 0 => more,
        "surakarta" | "chess" => End::Unknown,
        _ => panic!("{game} has no rules here"),
    }
}

/// This many of a side's pieces in a line.
fn row(cells: &[String], files: usize, long: usize) -> End {
    let side = |file: usize, row: usize| {
        let is_on = file < files && row < cells.len() / files;
        let cell = if is_on { &*cells[row * files + file] } else { "" };
        ["first", "second"].into_iter().find(|side| cell.starts_with(side))
    };
    for start in 0..cells.len() {
        let (file, rank) = (start % files, start / files);
        // To the right, down, and along both diagonals.
        for (right, down) in [(1, 0), (0, 1), (1, 1), (-1, 1)] {
            let at = |step: isize| {
                let file = file.checked_add_signed(right * step)?;
                side(file, rank.checked_add_signed(down * step)?)
            };
            let found = at(0).filter(|_| (1..long as isize).all(|step| at(step) == at(0)));
            if let Some(side) = found {
                return End::Won(side);
            }
        }
    }
    if cells.iter().all(|cell| !cell.is_empty()) { End::Drawn } else { End::Unknown }
}

/// Who reaches the other end wins, and who takes everything.
fn breakthrough(cells: &[String]) -> End {
    let has = |cells: &[String], side: &str| cells.iter().any(|cell| cell.starts_with(side));
    let [top, bottom] = [&cells[..8], &cells[56..]];
    if has(top, "first") || !has(cells, "second") {
        End::Won("first")
    } else if has(bottom, "second") || !has(cells, "first") {
        End::Won("second")
    } else {
        End::Unknown
    }
}
