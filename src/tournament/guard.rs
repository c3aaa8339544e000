//! A process that outlives the runner by a moment: whoever kills the runner
//! gives it no time to end its engines, and an engine need not care that its
//! input has ended.

use super::descendants;
use crate::interrupt;
use std::io::{self, Read};
use std::process::{Child, Command, Stdio};

/// The option of `match` that makes a guard of the program, and not a match.
pub(super) const OPTION: &str = "guard";

/// The guard of a match. It ends with the match.
#[derive(Debug)]
pub(super) struct Guard(Child);

impl Guard {
    /// Starts the program that runs once more, if the system can tell which
    /// processes are those of the engines.
    ///
    /// # Errors
    /// When it cannot be started.
    pub(super) fn start() -> io::Result<Option<Guard>> {
        if !cfg!(target_os = "linux") {
            return Ok(None);
        }
        let mut command = Command::new(std::env::current_exe()?);
        command.args(["match", &format!("--{OPTION}"), descendants::common_mark()]);
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        // What ends the group of the runner is not to end its guard.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        Ok(Some(Guard(command.spawn()?)))
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        drop(self.0.stdin.take());
        // That it has ended is all that could be known of it.
        let _ = self.0.wait();
    }
}

/// What the guard does: waits until the runner is gone, which closes `input`,
/// and ends what is left of its engines.
///
/// # Errors
/// When requests to end cannot be waived, or `input` cannot be read.
pub(super) fn serve(mark: &str, mut input: impl Read) -> anyhow::Result<()> {
    interrupt::watch()?;
    io::copy(&mut input, &mut io::sink())?;
    descendants::kill(mark);
    Ok(())
}
