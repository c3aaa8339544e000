//! The folder of a book, in which no file of anybody else is touched.

use crate::html::BEGINNING;
use anyhow::{Context, Result, ensure};
use plyglot_support::files::{self, Format, cannot_be_written};
use plyglot_support::text::quote;
use std::path::{Path, PathBuf};

const PAGE: Format = Format { name: "a page of a book", beginnings: &[BEGINNING] };
const STYLE: Format = Format { name: "the style of a book", beginnings: &["/* plyglot book */"] };
const STYLE_NAME: &str = "style.css";

pub(crate) struct BookFolder(PathBuf);

impl BookFolder {
    /// The folder at a path, which is made if there is none, with the style of all pages.
    ///
    /// # Errors
    /// If something else than a book is in it, or it cannot be written to.
    pub(crate) fn open(path: &Path) -> Result<BookFolder> {
        let shown = path.display();
        if path.exists() {
            let unreadable = || format!("--out {shown}: the folder cannot be read");
            for entry in files::entries(path).with_context(unreadable)? {
                let entry = entry.with_context(unreadable)?;
                let name = entry.file_name().to_string_lossy().into_owned();
                let is_own = is_unfinished(&name) || format(&name).check(&entry.path()).is_ok();
                let found = quote(&name);
                ensure!(
                    is_own,
                    "--out {shown}: expected a new folder or a book, found {found} in it"
                );
            }
        }
        files::create_folder(path).with_context(|| format!("--out {shown}: cannot be made"))?;
        let folder = BookFolder(path.to_owned());
        folder.write(STYLE_NAME, include_str!("style.css"))?;
        Ok(folder)
    }

    pub(crate) fn write(&self, name: &str, content: &str) -> Result<()> {
        let path = self.path(name);
        files::write(&path, format(name), content).with_context(|| cannot_be_written(&path))
    }

    pub(crate) fn remove(&self, name: &str) -> Result<()> {
        let path = self.path(name);
        files::remove(&path, format(name)).with_context(|| cannot_be_written(&path))
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

/// The format of a file with this name; any other than the style is a page.
fn format(name: &str) -> &'static Format {
    if name == STYLE_NAME { &STYLE } else { &PAGE }
}

/// Whether a file may be left of a page that was not finished, as its run was killed.
fn is_unfinished(name: &str) -> bool {
    name.contains(".plyglot-") && name.ends_with(".part")
}
