//! The record of `chong analyze`: the turns of a game, judged one by one.

use std::fmt::Write;

use serde::Serialize;

use super::{in_words, winner, wording};
use crate::{ChongRecord, JudgedGame, JudgedTurn, Player};
use chongkak_base::control::{StopReason, stopped_by};
use chongkak_base::language::Language;
use chongkak_base::row;
use chongkak_base::text::Record;
use chongkak_base::text::layout::columns;
use chongkak_base::text::numbers_in_words::counted;

/// The answer of `chongkak chong analyze`: what throws brought, and what choices gave away.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct ChongAnalysisRecord {
    /// True if it was judged by exact values, false by the estimate.
    exact: bool,
    /// The turns, in the order in which they were played.
    turns: Vec<JudgedTurn>,
    /// The totals of each player over all turns.
    players: Players,
    /// A's chance to win before the first throw.
    #[cfg_attr(feature = "schemas", schemars(range(min = 0, max = 1)))]
    start: f64,
    /// A's result: 1 for a win, a half for a draw; A's chance if the game goes on.
    #[cfg_attr(feature = "schemas", schemars(range(min = 0, max = 1)))]
    result: f64,
    /// A's result minus A's start, without the luck and the losses of both: the estimate's errors,
    /// which it corrected from turn to turn.
    corrections: f64,
    /// The winner; null while the game goes on; nobody if neither player can ever move again.
    #[cfg_attr(feature = "schemas", schemars(extend("enum" = ["A", "B", "nobody", null])))]
    winner: Option<String>,
    /// The limit that ended the work before all turns were judged; null if none did.
    #[cfg_attr(feature = "schemas", schemars(extend("enum" = ["time", "interrupted", "cancelled", null])))]
    pub stopped: Option<StopReason>,
    /// The rules, for people.
    #[serde(skip)]
    rules: String,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct Players {
    /// A's totals.
    #[serde(rename = "A")]
    a: PlayerSums,
    /// B's totals.
    #[serde(rename = "B")]
    b: PlayerSums,
}

/// The number of a player's turns, with their total luck and loss.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct PlayerSums {
    /// The number of turns.
    turns: usize,
    /// The total luck of the throws, in chances to win.
    luck: f64,
    /// The total loss by the choices, in chances to win.
    #[cfg_attr(feature = "schemas", schemars(range(min = 0)))]
    loss: f64,
}

impl ChongAnalysisRecord {
    /// Creates the record of a judged game.
    pub fn new(record: &ChongRecord, exact: bool, found: JudgedGame) -> ChongAnalysisRecord {
        let sums = |player| {
            let own = found.turns.iter().filter(|one| one.turn.player == player);
            let (luck, loss) = found.luck_and_loss(player);
            PlayerSums { turns: own.count(), luck, loss }
        };
        ChongAnalysisRecord {
            exact,
            players: Players { a: sums(Player::A), b: sums(Player::B) },
            start: found.start,
            result: found.result,
            corrections: found.corrections(),
            winner: winner(&record.placed(), &record.rules),
            stopped: found.stopped,
            turns: found.turns,
            rules: wording::rules(record, Language::english()),
        }
    }

    /// Lists the turns in a table.
    fn table(&self) -> String {
        let rows = (1..).zip(&self.turns).map(|(number, one)| {
            let turn = &one.turn;
            let gave = match one.best == turn.way {
                true => [String::new(), String::new()],
                false => [percent(one.loss), in_words(&one.best)],
            };
            let [loss, better] = gave;
            let error = one.error.filter(|_| !self.exact);
            row![
                number,
                turn.player,
                turn.throw,
                in_words(&turn.way),
                percent(one.before),
                signed(one.luck),
                loss,
                error.map_or_else(String::new, |error| format!("± {}", percent(error))),
                better
            ]
        });
        let headings = ["turn", "", "throw", "moves", "before", "luck", "lost", "", "better"];
        columns(&headings, rows.collect(), &[0, 4, 5, 6, 7])
    }

    fn sum(&self, player: Player) -> String {
        let PlayerSums { turns, luck, loss } = match player {
            Player::A => &self.players.a,
            Player::B => &self.players.b,
        };
        let (luck, loss) = (signed(*luck), percent(*loss));
        let turns = counted(*turns as u64, "turn");
        format!("{player}: luck {luck}, given away {loss}, in {turns}")
    }
}

fn percent(part: f64) -> String {
    // Avoids "-0.0".
    format!("{:.1} %", (1000.0 * part).round() / 10.0 + 0.0)
}

fn signed(part: f64) -> String {
    format!("{:+.1} %", (1000.0 * part).round() / 10.0 + 0.0)
}

impl Record for ChongAnalysisRecord {
    fn write(&self, text: &mut String) -> std::fmt::Result {
        let by = match self.exact {
            true => "exact values",
            false => {
                "the estimate; ± is how much it changes when all following throws are examined"
            }
        };
        writeln!(text, "rules   {}\njudged  by {by}", self.rules)?;
        if !self.turns.is_empty() {
            write!(text, "\n{}", self.table())?;
        }
        for player in [Player::A, Player::B] {
            write!(text, "\n{}", self.sum(player))?;
        }
        let [start, result] = [self.start, self.result].map(percent);
        write!(text, "\nA's chance went from {start} to {result}")?;
        match self.exact {
            true => writeln!(text)?,
            false => {
                writeln!(text, "; the estimate corrected itself by {}", signed(self.corrections))?
            }
        }
        match self.stopped {
            None => Ok(()),
            stopped => writeln!(text, "not all turns were judged{}", stopped_by(stopped)),
        }
    }
}
