//! `systems`: opening systems, a first hole and a fixed step.

use std::fmt::Write;

use serde::Serialize;

use chongkak::control::StopReason;
use chongkak::moves::Move;
use chongkak::systems::{self, Family, Found, Lines};

use super::{columns, written};
use crate::cli::args::Systems;
use crate::cli::{Failure, Record, Session, Status, watched};

#[derive(Serialize)]
struct SystemsRecord {
    rules: String,
    holes: u8,
    seeds: u8,
    families: Vec<FamilyRecord>,
}

#[derive(Serialize)]
struct FamilyRecord {
    /// `k`: the opponent's filled holes; `a`: the starter's.
    number: char,
    openings: Vec<Lines>,
    systems: Vec<SystemRecord>,
}

#[derive(Serialize)]
struct SystemRecord {
    system: String,
    lead: Option<String>,
    first: String,
    step: i32,
    from: i32,
    to: i32,
    lines: Vec<Vec<Move>>,
}

pub fn run(args: &Systems, session: &mut Session<'_>) -> Result<Status, Failure> {
    let rules = session.rules;
    let searched = watched(session, |control| {
        Family::ALL.map(|family| {
            let openings = family.openings(&rules);
            let found = systems::search(&rules, &openings, args.least.into(), control)?;
            let letter = family.letter();
            let systems = found.systems.iter().map(|found| system(found, letter));
            Ok(FamilyRecord {
                number: letter,
                systems: systems.collect(),
                openings: found.openings,
            })
        })
    })?;
    let mut families = Vec::new();
    for family in searched {
        families.push(family.map_err(|reason: StopReason| {
            Failure::new(reason.into(), format_args!("stopped by: {reason}"))
        })?);
    }
    let (holes, seeds) = (rules.holes.get(), rules.seeds.get());
    session.out.record(&SystemsRecord {
        rules: session.preset.name.to_owned(),
        holes,
        seeds,
        families,
    })?;
    Ok(Status::Done)
}

fn system(found: &Found, letter: char) -> SystemRecord {
    let system = found.system;
    let [from, to] = [found.lines.first(), found.lines.last()];
    let number = |line: Option<&(i32, Vec<Move>)>| line.map_or(0, |(number, _)| *number);
    SystemRecord {
        system: system.text(letter),
        lead: system.lead.map(|lead| lead.text(letter)),
        first: system.first.text(letter),
        step: system.step,
        from: number(from),
        to: number(to),
        lines: found.lines.iter().map(|(_, line)| line.clone()).collect(),
    }
}

impl Record for SystemsRecord {
    fn write(&self, text: &mut String) -> std::fmt::Result {
        for (number, family) in self.families.iter().enumerate() {
            text.push_str(if number == 0 { "" } else { "\n" });
            family.write(text, self.holes)?;
        }
        Ok(())
    }
}

impl FamilyRecord {
    fn write(&self, text: &mut String, holes: u8) -> std::fmt::Result {
        match self.number {
            'k' => writeln!(
                text,
                "The starter has all {holes} holes filled, the opponent k.\n"
            ),
            _ => writeln!(
                text,
                "The starter has a holes filled, the opponent all {holes}.\n"
            ),
        }?;
        let rows = self.openings.iter().map(|opening| {
            let longest: Vec<String> = opening.longest.iter().map(|line| written(line)).collect();
            let shown = longest.iter().take(SHOWN).cloned().collect::<Vec<_>>();
            let more = match longest.len().saturating_sub(SHOWN) {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            let longest = format!("{}{more}", shown.join(" | "));
            vec![
                opening.number.to_string(),
                written(&opening.going_on),
                longest,
            ]
        });
        let number = self.number.to_string();
        let headings = [number.as_str(), "goes on", "longest lines"];
        text.push_str(&columns(&headings, rows.collect(), &[0]));
        for system in &self.systems {
            let SystemRecord { from, to, .. } = system;
            write!(
                text,
                "\n{} = {from} to {to}: {}\n",
                self.number, system.system
            )?;
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
