//! Files that are there as a whole or not at all: written beside their place, then renamed.

use std::io;
use std::ops::Deref;
use std::path::Path;

use chongkak::files::{Replace, refusal};

use super::error::CliError;

/// A file to be: it is written beside its place under another name, and gets its own once it is
/// whole and on disk.
pub struct NewFile {
    /// The option or the command that asked for it.
    pub option: &'static str,
    file: Replace,
}

impl NewFile {
    /// The file that an option names. Tries whether it can be written, before long work.
    pub fn new(option: &'static str, path: &Path) -> Result<NewFile, CliError> {
        let (Some(name), false) = (path.file_name(), path.is_dir()) else {
            let message = format!("{option} {}: expected the name of a file", path.display());
            return Err(CliError::input(message));
        };
        if path.exists() && !path.is_file() {
            let path = path.display();
            let message = format!("{option} {path}: not an ordinary file, expected one or none");
            return Err(CliError::input(message));
        }
        let mut part = name.to_owned();
        part.push(format!(".{}.part", std::process::id()));
        let part = path.with_file_name(part);
        let file = NewFile {
            option,
            file: Replace::new(path, part),
        };
        file.create().map_err(|error| file.refused(&error))?;
        file.discard();
        Ok(file)
    }

    /// The file that an option names if it is given.
    pub fn asked(option: &'static str, path: Option<&Path>) -> Result<Option<NewFile>, CliError> {
        path.map(|path| NewFile::new(option, path)).transpose()
    }

    /// Writes it whole. An older file of its name is replaced.
    pub fn write(&self, text: &str) -> Result<(), CliError> {
        let written = self.file.write(text.as_bytes());
        written.map_err(|error| self.refused(&error))
    }

    /// The error that it can't be written.
    pub fn refused(&self, error: &io::Error) -> CliError {
        let (option, path) = (self.option, self.file.path().display());
        CliError::data(format_args!(
            "{option} {path}: cannot be written: {}",
            refusal(error)
        ))
    }
}

impl Deref for NewFile {
    type Target = Replace;

    fn deref(&self) -> &Replace {
        &self.file
    }
}
