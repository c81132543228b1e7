//! No import cycles between files: a file can be read without those that depend on it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::layers::CRATES;
use crate::support::home;

/// The path of a module: `["search", "solver"]`.
type Module = Vec<String>;

/// The source files of the crate, without comments, strings and tests.
fn modules(folder: &Path, module: &Module, all: &mut BTreeMap<Module, String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap();
        let mut inner = module.clone();
        inner.extend((!["mod", "lib", "main"].contains(&name)).then(|| name.to_owned()));
        if path.is_dir() {
            modules(&path, &inner, all);
        } else if path.extension().is_some_and(|extension| extension == "rs") && name != "main" {
            let text = std::fs::read_to_string(path).unwrap();
            let code = text.split("#[cfg(test)]\nmod ").next().unwrap();
            let lines = code.lines().map(|line| line.split("//").next().unwrap());
            all.insert(inner, lines.collect::<Vec<_>>().join("\n"));
        }
    }
}

/// The paths in a use tree: `a::{b, c::d}` are `a::b` and `a::c::d`.
fn leaves(tree: &str) -> Vec<String> {
    let Some((before, inner)) = tree.trim().split_once('{') else {
        let path = tree.split(" as ").next().unwrap();
        return vec![path.split_whitespace().collect()];
    };
    let inner = &inner[..inner.rfind('}').unwrap()];
    let (mut depth, mut parts) = (0, vec![String::new()]);
    for letter in inner.chars() {
        depth += i32::from(letter == '{') - i32::from(letter == '}');
        if letter == ',' && depth == 0 {
            parts.push(String::new());
        } else {
            parts.last_mut().unwrap().push(letter);
        }
    }
    let parts = parts.iter().filter(|part| !part.trim().is_empty());
    let whole = parts.flat_map(|part| leaves(part));
    whole.map(|part| format!("{}{part}", before.trim())).collect()
}

/// Lists the names in the `use` lines of a source: re-exported ones, and the others.
fn uses(code: &str) -> (Vec<String>, Vec<String>) {
    let (mut handed_on, mut taken) = (Vec::new(), Vec::new());
    for statement in code.split(';') {
        let Some(at) = statement.rfind("use ") else {
            continue;
        };
        let before = statement[..at].trim_end();
        if !before.is_empty() && !before.ends_with(['}', ']', ')', '{']) && !before.ends_with("pub")
        {
            continue;
        }
        let public = before.ends_with("pub") || before.ends_with("pub(crate)");
        let paths = leaves(&statement[at + 4..]);
        if public { &mut handed_on } else { &mut taken }.extend(paths);
    }
    (handed_on, taken)
}

struct Crate {
    modules: BTreeMap<Module, String>,
    /// For each module, its re-exported names with their paths.
    handed_on: BTreeMap<Module, BTreeMap<String, String>>,
}

impl Crate {
    fn read(folder: &str) -> Crate {
        let mut modules = BTreeMap::new();
        self::modules(&home().join(folder), &Vec::new(), &mut modules);
        let handed_on = modules.iter().map(|(module, code)| {
            let paths = uses(code).0.into_iter();
            let named = paths.map(|path| (path.rsplit("::").next().unwrap().to_owned(), path));
            (module.clone(), named.collect())
        });
        let handed_on = handed_on.collect();
        Crate { modules, handed_on }
    }

    /// The file that defines the item of a path.
    fn file_of(&self, module: &Module, path: &str) -> Option<Module> {
        let mut names = path.split("::").peekable();
        let mut at = module.clone();
        match *names.peek()? {
            "crate" | "chongkak" => {
                at.clear();
                names.next();
            }
            "self" => {
                names.next();
            }
            "super" => {
                while names.next_if_eq(&"super").is_some() {
                    at.pop();
                }
            }
            name => {
                let inner = [&at[..], &[name.to_owned()]].concat();
                self.modules.get(&inner)?;
            }
        }
        for name in names {
            let inner = [&at[..], &[name.to_owned()]].concat();
            if self.modules.contains_key(&inner) {
                at = inner;
            } else if let Some(path) = self.handed_on.get(&at).and_then(|names| names.get(name)) {
                return self.file_of(&at, path).or(Some(at));
            } else {
                break;
            }
        }
        Some(at)
    }

    /// The files that each file depends on. A folder's own file and those in it are one module: it
    /// declares them, and they share its items.
    fn arrows(&self) -> BTreeMap<&Module, BTreeSet<Module>> {
        let arrows = self.modules.iter().map(|(module, code)| {
            let taken = uses(code).1.into_iter();
            let files = taken.filter_map(|path| self.file_of(module, &path));
            let others =
                files.filter(|file| !file.starts_with(module) && !module.starts_with(file));
            (module, others.collect())
        });
        arrows.collect()
    }
}

#[test]
fn no_file_rests_on_one_that_rests_on_it() {
    for (folder, least) in CRATES.into_iter().zip([200, 5, 5]) {
        has_no_circles(&Crate::read(folder), least);
    }
}

/// A crate in which at least this many files depend on several others.
fn has_no_circles(source: &Crate, least: usize) {
    let mut arrows = source.arrows();
    let several = arrows.values().filter(|files| files.len() > 1).count();
    assert!(several > least, "{several} files with imports");
    // Modules without dependencies are removed until only cycles are left.
    loop {
        let free: Vec<&Module> =
            arrows.iter().filter(|(_, files)| files.is_empty()).map(|(m, _)| *m).collect();
        if free.is_empty() {
            break;
        }
        for module in &free {
            arrows.remove(*module);
        }
        for files in arrows.values_mut() {
            files.retain(|file| !free.contains(&file));
        }
    }
    let circles: Vec<String> = arrows
        .iter()
        .map(|(module, files)| {
            let files: Vec<String> = files.iter().map(|file| file.join("::")).collect();
            format!("{} -> {}", module.join("::"), files.join(", "))
        })
        .collect();
    assert!(circles.is_empty(), "a circle among these:\n{}", circles.join("\n"));
}

#[test]
fn a_use_tree_names_its_paths() {
    let paths = leaves("crate::a::{self, b::{C, D as E},\n    f}");
    assert_eq!(paths, ["crate::a::self", "crate::a::b::C", "crate::a::b::D", "crate::a::f"]);
}
