//! A host of files, as simple as there are any.

use std::io::{BufRead, BufReader, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;

#[derive(Debug)]
pub struct FileServer {
    at: SocketAddr,
    path: &'static str,
    is_stopped: Arc<AtomicBool>,
}

impl FileServer {
    /// Serves them below this path of a free port, but for one that is missing.
    pub fn start(folder: PathBuf, path: &'static str, missing: &'static str) -> FileServer {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
        let at = listener.local_addr().expect("a port");
        let is_stopped = Arc::<AtomicBool>::default();
        let stopped = Arc::clone(&is_stopped);
        thread::spawn(move || {
            for stream in listener.incoming() {
                if stopped.load(Relaxed) {
                    return;
                }
                let folder = folder.clone();
                let answer =
                    move || stream.and_then(|stream| answer(&stream, &folder, path, missing));
                // A browser may leave before it has its answer.
                thread::spawn(move || drop(answer()));
            }
        });
        FileServer { at, path, is_stopped }
    }

    pub fn address(&self) -> String {
        format!("http://{}{}", self.at, self.path)
    }

    pub fn stop(&self) {
        self.is_stopped.store(true, Relaxed);
        // It is waiting for one more.
        drop(TcpStream::connect(self.at));
    }
}

impl Drop for FileServer {
    fn drop(&mut self) {
        self.stop();
    }
}

fn answer(mut stream: &TcpStream, folder: &Path, path: &str, missing: &str) -> std::io::Result<()> {
    let mut lines = BufReader::new(stream).lines().map_while(Result::ok);
    let request = lines.next().unwrap_or_default();
    lines.take_while(|line| !line.is_empty()).for_each(drop);
    let name = request.split(' ').nth(1).and_then(|asked| asked.strip_prefix(path));
    let name = match name {
        Some("") => Some("index.html"),
        name => name.filter(|name| !name.contains('/') && *name != missing),
    };
    let file = name.and_then(|name| std::fs::read(folder.join(name)).ok());
    let (status, body) = match file {
        Some(body) => ("200 OK", body),
        None => ("404 Not Found", Vec::new()),
    };
    let kind = match name.and_then(|name| name.rsplit('.').next()) {
        Some("html") => "text/html",
        Some("js") => "text/javascript",
        Some("css") => "text/css",
        Some("svg") => "image/svg+xml",
        Some("json") => "application/json",
        // What hosts say of what they do not know.
        _ => "application/octet-stream",
    };
    let length = body.len();
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\n\
         Connection: close\r\n\r\n"
    )?;
    stream.write_all(&body)
}
