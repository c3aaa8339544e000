//! `plyglot survey` for a page: another process, which ends when nobody listens any more.

use super::feed::{Feed, FeedReader};
use super::site::Site;
use plyglot_answers::{Answers, Fields, PageSurvey, RequestRefusal};
use serde_json::json;
use std::io::{self, BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

const ARGUMENTS: [&str; 6] = ["survey", "--json", "--progress", "--threads", "1", "--doublings=4"];
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Begins a survey of a game. Each line of the answer replaces those before: what `survey --progress`
/// prints, or `failed`.
pub(super) fn begin(
    site: &Site,
    answers: Answers,
    asked: Fields<'_>,
) -> Result<FeedReader, RequestRefusal> {
    let PageSurvey { game, games, nodes, seed } = PageSurvey::read(&answers, asked)?;
    let game = game.entry.info.name;
    let permit = Arc::clone(&site.explanations)
        .try_acquire_owned()
        .map_err(|_| RequestRefusal::busy("other surveys are under way"))?;
    let mut command = Command::new(&site.program);
    command.args(ARGUMENTS).args(["--game", game]);
    command.args(
        [("--games", games), ("--nodes", nodes), ("--seed", seed)]
            .map(|(name, value)| format!("{name}={value}")),
    );
    for file in answers.registry.files_of(game) {
        command.arg("--variants").arg(file.path);
    }
    Feed::begin("survey", move |feed| {
        if let Err(error) = survey(command, feed) {
            feed.say(&json!({ "failed": error.to_string() }));
        }
        drop(permit);
    })
}

fn survey(mut command: Command, feed: &Feed) -> io::Result<()> {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = ChildOnDrop(command.spawn()?);
    let output = child.0.stdout.take();
    thread::scope(|scope| {
        let reader = thread::Builder::new().spawn_scoped(scope, || -> io::Result<()> {
            for line in output.into_iter().flat_map(|output| BufReader::new(output).lines()) {
                feed.report(&serde_json::from_str(&line?)?);
            }
            Ok(())
        })?;
        let status = loop {
            match child.0.try_wait()? {
                None if !feed.is_abandoned() => thread::sleep(POLL_INTERVAL),
                status => break status,
            }
        };
        drop(child);
        reader.join().map_err(|_| io::Error::other("the survey was not read"))??;
        match status {
            Some(status) if !status.success() => Err(io::Error::other("the survey has failed")),
            _ => Ok(()),
        }
    })
}

struct ChildOnDrop(Child);

impl Drop for ChildOnDrop {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
