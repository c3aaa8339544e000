//! The tables in the executable, and their look-up.
//!
//! The file is compressed by zlib. The first byte is the greatest number of plies in
//! which a side can force something in counted positions. Then come the plain tables, one
//! byte per place, and the counted ones, four places per byte, both in the order of
//! [`Class::up_to`].

use super::builder;
use super::index::{Class, MAX_STONES, Stones};
use super::retrograde::ForcedResult;
use super::{COUNTED_MOST, PLAIN_MOST};
use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use plyglot_core::game::Outcome;
use std::io::{self, Read, Write};
use std::sync::OnceLock;

/// Made by `tools/surakarta_tables.rs`.
static FILE: &[u8] = include_bytes!("tables.bin");

/// Counted results per byte: two bits each, the first in the lowest bits.
const IN_BYTE: usize = 4;

/// The start of the table of each class: `[own - 1][other - 1]`.
type Begins = [[usize; MAX_STONES]; MAX_STONES];

/// All tables, uncompressed.
pub(super) struct EndgameTables {
    /// The most plies to a capture or an end that can be forced.
    pub(super) longest: u8,
    plain: Vec<u8>,
    counted: Vec<u8>,
    begins: [Begins; 2],
}

/// The tables. The first call unpacks them, which takes some hundredths of a second.
pub(super) fn tables() -> &'static EndgameTables {
    static TABLES: OnceLock<EndgameTables> = OnceLock::new();
    TABLES.get_or_init(|| {
        unpack(FILE).unwrap_or_else(|error| {
            // The file is part of the executable, so no input can cause this.
            panic!("the tables in the program are damaged: {error}")
        })
    })
}

impl EndgameTables {
    /// The plain value of a position of at most [`PLAIN_MOST`] stones.
    #[inline]
    pub(super) fn plain(&self, stones: Stones) -> ForcedResult {
        ForcedResult(self.plain[self.begin(0, stones) + stones.place()])
    }

    /// The counted result of a position of at most [`COUNTED_MOST`] stones, if
    /// it is known.
    #[inline]
    pub(super) fn counted(&self, stones: Stones) -> Option<Outcome> {
        let place = self.begin(1, stones) + stones.place();
        builder::outcome(self.counted[place / IN_BYTE] >> (2 * (place % IN_BYTE)) & 3)
    }

    fn begin(&self, kind: usize, stones: Stones) -> usize {
        let Class { own, other } = Class::of(stones);
        self.begins[kind][own - 1][other - 1]
    }
}

/// The start of the table of each class of at most `most` stones, and the end of the
/// last.
fn lay_out(most: usize) -> (Begins, usize) {
    let mut begins = [[0; MAX_STONES]; MAX_STONES];
    let mut end = 0;
    for class in Class::up_to(most) {
        begins[class.own - 1][class.other - 1] = end;
        end += class.size();
    }
    (begins, end)
}

/// The compressed file of all tables; `plain` and `counted` return the table of a class.
pub(super) fn pack<'a>(
    longest: u8,
    plain: impl Fn(Class) -> &'a [u8],
    counted: impl Fn(Class) -> &'a [u8],
) -> io::Result<Vec<u8>> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(&[longest])?;
    for class in Class::up_to(PLAIN_MOST) {
        encoder.write_all(plain(class))?;
    }
    let results: Vec<u8> = Class::up_to(COUNTED_MOST).flat_map(counted).copied().collect();
    let byte = |four: &[u8]| four.iter().rev().fold(0, |byte, &b| byte << 2 | builder::code(b));
    encoder.write_all(&results.chunks(IN_BYTE).map(byte).collect::<Vec<u8>>())?;
    encoder.finish()
}

fn unpack(file: &[u8]) -> io::Result<EndgameTables> {
    let mut decoder = ZlibDecoder::new(file);
    let [(plain_begins, plain_end), (counted_begins, counted_end)] =
        [PLAIN_MOST, COUNTED_MOST].map(lay_out);
    let mut longest = [0];
    let mut plain = vec![0; plain_end];
    let mut counted = vec![0; counted_end.div_ceil(IN_BYTE)];
    decoder.read_exact(&mut longest)?;
    decoder.read_exact(&mut plain)?;
    decoder.read_exact(&mut counted)?;
    Ok(EndgameTables {
        longest: longest[0],
        plain,
        counted,
        begins: [plain_begins, counted_begins],
    })
}
