//! Files that are replaced as a whole, or stay what they were.
//!
//! The new file is written beside the old one, under a name that nobody can
//! know before, brought to the disk, and then renamed. A process that is killed
//! meanwhile leaves a part behind, which the next one to replace the file
//! removes. A part that is being written is locked, so that the two are told
//! apart by whatever process and on whatever machine.

use super::identity::is_at;
use super::lock::hold;
use super::{folder, ordinary, target, writable};
use std::ffi::OsStr;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::Path;
use tempfile::{Builder, NamedTempFile};

/// What stands behind the name of a file in that of its part, before some letters.
const MARK: &str = ".plyglot-";
/// The letters, drawn at random.
const LETTERS: usize = 12;
/// And behind them.
const END: &str = ".part";
/// Bytes written at once.
const BUFFER: usize = 1 << 20;
/// Parts that are begun until one stays.
const TRIES: usize = 100;

/// Replaces a file by what `fill` writes; where anything fails, it stays what it
/// was. A link stays, and what it leads to is replaced. The owner and the
/// permissions of the old file are kept, as far as the system allows it.
///
/// # Errors
/// When the old file is no ordinary one or may not be written, when `fill`
/// fails, or the disk does.
pub(crate) fn replace(
    path: &Path,
    fill: impl FnOnce(&mut BufWriter<&File>) -> io::Result<()>,
) -> io::Result<()> {
    let target = target(path)?;
    let (folder, name) = (folder(&target), target.file_name());
    let name = name.ok_or_else(|| io::Error::other("it is no ordinary file"))?;
    let old = old(&target)?;
    remove_leftovers(folder, name);
    let part = begin(folder, name, old.is_some())?;
    let mut out = BufWriter::with_capacity(BUFFER, part.as_file());
    fill(&mut out)?;
    out.flush()?;
    drop(out);
    if let Some(old) = old {
        keep_access(part.as_file(), &old)?;
    }
    part.as_file().sync_all()?;
    part.persist(&target)?;
    sync(folder)
}

/// Replaces a file by these bytes; see [`replace`].
///
/// # Errors
/// As [`replace`].
pub(crate) fn write(path: &Path, bytes: impl AsRef<[u8]>) -> io::Result<()> {
    replace(path, |out| out.write_all(bytes.as_ref()))
}

/// What is known of the file that is to be replaced, which must be one that may
/// be written; `None` if there is none.
fn old(target: &Path) -> io::Result<Option<Metadata>> {
    writable(target)?;
    match OpenOptions::new().write(true).open(target) {
        Ok(_) => ordinary(target).map(Some),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// A part of a file, locked. One that is to replace another is for its owner
/// alone until it has that one's permissions.
fn begin(folder: &Path, name: &OsStr, is_private: bool) -> io::Result<NamedTempFile> {
    let mut prefix = name.to_owned();
    prefix.push(MARK);
    let mut builder = Builder::new();
    builder.prefix(&prefix).rand_bytes(LETTERS).suffix(END);
    #[cfg(unix)]
    if !is_private {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    for _ in 0..TRIES {
        let part = builder.tempfile_in(folder)?;
        // Before it is locked, somebody may take it for a leftover.
        if hold(part.as_file()).is_ok() && is_at(part.as_file(), part.path()) {
            return Ok(part);
        }
    }
    Err(io::Error::other("somebody removes what is written"))
}

/// Gives a new file the owner and the permissions of the old one.
fn keep_access(file: &File, old: &Metadata) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, fchown};
        let new = file.metadata()?;
        if (new.uid(), new.gid()) != (old.uid(), old.gid()) {
            // Few may give files away; those who may not own the new one.
            let _ = fchown(file, Some(old.uid()), Some(old.gid()))
                .or_else(|_| fchown(file, None, Some(old.gid())));
        }
    }
    file.set_permissions(old.permissions())
}

/// Brings a folder's list of names to the disk.
fn sync(folder: &Path) -> io::Result<()> {
    #[cfg(unix)]
    // A folder that may be written need not be one that may be read.
    if let Ok(folder) = File::open(folder) {
        match folder.sync_all() {
            // Not every file system knows how.
            Err(e) if matches!(e.kind(), ErrorKind::InvalidInput | ErrorKind::Unsupported) => {}
            synced => return synced,
        }
    }
    Ok(())
}

/// Removes the parts of this file whose writers are dead.
fn remove_leftovers(folder: &Path, name: &OsStr) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
        if is_file && is_part(&entry.file_name(), name) {
            remove_if_dead(&entry.path());
        }
    }
}

/// Whether a name is that of a part of the file of this name.
fn is_part(found: &OsStr, name: &OsStr) -> bool {
    let letters = found
        .as_encoded_bytes()
        .strip_prefix(name.as_encoded_bytes())
        .and_then(|rest| rest.strip_prefix(MARK.as_bytes()))
        .and_then(|rest| rest.strip_suffix(END.as_bytes()));
    letters.is_some_and(|letters| {
        letters.len() == LETTERS && letters.iter().all(u8::is_ascii_alphanumeric)
    })
}

/// Removes a part unless somebody writes to it. Where files cannot be locked,
/// nobody knows, and it stays.
fn remove_if_dead(path: &Path) {
    let Ok(part) = OpenOptions::new().write(true).open(path) else { return };
    // A part that was finished meanwhile has another name by now.
    if part.try_lock().is_ok() && is_at(&part, path) {
        let _ = fs::remove_file(path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

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
            out.write_all(&[b'x'; 3 * BUFFER])?;
            Err(io::Error::other("no more"))
        };
        assert!(replace(&file, fail).is_err());
        assert!(names(folder.path()).is_empty());
        write(&file, "old").unwrap();
        assert_eq!(replace(&file, fail).unwrap_err().to_string(), "no more");
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
        replace(&file, |out| {
            // Somebody else writes the same file meanwhile, and is done first.
            write(&file, "theirs")?;
            assert_eq!(fs::read_to_string(&file)?, "theirs");
            out.write_all(b"ours")
        })
        .unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "ours");
        let mut expected: Vec<&str> = stays.into_iter().chain(["file"]).collect();
        expected.sort();
        assert_eq!(names(folder.path()), expected);
    }

    #[cfg(unix)]
    #[test]
    fn links_and_permissions_are_kept() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| -> PathBuf { folder.path().join(name) };
        let mode = |name: &str| fs::metadata(at(name)).unwrap().permissions().mode() & 0o777;
        fs::write(at("plain"), "").unwrap();
        write(&at("new"), "new").unwrap();
        assert_eq!(mode("new"), mode("plain"), "as the system gives them");
        fs::create_dir(at("sub")).unwrap();
        symlink("sub/file", at("link")).unwrap();
        symlink(at("link"), at("link to link")).unwrap();
        write(&at("link to link"), "made").unwrap();
        assert_eq!(fs::read_to_string(at("sub/file")).unwrap(), "made");
        for bits in [0o600, 0o640, 0o755] {
            fs::set_permissions(at("sub/file"), fs::Permissions::from_mode(bits)).unwrap();
            write(&at("link"), format!("{bits}")).unwrap();
            assert_eq!(mode("sub/file"), bits);
            assert_eq!(fs::read_to_string(at("sub/file")).unwrap(), format!("{bits}"));
        }
        assert!(fs::symlink_metadata(at("link")).unwrap().is_symlink());
        symlink("loop", at("loop")).unwrap();
        assert!(write(&at("loop"), "").is_err());
        assert!(write(&at("sub"), "").is_err(), "a folder");
    }
}
