//! Line counts, and opening systems.

use std::fmt::Write;

use serde::Serialize;

use super::{Limited, Provenance, Record, columns, written};
use crate::board::Position;
use crate::control::StopReason;
use crate::moves::{Game, Move, Reached, Unfinished};
use crate::show::words::{counted_as, stopped_by};
use crate::systems::{Family, Found, Lines};

/// The answer of `chongkak perft`: the number of lines from a position.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct PerftRecord {
    /// The position.
    position: Position,
    /// The number of moves in a line.
    depth: u32,
    /// The number of lines of this length; null if a limit ended the count.
    #[cfg_attr(feature = "schemas", schemars(range(min = 1)))]
    nodes: Option<u64>,
    /// The number of lines counted before a limit ended the count, a lower bound; null if the count
    /// is complete.
    at_least: Option<u64>,
    /// The number of lines after each first move: with --divide, or if a limit ended the count,
    /// which then has only the finished moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<Vec<DivideRecord>>,
    #[serde(flatten)]
    provenance: Limited,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct DivideRecord {
    /// The first move.
    #[serde(rename = "move")]
    played: Move,
    /// The number of lines that begin with it.
    nodes: u64,
}

impl PerftRecord {
    /// Creates the record of a count. The lines after each first move are shown on request, or if a
    /// limit ended the count.
    pub fn new(
        game: &Game,
        depth: u32,
        counted: Result<Vec<(Move, u64)>, Unfinished>,
        divide: bool,
        provenance: Limited,
    ) -> PerftRecord {
        let position = game.position();
        let (parts, at_least) = match counted {
            Ok(parts) => (parts, None),
            Err(ended) => (ended.finished, Some(ended.counted)),
        };
        let complete = at_least.is_none();
        // Without a legal move, the position is the only leaf.
        let nodes = parts.iter().map(|(_, nodes)| *nodes).sum::<u64>().max(1);
        let part = |(played, nodes)| DivideRecord { played, nodes };
        PerftRecord {
            position: *position,
            depth,
            nodes: complete.then_some(nodes),
            at_least,
            divide: (divide || !complete).then(|| parts.into_iter().map(part).collect()),
            provenance,
        }
    }
}

impl Record for PerftRecord {
    fn write(&self, text: &mut String) -> std::fmt::Result {
        writeln!(text, "{}\n", self.provenance.under.rules_line())?;
        if let Some(parts) = self.divide.as_ref().filter(|parts| !parts.is_empty()) {
            let rows = parts.iter().map(|part| row![part.played, part.nodes]);
            let table = columns(&["move", "leaves"], rows.collect(), &[1]);
            writeln!(text, "{table}")?;
        }
        let leaves = |number| counted_as(number, "leaf", "leaves");
        let nodes = match (self.nodes, self.at_least) {
            (Some(nodes), _) => leaves(nodes),
            (None, None | Some(0)) => "incomplete".to_owned(),
            (None, Some(least)) => format!("incomplete, at least {}", leaves(least)),
        };
        writeln!(text, "{}\ndepth {}: {nodes}", self.position, self.depth)?;
        writeln!(text, "{}", self.provenance.limits("limits  "))
    }
}

/// The answer of `chongkak perft --distinct`.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct ReachedRecord {
    /// The position.
    position: Position,
    /// The maximum number of moves.
    depth: u32,
    /// The different positions in progress, the first one included; a lower bound if the count was
    /// stopped. Stores, mover and mark count.
    positions: u64,
    /// The different finished rounds.
    over: u64,
    /// The number of moves after which the last new position was found.
    moves: u32,
    /// Why the count is incomplete; null if it is complete.
    #[cfg_attr(
        feature = "schemas",
        schemars(extend("enum" = ["nodes", "time", "interrupted", "cancelled", null]))
    )]
    stopped: Option<StopReason>,
    #[serde(flatten)]
    provenance: Limited,
}

