//! CSA, the records of shogi programs (Computer Shogi Association, "CSA標準棋譜ファイル形式", V2.2 and
//! V3.0).

use crate::commands::{END, MOVE_TIME, clock, command_text, milliseconds, seconds, take};
use crate::game::EndedGames;
use crate::kif::HANDICAP;
use crate::shogi::{
    FOUL, OwnedPiece, PIECES, PieceKind, START, ShogiSetup, TERMINATION, add_line, add_remark,
    begin, comment_lines, ending, ending_of, game_on, headers, name_game, result_of, shown,
    with_value_line,
};
use crate::{Fault, RecordFormat, RecordedGame, RecordedMove, Tag};
use plyglot_core::game::{GameResult, MoveNotation, Side, quote};
use plyglot_engine::Referee;
use plyglot_support::files::Format;

pub(crate) const FORMAT: Format = Format { name: "games in CSA", beginnings: &["'CSA", "V"] };

const TAGS: [(&str, &str); 5] = [
    ("EVENT", "Event"),
    ("SITE", "Site"),
    ("START_TIME", "Date"),
    ("END_TIME", "EndDate"),
    ("OPENING", "Opening"),
];

/// How the first line of a file begins, behind its sign.
const ENCODING: &str = "CSA encoding=";

pub(crate) fn is_line(line: &str) -> bool {
    ["'CSA", "V2", "V3.", "N+", "N-", "$EVENT", "$START", "PI", "P1"]
        .iter()
        .any(|begin| line.starts_with(begin))
        || is_move(line)
}

fn is_move(line: &str) -> bool {
    let text = line.strip_prefix(['+', '-']).unwrap_or_default();
    let squares = text.bytes().take_while(u8::is_ascii_digit).count();
    squares == 4 && text.get(4..6).is_some_and(|name| kind_of(name).is_some())
}

fn kind_of(name: &str) -> Option<&'static PieceKind> {
    PIECES.iter().find(|kind| kind.csa == name)
}

/// The games of a text, with a line `/` between them.
pub(crate) fn read(text: &str) -> Vec<RecordedGame> {
    let mut games = vec![Reader::default()];
    for (number, line) in (1..).zip(text.lines()) {
        if is_divider(line) {
            games.push(Reader::default());
        } else if let Some(reader) = games.last_mut() {
            reader.take(number, trimmed(line));
        }
    }
    games.into_iter().filter(|reader| reader.line > 0).map(Reader::end).collect()
}

/// The games before the last line `/`.
pub(crate) fn read_ended(text: &str) -> EndedGames {
    for (at, _) in text.rmatch_indices('\n') {
        if text[..at].rsplit('\n').next().is_some_and(is_divider) {
            return EndedGames { games: read(&text[..=at]), end: at + 1 };
        }
    }
    EndedGames::default()
}

fn is_divider(line: &str) -> bool {
    trimmed(line) == "/"
}

fn trimmed(line: &str) -> &str {
    line.trim_end().trim_start_matches('\u{feff}')
}

#[derive(Default)]
struct Reader {
    game: RecordedGame,
    /// The first line with something of the game.
    line: usize,
    setup: Option<ShogiSetup>,
    /// The ranks of the board that were given one by one, and the most cells of one.
    ranks: usize,
    files: usize,
    to_move: Option<Side>,
    ended: bool,
}

impl Reader {
    fn take(&mut self, number: usize, line: &str) {
        if let Some(comment) = line.strip_prefix('\'') {
            self.remark(line, comment);
            return;
        }
        if self.line == 0 && !line.is_empty() {
            self.line = number;
        }
        // Names and headers may have commas.
        if line.starts_with(['N', '$', 'V']) {
            self.statement(number, line);
            return;
        }
        let (line, comment) = line.split_once(",'").unwrap_or((line, ""));
        line.split(',').for_each(|statement| self.statement(number, statement.trim_end()));
        if !comment.is_empty() {
            self.remark(&format!("'{comment}"), comment);
        }
    }

    /// Takes a line that begins with `'`, and what stands behind that sign. Comments for programs
    /// begin with `'*`. Others keep their sign; the program's own first line is none.
    fn remark(&mut self, line: &str, text: &str) {
        match text.strip_prefix('*') {
            Some(text) => self.comment(text),
            None if text.starts_with(ENCODING) || text.trim().is_empty() => {}
            None => self.comment(line),
        }
    }

