//! The options of a game, from a client's line to the rules that are played by.

use plyglot_core::game::random::mix;
use plyglot_core::game::tictactoe::TicTacToe;
use plyglot_core::game::{
    Evaluation, Game, GameInfo, GameResult, Histories, Knowledge, Notation, OptionKind, OptionSpec,
    Outcome, Picture, Preset, Side, TextError, Which, laws, text_error,
};
use plyglot_engine::{Program, Registry};
use plyglot_games::chess::Chess;
use std::io::{BufRead, BufReader, Lines, PipeReader, PipeWriter, Read, Write, pipe};

/// One heap; a move takes 1 to `most` stones. Nobody's keys tell the rules apart.
#[derive(Clone, Debug)]
pub(crate) struct Heap {
    size: u8,
    side: Side,
    pub(crate) most: u8,
    last_wins: bool,
}

impl Game for Heap {
    type Move = u8;

    fn side(&self) -> Side {
        self.side
    }

    fn decided(&self) -> Option<Outcome> {
        None
    }

    fn stalled(&self) -> Outcome {
        if self.last_wins { Outcome::Lost } else { Outcome::Won }
    }

    fn moves(&self, which: Which, visit: impl FnMut(u8)) {
        if which != Which::Tactical {
            (1..=self.most.min(self.size)).for_each(visit);
        }
    }

    fn play(&mut self, stones: u8) {
        self.size -= stones;
        self.side = !self.side;
    }

    fn key(&self) -> u64 {
        mix(u64::from(self.size) + 1)
    }

    fn pack(stones: u8) -> u32 {
        u32::from(stones)
    }
}

const INFO: GameInfo = {
    let mut info = GameInfo::new("heap", "8 w");
    info.title = "One Heap";
    info.sides = ["Ann", "Bob"];
    info.presets = &[Preset { name: "misere", option: "LastStone", value: "loses" }];
    info.options = &[
        OptionSpec { name: "LastStone", kind: OptionKind::Choice(&["wins", "loses"]) },
        OptionSpec { name: "Most", kind: OptionKind::Choice(&["3", "2", "11"]) },
    ];
    info
};

impl Notation for Heap {
    type Rules = ();

    fn info(_: ()) -> &'static GameInfo {
        &INFO
    }

    fn rules(&self) {}

    fn parse_with(_: (), text: &str) -> Result<Heap, TextError> {
        let wrong = || text_error(text, 0, "a heap and a side: 8 w");
        let (size, side) = text.split_once(' ').ok_or_else(wrong)?;
        let side = if side == "w" { Side::First } else { Side::Second };
        let size = size.parse().map_err(|_| wrong())?;
        Ok(Heap { size, side, most: 3, last_wins: true })
    }

    fn print(&self) -> String {
        let side = if self.side == Side::First { 'w' } else { 'b' };
        format!("{} {side}", self.size)
    }

    fn identity(&self) -> String {
        self.size.to_string()
    }

    fn print_move(&self, stones: u8) -> String {
        stones.to_string()
    }

    fn picture(&self) -> Option<Picture> {
        None
    }

    fn set_option(&mut self, name: &str, value: &str) {
        match name {
            "LastStone" => self.last_wins = value == "wins",
            _ => self.most = value.parse().expect("one of the words of OPTIONS"),
        }
    }

    fn diagram(&self) -> String {
        let verb = if self.last_wins { "wins" } else { "loses" };
        format!("{} stones, take {}, the last {verb}", self.size, self.most)
    }
}

impl Evaluation for Heap {
    type State = ();
}

impl Histories for Heap {}
impl Knowledge for Heap {}

/// A dialogue with heaps, or with tic-tac-toe.
struct Client {
    input: PipeWriter,
    output: Lines<BufReader<PipeReader>>,
}

impl Client {
    fn new() -> Client {
        let (read_input, input) = pipe().expect("a pipe");
        let (output, write_output) = pipe().expect("a pipe");
        std::thread::spawn(move || {
            let games = Registry::new::<Heap>().with::<TicTacToe>();
            plyglot::run(games, [], BufReader::new(read_input), write_output, |_| ())
        });
        Client { input, output: BufReader::new(output).lines() }
    }

