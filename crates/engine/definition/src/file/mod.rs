//! Reads a text of rules into definitions and complaints.
//!
//! A section is read in this order: its parent, its letters, and then all other keys in the
//! order of `RULES`, whatever their order in the file.

mod betza;
mod complaint;
mod draft;
mod fen;
mod grammar;
mod place;
#[cfg(test)]
mod tests;
mod values;

pub use complaint::{Complaint, MAX_COMPLAINTS};
pub use place::{Place, StartPlace, Warning};

use crate::keys::{Field, Group};
use crate::predefined::{KING, PREDEFINED};
use crate::{
    Definition, MAX_PIECE_FILES, MAX_PIECE_RANKS, NamedStarts, PieceMask, Region, Shown, StoneRules,
};
use complaint::{Complaints, Word};
use draft::{
    ABSENT, Draft, Meaning, OLD_KEYS, PAWN_TYPES, RULES, STARTS, current_name, key_names, meaning,
};
use grammar::{Entry, Section};
use plyglot_core::game::{Mismatch, Side};
use plyglot_support::text::plain;
use std::collections::BTreeMap;
use values::Letters;

/// The rules by which positions and squares are read.
const SHAPE_KEYS: [&str; 4] = ["maxFile", "maxRank", "hexagonal", "pieceSynonyms"];

/// The result of reading a file: the sections without faults, and the faults.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// The sections without faults, whose parents have none either, in the order of the file.
    pub definitions: Vec<Definition>,
    /// Where each of them is in the file.
    pub places: Vec<Place>,
    /// The faults, in the order of the file.
    pub complaints: Vec<Complaint>,
    /// The number of faults beyond these.
    pub unlisted: usize,
}

/// Reads a file. Parents are sections before their children, or `known` games, of which a
/// section may replace one.
///
/// # Errors
/// If anything in it is wrong: all faults, in the order of the file.
pub fn read(text: &str, known: &[Definition]) -> Result<Vec<Definition>, Vec<Complaint>> {
    let reading = read_sections(text, known);
    if reading.complaints.is_empty() { Ok(reading.definitions) } else { Err(reading.complaints) }
}

/// Reads a file as [`read`] does, and keeps the sections that are right when others are not.
pub fn read_sections(text: &str, known: &[Definition]) -> Reading {
    read_sections_after(text, &known.iter().collect::<Vec<_>>())
}

/// Reads a file as [`read_sections`] does, after games that stand in several places.
pub fn read_sections_after(text: &str, known: &[&Definition]) -> Reading {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    // What a file says is shown: in lists, boards and complaints.
    let text = text.lines().map(plain).collect::<Vec<_>>().join("\n");
    let mut complaints = Complaints::default();
    let sections = grammar::sections(&text, &mut complaints);
    let mut games = Games { known, read: BTreeMap::new() };
    let mut definitions = Vec::new();
    let mut places = Vec::<Place>::new();
    let key_names = key_names();
    for section in &sections {
        if games.read.contains_key(section.name.text) {
            places.iter_mut().for_each(|first| first.warn_repeated(section.name));
            continue;
        }
        let (definition, place) = Reader::new(section, &games, &key_names, &mut complaints).read();
        games.read.insert(section.name.text, definition.clone());
        if let Some(definition) = definition {
            definitions.push(definition);
            places.push(place);
        }
    }
    let (complaints, unlisted) = complaints.finish();
    Reading { definitions, places, complaints, unlisted }
}

/// A sum of a parent's sum and the entries of its child, in whatever order they stand.
fn sum(parent: u32, entries: &[(Meaning, Entry)]) -> u32 {
    let shown = Shown::default().keys();
    let mut lines = Vec::new();
    for (_, entry) in entries {
        let name = entry.key.text;
        if !shown.iter().any(|key| key.names().iter().any(|(of, _)| of == name)) {
            let words: Vec<&str> = entry.value.text.split_whitespace().collect();
            lines.push(format!("{name} = {}\n", words.join(" ")));
        }
    }
    lines.sort_unstable();
    sum_with(parent, &lines.concat())
}

fn sum_with(sum: u32, more: &str) -> u32 {
    crc32fast::hash(format!("{sum:08x}\n{more}").as_bytes())
}

struct Games<'a> {
    known: &'a [&'a Definition],
    /// The sections so far; `None` if they are wrong.
    read: BTreeMap<&'a str, Option<Definition>>,
}

