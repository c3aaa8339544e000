//! Whole dialogues, against a model of what must be answered.
//!
//! The model is the input of the dialogue: it is asked for the next line when all before
//! it were carried out, looks at what was printed at once, and makes up the next line from
//! the bytes. What searches print is looked at in the end.

use super::bytes::Bytes;
use super::options;
use super::paper::{Paper, Printed, lock};
use super::words::{
    ATAXX, BEGINNINGS, BREAKTHROUGH, CHESS, COMMANDS, CONNECT4, LETTERS, LIMITS, OTHELLO,
    SURAKARTA, TICTACTOE,
};
use plyglot_engine::{OptionValues, Referee};
use std::io::{self, BufRead, Read};
use std::sync::{Arc, Mutex};

/// Lines that no dialogue of a target goes beyond.
const LONGEST: usize = 60;

pub(super) fn run(bytes: &[u8]) {
    let printed = Printed::default();
    let model = Arc::new(Mutex::new(Model::new(bytes.to_vec(), Arc::clone(&printed))));
    let input = Input { model: Arc::clone(&model), line: Vec::new(), read: 0 };
    let output = Paper(Arc::clone(&printed));
    plyglot::run(plyglot_games::standard(), [], input, output, |_| ())
        .expect("a dialogue ends well");
    let mut model = lock(&model);
    model.check_answers();
    model.check_end();
}

struct Input {
    model: Arc<Mutex<Model>>,
    line: Vec<u8>,
    read: usize,
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.fill_buf()?.read(buffer)?;
        self.consume(count);
        Ok(count)
    }
}

impl BufRead for Input {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.read == self.line.len() {
            self.line = lock(&self.model).next_line().into_bytes();
            self.read = 0;
        }
        Ok(&self.line[self.read..])
    }

    fn consume(&mut self, count: usize) {
        self.read += count;
    }
}

/// A position as it was set up.
#[derive(Clone, Default)]
struct Setup {
    game: String,
    options: OptionValues,
    start: Option<String>,
    moves: Vec<String>,
}

impl Setup {
    /// `None` if the position cannot be.
    fn referee(&self) -> Option<Box<dyn Referee>> {
        let registry = plyglot_games::standard();
        let mut referee = registry.entry(&self.game).ok()?.open();
        self.options.apply(&mut *referee);
        let moves: Vec<&str> = self.moves.iter().map(String::as_str).collect();
        referee.set_position(self.start.as_deref(), &moves).ok()?;
        Some(referee)
    }
}

/// A search or a count that was asked for.
enum Work {
    Go { setup: Setup, moves: Vec<String>, is_ugi: bool },
    Perft { total: Option<usize> },
}

/// The answer that must come at once.
#[derive(Debug, PartialEq)]
enum Answer {
    Nothing,
    Complaint,
    Response(String),
    Position(String),
    Any,
}

struct Model {
    bytes: Vec<u8>,
    at: usize,
    printed: Printed,
    /// The pieces that were looked at.
    seen: usize,
    lines: usize,
    setup: Setup,
    /// Whether the last position was refused.
    is_refused: bool,
    referee: Box<dyn Referee>,
    /// The options of games that were set, and the one that came with a name.
    options: OptionValues,
    is_ugi: bool,
    expected: Answer,
    ready: usize,
    work: Vec<Work>,
    last: String,
}

impl Model {
    fn new(bytes: Vec<u8>, printed: Printed) -> Model {
        let setup = Setup { game: "chess".to_owned(), ..Setup::default() };
        Model {
            bytes,
            at: 0,
            printed,
            seen: 0,
            lines: 0,
            referee: setup.referee().expect("a start position"),
            setup,
            is_refused: false,
            options: OptionValues::default(),
            is_ugi: false,
            expected: Answer::Nothing,
            ready: 0,
            work: Vec::new(),
            last: String::new(),
        }
    }

    /// The next line with its end, or nothing at the end.
    fn next_line(&mut self) -> String {
        self.check_answers();
        if self.at == self.bytes.len() || self.lines == LONGEST {
            return String::new();
        }
        let all = std::mem::take(&mut self.bytes);
        let mut bytes = Bytes(&all[self.at..]);
        let (line, expected) = self.command(&mut bytes);
        (self.last, self.expected) = (line.clone(), expected);
        self.at = all.len() - bytes.0.len();
        self.bytes = all;
        self.lines += 1;
        line + "\n"
    }

