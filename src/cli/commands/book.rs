//! `book`: the best first turns of all openings.

use std::fmt::Write;

use clap::Args;
use serde::Serialize;

use chongkak::book::{self, DAKON_OPENINGS, Goal, Goals, Line, Opening, System, within_reach};
use chongkak::record::RulesRecord;
use chongkak::rules::Preset;

use crate::cli::args::{rule_sets, seeds};
use crate::cli::output::Format;
use crate::cli::records::columns;
use crate::cli::records::turns::{MEASURES, ROUND, SET};
use crate::cli::style::STRONG;
use crate::cli::words::counted;
use crate::cli::{CliError, Record, Session, Status, of_version, picture};

/// Shows the opening book: the best first turns known for the openings of a rule set
///
/// The kind of an opening is the number of holes that A and B can fill. Openings of one kind differ
/// only in loose seeds, which are never lifted, so they have the same turns. The book of overbeck
/// has one opening of each kind; the other books have all openings.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  chongkak book
  chongkak book congklak --all
  chongkak book congklak-six --owned 48 --lines")]
pub struct Book {
    /// The rule set, or dakon-openings: the full openings of dakon with n seeds in 2 x n holes
    /// [default: overbeck]
    #[arg(value_name = "NAME", value_parser = rule_sets::one_of(book::names()))]
    pub name: Option<String>,
    /// Shows all openings, instead of the opening of a first round with its lines (JSON always has
    /// all)
    #[arg(long, conflicts_with = "owned")]
    pub all: bool,
    /// Shows only the opening in which A owns N seeds
    #[arg(long, value_name = "N", value_parser = seeds)]
    pub owned: Option<u32>,
    /// Shows the lines of every opening
    #[arg(long, hide_short_help = true)]
    pub lines: bool,
}

pub fn run(args: &Book, session: &mut Session<'_>) -> Result<Status, CliError> {
    let name = args.name.as_deref().unwrap_or(session.variant.preset().name);
    if let Some(option) = session.variant.options_changed().first() {
        let message =
            format!("the book of {name} covers the unchanged rule set: expected no {option}");
        return Err(CliError::input(message));
    }
    let mut openings = book::openings(name).expect("a book of every name");
    if let Some(owned) = args.owned {
        if !openings.iter().any(|opening| opening.owned == owned) {
            return Err(not_there(name, &openings, owned));
        }
        openings.retain(|opening| opening.owned == owned);
    }
    // People mostly want the opening of a first round; programs get everything.
    let is_start = |one: &Opening| one.filled == [one.holes; 2];
    let some = args.owned.is_none() && !args.all && session.common.format == Format::Text;
    let before = openings.len();
    if some && name != DAKON_OPENINGS {
        openings.retain(is_start);
    }
    let left_out = before - openings.len();
    let record = BookRecord {
        book: name.to_owned(),
        rules: Preset::named(name).ok().map(RulesRecord::of),
        version: chongkak::VERSION,
        openings,
        lines: args.lines || left_out > 0,
        left_out,
    };
    session.out.record_or_parts(&record, &record.openings)?;
    Ok(Status::Done)
}

/// Explains why an opening is not in a book: another opening of its kind is, or there is no such
/// opening.
fn not_there(name: &str, openings: &[Opening], owned: u32) -> CliError {
    let kind = |opening: &Opening| {
        let (holes, seeds) = (u32::from(opening.holes), u32::from(opening.seeds));
        let others = (2 * holes * seeds).checked_sub(owned)?;
        let filled = [owned, others].map(|owned| (owned / seeds).min(holes));
        (filled == opening.filled.map(u32::from)).then_some((opening.owned, filled))
    };
    let same = openings.iter().filter(|_| name != DAKON_OPENINGS).find_map(kind);
    let problem = if let Some((of_kind, [a, b])) = same {
        format!(
            "the book of {name} has one opening of each kind: expected --owned {of_kind}, where \
             A fills {a} and B {b} holes as well, so that the turns are the same"
        )
    } else {
        let known: Vec<String> = openings.iter().map(|o| o.owned.to_string()).collect();
        let known = known.join(", ");
        format!("no opening in the book of {name}: expected one of {known}")
    };
    CliError::input(format!("--owned {owned}: {problem}"))
}

/// Formats the largest harvest, or its bounds.
fn harvest_cell(opening: &Opening) -> String {
    let Line { seeds, proven, .. } = opening.harvest;
    if proven {
        return seeds.to_string();
    }
    format!("{seeds}..{}", within_reach(&opening.position))
}

