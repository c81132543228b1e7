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

/// A file that somebody asks for.
#[derive(Clone, Copy)]
pub struct Wanted<'a> {
    /// The option or the command that asks.
    pub option: &'static str,
    /// Where it is to be; `-` is standard output.
    pub path: &'a Path,
    /// The endings of names that fit, the usual one first; none if all names do.
    pub endings: &'static [&'static str],
    /// True if it may replace a file that is there.
    pub force: bool,
    /// What is read: files, and folders with theirs. They are never replaced, but for files in such a
    /// folder that have the usual ending.
    pub inputs: &'a [&'a Path],
}

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
    /// The file that is wanted. Tries whether it can be written, before long work.
    pub fn new(wanted: &Wanted<'_>) -> Result<NewFile, CliError> {
        let Wanted { option, force, .. } = *wanted;
        if wanted.path == Path::new(STANDARD) {
            let file = None;
            return Ok(NewFile { option, force, file });
        }
        let path = wanted.place()?;
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
        wanted: &Wanted<'_>,
        session: &mut Session<'_>,
    ) -> Result<NewFile, CliError> {
        let rules = session.common.rules.as_deref().map(Path::new);
        let inputs: Vec<&Path> = wanted.inputs.iter().copied().chain(rules).collect();
        let inputs = &inputs[..];
        let new = NewFile::new(&Wanted { inputs, ..*wanted })?;
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

    /// Writes it whole.
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

impl Wanted<'_> {
    /// Where the file is to be: what a link leads to, if there is one. Refuses what may not be
    /// replaced, and names that don't fit.
    fn place(&self) -> Result<PathBuf, CliError> {
        let path = self.path;
        let named = path.file_name().is_some() && !path.as_os_str().is_empty();
        if !named || path.is_dir() {
            return Err(self.wrong("", "the name of a file"));
        }
        self.expect_ending()?;
        let absolute = |path: &Path| std::path::absolute(path).ok();
        let mut inputs = self.inputs.iter();
        // One that is not there yet either.
        if inputs.any(|input| absolute(input).is_some_and(|it| Some(it) == absolute(path))) {
            return Err(self.wrong(READ, "another name"));
        }
        if fs::symlink_metadata(path).is_err() {
            return Ok(path.to_owned());
        }
        let Ok(place) = fs::canonicalize(path) else {
            return Err(self.wrong("a link that leads nowhere", "the name of a file"));
        };
        if !place.is_file() {
            return Err(self.wrong("not an ordinary file", "one or none"));
        }
        // What standard input comes from, where the system tells.
        let mut inputs = self.inputs.iter().copied().chain([Path::new("/dev/stdin")]);
        if inputs.any(|input| fs::canonicalize(input).is_ok_and(|input| self.reads(&place, &input)))
        {
            return Err(self.wrong(READ, "another name"));
        }
        if !self.force {
            return Err(self.wrong("it is there already", "another name, or --force"));
        }
        Ok(place)
    }

    /// Tells whether a file is an input, or in a folder that is one.
    fn reads(&self, place: &Path, input: &Path) -> bool {
        let has_usual = |usual: &&str| place.extension().is_some_and(|ending| ending == *usual);
        let is_output = self.endings.first().is_some_and(has_usual);
        place == input || (input.is_dir() && place.starts_with(input) && !is_output)
    }

    fn expect_ending(&self) -> Result<(), CliError> {
        let Some(usual) = self.endings.first() else {
            return Ok(());
        };
        let ending = self.path.extension().unwrap_or_default();
        let ending = ending.to_string_lossy().to_lowercase();
        match self.endings.contains(&ending.as_str()) {
            true => Ok(()),
            false => Err(self.wrong("", &format!("a name that ends in .{usual}"))),
        }
    }

    fn wrong(&self, found: &str, expected: &str) -> CliError {
        let found = match found {
            "" => String::new(),
            found => format!("{found}, "),
        };
        let about = format!("{} {}", self.option, self.path.display());
        CliError::input(format_args!("{about}: {found}expected {expected}")).expecting(expected)
    }
}
