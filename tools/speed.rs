//! How fast the parts are: move generation, the searches that the README
//! quotes, networks of all widths, and the table. `cargo bench`, or `cargo bench -- perft` for some.
//!
//! Every search begins with an empty table and an empty history, made ready
//! outside the time that is taken.

use divan::Bencher;
use divan::counter::ItemsCount;
use plyglot_core::game::network::{
    Accumulators, Network, NetworkShape, Networked, PlacementChanges, Placements,
};
use plyglot_core::game::random::Random;
use plyglot_core::game::tictactoe::TicTacToe;
use plyglot_core::game::{EvalWorkspace, Knowledge, Notation, Side};
use plyglot_core::search::{
    Bound, Control, Limits, PackedMove, Root, Search, Settings, Table, TableEntry, Task,
};
use plyglot_engine::{Expert, SolveAim, SolveRequest, perft};
use plyglot_games::chess::Chess;
use plyglot_games::connect4::ConnectFour;
use plyglot_games::surakarta::Surakarta;
use std::cell::RefCell;
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

fn main() {
    divan::main();
}

/// Size of the tables in MiB, as `plyglot bench` has it.
const MIB: usize = 16;

fn parse<G: Notation<Rules = ()>>(text: &str) -> G {
    G::parse(text).expect("the positions of a benchmark are positions")
}

fn table(mib: usize) -> Table {
    let mut table = Table::new(mib).expect("the memory of a small table");
    table.touch(1);
    table
}

mod move_generation {
    use super::*;

    /// Items are the leaves that perft counts.
    fn count<G: Notation<Rules = ()>>(bencher: Bencher<'_, '_>, depth: u16) {
        let (start, control) = (G::start(()), Control::default());
        let leaves = perft(&start, depth, &control).expect("nobody stops it");
        bencher
            .counter(ItemsCount::new(leaves))
            .bench_local(|| perft(divan::black_box(&start), depth, &control));
    }

    #[divan::bench(sample_count = 20, sample_size = 1)]
    fn chess_perft_5(bencher: Bencher<'_, '_>) {
        count::<Chess>(bencher, 5);
    }

    #[divan::bench(sample_count = 20, sample_size = 1)]
    fn connect_four_perft_8(bencher: Bencher<'_, '_>) {
        count::<ConnectFour>(bencher, 8);
    }

    #[divan::bench(sample_count = 20, sample_size = 1)]
    fn surakarta_perft_5(bencher: Bencher<'_, '_>) {
        count::<Surakarta>(bencher, 5);
    }

    #[divan::bench(sample_count = 20, sample_size = 1)]
    fn tic_tac_toe_perft_9(bencher: Bencher<'_, '_>) {
        count::<TicTacToe>(bencher, 9);
    }
}

mod search {
    use super::*;

    /// Items are nodes; their number is the same in every run.
    fn measure<G: Notation<Rules = ()> + Knowledge>(
        bencher: Bencher<'_, '_>,
        mib: usize,
        depth: u16,
        positions: &[&str],
    ) {
        let roots: Vec<Root<G>> = positions.iter().map(|text| Root::new(parse(text))).collect();
        let fresh = || roots.iter().map(|root| (root, table(mib), Search::<G>::new())).collect();
        let nodes = run(fresh(), depth);
        bencher
            .counter(ItemsCount::new(nodes))
            .with_inputs(fresh)
            .bench_local_values(|searches| run(searches, depth));
    }

    fn run<G: Knowledge>(searches: Vec<(&Root<G>, Table, Search<G>)>, depth: u16) -> u64 {
        let limits = &Limits::depth(depth);
        let settings = &Settings::search_alone();
        let mut nodes = 0;
        for (root, table, mut search) in searches {
            let control = &Control::default();
            let task = Task { root, limits, settings, table: &table, control };
            nodes += search.run(&task, &mut |_| ()).nodes;
        }
        nodes
    }

    /// The positions of `plyglot bench`, to its depth.
    #[divan::bench(sample_count = 5, sample_size = 1)]
    fn chess_bench_positions(bencher: Bencher<'_, '_>) {
        let positions: Vec<&str> = Chess::INFO.bench_positions().collect();
        measure::<Chess>(bencher, MIB, Chess::INFO.bench_depth, &positions);
    }

    #[divan::bench(sample_count = 20, sample_size = 1)]
    fn connect_four_depth_14(bencher: Bencher<'_, '_>) {
        measure::<ConnectFour>(bencher, MIB, 14, &[ConnectFour::INFO.start]);
    }

    #[divan::bench(sample_count = 100, sample_size = 1)]
    fn tic_tac_toe_solved(bencher: Bencher<'_, '_>) {
        measure::<TicTacToe>(bencher, 1, 9, &[TicTacToe::INFO.start]);
    }
}

/// The exact solver of Connect Four on one thread without its book. Times are
/// means of the positions of tests/data/connect4.txt with this many plies, which are
/// solved one after the other from an empty table of 64 MiB.
mod connect_four_solved {
    use super::*;