    /// The output after these lines, up to a line that begins with `last`.
    fn ask(&mut self, lines: &[&str], last: &str) -> Vec<String> {
        for line in lines {
            writeln!(self.input, "{line}").expect("the session reads");
        }
        let mut printed = Vec::new();
        while printed.last().is_none_or(|line: &String| !line.starts_with(last)) {
            printed.push(self.output.next().expect("an answer").expect("text"));
        }
        printed
    }

    /// The only line that is printed after this one.
    fn complaint(&mut self, line: &str) -> String {
        let printed = self.ask(&[line, "isready"], "readyok");
        assert_eq!(printed.len(), 2, "{printed:?}");
        printed[0].clone()
    }

    /// The position and its rules after these lines, which say nothing.
    #[track_caller]
    fn expect(&mut self, lines: &[&str], shown: &str) {
        let printed = self.ask(&[lines, &["d"]].concat(), "Key: ");
        assert_eq!(printed[0], shown, "after {lines:?}");
    }

    /// Whether the side to move has a win, by a search to the end of the game.
    fn is_won(&mut self) -> bool {
        let printed = self.ask(&["go depth 12"], "bestmove");
        let line = printed.iter().rfind(|line| line.contains(" score mate ")).expect("an end");
        !line.contains(" score mate -")
    }
}

#[test]
fn keeps_the_laws() {
    laws::check::<Heap>(100, 1).unwrap();
}

/// The output of a program with these games for these arguments and this input.
fn printed(games: Registry, arguments: &[&str], input: &'static str) -> String {
    let (mut output, write_output) = pipe().expect("a pipe");
    let arguments = arguments.iter().map(|word| (*word).into());
    plyglot::run(games, arguments, input.as_bytes(), write_output, |_| ()).expect("it runs");
    let mut text = String::new();
    output.read_to_string(&mut text).expect("text");
    text
}

#[test]
fn a_program_speaks_of_its_own_games() {
    let games = || {
        let program = Program::new("Heap Master", "1.2", "Jane Doe");
        Registry::new::<Heap>().with::<TicTacToe>().named(program)
    };
    let uci = printed(games(), &[], "uci\n");
    for line in ["id name Heap Master 1.2\n", "id author Jane Doe\n"] {
        assert!(uci.contains(line), "{uci}");
    }
    let about =
        "UCI_EngineAbout type string default Heap Master 1.2 plays One Heap and tic-tac-toe ";
    assert!(uci.contains(about), "{uci}");
    let help = printed(games(), &[], "help\n");
    assert!(help.contains("Heap Master speaks UCI") && !help.contains("plyglot"), "{help}");
    assert_eq!(printed(games(), &["--version"], ""), "heap-master 1.2\n");
    let help = printed(games(), &["--help"], "");
    assert!(help.contains("One Heap and tic-tac-toe"), "{help}");
    assert!(help.contains("heap-master go depth 5"), "{help}");
    for text in [uci, help] {
        assert!(!text.contains("chess") && !text.contains("plyglot"), "{text}");
    }
}

#[test]
fn a_program_without_a_name_is_called_as_its_game_is() {
    let uci = printed(Registry::new::<Heap>(), &[], "uci\n");
    assert!(uci.starts_with("id name One Heap\nid author the author of One Heap\n"), "{uci}");
    assert_eq!(printed(Registry::new::<Heap>(), &["--version"], ""), "one-heap\n");
}

#[test]
fn sides_are_called_by_their_names() {
    for (position, answer) in [
        ("8 w", "Final evaluation +0.00 (Ann side)\n"),
        ("0 w", "Final evaluation: Bob has won\n"),
        ("0 b", "Final evaluation: Ann has won\n"),
    ] {
        let position = format!("position {position}");
        assert_eq!(printed(Registry::new::<Heap>(), &[&position, "eval"], ""), answer);
    }
}

#[test]
fn options_of_the_game_are_listed_in_uci_and_ugi() {
    for (hello, ok) in [("uci", "uciok"), ("ugi", "ugiok")] {
        let printed = Client::new().ask(&[hello], ok);
        for line in [
            "option name LastStone type combo default wins var wins var loses",
            "option name Most type combo default 3 var 3 var 2 var 11",
        ] {
            assert_eq!(printed.iter().filter(|printed| *printed == line).count(), 1, "{line}");
        }
    }
}

