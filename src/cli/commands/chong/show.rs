//! `chong show`: the board.

use std::fmt::Write;

use serde::Serialize;

use chongkak::chong::{Army, Placed, Player};

use super::args::Place;
use super::{Chosen, Task, each, picture, winner};
use crate::cli::{Failure, Record, Session, Status};

#[derive(Serialize)]
pub struct ShowRecord {
    position: Placed,
    holes: u8,
    player: Player,
    winner: Option<String>,
    a: ArmyRecord,
    b: ArmyRecord,
}

/// The pieces of a player, on cells of his own path.
#[derive(Serialize)]
struct ArmyRecord {
    soldiers: Vec<u8>,
    king: Option<u8>,
    opened: bool,
    turned: bool,
}

pub fn run(place: &Place, chosen: &Chosen, session: &mut Session<'_>) -> Result<Status, Failure> {
    each(place, chosen, session, |task, session| {
        session.out.record(&ShowRecord::new(task))?;
        Ok(Status::Done)
    })
}

impl ShowRecord {
    pub fn new(task: &Task) -> ShowRecord {
        let placed = task.placed;
        let [a, b] = placed.armies().map(army);
        ShowRecord {
            position: placed,
            holes: placed.columns,
            player: placed.player,
            winner: winner(&placed, &task.rules),
            a,
            b,
        }
    }
}

fn army(army: Army) -> ArmyRecord {
    ArmyRecord {
        soldiers: army.cells().collect(),
        king: army.king(),
        opened: army.opened(),
        turned: army.turned(),
    }
}

impl Record for ShowRecord {
    fn write(&self, text: &mut String) -> std::fmt::Result {
        let board = picture::captioned(&self.position, self.winner.as_deref());
        writeln!(text, "{board}{}", self.position)
    }
}
