//! `set solve`: the values of the openings of a set.

use std::fmt::Write;
use std::time::Instant;

use chongkak::board::{Position, Side};
use chongkak::control::{Control, StopReason};
use chongkak::search::SolveError;
use chongkak::sets::{SetOpening, SetSolver, SetValue, SetValues, TableEntry, table};
use serde::Serialize;

use crate::cli::args::SetSolve;
use crate::cli::records::columns;
use crate::cli::words::counted;
use crate::cli::{Failure, Record, Session, Status, Terms, watched};

/// Memory for the positions of the rounds in mebibytes, if nothing else was asked for.
const MEMORY: usize = 4096;

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

pub fn run(args: &SetSolve, session: &mut Session<'_>) -> Result<Status, Failure> {
    let (rules, mover) = (*session.variant.rules(), args.mover.unwrap_or(Side::A));
    if let Some(owned) = args.owned {
        rules
            .opening_owning(owned, mover)
            .map_err(|error| Failure::input(error).about(format_args!("--owned {owned}")))?;
    }
    let started = Instant::now();
    let values = match args.known {
        true => extended(args, session)?,
        false => solved(args.nodes, session)?,
    };
    session.remark_effort(values.nodes, started);
    let record = record(args, mover, &values, session);
    let open = record.openings.iter().any(|o| o.winner.is_none());
    let status = match record.stopped.map(Status::from) {
        // What was asked for may be known even so.
        Some(Status::Limit) if !open => Status::Done,
        // A question was given up.
        None if open && args.known => Status::Limit,
        status => status.unwrap_or(Status::Done),
    };
    session.out.record(&record)?;
    Ok(status)
}

/// The values of all openings, as far as the limits allow.
pub fn solved(nodes: Option<u64>, session: &Session<'_>) -> Result<SetValues, Failure> {
    let solver = solver(session);
    let nodes = nodes.unwrap_or(u64::MAX);
    watched(session, |control| {
        solver.solve(session.variant.rules(), Control { nodes, ..control })
    })?
    .map_err(failure)
}

/// What follows from the openings that the table of the rule set shows as won.
fn extended(args: &SetSolve, session: &Session<'_>) -> Result<SetValues, Failure> {
    let rules = *session.variant.rules();
    let name = session.variant.preset().name;
    let table = match rules == session.variant.preset().rules {
        true => table(name),
        false => None,
    };
    let table = table.ok_or_else(|| {
        Failure::input(format_args!(
            "--known: no table is of this board and these rules: expected a rule set as it is named"
        ))
    })?;
    let owned = args.owned.map(|owned| match args.mover {
        Some(Side::B) => rules.total() - owned,
        _ => owned,
    });
    let entry = table.iter().find(|entry| Some(entry.owned) == owned);
    // Those that are nobody's are so together: none of them could be the first to be won.
    let together = entry.is_some_and(is_nobodys);
    let is_asked = |entry: &TableEntry| match owned {
        Some(_) if together => is_nobodys(entry),
        Some(owned) => entry.owned == owned,
        None => true,
    };
    let asked: Vec<u32> = table
        .iter()
        .filter(|e| is_asked(e))
        .map(|e| e.owned)
        .collect();
    // One that is asked for is proven anew: by those that need fewer rounds.
    let within = entry.and_then(|entry| entry.rounds).unwrap_or(u32::MAX);
    let known = |entry: &TableEntry| {
        let position = rules.opening_owning(entry.owned, Side::A);
        let winner = entry.winner().zip(entry.rounds);
        SetOpening {
            owned: entry.owned,
            position: position.expect("the table has openings of the rules"),
            value: match winner.filter(|(_, rounds)| *rounds < within) {
                Some((by, rounds)) => Some(SetValue::Won { by, rounds }),
                None => (is_nobodys(entry) && !together).then_some(SetValue::Endless),
            },
        }
    };
    let openings: Vec<SetOpening> = table.iter().map(known).collect();
    let solver = solver(session);
    let nodes = args.nodes.unwrap_or(u64::MAX);
    watched(session, |control| {
        let control = Control { nodes, ..control };
        solver.extend(&rules, openings, &asked, args.nodes_each, control)
    })?
    .map_err(failure)
}

fn is_nobodys(entry: &TableEntry) -> bool {
    entry.winner.as_deref() == Some("nobody")
}

fn solver(session: &Session<'_>) -> SetSolver {
    SetSolver {
        memory: session.memory_or(MEMORY),
        threads: session.threads(),
    }
}

fn failure(error: SolveError) -> Failure {
    match error {
        SolveError::Shortage(shortage) => shortage.into(),
        error => Failure::input(error),
    }
}

fn record(
    args: &SetSolve,
    mover: Side,
    values: &SetValues,
    session: &Session<'_>,
) -> SetSolveRecord {
    let rules = *session.variant.rules();
    let owned = values.openings.iter().map(|opening| opening.owned);
    let wanted = owned.filter(|owned| args.owned.is_none_or(|wanted| wanted == *owned));
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
        terms: session.terms_of_rules(),
        openings: openings.collect(),
        rounds: values.rounds,
        nodes: values.nodes,
        stopped: values.stopped,
        known: args.known,
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
