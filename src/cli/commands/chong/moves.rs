//! `chong moves`: the ways to play a throw, or all throws in short.

use serde::Serialize;

use chongkak::chong::{Dice, End, Placed};

use super::args::Moves;
use super::{Chosen, Task, each, given_throw, picture};
use crate::cli::commands::columns;
use crate::cli::failure::{Failure, Status};
use crate::cli::output::Record;
use crate::cli::session::Session;

#[derive(Serialize)]
struct MovesRecord {
    position: String,
    player: String,
    throw: String,
    ends: Vec<EndRecord>,
    #[serde(skip)]
    placed: Placed,
    #[serde(skip)]
    winner: Option<String>,
}

/// A position in which the turn can end.
#[derive(Serialize)]
struct EndRecord {
    way: Vec<String>,
    won: bool,
    after: String,
}

#[derive(Serialize)]
struct ThrowsRecord {
    position: String,
    player: String,
    /// All ways the dice can fall: the weights add up to it.
    total: u32,
    throws: Vec<ThrowRecord>,
    #[serde(skip)]
    placed: Placed,
    #[serde(skip)]
    winner: Option<String>,
}

#[derive(Serialize)]
struct ThrowRecord {
    throw: String,
    weight: u32,
    ends: usize,
    wins: bool,
    /// Whether nothing can be moved.
    pass: bool,
}

pub fn run(args: &Moves, chosen: &Chosen, session: &mut Session<'_>) -> Result<Status, Failure> {
    let given = given_throw(args.throw.as_deref(), &chosen.rules)?;
    each(&args.place, chosen, session, |task, session| {
        match given {
            Some(throw) => session.out.record(&ways(task, throw))?,
            None => session.out.record(&throws(task))?,
        }
        Ok(Status::Done)
    })
}

/// The ends of a turn; none if the game is over.
fn ends(task: &Task, throw: Dice) -> Vec<End> {
    if task.winner().is_some() {
        return Vec::new();
    }
    task.rules.ends(&task.placed.position, throw)
}

fn ways(task: &Task, throw: Dice) -> MovesRecord {
    let placed = task.placed;
    let record = |end: &End| EndRecord {
        way: end.way.iter().map(ToString::to_string).collect(),
        won: end.won,
        after: placed.after(end.after).to_string(),
    };
    MovesRecord {
        position: placed.to_string(),
        player: placed.player.to_string(),
        throw: throw.to_string(),
        ends: ends(task, throw).iter().map(record).collect(),
        placed,
        winner: task.winner(),
    }
}

fn throws(task: &Task) -> ThrowsRecord {
    let placed = task.placed;
    let record = |(weight, throw): (u32, Dice)| {
        let ends = ends(task, throw);
        ThrowRecord {
            throw: throw.to_string(),
            weight,
            ends: ends.len(),
            wins: ends.iter().any(|end| end.won),
            pass: ends.iter().all(|end| end.way.is_empty()),
        }
    };
    let all = match task.winner() {
        Some(_) => Vec::new(),
        None => Dice::all(task.rules.dice.get()),
    };
    ThrowsRecord {
        position: placed.to_string(),
        player: placed.player.to_string(),
        total: 6_u32.pow(task.rules.dice.into()),
        throws: all.into_iter().map(record).collect(),
        placed,
        winner: task.winner(),
    }
}

/// A way in words: a pass if nothing moves.
pub fn way(moves: &[String]) -> String {
    if moves.is_empty() {
        "pass".to_owned()
    } else {
        moves.join(" ")
    }
}

impl Record for MovesRecord {
    fn text(&self) -> String {
        let caption = picture::caption(&self.placed, self.winner.as_deref());
        let mut text = format!("{}\n{caption}\n", picture::board(&self.placed));
        if self.ends.is_empty() {
            return text;
        }
        let rows = self.ends.iter().map(|end| {
            let won = if end.won { "wins" } else { "" };
            vec![way(&end.way), won.to_owned(), end.after.clone()]
        });
        let count = self.ends.len();
        let ends = if count == 1 {
            "way to end"
        } else {
            "ways to end"
        };
        text.push_str(&format!(
            "throw {}: {count} {ends} the turn\n\n",
            self.throw
        ));
        text.push_str(&columns(&["moves", "", "after"], rows.collect(), &[]));
        text
    }
}

impl Record for ThrowsRecord {
    fn text(&self) -> String {
        let caption = picture::caption(&self.placed, self.winner.as_deref());
        let mut text = format!("{}\n{caption}\n", picture::board(&self.placed));
        if self.throws.is_empty() {
            return text;
        }
        let rows = self.throws.iter().map(|one| {
            let what = match (one.wins, one.pass) {
                (true, _) => "wins",
                (_, true) => "pass",
                _ => "",
            };
            let chance = format!("{}/{}", one.weight, self.total);
            vec![
                one.throw.clone(),
                chance,
                one.ends.to_string(),
                what.to_owned(),
            ]
        });
        text.push('\n');
        let headings = ["throw", "chance", "ends", ""];
        text.push_str(&columns(&headings, rows.collect(), &[1, 2]));
        text
    }
}
