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
//! | 4 | CRC-32 (IEEE) of the content |
//!
//! Integers are little-endian. Frames are independent, so a truncated file is valid up
//! to its last complete frame. A change of one byte always breaks the lengths or the
//! checksum, so damage can be distinguished from truncation.
//!
//! Integers inside a frame are varints (`varint`). A header is [`VERSION`], the length of the
//! game's name, the name, the seed, the nodes, `plies`, the table's MiB, `min_plies`, the
//! noise, the network's checksum plus one (0 for the game's own) and the balance; a record is
//!
//! | what | as |
//! |---|---|
//! | the number of the game | varint |
//! | the result: half points of the first player, 0 to 2 | varint |
//! | the plies of the opening | varint |
//! | all plies | varint |
//! | for each ply: the move's index among the legal ones | varint |
//! | and, behind the opening: the score | signed varint |

use crate::fingerprint::hash;
use crate::varint::{self, VarintReader};
use anyhow::{Context, ensure};
use plyglot_core::game::{GameResult, Side};
use plyglot_support::files::{self, Format, Growing, cannot_be_read, cannot_be_written};
use std::collections::HashSet;
use std::fmt;
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};

pub const MAGIC: &str = "PLYGAMES";
pub const VERSION: u64 = 4;
const FORMAT: Format = Format { name: "games for training", beginnings: &[MAGIC] };
/// The bytes of a frame besides its content.
const FRAME_BYTES: usize = 8;

#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// The number of the game among those that the header determines.
    pub number: u64,
    /// The random plies at its beginning.
    pub opening: usize,
    /// A win or a draw.
    pub result: GameResult,
    /// All plies, including those of the opening.
    pub plies: Vec<Ply>,
}

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
    pub game: String,
    /// The seed of everything random.
    pub seed: u64,
    /// Nodes after which a search begins no new iteration.
    pub nodes: u64,
    /// An opening has `min_plies` to `plies + 1` random plies.
    pub min_plies: usize,
    /// See [`RecordHeader::min_plies`].
    pub plies: usize,
    /// The mean number of random moves per thousand after the opening.
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
        let RecordHeader { game, seed, nodes, min_plies, plies, noise, hash, network, balance } =
            self;
        write!(f, "--game {game} --seed {seed} --nodes {nodes} --plies {plies} --hash {hash}")?;
        if min_plies != plies {
            write!(f, " --min-plies {min_plies}")?;
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
    /// Settings with openings of `plies` plies or one more, without noise, and with the
    /// game's own network.
    pub fn plain(game: &str, seed: u64, nodes: u64, plies: usize, hash: usize) -> RecordHeader {
        RecordHeader {
            game: game.to_owned(),
            seed,
            nodes,
            min_plies: plies,
            plies,
            noise: 0,
            hash,
            network: None,
            balance: BALANCE,
        }
    }

    /// The same with all openings that are not decided: one that is good for a side is typical of
    /// the game.
    pub(crate) fn with_undecided_openings(self) -> RecordHeader {
        // Forced results lie beyond it, in centi-units.
        RecordHeader { balance: 30_000, ..self }
    }

    /// A hash of the settings, to distinguish these games from others.
    pub(crate) fn identity(&self) -> u64 {
        hash(self.game.bytes().map(u64::from).chain(self.numbers()))
    }

    fn numbers(&self) -> [u64; 8] {
        let RecordHeader { seed, nodes, plies, hash, min_plies, noise, balance, .. } = *self;
        let network = self.network.map_or(0, |sum| u64::from(sum) + 1);
        let plies = plies as u64;
        let hash = hash as u64;
        [seed, nodes, plies, hash, min_plies as u64, noise as u64, network, balance.into()]
    }

    /// The beginning of a file: the magic and the header's frame.
    pub fn encode(&self) -> Vec<u8> {
        let mut content = Vec::new();
        varint::write(&mut content, VERSION);
        varint::write(&mut content, self.game.len() as u64);
        content.extend_from_slice(self.game.as_bytes());
        self.numbers().iter().for_each(|&number| varint::write(&mut content, number));
        let frame = frame(&content).expect("a name and some numbers fit in a frame");
        [MAGIC.as_bytes(), &frame].concat()
    }

    fn decode(content: &[u8]) -> anyhow::Result<RecordHeader> {
        let mut reader = VarintReader(content);
        let version: u64 = reader.number().context("it is empty")?;
        ensure!(version == VERSION, "it has version {version}, not {VERSION}");
        RecordHeader::read(&mut reader).context("it is not one of this version")
    }

    fn read(reader: &mut VarintReader<'_>) -> Option<RecordHeader> {
        let length = reader.number()?;
        let game = String::from_utf8(reader.take(length)?.to_vec()).ok()?;
        let seed = reader.number()?;
        let nodes = reader.number()?;
        let plies = reader.number()?;
        let hash = reader.number()?;
        let min_plies = reader.number()?;
        let noise = reader.number()?;
        let network = match reader.number::<u64>()?.checked_sub(1) {
            Some(sum) => Some(u32::try_from(sum).ok()?),
            None => None,
        };
        let balance = reader.number()?;
        let header =
            RecordHeader { game, seed, nodes, min_plies, plies, noise, hash, network, balance };
        if reader.is_done() { Some(header) } else { None }
    }
}

impl Record {
    /// The record as a frame.
    ///
    /// # Errors
    /// If it is too long for a frame (some 20,000 plies), a ply after the opening has no
    /// score, or it is not finished.
    pub fn encode(&self) -> anyhow::Result<Vec<u8>> {
        let half_points = self.result.half_points(Side::First).context("a game is not finished")?;
        let mut content = Vec::new();
        varint::write(&mut content, self.number);
        varint::write(&mut content, half_points.into());
        varint::write(&mut content, self.opening as u64);
        varint::write(&mut content, self.plies.len() as u64);
        for (i, ply) in self.plies.iter().enumerate() {
            varint::write(&mut content, u64::from(ply.index));
            if i >= self.opening {
                varint::write_signed(&mut content, ply.score.context("a ply has no score")?);
            }
        }
        frame(&content).context("a game is too long")
    }

