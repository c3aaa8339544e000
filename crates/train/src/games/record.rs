//! The file format of self-play games.
//!
//! A file is the eight bytes of [`MAGIC`], followed by frames. The first frame contains
//! the [`RecordHeader`], every other one a [`Record`]. A frame is
//!
//! | bytes | what |
//! |---|---|
//! | 2 | length of the content |
//! | 2 | the same with all bits inverted |
//! | length | the content |
//! | 4 | FNV-1a, 32 bits, of the content |
//!
//! Integers are little-endian. Frames are independent, so a truncated file is valid up
//! to its last complete frame. A change of one byte always breaks the lengths or the
//! checksum, so damage can be told from truncation.
//!
//! Integers inside a frame are varints (LEB128: seven bits per byte, lowest first, high
//! bit set if more follow). Signed ones are zigzag-encoded (0, -1, 1, -2, ...). Texts
//! are preceded by their length. A header is [`VERSION`], the game's name, the seed,
//! the nodes, the most opening plies, the table's MiB, the fewest opening plies, the
//! noise, the network's checksum plus one (0 for the game's own) and the balance; a
//! record is
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

use anyhow::{Context, anyhow, bail, ensure};
use plyglot_core::game::random::mix;
use plyglot_support::files;
use std::fmt;
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;

/// The first bytes of a file.
pub const MAGIC: &str = "PLYGAMES";
/// The version of the format.
pub const VERSION: u64 = 2;
/// The version without the last four numbers of the header: it had their defaults.
const OLD_VERSION: u64 = 1;
/// The bytes of a frame besides its content.
const FRAME: usize = 8;

/// A game of self-play.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// The number of the game among those that the header determines.
    pub number: u64,
    /// The start position; empty for the game's own.
    pub start: String,
    /// The random plies at its beginning.
    pub opening: usize,
    /// The points of the first player: 1, 0.5 or 0.
    pub result: f32,
    /// All plies, including those of the opening.
    pub plies: Vec<Ply>,
}

/// A move of a [`Record`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ply {
    /// The index of the move in `Game::legal_moves` of the position before it.
    pub index: u16,
    /// The score of the search that chose it, as `Score::value`: centi-units for the
    /// side to move, forced results beyond 30,000. `None` for plies of the opening.
    pub score: Option<i16>,
}

/// The common settings of all games in a file. They determine the games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordHeader {
    /// The name of the game.
    pub game: String,
    /// The seed of everything random.
    pub seed: u64,
    /// Nodes after which a search begins no new iteration.
    pub nodes: u64,
    /// The fewest random plies of an opening.
    pub min_opening: usize,
    /// The most random plies of an opening, less one.
    pub opening: usize,
    /// Of a thousand moves after the opening, those that are random, on average.
    pub noise: usize,
    /// The size of the transposition table in MiB.
    pub hash: usize,
    /// The checksum of the network; `None` for the game's own.
    pub network: Option<u32>,
    /// The largest score of an opening for either side, in centi-units.
    pub balance: u16,
}

/// The usual [`RecordHeader::balance`].
pub const BALANCE: u16 = 300;

impl fmt::Display for RecordHeader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let RecordHeader { game, seed, nodes, min_opening, opening, noise, hash, network, balance } =
            self;
        write!(f, "--game {game} --seed {seed} --nodes {nodes} --plies {opening} --hash {hash}")?;
        if min_opening != opening {
            write!(f, " --min-plies {min_opening}")?;
        }
        if *noise > 0 {
            write!(f, " --noise {noise}")?;
        }
        if *balance != BALANCE {
            write!(f, " --balance {balance}")?;
        }
        network.map_or(Ok(()), |sum| write!(f, " --network FILE with CRC-32 {sum:08x}"))
    }
}

impl RecordHeader {
    /// Settings with openings of `opening` plies or one more, without noise, and with the
    /// game's own network.
    pub fn plain(game: &str, seed: u64, nodes: u64, opening: usize, hash: usize) -> RecordHeader {
        let game = game.to_owned();
        let min_opening = opening;
        let (noise, network, balance) = (0, None, BALANCE);
        RecordHeader { game, seed, nodes, min_opening, opening, noise, hash, network, balance }
    }

