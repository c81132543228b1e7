//! `systems`: opening systems, a first hole and a fixed step.

use clap::Args;

use chongkak::control::StopReason;
use chongkak::systems::{self, Family};

use crate::cli::args::number;
use crate::cli::records::{FamilyRecord, SystemsRecord};
use crate::cli::{CliError, Session, Status, watched};

/// Finds opening systems: a first hole and a fixed step
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  chongkak systems
  chongkak systems --rules congklak --least 2")]
pub struct Systems {
    /// Minimum number of openings in a row for which a system must hold
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = number::<u8>(1..))]
    pub least: u8,
}

pub fn run(args: &Systems, session: &mut Session<'_>) -> Result<Status, CliError> {
    let rules = *session.variant.rules();
    let searched = watched(session, |control| {
        Family::ALL.map(|family| {
            let openings = family.openings(&rules);
            let found = systems::search(&rules, &openings, args.least.into(), control)?;
            Ok(FamilyRecord::new(family, found))
        })
    })?;
    let families = searched.into_iter().collect::<Result<_, StopReason>>();
    let families = families.map_err(|reason| {
        let message = format_args!("stopped by: {reason}");
        CliError::new(reason.into(), message)
    })?;
    session.out.record(&SystemsRecord {
        terms: session.terms_of_rules(),
        holes: rules.holes.get(),
        families,
    })?;
    Ok(Status::Done)
}
