//! README and docs: every link leads somewhere, places that are named exist, and lines are short.
//! (`tests/readme.rs` runs their examples.)

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use crate::support::{home, python, stderr, stdout};

/// The page's lines that are not in a block of code.
fn prose(page: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(page).unwrap();
    let blocks = text.split("\n```").step_by(2);
    blocks.flat_map(str::lines).map(str::to_owned).collect()
}

/// Lists the anchors of a page, as GitHub makes them of headings.
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
    behind
        .map(|rest| rest.split_once(')').unwrap().0.to_owned())
        .collect()
}

fn pages() -> Vec<PathBuf> {
    let docs = std::fs::read_dir(home().join("docs")).unwrap();
    let docs = docs.map(|entry| entry.unwrap().path());
    let mut pages: Vec<PathBuf> = docs
        .filter(|path| path.extension() == Some(OsStr::new("md")))
        .collect();
    let others = [
        "README.md",
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
            assert!(
                anchor.is_empty() || anchors(&target).contains(anchor),
                "{told}"
            );
            followed += 1;
        }
    }
    assert!(followed > 50, "{followed}");
}

/// A reader who begins with the README finds every page from there.
#[test]
fn the_readme_leads_to_every_page() {
    let links = links(&home().join("README.md"));
    for page in pages() {
        let path = page
            .strip_prefix(home())
            .unwrap()
            .to_str()
            .unwrap()
            .to_owned();
        assert!(path == "README.md" || links.contains(&path), "{path}");
    }
}

/// Columns of a line of prose or of a comment.
const COLUMNS: usize = 100;

fn is_long(line: &str) -> bool {
    line.chars().count() > COLUMNS
}

/// All sources below a folder.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    let sources = paths.flat_map(|path| match path.is_dir() {
        true => sources(&path),
        false => vec![path],
    });
    sources
        .filter(|path| path.extension() == Some(OsStr::new("rs")))
        .collect()
}

#[test]
fn prose_and_comments_stay_within_100_columns() {
    let mut long = Vec::new();
    for page in pages() {
        let lines = prose(&page).into_iter();
        let lines = lines.filter(|line| is_long(line) && !line.starts_with('|'));
        long.extend(lines.map(|line| format!("{}: {line}", page.display())));
    }
    let folders = ["src", "tests", "benches", "examples"];
    for source in folders
        .iter()
        .flat_map(|folder| sources(&home().join(folder)))
    {
        let text = std::fs::read_to_string(&source).unwrap();
        let lines = text.lines().filter(|line| is_long(line));
        // Code is rustfmt's; a comment behind it counts like one of its own.
        let lines = lines.filter(|line| {
            let (code, comment) = line.split_once("//").unwrap_or((line, ""));
            !comment.is_empty() && !code.contains('"')
        });
        long.extend(lines.map(|line| format!("{}: {line}", source.display())));
    }
    assert!(long.is_empty(), "{}", long.join("\n"));
}

/// The files and folders that CONTRIBUTING.md and docs/DESIGN.md name in backquotes.
#[test]
fn the_places_that_are_named_exist() {
    let mut found = 0;
    for page in ["CONTRIBUTING.md", "docs/DESIGN.md"] {
        let text = prose(&home().join(page)).join("\n");
        let named = text.split('`').skip(1).step_by(2);
        let named = named.filter_map(|word| word.split_whitespace().next());
        let places = ["src/", "tests/", "scripts/", "docs/", "positions/"];
        for place in named.filter(|word| places.iter().any(|place| word.starts_with(place))) {
            let pattern = place.contains("NAME") || place.contains('*');
            assert!(pattern || home().join(place).exists(), "{page}: {place}");
            found += 1;
        }
    }
    assert!(found > 40, "{found}");
}

/// The parts of scripts that pages name: `scripts/make book` is there, and so are all others.
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