    /// A hash of the settings, to distinguish these games from others.
    pub(crate) fn identity(&self) -> u64 {
        let name = self.game.bytes().map(u64::from);
        let count = if self.is_old() { 4 } else { 8 };
        let numbers = self.numbers().into_iter().take(count);
        name.chain(numbers).fold(0, |sum, number| mix(sum ^ number))
    }

    /// The numbers of a header in their order.
    fn numbers(&self) -> [u64; 8] {
        let network = self.network.map_or(0, |sum| u64::from(sum) + 1);
        let counts = [self.opening, self.hash, self.min_opening, self.noise].map(|n| n as u64);
        [
            self.seed,
            self.nodes,
            counts[0],
            counts[1],
            counts[2],
            counts[3],
            network,
            self.balance.into(),
        ]
    }

    /// Whether the old version can say all of it.
    pub(crate) fn is_old(&self) -> bool {
        *self == RecordHeader::plain(&self.game, self.seed, self.nodes, self.opening, self.hash)
    }

    /// The beginning of a file: the magic and the header's frame.
    pub fn encode(&self) -> Vec<u8> {
        let mut content = Vec::new();
        let (version, count) = if self.is_old() { (OLD_VERSION, 4) } else { (VERSION, 8) };
        write_varint(&mut content, version);
        write_text(&mut content, &self.game);
        self.numbers()[..count].iter().for_each(|&number| write_varint(&mut content, number));
        let frame = frame(&content).expect("a name and some numbers fit in a frame");
        [MAGIC.as_bytes(), &frame].concat()
    }

    fn decode(content: &[u8]) -> anyhow::Result<RecordHeader> {
        let mut bytes = ContentReader(content);
        let version = bytes.number()?;
        let versions = OLD_VERSION..=VERSION;
        ensure!(versions.contains(&version), "it has version {version}, not {VERSION}");
        let game = bytes.text()?;
        let (seed, nodes) = (bytes.number()?, bytes.number()?);
        let opening = usize::try_from(bytes.number()?)?;
        let hash = usize::try_from(bytes.number()?)?;
        let mut header = RecordHeader::plain(&game, seed, nodes, opening, hash);
        if version == VERSION {
            header.min_opening = usize::try_from(bytes.number()?)?;
            header.noise = usize::try_from(bytes.number()?)?;
            header.network = bytes.number()?.checked_sub(1).map(u32::try_from).transpose()?;
            header.balance = u16::try_from(bytes.number()?)?;
        }
        bytes.end()?;
        Ok(header)
    }
}

impl Record {
    /// The record as a frame.
    ///
    /// # Errors
    /// If it is too long for a frame (some 20,000 plies), or a ply after the opening
    /// has no score.
    pub fn encode(&self) -> anyhow::Result<Vec<u8>> {
        let mut content = Vec::new();
        write_varint(&mut content, self.number);
        write_text(&mut content, &self.start);
        write_varint(&mut content, (2.0 * self.result) as u64);
        write_varint(&mut content, self.opening as u64);
        write_varint(&mut content, self.plies.len() as u64);
        for (i, ply) in self.plies.iter().enumerate() {
            write_varint(&mut content, u64::from(ply.index));
            if i >= self.opening {
                write_varint(&mut content, zigzag(ply.score.context("a ply has no score")?));
            }
        }
        frame(&content).context("a game is too long")
    }

