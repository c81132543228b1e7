//! The source of endgame tables for searches.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use super::endgame::Endgame;
use super::error::{TableError, TableProblem, at};
use super::file::{find, open_file, open_noted, place};
use super::header::file_name;
use super::value_places::most_seeds;
use crate::board::Field;
use crate::control::unpoisoned;
use crate::moves::Game;
use crate::rules::{Rules, StorePlace};

/// Maximum number of search tables kept: each reserves memory for its maximum size.
const MOST_TABLES: usize = 16;

/// The tables of a folder, each opened on demand and kept open.
///
/// The folder is either given explicitly, and then any problem with it is an error; or it holds the
/// installed tables. Installed tables are optional: a table that cannot be used, or a level found
/// damaged on reading, is skipped, and the first such problem is kept for a report.
///
/// It may also [keep](Self::keeping) the tables that searches build: the largest for each kind of
/// round. The least recently used ones make room.
#[derive(Debug, Default)]
pub struct OpenTables {
    folder: Option<PathBuf>,
    installed: bool,
    opened: Mutex<HashMap<String, Option<Arc<Endgame>>>>,
    problem: Mutex<Option<TableError>>,
    reported: AtomicBool,
    /// Search tables, the most recently used last.
    kept: Mutex<Vec<Arc<Endgame>>>,
    /// Maximum total bytes of the search tables.
    most: u64,
}

impl OpenTables {
    /// Creates a source without tables.
    #[must_use]
    pub fn empty() -> OpenTables {
        OpenTables::default()
    }

    /// Uses the tables of an explicitly given folder.
    #[must_use]
    pub fn given(folder: impl Into<PathBuf>) -> OpenTables {
        OpenTables { folder: Some(folder.into()), ..OpenTables::default() }
    }

    /// Uses the installed tables of a folder, which need not exist.
    #[must_use]
    pub fn installed(folder: impl Into<PathBuf>) -> OpenTables {
        OpenTables { installed: true, ..OpenTables::given(folder) }
    }

    /// The folder, if it was given explicitly.
    #[must_use]
    pub fn given_folder(&self) -> Option<&Path> {
        self.folder.as_deref().filter(|_| !self.installed)
    }

    /// Checks that a given folder can be read, before any table is needed.
    ///
    /// # Errors
    /// If it can't be read. An installed folder need not exist, so it is not checked.
    pub fn expect_folder(&self) -> Result<(), TableError> {
        match self.given_folder() {
            Some(folder) => at(folder, fs::read_dir(folder)).map(drop),
            None => Ok(()),
        }
    }

    /// Returns the table for these rules and hole states; `None` if there is none. Cost the first
    /// time: that of [`open_file`](super::open_file), or a few system calls for an installed table
    /// that was [checked](super::check_and_note).
    ///
    /// # Errors
    /// If the folder was given explicitly, and it or the file can't be read or is damaged.
    pub fn table(&self, rules: &Rules, field: Field) -> Result<Option<Arc<Endgame>>, TableError> {
        let Some(folder) = &self.folder else {
            return Ok(None);
        };
        if rules.store == StorePlace::Far {
            return Ok(None);
        }
        let mut opened = unpoisoned(self.opened.lock());
        let name = file_name(rules, field);
        if let Some(table) = opened.get(&name) {
            return Ok(table.clone());
        }
        let table = match self.installed {
            false => find(folder, rules, field)?.map(|path| open_file(&path)).transpose()?,
            true => self.installed_table(&folder.join(&name)),
        };
        let table = table.map(Arc::new);
        opened.insert(name, table.clone());
        Ok(table)
    }

    /// Opens the table in a file, if it exists and can be used.
    fn installed_table(&self, path: &Path) -> Option<Endgame> {
        let there = at(path, path.try_exists());
        let table = there.and_then(|there| there.then(|| open_noted(path)).transpose());
        table.unwrap_or_else(|error| {
            unpoisoned(self.problem.lock()).get_or_insert(error);
            None
        })
    }

    /// Returns the first problem with an installed table, only once.
    #[must_use]
    pub fn problem(&self) -> Option<TableError> {
        let mut problem = unpoisoned(self.problem.lock());
        if self.reported.load(Ordering::Relaxed) {
            return None;
        }
        let first = problem.take().or_else(|| self.damage());
        self.reported.store(first.is_some(), Ordering::Relaxed);
        first
    }

    /// A table with a level that was found damaged on reading.
    fn damage(&self) -> Option<TableError> {
        let (folder, opened) = (self.folder.as_ref()?, unpoisoned(self.opened.lock()));
        let table = |table: &Arc<Endgame>| {
            let path = place(folder, table.rules(), table.layout().field);
            Some(TableProblem::Level(table.damaged()?).of(&path))
        };
        opened.values().flatten().find_map(table)
    }

    /// Keeps search tables in up to `memory` mebibytes.
    #[must_use]
    pub fn keeping(self, memory: usize) -> OpenTables {
        OpenTables { most: (memory as u64).saturating_mul(1 << 20), ..self }
    }

    /// Returns the table kept from a search in a game with the same rules and field, if there is
    /// one.
    #[must_use]
    pub fn kept(&self, game: &Game) -> Option<Arc<Endgame>> {
        let mut tables = unpoisoned(self.kept.lock());
        let place = tables.iter().position(|table| fits(table, game))?;
        let table = tables.remove(place);
        tables.push(Arc::clone(&table));
        Some(table)
    }

    /// Keeps a table that a search built, as far as there is room, unless a table at least as large
    /// is kept already.
    pub fn keep(&self, game: &Game, built: Endgame) {
        let Some(built) = within(built, self.most) else {
            return;
        };
        let mut tables = unpoisoned(self.kept.lock());
        let larger = |table: &Arc<Endgame>| fits(table, game) && table.seeds() >= built.seeds();
        if tables.iter().any(larger) {
            return;
        }
        tables.retain(|table| !fits(table, game));
        tables.push(Arc::new(built));
        let all = |tables: &[Arc<Endgame>]| tables.iter().map(|table| bytes(table)).sum::<u64>();
        while tables.len() > MOST_TABLES || all(&tables) > self.most {
            tables.remove(0);
        }
    }
}

fn fits(table: &Endgame, game: &Game) -> bool {
    table.fits(game.rules(), game.position().field())
}

/// Drops the last levels of a table if it takes more than `most` bytes.
fn within(table: Endgame, most: u64) -> Option<Endgame> {
    if bytes(&table) <= most {
        return Some(table);
    }
    let (rules, field) = (table.rules(), table.layout().field);
    let seeds = most_seeds(rules, field, most)?;
    Endgame::with_capacity(rules, field, Some(&table), seeds).ok()
}

/// The size of a table in bytes: an entry is one byte.
fn bytes(table: &Endgame) -> u64 {
    table.layout().positions()
}
