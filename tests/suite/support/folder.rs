//! Folders for files of tests.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// The folders in use.
static USED: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// A test's own folder, removed on drop.
pub struct Folder(pub PathBuf);

impl Folder {
    /// Returns a folder that does not exist yet.
    ///
    /// # Panics
    /// If another test uses this name.
    pub fn new(name: &str) -> Folder {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let is_free = USED.lock().unwrap().insert(path.clone());
        assert!(is_free, "two folders are called {name}");
        let _ = fs::remove_dir_all(&path);
        Folder(path)
    }

    /// Creates an empty folder.
    pub fn made(name: &str) -> Folder {
        let folder = Folder::new(name);
        fs::create_dir_all(&folder.0).unwrap();
        folder
    }

    pub fn text(&self) -> &str {
        self.0.to_str().unwrap()
    }

    /// Returns the path of a file in it.
    pub fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }

    /// Writes a file in it with this text, and returns its path.
    pub fn file(&self, name: &str, text: &str) -> String {
        let path = self.path(name);
        fs::write(&path, text).unwrap();
        path
    }

    pub fn read(&self, name: &str) -> String {
        let path = self.path(name);
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
    }

    /// Returns the files except the lock, with their bytes.
    pub fn files(&self) -> BTreeMap<String, Vec<u8>> {
        let read = |name: String| (name.clone(), fs::read(self.0.join(&name)).unwrap());
        let names = self.names().into_iter();
        names.filter(|name| name != "lock").map(read).collect()
    }

    /// Returns the paths of the files.
    pub fn paths(&self) -> Vec<PathBuf> {
        let names = self.names().into_iter();
        names.map(|name| self.0.join(name)).collect()
    }

    pub fn names(&self) -> Vec<String> {
        let files = fs::read_dir(&self.0).unwrap();
        let name = |entry: fs::DirEntry| entry.file_name().into_string().unwrap();
        files.map(|entry| name(entry.unwrap())).collect()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
        USED.lock().unwrap().remove(&self.0);
    }
}
