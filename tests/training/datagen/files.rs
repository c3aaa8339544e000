//! Files of games: written as documented, and read back when they are cut short or damaged.

use plyglot_core::game::{GameResult, Side};
use plyglot_train::{Ply, Record, RecordHeader, RecordReader};

/// Two small games with numbers of one byte and of three.
fn sample() -> (Vec<u8>, Vec<u64>, Vec<Record>) {
    let header = RecordHeader::plain("nim", u64::MAX, 2_000, 1, 4);
    let ply = |index, score| Ply { index, score };
    let records = vec![
        Record {
            number: 0,
            opening: 1,
            result: GameResult::Draw,
            plies: vec![ply(3, None), ply(0, Some(-64)), ply(u16::MAX, Some(i16::MIN))],
        },
        Record {
            number: u64::MAX,
            opening: 0,
            result: GameResult::Win(Side::First),
            plies: vec![ply(127, Some(31_990)), ply(128, Some(i16::MAX))],
        },
        Record { number: 7, opening: 0, result: GameResult::Win(Side::Second), plies: Vec::new() },
    ];
    let mut bytes = header.encode();
    let mut ends = vec![bytes.len() as u64];
    for record in &records {
        bytes.extend(record.encode().expect("the record is right"));
        ends.push(bytes.len() as u64);
    }
    (bytes, ends, records)
}

/// With usual settings, with others, and with a version that is not known.
#[test]
fn headers_are_written_byte_for_byte_as_documented() {
    let plain = RecordHeader::plain("cfour", 7, 200, 8, 4);
    let plain_bytes = b"PLYGAMES\x11\0\xEE\xFF\x04\x05cfour\x07\xC8\x01\x08\x04\x08\0\0\xAC\x02\
                        \x12\x9D\x1D\x8D";
    let other = RecordHeader {
        min_plies: 1,
        noise: 20,
        network: Some(u32::MAX),
        balance: 1000,
        ..plain.clone()
    };
    let other_bytes = b"PLYGAMES\x15\0\xEA\xFF\x04\x05cfour\x07\xC8\x01\x08\x04\x01\x14\
                        \x80\x80\x80\x80\x10\xE8\x07\xE1\x44\x4A\xDC";
    for (header, bytes) in [(&plain, &plain_bytes[..]), (&other, &other_bytes[..])] {
        assert_eq!(header.encode(), bytes);
        let reader = RecordReader::new(bytes).expect("a header");
        assert_eq!((reader.header(), reader.end()), (header, bytes.len() as u64));
    }
    // Each of the settings comes back.
    let others = [
        RecordHeader { min_plies: 0, ..plain.clone() },
        RecordHeader { noise: 1000, ..plain.clone() },
        RecordHeader { network: Some(0), ..plain.clone() },
        RecordHeader { balance: 0, ..plain.clone() },
        RecordHeader { balance: u16::MAX, seed: u64::MAX, ..plain.clone() },
    ];
    for header in others {
        let bytes = header.encode();
        let reader = RecordReader::new(&bytes[..]).expect("a header");
        assert_eq!(reader.header(), &header);
        assert_ne!(header.to_string(), plain.to_string());
    }
    for version in [0, 3, 127] {
        let mut bytes = other_bytes.to_vec();
        bytes[12] = version;
        let end = bytes.len() - 4;
        let sum = crc32fast::hash(&bytes[12..end]);
        bytes[end..].copy_from_slice(&sum.to_le_bytes());
        let error = RecordReader::new(&bytes[..]).expect_err("an unknown version");
        let error = format!("{error:#}");
        assert!(error.contains(&format!("it has version {version}, not 4")), "{error}");
    }
}

#[test]
fn a_file_that_is_cut_short_is_read_up_to_its_last_whole_game() {
    let (bytes, ends, records) = sample();
    for end in 0..=bytes.len() {
        let whole = ends.iter().filter(|&&at| at <= end as u64).count();
        let reader = RecordReader::new(&bytes[..end]);
        if whole == 0 {
            assert!(reader.is_err(), "{end} bytes");
            continue;
        }
        let mut reader = reader.unwrap_or_else(|e| panic!("{end} bytes: {e:#}"));
        let read: Vec<Record> =
            reader.by_ref().map(|r| r.unwrap_or_else(|e| panic!("{end} bytes: {e:#}"))).collect();
        assert_eq!(read, records[..whole - 1], "{end} bytes");
        assert_eq!(reader.end(), ends[whole - 1], "{end} bytes");
    }
}

#[test]
fn every_damaged_byte_is_found() {
    let (bytes, ends, records) = sample();
    for at in 0..bytes.len() {
        for bits in 1..=u8::MAX {
            let mut damaged = bytes.clone();
            damaged[at] ^= bits;
            let Ok(reader) = RecordReader::new(&damaged[..]) else { continue };
            let read: Vec<_> = reader.collect();
            let good = ends.iter().filter(|&&end| end <= at as u64).count() - 1;
            assert!(read.last().is_some_and(Result::is_err), "byte {at} with bits {bits:#b}");
            let before: Vec<&Record> = read.iter().flatten().collect();
            assert_eq!(before, records[..good].iter().collect::<Vec<_>>(), "before byte {at}");
        }
    }
}

#[test]
fn an_invalid_record_is_not_written() {
    let (_, _, mut records) = sample();
    records[0].plies[2].score = None;
    assert!(records[0].encode().is_err(), "a score is missing");
    records[1].plies.resize(70_000, Ply { index: 0, score: Some(0) });
    assert!(records[1].encode().is_err(), "it does not fit in a frame");
    records[2].result = GameResult::Unfinished;
    assert!(records[2].encode().is_err(), "it has no result");
}
