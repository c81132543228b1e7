//! Whole turns: searches, beams, enumerations, and costs.

mod analysis;
mod analysis_record;
mod analyze_command;
mod analyze_many;
mod beam;
mod command;
mod enumeration;
mod folder;
mod harvest;
mod runs;
mod search;
