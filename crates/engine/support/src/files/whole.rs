//! Atomic replacement of files.
//!
//! The new file is written beside the old one under a random name, synced to the disk,
//! and then renamed. A process that is killed meanwhile leaves this part behind. The
//! next process that replaces the file removes it. A part being written is locked, so
//! that any process on any machine can tell the two apart.
//!
//! Sealed files: the beginning of their format, the content, and the CRC-32 (IEEE) of both
//! as a last line of text, `CRC-32 89abcdef`. A state that a run continues from is sealed,
//! so that damage is not continued from.

use super::lock::hold;
use super::{Format, entries, folder, is_at, ordinary, read, sync, target};
use std::ffi::OsStr;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::Path;
use tempfile::{Builder, NamedTempFile, TempPath};

/// The text between the file's name and the random letters in the name of its part.
const MARK: &str = ".plyglot-";
const RANDOM_LETTERS: usize = 12;
const SUFFIX: &str = ".part";
const BUFFER_BYTES: usize = 1 << 20;
/// Attempts to create and lock a part.
const MAX_ATTEMPTS: usize = 100;
/// The last line of a sealed file begins with this.
const SEAL_WORD: &str = "CRC-32 ";
const SEAL_BYTES: usize = SEAL_WORD.len() + "89abcdef\n".len();

/// Replaces a file with the output of `fill`; on any failure, the old file stays, but for a
/// failure to sync the folder at the end. A link stays, and the file that it leads to is
/// replaced. Owner and permissions of the old file are kept, as far as the system allows.
///
/// # Errors
/// If the old file is of another format, not an ordinary file or may not be written, or
/// if `fill` or the disk fails.
pub fn replace(
    path: &Path,
    format: &Format,
    fill: impl FnOnce(&mut BufWriter<&File>) -> io::Result<()>,
) -> io::Result<()> {
    let target = target(path)?;
    let folder = folder(&target);
    let name = target.file_name();
    let name = name.ok_or_else(|| io::Error::other("it is not an ordinary file"))?;
    format.check(&target)?;
    log::debug!("writes {target:?}");
    let old = old(&target)?;
    remove_leftovers_of(&target);
    let part = begin(folder, name, old.is_some())?;
    let mut out = BufWriter::with_capacity(BUFFER_BYTES, part.as_file());
    fill(&mut out)?;
    out.flush()?;
    drop(out);
    if let Some(old) = old {
        keep_access(part.as_file(), &old)?;
    }
    part.as_file().sync_all()?;
    // It is no longer a part: anyone who appends to the new file locks it.
    let _ = part.persist(&target)?.unlock();
    sync(folder)
}

/// Replaces a file with these bytes; see [`replace`].
///
/// # Errors
/// As for [`replace`].
pub fn write(path: &Path, format: &Format, bytes: impl AsRef<[u8]>) -> io::Result<()> {
    replace(path, format, |out| out.write_all(bytes.as_ref()))
}

/// A file for other programs to read, in the system's folder for such files. It is removed with this
/// value.
#[derive(Debug)]
pub struct Temporary(TempPath);

impl Temporary {
    /// A file whose name ends like this, with these bytes.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn new(suffix: &str, bytes: &[u8]) -> io::Result<Temporary> {
        let mut file = Builder::new().prefix("plyglot-").suffix(suffix).tempfile()?;
        file.write_all(bytes)?;
        Ok(Temporary(file.into_temp_path()))
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.0
    }
}

/// The bytes of a sealed file of this format.
pub fn sealed(format: &Format, content: &[u8]) -> Vec<u8> {
    let mut bytes = [format.beginnings[0].as_bytes(), content].concat();
    bytes.extend(last_line(&bytes).into_bytes());
    bytes
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

fn unseal<'a>(format: &Format, bytes: &'a [u8]) -> io::Result<&'a [u8]> {
    let beginning = format.beginnings[0].as_bytes();
    if !bytes.starts_with(beginning) {
        return Err(io::Error::other(format!("not {}, or a different version", format.name)));
    }
    match bytes[beginning.len()..].split_last_chunk::<SEAL_BYTES>() {
        Some((content, line))
            if line[..] == *last_line(&bytes[..bytes.len() - SEAL_BYTES]).as_bytes() =>
        {
            Ok(content)
        }
        _ => Err(io::Error::other("it was truncated or altered: its checksum is wrong")),
    }
}

