//! The numbers by which the search of a game varies its depth.
//!
//! Each game has numbers of its own, as what a centi-unit is worth and how soon
//! a position changes differ from game to game: [`Knowledge::SELECTIVITY`]. They
//! are found by games: `plyglot spsa` plays two settings of them against each
//! other, over and over.
//!
//! [`Knowledge::SELECTIVITY`]: super::Knowledge::SELECTIVITY

/// Declares [`Selectivity`] and the list of its numbers from one table: name,
/// what it is unless a game says otherwise, its range, and a step that is worth
/// trying.
macro_rules! numbers {
    ($($(#[doc = $doc:literal])+ $name:ident: $usual:literal, $least:literal..=$most:literal, $step:literal;)+) => {
        /// How boldly a search leaves out and shortens what does not look promising.
        ///
        /// Depths are in plies unless something else is said, scores in centi-units.
        /// What a game does not switch on, it need not have numbers for.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Selectivity {
            $($(#[doc = $doc])+ pub $name: i32,)+
        }

        impl Selectivity {
            /// What the numbers are where a game says nothing else: what suits most games
            /// in which having a move is worth something and an evaluation is counted
            /// in hundredths of a piece (`docs/new_game.md` has what they are worth). Where
            /// that is not so, see [`Selectivity::PLAIN`].
            pub const USUAL: Selectivity = Selectivity { $($name: $usual,)+ };

            /// All off that leaves out or shortens by a margin: for games that are
            /// searched to their end, and those in which having to move is often what
            /// loses. What a game switches on, it brings the numbers for.
            pub const PLAIN: Selectivity = Selectivity {
                reverse_futility: 0,
                reverse_futility_rising: 0,
                reverse_futility_depth: 8,
                pruning_depth: 7,
                futility_base: 0,
                futility_slope: 0,
                reduction_slope: 0,
                reduction_falling: 0,
                reduction_cut: 0,
                reduction_pv: 0,
                ..Selectivity::USUAL
            };

            /// Whether nothing would be divided by 0.
            pub(crate) const fn is_sound(&self) -> bool {
                self.null_surplus > 0 && self.reduction_history > 0 && self.tactical_history > 0
            }

            /// All numbers, in the order of their declaration.
            pub const NUMBERS: &[Number] = &[$(Number {
                name: stringify!($name),
                least: $least,
                most: $most,
                step: $step,
                get: |selectivity| selectivity.$name,
                set: |selectivity, value| selectivity.$name = value,
            },)+];
        }
    };
}

/// A number of [`Selectivity`]: its name, what it may be, and how to get at it.
#[derive(Clone, Copy, Debug)]
pub struct Number {
    /// Its name.
    pub name: &'static str,
    /// The least value that makes sense.
    pub least: i32,
    /// The greatest.
    pub most: i32,
    /// The least change of it that games are likely to show.
    pub step: i32,
    /// Its value.
    pub get: fn(&Selectivity) -> i32,
    /// Changes its value.
    pub set: fn(&mut Selectivity, i32),
}

numbers! {
    /// By how much, for each ply of the depth that is left, an evaluation must lie
    /// above a window for a node to be left there (reverse futility pruning); a
    /// game in which it is 0 never does so.
    reverse_futility: 60, 1..=1000, 4;
    /// By how much less if the evaluation has risen since the side's last move.
    reverse_futility_rising: 20, -200..=500, 8;
    /// The depth in plies up to which that is done.
    reverse_futility_depth: 6, 1..=20, 1;
    /// How far the score of a node that is left so lies from the evaluation
    /// towards the window, in 64ths of the way.
    reverse_futility_blend: 0, 0..=64, 12;
    /// The depth that passing costs, in sixteenths of a ply (null move pruning) ...
    null_base: 48, 16..=128, 6;
    /// ... and for each ply of depth, in 64ths of a ply ...
    null_slope: 16, 0..=48, 3;
    /// ... and a ply more for so much by which the evaluation lies above the window ...
    null_surplus: 200, 20..=2000, 10;
    /// ... but not more than this for it, in sixteenths of a ply.
    null_surplus_most: 48, 0..=128, 6;
    /// The depth in plies from which a search as shallow, in which the side moves,
    /// has to bear out what a pass promises that may owe it to zugzwang.
    null_verified: 14, 1..=30, 2;
    /// The quiet moves that a node of no depth may try before it leaves out late
    /// ones (late move pruning) ...
    late_base: 3, 1..=16, 1;
    /// ... and how many more for the square of its depth where the evaluation has
    /// risen, in 64ths of a move ...
    late_rising: 64, 8..=256, 8;
    /// ... and where it has not.
    late_falling: 64, 8..=256, 8;
    /// The depth in plies up to which that is done.
    late_depth: 4, 1..=20, 1;
    /// The depth in plies up to which moves are left out at all.
    pruning_depth: 6, 1..=20, 1;
    /// How far an evaluation must lie below a window for quiet moves to be left
    /// out (futility pruning) ...
    futility_base: 90, 0..=1000, 4;
    /// ... and how much farther for each ply that is left; a game in which it is 0
    /// never does so.
    futility_slope: 90, 1..=1000, 4;
    /// The history below 0, for each ply, below which a quiet move is left out: it has
    /// been tried often, and in vain (history pruning).
    history_floor: 4000, 500..=16000, 500;
    /// What a tactical move may lose in its exchange for each ply of depth
    /// (exchange pruning).
    tactical_loss: 90, 1..=1000, 4;
    /// What a quiet move may lose for the square of the plies that remain after it.
    quiet_loss: 25, 1..=500, 2;
    /// What late quiet moves are searched the less, in hundredths of a ply (late
    /// move reductions) ...
    reduction_base: 80, 0..=300, 12;
    /// ... and for the product of the logarithms of depth and number, in thousandths
    /// of a ply; a game in which it is 0 never does so.
    reduction_slope: 400, 100..=1500, 40;
    /// The history that is worth a ply of reduction, more or less.
    reduction_history: 8192, 1000..=32000, 1000;
    /// Reduction beyond that where the evaluation has not risen, in sixteenths of a ply.
    reduction_falling: 4, -16..=48, 4;
    /// The same at nodes that are expected to fail high.
    reduction_cut: 6, -16..=48, 4;
    /// What reduction is less on the principal variation, in sixteenths of a ply.
    reduction_pv: 6, -16..=48, 4;
    /// The same where a search before had the node in its principal variation.
    reduction_was_pv: 0, -16..=48, 4;
    /// Reduction beyond that where other nodes after this one have failed high
    /// often, in sixteenths of a ply.
    reduction_refuted: 0, -16..=48, 4;
    /// The share of a quiet move's reduction that a tactical one has which loses
    /// its exchange, in 64ths.
    reduction_losing: 0, 0..=128, 12;
    /// By how much a reduced move must prove better than what there was to be
    /// looked at a ply deeper; never if it is 0.
    deeper: 0, 0..=1000, 15;
    /// What reduction is less for quiet moves that threaten something, in sixteenths
    /// of a ply.
    reduction_threat: 0, -16..=48, 4;
    /// By how much, for each ply of depth, the other moves must fall behind one for
    /// it to be singular, in sixteenths of a centi-unit.
    singular: 16, 1..=200, 3;
    /// By how much farther they must fall behind for it to have two plies for
    /// nothing instead of one; never if it is 0.
    singular_double: 0, 0..=1000, 8;
    /// What a move that is not singular costs more, in sixteenths of a ply, where
    /// the table's score lies above the window ...
    singular_above: 16, -16..=48, 4;
    /// ... and where it does not, but the node is expected to fail high.
    singular_cut: 0, -16..=48, 4;
    /// Half the width of the first aspiration window.
    aspiration: 30, 2..=200, 2;
    /// What a search of the root is less deep each time that it came out above
    /// the aspiration window, in sixteenths of a ply.
    aspiration_above: 0, 0..=48, 4;
    /// What quiescence trusts a tactical move to bring beyond what its exchange
    /// wins: moves that even so do not lift the evaluation to the window are left
    /// out. A game in which it is 0 leaves out none.
    quiescence_reach: 0, 1..=1000, 10;
    /// What a cutoff adds to a move's history for the square of its depth ...
    bonus_square: 16, 0..=100, 2;
    /// ... and for its depth ...
    bonus_linear: 32, -200..=500, 20;
    /// ... but at most.
    bonus_most: 1600, 200..=4096, 150;
    /// How much of that is taken from moves that were tried before it, in 64ths.
    malus: 64, 0..=192, 8;
    /// How much of a cutoff's bonus the quiet move before a node gets that fails
    /// low, in 64ths.
    bonus_before: 0, 0..=192, 16;
    /// What a centi-unit that a quiet move changed the evaluation by adds to its
    /// history.
    bonus_evaluation: 0, 0..=64, 2;
    /// The history of a tactical move that counts as much as a centi-unit of gain.
    tactical_history: 32, 4..=1000, 4;
}
