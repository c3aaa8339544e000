use super::nnue::PlacedPiece;
use super::*;
use cozy_chess::Piece;
use plyglot_core::game::network::formula::formula;
use plyglot_core::game::network::{Networked, Placements};
use plyglot_core::game::random::{Random, random_game};
use plyglot_core::game::{Histories, Knowledge, Notation, Side, workspace};

fn positions() -> Vec<Chess> {
    let mut random = Random::new(7);
    let mut positions = Vec::new();
    for _ in 0..40 {
        let game = random_game(Chess::start(()), 300, &mut random);
        positions.extend(game.into_iter().skip(1).step_by(7));
    }
    assert!(positions.len() > 500, "{} positions", positions.len());
    positions
}

fn inputs(position: &Chess, side: Side) -> Vec<usize> {
    let perspective = position.perspective(side);
    let placements = position.placements();
    let mut inputs: Vec<usize> =
        placements.iter().map(|placement| Chess::input((), perspective, placement)).collect();
    inputs.sort_unstable();
    inputs
}

#[test]
fn the_evaluation_is_the_output_of_the_network() {
    let network = Chess::default_network(()).expect("chess has one").get();
    let mut greatest: f64 = 0.0;
    for position in positions() {
        let expected = formula(&network, &position, 0);
        let found = f64::from(workspace(&position, &None).evaluate(&position, || 0));
        let text = position.print();
        assert!((expected - found).abs() < 2.1, "{text}: expected {expected}, found {found}");
        greatest = greatest.max(expected.abs());
    }
    assert!(greatest > 20.0, "the greatest output is {greatest}");
}

/// The output buckets of the network; the positions were classified by hand.
#[test]
fn ending_kinds_have_their_own_buckets() {
    let kinds = [
        ("pawns", ["4k3/pp6/8/8/8/8/PP6/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4K3 b - - 0 1"]),
        (
            "opposite bishops",
            ["2b1k3/pp6/8/8/8/8/PP6/2B1K3 w - - 0 1", "2B1k3/8/8/8/8/2b5/8/4K3 w - - 0 1"],
        ),
        (
            "and more",
            ["2b1kn2/pp6/8/8/8/8/PP6/2B1K1R1 w - - 0 1", "2b1kn2/8/8/8/8/8/8/2B1K3 w - - 0 1"],
        ),
        ("rooks", ["r3k3/pp6/8/8/8/8/PP6/R3K1R1 w - - 0 1", "r3k3/8/8/8/8/8/8/R3K3 w - - 0 1"]),
        ("queens", ["3qk3/pp6/8/8/8/8/PP6/3QK3 w - - 0 1", "3qk3/8/8/8/8/8/8/4K3 w - - 0 1"]),
        ("minors", ["2b1k3/pp6/8/8/8/8/PP6/4KB2 w - - 0 1", "1n2k3/8/8/8/8/8/8/1NB1K3 w - - 0 1"]),
        ("few", ["3qk3/pp6/8/8/8/8/PP6/R3K3 w - - 0 1", "rn2k3/p7/8/8/8/8/PP6/R3K3 w - - 0 1"]),
        (
            "more",
            [
                "rnb1kbn1/pp6/8/8/8/8/PP6/1N2K3 w - - 0 1",
                "2b1kbn1/pp6/8/8/8/8/PP6/2B1KB2 w - - 0 1",
            ],
        ),
    ];
    let buckets = kinds.map(|(kind, texts)| {
        let [one, other] =
            texts.map(|text| Chess::parse(text).expect("the position is legal").bucket());
        assert_eq!(one, other, "{kind}");
        one
    });
    let different: std::collections::HashSet<usize> = buckets.into_iter().collect();
    assert_eq!(different.len(), kinds.len(), "{buckets:?}");
}

#[test]
fn network_inputs_are_invariant_under_mirroring_and_exchanging_colours() {
    let inputs_of =
        |text: &str, side| inputs(&Chess::parse(text).expect("the position is legal"), side);
    let white = inputs_of("6k1/5ppp/8/8/3N4/8/1P3PPP/4R1K1 w - - 0 1", Side::First);
    let mirrored = inputs_of("1k6/ppp5/8/8/4N3/8/PPP3P1/1K1R4 w - - 0 1", Side::First);
    let flipped = inputs_of("4r1k1/1p3ppp/8/3n4/8/8/5PPP/6K1 b - - 0 1", Side::Second);
    assert_eq!(white, mirrored);
    assert_eq!(white, flipped);
    assert_eq!(white.len(), 11);
}

