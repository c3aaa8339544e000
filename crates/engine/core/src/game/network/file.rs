//! Networks in files.
//!
//! A file begins with lines of text:
//!
//! ```text
//! plyglot network 1
//! game chess
//! placements 768
//! perspectives 16
//! inputs 3072
//! hidden 512
//! buckets 14
//! base 0
//! made <how it was made, a line or more of these>
//! ```
//!
//! After `base`, there may be four more: `most 100`, the most placements of a position unless
//! it is 63; `rules 8c3f01d2`, the sum of the rules ([`NetworkShape::rules`]) where they are
//! from a file; `chances 138 104`, the midpoint and the spread of [`Network::win_rate`]; and
//! `ladder 500 -300 677 -100`, the ratings of [`Network::ladder`], each with its lookahead in
//! hundredths of a ply.
//! The lines have no control characters, and an empty line ends them. The parameters
//! follow as zlib data (RFC 1950): 16-bit integers, little-endian, in the order of
//! [`NetworkShape::parameters`]. The last four bytes are the CRC-32 of all before,
//! little-endian.

use super::{Ladder, Network, NetworkShape, NetworkWinRate};
use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use plyglot_support::text::{is_plain, plain};
use std::fmt;
use std::io::{Read, Write};
use std::sync::{Arc, OnceLock};

const MAGIC: &str = "plyglot network 1";
const MAX_HEADER: usize = 1 << 16;
const CHECKSUM: usize = size_of::<u32>();
/// No zlib data is longer than so many times their bytes (zlib.net, "Maximum Compression Factor").
const MAX_RATIO: usize = 1032;

/// A network, and what its file says about it.
#[derive(Debug)]
pub struct NetworkFile {
    /// The name of the game.
    pub game: String,
    /// Lines that say how it was made.
    pub made: Vec<String>,
    /// The network.
    pub network: Network,
    /// The CRC-32 of the file.
    pub checksum: u32,
}

/// A network built into the program: `EmbeddedNetwork::new(include_bytes!(FILE))` in a
/// `static`. Its file is decoded when the network is first needed.
#[derive(Debug)]
pub struct EmbeddedNetwork {
    bytes: &'static [u8],
    /// The sum of the rules for which it is used, if not for those in its file.
    rules: Option<u32>,
    decoded: OnceLock<Arc<Network>>,
}

impl EmbeddedNetwork {
    /// The network of this file.
    pub const fn new(bytes: &'static [u8]) -> EmbeddedNetwork {
        EmbeddedNetwork { bytes, rules: None, decoded: OnceLock::new() }
    }

    /// The same network for a game with other rules, whose placements mean the same; `rules` is
    /// their sum ([`NetworkShape::rules`]).
    pub const fn for_rules(&self, rules: u32) -> EmbeddedNetwork {
        EmbeddedNetwork { bytes: self.bytes, rules: Some(rules), decoded: OnceLock::new() }
    }

    /// The network.
    ///
    /// # Panics
    /// If the bytes are no file with a network.
    pub fn get(&self) -> Arc<Network> {
        Arc::clone(self.decoded.get_or_init(|| {
            let mut network = NetworkFile::decode(self.bytes).expect("the file is whole").network;
            network.shape.rules = self.rules.or(network.shape.rules);
            Arc::new(network)
        }))
    }
}

/// A reason why bytes are not a network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetworkFileError(String);

impl fmt::Display for NetworkFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NetworkFileError {}

fn error(text: impl Into<String>) -> NetworkFileError {
    NetworkFileError(text.into())
}

impl NetworkFile {
    /// The first bytes of each file.
    pub const BEGINNING: &'static str = MAGIC;

