//! `systems`: opening systems, each a first hole and a fixed step.

use chongkak::control::StopReason;
use chongkak::rules::FORMS_OF_SETS;
use chongkak::systems::{self, Family};

use crate::cli::records::{FamilyRecord, SystemsRecord};
use crate::cli::{CliError, Session, Status, watched};

/// Finds the systems that hold for at least `least` openings in a row.
pub fn run(least: u8, session: &mut Session<'_>) -> Result<Status, CliError> {
    let rules = *session.variant.rules();
    rules.expect_usual(&FORMS_OF_SETS)?;
    let searched = watched(session, |control| {
        Family::ALL.map(|family| {
            let openings = family.openings(&rules);
            let found = systems::search(&rules, &openings, least.into(), control)?;
            Ok(FamilyRecord::new(family, found))
        })
    })?;
    let families = searched.into_iter().collect::<Result<_, StopReason>>();
    let families = families.map_err(|reason| {
        let message = format_args!("stopped by: {reason}");
        CliError::new(reason.into(), message)
    })?;
    session.out.record(&SystemsRecord {
        provenance: session.provenance_of_rules(),
        holes: rules.holes.get(),
        families,
    })?;
    Ok(Status::Done)
}