#[test]
fn a_king_has_four_areas_on_each_half_of_the_board() {
    let area = |king: Square| nnue::perspective_of(Color::White, king);
    let areas: std::collections::HashSet<u8> = Square::ALL.into_iter().map(area).collect();
    assert_eq!(areas.len(), 8);
    let of = |squares: &[Square]| squares.iter().copied().map(area).collect::<Vec<_>>();
    use Square::{A1, B2, C5, D1, E1, E8, F2, G1, G2, G6, H3, H8};
    for same in [&[G1, G2][..], &[E1, F2], &[H3], &[G6, E8, H8]] {
        assert!(of(same).windows(2).all(|pair| pair[0] == pair[1]), "{same:?}");
    }
    for different in [&[G1, E1, H3, G6][..], &[G1, B2], &[A1, D1, C5]] {
        let areas: std::collections::HashSet<u8> = of(different).into_iter().collect();
        assert_eq!(areas.len(), different.len(), "{different:?}");
    }
    let pawn = PlacedPiece { piece: Piece::Pawn, color: Color::White, square: Square::A2 };
    let inputs = areas.iter().map(|&area| nnue::input(usize::from(area), nnue::placement(pawn)));
    assert_eq!(inputs.collect::<std::collections::HashSet<_>>().len(), 8);
}

/// Keys of pawns; White's pieces, Black's; minor pieces and kings. The expected
/// equalities were determined by hand.
#[test]
fn correction_keys_are_equal_where_their_pieces_are() {
    let key = |text: &str| {
        let position = Chess::parse(text).expect("the position is legal");
        let state = position.state();
        std::array::from_fn::<u64, 4, _>(|kind| position.correction_key(&state, kind))
    };
    let position = key("4k3/1p2n3/8/8/8/2B5/PP6/R3K3 w - - 0 1");
    for (other, expected) in [
        ("4k3/1p2n3/8/8/8/2B5/PP6/R3K3 b - - 7 30", [true; 4]),
        ("4k3/1p2n3/8/8/8/2B5/PP6/1R2K3 w - - 0 1", [true, false, true, true]),
        ("4k3/1p2n3/8/8/8/2B5/PP6/R2K4 w - - 0 1", [true, false, true, false]),
        ("4k3/1p6/5n2/8/8/2B5/PP6/R3K3 w - - 0 1", [true, true, false, false]),
        ("4k3/4n3/1p6/8/8/2B5/PP6/R3K3 w - - 0 1", [false, true, true, true]),
        ("4k3/1p2n2q/8/8/8/2B5/PP6/R3K3 w - - 0 1", [true, true, false, true]),
    ] {
        let other_key = key(other);
        let found: [bool; 4] = std::array::from_fn(|kind| position[kind] == other_key[kind]);
        assert_eq!(found, expected, "{other}");
    }
}

#[test]
fn the_plies_played_follow_from_the_number_of_the_move() {
    let plies = |fen| Chess::parse(fen).expect("a FEN").plies_played();
    assert_eq!(plies(Chess::INFO.start), 0);
    assert_eq!(plies("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"), 2);
    assert_eq!(plies("8/8/4k3/8/8/4K3/4P3/8 b - - 0 61"), 121);
}

/// The sets that python-chess 1.11 gives.
#[test]
fn the_squares_that_the_other_side_attacks() {
    for (fen, attacked) in [
        (Chess::INFO.start, 0x7eff_ff00_0000_0000),
        (
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            0xffbb_feae_d78d_5000,
        ),
        (
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
            0x0028_f5ea_75ff_f97e,
        ),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - - 0 1", 0x0000_0702_3faa_0202),
    ] {
        assert_eq!(Chess::parse(fen).expect("a FEN").attacked(), attacked, "{fen}");
    }
}

#[test]
fn the_context_of_a_move_says_whether_its_squares_are_attacked() {
    // The rook attacks b5 and e5, the king f7.
    let position = Chess::parse("4k3/8/8/r3N3/1P6/8/8/4K3 w - - 0 1").expect("a FEN");
    let attacked = position.attacked();
    let context =
        |name| position.history_context(position.parse_move(name).expect("a move"), attacked);
    assert_eq!(["e1f1", "b4b5", "e5g4", "e5f7"].map(context), [0, 1, 2, 3]);
}