    fn positions(plies: RangeInclusive<usize>) -> Vec<&'static str> {
        let lines = include_str!("../tests/data/connect4.txt").lines();
        let texts = lines.filter(|line| !line.starts_with('#')).filter_map(|l| l.split(' ').next());
        texts.filter(|text| *text != "startpos" && plies.contains(&text.len())).collect()
    }

    /// Items are nodes, of a position on average. A sample has each position once.
    fn measure(bencher: Bencher<'_, '_>, plies: RangeInclusive<usize>) {
        let texts = positions(plies);
        let registry = plyglot_games::standard();
        let entry = registry.entry("cfour").expect("the game exists");
        let expert = Expert::new(entry, 64, 1).expect("64 MiB");
        let expert = RefCell::new(expert);
        let interrupt = AtomicBool::new(false);
        let request = SolveRequest {
            aim: SolveAim::Value,
            book: false,
            table: false,
            memory: 0,
            interrupt: &interrupt,
        };
        let solve = |text: &str| {
            let verdict = expert.borrow_mut().solve(text, &request).expect("a position");
            verdict.expect("nobody interrupts it").nodes
        };
        let nodes: u64 = texts.iter().map(|text| solve(text)).sum();
        let mut next = texts.iter().cycle();
        bencher
            .counter(ItemsCount::new(nodes / texts.len() as u64))
            .with_inputs(|| {
                expert.borrow_mut().forget();
                *next.next().expect("there is always one more")
            })
            .bench_local_values(solve);
    }

    #[divan::bench(sample_count = 5, sample_size = 88)]
    fn from_12_to_19_plies(bencher: Bencher<'_, '_>) {
        measure(bencher, 12..=19);
    }

    #[divan::bench(sample_count = 20, sample_size = 88)]
    fn from_20_to_27_plies(bencher: Bencher<'_, '_>) {
        measure(bencher, 20..=27);
    }

    #[divan::bench(sample_count = 100, sample_size = 154)]
    fn from_28_to_41_plies(bencher: Bencher<'_, '_>) {
        measure(bencher, 28..=41);
    }
}

/// Evaluations of chess by a network alone, with random weights. An item is an evaluation.
mod network_inference {
    use super::*;

    const WIDTHS: [usize; 6] = [32, 64, 128, 256, 512, 1024];

    fn accumulators(hidden: usize) -> Accumulators<Chess> {
        let shape = NetworkShape::for_game::<Chess>(hidden);
        let mut random = Random::new(1);
        let parameters: Vec<i16> =
            (0..shape.parameters()).map(|_| random.below(101) as i16 - 50).collect();
        let network = Network::new(shape, &parameters).expect("small parameters");
        Accumulators::new(&Chess::start(()), Some(Arc::new(network)))
    }

    fn perspectives(position: &Chess) -> [u8; 2] {
        Side::BOTH.map(|side| position.perspective(side) as u8)
    }

    /// Both sides' accumulators after a move that adds a placement and removes one, and the
    /// output.
    #[divan::bench(args = WIDTHS, sample_count = 100, sample_size = 1000)]
    fn after_a_move(bencher: Bencher<'_, '_>, hidden: usize) {
        let mut accumulators = accumulators(hidden);
        let before: Chess = parse(Chess::INFO.start);
        let after: Chess = parse("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
        let [old, new] = [&before, &after].map(|it| it.placements().iter().collect::<Vec<_>>());
        let mut changes = PlacementChanges::none(perspectives(&after));
        new.iter().filter(|it| !old.contains(it)).for_each(|&added| changes.add(added));
        old.iter().filter(|it| !new.contains(it)).for_each(|&removed| changes.remove(removed));
        accumulators.record(0, PlacementChanges::none(perspectives(&before)));
        accumulators.set_ply(0);
        accumulators.evaluate(&before, || 0);
        accumulators.set_ply(1);
        bencher.counter(ItemsCount::new(1_u64)).bench_local(|| {
            accumulators.record(1, divan::black_box(changes));
            accumulators.evaluate(divan::black_box(&after), || 0)
        });
    }

    /// Both sides' accumulators from those of a position without 30 of the 32 pieces, or
    /// with 30 more, and the output.
    #[divan::bench(args = WIDTHS, sample_count = 100, sample_size = 100)]
    fn after_a_refresh(bencher: Bencher<'_, '_>, hidden: usize) {
        let mut accumulators = accumulators(hidden);
        let full: Chess = parse(Chess::INFO.start);
        let bare: Chess = parse("4k3/8/8/8/8/8/8/4K3 w - - 0 1");
        assert_eq!(perspectives(&full), perspectives(&bare));
        let mut is_full = false;
        bencher.counter(ItemsCount::new(1_u64)).bench_local(|| {
            is_full = !is_full;
            accumulators.forget(0);
            accumulators.evaluate(if is_full { &full } else { &bare }, || 0)
        });
    }
}

mod transposition_table {
    use super::*;

    /// Items are probes, or stores; they miss the caches, as in a search.
    const KEYS: usize = 1 << 18;

    fn keys() -> Vec<u64> {
        let mut random = Random::new(1);
        (0..KEYS).map(|_| random.bits()).collect()
    }

    fn store_all(table: &Table, keys: &[u64]) {
        for &key in keys {
            let (packed, depth, bound) = (key as u32 | 1, key as u16 % 64, Bound::Lower);
            table.store(
                key,
                TableEntry {
                    packed: PackedMove::new(packed),
                    score: 1,
                    evaluation: None,
                    depth,
                    bound,
                    was_pv: false,
                },
            );
        }
    }

    #[divan::bench(sample_count = 20, sample_size = 1)]
    fn store(bencher: Bencher<'_, '_>) {
        let (table, keys) = (table(MIB), keys());
        bencher.counter(ItemsCount::new(KEYS)).bench_local(|| store_all(&table, &keys));
    }

    #[divan::bench(sample_count = 20, sample_size = 1)]
    fn probe(bencher: Bencher<'_, '_>) {
        let (table, keys) = (table(MIB), keys());
        store_all(&table, &keys);
        bencher
            .counter(ItemsCount::new(KEYS))
            .bench_local(|| keys.iter().filter_map(|&key| table.probe(key)).count());
    }
}
