//! Files that are there as a whole or not at all, whatever ends the process or the machine, and
//! folders in which one process works at a time.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::language::Sentence;
use crate::sentence;
#[cfg(feature = "batch")]
use crate::text::Diagnostic;

/// CRC-32, of bytes that are there and of bytes that come.
pub(crate) use crc32fast::{Hasher as Checksum, hash as checksum};

/// Tells why the system refused something, in words. The number that the system has for it is left
/// out.
///
/// # Examples
/// ```
/// let error = std::fs::read("/no/such/file").unwrap_err();
/// assert_eq!(chongkak::files::refusal(&error), "there is no such file or folder");
/// ```
#[must_use]
pub fn refusal(error: &io::Error) -> String {
    refusal_told(error).to_string()
}

/// The same in the language of whoever is told.
#[doc(hidden)]
#[must_use]
pub fn refusal_told(error: &io::Error) -> Sentence {
    match error.kind() {
        io::ErrorKind::NotFound => sentence!("faults.file.not-found"),
        io::ErrorKind::PermissionDenied => sentence!("faults.file.not-permitted"),
        io::ErrorKind::IsADirectory => sentence!("faults.file.folder"),
        io::ErrorKind::NotADirectory => sentence!("faults.file.no-folder"),
        io::ErrorKind::StorageFull => sentence!("faults.file.full"),
        io::ErrorKind::ReadOnlyFilesystem => sentence!("faults.file.read-only"),
        io::ErrorKind::FileTooLarge => sentence!("faults.file.too-large"),
        io::ErrorKind::AlreadyExists => sentence!("faults.file.there-already"),
        _ => without_number(&error.to_string()).into(),
    }
}

/// The words of the system without its number, which tells people nothing.
fn without_number(words: &str) -> String {
    let (words, _) = words.split_once(" (os error ").unwrap_or((words, ""));
    words.to_owned()
}

/// What is wrong with a file or a folder.
#[cfg(feature = "batch")]
pub(crate) fn fault(path: &Path, problem: impl std::fmt::Display) -> Diagnostic {
    Diagnostic::data(format_args!("{}: {problem}", path.display()))
}

/// A file that is written beside its place, and gets its name once it is whole and on disk. Until
/// then an older file of that name stays as it is.
#[derive(Clone, Debug)]
pub struct Replace {
    path: PathBuf,
    draft: PathBuf,
}

impl Replace {
    /// A file to be; `draft`, in the same folder, is its name while it is written.
    #[must_use]
    pub fn new(path: impl Into<PathBuf>, draft: impl Into<PathBuf>) -> Replace {
        let (path, draft) = (path.into(), draft.into());
        Replace { path, draft }
    }

    /// Returns where it will be.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Begins it, empty. It is locked as long as it is open, which [tells](is_abandoned) it from
    /// what a process that was killed has left.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn create(&self) -> io::Result<File> {
        let file = File::create(&self.draft)?;
        // Where files can't be locked, their age tells.
        let _ = file.try_lock();
        Ok(file)
    }

    /// Writes all of it. Nothing is left of what can't be written.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn write(&self, bytes: &[u8]) -> io::Result<()> {
        let written = self.create().and_then(|mut file| {
            file.write_all(bytes)?;
            self.finish(&file)
        });
        written.inspect_err(|_| self.discard())
    }

    /// Gives the whole file its name, for good: first the file must be on disk, then the folder.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn finish(&self, file: &File) -> io::Result<()> {
        file.sync_all()?;
        fs::rename(&self.draft, &self.path)?;
        sync_folder(self.path.parent().unwrap_or(Path::new("")))
    }

    /// Removes what is not finished.
    pub fn discard(&self) {
        // What could not be written may not be there to be removed.
        let _ = fs::remove_file(&self.draft);
    }
}

/// Opens a file to read it, unless it is something that may keep its reader waiting for ever, such
/// as a pipe.
///
/// # Errors
/// If it is no regular file, or the system refuses.
pub(crate) fn open_regular(path: &Path) -> io::Result<File> {
    // Asked before it is opened: to open a pipe takes until somebody writes.
    if !fs::metadata(path)?.is_file() {
        let problem = "found no regular file, expected one";
        return Err(io::Error::new(io::ErrorKind::InvalidInput, problem));
    }
    File::open(path)
}

/// The time after which nobody is about to lock a file that he has made, and after which a file that
/// can't be locked is not being written any more.
const UNLOCKED: Duration = Duration::from_secs(2);
const UNCHANGED: Duration = Duration::from_secs(600);