fn row(opening: &Opening, with_system: bool) -> Vec<String> {
    let [a, b] = opening.filled;
    let mut row = row![opening.owned, format!("{a} : {b}"), harvest_cell(opening)];
    row.extend(opening.goals.both().into_iter().flat_map(goal_cells));
    if with_system {
        row.extend(system_cells(opening.system.as_ref()));
    }
    row
}

/// Writes all lines of an opening with their headings.
fn write_lines(text: &mut String, opening: &Opening) -> std::fmt::Result {
    writeln!(text, "{STRONG}{}{STRONG:#}", opening.position)?;
    write_line(text, "largest harvest", Some(&opening.harvest))?;
    let names = match opening.goals {
        Goals::Round { .. } => [ROUND, SET],
        Goals::Full { .. } => ["2n²-n seeds", "more"],
    };
    let [moves, laps] = MEASURES;
    for (name, goal) in names.into_iter().zip(opening.goals.both()) {
        write_line(text, &format!("{name}, {moves}"), goal.shortest.as_ref())?;
        let fewest = goal.fewest_laps.as_ref();
        let other = fewest.filter(|line| Some(*line) != goal.shortest.as_ref());
        write_line(text, &format!("{name}, {laps}"), other)?;
    }
    if let Some(system) = &opening.system {
        write_line(text, "system, then the most", Some(&system.harvest))?;
        for (name, line) in [("round", &system.round), ("set", &system.set)] {
            write_line(text, &format!("system, wins the {name}"), line.as_ref())?;
        }
    }
    Ok(())
}

/// Formats the moves of the shortest line and the laps of the line with the fewest, or their
/// bounds.
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
    writeln!(text, "{name}: {}, moves: {moves}, laps: {laps}\n{line}", counted(seeds, "seed"))
}

/// The openings of a book, as `chongkak book` shows them.
#[derive(Serialize)]
struct BookRecord {
    /// The name of the book.
    book: String,
    /// The rules; null for boards of several sizes.
    rules: Option<RulesRecord>,
    /// The version of the program.
    version: &'static str,
    /// The openings.
    openings: Vec<Opening>,
    #[serde(skip)]
    lines: bool,
    /// The number of openings not shown.
    #[serde(skip)]
    left_out: usize,
}

impl Record for BookRecord {
    fn write(&self, text: &mut String) -> std::fmt::Result {
        let rules = match &self.rules {
            Some(rules) => of_version(&rules.to_string()),
            None => of_version("dakon, 2 x n holes, n seeds a hole"),
        };
        writeln!(text, "{rules}\n")?;
        let is_full = matches!(self.openings[0].goals, Goals::Full { .. });
        let (goals, names) = if is_full {
            (["takes 2n²-n seeds", "takes more than that"], ["2n²-n", "laps", "more", "laps"])
        } else {
            (
                ["wins the round, with more than half of the seeds", "wins the set at once"],
                ["round", "laps", "set", "laps"],
            )
        };
        let mut heads = vec!["owned", "holes", "harvest"];
        heads.extend(names);
        let with_system = self.openings.iter().any(|opening| opening.system.is_some());
        if with_system {
            heads.extend(["system", "harvest", "round", "set"]);
        }
        let rows = self.openings.iter().map(|opening| row(opening, with_system));
        let numbers: Vec<usize> = (0..heads.len()).collect();
        writeln!(text, "{}", columns(&heads, rows.collect(), &numbers))?;
        let mut explain = |name: &str, what: &str| {
            writeln!(text, "{}", picture::wrapped(&format!("{name:8}"), what))
        };
        explain(
            "owned",
            "seeds of the player who begins; holes: the holes that each player fills",
        )?;
        explain("harvest", "the most seeds that a first turn can gain")?;
        let of_two = "the fewest moves of a first turn that";
        explain(names[0], &format!("{of_two} {}", goals[0]))?;
        explain("laps", "the fewest laps of such a turn, perhaps a different one")?;
        explain(names[2], &format!("{of_two} {}; laps: the fewest", goals[1]))?;
        if with_system {
            let system = "seeds and moves of the system; then, for turns that begin with it, \
                          the harvest and the fewest moves that win the round and the set";
            explain("system", system)?;
        }
        let numbers = "between 5 and 8; 5.. at least 5; ..8 at most 8. All else is proven";
        explain("5..8", numbers)?;
        if self.lines {
            for opening in &self.openings {
                text.push('\n');
                write_lines(text, opening)?;
            }
        }
        if self.left_out > 0 {
            let more = counted(self.left_out as u64, "more opening");
            let hint = format!(
                "The book has {more}, for later rounds: `chongkak book {} --all` shows them, \
                 --owned N one of them.",
                self.book
            );
            writeln!(text, "\n{}", picture::wrapped("", &hint))?;
        }
        Ok(())
    }
}
