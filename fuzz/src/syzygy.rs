//! Syzygy tables: files of any content under the names of tables.

use super::bytes::Bytes;
use plyglot_core::game::{Game, Notation};
use plyglot_games::chess::{Chess, SyzygyTables};

/// Tables of every kind: with and without pawns, of one side and of both, with a piece
/// that is alone in its kind and without, symmetric ones, the largest.
const NAMES: [&str; 12] = [
    "KQvK", "KPvK", "KNNvK", "KBNvK", "KRvKR", "KBBvKN", "KPvKP", "KPPvK", "KRPvKP", "KPPvKPP",
    "KQRBNvKP", "KBBvKBB",
];
const RESULT: [u8; 4] = [0x71, 0xE8, 0x23, 0x5D];
const DISTANCE: [u8; 4] = [0xD7, 0x66, 0x0C, 0xA5];
/// The flag of parts in which all values are the same.
const SINGLE: u8 = 0x80;
/// The flags of lists of distances, and of lists with numbers of two bytes.
const IS_MAPPED: u8 = 2;
const IS_WIDE: u8 = 16;

/// Both tables of a material, and positions that ask them. Any file is as if it were not
/// there, or says the same whenever it is asked.
pub(super) fn tables(bytes: &[u8]) {
    let mut bytes = Bytes(bytes);
    let name = bytes.one(&NAMES);
    let folder = std::env::temp_dir().join(format!("plyglot-fuzz-{}.tables", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder in the folder for such files");
    let positions: Vec<Chess> = (0..4).filter_map(|_| position(&mut bytes, name)).collect();
    for (magic, extension) in [(RESULT, "rtbw"), (DISTANCE, "rtbz")] {
        let content = file(&mut bytes, name, magic);
        let path = folder.join(format!("{name}.{extension}"));
        std::fs::write(path, content).expect("a file can be written");
    }
    let tables = SyzygyTables::open(folder.to_str().expect("a path in UTF-8"));
    for position in &positions {
        ask(&tables, position);
    }
    let _ = std::fs::remove_dir_all(folder);
}

fn ask(tables: &SyzygyTables, position: &Chess) {
    let (result, distance) = (tables.probe_wdl(position), tables.probe_dtz(position));
    assert_eq!((result, distance), (tables.probe_wdl(position), tables.probe_dtz(position)));
    // If tables contradict each other, a distance may be that of another result.
    assert!(result.is_none_or(|result| (-2..=2).contains(&result)), "{result:?}");
    if let Some(ranked) = tables.moves(position) {
        assert_eq!(ranked.moves.len(), position.legal_moves().len());
    }
}

/// A position of a material, either side having either part.
fn position(bytes: &mut Bytes<'_>, name: &str) -> Option<Chess> {
    let mut parts: Vec<&str> = name.split('v').collect();
    let turns = bytes.byte();
    if turns & 1 != 0 {
        parts.reverse();
    }
    let mut board = [None; 64];
    let men = parts[0].chars().chain(parts[1].chars().map(|man| man.to_ascii_lowercase()));
    for man in men {
        let wanted = bytes.below(64);
        let free = (0..64).map(|i| (wanted + i) % 64).find(|&square| board[square].is_none());
        board[free.expect("fewer men than squares")] = Some(man);
    }
    let row = |row: &[Option<char>]| -> String {
        row.iter().map(|man| man.map_or("1".to_owned(), String::from)).collect()
    };
    let rows: Vec<String> = board.chunks(8).map(row).collect();
    let side = if turns & 2 == 0 { 'w' } else { 'b' };
    Chess::parse(&format!("{} {side} - - {} 9", rows.join("/"), turns >> 2)).ok()
}

/// A file with the length of a table: any bytes behind the first ones, or a head that
/// makes sense but for what the input changes in it.
fn file(bytes: &mut Bytes<'_>, name: &str, magic: [u8; 4]) -> Vec<u8> {
    let mut file = magic.to_vec();
    if bytes.byte().is_multiple_of(4) {
        let length = 2 * usize::from(bytes.byte());
        file.extend(bytes.some(length));
    } else {
        head(bytes, name, magic == RESULT, &mut file);
        let length = 2 * usize::from(bytes.byte());
        file.extend(bytes.some(length));
        for _ in 0..bytes.below(4) {
            let at = (usize::from(bytes.byte()) << 8 | usize::from(bytes.byte())) % file.len();
            file[at] = bytes.byte();
        }
        file[..4].copy_from_slice(&magic);
    }
    file.resize(file.len().max(17).next_multiple_of(64) + 16, 0);
    file
}

/// The pieces of a material as tables number them: kinds from 1 (pawn) to 6 (king), 8
/// more for black ones.
fn pieces(name: &str) -> Vec<u8> {
    let number = |(side, part): (u8, &str)| -> Vec<u8> {
        let kind = |man| "PNBRQK".find(man).expect("a letter of a piece") as u8 + 1;
        part.chars().map(|man| kind(man) + 8 * side).collect()
    };
    (0..).zip(name.split('v')).flat_map(number).collect()
}

fn head(bytes: &mut Bytes<'_>, name: &str, is_result: bool, file: &mut Vec<u8>) {
    let pieces = pieces(name);
    let (white, black) = name.split_once('v').expect("two sides");
    let files = if name.contains('P') { 4 } else { 1 };
    let sides = if is_result && white != black { 2 } else { 1 };
    let has_both = white.contains('P') && black.contains('P');
    file.push(bytes.byte());
    for _ in 0..files {
        file.push(bytes.one(&[0x00, 0x11, 0x01, 0x10, 0x22]));
        if has_both {
            file.push(bytes.one(&[0x11, 0x00, 0x22, 0xFF]));
        }
        let mut order = pieces.clone();
        // Pawns lead where there are some, the others in any order.
        order.sort_by_key(|piece| (piece & 7 != 1, piece & 8));
        let turn = bytes.below(order.len());
        if turn & 1 != 0 {
            order[usize::from(files == 4)..].rotate_left(turn / 2);
        }
        file.extend(order.iter().map(|piece| piece | piece << 4));
    }
    file.resize(file.len().next_multiple_of(2), 0);
    let flags: Vec<u8> = (0..files * sides).map(|_| part(bytes, is_result, file)).collect();
    for flags in flags.into_iter().filter(|flags| !is_result && flags & IS_MAPPED != 0) {
        if flags & IS_WIDE != 0 {
            file.resize(file.len().next_multiple_of(2), 0);
        }
        for _ in 0..4 {
            let count = bytes.below(4) as u8;
            file.push(count);
            let count = usize::from(count);
            if flags & IS_WIDE != 0 {
                file.push(0);
                file.extend(bytes.some(2 * count));
            } else {
                file.extend(bytes.some(count));
            }
        }
    }
    file.resize(file.len().next_multiple_of(2), 0);
}

/// How a part is packed: one value, or symbols. Gives its flags.
fn part(bytes: &mut Bytes<'_>, is_result: bool, file: &mut Vec<u8>) -> u8 {
    let flags = bytes.one(&[SINGLE, 0, 1, IS_MAPPED, 4, 8, IS_MAPPED | IS_WIDE, 15]);
    file.push(flags);
    if flags & SINGLE != 0 {
        file.push(bytes.byte() % if is_result { 6 } else { 255 });
        return flags;
    }
    // Few marks in the index, so that an input reaches the blocks behind it.
    file.extend([5 + bytes.byte() % 4, bytes.one(&[31, 16, 20, 12, 6])]);
    file.extend([bytes.byte() % 4, 1 + bytes.byte() % 4, 0, 0, 0]);
    let shortest = 1 + bytes.byte() % 3;
    let longest = shortest + bytes.byte() % 4;
    file.extend([longest, shortest]);
    for _ in shortest..=longest {
        file.extend([bytes.byte() % 8, 0]);
    }
    let count = 1 + bytes.byte() % 12;
    file.extend([count, 0]);
    for symbol in 0..count {
        let (left, right) = (bytes.byte() % 16, bytes.byte() % 16);
        match symbol {
            0..2 => file.extend([left % 5, 0xF0, 0xFF]),
            _ => file.extend([left % symbol, (right % symbol) << 4, 0]),
        }
    }
    if count % 2 == 1 {
        file.push(0);
    }
    flags
}
