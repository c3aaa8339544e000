//! Games for training as bytes, and back.
//!
//! A file is the eight bytes of [`MAGIC`] and then frames, of which the first
//! holds the [`RecordHeader`] and every other one a [`Record`]. A frame is
//!
//! | bytes | what |
//! |---|---|
//! | 2 | length of the content |
//! | 2 | the same with all bits inverted |
//! | length | the content |
//! | 4 | FNV-1a, 32 bits, of the content |
//!
//! with numbers in little-endian order. Each frame stands for itself, so a
//! file that was cut short is good up to its last whole frame; and as no
//! change of one byte leaves both lengths or the sum right, such damage is
//! told from a cut.
//!
//! Numbers inside a frame are varints (LEB128: seven bits a byte, the lowest
//! first, the high bit set where more follow); those with a sign are in zigzag
//! order (0, -1, 1, -2, ...); texts have their length in front. A header is
//! [`VERSION`], the game's name, the seed, the nodes, the opening plies and the
//! table's MiB; a record is
//!
//! | what | as |
//! |---|---|
//! | the number of the game | varint |
//! | its start position, empty for the game's own | text |
//! | the result: half points of the first player, 0 to 2 | varint |
//! | the plies of the opening | varint |
//! | all plies | varint |
//! | for each ply: the move's index among the legal ones | varint |
//! | and, behind the opening: the score | signed varint |

use crate::files;
use crate::games::random::mix;
use anyhow::{Context, anyhow, bail, ensure};
use std::fmt;
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;

/// What a file begins with.
pub const MAGIC: [u8; 8] = *b"PLYGAMES";
/// The version of the format that is written and read.
pub const VERSION: u64 = 1;
/// The bytes of a frame before its content, and after it.
const FRAME: usize = 8;

/// A game of self-play.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// Which of the games that follow from the file's header.
    pub number: u64,
    /// The position in which it began; empty for the game's start position.
    pub start: String,
    /// The plies at its beginning that were drawn by lot.
    pub opening: usize,
    /// The points of the first player: 1, 0.5 or 0.
    pub result: f32,
    /// All plies, those of the opening too.
    pub plies: Vec<Ply>,
}

/// A move of a [`Record`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ply {
    /// Where the move stands in `Game::legal_moves` of the position before it.
    pub index: u16,
    /// What the search that chose it thinks of the position before it, as
    /// `Score::value`: centi-units for the side to move, forced results beyond
    /// 30,000. `None` for plies of the opening.
    pub score: Option<i16>,
}

/// What all games of a file have in common. The games that were or are to be
/// played follow from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordHeader {
    /// The name of the game.
    pub game: String,
    /// From which everything random follows.
    pub seed: u64,
    /// Nodes after which a search begins no new iteration.
    pub nodes: u64,
    /// Random plies of an opening: so many, or one more.
    pub opening: usize,
    /// The size of the table in MiB.
    pub hash: usize,
}

impl fmt::Display for RecordHeader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let RecordHeader { game, seed, nodes, opening, hash } = self;
        write!(f, "--game {game} --seed {seed} --nodes {nodes} --plies {opening} --hash {hash}")
    }
}

impl RecordHeader {
    /// A number that tells these games from others.
    pub(super) fn identity(&self) -> u64 {
        let name = self.game.bytes().map(u64::from);
        let numbers = [self.seed, self.nodes, self.opening as u64, self.hash as u64];
        name.chain(numbers).fold(0, |sum, number| mix(sum ^ number))
    }

    /// The beginning of a file: its magic and this in a frame.
    pub fn encode(&self) -> Vec<u8> {
        let mut content = Vec::new();
        put(&mut content, VERSION);
        put_text(&mut content, &self.game);
        for number in [self.seed, self.nodes, self.opening as u64, self.hash as u64] {
            put(&mut content, number);
        }
        let frame = frame(&content).expect("a name and some numbers fit in a frame");
        [MAGIC.as_slice(), &frame].concat()
    }

    fn decode(content: &[u8]) -> anyhow::Result<RecordHeader> {
        let mut bytes = Bytes(content);
        let version = bytes.number()?;
        ensure!(version == VERSION, "it has version {version}, not {VERSION}");
        let header = RecordHeader {
            game: bytes.text()?,
            seed: bytes.number()?,
            nodes: bytes.number()?,
            opening: usize::try_from(bytes.number()?)?,
            hash: usize::try_from(bytes.number()?)?,
        };
        bytes.end()?;
        Ok(header)
    }
}

