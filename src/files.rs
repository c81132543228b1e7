//! Files that exist either completely or not at all, even if the process or the machine fails, and
//! folders that one process uses at a time.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::language::Sentence;
use crate::sentence;
#[cfg(feature = "batch")]
use crate::text::Diagnostic;

/// CRC-32, of a slice and incrementally.
pub(crate) use crc32fast::{Hasher as Checksum, hash as checksum};

/// Describes a system error in words, without its number.
///
/// # Examples
/// ```
/// let error = std::fs::read("/no/such/file").unwrap_err();
/// assert_eq!(chongkak::files::refusal(&error), "there is no such file or folder");
/// ```
#[must_use]
pub fn refusal(error: &io::Error) -> String {
    refusal_reason(error).to_string()
}

/// Describes a system error as a sentence in any language.
#[doc(hidden)]
#[must_use]
pub fn refusal_reason(error: &io::Error) -> Sentence {
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

/// Removes the system's error number, which doesn't help readers.
fn without_number(words: &str) -> String {
    let (words, _) = words.split_once(" (os error ").unwrap_or((words, ""));
    words.to_owned()
}

/// Creates the error of a problem with a file or folder.
#[cfg(feature = "batch")]
pub(crate) fn fault(path: &Path, problem: impl std::fmt::Display) -> Diagnostic {
    Diagnostic::data(format_args!("{}: {problem}", path.display()))
}

/// A file written under a temporary name in the same folder and renamed when it is complete and on
/// disk. Until then an older file of the same name remains.
#[derive(Clone, Debug)]
pub struct Replace {
    path: PathBuf,
    draft: PathBuf,
}

impl Replace {
    /// A file to be written at `path`; `draft`, in the same folder, is its temporary name.
    #[must_use]
    pub fn new(path: impl Into<PathBuf>, draft: impl Into<PathBuf>) -> Replace {
        let (path, draft) = (path.into(), draft.into());
        Replace { path, draft }
    }

    /// Returns the final path.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Creates the draft. It stays locked while it is open, which [distinguishes](is_abandoned) it
    /// from the draft of a killed process.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn create(&self) -> io::Result<File> {
        let file = File::create(&self.draft)?;
        // Where files can't be locked, their age is used instead.
        let _ = file.try_lock();
        Ok(file)
    }

    /// Writes the whole file. If writing fails, removes the draft.
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

    /// Syncs the complete file, renames it, and syncs the folder.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn finish(&self, file: &File) -> io::Result<()> {
        file.sync_all()?;
        fs::rename(&self.draft, &self.path)?;
        sync_folder(self.path.parent().unwrap_or(Path::new("")))
    }

    /// Removes the draft.
    pub fn discard(&self) {
        // The draft may not exist if it could not be written.
        let _ = fs::remove_file(&self.draft);
    }
}

/// Opens a file for reading, but refuses files that may block the reader forever, such as pipes.
///
/// # Errors
/// If it is not a regular file, or the system refuses.
pub(crate) fn open_regular(path: &Path) -> io::Result<File> {
    // Check before opening, because opening a pipe blocks until someone writes.
    if !fs::metadata(path)?.is_file() {
        let problem = "not a regular file";
        return Err(io::Error::new(io::ErrorKind::InvalidInput, problem));
    }
    File::open(path)
}

/// The age at which an unlocked draft is abandoned (younger ones may be about to be locked), and
/// the age since the last change at which a draft that can't be locked is abandoned.
const ABANDONED_IF_UNLOCKED: Duration = Duration::from_secs(2);
const ABANDONED_IF_UNCHANGED: Duration = Duration::from_secs(600);

/// Whether a draft was left by a killed process.
#[must_use]
pub fn is_abandoned(draft: &Path) -> bool {
    let changed = fs::metadata(draft).and_then(|draft| draft.modified());
    let age = changed.ok().and_then(|changed| changed.elapsed().ok());
    let is_older = |than| age.is_some_and(|age| age > than);
    let opened = OpenOptions::new().append(true).open(draft);
    match opened.and_then(|file| is_alone(&file)) {
        Ok(true) => is_older(ABANDONED_IF_UNLOCKED),
        Ok(false) => false,
        Err(_) => is_older(ABANDONED_IF_UNCHANGED),
    }
}

/// Removes the drafts of a file left by killed processes: `NAME.NUMBER.part`, where the number is
/// that of the process.
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

/// Creates a folder and its parents, unless it exists.
///
/// # Errors
/// If there is a file of that name, or the system refuses.
pub fn make_folder(folder: &Path) -> io::Result<()> {
    if folder.exists() && !folder.is_dir() {
        let problem = "found a file of that name, expected a folder";
        return Err(io::Error::new(io::ErrorKind::InvalidInput, problem));
    }
    fs::create_dir_all(folder)
}

/// Removes a file if it exists.
///
/// # Errors
/// If the system refuses.
pub fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Makes renames and removals in a folder durable. Only Unix can open a folder for this.
pub(crate) fn sync_folder(folder: &Path) -> io::Result<()> {
    let here = folder.as_os_str().is_empty();
    let folder = if here { Path::new(".") } else { folder };
    if cfg!(unix) {
        File::open(folder)?.sync_all()?;
    }
    Ok(())
}

/// An exclusive lock on a folder. The system releases it when the process ends for any reason.
#[derive(Debug)]
pub struct FolderLock {
    path: PathBuf,
    /// The lock file, locked while it is open; none after it was left to another process.
    file: Option<File>,
}

impl Drop for FolderLock {
    fn drop(&mut self) {
        // Closing the file is not enough while a child process started by another thread still has
        // a copy.
        let _ = self.file.as_ref().map(File::unlock);
    }
}

impl FolderLock {
    /// Locks a folder by its file `lock`; `None` if another process holds the lock.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn take(folder: &Path) -> io::Result<Option<FolderLock>> {
        let path = folder.join("lock");
        let file = lock_file(&path)?;
        Ok(is_alone(&file)?.then_some(FolderLock { path, file: Some(file) }))
    }

    /// Drops this process's copy of the lock, in a process forked from the one that holds it.
    #[cfg(feature = "batch")]
    pub(crate) fn leave_to_parent(mut self) {
        self.file = None;
    }

    /// Releases the lock and removes the file.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn remove(self) -> io::Result<()> {
        remove(&self.path)
    }
}

/// Opens a lock file, or creates it.
pub(crate) fn lock_file(path: &Path) -> io::Result<File> {
    OpenOptions::new().create(true).append(true).open(path)
}

/// Whether an open file is still the one at this path; its previous owner may have removed it.
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

/// Always true: on this system an open file can't be removed.
#[cfg(all(not(unix), feature = "batch"))]
pub(crate) fn is_at(_: &File, _: &Path) -> io::Result<bool> {
    Ok(true)
}

/// Locks a file exclusively if no other process holds any lock on it.
pub(crate) fn is_alone(file: &File) -> io::Result<bool> {
    match file.try_lock() {
        Ok(()) => Ok(true),
        Err(TryLockError::WouldBlock) => Ok(false),
        Err(TryLockError::Error(error)) => Err(error),
    }
}
