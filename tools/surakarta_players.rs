//! Simple players of Surakarta as a reference for others. They use only stones and lines.
//!
//! `cargo run --release --example surakarta_players -- alphabeta`
//!
//! `alphabeta` searches six plies with quiescence; `greedy` plays the move with the best
//! position after it. Both use textbook algorithms and speak UCI. They always search like
//! this and ignore limits and clocks. `uniform` is Plyglot's own search without variable
//! depth, reductions, pruning and tuned evaluation, and obeys its limits.
//! `docs/surakarta.md` has more about them, and how to play a match against them.

#[macro_use]
#[path = "../tests/support/wrapped.rs"]
mod wrapped;

use clap::Parser;
use clap::builder::PossibleValuesParser;
use plyglot_core::game::{
    Evaluation, Game, GameInfo, Histories, Knowledge, MoveCells, Notation, Outcome, Picture,
    SearchParams, Side, TextError, Which,
};
use plyglot_games::surakarta::Surakarta;
use std::io::{self, BufRead, BufReader, Cursor, Read};

/// The value of a stone, in hundredths of a stone.
const STONE: i32 = 100;
/// The value of each loop line through a stone's point, along which it can capture and be
/// captured. It is a tenth of a stone, so that no point is worth a stone.
const LINE: i32 = 10;

/// Surakarta with an evaluation by stones and lines alone.
#[derive(Clone, Debug)]
struct Reference<const QUIESCENCE: bool>(Surakarta);

wrap_rules!([const QUIESCENCE: bool] Reference<QUIESCENCE>, Surakarta);

wrap_notation!([const QUIESCENCE: bool] Reference<QUIESCENCE>, Surakarta, Reference, &Surakarta::INFO);

impl<const QUIESCENCE: bool> Evaluation for Reference<QUIESCENCE> {
    type State = ();

    fn evaluate(&self, _state: &(), _workspace: &mut ()) -> i32 {
        let value = |side| {
            let counts = [self.0.stone_count(side), self.0.line_count(side)].map(|n| n as i32);
            STONE * counts[0] + LINE * counts[1]
        };
        value(self.side()) - value(!self.side())
    }
}

impl<const QUIESCENCE: bool> Histories for Reference<QUIESCENCE> {}

impl<const QUIESCENCE: bool> Knowledge for Reference<QUIESCENCE> {
    const PARAMS: SearchParams = {
        let mut params = SearchParams::PLAIN;
        params.quiescence.is_on = QUIESCENCE;
        params
    };
}

/// A player and its settings.
struct Player {
    name: &'static str,
    games: fn() -> plyglot_engine::Registry,
    /// The commands that it receives first.
    setting: &'static str,
    /// The depth in plies, if it is fixed. A depth of one ply without quiescence compares
    /// only the positions after each move: that is the greedy player.
    depth: Option<u16>,
}

const PLAYERS: [Player; 3] = [
    Player {
        name: "alphabeta",
        games: plyglot_engine::Registry::of::<Reference<true>>,
        setting: "setoption name Algorithm value alphabeta\n",
        depth: Some(6),
    },
    Player {
        name: "greedy",
        games: plyglot_engine::Registry::of::<Reference<false>>,
        setting: "setoption name Algorithm value alphabeta\n",
        depth: Some(1),
    },
    Player {
        name: "uniform",
        games: plyglot_engine::Registry::of::<Reference<true>>,
        setting: "setoption name Variable Depth value false\n",
        depth: None,
    },
];

/// The client's commands, with each `go` replaced if the player has a fixed depth.
struct ClientInput<R> {
    client: R,
    depth: Option<u16>,
    line: Cursor<Vec<u8>>,
}

impl<R: BufRead> ClientInput<R> {
    fn new(client: R, player: &Player) -> ClientInput<R> {
        let line = Cursor::new(player.setting.as_bytes().to_vec());
        ClientInput { client, depth: player.depth, line }
    }

    fn rewritten(&self, line: Vec<u8>) -> Vec<u8> {
        let is_go = line.trim_ascii_start().split(u8::is_ascii_whitespace).next() == Some(b"go");
        match self.depth {
            Some(depth) if is_go => format!("go depth {depth}\n").into_bytes(),
            _ => line,
        }
    }
}

impl<R: BufRead> BufRead for ClientInput<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.line.fill_buf()?.is_empty() {
            let mut line = Vec::new();
            self.client.read_until(b'\n', &mut line)?;
            self.line = Cursor::new(self.rewritten(line));
        }
        self.line.fill_buf()
    }

    fn consume(&mut self, amount: usize) {
        self.line.consume(amount);
    }
}

impl<R: BufRead> Read for ClientInput<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(buffer)?;
        self.consume(read);
        Ok(read)
    }
}

/// A weak player of Surakarta, to measure others by
#[derive(Parser)]
struct Arguments {
    /// How it plays
    #[arg(value_parser = PossibleValuesParser::new(PLAYERS.iter().map(|player| player.name)))]
    player: String,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let Arguments { player } = Arguments::parse();
    let chosen = PLAYERS.iter().find(|known| known.name == player);
    let chosen = chosen.ok_or("each player has a style")?;
    let input = ClientInput::new(BufReader::new(io::stdin()), chosen);
    let leave = |_: &io::Error| std::process::exit(0);
    plyglot::run((chosen.games)(), [], input, io::stdout(), leave)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyglot_core::game::random::Random;
    use plyglot_core::search::{
        Answer, Control, Limits, Root, Score, Search, Settings, Table, Task, Textbook,
    };

