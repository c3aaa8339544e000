//! Access to the server.
//!
//! Any page in the browser, and any program of any user of this machine, can send requests to
//! this address. A secret in the path keeps them out. A page of a foreign name that resolves
//! to this machine (DNS rebinding) names itself in `Host`; a page that guesses names itself in
//! `Origin`.

use anyhow::{Context, Result};
use hyper::header::{CONTENT_TYPE, HOST, HeaderMap, HeaderName, HeaderValue, ORIGIN};
use hyper::{Method, Request, StatusCode};
use plyglot_answers::RequestRefusal;
use plyglot_support::lock;
use std::sync::Mutex;
use std::time::{Duration, Instant};

const SECRET_BYTES: usize = 16;

const HTTP_PORT: u16 = 80;
const TICKET_TIME: Duration = Duration::from_secs(60);
const TICKETS_PATH: &str = "open";

/// Sent by browsers: where a request comes from (W3C, "Fetch Metadata Request Headers").
const SEC_FETCH_SITE: &str = "sec-fetch-site";

/// The permissions of the page: to load its own parts, and to ask its own server.
const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
     img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; \
     frame-ancestors 'none'";

pub(super) const HEADERS: [(&str, &str); 6] = [
    ("content-security-policy", CONTENT_SECURITY_POLICY),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-resource-policy", "same-origin"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cache-control", "no-store"),
];

#[derive(Debug)]
struct Ticket {
    text: String,
    since: Instant,
    is_used: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Admission<'r> {
    /// To a path below the address of the page.
    Path(&'r str),
    /// To the page itself, at this path.
    RedirectTo(String),
}

#[derive(Debug)]
pub(super) struct PageGate {
    secret: String,
    /// Shown once in place of the secret, by a browser that is started with it: the arguments
    /// of programs can be read by all users of a machine.
    ticket: Mutex<Option<Ticket>>,
    hosts: Vec<String>,
}

impl PageGate {
    pub(super) fn new(port: u16) -> Result<PageGate> {
        let mut hosts = ["127.0.0.1", "localhost"].map(|name| format!("{name}:{port}")).to_vec();
        if port == HTTP_PORT {
            // Browsers leave it out.
            hosts.extend(["127.0.0.1", "localhost"].map(str::to_owned));
        }
        Ok(PageGate { secret: secret()?, ticket: Mutex::default(), hosts })
    }

    pub(super) fn address(&self) -> String {
        format!("http://{}/{}/", self.hosts[0], self.secret)
    }

    /// An address that leads to the page, once and soon.
    pub(super) fn ticket(&self) -> Result<String> {
        let ticket = secret()?;
        let address = format!("http://{}/{TICKETS_PATH}/{ticket}", self.hosts[0]);
        *lock(&self.ticket) = Some(Ticket { text: ticket, since: Instant::now(), is_used: false });
        Ok(address)
    }

    /// The path of the page, if this is the path of a valid ticket.
    fn redeem(&self, path: &str) -> Option<String> {
        let shown = path.strip_prefix(TICKETS_PATH)?.strip_prefix('/')?;
        let mut ticket = lock(&self.ticket);
        let ticket = ticket.as_mut().filter(|ticket| is_same(&ticket.text, shown))?;
        if ticket.is_used {
            log::warn!(
                "the browser's address was opened twice. If you did not do that, end the server."
            );
        }
        let holds = !ticket.is_used && ticket.since.elapsed() < TICKET_TIME;
        ticket.is_used = true;
        if !holds {
            return None;
        }
        Some(format!("/{}/", self.secret))
    }

    /// The path of a request below the address of the page.
    pub(super) fn pass<'r, B>(
        &self,
        request: &'r Request<B>,
    ) -> Result<Admission<'r>, RequestRefusal> {
        let headers = request.headers();
        let Some(host) = only(headers, &HOST) else {
            return Err(forbidden("expected exactly one Host header"));
        };
        if !self.is_known(host) {
            return Err(forbidden("this server was addressed by another name"));
        }
        if headers.contains_key(ORIGIN) {
            let host = only(headers, &ORIGIN).and_then(|origin| origin.strip_prefix("http://"));
            if host.is_none_or(|host| !self.is_known(host)) {
                return Err(forbidden("another page may not ask"));
            }
        }
        if let Some(site) = headers.get(SEC_FETCH_SITE)
            && site != "same-origin"
            && site != "none"
        {
            return Err(forbidden("another page may not ask"));
        }
        let path = request.uri().path().strip_prefix('/').unwrap_or_default();
        let admitted = if let Some(below) = self.below(path) {
            Admission::Path(below)
        } else if let Some(page) = self.redeem(path) {
            Admission::RedirectTo(page)
        } else {
            return Err(forbidden("missing or wrong secret in the URL"));
        };
        // A form of another page cannot send this type.
        if request.method() == Method::POST
            && only(headers, &CONTENT_TYPE) != Some("application/json")
        {
            let text = "expected application/json";
            return Err(RequestRefusal::new(StatusCode::UNSUPPORTED_MEDIA_TYPE.as_u16(), text));
        }
        Ok(admitted)
    }

    fn is_known(&self, host: &str) -> bool {
        self.hosts.iter().any(|known| known == host)
    }

    fn below<'p>(&self, path: &'p str) -> Option<&'p str> {
        let (given, rest) = path.split_at_checked(self.secret.len())?;
        if !is_same(given, &self.secret) {
            return None;
        }
        rest.strip_prefix('/')
    }
}

fn forbidden(text: &str) -> RequestRefusal {
    RequestRefusal::new(StatusCode::FORBIDDEN.as_u16(), text)
}

fn secret() -> Result<String> {
    let mut bytes = [0; SECRET_BYTES];
    getrandom::fill(&mut bytes).context("the system has no random numbers")?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Compares secrets in a time that tells nothing about where they differ.
fn is_same(a: &str, b: &str) -> bool {
    a.len() == b.len() && a.bytes().zip(b.bytes()).fold(0, |bits, (a, b)| bits | (a ^ b)) == 0
}

/// The value of a header that is there once.
pub(super) fn only<'h>(headers: &'h HeaderMap<HeaderValue>, name: &HeaderName) -> Option<&'h str> {
    let mut values = headers.get_all(name).iter();
    values.next().filter(|_| values.next().is_none())?.to_str().ok()
}
