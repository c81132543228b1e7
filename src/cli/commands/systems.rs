//! `systems`: opening systems, a first hole and a fixed step.

use std::fmt::Write;

use serde::Serialize;

use chongkak::systems;

use chongkak::board::Hole;
use chongkak::systems::{Family, Found};

use super::columns;
use crate::cli::args::Systems;
use crate::cli::failure::{Failure, Status};
use crate::cli::output::Record;
use crate::cli::session::Session;

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
    openings: Vec<OpeningRecord>,
    systems: Vec<SystemRecord>,
}

#[derive(Serialize)]
struct OpeningRecord {
    number: i32,
    position: String,
    going_on: Vec<String>,
    longest: Vec<Vec<String>>,
}

#[derive(Serialize)]
struct SystemRecord {
    system: String,
    lead: Option<String>,
    first: String,
    step: i32,
    from: i32,
    to: i32,
    lines: Vec<Vec<String>>,
}

pub fn run(args: &Systems, session: &mut Session<'_>) -> Result<Status, Failure> {
    let rules = session.rules;
    let families = Family::ALL.map(|family| {
        let openings = family.openings(&rules);
        let found = systems::search(&rules, &openings, args.least.into());
        FamilyRecord {
            number: family.letter(),
            openings: found.openings.iter().map(opening).collect(),
            systems: found
                .systems
                .iter()
                .map(|found| system(found, family.letter()))
                .collect(),
        }
    });
    let (holes, seeds) = (rules.holes.get(), rules.seeds.get());
    session.out.record(&SystemsRecord {
        rules: session.preset.name.to_owned(),
        holes,
        seeds,
        families: families.into(),
    })?;
    Ok(Status::Done)
}

fn names(holes: &[Hole]) -> Vec<String> {
    holes.iter().map(|hole| format!("A{hole}")).collect()
}

fn opening(lines: &systems::Lines) -> OpeningRecord {
    OpeningRecord {
        number: lines.number,
        position: lines.opening.to_string(),
        going_on: names(&lines.going_on),
        longest: lines.longest.iter().map(|line| names(line)).collect(),
    }
}

fn system(found: &Found, letter: char) -> SystemRecord {
    let system = found.system;
    let [from, to] = [found.lines.first(), found.lines.last()];
    let number = |line: Option<&(i32, Vec<Hole>)>| line.map_or(0, |(number, _)| *number);
    SystemRecord {
        system: system.text(letter),
        lead: system.lead.map(|lead| lead.text(letter)),
        first: system.first.text(letter),
        step: system.step,
        from: number(from),
        to: number(to),
        lines: found.lines.iter().map(|(_, line)| names(line)).collect(),
    }
}

impl Record for SystemsRecord {
    fn text(&self) -> String {
        let families = self.families.iter().map(|family| family.text(self.holes));
        families.collect::<Vec<_>>().join("\n")
    }
}

impl FamilyRecord {
    fn text(&self, holes: u8) -> String {
        let mut text = match self.number {
            'k' => format!("The starter has all {holes} holes filled, the opponent k.\n\n"),
            _ => format!("The starter has a holes filled, the opponent all {holes}.\n\n"),
        };
        let rows = self.openings.iter().map(|opening| {
            let longest: Vec<String> = opening.longest.iter().map(|line| line.join(" ")).collect();
            let shown = longest.iter().take(SHOWN).cloned().collect::<Vec<_>>();
            let more = match longest.len().saturating_sub(SHOWN) {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            let longest = format!("{}{more}", shown.join(" | "));
            vec![
                opening.number.to_string(),
                opening.going_on.join(" "),
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
            )
            .expect("a string takes text");
            for (number, line) in (*from..).zip(&system.lines) {
                writeln!(text, "  {number:>2}  {}", line.join(" ")).expect("a string takes text");
            }
        }
        if self.systems.is_empty() {
            text.push_str("\nNo system.\n");
        }
        text
    }
}

/// Lines of an opening that are shown.
const SHOWN: usize = 3;
