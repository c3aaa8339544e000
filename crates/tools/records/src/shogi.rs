//! What the records of shogi share: pieces, positions as SFEN, and the words that end a game.

use crate::commands::{EVAL, take};
use crate::{RecordedGame, Tag, command, set_command};
use plyglot_core::game::{GameResult, MoveNotation, Side, sfen};
use plyglot_engine::{BoardText, Leniency, MoveText, NOTATION, Referee};

/// A kind of piece: its letter in SFEN, its signs in diagrams of KIF, and its name in CSA.
#[derive(Debug)]
pub(crate) struct PieceKind {
    pub(crate) sfen: &'static str,
    pub(crate) kif: &'static [&'static str],
    pub(crate) csa: &'static str,
}

pub(crate) const PIECES: [PieceKind; 14] = [
    PieceKind { sfen: "P", kif: &["歩", "兵"], csa: "FU" },
    PieceKind { sfen: "+P", kif: &["と"], csa: "TO" },
    PieceKind { sfen: "L", kif: &["香"], csa: "KY" },
    PieceKind { sfen: "+L", kif: &["杏", "仝"], csa: "NY" },
    PieceKind { sfen: "N", kif: &["桂"], csa: "KE" },
    PieceKind { sfen: "+N", kif: &["圭"], csa: "NK" },
    PieceKind { sfen: "S", kif: &["銀"], csa: "GI" },
    PieceKind { sfen: "+S", kif: &["全"], csa: "NG" },
    PieceKind { sfen: "G", kif: &["金"], csa: "KI" },
    PieceKind { sfen: "B", kif: &["角"], csa: "KA" },
    PieceKind { sfen: "+B", kif: &["馬"], csa: "UM" },
    PieceKind { sfen: "R", kif: &["飛"], csa: "HI" },
    PieceKind { sfen: "+R", kif: &["龍", "竜"], csa: "RY" },
    PieceKind { sfen: "K", kif: &["玉", "王"], csa: "OU" },
];

#[derive(Clone, Copy, Debug)]
pub(crate) struct OwnedPiece {
    pub(crate) side: Side,
    pub(crate) kind: &'static PieceKind,
}

/// The numbers of the pieces of a kind that a game has.
const TOTALS: [(&str, usize); 8] =
    [("R", 2), ("B", 2), ("G", 4), ("S", 4), ("N", 4), ("L", 4), ("P", 18), ("K", 2)];

const MAX_IN_HAND: usize = 38;

pub(crate) const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

/// The files and ranks of shogi, and the most that a [`ShogiSetup`] can have.
const SIZE: [usize; 2] = [9, 9];

/// A position that is put together. Rows are those of the board from the top, and cells from the
/// left: the last file comes first.
#[derive(Clone, Debug)]
pub(crate) struct ShogiSetup {
    pub(crate) size: [usize; 2],
    pub(crate) cells: [[Option<OwnedPiece>; SIZE[0]]; SIZE[1]],
    /// By side: letters of SFEN.
    pub(crate) hands: [Vec<&'static str>; 2],
    pub(crate) to_move: Option<Side>,
}

impl Default for ShogiSetup {
    fn default() -> ShogiSetup {
        let cells = [[None; SIZE[0]]; SIZE[1]];
        ShogiSetup { size: SIZE, cells, hands: Default::default(), to_move: None }
    }
}

/// The games that a board alone tells, by files and ranks.
const BOARDS: [([usize; 2], &str); 2] = [(SIZE, "shogi"), ([5, 5], "minishogi")];

/// The game of shogi's family that is played on a board of so many files and ranks.
pub(crate) fn game_on(size: [usize; 2]) -> Option<&'static str> {
    BOARDS.iter().find(|(of, _)| *of == size).map(|(_, game)| *game)
}

/// Names the game of a record of shogi's family: the one of its board, unless a tag does. No game
/// here is the game of an unknown board.
pub(crate) fn name_game(game: &mut RecordedGame, size: [usize; 2]) {
    game.implied_game = game_on(size);
    if game.implied_game.is_none() && game.tag("Variant").is_none() {
        let [files, ranks] = size;
        let line = game.line.max(1);
        game.tags.push(Tag::new(line, "Variant", format!("shogi on {files} x {ranks} squares")));
    }
}

