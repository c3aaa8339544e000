//! Texts, with the definitions or complaints they give.

use super::draft::{RULES, key_names, meaning};
use super::{read, read_sections};
use crate::keys::Field;
use crate::{CaptureRows, Definition, How, MAX_FILES, MAX_RANKS, PieceMask, PieceRules, Region};
use plyglot_core::game::{Outcome, Side};

/// A small game that is right, in seven lines.
const MINI: &str = "\
[mini]
maxRank = 4
maxFile = 4
pawn = p
king = k
queen = q
startFen = k3/3p/P3/3K w - - 0 1
";

fn one(text: &str) -> Definition {
    let definitions = read(text, &[]).unwrap_or_else(|complaints| panic!("{complaints:?}"));
    definitions.into_iter().next_back().expect("there is a section")
}

fn complaints(text: &str) -> Vec<String> {
    read(text, &[]).expect_err(text).iter().map(ToString::to_string).collect()
}

fn piece(definition: &Definition, letter: char) -> usize {
    let position = definition.pieces.iter().position(|piece| piece.letter == letter);
    position.unwrap_or_else(|| panic!("there is no {letter}"))
}

fn pieces(definition: &Definition, letters: &str) -> PieceMask {
    PieceMask(letters.chars().map(|letter| 1 << piece(definition, letter)).fold(0, |a, b| a | b))
}

fn count(region: Region) -> usize {
    let squares = (0..MAX_FILES).flat_map(|file| (0..MAX_RANKS).map(move |rank| (file, rank)));
    squares.filter(|&(file, rank)| region.contains(file, rank)).count()
}

fn pairs(text: &str) -> Vec<(&str, &str)> {
    text.lines().collect::<Vec<_>>().chunks(2).map(|pair| (pair[0], pair[1])).collect()
}

/// What a parent has, each list of pieces, squares and names may be without.
#[test]
fn a_hyphen_is_none_in_every_list() {
    let parent = "jumpCaptures = q:F\npieceNames = q:lady\npieceSynonyms = q:d\nmustDropType = *\n\
        pieceValueMg = q:900\npieceValueEg = q:1\npieceValueHand = q:1\npromotionLimit = q:1\n\
        promotedPieceType = q:p\nflagRegionWhite = *1\njumpMoves = q:W\n";
    let lists = RULES.iter().filter(|rule| {
        let (mut rules, mut pieces) = (Definition::default(), PieceRules::default());
        let field = rule.field_of(&mut rules, Side::First);
        match field.unwrap_or_else(|| rule.field(&mut pieces, Side::First)) {
            Field::PieceOrAny(_) => false,
            Field::Flag(_) | Field::Result(_) | Field::ResultOrNone(_) => false,
            Field::Rank(_) | Field::File(_) | Field::Ranks(_) | Field::Files(_) => false,
            Field::Choice(_) | Field::Text(_) => false,
            Field::Number(_) => rule.group.is_none(),
            _ => true,
        }
    });
    let lines: String = lists.map(|rule| format!("{} = -\n", rule.name)).collect();
    let text = format!("{MINI}{parent}[child:mini]\n{lines}pawnTypes = -\n");
    let child = one(&text);
    assert!(lines.lines().count() > 40, "{lines}");
    for piece in &child.pieces {
        assert_eq!(piece.rules, PieceRules::default(), "{}", piece.name);
    }
    assert_eq!((child.shown.piece_names.0.len(), child.shown.piece_synonyms.0.len()), (0, 0));
    assert_eq!(child.ends.flag_region, [Region::NONE; 2]);
}

