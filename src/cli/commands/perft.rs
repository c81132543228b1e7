//! `perft`: counts the lines of a given length.

use std::time::Instant;

use chongkak::control::StopReason;
use chongkak::moves::{divide, reachable};

use crate::cli::args::PositionArgs;
use crate::cli::records::{PerftRecord, ReachedRecord};
use crate::cli::{CliError, Session, Status, position_input, watched};

/// Counts the lines, with `each_move` also after each first move.
pub fn run(
    depth: u32,
    place: &PositionArgs,
    each_move: bool,
    session: &mut Session<'_>,
) -> Result<Status, CliError> {
    position_input::each(place, session, |task, session| {
        let started = Instant::now();
        let counted = watched(session, |control| divide(task, depth, control))?;
        let stopped = counted.as_ref().err().map(|ended| ended.reason);
        let provenance = session.provenance(task).limited(&session.limits());
        let provenance = provenance.without_tables();
        let record = PerftRecord::new(task, depth, counted, each_move, provenance);
        session.out.record(&record)?;
        if stopped == Some(StopReason::Time) {
            let time = started.elapsed().as_secs_f64();
            let message = format!("{}: time limit reached after {time:.1} s", *task.position());
            CliError::new(Status::Limit, message).report();
        }
        Ok(Status::after(stopped))
    })
}

/// Maximum positions that are counted. Each takes some 50 bytes.
const MAX_POSITIONS: u64 = 100_000_000;

/// Counts the different positions within this many moves.
pub fn run_distinct(
    depth: u32,
    place: &PositionArgs,
    session: &mut Session<'_>,
) -> Result<Status, CliError> {
    position_input::each(place, session, |task, session| {
        let found = watched(session, |control| {
            reachable(task, depth, control.with_nodes(control.nodes.min(MAX_POSITIONS)))
        })?;
        let provenance = session.provenance(task).limited(&session.limits()).without_tables();
        session.out.record(&ReachedRecord::new(task, depth, found, provenance))?;
        Ok(Status::after(found.stopped))
    })
}
