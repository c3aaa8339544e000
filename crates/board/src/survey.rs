//! `plyglot survey` for a page: another process, which ends when nobody listens any more.

use super::feed::Feed;
use super::server::Site;
use plyglot_answers::{Fields, RequestRefusal};
use serde_json::{Value as Json, json};
use std::io::{self, Read};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

/// A minute of one core for most games.
const ARGUMENTS: [&str; 9] =
    ["survey", "--json", "--threads", "1", "--games", "40", "--nodes", "50", "--doublings=4"];
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Begins a survey of a game. The answer has one line: the object of `survey --json`, or `failed`.
pub(super) fn begin(site: &Site, asked: Fields<'_>) -> Result<Arc<Feed>, RequestRefusal> {
    let answers = site.answers.to(asked)?;
    let game = answers.find_game(asked.name("game")?)?.entry.info.name;
    let busy = |_| RequestRefusal::busy("other surveys are under way");
    let place = Arc::clone(&site.explanations).try_acquire_owned().map_err(busy)?;
    let mut command = Command::new(&site.program);
    command.args(ARGUMENTS).args(["--game", game]);
    for file in answers.registry.files_of(game) {
        command.arg("--variants").arg(file.path);
    }
    Feed::begin("survey", move |feed| {
        let told =
            survey(command, feed).unwrap_or_else(|error| json!({ "failed": error.to_string() }));
        feed.say(&told);
        drop(place);
    })
}

fn survey(mut command: Command, feed: &Feed) -> io::Result<Json> {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = ChildOnDrop(command.spawn()?);
    let Some(mut output) = child.0.stdout.take() else { return Ok(Json::Null) };
    let reader = thread::Builder::new().spawn(move || {
        let mut text = String::new();
        output.read_to_string(&mut text).map(|_| text)
    })?;
    while child.0.try_wait()?.is_none() && !feed.is_abandoned() {
        thread::sleep(POLL_INTERVAL);
    }
    drop(child);
    let text = reader.join().map_err(|_| io::Error::other("the survey was not read"))??;
    serde_json::from_str(&text).map_err(io::Error::other)
}

struct ChildOnDrop(Child);

impl Drop for ChildOnDrop {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
