//! Requests of the page, as JSON, and why they are refused. Everything is bounded.

use plyglot_core::game::{TextError, quote};
use serde::Serialize;
use serde_json::{Value as Json, json};
use std::fmt;
use std::ops::RangeInclusive;

pub(super) const MAX_MOVES: usize = 2000;
const MAX_MOVE_BYTES: usize = 64;
pub(super) const MAX_POSITION_BYTES: usize = 16 << 10;
const MAX_NAME_BYTES: usize = 256;

#[derive(Clone, Copy, Debug)]
pub struct Fields<'a>(&'a Json);

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct WrittenGame {
    pub(super) game: String,
    /// The position at its beginning; `None` for the usual one.
    pub(super) start: Option<String>,
    pub(super) moves: Vec<String>,
    /// The notation in which moves are wanted; `None` for the usual one.
    pub(super) notation: Option<String>,
}

impl<'a> TryFrom<&'a Json> for Fields<'a> {
    type Error = RequestRefusal;

    fn try_from(value: &'a Json) -> Result<Fields<'a>, RequestRefusal> {
        if value.is_object() {
            Ok(Fields(value))
        } else {
            Err(RequestRefusal::wrong("expected a JSON object"))
        }
    }
}

impl<'a> Fields<'a> {
    pub fn parse(bytes: &[u8]) -> Result<Json, RequestRefusal> {
        serde_json::from_slice(bytes)
            .map_err(|error| RequestRefusal::wrong(format!("invalid JSON: {error}")))
    }

    /// A field that is neither missing nor null.
    pub fn get(self, name: &str) -> Option<&'a Json> {
        self.0.get(name).filter(|value| !value.is_null())
    }

    /// Checks that all fields have one of these names.
    pub(super) fn only(self, names: &[&str]) -> Result<Fields<'a>, RequestRefusal> {
        for name in self.0.as_object().into_iter().flat_map(|fields| fields.keys()) {
            if !names.contains(&name.as_str()) {
                let known = names.join(", ");
                let text = format!("expected {known}, found {}", quote(name));
                return Err(RequestRefusal::wrong(text));
            }
        }
        Ok(self)
    }

    pub fn text(self, name: &str, max_bytes: usize) -> Result<Option<&'a str>, RequestRefusal> {
        let Some(value) = self.get(name) else { return Ok(None) };
        let text = value.as_str().filter(|text| text.len() <= max_bytes);
        text.map(Some)
            .ok_or_else(|| expected(name, &format!("a text of at most {max_bytes} bytes")))
    }

    pub fn needed_text(self, name: &str, max_bytes: usize) -> Result<&'a str, RequestRefusal> {
        self.text(name, max_bytes)?.ok_or_else(|| expected(name, "a text"))
    }

    pub fn name(self, name: &str) -> Result<&'a str, RequestRefusal> {
        self.text(name, MAX_NAME_BYTES)?.ok_or_else(|| expected(name, "a name"))
    }

    pub fn number(
        self,
        name: &str,
        range: RangeInclusive<u64>,
    ) -> Result<Option<u64>, RequestRefusal> {
        let Some(value) = self.get(name) else { return Ok(None) };
        let number = value.as_u64().filter(|number| range.contains(number));
        number.map(Some).ok_or_else(|| {
            expected(name, &format!("a number from {} to {}", range.start(), range.end()))
        })
    }

    /// True or false; false if there is no such field.
    pub fn flag(self, name: &str) -> Result<bool, RequestRefusal> {
        let Some(value) = self.get(name) else { return Ok(false) };
        value.as_bool().ok_or_else(|| expected(name, "true or false"))
    }

    pub(super) fn object(self, name: &str) -> Result<Option<Fields<'a>>, RequestRefusal> {
        self.get(name).map(Fields::try_from).transpose()
    }

    pub(super) fn pair(self, name: &str) -> Result<[String; 2], RequestRefusal> {
        let words = self.list(name, 2, MAX_NAME_BYTES)?;
        words.try_into().map_err(|_| expected(name, "two names"))
    }

    pub(super) fn game(self) -> Result<WrittenGame, RequestRefusal> {
        Ok(WrittenGame {
            game: self.name("game")?.to_owned(),
            start: self.text("start", MAX_POSITION_BYTES)?.map(str::to_owned),
            moves: self.list("moves", MAX_MOVES, MAX_MOVE_BYTES)?,
            notation: self.text("notation", MAX_NAME_BYTES)?.map(str::to_owned),
        })
    }

    /// At most `max_texts` texts of at most `max_bytes` bytes; none if there is no such field.
    pub(super) fn list(
        self,
        name: &str,
        max_texts: usize,
        max_bytes: usize,
    ) -> Result<Vec<String>, RequestRefusal> {
        let Some(value) = self.get(name) else { return Ok(Vec::new()) };
        texts(value, max_texts, max_bytes).ok_or_else(|| {
            expected(name, &format!("at most {max_texts} texts of {max_bytes} bytes"))
        })
    }
}

fn texts(value: &Json, max_texts: usize, max_bytes: usize) -> Option<Vec<String>> {
    let list = value.as_array().filter(|list| list.len() <= max_texts)?;
    let mut texts = Vec::new();
    for entry in list {
        let text = entry.as_str().filter(|text| text.len() <= max_bytes)?;
        texts.push(text.to_owned());
    }
    Some(texts)
}

fn expected(name: &str, what: &str) -> RequestRefusal {
    RequestRefusal::wrong(format!("expected {what} in \"{name}\""))
}

/// Why a request is refused. Its kinds have the numbers that they have in HTTP.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RequestRefusal {
    /// The status: of 400 to 599.
    #[serde(skip)]
    pub status: u16,
    #[serde(rename = "error")]
    text: String,
    /// The column of a wrong text, from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<usize>,
}

impl RequestRefusal {
    pub fn new(status: u16, text: impl Into<String>) -> RequestRefusal {
        RequestRefusal { status, text: text.into(), at: None }
    }

    pub fn wrong(text: impl Into<String>) -> RequestRefusal {
        RequestRefusal::new(400, text)
    }

    pub fn wrong_at(at: usize, text: impl Into<String>) -> RequestRefusal {
        RequestRefusal { at: Some(at), ..RequestRefusal::wrong(text) }
    }

    pub fn of_text(error: &TextError) -> RequestRefusal {
        RequestRefusal::wrong_at(error.at, error.to_string())
    }

    pub fn unknown(text: impl Into<String>) -> RequestRefusal {
        RequestRefusal::new(404, text)
    }

    pub fn busy(text: impl Into<String>) -> RequestRefusal {
        RequestRefusal::new(503, text)
    }

    pub fn json(&self) -> Json {
        json!(self)
    }
}

impl fmt::Display for RequestRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
