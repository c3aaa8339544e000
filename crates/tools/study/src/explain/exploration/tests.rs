use super::*;

/// Win at Chess 10, of which an explanation to depth 8 takes a million nodes.
const POSITION: &str = "2br2k1/2q3rn/p2NppQ1/2p1P3/Pp5R/4P3/1P3PPP/3R2K1 w - - 0 1";

/// Does some work with an exploration of a position, the start if none is given.
pub(in crate::explain) fn explore<T>(
    name: &str,
    start: Option<&str>,
    limits: &GoLimits,
    work: impl FnOnce(&mut Exploration<'_>) -> T,
) -> T {
    let registry = plyglot_games::standard();
    let game = registry.game(name).unwrap();
    let mut analyst = analyst(&game, 16).unwrap();
    analyst.game_mut().set_position(start, &[]).unwrap();
    let before = analyst.game().position();
    let searches = Searches::default();
    let found = work(&mut Exploration::new(&mut analyst, &searches, limits, |m| &m.record));
    assert_eq!(analyst.game().position(), before, "the analyst has its position again");
    found
}

fn reasons(move_time: Duration, depth: Option<u16>) -> Reasons {
    let limits = GoLimits { move_time: Some(move_time), depth, ..GoLimits::default() };
    let verdict =
        explore("chess", Some(POSITION), &limits, |exploration| exploration.verdict(&[], 3));
    verdict.unwrap().unwrap()
}

/// Without any time, one ply of each move is searched, and sentences that need more are left out.
/// `go perft 1` counts 53 moves.
#[test]
fn what_there_is_no_time_for_is_left_out() {
    let Reasons { best, rejected, others, reply, threat, is_compared, effort, .. } =
        reasons(Duration::ZERO, None);
    assert!(!best.names.is_empty());
    assert_eq!((rejected, others.len(), reply, threat), (vec![], 52, None, None));
    assert!(!is_compared && effort.depth == 1 && effort.nodes < 50_000, "{effort:?}");
}

/// A day is time enough, so the rounds go on to the whole depth.
#[test]
fn all_moves_are_searched_round_by_round() {
    let Reasons { rejected, others, threat, others_depth, is_compared, is_whole, .. } =
        reasons(Duration::from_secs(86_400), Some(8));
    assert!(is_compared && is_whole && threat.is_some());
    assert_eq!((others_depth, rejected.len()), (5, 3));
    assert_eq!(rejected.len() + others.len(), 52);
}

#[test]
fn a_share_is_never_more_than_what_is_left() {
    explore("tictactoe", None, &GoLimits::default(), |exploration| {
        let whole = Instant::now() + Duration::from_secs(1000);
        exploration.deadline = Some(whole);
        exploration.within(0.5, |exploration| {
            let half = exploration.deadline.unwrap();
            assert!(half < whole);
            exploration.within(1.0, |inner| assert!(inner.deadline.unwrap() <= half));
            exploration.within(0.0, |inner| {
                assert!(inner.is_out_of_time());
            });
        });
        assert_eq!(exploration.deadline, Some(whole));
    });
}
