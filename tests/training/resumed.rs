//! The tools that write a file as they go on. Each is killed, finds its disk full, lacks
//! threads, or meets another run at its file. What was done is kept, nothing comes twice, and
//! the same command ends with the same result.

use crate::support::folder::Folder;
use crate::support::tool::{
    Running, check_refused, ended_well, plyglot, refusal, without_progress,
};
use crate::support::training_games::{games_by_number, random_games, write_games};
use plyglot_core::game::random::Random;
use std::path::Path;
use std::thread;
use std::time::Duration;

const KILLS: usize = 6;

struct Tool {
    /// With `--out` as its last option, and with `--threads 2`.
    command: &'static str,
    /// The option that says how long it runs, and what makes it run for hours.
    length: [&'static str; 2],
    /// The file that it writes as it goes on.
    state: &'static str,
    /// The result; empty if it is the output.
    results: &'static [&'static str],
    /// Whether the file grows; otherwise it is replaced.
    grows: bool,
}

/// `DATA` is a file of games.
const TOOLS: [Tool; 3] = [
    Tool {
        command: "datagen --game cfour --games 600 --nodes 200 --seed 7 --hash 1 --threads 2 \
                  --out games",
        length: ["--games 600", "--games 9000000"],
        state: "games",
        results: &["games"],
        grows: true,
    },
    Tool {
        command: "train --game cfour --data DATA --epochs 12 --batch 256 --from zero --hidden 32 \
                  --resume --threads 2 --out new.network",
        length: ["--epochs 12", "--epochs 100000"],
        state: "new.network.state",
        results: &["new.network", "new.network.state"],
        grows: false,
    },
    Tool {
        command: "spsa --game cfour --parameters aspiration_window lmr_base --steps 60 --pairs 2 \
                  --nodes 100 --rate 2 --hash 1 --threads 2 --out found",
        length: ["--steps 60", "--steps 100000"],
        state: "found",
        results: &[],
        grows: true,
    },
];

impl Tool {
    fn name(&self) -> &str {
        self.command.split(' ').next().unwrap_or_default()
    }

    fn folder(&self, purpose: &str) -> Folder {
        let folder = Folder::new(&format!("resumed-{purpose}-{}", self.name()));
        if self.command.contains("DATA") {
            let records = random_games(1_000, [20, 150, -90, 6, -11], &mut Random::new(9));
            write_games(folder.file("DATA"), "cfour", &records);
        }
        folder
    }

    /// Runs the command to its end. The result, whatever the order in which threads finish.
    #[track_caller]
    fn result(&self, folder: &Folder) -> Vec<Vec<u8>> {
        let said = ended_well(plyglot(folder, self.command));
        match self.results {
            [] => vec![without_progress(&said).into_bytes()],
            ["games"] => games_by_number(folder.file("games"))
                .values()
                .map(|game| game.encode().expect("it was read"))
                .collect(),
            files => files.iter().map(|name| folder.bytes(name)).collect(),
        }
    }

    /// Starts and kills it in a folder, this many times; gives how often it was still running.
    fn kill(&self, folder: &Folder, times: usize) -> usize {
        kill_after_changes(folder, self.command, self.state, times, &mut Random::new(1))
    }

    /// A folder with a run that was killed, without what it had not finished writing, and its
    /// state: all that is found beside later is of another run.
    fn cut(&self, purpose: &str) -> (Folder, Vec<u8>) {
        let folder = self.folder(purpose);
        self.kill(&folder, 1);
        for name in folder.names().iter().filter(|name| name.contains("plyglot-")) {
            std::fs::remove_file(folder.file(name)).expect("it can be removed");
        }
        let state = folder.bytes(self.state);
        (folder, state)
    }

    /// Asserts that a run that failed has left what an earlier one had written, and nothing else.
    #[track_caller]
    fn keeps(&self, folder: &Folder, before: &[u8]) {
        let now = folder.bytes(self.state);
        // A line or game that was cut by a kill is gone.
        let is_kept = if self.grows { before.starts_with(&now) } else { now == before };
        assert!(!before.is_empty() && is_kept, "{}: {} was changed", self.name(), self.state);
        no_leftovers(folder);
    }
}

