//! The page with pictures of what games tell.

use anyhow::{Context, Result};
use plyglot_command::SURVEY_PICTURES;
use plyglot_command::interrupt::Expendable;
use plyglot_support::files::{self, Format, cannot_be_written};
use serde_json::Value as Json;
use std::path::Path;

pub(super) const FORMAT: Format =
    Format { name: "a page of a survey", beginnings: &["<!doctype html><!-- plyglot survey -->"] };

const PAGE: &str = include_str!("page.html");

pub(super) fn write(path: &Path, reports: impl Iterator<Item = Json>) -> Result<()> {
    let expendable = Expendable::begin();
    // A `<` in JSON stands in strings alone.
    let data = Json::from_iter(reports).to_string().replace('<', "\\u003c");
    let page = PAGE.replace("SCRIPT", SURVEY_PICTURES).replace("DATA", &data);
    drop(expendable);
    files::write(path, &FORMAT, page).with_context(|| cannot_be_written(path))
}
