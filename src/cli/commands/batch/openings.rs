//! `batch openings`: every round opening of a rule set.

use serde::Serialize;

use chongkak::batch::{Opening, openings};

use crate::cli::failure::{Failure, Status};
use crate::cli::output::Record;
use crate::cli::session::Session;

#[derive(Serialize)]
#[serde(transparent)]
struct OpeningRecord(Opening);

impl Record for OpeningRecord {
    fn text(&self) -> String {
        format!("{}\n", self.0.position)
    }
}

pub fn run(session: &mut Session<'_>) -> Result<Status, Failure> {
    session.out.expect_lines();
    let all = openings(session.preset, &session.rules).map_err(Failure::input)?;
    for opening in all {
        session.out.record(&OpeningRecord(opening))?;
    }
    Ok(Status::Done)
}
