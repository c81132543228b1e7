//! Writing proofs: files that `scripts/check-proof` confirms without this program.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use serde::{Serialize, Serializer};
use serde_json::json;

use chongkak::board::Position;
use chongkak::rules::{OPTION_NAMES, Rules};
use chongkak::search::{Bounded, Proof, Solution, StopReason, Unproven};

use crate::cli::failure::{Failure, Status};
use crate::cli::input::Task;

/// Version of the format, of docs/FORMATS.md.
const VERSION: u32 = 1;

/// Positions between looks at the limits while a proof is written.
const LOOK: usize = 1 << 10;

/// The first line.
#[derive(Serialize)]
struct Header<'a> {
    format: &'static str,
    version: u32,
    program: &'static str,
    rules: Options<'a>,
    position: String,
    lower: i32,
    upper: i32,
}

/// A line of the proof.
#[derive(Serialize)]
struct Line {
    position: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    lower: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    upper: Option<i32>,
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    reached_by: Option<String>,
}

/// The last line.
#[derive(Serialize)]
struct LastLine {
    end: End,
}

#[derive(Serialize)]
struct End {
    positions: usize,
    /// Of all lines before.
    crc32: String,
}

impl From<Bounded> for Line {
    fn from(bounded: Bounded) -> Line {
        Line {
            position: bounded.position.to_string(),
            lower: bounded.lower,
            upper: bounded.upper,
            reached_by: bounded.reached_by.map(|by| by.to_string()),
        }
    }
}

/// A proof file to be: it is written beside its place under another name, and gets its own once it
/// is whole and on disk.
pub struct ProofFile {
    path: PathBuf,
    part: PathBuf,
}

impl ProofFile {
    /// The file for a proof. Tries whether it can be written, before a long search.
    pub fn new(path: &Path) -> Result<ProofFile, Failure> {
        let (Some(name), false) = (path.file_name(), path.is_dir()) else {
            let message = format!("--proof {}: expected the name of a file", path.display());
            return Err(Failure::input(message));
        };
        if path.exists() && !path.is_file() {
            let path = path.display();
            let message = format!("--proof {path}: not an ordinary file, expected one or none");
            return Err(Failure::input(message));
        }
        let mut part = name.to_owned();
        part.push(format!(".{}.part", std::process::id()));
        let file = ProofFile {
            path: path.to_owned(),
            part: path.with_file_name(part),
        };
        let tried = File::create(&file.part).and_then(|_| fs::remove_file(&file.part));
        tried.map_err(|error| file.refused(&error))?;
        Ok(file)
    }

    /// Where it will be.
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn refused(&self, error: &io::Error) -> Failure {
        let path = self.path.display();
        Failure::data(format_args!("--proof {path}: cannot be written: {error}"))
    }

    /// Writes a proof, unless `stopped` says meanwhile that it is enough. Nothing is left of a file
    /// that isn't finished.
    pub fn write(
        &self,
        task: &Task,
        found: &Solution,
        proof: Proof,
        stopped: impl Fn() -> Option<StopReason>,
    ) -> Result<(), Failure> {
        let header = Header {
            format: "chongkak proof",
            version: VERSION,
            program: concat!("chongkak ", env!("CARGO_PKG_VERSION")),
            rules: Options(&task.rules),
            position: task.position.to_string(),
            lower: found.lower,
            upper: found.upper,
        };
        let result = match self.write_part(&header, proof, stopped) {
            Ok(None) => self.finish(),
            Ok(Some(reason)) => Err(unproven(
                &self.path,
                &task.position,
                Unproven::Stopped(reason),
                reason.into(),
            )),
            Err(error) => Err(self.refused(&error)),
        };
        if result.is_err() {
            // What could not be written may not be there to be removed.
            let _ = fs::remove_file(&self.part);
        }
        result
    }

    fn write_part(
        &self,
        header: &Header<'_>,
        proof: Proof,
        stopped: impl Fn() -> Option<StopReason>,
    ) -> io::Result<Option<StopReason>> {
        let file = BufWriter::with_capacity(1 << 16, File::create(&self.part)?);
        let mut lines = Lines {
            file,
            checksum: crc32fast::Hasher::new(),
        };
        lines.write(header)?;
        let positions = proof.len();
        for (number, bounded) in proof.positions().enumerate() {
            if number.is_multiple_of(LOOK)
                && let Some(reason) = stopped()
            {
                return Ok(Some(reason));
            }
            lines.write(&Line::from(bounded))?;
        }
        let crc32 = format!("{:08x}", lines.checksum.clone().finalize());
        let end = End { positions, crc32 };
        lines.write(&LastLine { end })?;
        lines.file.into_inner()?.sync_all()?;
        Ok(None)
    }

    /// Gives the whole file its name.
    fn finish(&self) -> Result<(), Failure> {
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
}

/// Lines on their way to the file, and their checksum.
struct Lines {
    file: BufWriter<File>,
    checksum: crc32fast::Hasher,
}

impl Lines {
    fn write(&mut self, line: &impl Serialize) -> io::Result<()> {
        let mut text = serde_json::to_vec(line)?;
        text.push(b'\n');
        self.checksum.update(&text);
        self.file.write_all(&text)
    }
}

/// All options with their values, in the order in which they are shown everywhere.
struct Options<'a>(&'a Rules);

impl Serialize for Options<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let value = |name| {
            let text = self.0.value(name).expect("an option");
            text.parse::<u32>()
                .map_or_else(|_| json!(text), |n| json!(n))
        };
        serializer.collect_map(OPTION_NAMES.iter().map(|&name| (name, value(name))))
    }
}

impl From<StopReason> for Status {
    fn from(reason: StopReason) -> Status {
        match reason {
            StopReason::Interrupted => Status::Interrupted,
            StopReason::Depth | StopReason::Nodes | StopReason::Time | StopReason::Memory => {
                Status::Limit
            }
        }
    }
}

/// The failure of a proof that was not finished.
pub fn unproven(
    path: &Path,
    position: &Position,
    why: impl std::fmt::Display,
    status: Status,
) -> Failure {
    let path = path.display();
    let message = format!("--proof {path}: {why}; no proof of {position} is written");
    Failure { status, message }
}
