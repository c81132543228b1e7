//! Files that exist either whole or not at all: they are written under a temporary name, then
//! renamed. An existing file is kept unless the user allows it to be replaced.

use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use chongkak::files::{Replace, refusal_reason, remove_abandoned};
use chongkak::sentence;

use super::error::CliError;
use super::session::Session;

/// The file name that means standard output.
pub const STANDARD: &str = "-";

/// The reason why an input is never replaced.
const READ: &str = "it is read by this command";

/// A file to write: it has a temporary name in the same folder until it is complete and on disk.
pub struct NewFile {
    /// The option or command that asked for the file.
    pub option: &'static str,
    /// True if it may replace an existing file.
    force: bool,
    /// `None` for standard output.
    file: Option<Replace>,
}

impl NewFile {
    /// Returns a file to write, after checking that it can be written, before long work starts. The
    /// path `-` is standard output. `endings` are the accepted name endings, the usual one first;
    /// without any, all names are accepted. With `force` an existing file may be replaced.
    ///
    /// `inputs` are the files and folders that the command reads. They are never replaced, except
    /// files in an input folder that have the usual ending.
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
        let path = resolve(path, endings, force, inputs, wrong)?;
        let mut part = path.file_name().expect("a resolved path has a file name").to_owned();
        part.push(format!(".{}.part", std::process::id()));
        let part = path.with_file_name(part);
        let replace = Replace::new(&path, part);
        let file = Some(replace.clone());
        let new = NewFile { option, force, file };
        replace.create().map_err(|error| new.refused(&error))?;
        replace.discard();
        // Leftovers that cannot be removed may stay.
        let _ = remove_abandoned(&path);
        Ok(new)
    }

    /// Like `new`, for a command that also prints an answer. A file written to standard output
    /// replaces the answer.
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
            session.out.reserve_for(new.option)?;
        }
        Ok(new)
    }

    /// Returns the path for messages.
    pub fn display_path(&self) -> String {
        let path = self.file.as_ref().map(Replace::path);
        path.unwrap_or(Path::new(STANDARD)).display().to_string()
    }

    pub fn write(&self, text: &str) -> Result<(), CliError> {
        let all = |file: &mut dyn Write| file.write_all(text.as_bytes()).map(|()| None::<()>);
        let written = self.write_by(all);
        written.map_or_else(|error| Err(self.refused(&error)), |_| Ok(()))
    }

    /// Writes the file piece by piece, unless something ends the work early. An incomplete file is
    /// removed.
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

    /// Returns the error that the file cannot be written.
    pub fn refused(&self, error: &io::Error) -> CliError {
        if self.file.is_none() {
            return io::Error::from(error.kind()).into();
        }
        let what = format!("{} {}", self.option, self.display_path());
        let problem = sentence!("faults.file.unwritten", why = refusal_reason(error));
        let message = sentence!("faults.of", what = what, problem = problem);
        CliError::data(&message).with_message(message)
    }
}

/// Resolves the path of a new file, following links. Rejects files that must not be replaced and
/// names with a wrong ending.
fn resolve(
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
    // This also covers an input that does not exist yet.
    if inputs.iter().any(|input| absolute(input).is_some_and(|it| Some(it) == absolute(path))) {
        return Err(wrong(READ, "another name"));
    }
    if fs::symlink_metadata(path).is_err() {
        return Ok(path.to_owned());
    }
    let Ok(place) = fs::canonicalize(path) else {
        return Err(wrong("a broken link", "the name of a file"));
    };
    if !place.is_file() {
        return Err(wrong("not a regular file", "another name"));
    }
    // The file behind standard input, if the system reveals it.
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
        return Err(wrong("the file already exists", "another name, or --force"));
    }
    Ok(place)
}
