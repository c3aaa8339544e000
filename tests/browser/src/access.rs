//! Faults that axe-core finds in the page. The repository does not have axe-core.

use crate::page::Page;
use serde_json::{Value, json};
use std::ffi::OsString;

/// Fails if there is a finding that is serious or critical, or if something is too wide.
#[track_caller]
pub fn check(page: &Page, what: &str) {
    page.check_width();
    let usual = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/axe-core/package/axe.min.js");
    let path = std::env::var_os("AXE_CORE").unwrap_or_else(|| OsString::from(usual));
    let axe = std::fs::read_to_string(&path).unwrap_or_else(|error| {
        panic!(
            "axe-core is missing ({}: {error}): .ci/browser fetches it by npm, or set AXE_CORE to \
             its file axe.min.js",
            path.display()
        )
    });
    page.browser.script(&axe, json!([]));
    let script = "
        const [done] = arguments;
        axe.run().then(({ passes, violations }) => done([passes.length,
            violations.map(({ id, impact, help, nodes }) =>
                ({ id, impact, help, nodes: nodes.map(({ html, failureSummary }) =>
                    [html.slice(0, 200), failureSummary]) }))]),
            error => done(String(error)));";
    let run = page.browser.run(async |client| client.execute_async(script, Vec::new()).await);
    // Some of its rules have something to look at here.
    assert!(run[0].as_u64().is_some_and(|passes| passes > 10), "{what}: {run}");
    let findings = run[1].as_array().expect("a list of findings");
    for finding in findings {
        println!("{what}: {} ({}): {}", finding["id"], finding["impact"], finding["help"]);
    }
    let is_grave = |f: &&Value| f["impact"] == "serious" || f["impact"] == "critical";
    let grave: Vec<&Value> = findings.iter().filter(is_grave).collect();
    assert!(grave.is_empty(), "{what}: {grave:#?}");
}
