//! Files that are there as a whole or not at all: written beside their place, then renamed. What is
//! there already stays, unless somebody says that it may go.

use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use chongkak::files::{Replace, refusal_told, remove_abandoned};
use chongkak::sentence;

use super::error::CliError;
use super::session::Session;

/// What stands for standard output where a file is named.
pub const STANDARD: &str = "-";

/// Why a file is never replaced.
const READ: &str = "it is read by this command";

/// A file to be: it is written beside its place under another name, and gets its own once it is
/// whole and on disk.
pub struct NewFile {
    /// The option or the command that asked for it.
    pub option: &'static str,
    /// True if it may replace a file.
    force: bool,
    /// Nothing for standard output.
    file: Option<Replace>,
}

impl NewFile {
    /// The file for which an option or a command asks. Tries whether it can be written, before long
    /// work. The path `-` is standard output. Of the endings of names that fit the usual one comes
    /// first; without any all names do. With `force` it may replace a file that is there.
    ///
    /// The inputs are what is read: files, and folders with theirs. They are never replaced, but for
    /// files in such a folder that have the usual ending.
    pub fn new(
        option: &'static str,
        path: &Path,
        endings: &[&str],
        force: bool,
        inputs: &[&Path],
    ) -> Result<NewFile, CliError> {
        if path == Path::new(STANDARD) {
            return Ok(NewFile { option, force, file: None });
        }
        let wrong = |found: &str, expected: &str| {
            let about = format_args!("{option} {}", path.display());
            let found = if found.is_empty() { String::new() } else { format!("{found}, ") };
            CliError::input(format_args!("{about}: {found}expected {expected}")).expecting(expected)
        };
        let path = place(path, endings, force, inputs, wrong)?;
        let mut part = path.file_name().expect("a place has a name").to_owned();
        part.push(format!(".{}.part", std::process::id()));
        let part = path.with_file_name(part);
        let replace = Replace::new(&path, part);
        let file = Some(replace.clone());
        let new = NewFile { option, force, file };
        replace.create().map_err(|error| new.refused(&error))?;
        replace.discard();
        // Those that can't be removed may stay.
        let _ = remove_abandoned(&path);
        Ok(new)
    }

    /// The same, of a command that prints an answer too. A file that goes to standard output takes
    /// the place of the answer.
    pub fn beside_answer(
        option: &'static str,
        path: &Path,
        endings: &[&str],
        force: bool,
        inputs: &[&Path],
        session: &mut Session<'_>,
    ) -> Result<NewFile, CliError> {
        let rules = session.common.rules.as_deref().map(Path::new);
        let inputs: Vec<&Path> = inputs.iter().copied().chain(rules).collect();
        let new = NewFile::new(option, path, endings, force, &inputs)?;
        if new.file.is_none() {
            session.out.give_way_to(new.option)?;
        }
        Ok(new)
    }

    /// Where it will be, as people are told.
    pub fn place(&self) -> String {
        let path = self.file.as_ref().map(Replace::path);
        path.unwrap_or(Path::new(STANDARD)).display().to_string()
    }

    pub fn write(&self, text: &str) -> Result<(), CliError> {
        let all = |file: &mut dyn Write| file.write_all(text.as_bytes()).map(|()| None::<()>);
        let written = self.write_by(all);
        written.map_or_else(|error| Err(self.refused(&error)), |_| Ok(()))
    }

    /// Writes it piece by piece, unless something ends that early. Nothing is left of a file that
    /// isn't whole.
    pub fn write_by<T>(
        &self,
        write: impl FnOnce(&mut dyn Write) -> io::Result<Option<T>>,
    ) -> io::Result<Option<T>> {
        let Some(replace) = &self.file else {
            let mut out = io::stdout().lock();
            let ended = write(&mut out)?;
            return out.flush().map(|()| ended);
        };
        let written = replace.create().and_then(|file| {
            let mut file = BufWriter::with_capacity(1 << 16, file);
            let ended = write(&mut file)?;
            if ended.is_none() {
                let file = file.into_inner()?;
                if !self.force && replace.path().exists() {
                    return Err(io::ErrorKind::AlreadyExists.into());
                }
                replace.finish(&file)?;
            }
            Ok(ended)
        });
        if !matches!(written, Ok(None)) {
            replace.discard();
        }
        written
    }

    /// The error that it can't be written.
    pub fn refused(&self, error: &io::Error) -> CliError {
        if self.file.is_none() {
            return io::Error::from(error.kind()).into();
        }
        let what = format!("{} {}", self.option, self.place());
        let problem = sentence!("faults.file.unwritten", why = refusal_told(error));
        let said = sentence!("faults.of", what = what, problem = problem);
        CliError::data(&said).saying(said)
    }
}

/// Where a file is to be: what a link leads to, if there is one. Refuses what may not be replaced, and
/// names that don't fit.
fn place(
    path: &Path,
    endings: &[&str],
    force: bool,
    inputs: &[&Path],
    wrong: impl Fn(&str, &str) -> CliError,
) -> Result<PathBuf, CliError> {
    let named = path.file_name().is_some() && !path.as_os_str().is_empty();
    if !named || path.is_dir() {
        return Err(wrong("", "the name of a file"));
    }
    if let Some(usual) = endings.first() {
        let ending = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
        if !endings.contains(&ending.as_str()) {
            return Err(wrong("", &format!("a name that ends in .{usual}")));
        }
    }
    let absolute = |path: &Path| std::path::absolute(path).ok();
    // One that is not there yet either.
    if inputs.iter().any(|input| absolute(input).is_some_and(|it| Some(it) == absolute(path))) {
        return Err(wrong(READ, "another name"));
    }
    if fs::symlink_metadata(path).is_err() {
        return Ok(path.to_owned());
    }
    let Ok(place) = fs::canonicalize(path) else {
        return Err(wrong("a link that leads nowhere", "the name of a file"));
    };
    if !place.is_file() {
        return Err(wrong("not an ordinary file", "one or none"));
    }
    // What standard input comes from, where the system tells.
    let mut inputs = inputs.iter().copied().chain([Path::new("/dev/stdin")]);
    let has_usual = |usual: &&str| place.extension().is_some_and(|ending| ending == *usual);
    let is_output = endings.first().is_some_and(has_usual);
    let is_read = |input: PathBuf| {
        place == input || (input.is_dir() && place.starts_with(&input) && !is_output)
    };
    if inputs.any(|input| fs::canonicalize(input).is_ok_and(is_read)) {
        return Err(wrong(READ, "another name"));
    }
    if !force {
        return Err(wrong("it is there already", "another name, or --force"));
    }
    Ok(place)
}
