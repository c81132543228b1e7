//! The number of lines of a given length.

use std::fmt::Write;

use serde::Serialize;

use super::{Provenance, Record, columns};
use crate::board::{Hole, Position};
use crate::moves::{Game, Move, Unfinished};
use crate::show::words::counted_as;

/// The answer of `chongkak perft`: the number of lines from a position.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schemas", schemars(transform = Provenance::limits_always))]
pub struct PerftRecord {
    /// The position.
    position: Position,
    /// Moves of a line.
    depth: u32,
    /// Lines of this length; null if a limit ended the count.
    #[cfg_attr(feature = "schemas", schemars(range(min = 1)))]
    nodes: Option<u64>,
    /// Lines of this length that a limit left time to count: there are at least so many; null if
    /// all are counted.
    at_least: Option<u64>,
    /// Lines after each first move: with --divide, or if a limit ended the count, which then has
    /// the moves that were finished.
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<Vec<DivideRecord>>,
    #[serde(flatten)]
    terms: Provenance,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct DivideRecord {
    /// The first move.
    #[serde(rename = "move")]
    played: Move,
    /// Lines that begin with it.
    nodes: u64,
}

impl PerftRecord {
    /// Makes the record of a count: the lines after each first move, which are shown if that was
    /// asked for or if a limit ended the count.
    pub fn new(
        game: &Game,
        depth: u32,
        counted: Result<Vec<(Hole, u64)>, Unfinished>,
        divide: bool,
        terms: Provenance,
    ) -> PerftRecord {
        let position = game.position();
        let (parts, at_least) = match counted {
            Ok(parts) => (parts, None),
            Err(ended) => (ended.finished, Some(ended.counted)),
        };
        let complete = at_least.is_none();
        let nodes = match parts.iter().map(|(_, nodes)| nodes).sum() {
            // Without a move to play the position is the only leaf.
            0 => 1,
            nodes => nodes,
        };
        let side = position.mover();
        let part = |(hole, nodes)| DivideRecord { played: Move { side, hole }, nodes };
        PerftRecord {
            position: *position,
            depth,
            nodes: complete.then_some(nodes),
            at_least,
            divide: (divide || !complete).then(|| parts.into_iter().map(part).collect()),
            terms,
        }
    }
}

impl Record for PerftRecord {
    fn write(&self, text: &mut String) -> std::fmt::Result {
        writeln!(text, "{}\n", self.terms.rules_line())?;
        if let Some(parts) = self.divide.as_ref().filter(|parts| !parts.is_empty()) {
            let rows = parts.iter().map(|part| row![part.played, part.nodes]);
            let table = columns(&["move", "leaves"], rows.collect(), &[1]);
            writeln!(text, "{table}")?;
        }
        let leaves = |number| counted_as(number, "leaf", "leaves");
        let nodes = match (self.nodes, self.at_least) {
            (Some(nodes), _) => leaves(nodes),
            (None, None | Some(0)) => "not complete".to_owned(),
            (None, Some(least)) => format!("not complete, at least {}", leaves(least)),
        };
        writeln!(text, "{}\ndepth {}: {nodes}", self.position, self.depth)?;
        writeln!(text, "{}", self.terms.limits())
    }
}
