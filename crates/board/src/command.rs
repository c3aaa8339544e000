//! `plyglot board`: from its arguments to the end of its server.

use super::engines::Engines;
use super::gate::PageGate;
use super::options::BoardOptions;
use super::server;
use super::site::Site;
use super::watch::Watched;
use anyhow::{Context, Result, anyhow};
use clap::{ArgMatches, FromArgMatches};
use plyglot_answers::Answers;
use plyglot_command::arguments::Streams;
use plyglot_command::interrupt;
use plyglot_engine::Registry;
use plyglot_support::text::plain;
use std::io::Write;
use std::net::{Ipv4Addr, TcpListener};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::thread;

/// The threads that look at positions and games.
const WORKERS: usize = 4;

/// Serves the page until it is interrupted.
///
/// # Errors
/// If the arguments are invalid, the port is taken, an engine does not get ready, or the
/// address cannot be printed.
pub fn run(matches: &ArgMatches, registry: &Registry, streams: Streams<'_>) -> Result<()> {
    let options = BoardOptions::from_arg_matches(matches)?;
    let registry = Arc::new(registry.clone());
    let specs = options.engine_specs(&registry)?;
    let interrupt = interrupt::watch()?;
    let engines = Engines::new(specs, Arc::clone(&registry), options.most_engines());
    engines.probe(options.game()).map_err(|(name, failure)| {
        let is_mute = failure.reason.contains("uciok");
        let advice = if is_mute { "; does it speak UGI (--ugi)?" } else { "" };
        anyhow!("{name}: {}{advice}", plain(&failure.reason))
    })?;
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, options.port))
        .with_context(|| format!("--port {}: this port is not available", options.port))?;
    let port = listener.local_addr().context("the port is not known")?.port();
    let site = Site {
        explanations: Default::default(),
        gate: PageGate::new(port)?,
        answers: Answers { registry, game: options.game().to_owned() },
        engines: Arc::new(engines),
        watched: options.watch.clone().map(Watched::new),
    };
    let address = site.gate.address();
    say(streams.output.stream, &address)?;
    if options.open && !open(&site.gate.ticket()?) {
        log::warn!("no browser was found; open the address in one");
    }
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .max_blocking_threads(WORKERS)
        .build()
        .context("the server cannot be started")?;
    let served = runtime.block_on(server::serve(listener, Arc::new(site), interrupt));
    // Engines end with this program: their input ends, and the guard looks after the rest.
    runtime.shutdown_background();
    served
}

/// Prints the address. The reader of a pipe may close it as soon as it has that.
fn say(mut output: impl Write, address: &str) -> Result<()> {
    let text = format!(
        "{address}\nOpen this address in a browser on this machine. Ctrl-C stops the server.\n"
    );
    output.write_all(text.as_bytes()).and_then(|()| output.flush())?;
    Ok(())
}

/// Opens an address in the browser. Returns whether a program for it was found.
fn open(address: &str) -> bool {
    let programs: &[&[&str]] = match std::env::consts::OS {
        "macos" => &[&["open"]],
        "windows" => &[&["rundll32", "url.dll,FileProtocolHandler"]],
        _ => &[&["xdg-open"], &["sensible-browser"], &["gio", "open"]],
    };
    programs.iter().any(|words| {
        let mut command = Command::new(words[0]);
        command.args(&words[1..]).arg(address);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let Ok(mut starter) = command.spawn() else { return false };
        // It may run as long as the browser, so a thread waits for its end.
        drop(thread::Builder::new().spawn(move || starter.wait()));
        true
    })
}