/// Tells whether a draft is of a process that was killed.
#[must_use]
pub fn is_abandoned(draft: &Path) -> bool {
    let changed = fs::metadata(draft).and_then(|draft| draft.modified());
    let age = changed.ok().and_then(|changed| changed.elapsed().ok());
    let is_older = |than| age.is_some_and(|age| age > than);
    let opened = OpenOptions::new().append(true).open(draft);
    match opened.and_then(|file| is_alone(&file)) {
        Ok(true) => is_older(UNLOCKED),
        Ok(false) => false,
        Err(_) => is_older(UNCHANGED),
    }
}

/// Removes the drafts of a file that processes have left which were killed: `NAME.NUMBER.part`, where
/// the number is that of the process.
///
/// # Errors
/// If the folder can't be read, or a draft can't be removed.
pub fn remove_abandoned(path: &Path) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new(""));
    let here = folder.as_os_str().is_empty();
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let is_draft = |other: &str| {
        let number = other.strip_prefix(&*name)?.strip_prefix('.')?;
        number.strip_suffix(".part")?.parse::<u32>().ok()
    };
    for entry in fs::read_dir(if here { Path::new(".") } else { folder })?.flatten() {
        let draft = entry.path();
        if is_draft(&entry.file_name().to_string_lossy()).is_some() && is_abandoned(&draft) {
            remove(&draft)?;
        }
    }
    Ok(())
}

/// Makes a folder, and those around it, unless it is there.
///
/// # Errors
/// If something else of its name is there, or the system refuses.
pub fn make_folder(folder: &Path) -> io::Result<()> {
    if folder.exists() && !folder.is_dir() {
        let problem = "found a file of that name, expected a folder";
        return Err(io::Error::new(io::ErrorKind::InvalidInput, problem));
    }
    fs::create_dir_all(folder)
}

/// Removes a file that may be there.
///
/// # Errors
/// If the system refuses.
pub fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Makes renames and removals last. Only Unix lets a folder be opened for that.
pub(crate) fn sync_folder(folder: &Path) -> io::Result<()> {
    let here = folder.as_os_str().is_empty();
    let folder = if here { Path::new(".") } else { folder };
    if cfg!(unix) {
        File::open(folder)?.sync_all()?;
    }
    Ok(())
}

/// A folder in which no other process works as long as this lives. The system gives the lock back
/// when the process ends, however it ends.
#[derive(Debug)]
pub struct FolderLock {
    path: PathBuf,
    /// Locked as long as it is open; none once it was left to another process.
    file: Option<File>,
}

impl Drop for FolderLock {
    fn drop(&mut self) {
        // Closing it is not enough while a process that another thread starts still has a copy.
        let _ = self.file.as_ref().map(File::unlock);
    }
}

impl FolderLock {
    /// Locks a folder by its file `lock`; `None` if another process holds it.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn take(folder: &Path) -> io::Result<Option<FolderLock>> {
        let path = folder.join("lock");
        let file = lock_file(&path)?;
        Ok(is_alone(&file)?.then_some(FolderLock { path, file: Some(file) }))
    }

    /// Closes this process's copy, in a process that was forked from the one which holds the lock.
    #[cfg(feature = "batch")]
    pub(crate) fn leave_to_parent(mut self) {
        self.file = None;
    }

    /// Gives the folder back and removes the file.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn remove(self) -> io::Result<()> {
        remove(&self.path)
    }
}

/// Opens a file to lock, or makes it.
pub(crate) fn lock_file(path: &Path) -> io::Result<File> {
    OpenOptions::new().create(true).append(true).open(path)
}

/// Tells whether a file that was opened is still the one of this name: its owner before may have
/// removed it.
#[cfg(all(unix, feature = "batch"))]
pub(crate) fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt;

    let opened = file.metadata()?;
    match fs::metadata(path) {
        Ok(there) => Ok((there.dev(), there.ino()) == (opened.dev(), opened.ino())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// Returns true: here a file that is open can't be removed.
#[cfg(all(not(unix), feature = "batch"))]
pub(crate) fn is_at(_: &File, _: &Path) -> io::Result<bool> {
    Ok(true)
}

/// Locks a file if no other process has locked it, alone or together with others.
pub(crate) fn is_alone(file: &File) -> io::Result<bool> {
    match file.try_lock() {
        Ok(()) => Ok(true),
        Err(TryLockError::WouldBlock) => Ok(false),
        Err(TryLockError::Error(error)) => Err(error),
    }
}
