//! The values of the openings of a set.

use std::fmt::Write;

use serde::Serialize;

use super::{Record, Terms, columns};
use crate::ask::SolveSet;
use crate::board::{Position, Side};
use crate::control::StopReason;
use crate::row;
use crate::rules::Rules;
use crate::sets::{SetValue, SetValues};
use crate::show::words::counted;

/// What `chongkak set solve` proves of the openings of a set.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schemas", schemars(transform = Terms::limits_never))]
pub struct SetSolveRecord {
    #[serde(flatten)]
    terms: Terms,
    /// The openings of the set.
    openings: Vec<OpeningRecord>,
    /// Rounds that were looked ahead.
    rounds: u32,
    /// Positions visited.
    nodes: u64,
    /// The limit that ended the search; null if there was nothing left to do.
    #[cfg_attr(feature = "schemas", schemars(extend("enum" = ["nodes", "time", "memory", "interrupted", null])))]
    stopped: Option<StopReason>,
    /// Whether it goes on from a table, so that rounds are bounds and open is no value.
    #[serde(skip)]
    known: bool,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct OpeningRecord {
    /// Seeds that A owns.
    #[cfg_attr(feature = "schemas", schemars(range(max = 1023)))]
    owned: u32,
    /// Who is to move.
    mover: Side,
    /// The position.
    position: Position,
    /// Who wins the set: `A`, `B`, `nobody` where it goes round for ever; null while it is open.
    #[cfg_attr(feature = "schemas", schemars(extend("enum" = ["A", "B", "nobody", null])))]
    winner: Option<String>,
    /// The rounds of the set, this one included; null where nobody wins.
    #[cfg_attr(feature = "schemas", schemars(range(min = 1)))]
    rounds: Option<u32>,
}

impl SetSolveRecord {
    /// What was found of the openings that are asked for.
    pub fn new(
        question: &SolveSet,
        rules: &Rules,
        values: &SetValues,
        terms: Terms,
    ) -> SetSolveRecord {
        let mover = question.mover;
        let owned = values.openings.iter().map(|opening| opening.owned);
        let wanted = owned.filter(|owned| question.owned.is_none_or(|wanted| wanted == *owned));
        let openings = wanted.map(|owned| {
            let position = rules.opening_owning(owned, mover);
            let (winner, rounds) = match values.value(owned, mover) {
                None => (None, None),
                Some(SetValue::Won { by, rounds }) => (Some(by.to_string()), Some(rounds)),
                Some(SetValue::Endless) => (Some("nobody".to_owned()), None),
            };
            OpeningRecord {
                owned,
                mover,
                position: position.expect("an opening that was solved"),
                winner,
                rounds,
            }
        });
        SetSolveRecord {
            terms,
            openings: openings.collect(),
            rounds: values.rounds,
            nodes: values.nodes,
            stopped: values.stopped,
            known: question.known.is_some(),
        }
    }

    /// Whether nobody knows who wins one of them.
    pub fn is_open(&self) -> bool {
        self.openings.iter().any(|opening| opening.winner.is_none())
    }
}

impl Record for SetSolveRecord {
    fn write(&self, text: &mut String) -> std::fmt::Result {
        let rows = self.openings.iter().map(|opening| {
            let winner = opening.winner.as_deref().unwrap_or("open");
            let rounds = opening.rounds.map_or(String::new(), |n| n.to_string());
            row![opening.owned, winner, rounds, opening.position]
        });
        writeln!(text, "{}\n", self.terms.rules_line())?;
        let headings = ["A owns", "set won by", "rounds", "opening"];
        write!(text, "{}", columns(&headings, rows.collect(), &[0, 2]))?;
        let mut meaning = match self.known {
            true => "Proven: the winner can force the set within so many rounds, or fewer.",
            false => {
                "Proven, with best play of both: the winner tries to win in few rounds, the loser \
                 to last."
            }
        }
        .to_owned();
        let has = |wanted| (self.openings.iter()).any(|o| o.winner.as_deref() == wanted);
        if has(Some("nobody")) {
            meaning += "\nnobody: neither can force the set, it goes round for ever.";
        }
        if has(None) {
            meaning += match self.known {
                true => "\nopen: no winner is known.",
                false => "\nopen: no winner was found; --known tells those that ship, if any do.",
            };
        }
        writeln!(text, "\n{meaning}")?;
        writeln!(text, "\nsearch  {}", counted(self.nodes, "node"))?;
        if let Some(limit) = self.stopped {
            writeln!(text, "stopped by: {}", limit.name())?;
        }
        Ok(())
    }
}
