//! Requests of others than the page, too large, too many and too slow.

use crate::client::Board;
use crate::support::engine::PLYGLOT;
use crate::support::folder::Folder;
use serde_json::json;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Stdio};
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;
use std::thread;
use std::time::{Duration, Instant};

/// The most that a server of one page may grow by, whatever it is sent.
const MAX_GROWTH_KIB: u64 = 64 << 10;

/// Enough for anything that the server does by itself, on any machine. It closes silent connections
/// after ten seconds.
const PATIENCE: Duration = Duration::from_secs(120);

/// The most memory that a process has used so far, in KiB.
fn peak(id: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{id}/status")).expect("the state of a process");
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).expect("its memory");
    line.split_whitespace().nth(1).and_then(|word| word.parse().ok()).expect("a number")
}

/// Fails unless the server answers the page.
#[track_caller]
fn check_alive(board: &Board) {
    let answer = board.post("api/position", &json!({ "game": "tictactoe" }));
    assert_eq!(answer.status, 200, "{answer:?}");
}

fn status(board: &Board, request: &str) -> u16 {
    board.send(request.as_bytes()).status
}

#[test]
fn requests_without_the_secret_are_refused() {
    let board = Board::start(&[]);
    let host = &board.host;
    let secret = board.root.trim_matches('/');
    let wrong = secret.replace(|c: char| c != '0', "0");
    for path in [
        "/".to_owned(),
        "/api/about".to_owned(),
        "/index.html".to_owned(),
        format!("/{wrong}/"),
        format!("/{}/", &secret[..secret.len() - 1]),
        format!("/{}/", &secret[1..]),
        format!("/{secret}api"),
        format!("/{}/", secret.to_uppercase().replace(|c: char| c.is_ascii_digit(), "A")),
        format!("//{secret}/"),
        format!("/?{secret}"),
    ] {
        let request = format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
        let answer = board.send(request.as_bytes());
        assert_eq!(answer.status, 403, "{path}");
        assert!(!answer.body.contains(secret));
    }
    check_alive(&board);
}

#[test]
fn each_server_has_its_own_secret() {
    let (a, b) = (Board::start(&[]), Board::start(&[]));
    assert_ne!(a.root, b.root);
    assert!(a.root.trim_matches('/').len() >= 32);
}

#[test]
fn other_pages_are_refused() {
    let board = Board::start(&[]);
    let right = board.request("POST", "api/position", "{\"game\":\"chess\"}");
    assert_eq!(status(&board, &right), 200);
    let origin = format!("Origin: http://{}", board.host);
    let secure = origin.replace("http", "https");
    for (part, other) in [
        (origin.as_str(), secure.as_str()),
        (origin.as_str(), "Origin: http://127.0.0.1:1"),
        (origin.as_str(), "Origin: http://evil.example"),
        (origin.as_str(), "Origin: null"),
        (origin.as_str(), "Origin: http://127.0.0.1"),
        ("Sec-Fetch-Site: same-origin", "Sec-Fetch-Site: cross-site"),
        ("Sec-Fetch-Site: same-origin", "Sec-Fetch-Site: same-site"),
    ] {
        assert_eq!(status(&board, &right.replace(part, other)), 403, "{other}");
    }
    // A content type that a form can send is refused.
    let form = "Content-Type: text/plain";
    assert_eq!(status(&board, &right.replace("Content-Type: application/json", form)), 415);
    // A page elsewhere may not ask whether it may.
    let ask = right.replacen("POST", "OPTIONS", 1);
    let answer = board.send(ask.as_bytes());
    assert_eq!(answer.status, 405);
    assert!(!answer.headers.iter().any(|line| line.starts_with("access-control-")));
}

#[test]
fn a_foreign_name_for_this_machine_is_refused() {
    let board = Board::start(&[]);
    let right = board.request("GET", "api/about", "");
    let host = format!("Host: {}", board.host);
    let port = board.host.split(':').next_back().expect("a port");
    assert_eq!(status(&board, &right), 200);
    assert_eq!(status(&board, &right.replace(&host, &format!("Host: localhost:{port}"))), 200);
    for other in [
        format!("Host: evil.example:{port}"),
        "Host: evil.example".to_owned(),
        "Host: 127.0.0.1".to_owned(),
        format!("Host: 127.0.0.1.evil.example:{port}"),
        format!("Host: 0.0.0.0:{port}"),
        "X: y".to_owned(),
        format!("{host}\r\nHost: evil.example"),
    ] {
        let refused = status(&board, &right.replace(&host, &other));
        assert!(refused == 403 || refused == 400, "{other}: {refused}");
    }
    check_alive(&board);
}