#[test]
fn options_hold_from_when_they_are_set() {
    let mut client = Client::new();
    client.expect(&[], "8 stones, take 3, the last wins");
    client.expect(&["setoption name Most value 2"], "8 stones, take 2, the last wins");
    client.expect(&["setoption name laststone value LOSES"], "8 stones, take 2, the last loses");
    client.expect(&["position startpos moves 2 1"], "5 stones, take 2, the last loses");
    client.expect(&["ucinewgame", "position 7 b"], "7 stones, take 2, the last loses");
    client.expect(&["setoption name most value 3"], "7 stones, take 3, the last loses");
}

#[test]
fn options_are_kept_while_another_game_is_selected() {
    let mut client = Client::new();
    let (heap, other) =
        ("setoption name UCI_Variant value heap", "setoption name UCI_Variant value tictactoe");
    client.ask(&["setoption name Most value 2", other], "info string variant");
    client.expect(&[heap], "8 stones, take 2, the last wins");
    client.ask(&[other], "info string variant");
    client.expect(&["setoption name Most value 11", heap], "8 stones, take 11, the last wins");
}

#[test]
fn a_preset_holds_until_the_next_game() {
    let mut client = Client::new();
    let set = "setoption name Most value 2";
    client.expect(
        &[set, "setoption name UCI_Variant value Misere"],
        "8 stones, take 2, the last loses",
    );
    client.expect(&["setoption name UCI_Variant value heap"], "8 stones, take 2, the last wins");
}

#[test]
fn wrong_values_are_refused_and_change_nothing() {
    let mut client = Client::new();
    assert_eq!(
        client.complaint("setoption name LastStone value loess"),
        "info string error: line 1, column 32: expected one of wins, loses, found 'loess'; \
         did you mean 'loses'?"
    );
    assert_eq!(
        client.complaint("setoption name Most value 77"),
        "info string error: line 3, column 27: expected one of 3, 2, 11, found '77'"
    );
    assert_eq!(
        client.complaint("setoption name Most"),
        "info string error: line 5, column 20: expected 'value' and one of 3, 2, 11, found the end"
    );
    client.expect(&[], "8 stones, take 3, the last wins");
}

/// Whoever faces a multiple of `most` + 1 stones loses, and one stone more
/// where the last one loses (Berlekamp, Conway and Guy, "Winning Ways").
#[test]
fn a_change_of_the_rules_clears_the_table() {
    let mut client = Client::new();
    for size in 5..=9 {
        client.ask(&[&format!("position {size} w"), "isready"], "readyok");
        for (most, last, lost) in [(3, "wins", 0), (2, "wins", 0), (2, "loses", 1), (3, "loses", 1)]
        {
            let set_most = format!("setoption name Most value {most}");
            let set_last = format!("setoption name LastStone value {last}");
            client.ask(&[&set_most, &set_last, "isready"], "readyok");
            let is_lost = size % (most + 1) == lost;
            assert_eq!(client.is_won(), !is_lost, "{size} stones, {most} at most, the last {last}");
        }
    }
}

#[test]
fn the_name_of_a_preset_gives_the_values_of_its_options() {
    let registry = Registry::new::<Heap>();
    for (name, last) in [("heap", "wins"), ("Misere", "loses")] {
        let game = registry.game(name).expect("a game");
        let values: Vec<_> = game.values().collect();
        assert_eq!(values, [("LastStone", last), ("Most", "3")], "{name}");
    }
}

