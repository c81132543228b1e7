//! `book`: the best first turns of all openings.

use std::fmt::Write;

use chongkak::book::{self, DakonOpening, Goal, Line, Opening, System, within_reach};
use serde::Serialize;

use super::columns;
use crate::cli::args::Book as Arguments;
use crate::cli::style::STRONG;
use crate::cli::{Failure, Record, Session, Status, picture};

pub fn run(args: &Arguments, session: &mut Session<'_>) -> Result<Status, Failure> {
    let named = args.name.as_deref().or(session.common.rules.as_deref());
    let name = named.unwrap_or(session.preset.name);
    if let Some(option) = session.changed.first() {
        let message = format!(
            "the book of {name} is of the rule set as it is: expected no {option} set on top of it"
        );
        return Err(Failure::input(message));
    }
    let entries = match book::openings(name) {
        Some(openings) => openings.into_iter().map(Entry::Round).collect(),
        None => book::dakon_openings()
            .into_iter()
            .map(Entry::Dakon)
            .collect(),
    };
    let entries = chosen(name, entries, args.owned)?;
    let record = BookRecord {
        book: name.to_owned(),
        openings: entries,
        lines: args.lines,
    };
    session.out.whole(&record, &record.openings)?;
    Ok(Status::Done)
}

/// The openings in which A owns so many seeds.
fn chosen(name: &str, entries: Vec<Entry>, owned: Option<u32>) -> Result<Vec<Entry>, Failure> {
    let Some(owned) = owned else {
        return Ok(entries);
    };
    let known: Vec<u32> = entries.iter().map(|entry| entry.view().owned).collect();
    let found = entries
        .into_iter()
        .filter(|entry| entry.view().owned == owned);
    let found: Vec<Entry> = found.collect();
    if found.is_empty() {
        let known: Vec<String> = known.iter().map(u32::to_string).collect();
        let message = format!(
            "--owned {owned}: no opening in the book of {name}: expected one of {}",
            known.join(", ")
        );
        return Err(Failure::input(message));
    }
    Ok(found)
}

/// An opening of either kind.
#[derive(Serialize)]
#[serde(untagged)]
enum Entry {
    Round(Opening),
    Dakon(DakonOpening),
}

/// The same of both kinds.
struct View<'a> {
    owned: u32,
    filled: [u8; 2],
    position: &'a str,
    harvest: &'a Line,
    /// With what a line to them is called.
    goals: [(&'static str, &'a Goal); 2],
    system: Option<&'a System>,
}

impl Entry {
    const fn view(&self) -> View<'_> {
        match self {
            Entry::Round(opening) => View {
                owned: opening.owned,
                filled: opening.filled,
                position: opening.position.as_str(),
                harvest: &opening.harvest,
                goals: [
                    ("wins the round", &opening.round),
                    ("wins the set", &opening.set),
                ],
                system: opening.system.as_ref(),
            },
            Entry::Dakon(opening) => View {
                owned: opening.owned,
                filled: opening.filled,
                position: opening.position.as_str(),
                harvest: &opening.harvest,
                goals: [("2n²-n seeds", &opening.winning), ("more", &opening.more)],
                system: None,
            },
        }
    }
}

impl View<'_> {
    /// The largest harvest, or what it lies between.
    fn harvest_cell(&self) -> String {
        let Line { seeds, proven, .. } = self.harvest;
        match proven {
            true => seeds.to_string(),
            false => format!(
                "{seeds}..{}",
                within_reach(self.position).expect("a position")
            ),
        }
    }

    fn row(&self, with_system: bool) -> Vec<String> {
        let [a, b] = self.filled;
        let mut row = row![self.owned, format!("{a} : {b}"), self.harvest_cell()];
        for (_, goal) in self.goals {
            row.extend(goal_cells(goal));
        }
        if with_system {
            row.extend(system_cells(self.system));
        }
        row
    }

    /// All lines, each under what it is.
    fn write_lines(&self, text: &mut String) -> std::fmt::Result {
        writeln!(text, "{STRONG}{}{STRONG:#}", self.position)?;
        write_line(text, "largest harvest", Some(self.harvest))?;
        for (name, goal) in self.goals {
            write_line(text, name, goal.shortest.as_ref())?;
            let fewest = goal.fewest_laps.as_ref();
            let other = fewest.filter(|line| Some(*line) != goal.shortest.as_ref());
            write_line(text, &format!("{name}, fewest laps"), other)?;
        }
        if let Some(system) = self.system {
            write_line(text, "system, then the most", Some(&system.harvest))?;
            for (name, line) in [("round", &system.round), ("set", &system.set)] {
                write_line(text, &format!("system, wins the {name}"), line.as_ref())?;
            }
        }
        Ok(())
    }
}

