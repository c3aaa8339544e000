//! The files that a command names: none that is written may be another of them.

use super::OptionError;
use plyglot_core::game::quote;
use plyglot_support::files;
use std::path::Path;

/// A file, and the option that names it.
#[derive(Clone, Copy, Debug)]
pub struct Named<'a> {
    /// With its hyphens.
    pub option: &'a str,
    /// The path as it was given.
    pub path: &'a Path,
}

/// Checks that all outputs may be written: each is an ordinary file or a new one, and no other
/// option names it, by whatever path.
///
/// # Errors
/// At the first file that is something else, or two at once.
pub fn check_outputs(outputs: &[Named], inputs: &[Named]) -> Result<(), OptionError> {
    for (i, output) in outputs.iter().enumerate() {
        let found = quote(&output.path.to_string_lossy());
        if files::writable(output.path).is_err() {
            let found = format!("{found}, which is something else");
            return Err(OptionError::new(output.option, "an ordinary file", found));
        }
        let mut others = outputs[..i].iter().chain(inputs);
        if let Some(other) = others.find(|other| files::is_same(other.path, output.path)) {
            let found = format!("{found}, which {} names too", other.option);
            return Err(OptionError::new(output.option, "a file of its own", found));
        }
    }
    Ok(())
}
