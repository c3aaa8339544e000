//! One thread of a search: what it holds, and how it steps from node to node.

use super::candidate::Candidate;
use super::control::Control;
use super::depth::Policy;
use super::history::{Heuristics, PRIORS, Priors};
use super::judgement::LOOK_BACK;
use super::path::{Path, Root};
use super::report::Reporter;
use super::score::{MAX_PLY, Score};
use super::table::Table;
use super::watch::Watch;
use crate::games::{Depth, Exact, Glance, Knowledge, TablebaseValue};

/// The search was told to end, or has spent what it was given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stopped;

/// A score, or the news that there will be none.
pub(super) type Searched = Result<Score, Stopped>;

/// A position in the tree, and what the line that led to it has left.
pub(super) struct Node<'n, G: Knowledge> {
    pub(super) position: &'n G,
    pub(super) state: &'n G::State,
    /// The move that led here, if the other side played it.
    pub(super) previous: Option<G::Move>,
    /// The other side has just passed.
    pub(super) after_pass: bool,
    /// Absolute depth: plies from the root.
    pub(super) ply: usize,
    /// Adjusted depth: what is left to spend.
    pub(super) depth: Depth,
    /// What may still be given away on this line.
    pub(super) budget: Depth,
    /// The side to move has little choice.
    pub(super) is_forced: bool,
    /// Plies before this one that can be undone.
    pub(super) reversible: usize,
    /// A move that is left out, packed, to see whether the others are worse; 0 for none.
    pub(super) excluded: u32,
    /// Whether it is expected to fail high: a move before it did not come up to
    /// what its side has elsewhere, so one good answer refutes it (a cut node).
    pub(super) expects_cut: bool,
    /// Whether the move before was a quiet one of the other side, in a game
    /// whose moves are numbered for what follows them.
    pub(super) after_quiet: bool,
}

/// What a node shows before it is searched.
#[derive(Clone, Copy, Debug)]
pub(super) enum Sight {
    /// Its score.
    Settled(Score),
    /// Nothing that spares the search; perhaps that there is little choice.
    Open { is_forced: bool },
}

/// A position one move further on.
pub(super) struct Child<G: Knowledge> {
    position: G,
    state: G::State,
    /// The move that led here; `None` for a pass.
    by: Option<G::Move>,
    pub(super) ply: usize,
    reversible: usize,
    /// Whether the other side is to move, so that scores change their sign.
    opposes: bool,
    /// Whether the node that it is a child of is expected to fail high.
    pub(super) after_cut: bool,
    /// Whether a quiet move led here.
    by_quiet: bool,
}

/// What a worker is given for one search.
pub(super) struct Searcher<'a, G: Knowledge> {
    pub(super) table: &'a Table,
    pub(super) heuristics: &'a mut Heuristics<G>,
    pub(super) policy: &'a Policy,
    pub(super) control: &'a Control,
    pub(super) watch: Watch<'a>,
    pub(super) report: &'a mut Reporter<'a, G::Move>,
    /// Whether endgame tables are asked.
    pub(super) tables: bool,
}

/// One thread of a search.
pub(super) struct Worker<'a, G: Knowledge> {
    pub(super) table: &'a Table,
    pub(super) heuristics: &'a mut Heuristics<G>,
    pub(super) policy: &'a Policy,
    pub(super) control: &'a Control,
    pub(super) report: &'a mut Reporter<'a, G::Move>,
    pub(super) watch: Watch<'a>,
    tables: bool,
    /// Whether depth varies and hopeless tactical moves are left out.
    /// Otherwise the search gives exactly what plain minimax gives.
    pub(super) selective: bool,
    /// Mixed into keys for the table: the two kinds of search do not believe
    /// each other's scores.
    pub(super) salt: u64,
    /// Whether stop, clock and node limit are heeded yet.
    pub(super) interruptible: bool,
    pub(super) nodes: u64,
    pub(super) seldepth: usize,
    /// Whether a score since this was last set to `false` rests on an
    /// evaluation, a repetition or a table entry that does: whether deeper
    /// search could change it.
    pub(super) touched_horizon: bool,
    /// The evaluations of the line as they were corrected, that of ply 0 at
    /// [`LOOK_BACK`].
    pub(super) evaluations: Vec<Option<Score>>,
    /// How many nodes have failed high at each ply since the node two plies before.
    pub(super) cutoffs: Vec<u32>,
    /// The moves of the line for the continuation history, that of ply 0 at [`PRIORS`].
    priors: Vec<usize>,
    pub(super) path: Path,
    /// The moves of all nodes on the line, one node's after the other's.
    pub(super) candidates: Vec<Candidate<G::Move>>,
    /// The principal variation from each ply on.
    pub(super) pv: Vec<Vec<G::Move>>,
}

