//! The files that are read: games, books, tables, networks.

use super::bytes::Bytes;
use super::states::changed;
use crc32fast::Hasher;
use plyglot_core::game::network::{Accumulators, Network, NetworkFile, NetworkShape};
use plyglot_core::game::tictactoe::TicTacToe;
use plyglot_core::game::{EvalWorkspace, Evaluation, Game, Knowledge, Notation};
use plyglot_core::search::{Control, Limits, Root, Search, Settings, Table, Task};
use plyglot_engine::{MessageSink, OpeningsRequest, openings};
use plyglot_games::ataxx::Ataxx;
use plyglot_games::breakthrough::Breakthrough;
use plyglot_games::chess::Chess;
use plyglot_games::connect4::ConnectFour;
use plyglot_games::othello::Othello;
use plyglot_games::surakarta::Surakarta;
use plyglot_match::plan::{BookFormat, Openings};
use plyglot_match::record::json;
use plyglot_match::schedule::openings::Book;
use plyglot_match::{MatchPlan, options};
use plyglot_records::find_game;
use plyglot_records::read;
use plyglot_records::replay;
use plyglot_records::score_of;
use plyglot_train as training;
use plyglot_train::{Record, RecordReader};
use std::any::type_name;
use std::collections::BTreeMap;
use std::io::Cursor;
use std::sync::{Arc, Mutex};

const VARIANTS: [&str; 7] =
    ["chess", "chess960", "cfour", "surakarta", "flipello", "breakthrough", "ataxx"];
pub(super) fn pgn(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let registry = plyglot_games::standard();
    let mut last = 0;
    for game in read(&text) {
        let lines = text.lines().count() + 1;
        assert!(game.faults.iter().all(|fault| fault.line <= lines), "{:?}", game.faults);
        assert!(last <= game.line, "games come in their order");
        last = game.line;
        if let Some(named) = find_game(&registry, game.tag("Variant").unwrap_or("chess")) {
            let mut referee = named.open();
            if let Ok(replay) = replay(&game, &mut *referee, None) {
                assert_eq!(replay.moves.len(), replay.word_indices.len());
                assert!(replay.read == game.moves.len() || replay.cut().is_some());
            }
        }
        for m in &game.moves {
            let _ = score_of(&m.comment);
        }
    }
}

/// Games for training: bytes as they are, or frames whose sums are right.
pub(super) fn records(bytes: &[u8]) {
    let mut bytes = Bytes(bytes);
    let file = if bytes.byte() % 4 == 0 { bytes.0.to_vec() } else { framed(&mut bytes) };
    let registry = plyglot_games::standard();
    let Ok(mut reader) = RecordReader::new(file.as_slice()) else { return };
    let header = reader.header().encode();
    let copy = RecordReader::new(header.as_slice()).expect("what was written");
    assert_eq!(copy.header(), reader.header());
    let game = registry.game(reader.game()).and_then(|game| game.entry.network());
    let records: Vec<Record> = reader.by_ref().map_while(Result::ok).collect();
    assert!(reader.end() <= file.len() as u64);
    for record in records {
        again(&record);
        let moves: Vec<u16> = record.plies.iter().map(|ply| ply.index).collect();
        if let Some(game) = &game {
            let _ = game.replay_positions(&moves, &|_| true, 0, &mut |_, _| ());
        }
    }
}

/// A record that was read is written and read as the same.
fn again(record: &Record) {
    let Ok(frame) = record.encode() else { return };
    let header = training::RecordHeader::plain("x", 0, 0, 0, 0);
    let file = [header.encode(), frame].concat();
    let read: Vec<_> = RecordReader::new(file.as_slice()).expect("a header").collect();
    assert!(matches!(read.as_slice(), [Ok(read)] if read == record), "{record:?}: {read:?}");
}

/// Pieces of the input, each behind its length, as frames.
fn framed(bytes: &mut Bytes<'_>) -> Vec<u8> {
    let mut file = b"PLYGAMES".to_vec();
    while !bytes.is_empty() {
        let length = usize::from(bytes.byte());
        let content = bytes.some(length);
        let length = content.len() as u16;
        let sum = crc32fast::hash(content);
        file.extend(length.to_le_bytes());
        file.extend((!length).to_le_bytes());
        file.extend(content);
        file.extend(sum.to_le_bytes());
    }
    file
}