fn last_line(sealed: &[u8]) -> String {
    format!("{SEAL_WORD}{:08x}\n", crc32fast::hash(sealed))
}

/// The metadata of the file to replace, which must be writable; `None` if there is
/// none.
fn old(target: &Path) -> io::Result<Option<Metadata>> {
    match OpenOptions::new().write(true).open(target) {
        Ok(_) => ordinary(target).map(Some),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Creates and locks a part. If it will replace a file, only its owner can access it
/// until it gets that file's permissions.
#[cfg_attr(not(unix), expect(unused_variables, reason = "permissions are those of the folder"))]
fn begin(folder: &Path, name: &OsStr, is_private: bool) -> io::Result<NamedTempFile> {
    let mut prefix = name.to_owned();
    prefix.push(MARK);
    let mut builder = Builder::new();
    builder.prefix(&prefix).rand_bytes(RANDOM_LETTERS).suffix(SUFFIX);
    #[cfg(unix)]
    if !is_private {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    for _ in 0..MAX_ATTEMPTS {
        let part = builder.tempfile_in(folder)?;
        // Before it is locked, another run may remove it as a leftover.
        if hold(part.as_file()).is_ok() && is_at(part.as_file(), part.path()) {
            return Ok(part);
        }
    }
    Err(io::Error::other("the temporary file was removed"))
}

fn keep_access(file: &File, old: &Metadata) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, fchown};
        let new = file.metadata()?;
        if (new.uid(), new.gid()) != (old.uid(), old.gid()) {
            // Few users may give files away; without that right, the user stays the
            // owner.
            let _ = fchown(file, Some(old.uid()), Some(old.gid()))
                .or_else(|_| fchown(file, None, Some(old.gid())));
        }
    }
    file.set_permissions(old.permissions())
}

/// Removes what killed runs have left of replacements of this file.
fn remove_leftovers_of(path: &Path) {
    let Some(name) = path.file_name() else { return };
    let Ok(entries) = entries(folder(path)) else { return };
    for entry in entries.flatten() {
        let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
        if is_file && is_part(&entry.file_name(), name) {
            remove_if_dead(&entry.path());
        }
    }
}

/// Whether `found` is the name of a part of the file `name`.
fn is_part(found: &OsStr, name: &OsStr) -> bool {
    let letters = found
        .as_encoded_bytes()
        .strip_prefix(name.as_encoded_bytes())
        .and_then(|rest| rest.strip_prefix(MARK.as_bytes()))
        .and_then(|rest| rest.strip_suffix(SUFFIX.as_bytes()));
    letters.is_some_and(|letters| {
        letters.len() == RANDOM_LETTERS && letters.iter().all(u8::is_ascii_alphanumeric)
    })
}

