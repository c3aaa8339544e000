//! The dialects as clients use them: what is said in UCI becomes lines of the engine's dialect, and
//! its answers become lines of UCI.

use super::{Dialect, TimeUnit, UCI_PREFIX, ucci, usi};
use crate::protocol::command::{Command, GoCommand};
use crate::protocol::grammar::{first_word, parse_line};
use crate::protocol::spelling::MoveSpelling;
use crate::{GoLimits, SideClock, Value, position_command, usi_position_command};
use plyglot_core::game::{GameInfo, Outcome, Side};
use std::borrow::Cow;
use std::time::Duration;

/// The word for a move by which an engine gives a game up.
pub const RESIGNATION: &str = "resign";

/// The clocks of the first and of the second player, and their increments.
const UCI_TIMES: [&str; 4] = ["wtime", "btime", "winc", "binc"];
const UGI_TIMES: [&str; 4] = ["p1time", "p2time", "p1inc", "p2inc"];

const NO_SEARCH: &str = "expected a position and a search in UCI";

/// Stands between a client that speaks UCI and an engine that speaks a dialect of it: UGI, USI or
/// UCCI. The default is UCI, of which nothing is changed.
///
/// ```
/// use plyglot_engine::Translator;
///
/// let xiangqi = Translator::ucci();
/// let lines = xiangqi.search("position startpos moves h3e3", "go depth 5").unwrap();
/// assert_eq!(lines, ["position startpos moves h2e2", "go depth 5"]);
/// assert_eq!(xiangqi.read("bestmove h9g7".to_owned()), "bestmove h10g8");
/// assert_eq!(xiangqi.read("nobestmove".to_owned()), "bestmove resign");
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Translator {
    dialect: Dialect,
    spelling: MoveSpelling,
}

impl Translator {
    /// The option by which an engine of UCCI counts milliseconds, and not seconds.
    pub const MILLISECONDS: &'static str = ucci::MILLISECONDS;

    /// For an engine that speaks UGI. Its scores stay in plies.
    pub fn ugi() -> Translator {
        Translator { dialect: Dialect::Ugi, ..Translator::default() }
    }

    /// For an engine that speaks USI. How moves are written depends on the board of the game.
    pub fn usi(info: &GameInfo) -> Translator {
        Translator { dialect: Dialect::Usi, spelling: Dialect::Usi.spelling(info) }
    }

    /// For an engine that speaks UCCI, and counts seconds.
    pub fn ucci() -> Translator {
        let dialect = Dialect::Ucci { unit: TimeUnit::Seconds };
        Translator { dialect, spelling: MoveSpelling::RanksFromZero }
    }

    /// The same for an engine that was set to count milliseconds, which others do anyway.
    pub fn in_milliseconds(self) -> Translator {
        match self.dialect {
            Dialect::Ucci { .. } => {
                let dialect = Dialect::Ucci { unit: TimeUnit::Milliseconds };
                Translator { dialect, ..self }
            }
            _ => self,
        }
    }

    /// Why an engine of this dialect cannot be asked about a game; `None` if it can.
    pub fn refusal(&self, info: &GameInfo) -> Option<String> {
        if self.dialect.can_write(info) { None } else { Some(self.dialect.cannot_write(info)) }
    }

    /// The first line to an engine, and the word that ends its answer.
    pub fn handshake(&self) -> [String; 2] {
        [self.dialect.name().to_ascii_lowercase(), self.dialect.ok()]
    }

    /// Whether `isready` prepares the engine for a game, so that it forgets its position.
    pub fn isready_begins_games(&self) -> bool {
        self.dialect == Dialect::Usi
    }

    /// Whether the engine answers every `stop`, so that one that comes when it has moved already has
    /// a late answer, which is no move of its next search.
    pub fn answers_every_stop(&self) -> bool {
        self.is_ucci()
    }

    fn is_ucci(&self) -> bool {
        matches!(self.dialect, Dialect::Ucci { .. })
    }

