//! Names the commit that a build between two releases was made from, and lists the files of the
//! board's page.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The folders with the page of the board in the browser, and with what saved pages share with it.
const PAGES: [&str; 2] = ["src/cli/web/page", "src/show/page/shared"];

fn main() {
    let version = std::env::var("CARGO_PKG_VERSION").expect("Cargo sets it");
    let commit = version.contains('-').then(commit).flatten();
    let full = commit.map_or(version.clone(), |commit| format!("{version}+{commit}"));
    println!("cargo::rustc-env=CHONGKAK_VERSION={full}");
    println!("cargo::rerun-if-changed=build.rs");
    let mut files = Vec::new();
    for folder in PAGES {
        println!("cargo::rerun-if-changed={folder}");
        list(Path::new(folder), "", &mut files);
    }
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("Cargo sets it"));
    let written = std::fs::write(out.join("page.rs"), format!("&[{}]", files.concat()));
    written.expect("Cargo has made the folder");
}

/// Lists the files of a folder with their names below the page, and what is in each, as Rust.
fn list(folder: &Path, above: &str, files: &mut Vec<String>) {
    let entries = std::fs::read_dir(folder).expect("the page is part of the sources");
    let entries = entries.map(|entry| entry.expect("a file that can be named"));
    let mut entries: Vec<_> = entries.map(|entry| entry.path()).collect();
    entries.sort();
    for path in entries {
        let file = path.file_name().expect("a file has a name");
        let file = file.to_string_lossy();
        // Systems and editors put files of their own everywhere.
        if file.starts_with('.') {
            continue;
        }
        let name = format!("{above}{file}");
        if path.is_dir() {
            list(&path, &format!("{name}/"), files);
        } else {
            let path = std::path::absolute(&path).expect("a path of the sources");
            files.push(format!("({name:?}, include_str!({path:?})),"));
        }
    }
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
    // What the program is made of. Not all of `positions`: tests open a store there, which changes its
    // folder, and everything would be built again.
    for sources in ["src", "crates", "Cargo.toml", "Cargo.lock"] {
        println!("cargo::rerun-if-changed={sources}");
    }
    for data in ["book", "claims", "long", "rounds", "sets", "solved"] {
        println!("cargo::rerun-if-changed=positions/{data}");
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
