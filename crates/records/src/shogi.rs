//! What the records of shogi share: pieces, positions as SFEN, and the words that end a game.

use crate::GameResult;
use plyglot_core::game::Side;

/// A kind of piece: its letter in SFEN, its names in KIF, the promoted ones behind a plus, and in
/// CSA.
pub(crate) struct Piece {
    pub(crate) sfen: &'static str,
    pub(crate) kif: &'static [&'static str],
    pub(crate) csa: &'static str,
}

pub(crate) const PIECES: [Piece; 14] = [
    Piece { sfen: "P", kif: &["歩", "兵"], csa: "FU" },
    Piece { sfen: "+P", kif: &["と"], csa: "TO" },
    Piece { sfen: "L", kif: &["香"], csa: "KY" },
    Piece { sfen: "+L", kif: &["成香", "杏", "仝"], csa: "NY" },
    Piece { sfen: "N", kif: &["桂"], csa: "KE" },
    Piece { sfen: "+N", kif: &["成桂", "圭"], csa: "NK" },
    Piece { sfen: "S", kif: &["銀"], csa: "GI" },
    Piece { sfen: "+S", kif: &["成銀", "全"], csa: "NG" },
    Piece { sfen: "G", kif: &["金"], csa: "KI" },
    Piece { sfen: "B", kif: &["角"], csa: "KA" },
    Piece { sfen: "+B", kif: &["馬"], csa: "UM" },
    Piece { sfen: "R", kif: &["飛"], csa: "HI" },
    Piece { sfen: "+R", kif: &["龍", "竜"], csa: "RY" },
    Piece { sfen: "K", kif: &["玉", "王"], csa: "OU" },
];

/// The numbers of the pieces of a kind that a game has.
const TOTALS: [(&str, usize); 8] =
    [("R", 2), ("B", 2), ("G", 4), ("S", 4), ("N", 4), ("L", 4), ("P", 18), ("K", 2)];

const MAX_IN_HAND: usize = 38;

pub(crate) const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

