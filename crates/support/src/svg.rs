//! Files of SVG images.

use crate::files::Format;
use {crate::files, crate::text::reason, anyhow::anyhow, std::io, std::path::Path};

/// The format of all images. The first attribute tells them from those of other programs.
pub const FORMAT: Format =
    Format { name: "an image of Plyglot", beginnings: &["<svg data-by=\"plyglot\" "] };

/// Checks that an image may be written here: there is one of Plyglot, or nothing.
///
/// # Errors
/// If there is something else.
pub fn check(path: &Path) -> anyhow::Result<()> {
    FORMAT.check(path).map_err(|error| cannot_be_written(path, &error))
}

/// Replaces an image.
///
/// # Errors
/// If there is something else, or it cannot be written.
pub fn save(path: &Path, image: &str) -> anyhow::Result<()> {
    files::write(path, &FORMAT, image).map_err(|error| cannot_be_written(path, &error))
}

fn cannot_be_written(path: &Path, error: &io::Error) -> anyhow::Error {
    anyhow!("{} cannot be written: {}", path.display(), reason(error))
}