    /// The line before a game.
    pub fn new_game(&self) -> &'static str {
        match self.dialect {
            Dialect::Uci => "ucinewgame",
            Dialect::Ugi => "uginewgame",
            Dialect::Usi => "usinewgame",
            Dialect::Ucci { .. } => "setoption newgame",
        }
    }

    /// The line behind a game with this result for the engine; `None` if the protocol has none.
    pub fn game_over(&self, outcome: Outcome) -> Option<&'static str> {
        if self.dialect != Dialect::Usi {
            return None;
        }
        Some(match outcome {
            Outcome::Won => "gameover win",
            Outcome::Lost => "gameover lose",
            Outcome::Drawn => "gameover draw",
        })
    }

    /// The line that sets an option, by its name in UCI or in the dialect.
    pub fn set_option(&self, name: &str, value: &str) -> String {
        match self.dialect {
            Dialect::Uci | Dialect::Ugi => format!("setoption name {name} value {value}"),
            Dialect::Usi => format!("setoption name {} value {value}", usi::own_option(name)),
            Dialect::Ucci { .. } => format!("setoption {} {value}", ucci::own_option(name)),
        }
    }

    /// The lines of the dialect for a `position` and a `go` of UCI.
    ///
    /// # Errors
    /// If these are other commands, or the dialect has no words for them.
    pub fn search(&self, position: &str, go: &str) -> Result<[String; 2], String> {
        if self.dialect == Dialect::Uci {
            return Ok([position.to_owned(), go.to_owned()]);
        }
        let Some(Command::Go(asked)) = command(go) else { return Err(NO_SEARCH.to_owned()) };
        if self.dialect == Dialect::Ugi {
            let numbers = numbers(&asked.limits, UGI_TIMES);
            return Ok([position.to_owned(), written(asked.ponder, &numbers, &names(&asked))]);
        }
        let Some(Command::Position { start, moves }) = command(position) else {
            return Err(NO_SEARCH.to_owned());
        };
        let start = start.as_ref().map(|word| word.text.as_str());
        let mut side = Side::First;
        if start.and_then(|start| start.split_whitespace().nth(1)) == Some("b") {
            side = Side::Second;
        }
        if !moves.len().is_multiple_of(2) {
            side = !side;
        }
        let moves: Vec<Cow<'_, str>> =
            moves.iter().map(|word| self.spelling.shown(&word.text)).collect();
        let position = match self.dialect {
            Dialect::Usi => usi_position_command(start, &moves),
            _ => position_command(start, &moves),
        };
        Ok([position, self.go(&asked, side)?])
    }

    fn go(&self, asked: &GoCommand, side: Side) -> Result<String, String> {
        let mut limits = asked.limits.clone();
        // A dialect has no search for a mate, or one of another kind.
        let mate_depth = limits.mate.take().map(|moves| moves.saturating_mul(2).saturating_sub(1));
        limits.depth = limits.depth.or(mate_depth);
        let moves = names(asked);
        let numbers = match self.dialect {
            Dialect::Ucci { .. } if !moves.is_empty() => {
                return Err("UCCI cannot name the only moves to search".to_owned());
            }
            Dialect::Ucci { unit } => ucci::numbers(&limits, side, unit),
            _ => usi_numbers(limits),
        };
        let moves: Vec<Cow<'_, str>> = moves.iter().map(|name| self.spelling.shown(name)).collect();
        Ok(written(asked.ponder, &numbers, &moves))
    }

    /// A line of the engine, as one of UCI has it. Of USI and UCCI, forced results are counted in
    /// moves; what else has no form in UCI stays as it is.
    pub fn read(&self, line: String) -> String {
        if matches!(self.dialect, Dialect::Uci | Dialect::Ugi) {
            return line;
        }
        let (word, rest) = first_word(line.trim());
        match word {
            "option" => self.option(rest),
            "info" => self.info(rest),
            "bestmove" => self.best(rest),
            "nobestmove" => format!("bestmove {RESIGNATION}"),
            _ => line,
        }
    }

    fn option(&self, rest: &str) -> String {
        let (names, prefix) = match self.dialect {
            Dialect::Ucci { .. } => (ucci::NAMES, UCI_PREFIX),
            _ => (usi::NAMES, usi::OWN_PREFIX),
        };
        let rest = rest.strip_prefix("name ").unwrap_or(rest);
        let (own, rest) = first_word(rest);
        let known = names.iter().find(|(known, _)| *known == own);
        let name = match (known, own.strip_prefix(prefix)) {
            (Some((_, uci)), _) => (*uci).to_owned(),
            (None, Some(name)) => format!("{UCI_PREFIX}{name}"),
            (None, None) => own.replace('_', " "),
        };
        format!("option name {name} {rest}")
    }

    fn best(&self, rest: &str) -> String {
        // An engine of UCCI may add to its move that it gives the game up.
        if self.is_ucci() && rest.split_whitespace().any(|word| word == RESIGNATION) {
            return format!("bestmove {RESIGNATION}");
        }
        let words: Vec<Cow<'_, str>> =
            rest.split_whitespace().map(|word| self.spelling.read(word)).collect();
        format!("bestmove {}", words.join(" "))
    }

    fn info(&self, rest: &str) -> String {
        let mut answer: Vec<Cow<'_, str>> = vec!["info".into()];
        let mut words = rest.split_whitespace();
        while let Some(word) = words.next() {
            let word = if self.is_ucci() && word == "message" { "string" } else { word };
            answer.push(word.into());
            match word {
                "string" => answer.extend(words.by_ref().map(Cow::Borrowed)),
                "pv" => answer.extend(words.by_ref().map(|name| self.spelling.read(name))),
                "currmove" => answer.extend(words.next().map(|name| self.spelling.read(name))),
                "mate" => answer.extend(words.next().map(moves_to_mate)),
                "score" if self.is_ucci() => answer.extend(words.next().map(ucci_score)),
                _ => {}
            }
        }
        answer.join(" ")
    }
}