impl ShogiSetup {
    pub(crate) fn start() -> ShogiSetup {
        ShogiSetup::read(START).unwrap_or_default()
    }

    /// The position of a text in SFEN, or in FEN with hands; `None` if it is none of at most nine
    /// ranks.
    pub(crate) fn read(text: &str) -> Option<ShogiSetup> {
        let fen = sfen::to_fen(text).unwrap_or_else(|| text.to_owned());
        let text = BoardText::new(&fen);
        let hands = text.hand.as_ref()?;
        let to_move = Some(if text.is_second() { Side::Second } else { Side::First });
        let size = [text.files, text.cells.len() / text.files];
        let mut setup = ShogiSetup { size, to_move, ..ShogiSetup::default() };
        for (at, word) in text.cells.iter().enumerate().filter(|(_, word)| !word.is_empty()) {
            let cell = setup.cells.get_mut(at / text.files)?.get_mut(at % text.files)?;
            *cell = Some(piece_of(word)?);
        }
        for c in hands.chars().filter(|&c| c != '-') {
            let piece = piece_of(&c.to_string())?;
            setup.hold(piece.side, piece.kind.sfen);
        }
        Some(setup)
    }

    /// The cell of a square: files from the right and ranks from the top, from 1.
    pub(crate) fn cell(&mut self, file: usize, rank: usize) -> Option<&mut Option<OwnedPiece>> {
        self.cells.get_mut(rank.wrapping_sub(1))?.get_mut(self.size[0].wrapping_sub(file))
    }

    /// Puts a piece into a hand, up to all that there are.
    pub(crate) fn hold(&mut self, side: Side, piece: &'static str) {
        let hand = &mut self.hands[side];
        if hand.len() < MAX_IN_HAND {
            hand.push(piece);
        }
    }

    /// Gives a side all pieces that are neither on the board nor in a hand, but for kings.
    pub(crate) fn hold_the_rest(&mut self, side: Side) {
        let mut used = self.hands.concat();
        used.extend(self.cells.iter().flatten().flatten().map(|piece| piece.kind.sfen));
        for (letter, total) in TOTALS {
            let count = used.iter().filter(|piece| piece.trim_start_matches('+') == letter).count();
            if letter != "K" && count < total {
                self.hands[side].extend(std::iter::repeat_n(letter, total - count));
            }
        }
    }

    /// The rows of a diagram, from the top.
    pub(crate) fn rows(&self, cell: fn(Option<OwnedPiece>) -> String) -> [String; SIZE[1]] {
        self.cells.map(|row| row.map(cell).concat())
    }

    /// The hand of a side, with the text of so many pieces of a kind, the strongest first.
    pub(crate) fn hand(&self, side: Side, text: fn(&PieceKind, usize) -> String) -> String {
        let mut hand = String::new();
        for (letter, _) in TOTALS {
            let count = self.hands[side].iter().filter(|held| **held == letter).count();
            if count > 0
                && let Some(kind) = kind_named(letter)
            {
                hand += &text(kind, count);
            }
        }
        hand
    }

    pub(crate) fn sfen(&self) -> String {
        let files = self.size[0].clamp(1, SIZE[0]);
        let mut cells = Vec::new();
        for row in self.cells.iter().take(self.size[1]) {
            for cell in &row[..files] {
                let piece = cell.map(|piece| of_side(piece.side, piece.kind.sfen));
                cells.push(piece.unwrap_or_default());
            }
        }
        let mut hands = String::new();
        for side in Side::BOTH {
            hands += &of_side(side, &self.hand(side, counted));
        }
        if hands.is_empty() {
            hands.push('-');
        }
        let side = if self.to_move == Some(Side::Second) { "w" } else { "b" };
        let fields = vec![side.to_owned(), hands, "1".to_owned()];
        BoardText { cells, files, hand: None, fields }.to_string()
    }
}

