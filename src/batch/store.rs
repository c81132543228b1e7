//! The store: results in an SQLite file, one row each.
//!
//! The promise: a result that was handed to [`Store::keep`] is there after the process is killed,
//! at whatever moment; no question has two rows, however many processes write; and a row is what
//! was written, or opening the store fails. (Every row has a checksum of its own, for SQLite has
//! none.)
//!
//! Processes that share a store tell each other what they are working at by claims. A claim is a
//! hint and no lock: a process with nothing else to do may do the work twice, and then the better
//! result stays. So no process waits for one that died, and no clock decides anything. A process
//! that opens a store which no other has open removes all claims; whether that is so a lock on the
//! file beside it says, which the system gives back when a process ends, however it ends.

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
use super::row::{self, SCHEMA};
use super::store_error::StoreProblem;
use crate::files::{fault, is_alone, is_at, lock_file, remove};
use crate::text::Diagnostic;

/// The four bytes in the head of the file that say whose it is: `chon`.
const APPLICATION: i64 = 0x6368_6f6e;

/// The format of the tables.
const FORMAT: i64 = 2;

/// The time that a write waits for those of other processes, each of which takes some milliseconds.
pub(super) const BUSY_TIMEOUT: Duration = Duration::from_secs(60);

const KEY: &str = "options = ?1 AND position = ?2 AND method = ?3 AND limits = ?4";

/// Results of batches, in a file or in memory.
#[derive(Debug)]
pub struct Store {
    pub(super) connection: Connection,
    path: PathBuf,
    /// The number that marks the claims of this store's owner: processes in different containers
    /// may have the same number, so it is drawn at random.
    owner: i64,
    /// Held until the store is closed: what stands above is dropped before.
    lock: Option<Lock>,
}

