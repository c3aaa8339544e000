//! Sealed files: the beginning of their format, the content, and the CRC-32 (IEEE) of both
//! as a last line of text, `CRC-32 89abcdef`. A state that a run continues from is sealed,
//! so that damage is not continued from.

use super::{Format, read, write};
use std::io::{self, Error, ErrorKind};
use std::path::Path;

const WORD: &str = "CRC-32 ";
const SEAL: usize = WORD.len() + "89abcdef\n".len();

/// Replaces a file of a format with this content, sealed.
///
/// # Errors
/// As for [`super::write()`].
pub fn write_sealed(path: &Path, format: &Format, content: impl AsRef<[u8]>) -> io::Result<()> {
    write(path, format, seal(format, content.as_ref()))
}

/// The content of a sealed file of this format; `None` if there is no file.
///
/// # Errors
/// If it cannot be read, is of another format, or was truncated or altered.
pub fn read_sealed(path: &Path, format: &Format) -> io::Result<Option<Vec<u8>>> {
    match read(path) {
        Ok(bytes) => unseal(format, &bytes).map(|content| Some(content.to_vec())),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

fn seal(format: &Format, content: &[u8]) -> Vec<u8> {
    let mut bytes = [format.beginnings[0].as_bytes(), content].concat();
    bytes.extend(last_line(&bytes).into_bytes());
    bytes
}

fn unseal<'a>(format: &Format, bytes: &'a [u8]) -> io::Result<&'a [u8]> {
    let beginning = format.beginnings[0].as_bytes();
    if !bytes.starts_with(beginning) {
        return Err(Error::other(format!("it is not {}, or of another version", format.name)));
    }
    let split = bytes.split_at_checked(bytes.len().saturating_sub(SEAL));
    match split {
        Some((sealed, line))
            if sealed.len() >= beginning.len() && line == last_line(sealed).as_bytes() =>
        {
            Ok(&sealed[beginning.len()..])
        }
        _ => Err(Error::other("it was truncated or altered: its checksum is wrong")),
    }
}

fn last_line(sealed: &[u8]) -> String {
    format!("{WORD}{:08x}\n", crc32fast::hash(sealed))
}

#[cfg(test)]
mod tests {
    use super::*;

    const FORMAT: Format = Format { name: "a thing", beginnings: &["thing 1\n"] };

    #[test]
    fn every_damage_is_found() {
        for content in ["", "content\n", "CRC-32 00000000\n", "\u{0}binary\u{7f}"] {
            let sealed = seal(&FORMAT, content.as_bytes());
            assert_eq!(unseal(&FORMAT, &sealed).unwrap(), content.as_bytes());
            for end in 0..sealed.len() {
                assert!(unseal(&FORMAT, &sealed[..end]).is_err(), "{content:?} cut at {end}");
                for bit in 0..8 {
                    let mut altered = sealed.clone();
                    altered[end] ^= 1 << bit;
                    assert!(unseal(&FORMAT, &altered).is_err(), "{content:?} altered at {end}");
                }
            }
            let longer = [&sealed[..], b"\n"].concat();
            assert!(unseal(&FORMAT, &longer).is_err());
        }
    }

    /// The sum is the one that other programs call CRC-32: 0xCBF43926 is the published
    /// check value for the digits 1 to 9.
    #[test]
    fn the_sum_is_the_usual_one() {
        const DIGITS: Format = Format { name: "digits", beginnings: &["1234"] };
        assert_eq!(seal(&DIGITS, b"56789"), b"123456789CRC-32 cbf43926\n");
    }

    #[test]
    fn a_missing_file_is_no_error() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("state");
        assert_eq!(read_sealed(&path, &FORMAT).unwrap(), None);
        write_sealed(&path, &FORMAT, "content").unwrap();
        assert_eq!(read_sealed(&path, &FORMAT).unwrap().unwrap(), b"content");
        std::fs::write(&path, "precious").unwrap();
        assert!(read_sealed(&path, &FORMAT).is_err());
        assert!(write_sealed(&path, &FORMAT, "content").is_err());
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "precious");
    }
}
