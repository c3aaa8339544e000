//! The server without a network, and the reader of live files without a file.

use super::engines::Engines;
use super::gate::PageGate;
use super::search::MAX_EXPLANATIONS;
use super::server::{converse, http};
use super::site::Site;
use super::watch::{LiveLine, LiveLines};
use hyper_util::rt::TokioIo;
use plyglot_answers::Answers;
use plyglot_engine::Registry;
use std::path::PathBuf;
use std::sync::Arc;
use tokio::io::join;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::Semaphore;

const PORT: u16 = 4711;

/// The server, without engines and without a match to watch.
#[derive(Debug)]
pub struct FuzzBoard {
    site: Arc<Site>,
    runtime: Runtime,
}

impl FuzzBoard {
    /// A server of these games, with a new secret.
    ///
    /// # Panics
    /// If the system has no random numbers or no thread.
    pub fn new(registry: Registry) -> FuzzBoard {
        let registry = Arc::new(registry);
        let game = registry.default_game().info.name.to_owned();
        let site = Site {
            explanations: Arc::new(Semaphore::new(MAX_EXPLANATIONS)),
            under_way: Arc::default(),
            gate: PageGate::new(PORT).expect("random numbers"),
            engines: Arc::new(Engines::new(Vec::new(), 1)),
            answers: Answers::new(registry, game, Box::new(|_| Ok(PathBuf::new()))),
            watched: None,
            program: PathBuf::new(),
        };
        let runtime = Builder::new_current_thread().enable_time().max_blocking_threads(1).build();
        FuzzBoard { site: Arc::new(site), runtime: runtime.expect("a runtime") }
    }

    pub fn address(&self) -> String {
        self.site.gate.address()
    }

    /// All bytes of the answers to these bytes, after which the client sends no more.
    pub fn answer(&self, request: &[u8]) -> Vec<u8> {
        let (mut http, site, mut answered) = (http(), Arc::clone(&self.site), Vec::new());
        http.half_close(true);
        let client = TokioIo::new(join(request, &mut answered));
        self.runtime.block_on(converse(&http, client, site, Arc::default()));
        answered
    }
}

/// The lines of JSON sent for a live file that grows piece by piece; `None` if it is not of a
/// match.
pub fn live_lines<'p>(pieces: impl IntoIterator<Item = &'p [u8]>) -> Option<Vec<String>> {
    let mut reader = LiveLines::default();
    let mut lines = Vec::new();
    for mut piece in pieces {
        loop {
            match reader.next(&mut piece) {
                LiveLine::Whole(value) => lines.push(value.to_string()),
                LiveLine::Incomplete => break,
                LiveLine::NoMatch => return None,
            }
        }
    }
    Some(lines)
}
