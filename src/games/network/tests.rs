//! Networks of all widths give what their formula says, move by move.

use super::*;
use crate::games::random::Random;
use crate::games::tictactoe::{Cell, TicTacToe};
use crate::games::{
    EvalState, EvalWorkspace, Evaluation, Game, Notation, Outcome, TextError, Which, Workspace,
    evaluate_alone, laws, workspace,
};

/// A network with parameters of all sizes up to the greatest.
fn random_network(shape: NetworkShape, random: &mut Random) -> Network {
    let mut up_to = |max: i16| random.below(2 * max as usize + 1) as i16 - max;
    let NetworkShape { inputs, hidden, buckets, has_base, .. } = shape;
    let mut parameters = Vec::new();
    parameters.extend((0..(inputs + 1) * hidden).map(|_| up_to(MAX_INPUT_WEIGHT)));
    parameters.extend((0..2 * buckets * hidden).map(|_| up_to(MAX_OUTPUT_WEIGHT)));
    parameters.extend((0..buckets).map(|_| up_to(1000)));
    parameters.extend((0..if has_base { buckets } else { 0 }).map(|_| up_to(MAX_BASE_WEIGHT)));
    Network::new(shape, &parameters).expect("the parameters are within bounds")
}

/// The formula at the head of `network`, in floating point.
fn formula<G: Networked>(network: &Network, position: &G, base: i32) -> f64 {
    let NetworkShape { inputs, hidden, buckets, has_base, .. } = network.shape();
    let parameters: Vec<f64> = network.parameters().into_iter().map(f64::from).collect();
    let (rows, rest) = parameters.split_at(inputs * hidden);
    let (biases, rest) = rest.split_at(hidden);
    let (outputs, rest) = rest.split_at(2 * hidden * buckets);
    let bucket = position.bucket();
    let mut output = rest[bucket] / f64::from(OUTPUT_BIAS_QUANTIZATION);
    for (half, side) in [position.side(), !position.side()].into_iter().enumerate() {
        let perspective = position.perspective(side);
        for i in 0..hidden {
            let weight = |placement| rows[G::input(perspective, placement) * hidden + i];
            let sum = biases[i] + position.placements().iter().map(weight).sum::<f64>();
            let neuron = (sum / f64::from(QA)).clamp(0.0, 1.0).powi(2);
            output += neuron * outputs[(2 * bucket + half) * hidden + i] / f64::from(QB);
        }
    }
    let base_weight = if has_base { rest[buckets + bucket] / 256.0 } else { 0.0 };
    base_weight * f64::from(base) + 400.0 * output
}

/// Networks of all widths give what their formula says, along random games from these
/// positions; alone too, where there is a base evaluation. All placements are few enough,
/// and are inputs of their own.
#[cfg(feature = "games")]
fn check_widths<G: Networked + Notation>(starts: &[&str])
where
    G::State: EvalState<Workspace = Accumulators<G>>,
{
    let mut random = Random::new(5);
    for hidden in [32, 96, 128, 160, 256, 384, 512, 1024] {
        let shape = NetworkShape::of::<G>(hidden);
        let has_base = shape.has_base && random.below(4) > 0;
        let network = Arc::new(random_network(NetworkShape { has_base, ..shape }, &mut random));
        let mut workspace = Accumulators::<G>::default();
        workspace.set_network(Some(Arc::clone(&network)));
        for start in starts {
            let mut position = G::parse(start).expect("a FEN");
            let mut state = position.state();
            state.record(0, &mut workspace);
            for ply in 0..100 {
                check_inputs(&position);
                // Some positions are never evaluated.
                if random.below(3) > 0 {
                    workspace.set_ply(ply);
                    let found = f64::from(workspace.evaluate(&position, || 100));
                    let expected = formula(&network, &position, 100);
                    let text = position.print();
                    assert!((found - expected).abs() < 12.0, "{text}: {found}, {expected}");
                }
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                let m = moves[random.below(moves.len())];
                position.advance(m, &mut state);
                position.play(m);
                state.record(ply + 1, &mut workspace);
            }
        }
    }
}

/// The numbers of a position are within their bounds.
#[cfg(feature = "games")]
fn check_inputs<G: Networked + Notation>(position: &G) {
    let placements: Vec<usize> = position.placements().iter().collect();
    let text = position.print();
    assert!(placements.len() <= 63, "{text}: {} placements", placements.len());
    assert!(placements.iter().all(|&placement| placement < G::PLACEMENTS), "{text}");
    assert!(position.bucket() < G::BUCKETS, "{text}");
    for side in [Side::First, Side::Second] {
        assert!(position.perspective(side) < G::PERSPECTIVES, "{text}");
    }
}

/// From each perspective, placements are different inputs; symmetries map placements one
/// to one.
#[cfg(feature = "games")]
fn check_maps<G: Networked>() {
    let is_one_to_one = |map: &dyn Fn(usize) -> usize, bound: usize| {
        let images: std::collections::BTreeSet<usize> = (0..G::PLACEMENTS).map(map).collect();
        images.len() == G::PLACEMENTS && images.iter().all(|&image| image < bound)
    };
    for perspective in 0..G::PERSPECTIVES {
        assert!(is_one_to_one(&|placement| G::input(perspective, placement), G::INPUTS));
    }
    for symmetry in 0..G::SYMMETRIES {
        assert!(is_one_to_one(&|placement| G::symmetric(symmetry, placement), G::PLACEMENTS));
    }
    assert!((0..G::PLACEMENTS).all(|placement| G::symmetric(0, placement) == placement));
}

