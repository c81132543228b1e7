//! The source of endgame tables for searches.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard};

use super::endgame::Endgame;
use super::error::{TableError, TableProblem, at};
use super::folder::{open, place};
use super::header::file_name;
use super::source::Source;
use crate::board::Field;
use crate::control::{Clock, Control, unpoisoned};
use crate::rules::{Rules, StorePlace};

/// The tables of a folder, each opened when it is first asked for and kept open.
///
/// The folder is either given, and then whatever is wrong with it is an error; or it holds what was
/// installed once for all commands. Those tables are a help and no more: what can't be used is
/// passed over, a table or the values in it that turn out to be damaged when they are first read,
/// and the first such problem is kept to be reported.
#[derive(Debug, Default)]
pub struct OpenTables {
    folder: Option<PathBuf>,
    installed: bool,
    opened: Mutex<HashMap<String, Option<Arc<Endgame>>>>,
    problem: Mutex<Fault>,
}

#[derive(Debug, Default)]
enum Fault {
    #[default]
    None,
    New(TableError),
    Told,
}

impl OpenTables {
    /// No tables.
    #[must_use]
    pub fn empty() -> OpenTables {
        OpenTables::default()
    }

    /// The tables of a folder.
    #[must_use]
    pub fn given(folder: impl Into<PathBuf>) -> OpenTables {
        OpenTables { folder: Some(folder.into()), ..OpenTables::default() }
    }

    /// The tables that were installed in a folder, which need not be there.
    #[must_use]
    pub fn installed(folder: impl Into<PathBuf>) -> OpenTables {
        OpenTables { installed: true, ..OpenTables::given(folder) }
    }

    /// The folder, if it was given.
    #[must_use]
    pub fn given_folder(&self) -> Option<&Path> {
        self.folder.as_deref().filter(|_| !self.installed)
    }

    /// Refuses a given folder that can't be read, before any table is asked for.
    ///
    /// # Errors
    /// If it can't be read. Of an installed one nothing is said: it need not be there.
    pub fn expect_folder(&self) -> Result<(), TableError> {
        match self.given_folder() {
            Some(folder) => at(folder, fs::read_dir(folder)).map(drop),
            None => Ok(()),
        }
    }

    /// The table for these rules and hole states; `None` if there is none. Cost: the first time
    /// that of [`open_file`](super::open_file); of an installed table that was
    /// [checked](super::check_and_note) some system calls.
    ///
    /// # Errors
    /// If the folder was given, and it or the file can't be read or is damaged.
    pub fn table(&self, rules: &Rules, field: Field) -> Result<Option<Arc<Endgame>>, TableError> {
        let Some(folder) = &self.folder else {
            return Ok(None);
        };
        if rules.store == StorePlace::Far {
            return Ok(None);
        }
        let mut opened = locked(&self.opened);
        let name = file_name(rules, field);
        if let Some(table) = opened.get(&name) {
            return Ok(table.clone());
        }
        let table = match self.installed {
            false => open(folder, rules, field)?,
            true => open_installed(folder, rules, field).unwrap_or_else(|error| {
                let mut problem = locked(&self.problem);
                if matches!(*problem, Fault::None) {
                    *problem = Fault::New(error);
                }
                None
            }),
        };
        let table = table.map(Arc::new);
        opened.insert(name, table.clone());
        Ok(table)
    }

    /// The first problem with an installed table, once.
    #[must_use]
    pub fn problem(&self) -> Option<TableError> {
        let found = self.damage();
        let mut problem = locked(&self.problem);
        let first = match std::mem::take(&mut *problem) {
            Fault::None => found,
            Fault::New(error) => Some(error),
            Fault::Told => {
                *problem = Fault::Told;
                return None;
            }
        };
        if first.is_some() {
            *problem = Fault::Told;
        }
        first
    }

    /// A table whose values turned out to be damaged when they were read.
    fn damage(&self) -> Option<TableError> {
        let (folder, opened) = (self.folder.as_ref()?, locked(&self.opened));
        let table = |table: &Arc<Endgame>| {
            let path = place(folder, table.rules(), table.layout().field());
            Some(TableProblem::Level(table.damaged()?).of(&path))
        };
        opened.values().flatten().find_map(table)
    }
}

fn open_installed(
    folder: &Path,
    rules: &Rules,
    field: Field,
) -> Result<Option<Endgame>, TableError> {
    let path = place(folder, rules, field);
    if !at(&path, path.try_exists())? {
        return Ok(None);
    }
    let source = Source::open_checked(&path, &Clock::new(Control::none()))?;
    Ok(Some(source.table()))
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    unpoisoned(mutex.lock())
}