#[test]
fn a_section_without_a_parent_has_the_defaults() {
    let mini = one(MINI);
    assert_eq!((mini.board.max_rank, mini.board.max_file), (4, 4));
    let letters: String = mini.pieces.iter().map(|piece| piece.letter).collect();
    assert_eq!(letters, "pqk");
    // The regions are those of chess, whatever the board is.
    assert!(
        mini.promotion.region[0].contains(2, 7) && mini.pawns.double_step_region[1].contains(0, 6)
    );
    assert_eq!(mini.promotion.pawn_pieces, [pieces(&mini, "p"); 2]);
    assert_eq!(mini.promotion.new_pieces, [PieceMask(0); 2]);
    assert_eq!(mini.castling.king_piece, Some(piece(&mini, 'k')));
    assert_eq!(mini.rows.connect_pieces, None);
    assert_eq!((mini.repetition.n_move_rule, mini.repetition.n_fold_rule), (50, 3));
    assert_eq!(
        (mini.ends.stalemate_value, mini.ends.checkmate_value),
        (Outcome::Drawn, Outcome::Lost)
    );
    assert_eq!((mini.ends.flag_piece, mini.ends.flag_region), ([None; 2], [Region::NONE; 2]));
    assert_eq!(mini.drops.region, [Region::ALL; 2]);
}

#[test]
fn every_kind_of_value_is_read() {
    let text = format!(
        "{MINI}customPiece3 = r:R2
pieceValueMg = q:900 r:400
pieceValueEg = q:1
promotionRegionWhite = *4 a3
promotionRegionBlack = a*
promotionPieceTypes = q r
promotionPieceTypesBlack = -
promotionLimit = q:1
promotedPieceType = r:q
mobilityRegionBlackCustomPiece3 = b2
extinctionValue = win
extinctionPieceTypes = *r
stalemateValue = loss
flagPieceBlack = k
castlingWins = Kq
castlingRank = 2
castlingKingsideFile = c
castlingQueensideFile = 2
materialCounting = blackdrawodds
chasingRule = none
passBlack = true
variantTemplate = shogi # for XBoard
nMoveRule = 0
"
    );
    let mini = one(&text);
    let (queen, rook, king) = (piece(&mini, 'q'), piece(&mini, 'r'), piece(&mini, 'k'));
    let values = |piece: usize| {
        let rules = &mini.pieces[piece].rules;
        [rules.value_mg, rules.value_eg]
    };
    assert_eq!([values(queen), values(rook)], [[Some(900), Some(1)], [Some(400), None]]);
    assert_eq!(mini.pieces[rook].walks[0].how, How::Ride(2));
    assert_eq!(count(mini.promotion.region[0]), usize::from(MAX_FILES) + 1);
    assert!(mini.promotion.region[1].contains(0, 9) && !mini.promotion.region[1].contains(1, 0));
    assert_eq!(mini.promotion.new_pieces, [pieces(&mini, "qr"), PieceMask(0)]);
    assert_eq!(
        (mini.pieces[queen].rules.promotion_limit, mini.pieces[rook].rules.promotion_limit),
        (1, 0)
    );
    assert_eq!(mini.pieces[rook].rules.promoted_piece_type, Some(queen));
    assert_eq!(mini.pieces[rook].mobility[0], Region::ALL);
    assert_eq!(count(mini.pieces[rook].mobility[1]), 1);
    assert_eq!(mini.ends.extinction_value, Some(Outcome::Won));
    let extinct = PieceMask(pieces(&mini, "r").0 | PieceMask::single(PieceMask::TOGETHER).0);
    assert_eq!(mini.ends.extinction_pieces, extinct);
    assert_eq!(mini.ends.stalemate_value, Outcome::Lost);
    assert_eq!(mini.ends.flag_piece, [None, Some(king)]);
    assert_eq!(mini.castling.wins, [[true, false], [false, true]]);
    assert_eq!((mini.castling.rank, mini.castling.kingside_file), (1, 2));
    assert_eq!(mini.castling.queenside_file, 1);
    assert!(!mini.turns.may_pass[0] && mini.turns.may_pass[1]);
    assert_eq!((mini.shown.variant_template.as_str(), mini.repetition.n_move_rule), ("shogi", 0));
}