enum Parent<'a> {
    Right(&'a Definition),
    Wrong,
    Unknown,
}

impl Games<'_> {
    fn parent(&self, name: &str) -> Parent<'_> {
        match self.read.get(name) {
            Some(Some(definition)) => Parent::Right(definition),
            Some(None) => Parent::Wrong,
            None => {
                let known = self.known.iter().find(|known| known.name == name);
                known.map_or(Parent::Unknown, |known| Parent::Right(known))
            }
        }
    }

    fn names(&self) -> impl Iterator<Item = &str> {
        self.known.iter().map(|known| known.name.as_str()).chain(self.read.keys().copied())
    }
}

struct Reader<'a, 'c> {
    section: &'a Section<'a>,
    key_names: &'a [String],
    draft: Draft,
    /// Whether the pieces are known: not if the parent is not, or is wrong.
    are_pieces_known: bool,
    /// Whether the board and the letters are those that are meant: then positions and squares can be
    /// checked.
    is_shape_known: bool,
    is_right: bool,
    complaints: &'c mut Complaints,
}

impl<'a, 'c> Reader<'a, 'c> {
    fn new(
        section: &'a Section<'a>,
        games: &Games,
        key_names: &'a [String],
        complaints: &'c mut Complaints,
    ) -> Reader<'a, 'c> {
        let mut reader = Reader {
            section,
            key_names,
            draft: Draft::template(),
            are_pieces_known: true,
            is_shape_known: !section.is_broken,
            is_right: !section.is_broken,
            complaints,
        };
        let name = section.name;
        if let Some(parent) = section.parent {
            match games.parent(parent.text) {
                Parent::Right(parent) => reader.draft = Draft::child_of(parent),
                Parent::Wrong => (reader.is_right, reader.are_pieces_known) = (false, false),
                Parent::Unknown => {
                    reader.are_pieces_known = false;
                    let complaint = Complaint::at(parent, "a game or a section before this one");
                    let names = games.names();
                    let complaint = reader.complaints.suggest(complaint, parent.text, names);
                    reader.complain(complaint, None);
                }
            }
        }
        reader.is_shape_known &= reader.are_pieces_known;
        reader.draft.0.name = name.text.to_owned();
        reader.draft.0.about.clone_from(&section.about);
        reader
    }

    fn complain(&mut self, complaint: Box<Complaint>, key: Option<Word>) {
        let key = key.map(|key| key.text);
        self.complaints.push(*complaint.within(self.section.name.text, key));
        self.is_right = false;
    }

    fn read(mut self) -> (Option<Definition>, Place) {
        let entries = self.entries();
        let hexagonal = entries.iter().find(|(_, entry)| entry.key.text == "hexagonal");
        if let Some((_, entry)) = hexagonal {
            self.draft.set_hexagonal(entry.value.text == "true");
        }
        self.letters(&entries);
        let letters = Letters::new(&self.draft, self.are_pieces_known);
        let fen =
            entries.iter().map(|(_, entry)| *entry).find(|entry| entry.key.text == "startFen");
        if fen.is_some() {
            self.draft.0.shown.starts = NamedStarts::default();
        }
        let mut right = Vec::new();
        for &(meaning, entry) in &entries {
            let result = match meaning {
                Meaning::Letter(_) => Ok(()),
                Meaning::Region(piece, regions, side) => {
                    self.region_of(piece, entry).map(|region| {
                        regions(&mut self.draft.0.pieces[piece])[side] = region;
                    })
                }
                Meaning::PawnTypes => self.pawn_types(entry.value, &letters),
                Meaning::Old(old) => {
                    values::apply_old(&mut self.draft.0, OLD_KEYS[old], entry.value)
                }
                Meaning::Rule(rule) => {
                    values::apply(&mut self.draft, &RULES[rule], entry.value, &letters)
                }
            };
            match result {
                Ok(()) => right.push((meaning, entry)),
                Err(complaint) => {
                    let is_of_shape = SHAPE_KEYS.contains(&current_name(entry.key.text));
                    self.is_shape_known &= !is_of_shape && !matches!(meaning, Meaning::Old(_));
                    self.complain(complaint, Some(entry.key));
                }
            }
        }
        self.draft.0.sum = sum(self.draft.0.sum, &entries);
        self.check_single_pieces();
        let mut place = Place::new(self.section);
        if self.is_shape_known {
            self.check_board(&right, &mut place);
            // One that is empty was refused already.
            if fen.is_none_or(|fen| !fen.value.text.is_empty()) {
                self.check_fen(fen, &place);
            }
            self.check_starts(&right, &mut place);
        }
        if !self.is_right {
            return (None, place);
        }
        self.check_files(&entries);
        let mut definition = self.draft.clone().finish();
        self.check_stones(&definition, &entries);
        self.check_hexagons(&mut definition, &entries);
        (if self.is_right { Some(definition) } else { None }, place)
    }