/// Asserts that there are no locks or incomplete files.
#[track_caller]
fn no_leftovers(folder: &Folder) {
    let names = folder.names();
    assert!(!names.iter().any(|name| name.contains("plyglot-")), "{names:?}");
}

/// Starts a run this many times and kills it (SIGKILL) some moments after it has changed this
/// file. Returns how often it was still running then.
fn kill_after_changes(
    folder: &Folder,
    arguments: &str,
    file: &str,
    times: usize,
    random: &mut Random,
) -> usize {
    let content = || std::fs::read(folder.file(file)).unwrap_or_default();
    let mut killed = 0;
    for _ in 0..times {
        let before = content();
        let mut run = Running::start_silently(plyglot(folder, arguments));
        run.wait_until(|| content() != before);
        thread::sleep(Duration::from_micros(random.below(20_000) as u64));
        killed += usize::from(run.kill().is_none());
    }
    killed
}

fn each_tool(check: impl Fn(&Tool) + Sync) {
    thread::scope(|scope| {
        for tool in &TOOLS {
            scope.spawn(|| check(tool));
        }
    });
}

#[test]
fn a_run_that_is_killed_at_any_moment_ends_with_the_same_result() {
    each_tool(|tool| {
        let cut = tool.folder("cut");
        let killed = tool.kill(&cut, KILLS);
        let expected = tool.result(&tool.folder("whole"));
        assert_eq!(tool.result(&cut), expected, "{} after {killed} kills", tool.name());
        assert_eq!(tool.result(&cut), expected, "{}: nothing is left to be done", tool.name());
    });
}

#[test]
fn two_runs_cannot_share_a_file() {
    each_tool(|tool| {
        let folder = tool.folder("two");
        let long = tool.command.replace(tool.length[0], tool.length[1]);
        let mut first = Running::start_silently(plyglot(&folder, &long));
        // The file has its head before the run that made it holds it.
        let mut head = Vec::new();
        first.wait_until(|| {
            let now = std::fs::read(folder.file(tool.state)).unwrap_or_default();
            if head.is_empty() {
                head.clone_from(&now);
            }
            now != head
        });
        let said = refusal(plyglot(&folder, &long), 1);
        assert_eq!(first.kill(), None, "it ran until then");
        assert!(said.contains("in use by another run"), "{said}");
        // A dead one keeps nobody from it.
        folder.remove(tool.state);
        ended_well(plyglot(&folder, tool.command));
        no_leftovers(&folder);
    });
}

#[cfg(unix)]
#[test]
fn a_full_disk_is_reported_and_costs_nothing() {
    use crate::support::tool::plyglot_on_full_disk;
    each_tool(|tool| {
        let (cut, before) = tool.cut("full");
        let said = refusal(plyglot_on_full_disk(&cut, 0, tool.command), 1);
        let files = [&[tool.state][..], tool.results].concat();
        assert!(said.contains("cannot be written"), "{said}");
        assert!(files.iter().any(|name| said.contains(name)), "which file: {said}");
        tool.keeps(&cut, &before);
        assert_eq!(tool.result(&cut), tool.result(&tool.folder("room")), "{}", tool.name());
    });
}

#[cfg(target_os = "linux")]
#[test]
fn threads_that_the_system_refuses_are_reported() {
    use crate::support::tool::plyglot_short_of_threads;
    each_tool(|tool| {
        let (folder, before) = tool.cut("threads");
        let many = tool.command.replace("--threads 2", "--threads 150");
        let said = refusal(plyglot_short_of_threads(&folder, &many), 1);
        assert!(
            said.contains("cannot start another thread; ask for fewer than 150 by --threads"),
            "{said}"
        );
        tool.keeps(&folder, &before);
    });
}

#[cfg(unix)]
#[test]
fn pipes_and_devices_are_refused() {
    each_tool(|tool| {
        let folder = tool.folder("pipes");
        folder.make_pipe("pipe");
        let before = folder.names();
        let (command, _) = tool.command.rsplit_once(' ').expect("it ends with its file");
        for out in ["pipe", "/dev/null", "/dev/zero"] {
            let expected = "--out: expected an ordinary file, found '";
            check_refused(&folder, &format!("{command} {out}"), 2, &[expected]);
        }
        assert_eq!(folder.names(), before, "nothing is left");
        assert!(!Path::new("/dev/null.state").exists());
    });
}
