//! Writing proofs: files that `scripts/check-proof` confirms without this program.

use std::fmt::Display;
use std::io::{self, Write};
use std::path::Path;
use std::time::Instant;

use serde::{Serialize, Serializer};

use chongkak::control::{Control, StopReason};
use chongkak::findings::ProofRecord;
use chongkak::moves::Game;
use chongkak::record::option_value;
use chongkak::rules::Rules;
use chongkak::search::{Proof, Unproven};

use crate::cli::new_file::Wanted;
use crate::cli::{CliError, NewFile, Session, Status};

/// Version of the format, of docs/formats/proofs.md.
const VERSION: u32 = 3;

/// Positions between looks at the limits while a proof is written.
const LOOK: usize = 1 << 10;

/// The first line.
#[derive(Serialize)]
struct Header<'a> {
    format: &'static str,
    version: u32,
    program: String,
    rules: Options<'a>,
    position: String,
    lower: i32,
    upper: i32,
}

/// The last line.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Last {
    End {
        positions: usize,
        /// The checksum of all lines before.
        crc32: String,
    },
}

/// A proof file to be.
pub struct ProofFile(NewFile);

impl ProofFile {
    /// The file for a proof, for which an option or a command asks; `force` lets it replace another
    /// than the inputs. Tries whether it can be written, before a long search.
    pub fn new(
        option: &'static str,
        path: &Path,
        force: bool,
        inputs: &[&Path],
        session: &mut Session<'_>,
    ) -> Result<ProofFile, CliError> {
        let wanted = Wanted { option, path, endings: &["proof", "jsonl"], force, inputs };
        NewFile::beside_answer(&wanted, session).map(ProofFile)
    }

    /// Writes a proof of two bounds, if there is one, up to an interruption or the time limit.
    /// Nothing is left of a file that isn't finished.
    pub fn keep(
        &self,
        game: &Game,
        (lower, upper): (i32, i32),
        proof: Result<Proof, Unproven>,
        control: Control<'_>,
        started: Instant,
    ) -> Result<ProofRecord, CliError> {
        let (path, position, by) = (self.0.place(), game.position(), self.0.option);
        let unproven = |why: &dyn Display, status| {
            let message = format!("{by} {path}: {why}; no proof of {position} is written");
            CliError::new(status, message)
        };
        let proof = proof.map_err(|why| match why {
            Unproven::Stopped(reason) => unproven(&why, reason.into()),
            why => {
                let why = format!("the proof has {why} (--proof-positions)");
                unproven(&why, Status::Limit)
            }
        })?;
        let positions = proof.len();
        let stage = "positions of the proof written";
        control.progress.start_phase(stage, Some(positions as u64));
        let header = Header {
            format: "chongkak proof",
            version: VERSION,
            program: format!("chongkak {}", chongkak::VERSION),
            rules: Options(game.rules()),
            position: position.to_string(),
            lower,
            upper,
        };
        let write = |file: &mut dyn Write| write(file, &header, proof, control, started);
        match self.0.write_by(write) {
            Ok(None) => Ok(ProofRecord { file: path, positions }),
            Ok(Some(reason)) => Err(unproven(&Unproven::Stopped(reason), reason.into())),
            Err(error) => Err(self.0.refused(&error)),
        }
    }
}

/// Writes the lines; gives what ended it early.
fn write(
    file: &mut dyn Write,
    header: &Header<'_>,
    proof: Proof,
    control: Control<'_>,
    started: Instant,
) -> io::Result<Option<StopReason>> {
    let checksum = crc32fast::Hasher::new();
    let mut lines = Lines { file, checksum };
    lines.write(header)?;
    let positions = proof.len();
    for (number, bounded) in proof.positions().enumerate() {
        if number.is_multiple_of(LOOK) {
            control.progress.set(number as u64);
            if control.stop.is_set() {
                return Ok(Some(StopReason::Interrupted));
            }
            if started.elapsed() >= control.time {
                return Ok(Some(StopReason::Time));
            }
        }
        lines.write(&bounded)?;
    }
    let crc32 = format!("{:08x}", lines.checksum.clone().finalize());
    lines.write(&Last::End { positions, crc32 })?;
    Ok(None)
}

/// Lines on their way to the file, and their checksum.
struct Lines<'a> {
    file: &'a mut dyn Write,
    checksum: crc32fast::Hasher,
}

impl Lines<'_> {
    fn write(&mut self, line: &impl Serialize) -> io::Result<()> {
        let mut text = serde_json::to_vec(line)?;
        text.push(b'\n');
        self.checksum.update(&text);
        self.file.write_all(&text)
    }
}

/// The options with their values, as files name them.
struct Options<'a>(&'a Rules);

impl Serialize for Options<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let options = self.0.kept();
        serializer.collect_map(options.map(|(name, value)| (name, option_value(&value))))
    }
}
