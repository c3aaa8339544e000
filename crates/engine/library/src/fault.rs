//! Why a game of a file cannot be played.

use plyglot_core::game::Mismatch;
use plyglot_definition::file::{Complaint, Place};
use plyglot_definition::{Chasing, Definition, Enclosing, MAX_KINDS, PieceMask, Walling};
use plyglot_variants::{SizedVariant, kind_count};

/// Why the game at this place of a file cannot be played, if so:
///
/// - it has too many kinds of pieces, or rules that do not go together, or need too much memory;
/// - its start position is invalid, names a castling right that it lacks, is the end of the game,
///   or lets nobody swap.
pub(crate) fn fault(game: SizedVariant, place: &Place) -> Option<Complaint> {
    let definition = game.definition();
    let has_pieces = !definition.places_stones();
    if let Some(mismatch) = conflict(definition, place).filter(|_| has_pieces) {
        return Some(place.complaint(mismatch));
    }
    if !game.fits_in_memory() {
        let most = SizedVariant::MAX_TABLE_BYTES >> 20;
        let most = format!("tables of at most {most} MiB for all games");
        return Some(place.complaint(Mismatch::new(most, "more")));
    }
    if let Err(error) = game.check_start(&definition.board.start_fen) {
        return Some(place.start_complaint(error));
    }
    for start in &place.starts {
        if let Err(error) = game.check_start(&start.position) {
            return Some(place.named_start_complaint(start, error));
        }
    }
    let lacks_swap = definition.turns.swap_rule && !game.can_swap();
    if lacks_swap { Some(place.complaint(no_swap())) } else { None }
}

fn refused(expected: &str, found: &str) -> Option<Mismatch> {
    Some(Mismatch::new(expected, found))
}

fn conflict(definition: &Definition, place: &Place) -> Option<Mismatch> {
    let kinds = kind_count(definition);
    if kinds > MAX_KINDS {
        let expected = format!("at most {MAX_KINDS} kinds of pieces, promoted ones among them");
        return refused(&expected, &kinds.to_string());
    }
    let jumps = definition.jumps();
    let encloses = definition.encloses();
    if definition.captures.custodial_king.is_some() && !encloses {
        return refused("custodialTypes or surroundTypes as well", "custodialKing");
    }
    let allows_leaps = !definition.turns.must_capture || encloses;
    let mut pieces = definition.pieces.iter();
    if let Some(piece) = pieces.find(|piece| allows_leaps && piece.leaps_as_it_jumps()) {
        let expected =
            "mustCapture, as a piece with jumpCaptures also goes where it lands by a capture";
        return refused(expected, piece.name);
    }
    let puts_more = definition.drops.gating || definition.walls.rule != Walling::None;
    if jumps && puts_more {
        // The keys of the section come before those of its parent.
        let found = ["wallingRule", "gating"].into_iter().find(|key| place.sets(key));
        let expected = "a game in which a jump puts no wall or piece";
        return refused(expected, found.unwrap_or("jumpCaptures"));
    }
    if (jumps || encloses) && definition.has_royal() {
        let own = if jumps { "jumpCaptures" } else { "custodialTypes" };
        let found = ["king", "extinctionPseudoRoyal"].into_iter().find(|key| place.sets(key));
        let expected = "a game without a royal piece, as these captures give no check";
        return refused(expected, found.unwrap_or(own));
    }
    conflict_with_chasing(definition)
}

/// What does not go together with a rule on chasing: chases are found by taking moves back.
fn conflict_with_chasing(definition: &Definition) -> Option<Mismatch> {
    if definition.repetition.chasing_rule == Chasing::None {
        return None;
    }
    let drops = &definition.drops;
    let effects = &definition.effects;
    let (_, found) = [
        (definition.walls.rule != Walling::None, "wallingRule"),
        (drops.gating, "gating"),
        (drops.seirawan_gating, "seirawanGating"),
        (effects.blast_on_capture, "blastOnCapture"),
        (effects.petrified_pieces != PieceMask::NONE, "petrifyOnCaptureTypes"),
        (effects.flip_enclosed_pieces != Enclosing::None, "flipEnclosedPieces"),
        (definition.jumps(), "jumpCaptures"),
        (definition.encloses(), "custodialTypes or surroundTypes"),
    ]
    .into_iter()
    .find(|(is_there, _)| *is_there)?;
    Some(Mismatch::new("moves that change two squares at most, for chasingRule", found))
}

fn no_swap() -> Mismatch {
    Mismatch::new("a start position in which both sides are alike and White begins", "swapRule")
}
