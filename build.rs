//! Names the commit that a build between two releases was made from.

use std::path::Path;
use std::process::Command;

fn main() {
    let version = std::env::var("CARGO_PKG_VERSION").expect("Cargo sets it");
    let commit = version.contains('-').then(commit).flatten();
    let full = commit.map_or(version.clone(), |commit| format!("{version}+{commit}"));
    println!("cargo::rustc-env=CHONGKAK_VERSION={full}");
    println!("cargo::rerun-if-changed=build.rs");
}

/// The commit of this checkout, with `.dirty` if tracked files differ from it; of a package from a
/// registry the commit that it says it was made from. None where neither is known.
fn commit() -> Option<String> {
    if let Ok(package) = std::fs::read_to_string(".cargo_vcs_info.json") {
        let (_, hash) = package.split_once("\"sha1\"")?;
        let hash = hash.split('"').nth(1)?;
        return hash.get(..9).map(str::to_owned);
    }
    // A copy within another checkout is not that checkout's.
    if !Path::new(".git").exists() {
        return None;
    }
    // These change with every commit, and with what is checked out.
    for file in ["HEAD", "logs/HEAD"] {
        let path = git(&["rev-parse", "--git-path", file])?;
        if Path::new(&path).exists() {
            println!("cargo::rerun-if-changed={path}");
        }
    }
    for sources in ["src", "positions", "Cargo.toml", "Cargo.lock"] {
        println!("cargo::rerun-if-changed={sources}");
    }
    let hash = git(&["rev-parse", "--short=9", "HEAD"])?;
    let changed = git(&["status", "--porcelain", "--untracked-files=no"])?;
    let dirty = if changed.is_empty() { "" } else { ".dirty" };
    Some(hash + dirty)
}

fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}
