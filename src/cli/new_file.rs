//! Files that are there as a whole or not at all: written beside their place, then renamed.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::failure::Failure;

/// A file to be: it is written beside its place under another name, and gets its own once it is
/// whole and on disk.
pub struct NewFile {
    /// The option that asked for it.
    option: &'static str,
    path: PathBuf,
    part: PathBuf,
}

impl NewFile {
    /// The file that an option names. Tries whether it can be written, before long work.
    pub fn new(option: &'static str, path: &Path) -> Result<NewFile, Failure> {
        let (Some(name), false) = (path.file_name(), path.is_dir()) else {
            let message = format!("{option} {}: expected the name of a file", path.display());
            return Err(Failure::input(message));
        };
        if path.exists() && !path.is_file() {
            let path = path.display();
            let message = format!("{option} {path}: not an ordinary file, expected one or none");
            return Err(Failure::input(message));
        }
        let mut part = name.to_owned();
        part.push(format!(".{}.part", std::process::id()));
        let file = NewFile {
            option,
            path: path.to_owned(),
            part: path.with_file_name(part),
        };
        let tried = file.create().and_then(|_| fs::remove_file(&file.part));
        tried.map_err(|error| file.refused(&error))?;
        Ok(file)
    }

    /// Where it will be.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Begins it.
    pub fn create(&self) -> io::Result<File> {
        File::create(&self.part)
    }

    /// Writes it whole. An older file of its name is replaced.
    pub fn write(&self, text: &str) -> Result<(), Failure> {
        let written = self.create().and_then(|mut file| {
            file.write_all(text.as_bytes())?;
            file.sync_all()
        });
        let result = written
            .map_err(|error| self.refused(&error))
            .and_then(|()| self.finish());
        if result.is_err() {
            self.discard();
        }
        result
    }

    /// Gives the whole file its name.
    pub fn finish(&self) -> Result<(), Failure> {
        let sync_folder = || match self.path.parent() {
            Some(folder) if cfg!(unix) => {
                let here = folder.as_os_str().is_empty();
                let folder = if here { Path::new(".") } else { folder };
                File::open(folder)?.sync_all()
            }
            _ => Ok(()),
        };
        fs::rename(&self.part, &self.path)
            .and_then(|()| sync_folder())
            .map_err(|error| self.refused(&error))
    }

    /// Removes what is not finished.
    pub fn discard(&self) {
        // What could not be written may not be there to be removed.
        let _ = fs::remove_file(&self.part);
    }

    /// That it can't be written.
    pub fn refused(&self, error: &io::Error) -> Failure {
        let (option, path) = (self.option, self.path.display());
        Failure::data(format_args!("{option} {path}: cannot be written: {error}"))
    }
}
