//! `chong moves`: the ways to play a throw, or all throws in short.

use serde::Serialize;

use chongkak::chong::findings::{Head, Way, in_words};
use chongkak::chong::{ChongTask, ChosenRules, Dice};

use super::args::Moves;
use super::{each, given_throw};
use crate::cli::records::columns;
use crate::cli::words::counted;
use crate::cli::{CliError, Record, Session, Status};

/// The ways to play a throw, as `chongkak chong moves --throw` lists them.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct ThrowMovesRecord {
    #[serde(flatten)]
    head: Head,
    /// The throw.
    throw: Dice,
    /// The positions in which the turn can end.
    ends: Vec<Way>,
}

/// All throws, as `chongkak chong moves` lists them.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct ThrowsRecord {
    #[serde(flatten)]
    head: Head,
    /// All ways the dice can fall: the weights add up to it.
    total: u32,
    /// The throws.
    throws: Vec<ThrowRecord>,
}

/// A throw.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct ThrowRecord {
    /// The throw.
    throw: Dice,
    /// The number of ways in which the dice can fall so.
    weight: u32,
    /// The number of positions in which the turn can end.
    ends: usize,
    /// True if one of them wins.
    wins: bool,
    /// True if nothing can be moved.
    pass: bool,
}

pub fn run(
    args: &Moves,
    chosen: &ChosenRules,
    session: &mut Session<'_>,
) -> Result<Status, CliError> {
    let given = given_throw(args.throw.as_deref(), &chosen.rules)?;
    each(&args.place, chosen, session, |task, session| {
        match given {
            Some(throw) => session.out.record(&ways(task, throw))?,
            None => session.out.record(&throws(task))?,
        }
        Ok(Status::Done)
    })
}

fn ways(task: &ChongTask, throw: Dice) -> ThrowMovesRecord {
    let (head, placed) = (task.head(), &task.placed);
    let ends = match head.winner {
        Some(_) => Vec::new(),
        None => task.rules.ends(&placed.position, throw),
    };
    ThrowMovesRecord {
        head,
        throw,
        ends: ends.into_iter().map(|end| Way::new(end, placed)).collect(),
    }
}

fn throws(task: &ChongTask) -> ThrowsRecord {
    let (head, dice) = (task.head(), task.rules.dice);
    let all = match head.winner {
        Some(_) => Vec::new(),
        None => Dice::all(dice),
    };
    let record = |(weight, throw)| {
        let ends = task.rules.ends(&task.placed.position, throw);
        ThrowRecord {
            throw,
            weight,
            ends: ends.len(),
            wins: ends.iter().any(|end| end.won),
            pass: ends.iter().all(|end| end.way.is_empty()),
        }
    };
    ThrowsRecord {
        head,
        total: 6_u32.pow(dice.into()),
        throws: all.into_iter().map(record).collect(),
    }
}

impl Record for ThrowMovesRecord {
    fn write(&self, text: &mut String) -> std::fmt::Result {
        *text += &self.head.picture();
        if self.ends.is_empty() {
            return Ok(());
        }
        let rows = self.ends.iter().map(|end| {
            let won = if end.won { "wins" } else { "" };
            row![in_words(&end.way), won, end.after]
        });
        let ways = counted(self.ends.len() as u64, "way");
        text.push_str(&format!("throw {}: {ways} to end the turn\n\n", self.throw));
        text.push_str(&columns(&["moves", "", "after"], rows.collect(), &[]));
        Ok(())
    }
}

impl Record for ThrowsRecord {
    fn write(&self, text: &mut String) -> std::fmt::Result {
        *text += &self.head.picture();
        if self.throws.is_empty() {
            return Ok(());
        }
        let rows = self.throws.iter().map(|one| {
            let what = match (one.wins, one.pass) {
                (true, _) => "wins",
                (_, true) => "pass",
                _ => "",
            };
            let chance = format!("{}/{}", one.weight, self.total);
            row![one.throw, chance, one.ends, what]
        });
        text.push('\n');
        let headings = ["throw", "chance", "ends", ""];
        text.push_str(&columns(&headings, rows.collect(), &[1, 2]));
        Ok(())
    }
}
