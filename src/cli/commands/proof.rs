//! Writing proofs: files that `scripts/check-proof` confirms without this program.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use serde::{Serialize, Serializer};
use serde_json::json;

use chongkak::board::Position;
use chongkak::control::StopReason;
use chongkak::moves::Game;
use chongkak::rules::{OPTION_NAMES, Rules};
use chongkak::search::{Proof, Solution, Unproven};

use crate::cli::{Failure, NewFile, Status};

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

/// The last line.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Last {
    End {
        positions: usize,
        /// Of all lines before.
        crc32: String,
    },
}

/// A proof file to be.
pub struct ProofFile(NewFile);

impl ProofFile {
    /// The file for a proof. Tries whether it can be written, before a long search.
    pub fn new(path: &Path) -> Result<ProofFile, Failure> {
        NewFile::new("--proof", path).map(ProofFile)
    }

    /// Where it will be.
    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// Writes a proof, unless `stopped` says after so many positions that it is enough. Nothing is
    /// left of a file that isn't finished.
    pub fn write(
        &self,
        game: &Game,
        found: &Solution,
        proof: Proof,
        stopped: impl Fn(u64) -> Option<StopReason>,
    ) -> Result<(), Failure> {
        let header = Header {
            format: "chongkak proof",
            version: VERSION,
            program: concat!("chongkak ", env!("CARGO_PKG_VERSION")),
            rules: Options(game.rules()),
            position: game.position().to_string(),
            lower: found.lower,
            upper: found.upper,
        };
        let result = match self.write_part(&header, proof, stopped) {
            Ok(None) => Ok(()),
            Ok(Some(reason)) => Err(unproven(
                self.path(),
                game.position(),
                Unproven::Stopped(reason),
                reason.into(),
            )),
            Err(error) => Err(self.0.refused(&error)),
        };
        if result.is_err() {
            self.0.discard();
        }
        result
    }

    fn write_part(
        &self,
        header: &Header<'_>,
        proof: Proof,
        stopped: impl Fn(u64) -> Option<StopReason>,
    ) -> io::Result<Option<StopReason>> {
        let file = BufWriter::with_capacity(1 << 16, self.0.create()?);
        let mut lines = Lines {
            file,
            checksum: crc32fast::Hasher::new(),
        };
        lines.write(header)?;
        let positions = proof.len();
        for (number, bounded) in proof.positions().enumerate() {
            if number.is_multiple_of(LOOK)
                && let Some(reason) = stopped(number as u64)
            {
                return Ok(Some(reason));
            }
            lines.write(&bounded)?;
        }
        let crc32 = format!("{:08x}", lines.checksum.clone().finalize());
        lines.write(&Last::End { positions, crc32 })?;
        self.0.finish(&lines.file.into_inner()?)?;
        Ok(None)
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

/// The failure of a proof that was not finished.
pub fn unproven(
    path: &Path,
    position: &Position,
    why: impl std::fmt::Display,
    status: Status,
) -> Failure {
    let path = path.display();
    let message = format_args!("--proof {path}: {why}; no proof of {position} is written");
    Failure::new(status, message)
}