/// Moves of the shortest line and laps of that with the fewest, or what they lie between.
fn goal_cells(goal: &Goal) -> [String; 2] {
    let Some(least) = goal.at_least else {
        return ["none".to_owned(), "none".to_owned()];
    };
    let cell = |found: Option<u32>, least: u32| match found {
        Some(found) if found == least => found.to_string(),
        Some(found) => format!("{least}..{found}"),
        None => format!("{least}.."),
    };
    let moves = goal.shortest.as_ref().map(|line| line.moves);
    let laps = goal.fewest_laps.as_ref().map(|line| line.laps);
    [cell(moves, least.moves), cell(laps, least.laps)]
}

fn system_cells(system: Option<&System>) -> [String; 4] {
    let Some(system) = system else {
        return Default::default();
    };
    let moves = |line: &Option<Line>, impossible: bool| match line {
        Some(line) if line.proven => line.moves.to_string(),
        Some(line) => format!("..{}", line.moves),
        None if impossible => "none".to_owned(),
        None => String::new(),
    };
    let Line { seeds, proven, .. } = system.harvest;
    let more = if proven { "" } else { ".." };
    [
        format!("{} in {}", system.seeds, system.moves),
        format!("{seeds}{more}"),
        moves(&system.round, false),
        moves(&system.set, system.set_impossible),
    ]
}

fn write_line(text: &mut String, name: &str, line: Option<&Line>) -> std::fmt::Result {
    let Some(line) = line else { return Ok(()) };
    let (seeds, moves, laps) = (line.seeds, line.moves, line.laps);
    let line = picture::wrapped("    ", &line.line);
    writeln!(
        text,
        "{name}: {seeds} seeds, moves: {moves}, laps: {laps}\n{line}"
    )
}

/// The openings of a book.
#[derive(Serialize)]
struct BookRecord {
    book: String,
    openings: Vec<Entry>,
    #[serde(skip)]
    lines: bool,
}

impl BookRecord {
    fn table(&self) -> String {
        let with_system = self.has_system();
        let goals = match self.openings.first() {
            Some(Entry::Dakon(_)) => ["2n²-n", "laps", "more", "laps"],
            _ => ["round", "laps", "set", "laps"],
        };
        let mut heads = vec!["owned", "holes", "harvest"];
        heads.extend(goals);
        if with_system {
            heads.extend(["system", "harvest", "round", "set"]);
        }
        let rows = self
            .openings
            .iter()
            .map(|entry| entry.view().row(with_system));
        let numbers: Vec<usize> = (0..heads.len()).collect();
        columns(&heads, rows.collect(), &numbers)
    }

    fn legend(&self, with_system: bool) -> String {
        let goals = match self.openings.first() {
            Some(Entry::Dakon(_)) => "takes 2n²-n seeds, and of one that takes more",
            _ => {
                "wins the round (more than half in the store), and of one that wins the set at once"
            }
        };
        let system = match with_system {
            true => " System: seeds in moves; then harvest and moves of turns that begin with it.",
            false => "",
        };
        let text = format!(
            "Harvest: the most seeds of a first turn. Then fewest moves, and fewest laps, of one that \
             {goals}.{system} 5..8: at least 5 and at most 8; all else is proven."
        );
        picture::wrapped("", &text) + "\n"
    }

    fn has_system(&self) -> bool {
        self.openings
            .iter()
            .any(|entry| entry.view().system.is_some())
    }
}

impl Record for BookRecord {
    fn write(&self, text: &mut String) -> std::fmt::Result {
        write!(text, "{}\n{}", self.table(), self.legend(self.has_system()))?;
        if self.lines {
            for entry in &self.openings {
                text.push('\n');
                entry.view().write_lines(text)?;
            }
        }
        Ok(())
    }
}