/// So many pieces of a kind in a hand of SFEN.
fn counted(kind: &PieceKind, count: usize) -> String {
    if count == 1 { kind.sfen.to_owned() } else { format!("{count}{}", kind.sfen) }
}

pub(crate) fn is_for(rules: &dyn MoveText) -> bool {
    rules.info().name == "shogi"
}

/// The files and ranks of a board in SFEN.
pub(crate) fn size_of(board: &str) -> [usize; 2] {
    let first = board.split('/').next().unwrap_or_default();
    let mut files = 0;
    for c in first.chars().filter(|&c| c != '+') {
        files += c.to_digit(10).unwrap_or(1) as usize;
    }
    [files, board.split('/').count()]
}

fn of_side(side: Side, piece: &str) -> String {
    if side == Side::First { piece.to_owned() } else { piece.to_lowercase() }
}

fn kind_named(sfen: &str) -> Option<&'static PieceKind> {
    PIECES.iter().find(|piece| piece.sfen == sfen)
}

/// The kind of a sign in diagrams and hands of KIF.
pub(crate) fn kind_of_sign(sign: char) -> Option<&'static PieceKind> {
    PIECES.iter().find(|piece| piece.kif.iter().any(|name| name.chars().eq([sign])))
}

fn piece_of(word: &str) -> Option<OwnedPiece> {
    let is_first = word.ends_with(|c: char| c.is_ascii_uppercase());
    let side = if is_first { Side::First } else { Side::Second };
    Some(OwnedPiece { side, kind: kind_named(&word.to_ascii_uppercase())? })
}

/// The names of handicaps in KIF, and the two ranks of the side that gives them.
pub(crate) const HANDICAPS: [(&str, &str); 17] = [
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
    ("右七枚落ち", "3gkgs2/9"),
    ("七枚落ち", "3gkgs2/9"),
    ("左七枚落ち", "2sgkg3/9"),
    ("八枚落ち", "3gkg3/9"),
    ("九枚落ち", "4kg3/9"),
    ("十枚落ち", "4k4/9"),
];

/// What follows these ranks in SFEN.
const BELOW_HANDICAP: &str = "/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1";

pub(crate) fn handicap(name: &str) -> Option<String> {
    let (_, ranks) = HANDICAPS.iter().find(|(known, _)| *known == name)?;
    Some(format!("{ranks}{BELOW_HANDICAP}"))
}

/// The name under which a position is known: even, or a handicap.
pub(crate) fn handicap_of(sfen: &str) -> Option<&'static str> {
    if sfen == START {
        return Some(EVEN);
    }
    let given = sfen.strip_suffix(BELOW_HANDICAP)?;
    HANDICAPS.iter().find(|(_, ranks)| *ranks == given).map(|(name, _)| *name)
}

pub(crate) const EVEN: &str = "平手";

/// Whether a word for how a game starts says nothing of the position: that it is even, is a problem,
/// or stands in a diagram.
pub(crate) fn says_no_handicap(word: &str) -> bool {
    word.starts_with(EVEN) || ["", "詰将棋", "その他"].contains(&word)
}

/// How a game ends: the words of KIF and CSA, and the result by the side to move.
pub(crate) struct GameEndWord {
    pub(crate) kif: &'static str,
    pub(crate) csa: &'static str,
    pub(crate) result: fn(Side) -> GameResult,
}

const LOST: fn(Side) -> GameResult = |to_move| GameResult::Win(!to_move);
const WON: fn(Side) -> GameResult = GameResult::Win;
const DRAWN: fn(Side) -> GameResult = |_| GameResult::Draw;
const UNFINISHED: fn(Side) -> GameResult = |_| GameResult::Unfinished;

/// The word of CSA for a move against the rules that stands in the record; a sign before it is that
/// of its side.
pub(crate) const FOUL: &str = "ILLEGAL_ACTION";