/// The file of a table: bytes as they are, or any entries under keys that a search asks
/// for and with sums that are right. Then there is a search in it.
pub(super) fn tables(bytes: &[u8]) {
    let mut bytes = Bytes(bytes);
    let is_raw = bytes.byte() % 8 == 0;
    let games = [
        table::<Chess>,
        table::<ConnectFour>,
        table::<TicTacToe>,
        table::<Surakarta>,
        table::<Othello>,
        table::<Breakthrough>,
        table::<Ataxx>,
    ];
    bytes.one(&games)(&mut bytes, is_raw);
}

const OWNER: &str = "fuzz";
const LINES: usize = (1 << 20) / 64;
const BLOCK: usize = 1024;

fn table<G: Notation<Rules = ()> + Knowledge>(bytes: &mut Bytes<'_>, is_raw: bool) {
    let root = Root::new(G::start(()));
    let file = if is_raw { bytes.0.to_vec() } else { sealed(bytes, &root.position) };
    let mut table = Table::new(1).expect("a MiB");
    if table.load(OWNER, type_name::<G>(), Cursor::new(&file), 1).is_err() {
        return;
    }
    let mut saved = Vec::new();
    table.save(OWNER, &mut saved).expect("memory can be written");
    let answer = Search::new().run(
        &Task {
            root: &root,
            limits: &Limits::nodes(400),
            settings: &Settings { book: false, ..Settings::default() },
            table: &table,
            control: &Control::default(),
        },
        &mut |_| (),
    );
    assert!(!answer.panicked);
    let best = answer.best.expect("a move");
    assert!(root.position.legal_moves().contains(&best), "{best:?}");
    if let Some(ponder) = answer.ponder {
        let position = root.position.after(best);
        assert!(position.legal_moves().contains(&ponder), "{best:?} {ponder:?}");
    }
}

/// A file with entries for positions near the start.
fn sealed<G: Game>(bytes: &mut Bytes<'_>, start: &G) -> Vec<u8> {
    let (tenant, generation) = (bytes.byte() % 2, bytes.byte() % 16);
    let mut lines: BTreeMap<usize, [u64; 8]> = BTreeMap::new();
    while !bytes.is_empty() {
        let mut position = start.clone();
        for _ in 0..bytes.below(4) {
            let moves = position.legal_moves();
            position.play(moves[bytes.below(moves.len())]);
        }
        let number = |part: &[u8]| part.iter().fold(0, |sum, &byte| sum << 8 | u64::from(byte));
        let label = position.key() << 16 | number(bytes.some(2));
        let data = number(bytes.some(8));
        let line = ((u128::from(position.key()) * LINES as u128) >> 64) as usize;
        let slot = 2 * bytes.below(4);
        lines.entry(line).or_default()[slot..slot + 2].copy_from_slice(&[label ^ data, data]);
    }
    let mut file = Sealed::default();
    file.put(b"PLYTABLE\x01\0\0\0\x04\0");
    file.put(OWNER.as_bytes());
    file.put(&[tenant, generation, 1, 0, 0, 0, 0, 0, 0, 0]);
    file.seal();
    for block in 0..LINES / BLOCK {
        file.block(block, &lines);
    }
    file.put(&u32::MAX.to_le_bytes());
    file.seal();
    file.bytes
}

/// A file of a table that is written; the format is in `crates/engine/core/src/search/table/file.rs`.
#[derive(Default)]
struct Sealed {
    bytes: Vec<u8>,
    sum: Hasher,
}

impl Sealed {
    fn put(&mut self, bytes: &[u8]) {
        self.bytes.extend(bytes);
        self.sum.update(bytes);
    }

    fn seal(&mut self) {
        self.bytes.extend(self.sum.clone().finalize().to_le_bytes());
    }

    /// The lines of this block that there are.
    fn block(&mut self, block: usize, lines: &BTreeMap<usize, [u64; 8]>) {
        let mut map = [0u8; BLOCK / 8];
        let mut content = Vec::new();
        for (line, words) in lines.range(block * BLOCK..(block + 1) * BLOCK) {
            map[line % BLOCK / 8] |= 1 << (line % 8);
            content.extend(words.iter().flat_map(|word| word.to_le_bytes()));
        }
        if !content.is_empty() {
            self.put(&(block as u32).to_le_bytes());
            self.put(&map);
            self.put(&content);
            self.seal();
        }
    }
}

fn plan(game: &str) -> MatchPlan {
    let words = format!("--game {game} --engine cmd=a --engine cmd=b --each tc=1+1");
    let words: Vec<String> = words.split(' ').map(str::to_owned).collect();
    options::parse(&words, &plyglot_games::standard()).expect("a plan")
}