/// The values are those of `parser.cpp` of Fairy-Stockfish, in which a player counts ranks from the
/// own side, and the board may get its ranks further below.
#[test]
fn old_keys_are_read_as_those_of_today() {
    for (old, today) in [
        ("whiteFlag = *4\nblackFlag = a1 *2", "flagRegionWhite = *4\nflagRegionBlack = a1 *2"),
        (
            "whiteDropRegion = *1\nblackDropRegion = *4",
            "dropRegionBlack = *4\ndropRegionWhite = *1",
        ),
        ("castlingRookPiece = q", "castlingRookPieces = q"),
        ("captureType = hand", "capturesToHand = true"),
        ("captureType = hand\ncapturesToHand = false", "capturesToHand = false"),
        ("captureType = out", ""),
        ("dropOnTop = true", "enclosingDrop = top"),
        ("dropOnTop = false", ""),
        ("duckGating = true", "wallingRule = duck"),
        ("wallingRule = past\nduckGating = false", "wallingRule = past"),
        ("dropOnTop = true\nenclosingDrop = reversi", "enclosingDrop = reversi"),
        ("flagRegion = *3\nblackFlag = *1", "flagRegion = *3"),
        ("flagRegionBlack = *2\nblackFlag = *1", "flagRegionBlack = *2"),
        ("doubleStepRank = 3", "doubleStepRegionWhite = *2 *3\ndoubleStepRegionBlack = *3 *2"),
        ("doubleStepRank = 1", "doubleStepRegionWhite = -\ndoubleStepRegionBlack = -"),
        ("doubleStepRankMin = 1", "doubleStepRegionWhite = *1 *2\ndoubleStepRegionBlack = *4 *3"),
        (
            "doubleStepRank = 2\ndoubleStepRankMin = 1",
            "doubleStepRegionWhite = *2\ndoubleStepRegionBlack = *3",
        ),
    ] {
        let read =
            |keys: &str| Definition { sum: 0, origin: None, ..one(&format!("{MINI}{keys}\n")) };
        assert_eq!(read(old), read(today), "{old}");
    }
    // Beyond the board there is no promotion.
    for (rank, expected) in
        [(3, [[false, false, true, true], [true, true, false, false]]), (5, [[false; 4]; 2])]
    {
        let mini = one(&MINI.replace("maxRank", &format!("promotionRank = {rank}\nmaxRank")));
        let region = mini.promotion.region;
        let ranks = region.map(|region| [0, 1, 2, 3].map(|rank| region.contains(0, rank)));
        assert_eq!(ranks, expected);
    }
}

#[test]
fn keys_for_one_side_win_over_those_for_both_wherever_they_stand() {
    let text = format!(
        "{MINI}promotionPieceTypesWhite = q\npromotionPieceTypes = k\npawnTypes = q\nenPassantTypes = p\n"
    );
    let mini = one(&text);
    assert_eq!(mini.promotion.new_pieces, [pieces(&mini, "q"), pieces(&mini, "k")]);
    assert_eq!(mini.promotion.pawn_pieces, [pieces(&mini, "q"); 2]);
    assert_eq!(mini.pawns.en_passant_pieces, [pieces(&mini, "p"); 2]);
}

#[test]
fn a_child_has_what_its_parent_has_by_piece() {
    let parent = format!("{MINI}promotionPieceTypes = q\nflagPiece = q\npromotedPieceType = k:q\n");
    let child = one(&format!("{parent}[child:mini]\nqueen = w\nbishop = b\n"));
    let (bishop, queen) = (piece(&child, 'b'), piece(&child, 'w'));
    assert!(bishop < queen);
    assert_eq!(child.promotion.new_pieces, [pieces(&child, "w"); 2]);
    assert_eq!(child.ends.flag_piece, [Some(queen); 2]);
    assert_eq!(child.pieces[piece(&child, 'k')].rules.promoted_piece_type, Some(queen));
    assert_eq!(child.board.max_rank, 4);
}

