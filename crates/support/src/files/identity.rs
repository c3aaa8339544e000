//! The identity of the file that a path leads to.

use super::{folder, target};
use std::fs::{self, File};
use std::path::{Path, PathBuf};

/// Whether two paths lead to one file, whatever their names; also for files that do not
/// exist yet.
pub fn is_same(one: &Path, other: &Path) -> bool {
    match (fs::metadata(one), fs::metadata(other)) {
        #[cfg(unix)]
        (Ok(one), Ok(other)) => inode(&one) == inode(&other),
        _ => canonical(one).is_some_and(|canonical_one| Some(canonical_one) == canonical(other)),
    }
}

/// Whether this open file still is the one at its path. It may have been replaced or
/// removed.
pub(super) fn is_at(file: &File, path: &Path) -> bool {
    match (file.metadata(), fs::metadata(path)) {
        #[cfg(unix)]
        (Ok(file), Ok(found)) => inode(&file) == inode(&found),
        (file, found) => file.is_ok() && found.is_ok(),
    }
}

#[cfg(unix)]
fn inode(known: &fs::Metadata) -> (u64, u64) {
    use std::os::unix::fs::MetadataExt;
    (known.dev(), known.ino())
}

/// The canonical path of a file that may not exist yet: its folder without links, and
/// its name.
fn canonical(path: &Path) -> Option<PathBuf> {
    let target = target(path).ok()?;
    let folder = fs::canonicalize(folder(&target)).ok()?;
    Some(folder.join(target.file_name()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn different_paths_of_one_file_are_recognised() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("sub")).unwrap();
        fs::write(at("file"), "").unwrap();
        fs::write(at("second"), "").unwrap();
        fs::hard_link(at("file"), at("hard")).unwrap();
        std::os::unix::fs::symlink("file", at("soft")).unwrap();
        std::os::unix::fs::symlink("../none", at("sub/dangling")).unwrap();
        for (one, other, expected) in [
            ("file", "file", true),
            ("file", "sub/../file", true),
            ("file", "hard", true),
            ("file", "soft", true),
            ("file", "none", false),
            ("file", "second", false),
            ("none", "none", true),
            ("none", "./none", true),
            ("none", "sub/dangling", true),
            ("none", "sub/none", false),
            ("nowhere/none", "none", false),
        ] {
            assert_eq!(is_same(&at(one), &at(other)), expected, "{one}, {other}");
            assert_eq!(is_same(&at(other), &at(one)), expected, "{other}, {one}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_file_that_was_replaced_is_no_longer_at_its_path() {
        let folder = tempfile::tempdir().unwrap();
        let (path, next) = (folder.path().join("file"), folder.path().join("next"));
        fs::write(&path, "").unwrap();
        fs::write(&next, "").unwrap();
        let file = File::open(&path).unwrap();
        assert!(is_at(&file, &path));
        fs::rename(&next, &path).unwrap();
        assert!(!is_at(&file, &path));
        fs::remove_file(&path).unwrap();
        assert!(!is_at(&file, &path));
    }
}
