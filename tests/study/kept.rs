//! What authors wrote is in their records after these were read and written: moves that no rules
//! allow and their siblings, comments of every kind, glyphs. The records are written here, by the
//! descriptions of their formats alone.

use plyglot_core::game::random::Random;
use plyglot_engine::{Engine, NOTATION};
use plyglot_records::{RecordFormat, RecordedGame, RecordedMove, print, read};

const FILES: usize = 300;
const MAX_DEPTH: usize = 3;

/// How records of a format are written.
struct Style {
    format: RecordFormat,
    game: &'static str,
    notation: &'static str,
    /// What stands in comments. That of shogi has no digits, which would be values of programs.
    words: &'static [&'static str],
    illegal: &'static [&'static str],
    has_glyphs: bool,
    has_variations: bool,
    /// Whether a comment can stand before the first move of a variation.
    has_before: bool,
    write: fn(&Record) -> String,
}

const WORDS: &[&str] = &[
    "good", "\"so\"", ";", "(or", "not)", "[x]", "[%tqu]", "{", "\\", "\\]", "%", "'", "*", "$5",
    "1.", "1-0", "<b>", "&amp;", "まで",
];

const WORDS_OF_SHOGI: &[&str] = &[
    "好手", "\"so\"", ";", "(or", "not)", "[x]", "{", "}", "\\", "%", "'", "*", "#", "&", "まで",
    "：", "▲",
];

static STYLES: [Style; 5] = [
    Style {
        format: RecordFormat::Pgn,
        game: "chess",
        notation: "san",
        words: WORDS,
        illegal: &["Ke9", "Nz3", "e2e2", "Qa1xi9", "--"],
        has_glyphs: true,
        has_variations: true,
        has_before: true,
        write: pgn,
    },
    Style {
        format: RecordFormat::Pdn,
        game: "draughts",
        notation: "numbers",
        words: WORDS,
        illegal: &["50-49", "99-98", "0x51"],
        has_glyphs: true,
        has_variations: true,
        has_before: true,
        write: pgn,
    },
    Style {
        format: RecordFormat::Sgf,
        game: "othello",
        notation: "squares",
        words: WORDS,
        illegal: &["zz", "d4", "12"],
        has_glyphs: true,
        has_variations: true,
        has_before: true,
        write: sgf,
    },
    Style {
        format: RecordFormat::Kif,
        game: "shogi",
        notation: "kif",
        words: WORDS_OF_SHOGI,
        illegal: &["５五王(55)", "１一歩(11)", "まちがい"],
        has_glyphs: false,
        has_variations: true,
        has_before: false,
        write: kif,
    },
    Style {
        format: RecordFormat::Csa,
        game: "shogi",
        notation: "csa",
        words: WORDS_OF_SHOGI,
        illegal: &["+5555OU", "-0019FU", "+what"],
        has_glyphs: false,
        has_variations: false,
        has_before: false,
        write: csa,
    },
];

struct Record {
    format: RecordFormat,
    comment: String,
    moves: Vec<RecordedMove>,
}

struct Author {
    style: &'static Style,
    rules: Box<dyn Engine>,
    random: Random,
}

impl Author {
    fn record(&mut self) -> Record {
        let comment = self.comment();
        Record { format: self.style.format, comment, moves: self.line(18, 0) }
    }

    fn comment(&mut self) -> String {
        let mut text = String::new();
        if self.random.below(3) > 0 {
            return text;
        }
        for i in 0..=self.random.below(6) {
            if i > 0 {
                text.push(if self.random.below(4) == 0 { '\n' } else { ' ' });
            }
            text += self.style.words[self.random.below(self.style.words.len())];
        }
        // Only a comment to the end of its line can have this brace in PGN.
        if self.style.has_glyphs && self.random.below(5) == 0 {
            text += " }";
        }
        text
    }

    /// A line from where the rules stand, which stay there.
    fn line(&mut self, plies: usize, depth: usize) -> Vec<RecordedMove> {
        let mut moves: Vec<RecordedMove> = Vec::new();
        let before = self.rules.moves_made();
        let mut is_legal = true;
        while moves.len() < plies {
            // What stands in place of a variation's first move is beside it.
            let can_branch = is_legal && depth < MAX_DEPTH && (depth == 0 || !moves.is_empty());
            let mut variations = Vec::new();
            if can_branch && self.style.has_variations && self.random.below(4) == 0 {
                for _ in 0..=self.random.below(2) {
                    let plies = 1 + self.random.below(4);
                    variations.push(self.line(plies, depth + 1));
                }
            }
            is_legal &= self.random.below(12) > 0;
            let legal = if is_legal { self.play() } else { Some(self.illegal()) };
            let Some(text) = legal else { break };
            variations.retain(|line| line.first().is_some_and(|first| first.text != text));
            let has_before = self.style.has_before && depth > 0 && moves.is_empty();
            let said = if has_before { self.comment() } else { String::new() };
            let has_glyph = self.style.has_glyphs && self.random.below(4) == 0;
            let nags = if has_glyph { vec![7 + self.random.below(200) as u8] } else { Vec::new() };
            let comment = self.comment();
            moves.push(RecordedMove { line: 0, before: said, text, comment, nags, variations });
        }
        while self.rules.moves_made() > before {
            self.rules.undo();
        }
        moves
    }

