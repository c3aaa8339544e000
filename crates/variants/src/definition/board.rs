//! The board, and how a game is shown.

use super::keys::{group, words};

group! {
    /// The board and its start position.
    Board {
        /// Ranks, up to 10, or 19 for stones alone.
        "maxRank" One Ranks max_rank: u8 = 8;
        /// Files, up to 12, or 19 for stones alone.
        "maxFile" One Files max_file: u8 = 8;
        /// The start position.
        "startFen" One Text start_fen: String =
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".to_owned();
    }
}

words! {
    /// `squareNumbers`: how records name the squares on which pieces begin, and all of their
    /// colour.
    SquareNumbers {
        /// By file and rank.
        None = "none",
        /// By numbers, row by row from the first player's right.
        Near = "near",
        /// By numbers, row by row from the far left.
        Far = "far",
    }
}

group! {
    /// How the game is shown: nothing of it is a rule.
    Shown {
        /// Records number squares, from the first player's right or the far left.
        "squareNumbers" One Choice square_numbers: SquareNumbers = SquareNumbers::None;
        /// For XBoard.
        "variantTemplate" One Text variant_template: String = "fairy".to_owned();
        /// For XBoard.
        "pieceToCharTable" One Text piece_to_char_table: String = "-".to_owned();
        /// For XBoard.
        "pocketSize" One Number pocket_size: u8 = 0;
    }
}