impl<'a, G: Knowledge> Worker<'a, G> {
    pub(super) fn new(root: &Root<G>, given: Searcher<'a, G>) -> Self {
        Worker {
            table: given.table,
            heuristics: given.heuristics,
            policy: given.policy,
            control: given.control,
            report: given.report,
            watch: given.watch,
            tables: given.tables,
            selective: true,
            salt: 0,
            interruptible: false,
            nodes: 0,
            seldepth: 0,
            touched_horizon: false,
            evaluations: vec![None; MAX_PLY + LOOK_BACK + 1],
            cutoffs: vec![0; MAX_PLY + 3],
            priors: vec![0; MAX_PLY + PRIORS + 1],
            path: Path::new(root),
            candidates: Vec::with_capacity(512),
            pv: vec![Vec::new(); MAX_PLY + 2],
        }
    }

    /// Chooses the kind of search.
    pub(super) fn select(&mut self, selective: bool) {
        /// Any number serves that is no difference of keys by rule.
        const SALT: u64 = 0x6A09_E667_F3BC_C908;
        self.selective = selective;
        self.salt = if selective { 0 } else { SALT };
    }

    /// The key under which the table knows a position.
    #[inline]
    pub(super) fn table_key(&self, position: &G) -> u64 {
        position.key() ^ self.salt
    }

    /// Counts a node and sees whether the search may go on.
    #[inline]
    pub(super) fn enter(&mut self, ply: usize) -> Result<(), Stopped> {
        self.nodes += 1;
        self.seldepth = self.seldepth.max(ply);
        let is_over = self.control.is_stopped() || self.watch.is_over(self.nodes, self.control);
        if is_over && self.interruptible { Err(Stopped) } else { Ok(()) }
    }

    /// The nodes of all threads.
    pub(super) fn all_nodes(&self) -> u64 {
        self.watch.tally().nodes(self.nodes)
    }

    /// Whether all nodes that there are have been spent.
    pub(super) fn is_spent(&self) -> bool {
        self.watch.is_spent(self.nodes)
    }

    /// What a node shows before it is searched: the game is over, the position
    /// has come back, its value is known at a glance or from tables, or none of it.
    #[inline]
    pub(super) fn look(&mut self, node: &Node<'_, G>) -> Sight {
        if let Some(outcome) = node.position.decided() {
            // A counter that made the draw is not part of the key.
            self.touched_horizon |= G::REPEATS;
            return Sight::Settled(Score::of_outcome(outcome, node.ply));
        }
        if G::REPEATS && self.path.repeats::<G>(node.reversible) {
            self.touched_horizon = true;
            return Sight::Settled(Score::DRAW);
        }
        let is_forced = match node.position.glance() {
            Glance::Known(exact) => return Sight::Settled(Score::of_exact(exact, node.ply)),
            Glance::Forced => true,
            Glance::Open => false,
        };
        if G::HAS_TABLEBASE
            && self.tables
            && let Some(score) = self.look_up(node)
        {
            return Sight::Settled(score);
        }
        Sight::Open { is_forced }
    }

    /// What endgame tables know of a node. An outcome without its plies settles
    /// only what an irreversible move has made, and leaves: a root from which
    /// every move keeps a sure win would else see no difference between going on
    /// and going round, until the position comes back once too often.
    fn look_up(&mut self, node: &Node<'_, G>) -> Option<Score> {
        let score = match node.position.probe_tablebase(node.depth)? {
            TablebaseValue::Exact(exact) => {
                // A distance counts only as long as no counter ends the game before.
                self.touched_horizon |= G::REPEATS && exact != Exact::Draw;
                Score::of_exact(exact, node.ply)
            }
            TablebaseValue::Outcome(_) if node.reversible > 0 && node.depth >= Depth::PLY => {
                return None;
            }
            TablebaseValue::Outcome(outcome) => Score::of_sure(outcome, node.ply),
        };
        self.watch.tally().note_tbhit();
        Some(score)
    }