    /// The keys that are known, each once, the last time, in the order in which they are applied. Of
    /// named starts, there may be several.
    fn entries(&mut self) -> Vec<(Meaning, Entry<'a>)> {
        let mut entries: Vec<(Meaning, Entry)> = Vec::new();
        let all = self.section.entries.iter().enumerate();
        let last: BTreeMap<&str, usize> = all.map(|(at, entry)| (entry.key.text, at)).collect();
        for (at, &entry) in self.section.entries.iter().enumerate() {
            let key = entry.key;
            match meaning(key.text) {
                Some(_) if key.text != STARTS && last.get(key.text) != Some(&at) => {}
                Some(meaning) => entries.push((meaning, entry)),
                None => {
                    let names = self.key_names.iter().map(String::as_str);
                    let complaint = Complaint::at(key, "a key");
                    let complaint = self.complaints.suggest(complaint, key.text, names);
                    // It may be meant to be a piece, or the size of the board.
                    self.is_shape_known = false;
                    self.complain(complaint, None);
                }
            }
        }
        entries.sort_by_key(|&(meaning, entry)| match meaning {
            Meaning::Letter(_) => (0, 0),
            Meaning::Region(..) | Meaning::PawnTypes => (1, 0),
            // Old keys count ranks from the last one, and those of today win over them.
            Meaning::Rule(rule) if RULES[rule].name == "maxRank" => (1, 0),
            Meaning::Old(old) => (2, old),
            Meaning::Rule(rule) if current_name(entry.key.text) != entry.key.text => (2, rule),
            Meaning::Rule(rule) => (3, rule),
        });
        entries
    }

    fn letters(&mut self, entries: &[(Meaning, Entry)]) {
        let mut given: Vec<(char, Word)> = Vec::new();
        for &(meaning, entry) in entries {
            let Meaning::Letter(piece) = meaning else { continue };
            match self.letter(piece, entry, &mut given) {
                Ok(()) => {}
                Err(complaint) => {
                    self.is_shape_known = false;
                    self.complain(complaint, Some(entry.key));
                }
            }
        }
    }

    /// Reads the letter of a piece, which no key of the section has `given` to another, and
    /// where it goes.
    fn letter<'e>(
        &mut self,
        piece: usize,
        entry: Entry<'e>,
        given: &mut Vec<(char, Word<'e>)>,
    ) -> Result<(), Box<Complaint>> {
        let value = entry.value;
        if value.text == "-" {
            self.draft.0.pieces[piece].letter = ABSENT;
            return Ok(());
        }
        let (letter, betza) = match value.text.split_once(':') {
            Some((letter, betza)) => (letter.trim_end(), Some(value.part(betza.trim_start()))),
            None => (value.text, None),
        };
        let mut letters = letter.chars();
        let Some(letter) = letters.next().filter(char::is_ascii_alphabetic) else {
            return Err(Complaint::at(value, "a letter for the piece, or '-' for none"));
        };
        let letter = letter.to_ascii_lowercase();
        if !letters.as_str().is_empty() {
            return Err(Complaint::at(value.part(letters.as_str()), "one letter for the piece"));
        }
        if let Some((_, key)) = given.iter().find(|(other, _)| *other == letter) {
            let expected = format!("a letter that no other piece has ({} has it)", key.text);
            return Err(Complaint::at(value, expected));
        }
        given.push((letter, entry.key));
        self.draft.name(piece, letter);
        // Pieces with `e` capture en passant, unless `enPassantTypes` says otherwise.
        if betza.is_some_and(|betza| betza.text.contains('e')) {
            for pieces in &mut self.draft.0.pawns.en_passant_pieces {
                *pieces = PieceMask(pieces.0 | PieceMask::single(piece).0);
            }
        }
        let is_hexagonal = self.draft.0.board.is_hexagonal;
        self.draft.0.pieces[piece].walks = match (betza, PREDEFINED[piece].betza) {
            (None, Some(_)) => draft::predefined_walks(piece, is_hexagonal),
            (None, None) => {
                return Err(Complaint::at(value.end(), "':' and the moves in Betza's notation"));
            }
            (Some(betza), Some(_)) if piece != KING => {
                return Err(Complaint::at(betza, "no moves, which only customPiece and king have"));
            }
            (Some(betza), _) => {
                let parser = betza::piece(is_hexagonal);
                grammar::whole(betza, "moves in Betza's notation", parser)?.into()
            }
        };
        Ok(())
    }

