//! The guard: a process that ends the engines if the runner is killed. A killed runner
//! has no time to do it, and an engine may ignore that its input has ended.

use super::descendants;
use plyglot_command::interrupt;
use std::io::{self, Read};
use std::process::{Child, Command, Stdio};

/// The option of `match` that starts the guard instead of a match.
pub(crate) const OPTION: &str = "guard";

/// The guard of a match; dropping it ends it.
#[derive(Debug)]
pub(crate) struct Guard(Child);

impl Guard {
    /// Starts the program again as a guard. Returns `None` on systems other than Linux,
    /// where the processes of the engines cannot be identified.
    ///
    /// # Errors
    /// If it cannot be started.
    pub(crate) fn start() -> io::Result<Option<Guard>> {
        if !cfg!(target_os = "linux") {
            return Ok(None);
        }
        let mut command = Command::new(std::env::current_exe()?);
        command.args(["match", &format!("--{OPTION}"), descendants::common_mark()]);
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        // A signal to the runner's process group must not end the guard.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        Ok(Some(Guard(command.spawn()?)))
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        drop(self.0.stdin.take());
        // Its exit status does not matter.
        let _ = self.0.wait();
    }
}

/// The guard's work: waits until the runner is gone, which closes `input`, and kills
/// the engines that are left.
///
/// # Errors
/// If interrupts cannot be caught, or `input` cannot be read.
pub(crate) fn serve(mark: &str, mut input: impl Read) -> anyhow::Result<()> {
    interrupt::watch()?;
    io::copy(&mut input, &mut io::sink())?;
    descendants::kill(mark);
    Ok(())
}
