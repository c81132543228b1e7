//! `batch openings`: every round opening of a rule set.

use std::fmt::Write;

use chongkak::batch::{Opening, openings};

use crate::cli::{Failure, Record, Session, Status};

impl Record for Opening {
    fn write(&self, text: &mut String) -> std::fmt::Result {
        writeln!(text, "{}", self.position)
    }
}

pub fn run(session: &mut Session<'_>) -> Result<Status, Failure> {
    session.out.expect_lines();
    let all = openings(session.preset, &session.rules).map_err(Failure::input)?;
    for opening in all {
        session.out.record(&opening)?;
    }
    Ok(Status::Done)
}