/// The first of those with a result stands for the others where no word is known, and the first with
/// a word is the one that is written for it.
const ENDINGS: [GameEndWord; 20] = [
    GameEndWord { kif: "投了", csa: "TORYO", result: LOST },
    GameEndWord { kif: "詰み", csa: "TSUMI", result: LOST },
    GameEndWord { kif: "切れ負け", csa: "TIME_UP", result: LOST },
    GameEndWord { kif: "Time-up", csa: "TIME_UP", result: LOST },
    GameEndWord { kif: "反則負け", csa: "ILLEGAL_MOVE", result: LOST },
    GameEndWord { kif: "不戦敗", csa: "TORYO", result: LOST },
    GameEndWord { kif: "反則勝ち", csa: FOUL, result: WON },
    GameEndWord { kif: "入玉勝ち", csa: "KACHI", result: WON },
    GameEndWord { kif: "勝ち宣言", csa: "KACHI", result: WON },
    GameEndWord { kif: "入玉宣言", csa: "KACHI", result: WON },
    GameEndWord { kif: "不戦勝", csa: FOUL, result: WON },
    GameEndWord { kif: "持将棋", csa: "JISHOGI", result: DRAWN },
    GameEndWord { kif: "持将棋", csa: "MAX_MOVES", result: DRAWN },
    GameEndWord { kif: "千日手", csa: "SENNICHITE", result: DRAWN },
    GameEndWord { kif: "引き分け", csa: "HIKIWAKE", result: DRAWN },
    GameEndWord { kif: "中断", csa: "CHUDAN", result: UNFINISHED },
    GameEndWord { kif: "不詰", csa: "FUZUMI", result: UNFINISHED },
    GameEndWord { kif: "封じ手", csa: "CHUDAN", result: UNFINISHED },
    GameEndWord { kif: "中断", csa: "ERROR", result: UNFINISHED },
    GameEndWord { kif: "中断", csa: "MATTA", result: UNFINISHED },
];

/// The word of the end as it was written.
pub(crate) const TERMINATION: &str = "Termination";

pub(crate) fn ending(word: &str) -> Option<&'static GameEndWord> {
    let word = match word.trim_start_matches(['+', '-']) {
        "resign" => "投了",
        "Time forfeit" | "time forfeit" => "切れ負け",
        word => word,
    };
    ENDINGS.iter().find(|ending| ending.kif == word || ending.csa == word)
}

/// The word of KIF that a text tells of.
pub(crate) fn ending_in(text: &str) -> Option<&'static str> {
    match ENDINGS.iter().find(|ending| text.contains(ending.kif)) {
        Some(ending) => Some(ending.kif),
        None if text.contains("時間切れ") => Some("切れ負け"),
        None if text.contains("入玉") => Some("入玉勝ち"),
        None if text.contains("詰") => Some("詰み"),
        None if text.contains("勝ち") => Some("投了"),
        None => None,
    }
}

/// The result that a side to move brings about by its last word. `None` if the word ends no game.
pub(crate) fn result_of(word: &str, to_move: Side) -> Option<GameResult> {
    // CSA may name the side that broke the rules.
    let to_move = match word.chars().next() {
        Some('+') => Side::Second,
        Some('-') => Side::First,
        _ => to_move,
    };
    Some((ending(word)?.result)(to_move))
}

/// Whether the last move of a game may be against the rules, because it lost the game.
pub(crate) fn ends_illegally(game: &RecordedGame) -> bool {
    let word = game.tag(TERMINATION).and_then(ending);
    word.is_some_and(|ending| ending.csa == FOUL)
}

/// How a game ended: by its own word, or else by its result. What names the winner may be a word that
/// the other side would say.
pub(crate) fn ending_of(
    game: &RecordedGame,
    to_move: Side,
    names_winner: bool,
) -> Option<&'static GameEndWord> {
    let result = game.result.unwrap_or(GameResult::Unfinished);
    if let Some(word) = game.tag(TERMINATION)
        && let Some(own) = ending(word)
        && let Some(means) = result_of(word, to_move)
    {
        let names_winner = names_winner || own.csa == FOUL;
        let are_wins = matches!((means, result), (GameResult::Win(_), GameResult::Win(_)));
        if means == result || names_winner && are_wins {
            return Some(own);
        }
    }
    if result == GameResult::Unfinished {
        return None;
    }
    ENDINGS.iter().find(|ending| (ending.result)(to_move) == result)
}