    /// The bytes of a file. Control characters in `made` become blanks. If the lines do not
    /// fit in the header, the first ones are left out.
    pub fn encode(game: &str, made: &[String], network: &Network) -> Vec<u8> {
        let mut text = Header::text(game, network);
        let lines: Vec<String> = made
            .iter()
            .flat_map(|line| line.lines())
            .map(|line| format!("made {}\n", plain(line)))
            .collect();
        let mut room = MAX_HEADER - text.len() - 1;
        let mut first = lines.len();
        while first > 0 && lines[first - 1].len() <= room {
            first -= 1;
            room -= lines[first].len();
        }
        text.extend(lines.into_iter().skip(first));
        text.push('\n');
        let parameters = network.parameters();
        let content: Vec<u8> = parameters.iter().flat_map(|x| x.to_le_bytes()).collect();
        let mut encoder = ZlibEncoder::new(text.into_bytes(), Compression::best());
        // Writing to memory does not fail.
        let mut bytes =
            encoder.write_all(&content).and_then(|()| encoder.finish()).unwrap_or_default();
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    /// The network in the bytes of a file.
    ///
    /// # Errors
    /// If they are not a network, or one that was truncated or altered.
    pub fn decode(bytes: &[u8]) -> Result<NetworkFile, NetworkFileError> {
        if !bytes.starts_with(MAGIC.as_bytes()) {
            return Err(error("not a network file: its first line is not 'plyglot network 1'"));
        }
        let cut_off = || error("the file is truncated");
        let (content, sum) = bytes.split_last_chunk::<CHECKSUM>().ok_or_else(cut_off)?;
        let checksum = u32::from_le_bytes(*sum);
        if crc32fast::hash(content) != checksum {
            return Err(error("the file is truncated or altered: its checksum is wrong"));
        }
        let head = &content[..content.len().min(MAX_HEADER)];
        let end = head.windows(2).position(|two| two == b"\n\n").ok_or_else(cut_off)?;
        let text =
            std::str::from_utf8(&content[..end]).map_err(|_| error("its header is not text"))?;
        // They would end up in lines of the protocol.
        if text.contains(|c: char| !is_plain(c) && c != '\n') {
            return Err(error("its header has control characters"));
        }
        let Header { game, shape, win_rate, ladder, made } = Header::parse(text)?;
        let parameters = decompress(&content[end + 2..], shape.parameters())?;
        let network = Network::new(shape, &parameters)
            .ok_or_else(|| error("one of its parameters is too large"))?
            .with_win_rate(win_rate)
            .with_ladder(ladder);
        Ok(NetworkFile { game, made, network, checksum })
    }

    /// Checks that a game of this name, whose networks have this shape, can use the network; see
    /// [`NetworkShape::check`].
    ///
    /// # Errors
    /// The reason if it cannot.
    pub fn check(&self, game: &str, shape: NetworkShape) -> Result<(), NetworkFileError> {
        if self.game != game {
            return Err(error(format!("it is for {}", self.game)));
        }
        self.network.shape().check(shape).map_err(error)
    }
}

struct Header {
    game: String,
    shape: NetworkShape,
    win_rate: Option<NetworkWinRate>,
    ladder: Option<Ladder>,
    made: Vec<String>,
}

impl Header {
    fn text(game: &str, network: &Network) -> String {
        let shape = network.shape();
        let NetworkShape { placements, perspectives, inputs, hidden, buckets, .. } = shape;
        let mut text = format!(
            "{MAGIC}\ngame {game}\nplacements {placements}\nperspectives {perspectives}\n\
             inputs {inputs}\nhidden {hidden}\nbuckets {buckets}\nbase {}\n",
            u8::from(shape.has_base)
        );
        if shape.max_placements != NetworkShape::USUAL_MAX_PLACEMENTS {
            text += &format!("most {}\n", shape.max_placements);
        }
        text.extend(shape.rules.map(|sum| format!("rules {sum:08x}\n")));
        text.extend(
            network.win_rate().map(|rate| format!("chances {} {}\n", rate.midpoint, rate.spread)),
        );
        text.extend(network.ladder().map(|ladder| format!("ladder {ladder}\n")));
        text
    }