/// The command of UCI that begins a search within limits.
pub fn go_command(limits: &GoLimits) -> String {
    let moves = limits.moves.as_deref().unwrap_or_default();
    written(false, &numbers(limits, UCI_TIMES), moves)
}

fn command(line: &str) -> Option<Command> {
    parse_line(line).ok()?.command
}

fn names(go: &GoCommand) -> Vec<&str> {
    go.moves.iter().map(|word| word.text.as_str()).collect()
}

/// The words of `go` with their numbers, in order.
type GoNumbers = [(&'static str, Option<u128>)];

fn numbers(limits: &GoLimits, times: [&'static str; 4]) -> Vec<(&'static str, Option<u128>)> {
    let [first, second] = &limits.clocks;
    vec![
        ("depth", limits.depth.map(u128::from)),
        ("nodes", limits.nodes.map(u128::from)),
        ("mate", limits.mate.map(u128::from)),
        ("movetime", limits.move_time.map(|time| time.as_millis())),
        (times[0], first.left.map(|time| time.as_millis())),
        (times[1], second.left.map(|time| time.as_millis())),
        (times[2], increment(first)),
        (times[3], increment(second)),
        ("movestogo", limits.moves_to_go.map(u128::from)),
    ]
}

/// A fixed time without a clock is byoyomi, which all engines of USI know. Beside a clock, they
/// expect byoyomi or increments.
fn usi_numbers(mut limits: GoLimits) -> Vec<(&'static str, Option<u128>)> {
    let has_clock = limits.clocks.iter().any(|clock| clock.left.is_some());
    let has_increment = limits.clocks.iter().any(|clock| !clock.increment.is_zero());
    let mut byoyomi = if has_clock && !has_increment { Some(Duration::ZERO) } else { None };
    if !has_clock && let Some(time) = limits.move_time.take() {
        let none = SideClock { left: Some(Duration::ZERO), ..SideClock::default() };
        limits.clocks = [none; 2];
        byoyomi = Some(time);
    }
    let mut numbers = numbers(&limits, usi::TIMES);
    numbers.push((usi::BYOYOMI, byoyomi.map(|time| time.as_millis())));
    numbers
}

fn increment(clock: &SideClock) -> Option<u128> {
    Some(clock.increment.as_millis()).filter(|&time| time > 0)
}

fn written(ponders: bool, numbers: &GoNumbers, moves: &[impl AsRef<str>]) -> String {
    let mut command = if ponders { "go ponder".to_owned() } else { "go".to_owned() };
    let begun = command.len();
    for (word, number) in numbers {
        command += &number.map_or(String::new(), |number| format!(" {word} {number}"));
    }
    if command.len() == begun {
        command += " infinite";
    }
    if !moves.is_empty() {
        command += " searchmoves";
    }
    moves.iter().for_each(|name| command.extend([" ", name.as_ref()]));
    command
}

/// The moves to a forced result, from its plies. Engines may give a sign alone.
fn moves_to_mate(plies: &str) -> Cow<'_, str> {
    match plies.parse::<i16>() {
        Ok(plies) => Value::moves_of(plies.into()).to_string().into(),
        Err(_) => plies.into(),
    }
}

fn ucci_score(text: &str) -> Cow<'_, str> {
    match ucci::read_score(text) {
        Some(Value::Centi(centi)) => format!("cp {centi}").into(),
        Some(Value::End(plies)) => format!("mate {}", Value::moves_of(plies)).into(),
        None => text.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHOGI: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[-] w 0 1";

    fn shogi() -> Translator {
        Translator::usi(&GameInfo::new("shogi", SHOGI))
    }

    #[track_caller]
    fn expect(translator: Translator, position: &str, go: &str, lines: [&str; 2]) {
        let found = translator.search(position, go);
        assert_eq!(found, Ok(lines.map(str::to_owned)), "{position}, {go}");
    }

    /// What an engine has said, line by line.
    #[track_caller]
    fn expect_read(translator: Translator, lines: &[(&str, &str)]) {
        for &(own, uci) in lines {
            assert_eq!(translator.read(own.to_owned()), uci);
        }
    }

    #[test]
    fn uci_stays_as_it_is() {
        let uci = Translator::default();
        let lines = ["position startpos moves e2e4", "go  wtime 1 btime 2 unknown"];
        expect(uci, lines[0], lines[1], lines);
        expect_read(uci, &[("bestmove  resign", "bestmove  resign"), ("x", "x")]);
    }

    #[test]
    fn engines_of_ugi_have_clocks_of_their_players() {
        let position = "position startpos moves a b";
        let go = "go depth 9 mate 2 p1time 10 p2time 20 p1inc 1";
        let uci = "go mate 2 wtime 10 btime 20 winc 1 depth 9";
        expect(Translator::ugi(), position, uci, [position, go]);
    }

    #[test]
    fn engines_of_usi_are_told_clocks_of_black_and_white_or_byoyomi() {
        let start = "position startpos";
        for (uci, usi) in [
            ("go wtime 60000 btime 50000", "go btime 60000 wtime 50000 byoyomi 0"),
            ("go wtime 1 btime 2 winc 3 binc 4", "go btime 1 wtime 2 binc 3 winc 4"),
            ("go movetime 1000", "go btime 0 wtime 0 byoyomi 1000"),
            ("go nodes 5 movetime 7", "go nodes 5 btime 0 wtime 0 byoyomi 7"),
            ("go ponder wtime 1 btime 2", "go ponder btime 1 wtime 2 byoyomi 0"),
            ("go infinite", "go infinite"),
            ("go depth 3 searchmoves c3c4 P@e5", "go depth 3 searchmoves 7g7f P*5e"),
            // Its own `go mate` is answered in another way.
            ("go mate 3", "go depth 5"),
        ] {
            expect(shogi(), start, uci, [start, usi]);
        }
        let fen = "position fen 4k4/9/9/9/9/9/9/9/4K4[RPPb] b - - 0 1 moves e9e8 P@e5";
        let sfen = "position sfen 4k4/9/9/9/9/9/9/9/4K4 w R2Pb 1 moves 5a5b P*5e";
        expect(shogi(), fen, "go depth 1", [sfen, "go depth 1"]);
    }

    #[test]
    fn engines_of_ucci_are_told_clocks_of_their_own_and_the_other_side() {
        let uci = "go wtime 300000 btime 250000 winc 2000 binc 3000";
        let ucci = Translator::ucci().in_milliseconds();
        let first = "go time 300000 increment 2000 opptime 250000 oppincrement 3000";
        expect(ucci, "position startpos", uci, ["position startpos", first]);
        let moved = ["position startpos moves h3e3", "position startpos moves h2e2"];
        let second = "go time 250000 increment 3000 opptime 300000 oppincrement 2000";
        expect(ucci, moved[0], uci, [moved[1], second]);
        let black = "position fen 3k5/9/9/9/9/9/9/9/9/4K4 b - - 0 1";
        expect(ucci, black, uci, [black, second]);
        let seconds = "go time 300 increment 2 opptime 250 oppincrement 3";
        expect(Translator::ucci(), "position startpos", uci, ["position startpos", seconds]);
        for (uci, own) in [
            ("go movetime 1500", "go time 1500 movestogo 1"),
            (
                "go wtime 60000 btime 5 movestogo 40",
                "go time 60000 movestogo 40 opptime 5 oppincrement 0",
            ),
            ("go ponder nodes 9", "go ponder nodes 9"),
            ("go infinite", "go infinite"),
        ] {
            expect(ucci, "position startpos", uci, ["position startpos", own]);
        }
        assert!(ucci.search("position startpos", "go searchmoves h3e3").is_err());
        assert!(ucci.search("go", "position startpos").is_err());
    }

    #[test]
    fn options_have_the_names_of_each_protocol() {
        let lines = |translator: Translator| {
            let names = ["Hash", "Ponder", "UCI_Variant", "Move Overhead", "BookFile"];
            names.map(|name| translator.set_option(name, "1"))
        };
        let usi = ["USI_Hash", "USI_Ponder", "USI_Variant", "Move_Overhead", "BookFile"];
        assert_eq!(lines(shogi()), usi.map(|name| format!("setoption name {name} value 1")));
        let ucci = ["hashsize", "ponder", "UCI_Variant", "Move_Overhead", "BookFile"];
        assert_eq!(lines(Translator::ucci()), ucci.map(|name| format!("setoption {name} 1")));
        let spin = "type spin default 16 min 1 max 9";
        for (usi, uci) in [
            ("USI_Hash", "Hash"),
            ("USI_Variant", "UCI_Variant"),
            ("Move_Overhead", "Move Overhead"),
            ("BookFile", "BookFile"),
        ] {
            let uci = format!("option name {uci} {spin}");
            assert_eq!(shogi().read(format!("option name {usi} {spin}")), uci);
        }
        for (ucci, uci) in [("hashsize", "Hash"), ("UCI_Variant", "UCI_Variant")] {
            let uci = format!("option name {uci} {spin}");
            assert_eq!(Translator::ucci().read(format!("option {ucci} {spin}")), uci);
        }
    }

    #[test]
    fn answers_become_those_of_uci() {
        expect_read(
            shogi(),
            &[
                ("usiok", "usiok"),
                ("bestmove 7g7f ponder 3c3d", "bestmove c3c4 ponder g7g6"),
                ("bestmove resign", "bestmove resign"),
                // It expects that the other side gives up.
                ("bestmove 7g7f ponder resign", "bestmove c3c4 ponder resign"),
                ("bestmove win", "bestmove win"),
                (
                    "info depth 3 score mate 5 nodes 7 pv 2b8h+ P*5e",
                    "info depth 3 score mate 3 nodes 7 pv h8b2+ P@e5",
                ),
                ("info score mate +", "info score mate +"),
                ("info score mate 99999999999", "info score mate 99999999999"),
                ("info score cp -12 currmove 7g7f", "info score cp -12 currmove c3c4"),
                ("info string 7g7f  is a move", "info string 7g7f is a move"),
            ],
        );
        expect_read(
            Translator::ucci(),
            &[
                ("bestmove b0c2 ponder b9c7", "bestmove b1c3 ponder b10c8"),
                ("bestmove b0c2 draw", "bestmove b1c3 draw"),
                ("bestmove b0c2 resign", "bestmove resign"),
                ("nobestmove", "bestmove resign"),
                ("info depth 6 score 4 pv b0c2 b9c7", "info depth 6 score cp 4 pv b1c3 b10c8"),
                ("info depth 6 score 29997", "info depth 6 score mate 2"),
                ("info depth 6 score -29998", "info depth 6 score mate -1"),
                ("info score", "info score"),
                ("info depth 2 message score 5", "info depth 2 string score 5"),
                ("bye", "bye"),
            ],
        );
    }

    #[test]
    fn engines_of_usi_are_told_results() {
        let results = [Outcome::Won, Outcome::Lost, Outcome::Drawn];
        let expected = ["gameover win", "gameover lose", "gameover draw"].map(Some);
        assert_eq!(results.map(|result| shogi().game_over(result)), expected);
        assert_eq!(Translator::default().game_over(Outcome::Won), None);
    }

    #[test]
    fn a_dialect_is_for_its_games() {
        let chess = GameInfo::new("chess", "rnbqkbnr/8/8/8/8/8/8/RNBQKBNR w - - 0 1");
        assert!(shogi().refusal(&chess).is_some_and(|why| why.starts_with("USI does not")));
        assert!(Translator::ucci().refusal(&chess).is_some());
        assert_eq!(shogi().refusal(&GameInfo::new("shogi", SHOGI)), None);
        assert_eq!(Translator::default().refusal(&chess), None);
    }
}
