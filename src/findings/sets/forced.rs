//! The player who can force a set: the values of its openings, turns that lose it, and what is
//! known.

use std::fmt::Write;

use serde::Serialize;

use super::{Provenance, Record, columns, of_version, written};
use crate::ask::SolveSet;
use crate::board::{Position, Side};
use crate::control::StopReason;
use crate::moves::Move;
use crate::record::RulesRecord;
use crate::rules::{Preset, Rules};
use crate::sets::{NotLost, Proof, Reply, SetValue, SetValues, TableEntry};
use crate::show::picture;
use crate::show::words::counted;

/// The answer of `chongkak set solve`: what is proven of the openings of a set.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schemas", schemars(transform = Provenance::limits_never))]
pub struct SetSolveRecord {
    #[serde(flatten)]
    terms: Provenance,
    /// The openings of the set.
    openings: Vec<OpeningRecord>,
    /// Rounds that were looked ahead.
    rounds: u32,
    /// Positions visited.
    nodes: u64,
    /// The limit that ended the search; null if there was nothing left to do.
    #[cfg_attr(feature = "schemas", schemars(extend("enum" = ["nodes", "time", "memory", "interrupted", null])))]
    stopped: Option<StopReason>,
    /// True if the search goes on from a table, so that rounds are bounds and open is no value.
    #[serde(skip)]
    known: bool,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct OpeningRecord {
    /// Seeds that A owns.
    #[cfg_attr(feature = "schemas", schemars(range(max = 1023)))]
    owned: u32,
    /// The player to move.
    mover: Side,
    /// The position.
    position: Position,
    /// The winner of the set: `A`, `B`, `nobody` where it goes round for ever; null while it is
    /// open.
    #[cfg_attr(feature = "schemas", schemars(extend("enum" = ["A", "B", "nobody", null])))]
    winner: Option<String>,
    /// The rounds of the set, this one included; null where nobody wins.
    #[cfg_attr(feature = "schemas", schemars(range(min = 1)))]
    rounds: Option<u32>,
}

impl SetSolveRecord {
    /// Makes the record of what was found of the openings that are asked for.
    pub fn new(
        question: &SolveSet,
        rules: &Rules,
        values: &SetValues,
        terms: Provenance,
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

    /// Tells whether the winner of one of them is unknown.
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

/// The answer of `chongkak set reply`: a proof that the player to move loses the set, or none.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct ReplyRecord {
    /// The position.
    position: Position,
    /// True if it is proven that the player to move loses the set. If not, it is open.
    lost: bool,
    /// Ends of his turn; null if they were not all met and answered.
    ends: Option<usize>,
    /// A reply to each end.
    replies: Vec<Reply>,
    /// A turn to which no winning reply was found; null if there is none.
    unanswered: Option<Vec<Move>>,
    /// The limit that ended the search; null if there was nothing left to do.
    #[cfg_attr(feature = "schemas", schemars(extend("enum" = ["ends", "time", "interrupted", null])))]
    stopped: Option<&'static str>,
    /// True if the text has the replies.
    #[serde(skip)]
    lines: bool,
}

impl ReplyRecord {
    /// Makes the record of what was found of a position; the text has the replies if they are asked
    /// for.
    pub fn new(
        position: &Position,
        found: Result<Vec<Reply>, NotLost>,
        lines: bool,
    ) -> ReplyRecord {
        let (unanswered, stopped) = match &found {
            Ok(_) => (None, None),
            Err(NotLost::Unanswered(turn)) => (Some(turn.clone()), None),
            Err(NotLost::Ends(_)) => (None, Some("ends")),
            Err(NotLost::Stopped(reason)) => (None, Some(reason.name())),
        };
        ReplyRecord {
            position: *position,
            lost: found.is_ok(),
            ends: found.as_ref().ok().map(Vec::len),
            replies: found.unwrap_or_default(),
            unanswered,
            stopped,
            lines,
        }
    }
}

impl Record for ReplyRecord {
    fn write(&self, text: &mut String) -> std::fmt::Result {
        writeln!(text, "{}", self.position)?;
        match (self.ends, &self.unanswered, self.stopped) {
            (Some(ends), ..) => {
                let ends = match ends {
                    1 => "1 end, and it has".to_owned(),
                    ends => format!("{ends} ends, and each has"),
                };
                writeln!(text, "lost, proven: the turn has {ends} a reply that wins the set")?;
            }
            (None, Some(turn), _) => {
                let line = picture::wrapped("        ", &written(turn));
                writeln!(text, "open: no winning reply was found to\n{line}")?;
            }
            (None, None, Some("ends")) => {
                writeln!(text, "open: the turn has too many ends (--ends)")?;
            }
            (None, None, reason) => {
                writeln!(text, "open; stopped by: {}", reason.unwrap_or("a limit"))?;
            }
        }
        if self.lines {
            for Reply { turn, end, reply } in &self.replies {
                writeln!(text, "\n{}\n  {end}", written(turn))?;
                let reply =
                    if reply.is_empty() { "won already".to_owned() } else { written(reply) };
                writeln!(text, "{}", picture::wrapped("  ", &reply))?;
            }
        }
        Ok(())
    }
}

/// The answer of `chongkak set table`: what is known of the openings of a rule set.
#[derive(Serialize)]
pub struct SetTableRecord {
    /// The rules.
    rules: RulesRecord,
    /// The version of the program.
    version: &'static str,
    /// The openings.
    pub openings: Vec<TableEntry>,
    /// True if the text has the first turns that win at once.
    #[serde(skip)]
    lines: bool,
}

impl SetTableRecord {
    /// Openings of a rule set; the text has the lines if they are asked for.
    pub fn new(preset: &Preset, openings: Vec<TableEntry>, lines: bool) -> SetTableRecord {
        SetTableRecord { rules: RulesRecord::of(preset), version: crate::VERSION, openings, lines }
    }
}

impl Record for SetTableRecord {
    fn write(&self, text: &mut String) -> std::fmt::Result {
        let rows = self.openings.iter().map(row);
        writeln!(text, "{}\n", of_version(&self.rules.to_string()))?;
        let headings = ["A owns", "opening", "set won by", "proof"];
        write!(text, "{}", columns(&headings, rows.collect(), &[0]))?;
        writeln!(
            text,
            "\nA starts. All that has a winner is proven: by a line of the first turn, by replies to \
             every end\nof it, or by a search of all rounds. The rest is open."
        )?;
        if self.lines {
            for entry in &self.openings {
                if let Some(line) = &entry.line {
                    let line = picture::wrapped("  ", line);
                    writeln!(text, "\n{}\n{line}", entry.position)?;
                }
            }
        }
        Ok(())
    }
}

fn row(entry: &TableEntry) -> Vec<String> {
    let proof = match entry.proof {
        Some(Proof::Turn) => {
            let moves = entry.line.as_deref().unwrap_or_default().split(' ').count();
            format!("at once, {}", counted(moves as u64, "move"))
        }
        Some(Proof::Reply) => {
            let ends = counted(entry.ends.unwrap_or_default(), "end");
            format!("by the reply, to {ends}")
        }
        Some(Proof::Solve) => match entry.rounds {
            Some(rounds) => format!("solved, {}", counted(rounds, "round")),
            None => "solved".to_owned(),
        },
        Some(Proof::Rounds) => {
            let rounds = counted(entry.rounds.unwrap_or_default(), "round");
            format!("within {rounds}, by openings won within fewer")
        }
        None => String::new(),
    };
    let winner = entry.winner.as_deref().unwrap_or("open");
    row![entry.owned, entry.position, winner, proof]
}
