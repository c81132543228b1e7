//! `chong show`: the board.

use serde::Serialize;

use chongkak::chong::{Army, Placed};

use super::args::Place;
use super::{Chosen, each, picture};
use crate::cli::failure::{Failure, Status};
use crate::cli::output::Record;
use crate::cli::session::Session;

#[derive(Serialize)]
struct ShowRecord {
    position: String,
    holes: u8,
    player: String,
    winner: Option<String>,
    a: ArmyRecord,
    b: ArmyRecord,
    #[serde(skip)]
    placed: Placed,
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
        let placed = task.placed;
        let [a, b] = placed.armies().map(army);
        session.out.record(&ShowRecord {
            position: placed.to_string(),
            holes: placed.columns,
            player: placed.player.to_string(),
            winner: task.winner(),
            a,
            b,
            placed,
        })?;
        Ok(Status::Done)
    })
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
    fn text(&self) -> String {
        let board = picture::board(&self.placed);
        let caption = picture::caption(&self.placed, self.winner.as_deref());
        format!("{board}\n{caption}\n{}\n", self.position)
    }
}