    fn comment(&mut self, text: &str) {
        match self.game.moves.last_mut() {
            Some(last) => add_remark(&mut last.comment, text),
            None => add_line(&mut self.game.comment, text),
        }
    }

    fn tag(&mut self, line: usize, name: &str, value: &str) {
        if !value.is_empty() {
            self.game.tags.push(Tag::new(line, name, value));
        }
    }

    fn statement(&mut self, line: usize, text: &str) {
        let mut chars = text.chars();
        match (chars.next(), chars.as_str()) {
            (Some('N'), rest) if rest.starts_with('+') => self.tag(line, "White", rest[1..].trim()),
            (Some('N'), rest) if rest.starts_with('-') => self.tag(line, "Black", rest[1..].trim()),
            (Some('$'), rest) => {
                let (name, value) = rest.split_once(':').unwrap_or((rest, ""));
                let known = TAGS.iter().find(|(of, _)| *of == name).map_or(name, |(_, tag)| tag);
                self.tag(line, known, value.trim());
            }
            (Some('P'), rest) => self.position_line(line, rest),
            (Some('+'), "") => self.to_move = Some(Side::First),
            (Some('-'), "") => self.to_move = Some(Side::Second),
            (Some('+' | '-'), _) if self.ended => {
                let fault = Fault::slight(line, "no move after the end", quote(text));
                self.game.faults.push(fault);
            }
            (Some('+' | '-'), _) => {
                let text = text.to_owned();
                self.game.moves.push(RecordedMove { line, text, ..RecordedMove::default() });
            }
            (Some('%'), word) => {
                let first = self.to_move.unwrap_or(Side::First);
                let side = if self.game.moves.len().is_multiple_of(2) { first } else { !first };
                if !std::mem::replace(&mut self.ended, true) {
                    self.game.result = result_of(word, side);
                    self.tag(line, TERMINATION, word);
                }
            }
            (Some('T'), time) => {
                let name = if self.ended { END } else { MOVE_TIME };
                if let Some(time) = milliseconds(time) {
                    self.comment(&command_text(name, &clock(time)));
                }
            }
            // Versions.
            (Some('V') | None, _) => {}
            _ => self.game.faults.push(Fault::slight(line, "a line of CSA", quote(text))),
        }
    }

    /// `PI82HI22KA`, `P1-KY-KE ...`, `P+00KI`, `P-00AL`.
    fn position_line(&mut self, line: usize, text: &str) {
        let mut chars = text.chars();
        let setup = self.setup.get_or_insert_default();
        let is_right = match (chars.next(), chars.as_str()) {
            (Some('I'), rest) => {
                *setup = ShogiSetup::start();
                pieces(rest).iter().all(|piece| {
                    setup.cell(piece.file, piece.rank).is_some_and(|cell| cell.take().is_some())
                })
            }
            (Some(c @ '1'..='9'), rest) => {
                let rank = c as usize - '0' as usize;
                self.ranks = self.ranks.max(rank);
                // Some programs leave out blanks.
                let mut rest = rest.trim_start();
                for (file, cell) in (1..).zip(&mut setup.cells[rank - 1]) {
                    if !rest.is_empty() {
                        self.files = self.files.max(file);
                    }
                    let side = if rest.starts_with('-') { Side::Second } else { Side::First };
                    *cell = rest.get(1..3).and_then(kind_of).map(|kind| OwnedPiece { side, kind });
                    let length = if cell.is_some() { 3 } else { 1 };
                    rest = rest.get(length..).unwrap_or_default().trim_start();
                }
                true
            }
            (Some(sign @ ('+' | '-')), rest) => {
                let side = if sign == '+' { Side::First } else { Side::Second };
                let mut is_right = true;
                for PlacedPiece { file, rank, name } in pieces(rest) {
                    match (kind_of(name), setup.cell(file, rank)) {
                        (None, _) if name == "AL" => setup.hold_the_rest(side),
                        (Some(kind), _) if (file, rank) == (0, 0) => setup.hold(side, kind.sfen),
                        (Some(kind), Some(cell)) => *cell = Some(OwnedPiece { side, kind }),
                        _ => is_right = false,
                    }
                }
                is_right
            }
            _ => false,
        };
        if !is_right {
            self.game.faults.push(Fault::slight(line, "pieces of a position", quote(text)));
        }
    }