impl Store {
    /// Opens a store, or makes it if there is none.
    ///
    /// Cost: reads the whole file once, to check it.
    ///
    /// # Errors
    /// If the file is no store, is one of another format, is damaged, or can't be written.
    pub fn open(path: &Path) -> Result<Store, Diagnostic> {
        let lock_path = beside(path, ".lock");
        let lock_error = |error: io::Error| fault(&lock_path, error);
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
            | OpenFlags::SQLITE_OPEN_CREATE
            | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let opened = Store::connect(path, flags).and_then(|mut store| {
            // Nothing is written to what is no whole store.
            match store.is_made()? {
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
            // Who left meanwhile may have removed it: then it holds off nobody.
            if is_at(&lock, &lock_path).map_err(lock_error)? {
                store.lock = Some(Lock { file: lock, path: lock_path });
                return Ok(store);
            }
        }
    }

    /// Opens a store that must be there, to read it. It need not be one that may be written.
    ///
    /// # Errors
    /// As [`open`](Self::open), and if there is no such file.
    pub fn open_existing(path: &Path) -> Result<Store, Diagnostic> {
        if !path.exists() {
            return Err(fault(path, "no such file, expected the store of a batch"));
        }
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let opened = match path.is_dir() {
            true => Err(StoreProblem::foreign("a folder")),
            false => match Store::read(Store::connect(path, flags)) {
                // SQLite makes files beside a store that it reads. Where it may not, there are none
                // of another process either, unless there is a log.
                Err(StoreProblem::Unopened) if !has_log(path) => {
                    Store::read(Store::unchanging(path))
                }
                read => read,
            },
        };
        opened.map_err(|problem| fault(path, problem))
    }

    /// A store to read, once it is looked through.
    fn read(opened: Result<Store, StoreProblem>) -> Result<Store, StoreProblem> {
        let store = opened?;
        if !store.is_made()? {
            return Err(StoreProblem::foreign("an SQLite file without anything in it"));
        }
        store.check()?;
        Ok(store)
    }

    /// A store that nobody writes to while it is open.
    fn unchanging(path: &Path) -> Result<Store, StoreProblem> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY
            | OpenFlags::SQLITE_OPEN_NO_MUTEX
            | OpenFlags::SQLITE_OPEN_URI;
        let text = path.to_str().ok_or(StoreProblem::Unopened)?;
        // What an address takes for something else.
        let text = text.replace('%', "%25").replace('?', "%3f").replace('#', "%23");
        let address = format!("file:{text}?immutable=1");
        Store::new(path, Connection::open_with_flags(address, flags)?)
    }

    /// A store that is gone with the process.
    ///
    /// # Errors
    /// If there is no memory for it.
    pub fn in_memory() -> Result<Store, Diagnostic> {
        let path = Path::new("memory");
        let made = || {
            let mut store = Store::new(path, Connection::open_in_memory()?)?;
            store.create()?;
            Ok(store)
        };
        made().map_err(|problem: StoreProblem| fault(path, problem))
    }

    /// The path of its file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Tells whether others may write to it: one in memory is its owner's alone.
    const fn is_shared(&self) -> bool {
        self.lock.is_some()
    }

    fn connect(path: &Path, flags: OpenFlags) -> Result<Store, StoreProblem> {
        // A path in front keeps SQLite from taking `:memory:` and `file:…` for something else.
        let file = Path::new(".").join(path);
        Store::new(path, Connection::open_with_flags(file, flags)?)
    }

    fn new(path: &Path, connection: Connection) -> Result<Store, StoreProblem> {
        connection.busy_timeout(BUSY_TIMEOUT)?;
        Ok(Store { connection, path: path.to_path_buf(), owner: drawn(), lock: None })
    }

    /// What is wrong with its file.
    pub(super) fn fault(&self, problem: StoreProblem) -> Diagnostic {
        fault(&self.path, problem)
    }

    /// Tells whether anything has been written yet; refuses what is no store of this program's format.
    fn is_made(&self) -> Result<bool, StoreProblem> {
        // At one moment: another process may be making the tables.
        let reading = self.connection.unchecked_transaction()?;
        let number = |query| reading.query_row(query, (), |row| row.get::<_, i64>(0));
        let tables = number("SELECT count(*) FROM sqlite_schema")?;
        match (tables, number("PRAGMA application_id")?, number("PRAGMA user_version")?) {
            (0, 0, _) => Ok(false),
            (_, APPLICATION, FORMAT) => Ok(true),
            (_, APPLICATION, found) => Err(StoreProblem::Other(format!(
                "a store of format {found}, expected format {FORMAT}, which is this program's"
            ))),
            _ => Err(StoreProblem::foreign("an SQLite file of another program")),
        }
    }

    /// Makes the tables, unless another process was faster.
    fn create(&mut self) -> Result<(), StoreProblem> {
        self.write_ahead()?;
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
        // From now on the file is a store, whatever becomes of the log.
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
        // SQLite reads what is missing of the last page as zeros.
        let page = self.number("PRAGMA page_size")?.cast_unsigned();
        if std::fs::metadata(&self.path).is_ok_and(|file| !file.len().is_multiple_of(page)) {
            return Err(StoreProblem::damaged("the file ends in the middle of a page"));
        }
        self.rows("", (), |_| ())
    }

    pub(super) fn number(&self, query: &str) -> rusqlite::Result<i64> {
        self.connection.query_row(query, (), |row| row.get(0))
    }

    fn execute(&self, command: &str, values: impl Params) -> Result<(), StoreProblem> {
        self.connection.execute(command, values)?;
        Ok(())
    }

    /// Reads the rows that a condition allows, in the order of their keys.
    pub(crate) fn each_entry(
        &self,
        condition: &str,
        values: impl Params,
        take: impl FnMut(Entry),
    ) -> Result<(), Diagnostic> {
        self.rows(condition, values, take).map_err(|problem| self.fault(problem))
    }

    fn rows(
        &self,
        condition: &str,
        values: impl Params,
        mut take: impl FnMut(Entry),
    ) -> Result<(), StoreProblem> {
        let mut statement =
            self.connection.prepare(&format!("SELECT * FROM results {condition}"))?;
        let mut rows = statement.query(values)?;
        while let Some(row) = rows.next()? {
            take(row::entry(row)?);
        }
        Ok(())
    }

    /// Returns what is known of a question: an answer that is proven under whatever limits, or else
    /// what was found within these.
    ///
    /// # Errors
    /// If the store can't be read, or the row is damaged.
    pub fn known(&self, key: &Key) -> Result<Option<Entry>, Diagnostic> {
        let question = "WHERE options = ?1 AND position = ?2 AND method = ?3 \
             AND (proven = 1 OR limits = ?4) ORDER BY proven DESC, limits LIMIT 1";
        let mut known = None;
        self.each_entry(question, key.columns(), |entry| known = Some(entry))?;
        Ok(known)
    }

    /// Counts the results.
    ///
    /// # Errors
    /// If the store can't be read.
    pub fn count(&self) -> Result<u64, Diagnostic> {
        let count = self.number("SELECT count(*) FROM results");
        count.map(i64::cast_unsigned).map_err(|error| self.fault(error.into()))
    }

    /// Writes: all of it becomes visible, and durable, together, or nothing of it.
    fn write<T>(
        &mut self,
        work: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<T>,
    ) -> Result<T, StoreProblem> {
        // In this mode a kill loses nothing that is committed; a power failure may lose the last
        // commits, but never damages what was there before.
        self.connection.pragma_update(None, "synchronous", "NORMAL")?;
        let writing = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let done = work(&writing)?;
        writing.commit()?;
        Ok(done)
    }

    /// Keeps results and gives up the claims on them, all at once. A result that says less than
    /// what is there already is not kept.
    ///
    /// # Errors
    /// If it can't be written; then none of them is kept.
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

    /// Claims questions for this owner; which of them no other owner has claimed.
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

    /// Gives up all claims of this owner, and empties the log.
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

/// A number that no other process is likely to have.
fn drawn() -> i64 {
    RandomState::new().build_hasher().finish().cast_signed()
}

/// The file beside a store that says who has it open. The last one to leave takes it away.
#[derive(Debug)]
struct Lock {
    file: File,
    path: PathBuf,
}

impl Drop for Lock {
    fn drop(&mut self) {
        let Lock { file, path } = self;
        let last = file.unlock().and_then(|()| Ok(is_alone(file)? && is_at(file, path)?));
        // A file that stays does no harm.
        let _ = last.and_then(|last| if last { remove(path) } else { Ok(()) });
        let _ = file.unlock();
    }
}

/// Tells whether something was written that is not in the store itself yet.
fn has_log(path: &Path) -> bool {
    std::fs::metadata(beside(path, "-wal")).is_ok_and(|log| log.len() > 0)
}

/// A file beside another one, its name longer by an ending.
fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

fn keep_one(making: &Transaction<'_>, entry: &Entry) -> rusqlite::Result<()> {
    let key = entry.key.columns();
    let there = format!("SELECT findings FROM results WHERE {KEY}");
    let there: Option<String> =
        making.query_row(&there, key.each_ref(), |row| row.get(0)).optional()?;
    let there = there.and_then(|text| Findings::read(entry.key.method, &text).ok());
    // The later one counts if they say as much.
    if there.is_none_or(|there| entry.findings.told() >= there.told()) {
        row::insert(making, &key, entry)?;
    }
    making.execute(&format!("DELETE FROM claims WHERE {KEY}"), key)?;
    Ok(())
}