    fn region_of(&self, piece: usize, entry: Entry) -> Result<Region, Box<Complaint>> {
        if self.are_pieces_known && !self.draft.has(piece) {
            let expected = format!("a piece of this game, which has no {}", PREDEFINED[piece].name);
            return Err(Complaint::at(entry.key, expected));
        }
        values::region(entry.value)
    }

    fn pawn_types(&mut self, word: Word, letters: &Letters) -> Result<(), Box<Complaint>> {
        let rules = RULES.iter().filter(|rule| PAWN_TYPES.contains(&rule.name.as_str()));
        rules.into_iter().try_for_each(|rule| values::apply(&mut self.draft, rule, word, letters))
    }

    /// Whether the pieces are in the game that a rule must have: without them it would mean any.
    fn check_single_pieces(&mut self) {
        let has: Vec<bool> = (0..PREDEFINED.len()).map(|piece| self.draft.has(piece)).collect();
        let mut missing = None;
        for group in self.draft.0.groups() {
            for side in Side::BOTH {
                for (key, field) in group.keys().iter().zip(group.fields(side)) {
                    if let Field::PieceOrAny(Some(piece)) = field
                        && !has[*piece]
                    {
                        missing = missing.or(Some((key.name, PREDEFINED[*piece].name)));
                    }
                }
            }
        }
        if let Some((key, name)) = missing {
            let expected = format!("a {key}, as the inherited one, {name}, is not in this game");
            self.complain(Complaint::at(self.section.name, expected), None);
        }
    }

    /// Whether squares and rows fit the board. Only keys of the section itself are checked: those
    /// of its parent may be for a larger board, and mean nothing on this one.
    fn check_board(&mut self, entries: &[(Meaning, Entry)], place: &mut Place) {
        for &(meaning, entry) in entries {
            let rules = &mut self.draft.0;
            let has_squares = match meaning {
                Meaning::Letter(_) | Meaning::PawnTypes | Meaning::Old(_) => false,
                Meaning::Region(..) => true,
                Meaning::Rule(rule) => {
                    matches!(RULES[rule].field_of(rules, Side::First), Some(Field::Squares(_)))
                }
            };
            let result = match entry.key.text {
                "connectN" => values::check_row(entry.value, rules),
                "connectNxN" => values::check_block(entry.value, rules),
                _ if has_squares => values::off_board(entry.value, rules)
                    .map(|off| place.warn_off_board(entry, &off)),
                _ => Ok(()),
            };
            if let Err(complaint) = result {
                self.complain(complaint, Some(entry.key));
            }
        }
    }

    fn check_stones(&mut self, rules: &Definition, entries: &[(Meaning, Entry)]) {
        const STONES: &str =
            "only stones, dropped freely (an immobile piece, pieceDrops, freeDrops)";
        let own = |key: &str| entries.iter().find(|(_, entry)| entry.key.text == key);
        let (found, expected) = if rules.places_stones() {
            if !rules.stones.renju_bans || rules.rows.connect_n == 5 {
                return;
            }
            (own("connectN").or_else(|| own("renjuBans")), "connectN = 5 with renjuBans".to_owned())
        } else if !rules.board.has_room_for_pieces() {
            let few = MAX_PIECE_RANKS - 1;
            let most = format!(
                "at most {MAX_PIECE_FILES} files and {few} ranks, or {MAX_PIECE_RANKS} files and \
                 {MAX_PIECE_RANKS} ranks"
            );
            let is_wide = rules.board.max_file > MAX_PIECE_FILES;
            (own(if is_wide { "maxFile" } else { "maxRank" }), format!("{most}, or {STONES}"))
        } else if rules.stones != StoneRules::default() {
            let letters = Letters::new(&self.draft, true);
            let found = entries.iter().find(|&&(meaning, entry)| {
                let Meaning::Rule(rule) = meaning else { return false };
                let mut alone = Draft::template();
                let set = values::apply(&mut alone, &RULES[rule], entry.value, &letters);
                set.is_ok() && alone.0.stones != StoneRules::default()
            });
            (found, STONES.to_owned())
        } else {
            return;
        };
        let word = found.map_or(self.section.name, |(_, entry)| entry.value);
        self.complain(Complaint::at(word, expected), found.map(|(_, entry)| entry.key));
    }