    /// The files and ranks of the board. Some programs leave out empty cells at the end of a rank.
    fn size(&self) -> [usize; 2] {
        let usual = ShogiSetup::default().size;
        let given = [self.files, self.ranks];
        match self.ranks {
            0 => usual,
            _ if game_on(given).is_some() => given,
            ranks => [usual[0], ranks],
        }
    }

    fn end(mut self) -> RecordedGame {
        let size = self.size();
        self.game.line = self.line;
        if let Some(mut setup) = self.setup {
            setup.to_move = self.to_move;
            if game_on(size).is_some() {
                setup.size = size;
            }
            let sfen = setup.sfen();
            if sfen != START {
                self.game.tags.push(Tag::new(self.line, "FEN", sfen));
            }
        }
        name_game(&mut self.game, size);
        self.game.result = self.game.result.or(Some(GameResult::Unfinished));
        self.game
    }
}

/// The main line of a game.
pub(crate) fn print(game: &RecordedGame, rules: &mut dyn Referee) -> String {
    let (setup, mut is_legal) = begin(game, rules, MoveNotation::Csa);
    let mut lines = headers_and_position(game, &setup);
    let (mut end, comment) = take(&game.comment, END);
    lines.extend(comment_lines(["", &comment]).map(remark_line));
    let first = setup.to_move.unwrap_or(Side::First);
    let is_own = game.format == RecordFormat::Csa;
    let is_of_csa: fn(&str) -> bool = if is_own { |_| true } else { is_move };
    let mut count = 0;
    for m in &game.moves {
        let Some(shown) = shown(&m.text, rules, &mut is_legal, is_of_csa) else { break };
        let (time, comment) = take(&m.comment, MOVE_TIME);
        let (end_time, comment) = take(&comment, END);
        let mover = if count % 2 == 0 { first } else { !first };
        let comment = with_value_line(&comment, mover, true);
        lines.push(shown);
        lines.extend(time_of(&time));
        lines.extend(comment_lines([&m.before, &comment]).map(remark_line));
        (count, end) = (count + 1, end_time);
    }
    let last = ending_of(game, if count % 2 == 0 { first } else { !first }, false);
    if let Some(ending) = last.filter(|_| count == game.moves.len()) {
        let loser = if game.result == Some(GameResult::Win(Side::First)) { "-" } else { "+" };
        lines.push(format!("%{}{}", if ending.csa == FOUL { loser } else { "" }, ending.csa));
        lines.extend(time_of(&end));
    } else if let Some(word) = game.tag(TERMINATION).filter(|word| is_own && ending(word).is_none())
    {
        // Nobody knows what it means.
        lines.push(format!("%{word}"));
        lines.extend(time_of(&end));
    }
    // The newer version has parts of seconds, and other headers.
    let is_new = lines
        .iter()
        .any(|line| line.starts_with("$TIME:") || line.starts_with('T') && line.contains('.'));
    let version = if is_new { "V3.0" } else { "V2.2" };
    format!("'{ENCODING}UTF-8\n{version}\n{}\n", lines.join("\n"))
}

/// A line of a comment: one that was for people keeps its sign.
fn remark_line(text: &str) -> String {
    let rest = text.strip_prefix('\'').unwrap_or_default();
    if rest.starts_with('*') || rest.starts_with(ENCODING) || rest.trim().is_empty() {
        format!("'*{text}")
    } else {
        text.to_owned()
    }
}

fn time_of(text: &str) -> Option<String> {
    milliseconds(text).map(|time| format!("T{}", seconds(time)))
}

fn headers_and_position(game: &RecordedGame, setup: &ShogiSetup) -> Vec<String> {
    let mut lines = Vec::new();
    for (name, value) in headers(game, &TAGS) {
        match name {
            "White" => lines.push(format!("N+{value}")),
            "Black" => lines.push(format!("N-{value}")),
            // It is in the position.
            HANDICAP => {}
            _ => lines.push(format!("${name}:{value}")),
        }
    }
    let rows = setup.rows(|at| match at {
        Some(OwnedPiece { side: Side::First, kind }) => format!("+{}", kind.csa),
        Some(OwnedPiece { side: Side::Second, kind }) => format!("-{}", kind.csa),
        None => " * ".to_owned(),
    });
    lines.extend((1..).zip(rows).map(|(rank, row)| format!("P{rank}{row}")));
    for (side, sign) in [(Side::First, '+'), (Side::Second, '-')] {
        let hand = setup.hand(side, |kind, count| format!("00{}", kind.csa).repeat(count));
        if !hand.is_empty() {
            lines.push(format!("P{sign}{hand}"));
        }
    }
    let is_second = setup.to_move == Some(Side::Second);
    lines.push(if is_second { "-" } else { "+" }.to_owned());
    lines
}