    fn decode(content: &[u8]) -> anyhow::Result<Record> {
        let mut bytes = ContentReader(content);
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

/// Reads the games of a file in order. A truncated file is read up to its last complete
/// game; a damaged one ends with an error.
#[derive(Debug)]
pub struct RecordReader<R> {
    input: R,
    header: RecordHeader,
    /// The end of the last complete frame, in bytes.
    end: u64,
    is_over: bool,
}

impl RecordReader<BufReader<File>> {
    /// Opens a file and reads its header.
    ///
    /// # Errors
    /// If the file cannot be read or is not a file of games.
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
    /// If the input is not a file of games.
    pub fn new(mut input: R) -> anyhow::Result<RecordReader<R>> {
        let mut magic = [0; MAGIC.len()];
        let whole = fill(&mut input, &mut magic)? == magic.len();
        ensure!(whole && magic == *MAGIC.as_bytes(), "it is no file of games for training");
        let content = next_frame(&mut input)?.context("it ends in its header")?;
        let end = (MAGIC.len() + FRAME + content.len()) as u64;
        let header = RecordHeader::decode(&content).context("its header is invalid")?;
        Ok(RecordReader { input, header, end, is_over: false })
    }

    /// The common settings of all games.
    pub fn header(&self) -> &RecordHeader {
        &self.header
    }

    /// The name of the game.
    pub fn game(&self) -> &str {
        &self.header.game
    }

    /// A hash of the file's settings, to distinguish its games from those of other
    /// settings.
    pub(crate) fn identity(&self) -> u64 {
        self.header.identity()
    }

    /// The end of the last game read, in bytes. After a complete read, new games can be
    /// written from there on.
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

/// The content with its lengths and checksum; `None` if it is too long.
fn frame(content: &[u8]) -> Option<Vec<u8>> {
    let length = u16::try_from(content.len()).ok()?;
    let lengths = [length.to_le_bytes(), (!length).to_le_bytes()].concat();
    Some([&lengths, content, &fnv(content).to_le_bytes()].concat())
}

/// The content of the next frame; `None` if it is incomplete or missing.
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

/// Reads until the buffer is full or the input ends. Returns the number of bytes.
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

/// The 32-bit checksum FNV-1a (Fowler, Noll and Vo, 1991). Each of its steps is
/// invertible, so a change of one byte always changes it.
fn fnv(bytes: &[u8]) -> u32 {
    const BASIS: u32 = 0x811C_9DC5;
    const PRIME: u32 = 0x0100_0193;
    bytes.iter().fold(BASIS, |sum, &byte| (sum ^ u32::from(byte)).wrapping_mul(PRIME))
}

fn write_varint(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn write_text(bytes: &mut Vec<u8>, text: &str) {
    write_varint(bytes, text.len() as u64);
    bytes.extend_from_slice(text.as_bytes());
}

fn zigzag(score: i16) -> u64 {
    u64::from((score << 1 ^ score >> 15) as u16)
}

fn unzigzag(number: u16) -> i16 {
    (number >> 1) as i16 ^ -((number & 1) as i16)
}

/// Reads the content of a frame.
struct ContentReader<'a>(&'a [u8]);

impl<'a> ContentReader<'a> {
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
    fn varints_are_leb128() {
        let examples: [(u64, &[u8]); 5] = [
            (2, &[0x02]),
            (127, &[0x7F]),
            (128, &[0x80, 0x01]),
            (130, &[0x82, 0x01]),
            (12_857, &[0xB9, 0x64]),
        ];
        for (number, expected) in examples {
            let mut bytes = Vec::new();
            write_varint(&mut bytes, number);
            assert_eq!(bytes, expected);
            assert_eq!(ContentReader(&bytes).number().unwrap(), number);
        }
        let mut bytes = Vec::new();
        write_varint(&mut bytes, u64::MAX);
        assert_eq!(ContentReader(&bytes).number().unwrap(), u64::MAX);
        assert!(ContentReader(&[0xFF; 11]).number().is_err());
    }

    #[test]
    fn zigzag_maps_small_scores_to_small_integers() {
        for (score, number) in [(0, 0), (-1, 1), (1, 2), (-2, 3), (i16::MAX, 65_534)] {
            assert_eq!(zigzag(score), number);
            assert_eq!(unzigzag(number as u16), score);
        }
        assert_eq!(unzigzag(zigzag(i16::MIN) as u16), i16::MIN);
    }
}
