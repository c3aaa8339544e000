//! A match between two UCI engines, refereed by our own rules: the small tool
//! behind the figures of `docs/strength.md`.
//!
//! ```sh
//! cargo build --release --example duel
//! duel chess nodes=20000 games=400 plies=8 'plyglot' 'plyglot ; Variable Depth=false'
//! ```
//!
//! Each engine is a command, then options after `;`. `nodes=N` or
//! `movetime=MS` bounds a move. Every opening, `plies` random legal moves from
//! the start that leave the game open, is played twice with sides exchanged.
//! The score is the first engine's. In games that are solved, searches are
//! compared with `; Exact Knowledge=false` for both.

use plyglot::games::chess::Chess;
use plyglot::games::connect4::ConnectFour;
use plyglot::games::random::Random;
use plyglot::games::surakarta::Surakarta;
use plyglot::games::tictactoe::TicTacToe;
use plyglot::games::{Notation, Outcome, Side};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// No game goes on longer; what is undecided then is drawn.
const LONGEST: usize = 500;

type Failure = Box<dyn std::error::Error>;

struct Engine {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Engine {
    /// Starts `command ; option=value ; ...` and selects the game.
    fn start(line: &str, game: &str) -> Result<Engine, Failure> {
        let mut parts = line.split(';').map(str::trim);
        let mut words = parts.next().unwrap_or_default().split_whitespace();
        let mut process = Command::new(words.next().ok_or("an engine needs a command")?)
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let input = process.stdin.take().ok_or("no pipe to the engine")?;
        let output = BufReader::new(process.stdout.take().ok_or("no pipe from the engine")?);
        let mut engine = Engine { process, input, output };
        engine.send("uci")?;
        engine.read_to("uciok")?;
        engine.send(&format!("setoption name UCI_Variant value {game}"))?;
        for option in parts {
            let (name, value) = option.split_once('=').ok_or("an option is NAME=VALUE")?;
            engine.send(&format!("setoption name {name} value {value}"))?;
        }
        Ok(engine)
    }

    fn send(&mut self, line: &str) -> Result<(), Failure> {
        Ok(writeln!(self.input, "{line}")?)
    }

    /// The first line that begins with `word`.
    fn read_to(&mut self, word: &str) -> Result<String, Failure> {
        loop {
            let mut line = String::new();
            if self.output.read_line(&mut line)? == 0 {
                return Err(format!("the engine left before it said '{word}'").into());
            }
            if line.starts_with(word) {
                return Ok(line);
            }
        }
    }

    fn new_game(&mut self) -> Result<(), Failure> {
        self.send("ucinewgame\nisready")?;
        self.read_to("readyok").map(drop)
    }

    fn best_move(&mut self, moves: &[String], limit: &str) -> Result<String, Failure> {
        self.send(&format!("position startpos moves {}\ngo {limit}", moves.join(" ")))?;
        let line = self.read_to("bestmove")?;
        Ok(line.split_whitespace().nth(1).unwrap_or_default().to_owned())
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.send("quit");
        let _ = self.process.wait();
    }
}

/// A game in progress: the position, the moves as text, the keys for repetition.
struct Play<G: Notation> {
    position: G,
    moves: Vec<String>,
    keys: Vec<u64>,
}

impl<G: Notation> Play<G> {
    fn new() -> Result<Self, Failure> {
        let position = G::parse(G::START)?;
        Ok(Play { keys: vec![position.key()], position, moves: Vec::new() })
    }

    fn push(&mut self, m: G::Move) {
        self.moves.push(self.position.print_move(m));
        self.position.play(m);
        self.keys.push(self.position.key());
    }

    /// What the first player has made of it, if it is over: 2, 1 or 0 half points.
    fn result(&self) -> Option<i32> {
        let key = self.position.key();
        let visits = self.keys.iter().filter(|&&k| k == key).count();
        let drawn = (G::REPEATS && visits >= 3) || self.moves.len() >= LONGEST;
        let outcome = self.position.status().or(drawn.then_some(Outcome::Drawn))?;
        Some(match (outcome, self.position.side()) {
            (Outcome::Drawn, _) => 1,
            (Outcome::Won, Side::First) | (Outcome::Lost, Side::Second) => 2,
            _ => 0,
        })
    }