#[test]
fn a_child_takes_letters_and_removes_pieces() {
    let text = format!("{MINI}[child:mini]\ncustomPiece1 = p:mW\nking = k:KN\nqueen = -\n");
    let child = one(&text);
    let names: Vec<&str> = child.pieces.iter().map(|piece| piece.name).collect();
    assert_eq!(names, ["customPiece1", "king"]);
    assert_eq!(child.pieces[1].walks.len(), 16);
    assert_eq!(child.promotion.pawn_pieces, [PieceMask(0); 2]);
    // Keys about the pawn are kept for a child that has one again.
    let again = one(&format!("{text}[again:child]\npawn = p\nking = k\n"));
    assert_eq!(again.promotion.pawn_pieces, [pieces(&again, "p"); 2]);
    assert_eq!(again.pieces[piece(&again, 'k')].walks.len(), 8);
}

/// A letter that is given to another piece has no name any more.
#[test]
fn pieces_have_names() {
    let text = format!("{MINI}pieceNames = q:war-lady p:man\n[child:mini]\nrook = p\n");
    let child = one(&text);
    assert_eq!(child.shown.piece_names.0, [('q', "war lady".to_owned())]);
    for (value, expected) in [
        ("x:man", "the letter of a piece, one of 'pqk'"),
        ("q:", "letters of pieces with names"),
        ("q", "letters of pieces with names"),
        ("q:\u{1b}[31m", "letters of pieces with names"),
        ("q:a--b", "letters of pieces with names"),
    ] {
        let found = complaints(&format!("{MINI}pieceNames = {value}\n"));
        assert!(found.len() == 1 && found[0].contains(expected), "{value}: {found:?}");
    }
}

/// Rules with other names of the sides are the same rules.
#[test]
fn sides_have_names() {
    let named = one(&format!("{MINI}sideNameBlack = old-guard\n"));
    assert_eq!(named.shown.side_names, ["", "old guard"]);
    assert_eq!(named.sum, one(MINI).sum);
    for value in ["", "2", "a--b", "red blue", "\u{1b}[31m"] {
        let found = complaints(&format!("{MINI}sideNameWhite = {value}\n"));
        let expected = "sideNameWhite: expected a name such as 'red'";
        assert!(found.len() == 1 && found[0].contains(expected), "{value}: {found:?}");
    }
}

#[test]
fn parents_may_be_known_games() {
    let known = read(MINI, &[]).expect("it is right");
    let children = read("[child:mini]\nmustCapture = true\n", &known).expect("it is right");
    assert!(children[0].turns.must_capture);
    assert_eq!(children[0].pieces, known[0].pieces);
    // A section may take the place of its parent.
    let others = read("[mini:mini]\nmustCapture = true\n", &known).expect("it is right");
    assert!(others[0].turns.must_capture);
}

#[test]
fn the_comment_right_above_is_kept() {
    let text = format!("# Rules of the house\n\n# A small\n#  game.\n{MINI}");
    assert_eq!(one(&text).about, "A small game.");
}

#[test]
fn blanks_line_ends_and_comments_do_not_matter() {
    let text = MINI.replace(" = ", "=").replace('\n', " # a comment\r\n").replace('[', " [ ");
    assert_eq!(one(&format!("\u{feff}; first\r\n\n{text}")), one(MINI));
}

/// Pairs of lines: one that is wrong, and where and why.
const WRONG_LINES: &str = include_str!("wrong_lines.txt");

/// Each line, put below [`MINI`] as line 8, is the only fault.
#[test]
fn a_wrong_line_is_shown_where_it_is_wrong() {
    for (line, expected) in pairs(WRONG_LINES) {
        let found = complaints(&format!("{MINI}{line}\n"));
        assert_eq!(found[0], format!("line 8, column {expected}"), "{line}");
        assert!(found.len() == 1, "{found:?}");
    }
}

#[test]
fn rows_fit_the_board() {
    // A row along the files alone is as long as a file, and a parent's row is its own affair.
    let tall = "[tall:mini]\nmaxRank = 5\nstartFen = k3/4/4/4/3K w\nconnectN = 5\n";
    assert_eq!(one(&format!("{MINI}{tall}")).rows.connect_n, 5);
    let flat = format!("{MINI}{tall}connectVertical = false\n");
    assert!(complaints(&flat)[0].contains("connectN: expected at most 4"));
    one(&format!("{MINI}{tall}[small:tall]\nmaxRank = 4\nstartFen = k3/4/4/3K w\n"));
}