    fn decode(content: &[u8]) -> Option<Record> {
        let mut reader = VarintReader(content);
        let number = reader.number()?;
        let result = match reader.number::<u8>()? {
            0 => GameResult::Win(Side::Second),
            1 => GameResult::Draw,
            2 => GameResult::Win(Side::First),
            _ => return None,
        };
        let opening = reader.number()?;
        let count: usize = reader.number()?;
        let mut plies = Vec::new();
        for i in 0..count {
            let index = reader.number()?;
            let score = if i >= opening { Some(reader.signed()?) } else { None };
            plies.push(Ply { index, score });
        }
        if !reader.is_done() {
            return None;
        }
        Some(Record { number, opening, result, plies })
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
    pub fn open(path: impl AsRef<Path>) -> anyhow::Result<Self> {
        let path = path.as_ref();
        let file = files::open(path).map_err(anyhow::Error::new);
        file.and_then(|file| RecordReader::new(BufReader::new(file)))
            .with_context(|| cannot_be_read(path))
    }
}

impl<R: Read> RecordReader<R> {
    pub fn new(mut input: R) -> anyhow::Result<RecordReader<R>> {
        let is_own = up_to(&mut input, MAGIC.len())? == MAGIC.as_bytes();
        ensure!(is_own, "it is not a file of games for training");
        let content = next_frame(&mut input)?.context("it ends in its header")?;
        let end = (MAGIC.len() + FRAME_BYTES + content.len()) as u64;
        let header = RecordHeader::decode(&content).context("its header is invalid")?;
        Ok(RecordReader { input, header, end, is_over: false })
    }

    pub fn header(&self) -> &RecordHeader {
        &self.header
    }

    pub fn game(&self) -> &str {
        &self.header.game
    }

    /// The end of the last game read, in bytes. After a complete read, new games can be
    /// written from there on.
    pub fn end(&self) -> u64 {
        self.end
    }

    fn read(&mut self) -> anyhow::Result<Option<Record>> {
        let Some(content) = next_frame(&mut self.input)? else { return Ok(None) };
        let record = Record::decode(&content).context("its content is invalid")?;
        self.end += (FRAME_BYTES + content.len()) as u64;
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

#[derive(Debug, Default)]
pub(crate) struct EarlierGames {
    pub(crate) numbers: HashSet<u64>,
    pub(crate) positions: u64,
}

pub(crate) struct RecordFile {
    path: PathBuf,
    file: Growing,
}

impl RecordFile {
    /// Opens or creates the file. Existing games are kept up to the last complete one,
    /// and returned.
    pub(crate) fn open(
        path: &Path,
        header: &RecordHeader,
    ) -> anyhow::Result<(RecordFile, EarlierGames)> {
        RecordFile::open_whole(path, header).with_context(|| cannot_be_written(path))
    }

    fn open_whole(
        path: &Path,
        header: &RecordHeader,
    ) -> anyhow::Result<(RecordFile, EarlierGames)> {
        let file = Growing::open_with_head(path, &FORMAT, &header.encode())?;
        let mut record_file = RecordFile { path: path.to_owned(), file };
        let (done, end) = record_file.earlier(header)?;
        record_file.file.cut(end)?;
        Ok((record_file, done))
    }

    /// The games in the file, and the end of the last complete one in bytes.
    fn earlier(&self, header: &RecordHeader) -> anyhow::Result<(EarlierGames, u64)> {
        let mut reader = RecordReader::new(BufReader::new(self.file.content()?))?;
        let found = reader.header();
        ensure!(found == header, "it contains games of {found}, expected {header}");
        let mut done = EarlierGames::default();
        for record in &mut reader {
            let record = record?;
            done.numbers.insert(record.number);
            done.positions += record.scored() as u64;
        }
        Ok((done, reader.end()))
    }

    pub(crate) fn write(&mut self, record: &Record) -> anyhow::Result<()> {
        let bytes = record.encode()?;
        self.file.add(&bytes).with_context(|| cannot_be_written(&self.path))
    }

    pub(crate) fn sync(&self) -> anyhow::Result<()> {
        self.file.sync().with_context(|| cannot_be_written(&self.path))
    }
}

/// The content with its lengths and checksum; `None` if it is too long.
fn frame(content: &[u8]) -> Option<Vec<u8>> {
    let length = u16::try_from(content.len()).ok()?;
    let sum = crc32fast::hash(content).to_le_bytes();
    Some([&length.to_le_bytes(), &(!length).to_le_bytes(), content, &sum].concat())
}

/// The content of the next frame; `None` if it is incomplete or missing.
fn next_frame(input: &mut impl Read) -> anyhow::Result<Option<Vec<u8>>> {
    let Ok([a, b, c, d]) = <[u8; 4]>::try_from(up_to(input, 4)?) else { return Ok(None) };
    let length = u16::from_le_bytes([a, b]);
    ensure!(!length == u16::from_le_bytes([c, d]), "the file is damaged: its lengths differ");
    let content = up_to(input, length.into())?;
    let Ok(sum) = <[u8; 4]>::try_from(up_to(input, 4)?) else { return Ok(None) };
    ensure!(crc32fast::hash(&content).to_le_bytes() == sum, "the file is damaged: a sum is wrong");
    Ok(Some(content))
}

/// The next bytes; fewer at the end of the input.
fn up_to(input: &mut impl Read, count: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(count);
    input.take(count as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}
