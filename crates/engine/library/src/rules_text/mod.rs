//! The rules of a game in words. `rules.txt` has the sentences, each with what it is told of: the
//! keys of the format, and the facts that are found here.

mod facts;
mod sections;
mod sentences;
#[cfg(test)]
mod tests;
mod value;
mod walks;
mod words;

use plyglot_core::game::{MoveNotation, RulesItem, RulesSection, RulesText, Side};
use plyglot_definition::{Definition, How, PieceDefinition, Region, Walk};
use plyglot_support::text::capitalised;
use plyglot_variants::{SizedVariant, StartFacts};
use sections::SECTIONS;
use sentences::Values;
use std::mem::take;
use value::Value;
use walks::{SIGNS, diagram, directions, is_needed, ways};
use words::Words;

struct RulesWriter<'a> {
    rules: &'a Definition,
    words: Words<'a>,
    facts: StartFacts,
}

/// The rules of a game in words, in which the sides have these names, and squares those that go with
/// moves in a notation, or else in the usual one.
pub(crate) fn rules_text(
    game: SizedVariant,
    sides: [&str; 2],
    notation: Option<MoveNotation>,
) -> RulesText {
    let rules = game.definition();
    let words = Words::new(rules, sides, notation);
    let writer = RulesWriter { rules, words, facts: game.start_facts() };
    let mut values = Values::new(rules, &writer.words);
    writer.add_facts(&mut values);
    let mut sections = Vec::new();
    for section in &*SECTIONS {
        match section.title {
            "Piece" => {}
            "Pieces" => sections.push(writer.pieces(values.clone())),
            title => sections.push(RulesSection {
                title: title.to_owned(),
                paragraphs: values.paragraphs(&writer.words, title),
                cells: writer.cells(title),
                ..RulesSection::default()
            }),
        }
    }
    sections.retain(|section| !(section.paragraphs.is_empty() && section.items.is_empty()));
    if rules.board.is_hexagonal {
        sections.iter_mut().for_each(on_hexagons);
    }
    RulesText {
        title: rules.name.clone(),
        about: rules.about.clone(),
        sections,
        ..RulesText::default()
    }
}

/// What is told of squares, as it is on hexagons: these touch over sides alone, and rows go along no
/// diagonals.
fn on_hexagons(section: &mut RulesSection) {
    const WORDS: [(&str, &str); 6] = [
        ("straight or diagonal line", "straight line"),
        (", straight or diagonally", ""),
        (", straight or diagonal,", ""),
        ("eight squares", "six squares"),
        ("all four sides", "all six sides"),
        ("square", "cell"),
    ];
    let items = &mut section.items;
    for text in section.paragraphs.iter_mut().chain(items.iter_mut().map(|item| &mut item.text)) {
        *text = WORDS.iter().fold(take(text), |text, (of, now)| text.replace(of, now));
    }
}