#[test]
fn pieces_of_a_parent_go_on_hexagons_if_their_names_say_how() {
    const SQUARES: &str =
        "[parent]\nking = k\nknight = n\ncustomPiece1 = c:C\nstartFen = k7/8/8/8/8/8/8/K7 w\n";
    let hexagons = format!("{SQUARES}[child:parent]\nhexagonal = true\n");
    let walks = |text: &str, name: &str| {
        let pieces = one(text).pieces;
        pieces.iter().find(|piece| piece.name == name).map(|piece| piece.walks.len())
    };
    let child = format!("{hexagons}[grandchild:child]\nking = k:W\n");
    let found = ["knight", "king", "customPiece1"].map(|name| walks(&child, name));
    assert_eq!(found, [Some(12), Some(6), None]);
    assert_eq!(walks(SQUARES, "knight"), Some(8));
    for (keys, place) in [
        (
            "connectNxN = 2",
            "line 8, column 14: [child] connectNxN: expected squares instead of hexagons, as hexagons \
             make no squares, found '2'",
        ),
        (
            "connectNxN = 2\nhexagonal = false\n[last:child]\nhexagonal = true",
            "line 10, column 2: [last] expected squares instead of hexagons, or no inherited \
             connectNxN, as hexagons make no squares, found 'last'",
        ),
        ("custodialTypes = n\nwallingRule = duck", ""),
        ("bentRanks = abc", "line 8, column 13: [child] bentRanks: expected a small letter"),
        ("king = k:frlR", ""),
        ("king = k:rbF", ""),
        ("king = k:hlN", "line 8, column 10: [child] king: expected directions"),
    ] {
        let text = format!("{hexagons}{keys}\n");
        if place.is_empty() {
            one(&text);
        } else {
            assert!(complaints(&text)[0].starts_with(place), "{:?}", complaints(&text));
        }
    }
    for rule in [
        "diagonalLines = d1",
        "cambodianMoves = true",
        "soldierPromotionRank = 3",
        "sittuyinPromotion = true",
        "dropOppositeColoredBishop = true",
        "chasingRule = axf",
        "squareNumbers = near",
    ] {
        let said = complaints(&format!("{hexagons}{rule}\n"));
        let key = rule.split(' ').next().expect("a key");
        let why = format!("[child] {key}: expected squares instead of hexagons, as ");
        assert!(said.len() == 1 && said[0].contains(&why), "{said:?}");
    }
}

