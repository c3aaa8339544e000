//! Programs of `examples/`.

use super::engine::PLYGLOT;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The program of an example. `cargo test` builds it along with the tests, but
/// not if only one test is asked for; so this makes sure of it.
pub fn build(name: &str) -> PathBuf {
    let folder = Path::new(PLYGLOT).parent().expect("a program lies in a folder");
    let target = folder.parent().expect("the folder of a profile lies in another");
    let profile = match folder.file_name().and_then(|name| name.to_str()) {
        Some("debug") | None => "dev",
        Some(name) => name,
    };
    let status = Command::new(env!("CARGO"))
        .args(["build", "--quiet", "--example", name, "--profile", profile])
        .arg("--target-dir")
        .arg(target)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .status()
        .expect("cargo starts");
    assert!(status.success(), "the example `{name}` is not built: {status}");
    folder.join("examples").join(format!("{name}{}", std::env::consts::EXE_SUFFIX))
}