/// Removes a part unless a process writes to it. Where locks are not supported, that is
/// unknown, and the part stays.
fn remove_if_dead(path: &Path) {
    let Ok(part) = OpenOptions::new().write(true).open(path) else { return };
    // A part finished meanwhile has been renamed.
    if part.try_lock().is_ok() && is_at(&part, path) {
        let _ = fs::remove_file(path);
    }
    let _ = part.unlock();
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANY: Format = Format { name: "anything", beginnings: &[""] };

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_failed_write_leaves_the_old_file() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        let fail = |out: &mut BufWriter<&File>| {
            out.write_all(&[b'x'; 3 * BUFFER_BYTES])?;
            Err(io::Error::other("no more"))
        };
        assert!(replace(&file, &ANY, fail).is_err());
        assert!(names(folder.path()).is_empty());
        write(&file, &ANY, "old").unwrap();
        assert_eq!(replace(&file, &ANY, fail).unwrap_err().to_string(), "no more");
        assert_eq!(fs::read_to_string(&file).unwrap(), "old");
        assert_eq!(names(folder.path()), ["file"]);
    }

    #[test]
    fn temporary_files_of_dead_runs_are_removed_and_no_others() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        let stays = [
            "file.plyglot-.part",
            "file.plyglot-abcdefghijk.part",
            "file.plyglot-abcdefghijk-.part",
            "file.1234.part",
            "other.plyglot-abcdefghijkl.part",
        ];
        for name in stays.iter().chain(&["file.plyglot-abcdefghijkl.part"]) {
            fs::write(folder.path().join(name), "").unwrap();
        }
        replace(&file, &ANY, |out| {
            // Another run replaces the same file meanwhile, and finishes first.
            write(&file, &ANY, "theirs")?;
            assert_eq!(fs::read_to_string(&file)?, "theirs");
            out.write_all(b"ours")
        })
        .unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "ours");
        let mut expected: Vec<&str> = stays.into_iter().chain(["file"]).collect();
        expected.sort();
        assert_eq!(names(folder.path()), expected);
    }

    #[test]
    fn a_written_file_is_unlocked_though_a_program_being_started_holds_a_copy() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        let mut copy = None;
        replace(&file, &ANY, |out| {
            copy = Some(out.get_ref().try_clone()?);
            out.write_all(b"whole")
        })
        .unwrap();
        File::open(&file).unwrap().try_lock().unwrap();
    }

    #[test]
    fn what_killed_runs_left_of_a_file_is_removed() {
        let folder = tempfile::tempdir().unwrap();
        let part = folder.path().join("file.plyglot-abcdefghijkl.part");
        fs::write(&part, "").unwrap();
        let writer = OpenOptions::new().write(true).open(&part).unwrap();
        writer.lock().unwrap();
        remove_leftovers_of(&folder.path().join("file"));
        assert!(part.exists(), "its writer lives");
        drop(writer);
        remove_leftovers_of(&folder.path().join("other"));
        assert!(part.exists(), "it belongs to another file");
        remove_leftovers_of(&folder.path().join("file"));
        assert!(!part.exists());
    }

    #[cfg(unix)]
    fn mode(path: &Path) -> u32 {
        use std::os::unix::fs::PermissionsExt;
        fs::metadata(path).unwrap().permissions().mode() & 0o777
    }

    #[cfg(unix)]
    #[test]
    fn links_and_permissions_are_kept() {
        use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        fs::write(folder.join("plain"), "").unwrap();
        write(&folder.join("new"), &ANY, "new").unwrap();
        assert_eq!(
            mode(&folder.join("new")),
            mode(&folder.join("plain")),
            "as the system gives them"
        );
        fs::create_dir(folder.join("sub")).unwrap();
        symlink("sub/file", folder.join("link")).unwrap();
        symlink(folder.join("link"), folder.join("link to link")).unwrap();
        write(&folder.join("link to link"), &ANY, "made").unwrap();
        assert_eq!(fs::read_to_string(folder.join("sub/file")).unwrap(), "made");
        for bits in [0o600, 0o640, 0o755] {
            fs::set_permissions(folder.join("sub/file"), fs::Permissions::from_mode(bits)).unwrap();
            write(&folder.join("link"), &ANY, format!("{bits}")).unwrap();
            assert_eq!(mode(&folder.join("sub/file")), bits);
            assert_eq!(fs::read_to_string(folder.join("sub/file")).unwrap(), format!("{bits}"));
        }
        assert!(fs::symlink_metadata(folder.join("link")).unwrap().is_symlink());
        // Only the administrator may give files away.
        if std::os::unix::fs::chown(folder.join("sub/file"), Some(1), Some(2)).is_ok() {
            write(&folder.join("link"), &ANY, "theirs").unwrap();
            let known = fs::metadata(folder.join("sub/file")).unwrap();
            assert_eq!((known.uid(), known.gid()), (1, 2));
        }
        symlink("loop", folder.join("loop")).unwrap();
        assert!(write(&folder.join("loop"), &ANY, "").is_err());
        assert!(write(&folder.join("sub"), &ANY, "").is_err(), "a folder");
    }

    const FORMAT: Format = Format { name: "a thing", beginnings: &["thing 1\n"] };

    #[test]
    fn every_damage_is_found() {
        for content in ["", "content\n", "CRC-32 00000000\n", "\u{0}binary\u{7f}"] {
            let sealed = sealed(&FORMAT, content.as_bytes());
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
        assert_eq!(sealed(&DIGITS, b"56789"), b"123456789CRC-32 cbf43926\n");
    }

    #[test]
    fn a_missing_file_is_no_error() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("state");
        assert_eq!(read_sealed(&path, &FORMAT).unwrap(), None);
        write(&path, &FORMAT, sealed(&FORMAT, b"content")).unwrap();
        assert_eq!(read_sealed(&path, &FORMAT).unwrap().unwrap(), b"content");
        fs::write(&path, "precious").unwrap();
        assert!(read_sealed(&path, &FORMAT).is_err());
        assert!(write(&path, &FORMAT, sealed(&FORMAT, b"content")).is_err());
        assert_eq!(fs::read_to_string(&path).unwrap(), "precious");
    }
}