/// A match that is gone on with: lines as they are, or behind the right first one.
pub(super) fn resume(bytes: &[u8]) {
    let mut bytes = Bytes(bytes);
    let plan = plan("chess");
    let head = if bytes.byte() % 2 == 0 { String::new() } else { json::head(&plan) };
    let text = head + &String::from_utf8_lossy(bytes.0);
    match json::read(&text, &plan) {
        Ok(resumed) => {
            assert!(resumed.length <= text.len());
            for record in &resumed.records {
                let line = json::print(record);
                assert_eq!(json::game(&line, 2).as_ref().ok(), Some(record), "{line}");
            }
        }
        Err(error) => assert!(error.to_string().starts_with("line "), "{error}"),
    }
}

/// Books of openings: those of matches, which are files, and those of `genfens`.
pub(super) fn books(bytes: &[u8]) {
    let mut bytes = Bytes(bytes);
    let format = bytes.one(&[BookFormat::Epd, BookFormat::Fen, BookFormat::Pgn]);
    let (game, start) = (bytes.one(&VARIANTS), 1 + bytes.below(3));
    let plies = bytes.one(&[None, Some(0), Some(3)]);
    let random = bytes.byte() % 2 == 0;
    let path = std::env::temp_dir().join(format!("plyglot-fuzz-{}.book", std::process::id()));
    std::fs::write(&path, bytes.0).expect("a file in the folder for such files");
    let mut plan = plan(game);
    plan.openings = Openings::File { path: path.clone(), format, random, start, plies };
    let registry = plyglot_games::standard();
    match Book::open(&plan, &registry) {
        Ok(mut book) => {
            let opening = book.opening(1);
            let moves: Vec<&str> = opening.moves.iter().map(String::as_str).collect();
            let mut referee = registry.game(game).expect("a game of the list").open();
            let set = referee.set_position(opening.position.as_deref(), &moves);
            assert!(set.is_ok(), "{opening:?}: {set:?}");
        }
        Err(error) => assert!(!error.to_string().contains('\n'), "{error}"),
    }
    let _ = std::fs::remove_file(path);
    genfens(bytes.0);
}

/// The same as a book of `genfens`: in the smallest game, as each opening is searched.
fn genfens(bytes: &[u8]) {
    let registry = plyglot_games::standard();
    let entry = registry.entry("tictactoe").expect("a game of the list");
    let lines: Vec<String> = String::from_utf8_lossy(bytes).lines().map(str::to_owned).collect();
    let order = OpeningsRequest { count: 1, seed: 1, book: Some(lines) };
    let said = Arc::new(Mutex::new(0));
    let count = Arc::clone(&said);
    let say: MessageSink = Arc::new(move |_| *count.lock().expect("nobody panics with it") += 1);
    let mut table = Table::new(1).expect("a MiB");
    openings(entry.open(), order, Arc::default(), say)(&mut table);
    assert_eq!(*said.lock().expect("nobody panics with it"), 1);
}

/// A network: any bytes, or a good file that is changed, half of them with a right checksum.
/// An accepted one is written and read as the same, without line breaks in its texts. If it fits
/// chess, its evaluations are in range.
pub(super) fn networks(bytes: &[u8]) {
    let mut bytes = Bytes(bytes);
    let kind = bytes.byte() % 4;
    let mut shape = NetworkShape::for_game::<Chess>(32);
    match bytes.byte() % 3 {
        0 => {}
        1 => shape.inputs = 9,
        _ => shape.has_base = true,
    }
    let good = || NetworkFile::encode("chess", &["by hand".to_owned()], &Network::blank(shape));
    let mut content = if kind == 0 { bytes.0.to_vec() } else { changed(&mut bytes, &good()) };
    if let (2.., Some(end)) = (kind, content.len().checked_sub(4)) {
        let sum = crc32fast::hash(&content[..end]);
        content.splice(end.., sum.to_le_bytes());
    }
    let Ok(file) = NetworkFile::decode(&content) else { return };
    let texts = file.made.iter().chain([&file.game]);
    assert!(texts.flat_map(|text| text.chars()).all(|c| !c.is_control()), "{file:?}");
    let again = NetworkFile::encode(&file.game, &file.made, &file.network);
    let again = NetworkFile::decode(&again).expect("what was written");
    assert_eq!((&again.game, &again.network), (&file.game, &file.network));
    if file.check("chess", NetworkShape::for_game::<Chess>(32)).is_ok() {
        let position = Chess::start(());
        let mut accumulators = Accumulators::new(&position, Some(Arc::new(file.network)));
        let value = position.evaluate(&position.state(), &mut accumulators);
        assert!((-20_000..=20_000).contains(&value), "{value}");
    }
}
