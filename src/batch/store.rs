//! The store: an SQLite file with one row per result.
//!
//! Guarantees: a result passed to [`Store::keep`] survives a kill of the process at any moment; no
//! question has two rows, however many processes write; and opening a store fails if any row was
//! changed. (Every row has its own checksum, because SQLite has none.)
//!
//! Processes that share a store use claims to avoid duplicate work. A claim is a hint, not a lock:
//! an otherwise idle process may repeat the work of another, and the better result is kept. So no
//! process waits for one that died, and nothing depends on clocks. A process removes all claims
//! when it opens a store that no other process has open. It finds out by a lock on the file beside
//! the store, which the system releases when a process ends for any reason.

use std::collections::hash_map::RandomState;
use std::fs::File;
use std::hash::{BuildHasher, Hasher};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{
    Connection, OpenFlags, OptionalExtension, Params, Transaction, TransactionBehavior,
};

use super::entry::{Entry, Findings, Key};
use super::row::{self, SCHEMA, SCHEMA_OF_SETS, TABLES};
use super::store_error::StoreProblem;
use crate::files::{fault, is_alone, is_at, lock_file, remove};
use crate::text::Diagnostic;

/// The application ID in the header of the file: `chon`.
const APPLICATION: i64 = 0x6368_6f6e;

/// The format of the tables.
const FORMAT: i64 = 2;

/// How long a write waits for those of other processes, which take a few milliseconds each.
pub(super) const BUSY_TIMEOUT: Duration = Duration::from_secs(60);

const KEY: &str = "options = ?1 AND position = ?2 AND method = ?3 AND limits = ?4";

/// Results of batches, in a file or in memory.
#[derive(Debug)]
pub struct Store {
    pub(super) connection: Connection,
    path: PathBuf,
    /// Identifies the claims of this owner. The number is random because process IDs in different
    /// containers may be equal.
    owner: i64,
    /// Released last, because fields are dropped in order.
    lock: Option<Lock>,
}

impl Store {
    /// Opens a store, or creates it if there is none.
    ///
    /// Cost: reads the whole file once to check it.
    ///
    /// # Errors
    /// If the file is not a store, has another format, is damaged, or can't be written.
    pub fn open(path: &Path) -> Result<Store, Diagnostic> {
        let lock_path = beside(path, ".lock");
        let lock_error = |error: io::Error| fault(&lock_path, error);
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
            | OpenFlags::SQLITE_OPEN_CREATE
            | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let opened = Store::connect(path, flags).and_then(|mut store| {
            // Nothing is written to a file that is not a valid store.
            match store.is_initialized()? {
                true => store.check()?,
                false => store.create()?,
            }
            Ok(store)
        });
        let mut store = opened.map_err(|problem| fault(path, problem))?;
        loop {
            let lock = lock_file(&lock_path).map_err(lock_error)?;
            if is_alone(&lock).map_err(lock_error)? {
                store.execute("DELETE FROM claims", ()).map_err(|problem| store.fault(problem))?;
                lock.unlock().map_err(lock_error)?;
            }
            lock.lock_shared().map_err(lock_error)?;
            // A process that closed the store meanwhile may have removed the lock file, which makes
            // this lock useless.
            if is_at(&lock, &lock_path).map_err(lock_error)? {
                store.lock = Some(Lock { file: lock, path: lock_path });
                return Ok(store);
            }
        }
    }

    /// Opens an existing store for reading. It may be read-only.
    ///
    /// # Errors
    /// See [`open`](Self::open); also if there is no such file.
    pub fn open_existing(path: &Path) -> Result<Store, Diagnostic> {
        if !path.exists() {
            return Err(fault(path, "no such file, expected a batch store"));
        }
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let opened = match path.is_dir() {
            true => Err(StoreProblem::foreign("a folder")),
            false => match Store::read(Store::connect(path, flags)) {
                // SQLite creates files beside a store to read it. Where it can't, no other process
                // can either, so the store does not change unless there is a log.
                Err(StoreProblem::Unopened) if !has_log(path) => {
                    Store::read(Store::open_immutable(path))
                }
                read => read,
            },
        };
        opened.map_err(|problem| fault(path, problem))
    }

    /// Checks an opened store before it is read.
    fn read(opened: Result<Store, StoreProblem>) -> Result<Store, StoreProblem> {
        let store = opened?;
        if !store.is_initialized()? {
            return Err(StoreProblem::foreign("an empty SQLite file"));
        }
        store.check()?;
        Ok(store)
    }

