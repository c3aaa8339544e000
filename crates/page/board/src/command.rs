//! `plyglot board`: its arguments, and the way from them to the end of its server.

use super::engines::Engines;
use super::gate::PageGate;
use super::search::MAX_EXPLANATIONS;
use super::server;
use super::site::Site;
use super::watch::WatchedMatch;
use anyhow::{Context, Result, anyhow};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{ArgMatches, Args, Command, FromArgMatches};
use plyglot_answers::{Answers, RulesStore};
use plyglot_command::arguments::{
    GameArgs, OptionError, SearchArgs, Streams, cores, offer_games, tool, within,
};
use plyglot_command::interrupt::{self, Remainder};
use plyglot_core::game::quote;
use plyglot_engine::Registry;
use plyglot_match::plan::{EngineSpec, Limit, Protocol};
use plyglot_match::stem;
use plyglot_support::files::Temporary;
use plyglot_support::lock;
use plyglot_support::text::plain;
use std::io::Write;
use std::net::{Ipv4Addr, TcpListener};
use std::path::PathBuf;
use std::process::{self, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};
use tokio::sync::Semaphore;

/// The engines' usual time for a move. It only tells the dialogue that a clock runs.
const USUAL_TIME: Duration = Duration::from_secs(1);
const WORKERS: usize = 4;
/// A program that ends with an error in this time has opened no browser.
const FAILING_TIME: Duration = Duration::from_secs(5);
/// A browser keeps the games that were played by the port of the page, so the next server has the same.
const USUAL_PORT: u16 = 7594;

/// Play, analyse and watch games on a page in the browser
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Only browsers on this machine can open the page. Its address contains a secret, renewed at each \
start. Ctrl-C stops the server.")]
struct BoardOptions {
    #[command(flatten)]
    game: GameArgs,
    /// Port of the server; 0 for any that is free [default: 7594, or any]
    #[arg(long, value_name = "N")]
    port: Option<u16>,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
    /// Another engine to offer on the page, with its arguments
    #[arg(long, value_name = "COMMAND")]
    engine: Vec<String>,
    /// An option of the other engines
    #[arg(long, value_name = "NAME=VALUE", requires = "engine")]
    engine_option: Vec<String>,
    /// Protocol of the other engines [default: uci]
    #[arg(long, requires = "engine", value_name = "PROTOCOL", value_parser = protocol())]
    proto: Option<Protocol>,
    /// Show a running match; FILE is the one passed to `match --live`
    #[arg(long, value_name = "FILE")]
    watch: Option<PathBuf>,
    #[command(flatten)]
    search: SearchArgs,
    /// Maximum number of engines at the same time [default: the number of cores, at least 4]
    #[arg(long, value_name = "N", value_parser = within::<usize>(1..=256))]
    engines: Option<usize>,
}

fn protocol() -> impl TypedValueParser<Value = Protocol> {
    let words = PossibleValuesParser::new(Protocol::NAMED.iter().map(|(name, _)| *name));
    words.map(|word| Protocol::named(&word).unwrap_or_default())
}

pub fn command(registry: &Registry) -> Command {
    offer_games(BoardOptions::augment_args(tool("board")), registry)
}

impl BoardOptions {
    fn engine_specs(&self, registry: &Registry) -> anyhow::Result<Vec<EngineSpec>> {
        let own = registry.program().file().context("this program cannot be found")?;
        let own = own.to_str().context("the path of this program is not UTF-8")?.to_owned();
        let options = vec![
            ("Hash".to_owned(), self.search.hash.mib.to_string()),
            ("Threads".to_owned(), self.search.threads.to_string()),
        ];
        let own = EngineSpec {
            command: own,
            name: registry.program().name().to_owned(),
            options,
            limit: Limit { move_time: Some(USUAL_TIME), ..Limit::default() },
            ..EngineSpec::default()
        };
        let mut specs = vec![own.clone()];
        let options = self.other_options()?;
        for text in &self.engine {
            let mut words = text.split_whitespace().map(str::to_owned);
            let missing = || OptionError::new("--engine", "a program", "nothing");
            let command = words.next().ok_or_else(missing).map_err(clap::Error::from)?;
            specs.push(EngineSpec {
                name: stem(&command).to_owned(),
                command,
                arguments: words.collect(),
                protocol: self.proto.unwrap_or_default(),
                options: options.clone(),
                ..own.clone()
            });
        }
        Ok(specs)
    }