    /// The answer of a player with this depth.
    fn answer<G: Knowledge>(position: &G, depth: u16) -> Answer<G::Move> {
        let settings = Settings { textbook: Some(Textbook::AlphaBeta), ..Settings::default() };
        let task = Task {
            root: &Root::new(position.clone()),
            limits: &Limits::depth(depth),
            settings: &settings,
            table: &Table::new(1).expect("a MiB"),
            control: &Control::default(),
        };
        Search::new().run(&task, &mut |_| ())
    }

    /// The balance of stones and lines from the text of a position: the first player's
    /// minus the second's.
    fn balance(fen: &str) -> i32 {
        let (mut sum, mut rank) = (0, 6);
        for row in fen.split([' ', '/']).take(6) {
            let mut file = 1;
            for c in row.chars() {
                if let Some(empty) = c.to_digit(10) {
                    file += empty;
                    continue;
                }
                let edges = i32::from([1, 6].contains(&file)) + i32::from([1, 6].contains(&rank));
                let value = 100 + 10 * (2 - edges);
                sum += if c == 'P' { value } else { -value };
                file += 1;
            }
            rank -= 1;
        }
        sum
    }

    /// Plain minimax for the side to move, followed by all captures for as long as the
    /// side to move wants. `seen`: the earlier positions.
    fn minimax(position: &Surakarta, depth: u16, ply: usize, seen: &mut Vec<String>) -> Score {
        if let Some(outcome) = position.decided() {
            return Score::of_outcome(outcome, ply);
        }
        if seen.contains(&position.identity()) {
            return Score::DRAW;
        }
        let sign = if position.side() == Side::First { 1 } else { -1 };
        let mut best = (depth == 0).then(|| Score::evaluation(sign * balance(&position.print())));
        seen.push(position.identity());
        position.moves(if depth == 0 { Which::Tactical } else { Which::All }, |m| {
            let mut next = position.clone();
            next.play(m);
            best = best.max(Some(-minimax(&next, depth.saturating_sub(1), ply + 1, seen)));
        });
        seen.pop();
        best.unwrap_or_else(|| Score::of_outcome(position.stalled(), ply))
    }

    #[test]
    fn six_plies_agree_with_minimax() {
        for fen in [
            "6/1p4/6/3P2/6/2p3 w - - 0 30",
            "p5/6/2P3/6/6/5P b - - 3 40",
            "6/6/1p4/4P1/6/p5 b - - 44 40",
            "5p/6/6/6/6/P5 w - - 0 30",
            "6/6/2P2p/6/6/6 b - - 0 1",
        ] {
            let position = Surakarta::parse(fen).expect("a position");
            let found = answer(&Reference::<true>(position.clone()), 6);
            assert_eq!(found.depth, 6, "`{fen}`");
            assert_eq!(found.score, minimax(&position, 6, 0, &mut Vec::new()), "`{fen}`");
            let mut after = position.clone();
            after.play(found.best.expect("there are moves"));
            let score = -minimax(&after, 5, 1, &mut vec![position.identity()]);
            assert_eq!(found.score, score, "`{fen}`: {found:?}");
        }
    }

    /// Positions of random games in which captures are possible.
    fn positions_with_captures(count: usize) -> Vec<Surakarta> {
        let (mut random, mut found) = (Random::new(4), Vec::new());
        while found.len() < count {
            let mut position = Surakarta::start(());
            for _ in 0..random.below(60) {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position.play(moves[random.below(moves.len())]);
            }
            // Without the counters, so that they do not end the game at once.
            let position = Surakarta::parse(&position.identity()).expect("a position");
            if position.legal_moves().iter().any(|&m| position.tactical(m)) {
                found.push(position);
            }
        }
        found
    }

    #[test]
    fn the_greedy_player_makes_the_best_capture() {
        for position in positions_with_captures(300) {
            let fen = position.print();
            let best =
                answer(&Reference::<false>(position.clone()), 1).best.expect("there are moves");
            assert!(position.tactical(best), "`{fen}`: {}", position.print_move(best));
            let value = |m: plyglot_games::surakarta::Move| {
                let mut after = position.clone();
                after.play(m);
                let is_first = position.side() == Side::First;
                if is_first { balance(&after.print()) } else { -balance(&after.print()) }
            };
            let most = position.legal_moves().into_iter().map(value).max();
            assert_eq!(Some(value(best)), most, "`{fen}`: {}", position.print_move(best));
        }
    }

    #[test]
    fn every_go_is_replaced_by_the_fixed_depth() {
        let client = "uci\n go movetime 5\r\nposition startpos moves a2a3\ngo\ngone\n\nquit";
        let mut words = String::new();
        ClientInput::new(client.as_bytes(), &PLAYERS[0]).read_to_string(&mut words).expect("text");
        let expected = "setoption name Algorithm value alphabeta\nuci\ngo depth 6\n\
                        position startpos moves a2a3\ngo depth 6\ngone\n\nquit";
        assert_eq!(words, expected);
    }
}