    /// The answers at once are those expected, no more and no less.
    fn check_answers(&mut self) {
        let printed = lock(&self.printed).clone();
        let mut complaints = 0;
        let mut said = Vec::new();
        for piece in &printed[self.seen..] {
            if let Some(place) = piece.strip_prefix("info string error: line ") {
                complaints += 1;
                let number = format!("{}, column ", self.lines);
                assert!(place.starts_with(&number), "{piece} after {:?}", self.last);
                assert!(piece.matches('\n').count() == 1, "{piece}");
            } else if piece.starts_with("response ") {
                said.push(Answer::Response(piece.trim_end().to_owned()));
            } else if let Some((_, text)) = piece.split_once("\nFen: ") {
                let text = text.lines().next().unwrap_or_default();
                said.push(Answer::Position(text.to_owned()));
            }
        }
        self.seen = printed.len();
        let expected = std::mem::replace(&mut self.expected, Answer::Nothing);
        let wanted = usize::from(expected == Answer::Complaint);
        assert!(
            complaints == wanted || expected == Answer::Any && complaints <= 1,
            "{complaints} complaints about {:?}: {:?}",
            self.last,
            printed.last()
        );
        if matches!(expected, Answer::Response(_) | Answer::Position(_)) {
            assert_eq!(said, [expected], "{:?}", self.last);
        } else {
            assert!(said.is_empty(), "{:?}: {said:?}", self.last);
        }
    }

    fn command(&mut self, bytes: &mut Bytes<'_>) -> (String, Answer) {
        let plain = |line: &str| (line.to_owned(), Answer::Nothing);
        match bytes.below(24) {
            0 => self.introduce(bytes),
            1 => {
                self.ready += 1;
                plain(bytes.one(&["isready", " isready ", "joho isready", "isready now"]))
            }
            2..5 => self.position(bytes),
            5 => self.mutated_position(bytes),
            6..11 => self.go(bytes),
            11 => plain("stop"),
            12 => plain("ponderhit"),
            13..15 => option(bytes),
            15 => self.game_option(bytes),
            16 => plain(bytes.one(&["ucinewgame", "uginewgame", "debug off", "eval", "help"])),
            17 => ("d".to_owned(), Answer::Position(self.referee.position())),
            18 => self.query(bytes),
            19 => self.path(bytes),
            20 => self.variant(bytes),
            21 => self.perft(bytes),
            22 => self.malformed(bytes),
            _ => nonsense(bytes),
        }
    }

    fn introduce(&mut self, bytes: &mut Bytes<'_>) -> (String, Answer) {
        self.is_ugi = bytes.byte().is_multiple_of(2);
        (if self.is_ugi { "ugi" } else { "uci" }.to_owned(), Answer::Nothing)
    }

    /// Some legal moves from the start or a position of the list, and perhaps one that
    /// is not.
    fn position(&mut self, bytes: &mut Bytes<'_>) -> (String, Answer) {
        let texts = match self.setup.game.as_str() {
            "chess" => CHESS,
            "cfour" => CONNECT4,
            "tictactoe" => TICTACTOE,
            "surakarta" => SURAKARTA,
            "flipello" => OTHELLO,
            "breakthrough" => BREAKTHROUGH,
            "ataxx" => ATAXX,
            _ => &["startpos"],
        };
        let start = bytes.one(texts);
        let mut setup = self.setup.clone();
        setup.options = self.options.clone();
        setup.start = (start != "startpos").then(|| start.to_owned());
        setup.moves = Vec::new();
        let mut referee = setup.referee().expect("a position of the list");
        for _ in 0..bytes.below(12) {
            let moves = referee.moves();
            if moves.is_empty() {
                break;
            }
            let name = moves[bytes.below(moves.len())].clone();
            referee.play(&name).expect("a legal move");
            setup.moves.push(name);
        }
        let mut line = format!("position {start} moves {}", setup.moves.join(" "));
        if bytes.byte().is_multiple_of(5) {
            line += bytes.one(&[" e9e9", " P@z9", " a1a1", " (none)"]);
            self.is_refused = true;
            return (line, Answer::Complaint);
        }
        self.is_refused = false;
        (self.setup, self.referee) = (setup, referee);
        (line, Answer::Nothing)
    }

