//! Reads bytes of a table's file, from its header or from anywhere.
//!
//! Files are read instead of memory-mapped. If a file is cut short or its disk disappears
//! while in use, a read fails, but a mapping would end the program.

use plyglot_support::files;
use plyglot_support::text::reason;
use std::borrow::Cow;
use std::fs::File;
use std::path::Path;

/// The most bytes of a file that are kept in memory. That covers most tables of up to 4
/// pieces, and the headers of all.
const MAX_HEAD: u64 = 256 << 10;
/// The size of the checksum at the end of every file, in bytes. The rest of a file is a
/// multiple of 64 bytes.
const CHECKSUM_SIZE: u64 = 16;

/// A table's file, with its first bytes in memory.
pub(super) struct TableSource {
    file: File,
    head: Vec<u8>,
}

impl TableSource {
    pub(super) fn open(path: &Path, magic: [u8; 4]) -> Result<TableSource, String> {
        let (file, head) = begin(path, MAX_HEAD)?;
        if head.starts_with(&magic) {
            Ok(TableSource { file, head })
        } else {
            Err("it is not a Syzygy table".to_owned())
        }
    }

    pub(super) fn check(path: &Path, magic: [u8; 4]) -> Result<(), String> {
        let (_, head) = begin(path, magic.len() as u64)?;
        if !head.starts_with(&magic) {
            return Err("it is not a Syzygy table".to_owned());
        }
        Ok(())
    }

    pub(super) fn head(&self) -> &[u8] {
        &self.head
    }

    pub(super) fn bytes(&self, at: u64, count: usize) -> Option<Cow<'_, [u8]>> {
        let start = usize::try_from(at).ok()?;
        if let Some(bytes) = self.head.get(start..start.checked_add(count)?) {
            return Some(Cow::Borrowed(bytes));
        }
        let mut bytes = vec![0; count];
        read_at(&self.file, &mut bytes, at)?;
        Some(Cow::Owned(bytes))
    }
}

/// Opens an ordinary file with a valid length for a table, and reads its first bytes.
fn begin(path: &Path, most: u64) -> Result<(File, Vec<u8>), String> {
    use std::io::Read;
    let wrong = |error| reason(&error);
    let known = files::ordinary(path).map_err(wrong)?;
    if known.len() % 64 != CHECKSUM_SIZE || known.len() <= CHECKSUM_SIZE {
        return Err("unexpected end of file".to_owned());
    }
    let file = files::open(path).map_err(wrong)?;
    let mut head = Vec::new();
    (&file).take(most).read_to_end(&mut head).map_err(wrong)?;
    Ok((file, head))
}

#[cfg(unix)]
fn read_at(file: &File, bytes: &mut [u8], at: u64) -> Option<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, bytes, at).ok()
}

#[cfg(windows)]
fn read_at(file: &File, bytes: &mut [u8], at: u64) -> Option<()> {
    let read = std::os::windows::fs::FileExt::seek_read(file, bytes, at).ok()?;
    if read == bytes.len() { Some(()) } else { None }
}

#[cfg(not(any(unix, windows)))]
fn read_at(_file: &File, _bytes: &mut [u8], _at: u64) -> Option<()> {
    None
}

pub(super) struct ByteReader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> ByteReader<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> ByteReader<'a> {
        ByteReader { bytes, at: 0 }
    }

    pub(super) fn at(&self) -> usize {
        self.at
    }

    pub(super) fn skip(&mut self, bytes: usize) {
        self.at = self.at.saturating_add(bytes);
    }

    pub(super) fn align(&mut self) {
        self.at += self.at % 2;
    }

    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let bytes = self.bytes.get(self.at..)?.first_chunk()?;
        self.at += N;
        Some(*bytes)
    }

    pub(super) fn u8(&mut self) -> Option<u8> {
        self.take().map(|[byte]| byte)
    }

    pub(super) fn u16(&mut self) -> Option<u16> {
        self.take().map(u16::from_le_bytes)
    }

    pub(super) fn u32(&mut self) -> Option<u32> {
        self.take().map(u32::from_le_bytes)
    }
}