/// Other users can read the arguments of a browser: what `--open` gives it leads to the page
/// once, and is not the secret.
#[test]
fn the_browser_is_started_with_a_ticket() {
    let folder = Folder::new("board_open");
    folder.write("xdg-open", "#!/bin/sh\necho \"$1\" > \"${0%/*}/arguments\"\n");
    let script = folder.file("xdg-open");
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).expect("a file of ours");
    let mut command = Command::new(PLYGLOT);
    let path = std::env::var("PATH").unwrap_or_default();
    command.args(["board", "--open"]).env("PATH", format!("{}:{path}", folder.file("")));
    let board = Board::run(command);
    let start = Instant::now();
    let arguments = folder.file("arguments");
    let read = || fs::read_to_string(&arguments).ok().filter(|text| text.ends_with('\n'));
    let address = loop {
        assert!(start.elapsed() < PATIENCE, "no browser is started");
        if let Some(address) = read() {
            break address;
        }
        thread::sleep(Duration::from_millis(10));
    };
    let secret = board.root.trim_matches('/');
    assert!(!address.contains(secret), "{address}");
    let path = address.trim().strip_prefix(&format!("http://{}", board.host)).expect("its host");
    let get = |path: &str, host: &str| {
        format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n")
    };
    assert_eq!(status(&board, &get(&path[..path.len() - 1], &board.host)), 403);
    assert_eq!(status(&board, &get(path, "evil.example")), 403);
    let request = get(path, &board.host);
    let answer = board.send(request.as_bytes());
    assert_eq!(answer.status, 303);
    let place = format!("location: {}", board.root);
    assert!(answer.headers.contains(&place), "{:?}", answer.headers);
    assert_eq!(status(&board, &request), 403);
    // Without `Origin` and `Sec-Fetch-Site`.
    assert_eq!(status(&board, &get(&board.root, &board.host)), 200);
}

#[test]
fn a_browser_that_cannot_be_started_is_reported() {
    let folder = Folder::new("board_no_browser");
    folder.write("xdg-open", "#!/bin/sh\nexit 3\n");
    let script = folder.file("xdg-open");
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).expect("a file of ours");
    let mut command = Command::new(PLYGLOT);
    command.args(["board", "--open", "--port", "0"]).env("PATH", folder.file(""));
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    let mut child = command.env_remove("RUST_LOG").spawn().expect("plyglot starts");
    let mut said = String::new();
    let errors = child.stderr.take().expect("stderr is a pipe");
    BufReader::new(errors).read_line(&mut said).expect("a line");
    child.kill().and_then(|()| child.wait().map(drop)).expect("it runs");
    assert!(said.contains("no browser could be opened"), "{said}");
}

/// Announced at once, sent in pieces without an announcement, in the head, and in the path.
#[test]
fn a_hundred_megabytes_are_not_read() {
    const LENGTH: usize = 100 << 20;
    let board = Board::start(&[]);
    check_alive(&board);
    let before = peak(board.id());
    let head = |name: &str, how: &str| {
        let request = board.request("POST", name, "");
        request.replace("Content-Length: 0", how)
    };
    let chunk = vec![b'x'; 1 << 20];
    let flood = |head: &str, chunked: bool| {
        let mut stream = board.connect();
        let mut sent = stream.write_all(head.as_bytes());
        for _ in 0..LENGTH / chunk.len() {
            if chunked {
                sent = sent.and_then(|()| stream.write_all(b"100000\r\n"));
            }
            sent = sent.and_then(|()| stream.write_all(&chunk));
            if chunked {
                sent = sent.and_then(|()| stream.write_all(b"\r\n"));
            }
            if sent.is_err() {
                break;
            }
        }
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        (sent.is_err(), String::from_utf8_lossy(&answer).into_owned())
    };
    for name in ["api/position", "api/search", "api/record", "api/save"] {
        let announced = flood(&head(name, &format!("Content-Length: {LENGTH}")), false);
        let pieces = flood(&head(name, "Transfer-Encoding: chunked"), true);
        for (is_cut, answer) in [announced, pieces] {
            assert!(is_cut || answer.contains(" 413 "), "{name}: {answer}");
        }
    }
    let (is_cut, answer) = flood(&format!("GET {}", board.root), false);
    assert!(is_cut || answer.contains(" 414 ") || answer.contains(" 431 "), "{answer}");
    let (is_cut, answer) = flood(&format!("GET {} HTTP/1.1\r\nX: ", board.root), false);
    assert!(is_cut || answer.contains(" 431 "), "{answer}");
    check_alive(&board);
    let after = peak(board.id());
    assert!(after < before + MAX_GROWTH_KIB, "{before} KiB became {after}");
}