    /// A position with some characters exchanged: accepted as the referee has it.
    fn mutated_position(&mut self, bytes: &mut Bytes<'_>) -> (String, Answer) {
        let mut text: Vec<char> = self.referee.position().chars().collect();
        for _ in 0..1 + bytes.below(3) {
            let at = bytes.below(text.len());
            text[at] = bytes.one(&LETTERS);
        }
        let text: String = text.into_iter().collect();
        let words = text.split_whitespace().collect::<Vec<_>>();
        if words.is_empty() || words[0] == "fen" {
            return (String::new(), Answer::Nothing);
        }
        let mut setup = self.setup.clone();
        setup.options = self.options.clone();
        (setup.start, setup.moves) = (Some(text.trim().to_owned()), Vec::new());
        let line = format!("position fen {text}");
        let referee = setup.referee();
        self.is_refused = referee.is_none();
        match referee {
            Some(referee) => {
                (self.setup, self.referee) = (setup, referee);
                (line, Answer::Nothing)
            }
            None => (line, Answer::Complaint),
        }
    }

    fn go(&mut self, bytes: &mut Bytes<'_>) -> (String, Answer) {
        let limit = bytes.one(LIMITS);
        let mut line = format!("go {limit}");
        let mut moves = self.referee.moves();
        let mut answer = Answer::Nothing;
        if bytes.byte().is_multiple_of(4) && !moves.is_empty() {
            let chosen: Vec<String> =
                (0..1 + bytes.below(3)).map(|_| moves[bytes.below(moves.len())].clone()).collect();
            line += &format!(" searchmoves {}", chosen.join(" "));
            moves = chosen;
        } else if bytes.byte() % 16 == 1 {
            // A word that is no move gets an error and is skipped, so all moves are searched.
            line += " searchmoves e9e9";
            answer = Answer::Complaint;
        }
        self.search(moves);
        (line, answer)
    }

    /// A search of these moves will be answered: by none, if the position was refused.
    fn search(&mut self, moves: Vec<String>) {
        let (setup, is_ugi) = (self.setup.clone(), self.is_ugi);
        let moves = if self.is_refused { Vec::new() } else { moves };
        self.work.push(Work::Go { setup, moves, is_ugi });
    }

    /// A good beginning and what cannot follow it. A search is answered all the same.
    fn malformed(&mut self, bytes: &mut Bytes<'_>) -> (String, Answer) {
        let junk: String = bytes.text(6).chars().filter(|c| c.is_alphabetic()).collect();
        let beginning = bytes.one(BEGINNINGS);
        if beginning.starts_with("go") && beginning != "go perft" {
            self.search(self.referee.moves());
        }
        self.is_refused |= beginning.starts_with("position");
        (format!("{beginning} x{junk}"), Answer::Complaint)
    }

    fn perft(&mut self, bytes: &mut Bytes<'_>) -> (String, Answer) {
        let depth = bytes.below(3);
        let total = [Some(1), Some(self.referee.moves().len()), None][depth];
        self.work.push(Work::Perft { total });
        (format!("go perft {depth}"), Answer::Nothing)
    }

    fn game_option(&mut self, bytes: &mut Bytes<'_>) -> (String, Answer) {
        let (name, value) = options::of_game(bytes);
        for options in [&mut self.options, &mut self.setup.options] {
            options.set(name, value);
        }
        self.referee.set_option(name, value);
        // The moves that led here may not be moves by the new rules.
        (self.setup.start, self.setup.moves) = (Some(self.referee.position()), Vec::new());
        (format!("setoption name {name} value {value}"), Answer::Nothing)
    }

    fn variant(&mut self, bytes: &mut Bytes<'_>) -> (String, Answer) {
        let registry = plyglot_games::standard();
        // Those that also set an option are for people.
        let is_plain = |name: &str| registry.game(name).is_some_and(|game| !game.is_preset());
        let mut names = registry.names();
        names.retain(|name| is_plain(name));
        let name = bytes.one(&names);
        let game = registry.game(name).expect("it is one of its names").name();
        let name =
            if bytes.byte().is_multiple_of(4) { name.to_uppercase() } else { name.to_owned() };
        let options = self.options.clone();
        self.is_refused = false;
        self.setup = Setup { game: game.to_owned(), options, ..Setup::default() };
        self.referee = self.setup.referee().expect("a start position");
        (format!("setoption name UCI_Variant value {name}"), Answer::Nothing)
    }