/// The tags that are no headers in the records of shogi, or have a place of their own there.
const OTHER_TAGS: [&str; 7] =
    ["FEN", "Variant", "GameType", "Result", "SetUp", "PlyCount", TERMINATION];

/// The tags that are headers: by their names among those of a format, with their values on one line.
pub(crate) fn headers<'a>(
    game: &'a RecordedGame,
    names: &'a [(&str, &str)],
) -> impl Iterator<Item = (&'a str, String)> {
    game.tags.iter().filter_map(|tag| {
        let is_known = !tag.value.chars().all(|c| matches!(c, '?' | '.' | '-'));
        if !is_known || OTHER_TAGS.contains(&&*tag.name) {
            return None;
        }
        let name = names.iter().find(|(_, known)| *known == tag.name);
        let mut value = tag.value.replace(|c: char| c.is_control(), " ");
        if tag.name.ends_with("Date") && value.len() == "2026.11.28".len() {
            value = value.replace('.', "/");
        }
        Some((name.map_or(tag.name.as_str(), |(name, _)| name), value))
    })
}

/// Sets up the first position of a game, and the notation in which the rules write its moves. Returns
/// the position, and whether the rules allow it.
pub(crate) fn begin(
    game: &RecordedGame,
    rules: &mut dyn Referee,
    notation: MoveNotation,
) -> (ShogiSetup, bool) {
    rules.set_option(NOTATION, notation.name());
    let is_legal = rules.set_position(game.start(), &[]).is_ok();
    let written = ShogiSetup::read(game.start().unwrap_or(START));
    (written.or_else(|| ShogiSetup::read(&rules.position())).unwrap_or_default(), is_legal)
}

/// A move in the notation that the rules write, if it is legal and all before it were; else as it was
/// written, if that is how the format has moves.
pub(crate) fn shown(
    text: &str,
    rules: &mut dyn Referee,
    is_legal: &mut bool,
    is_of_format: fn(&str) -> bool,
) -> Option<String> {
    let name = if *is_legal { rules.read_move(text, Leniency::Typed).ok() } else { None };
    let played = name.and_then(|name| rules.play(&name).ok());
    *is_legal = played.is_some();
    if played.is_none() && is_of_format(text) {
        return Some(text.to_owned());
    }
    played
}

pub(crate) fn add_line(comment: &mut String, text: &str) {
    if !comment.is_empty() {
        comment.push('\n');
    }
    comment.push_str(text);
}

/// Adds a line of a comment on a move, and the value that it tells.
pub(crate) fn add_remark(comment: &mut String, line: &str) {
    add_line(comment, line);
    if let Some(value) = value_in(line)
        && command(comment, EVAL).is_none()
    {
        set_command(comment, EVAL, &value);
    }
}

/// The number at the beginning of a text.
fn number(text: &str) -> Option<f64> {
    let end = text.find(|c| !matches!(c, '0'..='9' | '+' | '-' | '.')).unwrap_or(text.len());
    text[..end].parse().ok().filter(|number: &f64| number.is_finite())
}

/// The value for the first player that a line of a program tells, as `[%eval]` has it: of Floodgate,
/// `* 35 -3334FU`; of ShogiGUI and Shogidokoro, `*解析 0 深さ 8 評価値 35 読み筋 ...`; of ShogiHome,
/// `#評価値=35` and `*詰み=先手勝ち:5手`; of PiyoShogi, `#指し手[35]`.
fn value_in(line: &str) -> Option<String> {
    let is_bare = ["対局 ", "解析 ", "検討 "].iter().any(|word| line.starts_with(word));
    let text = if is_bare { line } else { line.strip_prefix(['*', '#'])? };
    if let Some((winner, plies)) = text.strip_prefix("詰み=").and_then(|m| m.split_once("勝ち:"))
    {
        let sign = if winner == "先手" { "" } else { "-" };
        return Some(format!("#{sign}{}", (number(plies)? / 2.0).ceil()));
    }
    let mut words = ["評価値 ", "評価値=", "形勢[", "指し手["].iter();
    let of_word = words.find_map(|word| number(text.split_once(word)?.1));
    let value = text.strip_prefix(' ').and_then(number).or(of_word)?;
    let depth = text.split_once("深さ ").and_then(|(_, depth)| number(depth));
    let depth = depth.map_or(String::new(), |depth| format!(",{depth}"));
    Some(format!("{:.2}{depth}", value / 100.0))
}