    /// A random opening that leaves the game open.
    fn opening(plies: usize, random: &mut Random) -> Result<Self, Failure> {
        loop {
            let mut play = Self::new()?;
            while play.moves.len() < plies && play.result().is_none() {
                let moves = play.position.legal_moves();
                play.push(moves[random.below(moves.len())]);
            }
            if play.result().is_none() {
                return Ok(play);
            }
        }
    }
}

/// Plays one game; gives the half points of the first player.
fn game<G: Notation>(
    opening: &[String],
    engines: [&mut Engine; 2],
    limit: &str,
) -> Result<i32, Failure> {
    let mut play = Play::<G>::new()?;
    for name in opening {
        let m = play.position.parse_move(name)?;
        play.push(m);
    }
    let [first, second] = engines;
    first.new_game()?;
    second.new_game()?;
    loop {
        if let Some(result) = play.result() {
            return Ok(result);
        }
        let engine = match play.position.side() {
            Side::First => &mut *first,
            Side::Second => &mut *second,
        };
        let name = engine.best_move(&play.moves, limit)?;
        let m = play.position.parse_move(&name).map_err(|e| format!("illegal move: {e}"))?;
        play.push(m);
    }
}

/// Elo difference of a mean score.
fn elo(score: f64) -> f64 {
    -400.0 * (1.0 / score.clamp(0.001, 0.999) - 1.0).log10()
}

fn summary(pairs: &[i32]) -> String {
    // A pair brings 0 to 4 half points; its spread is what the error comes from.
    let count = pairs.len() as f64;
    let mean = pairs.iter().sum::<i32>() as f64 / count / 4.0;
    let square = |&p: &i32| (f64::from(p) / 4.0 - mean).powi(2);
    let error = 1.96 * (pairs.iter().map(square).sum::<f64>() / count / count).sqrt();
    let (low, high) = (elo(mean - error), elo(mean + error));
    let mut pentanomial = [0; 5];
    pairs.iter().for_each(|&pair| pentanomial[pair as usize] += 1);
    format!(
        "{} games, score {:.1} %, Elo {:+.0} (95 %: {low:+.0} to {high:+.0}), pairs {pentanomial:?}",
        2 * pairs.len(),
        100.0 * mean,
        elo(mean),
    )
}

fn duel<G: Notation>(settings: &Settings) -> Result<(), Failure> {
    let mut first = Engine::start(&settings.engines[0], G::NAME)?;
    let mut second = Engine::start(&settings.engines[1], G::NAME)?;
    let mut random = Random::new(settings.seed);
    let (mut pairs, mut tally) = (Vec::new(), [0; 3]);
    while 2 * pairs.len() < settings.games {
        let opening = Play::<G>::opening(settings.plies, &mut random)?.moves;
        let white = game::<G>(&opening, [&mut first, &mut second], &settings.limit)?;
        let black = 2 - game::<G>(&opening, [&mut second, &mut first], &settings.limit)?;
        [white, black].iter().for_each(|&points| tally[points as usize] += 1);
        pairs.push(white + black);
        if pairs.len() % 50 == 0 {
            eprintln!("{}", summary(&pairs));
        }
    }
    let [losses, draws, wins] = tally;
    println!("{}: +{wins} ={draws} -{losses}; {}", G::NAME, summary(&pairs));
    Ok(())
}

struct Settings {
    engines: [String; 2],
    limit: String,
    games: usize,
    plies: usize,
    seed: u64,
}

fn main() -> Result<(), Failure> {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().ok_or("usage: duel GAME [KEY=NUMBER...] ENGINE ENGINE")?;
    let (mut limit, mut games, mut plies, mut seed) = ("nodes 5000".to_owned(), 100, 6, 1);
    let mut engines = Vec::new();
    for argument in arguments {
        match argument.split_once('=') {
            Some((key @ ("nodes" | "movetime" | "depth"), n)) => limit = format!("{key} {n}"),
            Some(("games", n)) => games = n.parse()?,
            Some(("plies", n)) => plies = n.parse()?,
            Some(("seed", n)) => seed = n.parse()?,
            _ => engines.push(argument),
        }
    }
    let engines = engines.try_into().map_err(|_| "two engines are needed")?;
    let settings = Settings { engines, limit, games, plies, seed };
    match name.as_str() {
        Chess::NAME => duel::<Chess>(&settings),
        ConnectFour::NAME => duel::<ConnectFour>(&settings),
        Surakarta::NAME => duel::<Surakarta>(&settings),
        TicTacToe::NAME => duel::<TicTacToe>(&settings),
        _ => Err(format!("no game is called '{name}'").into()),
    }
}
