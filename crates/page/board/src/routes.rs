//! From a request to its answer.

use super::assets::{self, Content};
use super::feed::{FeedBody, FeedReader};
use super::gate::{Admission, HEADERS, only};
use super::search;
use super::site::Site;
use super::survey;
use super::watch;
use http_body_util::{BodyExt, Either, Full, Limited};
use hyper::body::{Body, Bytes, Incoming};
use hyper::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, HeaderMap, HeaderName,
    HeaderValue, LOCATION, VARY,
};
use hyper::{Method, Request, Response, StatusCode};
use plyglot_answers::{Answers, Fields, RequestRefusal};
use serde_json::{Value as Json, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;
use tokio::time::timeout;

/// The maximum size of a request's body, except for games in a text.
const MAX_BODY_BYTES: usize = 256 << 10;
/// The maximum size of games in a text or with their comments, with what JSON adds to them.
const MAX_RECORD_BYTES: usize = 2 << 20;
const BODY_TIME: Duration = Duration::from_secs(10);

/// For how long a browser may keep parts of the page: they never change at their address, which is
/// new with each start of the server.
const KEPT: &str = "private, max-age=31536000, immutable";
const GZIP: &str = "gzip";

type AnswerBody = Either<Full<Bytes>, FeedBody>;

enum HttpReply {
    Asset(Content),
    Json(Json),
    Feed(FeedReader),
    To(String),
}

type Beginner = fn(&Site, Answers, Fields<'_>) -> Result<FeedReader, RequestRefusal>;

/// The questions whose answers grow, with the functions that begin these.
const BEGINNERS: [(&str, Beginner); 3] =
    [("explain", search::explain), ("search", search::begin), ("survey", survey::begin)];

/// All that a page asks for with a body, as `api/NAME`.
pub fn questions() -> Vec<&'static str> {
    let begun = BEGINNERS.map(|(name, _)| name);
    let answered = Answers::ANSWERERS.map(|(name, _)| name);
    [&begun[..], &answered[..]].concat()
}

/// Ends the work for an answer when nobody waits for it any more.
#[derive(Default)]
struct AbandonOnDrop(Arc<AtomicBool>);

impl Drop for AbandonOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}