#[track_caller]
fn check_answered(board: &Board, question: &str, body: &str) {
    let status = status(board, &board.request("POST", &format!("api/{question}"), body));
    assert!((200..500).contains(&status), "{question}: {status}");
}

/// A reader that takes the square of a length would take longer than the patience of a client.
#[test]
fn long_requests_are_answered() {
    const QUESTIONS: [&str; 8] =
        ["board", "position", "setup", "record", "save", "rulebook", "read_rules", "review"];
    const FIELDS: [&str; 5] = ["game", "start", "text", "cells", "rights"];
    // The bound of the server, less what JSON writes as two letters.
    const LENGTH: usize = 120_000;
    let board = Board::start(&[]);
    for question in QUESTIONS {
        for filler in ["a", "7", "(", "{", "[", "\"", "; a", "f5d6c3d3", "e2e4 ", "8/", "\n"] {
            let long = filler.repeat(LENGTH / filler.len());
            check_answered(&board, question, &long);
            for field in FIELDS {
                let mut body = json!({ "game": "chess" });
                body[field] = json!(long);
                check_answered(&board, question, &body.to_string());
            }
            let words = vec![filler; LENGTH / 16];
            let body = json!({ "game": "chess", "moves": words });
            check_answered(&board, question, &body.to_string());
        }
        let rounds = ["g1f3", "g8f6", "f3g1", "f6g8"].repeat(500);
        let body = json!({ "game": "chess", "moves": rounds });
        check_answered(&board, question, &body.to_string());
    }
    check_alive(&board);
}

