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

/// Tables of searches that are kept: each has room reserved for as much as it may have grown to.
const MOST_TABLES: usize = 16;

/// The tables of a folder, each opened when it is first asked for and kept open.
///
/// The folder is either given, and then whatever is wrong with it is an error; or it holds what was
/// installed once for all commands. Those tables are a help and no more: what can't be used is
/// passed over, a table or the values in it that turn out to be damaged when they are first read,
/// and the first such problem is kept to be reported.
///
/// Apart from those, it may [keep](Self::keeping) the tables that searches build: for each kind of
/// round the largest; those that were not used for longest make room.
#[derive(Debug, Default)]
pub struct OpenTables {
    folder: Option<PathBuf>,
    installed: bool,
    opened: Mutex<HashMap<String, Option<Arc<Endgame>>>>,
    problem: Mutex<Option<TableError>>,
    told: AtomicBool,
    /// Those of searches; those used last stand last.
    kept: Mutex<Vec<Arc<Endgame>>>,
    /// Bytes of all those together, at most.
    most: u64,
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

    /// The table in a file, if it is there and can be used.
    fn installed_table(&self, path: &Path) -> Option<Endgame> {
        let there = at(path, path.try_exists());
        let table = there.and_then(|there| there.then(|| open_noted(path)).transpose());
        table.unwrap_or_else(|error| {
            unpoisoned(self.problem.lock()).get_or_insert(error);
            None
        })
    }

    /// The first problem with an installed table, once.
    #[must_use]
    pub fn problem(&self) -> Option<TableError> {
        let mut problem = unpoisoned(self.problem.lock());
        if self.told.load(Ordering::Relaxed) {
            return None;
        }
        let first = problem.take().or_else(|| self.damage());
        self.told.store(first.is_some(), Ordering::Relaxed);
        first
    }

    /// A table whose values turned out to be damaged when they were read.
    fn damage(&self) -> Option<TableError> {
        let (folder, opened) = (self.folder.as_ref()?, unpoisoned(self.opened.lock()));
        let table = |table: &Arc<Endgame>| {
            let path = place(folder, table.rules(), table.layout().field);
            Some(TableProblem::Level(table.damaged()?).of(&path))
        };
        opened.values().flatten().find_map(table)
    }

    /// Keeps tables of searches in so many mebibytes.
    #[must_use]
    pub fn keeping(self, memory: usize) -> OpenTables {
        OpenTables { most: (memory as u64).saturating_mul(1 << 20), ..self }
    }

    /// The table that a search in a game of this kind has left, if there is one.
    #[must_use]
    pub fn kept(&self, game: &Game) -> Option<Arc<Endgame>> {
        let mut tables = unpoisoned(self.kept.lock());
        let place = tables.iter().position(|table| fits(table, game))?;
        let table = tables.remove(place);
        tables.push(Arc::clone(&table));
        Some(table)
    }

    /// Keeps what a search in a game has built, as far as there is room for it, unless there is a
    /// larger one by now.
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

/// A table, without its last levels if it takes more than so many bytes.
fn within(table: Endgame, most: u64) -> Option<Endgame> {
    if bytes(&table) <= most {
        return Some(table);
    }
    let (rules, field) = (table.rules(), table.layout().field);
    let seeds = most_seeds(rules, field, most)?;
    Endgame::with_room(rules, field, Some(&table), seeds).ok()
}

/// An entry is a byte.
fn bytes(table: &Endgame) -> u64 {
    table.layout().positions()
}