#[test]
fn only_stones_have_large_boards_and_their_keys() {
    const STONES: &str = "[stones]\nimmobile = p\npieceDrops = true\nfreeDrops = true\n";
    let large = "maxFile = 13\nstartFen = 13/13/13/13/13/13/13/13 w\n";
    let stones = one(&format!("{STONES}{large}captureRows = 2-3\nhexagonal = true\n"));
    assert_eq!((stones.board.max_file, stones.stones.capture_rows), (13, CaptureRows::TwoOrThree));
    let expected = "only stones, dropped freely (an immobile piece, pieceDrops, freeDrops)";
    let too_large =
        format!("at most 12 files and 10 ranks, or 11 files and 11 ranks, or {expected}");
    for (keys, place, expected) in [
        (format!("{large}pass = true\n"), "line 5, column 11: [stones] maxFile", &too_large[..]),
        (
            "startFen = 8/8/8/8/8/8/8/8 w\nking = k\nconnectRing = true\n".to_owned(),
            "line 7, column 15: [stones] connectRing",
            expected,
        ),
    ] {
        let found = complaints(&format!("{STONES}{keys}"));
        let [found] = &found[..] else { panic!("{found:?}") };
        assert!(found.starts_with(&format!("{place}: expected {expected}, found ")), "{found}");
    }
    // The key that is too large is named, and one that is on, whatever stands before it.
    let tall = "maxFile = 8\nmaxRank = 12\nstartFen = 8/8/8/8/8/8/8/8/8/8/8/8 w\npass = true\n";
    assert!(complaints(&format!("{STONES}{tall}"))[0].contains("[stones] maxRank: expected at"));
    let wide = large.replace("maxFile", "maxRank = 8\nmaxFile");
    let wide = complaints(&format!("{STONES}{wide}pass = true\n"));
    assert!(wide[0].contains("[stones] maxFile: expected at"), "{wide:?}");
    let off = "startFen = 8/8/8/8/8/8/8/8 w\nking = k\nhexagonal = false\nrenjuBans = true\n";
    assert!(complaints(&format!("{STONES}{off}"))[0].contains("[stones] renjuBans: expected"));
    let row = |keys: &str| complaints(&format!("{STONES}startFen = 8/8/8/8/8/8/8/8 w\n{keys}\n"));
    for (keys, place) in [
        ("renjuBans = true\nconnectN = 6", "line 7, column 12: [stones] connectN"),
        ("renjuBans = true", "line 6, column 13: [stones] renjuBans"),
    ] {
        let found = row(keys);
        assert!(
            found[0].starts_with(&format!("{place}: expected connectN = 5 with renjuBans")),
            "{found:?}"
        );
    }
    // A child that has no stones any more is told so at its name.
    let child = format!("{STONES}{large}[child:stones]\npass = true\n");
    let found = complaints(&child);
    assert_eq!(found, [format!("line 7, column 2: [child] expected {too_large}, found 'child'")]);
}

#[test]
fn a_wrong_piece_is_shown_inside_its_notation() {
    let found = complaints(&format!("{MINI}customPiece1 = a:WfX\n"));
    assert_eq!(found.len(), 1);
    assert!(
        found[0].starts_with("line 8, column 20: [mini] customPiece1: expected a modifier"),
        "{found:?}"
    );
}

