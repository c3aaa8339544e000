//! A server of the board, and requests to it.

use crate::support::engine::PLYGLOT;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// No answer takes longer on any machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// A running server, which is killed in the end.
pub(crate) struct Board {
    child: Child,
    /// `127.0.0.1:PORT`.
    pub(crate) host: String,
    /// The path of the page, with a slash at both ends.
    pub(crate) root: String,
}

#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    /// The lines of its head, without the first.
    pub(crate) headers: Vec<String>,
    pub(crate) body: String,
}

impl Answer {
    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|e| panic!("{e}: {}", self.body))
    }

    /// The lines of the body as JSON, without signs of life.
    #[track_caller]
    pub(crate) fn lines(&self) -> Vec<Value> {
        let lines = self.body.lines().filter(|line| !line.is_empty());
        lines.map(|line| serde_json::from_str(line).expect("lines of JSON")).collect()
    }
}

impl Board {
    pub(crate) fn start(arguments: &[&str]) -> Board {
        Board::of(Path::new(PLYGLOT), arguments)
    }

    /// The server of a program with other games.
    pub(crate) fn of(program: &Path, arguments: &[&str]) -> Board {
        let mut command = Command::new(program);
        command.arg("board").args(arguments);
        Board::run(command)
    }

    pub(crate) fn run(mut command: Command) -> Board {
        let mut child = command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .expect("plyglot starts");
        let mut address = String::new();
        let output = child.stdout.as_mut().expect("stdout is a pipe");
        BufReader::new(output).read_line(&mut address).expect("it prints its address");
        let (host, path) = address
            .trim()
            .strip_prefix("http://")
            .and_then(|rest| rest.split_once('/'))
            .unwrap_or_else(|| panic!("no address: {address}"));
        Board { child, host: host.to_owned(), root: format!("/{path}") }
    }

    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.host).expect("the server listens");
        stream.set_read_timeout(Some(PATIENCE)).expect("a time limit");
        stream
    }

    pub(crate) fn send(&self, request: &[u8]) -> Answer {
        let mut stream = self.connect();
        // A request that is refused need not be read to its end.
        let _ = stream.write_all(request);
        read(stream)
    }

    /// A request with the head of a page of the server itself.
    pub(crate) fn request(&self, method: &str, name: &str, body: &str) -> String {
        let (host, root) = (&self.host, &self.root);
        format!(
            "{method} {root}{name} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n\
             Sec-Fetch-Site: same-origin\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
            body.len()
        )
    }

    pub(crate) fn get(&self, name: &str) -> Answer {
        self.send(self.request("GET", name, "").as_bytes())
    }

    pub(crate) fn post(&self, name: &str, body: &Value) -> Answer {
        self.send(self.request("POST", name, &body.to_string()).as_bytes())
    }

    /// Begins a request whose answer grows. Returns a reader of the lines of its body.
    pub(crate) fn follow(&self, method: &str, name: &str, body: &Value) -> Lines {
        let mut stream = self.connect();
        let body = if body.is_null() { String::new() } else { body.to_string() };
        stream.write_all(self.request(method, name, &body).as_bytes()).expect("it is read");
        let mut reader = BufReader::new(stream);
        let mut line = String::new();
        while reader.read_line(&mut line).expect("a head") > 2 {
            line.clear();
        }
        Lines(reader)
    }

    #[track_caller]
    pub(crate) fn position(&self, game: &str, start: Option<&str>, moves: &[&str]) -> Value {
        let asked = json!({ "game": game, "start": start, "moves": moves });
        let answer = self.post("api/position", &asked);
        assert_eq!(answer.status, 200, "{}", answer.body);
        answer.json()
    }

    /// What the page asks once a game: its board, and the ratings of its levels.
    #[track_caller]
    pub(crate) fn shape(&self, game: &str) -> Value {
        let answer = self.post("api/board", &json!({ "game": game }));
        assert_eq!(answer.status, 200, "{}", answer.body);
        answer.json()
    }

    /// How many searches run, and how many engines.
    pub(crate) fn health(&self) -> (u64, u64) {
        let health = self.get("api/health").json();
        let number = |name: &str| health[name].as_u64().expect("a number");
        (number("searches"), number("engines"))
    }
}

impl Drop for Board {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The lines of an answer that grows.
pub(crate) struct Lines(BufReader<TcpStream>);

impl Lines {
    /// The next line of JSON; `None` at the end.
    pub(crate) fn next(&mut self) -> Option<Value> {
        loop {
            let mut line = String::new();
            if self.0.read_line(&mut line).expect("a line in time") == 0 {
                return None;
            }
            // The sizes of chunks stand between the lines.
            if line.starts_with('{') {
                return Some(serde_json::from_str(&line).expect("a line of JSON"));
            }
        }
    }

    /// The next line of this type.
    #[track_caller]
    pub(crate) fn wait_for(&mut self, kind: &str) -> Value {
        while let Some(line) = self.next() {
            if line["type"] == kind {
                return line;
            }
        }
        panic!("the answer ended without {kind}");
    }
}

pub(crate) fn names(moves: &Value) -> Vec<&str> {
    let moves = moves.as_array().expect("a list of moves");
    moves.iter().map(|m| m["name"].as_str().expect("a name")).collect()
}

fn read(mut stream: TcpStream) -> Answer {
    let mut bytes = Vec::new();
    // A connection may be reset after a refusal.
    let _ = stream.read_to_end(&mut bytes);
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
    let mut lines = head.lines();
    let status = lines.next().and_then(|line| line.split(' ').nth(1)?.parse().ok());
    let headers: Vec<String> = lines.map(str::to_lowercase).collect();
    let is_chunked = headers.iter().any(|line| line == "transfer-encoding: chunked");
    let body = if is_chunked { without_chunk_sizes(body) } else { body.to_owned() };
    Answer { status: status.unwrap_or(0), headers, body }
}

fn without_chunk_sizes(mut rest: &str) -> String {
    let mut text = String::new();
    while let Some((size, after)) = rest.split_once("\r\n") {
        let size = usize::from_str_radix(size, 16).expect("the size of a chunk");
        text.push_str(&after[..size.min(after.len())]);
        rest = after.get(size + 2..).unwrap_or_default();
    }
    text
}