    /// The static evaluation of a node, at which a line ends.
    #[inline]
    pub(super) fn evaluate(&mut self, node: &Node<'_, G>) -> Score {
        self.touched_horizon = true;
        Score::evaluation(node.position.evaluate(node.state))
    }

    /// The position after a legal move, to be searched to `depth`.
    /// [`Worker::unmake`] must follow.
    #[inline]
    pub(super) fn make(&mut self, node: &Node<'_, G>, m: G::Move, depth: Depth) -> Child<G> {
        let mut position = node.position.clone();
        position.play(m);
        let is_leaf = depth < Depth::plies(2) && !G::PARAMS.quiescence;
        if !is_leaf {
            self.table.prefetch(self.table_key(&position));
        }
        // The memory takes its time, so everything else comes after.
        let mut state = node.state.clone();
        node.position.advance(m, &mut state);
        if G::PARAMS.continuation_history {
            self.priors[node.ply + PRIORS] = Heuristics::prior(node.position, m);
        }
        let mut reversible = 0;
        if G::REPEATS {
            if !node.position.irreversible(m) {
                reversible = node.reversible + 1;
            }
            self.path.push(position.key());
        }
        let opposes = G::ALTERNATING || position.side() != node.position.side();
        Child {
            position,
            state,
            by: Some(m),
            ply: node.ply + 1,
            reversible,
            opposes,
            after_cut: node.expects_cut,
            by_quiet: G::PARAMS.continuation_history && opposes && !node.position.tactical(m),
        }
    }

    /// The moves that led to a node at `ply`, the last one first.
    #[inline]
    pub(super) fn priors(&self, ply: usize) -> Priors {
        std::array::from_fn(|back| self.priors[ply + PRIORS - 1 - back])
    }

    /// Takes back what [`Worker::make`] noted beside the position.
    #[inline]
    pub(super) fn unmake(&mut self) {
        if G::REPEATS {
            self.path.pop();
        }
    }

    /// The position after the side to move has passed, if it may.
    /// [`Worker::unmake`] must follow.
    pub(super) fn make_pass(&mut self, node: &Node<'_, G>) -> Option<Child<G>> {
        let position = node.position.null_move()?;
        if G::REPEATS {
            self.path.push(position.key());
        }
        if G::PARAMS.continuation_history {
            self.priors[node.ply + PRIORS] = 0;
        }
        self.table.prefetch(self.table_key(&position));
        let (state, ply) = (node.state.clone(), node.ply + 1);
        Some(Child {
            position,
            state,
            by: None,
            ply,
            reversible: 0,
            opposes: true,
            after_cut: node.expects_cut,
            by_quiet: false,
        })
    }

    /// Searches a child within a window of its parent's side; the score is
    /// that side's too.
    #[inline]
    pub(super) fn descend<const PV: bool>(
        &mut self,
        child: &Child<G>,
        depth: Depth,
        budget: Depth,
        alpha: Score,
        beta: Score,
        expects_cut: bool,
    ) -> Searched {
        let node = Node {
            position: &child.position,
            state: &child.state,
            previous: child.by.filter(|_| child.opposes),
            after_pass: child.by.is_none(),
            ply: child.ply,
            depth,
            budget,
            is_forced: false,
            reversible: child.reversible,
            excluded: 0,
            expects_cut,
            after_quiet: child.by_quiet,
        };
        if PV {
            self.pv[child.ply].clear();
        }
        if child.opposes {
            Ok(-self.search::<PV>(node, -beta, -alpha)?)
        } else {
            self.search::<PV>(node, alpha, beta)
        }
    }

    /// Writes the principal variation of a ply: `m` and what follows it.
    pub(super) fn lead(&mut self, ply: usize, m: G::Move) {
        let (head, tail) = self.pv.split_at_mut(ply + 1);
        head[ply].clear();
        head[ply].push(m);
        head[ply].extend_from_slice(&tail[0]);
    }
}
