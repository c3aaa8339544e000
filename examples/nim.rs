//! Nim, with only the rules implemented: three heaps of stones, a move takes any number
//! from one heap, and the player who takes the last stone wins. `docs/new_game.md` walks
//! through it.
//!
//! `cargo run --release --example nim -- go depth 12`

use plyglot_core::game::random::mix;
use plyglot_core::game::{
    Evaluation, Game, GameInfo, Histories, Knowledge, Notation, Outcome, Picture, Side, TextError,
    Which, text_error,
};

/// A position of Nim.
#[derive(Clone, Debug)]
struct Nim {
    heaps: [u8; 3],
    side: Side,
}

/// A move: takes this many stones from this heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Take {
    heap: u8,
    stones: u8,
}

impl Game for Nim {
    type Move = Take;

    fn side(&self) -> Side {
        self.side
    }

    /// Only the lack of moves ends the game.
    fn decided(&self) -> Option<Outcome> {
        None
    }

    /// The other side has taken the last stone.
    fn stalled(&self) -> Outcome {
        Outcome::Lost
    }

    fn moves(&self, which: Which, mut visit: impl FnMut(Take)) {
        if which == Which::Tactical {
            return;
        }
        for (heap, &size) in (0..).zip(&self.heaps) {
            (1..=size).for_each(|stones| visit(Take { heap, stones }));
        }
    }

    fn play(&mut self, m: Take) {
        self.heaps[usize::from(m.heap)] -= m.stones;
        self.side = !self.side;
    }

    /// Values are for the side to move, and both sides have the same moves. So the side
    /// to move need not be part of the key.
    fn key(&self) -> u64 {
        mix(self.heaps.iter().fold(1, |key, &size| key << 8 | u64::from(size)))
    }

    fn pack(m: Take) -> u32 {
        u32::from(m.heap) << 8 | u32::from(m.stones)
    }
}

const INFO: GameInfo = {
    let mut info = GameInfo::new("nim", "3/4/5 w");
    info.title = "Nim";
    info.bench = &["7/8/9 b"];
    info.bench_depth = 12;
    info
};

impl Notation for Nim {
    type Rules = ();

    fn info(_: ()) -> &'static GameInfo {
        &INFO
    }

    fn rules(&self) {}

    fn parse_with(_: (), text: &str) -> Result<Nim, TextError> {
        let fields: Vec<&str> = text.split(['/', ' ']).collect();
        let [a, b, c, side] = fields[..] else {
            return Err(text_error(text, text.len(), "three heaps and a side: 3/4/5 w"));
        };
        let wrong = |field: &str, expected| {
            text_error(text, field.as_ptr() as usize - text.as_ptr() as usize, expected)
        };
        let size = |field: &str| match field.parse() {
            Ok(size @ 0..=9) => Ok(size),
            _ => Err(wrong(field, "a heap of 0 to 9 stones")),
        };
        let side = match side {
            "w" => Side::First,
            "b" => Side::Second,
            _ => return Err(wrong(side, "'w' or 'b'")),
        };
        Ok(Nim { heaps: [size(a)?, size(b)?, size(c)?], side })
    }

    fn print(&self) -> String {
        let side = if self.side == Side::First { 'w' } else { 'b' };
        format!("{} {side}", self.identity())
    }

    fn identity(&self) -> String {
        self.heaps.map(|size| size.to_string()).join("/")
    }

    /// Heap and stones: `c2` takes two from the third heap.
    fn print_move(&self, m: Take) -> String {
        format!("{}{}", char::from(b'a' + m.heap), m.stones)
    }

    /// There is no board with files and ranks.
    fn picture(&self) -> Option<Picture> {
        None
    }
}

impl Evaluation for Nim {
    type State = ();
}

impl Histories for Nim {}

impl Knowledge for Nim {
    /// Somebody takes the last stone.
    fn may_be_drawn(&self) -> bool {
        false
    }
}

fn main() -> std::process::ExitCode {
    let program =
        plyglot_engine::Program::new("Nim", env!("CARGO_PKG_VERSION"), "the Plyglot authors");
    plyglot::main(plyglot_engine::Registry::new::<Nim>().named(program))
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyglot_core::game::laws;
    use plyglot_core::search::{Control, Limits, Root, Search, Settings, Table, Task};

    #[test]
    fn keeps_the_laws() {
        laws::check::<Nim>(500, 1).unwrap();
    }

    /// Bouton, "Nim, a game with a complete mathematical theory" (1901): the side to move
    /// wins exactly if the exclusive or of the heaps is not 0. The winning move makes it
    /// 0.
    #[test]
    fn search_agrees_with_boutons_theory() {
        let (table, mut search) = (Table::new(1).unwrap(), Search::<Nim>::new());
        for heaps in (0..6 * 6 * 6).map(|i| [i / 36, i / 6 % 6, i % 6]).skip(1) {
            let root = Root::new(Nim { heaps, side: Side::First });
            let (limits, settings) = (Limits::depth(16), Settings::default());
            let answer = search.run(
                &Task {
                    root: &root,
                    limits: &limits,
                    settings: &settings,
                    table: &table,
                    control: &Control::default(),
                },
                &mut |_| (),
            );
            let is_won = nim_sum(&root.position) != 0;
            let plies = answer.score.plies_to_end().expect("Nim is searched to its end");
            assert_eq!(plies > 0, is_won, "{heaps:?}: {answer:?}");
            let mut after = root.position;
            after.play(answer.best.expect("there are stones"));
            assert_eq!(nim_sum(&after) == 0, is_won, "{heaps:?}: {answer:?}");
        }
    }

    fn nim_sum(position: &Nim) -> u8 {
        position.heaps.iter().fold(0, |sum, size| sum ^ size)
    }
}