    /// A legal move as records have it, but no pass; `None` if there is none.
    fn play(&mut self) -> Option<String> {
        let moves = self.rules.moves();
        if moves.is_empty() || self.rules.result().is_some() {
            return None;
        }
        let text = self.rules.play(&moves[self.random.below(moves.len())]).expect("it is legal");
        if text == "pass" {
            self.rules.undo();
            return None;
        }
        Some(text)
    }

    fn illegal(&mut self) -> String {
        self.style.illegal[self.random.below(self.style.illegal.len())].to_owned()
    }
}

fn pgn(record: &Record) -> String {
    let game = if record.format == RecordFormat::Pdn { "[GameType \"20\"]\n" } else { "" };
    let comment = pgn_comment(&record.comment);
    let moves = pgn_line(&record.moves);
    format!("[Event \"x\"]\n{game}% for others\n\n{comment}{moves}*\n")
}

fn pgn_comment(comment: &str) -> String {
    match comment {
        "" => String::new(),
        _ if comment.contains('}') => format!(" ;{}\n", comment.replace('\n', " ")),
        _ => format!("{{{comment}}} "),
    }
}

fn pgn_line(moves: &[RecordedMove]) -> String {
    let mut text = String::new();
    for m in moves {
        text += &format!("{}{} ", pgn_comment(&m.before), m.text);
        m.nags.iter().for_each(|nag| text += &format!("${nag} "));
        text += &pgn_comment(&m.comment);
        m.variations.iter().for_each(|line| text += &format!("({}) ", pgn_line(line)));
    }
    text
}

fn sgf(record: &Record) -> String {
    let comment = sgf_comment(&record.comment);
    format!("(;FF[4]GM[2]SZ[8]{comment}{})\n", sgf_line(&record.moves, 0))
}

fn sgf_comment(comment: &str) -> String {
    match comment {
        "" => String::new(),
        _ => format!("C[{}]", comment.replace('\\', "\\\\").replace(']', "\\]")),
    }
}

fn sgf_line(moves: &[RecordedMove], ply: usize) -> String {
    let Some((m, rest)) = moves.split_first() else { return String::new() };
    let side = if ply.is_multiple_of(2) { "B" } else { "W" };
    let glyphs: String = m.nags.iter().map(|nag| format!("PGN[${nag}]")).collect();
    let before = match sgf_comment(&m.before) {
        said if said.is_empty() => said,
        said => format!(";{said}"),
    };
    let comment = sgf_comment(&m.comment);
    let line = format!("{before};{side}[{}]{glyphs}{comment}{}", m.text, sgf_line(rest, ply + 1));
    if m.variations.is_empty() {
        return line;
    }
    let others = m.variations.iter().map(|line| format!("({})", sgf_line(line, ply)));
    format!("({line}){}", others.collect::<String>())
}

fn kif(record: &Record) -> String {
    let comment = remarks("*", &record.comment);
    format!("手合割：平手\n# for others\n{comment}{}", kif_line(&record.moves, 1))
}

/// The lines of a comment behind a sign.
fn remarks(sign: &str, comment: &str) -> String {
    comment.lines().map(|line| format!("{sign}{line}\n")).collect()
}

/// A line, then its variations from the last to the first.
fn kif_line(moves: &[RecordedMove], ply: usize) -> String {
    let mut text = String::new();
    for (number, m) in (ply..).zip(moves) {
        text += &format!("{number:4} {}\n{}", m.text, remarks("*", &m.comment));
    }
    for (number, m) in (ply..).zip(moves).collect::<Vec<_>>().into_iter().rev() {
        for line in &m.variations {
            text += &format!("\n変化：{number}手\n{}", kif_line(line, number));
        }
    }
    text
}

fn csa(record: &Record) -> String {
    let mut text = format!("V2.2\nPI\n+\n{}", remarks("'*", &record.comment));
    for m in &record.moves {
        text += &format!("{}\n{}", m.text, remarks("'*", &m.comment));
    }
    text
}

/// All that is said, a line for each move. Blanks and ends of lines are alike.
fn said(moves: &[RecordedMove], depth: usize, lines: &mut Vec<String>) {
    for m in moves {
        let RecordedMove { text, nags, .. } = m;
        let before = plain(&m.before);
        let comment = plain(&m.comment);
        lines.push(format!("{depth} {text} {nags:?} before: {before} after: {comment}"));
        m.variations.iter().for_each(|line| said(line, depth + 1, lines));
    }
}

