//! The sources of claims: files, folders of files, and built-in files.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use chongkak::claims::SHIPPED;
use chongkak::rules::{Preset, RuleSet, RuleSets};

use crate::cli::{CliError, Session, position_input};

/// The name that selects all built-in files.
const ALL: &str = "all";

/// A named file, or a built-in one.
pub struct Source {
    path: PathBuf,
    /// The text of a built-in file.
    shipped: Option<&'static str>,
}

impl Source {
    /// Returns its name in messages and results: the path, or the name of a built-in file.
    pub fn name(&self) -> String {
        position_input::name(&self.path)
    }

    /// Returns the text.
    pub fn text(&self) -> Result<Cow<'static, str>, CliError> {
        if let Some(text) = self.shipped {
            return Ok(text.into());
        }
        if is_missing(&self.path) {
            let found = format_args!(
                "{}: there is no such file, and no built-in claim file of this name",
                self.name()
            );
            let names = SHIPPED.map(|(name, _)| name).join(", ");
            let expected = format_args!("a file, a folder, {ALL}, or one of {names}");
            return Err(CliError::unexpected(found, expected));
        }
        let text = position_input::text_of(&self.path)?;
        if text.trim().is_empty() {
            let found = format_args!("{}: found an empty file", self.name());
            return Err(CliError::unexpected(found, "claims"));
        }
        Ok(text.into())
    }

    /// Returns whether it is a built-in file named after a rule set.
    pub fn is_of_rule_set(&self) -> bool {
        self.shipped.is_some() && Preset::named(&self.name()).is_ok()
    }

    /// Returns the rule sets that it may name.
    pub fn rule_sets(&self) -> RuleSets {
        RuleSets::beside(&self.path)
    }

    /// Returns the path for error messages.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

fn is_missing(path: &Path) -> bool {
    path != Path::new("-") && !path.exists()
}

/// Returns the named files, those in named folders, and built-in ones by name; without names, all
/// built-in ones.
pub fn sources(paths: &[PathBuf], session: &Session<'_>) -> Result<Vec<Source>, CliError> {
    let all = [PathBuf::from(ALL)];
    let paths = if paths.is_empty() { &all } else { paths };
    let mut sources = Vec::new();
    for path in paths {
        let shipped: Vec<Source> = SHIPPED
            .iter()
            .filter(|(name, _)| path == Path::new(ALL) || path == Path::new(name))
            .map(|(name, text)| Source { path: name.into(), shipped: Some(text) })
            .collect();
        if is_missing(path) && !shipped.is_empty() {
            sources.extend(shipped);
            continue;
        }
        if !shipped.is_empty() {
            let name = path.display();
            session.message(format_args!(
                "{name}: using the file or folder of this name, not the built-in \
                 claims"
            ));
        }
        let files = files(path)?.into_iter();
        sources.extend(files.map(|path| Source { path, shipped: None }));
    }
    Ok(sources)
}

/// Returns a file, or the files in a folder.
fn files(path: &Path) -> Result<Vec<PathBuf>, CliError> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let failed = |error| CliError::input(error).about(path.display());
    let mut inside = Vec::new();
    for entry in std::fs::read_dir(path).map_err(failed)? {
        let file = entry.map_err(failed)?.path();
        if file.extension().is_some_and(|end| end == "toml") {
            inside.push(file);
        }
    }
    if inside.is_empty() {
        let message = format!("{}: no claim file in this folder (*.toml)", path.display());
        return Err(CliError::input(message));
    }
    inside.sort_unstable();
    Ok(inside)
}

/// Returns the rules from `--rules` for claims that name none. Options for them are rejected, since
/// a claim sets its own.
pub fn given_rules(session: &Session<'_>) -> Result<Option<RuleSet>, CliError> {
    if let Some(option) = session.variant.options_set().first() {
        let found = format_args!("the option {option}: each claim sets its own options");
        return Err(CliError::unexpected(found, "none"));
    }
    let given = session.common.rules.is_some() && !session.all_rules;
    Ok(given.then(|| session.variant.rule_set().clone()))
}

/// Rejects `--rules` if no claim uses them.
pub fn expect_taken(taken: usize, session: &Session<'_>) -> Result<(), CliError> {
    match session.common.rules.as_deref().filter(|_| !session.all_rules && taken == 0) {
        Some(name) => {
            let found = format_args!(
                "--rules {name}: it applies to claims that name no rules, but all of these name their \
                 own"
            );
            Err(CliError::unexpected(found, "none"))
        }
        None => Ok(()),
    }
}