impl Record {
    /// The record as a frame.
    ///
    /// # Errors
    /// When it is too long for one (some 20,000 plies), or a ply behind the
    /// opening has no score.
    pub fn encode(&self) -> anyhow::Result<Vec<u8>> {
        let mut content = Vec::new();
        put(&mut content, self.number);
        put_text(&mut content, &self.start);
        put(&mut content, (2.0 * self.result) as u64);
        put(&mut content, self.opening as u64);
        put(&mut content, self.plies.len() as u64);
        for (i, ply) in self.plies.iter().enumerate() {
            put(&mut content, u64::from(ply.index));
            if i >= self.opening {
                put(&mut content, zigzag(ply.score.context("a ply has no score")?));
            }
        }
        frame(&content).context("a game is too long")
    }

    fn decode(content: &[u8]) -> anyhow::Result<Record> {
        let mut bytes = Bytes(content);
        let number = bytes.number()?;
        let start = bytes.text()?;
        let points = bytes.number()?;
        ensure!(points <= 2, "a result of {points} half points");
        let opening = usize::try_from(bytes.number()?)?;
        let count = usize::try_from(bytes.number()?)?;
        let plies = (0..count).map(|i| bytes.ply(i >= opening)).collect::<Result<Vec<_>, _>>()?;
        bytes.end()?;
        Ok(Record { number, start, opening, result: points as f32 / 2.0, plies })
    }

    /// The plies that have a score.
    pub fn scored(&self) -> usize {
        self.plies.len().saturating_sub(self.opening)
    }
}

/// Reads the games of a file, one by one. A file that ends in the middle of
/// one is read up to the last whole one; one that is damaged ends with an error.
#[derive(Debug)]
pub struct RecordReader<R> {
    input: R,
    header: RecordHeader,
    /// The bytes up to the end of the last whole frame.
    end: u64,
    is_over: bool,
}

impl RecordReader<BufReader<File>> {
    /// Opens a file and reads its header.
    ///
    /// # Errors
    /// When the file cannot be read or does not begin as one of ours.
    pub fn open(path: impl AsRef<Path>) -> anyhow::Result<Self> {
        let path = path.as_ref();
        let read = || RecordReader::new(BufReader::new(files::open(path)?));
        read().with_context(|| format!("the file {} cannot be read", path.display()))
    }
}

impl<R: Read> RecordReader<R> {
    /// Reads the header.
    ///
    /// # Errors
    /// When the input does not begin as a file of games.
    pub fn new(mut input: R) -> anyhow::Result<RecordReader<R>> {
        let mut magic = [0; MAGIC.len()];
        let whole = fill(&mut input, &mut magic)? == magic.len();
        ensure!(whole && magic == MAGIC, "it is no file of games for training");
        let content = next_frame(&mut input)?.context("it ends in its header")?;
        let end = (MAGIC.len() + FRAME + content.len()) as u64;
        let header = RecordHeader::decode(&content).context("its header makes no sense")?;
        Ok(RecordReader { input, header, end, is_over: false })
    }

    /// What all games have in common.
    pub fn header(&self) -> &RecordHeader {
        &self.header
    }

    /// The name of the game.
    pub fn game(&self) -> &str {
        &self.header.game
    }

    /// A number that tells the games of this file from those of files that were
    /// made otherwise.
    pub(super) fn identity(&self) -> u64 {
        self.header.identity()
    }

    /// The bytes up to the end of the last game that was read: where a file
    /// that was read to its end can be written on.
    pub fn end(&self) -> u64 {
        self.end
    }

    fn read(&mut self) -> anyhow::Result<Option<Record>> {
        let Some(content) = next_frame(&mut self.input)? else { return Ok(None) };
        let record = Record::decode(&content)?;
        self.end += (FRAME + content.len()) as u64;
        Ok(Some(record))
    }
}

impl<R: Read> Iterator for RecordReader<R> {
    type Item = anyhow::Result<Record>;

    fn next(&mut self) -> Option<anyhow::Result<Record>> {
        if self.is_over {
            return None;
        }
        let read = self.read().with_context(|| format!("the game at byte {}", self.end));
        self.is_over = !matches!(read, Ok(Some(_)));
        read.transpose()
    }
}

/// The content with its lengths and its sum; `None` if it is too long.
fn frame(content: &[u8]) -> Option<Vec<u8>> {
    let length = u16::try_from(content.len()).ok()?;
    let lengths = [length.to_le_bytes(), (!length).to_le_bytes()].concat();
    Some([&lengths, content, &fnv(content).to_le_bytes()].concat())
}