    /// Whether files that bend have as many letters; inherited ones may be for a larger board.
    fn check_files(&mut self, entries: &[(Meaning, Entry)]) {
        let Definition { board, shown, .. } = &mut self.draft.0;
        let letters = &mut shown.bent_files;
        let are_letters = letters.chars().all(|c| c.is_ascii_lowercase());
        if are_letters && letters.len() == board.max_file.into() && board.is_hexagonal {
            return;
        }
        letters.clear();
        if let Some((_, entry)) = entries.iter().find(|(_, entry)| entry.key.text == "bentRanks") {
            let expected = "a small letter for each file of a board of hexagons";
            self.complain(Complaint::at(entry.value, expected), Some(entry.key));
        }
    }

    /// Rules that are for squares only.
    fn check_hexagons(&mut self, rules: &mut Definition, entries: &[(Meaning, Entry)]) {
        if !rules.board.is_hexagonal {
            return;
        }
        let mut wrong = None;
        rules.each_field(&mut |key, field| {
            let why = key.squares_only.filter(|_| field.is_on());
            wrong = wrong.or(why.map(|why| (key.name, why)));
        });
        if let Some((name, why)) = wrong {
            let own = entries.iter().find(|(_, entry)| entry.key.text == name);
            let (word, key, inherited) = match own {
                Some((_, entry)) => (entry.value, Some(entry.key), String::new()),
                None => (self.section.name, None, format!(", or no inherited {name}")),
            };
            let expected = format!("squares instead of hexagons{inherited}, as {why}");
            self.complain(Complaint::at(word, expected), key);
        }
    }

    /// Whether named starts fit the board and the pieces. Inherited ones that do not are left out.
    fn check_starts(&mut self, entries: &[(Meaning, Entry)], place: &mut Place) {
        for (_, entry) in entries.iter().filter(|(_, entry)| entry.key.text == STARTS) {
            // All are gone after a hyphen.
            let Some((_, position)) = entry.value.text.split_once(':') else { continue };
            let position = entry.value.part(position.trim());
            match fen::check(&self.draft, position) {
                Ok(()) => place.starts.push(StartPlace::new(position)),
                Err(complaint) => self.complain(complaint, Some(entry.key)),
            }
        }
        let mut starts = std::mem::take(&mut self.draft.0.shown.starts);
        let section = self.section.name;
        starts.0.retain(|start| {
            let position = Word { text: &start.position, ..section };
            fen::check(&self.draft, position).is_ok()
        });
        self.draft.0.shown.starts = starts;
    }

    fn check_fen(&mut self, entry: Option<Entry>, place: &Place) {
        let word = match entry {
            Some(entry) => entry.value,
            None => Word { text: &self.draft.0.board.start_fen, ..self.section.name },
        };
        match (fen::check(&self.draft, word), entry) {
            (Ok(()), _) => {
                let fen = &self.draft.0.board.start_fen;
                let (board, rest) = fen.split_at(fen.find(' ').unwrap_or(fen.len()));
                let board: String = board.chars().map(|c| self.draft.own_letter(c)).collect();
                let own = board + rest;
                // Which pieces other letters mean is said by a key that is not in the sum.
                if own != *fen {
                    self.draft.0.sum = sum_with(self.draft.0.sum, &own);
                }
                self.draft.0.board.start_fen = own;
            }
            (Err(complaint), Some(entry)) => self.complain(complaint, Some(entry.key)),
            (Err(complaint), None) => {
                let mismatch = Mismatch::new(complaint.expected, complaint.found);
                self.complain(Box::new(place.inherited(mismatch)), None);
            }
        }
    }
}