    fn query(&self, bytes: &mut Bytes<'_>) -> (String, Answer) {
        use plyglot_core::game::{GameResult, Side};
        let word = bytes.one(&["p1turn", "gameover", "result", "winner"]);
        let result = self.referee.result().map(|over| over.result);
        let answer = match word {
            "p1turn" => (self.referee.side() == Side::First).to_string(),
            "gameover" => result.is_some().to_string(),
            "result" => match result {
                Some(GameResult::Unfinished) | None => "none",
                Some(GameResult::Draw) => "draw",
                Some(GameResult::Win(Side::First)) => "p1win",
                Some(GameResult::Win(Side::Second)) => "p2win",
            }
            .to_owned(),
            _ => return ("query winner".to_owned(), Answer::Complaint),
        };
        (format!("query {word}"), Answer::Response(format!("response {answer}")))
    }

    fn path(&self, bytes: &mut Bytes<'_>) -> (String, Answer) {
        let moves = self.referee.moves();
        if moves.is_empty() || bytes.byte().is_multiple_of(4) {
            return ("path z9z9".to_owned(), Answer::Complaint);
        }
        (format!("path {}", moves[bytes.below(moves.len())]), Answer::Nothing)
    }

    /// Each piece of work has its one answer, in its turn.
    fn check_end(&mut self) {
        let printed = lock(&self.printed).concat();
        let ready = printed.lines().filter(|line| *line == "readyok").count();
        assert_eq!(ready, self.ready, "answers to isready");
        let mut work = std::mem::take(&mut self.work).into_iter();
        let mut line_of_search: Option<Vec<String>> = None;
        for line in printed.lines() {
            let words: Vec<&str> = line.split(' ').collect();
            match words[..] {
                ["info", "depth", ..] => {
                    let pv = words.iter().position(|word| *word == "pv");
                    if let Some(pv) = pv {
                        let moves = words[pv + 1..].iter().map(|&word| word.to_owned());
                        line_of_search = Some(moves.collect());
                    }
                }
                ["bestmove", ..] => {
                    let Some(Work::Go { setup, moves, is_ugi }) = work.next() else {
                        panic!("{line:?} answers nothing");
                    };
                    check_best(&words, &setup, &moves, is_ugi);
                    check_legal(line_of_search.take().unwrap_or_default(), &setup);
                }
                ["Nodes", "searched:", total] => {
                    let Some(Work::Perft { total: expected }) = work.next() else {
                        panic!("{line:?} answers nothing");
                    };
                    let total = total.parse().ok();
                    assert!(expected.is_none() || expected == total, "{line}");
                }
                ["info", "string", "perft", "was", "stopped"] => {
                    assert!(matches!(work.next(), Some(Work::Perft { .. })), "{line}");
                }
                _ => {}
            }
        }
        assert_eq!(work.count(), 0, "work that was not answered");
    }
}

fn check_best(words: &[&str], setup: &Setup, moves: &[String], is_ugi: bool) {
    let best = words[1];
    let is_none = best == "(none)" && moves.is_empty();
    assert!(is_none || moves.iter().any(|m| m == best), "{words:?}, {moves:?}");
    let ponder = match words[2..] {
        [] => None,
        ["ponder", ponder] if !is_ugi => Some(ponder),
        _ => panic!("{words:?}"),
    };
    if !is_none {
        let line = [best].into_iter().chain(ponder).map(str::to_owned).collect();
        check_legal(line, setup);
    }
}

/// Each move of a line is legal where it is made.
fn check_legal(line: Vec<String>, setup: &Setup) {
    let mut referee = setup.referee().expect("it was set up before");
    for name in &line {
        assert!(referee.moves().contains(name), "{name} of {line:?} in {}", referee.position());
        referee.play(name).expect("a legal move");
    }
}

/// Options that change nothing that the model knows of.
fn option(bytes: &mut Bytes<'_>) -> (String, Answer) {
    let (setting, is_refused) = options::other(bytes);
    let answer = if is_refused { Answer::Complaint } else { Answer::Nothing };
    (format!("setoption name {setting}"), answer)
}

/// Any characters. If no word of them is a command there is one complaint, but none
/// about a blank line or a comment.
fn nonsense(bytes: &mut Bytes<'_>) -> (String, Answer) {
    let count = bytes.below(40);
    let text: String = bytes.text(count).chars().filter(|c| !matches!(c, '\n' | '\r')).collect();
    let first = text.trim();
    if first.is_empty() || first.starts_with('#') {
        return (text, Answer::Nothing);
    }
    let is_command = |word: &str| COMMANDS.contains(&word);
    if text.split_whitespace().any(is_command) {
        (format!("# {text}"), Answer::Nothing)
    } else {
        (text, Answer::Complaint)
    }
}