struct PlacedPiece<'t> {
    file: usize,
    rank: usize,
    name: &'t str,
}

/// The pieces of a text of four characters each.
fn pieces(text: &str) -> Vec<PlacedPiece<'_>> {
    let mut pieces = Vec::new();
    for i in 0..text.len() / 4 {
        if let Some(piece) = text.get(4 * i..4 * i + 4)
            && let &[file @ b'0'..=b'9', rank @ b'0'..=b'9', ..] = piece.as_bytes()
        {
            let file = usize::from(file - b'0');
            let rank = usize::from(rank - b'0');
            pieces.push(PlacedPiece { file, rank, name: &piece[2..] });
        }
    }
    pieces
}

#[cfg(test)]
mod tests {
    use crate::tests::{rules, texts};
    use crate::{RecordFormat, print, read};
    use plyglot_core::game::{GameResult, Side};

    const CSA: &str = "\
'CSA encoding=UTF-8
V3.0
N+Aoi, of Edo
N-Ren
$EVENT:Cup
PI
+
+7776FU,T12
'A remark
'*A comment, * and more
'** 30 -3334FU
-3334FU
T5.25
+8822UM
-3122GI
%TORYO,T7,'* -5000 win
/
P1 *  *  *  *  *  *  * -KE-OU
P3 * * * * * * * +RY *
P+00KI
P-00AL
+
+0022KI
%TSUMI
";

    #[test]
    fn csa_has_positions_moves_and_results() {
        assert_eq!(RecordFormat::detect(CSA), RecordFormat::Csa);
        let [game, problem] = &read(CSA).collect::<Vec<_>>()[..] else { panic!("two games") };
        assert_eq!(texts(&game.moves), ["+7776FU", "-3334FU", "+8822UM", "-3122GI"]);
        assert_eq!((game.tag("White"), game.tag("Event")), (Some("Aoi, of Edo"), Some("Cup")));
        assert_eq!((game.tag("FEN"), game.result), (None, Some(GameResult::Win(Side::Second))));
        assert_eq!(
            game.moves[0].comment,
            "[%eval 0.30] [%emt 0:00:12]\n'A remark\nA comment, * and more\n* 30 -3334FU"
        );
        assert_eq!(game.moves[1].comment, "[%emt 0:00:05.25]");
        assert_eq!(game.moves[3].comment, "[%end 0:00:07]\n -5000 win");
        let fen = "7nk/9/7+R1/9/9/9/9/9/9 b Gr2b3g4s3n4l18p 1";
        assert_eq!(problem.tag("FEN"), Some(fen));
        assert_eq!(problem.result, Some(GameResult::Win(Side::First)));
        assert_eq!([&game.faults[..], &problem.faults[..]].concat(), []);
    }

    #[test]
    fn csa_is_written() {
        let [game, problem] = &read(CSA).collect::<Vec<_>>()[..] else { panic!("two games") };
        let expected = "\
'CSA encoding=UTF-8
V3.0
N+Aoi, of Edo
N-Ren
$EVENT:Cup
P1-KY-KE-GI-KI-OU-KI-GI-KE-KY
P2 * -HI *  *  *  *  * -KA * 
P3-FU-FU-FU-FU-FU-FU-FU-FU-FU
P4 *  *  *  *  *  *  *  *  * 
P5 *  *  *  *  *  *  *  *  * 
P6 *  *  *  *  *  *  *  *  * 
P7+FU+FU+FU+FU+FU+FU+FU+FU+FU
P8 * +KA *  *  *  *  * +HI * 
P9+KY+KE+GI+KI+OU+KI+GI+KE+KY
+
+7776FU
T12
'A remark
'*A comment, * and more
'** 30 -3334FU
-3334FU
T5.25
+8822UM
-3122GI
'* -5000 win
%TORYO
T7
";
        let mut rules = rules("shogi");
        assert_eq!(print(game, RecordFormat::Csa, &mut *rules).as_deref(), Ok(expected));
        let text = print(problem, RecordFormat::Csa, &mut *rules).expect("a record");
        assert!(text.contains("\nP+00KI\nP-00HI00KA00KA00KI00KI00KI00GI00GI00GI00GI00KE00KE00KE"));
    }
}
