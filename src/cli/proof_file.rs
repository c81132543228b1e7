//! Writing proofs: files that `scripts/check-proof` confirms without this program.

use std::fmt::Display;
use std::io::{self, Write};
use std::path::Path;
use std::time::Instant;

use chongkak::control::{Control, StopReason};
use chongkak::findings::ProofRecord;
use chongkak::moves::Game;
use chongkak::record::ProofLines;
use chongkak::search::{Bounds, Proof, Unproven};

use crate::cli::{CliError, NewFile, Session, Status};

/// Lines between checks of the limits while a proof is written.
const LOOK: usize = 1 << 10;

/// Returns the file for a proof; `force` lets it replace a file that is not an input. Checks that
/// it can be written, before a long search.
pub fn new(
    option: &'static str,
    path: &Path,
    force: bool,
    inputs: &[&Path],
    session: &mut Session<'_>,
) -> Result<NewFile, CliError> {
    NewFile::beside_answer(option, path, &["proof", "jsonl"], force, inputs, session)
}

/// Writes a proof of two bounds, until an interruption or the time limit. An incomplete file is
/// removed.
pub fn write(
    file: &NewFile,
    game: &Game,
    (lower, upper): (i32, i32),
    proof: Result<Proof, Unproven>,
    control: Control<'_>,
    started: Instant,
) -> Result<ProofRecord, CliError> {
    let (path, position, by) = (file.display_path(), game.position(), file.option);
    let unproven = |why: &dyn Display, status| {
        let message = format!("{by} {path}: {why}; no proof of {position} is written");
        CliError::new(status, message)
    };
    let proof = proof.map_err(|why| match why {
        Unproven::Stopped(reason) => unproven(&why, reason.into()),
        why => unproven(&format!("the proof has {why} (--proof-positions)"), Status::Limit),
    })?;
    let positions = proof.len();
    let stage = "proof positions written";
    control.progress.start_phase(stage, Some(positions as u64));
    let lines = ProofLines::new(game, Bounds { lower, upper }, proof);
    let write = |file: &mut dyn Write| write_lines(file, lines, control, started);
    match file.write_by(write) {
        Ok(None) => Ok(ProofRecord { file: path, positions }),
        Ok(Some(reason)) => Err(unproven(&Unproven::Stopped(reason), reason.into())),
        Err(error) => Err(file.refused(&error)),
    }
}

/// Writes the lines; returns the reason if it stops early.
fn write_lines(
    file: &mut dyn Write,
    lines: ProofLines,
    control: Control<'_>,
    started: Instant,
) -> io::Result<Option<StopReason>> {
    for (number, line) in lines.enumerate() {
        if number.is_multiple_of(LOOK) {
            control.progress.set(number as u64);
            if control.stop.is_set() {
                return Ok(Some(StopReason::Interrupted));
            }
            if started.elapsed() >= control.time {
                return Ok(Some(StopReason::Time));
            }
        }
        file.write_all(line.as_bytes())?;
    }
    Ok(None)
}
