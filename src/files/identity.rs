//! Which file it is that a path leads to.

use super::{folder, target};
use std::fs::{self, File};
use std::path::{Path, PathBuf};

/// Whether two paths lead to one file, by whatever names; also where it is not
/// there yet.
pub(crate) fn is_same(one: &Path, other: &Path) -> bool {
    match (fs::metadata(one), fs::metadata(other)) {
        #[cfg(unix)]
        (Ok(one), Ok(other)) => number(&one) == number(&other),
        _ => place(one).is_some_and(|place_of_one| Some(place_of_one) == place(other)),
    }
}

/// Whether this open file still is what its path leads to: somebody may have put
/// another one there, or none.
pub(super) fn is_at(file: &File, path: &Path) -> bool {
    match (file.metadata(), fs::metadata(path)) {
        #[cfg(unix)]
        (Ok(file), Ok(found)) => number(&file) == number(&found),
        (file, found) => file.is_ok() && found.is_ok(),
    }
}

/// What the system tells files by: the device and the number on it.
#[cfg(unix)]
fn number(known: &fs::Metadata) -> (u64, u64) {
    use std::os::unix::fs::MetadataExt;
    (known.dev(), known.ino())
}

/// Where a file is or would be: its folder without links, and its name there.
fn place(path: &Path) -> Option<PathBuf> {
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
        fs::hard_link(at("file"), at("hard")).unwrap();
        std::os::unix::fs::symlink("file", at("soft")).unwrap();
        std::os::unix::fs::symlink("../none", at("sub/dangling")).unwrap();
        for (one, other, expected) in [
            ("file", "file", true),
            ("file", "sub/../file", true),
            ("file", "hard", true),
            ("file", "soft", true),
            ("file", "none", false),
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
}
