//! The men of chess, for tables of endings.

use super::syzygy::may_castle;
use super::{Chess, FIFTY_MOVES, fen};
use cozy_chess::{BoardBuilder, Color, File, Piece, Rank, Square, get_king_moves};
use plyglot_core::game::endings::{BoardMaps, EndgameTables, EndingRules, Man, ManKind, Men};
use plyglot_core::game::{Exact, Side};

/// Changes with the rules of this module.
const CHECKSUM: u32 = 1;

pub(super) fn rules() -> EndingRules {
    let kind = |piece: Piece| {
        let text = char::from(piece).to_ascii_uppercase().to_string();
        let is_pawn = piece == Piece::Pawn;
        let last = [Rank::First, Rank::Eighth];
        let cells: Vec<u8> = Square::ALL
            .into_iter()
            .filter(|square| !(is_pawn && last.contains(&square.rank())))
            .map(|square| square as u8)
            .collect();
        ManKind { text, cells: [cells.clone(), cells], in_hand: false }
    };
    EndingRules {
        kinds: Piece::ALL.map(kind).to_vec(),
        maps: BoardMaps::for_squares(File::NUM as u8, Rank::NUM as u8),
        checksum: CHECKSUM,
        left_out: Some("the fifty-move rule".to_owned()),
    }
}

impl Chess {
    pub(super) fn listed_men(&self) -> Option<Men> {
        let is_plain = self.en_passant().is_none() && !may_castle(&self.board);
        if !is_plain {
            return None;
        }
        let mut men = Men::new();
        for square in self.board.occupied() {
            let side = match self.board.color_on(square)? {
                Color::White => Side::First,
                Color::Black => Side::Second,
            };
            let kind = self.board.piece_on(square)? as u8;
            men.push(Man { side, kind, cell: square as u8 })?;
        }
        Some(men)
    }

    pub(super) fn set_up(&self, side: Side, men: &[Man]) -> Option<Chess> {
        let color = |side| if side == Side::First { Color::White } else { Color::Black };
        let mut builder = BoardBuilder::empty();
        builder.side_to_move = color(side);
        for man in men {
            let square = builder.square_mut(Square::try_index(man.cell.into())?);
            let piece = Piece::try_index(man.kind.into())?;
            if square.replace((piece, color(man.side))).is_some() {
                return None;
            }
        }
        let board = builder.build().ok()?;
        let [own, other] = [Color::White, Color::Black].map(|color| board.king(color));
        let is_legal =
            !get_king_moves(own).has(other) && board.checkers().len() <= fen::MAX_CHECKERS;
        if is_legal { Some(Chess { board, ..self.clone() }) } else { None }
    }

    /// The value by the tables of endings. It is not known where the fifty-move rule might change
    /// it.
    #[inline]
    pub(super) fn ending_value(&self) -> Option<Exact> {
        let tables = self.endings?;
        if self.board.occupied().len() as usize > tables.max_men() {
            return None;
        }
        tables
            .value_within(self, u32::from(FIFTY_MOVES.saturating_sub(self.board.halfmove_clock())))
    }

    pub(super) fn find_endings(folder: &str) -> Option<&'static EndgameTables> {
        EndgameTables::find(folder, Chess::INFO.name, 0, || Some(rules()))
    }
}
