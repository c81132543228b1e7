//! Opening systems.

use std::fmt::Write;

use serde::Serialize;

use super::{Provenance, Record, columns, written};
use crate::moves::Move;
use crate::systems::{Family, Found, Lines, Search};

/// The answer of `chongkak systems`.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schemas", schemars(transform = Provenance::limits_never))]
pub struct SystemsRecord {
    #[serde(flatten)]
    pub terms: Provenance,
    #[serde(skip)]
    pub holes: u8,
    /// The two families of openings.
    pub families: Vec<FamilyRecord>,
}

/// A family of openings.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct FamilyRecord {
    /// `k`: the starter has a full row, his opponent k filled holes. `a`: the starter has a filled
    /// holes, his opponent a full row.
    #[cfg_attr(feature = "schemas", schemars(extend("enum" = ["k", "a"])))]
    number: char,
    /// The openings of the family.
    openings: Vec<Lines>,
    /// The systems.
    systems: Vec<SystemRecord>,
}

/// A system: a first hole, perhaps one before it, and a step.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct SystemRecord {
    /// The system in words.
    system: String,
    /// The hole before the first one; null if there is none.
    lead: Option<String>,
    /// The first hole.
    first: String,
    /// The step from hole to hole.
    step: i32,
    /// The first opening in a row for which it holds.
    from: i32,
    /// The last one.
    to: i32,
    /// Its lines, one for each opening.
    lines: Vec<Vec<Move>>,
}

fn system(found: &Found, letter: char) -> SystemRecord {
    let system = found.system;
    let number = |line: Option<&(i32, Vec<Move>)>| line.map_or(0, |(number, _)| *number);
    SystemRecord {
        system: system.text(letter),
        lead: system.lead.map(|lead| lead.text(letter)),
        first: system.first.text(letter),
        step: system.step,
        from: number(found.lines.first()),
        to: number(found.lines.last()),
        lines: found.lines.iter().map(|(_, line)| line.clone()).collect(),
    }
}

impl Record for SystemsRecord {
    fn write(&self, text: &mut String) -> std::fmt::Result {
        writeln!(text, "{}", self.terms.rules_line())?;
        for family in &self.families {
            text.push('\n');
            family.write(text, self.holes)?;
        }
        Ok(())
    }
}

impl FamilyRecord {
    /// The record of what was found of a family.
    pub fn new(family: Family, found: Search) -> FamilyRecord {
        let letter = family.letter();
        let systems = found.systems.iter().map(|found| system(found, letter));
        FamilyRecord { number: letter, systems: systems.collect(), openings: found.openings }
    }

    fn write(&self, text: &mut String, holes: u8) -> std::fmt::Result {
        let filled = match self.number {
            'k' => format!("all {holes} holes filled, the opponent k"),
            _ => format!("a holes filled, the opponent all {holes}"),
        };
        writeln!(text, "The starter has {filled}.\n")?;
        let rows = self.openings.iter().map(|opening| {
            let longest: Vec<String> = opening.longest.iter().map(|line| written(line)).collect();
            let shown = longest.iter().take(SHOWN).cloned().collect::<Vec<_>>();
            let more = match longest.len().saturating_sub(SHOWN) {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            let longest = format!("{}{more}", shown.join(" | "));
            row![opening.number, written(&opening.going_on), longest]
        });
        let number = self.number.to_string();
        let headings = [number.as_str(), "goes on", "longest lines"];
        text.push_str(&columns(&headings, rows.collect(), &[0]));
        for system in &self.systems {
            let (from, to, system_text) = (&system.from, system.to, &system.system);
            writeln!(text, "\n{number} = {from} to {to}: {system_text}")?;
            for (number, line) in (*from..).zip(&system.lines) {
                writeln!(text, "  {number:>2}  {}", written(line))?;
            }
        }
        if self.systems.is_empty() {
            text.push_str("\nNo system.\n");
        }
        Ok(())
    }
}

/// Lines of an opening that are shown.
const SHOWN: usize = 3;
