//! `batch openings`: every round opening of a rule set.

use chongkak::batch::openings;

use super::csv;
use crate::cli::output::Format;
use crate::cli::{Failure, Session, Status};

/// The columns of an opening, which `batch` reads again.
const COLUMNS: [csv::Column; 5] = [
    ("position", "/position"),
    ("rules", "/rules"),
    ("set", "/set"),
    ("owned", "/owned"),
    ("mover", "/mover"),
];

pub fn run(session: &mut Session<'_>) -> Result<Status, Failure> {
    session.out.expect_lines();
    let all =
        openings(session.variant.preset(), session.variant.rules()).map_err(Failure::input)?;
    let table = session.common.format == Format::Csv;
    if table {
        session.out.line(&csv::line(csv::headings(&COLUMNS)))?;
    }
    for opening in all {
        match table {
            true => session
                .out
                .line(&csv::line(csv::cells(&opening, &COLUMNS)))?,
            false => session.out.record(&opening)?,
        }
    }
    Ok(Status::Done)
}