/// A position that is put together. Rows are those of the board from the top, and cells from the
/// left: file 9 comes first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Setup {
    pub(crate) cells: [[Option<(Side, &'static str)>; 9]; 9],
    /// By side: letters of SFEN.
    pub(crate) hands: [Vec<&'static str>; 2],
    pub(crate) to_move: Option<Side>,
}

impl Setup {
    pub(crate) fn start() -> Setup {
        let mut setup = Setup::default();
        let board = START.split(' ').next().unwrap_or_default();
        for (row, text) in board.split('/').enumerate() {
            let mut column = 0;
            for c in text.chars() {
                if let Some(empty) = c.to_digit(10) {
                    column += empty as usize;
                    continue;
                }
                let side = if c.is_ascii_uppercase() { Side::First } else { Side::Second };
                let letter = c.to_ascii_uppercase().to_string();
                let piece = PIECES.iter().find(|piece| piece.sfen == letter);
                setup.cells[row][column] = piece.map(|piece| (side, piece.sfen));
                column += 1;
            }
        }
        setup
    }

    /// The cell of a square: files from the right and ranks from the top, from 1.
    pub(crate) fn cell(
        &mut self,
        file: usize,
        rank: usize,
    ) -> Option<&mut Option<(Side, &'static str)>> {
        self.cells.get_mut(rank.wrapping_sub(1))?.get_mut(9_usize.wrapping_sub(file))
    }

    /// Puts a piece into a hand, up to all that there are.
    pub(crate) fn hold(&mut self, side: Side, piece: &'static str) {
        let hand = &mut self.hands[side.index()];
        if hand.len() < MAX_IN_HAND {
            hand.push(piece);
        }
    }

    /// Gives a side all pieces that are neither on the board nor in a hand, but for kings.
    pub(crate) fn hold_the_rest(&mut self, side: Side) {
        for (letter, total) in TOTALS.into_iter().filter(|(letter, _)| *letter != "K") {
            let is_it = |piece: &str| piece.trim_start_matches('+') == letter;
            let placed = self.cells.iter().flatten().flatten().filter(|(_, piece)| is_it(piece));
            let held = self.hands.iter().flatten().filter(|piece| is_it(piece));
            let rest = total.saturating_sub(placed.count() + held.count());
            self.hands[side.index()].extend(std::iter::repeat_n(letter, rest));
        }
    }

    pub(crate) fn sfen(&self) -> String {
        let row = |cells: &[Option<(Side, &str)>; 9]| {
            let (mut text, mut empty) = (String::new(), 0);
            for cell in cells {
                let Some((side, piece)) = cell else {
                    empty += 1;
                    continue;
                };
                if empty > 0 {
                    text += &empty.to_string();
                    empty = 0;
                }
                text += &of_side(*side, piece);
            }
            if empty > 0 { text + &empty.to_string() } else { text }
        };
        let board: Vec<String> = self.cells.iter().map(row).collect();
        let mut hands = String::new();
        for side in [Side::First, Side::Second] {
            for (letter, _) in TOTALS {
                let count = self.hands[side.index()].iter().filter(|held| **held == letter).count();
                if count > 1 {
                    hands += &count.to_string();
                }
                if count > 0 {
                    hands += &of_side(side, letter);
                }
            }
        }
        let hands = if hands.is_empty() { "-" } else { &hands };
        let side = if self.to_move == Some(Side::Second) { 'w' } else { 'b' };
        format!("{} {side} {hands} 1", board.join("/"))
    }
}

fn of_side(side: Side, piece: &str) -> String {
    if side == Side::First { piece.to_owned() } else { piece.to_lowercase() }
}

/// A handicap by its name: the first ranks of its position.
pub(crate) fn handicap(name: &str) -> Option<String> {
    const HANDICAPS: [(&str, &str); 16] = [
        ("香落ち", "lnsgkgsn1/1r5b1"),
        ("右香落ち", "1nsgkgsnl/1r5b1"),
        ("角落ち", "lnsgkgsnl/1r7"),
        ("飛車落ち", "lnsgkgsnl/7b1"),
        ("飛香落ち", "lnsgkgsn1/7b1"),
        ("二枚落ち", "lnsgkgsnl/9"),
        ("三枚落ち", "lnsgkgsn1/9"),
        ("四枚落ち", "1nsgkgsn1/9"),
        ("五枚落ち", "2sgkgsn1/9"),
        ("左五枚落ち", "1nsgkgs2/9"),
        ("六枚落ち", "2sgkgs2/9"),
        ("七枚落ち", "3gkgs2/9"),
        ("左七枚落ち", "2sgkg3/9"),
        ("八枚落ち", "3gkg3/9"),
        ("九枚落ち", "4kg3/9"),
        ("十枚落ち", "4k4/9"),
    ];
    let (_, top) = HANDICAPS.into_iter().find(|(known, _)| *known == name)?;
    Some(format!("{top}/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"))
}

/// The result that a side to move brings about by its last word, in KIF and in CSA. `None` if the
/// word ends no game.
pub(crate) fn result_of(word: &str, to_move: Side) -> Option<GameResult> {
    let lost = GameResult::Win(!to_move);
    let won = GameResult::Win(to_move);
    Some(match word {
        "投了" | "詰み" | "切れ負け" | "反則負け" | "Time-up" | "TORYO" | "TSUMI" | "TIME_UP"
        | "ILLEGAL_MOVE" | "不戦敗" => lost,
        "反則勝ち" | "入玉勝ち" | "勝ち宣言" | "KACHI" | "不戦勝" => won,
        "千日手" | "持将棋" | "引き分け" | "SENNICHITE" | "JISHOGI" | "HIKIWAKE" => {
            GameResult::Draw
        }
        "+ILLEGAL_ACTION" => GameResult::Win(Side::Second),
        "-ILLEGAL_ACTION" => GameResult::Win(Side::First),
        "中断" | "不詰" | "封じ手" | "CHUDAN" | "FUZUMI" | "ERROR" | "MATTA" => {
            GameResult::Unfinished
        }
        _ => return None,
    })
}

/// Adds a line to a comment.
pub(crate) fn add_line(comment: &mut String, text: &str) {
    if !comment.is_empty() {
        comment.push('\n');
    }
    comment.push_str(text);
}

/// The digit of a full-width, Chinese or plain digit.
pub(crate) fn digit_of(c: char) -> Option<usize> {
    const CHINESE: &str = "〇一二三四五六七八九";
    match c {
        '0'..='9' => c.to_digit(10).map(|digit| digit as usize),
        '０'..='９' => Some((u32::from(c) - u32::from('０')) as usize),
        _ => CHINESE.chars().position(|other| other == c),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_put_together() {
        assert_eq!(Setup::start().sfen(), START);
        let mut setup = Setup { to_move: Some(Side::Second), ..Setup::default() };
        *setup.cell(5, 1).expect("a cell") = Some((Side::Second, "K"));
        *setup.cell(1, 9).expect("a cell") = Some((Side::First, "+P"));
        setup.hands[0] = vec!["G", "G", "R"];
        assert_eq!(setup.sfen(), "4k4/9/9/9/9/9/9/9/8+P w R2G 1");
        setup.hold_the_rest(Side::Second);
        assert_eq!(setup.sfen(), "4k4/9/9/9/9/9/9/9/8+P w R2Gr2b2g4s4n4l17p 1");
    }
}