    fn parse(text: &str) -> Result<Header, NetworkFileError> {
        let mut lines = text.lines().skip(1).peekable();
        let game = next_value(&mut lines, "game")?.to_owned();
        let mut shape = NetworkShape {
            placements: next_number(&mut lines, "placements")?,
            perspectives: next_number(&mut lines, "perspectives")?,
            inputs: next_number(&mut lines, "inputs")?,
            hidden: next_number(&mut lines, "hidden")?,
            buckets: next_number(&mut lines, "buckets")?,
            has_base: next_number(&mut lines, "base")? != 0,
            ..NetworkShape::new(1)
        };
        if let Some(most) = lines.next_if(|line| line.starts_with("most ")) {
            let most = most["most ".len()..].parse();
            shape.max_placements = most.map_err(|_| error("its most is not a number"))?;
        }
        if let Some(sum) = lines.next_if(|line| line.starts_with("rules ")) {
            let sum = u32::from_str_radix(&sum["rules ".len()..], 16);
            shape.rules = Some(sum.map_err(|_| error("its rules are not a sum"))?);
        }
        let win_rate = match lines.next_if(|line| line.starts_with("chances ")) {
            Some(line) => Some(
                read_chances(&line["chances ".len()..])
                    .ok_or_else(|| error("its chances are not a midpoint and a spread"))?,
            ),
            None => None,
        };
        let ladder = lines.next_if(|line| line.starts_with("ladder "));
        let ladder = ladder.map(|line| line["ladder ".len()..].parse::<Ladder>()).transpose();
        let ladder = ladder.map_err(|why| error(format!("its ladder has {why}")))?;
        if !shape.is_sound() {
            return Err(error(format!("a network cannot have {shape}")));
        }
        let made =
            lines.map(|line| line.strip_prefix("made ").unwrap_or(line).to_owned()).collect();
        Ok(Header { game, shape, win_rate, ladder, made })
    }
}

fn next_value<'a>(
    lines: &mut impl Iterator<Item = &'a str>,
    name: &str,
) -> Result<&'a str, NetworkFileError> {
    let line = lines.next().unwrap_or_default();
    let value = line.strip_prefix(name).and_then(|rest| rest.strip_prefix(' '));
    value.ok_or_else(|| error(format!("its header has no line '{name}' in its place")))
}

fn next_number<'a>(
    lines: &mut impl Iterator<Item = &'a str>,
    name: &str,
) -> Result<usize, NetworkFileError> {
    let value = next_value(lines, name)?;
    value.parse().map_err(|_| error(format!("its {name} is not a number")))
}

fn read_chances(text: &str) -> Option<NetworkWinRate> {
    let (midpoint, spread) = text.split_once(' ')?;
    Some(NetworkWinRate { midpoint: midpoint.parse().ok()?, spread: spread.parse().ok()? })
}