    /// Opens a store that no process can change while it is open.
    fn open_immutable(path: &Path) -> Result<Store, StoreProblem> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY
            | OpenFlags::SQLITE_OPEN_NO_MUTEX
            | OpenFlags::SQLITE_OPEN_URI;
        let text = path.to_str().ok_or(StoreProblem::Unopened)?;
        // Escape the special characters of a URI.
        let text = text.replace('%', "%25").replace('?', "%3f").replace('#', "%23");
        let address = format!("file:{text}?immutable=1");
        Store::new(path, Connection::open_with_flags(address, flags)?)
    }

    /// Creates a store in memory.
    ///
    /// # Errors
    /// If memory runs out.
    pub fn in_memory() -> Result<Store, Diagnostic> {
        let path = Path::new("memory");
        let made = || {
            let mut store = Store::new(path, Connection::open_in_memory()?)?;
            store.create()?;
            Ok(store)
        };
        made().map_err(|problem: StoreProblem| fault(path, problem))
    }

    /// The path of the file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether other processes may write to it. A store in memory is private.
    const fn is_shared(&self) -> bool {
        self.lock.is_some()
    }

    fn connect(path: &Path, flags: OpenFlags) -> Result<Store, StoreProblem> {
        // The prefix keeps SQLite from interpreting `:memory:` and `file:…`.
        let file = Path::new(".").join(path);
        Store::new(path, Connection::open_with_flags(file, flags)?)
    }

    fn new(path: &Path, connection: Connection) -> Result<Store, StoreProblem> {
        connection.busy_timeout(BUSY_TIMEOUT)?;
        Ok(Store { connection, path: path.to_path_buf(), owner: random_owner(), lock: None })
    }

    /// Converts a problem into an error that names the file.
    pub(super) fn fault(&self, problem: StoreProblem) -> Diagnostic {
        fault(&self.path, problem)
    }

    /// Whether the store has its tables. Fails if the file is not a store of this format.
    fn is_initialized(&self) -> Result<bool, StoreProblem> {
        // Read everything in one transaction, since another process may be creating the tables.
        let reading = self.connection.unchecked_transaction()?;
        let number = |query| reading.query_row(query, (), |row| row.get::<_, i64>(0));
        let tables = number("SELECT count(*) FROM sqlite_schema")?;
        match (tables, number("PRAGMA application_id")?, number("PRAGMA user_version")?) {
            (0, 0, _) => Ok(false),
            (_, APPLICATION, FORMAT) => Ok(true),
            (_, APPLICATION, found) => Err(StoreProblem::Other(format!(
                "a store of format {found}, expected format {FORMAT} of this version of the program"
            ))),
            _ => Err(StoreProblem::foreign("an SQLite file of another program")),
        }
    }

    /// Creates the tables, unless another process was faster.
    fn create(&mut self) -> Result<(), StoreProblem> {
        self.enable_write_ahead_log()?;
        self.write(|writing| {
            let tables = "SELECT count(*) FROM sqlite_schema";
            let tables: i64 = writing.query_row(tables, (), |row| row.get(0))?;
            if tables == 0 {
                writing.execute_batch(SCHEMA)?;
                writing.pragma_update(None, "application_id", APPLICATION)?;
                writing.pragma_update(None, "user_version", FORMAT)?;
            }
            Ok(())
        })?;
        // With the log emptied, the file itself is a valid store whatever happens to the log.
        self.empty_log();
        Ok(())
    }

    /// Checks the structure of the file, and every row.
    fn check(&self) -> Result<(), StoreProblem> {
        let check = "PRAGMA integrity_check(1)";
        let found: String = self.connection.query_row(check, (), |row| row.get(0))?;
        if found != "ok" {
            return Err(StoreProblem::damaged(found));
        }
        // SQLite reads missing bytes of the last page as zeros.
        let page = self.number("PRAGMA page_size")?.cast_unsigned();
        if std::fs::metadata(&self.path).is_ok_and(|file| !file.len().is_multiple_of(page)) {
            return Err(StoreProblem::damaged("the file ends in the middle of a page"));
        }
        TABLES.into_iter().try_for_each(|table| self.rows(table, "", (), |_| ()))
    }

    pub(super) fn number(&self, query: &str) -> rusqlite::Result<i64> {
        self.connection.query_row(query, (), |row| row.get(0))
    }

    fn execute(&self, command: &str, values: impl Params) -> Result<(), StoreProblem> {
        self.connection.execute(command, values)?;
        Ok(())
    }

    /// Reads the rows of positions that match a condition, in key order.
    pub(crate) fn each_entry(
        &self,
        condition: &str,
        values: impl Params,
        take: impl FnMut(Entry),
    ) -> Result<(), Diagnostic> {
        let read = self.rows(TABLES[0], condition, values, take);
        read.map_err(|problem| self.fault(problem))
    }

    fn rows(
        &self,
        table: &str,
        condition: &str,
        values: impl Params,
        mut take: impl FnMut(Entry),
    ) -> Result<(), StoreProblem> {
        if table != TABLES[0] && !self.connection.table_exists(None, table)? {
            return Ok(());
        }
        let mut statement =
            self.connection.prepare(&format!("SELECT * FROM {table} {condition}"))?;
        let mut rows = statement.query(values)?;
        while let Some(row) = rows.next()? {
            take(row::entry(row)?);
        }
        Ok(())
    }

    /// Returns the known answer to a question: a proven answer under any limits, or else the result
    /// under these limits.
    ///
    /// # Errors
    /// If the store can't be read, or the row is damaged.
    pub fn known(&self, key: &Key) -> Result<Option<Entry>, Diagnostic> {
        let question = "WHERE options = ?1 AND position = ?2 AND method = ?3 \
             AND (proven = 1 OR limits = ?4) ORDER BY proven DESC, limits LIMIT 1";
        let mut known = None;
        let take = |entry| known = Some(entry);
        let read = self.rows(row::table(key.method), question, key.columns(), take);
        read.map_err(|problem| self.fault(problem))?;
        Ok(known)
    }

    /// Counts the results of positions.
    ///
    /// # Errors
    /// If the store can't be read.
    pub fn count(&self) -> Result<u64, Diagnostic> {
        let count = self.number("SELECT count(*) FROM results");
        count.map(i64::cast_unsigned).map_err(|error| self.fault(error.into()))
    }

    /// Runs `work` in a transaction, which becomes visible and durable as a whole or not at all.
    fn write<T>(
        &mut self,
        work: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<T>,
    ) -> Result<T, StoreProblem> {
        // In this mode, killing the process loses nothing that was committed. A power failure may
        // lose the last commits but never damages earlier data.
        self.connection.pragma_update(None, "synchronous", "NORMAL")?;
        let writing = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let done = work(&writing)?;
        writing.commit()?;
        Ok(done)
    }

    /// Stores results and releases their claims in one transaction. A result that is worse than the
    /// stored one is dropped.
    ///
    /// # Errors
    /// If writing fails; then none of the results is stored.
    pub fn keep<'e>(
        &mut self,
        entries: impl IntoIterator<Item = &'e Entry>,
    ) -> Result<(), Diagnostic> {
        let mut entries = entries.into_iter();
        let ready = if self.is_shared() { self.limit_log() } else { Ok(()) };
        let kept = ready.and_then(|()| {
            self.write(|writing| entries.try_for_each(|one| keep_one(writing, one)))
        });
        kept.map_err(|problem| self.fault(problem))
    }

    /// Claims questions for this owner. Returns for each whether no other owner had claimed it.
    ///
    /// # Errors
    /// If it can't be written.
    pub fn claim<'k>(
        &mut self,
        keys: impl Iterator<Item = &'k Key>,
    ) -> Result<Vec<bool>, Diagnostic> {
        if !self.is_shared() {
            return Ok(keys.map(|_| true).collect());
        }
        let own = self.owner;
        let claimed = self.write(|writing| {
            let claim = |key: &Key| {
                let key = key.columns();
                let insert = format!("INSERT OR IGNORE INTO claims VALUES (?1, ?2, ?3, ?4, {own})");
                writing.execute(&insert, key.each_ref())?;
                let owner = format!("SELECT owner FROM claims WHERE {KEY}");
                let owner: i64 = writing.query_row(&owner, key.each_ref(), |row| row.get(0))?;
                Ok(owner == own)
            };
            keys.map(claim).collect()
        });
        claimed.map_err(|problem| self.fault(problem))
    }

    /// Releases all claims of this owner and empties the log.
    ///
    /// # Errors
    /// If it can't be written.
    pub fn release(&self) -> Result<(), Diagnostic> {
        let released = self.execute("DELETE FROM claims WHERE owner = ?1", (self.owner,));
        released.map_err(|problem| self.fault(problem))?;
        self.empty_log();
        Ok(())
    }
}