#[test]
fn a_game_is_chosen_with_its_options() {
    let registry = Registry::new::<Heap>();
    let misere = registry.game("MISERE").expect("a preset");
    assert_eq!((misere.name(), misere.is_preset()), ("misere", true));
    assert!(misere.preset_names().eq(["misere"]));
    assert_eq!(misere.further_options().next(), None);

    let short = misere.clone().with("Most", "11").with("Most", "2");
    assert!(short != misere && short.name() == "misere");
    assert!(short.further_options().eq([("Most", "2")]));
    assert_eq!(short.open().moves(), ["1", "2"]);

    let other = registry.game("heap").expect("a game").with_all(short.options());
    assert!(!other.is_preset() && other != short);
    assert!(other.further_options().eq([("LastStone", "loses"), ("Most", "2")]));
    let [last, most] = misere.entry.info.options else { panic!("two options") };
    assert!(misere.clone().with_option(most, "2") == Ok(short.clone()));
    let expected = "one of wins, loses".to_owned();
    assert!(misere.with_option(last, "draws") == Err(expected));
    let plain = short.with("LastStone", "wins");
    assert_eq!((plain.preset_names().count(), plain.options().get("LastStone")), (0, Some("wins")));
}

#[test]
fn a_referee_follows_the_options() {
    let registry = Registry::new::<Heap>();
    let result = |referee: &mut dyn plyglot_engine::Referee| {
        referee.set_position(Some("2 w"), &["2"]).expect("a game");
        referee.result().expect("an end").result
    };
    let mut plain = registry.game("heap").expect("a game").open();
    assert_eq!(result(plain.as_mut()), GameResult::Win(Side::First));
    let mut misere = registry.game("misere").expect("a preset").open();
    assert_eq!(result(misere.as_mut()), GameResult::Win(Side::Second));

    plain.set_position(None, &[]).expect("the start position");
    plain.set_option("Most", "2");
    assert_eq!(plain.moves(), ["1", "2"]);
    plain.set_option("Most", "17");
    plain.set_option("Least", "2");
    assert_eq!(plain.moves(), ["1", "2"], "no word and no option");
}

/// A game that is over before it begins, with another's name, in other letters.
#[derive(Clone)]
struct Twin;

impl Game for Twin {
    type Move = u8;

    fn side(&self) -> Side {
        Side::First
    }
    fn decided(&self) -> Option<Outcome> {
        Some(Outcome::Drawn)
    }
    fn moves(&self, _which: Which, _visit: impl FnMut(u8)) {}
    fn play(&mut self, _m: u8) {}
    fn key(&self) -> u64 {
        1
    }
    fn pack(m: u8) -> u32 {
        u32::from(m)
    }
}

impl Notation for Twin {
    type Rules = ();
    fn info(_: ()) -> &'static GameInfo {
        const INFO: GameInfo = {
            let mut info = GameInfo::new("twin", "-");
            info.aliases = &["MISERE"];
            info
        };
        &INFO
    }
    fn rules(&self) {}
    fn parse_with(_: (), _text: &str) -> Result<Twin, TextError> {
        Ok(Twin)
    }
    fn print(&self) -> String {
        "-".to_owned()
    }
    fn print_move(&self, m: u8) -> String {
        m.to_string()
    }
    fn picture(&self) -> Option<Picture> {
        None
    }
}

impl Evaluation for Twin {
    type State = ();
}

impl Histories for Twin {}
impl Knowledge for Twin {}

/// The message with which a registry that makes no sense is refused.
fn refusal(make: fn() -> Registry) -> String {
    let panic = std::panic::catch_unwind(make).expect_err("it makes no sense");
    panic.downcast_ref::<String>().expect("it says why").clone()
}

#[test]
fn two_games_of_one_name_are_refused() {
    assert_eq!(
        refusal(|| Registry::new::<Heap>().with::<TicTacToe>().with::<Heap>()),
        "the games `heap` and `heap` are both selected by the name `heap`"
    );
    assert_eq!(
        refusal(|| Registry::new::<TicTacToe>().with::<Heap>().with::<Twin>()),
        "the games `heap` and `twin` are both selected by the name `MISERE`"
    );
    assert_eq!(Registry::new::<TicTacToe>().with::<Twin>().entries().len(), 2);
}

#[test]
fn networks_are_published_of_registered_games_alone() {
    assert_eq!(
        refusal(|| Registry::new::<Heap>().trainable::<Chess>().with::<Chess>()),
        "the game `chess` is not here: `with` brings it, `trainable` comes after that"
    );
    let registry = Registry::new::<Heap>().with::<Chess>().trainable::<Chess>();
    let is_open = registry.entries().iter().map(|entry| entry.network().is_some());
    assert_eq!(is_open.collect::<Vec<_>>(), [false, true]);
}
