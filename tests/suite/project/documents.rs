//! README and docs: all links work, and named places exist. (`tests/readme.rs` runs their
//! examples.)

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::{home, outcome, python, stderr, stdout};

/// The page's lines outside code blocks.
fn prose(page: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(page).unwrap();
    let blocks = text.split("\n```").step_by(2);
    blocks.flat_map(str::lines).map(str::to_owned).collect()
}

/// Lists the anchors of a page, as GitHub derives them from headings.
fn anchors(page: &Path) -> BTreeSet<String> {
    let lines = prose(page);
    let headings = lines.iter().filter(|line| line.starts_with('#'));
    headings
        .map(|line| {
            let title = line.trim_start_matches('#').trim().to_lowercase();
            let kept = title.chars();
            kept.filter(|c| c.is_alphanumeric() || " -_".contains(*c))
                .map(|c| if c == ' ' { '-' } else { c })
                .collect()
        })
        .collect()
}

/// The targets of `[...](TARGET)`.
fn links(page: &Path) -> Vec<String> {
    let text = prose(page).join("\n");
    let behind = text.split("](").skip(1);
    behind.map(|rest| rest.split_once(')').unwrap().0.to_owned()).collect()
}

fn pages() -> Vec<PathBuf> {
    let mut pages = files(&home().join("docs"), "md");
    let others = [
        "README.md",
        "README.ms.md",
        "README.id.md",
        "CONTRIBUTING.md",
        "CHANGELOG.md",
        "python/README.md",
    ];
    pages.extend(others.map(|name| home().join(name)));
    pages
}

#[test]
fn links_lead_to_files_and_headings() {
    let mut followed = 0;
    for page in pages() {
        for link in links(&page) {
            if link.contains("://") {
                continue;
            }
            let (file, anchor) = link.split_once('#').unwrap_or((&link, ""));
            let target = match file {
                "" => page.clone(),
                _ => page.parent().unwrap().join(file),
            };
            let told = format!("{}: {link}", page.display());
            assert!(target.exists(), "{told}");
            assert!(anchor.is_empty() || anchors(&target).contains(anchor), "{told}");
            followed += 1;
        }
    }
    assert!(followed > 50, "{followed}");
}

/// The README links to every page of docs, and these link to the pages in subfolders of docs.
#[test]
fn the_readme_leads_to_every_page() {
    let linked = |page: &Path| -> BTreeSet<PathBuf> {
        let folder = page.parent().unwrap();
        let links = links(page).into_iter();
        let files = links.map(|link| folder.join(link.split('#').next().unwrap()));
        files.filter_map(|file| file.canonicalize().ok()).collect()
    };
    let readme = home().join("README.md").canonicalize().unwrap();
    let near = linked(&readme);
    let of_text = |file: &&PathBuf| file.extension() == Some(OsStr::new("md"));
    let far: BTreeSet<PathBuf> =
        near.iter().filter(of_text).flat_map(|page| linked(page)).collect();
    for page in pages() {
        let page = page.canonicalize().unwrap();
        let deep = page.strip_prefix(home().join("docs").canonicalize().unwrap());
        let deep = deep.is_ok_and(|path| path.components().count() > 1);
        let reached = if deep { &far } else { &near };
        assert!(page == readme || reached.contains(&page), "{}", page.display());
    }
}

/// Each figure has its command, its day and its commit, and the page shows the data.
#[test]
fn figures_say_what_made_them() {
    let mut pages = python(home().join("scripts/pages"));
    let run = pages.args(["figures", "--check"]).output().unwrap();
    assert!(run.status.success(), "{:?}", outcome(&run));
}

/// All files below a folder with this extension.
fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    let files = paths.flat_map(|path| match path.is_dir() {
        true => files(&path, extension),
        false => vec![path],
    });
    files.filter(|path| path.extension() == Some(OsStr::new(extension))).collect()
}

/// The files and folders named in CONTRIBUTING.md and docs/DESIGN.md, including drawings.
#[test]
fn the_places_that_are_named_exist() {
    let mut found = 0;
    for page in ["CONTRIBUTING.md", "docs/DESIGN.md"] {
        let text = std::fs::read_to_string(home().join(page)).unwrap();
        let named = text.split(|c: char| c.is_whitespace() || "`(),:;".contains(c));
        let named = named.map(|word| word.trim_end_matches('.'));
        let places = ["src/", "crates/", "tests/", "scripts/", "docs/", "positions/"];
        for place in named.filter(|word| places.iter().any(|place| word.starts_with(place))) {
            let pattern = place.contains("NAME") || place.contains('*');
            assert!(pattern || home().join(place).exists(), "{page}: {place}");
            found += 1;
        }
    }
    assert!(found > 40, "{found}");
}

/// The script parts that pages name exist: `scripts/make book` and all others.
#[test]
fn the_parts_of_scripts_that_are_named_exist() {
    let entries = ["measure", "make", "solve", "pages", "check", "test"];
    let parts = entries.map(|entry| {
        let output = python(home().join("scripts").join(entry)).output().unwrap();
        let told = stdout(&output);
        let listed = told.lines().filter_map(|line| line.strip_prefix("  "));
        let names = listed.filter_map(|line| line.split_whitespace().next());
        let names: BTreeSet<String> = names.map(str::to_owned).collect();
        assert!(names.len() > 2, "{entry}: {told}{}", stderr(&output));
        names
    });
    let mut found = 0;
    for page in pages() {
        let text = prose(&page).join(" ");
        for named in text.split('`').skip(1).step_by(2) {
            let words: Vec<&str> = named.split_whitespace().collect();
            let Some(script) = words.first().filter(|word| word.starts_with("scripts/")) else {
                continue;
            };
            assert!(home().join(script).exists(), "{}: {named}", page.display());
            let [script, part, ..] = words[..] else {
                continue;
            };
            let entry = script.strip_prefix("scripts/");
            let Some(place) = entries.iter().position(|name| Some(*name) == entry) else {
                continue;
            };
            assert!(parts[place].contains(part), "{}: {named}", page.display());
            found += 1;
        }
    }
    assert!(found > 60, "{found}");
}

/// A script called with `--help` prints its help with the usage, and does nothing else. (The lists
/// of parts use the same texts.)
#[test]
fn every_script_helps() {
    let mut found = 0;
    for folder in ["scripts", "scripts/cluster"] {
        for entry in std::fs::read_dir(home().join(folder)).unwrap() {
            let script = entry.unwrap().path();
            if !script.is_file() || script.extension().is_some() {
                continue;
            }
            let output = Command::new(&script).arg("--help").output().unwrap();
            let told = stdout(&output);
            assert!(output.status.success(), "{}", script.display());
            assert!(told.contains("\nusage: "), "{}: {told}", script.display());
            found += 1;
        }
    }
    assert!(found > 12, "{found}");
}
