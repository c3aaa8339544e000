//! The power goes after each call.

use crate::calls::{Undisturbed, is_refusal, said, unknown};
use crate::disk::Disk;
use crate::tools::{self, Complaint, Tool, content, restore, without_times};
use crate::trace;
use std::collections::HashSet;

/// Cuts the power at each moment of a run. Returns how many states of the disk were tried,
/// and what was wrong.
fn cut_everywhere(tool: &Tool) -> (usize, Vec<String>) {
    let folder = tool.folder("power");
    let run = Undisturbed::of(tool, &folder);
    let versions = run.versions(&folder.path());
    let mut disk = Disk::new(&folder.path(), &run.before);
    let (mut known, mut tried, mut wrong) = (HashSet::new(), 0, Vec::new());
    for (number, call) in run.calls.iter().enumerate() {
        if !disk.call(call) {
            continue;
        }
        for state in disk.states(&mut known) {
            tried += 1;
            restore(&folder, &state.content);
            let left = without_times(&state.content);
            // The others go on from the files that they append to.
            if tool.complaint != Complaint::Error {
                let unknown = unknown(&left, &versions);
                wrong.extend(unknown.into_iter().map(|it| format!("{} {number}: {it}", tool.name)));
            }
            if left == run.after {
                continue;
            }
            let output = trace::run(tool, &folder);
            let found = without_times(&content(&folder));
            let is_whole = output.status.success() && found == run.after;
            let is_told = state.has_hole && is_refusal(&output, &run.after);
            if !is_whole && !is_told {
                let at = format!("{} after call {number}, {}", tool.name, call.name);
                let lengths = |content: &tools::Content| {
                    let length = |(name, bytes): (&String, &Option<Vec<u8>>)| {
                        format!("{name} {}", bytes.as_ref().map_or(0, Vec::len))
                    };
                    content.iter().map(length).collect::<Vec<_>>().join(", ")
                };
                let (state, found) = (lengths(&state.content), lengths(&found));
                wrong.push(format!("{at}: {state}\nthen {found}: {}", said(&output)));
            }
        }
    }
    (tried, wrong)
}

#[track_caller]
fn check(name: &str) {
    if !trace::is_possible() {
        return;
    }
    let (tried, wrong) = cut_everywhere(&tools::named(name));
    eprintln!("{name}: {tried} states of the disk, {} are wrong", wrong.len());
    assert!(tried > 0, "nothing was written");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

test_each_tool!();
