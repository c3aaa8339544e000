//! Requests of the page, as JSON. Everything is bounded.

use super::refusal::RequestRefusal;
use plyglot_core::game::quote;
use serde_json::Value as Json;
use std::ops::RangeInclusive;

/// The most moves of a game.
pub(super) const MAX_MOVES: usize = 2000;
/// The longest move, in bytes.
const MAX_MOVE: usize = 64;
/// The longest position, in bytes.
pub(super) const MAX_POSITION: usize = 16 << 10;
/// The longest name, in bytes.
const MAX_NAME: usize = 256;

/// The fields of a request.
#[derive(Clone, Copy, Debug)]
pub struct Fields<'a>(&'a Json);

/// A game with its moves so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct WrittenGame {
    /// A name of the game.
    pub(super) game: String,
    /// The position at its beginning; `None` for the usual one.
    pub(super) start: Option<String>,
    pub(super) moves: Vec<String>,
}

impl<'a> Fields<'a> {
    /// Reads JSON.
    ///
    /// # Errors
    /// If it is none.
    pub fn parse(bytes: &[u8]) -> Result<Json, RequestRefusal> {
        serde_json::from_slice(bytes)
            .map_err(|error| RequestRefusal::wrong(format!("invalid JSON: {error}")))
    }

    /// The fields of an object.
    ///
    /// # Errors
    /// If it is not an object.
    pub fn of(value: &'a Json) -> Result<Fields<'a>, RequestRefusal> {
        if value.is_object() {
            Ok(Fields(value))
        } else {
            Err(RequestRefusal::wrong("expected a JSON object"))
        }
    }

    /// A field that is neither missing nor null.
    pub(super) fn get(self, name: &str) -> Option<&'a Json> {
        self.0.get(name).filter(|value| !value.is_null())
    }

    /// Checks that all fields have one of these names.
    ///
    /// # Errors
    /// The first that has another.
    pub(super) fn only(self, names: &[&str]) -> Result<Fields<'a>, RequestRefusal> {
        let mut own = self.0.as_object().into_iter().flat_map(|fields| fields.keys());
        match own.find(|name| !names.contains(&name.as_str())) {
            None => Ok(self),
            Some(name) => {
                let known = names.join(", ");
                Err(RequestRefusal::wrong(format!("expected {known}, found {}", quote(name))))
            }
        }
    }

    /// A text of at most `most` bytes.
    ///
    /// # Errors
    /// If it is something else.
    pub fn text(self, name: &str, most: usize) -> Result<Option<&'a str>, RequestRefusal> {
        let Some(value) = self.get(name) else { return Ok(None) };
        let text = value.as_str().filter(|text| text.len() <= most);
        text.map(Some).ok_or_else(|| expected(name, &format!("a text of at most {most} bytes")))
    }

    /// A text of at most `most` bytes that has to be there.
    ///
    /// # Errors
    /// If it is not.
    pub fn needed_text(self, name: &str, most: usize) -> Result<&'a str, RequestRefusal> {
        self.text(name, most)?.ok_or_else(|| expected(name, "a text"))
    }

    /// A short text that has to be there.
    ///
    /// # Errors
    /// If it is not.
    pub fn name(self, name: &str) -> Result<&'a str, RequestRefusal> {
        self.text(name, MAX_NAME)?.ok_or_else(|| expected(name, "a name"))
    }

    /// A number in a range.
    ///
    /// # Errors
    /// If it is something else.
    pub fn number(
        self,
        name: &str,
        range: RangeInclusive<u64>,
    ) -> Result<Option<u64>, RequestRefusal> {
        let Some(value) = self.get(name) else { return Ok(None) };
        let number = value.as_u64().filter(|number| range.contains(number));
        let wrong =
            || expected(name, &format!("a number from {} to {}", range.start(), range.end()));
        number.map(Some).ok_or_else(wrong)
    }

    /// True or false; false if there is no such field.
    ///
    /// # Errors
    /// If it is something else.
    pub fn flag(self, name: &str) -> Result<bool, RequestRefusal> {
        let Some(value) = self.get(name) else { return Ok(false) };
        value.as_bool().ok_or_else(|| expected(name, "true or false"))
    }

    /// A part that is an object itself.
    ///
    /// # Errors
    /// If it is something else.
    pub(super) fn object(self, name: &str) -> Result<Option<Fields<'a>>, RequestRefusal> {
        self.get(name).map(Fields::of).transpose()
    }

    /// Two names, such as those of players.
    ///
    /// # Errors
    /// If it is something else.
    pub(super) fn pair(self, name: &str) -> Result<[String; 2], RequestRefusal> {
        let words = self.list(name, 2, MAX_NAME)?;
        words.try_into().map_err(|_| expected(name, "two names"))
    }

    /// A game with its moves.
    ///
    /// # Errors
    /// If a part is missing or too long.
    pub(super) fn game(self) -> Result<WrittenGame, RequestRefusal> {
        Ok(WrittenGame {
            game: self.name("game")?.to_owned(),
            start: self.text("start", MAX_POSITION)?.map(str::to_owned),
            moves: self.list("moves", MAX_MOVES, MAX_MOVE)?,
        })
    }

    /// At most `most` texts of at most `longest` bytes; none if there is no such field.
    ///
    /// # Errors
    /// If it is something else.
    pub(super) fn list(
        self,
        name: &str,
        most: usize,
        longest: usize,
    ) -> Result<Vec<String>, RequestRefusal> {
        let Some(value) = self.get(name) else { return Ok(Vec::new()) };
        let list = value.as_array().filter(|list| list.len() <= most);
        let read = |list: &Vec<Json>| {
            let text = |value: &Json| {
                value.as_str().filter(|text| text.len() <= longest).map(str::to_owned)
            };
            list.iter().map(text).collect::<Option<Vec<String>>>()
        };
        let what = || expected(name, &format!("at most {most} texts of {longest} bytes"));
        list.and_then(read).ok_or_else(what)
    }
}

fn expected(name: &str, what: &str) -> RequestRefusal {
    RequestRefusal::wrong(format!("expected {what} in \"{name}\""))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn game(value: Json) -> Result<WrittenGame, RequestRefusal> {
        Fields::of(&value).and_then(Fields::game)
    }

    #[test]
    fn games_are_read() {
        let read = game(json!({ "game": "chess", "start": null, "moves": ["e2e4"] }));
        let moves = vec!["e2e4".to_owned()];
        assert_eq!(read, Ok(WrittenGame { game: "chess".to_owned(), start: None, moves }));
    }

    #[test]
    fn what_is_too_long_or_something_else_is_refused() {
        let long = "x".repeat(MAX_POSITION + 1);
        for wrong in [
            json!([]),
            json!({ "moves": [] }),
            json!({ "game": 7 }),
            json!({ "game": "chess", "start": long }),
            json!({ "game": "chess", "moves": "e2e4" }),
            json!({ "game": "chess", "moves": [7] }),
            json!({ "game": "chess", "moves": vec!["a"; MAX_MOVES + 1] }),
            json!({ "game": "chess", "moves": ["x".repeat(MAX_MOVE + 1)] }),
        ] {
            assert!(game(wrong.clone()).is_err(), "{wrong}");
        }
    }
}