/// The line that tells a value after a move of a side: Floodgate's in CSA, ShogiGUI's in KIF.
fn value_line(value: &str, mover: Side, is_csa: bool) -> Option<String> {
    let (value, depth) = value.split_once(',').unwrap_or((value, ""));
    if let Some(moves) = value.strip_prefix('#') {
        let moves: i32 = moves.parse().ok().filter(|moves| *moves != 0)?;
        let (winner, name) =
            if moves > 0 { (Side::First, "先手") } else { (Side::Second, "後手") };
        let plies = 2 * u64::from(moves.unsigned_abs()) - u64::from(winner != mover);
        return Some(format!("*詰み={name}勝ち:{plies}手"));
    }
    let value = (100.0 * number(value)?).round();
    Some(match depth {
        _ if is_csa => format!("* {value}"),
        "" => format!("*解析 0 評価値 {value}"),
        depth => format!("*解析 0 深さ {depth} 評価値 {value}"),
    })
}

/// A comment on a move of a side with its value as a line of a program, unless a line tells it.
pub(crate) fn with_value_line(comment: &str, mover: Side, is_csa: bool) -> String {
    let (value, rest) = take(comment, EVAL);
    let Some(line) = value_line(&value, mover, is_csa) else { return comment.to_owned() };
    let has_value = rest.split('\n').any(|other| value_in(other) == value_in(&line));
    if has_value { rest } else { format!("{line}\n{rest}").trim_end().to_owned() }
}

/// The lines of comments that are not empty.
pub(crate) fn comment_lines(comments: [&str; 2]) -> impl Iterator<Item = &str> {
    comments
        .into_iter()
        .filter(|text| !text.is_empty())
        .flat_map(|text| text.split('\n').map(str::trim_end))
}

pub(crate) const CHINESE_DIGITS: [char; 10] =
    ['〇', '一', '二', '三', '四', '五', '六', '七', '八', '九'];

/// The digit of a full-width, Chinese or plain digit.
pub(crate) fn digit_of(c: char) -> Option<usize> {
    match c {
        '0'..='9' => c.to_digit(10).map(|digit| digit as usize),
        '０'..='９' => Some((u32::from(c) - u32::from('０')) as usize),
        _ => CHINESE_DIGITS.iter().position(|&other| other == c),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_put_together() {
        assert_eq!(ShogiSetup::start().sfen(), START);
        let mut setup = ShogiSetup { to_move: Some(Side::Second), ..ShogiSetup::default() };
        *setup.cell(5, 1).expect("a cell") = piece_of("k");
        *setup.cell(1, 9).expect("a cell") = piece_of("+P");
        setup.hands[0] = vec!["G", "G", "R"];
        assert_eq!(setup.sfen(), "4k4/9/9/9/9/9/9/9/8+P w R2G 1");
        setup.hold_the_rest(Side::Second);
        let sfen = "4k4/9/9/9/9/9/9/9/8+P w R2Gr2b2g4s4n4l17p 1";
        assert_eq!(setup.sfen(), sfen);
        let fen = "4k4/9/9/9/9/9/9/9/8+P[RGGrbbggssssnnnnllllppppppppppppppppp] b - - 0 1";
        for text in [sfen, fen] {
            assert_eq!(ShogiSetup::read(text).map(|setup| setup.sfen()).as_deref(), Some(sfen));
        }
        for text in ["", "4k4/9 b", "9/9/9/9/9/9/9/9/9/k b - 1", "9k/9 b - 1", "x8/9 b - 1"] {
            assert!(ShogiSetup::read(text).is_none(), "{text}");
        }
    }
}