impl ReachedRecord {
    /// Creates the record of a count.
    pub fn new(game: &Game, depth: u32, found: Reached, provenance: Limited) -> ReachedRecord {
        let Reached { positions, over, moves, stopped, .. } = found;
        ReachedRecord {
            position: *game.position(),
            depth,
            positions,
            over,
            moves,
            stopped,
            provenance,
        }
    }
}

impl Record for ReachedRecord {
    fn write(&self, text: &mut String) -> std::fmt::Result {
        writeln!(text, "{}\n", self.provenance.under.rules_line())?;
        let least = if self.stopped.is_some() { "at least " } else { "" };
        let positions = counted_as(self.positions, "position", "positions");
        let over = counted_as(self.over, "finished round", "finished rounds");
        writeln!(text, "{}\n{least}{positions} and {over}", self.position)?;
        let moves = counted_as(u64::from(self.moves), "move", "moves");
        writeln!(text, "the last new one after {moves}{}", stopped_by(self.stopped))?;
        writeln!(text, "{}", self.provenance.limits("limits  "))
    }
}

/// The answer of `chongkak systems`.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct SystemsRecord {
    #[serde(flatten)]
    pub provenance: Provenance,
    #[serde(skip)]
    pub holes: u8,
    /// The two families of openings.
    pub families: Vec<FamilyRecord>,
}

/// A family of openings.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct FamilyRecord {
    /// `k`: the starter has a full row, the opponent k filled holes. `a`: the starter has a filled
    /// holes, the opponent a full row.
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
    /// The first opening in the row for which it holds.
    from: i32,
    /// The last opening in the row for which it holds.
    to: i32,
    /// Its lines, one for each opening.
    lines: Vec<Vec<Move>>,
}

impl SystemRecord {
    fn new(Found { system, lines }: Found, letter: char) -> SystemRecord {
        let number = |line: Option<&(i32, Vec<Move>)>| line.map_or(0, |(number, _)| *number);
        SystemRecord {
            system: system.text(letter),
            lead: system.lead.map(|lead| lead.text(letter)),
            first: system.first.text(letter),
            step: system.step,
            from: number(lines.first()),
            to: number(lines.last()),
            lines: lines.into_iter().map(|(_, line)| line).collect(),
        }
    }
}

impl Record for SystemsRecord {
    fn write(&self, text: &mut String) -> std::fmt::Result {
        writeln!(text, "{}", self.provenance.rules_line())?;
        self.families.iter().try_for_each(|family| {
            text.push('\n');
            family.write(text, self.holes)
        })
    }
}

impl FamilyRecord {
    /// Creates the record of a family.
    pub fn new(family: Family, (openings, found): (Vec<Lines>, Vec<Found>)) -> FamilyRecord {
        let number = family.letter();
        let systems = found.into_iter().map(|found| SystemRecord::new(found, number));
        FamilyRecord { number, systems: systems.collect(), openings }
    }

    fn write(&self, text: &mut String, holes: u8) -> std::fmt::Result {
        let filled = match self.number {
            'k' => format!("all {holes} holes filled, the opponent k"),
            _ => format!("a holes filled, the opponent all {holes}"),
        };
        writeln!(text, "The starter has {filled}.\n")?;
        let rows = self.openings.iter().map(|opening| {
            let longest: Vec<String> = opening.longest.iter().map(written).collect();
            let more = match longest.len().saturating_sub(SHOWN) {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            let longest = longest[..longest.len().min(SHOWN)].join(" | ") + &more;
            row![opening.number, written(&opening.going_on), longest]
        });
        let number = self.number.to_string();
        let headings = [number.as_str(), "goes on", "longest lines"];
        text.push_str(&columns(&headings, rows.collect(), &[0]));
        for system in &self.systems {
            let SystemRecord { system, from, to, lines, .. } = system;
            writeln!(text, "\n{number} = {from} to {to}: {system}")?;
            for (number, line) in (*from..).zip(lines) {
                writeln!(text, "  {number:>2}  {}", written(line))?;
            }
        }
        if self.systems.is_empty() {
            text.push_str("\nNo system.\n");
        }
        Ok(())
    }
}

/// Maximum number of lines of an opening to show.
const SHOWN: usize = 3;