/// Answers a request. `is_known` is set when it knows the secret.
pub(super) async fn answer(
    site: &Arc<Site>,
    is_known: &AtomicBool,
    request: Request<Incoming>,
) -> Response<AnswerBody> {
    let mut own: Vec<(HeaderName, HeaderValue)> = Vec::new();
    let (status, kind, body) = match find(site, is_known, request).await {
        Ok(HttpReply::To(path)) => {
            own.extend(HeaderValue::from_str(&path).map(|path| (LOCATION, path)));
            (StatusCode::SEE_OTHER, "text/plain", full(Bytes::new()))
        }
        Ok(HttpReply::Asset(Content { kind, is_packed, bytes })) => {
            own.push((CACHE_CONTROL, HeaderValue::from_static(KEPT)));
            own.push((VARY, HeaderValue::from_static("accept-encoding")));
            if is_packed {
                own.push((CONTENT_ENCODING, HeaderValue::from_static(GZIP)));
            }
            (StatusCode::OK, kind, full(bytes))
        }
        Ok(HttpReply::Json(value)) => {
            (StatusCode::OK, "application/json", full(value.to_string().into()))
        }
        Ok(HttpReply::Feed(feed)) => {
            (StatusCode::OK, "application/x-ndjson", Either::Right(FeedBody::new(feed)))
        }
        Err(refusal) => {
            (status_of(&refusal), "application/json", full(refusal.json().to_string().into()))
        }
    };
    let mut response = Response::new(body);
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    for (name, value) in HEADERS {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    for (name, value) in own {
        headers.insert(name, value);
    }
    response
}

fn status_of(refusal: &RequestRefusal) -> StatusCode {
    StatusCode::from_u16(refusal.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
}

fn full(bytes: Bytes) -> AnswerBody {
    Either::Left(Full::new(bytes))
}

async fn find(
    site: &Arc<Site>,
    is_known: &AtomicBool,
    request: Request<Incoming>,
) -> Result<HttpReply, RequestRefusal> {
    let path = match site.gate.pass(&request)? {
        Admission::Path(path) => path.to_owned(),
        Admission::RedirectTo(path) => return Ok(HttpReply::To(path)),
    };
    is_known.store(true, Relaxed);
    let is_get = match *request.method() {
        Method::GET => true,
        Method::POST => false,
        _ => {
            return Err(refused(StatusCode::METHOD_NOT_ALLOWED, "expected GET or POST"));
        }
    };
    if is_get {
        return get(site, &path, reads_gzip(request.headers()));
    }
    let max_bytes = if ["api/record", "api/save"].contains(&&*path) {
        MAX_RECORD_BYTES
    } else {
        MAX_BODY_BYTES
    };
    let question = path.strip_prefix("api/").unwrap_or_default();
    let begin = BEGINNERS.iter().find(|(name, _)| *name == question).map(|&(_, begin)| begin);
    let answerer = Answers::answerer(question);
    if begin.is_none() && answerer.is_none() {
        return Err(nothing());
    }
    let asked = read(request, max_bytes).await?;
    let asker = AbandonOnDrop::default();
    let answers = site.answers.until(&asker.0);
    let under_way = Arc::clone(&site.under_way);
    let site = Arc::clone(site);
    // A long game or a large file must not keep others waiting.
    let work = move || {
        let _under_way = under_way;
        answers.check_wanted()?;
        let asked = Fields::try_from(&asked)?;
        let answers = answers.to(asked)?;
        match (begin, answerer) {
            (Some(begin), _) => begin(&site, answers, asked).map(HttpReply::Feed),
            (None, Some(find)) => find(&answers, asked).map(HttpReply::Json),
            (None, None) => Err(nothing()),
        }
    };
    let worker = tokio::task::spawn_blocking(work);
    worker.await.map_err(|_| refused(StatusCode::INTERNAL_SERVER_ERROR, "internal error"))?
}

/// Whether a client reads gzip, as all browsers say.
fn reads_gzip(headers: &HeaderMap) -> bool {
    let read = only(headers, &ACCEPT_ENCODING).unwrap_or_default();
    read.split(',').any(|name| name.trim() == GZIP)
}

fn get(site: &Site, path: &str, is_packed: bool) -> Result<HttpReply, RequestRefusal> {
    match path {
        "api/about" => {
            let watches = site.watched.is_some();
            Ok(HttpReply::Json(site.answers.about(&site.engines.known(), watches)))
        }
        "api/health" => Ok(HttpReply::Json(json!({
            "answers": site.answers_under_way(),
            "studies": search::MAX_EXPLANATIONS - site.explanations.available_permits(),
            "searches": site.engines.searches(),
            "engines": site.engines.count(),
        }))),
        "api/watch" => watch::begin(site.watched.as_ref()).map(HttpReply::Feed),
        name => assets::find(name, is_packed).map(HttpReply::Asset).ok_or_else(nothing),
    }
}

fn refused(status: StatusCode, text: impl Into<String>) -> RequestRefusal {
    RequestRefusal::new(status.as_u16(), text)
}

fn nothing() -> RequestRefusal {
    refused(StatusCode::NOT_FOUND, "not found")
}

async fn read(request: Request<Incoming>, max_bytes: usize) -> Result<Json, RequestRefusal> {
    let too_long = || {
        let text = format!("expected at most {max_bytes} bytes");
        refused(StatusCode::PAYLOAD_TOO_LARGE, text)
    };
    // A body that is announced as too long is not read at all.
    if request.body().size_hint().lower() > max_bytes as u64 {
        return Err(too_long());
    }
    let body = Limited::new(request.into_body(), max_bytes);
    let slow = |_| refused(StatusCode::REQUEST_TIMEOUT, "the request timed out");
    let body = timeout(BODY_TIME, body.collect()).await.map_err(slow)?;
    let bytes = body.map_err(|_| too_long())?.to_bytes();
    Fields::parse(&bytes)
}