#[cfg(feature = "games")]
#[test]
fn networks_of_all_widths_agree_with_their_formula() {
    use crate::games::chess::Chess;
    use crate::games::connect4::ConnectFour;
    use crate::games::othello::Othello;
    use crate::games::surakarta::Surakarta;
    // Kings that walk about, pawns that promote, castling.
    check_widths::<Chess>(&[Chess::START, "r3k2r/8/5P2/8/2p5/8/8/R3K2R w KQkq - 0 1"]);
    check_widths::<ConnectFour>(&[ConnectFour::START; 8]);
    check_widths::<Surakarta>(&[Surakarta::START; 2]);
    check_widths::<Othello>(&[Othello::START; 2]);
}

#[cfg(feature = "games")]
#[test]
fn placements_are_different_inputs() {
    check_maps::<crate::games::chess::Chess>();
    check_maps::<crate::games::connect4::ConnectFour>();
    check_maps::<crate::games::surakarta::Surakarta>();
    check_maps::<crate::games::othello::Othello>();
}

/// Tic-tac-toe with a network alone.
#[derive(Clone, Copy, Debug)]
struct Learnt(TicTacToe);

impl Game for Learnt {
    type Move = Cell;

    fn side(&self) -> Side {
        self.0.side()
    }
    fn decided(&self) -> Option<Outcome> {
        self.0.decided()
    }
    fn moves(&self, which: Which, visit: impl FnMut(Cell)) {
        self.0.moves(which, visit);
    }
    fn play(&mut self, m: Cell) {
        self.0.play(m);
    }
    fn key(&self) -> u64 {
        self.0.key()
    }
    fn pack(m: Cell) -> u32 {
        TicTacToe::pack(m)
    }
}

impl Notation for Learnt {
    const NAME: &'static str = "learnt";
    const START: &'static str = TicTacToe::START;

    fn parse(text: &str) -> Result<Self, TextError> {
        TicTacToe::parse(text).map(Learnt)
    }
    fn print(&self) -> String {
        self.0.print()
    }
    fn print_move(&self, m: Cell) -> String {
        self.0.print_move(m)
    }
    fn parse_move(&self, text: &str) -> Result<Cell, TextError> {
        self.0.parse_move(text)
    }
}

impl Evaluation for Learnt {
    type State = NetworkState<Learnt>;

    fn evaluate(&self, _: &Self::State, accumulators: &mut Accumulators<Learnt>) -> i32 {
        accumulators.evaluate(self, || 0).clamp(-20_000, 20_000)
    }
}

impl Knowledge for Learnt {}

impl Networked for Learnt {
    type Placements = PlacementSet<1>;
    const PLACEMENTS: usize = 18;

    fn placements(&self) -> PlacementSet<1> {
        // As in a FEN: `P` and `p` are stones, numbers are empty cells.
        let (mut words, mut cell) = ([0], 0);
        for c in self.0.print().chars().take_while(|c| !"[ ".contains(*c)) {
            match c {
                'P' => words[0] |= 1 << cell,
                'p' => words[0] |= 1 << (9 + cell),
                _ => cell += c.to_digit(10).unwrap_or(0),
            }
            cell += u32::from("Pp".contains(c));
        }
        PlacementSet(words)
    }

    fn default_network() -> Option<Arc<Network>> {
        let network = random_network(NetworkShape::of::<Learnt>(64), &mut Random::new(8));
        Some(Arc::new(network))
    }
}

#[test]
fn a_game_needs_to_say_no_more_than_its_placements() {
    laws::check::<Learnt>(50, 1).expect("the laws hold");
    let network = Learnt::default_network().expect("it has one");
    let position = Learnt::parse("X...O....").expect("a position");
    assert_eq!(position.placements().iter().count(), 2);
    let found = f64::from(crate::games::evaluate(&position));
    let expected = formula(&network, &position, 0);
    assert!((found - expected).abs() < 6.0 && expected.abs() > 50.0, "{found}, {expected}");
}

/// Before it is trained, a network changes nothing.
#[test]
fn a_blank_network_evaluates_to_the_base() {
    let shape = NetworkShape { has_base: true, ..NetworkShape::of::<Learnt>(32) };
    let network = Network::blank(shape);
    let rows = [0; 32];
    assert_eq!(network.evaluate(&rows, &rows, 0, 37), 37);
    assert_eq!(network.parameters().len(), 18 * 32 + 32 + 2 * 32 + 1 + 1);
}

/// Without its network, a game is evaluated as by hand.
#[cfg(feature = "games")]
#[test]
fn a_network_beside_an_evaluation_can_be_left_out() {
    use crate::games::chess::Chess;
    use crate::games::connect4::ConnectFour;
    use crate::games::othello::Othello;
    use crate::games::surakarta::Surakarta;
    fn check<G: Networked + Notation>() {
        let mut workspace = workspace::<G>(&Workspace::<G>::base_alone());
        let mut random = Random::new(3);
        let mut differing = 0;
        let mut position = G::parse(G::START).expect("the start position");
        for _ in 0..12 {
            let moves = position.legal_moves();
            position.play(moves[random.below(moves.len())]);
            let Some(base) = position.base_evaluation() else { continue };
            assert_eq!(evaluate_alone(&position, &mut workspace), base, "{}", position.print());
            differing += u32::from(crate::games::evaluate(&position) != base);
        }
        assert!(differing > 6, "{}: {differing}", G::NAME);
    }
    check::<Chess>();
    check::<Surakarta>();
    assert_eq!(Workspace::<ConnectFour>::base_alone(), None, "it has no network");
    assert_eq!(Workspace::<Othello>::base_alone(), None, "it has nothing else");
    let shape = NetworkShape::of::<Chess>(32);
    assert!(Network::blank(shape).is_base_alone());
    assert!(!random_network(shape, &mut Random::new(1)).is_base_alone());
    assert!(!Network::blank(NetworkShape { has_base: false, ..shape }).is_base_alone());
}