/// Ten thousand requests by many clients, of which some leave at once.
#[test]
fn ten_thousand_requests_at_once_are_borne() {
    const CLIENTS: usize = 100;
    const REQUESTS: usize = 100;
    let board = Board::start(&[]);
    check_alive(&board);
    let before = peak(board.id());
    let right = board.request("POST", "api/position", "{\"game\":\"chess\",\"moves\":[\"e4\"]}");
    let answered = AtomicUsize::new(0);
    thread::scope(|scope| {
        for client in 0..CLIENTS {
            let board = &board;
            let right = &right;
            let answered = &answered;
            scope.spawn(move || {
                for request in 0..REQUESTS {
                    let Ok(mut stream) = TcpStream::connect(&board.host) else { continue };
                    let _ = stream.set_read_timeout(Some(PATIENCE));
                    let _ = match (client + request) % 3 {
                        0 => stream.write_all(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"),
                        _ => stream.write_all(right.as_bytes()),
                    };
                    if (client + request) % 2 == 0 {
                        let read = stream.read(&mut [0; 64]);
                        answered.fetch_add(usize::from(read.is_ok_and(|bytes| bytes > 0)), Relaxed);
                    }
                }
            });
        }
    });
    assert!(answered.into_inner() > 0, "nothing was answered");
    check_alive(&board);
    let after = peak(board.id());
    assert!(after < before + MAX_GROWTH_KIB, "{before} KiB became {after}");
}

/// A search for each of a thousand requests would take the machine.
#[test]
fn a_thousand_searches_at_once_are_bounded() {
    let board = Board::start(&["--engines", "2", "--hash", "1"]);
    let most = thread::scope(|scope| {
        let board = &board;
        let ask = move |client: usize| {
            for request in 0..20 {
                let asked = json!({
                    "game": "chess", "tab": format!("{client}.{request}"),
                    "limits": { "nodes": 1000 },
                });
                let answer = board.post("api/search", &asked);
                // A connection beyond the bound is closed without an answer.
                assert!(matches!(answer.status, 200 | 503 | 0), "{answer:?}");
            }
        };
        let clients: Vec<_> = (0..50).map(|client| scope.spawn(move || ask(client))).collect();
        // Counted while they run.
        let mut most = (0, 0);
        while !clients.iter().all(|client| client.is_finished()) {
            let (searches, engines) = board.health();
            most = (most.0.max(searches), most.1.max(engines));
        }
        most
    });
    let (searches, engines) = most;
    assert!((1..=4).contains(&searches), "{searches} searches");
    assert!((1..=2).contains(&engines), "{engines} engines");
    check_alive(&board);
}

/// Connections that say nothing, or a byte now and then, do not keep the page out, and are
/// closed in the end.
#[test]
fn half_open_connections_are_closed() {
    let board = Board::start(&[]);
    check_alive(&board);
    let before = peak(board.id());
    let open = |first: &str| {
        let mut stream = board.connect();
        // The server may have closed it already.
        let _ = stream.write_all(first.as_bytes());
        stream
    };
    let half = board.request("POST", "api/position", "");
    let body = half.replace("Content-Length: 0", "Content-Length: 100");
    let firsts = ["", "GET ", "GET / HTTP/1.1\r\nHost: ", &half[..half.len() - 2], &body];
    let mut streams: Vec<TcpStream> = (0..500).map(|i| open(firsts[i % firsts.len()])).collect();
    check_alive(&board);
    let start = Instant::now();
    while !streams.is_empty() {
        assert!(start.elapsed() < PATIENCE, "{} connections are still open", streams.len());
        streams.retain_mut(|stream| !is_closed(stream));
        check_alive(&board);
        thread::sleep(Duration::from_millis(500));
    }
    let after = peak(board.id());
    assert!(after < before + MAX_GROWTH_KIB, "{before} KiB became {after}");
}

/// Sends a byte, and looks whether the other side has closed.
fn is_closed(stream: &mut TcpStream) -> bool {
    stream.set_nonblocking(true).expect("a mode of sockets");
    let mut answer = [0; 4096];
    let is_closed = loop {
        match stream.read(&mut answer) {
            Ok(0) => break true,
            Ok(_) => {}
            Err(error) => break error.kind() != std::io::ErrorKind::WouldBlock,
        }
    };
    is_closed || stream.write_all(b"a").is_err()
}

/// Bytes that are no HTTP, and HTTP that is odd.
#[test]
fn garbage_is_borne() {
    let board = Board::start(&[]);
    let (host, root) = (&board.host, &board.root);
    let pieces: Vec<Vec<u8>> = vec![
        b"\0\0\0\0".to_vec(),
        vec![0xff; 5000],
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03".to_vec(),
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".to_vec(),
        b"GET / HTTP/9.9\r\n\r\n".to_vec(),
        format!("GET {root} HTTP/1.1\r\nHost: {host}\r\nContent-Length: -1\r\n\r\n").into(),
        format!(
            "POST {root}api/position HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n\
                 Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\nzzzz\r\n\r\n"
        )
        .into(),
        format!("TRACE {root} HTTP/1.1\r\nHost: {host}\r\n\r\n").into(),
        "GET / HTTP/1.1\r\n".repeat(100).into(),
    ];
    for piece in &pieces {
        let mut stream = board.connect();
        let _ = stream.write_all(piece);
        let _ = stream.shutdown(std::net::Shutdown::Write);
        let _ = stream.read_to_end(&mut Vec::new());
    }
    for body in ["{", "[[[[", "\"\\ud800\"", "{\"game\":{}}", "nul", ""] {
        assert_eq!(status(&board, &board.request("POST", "api/position", body)), 400, "{body}");
    }
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    assert_eq!(status(&board, &board.request("POST", "api/position", &deep)), 400);
    check_alive(&board);
}