fn plain(comment: &str) -> String {
    comment.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn all_said(comment: &str, moves: &[RecordedMove]) -> Vec<String> {
    let mut lines = vec![plain(comment)];
    said(moves, 0, &mut lines);
    lines
}

fn only(text: &str) -> RecordedGame {
    let mut games = read(text);
    let game = games.next().expect("a game");
    assert!(games.next().is_none(), "{text}");
    game
}

#[test]
fn all_that_authors_wrote_is_written_again() {
    let registry = plyglot_library::with_library(plyglot_games::standard());
    for style in &STYLES {
        let name = style.format.name();
        let mut rules = registry.game(style.game).expect("it exists").open();
        rules.set_option(NOTATION, style.notation);
        let mut author = Author { style, rules, random: Random::new(9) };
        let mut variations = 0;
        for _ in 0..FILES {
            let record = author.record();
            let text = (style.write)(&record);
            let game = only(&text);
            let expected = all_said(&record.comment, &record.moves);
            assert_eq!(game.format, style.format, "{text}");
            assert_eq!(game.faults, [], "{name}: {text}");
            assert_eq!(all_said(&game.comment, &game.moves), expected, "{name}, read: {text}");
            let mut rules = registry.game(style.game).expect("it exists").open();
            let written = print(&game, style.format, &mut *rules).expect("it is for it");
            let again = only(&written);
            assert_eq!(again.faults, [], "{name}: {text}\n{written}");
            let found = all_said(&again.comment, &again.moves);
            assert_eq!(found, expected, "{name}, written: {text}\n{written}");
            assert_eq!(again.escaped_lines, game.escaped_lines, "{name}: {written}");
            variations += expected.iter().filter(|line| line.starts_with('2')).count();
        }
        assert_eq!(variations > 0, style.has_variations, "{name}: variations in variations");
    }
}

/// Each thing that a format cannot keep is told, with its line.
#[test]
fn what_is_lost_is_told() {
    let deep = format!("(;GM[2]\n{}{})", "(;B[d3])(;B[c4]".repeat(70), ")".repeat(70));
    for (text, line, told) in [
        (deep.as_str(), 2, "fewer variations in variations"),
        ("[Event \"x\"]\n\n(1. c4) 1. e4 *", 3, "a move before this variation"),
        ("1. e4 $300 *", 1, "a glyph from $0 to $255"),
        ("1. e4\n<> e5 *", 2, "a move or a sign"),
        ("手合割：平手\nnobody knows\n   1 ７六歩(77)\n", 2, "a line of KIF"),
        ("V2.2\nPI\n+\n+7776FU\n%TORYO\n-3334FU\n", 6, "no move after the end"),
        ("(;GM[2];B[f5]\nnobody knows;W[d6])", 2, "a property with its value"),
    ] {
        let game = read(text).next().expect("a game");
        let fault = game.faults.first().unwrap_or_else(|| panic!("nothing is told: {text}"));
        assert_eq!((fault.line, fault.mismatch.expected.as_str()), (line, told), "{text}");
    }
}

/// Lines for other programs, words of sentences, glyphs in letters, and words that end a game in CSA.
#[test]
fn odd_words_are_written_again() {
    let registry = plyglot_library::with_library(plyglot_games::standard());
    for (game, text, kept) in [
        (
            "chess",
            "[Event \"x\"]\n%one\n\n1. e4 e5 2. Nf3\n% two\nNc6 *\n",
            "[Event \"x\"]\n%one\n% two\n\n1. e4",
        ),
        ("chess", "1. e4 e5 2. d4 N exd4 D 3. c3 *", "2. d4 $146 exd4 $220 3. c3 *"),
        ("chess", "1. e4 a fine move! e5 2. d4 *", "1. e4 a fine move $1 e5 2. d4 *"),
        ("chess", "1. e4 e5 2. d4 {a} 12 exd4 {b} 3. c3 *", "2. d4 {a} 2... exd4 {b} 3. c3 *"),
        ("chess", "1. e4 ({no move}) e5 *", "1. e4 {no move} 1... e5 *"),
        ("chess", "1. e4 -- 2. d4 d5 *", "1. e4 -- 2. d4 d5 *"),
        ("shogi", "V2.2\nPI\n+\n+7776FU\n%NOBODY_KNOWS\n", "+7776FU\n%NOBODY_KNOWS\n"),
        ("shogi", "手合割：平手\n   1 ７六歩(77)\nまで決着せず\n", "*まで決着せず\n"),
    ] {
        let read = only(text);
        let mut rules = registry.game(game).expect("it exists").open();
        let written = print(&read, read.format, &mut *rules).expect("it is for it");
        assert!(written.contains(kept), "{text}\n{written}");
    }
}