    fn other_options(&self) -> Result<Vec<(String, String)>, clap::Error> {
        let mut options = Vec::new();
        for text in &self.engine_option {
            let (name, value) = text
                .split_once('=')
                .filter(|(name, _)| !name.is_empty())
                .ok_or_else(|| OptionError::new("--engine-option", "NAME=VALUE", quote(text)))?;
            options.push((name.to_owned(), value.to_owned()));
        }
        Ok(options)
    }
}

pub fn run(matches: &ArgMatches, registry: &Registry, streams: Streams<'_>) -> Result<()> {
    let options = BoardOptions::from_arg_matches(matches)?;
    let registry = Arc::new(registry.clone());
    let specs = options.engine_specs(&registry)?;
    let interrupt = interrupt::watch_with(Remainder::Results, plyglot_match::kill_all)?;
    let engines = Engines::new(specs, options.engines.unwrap_or_else(|| cores().max(4)));
    engines.probe(&options.game.name, &registry).map_err(|(name, failure)| {
        let is_mute = failure.reason.contains("uciok");
        let advice = if is_mute { "; does it speak another protocol (--proto)?" } else { "" };
        anyhow!("{name}: {}{advice}", plain(&failure.reason))
    })?;
    let listener = listener(options.port)?;
    let port = listener.local_addr().context("the port is not known")?.port();
    let site = Site {
        explanations: Arc::new(Semaphore::new(MAX_EXPLANATIONS)),
        under_way: Arc::default(),
        gate: PageGate::new(port)?,
        program: registry.program().file().context("this program cannot be found")?,
        answers: Answers::new(registry, options.game.name.clone(), rules_store()),
        engines: Arc::new(engines),
        watched: options.watch.clone().map(WatchedMatch::new),
    };
    let address = site.gate.address();
    say(streams.output.stream, &address)?;
    if options.open {
        open(site.gate.ticket()?);
    }
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .max_blocking_threads(WORKERS)
        .build()
        .context("the server cannot be started")?;
    let served = runtime.block_on(server::serve(listener, Arc::new(site), interrupt));
    // Threads that wait for engines end with the program.
    plyglot_match::kill_all();
    runtime.shutdown_background();
    served
}

fn listener(port: Option<u16>) -> Result<TcpListener> {
    let bind = |port| TcpListener::bind((Ipv4Addr::LOCALHOST, port));
    match port {
        Some(port) => {
            bind(port).with_context(|| format!("--port {port}: this port is not available"))
        }
        None => bind(USUAL_PORT).or_else(|_| bind(0)).context("no port is available"),
    }
}

/// A place for the files of rules that pages send. It goes with the server.
fn rules_store() -> RulesStore {
    let files = Mutex::new(Vec::new());
    Box::new(move |text| {
        let file = Temporary::new(".ini", text.as_bytes())?;
        let path = file.path().to_owned();
        lock(&files).push(file);
        Ok(path)
    })
}

/// Prints the address. The reader of a pipe may close it as soon as it has that.
fn say(mut output: impl Write, address: &str) -> Result<()> {
    let text = format!(
        "{address}\nOpen this address in a browser on this machine. Ctrl-C stops the server.\n"
    );
    output.write_all(text.as_bytes()).and_then(|()| output.flush())?;
    Ok(())
}

/// Opens an address in the browser, or says that this was not possible.
fn open(address: String) {
    let work = move || {
        if !opens_with_any(&address) {
            log::warn!("no browser could be opened; open the address in one");
        }
    };
    // It takes as long as the browser runs.
    if let Err(error) = thread::Builder::new().spawn(work) {
        log::warn!("the browser is not opened: {error}");
    }
}

fn opens_with_any(address: &str) -> bool {
    let programs: &[&[&str]] = match std::env::consts::OS {
        "macos" => &[&["open"]],
        "windows" => &[&["rundll32", "url.dll,FileProtocolHandler"]],
        _ => &[&["xdg-open"], &["sensible-browser"], &["gio", "open"]],
    };
    programs.iter().any(|words| {
        let mut command = process::Command::new(words[0]);
        command.args(&words[1..]).arg(address);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let begun = Instant::now();
        let ended = command.status();
        // One that was open for a while has been closed, however.
        ended.is_ok_and(|status| status.success() || begun.elapsed() > FAILING_TIME)
    })
}
