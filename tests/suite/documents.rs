//! README and docs: every link leads somewhere. (`tests/readme.rs` runs their examples.) And Python, in
//! which the scripts are written that other tests run.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use crate::support::home;

/// The page's lines that are not in a block of code.
fn prose(page: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(page).unwrap();
    let blocks = text.split("\n```").step_by(2);
    blocks.flat_map(str::lines).map(str::to_owned).collect()
}

/// What `#` and this leads to, as GitHub makes it of headings.
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
    pages.push(home().join("README.md"));
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

/// Whoever begins with the README finds every page from there.
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