impl RulesWriter<'_> {
    fn pieces(&self, mut values: Values) -> RulesSection {
        let mut pieces = self.words.pieces(self.words.every());
        pieces.retain(|_| !self.rules.places_stones());
        // What pieces turn into comes after them.
        pieces.sort_by_key(|&piece| !self.words.lettered.contains(piece));
        let items: Vec<RulesItem> =
            pieces.into_iter().map(|piece| self.piece(piece, &values)).collect();
        let drawn: String = items.iter().map(|item| item.diagram.as_str()).collect();
        let mut signs = Vec::new();
        for (sign, text) in SIGNS {
            if drawn.contains(sign) {
                signs.push(format!("`{sign}` {text}"));
            }
        }
        values.say("signs", signs.join(", "));
        values.flag("leaps", items.iter().any(|item| item.text.contains("knight's leap")));
        let paragraphs = values.paragraphs(&self.words, "Pieces");
        RulesSection { title: "Pieces".to_owned(), paragraphs, items, ..RulesSection::default() }
    }

    /// The cells that a section is about, for each side.
    fn cells(&self, title: &str) -> [Vec<usize>; 2] {
        let is_about_them = title == "Promotion";
        let regions = self.rules.promotion.region;
        regions.map(|region| if is_about_them { self.words.cells(region) } else { Vec::new() })
    }

    fn piece(&self, piece: usize, values: &Values) -> RulesItem {
        let own = &self.rules.pieces[piece];
        let name = &self.words.names[piece];
        let mut values = values.clone();
        self.add_walks(&mut values, own);
        values.say("piece", name.as_str());
        values.say("is", own.name);
        let nowhere = [Value::Number(0), Value::Number(0)];
        for (name, regions) in [("mobility", own.mobility), ("drops", own.drops)] {
            let mut places = self.words.places(regions);
            for side in Side::BOTH {
                if self.is_whole(regions[side]) || !self.words.has[side].contains(piece) {
                    places[side] = Value::Number(0);
                }
            }
            values.set(name, places);
        }
        let drops = &self.rules.drops;
        let is_held = self.facts.hands.iter().flatten().any(|(of, _)| *of == piece);
        let comes_back = self.comes_back() && own.name != "king";
        values.flag("dropped", drops.allowed && (drops.free_drops || is_held || comes_back));
        for (name, regions) in [
            ("doubleStepRegion", self.rules.pawns.double_step_region),
            ("tripleStepRegion", self.rules.pawns.triple_step_region),
        ] {
            // What only one side has is told with the squares of that side.
            let regions = match Side::BOTH.map(|side| self.words.has[side].contains(piece)) {
                [true, false] => [regions[0]; 2],
                [false, true] => [regions[1]; 2],
                _ => regions,
            };
            values.set(name, self.words.places(regions));
        }
        let rank = self.rules.turns.soldier_promotion_rank;
        let ranks = [rank, self.rules.board.max_rank.saturating_sub(1 + rank)].map(Region::rank);
        values.set("soldierRegion", if rank > 0 { self.words.places(ranks) } else { nowhere });
        let letters = self.letters(piece);
        let first = letters.split(", ").next().unwrap_or_default().to_owned();
        let letters = if name.ends_with(')') { None } else { Some(letters) };
        let signs = self.facts.signs.get(piece).filter(|signs| !signs.is_empty()).cloned();
        let marks: Vec<String> = signs.into_iter().chain(letters).collect();
        let letter =
            if marks.is_empty() { String::new() } else { format!(" ({})", marks.join(", ")) };
        let whose = match Side::BOTH.map(|side| self.words.has[side].contains(piece)) {
            [true, false] => format!(", only {}'s", self.words.sides[0]),
            [false, true] => format!(", only {}'s", self.words.sides[1]),
            _ => String::new(),
        };
        RulesItem {
            title: capitalised(name) + &letter + &whose,
            text: values.paragraphs(&self.words, "Piece").join(" "),
            diagram: diagram(own, self.long_steps(own), self.rules.board.is_hexagonal, |walk| {
                walk.initial || self.is_late(own, walk)
            }),
            sign: first,
        }
    }

    /// The letter of a piece, or those of the pieces that turn into it.
    fn letters(&self, piece: usize) -> String {
        if self.words.lettered.contains(piece) {
            return self.rules.pieces[piece].letter.to_ascii_uppercase().to_string();
        }
        let mut letters = Vec::new();
        for other in &self.rules.pieces {
            if other.rules.promoted_piece_type == Some(piece) {
                letters.push(format!("+{}", other.letter.to_ascii_uppercase()));
            }
        }
        letters.join(", ")
    }

    /// Whether a walk is one of a soldier to the side, which waits for its rank.
    fn is_late(&self, own: &PieceDefinition, walk: &Walk) -> bool {
        own.name == "soldier" && walk.ranks == 0 && self.rules.turns.soldier_promotion_rank > 0
    }

    fn add_walks(&self, values: &mut Values, own: &PieceDefinition) {
        let firsts =
            self.rules.pawns.has_double_step && self.is_some(self.rules.pawns.double_step_region);
        let mut all = String::new();
        for (name, moves, captures, initial, late) in [
            ("goes", true, true, false, false),
            ("moves", true, false, false, false),
            ("takes", false, true, false, false),
            ("sideways", true, true, false, true),
            ("firstGoes", true, true, true, false),
            ("firstMoves", true, false, true, false),
            ("firstTakes", false, true, true, false),
        ] {
            let mut walks: Vec<&Walk> = own.walks.iter().collect();
            walks.retain(|walk| {
                (walk.moves, walk.captures, walk.initial) == (moves, captures, initial)
                    && self.is_late(own, walk) == late
                    && (!initial || firsts)
                    && is_needed(walk, &own.walks)
            });
            let text = ways(&walks, self.rules.board.is_hexagonal);
            all += &text;
            values.say(name, text);
        }
        let jumps = &own.rules.jump_captures;
        let hops = &own.rules.jump_moves;
        for (name, all, is_ride) in [
            ("jumpsNear", jumps, false),
            ("jumpsFar", jumps, true),
            ("hopsNear", hops, false),
            ("hopsFar", hops, true),
        ] {
            let mut all: Vec<&Walk> = all.iter().collect();
            all.retain(|jump| (jump.how == How::Ride(0)) == is_ride);
            values.say(name, directions(&all, self.rules.board.is_hexagonal));
        }
        values.flag("hopper", !hops.is_empty());
        values.flag("still", all.is_empty() && own.name != "pawn" && hops.is_empty());
        values.flag("captures", own.walks.iter().any(|walk| walk.captures));
        values.flag("jumps", !jumps.is_empty());
        values.say(
            "palace",
            match own.name {
                "rook" => "any distance diagonally",
                "janggiCannon" => "any distance diagonally by jumping over exactly one piece",
                "wazir" | "king" if own.walks.iter().all(is_wazir) => "one step diagonally",
                "soldier" => "one step diagonally forward",
                _ => "",
            },
        );
    }

    /// The double and triple steps of the pawn of chess.
    fn long_steps(&self, own: &PieceDefinition) -> i8 {
        let pawns = &self.rules.pawns;
        match own.name {
            "pawn" if self.is_some(pawns.triple_step_region) => 2,
            "pawn" if pawns.has_double_step && self.is_some(pawns.double_step_region) => 1,
            _ => 0,
        }
    }

    fn is_whole(&self, region: Region) -> bool {
        self.words.within(region).len() == self.words.squares.len()
    }

    fn is_some(&self, regions: [Region; 2]) -> bool {
        regions.iter().any(|&region| !self.words.within(region).is_empty())
    }
}

fn is_wazir(walk: &Walk) -> bool {
    walk.how == How::Leap && walk.files.abs() + walk.ranks.abs() == 1
}