/// The content of the next frame; `None` if there is no whole one.
fn next_frame(input: &mut impl Read) -> anyhow::Result<Option<Vec<u8>>> {
    let mut lengths = [0; 4];
    if fill(input, &mut lengths)? < lengths.len() {
        return Ok(None);
    }
    let [a, b, c, d] = lengths;
    let length = u16::from_le_bytes([a, b]);
    ensure!(!length == u16::from_le_bytes([c, d]), "the file is damaged: its lengths differ");
    let mut content = vec![0; usize::from(length) + size_of::<u32>()];
    if fill(input, &mut content)? < content.len() {
        return Ok(None);
    }
    let sum = content.split_off(usize::from(length));
    ensure!(sum == fnv(&content).to_le_bytes(), "the file is damaged: a sum is wrong");
    Ok(Some(content))
}

/// Reads until the buffer is full or the input is over; gives how much was read.
fn fill(input: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    let mut filled = 0;
    while filled < buffer.len() {
        match input.read(&mut buffer[filled..]) {
            Ok(0) => break,
            Ok(count) => filled += count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(filled)
}

/// The sum FNV-1a of 32 bits (Fowler, Noll and Vo, 1991). Each of its
/// steps can be undone, so it differs wherever one byte does.
fn fnv(bytes: &[u8]) -> u32 {
    const BASIS: u32 = 0x811C_9DC5;
    const PRIME: u32 = 0x0100_0193;
    bytes.iter().fold(BASIS, |sum, &byte| (sum ^ u32::from(byte)).wrapping_mul(PRIME))
}

fn put(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn put_text(bytes: &mut Vec<u8>, text: &str) {
    put(bytes, text.len() as u64);
    bytes.extend_from_slice(text.as_bytes());
}

fn zigzag(score: i16) -> u64 {
    u64::from((score << 1 ^ score >> 15) as u16)
}

fn unzigzag(number: u16) -> i16 {
    (number >> 1) as i16 ^ -((number & 1) as i16)
}

/// What is left of the content of a frame.
struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    fn take(&mut self, count: u64) -> anyhow::Result<&'a [u8]> {
        let count = usize::try_from(count)?;
        let (taken, rest) = self.0.split_at_checked(count).context("it ends too early")?;
        self.0 = rest;
        Ok(taken)
    }

    fn number(&mut self) -> anyhow::Result<u64> {
        let mut number = 0;
        for shift in (0..u64::BITS).step_by(7) {
            let byte = self.take(1)?[0];
            number |= u64::from(byte & 0x7F) << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        bail!("a number is too long")
    }

    fn text(&mut self) -> anyhow::Result<String> {
        let length = self.number()?;
        let bytes = self.take(length)?;
        Ok(std::str::from_utf8(bytes)?.to_owned())
    }

    fn ply(&mut self, is_scored: bool) -> anyhow::Result<Ply> {
        let index = u16::try_from(self.number()?)?;
        let score = if is_scored { Some(unzigzag(u16::try_from(self.number()?)?)) } else { None };
        Ok(Ply { index, score })
    }

    fn end(&self) -> anyhow::Result<()> {
        match self.0.len() {
            0 => Ok(()),
            count => Err(anyhow!("{count} bytes too many")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From the reference page of the function's authors.
    #[test]
    fn the_checksum_agrees_with_published_values() {
        for (text, sum) in [("", 0x811C_9DC5), ("a", 0xE40C_292C), ("foobar", 0xBF9C_F968)] {
            assert_eq!(fnv(text.as_bytes()), sum, "{text}");
        }
    }

    /// The examples are those of the DWARF standard (version 5, 7.6).
    #[test]
    fn numbers_are_leb128() {
        let examples: [(u64, &[u8]); 5] = [
            (2, &[0x02]),
            (127, &[0x7F]),
            (128, &[0x80, 0x01]),
            (130, &[0x82, 0x01]),
            (12_857, &[0xB9, 0x64]),
        ];
        for (number, expected) in examples {
            let mut bytes = Vec::new();
            put(&mut bytes, number);
            assert_eq!(bytes, expected);
            assert_eq!(Bytes(&bytes).number().unwrap(), number);
        }
        let mut bytes = Vec::new();
        put(&mut bytes, u64::MAX);
        assert_eq!(Bytes(&bytes).number().unwrap(), u64::MAX);
        assert!(Bytes(&[0xFF; 11]).number().is_err());
    }

    #[test]
    fn small_scores_are_small_numbers() {
        for (score, number) in [(0, 0), (-1, 1), (1, 2), (-2, 3), (i16::MAX, 65_534)] {
            assert_eq!(zigzag(score), number);
            assert_eq!(unzigzag(number as u16), score);
        }
        assert_eq!(unzigzag(zigzag(i16::MIN) as u16), i16::MIN);
    }
}
