//! Connections, limited in number and time.

use super::routes;
use super::site::Site;
use anyhow::{Context, Result};
use hyper::rt::{Read, Write};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::AbortHandle;
use tokio::time::{sleep, timeout};

/// A browser has six connections to a server for all tabs.
const MAX_CONNECTIONS: usize = 128;
/// How long the head of a request may take to arrive, and a connection may be silent.
const HEADER_TIME: Duration = Duration::from_secs(10);
const MAX_HEAD_BYTES: usize = 16 << 10;
const IDLE_INTERVAL: Duration = Duration::from_secs(1);
const POLL_INTERVAL: Duration = Duration::from_millis(50);

pub(super) async fn serve(
    listener: std::net::TcpListener,
    site: Arc<Site>,
    interrupt: &AtomicBool,
) -> Result<()> {
    const NO_SERVER: &str = "the server cannot be started";
    listener.set_nonblocking(true).context(NO_SERVER)?;
    let listener = TcpListener::from_std(listener).context(NO_SERVER)?;
    let mut connections = Connections::default();
    let mut looked = Instant::now();
    while !interrupt.load(Relaxed) {
        match timeout(POLL_INTERVAL, listener.accept()).await {
            Ok(Ok((stream, _))) => connections.admit(stream, &site),
            // Too many open files, or a client that has left: the next one may do better.
            Ok(Err(error)) => {
                log::debug!("a connection was lost: {error}");
                sleep(POLL_INTERVAL).await;
            }
            Err(_) => {}
        }
        if looked.elapsed() >= IDLE_INTERVAL {
            looked = Instant::now();
            site.engines.retire();
        }
    }
    Ok(())
}

#[derive(Default)]
struct Connections(Vec<Connection>);

struct Connection {
    task: AbortHandle,
    is_known: Arc<AtomicBool>,
}

impl Connections {
    /// Serves one more connection. If there are too many, the oldest that has not shown the secret
    /// is closed; if all have, the new one is.
    fn admit(&mut self, stream: TcpStream, site: &Arc<Site>) {
        if self.0.len() >= MAX_CONNECTIONS {
            self.0.retain(|connection| !connection.task.is_finished());
        }
        if self.0.len() >= MAX_CONNECTIONS {
            let unknown = self.0.iter().position(|connection| !connection.is_known.load(Relaxed));
            let Some(unknown) = unknown else { return };
            self.0.remove(unknown).task.abort();
        }
        let is_known = Arc::<AtomicBool>::default();
        let task = tokio::spawn(attend(stream, Arc::clone(site), Arc::clone(&is_known)));
        self.0.push(Connection { task: task.abort_handle(), is_known });
    }
}

async fn attend(stream: TcpStream, site: Arc<Site>, is_known: Arc<AtomicBool>) {
    // Answers are small and wait for nothing.
    let _ = stream.set_nodelay(true);
    converse(&http(), TokioIo::new(stream), site, is_known).await;
}

pub(super) fn http() -> http1::Builder {
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(HEADER_TIME).max_buf_size(MAX_HEAD_BYTES);
    http
}

/// Answers the requests of a client to the end of its connection. `is_known` is set when one has
/// the secret.
pub(super) async fn converse(
    http: &http1::Builder,
    stream: impl Read + Write + Unpin,
    site: Arc<Site>,
    is_known: Arc<AtomicBool>,
) {
    let service = service_fn(move |request| {
        let site = Arc::clone(&site);
        let is_known = Arc::clone(&is_known);
        async move { Ok::<_, Infallible>(routes::answer(&site, &is_known, request).await) }
    });
    if let Err(error) = http.serve_connection(stream, service).await {
        log::debug!("a connection ended: {error}");
    }
}