fn decompress(bytes: &[u8], count: usize) -> Result<Vec<i16>, NetworkFileError> {
    // One byte more is enough to notice that there are too many.
    let limit = 2 * count + 1;
    // A header may claim more integers than there can be.
    let mut content = Vec::with_capacity(limit.min(MAX_RATIO * bytes.len()));
    ZlibDecoder::new(bytes)
        .take(limit as u64)
        .read_to_end(&mut content)
        .map_err(|_| error("its parameters are damaged"))?;
    if content.len() != 2 * count {
        return Err(error(format!(
            "it does not have the {count} parameters that its header claims"
        )));
    }
    Ok(content.as_chunks().0.iter().map(|&two| i16::from_le_bytes(two)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::random::Random;
    use std::num::NonZeroU16;

    const SHAPE: NetworkShape =
        NetworkShape { buckets: 3, has_base: true, ..NetworkShape::new(10) };

    fn bytes() -> Vec<u8> {
        bytes_of(SHAPE)
    }

    fn bytes_of(shape: NetworkShape) -> Vec<u8> {
        let mut random = Random::new(1);
        let parameters: Vec<i16> =
            (0..shape.parameters()).map(|_| random.below(601) as i16 - 300).collect();
        let network = Network::new(shape, &parameters).expect("they are small");
        assert_eq!(network.parameters(), parameters);
        NetworkFile::encode("halma", &["by chance".to_owned()], &network)
    }

    #[test]
    fn a_file_has_what_was_written() {
        let bytes = bytes();
        let file = NetworkFile::decode(&bytes).expect("it is whole");
        assert_eq!((file.game.as_str(), &file.made[..]), ("halma", &["by chance".to_owned()][..]));
        assert_eq!(file.network.shape(), SHAPE);
        assert_eq!(NetworkFile::encode(&file.game, &file.made, &file.network), bytes);
    }

    #[test]
    fn a_game_from_a_file_has_the_sum_of_its_rules() {
        let shape = NetworkShape { max_placements: 100, rules: Some(0x8c3f_01d2), ..SHAPE };
        let bytes = bytes_of(shape);
        let text = String::from_utf8_lossy(&bytes);
        assert!(text.contains("\nbase 1\nmost 100\nrules 8c3f01d2\nmade by chance\n"), "{text}");
        let file = NetworkFile::decode(&bytes).expect("it is whole");
        assert_eq!((file.network.shape(), &file.made[..]), (shape, &["by chance".to_owned()][..]));
        assert_eq!(file.check("halma", shape), Ok(()));
        for rules in [None, Some(1)] {
            let error = file.check("halma", NetworkShape { rules, ..shape });
            let error = error.expect_err("they are others").to_string();
            assert_eq!(error, "the rules of the game have changed since it was made");
        }
    }

    #[test]
    fn a_file_has_the_chances_at_scores() {
        let plain = NetworkFile::decode(&bytes()).expect("it is whole");
        assert_eq!(plain.network.win_rate(), None);
        let rate = NetworkWinRate { midpoint: 138, spread: NonZeroU16::MIN };
        let network = plain.network.with_win_rate(Some(rate));
        let bytes = NetworkFile::encode("halma", &plain.made, &network);
        let text = String::from_utf8_lossy(&bytes);
        assert!(text.contains("\nbase 1\nchances 138 1\nmade by chance\n"), "{text}");
        let file = NetworkFile::decode(&bytes).expect("it is whole");
        assert_eq!((file.network, file.made), (network, plain.made));
        for wrong in ["", "138", "138 0", "-1 5", "138 104 1", "70000 1"] {
            assert_eq!(read_chances(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_file_has_the_ladder_of_the_game() {
        let plain = NetworkFile::decode(&bytes()).expect("it is whole");
        assert_eq!(plain.network.ladder(), None);
        let ladder: Ladder = "500 -300 677 -100".parse().expect("it is sound");
        let rate = NetworkWinRate { midpoint: 138, spread: NonZeroU16::MIN };
        let network = plain.network.with_win_rate(Some(rate)).with_ladder(Some(ladder.clone()));
        let bytes = NetworkFile::encode("halma", &plain.made, &network);
        let text = String::from_utf8_lossy(&bytes);
        let expected = "\nbase 1\nchances 138 1\nladder 500 -300 677 -100\nmade by chance\n";
        assert!(text.contains(expected), "{text}");
        let file = NetworkFile::decode(&bytes).expect("it is whole");
        assert_eq!((file.network.ladder(), file.made), (Some(&ladder), plain.made));
    }

    /// Their sum with a bias would not fit 16 bits.
    #[test]
    fn where_there_are_many_placements_weights_are_small() {
        for (max_placements, max) in [(1, 505), (63, 505), (64, 504), (100, 324), (361, 90)] {
            let shape = NetworkShape { max_placements, ..SHAPE };
            assert_eq!(shape.max_input_weight(), max, "{max_placements}");
            let with = |weight| {
                let mut parameters = vec![0; shape.parameters()];
                parameters[0] = weight;
                Network::new(shape, &parameters)
            };
            assert!(with(max).is_some() && with(-max).is_some() && with(max + 1).is_none());
            assert!((max_placements + 1) * max as usize <= i16::MAX as usize);
        }
    }

    #[test]
    fn of_a_record_too_long_for_a_header_the_last_lines_stay() {
        let network = NetworkFile::decode(&bytes()).expect("it is whole").network;
        let made: Vec<String> = (0..100).map(|i| format!("{i:0>1000}")).collect();
        let file = NetworkFile::decode(&NetworkFile::encode("halma", &made, &network));
        let kept = file.expect("its header is found").made;
        assert!((60..=65).contains(&kept.len()), "{} of 1,005 bytes in 65,536", kept.len());
        assert_eq!(kept, made[100 - kept.len()..]);
    }

    #[test]
    fn any_byte_altered_or_missing_is_noticed() {
        let whole = bytes();
        for i in 0..whole.len() {
            let mut altered = whole.clone();
            altered[i] ^= 1 << (i % 8);
            assert!(NetworkFile::decode(&altered).is_err(), "byte {i} altered");
            assert!(NetworkFile::decode(&whole[..i]).is_err(), "cut off after {i} bytes");
        }
    }

    /// A header with a right checksum may still claim anything.
    #[test]
    fn wrong_claims_are_refused() {
        let whole = bytes();
        let replaced = |from: &str, to: &str| {
            let end = whole.windows(2).position(|two| two == b"\n\n").expect("it exists");
            let head = String::from_utf8(whole[..end].to_vec()).expect("it is text");
            let mut bytes = head.replacen(from, to, 1).into_bytes();
            bytes.extend(&whole[end..whole.len() - CHECKSUM]);
            bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
            NetworkFile::decode(&bytes).expect_err("it is wrong").to_string()
        };
        for (from, to, expected) in [
            ("hidden 32", "hidden 64", "it does not have the 1094 parameters"),
            ("hidden 32", "hidden 33", "a network cannot have 10 inputs, 33 neurons"),
            ("hidden 32", "hidden 4096", "a network cannot have"),
            ("hidden 32", "hidden many", "its hidden is not a number"),
            ("inputs 10", "inputs 99999999", "a network cannot have"),
            ("base 1", "base 0", "it does not have the"),
            ("buckets 3\n", "", "its header has no line 'buckets' in its place"),
            ("halma", "halma\rbestmove a1a2", "its header has control characters"),
            ("base 1\n", "base 1\nmost 2000\n", "a network cannot have"),
            ("base 1\n", "base 1\nmost many\n", "its most is not a number"),
            ("base 1\n", "base 1\nrules many\n", "its rules are not a sum"),
            ("base 1\n", "base 1\nladder 500\n", "its ladder has numbers that are not pairs"),
            ("base 1\n", "base 1\nladder 500 0 500 9\n", "its ladder has a rating of 500 after"),
        ] {
            let found = replaced(from, to);
            assert!(found.starts_with(expected), "{from} {to}: {found}");
        }
    }

    #[test]
    fn networks_of_other_games_and_shapes_do_not_fit() {
        let file = NetworkFile::decode(&bytes()).expect("it is whole");
        assert_eq!(file.check("halma", NetworkShape { hidden: 64, ..SHAPE }), Ok(()));
        let reason = |game, shape| file.check(game, shape).expect_err("it differs").to_string();
        assert_eq!(reason("chess", SHAPE), "it is for halma");
        let other = reason("halma", NetworkShape { buckets: 1, ..SHAPE });
        assert!(other.contains("10 inputs, 32 neurons, 3 buckets"), "{other}");
        let other = reason("halma", NetworkShape { perspectives: 4, ..SHAPE });
        let expected = "it has 10 placements, 63 at once, 2 perspectives, not 10 placements, 63 at \
             once, 4 perspectives";
        assert_eq!(other, expected);
        assert!(file.check("halma", NetworkShape { placements: 9, ..SHAPE }).is_err());
    }
}