/// A random number that identifies an owner of claims.
fn random_owner() -> i64 {
    RandomState::new().build_hasher().finish().cast_signed()
}

/// The lock file beside a store, which shows that the store is open. The last process to close the
/// store removes it.
#[derive(Debug)]
struct Lock {
    file: File,
    path: PathBuf,
}

impl Drop for Lock {
    fn drop(&mut self) {
        let Lock { file, path } = self;
        let last = file.unlock().and_then(|()| Ok(is_alone(file)? && is_at(file, path)?));
        // A leftover file is harmless.
        let _ = last.and_then(|last| if last { remove(path) } else { Ok(()) });
        let _ = file.unlock();
    }
}

/// Whether the log holds anything that is not in the store yet.
fn has_log(path: &Path) -> bool {
    std::fs::metadata(beside(path, "-wal")).is_ok_and(|log| log.len() > 0)
}

/// Appends an ending to the name of a file.
fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

fn keep_one(making: &Transaction<'_>, entry: &Entry) -> rusqlite::Result<()> {
    let (key, table) = (entry.key.columns(), row::table(entry.key.method));
    if entry.key.method.is_of_sets() {
        making.execute_batch(SCHEMA_OF_SETS)?;
    }
    let there = format!("SELECT findings FROM {table} WHERE {KEY}");
    let there: Option<String> =
        making.query_row(&there, key.each_ref(), |row| row.get(0)).optional()?;
    let there = there.and_then(|text| Findings::read(entry.key.method, &text).ok());
    // If both are equally good, the later one is kept.
    if there.is_none_or(|there| entry.findings.rank() >= there.rank()) {
        row::insert(making, &key, entry)?;
    }
    making.execute(&format!("DELETE FROM claims WHERE {KEY}"), key)?;
    Ok(())
}