/// Pairs of lines: the start of [`MINI`], and what is wrong with it.
const WRONG_FENS: &str = "\
k3/4/4 w
18: [mini] startFen: expected 4 ranks, which are 3, found nothing
k3/4/4/4/K3 w
21: [mini] startFen: expected 4 ranks and no more, found 'K3'
k3/5/4/3K w
15: [mini] startFen: expected at most 4 squares in this rank, found '5'
k3/3/4/3K w
15: [mini] startFen: expected 4 squares in this rank, which has 3, found '3'
k3/4/1x2/3K w
18: [mini] startFen: expected the letter of a piece, '*' or a number of empty squares, found 'x2'
k3/4/1+2/3K w
18: [mini] startFen: expected the letter of a piece, '*' or a number of empty squares, found '+2'
k3/4/4/3K[px] w
23: [mini] startFen: expected a letter of a piece in hand, found 'x'
k3/4/4/3K[p w
23: [mini] startFen: expected ']' behind the pieces in hand, found nothing
k3/4/4/3K x
22: [mini] startFen: expected the side to move, 'w' or 'b', found 'x'
";

#[test]
fn a_start_position_fits_its_board() {
    for (fen, expected) in pairs(WRONG_FENS) {
        let text = MINI.replace("k3/3p/P3/3K w - - 0 1", fen);
        assert_eq!(complaints(&text), [format!("line 7, column {expected}")]);
    }
    for fen in ["k3/*p*1/+P3/1Q~1K[PPp-] b", "k3/4/4/3K"] {
        one(&MINI.replace("k3/3p/P3/3K w - - 0 1", fen));
    }
}

/// Clients and other files call a horse of xiangqi H.
#[test]
fn a_start_position_may_have_the_letters_of_other_programs() {
    let text = MINI.replace("k3/3p/P3/3K w", "k3/3s/S3/3K[Ss] w") + "pieceSynonyms = p:s q:k\n";
    let game = one(&text);
    assert_eq!(game.board.start_fen, "k3/3p/P3/3K[Pp] w - - 0 1");
    // The same letters of other pieces are another start.
    let other = one(&text.replace("p:s q:k", "q:s"));
    assert_eq!(other.board.start_fen, "k3/3q/Q3/3K[Qq] w - - 0 1");
    assert_ne!(other.sum, game.sum);
}

#[test]
fn what_a_child_inherits_must_still_fit() {
    assert_eq!(
        complaints(&format!("{MINI}[child:mini]\nmaxRank = 5\n")),
        [
            "line 8, column 2: [child] expected a startFen, as the inherited one does not fit: 5 ranks, which are 4, found nothing"
        ]
    );
    let parent = format!("{MINI}flagPiece = q\nflagRegion = a1\n");
    assert_eq!(
        complaints(&format!("{parent}[child:mini]\nqueen = -\n")),
        [
            "line 10, column 2: [child] expected a flagPiece, as the inherited one, queen, is not in this game, found 'child'"
        ]
    );
}

#[test]
fn all_faults_are_shown_at_once_and_the_other_sections_are_read() {
    let text = format!(
        "{MINI}[wrong:mini]\nmustDrop = no\nnonsense\n[child:wrong]\nflagPiece = x\ndropLoop = 1\n[right:mini]\n"
    );
    let reading = read_sections(&text, &[]);
    let places: Vec<_> =
        reading.complaints.iter().map(|found| (found.line, found.column)).collect();
    // The pieces of the child of a wrong section are not known.
    assert_eq!(places, [(9, 12), (10, 9), (13, 12)]);
    let names: Vec<&str> = reading.definitions.iter().map(|right| right.name.as_str()).collect();
    assert_eq!(names, ["mini", "right"]);
}

/// A key that nobody knows may be meant for the size of the board, to which the start would fit.
#[test]
fn a_wrong_value_hides_no_other_fault() {
    let text = MINI.replace("k3/3p/P3/3K w - - 0 1", "k3/5/4/3K w");
    let places = |more: &str| -> Vec<(usize, usize)> {
        let found = read_sections(&format!("{text}{more}"), &[]).complaints;
        found.iter().map(|found| (found.line, found.column)).collect()
    };
    assert_eq!(places("mustDrop = no\nflagRegion = a9\n"), [(7, 15), (8, 12), (9, 14)]);
    assert_eq!(places("maxFil = 5\nflagRegion = a9\n"), [(8, 1)]);
}

#[test]
fn a_file_has_so_many_sections_at_most() {
    let child = |number: usize| format!("[g{number}:mini]\n");
    let text: String = (0..2000).map(child).collect();
    let reading = read_sections(&format!("{MINI}{text}"), &[]);
    assert_eq!(reading.definitions.len(), 1000);
    let [complaint] = &reading.complaints[..] else { panic!("{:?}", reading.complaints) };
    let expected = "line 1007, column 2: expected at most 1000 sections, found 'g999'";
    assert_eq!(complaint.to_string(), expected);
}

#[test]
fn names_of_keys_are_unique_and_known() {
    let mut names = key_names();
    assert!(names.iter().all(|name| meaning(name).is_some()), "{names:?}");
    names.sort_unstable();
    assert!(names.is_sorted_by(|a, b| a < b), "{names:?}");
}

#[test]
fn of_many_faults_the_first_are_shown_and_all_are_counted() {
    let keys: String = (0..100_000).map(|key| format!("nMoveRul{key} = 1\n")).collect();
    let sections: String = (0..900).map(|number| format!("[a{number}:b]\n")).collect();
    for (text, count) in
        [(format!("[a]\n{keys}"), 100_000), ("[\n".repeat(500_000), 500_000), (sections, 900)]
    {
        let found = complaints(&text);
        let hints = found.iter().filter(|complaint| complaint.contains("did you mean")).count();
        assert!(found.len() == 201 && hints <= 20, "{} {hints}", found.len());
        let last = format!("expected at most 200 errors, and shows no others, found {count}");
        assert!(found[200].ends_with(&last), "{}", found[200]);
    }
}

/// A file of another kind may have secrets in it.
#[test]
fn a_file_of_another_kind_is_not_quoted() {
    let found =
        complaints("# users\nroot:x:0:0:root:/root:/bin/bash\nadmin:secret\nkey = secret\n");
    let expected = "line 2, column 1: expected a section such as '[name]' before all else but \
                    comments, found another line";
    assert_eq!(found, [expected]);
}

#[test]
fn nothing_that_a_terminal_obeys_comes_from_a_file() {
    const SIGNS: [char; 7] =
        ['\u{1b}', '\u{7}', '\r', '\u{9b}', '\u{202e}', '\u{2028}', '\u{200f}'];
    let signs: String = SIGNS.iter().collect();
    let text = format!("# A{signs}B\n{MINI}variantTemplate = a{signs}b\nking{signs} = z{signs}\n");
    let reading = read_sections(&text, &[]);
    let right = read_sections(&text.replace(&format!("king{signs} = z{signs}\n"), ""), &[]);
    let shown = format!("{reading:?}{right:?}");
    assert_eq!((reading.complaints.len(), right.definitions.len()), (1, 1), "{shown}");
    let said = [reading.complaints[0].to_string(), right.definitions[0].about.clone()].concat();
    assert!(!said.contains(SIGNS), "{said:?}");
    let template = &right.definitions[0].shown.variant_template;
    let blanks = " ".repeat(SIGNS.len());
    assert_eq!(*template, format!("a{blanks}b"));
    assert_eq!(right.definitions[0].about, format!("A{blanks}B"));
}

#[test]
fn a_section_may_have_several_starts() {
    let text = format!(
        "{MINI}start = One, uno: k3/4/P3/3K w\nstart = Bare: k3/4/4/3K w - - 0 1\n\
         [child:mini]\nstart = UNO: k3/4/4/3K b\n\
         [wide:mini]\nmaxFile = 5\nstartFen = k4/5/5/4K w\n[none:mini]\nstart = -\n"
    );
    let reading = read_sections(&text, &[]);
    assert!(reading.complaints.is_empty(), "{:?}", reading.complaints);
    assert!(reading.places.iter().all(|place| place.idle.is_empty()), "{:?}", reading.places);
    let starts = reading.definitions.iter().map(|game| game.shown.starts.first_names());
    assert_eq!(starts.collect::<Vec<_>>(), [&["One", "Bare"][..], &["Bare", "UNO"], &[], &[]]);
    let sums: Vec<u32> = reading.definitions.iter().map(|game| game.sum).collect();
    assert_eq!(sums[0], one(MINI).sum, "a start changes no rule");
    for (value, expected) in [
        ("One", "column 9: [mini] start: expected names and a FEN"),
        ("2p: k3/4/4/3K w", "column 9: [mini] start: expected a name of letters"),
        ("a, the moves: k3/4/4/3K w", "column 12: [mini] start: expected a name of letters"),
        ("One: k3/4/4 w", "column 20: [mini] start: expected 4 ranks"),
        (
            "a, b, c, d, e, f, g, h, i, j, k: k3/4/4/3K w",
            "column 39: [mini] start: expected at most 10 names of a start",
        ),
    ] {
        let found = complaints(&format!("{MINI}start = {value}\n"));
        assert!(found[0].starts_with(&format!("line 8, {expected}")), "{found:?}");
    }
}

/// The last value of a key counts, and the last start of a name, however many there are.
#[test]
fn a_section_may_repeat_keys_and_starts() {
    let start = "start = One: k3/4/P3/3K w\n";
    let text = format!("{MINI}pawn = s\n{}pawn = p\n{start}", start.repeat(10_000));
    let reading = read_sections(&text, &[]);
    assert!(reading.complaints.is_empty(), "{:?}", reading.complaints);
    assert_eq!(reading.definitions[0].shown.starts.first_names(), ["One"]);
    assert_eq!(reading.definitions[0].sum, one(MINI).sum);
}
